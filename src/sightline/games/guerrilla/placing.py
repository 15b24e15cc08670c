"""The positioning phase: the roll-off, and the models put into their zones by turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import hypot, pi

from sightline.core import reach, sight
from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.events import Event, Placed
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, Side, Table, Terrain
from sightline.games.guerrilla import measure
from sightline.games.guerrilla.acting import first_side
from sightline.games.guerrilla.actions import Place
from sightline.games.guerrilla.catalog import DIE, SLACK
from sightline.games.guerrilla.events import InitiativeWon
from sightline.games.guerrilla.tokens import FIRST

GRID_STEP = 0.25

Disc = tuple[float, float, float]


class RollOff(Part, frozen=True):
    """Both sides roll for who goes first; before turn 1 that also settles the zones."""

    opening: bool = True


class Positioning(Part, frozen=True):
    """A side puts one model into its zone."""

    side: Side


async def roll_off(ref: Referee, part: RollOff) -> None:
    """The higher number goes first, ties are rolled again (DG-POS-01)."""
    one, other = ref.table.sides
    rule = "DG-POS-01" if part.opening else "DG-TRN-02"
    rolls = [Roll(rule, DIE, 1, side) for side in (one, other)]
    (first,), (second,) = await ref.throw(*rolls)
    if first == second:
        ref.then(part)
        return
    winner = one if first > second else other
    await take_initiative(ref, winner, rule)
    if part.opening:
        ref.then(Positioning(winner))


async def take_initiative(ref: Referee, winner: Side, rule: str) -> None:
    """A side starts every phase from now on."""
    loser = ref.table.other(winner)
    events: list[Event] = [InitiativeWon(rule=rule, bearer=winner, token=FIRST, value=1)]
    if ref.table.tokens(loser, FIRST):
        events.append(InitiativeWon(rule=rule, bearer=loser, token=FIRST, value=0))
    await ref.emit(*events)


def waiting(table: Table, side: Side) -> list[Model]:
    """The models of a side that are not on the mat yet."""
    return [
        m
        for m in table.models.values()
        if m.kind == "model" and m.owner == side and m.at is None and not m.tokens.get("removed")
    ]


async def position(ref: Referee, part: Positioning) -> None:
    """The sides take turns; one that has placed everything waits for the other (DG-POS-02)."""
    table = ref.table
    side = part.side if waiting(table, part.side) else table.other(part.side)
    action = await ref.choose(side, "DG-POS-02", [Offer(Place, "DG-POS-02")])
    assert isinstance(action, Place)
    await ref.emit(Placed(rule="DG-POS-03", model=action.model, at=action.at))
    if any(waiting(table, s) for s in table.sides):
        ref.then(Positioning(table.other(side)))


# ------------------------------------------------------------------ where a model may be put


def zone_of(table: Table, side: Side) -> tuple[Point, ...]:
    """The zone of a side: the roll-off winner has the left one (DG-ARN-03)."""
    return measure.LEFT_ZONE if side == first_side(table) else measure.RIGHT_ZONE


def check_place(table: Table, decision: Decision, action: Place) -> Refusal | None:
    """A model goes wholly into its owner's zone, onto free ground, and leaves room for those to come."""
    model = table.models.get(action.model)
    if decision.rule != "DG-POS-02" or model is None or model not in waiting(table, decision.side):
        return Refusal("DG-POS-02", {"model": action.model})
    x, y = action.at
    _, placed = sight.bases(table, model.id)
    refusal = standing_fault(table, model, action.at, "DG-POS-04")
    if refusal is not None:
        return refusal
    depth = measure.depth_in_zone(zone_of(table, decision.side), action.at)
    if depth < model.radius - SLACK:
        return Refusal("DG-POS-03", {"model": model.id, "inside": round(depth, 4), "needed": model.radius})
    to_come = [m.radius for m in waiting(table, decision.side) if m is not model]
    if not fits(table.terrain, zone_of(table, decision.side), to_come, [*placed, (x, y, model.radius)]):
        return Refusal("DG-TER-06", {"model": model.id, "still to place": len(to_come)})
    return None


def standing_fault(table: Table, model: Model, at: Point, rule: str) -> Refusal | None:
    """Why a base may not stand somewhere: off the mat, on terrain, or on another base."""
    others, bases = sight.bases(table, model.id)
    ground = reach.ground(table.terrain)
    if ground.free(at[0], at[1], model.radius, bases):
        return None
    fault = ground.fault(at[0], at[1], model.radius, bases)
    if fault is None:
        return None
    kind, index, depth = fault
    facts = {"model": model.id, "overlap": round(depth, 4)}
    if kind == "mat":
        return Refusal("DG-ARN-04", facts)
    if kind == "piece":
        return Refusal(rule, {**facts, "with": table.terrain.pieces[index].id})
    return Refusal(rule, {**facts, "with": others[index]})


def place_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any model that waits, any spot of the zone."""
    waits = tuple(m.id for m in waiting(table, decision.side))
    return {"model": Pick(waits), "at": Spot(zone=zone_of(table, decision.side))}


# ------------------------------------------------------------------ room for everybody (DG-TER-06)


def grid(terrain: Terrain, zone: tuple[Point, ...], radius: float) -> Sequence[Point]:
    """The spots of the fixed filling where a base of this size could stand if it were alone, in order."""
    key = ("filling", zone, radius)
    found: list[Point] | None = terrain.compiled.get(key)
    if found is None:
        ground = reach.ground(terrain)
        found = terrain.compiled[key] = [
            (x, y)
            for x, y in _inward(terrain, zone, radius)
            if measure.depth_in_zone(zone, (x, y)) >= radius - SLACK and ground.free(x, y, radius)
        ]
    return found


def _inward(terrain: Terrain, zone: tuple[Point, ...], radius: float) -> Iterator[Point]:
    """A 0.25 in grid from the short edge inward in x, for each x upward in y from the lower long edge."""
    edge = zone[0][0]
    inward = 1.0 if edge == 0.0 else -1.0
    for column in range(int(terrain.width / GRID_STEP) + 1):
        x = edge + inward * (radius + column * GRID_STEP)
        if abs(x - edge) > abs(zone[2][0] - edge):
            return
        for row in range(int(terrain.height / GRID_STEP) + 1):
            yield x, radius + row * GRID_STEP


def fits(terrain: Terrain, zone: tuple[Point, ...], radii: Sequence[float], placed: Sequence[Disc]) -> bool:
    """Whether the fixed filling finds room for these bases beside those that stand already."""
    if not radii:
        return True
    largest = max(radii)
    widest = max(largest, *(r for _, _, r in placed)) if placed else largest
    # No base hides more grid spots than fit into a circle of its radius plus theirs: with more spots than that the
    # filling cannot fail.
    hidden = pi * ((largest + widest) / GRID_STEP + 0.7072) ** 2
    if len(grid(terrain, zone, largest)) > hidden * (len(radii) + len(placed)):
        return True
    return fill(terrain, zone, radii, placed) is not None


def fill(
    terrain: Terrain, zone: tuple[Point, ...], radii: Sequence[float], placed: Sequence[Disc]
) -> list[Point] | None:
    """The fixed filling: largest base first, each on the first legal spot; None if somebody finds no room."""
    taken = list(placed)
    spots: list[Point] = []
    free: Iterator[Point] = iter(())
    last = -1.0
    for radius in sorted(radii, reverse=True):
        if radius != last:
            free, last = iter(grid(terrain, zone, radius)), radius
        # Spots passed over for one base are taken for every later one of the same size.
        found = next(filter(partial(_untouched, taken, radius), free), None)
        if found is None:
            return None
        spots.append(found)
        taken.append((*found, radius))
    return spots


def _untouched(taken: Sequence[Disc], radius: float, point: Point) -> bool:
    return all(hypot(point[0] - x, point[1] - y) >= radius + r - SLACK for x, y, r in taken)
