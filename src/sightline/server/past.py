"""What a match is loaded from: its entries without those that were taken back, and a snapshot."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sightline.server.entries import AnsweredEntry, CalledEntry, UndoneEntry


class Snapshot(Struct, frozen=True):
    """The newest rest of a match and the answers since: where it goes on, be what led there played again or not."""

    table: dict[str, Any]
    answers: tuple[Any, ...]
    edition: int = 0
    """Of what a campaign keeps."""
    program: str = ""
    """The fingerprint of the program that wrote it."""


class Past(Struct):
    """What is written down about the table of a match, without what was taken back."""

    entries: list[AnsweredEntry] = []
    starts: list[int] = []
    """How many rolls had fallen before each of them."""
    rolled: list[tuple[int, ...]] = []
    """Every roll that ever fell, also those that were taken back."""
    held: list[int] = []
    """How many entries there were each time that nothing could be taken back any more."""

    def add(self, entry: object) -> None:
        """Take notice of the next entry of a stream."""
        if isinstance(entry, AnsweredEntry):
            self.entries.append(entry)
            self.starts.append(len(self.rolled))
            self.rolled += entry.dice
        elif isinstance(entry, UndoneEntry):
            del self.entries[entry.keep :], self.starts[entry.keep :]
        elif isinstance(entry, CalledEntry):
            self.held.append(len(self.entries))
