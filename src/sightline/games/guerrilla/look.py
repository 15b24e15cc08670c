"""How models look from above: gauges, badges, traits and gear, with the icons and names of `look.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from sightline.core.catalog import figures
from sightline.core.effects import Tally
from sightline.core.reading import shape
from sightline.core.screen import DOOMED, Badge, Figure, Gauge, Gear, Gesture, Look, Stat
from sightline.core.table import Model, ModelId, RuleId, Table
from sightline.games.guerrilla import attacking, measure, throwing
from sightline.games.guerrilla.acting import character, is_eligible, phase, turn
from sightline.games.guerrilla.catalog import PACKAGE, POINTS, Item, characters, item, items
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.effects.abilities import SANCTIFIED_GROUND, best_ground
from sightline.games.guerrilla.identity import already_done
from sightline.games.guerrilla.questions import Mending, Speed
from sightline.games.guerrilla.sequence import Activation
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY, POINTS_LEFT
from sightline.games.guerrilla.upkeep import TIE, UPKEEP_ORDER, deadly, doomed, heal_then_kill

LOOK = "look.toml"
ENGAGEMENT = "DG-ENG-01"
HIT_POINTS, ACTION_POINTS = "DG-CHR-06", "DG-APS-01"
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
    named = {id: look.glyph for heading in ("effects", "phases") for id, look in looks(heading).items()}
    return {**plain("profiles"), **plain("items"), **plain("tokens"), **plain("actions"), **named}


@cache
def gestures() -> Mapping[str, Gesture]:
    """How events are shown moving, by tag."""
    return {tag: shape(entry, Gesture, f"{LOOK}: gestures.{tag}") for tag, entry in plain("gestures").items()}


# ------------------------------------------------------------------ a model


def active(table: Table) -> ModelId:
    """The model that is being activated."""
    return next((part.model for part in table.agenda if isinstance(part, Activation)), "")


def figure(table: Table, id: ModelId) -> Figure:
    """How a model looks; a marker or sentinel has a name and an icon, no more."""
    model = table.models[id]
    if model.profile not in characters():
        return Figure(model.name or model.id, glyphs().get(model.profile, NOBODY))
    traits, doom = character(model), falling(table).get(id, "")
    return Figure(
        role=traits.name,
        glyph=glyphs()[model.profile],
        health=Gauge("Health", traits.hp - model.tokens.get(DAMAGE, 0), traits.hp, HIT_POINTS),
        points=Gauge("Action points", model.tokens.get(POINTS_LEFT, 0), POINTS, ACTION_POINTS)
        if model.at is not None and turn(table)
        else None,
        badges=tuple(badges(table, model, doom)),
        done=is_done(table, model),
        doomed=bool(doom),
        stats=stats(table, model),
        gear=tuple(gear(table, model, id) for id in model.kit),
    )


def is_done(table: Table, model: Model) -> bool:
    """Whether a model has nothing left to do in this phase."""
    if model.at is None or not turn(table) or phase(table) == "upkeep":
        return False
    return not is_eligible(table, model.side, model.id) and active(table) != model.id


def falling(table: Table) -> Mapping[ModelId, RuleId]:
    """Who falls in the next upkeep if nothing more happens, and why; lasting heals count (DG-UPK-04)."""
    wounds = tuple((id, n) for id in table.standing() if (n := table.models[id].tokens.get(DAMAGE)))
    if not any(n >= deadly(table, table.models[id]) for id, n in wounds):
        return {}
    key = ("falling", turn(table), wounds)
    found: Mapping[ModelId, RuleId] | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = doomed(mended(table, wounds) if UPKEEP_ORDER.of(table) is heal_then_kill else table)
    return found


def mended(table: Table, wounds: tuple[tuple[ModelId, int], ...]) -> Table:
    """The table after the lasting heals of the next upkeep."""
    healed = table.copy()
    for id, damage in wounds:
        off = sum(int(note.value) for note in EFFECTS.tally(table, Mending(id), 0).notes)
        healed.put_tokens(id, DAMAGE, max(0, damage - off))
    return healed


# ------------------------------------------------------------------ badges


def badge(id: RuleId, count: int = 1) -> Badge:
    """A status by its effect."""
    look = looks("effects")[id]
    return Badge(id, look.name, look.glyph, look.rule or id, look.tone, count)


def badges(table: Table, model: Model, doom: RuleId) -> Iterator[Badge]:
    """The statuses of a model, the gravest first."""
    if model.at is None:
        return
    if doom:
        yield replace(badge(doom), id=DOOMED)
    counts: dict[RuleId, int] = {}
    for attachment in table.borne.get(model.id, ()):
        counts[attachment.effect] = counts.get(attachment.effect, 0) + 1
    ties = sum(a.effect == TIE and a.source == model.id for a in table.attachments.values())
    if ties:
        counts[TIE] = counts.get(TIE, 0) + ties
    for effect, count in counts.items():
        yield badge(effect, count)
    if best_ground(table, Mending(model.id)):
        yield badge(SANCTIFIED_GROUND.rule)
    enemies = measure.engaged_with(table, model.id)
    if enemies:
        yield badge(ENGAGEMENT, len(enemies))


# ------------------------------------------------------------------ traits and gear


def speed_tally(table: Table, model: Model) -> Tally:
    """How far a model may go in one move, with all that changes it (DG-CHR-05)."""
    key = ("speed tally", model.id)
    found: Tally | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = EFFECTS.tally(table, Speed(model.id), character(model).sp_in)
    return found


def stats(table: Table, model: Model) -> tuple[Stat, ...]:
    """The traits as a character's entry has them; speed as it is now."""
    traits, speed = character(model), speed_tally(table, model)
    return (
        Stat("GS", f"{traits.gs}+", "DG-CHR-02", "Gunnery Skill"),
        Stat("MS", f"{traits.ms}+", "DG-CHR-03", "Melee Skill"),
        Stat("SP", f"{speed.value:g}″", "DG-CHR-04", "Speed", speed if speed.notes else None),
        Stat("HP", str(traits.hp), HIT_POINTS, "Hit Points"),
    )


def gear(table: Table, model: Model, id: str) -> Gear:
    """One thing a model carries, and whether it is of any use now."""
    kind = item(id)
    reaches = bool(kind.attack) or kind.shape in ("single", "area")
    return Gear(
        id=id,
        name=kind.name,
        glyph=glyphs()[kind.id],
        rule=kind.rule,
        line=line(kind.id),
        state=state(table, model, id, kind),
        range=kind.range_in if reaches else None,
    )


def state(table: Table, model: Model, id: str, kind: Item) -> Literal["ready", "empty", "spent"]:
    """`empty` until it is reloaded, `spent` for this phase or for good, or `ready`."""
    if model.tokens.get(f"{EMPTY}:{id}"):
        return "empty"
    if kind.attack == "throw":
        used = throwing.USED_UP.of(table)(model, id) or already_done(table, model, "throw", id) is not None
    elif kind.attack:
        used = not attacking.MAY_ATTACK_AGAIN.of(table)(model, id)
    else:
        used = kind.kind == "ability" and already_done(table, model, "cast", id) is not None
    return "spent" if used else "ready"


@cache
def line(id: str) -> str:
    """The figures of an item in one line."""
    kind, words = items()[id], plain("words")
    found = []
    if kind.target_number:
        found.append(words["target number"].format(kind.target_number))
    if kind.attack in ("shot", "swing"):
        found.append(words[kind.attack if kind.dice == 1 else f"{kind.attack}s"].format(kind.dice, kind.damage))
    if kind.attack or kind.range_in:
        found.append(words["range"].format(kind.range_in))
    elif kind.shape == "single":
        found.append(words["contact"])
    if kind.diameter_in:
        found.append(words["diameter"].format(kind.diameter_in))
    for effect in (kind.effect, *kind.effects):
        if effect:
            found.extend(words[effect["keyword"]].format_map({**effect, **band}) for band in effect.get("bands", ({},)))
    return ", ".join(found)
