"""Who is there, and how far apart: models, units, heroes and enemies, read off the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from sightline.core import sight
from sightline.core.table import Model, ModelId, Point, Table
from sightline.games.starquest.catalog import CONSTANTS, ENEMIES, HEROES, SLACK
from sightline.games.starquest.ground import floor_at, scale
from sightline.games.starquest.tokens import HEIGHT, TOUGH, UNCONSCIOUS, WOUNDS

UnitId = str


def place(model: Model) -> Point:
    """Where a model stands; asking it of one that does not stand anywhere is a mistake of the caller."""
    assert model.at is not None
    return model.at


def inches(table: Table, key: str) -> float:
    """A distance of the book, as it is on this table (SQ-TBL-02)."""
    return float(CONSTANTS[key]) * scale(table)


def floor(table: Table, model: Model) -> float:
    """The height of the floor a model stands on."""
    return floor_at(table.terrain, place(model))


def tall(model: Model) -> float:
    """How tall a model is (SQ-LOS-08)."""
    return model.tokens[HEIGHT] / 100


def gap(one: Model, other: Model) -> float:
    """The distance between two models, in plan (SQ-MSR-02)."""
    return sight.gap(one, other)


def reach(model: Model, point: Point) -> float:
    """The distance from a base to a point (SQ-MSR-08)."""
    return sight.reach(model, point)


# ------------------------------------------------------------------ units (SQ-GEN-03)


def is_hero(model: Model) -> bool:
    """Whether a model is a hero."""
    return model.side == HEROES


def conscious(model: Model) -> bool:
    """Whether a model is on its feet."""
    return model.at is not None and UNCONSCIOUS not in model.tokens


def members(table: Table, unit: UnitId) -> tuple[Model, ...]:
    """The models of a unit that are on the table, in their order."""
    known: dict[UnitId, tuple[ModelId, ...]] | None = table.memo.get("units")
    if known is None:
        found: dict[UnitId, list[ModelId]] = {}
        for id in table.standing():
            found.setdefault(table.models[id].unit, []).append(id)
        known = table.memo["units"] = {unit: tuple(ids) for unit, ids in found.items()}
    return tuple(table.models[id] for id in known.get(unit, ()))


def units(table: Table, side: str) -> tuple[UnitId, ...]:
    """The units a side has on the table, in the order they were deployed; unconscious heroes are none (SQ-UNC-02)."""
    found = dict.fromkeys(m.unit for m in table.squad(side) if conscious(m))
    return tuple(found)


def leader(table: Table, unit: UnitId) -> Model:
    """The first model of a unit: who speaks for it."""
    return members(table, unit)[0]


def party(table: Table) -> tuple[Model, ...]:
    """All heroes, in party order, wherever they are."""
    return tuple(m for m in table.models.values() if m.kind == "model" and m.owner == HEROES)


def up(table: Table) -> tuple[Model, ...]:
    """The conscious heroes on the table, in party order."""
    return tuple(m for m in table.squad(HEROES) if conscious(m))


def foes(table: Table, side: str) -> tuple[UnitId, ...]:
    """The units of the other side."""
    return units(table, ENEMIES if side == HEROES else HEROES)


def ids(models: Iterable[Model]) -> tuple[ModelId, ...]:
    """The ids of some models."""
    return tuple(m.id for m in models)


def wounds_left(model: Model) -> int:
    """The wounds that are missing to fell a model (SQ-WND-01)."""
    return model.tokens[TOUGH] - model.tokens.get(WOUNDS, 0)


# ------------------------------------------------------------------ distances (SQ-MSR-03, SQ-GEN-06)


def apart(one: Sequence[Model], other: Sequence[Model]) -> float:
    """The distance between two units: that of their nearest models."""
    return min(gap(a, b) for a in one for b in other)


def within(distance: float, limit: float) -> bool:
    """Whether a distance is a limit or less."""
    return distance <= limit + SLACK


def over(distance: float, limit: float) -> bool:
    """Whether a distance is more than a limit."""
    return distance > limit + SLACK


def corners(table: Table) -> tuple[Point, Point, Point, Point]:
    """The corners of the table, from north-west clockwise (SQ-MSR-07)."""
    width, depth = table.terrain.width, table.terrain.height
    return ((0.0, depth), (width, depth), (width, 0.0), (0.0, 0.0))


def quarters(table: Table) -> tuple[Point, ...]:
    """The centres of the quarters, in the order of their corners (SQ-MSR-07)."""
    width, depth = table.terrain.width, table.terrain.height
    return tuple(
        (width / 4 if x == 0 else width * 3 / 4, depth / 4 if y == 0 else depth * 3 / 4) for x, y in corners(table)
    )


def centre(table: Table) -> Point:
    """The table centre (SQ-MSR-07)."""
    return (table.terrain.width / 2, table.terrain.height / 2)


def quarter_of(table: Table, point: Point) -> int:
    """The quarter a point lies in, from 1 to 4; on a dividing line the lower number (SQ-MSR-07)."""
    far = [round(hypot(point[0] - x, point[1] - y), 3) for x, y in quarters(table)]
    return far.index(min(far)) + 1


def in_from(table: Table, corner: int, inch: float = 4.0) -> Point:
    """The spot so many inches in from both edges of a corner, from 1 to 4 (SQ-MIS-07, SQ-DPL-06)."""
    x, y = corners(table)[corner - 1]
    way = inch * scale(table)
    return (x + way if x == 0 else x - way, y + way if y == 0 else y - way)
