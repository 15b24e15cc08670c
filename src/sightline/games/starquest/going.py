"""The ways of enemies who want to come as near to a place as they can (SQ-AIU-07)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from sightline.core.sight import Disc
from sightline.core.table import Model, Point, Table, spot
from sightline.games.starquest.acting import allowance
from sightline.games.starquest.formation import follow, free, lead
from sightline.games.starquest.ground import plane_at
from sightline.games.starquest.measure import UnitId, members, place
from sightline.games.starquest.roads import FAR, Road, bare, hindrances, stop, walls, way
from sightline.games.starquest.walking import minds, slowed, slowing, threatening

BESIDE = (0.5, 1.0, 1.5, 2.0, 3.0)
"""How far from a goal that is taken a unit looks for a place, in inches."""


def toward(table: Table, unit: UnitId, goal: Point, deed: str, target: UnitId = "") -> dict[str, Road]:
    """The ways of a unit that wants to come as near to a place as it can."""
    chief = lead(table, unit, goal)
    limit = allowance(table, chief, deed)
    road = nearest_road(table, chief, goal, limit, deed, target)
    return follow(table, chief, road, deed, goal) if road is not None else {}


def nearest_road(table: Table, model: Model, goal: Point, limit: float, deed: str, target: UnitId) -> Road | None:
    """The part of the best way to a place that a move allows: round danger if that helps, and round what is slow."""
    found: list[tuple[float, Road]] = []
    start = place(model)
    if not minds(table, model, "walls"):
        straight = Road((start, goal), hypot(goal[0] - start[0], goal[1] - start[1]))
        return stop(table, straight, limit, lambda at: free(table, model, at, ()))
    discs = hindrances(table, model, (target,) if target else ())
    if target:
        bases = [(*place(m), m.radius) for m in members(table, target)]
        discs = [d for d in discs if not any(d[0] == x and d[1] == y for x, y, _ in bases)]
    rough = frozenset(f.place for f in slowing(table, model))
    danger = frozenset(f.place for f in threatening(table, model, deed))
    cap = slowed(table, limit)
    for shut in dict.fromkeys((danger, frozenset[int]())):
        for closed, most in dict.fromkeys(((shut | rough, limit), (shut, cap if rough else limit))):
            road = way(table, model, goal, closed, discs) or beside(table, model, goal, closed, discs)
            if road is None:
                continue
            part = stop(table, road, most, lambda at: free(table, model, at, ()))
            if part is not None:
                found.append((road.cost - part.cost, part))
        if found and min(found, key=_remaining)[0] < _now(table, model, goal) - 1.0:
            break
    return min(found, key=_remaining)[1] if found else None


def _remaining(found: tuple[float, Road]) -> tuple[float, Point]:
    return (round(found[0], 6), found[1].end)


def _now(table: Table, model: Model, goal: Point) -> float:
    return hypot(goal[0] - place(model)[0], goal[1] - place(model)[1])


def beside(table: Table, model: Model, goal: Point, closed: frozenset[int], discs: Sequence[Disc]) -> Road | None:
    """A way to a spot near one that nobody can stand on: a marker by a wall, a hero between others."""
    terrain = table.terrain
    plane = plane_at(terrain, goal)
    ground = walls(terrain, closed) if plane < 0 else bare(terrain)
    ring = [spot(goal[0] + far * cos(pi * n / 4), goal[1] + far * sin(pi * n / 4)) for far in BESIDE for n in range(8)]
    standable = (p for p in ring if plane_at(terrain, p) == plane and ground.free(*p, model.radius, discs))
    first = next(standable, None)
    if first is None:
        return None
    road = way(table, model, first, closed, discs)
    if road is not None:
        return road  # As a rule it can be reached, and nobody need look at the others.
    places = list(standable)
    if places and plane < 0 and plane_at(terrain, place(model)) < 0:
        found = ground.lengths(*place(model), model.radius, FAR, places, discs)
        places = [p for p, far in zip(places, found, strict=True) if far <= FAR]
    return next((road for p in places if (road := way(table, model, p, closed, discs)) is not None), None)
