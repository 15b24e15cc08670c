"""Chances that are asked for without a table (DW-GEN-02)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.errors import BadInput
from sightline.games.deepwars import GAME
from sightline.games.deepwars.odds import answer
from tests.kit import rule


@rule("DW-GEN-02")
@rule("DW-MRL-06")
@pytest.mark.parametrize("quality", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bonus", range(-6, 7))
def test_odds_are_told_for_every_quality_and_bonus(quality: int, bonus: int) -> None:
    good = Fraction(7 - min(6, max(2, quality - bonus)), 6)
    found = answer(GAME, {"morale": {"quality": quality, "bonus": bonus}})
    assert Fraction(found["stays"]) == good**3
    assert Fraction(found["deserts"]) == (1 - good) ** 3
    found = answer(GAME, {"activation": {"quality": quality, "bonus": bonus, "dice": 2}})
    assert Fraction(found["turnover"]) == (1 - good) ** 2


@rule("DW-GEN-02")
@rule("DW-ACT-03")
@rule("DW-MRL-06")
@pytest.mark.parametrize("quality", range(2, 7))
def test_a_bonus_as_large_as_quality_leaves_only_the_natural_ones(quality: int) -> None:
    figures = {"quality": quality, "bonus": quality}
    found = answer(GAME, {"activation": {**figures, "dice": 2}})
    assert (found["turnover"], found["actions"]["2"]) == ("1/36", "25/36")
    assert answer(GAME, {"morale": figures})["deserts"] == "1/216"


@rule("DW-ACT-03")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"activation": {"quality": 4, "dice": 0}}, "odds.activation.dice: expected a whole number >= 1"),
        ({"combat": {"mode": "melee"}}, "odds.combat.mode: there is no 'melee'; known: h2h, ranged"),
        ({"morale": {"bonus": 1}}, "odds.morale: missing key 'quality'"),
    ],
)
def test_a_question_no_rule_answers_says_what_there_is(question: dict[str, object], told: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.odds(question)
    assert str(refused.value) == told
