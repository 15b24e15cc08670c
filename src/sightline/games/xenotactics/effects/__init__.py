"""Every effect of the book, and which of them lie on the table, on models and on weapons."""

from __future__ import annotations

from sightline.core.effects import Effects
from sightline.core.table import Grant
from sightline.games.xenotactics.effects import abilities, rules, weapons
from sightline.games.xenotactics.tokens import STUNNED

EFFECTS = Effects((*rules.ALL, *weapons.ALL, *abilities.ALL), dormant={STUNNED: abilities.SLEEPING})

RULES_IN_FORCE = tuple(Grant(e.rule) for e in rules.IN_FORCE)
"""What everybody is under."""
