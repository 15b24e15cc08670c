"""Wounds, sections, recoil and death (DW-DMG-06 to DW-DMG-15, DW-SUB)."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from msgspec.structs import replace

from sightline.core.events import Event
from sightline.core.reach import settle
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Part, Point, RuleId, Side, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.bodies import BODY_MARKER, REMAINS, body_id, body_of
from sightline.games.deepwars.catalog import BODY, HEAD, LOCOMOTION, SECTIONS, SLACK, weapon
from sightline.games.deepwars.events import (
    AdvantageGained,
    Afflicted,
    BodyLeft,
    Harmed,
    LostToTheSide,
    Mended,
    Noted,
    Recoiled,
    Relieved,
    Slain,
    Wounded,
)
from sightline.games.deepwars.ground import water
from sightline.games.deepwars.measure import level, objects, place, share_a_level, touching
from sightline.games.deepwars.questions import Blow, Recoiling
from sightline.games.deepwars.scoring import bereft, class_of, loser, side_behind
from sightline.games.deepwars.tokens import (
    ADVANTAGE,
    BOXES,
    DAMAGED,
    DIED,
    ENTANGLED,
    FALLEN,
    GAME_TURN,
    HELD_BY,
    IMMOBILIZED,
    IRRADIATED,
    KILLED,
    LOOSENED,
    POISONED,
    PUPPET,
    WOUND,
)

LASTS = 2
"""Game Turn ends an Advantage sees: it goes with the second (DW-DMG-14)."""
RECOIL_INCHES = Variant("recoil_inches", {1.0: 1.0, 3.0: 3.0})


class Suffering(Part, frozen=True):
    """The loser of a combat takes what comes."""

    blow: Blow
    striker: ModelId
    victim: ModelId
    severity: int
    counter: bool = False
    won: bool = True


class Falling(Part, frozen=True):
    """Losses have come of something: those concerned check their morale."""

    model: ModelId
    side: Side
    """The warband that has lost it."""
    allies: Side
    """Those it stood with, for whom it may have fought only for a while (DW-CND-07)."""
    at: Point
    z: float
    gruesome: bool
    by: Side = ""


def boxes(model: Model, section: str) -> int:
    """The boxes a section has; every weapon has its own (DW-SUB-09)."""
    return model.tokens.get(f"{BOXES}:{section}", 0) if section in SECTIONS else weapon(section).boxes


def wounds(model: Model, section: str) -> int:
    """The boxes of a section that are marked."""
    return model.tokens.get(f"{WOUND}:{section}", 0)


def empty_boxes(model: Model, section: str) -> int:
    """The boxes of a section that are left."""
    return max(0, boxes(model, section) - wounds(model, section))


def half_gone(model: Model, section: str) -> bool:
    """Whether half the boxes, rounded up, are marked (DW-GEN-11)."""
    return wounds(model, section) >= (boxes(model, section) + 1) // 2 > 0


# ------------------------------------------------------------------ what the loser takes (DW-CBT-07)


async def suffering(ref: Referee, part: Suffering) -> None:
    """Wounds on the aimed section and a fall, or a recoil and the advantage to the winner."""
    table = ref.table
    section = BODY if part.counter else part.blow.section
    if table.models[part.victim].at is None or not part.severity:
        return
    dealt = 0
    if part.severity > 1:
        if await wound(ref, part.victim, section, part.severity - 1, part.striker, part.blow):
            dealt = part.severity - 1
        if section in SECTIONS:
            await fall(ref, part.victim, "DW-DMG-03", part.striker)
    else:
        if table.models[part.victim].kind == "model" and part.striker != part.victim:
            await gain_advantage(ref, part.striker, part.victim)
        pressed = pressing_from(table, part)
        if pressed is not None and ref.effects.allows(table, Recoiling(part.victim, part.striker, part.blow)):
            ref.then(Recoil(part.victim, part.striker, pressed, part.blow.melee))
    await ref.emit(
        Harmed(
            rule="DW-CBT-07",
            striker=part.striker,
            victim=part.victim,
            blow=part.blow,
            severity=part.severity,
            wounds=dealt,
            won=part.won,
        )
    )


def pressing_from(table: Table, part: Suffering) -> Point | None:
    """Where the loser is driven away from: the winner, or the middle of a blast that was aimed at another.

    Whoever has died meanwhile lies where it was; from somebody who is gone altogether nobody is driven away.
    """
    middle = part.blow.near if part.blow.die is not None else ""  # Only a blast has one die for everybody (DW-ABL-11).
    for id in (middle, part.striker):
        for found in (table.models.get(id), body_of(table, id)):
            if found is not None and found.at is not None:
                return found.at
    return None


async def gain_advantage(ref: Referee, winner: ModelId, loser: ModelId) -> None:
    """A marker against one opponent; markers do not add up (DW-DMG-14)."""
    if ref.table.models[winner].at is not None:
        token = f"{ADVANTAGE}:{loser}"
        await ref.emit(AdvantageGained(rule="DW-DMG-14", bearer=winner, token=token, value=LASTS))


async def fall(ref: Referee, id: ModelId, rule: RuleId, source: ModelId = "") -> None:
    """A model is fallen, and loses its advantages with that (DW-CND-01, DW-DMG-14)."""
    model = ref.table.models[id]
    if model.at is None or FALLEN in model.tokens:
        return
    lost = [t for t in model.tokens if t.startswith(f"{ADVANTAGE}:")]
    await ref.emit(
        Afflicted(rule=rule, bearer=id, token=FALLEN, value=1, source=source),
        *(Noted(rule="DW-DMG-14", bearer=id, token=token, value=0) for token in lost),
    )


# ------------------------------------------------------------------ wounds: DW-SUB

NOBODY_S = Blow("", "", "")
"""What is no attack."""


def box_count(model: Model) -> int:
    """Filling Locomotion marks as many boxes of the Body as it has itself (DW-SUB-08)."""
    return boxes(model, LOCOMOTION)


def overflow_only(model: Model) -> int:
    """Filling Locomotion marks nothing on the Body."""
    return 0


SPILL = Variant("locomotion_spill", {"box_count": box_count, "overflow_only": overflow_only})


def deadly(table: Table, model: Model, section: str, amount: int) -> bool:
    """Whether so many wounds on a section kill."""
    if section == LOCOMOTION:
        fills = amount >= empty_boxes(model, LOCOMOTION) > 0
        spill = max(0, amount - empty_boxes(model, LOCOMOTION)) + (SPILL.of(table)(model) if fills else 0)
        return spill >= empty_boxes(model, BODY) > 0 if spill else False
    return section in (HEAD, BODY) and amount >= empty_boxes(model, section)


async def wound(
    ref: Referee,
    victim: ModelId,
    section: str,
    amount: int,
    striker: ModelId = "",
    blow: Blow = NOBODY_S,
    rule: RuleId = "DW-SUB-01",
    how: str = "",
    *,
    asked: bool = False,
) -> bool:
    """Mark boxes of a section, with all that comes of it, unless it is a kill that is ignored, which is asked once."""
    model = ref.table.models[victim]
    if amount <= 0 or model.at is None:
        return False
    marked = min(amount, empty_boxes(model, section))
    surplus = amount - marked
    if not asked and deadly(ref.table, model, section, amount) and await survives(ref, model, striker):
        return False
    if marked:
        await mark(ref, victim, section, marked, striker, rule)
    model = ref.table.models[victim]
    if section == LOCOMOTION:
        spill = surplus
        if marked and not empty_boxes(model, LOCOMOTION):
            spill += SPILL.of(ref.table)(model)
            await ref.emit(Afflicted(rule="DW-SUB-07", bearer=victim, token=IMMOBILIZED, value=1, source=striker))
        if spill:
            await wound(ref, victim, BODY, spill, striker, blow, "DW-SUB-08", how, asked=True)
    elif section == HEAD and not empty_boxes(model, HEAD):
        await die(ref, victim, striker, blow, gruesome=True, section=HEAD, how=how)
    elif section == BODY and (surplus or not empty_boxes(model, BODY)):
        await die(ref, victim, striker, blow, gruesome=bool(surplus), section=BODY, how=how)
    return True


async def survives(ref: Referee, model: Model, striker: ModelId) -> bool:
    """Whether a kill is ignored, whatever it came from: the model is fallen instead (DW-ADV-11)."""
    from sightline.games.deepwars import advancing

    if not await advancing.shrugs_it_off(ref, model):
        return False
    await advancing.over(ref, model.side)
    await fall(ref, model.id, "DW-ADV-11", striker)
    return True


async def mark(ref: Referee, victim: ModelId, section: str, amount: int, striker: ModelId, rule: RuleId) -> None:
    """Mark boxes, no more."""
    await ref.emit(
        Wounded(rule=rule, bearer=victim, token=f"{WOUND}:{section}", by=amount, striker=striker, section=section)
    )


async def spoil(ref: Referee, owner: ModelId, item: str, rule: RuleId) -> None:
    """A weapon fails whoever uses it: one's own, or a scenic weapon in contact, which is damaged itself."""
    table, model = ref.table, ref.table.models[owner]
    engine = next((o for o in objects(table) if o.profile == item and touching(table, model, o)), None)
    if engine is None:
        await mark(ref, owner, item, 1, "", rule)
    else:
        await ref.emit(Noted(rule=rule, bearer=engine.id, token=DAMAGED, value=1))


async def mend(ref: Referee, id: ModelId, section: str, amount: int, rule: RuleId) -> None:
    """Clear boxes of a section; a model that can move a limb again is no longer immobilized (DW-CND-05)."""
    model = ref.table.models[id]
    cleared = min(amount, wounds(model, section))
    if cleared:
        await ref.emit(Mended(rule=rule, bearer=id, token=f"{WOUND}:{section}", by=-cleared))
        if section == LOCOMOTION and IMMOBILIZED in model.tokens:
            await ref.emit(Relieved(rule="DW-CND-05", bearer=id, token=IMMOBILIZED, value=0))


async def cure(ref: Referee, id: ModelId) -> None:
    """A poison ends, and with it what it came from (DW-CND-06)."""
    gone = [token for token in (POISONED, IRRADIATED) if token in ref.table.models[id].tokens]
    await ref.emit(*(Relieved(rule="DW-CND-06", bearer=id, token=token, value=0) for token in gone))


async def set_free(ref: Referee, id: ModelId) -> None:
    """Nothing holds a model any more (DW-CND-04)."""
    tokens = ref.table.models[id].tokens
    gone = [t for t in tokens if t in (ENTANGLED, LOOSENED) or t.startswith(f"{HELD_BY}:")]
    await ref.emit(*(Relieved(rule="DW-CND-04", bearer=id, token=token, value=0) for token in gone))


# ------------------------------------------------------------------ death (DW-DMG-06, DW-DMG-07, DW-DMG-15)


async def die(
    ref: Referee,
    victim: ModelId,
    killer: ModelId,
    blow: Blow,
    *,
    gruesome: bool,
    section: str = BODY,
    how: str = "",
) -> None:
    """A model dies; a body lies there, and those concerned will check their morale."""
    table, model = ref.table, ref.table.models[victim]
    at, z, side = place(model), model.z, bereft(model)
    rule = "DW-DMG-07" if gruesome else "DW-DMG-06"
    body = corpse(table, model, gruesome=gruesome)
    events: list[Event] = [
        Slain(
            rule=rule,
            model=victim,
            killer=killer,
            gruesome=gruesome,
            section=section,
            how=how or blow.mode if blow.attacker else how,
            weapon=blow.weapon,
            effort=blow.effort if blow.attacker else 0,
        ),
    ]
    if model.kind == "model":
        events.append(BodyLeft(rule="DW-DMG-15", new=body))
    if side in table.sides:
        events.append(LostToTheSide(rule="DW-MRL-04", bearer=side, token=f"{KILLED}:{class_of(model)}", by=1))
    await ref.emit(*events)
    ref.then(Falling(victim, side, loser(model), at, z, gruesome, side_behind(table, killer)))


def corpse(table: Table, model: Model, *, gruesome: bool) -> Model:
    """What lies where a model died: a marker with all that was on it, so that it may be brought back."""
    return replace(
        model,
        id=body_id(model.id),
        side=loser(model),
        kind="marker",
        profile=REMAINS if gruesome else BODY_MARKER,
        tokens={
            **{t: n for t, n in model.tokens.items() if t != PUPPET and not t.startswith(f"{ADVANTAGE}:")},
            DIED: max(1, table.tokens(TABLE, GAME_TURN)),
        },
    )


# ------------------------------------------------------------------ recoil: DW-DMG-11, DW-DMG-12


class Following(Part, frozen=True):
    """A winner may go after the one it drove back."""

    winner: ModelId
    loser: ModelId


class Recoil(Part, frozen=True):
    """A model is driven back by another."""

    model: ModelId
    by: ModelId
    origin: Point
    """The point it is driven away from."""
    melee: bool


def away(model: Model, origin: Point) -> Point:
    """The direction straight away from a point; straight backwards if the model is just there."""
    (x, y), (x0, y0) = place(model), origin
    if hypot(x - x0, y - y0) > 1e-9:
        return (x - x0, y - y0)
    turn = radians(model.facing)
    return (-cos(turn), -sin(turn))


async def recoil(ref: Referee, part: Recoil) -> None:
    """Straight away from the opponent, as far as there is room; who has none falls (DW-DMG-12)."""
    table, model = ref.table, ref.table.models[part.model]
    if model.at is None:
        return
    far = RECOIL_INCHES.of(table)
    end = pushed(table, model, away(model, part.origin), far)
    length = hypot(end[0] - model.at[0], end[1] - model.at[1])
    if length > 0:
        await arrive_backwards(ref, model, end, round(length, 4))
    if length < far - SLACK:
        await fall(ref, model.id, "DW-DMG-12", part.by)
    if length > 0 and part.melee:
        ref.then(Following(part.by, part.model))


async def arrive_backwards(ref: Referee, model: Model, end: Point, length: float) -> None:
    """A model is moved without turning; the ground it comes to counts."""
    moved = Recoiled(rule="DW-DMG-11", model=model.id, path=(place(model), end), length=length, z=model.z)
    await arrive(ref, model, moved, turn=False)


def pushed(table: Table, model: Model, way: Point, inches: float) -> Point:
    """Where a model comes to a stop that is driven in a direction: before solid things, models and the edge."""
    x, y = place(model)
    size = hypot(*way)
    others = [
        (*place(m), m.radius)
        for id in table.standing()
        if id != model.id and share_a_level(table, model, m := table.models[id])
    ]
    open_water = water(table.terrain, level(table, model), model.radius)
    far = open_water.slide((x, y), way, inches, others)

    def free(p: Point) -> bool:
        return open_water.free(p) and all(hypot(p[0] - a, p[1] - b) >= model.radius + r - 1e-6 for a, b, r in others)

    return settle(free, x + way[0] / size * far, y + way[1] / size * far, (x, y))
