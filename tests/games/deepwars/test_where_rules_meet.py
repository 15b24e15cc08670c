"""More of what a referee has found: treasure, devices and weapons where they meet the rest of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.table import TABLE
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import (
    Attack,
    BlowOpen,
    Done,
    Drop,
    EndTurn,
    Exert,
    Fire,
    Fix,
    HandOver,
    Learn,
    Move,
    PickUp,
    Raise,
    Salvage,
    Take,
    Treat,
)
from sightline.games.deepwars.damage import Recoil
from sightline.games.deepwars.events import Breached, Struck
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import SHOT, Blow
from sightline.games.deepwars.scenarios import standing_there
from tests.games.deepwars.duels import duel, result
from tests.games.deepwars.scenes import HOLD
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    free,
    happened,
    has,
    model,
    model_of,
    offered,
    on,
    refused,
    rolling,
    settle,
    spent,
    wounds,
)
from tests.kit import rule

DOOR, WALL = "hold-door-0-1", "hold-wall-0-0"
BARE = on(21, 18, av_body=0)


# ------------------------------------------------------------------ Breach from afar


@rule("DW-ABL-12")
@rule("DW-TER-06")
@rule("DW-ACT-15")
def test_a_ranged_breach_weapon_opens_a_structure_from_afar() -> None:
    stage = Stage([on(24, 11, "depth_charge"), on(2, 2)], [on(2, 34)], terrain=[HOLD])
    match = stage.match(6, 6, 3, 3, 1)
    act(match, *rolling("red-1"))
    assert {"actor": "red-1", "weapon": "depth_charge"} in offered(match, BlowOpen)
    match.play(BlowOpen("red-1", "depth_charge", DOOR))
    (opening,) = happened(match, Breached)
    assert (opening.model, opening.piece) == ("red-1", DOOR)
    assert has(match, "red", "first_breach")
    assert has(match, "red-1", "spent:depth_charge")
    assert has(match, "red-1", "attacks") == 1
    assert spent(match)


@rule("DW-ABL-12")
@rule("DW-PHY-04")
def test_from_afar_the_check_is_that_of_the_material_with_the_weapon() -> None:
    match = Stage([on(24, 11, "depth_charge"), on(2, 2)], [on(2, 34)], terrain=[HOLD]).match()
    act(match, *free("red-1"))
    match.play(BlowOpen("red-1", "depth_charge", DOOR))
    assert isinstance(match.pending, Roll)
    assert match.pending.need is not None
    assert sum(n.value for n in match.pending.need.notes) == 3 - 1


@rule("DW-ABL-12")
@rule("DW-PHY-03")
def test_what_a_shot_has_begun_is_finished_in_contact() -> None:
    match = Stage([on(24, 13.5, "depth_charge"), on(2, 2)], [on(2, 34)], terrain=[HOLD]).match(5, 1, 1)
    act(match, *free("red-1"), BlowOpen("red-1", "depth_charge", DOOR), Done("red-1"), EndTurn("red"), EndTurn("blue"))
    act(match, *free("red-1"), Exert("red-1", "break", DOOR))
    assert happened(match, Breached)
    assert spent(match)


@rule("DW-ABL-12")
@rule("DW-PHY-03")
def test_what_a_shot_has_begun_waits_for_the_next_activation() -> None:
    stage = Stage([on(24, 13.5, "depth_charge"), on(2, 2)], [on(2, 34)], terrain=[HOLD])
    shot, blows = BlowOpen("red-1", "depth_charge", DOOR), Exert("red-1", "break", DOOR)
    for first, second in ((shot, blows), (blows, shot)):
        match = act(stage.match(6, 6, 5, 1, 1), *rolling("red-1"), first)
        assert refused(match, second).rule == "DW-PHY-03"


@rule("DW-ABL-12")
@rule("DW-RNG-10")
@pytest.mark.parametrize(
    ("where", "foe", "items", "no"),
    [
        ((24.0, 9.0), (2.0, 34.0), ("depth_charge",), "DW-RNG-02"),
        ((24.0, 11.0), (25.0, 11.0), ("depth_charge",), "DW-RNG-10"),
        ((24.0, 11.0), (2.0, 34.0), ("dart_rifle",), "DW-ABL-12"),
        ((24.0, 18.0), (2.0, 34.0), ("depth_charge",), None),
    ],
)
def test_it_needs_range_and_a_free_hand(
    where: tuple[float, float], foe: tuple[float, float], items: tuple[str, ...], no: str | None
) -> None:
    match = Stage([on(*where, *items), on(2, 2)], [on(*foe), on(6, 34)], terrain=[HOLD]).match()
    act(match, *free("red-1"))
    refusal = match.refusal(BlowOpen("red-1", items[0], DOOR))
    assert (refusal and refusal.rule) == no


@rule("DW-ABL-12")
@rule("DW-CBT-10")
def test_a_wall_behind_a_wall_is_not_in_sight() -> None:
    stage = Stage([on(24, 12.5, "depth_charge"), on(2, 2)], [on(2, 34)], terrain=[HOLD])
    behind = next(p.id for p in stage.table.terrain.pieces if p.kind == "door" and p.id != DOOR)
    match = stage.match()
    act(match, *free("red-1"))
    assert match.refusal(BlowOpen("red-1", "depth_charge", behind)) is not None


@rule("DW-ABL-12")
@rule("DW-WPN-03")
@pytest.mark.parametrize("token", ["wound:drill_arm", ""])
def test_a_damaged_breach_weapon_adds_nothing(token: str) -> None:
    reef = Stage([on(24, 13.5, "drill_arm", tokens={token: 1} if token else {}), on(2, 2)], [on(2, 34)], terrain=[HOLD])
    match = reef.match()
    act(match, *free("red-1"))
    match.play(Exert("red-1", "force", DOOR))
    assert isinstance(match.pending, Roll)
    assert match.pending.need is not None
    assert sum(n.value for n in match.pending.need.notes) == (-1 if token else 1)


# ------------------------------------------------------------------ equal totals


@rule("DW-DMG-01")
@rule("DW-ABL-16")
def test_a_tie_is_not_won_by_a_critical_hit() -> None:
    red = on(20, 18, "critical_hit")
    match = result((9, 9), red=red, blue=BARE, faces=(6, 6))
    assert [e.severity for e in happened(match, Struck)] == [2]
    assert wounds(match, "blue-1") == 1
    match = result((10, 9), red=red, blue=BARE, faces=(6, 5))
    assert [e.severity for e in happened(match, Struck)] == [3]


@rule("DW-DMG-01")
@rule("DW-ABL-17")
@rule("DW-ABL-35")
@rule("DW-ABL-49")
def test_a_tie_is_neither_won_nor_lost_at_range() -> None:
    red = on(10, 18, "deadeye", "prism_projector", "death_ray")
    blue = on(14, 18, av_body=0, facing=180)
    for weapon in ("prism_projector", "death_ray"):
        match = result((9, 9), blow=Blow("red-1", "blue-1", weapon, SHOT), faces=(6, 6), blue=blue, red=red)
        assert wounds(match, "blue-1") == 1
        assert not isinstance(match.pending, Roll), "nobody has lost, and no beam jumps"


# ------------------------------------------------------------------ Free Hacks


@rule("DW-ACN-22")
@rule("DW-MRL-09")
def test_a_free_hack_that_drives_back_cancels_a_fleeing_move() -> None:
    stage = duel(agenda=(MoraleOf(("blue-1",), "gruesome", "blue-2"),), blue=on(21, 18, av_body=4))
    match = stage.match(6, 6, 1, 6, 3)
    settle(match)
    assert at(match, "blue-1") == (22.0, 18.0), "driven back an inch, and no farther"
    assert spent(match)


@rule("DW-ACN-22")
@rule("DW-MRL-09")
def test_the_second_of_two_fleeing_moves_is_made_all_the_same() -> None:
    stage = duel(
        agenda=(MoraleOf(("blue-1",), "gruesome", "blue-2"),), blue=on(21, 18, av_body=4), options={"follow_up": False}
    )
    match = stage.match(6, 1, 1, 6, 3)
    settle(match)
    gone = at(match, "blue-1")
    assert gone is not None
    assert gone != (22.0, 18.0)
    assert spent(match)


# ------------------------------------------------------------------ busy hands


@rule("DW-TEC-03")
@rule("DW-TEC-05")
@rule("DW-SCN-14")
@rule("DW-TRE-02")
def test_whoever_is_engaged_may_learn_but_not_pick_up() -> None:
    who = on(20, 18, "scientist:3", tokens={"load:planar_eye": 1}, size=2)
    match = Stage([who, on(2, 2)], [on(21.25, 18), on(2, 34)]).match(6, 6, 6, 6, 6)
    act(match, *rolling("red-1"), Learn("red-1", "planar_eye"))
    assert has(match, "red-1", "learned:planar_eye")
    assert spent(match)


@rule("DW-TEC-05")
def test_whoever_is_engaged_may_mend() -> None:
    who = on(20, 18, "scientist:3", tokens={"load:planar_eye": 1, "damaged:planar_eye": 1})
    match = Stage([who, on(2, 2)], [on(21, 18), on(2, 34)]).match(6, 6, 6, 6, 6)
    act(match, *rolling("red-1"), Fix("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")


# ------------------------------------------------------------------ salvage


def robbed(*tokens: str) -> Stage:
    """A scientist beside somebody with a tech weapon who is about to die."""
    weak = on(21, 18, "shock_lance", boxes_body=1, tokens=dict.fromkeys(tokens, 1))
    red = [on(20, 18, "scientist:3", "re_animator", combat=6), on(2, 2), on(4, 2), on(6, 2)]
    return Stage(red, [weak, on(2, 34), on(4, 34), on(6, 34)], options={"attacks_per_activation": 3})


PLUNDER = Salvage("red-1", "blue-1-body", "shock_lance")


def killed(stage: Stage, *faces: int) -> Match:
    """The first of red has four actions, kills the first of blue and goes to its body."""
    match = stage.match(6, 6, 6, 5, 3, *faces)
    strike = Attack("red-1", "bare_hands", "blue-1")
    return act(match, *rolling("red-1", 3), strike, Move("red-1", (20.6, 18.0)))


@rule("DW-TEC-02")
@rule("DW-ABL-48")
def test_a_body_no_longer_has_what_was_salvaged_from_it() -> None:
    match = act(killed(robbed(), 6, 6, 6, 6, 6), PLUNDER)
    body = model(match, "blue-1-body")
    assert "shock_lance" not in body.kit
    assert not [g for g in body.effects if g.via == "shock_lance"]
    assert has(match, "red-1", "load:shock_lance") == 1
    act(match, Done("red-1"), EndTurn("red"), EndTurn("blue"), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    (risen,) = [m for m in match.table.models.values() if "-risen-" in m.id]
    assert "shock_lance" not in risen.kit
    assert spent(match)


@rule("DW-TEC-02")
@rule("DW-SUB-09")
def test_what_was_damaged_before_its_bearer_died_is_salvaged_damaged() -> None:
    match = act(killed(robbed("wound:shock_lance")), PLUNDER)
    assert has(match, "red-1", "damaged:shock_lance")
    stage = robbed()
    stage.table.put_tokens("blue-1", "wound:shock_lance", 2)
    assert refused(killed(stage), PLUNDER).rule == "DW-TEC-02", "what is destroyed is gone"


@rule("DW-TEC-02")
@rule("DW-TRE-04")
@rule("DW-GEN-09")
def test_nobody_reaches_a_body_two_levels_below() -> None:
    gold = {"load:golden_treasure": 1}
    for level, able in ((1, True), (2, False)):
        stage = Stage([on(20, 18, "scientist:3", level=level), on(2, 2)], [on(20, 20, "shock_lance"), on(2, 34)])
        dead = model_of(stage, "blue-1")
        stage.table.put_moved(replace(dead, id="blue-1-body", kind="marker", profile="body", at=(20.5, 18.0)))
        stage.table.put_all_tokens(stage.table.models["blue-1-body"], {**dead.tokens, **gold})
        match = act(stage.match(6, 6), *rolling("red-1"))
        assert (match.refusal(PLUNDER) is None) == able
        assert (match.refusal(Take("red-1", "blue-1-body", "golden_treasure")) is None) == able


# ------------------------------------------------------------------ what is known of a thing goes with it


@rule("DW-TEC-04")
@rule("DW-ACN-24")
def test_a_damaged_artifact_is_damaged_in_other_hands_too() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1, "upgrade:simplify:planar_eye": 1}
    stage = Stage([on(20, 18, tokens=broken), on(21, 18, "scientist:3"), on(2, 2)], [on(2, 34)])
    match = act(stage.match(6, 6), *free("red-1"), HandOver("red-1", "red-2", "planar_eye"), Done("red-1"))
    act(match, *rolling("red-2"))
    assert has(match, "red-2", "damaged:planar_eye")
    assert has(match, "red-2", "upgrade:simplify:planar_eye")
    assert not [t for t in model(match, "red-1").tokens if "planar_eye" in t]
    assert refused(match, Learn("red-2", "planar_eye")).rule == "DW-TEC-04"


@rule("DW-TEC-04")
@rule("DW-TRE-04")
def test_a_damaged_artifact_that_is_dropped_is_still_damaged() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    stage = Stage([on(20, 18, tokens=broken), on(21, 18), on(2, 2)], [on(2, 34)])
    match = act(stage.match(6, 6), *rolling("red-1"), Drop("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")
    (lies,) = [m.id for m in match.table.models.values() if m.profile == "planar_eye"]
    act(match, PickUp("red-1", lies))
    assert has(match, "red-1", "damaged:planar_eye")


@rule("DW-DMG-15")
@rule("DW-TEC-01")
def test_an_energy_weapon_damages_the_artifact_its_victim_carries() -> None:
    weak = on(14, 18, "coil_rifle", "dive_knife", boxes_body=1, tokens={"load:planar_eye": 1})
    others = [on(2, 34), on(4, 34), on(6, 34)]
    match = Stage([on(10, 18, "steam_lance", combat=5), on(2, 2)], [weak, *others]).match(5, 4)
    act(match, *free("red-1"), Attack("red-1", "steam_lance", "blue-1"))
    assert not alive(match, "blue-1")
    assert has(match, "blue-1-body", "damaged:planar_eye")
    assert has(match, "blue-1-body", "wound:coil_rifle"), "its own tech cannot be used until it is mended"
    assert not has(match, "blue-1-body", "wound:dive_knife"), "a knife is no tech"


# ------------------------------------------------------------------ cores


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


@rule("DW-SUB-07")
@rule("DW-PHY-05")
@rule("DW-TRE-04")
def test_whoever_is_immobilized_is_pushed_and_robbed_like_one_transfixed() -> None:
    stuck = on(21, 18, tokens={"immobilized": 1, "load:golden_treasure": 1})
    match = Stage([on(20, 18), on(2, 2)], [stuck, on(2, 34)]).match(6, 6)
    act(match, *rolling("red-1"), Take("red-1", "blue-1", "golden_treasure"), Exert("red-1", "push", "blue-1"))
    assert has(match, "red-1", "load:golden_treasure")
    assert at(match, "blue-1") == (24.0, 18.0)
    assert spent(match)


# ------------------------------------------------------------------ scenic weapons that fail


@rule("DW-SCW-01")
@rule("DW-TEC-09")
@rule("DW-TEC-05")
def test_a_scenic_weapon_that_fails_is_damaged_for_everybody_and_can_be_mended() -> None:
    stage = Stage([on(10, 10, "scientist:3", tokens={"learned:red-engine": 1}), on(2, 2)], [on(30, 10, combat=6)])
    row = next(r for r in catalog.rows("scenic_weapon") if r["id"] == "beam_cannon")
    for event in standing_there(row, "red-engine", "red", "engine", (10.0, 11.5)):
        event.apply(stage.table)
    match = stage.match(6, 6, 1, 6, 1)
    act(match, *rolling("red-1"), Fire("red-1", "red-engine", "blue-1"))
    assert has(match, "red-engine", "damaged")
    assert not has(match, "red-1", "wound:beam_cannon")
    assert spent(match)


# ------------------------------------------------------------------ who may repair


@rule("DW-ACN-25")
@rule("DW-TEC-05")
def test_only_who_has_learned_it_repairs() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    for items, no in (((), "DW-TEC-05"), (("engineer",), None), (("scientist:1",), None)):
        match = act(Stage([on(20, 18, *items, tokens=broken), on(2, 2)], [on(40, 30)]).match(), *free("red-1"))
        refusal = match.refusal(Fix("red-1", "planar_eye"))
        assert (refusal and refusal.rule) == no


@rule("DW-ACN-25")
@rule("DW-ABL-22")
@rule("DW-TEC-08")
def test_an_engineer_mends_without_the_handicap_of_those_who_learn() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    match = Stage([on(20, 18, "engineer", tokens=broken), on(2, 2)], [on(40, 30)]).match(4, 4, 4)
    act(match, *free("red-1"), Fix("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")


@rule("DW-ABL-53")
@rule("DW-SUB-09")
def test_a_scientist_mends_the_weapon_of_a_friend_but_no_machine() -> None:
    hurt = on(21, 18, "trident", tokens={"wound:trident": 1})
    match = Stage([on(20, 18, "scientist:1"), hurt, on(2, 2)], [on(40, 30)]).match(4, 4, 1)
    act(match, *free("red-1"), Treat("red-1", "red-2", "trident"))
    assert not has(match, "red-2", "wound:trident")
    machine = on(21, 18, "artificial", tokens={"wound:body": 1})
    match = act(Stage([on(20, 18, "scientist:1"), machine, on(2, 2)], [on(40, 30)]).match(), *free("red-1"))
    assert match.refusal(Treat("red-1", "red-2", "body")) is not None
