"""Weights of positions, learned from games of which it is known what decided them."""

from math import exp
from random import Random

import pytest

from sightline.ai.field import COUNTED, FEATURES
from sightline.core.errors import BadInput
from sightline.lab.fit import Lesson, learned, lesson
from sightline.lab.tune import FARTHEST

WEIGHTS = dict.fromkeys(FEATURES, 1.0)


def games(truth: dict[str, float], count: int = 40) -> list[Lesson]:
    """Games in which the margin is what the parts make of it, but for some luck."""
    found = []
    for number in range(count):
        rng = Random(f"lesson {number}")  # noqa: S311 - a test, not a lock
        for _ in range(20):
            parts = [rng.gauss(0, 1) if name in truth else 0.0 for name in FEATURES]
            margin = sum(part * truth.get(name, 0.0) for name, part in zip(FEATURES, parts, strict=True))
            luck = rng.gauss(0, 0.5)
            found.append(lesson(number, [("red", [*parts, 1.0])], {"red": margin + luck, "blue": -margin - luck}))
    return found


def test_the_weights_are_those_that_foretell_the_margin() -> None:
    factors = learned(games({"score": 1.0, "give": 0.5, "take": 2.0}), WEIGHTS)
    assert factors["score"] == 0
    assert exp(factors["give"]) == pytest.approx(0.5, abs=0.06)
    assert exp(factors["take"]) == pytest.approx(2.0, abs=0.1)


def test_everything_is_counted_in_the_score() -> None:
    factors = learned(games({"score": 2.0, "give": 1.0}), WEIGHTS)
    assert factors["score"] == 0
    assert exp(factors["give"]) == pytest.approx(0.5, abs=0.06)


def test_a_part_that_was_never_seen_keeps_its_weight() -> None:
    assert "goals" not in learned(games({"score": 1.0, "give": 0.5}), WEIGHTS)


def test_a_part_the_games_speak_against_is_weighed_as_little_as_may_be() -> None:
    assert learned(games({"score": 1.0, "give": -0.7}), WEIGHTS)["give"] == -FARTHEST


def test_parts_that_have_their_weight_already_are_changed_by_factors() -> None:
    name = min(COUNTED)
    factors = learned(games({"score": 1.0, name: 0.5}), {**WEIGHTS, name: 3.0})
    assert exp(factors[name]) == pytest.approx(0.5, abs=0.06)


def test_games_in_which_the_score_foretells_nothing_teach_nothing() -> None:
    with pytest.raises(BadInput, match="more games are needed"):
        learned(games({"score": -1.0, "give": 1.0}), WEIGHTS)
