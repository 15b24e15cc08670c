# ruff: noqa: S311
"""One source, two backends: equal to the last bit. And one geometry: mirrors, turns and shifts change nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from sightline.core.kernel.backend import interpreted, load
from tests.kernel import scenes


@pytest.mark.parametrize("seed", range(40))
def test_both_backends_see_the_same(both: Any, seed: Any) -> None:
    one, two = both
    rng = random.Random(seed)
    _, pieces, bases = scenes.table(seed)
    a, b = one.sight.Scene(pieces), two.sight.Scene(pieces)
    bases = [*bases, (rng.uniform(0, 24), rng.uniform(0, 18), rng.choice([0.0, 0.5]))]  # may overlap anything
    spots = [(rng.uniform(0, 24), rng.uniform(0, 18)) for _ in range(10)]
    assert a.matrix(bases, bases) == b.matrix(bases, bases)
    for o in bases[:4]:
        assert a.spots(*o, spots) == b.spots(*o, spots)
        for t in bases[3:]:
            if o != t:
                discs = [c for c in bases if c not in (o, t)]
                assert a.share(*o, *t, discs) == b.share(*o, *t, discs)
                assert a.sees(*o, *t, discs) == b.sees(*o, *t, discs)
                through = rng.sample(range(len(pieces)), min(len(pieces), 2))
                assert a.sees(*o, *t, discs, through=through) == b.sees(*o, *t, discs, through=through)
    assert a.blockers(*bases[0], *bases[1]) == b.blockers(*bases[0], *bases[1])
    assert a.exposure(spots[:2], 0.5, bases[:3]) == b.exposure(spots[:2], 0.5, bases[:3])


@pytest.mark.parametrize("seed", range(25))
def test_both_backends_walk_the_same(both: Any, seed: Any) -> None:
    rng = random.Random(seed)
    _, pieces, bases = scenes.table(seed)
    a, b = (k.reach.Ground(pieces, scenes.WIDTH, scenes.HEIGHT) for k in both)
    spots = [(rng.uniform(0, 24), rng.uniform(0, 18)) for _ in range(12)]
    for x, y, r in bases[:3]:
        discs = [c for c in bases if c != (x, y, r)] if rng.random() < 0.5 else []
        assert a.lengths(x, y, r, 6.0, spots, discs) == b.lengths(x, y, r, 6.0, spots, discs)
        assert a.region(x, y, r, 4.0, discs) == b.region(x, y, r, 4.0, discs)
        for u, v in spots[:4]:
            assert a.path(x, y, u, v, r, discs=discs) == b.path(x, y, u, v, r, discs=discs)
            assert a.clear(x, y, u, v, r, discs) == b.clear(x, y, u, v, r, discs)
            assert a.push(x, y, u - x, v - y, r, 5.0, discs) == b.push(x, y, u - x, v - y, r, 5.0, discs)
            assert a.free(u, v, r, discs) == b.free(u, v, r, discs)
            assert a.fault(u, v, r, discs) == b.fault(u, v, r, discs)


MOVES: dict[str, Callable[[float, float], tuple[float, float]]] = {
    "mirrored": lambda x, y: (-x, y),
    "turned a quarter": lambda x, y: (-y, x),
    "shifted": lambda x, y: (x + 64.0, y - 32.0),
}


@pytest.mark.parametrize("move", sorted(MOVES))
def test_a_table_seen_differently_is_the_same_table(kernels: Any, move: Any) -> None:
    turn = MOVES[move]
    for seed in range(20):
        _, pieces, bases = scenes.table(seed)
        scene = kernels.sight.Scene(pieces)
        other = kernels.sight.Scene([[turn(*p) for p in piece] for piece in pieces])
        moved = [(*turn(x, y), r) for x, y, r in bases]
        one, two = scene.matrix(bases, bases), other.matrix(moved, moved)
        for p, q in zip(one, two, strict=True):
            assert p == pytest.approx(q, abs=2e-8)


def test_a_mirrored_mat_has_the_same_paths(kernels: Any) -> None:
    for seed in range(12):
        _, pieces, bases = scenes.table(seed)
        ground = kernels.reach.Ground(pieces, scenes.WIDTH, scenes.HEIGHT)
        mirror = kernels.reach.Ground(
            [[(scenes.WIDTH - x, y) for x, y in p] for p in pieces], scenes.WIDTH, scenes.HEIGHT
        )
        for (x, y, r), (u, v, _) in pairwise(bases):
            there = ground.length(x, y, u, v, r)
            assert there == pytest.approx(ground.length(u, v, x, y, r), abs=1e-6)
            assert there == pytest.approx(mirror.length(scenes.WIDTH - x, y, scenes.WIDTH - u, v, r), abs=1e-6)
            discs = [c for c in bases if c not in ((x, y, r), (u, v, _))]
            assert ground.length(x, y, u, v, r, discs=discs) == pytest.approx(
                ground.length(u, v, x, y, r, discs=discs), abs=1e-6
            )


@pytest.mark.parametrize("seed", range(10))
def test_both_backends_count_the_same_lines(seed: int) -> None:
    rng = random.Random(seed)
    x, y = rng.uniform(2, 8), rng.uniform(2, 8)
    parts = [([(x, y), (x + 3, y), (x + 3, y + 1), (x, y + 1)], 0.02), ([(rng.uniform(0, 9), 5.0)], 0.6)]
    spots, aims = ([(rng.uniform(0, 10), rng.uniform(0, 10)) for _ in range(30)] for _ in range(2))
    one, two = (
        kernel.Obstacles(parts).seen(spots, aims, 5.0, 5.0, 0.5) for kernel in (load("samples"), interpreted("samples"))
    )
    assert one == two
    assert 0 < one <= 30
