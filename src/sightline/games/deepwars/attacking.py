"""Declaring an attack: who, with what, at whom, at what, for how many actions (DW-CBT-06, DW-CBT-10, DW-ACN-07 to -17)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Count, Decision, Offer, Pick, Picks, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import Model, ModelId, Part, Table
from sightline.games.deepwars.acting import OFFERS, PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Attack, Reload
from sightline.games.deepwars.arms import carried, melee_arms, ranged_arms, trait_value, works
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.catalog import SECTIONS, SLACK, Weapon, weapon
from sightline.games.deepwars.combat import CombatRoll
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Activated, AttackDeclared, Faced, Noted, Stepped, Tallied
from sightline.games.deepwars.measure import (
    distance,
    enemies,
    engaged,
    friends,
    heading,
    place,
    stick,
    touching,
)
from sightline.games.deepwars.morale import Terrorizing
from sightline.games.deepwars.moving import path_fault, place_fault
from sightline.games.deepwars.questions import ATTACKING, H2H, SHOT, AttackLimit, Blow, Doing, Targeting
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.sighting import COMPLETE, cover
from sightline.games.deepwars.tokens import ACTIVATED, ATTACKED, ATTACKS, EMPTY, MET, RUN, SPENT, UNSEEN

MOST = 3
"""Actions that can go into one attack (DW-ACN-08)."""
STEP = 1.0
"""A small step (DW-ACN-17)."""
STEPS = {"short": 1, "medium": 2, "long": 3}
REACH = 1.0
"""How far a long weapon strikes hand-to-hand (DW-ABL-47)."""
"""The moves that count for a charge and a rush."""
RUSH = 2


# ------------------------------------------------------------------ whom one may attack (DW-CBT-10)


def bands(aimed: bool) -> tuple[int, int, int]:
    """The sticks up to which a shot has no penalty, -2 and -4 (DW-RNG-02, DW-RNG-07)."""
    return (2, 3, 4) if aimed else (1, 2, 3)


def span(table: Table, kind: Weapon) -> float:
    """The stick of a ranged weapon."""
    return stick(table, STEPS[kind.range])


def target_fault(
    table: Table, attacker: Model, kind: Weapon, target: ModelId, *, aimed: bool = False, close_band: bool = False
) -> Refusal | None:
    """Why a model may not attack another with a weapon."""
    victim = table.models.get(target)
    if victim is None or victim.kind != "model" or victim.at is None or victim.side == attacker.side:
        return Refusal("DW-CBT-10", {"target": target})
    no = EFFECTS.forbids(table, Targeting(attacker.id, target, H2H if kind.melee else SHOT, kind.id))
    if no is not None:
        return Refusal(*no)
    if kind.melee:
        return melee_fault(table, attacker, kind, victim)
    return shot_fault(table, attacker, kind, victim, aimed=aimed, close_band=close_band)


def melee_fault(table: Table, attacker: Model, kind: Weapon, victim: Model) -> Refusal | None:
    """Contact, or a long weapon and a small gap."""
    if touching(table, attacker, victim):
        return None
    apart = gap(attacker, victim)
    if any(t.id == "reach" for t in kind.traits) and apart <= REACH + SLACK and level_near(table, attacker, victim):
        return None
    return Refusal("DW-ACN-07", {"target": victim.id, "distance": round(distance(table, attacker, victim), 3)})


def level_near(table: Table, one: Model, other: Model) -> bool:
    """Whether two are on the same level or neighbouring ones."""
    from sightline.games.deepwars.measure import level_gap

    return level_gap(table, one, other) <= 1


def shot_fault(
    table: Table, attacker: Model, kind: Weapon, victim: Model, *, aimed: bool, close_band: bool
) -> Refusal | None:
    """Range and sight."""
    far, longest = distance(table, attacker, victim), span(table, kind) * (1 if close_band else bands(aimed)[2])
    if far > longest + SLACK:
        return Refusal("DW-RNG-02", {"target": victim.id, "distance": round(far, 3), "range": longest})
    if cover(table, attacker.id, victim.id) == COMPLETE or hidden(table, attacker.id, victim.id):
        return Refusal("DW-CBT-10", {"target": victim.id, "cover": "complete"})
    return None


# ------------------------------------------------------------------ offers


def attack_limit(table: Table, model: Model) -> int:
    """How many attack actions a model has in this activation (DW-ACT-15)."""
    return int(EFFECTS.tally(table, AttackLimit(model.id), table.options["attacks_per_activation"]).value)


def may_attack(table: Table, model: Model) -> bool:
    """Whether a model has an attack left and nothing keeps it from attacking."""
    used = model.tokens.get(ATTACKS, 0)
    return used < attack_limit(table, model) and EFFECTS.allows(table, Doing(model.id, ATTACKING))


def offers(table: Table, model: Model) -> list[Offer]:
    """Every weapon against everybody it may be used on, and reloading."""
    found: list[Offer] = []
    if may_attack(table, model):
        for kind in (*melee_arms(model), *ranged_arms(model)):
            rule = "DW-ACN-07" if kind.melee else "DW-ACN-09"
            aimed = left(model) > 1 and not kind.melee
            for enemy in enemies(table, model):
                if target_fault(table, model, kind, enemy.id, aimed=aimed) is None:
                    given = {"actor": model.id, "weapon": kind.id, "target": enemy.id}
                    found.append(Offer(Attack, rule, given))
    for kind in carried(model):
        if f"{EMPTY}:{kind.id}" in model.tokens and works(model, kind):
            if EFFECTS.allows(table, Doing(model.id, "reload")):
                found.append(Offer(Reload, "DW-ACN-11", {"actor": model.id, "weapon": kind.id}))
    return found


def attack_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The section, the actions, and what they buy."""
    model, target = table.models[offer.given["actor"]], table.models[offer.given["target"]]
    found: dict[str, Slot] = {"section": Pick((*SECTIONS, *(w.id for w in carried(target) if works(target, w))))}
    most = min(MOST, left(model))
    if most > 1:
        found["effort"] = Pick(tuple(range(1, most + 1)))
        found["pierce"] = Count(0, most - 1)
    others = joiners(table, model, weapon(offer.given["weapon"]), target)
    if others:
        found["joiners"] = Picks(others, 0, min(len(others), 5))
    return found


# ------------------------------------------------------------------ coordinated attacks (DW-H2H-06, DW-RNG-11)


def joiners(table: Table, lead: Model, kind: Weapon, target: Model) -> tuple[ModelId, ...]:
    """The friends who may join an attack: not activated yet, able to attack, and on the target."""
    found = []
    for friend in friends(table, lead):
        if ACTIVATED in friend.tokens or not EFFECTS.allows(table, Doing(friend.id, ATTACKING)):
            continue
        if kind.melee:
            if touching(table, friend, target):
                found.append(friend.id)
        elif joining_weapon(table, friend, target) is not None:
            found.append(friend.id)
    return tuple(found)


def joining_weapon(table: Table, shooter: Model, target: Model) -> Weapon | None:
    """A loaded weapon a joiner has the target in the first band of, in sight and in front."""
    from sightline.games.deepwars.measure import faces

    if not faces(shooter, target):
        return None
    for kind in ranged_arms(shooter):
        if target_fault(table, shooter, kind, target.id, close_band=True) is None:
            return kind
    return None


# ------------------------------------------------------------------ legality (DW-CBT-06)


def check_attack(table: Table, decision: Decision, action: Attack) -> Refusal | None:
    """An able model, a working weapon, a legal target, affordable effort, a small step at most."""
    refusal = cannot(table, decision, action.actor, ATTACKING, action.effort)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    used, most = model.tokens.get(ATTACKS, 0), attack_limit(table, model)
    if used >= most:
        return Refusal("DW-ACT-15", {"model": model.id, "attacks": used, "most": most})
    arms = [w for w in (*melee_arms(model), *ranged_arms(model)) if w.id == action.weapon]
    if not arms:
        return Refusal("DW-WPN-02", {"model": model.id, "weapon": action.weapon})
    return (
        effort_fault(model, action)
        or step_fault(table, model, action)
        or target_fault(table, stepped(model, action), arms[0], action.target, aimed=action.effort > 1)
        or section_fault(table, action)
        or joiner_fault(table, model, arms[0], action)
    )


def stepped(model: Model, action: Attack) -> Model:
    """A model as it stands after the small step of an attack."""
    return replace(model, at=action.step[0]) if action.step else model


def effort_fault(model: Model, action: Attack) -> Refusal | None:
    """One to three actions; those beyond the first may go into Armor Break."""
    if not 1 <= action.effort <= MOST:
        return Refusal("DW-ACN-08", {"model": model.id, "actions": action.effort, "most": MOST})
    if not 0 <= action.pierce <= action.effort - 1:
        return Refusal("DW-ACN-08", {"model": model.id, "armor break": action.pierce, "most": action.effort - 1})
    return None


def step_fault(table: Table, model: Model, action: Attack) -> Refusal | None:
    """An inch at most, on the level, out of contact with nobody, in a plain attack (DW-ACN-17)."""
    if not action.step:
        return None
    to, start = action.step[0], place(model)
    length = hypot(to[0] - start[0], to[1] - start[1])
    facts = {"model": model.id, "length": round(length, 3), "limit": STEP}
    if len(action.step) > 1 or not 0 < length <= STEP + SLACK or action.effort > 1:
        return Refusal("DW-ACN-17", {**facts, "actions": action.effort})
    there = replace(model, at=to)
    for id in engaged(table, model):
        if not touching(table, there, table.models[id]):
            return Refusal("DW-ACN-17", {**facts, "leaves": id})
    refusal = place_fault(table, model, to, round(model.z / stick(table, 1)))
    return refusal or (None if engaged(table, model) else path_fault(table, model, to))


def section_fault(table: Table, action: Attack) -> Refusal | None:
    """A section, or a weapon in the target's profile that is not destroyed (DW-SUB-01, DW-SUB-09)."""
    target = table.models[action.target]
    if action.section in SECTIONS or action.section in {w.id for w in carried(target) if works(target, w)}:
        return None
    return Refusal("DW-SUB-01", {"target": target.id, "section": action.section})


def joiner_fault(table: Table, model: Model, kind: Weapon, action: Attack) -> Refusal | None:
    """Joiners that may join, each once."""
    able = joiners(table, model, kind, table.models[action.target])
    for id in action.joiners:
        if id not in able or action.joiners.count(id) > 1:
            return Refusal("DW-H2H-06", {"model": id, "target": action.target})
    return None


# ------------------------------------------------------------------ the attack


class Assault(Part, frozen=True):
    """An attack that was paid for."""

    blow: Blow


def run_of(model: Model, target: ModelId) -> int:
    """The moves that led straight into an attack on somebody: begun out of contact with it (DW-H2H-04)."""
    run, met = model.tokens.get(RUN, 0), model.tokens.get(f"{MET}:{target}", 0)
    return max(0, min(RUSH, run, run - met))


async def attack(ref: Referee, action: Attack) -> None:
    """Pay, step, turn to the target, and strike."""
    table, model = ref.table, ref.table.models[action.actor]
    kind = weapon(action.weapon)
    run = 0 if action.step or not kind.melee else run_of(model, action.target)
    blow = Blow(
        model.id,
        action.target,
        kind.id,
        H2H if kind.melee else SHOT,
        action.section,
        action.effort,
        action.pierce,
        run,
        len(action.joiners),
        f"{UNSEEN}:{action.target}" in model.tokens,
    )
    joined: list[Event] = []
    for id in action.joiners:
        joined.append(Activated(rule="DW-H2H-06", bearer=id, token=ACTIVATED, value=1))
        with_ = None if kind.melee else joining_weapon(table, table.models[id], table.models[action.target])
        joined += fired(table.models[id], with_) if with_ is not None else []
    await spend(ref, model.id, action.effort, rule_of(kind, action.effort))
    if action.step:
        to, start = action.step[0], place(model)
        length = round(hypot(to[0] - start[0], to[1] - start[1]), 4)
        await arrive(ref, model, Stepped(rule="DW-ACN-17", model=model.id, path=(start, to), length=length, z=model.z))
    await ref.emit(
        Tallied(rule="DW-ACT-15", bearer=model.id, token=ATTACKS, by=1),
        Noted(rule="DW-LOS-06", bearer=model.id, token=ATTACKED, value=1),
        AttackDeclared(rule=rule_of(kind, action.effort), attacker=model.id, target=action.target, blow=blow),
        *joined,
        *(fired(model, kind) if not kind.melee else ()),
    )
    ref.then(Assault(blow))


def rule_of(kind: Weapon, effort: int) -> str:
    """The rule an attack is made by."""
    if kind.melee:
        return "DW-ACN-08" if effort > 1 else "DW-ACN-07"
    return "DW-ACN-10" if effort > 1 else "DW-ACN-09"


def fired(model: Model, kind: Weapon) -> list[Event]:
    """What a shot takes of a weapon: it has to be reloaded, or is spent (DW-ACN-11, DW-RNG-12)."""
    reloads = trait_value(kind, "reload")
    found: list[Event] = []
    if reloads:
        found.append(Noted(rule="DW-ACN-11", bearer=model.id, token=f"{EMPTY}:{kind.id}", value=reloads))
    if any(t.id == "single_use" for t in kind.traits):
        found.append(Noted(rule="DW-ABL-56", bearer=model.id, token=f"{SPENT}:{kind.id}", value=1))
    return found


async def assault(ref: Referee, part: Assault) -> None:
    """Turn to the target; whoever is terrified may flee first; then both roll (DW-CBT-07)."""
    table, blow = ref.table, part.blow
    one, other = table.models[blow.attacker], table.models[blow.defender]
    if one.at is None or other.at is None:
        return
    if place(one) != place(other):
        await ref.emit(Faced(rule="DW-ACN-07", model=one.id, facing=heading(place(one), place(other))))
    if blow.mode == H2H:
        ref.then(Terrorizing(blow))
    ref.then(CombatRoll(blow))


# ------------------------------------------------------------------ reloading (DW-ACN-11)


def check_reload(table: Table, decision: Decision, action: Reload) -> Refusal | None:
    """A weapon of its own that is empty."""
    refusal = cannot(table, decision, action.actor, "reload", 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if f"{EMPTY}:{action.weapon}" in model.tokens:
        return None
    return Refusal("DW-ACN-11", {"model": model.id, "weapon": action.weapon})


async def reload(ref: Referee, action: Reload) -> None:
    """One reload action of those the weapon needs."""
    await spend(ref, action.actor, 1, "DW-ACN-11")
    await ref.emit(Tallied(rule="DW-ACN-11", bearer=action.actor, token=f"{EMPTY}:{action.weapon}", by=-1))


PLAYS[Attack] = attack
PLAYS[Reload] = reload
OFFERS.append(offers)
