"""What one model could do to another: every weapon, throw and ability, as the part that would be played or the no."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.core import sight
from sightline.core.decisions import Refusal
from sightline.core.effects import Tally
from sightline.core.screen import Aim
from sightline.core.table import Model, ModelId, Part, Point, Table
from sightline.games.guerrilla import attacking, casting, measure, throwing
from sightline.games.guerrilla.acting import phase, turn
from sightline.games.guerrilla.catalog import DIE, SLACK, Item, item
from sightline.games.guerrilla.look import glyphs, looks
from sightline.games.guerrilla.tokens import DAMAGE

Wish = tuple[Part | None, Refusal | None]


def aims(table: Table, actor: ModelId, target: ModelId) -> list[Aim]:
    """Everything one model could do to another, the best first, then what it cannot do."""
    one, other = table.models[actor], table.models[target]
    if one.at is None or other.at is None or one.kind != "model" or other.kind != "model":
        return []
    found = [(id, *wish) for id in one.kit for wish in wishes(table, one, other, id)]
    worth = {id: 0.0 if part is None else expected(table, one, other, id) for id, part, _ in found}
    found.sort(key=lambda entry: (entry[2] is not None, -worth[entry[0]]))
    return [aim(table, id, part, refusal) for id, part, refusal in found]


def aim(table: Table, id: str, part: Part | None, refusal: Refusal | None) -> Aim:
    """One of them, as a screen shows it."""
    kind = item(id)
    later = not turn(table) or phase(table) != kind.phase
    when = looks("phases")[kind.phase].name if later else ""
    return Aim(id, kind.name, glyphs()[kind.id], kind.rule, when, part, refusal)


def wishes(table: Table, one: Model, other: Model, id: str) -> Iterator[Wish]:
    """What a thing could do to a model: once or not at all."""
    kind = item(id)
    friends = one.side == other.side
    if kind.attack in ("shot", "swing") and not friends:
        yield attack(table, one, other, id, kind)
    elif kind.attack == "throw" and not friends:
        yield throw(table, one, other, id, kind)
    elif kind.shape and friends == (kind.side == "ally"):
        yield from cast(table, one, other, id, kind)


def attack(table: Table, one: Model, other: Model, id: str, kind: Item) -> Wish:
    """All dice of a weapon at one target."""
    no = attacking.weapon_fault(table, one, id) or attacking.target_fault(table, one, kind, other.id)
    return (attacking.Volley(one.id, id, {other.id: kind.dice}), None) if no is None else (None, no)


def throw(table: Table, one: Model, other: Model, id: str, kind: Item) -> Wish:
    """A throw at the middle of somebody's base."""
    assert other.at is not None
    distance = sight.reach(one, other.at)
    no = throwing.weapon_fault(table, one, id)
    if no is None and distance > kind.range_in + SLACK:
        no = Refusal("DG-THR-01", {"range": kind.range_in, "distance": round(distance, 4)})
    no = no or throwing.SPOT_FAULT.of(table)(table, one, other.at)
    return (throwing.THROW_PART.of(table)(one.id, id, other.at), None) if no is None else (None, no)


def cast(table: Table, one: Model, other: Model, id: str, kind: Item) -> Iterator[Wish]:
    """An ability at a model, over the ground it stands on, or around the caster if that concerns it."""
    assert one.at is not None
    assert other.at is not None
    no = casting.ability_fault(table, one, id, casting.SHAPES[kind.shape])
    if kind.shape == "single":
        no = no or casting.target_fault(table, one, kind, other.id)
        yield (casting.Casting(one.id, id, other.id), None) if no is None else (None, no)
    elif kind.shape == "area":
        no = no or spot_fault(table, one, kind, other.at)
        yield (casting.Casting(one.id, id, "", other.at), None) if no is None else (None, no)
    elif other in casting.inside(table, one, kind, one.at):
        yield (casting.Casting(one.id, id, "", one.at), None) if no is None else (None, no)


def spot_fault(table: Table, one: Model, kind: Item, spot: Point) -> Refusal | None:
    """Why the ground around a spot is out of reach for an ability (DG-CST-06)."""
    distance = sight.reach(one, spot)
    if distance > kind.range_in + SLACK:
        return Refusal("DG-CST-06", {"range": kind.range_in, "distance": round(distance, 4)})
    if not measure.sees_spot(table, one, spot):
        return Refusal("DG-LOS-09", {"spot": spot, "visible": 0})
    return None


# ------------------------------------------------------------------ which is the best


def chance(need: Tally) -> float:
    """How often a die reaches a number."""
    return min(DIE, max(0.0, DIE + 1 - need.value)) / DIE


def expected(table: Table, one: Model, other: Model, id: str) -> float:
    """The tokens a use is good for on the average; what does no damage is worth a little."""
    kind = item(id)
    if kind.attack in ("shot", "swing"):
        return chance(attacking.to_hit(table, one.id, other.id, id)) * kind.dice * kind.damage
    if kind.attack == "throw":
        return chance(throwing.to_throw(table, one.id, id)) * (throwing.band(kind, 0.0) or 0.1)
    amount = float(kind.effect.get("amount", 0.1)) if kind.effect["keyword"] in ("damage", "heal") else 0.1
    if kind.effect["keyword"] == "heal":
        amount = min(amount, other.tokens.get(DAMAGE, 0))
    return chance(casting.to_cast(table, one.id, id)) * amount
