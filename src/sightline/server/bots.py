"""Programs that play, in processes of their own; whatever happens to them, something legal is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sightline.ai.levels import USUAL, parse_level
from sightline.core.decisions import Action, Decision, Illegal
from sightline.core.errors import BadInput
from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.reading import shape
from sightline.core.table import Side
from sightline.core.wire import codec, encode
from sightline.server.messages import ThoughtAnswer
from sightline.server.positions import Position, position, taken_up
from sightline.server.thoughts import level_seconds, thought_view
from sightline.server.workers import Hurry, Workers, hurried

LOG = logging.getLogger("sightline.bots")

FALLBACK = "random"
"""The level that plays where nothing else does: it is quick, and finds something legal."""
ADVISER = "veteran"
"""The level that gives hints."""
LONGEST = 20.0
"""Seconds that bringing a match to an earlier action may take."""


class Reply(Struct, frozen=True):
    """What comes back from another process: the answer, and the thought behind it."""

    action: msgspec.Raw
    thought: msgspec.Raw


class Choice(Struct, frozen=True):
    """What a program answers."""

    action: Action
    thought: bytes | None = None
    """Why, as JSON; none if nobody thought."""
    level: str = ""
    """The level that came to it."""


class Before(Struct, frozen=True):
    """What was advised before, as plain data, and what was done since."""

    plans: tuple[Any, ...] = ()
    """Answers that were told, the best first, each with how to go on after it."""
    since: tuple[Any, ...] = ()


class Advice(Struct, frozen=True):
    """A hint, and how to go on after each answer that it tells."""

    thought: ThoughtAnswer
    plans: tuple[Any, ...] = ()


# ------------------------------------------------------------------ in another process


def think(where: Position, level: str, seed: str) -> bytes:
    """A program's answer to the pending decision and why, as JSON."""
    from sightline.ai.player import player

    match = taken_up(where).fork()
    thought = player(level, seed).think(match, hurried)
    try:
        told = msgspec.json.encode(thought_view(match, thought, level))
    except Exception:  # What cannot be told can still be played.
        LOG.exception("a thought cannot be told")
        told = b"null"
    return msgspec.json.encode(Reply(msgspec.Raw(encode(thought.action)), msgspec.Raw(told)))


def advise(where: Position, draft: bytes, before: Before, level: str, seed: str) -> bytes:
    """What a program would answer after a draft, and why, as JSON; raises BadInput if nobody would be asked then."""
    from sightline.ai.player import player

    match = taken_up(where).fork()
    asked, reader = match.decision.side, codec(match.game).actions
    drafted: list[Action] = [shape(plain, reader, "draft") for plain in msgspec.json.decode(draft)]
    try:
        match.play(*drafted)
    except Illegal as error:
        raise BadInput(f"draft: {error}") from None
    if not isinstance(match.pending, Decision) or match.pending.side != asked:
        raise BadInput("draft: nobody of this side is asked then")
    plans: list[list[Action]] = [[shape(step, reader, "plan") for step in plan] for plan in before.plans]
    done: list[Action] = [shape(plain, reader, "answer") for plain in before.since]
    thought = player(level, seed).think(match, hurried, going_on(plans, [*done, *drafted]))
    ways = tuple((one.action, *one.then) for one in thought.candidates)
    return encode(Advice(thought_view(match, thought, level), ways))


def going_on(plans: Sequence[Sequence[Action]], done: Sequence[Action]) -> Sequence[Action]:
    """What is left of the plan that is being followed; nothing if none is."""
    from sightline.ai.search import alike

    for plan in plans:
        steps = [not any(alike(step, deed) for deed in done) for step in plan]
        left = list(plan[steps.index(True) :]) if True in steps else []
        if not done or len(left) < len(plan):
            return left
    return ()


def think_again(setup: bytes, answers: bytes, number: int, levels: Mapping[Side, str], seed: str) -> bytes:
    """What a program makes of the decision that an action of a match answered, as JSON; it is that of the side."""
    from sightline.ai.player import player

    start = msgspec.json.decode(setup, type=SetUp)
    book = game(start.game)
    reader = codec(book).actions
    match, given = Match(book, start), 0
    for plain in msgspec.json.decode(answers):
        given += isinstance(plain, dict)
        if given < number:
            match.play(tuple(plain) if isinstance(plain, list) else shape(plain, reader, "answer"))
            continue
        level = levels.get(match.decision.side, "")
        if not level:
            raise BadInput("action: no program did that")
        played: Action = shape(plain, reader, "answer")
        thought = player(level, f"{seed}/{match.decision.side}/{number - 1}/0").think(match.fork(), hurried)
        return msgspec.json.encode(thought_view(match, thought, level, played))
    raise BadInput(f"action: expected 1 to {given}")


# ------------------------------------------------------------------ in the server


class Bots:
    """The programs of a server."""

    def __init__(self, workers: Workers, advisers: Workers, grace: float = 3.0) -> None:
        self.workers = workers
        self.advisers = advisers
        """For hints and reasons: nobody who plays waits for an explanation. They start when somebody first asks."""
        self.grace = grace
        """Seconds a program has beyond twice its own time before it is ended."""

    def warm_up(self, game: str) -> None:
        """Have a process ready: a program is about to be asked."""
        self.workers.warm_up(game)

    async def close(self) -> None:
        """End all of them."""
        await self.workers.close()
        await self.advisers.close()

    def patience(self, level: str) -> float:
        """Seconds after which a program that was given a level's time has failed."""
        return 2 * level_seconds(level) + self.grace

    async def choose(self, match: Match, level: str, seed: str, hurry: Hurry | None = None) -> Choice:
        """An answer to the decision that is pending; if the program fails, something legal."""
        match = match.fork()  # The match may be played on, taken back or given up while the program thinks.
        where = position(match)
        for name in (level, USUAL) if level not in (USUAL, FALLBACK) else (level,):
            found = await self._thought(match, where, name, seed, hurry)
            if found is not None:
                return found
        default = match.decision.default
        if default is not None and match.refusal(default) is None:
            return Choice(default)
        found = None if level == FALLBACK else await self._thought(match, where, FALLBACK, seed, hurry)
        return found or self._read(match, await asyncio.to_thread(think, where, FALLBACK, seed), FALLBACK)

    async def _thought(
        self, match: Match, where: Position, level: str, seed: str, hurry: Hurry | None
    ) -> Choice | None:
        """What a program answers; none if it dies, hangs, fails or breaks a rule."""
        try:
            text = await self.workers.do(think, where, level, seed, patience=self.patience(level), hurry=hurry)
            choice = self._read(match, text, level)
            refusal = match.refusal(choice.action)
        except Exception as error:  # noqa: BLE001 - a match never hangs because a program does
            LOG.warning("program failed level=%s error=%s", level, type(error).__name__)
            return None
        if refusal is None:
            return choice
        LOG.warning("program broke a rule level=%s rule=%s", level, refusal.rule)
        return None

    @staticmethod
    def _read(match: Match, text: bytes, level: str) -> Choice:
        found = msgspec.json.decode(text, type=Reply)
        thought = bytes(found.thought)
        return Choice(codec(match.game).action(bytes(found.action)), None if thought == b"null" else thought, level)

    async def advise(self, where: Position, draft: bytes, before: Before, seed: str) -> Advice:
        """What a good player would do, who keeps in mind what he said before."""
        text = await self.advisers.do(advise, where, draft, before, ADVISER, seed, patience=self.patience(ADVISER))
        return msgspec.json.decode(text, type=Advice)

    async def think_again(
        self, setup: SetUp, answers: tuple[Any, ...], number: int, levels: Mapping[Side, str], seed: str
    ) -> ThoughtAnswer:
        """Why a program did what it did, where that is not known any more: it thinks again."""
        known = {side: level if _known(level) else USUAL for side, level in levels.items() if level}
        longest = max((self.patience(level) for level in known.values()), default=0.0)
        before = msgspec.json.encode(answers)
        text = await self.advisers.do(
            think_again, encode(setup), before, number, known, seed, patience=LONGEST + longest
        )
        return msgspec.json.decode(text, type=ThoughtAnswer)


def _known(level: str) -> bool:
    try:
        parse_level(level)
    except BadInput:
        return False
    return True
