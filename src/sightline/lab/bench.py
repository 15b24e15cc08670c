"""How fast the engine is on this machine: one core, a few seconds for each figure.

Times are the processor's, not the clock's: what other programs do at the same time does not count.
"""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import cos, hypot, inf, pi, sin
from random import Random
from statistics import median
from time import perf_counter, process_time
from types import ModuleType
from typing import Any, NamedTuple

from sightline.ai.player import play_out, player
from sightline.core import rulebook
from sightline.core.decisions import Decision
from sightline.core.dice import Roll, SeededDice
from sightline.core.game import Game, SetUp, game
from sightline.core.kernel import BACKEND
from sightline.core.kernel.backend import interpreted, load
from sightline.core.match import Answer, Match
from sightline.core.muster import Roster
from sightline.core.preparation import Preparation, drawn_table
from sightline.lab.statistics import quantile

MODELS = 8
"""Models a side in the games that are timed."""
DRAFTS = 2000
"""Squads drawn in search of two with so many."""
FORKS = 20
"""Forks of one position: one alone is too quick to time."""
ROUNDS = 3
"""How often the same games are played: the least time of each counts, for other work can only slow it down."""
MAT = (36.0, 24.0)

Point = tuple[float, float]
Disc = tuple[float, float, float]


class Floor(NamedTuple):
    """A figure: what it is, its unit, and what it must reach."""

    what: str
    unit: str
    floor: float | None = None
    more: bool = False
    """Whether more is better."""

    def met(self, value: float | None) -> bool | None:
        """Whether a value reaches the floor; None where there is no floor or no value."""
        if self.floor is None or value is None:
            return None
        return value >= self.floor if self.more else value <= self.floor


FIGURES = {
    "share_us": Floor("visible share of a base, one call, 20 polygons", "us", 2),
    "share_us_interpreted": Floor("the same, interpreted", "us"),
    "path_ms": Floor("shortest path to one goal, no limit", "ms", 0.5),
    "random_games_per_s": Floor("games between random players", "/s", 30, more=True),
    "regular_games_per_s": Floor("games between regular players", "/s", 12, more=True),
    "answers_per_s": Floor("known answers played in a straight line", "/s", 15_000, more=True),
    "fork_us": Floor("fork of a match, mean over a game", "us", 5),
    "fork_play_us": Floor("fork and play one answer, mean over a game", "us", 100),
    "odds_ms_p95": Floor("exact odds of one attack, 95th percentile", "ms", 50),
    "import_ms": Floor("import of the package over bare Python", "ms", 150),
    "match_mb": Floor("memory of one match with all its rests", "MB"),
}


def chosen(name: str = "") -> Game:
    """A game by its name, or the first there is."""
    return game(name or next(iter(rulebook.packages())))


def measure(
    seconds: float = 3.0, told: Callable[[str], None] | None = None, book: Game | None = None
) -> dict[str, Any]:
    """Every figure; `told` hears which one comes next."""
    say = told or (lambda _: None)
    say("import")
    report: dict[str, Any] = {"import_ms": import_ms()}
    say("geometry")
    report |= {
        "share_us": share_us(load("sight"), seconds),
        "share_us_interpreted": share_us(interpreted("sight"), seconds),
        "path_ms": path_ms(load("reach"), seconds),
        "backend": BACKEND,
    }
    book = book or chosen()
    setup = eight_a_side(book)
    for level in ("random", "regular"):
        say(f"{level} games")
        played(book, setup, level, "warm")
        report[f"{level}_games_per_s"] = games_per_s(partial(benched, book, setup, level), seconds)
    say("answers")
    report["answers_per_s"] = answers_per_s(book, setup, seconds)
    say("forks")
    report["fork_us"], report["fork_play_us"] = forks(book, setup, seconds)
    say("odds")
    report["odds_ms_p95"] = odds_ms_p95(book, seconds)
    say("memory")
    report["match_mb"] = match_mb(book, setup)
    say("every book")
    report["books"] = side_by_side(seconds)
    report["game"] = book.id
    report["squads"] = {side: f"{r.name} ({len(r.models)} models)" for side, r in setup.rosters.items()}
    report["table"] = setup.table.id
    return {**{key: report.pop(key) for key in FIGURES}, **report}


def best(work: Callable[[], object], seconds: float) -> float:
    """The best time of a piece of work, in seconds: other work on the machine can only slow it down."""
    least, end = inf, perf_counter() + seconds
    while least == inf or perf_counter() < end:
        began = process_time()
        work()
        least = min(least, process_time() - began)
    return least


def ask(call: Callable[..., object], questions: Iterable[tuple[float, ...]]) -> None:
    """Put every question in a call of its own."""
    for question in questions:
        call(*question)


# ------------------------------------------------------------------ geometry


def layout(seed: int, pieces: int, bases: int) -> tuple[list[list[Point]], list[Disc]]:
    """Convex pieces that keep clear of each other, and bases that keep clear of them."""
    rng = Random(seed)  # noqa: S311 - a table, not a lock
    taken: list[Disc] = []
    polygons: list[list[Point]] = []
    while len(polygons) < pieces:
        x, y, r, corners = rng.uniform(2, 34), rng.uniform(2, 22), rng.uniform(0.6, 2.2), rng.randint(3, 6)
        if all(hypot(x - a, y - b) > r + c for a, b, c in taken):
            turn = rng.random() * 2 * pi
            taken.append((x, y, r))
            angles = [turn + 2 * pi * n / corners for n in range(corners)]
            polygons.append([(x + r * cos(a), y + r * sin(a)) for a in angles])
    found: list[Disc] = []
    while len(found) < bases:
        x, y, r = rng.uniform(1, 35), rng.uniform(1, 23), rng.choice([0.5, 0.5, 0.63, 0.75])
        if all(hypot(x - a, y - b) > r + c for a, b, c in taken + found):
            found.append((x, y, r))
    return polygons, found


def share_us(kernel: ModuleType, seconds: float) -> float:
    """One visible share, asked one by one for all ordered pairs of 16 bases."""
    times = []
    for seed in range(1, 5):
        polygons, bases = layout(seed, 20, 16)
        share = kernel.Scene(polygons).share
        pairs = [a + b for a in bases for b in bases if a != b]
        times.append(best(partial(ask, share, pairs), seconds / 4) / len(pairs))
    return sum(times) / len(times) * 1e6


def path_ms(kernel: ModuleType, seconds: float) -> float:
    """One shortest path without limit, on a table whose corners are known already."""
    times = []
    for seed in range(1, 5):
        polygons, bases = layout(seed, 20, 16)
        path = kernel.Ground(polygons, *MAT).path
        goals = [(*a[:2], *b[:2], 0.5) for a in bases[:8] for b in bases[8:]]
        times.append(best(partial(ask, path, goals), seconds / 4) / len(goals))
    return sum(times) / len(times) * 1e3


# ------------------------------------------------------------------ games


def eight_a_side(book: Game) -> SetUp:
    """Two drafted squads of eight models; where a book drafts none, those that come closest."""
    options = book.rulebook.settle({})
    rosters = []
    for place, side in enumerate(book.sides, 1):
        drafts = (book.draft(f"bench {number}", options, side) for number in range(DRAFTS))
        rosters.append(of_size(drafts, MODELS, place)[-1])
    preparation = Preparation(book)
    preparation.propose(book.sides[0], drawn_table(book, "bench", preparation.options))
    for side in book.sides:
        preparation.accept(side)
    for side, roster in zip(book.sides, rosters, strict=True):
        preparation.lock(side, roster)
    return preparation.setup()


def of_size(drafts: Iterator[Roster], size: int, count: int) -> list[Roster]:
    """The first rosters of a size, or those that come closest to it."""
    seen: list[Roster] = []
    found: list[Roster] = []
    for roster in drafts:
        (found if len(roster.models) == size else seen).append(roster)
        if len(found) == count:
            return found
    return [*found, *sorted(seen, key=lambda roster: abs(len(roster.models) - size))][:count]


def played(book: Game, setup: SetUp, level: str, seed: str, *, keep: bool = False) -> Match:
    """A whole game between two programs."""
    match = Match(book, setup, SeededDice(seed), keep=keep)
    play_out(match, {side: player(level, f"{seed}/{side}") for side in book.sides})
    return match


def benched(book: Game, setup: SetUp, level: str, number: int) -> None:
    """One of the games that are timed."""
    played(book, setup, level, f"bench {number}")


def timed(work: Callable[[], object]) -> float:
    """What a piece of work takes, in seconds of the processor."""
    began = process_time()
    work()
    return process_time() - began


def games_per_s(play: Callable[[int], object], seconds: float) -> float:
    """Whole games by their numbers, one after the other, the same ones in every round."""
    times: list[float] = []
    while sum(times) < seconds / ROUNDS or not times:
        times.append(timed(partial(play, len(times))))
    for _ in range(1, ROUNDS):
        times = [min(least, timed(partial(play, number))) for number, least in enumerate(times)]
    return len(times) / sum(times)


def side_by_side(seconds: float) -> dict[str, dict[str, Any]]:
    """Random games of every book with squads of the same size: how many a second, and how that compares to the best.

    The books play by turns, so that whatever slows the machine slows all of them alike.
    """
    seats = {name: (game(name), eight_a_side(game(name))) for name in rulebook.packages()}
    for book, setup in seats.values():
        played(book, setup, "random", "warm")
    times: dict[str, list[float]] = {name: [] for name in seats}
    began, count = process_time(), 0
    while process_time() - began < seconds * len(seats) / ROUNDS or not count:
        for name, seat in seats.items():
            times[name].append(timed(partial(benched, *seat, "random", count)))
        count += 1
    for _ in range(1, ROUNDS):
        for number in range(count):
            for name, seat in seats.items():
                times[name][number] = min(times[name][number], timed(partial(benched, *seat, "random", number)))
    spent = {name: sum(found) for name, found in times.items()}
    least = min(spent.values())
    return {
        name: {
            "random_games_per_s": count / spent[name],
            "times_the_fastest": spent[name] / least,
            "models": [len(roster.models) for roster in setup.rosters.values()],
        }
        for name, (_, setup) in seats.items()
    }


def answers_of(book: Game, setup: SetUp, number: int) -> list[Answer]:
    """Every answer of one random game, dice included."""
    match = played(book, setup, "random", f"answers {number}", keep=True)
    return [answer for step in match.steps or () for answer in step.answers]


def answers_per_s(book: Game, setup: SetUp, seconds: float) -> float:
    """Known answers, dice included, played one by one."""
    games = [answers_of(book, setup, number) for number in range(3)]

    def straight() -> None:
        for answers in games:
            match = Match(book, setup)
            for answer in answers:
                match.play(answer)

    return sum(map(len, games)) / best(straight, seconds)


def forks(book: Game, setup: SetUp, seconds: float) -> tuple[float, float]:
    """A fork, and a fork that plays one answer: means over the positions of random games, in microseconds."""
    fork = fork_play = 0.0
    count, number, end = 0, 0, perf_counter() + seconds
    while perf_counter() < end or not count:
        match = Match(book, setup)
        for answer in answers_of(book, setup, number):
            if isinstance(match.pending, Decision | Roll):
                began = process_time()
                for _ in range(FORKS):
                    match.fork()
                forked = process_time()
                match.fork().play(answer)
                fork += (forked - began) / FORKS
                fork_play += process_time() - forked
                count += 1
            match.play(answer)
        number += 1
    return fork / count * 1e6, fork_play / count * 1e6


def odds_ms_p95(book: Game, seconds: float) -> float | None:
    """The 95th percentile over questions as they come up in play; None for a book without any."""
    questions = list(getattr(book, "odds_examples", ()))
    if not questions:
        return None
    book.odds(questions[0])
    share = seconds / len(questions)
    times = [best(partial(book.odds, question), share) for question in questions]
    return quantile(times, 0.95) * 1e3


def match_mb(book: Game, setup: SetUp) -> float:
    """The memory that one kept random game holds at its end."""
    played(book, setup, "random", "warm", keep=True)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        match = played(book, setup, "random", "memory", keep=True)
        held = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert match.steps
    return held / 1e6


def import_ms(runs: int = 7) -> float:
    """What importing the package adds to the start of Python: the median of several runs, each in a new process."""

    def run(code: str) -> float:
        began = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - this very Python
        return perf_counter() - began

    bare, full = "pass", "import sightline"
    return max(0.0, (median(run(full) for _ in range(runs)) - median(run(bare) for _ in range(runs))) * 1e3)
