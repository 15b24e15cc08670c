"""Making ranged weapons ready again (DW-ACN-11, DW-RNG-12)."""

from __future__ import annotations

from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.referee import Referee
from sightline.core.table import Model, Table
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import Reload
from sightline.games.deepwars.arms import carried, works
from sightline.games.deepwars.catalog import weapon
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Tallied
from sightline.games.deepwars.questions import Doing
from sightline.games.deepwars.tokens import EMPTY


def check_reload(table: Table, decision: Decision, action: Reload) -> Refusal | None:
    """A weapon of its own that is empty."""
    refusal = cannot(table, decision, action.actor, "reload", 1)
    if refusal is not None:
        return refusal
    model, facts = table.models[action.actor], {"model": action.actor, "weapon": action.weapon}
    if f"{EMPTY}:{action.weapon}" not in model.tokens:
        return Refusal("DW-ACN-11", facts)
    return None if works(model, weapon(action.weapon)) else Refusal("DW-WPN-03", facts)


def offers(table: Table, model: Model) -> list[Offer]:
    """Every weapon that is empty and whole."""
    return [
        Offer(Reload, "DW-ACN-11", {"actor": model.id, "weapon": kind.id})
        for kind in carried(model)
        if f"{EMPTY}:{kind.id}" in model.tokens
        and works(model, kind)
        and EFFECTS.allows(table, Doing(model.id, "reload"))
    ]


async def reload(ref: Referee, action: Reload) -> None:
    """One reload action of those the weapon needs."""
    await spend(ref, action.actor, 1, "DW-ACN-11")
    await ref.emit(Tallied(rule="DW-ACN-11", bearer=action.actor, token=f"{EMPTY}:{action.weapon}", by=-1))


PLAYS[Reload] = reload
