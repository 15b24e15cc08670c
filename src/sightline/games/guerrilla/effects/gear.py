"""Armour, boots, scopes, kits and the staff: they work simply by being carried (DG-EQP-06)."""

from __future__ import annotations

from sightline.core.effects import Bearing, effect, modify, silence
from sightline.core.table import Table
from sightline.games.guerrilla.effects.common import is_shot, is_shot_or_swing
from sightline.games.guerrilla.questions import ADVANTAGE, DISADVANTAGE, Healing, Speed, Targeting, ToCast, ToHit

ARMOR_PROTECTION = effect("DG-ARM-01", modify(ToHit, DISADVANTAGE, role="target", when=is_shot_or_swing, how="edge"))
ARMOR_WEIGHT = effect("DG-ARM-02", modify(Speed, -2, role="model"))
BOOTS = effect("DG-BTS-01", modify(Speed, +2, role="model"))
LASER_SCOPE = effect("DG-SCP-01", modify(ToHit, ADVANTAGE, role="attacker", when=is_shot, how="edge"))
WARDING_STAFF = effect("DG-WRD-02", modify(ToCast, ADVANTAGE, role="caster", how="edge"))
SUTURE_KIT = effect("DG-HLK-01", modify(Healing, +1, role="caster"))
CAUTERIZING_TORCH = effect("DG-HLK-03", modify(Healing, +3, role="caster"))


def is_aimed_shot(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """Only shots: throws, swings and casts are not helped."""
    return question.attack == "shot"


THERMAL_SCOPE = effect(
    "DG-SCP-02",
    silence(Targeting, "DG-LOS-08", role="attacker", when=is_aimed_shot),
    silence(ToHit, "DG-LOS-07", "DG-RAD-01", role="attacker", when=is_shot),
)

GEAR_EFFECTS = (
    ARMOR_PROTECTION,
    ARMOR_WEIGHT,
    BOOTS,
    LASER_SCOPE,
    WARDING_STAFF,
    SUTURE_KIT,
    CAUTERIZING_TORCH,
    THERMAL_SCOPE,
)
