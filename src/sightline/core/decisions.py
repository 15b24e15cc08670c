"""What a side is asked, how its answers are described, and why one is refused."""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import Any, ClassVar

from msgspec import NODEFAULT, Struct, ValidationError, convert, to_builtins
from msgspec.inspect import StructType, VarTupleType, type_info
from msgspec.structs import fields, replace

from sightline.core.dice import Faces, Roll
from sightline.core.effects import Question
from sightline.core.errors import BadInput
from sightline.core.table import GRID, ModelId, Point, RuleId, Side, spot

FAR = 10_000.0
"""Inches beyond which a number is a mistake."""


class Action(Struct, frozen=True, tag=True, omit_defaults=True):
    """An answer to a decision, in the imperative."""

    points: ClassVar[tuple[str, ...]] = ()
    """The fields that hold one point or a tuple of points."""
    mappings: ClassVar[tuple[str, ...]] = ()
    """The fields that hold a mapping."""
    foes: ClassVar[tuple[str, ...]] = ()
    """The fields that name somebody of another side where nobody of one's own is named before."""
    whose: ClassVar[str] = ""
    """The side that alone is asked for it, where nobody it names tells which that is."""


class Concede(Action, frozen=True):
    """Give up the match."""

    side: Side


class Refusal(Struct, frozen=True):
    """A no: the rule that forbids, and the figures (needed, had)."""

    rule: RuleId
    facts: dict[str, Any] = {}


class Illegal(ValueError):
    """An answer that the rules refuse; the match is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        figures = ", ".join(f"{k} {v}" for k, v in refusal.facts.items())
        super().__init__(f"{refusal.rule}: {figures}" if figures else refusal.rule)

    def __reduce__(self) -> tuple[type[Illegal], tuple[Refusal]]:
        return type(self), (self.refusal,)  # It travels between processes; its text alone would not make it again.


class Pick(Struct, frozen=True, tag=True):
    """One of these."""

    options: tuple[Any, ...]
    layouts: bool = False
    """Besides these, a layout of the players' own, as a link."""


class Picks(Struct, frozen=True, tag=True):
    """Some of these."""

    options: tuple[Any, ...]
    least: int
    most: int


class Spot(Struct, frozen=True, tag=True):
    """A point on the mat, at most `reach` from the base of `actor`; what lies within `radius` of it is concerned."""

    actor: ModelId | None = None
    reach: float = 0.0
    radius: float = 0.0
    zone: tuple[Point, ...] = ()
    """The ground it must lie in, if there is one."""


class Route(Struct, frozen=True, tag=True):
    """A way for a model, at most so long."""

    actor: ModelId
    limit: float


class Count(Struct, frozen=True, tag=True):
    """A whole number."""

    least: int
    most: int


class Split(Struct, frozen=True, tag=True):
    """Up to `total` things, at least one, divided among targets."""

    total: int
    among: tuple[ModelId, ...]


Slot = Pick | Picks | Spot | Route | Count | Split


class Offer(Struct, frozen=True, omit_defaults=True):
    """A kind of action that may be taken now: what is fixed is given, what is open the game describes by slots."""

    action: type[Action]
    rule: RuleId
    given: dict[str, Any] = {}


class Decision(Struct, frozen=True, omit_defaults=True):
    """A side is asked for one action among the offers."""

    side: Side
    rule: RuleId
    offers: tuple[Offer, ...]
    about: ModelId = ""
    default: Action | None = None
    """What is answered where nobody answers."""
    on: Question | None = None
    """What the decision answers, where it answers something: dice that fell, an action one may react to."""


def offered(decision: Decision, action: Action) -> Offer | None:
    """The offer an action takes up."""
    kind = type(action)
    for offer in decision.offers:
        if offer.action is kind:
            for field, value in offer.given.items():
                if getattr(action, field) != value:
                    break
            else:
                return offer
    return None


def well_typed(action: Action) -> None:
    """Make sure that every field of an action is of its kind."""
    try:
        convert(to_builtins(action), type(action))
    except ValidationError as error:
        raise BadInput(f"{type(action).__name__}: {error}") from None


def on_lattice(action: Action) -> Action:
    """The same action as the match keeps it: its points on the lattice, its mappings out of anybody's reach."""
    changes: dict[str, Any] = {}
    for field in type(action).mappings:
        value = getattr(action, field)
        if isinstance(value, dict):
            changes[field] = value.copy()
    for field in type(action).points:
        value = getattr(action, field)
        if not value and value == _defaults(type(action)).get(field, NODEFAULT):
            continue
        if field in _ways(type(action)) and isinstance(value, tuple | list):
            changes[field] = tuple(_snapped(action, field, point) for point in value)
        elif not _exact(value):
            changes[field] = _snapped(action, field, value)
    return replace(action, **changes) if changes else action


def _exact(value: Any) -> bool:
    """Whether a value is a lattice point already, written as everywhere: floats, and no zero below zero."""
    if type(value) is not tuple or len(value) != 2:
        return False
    x, y = value
    if type(x) is not float or type(y) is not float or not (0.0 < abs(x) < FAR and 0.0 < abs(y) < FAR):
        return False
    return x * GRID % 1.0 == 0.0 and y * GRID % 1.0 == 0.0


@cache
def _ways(kind: type[Action]) -> frozenset[str]:
    """The fields of a kind of action that hold several points."""
    shape = type_info(kind)
    assert isinstance(shape, StructType)
    known = {f.name: f.type for f in shape.fields}
    return frozenset(field for field in kind.points if isinstance(known[field], VarTupleType))


@cache
def _defaults(kind: type[Action]) -> dict[str, Any]:
    return {f.name: f.default for f in fields(kind)}


def _snapped(action: Action, field: str, point: Any) -> Point:
    try:
        x, y = point
        plain = not isinstance(x, bool) and not isinstance(y, bool)
        if plain and isfinite(x) and isfinite(y) and abs(x) < FAR and abs(y) < FAR:
            return spot(x, y)
    except (TypeError, ValueError):
        pass
    raise BadInput(
        f"{type(action).__name__}.{field}: {point!r} is not a point on any mat (two finite numbers of inches)"
    )


class Keep(Action, frozen=True):
    """Let the dice stand."""


class RollAgain(Action, frozen=True):
    """Roll some of the dice again; what that costs is the game's business."""

    dice: tuple[int, ...]
    """Places in the dice of the whole throw, counted from 0."""


class Thrown(Question, frozen=True):
    """Dice lie on the table, and some of them may be rolled again."""

    roles = ("side",)
    side: Side
    rolls: tuple[Roll, ...]
    faces: tuple[Faces, ...]
    repeated: tuple[int, ...] = ()
    """The places of dice rolled again already."""

    def dice(self) -> tuple[tuple[int, Roll, int], ...]:
        """Every die: its place, its roll and its face."""
        flat = [(roll, face) for roll, faces in zip(self.rolls, self.faces, strict=True) for face in faces]
        return tuple((place, roll, face) for place, (roll, face) in enumerate(flat))
