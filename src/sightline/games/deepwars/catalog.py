"""The figures of the book: profiles, weapons, abilities, spells, creatures, sample warbands and maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.catalog import entries, figures
from sightline.core.game import TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.reading import shape
from sightline.core.rulebook import LEDGER
from sightline.core.table import Piece
from sightline.games.deepwars.tokens import CORE

GAME_ID = "deepwars"
PACKAGE = __package__

DIE = 6
CUSTOM = "custom"
"""The profile of a model that is only thought of: its figures are written down with it. No warband may have one."""
SECTIONS = ("body", "head", "locomotion")
BODY, HEAD, LOCOMOTION = SECTIONS
SIZES = ("normal", "big", "huge")
STICKS = ("short", "medium", "long")
BARE_HANDS = "bare_hands"
PREDATOR = "predator"
"""The behaviour of a creature that hunts."""

SLACK = 0.01
"""Comparisons of lengths are good to this (DW-MOV-10)."""
TOUCH = 0.05
"""The gap up to which bases are in contact (DW-GEN-09)."""
MAT = (48.0, 36.0)


class Trait(Struct, frozen=True, omit_defaults=True):
    """An ability of a model or a trait of a weapon, with its figure if it has one."""

    id: str
    n: int = 0


class Sections(Struct, frozen=True):
    """A figure for each section of a model."""

    body: int
    head: int
    locomotion: int


class Profile(Struct, frozen=True, rename={"strength": "str"}):
    """A fighter of a warband, or a wild creature."""

    id: str
    name: str
    quality: int
    combat: int
    size: str
    move: str
    av: Sections
    boxes: Sections
    weapons: tuple[str, ...]
    abilities: tuple[Trait, ...]
    res: int
    will: int
    strength: int
    base: int
    points: int
    origin: str
    rule: str
    flavour: str = ""
    faction: str = ""
    rank: str = ""
    disciplines: tuple[str, ...] = ()
    behaviour: str = ""
    free_actions: int = 0

    def has(self, ability: str) -> bool:
        """Whether its list of abilities names one."""
        return any(a.id == ability for a in self.abilities)


class Weapon(Struct, frozen=True):
    """A weapon."""

    id: str
    name: str
    melee: bool
    kind: str
    range: str
    bonus: int
    armor_break: int
    traits: tuple[Trait, ...]
    cl: int
    av: int
    boxes: int
    cost: int
    origin: str
    rule: str


class Ability(Struct, frozen=True):
    """An ability, and what it costs."""

    id: str
    name: str
    kind: str
    cost: int
    cost_per_level: bool
    origin: str
    rule: str


class Spell(Struct, frozen=True):
    """A spell."""

    id: str
    name: str
    discipline: str
    min_power: int
    range: str
    duration: str
    type: str
    effect: str
    mishap: str
    origin: str
    rule: str
    modifier: int = 0


class Size(Struct, frozen=True):
    """What a size means."""

    id: str
    base_inches: float
    levels: int
    resistance: int
    strength: int
    carries: int
    rule: str


@cache
def profiles() -> Mapping[str, Profile]:
    """Those who fight in warbands."""
    return entries(PACKAGE, "profile", Profile)


@cache
def creatures() -> Mapping[str, Profile]:
    """The wild creatures."""
    return entries(PACKAGE, "creature", Profile)


def profile(id: str) -> Profile | None:
    """A fighter or a creature."""
    return profiles().get(id) or creatures().get(id)


@cache
def abilities() -> Mapping[str, Ability]:
    """Abilities of models and traits of weapons."""
    return entries(PACKAGE, "ability", Ability)


@cache
def spells() -> Mapping[str, Spell]:
    """The spells."""
    return entries(PACKAGE, "spell", Spell)


def rows(table: str) -> Sequence[Mapping[str, Any]]:
    """The lines of a table of the book as they are written."""
    found: Sequence[Mapping[str, Any]] = figures(PACKAGE)[table]
    return found


@cache
def sizes() -> tuple[Size, ...]:
    """Normal, Big and Huge."""
    return tuple(entries(PACKAGE, "size", Size).values())


@cache
def weapons() -> Mapping[str, Weapon]:
    """The weapons."""
    return {
        w["id"]: shape({**w, "melee": w["class"] == "h2h"}, Weapon, f"{PACKAGE}: weapon {w['id']}")
        for w in figures(PACKAGE)["weapon"]
    }


@cache
def _grown() -> Mapping[str, Weapon]:
    """What is no weapon of the list but used or aimed at like one: a living weapon, the generator of a shield."""
    volley = weapons()["spine_volley"]
    living = replace(
        volley, id="bio_weapon", name="Bio-Weapon", bonus=2, traits=(Trait("poison", 1),), rule="DW-ABL-09"
    )
    shield = replace(weapons()[BARE_HANDS], id="energy_shield", name="Energy Shield", kind="energy", rule="DW-ABL-21")
    plain = replace(weapons()[BARE_HANDS], melee=False, kind="spell", range="short", boxes=0)
    lance = replace(plain, id="brine_lance", name="Brine Lance", armor_break=1, rule="DW-MAG-03")
    burst = replace(plain, id="thermal_burst", name="Thermal Burst", traits=(Trait("blast"),), rule="DW-MAG-04")
    engines = []
    for row in figures(PACKAGE)["scenic_weapon"]:
        gun = row["figures"]
        if "bonus" in gun:
            traits = tuple(Trait(t) for t in gun["traits"])
            made = {"kind": gun["kind"], "range": gun["range"], "bonus": gun["bonus"], "cl": row["cl"]}
            made |= {"armor_break": gun["armor_break"], "traits": traits, "rule": row["rule"], "boxes": 1}
            engines.append(replace(plain, id=row["id"], name=row["name"], **made))
    return {grown.id: grown for grown in (living, shield, lance, burst, *engines)}


@cache
def weapon(id: str) -> Weapon:
    """A weapon by its id; `figures__2__1` is one that is only thought of, with a bonus and an Armor Break."""
    known = weapons().get(id) or _grown().get(id)
    if known is not None:
        return known
    _, bonus, pierce = id.split("__")
    return replace(weapons()[BARE_HANDS], id=id, bonus=int(bonus), armor_break=int(pierce), boxes=2)


@cache
def artifacts() -> tuple[str, ...]:
    """The Ancient Artifacts, by id."""
    return tuple(row["id"] for row in rows("artifact"))


@cache
def materials() -> Mapping[str, int | None]:
    """What breaking each material adds to the check; None if it cannot be broken (DW-TER-05)."""
    return {m["id"]: m.get("strength_modifier") for m in figures(PACKAGE)["terrain_material"]}


def material(id: str) -> int | None:
    """What breaking a material adds to the check."""
    return materials()[id]


# ------------------------------------------------------------------ points (DW-WAR-05, DW-WAR-06)


def weapon_cost(kind: Weapon) -> int:
    """What a weapon costs by the formula (DW-WAR-06)."""
    table = figures(PACKAGE)["points_formula"]
    if kind.melee:
        cost = table["weapon_bonus_h2h"] * kind.bonus
    else:
        cost = table[f"weapon_{kind.range}"] + table["weapon_bonus_ranged"] * kind.bonus
    cost += table["weapon_armor_break"] * kind.armor_break
    return max(0, int(cost) + sum(ability_cost(t) for t in kind.traits))


def ability_cost(trait: Trait) -> int:
    """What an ability or a trait costs."""
    known = abilities()[trait.id]
    return known.cost * (trait.n if known.cost_per_level else 1)


def base_cost(who: Profile) -> int:
    """The sum that Quality multiplies."""
    table = figures(PACKAGE)["points_formula"]
    cost = who.combat * (who.combat + 1) + who.av.body * (who.av.body + 1) + who.av.head + who.av.locomotion
    cost += table["box_body"] * who.boxes.body + table["box_head"] * who.boxes.head
    cost += table["box_locomotion"] * who.boxes.locomotion + table[f"move_{who.move}"]
    cost += sum(weapon_cost(weapon(w)) for w in who.weapons) + sum(ability_cost(a) for a in who.abilities)
    return int(cost + table["extra_discipline"] * max(0, len(who.disciplines) - 1))


def points_for(base: int, quality: int) -> int:
    """A sum in points: multiplied by Quality, halves up, never below the least (DW-WAR-05)."""
    table = figures(PACKAGE)["points_formula"]
    product = base * (table["quality_base"] - quality)
    divisor = int(table["quality_divisor"])
    return max(int(table["minimum"]), int(2 * product + divisor) // (2 * divisor))


# ------------------------------------------------------------------ sample warbands and maps


@cache
def rosters() -> Mapping[str, Roster]:
    """The sample warbands, the smaller ones first: those are legal under the usual limit."""
    factions = {f["id"]: f["flavour"] for f in figures(PACKAGE)["faction"]}
    return {
        w["id"]: Roster(
            game=GAME_ID,
            name=w["name"],
            models=tuple(Entry(m["profile"]) for m in w["models"] for _ in range(m["count"])),
            id=w["id"],
            note=factions[w["faction"]],
            origin=w["origin"],
        )
        for w in sorted(figures(PACKAGE)["roster"], key=lambda w: int(w["limit"]))
    }


@cache
def presets() -> Mapping[str, Mapping[str, Any]]:
    """Everything the ledger says about the maps, by id: scenario, tokens, objectives, creature spots."""
    return {p["id"]: p for p in figures(PACKAGE, LEDGER)["terrain_preset"]}


@cache
def tables() -> Mapping[str, TablePlan]:
    """The maps."""
    return {
        p["id"]: TablePlan(
            id=p["id"],
            pieces=tuple(piece(plain) for plain in p["piece"]),
            name=p["name"],
            origin=p["origin"],
            note=p["description"],
            width=float(p["size"][0]),
            height=float(p["size"][1]),
        )
        for p in presets().values()
    }


def piece(plain: Mapping[str, Any]) -> Piece:
    """A piece of a map; its material and doors become traits (DW-TER-05, DW-TER-06)."""
    words = [*plain["traits"], f"material:{plain['material']}"]
    words += [f"door:{x:g},{y:g}" for x, y in plain.get("doors", ())]
    return Piece(
        polygon=tuple((float(x), float(y)) for x, y in plain["polygon"]),
        height=float(plain["height"]),
        id=plain["id"],
        name=plain["name"],
        kind=plain["kind"],
        traits=tuple(words),
    )


# ------------------------------------------------------------------ what a player chooses from


@cache
def listed() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Everything a warband is made of, in the figures a player needs to choose."""
    return {"profiles": [_row(p) for p in profiles().values()]}


def _row(who: Profile) -> dict[str, Any]:
    return {
        "id": who.id,
        "name": who.name,
        "cost": who.points,
        "origin": who.origin,
        "rule": who.rule,
        "faction": who.faction,
        "rank": who.rank,
        "quality": f"{who.quality}+",
        "combat": who.combat,
        "size": who.size,
        "move": who.move,
        "armor": "/".join(str(getattr(who.av, s)) for s in SECTIONS),
        "boxes": "/".join(str(getattr(who.boxes, s)) for s in SECTIONS),
        "weapons": ", ".join(weapon(w).name for w in who.weapons),
        "abilities": ", ".join(abilities()[a.id].name + (f" ({a.n})" if a.n else "") for a in who.abilities),
    }


@cache
def names() -> Mapping[str, str]:
    """The name of every entry a sentence may have to name."""
    found = {p.id: p.name for p in (*profiles().values(), *creatures().values())}
    found |= {w.id: w.name for w in weapons().values()}
    for table in ("treasure", "artifact", "scenic_artifact", "scenic_weapon", "special_operation", "warband_advance"):
        found |= {row["id"]: row["name"] for row in figures(PACKAGE)[table]}
    gifts = {a.id: a.name.removesuffix(" (n)") for a in abilities().values()}
    return found | {CORE: "Power Core"} | gifts | {s.id: s.name for s in spells().values()}


def written(id: str, n: int = 0) -> str:
    """An ability or a trait of a weapon as the book writes it, with its figure if it has one."""
    return names()[id] + (f" ({n})" if n else "")
