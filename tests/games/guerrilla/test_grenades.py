"""Grenades: bands of damage around a spot, and the flash that spoils the aim."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.odds import distribution
from sightline.games.guerrilla.actions import Activate, Throw
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.catalog import item
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.cues import ALL_TYPES, need, nothing, pass_to, takers
from tests.games.guerrilla.stage import On, Stage, chance, damage, on, refused, spent
from tests.kit import rule

SPOT = (20.0, 12.0)


def thrown(grenade: str, *blue: On, face: int = 10, thrower: On | None = None, red: tuple[On, ...] = ()) -> Match:
    """A grenade thrown at the spot by an Artillerist out of the way, on one die."""
    stage = Stage([thrower or on("artillerist", 12, 12, grenade), *red], list(blue), phase="active", turn=2)
    match = stage.match(face)
    match.play(Activate("red-1"), Throw("red-1", grenade, SPOT))
    assert spent(match)
    return match


def flashed(match: Match, model: str) -> bool:
    return any(a.effect == "DG-FLG-02" for a in match.table.borne.get(model, ()))


@pytest.mark.parametrize(
    "grenade",
    [pytest.param("force_grenade", marks=rule("DG-FRG-01")), pytest.param("flash_grenade", marks=rule("DG-FLG-01"))],
)
def test_anybody_may_carry_a_grenade_and_throw_it_twelve_inches(grenade: str) -> None:
    kind = item(grenade)
    assert (kind.attack, kind.dice, kind.range_in, kind.cost) == ("throw", 1, 12, 2)
    assert takers(grenade) == ALL_TYPES
    far = Stage([on("artillerist", 7.5, 12, grenade)], [on("bastion", 20, 12)], phase="active").match(10)
    far.play(Activate("red-1"), Throw("red-1", grenade, SPOT))
    assert spent(far)
    too_far = Stage([on("artillerist", 7.498, 12, grenade)], [on("bastion", 20, 12)], phase="active").match()
    no = refused(too_far, Activate("red-1"), Throw("red-1", grenade, SPOT))
    assert no.rule == "DG-THR-01"
    assert no.facts["range"] == 12
    assert no.facts["distance"] == pytest.approx(12.002, abs=2e-3)


@rule("DG-FRG-01", 0, 1)
@pytest.mark.parametrize(
    ("x", "base", "tokens"),
    [
        (20, 1.0, 8),
        (22.5, 1.0, 8),
        (22.502, 1.0, 3),
        (22.6, 1.0, 3),
        (26.5, 1.0, 3),
        (26.502, 1.0, 0),
        (26.6, 1.0, 0),
        (23, 2.0, 8),
        (23.002, 2.0, 3),
    ],
)
def test_a_force_grenade_hurts_by_bands_that_are_not_added(x: float, base: float, tokens: int) -> None:
    match = thrown("force_grenade", on("bastion", x, 12, base=base))
    assert damage(match, "blue-1") == tokens


@rule("DG-FRG-02", 0)
def test_one_die_decides_the_burst_for_everybody() -> None:
    red = [on("artillerist", 12, 12, "force_grenade"), on("trooper", 20, 16)]
    blue = [on("bastion", 20, 13), on("bastion", 20, 11)]
    match = Stage(red, blue, phase="active").match()
    match.play(Activate("red-1"), Throw("red-1", "force_grenade", SPOT))
    odds = distribution(
        match,
        lambda m: isinstance(m.pending, Decision),
        lambda m: (damage(m, "blue-1"), damage(m, "blue-2"), damage(m, "red-2")),
    )
    assert odds == {(8, 8, 3): Fraction(7, 10), (0, 0, 0): Fraction(3, 10)}


@rule("DG-FRG-03", 0, 1)
@pytest.mark.parametrize(("x", "tokens"), [(16, 3), (13.5, 3), (13.498, 0), (13, 0)])
def test_a_burst_spares_its_thrower_only_by_distance(x: float, tokens: int) -> None:
    match = thrown("force_grenade", on("bastion", 30, 12), thrower=on("artillerist", x, 12, "force_grenade"))
    assert damage(match, "red-1") == tokens


@rule("DG-FRG-03")
def test_a_friend_in_the_burst_is_hurt_like_an_enemy() -> None:
    match = thrown("force_grenade", on("bastion", 20, 13), red=(on("trooper", 20, 11),))
    assert damage(match, "blue-1") == damage(match, "red-2") == 8


@rule("DG-FLG-01", 0)
@pytest.mark.parametrize(("x", "inside"), [(20, True), (26.4, True), (26.5, True), (26.502, False), (26.6, False)])
def test_a_flash_reaches_six_inches_around_the_spot(x: float, inside: bool) -> None:
    match = thrown("flash_grenade", on("bastion", x, 12), red=(on("trooper", 20, 18.4),))
    assert flashed(match, "blue-1") is inside
    assert damage(match, "blue-1") == 0
    assert flashed(match, "red-2")


@rule("DG-FLG-01")
@pytest.mark.parametrize(("face", "comes_off"), [(3, False), (4, True)])
def test_a_flash_needs_one_gun_skill_die(face: int, comes_off: bool) -> None:
    match = thrown("flash_grenade", on("bastion", 22, 12), on("trooper", 18, 12), face=face)
    assert flashed(match, "blue-1") is flashed(match, "blue-2") is comes_off


@rule("DG-FLG-02", 0)
def test_a_flashed_recon_attacks_badly_and_casts_as_before() -> None:
    recon = on("recon", 20, 12, "beam_rifle", "dueling_blades", "dress_wounds", "flash_grenade")
    calm = Stage([on("artillerist", 12, 12)], [recon])
    dazed = thrown("flash_grenade", recon)
    assert needs(calm) == (5, 4, 5, 4)
    assert needs(dazed) == (7, 6, 7, 4)
    assert [str(chance(n)) for n in needs(dazed)] == ["2/5", "1/2", "2/5", "7/10"]


def needs(match: Match | Stage) -> tuple[int, ...]:
    """What the Recon needs to shoot, swing, throw and cast."""
    return (
        need(match, "blue-1", "red-1", "beam_rifle"),
        need(match, "blue-1", "red-1", "dueling_blades"),
        int(to_throw(match.table, "blue-1", "flash_grenade").value),
        int(to_cast(match.table, "blue-1", "dress_wounds").value),
    )


@rule("DG-FLG-03", 0)
def test_a_flash_lasts_to_the_end_of_the_siege_phase_of_its_turn() -> None:
    match = thrown("flash_grenade", on("trooper", 20, 12, "force_grenade", "phaser_rifle"))
    assert int(to_throw(match.table, "blue-1", "force_grenade").value) == 7
    pass_to(match, 2, "siege")
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 7
    nothing(match)
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 7
    pass_to(match, 3, "movement")
    assert not flashed(match, "blue-1")
    pass_to(match, 3, "active")
    assert int(to_throw(match.table, "blue-1", "force_grenade").value) == 5
    assert need(pass_to(match, 3, "siege"), "blue-1", "red-1", "phaser_rifle") == 5
