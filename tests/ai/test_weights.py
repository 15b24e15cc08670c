"""The file of weights: what it must hold, and how its faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.ai import weights
from sightline.ai.field import FEATURES
from sightline.ai.levels import LEVELS, Effort
from sightline.ai.weights import NEEDED, Weights, load, read
from sightline.core.errors import BadInput
from sightline.core.game import game
from tests.conformance.matches import GAMES


def file(**changes: str) -> str:
    """A whole file, some of its tables written otherwise."""
    tables = {name: f'value = 1.0\ntext = "{name}"' for name in NEEDED} | changes
    return "".join(f"[weights.{name}]\n{body}\n" for name, body in tables.items())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "here: weights.score is missing"),
        (file().replace("[weights.take]", "[weights.tale]"), "here: weights.take is missing"),
        (file(take='value = "much"\ntext = "t"'), "here: weights.take.value: expected a number, got a text"),
        (file(take="value = 1.0"), "here: weights.take: missing key 'text'"),
        (file(take='value = 1.0\ntext = " "'), "here: weights.take.text: expected a few words on what it weighs"),
        (file(take='text = "t"'), "here: weights.take: missing key 'value'"),
        (
            file(take='value = 1.0\ntext = "t"\nbrave = 2.0'),
            "here: weights.take: unknown key 'brave'; known: value, text, aggressive, cautious, objective",
        ),
        (file(take='value = nan\ntext = "t"'), "here: weights.take.value: expected a finite number, got nan"),
        (
            file(take='value = 1.0\ntext = "t"\ncautious = inf'),
            "here: weights.take.cautious: expected a finite number, got inf",
        ),
        ("[weighs.take]\nvalue = 1.0", "here: unknown key 'weighs'; known: weights, levels"),
        ("[weights.take]\nvalue = \n", "here:2:9: invalid value"),
        ("weights = 3", "here.weights: expected an object, got a whole number"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, line: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text, "here")
    assert str(caught.value) == line


def test_a_game_may_weigh_what_no_other_does() -> None:
    found = read(file(thunder='value = 2.0\ntext = "thunder"'), "here")
    assert (found["thunder"], found.text("thunder")) == (2.0, "thunder")


def test_another_value_is_for_a_weight_there_is() -> None:
    found = read(file(), "here")
    assert dict(found.with_({"take": 3.0})) == {**found, "take": 3.0}
    with pytest.raises(BadInput, match=r"^tale: no such weight; known: score, "):
        found.with_({"tale": 3.0})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_each_part_of_an_appraisal_counts(name: str) -> None:
    found = load(game(name))
    assert isinstance(found, Weights)
    assert all(found.text(feature) for feature in FEATURES)
    assert load(game(name)) is found, "read once"


def test_a_game_without_weights_says_which_file_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FILE", "no-such-weights.toml")
    with pytest.raises(BadInput, match=rf"{Path('no-such-weights.toml')}: no such file or directory$"):
        load.__wrapped__(game(GAMES[0]))


# ------------------------------------------------------------------ levels


def test_a_level_may_look_harder_in_one_game_than_elsewhere() -> None:
    usual = LEVELS["regular"]
    found = read(file() + "[levels.regular]\nslips = 0.2\n[levels.regular.effort]\nwidth = 4\nfalls = 3\n", "here")
    here = found.level(usual)
    assert (here.effort, here.slips) == (Effort(width=4, falls=3), 0.2)
    assert (here.places, here.leans, here.seconds) == (usual.places, usual.leans, usual.seconds)
    assert found.level(LEVELS["veteran"]) is LEVELS["veteran"]
    assert found.with_({"take": 2.0}).leaning({"cautious": 1.0}).level(usual) == here


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "[levels.hero]\nslips = 0.1",
            "here: levels.hero: no such level; known: random, recruit, regular, veteran, commander",
        ),
        (
            "[levels.regular]\nslip = 0.1",
            "here: levels.regular: unknown key 'slip'; known: effort, slips, gross, places, leans",
        ),
        (
            "[levels.regular.effort]\nfalls = 3",
            "here: levels.regular.effort: expected width and perhaps own, follow, rounds, falls, rivals",
        ),
    ],
)
def test_a_fault_in_a_level_is_told_with_its_place(text: str, line: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(file() + text, "here")
    assert str(caught.value) == line
