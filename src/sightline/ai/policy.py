"""The quick judgement of a program: candidates for one decision, each weighed for itself."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from sightline.ai.field import NOWHERE, Field
from sightline.ai.propose import Proposals, filled
from sightline.ai.weights import Weights
from sightline.core.decisions import Action
from sightline.core.match import Match
from sightline.core.mind import Promise
from sightline.core.table import ModelId, Point

TRIES = 400
"""Proposals drawn where none of the weighed ones was legal and there is no default."""
EFFORT = 0.004
"""What doing something has to promise to be better than nothing."""


class Weighed(NamedTuple):
    """An action and what it is worth by itself."""

    value: float
    action: Action


class Policy:
    """Weighs the answers to a decision one by one, at once."""

    def __init__(self, weights: Weights, width: int) -> None:
        self.weights = weights
        self.width = width

    def best(self, match: Match, rng: Random) -> Action:
        """The best legal answer."""
        for _, action in self.ranked(match, rng):
            if match.refusal(action) is None:
                return action
        return last_resort(match, rng)

    def ranked(self, match: Match, rng: Random) -> list[Weighed]:
        """Candidates, the best first; not all of them need be legal."""
        decision = match.decision
        offers = decision.offers
        if len(offers) == 1:
            slots = match.slots(offers[0])
            if not slots:
                return [Weighed(0.0, offers[0].action(**offers[0].given))]
        field = Field(match.game, match.table, decision.side, self.weights)
        proposals = Proposals(match, field, rng, self.width)
        actions = [action for offer in offers for action in proposals.actions(offer)]
        values = self.values(match, field, actions)
        order = sorted(range(len(actions)), key=values.__getitem__, reverse=True)
        return [Weighed(values[n], actions[n]) for n in order]

    def values(self, match: Match, field: Field, actions: list[Action]) -> list[float]:
        """What each action is worth to the side that decides."""
        table, decision, mind = match.table, match.decision, field.mind
        values = [NOWHERE for _ in actions]
        stands: dict[ModelId, list[tuple[int, tuple[float, float], int]]] = {}
        for n, action in enumerate(actions):
            taken = mind.stand(table, decision, action)
            if taken is not None:
                stands.setdefault(taken[0], []).append((n, taken[1], taken[2]))
                continue
            promise = mind.promise(table, decision, action)
            if promise is not None:
                values[n] = worth(field, promise) if promise.damage else promise.more
                if action != decision.default:
                    values[n] -= EFFORT
            else:
                values[n] = -EFFORT if mind.idle(table, decision, action) else 1.0
        for id, places in stands.items():
            there = field if table.models[id].at is not None else arrived(field, id, places[0][1])
            worths = there.places(there.units[id], [p for _, p, _ in places], [m for _, _, m in places])
            for (n, _, moves), value in zip(places, worths, strict=True):
                values[n] = value - EFFORT * max(0, moves)
        return values


def worth(field: Field, promise: Promise) -> float:
    """What a promise is worth to the side of a field."""
    units = field.units
    total = 0.0
    counted = field.reckoning
    for id, damage in promise.damage.items():
        unit = units.get(id)
        if unit is None:
            continue
        if damage >= 0:
            value = field.loss(unit, damage)
            total += value if unit.side != field.side else -1.2 * value
        else:
            saved = unit.life <= 0 < unit.life - damage
            value = unit.worth * (counted.wound * -damage / unit.whole + (counted.fallen if saved else 0.0))
            total += value if unit.side == field.side else -value
    return promise.sure * total + promise.more


def arrived(field: Field, id: ModelId, at: Point) -> Field:
    """The field with a model on it that is not there yet."""
    table = field.table.copy()
    table.put_moved(replace(table.models[id], at=at))
    return Field(field.game, table, field.side, field.weights)


def last_resort(match: Match, rng: Random) -> Action:
    """Where no proposal was legal: the default, or anything that is."""
    decision = match.decision
    for _ in range(TRIES if decision.default is None else 0):
        action = filled(match, decision.offers[0], match.slots(decision.offers[0]), rng)
        if match.refusal(action) is None:
            return action
    if decision.default is None:
        raise RuntimeError(f"no legal answer to {decision.rule} found in {TRIES} tries")
    return decision.default
