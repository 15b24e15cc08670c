"""More of what a referee has found: who scores, what is seen, what comes when, and what scenery does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Concede
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.acting import Acting
from sightline.games.deepwars.actions import Attack, ChangeDepth, Deploy, EndTurn, Fire, Move, StepAndAttack
from sightline.games.deepwars.ending import gone
from sightline.games.deepwars.events import BattleEnded, Checked, Clashed
from sightline.games.deepwars.homecoming import earned
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.scoring import in_control, per_game_turn, to_come
from sightline.games.deepwars.wild import Prowling
from tests.games.deepwars.scenes import opened, playing, set_up, thing
from tests.games.deepwars.stage import On, Stage, act, free, happened, has, on, refused, rolling, settle, spent, wall
from tests.kit import rule

# ------------------------------------------------------------------ who scores


STAR = {"personality": 1}


@rule("DW-ABL-19")
@rule("DW-SCN-05")
@rule("DW-SCN-11")
@rule("DW-SCN-13")
def test_whoever_is_out_of_this_world_does_not_score() -> None:
    for tokens, points in (({}, 1), ({"shifted": 1}, 0)):
        star = on(24, 20, "dimension_shift", tokens={**STAR, **tokens})
        assert per_game_turn(playing("conquer", [star], [on(40, 30)]).table, "red") == points
        assert to_come(playing("survival", [star], [on(40, 30)]).table, "red")["control"] == points
        stage = playing("capture", [on(24, 26, tokens=tokens)], [on(2, 34)])
        assert in_control(thing(stage, "wheel_of_the_stars", "blue-altar", (24.0, 29.0)).table, "red") == points


@rule("DW-SCN-05")
@rule("DW-SUB-07")
@pytest.mark.parametrize("condition", ["transfixed", "immobilized"])
def test_a_helpless_personality_does_not_hold_the_zone(condition: str) -> None:
    star = on(24, 20, tokens={**STAR, condition: 1})
    assert per_game_turn(playing("conquer", [star], [on(40, 30)]).table, "red") == 0


@rule("DW-CRE-12")
@rule("DW-END-03")
def test_a_side_of_summoned_creatures_alone_is_gone() -> None:
    stage = Stage([on(20, 18, tokens={"summoned": 1})], [on(40, 30)])
    assert gone(stage.table, "red")
    match = act(stage.match(), EndTurn("red"), EndTurn("blue"))
    assert happened(match, BattleEnded)[0].rule == "DW-END-03"


@rule("DW-END-05")
@rule("DW-CRE-12")
def test_summoned_creatures_do_not_count_as_fled_when_their_side_concedes() -> None:
    for tokens, points in (({}, 1 + 5), ({"summoned": 1}, 5)):
        match = Stage([on(10, 10, tokens=tokens)], [on(40, 30)]).match()
        match.play(Concede("red"))
        assert earned(match.table)["blue"] == points


# ------------------------------------------------------------------ depth


@rule("DW-DEP-01")
@rule("DW-GEN-05")
def test_a_huge_model_does_not_rise_out_of_the_water() -> None:
    match = Stage([on(20, 18, size=3, level=2), on(2, 2)], [on(40, 30)]).match()
    refusal = refused(match, *free("red-1"), ChangeDepth("red-1", 1))
    assert (refusal.rule, refusal.facts["most"]) == ("DW-DEP-01", 2)
    tall = opened("twin_kelp_shallows")
    assert tall.refusal(Deploy("blue-1", (24.0, 33.0), 3)) is None


@rule("DW-DEP-03")
@rule("DW-H2H-04")
def test_a_change_of_depth_without_contact_is_no_part_of_a_charge() -> None:
    match = Stage([on(16, 18, level=2), on(2, 2)], [on(20, 18), on(2, 34)]).match(5, 5, 5, 3, 3)
    act(match, *rolling("red-1", 3), ChangeDepth("red-1", -1), Move("red-1", (19.0, 18.0)))
    act(match, Attack("red-1", "bare_hands", "blue-1"))
    assert happened(match, Clashed)[0].blow.run == 1


@rule("DW-DEP-03")
@rule("DW-CRE-06")
def test_a_predator_that_comes_to_the_depth_of_its_prey_charges_and_does_not_rush() -> None:
    stage = Stage([on(16, 18), on(2, 2)], [on(2, 34)])
    beast = raised(catalog.creatures()["needle_pack"], "wild-1", WILD, "Needle pack")
    stage.table.put_moved(replace(beast, at=(20.0, 18.0), z=6.0, facing=180.0))
    stage.table.put_all_tokens(stage.table.models["wild-1"], beast.tokens)
    stage.table.agenda = (Prowling("wild-1", 3), *stage.table.agenda)
    match = settle(stage.match(3, 3))
    assert happened(match, Clashed)[0].blow.run == 1


# ------------------------------------------------------------------ what is seen


@rule("DW-CBT-10")
@rule("DW-CBT-09")
def test_no_object_is_shot_through_a_wall() -> None:
    for terrain, no in (([], None), ([wall(17, 14, 18, 22)], "DW-CBT-10")):
        stage = Stage([on(14, 18, "dart_rifle"), on(2, 2)], [on(40, 30)], terrain=terrain)
        match = act(thing(stage, "wheel_of_the_stars", "blue-altar", (22.0, 18.0)).match(), *free("red-1"))
        refusal = match.refusal(Attack("red-1", "dart_rifle", "blue-altar"))
        assert (refusal and refusal.rule) == no


# ------------------------------------------------------------------ what comes when


@rule("DW-SET-01")
@rule("DW-CRE-11")
def test_wild_creatures_come_when_both_warbands_are_set_up() -> None:
    match = opened("furnace_gate")
    assert match.decision.rule == "DW-SET-05"
    set_up(match)
    assert match.decision.rule == "DW-SCN-10"
    assert all(m.at is not None for side in GAME.sides for m in match.table.squad(side))


# ------------------------------------------------------------------ scenic weapons


def storm(red: list[On], *, turn: int = 4, **more: Any) -> Stage:
    """A blaster in the middle that is charged."""
    stage = Stage(red, [on(2, 34)], turn=turn, **more)
    return thing(stage, "lightning_blaster", "red-engine", (24.0, 18.0), "charging")


@rule("DW-SCW-02")
@rule("DW-DEP-02")
def test_whoever_sinks_into_its_area_sets_a_blaster_off() -> None:
    match = storm([on(30, 18, level=2), on(46, 2)]).match(6, 6, 6)
    act(match, *free("red-1"), ChangeDepth("red-1", -1))
    assert [e.model for e in happened(match, Checked)] == ["red-1"]
    inside = storm([on(30, 18), on(46, 2)]).match()
    act(inside, *free("red-1"), ChangeDepth("red-1", 1))
    assert not happened(inside, Checked), "whoever was inside does not come into it"


@rule("DW-SCW-02")
def test_only_the_blaster_one_comes_near_to_goes_off_at_once() -> None:
    stage = storm([on(30, 18), on(46, 2)])
    thing(stage, "lightning_blaster", "blue-engine", (46.0, 18.0), "charging", owner="blue")
    match = act(stage.match(6, 6, 6), *free("red-1"), Move("red-1", (33.0, 18.0)))
    assert has(match, "blue-engine", "fired")
    assert not has(match, "red-engine", "fired")
    assert spent(match)


@rule("DW-SCW-03")
@rule("DW-ACN-17")
def test_a_step_through_a_wall_of_dread_is_an_entry() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21.98, 18, combat=6), on(2, 34)])
    thing(stage, "psychic_wall", "blue-engine", (20.5, 10.0), "used", "serves:blue", owner="blue")
    line = replace(stage.table.models["blue-edge"], id="line", owner="blue-engine", profile="dread", at=(20.5, 30.0))
    stage.table.put_moved(line)
    match = stage.match(6, 6, 6, 3, 3)
    act(match, *free("red-1"), StepAndAttack("red-1", "bare_hands", "blue-1", (20.95, 18.0)))
    assert [e.check for e in happened(match, Checked)] == ["MoraleCheck"]


@rule("DW-SCW-01")
@rule("DW-ACT-15")
def test_where_two_attacks_are_agreed_a_scenic_weapon_may_be_the_second() -> None:
    for most, no in ((1, "DW-ACT-15"), (2, None)):
        stage = Stage(
            [on(10, 10, tokens={"learned:red-engine": 1}), on(2, 2)],
            [on(16, 10), on(2, 34)],
            options={"attacks_per_activation": most},
            active="red-1",
            actions=3,
        )
        thing(stage, "beam_cannon", "red-engine", (10.0, 11.5))
        stage.table.put_tokens("red-1", "attacks", 1)
        stage.table.agenda = (Acting("red-1"), *stage.table.agenda)
        refusal = stage.match().refusal(Fire("red-1", "red-engine", "blue-1"))
        assert (refusal and refusal.rule) == no
