"""The enemies, played by the book: who acts next, and the three steps of an activation (SQ-RND-08, SQ-AIU)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, cos, floor, hypot, inf, pi, sin

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.referee import Referee
from sightline.core.sight import Disc
from sightline.core.table import Model, Part, Point, Table, spot
from sightline.core.variants import Variant
from sightline.games.starquest import missions
from sightline.games.starquest.acting import ADVANCE, RUSH, allowance, doing_fault
from sightline.games.starquest.attacking import (
    Assault,
    arms,
    grouped,
    looks_over,
    range_of,
    shoot,
    shooters,
    spots,
    usable,
)
from sightline.games.starquest.carrying import lure
from sightline.games.starquest.catalog import ENEMIES, SLACK
from sightline.games.starquest.charging import charge, charge_roads, chargeable
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.effects.specials import STEALTH, bears
from sightline.games.starquest.events import Skipped
from sightline.games.starquest.formation import follow, free, lead, quick_lengths, rally
from sightline.games.starquest.ground import plane_at
from sightline.games.starquest.harm import in_coherency
from sightline.games.starquest.measure import (
    UnitId,
    apart,
    conscious,
    inches,
    leader,
    members,
    place,
    reach,
    units,
    up,
    within,
    wounds_left,
)
from sightline.games.starquest.questions import Noticing, Preferring
from sightline.games.starquest.reckoning import expected, of_charging, of_shooting
from sightline.games.starquest.roads import FAR, Road, bare, hindrances, stop, walls, way
from sightline.games.starquest.sequence import Acting, EndRound, Starting
from sightline.games.starquest.sighting import eyes_meet, has_cover
from sightline.games.starquest.tokens import ACTIVATED, SHAKEN
from sightline.games.starquest.walking import go, minds, slowing, threatening, ways

STEP = 0.5
"""The grid on which places are compared (SQ-AIU-06)."""
BESIDE = (0.5, 1.0, 1.5, 2.0, 3.0)
"""How far from a goal that is taken a unit looks for a place, in inches."""
LOOKS = 8
"""Places where a whole unit is tried out, of those its leader likes best."""


class EnemyPhase(Part, frozen=True):
    """The enemies act one by one, in this order where it is fixed."""

    order: tuple[UnitId, ...] = ()


class Deciding(Part, frozen=True):
    """An enemy unit takes its steps."""

    unit: UnitId


# ------------------------------------------------------------------ who is next (SQ-RND-08)


def nearest_hero(table: Table, unit: UnitId) -> float:
    """How far a unit is from any conscious hero."""
    return min((apart(members(table, unit), (h,)) for h in up(table)), default=0.0)


def measured_again(table: Table, order: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Nearest first, as they stand now; of equals the one deployed earlier."""
    return by_distance(table)


def kept(table: Table, order: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """As it was when the phase began."""
    return tuple(order)


ORDER = Variant("ai_order", {"remeasure": measured_again, "fixed_at_phase_start": kept})


def by_distance(table: Table) -> tuple[UnitId, ...]:
    """The enemy units, nearest to a hero first."""
    return tuple(sorted(units(table, ENEMIES), key=lambda u: round(nearest_hero(table, u) / SLACK)))


def phase_order(table: Table) -> tuple[UnitId, ...]:
    """The order when the phase begins."""
    return by_distance(table)


async def enemy_phase(ref: Referee, part: EnemyPhase) -> None:
    """The next unit that has not acted; then the round ends (SQ-RND-07)."""
    table = ref.table
    left = [u for u in ORDER.of(table)(table, part.order) if (m := members(table, u)) and ACTIVATED not in m[0].tokens]
    if not left:
        ref.then(EndRound())
        return
    ref.then(Starting(left[0]), part)


# ------------------------------------------------------------------ heroes as targets (SQ-AIU-05, SQ-AIU-09)


def closest(table: Table, unit: UnitId) -> list[Model]:
    """The conscious heroes a unit heeds, the closest first; of equals the weaker, then the first of the party."""
    own = members(table, unit)
    known = [h for h in up(table) if EFFECTS.allows(table, Noticing(h.id, own[0].id))]
    return sorted(known, key=lambda h: (round(apart(own, (h,)) / SLACK), wounds_left(h)))


def heeded(table: Table, unit: UnitId) -> list[Model]:
    """The same for whoever picks a target it could attack: who draws attacks counts as the closest (SQ-HSK-04)."""
    own = members(table, unit)
    return sorted(closest(table, unit), key=lambda h: -EFFECTS.tally(table, Preferring(own[0].id, h.id), 0).value)


def in_sight(table: Table, unit: UnitId) -> bool:
    """Step 1: whether any hero is in sight, or within range of a weapon that needs none (SQ-AIU-01, SQ-AIU-12)."""
    own = members(table, unit)
    heroes = heeded(table, unit)
    if any(spots(table, m, h) for h in heroes for m in own):
        return True
    blind = blind_range(table, unit)
    return blind > 0 and any(within(apart(own, (h,)), blind + allowance(table, own[0], ADVANCE)) for h in heroes)


def blind_range(table: Table, unit: UnitId) -> float:
    """How far a unit shoots without seeing."""
    return max(
        (
            range_of(table, m, w)
            for m in members(table, unit)
            for w in arms(m, melee=False)
            if usable(table, m, w.id) and looks_over(table, m, w.id)
        ),
        default=0.0,
    )


def longest_range(table: Table, unit: UnitId) -> float:
    """How far a unit shoots at best."""
    return max(
        (range_of(table, m, w) for m in members(table, unit) for w in arms(m, melee=False) if usable(table, m, w.id)),
        default=0.0,
    )


# ------------------------------------------------------------------ the three steps


class Plan(Struct, frozen=True):
    """What a unit has decided on."""

    kind: str
    """`shoot`, `charge`, `rush` or `skip`."""
    target: UnitId = ""
    roads: dict[str, Road] = {}


def choice(shooting: Fraction | None, charging: Fraction | None) -> str:
    """Step 2 in figures: a charge has to deal strictly more; None means that it is not possible (SQ-AIU-02)."""
    if charging and (shooting is None or charging > shooting):
        return "charge"
    if shooting is not None:
        return "advance_shoot"
    return "rush_to_hero"


def decide(table: Table, unit: UnitId) -> Plan:
    """What the book has a unit do; one that is scattered does it only if that brings it together (SQ-COH-02)."""
    own = members(table, unit)
    if doing_fault(table, own[0], RUSH) is not None:
        return hold(table, unit)
    plan = steps(table, unit)
    if in_coherency(table, own) or together(table, unit, plan):
        return plan

    def near(model: Model, goal: Point) -> Road | None:
        return nearest_road(table, model, goal, allowance(table, model, RUSH), RUSH, "")

    return Plan("rush", "", rally(table, unit, RUSH, near))


def together(table: Table, unit: UnitId, plan: Plan) -> bool:
    """Whether a unit would be in coherency once it has done what it plans."""
    roads = charge_roads(table, unit, plan.target) if plan.kind == "charge" else plan.roads
    return in_coherency(table, [m for m in members(standing(table, roads), unit) if conscious(m)])


def steps(table: Table, unit: UnitId) -> Plan:
    """The three steps of the book (SQ-AIU-01 to SQ-AIU-03)."""
    noise = lure(table, unit)
    if noise is not None:
        return seek(table, unit, (noise,))
    if not in_sight(table, unit):
        return seek(table, unit, missions.goals(table, unit))
    charging, blow = best_charge(table, unit)
    shooting = best_shot(table, unit)
    picked = choice(shooting[2] if shooting else None, blow if charging else None)
    if picked == "charge":
        return Plan("charge", charging)
    if shooting is not None:
        return Plan("shoot", shooting[0], shooting[1])
    heroes = closest(table, unit) or list(up(table))
    if not heroes:
        return Plan("skip")
    return Plan("rush", heroes[0].unit, toward(table, unit, place(heroes[0]), RUSH, heroes[0].unit))


def hold(table: Table, unit: UnitId) -> Plan:
    """A unit that cannot move shoots whoever is closest (SQ-AIU-11)."""
    for hero in heeded(table, unit):
        if shooters(table, unit, hero.unit):
            return Plan("shoot", hero.unit)
    return Plan("skip")


def seek(table: Table, unit: UnitId, found: Sequence[Point]) -> Plan:
    """Step 3: nobody is in sight, so go to the nearest goal, or wait there (SQ-AIU-03)."""
    own = members(table, unit)
    if not found:
        return Plan("skip")
    goal = min(found, key=lambda g: min(reach(m, g) for m in own))
    if within(min(reach(m, goal) for m in own), inches(table, "ai_goal_distance")):
        return Plan("skip")
    return Plan("rush", "", toward(table, unit, goal, RUSH))


async def deciding(ref: Referee, part: Deciding) -> None:
    """The three steps, played without asking anybody; clever enemies choose for themselves (SQ-AIU-16)."""
    own = [m for m in members(ref.table, part.unit) if conscious(m)]
    if not own or SHAKEN in own[0].tokens:
        return
    await CLEVER.of(ref.table)(ref, part.unit)


async def by_the_book(ref: Referee, unit: UnitId) -> None:
    """The flowchart of the book."""
    plan = decide(ref.table, unit)
    match plan.kind:
        case "charge":
            await charge(ref, unit, plan.target)
        case "shoot":
            if plan.roads:
                await go(ref, plan.roads, ADVANCE, "SQ-AIU-02")
            ref.then(Firing(unit, plan.target))
        case "rush" if plan.roads:
            await go(ref, plan.roads, RUSH, "SQ-AIU-02" if plan.target else "SQ-AIU-03")
        case _:
            await ref.emit(Skipped(rule="SQ-AIU-03", model=leader(ref.table, unit).id))


async def by_choice(ref: Referee, unit: UnitId) -> None:
    """Whoever plays the enemies decides."""
    ref.then(Acting(unit))


Steps = Callable[[Referee, UnitId], Awaitable[None]]
CLEVER: Variant[Steps] = Variant("clever_enemies", {False: by_the_book, True: by_choice})


class Firing(Part, frozen=True):
    """An enemy unit that has taken its place shoots, if anybody is left to."""

    unit: UnitId
    target: UnitId


async def firing(ref: Referee, part: Firing) -> None:
    """Every weapon in range at one target (SQ-AIU-13)."""
    if members(ref.table, part.unit) and shooters(ref.table, part.unit, part.target):
        await shoot(ref, part.unit, part.target)


# ------------------------------------------------------------------ charging (SQ-AIU-02)


def best_charge(table: Table, unit: UnitId) -> tuple[UnitId, Fraction]:
    """The closest hero that can be charged, in coherency if that was lost, and the wounds to be expected of it."""
    able = chargeable(table, unit)
    for hero in heeded(table, unit):
        if hero.unit in able:
            there = standing(table, charge_roads(table, unit, hero.unit))
            if in_coherency(table, members(table, unit)) or in_coherency(there, members(there, unit)):
                return hero.unit, of_charging(there, unit, hero.unit)
    return "", Fraction(0)


def standing(table: Table, roads: Mapping[str, Road]) -> Table:
    """The table as it would be with some models at the end of their ways."""
    moved = table.copy()
    for id, road in roads.items():
        if table.models[id].at != road.end:
            moved.put_moved(replace(moved.models[id], at=road.end))
    return moved


# ------------------------------------------------------------------ shooting (SQ-AIU-02, SQ-AIU-06)


def best_shot(table: Table, unit: UnitId) -> tuple[UnitId, dict[str, Road], Fraction] | None:
    """The closest hero that can be shot after an Advance, the ways to the best place for it, and what it does."""
    far = longest_range(table, unit)
    if far <= 0:
        return None
    own = members(table, unit)
    for hero in heeded(table, unit):
        if apart(own, (hero,)) > far + allowance(table, own[0], ADVANCE) + SLACK:
            continue
        found = ADVANCES.of(table)(table, unit, hero)
        if found is not None:
            return hero.unit, found[0], found[1]
    return None


def minimal(table: Table, unit: UnitId, hero: Model) -> tuple[dict[str, Road], Fraction] | None:
    """The place with the most damage, and of equal ones the nearest; who has its best shot stays."""
    whole = in_coherency(table, members(table, unit))
    stays = of_shooting(table, unit, hero.unit) if whole and shooters(table, unit, hero.unit) else None
    most = inf if better_near(table, unit, hero) else ideal(table, unit, hero)
    best: tuple[dict[str, Road], Fraction] | None = ({}, stays) if stays else None
    if stays is not None and stays >= most:
        return best
    tried = 0
    for road, chief in places(table, unit, hero):
        roads = follow(table, chief, road, ADVANCE, place(hero))
        if not roads:
            continue
        there = standing(table, roads)
        if shooters(there, unit, hero.unit) and (whole or in_coherency(there, members(there, unit))):
            worth = of_shooting(there, unit, hero.unit)
            if best is None or worth > best[1]:
                best = (roads, worth)
            if worth >= most:
                break
        tried += 1
        if tried >= LOOKS:
            break
    return best if best is not None and best[1] > 0 else None


def full(table: Table, unit: UnitId, hero: Model) -> tuple[dict[str, Road], Fraction] | None:
    """The whole Advance toward the target, if it can still be shot from there (option of SQ-AIU-06)."""
    roads = toward(table, unit, place(hero), ADVANCE, hero.unit)
    if roads:
        there = standing(table, roads)
        if shooters(there, unit, hero.unit):
            return roads, of_shooting(there, unit, hero.unit)
    return minimal(table, unit, hero)


ADVANCES = Variant("ai_advance", {"minimal": minimal, "full_toward_target": full})


def ideal(table: Table, unit: UnitId, hero: Model) -> Fraction:
    """What a unit would do to a hero if every weapon could fire, and nothing were in the way."""
    carriers = [(m, w) for m in members(table, unit) for w in arms(m, melee=False) if usable(table, m, w.id)]
    return expected(table, Assault(unit, hero.unit, tuple(grouped(table, carriers))))


def places(table: Table, unit: UnitId, hero: Model) -> Iterator[tuple[Road, Model]]:
    """Places within the leader's Advance from which it sees a hero in range: clear ones first, then the nearest."""
    chief = lead(table, unit, place(hero))
    limit = allowance(table, chief, ADVANCE)
    blind = blind_range(table, unit) > 0
    views: list[tuple[float, bool, Point]] = []
    for far in steps_of_range(table, unit, hero):
        coarse = [p for p in grid(table, chief, limit, 2 * STEP) if in_range(chief, p, hero, far)]
        found = looked_at(table, chief, coarse, limit, hero, blind)
        if found:
            near = min(cost for cost, _, _ in found)
            fine = [p for p in grid(table, chief, near, STEP) if in_range(chief, p, hero, far) and p not in coarse]
            views += found + looked_at(table, chief, fine, near, hero, blind)
    for _, _, at in sorted(dict.fromkeys(views), key=lambda v: (v[1], v[0], v[2])):
        road = ways_there(table, chief, at, limit)
        if road is not None:
            yield road, chief


def steps_of_range(table: Table, unit: UnitId, hero: Model) -> list[float]:
    """The distances at which a unit does more to a hero: those of its weapons, and where nobody is hard to see."""
    carried = [(m, w) for m in members(table, unit) for w in arms(m, melee=False) if usable(table, m, w.id)]
    found = {range_of(table, m, w) for m, w in carried}
    if better_near(table, unit, hero):
        found.add(inches(table, "stealth_distance"))
    return sorted((far for far in found if far > 0), reverse=True)


def better_near(table: Table, unit: UnitId, hero: Model) -> bool:
    """Whether a hero is hard to see from where a unit stands, and would not be from nearer (SQ-SPR-29)."""
    far = apart(members(table, unit), (hero,))
    return bears(table, hero.id, STEALTH.rule) and far > inches(table, "stealth_distance") + SLACK


def ways_there(table: Table, model: Model, at: Point, limit: float) -> Road | None:
    """The way of a leader to a place."""
    return ways(table, model, at, limit, ADVANCE)


def grid(table: Table, model: Model, limit: float, step: float) -> list[Point]:
    """The points of a grid around a model."""
    x, y = place(model)
    return [
        (i * step, j * step)
        for i in range(ceil((x - limit) / step), floor((x + limit) / step) + 1)
        for j in range(ceil((y - limit) / step), floor((y + limit) / step) + 1)
        if hypot(i * step - x, j * step - y) <= limit
    ]


def in_range(model: Model, at: Point, hero: Model, far: float) -> bool:
    """Whether a hero would be in range from a spot."""
    x, y = place(hero)
    return within(hypot(x - at[0], y - at[1]) - model.radius - hero.radius, far)


def looked_at(
    table: Table, model: Model, among: Sequence[Point], limit: float, hero: Model, blind: bool
) -> list[tuple[float, bool, Point]]:
    """Those of some places that can be reached and see a hero: how far they are, and whether it has cover there."""
    open_places = [p for p in among if free(table, model, p, ())]
    lengths = quick_lengths(table, model, open_places, limit, ADVANCE)
    found = []
    for at, far in sorted(zip(open_places, lengths, strict=True), key=lambda p: (p[1], p[0])):
        if far > limit + SLACK:
            continue
        if blind or eyes_meet(table, model, at, hero, place(hero)):
            hidden = has_cover(table, model, at, hero.unit)
            found.append((far, hidden, at))
            if not hidden:
                break
    return found


# ------------------------------------------------------------------ going somewhere (SQ-AIU-07)


def toward(table: Table, unit: UnitId, goal: Point, deed: str, target: UnitId = "") -> dict[str, Road]:
    """The ways of a unit that wants to come as near to a place as it can."""
    chief = lead(table, unit, goal)
    limit = allowance(table, chief, deed)
    road = nearest_road(table, chief, goal, limit, deed, target)
    return follow(table, chief, road, deed, goal) if road is not None else {}


def nearest_road(table: Table, model: Model, goal: Point, limit: float, deed: str, target: UnitId) -> Road | None:
    """The part of the best way to a place that a move allows: round danger if that helps, and round what is slow."""
    found: list[tuple[float, Road]] = []
    start = place(model)
    if not minds(table, model, "walls"):
        straight = Road((start, goal), hypot(goal[0] - start[0], goal[1] - start[1]))
        return stop(table, straight, limit, lambda at: free(table, model, at, ()))
    discs = hindrances(table, model, (target,) if target else ())
    if target:
        bases = [(*place(m), m.radius) for m in members(table, target)]
        discs = [d for d in discs if not any(d[0] == x and d[1] == y for x, y, _ in bases)]
    rough = frozenset(f.place for f in slowing(table, model))
    danger = frozenset(f.place for f in threatening(table, model, deed))
    cap = min(limit, inches(table, "difficult_cap"))
    for shut in dict.fromkeys((danger, frozenset[int]())):
        for closed, most in dict.fromkeys(((shut | rough, limit), (shut, cap if rough else limit))):
            road = way(table, model, goal, closed, discs) or beside(table, model, goal, closed, discs)
            if road is None:
                continue
            part = stop(table, road, most, lambda at: free(table, model, at, ()))
            if part is not None:
                found.append((road.cost - part.cost, part))
        if found and min(found, key=_remaining)[0] < _now(table, model, goal) - 1.0:
            break
    return min(found, key=_remaining)[1] if found else None


def _remaining(found: tuple[float, Road]) -> tuple[float, Point]:
    return (round(found[0], 6), found[1].end)


def _now(table: Table, model: Model, goal: Point) -> float:
    return hypot(goal[0] - place(model)[0], goal[1] - place(model)[1])


def beside(table: Table, model: Model, goal: Point, closed: frozenset[int], discs: Sequence[Disc]) -> Road | None:
    """A way to a spot near one that nobody can stand on: a marker by a wall, a hero between others."""
    terrain = table.terrain
    plane = plane_at(terrain, goal)
    ground = walls(terrain, closed) if plane < 0 else bare(terrain)
    ring = [spot(goal[0] + far * cos(pi * n / 4), goal[1] + far * sin(pi * n / 4)) for far in BESIDE for n in range(8)]
    standable = (p for p in ring if plane_at(terrain, p) == plane and ground.free(*p, model.radius, discs))
    first = next(standable, None)
    if first is None:
        return None
    road = way(table, model, first, closed, discs)
    if road is not None:
        return road  # As a rule it can be reached, and nobody need look at the others.
    places = list(standable)
    if places and plane < 0 and plane_at(terrain, place(model)) < 0:
        found = ground.lengths(*place(model), model.radius, FAR, places, discs)
        places = [p for p, far in zip(places, found, strict=True) if far <= FAR]
    return next((road for p in places if (road := way(table, model, p, closed, discs)) is not None), None)
