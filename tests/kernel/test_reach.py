# ruff: noqa: S301
"""Standing, moving and being pushed: the ledger's worked examples (SET, ARN, TER, MOV, PSH) and their neighbours."""

from __future__ import annotations

import math
import pickle
from itertools import pairwise
from typing import Any

import pytest

from tests.kernel.scenes import box


@pytest.fixture
def ground(kernels: Any) -> Any:
    """The 36 x 24 mat with some boxes."""
    return lambda *boxes: kernels.reach.Ground([box(*b) for b in boxes], 36, 24)


def test_touching_is_legal_and_overlapping_is_not(ground: Any) -> None:
    empty = ground()
    assert empty.free(10, 12, 0.5, [(11, 12, 0.5)])
    assert not empty.free(10, 12, 0.5, [(10.99, 12, 0.5)])
    assert empty.fault(10, 12, 0.5, [(1, 1, 0.5), (10.99, 12, 0.5)]) == ("disc", 1, pytest.approx(0.01))


def test_the_whole_base_stays_on_the_mat(ground: Any) -> None:
    empty = ground()
    assert empty.free(0.5, 0.5, 0.5)
    assert not empty.free(0.4, 12, 0.5)
    assert empty.free(35, 23, 1.0)
    assert not empty.free(35.1, 23, 1.0)
    assert empty.fault(0.4, 12, 0.5) == ("mat", -1, pytest.approx(0.1))
    assert empty.fault(0.5, 12, 0.5) is None


def test_a_piece_may_be_touched_but_not_entered_or_crossed(ground: Any) -> None:
    piece = ground((10, 10, 12, 12))
    assert piece.free(9.5, 11, 0.5)
    assert not piece.free(9.6, 11, 0.5)
    assert piece.fault(9.6, 11, 0.5) == ("piece", 0, pytest.approx(0.1))
    assert not piece.free(11, 11, 0.5)
    assert not piece.clear(9, 11, 13, 11, 0.5)
    assert piece.clear(9.5, 5, 9.5, 15, 0.5)  # along its side, touching
    assert piece.clear(9.5, 11, 5, 11, 0.5)  # away from it


def test_a_move_may_be_as_long_as_the_speed(ground: Any) -> None:
    empty = ground()
    goals = [(9, 12), (9.01, 12), (8, 14.6), (8, 14.7)]
    assert [math.isfinite(t) for t in empty.lengths(5, 12, 0.5, 4.0, goals)] == [True, False, True, False]
    assert empty.length(5, 12, 8, 14.6, 0.5) == pytest.approx(3.970, abs=5e-4)


def test_the_way_round_the_wall_is_five_and_a_third(ground: Any) -> None:
    wall = ground((6.5, 11, 7.5, 16))
    length, points = wall.path(5, 12, 9, 12, 0.5)
    assert length == pytest.approx(5.3331, abs=5e-5)
    assert points[0] == (5, 12)
    assert points[-1] == (9, 12)
    assert sum(math.dist(a, b) for a, b in pairwise(points)) == pytest.approx(length, abs=2e-3)
    assert wall.path(5, 12, 9, 12, 0.5, 5.33) is None
    assert wall.lengths(5, 12, 0.5, 6.0, [(9, 12), (7, 12), (9, 20)]) == [length, math.inf, math.inf]


def test_a_gap_as_wide_as_the_base_can_be_passed(ground: Any) -> None:
    gap = ground((10, 8, 12, 11), (10, 12, 12, 15))
    assert gap.length(9, 11.5, 13, 11.5, 0.5) == 4.0
    assert gap.length(9, 11.5, 13, 11.5, 0.625) > 5.0
    assert ground((10, 0, 12, 11), (10, 12, 12, 24)).length(9, 11.5, 13, 11.5, 0.625) == math.inf
    assert ground((10, 0, 12, 11), (10, 12, 12, 24)).length(5, 5, 20, 20, 0.5) < 25.0


def test_other_bases_may_be_in_the_way(ground: Any) -> None:
    empty = ground()
    discs = [(7, 12, 0.5)]
    assert not empty.clear(5, 12, 9, 12, 0.5, discs)
    assert empty.length(5, 12, 9, 12, 0.5, discs=discs) == pytest.approx(2 * math.sqrt(3) + math.pi / 3)
    assert empty.length(5, 12, 7.5, 12, 0.5, discs=[(8.5, 12, 0.5)]) == 2.5
    assert empty.length(5, 12, 8, 12, 0.5, discs=[(8.5, 12, 0.5)]) == math.inf


def test_a_wall_of_bases_shuts_the_way(ground: Any) -> None:
    discs = [(10, 0.5 + k, 0.5) for k in range(24)]
    assert ground().length(5, 12, 15, 12, 0.5, discs=discs) == math.inf


def test_a_base_in_a_crooked_piece_gets_out(kernels: Any) -> None:
    horseshoe = [(8, 8), (14, 8), (14, 14), (13, 14), (13, 9), (9, 9), (9, 14), (8, 14)]
    ground = kernels.reach.Ground([horseshoe], 36, 24)
    # straight up, round the corner (13, 14), round (14, 14), down and round (14, 8)
    length = ground.length(11, 10, 16, 10, 0.5)
    assert length > math.dist((11, 10), (16, 10)) + 5
    assert ground.length(16, 10, 11, 10, 0.5) == pytest.approx(length, abs=1e-9)


PUSHES = [
    ((13, 10, 14, 14), (), (11.5, 12), (1, 0), 1.0),
    (None, (), (35, 12), (1, 0), 0.5),
    (None, ((14, 12, 0.5),), (11.5, 12), (1, 0), 1.5),
    ((8, 12.5, 16, 13), (), (10.9, 11.2), (0.6, 0.8), 1.0),
    ((11, 12.5, 16, 13), (), (11.5, 12), (1, 0), 2.0),
]


@pytest.mark.parametrize(("wall", "discs", "at", "way", "far"), PUSHES)
def test_a_pushed_model_stops_where_the_ledger_says(
    ground: Any, wall: Any, discs: Any, at: Any, way: Any, far: Any
) -> None:
    table = ground(wall) if wall else ground()
    assert table.push(*at, *way, 0.5, 2.0, discs) == pytest.approx(far, abs=1e-9)


def test_a_base_pushed_off_a_wall_it_touches_leaves_it(ground: Any) -> None:
    wall = ground((10, 10, 12, 12))
    assert wall.push(9.5, 11, -1, 0, 0.5, 2.0) == 2.0
    assert wall.push(9.5, 11, 1, 0, 0.5, 2.0) == 0.0
    assert wall.push(9.5, 11, 0.6, 0.8, 0.5, 2.0) == 0.0
    assert ground().push(5, 12, 1, 0, 0.5, 2.0, [(4, 12, 0.5)]) == 2.0


def test_the_region_of_an_open_table_is_a_disc(ground: Any) -> None:
    (polygon,) = ground().region(18, 12, 0.5, 6.0)
    assert all(5.98 <= math.dist(p, (18, 12)) <= 6.0001 for p in polygon)


def test_a_ground_survives_pickling(ground: Any) -> None:
    wall = pickle.loads(pickle.dumps(ground((6.5, 11, 7.5, 16))))
    assert wall.length(5, 12, 9, 12, 0.5) == pytest.approx(5.3331, abs=5e-5)


def test_asking_again_and_again_takes_no_more_room(ground: Any) -> None:
    wall = ground((6.5, 11, 7.5, 16))
    first = wall.length(5, 12, 9, 12, 0.5, discs=[(7, 10, 0.5)])
    kept = len(wall._levels[0.5]._keep) if hasattr(wall, "_levels") else 0
    for _ in range(50):
        assert wall.length(5, 12, 9, 12, 0.5, discs=[(7, 10, 0.5)]) == first
    assert kept == (len(wall._levels[0.5]._keep) if hasattr(wall, "_levels") else 0)


def test_the_region_without_a_limit_is_the_whole_open_mat(ground: Any) -> None:
    (polygon,) = ground().region(18, 12, 0.5, math.inf)
    assert max(x for x, _ in polygon) == pytest.approx(35.5, abs=0.02)
