"""Ways and odds at every moment of a match: what they say is legal is, and looking changes nothing."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sightline.core.match import Match
from sightline.core.outlook import outlook
from sightline.core.screen import standing_at
from sightline.core.table import ModelId, Point
from sightline.core.ways import plan
from sightline.core.wire import key
from tests.conformance.matches import GAMES, MATCHES, pauses

pytestmark = [
    pytest.mark.parametrize("name", GAMES),
    pytest.mark.parametrize("number", range(max(3, MATCHES // 4))),
]


def somewhere(match: Match, rng: Random) -> Point:
    """A spot on the mat, or a little off it."""
    terrain = match.table.terrain
    return rng.uniform(-1.0, terrain.width + 1.0), rng.uniform(-1.0, terrain.height + 1.0)


def judged(match: Match, model: ModelId, to: Point, via: tuple[Point, ...]) -> None:
    """Hold one way to what it says."""
    way = plan(match, model, to, via)
    assert way.refusal is None or way.refusal.rule in match.game.rulebook.rules
    assert all(leg.length <= leg.limit + 1e-5 for leg in way.legs if leg.limit)
    if way.answers:
        trial = match.fork()
        trial.play(*way.answers)
        assert trial.table.models[model].at == way.at


def test_every_way_leads_where_it_says(name: str, number: int) -> None:
    rng = Random(number)  # noqa: S311 - proposals, not secrets
    for match in pauses(name, number, 10):
        before = key(match.table), key(match.rest)
        for model in match.table.standing()[::2]:
            judged(match, model, somewhere(match, rng), ())
            judged(match, model, somewhere(match, rng), (somewhere(match, rng),))
        assert (key(match.table), key(match.rest)) == before


def test_the_chances_of_everything_add_up(name: str, number: int) -> None:
    for match in pauses(name, number, 6):
        table, game = match.table, match.game
        before = key(table)
        for actor in table.standing()[::3]:
            for target in table.standing()[::3]:
                for aim in game.screen.aims(table, actor, target):
                    if aim.part is not None:
                        found = outlook(game, match.setup, table, aim.part)
                        for fate in (*found.fates, *found.again):
                            assert sum(fate.loss.values(), Fraction(0)) in (0, 1)
                            assert 0 <= fate.lethal <= 1
        assert key(table) == before


def test_a_model_is_thought_of_elsewhere_without_moving(name: str, number: int) -> None:
    for match in pauses(name, number, 4):
        table = match.table
        for model in table.standing()[:1]:
            before = key(table)
            there = standing_at(table, model, (1.0, 1.0))
            assert there.models[model].at == (1.0, 1.0)
            assert key(table) == before
            assert standing_at(table, model, None) is table
