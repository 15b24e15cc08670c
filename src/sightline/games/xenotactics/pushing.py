"""Pushes: straight away or towards, collisions, what lies on the way, falls and rifts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from sightline.core import sight
from sightline.core.kernel import Ground
from sightline.core.reach import settle
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table, Terrain, spot
from sightline.core.variants import Variant
from sightline.games.xenotactics import harm
from sightline.games.xenotactics.catalog import LEVEL, SLACK, TOUCH
from sightline.games.xenotactics.deeds import Damage, Push
from sightline.games.xenotactics.events import Fell, Pushed
from sightline.games.xenotactics.ground import GROUND, Feature, features, level_at, stands_on, with_trait
from sightline.games.xenotactics.legs import fallen, landing_spot
from sightline.games.xenotactics.measure import inside, place, swept_over
from sightline.games.xenotactics.standing import bodies


class Pushing(Part, frozen=True):
    """A model that has to be pushed."""

    push: Push


FINE = 1 / 256
"""How finely a push is followed where it may meet something."""


async def pushing(ref: Referee, part: Pushing) -> None:
    """The push, the collision that ends it, and what the ground does (XT-TRT-12 to XT-TRT-14)."""
    table, push = ref.table, part.push
    model = table.models[push.model]
    if model.at is None:
        return
    if model.z:
        await harm.let_go(ref, model.id)
        model = table.models[push.model]
        if model.at is None:
            return
    way = direction(push)
    if way is None:
        return
    start = place(model)
    end, struck, into, above = stopped(table, model, way, push)
    rift = first_rift(table, model, start, end)
    end = rift or end
    travelled = hypot(end[0] - start[0], end[1] - start[1])
    await ref.emit(Pushed(rule="XT-TRT-12", model=model.id, path=(start, end), length=round(travelled, 6), by=push.by))
    if rift is not None:
        await harm.kill(ref, [model.id], "XT-TER-22")
        return
    common = {"weapon": push.weapon, "wielder": push.wielder or push.by, "attacker": push.by}
    hurt = []
    if into or struck:
        hurt.append(Damage(model.id, 1, "collision", rule="XT-TRT-13", **common))  # type: ignore[arg-type]
    if struck:
        hurt.append(Damage(struck, 1, "collision", rule="XT-TRT-13", **common))  # type: ignore[arg-type]
    crossed = [f for f in features(table.terrain) if swept_over(f, start, end, model.radius)]
    if any("difficult" in f.traits for f in crossed):
        hurt.append(Damage(model.id, 1, "collision", rule="XT-TRT-14", **common))  # type: ignore[arg-type]
    if any("hazardous" in f.traits for f in crossed):
        hurt.append(Damage(model.id, 1, "hazardous", rule="XT-TER-18"))
    await harm.suffer(ref, hurt)
    await over_the_edge(ref, push.model, above)


def direction(push: Push) -> Point | None:
    """Where a model is pushed, as a vector of length 1; none if the middles coincide (XT-TRT-12)."""
    assert push.start is not None
    dx, dy = push.start[0] - push.away[0], push.start[1] - push.away[1]
    far = hypot(dx, dy)
    if far <= SLACK:
        return None
    turn = -1.0 if push.toward else 1.0
    return (turn * dx / far, turn * dy / far)


class Stretch(NamedTuple):
    """A part of a push on or above one ground, and how far from its start it ends."""

    end: float
    level: int
    """As high as what is walked on; off a sheer edge a push goes on as high as before (XT-TRT-14)."""
    floor: int


def stretches(terrain: Terrain, start: Point, way: Point, inches: float) -> list[Stretch]:
    """A push cut where the ground changes: slopes lead up and down, and from one deck to another as high."""
    goal = (start[0] + inches * way[0], start[1] + inches * way[1])
    here = stands_on(terrain, start)
    level, floor = (here.level, here.place if here.sheer else GROUND) if here is not None else (0, GROUND)
    edges = {d for f in with_trait(terrain, "high_ground") for span in inside(f, start, goal) for d in span}
    found: list[Stretch] = []
    for begin, end in pairwise(sorted({0.0, *edges, inches})):
        middle = (begin + end) / 2
        under = stands_on(terrain, (start[0] + middle * way[0], start[1] + middle * way[1]))
        rise, sheer = (under.level, under.sheer) if under is not None else (0, False)
        passes_above, is_stopped = floor != GROUND and rise < level, sheer and rise > level
        if not passes_above and not is_stopped:
            level, floor = rise, under.place if under is not None and sheer else GROUND
        if found and found[-1][1:] == (level, floor):
            found.pop()
        found.append(Stretch(end, level, floor))
    return found


class Stop(NamedTuple):
    """Where a push ends."""

    at: Point
    struck: ModelId
    """Whom it ran into."""
    into: bool
    """Whether it ran into something else."""
    above: int
    """The level it falls from if there is nothing below; 0 on the ground and on slopes."""


def stopped(table: Table, model: Model, way: Point, push: Push) -> Stop:
    """Where a push ends, and whom or what it ran into; touching it already is a collision at once (XT-TRT-13)."""
    x, y = start = place(model)
    inches = push.inches
    if push.toward:  # Nothing is pulled past its goal, where nobody stands in whose way it could come (XT-TRT-15).
        inches = min(inches, hypot(push.away[0] - x, push.away[1] - y))
    done, legal, level, floor = 0.0, None, 0, GROUND
    for part in stretches(table.terrain, start, way, inches):
        ground, others = walls(table, part.floor, part.level), bodies(table, model, part.floor)
        here = (x + done * way[0], y + done * way[1])
        if legal is not None and not ground.free(*here, model.radius, []):
            # There is no room where the ground changes: it has been stopped before, if there was any.
            free = _last_room(ground, start, way, done, model.radius)
            at = settle(legal, x + free * way[0], y + free * way[1], start)
            return Stop(at, "", True, level if floor != GROUND else 0)
        level, floor, legal = part.level, part.floor, _legal(ground, others, model)
        last = part.end >= inches
        ahead = part.end - done + (TOUCH if last else 0.0)  # Whoever ends in contact has run into it.
        free = _free_way(ground, here, way, ahead, model.radius)
        free, met = _until_somebody(model, others, here, way, free, ahead)
        into = not met and free < ahead - (SLACK if last else TOUCH)
        if met or into or last:
            free = min(free + done, inches)
            at = settle(legal, x + free * way[0], y + free * way[1], start)
            return Stop(at, met, into, level if floor != GROUND else 0)
        done = part.end
    return Stop(start, "", False, 0)


def _until_somebody(
    model: Model, others: Sequence[Model], start: Point, way: Point, free: float, ahead: float
) -> tuple[float, ModelId]:
    """How much of a free way remains until a base runs into another, and into whose."""
    (x, y), met = start, ""
    for other in others:
        ox, oy = place(other)
        along = (ox - x) * way[0] + (oy - y) * way[1]
        beside2 = (ox - x) ** 2 + (oy - y) ** 2 - along**2
        reach2 = (model.radius + other.radius) ** 2
        if along > 0 and beside2 < reach2 - SLACK:
            until = max(0.0, along - (reach2 - beside2) ** 0.5)
            if until < free - SLACK or (until <= free + SLACK and not met and until < ahead - SLACK):
                free, met = min(free, until), other.id
    return free, met


def walls(table: Table, floor: int, level: int) -> Ground:
    """What stops a push: walls, and sheer sides of higher ground."""
    key = ("walls", floor != GROUND, level)
    found: Ground | None = table.terrain.compiled.get(key)
    if found is None:
        # Whoever is pushed down a slope meets what stands at its foot; whoever is pushed off an edge passes above that.
        least = 0.0 if floor == GROUND else LEVEL * level
        known = features(table.terrain)
        pieces = [f.polygon for f in known if (f.solid and f.top > least + SLACK) or (f.sheer and f.level > level)]
        found = table.terrain.compiled[key] = Ground(pieces, table.terrain.width, table.terrain.height)
    return found


def _last_room(ground: Ground, start: Point, way: Point, inches: float, radius: float) -> float:
    """How far a base goes before it overlaps a wall at the end of its way; to the end if it did from the start."""
    x, y = start
    if not ground.free(x, y, radius, []):
        return inches
    low, high = 0.0, inches
    while high - low > SLACK / 4:
        middle = (low + high) / 2
        if ground.free(x + middle * way[0], y + middle * way[1], radius, []):
            low = middle
        else:
            high = middle
    return low


def _free_way(ground: Ground, start: Point, way: Point, inches: float, radius: float) -> float:
    """How far a base goes straight ahead before it meets a wall or the edge of the table."""
    x, y = start
    if ground.clear(x, y, x + inches * way[0], y + inches * way[1], radius):
        return inches
    low, high = 0.0, inches
    while high - low > SLACK / 4:
        middle = (low + high) / 2
        if ground.clear(x, y, x + middle * way[0], y + middle * way[1], radius):
            low = middle
        else:
            high = middle
    return low


def _legal(ground: Ground, others: list[Model], model: Model) -> Callable[[Point], bool]:
    discs = [sight.disc(m) for m in others]

    def legal(at: Point) -> bool:
        return ground.free(at[0], at[1], model.radius, discs)

    return legal


# ------------------------------------------------------------------ rifts and edges


def overlapping(piece: Feature, start: Point, at: Point, radius: float) -> bool:
    """The base overlaps the rift, and more than before the push (XT-TER-22)."""
    return radius - piece.depth(*at) > max(TOUCH, radius - piece.depth(*start) + TOUCH)


def over_the_middle(piece: Feature, start: Point, at: Point, radius: float) -> bool:
    """The middle of the base enters the rift."""
    return piece.within(*at)


SWALLOWS = Variant("rift_push_test", {"base_overlap": overlapping, "base_centre": over_the_middle})


def first_rift(table: Table, model: Model, start: Point, end: Point) -> Point | None:
    """Where a pushed model falls into a rift on its way, if there is one."""
    length, radius = hypot(end[0] - start[0], end[1] - start[1]), model.radius
    rifts = [r for r in with_trait(table.terrain, "rift") if r.is_near(*start, length + radius + TOUCH)]
    if not rifts:
        return None
    swallows = SWALLOWS.of(table)
    steps = max(1, int(length / FINE))
    k = 0
    while k <= steps:
        at = (start[0] + (end[0] - start[0]) * k / steps, start[1] + (end[1] - start[1]) * k / steps)
        for rift in rifts:
            if swallows(rift, start, at, radius):
                return spot(*at)
        # Nothing happens before the base has come to a rift; one step less, so that rounding skips none.
        away = min(rift.depth(*at) for rift in rifts) - radius
        k += max(1, int(away / length * steps) - 1) if length else 1
    return None


async def over_the_edge(ref: Referee, id: ModelId, above: int) -> None:
    """Pushed over the sheer side of high ground a model falls to the level below (XT-TRT-14)."""
    table, model = ref.table, ref.table.models[id]
    if model.at is None or level_at(table.terrain, model.at) >= above:
        return
    landing = landing_spot(table, model, model.at, above)
    if landing is None:
        return
    far = fallen(table, above, landing)
    await ref.emit(Fell(rule="XT-TRT-14", model=id, path=(model.at, landing), length=far))
    await harm.suffer(ref, [harm.fall(id, far)])
