# ruff: noqa: S311
"""Polygons: which are sound, how they are cut, how far apart they are."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from sightline.core.kernel import shapes
from tests.kernel.scenes import box, crooked, regular


@pytest.mark.parametrize(
    "bad",
    [
        [],
        [(0, 0), (1, 0)],
        [(0, 0), (1, 0), (0, 0)],
        [(0, 0), (1, 1), (1, 0), (0, 1)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 0), (2, 0), (1, 0), (1, 1)],
        [(0, 0), (1, 0), (math.nan, 1)],
        [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)],
    ],
)
def test_a_bad_outline_is_refused_with_a_reason(bad: Any) -> None:
    assert isinstance(shapes.validate(bad), str)


def test_a_good_outline_is_accepted_either_way_round() -> None:
    assert shapes.validate(box(0, 0, 1, 2)) is None
    assert shapes.validate(box(0, 0, 1, 2)[::-1]) is None
    assert shapes.validate([(0, 0), (1, 0), (2, 0), (2, 2)]) is None  # a straight corner


def test_the_extent_is_the_greatest_distance_of_two_corners() -> None:
    assert shapes.extent(box(13.8, 11.7, 14.4, 12.3)) == pytest.approx(0.849, abs=5e-4)
    assert shapes.extent(box(0, 0, 0.4, 3.0)) == pytest.approx(3.027, abs=5e-4)


def test_touching_pieces_do_not_overlap_and_overlapping_ones_do() -> None:
    assert not shapes.overlap(box(0, 0, 1, 1), box(1, 0, 2, 1))
    assert not shapes.overlap(box(0, 0, 1, 1), box(1, 1, 2, 2))
    assert shapes.overlap(box(0, 0, 1, 1), box(0.99, 0, 2, 1))
    assert shapes.overlap(box(0, 0, 4, 4), box(1, 1, 2, 2))
    nook = [(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (0, 1)]
    assert not shapes.overlap(nook, box(0, 1, 2, 3))
    assert shapes.overlap(nook, box(0, 0.9, 2, 3))


def test_the_gap_between_pieces() -> None:
    assert shapes.gap(box(0, 0, 1, 1), box(2, 0, 3, 1)) == 1.0
    assert shapes.gap(box(0, 0, 1, 1), box(4, 5, 6, 7)) == 5.0
    assert shapes.gap(box(0, 0, 1, 1), box(1, 0, 2, 1)) == 0.0
    assert shapes.gap(box(0, 0, 4, 4), box(1, 1, 2, 2)) == 0.0


def test_parts_are_convex_cover_the_piece_and_keep_its_edges() -> None:
    rng = random.Random(1)
    for _ in range(200):
        piece = crooked(rng, 0, 0, 2) if rng.random() < 0.7 else regular(rng, 0, 0, 2)
        if rng.random() < 0.5:
            piece = piece[::-1]
        parts = shapes.convex_parts(piece)
        assert sum(shapes.area(part) for part, _ in parts) == pytest.approx(abs(shapes.area(piece)))
        edges = sorted(e for _, sides in parts for e in sides if e >= 0)
        assert edges == list(range(len(piece)))
        for part, sides in parts:
            assert shapes.is_convex(part)
            assert shapes.area(part) > 0
            for k, e in enumerate(sides):
                if e >= 0:
                    assert {part[k], part[(k + 1) % len(part)]} == {piece[e], piece[(e + 1) % len(piece)]}


def test_a_polygon_is_cut_once_and_a_bad_one_each_time_refused() -> None:
    shape = ((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0))
    assert shapes.cut(shape) == tuple(tuple(part) for part, _ in shapes.convex_parts(shape))
    assert shapes.cut(shape) is shapes.cut(tuple(shape))
    for _ in range(2):
        with pytest.raises(ValueError, match="at least three"):
            shapes.cut(((0.0, 0.0), (1.0, 0.0)))
