"""Plain ranged weapons: figures, reach, and the odds they give."""

from __future__ import annotations

from fractions import Fraction
from math import hypot

import pytest

from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack
from sightline.games.guerrilla.catalog import item
from tests.games.guerrilla.cues import ALL_TYPES, damage_odds, loaded, mean, shot_odds, takers
from tests.games.guerrilla.stage import Stage, damage, on, refused, spent, wall
from tests.kit import rule

GUNS = [
    # rule        id              shots damage range cost who
    ("DG-GUN-01", "phaser_pistol", 4, 1, 10, 1, ALL_TYPES),
    ("DG-GUN-02", "slug_revolver", 2, 2, 6, 1, ("overseer", "artillerist", "crusader", "bastion")),
    ("DG-GUN-03", "phaser_rifle", 4, 2, 20, 2, ("overseer", "trooper", "artillerist", "crusader", "bastion")),
    ("DG-GUN-04", "slugger", 2, 5, 10, 2, ("trooper", "artillerist", "crusader", "bastion")),
    (
        "DG-GUN-05",
        "beam_rifle",
        3,
        3,
        24,
        2,
        ("overseer", "artillerist", "recon", "technician", "crusader", "bastion"),
    ),
    ("DG-GUN-06", "phaser_cannon", 1, 6, 20, 2, ("artillerist", "crusader", "bastion")),
    ("DG-GUN-07", "heavy_rotary_rifle", 10, 1, 20, 3, ("artillerist", "bastion")),
    ("DG-GUN-08", "heavy_slug_cannon", 2, 6, 14, 3, ("artillerist", "bastion")),
    ("DG-GUN-09", "long_range_phaser_rifle", 1, 8, 36, 3, ("trooper", "artillerist", "recon")),
    ("DG-ONG-01", "solumide_burner", 2, 3, 6, 2, ("trooper", "artillerist", "technician", "herald", "crusader")),
    ("DG-ONG-02", "incendiary_cannon", 4, 2, 24, 3, ("artillerist", "crusader")),
]
EVERY_GUN = [pytest.param(*row[1:], id=row[1], marks=rule(row[0])) for row in GUNS]


def far_apart(weapon: str, shooter: str, inches: float) -> Stage:
    """A shooter in a corner, a target so many inches away on a slope of 12 in 35, and another target nearby."""
    along = (inches + 1) / hypot(35, 12)
    far = on("bastion", 0.5 + 35 * along, 0.5 + 12 * along)
    return Stage([on(shooter, 0.5, 0.5, weapon)], [far, on("bastion", 0.5, 3.5)])


@pytest.mark.parametrize(("gun", "shots", "tokens", "reach", "cost", "who"), EVERY_GUN)
def test_a_gun_has_its_printed_figures(
    gun: str, shots: int, tokens: int, reach: int, cost: int, who: tuple[str, ...]
) -> None:
    kind = item(gun)
    assert (kind.attack, kind.dice, kind.damage, kind.range_in, kind.cost) == ("shot", shots, tokens, reach, cost)
    assert takers(gun) == who


@pytest.mark.parametrize(
    ("gun", "shots", "tokens", "reach", "who"),
    [pytest.param(*row[1:5], row[6], id=row[1], marks=rule(row[0])) for row in GUNS],
)
def test_a_gun_reaches_its_range_and_no_farther_and_is_empty_after_one_attack(
    gun: str, shots: int, tokens: int, reach: int, who: tuple[str, ...]
) -> None:
    attack = Attack("red-1", gun, {"blue-1": shots})
    match = far_apart(gun, who[0], reach - 0.002).match(*[10] * shots)
    match.play(Activate("red-1"), attack)
    assert damage(match, "blue-1") == shots * tokens
    assert not loaded(match, "red-1", gun)
    assert spent(match)
    no = refused(far_apart(gun, who[0], reach + 0.002).match(), Activate("red-1"), attack)
    assert no.rule == "DG-SGE-06"
    assert no.facts["range"] == reach
    assert reach < no.facts["distance"] < reach + 0.004


@rule("DG-GUN-01", 0)
def test_a_heralds_pistol_mostly_misses() -> None:
    calm, hindered = shot_odds("herald", "phaser_pistol"), shot_odds("herald", "phaser_pistol", steps=-1)
    assert (calm["need"], calm["hits"]["0"], calm["mean"]) == (8, "2401/10000", "6/5")
    assert (hindered["need"], hindered["hits"]["0"], hindered["mean"]) == (10, "6561/10000", "2/5")


@rule("DG-GUN-02", 0)
def test_a_crusaders_revolver_is_a_coin_for_each_shot() -> None:
    assert shot_odds("crusader", "slug_revolver")["damage"] == {"0": "1/4", "2": "1/2", "4": "1/4"}


@rule("DG-GUN-03", 0)
def test_a_phaser_rifle_is_better_in_an_artillerists_hands() -> None:
    bastion, artillerist = shot_odds("bastion", "phaser_rifle"), shot_odds("artillerist", "phaser_rifle")
    assert (bastion["damage"]["8"], bastion["mean"]) == ("1/16", "4")
    assert (artillerist["damage"]["8"], artillerist["mean"]) == ("2401/10000", "28/5")


@rule("DG-GUN-04", 0)
def test_a_troopers_slugger_does_six_on_the_mean() -> None:
    found = shot_odds("trooper", "slugger")
    assert (found["damage"], found["mean"]) == ({"0": "4/25", "5": "12/25", "10": "9/25"}, "6")


@rule("DG-GUN-05", 0)
def test_a_technicians_beam_rifle_gains_by_a_laser_scope() -> None:
    bare = shot_odds("technician", "beam_rifle")
    assert bare["hits"] == {"0": "27/125", "1": "54/125", "2": "36/125", "3": "8/125"}
    assert bare["mean"] == "18/5"
    stage = Stage([on("technician", 5, 12, "beam_rifle", "laser_scope")], [on("bastion", 15, 12)])
    assert mean(damage_odds(stage, Attack("red-1", "beam_rifle", {"blue-1": 3}), "blue-1")) == Fraction(27, 5)


@rule("DG-GUN-06", 0)
def test_a_phaser_cannon_hits_or_misses() -> None:
    artillerist, crusader = shot_odds("artillerist", "phaser_cannon"), shot_odds("crusader", "phaser_cannon")
    assert (artillerist["damage"]["6"], artillerist["mean"]) == ("7/10", "21/5")
    assert (crusader["damage"]["6"], crusader["mean"]) == ("1/2", "3")


@rule("DG-GUN-07", 0)
def test_a_rotary_rifle_hardly_ever_misses_with_all_ten_shots() -> None:
    found = shot_odds("bastion", "heavy_rotary_rifle")
    assert (found["need"], found["mean"], found["hits"]["0"]) == (6, "5", "1/1024")
    half_hidden = Stage(
        [on("artillerist", 5, 12, "heavy_rotary_rifle")],
        [on("bastion", 15, 12)],
        terrain=[wall(10, 8, 10.5, 12.4)],
    )
    odds = damage_odds(half_hidden, Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10}), "blue-1")
    assert {str(n): str(chance) for n, chance in sorted(odds.items())} == found["damage"]


@rule("DG-GUN-08", 0)
def test_a_heavy_slug_cannon_hits_twice_every_other_time() -> None:
    found = shot_odds("artillerist", "heavy_slug_cannon")
    assert found["damage"] == {"0": "9/100", "6": "21/50", "12": "49/100"}
    assert found["mean"] == "42/5"


@rule("DG-GUN-09", 0)
def test_a_trooper_survives_two_long_range_hits_and_dies_of_the_third() -> None:
    found = shot_odds("recon", "long_range_phaser_rifle")
    assert (found["per_die"], found["mean"]) == ("3/5", "24/5")
    shot = {"attacker": "recon", "weapon": "long_range_phaser_rifle", "target": "trooper"}
    assert GAME.odds({"attack": {**shot, "damage_taken": 8}})["kill"] == "0"
    assert GAME.odds({"attack": {**shot, "damage_taken": 16}})["kill"] == "3/5"
