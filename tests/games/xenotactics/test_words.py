"""What the log and the buttons of this table say."""

from __future__ import annotations

import pytest

from sightline.core.offers import described
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import Activate, Attack, ShootBack
from sightline.games.xenotactics.events import Hits
from tests.games.xenotactics.stage import Stage, on


@pytest.mark.parametrize(
    ("hits", "cancelled", "said"),
    [
        (0, 2, "hits blue Recruit 1 not at all with Pistol (2 cancelled)"),
        (1, 0, "hits blue Recruit 1 once with Pistol"),
        (2, 0, "hits blue Recruit 1 twice with Pistol"),
        (3, 1, "hits blue Recruit 1 3 times with Pistol (1 cancelled)"),
    ],
)
def test_hits_are_counted_as_one_says_it(hits: int, cancelled: int, said: str) -> None:
    table = Stage([on(10, 10, "pistol")], [on(20, 10)]).table
    told = Hits(rule="XT-ATK-02", attacker="red-1", target="blue-1", weapon="pistol", hits=hits, cancelled=cancelled)
    assert GAME.sayings.event(table, told) == f"red Recruit 1 {said}"


def test_reactions_are_called_by_the_name_of_who_reacts_and_not_by_its_side() -> None:
    match = Stage([on(10, 10, "pistol")], [on(20, 10, "pistol")]).match()
    match.play(Activate("red-1"), Attack("red-1", "pistol", "blue-1"))
    names = [found.name for found in described(match)]
    assert "Recruit 1: Pistol" in names
    assert not any("blue" in name for name in names)
    assert any(found.offer.action is ShootBack for found in described(match))
