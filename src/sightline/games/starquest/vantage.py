"""Where enemies stop to shoot: the place from which a unit does most to a hero (SQ-AIU-02, SQ-AIU-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import hypot, inf

from sightline.core.table import Model, Point, Table
from sightline.core.variants import Variant
from sightline.games.starquest.acting import ADVANCE, allowance
from sightline.games.starquest.attacking import Assault, grouped, range_of
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.effects.specials import STEALTH, bears
from sightline.games.starquest.formation import follow, free, lead, quick_lengths, standing
from sightline.games.starquest.going import grid, toward
from sightline.games.starquest.harm import in_coherency
from sightline.games.starquest.heeding import blind_range, heeded, longest_range
from sightline.games.starquest.measure import UnitId, apart, inches, members, place, within
from sightline.games.starquest.reckoning import expected, of_shooting
from sightline.games.starquest.roads import Road
from sightline.games.starquest.shooting import guns, shooters
from sightline.games.starquest.sighting import eyes_meet, has_cover
from sightline.games.starquest.walking import ways

STEP = 0.5
"""The grid on which places are compared (SQ-AIU-06)."""
LOOKS = 8
"""Places where a whole unit is tried out, of those its leader likes best."""


def best_shot(table: Table, unit: UnitId) -> tuple[UnitId, dict[str, Road], Fraction] | None:
    """The closest hero that can be shot after an Advance, the ways to the best place for it, and what it does."""
    far = longest_range(table, unit)
    if far <= 0:
        return None
    own = members(table, unit)
    for hero in heeded(table, unit):
        if apart(own, (hero,)) > far + allowance(table, own[0], ADVANCE) + SLACK:
            continue
        found = ADVANCES.of(table)(table, unit, hero)
        if found is not None:
            return hero.unit, found[0], found[1]
    return None


def minimal(table: Table, unit: UnitId, hero: Model) -> tuple[dict[str, Road], Fraction] | None:
    """The place with the most damage, and of equal ones the nearest; who has its best shot stays."""
    whole = in_coherency(table, members(table, unit))
    stays = of_shooting(table, unit, hero.unit) if whole and shooters(table, unit, hero.unit) else None
    most = inf if better_near(table, unit, hero) else ideal(table, unit, hero)
    best: tuple[dict[str, Road], Fraction] | None = ({}, stays) if stays else None
    if stays is not None and stays >= most:
        return best
    tried = 0
    for road, chief in places(table, unit, hero):
        roads = follow(table, chief, road, ADVANCE, place(hero))
        if not roads:
            continue
        there = standing(table, roads)
        if shooters(there, unit, hero.unit) and (whole or in_coherency(there, members(there, unit))):
            worth = of_shooting(there, unit, hero.unit)
            if best is None or worth > best[1]:
                best = (roads, worth)
            if worth >= most:
                break
        tried += 1
        if tried >= LOOKS:
            break
    return best if best is not None and best[1] > 0 else None


def full(table: Table, unit: UnitId, hero: Model) -> tuple[dict[str, Road], Fraction] | None:
    """The whole Advance toward the target, if it can still be shot from there (option of SQ-AIU-06)."""
    roads = toward(table, unit, place(hero), ADVANCE, hero.unit)
    if roads:
        there = standing(table, roads)
        if shooters(there, unit, hero.unit):
            return roads, of_shooting(there, unit, hero.unit)
    return minimal(table, unit, hero)


ADVANCES = Variant("ai_advance", {"minimal": minimal, "full_toward_target": full})


def ideal(table: Table, unit: UnitId, hero: Model) -> Fraction:
    """What a unit would do to a hero if every weapon could fire, and nothing were in the way."""
    return expected(table, Assault(unit, hero.unit, tuple(grouped(table, guns(table, unit)))))


def places(table: Table, unit: UnitId, hero: Model) -> Iterator[tuple[Road, Model]]:
    """Places within the leader's Advance from which it sees a hero in range: clear ones first, then the nearest."""
    chief = lead(table, unit, place(hero))
    limit = allowance(table, chief, ADVANCE)
    blind = blind_range(table, unit) > 0
    views: list[tuple[float, bool, Point]] = []
    for far in steps_of_range(table, unit, hero):
        coarse = [p for p in grid(table, chief, limit, 2 * STEP) if in_range(chief, p, hero, far)]
        found = looked_at(table, chief, coarse, limit, hero, blind)
        if found:
            near = min(cost for cost, _, _ in found)
            fine = [p for p in grid(table, chief, near, STEP) if in_range(chief, p, hero, far) and p not in coarse]
            views += found + looked_at(table, chief, fine, near, hero, blind)
    for _, _, at in sorted(dict.fromkeys(views), key=lambda v: (v[1], v[0], v[2])):
        road = ways(table, chief, at, limit, ADVANCE)
        if road is not None:
            yield road, chief


def steps_of_range(table: Table, unit: UnitId, hero: Model) -> list[float]:
    """The distances at which a unit does more to a hero: those of its weapons, and where nobody is hard to see."""
    found = {range_of(table, m, w) for m, w in guns(table, unit)}
    if better_near(table, unit, hero):
        found.add(inches(table, "stealth_distance"))
    return sorted((far for far in found if far > 0), reverse=True)


def better_near(table: Table, unit: UnitId, hero: Model) -> bool:
    """Whether a hero is hard to see from where a unit stands, and would not be from nearer (SQ-SPR-29)."""
    far = apart(members(table, unit), (hero,))
    return bears(table, hero.id, STEALTH.rule) and far > inches(table, "stealth_distance") + SLACK


def in_range(model: Model, at: Point, hero: Model, far: float) -> bool:
    """Whether a hero would be in range from a spot."""
    x, y = place(hero)
    return within(hypot(x - at[0], y - at[1]) - model.radius - hero.radius, far)


def looked_at(
    table: Table, model: Model, among: Sequence[Point], limit: float, hero: Model, blind: bool
) -> list[tuple[float, bool, Point]]:
    """Those of some places that can be reached and see a hero: how far they are, and whether it has cover there."""
    open_places = [p for p in among if free(table, model, p, ())]
    lengths = quick_lengths(table, model, open_places, limit, ADVANCE)
    found = []
    for at, far in sorted(zip(open_places, lengths, strict=True), key=lambda p: (p[1], p[0])):
        if far > limit + SLACK:
            continue
        if blind or eyes_meet(table, model, at, hero, place(hero)):
            hidden = has_cover(table, model, at, hero.unit)
            found.append((far, hidden, at))
            if not hidden:
                break
    return found
