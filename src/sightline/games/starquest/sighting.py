"""Line of sight and cover: who sees whom over what, and who is shielded from whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf

from sightline.core.kernel import shapes
from sightline.core.lines import Bar, Column, Wall, any_clear, bundle, corridor, crossing, hull, ring, stops
from sightline.core.table import Model, ModelId, Point, Table, Terrain
from sightline.core.variants import Variant
from sightline.games.starquest.ground import Feature, features, floor_at, scale, stands_on
from sightline.games.starquest.measure import UnitId, conscious, gap, members, place, reach, tall

POINTS = 16
SHARE = 0.95
EYE = 0.9
MOST = 9
"""How many of a model's 17 points must be shielded for it to be covered."""
OUTLINE = 24
"""Corners by which a base is drawn in the outline of its unit."""

Eye = tuple[Point, float, float]
"""The middle of a base, its radius, and the height of its floor."""


def spread(at: Point, radius: float) -> list[Point]:
    """The seventeen sight points of a base (SQ-LOS-07)."""
    return [(at[0] + x, at[1] + y) for x, y in ring(radius, POINTS, SHARE)]


# ------------------------------------------------------------------ what stands in the way


def pieces_in_the_way(terrain: Terrain) -> list[Bar]:
    """The pieces no sight passes through (SQ-LOS-03)."""
    found: list[Bar] | None = terrain.compiled.get("bars")
    if found is None:
        found = terrain.compiled["bars"] = [w for f in features(terrain) if f.hides for w in f.walls()]
    return found


def pieces_near(terrain: Terrain, a: Point, b: Point, wide: float) -> Iterator[Bar]:
    """Those of them that come anywhere near a line."""
    boxes: list[tuple[Bar, float, float, float, float]] | None = terrain.compiled.get("boxes of bars")
    if boxes is None:
        boxes = terrain.compiled["boxes of bars"] = []
        for bar in pieces_in_the_way(terrain):
            assert isinstance(bar, Wall)
            xs, ys = [x for x, _ in bar.corners], [y for _, y in bar.corners]
            boxes.append((bar, min(xs), max(xs), min(ys), max(ys)))
    west, east = min(a[0], b[0]) - wide, max(a[0], b[0]) + wide
    south, north = min(a[1], b[1]) - wide, max(a[1], b[1]) + wide
    for bar, left, right, low, high in boxes:
        if right >= west and left <= east and high >= south and low <= north:
            yield bar


def unit_bars(table: Table, unit: UnitId, ends: Sequence[Point]) -> list[Bar]:
    """The outline of a unit, or its single bases if somebody who looks or is looked at stands inside (SQ-LOS-04)."""
    known: dict[UnitId, tuple[list[Bar], Wall | None]] = table.memo.setdefault("bars of units", {})
    found = known.get(unit)
    if found is None:
        found = known[unit] = outlined(table, unit)
    singles, wall = found
    if wall is None or any(shapes.contains(wall.corners, *end) for end in ends):
        return singles
    return [wall]


def outlined(table: Table, unit: UnitId) -> tuple[list[Bar], Wall | None]:
    """The single bases of a unit, and the outline of those that stand together."""
    models = [m for m in members(table, unit) if conscious(m)]
    singles: list[Bar] = [
        Column(*place(m), m.radius, floor_at(table.terrain, place(m)) + tall(m) * scale(table)) for m in models
    ]
    if len(models) < 2:
        return singles, None
    return singles, Wall(around(tuple((*place(m), m.radius) for m in models)), max(bar.top for bar in singles))


@lru_cache(256)
def around(bases: tuple[tuple[float, float, float], ...]) -> list[Point]:
    """The outline of some bases that stand together."""
    return hull((x + dx, y + dy) for x, y, radius in bases for dx, dy in ring(radius, OUTLINE)[1:])


def bodies(table: Table, besides: Sequence[UnitId], ends: Sequence[Point]) -> list[Bar]:
    """Every unit that is in the way, but those that look and are looked at (SQ-LOS-04, SQ-LOS-05, SQ-LOS-09)."""
    standing = dict.fromkeys(table.models[id].unit for id in table.standing())
    return [bar for unit in standing if unit not in besides for bar in unit_bars(table, unit, ends)]


def by_height(table: Table, bars: list[Bar], a: Eye, b: Eye) -> list[Bar]:
    """Everything is as tall as it is."""
    return bars


def flat(table: Table, bars: list[Bar], a: Eye, b: Eye) -> list[Bar]:
    """Heights are left out, but nobody is hidden by what it stands on (option flat of SQ-LOS-07)."""
    under = [f for end in (a, b) if (f := stands_on(table.terrain, end[0])) is not None]
    own = [part for f in under for part in f.parts]
    return [
        Wall(bar.corners, inf, bar.within) if isinstance(bar, Wall) else Column(bar.x, bar.y, bar.radius, inf)
        for bar in bars
        if not (isinstance(bar, Wall) and any(bar.corners is part for part in own))
    ]


HEIGHTS = Variant("los_mode", {"height": by_height, "flat": flat})


def between(table: Table, a: Eye, b: Eye, besides: Sequence[UnitId]) -> list[Bar]:
    """Everything that could stop a line between two bases."""
    wide = max(a[1], b[1])
    bars = [*pieces_near(table.terrain, a[0], b[0], wide), *bodies(table, besides, (a[0], b[0]))]
    return HEIGHTS.of(table)(table, corridor(bars, a[0], b[0], wide), a, b)


# ------------------------------------------------------------------ sight (SQ-LOS-01, SQ-LOS-07)


def sees(table: Table, one: ModelId, other: ModelId) -> bool:
    """Whether a model sees another; everybody sees itself (SQ-LOS-02). Limits of sight are asked elsewhere."""
    if one == other:
        return True
    known: dict[tuple[ModelId, ModelId], bool] = table.memo.setdefault("sees", {})
    found = known.get((one, other))
    if found is None:
        a, b = table.models[one], table.models[other]
        found = known[one, other] = eyes_meet(table, a, place(a), b, place(b))
    return found


def eyes_meet(table: Table, one: Model, at: Point, other: Model, to: Point) -> bool:
    """Whether a model would see another if they stood on these spots."""
    a: Eye = (at, one.radius, floor_at(table.terrain, at))
    b: Eye = (to, other.radius, floor_at(table.terrain, to))
    bars = between(table, a, b, (one.unit, other.unit))
    if not bars:
        return True
    shrunk = scale(table)
    start, end = a[2] + EYE * tall(one) * shrunk, b[2] + tall(other) * shrunk
    hill = stands_on(table.terrain, at)
    if hill is not None and hill.hill:
        return over_one(spread(at, one.radius), start, spread(to, other.radius), end, bars)
    return any_clear(spread(at, one.radius), start, spread(to, other.radius), end, bars)


def sees_spot(table: Table, one: Model, spot: Point) -> bool:
    """Whether a model sees a spot on the floor there: a token, a place to be put (SQ-LOS-01)."""
    at = place(one)
    height = floor_at(table.terrain, spot)
    a, b = (at, one.radius, floor_at(table.terrain, at)), (spot, 0.0, height)
    bars = between(table, a, b, (one.unit,))
    start = a[2] + EYE * tall(one) * scale(table)
    return any_clear(spread(at, one.radius), start, [spot], height + SEEN, bars)


SEEN = 0.1
"""How high above the floor a token is looked at."""


def over_one(a: Sequence[Point], start: float, b: Sequence[Point], end: float, bars: Sequence[Bar]) -> bool:
    """Whether any line is clear but for the first thing it crosses: the view from a hill (SQ-TER-17)."""
    for p in a:
        for q in b:
            stopping = [bar for bar in bars if stops(bar, p, q, start, end)]
            if not stopping:
                return True
            first = min(span[0] for bar in bars if (span := crossing(bar, p, q)))
            own = crossing(stopping[0], p, q)
            if len(stopping) == 1 and own is not None and own[0] <= first:
                return True
    return False


# ------------------------------------------------------------------ cover (SQ-TER-05, SQ-TER-06)


def shield_bars(table: Table, shooter: Model, at: Point) -> list[Bar]:
    """The cover pieces that shield by being crossed: none that the shooter is in or within an inch of."""
    found: list[Bar] = []
    for f in features(table.terrain):
        if f.cover and not f.hides and f.gap_to(*at, shooter.radius) > scale(table):
            found += [Wall(part, f.top) for part in f.parts]
    return found


def inside(table: Table, model: Model, to: Point) -> list[Feature]:
    """The cover pieces on whose floor a model stands, as far as they hold any of it."""
    height = floor_at(table.terrain, to)
    return [f for f in features(table.terrain) if f.cover and f.floor == height and f.touches(*to, model.radius)]


def shielded(table: Table, shooter: Model, at: Point, target: Model, indirect: bool) -> tuple[int, int, bool]:
    """How many points of a model are shielded by lines, how many in either way, and whether it is wholly in cover."""
    to = place(target)
    around = inside(table, target, to)
    points = spread(to, target.radius)
    hidden = [any(f.holds(*p) for f in around) for p in points]
    whole = any(f.contains(*to, target.radius) for f in around)
    if indirect:
        return 0, sum(hidden), whole
    a: Eye = (at, shooter.radius, floor_at(table.terrain, at))
    b: Eye = (to, target.radius, floor_at(table.terrain, to))
    bars = between(table, a, b, (shooter.unit, target.unit))
    screens = HEIGHTS.of(table)(table, corridor(shield_bars(table, shooter, at), at, to, target.radius), a, b)
    shrunk = scale(table)
    start, end = a[2] + EYE * tall(shooter) * shrunk, b[2] + tall(target) * shrunk / 2
    by_lines = either = 0
    in_the_way = bundle([*bars, *screens])
    for p, sheltered in zip(points, hidden, strict=True):
        stopped = in_the_way.stopped(at, p, start, end)
        by_lines += stopped
        either += stopped or sheltered
    return by_lines, either, whole


def has_cover(table: Table, shooter: Model, at: Point, unit: UnitId, indirect: bool = False) -> bool:
    """Whether a unit has cover from a shooter on a spot."""
    models = members(table, unit)
    if len(models) == 1:
        return shielded(table, shooter, at, models[0], indirect)[1] >= MOST
    covered = 0
    for model in models:
        by_lines, _, whole = shielded(table, shooter, at, model, indirect)
        covered += whole or by_lines >= MOST
    return 2 * covered > len(models)


def nearest_shooter(shooters: Sequence[Model], targets: Sequence[Model]) -> Model:
    """The shooting model cover is judged from: the nearest to the target."""
    return min(shooters, key=lambda m: min(gap(m, t) for t in targets))


__all__ = ["eyes_meet", "has_cover", "nearest_shooter", "reach", "sees", "sees_spot"]
