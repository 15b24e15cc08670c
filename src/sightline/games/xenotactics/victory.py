"""How a mission ends: retreat, wipeout, the turn limit and control of the four areas."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sightline.core.dice import Roll
from sightline.core.events import Ended
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, RuleId, Side, Table
from sightline.games.xenotactics.catalog import DIE, TOUCH
from sightline.games.xenotactics.events import AreasCounted
from sightline.games.xenotactics.measure import place
from sightline.games.xenotactics.tokens import CONTROLLED, COST, INFILTRATING, MODELS, RAISED, RESERVE, STUNNED, TURN

AREAS = ("north", "east", "south", "west")


class FinalCount(Part, frozen=True):
    """The turn limit is reached: models on the diagonals are assigned, then areas are counted."""

    assigned: tuple[tuple[ModelId, str], ...] = ()
    """The area of each model that was rolled for."""


# ------------------------------------------------------------------ immediate endings (XT-END-01 to XT-END-04)


def remaining(table: Table, side: Side) -> list[Model]:
    """The models of a warband that are not killed, captured or converted; mind control does not change that."""
    key = ("remaining", side)
    found: list[Model] | None = table.now.get(key)
    if found is None:
        there = (m for m in table.models.values() if m.kind == "model" and "removed" not in m.tokens)
        found = table.now[key] = [m for m in there if home(table, m) == side]
    return found


def home(table: Table, model: Model) -> Side:
    """The side a model counts for: whoever commands it for good, and not for a turn (XT-ABL-21)."""
    return table.other(model.side) if CONTROLLED in model.tokens else model.side


def waiting(model: Model) -> bool:
    """Whether a model is still to come."""
    return model.at is None and (RESERVE in model.tokens or INFILTRATING in model.tokens)


def wiped_out(table: Table, side: Side) -> bool:
    """Nobody of a warband is on the battlefield; those who wait for a shock entry do not prevent it (XT-END-03)."""
    return not any(m.at is not None for m in remaining(table, side))


def all_stunned(table: Table, side: Side) -> bool:
    """Everybody who remains is stunned; somebody still to come prevents it (XT-END-01)."""
    left = remaining(table, side)
    return bool(left) and all(STUNNED in m.tokens for m in left)


def beaten(table: Table, side: Side) -> RuleId | None:
    """The rule by which a side has lost at once."""
    if wiped_out(table, side):
        return "XT-END-03"
    return "XT-END-01" if all_stunned(table, side) else None


async def victory(ref: Referee) -> None:
    """A mission ends as soon as a side is beaten; if both are, whoever still lies there wins, else the cheaper one."""
    table = ref.table
    if table.outcome is not None:
        return
    one, other = table.sides
    first, second = beaten(table, one), beaten(table, other)
    if first is None and second is None:
        return
    if first is None or second is None:
        await ref.emit(Ended(rule=first or second or "", winner=one if second else other))
        return
    lying = [s for s in table.sides if any(m.at is not None for m in remaining(table, s))]
    if len(lying) == 1:
        await ref.emit(Ended(rule="XT-END-04", winner=lying[0]))
    else:
        await ref.emit(cheaper(table))


def cheaper(table: Table) -> Ended:
    """The warband that cost less wins; equal costs are a draw (XT-END-07)."""
    one, other = table.sides
    costs = {s: table.tokens(s, COST) for s in table.sides}
    winner = None if costs[one] == costs[other] else min(table.sides, key=costs.__getitem__)
    return Ended(rule="XT-END-07", winner=winner)


def may_retreat(table: Table, side: Side) -> tuple[int, int]:
    """How many models are stunned or dead, and how many a warband started with (XT-END-02)."""
    started = table.tokens(side, MODELS)
    first = (m for m in remaining(table, side) if m.owner == side and RAISED not in m.tokens)
    return started - sum(STUNNED not in m.tokens for m in first), started


# ------------------------------------------------------------------ area control (XT-END-05, XT-END-06)


def turns_are_over(table: Table) -> bool:
    """Whether both sides have had all their turns."""
    return all(table.tokens(s, TURN) >= table.options["turn_limit"] for s in table.sides)


def area_of(table: Table, at: Point) -> str:
    """The area a spot lies in, by the diagonals."""
    width, height = table.terrain.width, table.terrain.height
    dx, dy = (at[0] - width / 2) / width, (at[1] - height / 2) / height
    if abs(dy) > abs(dx):
        return "north" if dy > 0 else "south"
    return "east" if dx > 0 else "west"


def areas_touched(table: Table, model: Model) -> tuple[str, ...]:
    """The areas a base touches, clockwise from north; one if no diagonal runs through it."""
    terrain, at = table.terrain, place(model)
    return terrain.recall("areas", (at, model.radius), lambda: _areas_around(table, at, model.radius))


def _areas_around(table: Table, at: Point, radius: float) -> tuple[str, ...]:
    width, height = table.terrain.width, table.terrain.height
    (x, y), diagonal = at, hypot(width, height)
    rising = abs(height * x - width * y) / diagonal
    falling = abs(height * (width - x) - width * y) / diagonal
    near = radius + TOUCH
    if hypot(x - width / 2, y - height / 2) <= near:
        return AREAS
    dx, dy = x - width / 2, y - height / 2
    found: set[str] = set()
    if rising <= near:
        found |= {"north", "east"} if dx * width + dy * height > 0 else {"south", "west"}
    if falling <= near:
        found |= {"north", "west"} if dy * height - dx * width > 0 else {"south", "east"}
    found = found or {area_of(table, at)}
    return tuple(a for a in AREAS if a in found)


BANDS = {2: (5, 10), 3: (3, 6, 9), 4: (2, 4, 6, 8)}
"""The highest face for each area, by how many there are; higher faces are rolled again."""


def meaning(areas: int) -> tuple[int, ...]:
    """The place of the area each face assigns; -1 for a face that is rolled again."""
    return tuple(next((n for n, high in enumerate(BANDS[areas]) if face <= high), -1) for face in range(1, DIE + 1))


async def final_count(ref: Referee, part: FinalCount) -> None:
    """Models on a dividing line are assigned by a die, one by one in table order; then areas are counted."""
    table = ref.table
    assigned = dict(part.assigned)
    counted = [m for m in (table.models[id] for id in table.standing()) if STUNNED not in m.tokens]
    for model in counted:
        areas = areas_touched(table, model)
        if len(areas) > 1 and model.id not in assigned:
            reads = meaning(len(areas))
            ((face,),) = await ref.throw(Roll("XT-END-06", DIE, 1, model.side, model.id, None, reads))
            chosen = reads[face - 1]
            ref.then(FinalCount((*part.assigned, (model.id, areas[chosen]))) if chosen >= 0 else part)
            return
    held: dict[str, set[Side]] = {}
    for model in counted:
        area = assigned.get(model.id) or areas_touched(table, model)[0]
        held.setdefault(area, set()).add(model.side)
    controlled = {s: sum(sides == {s} for sides in held.values()) for s in table.sides}
    await ref.emit(AreasCounted(rule="XT-END-06", areas=controlled))
    one, other = table.sides
    if controlled[one] == controlled[other]:
        await ref.emit(cheaper(table))
    else:
        await ref.emit(Ended(rule="XT-END-06", winner=max(table.sides, key=controlled.__getitem__)))


# ------------------------------------------------------------------ series (XT-GEN-04)


def series(winners: Sequence[Side | None]) -> Side | None:
    """Who wins a best of three: two wins, or more wins after three missions; drawn missions count for nobody."""
    wins = {side: sum(w == side for w in winners[:3]) for side in dict.fromkeys(winners) if side is not None}
    most = max(wins.values(), default=0)
    leading = [side for side, n in wins.items() if n == most]
    return leading[0] if len(leading) == 1 else None
