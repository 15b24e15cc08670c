"""Second wind: rolling dice again (SWD)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Keep, Picks, Refusal
from sightline.core.events import Rolled
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import distribution
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack, Cast, Pass, SecondWind, Throw
from sightline.games.guerrilla.events import SecondWindSpent
from sightline.games.guerrilla.sequence import BeginTurn
from sightline.games.guerrilla.tokens import FIRST, SECOND_WIND
from tests.games.guerrilla.playing import again_if_missed, odds_of_damage, settled, wait
from tests.games.guerrilla.stage import Stage, at, damage, happened, on, points, refused, spent
from tests.kit import rule

BASTION = on("bastion", 20, 12)


def winds(match: Match, side: str = "red") -> int:
    """The second winds a side has left."""
    return match.table.tokens(side, SECOND_WIND)


def shooting(*faces: int, winds: int, scope: str = "one_die", blue: int = 1) -> Match:
    """A trooper is active with a phaser rifle (5+), at one bastion or several."""
    targets = [on("bastion", 20, 12 - 3 * n) for n in range(blue)]
    options = {"second_wind_scope": scope}
    stage = Stage([on("trooper", 10, 12, "phaser_rifle")], targets, second_wind={"red": winds}, options=options)
    match = stage.match(*faces)
    match.play(Activate("red-1"))
    return match


@rule("DG-SWD-01", 0)
@pytest.mark.parametrize(
    ("squad", "stars", "each_turn"),
    [
        ("overseer overseer medic recon", 14, 2),
        ("crusader crusader crusader trooper", 16, 0),
        ("crusader crusader trooper", 11, 5),
    ],
)
def test_each_star_left_unspent_is_a_second_wind_each_turn(squad: str, stars: int, each_turn: int) -> None:
    entries = tuple(Entry(profile=p) for p in squad.split())
    rosters = {s: Roster(game=GAME.id, name=s, models=entries) for s in GAME.sides}
    assert GAME.cost(rosters["red"]) == stars
    setup = SetUp(GAME.id, rosters, TablePlan(id="bare", pieces=()), GAME.rulebook.settle({}))
    table = GAME.set_up(setup)
    for number in range(1, len(entries) + 1):
        table.put_moved(replace(table.models[f"red-{number}"], at=(3.0, 3.0 * number)))
        table.put_moved(replace(table.models[f"blue-{number}"], at=(33.0, 3.0 * number)))
    table.put_tokens("red", FIRST, 1)
    table.agenda = (BeginTurn(1),)
    game: Any = GAME
    match = Match(game, setup, rest=table)
    assert [winds(match, side) for side in GAME.sides] == [each_turn, each_turn]


@rule("DG-SWD-01")
def test_no_more_dice_are_rolled_again_than_there_are_second_winds() -> None:
    match = shooting(1, 1, 1, 9, 9, winds=1)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert refused(match, SecondWind((0, 1))) == Refusal("DG-SWD-01", {"needed": 2, "left": 1})
    assert match.slots(match.decision.offers[0]) == {"dice": Picks((0, 1, 2, 3), 1, 1)}
    match.play(SecondWind((0,)))
    assert damage(match, "blue-1") == 4
    assert winds(match) == 0
    assert spent(match)


@rule("DG-SWD-02", 0)
def test_one_second_wind_kept_for_a_long_range_shot() -> None:
    red = [on("artillerist", 10, 12, "long_range_phaser_rifle")]
    match = Stage(red, [BASTION], second_wind={"red": 1}).match()
    match.play(Activate("red-1"), Attack("red-1", "long_range_phaser_rifle", {"blue-1": 1}))
    assert odds_of_damage(match, "blue-1", again_if_missed)[8] == Fraction(91, 100)


@rule("DG-SWD-02", 1)
@pytest.mark.parametrize(("kit", "chance"), [((), Fraction(51, 100)), (("warding_staff",), Fraction(3, 4))])
def test_one_second_wind_kept_for_duality_of_fate(kit: tuple[str, ...], chance: Fraction) -> None:
    herald = on("herald", 10, 12, "duality_of_fate", *kit)
    match = Stage([herald], [BASTION], phase="active", second_wind={"red": 1}).match()
    match.play(Activate("red-1"), Cast("red-1", "duality_of_fate", "blue-1"))
    assert distribution(match, settled, lambda m: bool(m.table.attachments), again_if_missed)[True] == chance


@rule("DG-SWD-02")
def test_a_throw_and_a_swing_may_be_rolled_again_and_a_success_too() -> None:
    red = [on("trooper", 10, 12, "force_grenade", "saw_sword")]
    match = Stage(red, [on("bastion", 11, 12)], phase="active", second_wind={"red": 2}).match(9, 1, 1, 9, 9)
    match.play(Activate("red-1"))
    match.play(Throw("red-1", "force_grenade", (17, 12)))
    match.play(SecondWind((0,)))
    assert damage(match, "blue-1") == 0
    wait(match, "siege")
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
    match.play(SecondWind((0,)))
    assert damage(match, "blue-1") == 4
    assert points(match, "red-1") == 1
    assert spent(match)


@rule("DG-SWD-03", 0)
@pytest.mark.parametrize("together", [True, False])
def test_each_second_wind_repeats_one_die(together: bool) -> None:
    match = shooting(2, 4, 6, 9, 5, 8, winds=2)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    if together:
        match.play(SecondWind((0, 1)))
    else:
        match.play(SecondWind((0,)))
        assert winds(match) == 1
        match.play(SecondWind((1,)))
    assert winds(match) == 0
    assert damage(match, "blue-1") == 8
    assert all(e.rule == "DG-SWD-03" for e in happened(match, SecondWindSpent))
    assert spent(match)


@rule("DG-SWD-03", 1)
def test_one_second_wind_for_the_whole_attack_repeats_every_miss_and_no_hit() -> None:
    match = shooting(2, 4, 6, 9, 3, 8, winds=2, scope="whole_attack")
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    for dice in ((0,), (0, 1, 2), (2, 3)):
        assert refused(match, SecondWind(dice)) == Refusal("DG-SWD-03", {"dice": list(dice), "may be repeated": [0, 1]})
    assert match.slots(match.decision.offers[0]) == {"dice": Picks((0, 1), 2, 2)}
    match.play(SecondWind((0, 1)))
    assert [e.again for e in happened(match, Rolled)] == [(), (0, 1)]
    assert damage(match, "blue-1") == 6
    assert winds(match) == 1  # the 3 may not be repeated once more
    assert spent(match)


@rule("DG-SWD-03")
def test_the_whole_attack_means_all_its_targets() -> None:
    match = shooting(2, 9, 9, 1, 8, 8, winds=1, scope="whole_attack", blue=2)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 2, "blue-2": 2}))
    match.play(SecondWind((0, 3)))
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [4, 4]
    assert spent(match)


@rule("DG-SWD-03")
def test_an_attack_without_a_miss_needs_no_second_wind_for_the_whole_of_it() -> None:
    match = shooting(9, 9, 9, 9, winds=1, scope="whole_attack")
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-SWD-04", 0)
def test_a_3_rolled_again_into_a_2_stays_a_2() -> None:
    match = shooting(3, 9, 9, 9, 2, winds=3)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    match.play(SecondWind((0,)))
    assert refused(match, SecondWind((0,))) == Refusal("DG-SWD-04", {"dice": [0], "repeated": [0]})
    assert refused(match, SecondWind((0, 1))).rule == "DG-SWD-04"
    match.play(Keep())
    assert damage(match, "blue-1") == 6
    assert spent(match)


@rule("DG-SWD-04")
def test_a_worse_result_replaces_a_better_one_and_a_single_die_is_settled() -> None:
    herald = on("herald", 10, 12, "psychic_shock", "blindness")
    match = Stage([herald], [BASTION], phase="active", second_wind={"red": 3}).match(9, 1)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "psychic_shock", "blue-1"))
    match.play(SecondWind((0,)))
    assert damage(match, "blue-1") == 0
    assert (winds(match), match.decision.on) == (2, None)
    assert spent(match)


@rule("DG-SWD-03")
@pytest.mark.parametrize("dice", [(), (4,), (0, 0), (-1,)])
def test_only_dice_that_lie_there_are_rolled_again_and_each_once(dice: tuple[int, ...]) -> None:
    match = shooting(1, 1, 1, 1, winds=4)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert refused(match, SecondWind(dice)).rule == "DG-SWD-03"


@rule("DG-SWD-05", 0)
def test_the_dice_of_the_opponent_are_not_yours_to_roll_again() -> None:
    red = [on("trooper", 10, 12, "phaser_rifle"), on("trooper", 10, 3)]
    match = Stage(red, [BASTION], second_wind={"blue": 2}).match(9, 9, 9, 9)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 8
    assert winds(match, "blue") == 2
    assert spent(match)


@rule("DG-SWD-05")
def test_only_the_side_that_rolled_is_asked() -> None:
    match = Stage([on("trooper", 10, 12, "phaser_rifle")], [BASTION], second_wind={"red": 1, "blue": 1}).match(
        9, 9, 9, 9
    )
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert match.decision.side == "red"
    match.play(Keep())
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-SWD-06", 0)
def test_once_the_tokens_are_placed_no_die_is_rolled_again() -> None:
    match = shooting(9, 1, 1, 1, winds=2)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 0
    match.play(Keep())
    assert damage(match, "blue-1") == 2
    assert refused(match, SecondWind((1,))) == Refusal("DG-SWD-06", {"dice": 0})
    assert spent(match)


@rule("DG-SWD-06")
def test_second_wind_is_decided_after_all_dice_of_the_attack_are_seen() -> None:
    match = shooting(1, 2, 3, 4, 9, winds=2, blue=2)
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 1, "blue-2": 3}))
    assert [e.faces for e in happened(match, Rolled)] == [(1,), (2, 3, 4)]
    match.play(SecondWind((3,)))
    match.play(Keep())
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [0, 2]
    assert spent(match)


@rule("DG-SWD-07", 0)
def test_unused_second_winds_do_not_add_up() -> None:
    match = Stage([on("trooper", 5, 12)], [BASTION], phase="movement", second_wind={"red": 2}).match()
    wait(match, "movement", 2)
    assert winds(match) == 2


@rule("DG-SWD-07")
def test_used_second_winds_come_back_whatever_models_are_lost() -> None:
    red = [on("trooper", 10, 12, "phaser_rifle", damage=17), on("trooper", 3, 3)]
    match = Stage(red, [BASTION], second_wind={"red": 2}).match(1, 1, 9, 9, 9, 9)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    match.play(SecondWind((0, 1)))
    assert winds(match) == 0
    wait(match, "movement", 2)
    assert at(match, "red-1") is None
    assert winds(match) == 2
    assert spent(match)


def whole_attack(match: Match, decision: Decision) -> Action:
    """Repeat all misses with one second wind."""
    for offer in decision.offers:
        if offer.action is SecondWind:
            slot = match.slots(offer)["dice"]
            assert isinstance(slot, Picks)
            return SecondWind(slot.options)
    return Pass()


@rule("DG-SWD-03")
def test_for_a_throw_or_a_cast_both_readings_are_alike() -> None:
    found = []
    for scope, policy in (("one_die", again_if_missed), ("whole_attack", whole_attack)):
        match = Stage(
            [on("herald", 10, 12, "psychic_shock")],
            [BASTION],
            phase="active",
            second_wind={"red": 1},
            options={"second_wind_scope": scope},
        ).match()
        match.play(Activate("red-1"), Cast("red-1", "psychic_shock", "blue-1"))
        found.append(odds_of_damage(match, "blue-1", policy))
    assert found[0] == found[1] == {3: Fraction(91, 100), 0: Fraction(9, 100)}
