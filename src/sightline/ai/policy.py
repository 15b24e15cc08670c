"""The quick judgement of a program: candidates for one decision, each weighed for itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from sightline.ai.field import NOWHERE, Field
from sightline.ai.propose import Proposals, anything, filled
from sightline.ai.weights import Weights
from sightline.core.decisions import Action, Route
from sightline.core.match import Match
from sightline.core.mind import Promise, Unit
from sightline.core.table import ModelId, Point

TRIES = 400
"""Proposals drawn for one decision before that is given up."""
OUT_OF_THE_QUESTION = -20.0
"""What a promise is worth that nobody looks into: giving up, or taking back what one has just begun."""
EFFORT = 0.004
"""What doing something has to promise to be better than nothing."""


class Weighed(Struct, frozen=True):
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
        for weighed in self.ranked(match, rng):
            if match.refusal(weighed.action) is None:
                return weighed.action
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
        values = self.values(match, field, actions, proposals)
        order = sorted(range(len(actions)), key=values.__getitem__, reverse=True)
        return [Weighed(values[n], actions[n]) for n in order]

    def values(self, match: Match, field: Field, actions: list[Action], proposals: Proposals) -> list[float]:
        """What each action is worth to the side that decides: where it takes somebody, and what else it promises."""
        table, decision, mind = match.table, match.decision, field.mind
        values = [NOWHERE for _ in actions]
        stands: dict[ModelId, list[tuple[int, Point | None, int]]] = {}
        ahead: float | None = None
        for n, action in enumerate(actions):
            taken = mind.stand(table, decision, action)
            promise = mind.promise(table, decision, action)
            if promise is not None:
                values[n] = worth(field, promise) if promise.damage else promise.more
                if promise.risk:
                    ahead = field.ahead(decision.about) if ahead is None else ahead
                    values[n] -= self.weights.get("risk", 1.0) * promise.risk * (ahead + promise.stake)
                if action != decision.default and taken is None:
                    values[n] -= EFFORT
            elif taken is not None:
                values[n] = 0.0
            else:
                values[n] = -EFFORT if mind.idle(table, decision, action) else 1.0
            if taken is not None:
                stands.setdefault(taken[0], []).append((n, taken[1], taken[2]))
                if action != decision.default:
                    values[n] -= EFFORT * max(0, taken[2])
        for id, places in stands.items():
            for n, value in self._places(field, id, places, proposals):
                values[n] += value
        return values

    def _places(
        self, field: Field, id: ModelId, places: Sequence[tuple[int, Point | None, int]], proposals: Proposals
    ) -> list[tuple[int, float]]:
        """What it is worth to take a model to each of these places beyond leaving it where it is with nothing to do."""
        at = field.table.models[id].at
        first = next((p for _, p, _ in places if p is not None), at)
        assert first is not None
        there = field if at is not None else arrived(field, id, first)
        unit = there.unit(id)
        assert unit is not None
        if unit.side != field.side:  # Somebody moves another's model.
            return [(n, 0.0) for n, _, _ in places]
        anywhere = (
            [unit_at(unit), *proposals.ways(Route(id, unit.speed))] if any(p is None for _, p, _ in places) else []
        )
        points: list[Point] = []
        moves: list[int] = []
        for _, point, spent in places:
            reached = [point] if point is not None else anywhere
            points += reached
            moves += [spent] * len(reached)
        found = there.places(unit, [*points, unit_at(unit)], [*moves, unit.points])
        nothing = found.pop() if at is not None else 0.0
        values: list[tuple[int, float]] = []
        for n, point, _ in places:
            several = 1 if point is not None else len(anywhere)
            values.append((n, max(found[:several]) - nothing))
            del found[:several]
        return values


def unit_at(unit: Unit) -> Point:
    """Where a unit stands."""
    return unit.x, unit.y


def legal(match: Match, ranked: Sequence[Weighed]) -> list[Weighed]:
    """Those of some candidates that are legal; what is out of the question only if there is nothing else."""
    found = [w for w in ranked if match.refusal(w.action) is None]
    return [w for w in found if w.value > OUT_OF_THE_QUESTION] or found


def worth(field: Field, promise: Promise) -> float:
    """What a promise is worth to the side of a field."""
    total = 0.0
    counted = field.reckoning
    for id, damage in promise.damage.items():
        unit = field.unit(id)
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
    for n in range(TRIES if decision.default is None else 0):
        offer = decision.offers[n % len(decision.offers)]
        action = filled(match, offer, match.slots(offer), rng)
        if match.refusal(action) is None:
            return action
    return anything(match)
