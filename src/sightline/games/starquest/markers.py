"""Markers and tokens: where they are laid, who is near them, and draws at random (SQ-MIS-07, SQ-MSR-08, SQ-GEN-09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import TypeVar

from sightline.core.decisions import Decision, Offer, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Point, RuleId, Table, spot
from sightline.core.variants import Variant
from sightline.games.starquest.actions import PutMarker
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.catalog import ENEMIES, HEROES, MM
from sightline.games.starquest.events import MarkerLaid
from sightline.games.starquest.ground import floor_at, scale
from sightline.games.starquest.measure import (
    centre,
    corners,
    floor,
    inches,
    place,
    quarters,
    reach,
    within,
)
from sightline.games.starquest.roads import around, ground_fault

OBJECTIVE, DELIVERY, EXTRACTION, SEARCH, TREASURE = "objective", "delivery", "extraction", "search", "treasure"
OF_OBJECTIVES = (OBJECTIVE, DELIVERY, EXTRACTION)
NAMES = {
    OBJECTIVE: "Objective",
    DELIVERY: "Delivery point",
    EXTRACTION: "Extraction point",
    SEARCH: "Search token",
    TREASURE: "Treasure",
}
IN_A_CORNER: Sequence[tuple[float, float]] = ((4, 4), (3, 4), (4, 3), (3, 3), (2, 4), (4, 2), (2, 3), (3, 2))
"""Spots in a corner in the order they are used, in inches from its two edges (SQ-MIS-07)."""
TAKEN = 0.25
"""Two markers that are nearer to each other lie on one spot."""
STEP = 22.5
LEVELS = 3.0
"""How far above or below a marker one may stand to work on it (SQ-MSR-08)."""
BASE = 32.0
"""The base that must find room beside a marker, in millimetres."""

T = TypeVar("T")


async def draw(ref: Referee, rule: RuleId, options: Sequence[T], side: str = ENEMIES) -> T:
    """One of several, all of them equally likely (SQ-GEN-09)."""
    if len(options) == 1:
        return options[0]
    ((face,),) = await ref.throw(Roll(rule, len(options), 1, side))
    return options[face - 1]


async def draw_several(ref: Referee, rule: RuleId, options: Iterable[T], count: int) -> list[T]:
    """Several different ones."""
    left, found = list(options), []
    for _ in range(min(count, len(left))):
        found.append(await draw(ref, rule, left))
        left.remove(found[-1])
    return found


# ------------------------------------------------------------------ what lies about


def lying(table: Table, *profiles: str) -> tuple[Model, ...]:
    """The markers of some kinds that lie on the table."""
    return tuple(m for m in table.models.values() if m.kind == "marker" and m.profile in profiles and m.at is not None)


def by(table: Table, model: Model, marker: Model, far: float) -> bool:
    """Whether a model is so near to a marker, on about the same floor (SQ-MSR-08)."""
    if model.at is None or marker.at is None:
        return False
    apart = abs(floor(table, model) - floor_at(table.terrain, marker.at))
    return within(reach(model, marker.at), far) and within(apart, LEVELS * scale(table))


def beside(table: Table, model: Model, *profiles: str) -> tuple[Model, ...]:
    """The markers of some kinds within an inch of a model."""
    far = inches(table, "marker_reach")
    return tuple(m for m in lying(table, *profiles) if by(table, model, m, far))


# ------------------------------------------------------------------ where one may lie


def legal(table: Table, at: Point) -> bool:
    """Whether a small base can stand within an inch of a spot, which is on the table (SQ-MIS-07)."""
    known: dict[Point, bool] = table.terrain.compiled.setdefault("beside", {})
    if at not in known:
        known[at] = _legal(table, at)
    return known[at]


def _legal(table: Table, at: Point) -> bool:
    width, depth = table.terrain.width, table.terrain.height
    if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
        return False
    radius = BASE / MM / 2
    base = Model("", HEROES, HEROES, "", radius=radius)
    most = inches(table, "marker_reach") + radius
    for far in (0.0, most / 3, most * 2 / 3, most):
        for n in range(16 if far else 1):
            turn = 2 * pi * n / 16
            if ground_fault(table, base, (at[0] + far * cos(turn), at[1] + far * sin(turn))) is None:
                return True
    return False


def free(table: Table, at: Point) -> bool:
    """Whether a spot is legal and nothing lies there."""
    others = [m.at for m in table.models.values() if m.kind == "marker" and m.at is not None]
    return legal(table, at) and all(hypot(at[0] - x, at[1] - y) >= TAKEN for x, y in others)


def place_of(table: Table, near: str) -> tuple[Point, float]:
    """The point a place is measured from, and how far from it a marker may lie."""
    kind, _, which = near.partition(":")
    match kind:
        case "corner":
            return corners(table)[int(which) - 1], inches(table, "corner_distance")
        case "quarter" | "middle":
            return quarters(table)[int(which) - 1], inches(table, "corner_distance")
        case "hero":
            return place(table.models[which]), inches(table, "delivery_distance") + table.models[which].radius
        case _:
            return centre(table), inches(table, "corner_distance")


def preferred(table: Table, near: str) -> Iterator[Point]:
    """The spots of a place in the order they are used."""
    kind, _, which = near.partition(":")
    by_scale = scale(table)
    if kind == "corner":
        x, y = corners(table)[int(which) - 1]
        for dx, dy in IN_A_CORNER:
            yield spot(
                x + dx * by_scale if x == 0 else x - dx * by_scale, y + dy * by_scale if y == 0 else y - dy * by_scale
            )
    else:
        (x, y), _ = place_of(table, near)
        yield spot(x, y)
        for n in range(6):
            yield spot(x + by_scale * cos(pi * n / 3), y + by_scale * sin(pi * n / 3))


def usual_spot(table: Table, near: str) -> Point:
    """Where a marker goes: the next spot of its place, or the nearest that still satisfies the distance."""
    found = next((p for p in preferred(table, near) if free(table, p)), None)
    if found is not None:
        return found
    start, most = place_of(table, near)
    first = next(preferred(table, near))
    rest = (p for p in around(table, first) if hypot(p[0] - start[0], p[1] - start[1]) <= most)
    return next((p for p in rest if free(table, p)), first)


def near_hero(table: Table, hero: Model) -> list[Point]:
    """The legal ones of the sixteen points at two inches from the base of a hero (SQ-MIS-07)."""
    far = 2.0 * scale(table) + hero.radius
    x, y = place(hero)
    turns = [STEP * n * pi / 180 for n in range(16)]
    return [p for p in (spot(x + far * cos(t), y + far * sin(t)) for t in turns) if legal(table, p)] or [place(hero)]


# ------------------------------------------------------------------ laying one down


async def by_the_table(ref: Referee, near: str, rule: RuleId) -> Point:
    """The fixed spot; beside a hero it is drawn."""
    kind, _, which = near.partition(":")
    if kind == "hero":
        return await draw(ref, rule, near_hero(ref.table, ref.table.models[which]))
    return usual_spot(ref.table, near)


async def by_the_players(ref: Referee, near: str, rule: RuleId) -> Point:
    """The players choose, wherever a distance is printed (option players of SQ-MIS-07)."""
    if near.startswith(("centre", "middle")):
        return usual_spot(ref.table, near)
    kind, _, which = near.partition(":")
    usual = near_hero(ref.table, ref.table.models[which])[0] if kind == "hero" else usual_spot(ref.table, near)
    offers = (Offer(PutMarker, "SQ-MIS-07", {"near": near}),)
    action = await agreed(ref, "SQ-MIS-07", offers, default=PutMarker(near, usual))
    assert isinstance(action, PutMarker)
    return action.at


CHOSEN = Variant("marker_spots", {"fixed": by_the_table, "players": by_the_players})


async def lay(ref: Referee, profile: str, near: str, rule: RuleId, tokens: Mapping[str, int] | None = None) -> ModelId:
    """Lay a marker within its distance of `corner:3`, `quarter:2` or `hero:heroes-1`, or on `middle:2` or `centre`."""
    at = await CHOSEN.of(ref.table)(ref, near, rule)
    return await lay_at(ref, profile, at, rule, tokens)


async def lay_at(
    ref: Referee, profile: str, at: Point, rule: RuleId, tokens: Mapping[str, int] | None = None
) -> ModelId:
    """Lay a marker on a spot."""
    made = marker(ref.table, profile, at, tokens)
    await ref.emit(MarkerLaid(rule=rule, new=made))
    return made.id


def marker(table: Table, profile: str, at: Point, tokens: Mapping[str, int] | None = None) -> Model:
    """A new marker."""
    number = 1 + sum(m.kind == "marker" and m.profile == profile for m in table.models.values())
    id, name = f"{profile}-{number}", NAMES[profile]
    return Model(id, HEROES, HEROES, profile, name, "marker", at=at, radius=0.0, tokens=dict(tokens or {}))


def check_put_marker(table: Table, decision: Decision, action: PutMarker) -> Refusal | None:
    """A legal spot within the distance."""
    if decision.rule != "SQ-MIS-07" or not any(o.given.get("near") == action.near for o in decision.offers):
        return Refusal("SQ-MIS-07", {"near": action.near})
    start, most = place_of(table, action.near)
    far = hypot(action.at[0] - start[0], action.at[1] - start[1])
    if not within(far, most):
        return Refusal("SQ-MIS-07", {"distance": round(far, 4), "most": round(most, 4)})
    return None if free(table, action.at) else Refusal("SQ-MIS-07", {"spot": str(action.at)})


def put_marker_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The ground about its place."""
    (x, y), far = place_of(table, offer.given["near"])
    width, depth = table.terrain.width, table.terrain.height
    ring = [(x + far * cos(pi * n / 8), y + far * sin(pi * n / 8)) for n in range(16)]
    return {"at": Spot(zone=tuple((min(max(px, 0.0), width), min(max(py, 0.0), depth)) for px, py in ring))}
