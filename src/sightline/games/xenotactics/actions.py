"""What a side may answer."""

from __future__ import annotations

from sightline.core.decisions import Action, RollAgain
from sightline.core.responses import Respond
from sightline.core.table import ModelId, Point, Side

# ------------------------------------------------------------------ deployment


class DeployFirst(Action, frozen=True):
    """Set up first, and have the first turn."""

    side: Side


class DeploySecond(Action, frozen=True):
    """Let the other side set up first."""

    side: Side


class ChooseEdge(Action, frozen=True):
    """Take a long edge of the table: the one a spot is nearest to."""

    points = ("edge",)
    edge: Point
    side: Side


class Place(Action, frozen=True):
    """Put a model down."""

    points = ("at",)
    model: ModelId
    at: Point


class KeepBack(Action, frozen=True):
    """Keep a model off the table for a shock entry."""

    model: ModelId


# ------------------------------------------------------------------ the turn


class Activate(Action, frozen=True):
    """Choose the model that acts next."""

    model: ModelId


class Leave(Action, frozen=True):
    """Choose another model after all; nothing has been done yet."""

    actor: ModelId


class Stop(Action, frozen=True):
    """End the activation."""

    actor: ModelId


class Pass(Action, frozen=True):
    """End the turn and name the enemy that has to act first; nobody if there is none to name."""

    foes = ("model",)
    model: ModelId = ""


class Retreat(Action, frozen=True):
    """Give up the field."""


# ------------------------------------------------------------------ what an active model does


class Move(Action, frozen=True):
    """Move; where to is chosen when the move is made, or now if nobody can answer it.

    With a light weapon the move begins with an attack, which takes the place of dodging.
    """

    points = ("to", "via")
    actor: ModelId
    to: Point | None = None
    via: tuple[Point, ...] = ()
    against: ModelId = ""
    """Whom to come into base contact with by the shortest way, instead of a spot."""
    weapon: str = ""
    target: str = ""
    drop: bool = False
    """Drop off edges instead of climbing down."""
    dodge: bool = True


class Go(Action, frozen=True):
    """Carry a move out: to a spot, without `via` by the shortest way, or into base contact with somebody."""

    points = ("to", "via")
    actor: ModelId
    to: Point | None = None
    via: tuple[Point, ...] = ()
    against: ModelId = ""
    drop: bool = False


class Attack(Action, frozen=True):
    """Attack an enemy or a piece of terrain with a weapon; `extra` action points add dice to a psychic attack."""

    actor: ModelId
    weapon: str
    target: str
    extra: int = 0


class Capture(Action, frozen=True):
    """Take a stunned enemy in base contact off the battlefield."""

    actor: ModelId
    target: ModelId


class StandUp(Action, frozen=True):
    """Recover from being stunned."""

    actor: ModelId


class UseDoor(Action, frozen=True):
    """Open or close a door."""

    actor: ModelId
    door: str


class Warp(Action, frozen=True):
    """Step through the portal a move has ended at."""

    points = ("at",)
    actor: ModelId
    at: Point


class StayHere(Action, frozen=True):
    """Leave a portal alone."""

    actor: ModelId


# ------------------------------------------------------------------ reactions


class MoveAway(Respond, frozen=True):
    """React by moving; with a light weapon the move begins with an attack, which takes the place of dodging."""

    weapon: str = ""
    target: str = ""
    dodge: bool = True


class ShootBack(Respond, frozen=True):
    """React by attacking, the active model unless the table plays otherwise."""

    weapon: str
    target: str = ""


class StealInitiative(Respond, frozen=True):
    """React by opposing the quality dice at the end of the activation."""


class SendThief(Action, frozen=True):
    """Let one of those who declared to steal the initiative roll for it."""

    model: ModelId


class RollDieAgain(RollAgain, frozen=True):
    """Roll one die again."""


class Reflect(Respond, frozen=True):
    """React by turning attack dice back."""


# ------------------------------------------------------------------ abilities


class UseAbility(Action, frozen=True):
    """Use an ability: on somebody, on a piece, on a spot, by a way, in one of its manners."""

    points = ("at", "twin", "via")
    actor: ModelId
    ability: str
    target: str = ""
    at: Point | None = None
    twin: Point | None = None
    choice: str = ""
    via: tuple[Point, ...] = ()


class OffhandAttack(Action, frozen=True):
    """Add an attack with a second weapon."""

    actor: ModelId
    weapon: str
    target: str


class Land(Action, frozen=True):
    """Come down on a spot: from a flight, a teleport, beside a friend, or onto the table."""

    points = ("at",)
    actor: ModelId
    at: Point


class Infiltrate(Action, frozen=True):
    """Let an infiltrator appear."""

    points = ("at",)
    model: ModelId
    at: Point


class UseShield(Action, frozen=True):
    """Be stunned instead of losing a hit point."""

    model: ModelId


class Suffer(Action, frozen=True):
    """Lose the hit point."""

    model: ModelId
