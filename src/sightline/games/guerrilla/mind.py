"""What programs are told about this table: arms and the harm they do, and what an action promises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sightline.core import reach, sight
from sightline.core.decisions import Action, Decision
from sightline.core.effects import Note
from sightline.core.kernel import Ground, Scene
from sightline.core.mind import NOOK, Arm, Goal, Harm, Promise, Unit
from sightline.core.table import TABLE, Model, ModelId, Piece, Point, Side, Table
from sightline.games.guerrilla import attacking, casting, measure, moving, reloading, throwing
from sightline.games.guerrilla.acting import character
from sightline.games.guerrilla.actions import Activate, Done, Move, Place
from sightline.games.guerrilla.catalog import ENGAGED, PHASES, POINTS, STEP, TURNS, Item, characters, item
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.effects.common import COVER
from sightline.games.guerrilla.promises import LASTING, LOADED, PROMISES, chance, expected
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
FULL, SPENT_ALREADY, FIGHT, NOTHING = range(4)
"""What a model can still do in a turn: everything, shoot what is loaded, fight, or nothing."""


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

    def __init__(self) -> None:
        self._known: dict[ModelId, tuple[Model, Model, Model, Any, Any, bool, Unit]] = {}
        """The unit last made of each model, with all it was made of."""

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the mat in figures."""
        id, models, laid = model.id, table.models, table.borne.get(model.id)
        clock, side, options, acts = models[TABLE], models[model.side], table.options, acting(table) == id
        known = self._known.get(id)
        if known is not None:
            # Whatever has changed has been replaced: the very same things make the same unit.
            one, its_clock, its_side, its_laid, its_options, acted, unit = known
            same = one is model and its_clock is clock and its_side is side and its_laid is laid
            if same and its_options is options and acted == acts:
                return unit
        unit = self._unit(table, model)
        self._known[id] = (model, clock, side, laid, options, acts, unit)
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

    def nook(self, piece: Piece) -> float:
        """A hand's breadth behind whatever stands there."""
        return NOOK

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

    def stage(self, table: Table) -> int:
        """The phases, turn by turn."""
        return table.tokens(TABLE, TURN) * len(PHASES) + table.tokens(TABLE, PHASE)

    def left(self, table: Table) -> float:
        """The turns after this one."""
        return (TURNS - max(1, table.tokens(TABLE, TURN))) / TURNS

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """There is no ground to be held in this book."""
        return ()

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """There is no ground to be held."""
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
