"""Distance, sight, cover and engagement, read off the table.

What is asked again while nobody moves is remembered in the table's memo, which every change of position throws away.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot

from sightline.core.kernel import Scene, shapes
from sightline.core.sight import Disc, disc, gap, scene
from sightline.core.table import Model, ModelId, Point, Table, Terrain
from sightline.core.variants import Variant
from sightline.games.guerrilla.catalog import ENGAGED, HALF, LOW, SLACK

# ------------------------------------------------------------------ terrain


def cover_extents(terrain: Terrain) -> dict[int, float]:
    """How broad each piece tall enough for cover is, touching pieces counted as one object (DG-TER-04, DG-TER-05)."""
    tall = [n for n, piece in enumerate(terrain.pieces) if piece.height > LOW]
    object_of = {n: n for n in tall}
    for place, one in enumerate(tall):
        for other in tall[place + 1 :]:
            if (
                object_of[one] != object_of[other]
                and shapes.gap(terrain.pieces[one].polygon, terrain.pieces[other].polygon) <= SLACK
            ):
                joined = object_of[other]
                for n in tall:
                    if object_of[n] == joined:
                        object_of[n] = object_of[one]
    extents: dict[int, float] = {}
    for n in tall:
        corners = [c for m in tall if object_of[m] == object_of[n] for c in terrain.pieces[m].polygon]
        extents[n] = shapes.extent(corners)
    return extents


def covering(terrain: Terrain, diameter: float) -> tuple[int, ...]:
    """The pieces that can be cover for a base of this size, by place (DG-LOS-02)."""
    key = ("covering", diameter)
    found: tuple[int, ...] | None = terrain.compiled.get(key)
    if found is None:
        extents = terrain.compiled.get("extents")
        if extents is None:
            extents = terrain.compiled["extents"] = cover_extents(terrain)
        found = terrain.compiled[key] = tuple(n for n, extent in extents.items() if extent >= diameter - SLACK)
    return found


# ------------------------------------------------------------------ sight


def nobody(table: Table, observer: Model, target: Model) -> tuple[Disc, ...]:
    """Models are transparent (DG-LOS-03)."""
    return ()


def everybody_else(table: Table, observer: Model, target: Model) -> tuple[Disc, ...]:
    """Every base but these two blocks sight."""
    return tuple(disc(table.models[m]) for m in table.standing() if m not in (observer.id, target.id))


BLOCKERS = Variant("models_block_los", {False: nobody, True: everybody_else})


def share(table: Table, observer: ModelId, target: ModelId) -> float:
    """How much of a base the observer sees, as a fraction of its area (DG-LOS-05)."""
    if observer == target:
        return 1.0  # DG-LOS-11
    memo: dict[ModelId, float] | None = table.memo.get(("shares", observer))
    if memo is None:
        memo = table.memo["shares", observer] = {}
    found = memo.get(target)
    if found is None:
        found = memo[target] = _share(table, table.models[observer], table.models[target])
    return found


def _share(table: Table, one: Model, other: Model) -> float:
    view = scene(table.terrain, covering(table.terrain, 2 * other.radius))
    return float(view.share(*disc(one), *disc(other), BLOCKERS.of(table)(table, one, other)))


def look(table: Table, observer: ModelId, targets: Iterable[Model]) -> None:
    """Remember what an observer sees of several models, asked of the kernel in one go."""
    memo: dict[ModelId, float] | None = table.memo.get(("shares", observer))
    if memo is None:
        memo = table.memo["shares", observer] = {}
    if BLOCKERS.of(table) is not nobody:
        return
    unknown: dict[float, list[Model]] = {}
    for model in targets:
        if model.id not in memo:
            unknown.setdefault(model.radius, []).append(model)
    for radius, models in unknown.items():
        view = scene(table.terrain, covering(table.terrain, 2 * radius))
        seen = view.shares(*disc(table.models[observer]), [disc(m) for m in models])
        for model, value in zip(models, seen, strict=True):
            memo[model.id] = value


def sees(table: Table, observer: ModelId, target: ModelId) -> bool:
    """Whether a model sees another, or itself (DG-LOS-01, DG-LOS-11)."""
    return share(table, observer, target) > 0.0


def in_half_cover(table: Table, observer: ModelId, target: ModelId) -> bool:
    """Whether half of a base or less is to be seen, but not nothing (DG-LOS-06)."""
    return 0.0 < share(table, observer, target) <= HALF


def sees_spot(table: Table, observer: Model, point: Point) -> bool:
    """Whether a model sees a spot on the mat; everything taller than 1 in blocks (DG-LOS-09)."""
    return bool(spot_scene(table.terrain).sees_spot(*disc(observer), *point))


def spot_scene(terrain: Terrain) -> Scene:
    """What blocks sight to a spot."""
    return scene(terrain, tuple(n for n, piece in enumerate(terrain.pieces) if piece.height > LOW))


def blocking(table: Table, observer: ModelId, target: ModelId) -> list[str]:
    """The ids of the pieces and models that hide something of a base."""
    one, other = table.models[observer], table.models[target]
    pieces = covering(table.terrain, 2 * other.radius)
    discs = BLOCKERS.of(table)(table, one, other)
    bodies = [m for m in table.standing() if m not in (observer, target)]
    found = scene(table.terrain, pieces).blockers(*disc(one), *disc(other), discs)
    return [table.terrain.pieces[pieces[b.piece]].id if b.piece >= 0 else bodies[b.disc] for b in found]


# ------------------------------------------------------------------ engagement


def by_distance(table: Table, one: ModelId, other: ModelId) -> bool:
    """Distance alone engages (DG-ENG-06)."""
    return True


def by_sight(table: Table, one: ModelId, other: ModelId) -> bool:
    """One of the two has to see the other."""
    return sees(table, one, other) or sees(table, other, one)


ENGAGES = Variant("engaged_needs_los", {False: by_distance, True: by_sight})


def engaged_with(table: Table, id: ModelId) -> tuple[ModelId, ...]:
    """The enemies a model is engaged with (DG-ENG-01, DG-ENG-02, DG-ENG-03)."""
    key = ("engaged", id)
    found: tuple[ModelId, ...] | None = table.memo.get(key)
    if found is None:
        model = table.models[id]
        near = [
            m
            for m in table.standing()
            if table.models[m].side != model.side and gap(model, table.models[m]) <= ENGAGED + SLACK
        ]
        found = table.memo[key] = tuple(m for m in near if ENGAGES.of(table)(table, id, m))
    return found


# ------------------------------------------------------------------ zones


LEFT_ZONE: tuple[Point, ...] = ((0.0, 0.0), (0.0, 24.0), (10.0, 12.0))
RIGHT_ZONE: tuple[Point, ...] = ((36.0, 0.0), (36.0, 24.0), (26.0, 12.0))
ZONES = (LEFT_ZONE, RIGHT_ZONE)


def _inner_sides(zone: tuple[Point, ...]) -> tuple[tuple[float, float, float], ...]:
    """The sides of a triangle as (a, b, c): a point lies a x + b y + c deep inside of each."""
    inside = (sum(p[0] for p in zone) / 3, sum(p[1] for p in zone) / 3)
    sides = []
    for (ax, ay), (bx, by) in pairwise((*zone, zone[0])):
        length = hypot(bx - ax, by - ay)
        a, b, c = (ay - by) / length, (bx - ax) / length, ((by - ay) * ax - (bx - ax) * ay) / length
        sign = 1.0 if a * inside[0] + b * inside[1] + c > 0 else -1.0
        sides.append((sign * a, sign * b, sign * c))
    return tuple(sides)


_SIDES = {zone: _inner_sides(zone) for zone in ZONES}


def depth_in_zone(zone: tuple[Point, ...], point: Point) -> float:
    """How deep a point lies inside a zone: its distance to the nearest side, negative outside (DG-ARN-02)."""
    x, y = point
    return min([a * x + b * y + c for a, b, c in _SIDES[zone]])
