"""Stars, annihilation and the end of the match (WIN)."""

import pytest

from sightline.core.decisions import Concede, Refusal
from sightline.core.match import Match
from sightline.core.table import Outcome
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.acting import turn
from sightline.games.guerrilla.actions import Activate, Attack, Pass, Throw
from sightline.games.guerrilla.events import Scored, Slain
from sightline.games.guerrilla.tokens import SECOND_WIND_EACH_TURN
from tests.games.guerrilla.playing import under, wait
from tests.games.guerrilla.stage import On, Stage, damage, happened, on, refused, spent
from tests.kit import rule

RED = on("trooper", 5, 12)
BLUE = on("trooper", 30, 12)


def doomed(who: str, y: float, *items: str) -> On:
    """A model that dies in the next upkeep."""
    return on(who, 18, y, *items, damage=60)


def upkeep(
    red: list[On], blue: list[On], now: int, red_stars: int = 0, blue_stars: int = 0, painted: tuple[str, ...] = ()
) -> Match:
    """The upkeep of a turn has passed."""
    stars = {"red": red_stars, "blue": blue_stars}
    return Stage(red, blue, phase="upkeep", turn=now, stars=stars, painted=painted).match()


@rule("DG-WIN-01", 0)
@pytest.mark.parametrize(
    ("victim", "stars"),
    [
        (doomed("crusader", 12, "powered_titanium_fists", "powered_titanium_boots"), 5),
        (doomed("crusader", 12), 5),
        (doomed("medic", 12, "suture_kit", "dress_wounds"), 4),
        (doomed("trooper", 12, "phaser_rifle", "force_grenade"), 1),
    ],
)
def test_a_kill_is_worth_the_cost_of_the_character_however_equipped(victim: On, stars: int) -> None:
    match = upkeep([RED], [victim, BLUE], 1)
    assert GAME.scores(match.table) == {"red": stars, "blue": 0}
    assert [(e.rule, e.bearer, e.by, e.victim) for e in happened(match, Scored)] == [
        ("DG-WIN-01", "red", stars, "blue-1")
    ]


@rule("DG-WIN-01", 1)
def test_a_model_killed_by_its_own_side_scores_for_the_opponent() -> None:
    red = [on("trooper", 5, 12, "force_grenade"), on("recon", 14, 12, damage=9)]
    match = Stage(red, [BLUE], phase="active").match(9)
    match.play(Activate("red-1"))
    match.play(Throw("red-1", "force_grenade", (15, 12)))
    assert damage(match, "red-2") == 17
    wait(match, "movement", 2)
    assert GAME.scores(match.table) == {"red": 0, "blue": 2}
    assert spent(match)


@rule("DG-WIN-01")
def test_a_death_by_a_tie_of_fate_scores_as_well() -> None:
    tie = under("DG-DUA-01", "blue-1", "red-1")
    match = Stage([doomed("herald", 12), RED], [on("crusader", 20, 3), BLUE], phase="upkeep", attached=[tie]).match()
    assert len(happened(match, Slain)) == 2
    assert GAME.scores(match.table) == {"red": 5, "blue": 3}


@rule("DG-WIN-02", 0)
def test_more_stars_after_turn_7_win() -> None:
    blue = [doomed("overseer", 3), doomed("trooper", 6), doomed("trooper", 9), BLUE]
    match = upkeep([doomed("crusader", 12), RED], blue, 7)
    assert GAME.scores(match.table) == {"red": 6, "blue": 5}
    assert match.outcome == Outcome("red", "DG-WIN-02")
    assert match.pending is None


@rule("DG-WIN-02")
def test_stars_decide_nothing_before_turn_7_is_over() -> None:
    match = upkeep([RED], [BLUE], 6, blue_stars=9)
    assert turn(match.table) == 7
    wait(match, "siege")
    match.play(Pass())
    assert match.pending is not None
    match.play(Pass())
    assert match.outcome == Outcome("blue", "DG-WIN-02")
    assert refused(match, Pass()) == Refusal("DG-WIN-02", {"over": True})


@rule("DG-WIN-03", 0)
def test_a_painted_squad_is_worth_three_stars() -> None:
    match = upkeep([RED], [BLUE], 7, red_stars=5, blue_stars=8, painted=("red",))
    assert GAME.scores(match.table) == {"red": 8, "blue": 8}
    assert match.outcome == Outcome(None, "DG-WIN-06")


@rule("DG-WIN-03")
def test_paint_is_off_unless_declared_and_may_decide_the_match() -> None:
    assert upkeep([RED], [BLUE], 7, red_stars=5, blue_stars=7).outcome == Outcome("blue", "DG-WIN-02")
    assert upkeep([RED], [BLUE], 7, red_stars=5, blue_stars=7, painted=("red",)).outcome == Outcome("red", "DG-WIN-02")
    both = upkeep([RED], [BLUE], 7, red_stars=5, blue_stars=7, painted=("red", "blue"))
    assert both.outcome == Outcome("blue", "DG-WIN-02")


@rule("DG-WIN-03")
def test_paint_gives_no_squad_stars_and_does_not_save_from_annihilation() -> None:
    stage = Stage([RED], [BLUE], painted=["red"])
    table = GAME.set_up(stage.setup)
    assert table.tokens("red", SECOND_WIND_EACH_TURN) == table.tokens("blue", SECOND_WIND_EACH_TURN) == 15
    match = upkeep([doomed("trooper", 12)], [BLUE], 4, painted=("red",))
    assert match.outcome == Outcome("blue", "DG-WIN-04")


@rule("DG-WIN-04", 0)
def test_who_loses_his_last_model_loses_whatever_the_stars() -> None:
    match = upkeep([RED], [doomed("trooper", 12)], 4, red_stars=1, blue_stars=9)
    assert GAME.scores(match.table) == {"red": 2, "blue": 9}
    assert match.outcome == Outcome("red", "DG-WIN-04")
    assert match.pending is None


@rule("DG-WIN-04")
def test_a_squad_is_not_wiped_out_before_upkeep() -> None:
    match = Stage([on("trooper", 10, 12, "phaser_rifle"), RED], [on("trooper", 20, 12, damage=16)]).match(9, 9, 9, 9)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 24
    assert match.pending is not None
    wait(match, "movement", 2)
    assert match.outcome == Outcome("red", "DG-WIN-04")
    assert spent(match)


@rule("DG-WIN-05", 0)
def test_if_both_squads_are_wiped_out_together_stars_decide() -> None:
    match = upkeep([doomed("trooper", 12)], [doomed("trooper", 10)], 5, red_stars=15, blue_stars=13)
    assert GAME.scores(match.table) == {"red": 16, "blue": 14}
    assert match.outcome == Outcome("red", "DG-WIN-05")


@rule("DG-WIN-05")
def test_paint_counts_when_both_squads_are_wiped_out() -> None:
    last = [doomed("trooper", 12)], [doomed("trooper", 10)]
    assert upkeep(*last, 5, red_stars=15, blue_stars=13, painted=("blue",)).outcome == Outcome("blue", "DG-WIN-05")


@rule("DG-WIN-06", 0)
def test_equal_stars_are_a_draw_whatever_is_left_on_the_table() -> None:
    match = upkeep([RED, on("crusader", 5, 8), on("bastion", 5, 4)], [BLUE], 7, red_stars=6, blue_stars=6)
    assert match.outcome == Outcome(None, "DG-WIN-06")


@rule("DG-WIN-06")
def test_equal_stars_are_a_draw_when_both_squads_are_wiped_out() -> None:
    assert upkeep([doomed("trooper", 12)], [doomed("trooper", 10)], 3).outcome == Outcome(None, "DG-WIN-06")


@rule("DG-WIN-07", 0)
def test_who_concedes_loses_even_when_leading() -> None:
    match = Stage([RED], [BLUE], phase="movement", turn=3, stars={"blue": 5}).match()
    assert match.decision.side == "red"  # one need not be on turn to concede
    match.play(Concede("blue"))
    assert match.outcome == Outcome("red", "DG-WIN-07")
    assert match.pending is None


@rule("DG-WIN-07")
def test_one_may_concede_while_the_dice_are_in_the_air_but_not_after_the_end() -> None:
    match = Stage([on("trooper", 10, 12, "phaser_rifle")], [BLUE]).match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert refused(match, Concede("green")).rule == "DG-WIN-07"
    match.play(Concede("red"))
    assert match.outcome == Outcome("blue", "DG-WIN-07")
    assert refused(match, Concede("blue")) == Refusal("DG-WIN-07", {"side": "blue", "over": True})
