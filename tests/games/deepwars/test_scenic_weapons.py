"""Scenic weapons: who fires them, at whom, and what they do (DW-SCW)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.screen import Aim
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.acting import Acting
from sightline.games.deepwars.actions import (
    ChangeDepth,
    Done,
    Fire,
    FreeActivation,
    Move,
    Nominate,
    RollToActivate,
    StepAndAttack,
    SwitchOver,
)
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import AttackDeclared, Checked, Clashed
from sightline.games.deepwars.questions import Armor
from sightline.games.deepwars.scenarios import standing_there
from sightline.games.deepwars.tokens import ACTIONS, CHARGING, LEARNED, TRANSFIXED
from sightline.server.describe import decision_view
from tests.games.deepwars.chants import end
from tests.games.deepwars.scenes import scenic, thing
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    at,
    free,
    happened,
    has,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ firing: DW-SCW-01, DW-ACN-12


@rule("DW-CBT-09")
@rule("DW-SCW-01")
def test_a_scenic_weapon_is_fired_at_an_object_but_not_at_itself() -> None:
    stage = Stage([on(22, 18, "scientist:3", tokens={f"{LEARNED}:thing": 1}), on(2, 2)], [on(40, 30)])
    scenic(stage, "scenic_weapon", "beam_cannon", (23.5, 18))
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (24, 26), "goal")
    match = act(stage.match(6, 6, 6), Nominate("red-1"), RollToActivate("red-1", 3))
    assert match.refusal(Fire("red-1", "thing", "goal")) is None
    assert match.refusal(Fire("red-1", "thing", "thing")).rule == "DW-SCW-01"  # type: ignore[union-attr]


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


@rule("DW-ACN-12")
def test_a_scenic_weapon_takes_two_actions_and_a_third_aims_it() -> None:
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], [on(24, 21), on(40, 34)]), "scenic_weapon", "beam_cannon")
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    totals = []
    for actions in (2, 3):
        match = act(stage.match(6, 5, 5, 2, 6), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", actions))
        totals.append(happened(match, Clashed)[0].defence.value)
        assert has(match, "red-1", ACTIONS) == 3 - actions
    assert totals[1] == totals[0] - 1
    match = stage.match(6, 6, 6)
    assert refused(match, *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", 4)).rule == "DW-ACN-12"
    assert refused(stage.match(), *free("red-1"), Fire("red-1", "thing", "blue-1")).rule == "DW-ACT-04"


@rule("DW-ACN-12")
@rule("DW-ACN-10")
def test_the_third_action_may_go_into_armor_break() -> None:
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], [on(24, 21), on(40, 34)]), "scenic_weapon", "beam_cannon")
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    pierces = Fire("red-1", "thing", "blue-1", 3, pierce=1)
    blow = happened(act(stage.match(6, 5, 5, 2, 6), *rolling("red-1", 3), pierces), AttackDeclared)[0].blow
    assert (blow.effort, blow.pierce) == (2, 1)
    for actions, points in ((2, 1), (3, 2), (3, -1)):
        no = refused(
            stage.match(6, 5, 5), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", actions, pierce=points)
        )
        assert no.rule == "DW-ACN-10"
        assert f"{points} points of Armor Break, {actions - 2} allowed" in GAME.sayings.refusal(None, no)


@rule("DW-ACN-12")
@rule("DW-RNG-07")
def test_the_third_action_lets_a_scenic_weapon_reach_a_band_further() -> None:
    stage = scenic(Stage([on(2, 16.5), on(2, 2)], [on(29, 16.5)]), "scenic_weapon", "beam_cannon", (2.0, 18.0))
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = act(stage.match(6, 5, 5), *rolling("red-1", 3))
    assert offered(match, Fire)
    assert match.refusal(Fire("red-1", "thing", "blue-1", 2)).rule == "DW-RNG-02"  # type: ignore[union-attr]
    assert match.refusal(Fire("red-1", "thing", "blue-1", 3)) is None
    assert not offered(act(stage.match(6, 5), *rolling("red-1")), Fire), "two actions do not reach so far"


@rule("DW-ACN-12")
@rule("DW-SUB-01")
def test_a_scenic_weapon_is_aimed_at_a_section() -> None:
    blue = [on(24, 21, boxes_head=9), on(40, 34)]
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], blue), "scenic_weapon", "beam_cannon")
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = act(stage.match(6, 5, 5, 6, 1), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", section="head"))
    assert happened(match, AttackDeclared)[0].blow.section == "head"
    assert (wounds(match, "blue-1", "head"), wounds(match, "blue-1")) == (2, 0)
    no = refused(stage.match(6, 5, 5), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", section="trident"))
    assert no.rule == "DW-SUB-01"


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


@rule("DW-SCW-01")
@rule("DW-ACT-15")
def test_where_two_attacks_are_agreed_a_scenic_weapon_may_be_the_second() -> None:
    for most, no in ((1, "DW-ACT-15"), (2, None)):
        stage = Stage(
            [on(10, 10, tokens={"learned:red-engine": 1}), on(2, 2)],
            [on(16, 10), on(2, 34)],
            options={"attacks_per_activation": most},
            active="red-1",
            actions=3,
        )
        thing(stage, "beam_cannon", "red-engine", (10.0, 11.5))
        stage.table.put_tokens("red-1", "attacks", 1)
        stage.table.agenda = (Acting("red-1"), *stage.table.agenda)
        refusal = stage.match().refusal(Fire("red-1", "red-engine", "blue-1"))
        assert (refusal and refusal.rule) == no


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


# ------------------------------------------------------------------ the lightning blaster: DW-SCW-02


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


def storm(red: list[On], *, turn: int = 4, **more: Any) -> Stage:
    """A blaster in the middle that is charged."""
    stage = Stage(red, [on(2, 34)], turn=turn, **more)
    return thing(stage, "lightning_blaster", "red-engine", (24.0, 18.0), "charging")


@rule("DW-SCW-02")
@rule("DW-DEP-02")
def test_whoever_sinks_into_its_area_sets_a_blaster_off() -> None:
    match = storm([on(30, 18, level=2), on(46, 2)]).match(6, 6, 6)
    act(match, *free("red-1"), ChangeDepth("red-1", -1))
    assert [e.model for e in happened(match, Checked)] == ["red-1"]
    inside = storm([on(30, 18), on(46, 2)]).match()
    act(inside, *free("red-1"), ChangeDepth("red-1", 1))
    assert not happened(inside, Checked), "whoever was inside does not come into it"


@rule("DW-SCW-02")
def test_only_the_blaster_one_comes_near_to_goes_off_at_once() -> None:
    stage = storm([on(30, 18), on(46, 2)])
    thing(stage, "lightning_blaster", "blue-engine", (46.0, 18.0), "charging", owner="blue")
    match = act(stage.match(6, 6, 6), *free("red-1"), Move("red-1", (33.0, 18.0)))
    assert has(match, "blue-engine", "fired")
    assert not has(match, "red-engine", "fired")
    assert spent(match)


# ------------------------------------------------------------------ the wall of dread: DW-SCW-03


@rule("DW-SCW-03", 0)
@pytest.mark.parametrize(("quality", "die", "crosses"), [(4, 5, False), (3, 5, True), (3, 4, False)])
def test_crossing_a_wall_of_dread_needs_courage(quality: int, die: int, crosses: bool) -> None:
    stage = Stage([on(24, 16), on(30, 16, quality=quality)], [on(40, 34)])
    stage = scenic(stage, "scenic_weapon", "psychic_wall", (24, 17.5))
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = act(
        stage.match(6, 6, die, die, die),
        Nominate("red-1"),
        RollToActivate("red-1", 2),
        SwitchOver("red-1", "thing", (40, 17.5)),
    )
    act(match, Done("red-1"), Nominate("red-2"), FreeActivation("red-2"), Move("red-2", (30, 20)))
    assert (at(match, "red-2") == (30, 20)) is crosses


@rule("DW-SCW-03")
@pytest.mark.parametrize("stops", [20.5, 21.0, 20.25])
def test_who_stops_on_the_line_of_a_wall_of_dread_has_entered_it(stops: float) -> None:
    stage = Stage([on(18, 18), on(2, 2)], [on(40, 34)])
    engine = replace(
        stage.table.models["blue-edge"], id="engine", profile="psychic_wall", kind="object", at=(20.5, 10.0)
    )
    line = replace(stage.table.models["blue-edge"], id="line", owner="engine", profile="dread", at=(20.5, 30.0))
    for one in (engine, line):
        stage.table.put_moved(one)
    match = act(stage.match(6, 6, 6), *free("red-1"), Move("red-1", (stops, 18.0)))
    assert len(happened(match, Checked)) == int(stops >= 20.5)


@rule("DW-SCW-03")
@rule("DW-ACN-17")
def test_a_step_through_a_wall_of_dread_is_an_entry() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21.98, 18, combat=6), on(2, 34)])
    thing(stage, "psychic_wall", "blue-engine", (20.5, 10.0), "used", "serves:blue", owner="blue")
    line = replace(stage.table.models["blue-edge"], id="line", owner="blue-engine", profile="dread", at=(20.5, 30.0))
    stage.table.put_moved(line)
    match = stage.match(6, 6, 6, 3, 3)
    act(match, *free("red-1"), StepAndAttack("red-1", "bare_hands", "blue-1", (20.95, 18.0)))
    assert [e.check for e in happened(match, Checked)] == ["MoraleCheck"]


@rule("DW-SCW-01")
def test_a_screen_draws_its_line_past_the_weapon_itself() -> None:
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], [on(24, 30), on(40, 34)]), "scenic_weapon", "beam_cannon")

    def seen() -> dict[str, Aim]:
        return {aim.gear: aim for aim in GAME.screen.aims(stage.table, "red-1", "blue-1")}

    assert GAME.screen.sightline(stage.table, "red-1", "blue-1").verdict == "none"
    assert "thing" not in seen(), "nobody fires what they cannot use"
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    stage.table.put_tokens("red-1", ACTIONS, 2)
    gun = seen()["thing"]
    assert gun.refusal is None
    assert gun.sight is not None
    assert gun.sight.verdict == "clear"
    stage.table.put_tokens("thing", "fired", 1)
    no = seen()["thing"].refusal
    assert no is not None
    assert no.rule == "DW-SCW-01"


def test_what_stands_at_hand_is_offered_before_attacks_on_what_is_ones_own() -> None:
    stage = thing(Stage([on(24, 16.5, "scientist:3"), on(2, 2)], [on(24, 34)]), "beam_cannon", "thing", (24.0, 18.0))
    asked = decision_view(act(stage.match(6, 6, 6), *rolling("red-1", 3)))
    assert asked is not None
    names = [offer.action for offer in asked.offers]
    assert names.index("Learn") < names.index("StepAndAttack") < names.index("Attack")


@rule("DW-TEC-03")
def test_a_device_that_was_learned_is_on_the_sheet_of_who_learned_it() -> None:
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], [on(24, 30)]), "scenic_weapon", "beam_cannon")
    gear = {one.id: one.name for one in GAME.screen.figure(stage.table, "red-1").gear}
    assert "thing" not in gear
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    assert {one.id: one.name for one in GAME.screen.figure(stage.table, "red-1").gear} == {
        **gear,
        "thing": "Beam Cannon",
    }
