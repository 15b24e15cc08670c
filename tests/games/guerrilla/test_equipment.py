"""Equipment and abilities in general (DG-EQP)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Refusal
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.table import Attachment
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack, Throw
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.catalog import characters, items
from tests.games.guerrilla.stage import Stage, chance, damage, on, points, refused, spent, table_of
from tests.kit import rule

FLASHED = "DG-FLG-02"
ABILITIES = [i.id for i in items().values() if i.kind == "ability"]


def faults(profile: str, *kit: str, **options: Any) -> list[Refusal]:
    """What is wrong with a squad of one."""
    roster = Roster(game="guerrilla", name="one", models=(Entry(profile, items=kit),))
    return list(GAME.muster(roster, GAME.rulebook.settle(options)))


def rules(profile: str, *kit: str, **options: Any) -> list[str]:
    return [f.rule for f in faults(profile, *kit, **options)]


@rule("DG-EQP-01", 0)
def test_one_allowance_pays_for_equipment_and_abilities() -> None:
    assert not faults("overseer", "beam_rifle", "inspiration", "supply_request")
    (over,) = faults("overseer", "beam_rifle", "inspiration", "supply_request", "saw_sword")
    assert over.rule == "DG-SQD-04"
    assert over.facts == {"model": 1, "character": "overseer", "stars": 7, "allowance": 6}


@rule("DG-EQP-01")
@pytest.mark.parametrize("unknown", ["excalibur", "", "Beam Rifle", "beam_rifle:2", "trooper"])
def test_an_item_nobody_knows_is_named(unknown: str) -> None:
    assert faults("overseer", unknown) == [Refusal("DG-EQP-01", {"model": 1, "unknown item": unknown})]


@rule("DG-EQP-02", 0, 1)
@pytest.mark.parametrize(
    ("profile", "item", "legal"),
    [
        ("trooper", "assassins_knife", False),
        ("recon", "assassins_knife", True),
        ("medic", "cauterizing_torch", True),
        ("overseer", "cauterizing_torch", False),
    ],
)
def test_an_item_is_open_only_to_the_types_it_names(profile: str, item: str, legal: bool) -> None:
    closed = Refusal("DG-EQP-02", {"model": 1, "character": profile, "item": item})
    assert faults(profile, item) == ([] if legal else [closed])


@rule("DG-EQP-02", 2, 3)
@pytest.mark.parametrize("profile", ["artillerist", "bastion"])
@pytest.mark.parametrize("ability", ABILITIES)
def test_artillerists_and_bastions_cast_nothing(profile: str, ability: str) -> None:
    assert rules(profile, ability) == ["DG-EQP-02"]


@rule("DG-EQP-02")
@pytest.mark.parametrize("profile", list(characters()))
def test_every_item_is_refused_to_every_type_it_does_not_name(profile: str) -> None:
    for item in items().values():
        assert ("DG-EQP-02" in rules(profile, item.id)) is (profile not in item.available_to)


# ------------------------------------------------------------------ copies

TWO_RIFLES = ("heavy_rotary_rifle", "heavy_rotary_rifle")


@rule("DG-EQP-03", 0)
def test_two_of_the_same_on_one_model_are_refused_by_default() -> None:
    assert faults("artillerist", *TWO_RIFLES) == [
        Refusal("DG-EQP-03", {"model": 1, "item": "heavy_rotary_rifle", "times": 2, "limit": 1})
    ]
    assert not faults("artillerist", *TWO_RIFLES, duplicate_items="allowed")
    # Each copy is paid for.
    assert rules("artillerist", *TWO_RIFLES, duplicate_items="allowed", eqab_budget="edition_b") == ["DG-SQD-04"]


@rule("DG-EQP-03")
def test_different_models_may_carry_the_same_item() -> None:
    rifleman = Entry("trooper", items=("phaser_rifle",))
    roster = Roster(game="guerrilla", name="two", models=(rifleman, rifleman))
    assert not GAME.muster(roster, GAME.rulebook.settle({}))


def doubled(profile: str, item: str, phase: str = "siege", **options: str) -> Stage:
    """A model with two copies of a thing, beside an enemy."""
    return Stage(
        [on(profile, 5, 12, item, item)],
        [on("bastion", 6.5, 12), on("bastion", 15, 12)],
        phase=phase,
        options={"duplicate_items": "allowed", **options},
    )


@rule("DG-EQP-03", 0)
def test_both_copies_of_a_rifle_fire_in_one_siege_phase_for_a_point_each() -> None:
    stage = Stage(
        [on("artillerist", 5, 12, *TWO_RIFLES)], [on("bastion", 15, 12)], options={"duplicate_items": "allowed"}
    )
    match = stage.match(*[4] * 10, *[3] * 9, 10)
    match.play(Activate("red-1"), Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10}))
    assert points(match, "red-1") == 2
    assert refused(match, Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10})).rule == "DG-RLD-02"
    match.play(Attack("red-1", "heavy_rotary_rifle:2", {"blue-1": 10}))
    assert points(match, "red-1") == 1
    assert damage(match, "blue-1") == 11
    assert spent(match)


@rule("DG-EQP-03")
def test_each_copy_of_a_sword_has_an_attack_of_its_own_where_attacks_are_counted() -> None:
    match = doubled("trooper", "saw_sword", attacks_per_weapon="once_per_siege").match(6, 6, 6, 6)
    match.play(Activate("red-1"), Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert refused(match, Attack("red-1", "saw_sword", {"blue-1": 2})).rule == "DG-SGE-04"
    match.play(Attack("red-1", "saw_sword:2", {"blue-1": 2}))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-EQP-03")
@pytest.mark.parametrize("supply", ["unlimited", "one_per_match"])
def test_each_copy_of_a_grenade_may_be_thrown(supply: str) -> None:
    match = doubled("trooper", "force_grenade", "active", thrown_supply=supply).match(5, 5)
    match.play(Activate("red-1"), Throw("red-1", "force_grenade", (15, 12)))
    no = refused(match, Throw("red-1", "force_grenade", (15, 12)))
    assert no.rule == ("DG-ACT-04" if supply == "unlimited" else "DG-THR-08")
    match.play(Throw("red-1", "force_grenade:2", (15, 12)))
    assert damage(match, "blue-2") == 16
    assert spent(match)


@rule("DG-EQP-03")
def test_passive_effects_of_two_copies_count_once() -> None:
    scoped = [on("recon", 5, 12, "beam_rifle", "laser_scope", "laser_scope")]
    options = {"duplicate_items": "allowed", "advantage_stacking": "additive"}
    table = table_of(scoped, [on("trooper", 15, 12)], options=options)
    assert to_hit(table, "red-1", "blue-1", "beam_rifle").value == 3


@rule("DG-EQP-04", 0)
@pytest.mark.parametrize("edition", ["edition_a", "edition_b"])
def test_a_trooper_may_carry_three_weapons(edition: str) -> None:
    assert not faults("trooper", "phaser_pistol", "saw_sword", "phaser_rifle", eqab_budget=edition)


@rule("DG-EQP-04", 0)
@pytest.mark.parametrize(
    ("weapon", "faces", "expected"),
    [("phaser_pistol", (7, 7, 7, 6), 3), ("saw_sword", (6, 5), 2), ("phaser_rifle", (7, 7, 7, 6), 6)],
)
def test_any_weapon_carried_may_be_used_in_an_attack(weapon: str, faces: tuple[int, ...], expected: int) -> None:
    trooper = on("trooper", 5, 12, "phaser_pistol", "saw_sword", "phaser_rifle")
    match = Stage([trooper], [on("bastion", 6.5, 12)]).match(*faces)
    match.play(Activate("red-1"), Attack("red-1", weapon, {"blue-1": len(faces)}))
    assert damage(match, "blue-1") == expected
    assert spent(match)


ARMOR, FISTS, BOOTS = "powered_titanium_armor", "powered_titanium_fists", "powered_titanium_boots"


@rule("DG-EQP-05", 0)
@pytest.mark.parametrize(("one", "other"), [(ARMOR, FISTS), (FISTS, ARMOR), (ARMOR, BOOTS), (BOOTS, ARMOR)])
def test_nobody_wears_powered_armour_with_powered_fists_or_boots(one: str, other: str) -> None:
    assert faults("crusader", one, other) == [Refusal("DG-EQP-05", {"model": 1, "item": one, "excludes": other})]


@rule("DG-EQP-05", 0)
@pytest.mark.parametrize("edition", ["edition_a", "edition_b"])
def test_fists_and_boots_go_together(edition: str) -> None:
    assert not faults("crusader", FISTS, BOOTS, eqab_budget=edition)


@rule("DG-EQP-05")
def test_both_scopes_go_together_and_all_three_excluded_are_named_in_pairs() -> None:
    assert not faults("overseer", "laser_scope", "thermal_scope")
    found = [f.facts["excludes"] for f in faults("crusader", ARMOR, FISTS, BOOTS) if f.rule == "DG-EQP-05"]
    assert found == [FISTS, BOOTS]


@rule("DG-EQP-06", 0)
def test_a_scope_works_simply_by_being_carried() -> None:
    for kit, expected in ((["beam_rifle", "laser_scope"], 5), (["beam_rifle"], 7)):
        flashed = [Attachment("flash", FLASHED, "red-1")]
        table = table_of([on("recon", 5, 12, *kit)], [on("trooper", 15, 12)], attached=flashed)
        assert to_hit(table, "red-1", "blue-1", "beam_rifle").value == expected
    assert chance(5) == Fraction(3, 5)


@rule("DG-EQP-06")
@pytest.mark.parametrize("item", [ARMOR, BOOTS, "laser_scope", "thermal_scope", "suture_kit"])
def test_what_is_merely_carried_is_no_weapon_and_costs_no_points(item: str) -> None:
    match = Stage([on("overseer", 5, 12, item, "beam_rifle")], [on("trooper", 15, 12)]).match()
    no = refused(match, Activate("red-1"), Attack("red-1", item, {"blue-1": 1}))
    assert no == Refusal("DG-EQP-07", {"model": "red-1", "weapon": item})
    assert points(match, "red-1") == 3


# ------------------------------------------------------------------ nothing in the hands


def weapons_offered(match: Match) -> list[str]:
    return [o.given["weapon"] for o in match.decision.offers if o.action is Attack]


@rule("DG-EQP-07", 0)
def test_an_engaged_rifleman_may_shoot_but_has_nothing_to_strike_with() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 6.5, 12)]).match(7, 7, 6, 6)
    assert to_hit(match.table, "red-1", "blue-1", "phaser_rifle").value == 7
    no = refused(match, Activate("red-1"), Attack("red-1", "saw_sword", {"blue-1": 1}))
    assert no == Refusal("DG-EQP-07", {"model": "red-1", "weapon": "saw_sword"})
    assert weapons_offered(match) == ["phaser_rifle"]
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 4
    assert spent(match)


@rule("DG-EQP-07")
@pytest.mark.parametrize("weapon", ["", "fists", "unarmed"])
def test_there_is_no_unarmed_attack(weapon: str) -> None:
    match = Stage([on("trooper", 5, 12, "saw_sword")], [on("bastion", 6.5, 12)]).match()
    no = refused(match, Activate("red-1"), Attack("red-1", weapon, {"blue-1": 1}))
    assert no == Refusal("DG-EQP-07", {"model": "red-1", "weapon": weapon})


@rule("DG-EQP-07")
def test_a_model_with_an_empty_rifle_and_nothing_else_has_no_attack_at_all() -> None:
    rifleman = on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"])
    match = Stage([rifleman], [on("bastion", 6.5, 12)]).match()
    match.play(Activate("red-1"))
    assert match.decision.side == "blue"
