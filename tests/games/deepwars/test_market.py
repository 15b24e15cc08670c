"""Between battles: repairs, fitting, advances, upgrades, training, recruits, artifacts (DW-CMP-03 to DW-CMP-07)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.camp_words import (
    Build,
    BuyAdvance,
    Fit,
    HandOver,
    Hire,
    Mend,
    PayMending,
    Study,
    Train,
    Tutor,
    Upgrade,
)
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.casting import disciplines
from sightline.games.deepwars.growing import entry_of
from sightline.games.deepwars.market import SUITS, Purchases, hire_fault, hire_room
from sightline.games.deepwars.members import worth
from sightline.games.deepwars.models import recruit
from sightline.games.deepwars.packing import Packing
from sightline.games.deepwars.questions import Doing
from sightline.games.deepwars.workshop import Fitting, Repairs
from tests.games.deepwars.finds import EYE
from tests.games.deepwars.stage import Stage
from tests.games.deepwars.stage import on as standing
from tests.games.deepwars.wars import SMITHS, between, example, has, refused, successes
from tests.kit import rule

# ------------------------------------------------------------------ repairs


@rule("DW-CMP-03")
def test_a_damaged_thing_is_tried_once_or_mended_for_a_point() -> None:
    tokens = {"red-3": {"damaged:coil_rifle": 1}}
    match, dice = between(Repairs("red"), tokens=tokens, bank=1, dice=(6, 1, 1))
    match.play(Mend("red-3", "coil_rifle"))
    assert dice.spent
    assert has(match, "red-3", "damaged:coil_rifle") == (1,), "one success, CL 2"
    assert refused(match, Mend("red-3", "coil_rifle")) == "DW-CMP-03"
    match.play(PayMending("red-3", "coil_rifle"))
    assert has(match, "red-3", "damaged:coil_rifle") == (0,)
    assert has(match, "red", "bank") == (0,)


@rule("DW-CMP-03")
def test_who_has_learned_to_mend_does_so_without_penalty() -> None:
    tokens = {"red-1": {"damaged:needle_pistol": 1}}
    match, dice = between(Repairs("red"), red=SMITHS, tokens=tokens, dice=(3, 1, 1))
    match.play(Mend("red-1", "needle_pistol"))
    assert dice.spent
    assert has(match, "red-1", "damaged:needle_pistol") == (0,)


# ------------------------------------------------------------------ constructs


@rule("DW-CON-01")
def test_a_scientist_makes_one_weapon_in_an_interval_for_half_its_points() -> None:
    match, _ = between(Fitting("red"), red=SMITHS, bank=20)
    price = -(-catalog.weapon("shock_lance").cost // 2)
    match.play(Build("shock_lance"))
    assert has(match, "red", "bank", "stash:shock_lance") == (20 - price, 1)
    assert refused(match, Build("steam_lance")) == "DW-CON-01"
    match, _ = between(Fitting("red"), red=SMITHS, bank=20)
    assert refused(match, Build("coil_rifle")) == "DW-CON-01", "CL 2 is too much for a Scientist (1)"


@rule("DW-CON-01")
def test_a_fitted_weapon_is_added_to_those_of_the_construct() -> None:
    match, dice = between(Fitting("red"), red=SMITHS, tokens={"red": {"stash:shock_lance": 1}}, dice=(1, 6, 6))
    match.play(Fit("shock_lance", "red-3"))
    assert dice.spent
    assert has(match, "red", "stash:shock_lance") == (0,)
    fitted = recruit("red", 3, entry_of(match.table.models["red-3"]))
    assert {"shock_lance", *catalog.profiles()["bw_walker"].weapons} <= set(fitted.kit)


@rule("DW-CON-02")
def test_assistants_add_one_each_and_the_better_quality_counts() -> None:
    match, _ = between(Fitting("red"), red=SMITHS, tokens={"red": {"stash:shock_lance": 1}}, dice=(2, 2, 1))
    match.play(Fit("shock_lance", "red-3"))
    assert has(match, "red-3", "gained:shock_lance") == (1,), "Quality 3 and two Assistants: a 2 will do"


@rule("DW-CON-02")
@pytest.mark.parametrize("dead", ["red-2", "red-3"])
def test_without_scientist_or_maker_nothing_is_fitted(dead: str) -> None:
    band = ("bw_captain", "ll_tinker", "bw_rigwright", "bw_walker", "ll_thrall")
    tokens = {"red": {"stash:shock_lance": 1, "bank": 20}, dead: {"dead": 1}}
    match, _ = between(Fitting("red"), red=band, tokens=tokens, dice=(6, 6, 6))
    orphan, other = ("red-5", "red-4") if dead == "red-2" else ("red-4", "red-5")
    assert refused(match, Fit("shock_lance", orphan)) == "DW-CON-02"
    match.play(Fit("shock_lance", other))


@rule("DW-CON-03", 0)
def test_the_chances_of_a_fitting() -> None:
    for row in example("DW-CON-03")["table"]:
        found = successes(row["target"], row["mod"])
        assert Fraction(sum(n for s, n in found.items() if s >= row["needs"]), 216) == Fraction(row["p"])


@rule("DW-CON-04")
def test_three_failures_damage_the_weapon_and_any_failure_ends_the_tries_of_an_interval() -> None:
    stash = {"red": {"stash:shock_lance": 1, "bank": 3}}
    match, _ = between(Fitting("red"), red=SMITHS, tokens=stash, dice=(1, 1, 1))
    match.play(Fit("shock_lance", "red-3"))
    assert has(match, "red", "stash:shock_lance", "damaged:shock_lance") == (1, 1)
    match, _ = between(Fitting("red"), red=SMITHS, tokens=stash, dice=(1, 1, 6))
    match.play(Fit("shock_lance", "red-3"))
    assert has(match, "red", "stash:shock_lance", "damaged:shock_lance") == (1, 0)
    assert refused(match, Fit("shock_lance", "red-3")) == "DW-CON-04"


@rule("DW-CON-01")
@rule("DW-UPG-01")
def test_a_weapon_of_the_dead_is_fitted_with_what_was_done_to_it() -> None:
    own = {"stash:coil_rifle": 1, "upgrade:reliable:coil_rifle": 1}
    match, _ = between(Fitting("red"), red=SMITHS, tokens={"red": own}, dice=(6, 6, 6))
    match.play(Fit("coil_rifle", "red-3"))
    assert has(match, "red-3", "gained:coil_rifle", "upgrade:reliable:coil_rifle") == (1, 1)
    assert has(match, "red", "upgrade:reliable:coil_rifle") == (0,)


# ------------------------------------------------------------------ advances


@rule("DW-ADV-01")
def test_an_advance_costs_ten_and_can_be_bought_once() -> None:
    match, _ = between(Purchases("red"), bank=25)
    match.play(BuyAdvance("courageous"))
    assert has(match, "red", "bank", "advance:courageous") == (15, 1)
    assert refused(match, BuyAdvance("courageous")) == "DW-ADV-01"
    assert refused(match, BuyAdvance("flying")) == "DW-ADV-01"
    match.play(BuyAdvance("lucky"))
    assert refused(match, BuyAdvance("volley")) == "DW-CMP-01", "five points are left"


# ------------------------------------------------------------------ upgrades


@rule("DW-UPG-01")
def test_an_upgrade_is_for_a_thing_one_owns_that_is_whole_and_suits_it_once() -> None:
    match, _ = between(Purchases("red"), bank=40, tokens={"red-1": {"damaged:needle_pistol": 1}})
    match.play(Upgrade("enhanced_targeting", "red-3", "coil_rifle"))
    assert has(match, "red-3", "upgrade:enhanced_targeting:coil_rifle") == (1,)
    assert has(match, "red", "bank") == (35,)
    assert refused(match, Upgrade("enhanced_targeting", "red-3", "coil_rifle")) == "DW-UPG-01"
    assert refused(match, Upgrade("enhanced_targeting", "red-1", "needle_pistol")) == "DW-UPG-01"
    assert refused(match, Upgrade("enhanced_targeting", "red-2", "coil_rifle")) == "DW-UPG-01"
    assert refused(match, Upgrade("amplifier", "red-3", "coil_rifle")) == "DW-UPG-02"
    assert refused(match, Upgrade("enhanced_targeting", "blue-3", "bolt_shell")) == "DW-CMP-03"


@rule("DW-UPG-11")
def test_only_what_is_of_the_second_level_or_higher_is_simplified() -> None:
    levels = {id: weapon.cl for id, weapon in catalog.weapons().items()}
    assert {1, 2} <= set(levels.values())
    assert {id for id in levels if SUITS["simplify"](id)} == {id for id, level in levels.items() if level >= 2}


@rule("DW-UPG-09", 0)
def test_reinforced_armor_rises_everywhere_and_four_makes_sluggish() -> None:
    match, _ = between(Purchases("red"), red=("kr_thane", "kr_slinger", "kr_slinger"), bank=20)
    match.play(Upgrade("reinforce_armor", "red-1", "armor"))
    assert has(match, "red", "bank") == (10,)
    assert refused(match, Upgrade("reinforce_armor", "red-1", "armor")) == "DW-UPG-09"
    figure = CAMPAIGN.screen.figure(match.table, "red-1")
    shown = next(stat.value for stat in figure.stats if stat.name == "AV")
    facts = example("DW-UPG-09")
    assert shown == "/".join(map(str, facts["after"]))
    heavy = {"upgrade:reinforce_armor": 1}
    av = dict(zip(("av_body", "av_head", "av_locomotion"), facts["before"], strict=True))
    stage = Stage(red=[standing(5, 5, tokens=heavy, **av)], active="red-1", actions=2)
    stage.table.put_tokens("red-1", "moves", 1)
    assert not GAME.effects.allows(stage.table, Doing("red-1", "move")), "Sluggish: one move of an activation"
    stage.table.put_tokens("red-1", "upgrade:reinforce_armor", 0)
    assert GAME.effects.allows(stage.table, Doing("red-1", "move"))


# ------------------------------------------------------------------ training


@rule("DW-EXP-01")
def test_experience_buys_each_advance_once() -> None:
    match, _ = between(Purchases("red"), tokens={"red-2": {"exp": 3}})
    match.play(Train("red-2", "attack_focus"))
    assert has(match, "red-2", "exp", "advance:attack_focus") == (1, 1)
    assert refused(match, Train("red-2", "attack_focus")) == "DW-EXP-01"
    assert refused(match, Train("red-2", "buff")) == "DW-EXP-01", "one point is left"
    match.play(Train("red-2", "initiator"))


@rule("DW-UPG-13")
def test_the_three_trainings_are_bought_with_points_too_unless_agreed_otherwise() -> None:
    match, _ = between(Purchases("red"), bank=9)
    match.play(Tutor("up_battle_master", "red-1"))
    assert has(match, "red-1", "advance:battle_master") == (1,)
    assert has(match, "red", "bank") == (5,)
    assert refused(match, Tutor("up_battle_master", "red-1")) == "DW-EXP-01", "once per model, however it is paid"
    match, _ = between(Purchases("red"), bank=9, options={"training_for_vp": False})
    assert refused(match, Tutor("up_battle_master", "red-1")) == "DW-UPG-13"


@rule("DW-UPG-14")
@rule("DW-EXP-14")
def test_a_magic_scholar_learns_one_more_discipline() -> None:
    band = ("ll_voice", "ll_lurker", "ll_hound")
    match, _ = between(Purchases("red"), red=band, bank=8, tokens={"red-2": {"exp": 4}})
    assert refused(match, Tutor("up_magic_scholar", "red-1", "psychic")) == "DW-EXP-14"
    assert refused(match, Train("red-2", "magic_scholar", "elemental")) == "DW-EXP-14", "no spellcaster"
    match.play(Tutor("up_magic_scholar", "red-1", "elemental"))
    caster = recruit("red", 1, entry_of(match.table.models["red-1"]))
    assert set(disciplines(caster)) == {"psychic", "elemental"}


@rule("DW-UPG-15")
@rule("DW-EXP-15")
@pytest.mark.parametrize(("form", "token"), [("scientist", "skill:scientist"), ("bio_weapon", "charges:bio_weapon")])
def test_a_doctor_rises_a_level_or_learns_a_point_of_bio_weapon(form: str, token: str) -> None:
    match, _ = between(Purchases("red"), red=("ll_voice", "ll_tinker", "ll_lurker"), tokens={"red-2": {"exp": 4}})
    before = match.table.tokens("red-2", token)
    match.play(Train("red-2", "doctor_of_science", form))
    doctor = recruit("red", 2, entry_of(match.table.models["red-2"]))
    assert doctor.tokens[token] == before + 1
    match, _ = between(Purchases("red"), bank=4)
    assert refused(match, Tutor("up_doctor", "red-1", form)) == "DW-EXP-15", "the Captain is no Scientist"


# ------------------------------------------------------------------ recruits


@rule("DW-CMP-07", 0)
def test_recruits_never_take_a_warband_above_its_limit() -> None:
    facts, band = (
        example("DW-CMP-07"),
        ("kr_thane", "kr_shieldback", "kr_reaver", "kr_reaver", "kr_slinger", "tw_guard"),
    )
    options = {"points_limit": facts["limit"]}
    match, _ = between(Purchases("red"), red=band, tokens={"red-6": {"disabled": 1}}, options=options, bank=2)
    assert worth(match.table, "red") == facts["members"] == 280
    room = [p.id for p in catalog.profiles().values() if hire_fault(match.table, "red", p.id) is None]
    assert [catalog.profiles()[id].points for id in room] == [17], (
        "of 50 points that are free or bought only 20 are left"
    )
    assert hire_room(facts["limit"], facts["members"], facts["free"], facts["bought"]) == facts["hire_max"] == 20
    assert refused(match, Hire("bw_apprentice")) == "DW-CMP-04", "22 points"


@rule("DW-CMP-04")
def test_thirty_points_of_troops_are_free_and_ten_more_for_each_point() -> None:
    match, _ = between(Purchases("red"), red=("kr_thane", "kr_slinger", "kr_slinger"), bank=9)
    match.play(Hire("kr_skitterling"))
    assert has(match, "red", "bank", "free", "paid") == (9, 13, 0)
    match.play(Hire("kr_shieldback"))  # 42 points: 13 are free, 29 take three victory points
    assert has(match, "red", "bank", "free", "paid") == (6, 0, 1)
    assert match.table.models["red-5"].profile == "kr_shieldback"


@rule("DW-CMP-04")
def test_personalities_are_hired_only_with_points_paid_for() -> None:
    match, _ = between(Purchases("red"), red=("kr_thane", "kr_slinger", "kr_slinger"), bank=7)
    match.play(Hire("kr_matron"))  # 63 points
    assert has(match, "red", "bank", "free", "paid") == (0, 30, 7)


@rule("DW-CMP-04")
@rule("DW-CMP-07")
def test_recruits_keep_the_limit_and_the_rules_for_warbands() -> None:
    match, _ = between(Purchases("red"), bank=50)
    assert refused(match, Hire("kr_mollusc")) == "DW-CMP-04"
    match, _ = between(Purchases("red"), red=("kr_thane", "kr_slinger", "kr_slinger"), bank=50)
    assert refused(match, Hire("bw_captain")) == "DW-WAR-02"
    assert refused(match, Hire("kr_thane")) in ("DW-WAR-02", "DW-GEN-06")
    assert refused(match, Hire("ll_thrall")) == "DW-WAR-04", "a construct without its maker"


@rule("DW-CMP-04")
@rule("DW-WAR-04")
def test_a_warband_hires_no_sixteenth_model() -> None:
    options = {"points_limit": 750}
    match, _ = between(Purchases("red"), red=("bw_captain", *["kr_skitterling"] * 14), options=options, bank=9)
    assert refused(match, Hire("kr_skitterling")) == "DW-WAR-04"
    match, _ = between(Purchases("red"), red=("bw_captain", *["kr_skitterling"] * 13), options=options, bank=9)
    match.play(Hire("kr_skitterling"))
    assert match.table.models["red-15"].profile == "kr_skitterling"


@rule("DW-CMP-07")
@rule("DW-WAR-04")
def test_losses_are_borne_with_but_recruits_make_nothing_worse() -> None:
    band = ("tw_cantor", "tw_weaver", "tw_golem", "tw_guard")
    match, _ = between(Purchases("red"), red=band, tokens={"red-2": {"dead": 1}}, bank=9)
    assert refused(match, Hire("tw_golem")) == "DW-WAR-04", "there is one already, but nobody who could make another"
    match.play(Hire("tw_weaver"))
    assert hire_fault(match.table, "red", "tw_golem") is None
    pack = ("ll_voice", "ll_hound", "ll_hound", "ll_hound", "ll_lurker", "ll_lurker")
    gone = {"red-5": {"dead": 1}, "red-6": {"dead": 1}}
    match, _ = between(Purchases("red"), red=pack, tokens=gone, bank=9)
    assert refused(match, Hire("ll_hound")) == "DW-WAR-04"
    match.play(Hire("ll_lurker"))  # Still three hounds and two others, but that is better than before.
    assert match.table.models["red-7"].profile == "ll_lurker"


# ------------------------------------------------------------------ artifacts


@rule("DW-CMP-05")
def test_an_artifact_is_given_to_any_model_who_has_one_try_to_learn_it() -> None:
    tokens = {"red-1": {"load:planar_eye": 1, "learned:planar_eye": 1}}
    match, dice = between(Packing("red"), tokens=tokens, dice=(6, 6, 4))
    match.play(HandOver("red-1", "planar_eye", "red-2"))
    assert has(match, "red-2", "load:planar_eye", "learned:planar_eye") == (1, 0)
    match.play(Study("red-2", "planar_eye"))
    assert dice.spent
    assert has(match, "red-2", "learned:planar_eye") == (0,), "a Hull Cutter rolls at -2: a 4 is no 6"
    assert refused(match, Study("red-2", "planar_eye")) == "DW-CMP-05"
    match.play(HandOver("red-2", "planar_eye", "red-1"))
    assert has(match, "red-1", "load:planar_eye", "learned:planar_eye") == (1, 1), "what was learned is not forgotten"


@rule("DW-CMP-05")
def test_what_nobody_carries_is_given_out_and_three_failures_damage_it() -> None:
    match, _ = between(Packing("red"), tokens={"red": {"stash:planar_eye": 1}}, dice=(1, 2, 1))
    match.play(HandOver("red", "planar_eye", "red-3"))
    assert has(match, "red", "stash:planar_eye") == (0,)
    match.play(Study("red-3", "planar_eye"))
    assert has(match, "red-3", "damaged:planar_eye", "learned:planar_eye") == (1, 0)


@rule("DW-UPG-12")
def test_a_weapon_with_its_manual_is_handed_on_to_somebody_of_low_training() -> None:
    item = "coil_rifle"
    tokens = {"red-1": {f"gained:{item}": 1, f"upgrade:instruction_manual:{item}": 1, f"upgrade:reliable:{item}": 1}}
    match, _ = between(Packing("red"), red=("bw_captain", "bw_cutter", "tw_chorister"), tokens=tokens)
    assert refused(match, HandOver("red-1", item, "red-2")) == "DW-UPG-12", "a cutter knows nothing of Ether Tech"
    match.play(HandOver("red-1", item, "red-3"))
    own = f"gained:{item}", f"upgrade:instruction_manual:{item}", f"upgrade:reliable:{item}"
    assert has(match, "red-1", *own) == (0, 0, 0)
    assert has(match, "red-3", *own) == (1, 1, 1), "what was done to it goes with it"
    assert item in entry_of(match.table.models["red-3"]).items
    without = {"red-1": {f"gained:{item}": 1}}
    match, _ = between(Packing("red"), red=("bw_captain", "bw_cutter", "tw_chorister"), tokens=without)
    assert match.pending is None or refused(match, HandOver("red-1", item, "red-3")) == "DW-CMP-05"


@rule("DW-CMP-05")
@rule("DW-ART-01")
def test_who_gives_one_of_two_artifacts_of_a_kind_away_keeps_the_other() -> None:
    match, _ = between(Packing("red"), tokens={"red-1": {"load:planar_eye": 2}})
    match.play(HandOver("red-1", EYE, "red-2"))
    assert has(match, "red-1", "load:planar_eye") == has(match, "red-2", "load:planar_eye") == (1,)
