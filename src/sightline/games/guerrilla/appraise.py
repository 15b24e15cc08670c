"""What an action is worth, one decision ahead: expected stars won and lost, from the numbers the dice need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import hypot
from typing import Any

from sightline.core import reach, sight
from sightline.core.decisions import Action, Decision, Thrown
from sightline.core.table import Model, ModelId, Point, Table
from sightline.games.guerrilla import attacking, casting, measure, throwing
from sightline.games.guerrilla.acting import character, phase
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Move,
    Place,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.catalog import DIE, HALF, STEP, characters, item
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY, POINTS_LEFT
from sightline.games.guerrilla.upkeep import deadly

CAUTION = 0.6
"""How much an expected star lost counts against one won."""
APPROACH = 0.02
"""What an inch nearer to the enemy is worth to somebody with nobody in range."""
NOWHERE = -1e9
"""What a place is worth where nobody can stand."""
COVERED = 1.0 - STEP / 6
"""What half cover leaves of a shot, roughly."""
EFFORT = 0.01
"""What an action has to promise to be better than none."""
NUISANCE = 0.15
"""What a lasting effect on one model is worth, per star of its cost."""


def chance(need: float) -> float:
    """The chance of one die (DG-SET-03)."""
    return min(max((DIE + 1 - need) / DIE, 0.0), 1.0)


def lives(table: Table, model: Model) -> tuple[int, int]:
    """What a model is worth, and how much more damage it takes to bring it down."""
    return character(model).cost, deadly(table, model) - model.tokens.get(DAMAGE, 0)


def worth(table: Table, model: Model, damage: float) -> float:
    """Expected stars for so much damage on a model: in part for the wound, in part for bringing it down."""
    cost, left = lives(table, model)
    return cost * min(damage, left) / left if left > 0 else 0.0


Threat = tuple[tuple[float, float, float], ...]
"""Weapons: how far each reaches, and what it may be expected to do in the open and at half cover."""


def threat(model: Model) -> Threat:
    """The weapons a model could use."""
    return _threat(model.profile, model.kit, tuple(w for w in model.kit if f"{EMPTY}:{w}" in model.tokens))


@lru_cache(4096)
def _threat(profile: str, kit: tuple[str, ...], empty: tuple[str, ...]) -> Threat:
    who = characters()[profile]
    found = []
    for id in kit:
        kind = item(id)
        if kind.attack in ("shot", "swing"):
            ready = 0.5 if id in empty else 1.0
            expected = ready * kind.dice * kind.damage * chance(who.ms if kind.skill == "ms" else who.gs)
            found.append((kind.range_in, expected, expected if kind.attack == "swing" else expected * COVERED))
    return tuple(found)


def best_attack(table: Table, model: Model) -> float:
    """The best that a model can do with an attack from where it stands."""
    best = 0.0
    for weapon in model.kit:
        if attacking.weapon_fault(table, model, weapon) is None:
            for target in attacking.targets(table, model, weapon):
                best = max(best, attack_value(table, Attack(model.id, weapon, {target: item(weapon).dice})))
    return best


def attack_value(table: Table, action: Attack) -> float:
    """Expected stars of an attack."""
    kind = item(action.weapon)
    total = 0.0
    for target, dice in action.split.items():
        need = attacking.to_hit(table, action.actor, target, action.weapon).value
        total += worth(table, table.models[target], dice * chance(need) * kind.damage)
    return total


# ------------------------------------------------------------------ places


def place_values(table: Table, model: Model, points: Sequence[Point]) -> list[float]:
    """What standing somewhere is worth: what could be shot from there, less what could be shot at there."""
    enemies = list(table.squad(table.other(model.side)))
    if not enemies:
        return [0.0 for _ in points]
    scene = sight.scene(table.terrain, measure.covering(table.terrain, 2 * model.radius))
    given, taken = scene.exposure(points, model.radius, [sight.disc(e) for e in enemies])
    rivals = [Rival(table, e) for e in enemies]
    own, life = threat(model), lives(table, model)
    return [
        _here(point, model.radius, own, life, rivals, shown, seen)
        for point, shown, seen in zip(points, given, taken, strict=True)
    ]


class Rival:
    """An enemy as far as it matters to where one stands."""

    __slots__ = ("cost", "life", "radius", "threat", "x", "y")

    def __init__(self, table: Table, model: Model) -> None:
        assert model.at is not None
        self.x, self.y = model.at
        self.radius = model.radius
        self.threat = threat(model)
        self.cost, self.life = lives(table, model)


def _here(
    point: Point,
    radius: float,
    own: Threat,
    life: tuple[int, int],
    rivals: Sequence[Rival],
    shown: Sequence[float],
    seen: Sequence[float],
) -> float:
    """What could be shot from a point, less what could be shot at it, less the way that is left to the enemy."""
    x, y = point
    best = lost = 0.0
    nearest = float("inf")
    for rival, given, taken in zip(rivals, shown, seen, strict=True):
        distance = hypot(rival.x - x, rival.y - y) - rival.radius - radius
        nearest = min(nearest, distance)
        if given > 0 and rival.life > 0:
            for far, clear, covered in own:
                if distance <= far:
                    part = (clear if given > HALF else covered) / rival.life
                    best = max(best, rival.cost * min(part, 1.0))
        if taken > 0:
            worst = 0.0
            for far, clear, covered in rival.threat:
                if distance <= far + 2:
                    worst = max(worst, clear if taken > HALF else covered)
            lost += worst
    cost, left = life
    return best - CAUTION * cost * (min(lost / left, 1.0) if left > 0 else 0.0) - APPROACH * max(0.0, nearest)


# ------------------------------------------------------------------ the active phase


def reserve(table: Table, model: Model) -> float:
    """What spending a point now takes from the siege phase."""
    return best_attack(table, model) if model.tokens.get(POINTS_LEFT, 0) == 1 else 0.0


def burst_value(table: Table, action: Throw) -> float:
    """The stars of a burst that comes off, those of one's own side counted against it."""
    kind = item(action.weapon)
    side = table.models[action.actor].side
    total = 0.0
    for model in throwing.caught(table, kind, action.spot):
        damage = throwing.band(kind, sight.reach(model, action.spot))
        gain = worth(table, model, damage) if damage else NUISANCE * character(model).cost
        total += gain if model.side != side else -gain
    return total


def power_value(table: Table, actor: ModelId, ability: str, models: Sequence[Model]) -> float:
    """The stars of a cast that comes off, by what it does."""
    caster, kind = table.models[actor], item(ability)
    keyword, amount = kind.effect["keyword"], kind.effect.get("amount", 0)
    total = 0.0
    for model in models:
        if keyword == "damage":
            gain = worth(table, model, amount)
        elif keyword in ("heal", "heal_per_turn", "heal_zone"):
            gain = worth(table, model, min(amount, model.tokens.get(DAMAGE, 0)))
        elif keyword == "load_weapons":
            gain = NUISANCE * sum(k.startswith(EMPTY) for k in model.tokens)
        else:
            gain = NUISANCE * character(model).cost
        helps = keyword in ("heal", "heal_per_turn", "heal_zone", "load_weapons") or kind.side == "ally"
        total += gain if helps == (model.side == caster.side) else -gain
    return total


def reload_value(table: Table, action: Reload) -> float:
    """A loaded weapon is worth a part of what it could do, if there is a point left to use it."""
    model = table.models[action.actor]
    if model.tokens.get(POINTS_LEFT, 0) < 2:
        return -1.0
    kind, who = item(action.weapon), character(model)
    return 0.05 * kind.dice * kind.damage * chance(who.ms if kind.skill == "ms" else who.gs)


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
    if phase(table) == "movement" and any(isinstance(a, Move) for a in actions):
        return _moves(table, actions)
    appraisal = Appraisal(table, decision)
    return [appraisal.value(action) for action in actions]


def _moves(table: Table, actions: Sequence[Action]) -> list[float]:
    actor: ModelId = next(a.actor for a in actions if isinstance(a, Move))
    model = table.models[actor]
    assert model.at is not None
    ground = reach.ground(table.terrain)
    _, bases = sight.bases(table, actor)
    price = 0.25 if model.tokens.get(POINTS_LEFT, 0) <= 2 else 0.05
    free = [a for a in actions if not isinstance(a, Move) or ground.free(*a.to, model.radius, bases)]
    values = place_values(table, model, [a.to if isinstance(a, Move) else model.at for a in free])
    worths = {id(a): v - price if isinstance(a, Move) else v for a, v in zip(free, values, strict=True)}
    return [worths.get(id(a), NOWHERE) for a in actions]


class Appraisal:
    """The actions of one decision, appraised; what several of them share is worked out once."""

    def __init__(self, table: Table, decision: Decision) -> None:
        self.table = table
        self.decision = decision
        self._known: dict[tuple[str, ...], float] = {}

    def value(self, action: Action) -> float:
        """What an action is worth; what is not listed is worth nothing."""
        appraised = VALUES.get(type(action))
        return appraised(self, action) if appraised is not None else 0.0

    def activate(self, action: Activate) -> float:
        """Anybody, in table order: damage takes effect at the end of the turn, so it matters little who goes first."""
        return 1.0

    def place(self, action: Place) -> float:
        """Well forward, and in the middle."""
        terrain, (x, y) = self.table.terrain, action.at
        return -abs(x - terrain.width / 2) - 0.1 * abs(y - terrain.height / 2)

    def attack(self, action: Attack) -> float:
        """Expected stars of an attack."""
        return attack_value(self.table, action)

    def reload(self, action: Reload) -> float:
        """What a loaded weapon is worth."""
        return reload_value(self.table, action)

    def second_wind(self, action: SecondWind) -> float:
        """What rolling again is worth."""
        return second_wind_value(self.decision, action)

    def throw(self, action: Throw) -> float:
        """Expected stars of a throw, less what the point is worth later."""
        burst = burst_value(self.table, action)
        return burst * self._lands(action.actor, action.weapon) - self._reserve(action.actor) - EFFORT

    def cast(self, action: Cast) -> float:
        """A cast at one model."""
        return self._cast(action.actor, action.ability, (self.table.models[action.target],))

    def cast_area(self, action: CastArea) -> float:
        """A cast around a spot."""
        models = casting.inside(self.table, self.table.models[action.actor], item(action.ability), action.spot)
        return self._cast(action.actor, action.ability, models)

    def cast_around(self, action: CastAround) -> float:
        """A cast around the caster."""
        caster = self.table.models[action.actor]
        assert caster.at is not None
        return self._cast(
            action.actor, action.ability, casting.inside(self.table, caster, item(action.ability), caster.at)
        )

    def _cast(self, actor: ModelId, ability: str, models: Sequence[Model]) -> float:
        gain = power_value(self.table, actor, ability, models) * self._succeeds(actor, ability) if models else 0.0
        return gain - self._reserve(actor) - EFFORT

    def _reserve(self, actor: ModelId) -> float:
        return self._once(("reserve", actor), lambda: reserve(self.table, self.table.models[actor]))

    def _lands(self, actor: ModelId, weapon: str) -> float:
        return self._once(("lands", weapon), lambda: chance(throwing.to_throw(self.table, actor, weapon).value))

    def _succeeds(self, actor: ModelId, ability: str) -> float:
        return self._once(("succeeds", ability), lambda: chance(casting.to_cast(self.table, actor, ability).value))

    def _once(self, key: tuple[str, ...], work: Callable[[], float]) -> float:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = work()
        return found


VALUES: dict[type[Action], Callable[[Appraisal, Any], float]] = {
    Activate: Appraisal.activate,
    Place: Appraisal.place,
    Attack: Appraisal.attack,
    Reload: Appraisal.reload,
    SecondWind: Appraisal.second_wind,
    Throw: Appraisal.throw,
    Cast: Appraisal.cast,
    CastArea: Appraisal.cast_area,
    CastAround: Appraisal.cast_around,
}
