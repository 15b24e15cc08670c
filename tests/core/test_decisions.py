from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Action, Decision, Illegal, Keep, Offer, Refusal, Thrown, offered, on_lattice
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.table import Point, snap, spot
from sightline.core.wire import encode


class Go(Action, frozen=True):
    points = ("to", "via")
    who: str
    to: Point
    via: tuple[Point, ...] = ()


def test_points_come_to_lie_on_the_lattice() -> None:
    assert on_lattice(Go("a", (0.1, 0.2))) == Go("a", (102 / 1024, 205 / 1024))
    assert on_lattice(Go("a", (1.5, 2.0), ((0.3, 0.3),))) == Go("a", (1.5, 2.0), ((307 / 1024, 307 / 1024),))
    assert snap(0.1) == spot(0.1, 0.0)[0]


def test_an_action_on_the_lattice_stays_the_same_object() -> None:
    action = Go("a", (1.5, 2.25))
    assert on_lattice(action) is action


@pytest.mark.parametrize("to", [(5, 5), [5.0, 5.0], (5.0, 5), (-0.0, 5.0)], ids=str)
def test_equal_points_are_written_the_same(to: Any) -> None:
    here = (abs(float(to[0])), 5.0)
    for action, plain in ((Go("a", to), Go("a", here)), (Go("a", here, (to,)), Go("a", here, (here,)))):
        assert encode(on_lattice(action)) == encode(on_lattice(plain))


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "to",
    [
        (NAN, 1.0),
        (1.0, INF),
        (-INF, 1.0),
        (1e300, 1.0),
        (10_000.0, 1.0),
        (1.0,),
        (1.0, 1.0, 1.0),
        (),
        None,
        5,
        "ab",
        ("a", "b"),
        {},
        {"x": 1},
        (None, None),
    ],
    ids=repr,
)
def test_what_is_no_point_is_bad_input(to: Any) -> None:
    with pytest.raises(BadInput, match=r"Go\.to"):
        on_lattice(Go("a", to))
    if to != ():
        with pytest.raises(BadInput, match=r"Go\.via"):
            on_lattice(Go("a", (1.0, 1.0), ((1.0, 1.0), to)))


def test_an_action_takes_up_the_offer_whose_given_fields_it_has() -> None:
    offers = (Offer(Go, "x", {"who": "a"}), Offer(Go, "y", {"who": "b"}), Offer(Keep, "z"))
    decision = Decision("red", "r", offers)
    assert offered(decision, Go("b", (1.0, 1.0))) is offers[1]
    assert offered(decision, Go("c", (1.0, 1.0))) is None
    assert offered(decision, Keep()) is offers[2]


def test_a_refusal_says_the_rule_and_the_figures() -> None:
    assert str(Illegal(Refusal("XX-ABC-01", {"range": 10, "distance": 11.25}))) == "XX-ABC-01: range 10, distance 11.25"
    assert str(Illegal(Refusal("XX-ABC-01"))) == "XX-ABC-01"


def test_thrown_dice_are_counted_through() -> None:
    one, two = Roll("r", 6, 2, "red"), Roll("r", 6, 1, "red")
    assert Thrown("red", (one, two), ((3, 4), (5,))).dice() == ((0, one, 3), (1, one, 4), (2, two, 5))
