"""Straight lines over a table with heights: what they cross, and whether any of a bundle passes above it all.

The exact kernel looks at flat ground. Where a book says by sample points who looks over what, this is the bundle of
lines it means: from points of one base to points of another, each line rising or sinking evenly between two heights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from sightline.core.kernel import Bundle
from sightline.core.kernel.shapes import contains
from sightline.core.table import Point

TOUCHING = 0.001
"""A crossing shorter than this only touches, in inches."""
HAIR = 1e-9


class Wall(NamedTuple):
    """Something convex that stands in the way, up to a height; its corners run counter-clockwise."""

    corners: Sequence[Point]
    top: float
    within: Sequence[Point] = ()
    """The outline of what it is a part of, where a line that begins or ends in there is not stopped by it."""


class Column(NamedTuple):
    """Something round that stands in the way, up to a height."""

    x: float
    y: float
    radius: float
    top: float


Bar = Wall | Column


@cache
def ring(radius: float, count: int, share: float = 1.0) -> tuple[Point, ...]:
    """The middle of a base and points spread evenly on a circle of a share of its radius, from due east."""
    turns = (2 * pi * k / count for k in range(count))
    return ((0.0, 0.0), *((share * radius * cos(t), share * radius * sin(t)) for t in turns))


def through(corners: Sequence[Point], p: Point, q: Point) -> tuple[float, float] | None:
    """From which share of a line to which it runs inside a convex piece; None if it does not."""
    (px, py), (qx, qy) = p, q
    dx, dy = qx - px, qy - py
    enter, leave = 0.0, 1.0
    ax, ay = corners[-1]
    for bx, by in corners:
        ex, ey = bx - ax, by - ay
        inside = ex * (py - ay) - ey * (px - ax)
        turning = ex * dy - ey * dx
        if -HAIR < turning < HAIR:
            if inside < 0:
                return None
        elif turning > 0:
            share = -inside / turning
            enter = max(enter, share)
        else:
            share = -inside / turning
            leave = min(leave, share)
        if enter > leave:
            return None
        ax, ay = bx, by
    return enter, leave


def across(column: Column, p: Point, q: Point) -> tuple[float, float] | None:
    """From which share of a line to which it runs over a round base; None if it does not."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    fx, fy = p[0] - column.x, p[1] - column.y
    a = dx * dx + dy * dy
    if a < HAIR:
        return None
    b, c = fx * dx + fy * dy, fx * fx + fy * fy - column.radius * column.radius
    root = b * b - a * c
    if root <= 0:
        return None
    half = sqrt(root)
    enter, leave = max(0.0, (-b - half) / a), min(1.0, (half - b) / a)
    return (enter, leave) if enter < leave else None


def crossing(bar: Bar, p: Point, q: Point) -> tuple[float, float] | None:
    """From which share of a line to which it runs over a thing, touching apart."""
    span = through(bar.corners, p, q) if isinstance(bar, Wall) else across(bar, p, q)
    if span is None or (span[1] - span[0]) * hypot(q[0] - p[0], q[1] - p[1]) < TOUCHING:
        return None
    return span


def stops(bar: Bar, p: Point, q: Point, start: float, end: float) -> bool:
    """Whether a line that runs from one height to another is below the top of a thing anywhere over it."""
    top = bar.top
    if start >= top and end >= top:
        return False
    span = crossing(bar, p, q)
    if span is None:
        return False
    enter, leave = span
    if isinstance(bar, Wall) and bar.within and (contains(bar.within, *p) or contains(bar.within, *q)):
        return False
    return min(start + (end - start) * enter, start + (end - start) * leave) < top - HAIR


def bundle(bars: Sequence[Bar]) -> Bundle:
    """Some things in the way, ready to be asked about many lines."""
    return Bundle(bars, TOUCHING, HAIR)


def any_clear(a: Sequence[Point], start: float, b: Sequence[Point], end: float, bars: Sequence[Bar]) -> bool:
    """Whether any line from one of some points to one of others, at these heights, passes above everything."""
    low = min(start, end)
    tall = [bar for bar in bars if bar.top > low]
    return not tall or bundle(tall).any_clear(a, start, b, end)


def corridor(bars: Iterable[Bar], a: Point, b: Point, wide: float) -> list[Bar]:
    """The things that come within a distance of the straight line between two points."""
    (ax, ay), (bx, by) = a, b
    west, east = min(ax, bx) - wide, max(ax, bx) + wide
    south, north = min(ay, by) - wide, max(ay, by) + wide
    length = hypot(bx - ax, by - ay)
    found: list[Bar] = []
    for bar in bars:
        if isinstance(bar, Column):
            x, y, r = bar.x, bar.y, bar.radius
            if x + r < west or x - r > east or y + r < south or y - r > north:
                continue
            if length and abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length > wide + r:
                continue
        else:
            xs, ys = zip(*bar.corners, strict=True)
            if max(xs) < west or min(xs) > east or max(ys) < south or min(ys) > north:
                continue
            if length:
                sides = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in bar.corners]
                if min(sides) > wide or max(sides) < -wide:
                    continue
        found.append(bar)
    return found


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull of some points, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    chains: list[list[Point]] = []
    for walk in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in walk:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return chains[0] + chains[1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
