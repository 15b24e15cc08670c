"""Warbands that people write by hand: every fault is named with its rule, and nothing is half-applied."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import GAME
from sightline.games.deepwars.camp_words import GoOn
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.catalog import profiles
from sightline.games.deepwars.growing import entry_of, faults
from sightline.games.deepwars.market import Purchases
from tests.games.deepwars.wars import between
from tests.kit import rule

# ------------------------------------------------------------------ models that no campaign has made


def against(**stats: int) -> list[str]:
    """The rules against which an edited captain is; stats are written with two underscores."""
    names = {key.replace("__", ":"): value for key, value in stats.items()}
    roster = Roster("deepwars", "Edited", (Entry("bw_captain", stats=names), Entry("bw_cutter"), Entry("bw_cutter")))
    return [f.rule for f in GAME.muster(roster, GAME.rulebook.settle({}))]


@pytest.mark.parametrize(
    ("stats", "wrong"),
    [
        ({"advance__lucky": 1, "battles": 1}, "DW-EXP-01"),
        ({"warband__flying": 1, "battles": 1}, "DW-ADV-01"),
        ({"learned__nothing": 1, "battles": 1}, "DW-TEC-03"),
        ({"load__gold": 1, "battles": 1}, "DW-CMP-05"),
        ({"discipline__psychic": 1, "battles": 1}, "DW-UPG-14"),
        ({"skill__scientist": 3, "battles": 1}, "DW-UPG-15"),
        ({"upgrade__wings__coil_rifle": 1, "battles": 1}, "DW-UPG-01"),
        ({"quality": 2, "battles": 1}, "DW-GEN-04"),
        ({"advance__veteran": 1}, "DW-EXP-01"),
    ],
)
def test_a_model_that_no_campaign_has_made_is_refused_by_the_rule_it_breaks(stats: dict[str, Any], wrong: str) -> None:
    assert against(**stats) == [wrong]


def wrong(profile: str, *items: str, **stats: int) -> list[tuple[str, object]]:
    """The faults of a model after a battle: rule, and what it should be; stats are written with two underscores."""
    plain = {"battles": 1, **{stat.replace("__", ":"): count for stat, count in stats.items()}}
    found: list[Refusal] = list(faults(Entry(profile, items, stats=plain)))
    for fault in found:
        assert GAME.sayings.refusal(None, fault), fault
    return [(fault.rule, fault.facts.get("needed")) for fault in found]


@rule("DW-UPG-01")
@pytest.mark.parametrize(
    "upgrade",
    [
        pytest.param("upgrade__armor_piercing__shell_cleaver", marks=rule("DW-UPG-03"), id="not for what it is for"),
        pytest.param("upgrade__enhanced_targeting__coil_rifle", id="not for a thing of one's own"),
        pytest.param("upgrade__simplify__planar_eye", id="not for an artifact one does not carry"),
        pytest.param("upgrade__amplifier", id="for nothing"),
        pytest.param("upgrade__up_doctor", id="a training is no upgrade"),
        pytest.param("upgrade__battle_master", marks=rule("DW-UPG-13"), id="a form is chosen in each battle"),
        pytest.param("upgrade__reinforce_armor__shell_cleaver", marks=rule("DW-UPG-09"), id="armor is no item"),
    ],
)
def test_an_upgrade_that_nothing_was_bought_for_is_refused(upgrade: str) -> None:
    assert wrong("bw_captain", **{upgrade: 1}) == [("DW-UPG-01", 0)]


@rule("DW-UPG-01")
@rule("DW-UPG-09")
def test_an_upgrade_is_bought_once_for_something_of_ones_own() -> None:
    assert wrong("bw_marksman", upgrade__enhanced_targeting__coil_rifle=1, upgrade__reinforce_armor=1) == []
    assert wrong("bw_captain", load__planar_eye=1, upgrade__simplify__planar_eye=1) == []
    assert wrong("bw_marksman", upgrade__enhanced_targeting__coil_rifle=2) == [("DW-UPG-01", 1)]


@rule("DW-EXP-01")
@rule("DW-EXP-10")
@rule("DW-EXP-11")
def test_an_advance_is_for_whoever_gains_experience_and_has_what_it_needs() -> None:
    assert wrong("bw_captain", advance__veteran=1) == []
    for who in ("ll_hound", "bw_walker"):
        assert wrong(who, advance__veteran=1) == [("DW-EXP-01", 0)]
    assert wrong("bw_captain", advance__technician=1, advance__ether_infused=1) == [("DW-EXP-01", 0)] * 2
    assert wrong("bw_marksman", advance__technician=1) == []
    assert wrong("bw_captain", advance__veteran=2) == [("DW-EXP-01", 1)]


def disciplines(profile: str) -> tuple[str, ...]:
    return profiles()[profile].disciplines


@rule("DW-UPG-14")
def test_a_scholar_has_learned_one_discipline_more() -> None:
    scholar = {"advance__magic_scholar": 1}
    spare = [d for d in ("elemental", "psychic", "conjuration", "biomancy") if d not in disciplines("tw_cantor")]
    one, other, *_ = (f"discipline__{d}" for d in spare)
    assert wrong("tw_cantor", **scholar, **{one: 1}) == []
    assert wrong("tw_cantor", **scholar, **{one: 1, other: 1}) == [("DW-UPG-14", 0)]
    assert wrong("tw_cantor", **{one: 1}) == [("DW-UPG-14", 0)]
    assert wrong("tw_cantor", **scholar, **{f"discipline__{disciplines('tw_cantor')[0]}": 1}) == [("DW-UPG-14", 0)]


@rule("DW-UPG-15")
def test_a_doctor_has_risen_by_one_level_or_one_living_weapon() -> None:
    doctor = {"advance__doctor_of_science": 1}
    assert wrong("bw_rigwright", **doctor, skill__scientist=2) == []
    assert wrong("bw_rigwright", **doctor, charges__bio_weapon=1) == []
    assert wrong("bw_rigwright", **doctor, skill__scientist=9) == [("DW-UPG-15", 2)]
    assert wrong("bw_rigwright", skill__scientist=2) == [("DW-UPG-15", 0)]
    assert wrong("bw_rigwright", **doctor, skill__scientist=2, charges__bio_weapon=1) == [("DW-UPG-15", 0)]
    assert ("DW-UPG-15", 0) in wrong("bw_captain", charges__bio_weapon=1)


@rule("DW-CON-01")
@rule("DW-ABL-39")
def test_only_tech_weapons_come_to_a_model_each_once() -> None:
    assert wrong("bw_walker", "coil_rifle") == []
    for items in (("venom_fangs",), ("trident",), ("coil_rifle", "coil_rifle"), ("drill_arm",)):
        assert wrong("bw_walker", *items) == [("DW-CON-01", None)]


@rule("DW-CMP-03")
@rule("DW-CMP-05")
@rule("DW-ABL-02")
def test_only_what_is_there_is_damaged_and_only_hands_carry() -> None:
    assert wrong("bw_marksman", damaged__coil_rifle=2, load__planar_eye=1, damaged__planar_eye=1) == []
    assert wrong("bw_marksman", damaged__coil_rifle=3) == [("DW-CMP-03", 2)]
    assert wrong("bw_captain", damaged__coil_rifle=1, damaged__planar_eye=1) == [("DW-CMP-03", 0)] * 2
    assert wrong("ll_hound", load__planar_eye=1) == [("DW-CMP-05", 0)]


@rule("DW-CMP-07")
@rule("DW-EXP-01")
@rule("DW-UPG-01")
@rule("DW-CON-01")
def test_every_fault_of_a_model_is_named_at_once() -> None:
    found = wrong("ll_hound", "coil_rifle", "coil_rifle", advance__veteran=1, upgrade__amplifier=1, load__planar_eye=1)
    assert [fault for fault, _ in found] == ["DW-CON-01", "DW-EXP-01", "DW-UPG-01", "DW-CMP-05"]


@rule("DW-UPG-01")
def test_what_was_done_to_a_thing_that_is_lost_is_not_taken_into_battle() -> None:
    lost = {"upgrade:simplify:planar_eye": 1, "damaged:planar_eye": 1, "upgrade:reinforce_armor": 1}
    match, _ = between(tokens={"red-1": lost})
    assert entry_of(match.table.models["red-1"]).stats == {"upgrade:reinforce_armor": 1}


@rule("DW-CMP-06")
@pytest.mark.parametrize(
    ("profile", "items", "wrong"), [("bw_captain", 1, 1), ("bw_cutter", 1, 0), ("bw_cutter", 2, 1)]
)
def test_who_leads_already_becomes_no_leader_again(profile: str, items: int, wrong: int) -> None:
    entry = Entry(profile, ("leader",) * items, stats={"battles": 1})
    assert [fault.rule for fault in faults(entry)] == ["DW-CMP-06"] * wrong


@rule("DW-UPG-09")
@rule("DW-UPG-01")
def test_reinforced_armor_is_that_of_a_model_and_of_no_thing() -> None:
    for stat, wrong in (("upgrade:reinforce_armor", []), ("upgrade:reinforce_armor:", ["DW-UPG-01"])):
        entry = Entry("bw_captain", stats={"battles": 1, stat: 1})
        assert [fault.rule for fault in faults(entry)] == wrong


@rule("DW-UPG-01")
@rule("DW-CMP-05")
@pytest.mark.parametrize("upgrade", ["simplify", "ruggedize", "reliable", "amplifier", "instruction_manual"])
def test_an_upgrade_of_something_nobody_knows_is_refused(upgrade: str) -> None:
    stats = {"battles": 1, "load:nonsense": 1, f"upgrade:{upgrade}:nonsense": 1}
    found = [fault.rule for fault in faults(Entry("bw_captain", stats=stats))]
    assert found == ["DW-CMP-05", "DW-UPG-01"]


# ------------------------------------------------------------------ warbands


@rule("DW-WAR-04")
def test_a_new_warband_with_a_construct_without_its_maker_is_refused() -> None:
    roster = Roster("deepwars", "Orphans", tuple(map(Entry, ("kr_thane", "kr_slinger", "ll_thrall"))))
    assert [f.rule for f in CAMPAIGN.muster(roster, CAMPAIGN.rulebook.settle({}))] == ["DW-WAR-04"]


@rule("DW-CMP-07")
@pytest.mark.parametrize(
    ("profiles", "wrong"),
    [
        (("bw_cutter", "bw_cutter", "bw_cutter"), "DW-WAR-02"),
        (("bw_captain", "bw_cutter"), "DW-WAR-04"),
        (("bw_captain", "bw_walker", "bw_cutter"), "DW-WAR-04"),
    ],
)
def test_battles_in_a_roster_excuse_no_losses_outside_a_campaign(profiles: tuple[str, ...], wrong: str) -> None:
    roster = Roster("deepwars", "By hand", tuple(Entry(profile, stats={"battles": 3}) for profile in profiles))
    assert [f.rule for f in GAME.muster(roster, GAME.rulebook.settle({}))] == [wrong]
    assert not GAME.muster(roster, GAME.rulebook.settle({"warbands_after_losses": True}))


def test_a_warband_of_another_campaign_begins_no_new_one() -> None:
    roster = replace(next(iter(CAMPAIGN.rosters.values())))
    used = replace(roster, models=tuple(replace(e, stats={"battles": 2}) for e in roster.models))
    assert "DW-CMP-07" in [f.rule for f in CAMPAIGN.muster(used, CAMPAIGN.rulebook.settle({}))]
    match, _ = between(Purchases("red"))
    match.play(GoOn())


def told(roster: Roster) -> list[tuple[str, str]]:
    """The faults of a warband in words, each with its rule."""
    return [(f.rule, GAME.sayings.refusal(None, f)) for f in GAME.muster(roster, GAME.rulebook.settle({}))]


@pytest.mark.parametrize(
    ("stats", "rule_id", "said"),
    [
        ({"quality": 2}, "DW-GEN-04", "quality of Salvage Captain is 2, it should be 3 as the book prints it"),
        ({"luck": 9}, "DW-GEN-04", "luck of Salvage Captain is 9, it should not be there: no profile has it"),
        ({"advance:buff": 2}, "DW-EXP-01", "advance:buff is 2, it should be 1"),
        ({"warband:lucky": 2}, "DW-ADV-01", "warband:lucky is 2, it should be 1"),
        ({"load:planar_eye": -1}, "DW-CMP-05", "load:planar_eye is -1, it should be 1"),
        ({"learned:spoon": 1}, "DW-TEC-03", "learned:spoon is 1, it should be 0"),
    ],
)
def test_a_false_figure_is_told_with_what_it_is_and_what_it_should_be(
    stats: dict[str, int], rule_id: str, said: str
) -> None:
    usual = next(iter(CAMPAIGN.rosters.values()))
    first = replace(usual.models[0], stats={"battles": 1, **stats})
    ((found, text),) = told(replace(usual, models=(first, *usual.models[1:])))
    assert found == rule_id
    assert said in text
    assert "Salvage Captain" in text


def test_what_a_warband_has_learned_stands_with_one_of_its_models() -> None:
    usual = next(iter(CAMPAIGN.rosters.values()))
    taught = tuple(replace(e, stats={"battles": 1, "warband:lucky": 1}) for e in usual.models[:2])
    assert not told(replace(usual, models=(taught[0], *usual.models[1:])))
    ((found, text),) = told(replace(usual, models=(*taught, *usual.models[2:])))
    assert found == "DW-ADV-01"
    assert text.startswith("Lucky is bought twice")


def test_a_warband_that_may_not_begin_a_campaign_is_told_why_in_words() -> None:
    usual = next(iter(CAMPAIGN.rosters.values()))
    alone = replace(usual, models=usual.models[1:])
    used = replace(usual, models=tuple(replace(e, stats={"battles": 2}) for e in usual.models))
    for roster, said in ((alone, "0 Leaders, 1 needed"), (used, "has battles of another campaign behind it")):
        faults = CAMPAIGN.muster(roster, CAMPAIGN.rulebook.settle({}))
        assert said in CAMPAIGN.sayings.refusal(None, faults[0])
