"""What units are worth: one formula, and every printed cost follows from it (SQ-PTS)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.catalog import figures
from sightline.games.starquest.catalog import PACKAGE, Weapon, enemies, heroes, special
from sightline.games.starquest.worth import PIERCED, ap_factor, offence_of, points, raw, reach
from tests.kit import rule

EVERYBODY = {**heroes(), **enemies()}
RAW = {p["id"]: p.get("points_raw") for key in ("hero_template", "enemy_unit") for p in figures(PACKAGE)[key]}


@rule("SQ-PTS-01")
@pytest.mark.parametrize("id", EVERYBODY)
def test_every_printed_cost_follows_from_the_formula(id: str) -> None:
    unit = EVERYBODY[id]
    assert points(unit) == unit.points
    assert float(raw(unit)) == pytest.approx(RAW[id], abs=0.06)
    assert points(unit) % 5 == 0
    assert points(unit) >= 5


@rule("SQ-PTS-02", 0)
def test_piercing_is_worth_its_share_of_unblocked_hits() -> None:
    assert ap_factor(2) == Fraction(14, 9)
    assert [ap_factor(ap) for ap in range(5)] == list(PIERCED)


@rule("SQ-PTS-02")
def test_reach_counts_from_half_and_melee_as_one() -> None:
    assert reach(Weapon("fist", "Fist", 0.0, 1)) == 1
    assert reach(Weapon("pistol", "Pistol", 12.0, 1)) == 1
    assert reach(Weapon("rifle", "Rifle", 24.0, 1)) == Fraction(3, 2)


@rule("SQ-PTS-01")
@pytest.mark.parametrize(
    ("rules", "factor"),
    [
        (("Rending",), Fraction(6, 5)),
        (("Bane",), Fraction(23, 20)),
        (("Surge",), 1 + Fraction(1, 6) / Fraction(1, 2)),
        (("Reliable",), Fraction(5, 3)),
        (("Indirect",), Fraction(5, 4)),
        (("Limited",), Fraction(7, 20)),
        (("Deadly(3)",), Fraction(11, 5)),
        (("Blast(3)",), Fraction(8, 5)),
        (("AP(1)", "Rending"), Fraction(4, 3) * Fraction(6, 5)),
    ],
)
def test_rules_of_a_weapon_multiply_its_worth(rules: tuple[str, ...], factor: Fraction) -> None:
    plain = Weapon("w", "W", 0.0, 2)
    better = Weapon("w", "W", 0.0, 2, tuple(special(written) for written in rules))
    assert offence_of(better, 4) / offence_of(plain, 4) == factor
