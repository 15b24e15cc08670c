"""Building warbands: statlines, costs, limits, weapons and upgrades."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from sightline.core.catalog import figures
from sightline.core.muster import Entry, Roster
from sightline.core.repair import Repairs
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.arms import (
    abilities_of,
    built,
    cost,
    finished,
    halves,
    kit,
    statline,
    statline_cost,
)
from sightline.games.xenotactics.catalog import PACKAGE, STATS, extras, profiles, rosters, upgrades, weapons
from sightline.games.xenotactics.muster import advice, base, draft
from sightline.server.musters import muster_view
from tests.games.xenotactics.stage import USUAL
from tests.kit import rule

DEFAULTS = GAME.rulebook.settle({})
BUILDS: list[dict[str, Any]] = list(figures(PACKAGE)["weapon_build"])


def line(move: int, attack: int, defence: int, quality: int, hit_points: int) -> dict[str, int]:
    return dict(zip(STATS, (move, attack, defence, quality, hit_points), strict=True))


def made(*items: str, name: str = "", **stats: Any) -> Entry:
    return Entry("custom", items, name=name, stats={**USUAL, **stats})


def odd(stat: str, value: int) -> dict[str, Any]:
    return {stat: value}


def band(*models: Entry) -> Roster:
    return Roster(game=GAME.id, name="Band", models=models)


def faults(*models: Entry, **options: Any) -> dict[str, dict[str, Any]]:
    """The faults of a warband by rule."""
    return {f.rule: f.facts for f in GAME.muster(band(*models), GAME.rulebook.settle(options))}


def price(entry: Entry, **options: Any) -> int:
    return cost(entry, GAME.rulebook.settle(options))


# ------------------------------------------------------------------ cost


@rule("XT-CST-01", 0, 1, 2)
def test_a_statline_costs_what_the_formula_says() -> None:
    assert statline_cost(line(5, 6, 3, 6, 1)) == 84
    assert statline_cost(line(9, 9, 7, 9, 7)) == 900
    assert statline_cost(line(3, 3, 1, 3, 1)) == 21


@rule("XT-CST-06", 0)
def test_mental_arithmetic_gives_the_same() -> None:
    for stats in (line(5, 6, 3, 6, 1), line(7, 8, 5, 6, 3), line(4, 7, 6, 5, 2)):
        move, attack, defence, quality, hit_points = stats.values()
        assert halves(stats) == (attack * (quality + defence) + move * quality) * (1 + hit_points)
    assert statline_cost(line(5, 6, 3, 6, 1)) == 6 * 9 + 5 * 6


@rule("XT-CST-02", 0, 1)
def test_a_model_costs_its_statline_its_weapons_and_its_abilities() -> None:
    assert 84 + 40 + 24 == 148
    stats = line(5, 6, 3, 6, 1)
    assert price(Entry("custom", ("autorifle__ballistic_laser", "energy_shield"), stats=stats)) == 124
    assert GAME.cost(band(*[Entry("custom", (), stats=stats)] * 3)) == 3 * 84


@rule("XT-CST-03", 0, 1)
def test_the_complete_statline_is_rounded_once_half_up() -> None:
    assert halves(line(6, 7, 4, 7, 2)) == 357
    assert [statline_cost(line(6, 7, d, 7, 2)) for d in (4, 5, 6)] == [179, 189, 200]
    assert halves(line(7, 7, 1, 5, 2)) == 231
    assert statline_cost(line(7, 7, 1, 5, 2)) == 116


@rule("XT-CST-07", 0)
@pytest.mark.parametrize("profile", profiles().values(), ids=lambda p: p.id)
def test_a_printed_profile_costs_what_the_same_model_costs_made_by_hand(profile: Any) -> None:
    assert price(Entry(profile.id)) == profile.computed_cost
    assert price(Entry("custom", profile.abilities, stats=profile.stats)) == profile.computed_cost
    assert price(Entry(profile.id), profile_cost="printed") == profile.printed_cost


@rule("XT-CST-07", 0)
def test_the_known_misprints_are_charged_by_the_formula() -> None:
    assert [price(Entry(p)) for p in ("android", "superterran_veteran", "zombie")] == [99, 276, 21]
    assert [price(Entry(p), profile_cost="printed") for p in ("android", "superterran_veteran", "zombie")] == [
        109,
        207,
        25,
    ]
    differing = [d["subject"] for d in figures(PACKAGE)["discrepancy"] if d["kind"] in ("profile", "profile_option")]
    found = [p.id for p in profiles().values() if p.printed_cost != p.computed_cost]
    found += [e.id for e in extras().values() if e.printed_cost != e.computed_cost]
    assert sorted(found) == sorted(differing)
    assert (len([f for f in found if f in profiles()]), len([f for f in found if f in extras()])) == (8, 17)


@rule("XT-CST-08", 0)
@pytest.mark.parametrize("option", figures(PACKAGE)["profile_option"], ids=lambda o: o["id"])
def test_an_option_costs_the_difference_between_the_complete_statlines(option: dict[str, Any]) -> None:
    with_it = Entry(option["profile"], (option["id"],))
    assert price(with_it) == option["resulting_model_cost"]
    assert price(with_it) - price(Entry(option["profile"])) == option["computed_cost"]
    added = price(with_it, profile_cost="printed") - price(Entry(option["profile"]), profile_cost="printed")
    assert added == option["printed_cost"]
    assert set(option["adds_abilities"]) <= set(abilities_of(with_it))


@rule("XT-CST-08", 0)
def test_at_most_one_armour_and_one_frame_of_the_own_profile() -> None:
    prime = Entry("locust_prime", ("locust_prime__extended_carapace", "locust_prime__huge", "hivemind_master"))
    assert price(prime) == 365
    assert not faults(prime)
    both = Entry("automaton", ("automaton__heavy_frame", "automaton__juggernaut_frame"))
    assert faults(both)["XT-CST-08"] == {"model": 1, "group": "frame", "options": 2, "limit": 1}
    assert faults(Entry("android", ("automaton__heavy_frame",)))["XT-CST-08"]["option"] == "automaton__heavy_frame"


@rule("XT-CST-04", 0)
@pytest.mark.parametrize(
    ("stat", "least", "most"),
    [("move", 3, 9), ("attack", 3, 9), ("defence", 1, 7), ("quality", 3, 9), ("hit_points", 1, 7)],
)
def test_every_stat_has_its_span(stat: str, least: int, most: int) -> None:
    wide = {"mission_budget": 3000}
    for value in (least, most):
        assert not faults(made(**odd(stat, value)), **wide)
    for value in (least - 1, most + 1):
        assert faults(made(**odd(stat, value)), **wide)["XT-CST-04"] == {
            "model": 1,
            "stat": stat,
            "value": value,
            "least": least,
            "most": most,
        }
    short = Entry("custom", stats={s: v for s, v in USUAL.items() if s != stat})
    assert faults(short)["XT-CST-04"] == {"model": 1, "missing stat": stat}


@rule("XT-CST-04", 0)
def test_limits_apply_after_armour() -> None:
    assert statline(Entry("automaton", ()))["defence"] == 6
    heavy = Entry("exterminator", ("cultist__heavy_armor",))
    assert statline(heavy)["defence"] == 8
    assert faults(heavy)["XT-CST-04"]["value"] == 8
    assert faults(made(speed=3))["XT-CST-04"] == {"model": 1, "unknown stat": "speed"}
    assert faults(Entry("android", stats={"attack": 9}))["XT-CST-07"]["changed"] == ["attack"]


@rule("XT-CST-05", 0)
def test_one_model_in_all_may_have_a_high_attack() -> None:
    assert not faults(made(attack=9), made(attack=7))
    assert faults(made(attack=8), made(attack=9))["XT-CST-05"] == {"models": 2, "limit": 1, "attack": [8, 9]}
    assert "XT-CST-05" in faults(Entry("starfarer"), Entry("starfarer_captain"))


# ------------------------------------------------------------------ warbands


@rule("XT-WBD-04", 0)
def test_every_fault_of_a_warband_is_told_at_once() -> None:
    found = faults(
        made("leader", "autorifle__explosive_fusion", attack=8),
        made("leader", "hivemind", attack=9, move=12),
        made("hivemind", "monstrous_strength", "pistol__ballistic_ap__ballistic_laser", "medic", "medic"),
        Entry("dragon", ("sword",)),
        mission_budget=500,
    )
    assert set(found) == {
        "XT-ABL-19",
        "XT-UPG-02",
        "XT-CST-05",
        "XT-CST-04",
        "XT-ABL-15",
        "XT-WPN-04",
        "XT-UPG-01",
        "XT-WBD-04",
        "XT-CST-07",
        "XT-WPN-01",
    }
    assert found["XT-ABL-19"] == {"leaders": 2, "limit": 1}
    assert found["XT-ABL-15"] == {"masters": 0, "needed": 1, "hivemind": 2}


@rule("XT-WBD-04", 0)
def test_the_checklist_of_a_warband() -> None:
    hive = [made("hivemind") for _ in range(3)]
    assert faults(*hive)["XT-ABL-15"] == {"masters": 0, "needed": 1, "hivemind": 3}
    assert not faults(made("hivemind", "hivemind_master"), *hive[1:])
    assert not faults(made("hivemind"), made()), "a lone hivemind model is the master"
    assert faults(made("hivemind_master"))["XT-ABL-15"]["needed"] == "hivemind"
    assert faults(made("infiltrator", "big"))["XT-ABL-16"] == {"model": 1, "hit points": 1, "least": 2}
    assert not faults(made("infiltrator", "big", hit_points=2))
    assert faults(made(), Entry("custom", base=2.0, stats=USUAL))["XT-MSR-01"]["needed"] == 1.0


@rule("XT-WBD-01")
def test_species_may_be_mixed() -> None:
    assert not faults(Entry("android"), Entry("zombie"), Entry("locust_swarmer"), made())


@rule("XT-WBD-02")
def test_a_theme_is_free_text() -> None:
    assert all(r.note for r in rosters().values())
    assert not GAME.muster(Roster(GAME.id, "Band", (made(),), note="whatever they say"), DEFAULTS)


@rule("XT-WBD-03")
def test_names_are_advice() -> None:
    twins = band(made(name="Pell"), made(name="Pell"), made(name="Odile"))
    assert not GAME.muster(twins, DEFAULTS)
    assert [f.rule for f in advice(twins)] == ["XT-WBD-03"]


@rule("XT-GEN-01", 0)
def test_a_warband_outside_three_to_twenty_models_is_accepted_with_a_warning() -> None:
    small = band(made(name="a"), made(name="b"))
    assert not GAME.muster(small, DEFAULTS)
    assert [(f.rule, f.facts["models"]) for f in advice(small)] == [("XT-GEN-01", 2)]
    view = muster_view(GAME, to_builtins(small))
    assert not view.faults
    assert [one.text for one in view.advice] == ["2 in all: the book has 3 to 20 a side in mind"]
    assert not advice(band(made(name="a"), made(name="b"), made(name="c")))
    assert "XT-GEN-01" in faults()
    assert GAME.muster(Roster("chess", "Band", (made(),)), DEFAULTS)[0].rule == "XT-GEN-01"


@rule("XT-MIS-01", 0)
def test_a_warband_costs_at_most_the_budget() -> None:
    hundred = Entry("custom", ("pistol",), stats=line(5, 6, 3, 6, 1))
    assert price(hundred) == 94
    five = [hundred] * 5 + [Entry("custom", ("pistol",), stats=line(3, 3, 1, 3, 1))]
    assert GAME.cost(band(*five)) == 501
    assert faults(*five, mission_budget=500)["XT-MIS-01"] == {"cost": 501, "budget": 500}
    assert "XT-MIS-01" not in faults(
        *five[:-1], Entry("custom", ("short_blade",), stats=line(3, 3, 1, 3, 1)), mission_budget=500
    )


@rule("XT-MIS-02")
def test_the_suggested_budgets_may_be_agreed() -> None:
    option = GAME.rulebook.options["mission_budget"]
    assert set(figures(PACKAGE)["mission"]["suggested_budgets"]) <= set(option.values)
    assert GAME.budget(band(made()), DEFAULTS).most == option.default == 1000


@rule("XT-WBD-04")
@pytest.mark.parametrize("sample", figures(PACKAGE)["warband"], ids=lambda w: w["id"])
def test_the_sample_warbands_are_legal_and_cost_what_they_say(sample: dict[str, Any]) -> None:
    roster = rosters()[sample["id"]]
    assert not GAME.muster(roster, GAME.rulebook.settle({"mission_budget": sample["budget"]}))
    assert GAME.cost(roster) == sample["cost"]
    for entry, model in zip(roster.models, sample["model"], strict=True):
        assert price(entry) == model["cost"]
        assert statline(entry) == {s: model[s] for s in STATS}
        assert sorted(abilities_of(entry)) == sorted(model["abilities"])


@pytest.mark.parametrize("number", range(12))
def test_drafted_warbands_are_legal(number: int) -> None:
    for budget in (500, 1000):
        options = GAME.rulebook.settle({"mission_budget": budget})
        roster = draft(str(number), options)
        assert roster.models
        assert not GAME.muster(roster, options)
        assert roster == draft(str(number), options)


# ------------------------------------------------------------------ weapons and upgrades


@rule("XT-UPG-03", 0)
@rule("XT-UPG-04", 0)
@rule("XT-UPG-05", 0, 1)
@rule("XT-UPG-06", 0)
@rule("XT-UPG-07", 0)
@rule("XT-UPG-08", 0)
@rule("XT-UPG-09", 0)
@rule("XT-UPG-10", 0)
@rule("XT-UPG-11", 0)
@rule("XT-UPG-13", 0)
@rule("XT-UPG-14", 0)
@rule("XT-UPG-15", 0)
@rule("XT-UPG-16", 0)
@pytest.mark.parametrize("build", BUILDS, ids=lambda b: b["id"])
def test_every_weapon_with_every_upgrade_has_the_figures_of_its_build(build: dict[str, Any]) -> None:
    id = build["weapon"] if build["upgrade"] == "none" else build["id"]
    weapon = built(id)
    assert weapon is not None
    assert (weapon.cost, weapon.firepower, weapon.damage) == (build["cost"], build["firepower"], build["damage"])
    assert [t.written for t in weapon.traits] == build["traits"]


def test_there_are_no_other_builds() -> None:
    assert len(finished()) == len(BUILDS) == 119


@rule("XT-UPG-08", 0)
@rule("XT-UPG-10", 0)
def test_a_table_may_read_the_plus_one_as_a_die() -> None:
    for id in ("autorifle__ballistic_stun", "grenades__explosive_antimatter"):
        plain, damage, dice = built(id.partition("__")[0]), built(id), built(id, "firepower")
        assert plain is not None
        assert damage is not None
        assert dice is not None
        assert (damage.damage - plain.damage, damage.firepower - plain.firepower) == (1, 0)
        assert (dice.damage - plain.damage, dice.firepower - plain.firepower) == (0, 1)


@rule("XT-UPG-01", 0)
def test_a_weapon_has_one_upgrade() -> None:
    twice = made("autorifle__ballistic_ap__ballistic_laser")
    assert faults(twice)["XT-UPG-01"] == {"model": 1, "weapon": "autorifle", "upgrades": 2, "limit": 1}
    assert not faults(made("autorifle__ballistic_ap"))


@rule("XT-UPG-02", 0)
def test_an_upgrade_belongs_to_its_class() -> None:
    wrong = faults(made("pistol__explosive_fusion"))["XT-UPG-02"]
    assert (wrong["class"], wrong["upgrade of"]) == ("ballistic", "explosive")
    for weapon in weapons().values():
        for upgrade in upgrades().values():
            legal = not faults(made(f"{weapon.id}__{upgrade.id}", "big"))
            assert legal == (weapon.kind == upgrade.kind and weapon.id != "unarmed")
    delta = built("delta_psi__psychic_implosion")
    assert delta is not None
    assert [t.id for t in delta.traits].count("nonlethal") == 1


@rule("XT-UPG-02")
@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("pistol__melee_bright", "Pistol (ballistic) cannot take the upgrade Bright, which is for melee weapons"),
        ("pistol__bright", "there is no upgrade bright for Pistol"),
        ("unarmed__melee_bright", "Unarmed: bare hands take no upgrade"),
    ],
)
def test_a_wrong_upgrade_is_told_by_names(item: str, said: str) -> None:
    (wrong,) = [fault for fault in GAME.muster(band(made(item)), DEFAULTS) if fault.rule == "XT-UPG-02"]
    assert GAME.sayings.refusal(None, wrong) == said


@rule("XT-CST-04")
def test_a_stat_out_of_its_span_is_told_by_its_name() -> None:
    (wrong,) = [f for f in GAME.muster(band(made(hit_points=9)), DEFAULTS) if f.rule == "XT-CST-04"]
    assert GAME.sayings.refusal(None, wrong) == "Hit points 9 is not between 1 and 7"


@rule("XT-CST-04")
@rule("XT-CST-07")
@pytest.mark.parametrize(
    ("entry", "repair"),
    [
        (made(attack=12), "Give the model attack 9"),
        (made(defence=-4), "Give the model defence 1"),
        (Entry("custom", stats={s: n for s, n in USUAL.items() if s != "hit_points"}), "hit points 1"),
        (made(luck=3), "Give the model only the figures it has by the book"),
        (Entry("android", stats={"move": 6, "attack": 6}), "Give the Android only the figures it has by the book"),
    ],
)
def test_a_figure_that_may_not_be_is_mended_and_nobody_sent_home(entry: Entry, repair: str) -> None:
    squad = band(made(), entry)
    (fault,) = GAME.muster(squad, DEFAULTS)
    fix = Repairs(GAME, squad, DEFAULTS).of(fault)
    assert fix is not None
    assert fix.text.endswith(repair)
    assert not GAME.muster(fix.roster, DEFAULTS)


def test_whoever_is_made_from_scratch_is_listed_with_what_it_starts_with_and_costs_so() -> None:
    listed = next(e for e in GAME.catalog["profiles"] if e["id"] == "custom")
    start = Entry("custom", stats={stat: listed[stat] for stat in listed["spans"]})
    assert listed["cost"] == GAME.cost(band(start)) > 0


def test_traits_are_words_wherever_weapons_are_listed() -> None:
    lines = {entry["id"]: entry["traits"] for entry in GAME.catalog["weapons"]}
    assert not [line for line in lines.values() if ":" in line or "_" in line]
    assert any("push 3″" in line for line in lines.values())


@rule("XT-UPG-02", 0)
def test_bare_hands_take_an_upgrade_only_where_the_table_allows_it() -> None:
    armed = made("unarmed__melee_bright")
    assert "XT-UPG-02" in faults(armed)
    assert not faults(armed, unarmed_may_be_upgraded=True)
    assert kit(armed).count("unarmed") == 0
    twice = made("unarmed__melee_bright", "unarmed__melee_poison")
    assert faults(twice, unarmed_may_be_upgraded=True)["XT-UPG-01"]["upgrades"] == 2, "it has one pair of hands"


@rule("XT-WPN-01", 0)
def test_any_weapon_may_be_bought_even_twice() -> None:
    two = made("pistol", "pistol")
    assert price(two) - price(made()) == 20
    assert kit(two) == ("pistol", "pistol:2", "unarmed")
    assert not faults(two)
    assert faults(made("plasma_rifle"))["XT-WPN-01"]["unknown item"] == "plasma_rifle"


@rule("XT-WPN-02", 0)
def test_everybody_may_fight_unarmed() -> None:
    assert kit(made("autorifle")) == ("autorifle", "unarmed")
    bare = built("unarmed")
    assert bare is not None
    assert (bare.cost, bare.firepower, bare.damage, bare.melee) == (0, 1, 1, True)
    assert "XT-WPN-02" in faults(made("unarmed"))


@rule("XT-WPN-03")
def test_some_entries_have_two_names() -> None:
    named = {w["id"]: w["names"] for w in figures(PACKAGE)["weapon"]}
    assert named["blade"] == ["Blade", "Claws"]
    assert [id for id, names in named.items() if len(names) == 2] == [
        "rocket_launcher",
        "short_blade",
        "blade",
        "whip",
        "club",
        "spear",
    ]
    assert all(" or ".join(names[:1]) in weapons()[id].name for id, names in named.items())


@rule("XT-WPN-04", 0)
def test_monstrous_strength_is_for_big_models() -> None:
    assert faults(made("monstrous_strength"))["XT-WPN-04"]["needed"] == "big"
    assert not faults(made("monstrous_strength", "big"))


@rule("XT-STA-06", 0)
@rule("XT-STA-07", 0)
def test_firepower_and_damage_span_one_to_three_and_stun_may_go_beyond() -> None:
    for weapon in weapons().values():
        assert 1 <= weapon.firepower <= 3
        assert 1 <= weapon.damage <= 3
    stun = built("sniper_rifle__ballistic_stun")
    assert stun is not None
    assert stun.damage == 4


@rule("XT-MSR-01")
def test_big_models_have_broad_bases() -> None:
    assert (base(made()), base(made("big"))) == (1.0, 1.5)


@rule("XT-CST-09")
def test_there_is_no_loot() -> None:
    assert "loot" not in GAME.catalog


@rule("XT-SPE-01")
@rule("XT-SPE-02")
@rule("XT-SPE-03")
@rule("XT-SPE-04")
@rule("XT-SPE-05")
@rule("XT-SPE-06")
def test_species_suggest_abilities_that_exist_and_nothing_is_forced() -> None:
    species = {s["id"]: s["typical_abilities"] for s in figures(PACKAGE)["species"]}
    assert list(species) == ["terrans", "superterrans", "starfarers", "locust", "mutants", "renegades"]
    known = {e["id"] for e in GAME.catalog["abilities"]}
    assert all(set(typical) <= known and len(typical) == 3 for typical in species.values())
    assert {p.species for p in profiles().values()} == set(species)
    assert not faults(Entry("terran_hero", ("mind_control", "blade")))
