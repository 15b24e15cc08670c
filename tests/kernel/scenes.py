# ruff: noqa: S311
"""Random tables for the kernel's tests: plain ones, and deliberately degenerate ones."""

from __future__ import annotations

import math
import random

Point = tuple[float, float]
Disc = tuple[float, float, float]
WIDTH, HEIGHT = 24.0, 18.0
RADII = [0.25, 0.5, 0.5, 0.5, 0.75, 1.0]


def box(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    """An axis-aligned rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def regular(rng: random.Random, x: float, y: float, size: float) -> list[Point]:
    """A convex polygon of random corners on a circle."""
    angles = sorted(rng.random() * 2 * math.pi for _ in range(rng.randint(3, 6)))
    if max(b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)) > 2.8:
        return regular(rng, x, y, size)
    if min(b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)) < 0.05:
        return regular(rng, x, y, size)
    points = [(x + size * math.cos(a), y + size * math.sin(a)) for a in angles]
    return points if rng.random() < 0.5 else points[::-1]


def crooked(rng: random.Random, x: float, y: float, size: float) -> list[Point]:
    """A non-convex piece: an L, a U, a star or an arrow, turned by quarter turns."""
    s = size / 2
    shape: list[Point] = rng.choice(
        [
            [(-2, -2), (2, -2), (2, -1), (-1, -1), (-1, 2), (-2, 2)],
            [(-2, -2), (2, -2), (2, 2), (1, 2), (1, -1), (-1, -1), (-1, 2), (-2, 2)],
            [(0, -2), (0.5, -0.5), (2, 0), (0.5, 0.5), (0, 2), (-0.5, 0.5), (-2, 0), (-0.5, -0.5)],
            [(-2, -1), (2, 0), (-2, 1), (-1, 0)],
        ]
    )
    quarter = rng.randrange(4)
    for _ in range(quarter):
        shape = [(-b, a) for a, b in shape]
    return [(x + s * a, y + s * b) for a, b in shape]


def plain(rng: random.Random, pieces: int, crooked_share: float = 0.25) -> list[list[Point]]:
    """Pieces that keep clear of each other."""
    placed: list[Disc] = []
    out: list[list[Point]] = []
    for _ in range(pieces * 20):
        if len(out) == pieces:
            break
        x, y, size = rng.uniform(1, WIDTH - 1), rng.uniform(1, HEIGHT - 1), rng.uniform(0.4, 2.0)
        if all(math.hypot(x - a, y - b) > 1.5 * (size + c) for a, b, c in placed):
            placed.append((x, y, size))
            out.append((crooked if rng.random() < crooked_share else regular)(rng, x, y, size))
    return out


def grid(rng: random.Random, pieces: int) -> list[list[Point]]:
    """Axis-aligned boxes on a half-inch grid that may share edges and corners, but no ground."""
    boxes: list[tuple[float, float, float, float]] = []
    for _ in range(pieces * 20):
        if len(boxes) == pieces:
            break
        x, y = rng.randint(2, 2 * int(WIDTH) - 8) / 2, rng.randint(2, 2 * int(HEIGHT) - 8) / 2
        w, h = rng.randint(1, 6) / 2, rng.randint(1, 6) / 2
        if rng.random() < 0.5 and boxes:  # set it against the last one
            a = boxes[-1]
            x, y = rng.choice([(a[2], a[1]), (a[0], a[3]), (a[2], a[3]), (a[2], a[1] + 0.5)])
        if x + w > WIDTH or y + h > HEIGHT:
            continue
        if all(x >= c or x + w <= a or y >= d or y + h <= b for a, b, c, d in boxes):
            boxes.append((x, y, x + w, y + h))
    return [box(*b) for b in boxes]


def slits(rng: random.Random) -> list[list[Point]]:
    """A wall across the table with gaps a little under and over 1 mm."""
    x, pieces, y = 12.0 + rng.randint(-4, 4) / 2, [], 3.0
    while y < 15.0:
        top = min(15.0, y + rng.choice([0.5, 1.0, 2.0, 3.0]))
        pieces.append(box(x, y, x + rng.choice([0.1, 0.5]), top))
        y = top + rng.choice([0.03, 0.038, 0.041, 0.05, 0.1, 0.2])
    return pieces


def gap(polygon: list[Point], x: float, y: float) -> float:
    """Distance from a point to a polygon, negative inside (plain Python, for placing bases)."""
    best, odd = math.inf, False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        l2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
        t = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / l2))
        best = min(best, math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)))
        if (y0 <= y) != (y1 <= y) and (y - y0) / (y1 - y0) * (x1 - x0) + x0 > x:
            odd = not odd
    return -best if odd else best


def base(rng: random.Random, pieces: list[list[Point]], others: list[Disc], kind: str) -> Disc | None:
    """A legal base: anywhere, on the half-inch grid, or exactly touching a wall or another base."""
    for _ in range(60):
        r = rng.choice(RADII)
        how = rng.random()
        if kind == "plain" or how < 0.2:
            x, y = rng.uniform(r, WIDTH - r), rng.uniform(r, HEIGHT - r)
        elif how < 0.5 or not pieces:
            x, y = rng.randint(2, 2 * int(WIDTH) - 2) / 2, rng.randint(2, 2 * int(HEIGHT) - 2) / 2
        elif how < 0.9:  # touch an edge, somewhere along it or level with its end
            polygon = rng.choice(pieces)
            k = rng.randrange(len(polygon))
            (x0, y0), (x1, y1) = polygon[k - 1], polygon[k]
            t, size = rng.choice([0.0, 0.25, 0.5, 1.0, rng.random()]), math.hypot(x1 - x0, y1 - y0)
            side = rng.choice([1, -1])
            x, y = x0 + t * (x1 - x0) + side * r * (y1 - y0) / size, y0 + t * (y1 - y0) - side * r * (x1 - x0) / size
        elif others:
            a = rng.choice(others)
            angle = rng.choice([0.0, math.pi / 2, rng.random() * 6.28])
            x, y = a[0] + (a[2] + r) * math.cos(angle), a[1] + (a[2] + r) * math.sin(angle)
        else:
            continue
        if not (r - 1e-9 <= x <= WIDTH - r + 1e-9 and r - 1e-9 <= y <= HEIGHT - r + 1e-9):
            continue
        if all(gap(p, x, y) >= r - 1e-9 for p in pieces) and all(
            math.hypot(x - a, y - b) >= r + c - 1e-9 for a, b, c in others
        ):
            return (x, y, r)
    return None


def table(seed: int, kind: str | None = None) -> tuple[str, list[list[Point]], list[Disc]]:
    """A table and up to eight bases on it: its kind, pieces and bases."""
    rng = random.Random(seed)
    kind = kind or rng.choice(["plain", "plain", "grid", "touch", "slits", "crooked"])
    if kind in ("plain", "touch"):
        pieces = plain(rng, rng.randint(2, 9))
    elif kind == "crooked":
        pieces = plain(rng, rng.randint(2, 7), 1.0)
    elif kind == "grid":
        pieces = grid(rng, rng.randint(2, 10))
    else:
        pieces = slits(rng)
    bases: list[Disc] = []
    for _ in range(8):
        found = base(rng, pieces, bases, kind)
        if found is not None:
            bases.append(found)
    return kind, pieces, bases
