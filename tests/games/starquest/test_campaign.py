"""Campaigns: chapters and missions, failure and rest, injuries (SQ-CMP, SQ-INJ)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.battle import Battle
from sightline.core.decisions import Decision, Illegal, Pick
from sightline.core.dice import ScriptedDice
from sightline.core.events import Rolled
from sightline.core.game import SetUp, game
from sightline.core.links import plan_to_link
from sightline.core.match import Match
from sightline.core.record import illegal
from sightline.core.table import Table
from sightline.games.starquest import GAME
from sightline.games.starquest.acting import ADVANCE, CHARGE, RUSH
from sightline.games.starquest.camp_words import (
    BroughtBack,
    Buy,
    Give,
    GoOn,
    Returned,
    SetOut,
    Share,
    TakeField,
    UsedUp,
)
from sightline.games.starquest.growth import injuries, injury_rule
from sightline.games.starquest.quest import Casualties, chapters
from sightline.games.starquest.questions import Reach, ToBlock, ToHit, ToHold, ToPass
from sightline.games.starquest.testing import d3
from tests.games.starquest.quests import (
    ONE,
    QUEST,
    TWO,
    at_mission,
    home,
    in_camp,
    party_of,
    setup,
    tokens,
    with_stats,
)
from tests.kit import rule

BOOK = game("starquest")


def begun(*dice: int) -> tuple[Match, ScriptedDice]:
    scripted = ScriptedDice(*dice)
    return Match(QUEST, setup(), scripted, keep=True), scripted


# ------------------------------------------------------------------ chapters


@rule("SQ-CMP-01", 0)
def test_a_campaign_has_three_to_five_chapters_of_one_to_three_missions() -> None:
    lengths = [(d3(a) + 2) for a in range(1, 7)]
    missions = [d3(a) for a in range(1, 7)]
    assert Fraction(sum(lengths), 6) * Fraction(sum(missions), 6) == 8
    assert (min(lengths) * min(missions), max(lengths) * max(missions)) == (3, 15)
    for face, number in ((1, 3), (3, 4), (6, 5)):
        match, dice = begun(face, *[1] * number)
        assert len(chapters(match.table)) == number
        assert dice.spent


@rule("SQ-CMP-01")
@pytest.mark.parametrize(("face", "missions"), [(2, 1), (4, 2), (5, 3)])
def test_the_missions_of_a_chapter_are_rolled_when_it_starts(face: int, missions: int) -> None:
    match, dice = in_camp(face, 1)
    match.play(SetOut("chapter-1", 1))
    assert match.table.tokens("chapter-1", "missions") == missions
    assert dice.spent
    for number in range(missions):
        assert isinstance(match.pending, Battle), number
        match.dice = ScriptedDice(1)
        match.play(home())
        settle(match)
    assert match.table.tokens("chapter-1", "done")


def settle(match: Match) -> None:
    """Answer by defaults until a battle waits or the party is in camp."""
    while not isinstance(match.pending, Battle) and match.pending is not None and match.decision.rule != "SQ-CMP-03":
        match.play(match.decision.default)  # type: ignore[arg-type]


@rule("SQ-CMP-01")
def test_the_campaign_is_over_when_its_chapters_are() -> None:
    match, _ = at_mission(chapters=1)
    match.play(home())
    settle(match)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == ("heroes", "SQ-CMP-01")


@rule("SQ-CMP-02")
def test_the_players_choose_the_order_of_chapters_but_finish_each() -> None:
    match, _ = in_camp(4, 1, 1)
    match.play(SetOut("chapter-2", 1))
    match.play(home())
    settle(match)
    assert isinstance(match.pending, Battle)
    assert match.pending.about == "chapter-2"
    match.play(home())
    settle(match)
    with pytest.raises(Illegal, match="SQ-CMP-02: chapter chapter-2"):
        match.play(SetOut("chapter-2", 1))


@rule("SQ-CMP-02")
@rule("SQ-ENM-03")
def test_every_chapter_has_its_enemies_and_none_come_twice_before_all_have_come() -> None:
    match, dice = begun(6, 1, 1, 1, 1, 4)
    drawn = [chapter.profile for chapter in chapters(match.table)]
    assert len(set(drawn[:4])) == 4
    assert drawn[4] == list(QUEST.book.rosters)[-1]
    assert dice.spent
    assert next(chapter.line for chapter in QUEST.journey(match.table)) == "Rustborn Reclaimers"


@rule("SQ-CMP-03")
def test_the_shop_is_open_between_chapters_and_not_between_missions() -> None:
    match, _ = at_mission(1, missions=2)
    match.play(home(one={"credits": 50, "power": 4}))
    settle_levels(match)
    assert match.decision.rule == "SQ-CMP-06"
    with pytest.raises(Illegal, match="SQ-CMP-03"):
        match.play(Buy("med_kit", ONE))
    match.play(GoOn())
    match.play(home(one={"credits": 50, "power": 4}))
    settle(match)
    match.play(Buy("med_kit", ONE))
    assert tokens(match, ONE, "med_kit") == (1,)


def settle_levels(match: Match) -> None:
    while match.decision.rule == "SQ-LVL-01":
        match.play(match.decision.default)  # type: ignore[arg-type]


@rule("SQ-CMP-03")
def test_the_shop_is_open_before_a_chapter_is_begun_again() -> None:
    match, _ = at_mission()
    match.play(home(won=False))
    assert match.decision.rule == "SQ-CMP-03"
    match.play(Buy("curing_kit", ONE))
    assert tokens(match, ONE, "curing_kit", "credits") == (1, 0)


@rule("SQ-CMP-04")
@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_a_chapter_is_as_hard_as_the_players_choose(difficulty: int) -> None:
    match, _ = at_mission(difficulty=difficulty)
    assert isinstance(match.pending, Battle)
    assert match.pending.setup.options["difficulty"] == difficulty


@rule("SQ-CMP-04")
@pytest.mark.parametrize("wrong", [0, 5, -1])
def test_there_are_four_difficulties(wrong: int) -> None:
    match, _ = in_camp()
    with pytest.raises(Illegal, match="SQ-CMP-04"):
        match.play(SetOut("chapter-1", wrong))


@rule("SQ-CMP-04")
def test_the_difficulty_may_be_chosen_again_when_a_chapter_is_restarted() -> None:
    match, dice = at_mission(1, difficulty=3)
    match.play(home(won=False))
    match.play(SetOut("chapter-1", 1))
    assert isinstance(match.pending, Battle)
    assert match.pending.setup.options["difficulty"] == 1
    assert dice.spent


@rule("SQ-CMP-05")
def test_a_mission_is_a_battle_against_the_faction_of_the_chapter() -> None:
    match, dice = in_camp(2, 2)
    match.play(SetOut("chapter-1", 2))
    battle = match.pending
    assert isinstance(battle, Battle)
    assert battle.setup.rosters["enemies"].id == "rustborn"
    assert battle.commands == {"heroes": "heroes"}
    assert battle.setup.table == list(BOOK.tables.values())[1]
    assert not list(illegal(battle.setup, BOOK))
    assert Match(BOOK, battle.setup).pending is not None
    assert dice.spent


# ------------------------------------------------------------------ after a mission


@rule("SQ-CMP-06", 0)
def test_three_wounds_and_three_power_come_back() -> None:
    match, _ = at_mission(1, missions=2, tokens={ONE: {"most_power": 5}})
    match.play(home(one={"wounds": 5, "power": 1}))
    settle_levels(match)
    assert tokens(match, ONE, "tough", "wounds", "power") == (8, 2, 4)


@rule("SQ-CMP-06", 1)
def test_a_killed_hero_goes_on_with_three_wounds_left_and_an_injury() -> None:
    match, dice = at_mission(1, 1, missions=2)
    match.play(home(two={"wounds": 6, "unconscious": 1}))
    settle_levels(match)
    tough = match.table.tokens(TWO, "tough")
    assert tokens(match, TWO, "wounds", "power", "chest_wound") == (6 - 3, 3, 1)
    assert tough >= 6
    match.play(GoOn())
    assert dice.spent


@rule("SQ-CMP-06")
def test_a_hero_brought_far_below_nothing_still_has_three_wounds_left() -> None:
    match, _ = at_mission(1, 1, missions=2)
    match.play(home(one={"wounds": 30, "unconscious": 1}))
    settle_levels(match)
    assert match.table.tokens(ONE, "tough") - match.table.tokens(ONE, "wounds") == 3


@rule("SQ-CMP-06")
def test_neither_conditions_nor_injuries_are_restored() -> None:
    match, _ = at_mission(4, missions=2)
    match.play(home(one={"afflicted": 1, "unconscious": 1, "power": 4}))
    settle_levels(match)
    assert tokens(match, ONE, "afflicted", "broken_arm") == (1, 1)


@rule("SQ-CMP-06")
def test_items_and_gold_may_be_handed_over_between_missions() -> None:
    match, _ = at_mission(1, missions=2)
    match.play(home(one={"power": 4, "med_kit": 2}))
    settle_levels(match)
    match.play(Give(ONE, "med_kit", TWO))
    match.play(Share(TWO, ONE, 5))
    assert tokens(match, ONE, "med_kit", "credits") == (1, 20)
    assert tokens(match, TWO, "med_kit", "credits") == (1, 10)
    for wrong in (Give(ONE, "med_kit", ONE), Give(TWO, "stun_grenade", ONE), Share(ONE, TWO, 21), Share(ONE, ONE, 1)):
        with pytest.raises(Illegal, match="SQ-CMP-06"):
            match.play(wrong)


@rule("SQ-CMP-07")
def test_after_a_failure_there_are_no_rewards_and_everybody_is_injured() -> None:
    match, dice = at_mission(1, 2)
    match.play(home(won=False, one={"unconscious": 1, "wounds": 8}, two={"unconscious": 1, "wounds": 6}))
    assert tokens(match, ONE, "credits", "xp", "chest_wound") == (10, 0, 1)
    assert tokens(match, TWO, "credits", "xp", "blinded_eye") == (10, 0, 1)
    assert dice.spent
    assert match.decision.rule == "SQ-CMP-03"
    with pytest.raises(Illegal, match="SQ-CMP-03"):
        match.play(SetOut("chapter-2", 1))


@rule("SQ-CMP-07")
def test_what_was_earned_before_a_failure_and_picked_up_in_it_stays() -> None:
    match, _ = at_mission(1, 1, 1, missions=2)
    match.play(home())
    settle(match)
    xp = match.table.tokens(ONE, "xp")
    match.play(
        home(
            won=False, one={"xp": xp, "credits": 15, "stun_grenade": 1, "unconscious": 1}, two={"xp": xp, "credits": 15}
        )
    )
    assert tokens(match, ONE, "xp", "credits", "stun_grenade") == (xp, 15, 1)


@rule("SQ-CMP-08")
def test_a_chapter_begun_again_keeps_its_enemies_and_the_number_of_its_missions() -> None:
    match, dice = at_mission(1, 2, missions=2)
    match.play(home())
    settle(match)
    assert match.table.tokens("chapter-1", "played") == 1
    match.play(home(won=False))
    match.play(SetOut("chapter-1", 1))
    assert tokens(match, "chapter-1", "missions", "played", "failures") == (2, 0, 1)
    assert isinstance(match.pending, Battle)
    assert match.pending.setup.rosters["enemies"].id == "rustborn"
    assert dice.spent, "no die for the number of missions, one for the new battlefield"


@rule("SQ-CMP-09")
def test_heroes_start_a_chapter_with_all_wounds_and_power_but_their_conditions() -> None:
    hurt = {ONE: {"wounds": 5, "power": 0, "diseased": 1, "broken_arm": 1}}
    match, _ = at_mission(tokens=hurt)
    assert tokens(match, ONE, "wounds", "power", "diseased", "broken_arm") == (0, 4, 1, 1)


@rule("SQ-CMP-09")
def test_without_rest_only_a_restart_gives_a_little_back() -> None:
    hurt = {ONE: {"wounds": 5, "power": 0}}
    match, _ = at_mission(1, tokens=hurt, chapter_rest=False)
    assert tokens(match, ONE, "wounds", "power") == (5, 0)
    match.play(home(won=False, one={"wounds": 5}))
    match.play(SetOut("chapter-1", 1))
    assert tokens(match, ONE, "wounds", "power") == (2, 3)


@rule("SQ-CMP-10")
def test_a_hero_with_a_past_begins_another_campaign_with_it() -> None:
    party = with_stats(1, "med_kit", "hurl_back", level=2, xp=3, credits=33)
    assert not QUEST.muster(party, QUEST.rulebook.settle({}))
    table = QUEST.set_up(setup(party))
    assert [table.tokens(ONE, t) for t in ("level", "xp", "credits", "med_kit", "hurl_back")] == [2, 3, 33, 1, 1]


@rule("SQ-CMP-10")
def test_what_heroes_have_become_goes_with_them_into_the_mission() -> None:
    grown = {ONE: {"tough": 9, "level": 4, "xp": 8, "med_kit": 2, "smashed_leg": 1, "hurl_back": 1, "diseased": 1}}
    match, _ = at_mission(tokens=grown)
    assert isinstance(match.pending, Battle)
    assert not list(illegal(match.pending.setup, BOOK))
    hero = BOOK.set_up(match.pending.setup).models[ONE]
    assert {k: hero.tokens[k] for k in grown[ONE] if k != "hurl_back"} == {
        k: n for k, n in grown[ONE].items() if k != "hurl_back"
    }
    assert "hurl_back" in hero.kit
    assert "SQ-INJ-04" in [grant.effect for grant in hero.effects]


# ------------------------------------------------------------------ bad parties


@pytest.mark.parametrize(
    ("party", "wrong"),
    [
        pytest.param(party_of("ysolt_vey"), "SQ-PRT-02", id="one"),
        pytest.param(
            party_of("ysolt_vey", "tamsin_rook", "anselm_null", "hesper_lyle", "nix_fennimore"), "SQ-PRT-02", id="five"
        ),
        pytest.param(party_of("ysolt_vey", "ysolt_vey"), "SQ-PRT-05", id="twins"),
        pytest.param(QUEST.rosters["rustborn"], "SQ-PRT-03", id="enemies"),
        pytest.param(with_stats(1, "ablative_plate", "ablative_plate"), "SQ-ITM-11", id="two of a kind"),
        pytest.param(
            with_stats(1, "long_optics", "grav_boots", "spare_cell", "trauma_rig"), "SQ-ITM-11", id="four pieces"
        ),
        pytest.param(with_stats(1, "jetpack"), "SQ-PRT-03", id="unknown gear"),
        pytest.param(with_stats(1, level=3), "SQ-LVL-02", id="level without experience"),
        pytest.param(with_stats(1, tough=20), "SQ-LVL-03", id="too tough"),
        pytest.param(with_stats(1, quality=1), "SQ-LVL-03", id="too good"),
        pytest.param(with_stats(1, wisdom=3), "SQ-LVL-03", id="unknown figure"),
        pytest.param(with_stats(1, "hurl_back"), "SQ-LVL-04", id="a skill too many"),
        pytest.param(with_stats(1, wounds=90), "SQ-CMP-06", id="too many wounds"),
        pytest.param(with_stats(1, power=90), "SQ-CMP-06", id="too much power"),
    ],
)
def test_a_party_that_may_not_go_says_what_and_where(party: Any, wrong: str) -> None:
    found = QUEST.muster(party, QUEST.rulebook.settle({}))
    assert wrong in [fault.rule for fault in found]
    if wrong not in ("SQ-PRT-02", "SQ-PRT-05") and party.models[0].profile == "ysolt_vey":
        assert any(fault.facts.get("model") == 1 for fault in found)


# ------------------------------------------------------------------ injuries


@rule("SQ-INJ-01", 0)
def test_an_injury_lasts_for_the_next_mission_and_is_gone_then() -> None:
    match, dice = at_mission(2, 1, 1, missions=3)
    match.play(home(one={"unconscious": 1}))
    settle_levels(match)
    assert tokens(match, ONE, "blinded_eye") == (1,)
    match.play(GoOn())
    assert isinstance(match.pending, Battle)
    assert match.pending.setup.rosters["heroes"].models[0].stats["blinded_eye"] == 1
    match.play(home())
    settle(match)
    assert isinstance(match.pending, Battle)
    assert "blinded_eye" not in match.pending.setup.rosters["heroes"].models[0].stats
    assert dice.spent


@rule("SQ-INJ-01")
def test_an_injury_rolled_again_stays_and_different_ones_add_up() -> None:
    hurt = {ONE: {"blinded_eye": 1, "chest_wound": 1}}
    match, dice = in_camp(2, tokens=hurt, part=Casualties((ONE,)))
    assert tokens(match, ONE, "blinded_eye", "chest_wound") == (1, 0)
    assert dice.spent


@rule("SQ-INJ-01")
def test_where_only_surgery_heals_injuries_stay() -> None:
    match, _ = in_camp(6, tokens={ONE: {"blinded_eye": 1}}, part=Casualties((ONE,)), injury_duration="until_treated")
    assert tokens(match, ONE, "blinded_eye", "crushed_spirit") == (1, 1)


@rule("SQ-INJ-01", 1)
def test_the_chance_that_one_of_three_has_a_chest_wound() -> None:
    hits = sum(1 in faces for faces in product(range(1, 7), repeat=3))
    assert Fraction(hits, 6**3) == Fraction(91, 216)
    for face in range(1, 7):
        match, _ = in_camp(face, part=Casualties((ONE,)))
        assert (face == 1) == bool(match.table.tokens(ONE, "chest_wound"))


@pytest.mark.parametrize(
    ("face", "injury"),
    [
        pytest.param(1, "chest_wound", marks=rule("SQ-INJ-02")),
        pytest.param(2, "blinded_eye", marks=rule("SQ-INJ-03")),
        pytest.param(3, "smashed_leg", marks=rule("SQ-INJ-04")),
        pytest.param(4, "broken_arm", marks=rule("SQ-INJ-05")),
        pytest.param(5, "spinal_injury", marks=rule("SQ-INJ-06")),
        pytest.param(6, "crushed_spirit", marks=rule("SQ-INJ-07")),
    ],
)
def test_the_die_says_which_injury_it_is(face: int, injury: str) -> None:
    match, _ = in_camp(face, part=Casualties((ONE,)))
    assert match.table.tokens(ONE, injury) == 1
    assert sum(id in match.table.models[ONE].tokens for id in injuries()) == 1
    event = next(e for e in match.events if type(e).__name__ == "Injured")
    assert event.rule == injury_rule(injury)


def wounded(injury: str) -> Table:
    """A battle with an injured hero."""
    party = with_stats(1, **({injury: 1} if injury else {}))
    rosters = {"heroes": party, "enemies": BOOK.rosters["rustborn"]}
    table = next(iter(BOOK.tables.values()))
    return BOOK.set_up(SetUp("starquest", rosters, table, BOOK.rulebook.settle({})))


def needs(table: Table) -> dict[str, float]:
    """What a hero needs to roll, and how far it goes."""
    tally, own = BOOK.effects.tally, table.models[ONE].tokens
    return {
        "defense": tally(table, ToBlock(ONE, TWO, "ram_maul"), own["defense"]).value,
        "quality": tally(table, ToHit(ONE, TWO, "ram_maul"), own["quality"]).value,
        "morale": tally(table, ToHold(ONE), own["quality"]).value,
        **{stat: tally(table, ToPass(ONE, stat), own[stat]).value for stat in ("str", "dex", "wil")},
        **{deed: tally(table, Reach(ONE, deed), base).value for deed, base in ((ADVANCE, 6), (RUSH, 12), (CHARGE, 12))},
    }


@pytest.mark.parametrize(
    ("injury", "changed"),
    [
        pytest.param("chest_wound", {"defense": 1}, marks=rule("SQ-INJ-02")),
        pytest.param("blinded_eye", {"quality": 1, "morale": 1}, marks=rule("SQ-INJ-03")),
        pytest.param("smashed_leg", {ADVANCE: -2, RUSH: -4, CHARGE: -4}, marks=rule("SQ-INJ-04")),
        pytest.param("broken_arm", {"str": 1}, marks=rule("SQ-INJ-05")),
        pytest.param("spinal_injury", {"dex": 1}, marks=rule("SQ-INJ-06")),
        pytest.param("crushed_spirit", {"wil": 1}, marks=rule("SQ-INJ-07")),
    ],
)
def test_an_injury_makes_its_rolls_harder_and_no_others(injury: str, changed: dict[str, float]) -> None:
    sound, hurt = needs(wounded("")), needs(wounded(injury))
    assert {what: hurt[what] - sound[what] for what in sound if hurt[what] != sound[what]} == changed


@rule("SQ-EVT-40")
@rule("SQ-CMP-10")
def test_who_rose_in_a_mission_comes_home_as_it_is_and_does_not_rise_twice() -> None:
    match, _ = at_mission(tokens={ONE: {"spare_cell": 1}})
    before = tokens(match, ONE, "tough", "most_power")
    grown = {"xp": 3, "level": 2, "tough": before[0] + 1, "most_power": before[1] + 1, "spare_cell": 1, "power": 1}
    match.play(home(won=False, one=grown))
    assert tokens(match, ONE, "level", "tough", "most_power") == (2, before[0] + 1, before[1])
    assert match.pending is not None
    assert match.decision.rule == "SQ-CMP-03", "nothing is left to be chosen"


# ------------------------------------------------------------------ battlefields of one's own


def naming(terrain: str) -> Match:
    """The players are asked where the first mission is fought."""
    match, _ = in_camp(2, 1, terrain=terrain)
    match.play(SetOut("chapter-1", 1))
    assert isinstance(match.pending, Decision)
    return match


BACKYARD = replace(next(iter(BOOK.tables.values())), id="backyard", name="Our Backyard", origin="own")


@rule("SQ-TER-27")
def test_a_mission_is_fought_on_a_battlefield_made_in_the_editor() -> None:
    match = naming("editor")
    slot = QUEST.actions[TakeField].slots(match.table, match.decision, match.decision.offers[0])["field"]
    assert isinstance(slot, Pick)
    assert slot.layouts
    assert [QUEST.sayings.word(match.table, id) for id in slot.options] == [plan.name for plan in BOOK.tables.values()]
    match.play(TakeField(plan_to_link(BACKYARD)))
    assert isinstance(match.pending, Battle)
    assert match.pending.setup.table == BACKYARD
    assert QUEST.briefing(match.table, match.pending).name == "Our Backyard"


@rule("SQ-TER-27")
@rule("SQ-TER-29")
def test_a_battlefield_that_is_not_sound_is_refused_and_asked_for_again() -> None:
    match = naming("editor")
    off = replace(BACKYARD.pieces[0], polygon=((90.0, 1.0), (95.0, 1.0), (95.0, 5.0)))
    many = replace(BACKYARD, pieces=BACKYARD.pieces * 9)
    narrow = replace(BACKYARD, width=30.0, height=30.0)
    for link, wrong in (
        (plan_to_link(replace(BACKYARD, pieces=(off,))), "SQ-TER-29"),
        (plan_to_link(narrow), "SQ-TBL-01"),
        (plan_to_link(many), "SQ-TER-27"),
        ("t1.nonsense", "SQ-TER-27"),
        ("nowhere", "SQ-TER-27"),
        ("", "SQ-TER-27"),
    ):
        with pytest.raises(Illegal) as told:
            match.play(TakeField(link))
        assert told.value.refusal.rule == wrong
    match.play(TakeField(next(iter(BOOK.tables))))
    assert isinstance(match.pending, Battle)


@rule("SQ-TER-27")
def test_where_players_name_a_ready_battlefield_they_bring_none() -> None:
    match = naming("chosen_preset")
    with pytest.raises(Illegal):
        match.play(TakeField(plan_to_link(BACKYARD)))


@rule("SQ-CMP-10")
def test_the_ledger_says_what_a_roll_is_for_and_which_wounds_are_meant() -> None:
    match, _ = at_mission()
    told = [QUEST.sayings.event(match.table, e) for e in match.events if isinstance(e, Rolled)]
    assert told[0] == "Campaign structure: heroes rolls 2"
    match.play(home(one={"wounds": 3, "power": 2}))
    back = [QUEST.sayings.event(match.table, e) for e in match.events if isinstance(e, Returned)]
    assert "heroes Marshal Ysolt Vey comes back with wounds taken: 3" in back
    assert "heroes Marshal Ysolt Vey comes back with power left: 2" in back


@rule("SQ-CMP-03")
def test_what_is_bought_after_a_chapter_stands_under_its_end_in_the_ledger() -> None:
    match, _ = at_mission()
    match.play(home())
    while match.decision.rule != "SQ-CMP-03":
        assert match.decision.default is not None
        match.play(match.decision.default)
    match.play(Buy("curing_kit", "heroes-1"))
    tags = [type(event).__name__ for event in match.events]
    heads = [tag for tag, event in zip(tags, match.events, strict=True) if QUEST.sayings.heading(event)]
    assert heads == ["ChapterBegan", "ChapterEnded"]
    assert tags.index("ChapterEnded") < tags.index("Bought")


@rule("SQ-CMP-10")
def test_the_ledger_says_what_was_found_in_a_mission_and_what_was_used_up() -> None:
    match, _ = at_mission()
    hero = next(m for m in match.table.models.values() if m.name == "Marshal Ysolt Vey")
    had = hero.tokens["credits"]
    match.play(home(one={"credits": had + 15, "med_kit": 1}))
    pockets = [e for e in match.events if isinstance(e, BroughtBack | UsedUp)]
    table = QUEST.set_up(match.setup)
    told = []
    for event in pockets:
        event.apply(table)
        told.append(QUEST.sayings.event(table, event))
    assert told[:2] == [
        f"heroes Marshal Ysolt Vey brings back 15 credits, {had + 15} in all",
        "heroes Marshal Ysolt Vey brings back 1 Med Kit, 1 in all",
    ]


def test_the_log_says_what_a_roll_is_for() -> None:
    event = Rolled(rule="SQ-EVT-01", side="heroes", sides=6, faces=(6,))
    title = GAME.rulebook.rules["SQ-EVT-01"].title
    table = QUEST.set_up(setup())
    assert GAME.sayings.event(table, event) == f"{title}: heroes rolls 6"
    assert GAME.sayings.event(table, replace(event, rule="SQ-XXX-99")) == "heroes rolls 6"
