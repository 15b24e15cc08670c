"""What a campaign has made of a warband and its members, in a battle (DW-SRV-03, DW-ADV, DW-EXP)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, effect, modify
from sightline.core.table import Table
from sightline.games.deepwars.questions import (
    Activating,
    Casting,
    Check,
    MoraleCheck,
    QualityCheck,
    ResistanceCheck,
    StrengthCheck,
    WillCheck,
)
from sightline.games.deepwars.tokens import ADVANCE

# ------------------------------------------------------------------ the weak: DW-SRV-03

WEAKNESS = effect(
    "DW-SRV-03",
    *(modify(roll, -1, role="model") for roll in (Activating, Casting, QualityCheck, WillCheck, MoraleCheck)),
)


# ------------------------------------------------------------------ for a whole battle: DW-EXP-11, DW-EXP-12


def is_infused(table: Table, question: Casting, bearing: Bearing) -> bool:
    """The caster is Ether Infused."""
    return bool(table.tokens(question.model, f"{ADVANCE}:ether_infused"))


def is_veteran(table: Table, question: Check, bearing: Bearing) -> bool:
    """Whoever checks is a Veteran."""
    return bool(table.tokens(question.model, f"{ADVANCE}:veteran"))


ETHER_INFUSED = effect("DW-EXP-11", modify(Casting, 1, when=is_infused))
VETERAN = effect(
    "DW-EXP-12",
    *(
        modify(check, 1, when=is_veteran)
        for check in (QualityCheck, ResistanceCheck, WillCheck, StrengthCheck, MoraleCheck)
    ),
)

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = (ETHER_INFUSED, VETERAN)
