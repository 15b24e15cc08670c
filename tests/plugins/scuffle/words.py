"""The vocabulary of the book: tokens, actions, events and questions."""

from __future__ import annotations

from typing import ClassVar

from sightline.core.decisions import Action, RollAgain
from sightline.core.effects import Question
from sightline.core.events import Counted, Event, Marked, Moved, Removed
from sightline.core.table import ModelId, Point, TokenKind

BRUISES, BREATH, ACTED, STUNNED, FIRST, ROUND, LUCK = "bruises", "breath", "acted", "stunned", "first", "round", "luck"
ROUND_ENDS = "the round ends"

TOKENS = {
    kind.id: kind
    for kind in (
        TokenKind(BRUISES),
        TokenKind(BREATH),
        TokenKind(ACTED, fades=ROUND_ENDS),
        TokenKind(STUNNED, fades=ROUND_ENDS, condition="SC-STR-05"),
        TokenKind(FIRST),
        TokenKind(ROUND),
        TokenKind(LUCK),
    )
}


# Actions: what a side may answer.


class Walk(Action, frozen=True):
    """Go somewhere."""

    points = ("to",)
    actor: ModelId
    to: Point


class Strike(Action, frozen=True):
    """Hit somebody, spending breath."""

    actor: ModelId
    target: ModelId
    effort: int


class Brace(Action, frozen=True):
    """Wait for the blow."""

    actor: ModelId


class Rest(Action, frozen=True):
    """Get one's breath back."""

    actor: ModelId


class TryLuck(RollAgain, frozen=True):
    """Roll a die again."""


# Events: what happened.


class Started(Marked, frozen=True, kw_only=True):
    """A side starts every round."""


class RoundBegan(Marked, frozen=True, kw_only=True):
    """A round begins."""


class Acted(Marked, frozen=True, kw_only=True):
    """A fighter has done its one thing."""


class Walked(Moved, frozen=True, kw_only=True):
    """A fighter went somewhere."""


class Breathed(Counted, frozen=True, kw_only=True):
    """A fighter spent breath or got it back."""


class Hurt(Counted, frozen=True, kw_only=True):
    """A fighter was hit."""

    by_whom: ModelId


class Stunned(Marked, frozen=True, kw_only=True):
    """A fighter is stunned."""


class ShrugsOff(Event, frozen=True, kw_only=True):
    """A fighter did not even notice."""

    model: ModelId


class KnockedOut(Removed, frozen=True, kw_only=True):
    """A fighter is out."""

    by_whom: ModelId


class LuckSpent(Counted, frozen=True, kw_only=True):
    """A side tried its luck."""


EVENTS = (Started, RoundBegan, Acted, Walked, Breathed, Hurt, Stunned, ShrugsOff, KnockedOut, LuckSpent)


# Questions: where abilities may have something to say.


class ToStrike(Question, frozen=True):
    """The number a die of a strike needs."""

    roles: ClassVar[tuple[str, ...]] = ("striker", "target")
    striker: ModelId
    target: ModelId


class Striking(Question, frozen=True):
    """Whether a fighter may strike at all."""

    roles: ClassVar[tuple[str, ...]] = ("striker",)
    striker: ModelId
