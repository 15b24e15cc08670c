"""What somebody reads between battles before buying, hiring or mending, and why something cannot be had."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.match import Match
from sightline.core.table import Part
from sightline.games.deepwars import catalog
from sightline.games.deepwars.camp_words import Build, BuyAdvance, Fit, Mend
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.growing import advances, personal, upgrades
from sightline.games.deepwars.market import Purchases, hire_price
from sightline.games.deepwars.packing import Packing
from sightline.games.deepwars.workshop import Fitting, Repairs
from sightline.server.describe import decision_view
from sightline.server.messages import OfferView
from tests.games.deepwars.wars import SMITHS, between
from tests.kit import rule


def everything(match: Match) -> tuple[OfferView, ...]:
    """All offers as the screen gets them, those that cannot be taken up too."""
    view = decision_view(match)
    assert view is not None
    return (*view.offers, *view.withheld)


def shown(match: Match, action: str, **given: Any) -> OfferView:
    """One of them."""
    found = [o for o in everything(match) if o.action == action and given.items() <= o.given.items()]
    assert len(found) == 1, (action, given, found)
    return found[0]


def refusal(match: Match, action: str, **given: Any) -> tuple[str, str]:
    """The rule and the words by which something is not to be had now."""
    no = shown(match, action, **given).refusal
    assert no is not None
    return no.rule, no.text


# ------------------------------------------------------------------ the market


@rule("DW-ADV-01")
@rule("DW-CMP-01")
def test_every_advance_is_shown_with_what_it_does_its_price_and_its_rule() -> None:
    match, _ = between(Purchases("red"), bank=10)
    for id, row in advances().items():
        ware = shown(match, "BuyAdvance", advance=id)
        assert ware.line.startswith(str(row["effect"]))
        assert (ware.cost, ware.source, ware.refusal) == (10, row["rule"], None)
    match.play(BuyAdvance("lucky"))
    assert refusal(match, "BuyAdvance", advance="lucky") == ("DW-ADV-01", "the warband has it already")
    dear = refusal(match, "BuyAdvance", advance="volley")
    assert dear == ("DW-CMP-01", "it costs 10 victory points, there are 0")


@rule("DW-UPG-01")
@rule("DW-CMP-01")
def test_an_upgrade_says_whose_things_it_is_for_and_what_is_missing() -> None:
    match, _ = between(Purchases("red"), bank=5, tokens={"red-3": {"upgrade:reliable:coil_rifle": 1}})
    item = next(i for i in catalog.profiles()["bw_marksman"].weapons if i == "coil_rifle")
    offer = shown(match, "Upgrade", upgrade="armor_piercing", item=item)
    assert offer.line == upgrades()["armor_piercing"]["effect"]
    assert [one.model for one in offer.bearers if one.refusal is None] == ["red-3"]
    assert offer.source == "DW-UPG-03"
    dear = refusal(match, "Upgrade", upgrade="reinforce_armor")
    assert dear == ("DW-CMP-01", "it costs 10 victory points, there are 5")
    assert refusal(match, "Upgrade", upgrade="amplifier") == ("DW-UPG-01", "nobody has anything that it is for")
    assert shown(match, "Upgrade", upgrade="reinforce_armor").name == "Reinforce Armor"
    assert shown(match, "Train", advance="veteran").name == "Veteran"


@rule("DW-EXP-01")
def test_an_advance_of_a_member_costs_its_experience_and_says_who_has_enough() -> None:
    match, _ = between(Purchases("red"), tokens={"red-2": {"exp": 2}, "red-3": {"exp": 1}})
    offer = shown(match, "Train", advance="buff")
    assert offer.cost == 0, "victory points do not pay for it"
    assert offer.line == f"{personal()['buff']['effect']} Costs 2 experience of whoever learns it."
    found = {one.model: one.refusal for one in offer.bearers}
    assert found["red-2"] is None
    assert (no := found["red-3"]) is not None
    assert no.text == "it costs 2 experience, there is 1"
    dear = refusal(match, "Train", advance="veteran")
    assert dear == ("DW-EXP-01", "it costs 4 experience, nobody who could learn it has more than 2")
    assert refusal(match, "Train", advance="ether_infused") == ("DW-EXP-01", "there is nobody it is for")


@rule("DW-UPG-13")
@rule("DW-CMP-01")
@pytest.mark.parametrize("sold", [True, False])
def test_training_for_points_is_shown_where_points_buy_it(sold: bool) -> None:
    match, _ = between(Purchases("red"), bank=3, options={"training_for_vp": sold})
    found = [o.refusal.text for o in everything(match) if o.action == "Tutor" and o.refusal is not None]
    assert found == (["it costs 4 victory points, there are 3"] if sold else [])


@rule("DW-CMP-04")
@rule("DW-WAR-02")
def test_a_recruit_is_told_with_its_profile_what_is_free_and_what_it_costs() -> None:
    match, _ = between(Purchases("red"), bank=1)
    match.play()
    who = catalog.profiles()["bw_apprentice"]
    offer = shown(match, "Hire", profile=who.id)
    assert offer.line.startswith(f"Troop of {who.points} points. {who.points} of them are free. Q{who.quality}+")
    assert offer.cost == hire_price(match.table, "red", who.id) == 0
    assert refusal(match, "Hire", profile="bw_captain")[0] in {"DW-WAR-02", "DW-CMP-04", "DW-WAR-03", "DW-GEN-06"}
    missed = [o.given["profile"] for o in everything(match) if o.action == "Hire" and o.refusal is not None]
    assert {catalog.profiles()[id].faction for id in missed} == {who.faction}, "strangers are not missed"


# ------------------------------------------------------------------ the workshop


@rule("DW-CMP-03")
@rule("DW-WPN-03")
def test_repairs_say_who_tries_and_what_it_takes() -> None:
    tokens = {"red-3": {"damaged:coil_rifle": 1}, "red-4": {"damaged:speargun": 9}}
    match, _ = between(Repairs("red"), tokens=tokens, dice=(1, 1, 1))
    line = shown(match, "Mend", owner="red-3").line
    assert line == "One try: 2 successes needed. Bell Marksman 3 rolls, Quality 4+ at -2. Chance 7.4 %."
    assert refusal(match, "Mend", owner="red-4")[0] == "DW-WPN-03"
    assert refusal(match, "PayMending", owner="red-3") == ("DW-CMP-01", "it costs 1 victory points, there are 0")
    with_points, _ = between(Repairs("red"), tokens=tokens, dice=(1, 1, 1), bank=1)
    with_points.play(Mend("red-3", "coil_rifle"))
    tried = refusal(with_points, "Mend", owner="red-3")
    assert tried == ("DW-CMP-03", "it was tried before in this interval")


@rule("DW-CON-01")
def test_weapons_nobody_can_make_stand_there_with_the_reason() -> None:
    match, _ = between(Fitting("red"), red=SMITHS, bank=20)
    lance = shown(match, "Build", weapon="shock_lance")
    assert (lance.refusal, lance.line[:5]) == (None, "CL 1:")
    hard = refusal(match, "Build", weapon="coil_rifle")
    assert hard == ("DW-CON-01", "its CL is 2, the best Scientist is of level 1")
    match.play(Build("shock_lance"))
    assert refusal(match, "Build", weapon="shock_lance") == ("DW-CON-01", "one weapon in an interval, and it was made")
    assert [one.model for one in shown(match, "Fit", weapon="shock_lance").bearers] == ["red-3"]


@rule("DW-CMP-05")
def test_an_artifact_says_what_it_does_before_somebody_studies_it() -> None:
    match, _ = between(Packing("red"), tokens={"red-2": {"load:planar_eye": 1}})
    study = shown(match, "Study", member="red-2", item="planar_eye")
    assert study.line.startswith("A crystal visor")
    assert study.source == "DW-ART-03"


@pytest.mark.parametrize("part", [Purchases("red"), Repairs("red"), Fitting("red"), Packing("red")])
def test_everything_on_offer_says_what_it_does_and_where_that_is_written(part: Part) -> None:
    tokens = {"red": {"stash:shock_lance": 1}, "red-1": {"damaged:needle_pistol": 1, "load:planar_eye": 1, "exp": 4}}
    match, _ = between(part, red=SMITHS, tokens=tokens, bank=30)
    for offer in everything(match):
        if offer.action != "GoOn":
            assert offer.line, offer
            assert offer.source in CAMPAIGN.rulebook.rules, offer
            assert offer.shelf, offer
        if offer.refusal is not None:
            assert "_" not in offer.refusal.text, offer.refusal
            assert ": " not in offer.refusal.text or offer.refusal.rule in ("DW-WPN-03", "DW-WAR-04"), offer.refusal


@rule("DW-CON-02")
def test_whose_hand_a_construct_lacks_is_said_in_words() -> None:
    band = ("bw_captain", "ll_tinker", "bw_rigwright", "bw_walker", "ll_thrall")
    tokens = {"red": {"stash:shock_lance": 1}, "red-2": {"dead": 1}}
    match, _ = between(Fitting("red"), red=band, tokens=tokens)
    no = match.refusal(Fit("shock_lance", "red-5"))
    assert no is not None
    assert "Biomancer or Re-animator" in CAMPAIGN.sayings.refusal(match.table, no)
