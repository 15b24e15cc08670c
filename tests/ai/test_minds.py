"""What every game's mind has to keep to, so that programs can rely on its figures."""

from __future__ import annotations

from random import Random

import pytest

from sightline.ai.propose import filled
from sightline.core.mind import Harm, Unit
from sightline.core.wire import key
from tests.conformance.matches import GAMES, asked, pauses

pytestmark = pytest.mark.parametrize("name", GAMES)

NUMBERS = range(4)
PAUSES = 12


def test_the_figures_of_a_model_are_possible(name: str) -> None:
    for number in NUMBERS:
        for match in pauses(name, number, PAUSES):
            table, mind = match.table, match.game.mind
            for side in table.sides:
                for model in table.squad(side):
                    unit = mind.unit(table, model)
                    assert (unit.id, unit.side, (unit.x, unit.y), unit.radius) == (
                        model.id,
                        side,
                        model.at,
                        model.radius,
                    )
                    assert unit.life <= unit.whole > 0
                    assert unit.worth > 0
                    assert min(unit.points, unit.moves, unit.speed, unit.full) >= 0
                    for arm in unit.arms:
                        assert min(arm.reach, arm.price, arm.times, arm.later, arm.often) >= 0
                        assert arm.missile or not arm.blind, "who needs no sight for a blow is not told to be blind"


def test_harm_is_the_same_for_all_of_a_kind_wherever_they_stand(name: str) -> None:
    for number in NUMBERS:
        known: dict[tuple[int, int], tuple[Harm, ...]] = {}
        for match in pauses(name, number, PAUSES):
            table, mind = match.table, match.game.mind
            one, other = ([mind.unit(table, m) for m in table.squad(side)] for side in table.sides)
            pairs: list[tuple[Unit, Unit]] = [p for a in one for b in other for p in ((a, b), (b, a))]
            for attacker, target in pairs:
                harm = mind.harm(table, attacker.id, target.id)
                assert len(harm) == len(attacker.arms)
                assert all(0 <= h.covered <= h.clear for h in harm)
                assert known.setdefault((attacker.kind, target.kind), harm) == harm


def test_a_model_remembered_is_the_model_as_it_is(name: str) -> None:
    for match in pauses(name, 0, PAUSES):
        table, mind = match.table, match.game.mind
        fresh = type(mind)()
        for id in table.standing():
            assert mind.unit(table, table.models[id]) == fresh.unit(table, table.models[id])


def test_every_action_stands_somewhere_or_promises_something_or_hands_the_turn_on(name: str) -> None:
    rng = Random(1)  # noqa: S311 - proposals, not secrets
    for number in NUMBERS:
        for match in pauses(name, number, PAUSES):
            decision, table, mind = asked(match), match.table, match.game.mind
            if decision is None:
                continue
            before = key(table)
            for offer in decision.offers:
                action = filled(match, offer, match.slots(offer), rng)
                if match.refusal(action) is not None:
                    continue
                stand, promise = mind.stand(table, decision, action), mind.promise(table, decision, action)
                assert stand is None or (table.models[stand[0]].side == decision.side and stand[2] >= -1)
                assert isinstance(mind.idle(table, decision, action), bool)
                if promise is not None:
                    assert 0 <= promise.sure <= 1
                    assert set(promise.damage) <= set(table.standing())
            assert key(table) == before


def test_the_match_runs_out_and_what_is_held_can_be_counted(name: str) -> None:
    for number in NUMBERS:
        left = []
        for match in pauses(name, number, PAUSES):
            table, mind = match.table, match.game.mind
            left.append(mind.left(table))
            for side in table.sides:
                assert isinstance(mind.extras(table, side), float | int)
                assert all(goal.worth > 0 and goal.radius >= 0 for goal in mind.goals(table, side))
        assert all(0 <= share <= 1 for share in left)
        assert left == sorted(left, reverse=True)
