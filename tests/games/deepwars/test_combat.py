"""Combat: chances in figures, both rolls, who may be struck, and things that defend themselves (DW-CBT)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import Attack, Move
from sightline.games.deepwars.arms import best_melee
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import AttackDeclared, Checked, Clashed, Struck
from sightline.games.deepwars.questions import H2H, HACK, SHOT, AttackScore, Blow, DefenceScore
from tests.games.deepwars.duels import FISTS, PLAIN, duel, result, row_of, scores
from tests.games.deepwars.scenes import at_a_plant, scenic, thing
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    example,
    free,
    happened,
    has,
    offered,
    on,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ chances in figures


NAMES = {"hit": "defender", "counter": "attacker"}


def combat_examples() -> list[Any]:
    """Every worked example of a combat in figures, with the rule it stands under."""
    found = []
    for id, rule_ in GAME.rulebook.rules.items():
        for n, one in enumerate(rule_.examples):
            facts = one.facts.get("vector", {})
            if facts.get("kind") == "combat":
                found.append(pytest.param(facts, id=f"{id}-{n}", marks=rule(id, n)))
    for name, facts in example("DW-ACN-08", 1).items():
        found.append(pytest.param(facts, id=f"DW-ACN-08-{name}", marks=rule("DW-ACN-08", 1)))
    return found


@pytest.mark.parametrize("facts", combat_examples())
def test_the_chances_of_a_combat_are_exact(facts: dict[str, Any]) -> None:
    mode = "ranged" if facts["mode"] == "ranged" else "h2h"
    answer = GAME.odds(
        {
            "combat": {
                "mode": mode,
                "attacker": facts["attacker_cs"],
                "defender": facts["defender_cs"],
                "attacker_av": facts.get("attacker_av", 1),
                "defender_av": facts["defender_av"],
                "counter": facts["mode"] == "h2h",
            }
        }
    )
    found: dict[str, Fraction] = {}
    for word, who in NAMES.items():
        for row, chance in answer[who].items():
            if row != "nothing" and Fraction(chance):
                found[f"{word}_{row}"] = Fraction(chance)
    quiet = ("tie", "no_effect")
    wanted = {name: Fraction(p) for name, p in facts["p"].items() if name not in quiet}
    assert found == wanted
    idle = 1 - sum(found.values())
    assert idle == sum(Fraction(p) for name, p in facts["p"].items() if name in quiet)


# ------------------------------------------------------------------ the roll


@rule("DW-CBT-01", 0)
@rule("DW-CBT-02")
def test_both_roll_and_add_combat_weapon_and_modifiers() -> None:
    match = duel(on(17, 18, "trident"), on(21, 18, "dive_knife", combat=2)).match(5, 5, 4, 5)
    act(match, *rolling("red-1"), Move("red-1", (19.99, 18.0)), Attack("red-1", "trident", "blue-1"))
    assert happened(match, Clashed)[0].totals == (9, 7)
    assert happened(match, Struck)[0].severity == 2
    assert spent(match)


@rule("DW-CBT-03", 0, 1)
def test_a_defender_that_wins_strikes_back_if_it_faces_the_attacker() -> None:
    assert row_of(result((6, 8), facing=0.0)) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"fallen": 1}))) == "counter_1"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"transfixed": 1}))) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"immobilized": 1}))) == "no_effect"
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"dazed": 1, "entangled": 1}))) == "counter_1"
    down = {"fallen_may_counter": False}
    assert row_of(result((6, 8), blue=on(21, 18, tokens={"fallen": 1}), options=down)) == "no_effect"


@rule("DW-CBT-04")
def test_a_target_that_rolls_higher_is_merely_safe() -> None:
    shot = Blow("red-1", "blue-1", "dart_rifle", SHOT)
    assert row_of(result((6, 8), blow=shot)) == "no_effect"
    assert row_of(result((8, 6), blow=shot)) == "hit_1"


@rule("DW-CBT-05")
@rule("DW-ABL-14")
def test_a_defender_uses_its_best_weapon_and_none_against_shots() -> None:
    table = duel(blue=on(21, 18, "dive_knife", "trident", "shell_cleaver")).table
    assert best_melee(table, table.models["blue-1"]).id == "shell_cleaver"
    assert scores(duel(blue=on(21, 18, "trident")), PLAIN) == (0, 1)
    assert scores(duel(blue=on(21, 18, "trident")), Blow("red-1", "blue-1", "dart_rifle", SHOT))[1] == 0
    table = duel(blue=on(21, 18, "needle_pistol")).table
    assert best_melee(table, table.models["blue-1"]).id in ("bare_hands", "needle_pistol")


@rule("DW-CBT-06")
@rule("DW-CBT-07")
def test_everything_is_declared_before_the_dice() -> None:
    match = duel().match()
    match.play(*free("red-1"), Attack("red-1", FISTS, "blue-1", "head"))
    blow = happened(match, AttackDeclared)[0].blow
    assert (blow.section, blow.effort, blow.weapon) == ("head", 1, FISTS)
    assert not happened(match, Clashed)


@rule("DW-CBT-08")
def test_a_counter_attack_strikes_the_body_with_the_defenders_weapon() -> None:
    match = duel(on(20, 18, boxes_body=9, av=2), on(21, 18, "shell_cleaver")).match(5, 5, 5, 3, 4)
    act(match, *rolling("red-1", 3), Attack("red-1", FISTS, "blue-1", "locomotion", 3, 0))
    struck = happened(match, Struck)[0]
    assert (struck.counter, struck.blow.weapon, struck.blow.effort) == (True, "shell_cleaver", 1)
    assert wounds(match, "red-1") == 1
    assert wounds(match, "red-1", "locomotion") == 0


@rule("DW-CBT-10")
@rule("DW-ACN-07")
def test_friends_and_those_out_of_contact_cannot_be_struck() -> None:
    match = Stage([on(20, 18), on(21, 18)], [on(19, 18), on(22.2, 18)]).match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "red-2")).rule == "DW-CBT-10"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-2")).rule == "DW-ACN-07"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-1")) is None
    assert {o["target"] for o in offered(match, Attack)} == {"blue-1"}


@rule("DW-CBT-07")
@rule("DW-MRL-02")
def test_who_turns_to_a_victim_it_terrifies_strikes_at_it_as_it_flees() -> None:
    match = duel(on(20, 18, "terror", facing=180)).match(6, 6, 1, 1, 6)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert [clash.blow.mode for clash in happened(match, Clashed)] == [HACK]
    assert at(match, "blue-1") != (21.0, 18.0)


# ------------------------------------------------------------------ things: DW-CBT-09, DW-CBT-10


@rule("DW-CBT-09", 0)
def test_a_thing_defends_itself_and_no_more() -> None:
    stage = Stage([on(20, 18, combat=5), on(2, 2)], [on(2, 34)])
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (22.0, 18.0), "altar")
    match = stage.match(4, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert happened(match, Clashed)[0].totals == (9, 7)
    assert wounds(match, "altar") == 1
    assert not has(match, "altar", "fallen")
    match = stage.match(1, 6)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert not happened(match, Struck)
    match = stage.match(3, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert at(match, "altar") == (22.0, 18.0)
    assert not has(match, "red-1", "advantage:altar")
    stage.table.put_tokens("altar", "wound:body", 2)
    match = stage.match(4, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "altar"))
    assert not alive(match, "altar")


@rule("DW-CBT-09")
@rule("DW-SCA-01")
@pytest.mark.parametrize(("blow", "scores"), [(("dart_rifle", SHOT), (4, 5)), ((FISTS, H2H), (3, 5))])
def test_a_thing_defends_with_its_score_and_nothing_more(blow: tuple[str, str], scores: tuple[int, int]) -> None:
    stage = Stage([on(22, 18, "dart_rifle")], [on(2, 34)])
    table = scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (24, 18)).table
    weapon, mode = blow
    assert table.models["thing"].tokens["combat"] == 5
    attack = EFFECTS.tally(table, AttackScore("red-1", "thing", Blow("red-1", "thing", weapon, mode)), 3)
    defence = EFFECTS.tally(table, DefenceScore("thing", "red-1", Blow("red-1", "thing", weapon, mode)), 5)
    assert (attack.value, defence.value) == scores


@rule("DW-CBT-09")
@rule("DW-ABL-41")
@rule("DW-ABL-55")
@rule("DW-ABL-23")
@pytest.mark.parametrize("trait", ["poison", "shock", "entangle", "irradiate"])
def test_an_object_has_nothing_to_resist(trait: str) -> None:
    arms = [w.id for w in catalog.weapons().values() if w.melee and any(t.id == trait for t in w.traits)]
    for weapon in arms:
        match = act(at_a_plant(weapon, combat=9).match(6, 1), *free("red-1"), Attack("red-1", weapon, "thing"))
        assert wounds(match, "thing")
        assert not happened(match, Checked), "no living thing, and no model"
        assert not has(match, "thing", "held_by:red-1")


@rule("DW-CBT-10")
@rule("DW-CBT-09")
def test_no_object_is_shot_through_a_wall() -> None:
    for terrain, no in (([], None), ([wall(17, 14, 18, 22)], "DW-CBT-10")):
        stage = Stage([on(14, 18, "dart_rifle"), on(2, 2)], [on(40, 30)], terrain=terrain)
        match = act(thing(stage, "wheel_of_the_stars", "blue-altar", (22.0, 18.0)).match(), *free("red-1"))
        refusal = match.refusal(Attack("red-1", "dart_rifle", "blue-altar"))
        assert (refusal and refusal.rule) == no
