"""Line of sight: who sees whom, who is flanked, and who has an enemy behind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, hypot, radians, sin

from sightline.core import sight
from sightline.core.kernel import Scene, Skyline
from sightline.core.table import Model, ModelId, Point, Table, Terrain
from sightline.core.variants import Variant
from sightline.games.xenotactics.catalog import DEFAULTS, LEVEL, SLACK, TALL, TOUCH
from sightline.games.xenotactics.ground import SPOTS, Feature, level_at, near, with_trait
from sightline.games.xenotactics.measure import distance, levels, place, touching
from sightline.games.xenotactics.tokens import REACTED, STUNNED

HAIR: float = DEFAULTS["sight_tolerance"]
RIM: int = DEFAULTS["sight_rim_points"]


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


def entered(table: Table, at: Point, radius: float) -> frozenset[int]:
    """The hiding pieces a base on a spot is in, by their number among the hiding ones."""
    key = ("entered", IN_AREA.of(table))
    known: dict[tuple[Point, float], frozenset[int]] = table.terrain.compiled.setdefault(key, {})
    found = known.get((at, radius))
    if found is None:
        if len(known) >= SPOTS:
            known.clear()
        number = hiding(table.terrain)
        pieces = (f for f in near(table.terrain, at, radius + TOUCH) if f.place in number)
        found = known[at, radius] = frozenset(number[f.place] for f in pieces if is_in(table, f, at, radius))
    return found


def hiding(terrain: Terrain) -> dict[int, int]:
    """The places of the hiding pieces, each with its number among them."""
    found: dict[int, int] | None = terrain.compiled.get("hiding")
    if found is None:
        found = {f.place: n for n, f in enumerate(with_trait(terrain, "hiding"))}
        terrain.compiled["hiding"] = found
    return found


def looked_over(terrain: Terrain, eyes: float) -> frozenset[int]:
    """The hiding pieces that do not reach a height, by their number."""
    key = ("looked over", eyes)
    found: frozenset[int] | None = terrain.compiled.get(key)
    if found is None:
        pieces = enumerate(with_trait(terrain, "hiding"))
        found = terrain.compiled[key] = frozenset(n for n, f in pieces if f.top < eyes - SLACK)
    return found


def flat(terrain: Terrain) -> Scene:
    """What is seen past the hiding pieces on one level."""
    found: Scene | None = terrain.compiled.get("flat")
    if found is None:
        found = terrain.compiled["flat"] = Scene([f.polygon for f in with_trait(terrain, "hiding")])
    return found


def skyline(terrain: Terrain) -> Skyline:
    """What is seen over the hiding pieces from one level to another (XT-LOS-04)."""
    found: Skyline | None = terrain.compiled.get("skyline")
    if found is None:
        pieces = with_trait(terrain, "hiding")
        found = Skyline([f.polygon for f in pieces], [f.top for f in pieces], RIM)
        terrain.compiled["skyline"] = found
    return found


def bodies(table: Table) -> list[tuple[ModelId, int, sight.Disc]]:
    """Everybody who is in the way of a line: who, on which level, and the base."""
    found: list[tuple[ModelId, int, sight.Disc]] | None = table.memo.get("bodies")
    if found is None:
        counts, rises = BODIES.of(table), levels(table)
        standing = [table.models[id] for id in table.standing()]
        found = table.memo["bodies"] = [(m.id, rises[m.id], sight.disc(m)) for m in standing if counts(table, m)]
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
    terrain = table.terrain
    rise_a, rise_b = level_at(terrain, a), level_at(terrain, b)
    in_a, in_b = entered(table, a, ar), entered(table, b, br)
    least = min(rise_a, rise_b)
    if rise_a == rise_b:
        through = looked_over(terrain, crown(least)) | in_a | in_b
        between = [disc for id, rise, disc in bodies(table) if rise >= least and id not in besides]
        return flat(terrain).sees(*a, ar, *b, br, between, HAIR, tuple(through))
    tops = [(*disc, crown(rise)) for id, rise, disc in bodies(table) if rise >= least and id not in besides]
    one, other = (*a, ar, crown(rise_a), tuple(in_a)), (*b, br, crown(rise_b), tuple(in_b))
    return skyline(terrain).sees(one, other, tops, HAIR)


# ------------------------------------------------------------------ pieces and spots (XT-LOS-05)


def sees_piece(table: Table, model: Model, piece: Feature) -> bool:
    """Whether any line from the base reaches the outline of a piece without meeting another blocker."""
    key = ("sees piece", model.id, piece.id)
    found: bool | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = reaches_piece(table, model, piece, (model.id,))
    return found


def reaches_piece(table: Table, model: Model, piece: Feature, besides: Sequence[ModelId]) -> bool:
    """Whether a line from a base reaches a piece; some models are not in the way.

    Between levels it runs from top to top like any other (XT-LOS-04).
    """
    at, terrain = place(model), table.terrain
    if piece.touches(*at, model.radius):
        return True
    rise, its_rise = level_at(terrain, at), round(piece.floor / LEVEL)
    least, own = min(rise, its_rise), {hiding(terrain)[piece.place]} if piece.hiding else set()
    between = [(level, disc) for id, level, disc in bodies(table) if level >= least and id not in besides]
    inside = entered(table, at, model.radius)
    if rise == its_rise:
        through = looked_over(terrain, crown(rise)) | inside | own
        discs = [disc for _, disc in between]
        return flat(terrain).sees_any(*at, model.radius, outline(piece.polygon), discs, HAIR, tuple(through))
    tops = [(*disc, crown(level)) for level, disc in between]
    eye = (*at, model.radius, crown(rise), tuple(inside))
    ends = ((x, y, r, piece.top, tuple(own)) for x, y, r in outline(piece.polygon))
    return any(skyline(terrain).sees(eye, end, tops, HAIR) for end in ends)


@lru_cache(1024)
def outline(polygon: tuple[Point, ...]) -> tuple[sight.Disc, ...]:
    """Points along an outline, about half an inch apart, as bases without any breadth."""
    found: list[sight.Disc] = []
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        steps = max(1, int(hypot(bx - ax, by - ay) / 0.5))
        found += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps, 0.0) for k in range(steps)]
    return tuple(found)


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
