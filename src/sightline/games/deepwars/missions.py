"""Special Operations: the Mission Pool, and who takes what from it (DW-OPS-01 to DW-OPS-03)."""

from __future__ import annotations

from sightline.core.decisions import Offer
from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Part, Side, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import Choose
from sightline.games.deepwars.catalog import DIE
from sightline.games.deepwars.choosing import CHOICES
from sightline.games.deepwars.events import MissionChosen, MissionRolled
from sightline.games.deepwars.sides import attacker
from sightline.games.deepwars.tokens import MISSION, POOL, about

TABLES = ("combat", "adventure")
EACH, PICKED = 3, 2


class RollingMissions(Part, frozen=True):
    """The pool is rolled, mission by mission."""


class PickingMissions(Part, frozen=True):
    """A side takes one mission from the pool."""

    side: Side


def mission_of(table: str, first: int, second: int) -> str:
    """The mission of two dice, each read as 1 to 3 (DW-OPS-02)."""
    cell = ((first + 1) // 2, (second + 1) // 2)
    rows = catalog.rows("special_operation")
    return str(next(r["id"] for r in rows if r["table"] == table and (r["roll_1"], r["roll_2"]) == cell))


def table_of(mission: str) -> str:
    """The table a mission is of."""
    rows = catalog.rows("special_operation")
    return str(next(r["table"] for r in rows if r["id"] == mission))


def pool(table: Table) -> tuple[str, ...]:
    """The missions that may be chosen."""
    return tuple(about(t) for t in table.models[TABLE].tokens if t.startswith(f"{POOL}:"))


def chosen(table: Table, side: Side) -> tuple[str, ...]:
    """The missions of a side."""
    return tuple(about(t) for t in table.models[side].tokens if t.startswith(f"{MISSION}:"))


async def rolling_missions(ref: Referee, part: RollingMissions) -> None:
    """Three of each table, those that are in the pool already rolled again; then both choose, the attacker first."""
    table = ref.table
    first = attacker(table)
    for kind in TABLES:
        if sum(table_of(m) == kind for m in pool(table)) < EACH:
            ((one, other),) = await ref.throw(Roll("DW-OPS-02", DIE, 2, first))
            found = mission_of(kind, one, other)
            if found not in pool(table):
                await ref.emit(MissionRolled(rule="DW-OPS-02", bearer=TABLE, token=f"{POOL}:{found}", value=1))
            ref.then(part)
            return
    for side in (first, table.other(first)):
        ref.then(*(PickingMissions(side) for _ in range(PICKED)))


def open_to(table: Table, side: Side) -> tuple[str, ...]:
    """What a side has not chosen yet."""
    return tuple(m for m in pool(table) if m not in chosen(table, side))


CHOICES["DW-OPS-03"] = open_to


async def picking_missions(ref: Referee, part: PickingMissions) -> None:
    """Openly; both may have the same."""
    offers = [Offer(Choose, "DW-OPS-03", {"side": part.side})]
    default = Choose(part.side, open_to(ref.table, part.side)[0])
    action = await ref.choose(part.side, "DW-OPS-03", offers, default=default)
    assert isinstance(action, Choose)
    await ref.emit(MissionChosen(rule="DW-OPS-03", bearer=part.side, token=f"{MISSION}:{action.what}", value=1))
