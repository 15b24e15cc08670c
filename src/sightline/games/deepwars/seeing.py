"""Who sees whom, with everything that hides besides terrain (DW-LOS-05, DW-LOS-06)."""

from __future__ import annotations

from sightline.core.table import ModelId, Table
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.questions import Seeing
from sightline.games.deepwars.sighting import COMPLETE, aware, cover


def hidden(table: Table, viewer: ModelId, target: ModelId) -> bool:
    """Whether complete cover, darkness, Camouflage or Stealth hide a model; a turned back does not (DW-H2H-03)."""
    covered = cover(table, viewer, target)
    return covered == COMPLETE or not EFFECTS.allows(table, Seeing(viewer, target, covered))


def sees(table: Table, viewer: ModelId, target: ModelId) -> bool:
    """Whether a model sees another: not hidden, and in its field of view."""
    return aware(table, table.models[viewer], table.models[target]) and not hidden(table, viewer, target)
