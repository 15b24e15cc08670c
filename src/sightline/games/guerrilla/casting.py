"""Abilities: one die against their own number, at a model, around a spot or around the caster."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core import sight
from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla import measure
from sightline.games.guerrilla.acting import counted, out_of_turn, spend
from sightline.games.guerrilla.actions import Cast, CastArea, CastAround
from sightline.games.guerrilla.attacking import success_or_not
from sightline.games.guerrilla.catalog import CONTACT, DIE, SLACK, Item, item
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.events import CastDeclared, Failed, Succeeded
from sightline.games.guerrilla.identity import already_done, as_action
from sightline.games.guerrilla.powers import POWERS
from sightline.games.guerrilla.questions import Targeting, ToCast
from sightline.games.guerrilla.throwing import on_the_mat

SHAPES: Mapping[str, type[Action]] = {"single": Cast, "area": CastArea, "area_self": CastAround}


class Casting(Part, frozen=True):
    """A declared cast whose die is to be rolled."""

    caster: ModelId
    ability: str
    target: ModelId = ""
    spot: Point | None = None


class Power(Part, frozen=True):
    """A cast that came off."""

    caster: ModelId
    ability: str
    target: ModelId = ""
    spot: Point | None = None


# ------------------------------------------------------------------ what may be cast, and at whom


def ability_fault(table: Table, model: Model, ability: str, shape: type[Action]) -> Refusal | None:
    """Why an ability cannot be cast now, whatever at."""
    if ability not in model.kit or SHAPES.get(item(ability).shape) is not shape:
        return Refusal("DG-CST-01", {"model": model.id, "ability": ability})
    return already_done(table, model, "cast", ability)


def target_fault(table: Table, caster: Model, ability: Item, target: ModelId) -> Refusal | None:
    """Why an ability cannot be aimed at a model: the wrong side, too far away, or out of sight."""
    victim = table.models.get(target)
    if victim is None or victim.kind != "model" or victim.at is None:
        return Refusal("DG-CST-04", {"target": target})
    if (victim.side == caster.side) != (ability.side == "ally"):
        rule = "DG-DUA-05" if ability.effect["keyword"] == "link_fate" else "DG-CST-10"
        return Refusal(rule, {"target": target, "needed": ability.side})
    if target == caster.id:
        return None
    distance = sight.gap(caster, victim)
    if ability.range_in == 0:
        if distance > CONTACT + SLACK:
            return Refusal("DG-CST-08", {"target": target, "range": 0, "distance": round(distance, 4)})
    elif distance > ability.range_in + SLACK:
        return Refusal("DG-CST-04", {"target": target, "range": ability.range_in, "distance": round(distance, 4)})
    no = EFFECTS.forbids(table, Targeting(caster.id, target, "cast"))
    return None if no is None else Refusal(*no)


def targets(table: Table, model: Model, ability: str) -> tuple[ModelId, ...]:
    """Everybody an ability may be cast at."""
    key = ("cast at", model.id, ability)
    found: tuple[ModelId, ...] | None = table.memo.get(key)
    if found is None:
        found = table.memo[key] = _targets(table, model, item(ability))
    return found


def _targets(table: Table, model: Model, kind: Item) -> tuple[ModelId, ...]:
    side = model.side if kind.side == "ally" else table.other(model.side)
    near = [m for m in table.squad(side) if sight.gap(model, m) <= max(kind.range_in, CONTACT) + SLACK]
    measure.look(table, model.id, near)
    return tuple(m.id for m in near if m.id == model.id or EFFECTS.allows(table, Targeting(model.id, m.id, "cast")))


def offers(table: Table, model: Model) -> list[Offer]:
    """Every ability that was not cast yet and has something to be cast at (DG-ACT-07)."""
    found = []
    for ability in model.kit:
        kind = item(ability)
        if kind.kind != "ability" or ability_fault(table, model, ability, SHAPES[kind.shape]) is not None:
            continue
        if kind.shape != "single" or targets(table, model, ability):
            found.append(Offer(SHAPES[kind.shape], "DG-CST-01", {"actor": model.id, "ability": ability}))
    return found


def check_cast(table: Table, decision: Decision, action: Cast) -> Refusal | None:
    """One target in range and in sight (DG-CST-04)."""
    refusal = out_of_turn(table, decision, action.actor, "active", "DG-ACT-03")
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    refusal = ability_fault(table, model, action.ability, Cast)
    return refusal or target_fault(table, model, item(action.ability), action.target)


def check_cast_area(table: Table, decision: Decision, action: CastArea) -> Refusal | None:
    """The centre is a visible spot on the mat within range (DG-CST-06)."""
    refusal = out_of_turn(table, decision, action.actor, "active", "DG-ACT-03")
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    refusal = ability_fault(table, model, action.ability, CastArea)
    if refusal is not None:
        return refusal
    if not on_the_mat(table, action.spot):
        return Refusal("DG-CST-06", {"spot": action.spot, "on the mat": 0})
    reach, distance = item(action.ability).range_in, sight.reach(model, action.spot)
    if distance > reach + SLACK:
        return Refusal("DG-CST-06", {"range": reach, "distance": round(distance, 4)})
    if not measure.sees_spot(table, model, action.spot):
        return Refusal("DG-LOS-09", {"spot": action.spot, "visible": 0})
    return None


def check_cast_around(table: Table, decision: Decision, action: CastAround) -> Refusal | None:
    """Around the caster there is always ground (DG-CST-07)."""
    refusal = out_of_turn(table, decision, action.actor, "active", "DG-ACT-03")
    return refusal or ability_fault(table, table.models[action.actor], action.ability, CastAround)


def cast_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """One of those in range and sight."""
    return {"target": Pick(targets(table, table.models[offer.given["actor"]], offer.given["ability"]))}


def cast_area_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A spot within range."""
    kind = item(offer.given["ability"])
    return {"spot": Spot(offer.given["actor"], kind.range_in, kind.diameter_in / 2)}


def cast_around_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Nothing is left open."""
    return {}


# ------------------------------------------------------------------ the cast


async def cast(ref: Referee, action: Cast | CastArea | CastAround) -> None:
    """A cast costs a point and is used up for this phase, whatever the roll (DG-CST-01, DG-CST-03)."""
    target = action.target if isinstance(action, Cast) else ""
    centre = action.spot if isinstance(action, CastArea) else None
    if isinstance(action, CastAround):
        centre = ref.table.models[action.actor].at
    await ref.emit(
        spend(action.actor, "DG-CST-01"),
        counted(action.actor, as_action(ref.table, "cast", action.ability), "DG-ACT-04"),
        CastDeclared(
            rule=item(action.ability).rule, caster=action.actor, ability=action.ability, target=target, spot=centre
        ),
    )
    ref.then(Casting(action.actor, action.ability, target, centre))


def to_cast(table: Table, caster: ModelId, ability: str) -> Tally:
    """The number a cast needs (DG-CST-02)."""
    return EFFECTS.tally(table, ToCast(caster, ability), item(ability).target_number)


async def casting(ref: Referee, part: Casting) -> None:
    """One die decides for everybody (DG-CST-17)."""
    need = to_cast(ref.table, part.caster, part.ability)
    side = ref.table.models[part.caster].side
    ((face,),) = await ref.throw(
        Roll("DG-CST-02", DIE, 1, side, part.caster, need, success_or_not(need)), seats=(side,)
    )
    if face >= need.value:
        ref.then(Power(part.caster, part.ability, part.target, part.spot))
    else:
        await ref.emit(Failed(rule="DG-CST-03", model=part.caster, item=part.ability))


# Who is affected


def each_seen(table: Table, caster: Model, model: Model) -> bool:
    """The caster has to see everybody it affects (DG-CST-09)."""
    return measure.sees(table, caster.id, model.id)


def everybody_inside(table: Table, caster: Model, model: Model) -> bool:
    """Only the centre has to be seen."""
    return True


AREA_SIGHT = Variant("area_los", {"each_target": each_seen, "centre_only": everybody_inside})


def all_models(caster: Model, model: Model) -> bool:
    """Friend and foe and the caster itself (DG-CST-11)."""
    return True


def enemies_only(caster: Model, model: Model) -> bool:
    """Only enemies of the caster."""
    return model.side != caster.side


FRIENDLY_FIRE = Variant("area_friendly_fire", {"all_models": all_models, "enemies_only": enemies_only})


def allies(caster: Model, model: Model) -> bool:
    """The caster's own side, itself included (DG-CST-12)."""
    return model.side == caster.side


def inside(table: Table, caster: Model, ability: Item, centre: Point) -> tuple[Model, ...]:
    """Everybody an area affects (DG-CST-05, DG-CST-09, DG-CST-11)."""
    concerns = allies if ability.side == "ally" else FRIENDLY_FIRE.of(table)
    seen = AREA_SIGHT.of(table)
    near = sight.within(table, centre, ability.diameter_in / 2)
    return tuple(m for m in near if concerns(caster, m) and seen(table, caster, m))


async def power(ref: Referee, part: Power) -> None:
    """What a cast does to those it affects."""
    table, ability = ref.table, item(part.ability)
    caster = table.models[part.caster]
    if part.spot is None:
        models: tuple[Model, ...] = (table.models[part.target],)
    else:
        models = inside(table, caster, ability, part.spot)
    await ref.emit(
        Succeeded(rule="DG-CST-02", model=caster.id, item=part.ability, affected=tuple(m.id for m in models)),
        *POWERS[ability.effect["keyword"]](table, caster, ability, models),
    )
