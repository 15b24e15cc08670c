"""Lines of sight, cover, light, camouflage and stealth (DW-LOS)."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.games.deepwars.actions import Attack, Done, EndTurn
from sightline.games.deepwars.moving import pace
from sightline.games.deepwars.seeing import hidden, sees
from sightline.games.deepwars.sighting import (
    BLOCKED,
    CLEAR,
    COMPLETE,
    OBSCURED,
    OPEN,
    PARTIAL,
    cover_of,
    terrain_line,
    view,
)
from tests.games.deepwars.stage import On, Stage, act, box, example, examples, free, has, kelp, on, table_of, wall
from tests.kit import rule

WORDS = {"clear": CLEAR, "obscured": OBSCURED, "blocked": BLOCKED}
COVERS = {"open": OPEN, "partial": PARTIAL, "complete": COMPLETE}


def seen(red: On, blue: On, *terrain: Any, **more: Any) -> Any:
    """What the first has of the second."""
    table = table_of([red], [blue], terrain=terrain, **more)
    return view(table, table.models["red-1"], table.models["blue-1"])


@pytest.mark.parametrize("facts", examples("DW-LOS-01", 0, 1, 2))
def test_three_lines_make_the_cover(facts: dict[str, Any]) -> None:
    assert cover_of([WORDS[line] for line in facts["lines"]]) == COVERS[facts["cover"]]


@rule("DW-LOS-01")
def test_three_clear_lines_are_the_open() -> None:
    assert cover_of([CLEAR, CLEAR, CLEAR]) == OPEN
    assert cover_of([BLOCKED, BLOCKED, OBSCURED]) == PARTIAL


@rule("DW-LOS-01", 3)
def test_a_block_beside_the_middle_line_is_partial_cover() -> None:
    facts = example("DW-LOS-01", 3)
    xs, ys = [x for x, _ in facts["block"]], [y for _, y in facts["block"]]
    block = wall(min(xs) + 10, min(ys) + 10, max(xs) + 10, max(ys) + 10, height=1)
    found = seen(on(10, 10), on(20, 10), block)
    assert sorted(found.lines) == sorted(WORDS[line] for line in facts["lines"])
    assert found.lines[0] == CLEAR
    assert found.cover == PARTIAL


@pytest.mark.parametrize("facts", examples("DW-LOS-02", 0, 1))
def test_a_wall_hides_below_its_height(facts: dict[str, Any]) -> None:
    low, high = facts["levels"]
    found = seen(on(10, 10, level=low), on(20, 10, level=high), wall(14, 5, 15, 15, height=facts["height"]))
    assert (found.cover == COMPLETE) == facts["touched"]


@pytest.mark.parametrize("facts", examples("DW-LOS-02", 2, 3))
def test_a_rising_line_clears_a_wall_that_is_far_enough(facts: dict[str, Any]) -> None:
    near, far = facts["wall"]
    piece = wall(10 + near, 5, 10 + far, 15, height=facts["height"])
    table = table_of([on(10, 10, level=facts["levels"][0])], [on(20, 10, level=facts["levels"][1])], terrain=[piece])
    line, _ = terrain_line(table, (10.0, 10.0), (20.0, 10.0), *facts["levels"], soft=True)
    assert (line == BLOCKED) == facts["touched"]


@rule("DW-LOS-02")
def test_a_huge_model_is_seen_at_its_better_level() -> None:
    assert seen(on(10, 10), on(20, 10, size=3), wall(14, 5, 15, 15, height=1)).cover == COMPLETE
    assert seen(on(10, 10, level=1), on(20, 10, size=3), wall(14, 5, 15, 15, height=1)).cover == OPEN


@pytest.mark.parametrize("facts", examples("DW-LOS-03", 0, 1))
def test_much_kelp_blocks_and_some_obscures(facts: dict[str, Any]) -> None:
    table = table_of([on(10, 10)], [on(20, 10)], terrain=[kelp(12, 5, 12 + facts["inches"], 15)])
    line, _ = terrain_line(table, (10.0, 10.0), (20.0, 10.0), 0, 0, soft=True)
    assert line == WORDS[facts["line"]]


@rule("DW-LOS-03")
def test_close_by_only_what_is_solid_covers() -> None:
    assert seen(on(10, 10), on(11.9, 10), kelp(10.5, 5, 11.4, 15)).cover == OPEN
    assert seen(on(10, 10), on(12.2, 10), kelp(10.5, 5, 11.4, 15)).cover == PARTIAL
    assert seen(on(10, 10), on(11.9, 10), wall(10.6, 5, 11.3, 15, height=1)).cover == COMPLETE


@rule("DW-LOS-04")
def test_standing_models_obscure_but_never_block() -> None:
    def through(other: On) -> int:
        table = table_of([on(10, 10)], [on(20, 10), other])
        return view(table, table.models["red-1"], table.models["blue-1"]).cover

    assert through(on(15, 10)) == PARTIAL
    assert through(on(15, 10, tokens={"fallen": 1})) == OPEN
    assert through(on(15, 10, level=2)) == OPEN
    assert through(on(11, 10)) == OPEN
    table = table_of([on(10, 10)], [on(20, 10, size=2), on(15, 10)])
    assert view(table, table.models["red-1"], table.models["blue-1"]).cover == OPEN


@rule("DW-LOS-05")
def test_a_model_sees_ahead_and_feels_what_is_near() -> None:
    table = table_of([on(10, 10)], [on(20, 10), on(5, 10), on(7, 10)])
    assert [sees(table, "red-1", f"blue-{n}") for n in (1, 2, 3)] == [True, False, True]


@rule("DW-LOS-06")
def test_light_limits_sight() -> None:
    for light, limit in (("dim", 21), ("dark", 7)):
        table = table_of([on(5, 10)], [on(6 + limit, 10), on(6.1 + limit, 12)], options={"light": light})
        assert not hidden(table, "red-1", "blue-1")
        assert hidden(table, "red-1", "blue-2")


@rule("DW-LOS-06")
@pytest.mark.parametrize("light", ["dim", "dark"])
def test_a_light_or_an_attack_gives_one_away(light: str) -> None:
    blue = [on(35, 10, tokens={"flashed": 1}), on(35, 12, "lantern"), on(35, 14)]
    table = table_of([on(5, 10)], blue, options={"light": light})
    assert [hidden(table, "red-1", f"blue-{n}") for n in (1, 2, 3)] == [False, False, True]


@rule("DW-LOS-06")
@rule("DW-ABL-13")
def test_an_attack_gives_one_away_in_the_dark_until_the_game_turn_ends() -> None:
    red, blue = [on(5, 10), on(36, 10, boxes_body=5), on(2, 2)], [on(35, 10, facing=0.0), on(2, 34)]
    match = Stage(red, blue, side="blue", options={"light": "dark"}).match(3, 3)
    assert hidden(match.table, "red-1", "blue-1")
    act(match, *free("blue-1"), Attack("blue-1", "bare_hands", "red-2"))
    assert not hidden(match.table, "red-1", "blue-1")
    act(match, Done("blue-1"), EndTurn("blue"))
    assert match.decision.side == "red"
    assert hidden(match.table, "red-1", "blue-1")
    assert has(match, "blue-1", "attacked"), "who hides in cover has shown itself until it acts again"


@rule("DW-ABL-13")
@rule("DW-ACT-01")
def test_who_is_nominated_again_and_does_not_attack_hides_again() -> None:
    weeds = kelp(18, 8, 22, 12)
    lurker = on(18.5, 10, "camouflage", tokens={"attacked": 1})
    match = Stage([on(10, 10), on(2, 2)], [lurker, on(2, 34)], side="blue", terrain=[weeds]).match()
    assert not hidden(match.table, "red-1", "blue-1")
    act(match, *free("blue-1"), Done("blue-1"))
    assert hidden(match.table, "red-1", "blue-1")


@rule("DW-LOS-06")
@rule("DW-ABL-36")
def test_in_darkness_one_needs_a_light_to_move_and_see() -> None:
    table = table_of([on(5, 10), on(5, 12, "lantern")], [on(25, 10)], options={"light": "dark"})
    assert pace(table, table.models["red-1"]) == 1
    assert pace(table, table.models["red-2"]) == 2
    assert hidden(table, "red-1", "blue-1")
    assert not hidden(table, "red-2", "blue-1")


@rule("DW-ABL-13")
@rule("DW-ABL-59")
def test_camouflage_and_stealth_hide() -> None:
    weeds = kelp(18, 8, 22, 12)
    table = table_of([on(10, 10), on(14.5, 10)], [on(18.5, 10, "camouflage")], terrain=[weeds])
    assert hidden(table, "red-1", "blue-1")
    assert not hidden(table, "red-2", "blue-1")
    table = table_of([on(10, 10)], [on(18.5, 10, "camouflage", tokens={"attacked": 1})], terrain=[weeds])
    assert not hidden(table, "red-1", "blue-1")
    table = table_of([on(10, 10)], [on(18, 10, "stealth"), on(18.1, 12, "stealth")])
    assert not hidden(table, "red-1", "blue-1")
    assert hidden(table, "red-1", "blue-2")


@rule("DW-TER-03")
def test_terrain_with_cover_covers_those_in_it() -> None:
    reef = box(18, 8, 22, 12, "scenic", "cover", "material:coral", id="reef")
    assert seen(on(10, 10), on(19, 10), reef).cover == PARTIAL
