"""Thrown weapons: one die, a spot, a burst."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core import reach, sight
from sightline.core.decisions import Decision, Offer, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.events import Attached, Event
from sightline.core.referee import Referee
from sightline.core.table import Attachment, Model, ModelId, Part, Point, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla import measure
from sightline.games.guerrilla.acting import character, counted, out_of_turn, spend, turn
from sightline.games.guerrilla.actions import Throw
from sightline.games.guerrilla.attacking import empty, success_or_not
from sightline.games.guerrilla.catalog import DIE, LOW, SLACK, Item, item
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.events import Damaged, Failed, Succeeded, ThrowDeclared, Used
from sightline.games.guerrilla.identity import already_done, as_action
from sightline.games.guerrilla.questions import ToHit
from sightline.games.guerrilla.tokens import DAMAGE, SPENT

FLASHED = "DG-FLG-02"


class Flight(Part, frozen=True):
    """A throw whose die is to be rolled."""

    thrower: ModelId
    weapon: str
    spot: Point


class Burst(Part, frozen=True):
    """A throw that came off."""

    thrower: ModelId
    weapon: str
    spot: Point


# ------------------------------------------------------------------ where to


def spot_visible(table: Table, thrower: Model, spot: Point) -> Refusal | None:
    """The thrower has to see the spot (DG-LOS-09)."""
    if measure.sees_spot(table, thrower, spot):
        return None
    return Refusal("DG-THR-04", {"spot": spot, "visible": 0})


def not_inside_tall_terrain(table: Table, thrower: Model, spot: Point) -> Refusal | None:
    """Any spot that does not lie inside a piece taller than 1 in."""
    if reach.ground(table.terrain, LOW).free(*spot, 0.0):
        return None
    return Refusal("DG-THR-04", {"spot": spot, "inside terrain": 1})


SPOT_FAULT = Variant("thrown_los", {"spot_visible": spot_visible, "not_required": not_inside_tall_terrain})


def on_the_mat(table: Table, spot: Point) -> bool:
    """Whether a spot lies on the mat."""
    return 0 <= spot[0] <= table.terrain.width and 0 <= spot[1] <= table.terrain.height


# ------------------------------------------------------------------ how often (DG-THR-08)


def unlimited(model: Model, weapon: str) -> bool:
    """A thrown weapon is never used up."""
    return False


def one_per_match(model: Model, weapon: str) -> bool:
    """A thrown weapon is gone after its first throw."""
    return bool(model.tokens.get(f"{SPENT}:{weapon}"))


USED_UP = Variant("thrown_supply", {"unlimited": unlimited, "one_per_match": one_per_match})


def weapon_fault(table: Table, model: Model, weapon: str) -> Refusal | None:
    """Why something cannot be thrown now, wherever to."""
    if weapon not in model.kit or item(weapon).attack != "throw":
        return Refusal("DG-THR-02", {"model": model.id, "weapon": weapon})
    if USED_UP.of(table)(model, weapon):
        return Refusal("DG-THR-08", {"weapon": weapon, "left": 0})
    return empty(model, weapon) or already_done(table, model, "throw", weapon)


def offers(table: Table, model: Model) -> list[Offer]:
    """A throw with every thrown weapon that is at hand."""
    return [
        Offer(Throw, "DG-THR-02", {"actor": model.id, "weapon": weapon})
        for weapon in model.kit
        if item(weapon).attack == "throw" and weapon_fault(table, model, weapon) is None
    ]


def check_throw(table: Table, decision: Decision, action: Throw) -> Refusal | None:
    """A throw goes to a spot on the mat, in range and in sight."""
    refusal = out_of_turn(table, decision, action.actor, "active", "DG-ACT-03")
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    refusal = weapon_fault(table, model, action.weapon)
    if refusal is not None:
        return refusal
    if not on_the_mat(table, action.spot):
        return Refusal("DG-THR-04", {"spot": action.spot, "on the mat": 0})
    reach, distance = item(action.weapon).range_in, sight.reach(model, action.spot)
    if distance > reach + SLACK:
        return Refusal("DG-THR-01", {"range": reach, "distance": round(distance, 4)})
    return SPOT_FAULT.of(table)(table, model, action.spot)


def throw_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A spot within the throwing range."""
    kind = item(offer.given["weapon"])
    return {"spot": Spot(offer.given["actor"], kind.range_in, radius(kind))}


def radius(kind: Item) -> float:
    """How far a burst reaches."""
    bands = kind.effect.get("bands")
    return float(bands[-1]["within_in"]) if bands else kind.diameter_in / 2


# ------------------------------------------------------------------ the throw


async def throw(ref: Referee, action: Throw) -> None:
    """A throw costs a point and counts as used, hit or miss (DG-THR-02, DG-THR-06)."""
    await ref.emit(
        spend(action.actor, "DG-ACT-03"),
        counted(action.actor, as_action(ref.table, "throw", action.weapon), "DG-ACT-04"),
        Used(rule="DG-THR-08", bearer=action.actor, token=f"{SPENT}:{action.weapon}", by=1),
        ThrowDeclared(rule=item(action.weapon).rule, thrower=action.actor, weapon=action.weapon, spot=action.spot),
    )
    ref.then(THROW_PART.of(ref.table)(action.actor, action.weapon, action.spot))


THROW_PART: Variant[type[Flight | Burst]] = Variant("thrown_roll", {"gs": Flight, "auto": Burst})


def to_throw(table: Table, thrower: ModelId, weapon: str) -> Tally:
    """The number a throw needs (DG-THR-03, DG-THR-05)."""
    return EFFECTS.tally(table, ToHit(thrower, "", weapon, "throw"), character(table.models[thrower]).gs)


async def flight(ref: Referee, part: Flight) -> None:
    """One die for the whole burst (DG-THR-03, DG-FRG-02)."""
    need = to_throw(ref.table, part.thrower, part.weapon)
    side = ref.table.models[part.thrower].side
    ((face,),) = await ref.throw(
        Roll("DG-THR-03", DIE, 1, side, part.thrower, need, success_or_not(need)), seats=(side,)
    )
    if face >= need.value:
        ref.then(Burst(part.thrower, part.weapon, part.spot))
    else:
        await ref.emit(Failed(rule="DG-THR-06", model=part.thrower, item=part.weapon))


def unshielded(table: Table, spot: Point, model: Model) -> bool:
    """Cover and terrain do not protect."""
    return True


def in_sight_of_the_spot(table: Table, spot: Point, model: Model) -> bool:
    """An unbroken line has to join the spot and the base."""
    return measure.sees_spot(table, model, spot)


REACHED = Variant("blast_shielding", {"none": unshielded, "los_from_spot": in_sight_of_the_spot})


def caught(table: Table, kind: Item, spot: Point) -> tuple[Model, ...]:
    """Everybody a burst affects: friend, foe and thrower alike (DG-THR-07)."""
    near, reached = sight.within(table, spot, radius(kind)), REACHED.of(table)
    return tuple([m for m in near if reached(table, spot, m)])


async def burst(ref: Referee, part: Burst) -> None:
    """What a burst does to those it catches."""
    kind = item(part.weapon)
    models = caught(ref.table, kind, part.spot)
    await ref.emit(
        Succeeded(rule="DG-THR-07", model=part.thrower, item=part.weapon, affected=tuple(m.id for m in models)),
        *BURSTS[kind.effect["keyword"]](ref.table, kind, part, models),
    )


def band(kind: Item, distance: float) -> int:
    """The damage of a burst at a distance, by the first band that fits; none for a burst without bands."""
    for band in kind.effect.get("bands", ()):
        if distance <= band["within_in"] + SLACK:
            return int(band["damage"])
    return 0


def blast(table: Table, kind: Item, part: Burst, models: tuple[Model, ...]) -> list[Event]:
    """Damage by bands of distance, the first that fits (DG-FRG-01)."""
    events: list[Event] = []
    for model in models:
        damage = band(kind, sight.reach(model, part.spot))
        events.append(Damaged(rule=kind.rule, bearer=model.id, token=DAMAGE, by=damage, source=kind.id))
    return events


def flash(table: Table, kind: Item, part: Burst, models: tuple[Model, ...]) -> list[Event]:
    """Disadvantage on all attacks to the end of this turn's siege phase (DG-FLG-02, DG-FLG-03)."""
    until = siege_end(turn(table))
    return [
        Attached(rule=kind.rule, attachment=Attachment(f"{FLASHED}@{m.id}", FLASHED, m.id, part.thrower, until))
        for m in models
    ]


def siege_end(number: int) -> str:
    """The moment a siege phase ends."""
    return f"{number} siege ends"


BURSTS = {"blast_damage": blast, "disadvantage": flash}
