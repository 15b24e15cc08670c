"""Every exception of the book, each under its own rule."""

from sightline.core.effects import Effects
from sightline.core.table import Grant
from sightline.games.starquest.effects.fates import EVERYWHERE, FATES
from sightline.games.starquest.effects.feats import FEATS, MINES
from sightline.games.starquest.effects.rules import RULES, UNIVERSAL
from sightline.games.starquest.effects.specials import BY_SPECIAL, SPECIALS
from sightline.games.starquest.effects.workings import GEAR, WORKINGS

EFFECTS = Effects((*RULES, *SPECIALS, *WORKINGS, *FEATS, *FATES))
IN_FORCE = (*UNIVERSAL, Grant(MINES.rule), Grant(GEAR.rule), *(Grant(e.rule) for e in EVERYWHERE))
"""What the table itself bears."""

__all__ = ["BY_SPECIAL", "EFFECTS", "IN_FORCE"]
