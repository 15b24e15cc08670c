"""Casting: the roll, power kept and spent, aiming (DW-SPL)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    ChangeDepth,
    Charm,
    Done,
    Exert,
    FreeActivation,
    HandOver,
    Learn,
    Nominate,
    PickUp,
    Recover,
    RollToActivate,
    RollToCast,
    Treat,
)
from sightline.games.deepwars.casting import WORKS, disciplines, known, named, reach
from sightline.games.deepwars.events import Clashed, Mishap, SpellCast
from sightline.games.deepwars.loads import lying_there
from sightline.games.deepwars.tokens import ACTIONS, ATTACKED, FALLEN, KEPT, ON_TURN, PROVOKED, TRANSFIXED
from tests.games.deepwars.chants import ALL, cast, caster, chant, end, outcome, rolled, scene, successes
from tests.games.deepwars.duels import FISTS, duel
from tests.games.deepwars.scenes import scenic, sea
from tests.games.deepwars.stage import (
    Stage,
    act,
    example,
    fallen,
    free,
    happened,
    has,
    kelp,
    model,
    odds,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ the roll: DW-SPL-01 to DW-SPL-06


@pytest.mark.parametrize("row", example("DW-SPL-01", 0)["table"])
@rule("DW-SPL-01", 0)
@rule("DW-SPL-02")
def test_each_success_of_a_spellcasting_roll_is_one_point_of_power(row: dict[str, Any]) -> None:
    stage = scene(caster(quality=row["target"]))
    match = stage.match()
    match.play(*chant("siren_lock", row["dice_count"]))
    found = odds(match, successes, stop=rolled)
    assert {str(k): v for k, v in found.items()} == {k: Fraction(p) for k, p in row["p"].items()}


@rule("DW-ACN-18")
@rule("DW-SPL-01")
def test_a_spell_is_named_instead_of_a_free_activation_or_a_roll() -> None:
    match = scene().match(4, 4)
    match.play(Nominate("red-1"))
    assert offered(match, RollToCast) == [{"actor": "red-1"}]
    match.play(RollToCast("red-1", "brine_lance", 2))
    assert refused(match, RollToActivate("red-1", 2)).rule == "DW-ACT-03"
    plain = scene().match(4, 4)
    act(plain, Nominate("red-1"), RollToActivate("red-1", 2))
    assert not offered(plain, Cast)
    assert refused(plain, Cast("red-1", 1, "blue-1")).rule == "DW-SPL-01"


@rule("DW-SPL-01")
def test_a_caster_rolls_one_to_three_dice() -> None:
    match = scene().match()
    assert refused(match, Nominate("red-1"), RollToCast("red-1", "brine_lance", 4)).rule == "DW-SPL-01"


@rule("DW-SPL-03", 0)
def test_kept_points_are_added_to_the_roll_of_the_next_turn() -> None:
    match = scene(blue=on(40, 18)).match(4, 4, 1, 1, 4, 4, 4)
    end(act(match, *chant("brine_lance", 2)))
    assert has(match, "red-1", KEPT) == 2
    act(match, Nominate("blue-1"), RollToActivate("blue-1", 2))
    act(match, *chant("brine_lance", 3))
    assert has(match, "red-1", ACTIONS) == example("DW-SPL-03", 0)["power"]
    assert spent(match)
    assert not has(match, "red-1", KEPT)


@rule("DW-SPL-03")
def test_kept_points_are_lost_if_the_next_turn_brings_no_spell() -> None:
    match = scene(blue=on(40, 18)).match(4, 4)
    end(act(match, *chant("brine_lance", 2)), 2)
    assert has(match, "red-1", KEPT) == 2
    end(match)
    assert not has(match, "red-1", KEPT)
    assert spent(match)


@rule("DW-SPL-03")
def test_at_most_three_points_are_kept_and_an_activation_without_a_spell_loses_them() -> None:
    match = scene(caster(tokens={KEPT: 3, "keeps": 2}), on(40, 18)).match(4)
    act(match, *chant("brine_lance", 1))
    assert has(match, "red-1", ACTIONS) == 4
    act(match, Done("red-1"))
    assert has(match, "red-1", KEPT) == 3
    other = scene(caster(tokens={KEPT: 3, "keeps": 2}), on(40, 18)).match(4, 4)
    act(other, Nominate("red-1"), RollToActivate("red-1", 2), Done("red-1"))
    assert not has(other, "red-1", KEPT)


@rule("DW-SPL-03")
def test_a_caster_who_falls_loses_what_it_kept() -> None:
    stage = Stage([caster(tokens={KEPT: 2, "keeps": 2}), on(2, 2)], [on(21, 18), on(2, 34)], side="blue")
    match = stage.match(4, 1)
    act(match, Nominate("blue-1"), FreeActivation("blue-1"))
    act(match, Attack("blue-1", "bare_hands", "red-1"))
    assert fallen(match, "red-1")
    assert not has(match, "red-1", KEPT)


@rule("DW-SPL-03")
def test_a_spell_never_uses_more_than_six_points() -> None:
    match = scene(caster(tokens={KEPT: 3, "keeps": 2}, quality=2)).match(6, 6, 6)
    act(match, *chant("brine_lance", 3))
    assert {o["power"] for o in offered(match, Cast)} == set(range(2, 7))
    assert refused(match, Cast("red-1", 7, "blue-1")).rule in ("DW-SPL-03", "DW-ACT-04")


@rule("DW-SPL-04")
def test_power_pays_for_moves_but_not_for_attacks() -> None:
    match = scene(blue=on(21, 18)).match(4, 4, 4, 3, 3)
    act(match, *chant("brine_lance", 3))
    assert not offered(match, Attack)
    assert refused(match, Attack("red-1", "bare_hands", "blue-1")).rule == "DW-SPL-04"
    act(match, ChangeDepth("red-1", 1), Cast("red-1", 2, "blue-1"))
    assert happened(match, SpellCast)[0].power == 2
    assert spent(match)


@rule("DW-SPL-04")
def test_a_fallen_caster_gets_up_with_its_power_and_casts_with_the_rest() -> None:
    match = scene(caster(tokens={FALLEN: 1})).match(4, 4, 4, 3, 3)
    act(match, *chant("brine_lance", 3))
    assert not offered(match, Cast)
    act(match, Recover("red-1", FALLEN), Cast("red-1", 2, "blue-1"))
    assert happened(match, SpellCast)
    assert spent(match)


@rule("DW-SPL-04")
def test_there_is_one_spell_per_activation() -> None:
    match = scene(blue=on(25, 18, quality=2)).match(4, 4, 4, 6, 6, 6)
    act(match, *chant("siren_lock", 3), Cast("red-1", 2, "blue-1"))
    assert has(match, "red-1", ACTIONS) == 1
    assert not offered(match, Cast)
    assert refused(match, Cast("red-1", 1, "blue-1")).rule == "DW-SPL-01"


@rule("DW-SPL-05", 0)
@pytest.mark.parametrize(("dice", "chance"), list(zip((1, 2, 3), example("DW-SPL-05", 0)["p"], strict=True)))
def test_two_failures_pass_the_turn(dice: int, chance: str) -> None:
    match = scene().match()
    match.play(*chant("siren_lock", dice))
    found = odds(match, lambda m: outcome(m)[1], stop=rolled)
    assert found.get(True, Fraction(0)) == Fraction(chance)


@rule("DW-SPL-05")
def test_the_turn_passes_after_the_power_is_spent() -> None:
    match = scene().match(4, 1, 1, 1, 1, 1)
    act(match, *chant("siren_lock", 3))
    assert has(match, "red", ON_TURN)
    assert has(match, "red-1", ACTIONS) == 1
    act(match, Cast("red-1", 1, "blue-1")) if offered(match, Cast) else act(match, Done("red-1"))
    assert has(match, "blue", ON_TURN)


@rule("DW-SPL-06", 0)
@pytest.mark.parametrize("row", example("DW-SPL-06", 0)["table"])
def test_three_failures_are_a_mishap(row: dict[str, Any]) -> None:
    match = scene(caster(quality=row["target"])).match()
    match.play(*chant("siren_lock", 3))
    found = odds(match, lambda m: bool(happened(m, Mishap)), stop=rolled)
    assert found[True] == Fraction(row["p"]["0"])


@rule("DW-SPL-06")
@rule("DW-MAG-08")
def test_a_mishap_loses_kept_points_and_passes_the_turn() -> None:
    match = scene(caster(tokens={KEPT: 2, "keeps": 2})).match(1, 2, 3)
    act(match, *chant("siren_lock", 3))
    assert has(match, "red-1", TRANSFIXED)
    assert not has(match, "red-1", KEPT)
    assert has(match, "blue", ON_TURN)


@rule("DW-SPL-04")
def test_power_pays_neither_for_gifts_nor_for_devices() -> None:
    things = {"load:planar_eye": 1, "discipline:elemental": 1}
    witch = on(20, 18, "spellcaster", "healer", "deep_caller", tokens=things)
    stage = Stage([witch, on(20.9, 18.5, tokens={"wound:body": 1})], [on(40, 18)])
    match = act(stage.match(6, 6, 6), *chant("brine_lance"))
    for kind in (Treat, Charm, Learn, HandOver):
        assert not offered(match, kind)
    assert refused(match, Treat("red-1", "red-2", "body")).rule == "DW-SPL-04"
    assert refused(match, Learn("red-1", "planar_eye")).rule == "DW-SPL-04"
    assert refused(match, HandOver("red-1", "red-2", "planar_eye")).rule == "DW-SPL-04"
    assert offered(match, Exert), "a friend may be pushed: that is a Physical Activity"
    plain = act(stage.match(6, 6), *rolling("red-1"))
    assert plain.refusal(Treat("red-1", "red-2", "body")) is None
    assert plain.refusal(Learn("red-1", "planar_eye")) is None


@rule("DW-SPL-04")
def test_power_pays_for_picking_things_up() -> None:
    stage = scene()
    stage.table.put_moved(lying_there(1, (20.6, 18.0), 0.0))
    match = act(stage.match(6, 6, 6, 2), *chant("brine_lance"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", "load:golden_treasure")


@rule("DW-SPL-03")
@pytest.mark.parametrize(("section", "left"), [("trident", 2), ("body", 0)])
def test_a_blow_at_its_weapon_leaves_a_caster_its_power(section: str, left: int) -> None:
    keeper = on(21, 18, "trident", "spellcaster", boxes_body=9, tokens={"kept": 2, "keeps": 1})
    match = duel(on(20, 18, combat=9), keeper).match(6, 1)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1", section))
    assert wounds(match, "blue-1", section)
    assert has(match, "blue-1", "kept") == left


# ------------------------------------------------------------------ aiming: DW-SPL-07 to DW-SPL-12


@rule("DW-SPL-07", 0)
@rule("DW-MAG-03", 0)
def test_a_spell_attack_uses_power_and_modifier_as_its_score() -> None:
    match = cast(scene().match(4, 4, 4, 1, 1), "brine_lance", Cast("red-1", 3, "blue-1"))
    clash = happened(match, Clashed)[0]
    assert (clash.attack.value, clash.defence.value) == (5, 3)


@rule("DW-SPL-07")
def test_depth_and_a_turned_back_count_for_spells_but_range_does_not() -> None:
    match = scene(blue=on(26.5, 18, facing=0, level=1)).match(4, 4, 4, 1, 1)
    act(match, *chant("brine_lance", 3), Cast("red-1", 3, "blue-1"))
    assert happened(match, Clashed)[0].attack.value == 7


@rule("DW-ACN-21")
@rule("DW-SPL-08", 0)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_the_target_needs_as_many_successes_as_the_spell_has_power(n: int) -> None:
    row = example("DW-SPL-08", 0)["table"][n]
    match = scene(blue=on(22.5, 18)).match(6, 6, 6)
    match.play(*chant("siren_lock", 3))
    match = match.fork()
    match.play(Cast("red-1", row["needs"], "blue-1"))
    found = odds(match, lambda m: not has(m, "blue-1", TRANSFIXED), stop=rolled)
    assert found[True] == Fraction(row["p"])


@rule("DW-SPL-08", 1)
def test_power_beyond_three_makes_it_harder() -> None:
    match = scene(caster(tokens={KEPT: 2, "keeps": 2}), on(25, 18, quality=3)).match(6, 6, 6)
    match.play(*chant("siren_lock", 3))
    match = match.fork()
    match.play(Cast("red-1", 5, "blue-1"))
    found = odds(match, lambda m: not has(m, "blue-1", TRANSFIXED), stop=rolled)
    assert found[True] == Fraction(example("DW-SPL-08", 1)["p"])


@rule("DW-SPL-08")
def test_machines_have_no_mind_to_reach() -> None:
    match = scene(blue=on(22.5, 18, "artificial")).match(6, 6, 6)
    act(match, *chant("siren_lock", 3))
    assert not offered(match, Cast)
    assert refused(match, Cast("red-1", 1, "blue-1")).rule == "DW-SPL-11"


@rule("DW-SPL-09", 0)
def test_power_carries_a_spell_farther() -> None:
    facts, table = example("DW-SPL-09", 0), scene().table
    lance, knit = catalog.spells()["brine_lance"], catalog.spells()["knit_flesh"]
    assert [reach(table, lance, p) for p in facts["power"]] == facts["inches"]
    assert reach(table, knit, 3) == 3
    near = scene(blue=on(26, 18)).match(4, 4, 4)
    act(near, *chant("brine_lance", 3))
    assert {o["power"] for o in offered(near, Cast)} == {2, 3}
    beyond = scene(blue=on(26.02, 18)).match(4, 4, 4)
    act(beyond, *chant("brine_lance", 3))
    assert refused(beyond, Cast("red-1", 2, "blue-1")).rule == "DW-SPL-09"


@rule("DW-SPL-11")
def test_a_spell_needs_sight_into_the_front_arc() -> None:
    behind = scene(caster(facing=180)).match(4, 4, 4)
    act(behind, *chant("brine_lance", 3))
    assert not offered(behind, Cast)
    walled = scene(terrain=[wall(22, 10, 23, 26)]).match(4, 4, 4)
    act(walled, *chant("brine_lance", 3))
    assert not offered(walled, Cast)


@rule("DW-SPL-11")
def test_in_a_melee_one_casts_at_those_in_it_or_on_friends() -> None:
    match = Stage([caster(), on(20, 19.5)], [on(21, 18), on(24, 18)]).match(4, 4, 4)
    act(match, *chant("siren_lock", 3))
    assert refused(match, Cast("red-1", 2, "blue-2")).rule == "DW-SPL-11"
    assert match.refusal(Cast("red-1", 2, "blue-1")) is None


@rule("DW-ABL-58")
@rule("DW-SPL-12")
@rule("DW-MAG-01")
def test_a_caster_knows_the_spells_of_its_disciplines_only() -> None:
    stage = Stage([on(20, 18, profile="ll_voice"), on(4, 4, "healer")], [on(25, 18)])
    voice = stage.table.models["red-1"]
    assert disciplines(voice) == ("psychic",)
    assert known(voice) == ("hallucination", "siren_lock", "puppet_tide", "mind_spike")
    assert refused(stage.match(), Nominate("red-1"), RollToCast("red-1", "brine_lance", 1)).rule == "DW-SPL-12"
    assert not offered(act(stage.match(), Nominate("red-2")), RollToCast)
    assert {s.discipline for s in catalog.spells().values()} == set(ALL)


@rule("DW-MAG-02")
def test_a_spell_needs_its_least_power() -> None:
    match = scene().match(4)
    act(match, *chant("thermal_burst", 1))
    assert not offered(match, Cast)
    assert refused(match, Cast("red-1", 1, "blue-1")).rule == "DW-MAG-02"
    assert named(model(match, "red-1")) is catalog.spells()["thermal_burst"]


@rule("DW-SPL-11")
@rule("DW-LOS-03")
@pytest.mark.parametrize(("to", "seen"), [(25.5, False), (23.0, True)])
def test_a_spot_behind_deep_kelp_is_not_in_sight(to: float, seen: bool) -> None:
    match = scene(terrain=[kelp(21, 15, to, 21)]).match(6, 6, 6)
    act(match, *chant("ink_veil"))
    assert (match.refusal(Cast("red-1", 3, at=(26.5, 18.0))) is None) is seen


@rule("DW-SPL-09")
def test_a_spell_that_falls_short_says_by_how_much() -> None:
    match = act(scene(blue=on(28.5, 18)).match(6, 6, 6), *chant("brine_lance"))
    no = refused(match, Cast("red-1", 3, "blue-1"))
    assert (no.rule, no.facts["distance"], no.facts["range"]) == ("DW-SPL-09", 7.5, 7.0)
    assert refused(match, Cast("red-1", 3, "nobody")).rule == "DW-SPL-11"


# ------------------------------------------------------------------ spells with an attack roll: DW-SPL-07


@rule("DW-ABL-13")
@rule("DW-CRE-04")
@rule("DW-SPL-07")
def test_a_spell_attack_is_an_attack() -> None:
    stage = sea(Stage([caster(), on(2, 2)], [on(2, 34)]), ("slate_ray", 24, 18))
    match = act(stage.match(6, 6, 6, 1, 6), *chant("brine_lance"), Cast("red-1", 3, "wild-slate_ray"))
    assert has(match, "red-1", ATTACKED)
    assert has(match, "wild-slate_ray", PROVOKED)
    match = act(stage.match(1, 1, 1, 1, 6), *chant("brine_lance"))
    assert not has(match, "red-1", ATTACKED), "who is struck by its own lance has attacked nobody"


@rule("DW-CBT-10")
@rule("DW-SCA-03")
@rule("DW-SPL-07")
@pytest.mark.parametrize(("spell", "score"), [("brine_lance", 5), ("thermal_burst", 3), ("siren_lock", None)])
def test_a_spell_attack_may_be_aimed_at_an_object(spell: str, score: int | None) -> None:
    stage = scenic(Stage([caster(), on(2, 2)], [on(2, 34)]), "scenic_artifact", "deflector_field_generator", (26, 18))
    stage.table.put_moved(replace(stage.table.models["red-1"], at=(20.5, 18.0)))
    match = act(stage.match(6, 6, 6, 3, 3), *chant(spell))
    if score is None:
        assert not offered(match, Cast)
    else:
        act(match, Cast("red-1", 3, "thing"))
        assert happened(match, Clashed)[0].totals == (3 + score + 1, 3 + 5 + 2), "Big, and in its own field"


def test_every_spell_has_its_work() -> None:
    assert set(WORKS) == set(catalog.spells())
    assert GAME.id == "deepwars"
