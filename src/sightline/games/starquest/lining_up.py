"""The heroes take their corner, each where it likes or held back (SQ-DPL-07, SQ-DPL-08, SQ-SPR-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, Table
from sightline.games.starquest.actions import KeepBack, PlaceHero
from sightline.games.starquest.alerting import Challenges
from sightline.games.starquest.catalog import ENEMIES, HEROES
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import HeroPlaced, KeptBack, Noted
from sightline.games.starquest.ground import scale
from sightline.games.starquest.measure import (
    centre,
    corners,
    ids,
    inches,
    party,
    reach,
    within,
)
from sightline.games.starquest.objectives import corner_settled
from sightline.games.starquest.placing import place_number
from sightline.games.starquest.questions import Hiding
from sightline.games.starquest.roads import crowd_fault, ground_fault, overlap_fault, standing_fault
from sightline.games.starquest.tokens import CORNER, RESERVE


class HeroCorner(Part, frozen=True):
    """The corner of the party is settled."""


class DeployHeroes(Part, frozen=True):
    """The players put their heroes down."""


async def hero_corner(ref: Referee, part: HeroCorner) -> None:
    """A die for the corner; on 5 and 6 the players pick."""
    table = ref.table
    far = []
    for corner in corners(table):
        near = min((reach(m, corner) for m in table.squad(ENEMIES)), default=0.0)
        far.append(near)
    number = await place_number(ref, "SQ-DPL-07", far.index(max(far)) + 1, HEROES)
    await ref.emit(Noted(rule="SQ-DPL-07", bearer=HEROES, token=CORNER, value=number))
    await corner_settled(ref, number)
    ref.then(DeployHeroes())


def to_place(table: Table) -> tuple[Model, ...]:
    """The heroes that are still to be placed."""
    return tuple(m for m in party(table) if m.at is None and RESERVE not in m.tokens and "removed" not in m.tokens)


def may_wait(table: Table) -> tuple[Model, ...]:
    """The heroes that may be held back; one must be deployed (SQ-SPR-05)."""
    left = to_place(table)
    others = len(left) > 1 or any(m.at is not None for m in party(table))
    return tuple(m for m in left if others and EFFECTS.tally(table, Hiding(m.id, "ambush"), 0).value)


async def deploy_heroes(ref: Referee, part: DeployHeroes) -> None:
    """One after the other, freely inside; with all deployed the game begins."""
    table = ref.table
    left = to_place(table)
    if not left:
        ref.then(Challenges())
        return
    offers = [Offer(PlaceHero, "SQ-DPL-07")]
    if may_wait(table):
        offers.append(Offer(KeepBack, "SQ-SPR-05"))
    usual = next(p for p in firm(table, left[0], hero_zone(table)) if zone_fault(table, left[0], p) is None)
    action = await ref.choose(HEROES, "SQ-DPL-07", offers, default=PlaceHero(left[0].id, usual))
    if isinstance(action, KeepBack):
        await ref.emit(KeptBack(rule="SQ-SPR-05", bearer=action.model, token=RESERVE, value=1))
    else:
        assert isinstance(action, PlaceHero)
        await ref.emit(HeroPlaced(rule="SQ-DPL-07", model=action.model, at=action.at))
    ref.then(part)


def hero_zone(table: Table) -> float:
    """How far from its corner a party may be put down: six inches, or farther where there is no room (SQ-DPL-06)."""
    corner = table.tokens(HEROES, CORNER)
    key = ("zone", corner, tuple(m.id for m in to_place(table)))
    found: float | None = table.memo.get(key)
    if found is None:
        found = inches(table, "corner_distance")
        while not fits(table, to_place(table), found):
            found += scale(table)
        table.memo[key] = found
    return found


def fits(table: Table, heroes: Sequence[Model], zone: float, taken: Sequence[tuple[Model, Point]] = ()) -> bool:
    """Whether some heroes find room about their corner, beside those put down already."""
    full = list(taken)
    for model in sorted(heroes, key=lambda m: -m.radius):
        at = next((p for p in firm(table, model, zone) if _room(table, model, p, full)), None)
        if at is None:
            return False
        full.append((model, at))
    return True


def about_the_corner(table: Table, zone: float) -> list[Point]:
    """The points of a grid about the corner of the party, the nearest to it first."""
    x, y = corners(table)[table.tokens(HEROES, CORNER) - 1]
    cx, cy = centre(table)
    sx, sy = (1 if cx > x else -1), (1 if cy > y else -1)
    step = 0.25
    steps = range(int(zone / step) + 4)
    found = [(hypot(i * step, j * step), x + sx * i * step, y + sy * j * step) for i in steps for j in steps]
    return [(px, py) for far, px, py in sorted(found) if far <= zone + 0.5]


def firm(table: Table, model: Model, zone: float) -> list[Point]:
    """Those points of the grid where the terrain lets a base stand."""
    key = ("firm", table.tokens(HEROES, CORNER), zone, model.radius)
    found: list[Point] | None = table.terrain.compiled.get(key)
    if found is None:
        found = [p for p in about_the_corner(table, zone) if ground_fault(table, model, p) is None]
        table.terrain.compiled[key] = found
    return found


def _room(table: Table, model: Model, at: Point, taken: Sequence[tuple[Model, Point]]) -> bool:
    least = inches(table, "spacing")
    if any(hypot(at[0] - x, at[1] - y) < m.radius + model.radius + least for m, (x, y) in taken):
        return False
    return overlap_fault(table, model, at) is None and crowd_fault(table, model, at) is None


def zone_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """Why a hero may not be put down on a spot: near its corner, at least partly; scouts go further (SQ-SPR-27)."""
    no = standing_fault(table, model, at)
    if no is not None:
        return no
    corner = corners(table)[table.tokens(HEROES, CORNER) - 1]
    zone = hero_zone(table)
    far = hypot(at[0] - corner[0], at[1] - corner[1])
    if within(far - model.radius, zone):
        left = [m for m in to_place(table) if m is not model]
        if fits(table, left, zone, [(model, at)]):
            return None
        return Refusal("SQ-DPL-07", {"model": model.id, "still to place": len(left)})
    if EFFECTS.tally(table, Hiding(model.id, "scout"), 0).value:
        most = zone + inches(table, "scout_distance")
        if within(far + model.radius, most):
            return None
        return Refusal("SQ-SPR-27", {"model": model.id, "distance": round(far + model.radius, 4), "most": most})
    return Refusal("SQ-DPL-07", {"model": model.id, "distance": round(far - model.radius, 4), "most": zone})


def check_place(table: Table, decision: Decision, action: PlaceHero) -> Refusal | None:
    """A hero that waits, on a legal spot near the corner."""
    model = table.models.get(action.model)
    if (
        decision.rule != "SQ-DPL-07"
        or model is None
        or model not in to_place(table)
        or not table.tokens(HEROES, CORNER)
    ):
        return Refusal("SQ-DPL-07", {"model": action.model})
    return zone_fault(table, model, action.at)


def place_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any hero that waits, any spot about the corner."""
    return {"model": Pick(ids(to_place(table))), "at": Spot(zone=zone_ground(table))}


def zone_ground(table: Table) -> tuple[Point, ...]:
    """The quarter of a circle about the corner of the party."""
    x, y = corners(table)[table.tokens(HEROES, CORNER) - 1]
    cx, cy = centre(table)
    sx, sy = (1 if cx > x else -1), (1 if cy > y else -1)
    zone = hero_zone(table) + 0.5
    return ((x, y), *((x + sx * zone * cos(a), y + sy * zone * sin(a)) for a in (pi / 2 * n / 6 for n in range(7))))


def check_keep_back(table: Table, decision: Decision, action: KeepBack) -> Refusal | None:
    """A hero that may wait in ambush, if another is or will be on the table."""
    if decision.rule == "SQ-DPL-07" and action.model in ids(may_wait(table)):
        return None
    return Refusal("SQ-SPR-05", {"model": action.model})


def keep_back_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who may wait."""
    return {"model": Pick(ids(may_wait(table)))}
