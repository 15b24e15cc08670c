# cython: language_level=3, cdivision=True, infer_types=True
"""Bundles of straight lines that rise or sink evenly: which of them pass above everything in their way.

What is in the way is few and named by the caller: convex outlines and discs, each up to a height.

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

Point = tuple[float, float]
Outline = tuple[Sequence[Point], float, Sequence[Point]]
"""Corners counter-clockwise, a top, and the outline of what it is a part of, in which no line that begins or ends there
is stopped by it."""
Disc = tuple[float, float, float, float]
"""The middle, the radius and the top."""


@cython.final
@cython.cclass
class Bundle:
    """Things in the way of lines. A crossing shorter than `touching` only touches; heights within `hair` are equal."""

    _keep: list[Any]
    _touching: cython.double
    _hair: cython.double
    _n: cython.int
    _first: cython.p_int  # of each thing: its corners, from here up to those of the next; a disc has none
    _x: cython.p_double
    _y: cython.p_double
    _top: cython.p_double
    _around: cython.p_int  # the outlines that things are parts of, in the same way
    _ax: cython.p_double
    _ay: cython.p_double
    _cx: cython.p_double
    _cy: cython.p_double
    _radius: cython.p_double
    _enter: cython.double
    _leave: cython.double

    def __init__(self, bars: Sequence[Outline | Disc], touching: cython.double, hair: cython.double) -> None:
        self._keep = []
        self._touching = touching
        self._hair = hair
        n: cython.int = len(bars)
        corners: cython.int = 0
        around: cython.int = 0
        for bar in bars:
            if len(bar) == 3:
                corners += len(bar[0])
                around += len(bar[2])
        self._n = n
        self._first = ints(self._keep, n + 1)
        self._around = ints(self._keep, n + 1)
        self._x = doubles(self._keep, corners + 1)
        self._y = doubles(self._keep, corners + 1)
        self._ax = doubles(self._keep, around + 1)
        self._ay = doubles(self._keep, around + 1)
        self._top = doubles(self._keep, n + 1)
        self._cx = doubles(self._keep, n + 1)
        self._cy = doubles(self._keep, n + 1)
        self._radius = doubles(self._keep, n + 1)
        corners = 0
        around = 0
        for k, bar in enumerate(bars):
            self._first[k] = corners
            self._around[k] = around
            if len(bar) == 3:
                self._top[k] = bar[1]
                for x, y in bar[0]:
                    self._x[corners] = x
                    self._y[corners] = y
                    corners += 1
                for x, y in bar[2]:
                    self._ax[around] = x
                    self._ay[around] = y
                    around += 1
            else:
                self._cx[k], self._cy[k], self._radius[k], self._top[k] = bar
        self._first[n] = corners
        self._around[n] = around

    def any_clear(self, a: Sequence[Point], start: cython.double, b: Sequence[Point], end: cython.double) -> bool:
        """Whether any line from one of some points to one of others, at these heights, passes above everything."""
        na: cython.int = len(a)
        nb: cython.int = len(b)
        keep: list[Any] = []
        px: cython.p_double = doubles(keep, na + 1)
        py: cython.p_double = doubles(keep, na + 1)
        qx: cython.p_double = doubles(keep, nb + 1)
        qy: cython.p_double = doubles(keep, nb + 1)
        i: cython.int
        j: cython.int
        k: cython.int
        for i in range(na):
            px[i], py[i] = a[i]
        for j in range(nb):
            qx[j], qy[j] = b[j]
        last: cython.int = 0
        for i in range(na):
            for j in range(nb):
                # What stopped the last line mostly stops the next one.
                if self._n > 0 and self._stops(last, px[i], py[i], qx[j], qy[j], start, end):
                    continue
                stopped: cython.bint = False
                for k in range(self._n):
                    if k != last and self._stops(k, px[i], py[i], qx[j], qy[j], start, end):
                        last = k
                        stopped = True
                        break
                if not stopped:
                    return True
        return False

    def stopped(self, p: Point, q: Point, start: cython.double, end: cython.double) -> bool:
        """Whether anything stops a line."""
        px, py = p
        qx, qy = q
        k: cython.int
        for k in range(self._n):
            if self._stops(k, px, py, qx, qy, start, end):
                return True
        return False

    @cython.cfunc
    def _stops(
        self,
        k: cython.int,
        px: cython.double,
        py: cython.double,
        qx: cython.double,
        qy: cython.double,
        start: cython.double,
        end: cython.double,
    ) -> cython.bint:
        """Whether a line is below the top of a thing anywhere over it."""
        top: cython.double = self._top[k]
        if start >= top and end >= top:
            return False
        crosses: cython.bint = (
            self._across(k, px, py, qx, qy)
            if self._first[k] == self._first[k + 1]
            else self._through(k, px, py, qx, qy)
        )
        if not crosses:
            return False
        dx: cython.double = qx - px
        dy: cython.double = qy - py
        if (self._leave - self._enter) * sqrt(dx * dx + dy * dy) < self._touching:
            return False
        if self._around[k] < self._around[k + 1] and (self._holds(k, px, py) or self._holds(k, qx, qy)):
            return False
        first: cython.double = start + (end - start) * self._enter
        last: cython.double = start + (end - start) * self._leave
        return min(first, last) < top - self._hair

    @cython.cfunc
    def _through(
        self, k: cython.int, px: cython.double, py: cython.double, qx: cython.double, qy: cython.double
    ) -> cython.bint:
        """From which share of a line to which it runs inside an outline, if it does."""
        dx: cython.double = qx - px
        dy: cython.double = qy - py
        enter: cython.double = 0.0
        leave: cython.double = 1.0
        end: cython.int = self._first[k + 1]
        ax: cython.double = self._x[end - 1]
        ay: cython.double = self._y[end - 1]
        j: cython.int
        for j in range(self._first[k], end):
            bx: cython.double = self._x[j]
            by: cython.double = self._y[j]
            ex: cython.double = bx - ax
            ey: cython.double = by - ay
            inside: cython.double = ex * (py - ay) - ey * (px - ax)
            turning: cython.double = ex * dy - ey * dx
            if -self._hair < turning < self._hair:
                if inside < 0.0:
                    return False
            elif turning > 0.0:
                enter = max(enter, -inside / turning)
            else:
                leave = min(leave, -inside / turning)
            if enter > leave:
                return False
            ax = bx
            ay = by
        self._enter = enter
        self._leave = leave
        return True

    @cython.cfunc
    def _across(
        self, k: cython.int, px: cython.double, py: cython.double, qx: cython.double, qy: cython.double
    ) -> cython.bint:
        """From which share of a line to which it runs over a disc, if it does."""
        dx: cython.double = qx - px
        dy: cython.double = qy - py
        fx: cython.double = px - self._cx[k]
        fy: cython.double = py - self._cy[k]
        a: cython.double = dx * dx + dy * dy
        if a < self._hair:
            return False
        b: cython.double = fx * dx + fy * dy
        root: cython.double = b * b - a * (fx * fx + fy * fy - self._radius[k] * self._radius[k])
        if root <= 0.0:
            return False
        half: cython.double = sqrt(root)
        enter: cython.double = max(0.0, (-b - half) / a)
        leave: cython.double = min(1.0, (half - b) / a)
        self._enter = enter
        self._leave = leave
        return enter < leave

    @cython.cfunc
    def _holds(self, k: cython.int, x: cython.double, y: cython.double) -> cython.bint:
        """Whether a point lies in the outline a thing is a part of."""
        inside: cython.bint = False
        end: cython.int = self._around[k + 1]
        x0: cython.double = self._ax[end - 1]
        y0: cython.double = self._ay[end - 1]
        j: cython.int
        for j in range(self._around[k], end):
            x1: cython.double = self._ax[j]
            y1: cython.double = self._ay[j]
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                inside = not inside
            x0 = x1
            y0 = y1
        return inside
