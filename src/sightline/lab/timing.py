"""How long programs think."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from time import perf_counter, process_time
from typing import Any, NamedTuple

from msgspec import Struct

from sightline.ai.player import PATIENCE, Thinker
from sightline.ai.thought import Stop, never
from sightline.core.decisions import Action, Concede, Decision
from sightline.core.match import Match
from sightline.core.table import Side
from sightline.lab.crew import Stopped
from sightline.lab.statistics import quantile


class Moment(NamedTuple):
    """One decision of a program, and what it took."""

    side: Side
    action: Action
    wall: float
    """Seconds by the clock: what somebody at the table waits, and what other programs on the machine add to it."""
    process: float
    """Seconds of the processor: what the program itself used."""


def moments(
    match: Match, players: Mapping[Side, Thinker], stop: Stop = never, *, aloud: bool = False
) -> Iterator[Moment]:
    """Let programs answer until the match is over, and say of each answer what it took; aloud: with their reasons."""
    for answered in count():
        if not isinstance(match.pending, Decision):
            return
        if stop():
            raise Stopped
        side = match.pending.side
        if answered == PATIENCE:
            match.play(Concede(side))
            return
        wall, process = perf_counter(), process_time()
        action = players[side].think(match).action if aloud else players[side].choose(match)
        moment = Moment(side, action, perf_counter() - wall, process_time() - process)
        match.play(action)
        yield moment


class Times(Struct, frozen=True):
    """What each decision of one player took in a game, in milliseconds."""

    wall: list[float]
    process: list[float]


def spread(times: Times, budget: float) -> dict[str, Any]:
    """Quantiles of thinking times, and how often the budget was overrun: by the clock, for that is what people wait."""
    return {
        "count": len(times.wall),
        "budget_ms": budget * 1e3,
        "wall_ms": quantiles(times.wall),
        "process_ms": quantiles(times.process),
        "overruns": sum(wall > budget * 1e3 for wall in times.wall),
        "overruns_twice": sum(wall > budget * 2e3 for wall in times.wall),
    }


def quantiles(values: list[float]) -> dict[str, float | None]:
    """The middle, the tail and the worst."""
    if not values:
        return dict.fromkeys(("p50", "p95", "p99", "max"))
    ordered = sorted(values)
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: rounded(quantile(ordered, share)) for name, share in shares.items()}


def rounded(value: float) -> float:
    """A figure for scripts."""
    return round(value, 4)
