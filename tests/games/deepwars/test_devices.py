"""Tech items, artifacts, scenic artifacts and weapons, upgrades."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import (
    Attack,
    CallPredators,
    Done,
    EnterPortal,
    Fire,
    Fix,
    FreeActivation,
    HandOver,
    Learn,
    Move,
    Nominate,
    OpenPortal,
    PickUp,
    RollToActivate,
    Salvage,
    SwitchOver,
    Teach,
    Treat,
)
from sightline.games.deepwars.checks import reads
from sightline.games.deepwars.devices import can_use, handicap
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Called, Clashed
from sightline.games.deepwars.loads import lying_there
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.questions import (
    SHOT,
    SPELL,
    Activating,
    Armor,
    AttackScore,
    Blow,
    Casting,
    DefenceScore,
    MoraleCheck,
    QualityCheck,
)
from sightline.games.deepwars.relics import packs
from sightline.games.deepwars.scenarios import ENGINE, standing_there
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.sides import ALTAR
from sightline.games.deepwars.tokens import ACTIONS, CHARGING, DAMAGED, LEARNED, LOAD, TRANSFIXED, UPGRADE
from sightline.games.deepwars.treasure import artifact_of
from tests.games.deepwars.chants import end
from tests.games.deepwars.stage import (
    Stage,
    act,
    at,
    free,
    happened,
    has,
    kelp,
    model,
    odds,
    on,
    refused,
    spent,
    wounds,
)
from tests.games.deepwars.test_activation import example
from tests.kit import rule

EYE = "planar_eye"


def finder(*items: str, tokens: dict[str, int] | None = None) -> Stage:
    """Somebody who carries an artifact nobody has learned."""
    return Stage([on(20, 18, *items, tokens={f"{LOAD}:{EYE}": 1, **(tokens or {})}), on(2, 2)], [on(40, 30)])


def learning(stage: Stage, *dice: int) -> Any:
    """One try to learn the artifact."""
    return act(stage.match(*dice), Nominate("red-1"), FreeActivation("red-1"), Learn("red-1", EYE))


def chance(quality: int, needs: int, mod: int) -> Fraction:
    """How likely a check of three dice is to have so many successes, by the tally of the rules."""
    table = Stage([on(20, 18, quality=quality)], [on(40, 30)]).table
    need = EFFECTS.tally(table, QualityCheck("red-1", (), "learn", EYE, mod), quality)
    met = reads(need)
    good = sum(1 for faces in product(met, repeat=3) if sum(faces) >= needs)
    return Fraction(good, 216)


@pytest.mark.parametrize(("id", "n"), [("DW-TEC-03", 0), ("DW-TEC-08", 0), ("DW-CON-03", 0), ("DW-TEC-10", 0)])
@rule("DW-TEC-03", 0)
@rule("DW-TEC-08", 0)
@rule("DW-CON-03", 0)
@rule("DW-TEC-10", 0)
def test_the_chances_to_learn_are_exact(id: str, n: int) -> None:
    facts = example(id, n)
    for row in facts.get("table", [facts]):
        assert chance(row["target"], row["needs"], row["mod"]) == Fraction(row["p"])


@rule("DW-TEC-01")
@rule("DW-TEC-03")
@rule("DW-TEC-06")
def test_an_artifact_is_learned_with_three_successes_and_works_from_then_on() -> None:
    match = learning(finder("scientist:3"), 6, 6, 6)
    assert has(match, "red-1", f"{LEARNED}:{EYE}")
    assert has(match, "red-1", EYE)
    assert not has(learning(finder("scientist:3"), 6, 6, 1), "red-1", f"{LEARNED}:{EYE}")


@rule("DW-ART-01")
@pytest.mark.parametrize("known", [0, 1])
def test_a_second_artifact_of_a_kind_works_at_once_for_whoever_knows_the_first(known: int) -> None:
    stage = Stage([on(20, 18, tokens={f"{LEARNED}:{EYE}": known} if known else {}), on(2, 2)], [on(40, 30)])
    stage.table.put_moved(lying_there(1, (20.5, 18.0), 0.0, EYE))
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", f"{LOAD}:{EYE}") == 1
    assert has(match, "red-1", EYE) == known


@rule("DW-TEC-04")
@rule("DW-TEC-05")
def test_three_failures_damage_it_and_a_check_mends_it() -> None:
    match = learning(finder("scientist:3"), 1, 1, 1)
    assert has(match, "red-1", f"{DAMAGED}:{EYE}")
    broken = finder("scientist:3", tokens={f"{DAMAGED}:{EYE}": 1})
    assert refused(broken.match(), Nominate("red-1"), FreeActivation("red-1"), Learn("red-1", EYE)).rule == "DW-TEC-04"
    mended = act(broken.match(6, 6, 6), Nominate("red-1"), FreeActivation("red-1"), Fix("red-1", EYE))
    assert not has(mended, "red-1", f"{DAMAGED}:{EYE}")
    lost = act(broken.match(6, 6, 6, 1, 1, 1), Nominate("red-1"), RollToActivate("red-1", 3), Fix("red-1", EYE))
    assert refused(lost, Fix("red-1", EYE)).rule == "DW-TEC-05"


@rule("DW-TEC-07")
def test_a_scientist_teaches_a_friend_in_contact() -> None:
    stage = Stage([on(20, 18, "scientist:3", tokens={f"{LEARNED}:{EYE}": 1}), on(21, 18)], [on(40, 30)])
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), Teach("red-1", "red-2", EYE))
    assert has(match, "red-2", f"{LEARNED}:{EYE}")


@rule("DW-TEC-07")
def test_teaching_a_weapon_gives_nobody_a_second_one() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    scientist = on(20, 18, "scientist:3", gun, tokens={f"{LEARNED}:{gun}": 1})
    lesson = (*free("red-1"), Teach("red-1", "red-2", gun))
    match = act(Stage([scientist, on(21, 18)], [on(40, 30)]).match(), *lesson)
    assert has(match, "red-2", f"{LEARNED}:{gun}")
    assert gun not in model(match, "red-2").kit
    match = act(Stage([scientist, on(21, 18, tokens={f"{LOAD}:{gun}": 1})], [on(40, 30)]).match(), *lesson)
    assert gun in model(match, "red-2").kit
    assert not has(match, "red-2", f"{LOAD}:{gun}")


@rule("DW-TEC-06")
@rule("DW-TEC-07")
def test_who_was_taught_a_weapon_can_use_it_once_it_is_handed_over() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    pupil = on(21, 18, tokens={f"{LEARNED}:{gun}": 1})
    stage = Stage([on(20, 18, tokens={f"{LOAD}:{gun}": 1}), pupil], [on(40, 30)])
    match = act(stage.match(), *free("red-1"), HandOver("red-1", "red-2", gun))
    assert gun in model(match, "red-2").kit
    assert not has(match, "red-2", f"{LOAD}:{gun}")


@rule("DW-TEC-08")
@rule("DW-TEC-10")
@pytest.mark.parametrize(("items", "mod"), [((), -2), (("ether_tech:3",), 0), (("ether_tech:2",), -2)])
def test_who_is_no_scientist_learns_at_minus_two(items: tuple[str, ...], mod: int) -> None:
    stage = finder(*items)
    assert handicap(stage.table, stage.table.models["red-1"], EYE) == mod


@rule("DW-TEC-10")
def test_a_scientist_of_a_low_level_has_minus_one() -> None:
    tinker = Stage([on(20, 18, profile="ll_tinker"), on(5, 5, profile="bw_rigwright")], [on(40, 30)]).table
    assert handicap(tinker, tinker.models["red-1"], EYE) == -1
    assert handicap(tinker, tinker.models["red-2"], EYE) == -1


@rule("DW-TEC-09", 0)
@rule("DW-UPG-07")
def test_a_tech_weapon_fails_on_a_second_one() -> None:
    gun = next(w for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    for reliable, dice, broken in ((0, (1, 3, 1), 1), (0, (1, 3, 2), 0), (1, (1, 3, 1, 1), 1), (1, (1, 3, 1, 2), 0)):
        tokens = {f"{UPGRADE}:reliable:{gun.id}": reliable} if reliable else {}
        stage = Stage([on(20, 18, gun.id, tokens=tokens), on(2, 2)], [on(22, 18), on(2, 34)])
        match = act(stage.match(*dice), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", gun.id, "blue-1"))
        assert wounds(match, "red-1", gun.id) == broken
        assert spent(match)
    for reliable, chance in enumerate(example("DW-TEC-09", 0)["p"]):
        tokens = {f"{UPGRADE}:reliable:{gun.id}": 1} if reliable else {}
        match = Stage([on(20, 18, gun.id, tokens=tokens), on(2, 2)], [on(22, 18), on(2, 34)]).match()
        match.play(Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", gun.id, "blue-1"))
        assert odds(match, lambda m: wounds(m, "red-1", gun.id))[1] == Fraction(chance)


# ------------------------------------------------------------------ artifacts


@rule("DW-ART-01", 0, 1)
def test_two_dice_pick_an_artifact() -> None:
    assert artifact_of(*example("DW-ART-01", 0)["dice"]) == "acoustic_map"
    found = Counter(artifact_of(a, b) for a, b in product(range(1, 7), repeat=2))
    assert {Fraction(n, 36) for n in found.values()} == {Fraction(example("DW-ART-01", 1)["p"])}


def pair(red: dict[str, int] | None = None, blue: dict[str, int] | None = None, **more: Any) -> Any:
    """Two who stand apart."""
    return Stage([on(20, 18, tokens=red or {})], [on(24, 18, tokens=blue or {})], **more).table


@rule("DW-ART-02")
def test_a_shield_generator_helps_against_energy_and_spells() -> None:
    table = pair(blue={"portable_shield_generator": 1})
    for weapon, mode, wanted in (
        ("brine_lance", SPELL, 3),
        ("beam_cannon", SHOT, 3),
        ("hypercavitation_autocannon", SHOT, 0),
    ):
        blow = Blow("red-1", "blue-1", weapon, mode)
        assert EFFECTS.tally(table, DefenceScore("blue-1", "red-1", blow), 0).value == wanted


@rule("DW-ART-03")
def test_a_planar_eye_reaches_what_is_out_of_this_dimension() -> None:
    from sightline.games.deepwars.attacking import target_fault

    for tokens, open_ in (({}, False), ({EYE: 1}, True)):
        table = Stage([on(20, 18, tokens=tokens)], [on(21, 18, tokens={"shifted": 1})]).table
        fault = target_fault(table, table.models["red-1"], catalog.weapon("bare_hands"), "blue-1")
        assert (fault is None) is open_


@rule("DW-ART-04")
def test_an_acoustic_map_reveals_stealth_to_a_whole_side() -> None:
    def unseen(tokens: dict[str, int]) -> bool:
        stage = Stage(
            [on(20, 18), on(5, 5, tokens=tokens)], [on(34, 18, "stealth", "camouflage")], terrain=[kelp(33, 17, 35, 19)]
        )
        return hidden(stage.table, "red-1", "blue-1")

    assert unseen({})
    assert not unseen({"acoustic_map": 1})


@rule("DW-ART-05")
def test_a_soul_accelerator_gives_a_move_and_takes_a_risk() -> None:
    stage = Stage([on(20, 18, tokens={"soul_accelerator": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(4, 1, 1), Nominate("red-1"), RollToActivate("red-1", 2), Move("red-1", (20, 22)))
    assert has(match, "red-1", ACTIONS) == 1
    act(match, Move("red-1", (20, 26)))
    assert has(match, "red-1", ACTIONS) == 0
    end(match)
    assert has(match, "red-1", TRANSFIXED)
    assert spent(match)


@rule("DW-ART-06")
def test_a_golden_trident_calls_predators_once() -> None:
    tokens = {f"{LOAD}:golden_trident": 1, f"{LEARNED}:golden_trident": 1}
    stage = Stage([on(24, 18, tokens=tokens), on(2, 2)], [on(40, 30)])
    match = act(
        stage.match(6, 6), Nominate("red-1"), RollToActivate("red-1", 2), CallPredators("red-1", "grindfin+cleft_eel")
    )
    assert [e.new.side for e in happened(match, Called)] == [WILD, WILD]
    assert refused(match, CallPredators("red-1", "grindfin")).rule == "DW-ART-06"
    assert all(sum(catalog.creatures()[c].points for c in p.split("+")) <= 100 for p in packs())


@rule("DW-ART-07")
@rule("DW-ART-08")
@rule("DW-ART-10")
def test_artifacts_that_change_activation_rolls() -> None:
    def mod(table: Any, near: tuple[str, ...] = ()) -> float:
        return 4 - EFFECTS.tally(table, Activating("red-1", near), 4).value

    assert mod(pair({"time_loop_generator": 1})) == 1
    assert mod(pair(blue={"psychic_crusher": 1})) == -1
    maker = [on(20, 18, "construct", "artificial"), on(45, 2, "animist", tokens={"quantum_entangler": 1})]
    assert mod(Stage(maker, [on(2, 34)]).table, ("red-2",)) == 1
    far = Stage([on(20, 18)], [on(30, 18, tokens={"psychic_crusher": 1})]).table
    assert mod(far) == 0
    assert EFFECTS.tally(pair(blue={"psychic_crusher": 1}), QualityCheck("red-1"), 4).value == 5


@rule("DW-ART-09")
def test_a_portal_leads_from_its_mouth_to_its_exit() -> None:
    tokens = {f"{LOAD}:portable_portal": 1, f"{LEARNED}:portable_portal": 1}
    stage = Stage([on(20, 18, tokens=tokens), on(2, 2)], [on(40, 30)])
    match = act(
        stage.match(6, 6), Nominate("red-1"), RollToActivate("red-1", 2), OpenPortal("red-1", 1, (21, 18), (40, 10))
    )
    act(match, EnterPortal("red-1"))
    assert at(match, "red-1") == (40, 10)


# ------------------------------------------------------------------ scenery


def scenic(stage: Stage, table: str, id: str, at: tuple[float, float] = (24.0, 18.0), name: str = "thing") -> Stage:
    """An object on a stage."""
    row = next(r for r in catalog.rows(table) if r["id"] == id)
    for event in standing_there(row, name, "", ALTAR if table == "scenic_artifact" else ENGINE, at):
        event.apply(stage.table)
    stage.table.memo = {}
    return stage


@rule("DW-ABL-12")
@pytest.mark.parametrize(("item", "value"), [("breaching_maul", 4), ("drill_arm", 1), ("depth_charge", 1)])
def test_breach_counts_as_armor_break_against_objects(item: str, value: int) -> None:
    stage = scenic(Stage([on(22, 18, item, "dive_knife")], [on(21, 18)]), "scenic_artifact", "hydrothermal_power_plant")
    assert EFFECTS.tally(stage.table, Armor("thing", "red-1", Blow("red-1", "thing", item), "body"), 5).value == value
    knife = Armor("thing", "red-1", Blow("red-1", "thing", "dive_knife"), "body")
    assert EFFECTS.tally(stage.table, knife, 5).value == 5
    flesh = Armor("blue-1", "red-1", Blow("red-1", "blue-1", item), "body")
    assert EFFECTS.tally(stage.table, flesh, 5).value == 5 - catalog.weapon(item).armor_break


@rule("DW-CBT-09")
@rule("DW-SCW-01")
def test_a_scenic_weapon_is_fired_at_an_object_but_not_at_itself() -> None:
    stage = Stage([on(22, 18, "scientist:3", tokens={f"{LEARNED}:thing": 1}), on(2, 2)], [on(40, 30)])
    scenic(stage, "scenic_weapon", "beam_cannon", (23.5, 18))
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (24, 26), "goal")
    match = act(stage.match(6, 6, 6), Nominate("red-1"), RollToActivate("red-1", 3))
    assert match.refusal(Fire("red-1", "thing", "goal")) is None
    assert match.refusal(Fire("red-1", "thing", "thing")).rule == "DW-SCW-01"  # type: ignore[union-attr]


@rule("DW-SCA-02")
@rule("DW-SCA-03")
@rule("DW-SCA-04")
@rule("DW-SCA-06")
def test_fields_of_scenic_artifacts() -> None:
    def made(id: str) -> Any:
        return scenic(Stage([on(24, 14)], [on(24, 30)]), "scenic_artifact", id).table

    lance = Blow("red-1", "blue-1", "brine_lance", SPELL, score=3)
    back = Blow("blue-1", "red-1", "brine_lance", SPELL, score=3)
    plant, field = made("hydrothermal_power_plant"), made("deflector_field_generator")
    bare = Stage([on(24, 14)], [on(24, 30)]).table
    score = EFFECTS.tally(bare, AttackScore("red-1", "blue-1", lance), 3).value
    assert EFFECTS.tally(plant, AttackScore("red-1", "blue-1", lance), 3).value - score == 2
    assert EFFECTS.tally(field, DefenceScore("red-1", "blue-1", back), 0).value == 2
    assert EFFECTS.tally(field, DefenceScore("blue-1", "red-1", lance), 0).value == 0
    wheel, statue = made("wheel_of_the_stars"), made("statue_of_elder_god")
    assert EFFECTS.tally(wheel, Casting("red-1"), 4).value == 2
    assert EFFECTS.tally(wheel, Casting("blue-1"), 4).value == 4
    statue.put_moved(replace(statue.models["red-1"], facing=90.0))
    assert EFFECTS.tally(statue, MoraleCheck("red-1"), 4).value == 5


@rule("DW-SPL-01", 1)
def test_the_wheel_makes_casting_easy() -> None:
    row = example("DW-SPL-01", 1)
    stage = scenic(Stage([on(24, 14)], [on(24, 30)]), "scenic_artifact", "wheel_of_the_stars")
    need = EFFECTS.tally(stage.table, Casting("red-1"), row["target"])
    met = reads(need)
    found = Counter(sum(faces) for faces in product(met, repeat=3))
    assert {str(k): Fraction(n, 216) for k, n in found.items()} == {k: Fraction(p) for k, p in row["p"].items()}


@rule("DW-SCA-05", 1)
def test_the_chamber_wakes_on_a_one_and_strikes_everybody_near() -> None:
    stage = scenic(Stage([on(24, 15), on(2, 2)], [on(40, 30)]), "scenic_artifact", "chamber_of_lost_souls")
    quiet = end(stage.match(2), 2)
    assert spent(quiet)
    assert not happened(quiet, Clashed)
    awake = end(stage.match(1, 1, 6), 2)
    clash = happened(awake, Clashed)[0]
    assert (clash.attacker, clash.defender) == ("thing", "red-1")
    assert clash.attack.value == 8, "a free hack of CS 8, however large the chamber is"

    def awaits(match: Match, rule: str) -> bool:
        return isinstance(match.pending, Roll) and match.pending.rule == rule

    asked = end(stage.match(), 2)
    wakes = odds(asked, lambda m: awaits(m, "DW-CBT-01"), stop=lambda m: not awaits(m, "DW-SCA-05"))
    assert 1 - (1 - wakes[True]) ** 6 == Fraction(example("DW-SCA-05", 1)["p"])


@rule("DW-CRE-13")
@rule("DW-SCA-05")
def test_a_broken_chamber_frees_the_elder_gothagga() -> None:
    stage = scenic(Stage([on(24, 16, combat=9), on(2, 2)], [on(40, 30)]), "scenic_artifact", "chamber_of_lost_souls")
    stage.table.put_tokens("thing", "wound:body", 2)
    match = act(stage.match(4, 1), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "thing"))
    assert [m.profile for m in match.table.squad(WILD)] == ["elder_gothagga"]
    stage = Stage([on(24, 12, "dart_rifle", combat=9), on(2, 2)], [on(40, 30)])
    scenic(stage, "scenic_artifact", "chamber_of_lost_souls").table.put_tokens("thing", "wound:body", 2)
    match = act(stage.match(4, 1), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "dart_rifle", "thing"))
    assert [m.at for m in match.table.squad(WILD)] == [(24.0, 18.0)]  # In its place, whoever broke it from afar.


@rule("DW-SCA-07", 0)
def test_the_arch_carries_whoever_rolls_a_one() -> None:
    facts = example("DW-SCA-07", 0)
    stage = Stage([on(*facts["at"], facing=90), on(2, 2)], [on(40, 30)])
    match = act(scenic(stage, "scenic_artifact", "crumbling_dimensional_arch", (23, 18)).match(1), Nominate("red-1"))
    assert at(match, "red-1") == tuple(facts["end"])
    assert spent(match)


@rule("DW-SCW-02", 0, 1)
def test_a_lightning_blaster_strikes_after_two_game_turns() -> None:
    stage = scenic(Stage([on(24, 10), on(2, 2)], [on(40, 34)], turn=3), "scenic_weapon", "lightning_blaster")
    stage.table.put_tokens("thing", CHARGING, 1)
    assert not happened(end(stage.match(), 2), Clashed)
    ready = scenic(
        Stage([on(24, 10, boxes_body=9), on(2, 2)], [on(40, 34)], turn=4), "scenic_weapon", "lightning_blaster"
    )
    ready.table.put_tokens("thing", CHARGING, 1)
    match = end(ready.match(6, 1, 1), 2)
    assert has(match, "red-1", TRANSFIXED)
    assert wounds(match, "red-1") == 2
    worse = end(ready.match(1, 1, 1), 2)
    assert wounds(worse, "red-1") == 4


@rule("DW-SCW-03", 0)
def test_crossing_a_wall_of_dread_needs_courage() -> None:
    stage = Stage([on(24, 16), on(30, 16)], [on(40, 34)])
    stage = scenic(stage, "scenic_weapon", "psychic_wall", (24, 17.5))
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = act(
        stage.match(6, 6, 5, 5, 5),
        Nominate("red-1"),
        RollToActivate("red-1", 2),
        SwitchOver("red-1", "thing", (40, 17.5)),
    )
    act(match, Done("red-1"), Nominate("red-2"), FreeActivation("red-2"), Move("red-2", (30, 20)))
    assert at(match, "red-2") != (30, 20)


@rule("DW-SCW-01")
@rule("DW-SCW-04", 0)
@rule("DW-SCW-05")
@rule("DW-SCW-06")
@rule("DW-SCW-07")
@pytest.mark.parametrize(
    ("id", "bonus", "pierce"),
    [("beam_cannon", 4, 2), ("hypercavitation_autocannon", 4, 4), ("death_ray", 3, 4), ("disintegrator_cannon", 3, 5)],
)
def test_a_scenic_weapon_adds_to_the_operators_combat_and_fires_once_a_game_turn(
    id: str, bonus: int, pierce: int
) -> None:
    stage = Stage([on(24, 16.5), on(2, 2)], [on(24, 21, av=9), on(40, 34)])
    stage = scenic(stage, "scenic_weapon", id)
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = stage.match(6, 6, 6, 2, 6)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), Fire("red-1", "thing", "blue-1"))
    clash = happened(match, Clashed)[0]
    assert clash.attack.value == 3 + bonus
    armor = EFFECTS.tally(match.table, Armor("blue-1", "red-1", clash.blow, "body"), 9).value
    assert armor == 9 - pierce
    assert has(match, "thing", "fired")
    traits = {t.id for t in catalog.weapon(id).traits}
    assert traits == {
        "beam_cannon": {"precise", "refract"},
        "death_ray": {"irradiate", "hazardous"},
        "disintegrator_cannon": {"disintegrate", "hazardous"},
    }.get(id, set())


# ------------------------------------------------------------------ upgrades


def gun(kind: str = "energy") -> str:
    """A ranged weapon of a kind."""
    return next(w.id for w in catalog.weapons().values() if not w.melee and w.kind == kind)


@rule("DW-UPG-02")
@rule("DW-UPG-03")
@rule("DW-UPG-05")
@rule("DW-UPG-10")
@rule("DW-UPG-13")
def test_upgrades_change_scores_and_armor() -> None:
    def tallied(upgrade: str, item: str, mode: str) -> tuple[float, float]:
        found = []
        for tokens in ({}, {f"{UPGRADE}:{upgrade}:{item}": 1, f"{UPGRADE}:{upgrade}": 1}):
            table = Stage([on(20, 18, item, tokens=tokens)], [on(22, 18)]).table
            blow = Blow("red-1", "blue-1", item, mode)
            score = EFFECTS.tally(table, AttackScore("red-1", "blue-1", blow), 3).value
            found.append((score, EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 9).value))
        (a, b), (c, d) = found
        return c - a, d - b

    assert tallied("amplifier", "trident", "h2h") == (1, 0)
    assert tallied("armor_piercing", gun(), SHOT) == (0, -1)
    assert tallied("enhanced_targeting", gun(), SHOT) == (1, 0)
    assert tallied("powerful_blast", "depth_charge", SHOT) == (1, -1)
    assert tallied("battle_master", "trident", "h2h") == (1, 0)


@rule("DW-UPG-06", 0)
def test_a_range_extender_softens_long_shots() -> None:
    facts = example("DW-UPG-06", 0)
    item = next(w.id for w in catalog.weapons().values() if w.range == "medium" and w.kind in ("energy", "projectile"))
    for far, wanted in zip(facts["distance"], facts["mods"], strict=True):
        table = Stage([on(10, 18, item, tokens={f"{UPGRADE}:range_extender:{item}": 1})], [on(11 + far, 18)]).table
        near = Stage([on(10, 18, item)], [on(12, 18)]).table
        blow = Blow("red-1", "blue-1", item, SHOT)
        base = EFFECTS.tally(near, AttackScore("red-1", "blue-1", blow), 3).value
        assert EFFECTS.tally(table, AttackScore("red-1", "blue-1", blow), 3).value - base == wanted


@rule("DW-UPG-11")
@rule("DW-UPG-12")
def test_a_simplified_item_and_a_manual_open_it_to_more() -> None:
    plain = Stage([on(20, 18, "ether_tech:2")], [on(40, 30)])
    assert handicap(plain.table, plain.table.models["red-1"], EYE) == -2
    easy = Stage([on(20, 18, "ether_tech:2", tokens={f"{UPGRADE}:simplify:{EYE}": 1})], [on(40, 30)])
    assert handicap(easy.table, easy.table.models["red-1"], EYE) == 0
    manual = Stage([on(20, 18, "ether_tech:1", tokens={f"{UPGRADE}:instruction_manual:{EYE}": 1})], [on(40, 30)]).table
    manual.put_tokens("table", f"{LEARNED}:{EYE}", 1)
    assert can_use(manual, manual.models["red-1"], EYE)


@rule("DW-UPG-04")
def test_an_auto_reloader_saves_a_reload() -> None:
    item = next(w.id for w in catalog.weapons().values() if not w.melee and any(t.id == "reload" for t in w.traits))
    printed = next(t.n for t in catalog.weapon(item).traits if t.id == "reload")
    for tokens, wanted in (({}, printed), ({f"{UPGRADE}:auto_reloader:{item}": 1}, printed - 1)):
        stage = Stage([on(20, 18, item, tokens=tokens), on(2, 2)], [on(22, 18, combat=9), on(2, 34)])
        match = stage.match(2, 6, 6, 6, 6)
        act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", item, "blue-1"))
        assert has(match, "red-1", f"empty:{item}") == wanted


@rule("DW-UPG-09")
def test_reinforced_armor_is_one_point_stronger() -> None:
    table = Stage([on(20, 18)], [on(21, 18, tokens={f"{UPGRADE}:reinforce_armor": 1})]).table
    blow = Blow("red-1", "blue-1", "bare_hands")
    for section in ("body", "head", "locomotion"):
        assert EFFECTS.tally(table, Armor("blue-1", "red-1", blow, section), 3).value == 4


@rule("DW-OPS-21")
def test_getting_an_ancient_device_to_work_is_progress() -> None:
    stage = finder("scientist:3")
    stage.table.put_tokens("red", "mission:scientific_progress", 1)
    assert has(learning(stage, 6, 6, 6), "red", "vp") == 2


@rule("DW-TEC-02")
@rule("DW-UPG-08")
def test_a_scientist_salvages_tech_from_a_body() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    victim = on(21, 18, gun)
    stage = Stage([on(20, 18, "scientist:2", combat=9), on(2, 2)], [victim, on(2, 34), on(4, 34), on(6, 34)])
    match = stage.match(6, 6, 6, 6, 4, *[6] * 9)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), Attack("red-1", "bare_hands", "blue-1"))
    act(match, Move("red-1", (20.6, 18)), Salvage("red-1", "blue-1-body", gun))
    assert has(match, "red-1", f"{LOAD}:{gun}")
    assert not has(match, "red-1", f"{DAMAGED}:{gun}")


@rule("DW-UPG-11")
@rule("DW-TEC-05")
def test_a_simplified_device_of_a_friend_is_mended_as_one_of_a_lower_level() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    for simple, left in (({"upgrade:simplify:planar_eye": 1}, 0), ({}, 1)):
        red = [on(10, 10, "scientist:3"), on(11, 10, tokens={**broken, **simple})]
        match = Stage(red, [on(40, 30)]).match(6, 6, 1)
        act(match, *free("red-1"), Fix("red-1", "planar_eye"))
        assert has(match, "red-2", "damaged:planar_eye") == left
        assert spent(match)
    rifle = {"wound:coil_rifle": 1, "upgrade:simplify:coil_rifle": 1}
    red = [on(10, 10, "scientist:3"), on(11, 10, "coil_rifle", tokens=rifle)]
    match = Stage(red, [on(40, 30)]).match(6, 1, 1)
    act(match, *free("red-1"), Treat("red-1", "red-2", "coil_rifle"))
    assert has(match, "red-2", "wound:coil_rifle") == 0
