"""What a referee has found: rules that meet one another, each read by the letter."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.errors import BadInput
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack, Cast, ChangeDepth, FollowUp, Move
from sightline.games.deepwars.events import Checked, LostToTheSide
from sightline.games.deepwars.parts import MoraleOf
from tests.games.deepwars.chants import caster, chant
from tests.games.deepwars.stage import Stage, act, alive, at, happened, has, model, on, rolling, spent
from tests.kit import rule


@rule("DW-RNG-10")
def test_a_spell_with_an_attack_roll_is_not_aimed_into_a_melee_with_friends() -> None:
    red, blue = [caster(), on(26, 18)], [on(25, 18), on(2, 34)]
    for spell, options, no in (
        ("brine_lance", {}, "DW-RNG-10"),
        ("thermal_burst", {}, "DW-RNG-10"),
        ("siren_lock", {}, None),
        ("brine_lance", {"fire_into_melee": "minus_2"}, None),
    ):
        match = act(Stage(red, blue, options=options).match(6, 6, 6), *chant(spell))
        refusal = match.refusal(Cast("red-1", 3, "blue-1"))
        assert (refusal and refusal.rule) == no


@rule("DW-RNG-10")
def test_an_engaged_caster_may_strike_whom_it_is_engaged_with() -> None:
    match = act(Stage([caster(), on(2, 2)], [on(21, 18), on(2, 34)]).match(6, 6, 6), *chant("brine_lance"))
    assert match.refusal(Cast("red-1", 3, "blue-1")) is None


@rule("DW-ABL-19")
@rule("DW-CND-08")
def test_whoever_has_shifted_is_no_target_for_a_spell() -> None:
    shifted = on(25, 18, "dimension_shift", tokens={"shifted": 1})
    match = act(Stage([caster(), on(2, 2)], [shifted, on(24, 20)]).match(6, 6, 6), *chant("siren_lock"))
    refusal = match.refusal(Cast("red-1", 3, "blue-1"))
    assert refusal is not None
    assert refusal.rule == "DW-CND-08"
    assert match.refusal(Cast("red-1", 3, "blue-2")) is None


@rule("DW-MAG-09")
def test_a_puppet_that_dies_is_lost_to_its_own_side() -> None:
    weak = on(25, 18, "leader", boxes_body=2, tokens={"wound:body": 1})
    stage = Stage([caster(), on(2, 2), on(4, 2)], [weak, on(26, 18, combat=5), on(6, 34), on(8, 34)])
    match = stage.match(6, 6, 6, 1, 1, 2, 1, 3, *[6] * 9)
    act(match, *chant("puppet_tide"), Cast("red-1", 2, "blue-1"), Attack("blue-1", "bare_hands", "blue-2"))
    assert not alive(match, "blue-1")
    assert {e.bearer for e in happened(match, LostToTheSide)} == {"blue"}
    assert {e.model for e in happened(match, Checked) if e.check == "MoraleCheck"} == {"blue-2", "blue-3", "blue-4"}
    assert model(match, "blue-1-body").side == "blue"
    assert spent(match)


@rule("DW-MAG-09")
def test_a_puppet_that_flees_is_lost_to_its_own_side() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(40, 30)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),))
    puppet = stage.table.models["red-1"]
    stage.table.put_moved(replace(puppet, side="blue"))
    stage.table.put_all_tokens(stage.table.models["red-1"], {**puppet.tokens, "puppet": 1})
    match = stage.match(1, 1, 1)
    assert not alive(match, "red-1")
    assert [e.bearer for e in happened(match, LostToTheSide)] == ["red"]


@rule("DW-CND-04")
def test_whoever_is_swept_out_of_reach_is_no_longer_held() -> None:
    held = on(24, 18, tokens={"entangled": 1, "held_by:blue-1": 1})
    stage = Stage([caster(), held], [on(25, 18, "lure_hooks"), on(2, 34)])
    match = stage.match(6, 6, 6)
    act(match, *chant("riptide"), Cast("red-1", 2, "red-2", at=(24.0, 24.0)))
    assert at(match, "red-2") == (24.0, 24.0)
    assert not has(match, "red-2", "entangled") + has(match, "red-2", "held_by:blue-1")
    net = Stage([caster(), on(24, 18, tokens={"entangled": 1})], [on(25, 18), on(2, 34)]).match(6, 6, 6)
    act(net, *chant("riptide"), Cast("red-1", 2, "red-2", at=(24.0, 24.0)))
    assert has(net, "red-2", "entangled")


@rule("DW-DMG-13")
@rule("DW-ABL-57")
def test_a_slow_model_that_has_charged_may_follow_up() -> None:
    match = Stage([on(10, 18, "sluggish"), on(2, 2)], [on(14, 18, av_body=4), on(2, 34)]).match(6, 6, 4, 4)
    act(match, *rolling("red-1"), Move("red-1", (13.0, 18.0)))
    match.play(Attack("red-1", "bare_hands", "blue-1"))
    assert match.decision.rule == "DW-DMG-13"
    match.play(FollowUp("red-1"))
    assert at(match, "red-1") != (13.0, 18.0)
    assert spent(match)


@rule("DW-CND-04")
def test_a_holder_that_goes_to_another_depth_lets_go() -> None:
    held = on(21, 18, facing=0, tokens={"entangled": 1, "held_by:red-1": 1})
    match = Stage([on(20, 18, "lure_hooks"), on(2, 2)], [held, on(2, 34)]).match(6, 6, 6)
    act(match, *rolling("red-1", 3), ChangeDepth("red-1", 1))
    assert has(match, "blue-1", "entangled")
    act(match, ChangeDepth("red-1", 1))
    assert not has(match, "blue-1", "entangled")


@rule("DW-ACT-03")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"activation": {"quality": 4, "dice": 0}}, "odds.activation.dice: expected a whole number >= 1"),
        ({"combat": {"mode": "melee"}}, "odds.combat.mode: there is no 'melee'; known: h2h, ranged"),
        ({"morale": {"bonus": 1}}, "odds.morale: missing key 'quality'"),
    ],
)
def test_a_question_no_rule_answers_says_what_there_is(question: dict[str, object], told: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.odds(question)
    assert str(refused.value) == told
