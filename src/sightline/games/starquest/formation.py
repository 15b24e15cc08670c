"""Units of several models on the move: who leads, who follows where, how they stay together (SQ-COH, SQ-AIU-08)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, inf, pi, sin

from msgspec.structs import replace

from sightline.core.table import Model, Point, Table, spot
from sightline.games.starquest.acting import allowance
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.ground import plane_at, scale
from sightline.games.starquest.harm import coherent, in_coherency
from sightline.games.starquest.measure import UnitId, gap, inches, members, place
from sightline.games.starquest.roads import (
    Road,
    breadth,
    crowd_fault,
    ground_fault,
    hindrances,
    overlap_fault,
    stop,
    walls,
)
from sightline.games.starquest.walking import hampered, minds, slowing, ways

SPOKES = 12
BESIDE = 0.3
"""How far from each other models of a unit walk."""
SHORTER = 0.5
"""By how much the leader's move is shortened at a time."""


def lead(table: Table, unit: UnitId, goal: Point) -> Model:
    """The model nearest to where a unit is going."""
    return min(members(table, unit), key=lambda m: hypot(place(m)[0] - goal[0], place(m)[1] - goal[1]))


def free(table: Table, model: Model, at: Point, taken: Sequence[tuple[Model, Point]]) -> bool:
    """Whether a model of a moving unit may end on a spot, beside those placed already."""
    if any(hypot(at[0] - x, at[1] - y) < model.radius + m.radius - SLACK for m, (x, y) in taken):
        return False
    own = [m.id for m in members(table, model.unit)]
    if ground_fault(table, model, at) is not None or overlap_fault(table, model, at, own) is not None:
        return False
    return crowd_fault(table, model, at) is None


def follow(table: Table, leader: Model, road: Road, deed: str, goal: Point | None = None) -> dict[str, Road]:
    """The ways of a whole unit: its leader goes a way, the others keep up as close to the destination as they can.

    The leader's way is shortened until all can keep up; who cannot at all moves as near as it can.
    """
    own = members(table, leader.unit)
    if len(own) == 1:
        return {leader.id: road}
    towards = goal or road.end
    cost = road.cost
    best: dict[str, Road] | None = None
    whole = in_coherency(table, own)
    if cost <= 0 and whole:
        return {}
    aims = (towards, hindmost(table, leader)) if whole else (towards,)  # Who hurries ahead may leave the last behind.
    while cost > 0 or cost == road.cost:  # Others may come up to a leader who stays.
        shorter = road if cost == road.cost else stop(table, road, cost, lambda at: free(table, leader, at, ()))
        if shorter is not None:
            for aim in aims:
                found, together = placed(table, leader, shorter, deed, aim)
                if together:
                    return found
                best = best or found
        cost -= SHORTER
    return in_step(table, leader, road, deed) if whole else best or {}


def in_step(table: Table, leader: Model, road: Road, deed: str) -> dict[str, Road]:
    """The ways of a unit that finds no other order on its way: each goes as far and to where its leader does."""
    own, (x, y), cost = members(table, leader.unit), place(leader), road.cost
    while cost > 0:
        shorter = stop(table, road, cost, lambda at: free(table, leader, at, ()))
        if shorter is None:
            break
        dx, dy = shorter.end[0] - x, shorter.end[1] - y
        ends = {m.id: spot(place(m)[0] + dx, place(m)[1] + dy) for m in own}
        if all(free(table, m, ends[m.id], ()) for m in own) and coherent([(m, ends[m.id]) for m in own], table):
            found = {m.id: one for m in own if (one := ways(table, m, ends[m.id], allowance(table, m, deed), deed))}
            slow = any(hampered(table, table.models[id], r.path) for id, r in found.items())
            most = inches(table, "difficult_cap") if slow else inf
            if len(found) == len(own) and all(r.cost <= most + SLACK for r in found.values()):
                return found
        cost -= SHORTER
    return {}


def hindmost(table: Table, leader: Model) -> Point:
    """Where the last of a unit stands."""
    return place(max(members(table, leader.unit), key=lambda m: gap(m, leader)))


def placed(
    table: Table, leader: Model, road: Road, deed: str, towards: Point, *, slowly: bool = False
) -> tuple[dict[str, Road], bool]:
    """The others one by one, nearest to the leader first; and whether they make a unit.

    Where some of them have to cross difficult ground all go slowly (SQ-TER-07).
    """
    end = road.end
    roads = {leader.id: road}
    taken: list[tuple[Model, Point]] = [(leader, end)]
    slow = slowly or hampered(table, leader, road.path)
    others = [m for m in members(table, leader.unit) if m.id != leader.id]
    for model in sorted(others, key=lambda m: gap(m, leader)):
        limit = allowance(table, model, deed)
        if slow:
            limit = min(limit, inches(table, "difficult_cap"))
        own = keep_up(table, model, taken, limit, deed, towards)
        roads[model.id] = own or Road((place(model),), 0.0)
        taken.append((model, roads[model.id].end))
    rough = any(hampered(table, table.models[id], r.path) for id, r in roads.items() if len(r.path) > 1)
    cap = inches(table, "difficult_cap")
    if rough and any(r.cost > cap + SLACK for r in roads.values()):
        again = not slowly and road.cost <= cap + SLACK
        return placed(table, leader, road, deed, towards, slowly=True) if again else (roads, False)
    return roads, coherent(taken, table)


def largest_part(table: Table, unit: UnitId) -> list[Model]:
    """The models of a scattered unit that are still linked with each other, the most of them (SQ-COH-02)."""
    left, best = list(members(table, unit)), list[Model]()
    while left:
        part = [left.pop(0)]
        for one in part:
            near = [m for m in left if coherent([(one, place(one)), (m, place(m))], table)]
            part += near
            left = [m for m in left if m not in near]
        best = max(best, part, key=len)
    return best


def rally(table: Table, unit: UnitId, deed: str, toward: Callable[[Model, Point], Road | None]) -> dict[str, Road]:
    """Everybody who was lost comes up to the largest part of the unit, or as near to it as it can (SQ-COH-02)."""
    core = largest_part(table, unit)
    taken = [(m, place(m)) for m in core]
    roads: dict[str, Road] = {}
    lost = [m for m in members(table, unit) if m not in core]
    for model in sorted(lost, key=lambda m: min(gap(m, c) for c in core)):
        meet = place(min(core, key=lambda c: gap(model, c)))
        road = keep_up(table, model, taken, allowance(table, model, deed), deed, place(model)) or toward(model, meet)
        if road is not None:
            roads[model.id] = road
        taken.append((model, road.end if road is not None else place(model)))
    return roads


def keep_up(
    table: Table, model: Model, taken: Sequence[tuple[Model, Point]], limit: float, deed: str, towards: Point
) -> Road | None:
    """The way to the place that keeps a model with its unit and is nearest to the destination."""
    start = place(model)
    places: list[Point] = [start]
    for mate, (x, y) in taken:
        far = mate.radius + model.radius + BESIDE * scale(table)
        places += [spot(x + far * cos(2 * pi * n / SPOKES), y + far * sin(2 * pi * n / SPOKES)) for n in range(SPOKES)]
    near = [p for p in places if hypot(p[0] - start[0], p[1] - start[1]) <= limit + SLACK]
    near.sort(key=lambda p: (hypot(p[0] - towards[0], p[1] - towards[1]), p))
    lengths = quick_lengths(table, model, near, limit, deed)
    for at, far in zip(near, lengths, strict=True):
        if at != start and far > limit + SLACK:
            continue
        if not free(table, model, at, taken) or not coherent([*taken, (model, at)], table):
            continue
        if at == start:
            return Road((start,), 0.0)
        found = ways(table, model, at, limit, deed)
        if found is not None:
            return found
    return None


def quick_lengths(table: Table, model: Model, places: Sequence[Point], limit: float, deed: str) -> list[float]:
    """How far places are at least: on the ground, round what is in the way, or slowly through what is difficult."""
    start = place(model)
    if not minds(table, model, "walls"):
        return [hypot(x - start[0], y - start[1]) for x, y in places]
    if plane_at(table.terrain, start) >= 0:
        return [0.0 for _ in places]
    discs = hindrances(table, model)
    rough = frozenset(f.place for f in slowing(table, model))
    ground = walls(table.terrain, rough)
    found = ground.lengths(*start, breadth(ground, model, start), limit + SLACK, places, discs)
    if rough:
        cap = min(limit, inches(table, "difficult_cap"))
        ground = walls(table.terrain, frozenset())
        through = ground.lengths(*start, breadth(ground, model, start), cap + SLACK, places, discs)
        found = [min(round_, slow) for round_, slow in zip(found, through, strict=True)]
    return [
        0.0 if far == inf and plane_at(table.terrain, at) >= 0 else far for at, far in zip(places, found, strict=True)
    ]


def standing(table: Table, roads: Mapping[str, Road]) -> Table:
    """The table as it would be with some models at the end of their ways."""
    moved = table.copy()
    for id, road in roads.items():
        if table.models[id].at != road.end:
            moved.put_moved(replace(moved.models[id], at=road.end))
    return moved
