"""Scenic artifacts and weapons: what they do to whoever is near (DW-SCA, DW-SCW)."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.effects import Bearing, Effect, after, effect, instead, modify
from sightline.core.events import Event, Moved
from sightline.core.referee import Referee
from sightline.core.table import Grant, Model, ModelId, Point, Table, spot
from sightline.games.deepwars import catalog
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.catalog import BODY, DIE, SLACK, weapon
from sightline.games.deepwars.checks import DONE, resistance_check, roller
from sightline.games.deepwars.damage import pushed, wound
from sightline.games.deepwars.events import Afflicted, Called, ChangedDepth, Nominated, Noted, Shoved, Slain, Vanished
from sightline.games.deepwars.measure import LONG, MEDIUM, SHORT, WILD, in_front, level, objects, place, stick, touching
from sightline.games.deepwars.parts import CombatRoll, MoraleOf
from sightline.games.deepwars.questions import (
    HACK,
    SHOT,
    SPELL,
    UNAIMED,
    AttackScore,
    Blow,
    Casting,
    DefenceScore,
    MoraleCheck,
    Targeting,
)
from sightline.games.deepwars.scoring import side_behind
from sightline.games.deepwars.tokens import CHARGING, FIRED, GAME_TURN, SCARED, SWITCHED_OFF, TRANSFIXED

PLANT, DEFLECTOR, STATUE = "hydrothermal_power_plant", "deflector_field_generator", "statue_of_elder_god"
CHAMBER, WHEEL, ARCH = "chamber_of_lost_souls", "wheel_of_the_stars", "crumbling_dimensional_arch"
BLASTER, DREAD = "lightning_blaster", "psychic_wall"
DREAD_LINE = "dread"
"""The profile of the marker at the far end of a Psychic Wall."""
ELEMENTAL_ATTACKS = ("brine_lance", "thermal_burst")
WOKEN, JUMPED = 1, 1
TENTACLES = 8
GATHERS = 2
"""Full Game Turns a Lightning Blaster gathers charge."""
HIGH = 3
"""Levels a Psychic Wall is high."""


def working(table: Table, what: str) -> list[Model]:
    """The objects of a kind that stand and are switched on."""
    return [o for o in objects(table) if o.profile == what and SWITCHED_OFF not in o.tokens]


def reached(table: Table, model: Model, thing: Model, step: int) -> bool:
    """Whether a model's centre is within a stick of the middle of an object."""
    if model.at is None:
        return False
    (x, y), (x0, y0) = model.at, place(thing)
    return hypot(x - x0, y - y0) <= stick(table, step) + SLACK


def inside(table: Table, model: Model, what: str, step: int) -> bool:
    """Whether any such object reaches a model."""
    return any(reached(table, model, o, step) for o in working(table, what))


# ------------------------------------------------------------------ fields: DW-SCA-02 to DW-SCA-04, DW-SCA-06


def energetic(blow: Blow) -> bool:
    """An elemental attack spell, or a shot with an energy weapon."""
    if blow.mode == SPELL:
        return blow.weapon in ELEMENTAL_ATTACKS
    return blow.mode == SHOT and weapon(blow.weapon).kind == "energy"


def powered(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """From inside the field of a power plant."""
    return energetic(question.blow) and inside(table, table.models[question.attacker], PLANT, MEDIUM)


def deflected(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """Shots and attack spells into a field, from outside of it, be it out of another."""
    blow = question.blow
    ranged = blow.mode == SHOT or (blow.mode == SPELL and blow.weapon in ELEMENTAL_ATTACKS)
    one, other = table.models[blow.attacker], table.models[blow.defender]
    fields = working(table, DEFLECTOR) if ranged else ()
    return any(reached(table, other, f, MEDIUM) and not reached(table, one, f, MEDIUM) for f in fields)


def torments(table: Table, question: MoraleCheck, bearing: Bearing) -> bool:
    """The one who checks faces a statue, near it."""
    model = table.models[question.model]
    return any(reached(table, model, o, LONG) and in_front(model, place(o)) for o in working(table, STATUE))


def under_the_wheel(table: Table, question: Casting, bearing: Bearing) -> bool:
    """The caster is near the wheel."""
    return inside(table, table.models[question.model], WHEEL, MEDIUM)


POWER_PLANT = effect("DW-SCA-02", modify(AttackScore, 2, when=powered))
DEFLECTOR_FIELD = effect("DW-SCA-03", modify(DefenceScore, 2, when=deflected))
ELDER_GOD = effect("DW-SCA-04", modify(MoraleCheck, -1, when=torments))
STAR_WHEEL = effect("DW-SCA-06", modify(Casting, 2, when=under_the_wheel))


# ------------------------------------------------------------------ Chamber of Lost Souls: DW-SCA-05, DW-CRE-13


async def wake(ref: Referee) -> None:
    """If anybody is near, a die: on a 1 tentacles strike everybody there."""
    table = ref.table
    for chamber in working(table, CHAMBER):
        near = [id for id in table.standing() if reached(table, table.models[id], chamber, MEDIUM)]
        if not near:
            continue
        ((face,),) = await ref.throw(Roll("DW-SCA-05", DIE, 1, roller(table, chamber), chamber.id))
        if face == WOKEN:
            for id in (i for i in near if ref.effects.allows(table, Targeting(chamber.id, i, HACK, "tentacles"))):
                ref.then(CombatRoll(Blow(chamber.id, id, "tentacles", HACK, score=TENTACLES)))


def the_chamber_breaks(table: Table, event: Slain, bearing: Bearing) -> bool:
    """The chamber is destroyed."""
    return table.models[event.model].profile == CHAMBER


async def release(ref: Referee, event: Slain, bearing: Bearing) -> tuple[Event, ...]:
    """The Elder Gothagga is free: it appears where the chamber stood, or as near to it as there is room (DW-CRE-13)."""
    from sightline.games.deepwars.conjuring import room_near
    from sightline.games.deepwars.models import raised
    from sightline.games.deepwars.moving import place_fault

    table, was = ref.table, place(ref.table.models[event.model])
    who = catalog.creatures()["elder_gothagga"]
    new = raised(who, f"wild-gothagga-{table.serial}", WILD, who.name)
    clear = table.copy()  # The chamber is in nobody's way any more.
    Vanished(rule="DW-CBT-09", piece=event.model).apply(clear)
    event.apply(clear)
    at = was if place_fault(clear, new, was, 0) is None else room_near(clear, new, was, 0)
    return (event,) if at is None else (event, Called(rule="DW-CRE-13", new=replace(new, at=at)))


LOST_SOULS = effect("DW-CRE-13", instead(Slain, release, when=the_chamber_breaks))


# ------------------------------------------------------------------ Dimensional Arch: DW-SCA-07


def near_the_arch(table: Table, event: Nominated, bearing: Bearing) -> bool:
    """Whoever activates is near the arch."""
    return inside(table, table.models[event.bearer], ARCH, MEDIUM)


async def carry(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """On a 1 it is two Long sticks straight ahead, or as far as there is room."""
    table, model = ref.table, ref.table.models[event.bearer]
    if model.at is None:
        return
    ((face,),) = await ref.throw(Roll("DW-SCA-07", DIE, 1, roller(table, model), model.id))
    if face != JUMPED:
        return
    turn, far = radians(model.facing), 2 * stick(table, LONG)
    to = landing(table, model, (cos(turn), sin(turn)), far)
    if to != model.at:
        length = round(hypot(to[0] - place(model)[0], to[1] - place(model)[1]), 4)
        carried = Shoved(rule="DW-SCA-07", model=model.id, path=(place(model), to), length=length, z=model.z)
        await arrive(ref, model, carried, turn=False, leaps=True)


def landing(table: Table, model: Model, way: Point, far: float) -> Point:
    """Where it arrives: on the level it is on, not beyond the edge, beside whatever is there."""
    from sightline.games.deepwars.conjuring import room_near
    from sightline.games.deepwars.moving import place_fault

    x, y = place(model)
    width, high = table.terrain.width, table.terrain.height
    for at, step, most in ((x, way[0], width), (y, way[1], high)):
        if step > 1e-9:
            far = min(far, (most - at) / step)
        elif step < -1e-9:
            far = min(far, at / -step)
    to = spot(min(width, max(0.0, x + way[0] * far)), min(high, max(0.0, y + way[1] * far)))
    if place_fault(table, model, to, level(table, model)) is None:
        return to
    return room_near(table, model, to, level(table, model)) or pushed(table, model, way, far)


BROKEN_ARCH = effect("DW-SCA-07", after(Nominated, carry, when=near_the_arch))


# ------------------------------------------------------------------ Lightning Blaster: DW-SCW-02


def charged(table: Table, blaster: Model) -> bool:
    """Two full Game Turns after the one it was switched on in, and not discharged in this one."""
    since = blaster.tokens.get(CHARGING, 0)
    return bool(since) and table.tokens("table", GAME_TURN) > since + GATHERS and FIRED not in blaster.tokens


def in_its_area(table: Table, blaster: Model, at: Point, low: int) -> bool:
    """Within two Long sticks, up to one level above it."""
    far = 2 * stick(table, LONG) + SLACK
    return hypot(at[0] - place(blaster)[0], at[1] - place(blaster)[1]) <= far and low <= 1


def in_the_storm(ref: Referee, blaster: Model) -> list[str]:
    """Everybody in its area whom it can harm; who touches it is safe."""
    table = ref.table
    near = (table.models[id] for id in table.standing())
    return [
        m.id
        for m in near
        if in_its_area(table, blaster, place(m), level(table, m))
        and not touching(table, blaster, m)
        and ref.effects.allows(table, Targeting(blaster.id, m.id, UNAIMED, ""))
    ]


async def discharge(ref: Referee, blaster: Model) -> None:
    """All who are caught resist at -2, or are transfixed and wounded."""
    await ref.emit(Noted(rule="DW-SCW-02", bearer=blaster.id, token=FIRED, value=1))
    for id in in_the_storm(ref, blaster):
        successes = await resistance_check(ref, id, "lightning", blaster.id, "DW-SCW-02", -2)
        if successes < DONE:
            await ref.emit(Afflicted(rule="DW-SCW-02", bearer=id, token=TRANSFIXED, value=1, source=blaster.id))
            await wound(ref, id, BODY, 2 if successes else 4, blaster.id, rule="DW-SCW-02", how="lightning")


def may_set_it_off(table: Table, event: Moved, bearing: Bearing) -> bool:
    """A model moves, however, and a blaster is charged."""
    return any(charged(table, b) for b in working(table, BLASTER))


async def set_off(ref: Referee, event: Moved, bearing: Bearing) -> None:
    """At once, if it was outside the area before, beyond it or above it."""
    table = ref.table
    z = event.start if isinstance(event, ChangedDepth) else event.z
    low = round(z / stick(table, SHORT))
    for blaster in working(table, BLASTER):
        inside_now = charged(table, blaster) and event.model in in_the_storm(ref, blaster)
        if inside_now and not in_its_area(table, blaster, event.path[0], low):
            await discharge(ref, blaster)


async def go_on(ref: Referee) -> None:
    """At the end of a Game Turn, if somebody is inside."""
    for blaster in working(ref.table, BLASTER):
        if charged(ref.table, blaster) and in_the_storm(ref, blaster):
            await discharge(ref, blaster)


LIGHTNING = effect("DW-SCW-02", after(Moved, set_off, when=may_set_it_off))


# ------------------------------------------------------------------ Psychic Wall: DW-SCW-03


LEAPS = ("DW-SCA-07", "DW-ART-09")
"""The rules by which a model is somewhere else without having been in between."""


def crossed(table: Table, event: Moved) -> ModelId:
    """The wall of dread that a way leads through, on foot or driven; empty if none."""
    model = table.models[event.model]
    if model.at is None or level(table, model) >= HIGH or event.rule in LEAPS:
        return ""
    for end in table.models.values():
        if end.profile == DREAD_LINE and end.at is not None:
            wall = table.models.get(end.owner)
            if wall is not None and wall.at is not None and cut(event.path[0], event.path[-1], wall.at, end.at):
                return wall.id
    return ""


def cut(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether a way from one point to another crosses a line, or ends on it; who begins on it was there before."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    start, end = side(c, d, a), side(c, d, b)
    return side(a, b, c) * side(a, b, d) < 0 and start != 0 and start * end <= 0


def enters_the_wall(table: Table, event: Moved, bearing: Bearing) -> bool:
    """Once per model and Game Turn."""
    return bool(crossed(table, event)) and not table.tokens(event.model, f"{SCARED}:{DREAD}")


async def dread(ref: Referee, event: Moved, bearing: Bearing) -> None:
    """A Morale Check at -2, the doing of whoever has switched it on."""
    by = side_behind(ref.table, crossed(ref.table, event))
    await ref.emit(Noted(rule="DW-SCW-03", bearer=event.model, token=f"{SCARED}:{DREAD}", value=1))
    ref.then(MoraleOf((event.model,), DREAD, by=by))


def for_dread(table: Table, question: MoraleCheck, bearing: Bearing) -> bool:
    """The check is about the wall."""
    return question.cause == DREAD


WALL_OF_DREAD = effect(
    "DW-SCW-03",
    after(Moved, dread, when=enters_the_wall),
    modify(MoraleCheck, -2, when=for_dread),
)

ALL: tuple[Effect, ...] = tuple(
    found for found in list(globals().values()) if isinstance(found, Effect) and found.clauses
)
GRIP = Grant("DW-ABL-23", 0, "tentacles")
"""What the tentacles of the chamber have of their own."""
