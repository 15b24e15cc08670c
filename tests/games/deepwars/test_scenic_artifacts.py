"""Scenic artifacts: their fields, the chamber, the arch (DW-SCA)."""

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
from sightline.games.deepwars.actions import Attack, Exert, FreeActivation, Nominate
from sightline.games.deepwars.checks import reads
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import Scenery
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.questions import SHOT, SPELL, Armor, AttackScore, Blow, Casting, DefenceScore, MoraleCheck
from tests.games.deepwars.chants import end
from tests.games.deepwars.scenes import scenic
from tests.games.deepwars.stage import (
    Stage,
    act,
    at,
    box,
    example,
    fallen,
    free,
    happened,
    odds,
    offered,
    on,
    refused,
    spent,
)
from tests.kit import rule

# ------------------------------------------------------------------ what they do


@rule("DW-ABL-12")
@pytest.mark.parametrize(("item", "value"), [("breaching_maul", 4), ("drill_arm", 1), ("depth_charge", 1)])
def test_breach_counts_as_armor_break_against_objects(item: str, value: int) -> None:
    stage = scenic(Stage([on(22, 18, item, "dive_knife")], [on(21, 18)]), "scenic_artifact", "hydrothermal_power_plant")
    assert EFFECTS.tally(stage.table, Armor("thing", "red-1", Blow("red-1", "thing", item), "body"), 5).value == value
    knife = Armor("thing", "red-1", Blow("red-1", "thing", "dive_knife"), "body")
    assert EFFECTS.tally(stage.table, knife, 5).value == 5
    flesh = Armor("blue-1", "red-1", Blow("red-1", "blue-1", item), "body")
    assert EFFECTS.tally(stage.table, flesh, 5).value == 5 - catalog.weapon(item).armor_break


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


@rule("DW-SCA-07")
@rule("DW-TER-02")
def test_the_arch_may_carry_somebody_into_deadly_terrain() -> None:
    vents = [box(32, 16, 36, 20, "deadly", "material:none", id="vents")]
    stage = Stage([on(20, 18), on(2, 2)], [on(40, 30)], terrain=vents)
    match = scenic(stage, "scenic_artifact", "crumbling_dimensional_arch", (18, 15)).match(1, 5, 1, 1)
    act(match, Nominate("red-1"))
    assert at(match, "red-1") == (34.0, 18.0)
    assert fallen(match, "red-1")
    assert spent(match)


# ------------------------------------------------------------------ two of a kind: DW-SCN-12


@rule("DW-SCA-03")
def test_a_shot_out_of_one_field_into_another_comes_from_outside() -> None:
    stage = Stage([on(20, 18, "dart_rifle")], [on(28, 18)])
    for name, x in (("one", 17.0), ("other", 31.0)):
        scenic(stage, "scenic_artifact", "deflector_field_generator", (x, 18.0), name)
    shot = Blow("red-1", "blue-1", "dart_rifle", SHOT)
    assert EFFECTS.tally(stage.table, DefenceScore("blue-1", "red-1", shot), 3).value == 5


@rule("DW-SCA-04")
def test_who_turns_its_back_on_the_statue_beside_it_is_not_tormented_by_a_far_one() -> None:
    stage = Stage([on(12, 18, facing=0)], [on(2, 34)])
    for name, x in (("one", 8.0), ("other", 40.0)):
        scenic(stage, "scenic_artifact", "statue_of_elder_god", (x, 18.0), name)
    assert EFFECTS.tally(stage.table, MoraleCheck("red-1", (), "leader"), 4).value == 4


@rule("DW-SCA-05")
def test_nobody_wakes_the_chamber_that_nobody_is_near() -> None:
    stage = Stage([on(12, 18)], [on(2, 34)], agenda=(Scenery(),))
    for name, x in (("far", 40.0), ("near", 9.0)):
        scenic(stage, "scenic_artifact", "chamber_of_lost_souls", (x, 18.0), name)
    match = stage.match(6)
    assert spent(match)


# ------------------------------------------------------------------ objects, not terrain: DW-SCA-01


@rule("DW-SCA-01")
@rule("DW-CBT-09")
@rule("DW-PHY-09")
def test_a_scenic_object_is_attacked_and_not_broken_like_terrain() -> None:
    giant = Stage([on(22, 18, size=3)], [on(2, 34)])
    match = act(scenic(giant, "scenic_artifact", "statue_of_elder_god", (24.76, 18.0)).match(), *free("red-1"))
    assert not offered(match, Exert)
    assert refused(match, Exert("red-1", "break", "thing")).rule == "DW-PHY-09"
    assert match.refusal(Attack("red-1", "bare_hands", "thing")) is None
