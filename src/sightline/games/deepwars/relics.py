"""Artifacts that are used by an action: the Golden Trident and the Portable Portal (DW-ART-06, DW-ART-09)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.sight import reach as gap_to
from sightline.core.table import Model, ModelId, Part, Point, Table, snap, spot
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import CallPredators, EnterPortal, OpenPortal
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.catalog import PREDATOR, SLACK, TOUCH
from sightline.games.deepwars.conjuring import room_near
from sightline.games.deepwars.devices import can_use, use_fault
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.missions import CALLED
from sightline.games.deepwars.events import Called, Dropped, Noted, Shoved
from sightline.games.deepwars.ground import on_the_map
from sightline.games.deepwars.hacking import Hacks, hackers
from sightline.games.deepwars.measure import LONG, SHORT, WILD, level, place, size, stick
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.moving import leaving_cost, place_fault
from sightline.games.deepwars.questions import MOVING, USING, Doing
from sightline.games.deepwars.sighting import BLOCKED, terrain_line
from sightline.games.deepwars.tokens import CHARMED, LOAD, PORTAL, USED

PREDATORS_WORTH = 100
FOREVER = 99

# ------------------------------------------------------------------ Golden Trident: DW-ART-06

TRIDENT = "golden_trident"


def packs() -> tuple[str, ...]:
    """Predators worth at most a hundred points in all, up to three of them."""
    hunters = [c for c in catalog.creatures().values() if c.behaviour == PREDATOR and c.has("animal")]
    groups = (pack for count in (1, 2, 3) for pack in combinations_with_replacement(hunters, count))
    return tuple("+".join(c.id for c in pack) for pack in groups if sum(c.points for c in pack) <= PREDATORS_WORTH)


def check_call(table: Table, decision: Decision, action: CallPredators) -> Refusal | None:
    """Once in a battle, by who carries the trident and can use it."""
    refusal = cannot(table, decision, action.actor, USING, 1) or use_fault(table, table.models[action.actor], TRIDENT)
    if refusal is not None or (may_call(table, table.models[action.actor]) and action.creature in packs()):
        return refusal
    return Refusal("DW-ART-06", {"model": action.actor, "creature": action.creature})


def may_call(table: Table, model: Model) -> bool:
    """The trident is at hand, works, and was not used."""
    has = f"{LOAD}:{TRIDENT}" in model.tokens and f"{USED}:{TRIDENT}" not in model.tokens
    return has and can_use(table, model, TRIDENT)


def call_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which predators."""
    return {"creature": Pick(packs())}


async def call_predators(ref: Referee, action: CallPredators) -> None:
    """They enter at an edge, wild; a Sea Shaman or Deep Caller commands them."""
    table, model = ref.table, ref.table.models[action.actor]
    await spend(ref, model.id, 1, "DW-ART-06")
    await ref.emit(Noted(rule="DW-ART-06", bearer=model.id, token=f"{USED}:{TRIDENT}", value=1))
    commands = "sea_shaman" in model.kit or "deep_caller" in model.kit
    for n, id in enumerate(action.creature.split("+"), 1):
        who = catalog.creatures()[id]
        new = raised(who, f"{CALLED}{n}-{table.serial}", WILD, who.name)
        at = way_in(ref.table, new)
        if at is not None:
            tokens = {**new.tokens, CHARMED: FOREVER} if commands else new.tokens
            side = model.side if commands else WILD
            await ref.emit(Called(rule="DW-ART-06", new=replace(new, at=at, side=side, tokens=tokens)))


def way_in(table: Table, model: Model) -> Point | None:
    """The first spot along the edges, from the west clockwise, a Long stick from every model."""
    width, high, r = table.terrain.width, table.terrain.height, model.radius
    ring = [(r, y) for y in steps(high)] + [(x, high - r) for x in steps(width)]
    ring += [(width - r, y) for y in steps(high)] + [(x, r) for x in steps(width)]
    for x, y in ring:
        at = spot(x, y)
        there = replace(model, at=at)
        far = all(gap_to(table.models[id], at) - there.radius >= stick(table, LONG) for id in table.standing())
        if far and place_fault(table, model, at, 0) is None:
            return at
    return None


def steps(length: float) -> list[float]:
    """Every other inch."""
    return [snap(float(n)) for n in range(2, int(length) - 1, 2)]


# ------------------------------------------------------------------ Portable Portal: DW-ART-09

GATE = "portable_portal"
MOUTH, EXIT = "portal-mouth", "portal-exit"


def check_open(table: Table, decision: Decision, action: OpenPortal) -> Refusal | None:
    """One to three actions; the mouth a Short stick away, the exit in view."""
    refusal = cannot(table, decision, action.actor, USING, action.actions)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    refusal = use_fault(table, model, GATE)
    if refusal is not None:
        return refusal
    if not 1 <= action.actions <= 3:
        return Refusal("DW-ART-09", {"model": model.id, "actions": action.actions})
    far = gap_to(model, action.mouth)
    low = level(table, model)
    blocked, _ = terrain_line(table, place(model), action.exit, low, low, soft=True)
    on = on_the_map(table, action.mouth) and on_the_map(table, action.exit)
    if far > stick(table, SHORT) + SLACK or blocked == BLOCKED or not on:
        return Refusal("DW-ART-09", {"model": model.id, "distance": round(far, 3)})
    return None


def open_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """How wide, from where, to where."""
    model = table.models[offer.given["actor"]]
    far = max(table.terrain.width, table.terrain.height)
    return {
        "actions": Pick(tuple(range(1, min(3, left(model)) + 1))),
        "mouth": Spot(model.id, stick(table, SHORT) + model.radius),
        "exit": Spot(model.id, far),
    }


async def open_portal(ref: Referee, action: OpenPortal) -> None:
    """There is never more than one; the size it passes is the actions spent on it."""
    model = ref.table.models[action.actor]
    await spend(ref, model.id, action.actions, "DW-ART-09")
    width = {PORTAL: action.actions}
    for id, at in ((MOUTH, action.mouth), (EXIT, action.exit)):
        new = Model(id, "", "", id, "Portal", "marker", at=at, z=model.z, radius=0.5, tokens=width)
        await ref.emit(Dropped(rule="DW-ART-09", new=new))


def way_out(table: Table, model: Model) -> Point | None:
    """The spot beside the exit, for who touches the mouth on its level and is not too large."""
    mouth, out = table.models.get(MOUTH), table.models.get(EXIT)
    if mouth is None or out is None or mouth.at is None or out.at is None:
        return None
    near = gap_to(model, mouth.at) - mouth.radius <= TOUCH + 1e-9 and level(table, mouth) == level(table, model)
    if not near or size(model) > mouth.tokens[PORTAL]:
        return None
    if place_fault(table, model, out.at, level(table, out)) is None:
        return out.at
    return room_near(table, model, out.at, level(table, out))


def check_enter(table: Table, decision: Decision, action: EnterPortal) -> Refusal | None:
    """One action, at the mouth."""
    return cannot(table, decision, action.actor, MOVING, 1) or enter_fault(table, table.models[action.actor])


def enter_fault(table: Table, model: Model) -> Refusal | None:
    """Why a model may not go in."""
    to = way_out(table, model)
    if to is None:
        return Refusal("DW-ART-09", {"model": model.id})
    cost, has = toll(table, model, to), left(model)
    return Refusal("DW-ACN-22", {"model": model.id, "needed": cost, "left": has}) if has < cost else None


def toll(table: Table, model: Model, to: Point) -> int:
    """The actions it takes to go in: one, and what it costs to leave whoever one is engaged with (DW-ACN-22)."""
    return 1 + leaving_cost(table, model, emerged(table, model, to))


def emerged(table: Table, model: Model, to: Point) -> Model:
    """A model as it stands beside the exit."""
    return replace(model, at=to, z=table.models[EXIT].z)


class Emerging(Part, frozen=True):
    """A model goes through a portal, once nobody strikes at it any more."""

    model: ModelId
    start: Point


async def enter_portal(ref: Referee, action: EnterPortal) -> None:
    """Pay, and let those one leaves strike."""
    table, model = ref.table, ref.table.models[action.actor]
    to = way_out(table, model)
    assert to is not None
    strikers = hackers(table, model, emerged(table, model, to))
    await spend(ref, model.id, toll(table, model, to), "DW-ART-09")
    if strikers:
        ref.then(Hacks(model.id, strikers))
    ref.then(Emerging(model.id, place(model)))


async def emerging(ref: Referee, part: Emerging) -> None:
    """It comes out beside the exit, unless a Free Hack has stopped it."""
    table, model = ref.table, ref.table.models[part.model]
    to = way_out(table, model) if model.at == part.start else None
    if to is None or not EFFECTS.allows(table, Doing(model.id, MOVING)):
        return
    out = table.models[EXIT]
    length = round(hypot(to[0] - place(model)[0], to[1] - place(model)[1]), 4)
    through = Shoved(rule="DW-ART-09", model=model.id, path=(place(model), to), length=length, z=out.z)
    await arrive(ref, model, through, turn=False, leaps=True)


# ------------------------------------------------------------------ offers


def offers(table: Table, model: Model) -> list[Offer]:
    """The artifacts a model may use now by an action of its own."""
    who = {"actor": model.id}
    found = []
    if EFFECTS.allows(table, Doing(model.id, MOVING)) and enter_fault(table, model) is None:
        found.append(Offer(EnterPortal, "DW-ART-09", who))
    if not EFFECTS.allows(table, Doing(model.id, USING)):
        return found
    if may_call(table, model):
        found.append(Offer(CallPredators, "DW-ART-06", who))
    if f"{LOAD}:{GATE}" in model.tokens and can_use(table, model, GATE):
        found.append(Offer(OpenPortal, "DW-ART-09", who))
    return found


PLAYS.update({CallPredators: call_predators, OpenPortal: open_portal, EnterPortal: enter_portal})
