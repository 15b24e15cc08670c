"""Leaving combat, getting up again, and ground that kills (DW-ACN-15, DW-ACN-22, DW-TER-02)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.games.deepwars.actions import Attack, BreakAway, Done, EndTurn, FastDive, Move, Recover
from sightline.games.deepwars.attacking import attack_slots
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Faced, Recoiled, Slain
from sightline.games.deepwars.questions import AttackScore, Blow
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    box,
    example,
    fallen,
    free,
    happened,
    has,
    model,
    odds,
    offered,
    on,
    rolling,
    spent,
    table_of,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ leaving combat


@rule("DW-ACN-22")
@rule("DW-ABL-28")
def test_whoever_is_left_strikes_first() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)]).match(5, 5, 3, 3)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    clash = happened(match, Clashed)[0]
    assert (clash.attacker, clash.totals) == ("blue-1", (6, 6))
    assert at(match, "red-1") == (16.0, 18.0)
    assert spent(match)


@rule("DW-ACN-22")
def test_a_free_hack_that_drives_back_stops_a_dive() -> None:
    match = Stage([on(20, 18, "power_dive", av=4), on(2, 2)], [on(21, 18), on(2, 34)]).match(4, 3)
    act(match, *free("red-1"), FastDive("red-1", 3))
    assert at(match, "red-1") == (19.0, 18.0)
    assert model(match, "red-1").z == 0
    assert spent(match)


@rule("DW-ACN-22")
def test_a_hack_that_fells_or_drives_back_stops_the_move() -> None:
    match = Stage([on(20, 18, boxes_body=5), on(2, 2)], [on(21, 18), on(2, 34)]).match(5, 5, 5, 3)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    assert fallen(match, "red-1")
    assert at(match, "red-1") == (20.0, 18.0)
    match = Stage([on(20, 18, av=4), on(2, 2)], [on(21, 18), on(2, 34)]).match(5, 5, 5, 3)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    assert at(match, "red-1") == (19.0, 18.0)
    assert has(match, "red-1", "actions") == 1


@rule("DW-ABL-28")
@pytest.mark.parametrize(
    "blue", [on(21, 18, facing=0.0), on(21, 18, tokens={"fallen": 1}), on(21, 18, tokens={"dazed": 1})]
)
def test_who_looks_away_or_is_down_makes_no_free_hack(blue: On) -> None:
    match = Stage([on(20, 18)], [blue, on(2, 34)]).match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    assert not happened(match, Clashed)


@rule("DW-ACN-22")
def test_a_quality_check_lets_one_go() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)])
    match = stage.match(5, 5, 5, 5, 1)
    act(match, *rolling("red-1"), BreakAway("red-1"), Move("red-1", (16.0, 18.0)))
    assert not happened(match, Clashed)
    assert at(match, "red-1") == (16.0, 18.0)
    match = stage.match(5, 5, 1, 1, 1, 3, 3)
    act(match, *rolling("red-1"), BreakAway("red-1"))
    assert happened(match, Clashed)[0].attacker == "blue-1"
    match = stage.match(5, 5, 5, 1, 1)
    act(match, *rolling("red-1"), BreakAway("red-1"))
    assert not happened(match, Clashed)
    assert not has(match, "red-1", "broke_away")


@rule("DW-ACN-22")
@pytest.mark.parametrize("armor", [1, 4])
def test_after_three_failures_everybody_strikes_whatever_the_first_has_done(armor: int) -> None:
    blue = [on(21, 18), on(20, 19, facing=270.0), on(20, 17, facing=90.0), on(2, 34)]
    stage = Stage([on(20, 18, boxes_body=9, av=armor), on(2, 2)], blue)
    match = act(stage.match(5, 5, 1, 1, 1, 5, 3, 3, 3, 3, 3), *rolling("red-1"), BreakAway("red-1"))
    assert [clash.attacker for clash in happened(match, Clashed)] == ["blue-1", "blue-2", "blue-3"]
    assert fallen(match, "red-1") or happened(match, Recoiled)
    assert spent(match)


@rule("DW-ACN-22")
def test_leaving_may_cost_an_action_or_nothing() -> None:
    stage = Stage([on(20, 18)], [on(21, 18), on(2, 34)], options={"disengage": "two_actions"})
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    assert has(match, "red-1", "actions") == 0
    assert not happened(match, Clashed)
    match = Stage([on(20, 18)], [on(21, 18), on(2, 34)], options={"disengage": "free"}).match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    assert has(match, "red-1", "actions") == 1


# ------------------------------------------------------------------ recovering


@rule("DW-ACN-15", 0, 1)
@rule("DW-CND-01")
@rule("DW-CND-03")
def test_getting_up_costs_an_action_and_a_clear_mind_two() -> None:
    match = Stage([on(10, 10, tokens={"fallen": 1})], [on(40, 30)]).match()
    act(match, *free("red-1"), Recover("red-1", "fallen"))
    assert not fallen(match, "red-1")
    match = Stage([on(10, 10, tokens={"transfixed": 1}), on(2, 2)], [on(40, 30)]).match(5, 5)
    act(match, *free("red-1"), Recover("red-1", "transfixed"))
    assert has(match, "red-1", "transfixed")
    act(match, EndTurn("red") if match.decision.rule == "DW-ACT-01" else Done("red-1"))
    if match.decision.side == "red":
        act(match, EndTurn("red"))
    act(match, EndTurn("blue"), *rolling("red-1"), Recover("red-1", "transfixed"))
    assert not has(match, "red-1", "transfixed")
    assert match.refusal(Recover("red-1", "fallen")).rule == "DW-ACN-15"  # type: ignore[union-attr]


@rule("DW-ACN-15")
def test_a_mind_half_cleared_clouds_again_in_a_turn_without_it() -> None:
    match = Stage([on(10, 10, tokens={"transfixed": 1}), on(2, 2)], [on(40, 30)]).match()
    again = Recover("red-1", "transfixed")
    act(match, *free("red-1"), again, EndTurn("red"), EndTurn("blue"))
    act(match, *free("red-2"), Done("red-2"), EndTurn("red"), EndTurn("blue"), *free("red-1"), again)
    assert has(match, "red-1", "transfixed"), "the first of two actions was spent in another turn but the last"
    act(match, EndTurn("red"), EndTurn("blue"), *free("red-1"), again)
    assert not has(match, "red-1", "transfixed")


@rule("DW-CND-02")
def test_a_dazed_model_fights_badly_until_it_recovers() -> None:
    table = table_of([on(20, 18, tokens={"dazed": 1})], [on(21, 18)])
    assert EFFECTS.tally(table, AttackScore("red-1", "blue-1", Blow("red-1", "blue-1", FISTS)), 0).value == -1
    match = Stage([on(20, 18, tokens={"dazed": 1})], [on(40, 18)]).match()
    act(match, *free("red-1"), Recover("red-1", "dazed"))
    assert not has(match, "red-1", "dazed")


@rule("DW-CND-02")
def test_a_dazed_model_neither_aims_nor_charges() -> None:
    stage = Stage([on(10, 18, "dart_rifle", tokens={"dazed": 1}), on(2, 2)], [on(14, 18), on(2, 34)])
    match = act(stage.match(6, 6, 6), *rolling("red-1", 3))
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1", effort=2)).rule == "DW-CND-02"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1")) is None
    shot = next(o for o in match.decision.offers if o.action is Attack)
    assert "effort" not in attack_slots(match.table, match.decision, shot)
    act(match, Move("red-1", (13.0, 18.0)))
    refusal = match.refusal(Attack("red-1", FISTS, "blue-1"))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["moves"]) == ("DW-CND-02", 1)
    assert not [given for given in offered(match, Attack) if given["weapon"] == FISTS]
    act(match, Recover("red-1", "dazed"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1")) is None


# ------------------------------------------------------------------ deadly ground


def _asked(match: Any) -> bool:
    return isinstance(match.pending, Decision)


@rule("DW-TER-02", 0)
@rule("DW-TER-01")
def test_deadly_terrain_is_resisted_once_per_game_turn() -> None:
    vents = box(12, 8, 16, 12, "deadly", "material:none", id="vents", height=2)
    stage = Stage([on(10, 10), on(2, 2), on(6, 2)], [on(40, 30)], terrain=[vents])
    facts = example("DW-TER-02", 0)
    match = stage.match()
    act(match, *free("red-1"))
    match.play(Move("red-1", (13.0, 10.0)))
    found = odds(match, lambda m: 2 if not alive(m, "red-1") else wounds(m, "red-1"), stop=_asked)
    chances = {int(k): Fraction(v) for k, v in facts["p"].items()}
    assert found == {0: chances[2] + chances[3], 1: chances[1], 2: chances[0]}
    match = stage.match(5, 5, 6, 6, 1)
    act(match, *rolling("red-1"), Move("red-1", (13.0, 10.0)), Move("red-1", (14.0, 10.0)))
    assert spent(match)
    above = Stage([on(10, 10, level=2)], [on(40, 30)], terrain=[vents]).match()
    act(above, *free("red-1"), Move("red-1", (13.0, 10.0)))
    assert at(above, "red-1") == (13.0, 10.0)


@rule("DW-TER-02")
def test_who_begins_in_deadly_terrain_resists_when_nominated() -> None:
    vents = box(8, 8, 12, 12, "deadly", "material:none", id="vents")
    match = Stage([on(10, 10), on(2, 2)], [on(40, 30)], terrain=[vents]).match(6, 1, 1)
    act(match, *free("red-1"))
    assert (wounds(match, "red-1"), fallen(match, "red-1")) == (1, True)
    assert not happened(match, Slain)


@rule("DW-GEN-08")
def test_whoever_turns_is_seen_to_turn() -> None:
    match = Stage([on(16, 20)], [on(20, 20, facing=170), on(2, 34)]).match()
    act(match, *free("red-1"), Move("red-1", (18.99, 20.0)))
    assert [e.rule for e in happened(match, Faced) if e.model == "blue-1"] == ["DW-GEN-08"]
