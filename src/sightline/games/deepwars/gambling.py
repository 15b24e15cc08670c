"""What an activation may be expected to be worth: the exact chances of each roll, and what a model would do with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from sightline.core.effects import Tally
from sightline.core.mind import Harm, Unit
from sightline.core.table import Model, Table
from sightline.games.deepwars.catalog import BODY, DIE
from sightline.games.deepwars.damage import boxes, wounds
from sightline.games.deepwars.measure import level_gap
from sightline.games.deepwars.purpose import NO_WAY, Way
from sightline.games.deepwars.scoring import class_of
from sightline.games.deepwars.sequence import DICE_OFFERED, HERO, actions_won, to_act
from sightline.games.deepwars.storming import apart
from sightline.games.deepwars.tokens import ACTIVATED, DAZED, ENTANGLED, FALLEN, TRANSFIXED

MOVE_WORTH = 0.045
"""What an inch nearer to the enemy is worth."""
UP_AGAIN = 0.15
"""What it is worth to be rid of what keeps one from acting."""
KILL_WORTH, WOUND_WORTH = 2.2, 1.0
"""What it is worth to bring a troop down, and to take all its life short of that. No more than what programs make of it
when it has happened: else they would rather keep the promise of a blow than strike it."""
EFFORT_WORTH = 0.2
"""What another action adds to an attack, in attacks."""
PATIENCE = 0.7
"""What an attack counts for each move that comes before it."""
LATER = 0.7
"""What the activation of somebody else is worth who still waits: it may fail, or find nothing to do."""

BESIDE_HARM = 0.75
"""What of that counts where the harm those who wait could do at once is counted beside it."""
HALF_A_TURN = 0.6
"""What counts of the one sure action of each for a side that is not on turn: it comes to about half of its turn."""

NOTHING_TO_STRIKE = 0.12
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


def down(model: Model) -> int:
    """The actions it takes a model to be rid of what keeps it from acting."""
    return sum(1 + (t == TRANSFIXED) for t in (FALLEN, DAZED, TRANSFIXED, ENTANGLED) if t in model.tokens)


def prospects(model: Model, unit: Unit, target: Strike = NOBODY, way: Way = NO_WAY) -> tuple[float, ...]:
    """What 0 to 4 actions are worth to a model: to get up, then to fight or to go on its errand, whichever is more."""
    up = down(model)
    before = [0.0] * (up - 1) + [UP_AGAIN] * (up > 0)
    fighting = _summed([*before, *_fighting(unit, target)])
    going = _summed([*before, *_going(way)])
    return tuple(map(max, zip(fighting, going, strict=True)))


def _summed(gains: Sequence[float]) -> tuple[float, ...]:
    """What 0 to 4 actions add up to."""
    found = [0.0]
    for n in range(HERO):
        found.append(found[-1] + (gains[n] if n < len(gains) else 0.0))
    return tuple(found)


def _fighting(unit: Unit, target: Strike) -> Iterator[float]:
    """Close in, strike, and harder."""
    moves, strike, _ = target
    for n in range(HERO):
        yield MOVE_WORTH * unit.speed if n < moves else strike * EFFORT_WORTH ** (n - moves)


def _going(way: Way) -> Iterator[float]:
    """Come nearer with every move, and lay one's hands on it."""
    for _ in range(way.moves):
        yield way.gain / way.moves
    yield way.then


def strike(table: Table, model: Model, unit: Unit, enemy: Model, harms: Sequence[Harm]) -> Strike:
    """The moves after which a model can do most harm to an enemy, sooner rather than later, and what that is worth."""
    best = NOBODY
    far, depth = apart(table, model, enemy), max(0, level_gap(table, model, enemy) - 1)
    whole = max(1, boxes(enemy, BODY))
    life = max(1, whole - wounds(enemy, BODY))
    for arm, harm in zip(unit.arms, harms, strict=True):
        way = ceil(max(0.0, far - arm.reach) / max(1.0, unit.speed)) + (0 if arm.missile else depth)
        cube = (harm.clear / life) ** 3
        falls, hurt = cube / (1.0 + cube), min(harm.clear, life) / whole
        struck = NOTHING_TO_STRIKE + (falls * KILL_WORTH + (1.0 - falls) * WOUND_WORTH * hurt) * class_of(enemy)
        if struck * PATIENCE**way > best.now:
            best = Strike(way, struck, struck * PATIENCE**way)
    return best


def at_best(table: Table, model: Model, values: tuple[float, ...]) -> float:
    """What an activation is worth to a model if nobody has to fear for the turn: one action for sure, or a roll."""
    need = to_act(table, model)
    return max(values[1], *(_staked(need, dice, values)[0] for dice in DICE_OFFERED))


def gamble(table: Table, model: Model, dice: int, values: tuple[float, ...], waiting: float) -> float:
    """What a roll is worth: each number of actions by its chance, less what the others lose if the turn does."""
    gained, lost = staked(table, model, dice, values)
    return gained - lost * waiting


def staked(table: Table, model: Model, dice: int, values: tuple[float, ...]) -> tuple[float, float]:
    """What the actions of a roll are worth, each number of them by its chance; and the chance that the turn is lost."""
    return _staked(to_act(table, model), dice, values)


def _staked(need: Tally, dice: int, values: tuple[float, ...]) -> tuple[float, float]:
    won, lost = chances(need, dice)
    return sum([p * v for p, v in zip(won, values, strict=True)]), lost


def others(table: Table, model: Model) -> list[Model]:
    """Who of a side still waits for its activation."""
    return [m for m in table.squad(model.side) if ACTIVATED not in m.tokens and m.id != model.id]
