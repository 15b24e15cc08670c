"""What somebody reads before buying, hiring or leaving a hero behind."""

from __future__ import annotations

from typing import Any

from sightline.core.match import Match
from sightline.games.starquest.catalog import items
from sightline.games.starquest.levelling import LevelUps
from sightline.games.starquest.shop import CLINIC, things
from sightline.server.describe import decision_view
from sightline.server.messages import OfferView
from tests.games.starquest.quests import ONE, QUEST, TWO, at_mission, home, in_camp
from tests.games.starquest.test_campaign import settle_levels
from tests.kit import rule


def shown(match: Match, action: str, **given: Any) -> OfferView:
    """An offer as the screen gets it, whether it can be taken up or not."""
    view = decision_view(match)
    assert view is not None
    found = [o for o in (*view.offers, *view.withheld) if o.action == action and given.items() <= o.given.items()]
    assert len(found) == 1, (action, given, found)
    return found[0]


@rule("SQ-SHP-01")
@rule("SQ-SHP-02")
def test_everything_in_the_shop_is_shown_with_what_it_does_its_price_and_its_rule() -> None:
    match, _ = in_camp(tokens={ONE: {"credits": 20}})
    for item in (*things(), CLINIC):
        ware = shown(match, "Buy", item=item)
        assert ware.line.startswith(items()[item].effect)
        assert ware.cost == items()[item].buy
        assert ware.source in QUEST.rulebook.rules


@rule("SQ-SHP-01")
@rule("SQ-ITM-11")
def test_the_shop_says_who_may_have_something_and_why_others_may_not() -> None:
    match, _ = in_camp(tokens={ONE: {"credits": 100, "long_optics": 1}, TWO: {"credits": 100}})
    optics = {who.model: who.refusal for who in shown(match, "Buy", item="long_optics").bearers}
    assert optics[TWO] is None
    assert (no := optics[ONE]) is not None
    assert (no.rule, no.text) == ("SQ-ITM-11", "one Long Optics to a hero, not 2")
    kit = {who.model: who.refusal for who in shown(match, "Buy", item="curing_kit").bearers}
    assert kit == {ONE: None, TWO: None}


@rule("SQ-SHP-01")
@rule("SQ-SHP-02")
def test_what_nobody_can_buy_now_stands_there_with_the_reason() -> None:
    match, _ = in_camp(tokens={"table": {"stock:trauma_rig": 1}, ONE: {"credits": 12}})
    dear, gone, clinic = (shown(match, "Buy", item=i) for i in ("power_injector", "trauma_rig", CLINIC))
    assert dear.refusal is not None
    assert dear.refusal.text == "it costs 20 credits, the fullest purse holds 12"
    assert gone.refusal is not None
    assert gone.refusal.text == "sold out until a chapter is over"
    assert clinic.refusal is not None
    assert clinic.refusal.text == "no condition to be cured"


@rule("SQ-PRT-06")
def test_a_recruit_is_told_with_what_it_brings_and_who_makes_room() -> None:
    match, _ = in_camp()
    offer = shown(match, "Enlist", trade="mender")
    assert offer.grave
    assert "Costs nothing" in offer.line
    assert "10 credits" in offer.line
    assert "stays behind" not in offer.line
    who, taught = offer.slots
    assert all("points" in text and "Power" in text for text in who.texts)
    assert all(taught.texts)
    crowd, _ = in_camp(party=QUEST.rosters["party_last_manifest"])
    full = shown(crowd, "Enlist", trade="mender")
    assert "stays behind" in full.line
    assert full.slots[-1].name == "Who stays behind for it"


@rule("SQ-CMP-06")
def test_nothing_of_the_shop_is_shown_between_the_missions_of_a_chapter() -> None:
    match, _ = at_mission(1, missions=2)
    match.play(home())
    settle_levels(match)
    view = decision_view(match)
    assert view is not None
    assert (view.rule, view.withheld) == ("SQ-CMP-06", ())


@rule("SQ-CMP-04")
def test_a_difficulty_is_told_with_what_it_asks_and_pays() -> None:
    match, _ = in_camp()
    hard = shown(match, "SetOut").slots[-1]
    assert hard.names == ("1 Beginner", "2 Intermediate", "3 Expert", "4 Legendary")
    assert hard.texts[1].startswith("Waves of 50 %")


@rule("SQ-LVL-02")
@rule("SQ-LVL-03")
def test_what_a_level_brings_is_told_before_it_is_chosen_and_all_of_it_is_a_choice() -> None:
    match, _ = in_camp(tokens={ONE: {"xp": 2}}, part=LevelUps())
    tough, skill = shown(match, "Improve", gain="tough+1"), shown(match, "Learn")
    now = match.table.tokens(ONE, "tough")
    assert tough.line.startswith(f"Tough {now} becomes {now + 1}.")
    assert "Hurl Back" in skill.line
    assert not tough.ends
    match, _ = in_camp(tokens={ONE: {"xp": 4, "level": 2}}, part=LevelUps())
    assert shown(match, "Improve", gain="dex+1").line.startswith("Dex 5+ becomes 4+.")
