"""Every exception of the book, each under its own rule."""

from sightline.core.effects import Effects
from sightline.games.starquest.effects.rules import IN_FORCE, RULES
from sightline.games.starquest.effects.specials import BY_SPECIAL, SPECIALS
from sightline.games.starquest.effects.workings import WORKINGS

EFFECTS = Effects((*RULES, *SPECIALS, *WORKINGS))

__all__ = ["BY_SPECIAL", "EFFECTS", "IN_FORCE"]
