"""Special moves: flights, teleports, sneaking, reforming and shock entries, and where they come down."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from math import cos, hypot, pi, sin

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, Point, Table, spot
from sightline.games.xenotactics.acting import reach
from sightline.games.xenotactics.actions import Land, StayHere
from sightline.games.xenotactics.catalog import DISTANCES, SLACK
from sightline.games.xenotactics.deeds import Deed
from sightline.games.xenotactics.events import ModelEntered, Noted, StoodUp, Warped
from sightline.games.xenotactics.marching import at_a_portal
from sightline.games.xenotactics.measure import distance, place, touching
from sightline.games.xenotactics.questions import Reach
from sightline.games.xenotactics.sighting import spots_see
from sightline.games.xenotactics.specials import SPECIALS, where_slot
from sightline.games.xenotactics.standing import gap_at, standing_fault, too_near
from sightline.games.xenotactics.steps import DEEDS, LYING, make_the_move
from sightline.games.xenotactics.tokens import HARMED, RESERVE, STUNNED


def landing_fault(table: Table, model: Model, kind: str, at: Point) -> Refusal | None:
    """Why a model may not come down on a spot (XT-MOV-13, XT-MOV-03)."""
    refusal = standing_fault(table, model, at)
    if refusal is not None:
        return refusal
    if kind == "shock_entry":
        enemies = table.squad(table.other(model.side))
        near = [distance(table, replace(model, at=at), m) for m in enemies]
        if near and min(near) <= DISTANCES["shock_entry_clear"] + SLACK:
            return Refusal("XT-ABL-29", {"model": model.id, "gap": round(min(near), 4), "over": 3.0})
        return None
    refusal = too_near(table, model, at)
    if refusal is not None:
        return refusal
    if kind == "flying":
        far, most = (
            hypot(at[0] - place(model)[0], at[1] - place(model)[1]),
            DISTANCES["flying_factor"] * reach(table, model),
        )
        if far > most + SLACK:
            return Refusal("XT-ABL-12", {"model": model.id, "length": round(far, 4), "limit": most})
    elif kind == "teleport":
        if not spots_see(table, place(model), model.radius, at, model.radius, (model.id,)):
            return Refusal("XT-ABL-33", {"model": model.id, "at": str(at)})
    elif kind == "reform":
        friends = (m for m in table.squad(model.side) if m.id != model.id)
        there = replace(model, at=at)
        if not any(gap_at(model, at, m) >= -SLACK and touching(table, there, m) for m in friends):
            return Refusal("XT-ABL-08", {"model": model.id, "at": str(at)})
    return None


def landing_kind(table: Table) -> str:
    """The special move that is being made."""
    part = table.agenda[0] if table.agenda else None
    deed = getattr(part, "deed", None)
    return deed.kind if isinstance(deed, Deed) else ""


def check_land(table: Table, decision: Decision, action: Land) -> Refusal | None:
    """Whoever makes a special move, on a spot that will do."""
    model, kind = table.models.get(action.actor), landing_kind(table)
    if model is None or decision.about != action.actor or decision.rule != "XT-SEQ-02" or kind not in SPECIALS:
        return Refusal("XT-SEQ-02", {"model": action.actor})
    return landing_fault(table, model, kind, action.at)


def land_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The ground a model could come down on."""
    model, kind = table.models[offer.given["actor"]], landing_kind(table)
    return {"at": Pick(beside_friends(table, model)) if kind == "reform" else where_slot(table, model, kind)}


def beside_friends(table: Table, model: Model) -> tuple[Point, ...]:
    """Some spots that touch a friend: a dozen around each, or more where none of those will do."""
    return _around_friends(table, model, 12) or _around_friends(table, model, 72)


def _around_friends(table: Table, model: Model, times: int) -> tuple[Point, ...]:
    found: list[Point] = []
    for friend in table.squad(model.side):
        if friend.id != model.id:
            x, y = place(friend)
            far, turn = model.radius + friend.radius + 1 / 512, 2 * pi / times
            around = [spot(x + far * cos(k * turn), y + far * sin(k * turn)) for k in range(times)]
            found += [p for p in around if landing_fault(table, model, "reform", p) is None]
    return tuple(found)


async def special_move(ref: Referee, deed: Deed) -> None:
    """A flight, a teleport: nothing in between has any effect; it may be left at nothing (XT-ABL-12, XT-ABL-33)."""
    model = ref.table.models[deed.actor]
    action: Action | None = as_declared(ref.table, model, deed)
    if action is None:
        offers = [Offer(Land, SPECIALS[deed.kind].rule, {"actor": model.id}), stays(model)]
        action = await where(ref, model, offers)
    if isinstance(action, Land):
        path = (place(model), action.at)
        await ref.emit(Warped(rule=SPECIALS[deed.kind].rule, model=model.id, path=path, length=0.0))
    at_a_portal(ref, model.id)


def as_declared(table: Table, model: Model, deed: Deed) -> Land | StayHere | None:
    """What was declared for a special move; nothing if it was left open, or is no longer possible (XT-SEQ-01)."""
    if not deed.fixed or deed.to is None or model.at != deed.start:
        return None
    if deed.to == model.at:
        return StayHere(model.id)
    return Land(model.id, deed.to) if landing_fault(table, model, deed.kind, deed.to) is None else None


def where(ref: Referee, model: Model, offers: list[Offer]) -> Awaitable[Action]:
    """A side says where a special move ends, or that it leads nowhere."""
    on = Reach(model.id)
    return ref.choose(model.side, "XT-SEQ-02", offers, default=StayHere(model.id), about=model.id, on=on)


def stays(model: Model) -> Offer:
    """To stay where one is."""
    return Offer(StayHere, "XT-MOV-01", {"actor": model.id})


async def reform(ref: Referee, deed: Deed) -> None:
    """An energy being stands up, and may be set down beside a friend (XT-ABL-08)."""
    table, model = ref.table, ref.table.models[deed.actor]
    if HARMED in model.tokens:
        return
    await ref.emit(StoodUp(rule="XT-ABL-08", bearer=model.id, token=STUNNED, value=0))
    model = table.models[deed.actor]
    if not beside_friends(table, model):
        return
    offers = [Offer(Land, "XT-ABL-08", {"actor": model.id}), stays(model)]
    action = await where(ref, model, offers)
    if isinstance(action, Land):
        await ref.emit(Warped(rule="XT-ABL-08", model=model.id, path=(place(model), action.at), length=0.0))


async def enter(ref: Referee, deed: Deed) -> None:
    """A model comes onto the table anywhere over 3 inches from enemies (XT-ABL-29)."""
    model = ref.table.models[deed.actor]
    offers = [Offer(Land, "XT-ABL-29", {"actor": model.id}), stays(model)]
    action = await where(ref, model, offers)
    if isinstance(action, Land):
        await ref.emit(
            ModelEntered(rule="XT-ABL-29", model=model.id, at=action.at),
            Noted(rule="XT-ABL-29", bearer=model.id, token=RESERVE, value=0),
        )
        at_a_portal(ref, model.id)


LYING.add("reform")
DEEDS.update({"flying": special_move, "teleport": special_move, "sneak": make_the_move})
DEEDS.update({"reform": reform, "shock_entry": enter})
