"""Structures: walls, doors and roofs, and the openings made in them (DW-TER-06)."""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from sightline.core.kernel import shapes
from sightline.core.table import Model, Piece, Point, Table
from sightline.games.deepwars.ground import DOOR, DOORWAY, ROOF, STRUCTURE, features
from sightline.games.deepwars.measure import place

HULL = "hull"
"""The trait of a wall or a door that an opening can be made in."""
THICK = 0.5
WIDE = 1.5
"""How broad an opening is."""


def built(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces of a map with every structure as its walls, doors and roof."""
    return tuple(part for piece in pieces for part in (walls(piece) if piece.kind == STRUCTURE else (piece,)))


def walls(structure: Piece) -> tuple[Piece, ...]:
    """Walls half an inch thick just inside the outline, cut by closed doors, under a roof."""
    doors = [_spot(t) for t in structure.traits if DOORWAY.fullmatch(t)]
    plain = tuple(t for t in structure.traits if not t.startswith("door:"))
    found: list[Piece] = []
    outline = structure.polygon if shapes.area(structure.polygon) > 0 else structure.polygon[::-1]
    for n in range(len(outline)):
        a, b = outline[n], outline[(n + 1) % len(outline)]
        found += _side(structure, plain, n, a, b, doors)
    roof = replace(structure, id=f"{structure.id}-roof", kind=ROOF, traits=(ROOF, *plain[1:]))
    return (*found, roof)


def _spot(trait: str) -> Point:
    x, y = trait.partition(":")[2].split(",")
    return (float(x), float(y))


def _side(structure: Piece, plain: tuple[str, ...], n: int, a: Point, b: Point, doors: list[Point]) -> list[Piece]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    cuts = [(0.0, length, "")]
    for x, y in doors:
        at = (x - a[0]) * along[0] + (y - a[1]) * along[1]
        off = abs((x - a[0]) * along[1] - (y - a[1]) * along[0])
        if off < THICK and WIDE / 2 < at < length - WIDE / 2:
            first, last, _ = cuts.pop()
            cuts += [(first, at - WIDE / 2, ""), (at - WIDE / 2, at + WIDE / 2, DOOR), (at + WIDE / 2, last, "")]
    inwards = (-along[1] * THICK, along[0] * THICK)
    parts = []
    for number, (start, end, kind) in enumerate(cuts):
        name = f"{structure.id}-{'door' if kind else 'wall'}-{n}-{number}"
        parts.append(
            replace(
                structure,
                polygon=_stretch(a, along, inwards, start, end),
                id=name,
                kind=kind or STRUCTURE,
                traits=(*plain, HULL, *((DOOR,) if kind else ())),
            )
        )
    return parts


def _stretch(a: Point, along: Point, inwards: Point, start: float, end: float) -> tuple[Point, ...]:
    """The outline of a wall between two places along a line, both in inches from its beginning."""
    (ax, ay), (dx, dy), (ix, iy) = a, along, inwards
    p, q = (ax + dx * start, ay + dy * start), (ax + dx * end, ay + dy * end)
    return (p, q, (q[0] + ix, q[1] + iy), (p[0] + ix, p[1] + iy))


def opened(table: Table, model: Model, target: str) -> tuple[Piece, ...] | None:
    """The pieces after a door is opened or a hole made in a wall; None if the piece goes as a whole."""
    piece = next(p for p in table.terrain.pieces if p.id == target)
    others = tuple(p for p in table.terrain.pieces if p.id != target)
    if DOOR in piece.traits:
        return others
    if HULL not in piece.traits:
        return None
    a, b = piece.polygon[0], piece.polygon[1]
    length = hypot(b[0] - a[0], b[1] - a[1])
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    x, y = place(model)
    at = (x - a[0]) * along[0] + (y - a[1]) * along[1]
    at = min(max(at, WIDE / 2), max(WIDE / 2, length - WIDE / 2))
    inwards = (piece.polygon[3][0] - a[0], piece.polygon[3][1] - a[1])
    left: list[Piece] = []
    for word, start, end in (("a", 0.0, at - WIDE / 2), ("b", at + WIDE / 2, length)):
        if end - start > 0.01:
            left.append(replace(piece, polygon=_stretch(a, along, inwards, start, end), id=f"{piece.id}{word}"))
    return (*others, *left)


def inside(table: Table, at: Point, low: int) -> bool:
    """Whether somebody at a spot on a level is inside a structure."""
    roofs = table.terrain.recall("roofs", "", lambda: tuple(f for f in features(table.terrain) if ROOF in f.traits))
    return any(low < roof.height and roof.covers(at) for roof in roofs)
