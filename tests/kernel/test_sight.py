# ruff: noqa: S301
"""Line of sight and cover: the ledger's worked examples (LOS, TER) and what else a player would ask."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from tests.kernel.scenes import box

A = (5.0, 12.0, 0.5)
B = (15.0, 12.0, 0.5)


@pytest.fixture
def share(kernels: Any) -> Any:
    """The share of B that A sees past some boxes."""

    def ask(*boxes: Any, observer: Any = A, target: Any = B, **more: Any) -> Any:
        return kernels.sight.Scene([box(*b) for b in boxes]).share(*observer, *target, **more)

    return ask


def test_an_empty_table_hides_nothing(share: Any) -> None:
    assert share() == 1.0


def test_a_slit_narrower_than_a_millimetre_shows_nothing(share: Any) -> None:
    assert share((10, 6, 10.5, 11.985), (10, 12.015, 10.5, 18)) == 0.0


def test_a_slit_a_little_wider_than_a_millimetre_shows_about_a_quarter(share: Any) -> None:
    assert share((10, 6, 10.5, 11.975), (10, 12.025, 10.5, 18)) == pytest.approx(0.255, abs=0.005)


def test_a_slit_of_a_fifth_of_an_inch_shows_everything(share: Any) -> None:
    assert share((10, 6, 10.5, 11.9), (10, 12.1, 10.5, 18)) == 1.0


@pytest.mark.parametrize(("top", "about"), [(12.25, 0.19), (11.75, 0.83), (12.6, 0.0)])
def test_a_wall_before_the_target_hides_by_its_height(share: Any, top: Any, about: Any) -> None:
    assert share((14, 8, 14.4, top)) == pytest.approx(about, abs=0.005)


def test_cover_is_one_way(share: Any) -> None:
    assert share((14, 8, 14.4, 12.25), observer=B, target=A) == 1.0


def test_a_larger_observer_sees_more(share: Any) -> None:
    wall = (10, 8, 10.5, 12.3)
    assert share(wall) == pytest.approx(0.29, abs=0.005)
    assert share(wall, observer=(5, 12, 1.0)) == pytest.approx(0.79, abs=0.005)


def test_full_cover_behind_a_long_wall_and_behind_one_as_wide_as_the_base(share: Any) -> None:
    assert share((10, 10, 10.5, 14)) == 0.0
    assert share((14, 11.5, 14.4, 12.5)) == 0.0


def test_crates_and_pillars_hide_what_the_ledger_says(share: Any) -> None:
    assert share((13.6, 11.6, 14.4, 12.4)) == pytest.approx(0.08, abs=0.005)
    assert share((13.8, 11.7, 14.4, 12.3), target=(15, 12, 0.25)) == 0.0
    assert share((13.8, 11.4, 14.4, 12), (13.8, 12, 14.4, 12.6)) == 0.0


def test_no_swing_through_a_wall(share: Any) -> None:
    assert share((10.6, 10, 10.9, 14), observer=(10.05, 12, 0.5), target=(11.45, 12, 0.5)) == 0.0


def test_a_base_blocks_when_models_block(share: Any) -> None:
    assert share(discs=[(10, 12, 0.5)]) == 0.0
    assert share(discs=[A, B]) == 1.0  # the two bases themselves block nothing


def test_the_observer_sees_exactly_half_past_a_corner_level_with_the_middle(share: Any) -> None:
    assert share((10, 0, 11, 12), observer=(5, 12, 0.0), target=(15, 12, 0.5), margin=0.0) == 0.5


def test_a_base_hugging_a_wall_still_looks_along_it(share: Any) -> None:
    assert share((2, 10, 30, 11.5)) == 1.0
    assert share((2, 10, 30, 11.5), (2, 12.5, 30, 14)) == 1.0


def test_a_base_hugging_a_crooked_wall_still_looks_along_all_of_it(kernels: Any) -> None:
    scene = kernels.sight.Scene([[(2, 8), (30, 8), (30, 11.5), (8, 11.5), (8, 11.4), (2, 11.4)]])
    assert scene.share(5, 11.9, 0.5, 20, 12, 0.5) == 1.0


def test_a_spot_is_seen_unless_a_piece_is_in_the_way_or_on_it(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(10, 10, 10.5, 14)])
    assert scene.spots(5, 12, 0.5, [(15, 12), (9, 12), (10.2, 12)]) == [False, True, False]
    assert not scene.sees_spot(5, 12, 0.5, 10 - 0.019, 12)
    assert scene.sees_spot(5, 12, 0.5, 10 - 0.02, 12)
    assert scene.sees_spot(5, 12, 0.5, 5.1, 12)  # under its own base


def test_a_spot_beside_a_hugged_wall_is_seen_along_it(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(2, 10, 30, 11.5)])
    assert scene.sees_spot(5, 12, 0.5, 20, 11.6)


def test_a_model_sees_itself_and_its_neighbour(share: Any) -> None:
    assert share(target=A) == 1.0
    assert share(target=(6, 12, 0.5)) == 1.0


def test_points_are_seen_or_not(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(10, 10, 10.5, 14)])
    assert scene.share(5, 12, 0.5, 15, 12, 0.0) == 0.0
    assert scene.share(5, 12, 0.0, 15, 16.5, 0.0) == 1.0
    assert not scene.sees(5, 12, 0.0, 15, 12, 0.0)


def test_overlaps_give_a_number_and_no_crash(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(10, 10, 12, 14)])
    for observer in [(11, 12, 0.5), (10, 12, 0.5), (5, 12, 0.5), (9.7, 9.7, 1.0)]:
        for target in [(11, 12.1, 0.5), (5.2, 12, 1.0), (12, 14, 0.5), (20, 12, 0.0)]:
            value = scene.share(*observer, *target)
            assert 0.0 <= value <= 1.0
            assert scene.sees(*observer, *target) == (value > 0.0)
    assert scene.share(11, 12, 0.5, 20, 12, 0.5) == 0.0  # walled in by the piece it stands in
    with pytest.raises(ValueError, match="finite"):
        scene.share(math.nan, 12, 0.5, 20, 12, 0.5)


def test_blockers_name_the_wall_and_the_side_that_interrupts(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(1, 1, 2, 2), box(14, 8, 14.4, 12.25)])
    (blocker,) = scene.blockers(*A, *B)
    assert (blocker.piece, blocker.disc) == (1, -1)
    assert 3 in blocker.edges
    assert scene.blockers(*B, *A) == []


def test_blockers_name_two_walls_that_hide_only_together(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(13.8, 11.4, 14.4, 12), box(13.8, 12, 14.4, 12.6)])
    assert [b.piece for b in scene.blockers(*A, *B)] == [0, 1]
    assert [(b.piece, b.disc) for b in scene.blockers(*A, *B, discs=[(1, 1, 0.5), (10, 12, 0.5)])] == [
        (0, -1),
        (1, -1),
        (-1, 1),
    ]


def test_a_hundred_pieces_and_discs_are_no_trouble(kernels: Any) -> None:
    pieces = [box(8 + i % 10 * 0.4, 8 + i // 10 * 0.8, 8.1 + i % 10 * 0.4, 8.3 + i // 10 * 0.8) for i in range(100)]
    scene = kernels.sight.Scene(pieces)
    discs = [(13 + i % 9 * 0.1, 9 + i // 9 * 0.5, 0.02) for i in range(90)]
    value = scene.share(5, 12, 0.6, 18, 12, 0.6, discs)
    assert 0.0 <= value <= 1.0
    assert scene.sees(5, 12, 0.6, 18, 12, 0.6, discs) == (value > 0.0)


def test_batches_say_what_single_questions_say(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(10, 8, 10.5, 12.3), box(7, 14, 9, 15)])
    bases = [A, B, (8, 16, 1.0), (12, 9, 0.25)]
    matrix = scene.matrix(bases, bases)
    assert matrix == [[scene.share(*a, *b) for b in bases] for a in bases]
    assert scene.shares(*A, bases) == matrix[0]
    given, taken = scene.exposure([(5, 12), (12, 14)], 0.5, bases)
    assert given == [[scene.share(x, y, 0.5, *b) for b in bases] for x, y in [(5, 12), (12, 14)]]
    assert taken == [[scene.share(*b, x, y, 0.5) for b in bases] for x, y in [(5, 12), (12, 14)]]


def test_pieces_may_be_looked_through_in_one_question(kernels: Any) -> None:
    scene = kernels.sight.Scene([box(8, 6, 8.5, 18), box(11, 6, 11.5, 18)])
    assert not scene.sees(*A, *B, through=[0])
    assert scene.sees(*A, *B, through=[1, 0, 1])
    assert not scene.sees(*A, *B)
    assert not scene.sees_any(*A, [B, (15.0, 14.0, 0.5)])
    assert scene.sees_any(*A, [B, (10.0, 12.0, 0.5)], through=[0])
    assert scene.share(*A, *B) == 0.0, "the next question is a new one"
    with pytest.raises(ValueError, match="there is no piece 2"):
        scene.sees(*A, *B, through=[2])


def test_a_scene_survives_pickling_and_refuses_nonsense(kernels: Any) -> None:
    with pytest.raises(ValueError, match="piece 0"):
        kernels.sight.Scene([[(0, 0), (1, 1), (1, 0), (0, 1)]])
    scene = pickle.loads(pickle.dumps(kernels.sight.Scene([box(10, 8, 10.5, 12.3)])))
    assert scene.share(*A, *B) == pytest.approx(0.2856, abs=1e-4)
