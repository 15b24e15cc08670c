"""What bases on a table measure and see: distances between them, and the kernel's view of the terrain."""

from __future__ import annotations

from math import hypot

from sightline.core.kernel import TOLERANCE, Scene
from sightline.core.table import Model, ModelId, Point, Table, Terrain

Disc = tuple[float, float, float]


def disc(model: Model) -> Disc:
    """The base of a model as the kernel takes it."""
    assert model.at is not None
    return (model.at[0], model.at[1], model.radius)


def bases(table: Table, besides: ModelId) -> tuple[list[ModelId], list[Disc]]:
    """Every base on the mat but one: whose it is, and where."""
    known: list[tuple[ModelId, Disc]] | None = table.memo.get("bases")
    if known is None:
        known = table.memo["bases"] = [(id, disc(table.models[id])) for id in table.standing()]
    ids = [id for id, _ in known if id != besides]
    return ids, [base for id, base in known if id != besides]


def gap(one: Model, other: Model) -> float:
    """The distance between two bases, edge to edge."""
    assert one.at is not None
    assert other.at is not None
    return max(0.0, hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) - one.radius - other.radius)


def reach(model: Model, point: Point) -> float:
    """The distance from a base to a spot."""
    assert model.at is not None
    return max(0.0, hypot(model.at[0] - point[0], model.at[1] - point[1]) - model.radius)


def within(table: Table, point: Point, distance: float) -> list[Model]:
    """Everybody with any part of the base within a distance of a spot."""
    x, y = point
    far = distance + TOLERANCE
    found = []
    for id in table.standing():
        model = table.models[id]
        at = model.at
        if at is not None and hypot(at[0] - x, at[1] - y) - model.radius <= far:
            found.append(model)
    return found


def scene(terrain: Terrain, pieces: tuple[int, ...]) -> Scene:
    """The kernel's view of some of the pieces, by their places; compiled once per terrain."""
    key = ("scene", pieces)
    found: Scene | None = terrain.compiled.get(key)
    if found is None:
        found = terrain.compiled[key] = Scene([terrain.pieces[n].polygon for n in pieces])
    return found
