"""An activation, action by action: what may be done, what it costs, and who does it (DW-ACN)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sightline.core.decisions import Action, Decision, Offer, Refusal, Slot, Spot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.games.deepwars.actions import Done, Turn
from sightline.games.deepwars.checks import near
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import ActionsSpent, Faced, Noted
from sightline.games.deepwars.measure import heading, place
from sightline.games.deepwars.questions import Doing, DoingMore
from sightline.games.deepwars.tokens import ACTING, ACTIONS, ATTACKED, FLASHED, MET, RUN, TURNED

Play = Callable[[Referee, Any], Coroutine[Any, Any, None]]

PLAYS: dict[type[Action], Play] = {}
"""How each action of an activation is played; every chapter adds its own."""
Offers = Callable[[Table, Model], list[Offer]]

OFFERS: list[Offers] = []
"""What each chapter offers to a model with actions left; `book` puts them in order, whatever is imported first."""
FREE: list[Offers] = []
"""What costs nothing, and may be done when no action is left."""


class Acting(Part, frozen=True):
    """A model spends its actions one after another."""

    model: ModelId


def left(model: Model) -> int:
    """The actions a model has left."""
    return model.tokens.get(ACTIONS, 0)


def offers_of(table: Table, model: Model) -> list[Offer]:
    """Everything a model may do now."""
    found: list[Offer] = []
    if left(model):
        for offers in OFFERS:
            found += offers(table, model)
        found += EFFECTS.offers(table, DoingMore(model.id, near(table, model)))
    for offers in FREE:
        found += offers(table, model)
    if may_turn(table, model) is None:
        found.append(Offer(Turn, "DW-ACN-23", {"actor": model.id}))
    return found


async def act(ref: Referee, part: Acting) -> None:
    """One action, or the end of the activation (DW-ACT-04, DW-ACT-16)."""
    table, model = ref.table, ref.table.models[part.model]
    if model.at is None or ACTING not in model.tokens or model.side not in table.sides:
        return
    offers = offers_of(table, model)
    if not offers:
        return
    offers.append(Offer(Done, "DW-ACT-04", {"actor": model.id}))
    action = await ref.choose(model.side, "DW-ACT-04", offers, default=Done(model.id), about=model.id)
    if not isinstance(action, Done):
        await PLAYS[type(action)](ref, action)
        ref.then(part)


def not_active(decision: Decision, actor: ModelId) -> Refusal | None:
    """Only the active model acts, while it chooses its actions (DW-ACT-04)."""
    if decision.rule == "DW-ACT-04" and decision.about == actor:
        return None
    return Refusal("DW-ACT-04", {"model": actor, "active": decision.about or "none"})


def cannot(table: Table, decision: Decision, actor: ModelId, deed: str, cost: int) -> Refusal | None:
    """Why the active model cannot do something of a kind at a price."""
    refusal = not_active(decision, actor)
    if refusal is not None:
        return refusal
    no = EFFECTS.forbids(table, Doing(actor, deed))
    if no is not None:
        return Refusal(*no)
    has = left(table.models[actor])
    return Refusal("DW-ACT-04", {"model": actor, "needed": cost, "left": has}) if has < cost else None


async def spend(ref: Referee, id: ModelId, actions: int, rule: RuleId, *, running: bool = False) -> None:
    """Pay for an action; anything but a move breaks a run (DW-H2H-04)."""
    model = ref.table.models[id]
    events: list[Event] = [ActionsSpent(rule=rule, bearer=id, token=ACTIONS, by=-actions)] if actions else []
    stale = [TURNED] if running else [TURNED, RUN, *(t for t in model.tokens if t.startswith(f"{MET}:"))]
    events += [Noted(rule=rule, bearer=id, token=token, value=0) for token in stale if token in model.tokens]
    await ref.emit(*events)


def shows(id: ModelId) -> tuple[Event, ...]:
    """An attack gives a model away: in the dark for this Game Turn, in cover until it acts again (DW-ABL-13)."""
    return tuple(Noted(rule="DW-LOS-06", bearer=id, token=token, value=1) for token in (ATTACKED, FLASHED))


# ------------------------------------------------------------------ done, and turning (DW-ACN-23)


def check_done(table: Table, decision: Decision, action: Done) -> Refusal | None:
    """At any time."""
    return not_active(decision, action.actor)


def may_turn(table: Table, model: Model) -> Refusal | None:
    """Free of charge, once between two other things: a second turn would undo the first."""
    if TURNED in model.tokens:
        return Refusal("DW-ACN-23", {"model": model.id, "turned": 1})
    no = EFFECTS.forbids(table, Doing(model.id, "turn"))
    return None if no is None else Refusal(*no)


def check_turn(table: Table, decision: Decision, action: Turn) -> Refusal | None:
    """Towards any other spot."""
    refusal = not_active(decision, action.actor) or may_turn(table, table.models[action.actor])
    if refusal is None and place(table.models[action.actor]) == action.toward:
        return Refusal("DW-ACN-23", {"model": action.actor, "toward": "itself"})
    return refusal


def turn_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere near."""
    return {"toward": Spot(offer.given["actor"], 6.0)}


async def turn(ref: Referee, action: Turn) -> None:
    """Face another way."""
    model = ref.table.models[action.actor]
    await ref.emit(
        Faced(rule="DW-ACN-23", model=model.id, facing=heading(place(model), action.toward)),
        Noted(rule="DW-ACN-23", bearer=model.id, token=TURNED, value=1),
    )


PLAYS[Turn] = turn
