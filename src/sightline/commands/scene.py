"""A scene for `sightline sight`: pieces of terrain, two bases and the bases between them."""

from itertools import combinations, pairwise
from math import hypot
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from sightline.core.errors import BadInput
from sightline.core.reading import shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sightline.core.kernel.sight import Blocker

FAR = 10_000
"""No coordinate lies farther out, in inches: beyond it a double no longer holds a share to nine digits."""
MM_PER_INCH = 25.4

Coordinate: TypeAlias = Annotated[float, Meta(ge=-FAR, le=FAR)]
Length: TypeAlias = Annotated[float, Meta(ge=0, le=FAR)]
Corner: TypeAlias = tuple[Coordinate, Coordinate]


class Disc(Struct, frozen=True, forbid_unknown_fields=True):
    """A round base."""

    x: Coordinate
    y: Coordinate
    r: Length


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain, seen from above."""

    id: str
    polygon: list[Corner]


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """One question: does the observer see the target, and how much of it."""

    terrain: list[Piece]
    observer: Disc
    target: Disc
    blockers: list[Disc] = []
    line_mm: Length = 1.0


def read_scenes(written: Any) -> list[Scene]:
    """The scenes of a JSON value, which is one scene or a list of them; all are checked before any is answered."""
    if isinstance(written, list):
        return [read_scene(one, f"scene[{index}]") for index, one in enumerate(written)]
    return [read_scene(written, "scene")]


def read_scene(written: Any, where: str) -> Scene:
    """One scene, checked; `where` names it in errors."""
    scene = shape(written, Scene, where)
    seen: dict[str, int] = {}
    for index, piece in enumerate(scene.terrain):
        if piece.id in seen:
            raise BadInput(f"{where}.terrain[{index}].id: {piece.id!r} is the id of terrain[{seen[piece.id]}] already")
        seen[piece.id] = index
        if fault := outline_fault(piece.polygon):
            raise BadInput(f"{where}.terrain[{index}].polygon: {fault}")
    for name in ("observer", "target"):
        if getattr(scene, name).r == 0:
            raise BadInput(f"{where}.{name}.r: expected more than 0: a base without area has no visible share")
    return scene


def look(scene: Scene) -> dict[str, Any]:
    """The answer to a scene: the share of the target's base in sight, their distance, what stands between."""
    from sightline.core.kernel import Scene as Kernel

    kernel = Kernel([piece.polygon for piece in scene.terrain])
    a, b = scene.observer, scene.target
    bases = (a.x, a.y, a.r, b.x, b.y, b.r)
    discs = tuple((disc.x, disc.y, disc.r) for disc in scene.blockers)
    margin = scene.line_mm / 2 / MM_PER_INCH
    share = kernel.share(*bases, discs=discs, margin=margin)
    found = kernel.blockers(*bases, discs=discs, margin=margin)
    answer = {
        "sees": share > 0,
        "share": share,
        "distance": max(0.0, hypot(b.x - a.x, b.y - a.y) - a.r - b.r),
        "blocked_by": names(scene, found),
    }
    if overlapping(scene):
        # No base can stand there; the kernel still answers, from a sample of lines.
        answer["exact"] = False
    return answer


def overlapping(scene: Scene) -> bool:
    """Whether one of the two bases shares ground with the other, with a piece or with a blocker."""
    from sightline.core.kernel import TOLERANCE, shapes

    a, b = scene.observer, scene.target
    for one, others in ((a, (b, *scene.blockers)), (b, scene.blockers)):
        if any(hypot(one.x - o.x, one.y - o.y) < one.r + o.r - TOLERANCE for o in others):
            return True
        for piece in scene.terrain:
            edges = pairwise((*piece.polygon, piece.polygon[0]))
            gap = min(shapes.point_gap(one.x, one.y, p, q) for p, q in edges)
            if gap < one.r - TOLERANCE or shapes.contains(piece.polygon, one.x, one.y):
                return True
    return False


def outline_fault(polygon: list[Corner]) -> str | None:
    """What is wrong with the outline of a piece, or None; the kernel judges, and crossing edges are named here."""
    from sightline.core.kernel import shapes

    count = len(polygon)
    if count < 3:
        return f"expected 3 corners or more, got {count}"
    fault = shapes.validate(polygon)
    if fault is None:
        return None
    edges = [(polygon[index], polygon[(index + 1) % count]) for index in range(count)]
    for first, second in combinations(range(count), 2):
        apart = second - first not in {1, count - 1}
        if apart and shapes.segment_gap(*edges[first], *edges[second]) <= shapes.NEAR:
            return f"edges {first} and {second} cross"
    return fault


def names(scene: Scene, found: "Collection[Blocker]") -> list[str]:
    """What hides something: pieces by their ids, then bases, which have none, by their place in the scene."""
    pieces = {blocker.piece for blocker in found}
    discs = {blocker.disc for blocker in found}
    return [
        *(piece.id for index, piece in enumerate(scene.terrain) if index in pieces),
        *(f"blockers[{index}]" for index in range(len(scene.blockers)) if index in discs),
    ]
