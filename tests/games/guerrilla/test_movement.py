"""Moves and sprints (MOV)."""

from collections.abc import Sequence
from typing import Any

import pytest

from sightline.core.decisions import Refusal
from sightline.core.match import Match
from sightline.games.guerrilla.acting import phase
from sightline.games.guerrilla.actions import Activate, Done, Move
from sightline.games.guerrilla.events import PointSpent, Sprinted, Walked
from tests.games.guerrilla.playing import hold, under, verdict
from tests.games.guerrilla.stage import On, Stage, at, damage, happened, on, points, refused, wall
from tests.kit import rule

FAR_AWAY = [on("trooper", 33, 3)]
Point = tuple[float, float]


def moving(*red: On, blue: Sequence[On] = FAR_AWAY, **more: Any) -> Match:
    """A movement phase in which red-1 is active; the enemy is far away unless placed."""
    match = Stage(red, blue, phase="movement", **more).match()
    match.play(Activate("red-1"))
    return match


@rule("DG-MOV-01", 0)
def test_one_model_moves_and_sprints_then_the_other_side_moves_one() -> None:
    match = Stage(
        [on("trooper", 5, 12), on("trooper", 5, 8)], [on("trooper", 30, 12), on("trooper", 30, 8)], phase="movement"
    ).match()
    match.play(Activate("red-1"), Move("red-1", (9, 12)), Move("red-1", (13, 12)))
    assert match.decision.side == "blue"
    match.play(Activate("blue-2"), Move("blue-2", (27, 8)))
    assert refused(match, Move("blue-1", (28, 12))).facts == {"model": "blue-1", "active": "blue-2"}
    match.play(Done("blue-2"))
    assert match.decision.side == "red"
    match.play(Activate("red-2"), Move("red-2", (6, 8)))


@rule("DG-MOV-02", 0)
@pytest.mark.parametrize(("to", "length"), [((9, 12), 4), ((8, 14.6), 3.970), ((5, 12.5), 0.5)])
def test_a_move_may_be_as_long_as_the_speed_or_shorter(to: Point, length: float) -> None:
    match = moving(on("trooper", 5, 12))
    match.play(Move("red-1", to))
    assert at(match, "red-1") == pytest.approx(to, abs=2e-3)
    assert happened(match, Walked)[0].length == pytest.approx(length, abs=2e-3)


@rule("DG-MOV-02", 0)
@pytest.mark.parametrize(("to", "length"), [((9.01, 12), 4.01), ((8, 14.7), 4.036)])
def test_a_move_may_not_be_longer_than_the_speed(to: Point, length: float) -> None:
    refusal = refused(moving(on("trooper", 5, 12)), Move("red-1", to))
    assert refusal.rule == "DG-MOV-02"
    assert refusal.facts["speed"] == 4
    assert refusal.facts["length"] == pytest.approx(length, abs=2e-3)


@rule("DG-MOV-02")
def test_a_bent_way_is_measured_along_its_bends() -> None:
    match = moving(on("trooper", 5, 12))
    refusal = refused(match, Move("red-1", (7, 12), via=((5, 14),)))
    assert (refusal.rule, refusal.facts["length"]) == ("DG-MOV-02", pytest.approx(4.828, abs=2e-3))
    match.play(Move("red-1", (7, 12), via=((6, 13),)))
    assert happened(match, Walked)[0].length == pytest.approx(2.828, abs=2e-3)


@rule("DG-MOV-03", 0)
def test_the_shortest_move_costs_a_point_and_staying_costs_none() -> None:
    match = moving(on("trooper", 5, 12))
    assert refused(match, Move("red-1", (5, 12))).rule == "DG-MOV-03"
    match.play(Move("red-1", (5.1, 12)))
    assert points(match, "red-1") == 2
    assert [e.rule for e in happened(match, PointSpent)] == ["DG-MOV-03"]
    match = moving(on("trooper", 5, 12))
    match.play(Done("red-1"))
    assert points(match, "red-1") == 3


@rule("DG-MOV-04", 0)
def test_a_recon_moves_and_sprints_twelve_inches_for_two_points() -> None:
    match = moving(on("recon", 5, 12))
    match.play(Move("red-1", (11, 12)))
    assert refused(match, Move("red-1", (17.01, 12))).facts["length"] == pytest.approx(6.01, abs=2e-3)
    match.play(Move("red-1", (17, 12)))
    assert at(match, "red-1") == (17, 12)
    assert points(match, "red-1") == 1
    assert [e.rule for e in happened(match, Sprinted)] == ["DG-MOV-04"]


@rule("DG-MOV-04", 1)
def test_there_is_no_third_move_even_with_a_point_left() -> None:
    match = moving(on("bastion", 5, 12))
    match.play(Move("red-1", (8, 12)), Move("red-1", (11, 12)))
    assert points(match, "red-1") == 1
    assert match.decision.side == "blue"
    assert refused(match, Move("red-1", (12, 12))).rule == "DG-TRN-04"
    assert verdict(match, "red-1", Move("red-1", (12, 12))) == Refusal("DG-MOV-04", {"model": "red-1", "moves": 2})


@rule("DG-MOV-04")
def test_what_is_left_of_a_move_is_no_help_to_the_sprint() -> None:
    match = moving(on("bastion", 5, 12))
    match.play(Move("red-1", (6, 12)))
    assert refused(match, Move("red-1", (9.01, 12))).rule == "DG-MOV-02"
    match.play(Move("red-1", (9, 12)))


@rule("DG-MOV-04")
def test_a_move_must_end_in_a_legal_place_even_if_a_sprint_would_follow() -> None:
    match = moving(on("trooper", 5, 12), on("trooper", 9, 12))
    assert refused(match, Move("red-1", (9, 12))).rule == "DG-MOV-07"


@rule("DG-MOV-04")
def test_a_sprint_needs_a_second_point() -> None:
    match = moving(on("trooper", 5, 12, points=1))
    match.play(Move("red-1", (6, 12)))
    assert points(match, "red-1") == 0
    assert match.decision.side == "blue"


WALL = [wall(6.5, 11, 7.5, 16)]


@rule("DG-MOV-05", 0)
def test_a_recon_goes_around_the_wall_in_one_move() -> None:
    match = moving(on("recon", 5, 12), terrain=WALL)
    match.play(Move("red-1", (9, 12)))
    assert happened(match, Walked)[0].length == pytest.approx(5.3331, abs=1e-4)
    assert all(y <= 12 for _, y in happened(match, Walked)[0].path)


@rule("DG-MOV-05", 0)
def test_a_trooper_needs_a_sprint_to_get_around_the_wall() -> None:
    match = moving(on("trooper", 5, 12), terrain=WALL)
    refusal = refused(match, Move("red-1", (9, 12)))
    assert refusal.rule == "DG-MOV-02"
    assert refusal.facts["length"] == pytest.approx(5.3331, abs=1e-4)
    match.play(Move("red-1", (7, 10.5)), Move("red-1", (9, 12)))
    assert at(match, "red-1") == (9, 12)


@rule("DG-MOV-05")
def test_nobody_walks_through_a_wall() -> None:
    match = moving(on("recon", 5, 12), terrain=WALL)
    assert refused(match, Move("red-1", (9, 12), via=((8, 12),))).rule == "DG-MOV-05"
    assert refused(match, Move("red-1", (6.6, 10.6), via=((6, 10.45),))).rule == "DG-MOV-07"
    match.play(Move("red-1", (9, 10.5), via=((5, 10.5),)))  # along the foot of the wall, touching it


@rule("DG-MOV-05", 1)
def test_a_base_passes_a_gap_as_wide_as_itself_and_no_narrower_one() -> None:
    gate = [wall(10, 0, 11, 11.5), wall(10, 12.5, 11, 24)]
    match = moving(on("trooper", 9, 12), terrain=gate)
    match.play(Move("red-1", (12, 12)))
    assert at(match, "red-1") == (12, 12)
    refusal = refused(moving(on("trooper", 9, 12, base=1.25), terrain=gate), Move("red-1", (12, 12)))
    assert refusal.rule == "DG-MOV-05"


@rule("DG-MOV-06", 0)
def test_a_move_passes_through_an_enemy_unless_it_is_agreed_otherwise() -> None:
    match = moving(on("trooper", 5, 12), blue=[on("trooper", 7, 12)])
    match.play(Move("red-1", (9, 12)))
    assert at(match, "red-1") == (9, 12)
    for value in ("friends_only", "none"):
        match = moving(on("trooper", 5, 12), blue=[on("trooper", 7, 12)], options={"move_through_models": value})
        assert refused(match, Move("red-1", (9, 12), via=((7, 12),))).rule == "DG-MOV-06"
        around = refused(match, Move("red-1", (9, 12)))
        assert around.rule == "DG-MOV-02"
        assert around.facts["length"] == pytest.approx(4.511, abs=2e-3)


@rule("DG-MOV-06")
@pytest.mark.parametrize(("value", "legal"), [("any", True), ("friends_only", True), ("none", False)])
def test_a_move_passes_through_a_friend_unless_nobody_may_be_passed_through(value: str, legal: bool) -> None:
    match = moving(on("trooper", 5, 12), on("trooper", 7, 12), options={"move_through_models": value})
    through = Move("red-1", (9, 12), via=((7, 12),))
    if legal:
        match.play(through)
    else:
        assert refused(match, through).rule == "DG-MOV-06"


@rule("DG-MOV-06")
def test_brushing_past_a_base_is_legal_in_every_case() -> None:
    match = moving(on("trooper", 5, 11), blue=[on("trooper", 7, 12)], options={"move_through_models": "none"})
    match.play(Move("red-1", (9, 11), via=((7, 11),)))


@rule("DG-MOV-07", 0)
def test_a_move_may_end_in_contact_but_not_on_a_base() -> None:
    match = moving(on("trooper", 5, 12), blue=[on("trooper", 8.5, 12)])
    refusal = refused(match, Move("red-1", (8, 12)))
    assert refusal == Refusal("DG-MOV-07", {"model": "red-1", "overlap": 0.5, "with": "blue-1"})
    assert refused(match, Move("red-1", (7.51, 12))).rule == "DG-MOV-07"
    match.play(Move("red-1", (7.5, 12)))


@rule("DG-MOV-07")
def test_a_move_ends_wholly_on_the_mat_and_off_terrain() -> None:
    match = moving(on("trooper", 2, 12), terrain=[wall(3, 11, 4, 13, height=0.5, id="crate")])
    assert refused(match, Move("red-1", (0.49, 12))).rule == "DG-ARN-04"
    assert refused(match, Move("red-1", (2.51, 12))).facts["with"] == "crate"
    match.play(Move("red-1", (0.5, 12)))


@rule("DG-MOV-08", 0)
def test_a_model_walks_out_of_combat_freely() -> None:
    match = moving(on("trooper", 5, 12), blue=[on("recon", 6, 12, "dueling_blades")])
    match.play(Move("red-1", (1, 12)))
    assert at(match, "red-1") == (1, 12)
    assert damage(match, "red-1") == 0
    assert points(match, "red-1") == 2
    assert [type(e) for e in match.events[-1:]] == [Walked]


@rule("DG-MOV-09", 0)
def test_a_model_with_speed_zero_is_offered_no_move_and_keeps_its_points() -> None:
    quaked = on("bastion", 5, 12, "powered_titanium_armor")
    match = Stage([quaked], FAR_AWAY, phase="movement", attached=[under("DG-QUK-01", "red-1")]).match()
    refusal = verdict(match, "red-1", Move("red-1", (5.1, 12)))
    assert refusal == Refusal("DG-MOV-09", {"model": "red-1", "speed": 0})
    match.play(Activate("red-1"))
    assert match.decision.side == "blue"  # nothing was offered to the bastion
    hold(match, "blue-1")
    assert at(match, "red-1") == (5, 12)
    assert (phase(match.table), points(match, "red-1")) == ("active", 3)


@rule("DG-MOV-09")
def test_a_slow_model_still_moves() -> None:
    match = moving(on("bastion", 5, 12, "powered_titanium_armor"))
    assert refused(match, Move("red-1", (6.01, 12))).facts["speed"] == 1
    match.play(Move("red-1", (6, 12)))
