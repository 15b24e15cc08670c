"""What an action is worth, one decision ahead: expected stars won and lost, from the numbers the dice need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.table import Model, ModelId, Point, Table
from sightline.games.guerrilla import attacking, casting, measure, throwing
from sightline.games.guerrilla.acting import character, phase
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Move,
    Place,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.catalog import DIE, HALF, STEP, Item, item
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY, POINTS_LEFT

CAUTION = 0.6
"""How much an expected star lost counts against one won."""
APPROACH = 0.02
"""What an inch nearer to the enemy is worth to somebody with nobody in range."""
NOWHERE = -1e9
"""What a place is worth where nobody can stand."""
NUISANCE = 0.15
"""What a lasting effect on one model is worth, per star of its cost."""


def chance(need: float) -> float:
    """The chance of one die (DG-SET-03)."""
    return min(max((DIE + 1 - need) / DIE, 0.0), 1.0)


def worth(model: Model, damage: float) -> float:
    """Expected stars for so much damage on a model: in part for the wound, in part for bringing it down."""
    who = character(model)
    left = who.hp + 1 - model.tokens.get(DAMAGE, 0)
    if left <= 0:
        return 0.0
    return who.cost * min(damage, left) / left


def threat(model: Model) -> list[tuple[Item, float]]:
    """The weapons a model could use, each with what it may be expected to do unhindered."""
    who = character(model)
    found = []
    for id in model.kit:
        kind = item(id)
        if kind.attack in ("shot", "swing"):
            ready = 0.5 if model.tokens.get(f"{EMPTY}:{id}") else 1.0
            found.append((kind, ready * kind.dice * kind.damage * chance(who.ms if kind.skill == "ms" else who.gs)))
    return found


def best_attack(table: Table, model: Model) -> float:
    """The best that a model can do with an attack from where it stands."""
    best = 0.0
    for weapon in model.kit:
        if item(weapon).attack in ("shot", "swing") and not model.tokens.get(f"{EMPTY}:{weapon}"):
            for target in attacking.targets(table, model, weapon):
                best = max(best, attack_value(table, Attack(model.id, weapon, {target: item(weapon).dice})))
    return best


def attack_value(table: Table, action: Attack) -> float:
    """Expected stars of an attack."""
    kind = item(action.weapon)
    total = 0.0
    for target, dice in action.split.items():
        need = attacking.to_hit(table, action.actor, target, action.weapon).value
        total += worth(table.models[target], dice * chance(need) * kind.damage)
    return total


# ------------------------------------------------------------------ places


def place_values(table: Table, model: Model, points: Sequence[Point]) -> list[float]:
    """What standing somewhere is worth: what could be shot from there, less what could be shot at there."""
    enemies = list(table.squad(table.other(model.side)))
    if not enemies:
        return [0.0 for _ in points]
    scene = measure.scene_for(table.terrain, measure.covering(table.terrain, 2 * model.radius))
    given, taken = scene.exposure(points, model.radius, [measure.disc(e) for e in enemies])
    own, theirs = threat(model), [threat(e) for e in enemies]
    return [
        _here(model, point, enemies, own, theirs, shown, seen)
        for point, shown, seen in zip(points, given, taken, strict=True)
    ]


def _here(
    model: Model,
    point: Point,
    enemies: Sequence[Model],
    own: Sequence[tuple[Item, float]],
    theirs: Sequence[Sequence[tuple[Item, float]]],
    shown: Sequence[float],
    seen: Sequence[float],
) -> float:
    best = lost = 0.0
    nearest = float("inf")
    for place, enemy in enumerate(enemies):
        assert enemy.at is not None
        distance = measure.reach(enemy, point) - model.radius
        nearest = min(nearest, distance)
        for kind, expected in own:
            if distance <= kind.range_in and shown[place] > 0:
                best = max(best, worth(enemy, expected * _hindered(kind, shown[place])))
        if seen[place] > 0:
            hits = [e * _hindered(kind, seen[place]) for kind, e in theirs[place] if distance <= kind.range_in + 2]
            lost += max(hits, default=0.0)
    return best - CAUTION * worth(model, lost) - APPROACH * max(0.0, nearest)


def _hindered(kind: Item, share: float) -> float:
    """What half cover leaves of a shot, roughly."""
    return 1.0 if kind.attack == "swing" or share > HALF else 1.0 - STEP / 6


# ------------------------------------------------------------------ the active phase


def reserve(table: Table, model: Model) -> float:
    """What spending a point now takes from the siege phase."""
    return best_attack(table, model) if model.tokens.get(POINTS_LEFT, 0) == 1 else 0.0


def throw_value(table: Table, action: Throw) -> float:
    """Expected stars of a burst, those of one's own side counted against it."""
    kind = item(action.weapon)
    side = table.models[action.actor].side
    total = 0.0
    for model in throwing.caught(table, kind, action.spot):
        bands = kind.effect.get("bands", ())
        distance = measure.reach(model, action.spot)
        damage = next((b["damage"] for b in bands if distance <= b["within_in"]), 0)
        gain = worth(model, damage) if damage else NUISANCE * character(model).cost
        total += gain if model.side != side else -gain
    return total * chance(throwing.to_throw(table, action.actor, action.weapon).value) - reserve(
        table, table.models[action.actor]
    )


def cast_value(table: Table, actor: ModelId, ability: str, models: Sequence[Model]) -> float:
    """Expected stars of a cast, by what it does."""
    caster, kind = table.models[actor], item(ability)
    keyword, amount = kind.effect["keyword"], kind.effect.get("amount", 0)
    total = 0.0
    for model in models:
        if keyword == "damage":
            gain = worth(model, amount)
        elif keyword in ("heal", "heal_per_turn", "heal_zone"):
            gain = worth(model, min(amount, model.tokens.get(DAMAGE, 0)))
        elif keyword == "load_weapons":
            gain = NUISANCE * sum(k.startswith(EMPTY) for k in model.tokens)
        else:
            gain = NUISANCE * character(model).cost
        helps = keyword in ("heal", "heal_per_turn", "heal_zone", "load_weapons") or kind.side == "ally"
        total += gain if helps == (model.side == caster.side) else -gain
    return total * chance(casting.to_cast(table, actor, ability).value) - reserve(table, caster)


def reload_value(table: Table, action: Reload) -> float:
    """A loaded weapon is worth a part of what it could do, if there is a point left to use it."""
    model = table.models[action.actor]
    if model.tokens.get(POINTS_LEFT, 0) < 2:
        return -1.0
    kind = item(action.weapon)
    return 0.05 * kind.dice * kind.damage * chance(character(model).gs)


def second_wind_value(decision: Decision, action: SecondWind) -> float:
    """Rolling a miss again is worth its chance, rolling a hit again costs one."""
    assert isinstance(decision.on, Thrown)
    total = 0.0
    for place, roll, face in decision.on.dice():
        if place in action.dice and roll.need is not None:
            total += chance(roll.need.value) - (1.0 if face >= roll.need.value else 0.0)
    return total


# ------------------------------------------------------------------ any action


def appraise(table: Table, decision: Decision, actions: Sequence[Action]) -> list[float]:
    """What each action is worth to the side that decides."""
    places = [a for a in actions if isinstance(a, Move | Done)]
    if phase(table) == "movement" and any(isinstance(a, Move) for a in places):
        return _moves(table, actions)
    return [VALUES.get(type(a), _nothing)(table, decision, a) for a in actions]


def _moves(table: Table, actions: Sequence[Action]) -> list[float]:
    actor: ModelId = next(a.actor for a in actions if isinstance(a, Move))
    model = table.models[actor]
    assert model.at is not None
    ground = measure.ground(table.terrain)
    bases = [measure.disc(table.models[m]) for m in table.standing() if m != actor]
    price = 0.25 if model.tokens.get(POINTS_LEFT, 0) <= 2 else 0.05
    free = [a for a in actions if not isinstance(a, Move) or ground.free(*a.to, model.radius, bases)]
    values = place_values(table, model, [a.to if isinstance(a, Move) else model.at for a in free])
    worths = {id(a): v - price if isinstance(a, Move) else v for a, v in zip(free, values, strict=True)}
    return [worths.get(id(a), NOWHERE) for a in actions]


def _nothing(table: Table, decision: Decision, action: Any) -> float:
    return 0.0


def _place(table: Table, decision: Decision, action: Place) -> float:
    return -abs(action.at[0] - table.terrain.width / 2) - 0.1 * abs(action.at[1] - table.terrain.height / 2)


def _activate(table: Table, decision: Decision, action: Activate) -> float:
    return 1.0


def _attack(table: Table, decision: Decision, action: Attack) -> float:
    return attack_value(table, action)


def _throw(table: Table, decision: Decision, action: Throw) -> float:
    return throw_value(table, action)


def _reload(table: Table, decision: Decision, action: Reload) -> float:
    return reload_value(table, action)


def _cast(table: Table, decision: Decision, action: Cast) -> float:
    return cast_value(table, action.actor, action.ability, (table.models[action.target],))


def _cast_area(table: Table, decision: Decision, action: CastArea) -> float:
    caster = table.models[action.actor]
    return cast_value(
        table, action.actor, action.ability, casting.inside(table, caster, item(action.ability), action.spot)
    )


def _cast_around(table: Table, decision: Decision, action: CastAround) -> float:
    caster = table.models[action.actor]
    assert caster.at is not None
    return cast_value(
        table, action.actor, action.ability, casting.inside(table, caster, item(action.ability), caster.at)
    )


def _second_wind(table: Table, decision: Decision, action: SecondWind) -> float:
    return second_wind_value(decision, action)


VALUES: dict[type[Action], Callable[[Table, Decision, Any], float]] = {
    Place: _place,
    Activate: _activate,
    Attack: _attack,
    Throw: _throw,
    Reload: _reload,
    Cast: _cast,
    CastArea: _cast_area,
    CastAround: _cast_around,
    SecondWind: _second_wind,
    Keep: _nothing,
}
