"""Slow helpers of sight: shares of bases that overlap something, and the edges of a piece that interrupt lines.

Neither is exact: where bases overlap something a share is sampled, and edges are for drawing. Both backends share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, sin, sqrt

from sightline.core.kernel.backend import load
from sightline.core.kernel.shapes import Point, Polygon, area, contains, point_gap, rim

_samples = load("samples")

Base = tuple[float, float, float]
Rounded = tuple[Sequence[Point], float]
"""A convex counter-clockwise polygon, or one point, with a radius round it."""

TURN = 2.399963229728653  # the golden angle spreads points evenly over a disc


def _spread(base: Base, count: int) -> list[Point]:
    """Points spread evenly over a base."""
    x, y, r = base
    if r == 0.0:
        return [(x, y)]
    points = []
    for i in range(count):
        at = r * sqrt((i + 0.5) / count)
        points.append((x + at * cos(i * TURN), y + at * sin(i * TURN)))
    return points


def _distance(points: Sequence[Point], x: float, y: float) -> float:
    """From a point to a convex polygon or a single point; 0 inside."""
    if len(points) > 1 and contains(points, x, y):
        return 0.0
    return rim(points, x, y)


def sampled_share(observer: Base, target: Base, parts: Sequence[Rounded], margin: float) -> float:
    """The share of the target seen, from 64 points of it to 32 of the observer; a point under the observer sees it."""
    near: list[Rounded] = []
    widest = max(observer[2], target[2]) + margin
    for points, r in parts:
        x, y = points[0]
        size = r + max(hypot(u - x, v - y) for u, v in points)
        if point_gap(x, y, observer[:2], target[:2]) > size + widest:
            continue
        room = min(_distance(points, u, v) - r - base for u, v, base in (observer, target))
        near.append((points, r + max(0.0, min(margin, room))))
    aims = _spread(observer, 32)
    spots = _spread(target, 64)
    return int(_samples.Obstacles(near).seen(spots, aims, *observer)) / len(spots)


def facing_edges(piece: Polygon, observer: Base, target: Base, margin: float) -> tuple[int, ...]:
    """The edges of a piece that look at the observer and enter the hull of the two bases."""
    n = len(piece)
    sign = 1.0 if area(piece) > 0.0 else -1.0
    ox, oy, orad = observer
    tx, ty, trad = target
    d = hypot(ox - tx, oy - ty)
    ex, ey = ((ox - tx) / d, (oy - ty) / d) if d > 0.0 else (1.0, 0.0)
    s = max(-1.0, min(1.0, (trad - orad) / d)) if d > 0.0 else 0.0
    c = sqrt(1.0 - s * s)
    found = []
    for i in range(n):
        (x0, y0), (x1, y1) = piece[i], piece[(i + 1) % n]
        length = hypot(x1 - x0, y1 - y0)
        if length == 0.0:
            continue
        nx, ny = sign * (y1 - y0) / length, sign * (x0 - x1) / length
        if (ox - x0) * nx + (oy - y0) * ny + orad <= 1e-9:
            continue
        low, high = 0.0, 1.0  # the stretch of the edge inside the hull, clipped by its four bounding lines
        for hx, hy, bound in ((s, c, trad), (s, -c, trad), (-1.0, 0.0, trad), (1.0, 0.0, d + orad)):
            a = ((x0 - tx) * ex + (y0 - ty) * ey) * hx + ((y0 - ty) * ex - (x0 - tx) * ey) * hy - bound - margin
            b = ((x1 - tx) * ex + (y1 - ty) * ey) * hx + ((y1 - ty) * ex - (x1 - tx) * ey) * hy - bound - margin
            if a > 0.0 and b > 0.0:
                high = -1.0
            elif a > 0.0:
                low = max(low, a / (a - b))
            elif b > 0.0:
                high = min(high, a / (a - b))
        if low < high:
            found.append(i)
    return tuple(found)
