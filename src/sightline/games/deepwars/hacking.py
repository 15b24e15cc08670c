"""Free Hacks: what those do whom one leaves (DW-ACN-22, DW-ABL-28)."""

from __future__ import annotations

from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.acting import shows
from sightline.games.deepwars.arms import best_melee
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.measure import engaged, rooted, touching
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import HACK, Blow, Hacking
from sightline.games.deepwars.tokens import BROKE_AWAY


class Hacks(Part, frozen=True):
    """Several models strike, one after another, at one that leaves them."""

    victim: ModelId
    by: tuple[ModelId, ...]
    at_once: bool = False
    """Whether all of them strike, whatever comes of the first blows."""


def those_left(table: Table, model: Model, there: Model) -> tuple[ModelId, ...]:
    """The engaged enemies one would no longer be in contact with, and who are able to strike."""
    found = []
    for id in engaged(table, model):
        stays = there.at is not None and touching(table, there, table.models[id])
        if not stays and EFFECTS.allows(table, Hacking(id, model.id)):
            found.append(id)
    return tuple(found)


def nobody(table: Table, model: Model, there: Model) -> tuple[ModelId, ...]:
    """Leaving provokes nobody."""
    return ()


HACKERS = Variant("disengage", {"free_hack_or_quality_check": those_left, "two_actions": nobody, "free": nobody})


def hackers(table: Table, model: Model, there: Model) -> tuple[ModelId, ...]:
    """Who strikes at a model that goes from where it is."""
    return () if BROKE_AWAY in model.tokens else HACKERS.of(table)(table, model, there)


async def hacks(ref: Referee, part: Hacks) -> None:
    """One Free Hack after another, until one has stopped the mover, or everybody's at once."""
    table, victim = ref.table, ref.table.models[part.victim]
    stopped = not part.at_once and rooted(victim)
    if victim.at is None or not part.by or stopped:
        return
    first, *others = part.by
    there = table.models[first].at is not None
    if there and (part.at_once or touching(table, victim, table.models[first])):
        blow = Blow(first, victim.id, best_melee(table, table.models[first]).id, HACK)
        await ref.emit(*shows(first))
        ref.then(CombatRoll(blow))
    if others:
        ref.then(Hacks(victim.id, tuple(others), part.at_once))
