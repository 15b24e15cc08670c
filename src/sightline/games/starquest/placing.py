"""A die for one of four places, or the players pick (SQ-SRC-03, SQ-DPL-04, SQ-DPL-05, SQ-DPL-07)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.table import RuleId, Table
from sightline.games.starquest.actions import ChooseCorner
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.catalog import DIE, ENEMIES

FREE = 5
"""From this face on the players pick."""
RULES = ("SQ-SRC-03", "SQ-DPL-04", "SQ-DPL-05", "SQ-DPL-07")


async def place_number(ref: Referee, rule: RuleId, usual: int, by: str = ENEMIES) -> int:
    """A quarter or a corner, from 1 to 4."""
    reads = (1, 2, 3, 4, FREE, FREE)
    ((face,),) = await ref.throw(Roll(rule, DIE, 1, by, reads=reads))
    if face < FREE:
        return face
    action = await agreed(ref, rule, (Offer(ChooseCorner, rule),), default=ChooseCorner(usual))
    assert isinstance(action, ChooseCorner)
    return action.corner


def check_corner(table: Table, decision: Decision, action: ChooseCorner) -> Refusal | None:
    """One of four."""
    if decision.rule in RULES and action.corner in (1, 2, 3, 4):
        return None
    return Refusal("SQ-DPL-07", {"corner": action.corner})


def corner_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The four numbers."""
    return {"corner": Pick((1, 2, 3, 4))}
