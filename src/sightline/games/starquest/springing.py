"""Charges of heroes that lead over a gap or off a deck (SQ-JMP-02, SQ-CHG-02)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sightline.core.decisions import Refusal
from sightline.core.referee import Referee
from sightline.core.screen import standing_at
from sightline.core.table import Model, Part, Point, Table, spot
from sightline.games.starquest.acting import CHARGE
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.charging import LEAST, Closing, beside, contact, stands_there
from sightline.games.starquest.ground import features, floor_at, plane_at, scale
from sightline.games.starquest.jumping import begun, crosses_an_edge, far_enough, jump_to, leap, tests_for
from sightline.games.starquest.measure import UnitId, conscious, floor, gap, inches, is_hero, members, place
from sightline.games.starquest.skills import stride
from sightline.games.starquest.walking import by_waypoints

STRIDE = 0.5
"""How far apart landings are looked for, in inches of the book."""


def may_spring(table: Table, model: Model) -> bool:
    """Whether a charge could have a jump in it: only heroes jump, off something high or over a gap (SQ-JMP-03)."""
    if not is_hero(model):
        return False
    near, at = stride(table, begun(model, CHARGE)) + inches(table, "jump_max"), place(model)
    return plane_at(table.terrain, at) >= 0 or any(f.gap and f.is_near(*at, near) for f in features(table.terrain))


def landing_of(table: Table, model: Model, target: UnitId) -> Point | None:
    """Where a charge lands that reaches a unit by a jump straight at it; the walk after it is part of the charge.

    Jumps are taken to succeed, and their length is not counted.
    """
    if not may_spring(table, model):
        return None
    move = begun(model, CHARGE)
    best: tuple[float, Point] | None = None
    for land in landings(table, model, target):
        jump = jump_to(table, model, land, charging=True)
        if isinstance(jump, Refusal) or not tests_for(jump.gap / scale(table), jump.drop / scale(table)):
            continue
        left = far_enough(table, move, jump) - jump.walked
        if left < -SLACK or (best is not None and jump.walked >= best[0]):
            continue
        if isinstance(by_waypoints(table, model, jump.off, (), stride(table, move), 0.0), Refusal):
            continue
        there = standing_at(table, model.id, land)
        road = contact(there, there.models[model.id], target, max(0.0, left))
        if road is not None and (best is None or jump.walked + road.cost < best[0]):
            best = (jump.walked + road.cost, land)
    return best[1] if best is not None else None


def landings(table: Table, model: Model, target: UnitId) -> Iterator[Point]:
    """Places in contact with the unit, and places on the straight way there."""
    start, step = place(model), STRIDE * scale(table)
    far = stride(table, begun(model, CHARGE)) + inches(table, "jump_max")
    for enemy in sorted((m for m in members(table, target) if conscious(m)), key=lambda m: gap(model, m)):
        for at in beside(model, enemy, start):
            long = hypot(at[0] - start[0], at[1] - start[1])
            if long > far + SLACK or floor_at(table.terrain, at) != floor(table, enemy):
                continue
            if not crosses_an_edge(table, start, at):
                continue
            if stands_there(table, model, at):
                yield at
            for n in range(1, int(long / step)):
                share = 1 - n * step / long
                between = spot(start[0] + (at[0] - start[0]) * share, start[1] + (at[1] - start[1]) * share)
                if stands_there(table, model, between):
                    yield between


async def spring(ref: Referee, model: Model, target: UnitId, land: Point) -> None:
    """The tests are taken at the ledge; who is across goes on to the target (SQ-CHG-03)."""

    def onward(left: float) -> list[Part]:
        rest = ((model.id, round(left, 4)),) if left > LEAST else ()
        return [Closing(model.unit, target, rest)]

    await leap(ref, begun(model, CHARGE), land, onward)
