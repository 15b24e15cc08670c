"""What a program needs to play: something that answers decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from sightline.ai.levels import parse_level
from sightline.ai.thought import Stop, Thought, never
from sightline.ai.weights import Weights
from sightline.core.decisions import Action, Concede, Decision
from sightline.core.match import Match
from sightline.core.table import Side

PATIENCE = 20_000
"""Answers after which whoever is asked gives the match up: where a battle has no last turn, it may have no end."""


class Player(Protocol):
    """Somebody who answers the decisions of a side."""

    def answer(self, match: Match) -> None:
        """Play one legal answer to the decision that is pending."""


class Thinker(Player, Protocol):
    """A program that plays, and can say what it would play and why."""

    def choose(self, match: Match, stop: Stop = never) -> Action:
        """A legal answer to the decision that is pending, without a word; the match stays as it is."""

    def think(self, match: Match, stop: Stop = never, plan: Sequence[Action] | None = None) -> Thought:
        """The same answer, with what else was weighed and why; with a plan, one that keeps to it while it is good."""


def player(level: str, seed: int | str, weights: Weights | None = None) -> Thinker:
    """A player by its level, such as `veteran` or `veteran/aggressive=0.5`; with other weights than its rulebook's."""
    from sightline.ai.random import RandomPlayer
    from sightline.ai.thinker import ThinkingPlayer

    found, style = parse_level(level)
    return RandomPlayer(seed) if found.id == "random" else ThinkingPlayer(seed, found, style, weights)


def play_out(match: Match, players: Mapping[Side, Player]) -> int:
    """Let players answer until the match is over; returns how many decisions that took."""
    decisions = 0
    while isinstance(match.pending, Decision):
        if decisions < PATIENCE:
            players[match.pending.side].answer(match)
        else:
            match.play(Concede(match.pending.side))
        decisions += 1
    return decisions
