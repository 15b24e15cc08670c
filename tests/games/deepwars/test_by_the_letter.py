"""What the next reader of the rules has found: rules that had been played nearly right."""

from __future__ import annotations

import pytest

from sightline.games.deepwars.actions import (
    ChangeDepth,
    FollowUp,
)
from sightline.games.deepwars.damage import Recoil
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.tokens import ACTIONS
from tests.games.deepwars.stage import (
    Stage,
    act,
    at,
    fallen,
    has,
    on,
    refused,
    rolling,
    wall,
)
from tests.kit import rule

FISTS = "bare_hands"


# ------------------------------------------------------------------ flight, recoil, leaving combat


@rule("DW-MRL-07")
@rule("DW-SUB-06")
def test_who_is_hurt_in_its_legs_flees_no_faster_than_it_moves() -> None:
    def flown(**tokens: int) -> tuple[float, float] | None:
        runner = on(20, 12, tokens=tokens, boxes_locomotion=2)
        stage = Stage([runner, on(40, 12)], [on(2, 34)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),))
        return at(stage.match(5, 5, 1), "red-1")

    assert flown() == (20.0, 7.0)
    assert flown(**{"wound:locomotion": 1}) == (20.0, 9.0)
    assert flown(**{"load:power_core": 1}) == (20.0, 9.0)


@rule("DW-DMG-13")
@rule("DW-DMG-12")
def test_a_winner_may_go_after_one_that_had_no_room_to_recoil() -> None:
    pressed = Recoil("blue-1", "red-1", (20.0, 18.0), True)
    match = Stage(
        [on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], terrain=[wall(22, 10, 23, 26)], agenda=(pressed,)
    ).match()
    assert fallen(match, "blue-1")
    assert at(match, "blue-1") == (21.5, 18.0)
    match.play(FollowUp("red-1"))
    assert at(match, "red-1") == pytest.approx((20.49, 18.0), abs=0.01)


@rule("DW-ACN-22")
@rule("DW-ACN-06")
def test_a_change_of_depth_that_stays_in_contact_leaves_nobody() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], options={"disengage": "two_actions"})
    match = act(stage.match(5, 5), *rolling("red-1"), ChangeDepth("red-1", 1))
    assert has(match, "red-1", ACTIONS) == 1
    assert refused(match, ChangeDepth("red-1", 1)).rule == "DW-ACN-06"
