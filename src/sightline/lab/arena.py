"""Many games between programs: the same seed gives the same games, whatever the number of processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from sightline.ai.player import play_out, player
from sightline.core.dice import SeededDice
from sightline.core.errors import BadInput
from sightline.core.game import Game, SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.preparation import Preparation, drawn_table
from sightline.core.record import Record, read_record, record, save_record
from sightline.core.table import Side

CHUNK = 8
"""Games handed to a process at once, at most: small enough to stop soon and to show progress."""
AHEAD = 2
"""Chunks that wait for each process."""


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


def prepared(series: Series, plan: TablePlan) -> SetUp:
    """The set-up of a series on one table, checked by the rules; raises Faults."""
    book = game(series.game)
    preparation = Preparation(book, series.options)
    preparation.propose(book.sides[0], plan)
    for side in book.sides:
        preparation.accept(side)
    for side, roster in series.rosters.items():
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
        plan = self.series.table
        return self._setup((plan or drawn_table(self.book, self.series.seed_of(number))).id)

    def _prepared(self, id: str) -> SetUp:
        return prepared(self.series, self.series.table or self.book.tables[id])

    def play(self, number: int) -> Played:
        """Play one game, or take it from its record."""
        series = self.series
        setup = self.setup(number)
        kept = self._kept(number, setup) if series.out else None
        if kept is not None:
            return kept
        seed = series.seed_of(number)
        match = Match(self.book, setup, SeededDice(seed), keep=bool(series.out))
        players = {side: player(level, f"{seed}/{side}") for side, level in series.levels.items()}
        decisions = play_out(match, players)
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
    found: list[Played] = []
    stopped = False
    source = _alone(arena, games) if min(jobs, games) == 1 else _together(series, games, min(jobs, games))
    try:
        for played in source:
            found.append(played)
            if progress is not None:
                progress(played)
    except KeyboardInterrupt:
        stopped = True
    finally:
        source.close()
    return sorted(found, key=lambda played: played.number), stopped


def _alone(arena: Arena, games: int) -> Generator[Played, None, None]:
    for number in range(1, games + 1):
        yield arena.play(number)


def _together(series: Series, games: int, jobs: int) -> Generator[Played, None, None]:
    """Chunks of games in several processes, each yielded when it is done."""
    size = max(1, min(CHUNK, games // (jobs * 4)))
    chunks = iter([range(first, min(first + size, games + 1)) for first in range(1, games + 1, size)])
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (series, stop))
    waiting: set[Future[list[Played]]] = set()
    try:
        while True:
            for chunk in chunks:
                waiting.add(pool.submit(_chunk, chunk))
                if len(waiting) >= jobs * AHEAD:
                    break
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    except KeyboardInterrupt:
        stop.set()  # Every process ends its game and hands in what it has.
        for future in wait(waiting).done:
            yield from future.result()
        raise
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


_arena: Arena
_stop: Any


def _begin(series: Series, stop: Any) -> None:
    """Make a process ready; Ctrl-C is the business of the one that started it."""
    global _arena, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _arena, _stop = Arena(series), stop


def _chunk(numbers: Iterable[int]) -> list[Played]:
    found = []
    for number in numbers:
        if _stop.is_set():
            break
        found.append(_arena.play(number))
    return found


def tallied(played: Iterable[Played], sides: Iterable[Side]) -> Mapping[str, int]:
    """How often each side won, and how often nobody did."""
    wins = {**dict.fromkeys(sides, 0), "draw": 0}
    for one in played:
        wins[one.winner or "draw"] += 1
    return wins
