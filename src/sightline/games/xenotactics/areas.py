"""The count of areas as programs foresee it (XT-END-06): where each side may have somebody when the last turn ends.

An area with both sides in it is nobody's, so a side leads by as many areas as it is in more than the other: each counts
for itself, whoever else is there, and one model in it is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, hypot

from sightline.core.table import Model, Point, Side, Table
from sightline.games.xenotactics.acting import BASE_LIMIT, left, on_turn
from sightline.games.xenotactics.catalog import TOUCH
from sightline.games.xenotactics.tokens import ACTING, ACTIVATED, MOVE, STUNNED, TURN
from sightline.games.xenotactics.victory import AREAS, areas_touched

ON_THE_WAY = 0.93
"""How sure a model is to be in an area by the end, for each move it has to make."""
ALL = 1 << len(AREAS)

Chances = tuple[float, ...]
"""How surely a model will be in each area if it makes for it."""


def turns_to_come(table: Table, side: Side) -> int:
    """The turns of a side after this one."""
    return max(0, int(table.options["turn_limit"]) - table.tokens(side, TURN))


def points_now(table: Table, model: Model) -> int:
    """How many points a model may still spend in this turn."""
    if on_turn(table) != model.side:
        return 0
    if ACTING in model.tokens:
        return left(table, model)
    return 0 if ACTIVATED in model.tokens else BASE_LIMIT


def distances(width: float, height: float, at: Point, touched: Sequence[str]) -> tuple[float, ...]:
    """How far a spot is from each area: from the lines from the middle to the corners that border it."""
    x, y = at[0] - width / 2, at[1] - height / 2
    gaps = {}
    for name, dx, dy in (("ne", 1, 1), ("se", 1, -1), ("sw", -1, -1), ("nw", -1, 1)):
        ux, uy = dx * width / 2, dy * height / 2
        along = max(0.0, (x * ux + y * uy) / (ux * ux + uy * uy))
        gaps[name] = hypot(x - along * ux, y - along * uy)
    borders = (("nw", "ne"), ("ne", "se"), ("se", "sw"), ("sw", "nw"))
    return tuple(
        0.0 if area in touched else min(gaps[one], gaps[other])
        for area, (one, other) in zip(AREAS, borders, strict=True)
    )


def chances(table: Table, model: Model, keeps: float) -> Chances:
    """How surely a model may be in each area by the end; on a line between areas a die decides.

    `keeps` is the chance that its turn goes on until it may act.
    """
    now, later = points_now(table, model), BASE_LIMIT * turns_to_come(table, model.side)
    sure = 1.0 if not now or ACTING in model.tokens else round(keeps, 2)
    lying, speed = STUNNED in model.tokens, float(model.tokens[MOVE])
    key = (model.at, model.radius, now, later, sure, lying, speed)
    return table.terrain.recall("chances", key, lambda: _chances(table, model, now, later, sure))


def _chances(table: Table, model: Model, now: int, later: int, sure: float) -> Chances:
    assert model.at is not None
    touched, speed = areas_touched(table, model), float(model.tokens[MOVE])
    lying = STUNNED in model.tokens
    gaps = distances(table.terrain.width, table.terrain.height, model.at, touched)
    found = []
    for area, gap in zip(AREAS, gaps, strict=True):
        stays = 1.0 / len(touched) if area in touched else 0.0
        steps = ceil((gap + model.radius + TOUCH) / speed) if speed > 0 and stays < 1.0 else 0 if stays else 99
        needed = steps + lying
        if needed <= later:
            chance = ON_THE_WAY**needed
        elif needed <= now + later:
            chance = sure * ON_THE_WAY**needed
        else:
            chance = 0.0
        found.append(chance if lying else max(stays, chance))
    return tuple(found)


@lru_cache(4096)
def shared(models: tuple[Chances, ...]) -> tuple[float, ...]:
    """The most areas, more or less, that some models may be in, for every set of areas they are in."""
    best = [0.0] + [-1.0] * (ALL - 1)
    for one in models:
        before = list(best)
        for areas, value in enumerate(before):
            if value < 0:
                continue
            for n, chance in enumerate(one):
                if chance and not areas >> n & 1 and value + chance > best[areas | 1 << n]:
                    best[areas | 1 << n] = value + chance
    return tuple(best)


def there(table: Table, side: Side, keeps: float, besides: str = "") -> tuple[Chances, ...]:
    """Where everybody of a side may be by the end, but for one."""
    return tuple(sorted(chances(table, m, keeps) for m in table.squad(side) if m.id != besides))


def areas_of(table: Table, side: Side, keeps: float = 1.0) -> float:
    """How many areas a side may be expected to be in when they are counted."""
    return max(shared(there(table, side, keeps)))


def held_by(table: Table, model: Model) -> float:
    """How much of a lead in areas a side loses with a model."""
    key = ("areas held by", model.id)
    found: float | None = table.now.get(key)
    if found is None:
        side = model.side
        most, foes = areas_of(table, side), areas_of(table, table.other(side))
        without = max(shared(there(table, side, 1.0, model.id)))
        found = table.now[key] = valued(most - foes) - valued(without - foes)
    return found


def valued(lead: float) -> float:
    """What a lead in areas is worth of a match that ends now; the first one more is worth nearly all."""
    return lead / (0.25 + 0.75 * abs(lead)) if abs(lead) > 1 else lead


def lead(table: Table, side: Side, keeps: float) -> float:
    """By how much of a match a side may be expected to lead in areas at the end, from -1 to about 1.

    `keeps` is the chance that whose turn it is keeps it.
    """
    return valued(areas_of(table, side, keeps) - areas_of(table, table.other(side), keeps))


def at_stake(table: Table, side: Side) -> float:
    """How much of such a lead a side loses if its turn ends before the others have acted."""
    foes = areas_of(table, table.other(side))
    return valued(areas_of(table, side) - foes) - valued(areas_of(table, side, 0.0) - foes)


def gained(table: Table, model: Model, places: Iterable[tuple[str, ...]]) -> list[float]:
    """By how much a side leads more, or less, if one of its models ends up in one of some areas."""
    side = model.side
    others = shared(there(table, side, 1.0, model.id))
    most, foes = max(others), areas_of(table, table.other(side))
    before = valued(most - foes)
    found: list[float] = []
    for touched in places:
        best = most
        for n, area in enumerate(AREAS):
            if area in touched:
                rest = max(value for areas, value in enumerate(others) if not areas >> n & 1)
                best = max(best, rest + 1.0 / len(touched))
        found.append(valued(best - foes) - before)
    return found
