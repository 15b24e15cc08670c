"""Warbands, set-up, physical activities, structures, weapons, things, and the end of the battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.catalog import figures
from sightline.core.decisions import Concede, Decision, Refusal
from sightline.core.dice import Roll
from sightline.core.game import SetUp, TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.table import Piece
from sightline.games.deepwars import GAME, catalog, muster
from sightline.games.deepwars.actions import (
    Attack,
    ChooseEdge,
    Deploy,
    Done,
    EndTurn,
    Exert,
    Move,
    Nominate,
    RollToActivate,
)
from sightline.games.deepwars.arms import melee_arms
from sightline.games.deepwars.ending import EndOfGameTurn, FinalCount, last_turn
from sightline.games.deepwars.events import BattleEnded, Clashed, GameTurnBegan, Struck
from sightline.games.deepwars.moving import under_a_roof
from sightline.games.deepwars.opening import built, inside
from sightline.games.deepwars.scoring import class_of, standing_points
from sightline.games.deepwars.seeing import hidden
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import HOLD, USUAL, before, scenic
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    example,
    examples,
    free,
    happened,
    has,
    kelp,
    model,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule


def band(*profiles: str, **options: Any) -> list[Refusal]:
    """The faults of a warband."""
    roster = Roster(GAME.id, "band", tuple(map(Entry, profiles)))
    return muster.faults(roster, GAME.rulebook.settle(options))


def rules(*profiles: str, **options: Any) -> set[str]:
    return {f.rule for f in band(*profiles, **options)}


# ------------------------------------------------------------------ warbands


@rule("DW-WAR-01")
@rule("DW-GEN-11")
def test_the_sample_warbands_are_legal_at_their_limit_and_cost_what_they_say() -> None:
    plain = {r["id"]: r for r in figures(catalog.PACKAGE)["roster"]}
    for id, roster in GAME.rosters.items():
        options = GAME.rulebook.settle({"points_limit": plain[id]["limit"]})
        assert not GAME.muster(roster, options), id
        assert GAME.cost(roster) == plain[id]["total"]
        assert muster.matched(roster) == plain[id]["matched_total"]
        assert len(roster.models) == plain[id]["model_count"]


@rule("DW-WAR-01")
def test_a_warband_may_not_cost_more_than_the_limit() -> None:
    faults = band("kr_thane", *["kr_reaver"] * 6)
    assert [(f.rule, f.facts["points"]) for f in faults] == [("DW-WAR-01", 335)]
    assert not band("kr_thane", *["kr_reaver"] * 5)


@rule("DW-WAR-02")
def test_a_warband_has_exactly_one_leader() -> None:
    assert "DW-WAR-02" in rules("kr_reaver", "kr_reaver", "kr_reaver")
    assert "DW-WAR-02" in rules("kr_thane", "tw_cantor", "kr_reaver")


@rule("DW-WAR-03")
@rule("DW-GEN-06")
def test_personalities_are_few_and_each_of_them_once() -> None:
    assert rules("kr_thane", "kr_matron", "kr_champion", "kr_skitterling") == {"DW-WAR-03"}
    assert not rules("kr_thane", "kr_matron", "kr_skitterling")
    assert rules("kr_thane", "kr_matron", "kr_skitterling", personality_share=0.34) == {"DW-WAR-03"}
    assert not rules("kr_thane", "kr_skitterling", "kr_skitterling", points_limit=200, personality_share=0.34)
    assert "DW-GEN-06" in rules("kr_thane", "kr_matron", "kr_matron", personality_share=1.0)


@rule("DW-WAR-04")
def test_a_warband_has_three_to_fifteen_models_its_beasts_keepers_and_its_constructs_makers() -> None:
    assert "DW-WAR-04" in rules("kr_thane", "kr_reaver")
    assert "DW-WAR-04" in rules("kr_thane", *["kr_skitterling"] * 15, points_limit=750)
    assert not rules("kr_thane", *["kr_skitterling"] * 14, points_limit=750)
    assert "DW-WAR-04" in rules("ll_voice", "ll_hound", "ll_hound", points_limit=750)
    assert not rules("ll_voice", "ll_hound", "ll_shooter")
    assert rules("kr_thane", "bw_walker", "kr_reaver") == {"DW-WAR-04"}
    assert not rules("tw_cantor", "tw_weaver", "tw_golem")
    assert rules("tw_cantor", "tw_weaver", "bw_walker") == {"DW-WAR-04"}


@rule("DW-GEN-04")
def test_every_fault_is_told_at_once() -> None:
    roster = Roster(
        "elsewhere", "band", (Entry("nobody"), Entry("kr_reaver", ("sword",), base=2.0, stats={"combat": 9}))
    )
    found = {f.rule for f in muster.faults(roster, USUAL)}
    assert found == {"DW-GEN-04", "DW-GEN-05", "DW-WAR-02", "DW-WAR-04", "DW-WPN-02"}


@pytest.mark.parametrize("facts", examples("DW-WAR-05", 0, 1, 2, 3))
def test_points_follow_the_formula(facts: dict[str, Any]) -> None:
    assert catalog.points_for(facts["base"], facts["quality"]) == facts["points"]


@rule("DW-WAR-05", 0, 1)
@rule("DW-WAR-06")
def test_every_profile_and_weapon_costs_what_the_formulas_say() -> None:
    for who in (*catalog.profiles().values(), *catalog.creatures().values()):
        assert catalog.base_cost(who) == who.base, who.id
        assert catalog.points_for(who.base, who.quality) == who.points, who.id
    for kind in catalog.weapons().values():
        assert catalog.weapon_cost(kind) == kind.cost, kind.id
    reaver = catalog.profiles()["kr_reaver"]
    plain = replace(reaver, combat=3, abilities=(), weapons=(), boxes=replace(reaver.boxes, body=2))
    plain = replace(plain, av=catalog.Sections(1, 1, 1), weapons=("speargun", "dive_knife"))
    assert catalog.base_cost(plain) == 32 - 5 + 4


@pytest.mark.parametrize("index", [0, 1])
@rule("DW-WAR-06", 0, 1)
def test_a_weapon_costs_its_bonus_reach_and_traits(index: int) -> None:
    kind = catalog.weapons()[("speargun", "shell_cleaver")[index]]
    assert catalog.weapon_cost(kind) == example("DW-WAR-06", index)["cost"]


@rule("DW-WPN-01")
@rule("DW-WPN-02")
def test_every_weapon_has_armor_and_boxes_and_everybody_has_hands() -> None:
    assert all((w.av, w.boxes) == (2, 2) for w in catalog.weapons().values())
    table = Stage([on(10, 10, "trident", tokens={"wound:trident": 1})]).table
    assert [w.id for w in melee_arms(table.models["red-1"])] == [FISTS]


# ------------------------------------------------------------------ set-up


@rule("DW-SET-01")
@rule("DW-SET-02")
@rule("DW-SET-03")
def test_the_higher_die_attacks_and_chooses_an_edge_and_the_defender_deploys_first() -> None:
    match = before(3, 3, 2, 5)
    assert has(match, "blue", "attacker") == 1
    assert (match.decision.side, match.decision.rule) == ("blue", "DW-SET-01")
    match.play(ChooseEdge((10.0, 30.0), "blue"))
    assert at(match, "blue-edge") == (24.0, 36.0)
    assert at(match, "red-edge") == (24.0, 0.0)
    assert (match.decision.side, match.decision.rule) == ("red", "DW-SET-05")


@rule("DW-SET-05")
@rule("DW-SET-01")
def test_models_are_set_up_wholly_inside_their_zone_on_any_level() -> None:
    match = before(5, 2)
    match.play(ChooseEdge((10.0, 1.0), "red"))
    assert match.decision.side == "blue"
    assert match.refusal(Deploy("blue-1", (10.0, 29.2))).rule == "DW-SET-05"  # type: ignore[union-attr]
    assert match.refusal(Deploy("red-1", (10.0, 33.0))).rule == "DW-SET-05"  # type: ignore[union-attr]
    assert match.refusal(Deploy("blue-1", (10.0, 33.0), 4)).rule == "DW-DEP-01"  # type: ignore[union-attr]
    looking = match.fork()
    looking.play(Deploy("blue-1", (10.0, 33.0), 0, (20.0, 33.0)))
    assert model(looking, "blue-1").facing == 0.0
    match.play(Deploy("blue-1", (10.0, 29.5), 2))
    assert model(match, "blue-1").facing == 270.0
    assert (at(match, "blue-1"), model(match, "blue-1").z) == ((10.0, 29.5), 6.0)
    assert match.refusal(Deploy("blue-2", (10.5, 29.6), 2)).rule == "DW-MOV-04"  # type: ignore[union-attr]
    for n in range(2, 8):
        match.play(Deploy(f"blue-{n}", (10.0 + 2 * n, 33.0)))
    assert match.decision.side == "red"
    for n in range(1, 8):
        match.play(Deploy(f"red-{n}", (10.0 + 2 * n, 3.0)))
    assert happened(match, GameTurnBegan)[0].value == 1
    assert match.decision.side == "red"


@rule("DW-SET-03")
@rule("DW-SET-04")
def test_a_map_has_the_size_that_was_agreed_on() -> None:
    plan = GAME.tables["bone_garden"]
    rosters = dict.fromkeys(GAME.sides, GAME.rosters["karrow_300"])
    assert not GAME.room(SetUp(GAME.id, rosters, plan, USUAL))
    small = SetUp(GAME.id, rosters, TablePlan("drawn", ()), GAME.rulebook.settle({"map_inches": "36x36"}))
    terrain = GAME.set_up(small).terrain
    assert (terrain.width, terrain.height) == (36.0, 36.0)
    assert GAME.set_up(replace(small, table=plan)).terrain.width == 48.0


@rule("DW-TER-07")
@rule("DW-TER-01")
def test_features_keep_off_each_other_and_off_the_edges() -> None:
    def faults(*pieces: Piece) -> set[str]:
        return {f.rule + next(iter(k for k in f.facts if k != "piece")) for f in GAME.layout(TablePlan("mine", pieces))}

    assert not faults(kelp(10, 10, 14, 14), wall(20, 10, 24, 12))
    assert faults(kelp(10, 10, 14, 14), wall(13, 13, 16, 16)) == {"DW-TER-07overlaps"}
    assert faults(kelp(10, 1, 14, 5)) == {"DW-TER-07edge"}
    assert faults(kelp(10, 10, 22, 14)) == {"DW-TER-07across"}
    assert faults(kelp(10, 10, 11, 11)) == {"DW-TER-07across"}
    assert "DW-TER-07outside" in faults(kelp(44, 10, 50, 14))
    for plan in GAME.tables.values():
        assert not GAME.layout(plan)


# ------------------------------------------------------------------ physical activities


@rule("DW-PHY-01")
@rule("DW-ACN-04")
@rule("DW-PHY-03", 0, 1)
@rule("DW-PHY-04")
@rule("DW-TER-05")
def test_what_is_broken_is_gone_or_next_turn_or_never() -> None:
    reef = box(11, 8, 14, 12, "scenic", "material:soft_coral", id="reef")
    stage = Stage([on(10.5, 10), on(2, 2)], [on(40, 30)], terrain=[reef])
    smash = Exert("red-1", "break", "reef")
    done = stage.match(6, 6, 1)
    act(done, *free("red-1"), smash)
    assert not done.table.terrain.pieces
    begun = stage.match(*example("DW-PHY-03", 0)["dice"])
    act(begun, *free("red-1"), smash)
    assert has(begun, "red-1", "unfinished:break reef") == 2
    act(begun, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"), smash)
    assert not begun.table.terrain.pieces
    assert spent(begun)
    never = stage.match(5, 5, *example("DW-PHY-03", 1)["dice"])
    act(never, *rolling("red-1"), smash)
    assert refused(never, smash).rule == "DW-PHY-03"


@rule("DW-PHY-03")
def test_what_one_success_has_begun_is_not_finished_in_the_same_activation() -> None:
    reef = box(11, 8, 14, 12, "scenic", "material:soft_coral", id="reef")
    stage = Stage([on(10.5, 10), on(2, 2)], [on(40, 30)], terrain=[reef])
    smash = Exert("red-1", "break", "reef")
    match = act(stage.match(5, 5, 6, 1, 1), *rolling("red-1"), smash)
    assert not [given for given in offered(match, Exert) if given["activity"] == "break"]
    assert refused(match, smash).rule == "DW-PHY-03"
    act(match, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"), smash)
    assert not match.table.terrain.pieces
    assert spent(match)


@rule("DW-PHY-10")
@rule("DW-PHY-03")
def test_what_is_begun_lapses_or_is_lost_by_falling() -> None:
    stage = Stage(
        [on(20, 18, tokens={"unfinished:break reef": 2}, boxes_body=5), on(2, 2)], [on(21, 18), on(2, 34)], side="blue"
    )
    match = stage.match(5, 3)
    act(match, *free("blue-1"), Attack("blue-1", FISTS, "red-1"))
    assert not has(match, "red-1", "unfinished:break reef")
    stage = Stage([on(20, 18, tokens={"unfinished:break reef": 1}), on(2, 2)], [on(40, 30)])
    match = stage.match()
    act(match, *free("red-1"), Done("red-1"))
    assert not has(match, "red-1", "unfinished:break reef")


@rule("DW-PHY-04")
@rule("DW-TER-05")
@pytest.mark.parametrize(
    ("material", "mod"), [("soft_coral", 0), ("coral", -1), ("wreck", -1), ("stone", -2), ("new_hull", -4)]
)
def test_materials_resist(material: str, mod: int) -> None:
    piece = box(11, 8, 14, 12, "scenic", f"material:{material}", id="piece")
    match = Stage([on(10.5, 10)], [on(40, 30)], terrain=[piece]).match()
    act(match, *free("red-1"))
    match.play(Exert("red-1", "break", "piece"))
    assert isinstance(match.pending, Roll)
    assert match.pending.need is not None
    assert sum(n.value for n in match.pending.need.notes) == mod
    rock = box(11, 8, 14, 12, "scenic", "material:none", id="rock")
    none = Stage([on(10.5, 10)], [on(40, 30)], terrain=[rock]).match()
    assert refused(none, *free("red-1"), Exert("red-1", "break", "rock")).rule == "DW-PHY-09"


@rule("DW-PHY-05")
def test_a_creature_may_be_pushed_away() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)]).match(6, 6, 1)
    act(match, *free("red-1"), Exert("red-1", "push", "blue-1"))
    assert at(match, "blue-1") == (24.0, 18.0)
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18, tokens={"transfixed": 1}), on(2, 34)]).match()
    act(match, *free("red-1"), Exert("red-1", "push", "blue-1"))
    assert at(match, "blue-1") == (24.0, 18.0)
    match = Stage([on(20, 18), on(2, 2)], [on(21.75, 18, size=3), on(2, 34)]).match()
    act(match, *free("red-1"))
    match.play(Exert("red-1", "push", "blue-1"))
    assert isinstance(match.pending, Roll)
    assert match.pending.need is not None
    assert sum(n.value for n in match.pending.need.notes) == -3


# ------------------------------------------------------------------ structures


@rule("DW-TER-06")
def test_a_structure_is_walls_doors_and_a_roof() -> None:
    parts = built((HOLD,))
    kinds = sorted({p.kind for p in parts})
    assert kinds == ["door", "roof", "structure"]
    assert sum(p.kind == "door" for p in parts) == 2
    table = Stage([on(24, 18), on(24, 10), on(24, 24, level=3)], [on(2, 34)], terrain=[HOLD]).table
    assert inside(table, (24.0, 18.0), 0)
    assert not inside(table, (24.0, 18.0), 2)
    for viewer in ("red-2", "red-3"):
        assert hidden(table, viewer, "red-1")
        assert hidden(table, "red-1", viewer)
    assert under_a_roof(table, table.models["red-1"], 2) is not None
    assert under_a_roof(table, table.models["red-1"], 1) is None


@rule("DW-TER-06")
@rule("DW-PHY-09")
def test_a_door_is_forced_and_a_wall_broken() -> None:
    stage = Stage([on(24, 13.5), on(20, 13.5), on(2, 2)], [on(2, 34)], terrain=[HOLD])
    doors = [p.id for p in stage.table.terrain.pieces if p.kind == "door"]
    match = stage.match(5, 5, 6, 6, 1)
    act(match, *rolling("red-1"), Exert("red-1", "force", doors[0]))
    assert doors[0] not in {p.id for p in match.table.terrain.pieces}
    act(match, Move("red-1", (24.0, 16.0)))
    assert at(match, "red-1") == (24.0, 16.0)
    assert spent(match)
    walls = [p.id for p in stage.table.terrain.pieces if "wall-0" in p.id]
    match = stage.match(5, 5, 6, 6, 1)
    act(match, *rolling("red-2"), Exert("red-2", "break", walls[0]))
    act(match, Move("red-2", (20.0, 16.0)))
    assert at(match, "red-2") == (20.0, 16.0)
    assert refused(stage.match(), *free("red-2"), Exert("red-2", "force", walls[0])).rule == "DW-PHY-09"


# ------------------------------------------------------------------ things


@rule("DW-CBT-09", 0)
def test_a_thing_defends_itself_and_no_more() -> None:
    stage = Stage([on(20, 18, combat=5), on(2, 2)], [on(2, 34)])
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (22.0, 18.0), "altar")
    match = stage.match(4, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert happened(match, Clashed)[0].totals == (9, 7)
    assert wounds(match, "altar") == 1
    assert not has(match, "altar", "fallen")
    match = stage.match(1, 6)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert not happened(match, Struck)
    match = stage.match(3, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert at(match, "altar") == (22.0, 18.0)
    assert not has(match, "red-1", "advantage:altar")
    stage.table.put_tokens("altar", "wound:body", 2)
    match = stage.match(4, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert not alive(match, "altar")


# ------------------------------------------------------------------ the end


@rule("DW-END-02")
def test_a_battle_lasts_eight_game_turns_unless_agreed_otherwise() -> None:
    assert last_turn(Stage([on(10, 10)]).table) == 8
    assert last_turn(Stage([on(10, 10)], options={"game_turns": 12}).table) == 12
    assert last_turn(Stage([on(10, 10)], options={"game_turns": 0}).table) == 0
    assert last_turn(before(table="the_sealed_hold").table) == 10
    assert last_turn(before(table="rival_altars").table) == 10
    match = Stage([on(10, 10)], [on(40, 30)], turn=8).match()
    act(match, EndTurn("red"), EndTurn("blue"))
    ended = happened(match, BattleEnded)[0]
    assert ended.rule == "DW-END-02"
    assert GAME.sayings.event(match.table, ended).endswith("red 0, blue 0"), "points stand behind names"
    match = Stage([on(10, 10)], [on(40, 30)], turn=8, options={"game_turns": 0}).match()
    act(match, EndTurn("red"), EndTurn("blue"))
    assert match.outcome is None


@rule("DW-END-03")
@rule("DW-END-06")
def test_the_battle_ends_when_a_side_is_gone() -> None:
    match = Stage([on(10, 10)], []).match()
    assert match.decision.side == "red"
    match.play(EndTurn("red"))
    assert happened(match, BattleEnded)[0].rule == "DW-END-03"
    nobody = Stage([], [])
    assert happened(nobody.match(), BattleEnded)[0].rule == "DW-END-06"


@rule("DW-END-04")
@rule("DW-GEN-14")
def test_more_victory_points_win_and_equal_ones_are_a_draw() -> None:
    stage = Stage([on(10, 10), on(14, 10)], [on(40, 30)], agenda=(FinalCount("DW-END-02"),))
    assert stage.match().outcome.winner == "red"  # type: ignore[union-attr]
    stage = Stage([on(10, 10)], [on(40, 30)], agenda=(FinalCount("DW-END-02"),))
    assert stage.match().outcome.winner is None  # type: ignore[union-attr]
    stage.table.put_tokens("red", "killed:3", 1)
    stage.table.put_tokens("red", "fled:1", 2)
    assert standing_points(stage.table) == {"red": 0, "blue": 5}
    assert stage.match().outcome.winner == "blue"  # type: ignore[union-attr]


@rule("DW-GEN-06")
def test_only_the_highest_class_of_a_model_is_paid() -> None:
    table = Stage([on(10, 10), on(14, 10, personality=1), on(18, 10, "leader", "hero", personality=1)]).table
    assert [class_of(m) for m in table.squad("red")] == [1, 2, 3]


@rule("DW-END-05")
def test_a_player_may_concede() -> None:
    match = Stage([on(10, 10)], [on(40, 30)]).match()
    match.play(Concede("red"))
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == ("blue", "DW-END-05")


@rule("DW-END-01")
@rule("DW-DMG-14")
def test_an_advantage_lasts_until_the_next_game_turn_ends() -> None:
    stage = Stage([on(10, 10, tokens={"advantage:blue-1": 2})], [on(40, 30)], agenda=(EndOfGameTurn(1),))
    assert has(stage.match(), "red-1", "advantage:blue-1") == 1


@rule("DW-GEN-01")
@rule("DW-GEN-13")
@rule("DW-GEN-16")
def test_every_die_is_six_sided_and_everything_lies_open() -> None:
    match = Stage([on(10, 10), on(14, 10)], [on(40, 30)]).match()
    match.play(Nominate("red-1"))
    match.play(RollToActivate("red-1", 2))
    assert isinstance(match.pending, Roll)
    assert match.pending.sides == 6
    assert not isinstance(match.pending, Decision)
