"""The siege phase: shooting and melee, split attacks, and what a hit does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sightline.core import sight
from sightline.core.decisions import Decision, Offer, Refusal, Slot, Split
from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla import measure
from sightline.games.guerrilla.acting import character, counted, out_of_turn, spend
from sightline.games.guerrilla.actions import Attack
from sightline.games.guerrilla.catalog import DIE, SLACK, Item, item
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.events import AttackDeclared, Emptied, Hit, Missed
from sightline.games.guerrilla.questions import Targeting, ToHit
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY, USED


class Volley(Part, frozen=True):
    """A declared attack whose dice are to be rolled."""

    attacker: ModelId
    weapon: str
    split: dict[ModelId, int]


class Landing(Part, frozen=True):
    """An attack whose hits are known and take effect."""

    attacker: ModelId
    weapon: str
    hits: dict[ModelId, int]


# ------------------------------------------------------------------ whom, and with what


def points_only(model: Model, weapon: str) -> bool:
    """A weapon may be used as often as there are points."""
    return True


def once_per_siege(model: Model, weapon: str) -> bool:
    """A weapon makes one attack in a siege phase."""
    return not model.tokens.get(f"{USED}:{weapon}")


MAY_ATTACK_AGAIN = Variant("attacks_per_weapon", {"points_only": points_only, "once_per_siege": once_per_siege})


def empty(model: Model, weapon: str) -> Refusal | None:
    """A weapon that was fired, or that malfunctions, cannot be used until it is reloaded (DG-RLD-02)."""
    if model.tokens.get(f"{EMPTY}:{weapon}"):
        return Refusal("DG-RLD-02", {"weapon": weapon, "loaded": 0})
    return None


def weapon_fault(table: Table, model: Model, weapon: str) -> Refusal | None:
    """Why a weapon cannot be used for an attack now, whoever the target."""
    if weapon not in model.kit:
        return Refusal("DG-EQP-07", {"model": model.id, "weapon": weapon})
    kind = item(weapon)
    if kind.attack not in ("shot", "swing"):
        return Refusal("DG-THR-02" if kind.attack else "DG-EQP-07", {"model": model.id, "weapon": weapon})
    refusal = empty(model, weapon)
    if refusal is None and not MAY_ATTACK_AGAIN.of(table)(model, weapon):
        return Refusal("DG-SGE-04", {"weapon": weapon, "attacks": 1})
    return refusal


def target_fault(table: Table, model: Model, weapon: Item, target: ModelId) -> Refusal | None:
    """Why a model cannot be aimed at: it is no enemy, too far away, or out of sight."""
    victim = table.models.get(target)
    if victim is None or victim.kind != "model" or victim.at is None or victim.side == model.side:
        return Refusal("DG-SGE-08", {"target": target})
    distance = sight.gap(model, victim)
    if distance > weapon.range_in + SLACK:
        rule = "DG-SGE-06" if weapon.attack == "shot" else "DG-MEL-01"
        return Refusal(rule, {"target": target, "range": weapon.range_in, "distance": round(distance, 4)})
    no = EFFECTS.forbids(table, Targeting(model.id, target, weapon.attack))
    return None if no is None else Refusal(*no)


def targets(table: Table, model: Model, weapon: str) -> tuple[ModelId, ...]:
    """Everybody who may be attacked with a weapon."""
    kind = item(weapon)
    key = ("targets", model.id, kind.id)
    found: tuple[ModelId, ...] | None = table.memo.get(key)
    if found is None:
        near = [m for m in table.squad(table.other(model.side)) if sight.gap(model, m) <= kind.range_in + SLACK]
        measure.look(table, model.id, near)
        found = tuple(m.id for m in near if EFFECTS.allows(table, Targeting(model.id, m.id, kind.attack)))
        table.memo[key] = found
    return found


@lru_cache(1024)
def weapons(kit: tuple[str, ...]) -> tuple[str, ...]:
    """What of a kit shoots or swings."""
    return tuple(id for id in kit if item(id).attack in ("shot", "swing"))


def offers(table: Table, model: Model) -> list[Offer]:
    """An attack with every weapon that is ready and reaches somebody."""
    return [
        Offer(Attack, "DG-SGE-02", {"actor": model.id, "weapon": weapon})
        for weapon in weapons(model.kit)
        if weapon_fault(table, model, weapon) is None and targets(table, model, weapon)
    ]


def check_attack(table: Table, decision: Decision, action: Attack) -> Refusal | None:
    """An attack uses one ready weapon; every target is legal by itself, and no more dice are assigned than it has."""
    refusal = out_of_turn(table, decision, action.actor, "siege", "DG-SGE-03")
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    refusal = weapon_fault(table, model, action.weapon)
    if refusal is not None:
        return refusal
    kind = item(action.weapon)
    if not action.split or any(type(n) is not int or n < 1 for n in action.split.values()):
        return Refusal("DG-SPL-03", {"weapon": action.weapon, "assigned": 0, "least": 1})
    assigned = sum(action.split.values())
    if assigned > kind.dice:
        return Refusal("DG-SPL-01", {"weapon": action.weapon, "dice": kind.dice, "assigned": assigned})
    for target in action.split:
        refusal = target_fault(table, model, kind, target)
        if refusal is not None:
            return refusal
    return None


def attack_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The dice of the weapon, divided among those in range and sight."""
    actor, weapon = offer.given["actor"], offer.given["weapon"]
    return {"split": Split(item(weapon).dice, targets(table, table.models[actor], weapon))}


# ------------------------------------------------------------------ the attack


def to_hit(table: Table, attacker: ModelId, target: ModelId, weapon: str) -> Tally:
    """The number each die against a target needs (DG-ADV-07)."""
    kind, traits = item(weapon), character(table.models[attacker])
    base = traits.ms if kind.skill == "ms" else traits.gs
    return EFFECTS.tally(table, ToHit(attacker, target, weapon, kind.attack), base)


def success_or_not(need: Tally) -> tuple[int, ...]:
    """What each face means to a roll that is met or not (DG-SET-03)."""
    return tuple(int(face >= need.value) for face in range(1, DIE + 1))


async def attack(ref: Referee, action: Attack) -> None:
    """An attack costs a point and is declared whole before any die is rolled (DG-SGE-03, DG-SPL-03)."""
    await ref.emit(
        spend(action.actor, "DG-SGE-03"),
        counted(action.actor, action.weapon, "DG-SGE-04"),
        AttackDeclared(rule=item(action.weapon).rule, attacker=action.actor, weapon=action.weapon, split=action.split),
    )
    ref.then(Volley(action.actor, action.weapon, action.split))


async def volley(ref: Referee, part: Volley) -> None:
    """Each target is rolled for separately, all dice before any is rolled again (DG-SGE-05, DG-SGE-07, DG-SPL-02)."""
    table = ref.table
    side = table.models[part.attacker].side
    rule = "DG-SGE-05" if item(part.weapon).attack == "shot" else "DG-SGE-07"
    rolls = []
    for target, dice in part.split.items():
        need = to_hit(table, part.attacker, target, part.weapon)
        rolls.append(Roll(rule, DIE, dice, side, target, need, success_or_not(need)))
    faces = await ref.throw(*rolls, seats=(side,))
    hits = {
        roll.about: sum(map(roll.reads.__getitem__, (f - 1 for f in shown)))
        for roll, shown in zip(rolls, faces, strict=True)
    }
    ref.then(Landing(part.attacker, part.weapon, hits))


async def landing(ref: Referee, part: Landing) -> None:
    """Every hit places its damage; then come hit effects; then a weapon with reload is empty (DG-SGE-05, DG-RLD-02)."""
    kind = item(part.weapon)
    rule = "DG-SGE-05" if kind.attack == "shot" else "DG-SGE-07"
    events: list[Event] = []
    for target, hits in part.hits.items():
        if hits:
            events.append(
                Hit(
                    rule=rule,
                    bearer=target,
                    token=DAMAGE,
                    by=hits * kind.damage,
                    source=kind.id,
                    attacker=part.attacker,
                    weapon=part.weapon,
                    hits=hits,
                )
            )
        else:
            events.append(Missed(rule=rule, attacker=part.attacker, weapon=part.weapon, target=target))
    await ref.emit(*events)
    if kind.reloads:
        await ref.emit(Emptied(rule="DG-RLD-02", bearer=part.attacker, token=f"{EMPTY}:{part.weapon}", value=1))
