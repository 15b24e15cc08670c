"""What a scenario asks of each model: where it should be, and how much nearer it is to that by standing somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from sightline.core.mind import Goal
from sightline.core.table import TABLE, Model, Point, Side, Table
from sightline.games.deepwars.catalog import TOUCH
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ground import DOOR, features
from sightline.games.deepwars.measure import LONG, MEDIUM, SHORT, level, place, stick
from sightline.games.deepwars.moving import own_edge
from sightline.games.deepwars.questions import ITEMS, Doing
from sightline.games.deepwars.scoring import scenario
from sightline.games.deepwars.tokens import CORE, FIRST_BREACH, GAME_TURN, LOAD, PERSONALITY
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
OPENED, WAITING_INSIDE = 1.5, 1.0
"""What it is worth to be at the door of a structure, and what inside it."""
A_TURN = 0.35
"""What a place that scores with every Game Turn is worth for each of those to come: it has to be held."""
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
        yield Errand(middle, stick(table, LONG), 1.0)
    elif what == "breach":
        yield from _inside(table, middle)
    elif what == "capture":
        altar = table.models.get(f"{table.other(side)}-altar")
        if altar is not None and altar.at is not None:
            yield Errand(altar.at, altar.radius + stick(table, SHORT), 1.0 + A_TURN * TURNS * left)
    if lying(table) and room(model) > 0 and not loads(model) and EFFECTS.allows(table, Doing(model.id, ITEMS)):
        yield from _finds(table, model)


def _inside(table: Table, middle: Point) -> Iterator[Errand]:
    """The doors, as long as nobody has made an opening; then the inside."""
    if any(table.tokens(side, FIRST_BREACH) for side in table.sides):
        yield Errand(middle, stick(table, SHORT), WAITING_INSIDE)
        return
    for f in features(table.terrain):
        if DOOR in f.traits:
            xs, ys = zip(*f.polygon, strict=True)
            yield Errand((sum(xs) / len(xs), sum(ys) / len(ys)), 1.0, OPENED)


def _finds(table: Table, model: Model) -> Iterator[Errand]:
    """Treasure that no friend with a free hand is nearer to."""
    here = place(model)
    rivals = [place(m) for m in table.squad(model.side) if m.id != model.id and not loads(m)]
    for thing in lying(table):
        at = place(thing)
        own = hypot(at[0] - here[0], at[1] - here[1])
        if all(hypot(at[0] - x, at[1] - y) >= own for x, y in rivals):
            yield Errand(at, model.radius + thing.radius + TOUCH, FIND, level(table, thing))


def drawn(table: Table, model: Model, points: Sequence[Point], left: float) -> list[float]:
    """How well each of some places serves what a model is to do; the best of its errands counts."""
    todo, low = errands(table, model, left), level(table, model)
    if not todo:
        return [0.0] * len(points)
    return [max(_served(errand, at, low) for errand in todo) for at in points]


def _served(errand: Errand, at: Point, low: int) -> float:
    far = max(0.0, hypot(at[0] - errand.at[0], at[1] - errand.at[1]) - errand.radius)
    if far <= 0 and errand.depth in (None, low):
        return errand.worth
    sunk = SUNK * abs(low - errand.depth) if errand.depth is not None else 0.0
    return errand.worth * max(0.0, ON_THE_WAY * (1.0 - far / FAR) - sunk)


def spots(table: Table, side: Side) -> Sequence[Goal]:
    """Places that should come to mind; what they are worth depends on who goes there."""
    middle = (table.terrain.width / 2, table.terrain.height / 2)
    found = [Goal(place(m), HINT, m.radius + TOUCH) for m in lying(table)]
    what = scenario(table)
    if not table.tokens(TABLE, GAME_TURN):  # Nobody knows yet where the enemy will be, but it will come this way.
        found.append(Goal(middle, 1.0, 0.0))
    elif what in ("conquer", "survival", "breach"):
        found.append(Goal(middle, HINT, stick(table, SHORT)))
        found += [Goal(e.at, HINT, 0.0) for e in _inside(table, middle) if what == "breach"]
    altar = table.models.get(f"{table.other(side)}-altar")
    if altar is not None and altar.at is not None:
        found.append(Goal(altar.at, HINT, altar.radius + TOUCH))
    return tuple(found)
