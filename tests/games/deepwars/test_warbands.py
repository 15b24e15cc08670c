"""Warbands: points, leaders, limits, and what profiles and weapons cost (DW-WAR, DW-WPN)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.catalog import figures
from sightline.core.decisions import Refusal
from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import GAME, catalog, muster
from sightline.games.deepwars.arms import melee_arms
from sightline.games.deepwars.catalog import profiles
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import USUAL
from tests.games.deepwars.stage import Stage, example, examples, on
from tests.kit import rule


def band(*profiles: str, **options: Any) -> list[Refusal]:
    """The faults of a warband."""
    roster = Roster(GAME.id, "band", tuple(map(Entry, profiles)))
    return muster.faults(roster, GAME.rulebook.settle(options))


def rules(*profiles: str, **options: Any) -> set[str]:
    return {f.rule for f in band(*profiles, **options)}


@rule("DW-WAR-01")
@rule("DW-GEN-11")
def test_the_sample_warbands_are_legal_at_their_limit_and_cost_what_they_say() -> None:
    plain = {r["id"]: r for r in figures(catalog.PACKAGE)["roster"]}
    for id, roster in GAME.rosters.items():
        options = GAME.rulebook.settle({"points_limit": plain[id]["limit"]})
        assert not GAME.muster(roster, options), id
        assert GAME.cost(roster) == plain[id]["total"]
        assert muster.matched(roster) == plain[id]["matched_total"]
        assert len(roster.models) == plain[id]["model_count"]


@rule("DW-WAR-01")
def test_a_warband_may_not_cost_more_than_the_limit() -> None:
    faults = band("kr_thane", *["kr_reaver"] * 6)
    assert [(f.rule, f.facts["points"]) for f in faults] == [("DW-WAR-01", 335)]
    assert not band("kr_thane", *["kr_reaver"] * 5)


@rule("DW-WAR-02")
def test_a_warband_has_exactly_one_leader() -> None:
    assert "DW-WAR-02" in rules("kr_reaver", "kr_reaver", "kr_reaver")
    assert "DW-WAR-02" in rules("kr_thane", "tw_cantor", "kr_reaver")


@rule("DW-WAR-03")
@rule("DW-GEN-06")
def test_personalities_are_few_and_each_of_them_once() -> None:
    assert rules("kr_thane", "kr_matron", "kr_champion", "kr_skitterling") == {"DW-WAR-03"}
    assert not rules("kr_thane", "kr_matron", "kr_skitterling")
    assert rules("kr_thane", "kr_matron", "kr_skitterling", personality_share=0.34) == {"DW-WAR-03"}
    assert not rules("kr_thane", "kr_skitterling", "kr_skitterling", points_limit=200, personality_share=0.34)
    assert "DW-GEN-06" in rules("kr_thane", "kr_matron", "kr_matron", personality_share=1.0)


@rule("DW-WAR-04")
def test_a_warband_has_three_to_fifteen_models_its_beasts_keepers_and_its_constructs_makers() -> None:
    assert "DW-WAR-04" in rules("kr_thane", "kr_reaver")
    assert "DW-WAR-04" in rules("kr_thane", *["kr_skitterling"] * 15, points_limit=750)
    assert not rules("kr_thane", *["kr_skitterling"] * 14, points_limit=750)
    assert "DW-WAR-04" in rules("ll_voice", "ll_hound", "ll_hound", points_limit=750)
    assert not rules("ll_voice", "ll_hound", "ll_shooter")
    assert rules("kr_thane", "bw_walker", "kr_reaver") == {"DW-WAR-04"}
    assert not rules("tw_cantor", "tw_weaver", "tw_golem")
    assert rules("tw_cantor", "tw_weaver", "bw_walker") == {"DW-WAR-04"}


@rule("DW-GEN-04")
def test_every_fault_is_told_at_once() -> None:
    roster = Roster(
        "elsewhere", "band", (Entry("nobody"), Entry("kr_reaver", ("sword",), base=2.0, stats={"combat": 9}))
    )
    found = {f.rule for f in muster.faults(roster, USUAL)}
    assert found == {"DW-GEN-04", "DW-GEN-05", "DW-WAR-02", "DW-WAR-04", "DW-WPN-02"}


@pytest.mark.parametrize("facts", examples("DW-WAR-05", 0, 1, 2, 3))
def test_points_follow_the_formula(facts: dict[str, Any]) -> None:
    assert catalog.points_for(facts["base"], facts["quality"]) == facts["points"]


@rule("DW-WAR-05", 0, 1)
@rule("DW-WAR-06")
def test_every_profile_and_weapon_costs_what_the_formulas_say() -> None:
    for who in (*catalog.profiles().values(), *catalog.creatures().values()):
        assert catalog.base_cost(who) == who.base, who.id
        assert catalog.points_for(who.base, who.quality) == who.points, who.id
    for kind in catalog.weapons().values():
        assert catalog.weapon_cost(kind) == kind.cost, kind.id
    reaver = catalog.profiles()["kr_reaver"]
    plain = replace(reaver, combat=3, abilities=(), weapons=(), boxes=replace(reaver.boxes, body=2))
    plain = replace(plain, av=catalog.Sections(1, 1, 1), weapons=("speargun", "dive_knife"))
    assert catalog.base_cost(plain) == 32 - 5 + 4


@pytest.mark.parametrize("index", [0, 1])
@rule("DW-WAR-06", 0, 1)
def test_a_weapon_costs_its_bonus_reach_and_traits(index: int) -> None:
    kind = catalog.weapons()[("speargun", "shell_cleaver")[index]]
    assert catalog.weapon_cost(kind) == example("DW-WAR-06", index)["cost"]


@rule("DW-WPN-01")
@rule("DW-WPN-02")
def test_every_weapon_has_armor_and_boxes_and_everybody_has_hands() -> None:
    assert all((w.av, w.boxes) == (2, 2) for w in catalog.weapons().values())
    table = Stage([on(10, 10, "trident", tokens={"wound:trident": 1})]).table
    assert [w.id for w in melee_arms(table.models["red-1"])] == [FISTS]


@rule("DW-WAR-03")
@pytest.mark.parametrize(("share", "wrong"), [(0.6, ["DW-WAR-01", "DW-WAR-03"]), (1.0, ["DW-WAR-01"])])
def test_a_share_of_one_means_no_limit(share: float, wrong: list[str]) -> None:
    stars = [p for p in profiles().values() if p.rank == "personality"]
    leader = next(p for p in stars if p.has("leader"))
    others = [p for p in stars if not p.has("leader") and not p.has("construct") and not p.has("warbeast")]
    band = Roster("deepwars", "x", tuple(Entry(p.id) for p in (leader, *others)))
    options = GAME.rulebook.settle({"personality_share": share, "points_limit": 200})
    assert [f.rule for f in muster.faults(band, options)] == wrong
