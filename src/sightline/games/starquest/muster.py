"""Building a party, and collecting enemies: every fault at once, with its rule and figures, and legal ones drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.dice import SeededDice
from sightline.core.muster import Allowance, Entry, Roster
from sightline.games.starquest.catalog import (
    CONSTANTS,
    ENEMIES,
    GAME_ID,
    HEROES,
    JOINED,
    SIDES,
    Weapon,
    classes,
    collections,
    enemies,
    factions,
    heroes,
    parties,
    profiles,
    skills,
    upgrades,
    weapon_from,
)
from sightline.games.starquest.growth import (
    GAINS,
    KNOWN_SKILLS,
    LEVEL,
    LOWERED,
    MOST_GEAR,
    XP,
    consumables,
    figures,
    gain,
    gear,
    growth_faults,
    injuries,
    levels,
)

LEAST, MOST = CONSTANTS["party_min"], CONSTANTS["party_max"]
MOST_DRAFTED = 4
"""The highest level of a hero drawn at random."""
TIED = {"up_scoped_sight": False, "up_piercing_rounds": False, "up_honed_edge": True, "up_second_blade": True}
"""The upgrades that name a weapon, and whether it is one for melee."""


def sides(roster: Roster) -> tuple[str, ...]:
    """The sides a squad may play for: heroes make a party, enemies a collection."""
    found = {HEROES if e.profile in heroes() else ENEMIES for e in roster.models if e.profile in profiles()}
    return tuple(side for side in SIDES if side in found) or SIDES


# ------------------------------------------------------------------ a hero as it is built (SQ-PRT-03)


def class_of(entry: Entry) -> str:
    """The class of a hero; empty while it has none."""
    return next((i for i in entry.items if i in classes()), "")


def skills_of(entry: Entry) -> tuple[str, ...]:
    """The skills a hero knows."""
    return tuple(i for i in entry.items if i in skills())


def upgrades_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """The upgrades of a hero, each with the weapon it is tied to."""
    for item in entry.items:
        id, _, weapon = item.partition(JOINED)
        if id in upgrades():
            yield id, weapon or tied_to(entry, id)


def tied_to(entry: Entry, upgrade: str) -> str:
    """The weapon an upgrade goes to where nothing is said: the first that fits."""
    if upgrade not in TIED or entry.profile not in heroes():
        return ""
    return next((w.id for w in heroes()[entry.profile].weapons if w.melee == TIED[upgrade]), "")


def weapons_of(entry: Entry) -> tuple[Weapon, ...]:
    """The weapons of a hero, those it was upgraded with included."""
    own = heroes()[entry.profile].weapons if entry.profile in heroes() else ()
    return (*own, *(weapon_from(upgrades()[u].weapon) for u, _ in upgrades_of(entry) if upgrades()[u].weapon))


def cost(entry: Entry) -> int:
    """What a hero or an enemy unit is worth; class and skills cost nothing (SQ-PRT-04)."""
    if entry.profile in enemies():
        return enemies()[entry.profile].points
    own = heroes()[entry.profile].points if entry.profile in heroes() else 0
    return own + sum(upgrades()[id].points for id, _ in upgrades_of(entry))


def total(roster: Roster) -> int:
    """The value of a party, or of a collection (SQ-PRT-04, SQ-ENM-02)."""
    return sum(cost(entry) for entry in roster.models)


def party_value(roster: Roster, options: Mapping[str, Any]) -> int:
    """What waves are measured by: the points of a party, and by an option so many for each level above the first."""
    levels = sum(max(0, entry.stats.get(LEVEL, 1) - 1) for entry in roster.models)
    return total(roster) + int(options["points_per_level"]) * levels


# ------------------------------------------------------------------ faults


def faults(roster: Roster, options: Mapping[str, Any]) -> list[Refusal]:
    """Everything that is wrong with a party or a collection."""
    found: list[Refusal] = []
    if roster.game != GAME_ID:
        found.append(Refusal("SQ-PRT-03", {"game": roster.game, "needed": GAME_ID}))
    for number, entry in enumerate(roster.models, 1):
        if entry.profile not in heroes() and entry.profile not in enemies():
            found.append(Refusal("SQ-PRT-03", {"model": number, "unknown profile": entry.profile}))
    if len(sides(roster)) > 1 and roster.models:
        found.append(Refusal("SQ-ENM-01", {"heroes and enemies": len(roster.models)}))
    if any(e.profile in heroes() for e in roster.models) or not roster.models:
        found.extend(party_faults(roster))
    for number, entry in enumerate(roster.models, 1):
        if entry.profile not in heroes() and entry.profile not in enemies():
            continue  # Of somebody unknown there is nothing more to be said.
        judge = hero_faults if entry.profile in heroes() else enemy_faults
        found.extend(Refusal(f.rule, {"model": number, **f.facts}) for f in judge(entry))
    return found


def party_faults(roster: Roster) -> Iterator[Refusal]:
    """What is wrong with the heroes of a party together (SQ-PRT-02, SQ-PRT-05)."""
    if not LEAST <= len(roster.models) <= MOST:
        yield Refusal("SQ-PRT-02", {"heroes": len(roster.models), "least": LEAST, "most": MOST})
    for template, times in Counter(e.profile for e in roster.models).items():
        if times > 1:
            yield Refusal("SQ-PRT-05", {"hero": template, "times": times, "limit": 1})


def hero_faults(entry: Entry) -> Iterator[Refusal]:
    """What is wrong with one hero (SQ-PRT-03, SQ-HSK-01)."""
    taken = [i for i in entry.items if i in classes()]
    if len(taken) != 1:
        yield Refusal("SQ-HSK-01", {"classes": len(taken), "needed": 1})
    known = skills_of(entry)
    if len(known) < KNOWN_SKILLS:
        yield Refusal("SQ-HSK-01", {"skills": len(known), "needed": KNOWN_SKILLS})
    if len(taken) == 1:
        for skill in known[:KNOWN_SKILLS]:
            if skill not in classes()[taken[0]].skills:
                yield Refusal("SQ-HSK-01", {"skill": skill, "class": taken[0]})
    for skill, times in Counter(known).items():
        if times > 1:
            yield Refusal("SQ-HSK-01", {"skill": skill, "times": times, "limit": 1})
    yield from upgrade_faults(entry)
    for item in entry.items:
        known_item = item in classes() or item in skills() or item in (*consumables(), *gear())
        if not known_item and item.partition(JOINED)[0] not in upgrades():
            yield Refusal("SQ-PRT-03", {"unknown item": item})
    if entry.base is not None:
        yield Refusal("SQ-GEN-02", {"base": entry.base})
    yield from growth_faults(entry)


def upgrade_faults(entry: Entry) -> Iterator[Refusal]:
    """Each upgrade once, and one that names a weapon tied to a weapon that fits (SQ-PRT-03)."""
    for id, times in Counter(id for id, _ in upgrades_of(entry)).items():
        if times > 1:
            yield Refusal("SQ-PRT-03", {"upgrade": id, "times": times, "limit": 1})
    own = {w.id: w for w in weapons_of(entry)}
    for id, weapon in upgrades_of(entry):
        if id in TIED and (weapon not in own or own[weapon].melee != TIED[id]):
            yield Refusal("SQ-PRT-03", {"upgrade": id, "weapon": weapon or "none"})


def enemy_faults(entry: Entry) -> Iterator[Refusal]:
    """Enemy units are taken as they are listed (SQ-ENM-01)."""
    for item in entry.items:
        yield Refusal("SQ-ENM-01", {"unknown item": item})
    yield from plain_faults(entry)


def plain_faults(entry: Entry) -> Iterator[Refusal]:
    """Bases and stats are those of the list (SQ-GEN-02, SQ-GEN-04)."""
    if entry.base is not None:
        yield Refusal("SQ-GEN-02", {"base": entry.base})
    if entry.stats:
        yield Refusal("SQ-GEN-04", {"changed": sorted(entry.stats)})


def advice(party: Roster, collection: Roster) -> list[Refusal]:
    """What a table would point out: a collection that may run out (SQ-ENM-02)."""
    least = CONSTANTS["collection_factor"] * total(party)
    held = total(collection)
    return [Refusal("SQ-ENM-02", {"points": held, "least": least})] if held < least else []


def allowance(roster: Roster) -> Allowance:
    """What a party or a collection is worth; points have no limit, so the scale is that of the samples (SQ-PRT-04)."""
    worth = total(roster)
    known = (total(sample) for sample in (*parties().values(), *collections().values()))
    return Allowance("Points", worth, max(worth, *known), "SQ-PRT-04")


def totals(roster: Roster) -> dict[str, float]:
    """Points and models."""
    models = sum(enemies()[e.profile].size if e.profile in enemies() else 1 for e in roster.models)
    return {"Points": total(roster), "Models": models}


# ------------------------------------------------------------------ drawn at random

Below = Callable[[int], int]


def draft(seed: str, side: str, *, veterans: bool = True) -> Roster:
    """A legal party, or a collection of enemies; in every other party some have been through missions, if they may."""
    below = SeededDice(f"{side} {seed}").below
    if side == ENEMIES:
        known = [f for f in factions().values() if f.units]
        faction = known[below(len(known))]
        picked = [u for u in faction.units if below(4)] or list(faction.units)
        return Roster(GAME_ID, f"Drafted {seed}", tuple(Entry(u, name=enemies()[u].name) for u in picked))
    templates = list(heroes())
    models = []
    for _ in range(LEAST + below(MOST - LEAST + 1)):
        template = templates.pop(below(len(templates)))
        models.append(_hero(below, template))
    if veterans and below(2):
        models = [_veteran(below, entry) if below(2) else entry for entry in models]
    return Roster(GAME_ID, f"Drafted {seed}", tuple(models))


def _hero(below: Below, template: str) -> Entry:
    own = _one(below, list(classes()))
    taught = list(classes()[own].skills)
    known = [taught.pop(below(len(taught))) for _ in range(KNOWN_SKILLS)]
    items = [own, *known]
    for upgrade in upgrades():
        entry = Entry(template, (*items, upgrade))
        if not below(5) and not list(hero_faults(entry)):
            items.append(upgrade)
    return Entry(template, tuple(items), name=heroes()[template].name)


def _veteran(below: Below, entry: Entry) -> Entry:
    """A hero with what missions leave: a level and what it brought, things in its pockets, and scars."""
    level = 1 + below(MOST_DRAFTED)
    stats = {XP: levels()[level].xp, LEVEL: level} if level > 1 else {}
    gains = [gain(_one(below, row.choose_one)) for row in levels().values() if 1 < row.level <= level]
    for what, by in gains:
        token = GAINS.get(what, "")
        if token in figures(entry):
            stats[token] = stats.get(token, figures(entry)[token]) + (-by if token in LOWERED else by)
    stats |= {injury: 1 for injury in injuries() if not below(6)}
    worn = [piece for piece in gear() if not below(5)][:MOST_GEAR]
    pockets = [item for item in consumables() if not below(5)]
    grown = replace(entry, items=(*entry.items, *pockets, *worn), stats=stats)
    return entry if list(hero_faults(grown)) else grown


def _one(below: Below, among: Sequence[str]) -> str:
    return among[below(len(among))]
