"""Physical Activities: fast dives, forcing, breaking and pushing (DW-PHY); dragging has a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Cleared
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Exert, FastDive
from sightline.games.deepwars.arriving import arrive, meeting
from sightline.games.deepwars.catalog import BODY, SLACK, TOUCH, material
from sightline.games.deepwars.checks import DONE, resistance_check, strength_check
from sightline.games.deepwars.damage import fall, pushed, wound
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.abilities import DIVE
from sightline.games.deepwars.effects.rules import HALFWAY, LAPSES
from sightline.games.deepwars.events import Breached, ChangedDepth, Noted, Shoved
from sightline.games.deepwars.ground import DOOR, ROOF, Feature, features
from sightline.games.deepwars.measure import (
    SHORT,
    TOP,
    WEIGHT,
    enemies,
    friends,
    height,
    helpless,
    level,
    place,
    size,
    stick,
    touching,
)
from sightline.games.deepwars.moving import count_the_move, place_fault, set_out, stride, too_dear, under_a_roof
from sightline.games.deepwars.opening import opened
from sightline.games.deepwars.questions import MOVING, OTHER, UNAIMED, Doing, Rolling, Targeting
from sightline.games.deepwars.tokens import NO_MORE, UNFINISHED

FORCE, BREAK, PUSH = "force", "break", "push"
ACTIVITIES = (FORCE, BREAK, PUSH)


# ------------------------------------------------------------------ fast dives: DW-PHY-02, DW-PHY-06, DW-PHY-08


def dives(table: Table, model: Model) -> tuple[int, ...]:
    """The changes of two levels or more a model could declare."""
    low = level(table, model)
    return tuple(by for by in (2, 3, -2, -3) if 0 <= low + by <= TOP and dive_fault(table, model, by) is None)


def dive_fault(table: Table, model: Model, by: int) -> Refusal | None:
    """Why a model may not dive or rise so many levels at once."""
    if abs(by) < 2:
        return Refusal("DW-PHY-02", {"model": model.id, "levels": by, "least": 2})
    if f"{NO_MORE}:{DIVE}" in model.tokens:
        return Refusal("DW-PHY-03", {"model": model.id, "activity": DIVE})
    if any(model.tokens[rest] >= LAPSES for rest in halfway(model)):
        return Refusal("DW-PHY-08", {"model": model.id, "activity": DIVE})
    there = replace(model, z=height(table, level(table, model) + by))
    no = too_dear(table, model, there, 1, left(model), "DW-PHY-01") or under_a_roof(table, model, by)
    if no is not None:
        return no
    step = 1 if by > 0 else -1
    for n in range(step, by + step, step):
        refusal = place_fault(table, model, place(model), level(table, model) + n)
        if refusal is not None:
            return refusal
    return None


def check_dive(table: Table, decision: Decision, action: FastDive) -> Refusal | None:
    """Two levels or more, through free water."""
    refusal = cannot(table, decision, action.actor, MOVING, 1)
    return refusal or dive_fault(table, table.models[action.actor], action.by)


def dive_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """How far."""
    return {"by": Pick(dives(table, table.models[offer.given["actor"]]))}


class Diving(Part, frozen=True):
    """A Fast Dive that was paid for."""

    model: ModelId
    start: Point
    by: int


async def fast_dive(ref: Referee, action: FastDive) -> None:
    """One action; those one leaves may strike first."""
    table, model = ref.table, ref.table.models[action.actor]
    there = replace(model, z=height(table, level(table, model) + action.by))
    await set_out(ref, model, there, 1, "DW-PHY-02")
    ref.then(Diving(model.id, place(model), action.by))


async def diving(ref: Referee, part: Diving) -> None:
    """A Resistance Check: all levels, one level now and the rest later, or one and a wound; a Free Hack may stop it."""
    table, model = ref.table, ref.table.models[part.model]
    free = model.at == part.start and EFFECTS.allows(table, Doing(model.id, MOVING))
    await count_the_move(ref, model.id)
    if not free:
        await stride(ref, model, None)
        return
    step = 1 if part.by > 0 else -1
    begun = f"{UNFINISHED}:{dive_word(step)} {abs(part.by)}"
    successes = DONE
    rest = halfway(model)
    await ref.emit(*(Noted(rule="DW-PHY-08", bearer=model.id, token=token, value=0) for token in rest))
    if begun not in rest and EFFECTS.allows(table, Rolling(model.id, DIVE)):
        successes = await resistance_check(ref, model.id, DIVE, rule="DW-PHY-02", mod=1 - abs(part.by))
    if not successes:
        await ref.emit(Noted(rule="DW-PHY-03", bearer=model.id, token=f"{NO_MORE}:{DIVE}", value=1))
    by = part.by if successes >= DONE else step
    model = ref.table.models[model.id]
    await stride(ref, model, replace(model, z=height(table, level(table, model) + by)))
    await change(ref, model.id, by)
    if successes == 1:
        token = f"{UNFINISHED}:{dive_word(step)} {abs(part.by) - 1}"
        await ref.emit(Noted(rule="DW-PHY-08", bearer=model.id, token=token, value=LAPSES))
    elif not successes:
        await wound(ref, model.id, BODY, 1, rule="DW-PHY-08", how="dive")
        await fall(ref, model.id, "DW-PHY-08")


def halfway(model: Model) -> tuple[str, ...]:
    """What is left of a dive that a model has begun, as it is remembered."""
    return tuple(token for token in model.tokens if token.startswith(HALFWAY))


def dive_word(step: int) -> str:
    """The word under which the rest of a dive is remembered."""
    return "rise" if step > 0 else "dive"


async def change(ref: Referee, id: ModelId, by: int) -> None:
    """Rise or sink so many levels."""
    table, model = ref.table, ref.table.models[id]
    z = height(table, level(table, model) + by)
    meets = meeting(table, model, replace(model, z=z))
    length = abs(by) * stick(table, SHORT)
    moved = ChangedDepth(rule="DW-PHY-02", model=id, path=(place(model),), length=length, z=z, start=model.z)
    await arrive(ref, model, moved, meets)


# ------------------------------------------------------------------ force, break, push: DW-PHY-01, DW-PHY-04, DW-PHY-09


def objects(table: Table, model: Model, activity: str) -> tuple[str, ...]:
    """What a model in contact could force, break or push."""
    if activity == PUSH:
        near = (m for m in (*enemies(table, model), *friends(table, model)) if touching(table, model, m))
        return tuple(m.id for m in near if EFFECTS.allows(table, Targeting(model.id, m.id, UNAIMED, "")))
    found = []
    at, low, far = place(model), level(table, model), model.radius + TOUCH
    for f in features(table.terrain):
        if not f.near(at, far + SLACK) or low >= f.height or f.gap(at) - model.radius > TOUCH + 1e-9:
            continue
        if ROOF in f.traits:
            continue  # Of a structure doors and walls are opened (DW-TER-06).
        if material(f.material) is not None and (activity == BREAK or DOOR in f.traits):
            found.append(f.id)
    return tuple(found)


def in_contact(table: Table, model: Model, begun: str) -> bool:
    """Whether a model is in contact with what it has begun to force, break, push or drag."""
    activity, _, target = begun.partition(" ")
    thing = table.models.get(target)
    if thing is not None:
        return thing.at is not None and touching(table, model, thing)
    return target in objects(table, model, activity)


def exert_fault(table: Table, model: Model, activity: str, target: str) -> Refusal | None:
    """Why a model may not do something to something."""
    if activity not in ACTIVITIES:
        return Refusal("DW-PHY-01", {"model": model.id, "activity": activity})
    if target not in objects(table, model, activity):
        return Refusal("DW-PHY-09", {"model": model.id, "activity": activity, "target": target})
    if f"{NO_MORE}:{activity} {target}" in model.tokens or too_soon(model, f"{activity} {target}"):
        return Refusal("DW-PHY-03", {"model": model.id, "activity": activity, "target": target})
    deed = "force door" if activity == FORCE else OTHER
    no = EFFECTS.forbids(table, Doing(model.id, deed))
    return None if no is None else Refusal(*no)


def check_exert(table: Table, decision: Decision, action: Exert) -> Refusal | None:
    """With one action, something in contact."""
    refusal = cannot(table, decision, action.actor, OTHER, 1)
    return refusal or exert_fault(table, table.models[action.actor], action.activity, action.target)


def exert_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """What it is done to."""
    model, activity = table.models[offer.given["actor"]], offer.given["activity"]
    able = tuple(t for t in objects(table, model, activity) if exert_fault(table, model, activity, t) is None)
    return {"target": Pick(able)}


async def exert(ref: Referee, action: Exert) -> None:
    """One action, and a Strength Check unless the target does not resist (DW-PHY-01, DW-PHY-05)."""
    table, model = ref.table, ref.table.models[action.actor]
    await spend(ref, model.id, 1, "DW-PHY-01")
    lets_it = action.activity == PUSH and willing(model, table.models[action.target])
    mod = difficulty(table, action.activity, action.target)
    if lets_it or await activity(ref, model.id, action.activity, action.target, mod):
        await complete(ref, model, action.activity, action.target)


def willing(model: Model, target: Model) -> bool:
    """Whether somebody lets itself be pushed: a friend, or one that cannot help it (DW-PHY-05)."""
    return target.side == model.side or helpless(target)


def too_soon(model: Model, what: str) -> bool:
    """Whether something was begun in this very activation: it is finished in the next (DW-PHY-03)."""
    return model.tokens.get(f"{UNFINISHED}:{what}", 0) >= LAPSES


async def activity(ref: Referee, id: ModelId, what: str, target: str, mod: int) -> bool:
    """A Strength Check: done, to be finished next turn without dice, or never by this model (DW-PHY-03)."""
    begun = f"{UNFINISHED}:{what} {target}"
    if begun in ref.table.models[id].tokens:
        await ref.emit(Noted(rule="DW-PHY-03", bearer=id, token=begun, value=0))
        return True
    successes = await strength_check(ref, id, what, target, "DW-PHY-01", mod)
    if successes < DONE:
        token, lasts = (begun, LAPSES) if successes else (f"{NO_MORE}:{what} {target}", 1)
        await ref.emit(Noted(rule="DW-PHY-03", bearer=id, token=token, value=lasts))
    return successes >= DONE


def difficulty(table: Table, activity: str, target: str) -> int:
    """The modifier of an object's material, or of a creature's size."""
    if activity == PUSH:
        return WEIGHT[size(table.models[target])]
    return material(piece_of(table, target).material) or 0


def piece_of(table: Table, target: str) -> Feature:
    """A piece by its id."""
    return next(f for f in features(table.terrain) if f.id == target)


async def complete(ref: Referee, model: Model, activity: str, target: str) -> None:
    """A creature is pushed away, a door opened, a piece removed or an opening made in it (DW-PHY-09)."""
    table = ref.table
    if activity == PUSH:
        await push(ref, model, table.models[target])
        return
    pieces = opened(table, model, target)
    if pieces is None:
        await ref.emit(Cleared(rule="DW-PHY-09", piece=target))
    else:
        await ref.emit(Breached(rule="DW-TER-06", pieces=pieces, model=model.id, piece=target))


async def push(ref: Referee, model: Model, target: Model) -> None:
    """Straight away, up to a Short stick, stopping at anything solid (DW-PHY-05)."""
    way = (place(target)[0] - place(model)[0], place(target)[1] - place(model)[1])
    if way == (0.0, 0.0):
        way = (1.0, 0.0)
    end = pushed(ref.table, target, way, stick(ref.table, SHORT))
    length = round(hypot(end[0] - place(target)[0], end[1] - place(target)[1]), 4)
    if length:
        moved = Shoved(rule="DW-PHY-05", model=target.id, path=(place(target), end), length=length, z=target.z)
        await arrive(ref, target, moved, turn=False)


# ------------------------------------------------------------------ offers


def offers(table: Table, model: Model) -> list[Offer]:
    """A fast dive, and whatever is in contact."""
    found = []
    if EFFECTS.allows(table, Doing(model.id, MOVING)) and dives(table, model):
        found.append(Offer(FastDive, "DW-PHY-02", {"actor": model.id}))
    if EFFECTS.allows(table, Doing(model.id, OTHER)):
        for activity in ACTIVITIES:
            able = any(exert_fault(table, model, activity, t) is None for t in objects(table, model, activity))
            if able:
                found.append(Offer(Exert, "DW-PHY-01", {"actor": model.id, "activity": activity}))
    return found


PLAYS[FastDive] = fast_dive
PLAYS[Exert] = exert
