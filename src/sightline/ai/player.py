"""What a program needs to play: something that answers decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from sightline.core.decisions import Decision
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.table import Side


class Player(Protocol):
    """Somebody who answers the decisions of a side."""

    def answer(self, match: Match) -> None:
        """Play one legal answer to the decision that is pending."""


def levels() -> Mapping[str, Callable[[int | str], Player]]:
    """The players there are, by name; each is made from a seed."""
    from sightline.ai.greedy import GreedyPlayer
    from sightline.ai.random import RandomPlayer

    return {"random": RandomPlayer, "greedy": GreedyPlayer}


def player(level: str, seed: int | str) -> Player:
    """A player by its level."""
    known = levels()
    if level not in known:
        raise BadInput(f"{level}: no such player; known: {', '.join(known)}")
    return known[level](seed)


def play_out(match: Match, players: Mapping[Side, Player]) -> int:
    """Let players answer until the match is over; returns how many decisions that took."""
    decisions = 0
    while isinstance(match.pending, Decision):
        players[match.pending.side].answer(match)
        decisions += 1
    return decisions
