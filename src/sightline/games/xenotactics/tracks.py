"""Ways on a battlefield with heights: walking, climbing, jumping and dropping, cut into legs and priced in inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from msgspec import Struct

from sightline.core import sight
from sightline.core.decisions import Refusal
from sightline.core.kernel import Ground
from sightline.core.table import Model, Point, Table, Terrain, spot
from sightline.games.xenotactics.catalog import DISTANCES, LEVEL, SLACK, TOUCH
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.ground import GROUND, Feature, features, floor_at, level_at, stands_on, with_trait
from sightline.games.xenotactics.measure import inside, place
from sightline.games.xenotactics.questions import Climbing
from sightline.games.xenotactics.standing import bodies, gap_at, keep_clear, standing_fault, way_fault

JUMP: float = DISTANCES["jump_cost_factor"]


class Leg(Struct, frozen=True):
    """A part of a way that is gone in one manner."""

    kind: str
    """`walk`, `climb`, `jump` or `drop`."""
    path: tuple[Point, ...]
    cost: float
    height: float = 0.0
    """How high is climbed, or how far is fallen."""
    over: str = ""
    """The rift that is jumped."""

    @property
    def end(self) -> Point:
        """Where it leads."""
        return self.path[-1]


Way = list[Leg]


def length(path: Sequence[Point]) -> float:
    """How long a way is."""
    total = 0.0
    for (ax, ay), (bx, by) in pairwise(path):
        total += hypot(bx - ax, by - ay)
    return total


def price(way: Sequence[Leg]) -> float:
    """The inches a way takes."""
    total = 0.0
    for leg in way:
        total += leg.cost
    return total


# ------------------------------------------------------------------ floors


def obstacles(terrain: Terrain, floor: int, *, rifts: bool = False) -> Ground:
    """What is in the way of a base that walks on a floor: walls, sheer sides, and rifts where they are avoided."""
    key = ("obstacles", floor, rifts)
    found: Ground | None = terrain.compiled.get(key)
    if found is None:
        pieces = []
        for f in features(terrain):
            on_top = floor != GROUND and f.floor > 0 and features(terrain)[floor].holds(*f.centre)
            if (f.solid and (f.floor == 0 if floor == GROUND else on_top)) or (
                floor == GROUND and (f.sheer or (rifts and "rift" in f.traits))
            ):
                pieces.append(f.polygon)
        found = terrain.compiled[key] = Ground(pieces, terrain.width, terrain.height)
    return found


def walk(table: Table, model: Model, a: Point, b: Point, end: Point) -> Way | Refusal:
    """A straight walk on one floor; a rift on the way is jumped (XT-MOV-02, XT-TER-23)."""
    floor = floor_at(table.terrain, a)
    ground = obstacles(table.terrain, floor)
    if floor != GROUND and any(
        leave < length((a, b)) - SLACK for _, leave in inside(features(table.terrain)[floor], a, b)
    ):
        return Refusal("XT-MOV-12", {"model": model.id, "off": features(table.terrain)[floor].id})
    others = [sight.disc(m) for m in bodies(table, model, floor)]
    if not ground.clear(*a, *b, model.radius):
        over = climb_over(table, model, a, b)
        return over or Refusal("XT-MOV-02", {"model": model.id, "to": str(b), "in the way": "terrain"})
    if others and not ground.clear(*a, *b, model.radius, others):
        return Refusal("XT-MOV-02", {"model": model.id, "to": str(b), "in the way": "models"})
    return over_rifts(table, a, b)


def climb_over(table: Table, model: Model, a: Point, b: Point) -> Way | None:
    """Straight over an impassable piece that can be climbed: up, across and down on the other side (XT-TER-10)."""
    walls = [f for f in with_trait(table.terrain, "climbable") if f.solid and inside(f, a, b)]
    if len(walls) != 1:
        return None
    (piece,) = walls
    touches = piece.touches(*a, model.radius) and piece.touches(*b, model.radius)
    if not touches or standing_fault(table, model, b) is not None or floor_at(table.terrain, b) != GROUND:
        return None
    rate = EFFECTS.tally(table, Climbing(model.id), float(DISTANCES["climb_cost_factor"])).value
    height = piece.top - piece.floor
    return [Leg("climb", (a, b), 2 * height * rate + length((a, b)), 2 * height)]


def over_rifts(table: Table, a: Point, b: Point) -> Way:
    """A straight way, cut where it leads over rifts: every inch over one counts double, with a roll for each."""
    whole = length((a, b))
    gaps = sorted(
        (enter, leave, f.id)
        for f in with_trait(table.terrain, "rift")
        for enter, leave in inside(f, a, b)
        if leave - enter > TOUCH
    )
    found: Way = []
    here, done = a, 0.0
    for enter, leave, id in gaps:
        edge, landing = along(a, b, enter / whole), along(a, b, leave / whole)
        if enter - done > SLACK:
            found.append(Leg("walk", (here, edge), enter - done))
        found.append(Leg("jump", (edge, landing), JUMP * (leave - enter), over=id))
        here, done = landing, leave
    if whole - done > SLACK or not found:
        found.append(Leg("walk", (here, b), whole - done))
    return found


def along(a: Point, b: Point, share: float) -> Point:
    """A point on a straight way."""
    return spot(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))


# ------------------------------------------------------------------ up, down and across (XT-MOV-07 to XT-MOV-11)


def climb_rate(table: Table, model: Model, foot: Point, piece: Feature) -> float:
    """Inches of movement for an inch of height; a ladder is climbed at full speed (XT-MOV-07, XT-TER-20)."""
    rate = EFFECTS.tally(table, Climbing(model.id), float(DISTANCES["climb_cost_factor"])).value
    ladders = (f for f in with_trait(table.terrain, "ladder") if f.to_level >= piece.level)
    if rate > 1.0 and any(f.touches(*foot, model.radius) for f in ladders):
        return 1.0
    return rate


def change_floor(table: Table, model: Model, a: Point, b: Point, *, drop: bool) -> Way | Refusal:
    """A straight way from one floor to another: a climb up or down a face, a jump, or a drop."""
    high, low = stands_on(table.terrain, a), stands_on(table.terrain, b)
    if high is not None and low is not None and (high.sheer or low.sheer) and low.level <= high.level:
        if low.place == high.place:
            return Refusal("XT-MOV-12", {"model": model.id, "off": high.id})
        return jump(table, model, a, b, high, low)
    if low is not None and low.sheer:
        return climb(table, model, a, b, low)
    assert high is not None
    if drop:
        return step_off(table, model, a, b, high)
    down = climb(table, model, b, a, high)
    if isinstance(down, Refusal):
        return down
    return [Leg("climb", (a, b), down[0].cost, down[0].height)]


def climb(table: Table, model: Model, foot: Point, top: Point, piece: Feature) -> Way | Refusal:
    """From the foot of a face, touching it, to its edge or up to a base's breadth inside; the shift is free."""
    if not piece.touches(*foot, model.radius):
        gap = round(piece.gap(*foot, model.radius), 4)
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "gap": gap})
    if piece.rim(*top) > 2 * model.radius + SLACK:
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "inside": round(piece.rim(*top), 4)})
    height = LEVEL * (piece.level - level_at(table.terrain, foot))
    if height <= 0:
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "height": height})
    return [Leg("climb", (foot, top), height * climb_rate(table, model, foot, piece), height)]


def jump(table: Table, model: Model, a: Point, b: Point, start: Feature, goal: Feature) -> Way | Refusal:
    """From one piece of high ground to another as high or lower; inches over neither count double (XT-MOV-10)."""
    whole = length((a, b))
    leave = max((end for _, end in inside(start, a, b)), default=0.0)
    land = min((begin for begin, _ in inside(goal, a, b)), default=whole)
    for f in features(table.terrain):
        if f.place not in (start.place, goal.place) and f.level >= start.level and inside(f, a, b):
            return Refusal("XT-MOV-10", {"model": model.id, "in the way": f.id})
    edge, landing = along(a, b, leave / whole), along(a, b, land / whole)
    for other in (table.models[id] for id in table.standing() if id != model.id):
        x, y = place(other)
        ux, uy = (landing[0] - edge[0]), (landing[1] - edge[1])
        far2 = ux * ux + uy * uy
        t = 0.0 if far2 == 0 else min(1.0, max(0.0, ((x - edge[0]) * ux + (y - edge[1]) * uy) / far2))
        if hypot(edge[0] + t * ux - x, edge[1] + t * uy - y) < model.radius + other.radius - SLACK:
            return Refusal("XT-MOV-10", {"model": model.id, "in the way": other.id})
    found: Way = []
    if leave > SLACK:
        found.append(Leg("walk", (a, edge), leave))
    if land - leave > TOUCH or start.level != goal.level:
        found.append(Leg("jump", (edge, landing), JUMP * max(0.0, land - leave), height=LEVEL * start.level))
    if whole - land > SLACK:
        found.append(Leg("walk", (landing, b), whole - land))
    return found


def step_off(table: Table, model: Model, a: Point, b: Point, piece: Feature) -> Way | Refusal:
    """Off a sheer edge on purpose: down to the nearest spot at its foot, then on if anything is left (XT-MOV-11)."""
    leave = max((end for _, end in inside(piece, a, b)), default=0.0)
    edge = along(a, b, leave / length((a, b)))
    landing = landing_spot(table, model, b if piece.touches(*b, model.radius) else edge)
    if landing is None:
        return Refusal("XT-MOV-11", {"model": model.id, "off": piece.id, "landing": "none"})
    fallen = LEVEL * (piece.level - level_at(table.terrain, landing))
    found: Way = [Leg("walk", (a, edge), leave)] if leave > SLACK else []
    return [*found, Leg("drop", (edge, landing), 0.0, fallen)]


def landing_spot(table: Table, model: Model, wanted: Point) -> Point | None:
    """The legal standing spot nearest to where a model comes down (XT-MOV-11)."""
    from sightline.core.nearest import nearest

    def stands(at: Point) -> bool:
        return standing_fault(table, model, at) is None and floor_at(table.terrain, at) == GROUND

    return nearest(stands, wanted)


# ------------------------------------------------------------------ whole ways


def straight(table: Table, model: Model, a: Point, b: Point, end: Point, *, drop: bool) -> Way | Refusal:
    """A straight stretch of a way, in whatever manner it has to be gone."""
    if a == b:
        return []
    if floor_at(table.terrain, a) == floor_at(table.terrain, b):
        found = walk(table, model, a, b, end)
        if isinstance(found, Refusal) and found.rule == "XT-MOV-12":
            return change_floor(table, model, a, b, drop=drop)
        return found
    return change_floor(table, model, a, b, drop=drop)


def through(table: Table, model: Model, points: Sequence[Point], *, drop: bool) -> Way | Refusal:
    """A way along the points somebody gave."""
    found: Way = []
    for a, b in pairwise(points):
        legs = straight(table, model, a, b, points[-1], drop=drop)
        if isinstance(legs, Refusal):
            return legs
        found.extend(legs)
    return brushing(table, model, found, points[-1]) or found


def brushing(table: Table, model: Model, way: Sequence[Leg], end: Point) -> Refusal | None:
    """Why a way may not be gone: it comes too near to an enemy that is not charged (XT-MOV-03)."""
    for leg in way:
        if leg.kind in ("walk", "jump") and len(leg.path) > 1:
            refusal = way_fault(table, model, leg.path, end)
            if refusal is not None:
                return refusal
    return None


def shortest(table: Table, model: Model, to: Point, *, drop: bool, limit: float) -> Way | Refusal:
    """The way a model would take to a spot: straight if it can, else around, up or down; within a limit it is quick.

    A move is judged when it is declared, again when it is made, and then gone: its way is looked for once.
    """
    a = place(model)
    key = ("straight", model.id, a, to, drop)
    found: Way | Refusal | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = through(table, model, (a, to), drop=drop)
    if not isinstance(found, Refusal) or a == to:
        return found
    farther = (*key, limit)
    best: Way | Refusal | None = table.memo.get(farther)
    if best is None:
        best = table.memo[farther] = cheapest(table, model, a, to, drop=drop, limit=limit) or found
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
            if start == GROUND and (before is not None or foot == a) and not isinstance(up, Refusal):
                after = [Leg("walk", (top, to), length((top, to)))] if top != to else []
                yield [*([before] if before is not None else []), *up, *after]
        return
    piece = features(table.terrain)[start]
    for foot, top in faces(table, model, piece, a):
        down = climb(table, model, foot, top, piece)
        after_foot = around(table, model, foot, to, to, limit) if foot != to else None
        if isinstance(down, Refusal) or (after_foot is None and foot != to):
            continue
        before_edge = [Leg("walk", (a, top), length((a, top)))] if top != a else []
        falls = Leg("drop", (top, foot), 0.0, down[0].height)
        climbs = Leg("climb", (top, foot), down[0].cost, down[0].height)
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
            if piece.holds(*near) and piece.rim(*near) <= 2 * model.radius:
                top = near
            if standing_fault(table, model, foot) is None and piece.holds(*top):
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
    if far <= reach:
        return a, []
    turns = [(a[0] - ox) / far, (a[1] - oy) / far]
    best: tuple[Point, Way] | None = None
    for cosine, sine in _twelve:
        ux, uy = turns[0] * cosine - turns[1] * sine, turns[0] * sine + turns[1] * cosine
        at = spot(ox + reach * ux, oy + reach * uy)
        if not 0.0 <= gap_at(model, at, other) <= TOUCH or standing_fault(table, model, at) is not None:
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
