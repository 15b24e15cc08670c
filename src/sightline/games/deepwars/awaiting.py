"""What the activations of models are worth to programs: those that are under way, and those still to come."""

from __future__ import annotations

from sightline.core.table import Model, ModelId, Side, Table
from sightline.games.deepwars.acting import left
from sightline.games.deepwars.ending import left_of_battle
from sightline.games.deepwars.fighting import Fighters
from sightline.games.deepwars.gambling import (
    HALF_A_TURN,
    LATER,
    Strike,
    at_best,
    gamble,
    others,
    prospects,
)
from sightline.games.deepwars.purpose import Way, way
from sightline.games.deepwars.remembering import Remembered, lineup
from sightline.games.deepwars.sequence import HERO
from sightline.games.deepwars.tokens import (
    ACTING,
    ACTIVATED,
    ON_TURN,
    PASSES,
)


class Activations:
    """What it is worth that models may act."""

    def __init__(self, fighters: Fighters) -> None:
        self._fighters = fighters
        self._values: Remembered[tuple[Way, Strike, tuple[float, ...]]] = Remembered()

    def prospects(self, table: Table, model: Model) -> tuple[float, ...]:
        """What 0 to 4 actions are worth to a model here."""
        key = ("prospects", model.id)
        known: tuple[float, ...] | None = table.now.get(key)
        if known is None:
            unit, target = self._fighters.unit(table, model), self._fighters.target(table, model)
            ahead = way(table, model, left_of_battle(table), unit.speed)
            before = self._values.of(table, model)
            if before is None or before[1] is not target or before[0] != ahead:
                before = self._values.keep(table, model, (ahead, target, prospects(model, unit, target, ahead)))
            known = table.now[key] = before[2]
        return known

    def at_best(self, table: Table, model: Model) -> float:
        """What the activation of somebody who waits is worth if it comes to it."""
        key = ("at best", model.id)
        known: float | None = table.now.get(key)
        if known is None:
            known = table.now[key] = at_best(table, model, self.prospects(table, model))
        return known

    def waiting(self, table: Table, side: Side) -> float:
        """What the activations of this turn are worth that are still to come; for the others, half of their next turn.

        When a turn ends, that of the others begins. The half that both have then makes up for it: else whatever ends
        a turn would cost that of the others as well.
        """
        if not table.tokens(side, ON_TURN):
            return LATER * HALF_A_TURN * sum([self.prospects(table, m)[1] for m in lineup(table, side)])
        lost = bool(table.tokens(side, PASSES))
        total = 0.0
        for model in lineup(table, side):
            if ACTING in model.tokens:
                total += LATER * self.prospects(table, model)[min(HERO, left(model))]
            elif not lost and ACTIVATED not in model.tokens:
                total += LATER * self.at_best(table, model)
        return total

    def gamble(self, table: Table, actor: ModelId, dice: int) -> float:
        """The exact value of a roll: its actions by their chances, less what is lost with the turn."""
        model = table.models[actor]
        return gamble(table, model, dice, self.prospects(table, model), self.to_come(table, model))

    def to_come(self, table: Table, model: Model) -> float:
        """What the activations of the others are worth that still wait."""
        return LATER * sum(self.at_best(table, m) for m in others(table, model))
