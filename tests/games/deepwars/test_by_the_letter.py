"""What the next reader of the rules has found: rules that had been played nearly right."""

from __future__ import annotations

from sightline.games.deepwars.parts import MoraleOf
from tests.games.deepwars.stage import (
    Stage,
    at,
    on,
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
