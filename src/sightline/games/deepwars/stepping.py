"""A small step and an attack for one action (DW-ACN-17)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Picks, Refusal, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import Model, ModelId, Point, Table
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import StepAndAttack
from sightline.games.deepwars.arms import REACH, melee_arms, ranged_arms
from sightline.games.deepwars.arriving import arrive, meeting
from sightline.games.deepwars.attacking import (
    bands,
    declare,
    joiner_fault,
    joiners,
    joining,
    level_near,
    may_attack,
    section_fault,
    sections_of,
    span,
    target_fault,
    usable,
)
from sightline.games.deepwars.catalog import SLACK, TOUCH, Weapon, weapon
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Stepped
from sightline.games.deepwars.measure import distance, enemies, engaged, level, objects, place, touching
from sightline.games.deepwars.moving import path_fault, place_fault
from sightline.games.deepwars.questions import ATTACKING, H2H, SHOT, STEPPING, Blow, Doing
from sightline.games.deepwars.tokens import UNSEEN

STEP = 1.0
"""A small step (DW-ACN-17)."""


def offers(table: Table, model: Model) -> list[Offer]:
    """Every weapon that could be used on somebody after a step."""
    if not may_attack(table, model) or not EFFECTS.allows(table, Doing(model.id, STEPPING)):
        return []
    return [
        Offer(StepAndAttack, "DW-ACN-17", {"actor": model.id, "weapon": kind.id})
        for kind in (*melee_arms(model), *ranged_arms(model))
        if step_targets(table, model, kind)
    ]


def check_step(table: Table, decision: Decision, action: StepAndAttack) -> Refusal | None:
    """A small step, and from there a plain attack."""
    refusal = cannot(table, decision, action.actor, ATTACKING, 1)
    if refusal is None:
        refusal = cannot(table, decision, action.actor, STEPPING, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    kind = usable(table, model, action.weapon)
    if isinstance(kind, Refusal):
        return kind
    refusal = step_fault(table, model, action.to)
    if refusal is not None:
        return refusal
    then, stepped = after_step(table, model, action.to), there(model, action.to)
    return (
        target_fault(then, stepped, kind, action.target)
        or section_fault(table, action.target, kind, action.section)
        or joiner_fault(then, stepped, kind, action)
    )


def there(model: Model, to: Point) -> Model:
    """A model as it stands after a step."""
    return replace(model, at=to)


def after_step(table: Table, model: Model, to: Point) -> Table:
    """The table as it lies after a step."""
    moved = table.copy()
    moved.put_moved(there(model, to))
    return moved


def step_fault(table: Table, model: Model, to: Point) -> Refusal | None:
    """An inch at most, on the level, out of contact with nobody."""
    start = place(model)
    length = hypot(to[0] - start[0], to[1] - start[1])
    facts = {"model": model.id, "length": round(length, 3), "limit": STEP}
    if not 0 < length <= STEP + SLACK:
        return Refusal("DW-ACN-17", facts)
    around = engaged(table, model)
    for id in around:
        if not touching(table, there(model, to), table.models[id]):
            return Refusal("DW-ACN-17", {**facts, "leaves": id})
    # Along those it stays in contact with it may go, but through nobody else and nothing solid.
    return place_fault(table, model, to, level(table, model)) or path_fault(table, model, to, but=around)


def step_targets(table: Table, model: Model, kind: Weapon) -> tuple[ModelId, ...]:
    """Whom a weapon might be used on after a step."""
    attackable = (*enemies(table, model), *objects(table))
    if kind.melee:  # Those on a neighbouring level can be in contact, far away as they are by depth.
        near = (one for one in attackable if level_near(table, model, one))
        return tuple(one.id for one in near if gap(model, one) <= STEP + TOUCH + REACH + SLACK)
    far = STEP + span(table, kind) * bands(aimed=False)[2]
    return tuple(one.id for one in attackable if distance(table, model, one) <= far + SLACK)


def step_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom, what of them, where to step, and who may join."""
    model, kind = table.models[offer.given["actor"]], weapon(offer.given["weapon"])
    targets = step_targets(table, model, kind)
    sections = Pick(sections_of(table, targets, kind))
    found: dict[str, Slot] = {"target": Pick(targets), "section": sections, "to": Spot(model.id, STEP)}
    near = (joiners(table, model, kind, table.models[id]) for id in targets)
    others = tuple(dict.fromkeys(friend for some in near for friend in some))
    return found | ({"joiners": Picks(others, 0, min(len(others), 5))} if others else {})


async def step_and_attack(ref: Referee, action: StepAndAttack) -> None:
    """One action for both; it is no charge and cannot be Mighty or Aimed."""
    model, kind = ref.table.models[action.actor], weapon(action.weapon)
    to, start = action.to, place(model)
    ambush = f"{UNSEEN}:{action.target}" in model.tokens
    mode = H2H if kind.melee else SHOT
    joined = len(action.joiners)
    blow = Blow(model.id, action.target, kind.id, mode, action.section, joiners=joined, ambush=ambush)
    await spend(ref, model.id, 1, "DW-ACN-17")
    length = round(hypot(to[0] - start[0], to[1] - start[1]), 4)
    meets = meeting(ref.table, model, there(model, to))
    step = Stepped(rule="DW-ACN-17", model=model.id, path=(start, to), length=length, z=model.z)
    await arrive(ref, model, step, meets)
    if ref.effects.allows(ref.table, Doing(model.id, ATTACKING)) and ref.table.models[model.id].at is not None:
        await declare(ref, blow, "DW-ACN-17", joining(ref.table, action))


PLAYS[StepAndAttack] = step_and_attack
