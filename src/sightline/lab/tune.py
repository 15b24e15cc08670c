"""Weights learned by self-play: all of them are nudged at once, two nudged programs play, and the better one pulls.

The method is SPSA (simultaneous perturbation stochastic approximation). Every step draws a sign for each weight; the
program with the weights nudged by those signs plays the one nudged the other way, on common seeds from both sides, and
the weights move towards whichever did better, less and less as the steps go on. What comes out is the mean of the
second half of the steps. It is proposed only if it then beats the old weights on fresh seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import exp, log
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins

from sightline.lab.log import Log
from sightline.lab.statistics import paired_score, whole_pairs

NUDGE_FADES = 0.101
PULL_FADES = 0.602
"""How nudges and pulls grow less with the steps: the exponents of the literature (Spall 1998)."""
WARMING = 0.1
"""The share of all steps by which the first pulls are held back."""
FARTHEST = log(8)
"""No weight becomes more than eight times or less than an eighth of what it was."""
FRESH = 1_000_000_000
"""Games of the confirmation are counted from here: no step has seen their seeds."""

Weights = Mapping[str, float]


class Duel(NamedTuple):
    """A game to be played: its number (odd: a sits first; the next one is the same from the other side), and who."""

    number: int
    a: Weights
    b: Weights


Play = Callable[[int, Weights, Weights], float]
"""The score of a in one game."""
Batch = Callable[[Sequence[Duel]], Iterable[tuple[int, float]]]
"""Numbers and scores of several games, as they come to their ends."""


def one_by_one(play: Play) -> Batch:
    """Games played one after the other."""

    def batch(duels: Sequence[Duel]) -> Iterator[tuple[int, float]]:
        for duel in duels:
            yield duel.number, play(*duel)

    return batch


class Plan(Struct, frozen=True):
    """How weights are looked for."""

    start: dict[str, float]
    """The weights as they are; only these are changed."""
    seed: int | str = 1
    steps: int = 150
    pairs: int = 8
    """Pairs of games in each step."""
    confirm: int = 400
    """Games of the confirmation: an even number."""
    nudge: float = 0.3
    """How far the first nudge goes, in factors of e: 0.3 makes a weight a third more, or a quarter less."""
    pull: float = 1.0
    """How far the first step may go, in nudges, were one of the two programs to win every game."""

    @property
    def games(self) -> int:
        """Every game there is to play."""
        return self.steps * self.pairs * 2 + self.confirm


class Step(Struct, frozen=True):
    """One step of the search, as it is kept."""

    number: int
    score: float
    """Of the program nudged along the signs drawn."""
    place: dict[str, float]
    """Where the step led: factors of e by which each weight is changed, or what is added to one that was nought."""


class Trial(Struct, frozen=True):
    """One game of the confirmation, as it is kept."""

    number: int
    score: float


class Tuned(Struct, frozen=True):
    """What came out."""

    weights: dict[str, float]
    steps: int
    """Steps that were made."""
    games: int
    """Games of the confirmation."""
    score: float | None
    """Of the new weights against the old."""
    interval: tuple[float, float]
    stopped: bool

    @property
    def better(self) -> bool:
        """Whether the new weights are to be proposed."""
        return not self.stopped and self.interval[0] > 0.5

    @property
    def verdict(self) -> str:
        """What came out, in words."""
        if self.stopped:
            return "stopped before the end, weights kept"
        if self.better:
            return "the new weights beat the old"
        return "the new weights are worse, weights kept" if self.interval[1] < 0.5 else "no difference, weights kept"


def tune(
    plan: Plan,
    batch: Batch,
    out: str = "",
    head: Mapping[str, Any] | None = None,
    told: Callable[[], None] | None = None,
    first: Mapping[str, float] | None = None,
) -> Tuned:
    """Look for better weights; `told` hears of each game. With a folder it goes on from where it was stopped.

    `first` is the place to begin at, as factors of e; none: the weights as they are.
    """
    begin = {name: (first or {}).get(name, 0.0) for name in plan.start}
    heard = told or (lambda: None)
    known = {**to_builtins(plan), **(head or {})}
    with Log(out, "tune", Step, known, "steps") as steps, Log(out, "tune", Trial, known, "confirmation") as games:
        stopped = False
        for _ in range(len(steps.lines) * plan.pairs * 2 + len(games.lines)):
            heard()
        try:
            for number in range(len(steps.lines) + 1, plan.steps + 1):
                before = steps.lines[-1].place if steps.lines else begin
                steps.add(step(plan, number, before, batch, heard))
            confirm(plan, settled(plan, steps.lines, begin), batch, games, heard)
        except KeyboardInterrupt:
            stopped = True
        scores = whole_pairs((game.number, game.score) for game in games.lines)
        return Tuned(
            settled(plan, steps.lines, begin),
            len(steps.lines),
            len(games.lines),
            sum(scores) / len(scores) if scores else None,
            paired_score(scores),
            stopped,
        )


def step(plan: Plan, number: int, before: Mapping[str, float], batch: Batch, heard: Callable[[], None]) -> Step:
    """Nudge all weights, play, and move."""
    rng = Random(f"tune {plan.seed} {number}")  # noqa: S311 - a search, not a lock
    nudge = plan.nudge / number**NUDGE_FADES
    signs = {name: rng.choice((-1.0, 1.0)) for name in plan.start}
    along, against = (
        weights_at(plan, {name: place + way * nudge * signs[name] for name, place in before.items()}) for way in (1, -1)
    )
    first = (number - 1) * plan.pairs * 2 + 1
    duels = [Duel(first + n, along, against) for n in range(plan.pairs * 2)]
    points = 0.0
    for _, score in batch(duels):
        points += score
        heard()
    mean = points / len(duels)
    held_back = plan.steps * WARMING
    length = plan.pull * plan.nudge * ((1 + held_back) / (number + held_back)) ** PULL_FADES
    place = {
        name: min(FARTHEST, max(-FARTHEST, was + length * (2 * mean - 1) * signs[name])) for name, was in before.items()
    }
    return Step(number, mean, place)


def confirm(plan: Plan, weights: Weights, batch: Batch, log: Log[Trial], heard: Callable[[], None]) -> None:
    """The new weights against the old, on seeds that no step has seen."""
    done = {game.number for game in log.lines}
    numbers = (FRESH + n for n in range(1, plan.confirm + 1))
    for number, score in batch([Duel(number, weights, plan.start) for number in numbers if number not in done]):
        log.add(Trial(number, score))
        heard()


def settled(plan: Plan, steps: Sequence[Step], begin: Mapping[str, float]) -> dict[str, float]:
    """The weights that a search came to: the mean of its second half, for any single step is noise."""
    half = steps[len(steps) // 2 :]
    if not half:
        return weights_at(plan, begin)
    return weights_at(plan, {name: sum(one.place[name] for one in half) / len(half) for name in plan.start})


def weights_at(plan: Plan, place: Mapping[str, float]) -> dict[str, float]:
    """Weights from a place of the search, in the four figures in which they will be written down."""
    return {name: float(f"{was * exp(place[name]) if was else place[name]:.4g}") for name, was in plan.start.items()}
