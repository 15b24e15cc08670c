"""What was worked out for models: it holds as long as they are the very same, for whatever changes is replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from sightline.core.table import Model, Table, Terrain

T = TypeVar("T")

MOST = 20_000
"""Where there are more, all are forgotten."""


class Remembered(Generic[T]):
    """Answers for one model or two under the house rules of a table, on the ground as it lies."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Model, Model | None, Mapping[str, Any], Terrain, T]] = {}

    def of(self, table: Table, one: Model, other: Model | None = None) -> T | None:
        """What is known of them; None: nothing."""
        found = self._known.get((id(one), id(other)))
        if found is None or found[0] is not one or found[1] is not other:
            return None
        if found[3] is not table.terrain:  # What is open now may have been closed before.
            return None
        return found[4] if found[2] is table.options or found[2] == table.options else None

    def keep(self, table: Table, one: Model, value: T, other: Model | None = None) -> T:
        """Remember an answer."""
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[id(one), id(other)] = (one, other, table.options, table.terrain, value)
        return value
