"""What is seldom seen on a table: two of the same device, weapons that change hands twice, the dead who come back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.games.deepwars.actions import (
    Attack,
    Bend,
    Cast,
    Choose,
    Done,
    Drop,
    Fire,
    FirstAid,
    PickUp,
    Raise,
    RollDieAgain,
    Treat,
)
from sightline.games.deepwars.advancing import USE
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import Scenery, gone
from sightline.games.deepwars.events import Clashed, Deserted, Raised
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import SHOT, Blow, DefenceScore, MoraleCheck
from sightline.games.deepwars.scoring import guest
from tests.games.deepwars.chants import chant, end, scene
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    fallen,
    free,
    happened,
    has,
    model,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.games.deepwars.test_creatures import sea
from tests.games.deepwars.test_devices import scenic
from tests.games.deepwars.test_where_rules_meet import HOLD
from tests.kit import rule

FISTS = "bare_hands"

# ------------------------------------------------------------------ two of the same device (DW-SCN-12)


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


# ------------------------------------------------------------------ weapons


@rule("DW-ABL-30")
@rule("DW-TEC-09")
def test_a_hazardous_weapon_is_damaged_without_a_further_roll() -> None:
    tokens = {"learned:thing": 1}
    stage = Stage([on(22.5, 18, tokens=tokens, boxes_body=5), on(2, 2)], [on(18, 18, combat=9), on(2, 34)])
    scenic(stage, "scenic_weapon", "death_ray")
    match = act(stage.match(6, 6, 1, 6, 5, 5, 5), *rolling("red-1"), Fire("red-1", "thing", "blue-1"))
    assert has(match, "thing", "damaged")
    assert spent(match)


@rule("DW-RNG-03")
@rule("DW-SCW-01")
@pytest.mark.parametrize(("ability", "ambush"), [("stealth", 1), ("lantern", 0)])
def test_a_scenic_weapon_fires_from_ambush_too_but_is_none_itself(ability: str, ambush: int) -> None:
    operator = on(25.55, 18, ability, tokens={"learned:thing": 1})
    stage = Stage([operator, on(2, 2)], [on(16, 18, facing=0), on(2, 34)])
    scenic(stage, "scenic_weapon", "beam_cannon")
    match = act(stage.match(6, 6, 3, 3), *rolling("red-1"), Fire("red-1", "thing", "blue-1"))
    (clash,) = happened(match, Clashed)
    assert clash.attack.value == 3 + 4 - 2 + ambush


@rule("DW-ABL-49")
@rule("DW-RNG-11")
def test_those_who_join_a_shot_do_not_help_the_beam_to_its_second_target() -> None:
    stage = Stage(
        [on(10, 18, "prism_projector"), on(11, 20, "dart_rifle"), on(2, 2)],
        [on(14, 18, boxes_body=9), on(15, 20, boxes_body=9), on(2, 34)],
    )
    match = stage.match(5, 3, 2)
    match.play(*free("red-1"), Attack("red-1", "prism_projector", "blue-1", joiners=("red-2",)))
    match.play(Bend("red-1", "blue-2"))
    first, second = happened(match, Clashed)
    assert (first.totals, second.totals) == ((9, 5), (7, 5))


@rule("DW-ABL-41")
@rule("DW-ADV-11")
def test_no_poison_comes_from_a_wound_that_was_ignored() -> None:
    stage = Stage([on(20, 18, "venom_fangs"), on(2, 2)], [on(21, 18, tokens={"wound:body": 1}), on(2, 34)])
    stage.table.put_tokens("blue", "advance:tough_as_nails", 1)
    match = stage.match(6, 1)
    match.play(*free("red-1"), Attack("red-1", "venom_fangs", "blue-1"))
    match.play(Choose("blue", USE))
    assert (alive(match, "blue-1"), fallen(match, "blue-1"), wounds(match, "blue-1")) == (True, True, 1)
    assert spent(match)


# ------------------------------------------------------------------ salvage that changes hands


@rule("DW-TRE-04")
@rule("DW-ACN-24")
def test_a_salvaged_weapon_that_was_dropped_can_be_picked_up_again() -> None:
    carrier = on(20, 18, tokens={"load:coil_rifle": 1, "damaged:coil_rifle": 1})
    match = act(Stage([carrier, on(2, 2)], [on(40, 30)]).match(6, 6), *rolling("red-1"), Drop("red-1", "coil_rifle"))
    (lies,) = [m for m in match.table.models.values() if m.profile == "coil_rifle"]
    assert offered(match, PickUp)
    act(match, PickUp("red-1", lies.id))
    assert loads(model(match, "red-1")) == {"coil_rifle": 1}
    assert has(match, "red-1", "damaged:coil_rifle")


# ------------------------------------------------------------------ the dead


@rule("DW-ABL-31")
@rule("DW-CND-06")
def test_whom_a_healer_brings_back_is_rid_of_its_poison() -> None:
    slain = Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3)
    stage = Stage(
        [on(10, 10, "healer"), on(11, 10, tokens={"poisoned": 2}), on(2, 2), on(6, 2)],
        [on(12, 10), on(40, 30)],
        agenda=(slain,),
    )
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert not has(match, "red-2", "poisoned")


@rule("DW-ABL-48")
@rule("DW-GEN-12")
def test_a_re_animator_raises_nobody_who_was_of_no_side() -> None:
    stage = sea(Stage([on(10, 10, "re_animator"), on(2, 2)], [on(40, 30)]), ("cleft_eel", 11, 10))
    eel = "wild-cleft_eel"
    deadly = 1 + stage.table.tokens(eel, "boxes:body")
    stage.table.agenda = (Suffering(Blow("red-1", eel, FISTS), "red-1", eel, deadly), *stage.table.agenda)
    match = stage.match(6, 6, 6, 6, 6)
    assert model(match, f"{eel}-body").profile == "body"
    assert refused(match, *rolling("red-1"), Raise("red-1", "wild-cleft_eel-body")).rule == "DW-ABL-48"


@rule("DW-ABL-48")
@rule("DW-ABL-56")
@rule("DW-WPN-03")
def test_who_is_raised_has_its_weapons_as_they_were() -> None:
    tokens = {"spent:depth_charge": 1, "wound:trident": 1, "empty:speargun": 1}
    dead = on(11, 10, "depth_charge", "trident", "speargun", tokens=tokens)
    slain = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 3)
    stage = Stage([on(10, 10, "re_animator"), on(2, 2)], [dead, on(40, 30), on(44, 30)], agenda=(slain,))
    match = act(stage.match(6, 6, 5, 5, 1), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    (risen,) = [e.new for e in happened(match, Raised)]
    assert {t: n for t, n in risen.tokens.items() if t in tokens} == tokens


# ------------------------------------------------------------------ who is behind a flight


@rule("DW-CRE-09")
@rule("DW-SCN-11")
@pytest.mark.parametrize("trigger", ["terror", "psychic_wall"])
def test_a_creature_driven_off_by_fear_alone_is_credited_too(trigger: str) -> None:
    stage = sea(Stage([on(20, 18), on(2, 2)], [on(40, 30)]), ("cleft_eel", 24, 18))
    stage.table.put_tokens("blue", "drove:wild-cleft_eel", 1)
    stage.table.agenda = (MoraleOf(("wild-cleft_eel",), trigger, "", "red"), *stage.table.agenda)
    match = stage.match(1, 1, 1)
    assert happened(match, Deserted)
    assert (has(match, "red", "beast:wild-cleft_eel"), has(match, "blue", "beast:wild-cleft_eel")) == (1, 0)


# ------------------------------------------------------------------ First Aid


@rule("DW-EXP-09")
@rule("DW-CND-01")
def test_who_is_down_is_not_offered_to_help_others_up() -> None:
    aid = {"advance:first_aid": 1, "fallen": 1}
    match = Stage([on(10, 10, tokens=aid), on(11, 10, tokens={"fallen": 1})], [on(40, 30)]).match(6, 6)
    act(match, *rolling("red-1"))
    assert not offered(match, FirstAid)
    assert refused(match, FirstAid("red-1", "red-2")).rule == "DW-CND-01"


# ------------------------------------------------------------------ what sinks: DW-END-01


@rule("DW-END-01")
@rule("DW-DEP-07")
@pytest.mark.parametrize(("terrain", "low"), [((), 0), ((wall(19, 17, 21, 19, height=1),), 1)])
def test_bodies_and_dropped_things_sink_when_the_game_turn_ends(terrain: tuple[Any, ...], low: int) -> None:
    slain = Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3)
    carrier = on(20, 18, level=3, tokens={"load:golden_treasure": 1})
    stage = Stage([carrier, on(20, 18, level=2), on(2, 2)], [on(40, 30)], terrain=terrain, agenda=(slain,))
    match = act(stage.match(), *free("red-1"), Drop("red-1", "golden_treasure"), Done("red-1"))
    things = [m.id for m in match.table.models.values() if m.profile in ("body", "golden_treasure")]
    assert sorted(level(match.table, model(match, id)) for id in things) == [2, 3]
    end(match, 2)
    assert [level(match.table, model(match, id)) for id in things] == [low, low]
    assert level(match.table, model(match, "red-1")) == 3


@rule("DW-END-01")
@rule("DW-DEP-07")
@rule("DW-TER-06")
def test_what_is_dropped_under_a_roof_sinks_to_the_floor() -> None:
    inside, above = on(24, 18, level=1, tokens={"load:golden_treasure": 1}), on(2, 2)
    match = act(Stage([inside, above], [on(40, 30)], terrain=[HOLD]).match(), *free("red-1"))
    act(match, Drop("red-1", "golden_treasure"), Done("red-1"))
    end(match, 2)
    (gold,) = [m for m in match.table.models.values() if m.profile == "golden_treasure"]
    assert level(match.table, gold) == 0


@rule("DW-END-01")
@rule("DW-DEP-09")
def test_in_open_ocean_nothing_sinks_for_there_is_no_ground() -> None:
    stage = Stage([on(20, 18, level=2, tokens={"load:golden_treasure": 1}), on(2, 2)], [on(40, 30)])
    stage.table.put_tokens("table", "open_ocean", 1)
    match = act(stage.match(), *free("red-1"), Drop("red-1", "golden_treasure"), Done("red-1"))
    end(match, 2)
    (gold,) = [m for m in match.table.models.values() if m.profile == "golden_treasure"]
    assert level(match.table, gold) == 2


# ------------------------------------------------------------------ things that do not live


@rule("DW-ABL-41")
@rule("DW-ABL-55")
@rule("DW-ABL-23")
@rule("DW-CBT-09")
@pytest.mark.parametrize("weapon", ["venom_fangs", "shock_lance", "tentacles"])
def test_a_thing_resists_neither_poison_nor_shock_and_is_not_held(weapon: str) -> None:
    stage = Stage([on(22, 18, weapon, combat=9), on(2, 2)], [on(40, 30)])
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant")
    match = act(stage.match(6, 1), *free("red-1"), Attack("red-1", weapon, "thing"))
    assert wounds(match, "thing") > 0
    assert not [t for t in model(match, "thing").tokens if t.partition(":")[0] in ("poisoned", "entangled", "held_by")]
    assert spent(match)


@rule("DW-ABL-35")
@rule("DW-CBT-09")
def test_rays_do_not_make_a_thing_ill() -> None:
    stage = Stage([on(22.5, 18, tokens={"learned:thing": 1}), on(2, 2)], [on(40, 30)])
    scenic(stage, "scenic_weapon", "death_ray")
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (18.0, 20.0), "goal")
    match = act(stage.match(6, 6, 6, 1), *rolling("red-1"), Fire("red-1", "thing", "goal"))
    assert not has(match, "goal", "irradiated")
    assert spent(match)


# ------------------------------------------------------------------ who is with a warband


@rule("DW-CND-07")
@rule("DW-SCN-03")
@rule("DW-END-03")
def test_a_warbeast_that_was_charmed_back_is_one_of_its_own_again() -> None:
    own = Stage([on(10, 10, "warbeast", "animal", tokens={"charmed": 2})], [on(40, 30)]).table
    assert not gone(own, "red")
    lent = Stage([on(10, 10, "warbeast", "animal")], [on(40, 30, "warbeast", "animal", tokens={"charmed": 2})]).table
    lent.put_moved(replace(lent.models["blue-1"], side="red"))
    assert gone(lent, "blue")
    assert [m.id for m in lent.squad("red") if not guest(m)] == ["red-1"]


# ------------------------------------------------------------------ why a scenic weapon does not fire


@rule("DW-SCW-01")
@rule("DW-RNG-02")
@rule("DW-RNG-10")
@rule("DW-CBT-10")
@pytest.mark.parametrize(
    ("foe", "near", "no"),
    [
        ((40.0, 18.0), (2.0, 34.0), ("DW-RNG-02", {"distance": 16.5, "range": 15.0})),
        ((28.0, 18.0), (22.5, 19.0), ("DW-RNG-10", {})),
        ((28.0, 12.0), (2.0, 34.0), ("DW-CBT-10", {"cover": "complete"})),
    ],
)
def test_why_a_scenic_weapon_does_not_reach_somebody_is_said_by_its_rule(
    foe: tuple[float, float], near: tuple[float, float], no: tuple[str, dict[str, Any]]
) -> None:
    stage = Stage(
        [on(22.5, 18, tokens={"learned:thing": 1}), on(2, 2)],
        [on(*foe), on(*near)],
        terrain=[wall(24, 13, 29, 14)],
    )
    scenic(stage, "scenic_weapon", "death_ray")
    match = act(stage.match(6, 6), *rolling("red-1"))
    refusal = refused(match, Fire("red-1", "thing", "blue-1"))
    assert refusal.rule == no[0]
    assert no[1].items() <= refusal.facts.items()


# ------------------------------------------------------------------ dice that were rolled again


@rule("DW-ART-05")
@rule("DW-ABL-32")
@rule("DW-GEN-15")
@pytest.mark.parametrize(("first", "again", "risk"), [(1, 5, 0), (3, 1, 1), (1, 1, 1)])
def test_a_die_that_was_rolled_again_risks_the_soul_with_its_new_face(first: int, again: int, risk: int) -> None:
    stage = Stage([on(20, 18, "hero", tokens={"soul_accelerator": 1}), on(2, 2)], [on(40, 30)])
    match = stage.match(5, first, again)
    match.play(*rolling("red-1"))
    match.play(RollDieAgain((1,)))
    assert has(match, "red-1", "risk") == risk
    assert spent(match)


# ------------------------------------------------------------------ one die for all that a blast strikes


@rule("DW-ABL-11")
@rule("DW-EXP-03")
@rule("DW-ADV-02")
@pytest.mark.parametrize(("bearer", "advance"), [("red-1", "shot_focus"), ("red", "efficient_warriors")])
def test_what_was_declared_for_the_die_of_a_blast_counts_against_everybody(bearer: str, advance: str) -> None:
    stage = Stage(
        [on(17, 18, "sonic_horn"), on(2, 2)], [on(20, 18, boxes_body=9), on(20, 19.3, boxes_body=9), on(2, 34)]
    )
    stage.table.put_tokens(bearer, f"advance:{advance}", 1)
    match = stage.match(3, 2, 2)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "sonic_horn", "blue-1"))
    match.play(Choose("red", USE))
    first, second = happened(match, Clashed)
    assert [clash.attack.value for clash in (first, second)] == [5, 5]
    assert [note.rule for note in second.attack.notes if note.value == 2] == [note.rule for note in first.attack.notes]
    assert has(match, bearer, f"used:{advance}") == 1


# ------------------------------------------------------------------ strings are no charm: DW-CRE-09, DW-MAG-09


@rule("DW-CRE-09")
@rule("DW-MAG-09")
@rule("DW-OPS-16")
def test_a_wild_creature_on_strings_for_one_action_is_not_charmed() -> None:
    stage = sea(scene(), ("slate_ray", 24, 20))
    stage.table.put_tokens("red", "mission:beast_whisperer", 1)
    match = act(stage.match(6, 6, 6, 1, 1, 1), *chant("puppet_tide"), Cast("red-1", 2, "wild-slate_ray"))
    assert match.decision.about == "wild-slate_ray"
    act(match, Done("wild-slate_ray"))
    assert model(match, "wild-slate_ray").side == "wild"
    assert not has(match, "red", "beast:wild-slate_ray")
    assert not has(match, "red", "achieved:beast_whisperer")
