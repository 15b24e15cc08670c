"""Game Turns, turns and activations: who may act, the gamble for actions, and how the turn passes (DW-ACT)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Faces, Roll
from sightline.core.effects import Tally
from sightline.core.events import Event, Swept
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Part, Side, Table
from sightline.core.variants import Variant
from sightline.games.deepwars import acting, advancing, tricking
from sightline.games.deepwars.actions import EndTurn, FreeActivation, Nominate, RollToActivate
from sightline.games.deepwars.bodies import body_of
from sightline.games.deepwars.catalog import DIE
from sightline.games.deepwars.checks import near, roller
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import BeginGameTurn, Creatures, EndOfGameTurn, FinalCount, Scenery, gone
from sightline.games.deepwars.events import (
    ActionsWon,
    Activated,
    ActivationEnds,
    Gambled,
    GameTurnBegan,
    Nominated,
    Noted,
    TurnBegan,
    TurnEnded,
    TurnPassed,
)
from sightline.games.deepwars.measure import enemies
from sightline.games.deepwars.questions import Activating, Choosing, Gambling
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.sides import attacker
from sightline.games.deepwars.tokens import (
    ACTING,
    ACTIONS,
    ACTIVATED,
    ACTIVATION_ENDS,
    ATTACKED,
    GAME_TURN,
    ON_TURN,
    PASSES,
    QUALITY,
    TURN_ENDS,
    UNSEEN,
    fading,
)

FREE, HERO = 1, 4
"""The actions of a Free Activation, and of an Action Hero."""
LOST = 2
"""The failures of one roll that pass the turn (DW-ACT-06)."""


class BeginTurn(Part, frozen=True):
    """A side's turn begins."""

    side: Side


class Nominating(Part, frozen=True):
    """A side names the next model to activate, or stops."""

    side: Side


class Opening(Part, frozen=True):
    """A model was nominated: whatever lasts on it is resolved."""

    model: ModelId


class Gamble(Part, frozen=True):
    """A nominated model takes its Free Activation or rolls."""

    model: ModelId


class ActivationRoll(Part, frozen=True):
    """The dice for actions."""

    model: ModelId
    dice: int


class EndActivation(Part, frozen=True):
    """A model has used its actions."""

    model: ModelId
    side: Side


class EndOfTurn(Part, frozen=True):
    """A side's turn is over."""

    side: Side


# ------------------------------------------------------------------ Game Turns (DW-ACT-10, DW-ACT-13)


async def attacker_first(ref: Referee, number: int) -> Side:
    """The attacker begins every Game Turn."""
    return attacker(ref.table)


async def by_turns(ref: Referee, number: int) -> Side:
    """The attacker begins the odd Game Turns, the defender the even ones."""
    first = attacker(ref.table)
    return first if number % 2 else ref.table.other(first)


async def by_dice(ref: Referee, number: int) -> Side:
    """The higher die begins, ties are rolled again."""
    one = attacker(ref.table)
    other = ref.table.other(one)
    while True:
        (first,), (second,) = await ref.throw(Roll("DW-ACT-13", DIE, 1, one), Roll("DW-ACT-13", DIE, 1, other))
        if first != second:
            return one if first > second else other


FIRST = Variant("first_player_each_game_turn", {"attacker": attacker_first, "alternate": by_turns, "roll_off": by_dice})


async def begin_game_turn(ref: Referee, part: BeginGameTurn) -> None:
    """Each side has its turn, then creatures act, then what lasts a Game Turn ends (DW-ACT-10, DW-END-01)."""
    await ref.emit(GameTurnBegan(rule="DW-ACT-10", bearer=TABLE, token=GAME_TURN, value=part.number))
    first = await FIRST.of(ref.table)(ref, part.number)
    ref.then(BeginTurn(first), BeginTurn(ref.table.other(first)), Creatures(), Scenery(), EndOfGameTurn(part.number))


async def begin_turn(ref: Referee, part: BeginTurn) -> None:
    """It is a side's turn."""
    await ref.emit(TurnBegan(rule="DW-ACT-01", bearer=part.side, token=ON_TURN, value=1))
    ref.then(Nominating(part.side))


async def end_of_turn(ref: Referee, part: EndOfTurn) -> None:
    """What lasts for a turn ends (DW-ACT-12)."""
    await ref.emit(
        Swept(rule="DW-ACT-12", moment=TURN_ENDS, kinds=fading(TURN_ENDS)),
        TurnEnded(rule="DW-ACT-12", bearer=part.side, token=ON_TURN, value=0),
    )


# ------------------------------------------------------------------ nominating (DW-ACT-01, DW-ACT-05, DW-ACT-12)


def may_activate(table: Table, side: Side) -> tuple[ModelId, ...]:
    """Everybody of a side on the map who has not activated this turn, whatever state they are in."""
    return tuple(m.id for m in table.squad(side) if ACTIVATED not in m.tokens)


async def nominating(ref: Referee, part: Nominating) -> None:
    """The side names a model or stops; without anybody left the turn ends by itself."""
    table, side = ref.table, part.side
    if all(gone(table, s) for s in table.sides):
        ref.then(FinalCount("DW-END-06"))
        return
    if not may_activate(table, side):
        ref.then(EndOfTurn(side))
        return
    offers = [Offer(Nominate, "DW-ACT-01"), Offer(EndTurn, "DW-ACT-12", {"side": side})]
    action = await ref.choose(side, "DW-ACT-01", offers, default=EndTurn(side))
    if isinstance(action, Nominate):
        ref.then(Opening(action.model))
    else:
        ref.then(EndOfTurn(side))


def check_nominate(table: Table, decision: Decision, action: Nominate) -> Refusal | None:
    """A model of one's own on the map that has not activated this turn."""
    if decision.rule != "DW-ACT-01":
        return Refusal("DW-ACT-01", {"model": action.model, "active": decision.about or "none"})
    if action.model in may_activate(table, decision.side):
        return None
    mine = any(model.id == action.model for model in table.squad(decision.side))
    return Refusal("DW-ACT-05" if mine else "DW-ACT-01", {"model": action.model})


def nominate_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whoever may still activate."""
    return {"model": Pick(may_activate(table, decision.side))}


def check_end_turn(table: Table, decision: Decision, action: EndTurn) -> Refusal | None:
    """Between activations."""
    mine = decision.rule == "DW-ACT-01" and action.side == decision.side
    return None if mine else Refusal("DW-ACT-12", {"side": action.side, "active": decision.about or "none"})


async def opening(ref: Referee, part: Opening) -> None:
    """What lasts on a model is resolved before it chooses; who cannot see it now may be ambushed (DW-ACT-17)."""
    await tricking.foresee(ref, ref.table.models[part.model])
    table, model = ref.table, ref.table.models[part.model]
    unseen = [f"{UNSEEN}:{e.id}" for e in enemies(table, model) if hidden(table, e.id, model.id)]
    ref.then(Gamble(model.id), EndActivation(model.id, model.side))
    events: list[Event] = [Noted(rule="DW-H2H-03", bearer=model.id, token=token, value=1) for token in unseen]
    if ATTACKED in model.tokens:
        events.append(Noted(rule="DW-ACT-01", bearer=model.id, token=ATTACKED, value=0))
    await ref.emit(*events, Nominated(rule="DW-ACT-01", bearer=model.id, token=ACTING, value=1))


# ------------------------------------------------------------------ the gamble (DW-ACT-02 to DW-ACT-08)

DICE_OFFERED = (2, 3)


async def gamble(ref: Referee, part: Gamble) -> None:
    """One action for sure, or two or three dice; spells are cast in the place of either."""
    table, model = ref.table, ref.table.models[part.model]
    if model.at is None or model.side not in table.sides:
        return
    who = {"actor": model.id}
    offers = [Offer(FreeActivation, "DW-ACT-02", who)]
    if EFFECTS.allows(table, Gambling(model.id)):
        offers.append(Offer(RollToActivate, "DW-ACT-03", who))
    offers += [*EFFECTS.offers(table, Choosing(model.id)), *advancing.declaring(table, model)]
    offers += tricking.offers(table, model)
    action = await ref.choose(model.side, "DW-ACT-02", offers, default=FreeActivation(model.id), about=model.id)
    if isinstance(action, FreeActivation):
        await ref.emit(ActionsWon(rule="DW-ACT-02", bearer=model.id, token=ACTIONS, by=FREE))
        ref.then(acting.Acting(model.id))
    elif isinstance(action, RollToActivate):
        ref.then(ActivationRoll(model.id, action.dice))
    else:
        await acting.PLAYS[type(action)](ref, action)


def check_free(table: Table, decision: Decision, action: FreeActivation) -> Refusal | None:
    """When nominated."""
    return check_gamble(decision, action.actor, "DW-ACT-02")


def check_roll(table: Table, decision: Decision, action: RollToActivate) -> Refusal | None:
    """Two or three dice, if nothing keeps the model from rolling."""
    refusal = check_gamble(decision, action.actor, "DW-ACT-03")
    if refusal is not None:
        return refusal
    no = EFFECTS.forbids(table, Gambling(action.actor))
    if no is not None:
        return Refusal(*no)
    if action.dice not in DICE_OFFERED:
        return Refusal("DW-ACT-03", {"dice": action.dice, "least": DICE_OFFERED[0], "most": DICE_OFFERED[-1]})
    return None


def check_gamble(decision: Decision, actor: ModelId, rule: str) -> Refusal | None:
    """The model that was nominated, before it has chosen."""
    mine = decision.rule == "DW-ACT-02" and decision.about == actor
    return None if mine else Refusal(rule, {"model": actor, "active": decision.about or "none"})


def roll_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Two or three dice."""
    return {"dice": Pick(DICE_OFFERED)}


def asked(table: Table, model: Model) -> Activating:
    """What an activation roll asks."""
    return Activating(model.id, near(table, model), "activation")


def to_act(table: Table, model: Model) -> Tally:
    """What each die of an activation roll needs."""
    return EFFECTS.tally(table, asked(table, model), model.tokens[QUALITY])


def to_activate(table: Table, model: Model, dice: int) -> Roll:
    """The dice of an activation roll; sixes are told apart where they can make an Action Hero."""
    question, need = asked(table, model), to_act(table, model)
    means = tuple(0 if not need.met(f) else 2 if f == DIE and dice == 3 else 1 for f in range(1, DIE + 1))
    return Roll("DW-ACT-03", DIE, dice, roller(table, model), model.id, need, means, question)


def actions_won(faces: Faces, need: Tally) -> tuple[int, bool]:
    """The actions a roll gives, and whether it passes the turn (DW-ACT-06 to DW-ACT-08)."""
    successes = sum(need.met(face) for face in faces)
    hero = len(faces) == successes == 3 and sum(face == DIE for face in faces) >= 2
    return HERO if hero else successes, len(faces) - successes >= LOST


async def activation_roll(ref: Referee, part: ActivationRoll) -> None:
    """Successes become actions, two failures pass the turn once they are used."""
    table, model = ref.table, ref.table.models[part.model]
    await advancing.before_activation(ref, model)
    roll = to_activate(table, model, part.dice)
    assert roll.need is not None
    (faces,) = await ref.throw(roll, seats=(model.side,))
    won, passes = actions_won(faces, roll.need)
    passes = passes and not await advancing.retains(ref, model)
    await advancing.over(ref, model.id, model.side)
    events: list[Event] = [Gambled(rule="DW-ACT-03", model=model.id, faces=faces)]
    if won:
        rule = "DW-ACT-08" if won == HERO else "DW-ACT-04"
        events.append(ActionsWon(rule=rule, bearer=model.id, token=ACTIONS, by=won))
        ref.then(acting.Acting(model.id))
    if passes:
        events.append(Noted(rule="DW-ACT-06", bearer=model.side, token=PASSES, value=1))
    await ref.emit(*events)


# ------------------------------------------------------------------ the end of an activation


async def end_activation(ref: Referee, part: EndActivation) -> None:
    """Unspent actions are lost; then the turn passes, or the next model is named (DW-ACT-06, DW-ACT-09)."""
    table = ref.table
    passes = bool(table.tokens(part.side, PASSES))
    model = table.models[part.model]
    await tricking.tricks_end(ref)
    if model.at is not None:
        await ref.emit(ActivationEnds(rule="DW-ACT-04", model=part.model))
        await ref.emit(Activated(rule="DW-ACT-05", bearer=part.model, token=ACTIVATED, value=1))
    elif body := body_of(table, part.model):
        # Whoever is brought back has had its activation of this turn all the same.
        await ref.emit(Activated(rule="DW-ACT-05", bearer=body.id, token=ACTIVATED, value=1))
    await ref.emit(Swept(rule="DW-ACT-04", moment=ACTIVATION_ENDS, kinds=fading(ACTIVATION_ENDS)))
    if passes:
        said = await ref.emit(TurnPassed(rule="DW-ACT-06", side=part.side, model=part.model))
        if any(isinstance(event, TurnPassed) for event in said):
            ref.then(EndOfTurn(part.side))
            return
    ref.then(Nominating(part.side))
