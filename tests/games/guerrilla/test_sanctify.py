"""Sanctify Ground: where it lies, how long, and whom it heals."""

from __future__ import annotations

import pytest

from sightline.core.match import Match
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, CastAround, Move
from sightline.games.guerrilla.events import Healed, TurnBegan
from tests.games.guerrilla.cues import alive, pass_to, play_out, turn_of
from tests.games.guerrilla.stage import On, Stage, damage, happened, on, spent, wall
from tests.kit import rule

HEAL = CastAround("red-1", "sanctify_ground")
HERALD = on("herald", 10, 12, "sanctify_ground")
FAR = on("trooper", 33, 3)


def sanctified(
    *others: On, turn: int = 2, face: int = 8, blue: On = FAR, options: dict[str, str] | None = None
) -> Match:
    """The ground around a Herald at (10, 12) sanctified, with others of its side about."""
    match = Stage([HERALD, *others], [blue], phase="active", turn=turn, options=options).match(face)
    match.play(Activate("red-1"), HEAL)
    assert spent(match)
    return match


def heals(match: Match, model: str, turn: int) -> list[int]:
    """The turns in which a model was healed, the stage having begun in this one."""
    found = []
    for event in match.events:
        if isinstance(event, TurnBegan):
            turn = event.value
        if isinstance(event, Healed) and event.bearer == model:
            found.append(turn)
    return found


@rule("DG-SAN-01", 0)
def test_ground_is_sanctified_three_times_in_ten_or_every_other_time_with_the_staff() -> None:
    question = {"caster": "herald", "ability": "sanctify_ground"}
    assert GAME.odds({"cast": question})["success"] == "3/10"
    assert GAME.odds({"cast": {**question, "steps": 1}})["success"] == "1/2"
    for face, left in ((7, 10), (8, 5)):
        match = sanctified(on("bastion", 12, 12, damage=10), face=face)
        assert damage(pass_to(match, 3, "movement"), "red-2") == left


@rule("DG-SAN-02", 0)
@pytest.mark.parametrize(("x", "inside"), [(17.4, True), (17.5, True), (17.502, False), (17.6, False)])
def test_the_ground_stays_where_the_caster_stood(x: float, inside: bool) -> None:
    herald = on("herald", 10, 12, "sanctify_ground", "powered_titanium_boots", damage=14)
    match = Stage([herald, on("bastion", x, 15, damage=28)], [FAR], phase="active", turn=2).match(8)
    match.play(Activate("red-1"), HEAL)
    pass_to(match, 3, "movement")
    assert damage(match, "red-1") == 9
    match.play(Activate("red-1"), Move("red-1", (16, 12)), Move("red-1", (20, 12)))
    turn_of(match, "red")
    match.play(Activate("red-2"), Move("red-2", (x, 12)))
    before = damage(match, "red-2")
    pass_to(match, 4, "movement")
    assert damage(match, "red-2") == before - (5 if inside else 0)
    assert damage(match, "red-1") == 9
    assert spent(match)


@rule("DG-SAN-03", 0)
@pytest.mark.parametrize(
    ("options", "turns"),
    [
        ({}, [2, 3, 4, 5, 6, 7]),
        ({"sanctify_duration": "two_turns"}, [2, 3]),
        ({"sanctify_duration": "this_turn"}, [2]),
        ({"sanctify_duration": "two_turns", "two_turn_count": "next_two_turns"}, [3, 4]),
    ],
)
def test_the_ground_heals_to_the_end_of_the_match_unless_agreed_otherwise(
    options: dict[str, str], turns: list[int]
) -> None:
    match = play_out(sanctified(on("bastion", 12, 12, damage=28), on("bastion", 12, 14, damage=33), options=options))
    assert heals(match, "red-2", 2) == turns


@rule("DG-SAN-03")
def test_the_ground_heals_after_its_caster_is_dead() -> None:
    herald = on("herald", 10, 12, "sanctify_ground", damage=20)
    match = Stage([herald, on("bastion", 12, 12, damage=28)], [FAR], phase="active", turn=2).match(8)
    match.play(Activate("red-1"), HEAL)
    pass_to(match, 3, "movement")
    assert not alive(match, "red-1")
    assert damage(pass_to(match, 5, "movement"), "red-2") == 28 - 3 * 5
    assert spent(match)


@rule("DG-SAN-04", 0)
@pytest.mark.parametrize(("taken", "left"), [(33, 28), (34, None), (3, 0)])
def test_the_ground_heals_before_anybody_dies(taken: int, left: int | None) -> None:
    match = pass_to(sanctified(on("bastion", 12, 12, damage=taken)), 3, "movement")
    assert alive(match, "red-2") is (left is not None)
    if left is not None:
        assert damage(match, "red-2") == left


@rule("DG-SAN-04")
def test_the_ground_asks_for_no_sight_and_heals_no_enemy() -> None:
    red, blue = [HERALD, on("bastion", 15, 12, damage=10)], [on("bastion", 8, 12, damage=10)]
    match = Stage(red, blue, phase="active", turn=2, terrain=[wall(12, 8, 13, 16)]).match(8)
    match.play(Activate("red-1"), HEAL)
    pass_to(match, 3, "movement")
    assert damage(match, "red-2") == 5
    assert damage(match, "blue-1") == 10
    assert spent(match)


@rule("DG-SAN-05", 0)
def test_two_areas_heal_no_more_than_one() -> None:
    red = [HERALD, on("herald", 10, 14, "sanctify_ground"), on("bastion", 12, 12, damage=12)]
    match = Stage(red, [FAR], phase="active", turn=2).match(8, 8)
    match.play(Activate("red-1"), HEAL)
    turn_of(match, "red")
    match.play(Activate("red-2"), CastAround("red-2", "sanctify_ground"))
    pass_to(match, 3, "movement")
    assert damage(match, "red-3") == 7
    assert [e.by for e in happened(match, Healed)] == [-5]
    assert len([m for m in match.table.models.values() if m.kind == "marker"]) == 2
    assert spent(match)
