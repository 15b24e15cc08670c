"""The arena and its zones (DG-ARN)."""

from __future__ import annotations

from math import hypot, sqrt

import pytest

from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp, TablePlan
from sightline.core.kernel import shapes
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.table import Point
from sightline.games.guerrilla import GAME, measure
from sightline.games.guerrilla.actions import Activate, Attack, Move, Place
from sightline.games.guerrilla.placing import zone_of
from tests.games.guerrilla.stage import Stage, at, on, refused, spent, table_of
from tests.kit import rule


def opening(*faces: int) -> Match:
    """A match of one Trooper a side on the open mat, from the roll-off on."""
    squad = Roster(game="guerrilla", name="one", models=(Entry("trooper"),))
    setup = SetUp("guerrilla", {"red": squad, "blue": squad}, TablePlan("open", ()), GAME.rulebook.settle({}))
    return Match(GAME, setup, ScriptedDice(*faces))


@rule("DG-ARN-01", 0)
def test_the_mat_is_three_feet_by_two() -> None:
    mat = table_of([on("trooper", 5, 12)], [on("trooper", 15, 12)]).terrain
    assert (mat.width, mat.height) == (36, 24)
    assert hypot(mat.width, mat.height) == pytest.approx(sqrt(1872))
    assert hypot(mat.width, mat.height) == pytest.approx(43.2666, abs=1e-4)


@rule("DG-ARN-01", 0)
def test_even_the_longest_rifle_does_not_reach_from_corner_to_corner() -> None:
    sniper = on("recon", 0.5, 0.5, "long_range_phaser_rifle")
    stage = Stage([sniper], [on("trooper", 35.5, 23.5), on("trooper", 10, 0.5)])
    no = refused(stage.match(), Activate("red-1"), Attack("red-1", "long_range_phaser_rifle", {"blue-1": 1}))
    assert no.rule == "DG-SGE-06"
    assert no.facts["range"] == 36
    assert no.facts["distance"] == pytest.approx(hypot(35, 23) - 1, abs=1e-3)


@rule("DG-ARN-02", 0, 1, 2)
@pytest.mark.parametrize(
    ("zone", "point", "inside"),
    [
        (measure.LEFT_ZONE, (10, 12), True),
        (measure.LEFT_ZONE, (10.01, 12), False),
        (measure.LEFT_ZONE, (5, 6), True),
        (measure.LEFT_ZONE, (5, 5.9), False),
        (measure.LEFT_ZONE, (0, 0), True),
        (measure.LEFT_ZONE, (0, 24), True),
        (measure.LEFT_ZONE, (-0.01, 12), False),
        (measure.RIGHT_ZONE, (26, 12), True),
        (measure.RIGHT_ZONE, (25.99, 12), False),
        (measure.RIGHT_ZONE, (31, 18), True),
        (measure.RIGHT_ZONE, (31, 18.1), False),
    ],
)
def test_the_boundary_belongs_to_a_zone(zone: tuple[Point, ...], point: Point, inside: bool) -> None:
    assert (measure.depth_in_zone(zone, point) >= -1e-9) is inside


@rule("DG-ARN-02", 3)
def test_each_zone_is_a_triangle_along_a_whole_short_edge() -> None:
    assert [abs(shapes.area(zone)) for zone in measure.ZONES] == [120, 120]
    left, right = measure.ZONES
    assert [(36 - x, 24 - y) for x, y in left] == [right[1], right[0], right[2]]
    assert right[2][0] - left[2][0] == 16


@rule("DG-ARN-03", 0)
def test_the_roll_off_winner_owns_the_left_zone_and_places_first() -> None:
    match = opening(4, 9)
    assert spent(match)
    assert match.decision.side == "blue"
    assert zone_of(match.table, "blue") == measure.LEFT_ZONE
    assert zone_of(match.table, "red") == measure.RIGHT_ZONE
    assert refused(match, Place("blue-1", (31, 12))).rule == "DG-POS-03"
    match.play(Place("blue-1", (5, 12)))
    assert match.decision.side == "red"
    assert refused(match, Place("red-1", (3, 12))).rule == "DG-POS-03"
    match.play(Place("red-1", (31, 12)))


@rule("DG-ARN-03")
def test_the_first_side_owns_the_left_zone_if_it_wins() -> None:
    match = opening(9, 4)
    assert match.decision.side == "red"
    assert zone_of(match.table, "red") == measure.LEFT_ZONE


@rule("DG-ARN-04", 0, 1)
@pytest.mark.parametrize(
    ("base", "start", "end", "overlap"),
    [
        (1.0, (2.5, 0.5), (0.5, 0.5), 0),
        (1.0, (2.5, 12), (0.4, 12), 0.1),
        (2.0, (33, 23), (35, 23), 0),
        (2.0, (33, 23), (35.1, 23), 0.1),
        (2.0, (35, 20), (35, 23.1), 0.1),
        (1.0, (12, 3), (12, 0.5 - 1 / 1024), 0.001),
    ],
)
def test_the_whole_base_stays_on_the_mat(base: float, start: Point, end: Point, overlap: float) -> None:
    match = Stage([on("trooper", *start, base=base)], [on("trooper", 18, 12)], phase="movement").match()
    if not overlap:
        match.play(Activate("red-1"), Move("red-1", end))
        assert at(match, "red-1") == end
        return
    no = refused(match, Activate("red-1"), Move("red-1", end))
    assert no.rule == "DG-ARN-04"
    assert no.facts["overlap"] == pytest.approx(overlap, abs=1e-3)


@rule("DG-ARN-04")
def test_nobody_is_pushed_off_the_mat() -> None:
    match = Stage([on("bastion", 33.6, 12, "force_hammer")], [on("trooper", 35, 12)]).match(4)
    match.play(Activate("red-1"), Attack("red-1", "force_hammer", {"blue-1": 1}))
    assert at(match, "blue-1") == (35.5, 12)
    assert spent(match)


@rule("DG-ARN-04")
def test_nobody_is_placed_over_the_edge() -> None:
    match = opening(9, 4)
    assert refused(match, Place("red-1", (0.4, 12))).rule == "DG-ARN-04"
    match.play(Place("red-1", (0.5, 12)))


@rule("DG-ARN-05", 0)
def test_a_recon_may_run_into_the_enemy_zone() -> None:
    match = Stage([on("recon", 24, 12)], [on("trooper", 33, 6)], phase="movement", turn=2).match()
    match.play(Activate("red-1"), Move("red-1", (30, 12)))
    assert at(match, "red-1") == (30, 12)
    assert measure.depth_in_zone(measure.RIGHT_ZONE, (30, 12)) > 0
