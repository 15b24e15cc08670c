"""Things that are carried, and the same things as they lie about to be picked up (DW-TRE-03, DW-TRE-04)."""

from __future__ import annotations

from sightline.core.table import Model, Point
from sightline.games.deepwars import catalog
from sightline.games.deepwars.tokens import LOAD

TREASURE = "treasure"
"""The profile of a token nobody has looked at."""
LOADED = f"{LOAD}:"
"""How the tokens of what is carried begin."""


def loads(model: Model) -> dict[str, int]:
    """What a model or a body carries."""
    return {t[len(LOADED) :]: n for t, n in model.tokens.items() if t.startswith(LOADED)}


def lying_there(
    number: int | str, at: Point, z: float, what: str = TREASURE, marks: dict[str, int] | None = None
) -> Model:
    """A thing that lies on the map, with what is known of it."""
    name = "Treasure" if what == TREASURE else catalog.names()[what]
    return Model(f"treasure-{number}", "", "", what, name, "marker", at=at, z=z, radius=0.4, tokens=marks or {})
