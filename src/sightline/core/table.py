"""What lies on the table: models, terrain, attachments, tokens and the plans still to be played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Point = tuple[float, float]
Side = str
ModelId = str
RuleId = str
Moment = str

GRID = 1024.0
"""Positions lie on a lattice of 1/1024 in, so that they compare, hash and print exactly on every machine."""

RECALLED = 32768
"""How many answers of one kind a terrain remembers."""

T = TypeVar("T")
MISSING: Any = object()

FLAT = 0.0
"""No height at all; always this one number, so that it goes without saying in JSON and digests."""

TABLE = "table"
"""The id of the sentinel model that bears what belongs to the table as a whole: the clock and the rules in force."""


def snap(value: float) -> float:
    """The lattice value nearest to a coordinate or facing."""
    return round(value * GRID) / GRID


def spot(x: float, y: float) -> Point:
    """A point of the lattice."""
    return (round(x * GRID) / GRID, round(y * GRID) / GRID)


class Grant(NamedTuple):
    """An effect that a model bears by right: its rule, a number if it has one, and what it comes through."""

    effect: RuleId
    value: int = 0
    via: str = ""


class Model(Struct, frozen=True, omit_defaults=True):
    """One miniature, or a sentinel or marker that bears tokens and effects; never changed, only replaced."""

    id: ModelId
    owner: Side
    side: Side
    """Who commands it now."""
    profile: str
    name: str = ""
    kind: str = "model"
    """`model`, `marker` (a spot), `side` or `table` (sentinels)."""
    unit: str = ""
    at: Point | None = None
    z: float = FLAT
    facing: float = 0.0
    radius: float = 0.5
    kit: tuple[str, ...] = ()
    """The catalog entries it carries, each copy under its own name."""
    tokens: dict[str, int] = {}
    effects: tuple[Grant, ...] = ()


class Attachment(Struct, frozen=True, omit_defaults=True):
    """An effect laid on a model for a while: an aura, a tie, ongoing damage."""

    id: str
    effect: RuleId
    bearer: ModelId
    source: ModelId | None = None
    until: Moment = ""
    """The moment whose sweep ends it; empty for the rest of the match."""
    tokens: dict[str, int] = {}


class TokenKind(Struct, frozen=True):
    """A kind of token a game uses; `kind:which` names one of several of a kind."""

    id: str
    fades: Moment = ""
    """The moment whose sweep clears it from every bearer."""
    condition: RuleId | None = None
    """The effect a bearer is under while it has any."""


class Piece(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of terrain: a footprint on the mat and a height."""

    polygon: tuple[Point, ...]
    height: float = 0.0
    id: str = ""
    name: str = ""
    kind: str = ""
    traits: tuple[str, ...] = ()
    """What it means to the rules, in words of the game; one with a figure is written `word:figure`."""


class Terrain:
    """The mat and its pieces; shared by every table that has the same, with whatever was compiled for it."""

    __slots__ = ("compiled", "height", "id", "pieces", "width")

    def __init__(self, width: float, height: float, pieces: tuple[Piece, ...], id: str = "") -> None:
        self.width = width
        self.height = height
        self.pieces = pieces
        self.id = id
        self.compiled: dict[Any, Any] = {}

    def recall(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """What follows from the terrain and a key, made once; where there are too many keys, all are forgotten."""
        known: dict[Hashable, T] | None = self.compiled.get(name)
        if known is None:
            known = self.compiled[name] = {}
        found: T = known.get(key, MISSING)
        if found is MISSING:
            if len(known) >= RECALLED:
                known.clear()
            found = known[key] = make()
        return found


@lru_cache(64)
def laid(width: float, height: float, pieces: tuple[Piece, ...], id: str = "") -> Terrain:
    """The terrain of these pieces: one object for one content, so that what was compiled for it serves everybody."""
    return Terrain(width, height, pieces, id)


class Outcome(Struct, frozen=True):
    """How a match ended."""

    winner: Side | None
    rule: RuleId


class Part(Struct, frozen=True, tag=True):
    """Something still to be played, as plain data; the game has the script that plays it."""


class Table:
    """The whole state of a match at one moment; only events write to it."""

    __slots__ = (
        "agenda",
        "attachments",
        "borne",
        "conditions",
        "memo",
        "models",
        "now",
        "options",
        "outcome",
        "serial",
        "sides",
        "terrain",
    )

    def __init__(
        self,
        models: dict[ModelId, Model],
        terrain: Terrain,
        sides: tuple[Side, ...],
        options: Mapping[str, Any],
        agenda: tuple[Part, ...] = (),
        conditions: Mapping[str, RuleId] | None = None,
    ) -> None:
        self.models = models
        self.terrain = terrain
        self.sides = sides
        self.options = options
        self.agenda = agenda
        self.conditions = conditions or {}
        """The effect that comes with having tokens of a kind."""
        self.attachments: dict[str, Attachment] = {}
        self.borne: dict[ModelId, tuple[Attachment, ...]] = {}
        """The attachments by bearer, in table order."""
        self.outcome: Outcome | None = None
        self.serial = 0
        self.memo: dict[Any, Any] = {}
        """Answers that hold while nobody moves and no effect comes or goes; replaced then, never cleared."""
        self.now: dict[Any, Any] = {}
        """Answers that hold until anything changes on the table, be it a token; replaced then, never cleared."""

    def copy(self) -> Table:
        """A table of its own that shares everything immutable."""
        other = Table.__new__(Table)
        other.models = self.models.copy()
        other.terrain = self.terrain
        other.sides = self.sides
        other.options = self.options
        other.conditions = self.conditions
        other.agenda = self.agenda
        other.attachments = self.attachments.copy()
        other.borne = self.borne.copy()
        other.outcome = self.outcome
        other.serial = self.serial
        other.memo = self.memo
        other.now = self.now
        return other

    def tokens(self, bearer: ModelId, kind: str) -> int:
        """How many tokens of a kind a bearer has."""
        return self.models[bearer].tokens.get(kind, 0)

    def standing(self) -> tuple[ModelId, ...]:
        """The ids of all models on the mat, in table order."""
        found: tuple[ModelId, ...] | None = self.memo.get("standing")
        if found is None:
            found = tuple(m.id for m in self.models.values() if m.kind == "model" and m.at is not None)
            self.memo["standing"] = found
        return found

    def squad(self, side: Side) -> Iterator[Model]:
        """The models a side commands that stand on the mat."""
        models = self.models
        for id in self.standing():
            model = models[id]
            if model.side == side:
                yield model

    def other(self, side: Side) -> Side:
        """The opposing side of two."""
        first, second = self.sides
        return second if side == first else first

    # What follows is for events alone.

    def forget(self) -> None:
        """Nothing that was worked out before holds any longer."""
        self.memo = {}
        self.now = {}

    def put(self, model: Model) -> None:
        """Lay a model in place of the one with its id."""
        self.models[model.id] = model
        self.now = {}

    def put_moved(self, model: Model) -> None:
        """Lay a model whose position has changed."""
        self.models[model.id] = model
        self.forget()

    def put_tokens(self, bearer: ModelId, kind: str, count: int) -> None:
        """Give a bearer exactly so many tokens of a kind."""
        model = self.models[bearer]
        tokens = model.tokens.copy()
        if count:
            tokens[kind] = count
        else:
            tokens.pop(kind, None)
        self.put_all_tokens(model, tokens)

    def put_all_tokens(self, model: Model, tokens: dict[str, int]) -> None:
        """Give a model exactly these tokens, and the conditions that come with them."""
        self.now = {}
        kinds = self.conditions.keys()
        if not (kinds.isdisjoint(tokens.keys()) and kinds.isdisjoint(model.tokens.keys())):
            lasting = tuple(g for g in model.effects if g.via not in kinds)
            effects = lasting + tuple(Grant(self.conditions[k], n, k) for k, n in tokens.items() if k in kinds)
            if effects != model.effects:
                self.memo = {}
                self.models[model.id] = replace(model, tokens=tokens, effects=effects)
                return
        self.models[model.id] = replace(model, tokens=tokens)  # with the very same effects, known by what they are

    def attach(self, attachment: Attachment) -> None:
        """Lay an attachment, in place of one with the same id."""
        self.detach(attachment.id)
        self.forget()
        self.attachments[attachment.id] = attachment
        self.borne[attachment.bearer] = (*self.borne.get(attachment.bearer, ()), attachment)

    def detach(self, id: str) -> None:
        """Take an attachment away, if it is there."""
        old = self.attachments.pop(id, None)
        if old is not None:
            self.forget()
            left = tuple(a for a in self.borne[old.bearer] if a.id != id)
            if left:
                self.borne[old.bearer] = left
            else:
                del self.borne[old.bearer]
