"""Sight between heights in plain Python, line by line: what the kernel's skyline has to agree with."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin, sqrt

from sightline.core.kernel import shapes

Point = tuple[float, float]
Eye = tuple[Point, float, float]
"""The middle of a base, its radius, and the height of its top."""
RIM = 32


def rim(radius: float) -> list[Point]:
    """The middle of a base and points spread evenly over its rim."""
    turns = [2 * pi * k / RIM for k in range(RIM)]
    return [(0.0, 0.0), *((radius * cos(t), radius * sin(t)) for t in turns)]


def sees(
    a: Eye,
    b: Eye,
    pieces: Sequence[tuple[Sequence[Point], float]],
    discs: Sequence[tuple[float, float, float, float]],
    margin: float,
) -> bool:
    """Whether any of the lines between two bases at different heights passes above everything it crosses."""
    if a[2] < b[2]:
        a, b = b, a  # From above downwards, so that a line is lowest where it leaves something.
    (ax, ay), ar, az = a
    (bx, by), br, bz = b
    walls = [
        (part, (az - top) / (az - bz))
        for polygon, top in pieces
        for part, _ in shapes.convex_parts(polygon)
        if near(part, a, b, margin)
    ]
    bodies = [(x, y, r + margin, (az - top) / (az - bz)) for x, y, r, top in discs if (x, y) not in (a[0], b[0])]
    for px, py in rim(ar):
        p = (ax + px, ay + py)
        for qx, qy in rim(br):
            q = (bx + qx, by + qy)
            if not any(stopped(part, p, q, low) for part, low in walls) and not any(
                meets(x, y, r, p, q, low) for x, y, r, low in bodies
            ):
                return True
    return False


def near(part: Sequence[Point], a: Eye, b: Eye, margin: float) -> bool:
    """Whether a piece comes near the ground between two bases."""
    (ax, ay), ar, _ = a
    (bx, by), br, _ = b
    wide = max(ar, br) + margin
    length = hypot(bx - ax, by - ay)
    sides = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in part] if length else [0.0]
    return not (min(sides) > wide or max(sides) < -wide)


def through(part: Sequence[Point], a: Point, b: Point) -> tuple[float, float] | None:
    """Where a straight line enters and leaves a convex counter-clockwise polygon, as shares of its length."""
    enter, leave = 0.0, 1.0
    for i in range(len(part)):
        p, q = part[i - 1], part[i]
        from_a, from_b = shapes.turn(p, q, a), shapes.turn(p, q, b)
        if from_a < 0 and from_b < 0:
            return None
        if from_a < 0:
            enter = max(enter, from_a / (from_a - from_b))
        elif from_b < 0:
            leave = min(leave, from_a / (from_a - from_b))
    return (enter, leave) if leave > enter else None


def stopped(part: Sequence[Point], p: Point, q: Point, low: float) -> bool:
    """Whether a line from above is inside a piece beyond the share of its length where it sinks below the top."""
    span = through(part, p, q)
    return span is not None and span[1] >= low


def meets(x: float, y: float, r: float, p: Point, q: Point, low: float) -> bool:
    """The same for a disc; a line that leads straight down is inside it all the way or not at all."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length2 = dx * dx + dy * dy
    t = ((x - p[0]) * dx + (y - p[1]) * dy) / length2 if length2 else 0.0
    apart2 = (x - p[0] - t * dx) ** 2 + (y - p[1] - t * dy) ** 2
    if apart2 >= r**2:
        return False
    if not length2:
        return low <= 1.0
    half = sqrt((r**2 - apart2) / length2)
    return min(t + half, 1.0) >= max(low, t - half, 0.0)
