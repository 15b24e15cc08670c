"""Pushes: straight away or towards, collisions, what lies on the way, falls and rifts."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from sightline.core import sight
from sightline.core.kernel import Ground
from sightline.core.reach import settle
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table
from sightline.core.variants import Variant
from sightline.games.xenotactics import harm
from sightline.games.xenotactics.catalog import LEVEL, SLACK, TOUCH
from sightline.games.xenotactics.deeds import Damage, Push
from sightline.games.xenotactics.events import Fell, Pushed
from sightline.games.xenotactics.ground import GROUND, Feature, features, floor_at, level_at, stands_on, with_trait
from sightline.games.xenotactics.legs import fallen, landing_spot
from sightline.games.xenotactics.measure import place, swept_over
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
    end, struck, into = stopped(table, model, way, push)
    rift = first_rift(table, model, start, end)
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
    await over_the_edge(ref, push.model, start)


def direction(push: Push) -> Point | None:
    """Where a model is pushed, as a vector of length 1; none if the middles coincide (XT-TRT-12)."""
    assert push.start is not None
    dx, dy = push.start[0] - push.away[0], push.start[1] - push.away[1]
    far = hypot(dx, dy)
    if far <= SLACK:
        return None
    turn = -1.0 if push.toward else 1.0
    return (turn * dx / far, turn * dy / far)


def stopped(table: Table, model: Model, way: Point, push: Push) -> tuple[Point, ModelId, str]:
    """Where a push ends, and whom or what it ran into; touching it already is a collision at once (XT-TRT-13)."""
    (x, y), floor = place(model), floor_at(table.terrain, place(model))
    inches = push.inches
    gone = not push.onto or table.models[push.onto].at is None
    if push.toward and gone:
        inches = min(inches, hypot(push.away[0] - x, push.away[1] - y))
    others = bodies(table, model, floor)
    ground = walls(table, floor, level_at(table.terrain, place(model)))
    free = _free_way(ground, (x, y), way, inches, model.radius)
    met: ModelId = ""
    for other in others:
        ox, oy = place(other)
        ahead = (ox - x) * way[0] + (oy - y) * way[1]
        beside2 = (ox - x) ** 2 + (oy - y) ** 2 - ahead**2
        reach2 = (model.radius + other.radius) ** 2
        if ahead > 0 and beside2 < reach2 - SLACK:
            until = max(0.0, ahead - (reach2 - beside2) ** 0.5)
            if until < free - SLACK or (until <= free + SLACK and not met and until < inches - SLACK):
                free, met = min(free, until), other.id
    what = "terrain" if not met and free < inches - TOUCH else ""
    at = settle(_legal(ground, others, model), x + free * way[0], y + free * way[1], (x, y))
    return at, met, what


def walls(table: Table, floor: int, level: int) -> Ground:
    """What stops a push: walls, and sheer sides of higher ground."""
    key = ("walls", floor, level)
    found: Ground | None = table.terrain.compiled.get(key)
    if found is None:
        # Whoever is pushed down a slope meets what stands at its foot; whoever is pushed off an edge passes above that.
        least = 0.0 if floor == GROUND else LEVEL * level
        known = features(table.terrain)
        pieces = [f.polygon for f in known if (f.solid and f.floor >= least) or (f.sheer and f.level > level)]
        found = table.terrain.compiled[key] = Ground(pieces, table.terrain.width, table.terrain.height)
    return found


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


def first_rift(table: Table, model: Model, start: Point, end: Point) -> Feature | None:
    """The rift a pushed model falls into on its way, if there is one."""
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
                return rift
        # Nothing happens before the base has come to a rift; one step less, so that rounding skips none.
        away = min(rift.depth(*at) for rift in rifts) - radius
        k += max(1, int(away / length * steps) - 1) if length else 1
    return None


async def over_the_edge(ref: Referee, id: ModelId, start: Point) -> None:
    """Pushed over the sheer side of high ground a model falls to the level below (XT-TRT-14)."""
    table, model = ref.table, ref.table.models[id]
    before = stands_on(table.terrain, start)
    if model.at is None or before is None or not before.sheer or level_at(table.terrain, model.at) >= before.level:
        return
    landing = landing_spot(table, model, model.at, before.level)
    if landing is None:
        return
    far = fallen(table, before.level, landing)
    await ref.emit(Fell(rule="XT-TRT-14", model=id, path=(model.at, landing), length=far))
    await harm.suffer(ref, [harm.fall(id, far)])
