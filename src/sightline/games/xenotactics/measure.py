"""Distance, contact and the pieces a base touches, read off the table.

What is asked again while nobody moves is remembered in the table's memo, which every change of position throws away.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin, sqrt

from sightline.core import sight
from sightline.core.kernel import shapes
from sightline.core.table import GRID, Model, ModelId, Point, Table
from sightline.core.variants import Variant
from sightline.games.xenotactics import ground
from sightline.games.xenotactics.catalog import LEVEL, SLACK, TALL, TOUCH
from sightline.games.xenotactics.ground import Feature
from sightline.games.xenotactics.tokens import LAST_X, LAST_Y


def place(model: Model) -> Point:
    """Where a model stands; asking it of one that does not stand anywhere is a mistake of the caller."""
    assert model.at is not None
    return model.at


def last_place(model: Model) -> Point | None:
    """Where a model stands, or stood when it was removed in its own activation (XT-RCT-05)."""
    if model.at is None and LAST_X in model.tokens:
        return (model.tokens[LAST_X] / GRID, model.tokens[LAST_Y] / GRID)
    return model.at


def level(table: Table, model: Model) -> int:
    """The level a model stands on; a climber counts as standing at the foot (XT-MOV-08, XT-MOV-12)."""
    return ground.level_at(table.terrain, place(model))


def floor(table: Table, model: Model) -> int:
    """The floor a model walks on."""
    return ground.floor_at(table.terrain, place(model))


def levels(table: Table) -> dict[ModelId, int]:
    """The level of everybody on the table."""
    found: dict[ModelId, int] | None = table.memo.get("levels")
    if found is None:
        found = table.memo["levels"] = {id: level(table, table.models[id]) for id in table.standing()}
    return found


def alike(table: Table, on: int, rise: int) -> list[tuple[ModelId, sight.Disc]]:
    """Who stands on a floor, or above the mat as high as a level, and where."""
    key = ("alike", on, rise)
    found: list[tuple[ModelId, sight.Disc]] | None = table.memo.get(key)
    if found is None:
        rises, terrain = levels(table), table.terrain
        found = table.memo[key] = [
            (id, disc)
            for id, disc in discs(table)
            if ground.floor_at(terrain, disc[:2]) == on or (rise and rises[id] == rise)
        ]
    return found


def height(table: Table, model: Model) -> float:
    """How high a climber hangs on a face: never higher than what it climbs (XT-MOV-08, XT-TER-10)."""
    x, y = place(model)
    foot = LEVEL * level(table, model)
    faces = (f for f in ground.near(table.terrain, (x, y), model.radius + TOUCH) if f.touches(x, y, model.radius))
    tops = [f.top - (foot if f.sheer else f.floor) for f in faces if f.sheer or "climbable" in f.traits]
    return min(model.z, max(tops, default=model.z))


# ------------------------------------------------------------------ distance


def meet_on_a_slope(table: Table, one: Model, other: Model) -> bool:
    """Whether the upper of two models stands on a slope one level above the other, who is off it (XT-MSR-02)."""
    upper, lower = (one, other) if level(table, one) > level(table, other) else (other, one)
    hill = ground.stands_on(table.terrain, place(upper))
    return hill is not None and not hill.sheer and hill.level - level(table, lower) == 1


def same_footing(table: Table, one: Model, other: Model) -> bool:
    """Whether two models stand where their bases can meet: on one level, or across the edge of a slope."""
    return level(table, one) == level(table, other) or meet_on_a_slope(table, one, other)


def touching(table: Table, one: Model, other: Model) -> bool:
    """Whether two models are in base contact (XT-MSR-02)."""
    return sight.gap(one, other) <= TOUCH and same_footing(table, one, other)


def distance(table: Table, one: Model, other: Model) -> float:
    """The distance between two models: base to base, or column to column at different heights (XT-MSR-04, -05)."""
    apart = sight.gap(one, other)
    steps = abs(level(table, one) - level(table, other))
    if not steps or touching(table, one, other):
        return apart if not steps else 0.0
    rise = LEVEL * steps - TALL
    return sqrt(apart * apart + rise * rise)


def within(table: Table, one: Model, other: Model, limit: float) -> bool:
    """Whether two models are at most so far apart (XT-MSR-06)."""
    return distance(table, one, other) <= limit + SLACK


def in_contact(table: Table, model: Model) -> tuple[Model, ...]:
    """Everybody in base contact with a model."""
    return tuple(table.models[id] for id in contacts(table, model))


def contacts(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The ids of everybody in base contact with a model."""
    key = ("contact", model.id, model.at)
    found: tuple[ModelId, ...] | None = table.memo.get(key)
    if found is None:
        x, y = place(model)
        touched = []
        for id, (ox, oy, r) in discs(table):
            far = model.radius + r + TOUCH
            if (
                id != model.id
                and abs(ox - x) <= far
                and abs(oy - y) <= far
                and touching(table, model, table.models[id])
            ):
                touched.append(id)
        found = table.memo[key] = tuple(touched)
    return found


def discs(table: Table) -> list[tuple[ModelId, sight.Disc]]:
    """Every base on the table."""
    found: list[tuple[ModelId, sight.Disc]] | None = table.memo.get("discs")
    if found is None:
        found = table.memo["discs"] = [(id, sight.disc(table.models[id])) for id in table.standing()]
    return found


def to_piece(model: Model, piece: Feature) -> float:
    """The distance from a base to a piece (XT-MSR-07)."""
    return piece.gap(*place(model), model.radius)


# ------------------------------------------------------------------ pieces under a base


def touched(table: Table, model: Model, trait: str, at: Point | None = None) -> tuple[Feature, ...]:
    """The pieces with a trait that a base touches, where it stands or would stand (XT-TER-02)."""
    x, y = at or place(model)
    found = ground.near(table.terrain, (x, y), model.radius + TOUCH)
    return tuple(f for f in found if trait in f.traits and f.touches(x, y, model.radius))


def obscured_at_all(piece: Feature, target: Model, origin: Point) -> bool:
    """Whether any part of the base lies behind or in the piece as seen from a point (XT-TER-06)."""
    return hull_overlap(piece, target, origin) > 0.01


def obscured_in_the_middle(piece: Feature, target: Model, origin: Point) -> bool:
    """Whether the piece crosses the line between the middles."""
    return crosses(piece, origin, place(target))


OBSCURED = Variant("cover_obscured_test", {"any_part": obscured_at_all, "centre_line": obscured_in_the_middle})


def covered(table: Table, target: Model, origin: Point) -> bool:
    """Whether a model has cover against damage that comes from a point (XT-TER-06)."""
    obscured = OBSCURED.of(table)
    return table.terrain.recall(
        "covered",
        (obscured, target.at, target.radius, origin),
        lambda: any(obscured(f, target, origin) for f in touched(table, target, "cover")),
    )


CORNERS = 32


def hull_overlap(piece: Feature, target: Model, origin: Point) -> float:
    """How much ground a piece shares with the hull of a point and a base, in square inches."""
    x, y = place(target)
    rim = [
        (x + target.radius * cos(2 * pi * k / CORNERS), y + target.radius * sin(2 * pi * k / CORNERS))
        for k in range(CORNERS)
    ]
    outline = hull([origin, *rim])
    return sum((abs(shapes.area(clipped(part, outline))) for part in piece.parts), 0.0)


def hull(points: list[Point]) -> list[Point]:
    """The convex hull of some points, counter-clockwise."""
    points = sorted(set(points))
    found: list[Point] = []
    for run in (points, points[::-1]):
        start = len(found)
        for p in run:
            while len(found) >= start + 2 and shapes.turn(found[-2], found[-1], p) <= 0:
                found.pop()
            found.append(p)
        found.pop()
    return found


def clipped(polygon: Sequence[Point], by: list[Point]) -> list[Point]:
    """What two convex polygons share; the second runs counter-clockwise."""
    found = list(polygon)
    for i in range(len(by)):
        a, b = by[i - 1], by[i]
        kept: list[Point] = []
        for j in range(len(found)):
            p, q = found[j - 1], found[j]
            left, right = shapes.turn(a, b, p), shapes.turn(a, b, q)
            if (left >= 0) != (right >= 0):
                t = left / (left - right)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
            if right >= 0:
                kept.append(q)
        found = kept
        if not found:
            return [(0.0, 0.0)] * 3
    return found


def crosses(piece: Feature, a: Point, b: Point) -> bool:
    """Whether a straight line enters a piece."""
    if piece.within(*a) or piece.within(*b):
        return True
    return any(high - low > SLACK for low, high in inside(piece, a, b))


def inside(piece: Feature, a: Point, b: Point) -> list[tuple[float, float]]:
    """The stretches of a straight line that lie in a piece, as distances from its start."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= 0.0:
        return []
    found: list[tuple[float, float]] = []
    for part in piece.parts:
        span = through(part, a, b)
        if span is not None:
            found.append((span[0] * length, span[1] * length))
    found.sort()
    joined: list[tuple[float, float]] = []
    for low, high in found:
        if joined and low <= joined[-1][1] + SLACK:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def through(part: Sequence[Point], a: Point, b: Point) -> tuple[float, float] | None:
    """Where a straight line enters and leaves a convex counter-clockwise polygon, as shares of its length."""
    enter, leave = 0.0, 1.0
    for i in range(len(part)):
        p, q = part[i - 1], part[i]
        from_a, from_b = shapes.turn(p, q, a), shapes.turn(p, q, b)
        if from_a < 0 and from_b < 0:
            return None
        if from_a < 0:
            enter = max(enter, from_a / (from_a - from_b))
        elif from_b < 0:
            leave = min(leave, from_a / (from_a - from_b))
    return (enter, leave) if leave > enter else None


def swept_over(piece: Feature, a: Point, b: Point, radius: float) -> bool:
    """Whether a base that goes straight from one spot to another touches a piece for any length (XT-TER-07)."""
    far = radius + TOUCH
    left, right, low, high = piece.box
    if a == b or max(a[0], b[0]) < left - far or min(a[0], b[0]) > right + far:
        return False
    if max(a[1], b[1]) < low - far or min(a[1], b[1]) > high + far:
        return False
    if piece.gap(*a, radius) <= TOUCH or piece.gap(*b, radius) <= TOUCH or crosses(piece, a, b):
        return True
    polygon = piece.polygon
    near = min(shapes.segment_gap(a, b, polygon[i - 1], polygon[i]) for i in range(len(polygon)))
    return near <= radius + TOUCH
