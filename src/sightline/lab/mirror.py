"""Fair games between two programs: every seed is played from both sides, with the same squads.

Where the sides of a game are alike both have the same squad. Where they are not, each has one of those that play it,
and the programs are compared by what each of them makes of either side.
"""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import Any

from msgspec import Struct

from sightline.ai.player import Thinker, player
from sightline.ai.thought import Stop, never
from sightline.ai.weights import load
from sightline.core.dice import SeededDice
from sightline.core.game import Game, SetUp, game, samples
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.table import Side
from sightline.lab.arena import prepared
from sightline.lab.timing import Times, moments


class Entrant(Struct, frozen=True):
    """Somebody who plays: a level, perhaps in a style, perhaps with weights of its own."""

    level: str
    weights: dict[str, float] | None = None
    """What is changed in the weights of the game; None: nothing."""
    sure: bool = False
    """Whether it never slips, whatever its level does."""


class Bout(Struct, frozen=True):
    """One game to be played."""

    number: int
    """Counted from 1; two in a row are one seed, played from both sides."""
    a: Entrant
    b: Entrant

    @property
    def pair(self) -> int:
        """The pair of games it belongs to, counted from 1."""
        return (self.number + 1) // 2


class Result(Struct, frozen=True):
    """What came out of one game; it is kept as one line of a log."""

    number: int
    a: str
    b: str
    side: Side
    """Where a sat."""
    squad: str
    table: str
    score: float
    """What it was for a: 1 won, 0.5 drawn, 0 lost."""
    decisions: int
    times_a: Times
    times_b: Times


class Ring(Struct, frozen=True):
    """Where games are played: what they have in common. A crew's worker is made of it."""

    game: str
    squads: tuple[str, ...]
    """Sample squads, by turns; both sides have the same, or where they differ the other has its own, by turns."""
    seed: int | str
    options: dict[str, Any] = {}
    tables: tuple[str, ...] = ()
    """The presets that take turns, and with them what is played for where a table says so; none named: all."""

    def seed_of(self, pair: int) -> str:
        """The seed of both games of a pair: their dice and their players come from it."""
        return f"{self.seed}/{pair}"


class MirrorArena:
    """Plays fair games in this process."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self.book: Game = game(ring.game)
        self.tables = ring.tables or tuple(self.book.tables)
        self._setup = lru_cache(maxsize=None)(self._prepared)

    def check(self) -> None:
        """Make sure that every squad may start on every table; raises Faults."""
        for squad in self.ring.squads:
            for table in self.tables:
                for turn in range(turns(self.book)):
                    self._setup(squad, table, turn)

    def drawn(self, pair: int) -> tuple[str, str]:
        """The squad and the table of both games of a pair."""
        return drawn(pair - 1, self.ring.squads, self.tables)

    def _prepared(self, squad: str, table: str, turn: int) -> SetUp:
        return prepared(self.book, facing(self.book, squad, turn), self.book.tables[table], self.ring.options)

    def seated_match(self, bout: Bout) -> tuple[Match, tuple[Side, Side], dict[Side, Thinker]]:
        """A game ready to begin, the sides of a and b, and who sits where."""
        squad, table = self.drawn(bout.pair)
        seed = self.ring.seed_of(bout.pair)
        turn = (bout.pair - 1) // len(self.ring.squads) % turns(self.book)
        match = Match(self.book, self._setup(squad, table, turn), SeededDice(seed))
        mine, other = self.book.sides if bout.number % 2 else reversed(self.book.sides)
        # A player's own luck goes with the chair: were both programs the same, so would be the two games of a pair.
        seats = {side: self.seated(one, f"{seed}/{side}") for side, one in ((mine, bout.a), (other, bout.b))}
        return match, (mine, other), seats

    def play(self, bout: Bout, stop: Stop = never, /) -> Result:
        """Play one game."""
        squad, table = self.drawn(bout.pair)
        match, (mine, other), seats = self.seated_match(bout)
        wall: dict[Side, list[float]] = {side: [] for side in seats}
        process: dict[Side, list[float]] = {side: [] for side in seats}
        for moment in moments(match, seats, stop):
            wall[moment.side].append(round(moment.wall * 1e3, 3))
            process[moment.side].append(round(moment.process * 1e3, 3))
        assert match.outcome is not None
        winner = match.outcome.winner
        return Result(
            bout.number,
            bout.a.level,
            bout.b.level,
            mine,
            squad,
            table,
            0.5 if winner is None else float(winner == mine),
            sum(map(len, wall.values())),
            Times(wall[mine], process[mine]),
            Times(wall[other], process[other]),
        )

    def seated(self, entrant: Entrant, seed: str) -> Thinker:
        """A program ready to play."""
        if entrant.weights is None and not entrant.sure:
            return player(entrant.level, seed)
        weights = load(self.book).with_(entrant.weights or {})
        return player(entrant.level, seed, weights.without_slips() if entrant.sure else weights)


def drawn(place: int, squads: tuple[str, ...], tables: tuple[str, ...]) -> tuple[str, str]:
    """A squad and a table: both by turns, and in time every squad on every table equally often."""
    shift = place // lcm(len(squads), len(tables))
    return squads[place % len(squads)], tables[(place + shift) % len(tables)]


def turns(book: Game) -> int:
    """How many times a squad has to play to meet all that may face it; once where it only meets itself."""
    return 1 if book.alike else max(len(samples(book, side)) for side in book.sides)


def facing(book: Game, squad: str, turn: int) -> dict[Side, Roster]:
    """The squads of both sides: the same where sides are alike, else one that plays the other side, by turns."""
    own = book.rosters[squad]
    if book.alike:
        return dict.fromkeys(book.sides, own)
    place = next(side for side in book.sides if side in book.plays(own))
    found: dict[Side, Roster] = {}
    for side in book.sides:
        known = list(samples(book, side).values())
        found[side] = own if side == place else known[turn % len(known)]
    return found
