"""A campaign as one file: the set-up, every step, where it stands, and seals that tell where somebody changed it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sightline import __version__
from sightline.core.battle import Battle
from sightline.core.campaign import Campaign, Plain, campaign
from sightline.core.decisions import Illegal
from sightline.core.errors import BadInput
from sightline.core.game import CAMPAIGN, SetUp
from sightline.core.match import Answer, Match
from sightline.core.reading import parse_json, shape
from sightline.core.record import OTHER_TABLE, canonical, differing, illegal, same
from sightline.core.table import Side, Table
from sightline.core.wire import SHORT, codec, digest, encode, lay_out

KIND = "sightline.campaign"
SCHEMA = 1
"""The version of the file itself; what a book keeps in it has an edition of its own."""
MIGRATIONS: dict[int, Callable[[Plain], Plain]] = {}
"""How a file of an older schema becomes one of the next. Never changed, only added to."""
MARK = re.compile(r'"kind"\s*:\s*"' + re.escape(KIND) + '"')
"""What tells a campaign from other texts, however it is laid out."""
STEPS = re.compile(r'"steps"\s*:\s*\[')
FIGURES = 5
"""Figures of an edited table that are told one by one."""


class DamagedCampaign(BadInput):
    """A campaign file that is not as it was written."""


class CampaignStep(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one side answered, the dice that fell then, and all that happened; the first is how it began."""

    answers: tuple[Any, ...]
    events: tuple[Plain, ...]
    digest: str
    """Of the table at the newest rest."""
    by: str = ""
    seal: str = ""


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a campaign stands: the newest rest and the answers since."""

    table: Plain
    answers: tuple[Any, ...]


class CampaignFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A campaign on paper."""

    kind: str = KIND
    schema: int = SCHEMA
    edition: int
    engine: str = __version__
    game: str
    rules_hash: str
    """Of the rules under which all of it was played; empty if they changed meanwhile."""
    name: str
    setup: SetUp
    players: dict[Side, str] = {}
    """The level of the program that plays a side; empty for people."""
    rest: Standing
    count: int
    """How many steps there are: a file cut short does not have them all."""
    seal: str = ""
    steps: tuple[CampaignStep, ...]


class Restored(Struct, frozen=True):
    """A campaign read from a file: it may be gone on with."""

    file: CampaignFile
    changed: bool
    """It was played under other rules: what led to where it stands is told, not played again."""


# ------------------------------------------------------------------ writing


def standing(match: Match) -> Standing:
    """Where a campaign stands."""
    plain = msgspec.json.decode
    return Standing(plain(encode(lay_out(match.rest))), tuple(plain(encode(answer)) for answer in match.answers))


def opening(match: Match) -> CampaignStep:
    """How a campaign began; the match has not been played on yet."""
    return CampaignStep((), tuple(msgspec.json.decode(encode(match.events))), digest(match.rest))


def campaign_file(
    match: Match,
    name: str,
    steps: Sequence[CampaignStep],
    players: Mapping[Side, str] | None = None,
    rules_hash: str | None = None,
) -> CampaignFile:
    """The file of a campaign; without a hash it was all played under the rules as they are."""
    book = match.game
    assert isinstance(book, Campaign)
    return CampaignFile(
        edition=book.edition,
        game=book.book.id,
        rules_hash=book.rulebook.rules_hash if rules_hash is None else rules_hash,
        name=name,
        setup=match.setup,
        players=dict(players or {}),
        rest=standing(match),
        count=len(steps),
        steps=tuple(steps),
    )


def write_campaign(kept: CampaignFile) -> str:
    """A campaign as text: one JSON object, one step a line, sealed step by step and as a whole."""
    plain = msgspec.json.decode(encode(kept))
    last = ""
    for step in plain["steps"]:
        last = step["seal"] = step_seal(last, step)
    plain["seal"] = whole_seal(plain)
    lines = [f"{encode(k).decode()}: {encode(v).decode()}" for k, v in plain.items() if k != "steps"]
    steps = ",\n".join("    " + encode(step).decode() for step in plain["steps"])
    return "{\n  " + ",\n  ".join(lines) + ',\n  "steps": [\n' + steps + "\n  ]\n}\n"


def step_seal(last: str, step: Plain) -> str:
    """The seal of a step and all before it."""
    return _hashed([last, {key: value for key, value in step.items() if key != "seal"}])


def whole_seal(document: Plain) -> str:
    """The seal of a file."""
    return _hashed({key: value for key, value in document.items() if key != "seal"})


def _hashed(plain: Any) -> str:
    return blake2b(canonical(plain), digest_size=SHORT).hexdigest()


# ------------------------------------------------------------------ reading


def read_campaign(text: str, where: str) -> Restored:
    """A campaign that may be gone on with; whatever is wrong with it is said, and where."""
    try:
        document = parse_json(text, where)
    except BadInput as error:
        if not MARK.search(text):
            what = str(error).removeprefix(f"{where}:").strip()
            raise BadInput(f"{where}: no campaign file, not even JSON ({what}); nothing was imported") from error
        raise DamagedCampaign(f"{where}: {_torn(text, error.__cause__)}") from error
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise BadInput(f"{where}: not a campaign (expected an object with kind {KIND!r})")
    version(document.get("schema"), SCHEMA, f"{where}.schema")
    changed = _changed(document, where)
    if not changed:
        return _restored(document, where)
    touched = f"{where}: {changed} after it was written"
    try:
        _restored(document, where)
    except BadInput as error:  # What was changed is named where it leads to something that cannot be.
        raise DamagedCampaign(f"{touched}: {str(error).removeprefix(f'{where}: ')}") from error
    raise DamagedCampaign(touched)


def _restored(document: Plain, where: str) -> Restored:
    """What a document of any version says, if it can be."""
    for step in range(document["schema"], SCHEMA):
        document = MIGRATIONS[step](document)
    book = campaign(_text(document, "game", where))
    edition = version(document.get("edition"), book.edition, f"{where}.edition")
    document = migrated(document, book, edition)
    kept = shape(document, CampaignFile, where)
    kept = replace(kept, setup=book.in_order(kept.setup))
    changed = kept.rules_hash != book.rulebook.rules_hash or edition != book.edition
    wrong = list(_wrong(kept, book, changed=changed))
    if wrong:
        raise DamagedCampaign(f"{where}: {'; '.join(wrong)}")
    return Restored(kept, changed)


def version(found: Any, newest: int, where: str) -> int:
    """A version that this program reads; one that is newer is refused by name."""
    if type(found) is not int or found < 1:
        raise DamagedCampaign(f"{where}: expected a version from 1 to {newest}, found {found!r}")
    if found > newest:
        raise BadInput(f"{where}: {found}, this program reads up to {newest}; a newer Sightline wrote it")
    return found


def migrated(document: Plain, book: Campaign, edition: int) -> Plain:
    """A document of an older edition as one of the newest."""
    for migration in book.migrations[edition - 1 :]:
        document = migration(document)
    return {**document, "edition": book.edition}


def _text(document: Plain, key: str, where: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise DamagedCampaign(f"{where}.{key}: expected a text")
    return value


def _torn(text: str, error: BaseException | None) -> str:
    """Where the readable part of a file ends, however its lines are broken."""
    began = STEPS.search(text)
    at, steps = began.end() if began else 0, 0
    read = json.JSONDecoder().raw_decode
    while began:
        try:
            at = read(text, len(text) - len(text[at:].lstrip(" \t\r\n,")))[1]
        except (ValueError, RecursionError):
            break
        steps += 1
    if isinstance(error, json.JSONDecodeError):
        # A string without an end is reported where it begins, but what is missing is its end.
        at = len(text.rstrip()) if error.msg.startswith("Unterminated") else error.pos
    line = text.count("\n", 0, at) + 1
    return f"line {line}: the text breaks off or is damaged after step {steps}"


def _changed(document: Plain, where: str) -> str:
    """What was changed since a file was written, as its seals tell; empty if nothing was."""
    steps = document.get("steps")
    if not isinstance(steps, list):
        raise DamagedCampaign(f"{where}.steps: expected a list")
    last, unfit = "", []
    for number, step in enumerate(steps, 1):
        if not isinstance(step, dict) or not isinstance(step.get("seal"), str):
            raise DamagedCampaign(f"{where}: step {number} has no seal")
        try:
            fits = step["seal"] == step_seal(last, step)
        except (TypeError, ValueError, RecursionError):
            fits = False
        if not fits:
            unfit.append(str(number))
        last = step["seal"]
    if unfit:
        return f"steps {', '.join(unfit)} were changed" if unfit[1:] else f"step {unfit[0]} was changed"
    if document.get("count") != len(steps):
        raise DamagedCampaign(f"{where}: the file has {len(steps)} steps, it should have {document.get('count')!r}")
    try:
        fits = bool(document.get("seal") == whole_seal(document))
    except (TypeError, ValueError, RecursionError):
        fits = False
    return "" if fits else "something outside the steps was changed"


# ------------------------------------------------------------------ checking


def _wrong(kept: CampaignFile, book: Campaign, *, changed: bool) -> Iterator[str]:
    """Everything that is wrong with what a file says: what nobody could have begun with is not played again."""
    if kept.setup.game != book.book.id + CAMPAIGN:
        yield f"the set-up is one of {kept.setup.game}, the file one of {kept.game}"
        return
    wrong = [] if changed else list(illegal(kept.setup, book)) or list(_replayed(kept, book))
    if wrong:
        yield from wrong
        return
    try:
        _looked_at(book, taken_up(book, kept.setup, kept.rest))
    except (Illegal, BadInput) as error:
        yield f"rest: {error}"
    except Exception as error:  # noqa: BLE001 - a file may hold anything; none of it is worth a traceback
        yield f"rest: cannot be played: {type(error).__name__}: {error}"


def _looked_at(book: Campaign, match: Match) -> None:
    """Ask for what every screen asks for: a table on which somebody is nobody fails here, and not before people."""
    table, screen = match.table, book.screen
    for id in table.models:
        screen.figure(table, id)
    for side in table.sides:
        screen.pools(table, side)
    screen.clock(table)
    book.journey(table)
    book.scores(table)
    if isinstance(match.pending, Battle):
        book.briefing(table, match.pending)


def _replayed(kept: CampaignFile, book: Campaign) -> Iterator[str]:
    """Where the steps, played again, come out differently."""
    match = Match(book, kept.setup)
    for number, step in enumerate(kept.steps, 1):
        before = len(match.events) if number > 1 else 0
        for place, plain in enumerate(step.answers, 1):
            try:
                match.play(read_answer(book, plain))
            except Exception as error:  # noqa: BLE001 - as above
                yield f"step {number}: answer {place} is refused: {error}"
                return
        found = differing(list(step.events), match.events[before:])
        if found is not None:
            yield f"step {number}: event {found[0] + 1}: {found[1]}"
        if digest(match.rest) != step.digest:
            # From here on nothing can be as it is told.
            if found is None:
                came = digest(match.rest)
                yield f"step {number}: {OTHER_TABLE}: recorded {step.digest!r}, replayed {came!r}"
            return
    there = msgspec.to_builtins(standing(match))
    if not same(there, msgspec.to_builtins(kept.rest)):
        figures = list(_falsified(kept.rest.table, there["table"]))
        yield f"rest: it is not where the {kept.count} steps lead" + "".join(f"; {told}" for told in figures[:FIGURES])


def _falsified(told: Plain, true: Plain) -> Iterator[str]:
    """The figures of a table that are not those it should have: whose, which, what it is and what it should be."""
    models = told.get("models")
    known = {str(one.get("id")): one for one in models if isinstance(one, dict)} if isinstance(models, list) else {}
    for model in true["models"]:
        here, there = known.get(model["id"], {}).get("tokens", {}), model.get("tokens", {})
        for token in (*there, *(one for one in here if one not in there)) if isinstance(here, dict) else ():
            found, meant = here.get(token, 0), there.get(token, 0)
            if found != meant:
                whose = model.get("name") or model["id"]
                yield f"{token} of {whose} ({model['id']}) is {found!r}, it should be {meant}"


def read_answer(book: Campaign, plain: Any) -> Answer:
    """An action or faces from plain data."""
    if isinstance(plain, list | tuple):
        return tuple(plain)
    answer: Answer = shape(plain, codec(book).actions, "answer")
    return answer


def taken_up(book: Campaign, setup: SetUp, rest: Standing) -> Match:
    """A campaign from where it stands."""
    table: Table = codec(book).table(encode(rest.table))
    match = Match(book, setup, rest=table)
    for answer in rest.answers:
        match.play(read_answer(book, answer))
    return match
