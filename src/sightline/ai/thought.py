"""What a program made of a decision: its answer, what else it weighed, and why."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from sightline.core.decisions import Action

Stop = Callable[[], bool]
"""Asked again and again while a program thinks: whether it is to answer now with the best it has."""


class Reason(Struct, frozen=True):
    """One number of an appraisal: what it counts, and how much that is worth here."""

    id: str
    text: str
    """A few words, such as `damage to be expected`."""
    value: float
    """In what wins the game; what is good for whoever decides is positive."""


class Candidate(Struct, frozen=True):
    """An answer that was weighed."""

    action: Action
    value: float
    reasons: tuple[Reason, ...] = ()
    """What the value is made of, the weightiest first."""
    then: tuple[Action, ...] = ()
    """How the one who acts would go on, as far as that was looked into."""


class Thought(Struct, frozen=True):
    """The answer to a decision, and the answers it was chosen from."""

    action: Action
    candidates: tuple[Candidate, ...] = ()
    """The action first, then the others as they were found good; what is nearly the same is told once."""
    weighed: int = 0
    """How many answers were weighed."""
    seconds: float = 0.0
    stopped: bool = False
    """Whether it was hurried or ran out of time before it was sure."""
    slipped: Action | None = None
    """What it thought better at first sight than what it answered: it makes mistakes, as people do."""
    planned: bool = False
    """Whether it goes on as it had planned, though something else may be a hair better."""


def never() -> bool:
    """Nobody is in a hurry."""
    return False
