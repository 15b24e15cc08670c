"""A table with next to nothing on it: for tests of the core that need no rulebook."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ClassVar

from sightline.core.decisions import RollAgain, Thrown
from sightline.core.effects import Effect, Effects, Question
from sightline.core.events import Counted, Event, Removed
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Grant, Model, ModelId, Table, Terrain


class Luck(Question, frozen=True):
    """A question with two roles."""

    roles: ClassVar[tuple[str, ...]] = ("one", "other")
    one: ModelId
    other: ModelId = ""


class Harmed(Counted, frozen=True, kw_only=True):
    """Something bad happened."""


class Burnt(Harmed, frozen=True, kw_only=True):
    """Something worse happened."""


class Died(Removed, frozen=True, kw_only=True):
    """The worst happened."""


class Again(RollAgain, frozen=True):
    """Roll again."""


class Other(RollAgain, frozen=True):
    """Another way to roll again."""


def model(id: str, *effects: str, side: str = "red", kind: str = "model", **tokens: int) -> Model:
    """A model that bears effects."""
    grants = tuple(Grant(effect) for effect in effects)
    return Model(id, side, side, "pawn", kind=kind, at=(1.0, 1.0), tokens=tokens, effects=grants)


def table(*models: Model, rules: Sequence[str] = (), conditions: dict[str, str] | None = None) -> Table:
    """A table with these models, the sentinels of two sides, and rules everybody is under."""
    everything = [
        Model(TABLE, "", "", TABLE, kind="table", effects=tuple(Grant(rule) for rule in rules)),
        *(Model(side, side, side, "side", kind="side") for side in ("red", "blue")),
        *models,
    ]
    return Table({m.id: m for m in everything}, Terrain(10.0, 10.0, ()), ("red", "blue"), {}, (), conditions)


class Book:
    """As much of a game as a referee needs."""

    def __init__(self, effects: Sequence[Effect]) -> None:
        self.effects = Effects(effects)
        self.paid: list[RollAgain] = []

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        self.paid.append(action)


def referee(on: Table, *effects: Effect) -> Referee:
    """A referee at a table."""
    book: Any = Book(effects)
    return Referee(book, on)


def drive(script: Coroutine[Any, Any, Any], *answers: Any) -> tuple[Any, list[Any]]:
    """Run a script with its answers ready: what it returns, and where it paused."""
    pauses = []
    given = iter(answers)
    try:
        pause = script.send(None)
        while True:
            pauses.append(pause)
            pause = script.send(next(given))
    except StopIteration as end:
        assert next(given, None) is None, "answers are left over"
        return end.value, pauses


def emitted(ref: Referee, *events: Event) -> list[str]:
    """Let events happen; the names of all that happened."""
    drive(ref.emit(*events))
    return [type(event).__name__ for event in ref.events]


def always(value: bool) -> Callable[[Table, Any, Any], bool]:
    """A condition that is settled already."""
    return lambda _table, _subject, _bearing: value
