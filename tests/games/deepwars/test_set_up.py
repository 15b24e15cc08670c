"""Attacker and defender, the map, and how warbands are set up (DW-SET)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.game import SetUp, TablePlan
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import ChooseEdge, Deploy
from sightline.games.deepwars.deploying import Deploying
from sightline.games.deepwars.events import GameTurnBegan
from tests.games.deepwars.scenes import USUAL, before, opened, set_up
from tests.games.deepwars.stage import Stage, at, happened, has, model, on, refused, wall
from tests.kit import rule


@rule("DW-SET-01")
@rule("DW-SET-02")
@rule("DW-SET-03")
def test_the_higher_die_attacks_and_chooses_an_edge_and_the_defender_deploys_first() -> None:
    match = before(3, 3, 2, 5)
    assert has(match, "blue", "attacker") == 1
    assert (match.decision.side, match.decision.rule) == ("blue", "DW-SET-01")
    match.play(ChooseEdge((10.0, 30.0), "blue"))
    assert at(match, "blue-edge") == (24.0, 36.0)
    assert at(match, "red-edge") == (24.0, 0.0)
    assert (match.decision.side, match.decision.rule) == ("red", "DW-SET-05")


@rule("DW-SET-05")
@rule("DW-SET-01")
def test_models_are_set_up_wholly_inside_their_zone_on_any_level() -> None:
    match = before(5, 2)
    match.play(ChooseEdge((10.0, 1.0), "red"))
    assert match.decision.side == "blue"
    no = refused(match, Deploy("blue-1", (10.0, 29.2)))
    assert (no.rule, no.facts["outside"]) == ("DW-SET-05", 0.3)
    assert match.refusal(Deploy("red-1", (10.0, 33.0))).rule == "DW-SET-05"  # type: ignore[union-attr]
    assert match.refusal(Deploy("blue-1", (10.0, 33.0), 4)).rule == "DW-DEP-01"  # type: ignore[union-attr]
    looking = match.fork()
    looking.play(Deploy("blue-1", (10.0, 33.0), 0, (20.0, 33.0)))
    assert model(looking, "blue-1").facing == 0.0
    match.play(Deploy("blue-1", (10.0, 29.5), 2))
    assert model(match, "blue-1").facing == 270.0
    assert (at(match, "blue-1"), model(match, "blue-1").z) == ((10.0, 29.5), 6.0)
    taken, outside = (refused(match, Deploy("blue-2", (10.5, y), 2)) for y in (29.6, 27.5))
    assert (taken.rule, outside.rule) == ("DW-MOV-04", "DW-SET-05")
    first, second = (model(match, f"blue-{n}").name for n in (1, 2))
    assert GAME.sayings.refusal(match.table, taken) == f"blue {first} is where blue {second} would be"
    assert GAME.sayings.refusal(match.table, outside) == (
        f"blue {second} is not wholly in its zone: it would be 2 in outside"
    )
    for n in range(2, 8):
        match.play(Deploy(f"blue-{n}", (10.0 + 2 * n, 33.0)))
    assert match.decision.side == "red"
    for n in range(1, 8):
        match.play(Deploy(f"red-{n}", (10.0 + 2 * n, 3.0)))
    assert happened(match, GameTurnBegan)[0].value == 1
    assert match.decision.side == "red"


@rule("DW-SET-03")
@rule("DW-SET-04")
def test_a_map_has_the_size_that_was_agreed_on() -> None:
    plan = GAME.tables["bone_garden"]
    rosters = dict.fromkeys(GAME.sides, GAME.rosters["karrow_300"])
    assert not GAME.room(SetUp(GAME.id, rosters, plan, USUAL))
    small = SetUp(GAME.id, rosters, TablePlan("drawn", ()), GAME.rulebook.settle({"map_inches": "36x36"}))
    terrain = GAME.set_up(small).terrain
    assert (terrain.width, terrain.height) == (36.0, 36.0)
    assert GAME.set_up(replace(small, table=plan)).terrain.width == 48.0


@rule("DW-SET-03")
@pytest.mark.parametrize("width", [0.5, -5.0, 1e300, float("inf"), float("nan")])
def test_a_map_has_a_size_that_can_be_laid_out(width: float) -> None:
    (fault,) = GAME.layout(TablePlan("mine", (), width=width, height=36.0))
    assert fault.rule == "DW-SET-03"
    assert "each may be 6 to 240" in GAME.sayings.refusal(None, fault)


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


@rule("DW-SET-01")
@rule("DW-CRE-11")
def test_wild_creatures_come_when_both_warbands_are_set_up() -> None:
    match = opened("furnace_gate")
    assert match.decision.rule == "DW-SET-05"
    set_up(match)
    assert match.decision.rule == "DW-SCN-10"
    assert all(m.at is not None for side in GAME.sides for m in match.table.squad(side))
