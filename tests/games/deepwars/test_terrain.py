"""Terrain and its traits: what is deadly, what is crossed, zones, and maps that people draw (DW-TER)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import cos, radians, sin
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision
from sightline.core.game import TablePlan
from sightline.core.table import Piece
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Cast, Done, FastDive, Move
from sightline.games.deepwars.arriving import pieces_at
from sightline.games.deepwars.events import Entered, Slain
from sightline.games.deepwars.parts import MoraleOf
from tests.games.deepwars.chants import caster, chant, scene
from tests.games.deepwars.scenes import VENTS
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    example,
    fallen,
    free,
    happened,
    has,
    kelp,
    model,
    odds,
    on,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ features and zones: DW-TER-07, DW-TER-08


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


@rule("DW-TER-08")
@rule("DW-MAG-12")
@pytest.mark.parametrize(("inches", "inside"), [(2.99, True), (3.02, False)])
def test_a_zone_is_round(inches: float, inside: bool) -> None:
    for degrees in range(0, 360, 5):
        turn = radians(degrees + 2.5)
        foe = on(25 + inches * cos(turn), 18 + inches * sin(turn))
        match = act(scene(blue=foe).match(6, 6, 6), *chant("kelp_snare"), Cast("red-1", 3, at=(25.0, 18.0)))
        assert bool(pieces_at(match.table, model(match, "blue-1"))) is inside


# ------------------------------------------------------------------ deadly terrain: DW-TER-02


def _asked(match: Any) -> bool:
    return isinstance(match.pending, Decision)


@rule("DW-TER-02", 0)
@rule("DW-TER-01")
def test_deadly_terrain_is_resisted_once_per_game_turn() -> None:
    vents = box(12, 8, 16, 12, "deadly", "material:none", id="vents", height=2)
    stage = Stage([on(10, 10), on(2, 2), on(6, 2)], [on(40, 30)], terrain=[vents])
    facts = example("DW-TER-02", 0)
    match = stage.match()
    act(match, *free("red-1"))
    match.play(Move("red-1", (13.0, 10.0)))
    found = odds(match, lambda m: 2 if not alive(m, "red-1") else wounds(m, "red-1"), stop=_asked)
    chances = {int(k): Fraction(v) for k, v in facts["p"].items()}
    assert found == {0: chances[2] + chances[3], 1: chances[1], 2: chances[0]}
    match = stage.match(5, 5, 6, 6, 1)
    act(match, *rolling("red-1"), Move("red-1", (13.0, 10.0)), Move("red-1", (14.0, 10.0)))
    assert spent(match)
    above = Stage([on(10, 10, level=2)], [on(40, 30)], terrain=[vents]).match()
    act(above, *free("red-1"), Move("red-1", (13.0, 10.0)))
    assert at(above, "red-1") == (13.0, 10.0)


@rule("DW-TER-02")
def test_who_begins_in_deadly_terrain_resists_when_nominated() -> None:
    vents = box(8, 8, 12, 12, "deadly", "material:none", id="vents")
    match = Stage([on(10, 10), on(2, 2)], [on(40, 30)], terrain=[vents]).match(6, 1, 1)
    act(match, *free("red-1"))
    assert (wounds(match, "red-1"), fallen(match, "red-1")) == (1, True)
    assert not happened(match, Slain)


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


@rule("DW-TER-01")
@rule("DW-MAG-18")
@pytest.mark.parametrize(("low", "levels"), [(3, -3), (3, -2), (0, 3)])
def test_a_fast_dive_leads_through_what_is_on_the_levels_between(low: int, levels: int) -> None:
    stage = Stage([caster(20, 18, level=1), on(24, 18, "power_dive", level=low), on(2, 2)], [on(2, 34)])
    match = act(stage.match(6, 6, 6, 1, 1, 1), *chant("spore_bloom"), Cast("red-1", 3, at=(24.0, 18.0)), Done("red-1"))
    act(match, *free("red-2"), FastDive("red-2", levels))
    assert has(match, "red-2", "poisoned")


# ------------------------------------------------------------------ maps


def faulty(preset: str, *pieces: Piece, keep: Callable[[Piece], bool] = lambda _: True) -> list[str]:
    """The rules against which a map of this name is, with other pieces."""
    plan = GAME.tables[preset]
    found = GAME.layout(replace(plan, pieces=(*filter(keep, plan.pieces), *pieces)))
    for fault in found:
        assert GAME.sayings.refusal(None, fault), fault
    return [fault.rule for fault in found]


@rule("DW-TER-01")
@rule("DW-TER-05")
@rule("DW-TER-06")
@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("blocking", "material:stone"), []),
        (("blocking", "material:cheese"), ["DW-TER-05"]),
        (("flying", "floor:x"), ["DW-TER-01", "DW-TER-01"]),
        (("blocking", "door:here", "roof"), ["DW-TER-06", "DW-TER-01"]),
    ],
)
def test_a_piece_has_the_traits_and_materials_there_are(words: tuple[str, ...], rules: list[str]) -> None:
    odd = box(42, 16, 45, 19, *words, id="odd")
    assert faulty("the_sunken_forum", odd) == rules
    GAME.terrain(TablePlan("drawn", (replace(odd, kind="structure"),)), GAME.rulebook.settle({}))  # Drawn all the same.


@rule("DW-TER-01")
@pytest.mark.parametrize("high", [0.0, 1.5, 9.0, float("inf"), float("nan")])
@pytest.mark.parametrize("preset", ["mine", "the_sealed_hold"])
def test_a_piece_is_as_high_as_some_levels(preset: str, high: float) -> None:
    piece = replace(box(20, 14, 24, 16, "blocking"), height=high)
    found = GAME.layout(TablePlan(preset, (piece,)))
    assert "DW-TER-01" in {fault.rule for fault in found}


@rule("DW-SCN-04")
@rule("DW-SCN-06")
@rule("DW-SCN-12")
def test_a_map_leaves_room_for_what_its_scenario_puts_there() -> None:
    near = box(28, 17, 30, 19, "scenic", "cover", id="near")
    assert faulty("the_sunken_forum", near) == ["DW-SCN-04"], "a Scenic Feature within a Long stick of the objective"
    assert faulty("the_sunken_forum", box(28, 17, 30, 19, "blocking", id="near")) == []
    assert faulty("the_sunken_forum", box(23, 17, 25, 19, "blocking", id="near")) == ["DW-SCN-04"]
    assert faulty("rival_altars", box(23, 8, 25, 10, "blocking", id="near")) == ["DW-SCN-12"]
    assert faulty("the_sealed_hold", keep=lambda p: p.kind != "structure") == ["DW-SCN-06"] * 3
