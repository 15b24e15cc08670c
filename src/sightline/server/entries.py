"""What is written down about a match: the entries of its stream, in their order the whole of it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from sightline.core.battle import Debrief
from sightline.core.campaign_file import CampaignStep, Standing
from sightline.core.game import SetUp
from sightline.core.table import Outcome, Side

FORMAT = 1
"""The version of the entries; one that is not known is not guessed at."""


class NotKept(Exception):
    """What was played could not be written down, so it did not happen."""


class KeptSeat(Struct, frozen=True, omit_defaults=True):
    """A seat as it is kept: of its token only the hash."""

    kind: Literal["person", "open", "ai"]
    """`person`, `open` (somebody is to come) or `ai`."""
    token: str
    name: str = ""
    level: str = ""
    share: str | None = None
    """What it added to the dice; none while it has not come."""


class KeptHand(Struct, frozen=True, omit_defaults=True):
    """Some models of a side and who commands them: a program, or somebody with a link of their own."""

    models: tuple[str, ...]
    level: str = ""
    token: str = ""
    """Of the link only the hash."""
    name: str = ""


class CreatedEntry(Struct, frozen=True, tag="created", omit_defaults=True):
    """A match was set up."""

    match: str
    setup: SetUp
    seats: dict[Side, KeptSeat]
    watch: str
    """The hash of the watchers' token."""
    key: str
    """The secret of the dice."""
    rules_hash: str
    clock: int = 0
    before: tuple[Any, ...] = ()
    """Answers and faces taken over from another match, which this one goes on from."""
    hints: bool | None = None
    """Whether players may ask for hints, if that was agreed on."""
    campaign: str = ""
    """The campaign that a battle is fought for."""
    name: str = ""
    """What a campaign is called."""
    edition: int = 0
    """Of what a campaign keeps."""
    past: tuple[CampaignStep, ...] = ()
    """What happened in a campaign before it came here in a file."""
    rest: Standing | None = None
    """Where it stood then."""
    format: int = FORMAT


class AnsweredEntry(Struct, frozen=True, tag="answered", omit_defaults=True):
    """Answers were given and dice fell."""

    id: str
    by: Side
    """The side that answered; empty for dice that fell because everybody had come."""
    answers: tuple[Any, ...]
    """Actions as objects and faces as lists, in the order they were played."""
    dice: tuple[tuple[int, ...], ...]
    """The rolls among them: the sides of a die, then the faces."""
    events: tuple[Any, ...]
    number: int
    """The number of the last event."""
    hash: str
    digest: str
    """Of the table at the newest rest."""
    clocks: dict[Side, float] = {}
    """Seconds left."""
    automatic: bool = False
    """A program or the clock answered for the side."""
    level: str = ""
    """The level of the program that answered, if one did."""


class UndoneEntry(Struct, frozen=True, tag="undone", omit_defaults=True):
    """Answers were taken back."""

    id: str
    by: Side
    """The side whose command it was: the one that took back, or the one that consented."""
    keep: int
    """How many of the answered entries that still counted go on counting."""


class SeatedEntry(Struct, frozen=True, tag="seated", omit_defaults=True):
    """Somebody came for a seat, a program took it over, or gave it back."""

    side: Side
    seat: KeptSeat
    stand_in: str = ""
    """The level that plays for the person."""
    id: str = ""


class OrderedEntry(Struct, frozen=True, tag="ordered", omit_defaults=True):
    """A side's standing orders are others now."""

    side: Side
    orders: dict[str, Any]
    """What is to be answered to decisions under a rule, as plain data; None stands for the default."""
    id: str = ""


class EntrustedEntry(Struct, frozen=True, tag="entrusted", omit_defaults=True):
    """Models of a side are commanded by others now."""

    side: Side
    hands: tuple[KeptHand, ...]
    """All there are from now on."""
    id: str = ""


class EndedEntry(Struct, frozen=True, tag="ended", omit_defaults=True):
    """The match is over."""

    outcome: Outcome


class CalledEntry(Struct, frozen=True, tag="called"):
    """The battle a campaign waits for was called: it is fought as this match."""

    match: str
    key: str
    """The secret of its dice."""


class SaidEntry(Struct, frozen=True, tag="said", omit_defaults=True):
    """Somebody said something."""

    by: str
    text: str
    at: float
    id: str = ""
    name: str = ""


LogEntry = (
    CreatedEntry
    | AnsweredEntry
    | UndoneEntry
    | SeatedEntry
    | OrderedEntry
    | EntrustedEntry
    | EndedEntry
    | CalledEntry
    | SaidEntry
)


def debriefed(entry: AnsweredEntry) -> bool:
    """Whether an entry tells a campaign what came of a battle."""
    return any(isinstance(answer, dict) and answer["type"] == Debrief.__name__ for answer in entry.answers)


_READER = msgspec.json.Decoder(LogEntry)


def read_entry(body: bytes) -> LogEntry:
    """An entry from its JSON."""
    entry: LogEntry = _READER.decode(body)
    return entry


def written(entry: LogEntry) -> bytes:
    """An entry as JSON."""
    return msgspec.json.encode(entry)
