"""Levels: rising and sinking, fights across them, bottom dwellers (DW-DEP)."""

from __future__ import annotations

from sightline.games.deepwars.actions import Attack, ChangeDepth, Deploy, Done, Move
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.ground import ground_level
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.moving import pace
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import nature, opened, sea
from tests.games.deepwars.stage import (
    Stage,
    act,
    box,
    fallen,
    free,
    happened,
    kelp,
    model,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
)
from tests.kit import rule

# ------------------------------------------------------------------ changes of depth


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


@rule("DW-DEP-07")
def test_the_fallen_keep_their_level() -> None:
    match = Stage([on(20, 18, level=1), on(2, 2)], [on(21, 18, level=1), on(2, 34), on(6, 34)]).match(4, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert fallen(match, "blue-1")
    assert level(match.table, model(match, "blue-1")) == 1


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


@rule("DW-DEP-05")
def test_who_stands_on_a_wall_fights_who_is_at_its_foot() -> None:
    rock = wall(18, 15, 20.6, 21, height=1)
    match = Stage([on(20, 18, level=1), on(2, 2)], [on(21.12, 18), on(2, 34)], terrain=[rock]).match()
    act(match, *free("red-1"))
    assert not offered(match, Attack)
    match = Stage([on(20.3, 18, level=1), on(2, 2)], [on(21.12, 18), on(2, 34)], terrain=[rock]).match()
    act(match, *free("red-1"))
    assert offered(match, Attack)


# ------------------------------------------------------------------ bottom dwellers: DW-DEP-08


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


@rule("DW-DEP-08")
@rule("DW-MOV-04")
def test_a_bottom_dweller_does_not_sink_onto_anybody() -> None:
    stage = Stage([on(10, 10, "benthic", level=2), on(10.5, 10), on(2, 2)], [on(40, 30)])
    match = act(stage.match(), *free("red-1"), Done("red-1"))
    assert level(match.table, model(match, "red-1")) == 1


@rule("DW-DEP-08")
@rule("DW-TER-02")
def test_a_bottom_dweller_that_sinks_into_deadly_terrain_is_in_it() -> None:
    vents = [box(8, 8, 12, 12, "deadly", "material:none", id="vents")]
    match = Stage([on(10, 10, "benthic", level=1), on(2, 2)], [on(40, 30)], terrain=vents).match(5, 1, 1)
    act(match, *free("red-1"), Done("red-1"))
    assert fallen(match, "red-1")
    assert spent(match)


@rule("DW-DEP-08")
@rule("DW-CRE-01")
def test_a_wild_bottom_dweller_that_has_risen_after_its_prey_sinks_to_the_ground_again() -> None:
    match = nature(sea(Stage([on(24, 30, level=3, points=20)], [on(2, 35)]), ("reef_mauler", 24, 18)))
    assert level(match.table, model(match, "wild-reef_mauler")) == 0
