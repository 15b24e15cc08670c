"""Special moves, and other ways onto the table."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.games.xenotactics.actions import (
    Activate,
    Go,
    Infiltrate,
    Land,
    Move,
    StandUp,
    StayHere,
    Stop,
)
from sightline.games.xenotactics.sequence import BeginTurn
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import INFILTRATING, RESERVE, SPENT
from tests.games.xenotactics.gifts import SPARE, lim, unseen, use
from tests.games.xenotactics.stage import (
    Stage,
    act,
    at,
    box,
    hp,
    is_stunned,
    off,
    offered,
    on,
    points,
    reactors,
    refused,
    settle,
    wall,
)
from tests.kit import rule


@rule("XT-ABL-12", 0)
def test_a_flight_is_three_moves_long_and_ignores_what_is_below() -> None:
    stage = unseen(
        on(5, 10, "flying", move=6),
        on(5, 30),
        terrain=[wall(10, 0, 11, 36), box(12, 0, 14, 20, "hazardous", id="lava")],
    )
    match = act(stage.match(), use("flying"))
    assert match.refusal(Land("red-1", (23.1, 10.0))).rule == "XT-ABL-12"  # type: ignore[union-attr]
    match.play(Land("red-1", (23.0, 10.0)))
    assert (at(match, "red-1"), points(match, "red-1")) == ((23.0, 10.0), 2)
    deck = box(0, 0, 10, 10, "high_ground", id="deck")
    match = act(unseen(on(9.5, 5, "flying"), terrain=[deck]).match(), Move("red-1", (10.5, 5.0), drop=True))
    assert isinstance(match.pending, Decision), "no fall damage"


@rule("XT-ABL-33", 0)
def test_a_teleport_leads_anywhere_in_sight() -> None:
    stage = Stage([on(5, 10, "teleport"), on(5, 30)], [on(30, 10), SPARE], terrain=[wall(10, 20, 11, 36)])
    match = act(stage.match(), use("teleport"))
    settle(match)
    assert match.refusal(Land("red-1", (29.0, 10.0))) is None
    assert match.refusal(Land("red-1", (28.5, 10.0))).rule == "XT-MOV-03"  # type: ignore[union-attr]
    assert match.refusal(Land("red-1", (14.0, 34.0))).rule == "XT-ABL-33"  # type: ignore[union-attr]
    match.play(StayHere("red-1"))
    assert points(match, "red-1") == 3


@rule("XT-ABL-32", 0)
def test_the_first_sneak_in_sight_is_not_answered() -> None:
    stage = Stage([on(10, 5, "stealth", move=6), on(2, 2)], [on(30, 12), on(46, 2)], terrain=[wall(14, 0, 15, 8)])
    match = act(stage.match(), use("sneak"), Go("red-1", (10.0, 11.0)))
    assert sees(match.table, "red-1", "blue-1")
    act(match, use("sneak"))
    assert match.decision.rule == "XT-SEQ-02", "nobody may react"
    match.play(Go("red-1", (11.0, 11.0)))
    act(match, use("sneak"))
    assert "blue-1" in reactors(match)
    open_ground = Stage([on(10, 10, "stealth"), on(2, 2)], [on(30, 10), SPARE])
    assert refused(open_ground.match(), use("sneak")).rule == "XT-ABL-32"


@rule("XT-ABL-29", 0)
@rule("XT-MSR-06", 1)
def test_a_shock_entry_is_over_three_inches_from_enemies() -> None:
    stage = Stage([off("shock_entry", "rush", tokens={RESERVE: 1}), on(2, 2)], [on(30, 10), SPARE])
    assert lim(stage) == 4
    match = act(stage.match(), use("shock_entry"))
    assert match.decision.rule == "XT-SEQ-02", "nobody may react"
    assert match.refusal(Land("red-1", (26.0, 10.0))).rule == "XT-ABL-29"  # type: ignore[union-attr]
    match.play(Land("red-1", (25.9, 10.0)))
    assert list(at(match, "red-1") or ()) == pytest.approx([25.9, 10.0], abs=1e-3)
    assert offered(match, Stop), "one point is left"
    alone = Stage([off("shock_entry", "telepathic", tokens={RESERVE: 1}), on(2, 2)], [on(30, 10), SPARE])
    assert alone.match().refusal(Activate("red-1")).rule == "XT-TRN-03"  # type: ignore[union-attr]


@rule("XT-ABL-16", 0, 1)
@rule("XT-ABL-04")
def test_infiltrators_arrive_stunned_with_the_first_turn() -> None:
    def arriving(*items: str, **stats: int) -> Match:
        stage = Stage(
            [off("infiltrator", *items, tokens={INFILTRATING: 1}, **stats), on(2, 2)],
            [on(30, 10), on(33, 10)],
            terrain=[wall(20, 0, 21, 36)],
            turns=(0, 0),
            agenda=[BeginTurn("red")],
        )
        return stage.match()

    match = arriving()
    assert match.decision.rule == "XT-ABL-16"
    assert match.refusal(Infiltrate("red-1", (25.0, 20.0))).facts["seen by"] == "blue-1"  # type: ignore[union-attr]
    assert match.refusal(Infiltrate("red-1", (31.5, 10.0))) is not None
    near = Stage(
        [off("infiltrator", tokens={INFILTRATING: 1}), on(2, 2)],
        [on(22, 10), on(33, 10)],
        terrain=[wall(20, 0, 21, 36)],
        turns=(0, 0),
        agenda=[BeginTurn("red")],
    ).match()
    assert near.refusal(Infiltrate("red-1", (19.0, 10.0))).facts["over"] == 3.0  # type: ignore[union-attr]
    assert near.refusal(Infiltrate("red-1", (17.9, 10.0))) is None
    match.play(Infiltrate("red-1", (15.0, 10.0)))
    assert is_stunned(match, "red-1")
    act(match, StandUp("red-1"))
    settle(match)
    assert match.table.tokens("red-1", SPENT) == 3
    closet = [
        wall(10, 9, 13, 10.1),
        wall(10, 11.4, 13, 13, "n"),
        wall(10, 9, 10.6, 13, "w"),
        wall(11.9, 9, 13, 13, "e"),
    ]
    corners = [on(1, 1), on(47, 1), on(1, 35), on(47, 35)]
    nook = Stage(
        [off("infiltrator", tokens={INFILTRATING: 1}), on(24, 18)],
        corners,
        terrain=closet,
        turns=(0, 0),
        agenda=[BeginTurn("red")],
    ).match()
    assert nook.decision.rule == "XT-ABL-16", "there is one hidden spot, and it is small"
    assert nook.decision.default == Infiltrate("red-1", (11.25, 10.75))
    big = arriving("big", hit_points=3)
    big.play(Infiltrate("red-1", (15.0, 10.0)))
    assert (is_stunned(big, "red-1"), hp(big, "red-1")) == (False, 2)
