"""Terrain as the rules read it: what each piece means, which floor a spot has, and how it limits a layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite

from msgspec import Struct

from sightline.core.decisions import Refusal
from sightline.core.game import TablePlan
from sightline.core.kernel import Footprints, shapes
from sightline.core.lines import Wall
from sightline.core.table import Piece, Point, Table, Terrain
from sightline.games.starquest.catalog import CONSTANTS, SLACK

TYPES = frozenset(("open", "impassable", "blocking", "cover", "difficult", "dangerous", "elevated"))
MARKS = frozenset(("area", "gap", "difficult_up", "hill"))
FIGURES = frozenset(("floor", "depth"))
USUAL: float = CONSTANTS["table"]
CLIMB: float = CONSTANTS["climb_max"]
SHORT: float = CONSTANTS["short_terrain"]
SPOTS = 8192
"""How many spots are remembered with what lies under them."""


class Feature(Struct, frozen=True):
    """A piece of terrain with its types read (SQ-TER-01, SQ-TER-29)."""

    place: int
    id: str
    polygon: tuple[Point, ...]
    types: frozenset[str]
    top: float
    """How high it reaches, for sight."""
    floor: float
    """How high models stand in or on it."""
    high: bool
    """Whether one stands on it and it is too high to be climbed from the ground (SQ-TER-10)."""
    depth: float
    """How deep a gap is."""
    area: bool
    """Seen into and out of, not through."""
    gap: bool
    hill: bool
    difficult_up: bool
    dangerous_on: frozenset[str]
    ladders: tuple[Point, ...]
    box: tuple[float, float, float, float]
    parts: tuple[list[Point], ...]
    """The convex pieces it is made of, counter-clockwise."""

    @property
    def solid(self) -> bool:
        """Whether nobody can be inside it or on it; a gap is no wall, but no ground either (SQ-TER-03)."""
        return "impassable" in self.types

    @property
    def hides(self) -> bool:
        """Whether no sight passes through it (SQ-LOS-03)."""
        return "blocking" in self.types or self.area

    @property
    def cover(self) -> bool:
        """Whether one can hide in or behind it (SQ-TER-05)."""
        return "cover" in self.types

    def dangerous(self, deed: str) -> bool:
        """Whether it is dangerous to who goes there with an action, or is activated there (SQ-TER-21, SQ-TER-23)."""
        return "dangerous" in self.types or deed in self.dangerous_on

    def is_near(self, x: float, y: float, far: float) -> bool:
        """Whether a point is so near to the box around it that a closer look is worth it."""
        left, right, low, high = self.box
        return left - far <= x <= right + far and low - far <= y <= high + far

    def rim(self, x: float, y: float) -> float:
        """How far a point lies from its outline, inside or out."""
        polygon = self.polygon
        return min(shapes.point_gap(x, y, polygon[i - 1], polygon[i]) for i in range(len(polygon)))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.is_near(x, y, 0.0) and shapes.contains(self.polygon, x, y)

    def touches(self, x: float, y: float, radius: float) -> bool:
        """Whether any part of a base overlaps it (SQ-GEN-06)."""
        if not self.is_near(x, y, radius):
            return False
        return shapes.contains(self.polygon, x, y) or self.rim(x, y) < radius - SLACK

    def contains(self, x: float, y: float, radius: float) -> bool:
        """Whether a whole base is inside it (SQ-GEN-06)."""
        return self.holds(x, y) and self.rim(x, y) >= radius - SLACK

    def gap_to(self, x: float, y: float, radius: float) -> float:
        """The distance from a base to it; 0 if they touch or overlap."""
        return 0.0 if self.holds(x, y) else max(0.0, self.rim(x, y) - radius)

    def walls(self) -> list[Wall]:
        """What stands in the way of sight."""
        within = self.polygon if self.area else ()
        return [Wall(part, self.top, within) for part in self.parts]


def features(terrain: Terrain) -> tuple[Feature, ...]:
    """Every piece of a terrain, read once."""
    found: tuple[Feature, ...] | None = terrain.compiled.get("features")
    if found is None:
        step = climbable(terrain)
        found = terrain.compiled["features"] = tuple(_read(n, p, step) for n, p in enumerate(terrain.pieces))
    return found


def footprints(terrain: Terrain) -> Footprints:
    """The outlines of all pieces, for finding those near a spot quickly."""
    found: Footprints | None = terrain.compiled.get("footprints")
    if found is None:
        found = terrain.compiled["footprints"] = Footprints([p.polygon for p in terrain.pieces])
    return found


def climbable(terrain: Terrain) -> float:
    """The highest step that needs no ladder; half as high on the small table (SQ-MOV-07, SQ-TBL-02)."""
    return CLIMB * terrain.width / USUAL


def _read(place: int, piece: Piece, step: float) -> Feature:
    words = frozenset(w for w in piece.traits if ":" not in w)
    floor = _figure(piece, "floor")
    sound = not shapes.validate(piece.polygon)
    return Feature(
        place=place,
        id=piece.id,
        polygon=piece.polygon,
        types=words & TYPES,
        top=piece.height,
        floor=floor,
        high=floor > step + SLACK and "impassable" not in words,
        depth=_figure(piece, "depth"),
        area="area" in words,
        gap="gap" in words,
        hill="hill" in words,
        difficult_up="difficult_up" in words,
        dangerous_on=frozenset(_words(piece, "dangerous_on")),
        ladders=tuple(_ladder(word) for word in _words(piece, "ladder")),
        box=(
            min((x for x, _ in piece.polygon), default=0.0),
            max((x for x, _ in piece.polygon), default=0.0),
            min((y for _, y in piece.polygon), default=0.0),
            max((y for _, y in piece.polygon), default=0.0),
        ),
        parts=tuple(p for p, _ in shapes.convex_parts(piece.polygon)) if sound else (),
    )


def _words(piece: Piece, key: str) -> Iterator[str]:
    return (w.partition(":")[2] for w in piece.traits if w.partition(":")[0] == key)


def _number(word: str) -> float | None:
    try:
        value = float(word)
    except ValueError:
        return None
    return value if isfinite(value) else None


def _figure(piece: Piece, key: str) -> float:
    return _number(next(_words(piece, key), "0")) or 0.0


def _ladder(word: str) -> Point:
    x, _, y = word.partition("/")
    return (_number(x) or 0.0, _number(y) or 0.0)


def feature(terrain: Terrain, id: str) -> Feature | None:
    """A piece by its id."""
    return next((f for f in features(terrain) if f.id == id), None)


def stands_on(terrain: Terrain, point: Point) -> Feature | None:
    """The highest raised piece under a spot; None on the ground."""
    known: dict[Point, Feature | None] = terrain.compiled.setdefault("spots", {})
    if point in known:
        return known[point]
    best: Feature | None = None
    every = features(terrain)
    for n in footprints(terrain).near(*point, 0.0):
        f = every[n]
        if f.floor > 0 and not f.solid and (best is None or f.floor > best.floor) and f.holds(*point):
            best = f
    if len(known) >= SPOTS:
        known.clear()
    known[point] = best
    return best


def floor_at(terrain: Terrain, point: Point) -> float:
    """How high a spot is."""
    found = stands_on(terrain, point)
    return found.floor if found else 0.0


def plane_at(terrain: Terrain, point: Point) -> int:
    """The plane a spot belongs to: a high piece, by place, or the ground with all that can be climbed (-1)."""
    found = stands_on(terrain, point)
    return found.place if found is not None and found.high else -1


# ------------------------------------------------------------------ layouts


def scale(table: Table) -> float:
    """By what every distance is multiplied: a half on the small table (SQ-TBL-02)."""
    return float(table.options["table_size"]) / USUAL


def size(plan: TablePlan) -> tuple[float, float]:
    """How large the mat of a layout is (SQ-TBL-01)."""
    return (plan.width or USUAL, plan.height or USUAL)


def numbered(pieces: Sequence[Piece], by: float = 1.0) -> tuple[Piece, ...]:
    """The pieces of a layout, each with an id, and scaled (SQ-TBL-02)."""
    return tuple(
        Piece(
            tuple((x * by, y * by) for x, y in p.polygon),
            p.height * by,
            p.id or f"piece-{n}",
            p.name,
            p.kind,
            tuple(_scaled(word, by) for word in p.traits),
        )
        for n, p in enumerate(pieces, 1)
    )


def _scaled(word: str, by: float) -> str:
    key, _, rest = word.partition(":")
    if by == 1.0 or key not in (*FIGURES, "ladder"):
        return word
    return f"{key}:" + "/".join(f"{(_number(n) or 0.0) * by:g}" for n in rest.split("/"))


def layout_faults(plan: TablePlan) -> list[Refusal]:
    """Everything that is wrong with a layout; nobody could get out of a shallow chasm (SQ-TER-29, SQ-FAL-05)."""
    width, depth = size(plan)
    if not (width == depth == USUAL):
        return [Refusal("SQ-TBL-01", {"width": width, "depth": depth, "needed": USUAL})]
    pieces = numbered(plan.pieces)
    found = [
        Refusal("SQ-TER-29", {"piece": piece.id, "fault": fault})
        for piece in pieces
        for fault in piece_faults(piece, width, depth)
    ]
    found += [
        Refusal("SQ-FAL-05", {"piece": piece.id, "depth": _figure(piece, "depth"), "over": CLIMB})
        for piece in pieces
        if "gap" in piece.traits and _figure(piece, "depth") <= CLIMB + SLACK
    ]
    for id, times in Counter(p.id for p in pieces).items():
        if times > 1:
            found.append(Refusal("SQ-TER-29", {"piece": id, "fault": f"{times} pieces have this id"}))
    return found


def piece_faults(piece: Piece, width: float, depth: float) -> Iterator[str]:
    """What is wrong with a single piece."""
    wrong = shapes.validate(piece.polygon)
    if wrong:
        yield wrong
    elif any(not (-SLACK <= x <= width + SLACK and -SLACK <= y <= depth + SLACK) for x, y in piece.polygon):
        yield f"a corner is off the {width:g} by {depth:g} in mat"
    if not isfinite(piece.height) or not 0 <= piece.height <= 100:
        yield f"height {piece.height} is not a height"
    for word in piece.traits:
        key, _, rest = word.partition(":")
        if key in FIGURES:
            if (figure := _number(rest)) is None or not 0 <= figure <= 100:
                yield f"{word}: expected a figure from 0 to 100"
        elif key == "ladder":
            if len(numbers := [_number(n) for n in rest.split("/")]) != 2 or None in numbers:
                yield f"{word}: expected a point such as ladder:12/7.5"
        elif key == "dangerous_on":
            if rest not in ("advance", "rush", "charge"):
                yield f"{word}: expected an action: advance, rush or charge"
        elif rest or key not in TYPES | MARKS:
            yield f"{word}: no such terrain type; there are {', '.join(sorted(TYPES | MARKS))}"
