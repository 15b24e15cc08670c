"""What happens in this game, beyond what happens in every game."""

from __future__ import annotations

from typing import ClassVar

from sightline.core.events import Counted, Event, Marked, Moved, Refilled, Removed
from sightline.core.table import ModelId, Point


class InitiativeWon(Marked, frozen=True, kw_only=True):
    """A side goes first from now on."""


class TurnBegan(Marked, frozen=True, kw_only=True):
    """A turn begins."""


class PhaseBegan(Marked, frozen=True, kw_only=True):
    """A phase begins; `value` is its place in the turn."""


class PointsRestored(Refilled, frozen=True, kw_only=True):
    """Every model has its action points again."""


class SecondWindRestored(Marked, frozen=True, kw_only=True):
    """A side has its second wind rolls again."""


class Activated(Marked, frozen=True, kw_only=True):
    """A model has its turn in this phase."""


class Held(Event, frozen=True, kw_only=True):
    """A model is done for this phase."""

    model: ModelId


class Passed(Marked, frozen=True, kw_only=True):
    """A side is done for this phase."""


class PointSpent(Counted, frozen=True, kw_only=True):
    """A model spent an action point."""


class Used(Counted, frozen=True, kw_only=True):
    """A model used something that counts how often it is used."""


class Walked(Moved, frozen=True, kw_only=True):
    """A model made its first move."""


class Sprinted(Moved, frozen=True, kw_only=True):
    """A model moved once more."""


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A model attacks: its dice are divided among targets."""

    attacker: ModelId
    weapon: str
    split: dict[ModelId, int]


class ThrowDeclared(Event, frozen=True, kw_only=True):
    """A model throws something at a spot."""

    thrower: ModelId
    weapon: str
    spot: Point


class CastDeclared(Event, frozen=True, kw_only=True):
    """A model casts an ability."""

    caster: ModelId
    ability: str
    target: ModelId = ""
    spot: Point | None = None


class Failed(Event, frozen=True, kw_only=True):
    """A throw or cast came to nothing."""

    model: ModelId
    item: str


class Succeeded(Event, frozen=True, kw_only=True):
    """A throw or cast came off; these models are concerned."""

    model: ModelId
    item: str
    affected: tuple[ModelId, ...]


class Damaged(Counted, frozen=True, kw_only=True):
    """A model took damage tokens."""

    source: str = ""
    """The item or ability it comes from."""


class Hit(Damaged, frozen=True, kw_only=True):
    """An attack struck a model."""

    roles: ClassVar[tuple[str, ...]] = ("bearer", "attacker")
    attacker: ModelId
    weapon: str
    hits: int


class Missed(Event, frozen=True, kw_only=True):
    """All dice meant for a model missed it."""

    attacker: ModelId
    weapon: str
    target: ModelId


class Healed(Counted, frozen=True, kw_only=True):
    """A model lost damage tokens."""


class Emptied(Marked, frozen=True, kw_only=True):
    """A weapon must be reloaded before it is used again."""


class Reloaded(Marked, frozen=True, kw_only=True):
    """A weapon is loaded."""


class Pushed(Moved, frozen=True, kw_only=True):
    """A model was driven back."""

    by: ModelId


class Slain(Removed, frozen=True, kw_only=True):
    """A model was killed and taken off the table."""


class Scored(Counted, frozen=True, kw_only=True):
    """A side was awarded stars for a kill."""

    victim: ModelId


class SecondWindSpent(Counted, frozen=True, kw_only=True):
    """A side used second wind rolls."""


GAME_EVENTS: tuple[type[Event], ...] = (
    InitiativeWon,
    TurnBegan,
    PhaseBegan,
    PointsRestored,
    SecondWindRestored,
    Activated,
    Held,
    Passed,
    PointSpent,
    Used,
    Walked,
    Sprinted,
    AttackDeclared,
    ThrowDeclared,
    CastDeclared,
    Failed,
    Succeeded,
    Damaged,
    Hit,
    Missed,
    Healed,
    Emptied,
    Reloaded,
    Pushed,
    Slain,
    Scored,
    SecondWindSpent,
)
