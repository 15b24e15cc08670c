"""A structure as programs see it: where its hull can be tried, and the openings through which one comes inside."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from sightline.core.kernel import shapes
from sightline.core.table import Point, Table, Terrain
from sightline.games.deepwars.catalog import TOUCH
from sightline.games.deepwars.ground import DOOR, ROOF, Feature, features
from sightline.games.deepwars.opening import THICK

STEP = 0.25
"""How closely an outline is looked at for openings."""
CONTACT = 0.6 * TOUCH
"""How far from a hull somebody stands who is in contact with it for sure."""
SETTLED = 1.0
"""How far behind an opening, or before it, it is passed."""


class Hull(NamedTuple):
    """A wall or a door, seen from outside."""

    id: str
    start: Point
    end: Point
    out: Point
    """The direction away from the structure."""
    door: bool

    def beside(self, at: Point, radius: float) -> Point:
        """Where a base stands in contact, as near as it gets to a point."""
        (x, y), (x1, y1) = self.start, self.end
        long = hypot(x1 - x, y1 - y)
        along = ((at[0] - x) * (x1 - x) + (at[1] - y) * (y1 - y)) / long
        share = min(max(along, min(0.3, long / 2)), max(long - 0.3, long / 2)) / long
        off = radius + CONTACT
        return (x + (x1 - x) * share + self.out[0] * off, y + (y1 - y) * share + self.out[1] * off)


class Structure(NamedTuple):
    """What is closed, or was."""

    roof: Feature
    hulls: tuple[Hull, ...]
    openings: tuple[tuple[Point, Point], ...]
    """The middle of each, and the direction that leads inside."""

    def holds(self, at: Point, low: int) -> bool:
        """Whether somebody at a spot on a level is inside."""
        return low < self.roof.height and self.roof.covers(at)

    def way_in(self, at: Point, to: Point) -> float:
        """How far it is from outside to a spot inside, through the opening that is best for it."""
        ways = (hypot(at[0] - x, at[1] - y) + hypot(to[0] - x, to[1] - y) for (x, y), _ in self.openings)
        return min(ways, default=hypot(to[0] - at[0], to[1] - at[1]))


def structure(table: Table) -> Structure | None:
    """The structure of a map, if it has one."""
    known: dict[str, Structure | None] = table.terrain.compiled
    if "structure" not in known:
        known["structure"] = _structure(table.terrain)
    return known["structure"]


def _structure(terrain: Terrain) -> Structure | None:
    roof = next((f for f in features(terrain) if ROOF in f.traits), None)
    if roof is None:
        return None
    hulls = []
    for piece in terrain.pieces:
        if "hull" in piece.traits:
            a, b, _, d = piece.polygon
            out = ((a[0] - d[0]) / THICK, (a[1] - d[1]) / THICK)
            hulls.append(Hull(piece.id, a, b, out, DOOR in piece.traits))
    return Structure(roof, tuple(hulls), tuple(_openings(terrain, roof)))


def _openings(terrain: Terrain, roof: Feature) -> list[tuple[Point, Point]]:
    """Where the outline is not covered by a hull."""
    solid = [piece.polygon for piece in terrain.pieces if "hull" in piece.traits]
    outline = roof.polygon if shapes.area(roof.polygon) > 0 else roof.polygon[::-1]
    found: list[tuple[Point, Point]] = []
    for n in range(len(outline)):
        (x0, y0), (x1, y1) = outline[n], outline[(n + 1) % len(outline)]
        long = hypot(x1 - x0, y1 - y0)
        way = ((x1 - x0) / long, (y1 - y0) / long)
        inwards = (-way[1], way[0])
        gap: list[Point] = []
        for k in range(1, int(long / STEP)):
            x, y = x0 + way[0] * k * STEP, y0 + way[1] * k * STEP
            probe = (x + inwards[0] * THICK / 2, y + inwards[1] * THICK / 2)
            if not any(shapes.contains(polygon, *probe) for polygon in solid):
                gap.append((x, y))
            elif gap:
                found.append((_middle(gap), inwards))
                gap = []
        if gap:
            found.append((_middle(gap), inwards))
    return found


def _middle(points: list[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def thresholds(house: Structure) -> list[Point]:
    """Before and behind each opening."""
    return [
        (x + inwards[0] * off, y + inwards[1] * off)
        for (x, y), inwards in house.openings
        for off in (-SETTLED, SETTLED + THICK)
    ]
