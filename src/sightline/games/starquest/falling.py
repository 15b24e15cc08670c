"""Falls: hits by height, units of several, and edges one is pushed over (SQ-FAL)."""

from __future__ import annotations

from math import hypot

from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table, spot
from sightline.games.starquest.attacking import Blocking
from sightline.games.starquest.catalog import CONSTANTS, SLACK
from sightline.games.starquest.events import Fell, Pushed, Slain
from sightline.games.starquest.ground import floor_at, plane_at, scale
from sightline.games.starquest.harm import FALL, mark
from sightline.games.starquest.measure import is_hero, members, place
from sightline.games.starquest.questions import Falling
from sightline.games.starquest.roads import around, ground_fault, overlap_fault
from sightline.games.starquest.testing import offer_to_pay

CATCH: int = CONSTANTS["catch_ledge_power"]
HOLDS = 32
"""Places on the way to an edge where somebody might hold on."""


def fall_ap(height: float) -> int | None:
    """The AP of the hit of a fall: one for every full three inches; None if it is too low to hurt (SQ-FAL-01)."""
    if height < CONSTANTS["fall_min"] - SLACK:
        return None
    return int((height + SLACK) // CONSTANTS["fall_step"])


def landing(table: Table, model: Model, edge: Point, beyond: Point) -> Point:
    """The legal spot nearest to where somebody goes over, on the lower floor (SQ-FAL-01)."""
    low = floor_at(table.terrain, beyond)
    for at in around(table, edge):
        if floor_at(table.terrain, at) != low and plane_at(table.terrain, at) != plane_at(table.terrain, beyond):
            continue
        firm = ground_fault(table, model, at) is None and overlap_fault(table, model, at) is None
        if firm and floor_at(table.terrain, at) <= low + SLACK:
            return at
    return edge


async def fall_down(ref: Referee, model: ModelId, height: float, foot: Point) -> None:
    """One hit with AP by the height; of a unit of several the model is killed, until one is left (SQ-FAL-02)."""
    table = ref.table
    who = table.models[model]
    start = place(who)
    tall = height / scale(table)
    if foot != start:
        await ref.emit(Fell(rule="SQ-FAL-01", model=model, path=(start, foot), length=round(height, 4)))
    ap = fall_ap(tall)
    if ap is None:
        return
    if len(members(table, who.unit)) > 1:
        await ref.emit(Slain(rule="SQ-FAL-02", model=model))
        await mark(ref, who.unit)
        return
    ap = int(ref.tally(Falling(model, ap), ap).value)
    ref.then(Blocking(model, who.unit, "", 1, ap=ap, cause=FALL, rule="SQ-FAL-01"))


# ------------------------------------------------------------------ pushed off (SQ-FAL-04)


class Toppling(Part, frozen=True):
    """Models that were pushed over an edge fall one at a time."""

    models: tuple[ModelId, ...]
    edges: tuple[Point, ...]
    ends: tuple[Point, ...]
    heights: tuple[float, ...]


async def hold_on(ref: Referee, model: Model, edge: Point) -> None:
    """Who holds on hangs as near to where it would have gone over as its base finds ground (SQ-FAL-03)."""
    (x, y), (ex, ey) = place(model), edge
    way = [spot(x + (ex - x) * n / HOLDS, y + (ey - y) * n / HOLDS) for n in range(HOLDS, 0, -1)]
    at = next((p for p in way if ground_fault(ref.table, model, p) is None), None)
    if at is not None:
        far = round(hypot(at[0] - x, at[1] - y), 4)
        await ref.emit(Pushed(rule="SQ-FAL-03", model=model.id, path=((x, y), at), length=far))


async def toppling(ref: Referee, part: Toppling) -> None:
    """A hero may hold on; everybody else falls."""
    (id, *others), (edge, *edges), (end, *ends) = part.models, part.edges, part.ends
    height, *heights = part.heights
    model = ref.table.models[id]
    if model.at is not None:
        holds = is_hero(model) and await offer_to_pay(ref, id, CATCH, "SQ-FAL-03")
        if holds:
            await hold_on(ref, model, edge)
        elif ref.table.models[id].at is not None:
            await fall_down(ref, id, height, landing(ref.table, model, edge, end))
    if others and ref.table.outcome is None:
        ref.then(Toppling(tuple(others), tuple(edges), tuple(ends), tuple(heights)))
