"""Spells upon minds (DW-MAG-07 to DW-MAG-10)."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from sightline.games.deepwars.actions import Attack, Cast, ChangeDepth, Dance, Drop
from sightline.games.deepwars.events import Checked, LostToTheSide
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.tokens import ACTIONS, DAZED, LOAD, TRANSFIXED
from tests.games.deepwars.chants import cast, caster, chant, rolled, scene
from tests.games.deepwars.finds import GOLD
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    example,
    happened,
    has,
    model,
    odds,
    offered,
    on,
    refused,
    spent,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ Hallucination, Siren Lock, Mind Spike


@rule("DW-MRL-05")
@rule("DW-MAG-07", 0)
def test_a_hallucination_puts_the_weak_of_will_to_flight() -> None:
    match = scene().match(6, 6, 6)
    match.play(*chant("hallucination", 3))
    match = match.fork()
    match.play(Cast("red-1", 2, "blue-1"))
    found = odds(match, lambda m: at(m, "blue-1") != (25, 18), stop=rolled)
    assert found[True] == Fraction(example("DW-MAG-07", 0)["p"])
    mishap = act(scene().match(1, 1, 1, 1, 1, 1), *chant("hallucination", 3))
    assert not alive(mishap, "red-1")


@rule("DW-MAG-08")
def test_a_siren_lock_transfixes() -> None:
    match = cast(scene().match(6, 6, 6, 1, 1, 6), "siren_lock", Cast("red-1", 2, "blue-1"))
    assert has(match, "blue-1", TRANSFIXED)


@rule("DW-MAG-10")
def test_a_mind_spike_dazes_and_wounds_if_it_is_strong() -> None:
    match = cast(scene().match(6, 6, 6, 1, 1, 1), "mind_spike", Cast("red-1", 2, "blue-1"))
    assert has(match, "blue-1", DAZED)
    assert not wounds(match, "blue-1")
    match = cast(scene().match(6, 6, 6, 1, 1, 1), "mind_spike", Cast("red-1", 3, "blue-1"))
    assert has(match, "blue-1", DAZED)
    assert wounds(match, "blue-1") == 1
    assert has(act(scene().match(1, 1, 1), *chant("mind_spike", 3)), "red-1", DAZED)


# ------------------------------------------------------------------ Puppet Tide: DW-MAG-09


@rule("DW-MAG-09")
def test_a_puppet_takes_one_action_for_its_enemy() -> None:
    stage = Stage([caster(), on(2, 2)], [on(25, 18), on(26, 18), on(6, 34)])
    match = stage.match(6, 6, 6, 1, 1, 6, 3, 1)
    act(match, *chant("puppet_tide", 3), Cast("red-1", 2, "blue-1"))
    assert match.decision.side == "red"
    assert match.decision.about == "blue-1"
    act(match, Attack("blue-1", "bare_hands", "blue-2"))
    assert wounds(match, "blue-2")
    assert spent(match)
    assert model(match, "blue-1").side == "blue"
    assert not has(match, "blue-1", ACTIONS)
    assert has(match, "red-1", ACTIONS) == 1


@rule("DW-MAG-09")
def test_a_puppet_is_never_sent_into_deadly_terrain() -> None:
    stage = scene(terrain=[box(26, 10, 30, 26, "deadly", "material:none", id="vents")])
    match = stage.match(6, 6, 6, 1, 1, 6)
    act(match, *chant("puppet_tide", 3), Cast("red-1", 2, "blue-1"))
    assert refused(match, Dance("blue-1", (27, 18))).rule == "DW-MAG-09"
    act(match, Dance("blue-1", (25, 22)))
    assert at(match, "blue-1") == (25, 22)


@rule("DW-MAG-09")
def test_a_failed_puppeteer_is_moved_by_the_opponent() -> None:
    match = act(scene().match(1, 1, 1), *chant("puppet_tide", 3))
    assert match.decision.side == "blue"
    assert match.decision.about == "red-1"
    assert not offered(match, Attack)
    act(match, Dance("red-1", (20, 22)))
    assert at(match, "red-1") == (20, 22)
    assert model(match, "red-1").side == "red"


@rule("DW-MAG-09")
@rule("DW-TER-01")
def test_a_puppet_does_not_sink_into_deadly_terrain_but_may_swim_out_of_it() -> None:
    vents = [box(24, 10, 30, 26, "deadly", "material:none", id="vents")]
    above = Stage([caster(), on(2, 2)], [on(25, 18, level=1), on(2, 34)], terrain=vents).match(6, 6, 6, 1, 1, 1)
    act(above, *chant("puppet_tide"), Cast("red-1", 3, "blue-1"))
    assert refused(above, ChangeDepth("blue-1", -1)).rule == "DW-MAG-09"
    inside = Stage([caster(), on(2, 2)], [on(25, 18), on(2, 34)], terrain=vents).match(6, 6, 6, 1, 1, 1)
    act(inside, *chant("puppet_tide"), Cast("red-1", 3, "blue-1"), Dance("blue-1", (22.0, 18.0)))
    assert at(inside, "blue-1") == (22.0, 18.0)


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


@rule("DW-MAG-09")
@rule("DW-ACN-24")
def test_a_puppet_may_be_made_to_drop_what_it_carries() -> None:
    stage = Stage([caster(), on(2, 2)], [on(25, 18, tokens={f"{LOAD}:{GOLD}": 1}), on(6, 34)])
    match = act(stage.match(6, 6, 6, 1, 1, 6), *chant("puppet_tide", 3), Cast("red-1", 2, "blue-1"))
    act(match, Drop("blue-1", GOLD))
    assert not has(match, "blue-1", f"{LOAD}:{GOLD}")
    assert match.table.models["blue-1"].side == "blue"
