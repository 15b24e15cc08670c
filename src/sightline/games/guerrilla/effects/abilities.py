"""What a cast leaves on a model for a while."""

from __future__ import annotations

from sightline.core import sight
from sightline.core.effects import Bearing, effect, modify
from sightline.core.table import TABLE, Table
from sightline.games.guerrilla.catalog import SLACK
from sightline.games.guerrilla.effects.common import COVER, is_shot, is_shot_or_swing, is_swing
from sightline.games.guerrilla.questions import ADVANTAGE, DISADVANTAGE, Mending, Speed, ToHit
from sightline.games.guerrilla.tokens import TURN

GROUND_QUAKE = effect("DG-QUK-01", modify(Speed, -2, role="model"))
BLINDNESS = effect("DG-BLD-01", modify(ToHit, DISADVANTAGE, role="attacker", when=is_shot, how="edge"))
WEAKNESS = effect("DG-WKN-01", modify(ToHit, DISADVANTAGE, role="attacker", when=is_swing, how="edge"))
INSPIRATION = effect("DG-INS-01", modify(ToHit, ADVANTAGE, role="attacker", how="edge"))
TACTICAL_RETREAT = effect("DG-RET-01", modify(Speed, +4, role="model"))
AURA_OF_PROTECTION = effect("DG-APR-01", modify(ToHit, DISADVANTAGE, role="target", when=is_shot_or_swing, how="edge"))
AURA_OF_ANNIHILATION = effect("DG-ANN-01", modify(ToHit, ADVANTAGE, role="attacker", how="edge"))
RADON_SHIELD = effect("DG-RAD-01", modify(ToHit, DISADVANTAGE, role="target", when=is_shot, how="edge", group=COVER))

DUALITY_OF_FATE = effect("DG-DUA-01")
"""A tie says nothing while both live; upkeep follows the ties (DG-DUA-03)."""


def begun(table: Table, question: Mending, bearing: Bearing) -> bool:
    """Whether the first heal is due yet (DG-DUR-02)."""
    assert bearing.attachment is not None
    return table.tokens(TABLE, TURN) >= bearing.attachment.tokens["from"]


def its_amount(table: Table, question: Mending, bearing: Bearing) -> float:
    """What was fixed when it was cast (DG-HLK-04)."""
    assert bearing.attachment is not None
    return bearing.attachment.tokens["amount"]


AURA_OF_REVITALIZATION = effect("DG-REV-01", modify(Mending, its_amount, role="model", when=begun))


def sanctified(table: Table, question: Mending, bearing: Bearing) -> bool:
    """Whether a model stands on ground its own side has sanctified (DG-SAN-02, DG-SAN-04)."""
    return best_ground(table, question) > 0


def best_ground(table: Table, question: Mending) -> int:
    """What the ground under a model heals: once, however many areas overlap (DG-SAN-05)."""
    model = table.models[question.model]
    turn = table.tokens(TABLE, TURN)
    best = 0
    for marker in table.models.values():
        if marker.kind == "marker" and marker.owner == model.side and marker.at is not None:
            works = marker.tokens["from"] <= turn <= marker.tokens["to"]
            if works and sight.reach(model, marker.at) <= marker.radius + SLACK:
                best = max(best, marker.tokens["amount"])
    return best


def ground_amount(table: Table, question: Mending, bearing: Bearing) -> float:
    """What the ground heals."""
    return best_ground(table, question)


SANCTIFIED_GROUND = effect("DG-SAN-04", modify(Mending, ground_amount, when=sanctified))

ABILITY_EFFECTS = (
    GROUND_QUAKE,
    BLINDNESS,
    WEAKNESS,
    INSPIRATION,
    TACTICAL_RETREAT,
    AURA_OF_PROTECTION,
    AURA_OF_ANNIHILATION,
    RADON_SHIELD,
    DUALITY_OF_FATE,
    AURA_OF_REVITALIZATION,
    SANCTIFIED_GROUND,
)
