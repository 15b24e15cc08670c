"""A match looked back on: frames, luck and what everybody did."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sightline.server.messages.requests import SeatWish
from sightline.server.messages.room import DiceProof, OutcomeView, SeatView
from sightline.server.messages.table import Change, LineView, Motion, Scene


class Frame(Struct, frozen=True, omit_defaults=True):
    """One action of a match: what it changed and what was told."""

    action: int
    side: str
    text: str
    rule: str
    round: int
    phase: int
    activation: int
    """Counts up whenever another model has its turn."""
    change: Change
    lines: tuple[LineView, ...] = ()
    motions: tuple[Motion, ...] = ()
    damage: dict[str, float] = {}
    """What each side dealt."""
    fallen: tuple[str, ...] = ()


class LuckPoint(Struct, frozen=True):
    """How lucky a side had been by then."""

    action: int
    surplus: float
    """Successes beyond expectation, weighted by what they were worth."""


class LuckView(Struct, frozen=True, omit_defaults=True):
    """How lucky a side was, exactly."""

    side: str
    points: tuple[LuckPoint, ...]
    surplus: float
    chance: float
    """The chance of doing this well or better if lucky, this badly or worse if not."""
    lucky: bool
    text: str
    dice: int = 0
    successes: int = 0
    expected: float = 0.0
    band50: tuple[tuple[int, float], ...] = ()
    """Action and half width within which half of all games stay."""
    band90: tuple[tuple[int, float], ...] = ()
    others: int = 0
    """Rolls that had no number to reach, which do not count."""


class TallyView(Struct, frozen=True, omit_defaults=True):
    """What one model did in a match."""

    model: str
    name: str
    side: str
    glyph: str
    dealt: float = 0.0
    taken: float = 0.0
    kills: int = 0
    fell: int = 0
    """The round it fell in, or left."""
    parted: str = ""
    """How it left, where it did not fall."""


class AstrayView(Struct, frozen=True, omit_defaults=True):
    """What befell a side that was no enemy's doing: by the ground, by its own hand, by chance."""

    side: str
    taken: float = 0.0
    fell: int = 0


class Report(Struct, frozen=True, omit_defaults=True):
    """A match looked back on."""

    luck: tuple[LuckView, ...]
    tallies: tuple[TallyView, ...]
    rounds: tuple[dict[str, float], ...]
    """By round: the damage each side dealt."""
    scores: tuple[dict[str, float], ...]
    """By round: the scores at its end."""
    method: str = ""
    """What counts as luck, in a sentence."""
    astray: tuple[AstrayView, ...] = ()
    """What is missing between what one side dealt and the other took."""


class Replay(Struct, frozen=True, omit_defaults=True):
    """A whole match for watching."""

    match: str
    game: str
    title: str
    table: str
    seats: dict[str, SeatView]
    squads: dict[str, str]
    scene: Scene
    frames: tuple[Frame, ...]
    report: Report
    outcome: OutcomeView | None = None
    dice: DiceProof | None = None


class PlayOn(Struct, frozen=True, omit_defaults=True):
    """A new match from a point of another: of one stored here, or of a record handed in."""

    action: int
    seats: dict[str, SeatWish]
    match: str = ""
    token: str = ""
    record: dict[str, Any] | None = None


class Wonder(Struct, frozen=True, omit_defaults=True):
    """Why a program took an action: in a match stored here, or in a record handed in."""

    action: int
    match: str = ""
    token: str = ""
    record: dict[str, Any] | None = None
