"""What the rules ask of those concerned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sightline.core.effects import Note, Question, fold
from sightline.core.table import ModelId, Table
from sightline.games.xenotactics.catalog import POINTS


class ActionLimit(Question, frozen=True):
    """How many action points a model may spend in its activation; notes permit more or restrict (XT-APL-02)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    beginning: bool = False
    """Whether what is settled at the start of an activation is asked, or what holds at any time (XT-APL-03)."""

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        overriding = [n.value for n in notes if n.how == "override"]
        restricted = [n.value for n in notes if n.how == "restrict"]
        permitted = [n.value for n in notes if n.how == "permit"]
        if overriding:
            return max(overriding)
        if restricted:
            return min(restricted)
        return min(float(POINTS["permitted_limit"]), max([base, *permitted]))


class Price(Question, frozen=True):
    """What an action costs, in action points."""

    roles: ClassVar[tuple[str, ...]] = ("actor", "friends")
    actor: ModelId
    deed: str
    weapon: str = ""
    friends: tuple[ModelId, ...] = ()
    """Those who may help, where somebody can."""
    again: bool = False
    """Whether it is asked for after a move, whatever the actor has done so far."""

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        return max(0.0, fold(base, notes))


class Acting(Question, frozen=True):
    """Whether a model may do something at all."""

    roles: ClassVar[tuple[str, ...]] = ("actor",)
    actor: ModelId
    deed: str
    weapon: str = ""


class Targeting(Question, frozen=True):
    """Whether somebody may be aimed at; those beside the target may have a say."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target", "beside")
    attacker: ModelId
    target: str
    deed: str
    """`attack`, or the name of a special action."""
    weapon: str = ""
    melee: bool = False
    beside: tuple[ModelId, ...] = ()
    shown: bool = False
    """Whether a friend's sight of the target is as good as the attacker's own."""


class Reacting(Question, frozen=True):
    """Whether a model may react to what the active one does, and with what."""

    roles: ClassVar[tuple[str, ...]] = ("reactor", "active")
    reactor: ModelId
    active: ModelId
    deed: str
    """What is reacted to."""
    target: str = ""
    """At whom it is aimed."""
    reply: str = ""
    """`move`, `attack`, `steal` or a special reaction; empty for any."""
    weapon: str = ""


class ToHit(Question, frozen=True):
    """The number an attack die must not exceed."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    low: ClassVar[bool] = True
    attacker: ModelId
    target: str
    weapon: str
    opposed: str = ""
    """What opposes it: `melee`, `ranged`, `dodge`, `reflect` or nothing."""
    active: bool = True


class Dice(Question, frozen=True):
    """How many dice an attack rolls, or how much damage each hit does."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str
    active: bool
    what: str
    """`firepower` or `damage`."""


class ToDefend(Question, frozen=True):
    """The number a defence die must not exceed."""

    roles: ClassVar[tuple[str, ...]] = ("victim", "wielder")
    low: ClassVar[bool] = True
    victim: str
    wielder: ModelId = ""
    weapon: str = ""
    active: bool = True
    cause: str = "attack"
    """`attack`, or what else does the damage: `fall`, `explosion`, `collision`, `hazard`, `terrain`."""
    origin: tuple[float, float] | None = None
    """Where the damage comes from, for cover."""


class Shielded(Question, frozen=True):
    """Whether a model keeps its cover against something."""

    roles: ClassVar[tuple[str, ...]] = ("victim", "wielder")
    victim: ModelId
    wielder: ModelId = ""
    weapon: str = ""
    cause: str = "attack"


class Caught(Question, frozen=True):
    """Whether somebody is hurt by an attack at all."""

    roles: ClassVar[tuple[str, ...]] = ("victim", "wielder")
    victim: ModelId
    wielder: ModelId
    weapon: str
    cause: str = "attack"
    attacker: ModelId = ""
    """Who attacks, where it is not whose weapon it is."""


class ToMove(Question, frozen=True):
    """The number a move die must not exceed: dodging, jumping."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    low: ClassVar[bool] = True
    model: ModelId
    why: str


class Reach(Question, frozen=True):
    """How far a model may go in one move."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    reply: bool = False
    """Whether it is a move reaction."""


class Climbing(Question, frozen=True):
    """How many inches of movement one inch of climbing takes."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Hindered(Question, frozen=True):
    """Whether terrain has its way with a model: `difficult`, `hazardous`, `fall`."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    by: str


class Frail(Question, frozen=True):
    """Whether a stunned model survives an enemy's touch."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Stunnable(Question, frozen=True):
    """Whether a model can be stunned."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class ToKeepTheTurn(Question, frozen=True):
    """The number a quality die must not exceed."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    low: ClassVar[bool] = True
    model: ModelId
    thief: bool = False


class SecondChances(Question, frozen=True):
    """How many quality dice may be rolled again, one for each note (XT-QTY-06)."""

    roles: ClassVar[tuple[str, ...]] = ("model", "friends")
    model: ModelId
    friends: tuple[ModelId, ...] = ()


class Doing(Question, frozen=True):
    """What else a model may do now, beyond what every model may."""

    roles: ClassVar[tuple[str, ...]] = ("actor",)
    actor: ModelId


class Replying(Question, frozen=True):
    """What else a model may answer, beyond what every model may."""

    roles: ClassVar[tuple[str, ...]] = ("reactor",)
    reactor: ModelId
    active: ModelId
    deed: str
    target: str = ""
    weapon: str = ""
    """With what the target is attacked, if it is."""
