# cython: language_level=3, cdivision=True, infer_types=True
"""The seen part of a target, cut out by tangents: boundary lines, the faces between them, and their area."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.core.kernel.backend import interpreted

if TYPE_CHECKING:
    from math import acos, atan2, cos, fabs, sin, sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import doubles, ints
    from sightline.core.kernel.view import View
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import acos, atan2, cos, fabs, sin, sqrt
        from cython.cimports.sightline.core.kernel.buffers import doubles, ints
        from cython.cimports.sightline.core.kernel.view import View
    else:
        from math import acos, atan2, cos, fabs, sin, sqrt

        _buffers = interpreted("buffers")
        doubles = _buffers.doubles
        ints = _buffers.ints
        _view = interpreted("view")
        View = _view.View

_SAME: cython.double = 1e-10  # boundary lines closer than this are one
_PI: cython.double = 3.141592653589793
_FACES: cython.int = 1400  # more than 50 lines can make: beyond 50 lines faces are tested afresh


@cython.cfunc
def _sort(values: cython.p_double, n: cython.int) -> None:
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


@cython.cclass
class Faces(View):
    """The boundary lines of a query and the faces they make.

    Lines are nx * x + ny * y = c. Faces already tested are known by the sides of the lines they lie on.
    """

    _n_lines: cython.int
    _line_room: cython.int
    _lx: cython.p_double
    _ly: cython.p_double
    _lc: cython.p_double
    _nx: cython.double
    _ny: cython.double
    _nc: cython.double
    _cuts: cython.p_double
    _n_faces: cython.int
    _face: cython.p_double
    _seen: cython.p_int

    @cython.cfunc
    def _face_buffers(self) -> None:
        """First room for lines and faces."""
        self._line_room = 0
        if not cython.compiled:
            self._lx = self._ly = self._lc = []
        self._more_lines()
        self._face = doubles(self._keep, _FACES)
        self._seen = ints(self._keep, _FACES)

    @cython.cfunc
    def _more_lines(self) -> None:
        """Double the room for boundary lines, keeping those found."""
        n: cython.int = self._line_room
        lx: cython.p_double = self._lx
        ly: cython.p_double = self._ly
        lc: cython.p_double = self._lc
        self._line_room = 2 * n if n > 0 else 32
        self._lx = doubles(self._keep, self._line_room)
        self._ly = doubles(self._keep, self._line_room)
        self._lc = doubles(self._keep, self._line_room)
        self._cuts = doubles(self._keep, 2 * self._line_room + 2)
        for i in range(n):
            self._lx[i] = lx[i]
            self._ly[i] = ly[i]
            self._lc[i] = lc[i]

    # ------------------------------------------------------------------------------------------ boundary lines

    @cython.cfunc
    def _add_line(self, nx: cython.double, ny: cython.double, c: cython.double) -> None:
        """Keep a line that crosses the target, once."""
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
    def _outer_at(self, j: cython.int, r: cython.double, up: cython.double) -> None:
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
    def _outer(self, i: cython.int, up: cython.double) -> None:
        """The tangent with observer and obstacle i both on one side, by wrapping the obstacle's vertices."""
        r: cython.double = self._q_r[i]
        first: cython.int = self._q_first[i]
        last: cython.int = first + self._q_count[i]
        best: cython.int = first
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
    def _inner(self, i: cython.int, j: cython.int, up: cython.double) -> None:
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
        t: cython.double = ri + rj
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
    def _lines(self) -> None:
        """All lines that can bound the seen part of the target."""
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

        The point tested is half-way to the next line, `room` being the way to the rim, so that even the thinnest face
        is tested inside; and each face is tested once, so that its sides agree.
        """
        sides: cython.double = 0.0
        bit: cython.double = 1.0
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
                    room = min(room, t)
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
        """The angle of the rim that is seen; -1 as soon as a good arc is seen if that is `enough`."""
        cuts: cython.p_double = self._cuts
        n: cython.int = 2 * self._n_lines
        r: cython.double = self._rb
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
