"""The enemies, played by the book: who acts next, and the three steps of an activation (SQ-RND-08, SQ-AIU)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from fractions import Fraction

from msgspec import Struct

from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.starquest import missions
from sightline.games.starquest.acting import ADVANCE, RUSH, allowance, doing_fault
from sightline.games.starquest.carrying import lure
from sightline.games.starquest.catalog import ENEMIES, SLACK
from sightline.games.starquest.charging import charge, charge_roads, chargeable
from sightline.games.starquest.events import Skipped
from sightline.games.starquest.formation import rally, standing
from sightline.games.starquest.going import nearest_road, toward
from sightline.games.starquest.harm import in_coherency
from sightline.games.starquest.heeding import closest, heeded, in_sight
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
)
from sightline.games.starquest.reckoning import of_charging
from sightline.games.starquest.roads import Road
from sightline.games.starquest.sequence import Acting, EndRound, Starting
from sightline.games.starquest.shooting import shoot, shooters
from sightline.games.starquest.tokens import ACTIVATED, SHAKEN
from sightline.games.starquest.vantage import best_shot
from sightline.games.starquest.walking import go


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


def phase_order(table: Table) -> tuple[UnitId, ...]:
    """The enemy units, nearest to a hero first; of equals the one deployed earlier."""
    return tuple(sorted(units(table, ENEMIES), key=lambda u: round(nearest_hero(table, u) / SLACK)))


def measured_again(table: Table, order: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """As they stand now."""
    return phase_order(table)


def kept(table: Table, order: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """As it was when the phase began."""
    return tuple(order)


ORDER = Variant("ai_order", {"remeasure": measured_again, "fixed_at_phase_start": kept})


async def enemy_phase(ref: Referee, part: EnemyPhase) -> None:
    """The next unit that has not acted; then the round ends (SQ-RND-07)."""
    table = ref.table
    left = [u for u in ORDER.of(table)(table, part.order) if (m := members(table, u)) and ACTIVATED not in m[0].tokens]
    if not left:
        ref.then(EndRound())
        return
    ref.then(Starting(left[0]), part)


# ------------------------------------------------------------------ the three steps


class Plan(Struct, frozen=True):
    """What a unit has decided on."""

    kind: str
    """`shoot`, `charge`, `rush` or `skip`."""
    target: UnitId = ""
    roads: dict[str, Road] = {}
    rule: RuleId = ""
    """Why it waits, or moves."""


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
    plan = settled(table, steps(table, unit))
    if in_coherency(table, own) or together(table, unit, plan):
        return plan

    def near(model: Model, goal: Point) -> Road | None:
        return nearest_road(table, model, goal, allowance(table, model, RUSH), RUSH, "")

    closer = settled(table, Plan("rush", "", rally(table, unit, RUSH, near), "SQ-COH-02"))
    return closer if closer.roads else plan


def settled(table: Table, plan: Plan) -> Plan:
    """A plan without ways that lead nowhere; who wants to go and can come no nearer waits (SQ-AIU-07)."""
    moves = any(road.end != table.models[id].at for id, road in plan.roads.items())
    if moves or plan.kind not in ("rush", "shoot"):
        return plan
    return Plan("skip", plan.target, {}, "SQ-AIU-07") if plan.kind == "rush" else Plan("shoot", plan.target)


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
    roads = toward(table, unit, place(heroes[0]), RUSH, heroes[0].unit)
    return Plan("rush", heroes[0].unit, roads, "SQ-AIU-02")


def hold(table: Table, unit: UnitId) -> Plan:
    """A unit that cannot move shoots whoever is closest (SQ-AIU-11)."""
    for hero in heeded(table, unit):
        if shooters(table, unit, hero.unit):
            return Plan("shoot", hero.unit)
    return Plan("skip", rule="SQ-AIU-11")


def seek(table: Table, unit: UnitId, found: Sequence[Point]) -> Plan:
    """Step 3: nobody is in sight, so go to the nearest goal, or wait there (SQ-AIU-03)."""
    own = members(table, unit)
    if not found:
        return Plan("skip")
    goal = min(found, key=lambda g: min(reach(m, g) for m in own))
    if within(min(reach(m, goal) for m in own), inches(table, "ai_goal_distance")):
        return Plan("skip")
    return Plan("rush", "", toward(table, unit, goal, RUSH), "SQ-AIU-03")


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
        case "rush":
            await go(ref, plan.roads, RUSH, plan.rule)
        case _:
            await ref.emit(Skipped(rule=plan.rule or "SQ-AIU-03", model=leader(ref.table, unit).id))


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
