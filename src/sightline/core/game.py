"""What a rulebook has to bring, and where rulebooks are found."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from sightline.core.decisions import Action, Decision, Offer, Refusal, RollAgain, Slot, Thrown
from sightline.core.effects import Effects
from sightline.core.errors import BadInput
from sightline.core.events import Event, Rolled
from sightline.core.lists import ListRead
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.rulebook import ENTRY_POINTS, Rulebook
from sightline.core.rulebook import of as rulebook_of
from sightline.core.table import Part, Piece, RuleId, Side, Table, TokenKind

if TYPE_CHECKING:
    from sightline.core.mind import Mind
    from sightline.core.referee import Referee
    from sightline.core.responses import Foreseen
    from sightline.core.sayings import Sayings
    from sightline.core.screen import Screen

CAMPAIGN = ".campaign"
"""What the id of a campaign ends with; before it stands the id of its rulebook."""

Script = Callable[["Referee", Any], Coroutine[Any, Any, None]]


def nothing_open(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """An offer says all there is to say."""
    return {}


class ActionKind(NamedTuple):
    """One kind of action: what is legal, and how its open fields are described."""

    check: Callable[[Table, Decision, Any], Refusal | None]
    slots: Callable[[Table, Decision, Offer], Mapping[str, Slot]] = nothing_open


class TablePlan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A layout of terrain under a name: a preset, or one drawn by the players."""

    id: str
    pieces: tuple[Piece, ...]
    name: str = ""
    origin: str = "house"
    note: str = ""
    width: float = 0.0
    """How broad the mat is; 0 for the usual size of the book, in both directions."""
    height: float = 0.0


class SetUp(Struct, frozen=True, omit_defaults=True):
    """Everything a match starts from: the same set-up and answers make the same match."""

    game: str
    rosters: dict[Side, Roster]
    table: TablePlan
    options: dict[str, Any] = {}
    extras: dict[str, Any] = {}
    """What a rulebook lets the sides agree on besides options."""


@runtime_checkable
class LaysTables(Protocol):
    """A rulebook that can lay out a table of its own, besides its presets."""

    def lay_table(self, seed: str, options: Mapping[str, Any]) -> TablePlan | None:
        """The layout that a seed leads to; None where the options ask for a preset."""


@runtime_checkable
class ReadsLists(Protocol):
    """A rulebook that reads squads as another program writes them."""

    lists: str
    """The program that writes them."""

    def squad_from(
        self, text: str, side: Side, answers: Mapping[str, Any], where: str = "list"
    ) -> tuple[Roster, Sequence[str]]:
        """The squad of a list, and a line for everything in it that means nothing here; `where` names it in errors.

        What a list leaves open stands in `answers`, by the names of its units; raises BadInput naming what is missing.
        """

    def read_list(self, text: str, side: Side, answers: Mapping[str, Mapping[str, str]]) -> ListRead:
        """A list as a squad, with proposals where it leaves something open; no side: the one it looks like.

        Answers stand by the number of a unit, from 1, and by field. Raises BadInput naming the place.
        """

    def unlisted(self, profile: str) -> Mapping[str, Any] | None:
        """A profile of a list: its name, cost, figures in a line, and which of the catalog it is `like`."""


@runtime_checkable
class Advises(Protocol):
    """A rulebook that has something to say about squads and layouts that are legal."""

    def squad_advice(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """What a table would point out about a squad: rules that advise, with the figures they speak of."""

    def layout_advice(self, plan: TablePlan) -> Sequence[Refusal]:
        """What a table would point out about a layout."""


@runtime_checkable
class Foresees(Protocol):
    """A rulebook that knows which of its questions come again and again."""

    def foreseen(self, side: Side) -> Sequence[Foreseen]:
        """The questions a side may give standing orders about before it is asked."""


class Game(Protocol):
    """One rulebook, ready to be played."""

    id: str
    title: str
    sides: tuple[Side, ...]
    alike: bool
    """Whether the sides are only names: exchanged, they would play the same game."""
    concession: RuleId
    """The rule under which a side may give up."""
    preparation: Mapping[str, RuleId]
    """The rules of the steps before the match, by step (see `Preparation`)."""
    bonuses: Mapping[str, RuleId]
    """What a side may be awarded before the match if all agree, by name."""

    def __hash__(self) -> int:
        """There is one of each: what is worked out for a game may be remembered by it."""

    @property
    def rulebook(self) -> Rulebook:
        """The ledger."""

    @property
    def sayings(self) -> Sayings:
        """The sentences its events and refusals are told in."""

    @property
    def screen(self) -> Screen:
        """What it tells any screen about its table."""

    @property
    def effects(self) -> Effects:
        """Every effect of the book."""

    @property
    def tokens(self) -> Mapping[str, TokenKind]:
        """The kinds of token the book uses."""

    @property
    def actions(self) -> Mapping[type[Action], ActionKind]:
        """Every kind of action."""

    @property
    def events(self) -> Sequence[type[Event]]:
        """The events the book adds to those of the core."""

    @property
    def parts(self) -> Mapping[type[Part], Script]:
        """The script of every part."""

    @property
    def rosters(self) -> Mapping[str, Roster]:
        """The sample squads, by id."""

    @property
    def catalog(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """What squads are made of, by heading; every entry has at least `id`, `name` and `cost`.

        What a profile carries also has `open_to`, the profiles that may take it.
        """

    @property
    def tables(self) -> Mapping[str, TablePlan]:
        """The table presets, by id."""

    def cost(self, roster: Roster) -> int:
        """What a squad costs."""

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """Every fault of a squad at once."""

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        """What a squad costs of what it may cost, whatever is wrong with it."""

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        """What one model of a squad spends of its own, whatever is wrong with it."""

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        """Figures of a whole squad worth comparing, by name, whatever is wrong with it."""

    def plays(self, roster: Roster) -> Sequence[Side]:
        """The sides a squad may play for."""

    def draft(self, seed: str, options: Mapping[str, Any], side: Side) -> Roster:
        """A legal squad for a side drawn at random, the same for the same seed."""

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        """Every fault of a layout at once."""

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        """Every reason why these squads cannot start on this layout."""

    def set_up(self, setup: SetUp) -> Table:
        """The table before the first part is played."""

    def scores(self, table: Table) -> Mapping[Side, float]:
        """What counts if the match were decided now."""

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        """Pay for rolling dice again."""

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        """What one success of a roll is worth, in what wins; the table is as it lies when the dice fall."""

    def odds(self, spec: Any) -> dict[str, Any]:
        """Exact distributions for a question put in figures, answered by the same scripts that are played."""

    @property
    def odds_examples(self) -> Sequence[Any]:
        """Questions for `odds` as they come up in play."""

    @property
    def mind(self) -> Mind:
        """What it tells programs that play it."""


def right_sides(game: Game, sides: Iterable[Side]) -> bool:
    """Whether these are sides a match can have: all of them, where a game does not say that fewer will do."""
    given = list(sides)
    return len(given) >= getattr(game, "fewest", len(game.sides)) and set(given) == set(game.sides[: len(given)])


def keepers(game: Game) -> Mapping[Side, str]:
    """The sides a book plays by itself, each with the option that hands it to a player instead."""
    found: Mapping[Side, str] = getattr(game, "keeps", {})
    return found


def by_the_book(game: Game, options: Mapping[str, Any]) -> tuple[Side, ...]:
    """The sides nobody is asked for under these options: the book says what they do."""
    return tuple(side for side, option in keepers(game).items() if not options[option])


def samples(game: Game, side: Side) -> dict[str, Roster]:
    """The sample squads that may play for a side, by id."""
    return {id: roster for id, roster in game.rosters.items() if side in game.plays(roster)}


@cache
def game(id: str) -> Game:
    """A rulebook by its id, or its campaign by the id of that; it is loaded when it is first asked for."""
    if id.endswith(CAMPAIGN):
        from sightline.core.campaign import campaign

        return campaign(id.removesuffix(CAMPAIGN))
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == id:
            found: Game = point.load()
            return found
    rulebook_of(id)  # says which games there are
    raise BadInput(f"{id}: no such game")
