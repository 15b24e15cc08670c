"""Levels and styles as they are written, and what a style makes of the weights."""

from __future__ import annotations

import pytest

from sightline.ai.levels import LEVELS, SLIDERS, USUAL, parse_level, written_level
from sightline.ai.player import player
from sightline.ai.weights import NEEDED, load
from sightline.core.errors import BadInput
from sightline.core.game import game
from tests.conformance.matches import GAMES


@pytest.mark.parametrize(
    ("written", "level", "style"),
    [
        ("regular", "regular", {}),
        ("veteran/aggressive", "veteran", {"aggressive": 1.0}),
        ("veteran/aggressive=0.5,cautious=0.2", "veteran", {"aggressive": 0.5, "cautious": 0.2}),
        ("commander/objective=0", "commander", {"objective": 0.0}),
        ("recruit/", "recruit", {}),
    ],
)
def test_a_level_is_written_with_its_style(written: str, level: str, style: dict[str, float]) -> None:
    found, leanings = parse_level(written)
    assert (found.id, leanings) == (level, style)
    again = parse_level(written_level(found.id, leanings))
    assert again == (found, {slider: amount for slider, amount in style.items() if amount})


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("", r"^no such level ''; known: random, recruit, regular, veteran, commander$"),
        ("general", r"^no such level 'general'; known: random, "),
        ("Veteran", r"^no such level 'Veteran'"),
        ("veteran/brave=1", r"^brave: no such style; known: aggressive, cautious, objective$"),
        ("veteran/aggressive=2", r"^aggressive=2: a style is pushed from 0 to 1$"),
        ("veteran/cautious=-0.1", r"^cautious=-0.1: a style is pushed from 0 to 1$"),
        ("veteran/cautious=much", r"^cautious=much: a style is pushed from 0 to 1, such as cautious=0.5$"),
        ("veteran/cautious=nan", r"^cautious=nan: a style is pushed from 0 to 1$"),
        ("veteran/,", r"^: no such style"),
    ],
)
def test_what_is_no_level_is_refused_in_a_line_that_says_what_is(written: str, line: str) -> None:
    for read in (parse_level, lambda text: player(text, 1)):
        with pytest.raises(BadInput, match=line):
            read(written)


def test_the_usual_level_is_one_of_them_and_each_may_think_longer_than_the_one_below() -> None:
    assert USUAL in LEVELS
    times = [level.seconds for level in LEVELS.values()]
    assert times == sorted(times)
    for id, level in LEVELS.items():
        assert (level.id, bool(level.name), level.text[-1]) == (id, True, ".")
        assert set(level.leans) <= set(NEEDED)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("slider", SLIDERS)
def test_a_style_changes_the_weights_as_they_say(name: str, slider: str) -> None:
    weights = load(game(name))
    pushed, halfway = weights.leaning({slider: 1.0}), weights.leaning({slider: 0.5})
    for id, entry in weights.entries.items():
        factor = getattr(entry, slider)
        assert pushed[id] == pytest.approx(entry.value * factor)
        assert halfway[id] == pytest.approx(entry.value * (1 + factor) / 2)
    assert dict(weights.leaning({slider: 0.0})) == dict(weights)
    assert any(pushed[id] != weights[id] for id in weights), "a slider that does nothing"


@pytest.mark.parametrize("name", GAMES)
def test_two_leanings_both_count(name: str) -> None:
    weights = load(game(name))
    both = weights.leaning({"aggressive": 1.0, "cautious": 0.5})
    for id, entry in weights.entries.items():
        assert both[id] == pytest.approx(entry.value * entry.aggressive * (1 + entry.cautious) / 2)
