"""The nine types of character: what they cost, how they fight, and what they stand."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.muster import Entry, Roster
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.catalog import characters
from sightline.games.guerrilla.events import Slain
from tests.games.guerrilla.cues import alive, faults, pace, shot_odds
from tests.games.guerrilla.stage import Stage, happened, on
from tests.kit import rule

#       id             cost gs ms sp  hp   a  b  shot    swing
TYPES = [
    ("overseer", 4, 5, 5, 4, 22, 6, 5, "3/5", "3/5"),
    ("trooper", 1, 5, 6, 4, 16, 4, 5, "3/5", "1/2"),
    ("artillerist", 3, 4, 7, 3, 18, 6, 4, "7/10", "2/5"),
    ("recon", 2, 5, 4, 6, 16, 6, 4, "3/5", "7/10"),
    ("technician", 2, 7, 8, 3, 14, 7, 5, "2/5", "3/10"),
    ("medic", 4, 6, 7, 4, 20, 7, 6, "1/2", "2/5"),
    ("herald", 3, 8, 6, 4, 14, 7, 7, "3/10", "1/2"),
    ("crusader", 5, 6, 5, 5, 25, 7, 6, "1/2", "3/5"),
    ("bastion", 3, 6, 4, 3, 28, 6, 4, "1/2", "7/10"),
]


def each_type(*columns: int) -> pytest.MarkDecorator:
    """The chosen columns of the table, every row under its own rule."""
    rows = [
        pytest.param(*(row[c] for c in columns), id=str(row[0]), marks=rule(f"DG-CHT-{number:02}", 0))
        for number, row in enumerate(TYPES, 1)
    ]
    names = ("name", "cost", "gs", "ms", "sp", "hp", "edition_a", "edition_b", "shot", "swing")
    return pytest.mark.parametrize([names[c] for c in columns], rows)


def test_there_are_nine_types() -> None:
    assert list(characters()) == [row[0] for row in TYPES]


@each_type(0, 2, 3, 8, 9)
def test_everybody_shoots_and_swings_by_their_own_skill(name: str, gs: int, ms: int, shot: str, swing: str) -> None:
    shooting, swinging = shot_odds(name, "phaser_pistol"), shot_odds(name, "saw_sword")
    assert (shooting["need"], shooting["per_die"]) == (gs, shot)
    assert (swinging["need"], swinging["per_die"]) == (ms, swing)


@each_type(0, 5, 1)
def test_everybody_survives_their_hit_points_and_dies_of_one_more(name: str, hp: int, cost: int) -> None:
    for damage, dies in ((hp, False), (hp + 1, True)):
        red, blue = [on("trooper", 3, 12)], [on(name, 30, 12, damage=damage), on("trooper", 33, 12)]
        match = Stage(red, blue, phase="upkeep").match()
        assert alive(match, "blue-1") != dies
        assert [e.model for e in happened(match, Slain)] == ["blue-1"] * dies
        assert GAME.scores(match.table)["red"] == cost * dies


@each_type(0, 1, 4)
def test_everybody_has_their_price_and_their_pace(name: str, cost: int, sp: int) -> None:
    assert GAME.cost(Roster(game=GAME.id, name="two", models=(Entry(name), Entry(name)))) == 2 * cost
    assert pace(Stage([on(name, 5, 12)], [on("trooper", 20, 12)]), "red-1") == sp


@each_type(0, 6, 7)
def test_everybody_has_an_allowance_in_each_edition(name: str, edition_a: int, edition_b: int) -> None:
    for edition, allowance in (("edition_a", edition_a), ("edition_b", edition_b)):
        options: dict[str, Any] = {"eqab_budget": edition, "duplicate_items": "allowed"}
        assert faults(name, *["saw_sword"] * allowance, **options) == []
        assert faults(name, *["saw_sword"] * (allowance + 1), **options) == ["DG-SQD-04"]
