"""The turn: activations, quality rolls, turnovers and passes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.events import Event, Swept
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Side, Table
from sightline.core.variants import Variant
from sightline.games.xenotactics import attacking, harm, infiltrating, marching, moving, others, specials
from sightline.games.xenotactics.acting import can_be_activated, is_over, spent, upright
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Capture,
    Leave,
    Move,
    OffhandAttack,
    Pass,
    Retreat,
    SendThief,
    StandUp,
    Stop,
    UseAbility,
    UseDoor,
)
from sightline.games.xenotactics.catalog import DIE
from sightline.games.xenotactics.choosing import MAY_PASS, can_be_forced
from sightline.games.xenotactics.deeds import Deed
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import (
    Converted,
    Dispersed,
    Noted,
    Passed,
    Retreated,
    Stopped,
    TurnBegan,
    Turnover,
    TurnPassed,
)
from sightline.games.xenotactics.ground import features
from sightline.games.xenotactics.measure import touched
from sightline.games.xenotactics.opposed import hit_or_not, reads, standing, successes
from sightline.games.xenotactics.questions import Doing as DoingMore
from sightline.games.xenotactics.questions import ToKeepTheTurn
from sightline.games.xenotactics.steps import Reactions, gone_out
from sightline.games.xenotactics.tokens import (
    ACTING,
    ACTION_ENDS,
    ACTIVATION_ENDS,
    CONTROLLED,
    HACKED,
    ON_TURN,
    OVER,
    QUALITY,
    STOLE,
    TURN,
    TURN_ENDS,
    fading,
)
from sightline.games.xenotactics.victory import FinalCount, home, may_retreat, turns_are_over, victory


class BeginTurn(Part, frozen=True):
    """It becomes a side's turn; somebody may be forced to act first."""

    side: Side
    forced: ModelId = ""


class Opening(Part, frozen=True):
    """A turn has begun, and everybody who comes with it is there."""

    side: Side
    forced: ModelId = ""


class NextActivation(Part, frozen=True):
    """A side activates a model, or passes."""

    side: Side


class Activation(Part, frozen=True):
    """A model does one thing after another."""

    model: ModelId
    forced: bool = False


class EndActivation(Part, frozen=True):
    """An activation is over: hazards, then quality dice."""

    model: ModelId
    side: Side


class QualityRoll(Part, frozen=True):
    """The quality dice at the end of an activation."""

    model: ModelId
    side: Side


class EndTurn(Part, frozen=True):
    """A turn is over; the other side's begins."""

    side: Side
    forced: ModelId = ""


# ------------------------------------------------------------------ turns (XT-TRN-01, XT-TRN-06)


async def begin_turn(ref: Referee, part: BeginTurn) -> None:
    """Screens of the side disperse, then its infiltrators arrive, then somebody forced acts, then it is free."""
    table = ref.table
    number = table.tokens(part.side, TURN) + 1
    events: list[Event] = [
        TurnBegan(rule="XT-TRN-01", bearer=part.side, token=TURN, value=number),
        TurnPassed(rule="XT-TRN-01", bearer=part.side, token=ON_TURN, value=1),
    ]
    screens = (f.id for f in features(table.terrain) if f.owner == part.side)
    events += [Dispersed(rule="XT-TRN-06", piece=id) for id in screens]
    await ref.emit(*events)
    if infiltrating.waiting(table, part.side):
        ref.then(infiltrating.Infiltrating(part.side), Opening(part.side, part.forced))
    else:
        ref.then(Opening(part.side, part.forced))


async def opening(ref: Referee, part: Opening) -> None:
    """Victory is checked, then somebody forced acts, or the side is free."""
    table = ref.table
    await victory(ref)
    if table.outcome is None:
        if part.forced and upright(table.models[part.forced]):
            ref.then(Activation(part.forced, forced=True))
        else:
            ref.then(NextActivation(part.side))


async def end_turn(ref: Referee, part: EndTurn) -> None:
    """What lasts for a turn ends; after the last turn the areas are counted (XT-TRN-06, XT-END-05)."""
    table = ref.table
    kinds = fading(TURN_ENDS)
    events: list[Event] = [Swept(rule="XT-TRN-06", moment=TURN_ENDS, kinds=kinds)]
    events += [
        Noted(rule="XT-TRN-06", bearer=model.id, token=HACKED, value=0)
        for model in table.models.values()
        if HACKED in model.tokens and model.id != part.forced
    ]
    for model in [m for m in table.models.values() if CONTROLLED in m.tokens]:
        events.append(Converted(rule="XT-ABL-21", model=model.id, side=home(table, model)))
        events.append(Noted(rule="XT-ABL-21", bearer=model.id, token=CONTROLLED, value=0))
    events.append(TurnPassed(rule="XT-TRN-06", bearer=part.side, token=ON_TURN, value=0))
    await ref.emit(*events)
    await gone_out(ref)
    await victory(ref)
    if table.outcome is not None:
        return
    if turns_are_over(table):
        ref.then(FinalCount())
    else:
        ref.then(BeginTurn(table.other(part.side), part.forced))


# ------------------------------------------------------------------ choosing, or passing (XT-PAS-01 to XT-PAS-06)


async def next_activation(ref: Referee, part: NextActivation) -> None:
    """The side on turn chooses whom to activate, passes, or gives up the field (XT-QTY-03)."""
    table, side = ref.table, part.side
    offers: list[Offer] = []
    if can_be_activated(table, side):
        offers.append(Offer(Activate, "XT-TRN-01"))
    if MAY_PASS.of(table)(table, side):
        offers.append(Offer(Pass, "XT-PAS-01"))
    gone, started = may_retreat(table, side)
    if 2 * gone > started:
        offers.append(Offer(Retreat, "XT-END-02"))
    named = can_be_forced(table, side)
    default = Pass(named[0] if named else "") if MAY_PASS.of(table)(table, side) else None
    action = await ref.choose(side, "XT-TRN-01", offers, default=default)
    if isinstance(action, Activate):
        ref.then(Activation(action.model))
    elif isinstance(action, Retreat):
        await ref.emit(Retreated(rule="XT-END-02", winner=table.other(side), side=side))
    else:
        assert isinstance(action, Pass)
        await ref.emit(Passed(rule="XT-PAS-01", side=side, model=action.model))
        ref.then(EndTurn(side, action.model))


# ------------------------------------------------------------------ an activation (XT-TRN-04, XT-TRN-05)

PLAYS: dict[type[Action], Callable[[Referee, Any], Coroutine[Any, Any, Deed]]] = {
    Move: moving.move,
    Attack: attacking.attack,
    Capture: others.capture,
    StandUp: others.stand_up,
    UseDoor: others.use_door,
    UseAbility: specials.use,
    OffhandAttack: attacking.offhand,
}
"""How each action is declared."""


def offers_of(table: Table, model: Model) -> tuple[Offer, ...]:
    """Everything a model may do now."""
    key = ("offers", model.id)
    found: tuple[Offer, ...] | None = table.now.get(key)
    if found is None:
        found = table.now[key] = (*_usual_offers(table, model), *EFFECTS.offers(table, DoingMore(model.id)))
    return found


def _usual_offers(table: Table, model: Model) -> list[Offer]:
    if model.at is None:
        return []
    return [*moving.offers(table, model), *attacking.offers(table, model), *others.offers(table, model)]


async def activation(ref: Referee, part: Activation) -> None:
    """A model acts until its side stops, nothing affordable remains, or a rule ends it."""
    table, model = ref.table, ref.table.models[part.model]
    begun = ACTING in model.tokens
    offers = [] if begun and is_over(table, model) else list(offers_of(table, model))
    if not offers:
        ref.then(EndActivation(part.model, model.side) if begun else NextActivation(model.side))
        return
    default: Action = Stop(model.id) if begun else Leave(model.id)
    if begun:
        offers.append(Offer(Stop, "XT-TRN-05", {"actor": model.id}))
    elif not part.forced:
        offers.append(Offer(Leave, "XT-TRN-04", {"actor": model.id}))
    chosen = None if part.forced and not begun else default
    action = await ref.choose(model.side, "XT-TRN-02", offers, default=chosen, about=model.id)
    if isinstance(action, Leave):
        ref.then(NextActivation(model.side))
    elif isinstance(action, Stop):
        await ref.emit(Stopped(rule="XT-TRN-05", bearer=model.id, token=OVER, value=1))
        ref.then(EndActivation(model.id, model.side))
    else:
        deed = await PLAYS[type(action)](ref, action)
        ref.then(Reactions(deed), Activation(part.model))


def check_stop(table: Table, decision: Decision, action: Stop) -> Refusal | None:
    """After any action (XT-TRN-05)."""
    asked = decision.rule == "XT-TRN-02" and decision.about == action.actor
    begun = asked and ACTING in table.models[action.actor].tokens
    return None if begun else Refusal("XT-TRN-04", {"model": action.actor})


def check_leave(table: Table, decision: Decision, action: Leave) -> Refusal | None:
    """Before the first action (XT-TRN-04)."""
    asked = decision.rule == "XT-TRN-02" and decision.about == action.actor
    fresh = asked and ACTING not in table.models[action.actor].tokens
    return None if fresh else Refusal("XT-PAS-02", {"model": action.actor})


async def end_activation(ref: Referee, part: EndActivation) -> None:
    """A climber left on a face drops, hazardous ground hurts, then quality dice are rolled (XT-QTY-01, XT-TER-18)."""
    table, model = ref.table, ref.table.models[part.model]
    if model.at is not None and model.z:
        await harm.let_go(ref, model.id)
        model = table.models[part.model]
    if model.at is not None and touched(table, model, "hazardous"):
        await marching.burn(ref, model.id)
    await gone_out(ref)
    await victory(ref)
    if table.outcome is None:
        ref.then(QualityRoll(part.model, part.side))


# ------------------------------------------------------------------ quality (XT-QTY-01 to XT-STL-03)


def each_thief(table: Table, thieves: list[ModelId]) -> list[ModelId]:
    """Every model that declared it brings a die (XT-STL-03)."""
    return thieves


def one_thief(table: Table, thieves: list[ModelId]) -> list[ModelId]:
    """One die in all: the best rolls unless its side wants another to."""
    return sorted(thieves, key=lambda t: -table.tokens(t, QUALITY))[:1]


THIEVES = Variant("steal_initiative_dice", {"one_per_model": each_thief, "one_per_player": one_thief})


def declared_thieves(table: Table, side: Side) -> list[ModelId]:
    """The enemies of a side who declared that they steal the initiative, in that order."""
    found = {k.partition(":")[2]: n for k, n in table.models[table.other(side)].tokens.items() if k.startswith(STOLE)}
    return sorted(found, key=found.__getitem__)


def thieves(table: Table, side: Side) -> list[ModelId]:
    """The enemies of a side who may be expected to roll for it."""
    return THIEVES.of(table)(table, declared_thieves(table, side))


async def chosen_thieves(ref: Referee, part: QualityRoll) -> list[ModelId]:
    """Who opposes the quality dice; where not all of them may, their side picks (XT-STL-03)."""
    table = ref.table
    expected = thieves(table, part.side)
    if len(expected) == len(declared_thieves(table, part.side)):
        return expected
    offers, side = [Offer(SendThief, "XT-STL-03")], table.other(part.side)
    on = ToKeepTheTurn(part.model)
    action = await ref.choose(side, "XT-STL-03", offers, default=SendThief(expected[0]), on=on)
    assert isinstance(action, SendThief)
    return [action.model]


def check_send_thief(table: Table, decision: Decision, action: SendThief) -> Refusal | None:
    """One of those who declared it."""
    if decision.rule == "XT-STL-03" and action.model in declared_thieves(table, table.other(decision.side)):
        return None
    return Refusal("XT-STL-03", {"model": action.model})


def send_thief_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Everybody who declared it, the best first."""
    able = declared_thieves(table, table.other(decision.side))
    return {"model": Pick(tuple(sorted(able, key=lambda t: -table.tokens(t, QUALITY))))}


def quality_roll_of(table: Table, id: ModelId, dice: int, side: Side, *, thief: bool, opposed: bool = True) -> Roll:
    """Dice against Quality; unopposed they only succeed or fail."""
    question = ToKeepTheTurn(id, thief)
    need = EFFECTS.tally(table, question, table.models[id].tokens[QUALITY])
    rule = "XT-STL-01" if thief else "XT-QTY-01"
    return Roll(rule, DIE, dice, side, id, need, reads(need) if opposed else hit_or_not(need), question)


async def quality_roll(ref: Referee, part: QualityRoll) -> None:
    """One die for every point spent, opposed by thieves; two failures or more end the turn (XT-QTY-02)."""
    table, model = ref.table, ref.table.models[part.model]
    dice, failures = spent(model), 0
    if dice:
        against = await chosen_thieves(ref, part)
        rolls = [quality_roll_of(table, model.id, dice, part.side, thief=False, opposed=bool(against))]
        rolls += [quality_roll_of(table, t, 1, table.other(part.side), thief=True) for t in against]
        faces = await ref.throw(*rolls, seats=(part.side,))
        need = rolls[0].need
        assert need is not None
        stolen = [f for r, fs in zip(rolls[1:], faces[1:], strict=True) if r.need for f in successes(fs, r.need)]
        failures = dice - len(standing(successes(faces[0], need), stolen))
    if HACKED in model.tokens:
        await ref.emit(Noted(rule="XT-ABL-13", bearer=model.id, token=HACKED, value=0))
    kinds = (*fading(ACTIVATION_ENDS), *fading(ACTION_ENDS))
    await ref.emit(Swept(rule="XT-QTY-01", moment=ACTIVATION_ENDS, kinds=kinds))
    if failures >= 2:
        await ref.emit(Turnover(rule="XT-QTY-02", side=part.side, failures=failures))
        ref.then(EndTurn(part.side))
    else:
        ref.then(NextActivation(part.side))
