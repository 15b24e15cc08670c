"""What is said in a room, both ways: commands, queries and updates."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sightline.core.campaign import Briefing, Chapter
from sightline.core.table import Point
from sightline.server.messages.queries import Query, QueryAnswer
from sightline.server.messages.table import Change, DecisionView, LineView, Motion, RefusalView, Scene


class HandView(Struct, frozen=True, omit_defaults=True):
    """Some models of a side and who commands them: a program of a level, or somebody with a link of their own."""

    models: tuple[str, ...]
    name: str = ""
    level: str = ""
    label: str = ""
    present: bool = False


class SeatView(Struct, frozen=True, omit_defaults=True):
    """Who plays a side."""

    side: str
    kind: Literal["open", "person", "ai"]
    name: str
    level: str = ""
    label: str = ""
    """The level and its style, as one says it: `Veteran, aggressive`."""
    present: bool = False
    absent_since: float | None = None
    stand_in: bool = False
    """A program plays for an absent person."""
    clock: float | None = None
    """Seconds left, where clocks run."""
    hands: tuple[HandView, ...] = ()
    """Models of the side that somebody else commands."""


class DiceProof(Struct, frozen=True, omit_defaults=True):
    """How the dice can be checked: the lock is shown before the first die, the key after the last."""

    lock: str
    shares: dict[str, str]
    """What each seat added."""
    key: str = ""


class CalledView(Struct, frozen=True, omit_defaults=True):
    """The battle a campaign waits for."""

    briefing: Briefing
    commands: dict[str, str]
    """The side of the campaign that commands each side of the battle."""
    squads: dict[str, str]
    """What the squads are called, by side of the battle."""
    match: str = ""
    """Where it is fought, once it was called."""


class JourneyView(Struct, frozen=True, omit_defaults=True):
    """A campaign: how far it has come, and the battle ahead."""

    name: str
    chapters: tuple[Chapter, ...]
    battle: CalledView | None = None
    fought: tuple[str, ...] = ()
    """The matches that were fought for it, in their order."""


class OrderView(Struct, frozen=True, omit_defaults=True):
    """A standing order: what is answered for a side without asking, wherever a rule asks it something."""

    side: str
    rule: str
    title: str
    """What the rule is called."""
    text: str
    """The answer, in words."""
    answer: dict[str, Any] | None = None
    """None: whatever is answered where nobody answers."""


class OrderWay(Struct, frozen=True, omit_defaults=True):
    """One way a standing order may answer."""

    name: str
    answer: dict[str, Any] | None = None
    """None: whatever is answered where nobody answers."""


class ForeseenView(Struct, frozen=True, omit_defaults=True):
    """A question that comes again and again, before it is asked."""

    side: str
    rule: str
    text: str
    """What will be asked, in words."""
    ways: tuple[OrderWay, ...]


class RoomView(Struct, frozen=True, omit_defaults=True):
    """A match and who sits at it."""

    match: str
    game: str
    title: str
    table: str
    seats: dict[str, SeatView]
    options: dict[str, Any]
    changed: tuple[str, ...]
    """The options that are not at their defaults."""
    dice: DiceProof
    watchers: int = 0
    undo: Literal["", "free", "ask"] = ""
    """Whether the last answer may be taken back, and how, by the one who looks."""
    asked: str = ""
    """The side that asks for an answer to be taken back."""
    turn: str = ""
    """The side that is asked now."""
    running: str = ""
    """The side whose clock runs."""
    hints: bool = False
    """Whether the one who looks may ask for hints."""
    orders: tuple[OrderView, ...] = ()
    """The standing orders of the one who looks."""
    commands: tuple[str, ...] | None = None
    """The models the one who looks commands, where that is not the whole side."""
    stuck: str = ""
    """The side whose program gave up: somebody has it try again, or takes its seat."""
    outcome: OutcomeView | None = None
    campaign: str = ""
    """The campaign a battle is fought for."""
    journey: JourneyView | None = None
    """What a campaign has besides its table."""


class OutcomeView(Struct, frozen=True, omit_defaults=True):
    """How it ended."""

    winner: str
    """Empty for a draw."""
    rule: str
    text: str


class Hello(Struct, frozen=True, tag="hello", omit_defaults=True):
    """The first message: who one is, and what one has seen already."""

    token: str = ""
    """The seat's; those of both seats with a comma between them: hot-seat; none: a watcher."""
    watch: str = ""
    """Of the watchers' link."""
    after: int = 0
    hash: str = ""
    name: str = ""
    share: str = ""
    """A few characters that become part of the dice, if this is the first time; none: the server makes some up."""


class Play(Struct, frozen=True, tag="play"):
    """Answers to what is asked, all or none."""

    id: str
    version: int
    answers: tuple[dict[str, Any], ...]


class Ask(Struct, frozen=True, tag="ask"):
    """A question about the table."""

    id: str
    query: Query


class Undo(Struct, frozen=True, tag="undo"):
    """Take the last answer back, or ask whether it may be."""

    id: str
    version: int


class Consent(Struct, frozen=True, tag="consent"):
    """The answer to such a question."""

    id: str
    yes: bool


class StandIn(Struct, frozen=True, tag="standin"):
    """Let a program play a seat, or take it back (no level)."""

    id: str
    side: str
    level: str = ""


class Entrust(Struct, frozen=True, tag="entrust", omit_defaults=True):
    """Have some of one's models commanded by a program or a friend, or take them back."""

    id: str
    side: str
    models: tuple[str, ...]
    to: Literal["me", "ai", "friend"]
    level: str = ""
    """Of the program."""
    hand: int = -1
    """A friend who commands others already, by place; none: a new link is made."""


class Order(Struct, frozen=True, tag="order", omit_defaults=True):
    """Have something answered for one's side wherever a rule asks it, from now on; or have it asked again."""

    id: str
    side: str
    rule: str
    answer: dict[str, Any] | None = None
    """None: whatever is answered where nobody answers."""
    clear: bool = False
    """The order is taken back."""


class Hurry(Struct, frozen=True, tag="hurry"):
    """Have the program that thinks answer at once, with the best it has so far, or one that gave up try again."""

    id: str


class Say(Struct, frozen=True, tag="say"):
    """A word to the others."""

    id: str
    text: str


class PointAt(Struct, frozen=True, tag="point"):
    """A finger on the mat."""

    at: Point


class Concession(Struct, frozen=True, tag="concede"):
    """Give up."""

    id: str
    version: int


class Ping(Struct, frozen=True, tag="ping"):
    """A sign of life, please."""


Said = Hello | Play | Ask | Undo | Consent | StandIn | Entrust | Order | Hurry | Say | PointAt | Concession | Ping


class Welcome(Struct, frozen=True, tag="welcome", omit_defaults=True):
    """Everything there is to see, to one who has just come; lines only those not seen yet."""

    you: str
    """The side one plays; empty for a watcher."""
    sides: tuple[str, ...]
    """All the sides one plays."""
    room: RoomView
    scene: Scene
    version: int
    number: int
    hash: str
    lines: tuple[LineView, ...]
    whole: bool
    """The lines are all there are, not only the new ones: forget what you had."""
    decision: DecisionView | None = None
    foreseen: tuple[ForeseenView, ...] = ()
    """What one may give standing orders about before one is asked."""


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """Something happened."""

    version: int
    number: int
    hash: str
    room: RoomView
    change: Change
    lines: tuple[LineView, ...] = ()
    motions: tuple[Motion, ...] = ()
    decision: DecisionView | None = None


class Presence(Struct, frozen=True, tag="presence"):
    """Who is there has changed, or something else about the room that is not on the table."""

    room: RoomView


class Done(Struct, frozen=True, tag="done", omit_defaults=True):
    """A command was carried out; a repeated one is answered so again."""

    id: str
    version: int
    token: str = ""
    """Of a link that was made; it is said once."""


class Refused(Struct, frozen=True, tag="refused"):
    """A command was not carried out, and nothing has changed."""

    id: str
    refusal: RefusalView
    version: int


class Stale(Struct, frozen=True, tag="stale"):
    """A command was made for a table that is no longer so."""

    id: str
    version: int


class Answer(Struct, frozen=True, tag="answer"):
    """The answer to a question, for the table of that version."""

    id: str
    version: int
    answer: QueryAnswer


class Failed(Struct, frozen=True, tag="failed"):
    """A message that made no sense, or may not be said by this seat; what was wrong, and nothing has changed."""

    id: str
    message: str
    fatal: bool = False
    """The connection is closed."""


class Heard(Struct, frozen=True, tag="said", omit_defaults=True):
    """A word of somebody."""

    by: str
    text: str
    at: float
    name: str = ""
    """Who of a side that is played together, where that is not whoever has its seat."""


class Pointed(Struct, frozen=True, tag="pointed"):
    """Somebody's finger on the mat."""

    by: str
    at: Point


class Thinking(Struct, frozen=True, tag="thinking", omit_defaults=True):
    """A program thinks."""

    side: str
    budget: float
    """Seconds its level gives it."""
    elapsed: float = 0.0
    """Seconds it has thought already."""
    hurried: bool = False
    """Somebody has asked it to answer at once."""


class Pong(Struct, frozen=True, tag="pong"):
    """A sign of life."""


Told = Welcome | Update | Presence | Done | Refused | Stale | Answer | Failed | Heard | Pointed | Thinking | Pong
