# cython: language_level=3, cdivision=True, infer_types=True
"""Where a round base can go: standing room, straight sweeps, pushes and exact shortest paths.

The centre of a base of radius r moves among obstacles grown by r: straight sides and arcs round corners. A shortest
path is a taut string: tangents between corner circles, and arcs on them. The tangents are found lazily, corner by
corner, only as far as the allowance reaches, and kept per base size; Dijkstra (A* for one goal) runs over "arrived on
this circle, turning this way, at this angle". A tangent is tested against the obstacles only when it is about to be
used.

Touching is legal: obstacles are grown by r less 1e-6 when something is tested, by r when something is measured.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted
from sightline.core.kernel.region import Arrival, Circle, fan, star
from sightline.core.kernel.region import area as polygon_area

if TYPE_CHECKING:
    from math import cos, fabs, sin, sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.search import Search
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import cos, fabs, sin, sqrt
        from cython.cimports.sightline.core.kernel.search import Search
    else:
        from math import cos, fabs, sin, sqrt

        _search = interpreted("search")
        Search = _search.Search

COMPILED: bool = bool(cython.compiled)
INFINITY = float("inf")

_TOL: cython.double = 1e-6  # overlap up to here is contact
_INF: cython.double = float("inf")
_PI: cython.double = 3.141592653589793

Disc = tuple[float, float, float]
Point = tuple[float, float]


@cython.final
@cython.cclass
class Ground(Search):
    """Impassable pieces on a mat [0, width] x [0, height], for the movement of round bases.

    Discs (x, y, r) are other bases in the way of this one query.
    """

    def __init__(self, pieces: Iterable[Sequence[Point]], width: cython.double, height: cython.double) -> None:
        self._set_up(pieces, width, height)
        self._store_corners()
        self._search_buffers()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ground, (self.pieces, self.width, self.height))

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
        """The shortest path of a base's centre: its exact length, and waypoints (arcs in steps of 6 degrees)."""
        length: cython.double = self._length_of(x0, y0, x1, y1, r, limit, discs)
        label: cython.int = self._goal
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
                points.extend(
                    [
                        (
                            self._cx[c] + rho * cos(self._dep[label] + t * k / n),
                            self._cy[c] + rho * sin(self._dep[label] + t * k / n),
                        )
                        for k in range(1, n)
                    ]
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

    def region(self, x0: float, y0: float, r: float, limit: float, discs: Sequence[Disc] = ()) -> list[list[Point]]:
        """Polygons whose union is all that a base's centre can reach within the limit; for drawing, good to 0.02 in."""
        self._begin(r, discs)
        if not (self._open(x0, y0, x0, y0, r) and self._past_discs(x0, y0, x0, y0, r)):
            return []
        limit = min(limit, 4.0 * (self.width + self.height))  # no path on a mat is so long that a drawing needs more
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
