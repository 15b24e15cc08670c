"""Rules everybody is under, and the states that change what a unit may do."""

from __future__ import annotations

from typing import Any

from sightline.core.effects import Bearing, effect, forbid, modify
from sightline.core.table import Grant, Table
from sightline.core.variants import Variant
from sightline.games.starquest.questions import ONLY, Doing, Reach, Striking, ToBlock, ToHit, ToHold, ToPass

COVER_BONUS = 1.0


def in_cover(table: Table, question: ToBlock, bearing: Bearing) -> bool:
    """The target has cover, and the hit comes from shooting (SQ-MEL-08)."""
    return question.cover and not question.melee


def in_melee(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """The attack is a blow."""
    return question.melee


def halved(table: Table, question: Reach, bearing: Bearing) -> bool:
    """Moves by actions, skills and pile-in are halved; stepping back, pushes, falls and jumps are not (SQ-MOV-06)."""
    return question.deed not in ("consolidation", "scout", "onward")


def of_defense_too(table: Table, question: Any, bearing: Bearing) -> bool:
    """Defense rolls are stat rolls (SQ-STC-04)."""
    return INCLUDED.of(table)


INCLUDED = Variant("impaired_includes_defense", {True: True, False: False})


def hard(table: Table, question: ToBlock, bearing: Bearing) -> bool:
    """A hit that comes from no weapon, with AP of its own."""
    return question.ap > 0


def less_its_ap(table: Table, question: ToBlock, bearing: Bearing) -> float:
    """The AP of the hit."""
    return -question.ap


COVER = effect("SQ-TER-05", modify(ToBlock, COVER_BONUS, when=in_cover))
FATIGUE = effect("SQ-FTG-02", modify(ToHit, 6, role="attacker", when=in_melee, how=ONLY))
SHAKEN = effect("SQ-SHK-01", forbid(Doing, role="model"), modify(ToHit, 6, role="attacker", when=in_melee, how=ONLY))
UNCONSCIOUS = effect("SQ-UNC-02", forbid(Doing, role="model"), forbid(Striking, role="model"))
CRIPPLED = effect("SQ-STC-02", modify(Reach, 0.5, role="model", when=halved, how="times"))
IMPAIRED = effect(
    "SQ-STC-04",
    modify(ToHit, -1, role="attacker"),
    modify(ToBlock, -1, role="target", when=of_defense_too),
    modify(ToPass, -1, role="model"),
    modify(ToHold, -1, role="unit"),
)

HARD_HITS = effect("SQ-SPL-02", modify(ToBlock, less_its_ap, when=hard))

RULES = (COVER, HARD_HITS, FATIGUE, SHAKEN, UNCONSCIOUS, CRIPPLED, IMPAIRED)
UNIVERSAL = (Grant(COVER.rule), Grant(HARD_HITS.rule))
"""What the table itself bears."""
