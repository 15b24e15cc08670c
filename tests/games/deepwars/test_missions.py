"""Special operations: the pool, and what each mission pays for."""

from __future__ import annotations

import inspect
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.dice import SeededDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.screen import Task
from sightline.core.table import Table
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    ChangeDepth,
    Charm,
    Choose,
    FastDive,
    FreeActivation,
    Learn,
    Move,
    Nominate,
    PickUp,
    RollToActivate,
    StepAndAttack,
    Take,
    Treat,
    Withdraw,
)
from sightline.games.deepwars.briefing import mission as mission_panel
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import missions
from sightline.games.deepwars.effects.missions import at_the_end
from sightline.games.deepwars.ending import FinalCount, Scenery
from sightline.games.deepwars.events import Achieved, Scored, Slain
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.missions import chosen, mission_of, pool
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.scenarios import standing_there
from sightline.games.deepwars.scoring import side_behind, standing_points
from sightline.games.deepwars.tokens import CORE, HELPLESS_FOE, LOAD, MISSION, VICTORY
from tests.games.deepwars.chants import caster, chant, end
from tests.games.deepwars.duels import FISTS, disintegrating
from tests.games.deepwars.finds import finder, lay, learning
from tests.games.deepwars.scenes import opened, scenic
from tests.games.deepwars.stage import Stage, act, alive, box, example, free, happened, has, on, spent, wounds
from tests.kit import rule


@rule("DW-OPS-02", 0, 1)
def test_two_dice_pick_a_mission_of_a_table() -> None:
    facts = example("DW-OPS-02", 0)
    assert mission_of("combat", *facts["dice"]) == "trophy_hunter"
    found = Counter(mission_of("combat", a, b) for a, b in product(range(1, 7), repeat=2))
    assert set(found.values()) == {4}
    assert len(found) == 9
    assert Fraction(3, len(found)) == Fraction(example("DW-OPS-02", 1)["p"])


@rule("DW-OPS-01")
@rule("DW-OPS-03")
@rule("DW-SET-01")
def test_both_sides_choose_two_missions_the_attacker_first_and_then_its_edge() -> None:
    rosters = dict(zip(GAME.sides, GAME.rosters.values(), strict=False))
    plan = GAME.tables["twin_kelp_shallows"]
    match = Match(GAME, SetUp(GAME.id, rosters, plan, GAME.rulebook.settle({})), SeededDice("pool"), keep=True)
    first = match.decision.side
    missions = pool(match.table)
    assert len(missions) == len(set(missions)) == 6
    order = []
    for n in (0, 1, 0, 1):
        order.append(match.decision.side)
        match.play(Choose(match.decision.side, missions[n]))
    assert order == [first, first, match.table.other(first), match.table.other(first)]
    assert chosen(match.table, "red") == chosen(match.table, "blue") == missions[:2]
    assert (match.decision.side, match.decision.rule) == (first, "DW-SET-01")
    quiet = opened("twin_kelp_shallows")
    assert not pool(quiet.table)


def missioned(mission: str, *args: Any, **more: Any) -> Stage:
    """A stage on which red has a mission."""
    stage = Stage(*args, **more)
    stage.table.put_tokens("red", f"{MISSION}:{mission}", 1)
    return stage


def kill(mission: str, blue: Any, action: Attack | None = None, *dice: int) -> Match:
    """Red kills somebody."""
    stage = missioned(mission, [on(20, 18, combat=9), on(2, 2)], [blue, on(2, 34), on(4, 34), on(6, 34)])
    match = stage.match(*(dice or (6, 6, 6, 6, 1)), *[6] * 12)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), action or Attack("red-1", "bare_hands", "blue-1"))
    assert not alive(match, "blue-1")
    return match


@pytest.mark.parametrize(
    ("mission", "items", "action"),
    [
        pytest.param("headhunter", (), Attack("red-1", "bare_hands", "blue-1", "head"), marks=rule("DW-OPS-04")),
        pytest.param("hit_squad", ("animist",), None, marks=rule("DW-OPS-05")),
        pytest.param("terminator", ("artificial",), None, marks=rule("DW-OPS-06")),
        pytest.param("master_warrior", (), Attack("red-1", "bare_hands", "blue-1", effort=3), marks=rule("DW-OPS-07")),
        pytest.param("trophy_hunter", ("warbeast",), None, marks=rule("DW-OPS-09")),
    ],
)
def test_a_kill_of_the_right_kind_pays_two_points_once(mission: str, items: Any, action: Any) -> None:
    match = kill(mission, on(21, 18, *items), action)
    assert [e.token for e in happened(match, Achieved)] == [f"achieved:{mission}"]
    assert has(match, "red", VICTORY) == 2
    if mission != "headhunter":
        assert not happened(kill("headhunter", on(21, 18, *items)), Achieved)


@rule("DW-OPS-06")
def test_a_living_construct_is_no_machine() -> None:
    assert not happened(kill("terminator", on(21, 18, "construct")), Achieved)


@rule("DW-OPS-10")
def test_a_pacifist_makes_enemies_helpless_and_kills_none() -> None:
    stage = missioned("pacifist", [on(2, 2)], [on(2, 34)])
    assert at_the_end(stage.table, "red") == 0
    stage.table.put_tokens("red", HELPLESS_FOE, 1)
    assert at_the_end(stage.table, "red") == 2
    stage.table.put_tokens("red", "achieved:slain", 1)
    assert at_the_end(stage.table, "red") == 0


@rule("DW-OPS-10")
@rule("DW-OPS-19")
@pytest.mark.parametrize(("mission", "paid_by"), [("pacifist", "DW-OPS-10"), ("tempting_fate", "DW-OPS-19")])
def test_what_only_the_end_can_tell_is_done_and_paid_by_its_own_rule(mission: str, paid_by: str) -> None:
    stage = missioned(mission, [on(2, 2, tokens={"burns": 1})], [on(2, 34)], agenda=(FinalCount("DW-END-02"),))
    stage.table.put_tokens("red", HELPLESS_FOE, 1)

    def told(table: Table) -> Task:
        return next(t for t in mission_panel(table, GAME.sayings).tasks if t.id == f"red {mission}")

    assert told(stage.table).state == "open"
    assert "As things stand" in told(stage.table).text
    match = stage.match()
    assert [(e.rule, e.by, e.what) for e in happened(match, Scored) if e.what == mission] == [(paid_by, 2, mission)]
    assert [e.rule for e in happened(match, Achieved)] == [paid_by]
    assert told(match.table).state == "done"
    assert has(match, "red", VICTORY) == standing_points(match.table)["red"] == 2


@rule("DW-OPS-08")
@rule("DW-OPS-11")
def test_spells_that_kill_and_spells_that_are_amplified_pay() -> None:
    for mission in ("battle_sorcerer", "supercharger"):
        wizard = caster(tokens={"kept": 3, "keeps": 2})
        stage = missioned(mission, [wizard, on(2, 2)], [on(23, 18), on(2, 34), on(4, 34)])
        match = stage.match(6, 6, 6, 6, 1, *[6] * 9)
        act(match, *chant("brine_lance", 3), Cast("red-1", 6, "blue-1"))
        assert [e.token for e in happened(match, Achieved)] == [f"achieved:{mission}"]


@rule("DW-OPS-12")
def test_whoever_frightens_an_enemy_off_the_map_is_paid() -> None:
    stage = missioned(
        "intimidator", [on(2, 2)], [on(20, 18), on(4, 34)], agenda=(MoraleOf(("blue-1",), "terror", by="red"),)
    )
    assert has(stage.match(1, 1, 1), "red", VICTORY) == 2


@rule("DW-OPS-13")
def test_treasure_in_scenic_terrain_pays() -> None:
    for x, wanted in ((20.0, 2), (30.0, 0)):
        reef = box(19, 17, 22, 20, "scenic", "material:none", id="reef")
        stage = lay(missioned("gold_rush", [on(x, 18)], [on(40, 30)], terrain=[reef]), (x + 0.5, 18))
        match = act(stage.match(3), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
        assert has(match, "red", VICTORY) == wanted


@rule("DW-OPS-15")
def test_two_dives_of_three_levels_pay() -> None:
    match = missioned("dive_master", [on(20, 18, quality=2), on(2, 2)], [on(40, 30)]).match(6, 5, 5, 6, 5, 5)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), *[ChangeDepth("red-1", 1)] * 3)
    end(match, 2)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), *[ChangeDepth("red-1", -1)] * 2)
    assert has(match, "red", VICTORY) == 0
    act(match, ChangeDepth("red-1", -1))
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-15")
def test_a_dive_that_wounds_does_not_count_and_takes_nothing_away() -> None:
    diver = on(20, 18, boxes_body=9, av=0, tokens={"dives": 1, "rose:up": 2})
    match = missioned("dive_master", [diver, on(2, 2)], [on(40, 30)]).match(1, 1, 2)
    act(match, Nominate("red-1"), FreeActivation("red-1"), FastDive("red-1", 2))
    assert wounds(match, "red-1") == 1
    assert (has(match, "red-1", "dives"), has(match, "red-1", "rose:up")) == (1, 0)
    assert has(match, "red", VICTORY) == 0


@rule("DW-OPS-18")
def test_three_pieces_visited_by_one_model_pay() -> None:
    reefs = [box(18, 20 + 2 * n, 22, 21 + 2 * n, "scenic", "material:none", id=f"reef-{n}") for n in range(3)]
    stage = missioned("trailblazer", [on(20, 18, quality=2)], [on(40, 30)], terrain=reefs)
    match = act(stage.match(6, 6, 5), Nominate("red-1"), RollToActivate("red-1", 3))
    act(match, Move("red-1", (20, 20.5)), Move("red-1", (20, 22.5)))
    assert has(match, "red", VICTORY) == 0
    act(match, Move("red-1", (20, 24.5)))
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-19")
def test_living_through_deadly_terrain_pays_at_the_end() -> None:
    vents = box(19, 20, 22, 22, "deadly", "material:none", id="vents")
    stage = missioned("tempting_fate", [on(20, 18)], [on(40, 30)], terrain=[vents])
    match = act(stage.match(6, 6, 6), Nominate("red-1"), FreeActivation("red-1"), Move("red-1", (20, 21)))
    assert at_the_end(match.table, "red") == 2


def prowls(stage: Stage, at: tuple[float, float], id: str = "wild-1", side: str = WILD, **tokens: int) -> None:
    """A wild creature on the map."""
    beast = raised(catalog.creatures()["grindfin"], id, WILD, "Grindfin")
    stage.table.put_moved(replace(beast, at=at, side=side))
    stage.table.put_all_tokens(stage.table.models[id], {**beast.tokens, **{t: n for t, n in tokens.items() if n}})
    stage.table.memo = {}


@rule("DW-OPS-12")
@rule("DW-GEN-14")
@pytest.mark.parametrize(("killer", "paid"), [("red-1", 2), ("wild-1", 0), ("blue-2", 0)])
def test_only_who_has_done_it_is_paid_for_a_flight(killer: str, paid: int) -> None:
    stage = missioned("intimidator", [on(20, 18), on(2, 2)], [on(21, 18), on(24, 18), on(4, 34), on(6, 34)])
    prowls(stage, (40.0, 8.0))
    part = MoraleOf(("blue-2",), "gruesome", "blue-1", side_behind(stage.table, killer))
    stage.table.agenda = (part, *stage.table.agenda)
    assert has(stage.match(1, 1, 1), "red", VICTORY) == paid


@rule("DW-OPS-12")
@rule("DW-GEN-14")
@pytest.mark.parametrize(("killer", "paid"), [("red-1", 2), ("wild-1", 0)])
def test_a_gruesome_kill_by_a_wild_creature_pays_nobody(killer: str, paid: int) -> None:
    stage = missioned("intimidator", [on(20, 18), on(2, 2)], [on(21, 18), on(24, 18), on(4, 34), on(6, 34)])
    prowls(stage, (21.0, 19.3))
    blow = Blow(killer, "blue-1", "bare_hands")
    stage.table.agenda = (Suffering(blow, killer, "blue-1", 4), *stage.table.agenda)
    assert has(stage.match(1, 1, 1), "red", VICTORY) == paid


@rule("DW-OPS-12")
@rule("DW-CRE-09")
def test_a_wild_creature_put_to_flight_is_a_model_too() -> None:
    stage = missioned("intimidator", [on(20, 18), on(2, 2)], [on(40, 30)])
    prowls(stage, (21.3, 18.0))
    blow = Blow("red-1", "wild-1", "bare_hands")
    stage.table.agenda = (Suffering(blow, "red-1", "wild-1", 2), *stage.table.agenda)
    match = stage.match(1, 1, 1)
    assert not alive(match, "wild-1")
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-13")
def test_treasure_beside_a_reef_is_not_in_it() -> None:
    reef = box(19, 17, 20, 20, "scenic", "material:none", id="reef")
    stage = lay(missioned("gold_rush", [on(20.3, 18)], [on(40, 30)], terrain=[reef]), (20.6, 18))
    match = act(stage.match(3), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", f"{LOAD}:golden_treasure")
    assert has(match, "red", VICTORY) == 0


@rule("DW-OPS-15")
@rule("DW-MOV-01")
def test_a_dive_is_counted_in_levels_whatever_the_sticks_measure() -> None:
    diver = on(20, 18, quality=2, tokens={"dives": 1})
    stage = missioned("dive_master", [diver, on(2, 2)], [on(40, 30)], options={"stick_inches": "2-3-5"})
    match = act(stage.match(6, 6, 6), Nominate("red-1"), FreeActivation("red-1"), FastDive("red-1", 3))
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-15")
def test_up_and_down_again_is_no_dive_of_three_levels() -> None:
    diver = on(20, 18, quality=2, tokens={"dives": 1})
    match = missioned("dive_master", [diver, on(2, 2)], [on(40, 30)]).match(6, 5, 5)
    ways = [ChangeDepth("red-1", by) for by in (1, 1, -1)]
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), *ways)
    assert has(match, "red", VICTORY) == 0


@rule("DW-OPS-15")
def test_an_attack_in_between_ends_a_dive() -> None:
    diver = on(20, 18, "dart_rifle", quality=2, tokens={"dives": 1})
    match = missioned("dive_master", [diver, on(2, 2)], [on(24, 18, combat=6), on(2, 34)]).match(6, 6, 5, 1, 6)
    up = ChangeDepth("red-1", 1)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), up, up, Attack("red-1", "dart_rifle", "blue-1"), up)
    assert has(match, "red", VICTORY) == 0
    assert spent(match)


@rule("DW-OPS-18")
@rule("DW-ACN-17")
def test_a_step_into_a_piece_visits_it_too() -> None:
    reef = box(20.6, 17, 22, 20, "scenic", "material:none", id="reef")
    walker = on(20, 18, tokens={"visited:a": 1, "visited:b": 1})
    stage = missioned("trailblazer", [walker, on(2, 2)], [on(21.97, 18, combat=6), on(2, 34)], terrain=[reef])
    match = stage.match(3, 3)
    step = StepAndAttack("red-1", "bare_hands", "blue-1", (20.95, 18.0))
    act(match, Nominate("red-1"), FreeActivation("red-1"), step)
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-18")
@rule("DW-TER-01")
def test_whoever_comes_through_a_piece_has_visited_it() -> None:
    reefs = [box(18, 20 + n, 22, 20.4 + n, "scenic", "material:none", id=f"reef-{n}") for n in range(3)]
    stage = missioned("trailblazer", [on(20, 19, stick=3), on(2, 2)], [on(40, 30)], terrain=reefs)
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), Move("red-1", (20, 25)))
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-19")
@rule("DW-MOV-08")
def test_whoever_has_left_on_purpose_lives_to_tell_of_it() -> None:
    stage = missioned("tempting_fate", [on(20, 2, tokens={"burns": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), Withdraw("red-1"))
    assert not alive(match, "red-1")
    assert at_the_end(match.table, "red") == 2


@rule("DW-OPS-20")
def test_a_core_is_no_treasure_of_the_dead() -> None:
    stage = missioned("grave_robber", [on(20, 18), on(2, 2)], [on(40, 30)])
    dead = stage.table.models["blue-1"]
    stage.table.put_moved(replace(dead, id="blue-1-body", kind="marker", profile="body", at=(20.5, 18.0)))
    stage.table.put_all_tokens(stage.table.models["blue-1-body"], {**dead.tokens, f"{LOAD}:{CORE}": 1})
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), Take("red-1", "blue-1-body", CORE))
    assert has(match, "red", VICTORY) == 0


@rule("DW-OPS-21")
@rule("DW-TEC-03")
@pytest.mark.parametrize(("device", "paid"), [("planar_eye", 2), ("coil_rifle", 0)])
def test_a_salvaged_weapon_is_no_ancient_device(device: str, paid: int) -> None:
    finder = on(20, 18, "scientist:3", tokens={f"{LOAD}:{device}": 1})
    match = missioned("scientific_progress", [finder, on(2, 2)], [on(40, 30)]).match(6, 6, 6)
    act(match, Nominate("red-1"), FreeActivation("red-1"), Learn("red-1", device))
    assert has(match, "red-1", f"learned:{device}")
    assert has(match, "red", VICTORY) == paid


@rule("DW-OPS-08")
@rule("DW-OPS-10")
@rule("DW-OPS-09")
@rule("DW-GEN-12")
@pytest.mark.parametrize(
    ("enchanted", "paid"),
    [(1, 2), (0, 0)],
)
def test_only_a_charm_by_a_spell_is_sorcery(enchanted: int, paid: int) -> None:
    stage = missioned("battle_sorcerer", [on(2, 2)], [on(21.3, 18), on(4, 34), on(6, 34), on(8, 34)])
    prowls(stage, (20.0, 18.0), side="red", charmed=2, enchanted=enchanted)
    blow = Blow("wild-1", "blue-1", "fangs")
    stage.table.agenda = (Suffering(blow, "wild-1", "blue-1", 3), *stage.table.agenda)
    assert has(stage.match(), "red", VICTORY) == paid


@rule("DW-OPS-09")
@rule("DW-OPS-10")
@rule("DW-GEN-12")
def test_a_creature_that_the_enemy_commands_is_an_enemy() -> None:
    stage = missioned("trophy_hunter", [on(21.3, 18), on(2, 2)], [on(4, 34), on(6, 34)])
    called = "wild-called-1-7"
    prowls(stage, (20.0, 18.0), called, "blue", charmed=9)
    stage.table.put_tokens(called, "boxes:body", 2)
    stage.table.agenda = (Suffering(Blow("red-1", called, "bare_hands"), "red-1", called, 3), *stage.table.agenda)
    match = stage.match()
    assert has(match, "red", VICTORY) == 2
    assert has(match, "red", "achieved:slain")


@rule("DW-GEN-14")
@rule("DW-OPS-10")
@rule("DW-SCW-02")
def test_what_a_blaster_does_is_the_doing_of_whoever_switched_it_on() -> None:
    stage = missioned("pacifist", [on(10, 10), on(40, 2)], [on(14, 10), on(4, 34), on(6, 34), on(8, 34)], turn=4)
    row = next(r for r in catalog.rows("scenic_weapon") if r["id"] == "lightning_blaster")
    for event in standing_there(row, "red-engine", "red", "engine", (10.0, 11.5)):
        event.apply(stage.table)
    stage.table.put_all_tokens(
        stage.table.models["red-engine"], {**stage.table.models["red-engine"].tokens, "charging": 1, "serves:red": 1}
    )
    stage.table.agenda = (Scenery(), *stage.table.agenda)
    match = stage.match(1, 1, 1, *[6] * 9)
    assert not alive(match, "blue-1")
    assert has(match, "red", HELPLESS_FOE)
    assert has(match, "red", "achieved:slain")


@rule("DW-OPS-14")
@pytest.mark.parametrize(("weapon", "paid"), [("depth_charge", 2), ("speargun", 0)])
def test_blowing_up_an_artifact_pays(weapon: str, paid: int) -> None:
    stage = missioned("demolitionist", [on(24, 13, weapon, combat=9), on(2, 2)], [on(40, 34)])
    scenic(stage, "scenic_artifact", "wheel_of_the_stars")
    boxes = stage.table.tokens("thing", "boxes:body")
    stage.table.put_tokens("thing", "wound:body", boxes - 1)
    match = act(stage.match(*[6, 1] * 4), *free("red-1"), Attack("red-1", weapon, "thing"))
    assert not alive(match, "thing")
    assert has(match, "red", VICTORY) == paid


@rule("DW-OPS-16")
@pytest.mark.parametrize(("owner", "paid"), [("wild", 2), ("blue", 0)])
def test_charming_a_wild_creature_pays(owner: str, paid: int) -> None:
    stage = missioned("beast_whisperer", [on(10, 10, "deep_caller", quality=3), on(2, 2)], [on(16, 10), on(40, 30)])
    beast = stage.table.models["blue-1"]
    stage.table.put_moved(replace(beast, side="wild", owner=owner))
    match = act(stage.match(4, 4, 1), *free("red-1"), Charm("red-1", "blue-1"))
    assert match.table.models["blue-1"].side == "red"
    assert has(match, "red", VICTORY) == paid


@rule("DW-OPS-17")
def test_bringing_a_friend_back_to_life_pays() -> None:
    stage = missioned(
        "nine_lives",
        [on(10, 10, "healer"), on(11, 10), on(2, 2), on(6, 2)],
        [on(12, 10), on(40, 30)],
        agenda=(Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3),),
    )
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert [e.token for e in happened(match, Achieved)] == ["achieved:nine_lives"]
    assert has(match, "red", VICTORY) == 2


@rule("DW-OPS-21")
def test_getting_an_ancient_device_to_work_is_progress() -> None:
    stage = finder("scientist:3")
    stage.table.put_tokens("red", "mission:scientific_progress", 1)
    assert has(learning(stage, 6, 6, 6), "red", "vp") == 2


@rule("DW-OPS-04")
@rule("DW-ABL-20")
@pytest.mark.parametrize(("section", "done"), [("head", 1), ("body", 0)])
def test_who_is_aimed_at_its_head_and_turned_to_dust_is_a_head_for_the_hunter(section: str, done: int) -> None:
    stage = Stage(
        [on(20, 18, "dart_rifle"), on(2, 2)], [on(24, 18, boxes_head=9, boxes_body=9), on(40, 30), on(44, 30)]
    )
    stage.table.put_tokens("red", "mission:headhunter", 1)
    match = disintegrating(stage, "blue-1", section).match(1, 1, 1, *[6] * 9)
    assert happened(match, Slain)
    assert len(happened(match, Achieved)) == done


def test_every_mission_of_the_catalog_is_asked_for_somewhere() -> None:

    text = inspect.getsource(missions)
    assert all(f'"{row["id"]}"' in text or f":{row['id']}" in text for row in catalog.rows("special_operation"))
