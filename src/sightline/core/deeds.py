"""A match cut into deeds: every action with all that came of it, dice included, up to the next action.

Watching a match needs no more: events are applied to the table it started from, and no rule is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from sightline.core.decisions import Action, Concede, Decision, Illegal, Keep, RollAgain
from sightline.core.dice import Dice, Roll
from sightline.core.errors import BadInput
from sightline.core.events import Event, Rolled
from sightline.core.game import Game, SetUp, game
from sightline.core.match import Answer, Match
from sightline.core.reading import shape
from sightline.core.record import DamagedRecord, Record, by_dice, illegal
from sightline.core.table import Side, Table
from sightline.core.wire import codec


class Deed(Struct, frozen=True, omit_defaults=True):
    """One action and what came of it. Actions are numbered from 1; 0 is what happened before anybody was asked."""

    number: int
    action: Action | None
    events: tuple[Event, ...]
    side: Side = ""
    """Who acted, where that is known; `acting` finds it out otherwise."""


def deeds(source: Record | Match) -> list[Deed]:
    """The deeds of a record, or of a match that kept its steps; no rule is run."""
    found: list[Deed] = [Deed(0, None, ())]
    for answers, events, told in _steps(source):
        first, *others = _cut(answers, events, told)
        _go_on(found, first)
        actions = [answer for answer in answers if isinstance(answer, Action)]
        for action, part in zip(actions, others, strict=True):
            found.append(Deed(found[-1].number + 1, action, tuple(part)))
    return found


def played(game: Game, setup: SetUp, answers: Iterable[Answer]) -> list[Deed]:
    """The deeds of a match that is known by its answers alone: it is played again."""
    match = Match(game, setup)
    found = [Deed(0, None, tuple(match.events))]
    for answer in answers:
        asked = match.pending
        events = tuple(match.play(answer))
        if isinstance(answer, Action):
            side = asked.side if isinstance(asked, Decision) and not isinstance(answer, Concede) else ""
            found.append(Deed(found[-1].number + 1, answer, events, side))
        else:
            _go_on(found, events)
    return found


def _go_on(found: list[Deed], events: Sequence[Event]) -> None:
    """Add to the last deed what came of it after a rest."""
    if events:
        last = found[-1]
        found[-1] = Deed(last.number, last.action, (*last.events, *events), last.side)


def _cut(answers: Sequence[Answer], events: Sequence[Event], told: Sequence[int]) -> list[Sequence[Event]]:
    """The events of a step, cut where its actions were given: before the first one, then after each."""
    places = [0, *(told or by_dice(answers, events)), len(events)]
    if places != sorted(places) or len(places) != 2 + sum(isinstance(answer, Action) for answer in answers):
        raise DamagedRecord(f"actions are said to have come after {list(told)} of {len(events)} events")
    return [events[start:end] for start, end in pairwise(places)]


def _steps(source: Record | Match) -> Iterator[tuple[Sequence[Answer], Sequence[Event], Sequence[int]]]:
    """The answers and events of every step, and where the actions came among the events if the dice do not tell."""
    if isinstance(source, Match):
        if source.steps is None:
            raise ValueError("this match did not keep its steps")
        yield from ((step.answers, step.events, step.told) for step in source.steps)
        if source.answers or source.happened:
            yield source.answers, source.happened, source.told
        return
    reader = codec(game(source.game))
    for number, step in enumerate(source.steps, 1):
        yield (
            [_answer(plain, reader.actions, f"step {number}") for plain in step.answers],
            shape(step.events, list[reader.events], f"step {number}"),  # type: ignore[name-defined]
            step.told,
        )


def _answer(plain: Any, actions: Any, where: str) -> Answer:
    answer: Answer = tuple(plain) if isinstance(plain, list) else shape(plain, actions, where)
    return answer


def acting(table: Table, deed: Deed, rolled: Side = "") -> Side:
    """The side that did it, from the table before it; `rolled` is whose dice lay there last."""
    action = deed.action
    if deed.side or action is None:
        return deed.side
    if isinstance(action, Concede):
        return action.side
    if isinstance(action, Keep | RollAgain):
        return rolled
    if action.whose:
        return action.whose
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, str) and value in table.models and field not in action.foes:
            return table.models[value].side
    for event in deed.events:
        if getattr(event, "side", "") in table.sides and not isinstance(event, Rolled):
            return str(getattr(event, "side", ""))
        for role in event.roles:
            bearer = table.models.get(getattr(event, role))
            if bearer is not None and bearer.side:
                return bearer.side
    return ""


# ------------------------------------------------------------------ playing on


def fork_at(source: Record | Match, number: int, dice: Dice | None = None) -> Match:
    """A match of its own that stands where another stood after an action and its dice; its own dice fall from there.

    The answers and dice up to there are given again, so it keeps all its steps and can be recorded whole.
    """
    book: Game = source.game if isinstance(source, Match) else game(source.game)
    wrong = "" if isinstance(source, Match) else next(illegal(source.setup, book), "")
    if wrong:
        raise DamagedRecord(wrong)
    match = Match(book, source.setup, keep=True)
    given = 0
    if number < 0:
        raise BadInput(f"action {number}: actions are counted from 1")
    for answers, _, _ in _steps(source):
        for answer in answers:
            given += isinstance(answer, Action)
            if given > number:
                return _on(match, dice)
            _again(match, answer, given)
    if given < number:
        raise BadInput(f"action {number}: the match has {given}")
    return _on(match, dice)


def _again(match: Match, answer: Answer, number: int) -> None:
    """Give a recorded answer once more."""
    try:
        match.play(answer)
    except (Illegal, BadInput) as error:
        raise DamagedRecord(f"action {number}: it is refused now: {error}") from error
    except Exception as error:
        raise DamagedRecord(f"action {number}: it cannot be played now: {type(error).__name__}: {error}") from error


def _on(match: Match, dice: Dice | None) -> Match:
    """The match with dice of its own."""
    while dice is not None and isinstance(match.pending, Roll):
        match.play(dice.roll(match.pending))
    match.dice = dice
    return match
