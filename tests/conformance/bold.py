"""A player that looks for trouble: random like the random one, but its models keep walking towards the enemy."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

from sightline.ai.propose import breadth, filled
from sightline.core.decisions import Action, Illegal, Route
from sightline.core.match import Match
from sightline.core.table import Table

TRIES = 60
DRAWS = 8


class BoldPlayer:
    """Of several proposals for a walk it plays the one that ends nearest to an enemy; everything else is drawn."""

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(f"bold player {seed}")  # noqa: S311 - a player, not a lock

    def answer(self, match: Match) -> None:
        decision, rng = match.decision, self._rng
        offers = [(offer, match.slots(offer)) for offer in decision.offers]
        weights = [breadth(slots) for _, slots in offers]
        for _ in range(TRIES):
            ((offer, slots),) = rng.choices(offers, weights)
            walks = [field for field, slot in slots.items() if isinstance(slot, Route)]
            drawn = [filled(match, offer, slots, rng) for _ in range(DRAWS if walks else 1)]
            if walks and rng.random() < 0.8:
                drawn.sort(key=lambda action, field=walks[0]: nearest(match.table, decision.side, action, field))  # type: ignore[misc]
            for action in drawn:
                try:
                    match.play(action)
                except Illegal:
                    continue
                return
        assert decision.default is not None
        match.play(decision.default)


def nearest(table: Table, side: str, action: Action, field: str) -> float:
    """How far from the nearest enemy a walk would end."""
    x, y = getattr(action, field)
    enemies: list[Any] = [m.at for m in table.squad(table.other(side))]
    return min((hypot(x - ex, y - ey) for ex, ey in enemies), default=0.0)
