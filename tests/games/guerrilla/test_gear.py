"""Armour, boots, scopes and healing kits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.table import Piece
from sightline.games.guerrilla.actions import Activate, Attack, Cast, Move, Throw
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.catalog import item
from sightline.games.guerrilla.events import Healed
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.cues import faults, loaded, need, pace, pass_to, shot_odds, takers, told, under
from tests.games.guerrilla.stage import On, Stage, at, chance, damage, on, points, refused, spent, wall
from tests.kit import rule

SCOPED = ("overseer", "trooper", "recon", "technician")
GEAR = [
    ("DG-ARM-01", "powered_titanium_armor", 3, ("crusader", "bastion")),
    ("DG-BTS-01", "powered_titanium_boots", 2, ("overseer", "recon", "crusader", "bastion")),
    ("DG-SCP-01", "laser_scope", 3, SCOPED),
    ("DG-SCP-02", "thermal_scope", 3, SCOPED),
    ("DG-HLK-01", "suture_kit", 3, ("overseer", "medic")),
    ("DG-HLK-02", "cauterizing_torch", 5, ("medic",)),
]


@pytest.mark.parametrize(("gear", "cost", "who"), [pytest.param(*row[1:], marks=rule(row[0])) for row in GEAR])
def test_gear_has_its_price_and_its_takers(gear: str, cost: int, who: tuple[str, ...]) -> None:
    assert item(gear).cost == cost
    assert takers(gear) == who


# Armour and boots


@rule("DG-ARM-01", 0)
def test_armour_hinders_shots_and_swings_but_no_cast() -> None:
    red = [
        on("trooper", 5, 12, "phaser_rifle"),
        on("recon", 15, 13.5, "saw_sword"),
        on("herald", 5, 15, "psychic_shock"),
    ]
    stage = Stage(red, [on("bastion", 15, 12, "powered_titanium_armor")])
    assert need(stage, "red-1", "blue-1", "phaser_rifle") == 7
    assert need(stage, "red-2", "blue-1", "saw_sword") == 6
    assert to_cast(stage.table, "red-3", "psychic_shock").value == 4
    assert [chance(n) for n in (7, 6, 4)] == [Fraction(2, 5), Fraction(1, 2), Fraction(7, 10)]


@rule("DG-ARM-01")
def test_armour_is_no_help_against_a_burst() -> None:
    red = [on("trooper", 5, 12, "force_grenade")]
    match = Stage(red, [on("bastion", 15, 12, "powered_titanium_armor")], phase="active").match(5)
    match.play(Activate("red-1"), Throw("red-1", "force_grenade", (15, 12)))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-ARM-02", 0)
@pytest.mark.parametrize(("who", "bare", "armoured"), [("crusader", 5, 3), ("bastion", 3, 1)])
def test_armour_slows_its_wearer(who: str, bare: int, armoured: int) -> None:
    stage = Stage([on(who, 5, 12), on(who, 5, 15, "powered_titanium_armor")], [on("trooper", 30, 12)], phase="movement")
    assert (pace(stage, "red-1"), pace(stage, "red-2")) == (bare, armoured)
    start = Activate("red-2")
    no = refused(stage.match(), start, Move("red-2", (5 + armoured + 0.002, 15)))
    assert (no.rule, no.facts["speed"]) == ("DG-MOV-02", armoured)
    match = stage.match()
    match.play(start, Move("red-2", (5 + armoured, 15)))
    assert at(match, "red-2") == (5 + armoured, 15)


@rule("DG-BTS-01", 0)
@pytest.mark.parametrize(("who", "fast"), [("recon", 8), ("bastion", 5)])
def test_boots_count_for_the_move_and_for_the_sprint(who: str, fast: int) -> None:
    stage = Stage([on(who, 5, 12, "powered_titanium_boots")], [on("trooper", 30, 3)], phase="movement")
    assert pace(stage, "red-1") == fast
    match = stage.match()
    match.play(Activate("red-1"), Move("red-1", (5 + fast, 12)))
    no = refused(match, Move("red-1", (5 + 2 * fast + 0.002, 12)))
    assert (no.rule, no.facts["speed"]) == ("DG-MOV-02", fast)
    match.play(Move("red-1", (5 + 2 * fast, 12)))
    assert at(match, "red-1") == (5 + 2 * fast, 12)
    assert points(match, "red-1") == 1


@rule("DG-BTS-02", 0)
def test_boots_go_with_fists_but_not_with_armour() -> None:
    assert faults("crusader", "powered_titanium_boots", "powered_titanium_armor") == ["DG-EQP-05"]
    assert faults("crusader", "powered_titanium_boots", "powered_titanium_fists") == []


# Scopes

HIDES = wall(10, 10, 10.5, 14)


def behind_a_wall(*scopes: str, target: On | None = None, terrain: Piece = HIDES, who: str = "recon") -> Stage:
    """A shooter with a Beam Rifle and a target 9 in away on the other side of a wall, another in the open."""
    shooter = on(who, 5, 12, "beam_rifle", *scopes)
    return Stage([shooter], [target or on("bastion", 15, 12), on("trooper", 5, 20)], terrain=[terrain])


@rule("DG-SCP-01", 0)
def test_a_laser_scope_helps_all_shots_even_while_engaged() -> None:
    red = [on("recon", 5, 12, "beam_rifle", "laser_scope"), on("technician", 5, 15, "beam_rifle", "laser_scope")]
    stage = Stage(red, [on("bastion", 15, 12)])
    assert need(stage, "red-1", "blue-1", "beam_rifle") == 3
    assert need(stage, "red-2", "blue-1", "beam_rifle") == 5
    engaged = Stage([red[0]], [on("bastion", 6.5, 12)])
    assert need(engaged, "red-1", "blue-1", "beam_rifle") == 5
    assert [str(chance(n)) for n in (3, 5, 5)] == ["4/5", "3/5", "3/5"]


@rule("DG-SCP-01")
def test_a_laser_scope_helps_no_throw_swing_or_cast() -> None:
    recon = on("recon", 5, 12, "saw_sword", "force_grenade", "dress_wounds", "laser_scope", "phaser_pistol")
    stage = Stage([recon], [on("bastion", 6.5, 12)])
    assert need(stage, "red-1", "blue-1", "saw_sword") == 4
    assert to_throw(stage.table, "red-1", "force_grenade").value == 5
    assert to_cast(stage.table, "red-1", "dress_wounds").value == 4


@rule("DG-SCP-02", 0)
def test_a_thermal_scope_shoots_through_a_wall() -> None:
    shot = Attack("red-1", "beam_rifle", {"blue-1": 3})
    stage = behind_a_wall("thermal_scope")
    assert need(stage, "red-1", "blue-1", "beam_rifle") == 5
    assert chance(5) == Fraction(3, 5)
    match = stage.match(5, 5, 4)
    match.play(Activate("red-1"), shot)
    assert damage(match, "blue-1") == 6
    assert spent(match)
    no = refused(behind_a_wall().match(), Activate("red-1"), shot)
    assert no.rule == "DG-LOS-08"


@rule("DG-SCP-02", 1)
def test_a_thermal_scope_does_not_see_through_armour() -> None:
    stage = behind_a_wall("thermal_scope", target=on("bastion", 15, 12, "powered_titanium_armor"))
    assert need(stage, "red-1", "blue-1", "beam_rifle") == 7
    assert chance(7) == Fraction(2, 5)


@rule("DG-SCP-02")
def test_a_thermal_scope_disregards_half_cover_and_a_radon_shield() -> None:
    half = wall(10, 8, 10.5, 12.4)
    assert need(behind_a_wall(terrain=half), "red-1", "blue-1", "beam_rifle") == 7
    assert need(behind_a_wall("thermal_scope", terrain=half), "red-1", "blue-1", "beam_rifle") == 5
    red, shield = on("recon", 5, 12, "beam_rifle", "thermal_scope"), under("radon_shield", "blue-1")
    assert need(Stage([red], [on("bastion", 15, 12)], attached=[shield]), "red-1", "blue-1", "beam_rifle") == 5


@rule("DG-SCP-02")
@pytest.mark.parametrize("effect", ["blindness", "engaged", "aura_of_protection"])
def test_a_thermal_scope_lifts_no_other_hindrance(effect: str) -> None:
    red = on("recon", 5, 12, "beam_rifle", "thermal_scope")
    blue = [on("bastion", 15, 12), *([on("trooper", 5, 13.5)] if effect == "engaged" else [])]
    bearer = {"blindness": "red-1", "aura_of_protection": "blue-1"}.get(effect)
    stage = Stage([red], blue, attached=[under(effect, bearer)] if bearer else [])
    assert need(stage, "red-1", "blue-1", "beam_rifle") == 7


@rule("DG-SCP-02")
def test_a_thermal_scope_does_not_lengthen_a_shot() -> None:
    stage = Stage(
        [on("recon", 5, 12, "phaser_pistol", "thermal_scope")], [on("bastion", 16.1, 12), on("trooper", 5, 9)]
    )
    no = refused(stage.match(), Activate("red-1"), Attack("red-1", "phaser_pistol", {"blue-1": 1}))
    assert no.rule == "DG-SGE-06"


@rule("DG-SCP-02")
def test_a_thermal_scope_helps_no_throw_swing_or_cast() -> None:
    overseer = on("overseer", 5, 12, "thermal_scope", "force_grenade", "psychic_shock", "saw_sword")
    hidden = Stage([overseer], [on("bastion", 15, 12), on("trooper", 5, 20)], terrain=[HIDES], phase="active")
    assert refused(hidden.match(), Activate("red-1"), Throw("red-1", "force_grenade", (15, 12))).rule == "DG-THR-04"
    assert refused(hidden.match(), Activate("red-1"), Cast("red-1", "psychic_shock", "blue-1")).rule == "DG-LOS-08"
    near = Stage([overseer], [on("bastion", 6.9, 12), on("trooper", 5, 13.5)], terrain=[wall(5.7, 9, 6.2, 12.6)])
    assert refused(near.match(), Activate("red-1"), Attack("red-1", "saw_sword", {"blue-1": 1})).rule == "DG-LOS-04"


@rule("DG-SCP-03", 0)
@pytest.mark.parametrize("piece", [HIDES, wall(20, 10, 21, 14)], ids=["unseen", "seen"])
def test_a_technician_with_both_scopes_needs_five_seen_or_not(piece: Piece) -> None:
    kit = ("phaser_pistol", "laser_scope", "thermal_scope")
    assert faults("technician", *kit) == []
    stage = Stage([on("technician", 5, 12, *kit)], [on("bastion", 15, 12)], terrain=[piece])
    assert need(stage, "red-1", "blue-1", "phaser_pistol") == 5
    match = stage.match(5, 4, 4, 4)
    match.play(Activate("red-1"), Attack("red-1", "phaser_pistol", {"blue-1": 4}))
    assert damage(match, "blue-1") == 1
    assert spent(match)


# Kits


def dressed(caster: str, *items: str, taken: int = 10, target: str = "red-2") -> int:
    """The tokens left on a Trooper next to a caster who dresses its wounds."""
    red = [on(caster, 5, 12, "dress_wounds", *items), on("trooper", 6, 12, damage=taken)]
    match = Stage(red, [on("trooper", 30, 12)], phase="active").match(4)
    match.play(Activate("red-1"), Cast("red-1", "dress_wounds", target))
    assert spent(match)
    return damage(match, target)


@rule("DG-HLK-01", 0)
def test_a_suture_kit_adds_one_to_every_heal() -> None:
    assert dressed("medic", "suture_kit") == 10 - 5
    assert dressed("overseer", "suture_kit") == 10 - 5
    red = [on("medic", 5, 12, "aura_of_revitalization", "suture_kit"), on("trooper", 8, 12, damage=10)]
    match = Stage(red, [on("trooper", 30, 12)], phase="active", turn=2).match(7)
    match.play(Activate("red-1"), Cast("red-1", "aura_of_revitalization", "red-2"))
    assert damage(match, "red-2") == 10
    assert damage(pass_to(match, 3, "movement"), "red-2") == 7
    assert damage(pass_to(match, 4, "movement"), "red-2") == 4
    assert damage(pass_to(match, 5, "movement"), "red-2") == 4
    assert spent(match)


@rule("DG-HLK-02", 0)
def test_a_torch_may_be_fired_three_times_in_a_siege_phase() -> None:
    kind = item("cauterizing_torch")
    assert (kind.attack, kind.dice, kind.damage, kind.range_in, kind.reloads) == ("shot", 3, 2, 4, False)
    found = shot_odds("medic", "cauterizing_torch")
    assert (found["need"], found["mean"]) == (6, "3")
    assert found["hits"] == {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"}
    match = Stage([on("medic", 5, 12, "cauterizing_torch")], [on("bastion", 10, 12)]).match(*[6, 6, 5] * 3)
    burn = Attack("red-1", "cauterizing_torch", {"blue-1": 3})
    match.play(Activate("red-1"))
    for attack in range(1, 4):
        match.play(burn)
        assert damage(match, "blue-1") == 4 * attack
        assert loaded(match, "red-1", "cauterizing_torch")
    assert spent(match)
    assert 3 * Fraction(found["mean"]) == 9


@rule("DG-HLK-02")
def test_a_torch_reaches_four_inches() -> None:
    burn = Attack("red-1", "cauterizing_torch", {"blue-1": 1})
    near = Stage([on("medic", 5, 12, "cauterizing_torch")], [on("bastion", 10, 12)]).match(6)
    near.play(Activate("red-1"), burn)
    assert damage(near, "blue-1") == 2
    assert spent(near)
    far = Stage([on("medic", 5, 12, "cauterizing_torch")], [on("bastion", 10.002, 12), on("trooper", 5, 15)])
    no = refused(far.match(), Activate("red-1"), burn)
    assert (no.rule, no.facts["range"]) == ("DG-SGE-06", 4)


@rule("DG-HLK-03", 0)
def test_a_torch_adds_three_to_every_heal() -> None:
    assert dressed("medic", "cauterizing_torch") == 10 - 7
    assert dressed("medic", "cauterizing_torch", taken=6) == 0


@rule("DG-HLK-03")
def test_no_medic_can_afford_both_but_together_they_would_add_up() -> None:
    assert faults("medic", "cauterizing_torch", "suture_kit") == ["DG-SQD-04"]
    assert dressed("medic", "cauterizing_torch", "suture_kit") == 10 - 8


@rule("DG-HLK-04", 0)
def test_a_kit_helps_only_the_heals_its_bearer_casts() -> None:
    assert dressed("medic", "suture_kit") == 10 - 5
    red = [on("medic", 5, 12, "suture_kit"), on("trooper", 6, 12, "dress_wounds", damage=10)]
    match = Stage(red, [on("trooper", 30, 12)], phase="active").match(4)
    match.play(Activate("red-2"), Cast("red-2", "dress_wounds", "red-2"))
    assert damage(match, "red-2") == 10 - 4
    assert told(match, Healed, by=-4)
    assert spent(match)
