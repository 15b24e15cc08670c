# ruff: noqa: S311, T201
"""The long differential run: kernel against brute force on many tables. A script, not a test; it needs numpy.

- `python tests/kernel/soak_kernel.py sight 10000` compares that many pairs (half of them with other bases as blockers);
- `python tests/kernel/soak_kernel.py paths 500` compares that many paths. A third argument is the first seed.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from sightline.core import kernel
from tests.kernel import dense, reference, scenes


def sight(wanted: int, seed: int) -> None:
    """Compare shares; anything beyond the reference's resolution is looked at again with many more rays."""
    counts: Counter[str] = Counter()
    wrong: list[Any] = []
    worst, done, began = 0.0, 0, time.time()
    while done < wanted:
        seed += 1
        rng = random.Random(seed)
        kind, pieces, bases = scenes.table(seed)
        scene = kernel.Scene(pieces)
        pairs = [(a, b) for a in bases for b in bases if a != b]
        rng.shuffle(pairs)
        for a, b in pairs[:8]:
            discs = [c for c in bases if c not in (a, b)] if rng.random() < 0.5 else []
            share = scene.share(*a, *b, discs)
            if scene.sees(*a, *b, discs) != (share > 0.0):
                wrong.append((seed, a, b, "sees differs", share))
            partial = 0.0 < share < 1.0
            brute = dense.seen_share(pieces, a, b, discs, points=800 if partial else 150)
            for points in (4000, 20000):
                if abs(share - brute) <= 0.005 and (partial or share == brute):
                    break
                brute = dense.seen_share(pieces, a, b, discs, points=points)
            counts[f"{kind} {'partial' if partial else int(share)}"] += 1
            worst = max(worst, abs(share - brute))
            if abs(share - brute) > 0.005 or (share == 0.0 and brute > 0.0):
                wrong.append((seed, a, b, discs, share, brute))
                print("DIFFERS", wrong[-1], flush=True)
            done += 1
    print(f"{done} pairs, {len(wrong)} differ, worst {worst:.5f}, {time.time() - began:.0f} s")
    for key in sorted(counts):
        print(f"  {key}: {counts[key]}")


def paths(wanted: int, seed: int) -> None:
    """Compare path lengths: never shorter than possible, never longer than the dense."""
    wrong: list[Any] = []
    worst, done, blocked, bent, squeezed, began = 0.0, 0, 0, 0, 0, time.time()
    while done < wanted:
        seed += 1
        rng = random.Random(seed)
        kind, pieces, bases = scenes.table(seed)
        ground = kernel.Ground(pieces, scenes.WIDTH, scenes.HEIGHT)
        if len(bases) < 4:
            continue
        for _ in range(2):
            a, b = rng.sample(bases, 2)
            discs = [c for c in bases if c not in (a, b)][:3] if rng.random() < 0.4 else []
            length = ground.length(*a[:2], *b[:2], a[2], discs=discs)
            brute = dense.path_length(pieces, scenes.WIDTH, scenes.HEIGHT, a[:2], b[:2], a[2], discs, steps=32)
            done += 1
            blocked += math.isinf(length)
            bent += length > math.dist(a[:2], b[:2]) + 1e-9
            if math.isinf(length) and math.isinf(brute):
                continue
            over = brute - length
            if over > 0.01 * max(1.0, length):  # the reference cannot squeeze through exact gaps: is the path legal?
                found = ground.path(*a[:2], *b[:2], a[2], discs=discs)
                if found and reference.is_legal(pieces, (scenes.WIDTH, scenes.HEIGHT), found[1], length, a[2], discs):
                    squeezed += 1
                    continue
            worst = max(worst, over if over < 1e9 else 0.0)
            if not -2e-5 <= over <= 0.01 * max(1.0, length):
                wrong.append((seed, kind, a, b, discs, length, brute))
                print("DIFFERS", wrong[-1], flush=True)
    print(
        f"{done} paths ({blocked} none, {bent} bent, {squeezed} through gaps the reference cannot pass), "
        f"{len(wrong)} differ, reference longer by at most {worst:.4f}, "
        f"{time.time() - began:.0f} s"
    )


if __name__ == "__main__":
    what, count, first = [*sys.argv[1:], *("sight", "500", "0")[len(sys.argv) - 1 :]][:3]
    {"sight": sight, "paths": paths}[what](int(count), int(first))
