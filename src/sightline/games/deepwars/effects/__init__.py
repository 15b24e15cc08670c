"""Every effect of the book, and which of them lie on the table."""

from __future__ import annotations

from sightline.core.effects import Effects
from sightline.core.table import Grant
from sightline.games.deepwars.effects import abilities, conditions, melee, ranged, rules, weapons

EVERYBODYS = (*melee.ALL, *ranged.ALL, *rules.ALL)
"""The effects that lie on the table."""

EFFECTS = Effects((*EVERYBODYS, *conditions.ALL, *abilities.ALL, *weapons.ALL))

RULES_IN_FORCE = tuple(Grant(e.rule) for e in (*EVERYBODYS, *abilities.IN_FORCE))
"""What everybody is under."""
