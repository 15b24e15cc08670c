"""Declaring an attack: who, with what, at whom, for how many actions (DW-CBT-06, DW-CBT-10, DW-ACN-07 to DW-ACN-17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sightline.core.decisions import Count, Decision, Offer, Pick, Picks, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.games.deepwars import tricking
from sightline.games.deepwars.acting import PLAYS, cannot, left, shows, spend
from sightline.games.deepwars.actions import Attack, StepAndAttack
from sightline.games.deepwars.arms import LIVING, REACH, aimable, has_trait, melee_arms, ranged_arms, trait_value
from sightline.games.deepwars.catalog import BARE_HANDS, BODY, SECTIONS, SLACK, TOUCH, Weapon, weapon
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Activated, AttackDeclared, Faced, Noted, Tallied
from sightline.games.deepwars.measure import (
    OBJECT,
    STEPS,
    distance,
    enemies,
    faces,
    friends,
    heading,
    level_gap,
    objects,
    place,
    stick,
    touching,
)
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import ATTACKING, H2H, SHOT, AttackLimit, Blow, Doing, Targeting
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.sighting import COMPLETE, cover, walled_off
from sightline.games.deepwars.tokens import ACTIVATED, ATTACKS, CHARGES, DAZED, EMPTY, MET, RUN, SPENT, UNSEEN

MOST = 3
"""Actions that can go into one attack (DW-ACN-08)."""
ATTACKABLE = ("model", OBJECT)
RUSH = 2
"""The moves that count at most (DW-H2H-04)."""


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
    if victim is None or victim.kind not in ATTACKABLE or victim.at is None or victim.side == attacker.side:
        return Refusal("DW-CBT-10", {"target": target})
    no = EFFECTS.forbids(table, Targeting(attacker.id, target, H2H if kind.melee else SHOT, kind.id))
    if no is not None:
        return Refusal(*no)
    if kind.melee:
        return melee_fault(table, attacker, kind, victim)
    return shot_fault(table, attacker, kind, victim, aimed=aimed, close_band=close_band)


def melee_fault(table: Table, attacker: Model, kind: Weapon, victim: Model) -> Refusal | None:
    """Contact, or a long weapon and a small gap, and nothing between."""
    if strikes(table, attacker, kind, victim):
        if walled_off(table, attacker, victim):
            return Refusal("DW-H2H-09", {"target": victim.id, "cover": "complete"})
        return None
    far = {"target": victim.id, "distance": round(distance(table, attacker, victim), 3)}
    return Refusal("DW-ACN-07", far | ({"range": REACH} if has_trait(kind, "reach") else {}))


def strikes(table: Table, attacker: Model, kind: Weapon, victim: Model) -> bool:
    """Whether a weapon reaches somebody hand-to-hand."""
    apart = gap(attacker, victim)
    if apart > max(TOUCH, REACH) + SLACK:
        return False
    if touching(table, attacker, victim):
        return True
    return has_trait(kind, "reach") and apart <= REACH + SLACK and level_near(table, attacker, victim)


def reaches(table: Table, attacker: Model, kind: Weapon, victim: Model, *, aimed: bool) -> bool:
    """Whether somebody is near enough for a weapon, whatever else the rules say."""
    if kind.melee:
        return strikes(table, attacker, kind, victim)
    return distance(table, attacker, victim) <= span(table, kind) * bands(aimed)[2] + SLACK


def level_near(table: Table, one: Model, other: Model) -> bool:
    """Whether two are on the same level or neighbouring ones."""
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
    """Every weapon against everybody it may be used on."""
    found: list[Offer] = []
    if may_attack(table, model):
        for kind in (*melee_arms(model), *ranged_arms(model)):
            rule = "DW-ACN-07" if kind.melee else "DW-ACN-09"
            aimed = left(model) > 1 and not kind.melee and DAZED not in model.tokens
            for enemy in (*enemies(table, model), *objects(table)):
                if not reaches(table, model, kind, enemy, aimed=aimed):
                    continue
                fault = target_fault(table, model, kind, enemy.id, aimed=aimed) or dazed_fault(model, kind, enemy.id, 1)
                if fault is None:
                    given = {"actor": model.id, "weapon": kind.id, "target": enemy.id}
                    found.append(Offer(Attack, rule, given))
    return found


def attack_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The section, the actions, and what they buy."""
    model, target = table.models[offer.given["actor"]], table.models[offer.given["target"]]
    found: dict[str, Slot] = {"section": Pick(sections(target, weapon(offer.given["weapon"])))}
    aims = weapon(offer.given["weapon"]).melee or DAZED not in model.tokens
    most = min(MOST, left(model)) if aims else 1
    if most > 1:
        # Who is too far away for a plain shot can still be aimed at (DW-RNG-07).
        plain = target_fault(table, model, weapon(offer.given["weapon"]), target.id) is None
        found["effort"] = Pick(tuple(range(1 if plain else 2, most + 1)))
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
            aims = EFFECTS.allows(table, Targeting(friend.id, target.id, H2H, BARE_HANDS))
            if aims and touching(table, friend, target) and not walled_off(table, friend, target):
                found.append(friend.id)
        elif joining_weapon(table, friend, target) is not None:
            found.append(friend.id)
    return tuple(found)


def joining_weapon(table: Table, shooter: Model, target: Model) -> Weapon | None:
    """A loaded weapon a joiner has the target in the first band of, in sight and in front."""
    if not faces(shooter, target):
        return None
    for kind in ranged_arms(shooter):
        if target_fault(table, shooter, kind, target.id, close_band=True) is None:
            return kind
    return None


# ------------------------------------------------------------------ legality (DW-CBT-06)


def check_attack(table: Table, decision: Decision, action: Attack) -> Refusal | None:
    """An able model, a working weapon, a legal target, affordable effort, joiners who may join."""
    refusal = cannot(table, decision, action.actor, ATTACKING, action.effort)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    kind = usable(table, model, action.weapon)
    if isinstance(kind, Refusal):
        return kind
    return (
        effort_fault(model, kind, action)
        or dazed_fault(model, kind, action.target, action.effort)
        or target_fault(table, model, kind, action.target, aimed=action.effort > 1)
        or section_fault(table, action.target, kind, action.section)
        or joiner_fault(table, model, kind, action)
    )


def usable(table: Table, model: Model, id: str) -> Weapon | Refusal:
    """A weapon a model may attack with now (DW-ACT-15, DW-WPN-02)."""
    used, most = model.tokens.get(ATTACKS, 0), attack_limit(table, model)
    if used >= most:
        return Refusal("DW-ACT-15", {"model": model.id, "attacks": used, "most": most})
    arms = [w for w in (*melee_arms(model), *ranged_arms(model)) if w.id == id]
    return arms[0] if arms else Refusal("DW-WPN-02", {"model": model.id, "weapon": id})


def effort_fault(model: Model, kind: Weapon, action: Attack) -> Refusal | None:
    """One to three actions; those beyond the first may go into Armor Break (DW-ACN-08, DW-ACN-10)."""
    rule = rule_of(kind, MOST)
    if not 1 <= action.effort <= MOST:
        return Refusal(rule, {"model": model.id, "actions": action.effort, "most": MOST})
    if not 0 <= action.pierce <= action.effort - 1:
        return Refusal(rule, {"model": model.id, "armor break": action.pierce, "most": action.effort - 1})
    return None


def dazed_fault(model: Model, kind: Weapon, target: ModelId, effort: int) -> Refusal | None:
    """A dazed model neither aims nor charges (DW-CND-02)."""
    if DAZED not in model.tokens:
        return None
    if kind.melee:
        run = run_of(model, target)
        return Refusal("DW-CND-02", {"model": model.id, "target": target, "moves": run}) if run else None
    return Refusal("DW-CND-02", {"model": model.id, "actions": effort, "most": 1}) if effort > 1 else None


def section_fault(table: Table, target: ModelId, kind: Weapon, section: str) -> Refusal | None:
    """A section, or a weapon in the target's profile that is not destroyed yet (DW-SUB-01, DW-SUB-09)."""
    if section in sections(table.models[target], kind):
        return None
    return Refusal("DW-SUB-01", {"target": target, "section": section})


def sections(target: Model, kind: Weapon) -> tuple[str, ...]:
    """What can be aimed at; a blast always strikes the body (DW-SUB-01)."""
    return (BODY,) if has_trait(kind, "blast") or target.kind == OBJECT else (*SECTIONS, *aimable(target))


def sections_of(table: Table, targets: Iterable[ModelId], kind: Weapon) -> tuple[str, ...]:
    """What can be aimed at on one target or another, before it is said which."""
    return tuple(dict.fromkeys(s for id in targets for s in sections(table.models[id], kind)))


def joiner_fault(table: Table, model: Model, kind: Weapon, action: Attack | StepAndAttack) -> Refusal | None:
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
    """Pay, name those who join, and strike."""
    table, kind = ref.table, weapon(action.weapon)
    blow = blow_of(table, action)
    joined = joining(table, action)
    await spend(ref, action.actor, action.effort, rule_of(kind, action.effort))
    await declare(ref, blow, rule_of(kind, action.effort), joined)


def blow_of(table: Table, action: Attack) -> Blow:
    """The blow an attack is, as everything stands."""
    model, kind = table.models[action.actor], weapon(action.weapon)
    return Blow(
        model.id,
        action.target,
        kind.id,
        H2H if kind.melee else SHOT,
        action.section,
        action.effort,
        action.pierce,
        run=run_of(model, action.target) if kind.melee else 0,
        joiners=len(action.joiners),
        ambush=f"{UNSEEN}:{action.target}" in model.tokens,
    )


def choice_fault(table: Table, action: Attack) -> Refusal | None:
    """Why an attack is not made in such a way: its actions, where it is aimed, who joins."""
    model, kind = table.models[action.actor], weapon(action.weapon)
    return (
        effort_fault(model, kind, action)
        or dazed_fault(model, kind, action.target, action.effort)
        or section_fault(table, action.target, kind, action.section)
        or joiner_fault(table, model, kind, action)
    )


def joining(table: Table, action: Attack | StepAndAttack) -> list[Event]:
    """What joining costs: the activation, and the shot of those who shoot (DW-H2H-06)."""
    joined: list[Event] = []
    for id in action.joiners:
        joined += [Activated(rule="DW-H2H-06", bearer=id, token=ACTIVATED, value=1), *shows(id)]
        shoots = not weapon(action.weapon).melee
        gun = joining_weapon(table, table.models[id], table.models[action.target]) if shoots else None
        joined += fired(table.models[id], gun) if gun is not None else []
    return joined


async def declare(ref: Referee, blow: Blow, rule: RuleId, joined: Sequence[Event] = ()) -> None:
    """An attack is made: one turns to the target, it counts, and takes of the weapon what it takes (DW-CBT-06)."""
    await tricking.tricked(ref, blow)
    model, target, kind = ref.table.models[blow.attacker], ref.table.models[blow.defender], weapon(blow.weapon)
    if place(model) != place(target):
        await ref.emit(Faced(rule="DW-ACN-07", model=model.id, facing=heading(place(model), place(target))))
    await ref.emit(
        Tallied(rule="DW-ACT-15", bearer=model.id, token=ATTACKS, by=1),
        *shows(model.id),
        AttackDeclared(rule=rule, attacker=model.id, target=blow.defender, blow=blow),
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
    if kind.id == LIVING:
        found.append(Tallied(rule="DW-ABL-09", bearer=model.id, token=f"{CHARGES}:{kind.id}", by=-1))
    if has_trait(kind, "single_use"):
        found.append(Noted(rule="DW-ABL-56", bearer=model.id, token=f"{SPENT}:{kind.id}", value=1))
    return found


async def assault(ref: Referee, part: Assault) -> None:
    """Both roll, if the Terror of the attacker has not driven the other away (DW-CBT-07)."""
    table, blow = ref.table, part.blow
    one, other = table.models[blow.attacker], table.models[blow.defender]
    if one.at is None or other.at is None:
        return
    if blow.melee and melee_fault(table, one, weapon(blow.weapon), other) is not None:
        return  # Whoever has fled is not struck: the attack is lost.
    ref.then(CombatRoll(blow))


PLAYS[Attack] = attack
