"""Weapons whose hits burn or bleed on: when the tokens fall due, and what cannot stop them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.odds import distribution
from sightline.games.guerrilla.actions import Activate, Attack, Cast
from sightline.games.guerrilla.catalog import item
from sightline.games.guerrilla.events import Damaged, Healed, TurnBegan
from tests.games.guerrilla.cues import alive, pass_to, play_out, shot_odds, takers, turn_of
from tests.games.guerrilla.stage import Stage, damage, happened, on, spent
from tests.kit import rule


def duel(weapon: str, attacker: str, *, turn: int = 1, options: dict[str, str] | None = None) -> Stage:
    """An attacker with one weapon and a Bastion within its reach; nobody shoots while engaged."""
    x = 8.0 if item(weapon).attack == "shot" else 6.8
    return Stage([on(attacker, 5, 12, weapon)], [on("bastion", x, 12)], turn=turn, options=options)


def hit(stage: Stage, weapon: str, *faces: int) -> Match:
    """The first attack of a stage."""
    match = stage.match(*faces)
    match.play(Activate("red-1"), Attack("red-1", weapon, {"blue-1": len(faces)}))
    assert spent(match)
    return match


def ticks(match: Match, turn: int, last: int) -> dict[int, int]:
    """The ongoing tokens placed on blue-1 by turn, from the one the stage began with to the siege phase of the last."""
    pass_to(match, last, "siege")
    found: dict[int, int] = {}
    for event in match.events:
        if isinstance(event, TurnBegan):
            turn = event.value
        if isinstance(event, Damaged) and event.rule == "DG-ONG-04" and event.bearer == "blue-1":
            found[turn] = found.get(turn, 0) + event.by
    return found


def burning(attacker: str, weapon: str) -> Fraction:
    """The chance that one attack with all dice starts ongoing damage."""
    match = duel(weapon, attacker, turn=1).match()
    match.play(Activate("red-1"), Attack("red-1", weapon, {"blue-1": item(weapon).dice}))
    odds = distribution(match, lambda m: isinstance(m.pending, Decision), lambda m: bool(m.table.attachments))
    return odds[True]


@rule("DG-ONG-01", 0)
def test_a_troopers_burner_sets_the_target_alight_more_often_than_not() -> None:
    assert burning("trooper", "solumide_burner") == Fraction(21, 25)
    assert shot_odds("trooper", "solumide_burner")["mean"] == "18/5"
    match = hit(duel("solumide_burner", "trooper", turn=1), "solumide_burner", 5, 4)
    assert damage(match, "blue-1") == 3
    ongoing = sum(ticks(match, 1, 5).values())
    assert ongoing == 2
    assert damage(match, "blue-1") == 3 + 2
    assert ongoing * burning("trooper", "solumide_burner") == Fraction(42, 25)


@rule("DG-ONG-02", 0)
def test_an_artillerists_incendiary_cannon_almost_always_sets_alight() -> None:
    assert burning("artillerist", "incendiary_cannon") == Fraction(9919, 10000)
    assert shot_odds("artillerist", "incendiary_cannon")["mean"] == "28/5"


@rule("DG-ONG-02", 1)
def test_shots_split_between_two_targets_set_both_alight() -> None:
    red, blue = [on("artillerist", 5, 12, "incendiary_cannon")], [on("bastion", 15, 10), on("bastion", 15, 14)]
    match = Stage(red, blue).match(4, 3, 3, 10)
    match.play(Activate("red-1"), Attack("red-1", "incendiary_cannon", {"blue-1": 2, "blue-2": 2}))
    assert spent(match)
    for turn, tokens in ((1, 2), (2, 3), (3, 4), (4, 4)):
        pass_to(match, turn, "siege")
        assert (damage(match, "blue-1"), damage(match, "blue-2")) == (tokens, tokens)


@rule("DG-ONG-03", 0)
def test_a_recons_knife_cuts_three_times_and_makes_bleed() -> None:
    kind = item("assassins_knife")
    assert (kind.attack, kind.dice, kind.damage, kind.range_in, kind.cost) == ("swing", 3, 1, 1, 1)
    assert takers("assassins_knife") == ("recon",)
    hits = shot_odds("recon", "assassins_knife")["hits"]
    assert hits == {"0": "27/1000", "1": "189/1000", "2": "441/1000", "3": "343/1000"}
    assert burning("recon", "assassins_knife") == Fraction(973, 1000)


@pytest.mark.parametrize(
    ("weapon", "attacker"),
    [("solumide_burner", "trooper"), ("incendiary_cannon", "artillerist"), ("assassins_knife", "recon")],
)
@rule("DG-ONG-01")
@rule("DG-ONG-02")
@rule("DG-ONG-03")
@rule("DG-ONG-04", 0)
def test_a_hit_costs_a_token_in_each_of_the_next_two_siege_phases(weapon: str, attacker: str) -> None:
    match = hit(duel(weapon, attacker, turn=3), weapon, 10)
    before = damage(match, "blue-1")
    pass_to(match, 4, "active")
    assert damage(match, "blue-1") == before
    assert ticks(match, 3, 6) == {4: 1, 5: 1}
    assert damage(match, "blue-1") == before + 2


@rule("DG-ONG-04", 0)
def test_a_miss_starts_nothing() -> None:
    match = hit(duel("solumide_burner", "trooper", turn=3), "solumide_burner", 4)
    assert ticks(match, 3, 6) == {}


@rule("DG-ONG-04", 1)
def test_the_match_may_end_before_a_burn_does() -> None:
    late = hit(duel("solumide_burner", "trooper", turn=6), "solumide_burner", 5)
    assert damage(play_out(late), "blue-1") == 3 + 1
    too_late = hit(duel("solumide_burner", "trooper", turn=7), "solumide_burner", 5)
    assert damage(play_out(too_late), "blue-1") == 3


@rule("DG-ONG-04", 2)
def test_a_burn_kills_in_the_upkeep_of_its_second_token() -> None:
    red, blue = (
        [on("artillerist", 5, 12, "incendiary_cannon")],
        [on("trooper", 15, 12, damage=13), on("trooper", 30, 3)],
    )
    match = Stage(red, blue, turn=2).match(4)
    match.play(Activate("red-1"), Attack("red-1", "incendiary_cannon", {"blue-1": 1}))
    assert damage(match, "blue-1") == 15
    pass_to(match, 3, "siege")
    assert damage(match, "blue-1") == 16
    pass_to(match, 4, "movement")
    assert alive(match, "blue-1")
    pass_to(match, 4, "siege")
    assert damage(match, "blue-1") == 17
    pass_to(match, 5, "movement")
    assert not alive(match, "blue-1")
    assert spent(match)


@rule("DG-ONG-04", 3)
def test_with_current_siege_a_burn_begins_as_the_phase_of_the_hit_ends() -> None:
    options = {"ongoing_start": "current_siege"}
    match = hit(duel("solumide_burner", "trooper", turn=3, options=options), "solumide_burner", 5)
    assert damage(match, "blue-1") == 3
    pass_to(match, 4, "movement")
    assert damage(match, "blue-1") == 4
    pass_to(match, 4, "active")
    assert damage(match, "blue-1") == 4
    assert ticks(match, 3, 6) == {3: 1, 4: 1}
    knife = hit(duel("assassins_knife", "recon", turn=3, options=options), "assassins_knife", 4)
    assert ticks(knife, 3, 6) == {4: 1, 5: 1}


@rule("DG-ONG-05", 0)
@pytest.mark.parametrize(("stacking", "each"), [("renew_per_weapon", 1), ("per_hit", 4)])
def test_four_hits_of_one_cannon_burn_like_one_unless_every_hit_counts(stacking: str, each: int) -> None:
    stage = duel("incendiary_cannon", "artillerist", turn=2, options={"ongoing_stacking": stacking})
    match = hit(stage, "incendiary_cannon", 4, 5, 6, 7)
    assert damage(match, "blue-1") == 8
    assert ticks(match, 2, 5) == {3: each, 4: each}


@rule("DG-ONG-05", 1)
@pytest.mark.parametrize(
    ("stacking", "turns"), [("renew_per_weapon", {3: 1, 4: 1, 5: 1}), ("per_hit", {3: 1, 4: 2, 5: 1})]
)
def test_a_second_cut_renews_the_bleeding_unless_every_hit_counts(stacking: str, turns: dict[int, int]) -> None:
    stage = duel("assassins_knife", "recon", turn=2, options={"ongoing_stacking": stacking})
    match = stage.match(4, 4)
    cut = (Activate("red-1"), Attack("red-1", "assassins_knife", {"blue-1": 1}))
    match.play(*cut)
    assert ticks(match, 2, 3) == {3: 1}
    match.play(*cut)
    assert spent(match)
    assert ticks(match, 2, 6) == turns


@rule("DG-ONG-05", 2)
def test_a_burn_and_a_cut_run_side_by_side() -> None:
    red = [on("trooper", 4, 12, "solumide_burner"), on("recon", 6.8, 13.5, "assassins_knife")]
    match = Stage(red, [on("bastion", 6.8, 12)], turn=2).match(5, 4)
    match.play(Activate("red-1"), Attack("red-1", "solumide_burner", {"blue-1": 1}))
    turn_of(match, "red")
    match.play(Activate("red-2"), Attack("red-2", "assassins_knife", {"blue-1": 1}))
    assert damage(match, "blue-1") == 4
    assert ticks(match, 2, 5) == {3: 2, 4: 2}
    assert spent(match)


@rule("DG-ONG-05")
def test_the_same_kind_of_weapon_in_other_hands_only_renews() -> None:
    red = [on("recon", 5.5, 12, "assassins_knife"), on("recon", 6.8, 13.3, "assassins_knife")]
    match = Stage(red, [on("bastion", 6.8, 12)], turn=2).match(4, 4)
    match.play(Activate("red-1"), Attack("red-1", "assassins_knife", {"blue-1": 1}))
    turn_of(match, "red")
    match.play(Activate("red-2"), Attack("red-2", "assassins_knife", {"blue-1": 1}))
    assert ticks(match, 2, 5) == {3: 1, 4: 1}
    assert spent(match)


@rule("DG-ONG-06", 0)
def test_a_burn_outlives_the_one_who_set_it() -> None:
    red = [on("trooper", 4, 12, "solumide_burner", damage=17), on("trooper", 2, 2)]
    match = Stage(red, [on("bastion", 6.8, 12)], turn=2).match(5)
    match.play(Activate("red-1"), Attack("red-1", "solumide_burner", {"blue-1": 1}))
    pass_to(match, 3, "movement")
    assert not alive(match, "red-1")
    assert ticks(match, 2, 5) == {3: 1, 4: 1}
    assert spent(match)


@rule("DG-ONG-06")
def test_healing_takes_tokens_off_and_leaves_the_burn() -> None:
    red, blue = [on("trooper", 4, 12, "solumide_burner")], [on("overseer", 6.8, 12, "dress_wounds")]
    match = Stage(red, blue, turn=2).match(5, 4)
    match.play(Activate("red-1"), Attack("red-1", "solumide_burner", {"blue-1": 1}))
    pass_to(match, 3, "active")
    turn_of(match, "blue")
    match.play(Activate("blue-1"), Cast("blue-1", "dress_wounds", "blue-1"))
    assert [e.by for e in happened(match, Healed)] == [-3]
    assert ticks(match, 2, 5) == {3: 1, 4: 1}
    assert damage(match, "blue-1") == 2
    assert spent(match)


@rule("DG-ONG-03")
def test_a_knife_in_the_belt_makes_no_other_weapon_bleed() -> None:
    match = Stage([on("recon", 5, 12, "assassins_knife", "saw_sword")], [on("bastion", 6.8, 12)]).match(10, 10)
    match.play(Activate("red-1"), Attack("red-1", "saw_sword", {"blue-1": 2}))
    assert damage(match, "blue-1") == 4
    assert ticks(match, 1, 3) == {}
    assert spent(match)
