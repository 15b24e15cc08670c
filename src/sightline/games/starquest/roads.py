"""Ways: where a base may stand, how it gets there over floors and ladders, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import cos, dist, hypot, inf, pi, sin

from msgspec import Struct

from sightline.core.decisions import Refusal
from sightline.core.kernel import TOLERANCE, Ground, shapes
from sightline.core.sight import Disc
from sightline.core.table import Model, Point, Table, Terrain, spot
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.ground import (
    SHORT,
    Feature,
    climbable,
    features,
    floor_at,
    footprints,
    plane_at,
    scale,
    stands_on,
)
from sightline.games.starquest.measure import UnitId, conscious, inches, place

GROUND = -1
FAR = 1000.0
CLOSE = 0.0005
"""How much less than the spacing bases are kept apart, so that rounding forbids nobody to stand at it."""
NEARBY = 0.01
"""What is farther off than this, or longer by more, rounding does not bring back."""
STEP = 0.25
"""How finely a way is searched for a place to stop at."""


class Road(Struct, frozen=True):
    """A way of a base's centre, and what it takes of a move."""

    path: tuple[Point, ...]
    cost: float

    @property
    def end(self) -> Point:
        """Where it leads."""
        return self.path[-1]


# ------------------------------------------------------------------ standing (SQ-MOV-02 to SQ-MOV-05)


def raised(f: Feature, shrunk: float) -> bool:
    """Whether a piece is a floor of its own, and not so low that it is ignored (SQ-TER-11)."""
    return f.floor > SHORT * shrunk + SLACK and not f.solid


def raised_pieces(terrain: Terrain, shrunk: float) -> tuple[Feature, ...]:
    """The pieces that are floors of their own."""
    known: dict[float, tuple[Feature, ...]] = terrain.compiled.setdefault("raised", {})
    found = known.get(shrunk)
    if found is None:
        found = known[shrunk] = tuple(f for f in features(terrain) if raised(f, shrunk))
    return found


def low_steps(terrain: Terrain, shrunk: float) -> frozenset[int]:
    """The places of those that can be climbed from the ground."""
    known: dict[float, frozenset[int]] = terrain.compiled.setdefault("low steps", {})
    found = known.get(shrunk)
    if found is None:
        found = known[shrunk] = frozenset(f.place for f in raised_pieces(terrain, shrunk) if not f.high)
    return found


def ground_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """Why the terrain does not let a base stand on a spot: off the table, in a wall, over an edge."""
    terrain, radius, (x, y) = table.terrain, model.radius, at
    out = max(radius - x, radius - y, x + radius - terrain.width, y + radius - terrain.height)
    if out > SLACK:
        return Refusal("SQ-MOV-04", {"model": model.id, "off the table": round(out, 4)})
    shrunk, known = scale(table), features(terrain)
    for n in footprints(terrain).near(x, y, radius):
        f = known[n]
        if f.solid and f.touches(x, y, radius):
            return Refusal("SQ-TER-03", {"model": model.id, "piece": f.id})
        if raised(f, shrunk) and f.touches(x, y, radius) and not f.contains(x, y, radius):
            return Refusal("SQ-MOV-05", {"model": model.id, "overhanging": f.id})
    return None


def bases(table: Table) -> Sequence[tuple[str, float, float, float]]:
    """Everybody who stands on the table: who, where, and how large."""
    found: list[tuple[str, float, float, float]] | None = table.memo.get("bases of all")
    if found is None:
        found = table.memo["bases of all"] = []
        for id in table.standing():
            model = table.models[id]
            found.append((id, *place(model), model.radius))
    return found


def overlap_fault(table: Table, model: Model, at: Point, besides: Sequence[str] = ()) -> Refusal | None:
    """Somebody whose base would be overlapped (SQ-MOV-03)."""
    for id, x, y, radius in bases(table):
        apart = hypot(at[0] - x, at[1] - y) - model.radius - radius
        if apart < -SLACK and id != model.id and id not in besides:
            return Refusal("SQ-MOV-03", {"model": model.id, "with": id, "overlap": round(-apart, 4)})
    return None


def crowd_fault(
    table: Table, model: Model, at: Point, ignoring: Sequence[UnitId] = (), spacing: float | None = None
) -> Refusal | None:
    """A model of another unit that would be nearer than an inch (SQ-MOV-02)."""
    least = inches(table, "spacing") if spacing is None else spacing
    for id, x, y, radius in bases(table):
        apart = hypot(at[0] - x, at[1] - y) - model.radius - radius
        if apart < least - SLACK:
            other = table.models[id]
            if other.unit != model.unit and other.unit not in ignoring and conscious(other):
                return Refusal("SQ-MOV-02", {"model": model.id, "gap": round(apart, 4), "to": id, "least": least})
    return None


def standing_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """Why a model may not come to stand on a spot."""
    return ground_fault(table, model, at) or overlap_fault(table, model, at) or crowd_fault(table, model, at)


def around(table: Table, at: Point) -> Iterator[Point]:
    """A spot, then those around it, ever farther."""
    yield spot(*at)
    step = 0.5 * scale(table)
    for ring in range(1, 48):
        for n in range(6 * ring):
            turn = 2 * pi * n / (6 * ring)
            yield spot(at[0] + step * ring * cos(turn), at[1] + step * ring * sin(turn))


# ------------------------------------------------------------------ obstacles


def walls(terrain: Terrain, closed: frozenset[int]) -> Ground:
    """The kernel's ground: walls, gaps, high pieces, and some pieces one does not want to enter."""
    key = ("walls", closed)
    found: Ground | None = terrain.compiled.get(key)
    if found is None:
        pieces = [f.polygon for f in features(terrain) if f.solid or f.high or f.place in closed]
        found = terrain.compiled[key] = Ground(pieces, terrain.width, terrain.height)
    return found


def bare(terrain: Terrain) -> Ground:
    """The mat without anything on it."""
    found: Ground | None = terrain.compiled.get("bare")
    if found is None:
        found = terrain.compiled["bare"] = Ground([], terrain.width, terrain.height)
    return found


def breadth(ground: Ground, model: Model, *ends: Point) -> float:
    """How large a base is between walls: who stands so near to one that only rounding brought it there is not stuck."""
    return model.radius if all(ground.free(*at, model.radius) for at in ends) else model.radius - SLACK


def hindrances(
    table: Table, model: Model, near: Sequence[UnitId] = (), at: Point | None = None, end: Point | None = None
) -> list[Disc]:
    """The bases in a model's way with the inch around them; around some units, and where it starts nearer, less.

    Where a charge ends the inch around others does not matter (SQ-CHG-01): `end` is that place.
    """
    start = at or place(model)
    least = inches(table, "spacing") - CLOSE
    ends = (start, end) if end is not None else (start,)
    found: list[Disc] = []
    for unit, x, y, radius in on_their_feet(table):
        if unit == model.unit:
            continue
        more = 0.0 if unit in near else least
        if more:
            for spot_ in ends:
                apart = hypot(x - spot_[0], y - spot_[1]) - model.radius - radius
                if apart - TOLERANCE < more:
                    more = max(0.0, apart - TOLERANCE)
        found.append((x, y, max(radius + more - CLOSE, 0.0)))
    return found


def on_their_feet(table: Table) -> Sequence[tuple[UnitId, float, float, float]]:
    """Everybody who is somebody's hindrance: of which unit, where, and how large."""
    found: list[tuple[UnitId, float, float, float]] | None = table.memo.get("bases on their feet")
    if found is None:
        found = table.memo["bases on their feet"] = []
        for id in table.standing():
            model = table.models[id]
            if conscious(model):
                found.append((model.unit, *place(model), model.radius))
    return found


# ------------------------------------------------------------------ what a way costs (SQ-MSR-05, SQ-MOV-07)


def climbs(table: Table, path: Sequence[Point]) -> float:
    """What the steps up and down on a way cost; infinity if one of them is too high to be climbed."""
    shrunk, most = scale(table), climbable(table.terrain)
    steps = raised_pieces(table.terrain, shrunk)
    if not steps:
        return 0.0
    total = 0.0
    for a, b in pairwise(path):
        if is_flat(table.terrain, a, b):
            continue
        floors = floors_along(table.terrain, steps, a, b)
        for low, high in pairwise(floors):
            rise = abs(high - low)
            if rise > most + SLACK:
                return inf
            total += rise if rise > SHORT * shrunk + SLACK else 0.0
    return total


def is_flat(terrain: Terrain, a: Point, b: Point) -> bool:
    """Whether nothing higher than the ground lies anywhere near a straight line."""
    boxes: list[tuple[float, float, float, float]] | None = terrain.compiled.get("boxes of floors")
    if boxes is None:
        boxes = [f.box for f in features(terrain) if f.floor > 0 and not f.solid]
        terrain.compiled["boxes of floors"] = boxes
    (ax, ay), (bx, by) = a, b
    west, east = (ax - NEARBY, bx + NEARBY) if ax < bx else (bx - NEARBY, ax + NEARBY)
    south, north = (ay - NEARBY, by + NEARBY) if ay < by else (by - NEARBY, ay + NEARBY)
    for left, right, low, high in boxes:
        if right >= west and left <= east and high >= south and low <= north:
            return False
    return True


def floors_along(terrain: Terrain, steps: Sequence[Feature], a: Point, b: Point) -> list[float]:
    """The floors a straight line runs over, one after another."""
    shares = {0.0, 1.0}
    west, east, south, north = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
    for f in steps:
        left, right, low, high = f.box
        if right < west or left > east or high < south or low > north:
            continue
        for c, d in zip(f.polygon, (*f.polygon[1:], f.polygon[0]), strict=True):
            share = meeting(a, b, c, d)
            if share is not None:
                shares.add(share)
    ordered = sorted(shares)
    found = [floor_at(terrain, a)]
    for one, other in pairwise(ordered):
        if other - one > 1e-9:
            middle = (one + other) / 2
            found.append(floor_at(terrain, (a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle)))
    found.append(floor_at(terrain, b))
    return found


def meeting(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """At which share of ab it crosses cd; None if it does not."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-12:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    return t if 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0 else None


def length(path: Sequence[Point]) -> float:
    """How long a way is in plan."""
    total = 0.0
    for (x0, y0), (x1, y1) in pairwise(path):
        total += hypot(x1 - x0, y1 - y0)
    return total


# ------------------------------------------------------------------ finding a way


def on_the_ground(
    table: Table, model: Model, a: Point, b: Point, closed: frozenset[int], discs: Sequence[Disc], limit: float
) -> Road | None:
    """The cheapest way between two spots of the ground: over low pieces, or round them."""
    terrain, shrunk = table.terrain, scale(table)
    best: Road | None = None
    steps = low_steps(terrain, shrunk)
    for shut in dict.fromkeys((closed, closed | steps)):
        ground = walls(terrain, shut)
        found = ground.path(*a, *b, breadth(ground, model, a, b), limit, discs)
        if found is None:
            break  # Who cannot get through with more ways open cannot with fewer.
        extra = climbs(table, found[1])
        if extra < inf and (best is None or found[0] + extra < best.cost):
            best = Road(tuple(found[1]), found[0] + extra)
        if not extra:
            break
    return best


def on_a_deck(table: Table, model: Model, a: Point, b: Point, discs: Sequence[Disc], limit: float) -> Road | None:
    """A way on a high piece, whose edge the centre of the base does not cross."""
    deck = stands_on(table.terrain, a)
    if deck is None:
        return None
    found = bare(table.terrain).path(*a, *b, model.radius, limit, discs)
    if found is None:
        return None
    edges = list(zip(deck.polygon, (*deck.polygon[1:], deck.polygon[0]), strict=True))
    for p, q in pairwise(found[1]):
        if any(meeting(p, q, c, d) is not None for c, d in edges):
            return None
    return Road(tuple(found[1]), found[0])


class Ladder(Struct, frozen=True):
    """Where a high piece can be climbed: by a ladder, whatever its height, or from a roof it touches (SQ-MOV-08)."""

    foot: Point
    head: Point
    height: float
    deck: int

    @property
    def cost(self) -> float:
        """What it takes to climb it: its height, and the step onto it and off it."""
        return self.height + hypot(self.head[0] - self.foot[0], self.head[1] - self.foot[1])


def ladders(terrain: Terrain, radius: float) -> tuple[Ladder, ...]:
    """Every ladder as a base of some size uses it."""
    key = ("ladders", radius)
    found: tuple[Ladder, ...] | None = terrain.compiled.get(key)
    if found is None:
        found = terrain.compiled[key] = (*_ladders(terrain, radius), *_roofs(terrain, radius))
    return found


def _ladders(terrain: Terrain, radius: float) -> Iterator[Ladder]:
    more = radius + 0.01
    for f in features(terrain):
        for x, y in f.ladders:
            edges = zip(f.polygon, (*f.polygon[1:], f.polygon[0]), strict=True)
            (ax, ay), (bx, by) = min(edges, key=lambda e: shapes.point_gap(x, y, *e))
            far = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / far, (ax - bx) / far
            if f.holds(x + nx * 0.05, y + ny * 0.05):
                nx, ny = -nx, -ny
            foot, head = (x + nx * more, y + ny * more), (x - nx * more, y - ny * more)
            yield Ladder(foot, head, f.floor - floor_at(terrain, foot), f.place)


def _roofs(terrain: Terrain, radius: float) -> Iterator[Ladder]:
    """Where a high piece can be stepped onto from a lower one that touches it, an inch apart (SQ-MOV-07)."""
    more, most = radius + 0.01, climbable(terrain)
    lower = [f for f in features(terrain) if f.floor > 0 and not f.solid and not f.high]
    for f in features(terrain) if lower else ():
        if not f.high:
            continue
        for (ax, ay), (bx, by) in zip(f.polygon, (*f.polygon[1:], f.polygon[0]), strict=True):
            far = hypot(bx - ax, by - ay)
            for n in range(1, int(far) + 1):
                x, y = ax + (bx - ax) * n / (int(far) + 1), ay + (by - ay) * n / (int(far) + 1)
                nx, ny = (by - ay) / far, (ax - bx) / far
                if f.holds(x + nx * 0.05, y + ny * 0.05):
                    nx, ny = -nx, -ny
                foot, head = (x + nx * more, y + ny * more), (x - nx * more, y - ny * more)
                on = any(g.contains(*foot, radius) and f.floor - g.floor <= most + SLACK for g in lower)
                if on and f.contains(*head, radius):
                    yield Ladder(foot, head, f.floor - floor_at(terrain, foot), f.place)


def way(
    table: Table,
    model: Model,
    to: Point,
    closed: frozenset[int] = frozenset(),
    discs: Sequence[Disc] = (),
    limit: float = FAR,
    start: Point | None = None,
) -> Road | None:
    """The cheapest way of a model to a spot, by ladders where it leads to another height."""
    a = start or place(model)
    terrain = table.terrain
    here, there = plane_at(terrain, a), plane_at(terrain, to)
    walk = partial(_walk, table, model, closed, discs, limit)
    if here == there:
        return walk(a, to, here)
    known = ladders(terrain, model.radius)
    leaving = [n for n in known if n.deck == here] if here != GROUND else [None]
    entering = [n for n in known if n.deck == there] if there != GROUND else [None]
    best: Road | None = None
    for down in leaving:
        for up in entering:
            climbed = (down.cost if down is not None else 0.0) + (up.cost if up is not None else 0.0)
            if _straight(a, down, up, to) + climbed > limit + NEARBY:
                continue
            first = walk(a, down.head, here) if down is not None else Road((a,), 0.0)
            if first is None:
                break
            last = walk(up.head, to, there) if up is not None else Road((to,), 0.0)
            if last is None or first.cost + last.cost + climbed > limit + NEARBY:
                continue
            middle = walk(down.foot if down is not None else a, up.foot if up is not None else to, GROUND)
            if middle is None:
                continue
            cost = first.cost + middle.cost + last.cost
            cost += climbed
            if cost <= limit + SLACK and (best is None or cost < best.cost):
                points = dict.fromkeys((*first.path, *middle.path, *last.path))
                best = Road(tuple(points), cost)
    return best


def _straight(a: Point, down: Ladder | None, up: Ladder | None, to: Point) -> float:
    """How far it is at least from spot to spot by ladders, what they cost not counted."""
    low, goal = down.foot if down else a, up.foot if up else to
    return (dist(a, down.head) if down else 0.0) + dist(low, goal) + (dist(up.head, to) if up else 0.0)


def _walk(
    table: Table,
    model: Model,
    closed: frozenset[int],
    discs: Sequence[Disc],
    limit: float,
    a: Point,
    b: Point,
    plane: int,
) -> Road | None:
    if plane == GROUND:
        return on_the_ground(table, model, a, b, closed, discs, limit)
    return on_a_deck(table, model, a, b, discs, limit)


def touching(table: Table, road: Sequence[Point], radius: float, which: Callable[[Feature], bool]) -> list[Feature]:
    """The pieces of a kind that a base touches on its way."""
    xs, ys = [x for x, _ in road], [y for _, y in road]
    west, east, south, north = min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius
    found = []
    for f in features(table.terrain):
        left, right, low, high = f.box
        if east < left or west > right or north < low or south > high:
            continue
        if which(f) and f.polygon and _meets(f, road, radius):
            found.append(f)
    return found


def _meets(f: Feature, road: Sequence[Point], radius: float) -> bool:
    west, east, south, north = f.box
    if any(f.touches(x, y, radius) for x, y in road):
        return True
    edges = list(zip(f.polygon, (*f.polygon[1:], f.polygon[0]), strict=True))
    near = radius - SLACK
    for a, b in pairwise(road):
        if max(a[0], b[0]) + radius < west or min(a[0], b[0]) - radius > east:
            continue
        if max(a[1], b[1]) + radius < south or min(a[1], b[1]) - radius > north:
            continue
        if any(shapes.segment_gap(a, b, c, d) < near for c, d in edges):
            return True
    return False


# ------------------------------------------------------------------ part of a way


def stop(table: Table, road: Road, limit: float, legal: Callable[[Point], bool]) -> Road | None:
    """The part of a way that a move allows: as far as it goes, and a base may stand where it ends."""
    known = prefixes(table, road.path)
    end = min(limit, road.cost)
    tried = 0
    while end > 0 and tried < 400:
        found = cut(table, road.path, known, end)
        at = spot(*found[-1])
        if legal(at):
            path = (*found[:-1], at)
            return Road(path, min(end, limit))
        end -= STEP
        tried += 1
    return None


def prefixes(table: Table, path: Sequence[Point]) -> list[float]:
    """What a way has cost at each of its points."""
    found = [0.0]
    ladder_steps = _ladder_steps(table, path)
    for n, (a, b) in enumerate(pairwise(path)):
        flat = hypot(b[0] - a[0], b[1] - a[1])
        extra = ladder_steps.get(n)
        if extra is None:
            extra = climbs(table, (a, b))
        found.append(found[-1] + flat + (extra if extra < inf else 0.0))
    return found


def _ladder_steps(table: Table, path: Sequence[Point]) -> dict[int, float]:
    """The steps of a way that go up or down a ladder, with their heights."""
    found = {}
    for n, (a, b) in enumerate(pairwise(path)):
        here, there = plane_at(table.terrain, a), plane_at(table.terrain, b)
        if here != there:
            found[n] = abs(floor_at(table.terrain, a) - floor_at(table.terrain, b))
    return found


def cut(table: Table, path: Sequence[Point], known: Sequence[float], end: float) -> tuple[Point, ...]:
    """A way up to where it has cost so much; nobody stops half way up (SQ-TER-10, SQ-MOV-08)."""
    ladder_steps = _ladder_steps(table, path)
    found: list[Point] = [path[0]]
    for n, (a, b) in enumerate(pairwise(path)):
        if known[n + 1] <= end + 1e-9:
            found.append(b)
            continue
        flat = hypot(b[0] - a[0], b[1] - a[1])
        left = end - known[n]
        if n in ladder_steps or left <= 0 or not flat:
            break
        low, high = 0.0, 1.0
        level = is_flat(table.terrain, a, b)
        for _ in range(24):
            middle = (low + high) / 2
            p = (a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle)
            if flat * middle + (0.0 if level else climbs(table, (a, p))) <= left:
                low = middle
            else:
                high = middle
        if low > 0:
            found.append((a[0] + (b[0] - a[0]) * low, a[1] + (b[1] - a[1]) * low))
        break
    return tuple(found)
