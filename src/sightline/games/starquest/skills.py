"""Common skills and revival: what a hero does with a Skill action (SQ-SKL, SQ-UNC-03)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from math import hypot
from typing import Any

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Route, Slot
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table, spot
from sightline.games.starquest.acting import SCURRY, SKILL, allowance, pay
from sightline.games.starquest.actions import Go, Leap, Revive, Scurry, Shove, Stay
from sightline.games.starquest.attacking import first_of
from sightline.games.starquest.catalog import CONSTANTS, SLACK
from sightline.games.starquest.events import Noted, Pushed, Revived, SkillUsed, Tallied
from sightline.games.starquest.falling import Toppling
from sightline.games.starquest.ground import features, floor_at, scale
from sightline.games.starquest.harm import healed
from sightline.games.starquest.measure import (
    UnitId,
    apart,
    conscious,
    foes,
    gap,
    inches,
    is_hero,
    members,
    party,
    place,
    within,
)
from sightline.games.starquest.questions import FREE_REVIVAL, RevivalPrice
from sightline.games.starquest.roads import Road, crowd_fault, ground_fault, overlap_fault
from sightline.games.starquest.testing import roll_d3, stat_test
from sightline.games.starquest.tokens import SKILLS, SPENT, UNCONSCIOUS
from sightline.games.starquest.walking import Hazards, crossed, go, road_for

REVIVAL: int = CONSTANTS["revive_power"]
BREATHS: int = CONSTANTS["revive_wounds"]


class Stepping(Part, frozen=True, omit_defaults=True):
    """A model may move so far, in inches of the book."""

    model: ModelId
    inches: float
    deed: str
    rule: str
    walked: float = 0.0
    """What of the same move lies behind it: difficult ground slows down the whole of it (SQ-TER-07)."""


def stride(table: Table, part: Stepping) -> float:
    """How far a model may still move, on this table."""
    return allowance(table, table.models[part.model], part.deed, part.inches)


def step_to(table: Table, part: Stepping, action: Go) -> Road | Refusal:
    """The way of a model that moves on."""
    model, walked = table.models[part.model], part.walked * scale(table)
    return road_for(table, model, action.to, action.via, stride(table, part), part.deed, walked)


def pushable(table: Table, model: Model) -> tuple[UnitId, ...]:
    """The enemy units a hero may push (SQ-SKL-03)."""
    far = inches(table, "push_reach")
    return tuple(u for u in foes(table, model.side) if within(apart((model,), members(table, u)), far))


def fallen(table: Table, model: Model) -> tuple[Model, ...]:
    """The unconscious heroes a hero may revive (SQ-UNC-03)."""
    far = inches(table, "revive_distance")
    down = (m for m in party(table) if m.at is not None and UNCONSCIOUS in m.tokens)
    return tuple(m for m in down if within(gap(model, m), far))


def skill_offers(table: Table, model: Model) -> Iterator[Offer]:
    """What a hero may do with a Skill action."""
    who = {"actor": model.id}
    if fallen(table, model):
        yield Offer(Revive, "SQ-UNC-03", who)
    if pushable(table, model):
        yield Offer(Shove, "SQ-SKL-03", who)
    if allowance(table, model, SCURRY, 1.0) > 0:
        yield Offer(Scurry, "SQ-SKL-04", who)


async def begin(ref: Referee, model: Model, skill: str, rule: str, target: ModelId = "") -> None:
    """A Skill action is taken (SQ-ACN-06)."""
    await ref.emit(
        Tallied(rule="SQ-RND-05", bearer=model.id, token=SKILLS, by=1),
        SkillUsed(rule=rule, model=model.id, skill=skill, target=target),
    )


# ------------------------------------------------------------------ reviving (SQ-UNC-03)


async def play_revive(ref: Referee, model: Model, action: Revive) -> None:
    """Two power, no test; the fallen one gets three wounds back."""
    await begin(ref, model, "revive", "SQ-UNC-03", action.target)
    price = ref.tally(RevivalPrice(model.id), REVIVAL)
    if not price.value:
        await ref.emit(Noted(rule="SQ-ITM-11", bearer=model.id, token=f"{SPENT}:{FREE_REVIVAL}", value=1))
    if await pay(ref, model.id, int(price.value), "SQ-UNC-03"):
        await revive(ref, action.target, BREATHS, "SQ-UNC-03")


async def revive(ref: Referee, target: ModelId, wounds: int, rule: str) -> None:
    """A hero is back on its feet, and restores wounds."""
    fallen_one = ref.table.models[target]
    await ref.emit(Revived(rule=rule, bearer=target, token=UNCONSCIOUS, value=0), *healed(fallen_one, wounds, rule))


def check_revive(table: Table, decision: Decision, action: Revive) -> Refusal | None:
    """An unconscious hero near enough."""
    no = skill_fault(table, decision, action.actor)
    if no is not None:
        return no
    if action.target in [m.id for m in fallen(table, table.models[action.actor])]:
        return None
    return Refusal("SQ-UNC-03", {"target": action.target, "reach": inches(table, "revive_distance")})


def revive_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The fallen near by."""
    return {"target": Pick(tuple(m.id for m in fallen(table, table.models[offer.given["actor"]])))}


def skill_fault(table: Table, decision: Decision, actor: ModelId) -> Refusal | None:
    """The active hero, with a Skill action left."""
    from sightline.games.starquest.sequence import actor_fault

    model = table.models.get(actor)
    if model is not None and not is_hero(model):
        return Refusal("SQ-ACN-06", {"model": actor})
    return actor_fault(table, decision, actor, SKILL)


# ------------------------------------------------------------------ pushing (SQ-SKL-03)


async def play_shove(ref: Referee, model: Model, action: Shove) -> None:
    """A Str test; if it passes the unit is pushed two inches directly away."""
    unit = ref.table.models[action.target].unit
    await begin(ref, model, "push", "SQ-SKL-03", action.target)
    if await stat_test(ref, model.id, "str", "SQ-SKL-03"):
        await push(ref, place(model), unit, inches(ref.table, "push_distance"), "SQ-SKL-03")


async def push(ref: Referee, away_from: Point, unit: UnitId, far: float, rule: str) -> None:
    """A whole unit is shifted away from a spot, as far as nothing stops any of its models."""
    table = ref.table
    own = [m for m in members(table, unit) if conscious(m)]
    if not own:
        return
    nearest = min(own, key=lambda m: hypot(place(m)[0] - away_from[0], place(m)[1] - away_from[1]))
    dx, dy = place(nearest)[0] - away_from[0], place(nearest)[1] - away_from[1]
    length = hypot(dx, dy)
    if not length:
        return
    ux, uy = dx / length, dy / length
    shift = min(slide(table, m, ux, uy, far) for m in own)
    if shift <= SLACK:
        return
    over = {m.id: gone for m in own if (gone := goes_over(table, m, ux, uy, shift)) is not None}
    stay = [(m, along(m, ux, uy, shift)) for m in own if m.id not in over]
    tests = [(m.id, f.id) for m, at in stay for f in crossed(table, m, (place(m), at), "push")]
    await ref.emit(*(Pushed(rule=rule, model=m.id, path=(place(m), at), length=round(shift, 4)) for m, at in stay))
    if tests:
        ref.then(Hazards(tuple(tests)))
    if over:
        falling = [table.models[id] for id in over]
        edges = tuple(along(m, ux, uy, over[m.id][0]) for m in falling)
        ends = tuple(along(m, ux, uy, over[m.id][0] + 2 * m.radius) for m in falling)
        ref.then(Toppling(tuple(over), edges, ends, tuple(height for _, height in over.values())))


def along(model: Model, ux: float, uy: float, way: float) -> Point:
    """Where a model would be, shifted so far."""
    x, y = place(model)
    return spot(x + ux * way, y + uy * way)


def goes_over(table: Table, model: Model, ux: float, uy: float, shift: float) -> tuple[float, float] | None:
    """Where the centre of a base leaves the floor it stands on, and how far down it goes (SQ-FAL-04)."""
    x, y = place(model)
    high = floor_at(table.terrain, (x, y))
    if high <= 0:
        return None
    steps = int(shift * 32) + 1
    for n in range(1, steps + 1):
        way = shift * n / steps
        low = floor_at(table.terrain, (x + ux * way, y + uy * way))
        if high - low > inches(table, "short_terrain") + SLACK:
            return way, high - low
    return None


def nearer_than_an_inch(table: Table, model: Model, other: Model) -> bool:
    """Whether a model of another unit is within the inch one keeps (SQ-MOV-02)."""
    return other.unit != model.unit and gap(model, other) < inches(table, "spacing") - SLACK


def slide(table: Table, model: Model, ux: float, uy: float, far: float) -> float:
    """How far a model can be shifted before it meets a base, a wall, the edge, or the inch around a third unit."""
    x, y = place(model)
    own = [m.id for m in members(table, model.unit)]
    level = floor_at(table.terrain, (x, y)) + inches(table, "short_terrain") + SLACK
    higher = [f for f in features(table.terrain) if f.floor > level and not f.solid]
    crowding = [o.unit for o in map(table.models.__getitem__, table.standing()) if nearer_than_an_inch(table, model, o)]

    def fits(way: float) -> bool:
        at = (x + ux * way, y + uy * way)
        no = ground_fault(table, model, at)
        # An edge it stands on does not hold it; a higher step does (SQ-FAL-04).
        if no is not None and (no.rule != "SQ-MOV-05" or any(f.touches(*at, model.radius) for f in higher)):
            return False
        if overlap_fault(table, model, at, own) is not None:
            return False
        return crowd_fault(table, model, at, crowding) is None

    low, high, step = 0.0, 0.0, 1 / 16
    while high < far:
        high = min(far, high + step)
        if not fits(high):
            break
        low = high
    if low == far:
        return far
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def check_shove(table: Table, decision: Decision, action: Shove) -> Refusal | None:
    """An enemy unit within reach."""
    no = skill_fault(table, decision, action.actor)
    if no is not None:
        return no
    target = table.models.get(action.target)
    if target is not None and target.unit in pushable(table, table.models[action.actor]):
        return None
    return Refusal("SQ-SKL-03", {"target": action.target, "reach": inches(table, "push_reach")})


def shove_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The enemies near by."""
    return {"target": first_of(table, pushable(table, table.models[offer.given["actor"]]))}


# ------------------------------------------------------------------ scurrying (SQ-SKL-04)


async def play_scurry(ref: Referee, model: Model, action: Scurry) -> None:
    """A Dex test, then D3 inches."""
    await begin(ref, model, "scurry", "SQ-SKL-04")
    if await stat_test(ref, model.id, "dex", "SQ-SKL-04"):
        far = await roll_d3(ref, "SQ-SKL-04", model.side, model.id)
        ref.then(Stepping(model.id, float(far), SCURRY, "SQ-SKL-04"))


async def stepping(ref: Referee, part: Stepping) -> None:
    """The hero moves, jumps if it is a move for that, or stays."""
    from sightline.games.starquest.jumping import GONE_ON_WITH_A_JUMP, leap, leaps

    table = ref.table
    model = table.models[part.model]
    if not conscious(model) or stride(table, part) <= 0:
        return
    who = {"actor": model.id}
    jumps = tuple(leaps(table, part)) if part.deed in GONE_ON_WITH_A_JUMP else ()
    offers = (Offer(Go, part.rule, who), *jumps, Offer(Stay, part.rule, who))
    action = await ref.choose(model.side, part.rule, offers, default=Stay(model.id), about=model.id)
    if isinstance(action, Go):
        road = step_to(table, part, action)
        assert not isinstance(road, Refusal)
        await go(ref, {model.id: road}, part.deed, part.rule)
    elif isinstance(action, Leap):
        await leap(ref, part, action.land)


def step_of(table: Table, actor: ModelId) -> Stepping | None:
    """The move that is open to a model."""
    part = table.agenda[0] if table.agenda else None
    return part if isinstance(part, Stepping) and part.model == actor else None


def check_go(table: Table, decision: Decision, action: Go | Stay) -> Refusal | None:
    """A way within what is allowed."""
    part = step_of(table, action.actor)
    if part is None or decision.about != action.actor:
        return Refusal("SQ-SKL-01", {"model": action.actor})
    if isinstance(action, Stay):
        return None
    road = step_to(table, part, action)
    return road if isinstance(road, Refusal) else None


def go_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """As far as is allowed."""
    actor = offer.given["actor"]
    part = step_of(table, actor)
    assert part is not None
    return {"to": Route(actor, stride(table, part))}


def check_scurry(table: Table, decision: Decision, action: Scurry) -> Refusal | None:
    """The active hero."""
    return skill_fault(table, decision, action.actor)


COMMON: Mapping[type[Action], Callable[[Referee, Model, Any], Awaitable[None]]] = {
    Revive: play_revive,
    Shove: play_shove,
    Scurry: play_scurry,
}
"""How each Skill action is played."""

CHECKS: Mapping[type[Action], ActionKind] = {
    Revive: ActionKind(check_revive, revive_slots),
    Shove: ActionKind(check_shove, shove_slots),
    Scurry: ActionKind(check_scurry),
    Go: ActionKind(check_go, go_slots),
    Stay: ActionKind(check_go),
}
