from __future__ import annotations

from math import hypot

import pytest

from sightline.core.nearest import is_near, nearest
from sightline.core.table import Point


@pytest.mark.parametrize(
    ("x", "y", "size"), [(0, 0, 1), (3, 0, 1), (0, 2.5, 0.6), (5, 5, 1), (1.5, 1.5, 0.01), (9, 0, 4)]
)
def test_something_is_near_exactly_when_a_nearest_is_found(x: float, y: float, size: float) -> None:
    def legal(at: Point) -> bool:
        return hypot(at[0] - x, at[1] - y) <= size

    for farthest in (0.5, 2.5, 12.0):
        assert is_near(legal, (0.0, 0.0), farthest) == (nearest(legal, (0.0, 0.0), farthest) is not None)
