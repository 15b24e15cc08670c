"""Scenes in which several rules meet in one action: fire before a portal, a rift, thieves who are taken over."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pytest

from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.table import Piece
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
from tests.games.xenotactics.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    box,
    finish,
    happened,
    is_stunned,
    on,
    settle,
    spent,
    wall,
)
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


# ------------------------------------------------------------------ pushes into contact, against towers, past nobody


def shoved(*blue: On, weapon: str = "shotgun", terrain: Sequence[Piece] = (), x: float = 10.0) -> Match:
    """A model that hits the first of some enemies, who has nothing to fear of the hit itself."""
    stage = Stage([on(x, 10, weapon, attack=9), on(x - 1.1, 9)], [*blue, FAR], terrain=terrain)
    match = settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))
    match.play((1,))
    while isinstance(match.pending, Roll) and match.pending.rule == "XT-DMG-01":
        match.play((1,) * match.pending.count)
    return match


@rule("XT-TRT-13")
@rule("XT-MSR-02")
@pytest.mark.parametrize(("x", "meets"), [(15.999, True), (16.0, True), (16.009, True), (16.02, False)])
def test_a_push_that_ends_in_base_contact_has_run_into_somebody(x: float, meets: bool) -> None:
    match = shoved(on(12, 10), on(x, 10))
    assert at(match, "blue-1") == pytest.approx((15.0, 10.0), abs=2e-3)
    hurt = []
    while isinstance(match.pending, Roll) and match.pending.rule == "XT-TRT-13":
        hurt.append(match.pending.about)
        match.play((1,))
    assert hurt == (["blue-1", "blue-2"] if meets else [])


@rule("XT-TRT-13")
@pytest.mark.parametrize(("x", "meets"), [(15.5, True), (15.52, False)])
def test_a_push_that_ends_at_a_wall_has_run_into_it(x: float, meets: bool) -> None:
    match = shoved(on(12, 10), terrain=[wall(x, 0, x + 1, 36)])
    assert at(match, "blue-1") == (15.0, 10.0)
    assert isinstance(match.pending, Roll) is meets
    beside = shoved(on(12, 10), terrain=[wall(10, 10.5, 20, 11)])
    assert at(beside, "blue-1") == (15.0, 10.0), "along a wall nobody runs into it"
    assert not isinstance(beside.pending, Roll)


IMPLOSION = "gamma_psi__psychic_implosion"


@rule("XT-TRT-15")
def test_whoever_is_pulled_all_of_three_inches_into_contact_runs_into_the_target() -> None:
    match = shoved(on(20, 10), on(24, 10), weapon=IMPLOSION)
    assert at(match, "blue-2") == (21.0, 10.0)
    hurt = []
    while isinstance(match.pending, Roll) and match.pending.rule == "XT-TRT-13":
        hurt.append(match.pending.about)
        match.play((1,))
    assert hurt == ["blue-2", "blue-1"]


@rule("XT-TRT-15")
@rule("XT-TRT-14")
def test_whoever_is_pulled_off_a_deck_is_not_pulled_past_the_target_below() -> None:
    deck = box(20, 5, 30, 15, "high_ground", id="deck")
    match = shoved(on(19.25, 10, hit_points=3), on(21, 10, hit_points=3), weapon=IMPLOSION, terrain=[deck])
    (push,) = happened(match, Pushed)
    assert push.path == ((21.0, 10.0), (19.25, 10.0)), "to where the target stands, and not 3 inches"
    assert isinstance(match.pending, Roll)
    assert match.pending.rule == "XT-MOV-11"
    here, there = at(match, "blue-1"), at(match, "blue-2")
    assert here is not None
    assert there is not None
    assert hypot(here[0] - there[0], here[1] - there[1]) == pytest.approx(1.0, abs=0.01), "it comes down beside it"


@rule("XT-TRT-13")
@rule("XT-TRT-14")
@pytest.mark.parametrize(("height", "x", "why"), [(6.0, 10.0, "XT-TRT-13"), (3.0, 12.0, "XT-MOV-11")])
def test_whoever_is_pushed_off_a_deck_runs_into_a_wall_that_is_higher(height: float, x: float, why: str) -> None:
    deck = box(0, 5, 10, 15, "high_ground", id="deck")
    tower = box(10.5, 0, 11, 36, "impassable", height=height, id="tower")
    match = shoved(on(9, 10), terrain=[deck, tower], x=6)
    assert at(match, "blue-1") == pytest.approx((x, 10.0), abs=2e-3)
    assert isinstance(match.pending, Roll)
    assert match.pending.rule == why


# ------------------------------------------------------------------ unfinished climbs, reactors nobody holds


@rule("XT-TER-07")
@rule("XT-TER-18")
@rule("XT-MOV-08")
@pytest.mark.parametrize("trait", ["difficult", "hazardous"])
def test_what_lies_above_a_face_matters_when_the_climb_has_come_to_it(trait: str) -> None:
    cliff, top = box(10, 0, 20, 20, "high_ground", id="cliff"), box(10.2, 8, 12, 12, trait, id="top")
    stage = Stage([on(9.5, 10, move=5), on(2, 2)], [FAR], terrain=[cliff, top, wall(40, 0, 41, 36)])
    match = act(stage.match(), Move("red-1", (10.0, 10.0)))
    assert match.table.models["red-1"].z == 2.5, "it hangs on the face, and has felt nothing of what is above"
    assert match.decision.rule == "XT-TRN-02"
    match.play(Move("red-1", (10.0, 10.0)))
    assert at(match, "red-1") == (10.0, 10.0)
    assert isinstance(match.pending, Roll)
    assert match.pending.rule == ("XT-QTY-01" if trait == "difficult" else "XT-TER-18")


@rule("XT-TER-24")
@rule("XT-RMV-02")
@pytest.mark.parametrize(("start", "free"), [((13.5, 13.0), True), ((17.5, 9.0), False)])
def test_a_reactor_may_walk_up_to_the_active_model_and_step_through_the_portal_there(
    start: tuple[float, float], free: bool
) -> None:
    stage = Stage([on(18, 10), on(21, 9)], [on(*start), FAR], terrain=[ONE, TWO])
    match = act(stage.match(), Move("red-1"), MoveAway("blue-1"))
    settle(match)
    match.play(Go("red-1", (17.5, 10.0)))
    match.play(Go("blue-1", (16.5, 10.0)))
    assert (match.decision.rule == "XT-TER-24") is free, "whoever was touched before its move stays in contact"
    if free:
        match.play(Warp("blue-1", (29.5, 10.0)))
        assert at(match, "blue-1") == (29.5, 10.0)
