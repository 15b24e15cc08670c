# ruff: noqa: B023, B905, T201, S311
"""How fast the kernel is, on each backend there is. A script, not a test.

Sight: a 36 x 24 table with 20 polygons and 16 models, all ordered pairs. Movement: 14 polygons, three base sizes.
Best of several rounds, since other work on the machine can only slow it down.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from types import ModuleType

from sightline.core.kernel.backend import interpreted, load

Point = tuple[float, float]
Disc = tuple[float, float, float]


def layout(seed: int, count: int, models: int) -> tuple[list[list[Point]], list[Disc]]:
    """Convex pieces that keep clear of each other, and models that keep clear of them."""
    rng = random.Random(seed)
    circles: list[Disc] = []
    pieces: list[list[Point]] = []
    while len(pieces) < count:
        x, y, r, n = rng.uniform(2, 34), rng.uniform(2, 22), rng.uniform(0.6, 2.2), rng.randint(3, 6)
        if all(math.hypot(x - a, y - b) > r + c for a, b, c in circles):
            off = rng.random() * 2 * math.pi
            circles.append((x, y, r))
            angles = [off + 2 * math.pi * i / n for i in range(n)]
            pieces.append([(x + r * math.cos(a), y + r * math.sin(a)) for a in angles])
    bases: list[Disc] = []
    while len(bases) < models:
        x, y, r = rng.uniform(1, 35), rng.uniform(1, 23), rng.choice([0.5, 0.5, 0.63, 0.75])
        if all(math.hypot(x - a, y - b) > r + c for a, b, c in circles + bases):
            bases.append((x, y, r))
    return pieces, bases


def best(work: Callable[[], object], per: int, seconds: float = 0.4) -> float:
    """The best time of one unit of work, in microseconds."""
    least, end = math.inf, time.perf_counter() + seconds
    while time.perf_counter() < end or least == math.inf:
        began = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - began)
    return least / per * 1e6


def sight(module: ModuleType) -> None:
    """Shares, one call each and in batches."""
    rows = []
    for seed in range(1, 5):
        pieces, bases = layout(seed, 20, 16)
        scene = module.Scene(pieces)
        pairs = [a + b for a in bases for b in bases if a != b]
        values = [scene.share(*p) for p in pairs]
        partial = [p for p, v in zip(pairs, values, strict=True) if 0.0 < v < 1.0]
        points = [(x + 0.01, y) for x, y, _ in bases]
        rows.append(
            (
                best(lambda: [scene.share(*q) for q in pairs], len(pairs)),
                best(lambda: [scene.share(*q) for q in partial], len(partial)),
                best(lambda: [scene.sees(*q) for q in pairs], len(pairs)),
                best(lambda: scene.matrix(bases, bases), len(bases) ** 2),
                best(lambda: scene.exposure(points[:8], 0.5, bases[8:]), 128),
                best(lambda: scene.spots(*bases[0], points), len(points)),
            )
        )
    names = ("share", "share of partial pairs", "sees", "matrix 16 x 16", "exposure", "spots")
    for k, name in enumerate(names):
        print(f"  {name:<24}{sum(r[k] for r in rows) / len(rows):9.2f} us a query")


def reach(module: ModuleType) -> None:
    """Paths: the first on a fresh table, then with what was learned; batches of goals."""
    rows = []
    for seed in range(1, 5):
        pieces, bases = layout(seed, 14, 16)
        rng = random.Random(seed)
        bases = [(x, y, 0.5) for x, y, _ in bases]
        pairs = [(a[0], a[1], b[0], b[1], 0.5) for a in bases for b in bases[:4] if a != b]

        def fresh() -> None:
            module.Ground(pieces, 36.0, 24.0).length(*pairs[0])

        ground = module.Ground(pieces, 36.0, 24.0)
        bent = [p for p in pairs if ground.length(*p) > math.dist(p[:2], p[2:4]) + 1e-9]
        goals = [[(x + rng.uniform(-4.2, 4.2), y + rng.uniform(-4.2, 4.2)) for _ in range(32)] for x, y, _ in bases]
        discs = [[c for c in bases if c != b] for b in bases]
        rows.append(
            (
                best(fresh, 1),
                best(lambda: [ground.length(*q) for q in pairs], len(pairs)),
                best(lambda: [ground.path(*q) for q in bent], len(bent)),
                best(lambda: [ground.lengths(x, y, 0.5, 6.0, k) for (x, y, _), k in zip(bases, goals)], len(bases)),
                best(
                    lambda: [ground.lengths(x, y, 0.5, 6.0, k, d) for (x, y, _), k, d in zip(bases, goals, discs)],
                    len(bases),
                ),
                best(lambda: [ground.region(x, y, 0.5, 6.0) for x, y, _ in bases], len(bases)),
                best(lambda: [ground.push(x, y, 0.6, 0.8, 0.5, 2.0) for x, y, _ in bases], len(bases)),
                best(lambda: [ground.free(x, y, 0.5) for x, y, _ in bases], len(bases)),
            )
        )
    names = (
        "table set-up + first path",
        "path length, no limit",
        "bent path, no limit",
        "32 goals within 6 in",
        "same, 15 bases in the way",
        "region within 6 in",
        "push",
        "free",
    )
    for k, name in enumerate(names):
        print(f"  {name:<26}{sum(r[k] for r in rows) / len(rows):11.2f} us")


if __name__ == "__main__":
    backends = [interpreted]
    if load("sight").COMPILED:
        backends.insert(0, load)
    for backend in backends:
        print("compiled" if backend is load else "interpreted")
        sight(backend("sight"))
        reach(backend("reach"))
