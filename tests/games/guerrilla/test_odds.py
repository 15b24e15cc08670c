"""Exact odds: equal to counting every face by hand, and refused where the rules refuse the question."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sightline.core.errors import BadInput
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.catalog import characters, items
from tests.games.guerrilla.stage import chance


def attack(attacker: str, weapon: str, target: str = "bastion", **more: Any) -> dict[str, Any]:
    return GAME.odds({"attack": {"attacker": attacker, "weapon": weapon, "target": target, **more}})


def cast(caster: str, ability: str, **more: Any) -> dict[str, Any]:
    return GAME.odds({"cast": {"caster": caster, "ability": ability, **more}})


def by_hand(need: int, dice: int, rerolls: int) -> dict[str, str]:
    """The hits of so many dice, every face of every die and of every die rolled again counted out."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 11), repeat=dice):
        missed = min(rerolls, sum(f < need for f in faces))
        for again in product(range(1, 11), repeat=missed):
            hits = sum(f >= need for f in (*faces, *again))
            found[hits] = found.get(hits, Fraction(0)) + Fraction(1, 10 ** (dice + missed))
    return {str(hits): str(found[hits]) for hits in sorted(found)}


def test_the_odds_of_a_rifle_at_disadvantage_are_exact() -> None:
    assert attack("trooper", "phaser_rifle", steps=-1, shots=4, rerolls=0, damage_taken=0) == {
        "need": 7,
        "per_die": "2/5",
        "hits": {"0": "81/625", "1": "216/625", "2": "216/625", "3": "96/625", "4": "16/625"},
        "damage": {"0": "81/625", "2": "216/625", "4": "216/625", "6": "96/625", "8": "16/625"},
        "mean": "16/5",
        "kill": "0",
    }


@pytest.mark.parametrize("steps", [-1, 0, 1])
@pytest.mark.parametrize(("dice", "rerolls"), [(1, 0), (1, 1), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1)])
def test_the_odds_are_those_of_every_face_counted(steps: int, dice: int, rerolls: int) -> None:
    found = attack("trooper", "phaser_rifle", steps=steps, shots=dice, rerolls=rerolls)
    assert found["need"] == 5 - 2 * steps
    assert found["per_die"] == str(chance(5 - 2 * steps))
    assert found["hits"] == by_hand(5 - 2 * steps, dice, rerolls)
    assert found["damage"] == {str(2 * int(n)): odds for n, odds in found["hits"].items()}


def test_every_weapon_of_every_type_adds_up_to_one() -> None:
    asked = [(c, i.id) for i in items().values() if i.attack in ("shot", "swing") for c in i.available_to]
    for attacker, weapon in asked:
        found = attack(attacker, weapon)
        assert sum(map(Fraction, found["hits"].values())) == 1
        kind, traits = items()[weapon], characters()[attacker]
        assert found["need"] == (traits.gs if kind.attack == "shot" else traits.ms)
        assert Fraction(found["mean"]) == kind.dice * kind.damage * chance(found["need"])


@pytest.mark.parametrize(
    ("taken", "kill"), [(0, "0"), (6, "0"), (7, "9/25"), (11, "9/25"), (12, "21/25"), (16, "21/25"), (17, "1")]
)
def test_a_kill_is_more_damage_than_hit_points_at_the_next_upkeep(taken: int, kill: str) -> None:
    assert attack("trooper", "slugger", "trooper", damage_taken=taken)["kill"] == kill


def test_ongoing_damage_to_come_kills_nobody_yet() -> None:
    assert attack("trooper", "solumide_burner", "trooper", damage_taken=10)["kill"] == "0"
    assert attack("trooper", "solumide_burner", "trooper", damage_taken=11)["kill"] == "9/25"


def test_a_second_wind_turns_a_ten_shot_volley() -> None:
    found = attack("bastion", "heavy_rotary_rifle", rerolls=2)
    # Both second winds are spent unless there are fewer misses than that.
    spent = 2 - Fraction(2, 2**10) - Fraction(10, 2**10)
    assert Fraction(found["mean"]) == 5 + spent / 2


@pytest.mark.parametrize("ability", [i.id for i in items().values() if i.kind == "ability"])
def test_every_ability_is_cast_on_its_own_number(ability: str) -> None:
    kind = items()[ability]
    caster = kind.available_to[0]
    assert cast(caster, ability) == {"need": kind.target_number, "success": str(chance(kind.target_number))}
    again = 1 - (1 - chance(kind.target_number)) ** 2
    assert (
        cast(caster, ability, rerolls=1)
        == cast(caster, ability, rerolls=5)
        == {"need": kind.target_number, "success": str(again)}
    )


def test_only_the_staff_helps_a_cast() -> None:
    assert cast("herald", "mind_blaze", steps=1) == {"need": 5, "success": "3/5"}


GOOD = {"attacker": "trooper", "weapon": "phaser_rifle", "target": "bastion"}
SHOCK = {"caster": "herald", "ability": "psychic_shock"}


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ([], "odds: expected an object, got a list"),
        ({}, "odds: expected one of 'attack' and 'cast'"),
        ({"attack": GOOD, "cast": SHOCK}, "odds: expected one of 'attack' and 'cast'"),
        ({"throw": {}}, "odds: unknown key 'throw'"),
        ({"attack": {}}, "odds.attack: missing key 'attacker'"),
        ({"attack": {**GOOD, "range": 3}}, "odds.attack: unknown key 'range'"),
        ({"attack": {**GOOD, "attacker": "ork"}}, "odds.attack.attacker: no character 'ork'"),
        ({"attack": {**GOOD, "target": "ork"}}, "odds.attack.target: no character 'ork'"),
        ({"attack": {**GOOD, "weapon": "club"}}, "odds.attack.weapon: no equipment or ability 'club'"),
        ({"attack": {**GOOD, "weapon": "laser_scope"}}, "odds.attack.weapon: laser_scope is no weapon (DG-EQP-07)"),
        ({"attack": {**GOOD, "weapon": "dress_wounds"}}, "odds.attack.weapon: dress_wounds is no weapon (DG-EQP-07)"),
        ({"attack": {**GOOD, "weapon": "force_grenade"}}, "DG-THR-02"),
        ({"attack": {**GOOD, "attacker": "medic"}}, "odds.attack.weapon: phaser_rifle is not for medic"),
        ({"attack": {**GOOD, "attacker": "medic"}}, "DG-EQP-02"),
        ({"attack": {**GOOD, "shots": 0}}, "odds.attack.shots: phaser_rifle has 1 to 4, got 0 (DG-SPL-03)"),
        ({"attack": {**GOOD, "shots": 5}}, "odds.attack.shots: phaser_rifle has 1 to 4, got 5 (DG-SPL-01)"),
        ({"attack": {**GOOD, "shots": 10**18}}, "odds.attack.shots"),
        ({"attack": {**GOOD, "shots": 2.5}}, "odds.attack.shots"),
        ({"attack": {**GOOD, "steps": 2}}, "odds.attack.steps"),
        ({"attack": {**GOOD, "steps": "1"}}, "odds.attack.steps"),
        ({"attack": {**GOOD, "rerolls": -1}}, "odds.attack.rerolls"),
        ({"attack": {**GOOD, "rerolls": 10**18}}, "odds.attack.rerolls"),
        ({"attack": {**GOOD, "damage_taken": -1}}, "odds.attack.damage_taken"),
        ({"attack": {**GOOD, "damage_taken": 10**18}}, "odds.attack.damage_taken"),
        ({"cast": {**SHOCK, "caster": "ork"}}, "odds.cast.caster: no character 'ork'"),
        ({"cast": {**SHOCK, "ability": "fireball"}}, "odds.cast.ability: no equipment or ability 'fireball'"),
        ({"cast": {**SHOCK, "ability": "saw_sword"}}, "odds.cast.ability: saw_sword is no ability (DG-CST-01)"),
        ({"cast": {**SHOCK, "caster": "trooper"}}, "DG-EQP-02"),
        ({"cast": {**SHOCK, "steps": -1}}, "odds.cast.steps: nothing puts a cast at disadvantage (DG-ADV-06)"),
        ({"cast": {**SHOCK, "caster": "crusader", "steps": 1}}, "crusader may not take it (DG-EQP-02)"),
    ],
)
def test_a_question_that_makes_no_sense_is_told_what_and_where(spec: Any, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.odds(spec)
    assert told in str(caught.value)
