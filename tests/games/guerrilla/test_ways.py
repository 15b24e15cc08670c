"""Dragging a model: the way it would go, stride by stride, and where it is held if it may not go there."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest

from sightline.core.match import Match
from sightline.core.nearest import length_of, nearest
from sightline.core.table import Point
from sightline.core.ways import Ways, plan
from sightline.core.wire import key
from sightline.games.guerrilla.actions import Activate, Move
from tests.games.guerrilla.stage import Stage, on, wall
from tests.kit import rule

SPEED = 4.0


def ready(*blue: Point, terrain: tuple[tuple[float, float, float, float], ...] = (), phase: str = "movement") -> Match:
    """A trooper at (5, 12), active if it may move, with others about."""
    stage = Stage(
        red=[on("trooper", 5, 12)],
        blue=[on("bastion", *at) for at in blue or ((30.0, 12.0),)],
        terrain=[wall(*box) for box in terrain],
        phase=phase,
    )
    return stage.match()


def walked(match: Match, way: Ways) -> Point | None:
    """Where the answers lead."""
    trial = match.fork()
    trial.play(*way.answers)
    return trial.table.models["red-1"].at


def test_a_short_way_is_one_move() -> None:
    match = ready()
    match.play(Activate("red-1"))
    way = plan(match, "red-1", (8.0, 12.0))
    assert [(leg.name, leg.rule, leg.length, leg.limit, leg.cost) for leg in way.legs] == [
        ("Move", "DG-MOV-01", 3.0, SPEED, 1)
    ]
    assert way.answers == (Move("red-1", (8.0, 12.0)),)
    assert (way.at, way.used, way.left, way.refusal) == ((8.0, 12.0), 3.0, 1.0, None)


@rule("DG-MOV-04")
def test_a_longer_way_is_a_move_and_a_sprint() -> None:
    match = ready()
    match.play(Activate("red-1"))
    before = key(match.table)
    way = plan(match, "red-1", (11.5, 12.0))
    assert [leg.name for leg in way.legs] == ["Move", "Sprint"]
    assert way.legs[0].length == SPEED
    assert way.legs[1].length == 2.5
    assert walked(match, way) == way.at == (11.5, 12.0)
    assert way.left == pytest.approx(1.5)
    assert key(match.table) == before


def test_dragging_a_model_nobody_has_activated_activates_it() -> None:
    match = ready()
    way = plan(match, "red-1", (8.0, 12.0))
    assert way.answers == (Activate("red-1"), Move("red-1", (8.0, 12.0)))
    assert walked(match, way) == (8.0, 12.0)


@rule("DG-MOV-02")
def test_a_way_that_is_too_long_ends_at_the_exact_limit() -> None:
    match = ready()
    way = plan(match, "red-1", (20.0, 12.0))
    assert way.at == (13.0, 12.0)
    assert way.used == 2 * SPEED
    assert way.left == 0.0
    assert way.refusal is not None
    assert way.refusal.rule == "DG-MOV-02"
    assert way.refusal.facts == {"model": "red-1", "speed": SPEED, "length": 11.0}
    assert walked(match, way) == way.at


@pytest.mark.parametrize("turn", [0.3, 1.1, 2.0, 2.9, 4.0, 5.2])
def test_the_limit_is_used_up_in_every_direction(turn: float) -> None:
    match = ready()
    way = plan(match, "red-1", (5 + 9 * cos(turn), 12 + 9 * sin(turn)))
    if way.at[0] > 0.5:
        assert walked(match, way) == way.at
    assert way.used <= 2 * SPEED + 1e-6
    if turn < pi / 2:
        assert way.used > 2 * SPEED - 0.004


@rule("DG-MOV-07")
def test_a_model_is_held_beside_the_base_it_was_dragged_onto() -> None:
    match = ready((8.0, 12.0))
    way = plan(match, "red-1", (8.0, 12.1))
    assert way.refusal is not None
    assert way.refusal.rule == "DG-MOV-07"
    assert hypot(way.at[0] - 8.0, way.at[1] - 12.0) == pytest.approx(1.0, abs=0.005)
    assert walked(match, way) == way.at


def test_a_stride_that_would_end_on_somebody_ends_beside_it() -> None:
    match = ready((9.0, 12.0))
    for x in (11.0, 12.5):
        way = plan(match, "red-1", (x, 12.0))
        assert way.refusal is None
        assert [leg.name for leg in way.legs] == ["Move", "Sprint"]
        assert way.used < x - 5.0 + 0.5
        assert walked(match, way) == (x, 12.0)


@rule("DG-MOV-05")
def test_a_way_goes_round_a_wall_and_is_as_long_as_it_is() -> None:
    match = ready(terrain=((7.0, 11.0, 8.0, 13.0),))
    way = plan(match, "red-1", (10.0, 12.0))
    assert way.refusal is None
    assert way.used > 5.0
    assert walked(match, way) == (10.0, 12.0)
    far = plan(match, "red-1", (16.0, 12.0))
    assert far.refusal is not None
    assert far.used == pytest.approx(2 * SPEED, abs=0.005)
    assert walked(match, far) == far.at


def test_a_model_dragged_onto_a_wall_is_held_at_its_foot() -> None:
    match = ready(terrain=((7.0, 8.0, 9.0, 16.0),))
    way = plan(match, "red-1", (7.5, 12.0))
    assert way.refusal is not None
    assert way.refusal.rule == "DG-MOV-07"
    assert way.at == pytest.approx((6.5, 12.0), abs=0.02)
    assert walked(match, way) == way.at


def test_waypoints_are_kept() -> None:
    match = ready()
    way = plan(match, "red-1", (8.0, 15.0), [(8.0, 12.0)])
    assert way.used == pytest.approx(6.0)
    assert length_of([p for leg in way.legs for p in leg.path]) == pytest.approx(6.0)
    assert any((8.0, 12.0) in leg.path for leg in way.legs)
    assert walked(match, way) == (8.0, 15.0)


def test_a_way_through_a_wall_is_refused_and_one_round_it_shown() -> None:
    match = ready(terrain=((7.0, 11.0, 8.0, 13.0),))
    way = plan(match, "red-1", (10.0, 12.0), [(6.0, 12.0)])
    assert way.refusal is not None
    assert way.refusal.rule == "DG-MOV-05"
    assert walked(match, way) == (10.0, 12.0)


def test_off_the_mat_a_model_is_held_at_the_edge() -> None:
    way = plan(ready(), "red-1", (5.0, 40.0))
    assert way.refusal is not None
    assert way.refusal.rule == "DG-ARN-04"
    assert way.at == pytest.approx((5.0, 20.0), abs=0.01)


def test_out_of_turn_a_way_is_only_measured() -> None:
    match = ready(phase="siege")
    way = plan(match, "red-1", (11.0, 12.0))
    assert [(leg.name, leg.length) for leg in way.legs] == [("Move", 4.0), ("Sprint", 2.0)]
    assert way.answers == ()
    long = plan(match, "blue-1", (20.0, 12.0))
    assert [leg.name for leg in long.legs] == ["Move", "Sprint", ""]
    assert long.used == 10.0


def test_staying_put_takes_no_answer() -> None:
    way = plan(ready(), "red-1", (5.0, 12.0))
    assert (way.legs, way.answers, way.refusal) == ((), (), None)


@pytest.mark.parametrize("wanted", [(10.0, 10.0), (10.9, 10.2), (9.2, 9.4)])
def test_the_nearest_legal_spot_is_the_nearest(wanted: Point) -> None:
    def outside(point: Point) -> bool:
        return hypot(point[0] - 10, point[1] - 10) >= 1.5

    found = nearest(outside, wanted)
    assert found is not None
    assert outside(found)
    apart = hypot(found[0] - wanted[0], found[1] - wanted[1])
    assert apart == pytest.approx(1.5 - hypot(wanted[0] - 10, wanted[1] - 10), abs=0.01)


def test_nothing_near_is_nothing() -> None:
    assert nearest(lambda _: False, (1.0, 1.0)) is None
