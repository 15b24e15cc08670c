"""Words of this book that depend on the table, and what its spells do in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Offer
from sightline.core.sayings import Sayings
from sightline.core.table import ModelId, Table
from sightline.games.deepwars.actions import Cast, SwitchOver
from sightline.games.deepwars.casting import named
from sightline.games.deepwars.catalog import Spell, abilities, spells
from sightline.games.deepwars.engines import SWITCH_COST
from sightline.games.deepwars.muster import MAKERS
from sightline.games.deepwars.tokens import CHARGING, HELD_BY, SWITCHED_OFF

GRIP = {HELD_BY: "held"}
"""What is said of whoever something holds, or no longer holds, whatever holds it."""


class DeepWarsSayings(Sayings):
    """The sentences of this book."""

    def offer(self, table: Table, offer: Offer) -> str:
        """What may be done; a spell that was named before the roll is told again, and what a switch would do now."""
        if offer.action is SwitchOver:
            offer = Offer(SwitchOver, offer.rule, {**offer.given, "state": switched(table, offer.given["device"])})
        if offer.action is Cast:
            spell = named(table.models[offer.given["actor"]])
            offer = Offer(Cast, offer.rule, {**offer.given, "spell": spell.id if spell else ""})
        return super().offer(table, offer)


def switched(table: Table, device: ModelId) -> str:
    """Whether switching something now turns it on or off."""
    thing = table.models[device]
    if thing.profile in SWITCH_COST:
        return "off" if CHARGING in thing.tokens else "on"
    return "on" if SWITCHED_OFF in thing.tokens else "off"


def makers() -> Mapping[str, str]:
    """Those who make constructs, as a fault names them: several by their ids in one word."""
    return {" or ".join(ids): " or ".join(abilities()[id].name for id in ids) for ids in MAKERS.values()}


def meanings() -> Mapping[str, str]:
    """What each spell does and what its mishap is, and how much power it takes where one point is not enough."""
    return {id: f"{least(spell)}{spell.effect} Mishap: {spell.mishap}" for id, spell in spells().items()}


def least(spell: Spell) -> str:
    """The power below which a spell is nothing."""
    return f"Power {spell.min_power} or more. " if spell.min_power > 1 else ""
