"""Attacks in the siege phase: shooting and melee (SGE)."""

from fractions import Fraction

import pytest

from sightline.core.decisions import Action, Decision, Refusal
from sightline.core.match import Match
from sightline.core.odds import distribution
from sightline.games.guerrilla.acting import phase, turn
from sightline.games.guerrilla.actions import Activate, Attack, Done, Pass
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.events import Activated, Damaged, Emptied, Hit, Missed
from tests.games.guerrilla.playing import loaded, mean, odds_of_damage, offers, verdict, wait
from tests.games.guerrilla.stage import Stage, chance, damage, happened, on, points, refused, spent
from tests.kit import rule


@rule("DG-SGE-01", 0)
def test_a_model_makes_all_its_attacks_then_the_opponent_chooses() -> None:
    red = [on("recon", 10, 12, "dueling_blades", points=2), on("recon", 10, 8, "dueling_blades")]
    blue = [on("bastion", 11, 12, "saw_sword"), on("bastion", 11, 8)]
    match = Stage(red, blue).match(9, 9, 9, 9, 9, 9, 9, 9, 1, 1, 1)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "dueling_blades", {"blue-1": 3}))
    assert match.decision.about == "red-1"
    assert refused(match, Attack("red-2", "dueling_blades", {"blue-2": 3})).rule == "DG-TRN-04"
    match.play(Attack("red-1", "dueling_blades", {"blue-1": 3}))
    match.play(Activate("blue-1"))
    match.play(Attack("blue-1", "saw_sword", {"red-1": 2}))
    match.play(Done("blue-1"), Activate("red-2"))
    match.play(Attack("red-2", "dueling_blades", {"blue-2": 3}))
    assert [damage(match, m) for m in ("blue-1", "red-1", "blue-2")] == [12, 4, 0]
    assert spent(match)


@rule("DG-SGE-02", 0)
def test_a_crusader_shoots_and_fights_in_one_phase() -> None:
    match = Stage([on("crusader", 10, 12, "slugger", "saw_sword", points=2)], [on("bastion", 11.5, 12)]).match(
        8, 7, 5, 4
    )
    shot, swing = (to_hit(match.table, "red-1", "blue-1", w).value for w in ("slugger", "saw_sword"))
    assert (shot, chance(shot)) == (8, Fraction(3, 10))
    assert (swing, chance(swing)) == (5, Fraction(3, 5))
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "slugger", {"blue-1": 2}))
    match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert damage(match, "blue-1") == 5 + 2
    assert points(match, "red-1") == 0
    assert spent(match)


@rule("DG-SGE-03", 0)
def test_ten_shots_cost_one_point_and_without_a_point_nobody_attacks() -> None:
    red = [on("artillerist", 5, 12, "heavy_rotary_rifle"), on("artillerist", 5, 8, "heavy_rotary_rifle", points=0)]
    match = Stage(red, [on("bastion", 15, 12)]).match(*[9] * 10)
    assert refused(match, Activate("red-2")).facts == {"model": "red-2", "points": 0, "activated": 0}
    assert verdict(match, "red-2", Attack("red-2", "heavy_rotary_rifle", {"blue-1": 10})) == Refusal(
        "DG-SGE-03", {"model": "red-2", "points": 0, "needed": 1}
    )
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10}))
    assert points(match, "red-1") == 2
    assert damage(match, "blue-1") == 10
    assert spent(match)


def slash_again(_: Match, decision: Decision) -> Action:
    """Attack with the blades as often as it is offered."""
    may = any(o.action is Attack for o in decision.offers)
    return Attack("red-1", "dueling_blades", {"blue-1": 3}) if may else Done("red-1")


def blades(option: str) -> dict[int, Fraction]:
    """The damage of a recon that did not move, over its whole siege phase."""
    options = {"attacks_per_weapon": option}
    match = Stage([on("recon", 10, 12, "dueling_blades")], [on("bastion", 11, 12)], options=options).match()
    match.play(Activate("red-1"))
    assert to_hit(match.table, "red-1", "blue-1", "dueling_blades").value == 4

    def over(m: Match) -> bool:
        return isinstance(m.pending, Decision) and m.pending.about != "red-1"

    return distribution(match, over, lambda m: m.table.tokens("blue-1", "damage"), slash_again)


@rule("DG-SGE-04", 0)
def test_a_recon_that_stood_still_attacks_three_times() -> None:
    odds = blades("points_only")
    assert max(odds) == 9 * 2
    assert mean(odds) == Fraction(63, 5)


@rule("DG-SGE-04", 2)
def test_once_per_siege_a_weapon_attacks_once() -> None:
    odds = blades("once_per_siege")
    assert max(odds) == 3 * 2
    assert mean(odds) == Fraction(21, 5)


@rule("DG-SGE-04")
def test_once_per_siege_the_other_weapons_still_attack() -> None:
    red = [on("recon", 10, 12, "dueling_blades", "saw_sword")]
    match = Stage(red, [on("bastion", 11, 12)], options={"attacks_per_weapon": "once_per_siege"}).match(1, 1, 1, 9, 9)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "dueling_blades", {"blue-1": 3}))
    refusal = refused(match, Attack("red-1", "dueling_blades", {"blue-1": 3}))
    assert refusal == Refusal("DG-SGE-04", {"weapon": "dueling_blades", "attacks": 1})
    match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert damage(match, "blue-1") == 4
    assert spent(match)


@rule("DG-SGE-04", 1)
def test_two_loaded_guns_make_at_most_two_shooting_attacks() -> None:
    red = [on("artillerist", 5, 12, "heavy_rotary_rifle", "phaser_pistol", "saw_sword")]
    match = Stage(red, [on("bastion", 7, 12)]).match(*[1] * 14)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10}))
    refusal = refused(match, Attack("red-1", "heavy_rotary_rifle", {"blue-1": 10}))
    assert refusal == Refusal("DG-RLD-02", {"weapon": "heavy_rotary_rifle", "loaded": 0})
    match.play(Attack("red-1", "phaser_pistol", {"blue-1": 4}))
    assert points(match, "red-1") == 1
    assert offers(match, Attack) == [{"actor": "red-1", "weapon": "saw_sword"}]
    assert spent(match)


def volley(shooter: str, weapon: str, dice: int) -> dict[int, Fraction]:
    """The damage of one attack across open ground."""
    match = Stage([on(shooter, 5, 12, weapon)], [on("bastion", 15, 12)]).match()
    match.play(Activate("red-1"), Attack("red-1", weapon, {"blue-1": dice}))
    return odds_of_damage(match, "blue-1")


@rule("DG-SGE-05", 0)
def test_four_shots_of_a_phaser_rifle() -> None:
    odds = volley("trooper", "phaser_rifle", 4)
    assert odds == {2 * n: Fraction(p, 625) for n, p in enumerate((16, 96, 216, 216, 81))}
    assert mean(odds) == Fraction(24, 5)


@rule("DG-SGE-05", 1)
def test_ten_shots_of_a_heavy_rotary_rifle() -> None:
    odds = volley("artillerist", "heavy_rotary_rifle", 10)
    assert mean(odds) == 7
    assert odds[10] == Fraction(282475249, 10000000000)
    assert sum(p for n, p in odds.items() if n >= 7) == Fraction(406006699, 625000000)


@rule("DG-SGE-05")
def test_a_shot_hits_on_the_shooters_number_and_the_gun_is_empty_afterwards() -> None:
    match = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 15, 12)]).match(4, 5, 10, 1)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    (hit,) = happened(match, Hit)
    assert (hit.rule, hit.hits, hit.by) == ("DG-SGE-05", 2, 4)
    assert not loaded(match, "red-1", "phaser_rifle")
    order = [type(e) for e in match.events if isinstance(e, Hit | Emptied)]
    assert order == [Hit, Emptied]
    assert spent(match)


@rule("DG-SGE-06", 0)
def test_a_slug_revolver_reaches_six_inches_and_no_farther() -> None:
    red = [on("overseer", 5, 12, "slug_revolver")]
    match = Stage(red, [on("trooper", 12, 12), on("trooper", 5, 19.01)]).match(1, 1)
    match.play(Activate("red-1"))
    refusal = refused(match, Attack("red-1", "slug_revolver", {"blue-2": 2}))
    assert (refusal.rule, refusal.facts["range"]) == ("DG-SGE-06", 6)
    assert refusal.facts["distance"] == pytest.approx(6.01, abs=2e-3)
    match.play(Attack("red-1", "slug_revolver", {"blue-1": 2}))
    assert spent(match)


@rule("DG-SGE-06", 1)
def test_a_phaser_rifle_reaches_twenty_inches_and_no_farther() -> None:
    red = [on("trooper", 5, 12, "phaser_rifle"), on("trooper", 5, 2, "phaser_rifle")]
    match = Stage(red, [on("trooper", 26, 12), on("trooper", 26.1, 2)]).match(1, 1, 1, 1)
    assert verdict(match, "red-2", Attack("red-2", "phaser_rifle", {"blue-2": 4})) == Refusal(
        "DG-SGE-06", {"target": "blue-2", "range": 20, "distance": pytest.approx(20.1, abs=2e-3)}
    )
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert spent(match)


@rule("DG-SGE-06")
def test_there_is_no_penalty_at_long_range() -> None:
    table = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("trooper", 26, 12), on("trooper", 8, 12)]).table
    assert [to_hit(table, "red-1", b, "phaser_rifle").value for b in ("blue-1", "blue-2")] == [5, 5]


@rule("DG-SGE-07", 0)
def test_two_swings_of_a_saw_sword() -> None:
    match = Stage([on("overseer", 10, 12, "saw_sword")], [on("bastion", 11, 12)]).match()
    match.play(Activate("red-1"), Attack("red-1", "saw_sword", {"blue-1": 2}))
    odds = odds_of_damage(match, "blue-1")
    assert odds == {0: Fraction(4, 25), 2: Fraction(12, 25), 4: Fraction(9, 25)}
    assert mean(odds) == Fraction(12, 5)


@rule("DG-SGE-07")
def test_a_swing_hits_on_the_melee_number_and_empties_nothing() -> None:
    match = Stage([on("artillerist", 10, 12, "saw_sword")], [on("bastion", 11, 12)]).match(7, 6, 6, 6)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert [(e.rule, e.hits) for e in happened(match, Hit)] == [("DG-SGE-07", 1)]
    match.play(Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert [e.rule for e in happened(match, Missed)] == ["DG-SGE-07"]
    assert happened(match, Emptied) == []
    assert damage(match, "blue-1") == 2
    assert spent(match)


@rule("DG-SGE-08", 0)
def test_a_friend_is_not_shot_at() -> None:
    red = [on("trooper", 5, 12, "phaser_rifle"), on("trooper", 8, 12)]
    match = Stage(red, [on("trooper", 15, 12)]).match()
    match.play(Activate("red-1"))
    assert refused(match, Attack("red-1", "phaser_rifle", {"red-2": 1})) == Refusal("DG-SGE-08", {"target": "red-2"})
    assert refused(match, Attack("red-1", "phaser_rifle", {"blue-1": 3, "red-2": 1})).rule == "DG-SGE-08"
    assert refused(match, Attack("red-1", "phaser_rifle", {"red-1": 1})).rule == "DG-SGE-08"
    assert refused(match, Attack("red-1", "phaser_rifle", {"blue-9": 1})).rule == "DG-SGE-08"


@rule("DG-SGE-09", 0)
def test_ongoing_damage_is_placed_before_anybody_attacks() -> None:
    red = [on("trooper", 10, 12, "solumide_burner")]
    match = Stage(red, [on("bastion", 14, 12, "saw_sword")], turn=2).match(9, 9)
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "solumide_burner", {"blue-1": 2}))
    assert damage(match, "blue-1") == 6
    wait(match, "active", 3)
    assert damage(match, "blue-1") == 6
    match.play(Pass(), Pass())
    assert (turn(match.table), phase(match.table)) == (3, "siege")
    assert damage(match, "blue-1") == 7
    assert not any(isinstance(e, Activated) for e in match.events[match.events.index(happened(match, Damaged)[-1]) :])
    match.play(Pass(), Pass())
    assert damage(match, "blue-1") == 7
    assert spent(match)
