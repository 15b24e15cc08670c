"""What a scenario asks of each model: where it should be, and how much nearer it is to that by standing somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from sightline.core.kernel import shapes
from sightline.core.mind import Goal
from sightline.core.table import TABLE, Model, Point, Side, Table
from sightline.games.deepwars.catalog import TOUCH
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.exerting import BREAK, FORCE
from sightline.games.deepwars.measure import LONG, MEDIUM, SHORT, level, place, stick
from sightline.games.deepwars.moving import own_edge
from sightline.games.deepwars.questions import ITEMS, Doing
from sightline.games.deepwars.scoring import scenario
from sightline.games.deepwars.storming import Structure, structure, thresholds
from sightline.games.deepwars.tokens import ACTING, CORE, FIRST_BREACH, GAME_TURN, LOAD, NO_MORE, PERSONALITY
from sightline.games.deepwars.treasure import loads, lying, room

FAR = 30.0
"""How far away what is worth something still draws somebody, in inches."""
HINT = 0.02
"""What a spot is worth for itself, so that it comes to mind at all."""
ON_THE_WAY = 0.7
"""What being all but there counts of what being there is worth."""
FIND = 1.5
"""What a token of treasure is worth before anybody has looked at it: most are something, and the most finds count."""
CARRIED_HOME = 8.0
"""What a power core is worth to whoever carries it, in the hope to come home with it."""
OPENED, WAITING_INSIDE = 0.6, 1.0
"""What it is worth to be at the hull of a structure, and what inside it: nobody may lose by opening it."""
A_TURN = 0.35
"""What a place that scores with every Game Turn is worth for each of those to come: it has to be held."""
PATIENT = 0.4
"""How much less a place that only counts at the end is worth at the beginning."""
NEAREST = 3
"""The parts of a hull that come to mind to somebody."""
TURNS = 8
"""The Game Turns of a battle, more or less."""
SUNK = 0.1
"""What each level costs between a model and what it wants to lay its hands on."""


class Errand(NamedTuple):
    """Something a model should go for."""

    at: Point
    radius: float
    worth: float
    depth: int | None = None
    """The level it has to be on; None: any."""
    edge: tuple[Point, Point] | None = None
    """Where it is enough to be anywhere along a line."""
    house: Structure | None = None
    """What it is in."""


def errands(table: Table, model: Model, left: float) -> Sequence[Errand]:
    """What the scenario has for a model to do."""
    key = ("errands", model.id)
    known: Sequence[Errand] | None = table.now.get(key)
    if known is None:
        known = table.now[key] = tuple(_errands(table, model, left))
    return known


def _errands(table: Table, model: Model, left: float) -> Iterator[Errand]:
    what, side = scenario(table), model.side
    if side not in table.sides or not table.tokens(TABLE, GAME_TURN):
        return
    middle = (table.terrain.width / 2, table.terrain.height / 2)
    if f"{LOAD}:{CORE}" in model.tokens:
        edge = own_edge(table, side) or 0.0
        yield Errand((place(model)[0], edge), stick(table, LONG), CARRIED_HOME)
        return
    if what == "conquer" and PERSONALITY in model.tokens:
        yield Errand(middle, stick(table, MEDIUM), 1.0 + A_TURN * TURNS * left)
    elif what == "survival":
        yield Errand(middle, stick(table, LONG), 1.5 * (1.0 - PATIENT * left))
    elif what == "breach":
        house = structure(table)
        if house is not None:
            yield from _inside(table, model, house)
    elif what == "capture":
        altar = table.models.get(f"{table.other(side)}-altar")
        if altar is not None and altar.at is not None:
            yield Errand(altar.at, altar.radius + stick(table, SHORT), 1.0 + A_TURN * TURNS * left)
    if lying(table) and room(model) > 0 and not loads(model) and EFFECTS.allows(table, Doing(model.id, ITEMS)):
        yield from _finds(table, model)


def _inside(table: Table, model: Model, house: Structure) -> Iterator[Errand]:
    """Whatever can still be tried of the hull, as long as nobody has made an opening; then the inside."""
    depth = min(level(table, model), house.roof.height - 1)
    if breached(table):
        xs, ys = zip(*house.roof.polygon, strict=True)
        middle = (sum(xs) / len(xs), sum(ys) / len(ys))
        yield Errand(middle, 0.0, WAITING_INSIDE, depth, house=house)
        return
    for hull in house.hulls:
        ways = (FORCE, BREAK) if hull.door else (BREAK,)
        if not all(f"{NO_MORE}:{what} {hull.id}" in model.tokens for what in ways):
            yield Errand(hull.start, model.radius + TOUCH, OPENED, depth, (hull.start, hull.end))


def breached(table: Table) -> bool:
    """Whether somebody has made an opening."""
    return any(table.tokens(side, FIRST_BREACH) for side in table.sides)


def _finds(table: Table, model: Model) -> Iterator[Errand]:
    """Treasure that no friend with a free hand is nearer to."""
    here = place(model)
    rivals = [place(m) for m in table.squad(model.side) if m.id != model.id and not loads(m)]
    house = structure(table) if scenario(table) == "breach" else None
    closed = house is not None and not breached(table)
    for thing in lying(table):
        at = place(thing)
        within = house is not None and house.holds(at, level(table, thing))
        if closed and within:
            continue
        own = hypot(at[0] - here[0], at[1] - here[1])
        if all(hypot(at[0] - x, at[1] - y) >= own for x, y in rivals):
            near = model.radius + thing.radius + TOUCH
            yield Errand(at, near, FIND, level(table, thing), house=house if within else None)


def kept(table: Table, model: Model) -> float:
    """What somebody has found is worth as much to it as what it could find: else nobody would pick anything up."""
    if scenario(table) not in ("salvage", "breach"):
        return 0.0
    return FIND * sum(n for what, n in loads(model).items() if what != CORE)


def drawn(table: Table, model: Model, points: Sequence[Point], left: float) -> list[float]:
    """How well each of some places serves what a model is to do; the best of its errands counts."""
    todo, low = errands(table, model, left), level(table, model)
    if not todo:
        return [0.0] * len(points)
    return [max(_served(errand, at, low) for errand in todo) for at in points]


def _served(errand: Errand, at: Point, low: int) -> float:
    there = errand.depth in (None, low)
    if errand.house is not None:
        if errand.house.holds(at, low):
            far = hypot(at[0] - errand.at[0], at[1] - errand.at[1]) if errand.radius else 0.0
        else:
            far, there = 1.0 + errand.house.way_in(at, errand.at), False
    elif errand.edge is not None:
        far = shapes.point_gap(at[0], at[1], *errand.edge)
    else:
        far = hypot(at[0] - errand.at[0], at[1] - errand.at[1])
    far = max(0.0, far - errand.radius)
    if far <= 0 and there:
        return errand.worth
    sunk = SUNK * abs(low - errand.depth) if errand.depth is not None else 0.0
    return errand.worth * max(0.0, ON_THE_WAY * (1.0 - far / FAR) - sunk)


def _ways_in(table: Table, side: Side) -> Sequence[Point]:
    """Where the hull can be tried by whoever acts, or the openings once there are some."""
    house = structure(table)
    if house is None:
        return ()
    if breached(table):
        return thresholds(house)
    who = next((m for m in table.squad(side) if ACTING in m.tokens), None)
    if who is None:
        return ()
    at = place(who)
    beside = [hull.beside(at, who.radius) for hull in house.hulls]
    doors = [hull.beside(at, who.radius) for hull in house.hulls if hull.door]
    beside.sort(key=lambda p: hypot(p[0] - at[0], p[1] - at[1]))
    return [*beside[:NEAREST], *doors]


def spots(table: Table, side: Side) -> Sequence[Goal]:
    """Places that should come to mind; what they are worth depends on who goes there."""
    middle = (table.terrain.width / 2, table.terrain.height / 2)
    found = [Goal(place(m), HINT, m.radius + TOUCH) for m in lying(table)]
    what = scenario(table)
    if not table.tokens(TABLE, GAME_TURN):  # Nobody knows yet where the enemy will be, but it will come this way.
        found.append(Goal(middle, 1.0, 0.0))
    elif what in ("conquer", "survival", "breach"):
        found.append(Goal(middle, HINT, stick(table, SHORT)))
        found += [Goal(at, HINT, 0.0) for at in _ways_in(table, side)] if what == "breach" else []
    altar = table.models.get(f"{table.other(side)}-altar")
    if altar is not None and altar.at is not None:
        found.append(Goal(altar.at, HINT, altar.radius + TOUCH))
    return tuple(found)
