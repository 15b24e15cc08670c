"""The table, what happened on it and what is asked, as a screen draws them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sightline.core.screen import Badge, Clock, Figure, Gauge, Levels, Mission, Risk, Zone
from sightline.core.table import Piece, Point

# ------------------------------------------------------------------ the table


class ModelView(Struct, frozen=True, omit_defaults=True):
    """One model, marker or token bearer as it is drawn."""

    id: str
    side: str
    owner: str
    name: str
    profile: str
    radius: float
    figure: Figure
    kind: str = "model"
    at: Point | None = None
    z: float = 0.0
    facing: float | None = None
    """Which way it looks, in degrees; none where that means nothing."""
    gone: bool = False
    """It left the mat for good."""
    unit: str = ""
    """Those that act together have the same; empty for one that acts alone."""


class SideView(Struct, frozen=True, omit_defaults=True):
    """One side: what it is called, its score, and what it has to spend."""

    side: str
    name: str
    score: float
    pools: tuple[Badge, ...] = ()


class Scene(Struct, frozen=True, omit_defaults=True):
    """The whole table as it is drawn."""

    width: float
    height: float
    mat: str
    name: str
    pieces: tuple[Piece, ...]
    blocks: tuple[str, ...]
    models: dict[str, ModelView]
    sides: dict[str, SideView]
    clock: Clock
    zones: tuple[Zone, ...] = ()
    active: str = ""
    """The model whose turn it is."""
    mission: Mission | None = None
    levels: Levels | None = None
    """The heights at which models may be, where the book counts them."""
    sturdy: dict[str, Gauge] = {}
    """The pieces that something can be done to, by id, each with what it has left."""


class Change(Struct, frozen=True, omit_defaults=True):
    """What differs from the scene before; what is not named is as it was."""

    models: dict[str, ModelView] = {}
    sides: dict[str, SideView] = {}
    clock: Clock | None = None
    zones: tuple[Zone, ...] | None = None
    pieces: tuple[Piece, ...] | None = None
    blocks: tuple[str, ...] | None = None
    active: str | None = None
    mission: Mission | None = None
    sturdy: dict[str, Gauge] | None = None


# ------------------------------------------------------------------ what happened


class NoteView(Struct, frozen=True, omit_defaults=True):
    """One reason of a number."""

    rule: str
    name: str
    value: float
    how: str = "add"
    muted: str = ""
    """The rule that silenced it."""
    tone: Literal["good", "bad", "plain"] = "plain"
    """Whether it helps whoever rolls."""


class NeedView(Struct, frozen=True, omit_defaults=True):
    """A number dice have to reach, with every reason."""

    base: float
    value: float
    name: str
    """What the base is."""
    rule: str
    notes: tuple[NoteView, ...] = ()
    low: bool = False
    """Dice have to stay at or below it, not to reach it."""


class DiceView(Struct, frozen=True, omit_defaults=True):
    """Dice that fell."""

    sides: int
    faces: tuple[int, ...]
    need: NeedView | None = None
    again: tuple[int, ...] = ()
    """Places of the dice that were rolled again, if this is such a roll."""
    expected: float | None = None
    """How many of them were to be expected to reach the need."""


class LineView(Struct, frozen=True, omit_defaults=True):
    """One line of the log: an event, in words. Lines have the number of their event."""

    number: int
    text: str
    rule: str
    kind: Literal["event", "roll", "round", "phase", "end", "quiet"] = "event"
    """`round` and `phase` are headings; `quiet` is not shown in the log but counts."""
    action: int = 0
    """The number of the answer that led to it."""
    side: str = ""
    models: tuple[str, ...] = ()
    dice: DiceView | None = None
    tag: str = ""
    """The kind of event."""
    throw: int = 0
    """For dice that several sides threw against each other: the number of the first line of that throw."""
    why: bool = False
    """A program did it, and can say why: the first line of its action that is told."""


class Motion(Struct, frozen=True, omit_defaults=True):
    """Something to show moving: a model on its way, a shot, a hit, a death; a drawing may skip it."""

    kind: Literal["move", "place", "push", "shot", "hit", "miss", "remove", "area", "gain"]
    line: int
    model: str = ""
    target: str = ""
    path: tuple[Point, ...] = ()
    amount: float = 0.0
    radius: float = 0.0


class RefusalView(Struct, frozen=True, omit_defaults=True):
    """A no: the rule, in words, by how much, and where it would be a yes."""

    rule: str
    title: str
    text: str
    facts: dict[str, Any] = {}
    nearest: Point | None = None


# ------------------------------------------------------------------ what is asked


class SlotView(Struct, frozen=True, omit_defaults=True):
    """An open field of an offer; which of the figures are there depends on its kind."""

    field: str
    kind: Literal["pick", "picks", "spot", "route", "count", "split"]
    options: tuple[Any, ...] = ()
    """For pick, picks and split: model ids, dice by place, or words."""
    costs: tuple[int, ...] = ()
    """For numbers that have their price: the points of the whole offer with each option, or from the least count on."""
    risks: tuple[Risk, ...] = ()
    """What is risked with each of them, where something is."""
    names: tuple[str, ...] = ()
    """What the options are called."""
    texts: tuple[str, ...] = ()
    """What each of them means, in a sentence, where the book says so."""
    of: Literal["models", "pieces", "dice", "words"] = "words"
    """`models`: models, and pieces of terrain among them."""
    least: int = 0
    most: int = 0
    actor: str = ""
    reach: float = 0.0
    radius: float = 0.0
    zone: tuple[Point, ...] = ()
    ground: tuple[tuple[Point, ...], ...] = ()
    """For a spot: polygons whose union it must lie in, where the book draws it like the ground of a move."""
    via: str = ""
    """For a route: the field that takes waypoints."""
    grounds: tuple[tuple[Point, ...], ...] = ()
    """For words that stand for ground: the ground of each option."""
    name: str = ""
    """What is chosen here, where its options do not speak for themselves."""
    usual: Any = None
    """What it is if nothing is said."""
    spoken: bool = False
    """Its options are named so well that each could be a button."""
    layouts: bool = False
    """Besides the options, a layout made in the editor will do, as a link."""


class BearerView(Struct, frozen=True, omit_defaults=True):
    """Somebody an offer could be for."""

    model: str
    name: str
    refusal: RefusalView | None = None
    """Why it cannot be for them."""


class OfferView(Struct, frozen=True, omit_defaults=True):
    """Something that may be done now."""

    action: str
    """The tag of the action; its JSON is {"type": action, **given, **fields}."""
    rule: str
    name: str
    glyph: str
    given: dict[str, Any] = {}
    slots: tuple[SlotView, ...] = ()
    gear: str = ""
    """What it is done with, by id."""
    line: str = ""
    """What there is to know about it in a few words."""
    shelf: str = ""
    """What it stands under where there are many."""
    cost: int = 0
    """Points it takes, where points are taken."""
    risk: Risk | None = None
    """What spending them risks, if nothing more is done then."""
    later: bool = False
    """Where it leads is said when it comes to that."""
    ends: bool = False
    """It ends something: a pass, a hold, letting dice stand."""
    standing: bool = False
    """It may be made a standing order."""
    foes: tuple[str, ...] = ()
    """Those of what is given that name whom it is done to."""
    foretold: bool = False
    """What may come of it can be weighed."""
    source: str = ""
    """The rule that says what it brings, if that is not the rule of the offer."""
    bearers: tuple[BearerView, ...] = ()
    """Everybody it could be for."""
    grave: bool = False
    """It is asked once more before it is done."""
    refusal: RefusalView | None = None
    """Why it is not offered now, though somebody may look for it."""


class WindowView(Struct, frozen=True, omit_defaults=True):
    """Dice on the table, some of which may be rolled again."""

    rolls: tuple[DiceView, ...]
    names: tuple[str, ...]
    """What each roll is about."""
    repeated: tuple[int, ...] = ()
    """Places in the whole throw."""


class DecisionView(Struct, frozen=True, omit_defaults=True):
    """What a side is asked."""

    side: str
    rule: str
    text: str
    offers: tuple[OfferView, ...]
    about: str = ""
    window: WindowView | None = None
    default: dict[str, Any] | None = None
    withheld: tuple[OfferView, ...] = ()
    """What somebody may look for and cannot have now; each has a refusal, and no open field."""
