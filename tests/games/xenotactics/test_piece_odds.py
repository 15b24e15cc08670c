"""What the table says about attacks on terrain before they are declared: whether it goes, and who is hurt by that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.outlook import Fate, outlook
from sightline.core.screen import Aim
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import Attack
from sightline.server.measuring import answer
from sightline.server.messages import Card, CardAnswer
from sightline.server.views import scene
from tests.games.xenotactics.stage import Stage, act, box, on, settle, wall
from tests.kit import rule

BARREL = box(20, 10, 21, 11, "explosive", "impassable", id="barrel")
CRACKED = box(20, 5, 21, 15, "impassable", "hiding", "destructible", id="cracked")
FAR = on(46, 34)


def aims(match: Match, target: str, actor: str = "red-1") -> list[Aim]:
    """What a model could do to a piece."""
    return list(GAME.screen.aims(match.table, actor, target))


def fates(match: Match, target: str) -> dict[str, Fate]:
    """What may become of whom by the first weapon."""
    part = aims(match, target)[0].part
    assert part is not None
    found = outlook(GAME, match.setup, match.table, part)
    assert found.exact
    return {fate.model: fate for fate in found.fates}


@rule("XT-TER-12", 0, 1, 2)
@pytest.mark.parametrize(
    ("weapon", "gone"), [("autorifle", "141/625"), ("autorifle__ballistic_ap", "819/2500"), ("shotgun", "183/625")]
)
def test_the_odds_of_destroying_a_wall_are_told(weapon: str, gone: str) -> None:
    stage = Stage([on(13, 10, weapon, attack=6)], [FAR], terrain=[CRACKED])
    found = fates(stage.match(), "cracked")
    assert set(found) == {"cracked"}
    assert found["cracked"].lethal == Fraction(gone)
    assert found["cracked"].loss == {0: 1 - Fraction(gone), 1: Fraction(gone)}


@rule("XT-TER-12")
def test_a_wall_that_takes_more_than_one_is_worn_down_before_it_falls() -> None:
    strong = box(20, 5, 21, 15, "impassable", "destructible", "hp:2", id="cracked")
    match = Stage([on(10, 10, "autorifle", attack=6)], [FAR], terrain=[strong]).match()
    found = fates(match, "cracked")["cracked"]
    each = Fraction(6, 10) * Fraction(2, 10)
    assert found.loss == {0: (1 - each) ** 2, 1: 2 * each * (1 - each), 2: each**2}
    assert (found.lethal, found.fatal) == (each**2, (2,))
    assert found.health is not None
    assert (found.health.value, found.health.rule) == (2, "XT-TER-12")


@rule("XT-TER-15", 0)
@rule("XT-TER-16")
def test_the_odds_of_setting_off_an_explosion_count_everybody_near() -> None:
    near = on(24, 10.5, defence=3)
    stage = Stage(
        [on(17, 10.5, "pistol", attack=6, defence=5), on(2, 2)],
        [near, on(20, 20, hit_points=2), FAR],
        terrain=[BARREL],
    )
    found = fates(stage.match(), "barrel")
    assert set(found) == {"barrel", "blue-1", "red-1"}, "nobody farther than 5 inches"
    blown = Fraction(6, 10)
    assert found["barrel"].lethal == blown
    assert found["blue-1"].lethal == blown * Fraction(4, 10)
    assert found["blue-1"].effects == {"Stunned": blown * Fraction(3, 10)}
    assert found["red-1"].lethal == blown * Fraction(3, 10), "whoever sets it off is near as well"


@rule("XT-TER-17")
def test_the_odds_of_a_chain_count_every_link() -> None:
    second = box(24, 10, 25, 11, "explosive", id="second")
    red, blue = [on(10, 10, "pistol", attack=6)], [on(28, 10.5, defence=3), FAR]
    alone = Stage(red, blue, terrain=[BARREL, second])
    assert set(fates(alone.match(), "barrel")) == {"barrel"}
    chained = Stage(red, blue, terrain=[BARREL, second], options={"explosion_chain_reaction": True})
    found = fates(chained.match(), "barrel")
    assert {id: fate.lethal for id, fate in found.items()} == {
        "barrel": Fraction(6, 10),
        "second": Fraction(6, 10),
        "blue-1": Fraction(6, 10) * Fraction(4, 10),
    }


@rule("XT-LOS-05")
@rule("XT-TGT-03")
def test_a_piece_that_cannot_be_attacked_says_why() -> None:
    hidden = Stage([on(10, 10, "pistol")], [FAR], terrain=[BARREL, wall(15, 0, 16, 36)]).match()
    found = aims(hidden, "barrel")[0]
    assert found.part is None
    assert found.refusal is not None
    assert found.refusal.rule == "XT-LOS-05"
    assert GAME.screen.sightline(hidden.table, "red-1", "barrel").verdict == "none"
    plain = Stage([on(10, 10, "pistol")], [FAR], terrain=[wall(15, 0, 16, 6)]).match()
    assert GAME.screen.sturdy(plain.table) == {}


def card(match: Match, target: str) -> CardAnswer:
    """The card a browser asks for."""
    found: Any = answer(match, Card("red-1", target))
    assert isinstance(found, CardAnswer)
    return found


@rule("XT-TER-12")
def test_a_browser_gets_the_card_of_a_piece_as_of_a_model() -> None:
    strong = box(20, 5, 21, 15, "impassable", "destructible", "hp:2", id="cracked")
    match = Stage([on(10, 10, "pistol")], [FAR], terrain=[strong, wall(30, 5, 31, 15)]).match(2, 8)
    found = card(match, "cracked")
    assert found.sight.distance == pytest.approx(10 - match.table.models["red-1"].radius)
    aim, fists = found.aims
    assert aim.need is not None
    assert fists.refusal is not None, "too far for bare hands"
    assert [(c.model, c.fractions) for c in aim.chances] == [("cracked", {"0": "22/25", "1": "3/25"})]
    with pytest.raises(BadInput, match="there is no 'wall'"):
        card(match, "wall")
    assert scene(match).sturdy["cracked"].value == 2
    settle(act(match, Attack("red-1", "pistol", "cracked")))
    assert scene(match).sturdy["cracked"].value == 1
