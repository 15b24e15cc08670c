# ruff: noqa: S311 - tables, not locks
"""A point and an outline, on both backends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.kernel.scenes import box, crooked, regular


def test_the_rim_is_as_far_as_its_nearest_side(kernels: Any) -> None:
    square = box(0, 0, 4, 4)
    assert kernels.outline.rim(square, 1.0, 2.0) == 1.0
    assert kernels.outline.rim(square, 7.0, 8.0) == 5.0
    assert kernels.outline.rim([(3.0, 4.0)], 0.0, 0.0) == 5.0


def test_a_way_is_not_closed_like_an_outline(kernels: Any) -> None:
    corner = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]
    assert kernels.outline.way_gap(corner, 2.0, 2.0) == 2.0
    assert kernels.outline.rim(corner, 2.0, 2.0) == 0.0


@pytest.mark.parametrize("seed", range(20))
def test_both_backends_measure_the_same_to_the_last_bit(both: Any, seed: int) -> None:
    rng = Random(seed)
    polygon = rng.choice([box(3, 4, 9, 5.5), regular(rng, 10, 10, 3), crooked(rng, 8, 9, 5)])
    for _ in range(200):
        x, y = rng.uniform(0, 20), rng.uniform(0, 20)
        one, other = (
            (b.outline.contains(polygon, x, y), b.outline.rim(polygon, x, y), b.outline.way_gap(polygon, x, y))
            for b in both
        )
        assert one == other
