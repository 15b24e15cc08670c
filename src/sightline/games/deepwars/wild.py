"""Wild sea creatures: what each does after a Game Turn, without anybody deciding anything (DW-CRE)."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin

from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import TABLE, Model, ModelId, Part, Point, Side, Table, spot
from sightline.games.deepwars import catalog
from sightline.games.deepwars.arms import melee_arms, ranged_arms
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.attacking import declare, rule_of, span, target_fault
from sightline.games.deepwars.catalog import DIE, PREDATOR, SLACK, TOUCH, Profile, Weapon
from sightline.games.deepwars.checks import DONE, strength_check
from sightline.games.deepwars.damage import pushed
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.abilities import has, sinking
from sightline.games.deepwars.elemental import random_heading
from sightline.games.deepwars.ending import Creatures
from sightline.games.deepwars.events import CreaturesStirred, Faced, Noted
from sightline.games.deepwars.hacking import Hacks, hackers
from sightline.games.deepwars.measure import (
    LONG,
    WILD,
    distance,
    enemies,
    engaged,
    heading,
    height,
    level,
    level_gap,
    place,
    stick,
    touching,
)
from sightline.games.deepwars.moving import (
    Going,
    leaving_cost,
    place_fault,
    price,
    reach,
    strides,
    under_a_roof,
    way_fault,
)
from sightline.games.deepwars.questions import ATTACKING, H2H, MOVING, SHOT, Blow, Doing, Targeting
from sightline.games.deepwars.recovering import BREAK_FREE, get_over, grip, loosen
from sightline.games.deepwars.seeing import hidden, sees
from sightline.games.deepwars.tokens import (
    ATTACKED,
    DAZED,
    ENTANGLED,
    FALLEN,
    GAME_TURN,
    HUNTS,
    IMMOBILIZED,
    LOOSENED,
    POINTS,
    PROVOKED,
    TRANSFIXED,
)

NEAR, FAR = 1, 3
"""The Long sticks within which prey is found unseen, and seen (DW-CRE-05)."""
MOST = 3
"""Actions that go into one attack."""
STEP = 15
HALF_TURN = 180
ROLLS = 100
"""After so many dice in vain the table has no predator at all, which is a mistake of the catalog."""


class Prowling(Part, frozen=True):
    """A creature has so many free actions left, and has made so many moves, of which some may be a charge."""

    model: ModelId
    actions: int
    moves: int = 0
    run: int = 0


def profile_of(model: Model) -> Profile:
    """The profile of a creature."""
    who = catalog.profile(model.profile)
    assert who is not None
    return who


def hunts(model: Model) -> bool:
    """Whether a creature is a predator."""
    return profile_of(model).behaviour == PREDATOR


async def creatures(ref: Referee, part: Creatures) -> None:
    """One by one, the dearest first (DW-CRE-01, DW-CRE-02)."""
    wild = sorted(ref.table.squad(WILD), key=lambda m: (-m.tokens.get(POINTS, 0), m.id))
    if wild:
        showed = [m.id for m in wild if ATTACKED in m.tokens]  # Whoever lies still from now on hides again (DW-ABL-13).
        await ref.emit(
            CreaturesStirred(rule="DW-CRE-01"),
            *(Noted(rule="DW-CRE-01", bearer=id, token=ATTACKED, value=0) for id in showed),
        )
    for model in wild:
        ref.then(Prowling(model.id, profile_of(model).free_actions))


async def prowling(ref: Referee, part: Prowling) -> None:
    """Recover, fight, hunt or wander, as long as there are actions."""
    model = ref.table.models[part.model]
    if model.at is None or model.side != WILD:
        return
    if part.actions <= 0 or IMMOBILIZED in model.tokens:
        await at_rest(ref, model)
    elif any(t in model.tokens for t in (TRANSFIXED, FALLEN, DAZED, ENTANGLED)):
        await recover(ref, model, part)
    elif engaged(ref.table, model):
        await fight(ref, model, part)
    else:
        await roam(ref, model, part)


async def at_rest(ref: Referee, model: Model) -> None:
    """What provoked it before is forgotten; a bottom dweller comes back to the ground (DW-DEP-08)."""
    sunk = sinking(ref.table, model.id, "DW-DEP-08") if has(model, "benthic") else None
    if sunk is not None:
        await arrive(ref, model, sunk)
    if PROVOKED in model.tokens:
        await ref.emit(Noted(rule="DW-CRE-04", bearer=model.id, token=PROVOKED, value=0))


# ------------------------------------------------------------------ recovering: DW-CRE-03


async def recover(ref: Referee, model: Model, part: Prowling) -> None:
    """One action for each condition, two for transfixed; a Strength Check to break free."""
    rest = Prowling(model.id, part.actions - 1, part.moves, part.run)
    ref.then(rest)
    condition = next(t for t in (TRANSFIXED, FALLEN, DAZED, ENTANGLED) if t in model.tokens)
    if condition == ENTANGLED:
        successes = DONE
        if LOOSENED not in model.tokens:
            successes = await strength_check(ref, model.id, BREAK_FREE, mod=grip(model))
        await loosen(ref, model.id, successes, 2)
    else:
        await get_over(ref, model.id, condition, "DW-CRE-03")


# ------------------------------------------------------------------ engaged: DW-CRE-04


async def fight(ref: Referee, model: Model, part: Prowling) -> None:
    """A predator bites the cheapest of those around it; a peaceful creature if provoked or sent, else it leaves."""
    table = ref.table
    around = [table.models[id] for id in engaged(table, model)]
    quarry = quarry_of(table, model)
    prey = min(around, key=lambda m: (not jaws(table, model, m), m.id != quarry, m.tokens.get(POINTS, 0), m.id))
    if hunts(model) or PROVOKED in model.tokens or prey.id == quarry:
        await bite(ref, model, prey, 1 if part.moves else min(MOST, part.actions), part.run)
        ref.then(Prowling(model.id, 0))
        return
    (x, y), (px, py) = place(model), place(prey)
    to = free_way(table, model, degrees(atan2(y - py, x - px)), part.actions)
    if to is None:
        ref.then(Prowling(model.id, 0))
    else:
        await go(ref, model, to, level(table, model), part)


def jaws(table: Table, model: Model, prey: Model) -> list[Weapon]:
    """What a creature can strike at somebody with; nothing at one who is out of this world, or behind a hull."""
    return [w for w in melee_arms(model) if target_fault(table, model, w, prey.id) is None]


async def bite(ref: Referee, model: Model, prey: Model, effort: int, run: int) -> None:
    """One attack with its best weapon; further actions go into its score."""
    table = ref.table
    arms = jaws(table, model, prey)
    if not arms or not EFFECTS.allows(table, Doing(model.id, ATTACKING)):
        return
    kind = max(arms, key=lambda w: (w.bonus, w.armor_break))
    if place(model) != place(prey):
        await ref.emit(Faced(rule="DW-CRE-04", model=model.id, facing=heading(place(model), place(prey))))
    blow = Blow(model.id, prey.id, kind.id, H2H, effort=effort, run=min(2, run))
    await declare(ref, blow, rule_of(kind, effort))


# ------------------------------------------------------------------ prey: DW-CRE-05


def quarry_of(table: Table, model: Model) -> ModelId:
    """The caster a creature is after, whatever the others are worth and whatever its nature (DW-MAG-16); or nobody."""
    now = table.tokens(TABLE, GAME_TURN)
    for token in model.tokens:
        kind, id, turn = (*token.split(":"), "", "")[:3]
        if kind == HUNTS and turn == str(now) and id in table.models and table.models[id].at is not None:
            return id
    return ""


def prey_of(table: Table, model: Model) -> Model | None:
    """The cheapest model it sees within three Long sticks or that is within one; of equals the nearest."""
    quarry, long = quarry_of(table, model), stick(table, LONG)
    if quarry or not hunts(model):
        return table.models.get(quarry)
    found = []
    for other in enemies(table, model):
        far = distance(table, model, other)
        noticed = far <= NEAR * long + SLACK or (far <= FAR * long + SLACK and sees(table, model.id, other.id))
        if noticed and EFFECTS.allows(table, Targeting(model.id, other.id, H2H, melee_arms(model)[0].id)):
            found.append((other.tokens.get(POINTS, 0), far, other.id))
    return table.models[min(found)[2]] if found else None


# ------------------------------------------------------------------ hunting: DW-CRE-06


async def roam(ref: Referee, model: Model, part: Prowling) -> None:
    """Whoever has prey hunts, everybody else wanders."""
    prey = prey_of(ref.table, model)
    if not EFFECTS.allows(ref.table, Doing(model.id, MOVING)):
        ref.then(Prowling(model.id, 0))
    elif prey is not None:
        await hunt(ref, model, prey, part)
    elif part.moves == 0:
        await wander(ref, model, part)
    else:
        ref.then(Prowling(model.id, 0))


async def hunt(ref: Referee, model: Model, prey: Model, part: Prowling) -> None:
    """Shoot what is in range, else come to its depth, then straight at it or round what is in the way."""
    table = ref.table
    for kind in ranged_arms(model):
        near = distance(table, model, prey) <= span(table, kind) + SLACK and not hidden(table, model.id, prey.id)
        if near and target_fault(table, model, kind, prey.id) is None:
            effort = min(MOST, part.actions)
            await declare(ref, Blow(model.id, prey.id, kind.id, SHOT, effort=effort), rule_of(kind, effort))
            ref.then(Prowling(model.id, 0))
            return
    if level_gap(table, model, prey) > 1:
        low = level(table, model)
        by = 1 if low < level(table, prey) else -1
        if under_a_roof(table, model, by) is None and place_fault(table, model, place(model), low + by) is None:
            await go(ref, model, place(model), low + by, part)
            return
    (x, y), (px, py) = place(model), place(prey)
    to = contact(table, model, prey, part.actions)
    if to is None:
        to = free_way(table, model, degrees(atan2(py - y, px - x)), part.actions)
    if to is None or (x, y) == to:
        ref.then(Prowling(model.id, 0))
    else:
        await go(ref, model, to, level(table, model), part)


def contact(table: Table, model: Model, prey: Model, actions: int) -> Point | None:
    """The spot straight ahead where it touches its prey, if one move takes it there."""
    (x, y), (px, py) = place(model), place(prey)
    apart = hypot(px - x, py - y)
    way = gap(model, prey) - TOUCH / 2
    if way <= 0 or apart == 0:
        return None
    to = spot(x + (px - x) * way / apart, y + (py - y) * way / apart)
    there = replace(model, at=to)
    if not touching(table, there, prey) or way_fault(table, model, to, actions) is not None:
        return None
    return to


def free_way(table: Table, model: Model, direct: float, actions: int) -> Point | None:
    """Where a full move ends on the heading nearest to the direct one that is free, in steps of 15 degrees."""
    x, y = place(model)
    for n in range(HALF_TURN // STEP + 1):
        for turn in (n, -n) if n else (0,):
            way = radians(direct + turn * STEP)
            for far in dict.fromkeys((reach(table, model), reach(table, model, difficult=True))):
                to = spot(x + cos(way) * (far - SLACK / 2), y + sin(way) * (far - SLACK / 2))
                if way_fault(table, model, to, actions) is None:
                    return to
    return None


async def go(ref: Referee, model: Model, to: Point, low: int, part: Prowling) -> None:
    """One move, with the Free Hacks of those it leaves."""
    table = ref.table
    there = replace(model, at=to, z=height(table, low))
    strikers = hackers(table, model, there)
    if strikers:
        ref.then(Hacks(model.id, strikers))
    cost = price(table, model, to)[0] if to != place(model) else 1
    cost += leaving_cost(table, model, there)
    run = part.run + 1 if strides(table, model, there) else 0
    went = Prowling(model.id, part.actions - cost, part.moves + 1, run)
    ref.then(Going(model.id, place(model), to, low), went)


# ------------------------------------------------------------------ wandering: DW-CRE-07


async def wander(ref: Referee, model: Model, part: Prowling) -> None:
    """A random heading, one move; at the edge of the map it turns round."""
    table = ref.table
    way = radians(await random_heading(ref, model, "DW-CRE-07"))
    to = drift(table, model, way, part.actions)
    if to == place(model):
        to = drift(table, model, way + radians(HALF_TURN), part.actions)
    if to != place(model):
        ref.then(Going(model.id, place(model), to, level(table, model)))
    ref.then(Prowling(model.id, 0))


def drift(table: Table, model: Model, way: float, actions: int) -> Point:
    """How far it gets on a heading with one move, if so many actions pay for it (DW-ACN-05)."""
    direction = (cos(way), sin(way))
    to = pushed(table, model, direction, reach(table, model))
    if way_fault(table, model, to, actions) is not None:
        to = pushed(table, model, direction, reach(table, model, difficult=True))
    return to if to == place(model) or way_fault(table, model, to, actions) is None else place(model)


# ------------------------------------------------------------------ random creatures: DW-CRE-10


def rolled(first: int, second: int) -> str:
    """The creature of two dice: the first picks the half of the table, the second the line."""
    half = "1-3" if first <= 3 else "4-6"
    for line in catalog.rows("creature_table"):
        if line["first_die"] == half and line["second_die"] == second:
            return str(line["creature"])
    raise LookupError(f"creature table: no line for {first} and {second}")


async def random_creature(ref: Referee, side: Side, *, predators: bool = False) -> str:
    """Two dice; where predators are asked for others are rolled again."""
    for _ in range(ROLLS):
        (first, second), *_ = await ref.throw(Roll("DW-CRE-10", DIE, 2, side))
        found = rolled(first, second)
        if not predators or catalog.creatures()[found].behaviour == PREDATOR:
            return found
    raise LookupError("creature table: no predator")
