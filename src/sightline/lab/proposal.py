"""Weights that proved better, written down: the file to put in the place of the old one, and the evidence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.reading import read_text
from sightline.lab.tune import Plan, Tuned

WEIGHTS = "weights.toml"
"""The file of a game's package that holds its weights, and the one that is proposed instead."""
EVIDENCE = "evidence.md"

HEAD = """| date | game | level | command | games | score | 95 % interval |
|---|---|---|---|---|---|---|
"""


def written_weights(game: str) -> str:
    """The file of weights that a game has now."""
    return read_text(rulebook.folder(rulebook.packages()[game]) / WEIGHTS)


def with_values(text: str, values: Mapping[str, float]) -> str:
    """The text of a file of weights with other values; everything else stays as it was written."""
    pieces = re.split(r"^(?=\s*\[)", text, flags=re.MULTILINE)
    for name, value in values.items():
        head = re.compile(rf"\s*\[\s*weights\s*\.\s*(?:{re.escape(name)}|\"{re.escape(name)}\")\s*\]")
        place = next((n for n, piece in enumerate(pieces) if head.match(piece)), None)
        if place is None:
            raise BadInput(f"{WEIGHTS}: has no table [weights.{name}]")
        pieces[place], found = re.subn(
            r"^(\s*value\s*=\s*)[^\s#]+", rf"\g<1>{value!r}", pieces[place], count=1, flags=re.MULTILINE
        )
        if not found:
            raise BadInput(f"{WEIGHTS}: [weights.{name}] has no value")
    changed = "".join(pieces)
    read = tomllib.loads(changed)["weights"]
    assert all(read[name]["value"] == value for name, value in values.items())
    return changed


def evidence(game: str, level: str, command: str, plan: Plan, tuned: Tuned, day: date | None = None) -> str:
    """One row of the table of evidence."""
    low, high = tuned.interval
    played = f"{tuned.steps * plan.pairs * 2:,} to learn, {tuned.games:,} to confirm"
    when = (day or datetime.now(UTC).date()).isoformat()
    score = "-" if tuned.score is None else f"{tuned.score:.1%}"
    return f"| {when} | {game} | {level} | `{command}` | {played} | {score} | {low:.1%} to {high:.1%} |\n"


def write(folder: str, old: str, tuned: Tuned, row: str) -> tuple[Path, Path]:
    """Write the proposed file and its evidence; returns where they lie."""
    weights, table = Path(folder) / WEIGHTS, Path(folder) / EVIDENCE
    weights.write_text(with_values(old, tuned.weights), encoding="utf-8")
    changes = "".join(f"| `{name}` | {value!r} |\n" for name, value in tuned.weights.items())
    table.write_text(f"{HEAD}{row}\n| weight | value |\n|---|---|\n{changes}", encoding="utf-8")
    return weights, table
