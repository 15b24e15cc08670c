"""A match with its history: what was answered, how the dice fell, every event numbered and chained by its hash.

Everything here is plain computation; the room around it keeps order, writes it down and tells people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec import convert
from msgspec.structs import replace

from sightline.core.battle import Battle
from sightline.core.campaign import Campaign
from sightline.core.campaign_file import Standing, migrated, taken_up, version
from sightline.core.decisions import Action, Concede, Decision, Illegal, Refusal, on_lattice
from sightline.core.dice import Roll, SeededDice
from sightline.core.errors import BadInput
from sightline.core.events import Event
from sightline.core.game import Game, SetUp, game
from sightline.core.match import Answer, Match
from sightline.core.program import fingerprint
from sightline.core.reading import shape
from sightline.core.table import Side, Table
from sightline.core.wire import codec, digest, encode, lay_out
from sightline.server import views
from sightline.server.entries import AnsweredEntry, CreatedEntry, debriefed
from sightline.server.messages import LineView, Motion
from sightline.server.past import Past, Snapshot
from sightline.server.telling import line_views

MOST = 40
"""Answers of one command; each of them is tried before any is played."""

LEG = 16
"""Entries from one mark to the next: as many are played again, at most, to take something back."""

TOLD = ("event", "roll", "end")
"""The kinds of lines that tell what somebody did."""

_CANONICAL = msgspec.json.Encoder(order="deterministic")


class RulesChanged(Exception):
    """A match that does not replay to what was written down: the rules are not those it was played by."""


class NotAsked(BadInput):
    """An answer for a side that one does not play, or that is not asked."""


def dice_seed(key: str, shares: Iterable[str]) -> str:
    """The seed of a match's dice: the server's secret and what each seat added, in the order of the sides."""
    return "/".join((key, *shares))


def dice_lock(key: str) -> str:
    """What is shown of the secret before the first die."""
    return blake2b(key.encode(), digest_size=32).hexdigest()


def chained(last: str, event: Any) -> str:
    """The hash of an event, given as plain data, and all before it."""
    return blake2b(last.encode() + b"\n" + _CANONICAL.encode(event), digest_size=16).hexdigest()


def plain(value: Any) -> Any:
    """Something of the engine as plain data."""
    return msgspec.json.decode(encode(value))


class Back(NamedTuple):
    """A match as it was after so many entries, with the marks up to there."""

    keep: int
    match: Match
    marks: dict[int, Match]


class Chronicle:
    """A match and all that happened in it so far."""

    def __init__(self, created: CreatedEntry) -> None:
        self.created = created
        self.game: Game = game(created.setup.game)
        self.match = self._begun()
        self.dice: SeededDice | None = None
        self.history: list[AnsweredEntry] = []
        """The answered entries that count, without their events."""
        self.rolled: list[tuple[int, ...]] = []
        """Every roll that ever fell in this room, taken back or not: no die falls twice."""
        self._starts: list[int] = []
        """How many rolls had fallen before each entry that counts."""
        self.hashes: list[str] = [""]
        """The hash after each event; the first is that of nothing."""
        self.lines: list[LineView] = []
        self.floor = 0
        """How many answered entries cannot be taken back any more."""
        self.actions = 0
        self.moved: tuple[Motion, ...] = ()
        """What moved with the last events."""
        self.resumed = False
        """Whether it goes on from a snapshot, because the rules are not those it was played by."""
        start = self.game.set_up(created.setup)
        if created.rest is not None:
            self._tell_past(start)
        else:
            for answer in created.before:
                self.match.play(self.read(answer))
            self.actions = sum(isinstance(answer, dict) for answer in created.before)
            self._tell(start, self.match.events)
        self._marks = {0: self.match.fork()}
        """The match after so many entries, from the first that can be taken back on, for going back there."""
        self._first = len(self.lines)
        self._before = self.actions

    def _begun(self) -> Match:
        """The match before the first entry."""
        created, book = self.created, self.game
        if created.rest is None:
            return Match(book, created.setup)
        assert isinstance(book, Campaign)
        past = {"setup": created.setup, "rest": created.rest, "steps": created.past}
        document = migrated(plain(past), book, created.edition)
        return taken_up(book, convert(document["setup"], SetUp), convert(document["rest"], Standing))

    def _tell_past(self, table: Table) -> None:
        """Tell what happened before a campaign came here, as far as these rules have words for it."""
        events = [event for step in self.created.past for event in step.events]
        try:
            known = convert(events, list[codec(self.game).events])  # type: ignore[misc]  # a union made at run time
            self._tell(table, known)
        except Exception:  # noqa: BLE001 - rules that are no more may have meant anything
            del self.hashes[1:], self.lines[:]
            self._tell_plainly(events)
        self.actions = sum(isinstance(answer, dict) for step in self.created.past for answer in step.answers)

    # ------------------------------------------------------------------ reading

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.hashes) - 1

    @property
    def hash(self) -> str:
        """The hash of all events."""
        return self.hashes[-1]

    @property
    def turn(self) -> Side:
        """The side that is asked."""
        pending = self.match.pending
        return pending.side if isinstance(pending, Decision) else ""

    @property
    def answers(self) -> tuple[Any, ...]:
        """Every answer that counts, and the dice, as plain data."""
        return (*self.created.before, *(answer for entry in self.history for answer in entry.answers))

    @property
    def set_aside(self) -> list[tuple[int, int, int]] | None:
        """Dice that were taken back, as a record has them; None where that is not known."""
        if self.floor:
            return None
        counting = {
            start + n for start, entry in zip(self._starts, self.history, strict=True) for n in range(len(entry.dice))
        }
        found, before = [], 0
        for place, (sides, *faces) in enumerate(self.rolled):
            if place in counting:
                before += 1
            else:
                found.append((before, sides, len(faces)))
        return found

    def entry(self, number: int) -> AnsweredEntry | None:
        """The entry of an action by its number; none if it was taken over from another match."""
        given = self._before
        for entry in self.history:
            given += sum(isinstance(answer, dict) for answer in entry.answers)
            if number <= given:
                return entry if number > self._before else None
        return None

    def read(self, answer: Any) -> Answer:
        """An action or faces from plain data."""
        if isinstance(answer, list | tuple):
            return tuple(answer)
        action: Action = shape(answer, codec(self.game).actions, "answer")
        return on_lattice(action)

    def check(self, answers: Sequence[Any], sides: Iterable[Side]) -> list[Action]:
        """Answers as actions, if they are for these sides to give; raises NotAsked, BadInput or Illegal."""
        mine = set(sides)
        trial = self.match.fork()
        actions: list[Action] = []
        if not 1 <= len(answers) <= MOST:
            raise BadInput(f"answers: expected 1 to {MOST}, found {len(answers)}")
        for answer in answers:
            if not isinstance(answer, Mapping):
                raise BadInput("answers: expected actions")
            action = self.read(answer)
            assert isinstance(action, Action)
            pending = trial.pending
            asked = action.side if isinstance(action, Concede) else getattr(pending, "side", "")
            if isinstance(pending, Battle) and not isinstance(action, Concede):
                raise Illegal(Refusal(pending.rule, {"battle": type(action).__name__}))
            if isinstance(pending, Decision | Battle) and asked not in mine:
                raise NotAsked(f"{asked} is asked, not you" if asked else "nobody is asked")
            if isinstance(pending, Roll):
                raise Illegal(Refusal(pending.rule, {"dice": pending.count, "sides": pending.sides}))
            trial.play(action)
            actions.append(action)
        return actions

    # ------------------------------------------------------------------ playing

    def open_dice(self, shares: Iterable[str]) -> None:
        """Have the dice of this match fall by themselves from now on, after those that fell already."""
        self.dice = SeededDice(dice_seed(self.created.key, shares))
        for sides, *faces in self.rolled:
            for _ in faces:
                self.dice.below(sides)

    def answer(
        self, by: Side, actions: Sequence[Action], id: str = "", *, automatic: bool = False, level: str = ""
    ) -> AnsweredEntry:
        """Play answers that were checked, let the dice fall, and say what is to be written down."""
        before = self.match.table.copy()
        events = list(self.match.play(*actions)) if actions else []
        played: list[Any] = [plain(action) for action in actions]
        dice: list[tuple[int, ...]] = []
        while self.dice is not None and isinstance(self.match.pending, Roll):
            roll = self.match.pending
            faces = self.dice.roll(roll)
            events += self.match.play(faces)
            played.append(list(faces))
            dice.append((roll.sides, *faces))
        self.actions += len(actions)
        told = self._tell(before, events, why=bool(level))
        entry = AnsweredEntry(
            id=id,
            by=by,
            answers=tuple(played),
            dice=tuple(dice),
            events=tuple(told),
            number=self.number,
            hash=self.hash,
            digest=digest(self.match.rest),
            automatic=automatic,
            level=level,
        )
        self._starts.append(len(self.rolled))
        self.rolled += dice
        self._keep(entry)
        return entry

    def _keep(self, entry: AnsweredEntry) -> None:
        """Let an entry count; what came of a battle cannot be taken back."""
        self.history.append(replace(entry, events=()))
        if debriefed(entry):
            self.hold()
        self._mark(len(self.history))

    def _mark(self, number: int) -> None:
        """Remember the match as it is after so many entries, now and then."""
        if number % LEG == 0:
            self._marks[number] = self.match.fork()

    def hold(self) -> None:
        """Let nothing that was answered so far be taken back any more."""
        self.floor = len(self.history)
        self._marks = {self.floor: self.match.fork()}

    def _tell(
        self, table: Table, events: Sequence[Event], *, why: bool = False, written: Sequence[Any] | None = None
    ) -> Sequence[Any]:
        """Number and chain events that happened on a table, and put them into words; returns them as plain data.

        With `why` a program did it, and its first line that is told says so; `written` is the plain data, if known.
        """
        lines, self.moved = line_views(self.game, table, events, self.number + 1, self.actions)
        first = next((place for place, line in enumerate(lines) if line.kind in TOLD), None) if why else None
        self.lines += [replace(line, why=True) if place == first else line for place, line in enumerate(lines)]
        told = [plain(event) for event in events] if written is None else written
        for event in told:
            self.hashes.append(chained(self.hash, event))
        return told

    def _tell_plainly(self, events: Sequence[Any]) -> None:
        """Number and chain events, given as plain data, that these rules have no words for."""
        self.lines += views.told_before(events, self.number)
        for event in events:
            self.hashes.append(chained(self.hash, event))

    # ------------------------------------------------------------------ taking back

    def far_back(self, keep: int) -> bool:
        """Whether more has to be played again to let only the first entries count than lies between two marks.

        It has after a match was recalled: what led to its snapshot was told, not played.
        """
        return keep - max(number for number in self._marks if number <= keep) >= LEG

    def way_back(self, keep: int) -> Back:
        """The match after the first entries, made again from the last mark before; nothing here changes by it.

        One from the beginning shares nothing with the match as it is, so that it may be made in a thread.
        """
        marks = {number: match for number, match in self._marks.items() if number <= keep}
        start = max(marks)
        if start == 0:
            marks[0] = Chronicle(self.created).match
        match = marks[start].fork()
        for place, entry in enumerate(self.history[start:keep], start + 1):
            for answer in entry.answers:
                match.play(self.read(answer))
            if place % LEG == 0:
                marks[place] = match.fork()
        return Back(keep, match, marks)

    def take_back(self, back: Back) -> None:
        """Let only the entries count that led back there."""
        del self.history[back.keep :], self._starts[back.keep :]
        number = self.history[-1].number if self.history else self._first
        del self.hashes[number + 1 :]
        del self.lines[number:]
        self.match, self._marks = back.match, back.marks
        self.actions = self._before + sum(isinstance(a, dict) for entry in self.history for a in entry.answers)

    # ------------------------------------------------------------------ loading

    def recall(self, kept: bytes, past: Past) -> bool:
        """Take up a snapshot and tell what led to it, without playing it again; whether that can be done.

        It can if this very program has written it: it would come out the same. A campaign is short and is played again.
        """
        state = msgspec.json.decode(kept, type=Snapshot)
        if isinstance(self.game, Campaign) or state.program != fingerprint(self.game) or not past.entries:
            return False
        rest = codec(self.game).table(encode(state.table))
        if digest(rest) != past.entries[-1].digest:
            return False
        table = self.match.table.copy()
        for entry in past.entries:
            events = convert(entry.events, list[codec(self.game).events])  # type: ignore[misc]  # made at run time
            self.actions += sum(isinstance(answer, dict) for answer in entry.answers)
            self._tell(table, events, why=bool(entry.level), written=entry.events)
            for event in events:
                event.apply(table)
        if self.hash != past.entries[-1].hash:
            return False
        self.match = Match(self.game, self.created.setup, rest=rest)
        for answer in state.answers:
            self.match.play(self.read(answer))
        self.history = [replace(entry, events=()) for entry in past.entries]
        self._starts, self.rolled = past.starts, past.rolled
        return True

    def replay(self, past: Past) -> None:
        """Play again what was written down; raises RulesChanged if it comes out differently."""
        for number in range(len(past.entries) + 1):
            if number in past.held:
                self.hold()
            if number < len(past.entries):
                self._replay(past.entries[number])
        self._starts, self.rolled = past.starts, past.rolled

    def _replay(self, entry: AnsweredEntry) -> None:
        before = self.match.table.copy()
        events: list[Event] = []
        try:
            for answer in entry.answers:
                events += self.match.play(self.read(answer))
        except Exception as error:
            raise RulesChanged(f"answer {self.actions + 1}: {error}") from error
        if digest(self.match.rest) != entry.digest:
            raise RulesChanged(f"answer {self.actions + 1}: the table came out differently")
        self.actions += sum(isinstance(answer, dict) for answer in entry.answers)
        self._tell(before, events, why=bool(entry.level))
        if self.hash != entry.hash:
            raise RulesChanged(f"answer {self.actions}: other events happened")
        self._keep(entry)

    def snapshot(self) -> bytes:
        """The newest rest and the answers since."""
        edition = self.game.edition if isinstance(self.game, Campaign) else 0
        answers = tuple(plain(a) for a in self.match.answers)
        return encode(Snapshot(lay_out(self.match.rest), answers, edition, fingerprint(self.game)))

    def resume(self, kept: bytes, past: Past) -> None:
        """Go on from a snapshot, because what led to it cannot be played again; nothing before can be taken back."""
        state = msgspec.json.decode(kept, type=Snapshot)
        setup = self.created.setup
        if isinstance(self.game, Campaign):
            version(state.edition, self.game.edition, "edition")
            whole = {"setup": setup, "rest": {"table": state.table, "answers": state.answers}, "steps": []}
            document = migrated(plain(whole), self.game, state.edition)
            setup, state = convert(document["setup"], SetUp), convert(document["rest"], Snapshot)
        rest = codec(self.game).table(encode(state.table))
        self.match = Match(self.game, setup, rest=rest)
        try:
            for answer in state.answers:
                self.match.play(self.read(answer))
        except (Illegal, BadInput):
            # The part that was being played is played anew, by the rules as they are now.
            self.match = Match(self.game, setup, rest=rest)
        self.history, self.rolled = [replace(entry, events=()) for entry in past.entries], past.rolled
        self.hold()
        self.resumed = True
        events = [event for entry in past.entries for event in entry.events]
        self.hashes = self.hashes[: self._first + 1]
        self.lines = self.lines[: self._first]
        self._tell_plainly(events)
        self.actions = self._before + sum(isinstance(a, dict) for entry in self.history for a in entry.answers)
