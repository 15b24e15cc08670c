"""Carrying a move out: where it leads, leg by leg, what lies underfoot, and portals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Route, Slot, Spot
from sightline.core.nearest import is_near
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table, snap
from sightline.core.variants import Variant
from sightline.games.xenotactics import harm
from sightline.games.xenotactics.acting import reach
from sightline.games.xenotactics.actions import Go, StayHere, Warp
from sightline.games.xenotactics.catalog import LEVEL, SLACK
from sightline.games.xenotactics.clash import move_roll
from sightline.games.xenotactics.deeds import Damage
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import Climbed, Fell, Jumped, Noted, Stopped, Walked, Warped
from sightline.games.xenotactics.ground import Feature, feature, level_at, with_trait
from sightline.games.xenotactics.legs import Leg, fallen, landing_spot, length
from sightline.games.xenotactics.measure import place, swept_over, touched, touching
from sightline.games.xenotactics.moving import go_fault, limit_of, prey, settled, way_to
from sightline.games.xenotactics.opposed import successes
from sightline.games.xenotactics.questions import Hindered, Reach
from sightline.games.xenotactics.standing import standing_fault, too_near
from sightline.games.xenotactics.tokens import BURNT, OVER, STUNNED


def stay(model: Model) -> Go:
    """A move of no length."""
    return Go(model.id, place(model))


def go_offers(table: Table, model: Model, *, reply: bool) -> list[Offer]:
    """A way for a model that moves, or a charge."""
    found = [Offer(Go, "XT-MOV-01", {"actor": model.id})]
    if prey(table, model, reach(table, model, reply=reply)):
        found.append(Offer(Go, "XT-MOV-03", {"actor": model.id}))
    return found


def check_go(table: Table, decision: Decision, action: Go) -> Refusal | None:
    """The model that moves, no farther than it may."""
    model = table.models.get(action.actor)
    movers = [o.given.get("actor") for o in decision.offers if o.action is Go]
    if model is None or action.actor not in movers:
        return Refusal("XT-SEQ-02", {"model": action.actor, "movers": movers})
    reply = decision.rule == "XT-RMV-01"
    limit, later = limit_of(table, model, reply=reply)
    refusal = go_fault(table, model, action, limit, later)
    if refusal is not None or not reply:
        return refusal
    to = settled(table, model, action, limit).to
    return breaks_contact(table, model, to) if to is not None else None


def breaks_contact(table: Table, model: Model, to: Point) -> Refusal | None:
    """A reactor that touches the active enemy may not leave it, through no portal either (XT-RMV-02)."""
    active = holder(table, model)
    if active is None or touching(table, replace(model, at=to), active):
        return None
    return Refusal("XT-RMV-02", {"model": model.id, "active": active.id})


def holder(table: Table, model: Model) -> Model | None:
    """The active enemy a model touches."""
    active = table.models.get(harm.active(table))
    if active is None or active.at is None or active.side == model.side or not touching(table, model, active):
        return None
    return active


def go_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A way, as long as the model may go."""
    model = table.models[offer.given["actor"]]
    limit = reach(table, model, reply=decision.rule == "XT-RMV-01")
    return {"against": Pick(prey(table, model, limit))} if offer.rule == "XT-MOV-03" else {"to": Route(model.id, limit)}


async def make_go(ref: Referee, model: Model, offers: list[Offer]) -> None:
    """A side says where a model goes, and it goes there."""
    stays = Offer(StayHere, "XT-MOV-01", {"actor": model.id})
    default = StayHere(model.id)
    on = Reach(model.id)
    chosen = await ref.choose(model.side, "XT-SEQ-02", [*offers, stays], default=default, about=model.id, on=on)
    await march(ref, chosen if isinstance(chosen, Go) else stay(model), reply=False)


async def march(ref: Referee, action: Go, *, reply: bool) -> None:
    """A model goes its way leg by leg; jumps are rolled for, falls hurt, and hazards follow (XT-TER-19)."""
    table, model = ref.table, ref.table.models[action.actor]
    held = reply and holder(table, model) is not None
    limit, later = limit_of(table, model, reply=reply)
    way = way_to(table, model, settled(table, model, action, limit), limit + later)
    assert not isinstance(way, Refusal)
    spent = 0.0
    gone: list[Leg] = []
    for leg in way:
        if leg.kind == "climb" and spent + leg.cost > limit + SLACK:
            await hang(ref, model.id, leg, limit - spent)
            gone.append(replace(leg, path=leg.path[:1]))  # It has come from its foot or edge, and nowhere yet.
            break
        spent += leg.cost
        if not await STRIDES[leg.kind](ref, model.id, leg):
            break
        gone.append(leg)
    await underfoot(ref, model.id, gone, reply=reply, held=held)


async def stride(ref: Referee, id: ModelId, leg: Leg) -> bool:
    """A walk."""
    if length(leg.path) > 0:
        await ref.emit(Walked(rule="XT-MOV-01", model=id, path=leg.path, length=round(leg.cost, 6)))
    return True


async def climbs(ref: Referee, id: ModelId, leg: Leg) -> bool:
    """A climb that is finished."""
    await ref.emit(Climbed(rule="XT-MOV-07", model=id, path=leg.path, length=round(leg.cost, 6)))
    return True


async def hang(ref: Referee, id: ModelId, leg: Leg, inches: float) -> None:
    """A climb that goes on with the next action: until then the model hangs on the face above its foot (XT-MOV-08)."""
    table, model = ref.table, ref.table.models[id]
    down = level_at(table.terrain, leg.path[0]) > level_at(table.terrain, leg.end)
    foot = leg.end if down else leg.path[0]
    down = down or leg.path[0] == leg.end
    gone = leg.inches_to(model.z or leg.height) - inches if down else leg.inches_to(model.z) + inches
    height = snap(leg.height_after(gone))
    await ref.emit(Climbed(rule="XT-MOV-08", model=id, path=(place(model), foot), length=round(inches, 6), z=height))


async def jumps(ref: Referee, id: ModelId, leg: Leg) -> bool:
    """A roll against Move: over a rift or into it, between high ground or down half-way (XT-MOV-10, XT-TER-23)."""
    table, model = ref.table, ref.table.models[id]
    rule = "XT-TER-23" if leg.over else "XT-MOV-10"
    roll = move_roll(table, model, "jump", rule)
    (faces,) = await ref.throw(roll)
    assert roll.need is not None
    if successes(faces, roll.need):
        await ref.emit(Jumped(rule=rule, model=id, path=leg.path, length=round(leg.cost, 6)))
        return True
    if leg.over:
        await harm.kill(ref, [id], rule)
        return False
    (ax, ay), (bx, by) = leg.path
    above = round(leg.height / LEVEL)
    landing = landing_spot(table, model, ((ax + bx) / 2, (ay + by) / 2), above)
    if landing is not None:
        await falls(ref, id, Leg("drop", (leg.path[0], landing), 0.0, fallen(table, above, landing)))
    return False


async def falls(ref: Referee, id: ModelId, leg: Leg) -> bool:
    """A fall, wanted or not: one damage for every full 3 inches; who stays upright may go on (XT-MOV-11)."""
    await ref.emit(Fell(rule="XT-MOV-11", model=id, path=leg.path, length=leg.height))
    await harm.suffer(ref, [harm.fall(id, leg.height)])
    model = ref.table.models[id]
    return model.at is not None and STUNNED not in model.tokens


STRIDES = {"walk": stride, "climb": climbs, "jump": jumps, "drop": falls}


# ------------------------------------------------------------------ underfoot (XT-TER-07, XT-TER-18, XT-TER-24)


async def underfoot(ref: Referee, id: ModelId, way: Sequence[Leg], *, reply: bool, held: bool) -> None:
    """Difficult ground ends the activation of an active model, hazardous ground hurts anybody who moved through it.

    It hurts when the move is over, and a portal that is taken is a part of the move (XT-TER-19, XT-TER-24).
    """
    table, model = ref.table, ref.table.models[id]
    if model.at is None:
        return
    met = ground_met(table, model, way)
    if "difficult" in met and not reply:
        await ref.emit(Stopped(rule="XT-TER-07", bearer=id, token=OVER, value=1))
    if not at_a_portal(ref, id, burns="hazardous" in met, held=held) and "hazardous" in met:
        await burn(ref, id)


def ground_met(table: Table, model: Model, way: Sequence[Leg]) -> set[str]:
    """The ground a way leads over that means something to whoever goes it."""
    return {
        trait
        for trait in ("difficult", "hazardous")
        if any(touches(f, leg, model.radius) for f in with_trait(table.terrain, trait) for leg in way)
        and EFFECTS.allows(table, Hindered(model.id, trait))
    }


def touches(piece: Feature, leg: Leg, radius: float) -> bool:
    """Whether a base touches a piece where it walks or climbs; what it jumps over or falls past it does not touch."""
    if leg.kind == "climb":
        return piece.touches(*leg.path[0], radius) or piece.touches(*leg.end, radius)
    return leg.kind == "walk" and any(swept_over(piece, a, b, radius) for a, b in pairwise(leg.path))


def every_time(model: Model) -> bool:
    """Each trigger hurts by itself."""
    return True


def first_time(model: Model) -> bool:
    """Only the first trigger of an activation or reaction hurts."""
    return BURNT not in model.tokens


BURNS = Variant("hazard_triggers", {"separate": every_time, "once_per_activation_or_reaction": first_time})


async def burn(ref: Referee, id: ModelId) -> None:
    """One damage from hazardous ground."""
    if not BURNS.of(ref.table)(ref.table.models[id]):
        return
    await harm.suffer(ref, [Damage(id, 1, "hazardous", rule="XT-TER-18")])
    if ref.table.models[id].at is not None:
        await ref.emit(Noted(rule="XT-TER-18", bearer=id, token=BURNT, value=1))


class AtAPortal(Part, frozen=True):
    """A model that has come to a portal may step through it."""

    model: ModelId
    burns: bool = False
    """It came through hazardous ground, which hurts it when it has stepped through or stayed."""
    held: bool = False
    """The active enemy touched it when its move reaction began, and holds it (XT-RMV-02)."""


def at_a_portal(ref: Referee, id: ModelId, *, burns: bool = False, held: bool = False) -> bool:
    """A move that ends touching a portal may lead on to its twin (XT-TER-24); says whether it does."""
    table, model = ref.table, ref.table.models[id]
    open_to_it = model.at is not None and not model.z and STUNNED not in model.tokens and bool(twins(table, model))
    if open_to_it:
        ref.then(AtAPortal(id, burns, held))
    return open_to_it


async def stepping_through(ref: Referee, part: AtAPortal) -> None:
    """The owner decides, if there is a legal spot on the other side; then fire on the way has its due."""
    await step_through(ref, part.model)
    if part.burns:
        await burn(ref, part.model)


async def step_through(ref: Referee, id: ModelId) -> None:
    """A model is set down at the twin of a portal, if its owner wants it to be."""
    table, model = ref.table, ref.table.models[id]
    if not can_warp(table, model):
        return
    offered = [Offer(Warp, "XT-TER-24", {"actor": id}), Offer(StayHere, "XT-TER-24", {"actor": id})]
    action = await ref.choose(model.side, "XT-TER-24", offered, default=StayHere(id), about=id)
    if isinstance(action, Warp):
        await ref.emit(Warped(rule="XT-TER-24", model=id, path=(place(model), action.at), length=0.0))


def twins(table: Table, model: Model) -> list[Feature]:
    """The portals that lead away from those a model touches."""
    found = (feature(table.terrain, f.pair) for f in touched(table, model, "portal"))
    return [f for f in found if f is not None]


def check_warp(table: Table, decision: Decision, action: Warp) -> Refusal | None:
    """A legal spot that touches the twin (XT-TER-24)."""
    model = table.models.get(action.actor)
    if model is None or decision.rule != "XT-TER-24" or decision.about != action.actor:
        return Refusal("XT-TER-24", {"model": action.actor})
    if not any(f.touches(*action.at, model.radius) for f in twins(table, model)):
        return Refusal("XT-TER-24", {"model": model.id, "at": str(action.at)})
    return arrival_fault(table, model, action.at)


def arrival_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """Why a model may not step out of a portal on a spot."""
    part = table.agenda[0] if table.agenda else None
    held = isinstance(part, AtAPortal) and part.held
    refusal = standing_fault(table, model, at) or too_near(table, model, at)
    return refusal or (breaks_contact(table, model, at) if held else None)


def check_stay(table: Table, decision: Decision, action: StayHere) -> Refusal | None:
    """Where a model might go, or step through a portal."""
    movers = [o.given.get("actor") for o in decision.offers if o.action is StayHere]
    if decision.rule in ("XT-TER-24", "XT-SEQ-02", "XT-RMV-01") and action.actor in movers:
        return None
    return Refusal("XT-TER-24", {"model": action.actor})


def can_warp(table: Table, model: Model) -> bool:
    """Whether there is a legal spot at a twin."""

    def legal(at: Point, twin: Feature) -> bool:
        return twin.touches(*at, model.radius) and arrival_fault(table, model, at) is None

    return any(is_near(partial(legal, twin=twin), twin.centre, 2.5) for twin in twins(table, model))


def warp_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The ground around the twins."""
    xs, ys = zip(*(twin.centre for twin in twins(table, table.models[offer.given["actor"]])), strict=True)
    left, right, low, high = min(xs) - 3.0, max(xs) + 3.0, min(ys) - 3.0, max(ys) + 3.0
    return {"at": Spot(zone=((left, low), (right, low), (right, high), (left, high)))}
