"""Whom enemies heed and see, and how far they shoot (SQ-AIU-01, SQ-AIU-05, SQ-AIU-09)."""

from __future__ import annotations

from sightline.core.table import Model, Table
from sightline.games.starquest.acting import ADVANCE, allowance
from sightline.games.starquest.attacking import looks_over, range_of, spots
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.measure import UnitId, apart, members, up, within, wounds_left
from sightline.games.starquest.questions import Noticing, Preferring
from sightline.games.starquest.shooting import guns


def closest(table: Table, unit: UnitId) -> list[Model]:
    """The conscious heroes a unit heeds, the closest first; of equals the weaker, then the first of the party."""
    own = members(table, unit)
    known = [h for h in up(table) if EFFECTS.allows(table, Noticing(h.id, own[0].id))]
    return sorted(known, key=lambda h: (round(apart(own, (h,)) / SLACK), wounds_left(h)))


def heeded(table: Table, unit: UnitId) -> list[Model]:
    """The same for whoever picks a target it could attack: who draws attacks counts as the closest (SQ-HSK-04)."""
    own = members(table, unit)
    return sorted(closest(table, unit), key=lambda h: -EFFECTS.tally(table, Preferring(own[0].id, h.id), 0).value)


def in_sight(table: Table, unit: UnitId) -> bool:
    """Step 1: whether any hero is in sight, or within range of a weapon that needs none (SQ-AIU-01, SQ-AIU-12)."""
    own = members(table, unit)
    heroes = heeded(table, unit)
    if any(spots(table, m, h) for h in heroes for m in own):
        return True
    blind = blind_range(table, unit)
    return blind > 0 and any(within(apart(own, (h,)), blind + allowance(table, own[0], ADVANCE)) for h in heroes)


def blind_range(table: Table, unit: UnitId) -> float:
    """How far a unit shoots without seeing."""
    return max((range_of(table, m, w) for m, w in guns(table, unit) if looks_over(table, m, w.id)), default=0.0)


def longest_range(table: Table, unit: UnitId) -> float:
    """How far a unit shoots at best."""
    return max((range_of(table, m, w) for m, w in guns(table, unit)), default=0.0)
