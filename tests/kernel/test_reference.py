# ruff: noqa: S311
"""The kernel against brute force on random and degenerate tables. The long form of this is soak_kernel.py."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from types import SimpleNamespace

import pytest

from tests.kernel import reference, scenes

MAT = (scenes.WIDTH, scenes.HEIGHT)
KINDS = ["plain", "grid", "touch", "slits", "crooked"]


@pytest.mark.parametrize("kind", KINDS)
def test_shares_agree_with_brute_force(fastest: SimpleNamespace, kind: str) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        _, pieces, bases = scenes.table(seed + 1000, kind)
        scene = fastest.sight.Scene(pieces)
        for _ in range(4):
            a, b = rng.sample(bases, 2)
            discs = [c for c in bases if c not in (a, b)] if rng.random() < 0.5 else []
            share = scene.share(*a, *b, discs)
            brute = reference.seen_share(pieces, a, b, discs)
            assert not (share == 0.0 and brute > 0.0), (seed, a, b)
            if kind != "slits":  # its rays miss narrow slits
                assert share == pytest.approx(brute, abs=0.06), (seed, a, b)
            assert scene.sees(*a, *b, discs) == (share > 0.0)


@pytest.mark.parametrize("kind", ["plain", "grid", "touch", "crooked"])
def test_paths_are_neither_shorter_nor_longer_than_possible(fastest: SimpleNamespace, kind: str) -> None:
    for seed in range(3):
        _, pieces, bases = scenes.table(seed + 2000, kind)
        pieces = pieces[:4]
        ground = fastest.reach.Ground(pieces, *MAT)
        a, b = bases[0], bases[1]
        discs = bases[2:4] if seed % 2 else []
        length = ground.length(*a[:2], *b[:2], a[2], discs=discs)
        brute = reference.path_length(pieces, MAT, a[:2], b[:2], a[2], discs, steps=24)
        assert math.isinf(length) == math.isinf(brute)
        if math.isfinite(length):
            assert -1e-5 <= brute - length <= 0.02 * max(1.0, length)


@pytest.mark.parametrize("kind", KINDS)
def test_every_path_is_free_and_as_long_as_it_says(fastest: SimpleNamespace, kind: str) -> None:
    for seed in range(5):
        _, pieces, bases = scenes.table(seed + 5000, kind)
        ground = fastest.reach.Ground(pieces, *MAT)
        for k, (a, b) in enumerate(pairwise(bases)):
            discs = [c for c in bases if c not in (a, b)] if k % 2 else []
            found = ground.path(*a[:2], *b[:2], a[2], discs=discs)
            if found is not None:
                assert reference.is_legal(pieces, MAT, found[1], found[0], a[2], discs), (seed, a, b)


@pytest.mark.parametrize("kind", ["plain", "grid", "touch", "crooked"])
def test_pushes_stop_where_small_steps_stop(fastest: SimpleNamespace, kind: str) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        _, pieces, bases = scenes.table(seed + 3000, kind)
        ground = fastest.reach.Ground(pieces, *MAT)
        x, y, r = bases[0]
        angle = rng.choice([0.0, math.pi / 2, rng.random() * 6.28])
        way = (math.cos(angle), math.sin(angle))
        far = ground.push(x, y, *way, r, 3.0, bases[1:])
        brute = reference.pushed(pieces, MAT, (x, y), way, r, 3.0, bases[1:])
        # a shallow graze: contact comes first, overlap deeper than the tolerance only later
        assert -0.03 <= brute - far <= 0.03 or reference.stands(
            pieces, MAT, x + way[0] * (far + 0.01), y + way[1] * (far + 0.01), r, bases[1:], 1e-3
        )


@pytest.mark.parametrize("kind", ["plain", "grid", "crooked"])
def test_the_region_holds_what_paths_reach_and_nothing_else(fastest: SimpleNamespace, kind: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        _, pieces, bases = scenes.table(seed + 4000, kind)
        ground = fastest.reach.Ground(pieces, *MAT)
        x, y, r = bases[0]
        discs = bases[1:] if seed % 2 else []
        polygons = ground.region(x, y, r, 5.0, discs)
        spots = [(rng.uniform(x - 5, x + 5), rng.uniform(y - 5, y + 5)) for _ in range(150)]
        lengths = ground.lengths(x, y, r, 9.0, spots, discs)
        for (u, v), length in zip(spots, lengths, strict=True):
            held = any(reference.inside(p, u, v) for p in polygons)
            edge = min(reference.from_segment((u, v), a, b) for p in polygons for a, b in reference.edges(p))
            if length < 5.0 - 0.03:
                assert held or edge < 0.02, (seed, u, v, length)
            elif length > 5.0 + 0.03:
                assert not held or edge < 0.02, (seed, u, v, length)
