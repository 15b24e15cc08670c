"""What a screen is told about a table: models, traits, gear, strides, sight, and what could be done."""

from __future__ import annotations

import pytest

from sightline.core.screen import Aim, Figure, Gear
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Move
from sightline.games.guerrilla.attacking import Volley
from tests.games.guerrilla.playing import under
from tests.games.guerrilla.stage import Stage, on, wall
from tests.kit import rule

SCREEN = GAME.screen


def gear(figure: Figure, id: str) -> Gear:
    return next(g for g in figure.gear if g.id == id)


def aim(aims: list[Aim], id: str) -> Aim:
    return next(a for a in aims if a.gear == id)


def badges(stage: Stage, model: str) -> dict[str, int]:
    return {b.name: b.count for b in SCREEN.figure(stage.table, model).badges}


def test_a_model_shows_its_role_health_points_and_traits() -> None:
    stage = Stage(red=[on("crusader", 5, 12, "powered_titanium_armor", damage=7, points=2)], blue=[on("recon", 20, 12)])
    figure = SCREEN.figure(stage.table, "red-1")
    assert figure.role == "Crusader"
    assert figure.health is not None
    assert (figure.health.value, figure.health.most) == (18, 25)
    assert figure.points is not None
    assert (figure.points.value, figure.points.most) == (2, 3)
    assert [(s.name, s.value) for s in figure.stats] == [("GS", "6+"), ("MS", "5+"), ("SP", "3″"), ("HP", "25")]
    speed = figure.stats[2].tally
    assert speed is not None
    assert [(note.rule, note.value) for note in speed.notes] == [("DG-ARM-02", -2)]


def test_gear_tells_its_figures_and_whether_it_is_ready() -> None:
    stage = Stage(
        red=[on("overseer", 5, 12, "beam_rifle", "saw_sword", empty=["beam_rifle"])], blue=[on("recon", 20, 12)]
    )
    figure = SCREEN.figure(stage.table, "red-1")
    rifle, sword = gear(figure, "beam_rifle"), gear(figure, "saw_sword")
    assert rifle.line == "3 shots \N{MULTIPLICATION SIGN} 3, 24″"
    assert (rifle.state, rifle.range) == ("empty", 24.0)
    assert sword.state == "ready"


def test_statuses_are_badges() -> None:
    stage = Stage(
        red=[on("trooper", 5, 12)],
        blue=[on("recon", 6.5, 12), on("bastion", 30, 12)],
        attached=[under("DG-FLG-02", "red-1"), under("DG-DUA-01", "blue-2", "red-1")],
    )
    assert badges(stage, "red-1") == {"Flashed": 1, "Tied": 1, "Engaged": 1}
    assert badges(stage, "blue-2") == {"Tied": 1}


@rule("DG-UPK-02")
def test_only_damage_beyond_its_hit_points_dooms_a_model() -> None:
    stage = Stage(red=[on("trooper", 5, 12, damage=16), on("trooper", 5, 15, damage=17)], blue=[on("recon", 20, 12)])
    assert not SCREEN.figure(stage.table, "red-1").doomed
    assert badges(stage, "red-2") == {"Falls in upkeep": 1}


@rule("DG-DUA-02")
def test_one_tied_to_a_doomed_model_is_doomed_too() -> None:
    tie = under("DG-DUA-01", "blue-1", "red-1")
    stage = Stage(red=[on("herald", 5, 12, damage=15)], blue=[on("recon", 20, 12)], attached=[tie])
    assert SCREEN.figure(stage.table, "blue-1").doomed


def test_a_model_that_moved_has_only_its_sprint_left() -> None:
    stage = Stage(red=[on("trooper", 5, 12)], blue=[on("recon", 20, 12)], phase="movement")
    match = stage.match()
    assert [(s.name, s.limit) for s in SCREEN.strides(match.table, "red-1")] == [("Move", 4.0), ("Sprint", 8.0)]
    match.play(Activate("red-1"))
    assert SCREEN.active(match.table) == "red-1"
    match.play(Move("red-1", (7.0, 12.0)))
    assert [(s.name, s.limit) for s in SCREEN.strides(match.table, "red-1")] == [("Sprint", 4.0)]
    match.play(Move("red-1", (8.0, 12.0)))
    assert SCREEN.strides(match.table, "red-1") == ()
    assert SCREEN.figure(match.table, "red-1").points is not None


@pytest.mark.parametrize(
    ("top", "verdict", "name"),
    [(8.0, "clear", "Clear"), (12.2, "part", "Half cover"), (20.0, "none", "Full cover")],
)
def test_sight_is_told_in_the_words_of_the_book(top: float, verdict: str, name: str) -> None:
    stage = Stage(red=[on("trooper", 5, 12)], blue=[on("recon", 15, 12)], terrain=[wall(12, 2, 13, top, id="w")])
    seen = SCREEN.sightline(stage.table, "red-1", "blue-1")
    assert (seen.verdict, seen.name, seen.distance) == (verdict, name, 9.0)
    assert bool(seen.blockers) == (verdict != "clear")


def test_what_could_be_done_comes_best_first_and_the_rest_says_why_not() -> None:
    stage = Stage(
        red=[on("trooper", 5, 12, "phaser_pistol", "phaser_rifle", "saw_sword", "force_grenade")],
        blue=[on("recon", 20, 12)],
    )
    found = list(SCREEN.aims(stage.table, "red-1", "blue-1"))
    assert found[0].gear == "phaser_rifle"
    assert found[0].part == Volley("red-1", "phaser_rifle", {"blue-1": 4})
    no = {a.gear: a.refusal.rule for a in found if a.refusal is not None}
    assert no == {"phaser_pistol": "DG-SGE-06", "saw_sword": "DG-MEL-01", "force_grenade": "DG-THR-01"}
    assert {a.gear: a.when for a in found if a.when} == {"force_grenade": "Active"}


def test_allies_are_aimed_at_with_what_helps_them() -> None:
    stage = Stage(
        red=[on("medic", 5, 12, "dress_wounds", "phaser_pistol"), on("trooper", 6, 12)], blue=[on("recon", 20, 12)]
    )
    found = list(SCREEN.aims(stage.table, "red-1", "red-2"))
    assert [a.gear for a in found] == ["dress_wounds"]
    assert aim(found, "dress_wounds").part is not None


@rule("DG-ARN-05")
def test_zones_and_the_clock_before_and_after_the_first_turn() -> None:
    stage = Stage(red=[on("trooper", 5, 12)], blue=[on("recon", 20, 12)], second_wind={"red": 2})
    assert not SCREEN.zones(stage.table)
    clock = SCREEN.clock(stage.table)
    assert (clock.name, clock.round, clock.rounds, clock.phases[clock.phase].name) == ("Turn", 1, 7, "Siege")
    assert [(pool.name, pool.count) for pool in SCREEN.pools(stage.table, "red")] == [("2 of 2 second winds", 2)]
    fresh = GAME.set_up(stage.setup)
    assert [zone.side for zone in SCREEN.zones(fresh)] == ["", ""]
    assert SCREEN.clock(fresh).phase == -1
