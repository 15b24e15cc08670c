from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sightline.core.decisions import Decision, Keep, Thrown
from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.odds import TooMany, by_default, distribution, falls, outcomes
from tests.core.scuffles import at_blows, bruises, is_over
from tests.plugins.scuffle.words import TryLuck

READS = [(), (0, 0, 0, 1, 1, 1), (0, 1, 1, 2, 2, 2), (5, 5, 5, 5, 5, 5), (0, 1, 0, 1, 0, 1)]


@pytest.mark.parametrize("reads", READS, ids=str)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_the_ways_dice_fall_are_those_of_every_face(reads: tuple[int, ...], count: int) -> None:
    roll = Roll("r", 6, count, "red", reads=reads)
    meaning = reads or tuple(range(6))
    grouped: Counter[tuple[int, ...]] = Counter()
    for faces, chance in falls(roll):
        assert len(faces) == count
        grouped[tuple(sorted(meaning[f - 1] for f in faces))] += chance  # type: ignore[assignment]
    every: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(1, 7), repeat=count):
        every[tuple(sorted(meaning[f - 1] for f in faces))] += Fraction(1, 6**count)  # type: ignore[assignment]
    assert grouped == every
    assert sum(grouped.values()) == 1


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_odds_of_a_blow_are_those_of_every_face(dice: int) -> None:
    start = at_blows(dice)
    found = distribution(start, is_over, bruises)
    every: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        match = start.fork()
        match.play(faces)
        while isinstance(match.pending, Decision) and match.pending.on is not None:
            match.play(Keep())
        every[bruises(match)] += Fraction(1, 6**dice)  # type: ignore[assignment]
    assert found == dict(every)
    assert sum(found.values()) == 1


def test_odds_with_luck_are_better_by_what_luck_is_worth() -> None:
    start = at_blows(1)

    def lucky(match: Match, decision: Decision) -> TryLuck | Keep:
        fresh = isinstance(decision.on, Thrown) and not decision.on.repeated
        return TryLuck((0,)) if fresh else Keep()

    assert distribution(start, is_over, bruises) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert distribution(start, is_over, bruises, lucky) == {0: Fraction(1, 4), 1: Fraction(3, 4)}


def test_equal_positions_are_met_once_and_the_start_is_left_alone() -> None:
    start = at_blows(3)
    pending = start.pending
    found = list(outcomes(start, is_over))
    assert len(found) == 4  # none to three hits
    assert sum(chance for _, chance in found) == 1
    assert start.pending is pending
    assert start.answers == []


def test_a_question_with_too_many_branches_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.core.odds.NODES", 3)
    with pytest.raises(TooMany):
        list(outcomes(at_blows(3), is_over))


def test_a_decision_without_a_default_has_no_default_answer() -> None:
    with pytest.raises(LookupError, match="XX"):
        by_default(at_blows(1), Decision("red", "XX", ()))
