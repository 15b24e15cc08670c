"""Melee: who may strike whom, with what, before whom, and what it costs (SQ-MEL-03 to SQ-MEL-09, SQ-FTG, SQ-SPR-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.effects import Question
from sightline.core.kernel import shapes
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, Table
from sightline.games.starquest.actions import StrikeWith
from sightline.games.starquest.attacking import IMPACT, Assault, Group, arms, grouped, ordered, turn, usable
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import Fatigued, Settled
from sightline.games.starquest.ground import features, floor_at, scale
from sightline.games.starquest.measure import (
    UnitId,
    conscious,
    floor,
    ids,
    inches,
    is_hero,
    members,
    over,
    place,
    tall,
    wounds_left,
)
from sightline.games.starquest.questions import Dreading, Ramming, Striking, Swift
from sightline.games.starquest.tokens import DREAD, FATIGUED


class Blows(Part, frozen=True):
    """One side of a melee strikes."""

    striker: UnitId
    target: UnitId
    charging: bool = False
    first: bool = False
    """Only the weapons that strike before those who charge (SQ-SPR-12)."""
    back: bool = False
    """The charged unit answers."""
    fresh: bool = True
    """The charger was not fatigued before its charge (SQ-SPR-20)."""


def strikes(table: Table, one: Model, at: Point, other: Model) -> bool:
    """Whether a model on a spot may strike another: near enough in plan and in height, and no wall between them."""
    x, y = place(other)
    far = hypot(x - at[0], y - at[1]) - one.radius - other.radius
    if over(far, inches(table, "melee_reach_horizontal")):
        return False
    low, high = floor_at(table.terrain, at), floor(table, other)
    if over(abs(low - high), inches(table, "melee_reach_vertical")):
        return False
    top = max(low + tall(one) * scale(table), high + tall(other) * scale(table))
    for f in features(table.terrain):
        if "blocking" in f.types and not f.area and f.top > top + SLACK and separates(f.polygon, at, (x, y)):
            return False
    return True


def separates(polygon: Sequence[Point], a: Point, b: Point) -> bool:
    """Whether the straight line between two spots crosses a piece."""
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return any(shapes.segment_gap(a, b, c, d) == 0 for c, d in edges) or shapes.contains(polygon, *a)


def strikers(table: Table, unit: UnitId, target: UnitId) -> list[Model]:
    """The models of a unit that may strike another."""
    theirs = [m for m in members(table, target) if conscious(m)]
    own = [m for m in members(table, unit) if conscious(m)]
    return [m for m in own if any(strikes(table, m, place(m), t) for t in theirs)]


def swift(table: Table, model: Model, weapon: str) -> bool:
    """Whether a weapon strikes first when its unit is charged."""
    return bool(EFFECTS.tally(table, Swift(model.id, weapon), 0).value)


def impact_dice(table: Table, charger: UnitId, target: UnitId) -> tuple[tuple[str, ...], int]:
    """Who rams, and the dice of it; every charged model with Counter takes one away in total (SQ-SPR-12, SQ-SPR-20)."""
    ramming = {m.id: int(EFFECTS.tally(table, Ramming(m.id), 0).value) for m in strikers(table, charger, target)}
    who = tuple(id for id, dice in ramming.items() if dice)
    counter = sum(
        any(swift(table, m, w.id) for w in arms(m, melee=True)) for m in members(table, target) if conscious(m)
    )
    return who, lessened(sum(ramming.values()), counter)


def lessened(impact: int, counter: int) -> int:
    """Impact dice after Counter."""
    return max(0, impact - counter)


def blow_groups(table: Table, part: Blows) -> tuple[Group, ...]:
    """The melee weapons of all who may strike (SQ-MEL-04, SQ-WPN-04)."""
    carriers = []
    for model in strikers(table, part.striker, part.target):
        for weapon in arms(model, melee=True):
            early = swift(table, model, weapon.id)
            if usable(table, model, weapon.id) and (part.charging or early == part.first):
                carriers.append((model, weapon))
    groups = grouped(table, carriers)
    if part.charging and part.fresh:
        who, dice = impact_dice(table, part.striker, part.target)
        if dice:
            groups.append(Group(IMPACT, who, dice))
    return ordered(groups)


class Wielding(Question, frozen=True):
    """The weapons of a hero among which its player chooses the next."""

    weapons: tuple[str, ...]


async def as_wished(ref: Referee, hero: Model, groups: Sequence[Group]) -> tuple[Group, ...]:
    """The weapons of a hero in the order its player picks, as far as it is free (SQ-WPN-03)."""
    left, found = list(groups), list[Group]()
    while left:
        alike = {g.weapon: g for g in left if turn(g) == turn(left[0])}
        weapon = left[0].weapon
        if len(alike) > 1:
            offers = (Offer(StrikeWith, "SQ-WPN-03", {"actor": hero.id}),)
            usual, on = StrikeWith(hero.id, weapon), Wielding(tuple(alike))
            action = await ref.choose(hero.side, "SQ-WPN-03", offers, default=usual, about=hero.id, on=on)
            assert isinstance(action, StrikeWith)
            weapon = action.weapon
        left.remove(alike[weapon])
        found.append(alike[weapon])
    return tuple(found)


def check_strike_with(table: Table, decision: Decision, action: StrikeWith) -> Refusal | None:
    """One of the weapons that are still to strike."""
    on = decision.on
    if isinstance(on, Wielding) and decision.about == action.actor and action.weapon in on.weapons:
        return None
    return Refusal("SQ-WPN-03", {"model": action.actor, "weapon": action.weapon})


def strike_with_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The weapons that are still to strike."""
    assert isinstance(decision.on, Wielding)
    return {"weapon": Pick(decision.on.weapons)}


async def blows(ref: Referee, part: Blows) -> None:
    """One side strikes with all it has; who answers a charge is fatigued by it (SQ-MEL-09, SQ-FTG-01)."""
    table = ref.table
    own = members(table, part.striker)
    if own and not part.charging and not EFFECTS.allows(table, Striking(own[0].id)):
        return
    if not any(conscious(m) for m in own):
        return
    groups = blow_groups(table, part)
    if is_hero(own[0]):
        groups = await as_wished(ref, own[0], groups)
    dread = sum(int(EFFECTS.tally(table, Dreading(m.id), 0).value) for m in strikers(table, part.striker, part.target))
    if groups:
        ref.then(Assault(part.striker, part.target, groups, melee=True, charging=part.charging))
    ref.then(Aftermath(part.striker, part.target, dread, stamina(table, part.target), part.back))


def stamina(table: Table, unit: UnitId) -> int:
    """The wounds a unit can still take."""
    return sum(wounds_left(m) for m in members(table, unit) if conscious(m))


class Aftermath(Part, frozen=True):
    """One side of a melee has struck."""

    striker: UnitId
    target: UnitId
    dread: int
    before: int
    """What the other side could still take before the blows."""
    back: bool


async def aftermath(ref: Referee, part: Aftermath) -> None:
    """Wounds of those who are feared count for more; striking back is tiring (SQ-SPR-15, SQ-FTG-01).

    Who has struck its charger down before its blows has struck back as well (SQ-SPR-12).
    """
    table = ref.table
    theirs = [m for m in members(table, part.target) if conscious(m)]
    if part.dread and theirs and stamina(table, part.target) < part.before:
        await ref.emit(Settled(rule="SQ-SPR-15", bearers=ids(theirs), token=DREAD, value=part.dread))
    own = [m for m in members(table, part.striker) if conscious(m)]
    if part.back and own and FATIGUED not in own[0].tokens:
        await ref.emit(Fatigued(rule="SQ-FTG-01", bearers=ids(own), token=FATIGUED, value=1))
