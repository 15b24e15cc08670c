"""Getting over things: recovering, leaving combat, breaking free (DW-ACN-15, DW-ACN-22, DW-CND-04)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import BreakAway, BreakFree, Recover
from sightline.games.deepwars.checks import DONE, quality_check, strength_check
from sightline.games.deepwars.damage import set_free
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Noted, Relieved
from sightline.games.deepwars.hacking import Hacks
from sightline.games.deepwars.measure import WEIGHT, engaged, friends, touching
from sightline.games.deepwars.questions import MOVING, OTHER, RECOVERING, Doing, Hacking
from sightline.games.deepwars.tokens import BROKE_AWAY, DAZED, ENTANGLED, FALLEN, LOOSENED, TRANSFIXED
from sightline.games.deepwars.tokens import RECOVERING as HALF_RECOVERED

PRICES = {FALLEN: 1, DAZED: 1, TRANSFIXED: 2}
"""The actions that end a condition (DW-ACN-15)."""
BREAK_FREE = "break free"
"""The cause of the checks of those who are held."""


def offers(table: Table, model: Model) -> list[Offer]:
    """Whatever a model may get over."""
    found = [
        Offer(Recover, "DW-ACN-15", {"actor": model.id, "condition": condition})
        for condition in PRICES
        if recover_fault(table, model, condition) is None
    ]
    if away_fault(table, model) is None:
        found.append(Offer(BreakAway, "DW-ACN-22", {"actor": model.id}))
    if tied(table, model):
        found.append(Offer(BreakFree, "DW-CND-04", {"actor": model.id}))
    return found


def recover_fault(table: Table, model: Model, condition: str) -> Refusal | None:
    """A condition the model has; what keeps it down comes first (DW-ACN-15)."""
    if condition not in PRICES or condition not in model.tokens:
        return Refusal("DW-ACN-15", {"model": model.id, "condition": condition})
    no = EFFECTS.forbids(table, Doing(model.id, f"{RECOVERING}:{condition}"))
    return None if no is None else Refusal(*no)


def check_recover(table: Table, decision: Decision, action: Recover) -> Refusal | None:
    """With one action; transfixed needs two."""
    refusal = cannot(table, decision, action.actor, f"{RECOVERING}:{action.condition}", 1)
    return refusal or recover_fault(table, table.models[action.actor], action.condition)


async def recover(ref: Referee, action: Recover) -> None:
    """An action for it."""
    await spend(ref, action.actor, 1, "DW-ACN-15")
    await get_over(ref, action.actor, action.condition, "DW-ACN-15")


async def get_over(ref: Referee, id: ModelId, condition: str, rule: RuleId) -> None:
    """One action ends fallen or dazed; the second of two ends transfixed."""
    twice = PRICES[condition] > 1
    if twice and not ref.table.tokens(id, HALF_RECOVERED):
        await ref.emit(Noted(rule=rule, bearer=id, token=HALF_RECOVERED, value=2))
        return
    events: list[Event] = [Relieved(rule=rule, bearer=id, token=condition, value=0)]
    if twice:
        events.append(Noted(rule=rule, bearer=id, token=HALF_RECOVERED, value=0))
    await ref.emit(*events)


# ------------------------------------------------------------------ leaving combat (DW-ACN-22)

ASKED = Variant("disengage", {"free_hack_or_quality_check": True, "two_actions": False, "free": False})


def away_fault(table: Table, model: Model) -> Refusal | None:
    """Engaged, able to move, and not free to go already."""
    facts = {"model": model.id, "engaged": len(engaged(table, model))}
    if not ASKED.of(table) or not engaged(table, model) or BROKE_AWAY in model.tokens:
        return Refusal("DW-ACN-22", facts)
    no = EFFECTS.forbids(table, Doing(model.id, MOVING))
    return None if no is None else Refusal(*no)


def check_away(table: Table, decision: Decision, action: BreakAway) -> Refusal | None:
    """An action on a Quality Check."""
    refusal = cannot(table, decision, action.actor, MOVING, 1)
    return refusal or away_fault(table, table.models[action.actor])


async def break_away(ref: Referee, action: BreakAway) -> None:
    """Two successes: free to go; three failures: everybody strikes at once."""
    table, id = ref.table, action.actor
    await spend(ref, id, 1, "DW-ACN-22")
    successes = await quality_check(ref, id, "break away", rule="DW-ACN-22")
    if successes >= DONE:
        await ref.emit(Noted(rule="DW-ACN-22", bearer=id, token=BROKE_AWAY, value=1))
    elif not successes:
        strikers = tuple(e for e in engaged(table, table.models[id]) if EFFECTS.allows(table, Hacking(e, id)))
        if strikers:
            ref.then(Hacks(id, strikers, at_once=True))


# ------------------------------------------------------------------ breaking free (DW-CND-04)


def tied(table: Table, model: Model) -> tuple[str, ...]:
    """Whom a model may try to free: itself, or a friend in contact."""
    if not EFFECTS.allows(table, Doing(model.id, OTHER)):
        return ()
    own = [model.id] if ENTANGLED in model.tokens else []
    return (*own, *(f.id for f in friends(table, model) if ENTANGLED in f.tokens and touching(table, model, f)))


def check_free(table: Table, decision: Decision, action: BreakFree) -> Refusal | None:
    """Oneself or a friend in contact who is entangled."""
    refusal = cannot(table, decision, action.actor, OTHER, 1)
    if refusal is not None:
        return refusal
    able = tied(table, table.models[action.actor])
    return None if action.target in able else Refusal("DW-CND-04", {"target": action.target})


def free_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom to free."""
    return {"target": Pick(tied(table, table.models[offer.given["actor"]]))}


async def break_free(ref: Referee, action: BreakFree) -> None:
    """A Strength Check; what one success has begun one more action finishes."""
    target = ref.table.models[action.target]
    await spend(ref, action.actor, 1, "DW-CND-04")
    if LOOSENED in target.tokens:
        successes = DONE
    else:
        successes = await strength_check(
            ref, action.actor, BREAK_FREE, action.target, rule="DW-CND-04", mod=grip(target)
        )
    # Until its next activation is over, not counting this one.
    await loosen(ref, target.id, successes, 2 if action.actor == target.id else 1)


async def loosen(ref: Referee, id: ModelId, successes: int, ends: int) -> None:
    """Two successes free somebody; one is a beginning, good until so many activations of its own have ended."""
    if successes >= DONE:
        await set_free(ref, id)
    elif successes:
        await ref.emit(Noted(rule="DW-CND-04", bearer=id, token=LOOSENED, value=ends))


def grip(model: Model) -> int:
    """What the size of whatever holds a model does to the check."""
    return WEIGHT[model.tokens[ENTANGLED]]


PLAYS[Recover] = recover
PLAYS[BreakAway] = break_away
PLAYS[BreakFree] = break_free
