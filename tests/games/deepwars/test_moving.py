"""Moves: sticks, what stops and what shortens them, and the way off the map (DW-MOV)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Move, Withdraw
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Withdrew
from sightline.games.deepwars.measure import stick
from sightline.games.deepwars.moving import pace, reach
from sightline.games.deepwars.questions import Doing, Pace
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    example,
    free,
    happened,
    has,
    kelp,
    on,
    refused,
    rolling,
    spent,
    table_of,
    wall,
)
from tests.kit import rule


@rule("DW-MOV-02", 0, 1)
@rule("DW-ACN-01")
@rule("DW-ACN-02")
def test_a_move_is_one_straight_stick() -> None:
    match = Stage([on(10, 10)], [on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (14.0, 13.0))) is None
    refusal = match.refusal(Move("red-1", (16.0, 16.0)))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["limit"]) == ("DW-MOV-02", 5.0)
    act(match, Move("red-1", (13.0, 13.0)), Move("red-1", (16.0, 16.0)))
    assert at(match, "red-1") == (16.0, 16.0)


@rule("DW-ACN-03", 0)
def test_three_moves_are_three_segments() -> None:
    match = Stage([on(10, 10)], [on(40, 30)]).match(5, 5, 5)
    act(match, *rolling("red-1", 3), *(Move("red-1", (10.0 + 5 * n, 10.0)) for n in (1, 2, 3)))
    assert at(match, "red-1") == (25.0, 10.0)


@rule("DW-MOV-01")
@pytest.mark.parametrize(("option", "lengths"), [("3-5-7", (3, 5, 7)), ("4-6-8", (4, 6, 8)), ("2-3-5", (2, 3, 5))])
def test_sticks_are_as_long_as_agreed(option: str, lengths: tuple[int, ...]) -> None:
    table = table_of([on(10, 10, stick=n) for n in (1, 2, 3)], options={"stick_inches": option})
    assert tuple(reach(table, m) for m in table.squad("red")) == lengths
    assert stick(table, 1) == lengths[0]


@rule("DW-MOV-04")
@rule("DW-TER-04")
def test_nothing_passes_through_what_is_solid_or_through_an_enemy() -> None:
    stage = Stage([on(10, 10), on(12, 20)], [on(12, 14)], terrain=[wall(12, 5, 13, 12, height=2)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (14.5, 10.0))).rule in ("DW-MOV-04", "DW-TER-04")  # type: ignore[union-attr]
    assert match.refusal(Move("red-1", (12.0, 10.0))).rule == "DW-TER-04"  # type: ignore[union-attr]
    above = Stage([on(10, 10, level=2)], [on(40, 30)], terrain=[wall(12, 5, 13, 12, height=2)]).match(5, 5)
    act(above, *rolling("red-1"), Move("red-1", (14.5, 10.0)))
    assert at(above, "red-1") == (14.5, 10.0)


@rule("DW-MOV-04")
def test_friends_may_be_passed_but_not_stood_on() -> None:
    match = Stage([on(10, 10), on(12, 10)], [on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (12.5, 10.0))).rule == "DW-MOV-04"  # type: ignore[union-attr]
    assert match.refusal(Move("red-1", (14.0, 10.0))) is None


@rule("DW-MOV-06")
def test_contact_ends_a_move_and_other_levels_do_not() -> None:
    match = Stage([on(10, 10)], [on(12, 10.9), on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (14.5, 10.0))).rule == "DW-MOV-06"  # type: ignore[union-attr]
    match = Stage([on(10, 10)], [on(12, 10.9, level=1), on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (14.5, 10.0))) is None


@rule("DW-MOV-05", 0, 1)
@pytest.mark.parametrize("index", [0, 1])
def test_difficult_terrain_shortens_the_stick_below_its_height(index: int) -> None:
    facts = example("DW-MOV-05", index)
    stage = Stage(
        [on(10, 10, stick=3, level=facts["level"])], [on(40, 30)], terrain=[kelp(12, 5, 14, 15, facts["height"])]
    )
    match = stage.match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (10.0 + facts["inches"], 10.0))) is None
    refusal = match.refusal(Move("red-1", (10.1 + facts["inches"], 10.0)))
    assert refusal is not None
    assert refusal.rule == "DW-MOV-02"
    told = GAME.sayings.refusal(match.table, refusal)
    assert ("through Difficult Terrain" in told) == (facts["level"] < facts["height"]), told


@rule("DW-ACN-05", 0)
@rule("DW-MOV-07")
@rule("DW-SUB-06")
def test_a_short_mover_pays_two_actions_in_difficult_terrain() -> None:
    stage = Stage([on(10, 10, stick=1)], [on(40, 30)], terrain=[kelp(8, 5, 14, 15)])
    match = stage.match()
    act(match, *free("red-1"))
    assert match.refusal(Move("red-1", (12.0, 10.0))).rule == "DW-ACN-05"  # type: ignore[union-attr]
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (12.0, 10.0)))
    assert has(match, "red-1", "actions") == 0
    lame = Stage([on(10, 10, stick=1, tokens={"wound:locomotion": 1}, boxes_locomotion=2)], [on(40, 30)]).match(5, 5)
    act(lame, *rolling("red-1"), Move("red-1", (12.0, 10.0)))
    assert has(lame, "red-1", "actions") == 0


@rule("DW-SUB-06")
@rule("DW-MOV-07")
def test_hurt_legs_shorten_the_stick_and_reductions_add_up() -> None:
    hurt = on(10, 10, stick=3, boxes_locomotion=3, tokens={"wound:locomotion": 2})
    table = table_of([hurt, on(20, 10, stick=3, boxes_locomotion=3, tokens={"wound:locomotion": 1})])
    assert pace(table, table.models["red-1"]) == 2
    assert pace(table, table.models["red-1"], difficult=True) == 1
    assert pace(table, table.models["red-2"]) == 3
    assert EFFECTS.tally(table, Pace("red-1", True), 1).value == 0


@rule("DW-MOV-08")
def test_a_model_may_leave_over_its_own_edge_only() -> None:
    match = Stage([on(10, 4), on(20, 20)], [on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (10.0, -0.5))).rule == "DW-MOV-08"  # type: ignore[union-attr]
    act(match, Withdraw("red-1"))
    assert happened(match, Withdrew)
    assert not alive(match, "red-1")
    far = Stage([on(10, 6), on(2, 34)], [on(40, 30)]).match()
    assert refused(far, *free("red-1"), Withdraw("red-1")).rule == "DW-MOV-08"
    wrong = Stage([on(10, 34), on(2, 3)], [on(40, 30)]).match()
    assert refused(wrong, *free("red-1"), Withdraw("red-1")).rule == "DW-MOV-08"


@rule("DW-MOV-08")
@rule("DW-MOV-06")
def test_nobody_leaves_the_map_through_an_enemy() -> None:
    barred = Stage([on(10, 4), on(20, 20)], [on(10.5, 1.5), on(40, 30)]).match()
    assert refused(barred, *free("red-1"), Withdraw("red-1")).rule == "DW-MOV-06"
    above = Stage([on(10, 4), on(20, 20)], [on(10.5, 1.5, level=1), on(40, 30)]).match()
    assert not alive(act(above, *free("red-1"), Withdraw("red-1")), "red-1")
    beside = Stage([on(10, 0.5), on(20, 20)], [on(11, 0.5), on(40, 30)]).match(3, 3)
    assert not alive(act(beside, *free("red-1"), Withdraw("red-1")), "red-1"), "it leaves those it is engaged with"
    assert spent(beside)


@rule("DW-MOV-08")
@rule("DW-CND-07")
def test_nobody_leads_a_charmed_beast_off_the_map() -> None:
    stage = Stage([on(10, 20), on(2, 2)], [on(20, 34, "warbeast", tokens={"charmed": 2}), on(40, 30)])
    stage.table.put_moved(replace(stage.table.models["blue-1"], side="red"))
    assert refused(stage.match(), *free("blue-1"), Withdraw("blue-1")).rule == "DW-MOV-08"


@rule("DW-MOV-09")
@pytest.mark.parametrize("token", ["fallen", "transfixed", "entangled", "immobilized"])
def test_who_is_down_or_held_does_not_move(token: str) -> None:
    table = table_of([on(10, 10, tokens={token: 1})])
    assert not EFFECTS.allows(table, Doing("red-1", "move"))
    assert EFFECTS.allows(table_of([on(10, 10, tokens={"dazed": 1})]), Doing("red-1", "move"))


@rule("DW-MOV-08")
def test_a_way_off_the_map_that_is_too_dear_says_so() -> None:
    stage = Stage([on(20, 2), on(2, 2)], [on(21, 2), on(2, 34)], options={"disengage": "two_actions"})
    no = refused(act(stage.match(), *free("red-1")), Withdraw("red-1"))
    assert (no.rule, no.facts["needed"], no.facts["left"]) == ("DW-ACN-22", 2, 1)
