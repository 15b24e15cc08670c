# cython: language_level=3, cdivision=True, infer_types=True
"""What a round base sees of another: the exact visible share of its area.

A point of the target counts when some straight segment from it to the observer keeps the margin from every obstacle. An
obstacle is a rounded convex polygon: vertices and a radius (the margin; for a blocking base its radius plus the margin).

How it works, in a frame with the target at the origin and the observer on the positive x axis:

1. Cull: an obstacle counts only if it enters the hull of the two bases, neither behind one nor beside both. Nothing left:
   all is seen. One that crosses both outer tangents between the bases hides everything.
2. From a point each obstacle hides one interval of directions; the point is seen exactly when the intervals in front of the
   observer fail to cover the observer's own interval.
3. The seen part of the target can be bounded only by tangents: outer ones of (observer, obstacle) and inner ones of
   (obstacle, obstacle). They cut the target into faces that are wholly seen or wholly hidden; Green's theorem adds them up.

The margin of an obstacle is capped at its distance to either base. That is the rule (who hugs a wall may look along it),
and it is also what keeps the seen part bounded by tangents alone.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.core.kernel.overlap import facing_edges, sampled_share
from sightline.core.kernel.shapes import convex_parts, validate

if TYPE_CHECKING:
    from sightline.core.kernel import _cython as cython
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import acos, atan2, cos, fabs, floor, sin, sqrt
else:
    from math import acos, atan2, cos, fabs, floor, sin, sqrt

COMPILED: bool = bool(cython.compiled)

MARGIN = 0.5 / 25.4
"""Half the width of a 1 mm line, in inches."""

_MARGIN: cython.double = 0.5 / 25.4
_TOUCH: cython.double = 1e-6  # overlap up to here is contact
_WINDOW: cython.double = 1e-9  # a gap between hidden directions narrower than this (radians) is closed
_SAME: cython.double = 1e-10  # boundary lines closer than this are one
_PI: cython.double = 3.141592653589793
_HIDDEN: cython.int = 0
_CLEAR: cython.int = 1
_PARTIAL: cython.int = 2
_OVERLAP: cython.int = 3
_FACES: cython.int = 1400  # more than 50 lines can make: beyond 50 lines faces are tested afresh

Disc = tuple[float, float, float]


class Blocker(NamedTuple):
    """A thing that hides part of a target: a piece (disc = -1) with the edges at fault, or a disc (piece = -1)."""

    piece: int
    disc: int
    edges: tuple[int, ...]


@cython.cfunc
def _doubles(keep: list[Any], size: cython.int) -> cython.p_double:
    """Room for `size` numbers; compiled, a raw pointer into a byte array that `keep` holds alive."""
    if cython.compiled:
        block: bytearray = bytearray(size * cython.sizeof(cython.double))
        keep.append(block)
        return cython.cast(cython.p_double, cython.cast(cython.p_char, block))
    else:
        return [0.0] * size


@cython.cfunc
def _ints(keep: list[Any], size: cython.int) -> cython.p_int:
    """Room for `size` integers."""
    if cython.compiled:
        block: bytearray = bytearray(size * cython.sizeof(cython.int))
        keep.append(block)
        return cython.cast(cython.p_int, cython.cast(cython.p_char, block))
    else:
        return [0] * size


@cython.cfunc
def _near(
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
            if ex * wy - ey * wx < 0.0:  # the point lies outside this edge: only such an edge can hold the nearest point
                l2 = ex * ex + ey * ey
                t = (wx * ex + wy * ey) / l2
                t = 0.0 if t < 0.0 else (1.0 if t > 1.0 else t)
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


@cython.cfunc
def _sort(values: cython.p_double, n: cython.int):  # type: ignore[no-untyped-def]
    """Sort the first n values upwards; n is small."""
    i: cython.int
    j: cython.int
    t: cython.double
    for i in range(1, n):
        t = values[i]
        j = i
        while j > 0 and values[j - 1] > t:
            values[j] = values[j - 1]
            j -= 1
        values[j] = t


@cython.final
@cython.cclass
class Scene:
    """Obstacles to sight, compiled once. Each piece is a simple polygon; answers speak of its index and its edges.

    A blocking disc whose centre is exactly that of the observer or of the target is that base itself and blocks nothing.
    Bases that overlap each other or a piece by more than 1e-6 in cannot stand on a table; their shares are only sampled.
    """

    pieces: tuple[tuple[tuple[float, float], ...], ...]
    _edges: list[list[int]]
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
    _n_lines: cython.int  # boundary lines nx * x + ny * y = c
    _line_room: cython.int
    _lx: cython.p_double
    _ly: cython.p_double
    _lc: cython.p_double
    _nx: cython.double
    _ny: cython.double
    _nc: cython.double
    _cuts: cython.p_double
    _n_faces: cython.int  # faces already tested, known by the sides of the lines they lie on
    _face: cython.p_double
    _seen: cython.p_int

    def __init__(self, pieces: Iterable[Sequence[tuple[float, float]]] = ()) -> None:
        self.pieces = tuple(tuple((float(x), float(y)) for x, y in piece) for piece in pieces)
        self._keep = []
        self._edges = []
        self._n_pieces = len(self.pieces)
        self._only = -1
        self._without = -1
        parts: list[tuple[int, list[tuple[float, float]]]] = []
        self._from = _ints(self._keep, self._n_pieces + 1)
        self._many = _ints(self._keep, self._n_pieces + 1)
        for i, piece in enumerate(self.pieces):
            why = validate(piece)
            if why is not None:
                raise ValueError(f"piece {i}: {why}")
            self._from[i] = len(parts)
            for part, edges in convex_parts(piece):
                parts.append((i, part))
                self._edges.append(edges)
            self._many[i] = len(parts) - self._from[i]
        self._store(parts)
        self._make_room(16)
        self._line_room = 0
        if not cython.compiled:
            self._lx = self._ly = self._lc = []
        self._more_lines()
        self._way = _doubles(self._keep, 2)
        self._face = _doubles(self._keep, _FACES)
        self._seen = _ints(self._keep, _FACES)

    @cython.cfunc
    def _store(self, parts: list):  # type: ignore[no-untyped-def, type-arg]
        """Lay the convex parts out flat, each with a bounding circle."""
        n: cython.int = len(parts)
        total: cython.int = 0
        k: cython.int
        for _, part in parts:
            total += len(part)
        self._n_parts = n
        self._first = _ints(self._keep, n + 1)
        self._count = _ints(self._keep, n + 1)
        self._piece = _ints(self._keep, n + 1)
        self._bx = _doubles(self._keep, n + 1)
        self._by = _doubles(self._keep, n + 1)
        self._br = _doubles(self._keep, n + 1)
        self._vx = _doubles(self._keep, total + 1)
        self._vy = _doubles(self._keep, total + 1)
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
    def _make_room(self, discs: cython.int):  # type: ignore[no-untyped-def]
        """Grow what a query needs for this many discs."""
        things: cython.int = self._n_parts + discs
        points: cython.int = self._first[self._n_parts] + discs
        self._room = discs
        self._dx = _doubles(self._keep, discs)
        self._dy = _doubles(self._keep, discs)
        self._dr = _doubles(self._keep, discs)
        self._q_first = _ints(self._keep, things)
        self._q_count = _ints(self._keep, things)
        self._q_thing = _ints(self._keep, things)
        self._q_mixed = _ints(self._keep, things)
        self._q_r = _doubles(self._keep, things)
        self._q_ux = _doubles(self._keep, things)
        self._q_uy = _doubles(self._keep, things)
        self._qx = _doubles(self._keep, points)
        self._qy = _doubles(self._keep, points)
        self._lo = _doubles(self._keep, things)
        self._hi = _doubles(self._keep, things)

    @cython.cfunc
    def _more_lines(self):  # type: ignore[no-untyped-def]
        """Double the room for boundary lines, keeping those found."""
        i: cython.int
        n: cython.int = self._line_room
        lx: cython.p_double = self._lx
        ly: cython.p_double = self._ly
        lc: cython.p_double = self._lc
        self._line_room = 2 * n if n > 0 else 32
        self._lx = _doubles(self._keep, self._line_room)
        self._ly = _doubles(self._keep, self._line_room)
        self._lc = _doubles(self._keep, self._line_room)
        self._cuts = _doubles(self._keep, 2 * self._line_room + 2)
        for i in range(n):
            self._lx[i] = lx[i]
            self._ly[i] = ly[i]
            self._lc[i] = lc[i]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Scene, (self.pieces,))

    # ------------------------------------------------------------------------------------------ which obstacles matter

    @cython.cfunc
    def _take(self, discs: Any):  # type: ignore[no-untyped-def]
        """Read the blocking discs of a query."""
        n: cython.int = len(discs)
        i: cython.int = 0
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
        x: cython.double
        y: cython.double
        wx: cython.double
        wy: cython.double
        reach: cython.double
        i: cython.int
        j: cython.int
        done: cython.int
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
            if self._only >= 0 and self._piece[i] != self._only or self._piece[i] == self._without:
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
            if self._only >= 0 and j != self._only or j == self._without:
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
        t: cython.double
        j: cython.int
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
            # Not plainly between the bases: look at the nearest points. The line through the observer's rim at its nearest
            # point parts the two, so points of the target on the far side of it see the observer first.
            t = _near(qx, qy, first, count, 0.0, 0.0, self._way) - r
            if spot:
                if t < margin - 1e-9:
                    return _HIDDEN
            elif t < rb - _TOUCH:
                return _OVERLAP
            elif t - rb < margin:
                margin = t - rb
            if d * self._way[0] + ra <= rb:
                return -1
            t = _near(qx, qy, first, count, d, 0.0, self._way) - r - ra
            if t < -_TOUCH:
                return _OVERLAP
            if t < margin:
                margin = t
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
        i: cython.int
        t: cython.double
        for i in range(self._from[piece], self._from[piece] + self._many[piece]):
            t = r + margin + self._br[i]
            if (self._bx[i] - x) * (self._bx[i] - x) + (self._by[i] - y) * (self._by[i] - y) < t * t:
                t = _near(self._vx, self._vy, self._first[i], self._count[i], x, y, self._way) - r
                if t < margin:
                    margin = t
        return margin

    # ------------------------------------------------------------------------------------------ is this point seen

    @cython.cfunc
    def _lit(self, px: cython.double, py: cython.double) -> cython.bint:
        """Whether a point of the target sees some of the observer: do the hidden slopes fail to cover the observer's?"""
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
        i: cython.int
        j: cython.int
        first: cython.int
        lx: cython.double
        ly: cython.double
        ux: cython.double
        uy: cython.double
        nx: cython.double
        ny: cython.double
        lo: cython.double
        hi: cython.double
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

    # ------------------------------------------------------------------------------------------ boundary lines

    @cython.cfunc
    def _add_line(self, nx: cython.double, ny: cython.double, c: cython.double):  # type: ignore[no-untyped-def]
        """Keep a line that crosses the target, once."""
        i: cython.int
        if c >= self._rb * (1.0 - 1e-9) or c <= -self._rb * (1.0 - 1e-9):
            return
        for i in range(self._n_lines):
            if fabs(nx * self._ly[i] - ny * self._lx[i]) < _SAME:
                if fabs(c - self._lc[i] if nx * self._lx[i] + ny * self._ly[i] > 0.0 else c + self._lc[i]) < _SAME:
                    return
        if self._n_lines == self._line_room:
            self._more_lines()
        i = self._n_lines
        self._lx[i] = nx
        self._ly[i] = ny
        self._lc[i] = c
        self._n_lines = i + 1

    @cython.cfunc
    def _outer_at(self, j: cython.int, r: cython.double, up: cython.double):  # type: ignore[no-untyped-def]
        """The tangent with the observer and the circle of radius r round vertex j on one side, left in _n."""
        wx = self._qx[j] - self._d
        wy = self._qy[j]
        l2 = wx * wx + wy * wy
        t = self._ra - r
        h = up * sqrt(l2 - t * t) / l2 if l2 > t * t else 0.0
        t /= l2
        self._nx = t * wx + h * wy
        self._ny = t * wy - h * wx
        self._nc = self._nx * self._d + self._ra

    @cython.cfunc
    def _outer(self, i: cython.int, up: cython.double):  # type: ignore[no-untyped-def]
        """The tangent with observer and obstacle i both on one side, by wrapping the obstacle's vertices."""
        r: cython.double = self._q_r[i]
        first: cython.int = self._q_first[i]
        last: cython.int = first + self._q_count[i]
        j: cython.int
        k: cython.int
        best: cython.int = first
        worst: cython.double
        least: cython.double = 1e300
        self._outer_at(first, r, up)
        for j in range(first + 1, last):
            if self._nx * self._qx[j] + self._ny * self._qy[j] + r > self._nc:
                self._outer_at(j, r, up)
        if self._q_mixed[i]:
            # An obstacle that touches the observer spans half a turn round it, and wrapping may end at the wrong side.
            # Then take the vertex whose tangent leaves the others least outside.
            for j in range(first, last):
                if self._nx * self._qx[j] + self._ny * self._qy[j] + r > self._nc + 1e-9:
                    least = 0.0
            if least == 0.0:
                least = 1e300
                for j in range(first, last):
                    self._outer_at(j, r, up)
                    worst = -1e300
                    for k in range(first, last):
                        worst = max(worst, self._nx * self._qx[k] + self._ny * self._qy[k] + r - self._nc)
                    if worst < least:
                        least = worst
                        best = j
                self._outer_at(best, r, up)
        self._add_line(self._nx, self._ny, self._nc)

    @cython.cfunc
    def _inner(self, i: cython.int, j: cython.int, up: cython.double):  # type: ignore[no-untyped-def]
        """The tangent that parts obstacle i from obstacle j, by wrapping both in turn; none if they overlap."""
        qx: cython.p_double = self._qx
        qy: cython.p_double = self._qy
        ri: cython.double = self._q_r[i]
        rj: cython.double = self._q_r[j]
        v: cython.int = self._q_first[i]
        w: cython.int = self._q_first[j]
        nx: cython.double = 0.0
        ny: cython.double = 0.0
        c: cython.double = 0.0
        x: cython.double
        y: cython.double
        h: cython.double
        t: cython.double = ri + rj
        k: cython.int
        rounds: cython.int = self._q_count[i] + self._q_count[j] + 2
        stale: cython.bint = True  # the line must be drawn anew for the vertices v and w
        moved: cython.bint = True
        while moved:
            moved = False
            rounds -= 1
            if rounds < 0:
                return
            for k in range(self._q_first[i], self._q_first[i] + self._q_count[i] + self._q_count[j]):
                if stale:
                    x = qx[w] - qx[v]
                    y = qy[w] - qy[v]
                    h = x * x + y * y
                    if h <= t * t or h == 0.0:
                        return
                    nx = (t * x + up * sqrt(h - t * t) * y) / h
                    ny = (t * y - up * sqrt(h - t * t) * x) / h
                    c = nx * qx[v] + ny * qy[v] + ri
                    stale = False
                if k < self._q_first[i] + self._q_count[i]:
                    if nx * qx[k] + ny * qy[k] + ri > c + 1e-12:
                        v = k
                        stale = moved = True
                else:
                    x = qx[k - self._q_first[i] - self._q_count[i] + self._q_first[j]]
                    y = qy[k - self._q_first[i] - self._q_count[i] + self._q_first[j]]
                    if nx * x + ny * y - rj < c - 1e-12:
                        w = k - self._q_first[i] - self._q_count[i] + self._q_first[j]
                        stale = moved = True
        if fabs(nx * self._d - c) < self._ra:
            self._add_line(nx, ny, c)

    @cython.cfunc
    def _lines(self):  # type: ignore[no-untyped-def]
        """All lines that can bound the seen part of the target."""
        i: cython.int
        j: cython.int
        self._n_lines = 0
        self._n_faces = 0
        for i in range(self._k):
            self._outer(i, 1.0)
            self._outer(i, -1.0)
        for i in range(self._k):
            for j in range(i):
                self._inner(i, j, 1.0)
                self._inner(i, j, -1.0)

    # ------------------------------------------------------------------------------------------ faces and area

    @cython.cfunc
    def _face_lit(
        self,
        x: cython.double,
        y: cython.double,
        dx: cython.double,
        dy: cython.double,
        room: cython.double,
        own: cython.int,
        side: cython.bint,
    ) -> cython.bint:
        """Whether the face that begins at (x, y) in direction (dx, dy) is seen; (x, y) may lie on the line `own`.

        The point tested is half-way to the next line, `room` being the way to the rim, so that even the thinnest face is
        tested inside; and each face is tested once, so that its sides agree.
        """
        i: cython.int
        sides: cython.double = 0.0
        bit: cython.double = 1.0
        off: cython.double
        t: cython.double
        for i in range(self._n_lines):
            if i == own:
                if side:
                    sides += bit
            else:
                off = self._lx[i] * x + self._ly[i] * y - self._lc[i]
                if off > 0.0:
                    sides += bit
                t = self._lx[i] * dx + self._ly[i] * dy
                if off * t < 0.0:
                    t = -off / t
                    if t < room:
                        room = t
            bit *= 2.0
        x += 0.5 * room * dx
        y += 0.5 * room * dy
        if self._n_lines > 50:
            return self._lit(x, y)
        for i in range(self._n_faces):
            if self._face[i] == sides:
                return self._seen[i] != 0
        i = self._n_faces
        self._face[i] = sides
        self._seen[i] = 1 if self._lit(x, y) else 0
        self._n_faces = i + 1
        return self._seen[i] != 0

    @cython.cfunc
    def _rim(self, enough: cython.bint) -> cython.double:
        """The seen rim, as twice its share of Green's integral over r squared; -1 at once if `enough` and a good arc is seen."""
        cuts: cython.p_double = self._cuts
        n: cython.int = 2 * self._n_lines
        i: cython.int
        j: cython.int
        r: cython.double = self._rb
        h: cython.double
        t: cython.double
        x: cython.double
        y: cython.double
        total: cython.double = 0.0
        for i in range(self._n_lines):
            h = sqrt(r * r - self._lc[i] * self._lc[i])
            x = self._lx[i] * self._lc[i]
            y = self._ly[i] * self._lc[i]
            cuts[2 * i] = atan2(y + self._lx[i] * h, x - self._ly[i] * h)
            cuts[2 * i + 1] = atan2(y - self._lx[i] * h, x + self._ly[i] * h)
        _sort(cuts, n)
        cuts[n] = cuts[0] + 2.0 * _PI
        for i in range(n):
            h = cuts[i + 1] - cuts[i]
            if h <= 1e-12:
                continue
            t = cuts[i] + 0.5 * h
            x = cos(t)
            y = sin(t)
            if self._face_lit(r * x, r * y, -x, -y, r, -1, False):
                if enough and h > 0.02:
                    return -1.0
                total += h
        return total

    @cython.cfunc
    def _area(self) -> cython.double:
        """The share of the target that is seen, given the boundary lines."""
        n: cython.int = self._n_lines
        r: cython.double = self._rb
        c: cython.double
        z: cython.double
        near: cython.bint
        away: cython.bint
        if n == 0:
            return 1.0 if self._lit(0.0, 0.0) else 0.0
        if n == 1:
            c = self._lc[0]
            z = 0.5 * (c + r)
            away = self._lit(self._lx[0] * z, self._ly[0] * z)
            z = 0.5 * (c - r)
            near = self._lit(self._lx[0] * z, self._ly[0] * z)
            if away == near:
                return 1.0 if away else 0.0
            z = c / r
            z = (acos(z) - z * sqrt(1.0 - z * z)) / _PI
            return z if away else 1.0 - z
        cuts: cython.p_double = self._cuts
        total: cython.double = self._rim(False) * r * r
        nx: cython.double
        ny: cython.double
        h: cython.double
        t: cython.double
        a: cython.double
        b: cython.double
        x: cython.double
        y: cython.double
        i: cython.int
        j: cython.int
        k: cython.int
        for i in range(n):
            nx = self._lx[i]
            ny = self._ly[i]
            c = self._lc[i]
            h = sqrt(r * r - c * c)
            cuts[0] = -h
            cuts[1] = h
            k = 2
            for j in range(n):
                t = ny * self._lx[j] - nx * self._ly[j]  # the chord runs along (-ny, nx)
                if j == i or fabs(t) < 1e-14:
                    continue
                t = (c * (nx * self._lx[j] + ny * self._ly[j]) - self._lc[j]) / t
                if -h < t < h:
                    cuts[k] = t
                    k += 1
            _sort(cuts, k)
            for j in range(k - 1):
                a = cuts[j]
                b = cuts[j + 1]
                if b - a <= 1e-12:
                    continue
                t = 0.5 * (a + b)
                x = nx * c - ny * t
                y = ny * c + nx * t
                z = sqrt(r * r - t * t)
                away = self._face_lit(x, y, nx, ny, z - c, i, True)
                near = self._face_lit(x, y, -nx, -ny, z + c, i, False)
                if near and not away:  # walking along (-ny, nx) the near side is on the left
                    total += c * (b - a)
                elif away and not near:
                    total -= c * (b - a)
        return total / (2.0 * _PI * r * r)

    # ------------------------------------------------------------------------------------------ answers

    @cython.cfunc
    def _share(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        tx: cython.double,
        ty: cython.double,
        trad: cython.double,
        margin: cython.double,
    ) -> cython.double:
        """The visible share, rounded to 1e-9."""
        state: cython.int = self._prepare(ox, oy, orad, tx, ty, trad, margin, False)
        if state == _HIDDEN:
            return 0.0
        if state == _CLEAR:
            return 1.0
        if state == _OVERLAP:
            return self._sampled(ox, oy, orad, tx, ty, trad, margin)
        if trad == 0.0:
            return 1.0 if self._lit(0.0, 0.0) else 0.0
        self._lines()
        area: cython.double = floor(self._area() * 1e9 + 0.5) / 1e9
        return 0.0 if area < 0.0 else (1.0 if area > 1.0 else area)

    def _sampled(
        self, ox: float, oy: float, orad: float, tx: float, ty: float, trad: float, margin: float
    ) -> float:
        """The share where bases overlap each other or a piece: no legal position, so an estimate will do."""
        parts = []
        for k in range(self._n_parts):
            piece = self._piece[k]
            if (self._only < 0 or piece == self._only) and piece != self._without:
                points = [(self._vx[j], self._vy[j]) for j in range(self._first[k], self._first[k] + self._count[k])]
                parts.append((points, 0.0))
        for k in range(self._n_discs):
            thing = self._n_pieces + k
            at = (self._dx[k], self._dy[k])
            if (self._only < 0 or thing == self._only) and thing != self._without and at not in ((ox, oy), (tx, ty)):
                parts.append(([at], self._dr[k]))
        return sampled_share((ox, oy, orad), (tx, ty, trad), parts, margin)

    @cython.cfunc
    def _sees(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        tx: cython.double,
        ty: cython.double,
        trad: cython.double,
        margin: cython.double,
    ) -> cython.bint:
        """Whether the share is above 0. A seen part always reaches the rim, so a good seen arc settles it early."""
        state: cython.int = self._prepare(ox, oy, orad, tx, ty, trad, margin, False)
        if state == _HIDDEN:
            return False
        if state == _CLEAR:
            return True
        if state == _OVERLAP or trad == 0.0:
            return self._share(ox, oy, orad, tx, ty, trad, margin) > 0.0
        self._lines()
        if self._n_lines > 1 and self._rim(True) < 0.0:
            return True
        return floor(self._area() * 1e9 + 0.5) > 0.0

    @cython.cfunc
    def _spot(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        x: cython.double,
        y: cython.double,
        margin: cython.double,
    ) -> cython.bint:
        """Whether a spot on the mat is seen: here the margin is not capped at the distance to the spot."""
        i: cython.int
        state: cython.int = self._prepare(ox, oy, orad, x, y, 0.0, margin, True)
        if state == _OVERLAP:
            # Under the observer's own base, or the observer overlaps a piece: then only the piece's own ground is hidden.
            for i in range(self._n_parts):
                if _near(self._vx, self._vy, self._first[i], self._count[i], x, y, self._way) < margin - 1e-9:
                    return False
            return self._sampled(ox, oy, orad, x, y, 0.0, margin) > 0.0
        return state == _CLEAR or (state == _PARTIAL and self._lit(0.0, 0.0))

    def share(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        tx: cython.double,
        ty: cython.double,
        trad: cython.double,
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
    ) -> float:
        """The exact share of the target base (tx, ty, trad) that the observer base (ox, oy, orad) sees, to 1e-9."""
        self._take(discs)
        return self._share(ox, oy, orad, tx, ty, trad, margin)

    def sees(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        tx: cython.double,
        ty: cython.double,
        trad: cython.double,
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
    ) -> bool:
        """Whether the share is above 0."""
        self._take(discs)
        return self._sees(ox, oy, orad, tx, ty, trad, margin)

    def sees_spot(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        x: cython.double,
        y: cython.double,
        margin: cython.double = _MARGIN,
    ) -> bool:
        """Whether the observer sees a spot on the mat; a spot inside or within the margin of a piece is not seen."""
        self._take(())
        return self._spot(ox, oy, orad, x, y, margin)

    def shares(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        targets: Iterable[Disc],
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
    ) -> list[float]:
        """The share of each target (x, y, r)."""
        self._take(discs)
        return [self._share(ox, oy, orad, x, y, r, margin) for x, y, r in targets]

    def matrix(
        self,
        observers: Iterable[Disc],
        targets: Iterable[Disc],
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
    ) -> list[list[float]]:
        """The share of each target for each observer, one row per observer."""
        self._take(discs)
        columns = list(targets)
        return [[self._share(ox, oy, orad, x, y, r, margin) for x, y, r in columns] for ox, oy, orad in observers]

    def spots(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        points: Iterable[tuple[float, float]],
        margin: cython.double = _MARGIN,
    ) -> list[bool]:
        """Which of the spots the observer sees."""
        self._take(())
        return [self._spot(ox, oy, orad, x, y, margin) for x, y in points]

    def exposure(
        self,
        points: Iterable[tuple[float, float]],
        prad: cython.double,
        others: Iterable[Disc],
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
    ) -> tuple[list[list[float]], list[list[float]]]:
        """For a base of radius prad at each point: the share it would see of each other, and each other of it."""
        self._take(discs)
        bases = list(others)
        spots = list(points)
        given = [[self._share(x, y, prad, ox, oy, orad, margin) for ox, oy, orad in bases] for x, y in spots]
        taken = [[self._share(ox, oy, orad, x, y, prad, margin) for ox, oy, orad in bases] for x, y in spots]
        return given, taken

    def blockers(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        tx: cython.double,
        ty: cython.double,
        trad: cython.double,
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
    ) -> list[Blocker]:
        """What hides something of the target: alone, or so that without it more would be seen. Pieces, then discs."""
        thing: cython.int
        self._take(discs)
        share = self._share(ox, oy, orad, tx, ty, trad, margin)
        found: list[Blocker] = []
        if share == 1.0:
            return found
        try:
            for thing in range(self._n_pieces + self._n_discs):
                self._only = thing
                hides = self._share(ox, oy, orad, tx, ty, trad, margin) < 1.0
                self._only = -1
                self._without = thing
                hides = hides or self._share(ox, oy, orad, tx, ty, trad, margin) > share
                self._without = -1
                if hides and thing < self._n_pieces:
                    edges = facing_edges(self.pieces[thing], (ox, oy, orad), (tx, ty, trad), margin)
                    found.append(Blocker(thing, -1, edges))
                elif hides:
                    found.append(Blocker(-1, thing - self._n_pieces, ()))
        finally:
            self._only = -1
            self._without = -1
        return found
