"""What a rulebook tells any screen about its table: figures, gauges, clocks, lines of sight, what could be done.

A screen knows these words and nothing of any game. Names are for people; every figure carries its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.effects import Tally
from sightline.core.table import Model, ModelId, Part, Point, RuleId, Side, Table

Tone = Literal["good", "bad", "plain"]

DOOMED = "doomed"
"""The id of the badge of a model that will be taken from the mat."""


class Look(Struct, frozen=True, omit_defaults=True):
    """How a status or a phase is shown: a name and an icon."""

    name: str
    glyph: str
    tone: Tone = "plain"
    rule: RuleId = ""


class Gauge(Struct, frozen=True, omit_defaults=True):
    """A figure that runs from full to empty, such as health or the points left in a turn."""

    name: str
    value: int
    """What is left; below 0 if there was more to lose than there is."""
    most: int
    rule: RuleId


class Badge(Struct, frozen=True, omit_defaults=True):
    """A status at a glance; `glyph` is a name of the icon set."""

    id: str
    name: str
    glyph: str
    rule: RuleId
    tone: Tone = "plain"
    count: int = 1


class Stat(Struct, frozen=True, omit_defaults=True):
    """A trait as the rulebook prints it."""

    name: str
    value: str
    rule: RuleId
    title: str = ""
    """The name in full."""
    tally: Tally | None = None
    """Where it is not what is printed: how it came to be."""


class Gear(Struct, frozen=True, omit_defaults=True):
    """Something a model carries or can do."""

    id: str
    name: str
    glyph: str
    rule: RuleId
    line: str = ""
    """Its figures in one line."""
    state: Literal["ready", "empty", "spent"] = "ready"
    range: float | None = None
    """How far it reaches, in inches, where it reaches anywhere."""


class Figure(Struct, frozen=True, omit_defaults=True):
    """How one model looks from above."""

    role: str
    glyph: str
    health: Gauge | None = None
    points: Gauge | None = None
    badges: tuple[Badge, ...] = ()
    done: bool = False
    """It has had its turn for now."""
    doomed: bool = False
    """As things are it will be taken from the mat."""
    parted: str = ""
    """A word for how it left the mat for good, where it did not fall."""
    stats: tuple[Stat, ...] = ()
    gear: tuple[Gear, ...] = ()


class Phase(Struct, frozen=True):
    """A part of a round."""

    id: str
    name: str
    glyph: str
    rule: RuleId


class Clock(Struct, frozen=True):
    """How far the match has come."""

    name: str
    """What a round is called."""
    round: int
    rounds: int
    """How many there are at most; 0 if nobody knows."""
    phases: tuple[Phase, ...]
    phase: int
    """The place of the present phase; -1 before the first."""


class Zone(Struct, frozen=True, omit_defaults=True):
    """Ground that means something."""

    name: str
    polygon: tuple[Point, ...]
    rule: RuleId
    side: Side = ""


class Stride(Struct, frozen=True):
    """One length a model could go in a turn: how far in all, counted from where it stands, and the ground within it."""

    name: str
    rule: RuleId
    limit: float
    cost: int
    region: list[list[Point]]
    """Polygons whose union the centre of its base can reach."""


class Sightline(Struct, frozen=True, omit_defaults=True):
    """What one model sees of another."""

    share: float
    distance: float
    verdict: Literal["clear", "part", "none"]
    name: str
    """The verdict in the book's words."""
    rule: RuleId
    blockers: tuple[str, ...] = ()
    """The pieces and models that hide something."""


class Aim(Struct, frozen=True, omit_defaults=True):
    """Something one model could do to another or to a piece of terrain, now or in its phase, or why it could not."""

    gear: str
    name: str
    glyph: str
    rule: RuleId
    when: str = ""
    """The phase it belongs to, where that is not the present one."""
    part: Part | None = None
    """What would be played."""
    refusal: Refusal | None = None
    by: ModelId = ""
    """Whose dice the figures are of, where others fall before them."""
    sight: Sightline | None = None
    """How it is seen with this, where that is not how it is seen with the bare eye."""


class Risk(Struct, frozen=True):
    """What may go wrong for whoever spends points: how likely, what it is called, and its rule."""

    name: str
    chance: float
    rule: RuleId


class Remark(Struct, frozen=True, omit_defaults=True):
    """What comes of going a way besides being there, in a few words."""

    name: str
    rule: RuleId
    tone: Tone = "bad"


class Way(Struct, frozen=True):
    """The shortest way of a model to a spot, or through waypoints: how long it is, and where it goes."""

    length: float
    path: tuple[Point, ...]


class Task(Struct, frozen=True, omit_defaults=True):
    """Something a mission wants done: how far it has come, and where."""

    id: str
    name: str
    text: str
    """What to do about it now, in a sentence."""
    rule: RuleId
    state: Literal["open", "done", "later", "missed"] = "open"
    value: int = 0
    most: int = 0
    """How much of it is done of how much; nothing where it is not counted."""
    spots: tuple[Point, ...] = ()


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something that weighs on a whole mission: how alert somebody is, the hour, the weather."""

    id: str
    name: str
    text: str
    glyph: str
    rule: RuleId
    tone: Tone = "plain"
    value: int = 0
    most: int = 0


class Mission(Struct, frozen=True, omit_defaults=True):
    """What is to be achieved and under which circumstances, where a match is more than beating the other side."""

    name: str
    side: Side
    """Whose mission it is; nobody's where both sides compete, and the score decides."""
    tasks: tuple[Task, ...]
    marks: tuple[Mark, ...] = ()


class Intent(Struct, frozen=True, omit_defaults=True):
    """What the book has somebody do next, if nothing changes before."""

    models: tuple[ModelId, ...]
    name: str
    text: str
    glyph: str
    rule: RuleId
    target: ModelId = ""
    to: Point | None = None
    """Where the first of them would come to stand."""
    spent: bool = False
    """It has had its turn: this is for the next round."""


class Ware(Struct, frozen=True, omit_defaults=True):
    """What an offer brings, for whoever thinks about taking it up."""

    line: str
    """What it does, or what becomes of whom, in a sentence."""
    rule: RuleId = ""
    """Where that is written, if not with the rule of the offer."""
    shelf: str = ""
    """What it stands under, where its action alone does not say so."""
    bearers: Mapping[ModelId, Refusal | None] = {}
    """Everybody it could be for, and why it cannot be for some of them."""
    grave: bool = False
    """It is asked once more before it is done."""


class Prospect(Struct, frozen=True, omit_defaults=True):
    """What may come of an answer, in the book's words: a figure with its value, or something that happens beside."""

    name: str
    rule: RuleId
    tone: Tone = "plain"
    """Whether whoever answers is glad of it."""
    value: int | None = None
    """For a figure: one of its values, of which every end has one."""


class Span(Struct, frozen=True, omit_defaults=True):
    """How far something reaches that is done with what an answer wins, and whom it could be done to from here."""

    name: str
    value: int
    """The value of the figure of a prospect that it takes."""
    range: float
    rule: RuleId
    models: tuple[ModelId, ...] | None = None
    """None where it is done to nobody."""
    front: bool = False
    """It reaches only what lies in front of whoever does it."""


class Levels(Struct, frozen=True):
    """Heights one above the other at which models may be; with them, pieces of terrain are so many levels high."""

    name: str
    """What one of them is called."""
    step: float
    """Inches from one to the next."""
    most: int
    """The number of the highest; the lowest is 0."""
    rule: RuleId


class Gesture(Struct, frozen=True, omit_defaults=True):
    """How an event is shown moving: what kind of thing it is, and the fields that say who, at whom, where, how much."""

    kind: Literal["move", "place", "push", "shot", "hit", "miss", "remove", "area", "gain"]
    model: str = ""
    target: str = ""
    """A field with one model, with several, or with a number for each."""
    spot: str = ""
    amount: str = ""


class Screen(Protocol):
    """A rulebook as a screen sees it. Every method only reads; a model's place may be one it only thinks of."""

    aftermath: tuple[type[Part], ...]
    """What is played after the thing itself is settled: odds are told as they are before."""
    foretold: tuple[type[Action], ...]
    """The answers of which the book has more to say than health and statuses."""

    def faces(self, table: Table, model: Model) -> bool:
        """Whether it means anything now where a model looks."""

    @property
    def glyphs(self) -> Mapping[str, str]:
        """The icon of every profile, item, ability, token, effect, phase and action, by id."""

    @property
    def mats(self) -> Mapping[str, str]:
        """The ground a table preset lies on (`colony`, `yard`, `reactor`, `canyon`, `ice`, `deep`), by preset."""

    @property
    def gestures(self) -> Mapping[str, Gesture]:
        """How the game's events are shown moving, by tag; moves, placings and removals go without saying."""

    def cost(self, table: Table, offer: Offer) -> int:
        """The points an offer takes, where points are taken."""

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        """What a model risks by spending so many points more and stopping then; None where nothing is at stake."""

    def active(self, table: Table) -> ModelId:
        """The model whose turn it is; empty if it is nobody's."""

    def figure(self, table: Table, id: ModelId) -> Figure:
        """How a model looks."""

    def clock(self, table: Table) -> Clock:
        """How far the match has come."""

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        """What a side has to spend as a whole."""

    def zones(self, table: Table) -> Sequence[Zone]:
        """The ground that means something now."""

    def blocks(self, table: Table) -> Sequence[str]:
        """The pieces that block sight, by id; for drawing what is lit."""

    def sturdy(self, table: Table) -> Mapping[str, Gauge]:
        """The pieces that something can be done to, by id, each with what it has left before it is gone."""

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        """How far a model could go from where it stands, each stride with all before it; the ground only if asked."""

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        """What one model sees of another, or of a sturdy piece."""

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        """Everything one model could do to another, or to a sturdy piece, the most likely choice first."""

    def amended(self, table: Table, actor: ModelId, aim: Aim, choices: Mapping[str, Any]) -> Aim:
        """The same with what is chosen within it, by the fields of the action: more dice, say."""

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        """How a model would get somewhere, however far it is; a no if there is no way at all."""

    def remarks(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Sequence[Remark]:
        """What comes of going such a way besides being there: from the ground it leads over, say."""

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        """A quick judge of whether a model may stand on a spot, and get there within a limit if there is one."""

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        """Why a model may not come to stand on a spot; None if it may."""

    def levels(self, table: Table) -> Levels | None:
        """The heights at which models may be, where the book counts them."""

    def prospects(self, before: Table, after: Table, action: Action) -> Sequence[Prospect]:
        """What one end of an answer that is foretold means."""

    def spans(self, table: Table, action: Action) -> Sequence[Span]:
        """How far that reaches which may be done after an answer that is foretold, by what is won."""

    def mission(self, table: Table) -> Mission | None:
        """The mission, where a match is more than beating the other side."""

    def intents(self, table: Table) -> Sequence[Intent]:
        """What the book will have the side it plays do, in the order it acts."""

    def grounds(self, table: Table, decision: Decision, offer: Offer, field: str) -> Mapping[Any, Zone]:
        """The ground that options of an open field stand for, by option; nothing where they are only words."""

    def within(self, table: Table, offer: Offer, field: str) -> Sequence[Sequence[Point]]:
        """Polygons whose union is all the ground a spot may be on; nothing where the book does not draw it."""

    def ware(self, table: Table, offer: Offer) -> Ware | None:
        """What an offer brings, where its name does not say it."""

    def rank(self, table: Table, offer: Offer) -> int:
        """Where an offer stands among the others: what is likelier wanted is lower, what is alike stays as it comes."""

    def withheld(self, table: Table, decision: Decision) -> Sequence[tuple[Offer, Refusal]]:
        """What is not offered though somebody may look for it, and why."""


class Usual:
    """What a book says of itself that has nothing of the kind."""

    aftermath: tuple[type[Part], ...] = ()
    foretold: tuple[type[Action], ...] = ()

    def faces(self, table: Table, model: Model) -> bool:
        """It is all the same where anybody looks."""
        return False

    def sturdy(self, table: Table) -> Mapping[str, Gauge]:
        """Nobody does anything to terrain."""
        return {}

    def amended(self, table: Table, actor: ModelId, aim: Aim, choices: Mapping[str, Any]) -> Aim:
        """Nothing chosen within it changes the dice."""
        return aim

    def remarks(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Sequence[Remark]:
        """One way is like another."""
        return ()

    def levels(self, table: Table) -> Levels | None:
        """Everybody is on the ground, or as high as they are."""
        return None

    def prospects(self, before: Table, after: Table, action: Action) -> Sequence[Prospect]:
        """Health and statuses say all there is."""
        return ()

    def spans(self, table: Table, action: Action) -> Sequence[Span]:
        """What an answer wins reaches nowhere."""
        return ()

    def mission(self, table: Table) -> Mission | None:
        """Nothing but the other side is in the way."""
        return None

    def intents(self, table: Table) -> Sequence[Intent]:
        """The book plays nobody."""
        return ()

    def grounds(self, table: Table, decision: Decision, offer: Offer, field: str) -> Mapping[Any, Zone]:
        """Options are only words."""
        return {}

    def within(self, table: Table, offer: Offer, field: str) -> Sequence[Sequence[Point]]:
        """Whoever points somewhere is told whether it will do."""
        return ()

    def ware(self, table: Table, offer: Offer) -> Ware | None:
        """Names say it all."""
        return None

    def rank(self, table: Table, offer: Offer) -> int:
        """All as they come."""
        return 0

    def withheld(self, table: Table, decision: Decision) -> Sequence[tuple[Offer, Refusal]]:
        """What is not offered is not missed."""
        return ()


def standing_at(table: Table, id: ModelId, at: Point | None) -> Table:
    """The table as it would be with one model standing elsewhere; the same table if it stands there."""
    model = table.models[id]
    if at is None or model.at == at:
        return table
    moved = table.copy()
    moved.put_moved(replace(model, at=at))
    return moved
