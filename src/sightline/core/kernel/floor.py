# cython: language_level=3, cdivision=True, infer_types=True
"""Where a round base may stand, sweep straight and be pushed.

The centre of a base of radius r moves among convex parts grown by r: shifted sides and arcs round vertices. Touching
is legal: parts are grown by r less 1e-6 when something is tested, by r when something is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted
from sightline.core.kernel.shapes import contains, cut, rim

if TYPE_CHECKING:
    from math import fabs, sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import doubles, ints, wider
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import fabs, sqrt
        from cython.cimports.sightline.core.kernel.buffers import doubles, ints, wider
    else:
        from math import fabs, sqrt

        _buffers = interpreted("buffers")
        doubles = _buffers.doubles
        ints = _buffers.ints
        wider = _buffers.wider

_TOL: cython.double = 1e-6  # overlap up to here is contact

Disc = tuple[float, float, float]
Point = tuple[float, float]


@cython.cclass
class Floor:
    """A mat with impassable pieces, laid out flat, and the discs of the query at hand."""

    pieces: tuple[tuple[tuple[float, float], ...], ...]
    width: cython.double
    height: cython.double
    _keep: list[Any]
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

    def _set_up(self, pieces: Iterable[Sequence[Point]], width: float, height: float) -> None:
        """Check the pieces, cut them into convex parts and lay these out."""
        if not (0.0 < width < 1e9 and 0.0 < height < 1e9):
            raise ValueError("a mat needs a finite width and height")
        self.pieces = tuple(tuple((float(x), float(y)) for x, y in piece) for piece in pieces)
        self.width = width
        self.height = height
        self._keep = []
        parts: list[tuple[int, tuple[Point, ...]]] = []
        for i, piece in enumerate(self.pieces):
            try:
                parts.extend([(i, part) for part in cut(piece)])
            except ValueError as why:
                raise ValueError(f"piece {i}: {why}") from None
        self._store_parts(parts)

    @cython.cfunc
    def _store_parts(self, parts: list[Any]) -> None:
        """Lay the convex parts out flat, each with a bounding circle and its normals."""
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
        self._nx = doubles(self._keep, total + 1)
        self._ny = doubles(self._keep, total + 1)
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
    def _take(self, discs: Any) -> None:
        """Read the discs of a query: circles that follow the corners."""
        n: cython.int = len(discs)
        i: cython.int = self._n_corners
        if n > self._room:
            self._room = 2 * n
            self._cx = wider(self._keep, self._cx, i, i + self._room)
            self._cy = wider(self._keep, self._cy, i, i + self._room)
            self._cr = wider(self._keep, self._cr, i, i + self._room)
        self._n_discs = n
        if n:
            for x, y, r in discs:
                self._cx[i] = x
                self._cy[i] = y
                self._cr[i] = r
                i += 1

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

        Every corner circle and every shifted side lies in the grown part: first and last crossing bound the stretch.
        """
        enter: cython.double = 1e300
        leave: cython.double = -1e300
        first: cython.int = self._first[i]
        last: cython.int = first + self._count[i] - 1
        a0: cython.double = (self._vx[last] - x) * ux + (self._vy[last] - y) * uy
        b0: cython.double = (self._vy[last] - y) * ux - (self._vx[last] - x) * uy
        for k in range(first, last + 1):
            a = (self._vx[k] - x) * ux + (self._vy[k] - y) * uy
            b = (self._vy[k] - y) * ux - (self._vx[k] - x) * uy
            if -rho < b < rho:
                t = sqrt(rho * rho - b * b)
                enter = min(enter, a - t)
                leave = max(leave, a + t)
            nb = rho * (self._ny[k] * ux - self._nx[k] * uy)
            if (b0 + nb > 0.0) != (b + nb > 0.0):
                t = a0 + rho * (self._nx[k] * ux + self._ny[k] * uy) + (a - a0) * ((b0 + nb) / (b0 - b))
                enter = min(enter, t)
                leave = max(leave, t)
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
        """Whether a straight sweep (or a stand) meets no piece and stays on the mat."""
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
        ux: cython.double = x1 - x0
        uy: cython.double = y1 - y0
        l2: cython.double = ux * ux + uy * uy
        for i in range(self._n_corners, self._n_corners + self._n_discs):
            wx = self._cx[i] - x0
            wy = self._cy[i] - y0
            if l2 > 0.0:
                t = (wx * ux + wy * uy) / l2
                t = 0.0 if t < 0.0 else (min(t, 1.0))
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
                    best = max(0.0, self._enter)
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
                    best = max(0.0, h)
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
            near = rim(piece, x, y)
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
        """How far, at most `distance`, a base slides along (dx, dy) before it would overlap something.

        What it only grazes or leaves behind does not stop it.
        """
        size: cython.double = sqrt(dx * dx + dy * dy)
        if not 0.0 < size < 1e300:
            raise ValueError("a push needs a direction")
        self._take(discs)
        return float(self._slide(x, y, dx / size, dy / size, r, distance))
