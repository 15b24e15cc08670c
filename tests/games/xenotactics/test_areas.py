"""The areas programs foresee: one model in each is enough, who may still go there counts, a turn may be lost first."""

from __future__ import annotations

import pytest

from sightline.core.table import Table
from sightline.games.xenotactics.actions import Activate, Move
from sightline.games.xenotactics.areas import ON_THE_WAY, areas_of, at_stake, held_by, lead, valued
from tests.games.xenotactics.stage import On, Stage, on, table_of, wall

NORTH, EAST, SOUTH, WEST = (24, 30), (44, 18), (24, 4), (4, 18)


def last_turn(red: list[On], *blue: On) -> Table:
    """Blue is in its last turn, and red has had all of its own."""
    return table_of(red, blue or [on(*SOUTH)], turns=(6, 6), side="blue")


def test_a_side_is_in_as_many_areas_as_it_has_somebody_in() -> None:
    table = last_turn([on(*NORTH), on(26, 31), on(*WEST)])
    assert areas_of(table, "blue") == 1
    assert areas_of(table, "red") == 2


def test_an_area_with_both_in_it_counts_for_neither_so_each_counts_for_itself() -> None:
    apart = last_turn([on(*NORTH), on(*WEST)])
    shared = last_turn([on(*NORTH), on(30, 4)])
    assert lead(apart, "red", 1.0) == lead(shared, "red", 1.0) == valued(1.0)


def test_whoever_lies_stunned_is_in_none_unless_it_may_still_stand_up() -> None:
    table = last_turn([on(*NORTH), on(*WEST, stunned=True)])
    assert areas_of(table, "red") == 1
    early = table_of([on(*NORTH), on(*WEST, stunned=True)], [on(*SOUTH)], turns=(5, 5))
    assert areas_of(early, "red") > 1.5


def test_who_stands_with_a_friend_may_still_go_elsewhere() -> None:
    together = [on(24, 30), on(26, 31)]
    assert areas_of(last_turn(together), "red") == 1
    assert 1.5 < areas_of(table_of(together, [on(*SOUTH)], turns=(5, 5)), "red") < 2


def test_four_models_can_be_everywhere_and_a_fifth_adds_nothing() -> None:
    everywhere = [on(*NORTH), on(*EAST), on(*SOUTH), on(*WEST)]
    assert areas_of(last_turn(everywhere, on(30, 4)), "red") == 4
    assert areas_of(last_turn([*everywhere, on(26, 31)], on(30, 4)), "red") == 4


def test_whoever_is_alone_in_an_area_holds_it_and_a_friend_beside_it_spares_it() -> None:
    table = last_turn([on(*NORTH), on(26, 31), on(*WEST)])
    assert [held_by(table, table.models[f"red-{n}"]) for n in (1, 2, 3)] == [0.0, 0.0, 1.0]


def test_a_turn_that_may_be_lost_puts_the_moves_of_the_others_at_stake() -> None:
    # Red is in its last turn; a wall keeps everybody from reacting.
    red = [on(22, 33), on(26, 33), on(4, 18)]
    match = Stage(red, [on(*SOUTH)], terrain=[wall(1, 12, 47, 13)], turns=(6, 5)).match()
    assert areas_of(match.table, "red", 0.0) == 2 < areas_of(match.table, "red")
    assert at_stake(match.table, "red") > 0
    match.play(Activate("red-3"), Move("red-3", (4.5, 18)))
    assert areas_of(match.table, "red", 0.5) < areas_of(match.table, "red", 1.0)


@pytest.mark.parametrize(("areas", "worth"), [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (-1.0, -1.0)])
def test_the_first_area_more_is_worth_a_match(areas: float, worth: float) -> None:
    assert valued(areas) == worth
    assert 1.0 < valued(4.0) < 1.3
    assert 0.9 < ON_THE_WAY < 1.0
