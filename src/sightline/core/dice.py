"""Dice lie outside the match: whoever drives it answers each roll."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from msgspec import Struct

from sightline.core.effects import Question, Tally
from sightline.core.table import ModelId, RuleId, Side

Faces = tuple[int, ...]


class Roll(Struct, frozen=True, omit_defaults=True, tag=True):
    """Dice that must fall before play goes on."""

    rule: RuleId
    sides: int
    count: int
    by: Side
    about: ModelId = ""
    need: Tally | None = None
    reads: tuple[int, ...] = ()
    """What each face means to the script, lowest first; faces of one meaning are interchangeable. Empty: all differ."""
    on: Question | None = None
    """What it is rolled for, where others may have a say in the dice."""


class Dice(Protocol):
    """A source of faces."""

    def roll(self, roll: Roll) -> Faces:
        """The faces of one roll."""
        ...


class SeededDice:
    """Dice drawn from a seed by a public recipe: BLAKE2b of the seed and a block number, unfair bytes skipped."""

    __slots__ = ("_block", "_bytes", "_key", "_next")

    def __init__(self, seed: int | str) -> None:
        self._key = blake2b(f"sightline dice {seed}".encode(), digest_size=32).digest()
        self._block = 0
        self._bytes = b""
        self._next = 0

    def roll(self, roll: Roll) -> Faces:
        return tuple(self.below(roll.sides) + 1 for _ in range(roll.count))

    def below(self, bound: int) -> int:
        """A fair whole number from 0 up to, not including, the bound (at most 256)."""
        if not 0 < bound <= 256:
            raise ValueError(f"a byte makes no fair choice among {bound}")
        fair = 256 - 256 % bound
        while True:
            if self._next >= len(self._bytes):
                self._bytes = blake2b(self._block.to_bytes(8, "big"), key=self._key, digest_size=64).digest()
                self._block += 1
                self._next = 0
            byte = self._bytes[self._next]
            self._next += 1
            if byte < fair:
                return byte % bound


class ScriptedDice:
    """Dice that show what was written down beforehand; `spent` says whether all of it was used."""

    __slots__ = ("_faces",)

    def __init__(self, *faces: int) -> None:
        self._faces = list(faces)

    @property
    def spent(self) -> bool:
        """Whether every face written down has been shown."""
        return not self._faces

    @property
    def left(self) -> Sequence[int]:
        """The faces not shown yet."""
        return tuple(self._faces)

    def roll(self, roll: Roll) -> Faces:
        if len(self._faces) < roll.count:
            raise IndexError(f"the script has {len(self._faces)} faces left, {roll.rule} rolls {roll.count}")
        faces, self._faces = tuple(self._faces[: roll.count]), self._faces[roll.count :]
        return faces
