"""Squads in the making: whatever was handed in, read as far as it can be, with everything that cannot."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from msgspec import Struct

from sightline.core.muster import LONGEST_NAME, LONGEST_PROFILE, WORDS, Entry, Roster

MODELS, ITEMS = 64, 32
"""More than this is not looked at."""
UNNAMED = "Unnamed"
_ROSTER = ("game", "name", "models", "id", "note", "origin")
_ENTRY = ("profile", "items", "base", "name", "stats")


class Slip(Struct, frozen=True):
    """Something that cannot be read: what is wrong, and with which model, from 1 (0: with the squad)."""

    text: str
    model: int = 0


def read_draft(document: Any, game: str) -> tuple[Roster, list[Slip]]:
    """A squad as far as it can be read, and everything that was left out. A squad without slips was read whole."""
    slips: list[Slip] = []
    if not isinstance(document, Mapping):
        return Roster(game, UNNAMED, ()), [Slip("expected a squad: a table with game, name and models")]
    plain = _known(document, _ROSTER, slips, 0)
    models = plain.get("models", ())
    if not isinstance(models, list | tuple):
        slips.append(Slip("models: expected a list"))
        models = ()
    if len(models) > MODELS:
        slips.append(Slip(f"models: {len(models)}, only the first {MODELS} are looked at"))
    found = Roster(
        game=_word(plain, "game", game, slips, 0),
        name=_word(plain, "name", UNNAMED, slips, 0).strip() or UNNAMED,
        models=tuple(_entry(model, slips, number) for number, model in enumerate(models[:MODELS], 1)),
        id=_word(plain, "id", "", slips, 0),
        note=_word(plain, "note", "", slips, 0),
        origin=_word(plain, "origin", "own", slips, 0),
    )
    if found.name == UNNAMED and plain.get("name") != UNNAMED and not any("name:" in s.text for s in slips):
        slips.append(Slip("name: expected a name"))
    return found, slips


def _entry(document: Any, slips: list[Slip], number: int) -> Entry:
    if not isinstance(document, Mapping):
        slips.append(Slip("expected a model: a table with profile and items", number))
        return Entry("")
    plain = _known(document, _ENTRY, slips, number)
    items = plain.get("items", ())
    if not isinstance(items, list | tuple):
        slips.append(Slip("items: expected a list", number))
        items = ()
    if len(items) > ITEMS:
        slips.append(Slip(f"items: {len(items)}, only the first {ITEMS} are looked at", number))
    read = tuple(item for item in items[:ITEMS] if _readable(item))
    if len(read) < len(items[:ITEMS]):
        slips.append(Slip("items: expected words", number))
    return Entry(
        profile=_word(plain, "profile", "", slips, number, LONGEST_PROFILE),
        items=read,
        base=_base(plain.get("base"), slips, number),
        name=_word(plain, "name", "", slips, number),
        stats=_stats(plain.get("stats", {}), slips, number),
    )


def _known(document: Mapping[Any, Any], keys: tuple[str, ...], slips: list[Slip], number: int) -> dict[str, Any]:
    """The keys a document may have, under their usual names."""
    plain = {WORDS.get(key, key): value for key, value in document.items() if isinstance(key, str)}
    unknown = [key for key in plain if key not in keys]
    if unknown or len(plain) < len(document):
        named = ", ".join(key[:20] for key in unknown[:5] if key.isprintable()) or "a key"
        slips.append(Slip(f"{named}: unknown here", number))
    return {key: plain[key] for key in keys if key in plain}


def _readable(word: Any, most: int = LONGEST_NAME) -> bool:
    return isinstance(word, str) and word.isprintable() and len(word) <= most


def _word(
    plain: Mapping[str, Any], key: str, usual: str, slips: list[Slip], number: int, most: int = LONGEST_NAME
) -> str:
    if key not in plain:
        return usual
    word = plain[key]
    if _readable(word, most):
        return str(word)
    slips.append(Slip(f"{key}: expected at most {most} printable characters", number))
    return usual


def _stats(value: Any, slips: list[Slip], number: int) -> dict[str, int]:
    if not isinstance(value, Mapping) or len(value) > ITEMS:
        slips.append(Slip(f"stats: expected at most {ITEMS} names, each with a whole number", number))
        return {}
    read = {k: v for k, v in value.items() if _readable(k) and type(v) is int and abs(v) < 1_000_000}
    if len(read) < len(value):
        slips.append(Slip("stats: expected whole numbers", number))
    return read


def _base(value: Any, slips: list[Slip], number: int) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9 and isfinite(value):
        return float(value)
    slips.append(Slip("base: expected a number of inches", number))
    return None
