"""What one attack may be expected to do, as programs reckon it from plain figures."""

from __future__ import annotations

from functools import lru_cache

from sightline.core.table import Model
from sightline.games.deepwars.catalog import Weapon
from sightline.games.deepwars.tokens import FALLEN, TRANSFIXED

AT_ITS_MERCY = 2
"""What an attacker has more on its score against somebody who is down."""


def strength(kind: Weapon) -> tuple[int, int]:
    """What makes one weapon better than another hand-to-hand."""
    return (kind.bonus, kind.armor_break)


def exposed(model: Model) -> bool:
    """Whether whoever attacks a model hand-to-hand has it at its mercy (DW-H2H-01)."""
    return FALLEN in model.tokens or TRANSFIXED in model.tokens


@lru_cache(4096)
def expected(attack: int, defence: int, armor: int, own: int = 0) -> tuple[float, float]:
    """The wounds to be expected on the defender, and on the attacker if it counters, of one roll each.

    Armor is that of the defender; the attacker's own stops what strikes back.
    """
    hit = struck = 0.0
    for mine in range(1, 7):
        for theirs in range(1, 7):
            one, other = mine + attack, theirs + defence
            if one > other:
                hit += 3 if one >= 3 * max(1, other) else 2 if one >= 2 * max(1, other) else one - other >= armor
            elif other > one:
                struck += 3 if other >= 3 * max(1, one) else 2 if other >= 2 * max(1, one) else other - one >= own
            elif armor == 0:
                hit += 1
    return hit / 36, struck / 36
