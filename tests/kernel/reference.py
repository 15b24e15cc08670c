"""A plain reference for the kernel's tests: sampled, slow, and written apart from the kernel.

Sight: points of the target, rays from each to the observer, the distance of each ray to every edge. Paths: A* over
points that stand a little off every corner, so never shorter than the truth. Pushes: small steps.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Sequence

Point = tuple[float, float]
Disc = tuple[float, float, float]
Polygon = Sequence[Point]

GOLDEN = math.pi * (3.0 - math.sqrt(5.0))


def edges(polygon: Polygon) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def from_segment(p: Point, a: Point, b: Point) -> float:
    """The distance from a point to a segment."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    l2 = ux * ux + uy * uy
    t = 0.0 if l2 == 0.0 else max(0.0, min(1.0, ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / l2))
    return math.hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy)


def side(a: Point, b: Point, c: Point) -> float:
    """Positive when c lies left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether two segments properly cross."""
    return side(p, q, a) * side(p, q, b) < 0.0 and side(a, b, p) * side(a, b, q) < 0.0


def apart(p: Point, q: Point, a: Point, b: Point) -> float:
    """The distance between two segments."""
    if crosses(p, q, a, b):
        return 0.0
    return min(from_segment(p, a, b), from_segment(q, a, b), from_segment(a, p, q), from_segment(b, p, q))


def inside(polygon: Polygon, x: float, y: float) -> bool:
    """Even-odd rule."""
    odd = False
    for (x0, y0), (x1, y1) in edges(polygon):
        if (y0 <= y) != (y1 <= y) and (y - y0) / (y1 - y0) * (x1 - x0) + x0 > x:
            odd = not odd
    return odd


def from_polygon(polygon: Polygon, x: float, y: float) -> float:
    """The distance from a point to a polygon, 0 inside."""
    return 0.0 if inside(polygon, x, y) else min(from_segment((x, y), a, b) for a, b in edges(polygon))


def seen_share(
    polygons: Sequence[Polygon],
    observer: Disc,
    target: Disc,
    discs: Sequence[Disc] = (),
    points: int = 80,
    rays: int = 40,
) -> float:
    """The share of sample points of the target from which some sampled ray reaches the observer."""
    ox, oy, orad = observer
    tx, ty, trad = target
    walls: list[tuple[Point, Point, float]] = []
    for polygon in polygons:
        room = min(from_polygon(polygon, ox, oy) - orad, from_polygon(polygon, tx, ty) - trad)
        margin = max(0.0, min(0.5 / 25.4, room))
        for a, b in edges(polygon):
            if apart((ox, oy), (tx, ty), a, b) <= max(orad, trad) + margin:
                walls.append((a, b, margin))
    rounds = []
    for x, y, r in discs:
        room = min(math.hypot(x - ox, y - oy) - orad, math.hypot(x - tx, y - ty) - trad) - r
        rounds.append(((x, y), r + max(0.0, min(0.5 / 25.4, room))))
    seen = 0
    for k in range(points):
        rho = trad * math.sqrt((k + 0.5) / points)
        p = (tx + rho * math.cos(k * GOLDEN), ty + rho * math.sin(k * GOLDEN))
        d = math.hypot(ox - p[0], oy - p[1])
        middle, half = math.atan2(oy - p[1], ox - p[0]), math.asin(min(1.0, orad / d))
        for j in range(rays):
            turn = half * ((j * 17 % rays + 0.5) / rays * 2.0 - 1.0)
            length = d * math.cos(turn) - math.sqrt(max(0.0, orad**2 - (d * math.sin(turn)) ** 2))
            q = (p[0] + length * math.cos(middle + turn), p[1] + length * math.sin(middle + turn))
            if any(
                crosses(p, q, a, b) if margin <= 1e-9 else apart(p, q, a, b) < margin - 1e-9 for a, b, margin in walls
            ):
                continue
            if all(from_segment(at, p, q) >= r - 1e-9 for at, r in rounds):
                seen += 1
                break
    return seen / points


def stands(
    polygons: Sequence[Polygon],
    mat: Point,
    x: float,
    y: float,
    r: float,
    discs: Sequence[Disc] = (),
    slack: float = 1e-6,
) -> bool:
    """Whether a base overlaps nothing."""
    if min(x, y, mat[0] - x, mat[1] - y) < r - slack:
        return False
    if any(from_polygon(polygon, x, y) < r - slack for polygon in polygons):
        return False
    return all(math.hypot(x - cx, y - cy) >= r + cr - slack for cx, cy, cr in discs)


def path_length(
    polygons: Sequence[Polygon],
    mat: Point,
    start: Point,
    goal: Point,
    r: float,
    discs: Sequence[Disc] = (),
    steps: int = 40,
) -> float:
    """The shortest way over points a little off every corner and disc; a link is tested only when it is needed."""
    delta = math.pi / steps
    nodes = [start, goal]
    for x, y, radius in [(*p, 0.0) for polygon in polygons for p in polygon] + list(discs):
        ring = (r + radius) / math.cos(delta)
        nodes.extend((x + ring * math.cos(2 * delta * k), y + ring * math.sin(2 * delta * k)) for k in range(steps))
    nodes = [p for p in nodes if stands(polygons, mat, *p, r, discs, 1e-7)]
    if start not in nodes or goal not in nodes:
        return math.inf
    walls = [e for polygon in polygons for e in edges(polygon)]

    def clear(p: Point, q: Point) -> bool:
        return all(apart(p, q, a, b) >= r - 1e-7 for a, b in walls) and all(
            from_segment((x, y), p, q) >= r + radius - 1e-7 for x, y, radius in discs
        )

    done: dict[int, float] = {}
    heap: list[tuple[float, float, int, int]] = [(math.dist(start, goal), 0.0, nodes.index(start), -1)]
    end = nodes.index(goal)
    while heap:
        _, g, k, before = heapq.heappop(heap)
        if k in done or (before >= 0 and not clear(nodes[before], nodes[k])):
            continue
        done[k] = g
        if k == end:
            return g
        for m, node in enumerate(nodes):
            if m not in done:
                length = g + math.dist(nodes[k], node)
                heapq.heappush(heap, (length + math.dist(node, goal), length, m, k))
    return math.inf


def is_legal(
    polygons: Sequence[Polygon],
    mat: Point,
    points: Sequence[Point],
    length: float,
    r: float,
    discs: Sequence[Disc] = (),
) -> bool:
    """Whether a path is free and as long as it says; between waypoints it may sag, as they stand on arcs."""
    total = 0.0
    for p, q in itertools.pairwise(points):
        step = math.dist(p, q)
        total += step
        n = int(step / 0.05) + 2
        for k in range(n + 1):
            x, y = p[0] + (q[0] - p[0]) * k / n, p[1] + (q[1] - p[1]) * k / n
            slack = 2e-6 if k in (0, n) else 2e-3 * (r + 1.0)
            if not stands(polygons, mat, x, y, r, discs, slack):
                return False
    return -1e-9 <= length - total <= 2e-3 * len(points)


def pushed(
    polygons: Sequence[Polygon],
    mat: Point,
    at: Point,
    way: Point,
    r: float,
    distance: float,
    discs: Sequence[Disc] = (),
    step: float = 0.005,
) -> float:
    """Step along until the next step would overlap something."""
    far = 0.0
    while far < distance:
        ahead = min(distance, far + step)
        if not stands(polygons, mat, at[0] + way[0] * ahead, at[1] + way[1] * ahead, r, discs):
            return far
        far = ahead
    return distance
