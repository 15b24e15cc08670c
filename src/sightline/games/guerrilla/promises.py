"""What actions promise to programs: the damage to be expected of them, and what else they are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sightline.core import sight
from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.mind import Promise
from sightline.core.table import TABLE, Model, ModelId, Table
from sightline.games.guerrilla import attacking, casting, reloading, throwing
from sightline.games.guerrilla.acting import character
from sightline.games.guerrilla.actions import (
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Pass,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.catalog import DIE, POINTS, TURNS, Item, item
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY, PHASE, POINTS_LEFT, TURN
from sightline.games.guerrilla.upkeep import deadly

NUISANCE = 0.12
"""What a lasting effect on one model is worth, per star of its cost, where nothing better is known."""
LOADED = 0.06
"""What a loaded gun is worth at any time, in stars."""


def chance(need: float) -> float:
    """The chance of one die (DG-SET-03)."""
    return min(max((DIE + 1 - need) / DIE, 0.0), 1.0)


def expected(kind: Item, need: float, dice: int = 0) -> float:
    """The damage of so many dice of a weapon, what burns on included."""
    hit, dice = chance(need), dice or kind.dice
    damage = dice * hit * kind.damage
    if kind.effect.get("keyword") == "ongoing_damage":
        damage += (1 - (1 - hit) ** dice) * kind.effect["damage"] * kind.effect["siege_phases"]
    return float(damage)


def attack_promise(table: Table, decision: Decision, action: Attack) -> Promise:
    """The damage of an attack, by target."""
    kind = item(action.weapon)
    return Promise(
        {
            target: expected(kind, attacking.to_hit(table, action.actor, target, action.weapon).value, dice)
            for target, dice in action.split.items()
        }
    )


def throw_promise(table: Table, decision: Decision, action: Throw) -> Promise:
    """A burst, or a flash that keeps those it catches from hitting; less what the point is worth later."""
    kind = item(action.weapon)
    side = table.models[action.actor].side
    sure = chance(throwing.to_throw(table, action.actor, action.weapon).value)
    damage: dict[ModelId, float] = {}
    more = 0.0
    for model in throwing.caught(table, kind, action.spot):
        harmed = throwing.band(kind, sight.reach(model, action.spot))
        if harmed:
            damage[model.id] = harmed
        else:
            more += NUISANCE * character(model).cost * (1 if model.side != side else -1.2)
    return Promise(damage, sure, sure * more - reserve(table, table.models[action.actor]))


def cast_promise(table: Table, decision: Decision, action: Cast | CastArea | CastAround) -> Promise:
    """What a cast does to those it affects, less what the point is worth later."""
    caster, kind = table.models[action.actor], item(action.ability)
    models: Sequence[Model]
    if isinstance(action, Cast):
        models = (table.models[action.target],)
    else:
        centre = action.spot if isinstance(action, CastArea) else caster.at
        assert centre is not None
        models = casting.inside(table, caster, kind, centre)
    sure = chance(casting.to_cast(table, action.actor, action.ability).value)
    keyword, amount = kind.effect["keyword"], kind.effect.get("amount", 0)
    damage: dict[ModelId, float] = {}
    more = 0.0
    for model in models:
        friend = 1 if model.side == caster.side else -1
        if keyword == "damage":
            damage[model.id] = amount
        elif keyword == "heal":
            damage[model.id] = -min(amount, model.tokens.get(DAMAGE, 0))
        elif f"{kind.id}@{model.id}" in table.attachments:
            continue  # It would only be renewed.
        else:
            more += friend * blessing(table, kind, model)
    if keyword == "heal_zone" and any(m.kind == "marker" and m.owner == caster.side for m in table.models.values()):
        more = 0.0
    return Promise(damage, sure, sure * more - reserve(table, caster))


def blessing(table: Table, kind: Item, model: Model) -> float:
    """What an effect does for a model it lies on, in stars; below zero if it hinders."""
    cost, hurt = character(model).cost, model.tokens.get(DAMAGE, 0)
    turns = TURNS - table.tokens(TABLE, TURN)
    whole = deadly(table, model)
    amount: float = kind.effect.get("amount", 0)
    faster: float = kind.effect.get("modifier_in", 0)
    match kind.effect["keyword"]:
        case "heal_per_turn":
            return 0.5 * cost * min(hurt + 2, 2 * amount) / whole
        case "heal_zone":
            return 0.5 * cost * min(hurt + 3, amount * min(turns, 2)) / whole
        case "load_weapons":
            return 0.3 * len(reloading.empty_weapons(model))
        case "unload_weapons":
            return -0.3 * sum(item(w).reloads and f"{EMPTY}:{w}" not in model.tokens for w in model.kit)
        case "advantage" | "disadvantage":
            strong = _strength(table, model, kind.effect.get("on", ()))
            return strong if kind.effect["keyword"] == "advantage" else -strong
        case "attacks_against_disadvantage" | "half_cover":
            return 0.2 * cost * min(1.0, 0.4 + hurt / whole)
        case "speed":
            return 0.02 * cost * faster
        case "link_fate":
            return -0.25 * cost
    return NUISANCE * cost


def _strength(table: Table, model: Model, on: Sequence[str]) -> float:
    """What two more on each die of a model's attacks are worth, if it has anybody to attack."""
    best = 0.0
    for id in model.kit:
        kind = item(id)
        if kind.attack in on and kind.attack in ("shot", "swing") and attacking.targets(table, model, id):
            uses = 2 if kind.attack == "swing" else 1
            best = max(best, 0.02 * uses * kind.dice * kind.damage)
    return best


def reload_promise(table: Table, decision: Decision, action: Reload) -> Promise:
    """A loaded gun is worth a shot in this turn, or a point saved in the next."""
    model = table.models[action.actor]
    ready = _ready(table, model)
    shot = _shot(table, model, action.weapon)
    points = model.tokens.get(POINTS_LEFT, 0)
    before, later = sum(ready[:points], 0.0), sum(sorted((*ready, shot), reverse=True)[: points - 1], 0.0)
    return Promise({}, 1.0, later - before + LOADED)


def reserve(table: Table, model: Model) -> float:
    """What spending a point now takes from the siege phase."""
    ready, points = _ready(table, model), model.tokens.get(POINTS_LEFT, 0)
    return ready[points - 1] if 0 < points <= len(ready) else 0.0


def _ready(table: Table, model: Model) -> list[float]:
    """What the attacks of a model are worth from where it stands, the best first."""
    key = ("ready", model.id)
    known: list[float] | None = table.now.get(key)
    if known is None:
        found: list[float] = []
        for id in attacking.weapons(model.kit):
            if attacking.weapon_fault(table, model, id) is None:
                found.extend([_shot(table, model, id)] * (1 if item(id).reloads else POINTS))
        known = table.now[key] = sorted((v for v in found if v > 0), reverse=True)
    return known


def _shot(table: Table, model: Model, weapon: str) -> float:
    """What the best attack with a weapon is worth, roughly, in stars."""
    key = ("best shot", model.id, weapon)
    best: float | None = table.memo.get(key)
    if best is None:
        best = 0.0
        kind = item(weapon)
        for target in attacking.targets(table, model, weapon):
            victim = table.models[target]
            damage = expected(kind, attacking.to_hit(table, model.id, target, weapon).value)
            best = max(best, character(victim).cost * min(1.0, damage / deadly(table, victim)))
        table.memo[key] = best
    return best


def second_wind_promise(table: Table, decision: Decision, action: SecondWind) -> Promise:
    """Rolling a miss again is worth its chance, rolling a hit again costs one."""
    assert isinstance(decision.on, Thrown)
    total = 0.0
    for place, roll, face in decision.on.dice():
        if place in action.dice and roll.need is not None:
            total += chance(roll.need.value) - (1.0 if face >= roll.need.value else 0.0)
    return Promise({}, 1.0, 0.1 * total)


def nothing(table: Table, decision: Decision, action: Action) -> Promise | None:
    """Holding and passing promise nothing, outside of the movement phase."""
    if isinstance(action, Done) and table.tokens(TABLE, PHASE) == 0:
        return None
    return Promise({})


PROMISES: Mapping[type[Action], Callable[[Table, Decision, Any], Promise | None]] = {
    Attack: attack_promise,
    Throw: throw_promise,
    Cast: cast_promise,
    CastArea: cast_promise,
    CastAround: cast_promise,
    Reload: reload_promise,
    SecondWind: second_wind_promise,
    Done: nothing,
    Pass: nothing,
    Keep: nothing,
}

LASTING: Mapping[str, float] = {
    "DG-REV-01": 0.12,
    "DG-DUA-01": -0.2,
    "DG-QUK-01": -0.03,
    "DG-RET-01": 0.04,
    "DG-ONG-04": -0.08,
}
"""What an effect on a model is worth per star of its cost, beside the needs it changes."""
