"""Charges: closing in, pile-in, and stepping apart after the blows (SQ-CHG, SQ-MEL-01, SQ-MEL-02, SQ-CON)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import atan2, cos, hypot, inf, pi, sin

from sightline.core.decisions import Refusal
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table, spot
from sightline.games.starquest.acting import CHARGE, ONWARD, allowance, doing_fault, no_more
from sightline.games.starquest.catalog import SLACK
from sightline.games.starquest.events import Charged, PiledIn, Settled, SteppedBack
from sightline.games.starquest.ground import floor_at, scale
from sightline.games.starquest.harm import coherent
from sightline.games.starquest.measure import (
    UnitId,
    conscious,
    floor,
    foes,
    gap,
    ids,
    inches,
    is_hero,
    members,
    place,
    within,
)
from sightline.games.starquest.roads import Road, ground_fault, overlap_fault
from sightline.games.starquest.striking import Blows, strikes
from sightline.games.starquest.tokens import ATTACKED, CHARGED, FATIGUED, SHAKEN
from sightline.games.starquest.walking import go, hampered, out_of_reach, ways

SPOKES = 16
"""Directions in which a place beside an enemy is looked for."""
BESIDE = 0.002
"""How far from an enemy's base a model stops that touches it."""
LEAST = 0.25
"""What is left of a move and worth moving."""
Placed = Sequence[tuple[Model, Point]]
"""Models and where they come to stand."""


class Closing(Part, frozen=True):
    """A charge has arrived, if anybody is left to strike and to be struck."""

    charger: UnitId
    target: UnitId
    left: tuple[tuple[ModelId, float], ...] = ()
    """What each model that charged has left of its move, in inches of this table."""


class Parting(Part, frozen=True):
    """The melee is over: the charger steps back if both are still there."""

    charger: UnitId
    target: UnitId


# ------------------------------------------------------------------ may it charge (SQ-CHG-01, SQ-CHG-02)


def beside(one: Model, other: Model, toward: Point) -> list[Point]:
    """The places where a base touches another, the nearest to a spot first."""
    x, y = place(other)
    far = one.radius + other.radius + BESIDE
    turn = atan2(toward[1] - y, toward[0] - x)
    angles = [turn]
    for n in range(1, SPOKES // 2 + 1):
        angles += [turn + 2 * pi * n / SPOKES, turn - 2 * pi * n / SPOKES]
    return [spot(x + far * cos(a), y + far * sin(a)) for a in angles]


def stands_there(table: Table, model: Model, at: Point, taken: Sequence[tuple[Model, Point]] = ()) -> bool:
    """Whether a charging or piling model may come to stand on a spot, beside those placed already."""
    if ground_fault(table, model, at) is not None:
        return False
    placed = [m.id for m, _ in taken]
    own = [m.id for m in members(table, model.unit)]
    if overlap_fault(table, model, at, [*placed, *own]) is not None:
        return False
    return all(hypot(at[0] - p[0], at[1] - p[1]) >= model.radius + m.radius - SLACK for m, p in taken)


def contact(
    table: Table, model: Model, target: UnitId, limit: float, taken: Sequence[tuple[Model, Point]] = ()
) -> Road | None:
    """The shortest way of a model into base contact with a unit, or within reach where there is no room (SQ-CHG-02)."""
    start = place(model)
    best: Road | None = None
    enemies = sorted((m for m in members(table, target) if conscious(m)), key=lambda m: gap(model, m))
    for enemy in enemies:
        if gap(model, enemy) > limit + SLACK or (best is not None and gap(model, enemy) >= best.cost):
            break
        if touches(table, model, enemy):
            return Road((start,), 0.0)
        same = floor(table, enemy)
        around = beside(model, enemy, start)
        beyond: frozenset[Point] | None = None
        for at in around:
            straight = hypot(at[0] - start[0], at[1] - start[1])
            if straight > limit + SLACK or (best is not None and straight >= best.cost - SLACK):
                continue
            if floor_at(table.terrain, at) != same or (beyond and at in beyond):
                continue
            if not stands_there(table, model, at, taken):
                continue
            road = ways(table, model, at, limit, CHARGE, (target,), at)
            if road is None and beyond is None:
                beyond = out_of_reach(table, model, around, limit)
            if road is not None and (best is None or road.cost < best.cost - SLACK):
                best = road
                if road.cost <= straight + SLACK:
                    break
    if best is not None:
        return best
    return within_reach(table, model, enemies, limit, taken)


def touches(table: Table, one: Model, other: Model) -> bool:
    """Whether two models are in base contact."""
    return gap(one, other) <= 2 * BESIDE and floor(table, one) == floor(table, other)


def within_reach(
    table: Table, model: Model, enemies: Sequence[Model], limit: float, taken: Sequence[tuple[Model, Point]]
) -> Road | None:
    """A place to strike from where contact is ruled out by lack of room or by a difference in level."""
    start = place(model)
    reach = inches(table, "melee_reach_horizontal")
    best: Road | None = None
    for enemy in enemies:
        if gap(model, enemy) > limit + reach:
            continue
        if any(
            floor_at(table.terrain, at) == floor(table, enemy) and stands_there(table, model, at, taken)
            for at in beside(model, enemy, start)
        ):
            continue
        if within(gap(model, enemy), reach) and strikes(table, model, start, enemy):
            return Road((start,), 0.0)
        x, y = place(enemy)
        for far in (0.25 * reach, 0.6 * reach, reach - SLACK):
            around = model.radius + enemy.radius + far
            turn = atan2(start[1] - y, start[0] - x)
            for n in range(SPOKES):
                a = turn + 2 * pi * n / SPOKES
                at = spot(x + around * cos(a), y + around * sin(a))
                if not stands_there(table, model, at, taken) or not strikes(table, model, at, enemy):
                    continue
                road = ways(table, model, at, limit, CHARGE, (enemy.unit,), at)
                if road is not None and (best is None or road.cost < best.cost - SLACK):
                    best = road
            if best is not None:
                break
    return best


def charge_fault(table: Table, unit: UnitId, target: UnitId) -> Refusal | None:
    """Why a unit may not charge another; it need not see it, and a hero may have to jump (SQ-JMP-02)."""
    from sightline.games.starquest.springing import landing_of

    own, theirs = members(table, unit), [m for m in members(table, target) if conscious(m)]
    if not theirs or theirs[0].side == own[0].side:
        return Refusal("SQ-CHG-04", {"target": target})
    no = doing_fault(table, own[0], CHARGE)
    if no is not None:
        return no
    far = min(gap(a, b) for a in own for b in theirs)
    for model in sorted(own, key=lambda m: min(gap(m, t) for t in theirs)):
        limit = allowance(table, model, CHARGE)
        if contact(table, model, target, limit) is not None or landing_of(table, model, target) is not None:
            return None
    limit = allowance(table, own[0], CHARGE)
    return Refusal("SQ-CHG-02", {"target": target, "distance": round(far, 4), "charge": round(limit, 4)})


def chargeable(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The units a unit may charge."""
    known: dict[UnitId, tuple[UnitId, ...]] = table.now.setdefault("chargeable", {})
    found = known.get(unit)
    if found is None:
        found = known[unit] = _chargeable(table, unit)
    return found


def _chargeable(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    from sightline.games.starquest.springing import may_spring

    own = members(table, unit)
    far = allowance(table, own[0], CHARGE) + inches(table, "melee_reach_horizontal")
    far += inches(table, "jump_max") if may_spring(table, own[0]) else 0
    near = [
        t for t in foes(table, own[0].side) if min(gap(a, b) for a in own for b in members(table, t)) <= far + SLACK
    ]
    return tuple(t for t in near if charge_fault(table, unit, t) is None)


# ------------------------------------------------------------------ closing in (SQ-MEL-01)


def charge_roads(table: Table, unit: UnitId, target: UnitId) -> dict[str, Road]:
    """The ways of a charge; if one of them is difficult all are short, or who would have to take it stays behind."""
    roads, cap = closing_in(table, unit, target), inches(table, "difficult_cap")
    slow = delayed(table, roads)
    if not slow or max(road.cost for road in roads.values()) <= cap + SLACK:
        return roads
    short = closing_in(table, unit, target, cap)
    theirs = [m for m in members(table, target) if conscious(m)]
    if any(strikes(table, table.models[id], road.end, t) for id, road in short.items() for t in theirs):
        return short
    return {id: Road((place(table.models[id]),), 0.0) if id in slow else road for id, road in roads.items()}


def delayed(table: Table, roads: Mapping[ModelId, Road]) -> list[ModelId]:
    """Those whose ways lead over difficult ground (SQ-TER-07)."""
    return [id for id, road in roads.items() if len(road.path) > 1 and hampered(table, table.models[id], road.path)]


def closing_in(table: Table, unit: UnitId, target: UnitId, most: float = inf) -> dict[str, Road]:
    """Every model into contact, the nearest first; who finds no room goes as near as it can, in coherency."""
    own = list(members(table, unit))
    theirs = [m for m in members(table, target) if conscious(m)]
    own.sort(key=lambda m: min(gap(m, t) for t in theirs))
    roads: dict[str, Road] = {}
    taken: list[tuple[Model, Point]] = []
    for model in own:
        limit = min(allowance(table, model, CHARGE), most)
        road = contact(table, model, target, limit, taken)
        if road is None or not linked(table, taken, model, road.end):
            road = close_up(table, model, theirs, taken, limit, target) or road
            road = road or nearer(table, model, theirs, limit, taken) or Road((place(model),), 0.0)
        roads[model.id] = road
        taken.append((model, road.end))
    return roads


def linked(table: Table, taken: Sequence[tuple[Model, Point]], model: Model, at: Point) -> bool:
    """Whether a model on a spot is in coherency with those placed already (SQ-COH-01)."""
    return not taken or coherent([*taken, (model, at)], table)


def close_up(
    table: Table,
    model: Model,
    theirs: Sequence[Model],
    taken: Sequence[tuple[Model, Point]],
    limit: float,
    target: UnitId,
) -> Road | None:
    """The place beside one's own that is nearest to the enemy and within the move."""
    start = place(model)
    places: list[tuple[float, Point]] = []
    for mate, (x, y) in taken:
        for more in (0.02, 0.5):
            far = mate.radius + model.radius + more
            for n in range(SPOKES):
                at = spot(x + far * cos(2 * pi * n / SPOKES), y + far * sin(2 * pi * n / SPOKES))
                apart = min(hypot(at[0] - place(t)[0], at[1] - place(t)[1]) - t.radius for t in theirs)
                if hypot(at[0] - start[0], at[1] - start[1]) <= limit + SLACK:
                    places.append((apart, at))
    tried = 0
    for _, at in sorted(places):
        if stands_there(table, model, at, taken) and linked(table, taken, model, at):
            road = ways(table, model, at, limit, CHARGE, (target,), at)
            tried += 1
            if road is not None or tried > 8:
                return road
    return None


async def charge(ref: Referee, unit: UnitId, target: UnitId) -> None:
    """The whole unit charges; blows follow once it has arrived (SQ-CHG-01, SQ-CHG-04)."""
    from sightline.games.starquest.springing import landing_of, spring

    table = ref.table
    first, own = members(table, unit)[0], ids(members(table, unit))
    walks = contact(table, first, target, allowance(table, first, CHARGE)) is not None
    land = None if walks or not is_hero(first) else landing_of(table, first, target)
    await ref.emit(
        Settled(rule="SQ-FTG-01", bearers=own, token=CHARGED, value=1),
        Settled(rule="SQ-SPR-10", bearers=own, token=ATTACKED, value=1),
    )
    if land is not None:
        await spring(ref, first, target, land)
        return
    roads = charge_roads(table, unit, target)
    most = inches(table, "difficult_cap") if delayed(table, roads) else inf
    left = {id: min(allowance(table, table.models[id], CHARGE), most) - road.cost for id, road in roads.items()}
    await go(ref, roads, CHARGE, "SQ-CHG-01", Charged)
    ref.then(Closing(unit, target, tuple((id, round(far, 4)) for id, far in left.items() if far > LEAST)))


async def closing(ref: Referee, part: Closing) -> None:
    """The charged pile in, then blows are struck in their order (SQ-MEL-02, SQ-MEL-05, SQ-SPR-12)."""
    table = ref.table
    own = [m for m in members(table, part.charger) if conscious(m)]
    theirs = [m for m in members(table, part.target) if conscious(m)]
    if not own:
        return
    if not any(strikes(table, m, place(m), t) for m in own for t in theirs):
        await stopped_short(ref, part, own, theirs)
        return
    roads = pile_in(table, part.target, own)
    if roads:
        await go(ref, roads, "pile_in", "SQ-MEL-02", PiledIn)
    fresh = FATIGUED not in own[0].tokens
    ref.then(
        Blows(part.target, part.charger, first=True),
        Blows(part.charger, part.target, charging=True, fresh=fresh),
        Blows(part.target, part.charger, back=True),
        Parting(part.charger, part.target),
    )


async def stopped_short(ref: Referee, part: Closing, own: Sequence[Model], theirs: Sequence[Model]) -> None:
    """Losses on the way: who can still reach goes on; else the move is finished and the activation over (SQ-CHG-03)."""
    from sightline.games.starquest.skills import Stepping

    table = ref.table
    left = dict(part.left)

    def rest(find: Callable[[Model, float, Placed], Road | None]) -> dict[ModelId, Road]:
        roads: dict[ModelId, Road] = {}
        for model in (m for m in own if m.id in left and theirs):
            others = [(m, roads[m.id].end if m.id in roads else place(m)) for m in own if m is not model]
            road = find(model, left[model.id], others)
            roads |= {model.id: road} if road is not None else {}
        return roads

    reaching = rest(lambda model, far, others: contact(table, model, part.target, far, others))
    if reaching:
        await go(ref, reaching, CHARGE, "SQ-CHG-03", Charged)
        ref.then(Closing(part.charger, part.target))
        return
    await no_more(ref, own, "SQ-CHG-03")
    if is_hero(own[0]):
        ref.then(*(Stepping(id, far / scale(table), ONWARD, "SQ-CHG-03") for id, far in left.items()))
    else:
        nearing = rest(lambda model, far, others: nearer(table, model, theirs, far, others))
        await go(ref, nearing, CHARGE, "SQ-CHG-03", Charged)


def pile_in(table: Table, unit: UnitId, chargers: Sequence[Model]) -> dict[str, Road]:
    """The charged step up to three inches to touch a charger, or as near as they can, in coherency (SQ-MEL-02)."""
    own = [m for m in members(table, unit) if conscious(m)]
    if SHAKEN in own[0].tokens or doing_fault(table, own[0], "pile_in") is not None:
        return {}
    away = [m for m in own if not any(touches(table, m, c) for c in chargers)]
    taken = [(m, place(m)) for m in own if m not in away]
    roads: dict[str, Road] = {}
    charger = chargers[0].unit
    for model in sorted(away, key=lambda m: min(gap(m, c) for c in chargers)):
        limit = allowance(table, model, "pile_in", float(inches(table, "pile_in")) / scale(table))
        others = [(m, place(m)) for m in own if m is not model and m.id not in roads and (m, place(m)) not in taken]
        road = contact(table, model, charger, limit, [*taken, *others])
        if road is None or not keeps(table, model, road.end, [*taken, *others]):
            road = nearer(table, model, chargers, limit, [*taken, *others])
        if road is not None and road.end != model.at:
            roads[model.id] = road
        taken.append((model, road.end if road is not None else place(model)))
    return roads


def keeps(table: Table, model: Model, at: Point, others: Sequence[tuple[Model, Point]]) -> bool:
    """Whether a step does not break coherency: one that was broken before may be taken anyway (SQ-COH-01)."""
    return coherent([*others, (model, at)], table) or not coherent([*others, (model, place(model))], table)


def nearer(
    table: Table, model: Model, chargers: Sequence[Model], limit: float, others: Sequence[tuple[Model, Point]]
) -> Road | None:
    """As near to a charger as a step allows."""
    start = place(model)
    goal = min(chargers, key=lambda c: gap(model, c))
    x, y = place(goal)
    far = hypot(x - start[0], y - start[1])
    step = min(limit, gap(model, goal))
    while step > 0.1:
        for turn in (0.0, 0.5, -0.5):
            ux, uy = (x - start[0]) / far, (y - start[1]) / far
            at = spot(
                start[0] + step * (ux * cos(turn) - uy * sin(turn)), start[1] + step * (ux * sin(turn) + uy * cos(turn))
            )
            if stands_there(table, model, at, others) and keeps(table, model, at, others):
                road = ways(table, model, at, limit, "pile_in", (goal.unit,), at)
                if road is not None:
                    return road
        step -= 0.5
    return None


# ------------------------------------------------------------------ stepping apart (SQ-CON-01, SQ-CON-02)


async def parting(ref: Referee, part: Parting) -> None:
    """If both are still there, every charging model steps back an inch."""
    table = ref.table
    own = [m for m in members(table, part.charger) if conscious(m)]
    theirs = [m for m in members(table, part.target) if conscious(m)]
    if not own or not theirs:
        return
    for model, at in together(table, own, theirs) or one_by_one(table, own, theirs):
        if at != model.at:
            far = hypot(at[0] - place(model)[0], at[1] - place(model)[1])
            await ref.emit(SteppedBack(rule="SQ-CON-01", model=model.id, path=(place(model), at), length=round(far, 4)))


def together(table: Table, own: Sequence[Model], theirs: Sequence[Model]) -> Placed:
    """Everybody an inch straight back at once, as ranks do; nothing where that leaves anybody no room, or alone."""
    back = [(m, next(aside(table, m, theirs, inches(table, "consolidation")), place(m))) for m in own]
    fine = all(at != m.at and stands_there(table, m, at, [o for o in back if o[0] is not m]) for m, at in back)
    return back if fine and coherent(back, table) else ()


def one_by_one(table: Table, own: Sequence[Model], theirs: Sequence[Model]) -> Placed:
    """One after the other, each as far as those leave it room that have stepped back, and those that have not."""
    taken: list[tuple[Model, Point]] = []
    for model in own:
        others = [*taken, *((m, place(m)) for m in own if m is not model and m not in [t for t, _ in taken])]
        taken.append((model, step_back(table, model, theirs, others) or place(model)))
    return taken


def step_back(
    table: Table, model: Model, theirs: Sequence[Model], others: Sequence[tuple[Model, Point]]
) -> Point | None:
    """An inch straight away from the nearest enemy, or turned aside as little as it takes, or as far as possible."""
    whole = inches(table, "consolidation")
    for way in (whole, 0.75 * whole, 0.5 * whole, 0.25 * whole):
        for at in aside(table, model, theirs, way):
            if stands_there(table, model, at, others) and keeps(table, model, at, others):
                return at
    return None


def aside(table: Table, model: Model, theirs: Sequence[Model], way: float) -> Iterator[Point]:
    """The spots so far from where a model stands that are farther from its enemy, straight back first."""
    x, y = place(model)
    nearest = min(theirs, key=lambda t: gap(model, t))
    ex, ey = place(nearest)
    turn = atan2(y - ey, x - ex)
    level = floor_at(table.terrain, (x, y))
    for n in range(13):
        for side in (1, -1) if n else (1,):
            a = turn + side * n * pi / 12
            at = spot(x + way * cos(a), y + way * sin(a))
            if hypot(at[0] - ex, at[1] - ey) > hypot(x - ex, y - ey) and floor_at(table.terrain, at) == level:
                yield at
