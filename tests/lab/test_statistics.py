import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.lab.statistics import quantile, wilson


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
