"""The turn, its phases, and who is on turn (TRN)."""

import pytest

from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.acting import eligible, phase, turn
from sightline.games.guerrilla.actions import Activate, Attack, Done, Move, Pass, Place, Reload
from sightline.games.guerrilla.catalog import PHASES
from sightline.games.guerrilla.events import Held, PhaseBegan, TurnBegan
from sightline.games.guerrilla.tokens import SECOND_WIND
from tests.games.guerrilla.playing import PATIENCE, hold, loaded, under, wait
from tests.games.guerrilla.stage import Stage, damage, happened, on, points, refused, spent
from tests.kit import rule

RED = [on("trooper", 5, 12)]
BLUE = [on("trooper", 30, 12)]


def starters(match: Match) -> dict[tuple[int, str], str]:
    """Pass until the match is over; who was on turn first in each phase of each turn."""
    found: dict[tuple[int, str], str] = {}
    for _ in range(PATIENCE):
        if match.pending is None:
            break
        found.setdefault((turn(match.table), phase(match.table)), match.decision.side)
        match.play(Pass())
    return found


def order_of_play(match: Match) -> str:
    """Let every model hold as it comes; the initials of the sides as they were on turn in this phase."""
    order = ""
    now = phase(match.table)
    while phase(match.table) == now:
        order += match.decision.side[0]
        hold(match, eligible(match.table, match.decision.side)[0])
    return order


@rule("DG-TRN-01", 0)
def test_a_turn_runs_movement_active_siege_and_upkeep_and_there_is_no_eighth() -> None:
    match = Stage(RED, BLUE, phase="upkeep", turn=0).match()
    starters(match)
    assert [e.value for e in happened(match, TurnBegan)] == [1, 2, 3, 4, 5, 6, 7]
    assert [PHASES[e.value] for e in happened(match, PhaseBegan)] == ["movement", "active", "siege", "upkeep"] * 7
    assert match.outcome is not None


@rule("DG-TRN-02", 0)
@pytest.mark.parametrize("winner", ["red", "blue"])
def test_the_winner_of_the_roll_off_starts_every_phase_of_every_turn(winner: str) -> None:
    match = Stage(RED, BLUE, phase="upkeep", turn=0, first=winner).match()
    assert starters(match) == {(n, p): winner for n in range(1, 8) for p in PHASES[:3]}


@rule("DG-TRN-02")
@pytest.mark.parametrize(("faces", "winner", "loser"), [((9, 3), "red", "blue"), ((3, 9), "blue", "red")])
def test_the_higher_number_before_the_match_starts_turn_1(faces: tuple[int, int], winner: str, loser: str) -> None:
    rosters = {s: Roster(game=GAME.id, name=s, models=(Entry(profile="trooper"),)) for s in GAME.sides}
    setup = SetUp(GAME.id, rosters, TablePlan(id="bare", pieces=()), GAME.rulebook.settle({}))
    match = Match(GAME, setup, ScriptedDice(*faces))
    match.play(Place(f"{winner}-1", (3, 12)), Place(f"{loser}-1", (33, 12)))
    assert (turn(match.table), phase(match.table), match.decision.side) == (1, "movement", winner)
    assert spent(match)


@rule("DG-TRN-02", 1)
def test_by_turns_the_other_side_starts_the_even_turns() -> None:
    match = Stage(RED, BLUE, phase="upkeep", turn=0, options={"initiative": "alternate_each_turn"}).match()
    expected = {(n, p): "blue" if n in {2, 4, 6} else "red" for n in range(1, 8) for p in PHASES[:3]}
    assert starters(match) == expected


@rule("DG-TRN-02")
def test_a_roll_off_each_turn_is_rolled_again_on_a_tie_and_knows_no_second_wind() -> None:
    dice = [(5, 5), (2, 9), (8, 1), (1, 2), (2, 1), (10, 10), (4, 4), (7, 8), (6, 3)]
    match = Stage(
        RED,
        BLUE,
        phase="upkeep",
        turn=0,
        second_wind={"red": 3, "blue": 3},
        options={"initiative": "roll_each_turn"},
    ).match(*(face for pair in dice for face in pair))
    starts = starters(match)
    assert [starts[n, "movement"] for n in range(1, 8)] == ["red", "blue", "red", "blue", "red", "blue", "red"]
    assert all(side == starts[n, "movement"] for (n, _), side in starts.items())
    assert spent(match)


@rule("DG-TRN-03", 0)
@pytest.mark.parametrize("now", ["movement", "active", "siege"])
@pytest.mark.parametrize(("red", "blue", "order"), [(1, 4, "rbbbb"), (4, 1, "rbrrr"), (2, 3, "rbrbb")])
def test_the_larger_side_goes_on_alone(now: str, red: int, blue: int, order: str) -> None:
    squads = [[on("trooper", x, 2 + 2 * n) for n in range(many)] for x, many in ((5, red), (30, blue))]
    match = Stage(*squads, phase=now).match()
    assert order_of_play(match) == order


@rule("DG-TRN-03")
def test_a_side_without_points_is_skipped_from_the_start() -> None:
    match = Stage(
        [on("trooper", 5, 12, points=0)], [on("trooper", 30, 12), on("trooper", 30, 8)], phase="movement"
    ).match()
    assert order_of_play(match) == "bb"


@rule("DG-TRN-04", 0)
def test_who_was_activated_does_no_more_in_that_phase() -> None:
    match = Stage([on("trooper", 5, 12), on("trooper", 5, 8)], BLUE, phase="movement").match()
    match.play(Activate("red-1"), Move("red-1", (7, 12)), Done("red-1"), Activate("blue-1"), Move("blue-1", (29, 12)))
    match.play(Done("blue-1"))
    assert match.decision.side == "red"
    assert refused(match, Activate("red-1")).rule == "DG-TRN-04"
    assert refused(match, Activate("red-1")).facts == {"model": "red-1", "points": 2, "activated": 1}
    assert refused(match, Move("red-1", (8, 12))).rule == "DG-TRN-04"
    wait(match, "active")
    match.play(Activate("red-1"))


@rule("DG-TRN-04")
def test_only_models_of_ones_own_on_the_table_and_with_points_are_activated() -> None:
    match = Stage([on("trooper", 5, 12), on("trooper", 5, 8, points=0)], BLUE, phase="movement").match()
    assert refused(match, Activate("red-2")).facts == {"model": "red-2", "points": 0, "activated": 0}
    assert refused(match, Activate("blue-1")).rule == "DG-TRN-04"
    assert refused(match, Activate("red-3")).rule == "DG-TRN-04"
    match.play(Activate("red-1"))
    assert refused(match, Activate("red-1")).facts == {"model": "red-1", "active": "red-1"}


@rule("DG-TRN-05", 0)
def test_a_pass_ends_the_phase_for_all_models_of_a_side_and_costs_nothing() -> None:
    match = Stage(
        [on("trooper", 5, y) for y in (4, 8, 12)], [on("trooper", 30, 12), on("trooper", 30, 8)], phase="movement"
    ).match()
    match.play(Pass())
    assert match.decision.side == "blue"
    hold(match, "blue-1")
    assert match.decision.side == "blue"
    hold(match, "blue-2")
    assert phase(match.table) == "active"
    assert [points(match, f"red-{n}") for n in (1, 2, 3)] == [3, 3, 3]
    assert eligible(match.table, "red") == ("red-1", "red-2", "red-3")


@rule("DG-TRN-05", 1)
def test_a_model_that_holds_is_finished_for_the_phase_and_keeps_its_points() -> None:
    red = [on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"]), on("trooper", 5, 8)]
    match = Stage(red, [on("trooper", 20, 12), on("trooper", 20, 8)], phase="active").match()
    match.play(Activate("red-1"), Done("red-1"))
    assert [e.model for e in happened(match, Held)] == ["red-1"]
    assert match.decision.side == "blue"
    hold(match, "blue-1")
    assert refused(match, Activate("red-1")).facts["activated"] == 1
    assert refused(match, Reload("red-1", "phaser_rifle")).rule == "DG-TRN-04"
    wait(match, "siege")
    assert points(match, "red-1") == 3
    match.play(Activate("red-1"))


@rule("DG-TRN-05")
def test_only_the_active_model_holds_and_nobody_passes_in_the_middle_of_an_activation() -> None:
    match = Stage([on("trooper", 5, 12), on("trooper", 5, 8)], BLUE, phase="movement").match()
    assert refused(match, Done("red-1")).rule == "DG-TRN-05"
    match.play(Activate("red-1"))
    assert refused(match, Pass()).rule == "DG-TRN-05"
    assert refused(match, Done("red-2")).facts == {"active": "red-1"}


@rule("DG-TRN-06", 0)
def test_a_new_turn_restores_points_and_second_winds_and_nothing_else() -> None:
    hurt = on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"], points=2, damage=3)
    stage = Stage(
        [hurt],
        BLUE,
        phase="upkeep",
        turn=2,
        second_wind={"red": 2},
        attached=[under("DG-APR-01", "red-1", until="3 ends")],
    )
    stage.table.put_tokens("red", SECOND_WIND, 0)
    match = stage.match()
    assert turn(match.table) == 3
    assert points(match, "red-1") == 3
    assert match.table.tokens("red", SECOND_WIND) == 2
    assert not loaded(match, "red-1", "phaser_rifle")
    assert damage(match, "red-1") == 3
    assert list(match.table.attachments) == ["DG-APR-01@red-1"]
    wait(match, "siege")
    assert refused(match, Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 4})) is not None
