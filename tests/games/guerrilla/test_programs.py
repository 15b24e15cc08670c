"""Programs at this table: positions in which anybody can see what to do."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.ai.field import Field
from sightline.ai.levels import Effort
from sightline.ai.player import player
from sightline.ai.policy import Policy
from sightline.ai.propose import HAIR, Proposals
from sightline.ai.search import Search
from sightline.ai.weights import load
from sightline.core.decisions import Action, Decision, Keep, Route
from sightline.core.dice import SeededDice
from sightline.core.match import Match
from sightline.core.mind import NOOK, Goal
from sightline.core.odds import outcomes
from sightline.core.screen import standing_at
from sightline.core.sight import gap
from sightline.core.table import TABLE
from sightline.games.guerrilla import GAME, measure
from sightline.games.guerrilla.actions import Activate, Attack, Cast, Done, Move, Pass, Reload, SecondWind, Throw
from sightline.games.guerrilla.catalog import PHASES
from sightline.games.guerrilla.mind import GuerrillaMind
from sightline.games.guerrilla.tokens import PHASE, TURN
from tests.conformance.matches import started
from tests.games.guerrilla.playing import settled
from tests.games.guerrilla.stage import Stage, at, on, wall

SOUND = pytest.mark.parametrize("level", ["regular", "veteran", "commander"])
AHEAD = pytest.mark.parametrize("level", ["veteran", "commander"])


def activated(stage: Stage, level: str, model: str = "red-1") -> tuple[Match, list[Action]]:
    """The match after a model's activation, or where its dice fall, and what a program had it do."""
    match, thinker, done = stage.match(), player(level, "any"), []
    match.play(Activate(model))
    while isinstance(match.pending, Decision) and match.pending.about == model:
        done.append(thinker.think(match).action)
        match.play(done[-1])
    return match, done


# ------------------------------------------------------------------ what is proposed


class Hilltop(GuerrillaMind):
    """The same table with a place worth holding."""

    def goals(self, table: Any, side: Any) -> tuple[Goal, ...]:
        return (Goal((5.0, 20.0), 3.0, 1.0),)


def ways(stage: Stage, limit: float = 4.0) -> list[tuple[float, float]]:
    match = stage.match()
    match.play(Activate("red-1"))
    field = Field(GAME, match.table, "red", load(GAME))
    field.mind = Hilltop()
    proposals = Proposals(match, field, Random(1), 24)  # noqa: S311 - proposals, not secrets
    found = proposals.ways(Route("red-1", limit))
    assert any(match.refusal(Move("red-1", to)) is None for to in found)
    return found


def proposed(found: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point is among others, up to the lattice."""
    return any(dist(point, (x, y)) < 0.002 for point in found)


def test_one_may_go_into_contact() -> None:
    stage = Stage([on("trooper", 5, 12, "saw_sword")], [on("bastion", 8, 12)], phase="movement")
    assert proposed(ways(stage), 7 - HAIR, 12)


def test_one_may_go_to_the_edge_of_a_range_and_no_farther() -> None:
    stage = Stage([on("trooper", 5, 12, "phaser_pistol")], [on("bastion", 18, 12)], phase="movement")
    match = stage.match()
    assert proposed(ways(stage), 7 + HAIR, 12)
    assert gap(match.table.models["red-1"], match.table.models["blue-1"]) == 12


def test_one_may_go_away_and_behind_a_wall_and_to_what_is_worth_holding() -> None:
    stage = Stage(
        [on("trooper", 5, 12, "phaser_pistol")], [on("bastion", 30, 12)], phase="movement", terrain=[wall(7, 9, 8, 11)]
    )
    found = ways(stage)
    assert proposed(found, 1 + HAIR, 12), "away"
    assert proposed(found, 5, 16 - HAIR), "towards the goal"
    behind = [(x, y) for x, y in found if x == pytest.approx(6.5 - NOOK, abs=0.01) and 9 <= y <= 11]
    assert behind
    assert measure.share(standing_at(stage.table, "red-1", behind[0]), "blue-1", "red-1") == 0


# ------------------------------------------------------------------ what is chosen


@SOUND
def test_who_nearly_fell_is_shot_at(level: str) -> None:
    foes = [on("trooper", 15, 12, damage=14), on("trooper", 15, 9), on("bastion", 12, 14)]
    _, done = activated(Stage([on("trooper", 5, 12, "phaser_rifle")], foes), level)
    assert isinstance(done[0], Attack)
    assert max(done[0].split, key=done[0].split.__getitem__) == "blue-1"


@AHEAD
def test_nobody_is_advised_to_pass_who_has_somebody_left_to_shoot(level: str) -> None:
    # Once blue has passed, passing ends the turn: then everybody may act again, but that comes anyway.
    red = [
        on("trooper", 5, 12, "phaser_pistol"),
        on("trooper", 5, 6, "phaser_rifle"),
        on("trooper", 5, 18, "phaser_rifle"),
    ]
    match = Stage(red, [on("bastion", 11, 12, "saw_sword")]).match()
    match.play(Activate("red-2"), Done("red-2"), Pass())
    thought = player(level, "any").think(match, plan=())
    assert isinstance(thought.action, Activate)
    passing = next(one for one in thought.candidates if isinstance(one.action, Pass))
    assert passing.value < thought.candidates[0].value


@AHEAD
def test_who_is_hurt_and_stands_before_guns_goes_behind_the_wall(level: str) -> None:
    stage = Stage(
        [on("overseer", 10, 13, "phaser_pistol", damage=14)],
        [on("artillerist", 20, 12, "heavy_rotary_rifle"), on("artillerist", 20, 10, "phaser_rifle")],
        phase="movement",
        terrain=[wall(10, 7, 11, 11)],
    )
    match, _ = activated(stage, level)
    assert all(measure.share(match.table, foe, "red-1") < 0.2 for foe in ("blue-1", "blue-2"))


@SOUND
def test_a_healer_without_arms_does_not_charge(level: str) -> None:
    stage = Stage(
        [on("medic", 5, 12, "aura_of_revitalization")], [on("bastion", 30, 12, "saw_sword")], phase="movement"
    )
    match, _ = activated(stage, level)
    stood = at(match, "red-1")
    assert stood is not None
    assert stood[0] <= 7


@SOUND
def test_in_the_last_turn_nobody_prepares_for_the_next(level: str) -> None:
    def played(turn: int) -> list[Action]:
        far = [on("trooper", 2, 12, "phaser_pistol")], [on("trooper", 34, 12, "phaser_pistol")]
        return activated(Stage(*far, phase="movement", turn=turn), level)[1]

    assert isinstance(played(3)[0], Move), "there are turns to come: it closes in"
    assert played(7) == [Done("red-1")]


@pytest.mark.parametrize("turn", [6, 7])
def test_what_is_good_for_turns_to_come_counts_for_nothing_in_the_last(turn: int) -> None:
    stage = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 14, 12, "slugger")], turn=turn)
    standing = Field(GAME, stage.table, "red", load(GAME)).standing()
    to_come = (standing.give_next, standing.take_next, standing.approach, standing.extras, standing.wounds)
    assert any(to_come) == (turn < 7)
    assert standing.give > 0


@pytest.mark.parametrize("level", ["veteran"])
def test_the_cautious_stay_in_cover_where_the_aggressive_go_on(level: str) -> None:
    stage = Stage(
        [on("trooper", 8, 12, "phaser_rifle", "saw_sword")],
        [on("trooper", 24, 12, "phaser_rifle"), on("trooper", 24, 9, "phaser_rifle")],
        phase="movement",
        terrain=[wall(9, 9, 10, 15)],
    )
    seen = {}
    for style in ("cautious", "aggressive"):
        match, _ = activated(stage, f"{level}/{style}=1")
        seen[style] = [measure.share(match.table, foe, "red-1") for foe in ("blue-1", "blue-2")]
    assert max(seen["cautious"]) <= 0.5
    assert min(seen["aggressive"]) > 0.5


@SOUND
@pytest.mark.parametrize("enemy", [10.5, 33.0], ids=["among them", "far away"])
def test_no_grenade_is_thrown_at_friends(level: str, enemy: float) -> None:
    friends = [on("trooper", 5, 12, "force_grenade"), on("trooper", 8, 12), on("trooper", 9, 13)]
    _, done = activated(Stage(friends, [on("bastion", enemy, 12)], phase="active"), level)
    assert done == [Done("red-1")]


@SOUND
def test_a_grenade_is_thrown_at_enemies_who_crowd_together(level: str) -> None:
    crowd = [on("trooper", 12, 12), on("trooper", 13, 13), on("trooper", 13, 11)]
    _, done = activated(Stage([on("overseer", 3, 12, "force_grenade")], crowd, phase="active"), level)
    assert isinstance(done[0], Throw)


@SOUND
@pytest.mark.parametrize("phase", ["active", "siege"])
def test_nobody_aims_at_its_own(level: str, phase: str) -> None:
    red = [
        on("overseer", 6, 12, "force_grenade", "phaser_pistol"),
        on("herald", 8, 12, "psychic_shock"),
        on("trooper", 10, 12, "saw_sword"),
    ]
    blue = [on("trooper", 11.6, 12, "saw_sword"), on("bastion", 15, 12, "saw_sword")]
    for model in ("red-1", "red-2", "red-3"):
        _, done = activated(Stage(red, blue, phase=phase), level, model)
        for action in done:
            if isinstance(action, Attack):
                assert all(target.startswith("blue") for target in action.split)
            if isinstance(action, Cast):
                assert action.target.startswith("blue")


# ------------------------------------------------------------------ dice


@SOUND
@pytest.mark.parametrize(
    ("faces", "again"), [((10, 10, 10, 10), None), ((10, 1, 10, 10), 1), ((1, 10, 10, 10), 0), ((10, 10, 10, 1), 3)]
)
def test_a_second_wind_is_for_a_miss_and_never_for_a_hit(level: str, faces: tuple[int, ...], again: int | None) -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 15, 12)], second_wind={"red": 1}).match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    match.play(faces)
    if not isinstance(match.pending, Decision) or match.pending.on is None:
        assert again is None
        return
    assert player(level, "any").think(match).action == (Keep() if again is None else SecondWind((again,)))


def test_what_an_attack_leads_to_is_the_mean_of_all_ways_for_its_dice_to_fall() -> None:
    weights = load(GAME)
    match = Stage(
        [on("trooper", 5, 12, "phaser_rifle")], [on("trooper", 15, 12, damage=12), on("trooper", 30, 3)]
    ).match()
    match.play(Activate("red-1"))
    action = Attack("red-1", "phaser_rifle", {"blue-1": 4})
    start = match.fork()
    start.play(action)
    mean = [0.0] * 10
    for end, chance in outcomes(start, settled):
        standing = Field(GAME, end.table, "red", weights).standing()
        mean = [total + float(chance) * part for total, part in zip(mean, standing, strict=True)]
    search = Search(Policy(weights, 8), Effort(width=1), lambda: False)
    search.side = "red"
    assert list(search.after(match, action).standing) == pytest.approx(mean)


@SOUND
def test_an_empty_gun_is_loaded_where_somebody_is_in_sight(level: str) -> None:
    empty = on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"])
    _, done = activated(Stage([empty], [on("bastion", 15, 12)], phase="active"), level)
    assert done[0] == Reload("red-1", "phaser_rifle")


@SOUND
def test_dice_for_who_goes_first_are_not_thought_through(level: str) -> None:
    setup = started(GAME.id, 0).setup
    options = {**setup.options, "initiative": "roll_each_turn"}
    match = Match(GAME, replace(setup, options=options), SeededDice(5))
    players = {side: player("random", f"first {side}") for side in GAME.sides}
    while match.table.tokens(TABLE, TURN) < 2:
        if match.table.tokens(TABLE, PHASE) == PHASES.index("siege"):
            player(level, 1).think(match)  # The answer that ends the turn has both sides roll for the next one.
        players[match.decision.side].answer(match)
