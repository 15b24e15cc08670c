"""Items of a hero, used with a Skill action and without a test; they are used up (SQ-ITM-01 to SQ-ITM-10)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from math import cos, pi, sin
from typing import ClassVar

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.events import Counted, Laid, Swept
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Attachment, Model, ModelId, Piece, Point, Table, spot
from sightline.games.starquest.attacking import spokesman, spots
from sightline.games.starquest.catalog import Working, items
from sightline.games.starquest.conditions import stricken
from sightline.games.starquest.events import Enchanted
from sightline.games.starquest.ground import scale
from sightline.games.starquest.growth import consumables
from sightline.games.starquest.measure import (
    UnitId,
    apart,
    conscious,
    foes,
    gap,
    members,
    party,
    place,
    reach,
    up,
    within,
)
from sightline.games.starquest.roads import standing_fault
from sightline.games.starquest.sighting import sees_spot
from sightline.games.starquest.skills import begin, skill_fault
from sightline.games.starquest.tokens import ROUND, ROUND_ENDS
from sightline.games.starquest.working import Use, resolve

RULES: Mapping[str, str] = {
    "courage_injector": "SQ-ITM-02",
    "frenzy_injector": "SQ-ITM-03",
    "power_injector": "SQ-ITM-04",
    "noise_grenade": "SQ-ITM-05",
    "grease_grenade": "SQ-ITM-06",
    "stun_grenade": "SQ-ITM-07",
    "curing_kit": "SQ-ITM-08",
    "teleport_kit": "SQ-ITM-09",
    "med_kit": "SQ-ITM-10",
}
"""The items that work in a battle, with their rules."""
TELEPORT, GREASE, NOISE, COURAGE = "teleport_kit", "grease_grenade", "noise_grenade", "courage_injector"
SLICK, RACKET = "grease", "noise"
"""The kinds of what they leave on the table."""
CORNERS = 16
"""Of the circle that they leave."""
SMALL = 0.25
"""How large something is that only makes a noise."""
HEARD, HEARD_OVER = 9.0, 6.0
"""How far a noise is heard, and how near a hero has to be to matter more."""


class UseItem(Action, frozen=True):
    """Use an item on oneself, on another hero or on an enemy unit (SQ-ITM-01)."""

    actor: ModelId
    item: str
    target: ModelId


class ThrowItem(Action, frozen=True):
    """Throw an item at a spot (SQ-ITM-06)."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    actor: ModelId
    item: str
    at: Point


class Teleport(Action, frozen=True):
    """Put a hero elsewhere (SQ-ITM-09)."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    actor: ModelId
    target: ModelId
    at: Point


class ItemUsed(Counted, frozen=True, kw_only=True):
    """An item is used up."""


class RoundOver(Swept, frozen=True, kw_only=True):
    """What lasted to the end of a round that has a number ends."""


def later(table: Table) -> str:
    """The end of the next round, as what lasts until then names it."""
    return f"{ROUND_ENDS} {table.tokens(TABLE, ROUND) + 1}"


def over(table: Table) -> RoundOver:
    """The end of this round."""
    return RoundOver(rule="SQ-RND-10", moment=f"{ROUND_ENDS} {table.tokens(TABLE, ROUND)}")


# ------------------------------------------------------------------ whom and where


def near(table: Table, model: Model, item: Working) -> tuple[Model, ...]:
    """The user, and heroes within an inch; the unconscious only where the item helps them (SQ-ITM-01)."""
    far = item.range * scale(table)
    there = [m for m in party(table) if m.at is not None and (m.id == model.id or within(gap(model, m), far))]
    return tuple(m for m in there if conscious(m) or item.target == "hero_or_unconscious")


def targets_of(table: Table, model: Model, item: Working) -> tuple[ModelId, ...]:
    """Whom an item may be used on, an enemy unit by one of its models."""
    if item.target == "enemy_unit_in_sight":
        far = item.range * scale(table)
        units = [u for u in foes(table, model.side) if within(apart((model,), members(table, u)), far)]
        seen = [u for u in units if any(spots(table, model, m) for m in members(table, u))]
        return tuple(spokesman(table, u).id for u in seen)
    return tuple(m.id for m in near(table, model, item))


def item_offers(table: Table, model: Model) -> Iterator[Offer]:
    """The items a hero may use now."""
    for id in consumables():
        if id not in RULES or not model.tokens.get(id):
            continue
        item = items()[id]
        if id == TELEPORT:
            yield Offer(Teleport, "SQ-ITM-01", {"actor": model.id})
        elif item.target == "point_in_sight":
            yield Offer(ThrowItem, "SQ-ITM-01", {"actor": model.id, "item": id})
        elif targets_of(table, model, item):
            yield Offer(UseItem, "SQ-ITM-01", {"actor": model.id, "item": id})


def pocket_fault(table: Table, decision: Decision, actor: ModelId, item: str) -> Refusal | None:
    """The active hero with a Skill action left, who has the item."""
    no = skill_fault(table, decision, actor)
    if no is not None:
        return no
    if item not in RULES or not table.tokens(actor, item):
        return Refusal("SQ-ITM-01", {"model": actor, "item": item})
    return None


def check_use(table: Table, decision: Decision, action: UseItem) -> Refusal | None:
    """Somebody the item works on, near enough."""
    no = pocket_fault(table, decision, action.actor, action.item)
    if no is not None:
        return no
    item = items()[action.item]
    thrown = item.target == "point_in_sight" or action.item == TELEPORT
    if thrown or action.target not in targets_of(table, table.models[action.actor], item):
        return Refusal(RULES[action.item], {"item": action.item, "target": action.target})
    return None


def check_throw(table: Table, decision: Decision, action: ThrowItem) -> Refusal | None:
    """A spot in sight, near enough, on the table."""
    no = pocket_fault(table, decision, action.actor, action.item)
    if no is not None:
        return no
    item, model = items()[action.item], table.models[action.actor]
    if item.target != "point_in_sight":
        return Refusal(RULES[action.item], {"item": action.item, "target": str(action.at)})
    far = reach(model, action.at)
    if not within(far, item.range * scale(table)):
        return Refusal(RULES[action.item], {"distance": round(far, 4), "most": item.range * scale(table)})
    width, depth = table.terrain.width, table.terrain.height
    if not (0 <= action.at[0] <= width and 0 <= action.at[1] <= depth):
        return Refusal("SQ-MOV-04", {"model": model.id, "off the table": 1})
    return None if sees_spot(table, model, action.at) else Refusal("SQ-LOS-01", {"target": str(action.at)})


def check_teleport(table: Table, decision: Decision, action: Teleport) -> Refusal | None:
    """A hero near by, to a legal spot within twelve inches of where it stood (SQ-ITM-09)."""
    no = pocket_fault(table, decision, action.actor, TELEPORT)
    if no is not None:
        return no
    item = items()[TELEPORT]
    if action.target not in targets_of(table, table.models[action.actor], item):
        return Refusal("SQ-ITM-09", {"item": TELEPORT, "target": action.target})
    model, most = table.models[action.target], jump_of(item) * scale(table)
    (x, y), (tx, ty) = place(model), action.at
    far = ((tx - x) ** 2 + (ty - y) ** 2) ** 0.5
    if not within(far, most):
        return Refusal("SQ-ITM-09", {"distance": round(far, 4), "most": most})
    return standing_fault(table, model, action.at)


def jump_of(item: Working) -> float:
    """How far an item puts somebody."""
    return float(next(fx["distance"] for fx in item.fx if fx["op"] == "place"))


def use_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom it may be used on."""
    model = table.models[offer.given["actor"]]
    return {"target": Pick(targets_of(table, model, items()[offer.given["item"]]))}


def throw_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A spot within range."""
    item = items()[offer.given["item"]]
    radius = max((float(fx.get("radius", 0)) for fx in item.fx), default=0.0) * scale(table)
    return {"at": Spot(offer.given["actor"], item.range * scale(table), radius)}


def teleport_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who, and where to."""
    item, model = items()[TELEPORT], table.models[offer.given["actor"]]
    return {"target": Pick(targets_of(table, model, item)), "at": Spot(model.id, jump_of(item) * scale(table))}


# ------------------------------------------------------------------ using one


async def used_up(ref: Referee, model: Model, item: str, target: ModelId = "") -> None:
    """A Skill action, no test, and the item is gone (SQ-ITM-01)."""
    await begin(ref, model, item, "SQ-ITM-01", target)
    await ref.emit(ItemUsed(rule="SQ-ITM-01", bearer=model.id, token=item, by=-1))


async def play_use(ref: Referee, model: Model, action: UseItem) -> None:
    """It does what its entry says."""
    item, rule = items()[action.item], RULES[action.item]
    await used_up(ref, model, action.item, action.target)
    target = ref.table.models[action.target]
    await resolve(ref, Use(item, rule, model.id, target.unit))
    if action.item == COURAGE:
        brave = Attachment(f"{COURAGE}@{target.id}", rule, target.id, model.id, later(ref.table))
        await ref.emit(Enchanted(rule=rule, attachment=brave))


async def play_throw(ref: Referee, model: Model, action: ThrowItem) -> None:
    """It bursts where it lands."""
    await used_up(ref, model, action.item)
    await THROWN[action.item](ref, model, action.at)


def circle(at: Point, radius: float) -> tuple[Point, ...]:
    """A round piece of ground."""
    turns = (2 * pi * n / CORNERS for n in range(CORNERS))
    return tuple(spot(at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns)


async def spill(ref: Referee, model: Model, at: Point) -> None:
    """Grease makes a circle of difficult ground, and cripples the enemies in it (SQ-ITM-06)."""
    table, rule = ref.table, RULES[GREASE]
    radius = 3.0 * scale(table)
    id = f"{GREASE}-{table.serial + 1}"
    await ref.emit(Laid(rule=rule, piece=Piece(circle(at, radius), 0.0, id, "Grease", SLICK, ("difficult",))))
    mark = Attachment(f"{id}@{TABLE}", rule, TABLE, model.id, later(table))
    await ref.emit(Enchanted(rule=rule, attachment=mark))
    for unit in foes(table, model.side):
        if any(within(reach(m, at), radius) for m in members(table, unit)):
            await ref.emit(*stricken(table, unit, "crippled", rule))


async def rattle(ref: Referee, model: Model, at: Point) -> None:
    """Something makes a noise until the round ends (SQ-ITM-05)."""
    id = f"{NOISE}-{ref.table.serial + 1}"
    piece = Piece(circle(at, SMALL * scale(ref.table)), 0.0, id, "Noise", RACKET, ("open",))
    await ref.emit(Laid(rule=RULES[NOISE], piece=piece))


THROWN: Mapping[str, Callable[[Referee, Model, Point], Awaitable[None]]] = {GREASE: spill, NOISE: rattle}


def lure(table: Table, unit: UnitId) -> Point | None:
    """The noise a unit goes after: within nine inches, and no hero within six of the unit (SQ-ITM-05)."""
    noises = [middle(p) for p in table.terrain.pieces if p.kind == RACKET]
    own = members(table, unit)
    if not noises or any(within(apart(own, (h,)), HEARD_OVER * scale(table)) for h in up(table)):
        return None
    far, at = min((min(reach(m, noise) for m in own), noise) for noise in noises)
    return at if within(far, HEARD * scale(table)) else None


def middle(piece: Piece) -> Point:
    """The middle of a round piece."""
    corners = piece.polygon
    return spot(sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))


async def play_teleport(ref: Referee, model: Model, action: Teleport) -> None:
    """The hero stands elsewhere."""
    await used_up(ref, model, TELEPORT, action.target)
    await resolve(ref, Use(items()[TELEPORT], "SQ-ITM-09", model.id, ref.table.models[action.target].unit, action.at))


def dried(table: Table) -> dict[str, str]:
    """The grease that has lasted long enough, for what held it is gone, and every noise; each with its rule."""
    held = {a.id.partition("@")[0] for a in table.attachments.values() if a.bearer == TABLE}
    past = [p for p in table.terrain.pieces if p.kind == RACKET or (p.kind == SLICK and p.id not in held)]
    return {p.id: RULES[NOISE if p.kind == RACKET else GREASE] for p in past}
