"""Measuring, moving, depth, turning to meet an attacker, leaving combat, terrain."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack, ChangeDepth, Done, EndTurn, FastDive, Move, Turn, Withdraw
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Withdrew
from sightline.games.deepwars.ground import ground_level
from sightline.games.deepwars.measure import (
    behind,
    distance,
    engaged,
    faces,
    in_front,
    level,
    levels,
    stick,
    touching,
    within,
)
from sightline.games.deepwars.moving import pace, reach
from sightline.games.deepwars.questions import Doing, Pace
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    example,
    examples,
    fallen,
    free,
    happened,
    has,
    kelp,
    model,
    odds,
    offered,
    on,
    refused,
    rolling,
    spent,
    table_of,
    waits_for,
    wall,
    wounds,
)
from tests.kit import rule


def two(red: On, blue: On, **more: Any) -> tuple[Any, Any, Any]:
    """A table and its two models."""
    table = table_of([red], [blue], **more)
    return table, table.models["red-1"], table.models["blue-1"]


# ------------------------------------------------------------------ measuring


@rule("DW-GEN-07", 0)
def test_half_a_plane_is_front_and_half_is_rear() -> None:
    facts = example("DW-GEN-07", 0)
    _, one, _ = two(on(*facts["at"], facing=facts["facing_deg"]), on(30, 30))
    found = ["front" if in_front(one, tuple(p)) else "rear" for p in facts["points"]]
    assert found == facts["arcs"]


@pytest.mark.parametrize("facts", examples("DW-GEN-09", 0, 1))
def test_contact_is_a_small_gap_and_a_neighbouring_level(facts: dict[str, Any]) -> None:
    table, one, other = two(on(10, 10, level=facts["levels"][0]), on(11 + facts["gap"], 10, level=facts["levels"][1]))
    assert touching(table, one, other) == facts["contact"]
    assert bool(engaged(table, one)) == facts["contact"]


@rule("DW-GEN-09")
def test_a_hair_more_is_no_contact() -> None:
    table, one, other = two(on(10, 10), on(11.06, 10))
    assert not touching(table, one, other)


@pytest.mark.parametrize("facts", examples("DW-GEN-10", 0, 1))
def test_distance_is_the_larger_of_gap_and_depth(facts: dict[str, Any]) -> None:
    table, one, other = two(on(10, 10), on(11 + facts["horizontal"], 10, level=facts["level_diff"]))
    assert distance(table, one, other) == pytest.approx(facts["distance"], abs=0.001)


@rule("DW-GEN-10")
@rule("DW-MOV-10")
def test_exactly_at_the_limit_is_within_it() -> None:
    table, one, other = two(on(10, 10), on(16, 10))
    assert within(table, one, other, 5.0)
    assert not within(table, one, other, 4.98)


@rule("DW-GEN-05")
def test_sizes_have_bases_and_levels() -> None:
    table = table_of([on(10, 10), on(14, 10, size=2), on(20, 10, size=3, level=1)])
    found = [(m.radius * 2, list(levels(table, m))) for m in table.squad("red")]
    assert found == [(1.0, [0]), (1.5, [0]), (2.5, [1, 2])]


@rule("DW-GEN-12")
def test_wild_creatures_are_everybodys_enemies_but_their_own() -> None:
    table, one, other = two(on(10, 10), on(11, 10))
    table.put_moved(replace(other, side="wild"))
    table.put_moved(replace(table.models["red-1"], side="wild"))
    assert not engaged(table, table.models["red-1"])
    table.put_moved(replace(one, side="red"))
    assert engaged(table, table.models["red-1"]) == ("blue-1",)


# ------------------------------------------------------------------ turning to meet an attacker


@rule("DW-GEN-08", 0)
def test_who_sees_an_attacker_come_turns_to_meet_it() -> None:
    facts = example("DW-GEN-08", 0)
    stage = Stage([on(*facts["start"], stick=3)], [on(*facts["defender"], facing=facts["facing_deg"]), on(2, 34)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", tuple(facts["end"])))
    assert touching(match.table, model(match, "red-1"), model(match, "blue-1"))
    assert faces(model(match, "blue-1"), model(match, "red-1")) == facts["turned"]


@rule("DW-GEN-08", 1)
@rule("DW-H2H-10")
def test_who_comes_from_behind_is_not_met() -> None:
    facts = example("DW-GEN-08", 1)
    stage = Stage([on(*facts["start"], stick=3)], [on(*facts["defender"], facing=facts["facing_deg"]), on(2, 34)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", tuple(facts["end"])))
    assert behind(model(match, "blue-1"), model(match, "red-1"))


@rule("DW-GEN-08")
@pytest.mark.parametrize("tokens", [{"fallen": 1}, {"dazed": 1}, {"transfixed": 1}, {"entangled": 1}])
def test_the_helpless_and_the_busy_do_not_turn(tokens: dict[str, int]) -> None:
    stage = Stage([on(16, 20), on(2, 2)], [on(20, 20, facing=170, tokens=tokens), on(2, 34)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (18.99, 20.0)))
    assert model(match, "blue-1").facing == 170


@rule("DW-GEN-08")
def test_nobody_turns_where_players_agree_on_that() -> None:
    stage = Stage([on(16, 20)], [on(20, 20, facing=170)], options={"reactive_facing": False})
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (18.99, 20.0)))
    assert model(match, "blue-1").facing == 170


@rule("DW-ACN-23")
def test_turning_is_free_for_who_is_on_its_feet() -> None:
    match = Stage([on(10, 10), on(20, 10, tokens={"fallen": 1})], [on(30, 30)]).match()
    act(match, *free("red-1"), Turn("red-1", (10.0, 20.0)))
    assert model(match, "red-1").facing == 90
    assert has(match, "red-1", "actions") == 1
    assert match.refusal(Turn("red-1", (20.0, 10.0))).rule == "DW-ACN-23"  # type: ignore[union-attr]
    act(match, Done("red-1"), *free("red-2"))
    assert match.refusal(Turn("red-2", (20.0, 20.0))).rule == "DW-CND-01"  # type: ignore[union-attr]


# ------------------------------------------------------------------ moves


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


@rule("DW-MOV-09")
@pytest.mark.parametrize("token", ["fallen", "transfixed", "entangled", "immobilized"])
def test_who_is_down_or_held_does_not_move(token: str) -> None:
    table = table_of([on(10, 10, tokens={token: 1})])
    assert not EFFECTS.allows(table, Doing("red-1", "move"))
    assert EFFECTS.allows(table_of([on(10, 10, tokens={"dazed": 1})]), Doing("red-1", "move"))


# ------------------------------------------------------------------ depth


@rule("DW-DEP-01")
@rule("DW-DEP-02")
@rule("DW-ACN-06")
@rule("DW-MOV-03")
def test_one_action_is_one_level() -> None:
    match = Stage([on(10, 10)], [on(40, 30)]).match(5, 5, 5)
    act(match, *rolling("red-1", 3))
    assert match.refusal(ChangeDepth("red-1", -1)).rule == "DW-DEP-01"  # type: ignore[union-attr]
    assert match.refusal(ChangeDepth("red-1", 2)).rule == "DW-ACN-06"  # type: ignore[union-attr]
    act(match, ChangeDepth("red-1", 1), ChangeDepth("red-1", 1), ChangeDepth("red-1", 1))
    assert (model(match, "red-1").z, level(match.table, model(match, "red-1"))) == (9.0, 3)
    top = Stage([on(10, 10, level=3)], [on(40, 30)]).match()
    assert refused(top, *free("red-1"), ChangeDepth("red-1", 1)).rule == "DW-DEP-01"


@rule("DW-DEP-02")
def test_a_level_must_be_free_to_change_into_it() -> None:
    match = Stage([on(10, 10), on(10.5, 10, level=1)], [on(40, 30)]).match()
    assert refused(match, *free("red-1"), ChangeDepth("red-1", 1)).rule == "DW-MOV-04"
    match = Stage([on(10, 10, level=1)], [on(40, 30)], terrain=[wall(9, 9, 11, 11, height=1)]).match()
    assert refused(match, *free("red-1"), ChangeDepth("red-1", -1)).rule == "DW-TER-04"


@rule("DW-DEP-03")
def test_a_change_of_depth_into_contact_is_a_charge() -> None:
    match = Stage([on(20, 18, level=2)], [on(20.5, 18), on(2, 34)]).match(5, 5, 3, 3)
    act(match, *rolling("red-1"), ChangeDepth("red-1", -1), Attack("red-1", FISTS, "blue-1"))
    assert happened(match, Clashed)[0].totals == (8, 6)  # A charge, and from above.


@rule("DW-DEP-04")
def test_only_what_is_solid_has_a_top() -> None:
    stage = Stage([on(10, 10, level=1)], [on(40, 30)], terrain=[wall(9, 9, 11, 11, height=1), kelp(20, 9, 24, 12)])
    assert ground_level(stage.table.terrain, (10.0, 10.0), 0.5) == 1
    assert ground_level(stage.table.terrain, (22.0, 10.0), 0.5) == 0


@rule("DW-DEP-08")
@rule("DW-MOV-03")
@rule("DW-ABL-07")
def test_bottom_dwellers_sink_when_their_activation_ends() -> None:
    match = Stage([on(10, 10, "benthic"), on(2, 2)], [on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"), ChangeDepth("red-1", 1))
    assert level(match.table, model(match, "red-1")) == 1
    act(match, Done("red-1"))
    assert level(match.table, model(match, "red-1")) == 0
    cliff = Stage([on(10, 10, "benthic", level=1), on(2, 2)], [on(40, 30)], terrain=[wall(9, 9, 11, 11, height=1)])
    match = cliff.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (13.0, 10.0)))
    assert level(match.table, model(match, "red-1")) == 0


@rule("DW-DEP-09")
def test_in_open_ocean_bottom_dwellers_swim_with_a_short_stick() -> None:
    stage = Stage([on(10, 10, "benthic", level=1), on(14, 10), on(2, 2)], [on(40, 30)])
    stage.table.put_tokens("table", "open_ocean", 1)
    assert [pace(stage.table, m) for m in stage.table.squad("red")] == [1, 2, 2]
    match = stage.match()
    act(match, *free("red-1"), Done("red-1"))
    assert level(match.table, model(match, "red-1")) == 1


@rule("DW-DEP-07")
def test_the_fallen_keep_their_level() -> None:
    match = Stage([on(20, 18, level=1), on(2, 2)], [on(21, 18, level=1), on(2, 34), on(6, 34)]).match(4, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert fallen(match, "blue-1")
    assert level(match.table, model(match, "blue-1")) == 1


# ------------------------------------------------------------------ fast dives


def dive(by: int, *items: str, level: int = 0, **stats: Any) -> Stage:
    return Stage([on(10, 10, *items, level=level, **stats), on(2, 2)], [on(40, 30)])


@rule("DW-PHY-02")
@rule("DW-PHY-06", 0)
@pytest.mark.parametrize(("levels", "mod"), [(2, -1), (3, -2)])
def test_a_fast_dive_is_a_resistance_check(levels: int, mod: int) -> None:
    match = dive(levels, av=0).match()
    act(match, *free("red-1"))
    match.play(FastDive("red-1", levels))
    roll = waits_for(match)
    assert roll.need is not None
    assert [n.value for n in roll.need.notes] == [mod]
    assert example("DW-PHY-06", 0)["mods"][levels - 2] == mod


@rule("DW-PHY-07", 0, 1)
@rule("DW-ABL-01")
@rule("DW-ABL-46")
@rule("DW-ABL-52")
@rule("DW-ABL-07")
@pytest.mark.parametrize(
    ("items", "levels", "total"),
    [(("air_breather", "pressurized"), 3, 0), (("resilient",), 2, 1), (("benthic",), 2, -1)],
)
def test_abilities_help_or_hinder_a_dive(items: tuple[str, ...], levels: int, total: int) -> None:
    match = dive(levels, *items).match()
    act(match, *free("red-1"))
    match.play(FastDive("red-1", levels))
    roll = waits_for(match)
    assert roll.need is not None
    assert sum(n.value for n in roll.need.notes) == total
    index = {3: 0, 2: 1}[levels]
    if items != ("benthic",):
        chance = Fraction(example("DW-PHY-07", index)["p"])
        done = odds(match, lambda m: level(m.table, m.table.models["red-1"]) == levels)
        assert done[True] == chance


@rule("DW-PHY-08", 0)
@rule("DW-PHY-03")
def test_a_failed_dive_hurts() -> None:
    match = dive(-2, level=3).match(1, 1, 1)
    act(match, *free("red-1"), FastDive("red-1", -2))
    assert level(match.table, model(match, "red-1")) == 2
    assert wounds(match, "red-1") == 1
    assert fallen(match, "red-1")
    assert has(match, "red-1", "no_more:fast dive")
    assert spent(match)


@rule("DW-PHY-08")
def test_one_success_is_a_level_now_and_the_rest_next_time() -> None:
    match = dive(3, av=0).match(6, 1, 1)
    act(match, *free("red-1"), FastDive("red-1", 3))
    assert level(match.table, model(match, "red-1")) == 1
    assert has(match, "red-1", "unfinished:rise 2") == 2
    act(match, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"))
    act(match, FastDive("red-1", 2))
    assert level(match.table, model(match, "red-1")) == 3
    assert spent(match)


@rule("DW-PHY-08")
@rule("DW-PHY-03")
def test_the_rest_of_a_dive_waits_for_the_next_activation() -> None:
    match = act(dive(3, av=0).match(6, 6, 6, 1, 1), *rolling("red-1"), FastDive("red-1", 3))
    assert not offered(match, FastDive)
    no = refused(match, FastDive("red-1", 2))
    assert no.rule == "DW-PHY-08"
    assert "goes on with its dive in its next activation" in GAME.sayings.refusal(match.table, no)
    assert match.refusal(ChangeDepth("red-1", 1)) is None


@rule("DW-PHY-08")
def test_the_rest_of_a_dive_is_the_first_action_or_needs_dice_again() -> None:
    stage = Stage([on(10, 10, level=2, av=0, tokens={"unfinished:dive 2": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(6, 6), *rolling("red-1"), FastDive("red-1", -2))
    assert level(match.table, model(match, "red-1")) == 0
    later = act(stage.match(6, 6), *rolling("red-1"), Move("red-1", (11.0, 10.0)))
    assert not has(later, "red-1", "unfinished:dive 2")
    later = act(stage.match(6, 6, 6, 6, 1), *rolling("red-1"), Move("red-1", (11.0, 10.0)), FastDive("red-1", -2))
    assert spent(later)


@rule("DW-PHY-08")
def test_another_dive_gives_up_the_rest_of_the_last() -> None:
    stage = Stage([on(10, 10, level=3, av=0, tokens={"unfinished:dive 2": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(6, 6, 6, 6, 1), *rolling("red-1"), FastDive("red-1", -3))
    assert level(match.table, model(match, "red-1")) == 0
    assert not has(match, "red-1", "unfinished:dive 2")
    assert spent(match)


@rule("DW-ABL-42")
@rule("DW-PHY-07")
def test_a_power_dive_needs_no_dice() -> None:
    match = dive(3, "power_dive").match()
    act(match, *free("red-1"), FastDive("red-1", 3))
    assert level(match.table, model(match, "red-1")) == 3


@rule("DW-PHY-02")
def test_a_fast_dive_is_two_levels_at_least() -> None:
    assert refused(dive(1).match(), *free("red-1"), FastDive("red-1", 1)).rule == "DW-PHY-02"
