"""The force hammer drives back whoever it hits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sightline.core.match import Match
from sightline.core.table import Piece
from sightline.games.guerrilla.actions import Activate, Attack
from sightline.games.guerrilla.events import Hit, Pushed
from tests.games.guerrilla.cues import need, shot_odds
from tests.games.guerrilla.stage import On, Stage, at, damage, happened, on, points, refused, spent, wall
from tests.kit import rule

SWING = Attack("red-1", "force_hammer", {"blue-1": 1})


def swung(
    attacker: tuple[float, float],
    *blue: On,
    face: int = 10,
    terrain: Sequence[Piece] = (),
    red: Sequence[On] = (),
) -> Match:
    """One swing of a Bastion's hammer at blue-1."""
    match = Stage([on("bastion", *attacker, "force_hammer"), *red], list(blue), terrain=terrain).match(face)
    match.play(Activate("red-1"), SWING)
    assert spent(match)
    return match


@rule("DG-PSH-01", 0)
def test_a_bastions_hammer_hits_and_pushes_seven_times_in_ten() -> None:
    found = shot_odds("bastion", "force_hammer")
    assert (found["per_die"], found["mean"]) == ("7/10", "14/5")
    missed, hit = (swung((10, 12), on("trooper", 11.5, 12), face=face) for face in (3, 4))
    assert (damage(missed, "blue-1"), at(missed, "blue-1")) == (0, (11.5, 12))
    assert (damage(hit, "blue-1"), at(hit, "blue-1")) == (4, (13.5, 12))


@rule("DG-PSH-02", 0, 1)
@pytest.mark.parametrize(
    ("attacker", "target", "end"),
    [((10, 12), (11.5, 12), (13.5, 12)), ((10, 10), (10.9, 11.2), (12.1, 12.8)), ((20, 12), (18.5, 12), (16.5, 12))],
)
def test_the_push_goes_two_inches_straight_away(
    attacker: tuple[float, float], target: tuple[float, float], end: tuple[float, float]
) -> None:
    match = swung(attacker, on("trooper", *target))
    assert at(match, "blue-1") == pytest.approx(end, abs=2e-3)
    assert points(match, "blue-1") == 3
    kinds = [type(e) for e in match.events if isinstance(e, Hit | Pushed)]
    assert kinds == [Hit, Pushed]
    (push,) = happened(match, Pushed)
    assert push.length == pytest.approx(2.0, abs=2e-3)


@rule("DG-PSH-03", 0, 3, 4)
@pytest.mark.parametrize(
    ("attacker", "target", "piece", "end", "length"),
    [
        ((10, 12), (11.5, 12), (13, 10, 14, 14), (12.5, 12), 1.0),
        ((10, 10), (10.9, 11.2), (8, 12.5, 16, 13), (11.5, 12.0), 1.0),
        ((10, 12), (11.5, 12), (11, 12.5, 16, 13), (13.5, 12), 2.0),
    ],
)
@pytest.mark.parametrize("height", [0.5, 2.0])
def test_terrain_of_any_height_stops_a_push_it_does_not_only_graze(
    attacker: tuple[float, float],
    target: tuple[float, float],
    piece: tuple[float, float, float, float],
    end: tuple[float, float],
    length: float,
    height: float,
) -> None:
    match = swung(attacker, on("trooper", *target), terrain=[wall(*piece, height=height)])
    assert at(match, "blue-1") == pytest.approx(end, abs=2e-3)
    assert happened(match, Pushed)[0].length == pytest.approx(length, abs=2e-3)
    assert damage(match, "blue-1") == 4


@rule("DG-PSH-03", 1)
def test_the_edge_of_the_mat_stops_a_push() -> None:
    match = swung((34, 12), on("trooper", 35, 12))
    assert at(match, "blue-1") == (35.5, 12)
    assert happened(match, Pushed)[0].length == pytest.approx(0.5, abs=2e-3)


@rule("DG-PSH-03", 2)
@pytest.mark.parametrize("side", ["red", "blue"])
def test_another_base_stops_a_push_unharmed(side: str) -> None:
    third = on("trooper", 14, 12)
    if side == "red":
        match = swung((10, 12), on("trooper", 11.5, 12), red=[third])
    else:
        match = swung((10, 12), on("trooper", 11.5, 12), third)
    assert at(match, "blue-1") == (13, 12)
    assert happened(match, Pushed)[0].length == pytest.approx(1.5, abs=2e-3)
    assert damage(match, "blue-1") == 4
    assert damage(match, f"{side}-2") == 0


@rule("DG-PSH-03")
def test_a_target_with_its_back_to_the_wall_stays() -> None:
    match = swung((10, 12), on("trooper", 11.5, 12), terrain=[wall(12, 10, 13, 14)])
    assert at(match, "blue-1") == (11.5, 12)
    assert not happened(match, Pushed)


@rule("DG-PSH-04", 0)
def test_a_push_is_not_optional_and_takes_the_target_out_of_reach() -> None:
    match = swung((10, 12), on("trooper", 11.5, 12))
    assert at(match, "blue-1") == (13.5, 12)
    assert points(match, "red-1") == 2
    assert match.decision.about != "red-1"
    match = swung((10, 12), on("trooper", 11.5, 12), on("trooper", 8.5, 12))
    no = refused(match, SWING)
    assert no.rule == "DG-MEL-01"
    assert no.facts["distance"] == 2.5


@rule("DG-PSH-05", 0)
def test_a_pushed_trooper_is_no_longer_engaged_and_shoots_back_freely() -> None:
    before = Stage([on("bastion", 10, 12, "force_hammer")], [on("trooper", 11.5, 12, "phaser_rifle")])
    assert need(before, "blue-1", "red-1", "phaser_rifle") == 7
    match = before.match(4, 5)
    match.play(Activate("red-1"), SWING)
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 5
    match.play(Activate("blue-1"), Attack("blue-1", "phaser_rifle", {"red-1": 1}))
    assert damage(match, "red-1") == 2
    assert spent(match)


@rule("DG-PSH-05")
def test_a_push_may_end_in_another_engagement() -> None:
    match = swung((10, 12), on("trooper", 11.5, 12, "phaser_rifle"), red=[on("trooper", 15, 12)])
    assert need(match, "blue-1", "red-2", "phaser_rifle") == 7
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 7


@rule("DG-PSH-01")
def test_a_hammer_in_the_belt_pushes_nobody() -> None:
    match = Stage([on("bastion", 10, 12, "force_hammer", "saw_sword")], [on("trooper", 11.5, 12)]).match(10)
    match.play(Activate("red-1"), Attack("red-1", "saw_sword", {"blue-1": 1}))
    assert (damage(match, "blue-1"), at(match, "blue-1")) == (2, (11.5, 12))
    assert spent(match)
