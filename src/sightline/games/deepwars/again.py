"""Dice rolled again (DW-GEN-15, DW-CHK-06)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Picks, Refusal, RollAgain, Slot, Thrown
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.deepwars.actions import RollDieAgain
from sightline.games.deepwars.effects.rerolling import failed_dice, looped_dice
from sightline.games.deepwars.events import Noted
from sightline.games.deepwars.tokens import HERO, LOOPED


def check_again(table: Table, decision: Decision, action: RollDieAgain) -> Refusal | None:
    """One die that may be rolled again, and was not yet."""
    if not isinstance(decision.on, Thrown):
        return Refusal("DW-GEN-15", {"dice": 0})
    known = failed_dice(table, decision.on)
    if action.dice and tuple(action.dice) == looped_dice(table, decision.on):
        return None
    if len(action.dice) == 1 and action.dice[0] in known and type(action.dice[0]) is int:
        return None
    return Refusal("DW-GEN-15", {"dice": list(action.dice), "may be rolled again": list(known)})


def again_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any one of the failed dice, or the whole roll of a time loop."""
    assert isinstance(decision.on, Thrown)
    if "dice" in offer.given:
        return {}
    return {"dice": Picks(failed_dice(table, decision.on), 1, 1)}


async def pay(ref: Referee, action: RollAgain, window: Thrown) -> None:
    """A Hero once per turn; a time loop once per battle (DW-ART-07)."""
    about = next(roll.about for where, roll, _ in window.dice() if where == action.dice[0])
    if len(action.dice) == 1 and action.dice[0] in failed_dice(ref.table, window):
        await ref.emit(Noted(rule="DW-ABL-32", bearer=about, token=HERO, value=1))
    else:
        await ref.emit(Noted(rule="DW-ART-07", bearer=about, token=LOOPED, value=1))
