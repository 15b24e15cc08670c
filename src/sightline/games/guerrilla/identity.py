"""Each action once in an active phase, and what counts as the same action (DG-ACT-04)."""

from __future__ import annotations

from sightline.core.decisions import Refusal
from sightline.core.table import Model, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla.tokens import USED


def per_item(kind: str, item: str) -> str:
    """An action is what it does with what it uses."""
    return f"{kind} {item}"


def per_kind(kind: str, item: str) -> str:
    """An action is its kind: one throw, one reload, one cast."""
    return kind


IDENTITY = Variant("action_identity", {"per_item": per_item, "per_kind": per_kind})


def as_action(table: Table, kind: str, item: str) -> str:
    """The name under which an action counts as done."""
    return IDENTITY.of(table)(kind, item)


def already_done(table: Table, model: Model, kind: str, item: str) -> Refusal | None:
    """An action may be taken only once in a phase."""
    if model.tokens.get(f"{USED}:{as_action(table, kind, item)}"):
        return Refusal("DG-ACT-04", {"model": model.id, "action": f"{kind} {item}", "times": 1})
    return None
