"""Attack actions: weapons, targets, and the declaration."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sightline.core.decisions import Count, Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.xenotactics.acting import left, may, out_of_turn, paying, price
from sightline.games.xenotactics.actions import Attack, OffhandAttack
from sightline.games.xenotactics.arms import arm, is_weapon
from sightline.games.xenotactics.catalog import POINTS
from sightline.games.xenotactics.deeds import ATTACK, Deed
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import AttackDeclared, Tallied
from sightline.games.xenotactics.ground import feature, features
from sightline.games.xenotactics.harm import active
from sightline.games.xenotactics.measure import contacts
from sightline.games.xenotactics.questions import Dice, Targeting
from sightline.games.xenotactics.sighting import sees, sees_piece
from sightline.games.xenotactics.tokens import ATTACKS, OFFHAND, SUPPLIED, USED


def weapons_of(model: Model) -> tuple[str, ...]:
    """The weapons a model carries, by the names of its copies."""
    return _weapons(model.kit)


@lru_cache(1024)
def _weapons(kit: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(item for item in kit if is_weapon(item))


def target_fault(table: Table, model: Model, weapon: str, target: str) -> Refusal | None:
    """Why something cannot be attacked with a weapon (XT-TGT-01, XT-TGT-03)."""
    refusal = nobody_there(table, model, target)
    if refusal is not None:
        return refusal
    no = EFFECTS.forbids(table, aiming(table, model, weapon, target))
    if no is None:
        return None
    return Refusal(no[0], {"attacker": model.id, "target": target, **no[1]})


def may_aim(table: Table, model: Model, weapon: str, target: str) -> bool:
    """Whether something can be attacked with a weapon; cheaper than asking why not."""
    if nobody_there(table, model, target) is not None:
        return False
    if target in table.models and not sees(table, model.id, target):
        return False  # XT-TGT-01 has no exception: most enemies are out of sight and need no question
    return EFFECTS.allows(table, aiming(table, model, weapon, target))


def aiming(table: Table, model: Model, weapon: str, target: str) -> Targeting:
    """The question whether a weapon may be aimed at something."""
    return Targeting(model.id, target, ATTACK, weapon, arm(table, weapon).melee, beside(table, target))


def nobody_there(table: Table, model: Model, target: str) -> Refusal | None:
    """An enemy on the table, or a piece that may be attacked and is seen."""
    victim = table.models.get(target)
    if victim is not None:
        if victim.kind == "model" and victim.at is not None and victim.side != model.side:
            return None
        return Refusal("XT-TGT-03", {"target": target})
    piece = feature(table.terrain, target)
    if piece is None or not piece.target:
        return Refusal("XT-TGT-03", {"target": target})
    if not sees_piece(table, model, piece):
        return Refusal("XT-LOS-05", {"target": target})
    return None


def beside(table: Table, target: str) -> tuple[ModelId, ...]:
    """Those in base contact with a model that is aimed at."""
    model = table.models.get(target)
    return contacts(table, model) if model is not None and model.at is not None else ()


def targets(table: Table, model: Model, weapon: str) -> tuple[str, ...]:
    """Everything that may be attacked with a weapon: enemies first, then terrain."""
    # Whose activation it is matters to some targets, and is nothing that moves.
    key = ("targets", model.id, weapon, active(table))
    found: tuple[str, ...] | None = table.memo.get(key)
    if found is None:
        pieces = (f.id for f in features(table.terrain) if f.target)
        enemies = (m.id for m in table.squad(table.other(model.side)))
        found = tuple(t for t in (*enemies, *pieces) if may_aim(table, model, weapon, t))
        table.memo[key] = found
    return found


def extra_most(table: Table, model: Model, weapon: str) -> int:
    """The additional points a psychic attack may take (XT-TRT-11)."""
    if arm(table, weapon).trait("psychic") is None:
        return 0
    return min(int(POINTS["psychic_extra_max"]), left(table, model) - price(table, model, ATTACK, weapon))


def firepower(table: Table, model: Model, weapon: str, *, active: bool, extra: int = 0) -> int:
    """How many dice an attack rolls (XT-STA-06, XT-RAT-01)."""
    dice = arm(table, weapon).firepower + extra
    return int(EFFECTS.tally(table, Dice(model.id, weapon, active, "firepower"), dice).value)


def damage(table: Table, model: ModelId, weapon: str, *, active: bool) -> int:
    """What each hit does (XT-STA-07, XT-RAT-01)."""
    return int(EFFECTS.tally(table, Dice(model, weapon, active, "damage"), arm(table, weapon).damage).value)


# ------------------------------------------------------------------ the action


def offers(table: Table, model: Model) -> list[Offer]:
    """An attack with every weapon that may be used and reaches somebody, and with every second weapon (XT-ABL-07)."""
    found = [
        Offer(Attack, "XT-TGT-01", {"actor": model.id, "weapon": weapon})
        for weapon in weapons_of(model)
        if may(table, model, ATTACK, weapon) and targets(table, model, weapon)
    ]
    second = offhand_weapons(table, model)
    return [*found, *(Offer(OffhandAttack, "XT-ABL-07", {"actor": model.id, "weapon": w}) for w in second)]


def check_attack(table: Table, decision: Decision, action: Attack) -> Refusal | None:
    """A weapon of one's own, a legal target, and the points it takes."""
    model = table.models.get(action.actor)
    if model is None or action.weapon not in weapons_of(model):
        return Refusal("XT-WPN-02", {"model": action.actor, "weapon": action.weapon})
    if type(action.extra) is not int or action.extra < 0:
        return Refusal("XT-TRT-11", {"extra": action.extra, "least": 0})
    refusal = out_of_turn(table, decision, action.actor, ATTACK, action.weapon, more=action.extra)
    if refusal is not None:
        return refusal
    most = extra_most(table, model, action.weapon)
    if action.extra > most:
        return Refusal("XT-TRT-11", {"extra": action.extra, "most": most})
    return target_fault(table, model, action.weapon, action.target)


def attack_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whoever may be attacked, and additional points for a psychic attack."""
    model, weapon = table.models[offer.given["actor"]], offer.given["weapon"]
    slots: dict[str, Slot] = {"target": Pick(targets(table, model, weapon))}
    most = extra_most(table, model, weapon)
    if most > 0:
        slots["extra"] = Count(0, most)
    return slots


async def attack(ref: Referee, action: Attack) -> Deed:
    """The attack is declared whole, and its points are spent (XT-TRN-02, XT-SEQ-01)."""
    table, model = ref.table, ref.table.models[action.actor]
    cost = price(table, model, ATTACK, action.weapon) + action.extra
    dice = firepower(table, model, action.weapon, active=True, extra=action.extra)
    await ref.emit(
        *paying(table, model, ATTACK, cost, "XT-TGT-01"),
        *wearing(model, action.weapon),
        AttackDeclared(rule="XT-TGT-01", attacker=model.id, weapon=action.weapon, target=action.target),
    )
    return Deed(ATTACK, model.id, model.at, action.target, action.weapon, dice)


def check_offhand(table: Table, decision: Decision, action: OffhandAttack) -> Refusal | None:
    """Directly after an attack with a light or melee weapon, with another such weapon (XT-ABL-07)."""
    model = table.models.get(action.actor)
    if model is None or action.weapon not in offhand_weapons(table, model):
        return Refusal("XT-ABL-07", {"model": action.actor, "weapon": action.weapon})
    refusal = out_of_turn(table, decision, action.actor, ATTACK, action.weapon, base=0)
    return refusal or target_fault(table, model, action.weapon, action.target)


def offhand_weapons(table: Table, model: Model) -> tuple[str, ...]:
    """The second weapons a model may use now."""
    first = next((k.partition(":")[2] for k in model.tokens if k.startswith(f"{OFFHAND}:")), None)
    if first is None:
        return ()
    light = (w for w in weapons_of(model) if w != first and in_one_hand(table, w))
    return tuple(w for w in light if may(table, model, ATTACK, w, 0) and targets(table, model, w))


def in_one_hand(table: Table, weapon: str) -> bool:
    """Whether a weapon is light or melee."""
    return arm(table, weapon).melee or arm(table, weapon).trait("light") is not None


def offhand_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which weapon, and whom."""
    model = table.models[offer.given["actor"]]
    return {"target": Pick(targets(table, model, offer.given["weapon"]))}


async def offhand(ref: Referee, action: OffhandAttack) -> Deed:
    """A separate action for no points; Heavy still takes its own (XT-ABL-07)."""
    table, model = ref.table, ref.table.models[action.actor]
    cost = price(table, model, ATTACK, action.weapon, 0)
    dice = firepower(table, model, action.weapon, active=True)
    await ref.emit(
        *paying(table, model, ATTACK, cost, "XT-ABL-07"),
        *wearing(model, action.weapon),
        AttackDeclared(rule="XT-ABL-07", attacker=model.id, weapon=action.weapon, target=action.target),
    )
    return Deed(ATTACK, model.id, model.at, action.target, action.weapon, dice)


def wearing(model: Model, weapon: str) -> list[Event]:
    """What a use of a weapon leaves behind: it counts, and a second use takes the help of a friend (XT-ABL-02)."""
    found: list[Event] = [
        Tallied(rule="XT-TRT-16", bearer=model.id, token=f"{USED}:{weapon}", by=1),
        Tallied(rule="XT-TGT-01", bearer=model.id, token=ATTACKS, by=1),
    ]
    reloads = any(g.effect == "XT-TRT-16" and g.via == weapon for g in model.effects)
    if reloads and model.tokens.get(f"{USED}:{weapon}"):
        found.append(Tallied(rule="XT-ABL-02", bearer=model.id, token=SUPPLIED, by=1))
    return found
