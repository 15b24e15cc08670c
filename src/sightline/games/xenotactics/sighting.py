"""Line of sight: who sees whom, who is flanked, and who has an enemy behind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import cos, hypot, pi, radians, sin, sqrt

from sightline.core import sight
from sightline.core.kernel import Scene, shapes
from sightline.core.table import Model, ModelId, Point, Table, Terrain
from sightline.core.variants import Variant
from sightline.games.xenotactics.catalog import DEFAULTS, LEVEL, SLACK, TALL, TOUCH
from sightline.games.xenotactics.ground import Feature, features, level_at, with_trait
from sightline.games.xenotactics.measure import distance, levels, place, through, touching
from sightline.games.xenotactics.tokens import REACTED, STUNNED

HAIR: float = DEFAULTS["sight_tolerance"]
RIM: int = DEFAULTS["sight_rim_points"]
VIEWS = 2048
"""How many sets of pieces are remembered with what the kernel makes of them."""


# ------------------------------------------------------------------ what stops a line


def touches_area(piece: Feature, at: Point, radius: float) -> bool:
    """A model is in an area when its base touches it (XT-TER-03)."""
    return piece.touches(*at, radius)


def overlaps_area(piece: Feature, at: Point, radius: float) -> bool:
    """A model is in an area when its base overlaps it."""
    return piece.is_near(*at, radius) and radius - piece.depth(*at) > TOUCH


IN_AREA = Variant("hiding_contact", {"touching": touches_area, "overlapping": overlaps_area})


def is_in(table: Table, piece: Feature, at: Point, radius: float) -> bool:
    """Whether a base is in a hiding piece: on high ground, in an area; never in a wall (XT-TER-03, XT-TER-11)."""
    if piece.level:
        return piece.holds(*at)
    return not piece.solid and IN_AREA.of(table)(piece, at, radius)


def every_body(table: Table, model: Model) -> bool:
    """Whoever stands or lies there is in the way (XT-LOS-02)."""
    return True


def upright_bodies(table: Table, model: Model) -> bool:
    """Whoever lies on the ground is looked over."""
    return STUNNED not in model.tokens


BODIES = Variant("stunned_models_block_los", {True: every_body, False: upright_bodies})


def crown(rise: int) -> float:
    """The height of the top of a model on a level (XT-LOS-04)."""
    return LEVEL * rise + TALL


def hides(table: Table, eyes: float, ends: Sequence[tuple[Point, float]]) -> tuple[int, ...]:
    """The hiding pieces that reach a height and that no end of the line is in, by place."""
    key = ("reaching", eyes)
    tall: tuple[int, ...] | None = table.terrain.compiled.get(key)
    if tall is None:
        tall = tuple(f.place for f in with_trait(table.terrain, "hiding") if f.top >= eyes - SLACK)
        table.terrain.compiled[key] = tall
    open_to: set[int] = set()
    for at, radius in ends:
        open_to |= entered(table, at, radius)
    return tuple(n for n in tall if n not in open_to) if open_to else tall


def entered(table: Table, at: Point, radius: float) -> frozenset[int]:
    """The hiding pieces a base on a spot is in, by place."""
    known: dict[tuple[Point, float], frozenset[int]] = table.memo.setdefault("entered", {})
    found = known.get((at, radius))
    if found is None:
        pieces = with_trait(table.terrain, "hiding")
        found = known[at, radius] = frozenset(f.place for f in pieces if is_in(table, f, at, radius))
    return found


# ------------------------------------------------------------------ models


def sees(table: Table, one: ModelId, other: ModelId) -> bool:
    """Whether two models see each other; it is mutual and all round (XT-LOS-01, XT-LOS-03)."""
    if one == other:
        return True
    key = (one, other) if one < other else (other, one)
    known: dict[tuple[ModelId, ModelId], bool] | None = table.memo.get("sees")
    if known is None:
        known = table.memo["sees"] = {}
    found = known.get(key)
    if found is None:
        found = known[key] = _sees(table, table.models[one], table.models[other])
    return found


def _sees(table: Table, one: Model, other: Model) -> bool:
    if touching(table, one, other):
        return True
    return spots_see(table, place(one), one.radius, place(other), other.radius, (one.id, other.id))


def spots_see(table: Table, a: Point, ar: float, b: Point, br: float, besides: Sequence[ModelId]) -> bool:
    """Whether bases on two spots would see each other; some models are not in the way."""
    rise_a, rise_b = level_at(table.terrain, a), level_at(table.terrain, b)
    lower = crown(min(rise_a, rise_b))
    pieces = hides(table, lower, ((a, ar), (b, br)))
    bodies = [m for m in table.standing() if m not in besides and BODIES.of(table)(table, table.models[m])]
    rises = levels(table)
    one, other = (a, ar, crown(rise_a)), (b, br, crown(rise_b))
    between = tuple(f.place for f in standing_between(table.terrain, pieces, one, other))
    if rise_a == rise_b:
        if any(closes(part, one, other, -1.0) for n in between for part in features(table.terrain)[n].parts):
            return False
        discs = [sight.disc(table.models[m]) for m in bodies if rises[m] >= rise_a]
        discs = [d for d in discs if _passes(*d, one, other)]
        if not between and not discs:
            return True
        return bool(view(table.terrain, between).sees(*a, ar, *b, br, discs, HAIR))
    discs_with_tops = [(sight.disc(table.models[m]), crown(rises[m])) for m in bodies if crown(rises[m]) >= lower]
    return over_and_under(table, one, other, between, discs_with_tops)


def standing_between(terrain: Terrain, pieces: Sequence[int], a: Eye, b: Eye) -> list[Feature]:
    """Those of some pieces that come near the ground between two bases."""
    (ax, ay), ar, _ = a
    (bx, by), br, _ = b
    wide = max(ar, br) + HAIR
    west, east, south, north = min(ax, bx) - wide, max(ax, bx) + wide, min(ay, by) - wide, max(ay, by) + wide
    known, found = features(terrain), []
    for n in pieces:
        left, right, low, high = known[n].box
        if right >= west and left <= east and high >= south and low <= north and near(known[n].polygon, a, b):
            found.append(known[n])
    return found


def view(terrain: Terrain, pieces: tuple[int, ...]) -> Scene:
    """The kernel's view of a few pieces; there are many such sets, so only some are remembered."""
    known: dict[tuple[int, ...], Scene] = terrain.compiled.setdefault("views", {})
    found = known.get(pieces)
    if found is None:
        if len(known) >= VIEWS:
            known.clear()
        found = known[pieces] = Scene([terrain.pieces[n].polygon for n in pieces])
    return found


# ------------------------------------------------------------------ between levels (XT-LOS-04)

Eye = tuple[Point, float, float]
"""The middle of a base, its radius, and the height of its top."""


@cache
def rim(radius: float) -> tuple[Point, ...]:
    """The middle of a base and points spread evenly over its rim."""
    turns = [2 * pi * k / RIM for k in range(RIM)]
    return ((0.0, 0.0), *((radius * cos(t), radius * sin(t)) for t in turns))


def over_and_under(
    table: Table, a: Eye, b: Eye, pieces: Sequence[int], discs: Sequence[tuple[sight.Disc, float]]
) -> bool:
    """Whether any of the lines between two bases at different heights passes above everything it crosses."""
    if a[2] < b[2]:
        a, b = b, a  # From above downwards, so that a line is lowest where it leaves something.
    (ax, ay), ar, az = a
    (bx, by), br, bz = b
    walls: list[tuple[list[Point], float]] = []
    for n in pieces:
        f = features(table.terrain)[n]
        walls += [(part, (az - f.top) / (az - bz)) for part in f.parts if near(part, a, b)]
    bodies = [(x, y, r, (az - top) / (az - bz)) for (x, y, r), top in discs if _passes(x, y, r, a, b)]
    if not walls and not bodies:
        return True
    if any(closes(part, a, b, low) for part, low in walls):
        return False
    for px, py in rim(ar):
        p = (ax + px, ay + py)
        for qx, qy in rim(br):
            q = (bx + qx, by + qy)
            if not any(_stopped(part, p, q, low) for part, low in walls) and not any(
                _meets(x, y, r, p, q, low) for x, y, r, low in bodies
            ):
                return True
    return False


def closes(part: list[Point], a: Eye, b: Eye, low: float) -> bool:
    """Whether a convex piece stops both outer tangents of two bases, well below its top: then it stops all lines."""
    (ax, ay), ar, _ = a
    (bx, by), br, _ = b
    far = hypot(bx - ax, by - ay)
    if far <= ar + br:
        return False
    # The outer tangents touch the bases where this normal, turned a little for unequal radii, leaves their middles.
    slant = (ar - br) / far
    ux, uy = (bx - ax) / far, (by - ay) / far
    sure = low + (ar + br) / far
    for turn in (1.0, -1.0):
        across = turn * sqrt(max(0.0, 1.0 - slant * slant))
        nx, ny = slant * ux - across * uy, slant * uy + across * ux
        span = through(part, (ax + ar * nx, ay + ar * ny), (bx + br * nx, by + br * ny))
        if span is None or span[1] < sure or span[0] <= 0.0 or span[1] >= 1.0:
            return False
    return True


def near(part: Sequence[Point], a: Eye, b: Eye) -> bool:
    """Whether a piece comes near the ground between two bases."""
    (ax, ay), ar, _ = a
    (bx, by), br, _ = b
    wide = max(ar, br) + HAIR
    xs, ys = [x for x, _ in part], [y for _, y in part]
    if max(xs) < min(ax, bx) - wide or min(xs) > max(ax, bx) + wide:
        return False
    if max(ys) < min(ay, by) - wide or min(ys) > max(ay, by) + wide:
        return False
    length = hypot(bx - ax, by - ay)
    sides = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in part] if length else [0.0]
    return not (min(sides) > wide or max(sides) < -wide)


def _passes(x: float, y: float, r: float, a: Eye, b: Eye) -> bool:
    return shapes.point_gap(x, y, a[0], b[0]) <= r + max(a[1], b[1]) + HAIR


def _stopped(part: list[Point], p: Point, q: Point, low: float) -> bool:
    """Whether a line from above is inside a piece beyond the share of its length where it sinks below the top."""
    span = through(part, p, q)
    return span is not None and span[1] >= low


def _meets(x: float, y: float, r: float, p: Point, q: Point, low: float) -> bool:
    dx, dy = q[0] - p[0], q[1] - p[1]
    length2 = dx * dx + dy * dy
    t = ((x - p[0]) * dx + (y - p[1]) * dy) / length2
    apart2 = (x - p[0] - t * dx) ** 2 + (y - p[1] - t * dy) ** 2
    if apart2 >= (r + HAIR) ** 2:
        return False
    half = sqrt(((r + HAIR) ** 2 - apart2) / length2)
    return min(t + half, 1.0) >= max(low, t - half, 0.0)


# ------------------------------------------------------------------ pieces and spots (XT-LOS-05)


def sees_piece(table: Table, model: Model, piece: Feature) -> bool:
    """Whether any line from the base reaches the outline of a piece without meeting another blocker."""
    key = ("sees piece", model.id, piece.id)
    found: bool | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = _sees_piece(table, model, piece)
    return found


def _sees_piece(table: Table, model: Model, piece: Feature) -> bool:
    at = place(model)
    eyes = crown(min(level_at(table.terrain, at), round(piece.floor / LEVEL)))
    ends = ((at, model.radius),)
    far = max(hypot(x - at[0], y - at[1]) for x, y in piece.polygon)
    left, right, low, high = piece.box
    middle, half = ((left + right) / 2, (low + high) / 2), max(right - left, high - low)
    one, other = (at, model.radius, eyes), (middle, half, eyes)
    hiding = standing_between(table.terrain, hides(table, eyes, ends), one, other)
    others = tuple(f.place for f in hiding if f.place != piece.place and f.is_near(*at, far))
    seen = view(table.terrain, others)
    bodies = [m for m in table.standing() if m != model.id and BODIES.of(table)(table, table.models[m])]
    discs = [sight.disc(table.models[m]) for m in bodies if crown(levels(table)[m]) >= eyes]
    discs = [d for d in discs if _passes(*d, one, other)]
    if not others and not discs:
        return True
    return any(seen.sees(*at, model.radius, *spot, 0.0, discs, HAIR) for spot in outline(piece.polygon))


def outline(polygon: Sequence[Point]) -> list[Point]:
    """Points along an outline, about half an inch apart."""
    found: list[Point] = []
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        steps = max(1, int(hypot(bx - ax, by - ay) / 0.5))
        found += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(steps)]
    return found


# ------------------------------------------------------------------ flanking (XT-FLK-01 to XT-FLK-03)


def threatens(model: Model) -> bool:
    """A model that can do nothing threatens nobody."""
    return STUNNED not in model.tokens


def is_there(model: Model) -> bool:
    """Whoever is there counts."""
    return True


FLANKS = Variant("stunned_models_flank", {False: threatens, True: is_there})


def flankers(table: Table, model: Model) -> tuple[ModelId, ModelId] | None:
    """Two enemies who flank a model: seen both, and farther from each other than either is from it."""
    key = ("flankers", model.id)
    if key not in table.memo:
        table.memo[key] = _flankers(table, model)
    found: tuple[ModelId, ModelId] | None = table.memo[key]
    return found


def _flankers(table: Table, model: Model) -> tuple[ModelId, ModelId] | None:
    counts = FLANKS.of(table)
    enemies = [m for m in table.squad(table.other(model.side)) if counts(m) and sees(table, model.id, m.id)]
    far = {m.id: distance(table, model, m) for m in enemies}
    for one, other in combinations(enemies, 2):
        if distance(table, one, other) > max(far[one.id], far[other.id]) + SLACK:
            return one.id, other.id
    return None


# ------------------------------------------------------------------ facing (XT-RCT-05, XT-RCT-06)


def behind(model: Model, at: Point) -> bool:
    """Whether a spot lies in the rear arc of a model that has reacted this turn."""
    if REACTED not in model.tokens:
        return False
    x, y = place(model)
    turn = radians(model.facing)
    return (at[0] - x) * cos(turn) + (at[1] - y) * sin(turn) < -HAIR
