"""Biomancy: flesh, beasts and blood (DW-MAG-15 to DW-MAG-17)."""

from __future__ import annotations

from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Table
from sightline.games.deepwars.actions import Cast
from sightline.games.deepwars.arms import carried
from sightline.games.deepwars.bodies import newly_dead
from sightline.games.deepwars.casting import WORKS, Work, a_foe, in_aim, living_friends, resists
from sightline.games.deepwars.catalog import BODY, SECTIONS
from sightline.games.deepwars.damage import empty_boxes, mend, wound, wounds
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.elemental import STRONG, lay
from sightline.games.deepwars.events import Afflicted, Noted
from sightline.games.deepwars.gifts import enthral
from sightline.games.deepwars.measure import SHORT, WILD, distance, enemies, in_front, place, size, stick, within
from sightline.games.deepwars.psychic import at_once
from sightline.games.deepwars.questions import Affecting
from sightline.games.deepwars.sighting import COMPLETE, cover
from sightline.games.deepwars.tokens import DAZED, ENCHANTED, GAME_TURN, HUNTS, SPURRED, SURGED
from sightline.games.deepwars.treating import bring_back

KNIT, CHARM, SURGE = "knit_flesh", "beast_charm", "adrenal_surge"


# ------------------------------------------------------------------ Knit Flesh: DW-MAG-15


def dead_friends(table: Table, caster: Model) -> list[Model]:
    """The bodies of friends in reach who can still come back (DW-ABL-31)."""
    return [
        m
        for m in newly_dead(table, caster.side)
        if within(table, caster, m, stick(table, SHORT))
        and in_front(caster, place(m))
        and cover(table, caster.id, m.id) != COMPLETE
    ]


def torn(model: Model) -> tuple[str, ...]:
    """What of a model's flesh is hurt: its sections, and natural weapons that are not destroyed (DW-ABL-39)."""
    natural = (w.id for w in carried(model) if w.kind == "natural" and empty_boxes(model, w.id))
    return tuple(s for s in (*SECTIONS, *natural) if wounds(model, s))


def is_torn(table: Table, caster: Model, other: Model) -> bool:
    """A living friend who is hurt, or the caster itself."""
    friend = other.side == caster.side and EFFECTS.allows(table, Affecting(other.id, "healing"))
    return friend and bool(torn(other))


def hurt_friends(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Friends with wounds; the dead too, with enough power."""
    found = [m.id for m in in_aim(table, caster, power) if is_torn(table, caster, m)]
    return (*found, *(b.id for b in dead_friends(table, caster) if power >= STRONG))


async def knit(ref: Referee, caster: Model, action: Cast) -> None:
    """As many boxes as the power, the body first; or a friend is back with one box."""
    patient = ref.table.models[action.target]
    if patient.kind == "marker":
        await bring_back(ref, patient, 1)
        return
    power = action.power
    for section in torn(patient):
        cleared = min(power, wounds(patient, section))
        await mend(ref, patient.id, section, cleared, "DW-MAG-15")
        power -= cleared


async def knit_turns(ref: Referee, caster: Model) -> None:
    """The nearest friend that could have been meant takes a wound, or else the caster (DW-MAG-02)."""
    await wound(ref, meant(ref.table, caster), BODY, 1, rule="DW-MAG-15", how="mishap")


def meant(table: Table, caster: Model) -> ModelId:
    """The target is named after the roll, so a mishap finds the nearest living friend in reach, or the caster."""
    near = [table.models[id] for id in living_friends(table, caster, 1) if id != caster.id]
    return min(near, key=lambda m: (distance(table, caster, m), m.id)).id if near else caster.id


# ------------------------------------------------------------------ Beast Charm: DW-MAG-16


def is_a_beast(table: Table, caster: Model, other: Model) -> bool:
    """A wild creature, or a Warbeast of the enemy."""
    return a_foe(table, caster, other) and (other.side == WILD or "warbeast" in other.kit)


def beasts(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Wild creatures, and Warbeasts of the enemy."""
    return tuple(m.id for m in in_aim(table, caster, power) if is_a_beast(table, caster, m))


async def charm(ref: Referee, caster: Model, action: Cast) -> None:
    """It resists the better the larger it is; if it fails it obeys for as many Game Turns as the power."""
    bonus = size(ref.table.models[action.target]) - 1
    if not await resists(ref, action.target, action.power, "DW-MAG-16", bonus):
        await enthral(ref, action.target, caster.side, action.power + 1, "DW-MAG-16")
        await ref.emit(Noted(rule="DW-MAG-16", bearer=action.target, token=ENCHANTED, value=1))


async def charm_turns(ref: Referee, caster: Model) -> None:
    """The nearest wild creature will hunt the caster."""
    table = ref.table
    wild = [m for m in enemies(table, caster) if m.side == WILD]
    if wild:
        nearest = min(wild, key=lambda m: (distance(table, caster, m), m.id))
        # One token for each Game Turn: a mishap of the next one does not call off what this one began.
        token = f"{HUNTS}:{caster.id}:{table.tokens(TABLE, GAME_TURN) + 1}"
        await ref.emit(Noted(rule="DW-MAG-16", bearer=nearest.id, token=token, value=1))


# ------------------------------------------------------------------ Adrenal Surge: DW-MAG-17


async def surge(ref: Referee, caster: Model, action: Cast) -> None:
    """One more in combat until the end of the next Game Turn, and a free move at once if strong."""
    await lay(ref, action.target, SURGED, 1, 1, "DW-MAG-17")
    if action.power >= STRONG:
        side = ref.table.models[action.target].side
        await at_once(ref, action.target, side, SPURRED, "DW-MAG-17", only_moves=True)


async def surge_turns(ref: Referee, caster: Model) -> None:
    """The friend that could have been meant is dazed."""
    await ref.emit(Afflicted(rule="DW-MAG-17", bearer=meant(ref.table, caster), token=DAZED, value=1))


WORKS[KNIT] = Work(knit, knit_turns, hurt_friends, meant=is_torn)
WORKS[CHARM] = Work(charm, charm_turns, beasts, meant=is_a_beast)
WORKS[SURGE] = Work(surge, surge_turns, living_friends)
