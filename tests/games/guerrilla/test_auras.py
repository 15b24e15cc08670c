"""The three auras: protection, annihilation, revitalization."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.match import Match
from sightline.games.guerrilla.actions import Activate, Attack, Cast
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.cues import alive, damage_odds, mean, need, pass_to, under
from tests.games.guerrilla.stage import On, Stage, chance, damage, on, spent
from tests.kit import rule


def cast(ability: str, *red: On, blue: On, face: int = 7, turn: int = 2) -> Match:
    """An aura cast by red-1 on the last of red."""
    match = Stage(list(red), [blue], phase="active", turn=turn).match(face)
    match.play(Activate("red-1"), Cast("red-1", ability, f"red-{len(red)}"))
    assert spent(match)
    return match


@rule("DG-APR-01", 0)
def test_protection_hinders_swings_and_does_not_add_to_armour() -> None:
    recon, herald = on("recon", 11.5, 12, "saw_sword", "phaser_pistol"), on("herald", 10, 15, "aura_of_protection")
    bare = cast("aura_of_protection", herald, on("crusader", 10, 12), blue=recon)
    armoured = cast("aura_of_protection", herald, on("crusader", 10, 12, "powered_titanium_armor"), blue=recon)
    for match in (bare, armoured):
        assert need(match, "blue-1", "red-2", "saw_sword") == 6
    assert chance(6) == Fraction(1, 2)
    failed = cast("aura_of_protection", herald, on("crusader", 10, 12), blue=recon, face=6)
    assert need(failed, "blue-1", "red-2", "saw_sword") == 4


@rule("DG-APR-01")
def test_protection_hinders_shots_for_two_turns_but_no_throw() -> None:
    trooper, herald = on("trooper", 20, 12, "phaser_rifle", "force_grenade"), on("herald", 10, 12, "aura_of_protection")
    match = cast("aura_of_protection", herald, blue=trooper)
    assert to_throw(match.table, "blue-1", "force_grenade").value == 5
    for turn, number in ((2, 7), (3, 7), (4, 5)):
        assert need(pass_to(match, turn, "siege"), "blue-1", "red-1", "phaser_rifle") == number


@rule("DG-ANN-01", 0)
def test_annihilation_makes_a_rotary_rifle_terrible() -> None:
    red = [on("artillerist", 5, 12, "heavy_rotary_rifle")]
    stage = Stage(red, [on("bastion", 15, 12)], attached=[under("aura_of_annihilation", "red-1")])
    assert need(stage, "red-1", "blue-1", "heavy_rotary_rifle") == 2
    assert chance(2) == Fraction(9, 10)
    assert mean(damage_odds(stage, Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10}), "blue-1")) == 9


@rule("DG-ANN-01")
def test_annihilation_helps_every_attack_for_two_turns() -> None:
    herald = on("herald", 10, 12, "aura_of_annihilation", "phaser_pistol", "saw_sword", "force_grenade")
    match = cast("aura_of_annihilation", herald, blue=on("bastion", 20, 12))
    assert to_throw(match.table, "red-1", "force_grenade").value == 6
    for turn, step in ((2, 2), (3, 2), (4, 0)):
        pass_to(match, turn, "siege")
        assert need(match, "red-1", "blue-1", "phaser_pistol") == 8 - step
        assert need(match, "red-1", "blue-1", "saw_sword") == 6 - step


@rule("DG-REV-01", 0)
def test_revitalization_saves_a_dying_trooper_and_heals_once_more() -> None:
    herald, trooper = on("herald", 10, 12, "aura_of_revitalization"), on("trooper", 15, 12, damage=18)
    match = cast("aura_of_revitalization", herald, trooper, blue=on("bastion", 30, 12), turn=3)
    assert damage(match, "red-2") == 18
    pass_to(match, 4, "movement")
    assert alive(match, "red-2")
    assert damage(match, "red-2") == 16
    assert damage(pass_to(match, 5, "movement"), "red-2") == 14
    assert damage(pass_to(match, 6, "movement"), "red-2") == 14
    failed = cast("aura_of_revitalization", herald, trooper, blue=on("bastion", 30, 12), turn=3, face=6)
    assert not alive(pass_to(failed, 4, "movement"), "red-2")


@rule("DG-REV-01", 1)
@pytest.mark.parametrize(("taken", "left"), [(12, (9, 6, 6)), (4, (1, 0, 0))])
def test_a_medic_with_a_suture_kit_revitalizes_by_three(taken: int, left: tuple[int, ...]) -> None:
    medic, trooper = on("medic", 10, 12, "aura_of_revitalization", "suture_kit"), on("trooper", 15, 12, damage=taken)
    match = cast("aura_of_revitalization", medic, trooper, blue=on("bastion", 30, 12))
    assert tuple(damage(pass_to(match, turn, "movement"), "red-2") for turn in (3, 4, 5)) == left
