# cython: language_level=3, cdivision=True, infer_types=True
"""Who sees whom over the tops of things: straight lines between round bases at different heights.

Lines run from the middle and from points spread evenly over the rim of one base to those of the other, from top to
top. A line is stopped by a piece or a disc that it crosses where it is not above it. From above downwards a line is
lowest where it leaves a thing, so only that place matters.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted
from sightline.core.kernel.shapes import cut

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

End = tuple[float, float, float, float, Sequence[int]]
"""A base: its middle, its radius, how high its top is, and the pieces that stop no line to or from it."""
Body = tuple[float, float, float, float]
"""A disc in the way: its middle, its radius, and how high its top is."""


@cython.final
@cython.cclass
class Skyline:
    """Pieces with tops, compiled once. A disc whose middle is exactly that of an end is that end itself."""

    _pieces: tuple[tuple[tuple[float, float], ...], ...]
    _tops: tuple[float, ...]
    _keep: list[Any]
    _n_pieces: cython.int
    _n_parts: cython.int
    _rays: cython.int
    _first: cython.p_int
    _count: cython.p_int
    _piece: cython.p_int
    _top: cython.p_double
    _left: cython.p_double
    _right: cython.p_double
    _down: cython.p_double
    _up: cython.p_double
    _vx: cython.p_double
    _vy: cython.p_double
    _cos: cython.p_double
    _sin: cython.p_double
    _open: cython.p_int
    _n_walls: cython.int
    _wall: cython.p_int
    _low: cython.p_double  # the share of a line's length beyond which it is no longer above a wall
    _room: cython.int
    _n_discs: cython.int
    _n_bodies: cython.int
    _dx: cython.p_double
    _dy: cython.p_double
    _dr: cython.p_double
    _dz: cython.p_double
    _body: cython.p_int
    _deep: cython.p_double  # the same for a disc
    _px: cython.p_double
    _py: cython.p_double
    _qx: cython.p_double
    _qy: cython.p_double
    _leave: cython.double
    _enter: cython.double

    def __init__(self, pieces: Iterable[Sequence[tuple[float, float]]], tops: Iterable[float], rim: int = 32) -> None:
        self._pieces = tuple(tuple((float(x), float(y)) for x, y in piece) for piece in pieces)
        self._tops = tuple(float(top) for top in tops)
        if len(self._tops) != len(self._pieces):
            raise ValueError(f"{len(self._pieces)} pieces have {len(self._tops)} tops")
        if not 0 <= rim <= 4096:
            raise ValueError(f"{rim} points on a rim: expected 0 to 4096")
        self._keep = []
        parts: list[tuple[int, tuple[tuple[float, float], ...]]] = []
        for i, piece in enumerate(self._pieces):
            try:
                parts.extend([(i, part) for part in cut(piece)])
            except ValueError as why:
                raise ValueError(f"piece {i}: {why}") from None
        self._store(parts)
        self._n_pieces = len(self._pieces)
        self._open = ints(self._keep, self._n_pieces + 1)
        self._rays = rim + 1
        self._cos = doubles(self._keep, self._rays)
        self._sin = doubles(self._keep, self._rays)
        self._px = doubles(self._keep, self._rays)
        self._py = doubles(self._keep, self._rays)
        self._qx = doubles(self._keep, self._rays)
        self._qy = doubles(self._keep, self._rays)
        for k in range(rim):
            self._cos[k + 1] = cos(2 * pi * k / rim)
            self._sin[k + 1] = sin(2 * pi * k / rim)
        self._make_room(16)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Skyline, (self._pieces, self._tops, self._rays - 1))

    @cython.cfunc
    def _store(self, parts: list[Any]) -> None:
        """Lay the convex parts out flat, each with its top and the box around it."""
        n: cython.int = len(parts)
        total: cython.int = 0
        for _, part in parts:
            total += len(part)
        self._n_parts = n
        self._first = ints(self._keep, n + 1)
        self._count = ints(self._keep, n + 1)
        self._piece = ints(self._keep, n + 1)
        self._top = doubles(self._keep, n + 1)
        self._left = doubles(self._keep, n + 1)
        self._right = doubles(self._keep, n + 1)
        self._down = doubles(self._keep, n + 1)
        self._up = doubles(self._keep, n + 1)
        self._wall = ints(self._keep, n + 1)
        self._low = doubles(self._keep, n + 1)
        self._vx = doubles(self._keep, total + 1)
        self._vy = doubles(self._keep, total + 1)
        total = 0
        for k, (piece, part) in enumerate(parts):
            self._first[k] = total
            self._count[k] = len(part)
            self._piece[k] = piece
            self._top[k] = self._tops[piece]
            self._left[k] = min([x for x, _ in part])
            self._right[k] = max([x for x, _ in part])
            self._down[k] = min([y for _, y in part])
            self._up[k] = max([y for _, y in part])
            for x, y in part:
                self._vx[total] = x
                self._vy[total] = y
                total += 1

    @cython.cfunc
    def _make_room(self, discs: cython.int) -> None:
        """Grow what a query needs for this many discs."""
        self._room = discs
        self._dx = doubles(self._keep, discs)
        self._dy = doubles(self._keep, discs)
        self._dr = doubles(self._keep, discs)
        self._dz = doubles(self._keep, discs)
        self._body = ints(self._keep, discs)
        self._deep = doubles(self._keep, discs)

    @cython.cfunc
    def _take(self, discs: Any) -> None:
        """Read the discs of a query."""
        n: cython.int = len(discs)
        i: cython.int
        if n > self._room:
            self._make_room(2 * n)
        self._n_discs = n
        for i in range(n):
            x, y, r, z = discs[i]
            self._dx[i] = x
            self._dy[i] = y
            self._dr[i] = r
            self._dz[i] = z

    # ------------------------------------------------------------------------------------------ answers

    def sees(self, one: End, other: End, discs: Sequence[Body] = (), margin: cython.double = 0.0) -> bool:
        """Whether any line between two bases passes above everything in its way; discs are wider by the margin."""
        self._take(discs)
        return self._between(one, other, margin)

    def matrix(
        self, ones: Iterable[End], others: Iterable[End], discs: Sequence[Body] = (), margin: cython.double = 0.0
    ) -> list[list[bool]]:
        """Who of some bases sees whom of others, one row for each of the first."""
        self._take(discs)
        columns = list(others)
        return [[self._between(one, other, margin) for other in columns] for one in ones]

    @cython.cfunc
    def _between(self, one: Any, other: Any, margin: cython.double) -> cython.bint:
        """One pair of bases; the pieces that are open to either are left out."""
        marked: list[int] = [*one[4], *other[4]]
        for piece in marked:
            if not 0 <= piece < self._n_pieces:
                raise ValueError(f"there is no piece {piece}: there are {self._n_pieces}")
        ax, ay, ar, az, _ = one
        bx, by, br, bz, _ = other
        if az == bz:
            raise ValueError(f"both tops are {az} high: a flat view (Scene) answers that exactly")
        for piece in marked:
            self._open[piece] = 1
        found = (
            self._free(ax, ay, ar, az, bx, by, br, bz, margin)
            if az > bz
            else self._free(bx, by, br, bz, ax, ay, ar, az, margin)
        )
        for piece in marked:
            self._open[piece] = 0
        return found

    @cython.cfunc
    def _free(
        self,
        ax: cython.double,
        ay: cython.double,
        ar: cython.double,
        az: cython.double,
        bx: cython.double,
        by: cython.double,
        br: cython.double,
        bz: cython.double,
        margin: cython.double,
    ) -> cython.bint:
        """Whether a line from the upper base a to the lower base b is free."""
        self._gather(ax, ay, ar, az, bx, by, br, bz, margin)
        if self._n_walls == 0 and self._n_bodies == 0:
            return True
        i: cython.int
        j: cython.int
        for i in range(self._n_walls):
            if self._closes(self._wall[i], self._low[i], ax, ay, ar, bx, by, br):
                return False
        for i in range(self._rays):
            self._px[i] = ax + ar * self._cos[i]
            self._py[i] = ay + ar * self._sin[i]
            self._qx[i] = bx + br * self._cos[i]
            self._qy[i] = by + br * self._sin[i]
        for i in range(self._rays):
            for j in range(self._rays):
                if not self._stopped(self._px[i], self._py[i], self._qx[j], self._qy[j], margin):
                    return True
        return False

    # ------------------------------------------------------------------------------------------ what may be in the way

    @cython.cfunc
    def _gather(
        self,
        ax: cython.double,
        ay: cython.double,
        ar: cython.double,
        az: cython.double,
        bx: cython.double,
        by: cython.double,
        br: cython.double,
        bz: cython.double,
        margin: cython.double,
    ) -> None:
        """The parts and discs that come near the ground between two bases and reach high enough."""
        wide: cython.double = max(ar, br) + margin
        west: cython.double = min(ax, bx) - wide
        east: cython.double = max(ax, bx) + wide
        south: cython.double = min(ay, by) - wide
        north: cython.double = max(ay, by) + wide
        ux: cython.double = bx - ax
        uy: cython.double = by - ay
        length2: cython.double = ux * ux + uy * uy
        far: cython.double = wide * sqrt(length2)
        k: cython.int
        j: cython.int
        n: cython.int = 0
        for k in range(self._n_parts):
            if self._right[k] < west or self._left[k] > east or self._up[k] < south or self._down[k] > north:
                continue
            if self._open[self._piece[k]]:
                continue
            low: cython.double = (az - self._top[k]) / (az - bz)
            if low > 1.0:
                continue
            left: cython.double = 1e300
            right: cython.double = -1e300
            for j in range(self._first[k], self._first[k] + self._count[k]):
                side: cython.double = ux * (self._vy[j] - ay) - uy * (self._vx[j] - ax)
                left = min(left, side)
                right = max(right, side)
            if left > far or right < -far:
                continue
            self._wall[n] = k
            self._low[n] = low
            n += 1
        self._n_walls = n
        n = 0
        for k in range(self._n_discs):
            x: cython.double = self._dx[k]
            y: cython.double = self._dy[k]
            if (x == ax and y == ay) or (x == bx and y == by):
                continue
            low = (az - self._dz[k]) / (az - bz)
            if low > 1.0:
                continue
            t: cython.double = 0.0 if length2 == 0.0 else ((x - ax) * ux + (y - ay) * uy) / length2
            t = 0.0 if t < 0.0 else (min(t, 1.0))
            reach: cython.double = self._dr[k] + wide
            if (x - ax - t * ux) * (x - ax - t * ux) + (y - ay - t * uy) * (y - ay - t * uy) > reach * reach:
                continue
            self._body[n] = k
            self._deep[n] = low
            n += 1
        self._n_bodies = n

    @cython.cfunc
    def _closes(
        self,
        part: cython.int,
        low: cython.double,
        ax: cython.double,
        ay: cython.double,
        ar: cython.double,
        bx: cython.double,
        by: cython.double,
        br: cython.double,
    ) -> cython.bint:
        """Whether a part stops both outer tangents of two bases well below its top: then it stops all lines."""
        far: cython.double = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        if far <= ar + br:
            return False
        # The outer tangents touch the bases where this normal, turned a little for unequal radii, leaves their middles.
        slant: cython.double = (ar - br) / far
        ux: cython.double = (bx - ax) / far
        uy: cython.double = (by - ay) / far
        sure: cython.double = low + (ar + br) / far
        across: cython.double = sqrt(1.0 - slant * slant) if slant * slant < 1.0 else 0.0
        for _ in range(2):
            nx: cython.double = slant * ux - across * uy
            ny: cython.double = slant * uy + across * ux
            if not self._crosses(part, ax + ar * nx, ay + ar * ny, bx + br * nx, by + br * ny):
                return False
            if self._leave < sure or self._enter <= 0.0 or self._leave >= 1.0:
                return False
            across = -across
        return True

    # ------------------------------------------------------------------------------------------ one line

    @cython.cfunc
    def _stopped(
        self, px: cython.double, py: cython.double, qx: cython.double, qy: cython.double, margin: cython.double
    ) -> cython.bint:
        """Whether anything gathered stops a line from p down to q; what does is asked first about the next one."""
        i: cython.int
        k: cython.int
        for i in range(self._n_walls):
            if self._crosses(self._wall[i], px, py, qx, qy) and self._leave >= self._low[i]:
                k = self._wall[i]
                self._wall[i] = self._wall[0]
                self._wall[0] = k
                low: cython.double = self._low[i]
                self._low[i] = self._low[0]
                self._low[0] = low
                return True
        dx: cython.double = qx - px
        dy: cython.double = qy - py
        length2: cython.double = dx * dx + dy * dy
        for i in range(self._n_bodies):
            k = self._body[i]
            x: cython.double = self._dx[k] - px
            y: cython.double = self._dy[k] - py
            r: cython.double = self._dr[k] + margin
            t: cython.double = (x * dx + y * dy) / length2 if length2 > 0.0 else 0.0
            apart2: cython.double = (x - t * dx) * (x - t * dx) + (y - t * dy) * (y - t * dy)
            if apart2 >= r * r:
                continue
            if length2 == 0.0:  # straight down, inside the disc all the way
                return True
            half: cython.double = sqrt((r * r - apart2) / length2)
            if min(t + half, 1.0) >= max(self._deep[i], t - half, 0.0):
                return True
        return False

    @cython.cfunc
    def _crosses(
        self, part: cython.int, px: cython.double, py: cython.double, qx: cython.double, qy: cython.double
    ) -> cython.bint:
        """Whether a line enters a convex part, and where it does and leaves it, as shares of its length."""
        enter: cython.double = 0.0
        leave: cython.double = 1.0
        end: cython.int = self._first[part] + self._count[part]
        x0: cython.double = self._vx[end - 1]
        y0: cython.double = self._vy[end - 1]
        j: cython.int
        for j in range(self._first[part], end):
            x1: cython.double = self._vx[j]
            y1: cython.double = self._vy[j]
            ux: cython.double = x1 - x0
            uy: cython.double = y1 - y0
            from_p: cython.double = ux * (py - y0) - uy * (px - x0)
            from_q: cython.double = ux * (qy - y0) - uy * (qx - x0)
            x0 = x1
            y0 = y1
            if from_p < 0.0:
                if from_q < 0.0:
                    return False
                enter = max(enter, from_p / (from_p - from_q))
            elif from_q < 0.0:
                leave = min(leave, from_p / (from_p - from_q))
        self._enter = enter
        self._leave = leave
        return leave > enter
