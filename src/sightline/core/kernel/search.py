# cython: language_level=3, cdivision=True, infer_types=True
"""The search for shortest paths: Dijkstra, or A* for one goal, over arrivals on circles.

A label says: arrived on this circle, turning this way, at this angle, after this length. A tangent is tested against
the obstacles only when its label comes up, and what was learned about tangents between corners is kept per base size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted

if TYPE_CHECKING:
    from math import sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import ints, wider, wider_ints
    from sightline.core.kernel.tangents import Level, Tangents
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import sqrt
        from cython.cimports.sightline.core.kernel.buffers import ints, wider, wider_ints
        from cython.cimports.sightline.core.kernel.tangents import Level, Tangents
    else:
        from math import sqrt

        _buffers = interpreted("buffers")
        ints = _buffers.ints
        wider = _buffers.wider
        wider_ints = _buffers.wider_ints
        _tangents = interpreted("tangents")
        Level = _tangents.Level
        Tangents = _tangents.Tangents

_TOL: cython.double = 1e-6  # overlap up to here is contact
_INF: cython.double = float("inf")
_PI: cython.double = 3.141592653589793
_AHEAD: cython.double = 1e-9  # angles behind by less than this are level


@cython.cclass
class Search(Tangents):
    """The labels of one search, a heap of those waiting, and those settled in their order."""

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
    _head_room: cython.int
    _head: cython.p_int
    _heap: cython.p_int
    _n_heap: cython.int
    _order: cython.p_int
    _n_settled: cython.int
    _goal: cython.int  # the goal's label, and the last leg to a goal
    _goal_dep: cython.double
    _goal_x: cython.double
    _goal_y: cython.double

    @cython.cfunc
    def _search_buffers(self) -> None:
        """First room for labels."""
        self._head_room = 0
        self._label_room = 0
        if not cython.compiled:
            self._g = self._f = self._theta = self._dep = self._x0 = self._y0 = self._x1 = self._y1 = []
            self._on = self._turn = self._parent = self._edge = self._next = self._heap = self._order = []
        self._more_labels()

    @cython.cfunc
    def _more_labels(self) -> None:
        """Double the room of the search."""
        n: cython.int = self._label_room
        m: cython.int = 2 * n if n > 0 else 128
        self._label_room = m
        self._g = wider(self._keep, self._g, n, m)
        self._f = wider(self._keep, self._f, n, m)
        self._theta = wider(self._keep, self._theta, n, m)
        self._dep = wider(self._keep, self._dep, n, m)
        self._x0 = wider(self._keep, self._x0, n, m)
        self._y0 = wider(self._keep, self._y0, n, m)
        self._x1 = wider(self._keep, self._x1, n, m)
        self._y1 = wider(self._keep, self._y1, n, m)
        self._on = wider_ints(self._keep, self._on, n, m)
        self._turn = wider_ints(self._keep, self._turn, n, m)
        self._parent = wider_ints(self._keep, self._parent, n, m)
        self._edge = wider_ints(self._keep, self._edge, n, m)
        self._next = wider_ints(self._keep, self._next, n, m)
        self._heap = wider_ints(self._keep, self._heap, n, m)
        self._order = wider_ints(self._keep, self._order, n, m)

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
        """The label with the least estimate; the order of equals is that of the heap, the same on both backends."""
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
    ) -> None:
        """Labels for the tangents from a label (or from the start (x, y), label -1) to circle c, both ways round."""
        on: cython.int = -1
        sign: cython.double = 0.0
        rho: cython.double = r + self._cr[c]
        own: cython.double = 0.0
        dep: cython.double = 0.0
        px: cython.double = x
        py: cython.double = y
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
    ) -> None:
        """Labels for everything that can come next after a settled one."""
        level: Level = self._level
        c: cython.int = self._on[label]
        turn: cython.int = self._turn[label]
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
                    f += sqrt((level.x1[e] - gx) * (level.x1[e] - gx) + (level.y1[e] - gy) * (level.y1[e] - gy))
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
    def _to_goal(self, label: cython.int, gx: cython.double, gy: cython.double, r: cython.double) -> cython.double:
        """The length from the start over a label to a point, untested; infinity if the path would have to turn back."""
        c: cython.int = self._on[label]
        rho: cython.double = r + self._cr[c]
        sign: cython.double = 1.0 if self._turn[label] == 0 else -1.0
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
        limit += _TOL
        self._n_labels = 0
        self._n_heap = 0
        self._n_settled = 0
        if self._n_corners + self._n_discs > self._head_room:
            self._head_room = self._n_corners + self._room
            self._head = ints(self._keep, 2 * self._head_room)
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
