"""Breaking, pushing, dragging and fast dives: what is neither a move nor an attack (DW-PHY)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.dice import Roll
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack, ChangeDepth, Done, Drag, EndTurn, Exert, FastDive, Move
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.tokens import LOAD
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.finds import GOLD, lay
from tests.games.deepwars.stage import (
    Stage,
    act,
    at,
    box,
    example,
    fallen,
    free,
    has,
    model,
    odds,
    offered,
    on,
    refused,
    rolling,
    spent,
    waits_for,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ breaking: DW-PHY-03, DW-PHY-04


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


# ------------------------------------------------------------------ what is begun: DW-PHY-03, DW-PHY-10


REEF = box(21, 16, 24, 20, "scenic", "blocking", "material:coral", id="reef")
SMASH = Exert("red-1", "break", "reef")


@rule("DW-PHY-10")
@rule("DW-PHY-03")
def test_whoever_goes_away_from_what_it_has_begun_begins_anew() -> None:
    stage = Stage([on(20.5, 18), on(2, 2)], [on(40, 30)], terrain=[REEF])
    match = act(stage.match(6, 6, 6, 1, 1), *rolling("red-1"), SMASH, Move("red-1", (20.5, 19.0)))
    assert has(match, "red-1", "unfinished:break reef"), "along it: still in contact"
    match = act(stage.match(6, 6, 6, 1, 1), *rolling("red-1"), SMASH, Move("red-1", (18.0, 18.0)))
    assert not has(match, "red-1", "unfinished:break reef")


@rule("DW-PHY-10")
def test_whoever_is_pushed_away_from_what_it_has_begun_begins_anew() -> None:
    stage = Stage([on(20.5, 18), on(2, 2)], [on(20.5, 19), on(2, 34)], terrain=[REEF])
    match = act(stage.match(6, 1, 1, 6, 6, 6), *free("red-1"), SMASH, Done("red-1"), EndTurn("red"))
    assert has(match, "red-1", "unfinished:break reef")
    act(match, *free("blue-1"), Exert("blue-1", "push", "red-1"))
    assert at(match, "red-1") == (20.5, 15.0)
    assert not has(match, "red-1", "unfinished:break reef")


# ------------------------------------------------------------------ pushing: DW-PHY-05


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


# ------------------------------------------------------------------ dragging: DW-PHY-04


@rule("DW-PHY-04")
@rule("DW-PHY-09")
@rule("DW-TRE-03")
def test_what_lies_loose_is_dragged_along_a_short_stick() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 30)]), (20.5, 18))
    match = act(stage.match(5, 5, 1), *free("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert at(match, "red-1") == (17, 18)
    assert at(match, "treasure-1") == (17.5, 18)
    assert spent(match)
    begun = act(stage.match(6, 2, 3), *free("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert at(begun, "treasure-1") == (20.5, 18), "a single success is finished in the next activation"
    act(begun, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"), Drag("red-1", "treasure-1", (20, 21)))
    assert at(begun, "treasure-1") == (20.5, 21)
    never = act(stage.match(6, 6, 1, 1, 1), *rolling("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert refused(never, Drag("red-1", "treasure-1", (17, 18))).rule == "DW-PHY-03"
    soon = act(stage.match(6, 6, 6, 1, 1), *rolling("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert not offered(soon, Drag)
    assert refused(soon, Drag("red-1", "treasure-1", (17, 18))).rule == "DW-PHY-03"


@rule("DW-PHY-09")
@rule("DW-TRE-03")
def test_nobody_drags_too_far_with_full_hands_or_through_walls() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 30)], terrain=[wall(21.6, 10, 22.6, 26)]), (20.5, 18))
    match = stage.match()
    assert refused(match, *free("red-1"), Drag("red-1", "treasure-1", (16.9, 18))).rule == "DW-PHY-09"
    assert refused(stage.match(), *free("red-1"), Drag("red-1", "treasure-1", (20.9, 18))).rule == "DW-MOV-04"
    assert refused(stage.match(), *free("red-1"), Drag("red-1", "blue-1", (17, 18))).rule == "DW-PHY-09"
    full = lay(Stage([on(20, 18, tokens={f"{LOAD}:{GOLD}": 1}, size=2), on(2, 2)], [on(40, 30)]), (20.5, 18))
    assert refused(full.match(), *free("red-1"), Drag("red-1", "treasure-1", (17, 18))).rule == "DW-TRE-03"


@rule("DW-PHY-04")
def test_what_is_rooted_or_built_is_not_dragged() -> None:
    stage = Stage([on(20, 18, size=3), on(2, 2)], [on(40, 30)], terrain=[wall(20.9, 17, 21.4, 19, height=1, id="idol")])
    match = act(stage.match(), *free("red-1"))
    assert not offered(match, Drag)
    assert refused(match, Drag("red-1", "idol", (17, 18))).rule == "DW-PHY-09"
    assert "break" in [given["activity"] for given in offered(match, Exert)]


# ------------------------------------------------------------------ fast dives


def dive(by: int, *items: str, level: int = 0, **stats: Any) -> Stage:
    return Stage([on(10, 10, *items, level=level, **stats), on(2, 2)], [on(40, 30)])


@rule("DW-PHY-02")
@rule("DW-PHY-06", 0)
@pytest.mark.parametrize(("levels", "mod"), [(2, -1), (3, -2)])
def test_a_fast_dive_is_a_resistance_check(levels: int, mod: int) -> None:
    match = dive(levels, av=0).match()
    act(match, *free("red-1"))
    match.play(FastDive("red-1", levels))
    roll = waits_for(match)
    assert roll.need is not None
    assert [n.value for n in roll.need.notes] == [mod]
    assert example("DW-PHY-06", 0)["mods"][levels - 2] == mod


@rule("DW-PHY-07", 0, 1)
@rule("DW-ABL-01")
@rule("DW-ABL-46")
@rule("DW-ABL-52")
@rule("DW-ABL-07")
@pytest.mark.parametrize(
    ("items", "levels", "total"),
    [(("air_breather", "pressurized"), 3, 0), (("resilient",), 2, 1), (("benthic",), 2, -1)],
)
def test_abilities_help_or_hinder_a_dive(items: tuple[str, ...], levels: int, total: int) -> None:
    match = dive(levels, *items).match()
    act(match, *free("red-1"))
    match.play(FastDive("red-1", levels))
    roll = waits_for(match)
    assert roll.need is not None
    assert sum(n.value for n in roll.need.notes) == total
    index = {3: 0, 2: 1}[levels]
    if items != ("benthic",):
        chance = Fraction(example("DW-PHY-07", index)["p"])
        done = odds(match, lambda m: level(m.table, m.table.models["red-1"]) == levels)
        assert done[True] == chance


@rule("DW-PHY-08", 0)
@rule("DW-PHY-03")
def test_a_failed_dive_hurts() -> None:
    match = dive(-2, level=3).match(1, 1, 1)
    act(match, *free("red-1"), FastDive("red-1", -2))
    assert level(match.table, model(match, "red-1")) == 2
    assert wounds(match, "red-1") == 1
    assert fallen(match, "red-1")
    assert has(match, "red-1", "no_more:fast dive")
    assert spent(match)


@rule("DW-PHY-08")
def test_one_success_is_a_level_now_and_the_rest_next_time() -> None:
    match = dive(3, av=0).match(6, 1, 1)
    act(match, *free("red-1"), FastDive("red-1", 3))
    assert level(match.table, model(match, "red-1")) == 1
    assert has(match, "red-1", "unfinished:rise 2") == 2
    act(match, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"))
    act(match, FastDive("red-1", 2))
    assert level(match.table, model(match, "red-1")) == 3
    assert spent(match)


@rule("DW-PHY-08")
@rule("DW-PHY-03")
def test_the_rest_of_a_dive_waits_for_the_next_activation() -> None:
    match = act(dive(3, av=0).match(6, 6, 6, 1, 1), *rolling("red-1"), FastDive("red-1", 3))
    assert not offered(match, FastDive)
    no = refused(match, FastDive("red-1", 2))
    assert no.rule == "DW-PHY-08"
    assert "goes on with its dive in its next activation" in GAME.sayings.refusal(match.table, no)
    assert match.refusal(ChangeDepth("red-1", 1)) is None


@rule("DW-PHY-08")
def test_the_rest_of_a_dive_is_the_first_action_or_needs_dice_again() -> None:
    stage = Stage([on(10, 10, level=2, av=0, tokens={"unfinished:dive 2": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(6, 6), *rolling("red-1"), FastDive("red-1", -2))
    assert level(match.table, model(match, "red-1")) == 0
    later = act(stage.match(6, 6), *rolling("red-1"), Move("red-1", (11.0, 10.0)))
    assert not has(later, "red-1", "unfinished:dive 2")
    later = act(stage.match(6, 6, 6, 6, 1), *rolling("red-1"), Move("red-1", (11.0, 10.0)), FastDive("red-1", -2))
    assert spent(later)


@rule("DW-PHY-08")
def test_another_dive_gives_up_the_rest_of_the_last() -> None:
    stage = Stage([on(10, 10, level=3, av=0, tokens={"unfinished:dive 2": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(6, 6, 6, 6, 1), *rolling("red-1"), FastDive("red-1", -3))
    assert level(match.table, model(match, "red-1")) == 0
    assert not has(match, "red-1", "unfinished:dive 2")
    assert spent(match)


@rule("DW-ABL-42")
@rule("DW-PHY-07")
def test_a_power_dive_needs_no_dice() -> None:
    match = dive(3, "power_dive").match()
    act(match, *free("red-1"), FastDive("red-1", 3))
    assert level(match.table, model(match, "red-1")) == 3


@rule("DW-PHY-02")
def test_a_fast_dive_is_two_levels_at_least() -> None:
    assert refused(dive(1).match(), *free("red-1"), FastDive("red-1", 1)).rule == "DW-PHY-02"
