"""A ladder: each level against the next below, and how sure one can be which of them is the better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from sightline.ai.levels import LEVELS, parse_level
from sightline.core.game import game
from sightline.lab.crew import Crew, gathered
from sightline.lab.log import PROGRAMS, Log, programs_hash
from sightline.lab.mirror import Bout, Entrant, MirrorArena, Result, Ring
from sightline.lab.statistics import Pairing, connected, paired_score, ratings, whole_pairs, wilson
from sightline.lab.timing import Times, rounded, spread


class Ladder(Struct, frozen=True):
    """What is to be played."""

    ring: Ring
    pairings: tuple[Pairing, ...]
    games: int
    """Games of each pairing: an even number."""
    out: str = ""
    """The folder for the log; empty: none is kept."""

    def bouts(self) -> list[Bout]:
        """Every game. The pairings take turns, so that one that is stopped early has something to say of all."""
        return [
            Bout(2 * pair + half, Entrant(a), Entrant(b))
            for pair in range(self.games // 2)
            for a, b in self.pairings
            for half in (1, 2)
        ]

    def head(self) -> dict[str, Any]:
        """What games must have in common to be counted together."""
        book = game(self.ring.game)
        return {
            "game": self.ring.game,
            "seed": self.ring.seed,
            "squads": list(self.ring.squads),
            "tables": list(self.ring.tables or book.tables),
            "options": self.ring.options,
            "rules": book.rulebook.rules_hash,
            PROGRAMS: programs_hash(self.ring.game),
        }


def neighbours(levels: Sequence[str]) -> tuple[Pairing, ...]:
    """Each level with the next below, the levels given the weakest first."""
    return tuple(zip(levels[1:], levels, strict=False))


def climb(
    ladder: Ladder, jobs: int = 1, told: Callable[[Result], None] | None = None
) -> tuple[list[Result], int, bool]:
    """Play a ladder; returns the games, how many of them were there already, and whether Ctrl-C stopped it."""
    MirrorArena(ladder.ring).check()  # A squad that no rule lets start is found before any process is.
    bouts = {(bout.number, bout.a.level, bout.b.level): bout for bout in ladder.bouts()}
    with Log(ladder.out, "ladder", Result, ladder.head()) as log:
        known = {key: one for one in log.lines if (key := (one.number, one.a, one.b)) in bouts}
        for one in known.values():
            if told is not None:
                told(one)

        def keep(result: Result) -> None:
            log.add(result)
            if told is not None:
                told(result)

        missing = [bout for key, bout in bouts.items() if key not in known]
        with Crew(partial(MirrorArena, ladder.ring), min(jobs, max(1, len(missing)))) as crew:
            _, stopped = gathered(crew, missing, keep)
        known |= {(one.number, one.a, one.b): one for one in log.lines if (one.number, one.a, one.b) in bouts}
    return [known[key] for key in bouts if key in known], len(bouts) - len(missing), stopped


def report(ladder: Ladder, results: Iterable[Result]) -> dict[str, Any]:
    """What the games say, for scripts."""
    book = game(ladder.ring.game)
    by_pairing: dict[Pairing, list[Result]] = {pairing: [] for pairing in ladder.pairings}
    for one in results:
        by_pairing[one.a, one.b].append(one)
    return {
        "game": ladder.ring.game,
        "seed": ladder.ring.seed,
        "games": sum(map(len, by_pairing.values())),
        "squads": list(ladder.ring.squads),
        "tables": list(ladder.ring.tables or book.tables),
        "pairs": [contest(pairing, found, book.sides) for pairing, found in by_pairing.items()],
        "ratings": rated(by_pairing, f"{ladder.ring.seed}"),
        "times": thinking(by_pairing),
    }


def contest(pairing: Pairing, results: Sequence[Result], sides: Sequence[str]) -> dict[str, Any]:
    """How one pairing went, from the first one's point of view."""
    a, b = pairing
    wins, losses = (sum(one.score == score for one in results) for score in (1.0, 0.0))
    scores = whole_pairs((one.number, one.score) for one in results)
    low, high = paired_score(scores)
    count = len(results)
    return {
        "a": a,
        "b": b,
        "games": count,
        "wins": wins,
        "draws": count - wins - losses,
        "losses": losses,
        "win_share": rounded(wins / count) if count else None,
        "win_interval": [rounded(bound) for bound in wilson(wins, count)],
        "whole_pairs": len(scores),
        "score": rounded(sum(scores) / len(scores)) if scores else None,
        "score_interval": [rounded(low), rounded(high)],
        "verdict": verdict(a, b, low, high, len(scores)),
        "decisions": rounded(sum(one.decisions for one in results) / count) if count else None,
        "won_as": {side: sum(one.side == side and one.score == 1 for one in results) for side in sides},
    }


def verdict(a: str, b: str, low: float, high: float, pairs: int) -> str:
    """Which of two is the better, in words."""
    if not pairs:
        return "not played"
    if low > 0.5:
        return f"{a} beats {b}"
    return f"{b} beats {a}" if high < 0.5 else "no difference"


def rated(by_pairing: Mapping[Pairing, Sequence[Result]], seed: str) -> list[dict[str, Any]]:
    """A rating for each who played somebody else; in groups, where some cannot be compared with others."""
    met = {
        pairing: scores
        for pairing, found in by_pairing.items()
        if pairing[0] != pairing[1] and (scores := whole_pairs((one.number, one.score) for one in found))
    }
    rows = []
    for number, group in enumerate(connected(met), 1):
        own = {pairing: scores for pairing, scores in met.items() if pairing[0] in group}
        swept = {name for pairing, scores in own.items() if sum(scores) in {0, len(scores)} for name in pairing}
        anchor = next(iter(LEVELS))
        for name, (value, low, high) in ratings(own, anchor if anchor in group else "", seed=seed).items():
            row = {"level": name, "elo": round(value, 1), "interval": [round(low, 1), round(high, 1)], "group": number}
            rows.append({**row, "swept": name in swept})
    return rows


def thinking(by_pairing: Mapping[Pairing, Sequence[Result]]) -> list[dict[str, Any]]:
    """What each level took to decide, over all its games."""
    wall: dict[str, list[float]] = {}
    process: dict[str, list[float]] = {}
    for found in by_pairing.values():
        for one in found:
            for level, times in ((one.a, one.times_a), (one.b, one.times_b)):
                wall.setdefault(level, []).extend(times.wall)
                process.setdefault(level, []).extend(times.process)
    return [
        {"level": level, **spread(Times(wall[level], process[level]), parse_level(level)[0].seconds)}
        for level in sorted(wall, key=lambda level: list(LEVELS).index(parse_level(level)[0].id))
    ]
