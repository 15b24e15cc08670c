"""Set-up: attacker and defender, the edges, and the models set up along them (DW-SET)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, Side, Table
from sightline.games.deepwars import advancing
from sightline.games.deepwars.actions import ChooseEdge, Deploy
from sightline.games.deepwars.catalog import DIE, SLACK
from sightline.games.deepwars.ending import BeginGameTurn
from sightline.games.deepwars.events import AttackerFound, Deployed, EdgeTaken
from sightline.games.deepwars.ground import on_the_map
from sightline.games.deepwars.measure import LONG, TOP, heading, height, stick, tall
from sightline.games.deepwars.moving import afloat, place_fault
from sightline.games.deepwars.parts import CreaturesCome, FillingTheAreas, SettingTheScene
from sightline.games.deepwars.sides import EDGE, attacker, edge_id, middle_of_edge
from sightline.games.deepwars.tokens import ATTACKER


class RollForAttacker(Part, frozen=True):
    """Both sides roll; the higher is the attacker."""


class TakingAnEdge(Part, frozen=True):
    """The attacker chooses its long edge."""

    side: Side


class Deploying(Part, frozen=True):
    """A side sets up one model."""

    side: Side


async def roll_for_attacker(ref: Referee, part: RollForAttacker) -> None:
    """The higher die attacks, ties are rolled again (DW-SET-02)."""
    one, other = ref.table.sides
    (first,), (second,) = await ref.throw(Roll("DW-SET-02", DIE, 1, one), Roll("DW-SET-02", DIE, 1, other))
    bonus = {side: advancing.strategy(ref.table, side) for side in (one, other)}
    first, second = first + bonus[one], second + bonus[other]
    if first == second:
        ref.then(part)
        return
    winner = one if first > second else other
    await advancing.strategy_used(ref, bonus)
    await ref.emit(AttackerFound(rule="DW-SET-02", bearer=winner, token=ATTACKER, value=1))
    ref.then(SettingTheScene(), TakingAnEdge(winner), FillingTheAreas(), Deploying(ref.table.other(winner)))


# ------------------------------------------------------------------ edges (DW-SET-01, DW-SET-03)


def edges(table: Table) -> tuple[Point, Point]:
    """The middles of the south and the north edge."""
    width, height = table.terrain.width, table.terrain.height
    return ((width / 2, 0.0), (width / 2, height))


def nearest_edge(table: Table, point: Point) -> Point:
    """The long edge a spot is nearest to."""
    return min(edges(table), key=lambda edge: abs(edge[1] - point[1]))


async def taking_an_edge(ref: Referee, part: TakingAnEdge) -> None:
    """The attacker has its choice, the defender the other edge."""
    table = ref.table
    south, north = edges(table)
    offers = [Offer(ChooseEdge, "DW-SET-01", {"side": part.side})]
    action = await ref.choose(part.side, "DW-SET-01", offers, default=ChooseEdge(south, part.side))
    assert isinstance(action, ChooseEdge)
    edge = nearest_edge(table, action.edge)
    across = north if edge == south else south
    await ref.emit(
        EdgeTaken(rule="DW-SET-01", new=marker(part.side, edge)),
        EdgeTaken(rule="DW-SET-01", new=marker(table.other(part.side), across)),
    )


def marker(side: Side, edge: Point) -> Model:
    """What lies on the middle of a side's edge."""
    return Model(edge_id(side), side, side, EDGE, kind="marker", at=edge, radius=0.0)


def check_edge(table: Table, decision: Decision, action: ChooseEdge) -> Refusal | None:
    """A spot on the map, nearest to the edge that is meant."""
    on = on_the_map(table, action.edge)
    taken = edge_id(decision.side) in table.models
    if decision.rule == "DW-SET-01" and on and not taken and action.side == decision.side:
        return None
    return Refusal("DW-SET-01", {"edge": str(action.edge)})


def edge_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere: the nearest long edge is meant."""
    width, height = table.terrain.width, table.terrain.height
    return {"edge": Spot(zone=((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)))}


# ------------------------------------------------------------------ deployment (DW-SET-05)


def edge_of(table: Table, side: Side) -> Point:
    """The middle of a side's edge."""
    at = middle_of_edge(table, side)
    assert at is not None
    return at


def zone(table: Table, edge: Point) -> tuple[Point, ...]:
    """The strip within a Long stick of an edge (DW-SET-03)."""
    width, deep = table.terrain.width, stick(table, LONG)
    low, high = (0.0, deep) if edge[1] == 0.0 else (edge[1] - deep, edge[1])
    return ((0.0, low), (width, low), (width, high), (0.0, high))


def to_deploy(table: Table, side: Side) -> list[Model]:
    """The models a side still has to set up."""
    found = (m for m in table.models.values() if m.kind == "model" and m.owner == side and m.at is None)
    return [m for m in found if "removed" not in m.tokens]


async def deploying(ref: Referee, part: Deploying) -> None:
    """The defender sets up everybody, then the attacker; then creatures come, and the battle begins (DW-SET-01)."""
    table, side = ref.table, part.side
    if not to_deploy(table, side):
        if side == attacker(table):
            ref.then(CreaturesCome(), BeginGameTurn(1))
        else:
            ref.then(Deploying(table.other(side)))
        return
    action = await ref.choose(side, "DW-SET-05", [Offer(Deploy, "DW-SET-05")])
    assert isinstance(action, Deploy)
    facing = 90.0 if edge_of(table, side)[1] == 0.0 else 270.0
    if action.toward is not None:
        facing = heading(action.at, action.toward)
    z = height(table, action.level)
    await ref.emit(Deployed(rule="DW-SET-05", model=action.model, at=action.at, facing=facing, z=z))
    ref.then(part)


def check_deploy(table: Table, decision: Decision, action: Deploy) -> Refusal | None:
    """Wholly inside the own zone, on a legal level, overlapping nobody."""
    model = table.models.get(action.model)
    if decision.rule != "DW-SET-05" or model is None or edge_id(decision.side) not in table.models:
        return Refusal("DW-SET-05", {"model": action.model})
    if model not in to_deploy(table, decision.side):
        return Refusal("DW-SET-05", {"model": action.model})
    (left, low), _, (right, high), _ = zone(table, edge_of(table, decision.side))
    (x, y), r = action.at, model.radius - SLACK
    outside = max(left + r - x, x + r - right, low + r - y, y + r - high)
    if outside > 0:
        return Refusal("DW-SET-05", {"model": model.id, "outside": round(outside + SLACK, 2)})
    if action.toward == action.at:
        return Refusal("DW-SET-05", {"model": model.id, "toward": str(action.toward)})
    fault = place_fault(table, model, action.at, action.level)
    return fault or afloat(table, model, action.at, action.level, "DW-SET-05")


def deploy_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any model that waits, any spot of the zone, any level."""
    waits = tuple(m.id for m in to_deploy(table, decision.side))
    ground = zone(table, edge_of(table, decision.side))
    highest = TOP + 1 - min((tall(table.models[id]) for id in waits), default=1)
    return {"model": Pick(waits), "at": Spot(zone=ground), "level": Pick(tuple(range(highest + 1)))}
