"""Actions of the active phase: throws, reloads and abilities (ACT)."""

import pytest

from sightline.core.decisions import Action, Refusal
from sightline.core.events import Attached
from sightline.games.guerrilla.acting import phase
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Move,
    Pass,
    Reload,
    Throw,
)
from sightline.games.guerrilla.events import Failed, Healed, Slain
from tests.games.guerrilla.playing import loaded, offers, verdict, wait
from tests.games.guerrilla.stage import Stage, damage, happened, on, points, refused, spent, wall
from tests.kit import rule

HERALD = on("herald", 5, 12, "blindness", "weakness")
FOES = [on("trooper", 15, 12, "phaser_rifle"), on("trooper", 15, 8, "phaser_rifle")]


@rule("DG-ACT-01", 0)
def test_a_model_takes_all_its_actions_before_the_opponent_chooses() -> None:
    match = Stage([HERALD, on("trooper", 5, 8)], FOES, phase="active").match(8, 8)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    assert match.decision.side == "red"
    assert refused(match, Activate("red-2")).rule == "DG-TRN-04"
    match.play(Cast("red-1", "weakness", "blue-1"))
    assert match.decision.side == "blue"
    assert sorted(match.table.attachments) == ["blindness@blue-1", "weakness@blue-1"]
    assert spent(match)


@rule("DG-ACT-02", 0)
@pytest.mark.parametrize("action", [Attack("red-1", "phaser_rifle", {"blue-1": 4}), Move("red-1", (6, 12))])
def test_nobody_shoots_or_moves_in_the_active_phase(action: Action) -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle", "force_grenade")], FOES, phase="active").match()
    refusal = refused(match, Activate("red-1"), action)
    assert refusal.rule == "DG-ACT-02"
    assert refusal.facts["phase"] == "active"


@rule("DG-ACT-02", 0)
@pytest.mark.parametrize(
    "action",
    [
        Cast("red-1", "blindness", "blue-1"),
        CastArea("red-1", "supply_request", (8, 12)),
        CastAround("red-1", "inspiration"),
        Throw("red-1", "force_grenade", (15, 12)),
        Reload("red-1", "phaser_pistol"),
    ],
)
@pytest.mark.parametrize("now", ["siege", "movement"])
def test_nobody_casts_throws_or_reloads_outside_the_active_phase(action: Action, now: str) -> None:
    kit = ("blindness", "supply_request", "inspiration", "force_grenade", "phaser_pistol", "phaser_rifle")
    match = Stage([on("herald", 5, 12, *kit, empty=["phaser_pistol"])], FOES, phase=now).match()
    refusal = refused(match, Activate("red-1"), action)
    assert refusal == Refusal("DG-ACT-02", {"phase": now, "needed": "active"})


@rule("DG-ACT-03", 0)
def test_an_action_costs_a_point_whether_it_succeeds_or_not() -> None:
    match = Stage([HERALD], FOES, phase="active").match(2, 8)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    assert points(match, "red-1") == 2
    match.play(Cast("red-1", "weakness", "blue-1"))
    assert points(match, "red-1") == 1
    assert [e.item for e in happened(match, Failed)] == ["blindness"]
    assert [e.attachment.id for e in happened(match, Attached)] == ["weakness@blue-1"]
    assert spent(match)


@rule("DG-ACT-03")
def test_without_a_point_there_is_no_action() -> None:
    match = Stage([HERALD, on("trooper", 5, 8, "force_grenade", points=0)], FOES, phase="active").match()
    throw = Throw("red-2", "force_grenade", (10, 8))
    assert verdict(match, "red-2", throw) == Refusal("DG-ACT-03", {"model": "red-2", "points": 0, "needed": 1})
    assert refused(match, Activate("red-2")).rule == "DG-TRN-04"


@rule("DG-ACT-04", 0)
def test_the_same_ability_is_not_cast_twice_in_a_phase() -> None:
    patients = [on("trooper", 6, 12, damage=5), on("trooper", 4, 12, damage=5)]
    match = Stage(
        [on("medic", 5, 12, "dress_wounds", "phaser_pistol", empty=["phaser_pistol"]), *patients], FOES, phase="active"
    ).match(9, 9)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-2"))
    refusal = refused(match, Cast("red-1", "dress_wounds", "red-3"))
    assert refusal == Refusal("DG-ACT-04", {"model": "red-1", "action": "cast dress_wounds", "times": 1})
    wait(match, "active", 2)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-3"))
    assert [damage(match, m) for m in ("red-2", "red-3")] == [1, 1]
    assert spent(match)


@rule("DG-ACT-04")
def test_a_failed_ability_is_not_cast_again_either() -> None:
    match = Stage([HERALD], FOES, phase="active").match(1)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    assert refused(match, Cast("red-1", "blindness", "blue-2")).rule == "DG-ACT-04"
    assert spent(match)


@rule("DG-ACT-04", 1)
def test_two_weapons_are_reloaded_in_one_phase() -> None:
    guns = ("heavy_rotary_rifle", "phaser_cannon")
    match = Stage([on("artillerist", 5, 12, *guns, empty=guns)], FOES, phase="active").match()
    match.play(Activate("red-1"), Reload("red-1", guns[0]), Reload("red-1", guns[1]))
    assert points(match, "red-1") == 1
    assert all(loaded(match, "red-1", gun) for gun in guns)


@rule("DG-ACT-04", 2)
def test_two_medics_heal_the_same_model() -> None:
    squad = [on("medic", 5, 12, "dress_wounds"), on("medic", 7, 12, "dress_wounds"), on("trooper", 6, 12, damage=10)]
    match = Stage(squad, FOES, phase="active").match(4, 4)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-3"))
    match.play(Pass(), Activate("red-2"))
    match.play(Cast("red-2", "dress_wounds", "red-3"))
    assert damage(match, "red-3") == 2
    assert spent(match)


@rule("DG-ACT-04", 3)
def test_by_kind_a_model_casts_once_throws_once_and_reloads_once() -> None:
    kit = ("blindness", "weakness", "force_grenade", "flash_grenade", "phaser_pistol", "slugger")
    herald = on("herald", 5, 12, *kit, empty=["phaser_pistol", "slugger"])
    match = Stage([herald], FOES, phase="active", options={"action_identity": "per_kind"}).match(8, 1)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    assert refused(match, Cast("red-1", "weakness", "blue-1")).rule == "DG-ACT-04"
    assert offers(match, Cast) == []
    match.play(Throw("red-1", "force_grenade", (15, 12)))
    assert refused(match, Throw("red-1", "flash_grenade", (15, 12))).rule == "DG-ACT-04"
    match.play(Reload("red-1", "phaser_pistol"))
    assert points(match, "red-1") == 0
    assert verdict(match, "red-1", Reload("red-1", "slugger")) is not None
    assert spent(match)


@rule("DG-ACT-04")
def test_by_kind_a_second_weapon_waits_for_the_next_turn() -> None:
    guns = ("heavy_rotary_rifle", "phaser_cannon")
    squad = [on("artillerist", 5, 12, *guns, "force_grenade", empty=guns)]
    match = Stage(squad, FOES, phase="active", options={"action_identity": "per_kind"}).match()
    match.play(Activate("red-1"), Reload("red-1", guns[0]))
    assert refused(match, Reload("red-1", guns[1])).rule == "DG-ACT-04"


@rule("DG-ACT-05", 0)
def test_the_next_action_is_chosen_knowing_the_last_result() -> None:
    match = Stage([HERALD], FOES, phase="active").match(3, 4)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    assert [e.item for e in happened(match, Failed)] == ["blindness"]
    match.play(Cast("red-1", "weakness", "blue-2"))
    assert list(match.table.attachments) == ["weakness@blue-2"]
    assert spent(match)


@rule("DG-ACT-05")
def test_actions_are_taken_in_any_order() -> None:
    match = Stage([HERALD], FOES, phase="active").match(9, 9)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "weakness", "blue-1"))
    match.play(Cast("red-1", "blindness", "blue-1"))
    assert points(match, "red-1") == 1
    assert spent(match)


@rule("DG-ACT-06", 0)
def test_a_model_doomed_by_grenades_still_attacks_and_dies_in_upkeep() -> None:
    throwers = [on("trooper", 6.5, y, "force_grenade") for y in (10, 12, 14)]
    match = Stage(throwers, [on("trooper", 15, 12, "phaser_rifle"), on("medic", 33, 3)], phase="active").match(
        5, 6, 7, 9, 1, 1, 1
    )
    match.play(Activate("red-1"))
    match.play(Throw("red-1", "force_grenade", (15, 12)))
    assert damage(match, "blue-1") == 8
    match.play(Pass(), Activate("red-2"))
    match.play(Throw("red-2", "force_grenade", (15, 12)))
    match.play(Activate("red-3"))
    match.play(Throw("red-3", "force_grenade", (18, 12)))
    assert damage(match, "blue-1") == 19
    wait(match, "siege")
    match.play(Pass(), Activate("blue-1"))
    match.play(Attack("blue-1", "phaser_rifle", {"red-1": 4}))
    assert damage(match, "red-1") == 2
    assert happened(match, Slain) == []
    wait(match, "movement")
    assert [e.model for e in happened(match, Slain)] == ["blue-1"]
    assert spent(match)


@rule("DG-ACT-07", 0)
def test_an_ability_cannot_be_cast_when_everybody_is_in_full_cover() -> None:
    herald = on("herald", 5, 12, "psychic_shock", "phaser_pistol", empty=["phaser_pistol"])
    match = Stage([herald], [on("trooper", 15, 12)], phase="active", terrain=[wall(10, 8, 11, 16)]).match()
    match.play(Activate("red-1"))
    assert offers(match, Cast) == []
    assert offers(match, Reload) != []
    assert refused(match, Cast("red-1", "psychic_shock", "blue-1")).rule == "DG-LOS-08"
    assert points(match, "red-1") == 3


@rule("DG-ACT-07", 1)
def test_an_unhurt_ally_may_be_healed_for_nothing() -> None:
    match = Stage([on("medic", 5, 12, "dress_wounds"), on("trooper", 6, 12)], FOES, phase="active").match(9)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-2"))
    assert points(match, "red-1") == 2
    assert damage(match, "red-2") == 0
    assert happened(match, Healed) == []
    assert spent(match)


@rule("DG-ACT-07")
def test_a_loaded_weapon_is_not_reloaded() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle", "force_grenade")], FOES, phase="active").match()
    match.play(Activate("red-1"))
    assert offers(match, Reload) == []
    refusal = refused(match, Reload("red-1", "phaser_rifle"))
    assert refusal == Refusal("DG-ACT-07", {"model": "red-1", "weapon": "phaser_rifle", "empty": 0})


@rule("DG-ACT-07")
def test_a_grenade_may_fall_on_empty_ground() -> None:
    match = Stage([on("trooper", 5, 12, "force_grenade")], FOES, phase="active").match(9)
    match.play(Activate("red-1"))
    match.play(Throw("red-1", "force_grenade", (5, 23)))
    assert points(match, "red-1") == 2
    assert spent(match)


@rule("DG-ACT-07")
def test_who_has_nothing_to_act_on_is_done_at_once() -> None:
    match = Stage([on("trooper", 5, 8, "phaser_rifle"), HERALD], [on("trooper", 33, 3)], phase="active").match()
    match.play(Activate("red-1"))
    assert (phase(match.table), match.decision.side) == ("active", "blue")
    assert points(match, "red-1") == 3
    assert refused(match, Done("red-1")).rule == "DG-TRN-05"
