"""How fast programs think on this machine, and what they choose.

Both clocks are read. What a program takes is judged by the processor, for other work on the machine does not count;
whether it keeps to its budget is judged by the clock on the wall, for that is what somebody at the table waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from time import perf_counter
from typing import Any, NamedTuple

from sightline.ai.levels import LEVELS, USUAL, Level
from sightline.ai.player import player
from sightline.core.dice import SeededDice
from sightline.core.game import Game, SetUp, samples
from sightline.core.match import Match
from sightline.core.table import Table
from sightline.lab.arena import prepared
from sightline.lab.bench import Floor, eight_a_side, games_per_s, played
from sightline.lab.mirror import drawn, facing
from sightline.lab.timing import Moment, Times, moments, spread

STRETCH = 12
"""Decisions in a row from one position: a program that remembers what it planned is timed as it plays."""
STARTS = 4
"""Positions taken from one quick game."""
QUICK = ("random", "recruit", USUAL)
"""The levels whose whole games are timed."""
PATIENCE = 4.0
"""A level with a budget of a second is measured so many times as long as one that has next to none."""

FIGURES = {
    **{
        f"{level.id}_p95_ms": Floor(f"thinking time of {level.name}, 95th percentile", "ms", level.seconds * 1e3)
        for level in LEVELS.values()
    },
    "overruns": Floor("decisions beyond their level's budget, by the clock", ""),
    "overruns_twice": Floor("decisions beyond twice their level's budget, by the clock", "", 0),
    "random_games_per_s": Floor("games between random players", "/s"),
    "recruit_games_per_s": Floor("games between recruits", "/s"),
    "regular_games_per_s": Floor("games between regular players; 20 is the goal", "/s", 8, more=True),
    "kinds_never_chosen": Floor("kinds of action that no program ever chose", "", 0),
}


class Sample(NamedTuple):
    """What was seen of one level."""

    times: Times
    kinds: Counter[str]


def measure(
    book: Game, seconds: float = 3.0, decisions: int = 0, told: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Every figure; `told` hears what comes next. Ctrl-C ends it with what there is.

    With `decisions` each level decides at least so often; without, as often as its share of the time allows.
    """
    say = told or (lambda _: None)
    samples = {id: Sample(Times([], []), Counter()) for id in LEVELS}
    rates: dict[str, float] = {}
    stopped = False
    try:
        positions = Positions(book)
        for id, level in LEVELS.items():
            decide(positions, level, samples[id], seconds * max(1.0, PATIENCE * level.seconds), decisions, say)
        setup = eight_a_side(book)
        for id in QUICK:
            say(f"{id} games")
            played(book, setup, id, "warm")
            rates[f"{id}_games_per_s"] = games_per_s(partial(counted, book, setup, id, samples[id].kinds), seconds)
    except KeyboardInterrupt:
        stopped = True
    return {**report(book, samples, rates), "stopped": stopped}


def decide(
    positions: Positions, level: Level, sample: Sample, seconds: float, decisions: int, say: Callable[[str], None]
) -> None:
    """Let a level decide at positions of quick games, spread over squads, tables and turns."""
    end = perf_counter() + seconds
    goal = f" of {decisions:,}" if decisions else ""
    for number, match in enumerate(positions):
        say(f"{level.id}, {len(sample.times.wall):,}{goal} decisions")
        seats = {side: player(level.id, f"bench {number} {side}") for side in positions.book.sides}
        for moment in islice(moments(match, seats, aloud=True), STRETCH):
            note(sample, moment)
            if len(sample.times.wall) >= decisions if decisions else perf_counter() >= end:
                return


def note(sample: Sample, moment: Moment) -> None:
    """Keep what one decision took, and what was chosen."""
    sample.times.wall.append(moment.wall * 1e3)
    sample.times.process.append(moment.process * 1e3)
    sample.kinds[type(moment.action).__name__] += 1


class Positions:
    """Positions from quick games, the same for every level, each to be played on with dice of its own."""

    def __init__(self, book: Game) -> None:
        self.book = book
        self._known: list[tuple[SetUp, Table]] = []
        self._games = 0

    def __iter__(self) -> Iterator[Match]:
        """There is no end to them."""
        for number in count():
            while number >= len(self._known):
                self._find()
            setup, rest = self._known[number]
            yield Match(self.book, setup, SeededDice(f"bench position {number}"), rest=rest)

    def _find(self) -> None:
        """Play one more quick game, and take some positions of it."""
        book, number = self.book, self._games
        self._games += 1
        squad, table = drawn(number, tuple(samples(book, book.sides[0])), tuple(book.tables))
        rosters = facing(book, squad, number // len(book.tables))
        setup = prepared(book, rosters, book.tables[table], book.rulebook.settle({}))
        steps = played(book, setup, USUAL, f"bench {number}", keep=True).steps or []
        rests = [step.rest for step in steps if step.rest.outcome is None]
        # One from the beginning, one from the end and those between, a little later in every game.
        late = number % 7 / 7
        places = (int((place + late) * len(rests) / STARTS) for place in range(STARTS))
        self._known += [(setup, rests[place]) for place in places]


def counted(book: Game, setup: SetUp, level: str, kinds: Counter[str], number: int) -> None:
    """Play one of the games that are timed; what was chosen is counted in passing."""
    match = Match(book, setup, SeededDice(f"bench {number}"))
    seats = {side: player(level, f"bench {number}/{side}") for side in book.sides}
    kinds.update(type(moment.action).__name__ for moment in moments(match, seats))


def report(book: Game, samples: dict[str, Sample], rates: dict[str, float]) -> dict[str, Any]:
    """What was measured, for scripts."""
    levels = {id: spread(sample.times, LEVELS[id].seconds) for id, sample in samples.items()}
    kinds = sorted({*(kind.__name__ for kind in book.actions), *(k for s in samples.values() for k in s.kinds)})
    census = {kind: {id: sample.kinds[kind] for id, sample in samples.items()} for kind in kinds}
    never = [kind for kind, chosen in census.items() if not any(chosen.values())]
    first = next(iter(LEVELS))
    figures: dict[str, Any] = {
        **{f"{id}_p95_ms": found["process_ms"]["p95"] for id, found in levels.items()},
        **{key: sum(found[key] for found in levels.values()) for key in ("overruns", "overruns_twice")},
        **{f"{id}_games_per_s": rates.get(f"{id}_games_per_s") for id in QUICK},
        "kinds_never_chosen": len(never),
    }
    return {
        **figures,
        "game": book.id,
        "levels": levels,
        "census": census,
        "never_chosen": never,
        "chosen_by_chance_only": [
            kind for kind, chosen in census.items() if chosen[first] and chosen[first] == sum(chosen.values())
        ],
    }
