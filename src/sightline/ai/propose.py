"""Candidates for every kind of slot: some of the many answers a continuous table allows."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin, sqrt
from random import Random
from typing import Any

from sightline.core.decisions import Action, Count, Offer, Pick, Picks, Route, Slot, Split, Spot
from sightline.core.match import Match
from sightline.core.table import Point, Table, spot


def some(table: Table, slot: Slot, rng: Random) -> Any:
    """One value for a slot, drawn at random."""
    match slot:
        case Pick(options):
            return options[int(rng.random() * len(options))]
        case Picks(options, least, most):
            count = least + int(rng.random() * (most - least + 1))
            pool = list(options)
            return tuple(sorted(pool.pop(int(rng.random() * len(pool))) for _ in range(count)))
        case Spot():
            return somewhere(table, slot, rng)
        case Route(actor, limit):
            model = table.models[actor]
            assert model.at is not None
            return in_disc(model.at, limit, rng)
        case Count(least, most):
            return least + int(rng.random() * (most - least + 1))
        case Split(total, among):
            return divide(total, among, rng)


def somewhere(table: Table, slot: Spot, rng: Random) -> Point:
    """A spot in a zone, or within reach of a model and on the mat."""
    if slot.zone:
        (ax, ay), (bx, by), (cx, cy) = slot.zone
        u, v = rng.random(), rng.random()
        if u + v > 1:
            u, v = 1 - u, 1 - v
        return spot(ax + u * (bx - ax) + v * (cx - ax), ay + u * (by - ay) + v * (cy - ay))
    assert slot.actor is not None
    model = table.models[slot.actor]
    assert model.at is not None
    x, y = in_disc(model.at, slot.reach + model.radius, rng)
    return spot(min(max(x, 0.0), table.terrain.width), min(max(y, 0.0), table.terrain.height))


def in_disc(centre: Point, radius: float, rng: Random) -> Point:
    """A point of a disc, every part of it equally likely."""
    angle, far = 2 * pi * rng.random(), radius * sqrt(rng.random())
    return spot(centre[0] + far * cos(angle), centre[1] + far * sin(angle))


def divide(total: int, among: tuple[str, ...], rng: Random) -> dict[str, int]:
    """All dice on one target, or one by one at random."""
    if rng.random() < 0.5:
        return {among[int(rng.random() * len(among))]: total}
    found: dict[str, int] = {}
    for _ in range(total):
        target = among[int(rng.random() * len(among))]
        found[target] = found.get(target, 0) + 1
    return found


def breadth(slots: Mapping[str, Slot]) -> int:
    """Roughly how many different answers an offer stands for."""
    wide = 1
    for slot in slots.values():
        match slot:
            case Pick(options):
                wide *= len(options)
            case Split(_, among):
                wide *= len(among)
            case Spot() | Route():
                wide *= 8
            case _:
                wide *= 2
    return wide


def filled(match: Match, offer: Offer, slots: Mapping[str, Slot], rng: Random) -> Action:
    """An action that takes up an offer, its open fields drawn at random."""
    table = match.table
    return offer.action(**offer.given, **{field: some(table, slot, rng) for field, slot in slots.items()})
