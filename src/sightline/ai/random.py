"""The random player: any legal proposal will do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sightline.ai.policy import TRIES
from sightline.ai.propose import anything, breadth, filled
from sightline.ai.thought import Stop, Thought, never
from sightline.core.decisions import Action
from sightline.core.match import Match


class RandomPlayer:
    """Draws proposals, broad offers more often than narrow ones, and plays the first that is legal."""

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(f"random player {seed}")  # noqa: S311 - a player, not a lock

    def think(self, match: Match, stop: Stop = never, plan: Sequence[Action] | None = None) -> Thought:
        return Thought(self.choose(match, stop))

    def answer(self, match: Match) -> None:
        match.play(self.choose(match))

    def choose(self, match: Match, stop: Stop = never) -> Action:
        decision, rng = match.decision, self._rng
        offers = [(offer, match.slots(offer)) for offer in decision.offers]
        weights = [breadth(slots) for _, slots in offers]
        for _ in range(TRIES):
            offer, slots = offers[weighted(weights, rng)]
            action = filled(match, offer, slots, rng)
            if match.refusal(action) is None:
                return action
        return anything(match)


def weighted(weights: Sequence[int], rng: Random) -> int:
    """A place drawn by weight."""
    draw = rng.random() * sum(weights)
    for place, weight in enumerate(weights):
        draw -= weight
        if draw < 0:
            return place
    return len(weights) - 1
