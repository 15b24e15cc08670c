"""Deployment: the roll, the edges, and the models set up along them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import hypot

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.events import Placed
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, Side, Table, Terrain
from sightline.games.xenotactics.actions import ChooseEdge, DeployFirst, DeploySecond, KeepBack, Place
from sightline.games.xenotactics.catalog import DIE, DISTANCES, SLACK
from sightline.games.xenotactics.events import DeploymentWon, DeploysFirst, EdgeTaken, KeptBack, Noted
from sightline.games.xenotactics.ground import everywhere
from sightline.games.xenotactics.sequence import BeginTurn
from sightline.games.xenotactics.standing import standing_fault
from sightline.games.xenotactics.tokens import FIRST, INFILTRATING, RESERVE

STRIP: float = DISTANCES["deployment_depth"]
EDGE = "edge"
"""The profile of the marker that lies on the middle of a side's edge."""
GRID_STEP = 0.25


class RollForDeployment(Part, frozen=True):
    """Both sides roll for the choice to deploy first or second."""


class Choosing(Part, frozen=True):
    """The winner chooses."""

    winner: Side


class TakingAnEdge(Part, frozen=True):
    """The first deployer takes a long edge."""

    side: Side


class Deploying(Part, frozen=True):
    """A side sets up one model."""

    side: Side


async def roll_for_deployment(ref: Referee, part: RollForDeployment) -> None:
    """The higher roll decides, ties are rolled again (XT-DEP-01)."""
    one, other = ref.table.sides
    (first,), (second,) = await ref.throw(Roll("XT-DEP-01", DIE, 1, one), Roll("XT-DEP-01", DIE, 1, other))
    if first == second:
        ref.then(part)
        return
    winner = one if first > second else other
    await ref.emit(DeploymentWon(rule="XT-DEP-01", side=winner))
    ref.then(Choosing(winner))


async def choosing(ref: Referee, part: Choosing) -> None:
    """Who deploys first also has the first turn (XT-DEP-04)."""
    who = {"side": part.winner}
    offers = [Offer(DeployFirst, "XT-DEP-01", who), Offer(DeploySecond, "XT-DEP-01", who)]
    action = await ref.choose(part.winner, "XT-DEP-01", offers, default=DeployFirst(part.winner))
    first = part.winner if isinstance(action, DeployFirst) else ref.table.other(part.winner)
    await ref.emit(DeploysFirst(rule="XT-DEP-04", bearer=first, token=FIRST, value=1))
    ref.then(TakingAnEdge(first), Deploying(first))


def first_side(table: Table) -> Side:
    """The side that deploys first."""
    return next(s for s in table.sides if table.tokens(s, FIRST))


# ------------------------------------------------------------------ edges (XT-DEP-02, XT-DEP-03)


def long_edges(terrain: Terrain) -> tuple[Point, ...]:
    """The middles of the long edges; on a square table of all four."""
    width, height = terrain.width, terrain.height
    level = ((width / 2, 0.0), (width / 2, height))
    upright = ((0.0, height / 2), (width, height / 2))
    if width == height:
        return (*level, *upright)
    return level if width > height else upright


def opposite(terrain: Terrain, edge: Point) -> Point:
    """The middle of the edge across the table."""
    return (terrain.width - edge[0], terrain.height - edge[1])


async def taking_an_edge(ref: Referee, part: TakingAnEdge) -> None:
    """The first deployer chooses, the other gets the edge across."""
    table = ref.table
    edges = long_edges(table.terrain)
    offers = [Offer(ChooseEdge, "XT-DEP-02", {"side": part.side})]
    action = await ref.choose(part.side, "XT-DEP-02", offers, default=ChooseEdge(edges[0], part.side))
    assert isinstance(action, ChooseEdge)
    other, edge = table.other(part.side), nearest_edge(table.terrain, action.edge)
    await ref.emit(
        EdgeTaken(rule="XT-DEP-02", new=marker(part.side, edge)),
        EdgeTaken(rule="XT-DEP-03", new=marker(other, opposite(table.terrain, edge))),
    )


def marker(side: Side, edge: Point) -> Model:
    """What lies on the middle of a side's edge."""
    return Model(f"{side}-{EDGE}", side, side, EDGE, kind="marker", at=edge, radius=0.0)


def nearest_edge(terrain: Terrain, point: Point) -> Point:
    """The long edge a spot is nearest to."""
    return min(long_edges(terrain), key=lambda edge: depth(terrain, edge, point))


def check_edge(table: Table, decision: Decision, action: ChooseEdge) -> Refusal | None:
    """A spot on the table, nearest to the edge that is meant."""
    terrain, (x, y) = table.terrain, action.edge
    taken = f"{decision.side}-{EDGE}" in table.models
    if decision.rule == "XT-DEP-02" and not taken and 0 <= x <= terrain.width and 0 <= y <= terrain.height:
        return None
    return Refusal("XT-DEP-02", {"edge": str(action.edge)})


def edge_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere: the nearest long edge is meant."""
    return {"edge": Spot(zone=everywhere(table.terrain))}


def check_choice(table: Table, decision: Decision, action: DeployFirst | DeploySecond) -> Refusal | None:
    """The winner of the roll."""
    return None if decision.rule == "XT-DEP-01" else Refusal("XT-DEP-01", {"asked": decision.rule})


# ------------------------------------------------------------------ setting up


def edge_of(table: Table, side: Side) -> Point:
    """The middle of a side's edge."""
    at = table.models[f"{side}-{EDGE}"].at
    assert at is not None
    return at


def depth(terrain: Terrain, edge: Point, at: Point) -> float:
    """How far a spot lies from an edge."""
    if edge[1] in (0.0, terrain.height) and edge[0] == terrain.width / 2:
        return abs(at[1] - edge[1])
    return abs(at[0] - edge[0])


def strip(terrain: Terrain, edge: Point) -> tuple[Point, ...]:
    """The ground a side sets up on."""
    width, height = terrain.width, terrain.height
    if edge == (width / 2, 0.0):
        return ((0.0, 0.0), (width, 0.0), (width, STRIP), (0.0, STRIP))
    if edge == (width / 2, height):
        return ((0.0, height - STRIP), (width, height - STRIP), (width, height), (0.0, height))
    if edge == (0.0, height / 2):
        return ((0.0, 0.0), (STRIP, 0.0), (STRIP, height), (0.0, height))
    return ((width - STRIP, 0.0), (width, 0.0), (width, height), (width - STRIP, height))


def to_deploy(table: Table, side: Side) -> list[Model]:
    """The models a side still has to set up, or may keep back; an infiltrator if it has nobody else (XT-DEP-05)."""
    own = [m for m in table.models.values() if m.kind == "model" and m.owner == side]
    left = [m for m in own if m.at is None and not {"removed", RESERVE} & m.tokens.keys()]
    usual = [m for m in left if INFILTRATING not in m.tokens]
    return usual or ([] if any(m.at is not None for m in own) else left)


async def deploying(ref: Referee, part: Deploying) -> None:
    """The whole warband of the first deployer, then that of the second (XT-DEP-02, XT-DEP-03)."""
    table, side = ref.table, part.side
    waits = to_deploy(table, side)
    if not waits:
        other = table.other(side)
        ref.then(Deploying(other) if side == first_side(table) else BeginTurn(other))
        return
    offers = [Offer(Place, "XT-DEP-02")]
    if may_wait(table, side):
        offers.append(Offer(KeepBack, "XT-ABL-29"))
    action = await ref.choose(side, "XT-DEP-02", offers)
    if isinstance(action, KeepBack):
        await ref.emit(KeptBack(rule="XT-ABL-29", bearer=action.model, token=RESERVE, value=1))
    else:
        assert isinstance(action, Place)
        await ref.emit(Placed(rule="XT-DEP-02", model=action.model, at=action.at))
    if INFILTRATING in table.models[action.model].tokens:
        await ref.emit(Noted(rule="XT-DEP-05", bearer=action.model, token=INFILTRATING, value=0))
    ref.then(part)


def may_wait(table: Table, side: Side) -> tuple[str, ...]:
    """The models that may be kept back, also instead of infiltrating; one has to be set up normally (XT-DEP-05)."""
    waits = to_deploy(table, side)
    on_the_table = any(m.owner == side for m in table.squad(side))
    spies = [m for m in table.models.values() if m.owner == side and m.at is None and INFILTRATING in m.tokens]
    able = [*(waits if on_the_table or len(waits) > 1 else ()), *(m for m in spies if m not in waits)]
    return tuple(m.id for m in able if any(g.effect == "XT-ABL-29" for g in m.effects))


def check_keep_back(table: Table, decision: Decision, action: KeepBack) -> Refusal | None:
    """A model with shock entry, if somebody else is or will be on the table."""
    if decision.rule == "XT-DEP-02" and decision.side and action.model in may_wait(table, decision.side):
        return None
    return Refusal("XT-DEP-05", {"model": action.model})


def keep_back_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who may wait."""
    return {"model": Pick(may_wait(table, decision.side))}


def check_place(table: Table, decision: Decision, action: Place) -> Refusal | None:
    """Wholly within 3 inches of the own edge, on a legal spot, leaving room for those to come."""
    model = table.models.get(action.model)
    if decision.rule != "XT-DEP-02" or model is None or f"{decision.side}-{EDGE}" not in table.models:
        return Refusal("XT-DEP-02", {"model": action.model})
    if model not in to_deploy(table, decision.side):
        return Refusal("XT-DEP-02", {"model": action.model})
    refusal = standing_fault(table, model, action.at)
    if refusal is not None:
        return refusal
    edge = edge_of(table, decision.side)
    far = depth(table.terrain, edge, action.at) + model.radius
    if far > STRIP + SLACK:
        return Refusal("XT-DEP-02", {"model": model.id, "depth": round(far, 4), "most": STRIP})
    others = [m for m in to_deploy(table, decision.side) if m is not model]
    taken = [(*m.at, m.radius) for m in table.squad(decision.side) if m.at is not None]
    if not fits(table, edge, others, [*taken, (*action.at, model.radius)]):
        return Refusal("XT-DEP-02", {"model": model.id, "still to place": len(others)})
    return None


def place_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any model that waits, any spot of the strip."""
    waits = tuple(m.id for m in to_deploy(table, decision.side))
    return {"model": Pick(waits), "at": Spot(zone=strip(table.terrain, edge_of(table, decision.side)))}


# ------------------------------------------------------------------ room for everybody

Disc = tuple[float, float, float]


def fits(table: Table, edge: Point, models: Sequence[Model], taken: Sequence[Disc]) -> bool:
    """Whether a fixed filling finds room for these models beside those that stand already."""
    full = list(taken)
    for radius, alike in groupby(sorted(models, key=lambda m: -m.radius), key=lambda m: m.radius):
        first, *more = alike
        # A spot that is taken for one base is taken for the next as large: each goes on where the last one found room.
        free = (p for p in filling(table, edge, first) if _free(full, p, radius))
        for _ in (first, *more):
            spot = next(free, None)
            if spot is None:
                return False
            full.append((*spot, radius))
    return True


def filling(table: Table, edge: Point, model: Model) -> list[Point]:
    """The spots of a grid along an edge where a base could stand if it were alone."""
    key = ("filling", edge, model.radius)
    found: list[Point] | None = table.terrain.compiled.get(key)
    if found is None:
        bare = Table({}, table.terrain, table.sides, table.options)
        found = [p for p in _along(table.terrain, edge, model.radius) if standing_fault(bare, model, p) is None]
        table.terrain.compiled[key] = found
    return found


def _along(terrain: Terrain, edge: Point, radius: float) -> Iterator[Point]:
    (ax, ay), _, (bx, by), _ = strip(terrain, edge)
    columns, rows = int((bx - ax) / GRID_STEP), int((by - ay) / GRID_STEP)
    for column in range(columns + 1):
        for row in range(rows + 1):
            at = (ax + column * GRID_STEP, ay + row * GRID_STEP)
            if depth(terrain, edge, at) + radius <= STRIP:
                yield at


def _free(taken: Sequence[Disc], at: Point, radius: float) -> bool:
    return all(hypot(at[0] - x, at[1] - y) >= radius + r for x, y, r in taken)
