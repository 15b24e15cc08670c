"""Combat: the roll, the result, damage, recoil and advantage."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.match import Match
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack, ChangeDepth, FollowUp, HoldBack, Move
from sightline.games.deepwars.arms import best_melee
from sightline.games.deepwars.damage import Recoil
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import AttackDeclared, Clashed, Slain, Struck
from sightline.games.deepwars.questions import SHOT, Armor, AttackScore, Blow, DefenceScore
from sightline.games.deepwars.tokens import ADVANTAGE
from tests.games.deepwars.duels import FISTS, HIT, PLAIN, duel, fight, result, row_of, scores, suffer
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    example,
    examples,
    fallen,
    free,
    happened,
    has,
    kelp,
    model,
    offered,
    on,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ chances in figures


NAMES = {"hit": "defender", "counter": "attacker"}


def combat_examples() -> list[Any]:
    """Every worked example of a combat in figures, with the rule it stands under."""
    found = []
    for id, rule_ in GAME.rulebook.rules.items():
        for n, one in enumerate(rule_.examples):
            facts = one.facts.get("vector", {})
            if facts.get("kind") == "combat":
                found.append(pytest.param(facts, id=f"{id}-{n}", marks=rule(id, n)))
    for name, facts in example("DW-ACN-08", 1).items():
        found.append(pytest.param(facts, id=f"DW-ACN-08-{name}", marks=rule("DW-ACN-08", 1)))
    return found


@pytest.mark.parametrize("facts", combat_examples())
def test_the_chances_of_a_combat_are_exact(facts: dict[str, Any]) -> None:
    mode = "ranged" if facts["mode"] == "ranged" else "h2h"
    answer = GAME.odds(
        {
            "combat": {
                "mode": mode,
                "attacker": facts["attacker_cs"],
                "defender": facts["defender_cs"],
                "attacker_av": facts.get("attacker_av", 1),
                "defender_av": facts["defender_av"],
                "counter": facts["mode"] == "h2h",
            }
        }
    )
    found: dict[str, Fraction] = {}
    for word, who in NAMES.items():
        for row, chance in answer[who].items():
            if row != "nothing" and Fraction(chance):
                found[f"{word}_{row}"] = Fraction(chance)
    quiet = ("tie", "no_effect")
    wanted = {name: Fraction(p) for name, p in facts["p"].items() if name not in quiet}
    assert found == wanted
    idle = 1 - sum(found.values())
    assert idle == sum(Fraction(p) for name, p in facts["p"].items() if name in quiet)


# ------------------------------------------------------------------ the result of two totals


@pytest.mark.parametrize(
    "facts",
    [
        *examples("DW-DMG-01", 0, 1, 2),
        *examples("DW-DMG-02", 0),
        *examples("DW-DMG-04", 0, 1),
        *examples("DW-DMG-05", 0),
        *examples("DW-DMG-08", 0),
        *examples("DW-DMG-09", 0, 1, 2, 3),
    ],
)
def test_two_totals_have_one_result(facts: dict[str, Any]) -> None:
    victim = on(21, 18, av=facts.get("av", 1), boxes_body=9)
    blow = Blow("red-1", "blue-1", f"figures__0__{facts.get('armor_break', 0)}")
    match = result(tuple(facts["totals"]), blue=victim, blow=blow, options=facts.get("option"))
    assert row_of(match) == facts["result"]


@rule("DW-DMG-10", 0)
def test_armor_break_lowers_the_armor_that_counts() -> None:
    blow = Blow("red-1", "blue-1", "figures__0__2")
    assert row_of(result((7, 6), blue=on(21, 18, av=3), blow=blow)) == "hit_1"
    assert row_of(result((7, 6), blue=on(21, 18, av=3), blow=PLAIN)) == "recoil"


@rule("DW-DMG-10")
def test_all_armor_break_adds_up_and_never_goes_below_nothing() -> None:
    table = duel(blue=on(21, 18, av=4)).table
    blow = Blow("red-1", "blue-1", "shell_cleaver", effort=3, pierce=2)
    assert EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 4).value == 1
    assert EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 2).value == 0


@rule("DW-CBT-01", 0)
@rule("DW-CBT-02")
def test_both_roll_and_add_combat_weapon_and_modifiers() -> None:
    match = duel(on(17, 18, "trident"), on(21, 18, "dive_knife", combat=2)).match(5, 5, 4, 5)
    act(match, *rolling("red-1"), Move("red-1", (19.99, 18.0)), Attack("red-1", "trident", "blue-1"))
    assert happened(match, Clashed)[0].totals == (9, 7)
    assert happened(match, Struck)[0].severity == 2
    assert spent(match)


@rule("DW-CBT-03", 0, 1)
def test_a_defender_that_wins_strikes_back_if_it_faces_the_attacker() -> None:
    assert row_of(result((6, 8), facing=0.0)) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"fallen": 1}))) == "counter_1"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"transfixed": 1}))) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"immobilized": 1}))) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"dazed": 1, "entangled": 1}))) == "counter_1"
    down = {"fallen_may_counter": False}
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"fallen": 1}), options=down)) == "no_effect"


@rule("DW-CBT-04")
def test_a_target_that_rolls_higher_is_merely_safe() -> None:
    shot = Blow("red-1", "blue-1", "dart_rifle", SHOT)
    assert row_of(result((6, 8), blow=shot)) == "no_effect"
    assert row_of(result((8, 6), blow=shot)) == "hit_1"


@rule("DW-CBT-05")
@rule("DW-ABL-14")
def test_a_defender_uses_its_best_weapon_and_none_against_shots() -> None:
    table = duel(blue=on(21, 18, "dive_knife", "trident", "shell_cleaver")).table
    assert best_melee(table, table.models["blue-1"]).id == "shell_cleaver"
    assert scores(duel(blue=on(21, 18, "trident")), PLAIN) == (0, 1)
    assert scores(duel(blue=on(21, 18, "trident")), Blow("red-1", "blue-1", "dart_rifle", SHOT))[1] == 0
    table = duel(blue=on(21, 18, "needle_pistol")).table
    assert best_melee(table, table.models["blue-1"]).id in ("bare_hands", "needle_pistol")


@rule("DW-CBT-06")
@rule("DW-CBT-07")
def test_everything_is_declared_before_the_dice() -> None:
    match = duel().match()
    match.play(*free("red-1"), Attack("red-1", FISTS, "blue-1", "head"))
    blow = happened(match, AttackDeclared)[0].blow
    assert (blow.section, blow.effort, blow.weapon) == ("head", 1, FISTS)
    assert not happened(match, Clashed)


@rule("DW-CBT-08")
def test_a_counter_attack_strikes_the_body_with_the_defenders_weapon() -> None:
    match = duel(on(20, 18, boxes_body=9, av=2), on(21, 18, "shell_cleaver")).match(5, 5, 5, 3, 4)
    act(match, *rolling("red-1", 3), Attack("red-1", FISTS, "blue-1", "locomotion", 3, 0))
    struck = happened(match, Struck)[0]
    assert (struck.counter, struck.blow.weapon, struck.blow.effort) == (True, "shell_cleaver", 1)
    assert wounds(match, "red-1") == 1
    assert wounds(match, "red-1", "locomotion") == 0


@rule("DW-CBT-10")
@rule("DW-ACN-07")
def test_friends_and_those_out_of_contact_cannot_be_struck() -> None:
    match = Stage([on(20, 18), on(21, 18)], [on(19, 18), on(22.2, 18)]).match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "red-2")).rule == "DW-CBT-10"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-2")).rule == "DW-ACN-07"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-1")) is None
    assert {o["target"] for o in offered(match, Attack)} == {"blue-1"}


# ------------------------------------------------------------------ damage


@rule("DW-DMG-03")
@rule("DW-CND-01")
def test_a_hit_is_a_wound_and_a_fall() -> None:
    match = fight(4, 2)
    assert (wounds(match, "blue-1"), fallen(match, "blue-1")) == (1, True)


@rule("DW-DMG-06")
@pytest.mark.parametrize("facts", examples("DW-DMG-07", 0, 1, 2))
def test_a_full_body_is_dead_and_an_overfull_one_gruesomely(facts: dict[str, Any]) -> None:
    match = suffer(
        "body", facts["wounds"], on(21, 18, boxes_body=facts["body"], tokens={"wound:body": facts["marked"]})
    )
    died = happened(match, Slain)
    assert ((died[0].gruesome and "gruesome") or "dead" if died else "alive") == facts["result"]
    if not died:
        assert fallen(match, "blue-1")


@rule("DW-DMG-15")
def test_a_dead_model_leaves_a_body_that_blocks_nothing() -> None:
    match = suffer("body", 2, on(21, 18, "trident"))
    body = model(match, "blue-1-body")
    assert (body.kind, body.profile, body.at) == ("marker", "body", (21.0, 18.0))
    assert "trident" in body.kit
    match = suffer("body", 3, on(21, 18))
    assert model(match, "blue-1-body").profile == "remains"


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


# ------------------------------------------------------------------ recoil and advantage


def driven(end: tuple[float, float], **more: Any) -> Match:
    stage = duel(on(10, 10), on(11, 10, av=3), agenda=(Recoil("blue-1", "red-1", (10.0, 10.0), True),), **more)
    return stage.match()


@rule("DW-DMG-11", 0)
def test_a_recoil_is_an_inch_straight_away() -> None:
    match = driven((12, 10))
    assert at(match, "blue-1") == (12.0, 10.0)
    assert model(match, "blue-1").facing == 180.0
    assert not fallen(match, "blue-1")
    match = driven((14, 10), options={"recoil_inches": 3.0})
    assert at(match, "blue-1") == (14.0, 10.0)


@rule("DW-DMG-11")
def test_who_is_held_or_huge_does_not_recoil_but_loses_the_advantage() -> None:
    for held in ("transfixed", "entangled", "immobilized"):
        match = fight(3, 4, blue=on(21, 18, av=3, combat=2, tokens={held: 1})) if held == "entangled" else None
        if match is not None:
            assert at(match, "blue-1") == (21.0, 18.0)
            assert has(match, "red-1", f"{ADVANTAGE}:blue-1")
    match = duel(on(20, 18, combat=6), on(21.75, 18, av=3, size=3)).match(4, 5)
    act(match, *free("red-1"), HIT)
    assert at(match, "blue-1") == (21.75, 18.0)


@rule("DW-DMG-12", 0)
def test_who_has_no_room_to_recoil_falls() -> None:
    match = driven((11.5, 10), terrain=[wall(12, 5, 14, 15)])
    assert at(match, "blue-1") == (11.5, 10.0)
    assert fallen(match, "blue-1")


@rule("DW-DMG-13")
def test_a_winner_may_follow_up() -> None:
    match = duel(on(20, 18), on(21, 18, av=3)).match(4, 3)
    match.play(*free("red-1"), HIT)
    assert match.decision.rule == "DW-DMG-13"
    follow = match.fork()
    follow.play(FollowUp("red-1"))
    assert at(follow, "red-1") == pytest.approx((20.99, 18.0), abs=0.01)
    match.play(HoldBack("red-1"))
    assert at(match, "red-1") == (20.0, 18.0)
    match = duel(on(20, 18), on(21, 18, av=3), options={"follow_up": False}).match(4, 3)
    match.play(*free("red-1"), HIT)
    assert match.decision.rule != "DW-DMG-13"


@rule("DW-DMG-14", 0)
@rule("DW-DMG-02")
def test_who_drives_somebody_back_has_the_advantage_in_the_next_roll() -> None:
    match = duel(on(20, 18), on(21, 18, av=3)).match(4, 3, 1, 3)
    act(match, *free("red-1"), HIT)
    assert has(match, "red-1", f"{ADVANTAGE}:blue-1") == 2
    table = match.table
    blow = Blow("blue-1", "red-1", FISTS)
    assert EFFECTS.tally(table, DefenceScore("red-1", "blue-1", blow), 0).value == 1
    assert EFFECTS.tally(table, AttackScore("red-1", "blue-1", PLAIN), 0).value == 1


@rule("DW-DMG-14")
def test_an_advantage_is_used_up_lost_by_falling_or_by_the_end_of_the_next_game_turn() -> None:
    held = {f"{ADVANTAGE}:blue-1": 2}
    match = fight(3, 3, red=on(20, 18, tokens=held))
    assert happened(match, Clashed)[0].totals == (7, 6)
    assert not has(match, "red-1", f"{ADVANTAGE}:blue-1")
    match = fight(2, 4, red=on(20, 18, tokens={f"{ADVANTAGE}:blue-2": 2}))
    assert fallen(match, "red-1")
    assert not has(match, "red-1", f"{ADVANTAGE}:blue-2")
