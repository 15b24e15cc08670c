"""What is being done, as plain data that travels from part to part: an action, its reactions, blows and wounds."""

from __future__ import annotations

from msgspec import Struct

from sightline.core.table import ModelId, Point

ATTACK, MOVE, CAPTURE, STAND_UP, DOOR = "attack", "move", "capture", "stand_up", "door"
STEAL = "steal"


class Deed(Struct, frozen=True, omit_defaults=True):
    """An action of the active model, as it was declared (XT-SEQ-01)."""

    kind: str
    actor: ModelId
    start: Point | None = None
    """Where the actor stood when it was declared."""
    target: str = ""
    weapon: str = ""
    dice: int = 0
    """Attack dice, where the action has an attack."""
    dodge: bool = False
    to: Point | None = None
    via: tuple[Point, ...] = ()
    drop: bool = False
    fixed: bool = False
    """Whether the way was declared and has to be followed."""
    choice: str = ""
    """Which of its ways an ability is used in."""


class Reply(Struct, frozen=True, omit_defaults=True):
    """A reaction, as it was declared."""

    actor: ModelId
    kind: str
    weapon: str = ""
    target: str = ""
    dodge: bool = False

    @property
    def attacks(self) -> bool:
        """Whether it brings attack dice."""
        return bool(self.weapon)


class Blow(Struct, frozen=True, omit_defaults=True):
    """Hits of one attack that were not cancelled."""

    attacker: ModelId
    target: str
    weapon: str
    hits: int
    damage: int
    """What each hit does."""
    active: bool
    wielder: ModelId = ""
    """Whose weapon it is, where a blow is turned back."""
    origin: Point | None = None
    """Where the attacker stood when the action began."""

    @property
    def by(self) -> ModelId:
        """Whose weapon does the damage."""
        return self.wielder or self.attacker


class Wound(Struct, frozen=True, omit_defaults=True):
    """What the failed defence dice of one model against one source come to."""

    model: ModelId
    losses: int
    stuns: int
    weapon: str = ""
    wielder: ModelId = ""
    rule: str = "XT-DMG-04"
    accident: bool = False
    """Whether a push, a fall or the ground did it, and not the attack itself."""


class Damage(Struct, frozen=True, omit_defaults=True):
    """Damage points a model has to roll defence for."""

    model: str
    points: int
    cause: str
    weapon: str = ""
    wielder: ModelId = ""
    attacker: ModelId = ""
    """Who attacks, where it is not whose weapon it is."""
    active: bool = True
    origin: Point | None = None
    rule: str = "XT-DMG-01"


class Push(Struct, frozen=True, omit_defaults=True):
    """A model that has to be pushed, and the direction, fixed when the action began."""

    model: ModelId
    away: Point
    """Where it is pushed away from, or towards."""
    inches: float
    by: ModelId
    weapon: str = ""
    wielder: ModelId = ""
    """Whose weapon it is, where a blow was turned back."""
    toward: bool = False
    start: Point | None = None
