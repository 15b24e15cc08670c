"""A record keeps a match: the set-up, every answer, every event, and a digest of the table at each rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sightline import __version__
from sightline.core.decisions import FAR, Action, Illegal
from sightline.core.errors import BadInput
from sightline.core.events import Event, Rolled
from sightline.core.game import Game, SetUp, right_sides
from sightline.core.match import Answer, Match
from sightline.core.preparation import told_faults
from sightline.core.reading import parse_json, read_text, shape
from sightline.core.table import Outcome, Side
from sightline.core.wire import SHORT, codec, digest, encode

KIND = "sightline.record"
SCHEMA = 1


HEAD = 400
"""Characters at the start of a file that tell a record from other files."""


class DamagedRecord(BadInput):
    """A record that is not as it was written."""


class RecordedStep(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """From one rest to the next, as plain data."""

    answers: list[Any]
    events: list[dict[str, Any]]
    digest: str
    told: list[int] = []
    """How many of the events had happened when each of the actions was given, where the dice do not tell."""


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A match on paper."""

    kind: str
    schema: int
    engine: str
    game: str
    rules_hash: str
    options: dict[str, Any]
    setup: SetUp
    seed: int | str | None
    start: str
    """The digest of the table as it was set up."""
    outcome: Outcome | None
    rests: int
    """How many steps there are: a record cut short does not have them all."""
    seal: str
    """The fingerprint of all the rest: one that does not fit tells that somebody changed the file."""
    steps: list[RecordedStep]
    players: dict[Side, str] = {}
    """The programs that played, by their level."""
    set_aside: list[tuple[int, int, int]] = []
    """Dice that fell and were taken back: how many rolls of the record come before them, their sides, their number."""

    @property
    def sound(self) -> bool:
        """Whether this is what was written once."""
        try:
            return self.seal == sealed(self)
        except (TypeError, ValueError):
            return False  # It holds something that no record can hold.


def record(
    match: Match,
    seed: int | str | None = None,
    players: Mapping[Side, str] | None = None,
    set_aside: Sequence[tuple[int, int, int]] = (),
) -> Record:
    """The record of a match that kept its steps."""
    if match.steps is None:
        raise ValueError("this match did not keep its steps")
    plain = msgspec.json.Decoder()
    steps = [
        RecordedStep(
            [plain.decode(encode(a)) for a in step.answers],
            [plain.decode(encode(e)) for e in step.events],
            digest(step.rest),
            untold(step.answers, step.events, step.told),
        )
        for step in match.steps
    ]
    if match.answers:
        steps.append(
            RecordedStep(
                [plain.decode(encode(a)) for a in match.answers],
                [plain.decode(encode(e)) for e in match.happened],
                "",
                untold(match.answers, match.happened, match.told),
            )
        )
    kept = Record(
        kind=KIND,
        schema=SCHEMA,
        engine=__version__,
        game=match.game.id,
        rules_hash=match.game.rulebook.rules_hash,
        options=dict(match.rest.options),
        setup=match.setup,
        seed=seed,
        start=digest(match.game.set_up(match.setup)),
        outcome=match.outcome,
        rests=len(steps),
        seal="",
        steps=steps,
        players=dict(players or {}),
        set_aside=list(set_aside),
    )
    return replace(kept, seal=sealed(kept))


def by_dice(answers: Sequence[Answer], events: Sequence[Event]) -> list[int]:
    """How many events of a step had happened when each of its actions was given, as far as dice tell.

    Every throw that was answered has its event, so the place of an action among the dice is its place among the
    events. A step that asks twice without a die between is taken to tell the first of the two everything.
    """
    found: list[int] = []
    rolls = [n for n, event in enumerate(events) if isinstance(event, Rolled)]
    thrown = place = 0
    for number, answer in enumerate(answers):
        if not isinstance(answer, Action):
            place = rolls[thrown] + 1 if thrown < len(rolls) else place
            thrown += 1
        else:
            if found and isinstance(answers[number - 1], Action):
                place = rolls[thrown] if thrown < len(rolls) else len(events)
            found.append(place)
    return found


def untold(answers: Sequence[Answer], events: Sequence[Event], told: Sequence[int]) -> list[int]:
    """What has to be written down of when actions were given: nothing where the dice tell it."""
    return [] if by_dice(answers, events) == list(told) else list(told)


def sealed(kept: Record) -> str:
    """The seal that fits a record."""
    plain = msgspec.to_builtins(kept)
    del plain["seal"]
    if not kept.set_aside:
        del plain["set_aside"]  # Records that were sealed before there was such a thing keep their seal.
    return blake2b(canonical(plain), digest_size=SHORT).hexdigest()


def same(one: Any, other: Any) -> bool:
    """Whether two pieces of plain data say the same; unlike `==` it tells true from 1."""
    return bool(one == other) and (one is other or canonical(one) == canonical(other))


def canonical(plain: Any) -> bytes:
    """Plain data as text, the same however its keys are ordered and whether a program wrote 4 or 4.0."""
    return msgspec.json.encode(_settled(plain), order="sorted")


def _settled(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _settled(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [_settled(value) for value in plain]
    if isinstance(plain, float) and plain.is_integer() and abs(plain) < FAR:
        return int(plain)
    return plain


def save_record(kept: Record, path: Path) -> None:
    """Write a record to its file, whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(write_record(kept), encoding="utf-8")
    part.replace(path)


def write_record(kept: Record) -> str:
    """A record as text: one JSON object, one step a line, so that people can read and compare it."""
    optional = ("players", "set_aside")
    head = {f: getattr(kept, f) for f in kept.__struct_fields__ if f != "steps"}
    head = {f: value for f, value in head.items() if value or f not in optional}
    lines = [f"{msgspec.json.encode(k).decode()}: {encode(v).decode()}" for k, v in head.items()]
    steps = ",\n".join("    " + encode(step).decode() for step in kept.steps)
    return "{\n  " + ",\n  ".join(lines) + ',\n  "steps": [\n' + steps + "\n  ]\n}\n"


def read_record(path: Path) -> Record:
    """A record from its file; raises DamagedRecord for one that was cut short or is not in order."""
    where = str(path)
    text = read_text(path, errors="replace")
    try:
        document = parse_json(text, where)
    except BadInput as error:
        if f'"kind": "{KIND}"' not in text[:HEAD]:
            raise
        raise DamagedRecord(f"{where}: {_torn(text)}") from error
    return record_from(document, where)


def _torn(text: str) -> str:
    """Where the readable part of a record ends."""
    lines = text.splitlines()
    first = next((place for place, line in enumerate(lines) if line.strip() == '"steps": ['), len(lines))
    steps = events = 0
    for line in lines[first + 1 :]:
        try:
            step = msgspec.json.decode(line.strip().removesuffix(","), type=RecordedStep)
        except (msgspec.DecodeError, ValueError):
            break
        steps += 1
        events += len(step.events)
    line_number = min(first + 2 + steps, max(len(lines), 1))
    return f"line {line_number}: the text breaks off or is damaged after step {steps}, event {events}"


def record_from(document: Any, where: str) -> Record:
    """A record from a decoded document."""
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise BadInput(f"{where}: not a record (expected an object with kind {KIND!r})")
    if document.get("schema") != SCHEMA:
        raise DamagedRecord(f"{where}: schema {document.get('schema')!r}, this program reads {SCHEMA}")
    try:
        return shape(document, Record, where)
    except BadInput as error:
        raise DamagedRecord(str(error)) from error


# ------------------------------------------------------------------ verifying


OTHER_TABLE = "what is written here can be played, but leads to another table than the one that was played"
"""A step that was changed, and is legal still."""


class Difference(Struct, frozen=True):
    """The first place where a record and its replay part."""

    step: int
    event: int
    """The number of the event in the whole record, from 1; 0 where no event is concerned."""
    what: str

    def __str__(self) -> str:
        if not self.step and not self.event:
            return self.what
        place = f"event {self.event} (step {self.step})" if self.event else f"step {self.step}"
        return f"{place}: {self.what}"


def verify(kept: Record, game: Game) -> Difference | None:
    """Play a record again and name the first difference; None if there is none."""
    wrong = next(_set_up_wrong(kept, game), "")
    if wrong:
        return Difference(0, 0, wrong)
    if len(kept.steps) != kept.rests:
        told = sum(len(s.events) for s in kept.steps)
        return Difference(len(kept.steps), told, f"the record ends here, it should have {kept.rests} steps")
    replay = _Replay(kept, game)
    for number in range(1, len(kept.steps) + 1):
        found = replay.step(number)
        if found is not None:
            return found
    return replay.end() or _seal_broken(kept, replay.told)


def _seal_broken(kept: Record, told: int) -> Difference | None:
    if kept.sound:
        return None
    return Difference(len(kept.steps), told, "it replays, but something in the file was changed after it was written")


def _bonuses_wrong(setup: SetUp, game: Game) -> Iterator[str]:
    """Bonuses nobody could have agreed on."""
    for bonus, earned in setup.extras.items():
        if bonus not in game.bonuses or not isinstance(earned, list):
            yield f"the set-up has no bonus {bonus!r}"
        elif [side for side in game.sides if side in earned] != earned:
            yield f"bonus {bonus!r} is given to {earned!r}"


def _set_up_wrong(kept: Record, game: Game) -> Iterator[str]:
    """Everything that is wrong before the first answer."""
    setup = kept.setup
    if kept.rules_hash != game.rulebook.rules_hash:
        yield f"rules hash {kept.rules_hash}, this program has {game.rulebook.rules_hash}"
    if kept.game != game.id or setup.game != game.id:
        yield f"the set-up is one of {setup.game}, the record one of {kept.game}"
    if kept.options != setup.options:
        yield "the options are not those of the set-up"
    yield from illegal(setup, game)
    if kept.start != digest(game.set_up(setup)):
        yield "the table is set up differently"


def illegal(setup: SetUp, game: Game) -> Iterator[str]:
    """Everything for which no match could have started so; without its options nothing else can be judged."""
    try:
        settled = game.rulebook.settle(setup.options)
    except BadInput as error:
        yield str(error)
        return
    if settled != setup.options:
        yield "the set-up does not settle every option"
        return
    if not right_sides(game, setup.rosters):
        yield f"squads of {', '.join(setup.rosters) or 'nobody'}, expected {', '.join(game.sides)}"
    for side, roster in setup.rosters.items():
        for told in told_faults(game, side, game.muster(roster, setup.options), roster).words:
            yield f"the squad of {side} is not legal: {told}"
    yield from _bonuses_wrong(setup, game)
    for fault in game.layout(setup.table):
        yield f"the table is not legal: {Illegal(fault)}"
    for fault in game.room(setup):
        yield f"the table has no room: {Illegal(fault)}"


class _Replay:
    """A record being played again."""

    def __init__(self, kept: Record, game: Game) -> None:
        self.kept = kept
        self.reader = codec(game)
        self.match = Match(game, kept.setup, keep=True)
        self.told = 0
        """Events that agreed so far."""

    def step(self, number: int) -> Difference | None:
        """Play one step; the first difference in it."""
        step, match, told = self.kept.steps[number - 1], self.match, self.told
        for place, plain in enumerate(step.answers, 1):
            wrong = self._answer(plain, place)
            if wrong:
                return Difference(number, told + 1, wrong)
        steps = match.steps or []
        whole = number <= len(steps)
        if not whole and step.digest:
            return Difference(number, told + 1, "the record comes to rest here, the replay asks for more answers")
        found = differing(step.events, steps[number - 1].events if whole else match.happened)
        if found is not None:
            return Difference(number, told + found[0] + 1, found[1])
        self.told += len(step.events)
        if not self._same_answers(step, steps[number - 1].answers if whole else match.answers):
            return Difference(number, self.told, "the answers of this step are not written as they were given")
        if whole and digest(steps[number - 1].rest) != step.digest:
            came = digest(steps[number - 1].rest)
            return Difference(number, self.told, f"{OTHER_TABLE}: recorded {step.digest!r}, replayed {came!r}")
        return None

    def _answer(self, plain: Any, place: int) -> str:
        """Give one answer; what is wrong with it."""
        try:
            answer: Answer = (
                tuple(plain) if isinstance(plain, list) else shape(plain, self.reader.actions, f"answer {place}")
            )
            self.match.play(answer)
        except Illegal as error:
            return f"answer {place} is refused: {error}"
        except BadInput as error:
            return f"answer {place} cannot be read: {error}"
        except Exception as error:  # noqa: BLE001 - an edited file may hold anything; none of it is worth a traceback
            return f"answer {place} cannot be played: {type(error).__name__}: {error}"
        return ""

    def _same_answers(self, step: RecordedStep, given: Sequence[Answer]) -> bool:
        return same(step.answers, [msgspec.json.decode(encode(answer)) for answer in given])

    def end(self) -> Difference | None:
        """What differs after the last step."""
        match, kept = self.match, self.kept
        assert match.steps is not None
        if len(match.steps) + bool(match.answers) != len(kept.steps):
            return Difference(len(kept.steps), self.told, "the record ends here, the replay goes on")
        if match.outcome != kept.outcome:
            ends = f"the record ends with {kept.outcome}, the replay with {match.outcome}"
            return Difference(len(kept.steps), self.told, ends)
        return None


def differing(recorded: list[dict[str, Any]], replayed: Sequence[Event]) -> tuple[int, str] | None:
    """The first event that differs, by place, and how."""
    for place in range(max(len(recorded), len(replayed))):
        if place >= len(replayed):
            return place, f"{recorded[place].get('type')} is recorded, nothing more happens"
        plain = msgspec.json.decode(encode(replayed[place]))
        if place >= len(recorded):
            return place, f"nothing more is recorded, {plain['type']} ({plain['rule']}) happens"
        kept = recorded[place]
        if not same(plain, kept):
            fields = [k for k in {**plain, **kept} if not same(plain.get(k, ...), kept.get(k, ...))]
            shown = ", ".join(f"{f} {kept.get(f)!r} recorded, {plain.get(f)!r} replayed" for f in fields)
            return place, f"{kept.get('type')} ({kept.get('rule')}): {shown}"
    return None
