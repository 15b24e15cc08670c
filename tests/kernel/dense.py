"""Dense brute force for the long run (needs numpy), written apart from the kernel: nothing shared, nothing clever.

Sight: many points of the target, many rays from each to the observer, every distance between a segment and an edge.
Paths: a visibility graph over many points around every corner, on circumscribed polygons: never shorter than the
truth.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from importlib import import_module
from typing import Any

np: Any = import_module("numpy")

Point = tuple[float, float]
Disc = tuple[float, float, float]
Polygon = Sequence[Point]

GOLDEN = math.pi * (3.0 - math.sqrt(5.0))


def dist_point_segment(px: Any, py: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Distance from points to segments, everything broadcast."""
    ux, uy = bx - ax, by - ay
    l2 = ux * ux + uy * uy
    t = np.clip(((px - ax) * ux + (py - ay) * uy) / np.where(l2 > 0, l2, 1.0), 0.0, 1.0)
    return np.hypot(px - ax - t * ux, py - ay - t * uy)


def dist_segments(px: Any, py: Any, qx: Any, qy: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Distance between the segments pq and ab, everything broadcast; 0 where they cross."""

    def cross(ox: Any, oy: Any, sx: Any, sy: Any, tx: Any, ty: Any) -> Any:
        return (sx - ox) * (ty - oy) - (sy - oy) * (tx - ox)

    crossing = (cross(px, py, qx, qy, ax, ay) * cross(px, py, qx, qy, bx, by) < 0) & (
        cross(ax, ay, bx, by, px, py) * cross(ax, ay, bx, by, qx, qy) < 0
    )
    best = dist_point_segment(px, py, ax, ay, bx, by)
    best = np.minimum(best, dist_point_segment(qx, qy, ax, ay, bx, by))
    best = np.minimum(best, dist_point_segment(ax, ay, px, py, qx, qy))
    best = np.minimum(best, dist_point_segment(bx, by, px, py, qx, qy))
    return np.where(crossing, 0.0, best)


def inside(polygon: Polygon, x: float, y: float) -> bool:
    """Even-odd rule."""
    odd = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 <= y) != (y1 <= y) and (y - y0) / (y1 - y0) * (x1 - x0) + x0 > x:
            odd = not odd
    return odd


def dist_polygon(polygon: Polygon, x: float, y: float) -> float:
    """Distance from a point to a polygon, 0 inside."""
    if inside(polygon, x, y):
        return 0.0
    return min(
        float(dist_point_segment(x, y, *a, *b)) for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    )


def _capped(room: float, margin: float) -> float:
    return max(0.0, min(margin, room))


def _grazed(
    polygons: Sequence[Polygon], observer: Disc, target: Disc, discs: Sequence[Disc], margin: float
) -> list[tuple[float, float, float]]:
    """The vertices and discs near the line of sight, each with the distance a ray must keep."""
    (ox, oy, orad), (tx, ty, trad) = observer, target
    found = []
    for polygon in polygons:
        room = min(dist_polygon(polygon, ox, oy) - orad, dist_polygon(polygon, tx, ty) - trad)
        found.extend((x, y, _capped(room, margin)) for x, y in polygon)
    for x, y, r in discs:
        room = min(math.hypot(x - ox, y - oy) - orad, math.hypot(x - tx, y - ty) - trad) - r
        found.append((x, y, r + _capped(room, margin)))
    widest = max(orad, trad)
    return [(x, y, m) for x, y, m in found if dist_point_segment(x, y, ox, oy, tx, ty) <= widest + m]


def seen_share(
    polygons: Sequence[Polygon],
    observer: Disc,
    target: Disc,
    discs: Sequence[Disc] = (),
    margin: float = 0.5 / 25.4,
    points: int = 400,
    rays: int = 24,
) -> float:
    """The share of sample points of the target from which some sampled ray reaches the observer."""
    ox, oy, orad = observer
    tx, ty, trad = target
    k = np.arange(points)
    rho = trad * np.sqrt((k + 0.5) / points)
    px, py = tx + rho * np.cos(k * GOLDEN), ty + rho * np.sin(k * GOLDEN)
    d = np.hypot(ox - px, oy - py)
    middle, half = np.arctan2(oy - py, ox - px), np.arcsin(np.minimum(1.0, orad / d))
    spread = (np.arange(rays) + 0.5) / rays * 2.0 - 1.0 if orad > 0.0 else np.zeros(1)
    fans = [middle[:, None] + half[:, None] * spread[None, :]]
    # However narrow a gap, its ends graze something: so add the rays that pass each vertex and disc by a hair.
    for x, y, m in _grazed(polygons, observer, target, discs, margin):
        away = np.hypot(x - px, y - py)
        turn = np.arcsin(np.minimum(1.0, m / np.maximum(away, 1e-12)))
        aim = np.arctan2(y - py, x - px)
        for graze in (aim + turn + 1e-7, aim - turn - 1e-7):
            aside = (graze - middle + math.pi) % (2.0 * math.pi) - math.pi
            fans.append((middle + np.where(np.abs(aside) < half, aside, 0.0))[:, None])
    angle = np.concatenate(fans, axis=1)
    rays = angle.shape[1]
    off = d[:, None] * np.sin(angle - middle[:, None])
    length = d[:, None] * np.cos(angle - middle[:, None]) - np.sqrt(np.maximum(0.0, orad**2 - off**2))
    sx, sy = np.broadcast_to(px[:, None], angle.shape), np.broadcast_to(py[:, None], angle.shape)
    qx, qy = sx + length * np.cos(angle), sy + length * np.sin(angle)
    sx, sy, qx, qy = sx.ravel(), sy.ravel(), qx.ravel(), qy.ravel()
    owner = np.repeat(k, rays)
    for polygon in polygons:
        xs, ys = np.array([p[0] for p in polygon]), np.array([p[1] for p in polygon])
        cx, cy = xs.mean(), ys.mean()
        size = float(np.hypot(xs - cx, ys - cy).max())
        if float(dist_point_segment(cx, cy, ox, oy, tx, ty)) > size + max(orad, trad) + margin:
            continue
        room = min(dist_polygon(polygon, ox, oy) - orad, dist_polygon(polygon, tx, ty) - trad)
        m = _capped(room, margin)
        for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            # a cut is what comes nearer than m; with m = 0 touching is allowed, crossing is not
            near = dist_segments(sx, sy, qx, qy, *a, *b) < m - 1e-9 if m > 1e-9 else _cuts(sx, sy, qx, qy, a, b)
            keep = ~near
            sx, sy, qx, qy, owner = sx[keep], sy[keep], qx[keep], qy[keep], owner[keep]
    for x, y, r in discs:
        room = min(math.hypot(x - ox, y - oy) - r - orad, math.hypot(x - tx, y - ty) - r - trad)
        keep = dist_point_segment(x, y, sx, sy, qx, qy) >= r + _capped(room, margin) - 1e-9
        sx, sy, qx, qy, owner = sx[keep], sy[keep], qx[keep], qy[keep], owner[keep]
    return len(np.unique(owner)) / points


def _cuts(px: Any, py: Any, qx: Any, qy: Any, a: Point, b: Point) -> Any:
    """Whether segments properly cross the edge ab (passing exactly through a vertex is left to the other edges)."""
    ax, ay = a
    bx, by = b
    s0 = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    s1 = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
    t0 = (qx - px) * (ay - py) - (qy - py) * (ax - px)
    t1 = (qx - px) * (by - py) - (qy - py) * (bx - px)
    return (s0 * s1 < 0) & (t0 * t1 < 0)


def path_length(  # noqa: C901, PLR0912
    polygons: Sequence[Polygon],
    width: float,
    height: float,
    start: Point,
    goal: Point,
    r: float,
    discs: Sequence[Disc] = (),
    steps: int = 48,
) -> float:
    """The shortest path over a visibility graph whose vertices stand a little off every corner and disc."""
    delta = math.pi / steps
    nodes = [start, goal]
    for x, y, radius in [(*p, 0.0) for polygon in polygons for p in polygon] + list(discs):
        ring = (r + radius) / math.cos(delta)
        nodes.extend((x + ring * math.cos(2 * delta * k), y + ring * math.sin(2 * delta * k)) for k in range(steps))
    xs, ys = np.array([n[0] for n in nodes]), np.array([n[1] for n in nodes])
    slack = 1e-7
    ok = (xs >= r - slack) & (xs <= width - r + slack) & (ys >= r - slack) & (ys <= height - r + slack)
    for polygon in polygons:
        ok &= np.array([not inside(polygon, x, y) for x, y in zip(xs, ys, strict=True)])
        for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            ok &= dist_point_segment(xs, ys, *a, *b) >= r - slack
    for x, y, radius in discs:
        ok &= np.hypot(xs - x, ys - y) >= r + radius - slack
    if not (ok[0] and ok[1]):
        return math.inf
    xs, ys = xs[ok], ys[ok]
    n = len(xs)
    i, j = np.triu_indices(n, 1)
    for polygon in polygons:
        for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            keep = dist_segments(xs[i], ys[i], xs[j], ys[j], *a, *b) >= r - slack
            i, j = i[keep], j[keep]
    for x, y, radius in discs:
        keep = dist_point_segment(x, y, xs[i], ys[i], xs[j], ys[j]) >= r + radius - slack
        i, j = i[keep], j[keep]
    size = np.hypot(xs[i] - xs[j], ys[i] - ys[j])
    links: list[list[tuple[int, float]]] = [[] for _ in range(n)]
    for a, b, s in zip(i.tolist(), j.tolist(), size.tolist(), strict=True):
        links[a].append((b, s))
        links[b].append((a, s))
    best = [math.inf] * n
    best[0] = 0.0
    heap = [(0.0, 0)]
    while heap:
        g, k = heapq.heappop(heap)
        if k == 1:
            return g
        if g > best[k]:
            continue
        for m, s in links[k]:
            if g + s < best[m]:
                best[m] = g + s
                heapq.heappush(heap, (g + s, m))
    return math.inf
