"""What a model defends itself with hand-to-hand, if its owner says so (DW-CBT-05)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, Table
from sightline.games.deepwars.acting import PLAYS, not_active
from sightline.games.deepwars.actions import NameWeapon
from sightline.games.deepwars.arms import NAMES, alternatives, defensive
from sightline.games.deepwars.events import Noted, WeaponNamed
from sightline.games.deepwars.tokens import NAMED


def offers(table: Table, model: Model) -> list[Offer]:
    """In its own activation, once, for nothing: it holds until something else is named."""
    able = NAMED not in model.tokens and alternatives(table, model)
    return [Offer(NameWeapon, "DW-CBT-05", {"actor": model.id})] if able else []


def name_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """What does something that the weapon it has now does not."""
    return {"weapon": Pick(alternatives(table, table.models[offer.given["actor"]]))}


def check_name(table: Table, decision: Decision, action: NameWeapon) -> Refusal | None:
    """A weapon it can defend itself with; a second word would undo the first."""
    refusal = not_active(decision, action.actor)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if NAMED in model.tokens:
        return Refusal("DW-CBT-05", {"model": model.id, "named": 1})
    if all(kind.id != action.weapon for kind in defensive(model)):
        return Refusal("DW-CBT-05", {"model": model.id, "weapon": action.weapon})
    return None


async def name_weapon(ref: Referee, action: NameWeapon) -> None:
    """From now on; an attack on it does not wait for its owner to choose."""
    stale = [t for t in ref.table.models[action.actor].tokens if t.startswith(NAMES)]
    await ref.emit(
        *(Noted(rule="DW-CBT-05", bearer=action.actor, token=token, value=0) for token in stale),
        WeaponNamed(rule="DW-CBT-05", bearer=action.actor, token=f"{NAMES}{action.weapon}", value=1),
        Noted(rule="DW-CBT-05", bearer=action.actor, token=NAMED, value=1),
    )


PLAYS[NameWeapon] = name_weapon
