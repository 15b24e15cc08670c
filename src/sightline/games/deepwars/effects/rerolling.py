"""Dice that may be rolled again: those of a Hero, and those of a time loop (DW-ABL-32, DW-ART-07)."""

from __future__ import annotations

from sightline.core.decisions import Offer, Thrown
from sightline.core.effects import Bearing, Effect, effect, offer
from sightline.core.table import Table
from sightline.games.deepwars.actions import RollDieAgain
from sightline.games.deepwars.effects.abilities import has
from sightline.games.deepwars.questions import Activating
from sightline.games.deepwars.tokens import HERO, LOOPED


def failed_dice(table: Table, window: Thrown) -> tuple[int, ...]:
    """The failed dice of a Hero's activation roll, one of which may be rolled again, once per turn."""
    found = []
    for where, roll, face in window.dice():
        model = table.models.get(roll.about)
        mine = model is not None and has(model, "hero") and HERO not in model.tokens
        if mine and isinstance(roll.on, Activating) and roll.need is not None and not roll.need.met(face):
            found.append(where)
    return tuple(found) if not window.repeated else ()


def looped_dice(table: Table, window: Thrown) -> tuple[int, ...]:
    """All the dice of a bad roll of whoever has a time loop, which may be repeated once in a battle (DW-ART-07)."""
    found, bad = [], False
    for where, roll, face in window.dice():
        model = table.models.get(roll.about)
        if model is not None and "time_loop_generator" in model.tokens and LOOPED not in model.tokens:
            found.append(where)
            bad = bad or roll.need is None or not roll.need.met(face)
    return tuple(found) if bad and not window.repeated else ()


def has_failed(table: Table, window: Thrown, bearing: Bearing) -> bool:
    """A Hero has failed dice."""
    return bool(failed_dice(table, window))


def another_try(table: Table, window: Thrown, bearing: Bearing) -> Offer:
    """One die rolled again."""
    return Offer(RollDieAgain, "DW-ABL-32")


def goes_badly(table: Table, window: Thrown, bearing: Bearing) -> bool:
    """Whoever has a time loop has rolled badly."""
    return bool(looped_dice(table, window))


def another_time(table: Table, window: Thrown, bearing: Bearing) -> Offer:
    """The whole roll repeated."""
    return Offer(RollDieAgain, "DW-ART-07", {"dice": looped_dice(table, window)})


HEROES = effect("DW-ABL-32", offer(Thrown, another_try, when=has_failed), offer(Thrown, another_time, when=goes_badly))


IN_FORCE = (HEROES,)
"""It is asked of the table, for a window names nobody."""
ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
