"""Lines of sight and what they mean: in the open, partial cover, complete cover (DW-LOS)."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import hypot
from typing import NamedTuple

from sightline.core.sight import gap
from sightline.core.table import Model, ModelId, Point, Table, Terrain
from sightline.core.variants import Variant
from sightline.games.deepwars.catalog import SLACK, TOUCH
from sightline.games.deepwars.ground import BLOCKING, COVER, ROOF, Feature, features, spans
from sightline.games.deepwars.measure import (
    LONG,
    OBJECT,
    SHORT,
    distance,
    faces,
    levels,
    near_line,
    place,
    size,
    stick,
    touching,
    upright,
    within,
)

OPEN, PARTIAL, COMPLETE = 0, 1, 2
"""How well a target is covered."""
CLEAR, OBSCURED, BLOCKED = 0, 1, 2
"""What becomes of one line."""
CLOUD = "cloud"
"""The profile of a marker that blocks all lines."""
CLOSE = 1.0
"""The gap within which only blocking terrain covers (DW-LOS-03)."""

DARK = 1
LIGHT = Variant("light", {"clear": 0, "dim": 3, "dark": DARK})
"""How many Long sticks one sees in the water of this battle; 0: as far as one likes (DW-LOS-06)."""


class View(NamedTuple):
    """What a viewer has of a target: the cover, and whether the reason is solid."""

    cover: int
    lines: tuple[int, int, int]
    hiders: tuple[str, ...]


def line_ends(viewer: Model, target: Model) -> tuple[Point, Point, Point]:
    """The centre of a target and the ends of its base across the line of view (DW-LOS-01)."""
    (x0, y0), (x1, y1) = place(viewer), place(target)
    apart = hypot(x1 - x0, y1 - y0)
    if apart == 0.0:
        return ((x1, y1), (x1, y1), (x1, y1))
    dx, dy = (y0 - y1) / apart * target.radius, (x1 - x0) / apart * target.radius
    return ((x1, y1), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy))


def below(span: tuple[float, float], low: float, high: float, top: float) -> tuple[float, float] | None:
    """The part of a span of a line on which its level is below a height (DW-LOS-02)."""
    a, b = span
    rise = high - low
    if rise == 0.0:
        return span if low < top - 1e-9 else None
    cut = (top - low) / rise
    start, end = (a, min(b, cut)) if rise > 0 else (max(a, cut), b)
    return (start, end) if end - start > 1e-9 else None


def inside(feature: Feature, start: Point, end: Point, low: float, high: float) -> float:
    """How many inches of a line run through a piece, below its height."""
    if min(low, high) >= feature.height:
        return 0.0
    length = hypot(end[0] - start[0], end[1] - start[1])
    total = 0.0
    for span in spans(feature, start, end):
        part = below(span, low, high, feature.height)
        if part is not None:
            total += (part[1] - part[0]) * (length or 1.0)
    return total


def clouds(table: Table) -> list[tuple[str, Point, float]]:
    """The clouds in the water that block all lines (DW-ABL-34)."""
    found: list[tuple[str, Point, float]] | None = table.memo.get("clouds")
    if found is None:
        markers = (m for m in table.models.values() if m.kind == "marker" and m.profile == CLOUD)
        found = table.memo["clouds"] = [(m.id, m.at, m.radius) for m in markers if m.at is not None]
    return found


def through_the_roof(roof: Feature, start: Point, end: Point, low: float, high: float) -> bool:
    """Whether a line crosses the height of a roof within its outline (DW-TER-06)."""
    if (low < roof.height) == (high < roof.height):
        return False
    share = (roof.height - low) / (high - low)
    return roof.covers((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))


def terrain_line(
    table: Table, start: Point, end: Point, low: float, high: float, *, soft: bool, but: str = ""
) -> tuple[int, str]:
    """What terrain, `but` for one piece, makes of one line, and what hides most; `soft`: cover counts (DW-LOS-03)."""
    for id, (x, y), radius in clouds(table):
        if near_line(start, end, (x, y)) < radius - 1e-9:
            return BLOCKED, id
    terrain, most = table.terrain, stick(table, SHORT) + SLACK
    # Most models stand still while one of them moves: the lines between them need not be drawn again.
    key = (start, end, low, high, soft, most, but)
    return terrain.recall("lines", key, partial(_terrain_line, terrain, start, end, low, high, soft, most, but))


def _terrain_line(
    terrain: Terrain, start: Point, end: Point, low: float, high: float, soft: bool, most: float, but: str
) -> tuple[int, str]:
    worst, hider, covered = CLEAR, "", 0.0
    (x0, y0), (x1, y1) = start, end
    west, east, south, north = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    for feature in features(terrain):
        if ROOF in feature.traits:
            if through_the_roof(feature, start, end, low, high):
                return BLOCKED, feature.id
            continue
        left, bottom, right, top = feature.box
        if east < left or west > right or north < bottom or south > top:
            continue
        if BLOCKING in feature.traits:
            if feature.id != but and inside(feature, start, end, low, high) > 0.0:
                return BLOCKED, feature.id
        elif soft and COVER in feature.traits:
            inches = inside(feature, start, end, low, high)
            if inches > 0.0:
                covered += inches
                worst, hider = OBSCURED, feature.id
    if covered > most:
        return BLOCKED, hider
    return worst, hider


def in_the_way(table: Table, viewer: Model, target: Model, start: Point, end: Point, low: float, high: float) -> str:
    """A standing model that obscures a line (DW-LOS-04)."""
    (x0, y0), (x1, y1) = start, end
    left, right, under, over = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    for id in table.standing():
        other = table.models[id]
        (x, y), r = place(other), other.radius
        if x + r < left or x - r > right or y + r < under or y - r > over:
            continue
        if id in (viewer.id, target.id) or size(other) < size(target) or not upright(other):
            continue
        share = _nearest(start, end, place(other), other.radius)
        if share is None or touching(table, viewer, other):
            continue
        there = low + share * (high - low)
        occupied = levels(table, other)
        if occupied.start - 1 < there < occupied.stop:
            return id
    return ""


def _nearest(start: Point, end: Point, at: Point, radius: float) -> float | None:
    """Where a line comes nearest to the middle of a base it crosses, as a share; None if it does not."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length2 = dx * dx + dy * dy
    if length2 == 0.0:
        return None
    t = min(1.0, max(0.0, ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length2))
    near = hypot(start[0] + t * dx - at[0], start[1] + t * dy - at[1])
    return t if near < radius - 1e-6 else None


def view(table: Table, viewer: Model, target: Model) -> View:
    """What a viewer has of a target as far as terrain and models in the way go."""
    key = ("view", viewer.id, target.id)
    found: View | None = table.memo.get(key)
    if found is None:
        for low, high in product(levels(table, viewer), levels(table, target)):
            seen = _view(table, viewer, target, low, high)
            if found is None or (seen.cover, sum(seen.lines)) < (found.cover, sum(found.lines)):
                found = seen
            if not any(found.lines):
                break  # Nothing is better than an open view.
        assert found is not None
        table.memo[key] = found
    return found


def _view(table: Table, viewer: Model, target: Model, low: int, high: int) -> View:
    start, soft = place(viewer), gap(viewer, target) > CLOSE + SLACK
    lines: list[int] = []
    hiders: list[str] = []
    for end in line_ends(viewer, target):
        own = target.id if target.kind == OBJECT else ""  # A thing is no cover for itself.
        verdict, hider = terrain_line(table, start, end, low, high, soft=soft, but=own)
        if verdict == CLEAR and soft:
            hider = in_the_way(table, viewer, target, start, end, low, high)
            verdict = OBSCURED if hider else CLEAR
        lines.append(verdict)
        if hider:
            hiders.append(hider)
    return View(cover_of(lines), (lines[0], lines[1], lines[2]), tuple(dict.fromkeys(hiders)))


def cover_of(lines: list[int]) -> int:
    """Complete cover if all lines are blocked, the open if none is blocked or obscured (DW-LOS-01)."""
    if all(line == BLOCKED for line in lines):
        return COMPLETE
    return PARTIAL if any(lines) else OPEN


# ------------------------------------------------------------------ striking (DW-TER-06, DW-H2H-09)


def walled_off(table: Table, one: Model, other: Model) -> bool:
    """Whether a roof is between two who are in contact, or anything solid between two who are not quite."""
    pairs = ((low, high) for low, high in product(levels(table, one), levels(table, other)) if abs(low - high) <= 1)
    return all(barred(table, one, other, low, high) for low, high in pairs)


def barred(table: Table, one: Model, other: Model, low: int, high: int) -> bool:
    """Whether nothing reaches from one level where a model is to one where another is."""
    start, end, apart = place(one), place(other), gap(one, other) > TOUCH + 1e-9
    return any(
        through_the_roof(f, start, end, low, high)
        if ROOF in f.traits
        else apart and BLOCKING in f.traits and f.id != other.id and inside(f, start, end, low, high) > 0.0
        for f in features(table.terrain)
    )


# ------------------------------------------------------------------ seeing


def aware(table: Table, viewer: Model, target: Model) -> bool:
    """Into the front arc, or within a Short stick all round (DW-LOS-05)."""
    return faces(viewer, target) or within(table, viewer, target, stick(table, SHORT))


def lit(table: Table, viewer: Model, target: Model) -> bool:
    """Whether the light reaches so far, whatever the target carries (DW-LOS-06)."""
    sticks = LIGHT.of(table)
    return not sticks or distance(table, viewer, target) <= sticks * stick(table, LONG) + SLACK


def cover_between(table: Table, one: Model, other: Model) -> int:
    """How well terrain covers a model against something that happens where another is."""
    return view(table, one, other).cover


def cover(table: Table, viewer: ModelId, target: ModelId) -> int:
    """How well terrain and models cover a target against a viewer."""
    return view(table, table.models[viewer], table.models[target]).cover
