"""What a side is asked, described for people: every offer with its name, icon, price and open fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from sightline.core.decisions import Action, Offer, Slot
from sightline.core.match import Match
from sightline.core.responses import StandDown
from sightline.core.screen import Gear, Screen
from sightline.core.table import Table

PLAIN = "lucide:circle"
"""The icon of what has none."""


class Described(Struct, frozen=True):
    """An offer as a person reads it."""

    offer: Offer
    name: str
    glyph: str
    slots: Mapping[str, Slot]
    gear: Gear | None
    """What it is done with."""
    cost: int
    ends: bool
    """It ends something: it is what is answered where nobody answers, or says that nobody will."""


def described(match: Match) -> tuple[Described, ...]:
    """The offers of the pending decision."""
    return tuple(describe(match, offer) for offer in match.decision.offers)


def describe(match: Match, offer: Offer) -> Described:
    """One of them."""
    table, screen, default = match.table, match.game.screen, match.decision.default
    slots = match.slots(offer)
    gear = gear_of(match, offer)
    return Described(
        offer=offer,
        name=match.game.sayings.offer(table, offer),
        glyph=glyph_of(screen, offer, gear),
        slots=slots,
        gear=gear,
        cost=screen.cost(table, offer),
        ends=default is not None and is_end(match, offer, type(default)) and not slots,
    )


def is_end(match: Match, offer: Offer, default: type[Action]) -> bool:
    """Whether an offer is the usual answer, or says that nobody will; what brings something of its own is a choice."""
    return offer.action in (default, StandDown) and match.game.screen.ware(match.table, offer) is None


def glyph_of(screen: Screen, offer: Offer, gear: Gear | None = None) -> str:
    """The icon of an offer: its own, or that of what it is done with."""
    tag = offer.action.__name__
    return screen.glyphs.get(f"{tag} {offer.rule}") or screen.glyphs.get(tag) or (gear.glyph if gear else PLAIN)


def gear_of(match: Match, offer: Offer) -> Gear | None:
    """What an offer is made with: the one thing given that a model given with it carries."""
    table = match.table
    given = [value for value in offer.given.values() if isinstance(value, str)]
    for id in given:
        model = table.models.get(id)
        if model is not None and any(value in model.kit for value in given):
            return next(g for g in match.game.screen.figure(table, id).gear if g.id in given)
    return None


@cache
def waypoints(action: type[Action], field: str) -> str:
    """The field of an action that takes waypoints on the way to another."""
    known = {f.name: f.default for f in fields(action)}
    return next((name for name in action.points if name != field and known[name] == ()), "")


def named(table: Table, value: Any) -> bool:
    """Whether a value names a model."""
    return isinstance(value, str) and value in table.models
