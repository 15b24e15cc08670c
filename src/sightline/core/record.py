"""A record keeps a match: the set-up, every answer, every event, and a digest of the table at each rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sightline import __version__
from sightline.core.decisions import Illegal
from sightline.core.errors import BadInput
from sightline.core.events import Event
from sightline.core.game import Game, SetUp
from sightline.core.match import Answer, Match
from sightline.core.reading import parse_json, read_text, shape
from sightline.core.table import Outcome
from sightline.core.wire import codec, digest, encode

KIND = "sightline.record"
SCHEMA = 1


class RecordedStep(Struct, frozen=True, forbid_unknown_fields=True):
    """From one rest to the next, as plain data."""

    answers: list[Any]
    events: list[dict[str, Any]]
    digest: str


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
    steps: list[RecordedStep]


def record(match: Match, seed: int | str | None = None) -> Record:
    """The record of a match that kept its steps."""
    if match.steps is None:
        raise ValueError("this match did not keep its steps")
    plain = msgspec.json.Decoder()
    steps = [
        RecordedStep(
            [plain.decode(encode(a)) for a in step.answers],
            [plain.decode(encode(e)) for e in step.events],
            digest(step.rest),
        )
        for step in match.steps
    ]
    if match.answers:
        steps.append(
            RecordedStep(
                [plain.decode(encode(a)) for a in match.answers],
                [plain.decode(encode(e)) for e in match.happened],
                "",
            )
        )
    return Record(
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
        steps=steps,
    )


def write_record(kept: Record) -> str:
    """A record as text: one JSON object, one step a line, so that people can read and compare it."""
    head = {f: getattr(kept, f) for f in kept.__struct_fields__ if f != "steps"}
    lines = [f"{msgspec.json.encode(k).decode()}: {encode(v).decode()}" for k, v in head.items()]
    steps = ",\n".join("    " + encode(step).decode() for step in kept.steps)
    return "{\n  " + ",\n  ".join(lines) + ',\n  "steps": [\n' + steps + "\n  ]\n}\n"


def read_record(path: Path) -> Record:
    """A record from its file."""
    return record_from(parse_json(read_text(path), str(path)), str(path))


def record_from(document: Any, where: str) -> Record:
    """A record from a decoded document."""
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise BadInput(f"{where}: not a record (expected an object with kind {KIND!r})")
    if document.get("schema") != SCHEMA:
        raise BadInput(f"{where}: schema {document.get('schema')!r}, this program reads {SCHEMA}")
    return shape(document, Record, where)


class Difference(Struct, frozen=True):
    """The first place where a record and its replay part."""

    step: int
    event: int
    """The number of the event in the whole record, from 1; 0 where no event is concerned."""
    what: str

    def __str__(self) -> str:
        place = f"event {self.event} (step {self.step})" if self.event else f"step {self.step}"
        return f"{place}: {self.what}"


def verify(kept: Record, game: Game) -> Difference | None:
    """Play a record again and name the first difference; None if there is none."""
    if kept.rules_hash != game.rulebook.rules_hash:
        return Difference(0, 0, f"rules hash {kept.rules_hash}, this program has {game.rulebook.rules_hash}")
    if len(kept.steps) != kept.rests:
        told = sum(len(s.events) for s in kept.steps)
        return Difference(len(kept.steps), told, f"the record ends here, it should have {kept.rests} steps")
    reader = codec(game)
    match = Match(game, kept.setup, keep=True)
    if kept.start != digest(game.set_up(kept.setup)):
        return Difference(0, 0, "the table is set up differently")
    assert match.steps is not None
    told = 0
    for number, step in enumerate(kept.steps, 1):
        for place, plain in enumerate(step.answers):
            try:
                answer: Answer = (
                    tuple(plain) if isinstance(plain, list) else shape(plain, reader.actions, f"answer {place + 1}")
                )
                match.play(answer)
            except Illegal as e:
                return Difference(number, told + 1, f"answer {place + 1} is refused: {e}")
            except (BadInput, TypeError) as e:
                return Difference(number, told + 1, f"answer {place + 1} cannot be read: {e}")
        whole = number <= len(match.steps)
        if not whole and step.digest:
            return Difference(number, told + 1, "the record comes to rest here, the replay asks for more answers")
        replayed = match.steps[number - 1].events if whole else tuple(match.happened)
        found = _differs(step.events, replayed)
        if found is not None:
            return Difference(number, told + found[0] + 1, found[1])
        told += len(step.events)
        if whole and digest(match.steps[number - 1].rest) != step.digest:
            return Difference(number, told, f"after this the table should be {step.digest}")
    if match.outcome != kept.outcome:
        return Difference(
            len(kept.steps), told, f"the record ends with {kept.outcome}, the replay with {match.outcome}"
        )
    return None


def _differs(recorded: list[dict[str, Any]], replayed: tuple[Event, ...]) -> tuple[int, str] | None:
    """The first event that differs, by place, and how."""
    for place in range(max(len(recorded), len(replayed))):
        if place >= len(replayed):
            return place, f"{recorded[place].get('type')} is recorded, nothing more happens"
        plain = msgspec.json.decode(encode(replayed[place]))
        if place >= len(recorded):
            return place, f"nothing more is recorded, {plain['type']} ({plain['rule']}) happens"
        kept = recorded[place]
        if plain != kept:
            fields = [k for k in {**plain, **kept} if plain.get(k) != kept.get(k)]
            shown = ", ".join(f"{f} {kept.get(f)!r} recorded, {plain.get(f)!r} replayed" for f in fields)
            return place, f"{kept.get('type')} ({kept.get('rule')}): {shown}"
    return None
