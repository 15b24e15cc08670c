"""What a scenario asks of each model: where it should be, and how much nearer it is to that by standing somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, dist, hypot, tanh
from typing import NamedTuple

from sightline.core.kernel import shapes
from sightline.core.mind import Goal
from sightline.core.table import TABLE, Model, ModelId, Point, Side, Table
from sightline.games.deepwars.catalog import TOUCH
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.exerting import BREAK, FORCE
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.measure import LONG, MEDIUM, SHORT, level, place, stick
from sightline.games.deepwars.questions import ITEMS, Doing
from sightline.games.deepwars.remembering import Remembered, alike, lineup
from sightline.games.deepwars.scoring import LAST, MOST_FINDS, guest, scenario
from sightline.games.deepwars.sides import altar_of, own_edge
from sightline.games.deepwars.storming import Structure, structure, thresholds
from sightline.games.deepwars.tokens import ACTING, CORE, FIRST_BREACH, GAME_TURN, LOAD, NO_MORE, PERSONALITY
from sightline.games.deepwars.treasure import finds, lying, room

FAR = 20.0
"""How far away treasure still draws somebody, in inches; what a scenario asks draws as strongly from everywhere."""
HINT = 0.02
"""What a spot is worth for itself, so that it comes to mind at all."""
ON_THE_WAY = 0.7
"""What being all but there counts of what being there is worth."""
FIND = 2.5
"""What a token of treasure is worth before anybody has looked at it: most are something, and the most finds count."""
CARRIED_HOME = 8.0
"""What a power core is worth to whoever carries it, in the hope to come home with it."""
OPENED = 0.6
"""What it is worth to be at the hull of a structure: nobody may lose by opening it."""
WAITING_INSIDE = 2.0
"""What it is worth to be inside."""
A_TURN = 1.0
"""What a place that scores with every Game Turn is worth for each of those to come: it has to be held."""
THERE = 0.5
"""The same where every model scores: whoever hurries there alone is lost."""
AT_THEIR_SIDE = 1.5
"""What it is worth to the others to be where personalities score: whoever comes to dispute it counts when it falls."""
PATIENT = 0.4
"""How much less a place that only counts at the end is worth at the beginning."""
NEAREST = 3
"""The parts of a hull that come to mind to somebody."""
TURNS = 8
"""The Game Turns of a battle, more or less."""
SURE, UNSURE = 0.5, 2.5
"""How many more than the enemy are a clear lead in the last Game Turn, and how many more than that in the first."""
LED = 0.25
"""What it is worth to a model to be within the reach of its Leader."""
ASTRAY = 12.0
"""How many inches beyond that reach one still strives for it."""
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
    find: float = 0.0
    """What it is worth to lay one's hands on it there."""


Find = tuple[Model, Structure | None]
"""Treasure, and what it lies in."""


class Way(NamedTuple):
    """What lies before a model that goes on an errand."""

    moves: int
    gain: float
    """What it is worth to have come there."""
    then: float
    """What one more action there is worth."""


NO_WAY = Way(0, 0.0, 0.0)


class Occasion(NamedTuple):
    """What the scenario asks of everybody depends on."""

    scenario: str
    begun: bool
    left: float
    opened: bool
    altars: tuple[Point | None, ...]


class Duty(NamedTuple):
    """What the scenario asks of a model where it stands."""

    todo: tuple[Errand, ...]
    nearest: Errand | None
    """The one it serves best."""
    served: float
    """How well."""
    far: float
    """The inches that are missing."""


_occasions: dict[Occasion, Occasion] = {}
_duties: Remembered[Duty] = Remembered()
_carried: Remembered[float] = Remembered()
_near: Remembered[float] = Remembered()
_hands: Remembered[bool] = Remembered()


def errands(table: Table, model: Model, left: float) -> Sequence[Errand]:
    """What the scenario has for a model to do, and treasure that is there for it to fetch."""
    key = ("errands", model.id)
    known: Sequence[Errand] | None = table.now.get(key)
    if known is None:
        known = table.now[key] = (*duty(table, model, left).todo, *_finds(table, model))
    return known


def occasion(table: Table, left: float) -> Occasion:
    """The occasion as the table lies: the very same as long as nothing of it has changed."""
    known: Occasion | None = table.now.get("occasion")
    if known is None:
        altars = (altar_of(table, side) for side in table.sides)
        found = Occasion(
            scenario(table),
            table.tokens(TABLE, GAME_TURN) > 0,
            left,
            breached(table),
            tuple(altar.at if altar is not None else None for altar in altars),
        )
        known = table.now["occasion"] = _occasions.setdefault(found, found)
    return known


def duty(table: Table, model: Model, left: float) -> Duty:
    """What the scenario asks of a model where it stands, remembered while neither it nor the occasion changes."""
    when = occasion(table, left)
    known = _duties.of(table, model, when)
    if known is None:
        todo, at, low = tuple(_errands(table, model, left)), place(model), level(table, model)
        nearest = max(todo, key=lambda e: _served(e, at, low), default=None)
        known = Duty(todo, None, 0.0, 0.0)
        if nearest is not None:
            known = Duty(todo, nearest, _served(nearest, at, low), _off(nearest, at, low)[0])
        _duties.keep(table, model, known, when)
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
    if what == "conquer":
        star = PERSONALITY in model.tokens
        yield Errand(middle, stick(table, MEDIUM), 1.0 + A_TURN * TURNS * left if star else AT_THEIR_SIDE)
    elif what == "survival":
        yield Errand(middle, stick(table, LONG), 1.5 * (1.0 - PATIENT * left))
    elif what == "breach":
        house = structure(table)
        if house is not None:
            yield from _inside(table, model, house)
    elif what == "capture":
        altar = altar_of(table, table.other(side))
        if altar is not None:
            yield Errand(place(altar), altar.radius + stick(table, SHORT), 1.0 + THERE * TURNS * left)


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


def leaning(table: Table, side: Side, left: float) -> float:
    """What is missing of a prize that goes to whoever has more in the end, while much of the battle is to come.

    One model more than the enemy is no sure prize in the first Game Turns, and the next one is worth something too.
    """
    other, what = table.other(side), scenario(table)
    if what == "skirmish":
        more, prize = sum(not guest(m) for m in table.squad(side)), LAST
        more -= sum(not guest(m) for m in table.squad(other))
    elif what == "salvage":
        more, prize = finds(table, side) - finds(table, other), MOST_FINDS
    else:
        return 0.0
    return prize * (tanh(more / (SURE + UNSURE * left)) - (more > 0) + (more < 0))


def rallied(table: Table, model: Model, points: Sequence[Point]) -> list[float]:
    """What places are worth for being in company: near the Leader (DW-ABL-37), or for it near the others."""
    squad: Sequence[Model] = () if "leader" in model.kit else leaders(table, model.side)
    if not squad and ("leader" in model.kit or not table.tokens(TABLE, GAME_TURN)):
        squad = [m for m in lineup(table, model.side) if m.id != model.id]
    if not squad or model.side not in table.sides:
        return [0.0] * len(points)
    near = stick(table, LONG) + model.radius
    spots = [place(m) for m in squad]
    return [
        LED * sum(max(0.0, 1.0 - max(0.0, hypot(x - a, y - b) - near) / ASTRAY) for a, b in spots) / len(spots)
        for x, y in points
    ]


def leaders(table: Table, side: Side) -> tuple[Model, ...]:
    """Those whom the others of a side keep near."""
    key = ("leaders", side)
    known: tuple[Model, ...] | None = table.now.get(key)
    if known is None:
        known = table.now[key] = alike(tuple(m for m in lineup(table, side) if "leader" in m.kit))
    return known


def company(table: Table, model: Model) -> float:
    """What its company is worth to a model where it stands."""
    near = leaders(table, model.side)
    if not near or "leader" in model.kit:
        return rallied(table, model, (place(model),))[0]
    known = _near.of(table, model, near)
    return _near.keep(table, model, rallied(table, model, (place(model),))[0], near) if known is None else known


def breached(table: Table) -> bool:
    """Whether somebody has made an opening."""
    return any(table.tokens(side, FIRST_BREACH) for side in table.sides)


def _finds(table: Table, model: Model) -> Iterator[Errand]:
    """The treasure that is for a model to fetch."""
    found = fetched(table, model.side).get(model.id) if model.side in table.sides else None
    if found is not None:
        yield _find(table, model, *found)


def fetched(table: Table, side: Side) -> Mapping[ModelId, Find]:
    """Who of a side goes for which treasure: each for one and each to one, the shortest ways first."""
    key = ("fetched", side)
    known: dict[ModelId, Find] | None = table.now.get(key)
    if known is None:
        known = table.now[key] = {}
        able = [m for m in lineup(table, side) if _free(table, m)] if lying(table) else []
        finds = list(_open_to_all(table)) if able else []
        ways = [(dist(place(m), place(found[0])), m.id, n) for m in able for n, found in enumerate(finds)]
        taken = set[int]()
        for _, id, n in sorted(ways):
            if id not in known and n not in taken:
                known[id] = finds[n]
                taken.add(n)
    return known


def _free(table: Table, model: Model) -> bool:
    """Whether a model goes for treasure: it has room for it, and hands to take it with."""
    if model.side not in table.sides or not table.tokens(TABLE, GAME_TURN):
        return False
    if table.borne.get(model.id):  # What lies on it comes and goes without it.
        return room(model) > 0 and EFFECTS.allows(table, Doing(model.id, ITEMS))
    known = _hands.of(table, model)
    if known is None:
        known = _hands.keep(table, model, room(model) > 0 and EFFECTS.allows(table, Doing(model.id, ITEMS)))
    return known


def _open_to_all(table: Table) -> Iterator[Find]:
    """Treasure that can be come to, and what it lies in."""
    house = structure(table) if scenario(table) == "breach" else None
    closed = house is not None and not breached(table)
    for thing in lying(table):
        within = house is not None and house.holds(place(thing), level(table, thing))
        if not (closed and within):
            yield thing, house if within else None


def _find(table: Table, model: Model, thing: Model, house: Structure | None) -> Errand:
    near = model.radius + thing.radius + TOUCH
    return Errand(place(thing), near, FIND, level(table, thing), house=house, find=FIND)


def pursued(table: Table, side: Side, left: float) -> float:
    """How well a side serves what it is to do: each model where it stands, and each treasure by whoever fetches it.

    Were treasure counted for each model, one that comes nearer would take it from a friend, and seem to lose by that.
    """
    total = 0.0
    for model in lineup(table, side):
        total += duty(table, model, left).served
        total += sum(_served(errand, place(model), level(table, model)) for errand in _finds(table, model))
    return total


def kept(table: Table, model: Model) -> float:
    """What somebody has found is worth as much to it as what it could find: else nobody would pick anything up."""
    if scenario(table) not in ("salvage", "breach"):
        return 0.0
    known = _carried.of(table, model)
    if known is None:
        known = _carried.keep(table, model, FIND * sum(n for what, n in loads(model).items() if what != CORE))
    return known


def drawn(table: Table, model: Model, points: Sequence[Point], left: float) -> list[float]:
    """How well each of some places serves what a model is to do: the best of its errands, and treasure beside."""
    todo, low = errands(table, model, left), level(table, model)
    if not todo:
        return [0.0] * len(points)
    kinds = [[e for e in todo if not e.find], [e for e in todo if e.find]]
    return [sum(max((_served(e, at, low) for e in kind), default=0.0) for kind in kinds) for at in points]


def _served(errand: Errand, at: Point, low: int) -> float:
    far, there = _off(errand, at, low)
    if far <= 0 and there:
        return errand.worth
    sunk = SUNK * abs(low - errand.depth) if errand.depth is not None else 0.0
    near = ON_THE_WAY * (1.0 - far / FAR) - sunk
    return errand.worth * (max(0.0, near) if errand.find else near)


def _off(errand: Errand, at: Point, low: int) -> tuple[float, bool]:
    """How many inches are missing, and whether nothing else is."""
    there = errand.depth in (None, low)
    if errand.house is not None:
        if errand.house.holds(at, low):
            far = hypot(at[0] - errand.at[0], at[1] - errand.at[1]) if errand.radius else 0.0
        else:
            house = errand.house
            far, there = 1.0 + (house.walk(at, errand.at) if errand.radius else house.way_in(at)), False
    elif errand.edge is not None:
        far = shapes.point_gap(at[0], at[1], *errand.edge)
    else:
        far = hypot(at[0] - errand.at[0], at[1] - errand.at[1])
    return max(0.0, far - errand.radius), there


def way(table: Table, model: Model, left: float, speed: float) -> Way:
    """How far a model is from what it is to do, and what it gains on the way and there."""
    _, errand, served, far = duty(table, model, left)
    at, low = place(model), level(table, model)
    for find in _finds(table, model):
        good = _served(find, at, low)
        if errand is None or good > served:
            errand, served, far = find, good, _off(find, at, low)[0]
    if errand is None:
        return NO_WAY
    moves = ceil(far / max(1.0, speed)) + (abs(low - errand.depth) if errand.depth is not None else 0)
    return Way(moves, errand.worth - served, errand.find)


def _ways_in(table: Table, side: Side) -> Sequence[Point]:
    """Where the hull can be tried by whoever acts, or the openings once there are some."""
    house = structure(table)
    if house is None:
        return ()
    who = next((m for m in table.squad(side) if ACTING in m.tokens), None)
    if breached(table):
        bend = house.corner(place(who), who.radius) if who is not None else None
        return [*thresholds(house), *([bend] if bend is not None else ())]
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
    altar = altar_of(table, table.other(side))
    if altar is not None:
        found.append(Goal(place(altar), HINT, altar.radius + TOUCH))
    return tuple(found)
