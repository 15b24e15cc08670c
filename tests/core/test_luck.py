from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.core.deeds import deeds
from sightline.core.effects import Tally
from sightline.core.events import Rolled
from sightline.core.luck import METHOD, Throw, luck, throw, thrown
from tests.conformance.matches import GAMES, played
from tests.kit import examples

DICE = st.lists(
    st.tuples(st.integers(1, 2), st.integers(1, 6), st.integers(0, 3), st.integers(1, 2)), min_size=1, max_size=2
)


def rolls(figures: list[tuple[int, int, int, int]]) -> list[Throw]:
    return [
        throw(
            number,
            Rolled(rule="X", side="red", sides=6, faces=(1 + number % 6,) * dice, need=Tally(need, need)),
            worth / per,
        )
        for number, (dice, need, worth, per) in enumerate(figures)
    ]


def by_hand(throws: list[Throw]) -> dict[Fraction, Fraction]:
    """Every way the dice can fall, one by one."""
    dice = [(t.good, t.sides, t.worth) for t in throws for _ in range(t.dice)]
    found: dict[Fraction, Fraction] = {}
    for faces in product(*(range(sides) for _, sides, _ in dice)):
        worth = sum((w for face, (good, _, w) in zip(faces, dice, strict=True) if face < good), Fraction(0))
        found[worth] = found.get(worth, Fraction(0)) + Fraction(1, 6 ** len(dice))
    return found


@examples(40)
@given(DICE)
def test_chances_are_those_of_counting_every_fall(figures: list[tuple[int, int, int, int]]) -> None:
    throws = rolls(figures)
    found, expected = luck("red", throws), by_hand(throws)
    won = sum((t.successes * t.worth for t in throws), Fraction(0))
    assert found.better == sum(p for worth, p in expected.items() if worth >= won)
    assert found.worse == sum(p for worth, p in expected.items() if worth <= won)
    mean = sum((worth * p for worth, p in expected.items()), Fraction(0))
    assert found.surplus == pytest.approx(float(won - mean))


@examples(40)
@given(DICE)
def test_bands_are_the_narrowest_that_hold_their_share(figures: list[tuple[int, int, int, int]]) -> None:
    throws = rolls(figures)
    last = luck("red", throws).points[-1]
    expected = by_hand(throws)
    mean = sum((worth * p for worth, p in expected.items()), Fraction(0))
    for share, width in ((Fraction(1, 2), last.band50), (Fraction(9, 10), last.band90)):
        within = sorted((abs(worth - mean), p) for worth, p in expected.items())
        needed = next(d for d, _ in within if sum(p for far, p in within if far <= d) >= share)
        assert width == pytest.approx(float(needed))


def test_a_die_rolled_again_is_one_more_die() -> None:
    need = Tally(4, 4)
    first = Rolled(rule="X", side="red", sides=6, faces=(1, 5), need=need)
    again = Rolled(rule="X", side="red", sides=6, faces=(6,), need=need, again=(0,))
    found = luck("red", [throw(1, first, 1), throw(2, again, 1)])
    assert (found.dice, found.successes, found.expected, found.surplus) == (3, 2, 1.5, 0.5)
    assert found.better == Fraction(1, 2)
    assert "rolled again is one more die" in METHOD


def test_rolls_without_a_number_to_reach_are_listed_and_not_counted() -> None:
    found = luck("red", [throw(0, Rolled(rule="X", side="red", sides=6, faces=(6,)), 1)])
    assert found.dice == 0
    assert len(found.others) == 1
    assert found.text == "No die had a number to reach"


def test_the_sentence_says_how_rare_it_was() -> None:
    need = Tally(4, 4)
    good = luck("red", [throw(1, Rolled(rule="X", side="red", sides=6, faces=(6, 6, 6), need=need), 2)])
    assert good.text == "This good or better in 1 game of 8"
    bad = luck("red", [throw(1, Rolled(rule="X", side="red", sides=6, faces=(1, 1), need=need), 2)])
    assert bad.text == "This bad or worse in 1 game of 4"
    assert (bad.surplus, bad.lucky) == (-2.0, False)


@pytest.mark.parametrize("name", GAMES)
def test_the_dice_of_a_match_belong_to_somebody(name: str) -> None:
    match = played(name, 0)
    throws = thrown(match.game.set_up(match.setup), deeds(match), match.game.worth)
    assert sum(t.dice for t in throws) == sum(len(e.faces) for e in match.events if isinstance(e, Rolled))
    for side in match.game.sides:
        found = luck(side, throws)
        assert 0 < found.better <= 1
        assert found.better + found.worse > 1
        assert [p.action for p in found.points] == sorted({p.action for p in found.points})
