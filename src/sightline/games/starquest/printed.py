"""Units that are in no list: they go by their printed profile, as weapons do, so that a roster is all one needs.

Guards [3] Q5+ D4+ T1 infantry 55pts | Fast | Rifle (24", A1, AP(1)) x3
Aunt May [1] Q3+ D4+ T6 infantry 100pts Power 5 Str 4+ Dex 4+ Wil 3+ | Fearless | Sword (A2) x1
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from sightline.core.errors import BadInput
from sightline.games.starquest.catalog import Enemy, Hero, Profile, Special, Weapon, arm, sizes, special

IMPORTED = "imported"
"""Where such units come from: no faction of the book, and its origin."""
LARGEST = {"size": 20, "tough": 30, "points": 5000, "power": 20}
"""More than these is no unit of this game."""
MOST_ATTACKS = 40
MOST_WEAPONS = 12
PROFILE = re.compile(
    r"(?P<name>[^\[\]|]{1,60}) \[(?P<size>\d{1,3})\] Q(?P<quality>[2-6])\+ D(?P<defense>[2-6])\+ T(?P<tough>\d{1,3})"
    r" (?P<size_class>\w+) (?P<points>\d{1,5})pts"
    r"(?: Power (?P<power>\d{1,3}) Str (?P<str>[2-6])\+ Dex (?P<dex>[2-6])\+ Wil (?P<wil>[2-6])\+)?"
    r" \|(?P<rules>[^|]*)\|(?P<weapons>[^|]*)"
)
STATS = ("power", "str", "dex", "wil")
P = TypeVar("P", bound=Profile)


class Profiles(dict[str, P]):
    """The profiles of a list; those that are in none are read from their ids."""

    def __init__(self, known: Mapping[str, P], read: Callable[[str], P | None]) -> None:
        super().__init__(known)
        self._read = read

    def __missing__(self, id: str) -> P:
        found = self._read(id)
        if found is None:
            raise KeyError(id)
        return found

    def __contains__(self, id: object) -> bool:
        return super().__contains__(id) or (isinstance(id, str) and self._read(id) is not None)

    def get(self, id: str, default: Any = None, /) -> Any:
        """A profile, or something else where there is none."""
        try:
            return self[id]
        except KeyError:
            return default


def printed(
    name: str,
    figures: Mapping[str, int],
    size_class: str,
    rules: Iterable[Special],
    weapons: Iterable[tuple[Weapon, int]],
) -> str:
    """A unit as its profile is printed; figures are size, quality, defense, tough and points, of heroes also stats."""
    plain = re.sub(r"\s+", " ", re.sub(r"[\[\]|]", " ", name)).strip()[:60].strip()
    head = f"{plain} [{figures['size']}] Q{figures['quality']}+ D{figures['defense']}+ T{figures['tough']}"
    head += f" {size_class} {figures['points']}pts"
    if "power" in figures:
        head += f" Power {figures['power']} Str {figures['str']}+ Dex {figures['dex']}+ Wil {figures['wil']}+"
    borne = ", ".join(rule.written for rule in rules)
    carried = "; ".join(f"{tidy(weapon.name)} ({weapon.line}) x{count}" for weapon, count in weapons)
    return f"{head} | {borne} | {carried}"


def tidy(name: str) -> str:
    """The name of a weapon without what a profile is written with."""
    return re.sub(r"\s+", " ", re.sub(r"[()\[\]|;,]", " ", name)).strip()


@lru_cache(maxsize=1024)
def read_hero(id: str) -> Hero | None:
    """A hero from its printed profile."""
    fields = _read(id)
    if fields is None or "power" not in fields or fields.pop("size") != 1 or len(set(fields.pop("counts"))) > 1:
        return None
    return Hero(**fields)


@lru_cache(maxsize=1024)
def read_enemy(id: str) -> Enemy | None:
    """An enemy unit from its printed profile."""
    fields = _read(id)
    if fields is None or "power" in fields:
        return None
    return Enemy(**fields, faction=IMPORTED, unique=False)


def _read(id: str) -> dict[str, Any] | None:
    found = PROFILE.fullmatch(id)
    if found is None:
        return None
    plain = found.groupdict()
    numbers = {key: int(plain[key]) for key in ("size", "quality", "defense", "tough", "points")}
    numbers |= {key: int(plain[key]) for key in STATS if plain[key] is not None}
    if any(numbers[key] > most for key, most in LARGEST.items() if key in numbers) or not numbers["size"]:
        return None
    if not numbers["tough"] or plain["size_class"] not in sizes():
        return None
    try:
        rules = tuple(special(word) for word in plain["rules"].split(", ") if word.strip())
        weapons = [_weapon(text, numbers["size"]) for text in plain["weapons"].split("; ") if text.strip()]
    except BadInput:
        return None
    if len(weapons) > MOST_WEAPONS or any(w.attacks > MOST_ATTACKS for w, _ in weapons):
        return None
    return {
        **numbers,
        "id": id,
        "name": plain["name"],
        "role": IMPORTED,
        "size_class": plain["size_class"],
        "rules": rules,
        "weapons": tuple(weapon for weapon, _ in weapons),
        "counts": tuple(count for _, count in weapons),
        "origin": IMPORTED,
    }


def _weapon(text: str, size: int) -> tuple[Weapon, int]:
    profile, _, count = text.strip().rpartition(" x")
    if not count.isdecimal() or not 1 <= int(count) <= size:
        raise BadInput(f"{text}: expected a weapon and how many models have it, 1 to {size}")
    return arm(profile), int(count)
