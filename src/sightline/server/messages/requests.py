"""Bodies of plain requests: rulebooks, squads, layouts, new matches and lists."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sightline.core.campaign import Chapter
from sightline.core.game import TablePlan
from sightline.core.muster import Roster
from sightline.core.screen import Clock, Figure, Zone
from sightline.core.table import Point
from sightline.server.messages.room import OutcomeView, SeatView


class GameBrief(Struct, frozen=True):
    """A rulebook on the shelf."""

    id: str
    title: str
    rules: int
    tested: int
    status: str
    """`complete`, or how far it has come."""
    campaign: bool
    """Whether it has campaigns."""


class LevelView(Struct, frozen=True, omit_defaults=True):
    """A program that plays."""

    id: str
    name: str
    text: str
    seconds: float
    """What it may think about one decision."""
    testing: bool = False
    """Nobody plays against it for the sake of playing."""


class SliderView(Struct, frozen=True):
    """A leaning of a program, from 0 (none) to 1 (all the way)."""

    id: str
    name: str
    text: str


class About(Struct, frozen=True):
    """What this server offers."""

    version: str
    local: bool
    """It serves one machine, and shows everything that is stored there."""
    games: tuple[GameBrief, ...]
    levels: tuple[LevelView, ...]
    """Those people play against, the weakest first; then those for testing."""
    sliders: tuple[SliderView, ...]
    """How each of them may lean: a seat's level is `veteran`, or `veteran/aggressive=0.5,cautious=0.2`."""
    usual: str
    """The level that plays where nobody says which."""


class OptionView(Struct, frozen=True):
    """A house rule: what it may be set to, and how the book is read."""

    name: str
    title: str
    default: Any
    values: tuple[Any, ...]
    rule: str
    ruling: str


class SquadBrief(Struct, frozen=True, omit_defaults=True):
    """A squad on offer."""

    roster: Roster
    cost: int
    glyphs: tuple[str, ...]
    faults: int = 0
    saved: str = ""
    """The id under which it is kept on the server."""
    sides: tuple[str, ...] = ()
    """The sides it may play for."""


class CatalogEntry(Struct, frozen=True, omit_defaults=True):
    """Something a squad is made of."""

    id: str
    name: str
    cost: int
    glyph: str
    figures: dict[str, Any] = {}
    line: str = ""
    open_to: tuple[str, ...] = ()
    """The profiles that may take it; empty: it is a profile, or open to all."""
    spans: dict[str, tuple[int, int]] = {}
    """Of a profile whose figures are chosen: the least and the most of each."""
    of: str = ""
    """What it is another form of, such as a weapon with something added."""
    rule: str = ""
    text: str = ""


class CatalogHeading(Struct, frozen=True):
    """A chapter of the catalog; `role` says whether its entries are profiles or things profiles carry."""

    id: str
    name: str
    role: Literal["profile", "item"]
    entries: tuple[CatalogEntry, ...]


class TableBrief(Struct, frozen=True, omit_defaults=True):
    """A layout on offer."""

    plan: TablePlan
    mat: str
    saved: str = ""


class GameSheet(Struct, frozen=True):
    """A rulebook with all that is needed to start a match."""

    id: str
    title: str
    sides: tuple[str, ...]
    width: float
    height: float
    cost_name: str
    cost_limit: int
    options: tuple[OptionView, ...]
    scenario: tuple[str, ...]
    """The options that say what is played, rather than how the book is read."""
    keeps: dict[str, str]
    """The sides the book plays by itself, each with the option that hands it to a player."""
    bonuses: dict[str, str]
    """What may be agreed on, and its rule."""
    squads: tuple[SquadBrief, ...]
    tables: tuple[TableBrief, ...]
    catalog: tuple[CatalogHeading, ...]
    zones: tuple[Zone, ...]
    words: dict[str, str]
    """What ids are called."""
    shorts: dict[str, str]
    """What the cards of models call their figures for short, by the name of the figure."""
    glyphs: dict[str, str]
    lists: str = ""
    """The program whose lists can be read as squads; empty: none."""


class RuleView(Struct, frozen=True, omit_defaults=True):
    """A rule of the ledger, with its ruling, its switch and the tests that hold it."""

    id: str
    title: str
    text: str
    section: str
    origin: str
    ruling: str = ""
    option: OptionView | None = None
    examples: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class RulesView(Struct, frozen=True):
    """A whole ledger."""

    game: str
    title: str
    sections: dict[str, str]
    rules: tuple[RuleView, ...]


class MusterBody(Struct, frozen=True, omit_defaults=True):
    """A squad to be looked at; it may be as wrong as it likes."""

    roster: dict[str, Any]
    options: dict[str, Any] = {}


class Repair(Struct, frozen=True, omit_defaults=True):
    """A small change that removes a fault."""

    text: str
    roster: Roster
    effect: str = ""
    """What it changes, in figures."""


class FaultView(Struct, frozen=True, omit_defaults=True):
    """One fault of a squad or a layout."""

    rule: str
    title: str
    text: str
    model: int = 0
    """Which model of the squad, from 1."""
    item: str = ""
    piece: str = ""
    repair: Repair | None = None


class Meter(Struct, frozen=True, omit_defaults=True):
    """What is spent of an allowance."""

    name: str
    value: int
    most: int
    rule: str
    sign: str = ""
    """What stands behind a figure of it."""


class MemberView(Struct, frozen=True, omit_defaults=True):
    """One model of a squad in figures."""

    cost: int
    figure: Figure
    meters: tuple[Meter, ...] = ()
    like: str = ""
    """Of a profile that is in no catalog: one that is, to which the same things are open."""
    line: str = ""
    """Such a profile in figures."""


class MusterView(Struct, frozen=True, omit_defaults=True):
    """A squad in figures, with every fault at once."""

    cost: Meter
    members: tuple[MemberView, ...]
    faults: tuple[FaultView, ...]
    totals: dict[str, float] = {}
    """Figures of the whole squad, by name."""
    repaired: Repair | None = None
    """The smallest change that removes all faults."""
    advice: tuple[FaultView, ...] = ()
    """What the book would have otherwise, and does not forbid."""


class ListBody(Struct, frozen=True, omit_defaults=True):
    """A list as another program writes it."""

    text: str
    side: str = ""
    """The side it is for; empty: the one it looks like."""
    answers: dict[str, dict[str, str]] = {}
    """What it leaves open: by the number of a unit, from 1, and by field."""


class LayoutBody(Struct, frozen=True, omit_defaults=True):
    """A layout to be looked at."""

    plan: dict[str, Any]


class Hint(Struct, frozen=True, omit_defaults=True):
    """Something to think about: how fair a layout is."""

    text: str
    value: float = 0.0
    good: bool = True
    name: str = ""


class LayoutView(Struct, frozen=True, omit_defaults=True):
    """Every fault of a layout, and how fair it is."""

    faults: tuple[FaultView, ...]
    hints: tuple[Hint, ...]
    advice: tuple[FaultView, ...] = ()
    """What the book would have otherwise, and does not forbid."""


class SeatWish(Struct, frozen=True, omit_defaults=True):
    """Who is to play a side: `me` (also both: hot-seat), `ai` of a level, or `friend` by link."""

    kind: Literal["me", "ai", "friend"]
    level: str = ""
    name: str = ""


class NewMatch(Struct, frozen=True, omit_defaults=True):
    """A match to be set up; what is left out is chosen by the server."""

    game: str
    seats: dict[str, SeatWish]
    squads: dict[str, Any] = {}
    """By side: the id of a sample, or a roster."""
    table: Any = None
    """The id of a preset, or a layout."""
    options: dict[str, Any] = {}
    bonuses: dict[str, list[str]] = {}
    clock: int = 0
    """Minutes a side has for the whole match; 0: no clocks."""
    share: str = ""
    """A few characters that become part of the dice."""
    hints: bool | None = None
    """Whether players may ask for hints; none: only one who plays against nobody but programs and themselves."""


class Created(Struct, frozen=True, omit_defaults=True):
    """A match that was set up: the seats' secrets, for whoever set it up to hand on."""

    match: str
    tokens: dict[str, str]
    """By side."""
    watch: str
    mine: tuple[str, ...]
    """The sides the one who set it up plays."""


class MatchBrief(Struct, frozen=True, omit_defaults=True):
    """A match in a list."""

    match: str
    game: str
    table: str
    mat: str
    seats: dict[str, SeatView]
    scores: dict[str, float]
    squads: dict[str, str]
    clock: Clock
    turn: str
    changed: float
    actions: int
    you: str = ""
    outcome: OutcomeView | None = None
    dots: tuple[tuple[str, Point], ...] = ()
    """Where everybody stands, by side, for a small picture."""
    pieces: tuple[tuple[Point, ...], ...] = ()
    size: Point | None = None
    """How wide and deep the mat is; matches that were kept before it was noted lie on the usual one of the book."""


class NewCampaign(Struct, frozen=True, omit_defaults=True):
    """A campaign to be begun; what is left out is chosen by the server."""

    game: str
    seats: dict[str, SeatWish]
    name: str = ""
    squads: dict[str, Any] = {}
    """By side: the id of a sample, or a roster."""
    options: dict[str, Any] = {}
    share: str = ""
    """A few characters that become part of the dice."""


class CampaignMade(Struct, frozen=True, omit_defaults=True):
    """A campaign that was begun or read from a file: the seats' secrets, for whoever did it to hand on."""

    campaign: str
    tokens: dict[str, str]
    """By side."""
    watch: str
    mine: tuple[str, ...]
    """The sides of whoever did it."""
    changed: bool = False
    """It was played under other rules: what led to where it stands is only told."""


class CampaignBrief(Struct, frozen=True, omit_defaults=True):
    """A campaign in a list."""

    campaign: str
    game: str
    title: str
    name: str
    seats: dict[str, SeatView]
    scores: dict[str, float]
    clock: Clock
    turn: str
    changed: float
    squads: dict[str, str]
    glyphs: tuple[tuple[str, str], ...]
    """The members, by side and icon."""
    chapters: tuple[Chapter, ...]
    battle: str = ""
    """What the battle ahead is called."""
    match: str = ""
    """Where it is fought, once it was called."""
    you: str = ""
    outcome: OutcomeView | None = None


class CampaignKey(Struct, frozen=True):
    """A seat in a campaign that somebody remembers."""

    campaign: str
    token: str


class BattleCalled(Struct, frozen=True):
    """Where a battle is fought; the tokens of the campaign open its seats."""

    match: str


class CampaignSheet(Struct, frozen=True):
    """What is needed to begin a campaign of a game."""

    game: str
    title: str
    sides: tuple[str, ...]
    fewest: int
    squads: tuple[SquadBrief, ...]
    """Those that may begin one under the usual options."""
    options: tuple[OptionView, ...]


class SeatKey(Struct, frozen=True):
    """A seat somebody remembers."""

    match: str
    token: str


class JoinBody(Struct, frozen=True):
    """A short code."""

    code: str


class Joined(Struct, frozen=True):
    """The seat behind it."""

    match: str
    token: str
    side: str


class CodeView(Struct, frozen=True):
    """A short code for one seat: for one use, and not for long."""

    code: str
    until: float
