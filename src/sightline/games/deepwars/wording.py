"""Words of this book that depend on the table, and what its spells do in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sightline.core.decisions import Decision, Offer
from sightline.core.events import Event
from sightline.core.sayings import Sayings
from sightline.core.table import ModelId, RuleId, Table
from sightline.games.deepwars.actions import Cast, SwitchOver
from sightline.games.deepwars.casting import named
from sightline.games.deepwars.catalog import Spell, abilities, spells
from sightline.games.deepwars.effects.missions import REWARD
from sightline.games.deepwars.engines import SWITCH_COST
from sightline.games.deepwars.events import ActionsSpent
from sightline.games.deepwars.loads import TREASURE
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.missions import PICKED, chosen
from sightline.games.deepwars.muster import MAKERS
from sightline.games.deepwars.scenarios import HERD, HOARD, PACK
from sightline.games.deepwars.scoring import scenario
from sightline.games.deepwars.tokens import CHARGING, HELD_BY, SWITCHED_OFF

GRIP = {HELD_BY: "held"}
"""What is said of whoever something holds, or no longer holds, whatever holds it."""
HOUSE_RULES = {
    "nat_1_6_scope": "Where a natural 1 fails and a natural 6 succeeds",
    "training_for_vp": "Training for victory points",
    "capture_scenic_weapons": "Scenic weapons in Capture",
    "flank_stacks_with_coordinated": "Flanked and coordinated add up",
    "recoil_inches": "Recoil, in inches",
    "stick_inches": "Sticks, in inches",
    "map_inches": "Map, in inches",
    "game_turns:0": "No limit",
}
"""What house rules are called, and what they may be set to, where their own names say too little."""


ROLLED = ("DW-ACN-22", "DW-CND-04", "DW-TEC-03", "DW-TEC-05", "DW-SCN-14")
TOLD = frozenset({"DW-ACN-01", "DW-ACN-06", "DW-ACN-07", "DW-ACN-09", "DW-ACN-15", "DW-ACN-17", "DW-TRE-02", *ROLLED})
"""What a single action is spent on by these is told by what comes next."""


class DeepWarsSayings(Sayings):
    """The sentences of this book."""

    def event(self, table: Table, event: Event) -> str:
        """What happens; what one action or power is spent on is told, that it is spent goes without saying."""
        if isinstance(event, ActionsSpent) and ((event.by == -1 and event.rule in TOLD) or event.rule in cast_by()):
            return ""
        return super().event(table, event)

    def offer(self, table: Table, offer: Offer) -> str:
        """What may be done; a spell that was named before the roll is told again, and what a switch would do now."""
        if offer.action is SwitchOver:
            offer = Offer(SwitchOver, offer.rule, {**offer.given, "state": switched(table, offer.given["device"])})
        if offer.action is Cast:
            spell = named(table.models[offer.given["actor"]])
            offer = Offer(Cast, offer.rule, {**offer.given, "spell": spell.id if spell else ""})
        return super().offer(table, offer)

    def decision(self, table: Table, decision: Decision) -> str:
        """What is asked; of what is asked several times in a row, how often it was."""
        asked = super().decision(table, decision)
        done, most = progress(table, decision)
        return self.decisions["counted"].format(asked=asked, number=done + 1, most=most) if done < most else asked

    def meaning(self, offer: Offer, field: str, value: Any) -> str:
        """What an option means; of a mission also what it is worth, before one takes it."""
        text = super().meaning(offer, field, value)
        return f"{text} {REWARD} points." if offer.rule == "DW-OPS-03" and text else text


@cache
def cast_by() -> frozenset[RuleId]:
    """The rules of the spells."""
    return frozenset(spell.rule for spell in spells().values())


def progress(table: Table, decision: Decision) -> tuple[int, int]:
    """How often what is asked was answered already, and how often it is asked in all."""
    if decision.rule == "DW-OPS-03":
        return len(chosen(table, decision.side)), PICKED
    if decision.rule == "DW-SCN-08":
        return sum(m.profile == TREASURE for m in table.models.values()), HOARD
    if decision.rule == "DW-CRE-11":
        return sum(m.side == WILD for m in table.models.values()), PACK if scenario(table) == "survival" else HERD
    return 0, 0


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
