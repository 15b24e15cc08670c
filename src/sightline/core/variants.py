"""House rules: a variant is one rule in several readings, picked by an option of the table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from sightline.core.table import Table

T = TypeVar("T")


class Variant(Generic[T]):
    """The readings of one option, by value; scripts never compare an option themselves."""

    __slots__ = ("option", "readings")

    def __init__(self, option: str, readings: Mapping[Hashable, T]) -> None:
        self.option = option
        self.readings = dict(readings)

    def of(self, table: Table) -> T:
        """The reading this table plays by."""
        return self.readings[table.options[self.option]]

    def among(self, options: Mapping[str, Hashable]) -> T:
        """The reading these options ask for."""
        return self.readings[options[self.option]]
