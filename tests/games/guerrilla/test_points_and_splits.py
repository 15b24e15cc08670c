"""Action points (APS) and split attacks (SPL)."""

from fractions import Fraction

import pytest

from sightline.core.decisions import Pick, Refusal, Spot
from sightline.core.events import Rolled
from sightline.games.guerrilla.acting import turn
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    Done,
    Move,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.events import Damaged, Healed, Pushed
from sightline.games.guerrilla.measure import in_half_cover
from tests.games.guerrilla.playing import hold, loaded, mean, odds_of_damage, offers, under, verdict, wait
from tests.games.guerrilla.stage import Stage, at, damage, happened, on, points, refused, spent, wall
from tests.kit import rule

# ------------------------------------------------------------------ action points


@rule("DG-APS-01", 0)
def test_everybody_has_three_points_at_the_start_of_a_turn_wounded_or_not() -> None:
    red = [on("trooper", 5, 12, points=0, damage=16), on("bastion", 5, 8, points=1)]
    match = Stage(red, [on("herald", 30, 12, points=2)], phase="upkeep").match()
    assert [points(match, m) for m in ("red-1", "red-2", "blue-1")] == [3, 3, 3]


@rule("DG-APS-02", 0)
def test_move_sprint_and_shoot_are_three_points() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 20, 12)], phase="movement").match(1, 1, 1, 1)
    match.play(Activate("red-1"), Move("red-1", (6, 12)), Move("red-1", (7, 12)))
    wait(match, "siege")
    match.play(Activate("red-1"))
    assert points(match, "red-1") == 1
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert points(match, "red-1") == 0
    assert spent(match)


@rule("DG-APS-02", 0)
def test_move_reload_and_shoot_are_three_points() -> None:
    red = [on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"])]
    match = Stage(red, [on("bastion", 20, 12)], phase="movement").match(1, 1, 1, 1)
    match.play(Activate("red-1"), Move("red-1", (6, 12)))
    wait(match, "active")
    match.play(Activate("red-1"), Reload("red-1", "phaser_rifle"))
    wait(match, "siege")
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert points(match, "red-1") == 0
    assert spent(match)


@rule("DG-APS-02", 0)
def test_two_casts_and_a_reload_leave_no_attack() -> None:
    red = [on("herald", 5, 12, "blindness", "weakness", "phaser_pistol", empty=["phaser_pistol"]), on("trooper", 5, 8)]
    match = Stage(red, [on("bastion", 10, 12)], phase="active").match(1, 1)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    match.play(Cast("red-1", "weakness", "blue-1"))
    match.play(Reload("red-1", "phaser_pistol"))
    assert points(match, "red-1") == 0
    wait(match, "siege")
    assert refused(match, Activate("red-1")).facts["points"] == 0
    assert verdict(match, "red-1", Attack("red-1", "phaser_pistol", {"blue-1": 4})) == Refusal(
        "DG-SGE-03", {"model": "red-1", "points": 0, "needed": 1}
    )
    assert spent(match)


@rule("DG-APS-02", 1)
def test_three_attacks_with_a_sword_are_all_a_model_does_in_a_turn() -> None:
    red = [on("trooper", 10, 12, "saw_sword"), on("trooper", 10, 3)]
    match = Stage(red, [on("bastion", 11, 12)]).match(*[1] * 6)
    match.play(Activate("red-1"))
    for left in (2, 1, 0):
        match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
        assert points(match, "red-1") == left
    assert match.decision.side == "blue"
    assert verdict(match, "red-1", Attack("red-1", "saw_sword", {"blue-1": 2})) is not None
    assert spent(match)


@rule("DG-APS-02", 2)
def test_move_sprint_reload_and_shoot_are_one_too_many() -> None:
    red = [on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"]), on("trooper", 5, 3)]
    match = Stage(red, [on("bastion", 20, 12)], phase="movement").match()
    match.play(Activate("red-1"), Move("red-1", (6, 12)), Move("red-1", (7, 12)))
    wait(match, "active")
    match.play(Activate("red-1"), Reload("red-1", "phaser_rifle"))
    wait(match, "siege")
    assert loaded(match, "red-1", "phaser_rifle")
    assert refused(match, Activate("red-1")) == Refusal("DG-TRN-04", {"model": "red-1", "points": 0, "activated": 0})


@rule("DG-APS-03", 0)
def test_being_pushed_and_being_supplied_cost_no_points() -> None:
    rifleman = on("trooper", 10, 12, "phaser_rifle", empty=["phaser_rifle"])
    red = [on("overseer", 10, 10, "supply_request"), rifleman, on("trooper", 5, 3)]
    blue = [on("bastion", 8.8, 12, "force_hammer"), on("bastion", 12, 13.4, "force_hammer")]
    match = Stage(red, blue, phase="active").match(9, 9, 9)
    match.play(Activate("red-1"))
    match.play(CastArea("red-1", "supply_request", (10, 12)))
    assert loaded(match, "red-2", "phaser_rifle")
    wait(match, "siege")
    hold(match, "red-1")
    match.play(Activate("blue-1"))
    match.play(Attack("blue-1", "force_hammer", {"red-2": 1}))
    hold(match, "red-3")
    match.play(Activate("blue-2"))
    match.play(Attack("blue-2", "force_hammer", {"red-2": 1}))
    assert len(happened(match, Pushed)) == 2
    assert at(match, "red-2") == pytest.approx((12, 10), abs=2e-3)
    assert (turn(match.table), points(match, "red-2")) == (1, 3)
    assert spent(match)


@rule("DG-APS-03")
def test_second_wind_costs_no_action_point() -> None:
    match = Stage(
        [on("herald", 5, 12, "blindness")], [on("bastion", 10, 12)], phase="active", second_wind={"red": 1}
    ).match(1, 9)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    match.play(SecondWind((0,)))
    assert points(match, "red-1") == 2
    assert spent(match)


@rule("DG-APS-03")
def test_ongoing_damage_and_lasting_heals_cost_no_points() -> None:
    burning = under("DG-ONG-04", "red-1", until="9 siege", tokens={"damage": 1, "from": 1, "at end of": 0})
    aura = under("DG-REV-01", "red-1", until="2 ends", tokens={"amount": 2, "from": 1})
    squads = [on("trooper", 5, 12, damage=4), on("trooper", 5, 3)], [on("bastion", 10, 12)]
    match = Stage(*squads, phase="active", attached=[burning, aura]).match()
    wait(match, "siege")
    assert [e.by for e in happened(match, Damaged)] == [1]
    assert points(match, "red-1") == 3
    wait(match, "movement", 2)
    assert [e.by for e in happened(match, Healed)] == [-2]
    assert points(match, "red-1") == 3


@rule("DG-APS-04", 0)
def test_unused_points_are_lost_when_the_turn_ends() -> None:
    match = Stage([on("trooper", 5, 12)], [on("bastion", 10, 12)], phase="movement").match()
    wait(match, "movement", 2)
    assert (turn(match.table), points(match, "red-1"), points(match, "blue-1")) == (2, 3, 3)


# ------------------------------------------------------------------ split attacks


@rule("DG-SPL-01", 0)
def test_ten_shots_are_divided_among_three_targets_for_one_point() -> None:
    blue = [on("bastion", 15, 8), on("bastion", 15, 12), on("bastion", 15, 16)]
    match = Stage([on("artillerist", 5, 12, "heavy_rotary_rifle")], blue).match(9, 9, 9, 1, 9, 9, 1, 9, 1, 1)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "heavy_rotary_rifle", {"blue-1": 4, "blue-2": 3, "blue-3": 3}))
    assert [damage(match, f"blue-{n}") for n in (1, 2, 3)] == [3, 2, 1]
    assert points(match, "red-1") == 2
    assert spent(match)


@rule("DG-SPL-01", 1)
def test_every_target_of_a_split_must_be_legal_by_itself() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 25, 12), on("bastion", 27, 12)]).match(
        9, 9, 9, 9
    )
    match.play(Activate("red-1"))
    refusal = refused(match, Attack("red-1", "phaser_rifle", {"blue-1": 3, "blue-2": 1}))
    assert refusal == Refusal("DG-SGE-06", {"target": "blue-2", "range": 20, "distance": 21})
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-SPL-01")
def test_no_more_dice_are_assigned_than_the_weapon_has() -> None:
    red = [on("artillerist", 5, 12, "phaser_cannon", "phaser_rifle")]
    match = Stage(red, [on("bastion", 15, 12), on("bastion", 15, 8)]).match()
    match.play(Activate("red-1"))
    refusal = refused(match, Attack("red-1", "phaser_rifle", {"blue-1": 3, "blue-2": 2}))
    assert refusal == Refusal("DG-SPL-01", {"weapon": "phaser_rifle", "dice": 4, "assigned": 5})
    assert refused(match, Attack("red-1", "phaser_cannon", {"blue-1": 1, "blue-2": 1})).rule == "DG-SPL-01"


@rule("DG-SPL-02", 0)
def test_each_target_is_rolled_for_with_its_own_number() -> None:
    red = [on("artillerist", 5, 12, "heavy_rotary_rifle")]
    blue = [on("bastion", 15, 6), on("bastion", 15, 12)]
    match = Stage(red, blue, terrain=[wall(12, 11.75, 13, 20)]).match()
    assert in_half_cover(match.table, "red-1", "blue-2")
    needs = [to_hit(match.table, "red-1", target, "heavy_rotary_rifle").value for target in ("blue-1", "blue-2")]
    assert needs == [4, 6]
    match.play(Activate("red-1"), Attack("red-1", "heavy_rotary_rifle", {"blue-1": 5, "blue-2": 5}))
    assert mean(odds_of_damage(match, "blue-1")) == Fraction(7, 2)
    assert mean(odds_of_damage(match, "blue-2")) == Fraction(5, 2)
    match.play((4, 4, 4, 4, 3), (5, 5, 5, 5, 6))
    assert [(e.about, len(e.faces)) for e in happened(match, Rolled)] == [("blue-1", 5), ("blue-2", 5)]
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [4, 1]


@rule("DG-SPL-03", 0)
def test_hits_beyond_need_are_not_transferred_to_the_next_target() -> None:
    blue = [on("trooper", 15, 12, damage=13), on("trooper", 15, 8), on("medic", 30, 3)]
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], blue).match(9, 9, 9, 1)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 3, "blue-2": 1}))
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [19, 0]
    assert spent(match)


@rule("DG-SPL-03")
def test_fewer_dice_may_be_fired_but_not_none_and_the_gun_is_empty_all_the_same() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("trooper", 15, 12), on("trooper", 15, 8)]).match(9)
    match.play(Activate("red-1"))
    splits: tuple[dict[str, int], ...] = ({}, {"blue-1": 0}, {"blue-1": 2, "blue-2": 0}, {"blue-1": -1})
    for split in splits:
        assert refused(match, Attack("red-1", "phaser_rifle", split)).rule == "DG-SPL-03"
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 1}))
    assert damage(match, "blue-1") == 2
    assert not loaded(match, "red-1", "phaser_rifle")
    assert spent(match)


@rule("DG-SPL-03")
def test_the_whole_attack_is_declared_before_the_first_die() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("trooper", 15, 12), on("trooper", 15, 8)]).match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 3, "blue-2": 1}), (9, 9, 9))
    assert damage(match, "blue-1") == 0
    assert refused(match, Attack("red-1", "phaser_rifle", {"blue-2": 1})).facts["dice"] == 1
    match.play((9,))
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [6, 2]


@rule("DG-SPL-04", 0)
def test_a_cast_or_a_throw_is_aimed_at_one_thing_only() -> None:
    red = [on("herald", 5, 12, "psychic_shock", "force_grenade")]
    match = Stage(red, [on("trooper", 15, 12), on("trooper", 15, 8)], phase="active").match(9)
    match.play(Activate("red-1"))
    cast, throw = (next(o for o in match.decision.offers if o.action is kind) for kind in (Cast, Throw))
    assert match.slots(cast) == {"target": Pick(("blue-1", "blue-2"))}
    assert match.slots(throw) == {"spot": Spot("red-1", 12, 6)}
    assert refused(match, Cast("red-1", "psychic_shock", "blue-1, blue-2")).rule == "DG-CST-04"
    match.play(Cast("red-1", "psychic_shock", "blue-1"))
    assert refused(match, Cast("red-1", "psychic_shock", "blue-2")).rule == "DG-ACT-04"
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [3, 0]
    assert spent(match)


@rule("DG-SPL-04")
def test_neither_abilities_nor_grenades_are_split_like_an_attack() -> None:
    red = [on("herald", 5, 12, "psychic_shock", "force_grenade", "phaser_pistol")]
    match = Stage(red, [on("trooper", 12, 12), on("trooper", 12, 8)]).match()
    match.play(Activate("red-1"))
    assert [o["weapon"] for o in offers(match, Attack)] == ["phaser_pistol"]
    assert refused(match, Attack("red-1", "psychic_shock", {"blue-1": 1, "blue-2": 1})).rule == "DG-EQP-07"
    assert refused(match, Attack("red-1", "force_grenade", {"blue-1": 1, "blue-2": 1})).rule == "DG-THR-02"
    match.play(Done("red-1"))
