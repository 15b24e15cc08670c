"""What a referee has found: rules that meet one another, each read by the letter."""

from __future__ import annotations

from sightline.games.deepwars.actions import Cast
from tests.games.deepwars.stage import Stage, act, on
from tests.games.deepwars.test_spells import caster, chant
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
