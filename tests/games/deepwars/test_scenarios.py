"""Scenarios: set-up and victory points (DW-SCN)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.muster import Entry
from sightline.core.table import TABLE
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import Attack, Choose, Extract, FreeActivation, HandOver, Move, Nominate, Place
from sightline.games.deepwars.damage import Recoil
from sightline.games.deepwars.measure import MEDIUM, OBJECT, SHORT, WILD
from sightline.games.deepwars.models import recruit
from sightline.games.deepwars.moving import pace
from sightline.games.deepwars.opening import inside
from sightline.games.deepwars.scenarios import scenario_of, standing_there
from sightline.games.deepwars.scoring import in_control, per_game_turn, standing_points, to_come
from sightline.games.deepwars.sides import ALTAR
from sightline.games.deepwars.tokens import BEAST, CORE, FIRST_BREACH, LOAD, TRANSFIXED, VICTORY
from tests.games.deepwars.chants import end
from tests.games.deepwars.scenes import opened, playing, set_up, thing
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    box,
    example,
    free,
    has,
    model_of,
    on,
    refused,
    settle,
    spent,
)
from tests.kit import rule

# ------------------------------------------------------------------ set-up


@rule("DW-SCN-01")
def test_a_die_picks_the_scenario() -> None:
    assert [scenario_of(n) for n in range(1, 7)] == ["skirmish", "conquer", "breach", "salvage", "survival", "capture"]


@rule("DW-SET-01")
@rule("DW-SCN-02")
@rule("DW-CRE-11")
def test_in_open_ocean_the_defender_places_four_creatures() -> None:
    match = set_up(opened("ocean", 1, 1, 1, 2, 4, 4, 4, 4, 6))
    assert match.decision.side == "blue"
    assert match.decision.about == "glass_shoal"
    assert refused(match, Place("blue", "glass_shoal", (24.0, 11.0))).rule == "DW-CRE-11"
    match.play(Place("blue", "glass_shoal", (24.0, 18.0)))
    assert refused(match, Place("blue", "bell_drifter", (28.0, 18.0))).rule == "DW-CRE-11"
    assert refused(match, Place("blue", "bell_drifter", (29.5, 18.0))).rule == "DW-CRE-11", "from base to base"
    assert match.refusal(Place("blue", "bell_drifter", (30.0, 18.0))) is None
    assert refused(match, Place("blue", "bell_drifter", (36.0, 12.1))).rule == "DW-CRE-11", "the base counts"
    assert match.refusal(Place("blue", "bell_drifter", (36.0, 12.5))) is None

    def said(x: float, y: float) -> str:
        return GAME.sayings.refusal(match.table, refused(match, Place("blue", "bell_drifter", (x, y))))

    assert said(36.0, 11.0) == "Bell Drifter is 3.5 in from a deployment zone, 5 in needed"
    assert said(28.0, 18.0) == "Bell Drifter is 3 in from wild Glass Shoal 1, 5 in needed"
    assert said(60.0, 18.0) == "Bell Drifter cannot leave the map there"
    assert [m.profile for m in match.table.squad(WILD)] == ["glass_shoal"]


@rule("DW-DEP-09")
@rule("DW-SCN-02")
def test_where_nothing_lies_on_the_ground_there_is_none() -> None:
    reaver = replace(recruit("red", 9, Entry("kr_reaver")), at=(24.0, 3.0))
    for preset, step in (("ocean", SHORT), ("twin_kelp_shallows", MEDIUM)):
        table = opened(preset).table.copy()
        table.put_moved(reaver)
        assert pace(table, reaver) == step


@rule("DW-SCN-04")
@rule("DW-SCA-01")
def test_conquer_has_an_artifact_in_the_centre() -> None:
    match = opened("the_sunken_forum", 3)
    centre = match.table.models["centre"]
    assert (centre.profile, centre.at, centre.kind) == ("statue_of_elder_god", (24.0, 18.0), OBJECT)
    assert any(p.id == "centre" and "blocking" in p.traits for p in match.table.terrain.pieces)


@rule("DW-SCN-06")
def test_breach_has_three_tokens_inside_the_structure() -> None:
    match = opened("the_sealed_hold")
    tokens = [m for m in match.table.models.values() if m.profile == "treasure"]
    assert len(tokens) == 3
    assert all(m.at and inside(match.table, m.at, 0) for m in tokens)


@rule("DW-SCN-08")
@rule("DW-SET-01")
def test_the_attacker_places_six_tokens_apart_from_each_other_and_then_chooses_its_edge() -> None:
    match = opened("bone_garden")
    assert match.decision.side == "red"
    assert "red-edge" not in match.table.models
    assert refused(match, Place("red", "treasure", (24.0, 30.0))).rule == "DW-SCN-08", "either edge may be anybody's"
    assert refused(match, Place("red", "treasure", (24.0, 6.0))).rule == "DW-SCN-08"
    match.play(Place("red", "treasure", (24.0, 12.0)))
    assert refused(match, Place("red", "treasure", (28.98, 12.0))).rule == "DW-SCN-08"
    for x in (4.0, 10.0, 16.0, 30.0, 36.0):
        match.play(Place("red", "treasure", (x, 12.0)))
    assert sum(m.profile == "treasure" for m in match.table.models.values()) == 6
    assert (match.decision.side, match.decision.rule) == ("red", "DW-SET-01")


@rule("DW-SCN-10")
def test_the_defender_chooses_three_predators_and_the_attacker_places_them() -> None:
    match = set_up(opened("furnace_gate", 6, 6, 6))
    assert refused(match, Choose("blue", "keel_saurian")).rule == "DW-SCN-10"
    assert refused(match, Choose("blue", "slate_ray")).rule == "DW-SCN-10"
    for _ in range(3):
        match.play(Choose("blue", "needle_pack"))
    assert match.decision.side == "red"
    for x in (8.0, 16.0, 40.0):
        match.play(Place("red", "needle_pack", (x, 20.0), 3))
    names = [model.name for model in match.table.models.values() if model.side == WILD]
    assert len(set(names)) == 3, names  # Three of a kind can be told apart.


@rule("DW-SCN-12")
@rule("DW-SCW-01")
def test_capture_has_an_artifact_and_a_weapon_on_each_side() -> None:
    match = opened("rival_altars", 1, 2, 3, 4)
    found = {m.id: m.profile for m in match.table.models.values() if m.kind == OBJECT}
    assert set(found) == {"red-altar", "red-engine", "blue-altar", "blue-engine"}
    assert found["red-altar"] == "hydrothermal_power_plant"
    assert match.table.models["red-altar"].at == (24.0, 7.0)
    single = opened("rival_altars", 1, 2, 3, capture_scenic_weapons="defender_only")
    assert "red-engine" not in single.table.models
    assert "blue-engine" in single.table.models


# ------------------------------------------------------------------ victory points


@rule("DW-SCN-03", 0)
def test_losses_and_the_last_warband_standing_count_in_a_skirmish() -> None:
    stage = Stage([on(2 * n + 2, 2) for n in range(5)], [on(2 * n + 2, 34) for n in range(3)])
    for name, count in (("killed:1", 2), ("killed:3", 1), ("fled:2", 1)):
        stage.table.put_tokens("blue", name, count)
    assert standing_points(stage.table)["red"] == example("DW-SCN-03", 0)["vp"]


@rule("DW-SCN-03", 1)
def test_whoever_was_healed_was_not_killed() -> None:
    stage = Stage([on(2, 2)], [on(2, 34)])
    stage.table.put_tokens("blue", "killed:3", 0)
    assert standing_points(stage.table)["red"] == example("DW-SCN-03", 1)["vp"]


@rule("DW-SCN-05", 0)
def test_personalities_in_the_zone_score_each_game_turn() -> None:
    red = [on(24 + n, 19, personality=1) for n in range(2)] + [on(20 + n, 17) for n in range(2)]
    stage = playing("conquer", red, [on(2, 34, personality=1)])
    assert per_game_turn(stage.table, "red") == example("DW-SCN-05", 0)["vp"]
    match = end(stage.match(), 2)
    assert has(match, "red", VICTORY) == 2
    assert has(match, "blue", VICTORY) == 0
    held = playing("conquer", [on(24, 18, personality=1, tokens={TRANSFIXED: 1})], [on(2, 34)])
    assert per_game_turn(held.table, "red") == 0


@rule("DW-SCN-05")
def test_a_kill_inside_the_zone_counts() -> None:
    for x, wanted in ((24.0, 1), (30.5, 0)):
        stage = playing("conquer", [on(x - 1, 18, combat=9)], [on(x, 18), on(2, 34), on(4, 34)])
        match = stage.match(6, 2, *[6] * 9)
        act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "blue-1"))
        assert not alive(match, "blue-1")
        assert standing_points(match.table)["red"] == wanted


@rule("DW-SCN-05")
@rule("DW-CND-07")
@pytest.mark.parametrize(("owner", "wanted"), [("blue", 1), (WILD, 0)])
def test_a_summoned_creature_pays_in_the_zone_and_a_charmed_one_does_not(owner: str, wanted: int) -> None:
    beast = on(24, 18, "animal", tokens={"summoned": 1} if owner == "blue" else {"charmed": 2})
    stage = playing("conquer", [on(23, 18, combat=9)], [beast, on(2, 34), on(4, 34)])
    stage.table.put_moved(replace(stage.table.models["blue-1"], owner=owner))
    match = stage.match(6, 2, *[6] * 9)
    act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    assert not alive(match, "blue-1")
    assert standing_points(match.table)["red"] == wanted


@rule("DW-SCN-07", 0)
def test_breach_counts_the_first_opening_models_inside_and_treasure() -> None:
    hold = box(18, 14, 30, 22, "roof", "material:wreck", height=2, id="hold")
    red = [on(22, 18, tokens={f"{LOAD}:golden_treasure": 1}), on(26, 18, tokens={f"{LOAD}:planar_eye": 1})]
    stage = playing("breach", red, [on(2, 34)], terrain=[hold])
    stage.table.put_tokens("red", FIRST_BREACH, 1)
    assert standing_points(stage.table)["red"] == example("DW-SCN-07", 0)["vp"]


@rule("DW-SCN-11")
def test_survival_counts_models_in_the_zone_and_creatures() -> None:
    stage = playing("survival", [on(24, 18), on(24, 24.9), on(24, 25.2)], [on(2, 34)])
    stage.table.put_tokens("red", f"{BEAST}:wild-1", 1)
    assert standing_points(stage.table) == {"red": 3, "blue": 0}


def altar(stage: Stage, side: str, at: tuple[float, float], row: int = 4) -> Stage:
    """A scenic artifact of a side."""
    found = catalog.rows("scenic_artifact")[row]
    for event in standing_there(found, f"{side}-altar", side, ALTAR, at):
        event.apply(stage.table)
    stage.table.memo = {}
    return stage


@rule("DW-SCN-13", 0, 1)
@pytest.mark.parametrize("n", [0, 1])
def test_models_that_outnumber_the_enemy_at_its_artifact_control_it(n: int) -> None:
    facts = example("DW-SCN-13", n)
    red = [on(24 + 1.2 * k - 1.2, 26.5) for k in range(facts["own"])]
    blue = [on(24 + 1.2 * k - 1.2, 31.5) for k in range(facts["enemy"])]
    stage = altar(playing("capture", red, blue), "blue", (24, 29))
    assert in_control(stage.table, "red") == facts["vp"]


@rule("DW-SCN-13")
@rule("DW-SCN-14")
def test_a_core_is_extracted_and_carried_home() -> None:
    stage = altar(playing("capture", [on(24, 27), on(2, 2)], [on(40, 34)]), "blue", (24, 29))
    match = act(stage.match(6, 6, 1), Nominate("red-1"), FreeActivation("red-1"), Extract("red-1", "blue-altar"))
    assert has(match, "red-1", f"{LOAD}:{CORE}")
    assert spent(match)
    failed = act(stage.match(1, 1, 1), Nominate("red-1"), FreeActivation("red-1"), Extract("red-1", "blue-altar"))
    assert has(failed, "red-1", TRANSFIXED)
    home = playing("capture", [on(24, 9, tokens={f"{LOAD}:{CORE}": 1}), on(2, 2)], [on(40, 34)])
    home.table.put_tokens("red", "extracted", 1)
    match = act(home.match(), Nominate("red-1"), FreeActivation("red-1"), Move("red-1", (24, 6.5)))
    assert has(match, "red", VICTORY) == 10
    assert not has(match, "red-1", f"{LOAD}:{CORE}")


@rule("DW-SCN-13")
@rule("DW-CBT-09")
def test_an_object_defends_and_is_destroyed_when_its_boxes_are_full() -> None:
    stage = altar(playing("capture", [on(24, 27, combat=9), on(2, 2)], [on(40, 34)]), "blue", (24, 29), 4)
    stage.table.put_tokens("blue-altar", "wound:body", 4)
    match = act(
        stage.match(4, 1), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "blue-altar")
    )
    assert not alive(match, "blue-altar")
    assert standing_points(match.table)["red"] == 2
    assert not any(p.id == "blue-altar" for p in match.table.terrain.pieces)
    assert "blue-altar-body" not in match.table.models
    safe = act(
        stage.match(1, 6), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "blue-altar")
    )
    assert alive(safe, "blue-altar")
    assert alive(safe, "red-1")


STAR = {"personality": 1}


@rule("DW-ABL-19")
@rule("DW-SCN-05")
@rule("DW-SCN-11")
@rule("DW-SCN-13")
def test_whoever_is_out_of_this_world_does_not_score() -> None:
    for tokens, points in (({}, 1), ({"shifted": 1}, 0)):
        star = on(24, 20, "dimension_shift", tokens={**STAR, **tokens})
        assert per_game_turn(playing("conquer", [star], [on(40, 30)]).table, "red") == points
        assert to_come(playing("survival", [star], [on(40, 30)]).table, "red")["control"] == points
        stage = playing("capture", [on(24, 26, tokens=tokens)], [on(2, 34)])
        assert in_control(thing(stage, "wheel_of_the_stars", "blue-altar", (24.0, 29.0)).table, "red") == points


@rule("DW-SCN-05")
@rule("DW-SUB-07")
@pytest.mark.parametrize("condition", ["transfixed", "immobilized"])
def test_a_helpless_personality_does_not_hold_the_zone(condition: str) -> None:
    star = on(24, 20, tokens={**STAR, condition: 1})
    assert per_game_turn(playing("conquer", [star], [on(40, 30)]).table, "red") == 0


# ------------------------------------------------------------------ cores: DW-SCN-13


def carrier(*tokens: str) -> dict[str, int]:
    """Somebody with a core."""
    return {"load:power_core": 1, **dict.fromkeys(tokens, 1)}


def cores(red: list[On], **more: Any) -> Stage:
    """Both have taken the core of the other."""
    stage = Stage(red, [on(40, 30)], **more)
    stage.table.put_tokens(TABLE, "scenario:skirmish", 0)
    stage.table.put_tokens(TABLE, "scenario:capture", 1)
    for side in ("red", "blue"):
        stage.table.put_tokens(side, "extracted", 1)
    return stage


@rule("DW-SCN-13")
@rule("DW-ACN-24")
def test_a_core_handed_over_into_the_home_base_is_home() -> None:
    stage = cores([on(20, 7.6, tokens=carrier("of:blue:power_core")), on(20, 6.6)])
    match = act(stage.match(), *free("red-1"), HandOver("red-1", "red-2", "power_core"))
    assert has(match, "red", "vp") == 10


@rule("DW-SCN-13")
@rule("DW-DMG-11")
def test_whoever_is_driven_back_into_its_base_brings_the_core_home() -> None:
    stage = cores([on(20, 7.5, tokens=carrier("of:blue:power_core"), facing=90), on(2, 2)], agenda=())
    stage.table.put_moved(replace(model_of(stage, "blue-1"), at=(20.0, 8.5), facing=270.0))
    stage.table.agenda = (Recoil("red-1", "blue-1", (20.0, 8.5), melee=True), *stage.table.agenda)
    assert has(settle(stage.match()), "red", "vp") == 10


@rule("DW-SCN-13")
def test_ones_own_core_is_worth_nothing_at_home() -> None:
    stage = cores([on(20, 8, tokens=carrier("of:red:power_core")), on(2, 2)])
    match = act(stage.match(), *free("red-1"), Move("red-1", (20.0, 5.5)))
    assert has(match, "red", "vp") == 0
    assert has(match, "red-1", "load:power_core")
