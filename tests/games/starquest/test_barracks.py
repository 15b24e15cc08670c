"""One mission alone, and parties that change between chapters (SQ-PRT-01, SQ-PRT-06)."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.battle import Battle, Debrief
from sightline.core.decisions import Illegal, Pick
from sightline.core.dice import ScriptedDice
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.preparation import told_faults
from sightline.core.table import Model
from sightline.games.starquest.barracks import bench, party, strangers
from sightline.games.starquest.camp_words import Bench, Buy, Enlist, Give, GoOn, Recall, SetOut, Share
from sightline.games.starquest.catalog import collections, heroes
from sightline.games.starquest.quest import chapters
from tests.games.starquest.quests import (
    ONE,
    PARTY,
    QUEST,
    TWO,
    asked,
    at_mission,
    home,
    in_camp,
    party_of,
    setup,
    tokens,
    with_stats,
)
from tests.games.starquest.test_campaign import settle
from tests.kit import rule

THREE = "heroes-3"


def names(models: list[Model]) -> list[str]:
    return [m.id for m in models]


def refused(match: Match, action: Any) -> str:
    with pytest.raises(Illegal) as caught:
        match.play(action)
    return caught.value.refusal.rule


def joined(*dice: int, profile: str = "", **more: Any) -> tuple[Match, ScriptedDice]:
    """A party of two that a third hero has just joined."""
    match, scripted = in_camp(*dice, **more)
    match.play(Enlist("bulwark", profile or strangers(match.table)[0], ("brace", "taunt")))
    return match, scripted


# ------------------------------------------------------------------ one mission alone


def one_off(*dice: int, **options: Any) -> tuple[Match, ScriptedDice]:
    scripted = ScriptedDice(*dice)
    return Match(QUEST, setup(play_mode="one_off", **options), scripted, keep=True), scripted


@rule("SQ-PRT-01")
def test_a_one_off_is_one_mission_against_a_drawn_faction_or_a_chosen_one() -> None:
    match, _ = one_off(3)
    drawn = list(collections())[2]
    assert chapters(match.table)[0].profile == drawn
    assert {c.profile for c in chapters(match.table)} == set(collections())
    default = asked(match).default
    assert default == SetOut("chapter-1", 1)
    assert any(offer.action is Buy for offer in asked(match).offers), "the shop is open"
    match.dice = ScriptedDice(1)
    match.play(SetOut("chapter-2", 3))
    assert isinstance(match.pending, Battle)
    assert match.pending.setup.options["difficulty"] == 3
    assert match.pending.setup.rosters["enemies"] == collections()[chapters(match.table)[1].profile]


@rule("SQ-PRT-01")
@rule("SQ-CMP-09")
@pytest.mark.parametrize("chapter_rest", [True, False])
def test_saved_heroes_are_fully_rested_before_a_one_off(chapter_rest: bool) -> None:
    hurt = {ONE: {"wounds": 3, "power": 1, "afflicted": 1}}
    match, _ = in_camp(1, tokens=hurt, play_mode="one_off", chapter_rest=chapter_rest)
    match.play(SetOut("chapter-1", 1))
    assert tokens(match, ONE, "wounds", "power", "afflicted") == (0, match.table.tokens(ONE, "most_power"), 1)


@rule("SQ-PRT-01")
@rule("SQ-CMP-07")
@pytest.mark.parametrize("won", [True, False])
def test_a_one_off_is_over_after_its_mission_and_pays_only_for_a_success(won: bool) -> None:
    match, _ = in_camp(1, play_mode="one_off")
    match.play(SetOut("chapter-1", 2))
    match.play(home(won))
    settle(match)
    assert match.pending is None
    assert match.table.outcome is not None
    assert match.table.outcome.winner == ("heroes" if won else None)
    assert tokens(match, ONE, "credits", "xp") == ((10 + 5 * 2, 2 * 2) if won else (10, 0))


# ------------------------------------------------------------------ the bench


@rule("SQ-PRT-06")
@rule("SQ-SHP-03")
def test_a_new_hero_of_the_first_level_joins_between_chapters() -> None:
    match, _ = joined()
    assert names(party(match.table)) == [ONE, TWO, THREE]
    assert tokens(match, THREE, "level", "xp", "credits") == (1, 0, 10)


@rule("SQ-PRT-06")
def test_a_hero_on_the_bench_keeps_what_it_has_and_is_and_stays_out_of_the_mission() -> None:
    carried = {"credits": 7, "afflicted": 1, "wounds": 2, "med_kit": 1, "smashed_leg": 1}
    match, _ = joined(2, 1, tokens={ONE: carried})
    match.play(Bench(ONE))
    assert (names(party(match.table)), names(bench(match.table))) == ([TWO, THREE], [ONE])
    match.play(SetOut("chapter-1", 1))
    assert isinstance(match.pending, Battle)
    profiles = [e.profile for e in match.pending.setup.rosters["heroes"].models]
    assert profiles == [match.table.models[id].profile for id in (TWO, THREE)]
    # In the mission they are numbered anew: its first hero is our second.
    marks = {"heroes-1": {"credits": 31, "power": 1}, "heroes-2": {"credits": 41, "power": 2, "unconscious": 1}}
    match.dice = ScriptedDice(1)
    match.play(Debrief("M", "heroes", {**marks, "heroes": {}}))
    settle(match)
    assert tokens(match, ONE, *carried) == tuple(carried.values()), "neither healed nor paid"
    assert match.table.tokens(TWO, "credits") - 31 == match.table.tokens(THREE, "credits") - 41 > 0
    assert not any(match.table.tokens(TWO, injury) for injury in ("chest_wound", "smashed_leg", "blinded_eye"))
    match.play(Recall(ONE))
    assert names(party(match.table)) == [ONE, TWO, THREE]


@rule("SQ-PRT-06")
@rule("SQ-PRT-02")
def test_two_to_four_heroes_stay_in_the_party() -> None:
    match, _ = in_camp()
    assert refused(match, Bench(ONE)) == "SQ-PRT-02"
    for _ in range(2):
        match.play(Enlist("bulwark", strangers(match.table)[0], ("brace", "taunt")))
    assert refused(match, Enlist("bulwark", strangers(match.table)[0], ("brace", "taunt"))) == "SQ-PRT-02"
    match.play(Bench(ONE))
    match.play(Enlist("bulwark", strangers(match.table)[0], ("brace", "taunt")))
    assert refused(match, Recall(ONE)) == "SQ-PRT-02"


@rule("SQ-PRT-06")
@rule("SQ-PRT-05")
@rule("SQ-HSK-01")
@pytest.mark.parametrize(
    ("action", "broken"),
    [
        (Enlist("bulwark", PARTY.models[0].profile, ("brace", "taunt")), "SQ-PRT-05"),
        (Enlist("bulwark", "nobody", ("brace", "taunt")), "SQ-PRT-05"),
        (Enlist("bulwark", "", ("brace",)), "SQ-HSK-01"),
        (Enlist("bulwark", "", ("brace", "mind_spike")), "SQ-HSK-01"),
        (Enlist("bulwark", "", ("brace", "taunt"), ("med_kit",)), "SQ-PRT-06"),
        (Bench("heroes-9"), "SQ-PRT-06"),
        (Recall(ONE), "SQ-PRT-06"),
    ],
)
def test_who_may_not_join_or_stay_behind(action: Any, broken: str) -> None:
    match, _ = in_camp()
    if isinstance(action, Enlist) and not action.profile:
        action = Enlist(action.trade, strangers(match.table)[0], action.skills, action.upgrades)
    assert refused(match, action) == broken


@rule("SQ-PRT-06")
def test_between_the_missions_of_a_chapter_the_party_is_fixed() -> None:
    match, _ = at_mission(1, missions=2)
    match.play(home())
    while asked(match).rule == "SQ-LVL-01":
        match.play(match.decision.default)  # type: ignore[arg-type]
    assert asked(match).rule == "SQ-CMP-06"
    newcomer = Enlist("bulwark", strangers(match.table)[0], ("brace", "taunt"))
    for action in (newcomer, Bench(ONE), Recall(ONE)):
        assert refused(match, action) == "SQ-PRT-06"
    match.play(GoOn())
    assert isinstance(match.pending, Battle)


@rule("SQ-PRT-02")
@rule("SQ-ITM-11")
@pytest.mark.parametrize(
    ("party", "told"),
    [
        (party_of("oru_threehorn"), "a party of 1; 2 to 4 heroes go along (SQ-PRT-02)"),
        (party_of(*list(heroes())[:5]), "a party of 5; 2 to 4 heroes go along (SQ-PRT-02)"),
        (with_stats(1, "long_optics", "long_optics"), "model 1: one Long Optics to a hero, not 2 (SQ-ITM-11)"),
        (party_of("oru_threehorn", "nobody"), "model 2: there is no nobody (SQ-PRT-03)"),
    ],
    ids=["one", "five", "gear twice", "unknown"],
)
def test_a_party_that_cannot_go_is_told_what_is_wrong_with_whom(party: Roster, told: str) -> None:
    faults = told_faults(QUEST, "squads.heroes", QUEST.muster(party, QUEST.rulebook.settle({})))
    assert str(faults) == f"squads.heroes: {told}"


# ------------------------------------------------------------------ recruits and their purses


@rule("SQ-PRT-06", 0)
@rule("SQ-SHP-03")
@pytest.mark.parametrize("won", [True, False])
def test_a_new_hero_hands_nothing_on_before_it_has_been_in_a_mission(won: bool) -> None:
    match, _ = joined(2, 1)
    match.play(Buy("curing_kit", THREE))
    kit, money = Give(THREE, "curing_kit", ONE), Share(ONE, TWO, 5)
    assert refused(match, kit) == "SQ-PRT-06"
    assert refused(match, money) == "SQ-PRT-06", "those the campaign began with are new as well"
    assert not [offer for offer in asked(match).offers if offer.action in (Give, Share)]
    match.play(SetOut("chapter-1", 1))
    back = {"credits": 10, "power": 4}
    marks = {ONE: back, TWO: back, THREE: {**back, "curing_kit": 1}}
    match.play(Debrief("M", "heroes" if won else "enemies", {**marks, "heroes": {}}))
    settle(match)
    match.play(kit)
    match.play(money)
    assert tokens(match, ONE, "curing_kit") == (1,)


@rule("SQ-PRT-06")
def test_a_hero_who_was_in_earlier_campaigns_is_not_new() -> None:
    match = Match(QUEST, setup(with_stats(1, credits=30)), ScriptedDice(1, 1, 1, 1))
    match.play(Share(ONE, TWO, 20))
    assert tokens(match, TWO, "credits") == (30,)


@rule("SQ-PRT-06", 1)
@rule("SQ-PRT-02")
def test_in_a_full_party_whoever_comes_takes_the_place_of_another() -> None:
    match, _ = in_camp()
    for _ in range(2):
        match.play(Enlist("bulwark", strangers(match.table)[0], ("brace", "taunt")))
    offer = next(o for o in asked(match).offers if o.action is Enlist)
    assert match.slots(offer)["stays"] == Pick((ONE, TWO, THREE, "heroes-4"))
    fifth = Enlist("bulwark", strangers(match.table)[0], ("brace", "taunt"), stays=ONE)
    match.play(fifth)
    assert (names(party(match.table)), names(bench(match.table))) == ([TWO, THREE, "heroes-4", "heroes-5"], [ONE])
    assert tokens(match, ONE, "credits", "level") == (10, 1), "it keeps what it has"
    assert refused(match, Recall(ONE, stays="heroes-9")) == "SQ-PRT-06"
    match.play(Recall(ONE, stays=TWO))
    assert (names(party(match.table)), names(bench(match.table))) == ([ONE, THREE, "heroes-4", "heroes-5"], [TWO])


@rule("SQ-PRT-06")
@rule("SQ-CMP-06")
def test_nothing_goes_to_or_from_the_bench() -> None:
    proven = {id: {"newcomer": 0, "med_kit": 1} for id in (ONE, TWO)}
    match, _ = joined(tokens=proven)
    match.play(Bench(ONE))
    assert refused(match, Give(ONE, "med_kit", TWO)) == "SQ-CMP-06"
    assert refused(match, Share(TWO, ONE, 1)) == "SQ-CMP-06"
    assert refused(match, Buy("curing_kit", ONE)) == "SQ-CMP-06"
