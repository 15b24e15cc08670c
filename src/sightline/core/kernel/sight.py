# cython: language_level=3, cdivision=True, infer_types=True
"""What a round base sees of another: the exact visible share of its area.

A point of the target counts when some straight segment from it to the observer keeps the margin from every obstacle.
An obstacle is a rounded convex polygon: vertices and a radius (the margin; for a blocking base its radius plus the
margin).

How it works, in a frame with the target at the origin and the observer on the positive x axis:

1. Cull: an obstacle counts only if it enters the hull of the two bases, neither behind one nor beside both. Nothing
   left: all is seen. One that crosses both outer tangents between the bases hides everything.
2. From a point each obstacle hides one interval of directions; the point is seen exactly when the intervals in front
   of the observer fail to cover the observer's own interval.
3. The seen part of the target can be bounded only by tangents: outer ones of (observer, obstacle) and inner ones of
   (obstacle, obstacle). They cut the target into faces that are wholly seen or wholly hidden; Green's theorem adds
   them up.

The margin of an obstacle is capped at its distance to either base. That is the rule (who hugs a wall may look along
it), and it is also what keeps the seen part bounded by tangents alone.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.core.kernel.backend import interpreted
from sightline.core.kernel.overlap import facing_edges, sampled_share

if TYPE_CHECKING:
    from math import floor

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.faces import Faces
    from sightline.core.kernel.view import near_part
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import floor
        from cython.cimports.sightline.core.kernel.faces import Faces
        from cython.cimports.sightline.core.kernel.view import near_part
    else:
        from math import floor

        _view = interpreted("view")
        near_part = _view.near_part
        _faces = interpreted("faces")
        Faces = _faces.Faces

COMPILED: bool = bool(cython.compiled)

MARGIN = 0.5 / 25.4
"""Half the width of a 1 mm line, in inches."""

_MARGIN: cython.double = 0.5 / 25.4
_HIDDEN: cython.int = 0
_CLEAR: cython.int = 1
_PARTIAL: cython.int = 2
_OVERLAP: cython.int = 3

Disc = tuple[float, float, float]


class Blocker(NamedTuple):
    """A thing that hides part of a target: a piece (disc = -1) with the edges at fault, or a disc (piece = -1)."""

    piece: int
    disc: int
    edges: tuple[int, ...]


@cython.final
@cython.cclass
class Scene(Faces):
    """Obstacles to sight, compiled once. Each piece is a simple polygon; answers speak of its index and its edges.

    A blocking disc whose centre is exactly that of the observer or of the target is that base itself: no obstacle.
    Bases that overlap each other or a piece by more than 1e-6 in cannot stand on a table: their shares are sampled.
    """

    def __init__(self, pieces: Iterable[Sequence[tuple[float, float]]] = ()) -> None:
        self._set_up(pieces)
        self._face_buffers()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Scene, (self.pieces,))

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
        return 0.0 if area < 0.0 else (min(area, 1.0))

    def _sampled(self, ox: float, oy: float, orad: float, tx: float, ty: float, trad: float, margin: float) -> float:
        """The share where bases overlap each other or a piece: no legal position, so an estimate will do."""
        parts = []
        for k in range(self._n_parts):
            piece = self._piece[k]
            if (self._only < 0 or piece == self._only) and piece != self._without and not self._open[piece]:
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
        state: cython.int = self._prepare(ox, oy, orad, x, y, 0.0, margin, True)
        if state == _OVERLAP:
            # Under the observer's own base, where no margin reaches, or the observer overlaps a piece.
            under = (ox - x) * (ox - x) + (oy - y) * (oy - y) <= orad * orad
            for i in range(self._n_parts):
                near = near_part(self._vx, self._vy, self._first[i], self._count[i], x, y, self._way)
                if near < (-1e-9 if under else margin - 1e-9):
                    return False
            return under or self._sampled(ox, oy, orad, x, y, 0.0, margin) > 0.0
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
        through: Sequence[int] = (),
    ) -> bool:
        """Whether the share is above 0; some pieces may be looked through."""
        self._take(discs)
        if through:
            self._look_through(through)
        return self._sees(ox, oy, orad, tx, ty, trad, margin)

    def sees_any(
        self,
        ox: cython.double,
        oy: cython.double,
        orad: cython.double,
        targets: Iterable[Disc],
        discs: Sequence[Disc] = (),
        margin: cython.double = _MARGIN,
        through: Sequence[int] = (),
    ) -> bool:
        """Whether the share of any target (x, y, r) is above 0."""
        self._take(discs)
        if through:
            self._look_through(through)
        for x, y, r in targets:
            if self._sees(ox, oy, orad, x, y, r, margin):
                return True
        return False

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
