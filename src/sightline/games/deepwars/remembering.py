"""What was worked out for models: it holds as long as they are the very same, for whatever changes is replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from sightline.core.table import Model, Side, Table, Terrain

T = TypeVar("T")

MOST = 2_000
"""Where there are more, all are forgotten: what is kept of past tables only makes the collection of garbage slow."""


class Remembered(Generic[T]):
    """Answers for one or two things known by what they are, under a table's house rules, on the ground as it lies."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[object, object, Mapping[str, Any], Terrain, T]] = {}

    def of(self, table: Table, one: object, other: object = None) -> T | None:
        """What is known of them; None: nothing."""
        found = self._known.get((id(one), id(other)))
        if found is None or found[0] is not one or found[1] is not other:
            return None
        if found[3] is not table.terrain:  # What is open now may have been closed before.
            return None
        return found[4] if found[2] is table.options or found[2] == table.options else None

    def keep(self, table: Table, one: object, value: T, other: object = None) -> T:
        """Remember an answer."""
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[id(one), id(other)] = (one, other, table.options, table.terrain, value)
        return value


_lineups: dict[tuple[int, ...], tuple[Any, ...]] = {}


def lineup(table: Table, side: Side) -> tuple[Model, ...]:
    """The models of a side on the map: the very same tuple as long as they are the very same models."""
    key = ("lineup", side)
    known: tuple[Model, ...] | None = table.now.get(key)
    if known is None:
        known = table.now[key] = alike(tuple(table.squad(side)))
    return known


def alike(things: tuple[T, ...]) -> tuple[T, ...]:
    """One tuple for the very same things, so that what depends on all of them can be remembered by it."""
    if len(_lineups) >= MOST:
        _lineups.clear()
    # Each tuple keeps what is in it, so nothing else comes to have the same identity.
    return _lineups.setdefault(tuple(map(id, things)), things)
