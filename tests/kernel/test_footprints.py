# ruff: noqa: S311
"""Which pieces are near a spot: plain distances, and both backends alike."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from tests.kernel import scenes


def test_a_spot_is_near_what_it_lies_in_and_what_it_comes_close_to(kernels: Any) -> None:
    prints = kernels.footprints.Footprints([scenes.box(0, 0, 4, 4), scenes.box(5, 0, 6, 4), scenes.box(1, 1, 2, 2)])
    assert prints.near(3.0, 3.0, 0.0) == [0]
    assert prints.near(1.5, 1.5, 0.0) == [0, 2]
    assert prints.near(4.5, 2.0, 0.5) == [0, 1]
    assert prints.near(4.5, 2.0, 0.49) == []
    assert prints.near(6.3, 4.3, 0.5) == [1], "around a corner it is the straight distance"
    assert prints.near(6.4, 4.4, 0.5) == []


def test_pieces_that_are_no_polygons_are_only_near_where_they_are(kernels: Any) -> None:
    prints = kernels.footprints.Footprints([[], [(3, 3)], [(5, 5), (5, 9), (5, 5)]])
    assert prints.near(3.2, 3.0, 0.25) == [1]
    assert prints.near(5.2, 7.0, 0.25) == [2]
    assert prints.near(0.0, 0.0, 1.0) == []


@pytest.mark.parametrize("seed", range(30))
def test_the_kernel_finds_what_plain_distances_find(both: Any, seed: int) -> None:
    rng = random.Random(seed)
    _, pieces, _ = scenes.table(seed)
    one, two = (k.footprints.Footprints(pieces) for k in both)
    again = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
    for _ in range(60):
        x, y, far = rng.uniform(0, 24), rng.uniform(0, 18), rng.choice([0.0, 0.5, 1.0, 3.0])
        found = one.near(x, y, far)
        assert found == two.near(x, y, far) == again.near(x, y, far)
        assert found == [n for n, piece in enumerate(pieces) if scenes.gap(piece, x, y) <= far]
