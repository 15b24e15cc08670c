"""Spells upon bodies: flesh, beasts, surges, spores (DW-MAG-15 to DW-MAG-18)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import Attack, Cast, ChangeDepth, Dance, Done, FreeActivation, Move, Nominate
from sightline.games.deepwars.damage import corpse
from sightline.games.deepwars.events import Checked, Clashed, Swam
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.tokens import CHARMED, DAZED, HUNTS, POISONED, SURGED
from sightline.games.deepwars.wild import quarry_of
from tests.games.deepwars.chants import cast, caster, chant, end, rolled, scene
from tests.games.deepwars.scenes import nature, sea
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    box,
    example,
    fallen,
    happened,
    has,
    model,
    odds,
    on,
    refused,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ Knit Flesh: DW-MAG-15


@rule("DW-MAG-15")
def test_flesh_is_knit_box_by_box() -> None:
    stage = scene(others=[on(21.5, 18, boxes_body=4, tokens={"wound:body": 2, "wound:locomotion": 1})])
    match = cast(stage.match(6, 6, 6), "knit_flesh", Cast("red-1", 3, "red-3"))
    assert wounds(match, "red-3") == 0
    assert wounds(match, "red-3", "locomotion") == 0


@rule("DW-MAG-15")
def test_strong_power_brings_a_dead_friend_back() -> None:
    stage = Stage([caster(), on(21.5, 18)], [on(22.5, 18, combat=9), on(2, 34)], side="blue")
    match = stage.match(1, 1, *[6] * 9)

    act(match, Nominate("blue-1"), FreeActivation("blue-1"), Attack("blue-1", "bare_hands", "red-2"))
    if alive(match, "red-2"):
        pytest.fail("the blow should kill")
    end(match)
    act(match, *chant("knit_flesh", 3))
    assert refused(match, Cast("red-1", 2, "red-2-body")).rule == "DW-SPL-11"
    act(match, Cast("red-1", 3, "red-2-body"))
    assert alive(match, "red-2")
    assert fallen(match, "red-2")


@rule("DW-MAG-15")
def test_a_failed_knitting_wounds_the_friend_who_was_near() -> None:
    stage = scene(others=[on(21.5, 18)])
    match = act(stage.match(1, 1, 1), *chant("knit_flesh", 3))
    assert wounds(match, "red-3") == 1


@rule("DW-MAG-15")
@rule("DW-ABL-39")
def test_a_natural_weapon_is_knit_like_any_flesh() -> None:
    stage = scene(others=[on(21.5, 18, "fangs", tokens={"wound:fangs": 1})])
    match = cast(stage.match(6), "knit_flesh", Cast("red-1", 1, "red-3"), 1)
    assert wounds(match, "red-3", "fangs") == 0


@rule("DW-MAG-15")
@rule("DW-WPN-03")
@pytest.mark.parametrize("token", ["wound:trident", "wound:fangs"])
def test_neither_what_is_held_nor_what_is_destroyed_is_knit(token: str) -> None:
    marked = {"wound:trident": 1, "wound:fangs": 2}[token]
    stage = scene(others=[on(21.5, 18, "fangs", "trident", tokens={token: marked})])
    match = act(stage.match(6), *chant("knit_flesh", 1))
    assert refused(match, Cast("red-1", 1, "red-3")).rule == "DW-SPL-11"


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


# ------------------------------------------------------------------ Beast Charm: DW-MAG-16


def beast(stage: Stage, profile: str = "cleft_eel", at: tuple[float, float] = (25.0, 18.0)) -> Stage:
    """A wild creature on the stage."""
    who = catalog.creatures()[profile]
    stage.table.put_moved(replace(raised(who, f"wild-{profile}", WILD, who.name), at=at))
    stage.table.memo = {}
    return stage


@rule("DW-MAG-16", 0)
def test_a_beast_is_charmed_unless_its_will_is_strong() -> None:
    stage = beast(Stage([caster(), on(2, 2)], [on(2, 34)]))
    stage.table.put_tokens("wild-cleft_eel", "quality", 4)
    match = stage.match(6, 6, 6)
    match.play(*chant("beast_charm", 3))
    match = match.fork()
    match.play(Cast("red-1", 3, "wild-cleft_eel"))
    found = odds(match, lambda m: has(m, "wild-cleft_eel", CHARMED) == 4, stop=rolled)
    assert found[True] == Fraction(example("DW-MAG-16", 0)["p"])


@rule("DW-MAG-16")
def test_the_larger_a_beast_the_better_it_resists() -> None:
    stage = beast(Stage([caster(), on(2, 2)], [on(2, 34)]), "grindfin")
    stage.table.put_tokens("wild-grindfin", "quality", 5)
    match = cast(stage.match(6, 6, 6, 4, 1, 1), "beast_charm", Cast("red-1", 2, "wild-grindfin"))
    assert model(match, "wild-grindfin").side == "red"
    match = cast(stage.match(6, 6, 6, 4, 4, 1), "beast_charm", Cast("red-1", 2, "wild-grindfin"))
    assert model(match, "wild-grindfin").side == WILD
    mishap = act(stage.match(1, 1, 1), *chant("beast_charm", 3))
    assert has(mishap, "wild-grindfin", f"{HUNTS}:red-1:2")


@rule("DW-MAG-16")
def test_a_peaceful_creature_hunts_a_caster_that_has_failed_to_charm_it() -> None:
    stage = sea(Stage([caster(), on(2, 2)], [on(2, 34)]), ("slate_ray", 30, 18, 0, {"hunts:red-1:1": 1}))
    match = nature(stage, 3, 3, 6, 6, 6)
    assert happened(match, Swam)[0].path[-1][0] < 30


@rule("DW-MAG-16")
def test_a_creature_that_turned_on_its_charmer_hunts_in_the_next_game_turn() -> None:
    stage = sea(Stage([caster(), on(2, 2)], [on(40, 30)]), ("grindfin", 26, 18))
    match = act(stage.match(1, 1, 1), *chant("beast_charm", 3))
    hunter = match.table.models["wild-grindfin"]
    assert quarry_of(match.table, hunter) == ""
    match.table.put_tokens("table", "game_turn", 2)
    assert quarry_of(match.table, hunter) == "red-1"
    match.table.put_tokens("table", "game_turn", 3)
    assert quarry_of(match.table, hunter) == ""


@rule("DW-MAG-16")
def test_a_second_mishap_does_not_call_off_the_hunt_of_the_first() -> None:
    stage = sea(Stage([caster(), on(2, 2)], [on(40, 30)], turn=2), ("grindfin", 26, 18))
    first = act(stage.match(1, 1, 1), *chant("beast_charm", 3))
    later = sea(Stage([caster(), on(2, 2)], [on(40, 30)], turn=3), ("grindfin", 26, 18))
    later.table.put_all_tokens(later.table.models["wild-grindfin"], model(first, "wild-grindfin").tokens)
    match = act(later.match(1, 1, 1), *chant("beast_charm", 3))
    after = []
    for turn in (2, 3, 4, 5):
        match.table.put_tokens("table", "game_turn", turn)
        after.append(quarry_of(match.table, model(match, "wild-grindfin")))
    assert after == ["", "red-1", "red-1", ""]


# ------------------------------------------------------------------ Adrenal Surge: DW-MAG-17


@rule("DW-MAG-17")
def test_a_surge_strengthens_a_friend_and_a_strong_one_moves_it() -> None:
    match = cast(scene().match(6, 6, 6), "adrenal_surge", Cast("red-1", 2, "red-1"))
    assert has(match, "red-1", SURGED)
    stage = scene(others=[on(22, 18)])
    match = stage.match(6, 6, 6)
    act(match, *chant("adrenal_surge", 3), Cast("red-1", 3, "red-3"))
    assert match.decision.about == "red-3"
    act(match, Dance("red-3", (22, 14)))
    assert at(match, "red-3") == (22, 14)
    assert not has(match, "red-3", "acting")
    mishap = act(scene().match(1, 1, 1), *chant("adrenal_surge", 3))
    assert has(mishap, "red-1", DAZED)


@rule("DW-MAG-17")
def test_a_surge_counts_in_attack_and_defence() -> None:
    stage = Stage([on(20, 18, tokens={SURGED: 1}), on(2, 2)], [on(21, 18, tokens={SURGED: 1}), on(2, 34)])

    match = act(stage.match(3, 3), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    clash = happened(match, Clashed)[0]
    assert (clash.attack.value, clash.defence.value) == (4, 4)


@rule("DW-MAG-17")
@rule("DW-ABL-57")
def test_a_free_move_does_not_make_a_slow_caster_forget_that_it_has_moved() -> None:
    slow = caster(tokens={"av:body": 4, "kept": 3, "keeps": 1})
    match = act(scene(slow).match(6, 6, 6), *chant("adrenal_surge"), Move("red-1", (20.0, 19.0)))
    assert refused(match, Move("red-1", (20.0, 20.0))).rule == "DW-ABL-57"
    act(match, Cast("red-1", 3, "red-1"), Done("red-1"))
    assert has(match, "red-1", "actions") == 2
    assert refused(match, Move("red-1", (20.0, 20.0))).rule == "DW-ABL-57"


@rule("DW-MAG-17")
@rule("DW-MAG-09")
def test_a_free_move_may_lead_into_deadly_terrain_as_no_puppet_s_may() -> None:
    vent = box(22, 16, 24.5, 20, "deadly", id="vent")
    match = act(scene(terrain=[vent]).match(6, 6, 6, 6, 6, 6), *chant("adrenal_surge"), Cast("red-1", 3, "red-1"))
    assert {o.rule for o in match.decision.offers if o.action is Dance} == {"DW-MAG-17"}
    act(match, Dance("red-1", (23.0, 18.0)))
    assert at(match, "red-1") == (23.0, 18.0)
    assert happened(match, Checked)[-1].rule == "DW-TER-02"
    assert not has(match, "red-1", "spurred")


# ------------------------------------------------------------------ Spore Bloom: DW-MAG-18


@rule("DW-MAG-18")
def test_spores_poison_the_living_on_their_level() -> None:
    match = scene(blue=on(25, 18)).match(6, 6, 1, 1, 1, *[1] * 6)
    act(end(act(match, *chant("spore_bloom", 2), Cast("red-1", 2, at=(25, 18)))), Nominate("blue-1"))
    assert has(match, "blue-1", POISONED)
    above = scene(blue=on(25, 18, level=1)).match(6, 6)
    act(end(act(above, *chant("spore_bloom", 2), Cast("red-1", 2, at=(25, 18)))), Nominate("blue-1"))
    assert not has(above, "blue-1", POISONED)
    assert has(act(scene().match(1, 1, 1), *chant("spore_bloom", 3)), "red-1", POISONED)


@rule("DW-MAG-18")
def test_who_rises_into_spores_from_below_enters_them() -> None:
    match = scene(caster(level=1), on(25, 18)).match(6, 6, 1, 1, 1)
    end(act(match, *chant("spore_bloom", 2), Cast("red-1", 2, at=(25, 18))))
    act(match, Nominate("blue-1"), FreeActivation("blue-1"))
    assert not has(match, "blue-1", POISONED), "the bloom is above it"
    act(match, ChangeDepth("blue-1", 1))
    assert has(match, "blue-1", POISONED)
    assert spent(match)
