"""Levels, sticks, distances, contact and arcs."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, radians, sin

from sightline.core.sight import gap
from sightline.core.table import FLAT, Model, ModelId, Point, Side, Table, snap
from sightline.core.variants import Variant
from sightline.games.deepwars.catalog import SIZES, SLACK, TOUCH, sizes
from sightline.games.deepwars.tokens import DAZED, ENTANGLED, FALLEN, IMMOBILIZED, SIZE, STICK, TRANSFIXED

WILD: Side = "wild"
"""The side of wild creatures, which is nobody's (DW-GEN-12)."""
OBJECT = "object"
"""The kind, and the side, of a scenic artifact or weapon, which is nobody's either."""
SHORT, MEDIUM, LONG = 1, 2, 3
"""The steps of a move."""
STEPS = {"short": SHORT, "medium": MEDIUM, "long": LONG}
"""The step of each stick by its name."""
NORMAL, BIG, HUGE = 1, 2, 3
TOP = 3
"""The highest level of the water (DW-DEP-01)."""

TALL = tuple(kind.levels for kind in sizes())
"""The levels that models of each size occupy."""
WEIGHT = {1: 0, 2: -1, 3: -3}
"""What the size of a creature does to the check of those who push it or break free of it (DW-PHY-05, DW-CND-04)."""

STICKS = Variant("stick_inches", {"3-5-7": (3.0, 5.0, 7.0), "4-6-8": (4.0, 6.0, 8.0), "2-3-5": (2.0, 3.0, 5.0)})
"""The lengths of the three sticks (DW-MOV-01)."""


def stick(table: Table, step: int) -> float:
    """The length of a stick, by its step."""
    return STICKS.of(table)[step - 1]


# ------------------------------------------------------------------ levels (DW-GEN-05, DW-DEP-01)


def place(model: Model) -> Point:
    """Where a model is; asking it of one that is off the map is a mistake of the caller."""
    assert model.at is not None
    return model.at


def level(table: Table, model: Model) -> int:
    """The depth level a model is on, 0 at the seafloor."""
    return round(model.z / stick(table, SHORT))


def height(table: Table, level: int) -> float:
    """How high above the seafloor a level is, in inches."""
    return level * stick(table, SHORT) if level else FLAT


def size(model: Model) -> int:
    """Normal, Big or Huge."""
    return model.tokens.get(SIZE, NORMAL)


def tall(model: Model) -> int:
    """How many levels a model occupies."""
    return TALL[model.tokens.get(SIZE, NORMAL) - 1]


def step_of(model: Model) -> int:
    """The step of its move stick as printed."""
    return model.tokens.get(STICK, MEDIUM)


def levels(table: Table, model: Model) -> range:
    """The levels a model occupies."""
    lowest = level(table, model)
    return range(lowest, lowest + tall(model))


def level_gap(table: Table, one: Model, other: Model) -> int:
    """How many levels lie between two models: 0 if they share one, 1 if they are on neighbouring ones."""
    short = stick(table, SHORT)
    rise = round(other.z / short) - round(one.z / short)
    return max(0, rise - tall(one) + 1, -rise - tall(other) + 1)


def share_a_level(table: Table, one: Model, other: Model) -> bool:
    """Whether two models occupy a common level."""
    return level_gap(table, one, other) == 0


# ------------------------------------------------------------------ distances: DW-GEN-10


def distance(table: Table, one: Model, other: Model) -> float:
    """The larger of the gap between the bases and a Short stick for each level between them."""
    return max(gap(one, other), level_gap(table, one, other) * stick(table, SHORT))


def within(table: Table, one: Model, other: Model, inches: float) -> bool:
    """Whether two models are at most so far apart."""
    return distance(table, one, other) <= inches + SLACK


def touching(table: Table, one: Model, other: Model) -> bool:
    """Whether two models are in contact (DW-GEN-09)."""
    return gap(one, other) <= TOUCH + 1e-9 and level_gap(table, one, other) <= 1


def enemies(table: Table, model: Model) -> Iterator[Model]:
    """Everybody on the map who is of another side; wild creatures are of one (DW-GEN-12)."""
    for id in table.standing():
        other = table.models[id]
        if other.side != model.side:
            yield other


def objects(table: Table) -> Iterator[Model]:
    """The scenic artifacts and weapons that stand on the map (DW-CBT-09)."""
    return (m for m in table.models.values() if m.kind == OBJECT and m.at is not None)


def friends(table: Table, model: Model) -> Iterator[Model]:
    """Everybody else of a model's side on the map."""
    return (m for m in table.squad(model.side) if m.id != model.id)


def engaged(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The enemies a model is in contact with."""
    if model.kind != "model":
        return ()
    key = ("engaged", model.id)
    found: tuple[ModelId, ...] | None = table.memo.get(key)
    if found is None:
        found = tuple(m.id for m in enemies(table, model) if touching(table, model, m))
        table.memo[key] = found
    return found


# ------------------------------------------------------------------ arcs (DW-GEN-07)


def heading(origin: Point, to: Point) -> float:
    """The direction from one point to another, in degrees, counter-clockwise from east."""
    return snap(degrees(atan2(to[1] - origin[1], to[0] - origin[0])) % 360.0) % 360.0


def in_front(model: Model, point: Point) -> bool:
    """Whether a point is in the front arc of a model; on the dividing line it is."""
    x, y = place(model)
    turn = radians(model.facing)
    return (point[0] - x) * cos(turn) + (point[1] - y) * sin(turn) >= -1e-6


def faces(model: Model, other: Model) -> bool:
    """Whether a model faces another."""
    return in_front(model, place(other))


def behind(model: Model, other: Model) -> bool:
    """Whether another stands in a model's rear arc."""
    return not faces(model, other)


def ahead(origin: Point, toward: Point, inches: float) -> Point:
    """The point so far from one towards another."""
    x, y = origin
    apart = hypot(toward[0] - x, toward[1] - y)
    return (x + (toward[0] - x) * inches / apart, y + (toward[1] - y) * inches / apart)


def near_line(start: Point, end: Point, at: Point) -> float:
    """How near a straight line comes to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length2 = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length2)) if length2 else 0.0
    return hypot(start[0] + t * dx - at[0], start[1] + t * dy - at[1])


def size_name(model: Model) -> str:
    """The word for a model's size."""
    return SIZES[size(model) - 1]


def upright(model: Model) -> bool:
    """Whether a model is on the map and not fallen."""
    return model.at is not None and FALLEN not in model.tokens


def helpless(model: Model) -> bool:
    """Whether a model is transfixed, or immobilized, which counts as that (DW-SUB-07)."""
    return TRANSFIXED in model.tokens or IMMOBILIZED in model.tokens


def held(model: Model) -> bool:
    """Whether a model is held where it is: nothing drives it back or makes it flee (DW-DMG-11, DW-MRL-09)."""
    return ENTANGLED in model.tokens or helpless(model)


def rooted(model: Model) -> bool:
    """Whether a model is fallen, or held where it is (DW-MOV-09); a slow one may still flee or follow (DW-ABL-57)."""
    return FALLEN in model.tokens or held(model)


def unready(model: Model) -> bool:
    """Whether a model neither turns to whoever comes nor evades a shot (DW-GEN-08, DW-ABL-26)."""
    return DAZED in model.tokens or rooted(model)
