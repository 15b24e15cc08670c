"""Being engaged, and what it does to shooting (ENG)."""

from fractions import Fraction

import pytest

from sightline.core.table import Table
from sightline.games.guerrilla.actions import Activate, Move, Reload
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.measure import engaged_with
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.playing import wait
from tests.games.guerrilla.stage import Stage, chance, on, points, table_of, wall
from tests.kit import rule

SHOOTER = on("trooper", 10, 12, "phaser_rifle")


def need(table: Table, target: str, weapon: str = "phaser_rifle") -> tuple[float, Fraction]:
    """What red-1 needs against a target, and the chance of one die."""
    value = to_hit(table, "red-1", target, weapon).value
    return value, chance(value)


@rule("DG-ENG-01", 0)
@pytest.mark.parametrize(("x", "engaged"), [(11, True), (11.9, True), (12, True), (12.01, False)])
def test_enemies_up_to_an_inch_apart_are_engaged_with_each_other(x: float, engaged: bool) -> None:
    table = table_of([on("trooper", 10, 12)], [on("trooper", x, 12)])
    assert (engaged_with(table, "red-1") == ("blue-1",)) == engaged
    assert (engaged_with(table, "blue-1") == ("red-1",)) == engaged


@rule("DG-ENG-01")
def test_engagement_follows_the_models_as_they_move() -> None:
    match = Stage([on("trooper", 10, 12)], [on("trooper", 15, 12)], phase="movement").match()
    match.play(Activate("red-1"), Move("red-1", (13, 12)))
    assert engaged_with(match.table, "blue-1") == ("red-1",)
    match.play(Move("red-1", (9, 12)))
    assert engaged_with(match.table, "blue-1") == ()


@rule("DG-ENG-02", 0)
def test_friends_standing_together_do_not_spoil_their_shooting() -> None:
    friends = [on("trooper", 10, 12, "phaser_rifle"), on("trooper", 11.5, 12, "phaser_rifle")]
    table = table_of(friends, [on("trooper", 20, 12)])
    assert engaged_with(table, "red-1") == engaged_with(table, "red-2") == ()
    assert need(table, "blue-1") == (5, Fraction(3, 5))
    assert to_hit(table, "red-2", "blue-1", "phaser_rifle").value == 5


@rule("DG-ENG-03", 0)
def test_a_model_is_engaged_with_several_at_once() -> None:
    table = table_of([on("trooper", 10, 12)], [on("trooper", 11.5, 12), on("trooper", 8.5, 12), on("trooper", 10, 15)])
    assert engaged_with(table, "red-1") == ("blue-1", "blue-2")


@rule("DG-ENG-04", 0)
def test_shooting_at_an_engaged_enemy_is_at_disadvantage() -> None:
    table = table_of([SHOOTER], [on("trooper", 11.5, 12)])
    assert need(table, "blue-1") == (7, Fraction(2, 5))
    assert [n.rule for n in to_hit(table, "red-1", "blue-1", "phaser_rifle").notes] == ["DG-ENG-04"]


@rule("DG-ENG-05", 0)
@pytest.mark.parametrize("scope", ["engaged_attackers", "into_combat", "every_attacker"])
def test_shooting_past_an_engagement_is_at_disadvantage(scope: str) -> None:
    table = table_of([SHOOTER], [on("trooper", 11.5, 12), on("trooper", 10, 21)], options={"engaged_scope": scope})
    assert need(table, "blue-2") == (7, Fraction(2, 5))
    assert [n.rule for n in to_hit(table, "red-1", "blue-2", "phaser_rifle").notes] == ["DG-ENG-05"]


@rule("DG-ENG-05", 1)
@pytest.mark.parametrize(("scope", "value"), [("engaged_attackers", 5), ("into_combat", 5), ("every_attacker", 7)])
def test_shooting_in_the_open_is_normal_unless_every_attacker_is_bound(scope: str, value: int) -> None:
    table = table_of([SHOOTER], [on("trooper", 19, 12)], options={"engaged_scope": scope})
    assert need(table, "blue-1") == (value, Fraction(11 - value, 10))


@rule("DG-ENG-05", 2)
@pytest.mark.parametrize("scope", ["engaged_attackers", "into_combat", "every_attacker"])
def test_swings_know_no_engagement(scope: str) -> None:
    blue = [on("trooper", 11, 12), on("trooper", 9, 12)]
    table = table_of([on("recon", 10, 12, "dueling_blades")], blue, options={"engaged_scope": scope})
    assert [need(table, b, "dueling_blades")[0] for b in ("blue-1", "blue-2")] == [4, 4]


@rule("DG-ENG-05", 3)
@pytest.mark.parametrize(("scope", "value"), [("engaged_attackers", 5), ("into_combat", 7), ("every_attacker", 7)])
def test_shooting_into_a_melee_of_friends(scope: str, value: int) -> None:
    table = table_of([SHOOTER, on("trooper", 20.5, 12)], [on("trooper", 19, 12)], options={"engaged_scope": scope})
    assert engaged_with(table, "blue-1") == ("red-2",)
    assert need(table, "blue-1") == (value, Fraction(11 - value, 10))


@rule("DG-ENG-06", 0)
@pytest.mark.parametrize(("needs_sight", "value"), [(False, 7), (True, 5)])
def test_a_wall_does_not_prevent_engagement_unless_sight_is_asked_for(needs_sight: bool, value: int) -> None:
    table = table_of(
        [on("trooper", 10.05, 12, "phaser_rifle"), on("trooper", 30, 12)],
        [on("trooper", 11.45, 12, "phaser_rifle"), on("trooper", 3, 12)],
        terrain=[wall(10.6, 10, 10.9, 14)],
        options={"engaged_needs_los": needs_sight},
    )
    assert engaged_with(table, "red-1") == (() if needs_sight else ("blue-1",))
    assert engaged_with(table, "blue-1") == (() if needs_sight else ("red-1",))
    assert to_hit(table, "red-1", "blue-2", "phaser_rifle").value == value
    assert to_hit(table, "blue-1", "red-2", "phaser_rifle").value == value


@rule("DG-ENG-06")
def test_in_the_open_sight_engages_as_distance_does() -> None:
    table = table_of([on("trooper", 10, 12)], [on("trooper", 11.5, 12)], options={"engaged_needs_los": True})
    assert engaged_with(table, "red-1") == ("blue-1",)


@rule("DG-ENG-07", 0)
def test_casting_while_engaged_and_shooting_into_a_fight_are_not_penalised() -> None:
    table = table_of([on("herald", 10, 12, "psychic_shock")], [on("trooper", 11, 12)], phase="active")
    value = to_cast(table, "red-1", "psychic_shock").value
    assert (value, chance(value)) == (4, Fraction(7, 10))
    table = table_of([SHOOTER, on("trooper", 21, 12)], [on("trooper", 20, 12)])
    assert need(table, "blue-1") == (5, Fraction(3, 5))


@rule("DG-ENG-07")
def test_throwing_moving_and_reloading_are_free_of_engagement() -> None:
    red = [on("trooper", 10, 12, "force_grenade", "phaser_rifle", empty=["phaser_rifle"])]
    match = Stage(red, [on("trooper", 11, 12)], phase="movement").match()
    assert to_throw(match.table, "red-1", "force_grenade").value == 5
    match.play(Activate("red-1"), Move("red-1", (10, 13)))
    wait(match, "active")
    assert engaged_with(match.table, "red-1") == ("blue-1",)
    match.play(Activate("red-1"), Reload("red-1", "phaser_rifle"))
    assert points(match, "red-1") == 1
