# cython: language_level=3, cdivision=True, infer_types=True
"""Taut strings round corners: tangents between corner circles, and the arcs that are barred.

A circle is a corner of a piece, or a disc, grown by the base. A path that turns left round it keeps its centre on the
left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted
from sightline.core.kernel.shapes import area

if TYPE_CHECKING:
    from math import acos, atan2, cos, fabs, sin, sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import doubles, ints, wider, wider_ints
    from sightline.core.kernel.floor import Floor
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import acos, atan2, cos, fabs, sin, sqrt
        from cython.cimports.sightline.core.kernel.buffers import doubles, ints, wider, wider_ints
        from cython.cimports.sightline.core.kernel.floor import Floor
    else:
        from math import acos, atan2, cos, fabs, sin, sqrt

        _buffers = interpreted("buffers")
        doubles = _buffers.doubles
        ints = _buffers.ints
        wider = _buffers.wider
        wider_ints = _buffers.wider_ints
        _floor = interpreted("floor")
        Floor = _floor.Floor

_TOL: cython.double = 1e-6  # overlap up to here is contact
_PI: cython.double = 3.141592653589793
_CONE: cython.double = 1e-3  # a tangent may miss a corner's cone by so much: the overlap stays within the tolerance
_AHEAD: cython.double = 1e-9  # angles behind by less than this are level


@cython.cfunc
def _meet(lo: cython.double, hi: cython.double, a: cython.double, b: cython.double) -> cython.bint:
    """Whether two stretches of a circle overlap, whole turns apart or not."""
    shift: cython.double = -2.0 * _PI
    while lo + shift > a:
        shift -= 2.0 * _PI
    while hi + shift < a + _AHEAD:
        shift += 2.0 * _PI
    return lo + shift < b - _AHEAD


@cython.final
@cython.cclass
class Level:
    """What has been found out about one base size: the tangents that leave each corner, the barred arcs of each corner.

    The tangents of corner c turning left (0) or right (1) begin at start[2 * c + turn]; none looked for yet: -1.
    """

    _keep: list[Any]
    n_edges: cython.int
    edge_room: cython.int
    n_bars: cython.int
    bar_room: cython.int
    start: cython.p_int
    count: cython.p_int
    to: cython.p_int
    turn: cython.p_int
    state: cython.p_int  # 0 not tested yet, 1 clear, 2 barred
    leave: cython.p_double
    arrive: cython.p_double
    size: cython.p_double
    x0: cython.p_double
    y0: cython.p_double
    x1: cython.p_double
    y1: cython.p_double
    bar_start: cython.p_int
    bar_count: cython.p_int
    bar_lo: cython.p_double
    bar_hi: cython.p_double

    def __init__(self, corners: cython.int) -> None:
        self._keep = []
        self.n_edges = 0
        self.edge_room = 64
        self.n_bars = 0
        self.bar_room = 16
        self.start = ints(self._keep, 2 * corners + 1)
        self.count = ints(self._keep, 2 * corners + 1)
        self.bar_start = ints(self._keep, corners + 1)
        self.bar_count = ints(self._keep, corners + 1)
        for i in range(corners):
            self.start[2 * i] = -1
            self.start[2 * i + 1] = -1
            self.bar_start[i] = -1
        self.to = ints(self._keep, 64)
        self.turn = ints(self._keep, 64)
        self.state = ints(self._keep, 64)
        self.leave = doubles(self._keep, 64)
        self.arrive = doubles(self._keep, 64)
        self.size = doubles(self._keep, 64)
        self.x0 = doubles(self._keep, 64)
        self.y0 = doubles(self._keep, 64)
        self.x1 = doubles(self._keep, 64)
        self.y1 = doubles(self._keep, 64)
        self.bar_lo = doubles(self._keep, 16)
        self.bar_hi = doubles(self._keep, 16)

    @cython.cfunc
    def more_edges(self) -> None:
        """Double the room for tangents."""
        n: cython.int = self.edge_room
        self.edge_room = 2 * n
        self.to = wider_ints(self._keep, self.to, n, 2 * n)
        self.turn = wider_ints(self._keep, self.turn, n, 2 * n)
        self.state = wider_ints(self._keep, self.state, n, 2 * n)
        self.leave = wider(self._keep, self.leave, n, 2 * n)
        self.arrive = wider(self._keep, self.arrive, n, 2 * n)
        self.size = wider(self._keep, self.size, n, 2 * n)
        self.x0 = wider(self._keep, self.x0, n, 2 * n)
        self.y0 = wider(self._keep, self.y0, n, 2 * n)
        self.x1 = wider(self._keep, self.x1, n, 2 * n)
        self.y1 = wider(self._keep, self.y1, n, 2 * n)

    @cython.cfunc
    def add_bar(self, lo: cython.double, hi: cython.double) -> None:
        """Note a barred arc."""
        n: cython.int = self.bar_room
        if self.n_bars == n:
            self.bar_room = 2 * n
            self.bar_lo = wider(self._keep, self.bar_lo, n, 2 * n)
            self.bar_hi = wider(self._keep, self.bar_hi, n, 2 * n)
        self.bar_lo[self.n_bars] = lo
        self.bar_hi[self.n_bars] = hi
        self.n_bars += 1


@cython.cclass
class Tangents(Floor):
    """The circles of a query, the tangents between them and the free arcs on them."""

    _levels: dict[float, Level]
    _level: Level
    _passing: Level  # what is found out about the discs of this query: forgotten with it
    _ax: cython.p_double  # per corner: the cone of directions in which its circle is free of its own piece
    _ay: cython.p_double
    _zx: cython.p_double
    _zy: cython.p_double
    _from: cython.p_double
    _span: cython.p_double
    _bar_room: cython.int
    _disc_bar: cython.p_int  # barred arcs of the discs of this query: where they begin in the level, -1 not yet known
    _disc_bars: cython.p_int
    _ux: cython.double  # the tangent last drawn
    _uy: cython.double
    _length: cython.double

    @cython.cfunc
    def _store_corners(self) -> None:
        """Keep the convex corners, each with its cone of outward directions."""
        corners: list[Any] = []
        for piece in self.pieces:
            ring = [p for k, p in enumerate(piece) if p != piece[k - 1]]
            if area(ring) < 0.0:
                ring.reverse()
            corners.extend([(ring[k - 1], ring[k], ring[(k + 1) % len(ring)]) for k in range(len(ring))])
        n: cython.int = len(corners)
        c: cython.int = 0
        self._room = 16
        self._cx = doubles(self._keep, n + 16)
        self._cy = doubles(self._keep, n + 16)
        self._cr = doubles(self._keep, n + 16)
        self._ax = doubles(self._keep, n + 1)
        self._ay = doubles(self._keep, n + 1)
        self._zx = doubles(self._keep, n + 1)
        self._zy = doubles(self._keep, n + 1)
        self._from = doubles(self._keep, n + 1)
        self._span = doubles(self._keep, n + 1)
        self._bar_room = 16
        self._disc_bar = ints(self._keep, 16)
        self._disc_bars = ints(self._keep, 16)
        for before, corner, after in corners:
            ax = corner[1] - before[1]
            ay = before[0] - corner[0]
            zx = after[1] - corner[1]
            zy = corner[0] - after[0]
            size = sqrt(ax * ax + ay * ay)
            ax /= size
            ay /= size
            size = sqrt(zx * zx + zy * zy)
            zx /= size
            zy /= size
            if ax * zy - ay * zx <= 1e-9:
                continue
            self._cx[c] = corner[0]
            self._cy[c] = corner[1]
            self._ax[c] = ax
            self._ay[c] = ay
            self._zx[c] = zx
            self._zy[c] = zy
            self._from[c] = atan2(ay, ax)
            self._span[c] = atan2(ax * zy - ay * zx, ax * zx + ay * zy)
            c += 1
        self._n_corners = c
        self._levels = {}
        self._passing = Level(0)

    @cython.cfunc
    def _begin(self, r: cython.double, discs: Any) -> None:
        """Read the discs and find what is known about this base size."""
        if not 0.0 <= r < 1e9:
            raise ValueError("a radius must be finite and not negative")
        self._take(discs)
        if self._n_discs > self._bar_room:
            self._bar_room = self._room
            self._disc_bar = ints(self._keep, self._bar_room)
            self._disc_bars = ints(self._keep, self._bar_room)
        level = self._levels.get(r)
        if level is None:
            if len(self._levels) >= 32:
                self._levels.clear()
            level = Level(self._n_corners)
            self._levels[r] = level
        self._level = level
        self._passing.n_bars = 0
        for i in range(self._n_discs):
            self._disc_bar[i] = -1

    # ------------------------------------------------------------------------------------------ tangents

    @cython.cfunc
    def _tangent(
        self,
        px: cython.double,
        py: cython.double,
        a: cython.double,
        qx: cython.double,
        qy: cython.double,
        b: cython.double,
    ) -> cython.bint:
        """The tangent from circle p to circle q. Radii are signed: positive where the path turns left."""
        dx: cython.double = qx - px
        dy: cython.double = qy - py
        k: cython.double = a - b
        l2: cython.double = dx * dx + dy * dy
        h: cython.double = l2 - k * k
        if l2 < 1e-18:
            return False
        if h > 0.0:
            h = sqrt(h)
            self._ux = (h * dx - k * dy) / l2
            self._uy = (h * dy + k * dx) / l2
        else:
            if sqrt(l2) < fabs(k) - 2.0 * _TOL:
                return False
            h = 0.0
            l2 = sqrt(l2) if k > 0.0 else -sqrt(l2)
            self._ux = -dy / l2
            self._uy = dx / l2
        self._length = h
        return True

    @cython.cfunc
    def _in_cone(self, c: cython.int, sign: cython.double) -> cython.bint:
        """Whether the tangent last drawn touches corner c where its circle is free of its own piece."""
        nx: cython.double = sign * self._uy
        ny: cython.double = -sign * self._ux
        if c >= self._n_corners:
            return True
        return (
            self._ax[c] * ny - self._ay[c] * nx >= -_CONE
            and nx * self._zy[c] - ny * self._zx[c] >= -_CONE
            and nx * (self._ax[c] + self._zx[c]) + ny * (self._ay[c] + self._zy[c]) > 0.0
        )

    @cython.cfunc
    def _angle(self, c: cython.int, sign: cython.double) -> cython.double:
        """The angle on circle c where the tangent last drawn touches it; on a corner it runs on through the cone."""
        nx: cython.double = sign * self._uy
        ny: cython.double = -sign * self._ux
        if c >= self._n_corners:
            return atan2(ny, nx)
        return self._from[c] + atan2(self._ax[c] * ny - self._ay[c] * nx, self._ax[c] * nx + self._ay[c] * ny)

    @cython.cfunc
    def _find_edges(self, c: cython.int, turn: cython.int, r: cython.double) -> None:
        """All tangents that leave corner c turning this way, to other corners; not yet tested against obstacles."""
        level: Level = self._level
        sign: cython.double = 1.0 if turn == 0 else -1.0
        level.start[2 * c + turn] = level.n_edges
        for j in range(self._n_corners):
            if j == c:
                continue
            for way in range(2):
                z = 1.0 if way == 0 else -1.0
                if not self._tangent(self._cx[c], self._cy[c], sign * r, self._cx[j], self._cy[j], z * r):
                    continue
                if not (self._in_cone(c, sign) and self._in_cone(j, z)):
                    continue
                if level.n_edges == level.edge_room:
                    level.more_edges()
                n = level.n_edges
                level.n_edges = n + 1
                level.to[n] = j
                level.turn[n] = way
                level.state[n] = 0
                level.size[n] = self._length
                level.leave[n] = self._angle(c, sign)
                level.arrive[n] = self._angle(j, z)
                level.x0[n] = self._cx[c] + sign * r * self._uy
                level.y0[n] = self._cy[c] - sign * r * self._ux
                level.x1[n] = self._cx[j] + z * r * self._uy
                level.y1[n] = self._cy[j] - z * r * self._ux
        level.count[2 * c + turn] = level.n_edges - level.start[2 * c + turn]

    # ------------------------------------------------------------------------------------------ arcs

    @cython.cfunc
    def _find_bars(self, c: cython.int, r: cython.double) -> None:
        """The stretches of circle c where a base would overlap a piece or leave the mat."""
        level: Level = self._level if c < self._n_corners else self._passing
        rho: cython.double = r + self._cr[c]
        x: cython.double = self._cx[c]
        y: cython.double = self._cy[c]
        lo: cython.double = -_PI
        hi: cython.double = _PI
        cuts: list[float] = []
        if c < self._n_corners:
            lo = self._from[c] - _CONE
            hi = self._from[c] + self._span[c] + _CONE
        self._cut(cuts, 0.0, -x + (r - _TOL), rho)
        self._cut(cuts, _PI, x - self.width + (r - _TOL), rho)
        self._cut(cuts, 0.5 * _PI, -y + (r - _TOL), rho)
        self._cut(cuts, -0.5 * _PI, y - self.height + (r - _TOL), rho)
        for i in range(self._n_parts):
            mid = sqrt((self._bx[i] - x) * (self._bx[i] - x) + (self._by[i] - y) * (self._by[i] - y))
            if mid > self._br[i] + rho + r:
                continue
            for k in range(self._first[i], self._first[i] + self._count[i]):
                t = (self._vx[k] - x) * self._nx[k] + (self._vy[k] - y) * self._ny[k]
                self._cut(cuts, atan2(self._ny[k], self._nx[k]), t + (r - _TOL), rho)
                self._cut_circle(cuts, self._vx[k] - x, self._vy[k] - y, r - _TOL, rho)
        inside = [lo, hi]
        for cut in cuts:
            t = cut
            while t <= lo:
                t += 2.0 * _PI
            while t >= lo + 2.0 * _PI:
                t -= 2.0 * _PI
            if lo < t < hi:
                inside.append(t)
        inside.sort()
        first: cython.int = level.n_bars
        for i in range(len(inside) - 1):
            lo = inside[i]
            hi = inside[i + 1]
            mid = 0.5 * (lo + hi)
            if hi - lo > 1e-12:
                t = rho * cos(mid)
                mid = y + rho * sin(mid)
                t += x
                if not self._open(t, mid, t, mid, r):
                    level.add_bar(lo, hi)
        if c < self._n_corners:
            level.bar_start[c] = first
            level.bar_count[c] = level.n_bars - first
        else:
            self._disc_bar[c - self._n_corners] = first
            self._disc_bars[c - self._n_corners] = level.n_bars - first

    def _cut(self, cuts: list[float], normal: float, offset: float, rho: float) -> None:
        """Where a circle of radius rho crosses the line at this offset along its normal."""
        if -rho < offset < rho:
            half = acos(offset / rho)
            cuts.append(normal + half)
            cuts.append(normal - half)

    def _cut_circle(self, cuts: list[float], dx: float, dy: float, r: float, rho: float) -> None:
        """Where a circle of radius rho crosses the circle of radius r whose centre is (dx, dy) away."""
        d = sqrt(dx * dx + dy * dy)
        if d > 1e-9 and fabs(rho * rho + d * d - r * r) < 2.0 * rho * d:
            self._cut(cuts, atan2(dy, dx), (rho * rho + d * d - r * r) / (2.0 * d), rho)

    @cython.cfunc
    def _arc_open(self, c: cython.int, a: cython.double, b: cython.double, r: cython.double) -> cython.bint:
        """Whether the arc of circle c from angle a up to angle b is free."""
        level: Level = self._level if c < self._n_corners else self._passing
        rho: cython.double = r + self._cr[c]
        if b - a < _AHEAD:
            return True
        if c < self._n_corners:
            if level.bar_start[c] < 0:
                self._find_bars(c, r)
            first = level.bar_start[c]
            count = level.bar_count[c]
        else:
            i = c - self._n_corners
            if self._disc_bar[i] < 0:
                self._find_bars(c, r)
            first = self._disc_bar[i]
            count = self._disc_bars[i]
        for i in range(first, first + count):
            if _meet(level.bar_lo[i], level.bar_hi[i], a, b):
                return False
        for i in range(self._n_corners, self._n_corners + self._n_discs):
            if i == c:
                continue
            dx = self._cx[i] - self._cx[c]
            dy = self._cy[i] - self._cy[c]
            d = sqrt(dx * dx + dy * dy)
            reach = self._cr[i] + r - _TOL
            if d >= rho + reach or d <= rho - reach:
                continue
            if d <= reach - rho or d < 1e-12:
                return False
            lo = acos((rho * rho + d * d - reach * reach) / (2.0 * rho * d))
            hi = atan2(dy, dx)
            if _meet(hi - lo, hi + lo, a, b):
                return False
        return True
