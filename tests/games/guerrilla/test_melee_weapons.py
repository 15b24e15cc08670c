"""Melee weapons, the fists and the staff."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.table import Attachment
from sightline.games.guerrilla.actions import Activate, Attack
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.catalog import item
from tests.games.guerrilla.cues import ALL_TYPES, damage_odds, faults, loaded, mean, need, shot_odds, takers, under
from tests.games.guerrilla.stage import Stage, chance, damage, on, refused, spent
from tests.kit import rule

BLADES = [
    # rule        id                 swings damage cost who
    ("DG-MLW-01", "saw_sword", 2, 2, 1, ALL_TYPES),
    ("DG-MLW-02", "righteous_ax", 2, 3, 2, ("overseer", "trooper", "herald", "crusader", "bastion")),
    ("DG-MLW-03", "dueling_blades", 3, 2, 2, ("overseer", "recon", "herald", "crusader")),
    ("DG-PSH-01", "force_hammer", 1, 4, 2, ("crusader", "bastion")),
    ("DG-FST-01", "powered_titanium_fists", 4, 2, 3, ("overseer", "trooper", "crusader", "bastion")),
    ("DG-WRD-01", "warding_staff", 2, 2, 3, ("overseer", "herald")),
    ("DG-ONG-03", "assassins_knife", 3, 1, 1, ("recon",)),
]


@pytest.mark.parametrize(
    ("weapon", "swings", "tokens", "cost", "who"),
    [pytest.param(*row[1:], id=row[1], marks=rule(row[0])) for row in BLADES],
)
def test_a_melee_weapon_has_its_printed_figures_and_reaches_an_inch(
    weapon: str, swings: int, tokens: int, cost: int, who: tuple[str, ...]
) -> None:
    kind = item(weapon)
    assert (kind.attack, kind.dice, kind.damage, kind.cost) == ("swing", swings, tokens, cost)
    assert takers(weapon) == who
    attack = Attack("red-1", weapon, {"blue-1": swings})
    near = Stage([on(who[0], 10, 12, weapon)], [on("bastion", 12, 12)]).match(*[10] * swings)
    near.play(Activate("red-1"), attack)
    assert damage(near, "blue-1") == swings * tokens
    assert loaded(near, "red-1", weapon)
    assert spent(near)
    far = Stage([on(who[0], 10, 12, weapon)], [on("bastion", 12.002, 12), on("bastion", 8.5, 12)]).match()
    no = refused(far, Activate("red-1"), attack)
    assert no.rule == "DG-MEL-01"
    assert no.facts["range"] == 1
    assert no.facts["distance"] == pytest.approx(1.002, abs=1e-3)


@rule("DG-MLW-01", 0)
def test_a_bastions_saw_sword_hits_twice_about_every_other_time() -> None:
    found = shot_odds("bastion", "saw_sword")
    assert (found["damage"], found["mean"]) == ({"0": "9/100", "2": "21/50", "4": "49/100"}, "14/5")


@rule("DG-MLW-02", 0)
def test_a_troopers_ax_does_three_on_the_mean() -> None:
    found = shot_odds("trooper", "righteous_ax")
    assert (found["damage"], found["mean"]) == ({"0": "1/4", "3": "1/2", "6": "1/4"}, "3")


@rule("DG-MLW-03", 0)
def test_armour_takes_the_edge_off_dueling_blades() -> None:
    bare = shot_odds("recon", "dueling_blades")
    assert (bare["damage"]["6"], bare["mean"]) == ("343/1000", "21/5")
    stage = Stage([on("recon", 10, 12, "dueling_blades")], [on("bastion", 11.5, 12, "powered_titanium_armor")])
    odds = damage_odds(stage, Attack("red-1", "dueling_blades", {"blue-1": 3}), "blue-1")
    assert need(stage, "red-1", "blue-1", "dueling_blades") == 6
    assert (odds[6], mean(odds)) == (Fraction(1, 8), Fraction(3))


@rule("DG-FST-01", 0)
def test_a_bastions_fists_strike_four_times() -> None:
    found = shot_odds("bastion", "powered_titanium_fists")
    exact = {str(n): str(Fraction(p, 10000)) for n, p in enumerate((81, 756, 2646, 4116, 2401))}
    assert {n: str(Fraction(p)) for n, p in found["hits"].items()} == exact
    assert found["mean"] == "28/5"


@rule("DG-FST-02", 0)
@pytest.mark.parametrize("edition", ["edition_a", "edition_b"])
def test_fists_do_not_go_with_armour(edition: str) -> None:
    assert "DG-EQP-05" in faults("bastion", "powered_titanium_fists", "powered_titanium_armor", eqab_budget=edition)
    assert faults("bastion", "powered_titanium_fists", eqab_budget=edition) == []
    assert faults("bastion", "powered_titanium_armor", eqab_budget=edition) == []


@rule("DG-WRD-01", 0)
def test_an_overseer_may_strike_with_the_staff() -> None:
    found = shot_odds("overseer", "warding_staff")
    assert (found["need"], found["damage"]["4"], found["mean"]) == (5, "9/25", "12/5")


@rule("DG-WRD-02", 0)
@pytest.mark.parametrize(
    ("caster", "ability", "bare", "helped", "odds"),
    [
        ("herald", "psychic_shock", 4, 2, "9/10"),
        ("overseer", "inspiration", 6, 4, "7/10"),
        ("herald", "mind_blaze", 7, 5, "3/5"),
        ("herald", "duality_of_fate", 8, 6, "1/2"),
    ],
)
def test_the_staff_helps_every_cast_of_its_bearer(caster: str, ability: str, bare: int, helped: int, odds: str) -> None:
    red = [on(caster, 10, 12, ability, "warding_staff"), on(caster, 10, 15, ability)]
    table = Stage(red, [on("bastion", 11.5, 12)]).table
    assert to_cast(table, "red-1", ability).value == helped
    assert str(chance(helped)) == odds
    assert to_cast(table, "red-2", ability).value == bare


@rule("DG-WRD-02")
def test_the_staff_does_not_help_its_own_swings() -> None:
    stage = Stage([on("herald", 10, 12, "warding_staff")], [on("bastion", 11.5, 12)])
    assert need(stage, "red-1", "blue-1", "warding_staff") == 6


@rule("DG-WRD-03", 0)
def test_the_staff_helps_a_weakened_flashed_and_engaged_herald() -> None:
    stage = Stage(
        [on("herald", 10, 12, "warding_staff", "mind_blaze")],
        [on("bastion", 11.5, 12)],
        attached=[under("weakness", "red-1", "blue-1"), Attachment("flash", "DG-FLG-02", "red-1")],
    )
    assert need(stage, "red-1", "blue-1", "warding_staff") == 8
    assert to_cast(stage.table, "red-1", "mind_blaze").value == 5
    assert chance(5) == Fraction(3, 5)
