"""Capture, standing up, and doors."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Piece, Table
from sightline.games.xenotactics.acting import may, out_of_turn, paying, price
from sightline.games.xenotactics.actions import Capture, StandUp, UseDoor
from sightline.games.xenotactics.catalog import TOUCH
from sightline.games.xenotactics.deeds import CAPTURE, DOOR, STAND_UP, Deed
from sightline.games.xenotactics.events import Captured, Declared, DoorMoved, StoodUp
from sightline.games.xenotactics.ground import feature
from sightline.games.xenotactics.measure import in_contact, place, touched
from sightline.games.xenotactics.steps import DEEDS
from sightline.games.xenotactics.tokens import HARMED, STUNNED


def offers(table: Table, model: Model) -> list[Offer]:
    """What may be done besides moving and attacking."""
    who = {"actor": model.id}
    found: list[Offer] = []
    if prisoners(table, model) and may(table, model, CAPTURE):
        found.append(Offer(Capture, "XT-CAP-01", who))
    if STUNNED in model.tokens and may(table, model, STAND_UP):
        found.append(Offer(StandUp, "XT-STD-01", who))
    if doors(table, model) and may(table, model, DOOR):
        found.append(Offer(UseDoor, "XT-TER-13", who))
    return found


async def declared(ref: Referee, model: Model, deed: str, rule: str, target: str = "") -> Deed:
    """A special action is declared and paid for (XT-SPC-01)."""
    table = ref.table
    cost = price(table, model, deed)
    await ref.emit(
        *paying(table, model, deed, cost, rule), Declared(rule=rule, model=model.id, deed=deed, target=target)
    )
    return Deed(deed, model.id, model.at, target)


# ------------------------------------------------------------------ capture (XT-CAP-01)


def prisoners(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The stunned enemies a model touches."""
    if model.at is None or STUNNED in model.tokens:
        return ()
    return tuple(m.id for m in in_contact(table, model) if m.side != model.side and STUNNED in m.tokens)


def check_capture(table: Table, decision: Decision, action: Capture) -> Refusal | None:
    """A stunned enemy in base contact."""
    refusal = out_of_turn(table, decision, action.actor, CAPTURE)
    if refusal is not None:
        return refusal
    if action.target not in prisoners(table, table.models[action.actor]):
        return Refusal("XT-CAP-01", {"model": action.actor, "target": action.target})
    return None


def capture_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom to capture."""
    return {"target": Pick(prisoners(table, table.models[offer.given["actor"]]))}


async def capture(ref: Referee, action: Capture) -> Deed:
    """A capture is declared."""
    return await declared(ref, ref.table.models[action.actor], CAPTURE, "XT-CAP-01", action.target)


async def take_prisoner(ref: Referee, deed: Deed) -> None:
    """The victim leaves the battlefield if it is still stunned and in contact."""
    if deed.target in prisoners(ref.table, ref.table.models[deed.actor]):
        await ref.emit(Captured(rule="XT-CAP-01", model=deed.target, by=deed.actor, active=deed.actor))


# ------------------------------------------------------------------ standing up (XT-STD-01, XT-STD-02)


def check_stand_up(table: Table, decision: Decision, action: StandUp) -> Refusal | None:
    """Only a stunned model."""
    refusal = out_of_turn(table, decision, action.actor, STAND_UP)
    if refusal is not None:
        return refusal
    if STUNNED not in table.models[action.actor].tokens:
        return Refusal("XT-STD-01", {"model": action.actor, "stunned": 0})
    return None


async def stand_up(ref: Referee, action: StandUp) -> Deed:
    """Standing up is declared."""
    return await declared(ref, ref.table.models[action.actor], STAND_UP, "XT-STD-01")


async def get_up(ref: Referee, deed: Deed) -> None:
    """The model is upright again, unless it was stunned anew in the meantime."""
    if HARMED not in ref.table.models[deed.actor].tokens:
        await ref.emit(StoodUp(rule="XT-STD-01", bearer=deed.actor, token=STUNNED, value=0))


# ------------------------------------------------------------------ doors


def doors(table: Table, model: Model) -> tuple[str, ...]:
    """The doors a model touches and could open or close."""
    if model.at is None or STUNNED in model.tokens:
        return ()
    return tuple(f.id for f in touched(table, model, "door") if occupant(table, f.id) is None)


def occupant(table: Table, door: str) -> ModelId | None:
    """Somebody who stands in an open doorway."""
    piece = feature(table.terrain, door)
    if piece is None or piece.solid:
        return None
    inside = (table.models[m] for m in table.standing())
    return next((m.id for m in inside if m.radius - piece.depth(*place(m)) > TOUCH), None)


def check_use_door(table: Table, decision: Decision, action: UseDoor) -> Refusal | None:
    """A door in reach; nobody may stand in it when it is closed."""
    refusal = out_of_turn(table, decision, action.actor, DOOR)
    if refusal is not None:
        return refusal
    model, piece = table.models[action.actor], feature(table.terrain, action.door)
    if piece is None or "door" not in piece.traits or not piece.touches(*place(model), model.radius):
        return Refusal("XT-TER-13", {"model": model.id, "door": action.door})
    inside = occupant(table, action.door)
    if inside is not None:
        return Refusal("XT-TER-14", {"door": action.door, "occupied by": inside})
    return None


def use_door_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which door."""
    return {"door": Pick(doors(table, table.models[offer.given["actor"]]))}


async def use_door(ref: Referee, action: UseDoor) -> Deed:
    """Opening or closing is declared."""
    return await declared(ref, ref.table.models[action.actor], DOOR, "XT-TER-13", action.door)


async def swing_door(ref: Referee, deed: Deed) -> None:
    """The door changes, if it is still there and free."""
    if deed.target in doors(ref.table, ref.table.models[deed.actor]):
        piece = next(p for p in ref.table.terrain.pieces if p.id == deed.target)
        await ref.emit(DoorMoved(rule="XT-TER-13", piece=swung(piece), by=deed.actor))


def swung(door: Piece) -> Piece:
    """The same door the other way."""
    closed = tuple(t for t in door.traits if t != "open")
    return replace(door, traits=closed if "open" in door.traits else (*closed, "open"))


DEEDS.update({CAPTURE: take_prisoner, STAND_UP: get_up, DOOR: swing_door})
