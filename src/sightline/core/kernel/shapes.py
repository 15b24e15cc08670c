"""Plain polygons: are they sound, are they convex, how do they cut into convex parts, how far apart are they.

Set-up work, done once per layout: clear code matters here, speed does not; what is asked in the course of play comes
from `outline`. A polygon is a sequence of (x, y) in inches, either way round, without repeating its first vertex at the
end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot, isfinite
from typing import TYPE_CHECKING

from sightline.core.kernel.backend import load

if TYPE_CHECKING:
    from sightline.core.kernel.outline import contains, point_gap, rim, way_gap
else:
    _outline = load("outline")
    contains, point_gap, rim, way_gap = _outline.contains, _outline.point_gap, _outline.rim, _outline.way_gap

__all__ = [
    "area",
    "contains",
    "convex_parts",
    "cut",
    "extent",
    "gap",
    "is_convex",
    "overlap",
    "point_gap",
    "rim",
    "segment_gap",
    "turn",
    "validate",
    "way_gap",
]

Point = tuple[float, float]
Polygon = Sequence[Point]
NEAR = 1e-9
"""Two vertices closer than this are one; a corner flatter than this is straight."""


def turn(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of the triangle: positive when a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(polygon: Polygon) -> float:
    """The signed area: positive when the vertices run counter-clockwise."""
    total = 0.0
    for i in range(len(polygon)):
        x0, y0 = polygon[i - 1]
        x1, y1 = polygon[i]
        total += x0 * y1 - x1 * y0
    return total / 2.0


def extent(polygon: Polygon) -> float:
    """The greatest distance between two vertices (the width of rule the cover test)."""
    return max((hypot(a[0] - b[0], a[1] - b[1]) for a in polygon for b in polygon), default=0.0)


def validate(polygon: Sequence[Sequence[float]]) -> str | None:
    """Why this is not a simple polygon, or None if it is one."""
    points: list[Point] = []
    for vertex in polygon:
        if len(vertex) != 2:
            return "a vertex needs exactly two coordinates"
        if not (isfinite(vertex[0]) and isfinite(vertex[1])):
            return "a coordinate is not a finite number"
        if not points or hypot(vertex[0] - points[-1][0], vertex[1] - points[-1][1]) > NEAR:
            points.append((float(vertex[0]), float(vertex[1])))
    while len(points) > 1 and hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) <= NEAR:
        points.pop()
    if len(points) < 3:
        return "a polygon needs at least three distinct vertices"
    n = len(points)
    boxes = [_box(points[i], points[(i + 1) % n]) for i in range(n)]
    for i in range(n):
        left, right, low, high = boxes[i]
        a, b, c = points[i - 1], points[i], points[(i + 1) % n]
        if abs(turn(a, b, c)) <= NEAR and (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0.0:
            return f"the outline turns back on itself at vertex ({b[0]:g}, {b[1]:g})"
        for j in range(i + 2, n):
            if i == 0 and j == n - 1:
                continue
            west, east, south, north = boxes[j]
            if west > right or east < left or south > high or north < low:
                continue
            if segment_gap(points[i], points[(i + 1) % n], points[j], points[(j + 1) % n]) <= NEAR:
                return "the outline crosses or touches itself"
    if abs(area(points)) <= NEAR:
        return "the polygon has no area"
    return None


def _box(a: Point, b: Point) -> tuple[float, float, float, float]:
    """The least and greatest x, the least and greatest y of a segment, a little generously."""
    return (min(a[0], b[0]) - NEAR, max(a[0], b[0]) + NEAR, min(a[1], b[1]) - NEAR, max(a[1], b[1]) + NEAR)


def is_convex(polygon: Polygon) -> bool:
    """Whether a simple polygon is convex; straight corners are allowed."""
    n = len(polygon)
    sign = 1.0 if area(polygon) > 0.0 else -1.0
    return all(sign * turn(polygon[i - 1], polygon[i], polygon[(i + 1) % n]) >= -NEAR for i in range(n))


def segment_gap(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between the segments ab and cd; 0 where they cross."""
    if turn(a, b, c) * turn(a, b, d) < 0.0 and turn(c, d, a) * turn(c, d, b) < 0.0:
        return 0.0
    return min(point_gap(*a, c, d), point_gap(*b, c, d), point_gap(*c, a, b), point_gap(*d, a, b))


def gap(one: Polygon, two: Polygon) -> float:
    """The distance between two simple polygons; 0 where they touch or overlap."""
    if contains(one, *two[0]) or contains(two, *one[0]):
        return 0.0
    return min(segment_gap(one[i - 1], one[i], two[j - 1], two[j]) for i in range(len(one)) for j in range(len(two)))


def overlap(one: Polygon, two: Polygon, tolerance: float = 1e-6) -> bool:
    """Whether two simple polygons share ground deeper than the tolerance; touching is not sharing."""
    return any(
        _convex_depth(a, b) > tolerance
        for a in (part for part, _ in convex_parts(one))
        for b in (part for part, _ in convex_parts(two))
    )


def _convex_depth(one: Polygon, two: Polygon) -> float:
    """How deep two convex counter-clockwise polygons reach into each other: the least shift that parts them."""
    depth = float("inf")
    for first, second in ((one, two), (two, one)):
        for i in range(len(first)):
            (x0, y0), (x1, y1) = first[i - 1], first[i]
            length = hypot(x1 - x0, y1 - y0)
            if length <= NEAR:
                continue
            nx, ny = (y1 - y0) / length, (x0 - x1) / length
            depth = min(depth, max((x0 - x) * nx + (y0 - y) * ny for x, y in second))
    return depth


def convex_parts(polygon: Polygon) -> list[tuple[list[Point], list[int]]]:
    """Cut a simple polygon into convex counter-clockwise parts.

    Each part comes with the original edge of each of its sides (edge i joins the vertices i and i + 1), -1 for a cut.
    Ears are clipped first, then cuts are taken out again wherever the union stays convex.
    """
    n = len(polygon)
    order = [i for i in range(n) if hypot(polygon[i][0] - polygon[i - 1][0], polygon[i][1] - polygon[i - 1][1]) > NEAR]
    forward = area(polygon) > 0.0
    if not forward:
        order.reverse()
    points = [(float(x), float(y)) for x, y in polygon]
    rings = [order] if is_convex([points[i] for i in order]) else _merge(points, _ears(points, order))
    follows = {order[k]: order[(k + 1) % len(order)] for k in range(len(order))}

    def edge(i: int, j: int) -> int:
        if follows[i] != j:
            return -1
        return ((j if forward else i) - 1) % n  # of repeated vertices the first was kept, so count from the far end

    return [
        ([points[i] for i in ring], [edge(ring[k], ring[(k + 1) % len(ring)]) for k in range(len(ring))])
        for ring in rings
    ]


@lru_cache(4096)
def cut(polygon: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """The convex counter-clockwise parts of a polygon; raises ValueError if it is not simple.

    Remembered, because layouts that differ in one piece (a door opens, a wall comes down) share all others.
    """
    why = validate(polygon)
    if why is not None:
        raise ValueError(why)
    return tuple(tuple(part) for part, _ in convex_parts(polygon))


def _ears(points: list[Point], order: list[int]) -> list[list[int]]:
    """Triangles of a simple counter-clockwise ring, by clipping its fattest ear each time."""
    ring = list(order)
    triangles: list[list[int]] = []
    while len(ring) > 3:
        best, best_area = -1, -1.0
        for k in range(len(ring)):
            i, j, m = ring[k - 1], ring[k], ring[(k + 1) % len(ring)]
            size = turn(points[i], points[j], points[m])
            if size <= best_area or size < -NEAR:
                continue
            others = (points[v] for v in ring if v not in (i, j, m))
            if size > NEAR and any(_in_triangle(p, points[i], points[j], points[m]) for p in others):
                continue
            best, best_area = k, size
        if best < 0:
            raise ValueError("the polygon is not simple")
        if best_area > NEAR:
            triangles.append([ring[best - 1], ring[best], ring[(best + 1) % len(ring)]])
        del ring[best]
    triangles.append(ring)
    return triangles


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether p lies in the closed triangle, its corners left out."""
    if p in (a, b, c):
        return False
    return turn(a, b, p) >= 0.0 and turn(b, c, p) >= 0.0 and turn(c, a, p) >= 0.0


def _merge(points: list[Point], rings: list[list[int]]) -> list[list[int]]:
    """Take out every cut between two convex rings whose union is convex."""
    merged = True
    while merged:
        merged = False
        for a in range(len(rings)):
            for b in range(a + 1, len(rings)):
                union = _union(rings[a], rings[b])
                if union is not None and is_convex([points[i] for i in union]):
                    rings[a] = union
                    del rings[b]
                    merged = True
                    break
            if merged:
                break
    return rings


def _union(one: list[int], two: list[int]) -> list[int] | None:
    """Two counter-clockwise rings joined along a common side, or None if they have none."""
    for k in range(len(one)):
        i, j = one[k], one[(k + 1) % len(one)]
        for m in range(len(two)):
            if two[m] == j and two[(m + 1) % len(two)] == i:
                head = one[k + 1 :] + one[: k + 1]  # from j round to i
                tail = two[m + 1 :] + two[: m + 1]  # from i round to j
                return head + tail[1:-1]
    return None
