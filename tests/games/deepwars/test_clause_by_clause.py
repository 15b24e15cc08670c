"""Single clauses that no other test holds: the edge one already touches, ground beneath, what free actions pay for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.table import Piece
from sightline.games.deepwars.actions import Attack, Deploy, Done, Fix, Learn, Place, Teach
from sightline.games.deepwars.deploying import Deploying
from sightline.games.deepwars.ending import EndOfGameTurn
from sightline.games.deepwars.events import AttackDeclared, BattleEnded, Fled, RanAway, Swam
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.scenarios import Placing
from tests.games.deepwars.scenes import nature, sea
from tests.games.deepwars.stage import Stage, act, alive, free, happened, kelp, model, on, refused, rolling, wall
from tests.kit import rule

FRIGHT = MoraleOf(("red-1",), "terror", "")


# ------------------------------------------------------------------ morale


@rule("DW-MRL-07")
def test_who_touches_the_edge_already_leaves_there_and_does_not_flee_inland() -> None:
    stage = Stage([on(20, 0.5), on(40, 2)], [on(17, 0.5), on(23, 0.5)], agenda=(FRIGHT,))
    match = act(stage.match(1, 6, 6))
    assert not happened(match, Fled)
    assert [event.model for event in happened(match, RanAway)] == ["red-1"]


@rule("DW-MRL-07")
def test_who_stands_close_to_the_edge_without_touching_it_swims_there_first() -> None:
    stage = Stage([on(20, 0.6), on(40, 2)], [on(2, 34)], agenda=(FRIGHT,))
    match = act(stage.match(1, 6, 6))
    assert len(happened(match, Fled)) == 1
    assert not alive(match, "red-1")


@rule("DW-MRL-09")
def test_who_flees_off_the_edge_it_touches_is_struck_by_those_it_leaves() -> None:
    stage = Stage([on(20, 0.5), on(40, 2)], [on(20, 1.5, facing=270.0)], agenda=(FRIGHT,))
    match = act(stage.match(1, 6, 6, 1, 1))
    assert not alive(match, "red-1")


# ------------------------------------------------------------------ bottom dwellers


@rule("DW-DEP-08")
@rule("DW-CRE-01")
def test_a_wild_bottom_dweller_that_has_risen_after_its_prey_sinks_to_the_ground_again() -> None:
    match = nature(sea(Stage([on(24, 30, level=3, points=20)], [on(2, 35)]), ("reef_mauler", 24, 18)))
    assert level(match.table, model(match, "wild-reef_mauler")) == 0


@rule("DW-CRE-11")
@pytest.mark.parametrize(
    ("creature", "low", "fit"), [("reef_mauler", 0, True), ("reef_mauler", 1, False), ("grindfin", 1, True)]
)
def test_a_bottom_dweller_is_placed_on_the_ground(creature: str, low: int, fit: bool) -> None:
    stage = Stage(
        [on(2, 2)], [on(2, 34)], terrain=[wall(40, 16, 44, 20)], agenda=(Placing("red", (creature,), "DW-CRE-11"),)
    )
    place = Place("red", creature, (24.0, 18.0), low)
    if fit:
        assert stage.match().refusal(place) is None
    else:
        found = refused(stage.match(), place)
        assert (found.rule, found.facts["level"], found.facts["ground"]) == ("DW-CRE-11", 1, 0)


@rule("DW-CRE-11")
@pytest.mark.parametrize(("others", "free"), [((7, 18, 29), True), ((7, 18), False)])
def test_creatures_keep_their_distance_only_where_the_map_allows_it(others: tuple[int, ...], free: bool) -> None:
    options = {"map_inches": "36x36", "stick_inches": "4-6-8"}
    agenda = (Placing("red", ("shelf_turtle",), "DW-CRE-11"),)
    stage = Stage([on(2, 2)], [on(2, 34)], options=options, agenda=agenda)
    first, *more = (sea(stage, ("keel_saurian", x, 18)).table.models["wild-keel_saurian"] for x in others)
    for number, other in enumerate((first, *more)):
        stage.table.put_moved(replace(other, id=f"wild-{number}"))
    stage.table.put_moved(replace(first, at=None))
    stage.table.memo = {}
    match = stage.match()
    assert (match.refusal(Place("red", "shelf_turtle", (12.0, 18.0), 0)) is None) == free
    overlaps = match.refusal(Place("red", "shelf_turtle", (8.0, 18.0), 0))
    assert overlaps is not None
    assert overlaps.rule == "DW-MOV-04"


@rule("DW-SET-05")
def test_a_bottom_dweller_is_set_up_on_the_seafloor_or_on_top_of_terrain() -> None:
    stage = Stage([on(2, 2, "benthic"), on(6, 2)], [on(2, 34)], terrain=[wall(20, 3, 24, 6, height=1)])
    table = stage.table
    for id in ("red-1", "red-2"):
        table.put_moved(replace(table.models[id], at=None))
    table.memo = {}
    table.agenda = (Deploying("red"),)
    match = stage.match()
    assert refused(match, Deploy("red-1", (10.0, 3.0), 2)).rule == "DW-SET-05"
    assert match.refusal(Deploy("red-1", (10.0, 3.0), 0)) is None
    assert match.refusal(Deploy("red-1", (22.0, 4.5), 1)) is None
    assert match.refusal(Deploy("red-2", (10.0, 3.0), 2)) is None


# ------------------------------------------------------------------ wild creatures


@rule("DW-CRE-01")
@rule("DW-CRE-07")
@pytest.mark.parametrize(("terrain", "moves"), [((), 1), ((kelp(14, 8, 34, 28),), 0)])
def test_a_drifter_with_one_free_action_does_not_pay_two_for_a_move(terrain: tuple[Piece, ...], moves: int) -> None:
    stage = sea(Stage([on(2, 2)], [on(2, 35)], terrain=list(terrain)), ("bell_drifter", 24, 18))
    match = nature(stage, 3)
    assert len(happened(match, Swam)) == moves


@rule("DW-CRE-04")
def test_a_predator_bites_the_cheapest_it_can_reach_and_not_at_one_out_of_this_world() -> None:
    red = [on(25.25, 18, points=10, tokens={"shifted": 1}), on(22.75, 18, points=40)]
    match = nature(sea(Stage(red, [on(2, 35)]), ("grindfin", 24, 18)), 3, 3, 6, 6, 6)
    assert [event.target for event in happened(match, AttackDeclared)] == ["red-2"]


# ------------------------------------------------------------------ tech


@rule("DW-TEC-05")
def test_an_item_that_was_given_up_is_that_one_and_no_other_of_its_kind() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    red = [on(10, 10, "scientist:3", tokens=broken), on(30, 10, "scientist:3", tokens=broken)]
    match = Stage(red, [on(2, 35)]).match(6, 6, 6, 1, 1, 1, 6, 6, 6)
    act(match, *rolling("red-1", 3), Fix("red-1", "planar_eye"))
    assert refused(match, Fix("red-1", "planar_eye")).rule == "DW-TEC-05"
    act(match, Done("red-1"), *free("red-2"), Fix("red-2", "planar_eye"))
    assert not match.table.tokens("red-2", "damaged:planar_eye")


# ------------------------------------------------------------------ the end


@rule("DW-END-06")
def test_where_both_sides_are_gone_the_end_says_so() -> None:
    stage = Stage([on(10, 10)], [on(30, 30)], agenda=(EndOfGameTurn(3),))
    for id in ("red-1", "blue-1"):
        stage.table.put_moved(replace(stage.table.models[id], at=None))
    stage.table.memo = {}
    assert [event.rule for event in happened(stage.match(), BattleEnded)] == ["DW-END-06"]


@rule("DW-TEC-04")
@rule("DW-TEC-07")
def test_a_lesson_does_not_mend_the_weapon_it_is_about() -> None:
    broken = {"load:sonic_horn": 1, "damaged:sonic_horn": 1}
    red = [on(10, 10, "scientist:3", tokens={"learned:sonic_horn": 1}), on(11, 10, tokens=broken)]
    match = act(Stage(red, [on(16, 10)]).match(), *free("red-1"), Teach("red-1", "red-2", "sonic_horn"))
    act(match, Done("red-1"), *free("red-2"))
    assert "sonic_horn" not in model(match, "red-2").kit
    assert match.refusal(Attack("red-2", "sonic_horn", "blue-1")) is not None


@rule("DW-TEC-05")
def test_what_is_mended_after_the_lesson_is_in_the_pupil_s_hands() -> None:
    broken = {"load:sonic_horn": 1, "damaged:sonic_horn": 1}
    red = [on(10, 10, "scientist:3", tokens={"learned:sonic_horn": 1}), on(11, 10, tokens=broken)]
    match = Stage(red, [on(16, 10)]).match(6, 6, 6, 6, 6, 6)
    act(match, *rolling("red-1", 3), Teach("red-1", "red-2", "sonic_horn"), Fix("red-1", "sonic_horn"))
    assert "sonic_horn" in model(match, "red-2").kit


@rule("DW-TEC-03")
def test_a_salvaged_weapon_of_a_kind_one_knows_is_brought_to_life_like_any_other() -> None:
    known = {"learned:sonic_horn": 1, "load:sonic_horn": 1}
    match = Stage([on(10, 10, "scientist:3", tokens=known), on(2, 2)], [on(16, 10)]).match(6, 6, 6)
    act(match, *free("red-1"), Learn("red-1", "sonic_horn"))
    assert "sonic_horn" in model(match, "red-1").kit


@rule("DW-TEC-03")
def test_who_has_salvaged_two_of_a_kind_still_carries_the_other() -> None:
    two = {"load:sonic_horn": 2}
    match = Stage([on(10, 10, "scientist:3", size=2, tokens=two), on(2, 2)], [on(16, 10)]).match(6, 6, 6)
    act(match, *free("red-1"), Learn("red-1", "sonic_horn"))
    assert match.table.tokens("red-1", "load:sonic_horn") == 1
