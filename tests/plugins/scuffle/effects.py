"""Every exception of the book, each under its own rule: all six verbs."""

from __future__ import annotations

from sightline.core.decisions import Offer, Thrown
from sightline.core.effects import Bearing, Effects, after, effect, forbid, instead, modify, offer, silence
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Table
from tests.plugins.scuffle.words import LUCK, STUNNED, KnockedOut, ShrugsOff, Striking, Stunned, ToStrike, TryLuck


def missed(thrown: Thrown) -> tuple[int, ...]:
    """The places of dice that missed and were not rolled again."""
    return tuple(
        place
        for place, roll, face in thrown.dice()
        if place not in thrown.repeated and roll.need is not None and face < roll.need.value
    )


def has_luck(table: Table, thrown: Thrown, bearing: Bearing) -> bool:
    """The side has luck left and a die to spend it on."""
    return table.tokens(bearing.bearer, LUCK) > 0 and bool(missed(thrown))


def try_luck(table: Table, thrown: Thrown, bearing: Bearing) -> Offer:
    """One die more."""
    return Offer(TryLuck, bearing.effect)


async def shrug_off(ref: Referee, event: Stunned, bearing: Bearing) -> tuple[Event, ...]:
    """Nothing happens, and that is worth telling."""
    return (ShrugsOff(rule=bearing.effect, model=event.bearer),)


async def stun_in_turn(ref: Referee, event: KnockedOut, bearing: Bearing) -> None:
    """The one who struck is stunned."""
    await ref.emit(Stunned(rule=bearing.effect, bearer=event.by_whom, token=STUNNED, value=1))


BRACED = effect("SC-STR-04", modify(ToStrike, +1, role="target"))
DAZED = effect("SC-STR-05", forbid(Striking, role="striker"))
LUCKY = effect("SC-STR-06", offer(Thrown, try_luck, role="side", when=has_luck))
HEAVY_FISTS = effect("SC-ABL-01", modify(ToStrike, -1, role="striker"))
THICK_SKULL = effect("SC-ABL-02", instead(Stunned, shrug_off, role="bearer"))
SLY = effect("SC-ABL-03", silence(ToStrike, BRACED.rule, role="striker"))
LAST_LAUGH = effect("SC-ABL-04", after(KnockedOut, stun_in_turn, role="model"))

EFFECTS = Effects((BRACED, DAZED, LUCKY, HEAVY_FISTS, THICK_SKULL, SLY, LAST_LAUGH))

FIGHTERS = {"bruiser": HEAVY_FISTS, "ox": THICK_SKULL, "weasel": SLY, "joker": LAST_LAUGH}
"""What each kind of fighter is like."""
