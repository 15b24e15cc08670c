"""Many games between programs: the same seed gives the same games, whatever the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from sightline.ai.player import player
from sightline.ai.thought import Stop, never
from sightline.core.dice import SeededDice
from sightline.core.errors import BadInput
from sightline.core.game import Game, SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.preparation import Preparation, drawn_table
from sightline.core.record import Record, read_record, record, save_record
from sightline.core.table import Side
from sightline.lab.crew import Crew, gathered
from sightline.lab.timing import moments

CHUNK = 8
"""Games handed to a process at once, at most: small enough to stop soon and to show progress."""


class Series(Struct, frozen=True):
    """What a series of games is played with."""

    game: str
    rosters: dict[Side, Roster]
    levels: dict[Side, str]
    seed: int | str
    table: TablePlan | None = None
    """None: every game draws a preset by its seed."""
    options: dict[str, Any] = {}
    out: str = ""
    """The folder for the records; empty: none are kept."""

    def seed_of(self, number: int) -> str:
        """The seed of one game, counted from 1: its dice, its table and its players come from it."""
        return f"{self.seed}/{number}"

    def file_of(self, number: int) -> Path:
        """Where the record of one game lies."""
        return Path(self.out) / f"game-{number:06d}.json"


class Played(Struct, frozen=True):
    """What came out of one game."""

    number: int
    winner: Side | None
    decisions: int
    table: str
    resumed: bool = False
    """Whether its record was there already."""


def prepared(book: Game, rosters: Mapping[Side, Roster], plan: TablePlan, options: Mapping[str, Any]) -> SetUp:
    """The set-up of a game on one table, checked by the rules; raises Faults."""
    preparation = Preparation(book, options)
    preparation.propose(book.sides[0], plan)
    for side in book.sides:
        preparation.accept(side)
    for side, roster in rosters.items():
        preparation.lock(side, roster)
    return preparation.setup()


class Arena:
    """Plays the games of one series in this process."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.book: Game = game(series.game)
        self._setup = lru_cache(maxsize=None)(self._prepared)

    def setup(self, number: int) -> SetUp:
        """What one game starts from."""
        series = self.series
        return self._setup(series.table or drawn_table(self.book, series.seed_of(number), series.options))

    def _prepared(self, plan: TablePlan) -> SetUp:
        return prepared(self.book, self.series.rosters, plan, self.series.options)

    def play(self, number: int, stop: Stop = never, /) -> Played:
        """Play one game, or take it from its record."""
        series = self.series
        setup = self.setup(number)
        kept = self._kept(number, setup) if series.out else None
        if kept is not None:
            return kept
        seed = series.seed_of(number)
        match = Match(self.book, setup, SeededDice(seed), keep=bool(series.out))
        players = {side: player(level, f"{seed}/{side}") for side, level in series.levels.items()}
        decisions = sum(1 for _ in moments(match, players, stop))
        if series.out:
            save_record(record(match, seed, players=series.levels), series.file_of(number))
        assert match.outcome is not None
        return Played(number, match.outcome.winner, decisions, setup.table.id)

    def _kept(self, number: int, setup: SetUp) -> Played | None:
        """What the record of a game says, if it is there, complete and of the same game."""
        path = self.series.file_of(number)
        if not path.exists():
            return None
        try:
            kept = read_record(path)
        except BadInput:
            return None  # Cut short by whatever stopped the last run: it is played again.
        if not self._same(kept, number, setup) or kept.outcome is None:
            return None
        decisions = sum(isinstance(answer, dict) for step in kept.steps for answer in step.answers)
        return Played(number, kept.outcome.winner, decisions, setup.table.id, resumed=True)

    def _same(self, kept: Record, number: int, setup: SetUp) -> bool:
        same = (
            kept.sound
            and kept.seed == self.series.seed_of(number)
            and kept.setup == setup
            and kept.players == self.series.levels
            and kept.rules_hash == self.book.rulebook.rules_hash
        )
        if not same and kept.sound:
            raise BadInput(f"{self.series.file_of(number)}: is a record of another series; choose another folder")
        return same


def run(
    series: Series, games: int, jobs: int = 1, progress: Callable[[Played], None] | None = None
) -> tuple[list[Played], bool]:
    """Play a series; returns what was played, in order, and whether it was stopped by Ctrl-C before its end."""
    arena = Arena(series)
    for number in range(1, games + 1):
        if series.table is not None and number > 1:
            break
        arena.setup(number)  # A squad that no rule lets start is found before any process is.
    if series.out:
        Path(series.out).mkdir(parents=True, exist_ok=True)
    with Crew(partial(Arena, series), min(jobs, games)) as crew:
        found, stopped = gathered(crew, range(1, games + 1), progress, CHUNK)
    return sorted(found, key=lambda played: played.number), stopped


def tallied(played: Iterable[Played], sides: Iterable[Side]) -> Mapping[str, int]:
    """How often each side won, and how often nobody did."""
    wins = {**dict.fromkeys(sides, 0), "draw": 0}
    for one in played:
        wins[one.winner or "draw"] += 1
    return wins
