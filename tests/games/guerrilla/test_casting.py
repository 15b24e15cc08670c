"""Casting in general: what it costs, whom it reaches, and what becomes of its effects."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Action, Refusal
from sightline.core.match import Match
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack, Cast, CastArea, CastAround, Move
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.catalog import items
from sightline.games.guerrilla.events import Failed, Succeeded
from tests.games.guerrilla.cues import alive, loaded, need, pace, pass_to, told, turn_of, under
from tests.games.guerrilla.stage import On, Stage, at, chance, damage, happened, on, points, refused, spent, wall
from tests.kit import rule

FAR = on("trooper", 33, 3)


def cast(stage: Stage, action: Cast | CastArea | CastAround, *faces: int) -> Match:
    """A cast by red-1 on these dice."""
    match = stage.match(*faces)
    match.play(Activate("red-1"), action)
    assert spent(match)
    return match


def active(red: Sequence[On], blue: Sequence[On] = (FAR,), **more: Any) -> Stage:
    """A stage in the active phase."""
    return Stage(red, blue, phase="active", **more)


def no_to(stage: Stage, action: Action) -> Refusal:
    """Why red-1 may not do something; it has a harmless cast besides, so that it is asked at all."""
    return refused(stage.match(), Activate("red-1"), action)


def affected(match: Match) -> set[str]:
    """The models of the last cast that came off."""
    return set(happened(match, Succeeded)[-1].affected)


@rule("DG-CST-01", 0)
def test_every_cast_costs_a_point_and_each_ability_works_once_a_phase() -> None:
    blind, weaken = Cast("red-1", "blindness", "blue-1"), Cast("red-1", "weakness", "blue-1")
    match = active([on("herald", 5, 12, "blindness", "weakness")], [on("bastion", 15, 12)]).match(4, 4, 4)
    match.play(Activate("red-1"), blind)
    assert points(match, "red-1") == 2
    no = refused(match, blind)
    assert no.rule == "DG-ACT-04"
    match.play(weaken)
    assert points(match, "red-1") == 1
    pass_to(match, 2, "active")
    match.play(Activate("red-1"), blind)
    assert points(match, "red-1") == 2
    assert spent(match)


@rule("DG-CST-01")
@pytest.mark.parametrize("phase", ["movement", "siege"])
def test_nothing_is_cast_outside_the_active_phase(phase: str) -> None:
    stage = Stage([on("herald", 5, 12, "blindness", "phaser_pistol")], [on("bastion", 10, 12)], phase=phase)
    no = refused(stage.match(), Activate("red-1"), Cast("red-1", "blindness", "blue-1"))
    assert (no.rule, no.facts) == ("DG-ACT-02", {"phase": phase, "needed": "active"})


@rule("DG-CST-02", 0)
def test_a_cast_needs_the_number_of_its_ability_and_no_skill() -> None:
    odds = {4: "7/10", 5: "3/5", 6: "1/2", 7: "2/5", 8: "3/10"}
    abilities = [i for i in items().values() if i.kind == "ability"]
    assert {a.target_number for a in abilities} == set(odds)
    for ability in abilities:
        for caster in ability.available_to:
            found = GAME.odds({"cast": {"caster": caster, "ability": ability.id}})
            assert found == {"need": ability.target_number, "success": odds[ability.target_number]}


@rule("DG-CST-03", 0)
def test_a_failed_cast_is_spent_for_the_phase() -> None:
    blaze = Cast("red-1", "mind_blaze", "blue-1")
    match = cast(active([on("herald", 5, 12, "mind_blaze", "blindness")], [on("bastion", 15, 12)]), blaze, 6)
    assert (damage(match, "blue-1"), points(match, "red-1")) == (0, 2)
    assert told(match, Failed, item="mind_blaze")
    assert refused(match, blaze).rule == "DG-ACT-04"
    came_off = cast(active([on("herald", 5, 12, "mind_blaze", "blindness")], [on("bastion", 15, 12)]), blaze, 7)
    assert damage(came_off, "blue-1") == 8


@rule("DG-CST-04", 0)
def test_a_single_target_is_in_range_to_the_limit() -> None:
    blaze = Cast("red-1", "mind_blaze", "blue-1")
    red = [on("herald", 5, 12, "mind_blaze", "sanctify_ground")]
    assert damage(cast(active(red, [on("bastion", 30, 12)]), blaze, 7), "blue-1") == 8
    for x in (30.1, 30.002):
        no = no_to(active(red, [on("bastion", x, 12)]), blaze)
        assert (no.rule, no.facts["range"]) == ("DG-CST-04", 24)
        assert no.facts["distance"] == pytest.approx(x - 6, abs=1e-3)


@rule("DG-CST-04")
def test_a_single_target_must_be_in_sight() -> None:
    stage = active(
        [on("herald", 5, 12, "mind_blaze", "sanctify_ground")], [on("bastion", 15, 12)], terrain=[wall(10, 10, 11, 14)]
    )
    assert no_to(stage, Cast("red-1", "mind_blaze", "blue-1")).rule == "DG-LOS-08"


@rule("DG-CST-05", 0)
@pytest.mark.parametrize(("x", "inside"), [(26.4, True), (26.5, True), (26.502, False), (26.6, False)])
def test_an_area_takes_in_every_base_it_touches(x: float, inside: bool) -> None:
    stage = active([on("herald", 5, 12, "ground_quake")], [on("bastion", x, 12)])
    match = cast(stage, CastArea("red-1", "ground_quake", (20, 12)), 6)
    assert ("blue-1" in affected(match)) is inside
    assert pace(match, "blue-1") == (1 if inside else 3)


@rule("DG-CST-06", 0)
def test_the_centre_of_an_area_is_within_range_of_the_caster() -> None:
    red = [on("technician", 5, 12, "electron_pulse", "radon_shield")]
    stage = active(red, [on("bastion", 17.5, 12)])
    assert damage(cast(stage, CastArea("red-1", "electron_pulse", (17.5, 12)), 4), "blue-1") == 3
    for x in (17.6, 17.502):
        no = no_to(stage, CastArea("red-1", "electron_pulse", (x, 12)))
        assert (no.rule, no.facts["range"]) == ("DG-CST-06", 12)
        assert no.facts["distance"] == pytest.approx(x - 5.5, abs=1e-3)


@rule("DG-CST-06")
def test_the_centre_of_an_area_lies_on_the_mat_and_in_sight() -> None:
    red = [on("technician", 2, 12, "electron_pulse")]
    assert no_to(active(red), CastArea("red-1", "electron_pulse", (-0.1, 12))).rule == "DG-CST-06"
    hidden = active(red, terrain=[wall(5, 10, 6, 14)])
    assert no_to(hidden, CastArea("red-1", "electron_pulse", (8, 12))).rule == "DG-LOS-09"
    edge = cast(active(red, [on("trooper", 0.5, 12)]), CastArea("red-1", "electron_pulse", (0, 12)), 4)
    assert damage(edge, "blue-1") == 3


@rule("DG-CST-07", 0, 1)
@pytest.mark.parametrize(
    ("ability", "x", "inside"),
    [
        ("inspiration", 16.4, True),
        ("inspiration", 16.502, False),
        ("inspiration", 16.6, False),
        ("tactical_retreat", 19.4, True),
        ("tactical_retreat", 19.502, False),
        ("tactical_retreat", 19.6, False),
    ],
)
def test_an_area_of_range_nought_lies_around_the_caster(ability: str, x: float, inside: bool) -> None:
    match = cast(active([on("overseer", 10, 12, ability), on("trooper", x, 12)]), CastAround("red-1", ability), 6)
    assert ("red-2" in affected(match)) is inside


@rule("DG-CST-08", 0)
def test_range_nought_without_an_area_means_contact() -> None:
    dress = Cast("red-1", "dress_wounds", "red-2")
    near = active([on("medic", 10, 12, "dress_wounds"), on("trooper", 11, 12, damage=4)])
    assert damage(cast(near, dress, 4), "red-2") == 0
    for x in (11.1, 11.0215):
        no = no_to(active([on("medic", 10, 12, "dress_wounds"), on("trooper", x, 12, damage=4)]), dress)
        assert (no.rule, no.facts["range"]) == ("DG-CST-08", 0)
        assert no.facts["distance"] == pytest.approx(x - 11, abs=1e-3)


@rule("DG-CST-09", 0)
@pytest.mark.parametrize(("sight", "reaches"), [("each_target", False), ("centre_only", True)])
def test_an_area_passes_over_models_the_caster_does_not_see(sight: str, reaches: bool) -> None:
    red = [
        on("overseer", 5, 12, "supply_request"),
        on("trooper", 12, 8, "phaser_rifle", empty=["phaser_rifle"]),
        on("trooper", 17, 12, "phaser_rifle", empty=["phaser_rifle"]),
    ]
    stage = active(red, terrain=[wall(9, 9, 10, 10.5)], options={"area_los": sight})
    match = cast(stage, CastArea("red-1", "supply_request", (15, 12)), 6)
    assert loaded(match, "red-2", "phaser_rifle") is reaches
    assert loaded(match, "red-3", "phaser_rifle")


@rule("DG-CST-09")
@pytest.mark.parametrize(("sight", "reaches"), [("each_target", False), ("centre_only", True)])
def test_an_area_around_the_caster_asks_for_sight_too(sight: str, reaches: bool) -> None:
    red = [on("overseer", 10, 12, "inspiration"), on("trooper", 14, 12)]
    stage = active(red, terrain=[wall(11.5, 9, 12.5, 15)], options={"area_los": sight})
    match = cast(stage, CastAround("red-1", "inspiration"), 6)
    assert affected(match) == ({"red-1", "red-2"} if reaches else {"red-1"})


HARMFUL = {"psychic_shock", "blindness", "weakness", "mind_blaze", "duality_of_fate"}
HELPFUL = {"dress_wounds", "aura_of_protection", "aura_of_annihilation", "aura_of_revitalization", "radon_shield"}


@rule("DG-CST-10", 0)
@pytest.mark.parametrize("ability", sorted(HARMFUL | HELPFUL))
def test_harm_goes_to_enemies_and_help_to_allies(ability: str) -> None:
    caster = items()[ability].available_to[0]
    both = active(
        [on(caster, 10, 12, ability, "force_grenade"), on("trooper", 11, 12)],
        [on("bastion", 10, 13)],
    )
    right, wrong = ("blue-1", "red-2") if ability in HARMFUL else ("red-2", "blue-1")
    assert both.match().play(Activate("red-1"), Cast("red-1", ability, right))
    no = no_to(both, Cast("red-1", ability, wrong))
    assert no.rule == ("DG-DUA-05" if ability == "duality_of_fate" else "DG-CST-10")
    if ability in HELPFUL:
        assert both.match().play(Activate("red-1"), Cast("red-1", ability, "red-1"))
    else:
        assert no_to(both, Cast("red-1", ability, "red-1")).rule == no.rule


@rule("DG-CST-11", 0)
@pytest.mark.parametrize(("fire", "friend"), [("all_models", 3), ("enemies_only", 0)])
def test_an_area_that_names_no_allies_strikes_friend_and_foe(fire: str, friend: int) -> None:
    red = [on("technician", 10, 12, "electron_pulse"), on("trooper", 20, 13)]
    stage = active(red, [on("bastion", 20, 11)], options={"area_friendly_fire": fire})
    match = cast(stage, CastArea("red-1", "electron_pulse", (20, 12)), 4)
    assert (damage(match, "blue-1"), damage(match, "red-2")) == (3, friend)


@rule("DG-CST-11")
@pytest.mark.parametrize("fire", ["all_models", "enemies_only"])
@pytest.mark.parametrize(
    ("ability", "who"),
    [
        ("ground_quake", "any"),
        ("equipment_malfunction", "any"),
        ("electron_pulse", "any"),
        ("supply_request", "ally"),
        ("inspiration", "ally"),
        ("tactical_retreat", "ally"),
    ],
)
def test_every_area_knows_its_sides(ability: str, who: str, fire: str) -> None:
    kind = items()[ability]
    red = [on(kind.available_to[0], 10, 12, ability), on("trooper", 10, 13)]
    stage = active(red, [on("bastion", 10, 11)], options={"area_friendly_fire": fire})
    around = kind.shape == "area_self"
    action = CastAround("red-1", ability) if around else CastArea("red-1", ability, (10, 12))
    allies, everybody = {"red-1", "red-2"}, {"red-1", "red-2", "blue-1"}
    others = everybody if fire == "all_models" else {"blue-1"}
    assert affected(cast(stage, action, 6)) == (allies if who == "ally" else others)


@rule("DG-CST-12", 0)
def test_a_lonely_medic_dresses_its_own_wounds() -> None:
    stage = active([on("medic", 10, 12, "dress_wounds", damage=6)])
    assert damage(cast(stage, Cast("red-1", "dress_wounds", "red-1"), 4), "red-1") == 2


@rule("DG-CST-12", 1)
def test_an_overseer_inspires_itself_too() -> None:
    stage = active([on("overseer", 10, 12, "inspiration", "phaser_rifle")], [on("bastion", 20, 12)])
    assert need(stage, "red-1", "blue-1", "phaser_rifle") == 5
    match = cast(stage, CastAround("red-1", "inspiration"), 6)
    assert need(match, "red-1", "blue-1", "phaser_rifle") == 3


@rule("DG-CST-13", 0)
def test_an_inspired_trooper_pushed_out_of_the_circle_stays_inspired() -> None:
    red = [on("overseer", 10, 12, "inspiration"), on("trooper", 16, 12, "phaser_rifle")]
    stage = active(red, [on("bastion", 14.5, 12, "force_hammer")])
    match = stage.match(6, 4)
    match.play(Activate("red-1"), CastAround("red-1", "inspiration"))
    pass_to(match, 1, "siege")
    match.play(Activate("red-1"))
    match.play(Activate("blue-1"), Attack("blue-1", "force_hammer", {"red-2": 1}))
    assert at(match, "red-2") == (18, 12)
    assert need(match, "red-2", "blue-1", "phaser_rifle") == 3
    pass_to(match, 2, "movement")
    assert need(match, "red-2", "blue-1", "phaser_rifle") == 3
    pass_to(match, 2, "active")
    assert need(match, "red-2", "blue-1", "phaser_rifle") == 5
    assert spent(match)


@rule("DG-CST-13")
def test_a_latecomer_in_the_circle_gains_nothing() -> None:
    red = [on("overseer", 10, 12, "inspiration"), on("trooper", 17, 12, "phaser_rifle")]
    match = cast(active(red, [on("bastion", 30, 12)]), CastAround("red-1", "inspiration"), 6)
    pass_to(match, 2, "movement")
    match.play(Activate("red-2"), Move("red-2", (13, 12)))
    assert need(match, "red-1", "blue-1", "phaser_rifle") == 3
    assert need(match, "red-2", "blue-1", "phaser_rifle") == 5


@rule("DG-CST-14", 0)
def test_nothing_that_touches_attacks_touches_a_cast() -> None:
    red = [on("herald", 10, 12, "psychic_shock")]
    stage = active(
        red,
        [on("bastion", 11.5, 12, "powered_titanium_armor")],
        attached=[
            under("aura_of_protection", "blue-1"),
            under("inspiration", "red-1"),
            under("aura_of_annihilation", "red-1"),
            under("blindness", "red-1"),
        ],
    )
    assert to_cast(stage.table, "red-1", "psychic_shock").value == 4
    assert chance(4) == Fraction(7, 10)
    shock = Cast("red-1", "psychic_shock", "blue-1")
    assert damage(cast(stage, shock, 3), "blue-1") == 0
    assert damage(cast(stage, shock, 4), "blue-1") == 3


@rule("DG-CST-15", 0)
def test_two_ground_quakes_slow_no_more_than_one() -> None:
    quake = "ground_quake"
    red = [on("herald", 10, 12, quake), on("herald", 10, 15, quake)]
    match = active(red, [on("recon", 20, 12)]).match(6, 6)
    match.play(Activate("red-1"), CastArea("red-1", quake, (22, 12)))
    assert pace(match, "blue-1") == 4
    turn_of(match, "red")
    match.play(Activate("red-2"), CastArea("red-2", quake, (22, 12)))
    assert pace(match, "blue-1") == 4
    assert spent(match)


@rule("DG-CST-15", 1)
def test_a_second_aura_renews_the_first_with_its_own_figures() -> None:
    red = [
        on("medic", 5, 12, "aura_of_revitalization", "suture_kit"),
        on("herald", 5, 15, "aura_of_revitalization"),
        on("trooper", 8, 12, damage=16),
    ]
    match = active(red, turn=2).match(7, 7)
    match.play(Activate("red-1"), Cast("red-1", "aura_of_revitalization", "red-3"))
    pass_to(match, 3, "active")
    assert damage(match, "red-3") == 16 - 3
    match.play(Activate("red-2"), Cast("red-2", "aura_of_revitalization", "red-3"))
    assert damage(pass_to(match, 4, "movement"), "red-3") == 13 - 2
    assert damage(pass_to(match, 5, "movement"), "red-3") == 11 - 2
    assert damage(pass_to(match, 6, "movement"), "red-3") == 9
    assert spent(match)


@rule("DG-CST-15")
def test_instant_effects_simply_happen_again() -> None:
    red = [on("herald", 10, 12, "psychic_shock"), on("herald", 10, 15, "psychic_shock")]
    match = active(red, [on("bastion", 20, 12)]).match(4, 4)
    match.play(Activate("red-1"), Cast("red-1", "psychic_shock", "blue-1"))
    turn_of(match, "red")
    match.play(Activate("red-2"), Cast("red-2", "psychic_shock", "blue-1"))
    assert damage(match, "blue-1") == 6
    assert spent(match)


@rule("DG-CST-16", 0)
def test_an_aura_protects_after_its_caster_is_dead() -> None:
    red = [on("herald", 10, 12, "aura_of_protection", damage=15), on("bastion", 15, 12)]
    stage = active(red, [on("trooper", 25, 12, "phaser_rifle")], turn=2)
    match = cast(stage, Cast("red-1", "aura_of_protection", "red-2"), 7)
    pass_to(match, 3, "movement")
    assert not alive(match, "red-1")
    assert need(pass_to(match, 3, "siege"), "blue-1", "red-2", "phaser_rifle") == 7
    assert need(pass_to(match, 4, "siege"), "blue-1", "red-2", "phaser_rifle") == 5


@rule("DG-CST-17", 0)
@pytest.mark.parametrize(("face", "paces"), [(6, [2, 2, 1]), (5, [4, 4, 3])])
def test_one_die_decides_for_all_inside(face: int, paces: list[int]) -> None:
    blue = [on("trooper", 20, 12), on("trooper", 22, 12), on("bastion", 20, 15)]
    stage = active([on("herald", 5, 12, "ground_quake")], blue)
    match = cast(stage, CastArea("red-1", "ground_quake", (20, 12)), face)
    assert [pace(match, f"blue-{n}") for n in (1, 2, 3)] == paces
