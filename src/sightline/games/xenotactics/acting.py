"""What every action has in common: whose turn it is, action points and their limit, and the figures of a model."""

from __future__ import annotations

from sightline.core.decisions import Decision, Refusal
from sightline.core.effects import Tally
from sightline.core.events import Event
from sightline.core.table import Model, ModelId, RuleId, Side, Table
from sightline.games.xenotactics.catalog import POINTS
from sightline.games.xenotactics.deeds import STAND_UP
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import Activated, ActivationCounted, Noted, PointsSpent
from sightline.games.xenotactics.questions import Acting, ActionLimit, Price, Reach
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import (
    ACTING,
    ACTIVATED,
    ACTIVATIONS,
    FIRST_DEED,
    INSPIRED,
    LIMIT,
    MOVE,
    OFFHAND,
    ON_TURN,
    OTHER_DEED,
    OVER,
    RESERVE,
    SPENT,
    STUNNED,
    UNSEEN,
)

BASE_LIMIT: int = POINTS["base_limit"]


def on_turn(table: Table) -> Side:
    """The side whose turn it is; empty before the first."""
    return next((s for s in table.sides if table.tokens(s, ON_TURN)), "")


def friends(table: Table, model: Model) -> tuple[ModelId, ...]:
    """Everybody else of a model's side on the table."""
    key = ("friends", model.id, model.side)
    found: tuple[ModelId, ...] | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = tuple(m.id for m in table.squad(model.side) if m.id != model.id)
    return found


def enemies(table: Table, model: Model) -> list[Model]:
    """Everybody of the other side on the table."""
    return list(table.squad(table.other(model.side)))


def upright(model: Model) -> bool:
    """Whether a model is on the table and not stunned."""
    return model.at is not None and STUNNED not in model.tokens


# ------------------------------------------------------------------ action points (XT-TRN-02, XT-APL-01 to XT-APL-05)


def limit_tally(table: Table, model: Model) -> Tally:
    """How many points a model may spend in its activation, as things are."""
    key = ("limit", model.id)
    found: Tally | None = table.now.get(key)
    if found is None:
        found = table.now[key] = _limit_tally(table, model)
    return found


def _limit_tally(table: Table, model: Model) -> Tally:
    now = EFFECTS.tally(table, ActionLimit(model.id), BASE_LIMIT)
    if ACTING in model.tokens:
        return now
    first = EFFECTS.tally(table, ActionLimit(model.id, beginning=True), BASE_LIMIT)
    notes = (*first.notes, *now.notes)
    return Tally(BASE_LIMIT, ActionLimit(model.id).fold(table, BASE_LIMIT, notes), notes)


def limit(table: Table, model: Model) -> int:
    """The same as a number."""
    return int(limit_tally(table, model).value)


def spent(model: Model) -> int:
    """The points a model has spent in this activation."""
    return model.tokens.get(SPENT, 0)


def left(table: Table, model: Model) -> int:
    """The points a model may still spend."""
    return max(0, limit(table, model) - spent(model))


def price(
    table: Table, model: Model, deed: str, weapon: str = "", base: int | None = None, *, again: bool = False
) -> int:
    """What an action costs, now or once the model has moved."""
    usual = POINTS.get(deed, 1) if base is None else base
    key = ("price", model.id, deed, weapon, usual, again)
    found: int | None = table.now.get(key)
    if found is None:
        helpers = friends(table, model) if deed == STAND_UP else ()  # nothing else is made easier by others
        question = Price(model.id, deed, weapon, helpers, again)
        found = table.now[key] = int(EFFECTS.tally(table, question, usual).value)
    return found


def reach(table: Table, model: Model, *, reply: bool = False) -> float:
    """How far a model may go in one move (XT-STA-01, XT-RMV-01)."""
    return EFFECTS.tally(table, Reach(model.id, reply), float(model.tokens[MOVE])).value


# ------------------------------------------------------------------ who may act


def out_of_turn(
    table: Table,
    decision: Decision,
    actor: ModelId,
    deed: str,
    weapon: str = "",
    base: int | None = None,
    more: int = 0,
) -> Refusal | None:
    """Why a model may not do something now: it is not active, it may not, or it cannot afford it."""
    model = table.models.get(actor)
    if model is None or decision.about != actor or decision.rule != "XT-TRN-02":
        return Refusal("XT-TRN-04", {"model": actor, "active": decision.about or "none"})
    no = EFFECTS.forbids(table, Acting(actor, deed, weapon))
    if no is not None:
        return Refusal(*no)
    needed, has = price(table, model, deed, weapon, base) + more, left(table, model)
    if needed > has:
        return Refusal("XT-TRN-02", {"model": actor, "needed": needed, "left": has, "limit": limit(table, model)})
    return None


def may(table: Table, model: Model, deed: str, weapon: str = "", base: int | None = None) -> bool:
    """Whether a model may do something and can afford it."""
    if not EFFECTS.allows(table, Acting(model.id, deed, weapon)):
        return False
    return price(table, model, deed, weapon, base) <= left(table, model)


def can_be_activated(table: Table, side: Side) -> tuple[ModelId, ...]:
    """The models a side may still activate this turn (XT-TRN-03)."""
    found = (m for m in table.squad(side) if ACTIVATED not in m.tokens)
    return (*(m.id for m in found), *can_enter(table, side))


def can_enter(table: Table, side: Side) -> tuple[ModelId, ...]:
    """The models kept back that have the points to enter (XT-ABL-29)."""
    if not any(RESERVE in m.tokens for m in table.models.values()):
        return ()
    kept = [m for m in table.models.values() if m.side == side and m.at is None and RESERVE in m.tokens]
    return tuple(m.id for m in kept if ACTIVATED not in m.tokens and may(table, m, "shock_entry", base=3))


# ------------------------------------------------------------------ spending


def beginning(table: Table, model: Model) -> list[Event]:
    """What happens when the first action is declared: the activation begins (XT-TRN-04, XT-APL-03)."""
    if ACTING in model.tokens:
        return []
    question = ActionLimit(model.id, beginning=True)
    first = EFFECTS.tally(standing_up(table, model), question, BASE_LIMIT)
    found: list[Event] = [
        Activated(rule="XT-TRN-03", bearer=model.id, token=ACTIVATED, value=1),
        ActivationCounted(rule="XT-TRN-03", bearer=model.side, token=ACTIVATIONS, by=1),
        Noted(rule="XT-TRN-04", bearer=model.id, token=ACTING, value=1),
    ]
    found += [
        Noted(rule="XT-APL-03", bearer=model.id, token=f"{LIMIT}:{note.rule}", value=int(note.value))
        for note in first.notes
    ]
    found += [
        Noted(rule="XT-ABL-17", bearer=m.id, token=INSPIRED, value=0)
        for m in table.models.values()
        if INSPIRED in m.tokens and m.id != model.id
    ]
    if model.at is None or not any(sees(table, model.id, e.id) for e in enemies(table, model)):
        found.append(Noted(rule="XT-LOS-06", bearer=model.id, token=UNSEEN, value=1))
    return found


def standing_up(table: Table, model: Model) -> Table:
    """The table with a model upright: what the start settles holds as soon as it has stood up (XT-STN-03)."""
    if STUNNED not in model.tokens:
        return table
    thought = table.copy()
    Noted(rule="XT-STN-03", bearer=model.id, token=STUNNED, value=0).apply(thought)
    return thought


def paying(table: Table, model: Model, deed: str, cost: int, rule: RuleId) -> list[Event]:
    """What happens when an action is declared: the activation may begin, points are spent, its kind is noted."""
    found = beginning(table, model)
    found += [Noted(rule="XT-ABL-07", bearer=model.id, token=k, value=0) for k in model.tokens if k.startswith(OFFHAND)]
    found.append(PointsSpent(rule=rule, bearer=model.id, token=SPENT, by=cost))
    if not any(k.startswith(FIRST_DEED) for k in model.tokens):
        found.append(Noted(rule="XT-TRN-02", bearer=model.id, token=f"{FIRST_DEED}:{deed}", value=1))
    elif f"{FIRST_DEED}:{deed}" not in model.tokens:
        found.append(Noted(rule="XT-TRN-02", bearer=model.id, token=OTHER_DEED, value=1))
    return found


def is_over(table: Table, model: Model) -> bool:
    """Whether a rule has ended the activation (XT-TRN-05)."""
    return model.at is None or OVER in model.tokens
