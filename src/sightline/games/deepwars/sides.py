"""What belongs to a side on the map: whether it attacks, its edge, and its artifact (DW-SET-01, DW-SCN-12)."""

from __future__ import annotations

from sightline.core.table import Model, ModelId, Point, Side, Table
from sightline.games.deepwars.tokens import ATTACKER

EDGE = "edge"
"""The profile of the marker that lies on the middle of a side's edge."""
ALTAR = "altar"
"""What the artifact in a side's area is called, after the side."""


def attacker(table: Table) -> Side:
    """The attacker of this battle."""
    return next((s for s in table.sides if table.tokens(s, ATTACKER)), table.sides[0])


def edge_id(side: Side) -> ModelId:
    """The name of the marker on a side's edge."""
    return f"{side}-{EDGE}"


def middle_of_edge(table: Table, side: Side) -> Point | None:
    """The middle of a side's own edge; None as long as it has none."""
    marker = table.models.get(edge_id(side))
    return marker.at if marker is not None else None


def own_edge(table: Table, side: Side) -> float | None:
    """The height on the map of a side's own edge."""
    middle = middle_of_edge(table, side)
    return None if middle is None else middle[1]


def north(table: Table) -> float:
    """Which way is north, in degrees from east: away from the attacker's edge, so that no chair is favoured."""
    edge = next((own_edge(table, side) for side in table.sides if table.tokens(side, ATTACKER)), None)
    return 270.0 if edge else 90.0


def altar_id(side: Side) -> ModelId:
    """The name of the artifact in a side's area."""
    return f"{side}-{ALTAR}"


def altar_of(table: Table, side: Side) -> Model | None:
    """The artifact in a side's area, if it has one and that still stands."""
    found = table.models.get(altar_id(side))
    return found if found is not None and found.at is not None else None
