"""A player that looks for trouble: random like the random one, but it keeps acting, closing in and tries things out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot
from random import Random
from typing import Any

from msgspec.structs import replace

from sightline.ai.propose import anything, breadth, filled
from sightline.core.decisions import Action, Illegal, Offer, Route, Slot
from sightline.core.match import Match
from sightline.core.table import Model, Point, Side, Table, spot

TRIES = 60
DRAWS = 8
EAGER = 4
"""How many times as often an action against an enemy is drawn."""
RESTLESS = 0.95
"""How often the default is passed over."""
CURIOUS = 0.5
"""How often every kind of action is as likely as any other, however few ways there are to do it."""
STRAIGHT = 0.4
"""How often a walk goes straight up to somebody or something."""
BESIDE, HAIR = 0.03, 0.01
"""The gap to whom one has come, and how far within its reach one stays."""


class BoldPlayer:
    """It walks straight up to somebody or something, or of several proposals to what is nearest to an enemy.

    Everything else is drawn: attacks and what can be done in few ways more often than others do, and what is answered
    for those who do not care (the default) less often.
    """

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(f"bold player {seed}")  # noqa: S311 - a player, not a lock

    def answer(self, match: Match) -> None:
        decision, rng = match.decision, self._rng
        offers = [(offer, match.slots(offer)) for offer in decision.offers]
        weights = [breadth(slots) * (EAGER if offer.action.foes else 1) for offer, slots in offers]
        for _ in range(TRIES):
            ((offer, slots),) = rng.choices(offers, evened(offers, weights) if rng.random() < CURIOUS else weights)
            walks = {field: slot for field, slot in slots.items() if isinstance(slot, Route)}
            drawn = [filled(match, offer, slots, rng) for _ in range(DRAWS if walks else 1)]
            for field, way in list(walks.items())[:1]:
                if rng.random() < 0.8:
                    drawn.sort(key=lambda action, to=field: nearest(match.table, decision.side, action, to))  # type: ignore[misc]
                if rng.random() < STRAIGHT:
                    drawn.insert(0, replace(drawn[0], **{field: self._up_to(match.table, way)}))
            for action in drawn:
                if action == decision.default and rng.random() < RESTLESS:
                    continue
                try:
                    match.play(action)
                except Illegal:
                    continue
                return
        match.play(anything(match))

    def _up_to(self, table: Table, way: Route) -> Point:
        """Where one comes who goes straight up to somebody or something nearby: an enemy, a friend, what lies about."""
        model, rng = table.models[way.actor], self._rng
        x, y = placed(model)
        others = sorted(
            (m for m in table.models.values() if m.at is not None and m.id != model.id),
            key=lambda m: (hypot(placed(m)[0] - x, placed(m)[1] - y), m.id),
        )
        if not others:
            return x, y
        other = others[min(int(rng.expovariate(0.5)), len(others) - 1)]
        ox, oy = placed(other)
        apart = hypot(ox - x, oy - y)
        far = max(0.0, min(apart - model.radius - other.radius - BESIDE, way.limit - HAIR))
        return spot(x + (ox - x) * far / apart, y + (oy - y) * far / apart) if apart else (x, y)


def evened(offers: Sequence[tuple[Offer, Mapping[str, Slot]]], weights: Sequence[float]) -> list[float]:
    """The same weights, but all of one kind of action together as much as all of another."""
    whole: Counter[type[Action]] = Counter()
    for (offer, _), weight in zip(offers, weights, strict=True):
        whole[offer.action] += weight  # type: ignore[assignment]  # a sum, not a count
    return [weight / whole[offer.action] for (offer, _), weight in zip(offers, weights, strict=True)]


def placed(model: Model) -> Point:
    """Where somebody on the mat is."""
    assert model.at is not None
    return model.at


def nearest(table: Table, side: Side, action: Action, field: str) -> float:
    """How far from the nearest enemy a walk would end."""
    x, y = getattr(action, field)
    enemies: list[Any] = [m.at for m in table.squad(table.other(side))]
    return min((hypot(x - ex, y - ey) for ex, ey in enemies), default=0.0)
