"""Lists of other programs: what was made of one, what it does not say, and what of it means nothing here."""

from __future__ import annotations

from msgspec import Struct

from sightline.core.muster import Roster
from sightline.core.table import Side


class ListUnit(Struct, frozen=True, omit_defaults=True):
    """One unit of a list as it was read, in a line."""

    name: str
    line: str
    cost: int


class ListLoss(Struct, frozen=True, omit_defaults=True):
    """Something of a list that means nothing here: where, what, and what becomes of it."""

    unit: str
    what: str
    text: str


class ListChoice(Struct, frozen=True):
    """An answer to what a list leaves open."""

    value: str
    name: str


class ListQuestion(Struct, frozen=True):
    """Something a list does not say, with what is proposed or was answered."""

    unit: int
    """Which unit of the list, from 1."""
    field: str
    name: str
    value: str
    choices: tuple[ListChoice, ...]
    rule: str


class ListRead(Struct, frozen=True):
    """A list as a squad of a side, with every open question answered, if only by a proposal."""

    side: Side
    roster: Roster
    units: tuple[ListUnit, ...]
    questions: tuple[ListQuestion, ...]
    losses: tuple[ListLoss, ...]
