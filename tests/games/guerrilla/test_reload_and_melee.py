"""Reloading (RLD) and melee (MEL)."""

from fractions import Fraction

import pytest

from sightline.core.decisions import Refusal
from sightline.games.guerrilla.acting import turn
from sightline.games.guerrilla.actions import Activate, Attack, Done, Move, Reload
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.events import PointSpent, Reloaded
from sightline.games.guerrilla.measure import in_half_cover
from tests.games.guerrilla.playing import hold, loaded, offers, under, verdict, wait
from tests.games.guerrilla.stage import Stage, chance, damage, happened, on, points, refused, spent, table_of, wall
from tests.kit import rule

TARGET = on("bastion", 22, 12)
RIFLE = Attack("red-1", "phaser_rifle", {"blue-1": 4})


# ------------------------------------------------------------------ reload


@rule("DG-RLD-01", 0)
def test_a_rifle_starts_loaded() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [TARGET], phase="upkeep", turn=0).match(9, 9, 9, 9)
    assert turn(match.table) == 1
    match.play(Activate("red-1"), Move("red-1", (9, 12)), Move("red-1", (13, 12)))
    wait(match, "siege")
    match.play(Activate("red-1"))
    match.play(RIFLE)
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-RLD-02", 0)
def test_a_rifle_that_was_fired_cannot_fire_in_the_next_turn_without_a_reload() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle", "phaser_pistol")], [on("bastion", 12, 12)]).match(1)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 1}))  # one shot, and a miss, empties it as well
    assert not loaded(match, "red-1", "phaser_rifle")
    wait(match, "siege", 2)
    match.play(Activate("red-1"))
    assert [o["weapon"] for o in offers(match, Attack)] == ["phaser_pistol"]
    assert refused(match, RIFLE) == Refusal("DG-RLD-02", {"weapon": "phaser_rifle", "loaded": 0})
    assert spent(match)


@rule("DG-RLD-03", 0)
def test_after_a_shot_comes_a_turn_of_move_reload_and_shoot() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [TARGET]).match(1, 1, 1, 1, 9, 9, 9, 9)
    match.play(Activate("red-1"))
    match.play(RIFLE)
    wait(match, "movement", 2)
    match.play(Activate("red-1"), Move("red-1", (6, 12)))
    wait(match, "active")
    match.play(Activate("red-1"), Reload("red-1", "phaser_rifle"))
    assert [e.rule for e in happened(match, PointSpent)][-1] == "DG-RLD-03"
    assert points(match, "red-1") == 1
    wait(match, "siege")
    match.play(Activate("red-1"))
    match.play(RIFLE)
    assert damage(match, "blue-1") == 8
    assert points(match, "red-1") == 0
    assert spent(match)


@rule("DG-RLD-03", 1)
def test_without_a_reload_there_is_no_shot_after_move_and_sprint() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle"), on("trooper", 5, 3)], [TARGET]).match(1, 1, 1, 1)
    match.play(Activate("red-1"))
    match.play(RIFLE)
    wait(match, "movement", 2)
    match.play(Activate("red-1"), Move("red-1", (9, 12)), Move("red-1", (13, 12)))
    wait(match, "siege")
    assert points(match, "red-1") == 1
    assert verdict(match, "red-1", RIFLE) == Refusal("DG-RLD-02", {"weapon": "phaser_rifle", "loaded": 0})
    hold(match, "red-1")
    assert match.decision.side == "blue"
    assert spent(match)


@rule("DG-RLD-04", 0)
def test_each_weapon_needs_a_reload_of_its_own() -> None:
    guns = ("heavy_rotary_rifle", "phaser_pistol")
    match = Stage([on("artillerist", 5, 12, *guns, empty=guns)], [TARGET], phase="active").match()
    match.play(Activate("red-1"), Reload("red-1", guns[0]))
    assert [loaded(match, "red-1", gun) for gun in guns] == [True, False]
    match.play(Reload("red-1", guns[1]))
    assert points(match, "red-1") == 1
    assert all(loaded(match, "red-1", gun) for gun in guns)


@rule("DG-RLD-04", 0)
def test_one_reload_may_be_agreed_to_load_everything() -> None:
    guns = ("heavy_rotary_rifle", "phaser_pistol")
    red = [on("artillerist", 5, 12, *guns, "force_grenade", empty=guns)]
    match = Stage(red, [TARGET], phase="active", options={"reload_scope": "all_weapons"}).match()
    match.play(Activate("red-1"), Reload("red-1", guns[0]))
    assert points(match, "red-1") == 2
    assert all(loaded(match, "red-1", gun) for gun in guns)
    assert len(happened(match, Reloaded)) == 2
    assert offers(match, Reload) == []
    match.play(Done("red-1"))


# ------------------------------------------------------------------ melee


@rule("DG-MEL-01", 0)
def test_melee_reaches_an_inch_and_no_farther() -> None:
    blue = [on("bastion", 12, 12), on("bastion", 10, 14.01)]
    match = Stage([on("recon", 10, 12, "saw_sword")], blue).match(9, 9)
    match.play(Activate("red-1"))
    refusal = refused(match, Attack("red-1", "saw_sword", {"blue-2": 2}))
    assert (refusal.rule, refusal.facts["range"]) == ("DG-MEL-01", 1)
    assert refusal.facts["distance"] == pytest.approx(1.01, abs=2e-3)
    match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert damage(match, "blue-1") == 4
    assert spent(match)


@rule("DG-MEL-02", 0)
def test_a_sword_is_ready_turn_after_turn() -> None:
    match = Stage([on("recon", 10, 12, "saw_sword")], [on("bastion", 11, 12)]).match(9, 9, 9, 9, 9, 9)
    for number in (1, 2, 3):
        wait(match, "siege", number)
        match.play(Activate("red-1"))
        match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
        assert loaded(match, "red-1", "saw_sword")
        assert damage(match, "blue-1") == 4 * number
        match.play(Done("red-1"))
    assert spent(match)


@rule("DG-MEL-03", 0)
def test_a_radon_shield_does_not_stop_a_blade() -> None:
    blue = [on("bastion", 11, 12)]
    table = table_of([on("recon", 10, 12, "dueling_blades")], blue, attached=[under("DG-RAD-01", "blue-1")])
    need = to_hit(table, "red-1", "blue-1", "dueling_blades").value
    assert (need, chance(need)) == (4, Fraction(7, 10))


@rule("DG-MEL-03")
def test_half_cover_does_not_stop_a_blade() -> None:
    kit = ("dueling_blades", "beam_rifle")
    corner = [wall(10.8, 12, 11.2, 20)]
    table = table_of([on("recon", 10, 12, *kit, base=0.5)], [on("trooper", 12, 12.4)], terrain=corner)
    assert in_half_cover(table, "red-1", "blue-1")
    assert to_hit(table, "red-1", "blue-1", "dueling_blades").value == 4
    assert to_hit(table, "red-1", "blue-1", "beam_rifle").value == 7


@rule("DG-MEL-03")
def test_a_blade_does_not_reach_through_a_wall() -> None:
    red = [on("recon", 10.05, 12, "saw_sword")]
    match = Stage(red, [on("trooper", 11.45, 12), on("trooper", 9, 12)], terrain=[wall(10.6, 10, 10.9, 14)]).match()
    match.play(Activate("red-1"))
    refusal = refused(match, Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert refusal == Refusal("DG-LOS-04", {"target": "blue-1", "share": 0.0, "blocked by": "piece-1"})
