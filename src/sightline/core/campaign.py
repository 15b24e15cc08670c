"""Campaigns: a second game on the same core, whose scripts also wait for battles.

Its table has no ground. Members, chapters and sides are models with tokens; what one may do is offered as at any table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import entry_points
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.battle import Battle, Debrief
from sightline.core.decisions import Action, Count, Decision, Offer, Pick, Picks, Refusal, RollAgain, Slot, Thrown
from sightline.core.effects import Effects
from sightline.core.errors import BadInput
from sightline.core.events import Event, Rolled
from sightline.core.game import CAMPAIGN, ActionKind, Game, Script, SetUp, TablePlan
from sightline.core.mind import Mind
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.referee import Referee
from sightline.core.rulebook import Rulebook
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import Model, Part, RuleId, Side, Table, Terrain, TokenKind

if TYPE_CHECKING:
    from sightline.core.match import Match

ENTRY_POINTS = "sightline.campaigns"

CAMP = TablePlan("camp", ())
"""The table of every campaign: there is no ground."""

State = Literal["done", "lost", "now", "open", "ahead"]
"""How far a chapter or a mission has come: won, lost, under way, open to be chosen, or still to come."""

Plain = dict[str, Any]
Migration = Callable[[Plain], Plain]
"""Carries the `setup`, the `rest` and the `steps` of a document from one edition to the next; it may change them."""


class Stage(Struct, frozen=True, omit_defaults=True):
    """One battle of a chapter, as a screen shows it."""

    id: str
    name: str
    state: State
    line: str = ""
    """What there is to know of it."""


class Chapter(Struct, frozen=True, omit_defaults=True):
    """A stretch of a campaign; where players choose among chapters, an offer names its id."""

    id: str
    name: str
    state: State
    rule: RuleId
    line: str = ""
    stages: tuple[Stage, ...] = ()


class Briefing(Struct, frozen=True, omit_defaults=True):
    """The battle ahead, told before it is fought."""

    name: str
    rule: RuleId
    lines: tuple[str, ...] = ()


class Campaign(ABC):
    """The campaign of one rulebook, as the engine wants a game; what a battle needs it leaves to the book."""

    sides: tuple[Side, ...]
    """All there can be, in their order."""
    fewest: int
    """How many of them there must be."""
    concession: RuleId
    alike = False
    bonuses: Mapping[str, RuleId] = {}
    migrations: ClassVar[Sequence[Migration]] = ()
    """How files of older editions are carried over: the first makes edition 2 of edition 1. They are only added to."""

    effects: Effects
    tokens: Mapping[str, TokenKind]
    actions: Mapping[type[Action], ActionKind]
    events: Sequence[type[Event]]
    parts: Mapping[type[Part], Script]

    def __init__(self, book: Game) -> None:
        self.book = book
        self.id = book.id + CAMPAIGN
        self.title = book.title
        self.preparation = book.preparation

    # What a campaign must bring.

    @property
    @abstractmethod
    def screen(self) -> Screen:
        """What it tells any screen about members and sides; see `core.camp`."""

    @abstractmethod
    def set_up(self, setup: SetUp) -> Table:
        """The table before the first part is played."""

    @abstractmethod
    def report(self, battle: Battle, table: Table) -> dict[str, dict[str, int]]:
        """The marks a battle leaves, read from the table it ended on."""

    @abstractmethod
    def journey(self, table: Table) -> Sequence[Chapter]:
        """The chapters and their battles, those to come as far as they are known."""

    @abstractmethod
    def briefing(self, table: Table, battle: Battle) -> Briefing:
        """What there is to know before a battle."""

    @abstractmethod
    def scores(self, table: Table) -> Mapping[Side, float]:
        """What counts if the campaign were decided now."""

    # What programs like.

    def appeal(self, table: Table, decision: Decision, action: Action) -> float:
        """What an answer is worth to a program; it takes the best that is worth anything, else the default."""
        return 0.0

    # What follows from it.

    @property
    def edition(self) -> int:
        """The version of what its files hold."""
        return 1 + len(self.migrations)

    def debrief(self, battle: Battle, match: str, table: Table) -> Debrief:
        """The answer to a battle that is over."""
        assert table.outcome is not None
        return Debrief(match, table.outcome.winner, self.report(battle, table))

    def in_order(self, setup: SetUp) -> SetUp:
        """A set-up with its sides in the order of the campaign, however they were written down."""
        known = {side: setup.rosters[side] for side in self.sides if side in setup.rosters}
        return replace(setup, rosters={**known, **setup.rosters})

    def camp(self, setup: SetUp, models: Sequence[Model], first: Part) -> Table:
        """A table without ground for these models."""
        conditions = {kind.id: kind.condition for kind in self.tokens.values() if kind.condition}
        ground = Terrain(1.0, 1.0, (), CAMP.id)
        return Table({m.id: m for m in models}, ground, tuple(setup.rosters), setup.options, (first,), conditions)

    # What the book answers for it.

    @cached_property
    def rulebook(self) -> Rulebook:
        return self.book.rulebook

    @property
    def sayings(self) -> Sayings:
        return self.book.sayings

    @property
    def rosters(self) -> Mapping[str, Roster]:
        return self.book.rosters

    @property
    def catalog(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        return self.book.catalog

    @property
    def tables(self) -> Mapping[str, TablePlan]:
        return {CAMP.id: CAMP}

    @property
    def mind(self) -> Mind:
        return self.book.mind

    @property
    def odds_examples(self) -> Sequence[Any]:
        return ()

    def cost(self, roster: Roster) -> int:
        return self.book.cost(roster)

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        return self.book.muster(roster, options)

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        return self.book.budget(roster, options)

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        return self.book.allowances(entry, options)

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        return self.book.totals(roster, options)

    def plays(self, roster: Roster) -> Sequence[Side]:
        return self.sides

    def draft(self, seed: str, options: Mapping[str, Any], side: Side) -> Roster:
        return self.book.draft(seed, options, self.book.sides[0])

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        return ()

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        return ()

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        raise RuntimeError("no die of a campaign is rolled again")

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        return 1.0

    def odds(self, spec: Any) -> dict[str, Any]:
        raise BadInput("a campaign answers no questions about odds")


def by_default(decision: Decision) -> Action:
    """What a program answers in a campaign."""
    assert decision.default is not None, f"{decision.rule} asks without a default"
    return decision.default


def preferred(match: Match) -> Action:
    """What a program answers in a campaign: of all it may do what appeals to it most, else the default."""
    book, decision = match.game, match.decision
    assert isinstance(book, Campaign)
    best, liked = by_default(decision), 0.0
    for offer in decision.offers:
        for action in _answers(offer, match.slots(offer)):
            appeal = book.appeal(match.table, decision, action)
            if appeal > liked and match.refusal(action) is None:
                best, liked = action, appeal
    return best


def _answers(offer: Offer, slots: Mapping[str, Slot]) -> Iterator[Action]:
    """Every way to take up an offer: one of what may be picked, as many as there are where several may be."""
    values: list[Sequence[Any]] = []
    for slot in slots.values():
        if isinstance(slot, Pick):
            values.append(slot.options)
        elif isinstance(slot, Picks):
            values.append((slot.options[: slot.most],))
        elif isinstance(slot, Count):
            values.append((slot.most,))
        else:
            return
    for chosen in product(*values):
        yield offer.action(**offer.given, **dict(zip(slots, chosen, strict=True)))


def campaigns() -> tuple[str, ...]:
    """The games that have a campaign, by id."""
    return tuple(sorted(point.name for point in entry_points(group=ENTRY_POINTS)))


def campaign(game: str) -> Campaign:
    """The campaign of a game; it is loaded when it is first asked for."""
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == game:
            found: Campaign = point.load()
            return found
    raise BadInput(f"{game}: has no campaign; those that have one: {', '.join(campaigns()) or 'none'}")
