"""Rosters: who is in a squad and what they carry, read from a file and checked by the game's own muster."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sightline.core.errors import BadInput
from sightline.core.reading import parse_json, parse_toml, read_text, shape


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One model of a roster."""

    profile: str
    items: tuple[str, ...] = ()
    base: float | None = None
    """The diameter of its base in inches, where it is not the usual one."""
    name: str = ""
    stats: dict[str, int] = {}
    """The figures chosen for it, where the book lets one choose them."""

    def __hash__(self) -> int:
        return hash((self.profile, self.items, self.base, self.name, *sorted(self.stats.items())))


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A squad as it is written down."""

    game: str
    name: str
    models: tuple[Entry, ...]
    id: str = ""
    note: str = ""
    origin: str = "own"
    """`house` for the samples that come with the program."""


class Allowance(Struct, frozen=True, omit_defaults=True):
    """What is spent of what there is: by a squad, or by one model of it."""

    name: str
    value: int
    most: int
    rule: str
    sign: str = ""
    """What stands behind a figure of it."""


LONGEST_NAME = 200
LONGEST_PROFILE = 2000
"""A profile that is in no list may be written out."""

WORDS: Mapping[str, str] = {"model": "models", "character": "profile", "base_in": "base"}
"""Other words for the keys of a roster, as the ledgers' data files have them."""


def roster_from(document: Any, where: str) -> Roster:
    """A roster from a decoded document."""
    if not isinstance(document, Mapping):
        raise BadInput(
            f"{where}: expected a squad (a table with game, name and models), found {type(document).__name__}"
        )
    plain = {WORDS.get(key, key): value for key, value in document.items()}
    models = plain.get("models")
    if isinstance(models, list):
        plain["models"] = [
            {WORDS.get(key, key): value for key, value in entry.items()} if isinstance(entry, Mapping) else entry
            for entry in models
        ]
    roster = shape(plain, Roster, where)
    if not roster.name.strip():
        raise BadInput(f"{where}.name: expected a name")
    for name in (roster.name, roster.note, *(entry.name for entry in roster.models)):
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadInput(f"{where}: {name[:20]!r}: expected a name of printable characters, at most {LONGEST_NAME}")
    return roster


def read_roster(path: Path) -> Roster:
    """A roster from a TOML or JSON file."""
    text = read_text(path)
    if path.suffix.lower() != ".toml":
        return roster_from(parse_json(text, str(path)), str(path))
    document = parse_toml(text, str(path))
    try:
        return roster_from(document, str(path))
    except BadInput as error:
        raise BadInput(_with_line(str(error), text, str(path))) from error


def _with_line(message: str, text: str, where: str) -> str:
    """A complaint about one model of a TOML file, with the line where that model begins."""
    found = re.match(re.escape(where) + r"\.(models\[(\d+)\].*)", message)
    lines = [n for n, line in enumerate(text.splitlines(), 1) if re.fullmatch(r"\[\[models?\]\]", line.strip())]
    if found is None or int(found[2]) >= len(lines):
        return message
    return f"{where}:{lines[int(found[2])]}: {found[1]}"


def write_roster(roster: Roster) -> bytes:
    """A roster as a JSON file that `read_roster` reads back to the same."""
    return msgspec.json.format(msgspec.json.encode(roster), indent=2) + b"\n"
