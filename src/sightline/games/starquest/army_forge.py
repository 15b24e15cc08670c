"""Lists of Army Forge, read in the figures of this game; what means nothing here is told (SQ-IMP)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from sightline.core.errors import BadInput
from sightline.core.muster import LONGEST_NAME, Entry, Roster
from sightline.core.reading import parse_json, shape
from sightline.core.table import Side
from sightline.games.starquest.catalog import (
    ENEMIES,
    GAME_ID,
    HEROES,
    Special,
    Weapon,
    classes,
    profiles,
    slug,
    specials,
)
from sightline.games.starquest.growth import LEVEL, XP, level_for
from sightline.games.starquest.printed import LARGEST as LARGEST_FIGURES
from sightline.games.starquest.printed import STATS, printed

SYSTEMS = ("gfsq", "gfsqai", 9, 10)
"""The game systems of Star Quest lists, by name and number."""
HUGE = 9
"""The Tough of a single enemy from which it is proposed to be huge."""
LARGEST = 400_000
"""Characters of a list; longer texts are none."""
LEAST, MOST = 2, 6
IDLE = ("items", "traits", "equipment")
"""What a unit of a list may hold beside weapons and special rules."""
UNARMED = "no weapons in the list: it comes unarmed"
MOST_XP = 10_000
"""Nobody has more."""

Kind = Literal["heroes", "enemies"]


class Imported(Struct, frozen=True, omit_defaults=True):
    """A unit of a list, in the figures of this game."""

    id: str
    name: str
    size: int
    quality: int
    defense: int
    tough: int
    rules: tuple[Special, ...]
    weapons: tuple[tuple[Weapon, int], ...]
    """Each with how many models of the unit have it."""
    points: int
    size_class: str
    xp: int = 0
    kept: tuple[str, ...] = ()
    """Special rules nobody here knows: shown, kept, and without effect."""
    stats: dict[str, int] = {}
    """Power, Str, Dex and Wil of a hero, as far as the list has them."""
    place: str = ""
    """Where in the list it stands, with its name."""


class Loss(Struct, frozen=True, omit_defaults=True):
    """Something of a list that means nothing here."""

    unit: str
    field: str
    what: str
    place: str = ""
    """Where in the list it stands."""


class ImportedList(Struct, frozen=True):
    """A list as it was read."""

    name: str
    units: tuple[Imported, ...]
    losses: tuple[Loss, ...]


class Asked(Struct, frozen=True):
    """A figure of a hero that no list has, to be asked for."""

    unit: str
    field: str


def read_list(text: str, kind: Kind, where: str = "list") -> ImportedList:
    """A list from its JSON; raises BadInput naming the unit and the field (SQ-IMP-02)."""
    if len(text) > LARGEST:
        raise BadInput(f"{where}: at most {LARGEST} characters")
    if text.strip().startswith(("http:", "https:")):
        raise BadInput(f"{where}: this is an address, expected the JSON of the list")
    document = parse_json(text, where)
    if not isinstance(document, Mapping):
        raise BadInput(f"{where}: expected an object with units")
    inner = document.get("list", document)
    units = inner.get("units") if isinstance(inner, Mapping) else None
    if not isinstance(units, list) or not units:
        raise BadInput(f"{where}.units: expected a list of units")
    losses: list[Loss] = []
    system = document.get("gameSystem", inner.get("gameSystem"))
    if system is not None and system not in SYSTEMS:
        what = f"{str(system)[:40]}: not a list of this game, its rules may differ"
        losses.append(Loss("", "gameSystem", what, f"{where}.gameSystem"))
    found = tuple(_unit(plain, f"{where}.units[{n}]", kind, losses) for n, plain in enumerate(units))
    name = _clean(inner.get("name", document.get("name")))
    return ImportedList(name or "Imported", found, tuple(losses))


def asked(units: Sequence[Imported]) -> list[Asked]:
    """The figures of heroes that the list does not have (SQ-IMP-01)."""
    return [Asked(unit.name, stat) for unit in units for stat in STATS if stat not in unit.stats]


# ------------------------------------------------------------------ as a squad


class Hired(Struct, frozen=True, omit_defaults=True):
    """What a list does not say about one of its heroes: its class, two skills, and the stats that are missing."""

    trade: str
    skills: tuple[str, ...]
    stats: dict[str, int] = {}


def collection(found: ImportedList, sizes: Mapping[str, str] | None = None) -> Roster:
    """The units of a list as enemies that can be mustered; `sizes` answers what size they are, by name."""
    models = tuple(Entry(profile_of(unit, (sizes or {}).get(unit.name, ""))) for unit in found.units)
    return Roster(GAME_ID, found.name[:LONGEST_NAME], models, note=note(found))


def crew(found: ImportedList, answers: Mapping[str, Hired], sizes: Mapping[str, str] | None = None) -> Roster:
    """The heroes of a list as a party, with what was asked for (SQ-IMP-01); raises BadInput naming what is missing."""
    models = []
    for unit in found.units:
        hired = _trained(unit.name, answers.get(unit.name))
        stats = {**hired.stats, **unit.stats}
        for stat in STATS:
            least, most = (0, LARGEST_FIGURES["power"]) if stat == "power" else (LEAST, MOST)
            if stat not in stats:
                such = json.dumps({unit.name: {"stats": {stat: most - 2}}})
                raise BadInput(f"{unit.name}.{stat}: the list does not say, expected a number, such as {such}")
            if not least <= stats[stat] <= most:
                raise BadInput(f"{unit.name}.{stat}: {stats[stat]}, expected {least} to {most}")
        models.append(hero(unit, hired.trade, hired.skills, stats, (sizes or {}).get(unit.name, "")))
    return Roster(GAME_ID, found.name[:LONGEST_NAME], tuple(models), note=note(found))


def _trained(name: str, hired: Hired | None) -> Hired:
    """What was answered about a hero, if there are such a class and such skills of it."""
    known = classes()
    if hired is None:
        first = next(iter(known.values()))
        such = json.dumps({name: {"trade": first.id, "skills": first.skills[:2]}})
        raise BadInput(f"{name}: expected a class and two skills, such as {such}; classes: {', '.join(known)}")
    if hired.trade not in known:
        raise BadInput(f"{name}.trade: {hired.trade}: no such class; there are {', '.join(known)}")
    taught = known[hired.trade].skills
    for skill in hired.skills:
        if skill not in taught:
            raise BadInput(f"{name}.skills: {skill}: no skill of a {hired.trade}; there are {', '.join(taught)}")
    return hired


def note(found: ImportedList) -> str:
    """What is kept without effect, as far as a note holds it."""
    kept = [f"{loss.field} ({loss.unit})" for loss in found.losses if loss.unit and loss.what != UNARMED]
    text = f"Without effect here: {', '.join(kept)}" if kept else ""
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def hero(unit: Imported, trade: str, skills: Sequence[str], stats: Mapping[str, int], size_class: str) -> Entry:
    """A hero of a list in a party, with all that was asked for."""
    grown = {XP: unit.xp} if unit.xp else {}
    grown |= {LEVEL: level_for(unit.xp)} if level_for(unit.xp) > 1 else {}
    return Entry(profile_of(unit, size_class, stats), (trade, *skills), name=unit.name[:LONGEST_NAME], stats=grown)


def squad(text: str, side: Side, answers: Mapping[str, Any], where: str = "list") -> tuple[Roster, list[str]]:
    """A list as a squad of a side, and what of it means nothing here; answers are objects, by the names of units."""
    if side not in (HEROES, ENEMIES):
        raise BadInput(f"{side}: expected {HEROES} or {ENEMIES}")
    found = read_list(text, "heroes" if side == HEROES else "enemies", where)
    said = {name: shape(plain, Answer, f"answers.{name}") for name, plain in answers.items()}
    strangers = set(said) - {unit.name for unit in found.units}
    if strangers:
        raise BadInput(f"answers: {', '.join(sorted(strangers))}: no such unit in the list")
    sizes = {name: answer.size for name, answer in said.items() if answer.size}
    hired = {name: Hired(a.trade, a.skills, a.stats) for name, a in said.items()}
    roster = crew(found, hired, sizes) if side == HEROES else collection(found, sizes)
    return roster, [": ".join(word for word in (loss.place, loss.field, loss.what) if word) for loss in found.losses]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What is answered about a unit of a list."""

    size: str = ""
    trade: str = ""
    skills: tuple[str, ...] = ()
    stats: dict[str, int] = {}


def profile_of(unit: Imported, size_class: str, stats: Mapping[str, int] | None = None) -> str:
    """The profile of a unit; raises BadInput where it would be none of this game."""
    figures = {
        "size": unit.size,
        "quality": unit.quality,
        "defense": unit.defense,
        "tough": unit.tough,
        "points": unit.points,
        **(stats or {}),
    }
    for field, most in LARGEST_FIGURES.items():
        if figures.get(field, 0) > most:
            raise BadInput(f"{unit.place}.{field}: {figures[field]}, expected at most {most}")
    id = printed(unit.name, figures, size_class or unit.size_class, unit.rules, unit.weapons)
    if id not in profiles():
        raise BadInput(f"{unit.name}: no unit of this game: {id}")
    return id


# ------------------------------------------------------------------ one unit


def _unit(plain: Any, where: str, kind: Kind, losses: list[Loss]) -> Imported:
    if not isinstance(plain, Mapping):
        raise BadInput(f"{where}: expected an object")
    name = _clean(plain.get("customName")) or _clean(plain.get("name"))
    if not name:
        raise BadInput(f"{where}.name: expected a name")
    here = f"{where} ({name[:40]})"
    size = _number(plain.get("size", 1), f"{here}.size")
    if size < 1:
        raise BadInput(f"{here}.size: {size}, expected at least 1")
    if kind == "heroes" and size > 1:
        raise BadInput(f"{here}.size: {size}, a hero is one model")
    quality, defense = (_between(plain.get(stat), f"{here}.{stat}") for stat in ("quality", "defense"))
    field = "specialRules" if "specialRules" in plain else "rules"
    rules, kept, figures = _rules(plain.get(field, []), name, f"{here}.{field}", losses)
    carried = "weapons" if plain.get("weapons") and not plain.get("loadout") else "loadout"
    weapons = tuple(_weapons(plain.get(carried, []), name, f"{here}.{carried}", size, losses))
    if not weapons:
        losses.append(Loss(name, carried, UNARMED, f"{here}.{carried}"))
    idle = [key for key in IDLE if plain.get(key)]
    losses += [Loss(name, key, "means nothing here: left out", f"{here}.{key}") for key in idle]
    tough = next((rule.value for rule in rules if rule.id == "tough"), 1)
    return Imported(
        id=str(plain.get("selectionId") or plain.get("id") or slug(name)),
        name=name,
        size=size,
        quality=quality,
        defense=defense,
        tough=max(1, tough),
        rules=tuple(rule for rule in rules if rule.id != "tough"),
        weapons=weapons,
        points=_cost(plain, here),
        size_class="huge" if kind == "enemies" and size == 1 and tough >= HUGE else "infantry",
        xp=min(max(0, _number(plain.get("xp", 0), f"{here}.xp")), MOST_XP),
        kept=kept,
        stats=figures if kind == "heroes" else {},
        place=here,
    )


def _cost(plain: Mapping[str, Any], here: str) -> int:
    """The cost of a unit, with that of its upgrades if they are given apart."""
    cost = _number(plain.get("cost", 0), f"{here}.cost")
    upgrades = plain.get("selectedUpgrades") or []
    if not isinstance(upgrades, list):
        raise BadInput(f"{here}.selectedUpgrades: expected a list")
    for chosen in upgrades:
        option = chosen.get("option", chosen) if isinstance(chosen, Mapping) else {}
        cost += _number(option.get("cost", 0), f"{here}.selectedUpgrades") if isinstance(option, Mapping) else 0
    return cost


def _rules(
    plain: Any, unit: str, where: str, losses: list[Loss]
) -> tuple[tuple[Special, ...], tuple[str, ...], dict[str, int]]:
    """Special rules: those known here, the names of those that are not, and the stats of heroes written as rules."""
    if not isinstance(plain, list):
        raise BadInput(f"{where}: expected a list")
    known, kept, stats = [], [], {}
    for number, rule in enumerate(plain):
        if not isinstance(rule, Mapping) or not isinstance(rule.get("name"), str):
            raise BadInput(f"{where}[{number}]: expected a rule with a name")
        name, rating = _clean(rule["name"]), rule.get("rating")
        value = _number(rating, f"{where}[{number}].rating") if rating not in (None, "") else 0
        id = slug(name)
        if id in STATS:
            stats[id] = value
        elif id == "tough" or id in specials():
            known.append(Special(id, value))
        else:
            kept.append(name)
            called = f"{name}({value})" if value else name
            what = "no such special rule here: kept in the squad's note, without effect"
            losses.append(Loss(unit, called, what, f"{where}[{number}]"))
    return tuple(known), tuple(kept), stats


def _weapons(plain: Any, unit: str, here: str, size: int, losses: list[Loss]) -> Iterator[tuple[Weapon, int]]:
    """The weapons of a loadout; items hold a list of their own, and special rules."""
    if not isinstance(plain, list):
        raise BadInput(f"{here}: expected a list")
    for number, item in enumerate(plain):
        where = f"{here}[{number}]"
        if not isinstance(item, Mapping) or not (called := _clean(item.get("name"))):
            raise BadInput(f"{where}: expected something with a name")
        if "attacks" not in item:
            if isinstance(item.get("content"), list):
                yield from _weapons(item["content"], unit, f"{where}.content", size, losses)
            else:
                losses.append(Loss(unit, called, "neither a weapon nor anything with weapons in it", where))
            continue
        field = "rules" if "specialRules" not in item and "rules" in item else "specialRules"
        rules, _, _ = _rules(item.get(field, []), f"{unit}, {called}", f"{where}.{field}", losses)
        reach = _number(item.get("range", 0) or 0, f"{where}.range")
        attacks = _number(item["attacks"], f"{where}.attacks")
        if attacks < 1 or reach < 0:
            raise BadInput(f"{where}: {attacks} attacks at {reach} in, expected at least one attack")
        count = _number(item.get("count", size), f"{where}.count")
        if not 1 <= count <= size:
            losses.append(Loss(unit, called, f"{count} of them for {size} models", where))
        yield Weapon(slug(called), called, float(reach), attacks, rules), min(max(count, 1), size)


# ------------------------------------------------------------------ figures


def _clean(value: Any) -> str:
    """A name of printable characters; empty where there is none."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split()) if isinstance(value, str) else ""


def _number(value: Any, where: str) -> int:
    """A whole number, also as a text, also with a plus or inches behind it."""
    if type(value) is int:
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST:
        return int(value)
    if isinstance(value, str) and (found := re.fullmatch(r"\s*\+?(\d{1,5})\s*[+\"]?\s*", value)):
        return int(found[1])
    if value is None:
        raise BadInput(f"{where}: expected a whole number, found nothing")
    raise BadInput(f"{where}: expected a whole number, found {str(value)[:20]!r}")


def _between(value: Any, where: str) -> int:
    number = _number(value, where)
    if not LEAST <= number <= MOST:
        raise BadInput(f"{where}: {number}, expected {LEAST} to {MOST}")
    return number
