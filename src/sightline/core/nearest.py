"""The legal spot nearest to one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from math import cos, hypot, pi, sin

from sightline.core.table import GRID, Point, spot

DIRECTIONS = 24
FIRST_RING = 4 / GRID
WIDER = 1.5
FARTHEST = 12.0
"""Inches beyond which no spot is near."""
HALVINGS = 6
"""How often a distance is halved to come closer."""

Legal = Callable[[Point], bool]


def nearest(legal: Legal, wanted: Point, farthest: float = FARTHEST) -> Point | None:
    """The legal lattice point nearest to the one that is wanted, as nearly as makes no difference on a table."""
    wanted = spot(*wanted)
    if legal(wanted):
        return wanted
    last, ring = 0.0, FIRST_RING
    while ring < farthest * WIDER:
        turns = [turn for k in range(DIRECTIONS) if legal(_toward(wanted, turn := 2 * pi * k / DIRECTIONS, ring))]
        if turns:
            return _closest(legal, wanted, turns, last, ring)
        last, ring = ring, ring * WIDER
    return None


def is_near(legal: Legal, wanted: Point, farthest: float = FARTHEST) -> bool:
    """Whether `nearest` would find anything: the same spots, the farthest first, because there is more room there."""
    wanted = spot(*wanted)
    rings = [FIRST_RING]
    while rings[-1] * WIDER < farthest * WIDER:
        rings.append(rings[-1] * WIDER)
    turns = [2 * pi * k / DIRECTIONS for k in range(DIRECTIONS)]
    return any(legal(_toward(wanted, turn, ring)) for ring in reversed(rings) for turn in turns) or legal(wanted)


def _toward(wanted: Point, turn: float, distance: float) -> Point:
    return spot(wanted[0] + distance * cos(turn), wanted[1] + distance * sin(turn))


def _closest(legal: Legal, wanted: Point, turns: Sequence[float], near: float, far: float) -> Point:
    """The nearest legal point, known to lie between two distances in about these directions."""
    found = {turn: _approach(legal, wanted, turn, near, far) for turn in turns}
    best = min(found, key=found.__getitem__)
    distance, step = found[best], pi / DIRECTIONS
    for _ in range(HALVINGS):
        for turn in (best - step, best + step):
            if legal(_toward(wanted, turn, distance)):
                closer = _approach(legal, wanted, turn, near, distance)
                if closer < distance:
                    best, distance = turn, closer
        step /= 2
    return _toward(wanted, best, distance)


def _approach(legal: Legal, wanted: Point, turn: float, near: float, far: float) -> float:
    """How close one comes in a direction, from a distance that is legal."""
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        if legal(_toward(wanted, turn, middle)):
            far = middle
        else:
            near = middle
    return far


# ------------------------------------------------------------------ along a way


def length_of(path: Sequence[Point]) -> float:
    """How long a way of straight pieces is."""
    return sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(path))


def along(path: Sequence[Point], distance: float) -> tuple[Point, int]:
    """The point of a way at a distance from its start, and how many points of the way lie before it."""
    passed = 0.0
    for place, ((x0, y0), (x1, y1)) in enumerate(pairwise(path), 1):
        step = hypot(x1 - x0, y1 - y0)
        if step > 0 and passed + step >= distance:
            share = (distance - passed) / step
            return (x0 + share * (x1 - x0), y0 + share * (y1 - y0)), place
        passed += step
    return path[-1], len(path)


def farthest_stop(legal: Legal, path: Sequence[Point], limit: float) -> Point | None:
    """The last legal lattice point of a way that is no farther than a limit, or right beside it."""
    fine = limit
    found = _stop(legal, path, limit)
    step = 2 / GRID
    while found is None:
        fine = limit - step
        if fine <= 0:
            return None
        found = _stop(legal, path, fine)
        step *= 2
    bad = min(limit, fine + step / 4) if fine < limit else fine
    while bad - fine > 1 / GRID:
        middle = (fine + bad) / 2
        better = _stop(legal, path, middle)
        if better is None:
            bad = middle
        else:
            fine, found = middle, better
    return found


def _stop(legal: Legal, path: Sequence[Point], distance: float) -> Point | None:
    """A legal lattice point at a distance along a way, or one step beside it."""
    point, _ = along(path, distance)
    return next((p for p in _around(point) if legal(p)), None)


def _around(point: Point) -> Iterator[Point]:
    """The lattice points around a point, the nearest first."""
    x, y = spot(*point)
    near = [(x + dx / GRID, y + dy / GRID) for dx, dy in product((-1, 0, 1), repeat=2)]
    near.sort(key=lambda p: hypot(p[0] - point[0], p[1] - point[1]))
    return iter(near)
