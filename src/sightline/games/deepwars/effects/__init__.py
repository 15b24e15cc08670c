"""Every effect of the book, and which of them lie on the table."""

from __future__ import annotations

from sightline.core.effects import Effects
from sightline.core.table import Grant
from sightline.games.deepwars.effects import (
    abilities,
    advances,
    artifacts,
    commanding,
    conditions,
    creatures,
    melee,
    missions,
    ranged,
    rerolling,
    rules,
    scenery,
    scenes,
    spells,
    upgrades,
    weapons,
)

CHAPTERS = (
    melee,
    ranged,
    rules,
    conditions,
    commanding,
    abilities,
    rerolling,
    weapons,
    spells,
    creatures,
    scenes,
    scenery,
    artifacts,
    missions,
    upgrades,
    advances,
)
EFFECTS = Effects(tuple(e for chapter in CHAPTERS for e in chapter.ALL))

IN_FORCE = (
    *melee.ALL,
    *ranged.ALL,
    *rules.ALL,
    *abilities.IN_FORCE,
    *rerolling.IN_FORCE,
    *spells.IN_FORCE,
    *creatures.ALL,
    *scenes.IN_FORCE,
    *scenery.ALL,
    *artifacts.IN_FORCE,
    *missions.ALL,
    *upgrades.IN_FORCE,
    *advances.IN_FORCE,
)
RULES_IN_FORCE = tuple(Grant(e.rule) for e in IN_FORCE)
"""What everybody is under."""
