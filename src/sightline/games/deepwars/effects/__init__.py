"""Every effect of the book, and which of them lie on the table."""

from __future__ import annotations

from sightline.core.effects import Effects
from sightline.core.table import Grant
from sightline.games.deepwars.effects import abilities, conditions, creatures, rules, spells, weapons

EFFECTS = Effects((*rules.ALL, *conditions.ALL, *abilities.ALL, *weapons.ALL, *spells.ALL, *creatures.ALL))

RULES_IN_FORCE = tuple(Grant(e.rule) for e in (*rules.ALL, *abilities.IN_FORCE, *spells.IN_FORCE, *creatures.ALL))
"""What everybody is under."""
