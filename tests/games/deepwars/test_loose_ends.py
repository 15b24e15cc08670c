"""What is said of everybody holds for everybody: blasts, crossings, willing friends, the shifted, bodies in contact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    Done,
    EnterPortal,
    Exert,
    Move,
    OpenPortal,
    Shift,
    StepAndAttack,
    Treat,
)
from sightline.games.deepwars.damage import Suffering, corpse
from sightline.games.deepwars.devices import salvageable
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Entered
from sightline.games.deepwars.gifts import corpses, creatures
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import Activating, Blow
from sightline.games.deepwars.tokens import ACTIONS, CHARGING, TRANSFIXED
from sightline.games.deepwars.treasure import victims
from sightline.games.deepwars.wild import quarry_of
from tests.games.deepwars.chants import caster, chant, end
from tests.games.deepwars.duels import FISTS, HORN, struck
from tests.games.deepwars.scenes import VENTS, scenic, sea
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    box,
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
    table_of,
    wounds,
)
from tests.games.deepwars.stage import on as standing
from tests.kit import rule

# ------------------------------------------------------------------ blasts: DW-ABL-11


@rule("DW-ABL-11")
@pytest.mark.parametrize(("x", "hit"), [(19.0, ["blue-1"]), (19.6, ["blue-1", "red-1"])])
def test_whoever_throws_a_blast_too_near_is_in_it(x: float, hit: list[str]) -> None:
    dice = (4, 6) if len(hit) == 1 else (4, 6, 1)
    stage = Stage([on(x, 18, HORN, boxes_body=9), on(2, 2)], [on(21.5, 18, boxes_body=9), on(2, 34)])
    match = act(stage.match(*dice), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert struck(match) == hit
    assert wounds(match, "red-1") == len(hit) - 1
    assert spent(match)
    assert not any(t.startswith("advantage") for t in model(match, "red-1").tokens), "nobody has it over itself"


@rule("DW-ABL-11")
def test_whoever_is_killed_by_its_own_blast_has_struck_all_the_others() -> None:
    red, blue = [on(19.6, 18, HORN, boxes_body=1), on(2, 2), on(4, 2)], [on(21.5, 18), on(21.5, 19.2), on(2, 34)]
    match = act(Stage(red, blue).match(4, 6, 6, 1), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert struck(match) == ["blue-1", "blue-2", "red-1"]
    assert not alive(match, "red-1")
    assert spent(match)


@rule("DW-ABL-11")
def test_whoever_is_driven_back_by_its_own_blast_goes_away_from_the_target() -> None:
    stage = Stage([on(19.6, 18, HORN), on(2, 2)], [on(21.5, 18, boxes_body=9), on(2, 34)])
    stage.table.put_tokens("red-1", "av:body", 3)
    match = act(stage.match(4, 6, 3), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert at(match, "red-1") == pytest.approx((18.6, 18.0), abs=0.001)
    assert not any(t.startswith("advantage") for t in model(match, "red-1").tokens)


@rule("DW-ABL-11")
@rule("DW-CBT-09")
def test_a_blast_strikes_the_scenic_object_beside_its_target() -> None:
    stage = Stage([on(20, 14, HORN, combat=9), on(2, 2)], [on(24, 16, boxes_body=9), on(2, 34)])
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant")
    match = act(stage.match(4, 6, 1), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert struck(match) == ["blue-1", "thing"]
    assert wounds(match, "thing") == 2
    assert spent(match)


@rule("DW-ABL-11")
@rule("DW-MAG-04")
def test_a_burst_reaches_its_caster_too() -> None:
    match = Stage([caster(boxes_body=9), on(2, 2)], [on(21.5, 18, boxes_body=9), on(2, 34)]).match(6, 6, 6, 3, 3, 3)
    act(match, *chant("thermal_burst"), Cast("red-1", 3, "blue-1"))
    assert struck(match) == ["blue-1", "red-1"]


@rule("DW-DMG-11")
@pytest.mark.parametrize(("lies", "to"), [(True, (22.0, 18.0)), (False, (21.0, 18.0))])
def test_one_who_is_beaten_by_somebody_dead_goes_away_from_the_body(lies: bool, to: tuple[float, float]) -> None:
    beaten = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 1)
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], agenda=(beaten,))
    one = stage.table.models["red-1"]
    if lies:
        body = corpse(stage.table, one, gruesome=False)
        stage.table.models[body.id] = body
    stage.table.models["red-1"] = replace(one, at=None)
    assert at(stage.match(), "blue-1") == pytest.approx(to, abs=0.001)


# ------------------------------------------------------------------ Deadly Terrain that is crossed: DW-TER-01


@rule("DW-TER-01")
@rule("DW-TER-02")
def test_crossing_deadly_terrain_is_entering_it() -> None:
    match = Stage([on(21, 18), on(2, 2)], [on(40, 30)], terrain=[VENTS]).match(5, 1, 1)
    act(match, *free("red-1"), Move("red-1", (25.5, 18.0)))
    assert at(match, "red-1") == (25.5, 18.0)
    assert (fallen(match, "red-1"), wounds(match, "red-1")) == (True, 1)
    assert spent(match)


@rule("DW-TER-01")
@pytest.mark.parametrize(("level", "to"), [(1, (25.5, 18.0)), (0, (21.0, 22.0))])
def test_who_swims_over_it_or_past_it_does_not_enter(level: int, to: tuple[float, float]) -> None:
    match = Stage([on(21, 18, level=level), on(2, 2)], [on(40, 30)], terrain=[VENTS]).match()
    act(match, *free("red-1"), Move("red-1", to))
    assert not happened(match, Entered)


@rule("DW-TER-02")
def test_who_leaves_deadly_terrain_has_not_entered_it_again() -> None:
    match = Stage([on(23, 18), on(2, 2)], [on(40, 30)], terrain=[VENTS]).match(5, 5, 5)
    act(match, *free("red-1"), Move("red-1", (26.0, 18.0)))
    assert not happened(match, Entered)
    assert spent(match), "one check: it was in it when nominated"


@rule("DW-TER-01")
@rule("DW-MRL-07")
def test_a_flight_leads_through_deadly_terrain() -> None:
    vents = box(18, 9, 22, 10, "deadly", "material:none", id="vents")
    stage = Stage(
        [on(20, 12), on(40, 12)], [on(2, 34)], terrain=[vents], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),)
    )
    match = stage.match(5, 5, 1, 5, 1, 1)
    assert at(match, "red-1") == (20.0, 7.0)
    assert wounds(match, "red-1") == 1


@rule("DW-ART-09")
@rule("DW-TER-01")
def test_who_steps_through_a_portal_crosses_nothing() -> None:
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    match = Stage([gate, on(2, 2)], [on(40, 30)], terrain=[VENTS]).match(6, 6, 4)
    act(match, *rolling("red-1", 3), OpenPortal("red-1", 1, (21.0, 18.0), (34.0, 18.0)), EnterPortal("red-1"))
    assert at(match, "red-1") == (34.0, 18.0)
    assert not happened(match, Entered)


# ------------------------------------------------------------------ the shifted are not harmed: DW-ABL-19


@rule("DW-ABL-19")
@rule("DW-TER-02")
@pytest.mark.parametrize("x", [23.0, 25.5])
def test_the_shifted_pass_through_deadly_terrain_unharmed(x: float) -> None:
    match = Stage([on(21, 18, "dimension_shift"), on(2, 2)], [on(40, 30)], terrain=[VENTS]).match(5, 5)
    act(match, *rolling("red-1"), Shift("red-1"), Move("red-1", (x, 18.0)))
    assert at(match, "red-1") == (x, 18.0)
    assert not happened(match, Entered)


@rule("DW-ABL-19")
@rule("DW-SCW-02")
def test_lightning_does_not_strike_the_shifted() -> None:
    red = [on(24, 10, tokens={"shifted": 1}), on(26, 10, boxes_body=9), on(2, 2)]
    stage = scenic(Stage(red, [on(40, 34)], turn=4), "scenic_weapon", "lightning_blaster")
    stage.table.put_tokens("thing", CHARGING, 1)
    match = end(stage.match(6, 1, 1), 2)
    assert (has(match, "red-1", TRANSFIXED), has(match, "red-2", TRANSFIXED)) == (0, 1)
    assert spent(match)


@rule("DW-ABL-19")
@rule("DW-SCA-05")
def test_tentacles_do_not_reach_the_shifted() -> None:
    red = [on(24, 15, tokens={"shifted": 1}), on(22, 15), on(2, 2)]
    stage = scenic(Stage(red, [on(40, 30)]), "scenic_artifact", "chamber_of_lost_souls")
    assert struck(end(stage.match(1, 1, 6), 2)) == ["red-2"]


# ------------------------------------------------------------------ willing friends: DW-PHY-05


@rule("DW-PHY-05")
def test_a_friend_is_pushed_without_a_check() -> None:
    match = Stage([on(20, 18), on(21, 18, "big"), on(2, 2)], [on(40, 30)]).match()
    act(match, *free("red-1"), Exert("red-1", "push", "red-2"))
    assert at(match, "red-2") == (24.0, 18.0)
    assert not offered(match, Exert)


@rule("DW-PHY-05")
def test_who_is_not_in_contact_is_not_pushed() -> None:
    match = Stage([on(20, 18), on(21.2, 18), on(2, 2)], [on(40, 30)]).match()
    assert refused(match, *free("red-1"), Exert("red-1", "push", "red-2")).rule == "DW-PHY-09"


# ------------------------------------------------------------------ Mechanical Experts: DW-ADV-07


def with_advance(*advances: str, side: str = "red", **more: Any) -> Stage:
    """Two enemies in contact; a warband has advances."""
    red = more.pop("red", [standing(10, 10, "trident")])
    blue = more.pop("blue", [standing(11, 10, "trident")])
    stage = Stage(red=red, blue=blue, **more)
    for advance in advances:
        stage.table.put_tokens(side, f"advance:{advance}", 1)
    return stage


@rule("DW-ADV-07")
@rule("DW-ABL-22")
def test_mechanical_experts_mend_a_damaged_tech_weapon_once() -> None:
    red = [on(10, 10), on(11, 10, HORN, tokens={f"wound:{HORN}": 1}), on(10, 11, HORN, tokens={f"wound:{HORN}": 1})]
    stage = with_advance("mechanical_experts", red=red, blue=[on(40, 30)])
    match = act(stage.match(4, 4, 4), *free("red-1"), Treat("red-1", "red-2", HORN))
    assert has(match, "red-2", f"wound:{HORN}") == 0
    assert has(match, "red", "used:mechanical_experts") == 1
    act(match, Done("red-1"), *free("red-3"))
    assert refused(match, Treat("red-3", "red-3", HORN)).rule == "DW-ABL-22"


@rule("DW-ADV-07")
def test_mechanical_experts_know_nothing_of_plain_weapons_and_wounds() -> None:
    red = [on(10, 10), on(11, 10, "trident", tokens={"wound:trident": 1, "wound:body": 1})]
    match = act(with_advance("mechanical_experts", red=red, blue=[on(40, 30)]).match(), *free("red-1"))
    assert refused(match, Treat("red-1", "red-2", "trident")).rule == "DW-ABL-22"
    assert refused(match, Treat("red-1", "red-2", "body")).rule == "DW-ABL-22"


# ------------------------------------------------------------------ contact with a body: DW-GEN-09


@rule("DW-GEN-09")
@rule("DW-TRE-04")
@rule("DW-TEC-02")
@rule("DW-ABL-48")
@pytest.mark.parametrize(("apart", "near"), [(0.0, True), (0.04, True), (0.1, False)])
def test_a_body_is_in_contact_when_the_bases_are(apart: float, near: bool) -> None:
    table = table_of([on(20, 18, "scientist", "re_animator"), on(2, 2)], [on(30, 18, HORN), on(2, 34)])
    table.put_tokens("blue-1", "load:golden_treasure", 1)
    one, dead = table.models["red-1"], table.models["blue-1"]
    there = (20 + one.radius + dead.radius + apart, 18.0)
    table.put_moved(replace(corpse(table, dead, gruesome=False), at=there))
    found = [bool(kind(table, one)) for kind in (victims, salvageable, corpses)]
    assert found == [near] * 3


# ------------------------------------------------------------------ small steps of the sluggish: DW-ABL-57, DW-ACN-17


@rule("DW-ABL-57")
@rule("DW-ACN-17")
def test_a_sluggish_model_that_has_moved_may_still_step_and_attack() -> None:
    match = Stage([on(16, 18, "sluggish"), on(2, 2)], [on(21.5, 18), on(2, 34)]).match(5, 5, 3, 3)
    act(match, *rolling("red-1"), Move("red-1", (20.0, 18.0)))
    assert offered(match, StepAndAttack)
    act(match, StepAndAttack("red-1", FISTS, "blue-1", (20.5, 18.0)))
    assert struck(match) == ["blue-1"]


@rule("DW-ACN-17")
@rule("DW-CND-04")
def test_who_is_held_takes_no_step() -> None:
    match = Stage([on(20, 18, tokens={"entangled": 1}), on(2, 2)], [on(21.5, 18), on(2, 34)]).match()
    act(match, *free("red-1"))
    assert refused(match, StepAndAttack("red-1", FISTS, "blue-1", (20.5, 18.0))).rule == "DW-CND-04"
    assert not offered(match, StepAndAttack)


# ------------------------------------------------------------------ creatures


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


@rule("DW-ABL-18")
@pytest.mark.parametrize(("items", "known"), [((), True), (("construct",), False)])
def test_a_deep_caller_calls_creatures_of_the_sea_and_not_the_risen_dead(items: Sequence[str], known: bool) -> None:
    table = table_of([on(20, 18, "deep_caller"), on(2, 2)], [on(23, 18, *items, tokens={"summoned": 1}), on(2, 34)])
    assert bool(creatures(table, table.models["red-1"])) == known


# ------------------------------------------------------------------ command and leaving


@rule("DW-ACT-14")
@pytest.mark.parametrize("commander", ["leader", "deep_caller"])
@pytest.mark.parametrize(("token", "bonus"), [("", 1), ("fallen", 0), ("transfixed", 0), ("immobilized", 0)])
def test_whoever_lies_there_commands_nobody(commander: str, token: str, bonus: int) -> None:
    tokens = {token: 1} if token else {}
    table = table_of([on(20, 18), on(22, 18, commander, tokens=tokens)], [on(40, 30)])
    assert EFFECTS.tally(table, Activating("red-1", ("red-2",)), 5).value == 5 - bonus


def at_the_portal(hacker: On) -> Stage:
    """Somebody at the mouth of a portal, and an enemy in contact."""
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    return Stage([gate, on(2, 2)], [hacker, on(2, 34)])


@rule("DW-ART-09")
@rule("DW-ACN-22")
def test_whoever_leaves_a_fight_through_a_portal_is_hacked_at() -> None:
    through = (OpenPortal("red-1", 1, (20.0, 19.0), (34.0, 18.0)), EnterPortal("red-1"))
    match = act(at_the_portal(on(21, 18)).match(6, 6, 4, 1, 6), *rolling("red-1", 3), *through)
    assert struck(match) == ["red-1"]
    assert at(match, "red-1") == (34.0, 18.0)
    felled = act(at_the_portal(on(21, 18)).match(6, 6, 4, 6, 3), *rolling("red-1", 3), *through)
    assert at(felled, "red-1") == (20.0, 18.0)
    assert fallen(felled, "red-1")
    assert has(felled, "red-1", ACTIONS) == 2, "four by two sixes, and the one is spent"
