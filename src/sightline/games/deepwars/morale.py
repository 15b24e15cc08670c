"""Morale: who checks when, and how those flee who fail (DW-MRL)."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from msgspec.structs import replace

from sightline.core.events import Event
from sightline.core.reach import settle
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Side, Table
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.bodies import body_of
from sightline.games.deepwars.catalog import SLACK
from sightline.games.deepwars.checks import morale_check
from sightline.games.deepwars.damage import Falling
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Afflicted, Deserted, Fled, LostToTheSide, Noted, RanAway, Relieved
from sightline.games.deepwars.ground import water
from sightline.games.deepwars.hacking import Hacks, hackers
from sightline.games.deepwars.measure import (
    LONG,
    SHORT,
    distance,
    enemies,
    held,
    level,
    level_gap,
    near_line,
    place,
    rooted,
    share_a_level,
    stick,
)
from sightline.games.deepwars.moving import reach
from sightline.games.deepwars.parts import MoraleOf, Terrorizing
from sightline.games.deepwars.questions import Affecting, CheckingMorale
from sightline.games.deepwars.scoring import bereft, class_of, side_behind
from sightline.games.deepwars.sides import middle_of_edge, north
from sightline.games.deepwars.tokens import (
    DAZED,
    FALLEN,
    FLED,
    HALVED,
    KILLED,
    RAN,
    SCARED,
    STARTED,
)

GRUESOME, TERROR, LEADERLESS, HALF = "gruesome", "terror", "leader", "half"
DESERTS = 3
UP = 90.0
"""The heading up the map, in degrees."""
TURN = 15
"""Degrees between the headings a fleeing model tries."""
HAIR = 0.005
"""More than a stop is moved by, to lie on the lattice."""


class Flight(Part, frozen=True):
    """A model has so many fleeing moves to make towards an edge."""

    model: ModelId
    moves: int
    edge: Point
    by: Side = ""


class Fleeing(Part, frozen=True):
    """One fleeing move, once those it leaves have struck."""

    model: ModelId
    edge: Point
    start: Point
    by: Side = ""


# ------------------------------------------------------------------ who checks (DW-MRL-01 to DW-MRL-04, DW-MRL-10)


def started(table: Table, side: Side) -> int:
    """How many models a side began with."""
    return table.tokens(side, STARTED)


def killed(table: Table, side: Side) -> int:
    """How many models of a side are dead, those not counted who were healed back to life."""
    return sum(n for k, n in table.models[side].tokens.items() if k.startswith(f"{KILLED}:"))


async def falling(ref: Referee, part: Falling) -> None:
    """One death may frighten for several reasons; each model checks once for it (DW-MRL-10)."""
    table, side = ref.table, part.side
    dead = table.models[part.model]
    triggers: list[str] = []
    if side in table.sides:
        if "leader" in dead.kit:
            triggers.append(LEADERLESS)
        if 2 * killed(table, side) >= started(table, side) and not table.tokens(side, HALVED) and started(table, side):
            triggers.append(HALF)
            await ref.emit(Noted(rule="DW-MRL-04", bearer=side, token=HALVED, value=1))
    everybody = tuple(m.id for m in table.squad(side)) if triggers else ()
    if everybody:
        ref.then(MoraleOf(everybody, triggers[0], part.model, part.by))
    # Wild creatures have no allies; and a machine is only destroyed (DW-DMG-07).
    if part.gruesome and part.allies in table.sides and EFFECTS.allows(table, Affecting(part.model, "healing")):
        ghost = replace(body_of(table, part.model) or dead, at=part.at, z=part.z)  # How tall it was its body knows.
        allies = (m for m in table.squad(part.allies) if m.id not in everybody)
        near = tuple(m.id for m in allies if distance(table, ghost, m) <= stick(table, LONG) + SLACK)
        if near:
            ref.then(MoraleOf(near, GRUESOME, part.model, part.by))


RULES = {
    GRUESOME: "DW-MRL-01",
    TERROR: "DW-MRL-02",
    LEADERLESS: "DW-MRL-03",
    HALF: "DW-MRL-04",
    "hallucination": "DW-MRL-05",
    "wounded": "DW-CRE-08",
    "psychic_wall": "DW-SCW-03",
}
"""What frightens, with its rule: the roll carries it, so that whoever reads of a flight knows why."""


async def checks(ref: Referee, part: MoraleOf) -> None:
    """Each model rolls for itself, in table order (DW-MRL-06)."""
    table = ref.table
    if not part.models:
        return
    id, *others = part.models
    model = table.models[id]
    if model.at is not None and EFFECTS.allows(table, CheckingMorale(id, part.trigger, part.cause)):
        failures = await morale_check(ref, id, part.trigger, part.cause, RULES.get(part.trigger, "DW-MRL-06"))
        if failures == DESERTS:
            await leave(ref, model, Deserted(rule="DW-MRL-06", model=id, by=part.by))
        elif failures:
            ref.then(Flight(id, failures, nearest_edge(table, model), part.by))
    if others:
        ref.then(replace(part, models=tuple(others)))


async def leave(ref: Referee, model: Model, event: Event) -> None:
    """A model is gone; its side has lost it, but it was not killed (DW-MRL-08)."""
    events, side = [event], bereft(model)
    if side in ref.table.sides:
        token = f"{FLED}:{class_of(model)}"
        events.append(LostToTheSide(rule="DW-MRL-08", bearer=side, token=token, by=1))
        events.append(Noted(rule="DW-MRL-08", bearer=side, token=f"{RAN}:{model.id}", value=1))
    await ref.emit(*events)


async def terrorizing(ref: Referee, part: Terrorizing) -> None:
    """Once per Game Turn for each pair of attacker and defender (DW-MRL-02)."""
    attacker, defender = part.blow.attacker, part.blow.defender
    token = f"{SCARED}:{attacker}"
    if not ref.table.tokens(defender, token):
        await ref.emit(Noted(rule="DW-MRL-02", bearer=defender, token=token, value=1))
        ref.then(MoraleOf((defender,), TERROR, attacker, side_behind(ref.table, attacker)))


# ------------------------------------------------------------------ flight (DW-MRL-07, DW-MRL-09)


def edges(table: Table) -> tuple[Point, ...]:
    """The middles of the edges, clockwise from north, which is where the attacker looks (DW-CRE-07)."""
    w, h = table.terrain.width, table.terrain.height
    upper, right, lower, left = (w / 2, h), (w, h / 2), (w / 2, 0.0), (0.0, h / 2)
    return (upper, right, lower, left) if north(table) == UP else (lower, left, upper, right)


def to_edge(table: Table, at: Point, edge: Point) -> float:
    """How far a point is from an edge."""
    return abs(at[0] - edge[0]) if edge[1] == table.terrain.height / 2 else abs(at[1] - edge[1])


def nearest_edge(table: Table, model: Model) -> Point:
    """The nearest edge; of equals one's own, then clockwise from north."""
    mine = middle_of_edge(table, model.side)
    return min(edges(table), key=lambda e: (round(to_edge(table, place(model), e), 6), e != mine))


async def flight(ref: Referee, part: Flight) -> None:
    """A fallen or dazed model spends its first move on recovering; one that is held does not move at all."""
    model = ref.table.models[part.model]
    if model.at is None or part.moves <= 0 or held(model):
        return
    rest = replace(part, moves=part.moves - 1)
    lying = [token for token in (FALLEN, DAZED) if token in model.tokens]
    if lying:
        await ref.emit(*(Relieved(rule="DW-MRL-09", bearer=model.id, token=token, value=0) for token in lying))
        ref.then(rest)
        return
    to = refuge(ref.table, model, part.edge)
    if to is None:
        await ref.emit(Afflicted(rule="DW-MRL-07", bearer=model.id, token=DAZED, value=1))
        return
    there = replace(model, at=None if at_the_edge(ref.table, replace(model, at=to)) else to)
    strikers = hackers(ref.table, model, there)
    if strikers:
        ref.then(Hacks(model.id, strikers))
    ref.then(Fleeing(model.id, part.edge, place(model), part.by), rest)


async def fleeing(ref: Referee, part: Fleeing) -> None:
    """Run, and leave the map at its edge; whom a Free Hack has felled, driven back or holds does not (DW-ACN-22)."""
    table, model = ref.table, ref.table.models[part.model]
    if model.at is None or model.at != part.start or rooted(model):
        return
    to = refuge(table, model, part.edge)
    if to is None:
        return
    length = round(hypot(to[0] - model.at[0], to[1] - model.at[1]), 4)
    if length > 0:
        await arrive(ref, model, Fled(rule="DW-MRL-07", model=model.id, path=(model.at, to), length=length, z=model.z))
    there = table.models[model.id]
    if there.at is not None and at_the_edge(table, there):
        await leave(ref, there, RanAway(rule="DW-MRL-08", model=model.id, by=part.by))


def at_the_edge(table: Table, model: Model) -> bool:
    """Whether a base touches the edge of the map."""
    (x, y), r = place(model), model.radius + SLACK
    return x <= r or y <= r or x >= table.terrain.width - r or y >= table.terrain.height - r


def refuge(table: Table, model: Model, edge: Point) -> Point | None:
    """Where one fleeing move takes a model: the end nearest to the edge of all headings it may take.

    Who touches the edge already has nowhere to swim: it leaves the map there.
    """
    start = place(model)
    if at_the_edge(table, model):
        return start
    straight = direct(table, edge)
    turns = [n if n <= 180 // TURN else n - 360 // TURN for n in range(360 // TURN)]
    # What stands in the way only shortens a move, and a stop is moved by a hair: so near to the edge a heading ends.
    nearest = {t: min(to_edge(table, e, edge) for e in (start, full(table, model, straight + t * TURN))) for t in turns}
    best: tuple[float, int, int, Point] | None = None
    for turn in sorted(turns, key=lambda t: nearest[t]):
        if best is not None and best[0] < nearest[turn] - HAIR:
            break
        end = run_to(table, model, straight + turn * TURN)
        if end is not None and end != start:
            found = (round(to_edge(table, end, edge), 3), abs(turn), int(turn > 0), end)
            best = found if best is None else min(best, found)
    return best and best[3]


def direct(table: Table, edge: Point) -> float:
    """The heading straight to an edge, in degrees."""
    w, h = table.terrain.width, table.terrain.height
    return {(w / 2, h): 90.0, (w, h / 2): 0.0, (w / 2, 0.0): 270.0, (0.0, h / 2): 180.0}[edge]


def full(table: Table, model: Model, degrees: float) -> Point:
    """Where a full move on a heading ends, or the edge on it, whatever is in the way."""
    x, y = place(model)
    dx, dy = cos(radians(degrees)), sin(radians(degrees))
    far = reach(table, model)  # As it moves now, hurt or laden; Difficult Terrain does not slow it.
    for edge, at, way in ((table.terrain.width, x, dx), (table.terrain.height, y, dy)):
        if way > 1e-9:
            far = min(far, (edge - model.radius - at) / way)
        elif way < -1e-9:
            far = min(far, (at - model.radius) / -way)
    return (x + dx * far, y + dy * far) if far > 0 else (x, y)


def run_to(table: Table, model: Model, degrees: float) -> Point | None:
    """Where a model runs on a heading; None if something forbids that heading."""
    start, goal = place(model), full(table, model, degrees)
    if goal == start:
        return None
    open_water = water(table.terrain, level(table, model), model.radius)
    end = settle(open_water.free, *goal, start)
    if not open_water.clear(start, end):
        return None
    return None if crowded(table, model, end) or too_close(table, model, end) else end


def crowded(table: Table, model: Model, end: Point) -> bool:
    """Whether a move would end on a model."""
    return any(
        hypot(place(m)[0] - end[0], place(m)[1] - end[1]) < model.radius + m.radius - 1e-6
        for id in table.standing()
        if id != model.id and share_a_level(table, model, m := table.models[id])
    )


def too_close(table: Table, model: Model, end: Point) -> bool:
    """Whether a way comes nearer to an enemy than a Short stick, or than it was if it was nearer."""
    least = stick(table, SHORT)
    for enemy in enemies(table, model):
        bases = model.radius + enemy.radius
        if level_gap(table, model, enemy):
            continue  # Each level between them is a Short stick already.
        began = hypot(place(enemy)[0] - place(model)[0], place(enemy)[1] - place(model)[1]) - bases
        if near_line(place(model), end, place(enemy)) - bases < min(began, least) - SLACK:
            return True
    return False
