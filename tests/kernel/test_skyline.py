# ruff: noqa: S311
"""Sight over the tops of things: single cases by hand, plain Python on random tables, and both backends alike."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from tests.kernel import plain_lines, scenes

WALL = scenes.box(5.0, -5.0, 6.0, 5.0)
HAIR = 1e-6


def end(x: float, y: float, r: float, top: float, inside: tuple[int, ...] = ()) -> Any:
    return (x, y, r, top, inside)


def test_a_line_that_leaves_a_wall_above_its_top_is_free(kernels: Any) -> None:
    # From 7 high to 1 high over 10 in a line has sunk to 3.4 where it leaves the wall.
    high, low = end(0.0, 0.0, 0.0, 7.0), end(10.0, 0.0, 0.0, 1.0)
    assert kernels.skyline.Skyline([WALL], [3.3]).sees(high, low)
    assert not kernels.skyline.Skyline([WALL], [3.5]).sees(high, low)
    assert not kernels.skyline.Skyline([WALL], [3.5]).sees(low, high)


def test_a_piece_that_either_end_is_in_stops_nothing(kernels: Any) -> None:
    skyline = kernels.skyline.Skyline([WALL], [5.0])
    assert not skyline.sees(end(0, 0, 0.5, 6), end(8, 0, 0.5, 1))
    assert skyline.sees(end(0, 0, 0.5, 6, (0,)), end(8, 0, 0.5, 1))
    assert skyline.sees(end(0, 0, 0.5, 6), end(8, 0, 0.5, 1, (0, 0)))
    assert not skyline.sees(end(0, 0, 0.5, 6), end(8, 0, 0.5, 1)), "the next question is a new one"


def test_a_body_is_looked_over_or_not_by_its_top(kernels: Any) -> None:
    skyline = kernels.skyline.Skyline([], [])
    ends = end(0, 0, 0.5, 4.0), end(10, 0, 0.5, 1.0)
    assert skyline.sees(*ends, [(9.0, 0.0, 1.0, 1.0)])  # below everything but the very end
    assert not skyline.sees(*ends, [(8.0, 0.0, 1.0, 3.0)])
    assert skyline.sees(*ends, [(0.0, 0.0, 5.0, 9.0)]), "a disc in the place of an end is that end"


def test_a_line_straight_down_is_answered(kernels: Any) -> None:
    skyline = kernels.skyline.Skyline([], [])
    ends = end(10.0, 10.0, 0.5, 3.0), end(11.0, 10.0, 0.5, 1.0)
    assert not skyline.sees(*ends, [(10.5, 10.0, 3.0, 2.0)], HAIR)
    assert skyline.sees(*ends, [(10.5, 10.0, 3.0, 0.5)], HAIR)


def test_what_cannot_be_answered_is_named(kernels: Any) -> None:
    skyline = kernels.skyline.Skyline([WALL], [5.0])
    with pytest.raises(ValueError, match="both tops are 2"):
        skyline.sees(end(0, 0, 0.5, 2), end(8, 0, 0.5, 2))
    with pytest.raises(ValueError, match="there is no piece 1"):
        skyline.sees(end(0, 0, 0.5, 6, (1,)), end(8, 0, 0.5, 1))
    with pytest.raises(ValueError, match="1 pieces have 2 tops"):
        kernels.skyline.Skyline([WALL], [5.0, 1.0])
    with pytest.raises(ValueError, match="piece 0: a polygon needs"):
        kernels.skyline.Skyline([[(0, 0), (1, 1)]], [5.0])


def drawn(seed: int) -> tuple[list[list[scenes.Point]], list[float], list[Any], list[Any]]:
    """Pieces with tops, bases at heights with pieces they are in, and bodies."""
    rng = random.Random(seed)
    _, pieces, bases = scenes.table(seed)
    tops = [rng.choice([1.0, 2.0, 3.0, 6.0]) for _ in pieces]
    open_to = [tuple(rng.sample(range(len(pieces)), min(len(pieces), rng.choice([0, 0, 1, 2])))) for _ in bases]
    ends = [(*base, rng.choice([1.0, 4.0, 7.0]), inside) for base, inside in zip(bases, open_to, strict=True)]
    bodies = [(*base, rng.choice([1.0, 4.0, 7.0])) for base in bases if rng.random() < 0.5]
    return pieces, tops, ends, bodies


@pytest.mark.parametrize("seed", range(60))
def test_the_kernel_sees_what_plain_lines_see(fastest: Any, seed: int) -> None:
    pieces, tops, ends, bodies = drawn(seed)
    skyline = fastest.skyline.Skyline(pieces, tops)
    for a in ends:
        for b in ends:
            if a[3] != b[3]:
                walls = [(p, top) for n, (p, top) in enumerate(zip(pieces, tops, strict=True)) if n not in a[4] + b[4]]
                expected = plain_lines.sees((a[:2], a[2], a[3]), (b[:2], b[2], b[3]), walls, bodies, HAIR)
                assert skyline.sees(a, b, bodies, HAIR) == expected, (a, b)


@pytest.mark.parametrize("seed", range(25))
def test_both_backends_see_the_same_over_tops(both: Any, seed: int) -> None:
    pieces, tops, ends, bodies = drawn(seed)
    one, two = (k.skyline.Skyline(pieces, tops) for k in both)
    high, low = [e for e in ends if e[3] > 1.0], [e for e in ends if e[3] == 1.0]
    assert one.matrix(high, low, bodies, HAIR) == two.matrix(high, low, bodies, HAIR)
    assert one.matrix(high, low) == pickle.loads(pickle.dumps(one)).matrix(high, low)  # noqa: S301 - our own
    assert one.matrix(high, low, bodies) == [[one.sees(a, b, bodies) for b in low] for a in high]
