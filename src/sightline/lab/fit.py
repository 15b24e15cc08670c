"""Weights of positions learned from games: by how much each part of a position foretells the score at the end.

Programs of one level play each other. Whenever it becomes the other side's turn to decide, the position is read in
its parts, seen from the side that has just acted, as programs read it that look ahead. The weights are those with
which the parts come nearest to the final margin (least squares), held a little to what they were: a part that was
hardly ever seen keeps its weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log

from msgspec import Struct

from sightline.ai.field import COUNTED, FEATURES, Field
from sightline.ai.thought import Stop, never
from sightline.ai.weights import load
from sightline.core.decisions import Decision
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.lab.crew import Crew
from sightline.lab.log import Log
from sightline.lab.mirror import Bout, Entrant, MirrorArena, Ring
from sightline.lab.statistics import solved
from sightline.lab.timing import moments
from sightline.lab.tune import FARTHEST

HOLD = 0.02
"""How strongly a weight is held to what it was, as a share of what the games say about it."""
SCORE = FEATURES.index("score")
TEMPO = len(FEATURES)
"""The place of the part that is always 1: what it is worth that the other side is about to act."""


class Lesson(Struct, frozen=True):
    """What one game teaches; it is kept as one line of a log."""

    number: int
    positions: int
    products: list[list[float]]
    """Sums over the positions of each part times each, the last one being always 1."""
    foretold: list[float]
    """Sums over the positions of each part times the final margin."""


class School:
    """Plays games and learns from them, in this process."""

    def __init__(self, ring: Ring) -> None:
        self.arena = MirrorArena(ring)

    def play(self, bout: Bout, stop: Stop = never, /) -> Lesson:
        """Play one game, and look at its positions in the light of how it ended."""
        match, _, seats = self.arena.seated_match(bout)
        weights = load(match.game)
        seen = [
            (moment.side, [*Field(match.game, match.table, moment.side, weights).standing(), 1.0])
            for moment in moments(match, seats, stop)
            if isinstance(match.pending, Decision) and match.pending.side != moment.side
        ]
        return lesson(bout.number, seen, margins(match))


def margins(match: Match) -> dict[str, float]:
    """By how much each side leads."""
    scores, table = match.game.scores(match.table), match.table
    return {side: scores[side] - scores[table.other(side)] for side in table.sides}


def lesson(number: int, seen: Sequence[tuple[str, Sequence[float]]], margin: Mapping[str, float]) -> Lesson:
    """Positions, each with the side that saw it, summed up."""
    size = TEMPO + 1
    products = [[0.0] * size for _ in range(size)]
    foretold = [0.0] * size
    for side, parts in seen:
        for i, part in enumerate(parts):
            foretold[i] += part * margin[side]
            for j, other in enumerate(parts):
                products[i][j] += part * other
    return Lesson(number, len(seen), products, foretold)


def study(crew: Crew[Bout, Lesson], level: str, games: int, log: Log[Lesson], told: Callable[[], None]) -> None:
    """Let a level play itself so often; lessons that a log has already are not repeated."""
    known = {one.number for one in log.lines}
    for _ in known:
        told()
    same = Entrant(level)
    for one in crew.work([Bout(number, same, same) for number in range(1, games + 1) if number not in known]):
        log.add(one)
        told()


def learned(lessons: Iterable[Lesson], weights: Mapping[str, float]) -> dict[str, float]:
    """The factors, as powers of e, by which games would have weights of positions changed, where they say anything."""
    size = TEMPO + 1
    products = [[0.0] * size for _ in range(size)]
    foretold = [0.0] * size
    for one in sorted(lessons, key=lambda lesson: lesson.number):
        for i in range(size):
            foretold[i] += one.foretold[i]
            for j in range(size):
                products[i][j] += one.products[i][j]
    before = [1.0 if name in COUNTED else weights[name] for name in FEATURES]
    seen = [n for n, was in enumerate(before) if was and products[n][n] > 0]
    kept = [*seen, TEMPO]
    while True:
        # A weight is never below nought: a part the games speak against is left out, as far as weights may go.
        rows = [[products[i][j] * (1 + HOLD * (i == j and i != TEMPO)) for j in kept] for i in kept]
        right = [foretold[i] + (HOLD * products[i][i] * before[i] if i != TEMPO else 0.0) for i in kept]
        found = dict(zip(kept, solved(rows, right), strict=True))
        against = [n for n in kept if n != TEMPO and found[n] <= 0]
        if not against:
            break
        kept = [n for n in kept if n not in against]
    # Everything is counted in what wins, so the score keeps its weight and the others follow.
    if SCORE not in found:
        raise BadInput("the score foretells nothing in these games; more games are needed to learn from")
    unit = found[SCORE] / before[SCORE]
    return {name: factor(found.get(n, 0.0) / unit, before[n]) for n, name in enumerate(FEATURES) if n in seen}


def factor(value: float, before: float) -> float:
    """A change of a weight as a power of e, within what is allowed."""
    return max(-FARTHEST, min(FARTHEST, log(value / before))) if value > 0 else -FARTHEST
