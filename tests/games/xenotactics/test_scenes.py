"""Scenes in which several rules meet in one action: fire before a portal, a rift, thieves who are taken over."""

from __future__ import annotations

import pytest

from sightline.games.xenotactics.actions import (
    Attack,
    Go,
    Move,
    MoveAway,
    ShootBack,
    StayHere,
    StealInitiative,
    UseAbility,
    Warp,
)
from sightline.games.xenotactics.events import Hits, Pushed, Slain
from tests.games.xenotactics.stage import Stage, act, alive, at, box, finish, happened, is_stunned, on, settle, spent
from tests.kit import rule

ONE = box(14, 9, 16, 11, "portal", "pair:two", id="one")
TWO = box(30, 9, 32, 11, "portal", "pair:one", id="two")
FIRE = box(11, 8, 12, 12, "hazardous", id="fire")
FAR = on(46, 34)


@rule("XT-TER-19")
@rule("XT-TER-24")
@pytest.mark.parametrize(("faces", "lies"), [((5, 1), True), ((2,), False)])
def test_whoever_walks_through_fire_to_a_portal_is_burnt_when_the_move_is_over(
    faces: tuple[int, ...], lies: bool
) -> None:
    stage = Stage([on(10, 10, defence=3), on(2, 2)], [FAR], terrain=[ONE, TWO, FIRE, box(40, 0, 41, 36, "hiding")])
    match = act(stage.match(*faces), Move("red-1", (13.5, 10.0)))
    assert match.decision.rule == "XT-TER-24", "the portal is a part of the move, and comes before the damage"
    match.play(Warp("red-1", (32.5, 10.0)))
    assert at(match, "red-1") == (32.5, 10.0)
    assert is_stunned(match, "red-1") is lies
    assert spent(match)


@rule("XT-TER-19")
@rule("XT-TER-24")
def test_whoever_leaves_the_portal_alone_is_burnt_all_the_same() -> None:
    stage = Stage([on(10, 10, defence=3), on(2, 2)], [FAR], terrain=[ONE, TWO, FIRE, box(40, 0, 41, 36, "hiding")])
    match = act(stage.match(10, 1), Move("red-1", (13.5, 10.0)), StayHere("red-1"))
    settle(match)
    assert not alive(match, "red-1")
    assert [(e.model, e.rule) for e in happened(match, Slain)] == [("red-1", "XT-STN-01")]


@rule("XT-SEQ-04")
@rule("XT-TER-22")
@rule("XT-RCT-05")
def test_whoever_is_pushed_into_a_rift_by_a_reaction_has_shot_and_is_looked_at_where_it_fell() -> None:
    rift = box(8, 0, 9.4, 36, "rift", id="rift")
    blue = [on(10, 16, "pistol", defence=3), on(12, 10, "shotgun", attack=6), FAR]
    stage = Stage([on(10, 10, "autorifle", attack=6, defence=7), on(2, 2)], blue, terrain=[rift])
    # Two dice of the active model against the pistol, the shotgun besides; then defence; then quality.
    match = stage.match(6, 6, 7, 2, 10, 10, 1, 9)
    act(match, Attack("red-1", "autorifle", "blue-1"), ShootBack("blue-1", "pistol"), ShootBack("blue-2", "shotgun"))
    settle(match)
    assert not alive(match, "red-1"), "the rift takes it, whatever its defence"
    assert not alive(match, "blue-1"), "it had shot by then"
    assert [(e.attacker, e.hits) for e in happened(match, Hits)] == [("red-1", 2), ("blue-1", 0), ("blue-2", 1)]
    (push,) = happened(match, Pushed)
    assert push.path[1] == pytest.approx((9.9, 10.0), abs=0.05), "it goes no farther than the edge that kills it"
    assert match.table.models["blue-2"].facing == 180.0
    assert match.decision.rule == "XT-TRN-01", "one die failed: red goes on"
    assert match.decision.side == "red"
    assert spent(match)


@rule("XT-STL-02")
@rule("XT-ABL-21")
def test_a_thief_who_is_taken_over_meanwhile_still_steals_for_the_side_it_declared_for() -> None:
    stage = Stage([on(10, 10, "mind_control", quality=6), on(2, 2)], [on(14, 10, quality=5), FAR])
    match = stage.match(1, 3, 3, 5)
    act(match, UseAbility("red-1", "mind_control", "blue-1"), StealInitiative("blue-1"))
    finish(match)
    assert match.decision.side == "blue", "all three dice are cancelled: a turnover"
    assert match.table.models["blue-1"].side == "blue", "and the control ends with the turn"
    assert spent(match)


@rule("XT-RCT-05")
@rule("XT-TER-24")
def test_a_reactor_who_steps_through_a_portal_turns_from_where_it_comes_out() -> None:
    stage = Stage([on(20, 20), on(21.5, 20)], [on(16.5, 11.5), FAR], terrain=[ONE, TWO])
    match = act(stage.match(), Move("red-1"), MoveAway("blue-1"))
    settle(match)
    match.play(Go("red-1", (20.0, 19.0)))
    match.play(Go("blue-1", (16.5, 10.0)), Warp("blue-1", (29.5, 10.0)))
    settle(match)
    x, y = 20.0 - 29.5, 19.0 - 10.0
    facing = match.table.models["blue-1"].facing
    assert x < 0 < y
    assert 90.0 < facing < 180.0
