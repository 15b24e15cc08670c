"""What a mission decides: where enemies go, what is looked at when an activation or a round ends, and when it is over.

Only the plainest mission is here: one wave of sentries, and the party wins when no enemy is left. The chapters of
missions hang in here: `goals`, `activation_over` and `round_over` are asked by the sequence of play.
"""

from __future__ import annotations

from collections.abc import Sequence

from sightline.core.mind import Goal
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Point, Table
from sightline.games.starquest.catalog import ENEMIES, HEROES
from sightline.games.starquest.events import Won
from sightline.games.starquest.measure import UnitId, apart, members, place, up
from sightline.games.starquest.tokens import ARRIVES, ROUND

LONGEST = 24
"""Rounds after which the plainest mission is broken off."""


def goals(table: Table, unit: UnitId) -> Sequence[Point]:
    """The AI Goals of a unit: without an objective the conscious hero nearest to it (SQ-MIS-06)."""
    own, heroes = members(table, unit), up(table)
    if not heroes or not own:
        return ()
    return (place(min(heroes, key=lambda h: apart(own, (h,)))),)


async def activation_over(ref: Referee, unit: UnitId) -> None:
    """Objective checks that look at the end of an activation (SQ-RND-12)."""
    await cleared(ref)


async def round_over(ref: Referee) -> None:
    """Steps 5 to 11 of the end of a round (SQ-RND-10)."""
    await cleared(ref)
    if ref.table.outcome is None and ref.table.tokens(TABLE, ROUND) >= LONGEST:
        await ref.emit(Won(rule="SQ-RND-09", winner=None))


async def cleared(ref: Referee) -> None:
    """Nobody is left to fight, on the table or in ambush."""
    table = ref.table
    waiting = any(m.owner == ENEMIES and ARRIVES in m.tokens for m in table.models.values())
    if table.outcome is None and not waiting and not any(True for _ in table.squad(ENEMIES)):
        await ref.emit(Won(rule="SQ-RND-09", winner=HEROES))


def ambush_goal(table: Table, own: Sequence[Model]) -> Point | None:
    """Where enemies come out of ambush: at the AI Goal, if it is anywhere (SQ-SPR-06)."""
    heroes = up(table)
    return place(heroes[0]) if heroes else None


def worth_holding(table: Table, side: str) -> Sequence[Goal]:
    """Places programs should know to be worth something to a side."""
    return ()
