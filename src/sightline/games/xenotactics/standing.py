"""Where a base may stand, and how near it may come to enemies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from sightline.core import sight
from sightline.core.decisions import Refusal
from sightline.core.kernel import shapes
from sightline.core.table import Model, ModelId, Point, Table
from sightline.games.xenotactics.catalog import DISTANCES, SLACK, TOUCH
from sightline.games.xenotactics.ground import GROUND, features, floor_at, level_at, near, stands_on
from sightline.games.xenotactics.measure import alike, discs, levels, place

KEEP_AWAY: float = DISTANCES["enemy_keep_away"]
STEP = 1 / 16
"""How finely a way is looked at where distances to several models have to be compared."""


def standing_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """Why a base may not stand on a spot (XT-MOV-13, XT-TER-25)."""
    x, y = at
    r, terrain = model.radius, table.terrain
    off = max(r - x, r - y, x + r - terrain.width, y + r - terrain.height)
    if off > SLACK:
        return Refusal("XT-TER-25", {"model": model.id, "off the table": round(off, 4)})
    for f in near(terrain, at, r):
        if f.solid and (depth := r - f.depth(x, y)) > SLACK:
            return Refusal("XT-MOV-13", {"model": model.id, "overlap": round(depth, 4), "with": f.id})
        if f.sheer and r - f.depth(x, y) > SLACK and not f.holds(x, y):
            return Refusal("XT-MOV-13", {"model": model.id, "neither on nor off": f.id})
        if "rift" in f.traits and f.within(x, y):
            return Refusal("XT-TER-21", {"model": model.id, "over": f.id})
    for id, (ox, oy, other) in neighbours(table, at):
        overlap = r + other - hypot(x - ox, y - oy)
        if overlap > SLACK and id != model.id:
            return Refusal("XT-MOV-13", {"model": model.id, "overlap": round(overlap, 4), "with": id})
    return None


def neighbours(table: Table, at: Point) -> list[tuple[ModelId, sight.Disc]]:
    """Everybody a base on a spot could overlap: whoever is on its floor, or as high on another (XT-MSR-01)."""
    return alike(table, floor_at(table.terrain, at), level_at(table.terrain, at))


def bodies(table: Table, model: Model, on: int) -> list[Model]:
    """Everybody else who is in the way on a floor; bases that meet at the edge of a slope share one."""
    level = features(table.terrain)[on].level if on != GROUND else 0
    return [table.models[id] for id, _ in alike(table, on, level) if id != model.id]


def gap_at(model: Model, at: Point, other: Model) -> float:
    """How far a base on a spot would be from another."""
    ox, oy = place(other)
    return hypot(at[0] - ox, at[1] - oy) - model.radius - other.radius


# ------------------------------------------------------------------ the 1-inch rule (XT-MOV-03)


def may_meet(table: Table, at: Point, other: Model, above: int = 0) -> bool:
    """Whether a base on a spot, or in the air `above` it, could touch another: as high, or over the edge of a slope."""
    rise, its_rise = above or level_at(table.terrain, at), levels(table)[other.id]
    if abs(rise - its_rise) != 1:
        return rise == its_rise
    if rise > its_rise and above:
        return False
    hill = stands_on(table.terrain, at if rise > its_rise else place(other))
    return hill is not None and not hill.sheer


def enemies_near(table: Table, model: Model, at: Point, gap: float) -> list[Model]:
    """The enemies a base on a spot could touch, and would be no farther from than a gap."""
    x, y = at
    r, models = model.radius, table.models
    close = [id for id, (ox, oy, other) in discs(table) if hypot(x - ox, y - oy) - r - other <= gap]
    return [m for m in map(models.__getitem__, close) if m.side != model.side and may_meet(table, at, m)]


def charged(table: Table, model: Model, at: Point) -> list[Model]:
    """The enemies a model would be in base contact with on a spot."""
    return enemies_near(table, model, at, TOUCH)


def too_near(table: Table, model: Model, at: Point) -> Refusal | None:
    """Why a model may not be set down on a spot: an enemy is within an inch, and none is touched."""
    close = enemies_near(table, model, at, KEEP_AWAY + SLACK)
    if not close or charged(table, model, at):
        return None
    return _within_an_inch(model, close[0], gap_at(model, at, close[0]))


def spot_fault(table: Table, model: Model, at: Point, end: Point) -> Refusal | None:
    """Why a model may not come by a spot on a way to an end: an enemy is within an inch who is not charged."""
    close = enemies_near(table, model, at, KEEP_AWAY + SLACK)
    prey = charged(table, model, end) if close else []
    if not close or any(m in prey for m in close):
        return None
    return _within_an_inch(model, close[0], gap_at(model, at, close[0]))


def way_fault(table: Table, model: Model, path: Sequence[Point], end: Point, above: int = 0) -> Refusal | None:
    """Why a model may not go along a way that leads to an end, or jump at a level: it brushes past an enemy."""
    prey = charged(table, model, end)
    spots: list[Point] = []
    for enemy in table.squad(table.other(model.side)):
        if not passes(model, path, enemy) or enemy in prey:
            continue
        spots = spots or samples(path)
        start = gap_at(model, path[0], enemy)
        escaping = start <= KEEP_AWAY + SLACK
        for at in spots:
            apart = gap_at(model, at, enemy)
            if apart > KEEP_AWAY + SLACK or not may_meet(table, at, enemy, above):
                escaping = False
            elif escaping and apart >= start - SLACK:
                continue
            elif not any(gap_at(model, at, m) <= KEEP_AWAY + SLACK for m in prey):
                return _within_an_inch(model, enemy, apart)
    return None


def passes(model: Model, path: Sequence[Point], enemy: Model) -> bool:
    """Whether a way leads past an enemy within an inch anywhere, or nearly so."""
    x, y = place(enemy)
    far = KEEP_AWAY + 2 * SLACK + model.radius + enemy.radius
    return shapes.way_gap(path, x, y) <= far


def samples(path: Sequence[Point]) -> list[Point]:
    """Points along a way, close together; its corners are among them."""
    found = [path[0]]
    for (ax, ay), (bx, by) in pairwise(path):
        steps = max(1, int(hypot(bx - ax, by - ay) / STEP))
        found += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(1, steps + 1)]
    return found


def keep_clear(table: Table, model: Model, on: int, end: Point) -> list[sight.Disc]:
    """What a way has to keep clear of on a floor: bases, and the inch around enemies that are not charged."""
    prey, start = charged(table, model, end), place(model)
    found = []
    for other in bodies(table, model, on):
        x, y, r = sight.disc(other)
        if other.side != model.side and other not in prey:
            apart = gap_at(model, start, other)
            # A little more than an inch, because bends are drawn in short straight pieces.
            r += KEEP_AWAY + 1 / 128 if apart > KEEP_AWAY + 1 / 64 else max(0.0, apart - SLACK)
        found.append((x, y, r))
    return found


def _within_an_inch(model: Model, enemy: Model, gap: float) -> Refusal:
    return Refusal("XT-MOV-03", {"model": model.id, "enemy": enemy.id, "gap": round(gap, 4), "over": KEEP_AWAY})
