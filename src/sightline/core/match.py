"""A match is a table at rest plus the answers given since.

What remains to be played lies on the table as parts. One step plays the top part: its script pauses for decisions and
rolls, and when it ends the table is at rest again. Scripts are never copied: a fork shares the rest and runs the
part again when it has to.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Self

from msgspec import Struct

from sightline.core.battle import Battle
from sightline.core.decisions import (
    Action,
    Concede,
    Decision,
    Illegal,
    Keep,
    Offer,
    Refusal,
    Slot,
    offered,
    on_lattice,
    well_typed,
)
from sightline.core.dice import Dice, Faces, Roll
from sightline.core.errors import BadInput
from sightline.core.events import Conceded, Event
from sightline.core.game import Game, SetUp
from sightline.core.referee import Pause, Referee
from sightline.core.table import Outcome, Side, Table

Answer = Action | Faces
Running = Coroutine[Any, Any, None]


class Step(Struct, frozen=True):
    """From one rest to the next: the answers given, what happened, and the table it came to."""

    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    rest: Table
    told: tuple[int, ...] = ()
    """How many of the events had happened when each of the actions was given."""


class Preview(Struct, frozen=True):
    """What an action would lead to, up to the next die or decision."""

    events: tuple[Event, ...]
    pending: Pause | None
    table: Table


class Match:
    """A game being played."""

    __slots__ = (
        "_legal",
        "_referee",
        "_script",
        "answers",
        "dice",
        "events",
        "game",
        "happened",
        "pending",
        "rest",
        "setup",
        "steps",
        "told",
    )

    def __init__(
        self, game: Game, setup: SetUp, dice: Dice | None = None, *, keep: bool = False, rest: Table | None = None
    ) -> None:
        """Set the table up, or take up one at rest, and play to the first pause; `keep` keeps all steps."""
        self.game = game
        self.setup = setup
        self.dice = dice
        self.rest = game.set_up(setup) if rest is None else rest
        self.answers: list[Answer] = []
        """The answers given since the rest."""
        self.happened: list[Event] = []
        """The events since the rest."""
        self.told: list[int] = []
        """How many of them had happened when each of the actions among the answers was given."""
        self.events: list[Event] = []
        """Every event of this match, or since it was forked."""
        self.steps: list[Step] | None = [] if keep else None
        self.pending: Pause | None = None
        self._script: Running | None = None
        self._referee: Referee | None = None
        self._legal: Action | None = None
        """The action last found legal here: whoever asks first and then plays it is not judged twice."""
        self._run(None)
        self._roll()

    @property
    def table(self) -> Table:
        """The table as it lies now; read only."""
        if self._referee is None:
            if self.pending is None:
                return self.rest
            self._resume()
            assert self._referee is not None
        return self._referee.table

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        return self.rest.outcome

    @property
    def decision(self) -> Decision:
        """The decision that is pending; asking for it at any other time is a mistake of the caller."""
        if not isinstance(self.pending, Decision):
            raise LookupError("no decision is pending")
        return self.pending

    def fork(self, dice: Dice | None = None) -> Self:
        """A match of its own from here on. It has no dice unless it is given some, so nobody peeks at those to come."""
        other = type(self).__new__(type(self))
        other.game = self.game
        other.setup = self.setup
        other.dice = dice
        other.rest = self.rest
        other.answers = self.answers.copy()
        other.happened = self.happened.copy()
        other.told = self.told.copy()
        other.events = []
        other.steps = None
        other.pending = self.pending
        other._script = None
        other._referee = None
        other._legal = self._legal
        return other

    def slots(self, offer: Offer) -> Mapping[str, Slot]:
        """How the open fields of an offer of the pending decision are to be filled."""
        if offer.action is Keep:
            return {}
        return self.game.actions[offer.action].slots(self.table, self.decision, offer)

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action may not be played now; None if it may."""
        if not isinstance(action, Action):
            raise BadInput(f"{action!r} is no action")
        return self._refusal(on_lattice(action))

    def _refusal(self, action: Action) -> Refusal | None:
        if action is self._legal:  # The very same, not one that is equal: True is no 1.
            return None
        pending = self.pending
        if isinstance(action, Concede):
            if action.side in self.rest.sides and pending is not None:
                return None
            return Refusal(self.game.concession, {"side": action.side, "over": pending is None})
        if pending is None:
            assert self.rest.outcome is not None
            return Refusal(self.rest.outcome.rule, {"over": True})
        if isinstance(pending, Roll):
            return Refusal(pending.rule, {"dice": pending.count, "sides": pending.sides})
        if isinstance(pending, Battle):
            return pending.fault(action)
        if isinstance(action, Keep) and offered(pending, action):
            return None
        kind = self.game.actions.get(type(action))
        if kind is None:
            return Refusal(pending.rule, {"unknown": type(action).__name__})
        try:
            refusal = kind.check(self.table, pending, action)
        except Exception:
            well_typed(action)  # A check may stumble over a field of the wrong kind: then say which.
            raise
        if refusal is not None:
            return refusal
        if offered(pending, action) is None:
            return Refusal(pending.rule, {"not offered": type(action).__name__})
        self._legal = action
        return None

    def play(self, *answers: Answer) -> Sequence[Event]:
        """Play one answer, or several up to the next die, all or none; raises Illegal with the refusal."""
        if len(answers) != 1:
            trial = self.fork()
            for answer in answers:
                if self.dice is not None and isinstance(trial.pending, Roll):
                    raise Illegal(Refusal(trial.pending.rule, {"dice": trial.pending.count, "own dice": True}))
                trial._accept(answer)
        before = len(self.events)
        kept = (self.rest, self.answers, self.happened, self.pending, len(self.steps or ()))
        try:
            for answer in answers:
                self._accept(answer)
                self._roll()
        except Illegal:
            raise
        except BaseException:
            # A script failed after others had come to an end: the match goes back, only the dice have fallen.
            self.rest, self.answers, self.happened, self.pending, steps = kept
            self._script = self._referee = self._legal = None
            del self.events[before:]
            if self.steps is not None:
                del self.steps[steps:]
            raise
        return self.events[before:]

    def peek(self, action: Action) -> Preview:
        """What an action would do, up to the next die or decision; the match stays as it is."""
        trial = self.fork()
        trial._accept(action)
        return Preview(tuple(trial.events), trial.pending, trial.table)

    def _roll(self) -> None:
        """Let the dice of this match fall until somebody has to decide."""
        dice = self.dice
        if dice is not None:
            while isinstance(self.pending, Roll):
                self._run(dice.roll(self.pending))

    def _accept(self, answer: Answer) -> None:
        if not isinstance(answer, Action | tuple | list):
            raise BadInput(f"{answer!r} is no answer: expected an action, or the faces of a roll as a tuple")
        if isinstance(answer, Action):
            action = on_lattice(answer)
            refusal = self._refusal(action)
            if refusal is not None:
                raise Illegal(refusal)
            if isinstance(action, Concede):
                self._concede(action.side)
            else:
                self._run(action)
            return
        pending = self.pending
        if not isinstance(pending, Roll):
            raise Illegal(Refusal(pending.rule if pending else self.game.concession, {"dice": 0, "shown": len(answer)}))
        faces = tuple(answer)
        if len(faces) != pending.count or not all(type(f) is int and 1 <= f <= pending.sides for f in faces):
            raise Illegal(Refusal(pending.rule, {"dice": pending.count, "sides": pending.sides, "shown": list(faces)}))
        self._run(faces)

    def _start(self, rest: Table) -> tuple[Referee, Running]:
        """A referee on a copy of the table, and the script of the part on top of it."""
        referee = Referee(self.game, rest.copy())
        part = rest.agenda[0]
        return referee, self.game.parts[type(part)](referee, part)

    def _resume(self) -> None:
        """Bring the script of the current part to where it pauses, by giving it its answers again."""
        referee, script = self._start(self.rest)
        script.send(None)
        for answer in self.answers:
            script.send(answer)
        referee.events = []
        self._referee, self._script = referee, script

    def _run(self, answer: Answer | None) -> None:
        """Give the waiting script its answer and play on to the next pause; nothing counts until it is reached."""
        if answer is not None and self._script is None:
            self._resume()
        referee, script = self._referee, self._script
        self._legal = None
        self._referee = self._script = None  # If a script fails, the rest and the answers bring it back as it was.
        rest = self.rest
        answers = self.answers if answer is None else [*self.answers, answer]
        happened = self.happened
        told = [*self.told, len(happened)] if isinstance(answer, Action) else self.told
        events: list[Event] = []
        steps: list[Step] = []
        pending: Pause | None = None
        while True:
            try:
                if script is None or referee is None:
                    if rest.outcome is not None:
                        break
                    referee, script = self._start(rest)
                    pending = script.send(None)
                else:
                    pending = script.send(answer)
            except StopIteration:
                assert referee is not None
                happened = [*happened, *referee.events]
                events.extend(referee.events)
                table = referee.table
                if table.outcome is None:
                    table.agenda = (*referee.plans, *table.agenda[1:])
                    if not table.agenda:
                        raise RuntimeError(f"nothing is left to play after {type(rest.agenda[0]).__name__}") from None
                if self.steps is not None:
                    steps.append(Step(tuple(answers), tuple(happened), table, tuple(told)))
                rest, answers, happened, told = table, [], [], []
                referee = script = None
                continue
            break
        if referee is not None:
            happened = [*happened, *referee.events]
            events.extend(referee.events)
            referee.events = []
        self.rest, self.answers, self.happened, self.told = rest, answers, happened, told
        self.pending = pending if script is not None else None
        self._referee, self._script = referee, script
        self.events.extend(events)
        if self.steps is not None:
            self.steps.extend(steps)

    def _concede(self, side: Side) -> None:
        table = self.table.copy()
        winner = table.other(side) if len(table.sides) == 2 else None
        event = Conceded(rule=self.game.concession, winner=winner, side=side)
        event.apply(table)
        if self.steps is not None:
            told = (*self.told, len(self.happened))
            self.steps.append(Step((*self.answers, Concede(side)), (*self.happened, event), table, told))
        self.rest, self.answers, self.happened, self.told = table, [], [], []
        self.pending = self._script = self._referee = self._legal = None
        self.events.append(event)
