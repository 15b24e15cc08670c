# cython: language_level=3, cdivision=True, infer_types=True
"""Lines between points of two bases: the inner loop of shares that are sampled.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted

if TYPE_CHECKING:
    from math import sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import doubles, ints
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import sqrt
        from cython.cimports.sightline.core.kernel.buffers import doubles, ints
    else:
        from math import sqrt

        _buffers = interpreted("buffers")
        doubles = _buffers.doubles
        ints = _buffers.ints

_FAR: cython.double = 1e300
_HAIR: cython.double = 1e-9


@cython.final
@cython.cclass
class Obstacles:
    """Rounded convex polygons: corners counter-clockwise, or one point, each with a radius round it."""

    _keep: list[Any]
    _n: cython.int
    _first: cython.p_int
    _count: cython.p_int
    _r: cython.p_double
    _x: cython.p_double
    _y: cython.p_double
    _sx: cython.p_double
    _sy: cython.p_double
    _nx: cython.p_double
    _ny: cython.p_double

    def __init__(self, parts: Sequence[tuple[Sequence[tuple[float, float]], float]]) -> None:
        keep: list[Any] = []
        self._keep = keep
        total: cython.int = sum([len(points) for points, _ in parts])
        self._n = len(parts)
        self._first, self._count, self._r = ints(keep, self._n), ints(keep, self._n), doubles(keep, self._n)
        self._x, self._y = doubles(keep, total), doubles(keep, total)
        self._sx, self._sy = doubles(keep, total), doubles(keep, total)
        self._nx, self._ny = doubles(keep, total), doubles(keep, total)
        at: cython.int = 0
        k: cython.int
        i: cython.int
        n: cython.int
        r: cython.double
        side: cython.double
        for k in range(self._n):
            points, r = parts[k]
            n = len(points)
            self._first[k], self._count[k], self._r[k] = at, n, r
            for i in range(n):
                self._x[at + i], self._y[at + i] = points[i]
            if n > 1:
                for i in range(n):
                    j = at + (i + 1) % n
                    self._sx[at + i] = self._x[j] - self._x[at + i]
                    self._sy[at + i] = self._y[j] - self._y[at + i]
                    side = sqrt(self._sx[at + i] * self._sx[at + i] + self._sy[at + i] * self._sy[at + i])
                    self._nx[at + i] = r * self._sy[at + i] / side
                    self._ny[at + i] = -r * self._sx[at + i] / side
            at += n

    @cython.cfunc
    def _clear(self, px: cython.double, py: cython.double, qx: cython.double, qy: cython.double) -> cython.bint:
        """Whether the segment between two points enters none of them."""
        length: cython.double = sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py))
        ex: cython.double = 1.0
        ey: cython.double = 0.0
        if length > 0.0:
            ex, ey = (qx - px) / length, (qy - py) / length
        k: cython.int
        for k in range(self._n):
            if self._crossed(k, px, py, ex, ey, length):
                return False
        return True

    @cython.cfunc
    def _crossed(
        self,
        k: cython.int,
        px: cython.double,
        py: cython.double,
        ex: cython.double,
        ey: cython.double,
        length: cython.double,
    ) -> cython.bint:
        """Whether the segment enters one of them: its stretch inside is found from all sides and corners."""
        r: cython.double = self._r[k]
        enter: cython.double = _FAR
        leave: cython.double = -_FAR
        x: cython.double
        y: cython.double
        a: cython.double
        b: cython.double
        h: cython.double
        t: cython.double
        a0: cython.double
        b0: cython.double
        b1: cython.double
        i: cython.int
        n: cython.int = self._count[k]
        first: cython.int = self._first[k]
        for i in range(first, first + n):
            x, y = self._x[i] - px, self._y[i] - py
            a, b = x * ex + y * ey, y * ex - x * ey
            if -r < b < r:
                h = sqrt(r * r - b * b)
                if a - h < enter:
                    enter = a - h
                if a + h > leave:
                    leave = a + h
            if n == 1:
                break
            a0 = a + self._nx[i] * ex + self._ny[i] * ey
            b0 = b + self._ny[i] * ex - self._nx[i] * ey
            b1 = b0 + self._sy[i] * ex - self._sx[i] * ey
            if (b0 > 0.0) != (b1 > 0.0):
                t = a0 + (self._sx[i] * ex + self._sy[i] * ey) * b0 / (b0 - b1)
                if t < enter:
                    enter = t
                if t > leave:
                    leave = t
        if length <= _HAIR and enter < -_HAIR and leave > _HAIR:
            return True
        if leave > length:
            leave = length
        if enter < 0.0:
            enter = 0.0
        return leave - enter > _HAIR

    def seen(
        self,
        spots: Sequence[tuple[float, float]],
        aims: Sequence[tuple[float, float]],
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
    ) -> int:
        """How many spots have a clear line to some aim; one under the observer's base sees it where it stands."""
        keep: list[Any] = []
        many: cython.int = len(aims)
        u: cython.p_double = doubles(keep, many)
        v: cython.p_double = doubles(keep, many)
        m: cython.int
        for m in range(many):
            u[m], v[m] = aims[m]
        found: cython.int = 0
        px: cython.double
        py: cython.double
        for spot in spots:
            px, py = spot
            if (px - ox) * (px - ox) + (py - oy) * (py - oy) <= orad * orad and self._clear(px, py, px, py):
                found += 1
                continue
            for m in range(many):
                if self._clear(px, py, u[m], v[m]):
                    found += 1
                    break
        return found
