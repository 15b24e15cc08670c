"""Odds as the command line answers them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.errors import BadInput
from sightline.games.starquest import GAME
from tests.kit import rule


@rule("SQ-SHT-06", 3)
def test_cover_helps_against_a_shot() -> None:
    found = GAME.odds({"attack": {"quality": 4, "attacks": 3, "ap": 1, "defense": 4, "cover": True}})
    assert found["hits"] == {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"}
    assert found["wounds"] == {"0": "27/64", "1": "27/64", "2": "9/64", "3": "1/64"}
    assert found["killed"] == {"0": "27/64", "1": "37/64"}


@rule("SQ-SPR-13", 3)
@rule("SQ-SPR-23")
def test_deadly_wounds_may_be_diced_away() -> None:
    spec = {"quality": 3, "attacks": 1, "ap": 1, "defense": 4, "rules": ["deadly(3)"], "target_rules": ["regeneration"]}
    found = GAME.odds({"attack": {**spec, "tough": 6}})
    assert found["wounds"] == {"0": "139/243", "1": "8/81", "2": "16/81", "3": "32/243"}
    assert found["killed"] == {"0": "1"}


def test_the_question_of_the_contract_adds_up() -> None:
    spec = {
        "quality": 4,
        "attacks": 3,
        "ap": 1,
        "defense": 4,
        "cover": True,
        "rules": ["rending", "blast(3)", "deadly(3)"],
        "target_rules": ["regeneration"],
        "models": 5,
        "tough": 1,
    }
    found = GAME.odds({"attack": spec})
    assert set(found) == {"hits", "wounds", "killed"}
    for chances in found.values():
        assert sum(map(Fraction, chances.values())) == 1
    # Three attacks hit 3/2 times, each counts three times; cover is ignored by Blast.
    assert sum(int(n) * Fraction(p) for n, p in found["hits"].items()) == Fraction(9, 2)
    # Plain hits (1/3) are blocked on 5+, torn ones (1/6) on a 6; each wound counts three, and Rending lets none heal.
    plain, torn = Fraction(1, 3) * Fraction(2, 3), Fraction(1, 6) * Fraction(5, 6)
    assert sum(int(n) * Fraction(p) for n, p in found["wounds"].items()) == 3 * 3 * 3 * (plain + torn)
    assert max(map(int, found["killed"])) == 5


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ({}, "attack"),
        ({"attack": {"quality": 1, "attacks": 1, "defense": 4}}, "quality"),
        ({"attack": {"quality": 4, "attacks": 1, "defense": 4, "rules": ["sharp"]}}, "sharp: no such special rule"),
        ({"attack": {"quality": 4, "attacks": 1, "defense": 4, "rules": ["stealth"]}}, "stealth is a rule of a unit"),
    ],
)
def test_a_question_that_cannot_be_answered_is_told(spec: object, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        GAME.odds(spec)


def test_every_example_is_answered() -> None:
    for spec in GAME.odds_examples:
        for chances in GAME.odds(spec).values():
            assert sum(map(Fraction, chances.values())) == 1
