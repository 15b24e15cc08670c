"""Terrain as the rules read it: what each piece means, which level a spot has, and advice about battlefields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import floor, isfinite

from msgspec import Struct

from sightline.core.decisions import Refusal
from sightline.core.game import TablePlan
from sightline.core.kernel import Footprints, shapes
from sightline.core.table import Piece, Point, Terrain
from sightline.games.xenotactics.catalog import DEFAULTS, LEVEL, MISSION, SLACK, TOUCH

TRAITS = frozenset(
    (
        "hiding",
        "cover",
        "difficult",
        "high_ground",
        "impassable",
        "destructible",
        "door",
        "explosive",
        "hazardous",
        "ladder",
        "rift",
        "portal",
    )
)
MARKS = frozenset(("slope", "open", "climbable"))
FIGURES = frozenset(("level", "to_level", "defence", "hp"))
WORDS = frozenset(("pair", "owner"))
USUAL_WIDTH, USUAL_DEPTH = (float(v) for v in MISSION["ideal_table"])
SPOTS = 4096
"""How many spots are remembered with what lies under them."""
GROUND = -1
"""The floor everybody walks on who stands on no sheer piece."""


class Feature(Struct, frozen=True):
    """A piece of terrain with its traits read (XT-TER-01)."""

    place: int
    id: str
    polygon: tuple[Point, ...]
    traits: frozenset[str]
    level: int
    sheer: bool
    """High ground that has to be climbed."""
    solid: bool
    """Nobody is ever inside it."""
    hiding: bool
    floor: float
    """How high it stands: on the high ground under its middle, or on the mat."""
    top: float
    """How high it reaches (XT-LOS-04)."""
    to_level: int
    defence: int
    hit_points: int
    pair: str
    owner: str
    centre: Point
    box: tuple[float, float, float, float]
    """The least and greatest x, the least and greatest y."""

    @property
    def parts(self) -> tuple[tuple[Point, ...], ...]:
        """The convex pieces it is made of, counter-clockwise."""
        return _parts(self.polygon)

    def is_near(self, x: float, y: float, far: float) -> bool:
        """Whether a point is so near to the box around it that a closer look is worth it."""
        left, right, low, high = self.box
        return left - far <= x <= right + far and low - far <= y <= high + far

    @property
    def target(self) -> bool:
        """Whether it may be attacked (XT-TGT-03)."""
        return "destructible" in self.traits or "explosive" in self.traits

    def gap(self, x: float, y: float, radius: float) -> float:
        """The distance from a base to its edge; 0 if they touch or overlap (XT-MSR-07)."""
        return max(0.0, self.depth(x, y) - radius)

    def depth(self, x: float, y: float) -> float:
        """How far a point lies from its outline; 0 inside."""
        if shapes.contains(self.polygon, x, y):
            return 0.0
        return self.rim(x, y)

    def rim(self, x: float, y: float) -> float:
        """How far a point lies from its outline, inside or out."""
        return shapes.rim(self.polygon, x, y)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on it, its edge included (XT-MOV-12)."""
        if not self.is_near(x, y, SLACK):
            return False
        return shapes.contains(self.polygon, x, y) or self.rim(x, y) <= SLACK

    def within(self, x: float, y: float) -> bool:
        """Whether a point lies strictly inside."""
        return self.is_near(x, y, 0.0) and shapes.contains(self.polygon, x, y) and self.rim(x, y) > SLACK

    def touches(self, x: float, y: float, radius: float) -> bool:
        """Whether a base touches or overlaps it (XT-TER-02)."""
        return self.is_near(x, y, radius + TOUCH) and self.gap(x, y, radius) <= TOUCH


def everywhere(terrain: Terrain) -> tuple[Point, ...]:
    """The whole table."""
    width, height = terrain.width, terrain.height
    return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))


def features(terrain: Terrain) -> tuple[Feature, ...]:
    """Every piece of a terrain, read once."""
    found: tuple[Feature, ...] | None = terrain.compiled.get("features")
    if found is None:
        high = tuple((p.polygon, _figure(p, "level", 1)) for p in terrain.pieces if "high_ground" in p.traits)
        known = _readings(high)
        read: list[Feature] = []
        for place, piece in enumerate(terrain.pieces):
            if (place, piece) not in known:
                if len(known) >= SPOTS:
                    known.clear()
                known[place, piece] = _read(place, piece, _floor(piece, high))
            read.append(known[place, piece])
        found = terrain.compiled["features"] = tuple(read)
    return found


@lru_cache(256)
def _readings(high: tuple[tuple[tuple[Point, ...], int], ...]) -> dict[tuple[int, Piece], Feature]:
    """The pieces read so far, by their places, where this is the high ground: most of them outlast a change."""
    return {}


def _floor(piece: Piece, high: Sequence[tuple[tuple[Point, ...], int]]) -> float:
    """How high a piece stands: on the high ground under its middle, or on the mat."""
    if "high_ground" in piece.traits:
        return 0.0
    middle = centroid(piece.polygon)
    return LEVEL * max((n for polygon, n in high if shapes.contains(polygon, *middle)), default=0)


def _read(place: int, piece: Piece, floor: float) -> Feature:
    """A piece with its traits read."""
    words = frozenset(w for w in piece.traits if ":" not in w)
    closed = "open" not in words
    traits = words & TRAITS if "door" not in words or closed else frozenset(("door",))
    if "door" in words and closed:
        traits |= {"impassable", "hiding", "destructible"}  # XT-TER-13
    level = _figure(piece, "level", 1) if "high_ground" in words else 0
    return Feature(
        place=place,
        id=piece.id,
        polygon=piece.polygon,
        traits=traits | (words & MARKS),
        level=level,
        sheer=level > 0 and "slope" not in words,
        solid="impassable" in traits and not (level and "climbable" in words),
        hiding="hiding" in traits,
        floor=floor,
        top=LEVEL * level if level else floor + (piece.height or float(DEFAULTS["hiding_height"])),
        to_level=_figure(piece, "to_level", 1),
        defence=_figure(piece, "defence", 7),
        hit_points=_figure(piece, "hp", 1),
        pair=_word(piece, "pair"),
        owner=_word(piece, "owner"),
        centre=centroid(piece.polygon),
        box=(
            min((x for x, _ in piece.polygon), default=0.0),
            max((x for x, _ in piece.polygon), default=0.0),
            min((y for _, y in piece.polygon), default=0.0),
            max((y for _, y in piece.polygon), default=0.0),
        ),
    )


@lru_cache(4096)
def _parts(polygon: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """The convex parts of a piece; none of one that is no polygon, which is refused but may be looked at before."""
    try:
        return shapes.cut(polygon)
    except ValueError:
        return ()


def _figure(piece: Piece, key: str, usual: int) -> int:
    word = _word(piece, key)
    return int(word) if word.isdecimal() else usual


def _word(piece: Piece, key: str) -> str:
    return next((w.partition(":")[2] for w in piece.traits if w.partition(":")[0] == key), "")


def with_trait(terrain: Terrain, trait: str) -> tuple[Feature, ...]:
    """The pieces that have a trait."""
    key = ("with", trait)
    found: tuple[Feature, ...] | None = terrain.compiled.get(key)
    if found is None:
        found = terrain.compiled[key] = tuple(f for f in features(terrain) if trait in f.traits)
    return found


def near(terrain: Terrain, point: Point, far: float) -> list[Feature]:
    """The pieces a spot lies in or is nearly so close to, in their order; whoever cares looks closer."""
    prints: Footprints | None = terrain.compiled.get("footprints")
    if prints is None:
        prints = terrain.compiled["footprints"] = Footprints([p.polygon for p in terrain.pieces])
    known = features(terrain)
    return [known[n] for n in prints.near(*point, far + SLACK)]


def feature(terrain: Terrain, id: str) -> Feature | None:
    """A piece by its id."""
    found: dict[str, Feature] | None = terrain.compiled.get("by id")
    if found is None:
        found = terrain.compiled["by id"] = {f.id: f for f in reversed(features(terrain))}
    return found.get(id)


@lru_cache(4096)
def centroid(polygon: tuple[Point, ...]) -> Point:
    """The middle of a polygon by area."""
    area = x = y = 0.0
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if not area:  # A piece without any ground is refused, but may be looked at before.
        return polygon[0] if polygon else (0.0, 0.0)
    return (x / (3 * area), y / (3 * area))


def stands_on(terrain: Terrain, point: Point) -> Feature | None:
    """The highest high ground under a spot; None on the mat (XT-MOV-12)."""
    known: dict[Point, Feature | None] | None = terrain.compiled.get("spots")
    if known is None:
        known = terrain.compiled["spots"] = {}
    elif point in known:
        return known[point]
    best: Feature | None = None
    for f in near(terrain, point, SLACK):
        if f.level > (best.level if best else 0) and f.holds(*point):
            best = f
    if len(known) >= SPOTS:
        known.clear()
    known[point] = best
    return best


def level_at(terrain: Terrain, point: Point) -> int:
    """The level of a spot."""
    found = stands_on(terrain, point)
    return found.level if found else 0


def floor_at(terrain: Terrain, point: Point) -> int:
    """The floor of a spot: the sheer piece it lies on, by place, or the ground with all its slopes."""
    found = stands_on(terrain, point)
    return found.place if found is not None and found.sheer else GROUND


# ------------------------------------------------------------------ layouts


def size(plan: TablePlan) -> tuple[float, float]:
    """How large the mat of a layout is (XT-MIS-03)."""
    return (plan.width or USUAL_WIDTH, plan.height or USUAL_DEPTH)


def numbered(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of a layout, each with an id."""
    return tuple(
        Piece(p.polygon, p.height, p.id or f"piece-{n}", p.name, p.kind, p.traits) for n, p in enumerate(pieces, 1)
    )


def layout_faults(plan: TablePlan) -> list[Refusal]:
    """Everything that is wrong with a layout (XT-TER-01)."""
    width, depth = size(plan)
    if not (isfinite(width) and isfinite(depth) and 6 <= width <= 240 and 6 <= depth <= 240):
        return [Refusal("XT-MIS-03", {"width": width, "depth": depth, "least": 6, "most": 240})]
    pieces = numbered(plan.pieces)
    found = [
        Refusal("XT-TER-01", {"piece": piece.id, "fault": fault})
        for piece in pieces
        for fault in piece_faults(piece, width, depth)
    ]
    for id, times in Counter(p.id for p in pieces).items():
        if times > 1:
            found.append(Refusal("XT-TER-01", {"piece": id, "fault": f"{times} pieces have this id"}))
    pairs = {p.id: _word(p, "pair") for p in pieces if "portal" in p.traits}
    for id, twin in pairs.items():
        if pairs.get(twin) != id or twin == id:
            found.append(Refusal("XT-TER-24", {"piece": id, "fault": f"{twin or 'nothing'} is not its twin"}))
    return found


def piece_faults(piece: Piece, width: float, depth: float) -> Iterator[str]:
    """What is wrong with a single piece."""
    wrong = shapes.validate(piece.polygon)
    if wrong:
        yield wrong
    elif any(not (-SLACK <= x <= width + SLACK and -SLACK <= y <= depth + SLACK) for x, y in piece.polygon):
        yield f"a corner is off the {width:g} by {depth:g} in mat"
    if not isfinite(piece.height) or not 0 <= piece.height <= 1000:
        yield f"height {piece.height} is not a height"
    for word in piece.traits:
        key, _, figure = word.partition(":")
        if key in FIGURES and not (figure.isdecimal() and 0 < int(figure) <= 10):
            yield f"{word}: expected a figure from 1 to 10"
        elif key not in FIGURES and key not in WORDS and (figure or key not in TRAITS | MARKS):
            yield f"{word}: no such trait"


# ------------------------------------------------------------------ advice (XT-MIS-03, XT-MIS-04)

SQUARE = 0.25


def advice(plan: TablePlan) -> list[Refusal]:
    """What a table would point out about a legal battlefield."""
    found = []
    (width, depth), least = size(plan), MISSION["min_table"]
    if min(width, depth) < least[0]:
        found.append(Refusal("XT-MIS-03", {"width": width, "depth": depth, "least": least[0]}))
    share, wanted = covered_share(plan), MISSION["min_covered_share"]
    if share < wanted:
        percent = {"percent": floor(100 * share), "least percent": round(100 * wanted)}
        found.append(Refusal("XT-MIS-04", {"covered": round(share, 4), "least": wanted, **percent}))
    lane = widest_lane(plan)
    if lane > MISSION["max_open_lane"]:
        found.append(Refusal("XT-MIS-04", {"open lane": lane, "most": MISSION["max_open_lane"]}))
    return found


def covered_share(plan: TablePlan) -> float:
    """How much of the mat lies under terrain, row by row of a fine grid."""
    width, depth = size(plan)
    rows = round(depth / SQUARE)
    under = 0.0
    for row in range(rows):
        spans = sorted(span for p in plan.pieces for span in _across(p.polygon, (row + 0.5) * depth / rows))
        reach = 0.0
        for low, high in spans:
            under += max(0.0, min(high, width) - max(low, reach))
            reach = max(reach, high)
    return under / (rows * width)


def _across(polygon: Sequence[Point], y: float) -> list[tuple[float, float]]:
    """The stretches of a row that lie in a polygon."""
    crossed = []
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        if (ay <= y) != (by <= y):
            crossed.append(ax + (y - ay) / (by - ay) * (bx - ax))
    crossed.sort()
    return list(zip(crossed[::2], crossed[1::2], strict=True))


def widest_lane(plan: TablePlan) -> float:
    """The widest strip straight across the mat, from edge to edge, that meets no hiding piece."""
    width, depth = size(plan)
    hiding = [p.polygon for p in plan.pieces if "hiding" in p.traits]
    across = _widest([(min(x for x, _ in p), max(x for x, _ in p)) for p in hiding], width)
    along = _widest([(min(y for _, y in p), max(y for _, y in p)) for p in hiding], depth)
    return max(across, along)


def _widest(spans: Sequence[tuple[float, float]], length: float) -> float:
    reach = best = 0.0
    for low, high in sorted(spans):
        best = max(best, low - reach)
        reach = max(reach, high)
    return max(best, length - reach)
