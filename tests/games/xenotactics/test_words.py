"""What the log and the buttons of this table say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.events import Rolled
from sightline.core.offers import PLAIN, described
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import Activate, Attack, Move, ShootBack, UseAbility
from sightline.games.xenotactics.events import Dispersed, Hits
from sightline.server.telling import line_views
from tests.conformance.matches import played
from tests.games.xenotactics.stage import Stage, act, box, on, settle, wall
from tests.kit import rule


@pytest.mark.parametrize(
    ("hits", "cancelled", "said"),
    [
        (0, 2, "hits blue Recruit 1 not at all with Pistol (2 cancelled)"),
        (1, 0, "hits blue Recruit 1 once with Pistol"),
        (2, 0, "hits blue Recruit 1 twice with Pistol"),
        (3, 1, "hits blue Recruit 1 3 times with Pistol (1 cancelled)"),
    ],
)
def test_hits_are_counted_as_one_says_it(hits: int, cancelled: int, said: str) -> None:
    table = Stage([on(10, 10, "pistol")], [on(20, 10)]).table
    told = Hits(rule="XT-ATK-02", attacker="red-1", target="blue-1", weapon="pistol", hits=hits, cancelled=cancelled)
    assert GAME.sayings.event(table, told) == f"red Recruit 1 {said}"


def test_reactions_are_called_by_the_name_of_who_reacts_and_not_by_its_side() -> None:
    match = Stage([on(10, 10, "pistol")], [on(20, 10, "pistol")]).match()
    match.play(Activate("red-1"), Attack("red-1", "pistol", "blue-1"))
    names = [found.name for found in described(match)]
    assert "Recruit 1: Pistol" in names
    assert not any("blue" in name for name in names)
    assert any(found.offer.action is ShootBack for found in described(match))


@rule("XT-TRN-02")
def test_what_an_ability_costs_is_told_before_it_is_used() -> None:
    match = Stage([on(10, 10, "mind_control", "smoke_screen")], [on(20, 10)]).match()
    match.play(Activate("red-1"))
    costs = {
        o.given["ability"]: GAME.screen.cost(match.table, o) for o in match.decision.offers if o.action is UseAbility
    }
    assert costs == {"mind_control": 3, "smoke_screen": 1}


@pytest.mark.parametrize(
    ("ability", "named", "stunned"),
    [("stealth", "Sneak", False), ("energy_being", "Reform", True), ("portal", "Portal", False)],
)
def test_what_is_done_with_an_ability_has_a_name_and_an_icon(ability: str, named: str, stunned: bool) -> None:
    match = Stage([on(10, 10, ability, stunned=stunned), on(2, 2)], [on(46, 34)], terrain=[wall(40, 0, 41, 36)]).match()
    match.play(Activate("red-1"))
    offers = {found.name: found.glyph for found in described(match)}
    assert offers[named] != PLAIN


@rule("XT-RCT-01")
def test_who_may_react_is_told_to_what() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10, "pistol")])
    match = stage.match()
    match.play(Activate("red-1"), Attack("red-1", "pistol", "blue-1"))
    asked = GAME.sayings.decision(match.table, match.decision)
    assert asked == "red Recruit 1 attacks blue Recruit 1: react, or let it happen"
    moved = stage.match()
    moved.play(Activate("red-1"), Move("red-1"))
    assert GAME.sayings.decision(moved.table, moved.decision) == "red Recruit 1 moves: react, or let it happen"


def test_there_are_words_for_everything_one_may_react_to() -> None:
    words = GAME.sayings.words
    assert set(words["Declared"]["deed"]) <= set(words["Reacting"]["deed"])


def test_a_screen_that_is_gone_is_still_called_by_what_it_was() -> None:
    table = Stage([on(10, 10)], [on(20, 10)]).table
    gone = Dispersed(rule="XT-TRN-06", piece="fire_screen-1")
    assert GAME.sayings.event(table, gone) == "Fire screen disperses"


def test_what_explodes_is_called_by_its_name() -> None:
    drums = box(15, 10, 16, 11, "explosive", "impassable", id="drums_a")
    match = Stage([on(10, 10, "pistol", attack=9)], [on(30, 30)], terrain=[replace(drums, name="fuel drums")]).match()
    before = match.table.copy()
    settle(act(match, Attack("red-1", "pistol", "drums_a")))
    match.play((1,))
    lines, _ = line_views(GAME, before, match.events, 1)
    assert "An explosion: the fuel drums" in [line.text for line in lines]


@pytest.mark.parametrize(
    ("id", "about", "said"),
    [
        ("XT-QTY-01", "red-1", "red Recruit 1 rolls for quality 4, 9"),
        ("XT-DMG-01", "blue-1", "blue Recruit 1 rolls for defence 4, 9"),
        ("XT-DMG-01", "wall", "the wall rolls for defence 4, 9"),
        ("XT-TER-05", "blue-1", "blue Recruit 1 rolls a defence die again, for cover 4, 9"),
        ("XT-DEP-01", "", "red rolls for deployment 4, 9"),
    ],
)
def test_a_roll_says_for_whom_and_for_what_it_is_made(id: str, about: str, said: str) -> None:
    table = Stage([on(10, 10)], [on(20, 10)], terrain=[wall(30, 0, 31, 5)]).table
    rolled = Rolled(rule=id, side="red", sides=10, faces=(4, 9), about=about)
    assert GAME.sayings.event(table, rolled) == said


def test_there_are_words_for_every_roll_of_a_match() -> None:
    met = {
        e.rule
        for number in range(4)
        for s in played(GAME.id, number).steps or ()
        for e in s.events
        if isinstance(e, Rolled)
    }
    assert len(met) > 4
    assert met <= GAME.sayings.rolls.keys() <= GAME.rulebook.rules.keys()
