"""The figures of the book: heroes, classes, skills, weapons, enemies, spells, items, parties and battlefields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from sightline.core.catalog import entries, figures
from sightline.core.errors import BadInput
from sightline.core.game import TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.rulebook import LEDGER
from sightline.core.table import Piece

GAME_ID = "starquest"
PACKAGE = __package__

DIE = 6
HEROES, ENEMIES = "heroes", "enemies"
SIDES = (HEROES, ENEMIES)
JOINED = "__"
"""Between an upgrade and the weapon it is tied to."""
STATS = ("str", "dex", "wil")
MM = 25.4
SLACK = 0.001
"""Two lengths that differ by no more are equal (SQ-MSR-06)."""

CONSTANTS: Mapping[str, Any] = figures(PACKAGE)["constants"]
NO_RANGE = 0.0


class Special(Struct, frozen=True, omit_defaults=True):
    """A special rule, with its X if it has one (SQ-SPR-03)."""

    id: str
    value: int = 0

    @property
    def written(self) -> str:
        """As a profile prints it: `AP(1)`, `Fast`."""
        return specials()[self.id].name.replace("(X)", f"({self.value})")


class SpecialRule(Struct, frozen=True):
    """An entry of the list of special rules."""

    id: str
    name: str
    scope: str
    has_x: bool
    effect: str
    rule: str
    origin: str = "book"


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon; one without a range is for melee (SQ-WPN-01)."""

    id: str
    name: str
    range: float
    attacks: int
    rules: tuple[Special, ...] = ()

    @property
    def melee(self) -> bool:
        """Whether it is used only in melee."""
        return self.range <= 0

    def special(self, id: str) -> Special | None:
        """One of its special rules."""
        return next((s for s in self.rules if s.id == id), None)

    @property
    def line(self) -> str:
        """Its profile in brackets (SQ-WPN-02)."""
        words = [f'{self.range:g}"'] if not self.melee else []
        return ", ".join((*words, f"A{self.attacks}", *(s.written for s in self.rules)))


class SizeClass(Struct, frozen=True):
    """How broad and how tall models of a size are (SQ-GEN-02, SQ-LOS-08)."""

    id: str
    name: str
    base_mm: float
    height: float


class Profile(Struct, frozen=True):
    """What heroes and enemies have in common (SQ-GEN-04)."""

    id: str
    name: str
    role: str
    size_class: str
    quality: int
    defense: int
    tough: int
    rules: tuple[Special, ...]
    weapons: tuple[Weapon, ...]
    points: int
    origin: str

    def special(self, id: str) -> Special | None:
        """One of its special rules."""
        return next((s for s in self.rules if s.id == id), None)


class Hero(Profile, frozen=True, kw_only=True):
    """A hero template (SQ-GEN-05)."""

    power: int
    str: int
    dex: int
    wil: int


class Enemy(Profile, frozen=True, kw_only=True):
    """An enemy unit: so many models that act together."""

    faction: str
    size: int
    unique: bool
    counts: tuple[int, ...] = ()
    """How many models have each weapon, where not all have all of them."""

    def arms_of(self, number: int) -> tuple[Weapon, ...]:
        """The weapons of one model, counted from 1: each kind goes on where the one before it ran out (SQ-IMP-01)."""
        if not self.counts:
            return self.weapons
        found, place = [], 0
        for weapon, count in zip(self.weapons, self.counts, strict=True):
            if (number - 1 - place) % self.size < count:
                found.append(weapon)
            place += count
        return tuple(found)


class Upgrade(Struct, frozen=True):
    """Something a hero is built with, for points (SQ-PRT-03)."""

    id: str
    name: str
    effect: str
    points: int
    origin: str = "house"
    weapon: dict[str, Any] = {}


class HeroClass(Struct, frozen=True):
    """A class and the skills it teaches (SQ-HSK-01)."""

    id: str
    name: str
    skills: tuple[str, ...]
    origin: str = "house"


class Working(Struct, frozen=True):
    """Something with effects in the vocabulary of the figures: a skill, a spell or an item."""

    id: str
    name: str
    effect: str
    range: float
    target: str
    fx: tuple[dict[str, Any], ...]
    until: str = "instant"
    stat: str = ""
    value: int = 0
    number: int = 0
    faction: str = ""
    kind: str = ""
    buy: int = 0
    sell: int = 0
    origin: str = "house"


class Faction(Struct, frozen=True):
    """A list of enemies and their spells (SQ-ENM-01, SQ-SPL-01)."""

    id: str
    name: str
    theme: str
    units: tuple[str, ...]
    spells: tuple[str, ...]


# ------------------------------------------------------------------ reading profiles (SQ-WPN-02)


def slug(name: str) -> str:
    """A name as an id."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def special(written: str) -> Special:
    """A special rule as a profile prints it."""
    found = re.fullmatch(r"([A-Za-z ]+?)(?:\((\+?\d+)\))?", written.strip())
    if found is None or slug(found[1]) not in specials():
        raise BadInput(f"{written}: no such special rule; there are {', '.join(specials())}")
    return Special(slug(found[1]), int(found[2] or 0))


def parse_weapon(text: str) -> Weapon:
    """A weapon from its printed profile: a name, then in brackets range, attacks and special rules."""
    found = re.fullmatch(r"\s*(.+?)\s*\((.+)\)\s*", text)
    if found is None:
        raise BadInput(f'{text}: expected a profile such as Heavy Rifle (24", A1, AP(1))')
    name, words = found[1], [w.strip() for w in found[2].split(",")]
    reach = float(words.pop(0).rstrip('"')) if words and words[0].endswith('"') else NO_RANGE
    if not words or not re.fullmatch(r"A\d+", words[0]):
        raise BadInput(f"{text}: expected the number of attacks after the letter A")
    return Weapon(slug(name), name, reach, int(words[0][1:]), tuple(special(w) for w in words[1:]))


def weapon_from(plain: Mapping[str, Any]) -> Weapon:
    """A weapon as the figures have it."""
    return Weapon(
        slug(plain["name"]),
        plain["name"],
        float(plain["range"]),
        plain["attacks"],
        tuple(special(w) for w in plain["rules"]),
    )


def _read(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **plain,
        "rules": tuple(special(w) for w in plain["rules"]),
        "weapons": tuple(weapon_from(w) for w in plain["weapons"]),
    }


def _profiles(key: str, kind: type[Any]) -> dict[str, Any]:
    found = {}
    for plain in figures(PACKAGE)[key]:
        fields = {name: value for name, value in _read(plain).items() if name in kind.__struct_fields__}
        found[plain["id"]] = kind(**fields)
    return found


# ------------------------------------------------------------------ entries by id


@cache
def specials() -> Mapping[str, SpecialRule]:
    """The special rules."""
    return entries(PACKAGE, "special_rule", SpecialRule)


@cache
def sizes() -> Mapping[str, SizeClass]:
    """The size classes."""
    return entries(PACKAGE, "size_class", SizeClass)


@cache
def heroes() -> Mapping[str, Hero]:
    """The hero templates; one that is in no list goes by its printed profile."""
    from sightline.games.starquest.printed import Profiles, read_hero

    return Profiles(_profiles("hero_template", Hero), read_hero)


@cache
def enemies() -> Mapping[str, Enemy]:
    """The enemy units; one that is in no list goes by its printed profile."""
    from sightline.games.starquest.printed import Profiles, read_enemy

    return Profiles(_profiles("enemy_unit", Enemy), read_enemy)


@cache
def profiles() -> Mapping[str, Profile]:
    """Heroes and enemies, printed ones as well."""
    from sightline.games.starquest.printed import Profiles, read_enemy, read_hero

    return Profiles({**heroes(), **enemies()}, lambda one: read_hero(one) or read_enemy(one))


@cache
def upgrades() -> Mapping[str, Upgrade]:
    """What heroes may be built with."""
    return entries(PACKAGE, "upgrade", Upgrade)


@cache
def classes() -> Mapping[str, HeroClass]:
    """The classes."""
    return entries(PACKAGE, "class", HeroClass)


@cache
def skills() -> Mapping[str, Working]:
    """The hero skills."""
    return entries(PACKAGE, "skill", Working)


@cache
def spells() -> Mapping[str, Working]:
    """The spells of heroes and enemies."""
    return entries(PACKAGE, "spell", Working)


@cache
def items() -> Mapping[str, Working]:
    """Consumables, gear and services."""
    return entries(PACKAGE, "item", Working)


@cache
def factions() -> Mapping[str, Faction]:
    """The enemy factions, and the discipline of hero Casters."""
    return entries(PACKAGE, "faction", Faction)


def working(id: str) -> Working:
    """A skill, a spell or an item."""
    for known in (skills(), spells(), items()):
        if id in known:
            return known[id]
    raise KeyError(id)


@cache
def weapons() -> Mapping[str, Weapon]:
    """Every weapon of the figures; a name means one weapon wherever it appears."""
    found: dict[str, Weapon] = {}
    everybody: tuple[Profile, ...] = (*heroes().values(), *enemies().values())
    added = (weapon_from(u.weapon) for u in upgrades().values() if u.weapon)
    for weapon in (*(w for p in everybody for w in p.weapons), *added):
        if found.setdefault(weapon.id, weapon) != weapon:
            raise BadInput(f"{PACKAGE}: {weapon.name} is two different weapons")
    return found


@cache
def arm(id: str) -> Weapon:
    """A weapon by its id; one that is in no list goes by its printed profile."""
    known = weapons().get(id)
    if known is not None:
        return known
    made = parse_weapon(id)
    return Weapon(id, made.name, made.range, made.attacks, made.rules)


def is_weapon(id: str) -> bool:
    """Whether something a model carries is a weapon."""
    return id in weapons() or "(" in id


# ------------------------------------------------------------------ sample squads and battlefields


@cache
def parties() -> Mapping[str, Roster]:
    """The sample parties."""
    found = {}
    for plain in figures(PACKAGE)["party"]:
        models = tuple(
            Entry(h["template"], (h["class"], *h["skills"], *h["upgrades"]), name=heroes()[h["template"]].name)
            for h in plain["hero"]
        )
        found[plain["id"]] = Roster(GAME_ID, plain["name"], models, plain["id"], origin=plain["origin"])
    return found


@cache
def collections() -> Mapping[str, Roster]:
    """The sample collections of enemies: the roster of each faction (SQ-ENM-01)."""
    found = {}
    for faction in factions().values():
        if faction.units:
            models = tuple(Entry(id, name=enemies()[id].name) for id in faction.units)
            found[faction.id] = Roster(GAME_ID, faction.name, models, faction.id, faction.theme, "house")
    return found


@cache
def tables() -> Mapping[str, TablePlan]:
    """The battlefields."""
    return {
        p["id"]: TablePlan(
            id=p["id"],
            pieces=tuple(piece(plain) for plain in p["piece"]),
            name=p["name"],
            origin=p["origin"],
            note=p["text"],
            width=float(p["width"]),
            height=float(p["depth"]),
        )
        for p in figures(PACKAGE, LEDGER)["terrain_preset"]
    }


def piece(plain: Mapping[str, Any]) -> Piece:
    """A piece of a battlefield; what else it has becomes traits with figures (SQ-TER-29)."""
    words = list(plain["types"])
    words += [f"{key}:{plain[key]:g}" for key in ("floor", "depth") if plain.get(key)]
    words += ["area"] if plain.get("sight") == "area" else []
    words += ["gap"] if plain.get("gap") else []
    words += [f"ladder:{x:g}/{y:g}" for x, y in plain.get("ladders", ())]
    words += [f"dangerous_on:{deed}" for deed in plain.get("dangerous_on", ())]
    words += ["difficult_up"] if plain.get("difficult_when") == "moving_up" else []
    words += ["hill"] if plain.get("sight_bonus") else []
    return Piece(
        polygon=tuple((float(x), float(y)) for x, y in plain["polygon"]),
        height=float(plain["height"]),
        id=plain["id"],
        name=plain["name"],
        traits=tuple(words),
    )


# ------------------------------------------------------------------ what players choose from


@cache
def listed() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Everything parties and collections are made of, in the figures a player needs to choose."""
    everybody = tuple(heroes())
    return {
        "heroes": [
            {**_head(h), "quality": f"{h.quality}+", "defense": f"{h.defense}+", "tough": h.tough, "power": h.power}
            | {stat: f"{getattr(h, stat)}+" for stat in STATS}
            | {"rules": ", ".join(s.written for s in h.rules), "weapons": _arms(h)}
            for h in heroes().values()
        ],
        "classes": [
            {"id": c.id, "name": c.name, "cost": 0, "origin": c.origin, "open_to": everybody}
            for c in classes().values()
        ],
        "skills": [
            {"id": s.id, "name": s.name, "cost": 0, "origin": s.origin, "effect": s.effect, "open_to": everybody}
            for s in skills().values()
        ],
        "upgrades": [
            {"id": u.id, "name": u.name, "cost": u.points, "origin": u.origin, "effect": u.effect}
            | {"open_to": everybody}
            for u in upgrades().values()
        ],
        "enemies": [
            {**_head(e), "models": e.size, "quality": f"{e.quality}+", "defense": f"{e.defense}+", "tough": e.tough}
            | {"faction": factions()[e.faction].name, "rules": ", ".join(s.written for s in e.rules)}
            | {"weapons": _arms(e)}
            for e in enemies().values()
        ],
    }


def _head(entry: Profile) -> dict[str, Any]:
    return {"id": entry.id, "name": entry.name, "cost": entry.points, "origin": entry.origin, "role": entry.role}


def _arms(entry: Profile) -> str:
    return "; ".join(f"{w.name} ({w.line})" for w in entry.weapons)
