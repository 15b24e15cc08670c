"""Whole ways on a battlefield with heights: along given points, around what is in the way, into contact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.table import Model, Point, Table, spot
from sightline.games.xenotactics.catalog import LEVEL, SLACK, TOUCH
from sightline.games.xenotactics.ground import GROUND, Feature, features, floor_at, level_at, with_trait
from sightline.games.xenotactics.legs import (
    Leg,
    Way,
    climb,
    is_above,
    leaves,
    obstacles,
    over_rifts,
    price,
    straight,
    walk,
)
from sightline.games.xenotactics.measure import place, touching
from sightline.games.xenotactics.standing import gap_at, keep_clear, spot_fault, standing_fault, way_fault

# ------------------------------------------------------------------ whole ways


def through(table: Table, model: Model, points: Sequence[Point], *, drop: bool) -> Way | Refusal:
    """A way along the points somebody gave."""
    found: Way = []
    for a, b in pairwise(points):
        legs = straight(table, model, a, b, drop=drop)
        if isinstance(legs, Refusal):
            return legs
        found.extend(legs)
    return brushing(table, model, found, points[-1]) or found


def brushing(table: Table, model: Model, way: Sequence[Leg], end: Point) -> Refusal | None:
    """Why a way may not be gone: it comes too near to an enemy that is not charged (XT-MOV-03)."""
    for leg in way:
        refusal, above = None, round(leg.height / LEVEL) if leg.kind == "jump" else 0
        if leg.kind in ("walk", "jump") and len(leg.path) > 1:
            refusal = way_fault(table, model, leg.path, end, above)
        lands = above > level_at(table.terrain, leg.end) if above else leg.kind == "climb" and leg.path[0] != leg.end
        if refusal is None and lands:
            refusal = spot_fault(table, model, leg.end, end)
        if refusal is not None:
            return refusal
    return None


def shortest(table: Table, model: Model, to: Point, *, drop: bool, limit: float) -> Way | Refusal:
    """The way a model would take to a spot: straight if it can, else around, up or down; within a limit it is quick.

    A rift on the way is jumped only where going around it takes more inches.
    A move is judged when it is declared, again when it is made, and then gone: its way is looked for once.
    """
    a = place(model)
    key = ("straight", model.id, a, to, drop)
    found: Way | Refusal | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = through(table, model, (a, to), drop=drop)
    if a == to or not (isinstance(found, Refusal) or any(leg.over for leg in found)):
        return found
    farther = (*key, limit)
    best: Way | Refusal | None = table.memo.get(farther)
    if best is None:
        bent = cheapest(table, model, a, to, drop=drop, limit=limit)
        jumps = not isinstance(found, Refusal) and (bent is None or price(found) < price(bent))
        best = table.memo[farther] = found if jumps or bent is None else bent
    return best


def cheapest(table: Table, model: Model, a: Point, to: Point, *, drop: bool, limit: float) -> Way | None:
    """The way that takes the fewest inches, of those that are not straight; None if there is none."""
    best: Way | None = None
    for way in detours(table, model, a, to, drop=drop, limit=limit):
        if (best is None or price(way) < price(best)) and brushing(table, model, way, to) is None:
            best = way
    return best


def detours(table: Table, model: Model, a: Point, to: Point, *, drop: bool, limit: float) -> Iterator[Way]:
    """Ways that are not straight: around what is in the way, or over the edges of the pieces they lead onto or off."""
    start, goal = floor_at(table.terrain, a), floor_at(table.terrain, to)
    if start == goal:
        walked = around(table, model, a, to, to, limit)
        if walked is not None:
            yield [walked]
        return
    if goal != GROUND:
        piece = features(table.terrain)[goal]
        for foot, top in faces(table, model, piece, to):
            before = None if foot == a else around(table, model, a, foot, to, limit)
            up = climb(table, model, foot, top, piece)
            if start != GROUND or (before is None and foot != a) or isinstance(up, Refusal):
                continue
            after = stroll(table, model, top, to, to, limit)
            if after is not None:
                yield [*([before] if before is not None else []), *up, *after]
        return
    piece = features(table.terrain)[start]
    for foot, top in faces(table, model, piece, a):
        down = climb(table, model, foot, top, piece)
        after_foot = around(table, model, foot, to, to, limit) if foot != to else None
        if isinstance(down, Refusal) or (after_foot is None and foot != to):
            continue
        before_edge = stroll(table, model, a, top, to, limit)
        if before_edge is None:
            continue
        falls = Leg("drop", (top, foot), 0.0, down[0].height)
        climbs = replace(down[0], path=(top, foot))
        yield [*before_edge, falls if drop else climbs, *([after_foot] if after_foot else [])]


def around(table: Table, model: Model, a: Point, b: Point, end: Point, limit: float) -> Leg | None:
    """The shortest walk on one floor around everything in the way."""
    floor = floor_at(table.terrain, a)
    discs = keep_clear(table, model, floor, end)
    for rifts in (True, False):
        found = obstacles(table.terrain, floor, rifts=rifts).path(*a, *b, model.radius, limit + SLACK, discs)
        if found is None:
            continue
        total, points = found
        path = (a, *(spot(x, y) for x, y in points[1:-1]), b)
        if not any(leg.kind == "jump" for p, q in pairwise(path) for leg in over_rifts(table, p, q)):
            return Leg("walk", path, total)
    return None


def stroll(table: Table, model: Model, a: Point, b: Point, end: Point, limit: float) -> Way | None:
    """A walk on one floor between two of its spots, straight or around whoever is in the way; None if there is none."""
    if a == b:
        return []
    plain = walk(table, model, a, b)
    if not isinstance(plain, Refusal) and all(leg.kind == "walk" for leg in plain):
        return plain
    bent, floor = around(table, model, a, b, end, limit), floor_at(table.terrain, a)
    if bent is None or any(leaves(table.terrain, floor, p, q) for p, q in pairwise(bent.path)):
        return None
    return [bent]


def faces(table: Table, model: Model, piece: Feature, near: Point) -> Iterator[tuple[Point, Point]]:
    """Where a face may be climbed: for each side of the piece the foot and the edge above it, opposite a spot."""
    polygon = piece.polygon
    turn = 1.0 if _counter_clockwise(polygon) else -1.0
    ladders = [f.centre for f in with_trait(table.terrain, "ladder") if piece.depth(*f.centre) <= 1.0]
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        side = hypot(bx - ax, by - ay)
        if side <= 2 * SLACK:
            continue
        nx, ny = turn * (by - ay) / side, turn * (ax - bx) / side
        for x, y in (near, *ladders):
            t = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (side * side)))
            ex, ey = ax + t * (bx - ax), ay + t * (by - ay)
            out = model.radius + TOUCH / 2
            foot, top = spot(ex + out * nx, ey + out * ny), spot(ex - TOUCH * nx, ey - TOUCH * ny)
            if piece.holds(*near) and piece.rim(*near) <= 2 * model.radius and is_above(model, foot, near):
                top = near
            if piece.holds(*top) and not any(standing_fault(table, model, at) for at in (foot, top)):
                yield foot, top


def _counter_clockwise(polygon: Sequence[Point]) -> bool:
    total = 0.0
    for i in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[i]
        total += ax * by - bx * ay
    return total > 0


# ------------------------------------------------------------------ into contact


def contact_spot(
    table: Table, model: Model, other: Model, limit: float, *, drop: bool = False
) -> tuple[Point, Way] | None:
    """Where a model would come to touch another by the shortest way; None if it cannot get there."""
    key = ("contact spot", model.id, model.at, other.id, limit, drop)
    if key not in table.memo:
        table.memo[key] = _contact_spot(table, model, other, limit, drop=drop)
    found: tuple[Point, Way] | None = table.memo[key]
    return found


def _contact_spot(table: Table, model: Model, other: Model, limit: float, *, drop: bool) -> tuple[Point, Way] | None:
    a, (ox, oy) = place(model), place(other)
    reach = model.radius + other.radius + 1 / 512
    far = hypot(ox - a[0], oy - a[1])
    if far <= reach and touching(table, model, other):
        return a, []
    if not far:
        return None
    turns = [(a[0] - ox) / far, (a[1] - oy) / far]
    best: tuple[Point, Way] | None = None
    for cosine, sine in _twelve:
        ux, uy = turns[0] * cosine - turns[1] * sine, turns[0] * sine + turns[1] * cosine
        at = spot(ox + reach * ux, oy + reach * uy)
        if not 0.0 <= gap_at(model, at, other) <= TOUCH or standing_fault(table, model, at) is not None:
            continue
        if not touching(table, replace(model, at=at), other):
            continue
        way = shortest(table, model, at, drop=drop, limit=limit)
        if not isinstance(way, Refusal) and price(way) <= limit + SLACK:
            if best is None or price(way) < price(best[1]) - SLACK:
                best = (at, way)
            if len(way) == 1 and len(way[0].path) == 2:
                return best
    return best


_twelve = tuple(
    (c, s)
    for c, s in (
        (1.0, 0.0),
        (0.8660254037844387, 0.5),
        (0.8660254037844387, -0.5),
        (0.5, 0.8660254037844386),
        (0.5, -0.8660254037844386),
        (0.0, 1.0),
        (0.0, -1.0),
        (-0.5, 0.8660254037844386),
        (-0.5, -0.8660254037844386),
        (-1.0, 0.0),
    )
)
