"""How models of this game look: gauges, badges, stats and gear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sightline.core.catalog import figures
from sightline.core.reading import shape
from sightline.core.screen import Badge, Figure, Gauge, Gear, Gesture, Look, Stat
from sightline.core.table import Model, ModelId, Table
from sightline.games.starquest.attacking import range_of, usable
from sightline.games.starquest.catalog import (
    PACKAGE,
    arm,
    classes,
    enemies,
    is_weapon,
    items,
    profiles,
    skills,
    spells,
    upgrades,
    weapons,
)
from sightline.games.starquest.measure import is_hero, wounds_left
from sightline.games.starquest.tokens import (
    ACTING,
    ACTIVATED,
    CARRYING,
    CONDITIONS,
    DEFENSE,
    DEX,
    FATIGUED,
    MOST_POWER,
    POWER,
    QUALITY,
    RESERVE,
    SHAKEN,
    SPELL_TOKENS,
    STR,
    TOUGH,
    UNCONSCIOUS,
    WIL,
)

LOOK = "look.toml"
NOBODY = "game:plain-circle"


def plain(heading: str) -> Mapping[str, Any]:
    """What the file says under a heading."""
    found: Mapping[str, Any] = figures(PACKAGE, LOOK)[heading]
    return found


@cache
def looks(heading: str) -> Mapping[str, Look]:
    """Names and icons under a heading, by id."""
    return {id: shape(entry, Look, f"{LOOK}: {heading}.{id}") for id, entry in plain(heading).items()}


@cache
def glyphs() -> Mapping[str, str]:
    """The icon of everything, by id."""
    kinds = plain("kinds")
    arms = {w.id: kinds["melee" if w.melee else "ranged"] for w in weapons().values()}
    foes = {e.id: plain("factions")[e.faction] for e in enemies().values()}
    taught = {s: plain("classes")[c.id] for c in classes().values() for s in c.skills}
    worn = dict.fromkeys(upgrades(), kinds["upgrade"])
    workings = {**dict.fromkeys(spells(), kinds["spell"]), **dict.fromkeys(items(), kinds["item"])}
    named = {id: look.glyph for heading in ("badges", "phases") for id, look in looks(heading).items()}
    headings = ("heroes", "factions", "classes", "tokens", "actions")
    listed = {id: glyph for heading in headings for id, glyph in plain(heading).items()}
    return {**arms, **foes, **taught, **worn, **workings, **listed, **named}


@cache
def gestures() -> Mapping[str, Gesture]:
    """How events are shown moving, by tag."""
    return {tag: shape(entry, Gesture, f"{LOOK}: gestures.{tag}") for tag, entry in plain("gestures").items()}


# ------------------------------------------------------------------ a model


def figure(table: Table, id: ModelId) -> Figure:
    """How a model looks; a marker or sentinel has a name and an icon, no more."""
    model = table.models[id]
    if model.kind != "model":
        return Figure(model.name or model.id, glyphs().get(model.profile, NOBODY))
    gone = "removed" in model.tokens
    kind = profiles().get(model.profile)
    tough = model.tokens.get(TOUGH, kind.tough if kind else 1)
    points = None
    if is_hero(model):
        points = Gauge("Power", model.tokens.get(POWER, 0), model.tokens.get(MOST_POWER, 0), "SQ-GEN-05")
    return Figure(
        role=kind.role.capitalize() if kind else "Made from scratch",
        glyph=glyphs().get(model.profile, NOBODY),
        health=Gauge("Wounds left", 0 if gone else wounds_left(model), tough, "SQ-SPR-04"),
        points=points,
        badges=tuple(badges(model)),
        done=ACTIVATED in model.tokens and ACTING not in model.tokens,
        stats=() if gone else stats(model),
        gear=() if gone else tuple(gear(table, model, item) for item in model.kit if item),
    )


def badges(model: Model) -> Iterator[Badge]:
    """The statuses of a model, the gravest first."""
    for token in (UNCONSCIOUS, SHAKEN, *CONDITIONS, FATIGUED, RESERVE, SPELL_TOKENS):
        if token in model.tokens:
            look = looks("badges")[token]
            count = model.tokens[token] if token == SPELL_TOKENS else 1
            yield Badge(token, look.name, look.glyph, look.rule, look.tone, count)
    if any(t.startswith(f"{CARRYING}:") for t in model.tokens):
        look = looks("badges")[CARRYING]
        yield Badge(CARRYING, look.name, look.glyph, look.rule, look.tone, 1)


def stats(model: Model) -> tuple[Stat, ...]:
    """The statline as the book prints it."""
    found = [
        Stat("Q", f"{model.tokens[QUALITY]}+", "SQ-GEN-04", "Quality"),
        Stat("D", f"{model.tokens[DEFENSE]}+", "SQ-GEN-04", "Defense"),
        Stat("T", str(model.tokens[TOUGH]), "SQ-SPR-04", "Tough"),
    ]
    if is_hero(model):
        found += [
            Stat("Str", f"{model.tokens[STR]}+", "SQ-GEN-05", "Strength"),
            Stat("Dex", f"{model.tokens[DEX]}+", "SQ-GEN-05", "Dexterity"),
            Stat("Wil", f"{model.tokens[WIL]}+", "SQ-GEN-05", "Willpower"),
        ]
    return tuple(found)


def gear(table: Table, model: Model, item: str) -> Gear:
    """A weapon, a class or a skill."""
    if is_weapon(item):
        weapon = arm(item)
        spent = not usable(table, model, item)
        reach = 0.0 if weapon.melee else range_of(table, model, weapon)
        rule = "SQ-WPN-01"
        return Gear(
            item, weapon.name, glyphs().get(item, NOBODY), rule, weapon.line, "spent" if spent else "ready", reach
        )
    if item in skills():
        skill = skills()[item]
        return Gear(item, skill.name, glyphs()[item], "SQ-SKL-05", skill.effect)
    if item in classes():
        return Gear(item, classes()[item].name, glyphs()[item], "SQ-HSK-01")
    working = items()[item]
    return Gear(item, working.name, glyphs()[item], "SQ-ITM-01", working.effect)
