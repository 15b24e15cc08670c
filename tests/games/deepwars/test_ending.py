"""The end of a Game Turn and of the battle, who has won, and conceding (DW-END)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Concede
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Done, Drop, EndTurn
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.ending import EndOfGameTurn, FinalCount, gone, last_turn
from sightline.games.deepwars.events import BattleEnded
from sightline.games.deepwars.homecoming import earned
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.scoring import class_of, standing_points
from tests.games.deepwars.chants import end
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import HOLD, before, sea
from tests.games.deepwars.stage import Stage, act, free, happened, has, model, on, wall
from tests.kit import rule

# ------------------------------------------------------------------ the end of a battle


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


@rule("DW-END-06")
def test_where_both_sides_are_gone_the_end_says_so() -> None:
    stage = Stage([on(10, 10)], [on(30, 30)], agenda=(EndOfGameTurn(3),))
    for id in ("red-1", "blue-1"):
        stage.table.put_moved(replace(stage.table.models[id], at=None))
    stage.table.memo = {}
    assert [event.rule for event in happened(stage.match(), BattleEnded)] == ["DW-END-06"]


@rule("DW-CRE-12")
@rule("DW-END-03")
def test_a_side_of_summoned_creatures_alone_is_gone() -> None:
    stage = Stage([on(20, 18, tokens={"summoned": 1})], [on(40, 30)])
    assert gone(stage.table, "red")
    match = act(stage.match(), EndTurn("red"), EndTurn("blue"))
    assert happened(match, BattleEnded)[0].rule == "DW-END-03"


@rule("DW-END-05")
@rule("DW-CRE-12")
def test_summoned_creatures_do_not_count_as_fled_when_their_side_concedes() -> None:
    for tokens, points in (({}, 1 + 5), ({"summoned": 1}, 5)):
        match = Stage([on(10, 10, tokens=tokens)], [on(40, 30)]).match()
        match.play(Concede("red"))
        assert earned(match.table)["blue"] == points


@rule("DW-END-05")
@rule("DW-CND-07")
def test_a_charmed_creature_does_not_flee_for_the_side_that_concedes() -> None:
    stage = sea(Stage([on(10, 10)], [on(40, 30)]), ("grindfin", 20, 18, 0, {"charmed": 2}))
    stage.table.put_moved(replace(stage.table.models["wild-grindfin"], side="red"))
    match = stage.match()
    match.play(Concede("red"))
    assert earned(match.table)["blue"] == 1 + 5, "one trooper, and the last warband standing"


# ------------------------------------------------------------------ the end of a Game Turn: DW-END-01


@rule("DW-END-01")
@rule("DW-DMG-14")
def test_an_advantage_lasts_until_the_next_game_turn_ends() -> None:
    stage = Stage([on(10, 10, tokens={"advantage:blue-1": 2})], [on(40, 30)], agenda=(EndOfGameTurn(1),))
    assert has(stage.match(), "red-1", "advantage:blue-1") == 1


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
