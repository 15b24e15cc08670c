"""Scenic devices that are switched or fired, and the cores of artifacts (DW-SCA, DW-SCW, DW-SCN-14)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from sightline.core.decisions import Count, Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Side, Table, spot
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Extract, Fire, SwitchOver
from sightline.games.deepwars.attacking import declare, may_attack, section_fault, sections_of, target_fault
from sightline.games.deepwars.catalog import weapon
from sightline.games.deepwars.checks import DONE, quality_check
from sightline.games.deepwars.devices import can_use, complexity, grant_traits, is_gun
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.scenery import BLASTER, DREAD, DREAD_LINE
from sightline.games.deepwars.events import Afflicted, Dropped, Found, Noted, Vanished
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.measure import LONG, enemies, objects, place, stick, touching
from sightline.games.deepwars.questions import SHOT, USING, Blow, Doing
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.sides import altar_of
from sightline.games.deepwars.tokens import (
    ATTACKS,
    CHARGING,
    CORE,
    DAMAGED,
    DAZED,
    EXTRACTED,
    FIRED,
    GAME_TURN,
    LOAD,
    MOVES,
    OF,
    SERVES,
    SWITCHED_OFF,
    TRANSFIXED,
    UNSEEN,
    USED,
)

FIRE_COST, AIMED_COST = 2, 3
SWITCH_COST = {BLASTER: 2, DREAD: 2}

# ------------------------------------------------------------------ scenic devices: DW-SCA-01, DW-SCW-01


def usable(table: Table, model: Model) -> list[Model]:
    """The scenic devices a model touches and can use."""
    if not EFFECTS.allows(table, Doing(model.id, USING)):
        return []
    near = (o for o in objects(table) if touching(table, model, o) and complexity(table, model, o.id))
    return [o for o in near if DAMAGED not in o.tokens and can_use(table, model, o.id)]


def check_switch(table: Table, decision: Decision, action: SwitchOver) -> Refusal | None:
    """A device in contact that one can use and that is not fired."""
    thing = table.models.get(action.device)
    cost = SWITCH_COST.get(thing.profile, 1) if thing is not None else 1
    refusal = cannot(table, decision, action.actor, USING, cost)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if thing is None or thing not in usable(table, model) or is_gun(thing) or thing.tokens.get(USED):
        return Refusal("DW-SCA-01", {"model": model.id, "device": action.device})
    if thing.profile == DREAD and place(thing) == action.toward:
        return Refusal("DW-SCW-03", {"device": thing.id, "toward": str(action.toward)})
    return None


def switch_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The direction of a wall of dread."""
    thing = table.models[offer.given["device"]]
    return {"toward": Spot(offer.given["actor"], 6.0)} if thing.profile == DREAD else {}


async def switch_over(ref: Referee, action: SwitchOver) -> None:
    """On or off; a blaster begins to gather charge, a wall of dread rises once."""
    table, thing = ref.table, ref.table.models[action.device]
    side = table.models[action.actor].side
    await spend(ref, action.actor, SWITCH_COST.get(thing.profile, 1), "DW-SCA-01")
    if thing.profile == BLASTER:
        now = table.tokens(TABLE, GAME_TURN)
        value = 0 if CHARGING in thing.tokens else now
        await ref.emit(
            Noted(rule="DW-SCW-02", bearer=thing.id, token=CHARGING, value=value), *serves(table, thing, side)
        )
    elif thing.profile == DREAD:
        (x, y), (tx, ty) = place(thing), action.toward
        far, apart = 3 * stick(table, LONG), hypot(tx - x, ty - y)
        end = spot(x + (tx - x) * far / apart, y + (ty - y) * far / apart)
        line = Model(
            f"{thing.id}-{DREAD_LINE}", thing.id, "", DREAD_LINE, "Wall of dread", "marker", at=end, radius=0.0
        )
        await ref.emit(
            Dropped(rule="DW-SCW-03", new=line),
            Noted(rule="DW-SCW-03", bearer=thing.id, token=USED, value=1),
            *serves(table, thing, side),
        )
    else:
        value = 0 if SWITCHED_OFF in thing.tokens else 1
        await ref.emit(Noted(rule="DW-SCA-01", bearer=thing.id, token=SWITCHED_OFF, value=value))


def serves(table: Table, thing: Model, side: Side) -> list[Event]:
    """What a weapon does by itself is the doing of whoever has switched it on (DW-GEN-14)."""
    return [
        Noted(rule="DW-GEN-14", bearer=thing.id, token=f"{SERVES}:{s}", value=int(s == side))
        for s in table.sides
        if s == side or f"{SERVES}:{s}" in thing.tokens
    ]


def may_aim(model: Model) -> bool:
    """Whether a model has the third action that aims a scenic weapon, and is not dazed (DW-ACN-12, DW-CND-02)."""
    return left(model) >= AIMED_COST and DAZED not in model.tokens


def in_its_sights(table: Table, model: Model, thing: Model, *, aimed: bool) -> tuple[ModelId, ...]:
    """Whom and what a scenic weapon may be fired at; aimed, it reaches as far as any Aimed Shot (DW-RNG-07)."""
    clear = not_in_the_way(table, thing)
    others = (m.id for m in (*enemies(table, model), *objects(table)))
    return tuple(id for id in others if sights_fault(clear, model, thing, id, aimed=aimed) is None)


def sights_fault(clear: Table, model: Model, thing: Model, target: ModelId, *, aimed: bool) -> Refusal | None:
    """Why a scenic weapon may not be fired at somebody: once in a Game Turn, not at itself, and as any weapon."""
    facts = {"model": model.id, "device": thing.id, "target": target}
    if FIRED in thing.tokens or target == thing.id:
        return Refusal("DW-SCW-01", facts | ({"fired": 1} if FIRED in thing.tokens else {}))
    return target_fault(clear, model, weapon(thing.profile), target, aimed=aimed)


def not_in_the_way(table: Table, thing: Model) -> Table:
    """The table as it is for who fires a scenic weapon: all round, so that the weapon itself hides nothing."""
    clear = table.copy()
    Vanished(rule="DW-SCW-01", piece=thing.id).apply(clear)
    return clear


def from_ambush(table: Table, model: Model, thing: Model, target: ModelId) -> bool:
    """Whether the operator began unseen (DW-RNG-03), and not just because it stood behind the weapon it fires."""
    unseen = f"{UNSEEN}:{target}" in model.tokens
    return unseen and (MOVES in model.tokens or hidden(not_in_the_way(table, thing), target, model.id))


def check_fire(table: Table, decision: Decision, action: Fire) -> Refusal | None:
    """A weapon in contact that one can use, once per Game Turn."""
    refusal = cannot(table, decision, action.actor, USING, action.actions)
    if refusal is not None:
        return refusal
    if action.actions not in (FIRE_COST, AIMED_COST):
        return Refusal("DW-ACN-12", {"actions": action.actions, "least": FIRE_COST, "most": AIMED_COST})
    model, thing = table.models[action.actor], table.models.get(action.device)
    if thing is None or thing not in usable(table, model) or not is_gun(thing):
        return Refusal("DW-SCW-01", {"model": model.id, "device": action.device})
    if not may_attack(table, model):
        return Refusal("DW-ACT-15", {"model": model.id, "attacks": model.tokens.get(ATTACKS, 0)})
    if action.actions > FIRE_COST and DAZED in model.tokens:
        return Refusal("DW-CND-02", {"model": model.id, "actions": action.actions, "most": FIRE_COST})
    further = action.actions - FIRE_COST
    if not 0 <= action.pierce <= further:
        return Refusal("DW-ACN-10", {"model": model.id, "armor break": action.pierce, "most": further})
    no = sights_fault(not_in_the_way(table, thing), model, thing, action.target, aimed=further > 0)
    return no or section_fault(table, action.target, weapon(thing.profile), action.section)


def fire_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom, what of them, and whether it is aimed (DW-ACN-12)."""
    model, thing = table.models[offer.given["actor"]], table.models[offer.given["device"]]
    aims = may_aim(model)
    targets = in_its_sights(table, model, thing, aimed=aims)
    parts = sections_of(table, targets, weapon(thing.profile))
    found: dict[str, Slot] = {"target": Pick(targets), "section": Pick(parts)}
    found["actions"] = Pick((FIRE_COST, AIMED_COST) if aims else (FIRE_COST,))
    return found | ({"pierce": Count(0, AIMED_COST - FIRE_COST)} if aims else {})


async def fire(ref: Referee, action: Fire) -> None:
    """A shot with the weapon's bonus added to the operator's Combat, aimed once with a third action (DW-ACN-12)."""
    thing = ref.table.models[action.device]
    await spend(ref, action.actor, action.actions, "DW-ACN-12")
    await grant_traits(ref, action.actor, thing.profile)
    await ref.emit(Noted(rule="DW-SCW-01", bearer=thing.id, token=FIRED, value=1))
    effort = action.actions - FIRE_COST + 1
    ambush = from_ambush(ref.table, ref.table.models[action.actor], thing, action.target)
    blow = Blow(action.actor, action.target, thing.profile, SHOT, action.section, effort, action.pierce, ambush=ambush)
    await declare(ref, blow, "DW-SCW-01")


# ------------------------------------------------------------------ power cores: DW-SCN-14


def altar(table: Table, model: Model) -> Model | None:
    """The enemy's artifact, if a model touches it and nobody has its core."""
    if model.side not in table.sides:
        return None
    found = altar_of(table, table.other(model.side))
    able = found is not None and touching(table, model, found)
    return found if able and not table.tokens(model.side, EXTRACTED) else None


def check_extract(table: Table, decision: Decision, action: Extract) -> Refusal | None:
    """In contact with the enemy's artifact, with both hands free."""
    refusal = cannot(table, decision, action.actor, USING, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    found = altar(table, model)
    if found is None or found.id != action.target:
        return Refusal("DW-SCN-14", {"model": model.id, "target": action.target})
    return Refusal("DW-TRE-03", {"model": model.id, "carries": len(loads(model))}) if loads(model) else None


async def extract(ref: Referee, action: Extract) -> None:
    """Two successes take it, three failures transfix."""
    await spend(ref, action.actor, 1, "DW-SCN-14")
    successes = await quality_check(ref, action.actor, "extract", action.target, "DW-SCN-14")
    model, owner = ref.table.models[action.actor], ref.table.models[action.target].owner
    if successes >= DONE:
        await ref.emit(
            Found(rule="DW-SCN-14", bearer=model.id, token=f"{LOAD}:{CORE}", by=1),
            Noted(rule="DW-SCN-14", bearer=model.side, token=EXTRACTED, value=1),
            Noted(rule="DW-SCN-14", bearer=model.id, token=f"{OF}:{owner}:{CORE}", value=1),
        )
    elif not successes:
        await ref.emit(Afflicted(rule="DW-SCN-14", bearer=model.id, token=TRANSFIXED, value=1))


# ------------------------------------------------------------------ offers


def offers(table: Table, model: Model) -> list[Offer]:
    """The scenic devices a model may switch or fire now, and the core it may take."""
    who = {"actor": model.id}
    if not EFFECTS.allows(table, Doing(model.id, USING)):
        return []
    found = []
    for thing in usable(table, model):
        if is_gun(thing):
            able = left(model) >= FIRE_COST and may_attack(table, model)
            if able and in_its_sights(table, model, thing, aimed=may_aim(model)):
                found.append(Offer(Fire, "DW-SCW-01", {**who, "device": thing.id}))
        elif left(model) >= SWITCH_COST.get(thing.profile, 1) and not thing.tokens.get(USED):
            found.append(Offer(SwitchOver, "DW-SCA-01", {**who, "device": thing.id}))
    core = altar(table, model)
    if core is not None and not loads(model):
        found.append(Offer(Extract, "DW-SCN-14", {**who, "target": core.id}))
    return found


PLAYS.update({SwitchOver: switch_over, Fire: fire, Extract: extract})
