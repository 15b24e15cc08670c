"""What comes to a program's mind: something sensible for every kind of slot, and nothing the rules have no word for."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

import pytest

from sightline.ai.field import Field
from sightline.ai.propose import CLOSE, Proposals, somewhere
from sightline.ai.weights import load
from sightline.core.decisions import Count, Pick, Picks, Slot, Split, Spot
from sightline.core.match import Match
from tests.conformance.matches import GAMES, asked, pauses
from tests.core.scuffles import match_at
from tests.plugins.scuffle.rounds import Turn

YARD = 8.0
QUARTER = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def proposals(match: Match, width: int = 8) -> Proposals:
    field = Field(match.game, match.table, match.decision.side, load(match.game))
    return Proposals(match, field, Random(1), width)  # noqa: S311 - proposals, not secrets


def values(slot: Slot) -> list[Any]:
    """What is proposed for a slot in the yard, where the second fighters stand face to face."""
    return proposals(match_at(Turn("red"))).values(slot)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_whatever_is_proposed_is_legal_or_refused_by_a_rule(name: str, number: int) -> None:
    proposed = legal = 0
    for match in pauses(name, number, 12):
        decision = asked(match)
        if decision is None:
            continue
        drawn = proposals(match)
        judged = [match.refusal(action) for offer in decision.offers for action in drawn.actions(offer)]
        assert None in judged or decision.default is not None
        assert all(no is None or no.rule in match.game.rulebook.rules for no in judged)
        proposed, legal = proposed + len(judged), legal + judged.count(None)
    # Somebody in a tight place, such as half-way up a ladder, may be refused nearly everything; not everybody.
    assert legal * 3 >= proposed, "most of what is proposed is refused"


def test_each_of_a_few_is_proposed() -> None:
    assert values(Pick(("a", "b", "c"))) == ["a", "b", "c"]


def test_some_of_several_are_as_many_as_they_may_be() -> None:
    assert values(Picks((4, 2, 7), 0, 2)) == [(), (4,), (4, 2)]
    assert values(Picks((4, 2, 7), 2, 3)) == [(4, 2), (4, 2, 7)]


def test_small_numbers_are_all_proposed_and_large_ones_from_end_to_end() -> None:
    assert values(Count(1, 3)) == [1, 2, 3]
    assert values(Count(0, 100)) == [0, 50, 100]


def test_dice_go_to_one_or_are_shared_with_who_needs_only_some() -> None:
    found = values(Split(3, ("blue-1", "blue-2")))
    assert {"blue-1": 3} in found
    assert {"blue-2": 3} in found
    assert {"blue-1": 2, "blue-2": 1} in found
    assert all(sum(split.values()) == 3 for split in found)
    assert values(Split(1, ("blue-1", "blue-2"))) == [{"blue-1": 1}, {"blue-2": 1}]


def test_a_spot_is_where_somebody_stands_or_between_two() -> None:
    found = values(Spot("red-2", reach=3.0, radius=2.0))
    for at in ((5.0, 4.0), (6.0, 6.0), (2.0, 2.0)):
        assert any(dist(at, point) < CLOSE for point in found), "on or beside everybody in reach"
    assert (3.0, 3.0) in found, "between two"
    near = values(Spot("red-2", reach=0.25, radius=3.0))
    assert any(4.0 < x < 5.0 and y == 4.0 for x, y in near), "as near to somebody out of reach as it gets"
    assert all(0 <= x <= YARD and 0 <= y <= YARD for x, y in (*found, *near))


@pytest.mark.parametrize("zone", [QUARTER[:3], QUARTER], ids=["three corners", "four corners"])
def test_a_spot_in_a_zone_lies_in_it(zone: tuple[tuple[float, float], ...]) -> None:
    found = values(Spot(zone=zone))
    assert len(found) >= 8
    match, rng = match_at(Turn("red")), Random(2)  # noqa: S311 - proposals, not secrets
    found += [somewhere(match.table, Spot(zone=zone), rng) for _ in range(300)]
    for x, y in found:
        assert 0 <= x <= 4
        assert 0 <= y <= (x + 1 / 1024 if len(zone) == 3 else 4)
    upper = sum(y > x for x, y in found) / len(found)
    assert upper == pytest.approx(0.0 if len(zone) == 3 else 0.5, abs=0.1), "every part alike"
