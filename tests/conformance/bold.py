"""A player that looks for trouble: random like the random one, but it keeps acting, closing in and attacking."""

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
EAGER = 4
"""How many times as often an action against an enemy is drawn."""
RESTLESS = 0.75
"""How often the default is passed over."""


class BoldPlayer:
    """Of several proposals for a walk it plays the one that ends nearest to an enemy; everything else is drawn.

    It draws attacks more often than others do, and what is answered for those who do not care (the default) less often.
    """

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(f"bold player {seed}")  # noqa: S311 - a player, not a lock

    def answer(self, match: Match) -> None:
        decision, rng = match.decision, self._rng
        offers = [(offer, match.slots(offer)) for offer in decision.offers]
        weights = [breadth(slots) * (EAGER if offer.action.foes else 1) for offer, slots in offers]
        for _ in range(TRIES):
            ((offer, slots),) = rng.choices(offers, weights)
            walks = [field for field, slot in slots.items() if isinstance(slot, Route)]
            drawn = [filled(match, offer, slots, rng) for _ in range(DRAWS if walks else 1)]
            if walks and rng.random() < 0.8:
                drawn.sort(key=lambda action, field=walks[0]: nearest(match.table, decision.side, action, field))  # type: ignore[misc]
            for action in drawn:
                if action == decision.default and rng.random() < RESTLESS:
                    continue
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
