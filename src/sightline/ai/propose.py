"""Candidates for every kind of slot: of the many answers a continuous table allows, those that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import cos, hypot, pi, prod, sin, sqrt
from random import Random
from typing import Any

from msgspec.structs import replace

from sightline.ai.field import Field
from sightline.core import sight
from sightline.core.decisions import Action, Count, Offer, Pick, Picks, Route, Slot, Split, Spot, offered
from sightline.core.kernel import Ground
from sightline.core.match import Match
from sightline.core.mind import Unit
from sightline.core.table import Model, Piece, Point, Table, Terrain, spot

HAIR = 0.01
"""How far within a limit one stays, so that rounding takes nobody across it."""
CLOSE = 1.5
"""Spots nearer to each other than this are one to an area."""
WIDE = 10
"""Who proposes so many places looks for the edges of sight among them."""
ROUND = 16
"""Places on a circle from which it is looked where sight begins."""
HALVINGS = 3
"""How often the way between seen and unseen is halved."""
NEAR = 5
"""Places tried around one that is good."""
CLOSER = (1.0, 0.25)
"""Inches between the places of a zone that are looked at one by one, at first and in the end."""
MOST = 240
"""Answers that come to mind to one offer at most."""


# ------------------------------------------------------------------ anything legal


def some(table: Table, slot: Slot, rng: Random) -> Any:
    """One value for a slot, drawn at random."""
    match slot:
        case Pick(options):
            return options[int(rng.random() * len(options))]
        case Picks(options, least, most):
            count = least + int(rng.random() * (most - least + 1))
            pool = list(options)
            return tuple(sorted(pool.pop(int(rng.random() * len(pool))) for _ in range(count)))
        case Spot():
            return somewhere(table, slot, rng)
        case Route(actor, limit):
            model = table.models[actor]
            assert model.at is not None
            return in_disc(model.at, limit, rng)
        case Count(least, most):
            return least + int(rng.random() * (most - least + 1))
        case Split(total, among):
            return divide(total, among, rng)


def somewhere(table: Table, slot: Spot, rng: Random) -> Point:
    """A spot in a zone, or within reach of a model and on the mat."""
    if slot.zone:
        (ax, ay), (bx, by), (cx, cy) = triangle(slot.zone, rng)
        u, v = rng.random(), rng.random()
        if u + v > 1:
            u, v = 1 - u, 1 - v
        return spot(ax + u * (bx - ax) + v * (cx - ax), ay + u * (by - ay) + v * (cy - ay))
    assert slot.actor is not None
    model = table.models[slot.actor]
    assert model.at is not None
    x, y = in_disc(model.at, slot.reach + model.radius, rng)
    return spot(min(max(x, 0.0), table.terrain.width), min(max(y, 0.0), table.terrain.height))


def triangle(zone: Sequence[Point], rng: Random) -> Sequence[Point]:
    """A triangle of a zone, the larger the likelier."""
    if len(zone) == 3:
        return zone
    (ax, ay), *others = zone
    fan = [((ax, ay), b, c) for b, c in pairwise(others)]
    areas = [abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) for _, (bx, by), (cx, cy) in fan]
    draw = rng.random() * sum(areas)
    for corners, area in zip(fan, areas, strict=True):
        draw -= area
        if draw < 0:
            return corners
    return fan[-1]


def in_disc(centre: Point, radius: float, rng: Random) -> Point:
    """A point of a disc, every part of it equally likely."""
    angle, far = 2 * pi * rng.random(), radius * sqrt(rng.random())
    return spot(centre[0] + far * cos(angle), centre[1] + far * sin(angle))


def divide(total: int, among: tuple[str, ...], rng: Random) -> dict[str, int]:
    """All dice on one target, or one by one at random."""
    if rng.random() < 0.5:
        return {among[int(rng.random() * len(among))]: total}
    found: dict[str, int] = {}
    for _ in range(total):
        target = among[int(rng.random() * len(among))]
        found[target] = found.get(target, 0) + 1
    return found


def breadth(slots: Mapping[str, Slot]) -> int:
    """Roughly how many different answers an offer stands for."""
    wide = 1
    for slot in slots.values():
        match slot:
            case Pick(options):
                wide *= len(options)
            case Split(_, among):
                wide *= len(among)
            case Spot() | Route():
                wide *= 8
            case _:
                wide *= 2
    return wide


def filled(match: Match, offer: Offer, slots: Mapping[str, Slot], rng: Random) -> Action:
    """An action that takes up an offer, its open fields drawn at random."""
    table = match.table
    return offer.action(**offer.given, **{field: some(table, slot, rng) for field, slot in slots.items()})


def anything(match: Match) -> Action:
    """What is legal where chance has found nothing: the default, staying where one is, or any place in a zone."""
    found = match.decision.default or where_it_stands(match) or anywhere_in_a_zone(match)
    if found is None:
        raise RuntimeError(f"no legal answer to {match.decision.rule} found")
    return found


def where_it_stands(match: Match) -> Action | None:
    """A legal answer of somebody who goes nowhere, if there is one: in a crowd no other may be found by chance."""
    for offer in match.decision.offers:
        slots = match.slots(offer)
        if not slots or not all(isinstance(slot, Route) for slot in slots.values()):
            continue
        models = match.table.models
        stay = {field: models[slot.actor].at for field, slot in slots.items() if isinstance(slot, Route)}
        action = offer.action(**offer.given, **stay)
        if match.refusal(action) is None:
            return action
    return None


def anywhere_in_a_zone(match: Match) -> Action | None:
    """The first legal answer that puts somebody down in a zone, looked for inch by inch and then closer.

    Where nearly all of a zone is taken, chance may not find what is left.
    """
    for offer in match.decision.offers:
        slots = match.slots(offer)
        zones = {field: slot.zone for field, slot in slots.items() if isinstance(slot, Spot) and slot.zone}
        rest = {field: slot.options for field, slot in slots.items() if isinstance(slot, Pick)}
        if len(zones) != 1 or len(slots) != 1 + len(rest):
            continue
        ((field, zone),) = zones.items()
        for step in CLOSER:
            for chosen in product(*rest.values()):
                for at in lattice(zone, step):
                    action = offer.action(**offer.given, **dict(zip(rest, chosen, strict=True)), **{field: at})
                    if match.refusal(action) is None:
                        return action
    return None


def lattice(zone: Sequence[Point], step: float) -> Iterator[Point]:
    """Points so far from each other over the whole of a zone, and where it is no rectangle beyond it."""
    left, right = min(x for x, _ in zone), max(x for x, _ in zone)
    low, high = min(y for _, y in zone), max(y for _, y in zone)
    for row in range(int((high - low) / step) + 1):
        for column in range(int((right - left) / step) + 1):
            yield spot(left + column * step, low + row * step)


# ------------------------------------------------------------------ what matters


class Proposals:
    """Candidates for the slots of one decision; `width` says how many places are looked at."""

    def __init__(self, match: Match, field: Field, rng: Random, width: int) -> None:
        self.match = match
        self.table = match.table
        self.field = field
        self.rng = rng
        self.width = width

    def actions(self, offer: Offer) -> list[Action]:
        """Actions that take up an offer."""
        slots = self.match.slots(offer)
        if not slots:
            return [offer.action(**offer.given)]
        values = [self.values(slot) for slot in slots.values()]
        # Several open fields multiply: of too many answers some are drawn.
        while prod(map(len, values)) > MOST:
            longest = max(range(len(values)), key=lambda n: len(values[n]))
            values[longest] = self.rng.sample(values[longest], len(values[longest]) // 2)
        if len(slots) == 1:
            (field,), (chosen,) = slots, values
            return [offer.action(**offer.given, **{field: value}) for value in chosen]
        return [offer.action(**offer.given, **dict(zip(slots, chosen, strict=True))) for chosen in product(*values)]

    def values(self, slot: Slot) -> list[Any]:
        """Values for a slot."""
        match slot:
            case Pick(options):
                return list(options)
            case Picks(options, least, most):
                return [options[:count] for count in range(least, most + 1)]
            case Count(least, most):
                return list(range(least, most + 1)) if most - least < 8 else [least, (least + most) // 2, most]
            case Split(total, among):
                return self.splits(total, among)
            case Route():
                return list(self.ways(slot))
            case Spot(zone=()):
                return [*self.crowded(slot), *(some(self.table, slot, self.rng) for _ in range(2))]
            case Spot():
                return [self._in_zone(slot) for _ in range(self.width)]

    def splits(self, total: int, among: Sequence[str]) -> list[dict[str, int]]:
        """All on one; and if somebody needs only a part of it to fall, the rest on another."""
        found = [{target: total} for target in among]
        if total > 1 and len(among) > 1:
            units = {u.id: u for u in self.field.foes}
            weak = sorted((units[t] for t in among if t in units and units[t].life > 0), key=lambda u: u.life)
            for one in weak[:2]:
                for other in among:
                    if other != one.id:
                        half = (total + 1) // 2
                        found.append({one.id: half, other: total - half})
        return found

    def near(self, action: Action, apart: float) -> list[Action]:
        """The same action, but so far to either side of where it goes; nothing for one that goes nowhere."""
        offer = offered(self.match.decision, action)
        found: list[Action] = []
        for field, slot in (self.match.slots(offer) if offer is not None else {}).items():
            at = getattr(action, field)
            if isinstance(slot, Route | Spot) and at is not None:
                x, y = at
                turn = 2 * pi * self.rng.random()
                for n in range(NEAR):
                    angle = turn + 2 * pi * n / NEAR
                    found.append(replace(action, **{field: spot(x + apart * cos(angle), y + apart * sin(angle))}))
        return found

    # ------------------------------------------------------------------ ways

    def ways(self, slot: Route) -> list[Point]:
        """Where to go: into contact, to an edge of range or sight, behind corners, away, to goals, anywhere."""
        table, rng = self.table, self.rng
        model = table.models[slot.actor]
        assert model.at is not None
        unit = self.field.mind.unit(table, model)
        limit = slot.limit
        points = [*self._towards(unit, limit), *self._goals(unit, limit)]
        x0, y0 = unit.x, unit.y
        nooks = [
            (x, y) for x, y in self._nooks(model.radius) if abs(x - x0) <= limit and hypot(x - x0, y - y0) <= limit
        ]
        if len(nooks) > self.width:
            nooks = rng.sample(nooks, self.width)
        points += nooks
        if self.width >= WIDE:
            points += self._lookouts(unit, limit)
        points += [in_disc(model.at, limit - HAIR, rng) for _ in range(max(2, self.width // 2))]
        return [*self._standable(model, points), model.at]

    def _nooks(self, radius: float) -> Sequence[Point]:
        return hiding(self.table.terrain, self.field.mind.ground(self.table), radius, self.field.mind.nook)

    def _standable(self, model: Model, points: Sequence[Point]) -> list[Point]:
        """Those of some points where a base may stand, each once."""
        ground = self.field.mind.ground(self.table)
        _, bases = sight.bases(self.table, model.id)
        at = model.at
        free = ground.free
        return [p for p in dict.fromkeys(points) if p != at and free(p[0], p[1], model.radius, bases)]

    def _towards(self, unit: Unit, limit: float) -> list[Point]:
        """Nearer to each enemy, as far as it serves: to touch it, or to have it in range; and away from the nearest."""
        foes = sorted(self.field.foes, key=lambda f: hypot(f.x - unit.x, f.y - unit.y))[: max(2, self.width // 3)]
        reaches = {arm.reach for arm in unit.arms}
        found: list[Point] = []
        for n, f in enumerate(foes):
            dx, dy = f.x - unit.x, f.y - unit.y
            apart = hypot(dx, dy) or 1.0
            gap = apart - unit.radius - f.radius
            ways = {min(limit - HAIR, gap - HAIR)}
            ways |= {gap - r + HAIR for r in reaches if 0 < gap - r + HAIR < limit}
            if n == 0:
                ways.add(HAIR - limit)
            found += [spot(unit.x + dx / apart * way, unit.y + dy / apart * way) for way in ways]
            if gap - HAIR < limit:
                # Touching it from the sides, where the straight way is taken.
                side = unit.radius + f.radius + HAIR
                for turn in (0.9, -0.9):
                    angle = (dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn))
                    found.append(spot(f.x - angle[0] / apart * side, f.y - angle[1] / apart * side))
        return found

    def _lookouts(self, unit: Unit, limit: float) -> list[Point]:
        """Where few enemies have a line to one: the edges of sight around it, and what shows it to the fewest."""
        turn = 2 * pi * self.rng.random() / ROUND
        angles = [turn + 2 * pi * n / ROUND for n in range(ROUND + 1)]
        edges: list[Point] = []
        shown: list[tuple[int, float, Point]] = []
        for far in (limit / 2, limit - HAIR):
            ring = [(unit.x + far * cos(a), unit.y + far * sin(a)) for a in angles]
            seen = self._seen_by(unit, ring)
            # Of each border the end where fewer see it comes first.
            borders = [
                (a, b, s) if s < t else (b, a, t)
                for (a, s), (b, t) in pairwise(zip(angles, seen, strict=True))
                if s is not None and t is not None and s != t
            ]
            for _ in range(HALVINGS):
                halves = [(a + b) / 2 for a, b, _ in borders]
                now = self._seen_by(unit, [(unit.x + far * cos(h), unit.y + far * sin(h)) for h in halves])
                borders = [
                    (h, b, fewer) if count <= fewer else (a, h, fewer)
                    for (a, b, fewer), h, count in zip(borders, halves, now, strict=True)
                    if count is not None
                ]
            edges += [spot(unit.x + far * cos(a), unit.y + far * sin(a)) for one in borders for a in one[:2]]
            shown += [
                (s, self._nearest(x, y), spot(x, y)) for s, (x, y) in zip(seen, ring, strict=True) if s is not None
            ]
        fewest = [at for _, _, at in sorted(shown)[: self.width // 4]]
        return [*fewest, *self.rng.sample(edges, min(len(edges), self.width // 2))]

    def _seen_by(self, unit: Unit, points: Sequence[Point]) -> list[int | None]:
        """By how many enemies a unit would be seen at each of these places; None where it cannot stand."""
        mind, table = self.field.mind, self.table
        ground = mind.ground(table)
        free = [n for n, (x, y) in enumerate(points) if ground.free(x, y, unit.radius)]
        found: list[int | None] = [None] * len(points)
        discs = [(f.x, f.y, f.radius) for f in self.field.foes if f.life > 0]
        _, seen = mind.scene(table, unit.radius).exposure([points[n] for n in free], unit.radius, discs)
        for n, shares in zip(free, seen, strict=True):
            found[n] = sum(share > 0 for share in shares)
        return found

    def _nearest(self, x: float, y: float) -> float:
        return min((hypot(f.x - x, f.y - y) for f in self.field.foes if f.life > 0), default=0.0)

    def _goals(self, unit: Unit, limit: float) -> list[Point]:
        found = []
        for goal in self.field.mind.goals(self.table, self.field.side):
            dx, dy = goal.at[0] - unit.x, goal.at[1] - unit.y
            apart = hypot(dx, dy)
            if apart > HAIR:
                way = min(limit - HAIR, apart)
                found.append(spot(unit.x + dx / apart * way, unit.y + dy / apart * way))
        return found

    # ------------------------------------------------------------------ spots

    def crowded(self, slot: Spot) -> list[Point]:
        """The spots within reach where somebody stands, one of those that lie close together, and between two."""
        actor = self.table.models[slot.actor] if slot.actor is not None else None
        if actor is None or actor.at is None:
            return []
        far = slot.reach + actor.radius
        x0, y0 = actor.at
        kept: list[Point] = []
        for id in self.table.standing():
            at = self.table.models[id].at
            if at is not None and hypot(at[0] - x0, at[1] - y0) <= far:
                if all(hypot(at[0] - x, at[1] - y) > CLOSE for x, y in kept):
                    kept.append(at)
            elif at is not None and hypot(at[0] - x0, at[1] - y0) - far <= slot.radius:
                way = (far - HAIR) / hypot(at[0] - x0, at[1] - y0)
                kept.append(spot(x0 + (at[0] - x0) * way, y0 + (at[1] - y0) * way))
        between = [
            spot((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            for n, a in enumerate(kept[:6])
            for b in kept[n + 1 : 6]
            if hypot(a[0] - b[0], a[1] - b[1]) <= 2 * slot.radius
        ]
        return [*kept, *between[: self.width]]

    def _in_zone(self, slot: Spot) -> Point:
        return somewhere(self.table, slot, self.rng)


def hiding(terrain: Terrain, ground: Ground, radius: float, nook: Callable[[Piece], float | None]) -> Sequence[Point]:
    """Places close behind the corners and sides of every piece, where a base of this size may hide."""
    key = ("hiding", radius)
    found: list[Point] | None = terrain.compiled.get(key)
    if found is None:
        found = []
        for piece in terrain.pieces:
            near, corners = nook(piece), piece.polygon
            if near is None:
                continue
            mx, my = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
            sides = [
                ((ax + bx) / 2, (ay + by) / 2)
                for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
            ]
            for x, y in (*corners, *sides):
                apart = hypot(x - mx, y - my) or 1.0
                for more in (radius + near, 1.5 * radius + near):
                    point = spot(x + (x - mx) / apart * more, y + (y - my) / apart * more)
                    if ground.free(*point, radius):
                        found.append(point)
                        break
        terrain.compiled[key] = found
    return found
