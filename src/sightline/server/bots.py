"""Programs that play, in processes of their own; whatever happens to them, something legal is answered."""

from __future__ import annotations

import asyncio
import logging

from sightline.core.decisions import Action
from sightline.core.match import Match
from sightline.core.wire import codec, encode
from sightline.server.positions import Position, position, taken_up
from sightline.server.workers import Workers

LOG = logging.getLogger("sightline.bots")

FALLBACK = "random"
"""The level that plays where another fails: it is quick, and finds something legal."""


def think(where: Position, level: str, seed: str) -> bytes:
    """A program's answer to the pending decision, as JSON."""
    from sightline.ai.player import player

    played: list[Action] = []
    player(level, seed).answer(Noted.of(taken_up(where), played))
    return encode(played[0])


class Noted(Match):
    """A fork that notes which action was played on it."""

    __slots__ = ("noted",)
    noted: list[Action]

    @classmethod
    def of(cls, match: Match, noted: list[Action]) -> Noted:
        """A fork of a match."""
        fork = match.fork()
        other = cls.__new__(cls)
        for name in Match.__slots__:
            setattr(other, name, getattr(fork, name))
        other.noted = noted
        return other

    def _accept(self, answer: Action | tuple[int, ...]) -> None:
        super()._accept(answer)
        if isinstance(answer, Action):
            self.noted.append(answer)


class Bots:
    """The programs of a server."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    async def choose(self, match: Match, level: str, seed: str) -> Action:
        """An answer to the decision that is pending; if the program fails, something legal."""
        match = match.fork()  # The match may be played on, taken back or given up while the program thinks.
        where = position(match)
        try:
            action = codec(match.game).action(await self.workers.do(think, where, level, seed))
            refusal = match.refusal(action)
        except Exception as error:  # noqa: BLE001 - a match never hangs because a program does
            LOG.warning("program failed level=%s error=%s", level, type(error).__name__)
        else:
            if refusal is None:
                return action
            LOG.warning("program broke a rule level=%s rule=%s", level, refusal.rule)
        default = match.decision.default
        if default is not None and match.refusal(default) is None:
            return default
        return codec(match.game).action(await asyncio.to_thread(think, where, FALLBACK, seed))
