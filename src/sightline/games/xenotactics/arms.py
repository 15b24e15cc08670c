"""Weapons finished with their upgrades, and what a model of a warband is: its statline, its cost, what it carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from sightline.core.muster import Entry
from sightline.core.table import Table
from sightline.core.variants import Variant
from sightline.games.xenotactics.catalog import (
    CUSTOM,
    JOINED,
    STATS,
    UNARMED,
    Trait,
    Upgrade,
    Weapon,
    abilities,
    extras,
    profiles,
    upgrades,
    weapons,
)

# ------------------------------------------------------------------ upgrades (XT-UPG-01 to XT-UPG-16)


def more_damage(weapon: Weapon, by: int) -> Weapon:
    """The +1 of Stun and Antimatter is damage."""
    return replace(weapon, damage=weapon.damage + by)


def more_dice(weapon: Weapon, by: int) -> Weapon:
    """The +1 of Stun and Antimatter is an attack die."""
    return replace(weapon, firepower=weapon.firepower + by)


PLUS_ONE = Variant("upgrade_plus_one_column", {"damage": more_damage, "firepower": more_dice})
"""Which column the +1 of an upgrade stands in (XT-UPG-08)."""


def upgraded(weapon: Weapon, upgrade: Upgrade, options: Mapping[str, Any]) -> Weapon:
    """A weapon with an upgrade: traits go, traits come, one it has already changes nothing (XT-UPG-02)."""
    traits = [t for t in weapon.traits if t.id not in upgrade.removes]
    for new in upgrade.adds:
        old = next((n for n, t in enumerate(traits) if t.id == new.id), None)
        if old is None:
            traits.append(replace(new, stacks=False))
        elif new.stacks:
            traits[old] = replace(traits[old], inches=traits[old].inches + new.inches)
    cost = weapon.cost * upgrade.cost if upgrade.cost_mode == "multiply" else weapon.cost + upgrade.cost
    finished = replace(
        weapon,
        id=weapon.id + JOINED + upgrade.id,
        name=f"{weapon.name} ({upgrade.name})",
        cost=cost,
        traits=tuple(traits),
        rules=(upgrade.rules[-1], *weapon.rules),
    )
    return PLUS_ONE.among(options)(finished, upgrade.damage_change) if upgrade.damage_change else finished


FIGURED = "figures"
"""A weapon that is only thought of, as questions about odds have it: dice, damage and traits instead of a name."""


def figured(dice: int, damage: int, traits: tuple[str, ...]) -> str:
    """The item that stands for a weapon of these figures."""
    return JOINED.join((FIGURED, str(dice), str(damage), *sorted(traits)))


def _figured(words: list[str]) -> Weapon:
    dice, damage, *traits = words
    usual = {"push": 3.0, "blast": 3.0, "max_range": 99.0}
    found = tuple(Trait(t, usual.get(t, 0.0)) for t in traits)
    return Weapon(FIGURED, "Weapon", "house", "ballistic", 0, int(dice), int(damage), found, False, ("XT-ATK-01",))


@lru_cache(1024)
def built(item: str, column: str = "damage") -> Weapon | None:
    """The weapon an item is, finished; None if it is none that can be made."""
    name, *chosen = item.partition(":")[0].split(JOINED)
    if name == FIGURED:
        return _figured(chosen)
    weapon = weapons().get(name)
    if weapon is None or len(chosen) > 1:
        return None
    if not chosen:
        return weapon
    upgrade = upgrades().get(chosen[0])
    if upgrade is None or upgrade.kind != weapon.kind:
        return None
    return upgraded(weapon, upgrade, {PLUS_ONE.option: column})


def arm(table: Table, item: str) -> Weapon:
    """The weapon a model of this table carries under a name."""
    found = built(item, table.options[PLUS_ONE.option])
    assert found is not None
    return found


@cache
def finished() -> tuple[Weapon, ...]:
    """Every weapon, without and with each upgrade it may have."""
    items: list[str] = []
    for weapon in weapons().values():
        own = [u.id for u in upgrades().values() if u.kind == weapon.kind and weapon.upgradable]
        items += [weapon.id, *(weapon.id + JOINED + upgrade for upgrade in own)]
    return tuple(weapon for weapon in map(built, items) if weapon is not None)


# ------------------------------------------------------------------ a model as it is written down


def is_weapon(item: str) -> bool:
    """Whether an item is meant as a weapon, possible or not."""
    name = item.partition(":")[0].split(JOINED)[0]
    return name in weapons() or name == FIGURED


def statline(entry: Entry) -> dict[str, int]:
    """The stats of a model with its armour and frame; those nobody gave are missing (XT-CST-04)."""
    profile = profiles().get(entry.profile)
    stats = profile.stats if profile else {s: entry.stats[s] for s in STATS if s in entry.stats}
    for item in entry.items:
        extra = extras().get(item)
        if extra is not None and profile is not None:
            stats["defence"] += extra.defence
            stats["hit_points"] += extra.hit_points
    return stats


def abilities_of(entry: Entry) -> tuple[str, ...]:
    """The abilities of a model: of its profile, its options and by choice; one it has twice is listed twice."""
    profile = profiles().get(entry.profile)
    own = profile.abilities if profile else ()
    added = tuple(a for i in entry.items if i in extras() for a in extras()[i].adds_abilities)
    return (*own, *added, *(i for i in entry.items if i in abilities()))


def kit(entry: Entry) -> tuple[str, ...]:
    """What a model carries, each copy under its own name: weapons, then bare hands, then abilities (XT-WPN-02)."""
    arms = [i for i in entry.items if is_weapon(i)]
    if not any(i.partition(JOINED)[0] == UNARMED for i in arms):
        arms.append(UNARMED)
    seen: Counter[str] = Counter()
    names = []
    for id in arms:
        seen[id] += 1
        names.append(id if seen[id] == 1 else f"{id}:{seen[id]}")
    return (*names, *dict.fromkeys(abilities_of(entry)))


# ------------------------------------------------------------------ cost (XT-CST-01 to XT-CST-08)


def halves(stats: Mapping[str, int]) -> int:
    """Twice what a statline costs: the formula before it is halved (XT-CST-01)."""
    move, attack, defence, quality, hit_points = (stats[s] for s in STATS)
    return (move * quality + attack * quality + attack * defence) * (1 + hit_points)


def statline_cost(stats: Mapping[str, int]) -> int:
    """What a complete statline costs, rounded once, half up (XT-CST-03)."""
    return (halves(stats) + 1) // 2


def by_formula(entry: Entry) -> int:
    """The statline as it is, and every ability at its price."""
    stats = statline(entry)
    lines = statline_cost(stats) if len(stats) == len(STATS) else 0
    return lines + sum(abilities()[a].cost for a in abilities_of(entry))


def as_printed(entry: Entry) -> int:
    """The printed figure of a profile and its options; home-made models and added abilities as usual."""
    profile = profiles().get(entry.profile)
    if profile is None:
        return by_formula(entry)
    bought = sum(extras()[i].printed_cost for i in entry.items if i in extras())
    return profile.printed_cost + bought + sum(abilities()[i].cost for i in entry.items if i in abilities())


PROFILE_COST = Variant("profile_cost", {"computed": by_formula, "printed": as_printed})


def cost(entry: Entry, options: Mapping[str, Any]) -> int:
    """What a model costs: its statline, its weapons with upgrades, its abilities (XT-CST-02)."""
    column = options[PLUS_ONE.option]
    carried = [built(i, column) for i in entry.items if is_weapon(i)]
    return PROFILE_COST.among(options)(entry) + sum(w.cost for w in carried if w is not None)


def made_from_scratch(entry: Entry) -> bool:
    """Whether a model is home-made."""
    return entry.profile == CUSTOM
