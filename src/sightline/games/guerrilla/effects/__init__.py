"""Every effect of the book, each where it belongs."""

from __future__ import annotations

from sightline.core.effects import Effects
from sightline.core.table import Grant
from sightline.games.guerrilla.effects.abilities import ABILITY_EFFECTS, SANCTIFIED_GROUND
from sightline.games.guerrilla.effects.common import COMMON_EFFECTS, COMMON_RULES, SECOND_WINDS
from sightline.games.guerrilla.effects.gear import GEAR_EFFECTS
from sightline.games.guerrilla.effects.weapons import HIT_EFFECTS, WEAPON_EFFECTS

EFFECTS = Effects((*COMMON_EFFECTS, *GEAR_EFFECTS, *WEAPON_EFFECTS, *ABILITY_EFFECTS))

RULES_IN_FORCE: tuple[Grant, ...] = tuple(Grant(e.rule) for e in (*COMMON_RULES, SANCTIFIED_GROUND))
"""What the sentinel of the table bears from the start."""

SIDE_RULES: tuple[Grant, ...] = (Grant(SECOND_WINDS.rule),)
"""What the sentinel of each side bears."""

CARRIED = frozenset(e.rule for e in (*GEAR_EFFECTS, *HIT_EFFECTS))
"""What a model is under simply by carrying the item whose rule it is (DG-EQP-06)."""
