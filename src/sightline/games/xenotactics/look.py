"""How models of this game look: gauges, badges, stats and gear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from sightline.core.catalog import figures
from sightline.core.reading import shape
from sightline.core.screen import Badge, Figure, Gauge, Gear, Gesture, Look, Stat
from sightline.core.table import Model, ModelId, RuleId, Table
from sightline.games.xenotactics.acting import left, limit
from sightline.games.xenotactics.arms import arm, finished, is_weapon
from sightline.games.xenotactics.catalog import CUSTOM, MASTER, PACKAGE, abilities, extras, profiles
from sightline.games.xenotactics.ground import Feature, level_at
from sightline.games.xenotactics.sighting import flankers
from sightline.games.xenotactics.tokens import (
    ACTING,
    ACTIVATED,
    ATTACK,
    BUILT_HIT_POINTS,
    DEFENCE,
    HACKED,
    HIT_POINTS,
    INSPIRED,
    MOVE,
    QUALITY,
    REACTED,
    RESERVE,
    STUNNED,
    USED,
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
    by_class = plain("weapon_classes")
    arms = {w.id: plain("weapons").get(w.id.partition("__")[0]) or by_class[w.kind] for w in finished()}
    people = {p.id: plain("species")[p.species] for p in profiles().values()} | {CUSTOM: plain("species")[CUSTOM]}
    worn = {e.id: plain("options")[e.group] for e in extras().values()}
    named = {id: look.glyph for heading in ("badges", "phases") for id, look in looks(heading).items()}
    return {**people, **worn, **arms, **plain("abilities"), **plain("tokens"), **plain("actions"), **named}


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
    profile = profiles().get(model.profile)
    done = ACTIVATED in model.tokens and ACTING not in model.tokens
    return Figure(
        role=profile.name if profile else "Made from scratch",
        glyph=glyphs().get(model.profile, NOBODY),
        health=Gauge("Hit points", model.tokens.get(HIT_POINTS, 0), model.tokens[BUILT_HIT_POINTS], "XT-STA-05"),
        # Whoever has had its activation has nothing left this turn, whatever it spent.
        points=Gauge("Action points", 0 if done else left(table, model), limit(table, model), "XT-TRN-02")
        if model.at is not None
        else None,
        badges=tuple(badges(table, model)),
        done=done,
        stats=stats(model),
        gear=tuple(gear(table, model, item) for item in model.kit),
    )


def left_of(piece: Feature) -> Gauge:
    """What a piece of terrain has left; whatever explodes does so at the first hit (XT-TER-12, XT-TER-15)."""
    if "explosive" in piece.traits:
        return Gauge("Explosive", 1, 1, "XT-TER-15")
    return Gauge("Hit points", piece.hit_points, piece.hit_points, "XT-TER-12")


def badge(id: str) -> Badge:
    """A status."""
    look = looks("badges")[id]
    return Badge(id, look.name, look.glyph, look.rule, look.tone)


def badges(table: Table, model: Model) -> Iterator[Badge]:
    """The statuses of a model, the gravest first."""
    for token in (STUNNED, HACKED, INSPIRED, REACTED, RESERVE):
        if token in model.tokens:
            yield badge(token)
    if model.at is not None and flankers(table, model) is not None:
        yield badge("flanked")
    if model.z:
        yield badge("climbing")
    level = level_at(table.terrain, model.at) if model.at is not None else 0
    if level:
        high = badge("high")
        yield replace(high, name=high.name.format(level=level), count=level)


def stats(model: Model) -> tuple[Stat, ...]:
    """The statline as the book prints it."""
    return (
        Stat("MV", str(model.tokens[MOVE]), "XT-STA-01", "Move"),
        Stat("ATK", str(model.tokens[ATTACK]), "XT-STA-02", "Attack"),
        Stat("DEF", str(model.tokens[DEFENCE]), "XT-STA-03", "Defence"),
        Stat("QUA", str(model.tokens[QUALITY]), "XT-STA-04", "Quality"),
        Stat("HP", str(model.tokens[BUILT_HIT_POINTS]), "XT-STA-05", "Hit points"),
    )


def gear(table: Table, model: Model, item: str) -> Gear:
    """A weapon or an ability."""
    if is_weapon(item):
        weapon = arm(table, item)
        used = bool(model.tokens.get(f"{USED}:{item}")) and weapon.trait("reload") is not None
        state: Literal["ready", "empty", "spent"] = "spent" if used else "ready"
        longest = weapon.trait("max_range")
        words = [
            f"{weapon.firepower}d10, damage {weapon.damage}",
            *(t.spoken for t in weapon.traits),
        ]
        glyph = glyphs().get(weapon.id, NOBODY)
        reach = 0.0 if weapon.melee else longest.inches if longest else None
        return Gear(item, weapon.name, glyph, rule_of(weapon.rules), ", ".join(words), state, reach)
    if item == MASTER:
        return Gear(item, "Hivemind master", glyphs()[MASTER], "XT-ABL-15")
    ability = abilities()[item]
    return Gear(item, ability.name, glyphs()[item], ability.rule, f"{ability.ap} AP" if ability.ap else "")


def rule_of(rules: tuple[RuleId, ...]) -> RuleId:
    """The rule that describes a weapon best."""
    return rules[0]
