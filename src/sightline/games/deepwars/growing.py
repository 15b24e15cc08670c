"""What a member brings from one battle to the next: what it has learned, what it carries, what was improved.

On a table all of it is tokens. In a roster it stands with the entry: weapons and abilities it did not come with among
its items, all else among its stats; what the whole warband can do stands with its first model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.muster import Entry, Roster
from sightline.core.table import Model, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.arms import LIVING
from sightline.games.deepwars.camp_words import BATTLES, GAINED, WEAK
from sightline.games.deepwars.catalog import Trait, artifacts, weapon
from sightline.games.deepwars.tokens import (
    ADVANCE,
    ARTIFACTS,
    CASHED,
    CHARGES,
    DAMAGED,
    DISCIPLINE,
    LEARNED,
    LOAD,
    SKILL,
    UPGRADE,
    WOUND,
    about,
    kind_of,
)

WARBAND = "warband"
"""The kind of stat that tells what a whole warband can do."""
CARRIED = (UPGRADE, LEARNED, LOAD, DAMAGED, DISCIPLINE, ADVANCE)
"""The kinds of token that go from battle to battle as they are."""
MANUAL = "instruction_manual"
RAISED = (f"{SKILL}:scientist", f"{CHARGES}:{LIVING}")
"""Figures that training may raise."""


def advances() -> Mapping[str, Mapping[str, object]]:
    """The Warband Advances, by id."""
    return {row["id"]: row for row in catalog.rows("warband_advance")}


def personal() -> Mapping[str, Mapping[str, object]]:
    """The personal advances, by id."""
    return {row["id"]: row for row in catalog.rows("personal_advance")}


def upgrades() -> Mapping[str, Mapping[str, object]]:
    """Upgrades and trainings for victory points, by id."""
    return {row["id"]: row for row in catalog.rows("tech_upgrade")}


# ------------------------------------------------------------------ out of a campaign


def entry_of(member: Model) -> Entry:
    """A member as it goes into a battle."""
    from sightline.games.deepwars.models import charges

    who, tokens = catalog.profiles()[member.profile], member.tokens
    more = tuple(about(t) for t in tokens if kind_of(t) == GAINED)
    usual = charges(who.abilities)
    stats = {t: n for t, n in tokens.items() if kind_of(t) in CARRIED}
    plain = Entry(member.profile, more, stats=stats)
    # What was done to a thing that is lost means nothing any more.
    stats = {t: n for t, n in stats.items() if not (item := thing_of(t)) or owns(plain, item)}
    stats |= {t: tokens[t] for t in RAISED if tokens.get(t, 0) != usual.get(t, 0)}
    stats |= {WEAK: 1} if WEAK in tokens else {}
    return Entry(member.profile, more, name=member.name, stats=stats)


def going(table: Table, side: str, members: list[Model]) -> Roster:
    """A warband as it goes into a battle."""
    own = table.models[side]
    first = {f"{WARBAND}:{about(t)}": 1 for t in own.tokens if kind_of(t) == ADVANCE}
    fought = {BATTLES: own.tokens[BATTLES]} if BATTLES in own.tokens else {}
    entries = [entry_of(m) for m in members]
    found = tuple(replace(e, stats={**e.stats, **fought, **(first if n == 0 else {})}) for n, e in enumerate(entries))
    return Roster(catalog.GAME_ID, own.name, found)


# ------------------------------------------------------------------ into a battle


def grown(model: Model, entry: Entry) -> Model:
    """A model of a profile with all that a campaign has made of it."""
    from sightline.games.deepwars.models import granted

    if not entry.stats and not entry.items:
        return model
    tokens = dict(model.tokens)
    for stat, count in entry.stats.items():
        if kind_of(stat) == DAMAGED and about(stat) in catalog.weapons():
            tokens[f"{WOUND}:{about(stat)}"] = min(count, weapon(about(stat)).boxes)
        elif kind_of(stat) in CARRIED or stat in RAISED or stat == WEAK:
            tokens[stat] = count
    for artifact in artifacts():
        if f"{LOAD}:{artifact}" in tokens:
            tokens[f"{CASHED}:{artifact}"] = tokens[f"{LOAD}:{artifact}"]
    for artifact in ARTIFACTS:
        known = tokens.get(f"{LOAD}:{artifact}") and tokens.get(f"{LEARNED}:{artifact}")
        if known and not tokens.get(f"{DAMAGED}:{artifact}"):
            tokens[artifact] = 1  # It works from the first moment (DW-TEC-06).
    weapons = tuple(item for item in entry.items if item in catalog.weapons())
    traits = tuple(Trait(item) for item in entry.items if item in catalog.abilities())
    if f"{CHARGES}:{LIVING}" in tokens and LIVING not in model.kit:
        traits = (*traits, Trait(LIVING, tokens[f"{CHARGES}:{LIVING}"]))
    kit = (*model.kit, *weapons, *(t.id for t in traits))
    return replace(model, kit=kit, tokens=tokens, effects=(*model.effects, *granted(traits, weapons)))


def known_to_all(roster: Roster) -> dict[str, int]:
    """What a whole warband can do, as tokens of its side (DW-ADV-01)."""
    return {
        f"{ADVANCE}:{about(stat)}": 1
        for entry in roster.models
        for stat in entry.stats
        if kind_of(stat) == WARBAND and about(stat) in advances()
    }


def working(roster: Roster) -> dict[str, int]:
    """The artifacts that work from the first moment, as tokens of the table (DW-TEC-06)."""
    return {
        f"{LEARNED}:{item}": 1
        for entry in roster.models
        for item in artifacts()
        if f"{LOAD}:{item}" in entry.stats
        and f"{DAMAGED}:{item}" not in entry.stats
        and (f"{LEARNED}:{item}" in entry.stats or item in explained(roster, entry))
    }


def explained(roster: Roster, entry: Entry) -> tuple[str, ...]:
    """The whole artifacts of a model that somebody of its warband has learned and written a manual for (DW-UPG-12)."""
    known = {about(stat) for one in roster.models for stat in one.stats if kind_of(stat) == LEARNED}
    whole = (item for item in artifacts() if f"{LOAD}:{item}" in entry.stats and f"{DAMAGED}:{item}" not in entry.stats)
    return tuple(item for item in whole if item in known and f"{UPGRADE}:{MANUAL}:{item}" in entry.stats)


def by_the_manual(model: Model, items: tuple[str, ...]) -> Model:
    """A model of a warband that went by a manual: any Ether Tech is enough for what works by itself (DW-UPG-12)."""
    able = f"{SKILL}:ether_tech" in model.tokens or "scientist" in model.kit
    lasting = [item for item in items if item in ARTIFACTS] if able else []
    return replace(model, tokens={**model.tokens, **dict.fromkeys(lasting, 1)}) if lasting else model


def seasoned(roster: Roster) -> bool:
    """Whether a warband has battles behind it; then it plays with what it has (DW-CMP-07)."""
    return any(entry.stats.get(BATTLES) for entry in roster.models)


# ------------------------------------------------------------------ faults


def faults(entry: Entry) -> Iterator[Refusal]:
    """What no campaign could have made of a model, each with its rule."""
    on_campaign = bool(entry.stats.get(BATTLES))
    for number, item in enumerate(entry.items):
        if item not in catalog.weapons() and item != "leader":
            yield Refusal("DW-WPN-02", {"unknown item": item})
        elif not on_campaign or not (leads_anew(entry, number) if item == "leader" else fits(entry, number)):
            rule = "DW-CMP-06" if item == "leader" else "DW-CON-01"
            yield Refusal(rule, {"profile": entry.profile, "item": item})
    for stat, count in entry.stats.items():
        fault = stat_fault(entry, stat, count, on_campaign=on_campaign)
        if fault is not None:
            yield fault
    too_much = load_fault(entry)
    if too_much is not None:
        yield too_much


RULES = {
    UPGRADE: "DW-UPG-01",
    LEARNED: "DW-TEC-03",
    LOAD: "DW-CMP-05",
    DAMAGED: "DW-CMP-03",
    DISCIPLINE: "DW-UPG-14",
    ADVANCE: "DW-EXP-01",
    WARBAND: "DW-ADV-01",
    SKILL: "DW-UPG-15",
    CHARGES: "DW-UPG-15",
    WEAK: "DW-SRV-03",
    BATTLES: "DW-CMP-07",
}


def load_fault(entry: Entry) -> Refusal | None:
    """More than a model of its size can carry (DW-TRE-03)."""
    held = sum(n for stat, n in entry.stats.items() if kind_of(stat) == LOAD)
    most = catalog.sizes()[catalog.SIZES.index(catalog.profiles()[entry.profile].size)].carries
    return Refusal("DW-TRE-03", {"profile": entry.profile, "carries": held, "most": most}) if held > most else None


def bought_again(roster: Roster) -> Iterator[Refusal]:
    """What a whole warband can do and several of its models claim to have brought (DW-ADV-01)."""
    seen: set[str] = set()
    for number, entry in enumerate(roster.models, 1):
        for stat, count in entry.stats.items():
            if kind_of(stat) == WARBAND and stat in seen:
                facts = {"again": about(stat), "model": number, "profile": entry.profile, "changed": stat, "is": count}
                yield Refusal("DW-ADV-01", facts)
            seen.add(stat)


def fits(entry: Entry, number: int) -> bool:
    """Whether a weapon could have come to a model: it is tech, no part of a body, and the only one of its kind."""
    item = entry.items[number]
    own = (*catalog.profiles()[entry.profile].weapons, *entry.items[:number])
    return weapon(item).cl >= 1 and weapon(item).kind != "natural" and item not in own


def leads_anew(entry: Entry, number: int) -> bool:
    """Whether a model could have become the Leader: it was none before (DW-CMP-06)."""
    return not catalog.profiles()[entry.profile].has("leader") and "leader" not in entry.items[:number]


def thing_of(stat: str) -> str:
    """The thing a stat says has been improved or damaged; empty if it is about none."""
    return (
        stat.rpartition(":")[2]
        if kind_of(stat) == DAMAGED or (kind_of(stat) == UPGRADE and stat.count(":") > 1)
        else ""
    )


def owns(entry: Entry, item: str) -> bool:
    """Whether something is a weapon of a model, or an artifact it carries."""
    return item in (*catalog.profiles()[entry.profile].weapons, *entry.items) or f"{LOAD}:{item}" in entry.stats


def stat_fault(entry: Entry, stat: str, count: int, *, on_campaign: bool) -> Refusal | None:
    """Why a stat is none that a campaign gives to this model, or not so often: what it is, and what it should be."""
    from sightline.games.deepwars.models import raised

    kind = kind_of(stat)
    rule, facts = RULES.get(kind, "DW-GEN-04"), {"profile": entry.profile, "changed": stat, "is": count}
    if rule == "DW-GEN-04":
        printed = raised(catalog.profiles()[entry.profile], "", "", "").tokens.get(stat)
        return Refusal(rule, facts if printed is None else {"printed": printed, **facts})
    least, most = GIVEN[kind](entry, stat) if on_campaign or kind == BATTLES else NEVER
    if least <= count <= most and count > 0:
        return None
    return Refusal(rule, {**facts, "needed": most if most < MANY and count > most else least})


# ------------------------------------------------------------------ what a campaign gives, at least and at most

Bounds = tuple[int, int]
MANY = 1_000_000
NEVER, ONE, ANY = (0, 0), (1, 1), (1, MANY)


def once(could: bool) -> Bounds:
    """What somebody has or has not: a second time means nothing."""
    return ONE if could else NEVER


def improved(entry: Entry, stat: str) -> Bounds:
    """An upgrade of armor, or of something of one's own that it is for (DW-UPG-01)."""
    from sightline.games.deepwars.market import REINFORCE, SUITS

    upgrade, _, item = about(stat).partition(":")
    if upgrade == REINFORCE:
        return once(about(stat) == REINFORCE)
    return once(upgrade in SUITS and bool(item) and owns(entry, item) and SUITS[upgrade](item))


def spoilt(entry: Entry, stat: str) -> Bounds:
    """An artifact one carries, or a made weapon of one's own, box by box (DW-CMP-03)."""
    item = about(stat)
    if item in artifacts():
        return once(owns(entry, item))
    made = item in catalog.weapons() and owns(entry, item) and weapon(item).kind != "natural"
    return (1, weapon(item).boxes) if made else NEVER


def carries(entry: Entry, stat: str) -> Bounds:
    """An artifact, for whoever has hands (DW-ABL-02)."""
    return ANY if about(stat) in artifacts() and not catalog.profiles()[entry.profile].has("animal") else NEVER


def schooled(entry: Entry, stat: str) -> Bounds:
    """One discipline more, for a Magic Scholar (DW-UPG-14)."""
    from sightline.games.deepwars.market import SCHOLAR

    who, every = catalog.profiles()[entry.profile], {s.discipline for s in catalog.spells().values()}
    first = next(s for s in entry.stats if kind_of(s) == DISCIPLINE)
    new = about(stat) in every and about(stat) not in who.disciplines
    return once(new and who.has("spellcaster") and stat == first and f"{ADVANCE}:{SCHOLAR}" in entry.stats)


def taught(entry: Entry, stat: str) -> Bounds:
    """An advance, for whoever gains experience and has what it needs (DW-EXP-01)."""
    from sightline.games.deepwars.market import DOCTOR, NEEDS, SCHOLAR
    from sightline.games.deepwars.surviving import UNTAUGHT

    who, what = catalog.profiles()[entry.profile], about(stat)
    needs = {**NEEDS, SCHOLAR: "spellcaster", DOCTOR: "scientist"}.get(what)
    return once(what in personal() and not any(map(who.has, UNTAUGHT)) and (needs is None or who.has(needs)))


def doctored(entry: Entry, stat: str) -> Bounds:
    """One level or one living weapon more than the book prints, for a Doctor of Science (DW-UPG-15)."""
    from sightline.games.deepwars.market import DOCTOR
    from sightline.games.deepwars.models import charges

    usual = charges(catalog.profiles()[entry.profile].abilities).get(stat, 0)
    first = next((s for s in entry.stats if s in RAISED), "")
    trained = stat == first and f"{ADVANCE}:{DOCTOR}" in entry.stats
    return (usual + 1, usual + 1) if trained else NEVER


GIVEN: Mapping[str, Callable[[Entry, str], Bounds]] = {
    UPGRADE: improved,
    LEARNED: lambda _, stat: once(about(stat) in artifacts() or about(stat) in catalog.weapons()),
    LOAD: carries,
    DAMAGED: spoilt,
    DISCIPLINE: schooled,
    ADVANCE: taught,
    WARBAND: lambda _, stat: once(about(stat) in advances()),
    SKILL: doctored,
    CHARGES: doctored,
    WEAK: lambda _, stat: once(stat == WEAK),
    BATTLES: lambda _, stat: ANY if stat == BATTLES else NEVER,
}
