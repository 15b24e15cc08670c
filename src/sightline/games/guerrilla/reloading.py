"""Reload: an empty weapon is made ready in the active phase."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla.acting import counted, out_of_turn, spend
from sightline.games.guerrilla.actions import Reload
from sightline.games.guerrilla.catalog import Item, item
from sightline.games.guerrilla.events import Emptied, Reloaded
from sightline.games.guerrilla.identity import already_done, as_action
from sightline.games.guerrilla.tokens import EMPTY


def empty_weapons(model: Model) -> tuple[str, ...]:
    """The weapons a model would have to reload."""
    return tuple(w for w in model.kit if model.tokens.get(f"{EMPTY}:{w}"))


# How much one reload does (DG-RLD-04)


def one_weapon(model: Model, weapon: str) -> tuple[str, ...]:
    """One reload loads one weapon."""
    return (weapon,)


def all_weapons(model: Model, weapon: str) -> tuple[str, ...]:
    """One reload loads every empty weapon."""
    return empty_weapons(model)


def by_weapon(weapon: str) -> str:
    """Reloading another weapon is another action."""
    return weapon


def by_itself(weapon: str) -> str:
    """Reloading is one action, used up for the phase."""
    return "everything"


LOADS = Variant("reload_scope", {"one_weapon": one_weapon, "all_weapons": all_weapons})
RELOAD_NAME = Variant("reload_scope", {"one_weapon": by_weapon, "all_weapons": by_itself})


def weapon_fault(table: Table, model: Model, weapon: str) -> Refusal | None:
    """Why a weapon cannot be reloaded now."""
    if weapon not in model.kit or not model.tokens.get(f"{EMPTY}:{weapon}"):
        return Refusal("DG-ACT-07", {"model": model.id, "weapon": weapon, "empty": 0})
    return already_done(table, model, "reload", RELOAD_NAME.of(table)(weapon))


def offers(table: Table, model: Model) -> list[Offer]:
    """A reload of every empty weapon."""
    return [
        Offer(Reload, "DG-RLD-03", {"actor": model.id, "weapon": weapon})
        for weapon in empty_weapons(model)
        if weapon_fault(table, model, weapon) is None
    ]


def check_reload(table: Table, decision: Decision, action: Reload) -> Refusal | None:
    """Only an empty weapon, and each only once in a phase."""
    refusal = out_of_turn(table, decision, action.actor, "active", "DG-ACT-03")
    return refusal or weapon_fault(table, table.models[action.actor], action.weapon)


def reload_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Nothing is left open."""
    return {}


async def reload(ref: Referee, action: Reload) -> None:
    """A reload costs a point (DG-RLD-03)."""
    model = ref.table.models[action.actor]
    name = RELOAD_NAME.of(ref.table)(action.weapon)
    await ref.emit(
        spend(model.id, "DG-RLD-03"),
        counted(model.id, as_action(ref.table, "reload", name), "DG-ACT-04"),
        *load(model, LOADS.of(ref.table)(model, action.weapon), "DG-RLD-03"),
    )


def load(model: Model, weapons: tuple[str, ...], rule: RuleId) -> list[Event]:
    """Weapons become loaded."""
    return [Reloaded(rule=rule, bearer=model.id, token=f"{EMPTY}:{w}", value=0) for w in weapons]


# Malfunction (DG-MAL-02)


def reload_weapons(kind: Item) -> bool:
    """Only what has to be reloaded anyway."""
    return kind.reloads


def every_weapon(kind: Item) -> bool:
    """Everything that is a weapon."""
    return bool(kind.attack)


JAMS = Variant("malfunction_scope", {"reload_weapons": reload_weapons, "all_weapons": every_weapon})


def jam(table: Table, model: Model, rule: RuleId) -> list[Event]:
    """A model's weapons become empty; what is empty already stays so (DG-MAL-03)."""
    return [
        Emptied(rule=rule, bearer=model.id, token=f"{EMPTY}:{w}", value=1)
        for w in model.kit
        if JAMS.of(table)(item(w)) and not model.tokens.get(f"{EMPTY}:{w}")
    ]
