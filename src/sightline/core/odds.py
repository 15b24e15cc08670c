"""Exact odds: the same scripts that are played, run over every way the dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import factorial, prod
from typing import TypeVar

from sightline.core.decisions import Action, Decision
from sightline.core.dice import Faces, Roll
from sightline.core.match import Match
from sightline.core.wire import key

T = TypeVar("T")

Policy = Callable[[Match, Decision], Action]
"""Who decides while the dice are enumerated."""

NODES = 200_000
"""Positions beyond which an enumeration is given up."""


class TooMany(RuntimeError):
    """A question with more branches than can be enumerated."""


def by_default(match: Match, decision: Decision) -> Action:
    """Answer what is answered where nobody answers."""
    if decision.default is None:
        raise LookupError(f"{decision.rule} has no default answer")
    return decision.default


def falls(roll: Roll) -> Iterator[tuple[Faces, Fraction]]:
    """Every way a roll can fall that makes a difference, with its chance; dice of one meaning are grouped."""
    reads = roll.reads or tuple(range(roll.sides))
    shows: dict[int, int] = {}
    weight: dict[int, int] = {}
    for face, meaning in enumerate(reads, 1):
        shows.setdefault(meaning, face)
        weight[meaning] = weight.get(meaning, 0) + 1
    meanings = list(shows)
    for counts in _splits(roll.count, len(meanings)):
        ways = factorial(roll.count) // prod(factorial(n) for n in counts)
        faces = tuple(shows[m] for m, n in zip(meanings, counts, strict=True) for _ in range(n))
        chance = Fraction(
            ways * prod(weight[m] ** n for m, n in zip(meanings, counts, strict=True)), roll.sides**roll.count
        )
        yield faces, chance


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide a number into so many parts."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


def outcomes(
    start: Match, stop: Callable[[Match], bool], policy: Policy = by_default
) -> Iterator[tuple[Match, Fraction]]:
    """Every position at which `stop` holds, or the match is over, with its chance.

    Equal tables are met once, whatever led to them: measure what lies on the table, not the events of the match.
    """
    layer: dict[bytes, tuple[Match, Fraction]] = {_key(start): (start.fork(), Fraction(1))}
    ended: dict[bytes, tuple[Match, Fraction]] = {}
    nodes = 0
    while layer:
        following: dict[bytes, tuple[Match, Fraction]] = {}
        for match, chance in layer.values():
            if match.pending is None or stop(match):
                _meet(ended, match, chance)
                continue
            if isinstance(match.pending, Roll):
                branches = list(falls(match.pending))
                nodes += len(branches)
                if nodes > NODES:
                    raise TooMany(f"more than {NODES} ways for the dice to fall")
                for faces, part in branches:
                    branch = match.fork()
                    branch.play(faces)
                    _meet(following, branch, chance * part)
            else:
                branch = match.fork()
                branch.play(policy(branch, match.decision))
                _meet(following, branch, chance)
        layer = following
    yield from ended.values()


def distribution(
    start: Match,
    stop: Callable[[Match], bool],
    measure: Callable[[Match], T],
    policy: Policy = by_default,
) -> dict[T, Fraction]:
    """How likely each value of a measure is where play stops."""
    found: dict[T, Fraction] = {}
    for match, chance in outcomes(start, stop, policy):
        value = measure(match)
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def _meet(known: dict[bytes, tuple[Match, Fraction]], match: Match, chance: Fraction) -> None:
    """Add a position to those known, joined with an equal one."""
    where = _key(match)
    before = known.get(where)
    known[where] = (match, chance) if before is None else (before[0], before[1] + chance)


def _key(match: Match) -> bytes:
    # Positions are equal if they rest on the same table and the same answers were given since.
    return key(match.rest) + repr(match.answers).encode()
