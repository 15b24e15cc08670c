"""What the table says about a reaction before it is declared: its own dice, and what is set against them."""

from __future__ import annotations

from fractions import Fraction

from sightline.core.match import Match
from sightline.core.outlook import Outlook, outlook
from sightline.core.screen import Aim
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import Attack, Move, ShootBack
from tests.games.xenotactics.stage import Stage, act, box, on
from tests.kit import rule

FAR = on(46, 34)


def aim(match: Match, weapon: str = "autorifle", actor: str = "blue-1") -> Aim:
    """A weapon of somebody who may react, against the active model."""
    return next(a for a in GAME.screen.aims(match.table, actor, "red-1") if a.gear == weapon)


def told(match: Match, found: Aim) -> Outlook:
    """What a screen is told about it."""
    assert found.part is not None
    return outlook(GAME, match.setup, match.table, found.part, by=found.by)


def lethal(found: Outlook) -> Fraction:
    """The chance that the active model dies."""
    return next((f.lethal for f in found.fates if f.model == "red-1"), Fraction(0))


@rule("XT-RAT-01")
def test_the_odds_of_shooting_at_a_mover_are_those_of_one_die_and_its_dodge() -> None:
    stage = Stage([on(10, 10, move=6, defence=3), on(2, 2)], [on(20, 10, "autorifle", attack=7), FAR])
    match = act(stage.match(), Move("red-1"))
    found = told(match, aim(match))
    assert found.roll is not None
    assert found.roll.about == "blue-1"
    assert (found.roll.count, found.each) == (1, Fraction(7, 10))
    hits = sum(1 for b in range(1, 8) for d in range(1, 11) if not b < d <= 6)
    assert lethal(found) == Fraction(hits, 100) * Fraction(4, 10)


@rule("XT-RAT-03")
def test_the_odds_of_shooting_back_count_the_attack_that_opposes_it() -> None:
    red = on(10, 10, "pistol", attack=6, defence=3)
    stage = Stage([red, on(2, 2)], [on(20, 10, "autorifle", attack=7), on(20, 14, "pistol"), FAR])
    match = act(stage.match(), Attack("red-1", "pistol", "blue-1"))
    found = told(match, aim(match))
    hits = sum(1 for b in range(1, 8) for r in range(1, 11) if not b < r <= 6)
    assert lethal(found) == Fraction(hits, 100) * Fraction(4, 10)
    assert any(f.model == "blue-1" for f in found.fates)  # It may be hit itself.
    unopposed = told(match, aim(match, "pistol", "blue-2"))
    assert lethal(unopposed) == Fraction(6, 10) * Fraction(4, 10)


@rule("XT-RCT-03")
def test_who_has_reacted_is_shown_no_second_reaction() -> None:
    stage = Stage([on(10, 10), on(2, 2)], [on(20, 10, "autorifle"), on(20, 14, "pistol"), FAR])
    match = act(stage.match(), Move("red-1"), ShootBack("blue-1", "autorifle"))
    refusal = aim(match).refusal
    assert refusal is not None
    assert refusal.rule == "XT-RCT-03"
    assert aim(match, "pistol", "blue-2").refusal is None


@rule("XT-RCT-02")
def test_in_ones_own_turn_the_odds_are_those_of_an_attack() -> None:
    stage = Stage([on(10, 10), on(2, 2)], [on(20, 10, "autorifle", attack=7), FAR], side="blue", turns=(1, 1))
    match = stage.match()
    found = told(match, aim(match))
    assert found.roll is not None
    assert found.roll.count == 2


@rule("XT-RAT-03")
def test_the_odds_of_a_second_shot_beside_an_opposed_one_are_exact() -> None:
    cover = box(17, 8, 19.9, 12, "cover", id="cover")
    blue = [on(20, 10, "pistol", defence=4, hit_points=2), on(20, 14, "pistol", defence=4), FAR]
    stage = Stage([on(10, 10, "sniper_rifle", attack=8), on(2, 2)], blue, terrain=[cover])
    match = act(stage.match(), Attack("red-1", "sniper_rifle", "blue-1"))
    match.play(ShootBack("blue-1", "pistol"))
    found = told(match, aim(match, "pistol", "blue-2"))
    assert found.exact, "dice set against each other come to few tables in many ways"
    opposed = sum(1 for b in range(1, 7) for r in range(1, 11) if not b < r <= 8)
    once, twice = Fraction(opposed, 100), Fraction(6, 10)
    dies = Fraction(4, 10)
    assert lethal(found) == 1 - (1 - once * dies) * (1 - twice * dies)
