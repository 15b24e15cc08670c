# cython: language_level=3, cdivision=True, infer_types=True
"""Which obstacles stand between two round bases, and whether a point of one sees the other.

The frame of a query has the target at the origin and the observer on the positive x axis. An obstacle is a rounded
convex polygon: vertices and a radius (the margin; for a blocking base its radius plus the margin).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

_TOUCH: cython.double = 1e-6  # overlap up to here is contact
_WINDOW: cython.double = 1e-9  # a gap between hidden directions narrower than this (radians) is closed
_HIDDEN: cython.int = 0
_CLEAR: cython.int = 1
_PARTIAL: cython.int = 2
_OVERLAP: cython.int = 3


@cython.cfunc
def near_part(
    xs: cython.p_double,
    ys: cython.p_double,
    first: cython.int,
    count: cython.int,
    px: cython.double,
    py: cython.double,
    way: cython.p_double,
) -> cython.double:
    """The distance from a point to a convex counter-clockwise polygon or a single vertex; minus its depth if inside.

    `way` receives the unit direction from the point to the nearest point of the polygon.
    """
    best: cython.double = 1e300
    gx: cython.double = xs[first] - px
    gy: cython.double = ys[first] - py
    k: cython.int
    j: cython.int
    ax: cython.double
    ay: cython.double
    ex: cython.double
    ey: cython.double
    wx: cython.double
    wy: cython.double
    t: cython.double
    l2: cython.double
    if count == 1:
        best = gx * gx + gy * gy
    else:
        for k in range(count):
            j = k + 1 if k + 1 < count else 0
            ax = xs[first + k]
            ay = ys[first + k]
            ex = xs[first + j] - ax
            ey = ys[first + j] - ay
            wx = px - ax
            wy = py - ay
            if ex * wy - ey * wx < 0.0:  # only an edge that the point is outside of can hold the nearest point
                l2 = ex * ex + ey * ey
                t = (wx * ex + wy * ey) / l2
                t = 0.0 if t < 0.0 else (min(t, 1.0))
                wx = t * ex - wx
                wy = t * ey - wy
                l2 = wx * wx + wy * wy
                if l2 < best:
                    best = l2
                    gx = wx
                    gy = wy
    if best < 1e299:
        best = sqrt(best)
        way[0] = gx / best if best > 0.0 else 1.0
        way[1] = gy / best if best > 0.0 else 0.0
        return best
    for k in range(count):
        j = k + 1 if k + 1 < count else 0
        ex = xs[first + j] - xs[first + k]
        ey = ys[first + j] - ys[first + k]
        l2 = sqrt(ex * ex + ey * ey)
        t = (ex * (py - ys[first + k]) - ey * (px - xs[first + k])) / l2
        if t < best:
            best = t
            way[0] = -ey / l2
            way[1] = ex / l2
    return -best


@cython.cclass
class View:
    """Obstacles to sight, laid out flat, and those of the query at hand."""

    pieces: tuple[tuple[tuple[float, float], ...], ...]
    _keep: list[Any]
    _n_pieces: cython.int
    _n_parts: cython.int
    _first: cython.p_int  # per part: its vertices, its piece, its bounding circle
    _count: cython.p_int
    _piece: cython.p_int
    _bx: cython.p_double
    _by: cython.p_double
    _br: cython.p_double
    _from: cython.p_int  # per piece: its parts
    _many: cython.p_int
    _vx: cython.p_double  # per vertex
    _vy: cython.p_double
    _n_discs: cython.int  # blocking discs of this query
    _room: cython.int
    _dx: cython.p_double
    _dy: cython.p_double
    _dr: cython.p_double
    _only: cython.int  # consider one thing alone, or leave one out: a piece, or a disc counted on from the pieces
    _without: cython.int
    _n_open: cython.int
    _open: cython.p_int  # which pieces are left out of this query
    _opened: cython.p_int
    _d: cython.double  # the query: distance and radii of the bases, then the obstacles that may matter, in its frame
    _ra: cython.double
    _rb: cython.double
    _k: cython.int
    _q_first: cython.p_int
    _q_count: cython.p_int
    _q_thing: cython.p_int
    _q_mixed: cython.p_int  # 0 plainly between the bases; 1 in front of the observer for some points only; 2 for all
    _q_r: cython.p_double
    _q_ux: cython.p_double  # from the observer to the nearest point of the obstacle
    _q_uy: cython.p_double
    _qx: cython.p_double
    _qy: cython.p_double
    _lo: cython.p_double
    _hi: cython.p_double
    _way: cython.p_double

    def _set_up(self, pieces: Iterable[Sequence[tuple[float, float]]]) -> None:
        """Check the pieces, cut them into convex parts and lay these out."""
        self.pieces = tuple(tuple((float(x), float(y)) for x, y in piece) for piece in pieces)
        self._keep = []
        self._n_pieces = len(self.pieces)
        self._only = -1
        self._without = -1
        parts: list[tuple[int, tuple[tuple[float, float], ...]]] = []
        self._n_open = 0
        self._open = ints(self._keep, self._n_pieces + 1)
        self._opened = ints(self._keep, self._n_pieces + 1)
        self._from = ints(self._keep, self._n_pieces + 1)
        self._many = ints(self._keep, self._n_pieces + 1)
        for i, piece in enumerate(self.pieces):
            try:
                found = cut(piece)
            except ValueError as why:
                raise ValueError(f"piece {i}: {why}") from None
            self._from[i] = len(parts)
            parts.extend([(i, part) for part in found])
            self._many[i] = len(parts) - self._from[i]
        self._store(parts)
        self._make_room(16)
        self._way = doubles(self._keep, 2)

    @cython.cfunc
    def _store(self, parts: list[Any]) -> None:
        """Lay the convex parts out flat, each with a bounding circle."""
        n: cython.int = len(parts)
        total: cython.int = 0
        for _, part in parts:
            total += len(part)
        self._n_parts = n
        self._first = ints(self._keep, n + 1)
        self._count = ints(self._keep, n + 1)
        self._piece = ints(self._keep, n + 1)
        self._bx = doubles(self._keep, n + 1)
        self._by = doubles(self._keep, n + 1)
        self._br = doubles(self._keep, n + 1)
        self._vx = doubles(self._keep, total + 1)
        self._vy = doubles(self._keep, total + 1)
        total = 0
        for k, (piece, part) in enumerate(parts):
            self._first[k] = total
            self._count[k] = len(part)
            self._piece[k] = piece
            self._bx[k] = (min([x for x, _ in part]) + max([x for x, _ in part])) / 2.0
            self._by[k] = (min([y for _, y in part]) + max([y for _, y in part])) / 2.0
            self._br[k] = 0.0
            for x, y in part:
                self._vx[total] = x
                self._vy[total] = y
                total += 1
                self._br[k] = max(self._br[k], ((x - self._bx[k]) ** 2 + (y - self._by[k]) ** 2) ** 0.5)
        self._first[n] = total

    @cython.cfunc
    def _make_room(self, discs: cython.int) -> None:
        """Grow what a query needs for this many discs."""
        things: cython.int = self._n_parts + discs
        points: cython.int = self._first[self._n_parts] + discs
        self._room = discs
        self._dx = doubles(self._keep, discs)
        self._dy = doubles(self._keep, discs)
        self._dr = doubles(self._keep, discs)
        self._q_first = ints(self._keep, things)
        self._q_count = ints(self._keep, things)
        self._q_thing = ints(self._keep, things)
        self._q_mixed = ints(self._keep, things)
        self._q_r = doubles(self._keep, things)
        self._q_ux = doubles(self._keep, things)
        self._q_uy = doubles(self._keep, things)
        self._qx = doubles(self._keep, points)
        self._qy = doubles(self._keep, points)
        self._lo = doubles(self._keep, things)
        self._hi = doubles(self._keep, things)

    # ------------------------------------------------------------------------------------------ which obstacles matter

    @cython.cfunc
    def _take(self, discs: Any) -> None:
        """Read the blocking discs of a query; every piece is in the way again."""
        n: cython.int = len(discs)
        i: cython.int = 0
        while self._n_open:
            self._n_open -= 1
            self._open[self._opened[self._n_open]] = 0
        if n > self._room:
            self._make_room(2 * n)
        self._n_discs = n
        if n:
            for x, y, r in discs:
                self._dx[i] = x
                self._dy[i] = y
                self._dr[i] = r
                i += 1

    @cython.cfunc
    def _look_through(self, pieces: Any) -> None:
        """Leave pieces out of the query at hand."""
        i: cython.int
        for piece in pieces:
            i = piece
            if not 0 <= i < self._n_pieces:
                raise ValueError(f"there is no piece {i}: there are {self._n_pieces}")
            if not self._open[i]:
                self._open[i] = 1
                self._opened[self._n_open] = i
                self._n_open += 1

    @cython.cfunc
    def _prepare(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        tx: cython.double,
        ty: cython.double,
        trad: cython.double,
        margin: cython.double,
        spot: cython.bint,
    ) -> cython.int:
        """Gather the obstacles that may matter; often that already settles the answer."""
        dx: cython.double = ox - tx
        dy: cython.double = oy - ty
        d: cython.double = sqrt(dx * dx + dy * dy)
        if not (d < 1e9 and orad >= 0.0 and trad >= 0.0 and orad < 1e9 and trad < 1e9):
            raise ValueError("positions must be finite, radii finite and not negative")
        if d < 1e-9 and not spot:
            return _CLEAR  # a model always sees itself (DG-LOS-11)
        if d < orad + trad - _TOUCH or d < 1e-9:
            return _OVERLAP
        ex: cython.double = dx / d
        ey: cython.double = dy / d
        s: cython.double = (trad - orad) / d  # the outer tangents: s * x + c * y = trad and s * x - c * y = trad
        c: cython.double = sqrt(1.0 - s * s) if s * s < 1.0 else 0.0
        total: cython.int = 0
        bx: cython.p_double = self._bx
        by: cython.p_double = self._by
        br: cython.p_double = self._br
        self._d = d
        self._ra = orad
        self._rb = trad
        self._k = 0
        far: cython.double = d + orad + margin
        back: cython.double = -trad - margin
        side: cython.double = trad + margin
        for i in range(self._n_parts):
            wx = bx[i] - tx
            wy = by[i] - ty
            reach = br[i]
            x = wx * ex + wy * ey
            if x > far + reach or x < back - reach:
                continue
            y = wy * ex - wx * ey
            if s * x + c * (y if y > 0.0 else -y) > side + reach:
                continue
            if (self._only >= 0 and self._piece[i] != self._only) or self._piece[i] == self._without:
                continue
            if self._open[self._piece[i]]:
                continue
            for j in range(self._count[i]):
                wx = self._vx[self._first[i] + j] - tx
                wy = self._vy[self._first[i] + j] - ty
                self._qx[total + j] = wx * ex + wy * ey
                self._qy[total + j] = wy * ex - wx * ey
            done = self._consider(total, self._count[i], 0.0, self._piece[i], s, c, margin, spot, ox, oy, tx, ty)
            if done >= 0:
                return done
            if done == -2:
                total += self._count[i]
        for i in range(self._n_discs):
            wx = self._dx[i] - tx
            wy = self._dy[i] - ty
            x = wx * ex + wy * ey
            y = wy * ex - wx * ey
            if s * x + c * (y if y > 0.0 else -y) > side + self._dr[i]:
                continue
            j = self._n_pieces + i
            if (self._only >= 0 and j != self._only) or j == self._without:
                continue
            if (wx == 0.0 and wy == 0.0) or (wx == dx and wy == dy):
                continue
            self._qx[total] = x
            self._qy[total] = y
            done = self._consider(total, 1, self._dr[i], j, s, c, margin, spot, ox, oy, tx, ty)
            if done >= 0:
                return done
            if done == -2:
                total += 1
        return _PARTIAL if self._k > 0 else _CLEAR

    @cython.cfunc
    def _consider(
        self,
        first: cython.int,
        count: cython.int,
        r: cython.double,
        thing: cython.int,
        s: cython.double,
        c: cython.double,
        margin: cython.double,
        spot: cython.bint,
        ox: cython.double,
        oy: cython.double,
        tx: cython.double,
        ty: cython.double,
    ) -> cython.int:
        """Judge one obstacle in the frame: -1 it does not matter, -2 it is kept, else the answer to the whole query."""
        qx: cython.p_double = self._qx
        qy: cython.p_double = self._qy
        d: cython.double = self._d
        ra: cython.double = self._ra
        rb: cython.double = self._rb
        x: cython.double = qx[first]
        y: cython.double = qy[first]
        left: cython.double = x
        right: cython.double = x
        low_up: cython.double = s * x + c * y  # least and greatest reach towards the upper and the lower tangent
        top_up: cython.double = low_up
        low_down: cython.double = s * x - c * y
        top_down: cython.double = low_down
        for j in range(first + 1, first + count):
            x = qx[j]
            y = qy[j]
            if x < left:
                left = x
            elif x > right:
                right = x
            t = s * x + c * y
            if t < low_up:
                low_up = t
            elif t > top_up:
                top_up = t
            t = s * x - c * y
            if t < low_down:
                low_down = t
            elif t > top_down:
                top_down = t
        m: cython.double = r + margin
        if low_up - m >= rb or low_down - m >= rb:
            return -1
        mixed: cython.int = 0
        ux: cython.double = -1.0
        uy: cython.double = 0.0
        if left < rb + m or right > d - ra - m:
            # Not plainly between the bases: look at the nearest points. The tangent to the observer's rim at the
            # nearest point parts the two, so points of the target on the observer's side of it see the observer first.
            t = near_part(qx, qy, first, count, 0.0, 0.0, self._way) - r
            if spot:
                if t < margin - 1e-9:
                    return _HIDDEN
            elif t < rb - _TOUCH:
                return _OVERLAP
            elif t - rb < margin:
                margin = t - rb
            if d * self._way[0] + ra <= rb:
                return -1
            t = near_part(qx, qy, first, count, d, 0.0, self._way) - r - ra
            if t < -_TOUCH:
                return _OVERLAP
            margin = min(margin, t)
            ux = self._way[0]
            uy = self._way[1]
            if rb - d * ux <= ra:
                return -1
            mixed = 1 if -d * ux - rb < ra else 2
        if thing < self._n_pieces and self._many[thing] > 1:
            margin = self._piece_margin(thing, margin, ox, oy, ra)
            if not spot:
                margin = self._piece_margin(thing, margin, tx, ty, rb)
        if r + margin < m:
            m = r + margin if margin > 0.0 else r
            if low_up - m >= rb - 1e-12 or low_down - m >= rb - 1e-12:
                return -1
        if mixed != 1 and top_up + m >= rb and top_down + m >= rb:
            return _HIDDEN
        j = self._k
        self._q_first[j] = first
        self._q_count[j] = count
        self._q_thing[j] = thing
        self._q_r[j] = m
        self._q_mixed[j] = mixed
        self._q_ux[j] = ux
        self._q_uy[j] = uy
        self._k = j + 1
        return -2

    @cython.cfunc
    def _piece_margin(
        self, piece: cython.int, margin: cython.double, x: cython.double, y: cython.double, r: cython.double
    ) -> cython.double:
        """The margin left to a piece of several parts: the nearest part caps them all."""
        for i in range(self._from[piece], self._from[piece] + self._many[piece]):
            t = r + margin + self._br[i]
            if (self._bx[i] - x) * (self._bx[i] - x) + (self._by[i] - y) * (self._by[i] - y) < t * t:
                t = near_part(self._vx, self._vy, self._first[i], self._count[i], x, y, self._way) - r
                margin = min(margin, t)
        return margin

    # ------------------------------------------------------------------------------------------ is this point seen

    @cython.cfunc
    def _lit(self, px: cython.double, py: cython.double) -> cython.bint:
        """Whether a point of the target sees some of the observer: the hidden slopes fail to cover the observer's."""
        qx: cython.p_double = self._qx
        qy: cython.p_double = self._qy
        wx: cython.double = self._d - px
        wy: cython.double = -py
        r: cython.double = self._ra
        h: cython.double = wx * wx + wy * wy - r * r
        h = sqrt(h) if h > 0.0 else 0.0
        t: cython.double = wx * h + wy * r
        alo: cython.double = (wy * h - wx * r) / t if t > 0.0 else -1e18
        t = wx * h - wy * r
        ahi: cython.double = (wy * h + wx * r) / t if t > 0.0 else 1e18
        n: cython.int = 0
        for i in range(self._k):
            if self._q_mixed[i] == 1 and (px - self._d) * self._q_ux[i] + py * self._q_uy[i] <= self._ra:
                continue
            r = self._q_r[i]
            first = self._q_first[i]
            lx = ly = ux = uy = 0.0
            for j in range(first, first + self._q_count[i]):
                wx = qx[j] - px
                wy = qy[j] - py
                h = wx * wx + wy * wy - r * r
                h = sqrt(h) if h > 0.0 else 0.0
                nx = wx * h - wy * r  # the upper tangent of this vertex, turned left from its direction
                ny = wy * h + wx * r
                if j == first or ux * ny - uy * nx > 0.0:
                    ux = nx
                    uy = ny
                nx = wx * h + wy * r
                ny = wy * h - wx * r
                if j == first or lx * ny - ly * nx < 0.0:
                    lx = nx
                    ly = ny
            if ux <= 0.0 and lx <= 0.0:
                continue
            lo = ly / lx if lx > 0.0 else -1e18
            hi = uy / ux if ux > 0.0 else 1e18
            if hi > alo and lo < ahi:
                self._lo[n] = lo
                self._hi[n] = hi
                n += 1
        if n == 0:
            return True
        if ahi - alo < 10.0 * _WINDOW * (1.0 + alo * alo):  # the observer is a point
            h = (alo + ahi) / 2.0
            t = 1e-12 * (1.0 + h * h)
            for i in range(n):
                if self._lo[i] < h - t and self._hi[i] > h + t:
                    return False
            return True
        moved: cython.bint = True
        while moved:
            moved = False
            for i in range(n):
                if self._hi[i] > alo and self._lo[i] <= alo + _WINDOW * (1.0 + alo * alo):
                    alo = self._hi[i]
                    moved = True
            if alo >= ahi - _WINDOW * (1.0 + ahi * ahi):
                return False
        return True
