"""Building a warband: every fault at once, with its rule and figures, and a legal one drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sightline.core.catalog import figures
from sightline.core.decisions import Refusal
from sightline.core.dice import SeededDice
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.variants import Variant
from sightline.games.xenotactics.arms import (
    abilities_of,
    built,
    cost,
    finished,
    is_weapon,
    made_from_scratch,
    statline,
)
from sightline.games.xenotactics.catalog import (
    CUSTOM,
    DEFAULTS,
    GAME_ID,
    JOINED,
    MASTER,
    MISSION,
    PACKAGE,
    STATS,
    UNARMED,
    abilities,
    extras,
    profiles,
    upgrades,
    weapons,
)

HIGH_ATTACK = 7
"""Attack above this is for one model of a warband (XT-CST-05)."""
BARE_HANDS = Variant("unarmed_may_be_upgraded", {False: False, True: True})


def total(roster: Roster, options: Mapping[str, Any]) -> int:
    """What a warband costs (XT-CST-02)."""
    return sum(cost(entry, options) for entry in roster.models)


def base(entry: Entry) -> float:
    """The diameter of a model's base: Big models have a broad one (XT-MSR-01)."""
    return float(DEFAULTS["big_base_diameter" if "big" in abilities_of(entry) else "base_diameter"])


# ------------------------------------------------------------------ faults (XT-WBD-04)


def faults(roster: Roster, options: Mapping[str, Any]) -> list[Refusal]:
    """Everything that is wrong with a warband."""
    found: list[Refusal] = []
    if roster.game != GAME_ID:
        found.append(Refusal("XT-GEN-01", {"game": roster.game, "needed": GAME_ID}))
    if not roster.models:
        found.append(Refusal("XT-GEN-01", {"models": 0, "least": 1}))
    spent, budget = total(roster, options), options["mission_budget"]
    if spent > budget:
        found.append(Refusal("XT-MIS-01", {"cost": spent, "budget": budget}))
    found.extend(band_faults(roster))
    for number, entry in enumerate(roster.models, 1):
        found.extend(Refusal(f.rule, {"model": number, **f.facts}) for f in model_faults(entry, options))
    return found


def band_faults(roster: Roster) -> Iterator[Refusal]:
    """What is wrong with the models of a warband together."""
    high = [statline(e).get("attack", 0) for e in roster.models]
    high = [attack for attack in high if attack > HIGH_ATTACK]
    if len(high) > 1:
        yield Refusal("XT-CST-05", {"models": len(high), "limit": 1, "attack": high})
    leaders = sum("leader" in abilities_of(e) for e in roster.models)
    if leaders > 1:
        yield Refusal("XT-ABL-19", {"leaders": leaders, "limit": 1})
    hive = [e for e in roster.models if "hivemind" in abilities_of(e)]
    masters = sum(MASTER in e.items for e in roster.models)
    if masters > 1 or (len(hive) > 1 and not masters):
        yield Refusal("XT-ABL-15", {"masters": masters, "needed": 1, "hivemind": len(hive)})


def model_faults(entry: Entry, options: Mapping[str, Any]) -> Iterator[Refusal]:
    """Everything that is wrong with one model of a warband."""
    yield from stat_faults(entry)
    yield from option_faults(entry)
    yield from weapon_faults(entry, options)
    yield from ability_faults(entry)
    if entry.base is not None and entry.base != base(entry):
        yield Refusal("XT-MSR-01", {"base": entry.base, "needed": base(entry)})
    for item in entry.items:
        known = item in extras() or item in abilities() or item == MASTER or item.split(JOINED)[0] in weapons()
        if not known:
            yield Refusal("XT-WPN-01", {"unknown item": item})


def stat_faults(entry: Entry) -> Iterator[Refusal]:
    """A known profile or all five stats, each in its span after armour and frame (XT-CST-04)."""
    if made_from_scratch(entry):
        for stat in (s for s in STATS if s not in entry.stats):
            yield Refusal("XT-CST-04", {"missing stat": stat})
        for stat in (s for s in entry.stats if s not in STATS):
            yield Refusal("XT-CST-04", {"unknown stat": stat})
    elif entry.profile not in profiles():
        yield Refusal("XT-CST-07", {"unknown profile": entry.profile})
    elif entry.stats:
        yield Refusal("XT-CST-07", {"profile": entry.profile, "changed": sorted(entry.stats)})
    for stat, value in statline(entry).items():
        span = figures(PACKAGE)["stat_limits"][stat]
        if type(value) is not int or not span["min"] <= value <= span["max"]:
            yield Refusal("XT-CST-04", {"stat": stat, "value": value, "least": span["min"], "most": span["max"]})


def option_faults(entry: Entry) -> Iterator[Refusal]:
    """Options of its own profile only, at most one of armour and one of frame (XT-CST-08)."""
    chosen = [extras()[i] for i in entry.items if i in extras()]
    for extra in chosen:
        if extra.profile != entry.profile:
            yield Refusal("XT-CST-08", {"option": extra.id, "profile": entry.profile})
    for group, times in Counter(e.group for e in chosen).items():
        if times > 1:
            yield Refusal("XT-CST-08", {"group": group, "options": times, "limit": 1})


def weapon_faults(entry: Entry, options: Mapping[str, Any]) -> Iterator[Refusal]:
    """At most one upgrade each, of the weapon's class; great strength needs a great body (XT-UPG-01, XT-UPG-02)."""
    hands = sum(i.split(JOINED)[0] == UNARMED for i in entry.items)
    if hands > 1:
        yield Refusal("XT-UPG-01", {"weapon": UNARMED, "upgrades": hands, "limit": 1})
    for item in (i for i in entry.items if i.split(JOINED)[0] in weapons()):
        name, *chosen = item.split(JOINED)
        weapon = weapons()[name]
        if name == UNARMED and not (chosen and BARE_HANDS.among(options)):
            yield Refusal("XT-UPG-02" if chosen else "XT-WPN-02", {"weapon": name, "upgrades": len(chosen)})
            continue
        if len(chosen) > 1:
            yield Refusal("XT-UPG-01", {"weapon": name, "upgrades": len(chosen), "limit": 1})
        for upgrade in chosen:
            known = upgrades().get(upgrade)
            if known is None:
                yield Refusal("XT-UPG-02", {"weapon": name, "unknown upgrade": upgrade})
            elif known.kind != weapon.kind:
                facts = {"weapon": name, "class": weapon.kind, "upgrade": upgrade, "upgrade of": known.kind}
                yield Refusal("XT-UPG-02", facts)
        if weapon.trait("big_only") and "big" not in abilities_of(entry):
            yield Refusal("XT-WPN-04", {"weapon": name, "needed": "big"})


def ability_faults(entry: Entry) -> Iterator[Refusal]:
    """Each ability once; a hivemind master shares the mind; no stunned Big infiltrator that dies of arriving."""
    has = abilities_of(entry)
    for ability, times in Counter(has).items():
        if times > 1:
            yield Refusal("XT-WBD-04", {"ability": ability, "times": times, "limit": 1})
    if MASTER in entry.items and "hivemind" not in has:
        yield Refusal("XT-ABL-15", {"master": entry.name or entry.profile, "needed": "hivemind"})
    if "infiltrator" in has and "big" in has and statline(entry).get("hit_points", 0) == 1:
        yield Refusal("XT-ABL-16", {"hit points": 1, "least": 2})


# ------------------------------------------------------------------ advice, never a no


def advice(roster: Roster) -> list[Refusal]:
    """What a table would point out about a legal warband (XT-GEN-01, XT-WBD-03)."""
    found = []
    least, most = MISSION["warband_models_min"], MISSION["warband_models_max"]
    if not least <= len(roster.models) <= most:
        found.append(Refusal("XT-GEN-01", {"models": len(roster.models), "least": least, "most": most}))
    names = [e.name for e in roster.models]
    if "" in names or len(set(names)) < len(names):
        found.append(Refusal("XT-WBD-03", {"names": len(set(names) - {""}), "models": len(names)}))
    return found


def allowance(roster: Roster, options: Mapping[str, Any]) -> Allowance:
    """What a warband costs of what it may cost (XT-MIS-01)."""
    return Allowance("Credits", total(roster, options), options["mission_budget"], "XT-MIS-01", "gc")


def totals(roster: Roster) -> dict[str, float]:
    """Hit points, and the attack dice they roll at best."""
    dice = 0
    for entry in roster.models:
        dice += max([w.firepower for i in entry.items if is_weapon(i) and (w := built(i))], default=1)
    hit_points = sum(statline(e).get("hit_points", 0) for e in roster.models)
    return {"Hit points": hit_points, "Attack dice": dice}


# ------------------------------------------------------------------ a warband drawn at random

Below = Callable[[int], int]


def draft(seed: str, options: Mapping[str, Any]) -> Roster:
    """A legal warband: models while the credits last, each drawn whole and kept if it fits."""
    below = SeededDice(f"warband {seed}").below
    entries: list[Entry] = []
    budget = options["mission_budget"]
    misses = 0
    while misses < 12:
        entry = drawn(below, len(entries) + 1)
        trial = Roster(game=GAME_ID, name=f"Drafted {seed}", models=(*entries, entry))
        if faults(mastered(trial), options):
            misses += 1
            continue
        entries.append(entry)
        if total(trial, options) > budget - 40 or len(entries) >= MISSION["warband_models_max"]:
            break
    return mastered(Roster(game=GAME_ID, name=f"Drafted {seed}", models=tuple(entries)))


def drawn(below: Below, number: int) -> Entry:
    """One model: a printed profile or one from scratch, with a weapon or two and some abilities."""
    items: list[str] = []
    stats: dict[str, int] = {}
    if below(3):
        profile = _one(below, list(profiles()))
        for group in ("armor", "frame"):
            own = [e.id for e in extras().values() if e.profile == profile and e.group == group]
            if own and below(2):
                items.append(_one(below, own))
    else:
        profile = CUSTOM
        stats = {"move": 4 + below(4), "attack": 4 + below(4), "defence": 1 + below(6), "quality": 4 + below(4)}
        stats["hit_points"] = 1 + below(3) * below(2)
    arms = [w.id for w in finished() if w.id != UNARMED]
    items += [_one(below, arms) for _ in range(1 + below(2))]
    items += [_one(below, list(abilities())) for _ in range(below(4))]
    entry = Entry(profile=profile, items=tuple(dict.fromkeys(items)), name=f"Recruit {number}", stats=stats)
    own_abilities = abilities_of(Entry(profile=profile, items=tuple(i for i in items if i in extras())))
    return Entry(profile, tuple(i for i in entry.items if i not in own_abilities), None, entry.name, stats)


def mastered(roster: Roster) -> Roster:
    """The same warband with its first hivemind model named master, if it has any (XT-ABL-15)."""
    models: list[Entry] = []
    named = False
    for e in roster.models:
        items = tuple(i for i in e.items if i != MASTER)
        if not named and "hivemind" in abilities_of(e):
            items, named = (*items, MASTER), True
        models.append(Entry(e.profile, items, e.base, e.name, e.stats))
    return Roster(roster.game, roster.name, tuple(models))


def _one(below: Below, among: Sequence[str]) -> str:
    return among[below(len(among))]
