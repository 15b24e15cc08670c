"""What programs are told about this table: arms and the harm they do, and what an action promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sightline.core import reach, sight
from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.effects import Note
from sightline.core.kernel import Ground, Scene
from sightline.core.mind import Arm, Goal, Harm, Promise, Unit
from sightline.core.table import TABLE, Model, ModelId, Point, Side, Table
from sightline.games.guerrilla import attacking, casting, measure, moving, reloading, throwing
from sightline.games.guerrilla.acting import character
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Move,
    Pass,
    Place,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.catalog import DIE, ENGAGED, PHASES, POINTS, STEP, TURNS, Item, characters, item
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.effects.common import COVER
from sightline.games.guerrilla.questions import ToHit
from sightline.games.guerrilla.sequence import Activation
from sightline.games.guerrilla.tokens import (
    ACTIVATED,
    DAMAGE,
    EMPTY,
    PASSED,
    PHASE,
    POINTS_LEFT,
    TURN,
    USED,
)
from sightline.games.guerrilla.upkeep import deadly, stars

MOVES = 2
"""Moves of a model in a turn: a move and a sprint."""
PLACE_DEPENDENT = {"DG-LOS-07", "DG-ENG-04", "DG-ENG-05"}
"""The rules that change a need by where the two stand."""
IN_COVER = Note("DG-LOS-07", STEP, "edge", COVER)
NUISANCE = 0.12
"""What a lasting effect on one model is worth, per star of its cost, where nothing better is known."""
LOADED = 0.06
"""What a loaded gun is worth at any time, in stars."""
FULL, SPENT_ALREADY, FIGHT, NOTHING = range(4)
"""What a model can still do in a turn: everything, shoot what is loaded, fight, or nothing."""


def chance(need: float) -> float:
    """The chance of one die (DG-SET-03)."""
    return min(max((DIE + 1 - need) / DIE, 0.0), 1.0)


# ------------------------------------------------------------------ arms


def does_harm(kind: Item) -> bool:
    """Whether an item or ability places damage."""
    if kind.attack == "throw" or kind.kind == "ability":
        return kind.effect.get("keyword") in ("blast_damage", "damage")
    return bool(kind.attack)


@lru_cache(4096)
def arms(kit: tuple[str, ...], empty: tuple[str, ...], used: tuple[str, ...], state: int) -> tuple[Arm, ...]:
    """What a model that carries this can do harm with, and for how many points."""
    found = []
    for id in kit:
        kind = item(id)
        if not does_harm(kind):
            continue
        if kind.attack == "swing":
            price = 1 if state != NOTHING else 0
            found.append(Arm(id, kind.range_in, False, False, price, POINTS, 1, POINTS))
        elif kind.attack == "shot":
            price = 1 if id not in empty else 2 if state == FULL else 0
            price = price if state != NOTHING else 0
            blind = "thermal_scope" in kit
            times = 1 if kind.reloads else POINTS
            found.append(Arm(id, kind.range_in, True, blind, price, times, 2 if kind.reloads else 1, times))
        else:
            price = 1 if state == FULL and id not in used else 0
            found.append(Arm(id, kind.range_in, True, False, price, 1, 1, 1))
    return tuple(found)


def state_of(table: Table, model: Model) -> int:
    """What a model can still do in this turn."""
    phase = table.tokens(TABLE, PHASE)
    if not table.tokens(TABLE, TURN) or phase == 0:
        return FULL
    if phase > 2:  # upkeep
        return NOTHING
    done = ACTIVATED in model.tokens or PASSED in table.models[model.side].tokens
    if done and model.id != acting(table):
        return NOTHING if phase == 2 else SPENT_ALREADY
    return FULL if phase == 1 else FIGHT


def acting(table: Table) -> ModelId:
    """The model whose activation it is, if it is anybody's."""
    part = table.agenda[0] if table.agenda else None
    return part.model if isinstance(part, Activation) else ""


_kinds: dict[Any, int] = {}


class GuerrillaMind:
    """What programs are told."""

    close = ENGAGED
    nook = 0.06

    def __init__(self) -> None:
        self._known: dict[ModelId, tuple[Model, Any, Any, Unit]] = {}
        """The unit last made of each model, with all it was made of."""

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the mat in figures."""
        models, laid = table.models, table.borne.get(model.id)
        clock = (models[TABLE].tokens, PASSED in models[model.side].tokens, acting(table) == model.id, table.options)
        known = self._known.get(model.id)
        if known is not None and known[0] is model and known[1] is laid and known[2] == clock:
            return known[3]
        unit = self._unit(table, model)
        self._known[model.id] = (model, laid, clock, unit)
        return unit

    def _unit(self, table: Table, model: Model) -> Unit:
        assert model.at is not None
        tokens = model.tokens
        state = state_of(table, model)
        points, moves = tokens.get(POINTS_LEFT, 0), 0
        if not table.tokens(TABLE, TURN):
            points, moves = POINTS, MOVES
        elif state == FULL and table.tokens(TABLE, PHASE) == 0:
            done = ACTIVATED in tokens or PASSED in table.models[model.side].tokens
            if not done or model.id == acting(table):
                moves = MOVES - tokens.get(moving.MOVES, 0)
        elif state == NOTHING:
            points = 0
        empty: list[str] = []
        used: list[str] = []
        for token in tokens:
            name, _, what = token.partition(":")
            if name == EMPTY:
                empty.append(what)
            elif name == USED:
                used.append(what.rpartition(" ")[2])
        whole = deadly(table, model)
        laid = table.borne.get(model.id)
        sign = (model.profile, model.kit, tuple(a.effect for a in laid) if laid else ())
        kind = _kinds.get(sign)
        if kind is None:
            kind = _kinds[sign] = len(_kinds)
        return Unit(
            id=model.id,
            side=model.side,
            x=model.at[0],
            y=model.at[1],
            radius=model.radius,
            worth=character(model).cost,
            life=whole - tokens.get(DAMAGE, 0),
            whole=whole,
            points=points,
            moves=moves,
            speed=moving.speed(table, model),
            full=POINTS,
            arms=arms(model.kit, tuple(empty), tuple(used), state),
            kind=kind,
        )

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """What each arm does to a target, in the open and at half cover."""
        one, other = table.models[attacker], table.models[target]
        return tuple(harm(table, one, other, id) for id in one.kit if does_harm(item(id)))

    def scene(self, table: Table, radius: float) -> Scene:
        """The pieces that hide a base of this size."""
        return sight.scene(table.terrain, measure.covering(table.terrain, 2 * radius))

    def ground(self, table: Table) -> Ground:
        """Nobody stands in a piece of terrain."""
        return reach.ground(table.terrain)

    def lead(self, table: Table, side: Side) -> float:
        """Stars."""
        return stars(table, side) - stars(table, table.other(side))

    def keeps(self, table: Table, side: Side) -> float:
        """Turns do not end early."""
        return 1.0

    def left(self, table: Table) -> float:
        """The turns after this one."""
        return (TURNS - max(1, table.tokens(TABLE, TURN))) / TURNS

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """There is no ground to be held in this book."""
        return ()

    def extras(self, table: Table, side: Side) -> float:
        """Loaded guns, and effects that last."""
        total = 0.0
        for model in table.squad(side):
            for id in model.kit:
                if item(id).reloads and f"{EMPTY}:{id}" not in model.tokens:
                    total += LOADED
            for laid in table.borne.get(model.id, ()):
                total += LASTING.get(laid.effect, 0.0) * character(model).cost
        for marker in table.models.values():
            if marker.kind == "marker" and marker.owner == side:
                total += 0.5
        return total

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Whether a model that would be activated could do nothing."""
        if not isinstance(action, Activate):
            return False
        model = table.models[action.model]
        match PHASES[table.tokens(TABLE, PHASE)]:
            case "active":
                return not any(chapter.offers(table, model) for chapter in (throwing, reloading, casting))
            case "siege":
                return not attacking.offers(table, model)
        return not moving.offers(table, model)

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point, int] | None:
        """Where a move or a placement takes a model; holding in the movement phase leaves it where it is."""
        if isinstance(action, Move):
            return action.actor, action.to, 1
        if isinstance(action, Place):
            return action.model, action.at, 0
        if isinstance(action, Done) and table.tokens(TABLE, PHASE) == 0:
            at = table.models[action.actor].at
            assert at is not None
            return action.actor, at, -1
        return None

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """What an action may be expected to do."""
        found = PROMISES.get(type(action))
        return found(table, decision, action) if found is not None else None


def harm(table: Table, one: Model, other: Model, id: str) -> Harm:
    """The damage to be expected of one use of an item or ability."""
    kind = item(id)
    if kind.kind == "ability":
        damage = kind.effect["amount"] * chance(casting.to_cast(table, one.id, id).value)
        return Harm(damage, damage)
    if kind.attack == "throw":
        damage = kind.effect["bands"][0]["damage"] * chance(throwing.to_throw(table, one.id, id).value)
        return Harm(damage, damage)
    who = characters()[one.profile]
    base = who.ms if kind.skill == "ms" else who.gs
    question = ToHit(one.id, other.id, id, kind.attack)
    notes = [n for n in EFFECTS.tally(table, question, base).notes if not n.muted and n.rule not in PLACE_DEPENDENT]
    clear = covered = question.fold(table, base, notes)
    if kind.attack == "shot" and IN_COVER.rule not in EFFECTS.silenced(table, question):
        covered = question.fold(table, base, [*notes, IN_COVER])
    return Harm(expected(kind, clear), expected(kind, covered))


def expected(kind: Item, need: float, dice: int = 0) -> float:
    """The damage of so many dice of a weapon, what burns on included."""
    hit, dice = chance(need), dice or kind.dice
    damage = dice * hit * kind.damage
    if kind.effect.get("keyword") == "ongoing_damage":
        damage += (1 - (1 - hit) ** dice) * kind.effect["damage"] * kind.effect["siege_phases"]
    return float(damage)


# ------------------------------------------------------------------ what actions promise


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
    found: list[float] = []
    for id in model.kit:
        kind = item(id)
        if kind.attack in ("shot", "swing") and attacking.weapon_fault(table, model, id) is None:
            found.extend([_shot(table, model, id)] * (1 if kind.reloads else POINTS))
    return sorted((v for v in found if v > 0), reverse=True)


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
