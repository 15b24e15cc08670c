"""The positioning phase (DG-POS)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.decisions import Decision, Refusal
from sightline.core.dice import Roll, ScriptedDice
from sightline.core.events import Placed, Rolled
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import distribution
from sightline.core.table import Piece, Point
from sightline.games.guerrilla import GAME, measure
from sightline.games.guerrilla.acting import first_side
from sightline.games.guerrilla.actions import Activate, Place
from tests.games.guerrilla.stage import Stage, at, happened, on, refused, rolling, spent, wall
from tests.kit import rule


def opening(
    *faces: int, red: int = 1, blue: int = 1, base: float | None = None, terrain: tuple[Piece, ...] = ()
) -> Match:
    """A match of so many Troopers a side, from the roll-off on."""
    rosters = {
        side: Roster(game="guerrilla", name=side, models=(Entry("trooper", base=base),) * count)
        for side, count in (("red", red), ("blue", blue))
    }
    setup = SetUp("guerrilla", rosters, TablePlan("drawn", terrain), GAME.rulebook.settle({}))
    return Match(GAME, setup, ScriptedDice(*faces) if faces else None)


# ------------------------------------------------------------------ the roll-off


@rule("DG-POS-01", 0)
def test_the_roll_off_is_fair() -> None:
    start = opening()

    def winner(match: Match) -> str:
        return first_side(match.table) if isinstance(match.pending, Decision) else "tie"

    first = distribution(start, lambda match: match.rest is not start.rest, winner)
    assert first == {"red": Fraction(9, 20), "blue": Fraction(9, 20), "tie": Fraction(1, 10)}
    assert first["red"] / (1 - first["tie"]) == Fraction(1, 2)


@rule("DG-POS-01", 1)
def test_a_tie_is_rolled_again_and_the_higher_number_goes_first() -> None:
    match = opening(7, 7, 3, 9)
    assert spent(match)
    assert match.decision.side == first_side(match.table) == "blue"
    assert [(e.side, e.faces) for e in happened(match, Rolled)] == [
        ("red", (7,)),
        ("blue", (7,)),
        ("red", (3,)),
        ("blue", (9,)),
    ]


@rule("DG-POS-01")
@pytest.mark.parametrize(("red", "blue", "winner"), [(4, 3, "red"), (3, 4, "blue"), (10, 1, "red"), (1, 10, "blue")])
def test_the_higher_number_wins_the_roll_off(red: int, blue: int, winner: str) -> None:
    match = opening(red, blue)
    assert match.decision.side == winner
    assert spent(match)


@rule("DG-POS-01")
def test_nobody_spends_a_second_wind_on_a_roll_off() -> None:
    stage = Stage(
        [on("trooper", 5, 12)],
        [on("trooper", 30, 12)],
        phase="upkeep",
        second_wind={"red": 15, "blue": 15},
        options={"initiative": "roll_each_turn"},
    )
    match = stage.match()
    match.play((2,))
    assert isinstance(match.pending, Roll)
    assert rolling(match).by == "blue"
    match.play((9,))
    assert match.decision.rule == "DG-TRN-03"
    assert match.decision.side == "blue"


# ------------------------------------------------------------------ by turns


@rule("DG-POS-02", 0)
def test_the_sides_place_by_turns_until_one_has_no_more() -> None:
    match = opening(4, 9, red=5, blue=2)
    spots: dict[str, list[Point]] = {
        "blue": [(3, 10), (3, 14)],
        "red": [(33, 8), (33, 10), (33, 12), (33, 14), (33, 16)],
    }
    order = []
    while match.decision.rule == "DG-POS-02":
        side = match.decision.side
        order.append(side)
        number = order.count(side)
        match.play(Place(f"{side}-{number}", spots[side][number - 1]))
    assert ["WL"[side == "red"] for side in order] == list("WLWLLLL")
    assert len(happened(match, Placed)) == 7
    assert all(m.at is not None for m in match.table.models.values() if m.kind == "model")
    assert spent(match)


@rule("DG-POS-02")
def test_a_side_places_its_own_models_once_each() -> None:
    match = opening(9, 4, red=2, blue=2)
    assert refused(match, Place("blue-1", (5, 12))) == Refusal("DG-POS-02", {"model": "blue-1"})
    assert refused(match, Place("nobody", (5, 12))).rule == "DG-POS-02"
    match.play(Place("red-1", (5, 12)))
    assert match.decision.side == "blue"
    assert refused(match, Place("red-2", (5, 14))).rule == "DG-POS-02"
    match.play(Place("blue-1", (31, 12)))
    assert refused(match, Place("red-1", (5, 14))) == Refusal("DG-POS-02", {"model": "red-1"})


@rule("DG-POS-02")
def test_nobody_is_kept_in_reserve() -> None:
    match = opening(9, 4)
    assert refused(match, Activate("red-1")).rule == "DG-TRN-04"
    assert {offer.action for offer in match.decision.offers} == {Place}
    assert match.decision.default is None


# ------------------------------------------------------------------ where


@rule("DG-POS-03", 0, 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("zone", "base", "legal", "illegal"),
    [
        ("left", 1.0, (9.34, 12), (9.35, 12)),
        ("left", 2.0, (8.69, 12), (8.70, 12)),
        ("left", 1.0, (0.5, 1.39), (0.5, 1.38)),
        ("left", 1.0, (5, 7), (5, 6.7)),
        ("right", 1.0, (26.66, 12), (26.65, 12)),
    ],
)
def test_the_whole_base_lies_in_the_zone(zone: str, base: float, legal: Point, illegal: Point) -> None:
    match = opening(*((9, 4) if zone == "left" else (4, 9)), base=base)
    if zone == "right":
        match.play(Place("blue-1", (5, 12)))
    no = refused(match, Place("red-1", illegal))
    assert no.rule == "DG-POS-03"
    assert no.facts["model"] == "red-1"
    assert no.facts["needed"] == base / 2
    assert no.facts["inside"] < base / 2
    match.play(Place("red-1", legal))
    assert at(match, "red-1") == pytest.approx(legal, abs=2e-3)


@rule("DG-POS-03", 0, 1, 2)
@pytest.mark.parametrize(
    ("point", "radius"), [((9.3491, 12), 0.5), ((8.6983, 12), 1.0), ((0.5, 1.3810), 0.5), ((36 - 9.3491, 12), 0.5)]
)
def test_at_the_limit_the_base_touches_the_edge_of_the_zone(point: Point, radius: float) -> None:
    zone = measure.LEFT_ZONE if point[0] < 18 else measure.RIGHT_ZONE
    assert measure.depth_in_zone(zone, point) == pytest.approx(radius, abs=1e-4)


@rule("DG-POS-03", 4)
def test_the_closest_two_enemies_can_start_is_sixteen_inches_and_a_third() -> None:
    match = opening(9, 4)
    edge = 9.3491
    match.play(Place("red-1", (edge, 12)), Place("blue-1", (36 - edge, 12)))
    first, second = at(match, "red-1"), at(match, "blue-1")
    assert first is not None
    assert second is not None
    assert second[0] - first[0] - 1 == pytest.approx(16.30, abs=5e-3)


@rule("DG-POS-03")
def test_a_model_goes_into_its_owners_zone_only() -> None:
    match = opening(9, 4)
    for elsewhere in ((31, 12), (18, 12), (2, 0.5)):
        assert refused(match, Place("red-1", elsewhere)).rule == "DG-POS-03"


@rule("DG-POS-04", 0)
def test_a_base_may_touch_terrain_but_not_overlap_it() -> None:
    match = opening(9, 4, terrain=(wall(4, 10, 6, 14, id="ruin"),))
    no = refused(match, Place("red-1", (3.6, 12)))
    assert no.rule == "DG-POS-04"
    assert no.facts["with"] == "ruin"
    assert no.facts["overlap"] == pytest.approx(0.1, abs=1e-3)
    match.play(Place("red-1", (3.5, 12)))
    assert at(match, "red-1") == (3.5, 12)


@rule("DG-POS-04")
def test_a_base_may_touch_another_base_but_not_overlap_it() -> None:
    match = opening(9, 4, red=2)
    match.play(Place("red-1", (5, 12)), Place("blue-1", (31, 12)))
    no = refused(match, Place("red-2", (5, 13 - 1 / 1024)))
    assert no == Refusal("DG-POS-04", {"model": "red-2", "overlap": 0.001, "with": "red-1"})
    match.play(Place("red-2", (5, 13)))
