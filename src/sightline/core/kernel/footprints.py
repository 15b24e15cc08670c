# cython: language_level=3, cdivision=True, infer_types=True
"""Which of many pieces lie near a spot: boxes first, then outlines.

Meant for games that read terrain piece by piece: few of the pieces are near, and only those need a closer look.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted

if TYPE_CHECKING:
    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import doubles, ints
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.sightline.core.kernel.buffers import doubles, ints
    else:
        _buffers = interpreted("buffers")
        doubles = _buffers.doubles
        ints = _buffers.ints


@cython.final
@cython.cclass
class Footprints:
    """Outlines on the mat, compiled once; any will do, sound or not."""

    _pieces: tuple[tuple[tuple[float, float], ...], ...]
    _keep: list[Any]
    _n: cython.int
    _first: cython.p_int
    _left: cython.p_double
    _right: cython.p_double
    _low: cython.p_double
    _high: cython.p_double
    _x: cython.p_double
    _y: cython.p_double

    def __init__(self, pieces: Iterable[Sequence[tuple[float, float]]]) -> None:
        self._pieces = tuple(tuple((float(x), float(y)) for x, y in piece) for piece in pieces)
        self._keep = []
        n: cython.int = len(self._pieces)
        total: cython.int = 0
        for piece in self._pieces:
            total += len(piece)
        self._n = n
        self._first = ints(self._keep, n + 1)
        self._left = doubles(self._keep, n + 1)
        self._right = doubles(self._keep, n + 1)
        self._low = doubles(self._keep, n + 1)
        self._high = doubles(self._keep, n + 1)
        self._x = doubles(self._keep, total + 1)
        self._y = doubles(self._keep, total + 1)
        total = 0
        for k, piece in enumerate(self._pieces):
            self._first[k] = total
            self._left[k] = min([x for x, _ in piece], default=1e300)
            self._right[k] = max([x for x, _ in piece], default=-1e300)
            self._low[k] = min([y for _, y in piece], default=1e300)
            self._high[k] = max([y for _, y in piece], default=-1e300)
            for x, y in piece:
                self._x[total] = x
                self._y[total] = y
                total += 1
        self._first[n] = total

    def __reduce__(self) -> tuple[Any, ...]:
        return (Footprints, (self._pieces,))

    def near(self, x: cython.double, y: cython.double, far: cython.double) -> list[int]:
        """The pieces a spot lies in or no farther than so many inches from, in their order."""
        found: list[int] = []
        k: cython.int
        for k in range(self._n):
            if x < self._left[k] - far or x > self._right[k] + far or y < self._low[k] - far or y > self._high[k] + far:
                continue
            if self._touches(k, x, y, far):
                found.append(k)
        return found

    @cython.cfunc
    def _touches(self, k: cython.int, x: cython.double, y: cython.double, far: cython.double) -> cython.bint:
        inside: cython.bint = False
        end: cython.int = self._first[k + 1]
        x0: cython.double = self._x[end - 1]
        y0: cython.double = self._y[end - 1]
        j: cython.int
        for j in range(self._first[k], end):
            x1: cython.double = self._x[j]
            y1: cython.double = self._y[j]
            ux: cython.double = x1 - x0
            uy: cython.double = y1 - y0
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * ux / uy:
                inside = not inside
            length2: cython.double = ux * ux + uy * uy
            t: cython.double = ((x - x0) * ux + (y - y0) * uy) / length2 if length2 > 0.0 else 0.0
            t = 0.0 if t < 0.0 else (min(t, 1.0))
            wx: cython.double = x - x0 - t * ux
            wy: cython.double = y - y0 - t * uy
            if wx * wx + wy * wy <= far * far:
                return True
            x0 = x1
            y0 = y1
        return inside
