"""Heads, locomotion and weapons: what is marked on them, and aiming at them (DW-SUB)."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.games.deepwars.actions import Attack, ChangeDepth, Exert, Move, Take
from sightline.games.deepwars.arms import best_melee
from sightline.games.deepwars.events import Clashed, Slain
from sightline.games.deepwars.questions import Blow
from tests.games.deepwars.duels import FISTS, HIT, duel, result, row_of, scores, suffer
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    examples,
    fallen,
    free,
    happened,
    has,
    kelp,
    model,
    on,
    rolling,
    spent,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ what is marked


@rule("DW-SUB-03", 1)
@rule("DW-SUB-10")
def test_a_full_head_is_a_gruesome_death() -> None:
    match = suffer("head", 1, on(21, 18))
    assert happened(match, Slain)[0].gruesome
    match = suffer("head", 3, on(21, 18, boxes_head=2))
    assert len(happened(match, Slain)) == 1
    match = suffer("head", 1, on(21, 18, boxes_head=2))
    assert alive(match, "blue-1")
    assert fallen(match, "blue-1")


@rule("DW-SUB-04")
@rule("DW-GEN-11", 0)
def test_half_a_head_forbids_the_counter_attack() -> None:
    hurt = on(21, 18, boxes_head=3, tokens={"wound:head": 2})
    assert row_of(result((6, 8), blue=hurt)) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, boxes_head=3, tokens={"wound:head": 1}))) == "counter_1"
    for boxes, half in zip((3, 5, 1), (2, 3, 1), strict=True):
        last = on(21, 18, boxes_head=boxes + 1, tokens={"wound:head": half - 1})
        assert row_of(result((6, 8), blue=last)) == "counter_1"


@pytest.mark.parametrize("facts", examples("DW-SUB-08", 0, 1, 2))
def test_full_locomotion_is_marked_on_the_body_too(facts: dict[str, Any]) -> None:
    body, legs = facts["body"], facts["loco"]
    victim = on(
        21,
        18,
        boxes_body=body[0],
        boxes_locomotion=legs[0],
        tokens={"wound:body": body[1], "wound:locomotion": legs[1]},
    )
    match = suffer("locomotion", facts["wounds"], victim)
    if facts["state"] == "dead":
        assert not alive(match, "blue-1")
        assert not happened(match, Slain)[0].gruesome
    else:
        assert wounds(match, "blue-1") == facts["body_after"]
        assert has(match, "blue-1", "immobilized")


@rule("DW-SUB-08")
@rule("DW-SUB-05")
def test_only_what_is_left_over_may_reach_the_body() -> None:
    options = {"locomotion_spill": "overflow_only"}
    match = suffer("locomotion", 2, on(21, 18, boxes_body=3), options=options)
    assert wounds(match, "blue-1") == 1
    match = suffer("locomotion", 1, on(21, 18, boxes_body=3), options=options)
    assert wounds(match, "blue-1") == 0
    assert fallen(match, "blue-1")


@rule("DW-SUB-07")
@rule("DW-CND-05")
def test_an_immobilized_model_neither_moves_nor_attacks_nor_recovers() -> None:
    match = Stage([on(20, 18, tokens={"immobilized": 1})], [on(21, 18), on(2, 34)]).match()
    act(match, *free("red-1"))
    assert match.refusal(Move("red-1", (18.0, 18.0))).rule == "DW-CND-05"  # type: ignore[union-attr]
    assert match.refusal(HIT).rule == "DW-CND-05"  # type: ignore[union-attr]
    assert match.refusal(ChangeDepth("red-1", 1)).rule == "DW-CND-05"  # type: ignore[union-attr]


@rule("DW-SUB-09", 0)
def test_a_weapon_is_damaged_and_then_destroyed() -> None:
    match = suffer("trident", 1, on(21, 18, "trident"))
    assert wounds(match, "blue-1", "trident") == 1
    assert not fallen(match, "blue-1")
    assert best_melee(match.table, model(match, "blue-1")).id == FISTS
    match = suffer("trident", 3, on(21, 18, "trident"))
    assert wounds(match, "blue-1", "trident") == 2
    assert wounds(match, "blue-1") == 0


@rule("DW-SUB-07")
@rule("DW-PHY-05")
@rule("DW-TRE-04")
def test_whoever_is_immobilized_is_pushed_and_robbed_like_one_transfixed() -> None:
    stuck = on(21, 18, tokens={"immobilized": 1, "load:golden_treasure": 1})
    match = Stage([on(20, 18), on(2, 2)], [stuck, on(2, 34)]).match(6, 6)
    act(match, *rolling("red-1"), Take("red-1", "blue-1", "golden_treasure"), Exert("red-1", "push", "blue-1"))
    assert has(match, "red-1", "load:golden_treasure")
    assert at(match, "blue-1") == (24.0, 18.0)
    assert spent(match)


# ------------------------------------------------------------------ aiming


@rule("DW-SUB-09")
@rule("DW-SUB-01")
@rule("DW-WPN-03")
def test_only_weapons_of_the_profile_that_are_not_destroyed_can_be_aimed_at() -> None:
    match = duel(blue=on(21, 18, "trident", "dive_knife", tokens={"wound:dive_knife": 2})).match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1", "trident")) is None
    for section in (FISTS, "dive_knife", "tail"):
        assert match.refusal(Attack("red-1", FISTS, "blue-1", section)).rule == "DW-SUB-01"  # type: ignore[union-attr]


@rule("DW-SUB-02")
@rule("DW-SUB-03")
@rule("DW-SUB-05")
@rule("DW-SUB-09")
@pytest.mark.parametrize(("section", "penalty"), [("body", 0), ("head", -4), ("locomotion", -2), ("trident", -2)])
def test_aiming_at_a_section_costs_the_attacker(section: str, penalty: int) -> None:
    assert scores(duel(blue=on(21, 18, "trident")), Blow("red-1", "blue-1", FISTS, section=section))[0] == penalty


@rule("DW-SUB-03", 2)
def test_an_aimed_shot_at_a_head_below() -> None:
    stage = Stage(
        [on(10, 18, "coil_rifle", level=0), on(2, 2), on(6, 2)],
        [on(20, 18, combat=2, level=1), on(2, 34), on(6, 34)],
        terrain=[kelp(18.6, 16, 20.4, 20)],
    )
    match = stage.match(5, 5, 6, 2)
    act(match, *rolling("red-1"), Attack("red-1", "coil_rifle", "blue-1", "head", 2, 0))
    assert happened(match, Clashed)[0].totals == (6, 3)
    assert wounds(match, "blue-1", "head") == 0
    assert happened(match, Slain)[0].gruesome
    assert spent(match)


@rule("DW-SUB-09")
def test_a_damaged_weapon_may_be_aimed_at_until_it_is_destroyed() -> None:
    for marked, left in ((1, True), (2, False)):
        match = duel(blue=on(21, 18, "trident", tokens={"wound:trident": marked})).match()
        act(match, *free("red-1"))
        assert (match.refusal(Attack("red-1", FISTS, "blue-1", "trident")) is None) is left
