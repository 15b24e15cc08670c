"""Turns, activations, action points, quality rolls, turnovers, stealing the initiative and passing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Action, Decision, Keep, Refusal, Thrown
from sightline.core.match import Match
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Capture,
    Go,
    Leave,
    Move,
    Pass,
    RollDieAgain,
    SendThief,
    ShootBack,
    StandUp,
    StealInitiative,
    Stop,
)
from sightline.games.xenotactics.events import Turnover
from sightline.games.xenotactics.sequence import QualityRoll
from sightline.games.xenotactics.tokens import ACTING, ACTIVATED, ON_TURN, SPENT, STOLE, TURN
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    at,
    finish,
    happened,
    is_stunned,
    odds,
    offered,
    on,
    points,
    refused,
    rolling,
    settle,
    spent,
    wall,
)
from tests.kit import rule

MIDDLE = wall(20, 0, 21, 36, "middle")


def apart(**red: Any) -> Stage:
    """Two models a side that do not see each other."""
    return Stage([on(5, 10, **red), on(15, 30)], [on(40, 10), on(40, 30)], terrain=[MIDDLE])


def side(match: Match) -> str:
    return next(s for s in match.table.sides if match.table.tokens(s, ON_TURN))


# ------------------------------------------------------------------ turns and activations


@rule("XT-TRN-01", 0)
@rule("XT-PAS-05", 0)
@rule("XT-PAS-03")
def test_turns_alternate_by_turnover_and_by_pass() -> None:
    match = apart().match(9, 9, 1)
    act(match, Move("red-1", (6.0, 10.0)), Move("red-1", (7.0, 10.0)))
    finish(match)
    assert happened(match, Turnover)
    assert (side(match), match.table.tokens("blue", TURN)) == ("blue", 1)
    match.play(Pass("red-2"))
    assert (side(match), match.decision.about, match.table.tokens("red", TURN)) == ("red", "red-2", 2)
    act(match, Move("red-2", (16.0, 30.0)))
    finish(match)
    assert match.decision.rule == "XT-TRN-01"
    assert match.refusal(Activate("red-2")).rule == "XT-TRN-03"  # type: ignore[union-attr]
    assert match.refusal(Activate("red-1")) is None
    assert spent(match)


@rule("XT-TRN-02", 0, 1)
def test_an_action_must_be_affordable_and_stays_paid_for() -> None:
    stage = Stage([on(10, 10), on(5, 2)], [on(11, 10, stunned=True), on(40, 5)])
    match = act(stage.match(), Move("red-1"), Go("red-1", (10.0, 10.0)), Move("red-1"), Go("red-1", (10.0, 10.0)))
    refusal = refused(match, Capture("red-1", "blue-1"))
    assert (refusal.rule, refusal.facts["needed"], refusal.facts["left"]) == ("XT-TRN-02", 2, 1)
    shot = Stage([on(10, 10), on(5, 2)], [on(20, 10, "pistol")])
    match = act(shot.match(9, 2, 7, 1), Move("red-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert (at(match, "red-1"), is_stunned(match, "red-1")) == ((10.0, 10.0), True)
    assert spent(match), "one quality die for the point of the move that was prevented"


@rule("XT-TRN-03", 0)
def test_a_model_is_activated_once_a_turn() -> None:
    match = apart().match(1, 1)
    act(match, Move("red-1", (6.0, 10.0)))
    finish(match)
    assert match.table.tokens("red-1", ACTIVATED) == 1
    assert match.refusal(Activate("red-1")).rule == "XT-TRN-03"  # type: ignore[union-attr]
    assert match.refusal(Activate("blue-1")).rule == "XT-TRN-03"  # type: ignore[union-attr]
    match.play(Pass("blue-1"))
    act(match, Move("blue-1", (41.0, 10.0)))
    finish(match)
    match.play(Pass("red-1"))
    assert match.decision.about == "red-1", "in the next turn it may act again"


@rule("XT-TRN-04", 0)
def test_whoever_is_chosen_and_left_again_is_not_activated() -> None:
    match = apart().match()
    match.play(Activate("red-1"))
    match.play(Leave("red-1"))
    assert ACTIVATED not in match.table.models["red-1"].tokens
    match.play(Activate("red-1"))
    assert match.refusal(Stop("red-1")).rule == "XT-TRN-04"  # type: ignore[union-attr]
    act(match, Move("red-1", (6.0, 10.0)))
    act(match, Move("red-1", (7.0, 10.0)))
    assert match.table.tokens("red-1", ACTING) == 1
    assert match.table.tokens("red", "activations") == 1, "two actions are one activation"
    assert match.refusal(Leave("red-1")) is not None
    assert match.refusal(Activate("red-2")).rule == "XT-TRN-04"  # type: ignore[union-attr]


@rule("XT-TRN-05", 0)
def test_a_model_stunned_in_its_activation_may_stand_up_if_it_can_afford_it() -> None:
    for medic, about in ((True, "red-1"), (False, "")):
        friends = [on(14, 10, "medic")] if medic else []
        stage = Stage([on(10, 10), *friends, on(5, 2)], [on(10, 20, "pistol")])
        match = act(
            stage.match(9, 2, 7) if medic else stage.match(9, 2, 7, 1), Move("red-1"), ShootBack("blue-1", "pistol")
        )
        settle(match)
        assert is_stunned(match, "red-1")
        assert match.decision.about == about
        assert bool(offered(match, StandUp)) == medic
        assert spent(match)


@rule("XT-APL-01", 0)
def test_three_points_are_the_basic_limit() -> None:
    match = act(apart().match(), *(Move("red-1", (x, 10.0)) for x in (6.0, 7.0)))
    assert points(match, "red-1") == 2
    act(match, Move("red-1", (8.0, 10.0)))
    assert rolling(match).count == 3, "nothing is left to spend"


# ------------------------------------------------------------------ quality


def judged(
    quality: int, dice: int, *, near: bool = False, leader: bool = False, thieves: tuple[int, ...] = ()
) -> Match:
    """A match before the quality dice at the end of an activation."""
    friends = [on(14, 10)] if near else []
    friends += [on(10, 30, "leader")] if leader else []
    enemies = [on(45, 2 + 2 * n, quality=q) for n, q in enumerate(thieves)] or [on(45, 30)]
    stage = Stage(
        [on(10, 10, quality=quality, tokens={ACTING: 1, SPENT: dice}), *friends],
        enemies,
        agenda=[QualityRoll("red-1", "red")],
    )
    for n in range(len(thieves)):
        stage.table.put_tokens("blue", f"{STOLE}:blue-{n + 1}", n + 1)
    return stage.match()


def again(match: Match, decision: Decision) -> Action:
    """Roll the first die again that failed or is cancelled by a thief."""
    window = decision.on
    assert isinstance(window, Thrown)
    dice = window.dice()
    best = max((f for _, r, f in dice if r.rule == "XT-STL-01" and r.need.met(f)), default=0)  # type: ignore[union-attr]
    bad = [
        p
        for p, r, f in dice
        if r.rule == "XT-QTY-01" and p not in window.repeated and (not r.need.met(f) or f < best)  # type: ignore[union-attr]
    ]
    return RollDieAgain((bad[0],)) if bad else Keep()


def settled(match: Match) -> bool:
    return isinstance(match.pending, Decision) and match.pending.on is None


def chances(dice: int, **more: Any) -> list[Fraction]:
    found = []
    for quality in range(3, 10):
        result = odds(judged(quality, dice, **more), side, again, settled)
        found.append(result.get("blue", Fraction(0)))
    return found


@rule("XT-QTY-01", 0)
@rule("XT-STA-04", 0)
def test_one_quality_die_for_every_point_spent() -> None:
    stage = Stage([on(10, 10, "sniper_rifle", quality=5), on(30, 30)], [on(11, 20), on(45, 2)])
    match = act(stage.match(), Move("red-1"), Go("red-1", (10.0, 9.0)), Attack("red-1", "sniper_rifle", "blue-1"))
    settle(match)
    match.play((10,))
    settle(match)
    roll = rolling(match)
    assert (roll.rule, roll.count, roll.need.good(10)) == ("XT-QTY-01", 3, 5)  # type: ignore[union-attr]


@rule("XT-QTY-02", 0, 1, 2, 3)
@rule("XT-QTY-03", 0)
def test_two_failures_are_a_turnover() -> None:
    match = judged(6, 3)
    match.play((2, 7, 6))
    assert side(match) == "red"
    assert match.decision.rule == "XT-TRN-01"
    match = judged(6, 3)
    match.play((2, 7, 9))
    assert side(match) == "blue"
    assert chances(2) == [Fraction(n, 100) for n in (49, 36, 25, 16, 9, 4, 1)]
    assert chances(3) == [Fraction(n, 1000) for n in (784, 648, 500, 352, 216, 104, 28)]
    assert chances(4) == [Fraction(n, 10000) for n in (9163, 8208, 6875, 5248, 3483, 1808, 523)]


@rule("XT-QTY-05", 0, 1, 2, 3)
@rule("XT-ABL-19", 0)
def test_a_friend_nearby_lets_one_die_be_rolled_again() -> None:
    assert chances(2, near=True) == [Fraction(n, 1000) for n in (343, 216, 125, 64, 27, 8, 1)]
    assert chances(3, near=True) == [Fraction(n, 10000) for n in (6517, 4752, 3125, 1792, 837, 272, 37)]
    four = (83692, 68256, 50000, 31744, 16308, 5792, 856)
    assert chances(4, near=True) == [Fraction(n, 100000) for n in four]
    assert chances(3, leader=True)[3] == Fraction(1792, 10000)


@rule("XT-QTY-05", 0)
def test_nearby_is_within_three_inches_and_a_stunned_friend_counts() -> None:
    def offers(friend: Any, **options: Any) -> bool:
        stage = Stage(
            [on(10, 10, tokens={ACTING: 1, SPENT: 2}), friend],
            [on(45, 30)],
            agenda=[QualityRoll("red-1", "red")],
            options=options,
        )
        match = stage.match()
        match.play((9, 10))
        return match.decision.on is not None

    assert offers(on(14, 10))
    assert not offers(on(14.1, 10))
    assert offers(on(14, 10, stunned=True))
    assert not offers(on(14, 10, stunned=True), stunned_friend_gives_reroll=False)


@rule("XT-QTY-05")
@pytest.mark.parametrize(("faces", "asked"), [((1, 1, 9), False), ((1, 9, 9), True), ((1, 1, 1), False)])
def test_nobody_is_asked_about_quality_dice_that_keep_the_turn(faces: tuple[int, ...], asked: bool) -> None:
    red = [on(10, 10, tokens={ACTING: 1, SPENT: 3}), on(14, 10)]
    match = Stage(red, [on(45, 30)], agenda=[QualityRoll("red-1", "red")]).match()
    match.play(faces)
    assert (match.decision.on is not None) is asked


@rule("XT-QTY-05")
def test_a_stolen_quality_die_is_worth_another_throw() -> None:
    red = [on(10, 10, tokens={ACTING: 1, SPENT: 2}), on(14, 10)]
    stage = Stage(red, [on(45, 30)], agenda=[QualityRoll("red-1", "red")])
    stage.table.put_tokens("blue", f"{STOLE}:blue-1", 1)
    match = stage.match()
    match.play((2, 3))
    match.play((4,))
    assert match.decision.rule == "XT-QTY-05"


@rule("XT-QTY-06", 0, 1, 2)
@rule("XT-DIC-04", 0)
@rule("XT-ABL-19", 0)
def test_a_friend_and_a_leader_are_two_sources() -> None:
    both = {"near": True, "leader": True}
    assert chances(3, **both) == [Fraction(n, 100000) for n in (52822, 33696, 18750, 8704, 3078, 672, 46)]
    assert chances(2, **both) == [Fraction(n, 10000) for n in (2401, 1296, 625, 256, 81, 16, 1)]
    assert chances(4, **both) == [Fraction(n, 100000) for n in (74431, 54432, 34375, 17920, 7047, 1696, 127)]
    match = judged(6, 3, near=True, leader=True)
    match.play((8, 9, 9))
    match.play(
        RollDieAgain((0,)),
    )
    match.play((10,))
    assert match.refusal(RollDieAgain((0,))).rule == "XT-DIC-04"  # type: ignore[union-attr]
    match.play(RollDieAgain((1,)))
    match.play((10,))
    assert side(match) == "blue", "the third die may not be rolled again"


@rule("XT-QTY-06")
def test_a_table_may_allow_one_source_only() -> None:
    stage = Stage(
        [on(10, 10, tokens={ACTING: 1, SPENT: 3}), on(14, 10, "leader")],
        [on(45, 30)],
        agenda=[QualityRoll("red-1", "red")],
        options={"quality_reroll_sources_stack": False},
    )
    match = stage.match()
    match.play((9, 9, 9))
    match.play(RollDieAgain((0,)))
    match.play((1,))
    assert side(match) == "blue"


@rule("XT-QTY-04", 0)
@rule("XT-QTY-07", 0)
def test_a_killed_model_still_rolls_without_second_chances() -> None:
    stage = Stage([on(10, 10, quality=5), on(10, 13, "leader")], [on(20, 10, "pistol"), on(45, 2)])
    match = act(stage.match(), Move("red-1"), Go("red-1", (10.0, 10.0)), Move("red-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    match.play((9,))
    match.play((2,))
    match.play((8,))
    assert not alive(match, "red-1")
    roll = rolling(match)
    assert (roll.rule, roll.count, roll.need.good(10)) == ("XT-QTY-01", 2, 5)  # type: ignore[union-attr]
    assert odds(match, side, again, settled)["blue"] == Fraction(25, 100)


@rule("XT-QTY-08", 0)
def test_one_point_is_always_safe() -> None:
    assert odds(judged(3, 1, thieves=(9,)), side, again, settled) == {"red": Fraction(1)}


# ------------------------------------------------------------------ stealing the initiative


def stolen(quality: int, faces: tuple[int, ...], thief: int) -> str:
    match = judged(quality, len(faces), thieves=(5,))
    match.play(faces)
    match.play((thief,))
    return side(match)


@rule("XT-STL-01", 0, 1, 2, 3)
def test_a_thief_cancels_lower_quality_dice() -> None:
    assert stolen(6, (1, 3, 3), 5) == "blue"
    assert stolen(6, (6, 3, 3), 5) == "blue"
    assert stolen(6, (5, 5, 2), 5) == "red"
    assert stolen(6, (2, 3, 4), 7) == "red"


@rule("XT-STL-01", 4, 5, 6, 7, 8)
@rule("XT-STL-03", 0)
@pytest.mark.parametrize(
    ("quality", "dice", "near", "thieves", "chance"),
    [
        (6, 3, False, (5,), Fraction(4940, 10000)),
        (6, 2, False, (5,), Fraction(270, 1000)),
        (7, 3, False, (5,), Fraction(3580, 10000)),
        (7, 2, False, (7,), Fraction(307, 1000)),
        (6, 3, True, (5,), Fraction(16669, 50000)),
        (6, 3, False, (5, 5), Fraction(59244, 100000)),
    ],
)
def test_the_chances_with_thieves(
    quality: int, dice: int, near: bool, thieves: tuple[int, ...], chance: Fraction
) -> None:
    match = judged(quality, dice, near=near, thieves=thieves)
    assert odds(match, side, again, settled)["blue"] == chance


@rule("XT-QTY-02", 3)
@rule("XT-STL-03", 0)
def test_the_risk_of_one_more_point_is_known_beforehand() -> None:
    from sightline.games.xenotactics import GAME
    from sightline.games.xenotactics.risk import chance, turnover

    for dice, times, table in (
        (2, 0, (49, 36, 25, 16, 9, 4, 1)),
        (3, 0, (784, 648, 500, 352, 216, 104, 28)),
        (4, 1, (83692, 68256, 50000, 31744, 16308, 5792, 856)),
        (3, 2, (52822, 33696, 18750, 8704, 3078, 672, 46)),
    ):
        whole = 10 ** (dice + times)
        assert [chance(quality, dice, times) for quality in range(3, 10)] == [Fraction(n, whole) for n in table]
    assert [chance(3, dice) for dice in (0, 1)] == [0, 0]
    assert chance(6, 3, 0, (5, 5)) == Fraction(59244, 100000)
    assert chance(6, 3, 1, (5,)) == Fraction(16669, 50000)
    stage = Stage([on(10, 10, quality=6, tokens={ACTING: 1, SPENT: 2}), on(14, 10)], [on(45, 30)])
    model = stage.table.models["red-1"]
    assert turnover(stage.table, model, 3) == Fraction(1792, 10000)
    risks = [GAME.screen.risk(stage.table, "red-1", more) for more in (0, 1)]
    assert [(r.name, round(r.chance, 4), r.rule) for r in risks if r] == [
        ("Turnover", 0.064, "XT-QTY-02"),
        ("Turnover", 0.1792, "XT-QTY-02"),
    ]


@rule("XT-STL-02", 0)
@rule("XT-STL-03")
def test_the_theft_outlives_the_thief_and_counts_once() -> None:
    stage = Stage([on(10, 10, "autorifle", quality=6)], [on(20, 10, quality=5), on(45, 2)])
    match = act(
        stage.match(9, 9, 1, 9, 8, 2, 3, 5),
        Attack("red-1", "autorifle", "blue-1"),
        StealInitiative("blue-1"),
        Attack("red-1", "autorifle", "blue-1"),
        StealInitiative("blue-1"),
    )
    settle(match)
    assert not alive(match, "blue-1")
    finish(match)
    assert side(match) == "blue", "its 5 cancels the 2 and the 3"
    assert spent(match)


@rule("XT-STL-03")
def test_a_table_may_allow_one_thief_only() -> None:
    stage = Stage(
        [on(10, 10, quality=6, tokens={ACTING: 1, SPENT: 3})],
        [on(45, 2, quality=5), on(45, 6, quality=5)],
        agenda=[QualityRoll("red-1", "red")],
        options={"steal_initiative_dice": "one_per_player"},
    )
    for n in (1, 2):
        stage.table.put_tokens("blue", f"{STOLE}:blue-{n}", n)
    assert odds(stage.match(), side, stop=settled)["blue"] == Fraction(4940, 10000)


@rule("XT-STL-03")
def test_of_several_thieves_the_player_picks_the_one_that_rolls() -> None:
    stage = Stage(
        [on(10, 10, quality=6), on(2, 2)],
        [on(30, 10, quality=3), on(30, 14, quality=5), on(46, 2)],
        options={"steal_initiative_dice": "one_per_player"},
    )
    match = act(
        stage.match(1, 3, 3),
        Move("red-1"),
        StealInitiative("blue-1"),
        Go("red-1", (10.0, 11.0)),
        Move("red-1"),
        StealInitiative("blue-2"),
        Go("red-1", (10.0, 12.0)),
    )
    finish(match)
    assert (match.decision.side, match.decision.rule) == ("blue", "XT-STL-03")
    assert match.decision.default == SendThief("blue-2"), "the better one"
    assert match.refusal(SendThief("blue-3")) == Refusal("XT-STL-03", {"model": "blue-3"})
    match.play(SendThief("blue-1"))
    settle(match)
    assert (side(match), spent(match)) == ("red", True), "its 3 cancels the 1, and one failure is no turnover"


@rule("XT-SEQ-06", 0)
@rule("XT-RAT-01", 0)
@rule("XT-STL-01", 0)
def test_both_book_cases_in_one_script() -> None:
    stage = Stage(
        [on(10, 10, "autorifle", attack=6, quality=6), on(5, 2)],
        [on(20, 10, "heavy_autorifle", attack=6, defence=3), on(20, 20, quality=5), on(46, 2)],
    )
    match = act(
        stage.match(1, 5, 3, 10, 1, 3, 3, 5),
        Attack("red-1", "autorifle", "blue-1"),
        ShootBack("blue-1", "heavy_autorifle"),
        Move("red-1"),
        StealInitiative("blue-2"),
        Go("red-1", (10.0, 11.0)),
        Move("red-1"),
        Go("red-1", (10.0, 12.0)),
    )
    settle(match)
    assert not alive(match, "blue-1")
    assert side(match) == "blue"
    assert spent(match)


# ------------------------------------------------------------------ passing


@rule("XT-PAS-01", 0)
@rule("XT-PAS-06", 0)
def test_a_pass_names_an_upright_enemy() -> None:
    stage = Stage(
        [on(5, 10), on(5, 30)], [on(40, 10), on(40, 30, stunned=True), on(40, 20, stunned=True)], terrain=[MIDDLE]
    )
    match = stage.match()
    assert match.refusal(Pass("blue-2")).rule == "XT-PAS-06"  # type: ignore[union-attr]
    assert match.refusal(Pass("")).rule == "XT-PAS-06"  # type: ignore[union-attr]
    match.play(Pass("blue-1"))
    assert (match.decision.side, match.decision.about) == ("blue", "blue-1")


@rule("XT-PAS-02", 0)
def test_a_forced_model_must_act_and_may_be_shot_at() -> None:
    stage = Stage([on(10, 10, "pistol"), on(10, 14, "pistol"), on(10, 6, "pistol")], [on(20, 10, move=6), on(45, 34)])
    match = stage.match(5, 2, 4, 3, 1)
    match.play(Pass("blue-1"))
    assert match.refusal(Leave("blue-1")) is not None
    assert match.refusal(Stop("blue-1")) is not None
    assert match.decision.default is None
    act(match, Move("blue-1"), *(ShootBack(f"red-{n}", "pistol") for n in (1, 2, 3)), Go("blue-1", (20.0, 10.0)))
    finish(match)
    assert alive(match, "blue-1")
    assert side(match) == "blue"
    assert spent(match)


@rule("XT-PAS-04", 0, 1)
def test_a_side_may_pass_at_once_and_must_when_nobody_is_left() -> None:
    match = apart().match(1, 1)
    assert match.refusal(Pass("blue-1")) is None
    for n, y in ((1, 10.0), (2, 30.0)):
        act(match, Move(f"red-{n}", (6.0 if n == 1 else 16.0, y)))
        finish(match)
    assert not offered(match, Activate)
    assert offered(match, Pass)


@rule("XT-PAS-04")
def test_a_table_may_ask_for_an_activation_before_a_pass() -> None:
    stage = Stage([on(5, 10)], [on(40, 10)], terrain=[MIDDLE], options={"pass_without_activation": False})
    match = stage.match(1)
    assert match.refusal(Pass("blue-1")).rule == "XT-PAS-04"  # type: ignore[union-attr]
    act(match, Move("red-1", (6.0, 10.0)))
    finish(match)
    assert match.refusal(Pass("blue-1")) is None


@rule("XT-PAS-06", 1)
def test_nobody_is_forced_where_nobody_can_be() -> None:
    from sightline.games.xenotactics.tokens import RESERVE
    from tests.games.xenotactics.stage import off

    stage = Stage([on(5, 10)], [on(40, 10, stunned=True), off(tokens={RESERVE: 1})], terrain=[MIDDLE])
    match = stage.match()
    match.play(Pass(""))
    assert (match.decision.side, match.decision.rule) == ("blue", "XT-TRN-01")


@rule("XT-TRN-06")
def test_what_lasts_for_a_turn_ends_with_it() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10), on(25, 10)])
    match = stage.match(9, 9, 1)
    match.play(Pass("blue-1"))
    act(match, Move("blue-1"), ShootBack("red-1", "pistol"))
    settle(match)
    match.play(Go("blue-1", (20.0, 11.0)))
    assert match.table.models["red-1"].tokens.get("reacted")
    finish(match)
    match.play(Pass("red-1"))
    assert not match.table.models["red-1"].tokens.get("reacted")
    assert not match.table.models["blue-1"].tokens.get(ACTIVATED)
