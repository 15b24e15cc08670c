"""Dragging what lies loose on the map (DW-PHY-04, DW-PHY-09)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Route, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Point, Table, spot
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import Drag
from sightline.games.deepwars.arriving import arrive, meeting
from sightline.games.deepwars.catalog import SLACK
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Shoved, Swam
from sightline.games.deepwars.exerting import activity, too_soon
from sightline.games.deepwars.ground import on_the_map, water
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.measure import SHORT, level, place, stick
from sightline.games.deepwars.moving import path_fault, place_fault
from sightline.games.deepwars.questions import MOVING, OTHER, Doing
from sightline.games.deepwars.tokens import NO_MORE
from sightline.games.deepwars.treasure import in_hand

DRAG = "drag"
LOOSE = 0
"""The modifier of treasure, the only thing on a map that is loose (DW-PHY-04)."""


def draggable(table: Table, model: Model) -> tuple[ModelId, ...]:
    """What a model with empty hands could drag: a dragged object is all it can bear (DW-TRE-03)."""
    if loads(model) or not all(EFFECTS.allows(table, Doing(model.id, deed)) for deed in (OTHER, MOVING)):
        return ()
    return tuple(id for id in in_hand(table, model) if not tired(model, id))


def tired(model: Model, id: ModelId) -> bool:
    """Whether a model may not try to drag something again, or not before its next activation (DW-PHY-03)."""
    return f"{NO_MORE}:{DRAG} {id}" in model.tokens or too_soon(model, f"{DRAG} {id}")


def check_drag(table: Table, decision: Decision, action: Drag) -> Refusal | None:
    """With one action, something loose in contact, straight and at most a Short stick far, both into free water."""
    refusal = cannot(table, decision, action.actor, OTHER, 1) or cannot(table, decision, action.actor, MOVING, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    facts = {"model": model.id, "activity": DRAG, "target": action.target}
    if action.target not in draggable(table, model):
        full = bool(loads(model))
        return Refusal("DW-PHY-03" if tired(model, action.target) else "DW-TRE-03" if full else "DW-PHY-09", facts)
    return way_fault(table, model, table.models[action.target], action.to)


def way_fault(table: Table, model: Model, thing: Model, to: Point) -> Refusal | None:
    """Why the two may not go there together."""
    length, limit = hypot(to[0] - place(model)[0], to[1] - place(model)[1]), stick(table, SHORT)
    if not SLACK < length <= limit + SLACK:
        return Refusal("DW-PHY-09", {"model": model.id, "length": round(length, 3), "limit": limit})
    refusal = place_fault(table, model, to, level(table, model)) or path_fault(table, model, to)
    if refusal is not None:
        return refusal
    end, sea = follows(model, thing, to), water(table.terrain, level(table, thing), thing.radius)
    if not on_the_map(table, end):
        return Refusal("DW-MOV-08", {"model": thing.id, "at": str(end)})
    if not (sea.free(end) and sea.clear(place(thing), end)):
        return Refusal("DW-MOV-04", {"model": thing.id, "level": level(table, thing)})
    return None


def follows(model: Model, thing: Model, to: Point) -> Point:
    """Where an object ends that keeps beside whoever drags it."""
    (x, y), (ox, oy) = place(model), place(thing)
    return spot(ox + to[0] - x, oy + to[1] - y)


def drag_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """What, and where to."""
    model = table.models[offer.given["actor"]]
    return {"target": Pick(draggable(table, model)), "to": Route(model.id, stick(table, SHORT))}


async def drag(ref: Referee, action: Drag) -> None:
    """A Strength Check; if it is enough, both go together."""
    await spend(ref, action.actor, 1, "DW-PHY-01")
    if not await activity(ref, action.actor, DRAG, action.target, LOOSE):
        return
    table, model, thing = ref.table, ref.table.models[action.actor], ref.table.models[action.target]
    end, length = (
        follows(model, thing, action.to),
        round(hypot(action.to[0] - place(model)[0], action.to[1] - place(model)[1]), 4),
    )
    meets = meeting(table, model, replace(model, at=action.to))
    went = Swam(rule="DW-PHY-09", model=model.id, path=(place(model), action.to), length=length, z=model.z)
    await ref.emit(Shoved(rule="DW-PHY-09", model=thing.id, path=(place(thing), end), length=length, z=thing.z))
    await arrive(ref, model, went, meets)


def offers(table: Table, model: Model) -> list[Offer]:
    """Whatever lies loose in contact."""
    return [Offer(Drag, "DW-PHY-09", {"actor": model.id})] if draggable(table, model) else []


PLAYS[Drag] = drag
