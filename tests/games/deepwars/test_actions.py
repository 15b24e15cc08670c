"""What actions are spent on: efforts, small steps, recovering, leaving combat (DW-ACN); Free Hacks (DW-ABL-28)."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Pick
from sightline.core.table import Piece
from sightline.games.deepwars.actions import (
    Attack,
    BreakAway,
    ChangeDepth,
    Done,
    EndTurn,
    FastDive,
    Move,
    Recover,
    StepAndAttack,
)
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Harmed, Recoiled, Wounded
from sightline.games.deepwars.measure import stick
from sightline.games.deepwars.questions import HACK, Armor, AttackScore, Blow
from sightline.games.deepwars.tokens import ACTIONS, ATTACKED
from tests.games.deepwars.duels import FISTS, PLAIN, duel, scores, struck
from tests.games.deepwars.scenes import at_a_plant
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    at,
    example,
    fallen,
    free,
    happened,
    has,
    kelp,
    model,
    offered,
    on,
    refused,
    rolling,
    spent,
)
from tests.kit import rule

# ------------------------------------------------------------------ efforts


@rule("DW-ACN-08", 0)
def test_each_further_action_lowers_the_score_or_breaks_armor() -> None:
    facts = example("DW-ACN-08", 0)
    found = []
    for pierce in range(3):
        blow = Blow("red-1", "blue-1", FISTS, effort=facts["actions"], pierce=pierce)
        table = duel().table
        armor = EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 5).value
        found.append([scores(duel(), blow)[1], int(5 - armor)])
    assert found == facts["choices"]


@rule("DW-ACN-08")
def test_three_actions_at_most_go_into_one_attack() -> None:
    match = duel().match(6, 6, 6)
    act(match, *rolling("red-1", 3))
    assert match.refusal(Attack("red-1", FISTS, "blue-1", effort=4)).rule == "DW-ACN-08"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-1", effort=2, pierce=2)).rule == "DW-ACN-08"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-1", effort=3, pierce=2)) is None


@rule("DW-ACN-08")
@rule("DW-ACN-10")
def test_too_much_armor_break_is_refused_by_the_rule_of_the_attack() -> None:
    match = act(duel(on(20, 18, "needle_pistol")).match(6, 6), *rolling("red-1"))
    for weapon, rule_ in ((FISTS, "DW-ACN-08"), ("needle_pistol", "DW-ACN-10")):
        no = refused(match, Attack("red-1", weapon, "blue-1", effort=2, pierce=2))
        assert (no.rule, no.facts["armor break"], no.facts["most"]) == (rule_, 2, 1)


# ------------------------------------------------------------------ small steps: DW-ACN-17


@rule("DW-ACN-17")
def test_a_small_step_may_come_with_an_attack() -> None:
    match = duel(on(19, 18)).match(3, 3)
    act(match, *free("red-1"))
    far = StepAndAttack("red-1", FISTS, "blue-1", (20.3, 18.6))
    assert match.refusal(far).rule == "DW-ACN-17"  # type: ignore[union-attr]
    act(match, StepAndAttack("red-1", FISTS, "blue-1", (19.99, 18.0)))
    assert happened(match, Clashed)[0].totals == (6, 6)
    assert at(match, "red-1") == pytest.approx((19.99, 18.0), abs=0.001)
    assert spent(match)
    match = Stage([on(20, 18)], [on(19, 18), on(21.5, 18)]).match(5, 5)
    act(match, *rolling("red-1"))
    away = StepAndAttack("red-1", FISTS, "blue-2", (20.49, 18.0))
    assert match.refusal(away).rule == "DW-ACN-17"  # type: ignore[union-attr]


@rule("DW-ACN-17")
@rule("DW-SUB-01")
def test_who_steps_may_strike_at_the_head() -> None:
    match = duel(on(19, 18)).match(6, 1)
    act(match, *free("red-1"))
    offer = next(o for o in match.decision.offers if o.action is StepAndAttack)
    part = match.slots(offer)["section"]
    assert isinstance(part, Pick)
    assert {"body", "head", "locomotion"} <= set(part.options)
    act(match, StepAndAttack("red-1", FISTS, "blue-1", (19.99, 18.0), "head"))
    assert happened(match, Wounded)[0].section == "head"


@rule("DW-ACN-17")
def test_a_step_may_come_with_a_shot() -> None:
    match = duel(on(14, 18, "dart_rifle")).match(3, 3)
    act(match, *free("red-1"), StepAndAttack("red-1", "dart_rifle", "blue-1", (15.0, 18.0)))
    assert happened(match, Clashed)[0].totals == (6, 6)


@rule("DW-ABL-57")
@rule("DW-ACN-17")
def test_a_sluggish_model_that_has_moved_may_still_step_and_attack() -> None:
    match = Stage([on(16, 18, "sluggish"), on(2, 2)], [on(21.5, 18), on(2, 34)]).match(5, 5, 3, 3)
    act(match, *rolling("red-1"), Move("red-1", (20.0, 18.0)))
    assert offered(match, StepAndAttack)
    act(match, StepAndAttack("red-1", FISTS, "blue-1", (20.5, 18.0)))
    assert struck(match) == ["blue-1"]


@rule("DW-RNG-07")
@rule("DW-ACN-09")
@pytest.mark.parametrize(("dice", "shots"), [((5, 5), 1), ((5, 1), 0)])
def test_a_shot_that_has_to_be_aimed_is_offered_with_two_actions_only(dice: tuple[int, int], shots: int) -> None:
    match = Stage([on(10, 18, "dart_rifle"), on(2, 2)], [on(28, 18), on(40, 34)]).match(*dice)
    assert len(offered(act(match, *rolling("red-1")), Attack)) == shots


@rule("DW-ACN-17")
@rule("DW-CND-04")
def test_who_is_held_takes_no_step() -> None:
    match = Stage([on(20, 18, tokens={"entangled": 1}), on(2, 2)], [on(21.5, 18), on(2, 34)]).match()
    act(match, *free("red-1"))
    assert refused(match, StepAndAttack("red-1", FISTS, "blue-1", (20.5, 18.0))).rule == "DW-CND-04"
    assert not offered(match, StepAndAttack)


@rule("DW-ACN-17")
@rule("DW-CBT-10")
def test_one_may_step_up_to_an_object_and_strike_it() -> None:
    match = act(at_a_plant(gap=0.8).match(6, 1), *free("red-1"))
    assert offered(match, StepAndAttack)
    x, y = at(match, "red-1") or (0.0, 0.0)
    act(match, StepAndAttack("red-1", FISTS, "thing", (x + 0.78, y)))
    assert happened(match, Clashed)[0].defender == "thing"


@rule("DW-ACN-17")
@rule("DW-MOV-04")
def test_who_steps_along_an_enemy_does_not_cut_through_what_is_solid() -> None:
    step = StepAndAttack("red-1", FISTS, "blue-1", (20.5, 18.86))
    tip, foot = (20.08, 18.53), ((19.0, 19.27), (18.9, 19.1))
    thorn = Piece((tip, *foot), 3, "thorn", traits=("blocking", "material:stone"))
    for terrain, said in (((), None), ((thorn,), "DW-MOV-04")):
        foes = [on(21, 18, level=1), on(2, 34), on(6, 34)]
        match = act(Stage([on(20, 18), on(2, 2)], foes, terrain=terrain).match(), *free("red-1"))
        no = match.refusal(step)
        assert (no and no.rule) == said


@rule("DW-ACN-17")
@rule("DW-DEP-05")
def test_one_may_step_up_to_an_enemy_on_the_level_above_and_strike_it() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21.8, 18, level=1), on(2, 34), on(6, 34)]).match(3, 3)
    act(match, *free("red-1"), StepAndAttack("red-1", FISTS, "blue-1", (20.79, 18)))
    assert happened(match, Clashed)


# ------------------------------------------------------------------ recovering: DW-ACN-15


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


# ------------------------------------------------------------------ leaving combat: DW-ACN-22


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


@rule("DW-ACN-22")
@rule("DW-ACN-06")
def test_a_change_of_depth_that_stays_in_contact_leaves_nobody() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], options={"disengage": "two_actions"})
    match = act(stage.match(5, 5), *rolling("red-1"), ChangeDepth("red-1", 1))
    assert has(match, "red-1", ACTIONS) == 1
    assert refused(match, ChangeDepth("red-1", 1)).rule == "DW-ACN-22"


@rule("DW-ACN-22")
@rule("DW-MOV-07")
@rule("DW-ACN-05")
def test_what_makes_a_move_too_dear_is_named() -> None:
    foes, dear = [on(21, 18), on(2, 34), on(6, 34)], {"disengage": "two_actions"}
    match = act(Stage([on(20, 18, level=1), on(2, 2)], foes, options=dear).match(), *free("red-1"))
    for leaving in (Move("red-1", (17, 18)), ChangeDepth("red-1", 1), FastDive("red-1", 2)):
        no = refused(match, leaving)
        assert (no.rule, no.facts["needed"], no.facts["left"]) == ("DW-ACN-22", 2, 1)
    for hurt, terrain, rule_ in ((1, [], "DW-MOV-07"), (0, [kelp(15, 15, 25, 21)], "DW-ACN-05")):
        slow = on(20, 18, stick=1, boxes_locomotion=2, tokens={"wound:locomotion": hurt} if hurt else {})
        match = act(Stage([slow, on(2, 2)], [on(40, 30)], terrain=terrain).match(), *free("red-1"))
        no = refused(match, Move("red-1", (18, 18)))
        assert (no.rule, no.facts["needed"]) == (rule_, 2)


# ------------------------------------------------------------------ Free Hacks: DW-ABL-28


@rule("DW-ABL-28")
@pytest.mark.parametrize(
    "blue", [on(21, 18, facing=0.0), on(21, 18, tokens={"fallen": 1}), on(21, 18, tokens={"dazed": 1})]
)
def test_who_looks_away_or_is_down_makes_no_free_hack(blue: On) -> None:
    match = Stage([on(20, 18)], [blue, on(2, 34)]).match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    assert not happened(match, Clashed)


@rule("DW-ABL-28")
def test_a_free_hack_uses_the_best_weapon_and_is_not_answered() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18, "dive_knife", "trident"), on(2, 34)]).match(5, 5, 1, 6)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    clash = happened(match, Clashed)[0]
    assert (clash.blow.mode, clash.blow.weapon, clash.totals) == (HACK, "trident", (5, 9))
    assert not happened(match, Harmed)
    assert stick(match.table, 1) == 3
    assert EFFECTS.tally(match.table, AttackScore("red-1", "blue-1", PLAIN), 0).value == 0


@rule("DW-ABL-28")
@rule("DW-ACN-22")
def test_a_free_hack_has_no_modifiers_but_plain_ones() -> None:
    hack = Blow("red-1", "blue-1", FISTS, HACK)
    assert scores(Stage([on(20, 18)], [on(21, 18, facing=0.0)]), hack) == (0, 0)
    assert scores(Stage([on(20, 18), on(21, 19)], [on(21, 18, facing=0.0)]), hack) == (0, -1)
    assert scores(Stage([on(20, 18, level=1)], [on(20.5, 18)]), hack) == (1, 0)
    assert scores(Stage([on(20, 18)], [on(21, 18)], terrain=[kelp(18, 16, 20.4, 20)]), hack)[0] == -1


@rule("DW-ABL-28")
@rule("DW-ABL-38")
@rule("DW-ABL-40")
def test_riders_and_packs_hack_as_they_attack() -> None:
    hack = Blow("red-1", "blue-1", FISTS, HACK)
    assert scores(Stage([on(20, 18, "mounted")], [on(21, 18)]), hack) == (1, 0)
    pack = Stage([on(20, 18, "pack_hunter"), on(22, 18, "pack_hunter")], [on(21, 18)])
    assert scores(pack, hack) == (1, -1)


@rule("DW-ABL-28")
@rule("DW-ABL-13")
def test_a_free_hack_is_an_attack() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34), on(6, 34)]).match(1, 6)
    act(match, *free("red-1"), Move("red-1", (17, 18)))
    assert has(match, "blue-1", ATTACKED)
