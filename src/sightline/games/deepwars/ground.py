"""What lies on the seafloor: what is solid, what is difficult or deadly, and where a base can be (DW-TER)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.game import TablePlan
from sightline.core.kernel import Ground, shapes
from sightline.core.table import Piece, Point, Table, Terrain
from sightline.games.deepwars.catalog import MAT, materials
from sightline.games.deepwars.tokens import about

BLOCKING, DIFFICULT, DEADLY, COVER, SCENIC = "blocking", "difficult", "deadly", "cover", "scenic"
STRUCTURE = "structure"
"""The kind of a closed building (DW-TER-06)."""
DOOR, ROOF = "door", "roof"
TRAITS = (BLOCKING, DIFFICULT, DEADLY, COVER, SCENIC, DOOR, ROOF)
HIGHEST = 4
"""No piece reaches above the water."""
FINE = 0.015
"""Inches by which a drawn outline may be off."""
Span = tuple[float, float]


class Feature(NamedTuple):
    """A piece as the rules read it."""

    id: str
    polygon: tuple[Point, ...]
    height: int
    traits: frozenset[str]
    material: str
    box: tuple[float, float, float, float]
    floor: int = 0
    """The lowest level it is on: everything stands on the ground but a zone on one level (DW-MAG-18)."""

    def on(self, level: int) -> bool:
        """Whether it is on a level."""
        return self.floor <= level < self.height

    def covers(self, at: Point) -> bool:
        """Whether a point lies inside the outline or on it."""
        x, y = at
        left, low, right, high = self.box
        if not (left - 1e-6 <= x <= right + 1e-6 and low - 1e-6 <= y <= high + 1e-6):
            return False
        outline = self.polygon
        return shapes.contains(outline, x, y) or any(
            shapes.point_gap(x, y, outline[i - 1], outline[i]) <= 1e-6 for i in range(len(outline))
        )

    def near(self, at: Point, inches: float) -> bool:
        """Whether a point may be so near to the outline: what is further off is off its box."""
        (x, y), (left, low, right, high) = at, self.box
        return left - inches <= x <= right + inches and low - inches <= y <= high + inches

    def gap(self, at: Point) -> float:
        """How far a point is from the outline; 0 inside."""
        outline = self.polygon
        if shapes.contains(outline, *at):
            return 0.0
        return min(shapes.point_gap(*at, outline[i - 1], outline[i]) for i in range(len(outline)))


def feature(piece: Piece) -> Feature:
    """A piece as the rules read it."""
    words = frozenset(t for t in piece.traits if t in TRAITS)
    material = next((about(t) for t in piece.traits if t.startswith("material:")), "none")
    xs, ys = [x for x, _ in piece.polygon], [y for _, y in piece.polygon]
    box = (min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0))
    floors = (about(t) for t in piece.traits if t.startswith("floor:"))
    floor = next((int(low) for low in floors if low.isdecimal()), 0)
    return Feature(piece.id, piece.polygon, int(piece.height), words, material, box, floor)


def features(terrain: Terrain) -> tuple[Feature, ...]:
    """Every piece of a map."""
    found: tuple[Feature, ...] | None = terrain.compiled.get("features of the deep")
    if found is None:
        found = terrain.compiled["features of the deep"] = tuple(map(feature, terrain.pieces))
    return found


def at_place(terrain: Terrain, at: Point, level: int, trait: str) -> Iterator[Feature]:
    """The pieces with a trait that somebody on a level at a spot is in (DW-TER-01)."""
    return (f for f in features(terrain) if trait in f.traits and f.on(level) and f.covers(at))


# ------------------------------------------------------------------ where a base can be


def plainer(outline: Sequence[Point]) -> list[Point]:
    """An outline without the corners that nobody would miss in a drawing; round things have very many."""
    kept = [outline[0]]
    passed: list[Point] = []
    for at, following in zip(outline[1:], (*outline[2:], outline[0]), strict=True):
        passed.append(at)
        if any(shapes.point_gap(*one, kept[-1], following) > FINE for one in passed):
            kept.append(at)
            passed.clear()
    return kept if len(kept) > 2 else list(outline)


class Water:
    """The open water of some levels for bases of one size; the centre of a base stays on the map (DW-MOV-08)."""

    def __init__(self, terrain: Terrain, solid: Sequence[Feature], radius: float) -> None:
        self._off = radius
        self._radius = radius
        moved = [[(x + radius, y + radius) for x, y in f.polygon] for f in solid]
        self._ground = Ground(moved, terrain.width + 2 * radius, terrain.height + 2 * radius)
        self._solid, self._size = moved, (terrain.width + 2 * radius, terrain.height + 2 * radius)
        self._drawn: Ground | None = None

    def free(self, at: Point) -> bool:
        """Whether a base may be here."""
        return self._ground.free(at[0] + self._off, at[1] + self._off, self._radius)

    def clear(self, start: Point, end: Point, discs: Sequence[tuple[float, float, float]] = ()) -> bool:
        """Whether a base may go straight from one place to another."""
        d = self._off
        others = [(x + d, y + d, r) for x, y, r in discs]
        return self._ground.clear(start[0] + d, start[1] + d, end[0] + d, end[1] + d, self._radius, others)

    def slide(self, start: Point, way: Point, inches: float, discs: Sequence[tuple[float, float, float]] = ()) -> float:
        """How far a base gets in a direction before something stops it."""
        d = self._off
        others = [(x + d, y + d, r) for x, y, r in discs]
        return self._ground.push(start[0] + d, start[1] + d, way[0], way[1], self._radius, inches, others)

    def region(self, start: Point, inches: float) -> list[list[Point]]:
        """The ground within reach, for drawing."""
        d = self._off
        if self._drawn is None:
            self._drawn = Ground([plainer(outline) for outline in self._solid], *self._size)
        found = self._drawn.region(start[0] + d, start[1] + d, self._radius, inches)
        return [[(x - d, y - d) for x, y in polygon] for polygon in found]


def water(terrain: Terrain, lowest: int, radius: float) -> Water:
    """The open water from a level upwards: whatever blocks there blocks the base as well."""
    key = ("water", lowest, radius)
    found: Water | None = terrain.compiled.get(key)
    if found is None:
        solid = [f for f in features(terrain) if BLOCKING in f.traits and f.height > lowest]
        found = terrain.compiled[key] = Water(terrain, solid, radius)
    return found


def ground_level(terrain: Terrain, at: Point, radius: float) -> int:
    """The level of the ground a base would come to lie on: the seafloor, or the top of something solid."""
    solid = [f for f in features(terrain) if BLOCKING in f.traits or ROOF in f.traits]
    return max((f.height for f in solid if f.near(at, radius) and f.gap(at) < radius - 1e-6), default=0)


def ground_beneath(terrain: Terrain, at: Point, low: int) -> int:
    """The level of the ground that something small on a level comes to lie on if it sinks."""
    solid = (f for f in features(terrain) if BLOCKING in f.traits or ROOF in f.traits)
    return max((f.height for f in solid if f.height <= low and f.covers(at)), default=0)


# ------------------------------------------------------------------ lines through pieces


def spans(feature: Feature, start: Point, end: Point) -> list[Span]:
    """The parts of a straight line inside a piece, as shares of the line from its start."""
    left, low, right, high = feature.box
    (x0, y0), (x1, y1) = start, end
    if max(x0, x1) < left or min(x0, x1) > right or max(y0, y1) < low or min(y0, y1) > high:
        return []
    return list(_spans(feature.polygon, start, end))


@lru_cache(65536)
def _spans(polygon: tuple[Point, ...], start: Point, end: Point) -> tuple[Span, ...]:
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    if dx == 0.0 and dy == 0.0:
        return ((0.0, 1.0),) if shapes.contains(polygon, x0, y0) else ()
    cuts = {0.0, 1.0}
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        ex, ey = bx - ax, by - ay
        across = dx * ey - dy * ex
        if abs(across) > 1e-12:
            t = ((ax - x0) * ey - (ay - y0) * ex) / across
            s = ((ax - x0) * dy - (ay - y0) * dx) / across
            if -1e-9 <= s <= 1 + 1e-9 and 0.0 < t < 1.0:
                cuts.add(t)
    marks = sorted(cuts)
    found: list[Span] = []
    for a, b in pairwise(marks):
        middle = (a + b) / 2
        if b - a > 1e-9 and shapes.contains(polygon, x0 + middle * dx, y0 + middle * dy):
            if found and found[-1][1] == a:
                found[-1] = (found[-1][0], b)
            else:
                found.append((a, b))
    return tuple(found)


def touched(terrain: Terrain, start: Point, end: Point, level: int, trait: str) -> Iterator[Feature]:
    """The pieces with a trait that a way of a base's centre touches on a level (DW-TER-01)."""
    return (f for f in features(terrain) if trait in f.traits and on_the_way(f, start, end, level))


def on_the_way(feature: Feature, start: Point, end: Point, level: int) -> bool:
    """Whether a way of a base's centre touches a piece on a level (DW-TER-01)."""
    return feature.on(level) and (feature.covers(start) or feature.covers(end) or bool(spans(feature, start, end)))


# ------------------------------------------------------------------ layouts (DW-TER-07)

LEAST, WIDEST, MARGIN = 2.0, 10.0, 2.0
"""How small and how large a piece may be, and how near to a long edge."""
SMALLEST, LARGEST = 6, 240
"""The inches that a map of one's own may measure."""
PLAYED = (BLOCKING, DIFFICULT, DEADLY, COVER, SCENIC)
"""The traits a player may give to a piece; doors and roofs come with structures (DW-TER-01, DW-TER-06)."""
DOORWAY = re.compile(r"door:-?\d+(\.\d+)?,-?\d+(\.\d+)?")


def word_fault(word: str) -> str:
    """The rule a trait of a piece is against; none if it is one of those there are."""
    kind, _, what = word.partition(":")
    if kind == "material":
        return "" if what in materials() else "DW-TER-05"
    if kind == DOOR:
        return "" if DOORWAY.fullmatch(word) else "DW-TER-06"
    return "" if word in PLAYED else "DW-TER-01"


def whole_levels(height: float) -> bool:
    """Whether a piece is as high as some levels of the water."""
    return 1 <= height <= HIGHEST and height == int(height)


def layout_faults(plan: TablePlan) -> list[Refusal]:
    """Everything that is wrong with a layout drawn by players."""
    found: list[Refusal] = []
    width, height = plan.width or MAT[0], plan.height or MAT[1]
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        return [Refusal("DW-SET-03", {"width": width, "height": height, "least": SMALLEST, "most": LARGEST})]
    sound: list[Piece] = []
    for number, piece in enumerate(plan.pieces, 1):
        name = piece.id or f"piece {number}"
        fault = shapes.validate(piece.polygon)
        if fault is not None:
            found.append(Refusal("DW-TER-01", {"piece": name, "fault": fault}))
            continue
        sound.append(piece)
        if not whole_levels(piece.height):
            found.append(Refusal("DW-TER-01", {"piece": name, "height": piece.height, "most": HIGHEST}))
        for x, y in piece.polygon:
            if not (0 <= x <= width and 0 <= y <= height):
                found.append(Refusal("DW-TER-07", {"piece": name, "outside": str((x, y))}))
                break
        if any(y < MARGIN or y > height - MARGIN for _, y in piece.polygon):
            found.append(Refusal("DW-TER-07", {"piece": name, "edge": MARGIN}))
        found += [Refusal(rule, {"piece": name, "trait": word}) for word in piece.traits if (rule := word_fault(word))]
        across = shapes.extent(piece.polygon)
        if piece.kind != STRUCTURE and not LEAST <= across <= WIDEST:
            found.append(Refusal("DW-TER-07", {"piece": name, "across": round(across, 2)}))
    for i, one in enumerate(sound):
        found += [
            Refusal("DW-TER-07", {"piece": one.id, "overlaps": other.id})
            for other in sound[i + 1 :]
            if shapes.overlap(one.polygon, other.polygon)
        ]
    return found


def numbered(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of a layout, each under a name of its own."""
    return tuple(p if p.id else replace(p, id=f"piece-{n}") for n, p in enumerate(pieces, 1))


def mat(plan: TablePlan, options: Mapping[str, Any]) -> tuple[float, float]:
    """How large the map is: as it was drawn, or as was agreed on if nobody says (DW-SET-03)."""
    width, height = map(float, str(options["map_inches"]).split("x"))
    return (plan.width or width, plan.height or height)


def on_the_map(table: Table, at: Point) -> bool:
    """Whether a point lies on the map."""
    return 0 <= at[0] <= table.terrain.width and 0 <= at[1] <= table.terrain.height
