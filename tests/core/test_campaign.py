"""Campaigns by themselves, on the toy season: battles, what comes of them, and undo by forks."""

from __future__ import annotations

import pytest

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import CAMP, campaign, campaigns
from sightline.core.decisions import Concede, Decision, Illegal
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.events import Fought
from sightline.core.game import SetUp, game
from sightline.core.match import Match
from tests.plugins.scuffle.season import (
    CHARM,
    COINS,
    DONE,
    POINTS,
    SORE,
    Buy,
    GoTo,
    Leave,
    Treat,
    TurnedSore,
)
from tests.plugins.scuffle.words import BRUISES, LUCK

SEASON = campaign("scuffle")


def season(sides: int = 2, fairs: int = 1) -> Match:
    """A season before the first fair, at the stall."""
    rosters = dict.fromkeys(SEASON.sides[:sides], SEASON.rosters["regulars"])
    return Match(SEASON, SetUp(SEASON.id, rosters, CAMP, SEASON.rulebook.settle({"fairs": fairs})), keep=True)


def at_bout(sides: int = 2, fairs: int = 1) -> Match:
    """A season at its first bout."""
    match = season(sides, fairs)
    for _ in range(sides):
        match.play(Leave())
    match.play(GoTo("spring-fair"))
    return match


def test_a_campaign_is_found_by_its_entry_point() -> None:
    assert "scuffle" in campaigns()
    assert game("scuffle.campaign") is SEASON
    with pytest.raises(BadInput, match=r"no-such-game: has no campaign; those that have one: .*scuffle"):
        game("no-such-game.campaign")


def test_a_battle_is_a_pause_with_a_set_up_and_who_commands_it() -> None:
    battle = at_bout().pending
    assert isinstance(battle, Battle)
    assert battle.commands == {"red": "red", "blue": "blue"}
    assert battle.about == "spring-fair"
    assert Match(SEASON.book, battle.setup).pending is not None


def test_what_came_of_it_is_told_once_and_changes_the_campaign() -> None:
    match = at_bout()
    events = match.play(Debrief("M1", "blue", {"red-2": {"out": 1}}))
    assert isinstance(events[0], Fought)
    assert (events[0].match, events[0].winner) == ("M1", "blue")
    assert match.table.tokens("blue", POINTS) == 3
    assert match.table.tokens("blue", COINS) == 3
    with pytest.raises(Illegal, match="SC-CMP-04"):
        match.play(Debrief("M1", "blue"))  # The die of the one who was out is to fall now.


@pytest.mark.parametrize(("face", "sore"), [(1, 1), (2, 1), (3, 0), (6, 0)])
def test_the_roll_behind_a_change_comes_before_it(face: int, sore: int) -> None:
    match = at_bout()
    match.play(Debrief("M1", "blue", {"red-2": {"out": 1}}))
    assert isinstance(match.pending, Roll)
    assert match.pending.about == "red-2"
    events = match.play((face,))
    assert [type(event).__name__ for event in events[:1]] == ["Rolled"]
    assert any(isinstance(event, TurnedSore) for event in events) == bool(sore)
    assert match.table.tokens("red-2", SORE) == sore


def test_what_a_member_has_goes_with_it_into_the_next_battle() -> None:
    match = at_bout(fairs=2)
    match.play(Debrief("M1", "red", {"red-1": {"out": 1}}))
    match.play((1,))
    match.play(Buy("red-3"))
    for _ in range(2):
        match.play(Leave())
    match.play(GoTo("summer-fair"))
    assert isinstance(match.pending, Battle)
    table = SEASON.book.set_up(match.pending.setup)
    assert table.tokens("red-1", BRUISES) == 1
    assert table.tokens("red", LUCK) == table.tokens("blue", LUCK) + 1


def test_nothing_is_bought_that_cannot_be_paid_or_is_not_needed() -> None:
    match = season()
    with pytest.raises(Illegal, match="SC-CMP-05: coins 1, needed 2"):
        match.play(Buy("red-1"))
    with pytest.raises(Illegal, match="SC-CMP-05: model red-1"):
        match.play(Treat("red-1"))
    assert not match.table.tokens("red-1", CHARM)


def test_a_fair_that_is_over_is_not_gone_to_again() -> None:
    match = at_bout(fairs=2)
    match.play(Debrief("M1"))
    for _ in range(2):
        match.play(Leave())
    with pytest.raises(Illegal, match="SC-CMP-02"):
        match.play(GoTo("spring-fair"))
    assert match.table.tokens("spring-fair", DONE)


def test_three_gangs_meet_in_pairs() -> None:
    match, pairs = at_bout(3), []
    while isinstance(match.pending, Battle):
        pairs.append(tuple(match.pending.commands.values()))
        match.play(Debrief(f"M{len(pairs)}", "red"))
    assert pairs == [("red", "blue"), ("red", "green"), ("blue", "green")]
    assert match.outcome is not None
    assert match.outcome.winner == "red"


def test_whoever_leaves_a_campaign_of_three_leaves_no_winner() -> None:
    match = season(3)
    match.play(Concede("green"))
    assert match.outcome is not None
    assert match.outcome.winner is None


def test_a_fork_made_at_a_battle_fights_its_own() -> None:
    match = at_bout()
    fork = match.fork()
    fork.play(Debrief("M1", "blue"))
    assert isinstance(match.pending, Battle)
    assert match.table.tokens("blue", POINTS) == 0
    assert fork.table.tokens("blue", POINTS) == 3


def test_one_gang_is_too_few_and_four_are_too_many() -> None:
    from sightline.core.record import illegal

    roster = SEASON.rosters["regulars"]
    for sides in (("red",), ("red", "green"), ("red", "blue", "green", "black")):
        setup = SetUp(SEASON.id, dict.fromkeys(sides, roster), CAMP, SEASON.rulebook.settle({}))
        assert any(wrong.startswith("squads of") for wrong in illegal(setup, SEASON)), sides
    assert isinstance(season().pending, Decision)
