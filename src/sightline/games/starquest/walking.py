"""Moves by an action: which way is allowed, what it touches, and the tests that dangerous ground asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot

from sightline.core.decisions import Refusal
from sightline.core.dice import Roll
from sightline.core.events import Event, Moved
from sightline.core.kernel import Ground
from sightline.core.lines import through
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, RuleId, Table, Terrain
from sightline.games.starquest.catalog import DIE, SLACK
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import Noted, Settled, Walked
from sightline.games.starquest.ground import Feature, features, floor_at, plane_at
from sightline.games.starquest.harm import hurt
from sightline.games.starquest.measure import UnitId, conscious, ids, inches, members, place
from sightline.games.starquest.questions import Minding
from sightline.games.starquest.roads import (
    CLOSE,
    NEARBY,
    Road,
    bare,
    breadth,
    climbs,
    crowd_fault,
    ground_fault,
    hindrances,
    length,
    on_their_feet,
    overlap_fault,
    touching,
    walls,
    way,
)
from sightline.games.starquest.tokens import MOVED, TESTED, TOUGH

START = "start"
"""What counts as the deed of who is only activated somewhere."""


class Hazards(Part, frozen=True):
    """Models that still have to test for dangerous terrain."""

    tests: tuple[tuple[ModelId, str], ...]


def minds(table: Table, model: Model, what: str) -> bool:
    """Whether a model has to mind a kind of terrain."""
    return EFFECTS.allows(table, Minding(model.id, what))


# ------------------------------------------------------------------ which pieces hamper


def hampers(f: Feature) -> bool:
    """Whether a piece is difficult to go through (SQ-TER-07); hills only for those who climb them (SQ-TER-17)."""
    return "difficult" in f.types


def hampered(table: Table, model: Model, path: Sequence[Point]) -> bool:
    """Whether a way touches difficult terrain that a model minds."""
    if not minds(table, model, "difficult"):
        return False
    if touching(table, path, model.radius, hampers):
        return True
    hills = [f for f in features(table.terrain) if f.difficult_up]
    return any(climbed_onto(table, f, path) for f in hills)


def slowing(table: Table, model: Model) -> list[Feature]:
    """The pieces that are difficult to a model."""
    return [f for f in features(table.terrain) if hampers(f)] if minds(table, model, "difficult") else []


def climbed_onto(table: Table, hill: Feature, path: Sequence[Point]) -> bool:
    """Whether a way leads up onto a hill."""
    return any(not hill.holds(*a) and hill.holds(*b) for a, b in pairwise(path))


def threatening(table: Table, model: Model, deed: str) -> list[Feature]:
    """The pieces that are dangerous to a model with some action, and for which it has not tested yet (SQ-TER-08)."""
    if deed != START and not minds(table, model, "dangerous"):
        return []
    tested = model.tokens
    return [f for f in features(table.terrain) if f.dangerous(deed) and f"{TESTED}:{f.id}" not in tested]


# ------------------------------------------------------------------ a way within a move (SQ-MSR-05, SQ-TER-07)


def slowed(table: Table, limit: float, walked: float = 0.0) -> float:
    """How far a move goes on that touches difficult terrain, of which so much was walked before (SQ-TER-07)."""
    return min(limit, max(0.0, inches(table, "difficult_cap") - walked))


def ways(
    table: Table,
    model: Model,
    to: Point,
    limit: float,
    deed: str,
    near: Sequence[UnitId] = (),
    end: Point | None = None,
    walked: float = 0.0,
) -> Road | None:
    """The best way to a spot: rather round danger, and rather a free way than a short one; None if all are too long."""
    if not minds(table, model, "walls"):
        straight = hypot(to[0] - place(model)[0], to[1] - place(model)[1])
        return Road((place(model), to), straight) if straight <= limit + SLACK else None
    discs = hindrances(table, model, near, end=end)
    cap = slowed(table, limit, walked)
    rough = (
        frozenset(f.place for f in features(table.terrain) if hampers(f)) if minds(table, model, "difficult") else None
    )
    danger = frozenset(f.place for f in threatening(table, model, deed))
    for shut in dict.fromkeys((danger, frozenset[int]())):
        if rough is not None:
            found = way(table, model, to, shut | rough, discs, limit + SLACK)
            if found is not None and found.cost <= limit + SLACK and not _uphill(table, model, found, cap):
                return found
        found = way(table, model, to, shut, discs, (cap if rough is not None else limit) + SLACK)
        if found is not None:
            most = cap if rough is not None and hampered(table, model, found.path) else limit
            if found.cost <= most + SLACK:
                return found
    return None


def _uphill(table: Table, model: Model, road: Road, cap: float) -> bool:
    """Whether a way onto a hill is longer than difficult terrain allows."""
    hills = [f for f in features(table.terrain) if f.difficult_up]
    return road.cost > cap + SLACK and any(climbed_onto(table, f, road.path) for f in hills)


def out_of_reach(table: Table, model: Model, places: Sequence[Point], limit: float) -> frozenset[Point]:
    """Those of some places on the ground that are too far even if nobody kept an inch and nothing slowed or hurt."""
    start = place(model)
    if plane_at(table.terrain, start) >= 0 or not minds(table, model, "walls"):
        return frozenset()
    discs = [(x, y, max(r - CLOSE, 0.0)) for unit, x, y, r in on_their_feet(table) if unit != model.unit]
    far = limit + NEARBY
    ground = walls(table.terrain, frozenset())
    found = ground.lengths(*start, breadth(ground, model, start), far, places, discs)
    beyond = (at for at, least in zip(places, found, strict=True) if least > far)
    return frozenset(at for at in beyond if plane_at(table.terrain, at) < 0)


def by_waypoints(
    table: Table, model: Model, to: Point, via: Sequence[Point], limit: float, walked: float = 0.0
) -> Road | Refusal:
    """The way a player draws: straight from waypoint to waypoint."""
    path = (place(model), *via, to)
    flying = not minds(table, model, "walls")
    if not flying:
        discs = hindrances(table, model)
        solid = walls(table.terrain, frozenset()) if plane_at(table.terrain, path[0]) < 0 else bare(table.terrain)
        for a, b in pairwise(path):
            if not solid.clear(*a, *b, breadth(solid, model, a), discs):
                return Refusal("SQ-MOV-03", {"model": model.id, "from": str(a), "to": str(b)})
    cost = length(path) + (0.0 if flying else climbs(table, path))
    most = limit
    if not flying and hampered(table, model, path):
        most = slowed(table, limit, walked)
    if cost > most + SLACK:
        rule = "SQ-TER-07" if most < limit else "SQ-MSR-05"
        return Refusal(rule, {"model": model.id, "length": round(cost, 4), "limit": most})
    return Road(path, cost)


def over_a_crack(table: Table, model: Model, to: Point, limit: float, walked: float = 0.0) -> Road | None:
    """The straight way, where all that closes it are gaps of up to an inch (SQ-TER-03, SQ-JMP-01)."""
    gaps = [f for f in features(table.terrain) if f.gap]
    start = place(model)
    if not gaps or floor_at(table.terrain, start) > 0:
        return None
    for f in gaps:
        wide = 0.0
        for part in f.parts:
            span = through(part, start, to)
            if span is not None:
                wide += (span[1] - span[0]) * hypot(to[0] - start[0], to[1] - start[1])
        if wide > inches(table, "free_gap") + SLACK:
            return None
    ground = without_gaps(table.terrain)
    if not ground.clear(*start, *to, breadth(ground, model, start), hindrances(table, model)):
        return None
    road = Road((start, to), length((start, to)) + climbs(table, (start, to)))
    most = slowed(table, limit, walked) if hampered(table, model, road.path) else limit
    return road if road.cost <= most + SLACK else None


def without_gaps(terrain: Terrain) -> Ground:
    """The walls of a terrain, but not its gaps."""
    found: Ground | None = terrain.compiled.get("no gaps")
    if found is None:
        pieces = [f.polygon for f in features(terrain) if (f.solid and not f.gap) or f.high]
        found = terrain.compiled["no gaps"] = Ground(pieces, terrain.width, terrain.height)
    return found


def end_fault(table: Table, model: Model, at: Point, limit: float) -> Refusal | None:
    """Why a move may not end on a spot; who starts too near to others need only go as far as it can (SQ-MOV-02)."""
    no = ground_fault(table, model, at) or overlap_fault(table, model, at)
    if no is not None:
        return no
    if crowd_fault(table, model, at) is None:
        return None
    start = place(model)
    for id in table.standing():
        other = table.models[id]
        if other.unit == model.unit or not conscious(other):
            continue
        least = inches(table, "spacing")
        now = hypot(start[0] - place(other)[0], start[1] - place(other)[1]) - model.radius - other.radius
        then = hypot(at[0] - place(other)[0], at[1] - place(other)[1]) - model.radius - other.radius
        if then < least - SLACK and not (now < least - SLACK and now - SLACK <= then and limit < least - now - SLACK):
            return Refusal("SQ-MOV-02", {"model": model.id, "gap": round(then, 4), "to": id, "least": least})
    return None


def road_for(
    table: Table, model: Model, to: Point, via: Sequence[Point], limit: float, deed: str, walked: float = 0.0
) -> Road | Refusal:
    """The way of a model with an action that moves it so far, and may have moved it already, or why there is none."""
    no = end_fault(table, model, to, limit)
    if no is not None:
        return no
    if via:
        return by_waypoints(table, model, to, via, limit, walked)
    found = ways(table, model, to, limit, deed, walked=walked) or over_a_crack(table, model, to, limit, walked)
    if found is not None:
        return found
    straight = hypot(to[0] - place(model)[0], to[1] - place(model)[1])
    if straight > limit + SLACK:
        return Refusal("SQ-MSR-05", {"model": model.id, "length": round(straight, 4), "limit": round(limit, 4)})
    longer = way(table, model, to, discs=hindrances(table, model))
    if longer is None:
        return Refusal("SQ-MOV-03", {"model": model.id, "ways": 0})
    if longer.cost > limit + SLACK:
        return Refusal("SQ-MSR-05", {"model": model.id, "length": round(longer.cost, 4), "limit": round(limit, 4)})
    cap = slowed(table, limit, walked)
    return Refusal("SQ-TER-07", {"model": model.id, "length": round(longer.cost, 4), "limit": round(cap, 4)})


# ------------------------------------------------------------------ going


async def go(
    ref: Referee,
    roads: Mapping[ModelId, Road],
    deed: str,
    rule: RuleId,
    event: type[Moved] = Walked,
) -> None:
    """Models of one unit go their ways; then they test for what they went through (SQ-TER-08)."""
    table = ref.table
    moving = {id: road for id, road in roads.items() if road.end != table.models[id].at}
    tests = [(id, f.id) for id, road in moving.items() for f in crossed(table, table.models[id], road.path, deed)]
    if moving:
        events: list[Event] = [
            event(rule=rule, model=id, path=road.path, length=round(road.cost, 4)) for id, road in moving.items()
        ]
        unit = table.models[next(iter(moving))].unit
        own = ids(members(table, unit))
        await ref.emit(*events, Settled(rule=rule, bearers=own, token=MOVED, value=1))
    if tests:
        ref.then(Hazards(tuple(tests)))


def crossed(table: Table, model: Model, path: Sequence[Point], deed: str) -> list[Feature]:
    """The dangerous pieces a way leads into, through or out of."""
    known = {f.place for f in threatening(table, model, deed)}
    return touching(table, path, model.radius, lambda f: f.place in known) if known else []


def standing_in(table: Table, model: Model) -> list[Feature]:
    """The dangerous pieces a model is activated in (SQ-RND-11)."""
    return [f for f in threatening(table, model, START) if f.touches(*place(model), model.radius)]


async def hazards(ref: Referee, part: Hazards) -> None:
    """A die for each point of Tough; every 1 is a wound that cannot be blocked (SQ-TER-09)."""
    (id, piece), *rest = part.tests
    model = ref.table.models[id]
    if conscious(model):
        reads = tuple(int(face == 1) for face in range(1, DIE + 1))
        await ref.emit(Noted(rule="SQ-TER-08", bearer=id, token=f"{TESTED}:{piece}", value=1))
        (faces,) = await ref.throw(Roll("SQ-TER-09", DIE, model.tokens[TOUGH], model.side, id, reads=reads))
        ones = sum(face == 1 for face in faces)
        if ones:
            await hurt(ref, id, ones, "SQ-TER-09", "terrain")
    if rest and ref.table.outcome is None:
        ref.then(Hazards(tuple(rest)))
