# cython: language_level=3, cdivision=True, infer_types=True
"""A point and an outline: whether it lies inside, and how far it is from the edge.

What games ask of single pieces in the course of play, many times a move. A polygon is a sequence of (x, y), as in
`shapes`, which has these functions too.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf  # Python's own, compiled or not: that of the C library may differ in the last bit.
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sightline.core.kernel import _cython as cython
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython


def contains(polygon: Sequence[tuple[float, float]], x: cython.double, y: cython.double) -> bool:
    """Whether a point lies strictly inside a simple polygon (on the outline: either answer)."""
    inside: cython.bint = False
    x0: cython.double
    y0: cython.double
    x1: cython.double
    y1: cython.double
    for i in range(len(polygon)):
        x0, y0 = polygon[i - 1]
        x1, y1 = polygon[i]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


@cython.cfunc
def _gap(
    x: cython.double,
    y: cython.double,
    ax: cython.double,
    ay: cython.double,
    bx: cython.double,
    by: cython.double,
) -> cython.double:
    ux: cython.double = bx - ax
    uy: cython.double = by - ay
    length2: cython.double = ux * ux + uy * uy
    t: cython.double = 0.0 if length2 == 0.0 else ((x - ax) * ux + (y - ay) * uy) / length2
    if t > 1.0:
        t = 1.0
    elif not t > 0.0:
        t = 0.0
    gap: cython.double = hypot(x - ax - t * ux, y - ay - t * uy)
    return gap


def point_gap(x: cython.double, y: cython.double, a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance from a point to the segment ab."""
    return _gap(x, y, a[0], a[1], b[0], b[1])


def rim(polygon: Sequence[tuple[float, float]], x: cython.double, y: cython.double) -> float:
    """The distance from a point to the outline of a polygon, inside or out."""
    best: cython.double = inf
    gap: cython.double
    x0: cython.double
    y0: cython.double
    x1: cython.double
    y1: cython.double
    for i in range(len(polygon)):
        x0, y0 = polygon[i - 1]
        x1, y1 = polygon[i]
        gap = _gap(x, y, x0, y0, x1, y1)
        if gap < best:
            best = gap
    return best


def way_gap(path: Sequence[tuple[float, float]], x: cython.double, y: cython.double) -> float:
    """The distance from a point to a way along these points."""
    best: cython.double = inf
    gap: cython.double
    x0: cython.double
    y0: cython.double
    x1: cython.double
    y1: cython.double
    for i in range(1, len(path)):
        x0, y0 = path[i - 1]
        x1, y1 = path[i]
        gap = _gap(x, y, x0, y0, x1, y1)
        if gap < best:
            best = gap
    return best
