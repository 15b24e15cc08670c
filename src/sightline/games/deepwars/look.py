"""How models of this game look: gauges, badges, stats and gear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from sightline.core.catalog import figures
from sightline.core.reading import shape
from sightline.core.screen import Badge, Figure, Gauge, Gear, Gesture, Look, Stat
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars.acting import left
from sightline.games.deepwars.arms import LIVING, is_weapon, loaded, works
from sightline.games.deepwars.bodies import body_id
from sightline.games.deepwars.catalog import (
    BODY,
    PACKAGE,
    SECTIONS,
    Weapon,
    abilities,
    creatures,
    names,
    profile,
    profiles,
    rows,
    spells,
    weapon,
    weapons,
    written,
)
from sightline.games.deepwars.damage import boxes, wounds
from sightline.games.deepwars.measure import OBJECT, STEPS, size_name, step_of, stick
from sightline.games.deepwars.tokens import (
    ACTING,
    ACTIVATED,
    ARMOR,
    CHARGES,
    CHARGING,
    COMBAT,
    DAMAGED,
    KEPT,
    LEARNED,
    QUALITY,
    RAN,
    SKILL,
    SWITCHED_OFF,
    about,
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
    people = {p.id: plain("profiles").get(p.id) or plain("factions")[p.faction] for p in profiles().values()}
    beasts = {c.id: plain("profiles").get(c.id) or plain("factions")["wild"] for c in creatures().values()}
    arms = {w.id: plain("weapons").get(w.id) or plain("weapon_kinds")[w.kind] for w in weapons().values()}
    gifts = {x.id: plain("abilities").get(x.id) or plain("weapon_kinds")["ability"] for x in abilities().values()}
    magic = {s.id: plain("disciplines")[s.discipline] for s in spells().values()}
    named = {id: look.glyph for heading in ("badges", "phases") for id, look in looks(heading).items()}
    return {**people, **beasts, **arms, **gifts, **magic, **plain("tokens"), **plain("actions"), **named}


@cache
def gestures() -> Mapping[str, Gesture]:
    """How events are shown moving, by tag."""
    return {tag: shape(entry, Gesture, f"{LOOK}: gestures.{tag}") for tag, entry in plain("gestures").items()}


# ------------------------------------------------------------------ a model


def figure(table: Table, id: ModelId) -> Figure:
    """How a model looks; a marker or sentinel has a name and an icon, no more."""
    model = table.models[id]
    if model.kind == OBJECT:
        return device(model)
    if model.kind != "model":
        return Figure(model.name or model.id, glyphs().get(model.profile, NOBODY))
    found = profile(model.profile)
    body = boxes(model, BODY)
    return Figure(
        role=found.name if found else "Somebody",
        glyph=glyphs().get(model.profile, NOBODY),
        health=Gauge("Body", body - wounds(model, BODY), body, "DW-SUB-02"),
        # What was not won is not spent: only what is left can be counted.
        points=Gauge("Actions", left(model), left(model), "DW-ACT-04")
        if left(model) and ACTING in model.tokens
        else None,
        badges=tuple(badges(table, model)),
        done=ACTIVATED in model.tokens,
        parted=parted(table, model),
        stats=stats(table, model),
        gear=(*(gear(table, model, item) for item in model.kit), *mastered(table, model)),
    )


def device(model: Model) -> Figure:
    """A scenic artifact or weapon: what it takes to destroy or to learn it, and what it does."""
    row = next(row for row in (*rows("scenic_artifact"), *rows("scenic_weapon")) if row["id"] == model.profile)
    glyph = glyphs().get(model.profile, NOBODY)
    most = boxes(model, BODY)
    off = "Switched off. " if SWITCHED_OFF in model.tokens else "Gathers charge. " if CHARGING in model.tokens else ""
    state: Literal["ready", "spent"] = "spent" if DAMAGED in model.tokens else "ready"
    return Figure(
        role="Scenic object",
        glyph=glyph,
        health=Gauge("Wounds", most - wounds(model, BODY), most, "DW-CBT-09"),
        stats=(
            Stat("C", str(model.tokens.get(COMBAT, 0)), "DW-CBT-09", "Combat"),
            Stat("AV", str(model.tokens.get(f"{ARMOR}:{BODY}", 0)), "DW-CBT-09", "Armor"),
            Stat("CL", str(row["cl"]), "DW-TEC-03", "Complexity: successes to learn it"),
        ),
        gear=(Gear(row["id"], row["name"], glyph, row["rule"], f"{off}{row['effect']}", state),),
    )


def parted(table: Table, model: Model) -> str:
    """Whether somebody of a warband who is gone has lost its nerve or went on purpose; the dead leave a body."""
    if "removed" not in model.tokens or model.owner not in table.sides or body_id(model.id) in table.models:
        return ""
    return "fled" if table.tokens(model.owner, f"{RAN}:{model.id}") else "left"


def badges(table: Table, model: Model) -> Iterator[Badge]:
    """The statuses of a model, the gravest first."""
    for id, look in looks("badges").items():
        if id in model.tokens:
            # Power that is kept is counted; of a condition one has no more than one.
            count = model.tokens[id] if id == KEPT else 1
            yield Badge(id, look.name, look.glyph, look.rule, look.tone, count)


def stats(table: Table, model: Model) -> tuple[Stat, ...]:
    """The profile as the book prints it."""
    armor = "/".join(str(model.tokens.get(f"{ARMOR}:{s}", 0)) for s in SECTIONS)
    left_boxes = "/".join(f"{boxes(model, s) - wounds(model, s)}" for s in SECTIONS)
    return (
        Stat("Q", f"{model.tokens.get(QUALITY, 6)}+", "DW-GEN-04", "Quality"),
        Stat("C", str(model.tokens.get(COMBAT, 0)), "DW-GEN-04", "Combat"),
        Stat("AV", armor, "DW-GEN-04", "Armor: body, head, locomotion"),
        Stat("Boxes", left_boxes, "DW-GEN-04", "Boxes left: body, head, locomotion"),
        Stat("Move", f"{stick(table, step_of(model)):g}″", "DW-MOV-01", "Move stick"),
        Stat("Size", size_name(model), "DW-GEN-05", "Size"),
    )


def gear(table: Table, model: Model, item: str) -> Gear:
    """A weapon or an ability."""
    glyph = glyphs().get(item, NOBODY)
    if not is_weapon(item) or item == LIVING:
        return Gear(item, trained(model, item), glyph, abilities()[item].rule)
    kind = weapon(item)
    state: Literal["ready", "empty", "spent"] = "ready"
    if not works(model, kind):
        state = "spent"
    elif not kind.melee and not loaded(model, kind):
        state = "empty"
    far = 0.0 if kind.melee else stick(table, STEPS[kind.range])
    return Gear(item, kind.name, glyph, kind.rule, described(kind), state, far)


def mastered(table: Table, model: Model) -> Iterator[Gear]:
    """The devices somebody has learned to use that are none of its arms: carried, or standing on the map."""
    for device in (about(t) for t in model.tokens if t.startswith(f"{LEARNED}:")):
        if device not in model.kit:
            thing = table.models.get(device)
            what = thing.profile if thing is not None else device
            name = thing.name if thing is not None else names().get(device, device)
            yield Gear(device, name, glyphs().get(what, NOBODY), "DW-TEC-03", "Learned")


def trained(model: Model, ability: str) -> str:
    """What an ability of a model is called, with its level or what is left of it."""
    left = model.tokens.get(f"{CHARGES}:{ability}", 0)
    return written(ability, model.tokens.get(f"{SKILL}:{ability}", left))


def described(kind: Weapon) -> str:
    """What a weapon adds and has, as the book prints it."""
    words = [f"{kind.bonus:+d}", *([f"Armor Break {kind.armor_break}"] if kind.armor_break else [])]
    return ", ".join((*words, *(written(t.id, t.n) for t in kind.traits)))
