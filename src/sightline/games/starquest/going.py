"""The ways of enemies who want to come as near to a place as they can (SQ-AIU-07)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from math import ceil, cos, dist, floor, hypot, inf, pi, sin, sqrt
from typing import Any

from sightline.core.sight import Disc
from sightline.core.table import Model, Point, Table, Terrain, spot
from sightline.games.starquest.acting import allowance
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.formation import follow, free, lead, quick_lengths
from sightline.games.starquest.ground import plane_at, scale
from sightline.games.starquest.measure import UnitId, members, place
from sightline.games.starquest.roads import (
    FAR,
    GROUND,
    Road,
    bare,
    breadth,
    hindrances,
    ladders,
    prefixes,
    stop,
    walls,
    way,
)
from sightline.games.starquest.walking import crossed, minds, slowed, slowing, threatening, ways

BESIDE = (0.5, 1.0, 1.5, 2.0, 3.0)
"""How far from a goal that is taken a unit looks for a place, in inches."""
STEP = 0.5
"""The grid on which places are compared where no way leads to the goal."""
NEARER = 1.0
"""By how many inches of the book a way round danger has to bring a unit nearer."""
TRIES = 40
"""Places to which a way is looked for, of those nearest to the goal."""
GOALS = 32
"""Goals of which distances are remembered for a layout, for each size of base."""
FORMATIONS = 4
"""Places where a whole unit is tried out."""


def toward(table: Table, unit: UnitId, goal: Point, deed: str, target: UnitId = "") -> dict[str, Road]:
    """The ways of a unit that wants to come as near to a place as it can."""
    chief = lead(table, unit, goal)
    limit = allowance(table, chief, deed)
    road = nearest_road(table, chief, goal, limit, deed, target)
    if road is None:
        return {}
    if not target:
        road = touching(table, chief, road, goal)
    for one in chain((road,), islice(short_of(table, chief, goal, limit, deed), FORMATIONS)):
        found = follow(table, chief, one, deed, goal)
        if found:
            return found
    return {}


def nearest_road(table: Table, model: Model, goal: Point, limit: float, deed: str, target: UnitId) -> Road | None:
    """The part of the best way to a place that a move allows: round danger if that helps, and round what is slow."""
    found: list[tuple[float, Road]] = []
    start = place(model)
    if not minds(table, model, "walls"):
        straight = Road((start, goal), dist(start, goal))
        part = stop(table, straight, limit, lambda at: free(table, model, at, ()))
        return part or next(short_of(table, model, goal, limit, deed), None)
    discs = hindrances(table, model, (target,) if target else ())
    if target:
        bases = [(*place(m), m.radius) for m in members(table, target)]
        discs = [d for d in discs if not any(d[0] == x and d[1] == y for x, y, _ in bases)]
    rough = frozenset(f.place for f in slowing(table, model))
    danger = frozenset(f.place for f in threatening(table, model, deed))
    cap = slowed(table, limit)
    here = dist(start, goal)
    for shut in dict.fromkeys((danger, frozenset[int]())):
        for closed, most in dict.fromkeys(((shut | rough, limit), (shut, cap if rough else limit))):
            road = whole_road(table, model, goal, closed, discs)
            if road is None:
                continue
            part = stop(table, road, most, lambda at: free(table, model, at, ()))
            if part is not None:
                found.append((road.cost - part.cost, part))
        if found and min(found, key=_remaining)[0] < here - NEARER * scale(table):
            break
    return min(found, key=_remaining)[1] if found else next(short_of(table, model, goal, limit, deed), None)


def whole_road(table: Table, model: Model, goal: Point, closed: frozenset[int], discs: Sequence[Disc]) -> Road | None:
    """The best way to a place or beside it, however far: the same for an Advance and for a Rush."""
    known: dict[Any, Road | None] = table.memo.setdefault("whole roads", {})
    key = model.id, goal, closed, tuple(discs)
    if key not in known:
        known[key] = way(table, model, goal, closed, discs) or beside(table, model, goal, closed, discs)
    return known[key]


def touching(table: Table, model: Model, road: Road, goal: Point) -> Road:
    """A way up to where a base touches a place, if it leads that far (SQ-AIU-03)."""
    known, near = prefixes(table, road.path), model.radius
    for n, (a, b) in enumerate(pairwise(road.path)):
        leg = dist(a, b)
        if dist(b, goal) >= near or not leg or plane_at(table.terrain, a) != plane_at(table.terrain, goal):
            continue
        along = sum((g - s) * (e - s) for g, s, e in zip(goal, a, b, strict=True)) / leg
        aside = dist(a, goal) ** 2 - along**2
        first = max(0.0, along - sqrt(max(0.0, near**2 - aside))) / leg
        cost = known[n] + first * (known[n + 1] - known[n])
        return stop(table, road, cost, lambda at: free(table, model, at, ())) or road
    return road


def _remaining(found: tuple[float, Road]) -> tuple[float, Point]:
    return (round(found[0], 6), found[1].end)


def ring(goal: Point, far: float) -> list[Point]:
    """Spots around a place."""
    return [spot(goal[0] + far * cos(pi * n / 4), goal[1] + far * sin(pi * n / 4)) for n in range(8)]


def beside(table: Table, model: Model, goal: Point, closed: frozenset[int], discs: Sequence[Disc]) -> Road | None:
    """A way to a spot near one that nobody can stand on: a marker by a wall, a hero between others."""
    terrain = table.terrain
    plane = plane_at(terrain, goal)
    ground = walls(terrain, closed) if plane < 0 else bare(terrain)
    near = (p for far in BESIDE for p in ring(goal, far))
    standable = (p for p in near if plane_at(terrain, p) == plane and ground.free(*p, model.radius, discs))
    first = next(standable, None)
    if first is None:
        return None
    road = way(table, model, first, closed, discs)
    if road is not None:
        return road  # As a rule it can be reached, and nobody need look at the others.
    places = list(standable)
    if places and plane < 0 and plane_at(terrain, place(model)) < 0:
        start = place(model)
        found = ground.lengths(*start, breadth(ground, model, start), FAR, places, discs)
        places = [p for p, far in zip(places, found, strict=True) if far <= FAR]
    return next((road for p in places if (road := way(table, model, p, closed, discs)) is not None), None)


# ------------------------------------------------------------------ where others close every way


def grid(table: Table, model: Model, limit: float, step: float) -> list[Point]:
    """The points of a grid around a model."""
    x, y = place(model)
    return [
        (i * step, j * step)
        for i in range(ceil((x - limit) / step), floor((x + limit) / step) + 1)
        for j in range(ceil((y - limit) / step), floor((y + limit) / step) + 1)
        if hypot(i * step - x, j * step - y) <= limit
    ]


def short_of(table: Table, model: Model, goal: Point, limit: float, deed: str) -> Iterator[Road]:
    """Ways to places from which it is less far to a goal than from here, the nearest first, round danger if that helps.

    How far it is counts round walls as if nobody stood there, or straight where walls close every way.
    """
    start = place(model)
    here, *left = [start, *grid(table, model, limit, STEP)]
    far = remaining(table, model, goal, (here, *left))
    if far[0] == inf or not minds(table, model, "walls"):
        far = [dist(p, goal) for p in (here, *left)]
    lengths = quick_lengths(table, model, left, limit, deed)
    nearer = sorted(
        (rest, at)
        for rest, at, cost in zip(far[1:], left, lengths, strict=True)
        if rest < far[0] - SLACK and cost <= limit + SLACK
    )
    for risky in (False, True):
        enough = [at for rest, at in nearer if risky or rest < far[0] - NEARER * scale(table)]
        for at in islice((p for p in enough if free(table, model, p, ())), TRIES):
            road = ways(table, model, at, limit, deed)
            if road is not None and (risky or not crossed(table, model, road.path, deed)):
                yield road


def remaining(table: Table, model: Model, goal: Point, places: Sequence[Point]) -> list[float]:
    """How far it is from places to a goal on foot and by ladders, nobody's base counted; infinity if cut off."""
    terrain = table.terrain
    radius = breadth(walls(terrain, frozenset()), model, place(model))
    # Only the layout has a say, and goals are looked at from the same grid again and again.
    known: dict[Any, dict[Point, float]] = terrain.compiled.setdefault("ways left", {})
    if len(known) > GOALS:
        known.clear()
    mine = known.setdefault((goal, radius, model.radius), {})
    missing = [p for p in places if p not in mine]
    if missing:
        mine.update(zip(missing, _measured(terrain, goal, radius, model.radius, missing), strict=True))
    return [mine[p] for p in places]


def _measured(terrain: Terrain, goal: Point, radius: float, base: float, places: Sequence[Point]) -> list[float]:
    ground, known, plane = walls(terrain, frozenset()), ladders(terrain, base), plane_at(terrain, goal)
    ends = [(n.foot, n.cost + dist(n.head, goal)) for n in known if n.deck == plane] if plane != GROUND else []
    if plane == GROUND:
        rings = ([goal], *(ring(goal, far) for far in BESIDE))
        ends = next((near for r in rings if (near := [(p, dist(p, goal)) for p in r if ground.free(*p, radius)])), [])
    spots = [*places, *(n.foot for n in known)]
    found = [inf] * len(spots)
    for end, more in ends:
        lengths = ground.lengths(*end, radius, FAR, spots, ())
        found = [min(old, new + more) for old, new in zip(found, lengths, strict=True)]
    feet = dict(zip(known, found[len(places) :], strict=True))
    for n, at in enumerate(places):
        deck = plane_at(terrain, at)
        if deck != GROUND:
            down = [dist(at, one.head) + one.cost + feet[one] for one in known if one.deck == deck]
            found[n] = dist(at, goal) if deck == plane else min(down, default=inf)
    return found[: len(places)]
