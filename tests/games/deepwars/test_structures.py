"""Structures, their walls, doors and roofs (DW-TER-06), and Breach from afar (DW-ABL-12)."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.dice import Roll
from sightline.games.deepwars.actions import Attack, BlowOpen, Done, EndTurn, Exert, Move
from sightline.games.deepwars.effects.melee import defends_an_obstacle
from sightline.games.deepwars.events import Breached, Clashed
from sightline.games.deepwars.moving import under_a_roof
from sightline.games.deepwars.opening import built, inside
from sightline.games.deepwars.seeing import hidden
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import HOLD
from tests.games.deepwars.stage import Stage, act, at, free, happened, has, offered, on, refused, rolling, spent
from tests.kit import rule

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


def middle_of_the_hold() -> tuple[float, float]:
    """Well inside a closed structure of two levels."""
    xs, ys = [x for x, _ in HOLD.polygon], [y for _, y in HOLD.polygon]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def on_and_under_the_roof(**more: Any) -> Stage:
    """Red on the roof, blue right below it."""
    x, y = middle_of_the_hold()
    return Stage([on(x, y, level=2), on(2, 2)], [on(x, y + 0.1, level=1), on(2, 34)], terrain=[HOLD], **more)


@rule("DW-TER-06")
@rule("DW-H2H-09")
def test_nobody_strikes_through_a_roof() -> None:
    match = act(on_and_under_the_roof().match(), *free("red-1"))
    assert not offered(match, Attack)
    assert refused(match, Attack("red-1", FISTS, "blue-1")).rule == "DW-H2H-09"
    x, y = middle_of_the_hold()
    act(match, Move("red-1", (x + 4, y)))
    assert not happened(match, Clashed), "no Free Hack either"
    match = act(Stage([on(x, y, level=1)], [on(x, y + 0.1, level=0)], terrain=[HOLD]).match(), *free("red-1"))
    assert offered(match, Attack), "both are inside"


@rule("DW-TER-06")
@rule("DW-PHY-09")
def test_a_roof_is_not_broken_as_a_whole() -> None:
    x, y = middle_of_the_hold()
    match = act(Stage([on(x, y, level=1)], [on(2, 34)], terrain=[HOLD]).match(), *free("red-1"))
    assert not offered(match, Exert)
    assert refused(match, Exert("red-1", "break", "hold-roof")).rule == "DW-PHY-09"


@rule("DW-H2H-07")
@rule("DW-TER-06")
def test_who_stands_on_the_roof_of_a_wreck_defends_an_obstacle() -> None:
    east, (_, y) = max(x for x, _ in HOLD.polygon), middle_of_the_hold()
    for inches in (0.2, 0.7):  # above the wall, and above the hold
        x = east - inches
        table = Stage([on(x, y, level=2)], [on(x + 1, y, level=2)], terrain=[HOLD]).table
        assert defends_an_obstacle(table, table.models["red-1"], table.models["blue-1"])


# ------------------------------------------------------------------ Breach from afar


DOOR, WALL = "hold-door-0-1", "hold-wall-0-0"


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
