"""Where bases on a table can go."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import hypot

from sightline.core.kernel import Ground
from sightline.core.table import GRID, Point, Terrain, spot


def ground(terrain: Terrain, lowest: float = -1.0) -> Ground:
    """The kernel's ground, with every piece taller than a height on it; compiled once per terrain."""
    key = ("ground", lowest)
    found: Ground | None = terrain.compiled.get(key)
    if found is None:
        pieces = [p.polygon for p in terrain.pieces if p.height > lowest]
        found = terrain.compiled[key] = Ground(pieces, terrain.width, terrain.height)
    return found


def settle(free: Callable[[Point], bool], x: float, y: float, start: Point) -> Point:
    """The legal lattice point nearest to where something came to a stop; the start if there is none."""
    near = spot(x, y)
    around = [(near[0] + dx / GRID, near[1] + dy / GRID) for dx, dy in product((-1, 0, 1), repeat=2)]
    around.sort(key=lambda p: (hypot(p[0] - x, p[1] - y), p))
    return next((p for p in around if free(p)), start)
