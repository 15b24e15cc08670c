"""The chance that an activation ends the turn, exactly and at once, for whoever thinks about one more action point."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from sightline.core.table import Model, Table
from sightline.games.xenotactics.acting import friends
from sightline.games.xenotactics.catalog import DIE
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.effects.rules import SOURCES
from sightline.games.xenotactics.questions import SecondChances, ToKeepTheTurn
from sightline.games.xenotactics.sequence import thieves
from sightline.games.xenotactics.tokens import QUALITY

FATAL = 2
"""Failures that end the turn (XT-QTY-02)."""


def chance(quality: int, dice: int, again: int = 0, against: Sequence[int] = ()) -> Fraction:
    """The chance of a turnover: dice that may be rolled again, and the Quality of every thief.

    Against the best success of the thieves a die has to be as high; which dice fail to be is all that counts.
    """
    found = Fraction(0)
    below = Fraction(0)
    for best in range(DIE + 1):
        upto = Fraction(1)
        for thief in against:
            upto *= Fraction(DIE - thief + min(best, thief), DIE)
        good = max(0, quality - best + 1) if best else quality
        found += (upto - below) * _turnover(Fraction(good, DIE), dice, again)
        below = upto
    return found


def _turnover(stands: Fraction, dice: int, again: int) -> Fraction:
    total = Fraction(0)
    for failed in range(FATAL, dice + 1):
        first = comb(dice, failed) * (1 - stands) ** failed * stands ** (dice - failed)
        rolled = min(failed, again)
        kept = Fraction(0)
        for saved in range(rolled + 1):
            if failed - saved >= FATAL:
                kept += comb(rolled, saved) * stands**saved * (1 - stands) ** (rolled - saved)
        total += first * kept
    return total


def turnover(table: Table, model: Model, points: int) -> Fraction:
    """The chance that a model's activation would end the turn after so many points, if it stopped where it stands."""
    need = EFFECTS.tally(table, ToKeepTheTurn(model.id), model.tokens[QUALITY])
    notes = EFFECTS.tally(table, SecondChances(model.id, friends(table, model)), 0).notes if model.at else ()
    again = min(len({n.rule for n in notes}), SOURCES.of(table))
    against = [table.models[t].tokens[QUALITY] for t in thieves(table, model.side)]
    return chance(int(need.value), points, again, against)
