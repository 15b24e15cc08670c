"""Straight stretches on a battlefield with heights: walking, climbing, jumping and dropping, priced in inches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from sightline.core import sight
from sightline.core.decisions import Refusal
from sightline.core.kernel import Ground
from sightline.core.nearest import nearest
from sightline.core.table import Model, Point, Table, Terrain, spot
from sightline.games.xenotactics.catalog import DISTANCES, LEVEL, SLACK, TOUCH
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.ground import (
    GROUND,
    Feature,
    features,
    floor_at,
    level_at,
    near,
    stands_on,
    with_trait,
)
from sightline.games.xenotactics.measure import inside, place
from sightline.games.xenotactics.questions import Climbing
from sightline.games.xenotactics.standing import bodies, standing_fault

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
    rate: float = 1.0
    """What an inch of height takes where no ladder helps."""
    ladder: float = 0.0
    """How far up from the foot a ladder helps."""

    @property
    def end(self) -> Point:
        """Where it leads."""
        return self.path[-1]

    def inches_to(self, height: float) -> float:
        """What it takes to climb from the foot to a height."""
        return min(height, self.ladder) + self.rate * max(0.0, height - self.ladder)

    def height_after(self, inches: float) -> float:
        """How high a climb from the foot comes with some inches."""
        return min(inches, self.ladder) + max(0.0, inches - self.ladder) / self.rate


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


def obstacles(
    terrain: Terrain, floor: int, *, rifts: bool = False, sides: bool = True, over: int | None = None
) -> Ground:
    """What is in the way of a base that walks on a floor: walls, sheer sides, and rifts where they are avoided.

    A wall stands on the floor under its middle; one may be climbed `over`.
    """
    key = ("obstacles", floor, rifts, sides, over)
    found: Ground | None = terrain.compiled.get(key)
    if found is None:
        pieces = []
        for f in features(terrain):
            if f.place == over:
                continue
            beside = floor == GROUND and ((sides and f.sheer) or (rifts and "rift" in f.traits))
            if beside or (f.solid and floor_at(terrain, f.centre) == floor):
                pieces.append(f.polygon)
        found = terrain.compiled[key] = Ground(pieces, terrain.width, terrain.height)
    return found


def leaves(terrain: Terrain, floor: int, a: Point, b: Point) -> bool:
    """Whether a straight way leads off the sheer piece it begins on."""
    if floor == GROUND:
        return False
    return any(leave < length((a, b)) - SLACK for _, leave in inside(features(terrain)[floor], a, b))


def walk(table: Table, model: Model, a: Point, b: Point) -> Way | Refusal:
    """A straight walk on one floor; a rift on the way is jumped (XT-MOV-02, XT-TER-23)."""
    floor = floor_at(table.terrain, a)
    ground = obstacles(table.terrain, floor)
    if leaves(table.terrain, floor, a, b):
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
    others = [sight.disc(m) for m in bodies(table, model, GROUND)]
    if not obstacles(table.terrain, GROUND, over=piece.place).clear(*a, *b, model.radius, others):
        return None
    height = piece.top - piece.floor
    cost = 2 * height * climb_rate(table, model) + length((a, b))
    return [Leg("climb", (a, b), cost, 2 * height, rate=cost / (2 * height))]


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


def climb_rate(table: Table, model: Model) -> float:
    """Inches of movement for an inch of height (XT-MOV-07)."""
    return EFFECTS.tally(table, Climbing(model.id), float(DISTANCES["climb_cost_factor"])).value


def ladder_at(table: Table, model: Model, foot: Point, piece: Feature) -> float:
    """How far up a face a ladder at its foot leads, which is climbed at full speed (XT-TER-20)."""
    ladders = (f for f in with_trait(table.terrain, "ladder") if f.touches(*foot, model.radius))
    top = max((min(f.to_level, piece.level) for f in ladders), default=0)
    return LEVEL * max(0, top - level_at(table.terrain, foot))


def change_floor(table: Table, model: Model, a: Point, b: Point, *, drop: bool) -> Way | Refusal:
    """A straight way from one floor to another: a climb up or down a face, a jump, or a drop."""
    high, low = stands_on(table.terrain, a), stands_on(table.terrain, b)
    if low is not None and low.sheer and (high is None or low.level > high.level):
        return climb(table, model, a, b, low)
    assert high is not None
    if low is not None and not (adjoins(a, b, high, low) and (drop or high.touches(*b, model.radius))):
        if low.place == high.place:
            return Refusal("XT-MOV-12", {"model": model.id, "off": high.id})
        if low.level > high.level:
            return Refusal("XT-MOV-10", {"model": model.id, "from level": high.level, "to level": low.level})
        return jump(table, model, a, b, high, low)
    if drop:
        return step_off(table, model, a, b, high)
    down = climb(table, model, b, a, high)
    if isinstance(down, Refusal):
        return down
    return [replace(down[0], path=(a, b))]


def adjoins(a: Point, b: Point, high: Feature, low: Feature) -> bool:
    """Whether a straight way leads off a sheer piece directly onto a lower one, which may be climbed or dropped to."""
    leave, land = edges(a, b, high, low)
    return high.sheer and low.level < high.level and land - leave <= TOUCH


def climb(table: Table, model: Model, foot: Point, top: Point, piece: Feature) -> Way | Refusal:
    """From the foot of a face, touching it, to the edge above or up to a base's breadth inside; the shift is free."""
    if not piece.touches(*foot, model.radius):
        gap = round(piece.gap(*foot, model.radius), 4)
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "gap": gap})
    if piece.rim(*top) > 2 * model.radius + SLACK:
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "inside": round(piece.rim(*top), 4)})
    if not is_above(model, foot, top):
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "aside": round(length((foot, top)), 4)})
    height = LEVEL * (piece.level - level_at(table.terrain, foot))
    if height <= 0:
        return Refusal("XT-MOV-07", {"model": model.id, "face": piece.id, "height": height})
    face = Leg("climb", (foot, top), 0.0, height, "", climb_rate(table, model), ladder_at(table, model, foot, piece))
    return [replace(face, cost=face.inches_to(height))]


def is_above(model: Model, foot: Point, top: Point) -> bool:
    """Whether a spot is as near to the foot of a climb as a base's breadth inside the edge above it (XT-MOV-07)."""
    return length((foot, top)) <= 3 * model.radius + TOUCH


def jump(table: Table, model: Model, a: Point, b: Point, start: Feature, goal: Feature) -> Way | Refusal:
    """From one piece of high ground to another as high or lower; inches over neither count double (XT-MOV-10)."""
    whole = length((a, b))
    leave, land = edges(a, b, start, goal)
    for f in features(table.terrain):
        barred = f.level >= start.level or (f.solid and f.top > LEVEL * start.level + SLACK)
        if f.place not in (start.place, goal.place) and barred and inside(f, a, b):
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
        if not is_open(table, model, start, a, edge):
            return Refusal("XT-MOV-02", {"model": model.id, "to": str(edge), "in the way": "models"})
        found.append(Leg("walk", (a, edge), leave))
    if land - leave > TOUCH or start.level != goal.level:
        found.append(Leg("jump", (edge, landing), JUMP * max(0.0, land - leave), height=LEVEL * start.level))
    if whole - land > SLACK:
        if not is_open(table, model, goal, landing, b):
            return Refusal("XT-MOV-02", {"model": model.id, "to": str(b), "in the way": "models"})
        found.append(Leg("walk", (landing, b), whole - land))
    return found


def edges(a: Point, b: Point, start: Feature, goal: Feature) -> tuple[float, float]:
    """Where a straight way leaves one piece and comes to another, as distances from its start."""
    leave = max((end for _, end in inside(start, a, b)), default=0.0)
    ahead = (begin for begin, end in inside(goal, a, b) if end > leave)
    return leave, max(leave, min(ahead, default=length((a, b))))


def is_open(table: Table, model: Model, piece: Feature, a: Point, b: Point) -> bool:
    """Whether nobody and no wall on a piece is in the way of a straight walk on it."""
    floor = piece.place if piece.sheer else GROUND
    others = [sight.disc(m) for m in bodies(table, model, floor)]
    return bool(obstacles(table.terrain, floor, sides=False).clear(*a, *b, model.radius, others))


def step_off(table: Table, model: Model, a: Point, b: Point, piece: Feature) -> Way | Refusal:
    """Off a sheer edge on purpose: down to the nearest spot at its foot, then on if anything is left (XT-MOV-11)."""
    leave = max((end for _, end in inside(piece, a, b)), default=0.0)
    edge = along(a, b, leave / length((a, b)))
    landing = landing_spot(table, model, b if piece.touches(*b, model.radius) else edge, piece.level)
    if landing is None:
        return Refusal("XT-MOV-11", {"model": model.id, "off": piece.id, "landing": "none"})
    found: Way = []
    if leave > SLACK:
        if not is_open(table, model, piece, a, edge):
            return Refusal("XT-MOV-02", {"model": model.id, "to": str(edge), "in the way": "models"})
        found.append(Leg("walk", (a, edge), leave))
    found.append(Leg("drop", (edge, landing), 0.0, fallen(table, piece.level, landing)))
    onwards = straight(table, model, landing, b, drop=True)
    return onwards if isinstance(onwards, Refusal) else [*found, *onwards]


def landing_spot(table: Table, model: Model, wanted: Point, above: int) -> Point | None:
    """The legal standing spot nearest to where a model comes down from a level: on the next level below (XT-MOV-11)."""
    terrain = table.terrain
    below = [f for f in near(terrain, wanted, SLACK) if 0 < f.level < above and f.holds(*wanted)]
    piece = max(below, key=lambda f: f.level, default=None)
    floor = piece.place if piece is not None and piece.sheer else GROUND

    def stands(at: Point) -> bool:
        lower = floor_at(terrain, at) == floor and level_at(terrain, at) < above
        return lower and standing_fault(table, model, at) is None

    return nearest(stands, wanted)


def fallen(table: Table, above: int, landing: Point) -> float:
    """How far a model falls that comes down from a level."""
    return LEVEL * (above - level_at(table.terrain, landing))


# ------------------------------------------------------------------ any stretch


def straight(table: Table, model: Model, a: Point, b: Point, *, drop: bool) -> Way | Refusal:
    """A straight stretch of a way, in whatever manner it has to be gone."""
    if a == b:
        return []
    if floor_at(table.terrain, a) == floor_at(table.terrain, b):
        found = walk(table, model, a, b)
        if isinstance(found, Refusal) and found.rule == "XT-MOV-12":
            return change_floor(table, model, a, b, drop=drop)
        return found
    return change_floor(table, model, a, b, drop=drop)
