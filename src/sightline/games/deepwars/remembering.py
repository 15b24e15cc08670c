"""What was worked out for models: it holds as long as they are the very same, for whatever changes is replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from sightline.core.table import Model, Table

T = TypeVar("T")

MOST = 20_000
"""Where there are more, all are forgotten."""


class Remembered(Generic[T]):
    """Answers for one model or two under the house rules of a table."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Model, Model | None, Mapping[str, Any], T]] = {}

    def of(self, table: Table, one: Model, other: Model | None = None) -> T | None:
        """What is known of them; None: nothing."""
        found = self._known.get((id(one), id(other)))
        if found is None or found[0] is not one or found[1] is not other:
            return None
        return found[3] if found[2] is table.options or found[2] == table.options else None

    def keep(self, table: Table, one: Model, value: T, other: Model | None = None) -> T:
        """Remember an answer."""
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[id(one), id(other)] = (one, other, table.options, value)
        return value
