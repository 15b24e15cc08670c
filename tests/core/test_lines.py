"""Bundles of straight lines over heights."""

from __future__ import annotations

from sightline.core.lines import Column, Wall, across, any_clear, corridor, crossing, hull, ring, stops, through

SQUARE = [(4.0, -1.0), (6.0, -1.0), (6.0, 1.0), (4.0, 1.0)]
A, B = (0.0, 0.0), (10.0, 0.0)


def test_a_line_runs_through_a_convex_piece_from_share_to_share() -> None:
    assert through(SQUARE, A, B) == (0.4, 0.6)
    assert through(SQUARE, (5.0, 0.0), B) == (0.0, 0.2)
    assert through(SQUARE, (0.0, 2.0), (10.0, 2.0)) is None


def test_a_line_runs_over_a_round_base() -> None:
    assert across(Column(5.0, 0.0, 1.0, 2.0), A, B) == (0.4, 0.6)
    assert across(Column(5.0, 1.5, 1.0, 2.0), A, B) is None


def test_touching_is_not_crossing() -> None:
    assert crossing(Column(5.0, 1.0, 1.0, 2.0), A, B) is None
    assert crossing(Wall(SQUARE, 3.0), (3.9999, 2.0), (4.0001, -2.0)) is not None
    assert crossing(Wall(SQUARE, 3.0), (3.0, 0.0005), (5.0, 2.0005)) is None


def test_a_line_is_stopped_where_it_is_lower_than_the_top() -> None:
    rock = Wall(SQUARE, 2.0)
    assert stops(rock, A, B, 1.0, 1.0)
    assert not stops(rock, A, B, 2.0, 2.0)
    # It sinks from 4 to 0: at 40 % it is at 2.4, at 60 % at 1.6.
    assert stops(rock, A, B, 4.0, 0.0)
    assert not stops(Wall(SQUARE, 1.5), A, B, 4.0, 0.0)


def test_an_area_does_not_stop_a_line_that_begins_or_ends_in_it() -> None:
    wood = Wall(SQUARE, 5.0, SQUARE)
    assert stops(wood, A, B, 1.0, 1.0)
    assert not stops(wood, (5.0, 0.0), B, 1.0, 1.0)
    assert not stops(wood, A, (5.0, 0.5), 1.0, 1.0)


def test_one_clear_line_of_a_bundle_is_enough() -> None:
    one, other = list(ring(1.0, 16)), [(10.0 + x, y) for x, y in ring(1.0, 16)]
    low = Wall([(4.0, -0.5), (6.0, -0.5), (6.0, 0.5), (4.0, 0.5)], 9.0)
    high = Wall([(4.0, -3.0), (6.0, -3.0), (6.0, 3.0), (4.0, 3.0)], 9.0)
    assert any_clear(one, 1.0, other, 1.0, [low])
    assert not any_clear(one, 1.0, other, 1.0, [high])
    assert any_clear(one, 9.0, other, 9.0, [high])
    assert any_clear(one, 1.0, other, 1.0, [])


def test_only_what_is_near_the_line_is_looked_at() -> None:
    far = Wall([(4.0, 8.0), (6.0, 8.0), (6.0, 9.0), (4.0, 9.0)], 3.0)
    near, post = Wall(SQUARE, 3.0), Column(5.0, 1.5, 1.0, 2.0)
    assert corridor([far, near, post], A, B, 0.6) == [near, post]
    assert corridor([post], A, B, 0.4) == []


def test_a_hull_holds_all_points_counter_clockwise() -> None:
    assert hull([(0.0, 0.0), (2.0, 0.0), (1.0, 0.5), (2.0, 2.0), (0.0, 2.0)]) == [(0, 0), (2, 0), (2, 2), (0, 2)]
