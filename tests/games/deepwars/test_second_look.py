"""Rules whose words say more than one remembers: what power pays for, what is in sight, what an upgrade gives."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.games.deepwars.actions import (
    Attack,
    BlowOpen,
    Cast,
    Charm,
    Choose,
    Done,
    EnterPortal,
    Exert,
    HandOver,
    Learn,
    Move,
    OpenPortal,
    PickUp,
    Treat,
)
from sightline.games.deepwars.advancing import USE
from sightline.games.deepwars.arms import best_melee
from sightline.games.deepwars.damage import corpse
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.loads import lying_there
from sightline.games.deepwars.questions import SHOT, Armor, Blow
from tests.games.deepwars.chants import caster, chant, scene
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    free,
    happened,
    has,
    kelp,
    offered,
    on,
    refused,
    rolling,
    wall,
)
from tests.games.deepwars.test_devices import scenic
from tests.games.deepwars.test_where_rules_meet import HOLD
from tests.kit import rule

# ------------------------------------------------------------------ power: DW-SPL-04


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


# ------------------------------------------------------------------ lines: DW-SPL-11, DW-LOS-03


@rule("DW-SPL-11")
@rule("DW-LOS-03")
@pytest.mark.parametrize(("to", "seen"), [(25.5, False), (23.0, True)])
def test_a_spot_behind_deep_kelp_is_not_in_sight(to: float, seen: bool) -> None:
    match = scene(terrain=[kelp(21, 15, to, 21)]).match(6, 6, 6)
    act(match, *chant("ink_veil"))
    assert (match.refusal(Cast("red-1", 3, at=(26.5, 18.0))) is None) is seen


@rule("DW-ART-09")
@rule("DW-LOS-03")
@pytest.mark.parametrize(("to", "seen"), [(25.5, False), (23.0, True)])
def test_an_exit_behind_deep_kelp_is_not_in_view(to: float, seen: bool) -> None:
    red = [on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})]
    match = act(Stage(red, [on(2, 34)], terrain=[kelp(21, 15, to, 21)]).match(), *free("red-1"))
    assert (match.refusal(OpenPortal("red-1", 1, (20.0, 20.0), (30.0, 18.0))) is None) is seen


@rule("DW-ART-09")
@rule("DW-ABL-02")
def test_an_animal_may_swim_through_a_portal() -> None:
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    match = Stage([gate, on(20.9, 20.2, "animal")], [on(2, 34)]).match()
    act(match, *free("red-1"), OpenPortal("red-1", 1, (20.0, 20.0), (30.0, 18.0)), Done("red-1"), *free("red-2"))
    assert offered(match, EnterPortal)


def with_a_dead_friend(friend: On, **more: Any) -> Stage:
    """A caster, and the body of a friend who has just died."""
    stage = scene(others=[friend], **more)
    dead = stage.table.models["red-3"]
    stage.table.put_moved(corpse(stage.table, dead, gruesome=False))
    stage.table.put_tokens("red-3-body", "died", 1)
    stage.table.put_moved(replace(dead, at=None))
    stage.table.memo = {}
    return stage


@rule("DW-MAG-15")
@rule("DW-SPL-11")
@rule("DW-GEN-10")
def test_the_dead_are_brought_back_in_sight_and_within_reach_only() -> None:
    near = with_a_dead_friend(on(22, 18))
    walled = with_a_dead_friend(on(22, 18), terrain=[wall(20.8, 15, 21.2, 21)])
    above = with_a_dead_friend(on(22, 18, level=2))
    for stage, fine in ((near, True), (walled, False), (above, False)):
        match = act(stage.match(6, 6, 6), *chant("knit_flesh"))
        assert (match.refusal(Cast("red-1", 3, "red-3-body")) is None) is fine


@rule("DW-MAG-17")
@rule("DW-ABL-57")
def test_a_free_move_does_not_make_a_slow_caster_forget_that_it_has_moved() -> None:
    slow = caster(tokens={"av:body": 4, "kept": 3, "keeps": 1})
    match = act(scene(slow).match(6, 6, 6), *chant("adrenal_surge"), Move("red-1", (20.0, 19.0)))
    assert refused(match, Move("red-1", (20.0, 20.0))).rule == "DW-ABL-57"
    act(match, Cast("red-1", 3, "red-1"), Done("red-1"))
    assert has(match, "red-1", "actions") == 2
    assert refused(match, Move("red-1", (20.0, 20.0))).rule == "DW-ABL-57"


# ------------------------------------------------------------------ upgrades and training


@rule("DW-UPG-02")
@rule("DW-CBT-05")
def test_one_defends_oneself_with_the_weapon_an_amplifier_has_made_the_best() -> None:
    stage = Stage([on(10, 10)], [on(11, 10, "trident", "shock_lance", tokens={"upgrade:amplifier:shock_lance": 1})])
    assert best_melee(stage.table, stage.table.models["blue-1"]).id == "shock_lance"
    match = act(stage.match(3, 3, 6, 6, 6), *free("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    assert happened(match, Clashed)[0].totals == (6, 8), "3 + 3 against 3 + 3 + 1 + 1"


@rule("DW-UPG-10")
@rule("DW-ABL-12")
def test_a_powerful_blast_breaches_from_afar_and_breaks_what_is_scenic() -> None:
    better = {"upgrade:powerful_blast:sonic_horn": 1}
    for tokens in ({}, better):
        stage = Stage([on(24, 12, "sonic_horn", facing=90, tokens=tokens)], [on(2, 34)], terrain=[HOLD])
        match = act(stage.match(6, 6, 6), *free("red-1"))
        assert bool(offered(match, BlowOpen)) is bool(tokens)
        scene_ = Stage([on(20, 18, "sonic_horn", tokens=tokens)], [on(2, 34)])
        table = scenic(scene_, "scenic_artifact", "hydrothermal_power_plant").table
        blow = Blow("red-1", "thing", "sonic_horn", SHOT)
        armor = EFFECTS.tally(table, Armor("thing", "red-1", blow, "body"), 3).value
        assert armor == (1 if tokens else 3), "one point by its Armor Break, one by its Breach"


@rule("DW-EXP-04")
@rule("DW-ABL-28")
def test_attack_focus_helps_with_a_free_hack() -> None:
    red, blue = [on(10, 10), on(2, 2)], [on(11, 10, tokens={"advance:attack_focus": 1}), on(40, 30)]
    match = act(Stage(red, blue).match(3, 3), *free("red-1"), Move("red-1", (6.0, 10.0)))
    act(match, Choose("blue", USE))
    assert happened(match, Clashed)[0].totals == (8, 6)


@rule("DW-SCA-01")
@rule("DW-CBT-09")
@rule("DW-PHY-09")
def test_a_scenic_object_is_attacked_and_not_broken_like_terrain() -> None:
    giant = Stage([on(22, 18, size=3)], [on(2, 34)])
    match = act(scenic(giant, "scenic_artifact", "statue_of_elder_god", (24.76, 18.0)).match(), *free("red-1"))
    assert not offered(match, Exert)
    assert refused(match, Exert("red-1", "break", "thing")).rule == "DW-PHY-09"
    assert match.refusal(Attack("red-1", "bare_hands", "thing")) is None
