"""Between activations: who may be activated, when a side may pass or give up the field, and whom a pass may name."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.table import ModelId, Side, Table
from sightline.core.variants import Variant
from sightline.games.xenotactics.acting import can_be_activated
from sightline.games.xenotactics.actions import Activate, Pass, Retreat
from sightline.games.xenotactics.tokens import ACTIVATIONS, STUNNED
from sightline.games.xenotactics.victory import may_retreat, turns_are_over


def at_any_time(table: Table, side: Side) -> bool:
    """A side may pass at once (XT-PAS-04)."""
    return True


def after_an_activation(table: Table, side: Side) -> bool:
    """A pass needs an activation in this turn, unless nobody can be activated."""
    return bool(table.tokens(side, ACTIVATIONS)) or not can_be_activated(table, side)


MAY_PASS = Variant("pass_without_activation", {True: at_any_time, False: after_an_activation})


def can_be_forced(table: Table, side: Side) -> tuple[ModelId, ...]:
    """The enemies a passing side may name (XT-PAS-06)."""
    if turns_are_over(table):
        return ()
    return tuple(m.id for m in table.squad(table.other(side)) if STUNNED not in m.tokens)


def check_activate(table: Table, decision: Decision, action: Activate) -> Refusal | None:
    """A model of one's own that has not been activated this turn."""
    if decision.rule != "XT-TRN-01":
        return Refusal("XT-TRN-04", {"model": action.model, "active": decision.about or "none"})
    if action.model in can_be_activated(table, decision.side):
        return None
    return Refusal("XT-TRN-03", {"model": action.model})


def activate_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whoever may still be activated."""
    return {"model": Pick(can_be_activated(table, decision.side))}


def check_pass(table: Table, decision: Decision, action: Pass) -> Refusal | None:
    """Between activations, naming an upright enemy if there is one (XT-PAS-01)."""
    if decision.rule != "XT-TRN-01":
        return Refusal("XT-PAS-01", {"active": decision.about or "none"})
    if not MAY_PASS.of(table)(table, decision.side):
        return Refusal("XT-PAS-04", {"activations": 0, "needed": 1})
    named = can_be_forced(table, decision.side)
    if (action.model in named) if named else not action.model:
        return None
    return Refusal("XT-PAS-06", {"model": action.model or "nobody"})


def pass_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom to force."""
    named = can_be_forced(table, decision.side)
    return {"model": Pick(named)} if named else {}


def check_retreat(table: Table, decision: Decision, action: Retreat) -> Refusal | None:
    """Between activations, with more than half of the warband stunned or dead (XT-END-02)."""
    gone, started = may_retreat(table, decision.side)
    if decision.rule == "XT-TRN-01" and 2 * gone > started:
        return None
    return Refusal("XT-END-02", {"stunned or dead": gone, "models": started})
