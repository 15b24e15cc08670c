"""What every action has in common: its phase, the model whose turn it is, and the points it costs."""

from __future__ import annotations

from sightline.core.decisions import Decision, Refusal
from sightline.core.table import TABLE, Model, ModelId, RuleId, Side, Table
from sightline.games.guerrilla.catalog import PHASES, Character, characters
from sightline.games.guerrilla.events import PointSpent, Used
from sightline.games.guerrilla.tokens import ACTIVATED, FIRST, PASSED, PHASE, POINTS_LEFT, TURN, USED


def turn(table: Table) -> int:
    """The number of the turn."""
    return table.tokens(TABLE, TURN)


def phase(table: Table) -> str:
    """The phase of the turn."""
    return PHASES[table.tokens(TABLE, PHASE)]


def first_side(table: Table) -> Side:
    """The side that starts the phases of this turn (DG-TRN-02)."""
    return next(s for s in table.sides if table.tokens(s, FIRST))


def character(model: Model) -> Character:
    """The traits of a model."""
    return characters()[model.profile]


def eligible(table: Table, side: Side) -> tuple[ModelId, ...]:
    """The models a side may still activate in this phase (DG-TRN-04, DG-TRN-05)."""
    models = table.models
    if PASSED in models[side].tokens:
        return ()
    found = []
    for id in table.standing():
        model = models[id]
        if model.side == side and POINTS_LEFT in model.tokens and ACTIVATED not in model.tokens:
            found.append(id)
    return tuple(found)


def is_eligible(table: Table, side: Side, id: ModelId) -> bool:
    """Whether a side may still activate a model in this phase."""
    model = table.models.get(id)
    return (
        model is not None
        and model.kind == "model"
        and model.at is not None
        and model.side == side
        and POINTS_LEFT in model.tokens
        and ACTIVATED not in model.tokens
        and PASSED not in table.models[side].tokens
    )


def out_of_turn(table: Table, decision: Decision, actor: ModelId, wanted: str, cost: RuleId) -> Refusal | None:
    """Why a model may not act now: the phase is wrong, it is not its turn, or it has no point left."""
    if phase(table) != wanted:
        return Refusal("DG-ACT-02", {"phase": phase(table), "needed": wanted})
    if not actor or decision.about != actor:
        return Refusal("DG-TRN-04", {"model": actor, "active": decision.about or "none"})
    if table.tokens(actor, POINTS_LEFT) < 1:
        return Refusal(cost, {"model": actor, "points": 0, "needed": 1})
    return None


def spend(actor: ModelId, rule: RuleId) -> PointSpent:
    """A point spent on something."""
    return PointSpent(rule=rule, bearer=actor, token=POINTS_LEFT, by=-1)


def counted(actor: ModelId, what: str, rule: RuleId) -> Used:
    """One more use of something in this phase."""
    return Used(rule=rule, bearer=actor, token=f"{USED}:{what}", by=1)
