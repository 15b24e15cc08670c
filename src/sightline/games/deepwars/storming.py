"""A structure as programs see it: where its hull can be tried, and the openings through which one comes inside."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot
from typing import NamedTuple

from sightline.core.kernel import Ground, shapes
from sightline.core.sight import gap
from sightline.core.table import Model, Point, Side, Table, Terrain
from sightline.games.deepwars.catalog import TOUCH
from sightline.games.deepwars.ground import BLOCKING, DOOR, ROOF, Feature, features
from sightline.games.deepwars.measure import level, place
from sightline.games.deepwars.opening import HULL, THICK
from sightline.games.deepwars.remembering import Remembered, lineup

STEP = 0.25
"""How closely an outline is looked at for openings."""
CONTACT = 0.6 * TOUCH
"""How far from a hull somebody stands who is in contact with it for sure."""
CLOSED = 24.0
"""How much farther it is to whoever is behind a hull without an opening, in inches."""
LONGEST = 60.0
"""No way is looked for that is longer, in inches."""
SLIM = 0.3
"""The base for which ways are reckoned: where it gets, most do."""
NEAREST = 2
"""The enemies to whom a way is looked for."""
PASSAGE = 3.0
"""By how much a way has to be shorter for another opening to be worth it: it takes time to come through, in inches."""
SETTLED = 1.0
"""How far behind an opening, or before it, it is passed."""

_detours: Remembered[float] = Remembered()


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
    floor: Ground
    """Where bases can be at the seafloor."""

    def holds(self, at: Point, low: int) -> bool:
        """Whether somebody at a spot on a level is inside."""
        return low < self.roof.height and self.roof.covers(at)

    def walk(self, at: Point, to: Point) -> float:
        """How far it is from a spot to another on the seafloor, around the hull or through what is open of it."""
        found = self.floor.length(*at, *to, SLIM, LONGEST)
        return found if found < LONGEST else dist(at, to) + CLOSED

    def way_in(self, at: Point) -> float:
        """How far it is from outside to the nearest opening."""
        return min((self.walk(at, inner) for inner in self.inner), default=0.0)

    @property
    def inner(self) -> list[Point]:
        """Behind each opening."""
        off = SETTLED + THICK
        return [(x + inwards[0] * off, y + inwards[1] * off) for (x, y), inwards in self.openings]

    def corner(self, at: Point, radius: float) -> Point | None:
        """Where the way through the nearest opening first bends, or ends; None if there is no way."""
        ways = (self.floor.path(*at, *inner, radius, LONGEST) for inner in self.inner)
        found = min((way for way in ways if way is not None), default=None)
        return found[1][1] if found is not None and len(found[1]) > 1 else None


def apart(table: Table, one: Model, other: Model) -> float:
    """How far it is from one base to another, around the hull if only one of them is inside."""
    house, straight = structure(table), gap(one, other)
    if house is None:
        return straight
    a, b = place(one), place(other)
    if house.holds(a, level(table, one)) == house.holds(b, level(table, other)):
        return straight
    return max(straight, house.walk(a, b) - one.radius - other.radius)


def detours(table: Table, model: Model, points: Sequence[Point]) -> list[float]:
    """How much longer the way to the nearest enemy is at some places than it looks, for there is a hull between."""
    house = structure(table)
    if house is None or model.side not in table.sides:
        return [0.0] * len(points)
    foes = _whereabouts(table, table.other(model.side), house)
    low, found = level(table, model), []
    for at in points:
        inside = house.holds(at, low)
        near = sorted((dist(at, b), b, there) for b, there in foes)[:NEAREST]
        ways = [far if there == inside else house.walk(at, b) for far, b, there in near]
        found.append(min(ways) - near[0][0] if near else 0.0)
    return found


def detour(table: Table, model: Model) -> float:
    """The same where a model stands; it is the same as long as its enemies are."""
    foes = lineup(table, table.other(model.side)) if model.side in table.sides else ()
    known = _detours.of(table, model, foes)
    return _detours.keep(table, model, detours(table, model, (place(model),))[0], foes) if known is None else known


def _whereabouts(table: Table, side: Side, house: Structure) -> list[tuple[Point, bool]]:
    """Where the models of a side are, and whether inside."""
    key = ("whereabouts", side)
    known: list[tuple[Point, bool]] | None = table.now.get(key)
    if known is None:
        found = ((place(m), house.holds(place(m), level(table, m))) for m in lineup(table, side))
        known = table.now[key] = list(found)
    return known


def standing_room(terrain: Terrain) -> Ground:
    """Where bases can be at the seafloor; compiled once per terrain."""
    found: Ground | None = terrain.compiled.get("water to swim in")
    if found is None:
        solid = [f.polygon for f in features(terrain) if BLOCKING in f.traits]
        found = terrain.compiled["water to swim in"] = Ground(solid, terrain.width, terrain.height)
    return found


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
        if HULL in piece.traits:
            a, b, _, d = piece.polygon
            out = ((a[0] - d[0]) / THICK, (a[1] - d[1]) / THICK)
            hulls.append(Hull(piece.id, a, b, out, DOOR in piece.traits))
    return Structure(roof, tuple(hulls), tuple(_openings(terrain, roof)), standing_room(terrain))


def _openings(terrain: Terrain, roof: Feature) -> list[tuple[Point, Point]]:
    """Where the outline is not covered by a hull."""
    solid = [piece.polygon for piece in terrain.pieces if HULL in piece.traits]
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


def shortened(table: Table, model: Model, house: Structure, hull: Hull) -> float:
    """How much shorter the ways inside would be for a side if a part of the hull were open, in inches."""
    gate, saved = hull.beside(place(model), model.radius), 0.0
    for one in table.squad(model.side):
        at = place(one)
        if not house.holds(at, level(table, one)):
            saved += max(0.0, house.way_in(at) - dist(at, gate) - PASSAGE)
    return saved
