"""Dice that can be checked: whether those of a record fell as its seed says."""

from __future__ import annotations

from sightline.core.dice import Roll, SeededDice
from sightline.core.game import Game
from sightline.core.match import Answer, Match
from sightline.core.reading import shape
from sightline.core.record import Difference, Record
from sightline.core.wire import codec


def dice_differ(kept: Record, game: Game) -> Difference | None:
    """The first roll of a sound record that did not fall as its seed says; None if all did, or if it has no seed."""
    if kept.seed is None:
        return None
    dice, match, actions = SeededDice(kept.seed), Match(game, kept.setup), codec(game).actions
    rolls = 0
    for number, step in enumerate(kept.steps, 1):
        for plain in step.answers:
            answer: Answer = tuple(plain) if isinstance(plain, list) else shape(plain, actions, f"step {number}")
            if isinstance(match.pending, Roll) and isinstance(answer, tuple):
                _set_aside(kept, rolls, dice)
                fell = dice.roll(match.pending)
                if fell != answer:
                    return Difference(number, 0, f"the dice show {list(answer)}, by the seed they fell {list(fell)}")
                rolls += 1
            match.play(answer)
    return None


def _set_aside(kept: Record, rolls: int, dice: SeededDice) -> None:
    """Let the dice fall once more that were taken back at this point."""
    for before, sides, count in kept.set_aside:
        if before == rolls:
            for _ in range(count):
                dice.below(sides)
