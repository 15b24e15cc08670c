# cython: language_level=3, cdivision=True, infer_types=True
"""Where a round base can go: standing room, straight sweeps, pushes and exact shortest paths.

The centre of a base of radius r moves among obstacles grown by r: straight sides and arcs round corners. A shortest path is
a taut string: tangents between corner circles, and arcs on them. The tangents are found lazily, corner by corner, only as
far as the allowance reaches, and kept per base size; Dijkstra (A* for one goal) runs over "arrived on this circle, turning
this way, at this angle". A tangent is tested against the obstacles only when it is about to be used.

Touching is legal: obstacles are grown by r less 1e-6 when something is tested, by r when something is measured.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.region import Arrival, Circle, fan, star
from sightline.core.kernel.region import area as polygon_area
from sightline.core.kernel.shapes import area, contains, convex_parts, point_gap, validate

if TYPE_CHECKING:
    from sightline.core.kernel import _cython as cython
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import acos, atan2, cos, fabs, sin, sqrt
else:
    from math import acos, atan2, cos, fabs, sin, sqrt

COMPILED: bool = bool(cython.compiled)
INFINITY = float("inf")

_TOL: cython.double = 1e-6  # overlap up to here is contact
_INF: cython.double = float("inf")
_PI: cython.double = 3.141592653589793
_CONE: cython.double = 1e-3  # a tangent may miss a corner's cone by so much: the overlap stays within the tolerance
_AHEAD: cython.double = 1e-9  # angles behind by less than this are level

Disc = tuple[float, float, float]
Point = tuple[float, float]


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
def _wider(keep: list[Any], old: cython.p_double, size: cython.int, new_size: cython.int) -> cython.p_double:
    """A larger buffer that begins with what the old one held."""
    i: cython.int
    new: cython.p_double = _doubles(keep, new_size)
    for i in range(size):
        new[i] = old[i]
    return new


@cython.cfunc
def _wider_ints(keep: list[Any], old: cython.p_int, size: cython.int, new_size: cython.int) -> cython.p_int:
    """A larger buffer that begins with what the old one held."""
    i: cython.int
    new: cython.p_int = _ints(keep, new_size)
    for i in range(size):
        new[i] = old[i]
    return new


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
        i: cython.int
        self._keep = []
        self.n_edges = 0
        self.edge_room = 64
        self.n_bars = 0
        self.bar_room = 16
        self.start = _ints(self._keep, 2 * corners + 1)
        self.count = _ints(self._keep, 2 * corners + 1)
        self.bar_start = _ints(self._keep, corners + 1)
        self.bar_count = _ints(self._keep, corners + 1)
        for i in range(corners):
            self.start[2 * i] = -1
            self.start[2 * i + 1] = -1
            self.bar_start[i] = -1
        self.to = _ints(self._keep, 64)
        self.turn = _ints(self._keep, 64)
        self.state = _ints(self._keep, 64)
        self.leave = _doubles(self._keep, 64)
        self.arrive = _doubles(self._keep, 64)
        self.size = _doubles(self._keep, 64)
        self.x0 = _doubles(self._keep, 64)
        self.y0 = _doubles(self._keep, 64)
        self.x1 = _doubles(self._keep, 64)
        self.y1 = _doubles(self._keep, 64)
        self.bar_lo = _doubles(self._keep, 16)
        self.bar_hi = _doubles(self._keep, 16)

    @cython.cfunc
    def more_edges(self):  # type: ignore[no-untyped-def]
        """Double the room for tangents."""
        n: cython.int = self.edge_room
        self.edge_room = 2 * n
        self.to = _wider_ints(self._keep, self.to, n, 2 * n)
        self.turn = _wider_ints(self._keep, self.turn, n, 2 * n)
        self.state = _wider_ints(self._keep, self.state, n, 2 * n)
        self.leave = _wider(self._keep, self.leave, n, 2 * n)
        self.arrive = _wider(self._keep, self.arrive, n, 2 * n)
        self.size = _wider(self._keep, self.size, n, 2 * n)
        self.x0 = _wider(self._keep, self.x0, n, 2 * n)
        self.y0 = _wider(self._keep, self.y0, n, 2 * n)
        self.x1 = _wider(self._keep, self.x1, n, 2 * n)
        self.y1 = _wider(self._keep, self.y1, n, 2 * n)

    @cython.cfunc
    def add_bar(self, lo: cython.double, hi: cython.double):  # type: ignore[no-untyped-def]
        """Note a barred arc."""
        n: cython.int = self.bar_room
        if self.n_bars == n:
            self.bar_room = 2 * n
            self.bar_lo = _wider(self._keep, self.bar_lo, n, 2 * n)
            self.bar_hi = _wider(self._keep, self.bar_hi, n, 2 * n)
        self.bar_lo[self.n_bars] = lo
        self.bar_hi[self.n_bars] = hi
        self.n_bars += 1


@cython.final
@cython.cclass
class Ground:
    """Impassable pieces on a mat [0, width] x [0, height], for the movement of round bases.

    Discs (x, y, r) are other bases in the way of this one query.
    """

    pieces: tuple[tuple[tuple[float, float], ...], ...]
    width: cython.double
    height: cython.double
    _keep: list[Any]
    _levels: dict[float, Level]
    _level: Level
    _n_parts: cython.int
    _first: cython.p_int  # per convex part: its vertices, its piece, its bounding circle
    _count: cython.p_int
    _piece: cython.p_int
    _bx: cython.p_double
    _by: cython.p_double
    _br: cython.p_double
    _vx: cython.p_double  # per vertex, with the outward normal of the side that ends there
    _vy: cython.p_double
    _nx: cython.p_double
    _ny: cython.p_double
    _enter: cython.double
    _leave: cython.double
    _n_corners: cython.int  # corners of the pieces, then the discs of this query, as circles to go round
    _n_discs: cython.int
    _room: cython.int
    _cx: cython.p_double
    _cy: cython.p_double
    _cr: cython.p_double  # radius of the thing itself: 0 for a corner
    _ax: cython.p_double  # per corner: the cone of directions in which its circle is free of its own piece
    _ay: cython.p_double
    _zx: cython.p_double
    _zy: cython.p_double
    _from: cython.p_double
    _span: cython.p_double
    _disc_bar: cython.p_int  # barred arcs of the discs of this query: where they begin in the level, -1 not yet known
    _disc_bars: cython.p_int
    _ux: cython.double  # the tangent last drawn
    _uy: cython.double
    _length: cython.double
    _n_labels: cython.int  # the search: labels "arrived on a circle", a heap of them, those settled
    _label_room: cython.int
    _g: cython.p_double
    _f: cython.p_double
    _on: cython.p_int
    _turn: cython.p_int
    _theta: cython.p_double
    _dep: cython.p_double
    _parent: cython.p_int
    _edge: cython.p_int
    _x0: cython.p_double
    _y0: cython.p_double
    _x1: cython.p_double
    _y1: cython.p_double
    _next: cython.p_int
    _head: cython.p_int
    _heap: cython.p_int
    _n_heap: cython.int
    _order: cython.p_int
    _n_settled: cython.int
    _goal: cython.int  # the goal's label, and the last leg to a goal
    _goal_dep: cython.double
    _goal_x: cython.double
    _goal_y: cython.double

    def __init__(self, pieces: Iterable[Sequence[Point]], width: cython.double, height: cython.double) -> None:
        self.pieces = tuple(tuple((float(x), float(y)) for x, y in piece) for piece in pieces)
        self.width = width
        self.height = height
        self._keep = []
        self._levels = {}
        parts: list[tuple[int, list[Point]]] = []
        corners: list[tuple[Point, Point, Point]] = []
        for i, piece in enumerate(self.pieces):
            why = validate(piece)
            if why is not None:
                raise ValueError(f"piece {i}: {why}")
            parts.extend((i, part) for part, _ in convex_parts(piece))
            ring = [p for k, p in enumerate(piece) if p != piece[k - 1]]
            if area(ring) < 0.0:
                ring.reverse()
            for k in range(len(ring)):
                corners.append((ring[k - 1], ring[k], ring[(k + 1) % len(ring)]))
        self._store_parts(parts)
        self._store_corners(corners)
        self._n_labels = 0
        self._label_room = 0
        if not cython.compiled:
            self._g = self._f = self._theta = self._dep = self._x0 = self._y0 = self._x1 = self._y1 = []
            self._on = self._turn = self._parent = self._edge = self._next = self._heap = self._order = []
        self._more_labels()

    @cython.cfunc
    def _store_parts(self, parts: list):  # type: ignore[no-untyped-def, type-arg]
        """Lay the convex parts out flat, each with a bounding circle and its normals."""
        n: cython.int = len(parts)
        total: cython.int = 0
        k: cython.int
        j: cython.int
        size: cython.double
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
        self._nx = _doubles(self._keep, total + 1)
        self._ny = _doubles(self._keep, total + 1)
        total = 0
        for k, (piece, part) in enumerate(parts):
            self._first[k] = total
            self._count[k] = len(part)
            self._piece[k] = piece
            self._bx[k] = (min([x for x, _ in part]) + max([x for x, _ in part])) / 2.0
            self._by[k] = (min([y for _, y in part]) + max([y for _, y in part])) / 2.0
            self._br[k] = 0.0
            for j, (x, y) in enumerate(part):
                px, py = part[j - 1]
                size = sqrt((x - px) * (x - px) + (y - py) * (y - py))
                self._vx[total] = x
                self._vy[total] = y
                self._nx[total] = (y - py) / size
                self._ny[total] = (px - x) / size
                total += 1
                size = sqrt((x - self._bx[k]) * (x - self._bx[k]) + (y - self._by[k]) * (y - self._by[k]))
                self._br[k] = max(self._br[k], size)

    @cython.cfunc
    def _store_corners(self, corners: list):  # type: ignore[no-untyped-def, type-arg]
        """Keep the convex corners, each with its cone of outward directions."""
        n: cython.int = len(corners)
        k: cython.int = 0
        ax: cython.double
        ay: cython.double
        zx: cython.double
        zy: cython.double
        size: cython.double
        self._room = 16
        self._cx = _doubles(self._keep, n + 16)
        self._cy = _doubles(self._keep, n + 16)
        self._cr = _doubles(self._keep, n + 16)
        self._ax = _doubles(self._keep, n + 1)
        self._ay = _doubles(self._keep, n + 1)
        self._zx = _doubles(self._keep, n + 1)
        self._zy = _doubles(self._keep, n + 1)
        self._from = _doubles(self._keep, n + 1)
        self._span = _doubles(self._keep, n + 1)
        self._disc_bar = _ints(self._keep, 16)
        self._disc_bars = _ints(self._keep, 16)
        self._head = _ints(self._keep, 2 * (n + 16))
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
            self._cx[k] = corner[0]
            self._cy[k] = corner[1]
            self._ax[k] = ax
            self._ay[k] = ay
            self._zx[k] = zx
            self._zy[k] = zy
            self._from[k] = atan2(ay, ax)
            self._span[k] = atan2(ax * zy - ay * zx, ax * zx + ay * zy)
            k += 1
        self._n_corners = k

    @cython.cfunc
    def _more_labels(self):  # type: ignore[no-untyped-def]
        """Double the room of the search."""
        n: cython.int = self._label_room
        m: cython.int = 2 * n if n > 0 else 128
        self._label_room = m
        self._g = _wider(self._keep, self._g, n, m)
        self._f = _wider(self._keep, self._f, n, m)
        self._theta = _wider(self._keep, self._theta, n, m)
        self._dep = _wider(self._keep, self._dep, n, m)
        self._x0 = _wider(self._keep, self._x0, n, m)
        self._y0 = _wider(self._keep, self._y0, n, m)
        self._x1 = _wider(self._keep, self._x1, n, m)
        self._y1 = _wider(self._keep, self._y1, n, m)
        self._on = _wider_ints(self._keep, self._on, n, m)
        self._turn = _wider_ints(self._keep, self._turn, n, m)
        self._parent = _wider_ints(self._keep, self._parent, n, m)
        self._edge = _wider_ints(self._keep, self._edge, n, m)
        self._next = _wider_ints(self._keep, self._next, n, m)
        self._heap = _wider_ints(self._keep, self._heap, n, m)
        self._order = _wider_ints(self._keep, self._order, n, m)

    @cython.cfunc
    def _take(self, discs: Any):  # type: ignore[no-untyped-def]
        """Read the discs of a query: circles that follow the corners."""
        n: cython.int = len(discs)
        i: cython.int = self._n_corners
        if n > self._room:
            self._cx = _wider(self._keep, self._cx, i, i + 2 * n)
            self._cy = _wider(self._keep, self._cy, i, i + 2 * n)
            self._cr = _wider(self._keep, self._cr, i, i + 2 * n)
            self._disc_bar = _ints(self._keep, 2 * n)
            self._disc_bars = _ints(self._keep, 2 * n)
            self._head = _ints(self._keep, 2 * (i + 2 * n))
            self._room = 2 * n
        self._n_discs = n
        if n:
            for x, y, r in discs:
                self._cx[i] = x
                self._cy[i] = y
                self._cr[i] = r
                i += 1

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ground, (self.pieces, self.width, self.height))

    # ------------------------------------------------------------------------------------------ standing and sweeping

    @cython.cfunc
    def _line(
        self,
        i: cython.int,
        x: cython.double,
        y: cython.double,
        ux: cython.double,
        uy: cython.double,
        rho: cython.double,
    ) -> cython.bint:
        """Whether a line meets part i grown by rho, and from where to where (_enter, _leave, along the unit direction).

        Every corner circle and every shifted side lies in the grown part, so its first and last crossing bound the stretch.
        """
        enter: cython.double = 1e300
        leave: cython.double = -1e300
        first: cython.int = self._first[i]
        last: cython.int = first + self._count[i] - 1
        k: cython.int
        a: cython.double
        b: cython.double
        t: cython.double
        nb: cython.double
        a0: cython.double = (self._vx[last] - x) * ux + (self._vy[last] - y) * uy
        b0: cython.double = (self._vy[last] - y) * ux - (self._vx[last] - x) * uy
        for k in range(first, last + 1):
            a = (self._vx[k] - x) * ux + (self._vy[k] - y) * uy
            b = (self._vy[k] - y) * ux - (self._vx[k] - x) * uy
            if -rho < b < rho:
                t = sqrt(rho * rho - b * b)
                if a - t < enter:
                    enter = a - t
                if a + t > leave:
                    leave = a + t
            nb = rho * (self._ny[k] * ux - self._nx[k] * uy)
            if (b0 + nb > 0.0) != (b + nb > 0.0):
                t = a0 + rho * (self._nx[k] * ux + self._ny[k] * uy) + (a - a0) * ((b0 + nb) / (b0 - b))
                if t < enter:
                    enter = t
                if t > leave:
                    leave = t
            a0 = a
            b0 = b
        self._enter = enter
        self._leave = leave
        return enter < leave

    @cython.cfunc
    def _on_mat(self, x: cython.double, y: cython.double, r: cython.double) -> cython.bint:
        """Whether a base stays on the mat."""
        r -= _TOL
        return x >= r and y >= r and x <= self.width - r and y <= self.height - r

    @cython.cfunc
    def _open(
        self, x0: cython.double, y0: cython.double, x1: cython.double, y1: cython.double, r: cython.double
    ) -> cython.bint:
        """Whether a straight sweep (or a stand) meets no piece and stays on the mat; a stand far inside a piece is met too."""
        i: cython.int
        dx: cython.double
        dy: cython.double
        a: cython.double
        b: cython.double
        reach: cython.double
        if not (self._on_mat(x0, y0, r) and self._on_mat(x1, y1, r)):
            return False
        ux: cython.double = x1 - x0
        uy: cython.double = y1 - y0
        length: cython.double = sqrt(ux * ux + uy * uy)
        if length > 0.0:
            ux /= length
            uy /= length
        else:
            ux = 1.0
        r -= _TOL
        for i in range(self._n_parts):
            dx = self._bx[i] - x0
            dy = self._by[i] - y0
            reach = self._br[i] + r
            b = dy * ux - dx * uy
            if b > reach or b < -reach:
                continue
            a = dx * ux + dy * uy
            if a < -reach or a > length + reach:
                continue
            if self._line(i, x0, y0, ux, uy, r) and self._enter < length and self._leave > 0.0:
                return False
        return True

    @cython.cfunc
    def _past_discs(
        self, x0: cython.double, y0: cython.double, x1: cython.double, y1: cython.double, r: cython.double
    ) -> cython.bint:
        """Whether a straight sweep meets no disc."""
        i: cython.int
        t: cython.double
        wx: cython.double
        wy: cython.double
        reach: cython.double
        ux: cython.double = x1 - x0
        uy: cython.double = y1 - y0
        l2: cython.double = ux * ux + uy * uy
        for i in range(self._n_corners, self._n_corners + self._n_discs):
            wx = self._cx[i] - x0
            wy = self._cy[i] - y0
            if l2 > 0.0:
                t = (wx * ux + wy * uy) / l2
                t = 0.0 if t < 0.0 else (1.0 if t > 1.0 else t)
                wx -= t * ux
                wy -= t * uy
            reach = self._cr[i] + r - _TOL
            if reach > 0.0 and wx * wx + wy * wy < reach * reach:
                return False
        return True

    @cython.cfunc
    def _slide(
        self,
        x: cython.double,
        y: cython.double,
        ux: cython.double,
        uy: cython.double,
        r: cython.double,
        distance: cython.double,
    ) -> cython.double:
        """How far a base slides along a unit direction before going on would make it overlap."""
        i: cython.int
        a: cython.double
        b: cython.double
        h: cython.double
        reach: cython.double
        best: cython.double = distance
        if ux > 0.0 and x + ux * best > self.width - r + _TOL:
            best = (self.width - r - x) / ux
        elif ux < 0.0 and x + ux * best < r - _TOL:
            best = (r - x) / ux
        if uy > 0.0 and y + uy * best > self.height - r + _TOL:
            best = (self.height - r - y) / uy
        elif uy < 0.0 and y + uy * best < r - _TOL:
            best = (r - y) / uy
        if best <= 0.0:
            return 0.0
        for i in range(self._n_parts):
            a = (self._bx[i] - x) * ux + (self._by[i] - y) * uy
            b = (self._by[i] - y) * ux - (self._bx[i] - x) * uy
            reach = self._br[i] + r
            if b > reach or b < -reach or a < -reach or a > best + reach:
                continue
            if self._line(i, x, y, ux, uy, r - _TOL) and self._leave > 0.0 and self._enter < best:
                if self._enter <= 0.0 and self._enter + self._leave <= 0.0:
                    continue  # already inside and on the way out
                self._line(i, x, y, ux, uy, r)
                if self._enter < best:
                    best = self._enter if self._enter > 0.0 else 0.0
        for i in range(self._n_corners, self._n_corners + self._n_discs):
            a = (self._cx[i] - x) * ux + (self._cy[i] - y) * uy
            b = (self._cy[i] - y) * ux - (self._cx[i] - x) * uy
            reach = self._cr[i] + r
            if a <= 0.0 or fabs(b) >= reach - _TOL:
                continue
            h = sqrt((reach - _TOL) * (reach - _TOL) - b * b)
            if a - h < best:
                h = a - sqrt(reach * reach - b * b)
                if h < best:
                    best = h if h > 0.0 else 0.0
        return best

    def free(self, x: cython.double, y: cython.double, r: cython.double, discs: Sequence[Disc] = ()) -> bool:
        """Whether a base may stand here."""
        self._take(discs)
        return self._open(x, y, x, y, r) and self._past_discs(x, y, x, y, r)

    def fault(self, x: float, y: float, r: float, discs: Sequence[Disc] = ()) -> tuple[str, int, float] | None:
        """The first reason why a base may not stand here: ("mat" | "piece" | "disc", index, depth of the overlap)."""
        depth = max(r - x, r - y, x + r - self.width, y + r - self.height)
        if depth > 1e-6:
            return ("mat", -1, depth)
        for i, piece in enumerate(self.pieces):
            near = min([point_gap(x, y, piece[k - 1], piece[k]) for k in range(len(piece))])
            depth = r + near if contains(piece, x, y) else r - near
            if depth > 1e-6:
                return ("piece", i, depth)
        for i, (cx, cy, cr) in enumerate(discs):
            depth = r + cr - sqrt((cx - x) * (cx - x) + (cy - y) * (cy - y))
            if depth > 1e-6:
                return ("disc", i, depth)
        return None

    def clear(
        self,
        x0: cython.double,
        y0: cython.double,
        x1: cython.double,
        y1: cython.double,
        r: cython.double,
        discs: Sequence[Disc] = (),
    ) -> bool:
        """Whether a base may sweep straight from one place to another, both included."""
        self._take(discs)
        return self._open(x0, y0, x1, y1, r) and self._past_discs(x0, y0, x1, y1, r)

    def push(
        self,
        x: cython.double,
        y: cython.double,
        dx: cython.double,
        dy: cython.double,
        r: cython.double,
        distance: cython.double,
        discs: Sequence[Disc] = (),
    ) -> float:
        """How far, at most `distance`, a base slides along the unit direction (dx, dy) before it would overlap something.

        What it only grazes or leaves behind does not stop it.
        """
        size: cython.double = sqrt(dx * dx + dy * dy)
        if not 0.0 < size < 1e300:
            raise ValueError("a push needs a direction")
        self._take(discs)
        return float(self._slide(x, y, dx / size, dy / size, r, distance))

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
        """The tangent from circle p to circle q. Radii are signed: positive where the path turns left (centre on its left)."""
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
    def _find_edges(self, c: cython.int, turn: cython.int, r: cython.double):  # type: ignore[no-untyped-def]
        """All tangents that leave corner c turning this way, to other corners; not yet tested against obstacles."""
        level: Level = self._level
        sign: cython.double = 1.0 if turn == 0 else -1.0
        z: cython.double
        leave: cython.double
        j: cython.int
        way: cython.int
        n: cython.int
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
    def _find_bars(self, c: cython.int, r: cython.double):  # type: ignore[no-untyped-def]
        """The stretches of circle c where a base would overlap a piece or leave the mat."""
        level: Level = self._level
        rho: cython.double = r + self._cr[c]
        x: cython.double = self._cx[c]
        y: cython.double = self._cy[c]
        lo: cython.double = -_PI
        hi: cython.double = _PI
        t: cython.double
        mid: cython.double
        i: cython.int
        k: cython.int
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
        for t in cuts:
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
        level: Level = self._level
        i: cython.int
        first: cython.int
        count: cython.int
        lo: cython.double
        hi: cython.double
        d: cython.double
        dx: cython.double
        dy: cython.double
        rho: cython.double = r + self._cr[c]
        reach: cython.double
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


    # ------------------------------------------------------------------------------------------ the search

    @cython.cfunc
    def _swing(self, c: cython.int, turn: cython.int, a: cython.double, b: cython.double) -> cython.double:
        """The angle travelled on circle c from a to b turning this way; negative if b lies behind on a corner."""
        t: cython.double = b - a if turn == 0 else a - b
        if c >= self._n_corners:
            while t < -_AHEAD:
                t += 2.0 * _PI
            while t > 2.0 * _PI - _AHEAD:
                t -= 2.0 * _PI
        if -_AHEAD <= t < 0.0:
            t = 0.0
        return t

    @cython.cfunc
    def _add(
        self,
        g: cython.double,
        f: cython.double,
        on: cython.int,
        turn: cython.int,
        theta: cython.double,
        dep: cython.double,
        parent: cython.int,
        edge: cython.int,
    ) -> cython.int:
        """A new label, put on the heap. Its segment is written by the caller."""
        n: cython.int = self._n_labels
        i: cython.int
        up: cython.int
        heap: cython.p_int
        if n == self._label_room:
            self._more_labels()
        heap = self._heap
        self._n_labels = n + 1
        self._g[n] = g
        self._f[n] = f
        self._on[n] = on
        self._turn[n] = turn
        self._theta[n] = theta
        self._dep[n] = dep
        self._parent[n] = parent
        self._edge[n] = edge
        i = self._n_heap
        self._n_heap = i + 1
        while i > 0:
            up = (i - 1) >> 1
            if self._f[heap[up]] <= f:
                break
            heap[i] = heap[up]
            i = up
        heap[i] = n
        return n

    @cython.cfunc
    def _pop(self) -> cython.int:
        """The label with the least estimate; of equals the one that comes first in the heap, which is the same everywhere."""
        heap: cython.p_int = self._heap
        top: cython.int = heap[0]
        n: cython.int = self._n_heap - 1
        last: cython.int = heap[n]
        f: cython.double = self._f[last]
        i: cython.int = 0
        k: cython.int = 1
        self._n_heap = n
        while k < n:
            if k + 1 < n and self._f[heap[k + 1]] < self._f[heap[k]]:
                k += 1
            if self._f[heap[k]] >= f:
                break
            heap[i] = heap[k]
            i = k
            k = 2 * i + 1
        heap[i] = last
        return top

    @cython.cfunc
    def _reach_circle(
        self,
        label: cython.int,
        c: cython.int,
        x: cython.double,
        y: cython.double,
        r: cython.double,
        limit: cython.double,
        gx: cython.double,
        gy: cython.double,
        goal: cython.bint,
    ):  # type: ignore[no-untyped-def]
        """Labels for the tangents from a label (or from the start (x, y), label -1) to circle c, both ways round."""
        way: cython.int
        on: cython.int = -1
        sign: cython.double = 0.0
        z: cython.double
        rho: cython.double = r + self._cr[c]
        own: cython.double = 0.0
        dep: cython.double = 0.0
        g: cython.double
        f: cython.double
        px: cython.double = x
        py: cython.double = y
        n: cython.int
        if label >= 0:
            on = self._on[label]
            own = r + self._cr[on]
            sign = own if self._turn[label] == 0 else -own
            px = self._cx[on]
            py = self._cy[on]
        for way in range(2):
            z = rho if way == 0 else -rho
            if not self._tangent(px, py, sign, self._cx[c], self._cy[c], z):
                continue
            g = self._length
            if g > limit or not self._in_cone(c, 1.0 if way == 0 else -1.0):
                continue
            if label >= 0:
                if not self._in_cone(on, 1.0 if sign > 0.0 else -1.0):
                    continue
                dep = self._angle(on, 1.0 if sign > 0.0 else -1.0)
                f = self._swing(on, self._turn[label], self._theta[label], dep)
                if f < 0.0:
                    continue
                g += self._g[label] + own * f
            x = self._cx[c] + z * self._uy
            y = self._cy[c] - z * self._ux
            f = g
            if goal:
                f += sqrt((x - gx) * (x - gx) + (y - gy) * (y - gy))
            if f > limit:
                continue
            n = self._add(g, f, c, way, self._angle(c, 1.0 if way == 0 else -1.0), dep, label, -1)
            self._x0[n] = px + sign * self._uy
            self._y0[n] = py - sign * self._ux
            self._x1[n] = x
            self._y1[n] = y

    @cython.cfunc
    def _verified(self, label: cython.int, r: cython.double) -> cython.bint:
        """Whether the way to a label is free: the arc on its parent's circle, then the segment."""
        level: Level = self._level
        parent: cython.int = self._parent[label]
        edge: cython.int = self._edge[label]
        a: cython.double
        b: cython.double
        if parent >= 0:
            a = self._theta[parent]
            b = self._swing(self._on[parent], self._turn[parent], a, self._dep[label])
            if self._turn[parent] == 0:
                b += a
            else:
                b, a = a, a - b
            if not self._arc_open(self._on[parent], a, b, r):
                return False
        if edge >= 0:
            if level.state[edge] == 0:
                level.state[edge] = (
                    1 if self._open(level.x0[edge], level.y0[edge], level.x1[edge], level.y1[edge], r) else 2
                )
            if level.state[edge] == 2:
                return False
        elif not self._open(self._x0[label], self._y0[label], self._x1[label], self._y1[label], r):
            return False
        return self._n_discs == 0 or self._past_discs(
            self._x0[label], self._y0[label], self._x1[label], self._y1[label], r
        )

    @cython.cfunc
    def _outdone(self, label: cython.int, r: cython.double) -> cython.bint:
        """Whether a settled label on the same circle gets to this one's place at no greater length."""
        c: cython.int = self._on[label]
        k: cython.int = self._head[2 * c + self._turn[label]]
        a: cython.double = self._theta[label]
        t: cython.double
        rho: cython.double = r + self._cr[c]
        while k >= 0:
            t = self._swing(c, self._turn[label], self._theta[k], a)
            if t >= 0.0 and self._g[k] + rho * t <= self._g[label] + 1e-12:
                if self._turn[label] == 0:
                    if self._arc_open(c, a - t, a, r):
                        return True
                elif self._arc_open(c, a, a + t, r):
                    return True
            k = self._next[k]
        return False

    @cython.cfunc
    def _expand(
        self,
        label: cython.int,
        r: cython.double,
        limit: cython.double,
        gx: cython.double,
        gy: cython.double,
        goal: cython.bint,
    ):  # type: ignore[no-untyped-def]
        """Labels for everything that can come next after a settled one."""
        level: Level = self._level
        c: cython.int = self._on[label]
        turn: cython.int = self._turn[label]
        k: cython.int
        e: cython.int
        t: cython.double
        f: cython.double
        theta: cython.double = self._theta[label]
        base: cython.double = self._g[label]
        if c < self._n_corners:
            k = 2 * c + turn
            if level.start[k] < 0:
                self._find_edges(c, turn, r)
            for e in range(level.start[k], level.start[k] + level.count[k]):
                if level.state[e] == 2:
                    continue
                t = level.leave[e] - theta if turn == 0 else theta - level.leave[e]
                if t < 0.0:
                    if t < -_AHEAD:
                        continue
                    t = 0.0
                t = base + r * t + level.size[e]
                if t > limit:
                    continue
                f = t
                if goal:
                    f += sqrt(
                        (level.x1[e] - gx) * (level.x1[e] - gx) + (level.y1[e] - gy) * (level.y1[e] - gy)
                    )
                    if f > limit:
                        continue
                k = self._add(t, f, level.to[e], level.turn[e], level.arrive[e], level.leave[e], label, e)
                self._x0[k] = level.x0[e]
                self._y0[k] = level.y0[e]
                self._x1[k] = level.x1[e]
                self._y1[k] = level.y1[e]
                k = 2 * c + turn
        else:
            for k in range(self._n_corners):
                self._reach_circle(label, k, 0.0, 0.0, r, limit, gx, gy, goal)
        for k in range(self._n_corners, self._n_corners + self._n_discs):
            if k != c:
                self._reach_circle(label, k, 0.0, 0.0, r, limit, gx, gy, goal)
        if goal:
            t = self._to_goal(label, gx, gy, r)
            if t < _INF and t <= limit:
                k = self._add(t, t, -1, 0, 0.0, self._goal_dep, label, -1)
                self._x0[k] = self._goal_x
                self._y0[k] = self._goal_y
                self._x1[k] = gx
                self._y1[k] = gy

    @cython.cfunc
    def _to_goal(
        self, label: cython.int, gx: cython.double, gy: cython.double, r: cython.double
    ) -> cython.double:
        """The length from the start over a label to a point, untested; infinity if the path would have to turn back."""
        c: cython.int = self._on[label]
        rho: cython.double = r + self._cr[c]
        sign: cython.double = 1.0 if self._turn[label] == 0 else -1.0
        t: cython.double
        if not self._tangent(self._cx[c], self._cy[c], sign * rho, gx, gy, 0.0) or not self._in_cone(c, sign):
            return _INF
        self._goal_dep = self._angle(c, sign)
        t = self._swing(c, self._turn[label], self._theta[label], self._goal_dep)
        if t < 0.0:
            return _INF
        self._goal_x = self._cx[c] + sign * rho * self._uy
        self._goal_y = self._cy[c] - sign * rho * self._ux
        return self._g[label] + rho * t + self._length

    @cython.cfunc
    def _search(
        self,
        x: cython.double,
        y: cython.double,
        r: cython.double,
        limit: cython.double,
        gx: cython.double,
        gy: cython.double,
        goal: cython.bint,
    ) -> cython.int:
        """Settle labels outwards from (x, y), as far as the limit or to the goal; the goal's label, or -1."""
        i: cython.int
        label: cython.int
        limit += _TOL
        self._n_labels = 0
        self._n_heap = 0
        self._n_settled = 0
        for i in range(2 * (self._n_corners + self._n_discs)):
            self._head[i] = -1
        for i in range(self._n_corners + self._n_discs):
            self._reach_circle(-1, i, x, y, r, limit, gx, gy, goal)
        while self._n_heap > 0:
            label = self._pop()
            i = self._on[label]
            if i < 0:
                if self._verified(label, r):
                    return label
                continue
            if self._outdone(label, r) or not self._verified(label, r):
                continue
            i = 2 * i + self._turn[label]
            self._next[label] = self._head[i]
            self._head[i] = label
            self._order[self._n_settled] = label
            self._n_settled += 1
            self._expand(label, r, limit, gx, gy, goal)
        return -1

    @cython.cfunc
    def _begin(self, r: cython.double, discs: Any):  # type: ignore[no-untyped-def]
        """Read the discs and find what is known about this base size."""
        i: cython.int
        if not 0.0 <= r < 1e9:
            raise ValueError("a radius must be finite and not negative")
        self._take(discs)
        level = self._levels.get(r)
        if level is None:
            if len(self._levels) >= 32:
                self._levels.clear()
            level = Level(self._n_corners)
            self._levels[r] = level
        self._level = level
        for i in range(self._n_discs):
            self._disc_bar[i] = -1

    # ------------------------------------------------------------------------------------------ answers

    def length(
        self,
        x0: cython.double,
        y0: cython.double,
        x1: cython.double,
        y1: cython.double,
        r: cython.double,
        limit: cython.double = INFINITY,
        discs: Sequence[Disc] = (),
    ) -> float:
        """The length of the shortest path, infinity if there is none within the limit."""
        return self._length_of(x0, y0, x1, y1, r, limit, discs)

    @cython.cfunc
    def _length_of(
        self,
        x0: cython.double,
        y0: cython.double,
        x1: cython.double,
        y1: cython.double,
        r: cython.double,
        limit: cython.double,
        discs: Any,
    ) -> cython.double:
        """The length of the shortest path; the goal's label is left in _goal, -1 for a straight line."""
        t: cython.double = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
        self._goal = -1
        if not t < 1e9:
            raise ValueError("positions must be finite")
        self._begin(r, discs)
        if t > limit + _TOL:
            return _INF
        if self._open(x0, y0, x1, y1, r) and self._past_discs(x0, y0, x1, y1, r):
            return t
        if not (self._open(x0, y0, x0, y0, r) and self._past_discs(x0, y0, x0, y0, r)):
            return _INF
        if not (self._open(x1, y1, x1, y1, r) and self._past_discs(x1, y1, x1, y1, r)):
            return _INF
        self._goal = self._search(x0, y0, r, limit, x1, y1, True)
        return self._g[self._goal] if self._goal >= 0 else _INF

    def path(
        self,
        x0: cython.double,
        y0: cython.double,
        x1: cython.double,
        y1: cython.double,
        r: cython.double,
        limit: cython.double = INFINITY,
        discs: Sequence[Disc] = (),
    ) -> tuple[float, list[Point]] | None:
        """The shortest path of a base's centre: its exact length, and waypoints (arcs in steps of at most 6 degrees)."""
        length: cython.double = self._length_of(x0, y0, x1, y1, r, limit, discs)
        label: cython.int = self._goal
        parent: cython.int
        c: cython.int
        k: cython.int
        n: cython.int
        t: cython.double
        rho: cython.double
        if length == _INF:
            return None
        points: list[Point] = [(float(x1), float(y1))]
        while label >= 0:  # walk back: the segment to this label, then the arc on its parent's circle
            points.append((self._x0[label], self._y0[label]))
            parent = self._parent[label]
            if parent >= 0:
                c = self._on[parent]
                rho = r + self._cr[c]
                t = self._swing(c, self._turn[parent], self._theta[parent], self._dep[label])
                n = int(t / 0.1047) + 1
                if self._turn[parent] == 0:
                    t = -t
                for k in range(1, n):
                    points.append(
                        (
                            self._cx[c] + rho * cos(self._dep[label] + t * k / n),
                            self._cy[c] + rho * sin(self._dep[label] + t * k / n),
                        )
                    )
                points.append((self._x1[parent], self._y1[parent]))
            label = parent
        points.append((float(x0), float(y0)))
        points.reverse()
        tidy = points[:1]
        for x, y in points[1:]:
            if fabs(x - tidy[-1][0]) + fabs(y - tidy[-1][1]) > 1e-9:
                tidy.append((x, y))
        return length, tidy

    def lengths(
        self,
        x0: cython.double,
        y0: cython.double,
        r: cython.double,
        limit: cython.double,
        goals: Iterable[Point],
        discs: Sequence[Disc] = (),
    ) -> list[float]:
        """The shortest length to each goal; infinity where it is out of reach or the base may not stand there."""
        x: cython.double
        y: cython.double
        t: cython.double
        best: cython.double
        k: cython.int
        label: cython.int
        searched: cython.bint = False
        found: list[float] = []
        self._begin(r, discs)
        if not (self._open(x0, y0, x0, y0, r) and self._past_discs(x0, y0, x0, y0, r)):
            return [_INF for _ in goals]
        for x, y in goals:
            t = sqrt((x - x0) * (x - x0) + (y - y0) * (y - y0))
            best = _INF
            if t <= limit + _TOL:
                if self._open(x0, y0, x, y, r) and self._past_discs(x0, y0, x, y, r):
                    best = t
                elif self._open(x, y, x, y, r) and self._past_discs(x, y, x, y, r):
                    if not searched:
                        self._search(x0, y0, r, limit, 0.0, 0.0, False)
                        searched = True
                    best = limit + _TOL
                    label = -1
                    for k in range(self._n_settled):
                        if self._g[self._order[k]] >= best:
                            break
                        t = self._to_goal(self._order[k], x, y, r)
                        if t <= best and self._last_leg(self._order[k], x, y, r):
                            best = t
                            label = k
                    if label < 0:
                        best = _INF
            found.append(best)
        return found

    @cython.cfunc
    def _last_leg(self, label: cython.int, gx: cython.double, gy: cython.double, r: cython.double) -> cython.bint:
        """Whether the way from a settled label to the point just measured is free."""
        a: cython.double = self._theta[label]
        b: cython.double = self._swing(self._on[label], self._turn[label], a, self._goal_dep)
        x: cython.double = self._goal_x
        y: cython.double = self._goal_y
        if not (self._open(x, y, gx, gy, r) and self._past_discs(x, y, gx, gy, r)):
            return False
        if self._turn[label] == 0:
            return self._arc_open(self._on[label], a, a + b, r)
        return self._arc_open(self._on[label], a - b, a, r)

    def region(
        self, x0: float, y0: float, r: float, limit: float, discs: Sequence[Disc] = ()
    ) -> list[list[Point]]:
        """Polygons whose union is all that a base's centre can reach within the limit; for drawing, good to 0.02 in."""
        self._begin(r, discs)
        if not (self._open(x0, y0, x0, y0, r) and self._past_discs(x0, y0, x0, y0, r)):
            return []
        self._search(x0, y0, r, limit, 0.0, 0.0, False)
        circles = [
            Circle(
                self._cx[k],
                self._cy[k],
                r + self._cr[k],
                self._from[k] if k < self._n_corners else 0.0,
                self._span[k] if k < self._n_corners else 2.0 * _PI,
            )
            for k in range(self._n_corners + self._n_discs)
        ]
        arrivals = [
            Arrival(self._on[k], self._turn[k] == 0, self._theta[k], self._g[k])
            for k in [self._order[i] for i in range(self._n_settled)]
        ]
        slide = partial(self._region_slide, r)
        arc_open = partial(self._region_arc, r)
        polygons = [star(x0, y0, limit, circles, slide)]
        polygons.extend(fan(at, limit, circles, slide, arc_open) for at in arrivals)
        return [polygon for polygon in polygons if polygon_area(polygon) > 1e-6]

    def _region_slide(self, r: float, x: float, y: float, ux: float, uy: float, distance: float) -> float:
        """For the region: a ray."""
        return self._slide(x, y, ux, uy, r, distance)

    def _region_arc(self, r: float, c: int, a: float, b: float) -> bool:
        """For the region: an arc."""
        return self._arc_open(c, a, b, r)
