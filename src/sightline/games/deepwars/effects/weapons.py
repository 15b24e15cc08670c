"""Traits of weapons (DW-ABL): each comes with a grant through its weapon, and speaks where that weapon is used."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.effects import Bearing, Effect, after, effect, forbid, modify
from sightline.core.events import Moved, Removed
from sightline.core.referee import Referee
from sightline.core.sight import gap, reach
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars.arms import REACH, has_trait, works
from sightline.games.deepwars.catalog import BODY, SECTIONS, SLACK, weapon
from sightline.games.deepwars.checks import DONE, resistance_check
from sightline.games.deepwars.damage import NOBODY_S, die, fall, set_free, spoil, survives, wound
from sightline.games.deepwars.events import Afflicted, Clashed, Harmed, Noted, Struck
from sightline.games.deepwars.measure import OBJECT, level_gap, objects, place, size, touching
from sightline.games.deepwars.parts import Bending, CombatRoll
from sightline.games.deepwars.questions import (
    SHOT,
    SPELL,
    UNAIMED,
    Affecting,
    Armor,
    AttackScore,
    DefenceScore,
    Recoiling,
    Severity,
    StrengthCheck,
    Targeting,
)
from sightline.games.deepwars.sighting import COMPLETE, cover_between
from sightline.games.deepwars.tokens import (
    ENTANGLED,
    FALLEN,
    HELD_BY,
    IRRADIATED,
    POISONED,
    READY,
    SPENT,
    TRANSFIXED,
    UNSEEN,
)

RADIUS = 1.5
"""How far a blast reaches from the middle of its target."""


def used(table: Table, subject: Harmed | Clashed | Severity | AttackScore | Armor, bearing: Bearing) -> bool:
    """The blow is struck by the bearer with the weapon the trait is of."""
    return subject.blow.weapon == bearing.grant.via


def wounds_with(table: Table, event: Harmed, bearing: Bearing) -> bool:
    """The weapon has wounded somebody who still lives, and not just what it holds."""
    return used(table, event, bearing) and wounds_it(event) and table.models[event.victim].at is not None


def wounds_it(event: Harmed) -> bool:
    """Whether somebody was wounded: a wound on a weapon in its hands is none of it, one on a natural weapon is."""
    section = event.blow.section
    return event.wounds > 0 and (section in SECTIONS or weapon(section).kind == "natural")


def beats_with(table: Table, event: Harmed, bearing: Bearing) -> bool:
    """The weapon has beaten somebody who still lives, whatever that did to it; things do not (DW-CBT-09)."""
    victim = table.models[event.victim]
    return used(table, event, bearing) and victim.at is not None and victim.kind != OBJECT


def hits_with(table: Table, event: Harmed, bearing: Bearing) -> bool:
    """The weapon has beaten somebody who still lives, and has not just wounded what it holds."""
    return beats_with(table, event, bearing) and (not event.wounds or wounds_it(event))


def shakes_with(table: Table, event: Harmed, bearing: Bearing) -> bool:
    """The weapon has driven back or wounded somebody who still lives; a kill that is ignored is neither (DW-ADV-11)."""
    return hits_with(table, event, bearing) and (event.severity <= 1 or event.wounds > 0)


# ------------------------------------------------------------------ numbers


def breaks(table: Table, question: Armor, bearing: Bearing) -> float:
    """As many points as the trait has."""
    return -bearing.grant.value


def mighty_with(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """A Mighty Attack with the weapon."""
    return used(table, question, bearing) and question.blow.melee and question.blow.mighty  # type: ignore[arg-type]


def aims_with(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A section other than the body is aimed at with the weapon."""
    return used(table, question, bearing) and question.blow.section != BODY


def breaching(table: Table, question: StrengthCheck, bearing: Bearing) -> bool:
    """Something solid is forced or broken, with a weapon that can still be used (DW-WPN-03)."""
    model, kind = table.models[question.model], weapon(bearing.grant.via)
    used_up = f"{SPENT}:{kind.id}" in model.tokens
    return question.cause in ("break", "force") and works(model, kind) and not used_up


def points(table: Table, question: StrengthCheck, bearing: Bearing) -> float:
    """As many points as the trait has."""
    return bearing.grant.value


def used_on_a_thing(table: Table, question: Armor, bearing: Bearing) -> bool:
    """A scenic object is struck with the weapon."""
    return used(table, question, bearing) and table.models[question.victim].kind == OBJECT


ARMOR_BREAK = effect("DW-ABL-04", modify(Armor, breaks, role="striker", when=used))
BREACH = effect(
    "DW-ABL-12",
    modify(StrengthCheck, points, role="model", when=breaching),
    modify(Armor, breaks, role="striker", when=used_on_a_thing),
)
GREAT_WEAPON = effect("DW-ABL-29", modify(DefenceScore, -1, role="attacker", when=mighty_with))
PRECISE = effect("DW-ABL-44", modify(AttackScore, 2, role="attacker", when=aims_with))


# ------------------------------------------------------------------ Blast


def explodes(table: Table, event: Clashed, bearing: Bearing) -> bool:
    """The weapon went off at its target."""
    return used(table, event, bearing) and not event.blow.near


async def strike_all_around(ref: Referee, event: Clashed, bearing: Bearing) -> None:
    """Everybody near the target is attacked with the same die, friend or foe (DW-ABL-11)."""
    await blast(ref, event)


async def blast(ref: Referee, event: Clashed) -> None:
    """Everything within reach of the middle of the target, its thrower too, unless complete cover protects it."""
    table = ref.table
    middle = table.models[event.defender]
    everything = (*(table.models[id] for id in table.standing()), *objects(table))
    for other in sorted(everything, key=lambda one: one.id == event.attacker):  # Its own harm stops no blast.
        if other.id == middle.id or level_gap(table, middle, other) > 1:
            continue
        if not ref.effects.allows(table, Targeting(event.attacker, other.id, UNAIMED, event.blow.weapon)):
            continue  # Whom nothing reaches a blast does not reach either (DW-ABL-19).
        if reach(other, place(middle)) <= RADIUS + SLACK and cover_between(table, middle, other) != COMPLETE:
            # Each for itself has seen it come, or has not (DW-RNG-03).
            ambush = event.blow.mode == SHOT and bool(table.tokens(event.attacker, f"{UNSEEN}:{other.id}"))
            around = replace(event.blow, defender=other.id, near=middle.id, section=BODY, joiners=0, ambush=ambush)
            ref.then(CombatRoll(replace(around, die=event.faces[0], declared=declared(table, event.attacker))))


def declared(table: Table, attacker: ModelId) -> tuple[str, ...]:
    """What was said to make an attack die better: it is one die, whomever it strikes (DW-EXP-03, DW-ADV-02)."""
    focus, warriors = "shot_focus", "efficient_warriors"
    pairs = ((attacker, focus), (table.models[attacker].side, warriors))
    return tuple(advance for bearer, advance in pairs if bearer in table.models and ready(table, bearer, advance))


def ready(table: Table, bearer: str, advance: str) -> bool:
    """Whether an advance was declared for the roll that is made now."""
    return bool(table.tokens(bearer, f"{READY}:{advance}"))


BLAST = effect("DW-ABL-11", after(Clashed, strike_all_around, role="attacker", when=explodes))


# ------------------------------------------------------------------ what comes after a hit


async def disintegrate(ref: Referee, event: Harmed, bearing: Bearing) -> None:
    """Resist at -2, or die gruesomely; an object takes two more wounds (DW-ABL-20)."""
    if ref.table.models[event.victim].kind == OBJECT:
        await wound(ref, event.victim, BODY, 2, event.striker, event.blow, "DW-ABL-20", "disintegration")
        return
    if await resistance_check(ref, event.victim, "disintegration", rule="DW-ABL-20", mod=-2) >= DONE:
        return
    if not await survives(ref, ref.table.models[event.victim], event.striker):
        aimed = event.blow.section  # Whose head was aimed at has lost that too (DW-OPS-04).
        await die(ref, event.victim, event.striker, event.blow, gruesome=True, section=aimed, how="disintegration")


async def entangle(ref: Referee, event: Harmed, bearing: Bearing) -> None:
    """Whoever is hit is held as well; nets hold by themselves, limbs as long as they reach (DW-ABL-23)."""
    table, striker = ref.table, ref.table.models[event.striker]
    if ENTANGLED in table.models[event.victim].tokens:
        return
    limbs = event.blow.mode not in (SHOT, SPELL)
    await ref.emit(
        Afflicted(
            rule="DW-ABL-23",
            bearer=event.victim,
            token=ENTANGLED,
            value=size(striker) if limbs else 1,
            source=event.striker,
        )
    )
    if limbs:
        await ref.emit(Noted(rule="DW-ABL-23", bearer=event.victim, token=f"{HELD_BY}:{event.striker}", value=1))


def catches(table: Table, question: Recoiling, bearing: Bearing) -> bool:
    """The weapon holds whom it hits."""
    return question.blow.weapon == bearing.grant.via


def holds(table: Table, holder: Model, model: Model) -> bool:
    """Whether a model has another within reach of what it holds with and is able to hold it (DW-CND-04)."""
    if holder.at is None or FALLEN in holder.tokens or level_gap(table, holder, model) > 1:
        return False
    grips = (weapon(g.via) for g in holder.effects if g.effect == ENTANGLE.rule and g.via)
    return touching(table, holder, model) or (
        gap(holder, model) <= REACH + SLACK and any(has_trait(kind, "reach") for kind in grips)
    )


async def let_go(ref: Referee, event: Removed | Afflicted | Moved, bearing: Bearing) -> None:
    """Whoever is held by one that is gone, fallen or out of reach is free (DW-CND-04)."""
    table = ref.table
    token = f"{HELD_BY}:{bearing.bearer}"
    for model in [m for m in table.models.values() if token in m.tokens and m.at is not None]:
        if not holds(table, table.models[bearing.bearer], model):
            await set_free(ref, model.id)


def loses_to(table: Table, event: Harmed, bearing: Bearing) -> bool:
    """Whoever still lives has lost the roll against the weapon; equal totals are not lost."""
    return event.won and beats_with(table, event, bearing)


def falls(table: Table, event: Afflicted, bearing: Bearing) -> bool:
    """The bearer is fallen."""
    return event.token == FALLEN


async def irradiate(ref: Referee, event: Harmed, bearing: Bearing) -> None:
    """The living resist without their armor, or are poisoned (DW-ABL-35)."""
    living = ref.effects.allows(ref.table, Affecting(event.victim, "irradiation"))
    if living and await poisoned(ref, event.victim, "irradiation", "DW-ABL-35", 1):
        await ref.emit(Noted(rule="DW-ABL-35", bearer=event.victim, token=IRRADIATED, value=1))


async def poison(ref: Referee, event: Harmed, bearing: Bearing) -> None:
    """The living resist at -(n-1), or are poisoned (DW-ABL-41)."""
    if ref.effects.allows(ref.table, Affecting(event.victim, "poison")):
        await poisoned(ref, event.victim, "poison", "DW-ABL-41", bearing.grant.value or 1)


async def poisoned(ref: Referee, id: str, cause: str, rule: str, strength: int) -> bool:
    """Resist a poison of so many points, or have it from now on."""
    if POISONED in ref.table.models[id].tokens:
        return False
    if await resistance_check(ref, id, cause, rule=rule, mod=1 - strength) >= DONE:
        return False
    await ref.emit(Afflicted(rule=rule, bearer=id, token=POISONED, value=strength))
    return True


async def shock(ref: Referee, event: Harmed, bearing: Bearing) -> None:
    """Resist, or be transfixed (DW-ABL-55)."""
    if TRANSFIXED not in ref.table.models[event.victim].tokens and (
        await resistance_check(ref, event.victim, "shock", rule="DW-ABL-55") < DONE
    ):
        await ref.emit(
            Afflicted(rule="DW-ABL-55", bearer=event.victim, token=TRANSFIXED, value=1, source=event.striker)
        )


DISINTEGRATE = effect("DW-ABL-20", after(Harmed, disintegrate, role="striker", when=wounds_with))
ENTANGLE = effect(
    "DW-ABL-23",
    forbid(Recoiling, role="opponent", when=catches),
    after(Harmed, entangle, role="striker", when=hits_with),
    after(Removed, let_go, role="model"),
    after(Afflicted, let_go, role="bearer", when=falls),
    after(Moved, let_go, role="model"),
)
IRRADIATE = effect("DW-ABL-35", after(Harmed, irradiate, role="striker", when=loses_to))
POISON = effect("DW-ABL-41", after(Harmed, poison, role="striker", when=wounds_with))
SHOCK = effect("DW-ABL-55", after(Harmed, shock, role="striker", when=shakes_with))


# ------------------------------------------------------------------ Hazardous, Refract


def backfires(table: Table, event: Clashed, bearing: Bearing) -> bool:
    """A natural 1 with the weapon."""
    return used(table, event, bearing) and event.faces[0] == 1 and not event.blow.near


async def backfire(ref: Referee, event: Clashed, bearing: Bearing) -> None:
    """The weapon is damaged, and its user resists or is hurt (DW-ABL-30)."""
    await spoil(ref, event.attacker, bearing.grant.via, "DW-ABL-30")
    if await resistance_check(ref, event.attacker, "backfire", rule="DW-ABL-30") < DONE:
        await wound(ref, event.attacker, BODY, 1, "", NOBODY_S, "DW-ABL-30", "backfire")
        await fall(ref, event.attacker, "DW-ABL-30")


def beam_hits(table: Table, event: Struck, bearing: Bearing) -> bool:
    """A won shot with the weapon, at the target it was aimed at."""
    return event.won and event.blow.weapon == bearing.grant.via and event.blow.mode == SHOT and not event.blow.near


async def let_it_jump(ref: Referee, event: Struck, bearing: Bearing) -> None:
    """The beam may jump once the first target has suffered (DW-ABL-49)."""
    ref.then(Bending(event.blow, event.total))


REFRACT = effect("DW-ABL-49", after(Struck, let_it_jump, role="striker", when=beam_hits))
HAZARDOUS = effect("DW-ABL-30", after(Clashed, backfire, role="attacker", when=backfires))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
