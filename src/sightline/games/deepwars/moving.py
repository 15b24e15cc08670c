"""Moving along a level and changing depth (DW-MOV, DW-DEP, DW-ACN-01 to DW-ACN-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Route, Slot
from sightline.core.events import Moved
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Part, Point, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import ChangeDepth, Move, Withdraw
from sightline.games.deepwars.arriving import arrive, meeting, pieces_at
from sightline.games.deepwars.catalog import SLACK, TOUCH
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import ChangedDepth, Noted, Swam, Tallied, Withdrew
from sightline.games.deepwars.ground import DEADLY, DIFFICULT, ROOF, features, ground_level, on_the_map, touched, water
from sightline.games.deepwars.hacking import Hacks, hackers
from sightline.games.deepwars.measure import (
    SHORT,
    TOP,
    enemies,
    engaged,
    height,
    level,
    near_line,
    place,
    share_a_level,
    step_of,
    stick,
    tall,
    touching,
)
from sightline.games.deepwars.questions import MOVING, Doing, Pace, Passing
from sightline.games.deepwars.sides import own_edge
from sightline.games.deepwars.tokens import ACTING, MET, MOVES, OPEN_OCEAN, PUPPET, RUN


class Going(Part, frozen=True):
    """A move that was paid for, once nobody strikes at the mover any more."""

    model: ModelId
    start: Point
    to: Point
    level: int


# ------------------------------------------------------------------ sticks (DW-MOV-05, DW-MOV-07)


def pace(table: Table, model: Model, *, difficult: bool = False) -> int:
    """The step of the stick a model moves by now; 0 where every move costs two actions."""
    return int(EFFECTS.tally(table, Pace(model.id, difficult), step_of(model)).value)


def reach(table: Table, model: Model, *, difficult: bool = False) -> float:
    """How far one move takes a model."""
    return stick(table, max(SHORT, pace(table, model, difficult=difficult)))


def price(table: Table, model: Model, to: Point) -> tuple[int, float]:
    """The actions a move costs, and how far it may go."""
    rough = any(touched(table.terrain, place(model), to, level(table, model), DIFFICULT))
    step = pace(table, model, difficult=rough)
    return (1 if step >= SHORT else 2), stick(table, max(SHORT, step))


# ------------------------------------------------------------------ where a base may be (DW-MOV-04, DW-DEP-02)


def overlapping(table: Table, model: Model, at: Point, low: int) -> ModelId:
    """A model that a base would overlap on a common level."""
    x, y = at
    for id in table.standing():
        other = table.models[id]
        ox, oy = place(other)
        if hypot(ox - x, oy - y) >= model.radius + other.radius - SLACK or id == model.id:
            continue
        if share_a_level(table, replace(model, at=at, z=height(table, low)), other):
            return id
    return ""


def place_fault(table: Table, model: Model, at: Point, low: int) -> Refusal | None:
    """Why a model may not be at a spot on a level."""
    most = TOP + 1 - tall(model)
    if not 0 <= low <= most:
        return Refusal("DW-DEP-01", {"model": model.id, "level": low, "most": most})
    if not on_the_map(table, at):
        return Refusal("DW-MOV-08", {"model": model.id, "at": str(at)})
    if not water(table.terrain, low, model.radius).free(at):
        return Refusal("DW-TER-04", {"model": model.id, "level": low})
    other = overlapping(table, model, at, low)
    return Refusal("DW-MOV-04", {"model": model.id, "overlaps": other}) if other else None


def afloat(table: Table, model: Model, at: Point, low: int, rule: RuleId) -> Refusal | None:
    """Why a bottom dweller is not put onto a level: it belongs on the ground (DW-DEP-08), where there is any."""
    ground = ground_level(table.terrain, at, model.radius)
    if "benthic" not in model.kit or low <= ground or table.tokens(TABLE, OPEN_OCEAN):
        return None
    return Refusal(rule, {"model": model.id, "level": low, "ground": ground})


# ------------------------------------------------------------------ moving (DW-MOV-02, DW-MOV-06)


def offers(table: Table, model: Model) -> list[Offer]:
    """A move, a change of depth, and leaving the map."""
    if not EFFECTS.allows(table, Doing(model.id, MOVING)):
        return []
    who = {"actor": model.id}
    found = []
    if left(model) >= (1 if pace(table, model) >= SHORT else 2):
        found.append(Offer(Move, "DW-ACN-01", who))
    if depths(table, model):
        found.append(Offer(ChangeDepth, "DW-ACN-06", who))
    if withdraw_fault(table, model) is None:
        found.append(Offer(Withdraw, "DW-MOV-08", who))
    return found


def check_move(table: Table, decision: Decision, action: Move) -> Refusal | None:
    """A straight way of at most a stick, through nothing solid and no enemy, to a free spot."""
    refusal = cannot(table, decision, action.actor, MOVING, 1)
    if refusal is not None:
        return refusal
    return way_fault(table, table.models[action.actor], action.to, left(table.models[action.actor]))


def way_fault(table: Table, model: Model, to: Point, actions: int) -> Refusal | None:
    """Why a model may not move to a spot with so many actions."""
    start, low = place(model), level(table, model)
    length = hypot(to[0] - start[0], to[1] - start[1])
    if length < 1e-9:
        return Refusal("DW-MOV-02", {"model": model.id, "length": 0})
    cost, limit = price(table, model, to)
    if length > limit + SLACK:
        facts = {"model": model.id, "length": round(length, 3), "limit": limit}
        return Refusal("DW-MOV-02", facts | ({"rough": "Difficult Terrain"} if limit < reach(table, model) else {}))
    refusal = too_dear(table, model, replace(model, at=to), cost, actions, two_actions(table, model))
    return refusal or place_fault(table, model, to, low) or path_fault(table, model, to)


def two_actions(table: Table, model: Model) -> RuleId:
    """Why a move costs two actions: so slow a model pays them everywhere (DW-MOV-07), or where the ground is bad."""
    return "DW-ACN-05" if pace(table, model) >= SHORT else "DW-MOV-07"


def too_dear(table: Table, model: Model, there: Model, cost: int, actions: int, rule: RuleId) -> Refusal | None:
    """Why so many actions do not pay for a move under a rule, and for leaving those one is engaged with."""
    needed = cost + leaving_cost(table, model, there)
    if actions >= needed:
        return None
    return Refusal("DW-ACN-22" if actions >= cost else rule, {"model": model.id, "needed": needed, "left": actions})


def path_fault(
    table: Table, model: Model, to: Point, *, leaves: bool = False, but: tuple[ModelId, ...] = ()
) -> Refusal | None:
    """Why a straight way is barred: something solid, an enemy, or contact before its end (DW-MOV-04, DW-MOV-06).

    Whoever leaves the map there is in contact with nobody at the end; `but` for some enemies, who are not asked.
    """
    start, low = place(model), level(table, model)
    if not EFFECTS.allows(table, Passing(model.id)):
        return None
    if not water(table.terrain, low, model.radius).clear(start, to):
        return Refusal("DW-MOV-04", {"model": model.id, "level": low})
    there = replace(model, at=to)
    for enemy in enemies(table, model):
        near = near_line(start, to, place(enemy))
        if near > model.radius + enemy.radius + TOUCH + SLACK or not share_a_level(table, model, enemy):
            continue
        if enemy.id in but:
            continue
        began, ends = touching(table, model, enemy), not leaves and touching(table, there, enemy)
        if began and ends:
            return Refusal("DW-MOV-06", {"model": model.id, "enemy": enemy.id})
        room = model.radius + enemy.radius - SLACK
        if not began and not ends:
            room += TOUCH
        if near < room and (not ends or near < room - 1e-6):
            return Refusal("DW-MOV-06", {"model": model.id, "enemy": enemy.id})
    return None


def move_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere within a stick."""
    model = table.models[offer.given["actor"]]
    return {"to": Route(model.id, reach(table, model))}


async def move(ref: Referee, action: Move) -> None:
    """Pay, let those one leaves strike, then go."""
    table, model = ref.table, ref.table.models[action.actor]
    cost, _ = price(table, model, action.to)
    there = replace(model, at=action.to)
    await set_out(ref, model, there, cost, "DW-ACN-01")
    ref.then(Going(model.id, place(model), action.to, level(table, model)))


async def set_out(ref: Referee, model: Model, there: Model, cost: int, rule: str) -> None:
    """Pay for a move, and plan the Free Hacks of those one leaves."""
    table = ref.table
    strikers = hackers(table, model, there)
    await spend(ref, model.id, cost + leaving_cost(table, model, there), rule, running=True)
    if strikers:
        ref.then(Hacks(model.id, strikers))


def strides(table: Table, model: Model, there: Model) -> bool:
    """Whether a move may be part of a charge: a change of depth only if it ends in contact (DW-DEP-03)."""
    return there.at != model.at or any(touching(table, there, enemy) for enemy in enemies(table, model))


async def stride(ref: Referee, model: Model, there: Model | None) -> None:
    """A model goes on with a run and remembers whom it was in contact with; what is no part of one breaks it."""
    if ACTING not in model.tokens:
        return
    if there is None or not strides(ref.table, model, there):
        await spend(ref, model.id, 0, "DW-H2H-04")
        return
    run, around = model.tokens.get(RUN, 0) + 1, engaged(ref.table, model)
    await ref.emit(
        Tallied(rule="DW-H2H-04", bearer=model.id, token=RUN, by=1),
        *(Noted(rule="DW-H2H-04", bearer=model.id, token=f"{MET}:{enemy}", value=run) for enemy in around),
    )


async def count_the_move(ref: Referee, id: ModelId) -> None:
    """A move action was made, whatever came of it; counted late, so that it does not stop itself (DW-ABL-57)."""
    await ref.emit(Tallied(rule="DW-ACN-01", bearer=id, token=MOVES, by=1))


async def going(ref: Referee, part: Going) -> None:
    """Go, unless a Free Hack has stopped it (DW-ACN-22)."""
    table, model = ref.table, ref.table.models[part.model]
    free = model.at == part.start and EFFECTS.allows(table, Doing(model.id, MOVING))
    await count_the_move(ref, model.id)
    start, z = part.start, height(table, part.level)
    there = replace(model, at=part.to, z=z)
    await stride(ref, model, there if free else None)
    if not free:
        return
    meets = meeting(table, model, there)
    length = hypot(part.to[0] - start[0], part.to[1] - start[1])
    if part.to != start:
        moved: Moved = Swam(rule="DW-MOV-02", model=model.id, path=(start, part.to), length=round(length, 4), z=z)
    else:
        rise = abs(part.level - level(table, model)) * stick(table, SHORT)
        moved = ChangedDepth(rule="DW-DEP-02", model=model.id, path=(start,), length=rise, z=z, start=model.z)
    await arrive(ref, model, moved, meets)


# ------------------------------------------------------------------ leaving combat (DW-ACN-22)


LEAVING = Variant("disengage", {"free_hack_or_quality_check": 0, "two_actions": 1, "free": 0})
"""The actions that leaving costs more."""


def leaving_cost(table: Table, model: Model, there: Model) -> int:
    """The actions it costs to leave those one is engaged with; none if it leaves nobody."""
    more = LEAVING.of(table)
    return more if more and leaves(table, model, there) else 0


def leaves(table: Table, model: Model, there: Model) -> bool:
    """Whether going somewhere takes a model out of contact with anybody."""
    return any(there.at is None or not touching(table, there, table.models[e]) for e in engaged(table, model))


# ------------------------------------------------------------------ changing depth (DW-ACN-06, DW-DEP-02)


def depths(table: Table, model: Model) -> tuple[int, ...]:
    """One up or one down, as far as that is free."""
    return tuple(by for by in (1, -1) if depth_fault(table, model, by) is None)


def depth_fault(table: Table, model: Model, by: int) -> Refusal | None:
    """Why a model may not rise or sink one level."""
    if by not in (1, -1):
        return Refusal("DW-ACN-06", {"model": model.id, "levels": by, "most": 1})
    there = replace(model, z=height(table, level(table, model) + by))
    refusal = (
        too_dear(table, model, there, 1, left(model), "DW-ACN-06")
        or under_a_roof(table, model, by)
        or place_fault(table, model, place(model), level(table, model) + by)
    )
    return refusal or (deadly_fault(table, model, pieces_at(table, there)) if PUPPET in model.tokens else None)


def deadly_fault(table: Table, model: Model, pieces: Iterable[str]) -> Refusal | None:
    """Why a puppet may not be made to go into some pieces: it is not in them, and one is deadly (DW-MAG-09)."""
    deadly = {f.id for f in features(table.terrain) if DEADLY in f.traits} - {*pieces_at(table, model)}
    piece = next((p for p in pieces if p in deadly), None)
    return Refusal("DW-MAG-09", {"model": model.id, "deadly": piece}) if piece is not None else None


def under_a_roof(table: Table, model: Model, by: int) -> Refusal | None:
    """No way up or down leads through a roof (DW-TER-06)."""
    low, at, radius = level(table, model), place(model), model.radius
    for f in features(table.terrain):
        if ROOF not in f.traits or (low < f.height) == (low + by < f.height):
            continue
        if f.near(at, radius) and f.gap(at) < radius:
            return Refusal("DW-TER-06", {"model": model.id, "piece": f.id})
    return None


def check_depth(table: Table, decision: Decision, action: ChangeDepth) -> Refusal | None:
    """One level, into free water."""
    refusal = cannot(table, decision, action.actor, MOVING, 1)
    return refusal or depth_fault(table, table.models[action.actor], action.by)


def depth_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Up or down."""
    return {"by": Pick(depths(table, table.models[offer.given["actor"]]))}


async def change_depth(ref: Referee, action: ChangeDepth) -> None:
    """Rise or sink one level."""
    table, model = ref.table, ref.table.models[action.actor]
    to = level(table, model) + action.by
    await set_out(ref, model, replace(model, z=height(table, to)), 1, "DW-ACN-06")
    ref.then(Going(model.id, place(model), place(model), to))


# ------------------------------------------------------------------ leaving the map (DW-MOV-08)


def withdraw_fault(table: Table, model: Model) -> Refusal | None:
    """One move action that reaches the own deployment edge, which those have who were not led astray (DW-CND-07)."""
    edge = own_edge(table, model.owner) if model.owner == model.side else None
    if edge is None:
        return Refusal("DW-MOV-08", {"model": model.id, "edge": "none"})
    x, y = place(model)
    cost, limit = price(table, model, (x, edge))
    if abs(edge - y) > limit + SLACK:
        return Refusal("DW-MOV-08", {"model": model.id, "distance": round(abs(edge - y), 3), "limit": limit})
    refusal = too_dear(table, model, replace(model, at=None), cost, left(model), two_actions(table, model))
    return refusal or path_fault(table, model, (x, edge), leaves=True)


def check_withdraw(table: Table, decision: Decision, action: Withdraw) -> Refusal | None:
    """On purpose, over one's own edge."""
    refusal = cannot(table, decision, action.actor, MOVING, 1)
    return refusal or withdraw_fault(table, table.models[action.actor])


class Leaving(Part, frozen=True):
    """A model goes off over its own edge, once nobody strikes at it any more."""

    model: ModelId
    start: Point


async def withdraw(ref: Referee, action: Withdraw) -> None:
    """Pay, let those one leaves strike, then go."""
    table, model = ref.table, ref.table.models[action.actor]
    edge = own_edge(table, model.owner)
    assert edge is not None
    cost, _ = price(table, model, (place(model)[0], edge))
    await set_out(ref, model, replace(model, at=None), cost, "DW-MOV-08")
    ref.then(Leaving(model.id, place(model)))


async def leaving(ref: Referee, part: Leaving) -> None:
    """Out of the battle, alive."""
    table, model = ref.table, ref.table.models[part.model]
    if model.at == part.start and EFFECTS.allows(table, Doing(model.id, MOVING)):
        await ref.emit(Withdrew(rule="DW-MOV-08", model=model.id))


PLAYS[Move] = move
PLAYS[ChangeDepth] = change_depth
PLAYS[Withdraw] = withdraw
