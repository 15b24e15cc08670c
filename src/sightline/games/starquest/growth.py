"""What a hero brings from one mission to the next: its level, its skills, its injuries, its purse and its pockets.

On the table all of it is tokens; in a roster it stands with the entry of the hero: what it carries and has learned
among its items, every figure that is not the template's among its stats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.catalog import entries
from sightline.core.decisions import Refusal
from sightline.core.muster import Entry
from sightline.core.table import Model, RuleId, Table, TokenKind
from sightline.games.starquest.catalog import PACKAGE, Hero, classes, heroes, items, skills
from sightline.games.starquest.tokens import (
    CASTING,
    CONDITIONS,
    DEX,
    MOST_POWER,
    POWER,
    QUALITY,
    STR,
    TOUGH,
    WIL,
    WOUNDS,
)

LEVEL, XP, CREDITS, NEWCOMER = "level", "xp", "credits", "newcomer"
BEST = 2
"""No target number is lower (SQ-LVL-03)."""
HIGHEST = 15
PURSE = 10
"""What a new hero owns (SQ-SHP-03)."""
MOST_GEAR = 3
CELL = "spare_cell"

GAINS: Mapping[str, str] = {
    "tough": TOUGH,
    "power": MOST_POWER,
    "quality": QUALITY,
    "str": STR,
    "dex": DEX,
    "wil": WIL,
    "caster": CASTING,
}
"""The token that each improvement changes (SQ-LVL-02)."""
LOWERED = (QUALITY, STR, DEX, WIL)
"""Target numbers: an improvement makes them smaller."""


WORDS: Mapping[str, str] = {
    "most_power": "Power",
    "tough": "Tough",
    "quality": "Quality",
    "str": "Str",
    "dex": "Dex",
    "wil": "Wil",
    "casting": "Caster",
    "xp": "XP",
    **{
        f"{what}+{n}": f"+{n} {word}"
        for n in (1, 2)
        for what, word in {
            "tough": "Tough",
            "power": "Power",
            "quality": "Quality",
            "str": "Str",
            "dex": "Dex",
            "wil": "Wil",
            "caster": "Caster",
        }.items()
    },
}
"""What figures are called."""


class Level(Struct, frozen=True):
    """A row of the table of levels (SQ-LVL-02)."""

    id: str
    level: int
    xp: int
    choose_one: tuple[str, ...]
    origin: str = "book"


class Injury(Struct, frozen=True):
    """A row of the table of injuries (SQ-INJ-01)."""

    id: str
    name: str
    roll: int
    fx: tuple[dict[str, object], ...]
    origin: str = "book"


@cache
def levels() -> Mapping[int, Level]:
    """The table of levels."""
    return {row.level: row for row in entries(PACKAGE, "level", Level).values()}


@cache
def injuries() -> Mapping[str, Injury]:
    """The injuries, in the order of the die."""
    return entries(PACKAGE, "injury", Injury)


def injury_rule(id: str) -> RuleId:
    """The rule of an injury: a roll of 1 is SQ-INJ-02."""
    return f"SQ-INJ-{injuries()[id].roll + 1:02}"


def level_for(xp: int) -> int:
    """The level that so much experience makes (SQ-LVL-02)."""
    return max(row.level for row in levels().values() if row.xp <= xp)


def gain(written: str) -> tuple[str, int]:
    """An improvement as the table prints it: what, and how much."""
    what, _, amount = written.partition("+")
    return what, int(amount)


@cache
def consumables() -> tuple[str, ...]:
    """The items that are used up."""
    return tuple(id for id, item in items().items() if item.kind == "consumable")


@cache
def gear() -> tuple[str, ...]:
    """The pieces that last."""
    return tuple(id for id, item in items().items() if item.kind == "gear")


@cache
def carried() -> Mapping[str, TokenKind]:
    """The kinds of token that go from mission to mission."""
    kinds = [TokenKind(id) for id in (LEVEL, XP, CREDITS, CASTING, *consumables(), *skills())]
    kinds += [TokenKind(id, condition="SQ-ITM-11") for id in gear()]
    kinds += [TokenKind(id, condition=injury_rule(id)) for id in injuries()]
    return {kind.id: kind for kind in kinds}


def most_power(model: Model) -> int:
    """The power of a hero, with what it carries (SQ-ITM-11)."""
    return model.tokens[MOST_POWER] + min(1, model.tokens.get(CELL, 0))


# ------------------------------------------------------------------ in and out of a roster


def entry_of(model: Model) -> Entry:
    """A hero of a campaign as it goes into the next mission; its kit is what it was built with."""
    tokens, entry = model.tokens, Entry(model.profile, model.kit, name=model.name)
    pockets = tuple(id for id in (*consumables(), *gear()) for _ in range(tokens.get(id, 0)))
    taught = tuple(id for id in skills() if id in tokens)
    template = figures(entry)
    stats = {token: tokens.get(token, 0) for token in (TOUGH, MOST_POWER, *LOWERED) if tokens[token] != template[token]}
    stats |= {token: tokens[token] for token in (XP, CREDITS, CASTING, WOUNDS) if tokens.get(token)}
    stats |= {LEVEL: tokens[LEVEL]} if tokens[LEVEL] > 1 else {}
    stats |= {POWER: tokens.get(POWER, 0)} if tokens.get(POWER, 0) != most_power(model) else {}
    stats |= {token: 1 for token in (*injuries(), *CONDITIONS) if token in tokens}
    return replace(entry, items=(*model.kit, *taught, *pockets), stats=stats)


def enlisted(model: Model, entry: Entry) -> Model:
    """A hero as a campaign keeps it: what it was built with as its kit, all else as tokens (SQ-SHP-03, SQ-CMP-10)."""
    kit = built(entry)
    taught = {item: 1 for item in entry.items if item in skills() and item not in kit}
    veteran = any(stat in entry.stats for stat in (LEVEL, XP, CREDITS))
    purse = {} if veteran else {CREDITS: PURSE, NEWCOMER: 1}
    power = model.tokens[MOST_POWER] - (CELL in entry.items)  # The cell is counted while it is carried.
    return replace(model, kit=kit, tokens={LEVEL: 1, **purse, **model.tokens, MOST_POWER: power, **taught})


def built(entry: Entry) -> tuple[str, ...]:
    """What a hero was built with: everything that no campaign gave it."""
    pockets, known = (*consumables(), *gear()), 0
    found = []
    for item in entry.items:
        known += item in skills()
        if item not in pockets and not (item in skills() and known > KNOWN_SKILLS):
            found.append(item)
    return tuple(found)


KNOWN_SKILLS = 2
"""Skills a new hero knows (SQ-HSK-01)."""


def figures(entry: Entry) -> dict[str, int]:
    """The figures of a hero as it was built."""
    own: Hero = heroes()[entry.profile]
    plated = "up_plated_suit" in entry.items
    return {
        TOUGH: own.tough + plated,
        MOST_POWER: own.power,
        QUALITY: own.quality,
        STR: own.str,
        DEX: own.dex,
        WIL: own.wil,
    }


def brought(model: Model, entry: Entry) -> Model:
    """A hero with all it brings along; without anything it is new (SQ-CMP-10)."""
    tokens = dict(model.tokens)
    for item in entry.items:
        if item in (*consumables(), *gear()):
            tokens[item] = tokens.get(item, 0) + 1
    tokens |= entry.stats
    tokens[MOST_POWER] += CELL in entry.items
    if POWER not in entry.stats:
        tokens[POWER] = tokens[MOST_POWER]
    return replace(model, tokens={k: n for k, n in tokens.items() if n})


# ------------------------------------------------------------------ faults


def skills_known(model: Model) -> tuple[str, ...]:
    """The skills of a hero: those it came with, and those it has learned since."""
    return tuple(id for id in skills() if id in model.kit or id in model.tokens)


def most_gained(what: str, level: int) -> int:
    """How much of an improvement a hero of a level can have chosen."""
    rows = (gain(written) for row in levels().values() if row.level <= level for written in row.choose_one)
    return sum(amount for kind, amount in rows if kind == what)


def growth_faults(entry: Entry) -> Iterator[Refusal]:
    """What is wrong with what a hero brings along (SQ-LVL-02, SQ-LVL-03, SQ-ITM-11, SQ-INJ-01)."""
    stats = entry.stats
    known = (*GAINS.values(), LEVEL, XP, CREDITS, WOUNDS, POWER, *injuries(), *CONDITIONS)
    for name, value in stats.items():
        if name not in known:
            yield Refusal("SQ-LVL-03", {"unknown": name})
        elif value < 0:
            yield Refusal("SQ-LVL-03", {name: value, "least": 0})
    level = stats.get(LEVEL, 1)
    if level != level_for(max(0, stats.get(XP, 0))):
        yield Refusal("SQ-LVL-02", {"level": level, "xp": stats.get(XP, 0), "due": level_for(max(0, stats.get(XP, 0)))})
    built_with = figures(entry)
    for what, token in GAINS.items():
        base = built_with.get(token, 0)
        grown = stats.get(token, base)
        most = most_gained(what, level)
        low, high = (max(BEST, base - most), base) if token in LOWERED else (base, base + most)
        if not min(low, base) <= grown <= high:
            yield Refusal("SQ-LVL-03", {what: grown, "least": low, "most": high})
    taught = len([item for item in entry.items if item in skills()]) - KNOWN_SKILLS
    if taught > most_gained("skill", level):
        yield Refusal("SQ-LVL-04", {"skills": taught, "most": most_gained("skill", level)})
    tough = stats.get(TOUGH, built_with[TOUGH])
    if stats.get(WOUNDS, 0) > tough:
        yield Refusal("SQ-CMP-06", {"wounds": stats[WOUNDS], "most": tough})
    power = stats.get(MOST_POWER, built_with[MOST_POWER]) + (CELL in entry.items)
    if stats.get(POWER, 0) > power:
        yield Refusal("SQ-CMP-06", {"power": stats[POWER], "most": power})
    yield from gear_faults(entry)


def gear_faults(entry: Entry) -> Iterator[Refusal]:
    """One piece of each kind, and three at most (SQ-ITM-11)."""
    worn = [item for item in entry.items if item in gear()]
    if len(worn) > MOST_GEAR:
        yield Refusal("SQ-ITM-11", {"gear": len(worn), "most": MOST_GEAR})
    for piece in dict.fromkeys(worn):
        if worn.count(piece) > 1:
            yield Refusal("SQ-ITM-11", {"piece": piece, "times": worn.count(piece), "most": 1})


def pack(hero: Model) -> list[str]:
    """The items and pieces of gear a hero has, each as often as it has it."""
    return [item for item in (*consumables(), *gear()) for _ in range(hero.tokens.get(item, 0))]


def has_room(table: Table, hero: Model) -> bool:
    """Whether a hero may carry another item (option item_carry_limit of SQ-SRC-12)."""
    most = int(table.options["item_carry_limit"])
    return not most or len(pack(hero)) < most


def carrying_fault(table: Table, hero: Model, item: str) -> Refusal | None:
    """Why a hero may not take something to carry: its pack is full, or it has such gear (SQ-SRC-12, SQ-ITM-11)."""
    if item in (*consumables(), *gear()) and not has_room(table, hero):
        most = table.options["item_carry_limit"]
        return Refusal("SQ-SRC-12", {"items": len(pack(hero)) + 1, "most": most, "model": hero.id})
    if item in gear():
        if item in hero.tokens:
            return Refusal("SQ-ITM-11", {"piece": item, "times": 2, "most": 1, "model": hero.id})
        worn = sum(piece in hero.tokens for piece in gear())
        if worn >= MOST_GEAR:
            return Refusal("SQ-ITM-11", {"gear": worn + 1, "most": MOST_GEAR, "model": hero.id})
    return None


def learnable(model: Model, known: tuple[str, ...]) -> tuple[str, ...]:
    """The skills a hero may be taught next: those of its class, then any other (SQ-LVL-04)."""
    own = next((id for id in known if id in classes()), "")
    if not own:
        return ()
    left = tuple(id for id in skills() if id not in known and id not in model.tokens)
    return tuple(id for id in left if id in classes()[own].skills) or left
