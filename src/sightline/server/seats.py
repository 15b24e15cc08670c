"""Seats: who plays a side, the secrets that open them, and who is there."""

from __future__ import annotations

import secrets
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sightline.server.entries import KeptHand, KeptSeat
from sightline.server.messages import HandView, SeatView
from sightline.server.thoughts import level_label

if TYPE_CHECKING:
    from sightline.core.table import Side
    from sightline.server.rooms import Visitor

TOKEN = 24
"""Random bytes of a token: 192 bits."""
NOBODY = "-"
"""What a program adds to the dice."""
THE_BOOK = "The book"
"""Who plays a side that nobody is asked for."""
LONGEST_SHARE = 64
LONGEST_NAME = 40


def new_token() -> str:
    """A secret nobody guesses."""
    return secrets.token_urlsafe(TOKEN)


def hashed(token: str) -> str:
    """What is kept of a token. It is random and long, so a fast hash is as good as a slow one."""
    return blake2b(token.encode(), digest_size=32, person=b"sightline token").hexdigest()


def same_secret(token: str, kept: str) -> bool:
    """Whether a token is the one that was kept, in the same time for every wrong one."""
    return secrets.compare_digest(hashed(token), kept)


def tidy(text: str, most: int) -> str:
    """What somebody typed, on one line and not too long."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:most]


class Seat:
    """A side's chair, and who is in it."""

    def __init__(self, side: Side, kept: KeptSeat, stand_in: str = "") -> None:
        self.side = side
        self.kept = kept
        self.stand_in = stand_in
        """The level that plays while the person is away."""
        self.orders: dict[str, Any] = {}
        """What is answered for the person without asking, by the rule of the decision, as plain data."""
        self.hands: tuple[KeptHand, ...] = ()
        """Models that somebody else commands."""
        self.visitors: set[Visitor] = set()
        self.absent_since: float = time.time()

    @property
    def level(self) -> str:
        """The program that answers for this seat now, if one does."""
        return self.kept.level if self.kept.kind == "ai" else self.stand_in

    @property
    def ready(self) -> bool:
        """Whether its share of the dice is there."""
        return self.kept.share is not None

    def away(self) -> float:
        """Seconds since somebody was there."""
        return 0.0 if self.visitors else time.time() - self.absent_since

    def view(self, clock: float | None) -> SeatView:
        """The seat as everybody sees it."""
        person = self.kept.kind != "ai"
        return SeatView(
            self.side,
            self.kept.kind,
            self.kept.name,
            self.level,
            level_label(self.level) if self.level or person else THE_BOOK,
            present=bool(self.visitors) or not person,
            absent_since=self.absent_since if person and not self.visitors else None,
            stand_in=bool(self.stand_in),
            clock=clock,
            hands=tuple(self._hand(hand) for hand in self.hands),
        )

    def _hand(self, hand: KeptHand) -> HandView:
        present = any(visitor.hand == hand.token for visitor in self.visitors) if hand.token else True
        return HandView(hand.models, hand.name, hand.level, level_label(hand.level), present=present)
