"""Heroes and enemies as models: stats as tokens, special rules and upgrades as effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sightline.core.muster import Entry
from sightline.core.table import Grant, Model
from sightline.games.starquest import muster
from sightline.games.starquest.catalog import (
    ENEMIES,
    HEROES,
    JOINED,
    MM,
    Profile,
    Special,
    Weapon,
    enemies,
    heroes,
    sizes,
)
from sightline.games.starquest.effects import BY_SPECIAL
from sightline.games.starquest.ground import USUAL
from sightline.games.starquest.growth import brought
from sightline.games.starquest.tokens import (
    DEFENSE,
    DEX,
    HEIGHT,
    MOST_POWER,
    POINTS,
    POWER,
    QUALITY,
    SIZE,
    STR,
    TOUGH,
    WIL,
)

GRANTED = {"up_servo_legs": "fast", "up_iron_nerves": "fearless", "up_hunters_cloak": "stealth"}
"""The upgrades that give a special rule."""
PIERCING = ("up_piercing_rounds", "up_honed_edge")
SMALL = 32.0
"""The broadest base of the small table, in millimetres (SQ-TBL-02)."""


def radius(size: str, options: Mapping[str, Any]) -> float:
    """Half the breadth of a base (SQ-GEN-02, SQ-TBL-02)."""
    base = sizes()[size].base_mm
    return min(base, SMALL if options["table_size"] < USUAL else base) / MM / 2


def grants(rules: Iterable[Special], via: str = "") -> list[Grant]:
    """Special rules as effects; those of a weapon come through it."""
    return [Grant(BY_SPECIAL[s.id].rule, s.value, via) for s in rules if s.id in BY_SPECIAL]


def stats(profile: Profile) -> dict[str, int]:
    """The stats everybody has (SQ-GEN-04)."""
    return {
        QUALITY: profile.quality,
        DEFENSE: profile.defense,
        TOUGH: profile.tough,
        HEIGHT: round(100 * sizes()[profile.size_class].height),
    }


def arms(weapons: Iterable[Weapon]) -> list[Grant]:
    """What comes with weapons."""
    return [grant for w in weapons for grant in grants(w.rules, w.id)]


def hero(number: int, entry: Entry, options: Mapping[str, Any]) -> Model:
    """A hero as it is built, unhurt and with all its power, waiting beside the table."""
    template = heroes()[entry.profile]
    weapons = muster.weapons_of(entry)
    effects = [*grants(template.rules), *arms(weapons)]
    tokens = {
        **stats(template),
        MOST_POWER: template.power,
        POWER: template.power,
        STR: template.str,
        DEX: template.dex,
        WIL: template.wil,
        SIZE: 1,
        POINTS: muster.cost(entry),
    }
    for upgrade, weapon in muster.upgrades_of(entry):
        if upgrade in GRANTED:
            effects.append(Grant(BY_SPECIAL[GRANTED[upgrade]].rule))
        elif upgrade in PIERCING:
            effects.append(Grant(BY_SPECIAL["ap"].rule, 1, weapon))
        elif upgrade == "up_plated_suit":
            tokens[TOUGH] += 1
        elif weapon:
            effects.append(Grant("SQ-PRT-03", 0, f"{upgrade}{JOINED}{weapon}"))
    built = Model(
        id=f"{HEROES}-{number}",
        owner=HEROES,
        side=HEROES,
        profile=entry.profile,
        name=entry.name or template.name,
        unit=f"{HEROES}-{number}",
        radius=radius(template.size_class, options),
        kit=(*(w.id for w in weapons), muster.class_of(entry), *muster.skills_of(entry)),
        tokens=tokens,
        effects=tuple(effects),
    )
    return brought(built, entry)


def enemy_unit(profile: str, serial: int, options: Mapping[str, Any]) -> list[Model]:
    """The models of an enemy unit, not on the table yet."""
    kind = enemies()[profile]
    tokens = {**stats(kind), SIZE: kind.size, POINTS: kind.points}
    unit = f"{ENEMIES}-{serial}"
    return [
        Model(
            id=f"{unit}-{number}",
            owner=ENEMIES,
            side=ENEMIES,
            profile=profile,
            name=f"{kind.name} {serial}" + (f".{number}" if kind.size > 1 else ""),
            unit=unit,
            radius=radius(kind.size_class, options),
            kit=tuple(w.id for w in kind.arms_of(number)),
            tokens=tokens,
            effects=(*grants(kind.rules), *arms(kind.arms_of(number))),
        )
        for number in range(1, kind.size + 1)
    ]
