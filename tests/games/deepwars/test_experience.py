"""Advances of members in a battle, and Battle Masters (DW-EXP)."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack, Choose, FirstAid, Fix, Learn, Move, Recover
from sightline.games.deepwars.advancing import SAVE, USE
from sightline.games.deepwars.catalog import tables
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.growing import going
from sightline.games.deepwars.members import able
from sightline.games.deepwars.questions import (
    Activating,
    Blow,
    Casting,
    MoraleCheck,
    QualityCheck,
    ResistanceCheck,
    Severity,
    StrengthCheck,
    WillCheck,
)
from tests.games.deepwars.scenes import QUIET
from tests.games.deepwars.stage import Stage, act, asked, free, happened, has, model, offered, on, refused, rolling
from tests.games.deepwars.stage import on as standing
from tests.games.deepwars.wars import between
from tests.kit import rule


def learned(*advances: str, **tokens: int) -> dict[str, int]:
    return {**{f"advance:{advance}": 1 for advance in advances}, **tokens}


# ------------------------------------------------------------------ members: once per battle


@rule("DW-EXP-02")
def test_an_initiator_adds_one_to_an_activation_roll_once() -> None:
    match = Stage(red=[standing(5, 5, tokens=learned("initiator"))]).match(3, 3)
    match.play(*rolling("red-1"))
    assert asked(match) == "DW-EXP-02"
    match.play(Choose("red", USE))
    assert has(match, "red-1", "actions") == 2, "threes are enough with Quality 4"
    assert has(match, "red-1", "used:initiator") == 1
    assert has(match, "red-1", "ready:initiator") == 0


@rule("DW-EXP-02")
def test_what_is_saved_is_there_the_next_time() -> None:
    match = Stage(red=[standing(5, 5, tokens=learned("initiator"))]).match(3, 4)
    match.play(*rolling("red-1"))
    match.play(Choose("red", SAVE))
    assert has(match, "red-1", "actions") == 1
    assert has(match, "red-1", "used:initiator") == 0


FOCUSED = {"trident": "attack_focus", "speargun": "shot_focus"}


@rule("DW-EXP-03")
@rule("DW-EXP-04")
@pytest.mark.parametrize(("weapon", "wanted"), [("trident", "DW-EXP-04"), ("speargun", "DW-EXP-03")])
def test_focus_adds_two_to_one_attack(weapon: str, wanted: str) -> None:
    red = [standing(10, 10, weapon, tokens=learned("attack_focus", "shot_focus"))]
    blue = [standing(11 if weapon == "trident" else 13, 10)]
    match = Stage(red=red, blue=blue).match(2, 2)
    match.play(*free("red-1"))
    match.play(Attack("red-1", weapon, "blue-1"))
    assert asked(match) == wanted
    match.play(Choose("red", USE))
    clash = happened(match, Clashed)[0]
    assert any(note.rule == wanted and note.value == 2 for note in clash.attack.notes)
    assert has(match, "red-1", f"used:{FOCUSED[weapon]}") == 1


@rule("DW-EXP-04")
def test_attack_focus_helps_in_defence_too() -> None:
    blue = [standing(11, 10, "trident", tokens=learned("attack_focus"))]
    match = Stage(red=[standing(10, 10, "trident")], blue=blue).match(2, 2)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "trident", "blue-1"))
    assert match.decision.side == "blue"
    match.play(Choose("blue", USE))
    clash = happened(match, Clashed)[0]
    assert any(note.rule == "DW-EXP-04" for note in clash.defence.notes)


@pytest.mark.parametrize(
    ("advance", "question"),
    [
        pytest.param("resistant", ResistanceCheck, marks=rule("DW-EXP-05")),
        pytest.param("mental_fortitude", WillCheck, marks=rule("DW-EXP-06")),
        pytest.param("buff", StrengthCheck, marks=rule("DW-EXP-07")),
        pytest.param("wizened", QualityCheck, marks=rule("DW-EXP-08")),
    ],
)
def test_two_more_on_one_check_of_its_kind(advance: str, question: Any) -> None:
    table = Stage(red=[standing(5, 5)]).table
    before = GAME.effects.tally(table, question("red-1"), 6).value
    table.put_tokens("red-1", f"ready:{advance}", 1)
    assert GAME.effects.tally(table, question("red-1"), 6).value == max(2, before - 2)
    for other in {ResistanceCheck, WillCheck, StrengthCheck, QualityCheck} - {question}:
        notes = GAME.effects.tally(table, other("red-1"), 6).notes
        assert not any(n.rule.startswith("DW-EXP") for n in notes)


@rule("DW-EXP-08")
def test_the_owner_of_a_check_is_asked_before_it_is_rolled() -> None:
    wise = standing(10, 10, tokens=learned("wizened", "load:planar_eye") | {"load:planar_eye": 1})
    match = Stage(red=[wise]).match(6, 6, 6)
    match.play(*free("red-1"))
    match.play(Learn("red-1", "planar_eye"))
    assert asked(match) == "DW-EXP-08"
    match.play(Choose("red", USE))
    assert has(match, "red-1", "learned:planar_eye") == 1
    assert has(match, "red-1", "used:wizened") == 1


@rule("DW-EXP-10")
def test_a_technician_learns_better_and_mends_the_devices_of_others() -> None:
    taught = standing(10, 10, "ether_tech:3", tokens=learned("technician") | {"load:planar_eye": 1})
    match = Stage(red=[taught]).match(3, 3, 3)
    match.play(*free("red-1"))
    match.play(Learn("red-1", "planar_eye"))
    assert has(match, "red-1", "learned:planar_eye") == 1, "a 3 is a success with Quality 4"
    red = [
        standing(10, 10, "ether_tech:3", tokens=learned("technician")),
        standing(11, 10, tokens={"load:planar_eye": 1, "damaged:planar_eye": 1}),
    ]
    match = Stage(red=red).match(4, 4, 4)
    match.play(*free("red-1"))
    match.play(Fix("red-1", "planar_eye"))
    assert has(match, "red-2", "damaged:planar_eye") == 0


@rule("DW-EXP-11")
def test_the_ether_infused_cast_better() -> None:
    table = Stage(red=[standing(5, 5, tokens=learned("ether_infused"))]).table
    assert GAME.effects.tally(table, Casting("red-1"), 4).value == 3


@rule("DW-EXP-12")
def test_a_veteran_checks_better_but_activates_as_ever() -> None:
    table = Stage(red=[standing(5, 5, tokens=learned("veteran"))]).table
    for question in (QualityCheck, WillCheck, MoraleCheck):
        assert GAME.effects.tally(table, question("red-1"), 4).value == 3
    assert GAME.effects.tally(table, Activating("red-1"), 4).value == 4


@rule("DW-EXP-04")
@rule("DW-ABL-28")
def test_attack_focus_helps_with_a_free_hack() -> None:
    red, blue = [on(10, 10), on(2, 2)], [on(11, 10, tokens={"advance:attack_focus": 1}), on(40, 30)]
    match = act(Stage(red, blue).match(3, 3), *free("red-1"), Move("red-1", (6.0, 10.0)))
    act(match, Choose("blue", USE))
    assert happened(match, Clashed)[0].totals == (8, 6)


# ------------------------------------------------------------------ First Aid: DW-EXP-09


@rule("DW-EXP-09")
def test_first_aid_revives_an_ally_in_contact_for_two_actions() -> None:
    red = [standing(10, 10, tokens=learned("first_aid")), standing(11, 10, tokens={"fallen": 1, "wound:body": 1})]
    match = Stage(red=red).match(4, 4)
    match.play(*rolling("red-1"))
    assert offered(match, FirstAid) == [{"actor": "red-1", "target": "red-2"}]
    match.play(FirstAid("red-1", "red-2"))
    assert has(match, "red-2", "fallen") == 0
    assert has(match, "red-2", "wound:body") == 1, "no box is restored"
    far = Stage(red=[standing(10, 10, tokens=learned("first_aid")), standing(15, 10, tokens={"fallen": 1})]).match(4, 4)
    far.play(*rolling("red-1"))
    assert refused(far, FirstAid("red-1", "red-2")).rule == "DW-EXP-09"


@rule("DW-EXP-09")
@rule("DW-ACN-15")
def test_after_first_aid_nothing_is_left_of_a_recovery_that_was_begun() -> None:
    medic, patient = on(20, 18, tokens={"advance:first_aid": 1}), on(21, 18, tokens={"transfixed": 1})
    match = Stage([medic, patient, on(2, 2)], [on(40, 30)]).match(6, 6)
    act(match, *free("red-2"), Recover("red-2", "transfixed"))
    assert has(match, "red-2", "recovering")
    act(match, *rolling("red-1"), FirstAid("red-1", "red-2"))
    assert not has(match, "red-2", "transfixed")
    assert not has(match, "red-2", "recovering"), "who is transfixed again needs two actions again"


@rule("DW-EXP-09")
@rule("DW-CND-01")
def test_who_is_down_is_not_offered_to_help_others_up() -> None:
    aid = {"advance:first_aid": 1, "fallen": 1}
    match = Stage([on(10, 10, tokens=aid), on(11, 10, tokens={"fallen": 1})], [on(40, 30)]).match(6, 6)
    act(match, *rolling("red-1"))
    assert not offered(match, FirstAid)
    assert refused(match, FirstAid("red-1", "red-2")).rule == "DW-CND-01"


# ------------------------------------------------------------------ Battle Masters


def at_the_start(form: str) -> Match:
    """A battle of the Charter Crew, whose Captain is a Battle Master."""
    match, _ = between(tokens={"red": {"battles": 1}, "red-1": {"advance:battle_master": 1}})
    roster = going(match.table, "red", able(match.table, "red"))
    setup = SetUp("deepwars", {"red": roster, "blue": roster}, tables()["twin_kelp_shallows"], QUIET)
    fight = Match(GAME, setup, ScriptedDice(6, 1), keep=True)
    assert asked(fight) == "DW-UPG-13"
    fight.play(Choose("red", form))
    fight.play(Choose("blue", "combat"))
    return fight


@rule("DW-UPG-13")
@rule("DW-EXP-13")
def test_a_battle_master_chooses_its_form_at_the_start_of_each_battle() -> None:
    assert has(at_the_start("combat"), "red-1", "upgrade:battle_master") == 1
    assert has(at_the_start("critical_hit"), "red-1", "advance:critical_hit") == 1


@rule("DW-EXP-13")
def test_the_single_critical_hit_works_on_any_winning_roll() -> None:
    master = standing(10, 10, "trident", tokens={"advance:critical_hit": 1})
    match = Stage(red=[master], blue=[standing(11, 10, "trident")]).match(5, 3)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "trident", "blue-1"))
    assert asked(match) == "DW-EXP-13"
    match.play(Choose("red", USE))
    assert has(match, "blue-1", "wound:body") == 2 or not model(match, "blue-1").at, "one row worse"
    assert has(match, "red-1", "ready:critical_hit") == 0
    assert has(match, "red-1", "used:critical_hit") == 1
    table = Stage(red=[standing(5, 5)], blue=[standing(9, 5)]).table
    table.put_tokens("red-1", "ready:deadeye", 1)
    shot = Blow("red-1", "blue-1", "speargun", "shot")
    assert GAME.effects.tally(table, Severity("red-1", "blue-1", shot, 3), 2).value == 3
