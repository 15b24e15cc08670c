"""What a side may answer."""

from __future__ import annotations

from sightline.core.decisions import Action, RollAgain
from sightline.core.table import ModelId, Point


class Place(Action, frozen=True):
    """Put a model into one's zone."""

    points = ("at",)
    model: ModelId
    at: Point


class Activate(Action, frozen=True):
    """Let a model have its turn in this phase."""

    model: ModelId


class Pass(Action, frozen=True):
    """Be done with this phase."""


class Done(Action, frozen=True):
    """Let the active model hold: it does no more in this phase."""

    actor: ModelId


class Move(Action, frozen=True):
    """Move, or sprint after a move; without `via` by the shortest way."""

    points = ("to", "via")
    actor: ModelId
    to: Point
    via: tuple[Point, ...] = ()


class Attack(Action, frozen=True):
    """Shoot or strike with a weapon, its dice divided among targets."""

    mappings = ("split",)
    actor: ModelId
    weapon: str
    split: dict[ModelId, int]


class Throw(Action, frozen=True):
    """Throw something at a spot."""

    points = ("spot",)
    actor: ModelId
    weapon: str
    spot: Point


class Reload(Action, frozen=True):
    """Load an empty weapon."""

    actor: ModelId
    weapon: str


class Cast(Action, frozen=True):
    """Cast an ability at one model."""

    actor: ModelId
    ability: str
    target: ModelId


class CastArea(Action, frozen=True):
    """Cast an ability over the ground around a spot."""

    points = ("spot",)
    actor: ModelId
    ability: str
    spot: Point


class CastAround(Action, frozen=True):
    """Cast an ability over the ground around the caster."""

    actor: ModelId
    ability: str


class SecondWind(RollAgain, frozen=True):
    """Roll dice again, each for one second wind."""
