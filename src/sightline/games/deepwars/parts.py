"""Parts that several chapters plan."""

from __future__ import annotations

from sightline.core.table import ModelId, Part, Side
from sightline.games.deepwars.questions import Blow


class CombatRoll(Part, frozen=True):
    """Both combatants roll."""

    blow: Blow


class Terrorizing(Part, frozen=True):
    """A terrible attacker frightens the one it attacks, before the dice."""

    blow: Blow


class MoraleOf(Part, frozen=True):
    """Several models check their morale, one after another."""

    models: tuple[ModelId, ...]
    trigger: str
    cause: ModelId = ""
    by: Side = ""
    """Whose doing it is (DW-GEN-14)."""


class Bending(Part, frozen=True):
    """A beam may jump to a second enemy."""

    blow: Blow
    total: int


class SettingTheScene(Part, frozen=True):
    """What the scenario puts onto the map comes onto it, and missions are chosen."""


class FillingTheAreas(Part, frozen=True):
    """What the scenario puts into the area of each side comes there, once it is known whose is where."""


class CreaturesCome(Part, frozen=True):
    """The wild creatures of a scenario are chosen and placed, once both warbands are set up."""
