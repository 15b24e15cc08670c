from sightline.core import rulebook
from sightline.core.game import game
from sightline.lab import bench


def test_a_floor_is_met_from_the_right_side() -> None:
    quick = bench.Floor("", "us", 2)
    assert quick.met(2.0)
    assert not quick.met(2.1)
    many = bench.Floor("", "/s", 30, more=True)
    assert many.met(30.0)
    assert not many.met(29.9)
    assert bench.Floor("", "us").met(1.0) is None
    assert quick.met(None) is None


def test_every_book_is_timed_beside_the_others() -> None:
    found = bench.side_by_side(0.01)
    assert set(found) == set(rulebook.packages())
    assert min(figures["times_the_fastest"] for figures in found.values()) == 1.0
    for figures in found.values():
        assert figures["random_games_per_s"] > 0
        assert len(figures["models"]) == 2


def test_the_timed_games_are_eight_a_side() -> None:
    setup = bench.eight_a_side(game(next(iter(rulebook.packages()))))
    assert [len(roster.models) for roster in setup.rosters.values()] == [8, 8]
