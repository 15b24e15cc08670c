"""The movement phase: a move, and a sprint after it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import hypot, isinf

from sightline.core import reach, sight
from sightline.core.decisions import Decision, Offer, Refusal, Route, Slot
from sightline.core.kernel import Ground
from sightline.core.referee import Referee
from sightline.core.table import Model, Point, Table, spot
from sightline.core.variants import Variant
from sightline.games.guerrilla.acting import character, counted, out_of_turn, spend
from sightline.games.guerrilla.actions import Move
from sightline.games.guerrilla.catalog import LOW, SLACK
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.events import Sprinted, Walked
from sightline.games.guerrilla.placing import standing_fault
from sightline.games.guerrilla.questions import Speed
from sightline.games.guerrilla.tokens import USED

MOVES = f"{USED}:move"


def speed(table: Table, model: Model) -> float:
    """How far a model may go in one move, with all that changes it (DG-CHR-05)."""
    key = ("speed", model.id)
    found: float | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = EFFECTS.tally(table, Speed(model.id), character(model).sp_in).value
    return found


# Terrain on the path (DG-TER-03, DG-MOV-05)


def around_everything(table: Table) -> Ground:
    """Every piece is in the way, however low."""
    return reach.ground(table.terrain)


def over_low_terrain(table: Table) -> Ground:
    """Pieces of 1 in or less may be crossed."""
    return reach.ground(table.terrain, LOW)


PATH_GROUND = Variant("low_terrain", {"impassable": around_everything, "passable": over_low_terrain})


# Models on the path (DG-MOV-06)


def through_anybody(table: Table, model: Model) -> tuple[sight.Disc, ...]:
    """Bases are no obstacle to a move."""
    return ()


def through_friends(table: Table, model: Model) -> tuple[sight.Disc, ...]:
    """Enemy bases are in the way."""
    return tuple(sight.disc(m) for m in (table.models[i] for i in table.standing()) if m.side != model.side)


def through_nobody(table: Table, model: Model) -> tuple[sight.Disc, ...]:
    """Every base is in the way."""
    return tuple(sight.bases(table, model.id)[1])


IN_THE_WAY = Variant(
    "move_through_models", {"any": through_anybody, "friends_only": through_friends, "none": through_nobody}
)


def offers(table: Table, model: Model) -> list[Offer]:
    """A move, unless the model has moved and sprinted or cannot go anywhere (DG-MOV-04, DG-MOV-09)."""
    moves = model.tokens.get(MOVES, 0)
    if moves > 1 or speed(table, model) <= 0:
        return []
    return [Offer(Move, "DG-MOV-04" if moves else "DG-MOV-01", {"actor": model.id})]


def check_move(table: Table, decision: Decision, action: Move) -> Refusal | None:
    """A move is no longer than the model's speed, keeps clear of terrain and ends on free ground."""
    refusal = out_of_turn(table, decision, action.actor, "movement", "DG-MOV-03")
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    assert model.at is not None
    if model.tokens.get(MOVES, 0) > 1:
        return Refusal("DG-MOV-04", {"model": model.id, "moves": 2})
    limit = speed(table, model)
    if limit <= 0:
        return Refusal("DG-MOV-09", {"model": model.id, "speed": 0})
    if all(point == model.at for point in (*action.via, action.to)):
        return Refusal("DG-MOV-03", {"model": model.id, "length": 0})
    refusal = standing_fault(table, model, action.to, "DG-MOV-07")
    if refusal is not None:
        return refusal
    length, rule = travel(table, model, action, limit)
    if isinf(length):
        return Refusal(rule, {"model": model.id, "speed": limit, "to": str(action.to)})
    if length > limit + SLACK:
        return Refusal("DG-MOV-02", {"model": model.id, "speed": limit, "length": round(length, 4)})
    return None


def travel(table: Table, model: Model, action: Move, limit: float) -> tuple[float, str]:
    """How long a move is, and the rule in its way if it cannot be made at all; within the limit the answer is quick."""
    assert model.at is not None
    ground = PATH_GROUND.of(table)(table)
    bodies = IN_THE_WAY.of(table)(table, model)
    if not action.via:
        length = ground.length(*model.at, *action.to, model.radius, limit, bodies)
        if not isinf(length):
            return length, ""
        length = ground.length(*model.at, *action.to, model.radius, discs=bodies)
        if not isinf(length):
            return length, ""
        blocked_by_bodies = bool(bodies) and not isinf(ground.length(*model.at, *action.to, model.radius))
        return length, "DG-MOV-06" if blocked_by_bodies else "DG-MOV-05"
    length = 0.0
    for x, y in action.via:
        off = ground.fault(x, y, model.radius)
        if off is not None and off[0] == "mat":
            return float("inf"), "DG-ARN-04"
    for (x0, y0), (x1, y1) in pairwise((model.at, *action.via, action.to)):
        if not ground.clear(x0, y0, x1, y1, model.radius):
            return float("inf"), "DG-MOV-05"
        if bodies and not ground.clear(x0, y0, x1, y1, model.radius, bodies):
            return float("inf"), "DG-MOV-06"
        length += hypot(x1 - x0, y1 - y0)
    return length, ""


def path(table: Table, model: Model, action: Move) -> tuple[float, tuple[Point, ...]] | None:
    """The way a move goes, and its length; None if there is no way."""
    assert model.at is not None
    straight = hypot(action.to[0] - model.at[0], action.to[1] - model.at[1])
    if action.via:
        return travel(table, model, action, speed(table, model))[0], (model.at, *action.via, action.to)
    bodies = IN_THE_WAY.of(table)(table, model)
    found = PATH_GROUND.of(table)(table).path(*model.at, *action.to, model.radius, discs=bodies)
    if found is None:
        return None
    length, points = found
    if length <= straight + SLACK:
        return length, (model.at, action.to)
    return length, (model.at, *(spot(x, y) for x, y in points[1:-1]), action.to)


def move_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A way, as long as the model's speed."""
    actor = offer.given["actor"]
    return {"to": Route(actor, speed(table, table.models[actor]))}


async def move(ref: Referee, action: Move) -> None:
    """The first move costs a point, the sprint another (DG-MOV-03, DG-MOV-04)."""
    model = ref.table.models[action.actor]
    found = path(ref.table, model, action)
    assert found is not None
    length, points = found
    sprint = model.tokens.get(MOVES, 0) == 1
    kind, rule = (Sprinted, "DG-MOV-04") if sprint else (Walked, "DG-MOV-03")
    await ref.emit(
        spend(model.id, rule),
        counted(model.id, "move", rule),
        kind(rule=rule, model=model.id, path=points, length=round(length, 6)),
    )
