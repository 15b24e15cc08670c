"""Thrown weapons (THR)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Refusal
from sightline.core.events import Rolled
from sightline.core.match import Match
from sightline.games.guerrilla.acting import turn
from sightline.games.guerrilla.actions import Activate, Attack, Done, Throw
from sightline.games.guerrilla.events import Damaged, Failed, Succeeded
from sightline.games.guerrilla.throwing import to_throw
from sightline.games.guerrilla.tokens import SECOND_WIND
from tests.games.guerrilla.playing import odds_of_damage, offers, under, verdict, wait
from tests.games.guerrilla.stage import On, Stage, chance, damage, happened, on, points, refused, spent, table_of, wall
from tests.kit import rule

FAR_AWAY = on("bastion", 33, 3)
GRENADE = "force_grenade"


def throwing(*faces: int, thrower: On, blue: Sequence[On] = (FAR_AWAY,), **more: Any) -> Match:
    """An active phase in which red-1 is about to throw."""
    match = Stage([thrower], blue, phase="active", **more).match(*faces)
    match.play(Activate("red-1"))
    return match


@rule("DG-THR-01", 0)
def test_a_throw_reaches_twelve_inches_and_no_farther() -> None:
    match = throwing(1, thrower=on("trooper", 7.5, 12, GRENADE))
    refusal = refused(match, Throw("red-1", GRENADE, (20.01, 12)))
    assert (refusal.rule, refusal.facts["range"]) == ("DG-THR-01", 12)
    assert refusal.facts["distance"] == pytest.approx(12.01, abs=2e-3)
    match.play(Throw("red-1", GRENADE, (20, 12)))
    assert spent(match)


@rule("DG-THR-02", 0)
def test_two_different_grenades_are_thrown_in_one_phase_but_none_twice() -> None:
    match = throwing(
        1, 1, thrower=on("overseer", 7.5, 12, GRENADE, "flash_grenade", "phaser_rifle", empty=["phaser_rifle"])
    )
    match.play(Throw("red-1", GRENADE, (15, 12)))
    assert points(match, "red-1") == 2
    assert refused(match, Throw("red-1", GRENADE, (15, 12))) == Refusal(
        "DG-ACT-04", {"model": "red-1", "action": "throw force_grenade", "times": 1}
    )
    match.play(Throw("red-1", "flash_grenade", (15, 12)))
    assert points(match, "red-1") == 1
    assert offers(match, Throw) == []
    assert spent(match)


@rule("DG-THR-02", 0)
def test_no_grenade_is_thrown_in_the_siege_phase() -> None:
    match = Stage([on("trooper", 7.5, 12, GRENADE, "phaser_rifle")], [on("bastion", 15, 12)]).match()
    match.play(Activate("red-1"))
    throw = Throw("red-1", GRENADE, (15, 12))
    assert refused(match, throw) == Refusal("DG-ACT-02", {"phase": "siege", "needed": "active"})
    assert refused(match, Attack("red-1", GRENADE, {"blue-1": 1})).rule == "DG-THR-02"


@rule("DG-THR-02")
def test_only_thrown_weapons_at_hand_are_thrown() -> None:
    match = throwing(thrower=on("trooper", 7.5, 12, GRENADE, "saw_sword"))
    for weapon in ("saw_sword", "flash_grenade"):
        refusal = refused(match, Throw("red-1", weapon, (15, 12)))
        assert refusal == Refusal("DG-THR-02", {"model": "red-1", "weapon": weapon})


@rule("DG-THR-03", 0)
@pytest.mark.parametrize(
    ("who", "need", "odds"),
    [("trooper", 5, Fraction(3, 5)), ("artillerist", 4, Fraction(7, 10)), ("herald", 8, Fraction(3, 10))],
)
def test_a_throw_takes_one_die_against_the_shooting_skill(who: str, need: int, odds: Fraction) -> None:
    match = throwing(thrower=on(who, 7.5, 12, GRENADE), blue=[on("bastion", 15, 12)])
    assert to_throw(match.table, "red-1", GRENADE).value == need
    assert chance(need) == odds
    match.play(Throw("red-1", GRENADE, (15, 12)))
    assert odds_of_damage(match, "blue-1") == {8: odds, 0: 1 - odds}


@rule("DG-THR-03")
def test_automatic_throws_take_no_die_and_no_second_wind() -> None:
    match = throwing(
        thrower=on("herald", 7.5, 12, GRENADE, "psychic_shock"),
        blue=[on("bastion", 15, 12)],
        second_wind={"red": 2},
        options={"thrown_roll": "auto"},
        attached=[under("DG-FLG-02", "red-1")],
    )
    match.play(Throw("red-1", GRENADE, (15, 12)))
    assert damage(match, "blue-1") == 8
    assert happened(match, Rolled) == []
    assert match.table.tokens("red", SECOND_WIND) == 2
    assert points(match, "red-1") == 2


HIDDEN = [wall(10, 10, 10.5, 14)]


@rule("DG-THR-04", 0)
def test_the_spot_must_be_visible() -> None:
    match = throwing(thrower=on("trooper", 5, 12, GRENADE), terrain=HIDDEN)
    refusal = refused(match, Throw("red-1", GRENADE, (13, 12)))
    assert (refusal.rule, refusal.facts["visible"]) == ("DG-THR-04", 0)


@rule("DG-THR-04", 0)
def test_the_spot_need_not_be_visible_if_so_agreed_but_not_lie_in_a_wall() -> None:
    low = wall(7, 11, 8, 13, height=1.0)
    options = {"thrown_los": "not_required"}
    match = throwing(
        9, thrower=on("trooper", 5, 12, GRENADE), blue=[on("bastion", 13, 12)], terrain=[*HIDDEN, low], options=options
    )
    assert refused(match, Throw("red-1", GRENADE, (10.25, 12))).rule == "DG-THR-04"
    assert match.refusal(Throw("red-1", GRENADE, (7.5, 12))) is None
    match.play(Throw("red-1", GRENADE, (13, 12)))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-THR-04")
def test_the_spot_lies_on_the_mat_and_may_lie_under_a_model() -> None:
    match = throwing(1, thrower=on("trooper", 5, 12, GRENADE), blue=[on("bastion", 13, 12)])
    assert refused(match, Throw("red-1", GRENADE, (-0.1, 12))).rule == "DG-THR-04"
    match.play(Throw("red-1", GRENADE, (13, 12)))
    assert spent(match)


@rule("DG-THR-05", 0)
@pytest.mark.parametrize(
    ("kit", "effects", "need", "odds"),
    [
        ((), ["DG-INS-01"], 3, Fraction(4, 5)),
        ((), ["DG-FLG-02"], 7, Fraction(2, 5)),
        (("laser_scope",), [], 5, Fraction(3, 5)),
        ((), ["DG-ANN-01"], 3, Fraction(4, 5)),
        (("thermal_scope",), [], 5, Fraction(3, 5)),
        ((), ["DG-BLD-01"], 5, Fraction(3, 5)),
        ((), ["DG-WKN-01"], 5, Fraction(3, 5)),
        ((), ["DG-APR-01"], 5, Fraction(3, 5)),
    ],
)
def test_only_effects_on_all_attacks_change_a_throw(
    kit: tuple[str, ...], effects: list[str], need: int, odds: Fraction
) -> None:
    table = table_of(
        [on("trooper", 5, 12, GRENADE, *kit)],
        [FAR_AWAY],
        phase="active",
        attached=[under(effect, "red-1") for effect in effects],
    )
    assert to_throw(table, "red-1", GRENADE).value == need
    assert chance(need) == odds


@rule("DG-THR-05")
def test_whoever_stands_at_the_spot_does_not_matter_to_the_throw() -> None:
    match = throwing(
        5,
        thrower=on("trooper", 5, 12, GRENADE),
        blue=[on("bastion", 15, 12, "powered_titanium_armor"), on("trooper", 6, 12)],
        terrain=[wall(12, 11.75, 13, 20)],
        attached=[under("DG-APR-01", "blue-1")],
    )
    match.play(Throw("red-1", GRENADE, (15, 10.5)))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-THR-06", 0)
def test_a_missed_throw_does_nothing_and_may_be_tried_again_next_turn() -> None:
    thrower = on("trooper", 5, 12, GRENADE, "phaser_rifle", empty=["phaser_rifle"])
    match = throwing(4, 5, thrower=thrower, blue=[on("bastion", 13, 12)])
    match.play(Throw("red-1", GRENADE, (13, 12)))
    assert [(e.rule, e.item) for e in happened(match, Failed)] == [("DG-THR-06", GRENADE)]
    assert happened(match, Damaged) == []
    assert points(match, "red-1") == 2
    assert refused(match, Throw("red-1", GRENADE, (13, 12))).rule == "DG-ACT-04"
    wait(match, "active", 2)
    match.play(Activate("red-1"))
    match.play(Throw("red-1", GRENADE, (13, 12)))
    assert damage(match, "blue-1") == 8
    assert spent(match)


@rule("DG-THR-07", 0)
@pytest.mark.parametrize(("x", "tokens"), [(26.4, 3), (26.6, 0)])
def test_a_burst_reaches_bases_that_come_within_its_distance(x: float, tokens: int) -> None:
    match = throwing(9, thrower=on("trooper", 10, 12, GRENADE), blue=[on("bastion", x, 12)])
    match.play(Throw("red-1", GRENADE, (20, 12)))
    assert damage(match, "blue-1") == tokens
    assert spent(match)


@rule("DG-THR-07", 1)
@pytest.mark.parametrize(("shielding", "tokens"), [("none", 3), ("los_from_spot", 0)])
def test_a_wall_does_not_protect_from_a_burst_unless_so_agreed(shielding: str, tokens: int) -> None:
    match = throwing(
        9,
        thrower=on("trooper", 12, 12, GRENADE),
        blue=[on("bastion", 24, 12), on("bastion", 20, 15)],
        terrain=[wall(22, 10, 22.5, 14)],
        options={"blast_shielding": shielding},
    )
    match.play(Throw("red-1", GRENADE, (20, 12)))
    assert [damage(match, b) for b in ("blue-1", "blue-2")] == [tokens, 3]
    assert spent(match)


@rule("DG-THR-07")
def test_a_burst_strikes_friend_foe_and_thrower_alike() -> None:
    red = [on("trooper", 5, 12, GRENADE), on("trooper", 6, 14)]
    match = Stage(red, [on("bastion", 7, 12)], phase="active").match(9)
    match.play(Activate("red-1"))
    match.play(Throw("red-1", GRENADE, (6, 13)))
    assert [e.affected for e in happened(match, Succeeded)] == [("red-1", "red-2", "blue-1")]
    assert [damage(match, m) for m in ("red-1", "red-2", "blue-1")] == [8, 8, 8]
    assert spent(match)


@rule("DG-THR-08", 0)
def test_a_grenade_is_thrown_in_every_turn() -> None:
    match = Stage([on("trooper", 5, 12, GRENADE)], [FAR_AWAY], phase="active").match(9, 1, 9, 1, 9, 1, 9)
    thrown = []
    for number in range(1, 8):
        wait(match, "active", number)
        match.play(Activate("red-1"))
        match.play(Throw("red-1", GRENADE, (15, 12)))
        thrown.append(turn(match.table))
    assert thrown == [1, 2, 3, 4, 5, 6, 7]
    assert spent(match)


@rule("DG-THR-08", 0)
@pytest.mark.parametrize("face", [1, 9])
def test_one_per_match_a_grenade_is_gone_hit_or_miss(face: int) -> None:
    thrower = on("trooper", 5, 12, GRENADE, "flash_grenade")
    match = throwing(face, 1, thrower=thrower, options={"thrown_supply": "one_per_match"})
    match.play(Throw("red-1", GRENADE, (15, 12)))
    match.play(Done("red-1"))
    wait(match, "active", 2)
    match.play(Activate("red-1"))
    assert [o["weapon"] for o in offers(match, Throw)] == ["flash_grenade"]
    refusal = refused(match, Throw("red-1", GRENADE, (15, 12)))
    assert refusal == Refusal("DG-THR-08", {"weapon": GRENADE, "left": 0})
    match.play(Throw("red-1", "flash_grenade", (15, 12)))
    assert verdict(match, "red-1", Throw("red-1", "flash_grenade", (15, 12))) is not None
    assert spent(match)
