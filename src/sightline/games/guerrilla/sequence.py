"""The turn: four phases, played model by model in alternation."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import TABLE, ModelId, Part, Side, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla import attacking, casting, moving, reloading, throwing
from sightline.games.guerrilla.acting import eligible, first_side, is_eligible, phase, turn
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Move,
    Pass,
    Reload,
    Throw,
)
from sightline.games.guerrilla.catalog import PHASES, POINTS
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.effects.weapons import last_siege
from sightline.games.guerrilla.events import (
    Activated,
    Damaged,
    Held,
    Passed,
    PhaseBegan,
    PointsRestored,
    SecondWindRestored,
    TurnBegan,
)
from sightline.games.guerrilla.placing import RollOff, take_initiative
from sightline.games.guerrilla.powers import active_begins
from sightline.games.guerrilla.questions import Burning
from sightline.games.guerrilla.throwing import siege_end
from sightline.games.guerrilla.tokens import (
    ACTIVATED,
    DAMAGE,
    FADING,
    PASSED,
    PHASE,
    PHASE_END,
    POINTS_LEFT,
    SECOND_WIND,
    SECOND_WIND_EACH_TURN,
    TURN,
)
from sightline.games.guerrilla.upkeep import Upkeep, sweep


class BeginTurn(Part, frozen=True):
    """A turn begins."""

    number: int


class BeginPhase(Part, frozen=True):
    """A phase begins, by its place in the turn."""

    place: int


class NextActivation(Part, frozen=True):
    """A side lets a model have its turn, or passes."""

    side: Side


class Activation(Part, frozen=True):
    """A model does something, or is done."""

    model: ModelId


class EndPhase(Part, frozen=True):
    """Nobody has anything left to do in this phase."""


# ------------------------------------------------------------------ who starts (DG-TRN-02)


async def as_before(ref: Referee) -> None:
    """The roll-off winner starts every turn."""


async def the_other(ref: Referee) -> None:
    """The sides start by turns."""
    await take_initiative(ref, ref.table.other(first_side(ref.table)), "DG-TRN-02")


async def roll_for_it(ref: Referee) -> None:
    """Every turn has a roll-off of its own."""
    ref.then(RollOff(opening=False))


INITIATIVE = Variant(
    "initiative", {"fixed": as_before, "alternate_each_turn": the_other, "roll_each_turn": roll_for_it}
)


async def begin_turn(ref: Referee, part: BeginTurn) -> None:
    """Points and second winds are restored; nothing else is (DG-TRN-06)."""
    table = ref.table
    events: list[Event] = [
        TurnBegan(rule="DG-TRN-01", bearer=TABLE, token=TURN, value=part.number),
        PointsRestored(rule="DG-TRN-06", bearers=table.standing(), token=POINTS_LEFT, value=POINTS),
    ]
    for side in table.sides:
        each_turn = table.tokens(side, SECOND_WIND_EACH_TURN)
        if table.tokens(side, SECOND_WIND) != each_turn:
            events.append(SecondWindRestored(rule="DG-SWD-07", bearer=side, token=SECOND_WIND, value=each_turn))
    await ref.emit(*events)
    if part.number > 1:
        await INITIATIVE.of(table)(ref)
    ref.then(BeginPhase(0))


# ------------------------------------------------------------------ phases


async def begin_phase(ref: Referee, part: BeginPhase) -> None:
    """What ends or falls due when a phase begins, then the first activation."""
    table = ref.table
    await ref.emit(PhaseBegan(rule="DG-TRN-01", bearer=TABLE, token=PHASE, value=part.place))
    match PHASES[part.place]:
        case "active":
            await sweep(ref, active_begins(turn(table)), "DG-DUR-01")
        case "siege":
            await ongoing_damage(ref, "start")
            await sweep(ref, last_siege(turn(table)), "DG-ONG-04")
        case "upkeep":
            ref.then(Upkeep(), BeginTurn(turn(table) + 1))
            return
    ref.then(NextActivation(first_side(table)))


async def end_phase(ref: Referee, part: EndPhase) -> None:
    """What ends with a phase, then the next one."""
    place = ref.table.tokens(TABLE, PHASE)
    if PHASES[place] == "siege":
        await ongoing_damage(ref, "end")
        await sweep(ref, siege_end(turn(ref.table)), "DG-FLG-03")
    await sweep(ref, PHASE_END, "DG-TRN-01", FADING)
    ref.then(BeginPhase(place + 1))


async def ongoing_damage(ref: Referee, moment: str) -> None:
    """Ongoing damage that falls due places its tokens (DG-SGE-09, DG-ONG-04)."""
    events: list[Event] = []
    for id in [m for m in ref.table.standing() if m in ref.table.borne]:
        notes = EFFECTS.tally(ref.table, Burning(id, moment), 0).notes
        events.extend(Damaged(rule=n.rule, bearer=id, token=DAMAGE, by=int(n.value)) for n in notes)
    await ref.emit(*events)


# ------------------------------------------------------------------ activations


async def next_activation(ref: Referee, part: NextActivation) -> None:
    """The sides alternate; one without eligible models is skipped; the phase ends when neither has any (DG-TRN-03)."""
    table = ref.table
    side = part.side
    if not eligible(table, side):
        side = table.other(side)
        if not eligible(table, side):
            ref.then(EndPhase())
            return
    action = await ref.choose(
        side,
        "DG-TRN-03",
        [Offer(Activate, "DG-TRN-04"), Offer(Pass, "DG-TRN-05")],
        default=Pass(),
    )
    if isinstance(action, Activate):
        await ref.emit(Activated(rule="DG-TRN-04", bearer=action.model, token=ACTIVATED, value=1))
        ref.then(Activation(action.model))
    else:
        await ref.emit(Passed(rule="DG-TRN-05", bearer=side, token=PASSED, value=1))
    ref.then(NextActivation(table.other(side)))


def check_activate(table: Table, decision: Decision, action: Activate) -> Refusal | None:
    """A model of one's own, on the table, with a point left and not yet activated in this phase."""
    if decision.rule != "DG-TRN-03":
        return Refusal("DG-TRN-04", {"model": action.model, "active": decision.about or "none"})
    if is_eligible(table, decision.side, action.model):
        return None
    model = table.models.get(action.model)
    if model is None or model.kind != "model" or model.side != decision.side or model.at is None:
        return Refusal("DG-TRN-04", {"model": action.model, "side": decision.side})
    points, activated = model.tokens.get(POINTS_LEFT, 0), model.tokens.get(ACTIVATED, 0)
    return Refusal("DG-TRN-04", {"model": action.model, "points": points, "activated": activated})


def activate_slots(table: Table, decision: Decision, offer: Offer) -> dict[str, Slot]:
    """Any eligible model of the side on turn."""
    return {"model": Pick(eligible(table, decision.side))}


def check_pass(table: Table, decision: Decision, action: Pass) -> Refusal | None:
    """A side on turn may always pass (DG-TRN-05)."""
    return None if decision.rule == "DG-TRN-03" else Refusal("DG-TRN-05", {"active": decision.about or "none"})


def check_done(table: Table, decision: Decision, action: Done) -> Refusal | None:
    """The active model may always hold (DG-TRN-05)."""
    return None if decision.about == action.actor else Refusal("DG-TRN-05", {"active": decision.about or "none"})


OFFERS = {
    "movement": (moving.offers,),
    "active": (throwing.offers, reloading.offers, casting.offers),
    "siege": (attacking.offers,),
}

PLAYS: dict[type[Action], Callable[[Referee, Any], Coroutine[Any, Any, None]]] = {
    Move: moving.move,
    Throw: throwing.throw,
    Reload: reloading.reload,
    Cast: casting.cast,
    CastArea: casting.cast,
    CastAround: casting.cast,
    Attack: attacking.attack,
}

RULE_OF_PHASE = {"movement": "DG-MOV-01", "active": "DG-ACT-01", "siege": "DG-SGE-01"}


async def activation(ref: Referee, part: Activation) -> None:
    """A model does one thing after another until it holds or nothing is left to do (DG-TRN-04, DG-ACT-05)."""
    table = ref.table
    model = table.models[part.model]
    if model.tokens.get(POINTS_LEFT, 0) < 1:
        return
    offers = [o for chapter in OFFERS[phase(table)] for o in chapter(table, model)]
    if not offers:
        return
    done = Done(part.model)
    offers.append(Offer(Done, "DG-TRN-05", {"actor": part.model}))
    action = await ref.choose(model.side, RULE_OF_PHASE[phase(table)], offers, default=done, about=part.model)
    if isinstance(action, Done):
        await ref.emit(Held(rule="DG-TRN-05", model=part.model))
        return
    await PLAYS[type(action)](ref, action)
    ref.then(Activation(part.model))
