"""What a rulebook tells programs about its table: who can hurt whom, what that is worth, and what an action promises.

With this a program that knows no rulebook weighs places, attacks and whole positions. What is asked here is asked
very often, so answers are plain figures, and rulebooks remember what does not depend on where somebody stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground
from sightline.core.table import Model, ModelId, Piece, Point, Side, Table

NOOK = 0.06
"""How far from a piece one stands who shelters behind it without touching it."""


class Arm(NamedTuple):
    """A way a model can do harm, as far as it does not depend on the target."""

    id: str
    reach: float
    missile: bool
    """Whether it needs sight and cover helps against it."""
    blind: bool
    """Whether it needs neither sight nor regard for cover."""
    price: int
    """What one use costs of the points a model has left in this turn; 0: it cannot be used any more."""
    times: int
    """How often it may be used in this turn at most."""
    later: int
    """What one use costs in a turn to come; 0: there is none."""
    often: int
    """How often it may be used in a turn to come."""


class Harm(NamedTuple):
    """The damage to be expected of one use of an arm, by how well the target is seen."""

    clear: float
    covered: float


class Unit(NamedTuple):
    """A model as far as it matters to a fight."""

    id: ModelId
    side: Side
    x: float
    y: float
    radius: float
    worth: float
    """What bringing it down is worth, in what wins."""
    life: float
    """The damage that is missing to bring it down; none is: it is lost already."""
    whole: float
    """The same when it was unhurt."""
    points: int
    """What it can still spend in this turn."""
    moves: int
    """How many moves it may still make in this turn, each for a point."""
    speed: float
    full: int
    """What it can spend in a turn to come."""
    arms: tuple[Arm, ...]
    kind: int
    """Units of one kind do and suffer the same harm: see `Mind.harm`."""


class Goal(NamedTuple):
    """A place worth holding."""

    at: Point
    worth: float
    radius: float


class Promise(Struct, frozen=True):
    """What an action may be expected to do."""

    damage: Mapping[ModelId, float]
    """Damage by model; what is healed is negative."""
    sure: float = 1.0
    """The chance that it does all of that at once; each part is counted so often."""
    more: float = 0.0
    """What else it is worth to whoever decides, in what wins."""
    risk: float = 0.0
    """How much it adds to the chance that the turn ends before everybody has acted."""
    stake: float = 0.0
    """What would be lost with the turn beside the harm that could still be done in it, in what wins."""


class Sights(Protocol):
    """What hides bases from each other; the kernel's Scene is one."""

    def exposure(
        self, points: Sequence[Point], radius: float, others: Sequence[tuple[float, float, float]], /
    ) -> tuple[list[list[float]], list[list[float]]]:
        """For a base at each point: the share it would see of each other, and each other of it."""


class Mind(Protocol):
    """What a rulebook tells programs."""

    close: float
    """The distance at which an enemy hampers missiles; negative if none does."""

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the mat in figures."""

    def nook(self, piece: Piece) -> float | None:
        """How far from a piece of terrain one stands who shelters behind it; None: it is nothing to shelter behind."""

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """What each arm of a unit may be expected to do to another, wherever they stand."""

    def scene(self, table: Table, radius: float) -> Sights:
        """What hides a base of this size."""

    def ground(self, table: Table) -> Ground:
        """Where bases can stand, as far as it is worth a thought."""

    def lead(self, table: Table, side: Side) -> float:
        """By how much a side would be ahead if the match ended now, in what wins."""

    def keeps(self, table: Table, side: Side) -> float:
        """The chance that a side's turn goes on after what it has begun; 1 where turns do not end early."""

    def stage(self, table: Table) -> int:
        """Which part of a turn is being played, counted through the match; who plays on in thought stops at its end."""

    def left(self, table: Table) -> float:
        """How much of the match is left after this turn: from 1 to 0 in the last turn."""

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """Places that are worth something to a side."""

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """What a model changes in the lead of its side by standing at each of some places; nothing if at none."""

    def extras(self, table: Table, side: Side) -> float:
        """What else a side has that will help it win: lasting effects, resources."""

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Whether an action hands the turn to somebody who could do nothing with it."""

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """What an action may be expected to do, beside where it takes somebody; None for those that only go or stay."""

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point | None, int] | None:
        """Which model an action takes where, and the points that costs (-1: it stays there); None if it takes nobody.

        Where the place is chosen later there is none: it may be any that is in reach.
        """
