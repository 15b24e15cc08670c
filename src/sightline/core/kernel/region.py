"""The ground a base can reach, as polygons for drawing.

What is reached straight from the start is a star of rays; what is reached round a corner is a fan of rays, each
leaving the corner's circle along its tangent. Rays go to a regular set of directions and to every direction where the
view breaks. For drawing: lines run straight between the ends of rays. Kept out of the compiled module, so both
backends share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import acos, asin, atan2, cos, hypot, pi, sin
from typing import NamedTuple

Point = tuple[float, float]

SAG = 0.01  # how far a chord may lie inside the arc it stands for, in inches
HAIR = 1e-5  # a break of the view is looked at from both sides, this far apart (radians)


class Circle(NamedTuple):
    """A corner or a disc grown by the base: centre, radius, and the directions in which it is a boundary."""

    x: float
    y: float
    r: float
    start: float
    span: float


class Arrival(NamedTuple):
    """A place where shortest paths come onto a circle: turning left or right, at an angle, after a length."""

    circle: int
    left: bool
    angle: float
    length: float


def _step(radius: float) -> float:
    """The greatest angle between rays of this length."""
    return 2.0 * acos(max(0.5, 1.0 - SAG / max(radius, SAG)))


def _marks(circles: Sequence[Circle]) -> list[Point]:
    """Points along the boundary arcs, their ends included: rays go to each, so that arcs stay round."""
    points = []
    for circle in circles:
        n = max(1, int(circle.span / _step(circle.r)) + 1)
        for k in range(n + 1):
            angle = circle.start + circle.span * k / n
            points.append((circle.x + circle.r * cos(angle), circle.y + circle.r * sin(angle)))
    return points


def star(x: float, y: float, limit: float, circles: Sequence[Circle], slide: Callable[..., float]) -> list[Point]:
    """Everything reached straight from a point."""
    n = int(2.0 * pi / _step(limit)) + 1
    angles = [2.0 * pi * k / n - pi for k in range(n)]
    for px, py in _marks(circles):
        if hypot(px - x, py - y) <= limit:
            angles.append(atan2(py - y, px - x))
    for circle in circles:
        d = hypot(circle.x - x, circle.y - y)
        if d - circle.r <= limit and d > 0.0:
            half = asin(min(1.0, circle.r / d))
            to = atan2(circle.y - y, circle.x - x)
            angles.extend((to + half - HAIR, to + half + HAIR, to - half - HAIR, to - half + HAIR))
    angles = sorted((angle + pi) % (2.0 * pi) - pi for angle in angles)
    points = []
    for angle in angles:
        far = slide(x, y, cos(angle), sin(angle), limit)
        points.append((x + far * cos(angle), y + far * sin(angle)))
    return points


def fan(
    at: Arrival,
    limit: float,
    circles: Sequence[Circle],
    slide: Callable[..., float],
    arc_open: Callable[[int, float, float], bool],
) -> list[Point]:
    """Everything reached by going on round a circle after an arrival and leaving it straight."""
    circle = circles[at.circle]
    rest = limit - at.length
    sign = 1.0 if at.left else -1.0
    most = rest / circle.r if circle.r > 0.0 else pi
    if circle.span < 2.0 * pi:
        most = min(most, circle.span - (at.angle - circle.start) if at.left else at.angle - circle.start)
    most = max(0.0, min(most, 2.0 * pi))
    n = int(most / min(_step(rest), _step(circle.r))) + 1
    swings = [most * k / n for k in range(n + 1)]
    for k, other in enumerate(circles):
        if k != at.circle and hypot(other.x - circle.x, other.y - circle.y) <= rest + other.r + circle.r:
            for radius in (other.r, -other.r):
                _aim(swings, circle, sign, at.angle, (other.x, other.y), radius, (-HAIR, HAIR))
    for point in _marks([c for c in circles if hypot(c.x - circle.x, c.y - circle.y) <= rest + c.r + circle.r]):
        _aim(swings, circle, sign, at.angle, point, 0.0, (0.0,))
    near, far = [], []
    for swing in sorted(s for s in swings if 0.0 <= s <= most):
        angle = at.angle + sign * swing
        if not arc_open(at.circle, min(at.angle, angle), max(at.angle, angle)):
            break
        x, y = circle.x + circle.r * cos(angle), circle.y + circle.r * sin(angle)
        ux, uy = -sign * sin(angle), sign * cos(angle)
        length = slide(x, y, ux, uy, max(0.0, rest - circle.r * swing))
        near.append((x, y))
        far.append((x + length * ux, y + length * uy))
    far.reverse()
    return near + far if len(near) > 1 else []


def _aim(
    swings: list[float], circle: Circle, sign: float, start: float, to: Point, radius: float, hairs: Sequence[float]
) -> None:
    """The swing after which the ray that leaves the circle touches another circle (or hits a point)."""
    dx, dy = to[0] - circle.x, to[1] - circle.y
    d = hypot(dx, dy)
    k = sign * circle.r - radius
    if d > abs(k) and d > 0.0:
        # the ray's direction is turned from the line of centres by asin(k / d); it touches a quarter turn to its right
        angle = atan2(dy, dx) + asin(k / d) - sign * 0.5 * pi
        swing = (sign * (angle - start)) % (2.0 * pi)
        swings.extend(swing + hair for hair in hairs)


def area(points: Sequence[Point]) -> float:
    """The area of a polygon."""
    total = 0.0
    for i in range(len(points)):
        total += points[i - 1][0] * points[i][1] - points[i][0] * points[i - 1][1]
    return abs(total) / 2.0
