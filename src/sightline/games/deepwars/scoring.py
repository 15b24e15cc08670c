"""Victory points (DW-SCN, DW-GEN-14)."""

from __future__ import annotations

from sightline.core.referee import Referee
from sightline.core.table import Model, Side, Table
from sightline.games.deepwars.events import Tallied
from sightline.games.deepwars.tokens import FLED, KILLED, PERSONALITY, VICTORY

TROOP, STAR, CHIEF, LAST = 1, 2, 3, 5
CHIEFS = ("leader", "hero", "sea_shaman")


def class_of(model: Model) -> int:
    """What the loss of a model is worth: the highest class that fits it (DW-GEN-06)."""
    if any(ability in model.kit for ability in CHIEFS):
        return CHIEF
    return STAR if PERSONALITY in model.tokens else TROOP


def lost(table: Table, side: Side) -> int:
    """What the losses of a side are worth to the other (DW-SCN-03)."""
    found = table.models[side].tokens
    return sum(n * int(k.partition(":")[2]) for k, n in found.items() if k.partition(":")[0] in (KILLED, FLED))


def points(table: Table) -> dict[Side, int]:
    """The victory points of both sides."""
    return {side: table.tokens(side, VICTORY) for side in table.sides}


def standing_points(table: Table) -> dict[Side, int]:
    """The points both sides would have if the battle ended now, or have because it has."""
    if table.outcome is not None:
        return points(table)
    found = {side: table.tokens(side, VICTORY) + lost(table, table.other(side)) for side in table.sides}
    left = {side: sum(1 for _ in table.squad(side)) for side in table.sides}
    one, other = table.sides
    if left[one] != left[other]:
        found[max(table.sides, key=left.__getitem__)] += LAST
    return found


async def at_the_end(ref: Referee) -> None:
    """Score what counts when the battle ends."""
    table = ref.table
    before, after = points(table), standing_points(table)
    await ref.emit(
        *(
            Tallied(rule="DW-SCN-03", bearer=side, token=VICTORY, by=after[side] - before[side])
            for side in table.sides
            if after[side] > before[side]
        )
    )
