"""What an activation may be expected to be worth: the exact chances of each roll, and what a model would do with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil
from operator import itemgetter
from typing import NamedTuple

from sightline.core.effects import Tally
from sightline.core.mind import Harm, Unit
from sightline.core.sight import gap
from sightline.core.table import Model, Table
from sightline.games.deepwars.catalog import BODY, DIE
from sightline.games.deepwars.damage import boxes, wounds
from sightline.games.deepwars.measure import level_gap
from sightline.games.deepwars.scoring import class_of
from sightline.games.deepwars.sequence import DICE_OFFERED, HERO, actions_won, to_act
from sightline.games.deepwars.tokens import ACTIVATED, DAZED, ENTANGLED, FALLEN, TRANSFIXED

MOVE_WORTH = 0.045
"""What an inch nearer to the enemy is worth."""
UP_AGAIN = 0.15
"""What it is worth to be rid of what keeps one from acting."""
KILL_WORTH = 1.6
EFFORT_WORTH = 0.2
"""What another action adds to an attack, in attacks."""
PATIENCE = 0.7
"""What an attack counts for each move that comes before it."""
LATER = 0.7
"""What the activation of somebody else is worth who still waits: it may fail, or find nothing to do."""

NOTHING_TO_STRIKE = 0.05
"""What an action is worth to somebody who has nobody to strike at."""


class Strike(NamedTuple):
    """What a model can do to an enemy."""

    moves: int
    """How many moves come first."""
    worth: float
    """What it is worth once it is there."""
    now: float
    """What that counts for now."""


NOBODY = Strike(0, NOTHING_TO_STRIKE, 0.0)
Chances = tuple[tuple[float, ...], float]
"""The chances of 0 to 4 actions, and that the turn is lost."""


def chances(need: Tally, dice: int) -> Chances:
    """What so many dice give, counted over every way they can fall by the rules of the roll."""
    return _chances(tuple(need.met(face) for face in range(1, DIE + 1)), dice, need)


_known: dict[tuple[tuple[bool, ...], int], Chances] = {}


def _chances(met: tuple[bool, ...], dice: int, need: Tally) -> Chances:
    found = _known.get((met, dice))
    if found is None:
        counts, lost = [0] * (HERO + 1), 0
        for faces in product(range(1, DIE + 1), repeat=dice):
            won, passes = actions_won(faces, need)
            counts[won] += 1
            lost += passes
        ways = DIE**dice
        found = _known[met, dice] = (tuple(n / ways for n in counts), lost / ways)
    return found


def prospects(model: Model, unit: Unit, within: Sequence[Strike]) -> tuple[float, ...]:
    """What 0 to 4 actions are worth to a model: to get up, to close in, to strike once it is there, and harder."""
    values = [0.0]
    down = sum(1 + (t == TRANSFIXED) for t in (FALLEN, DAZED, TRANSFIXED, ENTANGLED) if t in model.tokens)
    moves, strike, _ = max(within, key=itemgetter(2), default=NOBODY)
    for _ in range(HERO):
        if down:
            down -= 1
            gained = 0.0 if down else UP_AGAIN
        elif moves:
            moves -= 1
            gained = MOVE_WORTH * unit.speed
        else:
            gained, strike = strike, EFFORT_WORTH * strike
        values.append(values[-1] + gained)
    return tuple(values)


def strike(table: Table, model: Model, unit: Unit, enemy: Model, harms: Sequence[Harm]) -> Strike:
    """The moves after which a model can do most harm to an enemy, sooner rather than later, and what that is worth."""
    best = NOBODY
    apart, depth = gap(model, enemy), max(0, level_gap(table, model, enemy) - 1)
    life = max(1, boxes(enemy, BODY) - wounds(enemy, BODY))
    for arm, harm in zip(unit.arms, harms, strict=True):
        way = ceil(max(0.0, apart - arm.reach) / max(1.0, unit.speed)) + (0 if arm.missile else depth)
        struck = NOTHING_TO_STRIKE + KILL_WORTH * min(1.0, harm.clear / life) * class_of(enemy)
        if struck * PATIENCE**way > best.now:
            best = Strike(way, struck, struck * PATIENCE**way)
    return best


def at_best(table: Table, model: Model, values: tuple[float, ...]) -> float:
    """What an activation is worth to a model if nobody has to fear for the turn: one action for sure, or a roll."""
    return max(values[1], *(gamble(table, model, dice, values, 0.0) for dice in DICE_OFFERED))


def gamble(table: Table, model: Model, dice: int, values: tuple[float, ...], waiting: float) -> float:
    """What a roll is worth: each number of actions by its chance, less what the others lose if the turn does."""
    need = to_act(table, model)
    won, lost = chances(need, dice)
    return sum(p * v for p, v in zip(won, values, strict=True)) - lost * waiting


def others(table: Table, model: Model) -> list[Model]:
    """Who of a side still waits for its activation."""
    return [m for m in table.squad(model.side) if ACTIVATED not in m.tokens and m.id != model.id]
