"""Advances of a warband in a battle (DW-ADV)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import (
    Attack,
    Choose,
    DirtyTrick,
    Done,
    EndTurn,
    Fix,
    FreeActivation,
    Learn,
    Move,
    Nominate,
    RollToActivate,
    Treat,
    UseAdvance,
)
from sightline.games.deepwars.advancing import SAVE, USE
from sightline.games.deepwars.camp_words import WEAK
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.catalog import tables
from sightline.games.deepwars.devices import handicap
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.growing import going, seasoned
from sightline.games.deepwars.members import able
from sightline.games.deepwars.moving import pace
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import Activating, AttackScore, Blow, Pace
from tests.games.deepwars.duels import HORN
from tests.games.deepwars.scenes import QUIET
from tests.games.deepwars.stage import Stage, act, asked, free, happened, has, kelp, model, on, refused
from tests.games.deepwars.stage import on as standing
from tests.games.deepwars.wars import between, example
from tests.kit import rule


def with_advance(*advances: str, side: str = "red", **more: Any) -> Stage:
    """Two enemies in contact; a warband has advances."""
    red = more.pop("red", [standing(10, 10, "trident")])
    blue = more.pop("blue", [standing(11, 10, "trident")])
    stage = Stage(red=red, blue=blue, **more)
    for advance in advances:
        stage.table.put_tokens(side, f"advance:{advance}", 1)
    return stage


# ------------------------------------------------------------------ warbands


@rule("DW-ADV-01")
@rule("DW-ADV-02")
def test_efficient_warriors_add_two_to_one_combat_roll_and_no_more() -> None:
    match = with_advance("efficient_warriors").match(2, 4, 2, 2)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "trident", "blue-1"))
    assert asked(match) == "DW-ADV-02"
    match.play(Choose("red", USE))
    clash = happened(match, Clashed)[0]
    assert any(note.rule == "DW-ADV-02" for note in clash.attack.notes)
    assert has(match, "red", "used:efficient_warriors") == 1
    table = match.table
    again = GAME.effects.tally(table, AttackScore("red-1", "blue-1", Blow("red-1", "blue-1", "trident")), 3)
    assert not any(note.rule == "DW-ADV-02" for note in again.notes)


@rule("DW-ADV-03")
def test_the_courageous_roll_a_morale_check_again() -> None:
    stage = with_advance("courageous", agenda=[MoraleOf(("red-1",), "terror", "blue-1")])
    match = stage.match(1, 1, 1, 5, 5, 5)
    assert asked(match) == "DW-ADV-03"
    match.play(Choose("red", USE))
    assert model(match, "red-1").at is not None, "the second result is final"
    assert isinstance(match.dice, ScriptedDice)
    assert match.dice.spent


@rule("DW-ADV-13")
def test_the_lucky_roll_a_check_again_and_the_second_result_stands() -> None:
    lucky = with_advance("lucky", red=[standing(10, 10, tokens={"load:planar_eye": 1})], blue=[standing(20, 20)])
    match = lucky.match(1, 1, 1, 6, 6, 6)
    match.play(*free("red-1"))
    match.play(Learn("red-1", "planar_eye"))
    assert asked(match) == "DW-ADV-13"
    match.play(Choose("red", USE))
    assert has(match, "red-1", "learned:planar_eye") == 1


@rule("DW-ADV-05")
def test_an_energy_attack_is_thrown_back_at_the_attacker() -> None:
    red = [standing(10, 10, "coil_rifle", "ether_tech:3")]
    match = with_advance("ethereal_reflection", side="blue", red=red, blue=[standing(14, 10)]).match(6, 1, 1)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "coil_rifle", "blue-1"))
    assert asked(match) == "DW-ADV-05"
    match.play(Choose("blue", USE))
    clash = happened(match, Clashed)[0]
    assert (clash.attacker, clash.defender) == ("blue-1", "red-1")
    assert clash.totals[0] == 6 + 3 + 1, "the first total is the attack: die, Combat and rifle"
    assert not has(match, "blue-1", "wound:body")


@rule("DW-ADV-05")
@rule("DW-DMG-14")
def test_an_advantage_is_used_up_by_the_attack_that_is_thrown_back() -> None:
    red = [standing(10, 10, "coil_rifle", "ether_tech:3")]
    stage = with_advance("ethereal_reflection", side="blue", red=red, blue=[standing(14, 10)])
    stage.table.put_tokens("red-1", "advantage:blue-1", 2)
    match = stage.match(6, 1, 1)
    act(match, *free("red-1"), Attack("red-1", "coil_rifle", "blue-1"), Choose("blue", USE))
    assert happened(match, Clashed)[0].totals == (6 + 3 + 1 + 1, 1 + 3), "it is for one roll"
    assert not has(match, "red-1", "advantage:blue-1")


@rule("DW-ADV-06")
def test_the_initiative_is_retained_after_two_failures() -> None:
    match = with_advance("retaining_the_initiative", blue=[standing(20, 20)]).match(1, 1, 1)
    match.play(Nominate("red-1"), RollToActivate("red-1", 3))
    assert asked(match) == "DW-ADV-06", "three failures count too"
    match.play(Choose("red", USE))
    assert has(match, "red", "passes") == 0


@rule("DW-ADV-08")
def test_experienced_divers_know_rough_water_for_two_turns() -> None:
    stage = with_advance("experienced_divers", blue=[standing(20, 20)], terrain=[kelp(8, 8, 12, 12)])
    match = stage.match()
    slow = pace(match.table, model(match, "red-1"), difficult=True)
    match.play(Nominate("red-1"), UseAdvance("red-1", "experienced_divers"))
    assert pace(match.table, model(match, "red-1"), difficult=True) == slow + 1
    assert asked(match) == "DW-ACT-02", "the model still chooses"
    assert refused(match, UseAdvance("red-1", "experienced_divers")).rule == "DW-ADV-08"
    assert GAME.effects.tally(match.table, Pace("blue-1", difficult=True), 2).value == 1
    assert has(match, "red", "divers") == 2
    match.play(FreeActivation("red-1"))
    match.play(Done("red-1"))
    assert has(match, "red", "divers") == 1, "the own turn is over"
    match.play(EndTurn("blue"))
    assert has(match, "red", "divers") == 0


@rule("DW-ADV-09")
@rule("DW-SET-02", 0)
def test_the_strategic_bonus_counts_until_it_is_known_who_attacks() -> None:
    match, _ = between(tokens={"red": {"battles": 1, "advance:strategic_bonus": 1}})
    rosters = {side: going(match.table, side, able(match.table, side)) for side in ("red", "blue")}
    setup = SetUp("deepwars", rosters, tables()["twin_kelp_shallows"], QUIET)
    won = Match(GAME, setup, ScriptedDice(3, 3), keep=True)
    assert won.table.tokens("red", "attacker") == 1, "3 + 1 beats 3"
    again = Match(GAME, setup, ScriptedDice(3, 4, 2, 2), keep=True)
    assert again.table.tokens("red", "attacker") == 1, "3 + 1 ties with 4: rolled again, and 2 + 1 beats 2"
    assert again.table.tokens("red", "used:strategic_bonus") == 1, "once it is known who attacks"
    pairs = product(range(1, 7), repeat=2)
    first = [Match(GAME, setup, ScriptedDice(*faces, 1, 6), keep=True) for faces in pairs]
    wins = sum(m.table.tokens("red", "attacker") for m in first)
    ties = sum(isinstance(m.dice, ScriptedDice) and m.dice.spent for m in first)
    assert Fraction(wins, 36 - ties) == Fraction(example("DW-SET-02")["p"])


@rule("DW-ADV-10")
def test_a_song_lasts_three_activations_of_one_turn() -> None:
    red = [standing(5, y) for y in (4, 8, 12, 16)]
    match = with_advance("theme_music", red=red, blue=[standing(30, 30)]).match()
    match.play(Nominate("red-1"), UseAdvance("red-1", "theme_music"))
    assert GAME.effects.tally(match.table, Activating("red-1"), 4).value == 3
    for number in (1, 2, 3):
        if number > 1:
            match.play(Nominate(f"red-{number}"))
        match.play(FreeActivation(f"red-{number}"))
        match.play(Done(f"red-{number}"))
        assert has(match, "red", "song") == 3 - number
    assert GAME.effects.tally(match.table, Activating("red-4"), 4).value == 4


@rule("DW-ADV-11")
def test_the_tough_ignore_a_kill_and_fall_instead() -> None:
    match = with_advance("tough_as_nails", side="blue").match(6, 1)
    match.table.put_tokens("blue-1", "wound:body", 1)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "trident", "blue-1"))
    assert asked(match) == "DW-ADV-11"
    match.play(Choose("blue", USE))
    assert model(match, "blue-1").at is not None
    assert has(match, "blue-1", "fallen") == 1
    assert has(match, "blue-1", "wound:body") == 1, "the wounds of that hit are not marked"


@rule("DW-ADV-11")
def test_the_tough_are_asked_once_for_one_attack() -> None:
    match = with_advance("tough_as_nails", side="blue").match(6, 1, *[6] * 6)
    match.table.put_tokens("blue-1", "wound:body", 1)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "trident", "blue-1", "locomotion"))
    assert asked(match) == "DW-ADV-11", "the limb takes the body with it"
    match.play(Choose("blue", SAVE))
    assert model(match, "blue-1").at is None
    assert has(match, "blue", "used:tough_as_nails") == 0


@rule("DW-ADV-11")
def test_the_tough_ignore_any_kill_but_only_that_of_a_member() -> None:
    poisoned = standing(30, 30, tokens={"poisoned": 1, "wound:body": 1})
    match = with_advance("tough_as_nails", red=[poisoned]).match(1, 1, 1)
    match.play(Nominate("red-1"))
    assert asked(match) == "DW-ADV-11"
    match.play(Choose("red", USE))
    assert model(match, "red-1").at is not None
    assert has(match, "red-1", "fallen") == 1
    for guest in ({"summoned": 1}, {}):
        match = with_advance("tough_as_nails", side="blue").match(6, 1)
        if not guest:
            match.table.models["blue-1"] = replace(match.table.models["blue-1"], owner="wild")
        match.table.put_all_tokens(
            match.table.models["blue-1"], {**model(match, "blue-1").tokens, **guest, "wound:body": 1}
        )
        match.play(*free("red-1"))
        match.play(Attack("red-1", "trident", "blue-1"))
        assert model(match, "blue-1").at is None, "who was summoned or charmed is no member"


@rule("DW-ADV-12")
def test_a_volley_adds_two_to_concentrated_fire() -> None:
    red = [standing(10, 10, "dart_rifle"), standing(10, 12, "dart_rifle")]
    match = with_advance("volley", red=red, blue=[standing(13, 11)]).match(3, 3)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "dart_rifle", "blue-1", joiners=("red-2",)))
    assert asked(match) == "DW-ADV-12"
    match.play(Choose("red", USE))
    clash = happened(match, Clashed)[0]
    assert any(note.rule == "DW-ADV-12" and note.value == 2 for note in clash.attack.notes)


# ------------------------------------------------------------------ Mechanical Experts: DW-ADV-07


@rule("DW-ADV-07")
@rule("DW-ACN-25")
def test_mechanical_experts_mend_once_as_an_engineer_would() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    red = [standing(10, 10, tokens=broken), standing(12, 10, tokens=broken)]
    match = with_advance("mechanical_experts", red=red, blue=[standing(20, 20)]).match(4, 4, 4)
    match.play(*free("red-1"))
    match.play(Fix("red-1", "planar_eye"))
    assert has(match, "red-1", "damaged:planar_eye") == 0
    assert has(match, "red", "used:mechanical_experts") == 1
    act(match, Done("red-1"), *free("red-2"))
    assert refused(match, Fix("red-2", "planar_eye")).rule == "DW-TEC-05", "nobody else has learned to repair"


@rule("DW-ADV-07")
@rule("DW-ABL-22")
def test_mechanical_experts_mend_a_damaged_tech_weapon_once() -> None:
    red = [on(10, 10), on(11, 10, HORN, tokens={f"wound:{HORN}": 1}), on(10, 11, HORN, tokens={f"wound:{HORN}": 1})]
    stage = with_advance("mechanical_experts", red=red, blue=[on(40, 30)])
    match = act(stage.match(4, 4, 4), *free("red-1"), Treat("red-1", "red-2", HORN))
    assert has(match, "red-2", f"wound:{HORN}") == 0
    assert has(match, "red", "used:mechanical_experts") == 1
    act(match, Done("red-1"), *free("red-3"))
    assert refused(match, Treat("red-3", "red-3", HORN)).rule == "DW-ABL-22"


@rule("DW-ADV-07")
def test_mechanical_experts_know_nothing_of_plain_weapons_and_wounds() -> None:
    red = [on(10, 10), on(11, 10, "trident", tokens={"wound:trident": 1, "wound:body": 1})]
    match = act(with_advance("mechanical_experts", red=red, blue=[on(40, 30)]).match(), *free("red-1"))
    assert refused(match, Treat("red-1", "red-2", "trident")).rule == "DW-ABL-22"
    assert refused(match, Treat("red-1", "red-2", "body")).rule == "DW-ABL-22"


# ------------------------------------------------------------------ dirty tricks: DW-ADV-04


@rule("DW-ADV-04")
def test_a_dirty_trick_cancels_an_ability_for_one_activation() -> None:
    blue = [standing(11, 10, "fearless", "terror")]
    match = with_advance("dirty_tricks", blue=blue).match()
    match.play(Nominate("red-1"))
    assert refused(match, DirtyTrick("red-1", "blue-1", "artificial")).rule == "DW-ADV-04"
    match.play(DirtyTrick("red-1", "blue-1", "terror"))
    assert "terror" not in model(match, "blue-1").kit
    assert not any(g.effect == "DW-ABL-60" for g in model(match, "blue-1").effects)
    match.play(FreeActivation("red-1"))
    match.play(Done("red-1"))
    assert "terror" in model(match, "blue-1").kit
    assert has(match, "red", "used:dirty_tricks") == 1
    assert not any(t.startswith("tricked") for t in model(match, "blue-1").tokens)


@rule("DW-ADV-04")
def test_who_is_attacked_may_answer_with_a_dirty_trick() -> None:
    red = [standing(10, 10, "trident", "terror"), standing(30, 5)]
    match = with_advance("dirty_tricks", red=red, side="blue").match(3, 3)
    match.play(Nominate("red-1"))
    match.play(Choose("blue", SAVE))
    match.play(FreeActivation("red-1"))
    match.play(Attack("red-1", "trident", "blue-1"))
    assert asked(match) == "DW-ADV-04"
    assert refused(match, DirtyTrick("blue-1", "red-2", "terror")).rule == "DW-ADV-04"
    match.play(DirtyTrick("blue-1", "red-1", "terror"))
    assert happened(match, Clashed)
    assert "terror" not in model(match, "red-1").kit
    match.play(Done("red-1"))
    assert "terror" in model(match, "red-1").kit
    assert has(match, "blue", "used:dirty_tricks") == 1


@rule("DW-ADV-04")
def test_a_trick_is_played_on_an_enemy_that_is_about_to_act() -> None:
    red = [standing(10, 10, "trident", "terror"), standing(30, 5)]
    match = with_advance("dirty_tricks", red=red, side="blue").match()
    match.play(Nominate("red-1"))
    assert asked(match) == "DW-ADV-04"
    assert match.decision.side == "blue"
    match.play(DirtyTrick("blue-1", "red-1", "terror"))
    assert asked(match) == "DW-ACT-02", "the one that was named chooses, without what it was robbed of"
    assert "terror" not in model(match, "red-1").kit
    match.play(FreeActivation("red-1"))
    match.play(Done("red-1"))
    assert "terror" in model(match, "red-1").kit
    match.play(Nominate("red-2"))
    assert asked(match) == "DW-ACT-02", "once in a battle"


@rule("DW-ADV-04")
def test_nobody_is_asked_for_a_trick_on_somebody_who_has_no_ability() -> None:
    match = with_advance("dirty_tricks", red=[standing(10, 10, "trident", "big")], side="blue").match()
    match.play(Nominate("red-1"))
    assert asked(match) == "DW-ACT-02"


@rule("DW-ADV-04")
def test_who_leaves_an_enemy_may_trick_it_before_it_hacks() -> None:
    blue = [standing(11, 10, "trident", "terror")]
    match = with_advance("dirty_tricks", blue=blue).match(3, 3)
    match.play(*free("red-1"))
    match.play(Move("red-1", (7, 10)))
    assert asked(match) == "DW-ADV-04"
    match.play(DirtyTrick("red-1", "blue-1", "terror"))
    assert "terror" not in model(match, "blue-1").kit


@rule("DW-ADV-04")
@pytest.mark.parametrize("fixed", ["big", "artificial", "leader", "hero", "sea_shaman"])
def test_size_machines_and_rank_cannot_be_tricked_away(fixed: str) -> None:
    match = with_advance("dirty_tricks", blue=[standing(11, 10, fixed, "fearless")]).match()
    match.play(Nominate("red-1"))
    assert refused(match, DirtyTrick("red-1", "blue-1", fixed)).rule == "DW-ADV-04"
    match.play(DirtyTrick("red-1", "blue-1", "fearless"))
    assert "fearless" not in model(match, "blue-1").kit


@rule("DW-ADV-04")
@rule("DW-TEC-08")
def test_who_is_tricked_out_of_its_ether_tech_learns_like_anybody() -> None:
    tech = on(10, 10, "ether_tech:3", tokens={"load:planar_eye": 1})
    stage = Stage([on(40, 30), on(44, 30)], [tech, on(2, 2)])
    stage.table.put_tokens("red", "advance:dirty_tricks", 1)
    match = act(stage.match(), *free("red-1")[:1])
    assert handicap(match.table, model(match, "blue-1"), "planar_eye") == 0
    match.play(DirtyTrick("red-1", "blue-1", "ether_tech"))
    assert handicap(match.table, model(match, "blue-1"), "planar_eye") == -2


# ------------------------------------------------------------------ warbands drawn at random


def test_every_other_drafted_warband_has_battles_behind_it_and_all_are_legal() -> None:
    options = GAME.rulebook.settle({})
    drawn = [GAME.draft(f"season {number}", options) for number in range(30)]
    assert not [fault for roster in drawn for fault in GAME.muster(roster, options)]
    veterans = [roster for roster in drawn if seasoned(roster)]
    assert 5 < len(veterans) < 25
    told = {stat.partition(":")[0] for roster in veterans for entry in roster.models for stat in entry.stats}
    assert told >= {"battles", "advance", "warband", "upgrade", "load", "learned", WEAK}
    assert any(entry.items for roster in veterans for entry in roster.models)
    fresh = [CAMPAIGN.draft(f"season {number}", CAMPAIGN.rulebook.settle({})) for number in range(30)]
    assert not any(seasoned(roster) for roster in fresh), "a campaign begins with warbands that have none"
