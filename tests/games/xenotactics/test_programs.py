"""Programs at this table: positions in which anybody can see what to do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.ai.levels import LEVELS
from sightline.ai.player import player
from sightline.ai.propose import anywhere_in_a_zone, where_it_stands
from sightline.ai.thinker import ThinkingPlayer
from sightline.core.decisions import Action, Decision
from sightline.core.dice import SeededDice
from sightline.core.match import Match
from sightline.core.responses import Enough
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Capture,
    Leave,
    Move,
    Pass,
    RollDieAgain,
    ShootBack,
    StandUp,
    Stop,
    Suffer,
    UseShield,
)
from sightline.games.xenotactics.sequence import NextActivation, QualityRoll
from sightline.games.xenotactics.victory import area_of
from sightline.tables import new_match
from tests.games.xenotactics.stage import Stage, on, wall

SOUND = pytest.mark.parametrize("level", ["regular", "veteran"])


def answer(match: Match, level: str) -> Action:
    """What a program of some level plays that never slips, however slow the machine is."""
    return ThinkingPlayer("any", replace(LEVELS[level], slips=0.0, seconds=20.0), {}).choose(match)


def acting(stage: Stage, level: str, model: str = "red-1", steps: int = 8) -> list[Action]:
    """What a program does with a model, with fair dice, until its activation is over."""
    match = stage.match()
    match.dice = SeededDice("programs")
    match.play(Activate(model))
    done: list[Action] = []
    while isinstance(match.pending, Decision) and len(done) < steps:
        decision = match.pending
        if decision.rule == "XT-TRN-01" or (decision.rule == "XT-TRN-02" and decision.about != model):
            break
        action = answer(match, level)
        if decision.side == "red":
            done.append(action)
        match.play(action)
    return done


@SOUND
def test_an_enemy_in_the_open_who_cannot_answer_is_shot(level: str) -> None:
    hidden = wall(34, 24, 35, 35)
    blue = [on(15, 12, stunned=True), on(40, 30, "pistol")]
    stage = Stage([on(5, 12, "autorifle"), on(5, 30)], blue, terrain=[hidden])
    done = acting(stage, level)
    assert isinstance(done[0], Attack)
    assert done[0].target == "blue-1"


@SOUND
def test_a_prisoner_is_taken_where_one_lies_at_hand(level: str) -> None:
    stage = Stage([on(5, 12, quality=9), on(5, 30)], [on(6, 12, stunned=True, hit_points=3, defence=7), on(40, 30)])
    done = acting(stage, level)
    assert any(isinstance(action, Capture) for action in done)


@SOUND
def test_nobody_takes_back_an_activation(level: str) -> None:
    stage = Stage([on(5, 12), on(5, 30)], [on(30, 12, "autorifle"), on(30, 14, "autorifle"), on(30, 10, "autorifle")])
    assert not any(isinstance(action, Leave) for action in acting(stage, level, steps=1))


@SOUND
def test_the_last_to_act_goes_on_where_others_would_stop(level: str) -> None:
    # With Quality 2 a second point costs the turn nearly two times in three: only who has nothing to lose takes it.
    red = [on(12, 12, "autorifle", quality=2), on(12, 15, "autorifle", attack=9), on(12, 18, "autorifle", attack=9)]
    blue = [on(20, 12, stunned=True, hit_points=3), on(20, 15, stunned=True, hit_points=3), on(40, 30)]
    hidden = [wall(34, 24, 35, 35)]
    first = acting(Stage(red, blue, terrain=hidden), level)
    done = [
        on(12, 12, "autorifle", quality=2),
        on(12, 15, "autorifle", attack=9, tokens={"activated": 1}),
        on(12, 18, "autorifle", attack=9, tokens={"activated": 1}),
    ]
    last = acting(Stage(done, blue, terrain=hidden), level)
    assert sum(isinstance(a, Attack) for a in first) == 1
    assert isinstance(first[-1], Stop)
    assert sum(isinstance(a, Attack) for a in last) > 1


@SOUND
def test_whoever_is_shot_at_answers(level: str) -> None:
    match = Stage([on(5, 12, "autorifle"), on(5, 30)], [on(20, 12, "autorifle"), on(40, 30)]).match()
    match.play(Activate("red-1"), Attack("red-1", "autorifle", "blue-1"))
    assert not isinstance(answer(match, level), Enough)


@SOUND
def test_bystanders_shoot_at_whoever_shows_himself(level: str) -> None:
    match = Stage([on(5, 12, "autorifle"), on(5, 30)], [on(20, 12, "autorifle"), on(20, 18, "autorifle")]).match()
    match.play(Activate("red-1"), Attack("red-1", "autorifle", "blue-1"), ShootBack("blue-1", "autorifle"))
    found = answer(match, level)
    assert isinstance(found, ShootBack)
    assert found.actor == "blue-2"


@SOUND
def test_a_stunned_model_stands_up(level: str) -> None:
    stage = Stage(
        [on(5, 12, stunned=True), on(5, 30, tokens={"activated": 1})], [on(40, 30)], terrain=[wall(20, 1, 21, 35)]
    )
    match = stage.match()
    assert answer(match, level) == Activate("red-1")
    match.play(Activate("red-1"))
    assert answer(match, level) == StandUp("red-1")


@SOUND
def test_who_has_nobody_left_to_act_passes(level: str) -> None:
    red = [on(5, 12, tokens={"activated": 1}), on(5, 30, tokens={"activated": 1})]
    match = Stage(red, [on(40, 30, "sniper_rifle", hit_points=3), on(40, 12)]).match()
    assert isinstance(answer(match, level), Pass)


@SOUND
def test_a_shield_saves_the_last_hit_point_and_not_one_of_many(level: str) -> None:
    for hp, wanted in ((1, UseShield), (7, Suffer)):
        red = [on(5, 12, "pistol"), on(5, 30)]
        blue = [on(20, 12, "energy_shield", hit_points=hp, defence=1), on(40, 30)]
        match = Stage(red, blue).match()
        match.play(Activate("red-1"), Attack("red-1", "pistol", "blue-1"), Enough("blue"))
        match.play((2,), (10,))  # A hit, and a hit point lost.
        assert isinstance(answer(match, level), wanted)


@SOUND
@pytest.mark.parametrize(("faces", "again"), [((9, 9, 1), True), ((9, 1, 1), False), ((1, 2, 3), False)])
def test_a_quality_die_is_rolled_again_where_that_may_save_the_turn(
    level: str, faces: tuple[int, ...], again: bool
) -> None:
    red = [on(5, 12, tokens={"acting": 1, "activated": 1, "spent": 3}), on(7, 12)]
    agenda = (QualityRoll("red-1", "red"), NextActivation("red"))
    match = Stage(red, [on(40, 30)], agenda=agenda).match()
    match.play(faces)
    found = answer(match, level)
    assert isinstance(found, RollDieAgain) == again


@SOUND
def test_in_the_last_turn_an_empty_area_is_taken(level: str) -> None:
    red = [on(24, 31, tokens={"activated": 1}), on(8, 31.5, move=7, quality=9)]
    stage = Stage(red, [on(24, 4), on(26, 4)], turns=(6, 5), terrain=[wall(12, 17, 36, 18)])
    match = stage.match()
    match.dice = SeededDice("areas")
    while (
        isinstance(match.pending, Decision)
        and match.pending.side == "red"
        and not match.table.tokens("blue", "on_turn")
    ):
        action = answer(match, level)
        if isinstance(action, Pass):
            break
        match.play(action)
    at = match.table.models["red-2"].at
    assert at is not None
    assert area_of(match.table, at) == "west"


def test_moves_are_thought_of_where_the_place_is_chosen_later() -> None:
    # A blade is of no use from here; in the open, in sight, the way is declared after the reactions.
    stage = Stage([on(12, 12, "blade"), on(5, 30)], [on(20, 12), on(40, 30)])
    assert isinstance(acting(stage, "regular")[0], Move)


def test_who_has_no_room_at_all_may_stay_where_it_is() -> None:
    boxes = [(8, 8, 12, 9.4), (8, 10.6, 12, 12), (8, 9.4, 9.4, 10.6), (10.6, 9.4, 12, 10.6)]
    walls = [wall(*box, id=f"wall {n}") for n, box in enumerate(boxes)]
    match = Stage(red=[on(10, 10)], blue=[on(30, 10)], terrain=walls).match()
    match.play(Activate("red-1"))
    assert where_it_stands(match) == Move("red-1", (10.0, 10.0))


def test_who_is_put_down_in_a_crowd_finds_the_last_room_there_is() -> None:
    match = new_match("xenotactics", seed=1, red="hunger_of_kesh", blue="hunger_of_kesh")
    players = {side: player("random", 1) for side in match.game.sides}
    while match.decision.rule != "XT-DEP-02":
        players[match.decision.side].answer(match)
    placed = 0
    while match.decision.rule == "XT-DEP-02":
        action = anywhere_in_a_zone(match)
        assert action is not None
        match.play(action)
        placed += 1
    assert placed == 15  # The other three of the eighteen are not put down there.
