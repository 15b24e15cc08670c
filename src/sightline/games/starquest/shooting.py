"""Shooting: who fires what at whom, and an attack as it is declared (SQ-SHT-01 to SQ-SHT-03, SQ-WPN-03)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.referee import Referee
from sightline.core.table import Model, Point, Table
from sightline.games.starquest.actions import Shoot
from sightline.games.starquest.attacking import Assault, arms, grouped, looks_over, ordered, range_of, spots, usable
from sightline.games.starquest.catalog import Weapon
from sightline.games.starquest.events import Settled
from sightline.games.starquest.measure import UnitId, apart, conscious, foes, gap, ids, is_hero, members, place, within
from sightline.games.starquest.sighting import has_cover, nearest_shooter
from sightline.games.starquest.striking import as_wished
from sightline.games.starquest.tokens import ATTACKED


def guns(table: Table, unit: UnitId) -> list[tuple[Model, Weapon]]:
    """The weapons a unit could shoot with, each in the hands of its model."""
    return [(m, w) for m in members(table, unit) for w in arms(m, melee=False) if usable(table, m, w.id)]


def fires(table: Table, model: Model, weapon: Weapon, targets: Sequence[Model]) -> bool:
    """Whether some model of the target is both in sight and in range of a weapon (SQ-SHT-02)."""
    if not usable(table, model, weapon.id):
        return False
    far = range_of(table, model, weapon)
    if far <= 0:
        return False
    blind = looks_over(table, model, weapon.id)
    near = [t for t in targets if conscious(t) and within(gap(model, t), far)]
    return any(blind or spots(table, model, t) for t in near)


def shooters(table: Table, unit: UnitId, target: UnitId) -> list[tuple[Model, Weapon]]:
    """Every model and weapon of a unit that may fire at another."""
    targets = members(table, target)
    return [
        (m, w)
        for m in members(table, unit)
        if conscious(m)
        for w in arms(m, melee=False)
        if fires(table, m, w, targets)
    ]


def shot_fault(table: Table, unit: UnitId, target: UnitId) -> Refusal | None:
    """Why a unit may not shoot at another."""
    theirs = [m for m in members(table, target) if conscious(m)]
    own = members(table, unit)
    if not theirs or theirs[0].side == own[0].side:
        return Refusal("SQ-SHT-01", {"target": target})
    if shooters(table, unit, target):
        return None
    ranges = [range_of(table, m, w) for m, w in guns(table, unit)]
    if not ranges:
        return Refusal("SQ-WPN-01", {"model": own[0].id, "ranged weapons": 0})
    far = apart(own, theirs)
    if not within(far, max(ranges)):
        return Refusal("SQ-SHT-02", {"target": target, "distance": round(far, 4), "range": max(ranges)})
    return Refusal("SQ-LOS-01", {"target": target, "distance": round(far, 4)})


def targets(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The units a unit may shoot at."""
    own = members(table, unit)
    if not own or not any(arms(m, melee=False) for m in own):
        return ()
    return tuple(t for t in foes(table, own[0].side) if shooters(table, unit, t))


def order_fault(table: Table, action: Shoot) -> Refusal | None:
    """An order names weapons that fire, each once (SQ-WPN-03)."""
    firing = {w.id for _, w in shooters(table, table.models[action.actor].unit, table.models[action.target].unit)}
    if len(set(action.order)) == len(action.order) and set(action.order) <= firing:
        return None
    return Refusal("SQ-WPN-03", {"order": list(action.order), "weapons": sorted(firing)})


def volley(table: Table, unit: UnitId, target: UnitId, order: Sequence[str] = ()) -> Assault:
    """The attack of a unit that shoots: sight, range and cover are fixed when it is declared (SQ-SHT-03)."""
    firing = shooters(table, unit, target)
    if not firing:
        return Assault(unit, target, ())
    cover, blind = cover_from(table, [m for m, _ in firing], target)
    return Assault(unit, target, ordered(grouped(table, firing), order), cover=cover, blind_cover=blind)


def cover_from(table: Table, firing: Sequence[Model], target: UnitId, at: Point | None = None) -> tuple[bool, bool]:
    """Whether a target has cover from those who shoot, and from weapons that look over everything."""
    one = nearest_shooter(firing, members(table, target))
    spot = at or place(one)
    return has_cover(table, one, spot, target), has_cover(table, one, spot, target, indirect=True)


async def shoot(ref: Referee, unit: UnitId, target: UnitId, order: Sequence[str] = ()) -> None:
    """A unit shoots at one target with all it has (SQ-SHT-01); of several guns a hero's player names the first."""
    part = volley(ref.table, unit, target, order)
    own = members(ref.table, unit)
    if is_hero(own[0]) and not order:
        part = replace(part, groups=await as_wished(ref, own[0], part.groups))
    await ref.emit(Settled(rule="SQ-SPR-10", bearers=ids(own), token=ATTACKED, value=1))
    ref.then(part)
