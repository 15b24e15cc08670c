"""What the guide says about battlefields: types of pieces, their mix and spacing (SQ-TER-12 to SQ-TER-28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, hypot, inf
from typing import Any

from sightline.core.catalog import figures
from sightline.core.decisions import Refusal
from sightline.core.game import TablePlan
from sightline.core.kernel import shapes
from sightline.core.lines import through
from sightline.core.table import Piece, Point
from sightline.games.starquest.catalog import CONSTANTS, PACKAGE, SLACK
from sightline.games.starquest.ground import size

GUIDELINE: Mapping[str, Any] = figures(PACKAGE)["terrain_guideline"]
LEAST_BLOCKED = 0.95
CLEARANCE = 6.0


def guide(name: str) -> Mapping[str, Any]:
    """What the guide says about a type of piece."""
    found: Mapping[str, Any] = next(f for f in figures(PACKAGE)["terrain_feature"] if f["id"] == name)
    return found


def shares(pieces: int) -> dict[str, int]:
    """How many of so many pieces should be of each kind at least (SQ-TER-25)."""
    return {
        "blocking": ceil(pieces / 2),
        "cover": ceil(pieces / 3),
        "difficult": ceil(pieces / 3),
        "dangerous": GUIDELINE["dangerous_pieces"],
    }


def hides(one: Piece) -> bool:
    """Whether a piece blocks sight (SQ-TER-16)."""
    return "blocking" in one.traits or "area" in one.traits


def counted(plan: TablePlan) -> dict[str, int]:
    """How many pieces of each kind a layout has; one may count for several."""
    found = {kind: sum(kind in p.traits for p in plan.pieces) for kind in ("cover", "difficult", "dangerous")}
    return {"blocking": sum(map(hides, plan.pieces)), **found}


def advice(plan: TablePlan) -> list[Refusal]:
    """What a table would point out about a legal battlefield (SQ-TBL-03, SQ-TER-25, SQ-TER-26)."""
    found = []
    number = len(plan.pieces)
    if number < CONSTANTS["terrain_min"]:
        found.append(Refusal("SQ-TBL-03", {"pieces": number, "least": CONSTANTS["terrain_min"]}))
    have = counted(plan)
    found += [
        Refusal("SQ-TER-25", {"kind": kind, "pieces": have[kind], "least": least})
        for kind, least in shares(number).items()
        if have[kind] < least
    ]
    return found + spacing(plan)


def spacing(plan: TablePlan) -> list[Refusal]:
    """Lines from edge to edge, gaps, and corners left free (SQ-TER-26)."""
    found = []
    blocked = lines_blocked(plan, step=4)
    if blocked < LEAST_BLOCKED:
        found.append(Refusal("SQ-TER-26", {"lines blocked": round(blocked, 4), "least": LEAST_BLOCKED}))
    polygons = [p.polygon for p in plan.pieces]
    for n, near in enumerate(nearest(polygons)):
        if near < GUIDELINE["gap_min"] - SLACK or near > GUIDELINE["gap_max"] + SLACK:
            found.append(Refusal("SQ-TER-26", {"piece": plan.pieces[n].id, "gap": round(near, 4)}))
    width, depth = size(plan)
    for corner in ((0.0, 0.0), (width, 0.0), (0.0, depth), (width, depth)):
        for n, one in enumerate(polygons):
            edges = zip(one, (*one[1:], one[0]), strict=True)
            if min(shapes.point_gap(*corner, a, b) for a, b in edges) < CLEARANCE - SLACK:
                found.append(Refusal("SQ-TER-26", {"piece": plan.pieces[n].id, "corner": str(corner)}))
    return found


def nearest(polygons: Sequence[Sequence[Point]]) -> list[float]:
    """How far each of some outlines is from the nearest other one; 0 if there is none."""
    boxes = [(min(xs), max(xs), min(ys), max(ys)) for xs, ys in (zip(*one, strict=True) for one in polygons)]
    found = [inf] * len(polygons)
    for n, (left, right, low, high) in enumerate(boxes):
        for k in range(n):
            west, east, south, north = boxes[k]
            least = hypot(max(west - right, left - east, 0.0), max(south - high, low - north, 0.0))
            if least <= max(found[n], found[k]):  # Otherwise they are too far apart to matter to either.
                gap = shapes.gap(polygons[n], polygons[k])
                found[n], found[k] = min(found[n], gap), min(found[k], gap)
    return [near if near < inf else 0.0 for near in found]


def lines_blocked(plan: TablePlan, step: int = 1) -> float:
    """The share of the lines from edge to edge, both ways, that cross a blocking piece (SQ-TER-26)."""
    width, depth = size(plan)
    parts = [part for p in plan.pieces if hides(p) for part, _ in shapes.convex_parts(p.polygon)]
    parts.sort(key=shapes.extent, reverse=True)  # The large ones stop most lines.
    along = [0.5 + n for n in range(0, int(width), step)]
    up = [0.5 + n for n in range(0, int(depth), step)]
    lines = [((x, 0.0), (other, depth)) for x in along for other in along]
    lines += [((0.0, y), (width, other)) for y in up for other in up]
    return sum(any(through(part, a, b) for part in parts) for a, b in lines) / len(lines)
