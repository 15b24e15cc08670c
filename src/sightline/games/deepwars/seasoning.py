"""A warband drawn at random with battles behind it: whatever a campaign could have made of its members."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sightline.core.dice import SeededDice
from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import catalog
from sightline.games.deepwars.arms import LIVING
from sightline.games.deepwars.camp_words import BATTLES, WEAK
from sightline.games.deepwars.catalog import artifacts
from sightline.games.deepwars.growing import WARBAND, advances, personal, upgrades
from sightline.games.deepwars.market import DOCTOR, NEEDS, REINFORCE, SCHOLAR, SUITS
from sightline.games.deepwars.models import charges
from sightline.games.deepwars.surviving import UNTAUGHT
from sightline.games.deepwars.tokens import ADVANCE, CHARGES, DAMAGED, DISCIPLINE, LEARNED, LOAD, SKILL, UPGRADE

Below = Callable[[int], int]

SIX = 6
"""The battles of a campaign."""
FINDS = 3
"""One in so many carries an artifact, Scientists twice as often."""
MADE = 6
"""One in so many has a weapon it did not come with: only tech ones are made or salvaged, and seldom."""
LESSONS, WORKS, WOES = 4, 4, 10
"""One in so many of what could be learned was, of what could be built was, and one in so many is still weak."""
RIDDLES = 3
"""One in so many has not learned yet what it found; every other one of them has damaged it."""
TAUGHT = 3
"""One in so many of what a warband could be taught, it was."""


def seasoned(roster: Roster, seed: str) -> Roster:
    """The same warband after a campaign."""
    below = SeededDice(f"campaign {seed}").below
    battles = 1 + below(SIX)
    grown = [matured(entry, battles, below) for entry in roster.models]
    lore = {f"{WARBAND}:{advance}": 1 for advance in advances() if not below(TAUGHT)}
    first, *others = grown
    return replace(roster, models=(replace(first, stats={**first.stats, **lore}), *others))


def suits(who: catalog.Profile, advance: str) -> bool:
    """Whether somebody could have learned an advance that lasts as it is: scholars and doctors learn something else."""
    learns = not any(map(who.has, UNTAUGHT)) and advance not in (SCHOLAR, DOCTOR)
    return learns and (advance not in NEEDS or who.has(NEEDS[advance]))


def doctored(who: catalog.Profile, below: Below) -> dict[str, int]:
    """What a Scientist has become by its doctorate: one level higher, or with one more living weapon (DW-EXP-15)."""
    token = f"{SKILL}:scientist" if below(FINDS) else f"{CHARGES}:{LIVING}"
    return {token: charges(who.abilities).get(token, 0) + 1, f"{ADVANCE}:{DOCTOR}": 1}


def matured(entry: Entry, battles: int, below: Below) -> Entry:
    """A member after so many battles: what it has learned, what it found, and what was built into that."""
    who = catalog.profiles()[entry.profile]
    stats = {BATTLES: battles}
    if not below(WOES):
        stats[WEAK] = 1
    if who.has("animal"):
        return replace(entry, stats=stats)
    stats |= {f"{ADVANCE}:{id}": 1 for id in personal() if suits(who, id) and not below(LESSONS)}
    more = [s for s in dict.fromkeys(s.discipline for s in catalog.spells().values()) if s not in who.disciplines]
    if who.has("spellcaster") and more and not below(LESSONS):
        stats |= {f"{DISCIPLINE}:{more[below(len(more))]}": 1, f"{ADVANCE}:{SCHOLAR}": 1}
    if who.has("scientist") and below(2):
        stats |= doctored(who, below)
    weapons = [w.id for w in catalog.weapons().values() if w.kind != "natural" and w.cl >= 1]
    given = [weapons[below(len(weapons))]] if not below(MADE) else []
    items = tuple(item for item in given if item not in who.weapons)
    keeps = not below(FINDS) or (who.has("scientist") and below(2))
    found = [artifacts()[below(len(artifacts()))]] if keeps else []
    stats |= {f"{LOAD}:{item}": 1 for item in found}
    if below(RIDDLES):
        stats |= {f"{LEARNED}:{item}": 1 for item in found}
    elif not below(2):
        stats |= {f"{DAMAGED}:{item}": 1 for item in found}
    for id, row in upgrades().items():
        if id == REINFORCE:
            stats |= {f"{UPGRADE}:{id}": 1} if not below(WORKS) else {}
        elif row["kind"] == "item":
            suited = (item for item in (*who.weapons, *items, *found) if SUITS[id](item))
            stats |= {f"{UPGRADE}:{id}:{item}": 1 for item in suited if not below(WORKS)}
    return replace(entry, items=(*entry.items, *items), stats=stats)
