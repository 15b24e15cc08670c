from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.lab.statistics import ELO, bradley_terry, connected, paired_score, quantile, ratings, solved, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_the_interval_is_that_of_the_literature(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "trials"), [(2, 1), (-1, 3), (0, -1)])
def test_what_is_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(successes, trials)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_mirrors(counts: tuple[int, int]) -> None:
    wins, games = counts
    low, high = wilson(wins, games)
    assert 0.0 <= low <= wins / games <= high <= 1.0
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low))


def test_a_quantile_is_a_value_that_enough_others_do_not_exceed() -> None:
    values = [float(n) for n in range(1, 101)]
    assert quantile(values, 0.95) == 95.0
    assert quantile(values, 1.0) == 100.0
    assert quantile([7.0], 0.5) == 7.0
    with pytest.raises(ValueError, match="no values"):
        quantile([], 0.5)


def test_independent_pairs_give_the_interval_of_as_many_single_games() -> None:
    pairs = [0.0] * 250 + [0.5] * 500 + [1.0] * 250
    assert paired_score(pairs) == pytest.approx(wilson(1000, 2000), abs=1e-4)


def test_pairs_won_or_lost_whole_count_as_one_game_each() -> None:
    assert paired_score([0.0] * 400 + [1.0] * 600) == pytest.approx(wilson(600, 1000), abs=1e-4)


def test_pairs_that_cancel_each_other_out_are_sure_only_when_there_are_many() -> None:
    low, high = paired_score([0.5] * 3)
    assert high - low > 0.3
    low, high = paired_score([0.5] * 400)
    assert 0.49 < low < 0.5 < high < 0.51


def test_pairs_that_are_all_won_are_judged_as_single_games() -> None:
    assert paired_score([1.0] * 50) == wilson(100, 100)
    assert paired_score([0.0] * 50) == wilson(0, 100)
    assert paired_score([]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("chance", "draws", "together", "pairs"),
    [(0.5, 0.0, 0.0, 10), (0.5, 0.0, 0.0, 200), (0.9, 0.0, 0.0, 20), (0.6, 0.0, 0.8, 20), (0.6, 0.5, 0.0, 40)],
)
def test_the_interval_of_pairs_holds_the_truth_nineteen_times_of_twenty(
    chance: float, draws: float, together: float, pairs: int
) -> None:
    rng = Random(7)  # noqa: S311 - a test, not a lock

    def game() -> float:
        return 0.5 if rng.random() < draws else float(rng.random() < chance)

    def pair() -> float:
        first = game()
        return first if rng.random() < together else (first + game()) / 2

    truth = draws / 2 + (1 - draws) * chance
    held = 0
    for _ in range(1000):
        low, high = paired_score([pair() for _ in range(pairs)])
        held += low <= truth <= high
    assert 0.92 < held / 1000 < 0.98


TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = [[7, 9, 7, 7, 9, 11], [7, 5, 11, 9, 9], [7, 7, 8, 12], [6, 7, 10], [7, 12], [6]]
"""Of thirteen games against each of the teams that follow."""


def test_ratings_are_those_of_the_literature() -> None:
    # Agresti, Categorical Data Analysis, table 10.10: baseball teams of 1987. The draw that is added is taken out here.
    scores = {(TEAMS[n], TEAMS[n + 1 + k]): (won - 0.5, 12) for n, row in enumerate(WINS) for k, won in enumerate(row)}
    rated = bradley_terry(scores, "Baltimore")
    assert [round(rated[team] / ELO, 3) for team in TEAMS] == [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]


def test_three_wins_of_four_are_191_points() -> None:
    assert bradley_terry({("a", "b"): (29.5, 39)}, "b")["a"] == pytest.approx(190.85, abs=0.01)


def test_who_wins_every_game_is_far_ahead_but_not_infinitely_far() -> None:
    assert 1000 < bradley_terry({("a", "b"): (400, 400)}, "b")["a"] < 1500


def test_ratings_come_with_bounds_and_are_the_same_for_the_same_seed() -> None:
    pairs = {("b", "a"): [1.0, 0.5, 0.5, 1.0] * 25, ("c", "b"): [0.5, 1.0, 0.0, 0.75] * 25}
    found = ratings(pairs, "a", draws=200)
    assert found == ratings(pairs, "a", draws=200)
    assert found["a"] == (0.0, 0.0, 0.0)
    assert list(found) == ["a", "b", "c"]
    for value, low, high in (found["b"], found["c"]):
        assert low < value < high
    assert found["b"][1] > 0
    # One pair of games is worth two single ones: the bounds of b are those of its score, on the other scale.
    low, high = paired_score(pairs["b", "a"])
    assert found["b"][1] == pytest.approx(bradley_terry({("b", "a"): (low * 200, 200)}, "a")["b"], abs=12)
    assert found["b"][2] == pytest.approx(bradley_terry({("b", "a"): (high * 200, 200)}, "a")["b"], abs=12)


def test_who_won_every_game_is_rated_with_doubt() -> None:
    value, low, high = ratings({("a", "b"): [1.0] * 8}, "b")["a"]
    # Sixteen wins of sixteen: the score is 80.6 % at the least, which is 247 points.
    assert 247 < low < value < high
    assert low == pytest.approx(400, abs=40)
    assert high > 900


def test_without_an_anchor_the_lowest_has_nought() -> None:
    found = ratings({("weak", "strong"): [0.0, 0.25, 0.5, 0.25]}, draws=50)
    assert found["weak"] == (0.0, 0.0, 0.0)
    assert found["strong"][0] > 0
    assert ratings({}) == {}


def test_who_never_met_is_not_compared() -> None:
    assert connected([("a", "b"), ("c", "d"), ("e", "f"), ("b", "c")]) == [["e", "f"], ["a", "b", "c", "d"]]


def test_equations_without_an_answer_are_refused() -> None:
    assert solved([[2.0, 0.0], [1.0, 1.0]], [4.0, 5.0]) == [2.0, 3.0]
    with pytest.raises(ValueError, match="do not settle"):
        solved([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0])
