"""Choices that are no action of a model: which creature, which mission, which variant (DW-MAG-13, DW-SCN, DW-OPS)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.table import RuleId, Side, Table
from sightline.games.deepwars.actions import Choose

CHOICES: dict[RuleId, Callable[[Table, Side], tuple[str, ...]]] = {}
"""What may be picked under a rule; every chapter adds its own."""


def check_choose(table: Table, decision: Decision, action: Choose) -> Refusal | None:
    """One of what there is, when asked."""
    known = CHOICES.get(decision.rule)
    if known is None or decision.side != action.side or not any(o.action is Choose for o in decision.offers):
        return Refusal("DW-SCN-01", {"side": action.side, "what": action.what})
    if action.what in known(table, decision.side):
        return None
    return Refusal(decision.rule, {"side": action.side, "what": action.what})


def choose_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """One of what there is."""
    return {"what": Pick(CHOICES[decision.rule](table, decision.side))}
