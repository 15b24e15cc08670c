"""Models as they come to the table: their figures as tokens, their abilities and weapons as effects (DW-GEN-04)."""

from __future__ import annotations

from sightline.core.muster import Entry, Roster
from sightline.core.table import Grant, Model, Side
from sightline.games.deepwars import catalog, muster
from sightline.games.deepwars.arms import LIVING
from sightline.games.deepwars.catalog import SECTIONS, SIZES, STICKS, Profile, Trait
from sightline.games.deepwars.effects import EFFECTS, RULES_IN_FORCE
from sightline.games.deepwars.tokens import (
    ARMOR,
    BOXES,
    CHARGES,
    COMBAT,
    PERSONALITY,
    POINTS,
    QUALITY,
    SIZE,
    SKILL,
    STICK,
)

TRAININGS = ("scientist", "ether_tech")
"""The abilities whose level counts, and may rise (DW-TEC-10)."""
USUAL = {"quality": 4, "combat": 3, "size": 1, "stick": 2}
USUAL_ARMOR, USUAL_BOXES = 1, {"body": 2, "head": 1, "locomotion": 1}


def warband(side: Side, roster: Roster) -> list[Model]:
    """The models of a warband, waiting beside the map."""
    from sightline.games.deepwars.growing import by_the_manual, explained

    return [
        by_the_manual(recruit(side, number, entry), explained(roster, entry))
        for number, entry in enumerate(roster.models, 1)
    ]


def recruit(side: Side, number: int, entry: Entry) -> Model:
    """A model of a warband; one that is only thought of brings its own figures."""
    found = catalog.profile(entry.profile)
    if found is not None:
        from sightline.games.deepwars.growing import grown

        return grown(raised(found, f"{side}-{number}", side, entry.name or f"{found.name} {number}"), entry)
    stats = {**USUAL, **entry.stats}
    tokens = {QUALITY: stats["quality"], COMBAT: stats["combat"], SIZE: stats["size"], STICK: stats["stick"]}
    for section in SECTIONS:
        tokens[f"{ARMOR}:{section}"] = stats.get(f"av_{section}", stats.get("av", USUAL_ARMOR))
        tokens[f"{BOXES}:{section}"] = stats.get(f"boxes_{section}", USUAL_BOXES[section])
    tokens[POINTS] = stats.get("points", 0)
    tokens[PERSONALITY] = stats.get("personality", 0)
    traits = tuple(Trait(*_with_figure(item)) for item in entry.items if item.partition(":")[0] in catalog.abilities())
    weapons = tuple(item for item in entry.items if item.partition(":")[0] not in catalog.abilities())
    tokens |= charges(traits)
    return Model(
        id=f"{side}-{number}",
        owner=side,
        side=side,
        profile=entry.profile,
        name=entry.name or f"Somebody {number}",
        radius=muster.base(entry) / 2,
        kit=(*weapons, *(t.id for t in traits)),
        tokens={k: n for k, n in tokens.items() if n},
        effects=tuple(granted(traits, weapons)),
    )


def _with_figure(item: str) -> tuple[str, int]:
    id, _, figure = item.partition(":")
    return id, int(figure or 0)


def raised(who: Profile, id: str, side: Side, name: str) -> Model:
    """A model of a profile, unhurt."""
    tokens = {
        QUALITY: who.quality,
        COMBAT: who.combat,
        SIZE: SIZES.index(who.size) + 1,
        STICK: STICKS.index(who.move) + 1,
        POINTS: who.points,
        PERSONALITY: int(who.rank == "personality"),
    }
    tokens |= {f"{ARMOR}:{section}": getattr(who.av, section) for section in SECTIONS}
    tokens |= {f"{BOXES}:{section}": getattr(who.boxes, section) for section in SECTIONS} | charges(who.abilities)
    return Model(
        id=id,
        owner=side,
        side=side,
        profile=who.id,
        name=name,
        radius=catalog.sizes()[SIZES.index(who.size)].base_inches / 2,
        kit=(*who.weapons, *(a.id for a in who.abilities)),
        tokens={k: n for k, n in tokens.items() if n},
        effects=tuple(granted(who.abilities, who.weapons)),
    )


def charges(abilities: tuple[Trait, ...]) -> dict[str, int]:
    """How often what can be used a few times in a battle may be used (DW-ABL-09), and how high a training is."""
    trained = {f"{SKILL}:{a.id}": a.n for a in abilities if a.id in TRAININGS}
    return {f"{CHARGES}:{LIVING}": a.n for a in abilities if a.id == LIVING} | trained


def granted(abilities: tuple[Trait, ...], weapons: tuple[str, ...]) -> list[Grant]:
    """The effects of abilities, and those of weapons' traits through their weapon."""
    known = catalog.abilities()
    found = [Grant(known[a.id].rule, a.n) for a in abilities]
    arms = (*weapons, *(a.id for a in abilities if a.id == LIVING))
    found += [Grant(known[t.id].rule, t.n, item) for item in arms for t in catalog.weapon(item).traits]
    return [g for g in found if g.effect in EFFECTS.by_rule and Grant(g.effect) not in RULES_IN_FORCE]
