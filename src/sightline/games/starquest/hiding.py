"""What hides bases from each other, as programs reckon with it: flat, and quick."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sightline.core.kernel import Scene
from sightline.core.sight import Disc
from sightline.core.table import Point, Table, Terrain
from sightline.games.starquest.ground import features, footprints
from sightline.games.starquest.roads import bases

VIEWS = 1024
"""How many sets of pieces are remembered with what the kernel makes of them."""


class Hiding:
    """The pieces no sight passes through, but for those somebody is in or on: who stands there looks out."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def pieces(self) -> frozenset[int]:
        """The pieces that hide, and that nobody on the table touches."""
        table = self.table
        found: frozenset[int] | None = table.memo.get("hiding")
        if found is None:
            within: set[int] = set()
            for _, x, y, radius in bases(table):
                within.update(footprints(table.terrain).near(x, y, radius))
            found = table.memo["hiding"] = hiding(table.terrain) - within
        return found

    def exposure(
        self, points: Sequence[Point], radius: float, others: Sequence[Disc]
    ) -> tuple[list[list[float]], list[list[float]]]:
        """What bases at some points would see of others and they of them."""
        given: list[list[float]] = []
        taken: list[list[float]] = []
        pieces, terrain = self.pieces(), self.table.terrain
        for point in points:
            view = scene(terrain, pieces.difference(footprints(terrain).near(*point, radius)))
            # Bases that overlap stand on different floors, or could not both stand there: they see each other.
            apart = [hypot(point[0] - x, point[1] - y) >= radius + r for x, y, r in others]
            one, other = view.exposure([point], radius, [o for o, far in zip(others, apart, strict=True) if far])
            shown, spotted = iter(one[0]), iter(other[0])
            given.append([next(shown) if far else 1.0 for far in apart])
            taken.append([next(spotted) if far else 1.0 for far in apart])
        return given, taken


def hiding(terrain: Terrain) -> frozenset[int]:
    """The places of all pieces that hide what is behind them."""
    found: frozenset[int] | None = terrain.compiled.get("all that hide")
    if found is None:
        found = terrain.compiled["all that hide"] = frozenset(f.place for f in features(terrain) if f.hides)
    return found


def scene(terrain: Terrain, pieces: frozenset[int]) -> Scene:
    """The kernel's view of some pieces; there are many such sets, so only some are remembered."""
    known: dict[frozenset[int], Scene] = terrain.compiled.setdefault("views", {})
    found = known.get(pieces)
    if found is None:
        if len(known) >= VIEWS:
            known.clear()
        found = known[pieces] = Scene([terrain.pieces[n].polygon for n in sorted(pieces)])
    return found
