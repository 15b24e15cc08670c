"""A way for a model: the answers that would go it, stride by stride, or how far it is and why it may not be gone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot, inf
from typing import Any, NamedTuple

from msgspec import Struct

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Route
from sightline.core.events import Moved
from sightline.core.match import Match
from sightline.core.nearest import Legal, along, farthest_stop, length_of, nearest
from sightline.core.offers import waypoints
from sightline.core.screen import Way, standing_at
from sightline.core.table import ModelId, Point, RuleId, Table, spot

SLACK = 1e-6
FALLING_SHORT = 0.1
"""Inches a stride may fall short of its limit before a stop beside the way is looked for."""


class Leg(Struct, frozen=True):
    """A part of a way that is one stride."""

    name: str
    rule: RuleId
    length: float
    limit: float
    """How long it may be; 0 for what is beyond every stride."""
    cost: int
    path: tuple[Point, ...]


class Ways(Struct, frozen=True):
    """How a model would go where it is wanted, or as near as it may."""

    at: Point
    legs: tuple[Leg, ...]
    answers: tuple[Action, ...] = ()
    """What to play to go there; empty if this is only measured."""
    refusal: Refusal | None = None
    """Why it may not go just where it is wanted."""

    @property
    def used(self) -> float:
        """How long the way is."""
        return sum(leg.length for leg in self.legs)

    @property
    def left(self) -> float:
        """What is left of the strides it takes."""
        return max(0.0, sum(leg.limit for leg in self.legs) - self.used)


class Opening(NamedTuple):
    """An offer to go somewhere."""

    offer: Offer
    field: str
    via: str
    limit: float

    def action(self, to: Point, via: Sequence[Point]) -> Action:
        """The offer taken up."""
        fields: dict[str, Any] = {**self.offer.given, self.field: to}
        if via and self.via:
            fields[self.via] = tuple(via)
        return self.offer.action(**fields)


def plan(match: Match, model: ModelId, to: Point, via: Sequence[Point] = ()) -> Ways:
    """A way for a model of a match; if it may go now, with the answers that go it. The match stays as it is."""
    table = match.table
    start, to, via = table.models[model].at, spot(*to), [spot(*p) for p in via]
    if start is None:
        raise LookupError(f"{model} is not on the mat")
    if to == start and not via:
        return Ways(start, ())
    trial, answers = match.fork(), []
    if opening(trial, model) is None:
        first = turn_of(trial, model)
        if first is None:
            return measured(match, model, to, via)
        trial.play(first)
        answers.append(first)
    return Journey(trial, model, answers).plan(to, via)


# ------------------------------------------------------------------ what may be done


def opening(match: Match, model: ModelId) -> Opening | None:
    """The offer of the pending decision that lets a model go somewhere."""
    if isinstance(match.pending, Decision):
        for offer in match.pending.offers:
            if model not in offer.given.values():
                continue
            slots = match.slots(offer)
            for field, slot in slots.items():
                if isinstance(slot, Route) and slot.actor == model and len(slots) == 1:
                    return Opening(offer, field, waypoints(offer.action, field), slot.limit)
    return None


def turn_of(match: Match, model: ModelId) -> Action | None:
    """The answer that gives a model its turn, if after it the model may go somewhere."""
    if not isinstance(match.pending, Decision):
        return None
    for offer in match.pending.offers:
        slots = match.slots(offer)
        if len(slots) == 1:
            ((field, slot),) = slots.items()
            if isinstance(slot, Pick) and model in slot.options:
                action = offer.action(**offer.given, **{field: model})
                trial = match.fork()
                trial.play(action)
                if opening(trial, model) is not None:
                    return action
    return None


# ------------------------------------------------------------------ going


class Journey:
    """A model on its way, on a match that is only tried."""

    def __init__(self, trial: Match, model: ModelId, answers: Sequence[Action]) -> None:
        self.trial = trial
        self.model = model
        self.answers = list(answers)
        self.legs: list[Leg] = []

    @property
    def table(self) -> Table:
        """The table as it would lie."""
        return self.trial.table

    @property
    def at(self) -> Point:
        """Where the model would stand."""
        at = self.table.models[self.model].at
        assert at is not None
        return at

    def plan(self, to: Point, via: Sequence[Point]) -> Ways:
        """Go there if that is legal, or as near as may be."""
        screen = self.trial.game.screen
        refusal = screen.stands(self.table, self.model, to)
        if refusal is None:
            again = Journey(self.trial.fork(), self.model, self.answers)
            refusal = self.go(to, via)
            if refusal is not None and len(self.legs) > 1 and not via:
                # Whoever set out for somewhere it cannot get to may have spent strides in vain.
                held = again if again.go(self.at, ()) is None and len(again.legs) < len(self.legs) else self
                return held.found(refusal)
            if refusal is None or self.legs:
                return self.found(refusal)
        settled = self.settled(to)
        if settled is not None and settled != self.at:
            self.go(settled, () if screen.stands(self.table, self.model, to) is None else via)
        return self.found(refusal)

    def found(self, refusal: Refusal | None) -> Ways:
        """How far it came."""
        return Ways(self.at, tuple(self.legs), tuple(self.answers) if self.legs else (), refusal)

    def go(self, to: Point, via: Sequence[Point]) -> Refusal | None:
        """Stride after stride, each as far as it may be, until the spot is reached; a no if it is not."""
        while True:
            route = opening(self.trial, self.model)
            assert route is not None
            action = route.action(to, via)
            way = self.trial.game.screen.way(self.table, self.model, to, via)
            if isinstance(way, Refusal):
                return way
            if way.length <= route.limit + SLACK:
                refusal = self.trial.refusal(action)
                if refusal is None:
                    self.take(route, action)
                return refusal
            before = self.trial.fork()
            stop, passed = self.shortened(route, way, via)
            if stop is not None:
                self.take(route, route.action(stop, via[:passed]))
                via = via[passed:]
            if stop is None or opening(self.trial, self.model) is None:
                return before.refusal(action)

    def take(self, route: Opening, action: Action) -> None:
        """One stride."""
        game, table = self.trial.game, self.table
        name, cost = game.sayings.offer(table, route.offer), game.screen.cost(table, route.offer)
        moved = next(e for e in self.trial.play(action) if isinstance(e, Moved) and e.model == self.model)
        self.legs.append(Leg(name, route.offer.rule, moved.length, route.limit, cost, moved.path))
        self.answers.append(action)

    def shortened(self, route: Opening, way: Way, via: Sequence[Point]) -> tuple[Point | None, int]:
        """Where one stride of a longer way ends, and how many waypoints it passes."""
        passed = min(len(via), along(way.path, route.limit)[1] - 1) if via else 0
        quick = self.trial.game.screen.free(self.table, self.model, None if via else route.limit)

        def legal(point: Point) -> bool:
            # A lattice point may lie a hair's breadth behind the limit, and a book forgive it: nobody plans with that.
            near = quick(point) and self.distance(point, self.at, via[:passed]) <= route.limit + SLACK
            return near and self.trial.refusal(route.action(point, via[:passed])) is None

        stop = None if via else self.beside(quick, way, route.limit, farthest_stop(quick, way.path, route.limit))
        if stop is None or not legal(stop):
            stop = farthest_stop(legal, way.path, route.limit)
        return None if stop == self.at else stop, passed

    def beside(self, legal: Legal, way: Way, limit: float, stop: Point | None) -> Point | None:
        """A stop off the way, where one on it would fall well short because somebody stands there."""
        wanted, to = spot(*along(way.path, limit)[0]), way.path[-1]
        short = hypot(wanted[0] - stop[0], wanted[1] - stop[1]) if stop is not None else limit
        if short < FALLING_SHORT:
            return stop
        found = nearest(legal, wanted, short)
        if found is None or stop is None:
            return found or stop
        return min(stop, found, key=partial(self.distance, to))

    def distance(self, to: Point, start: Point, via: Sequence[Point] = ()) -> float:
        """How far it is from one spot to another."""
        table = standing_at(self.table, self.model, start)
        way = self.trial.game.screen.way(table, self.model, to, via)
        return inf if isinstance(way, Refusal) else way.length

    def settled(self, to: Point) -> Point | None:
        """The spot nearest to one that is wanted where the model could stand and get to."""
        screen, table, terrain = self.trial.game.screen, self.table, self.table.terrain
        free = screen.free(table, self.model)
        edge = table.models[self.model].radius
        wanted = (min(max(to[0], edge), terrain.width - edge), min(max(to[1], edge), terrain.height - edge))
        found = nearest(free, wanted)
        if found is not None and not isinstance(screen.way(table, self.model, found), Refusal):
            return found
        return self.on_the_line(to)

    def on_the_line(self, to: Point) -> Point | None:
        """The last spot straight towards the one that is wanted where the model could stand and get to."""
        screen, table = self.trial.game.screen, self.table
        free, steps = screen.free(table, self.model), 32
        (x0, y0), (x1, y1) = self.at, to
        for k in range(steps - 1, 0, -1):
            point = spot(x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps)
            if free(point) and not isinstance(screen.way(table, self.model, point), Refusal):
                return point
        return None


# ------------------------------------------------------------------ measuring


def measured(match: Match, model: ModelId, to: Point, via: Sequence[Point]) -> Ways:
    """How far it is, in the strides the model could make when its turn comes; nobody is asked for anything."""
    table, screen = match.table, match.game.screen
    refusal = screen.stands(table, model, to)
    way = screen.way(table, model, to, via)
    if isinstance(way, Refusal):
        start = table.models[model].at
        assert start is not None
        return Ways(start, (), (), refusal or way)
    legs, path, before = [], way.path, 0.0
    for stride in screen.strides(table, model, regions=False):
        if before >= way.length - SLACK:
            break
        limit = stride.limit - before
        first, path = split(path, limit)
        legs.append(Leg(stride.name, stride.rule, min(limit, way.length - before), limit, stride.cost, first))
        before = stride.limit
    if before < way.length - SLACK:
        legs.append(Leg("", "", way.length - before, 0.0, 0, path))
    return Ways(to, tuple(legs), (), refusal)


def split(path: tuple[Point, ...], distance: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A way in two, at a distance from its start."""
    if distance >= length_of(path):
        return path, path[-1:]
    point, passed = along(path, distance)
    return (*path[:passed], point), (point, *path[passed:])
