"""Damage tokens and healing (DMG)."""

from sightline.games.guerrilla.actions import Activate, Attack, Cast, Pass, Throw
from sightline.games.guerrilla.events import Healed, Slain
from sightline.games.guerrilla.measure import in_half_cover
from tests.games.guerrilla.playing import under, wait
from tests.games.guerrilla.stage import Stage, at, damage, happened, on, spent, wall
from tests.kit import rule

BYSTANDER = on("trooper", 33, 3)


@rule("DG-DMG-01", 0)
def test_three_hits_with_dueling_blades_are_six_tokens() -> None:
    match = Stage([on("recon", 10, 12, "dueling_blades")], [on("bastion", 11, 12)]).match(4, 4, 4)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "dueling_blades", {"blue-1": 3}))
    assert damage(match, "blue-1") == 6
    assert spent(match)


@rule("DG-DMG-01")
def test_tokens_are_placed_in_the_active_phase_as_well() -> None:
    match = Stage([on("herald", 10, 12, "psychic_shock")], [on("bastion", 15, 12, damage=2)], phase="active").match(4)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "psychic_shock", "blue-1"))
    assert damage(match, "blue-1") == 5
    assert spent(match)


@rule("DG-DMG-02", 0)
def test_a_trooper_may_carry_forty_tokens_until_upkeep() -> None:
    blue = [on("trooper", 20, 12, damage=32), BYSTANDER]
    match = Stage([on("trooper", 10, 12, "phaser_rifle"), on("medic", 3, 3)], blue).match(9, 9, 9, 9)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 40
    assert at(match, "blue-1") is not None
    wait(match, "movement", 2)
    assert at(match, "blue-1") is None
    assert spent(match)


@rule("DG-DMG-03", 0)
def test_healing_never_goes_below_zero() -> None:
    match = Stage(
        [on("medic", 10, 12, "dress_wounds"), on("trooper", 11, 12, damage=3)], [BYSTANDER], phase="active"
    ).match(9)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-2"))
    assert damage(match, "red-2") == 0
    assert [e.by for e in happened(match, Healed)] == [-3]
    assert spent(match)


@rule("DG-DMG-03", 1)
def test_tokens_of_the_same_turn_are_healed_even_beyond_the_hit_points() -> None:
    red = [on("medic", 10, 12, "dress_wounds"), on("trooper", 11, 12, damage=10)]
    blue = [on("trooper", 20, 12, "force_grenade")]
    match = Stage(red, blue, phase="active", first="blue").match(9, 9)
    match.play(Activate("blue-1"))
    match.play(Throw("blue-1", "force_grenade", (13, 12)))
    assert damage(match, "red-2") == 18
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-2"))
    assert damage(match, "red-2") == 14
    wait(match, "movement", 2)
    assert at(match, "red-2") is not None
    assert happened(match, Slain) == []
    assert spent(match)


@rule("DG-DMG-04", 0)
def test_neither_armour_nor_cover_helps_against_a_burst() -> None:
    blue = [on("bastion", 15, 12, "powered_titanium_armor")]
    match = Stage(
        [on("trooper", 5, 12, "force_grenade")], blue, phase="active", terrain=[wall(12, 11.75, 13, 20)]
    ).match(5)
    assert in_half_cover(match.table, "red-1", "blue-1")
    match.play(Activate("red-1"))
    match.play(Throw("red-1", "force_grenade", (15, 10.5)))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-DMG-04")
def test_neither_armour_nor_cover_helps_against_an_ability_or_a_fire() -> None:
    blue = [on("bastion", 15, 12, "powered_titanium_armor")]
    burning = under("DG-ONG-04", "blue-1", until="9 siege", tokens={"damage": 1, "from": 1, "at end of": 0})
    match = Stage(
        [on("herald", 5, 12, "psychic_shock")],
        blue,
        phase="active",
        terrain=[wall(12, 11.75, 13, 20)],
        attached=[burning, under("DG-APR-01", "blue-1"), under("DG-RAD-01", "blue-1")],
    ).match(4)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "psychic_shock", "blue-1"))
    assert damage(match, "blue-1") == 3
    match.play(Pass())
    assert damage(match, "blue-1") == 4
    assert spent(match)
