"""Tech items: learning, teaching, using and salvaging them (DW-TEC)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sightline.core.match import Match
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Done,
    EndTurn,
    FreeActivation,
    HandOver,
    Learn,
    Move,
    Nominate,
    OpenPortal,
    Raise,
    RollToActivate,
    Salvage,
    Take,
    Teach,
)
from sightline.games.deepwars.checks import reads
from sightline.games.deepwars.devices import can_use, handicap
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.questions import QualityCheck
from sightline.games.deepwars.tokens import ACTIONS, DAMAGED, LEARNED, LOAD, UPGRADE
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.finds import EYE, finder, learning
from tests.games.deepwars.stage import (
    Stage,
    act,
    example,
    free,
    has,
    model,
    model_of,
    odds,
    offered,
    on,
    refused,
    rolling,
    spent,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ learning


def chance(quality: int, needs: int, mod: int) -> Fraction:
    """How likely a check of three dice is to have so many successes, by the tally of the rules."""
    table = Stage([on(20, 18, quality=quality)], [on(40, 30)]).table
    need = EFFECTS.tally(table, QualityCheck("red-1", (), "learn", EYE, mod), quality)
    met = reads(need)
    good = sum(1 for faces in product(met, repeat=3) if sum(faces) >= needs)
    return Fraction(good, 216)


@pytest.mark.parametrize(("id", "n"), [("DW-TEC-03", 0), ("DW-TEC-08", 0), ("DW-CON-03", 0), ("DW-TEC-10", 0)])
@rule("DW-TEC-03", 0)
@rule("DW-TEC-08", 0)
@rule("DW-CON-03", 0)
@rule("DW-TEC-10", 0)
def test_the_chances_to_learn_are_exact(id: str, n: int) -> None:
    facts = example(id, n)
    for row in facts.get("table", [facts]):
        assert chance(row["target"], row["needs"], row["mod"]) == Fraction(row["p"])


@rule("DW-TEC-01")
@rule("DW-TEC-03")
@rule("DW-TEC-06")
def test_an_artifact_is_learned_with_three_successes_and_works_from_then_on() -> None:
    match = learning(finder("scientist:3"), 6, 6, 6)
    assert has(match, "red-1", f"{LEARNED}:{EYE}")
    assert has(match, "red-1", EYE)
    assert not has(learning(finder("scientist:3"), 6, 6, 1), "red-1", f"{LEARNED}:{EYE}")


@rule("DW-TEC-08")
@rule("DW-TEC-10")
@pytest.mark.parametrize(("items", "mod"), [((), -2), (("ether_tech:3",), 0), (("ether_tech:2",), -2)])
def test_who_is_no_scientist_learns_at_minus_two(items: tuple[str, ...], mod: int) -> None:
    stage = finder(*items)
    assert handicap(stage.table, stage.table.models["red-1"], EYE) == mod


@rule("DW-TEC-10")
def test_a_scientist_of_a_low_level_has_minus_one() -> None:
    tinker = Stage([on(20, 18, profile="ll_tinker"), on(5, 5, profile="bw_rigwright")], [on(40, 30)]).table
    assert handicap(tinker, tinker.models["red-1"], EYE) == -1
    assert handicap(tinker, tinker.models["red-2"], EYE) == -1


@rule("DW-ACN-19")
def test_learning_an_artifact_is_a_quality_check() -> None:
    known = learning(finder("scientist:3"), 4, 4, 4)
    assert has(known, "red-1", f"{LEARNED}:{EYE}")
    assert not has(known, "red-1", ACTIONS)
    assert not has(learning(finder("scientist:3"), 4, 4, 3), "red-1", f"{LEARNED}:{EYE}")


@rule("DW-TEC-03")
@rule("DW-TEC-06")
@pytest.mark.parametrize(
    ("tokens", "wrong"),
    [
        ({}, ("DW-TEC-06", "does not carry the Portable Portal")),
        ({"load:portable_portal": 1}, ("DW-TEC-03", "has not learned the Portable Portal")),
        ({"load:portable_portal": 1, "damaged:portable_portal": 1}, ("DW-TEC-04", "is damaged")),
    ],
)
def test_who_never_learned_an_artifact_is_told_so(tokens: dict[str, int], wrong: tuple[str, str]) -> None:
    match = Stage([on(20, 18, tokens=tokens), on(2, 2)], [on(40, 30)]).match(6, 6, 6)
    no = refused(match, *rolling("red-1", 3), OpenPortal("red-1", 1, (20.0, 19.0), (34.0, 18.0)))
    assert no.rule == wrong[0]
    assert wrong[1] in GAME.sayings.refusal(match.table, no)


@rule("DW-TEC-03")
@rule("DW-TEC-05")
@rule("DW-SCN-14")
@rule("DW-TRE-02")
def test_whoever_is_engaged_may_learn_but_not_pick_up() -> None:
    who = on(20, 18, "scientist:3", tokens={"load:planar_eye": 1}, size=2)
    match = Stage([who, on(2, 2)], [on(21.25, 18), on(2, 34)]).match(6, 6, 6, 6, 6)
    act(match, *rolling("red-1"), Learn("red-1", "planar_eye"))
    assert has(match, "red-1", "learned:planar_eye")
    assert spent(match)


@rule("DW-TEC-03")
def test_a_salvaged_weapon_of_a_kind_one_knows_is_brought_to_life_like_any_other() -> None:
    known = {"learned:sonic_horn": 1, "load:sonic_horn": 1}
    match = Stage([on(10, 10, "scientist:3", tokens=known), on(2, 2)], [on(16, 10)]).match(6, 6, 6)
    act(match, *free("red-1"), Learn("red-1", "sonic_horn"))
    assert "sonic_horn" in model(match, "red-1").kit


@rule("DW-TEC-03")
def test_who_has_salvaged_two_of_a_kind_still_carries_the_other() -> None:
    two = {"load:sonic_horn": 2}
    match = Stage([on(10, 10, "scientist:3", size=2, tokens=two), on(2, 2)], [on(16, 10)]).match(6, 6, 6)
    act(match, *free("red-1"), Learn("red-1", "sonic_horn"))
    assert match.table.tokens("red-1", "load:sonic_horn") == 1


# ------------------------------------------------------------------ who understands what


@rule("DW-ABL-24")
def test_ether_tech_uses_what_works_up_to_its_level() -> None:
    for figure, works, able in ((3, 1, True), (2, 1, False), (3, 0, False)):
        table = Stage([on(20, 18, f"ether_tech:{figure}")], [on(40, 30)]).table
        table.put_tokens("table", f"{LEARNED}:{EYE}", works)
        assert can_use(table, table.models["red-1"], EYE) is able
    assert handicap(table, table.models["red-1"], EYE) == 0


@rule("DW-ABL-53")
def test_a_scientist_uses_what_works_learns_without_penalty_and_salvages() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee)
    stage = Stage([on(20, 18, "scientist:3", combat=9), on(2, 2)], [on(21, 18, gun), on(2, 34), on(4, 34), on(6, 34)])
    table = stage.table
    assert handicap(table, table.models["red-1"], EYE) == 0
    table.put_tokens("table", f"{LEARNED}:{EYE}", 1)
    assert can_use(table, table.models["red-1"], EYE)
    assert not can_use(table, table.models["red-2"], EYE)
    match = act(stage.match(6, 6, 6, 6, 4, *[6] * 9), *rolling("red-1", 3), Attack("red-1", FISTS, "blue-1"))
    act(match, Move("red-1", (20.6, 18)))
    assert offered(match, Salvage)
    assert not offered(match, Learn)


# ------------------------------------------------------------------ teaching: DW-TEC-07


@rule("DW-TEC-07")
def test_a_scientist_teaches_a_friend_in_contact() -> None:
    stage = Stage([on(20, 18, "scientist:3", tokens={f"{LEARNED}:{EYE}": 1}), on(21, 18)], [on(40, 30)])
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), Teach("red-1", "red-2", EYE))
    assert has(match, "red-2", f"{LEARNED}:{EYE}")


@rule("DW-TEC-07")
def test_teaching_a_weapon_gives_nobody_a_second_one() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    scientist = on(20, 18, "scientist:3", gun, tokens={f"{LEARNED}:{gun}": 1})
    lesson = (*free("red-1"), Teach("red-1", "red-2", gun))
    match = act(Stage([scientist, on(21, 18)], [on(40, 30)]).match(), *lesson)
    assert has(match, "red-2", f"{LEARNED}:{gun}")
    assert gun not in model(match, "red-2").kit
    match = act(Stage([scientist, on(21, 18, tokens={f"{LOAD}:{gun}": 1})], [on(40, 30)]).match(), *lesson)
    assert gun in model(match, "red-2").kit
    assert not has(match, "red-2", f"{LOAD}:{gun}")


@rule("DW-TEC-06")
@rule("DW-TEC-07")
def test_who_was_taught_a_weapon_can_use_it_once_it_is_handed_over() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    pupil = on(21, 18, tokens={f"{LEARNED}:{gun}": 1})
    stage = Stage([on(20, 18, tokens={f"{LOAD}:{gun}": 1}), pupil], [on(40, 30)])
    match = act(stage.match(), *free("red-1"), HandOver("red-1", "red-2", gun))
    assert gun in model(match, "red-2").kit
    assert not has(match, "red-2", f"{LOAD}:{gun}")


@rule("DW-TEC-04")
@rule("DW-TEC-07")
def test_a_lesson_does_not_mend_the_weapon_it_is_about() -> None:
    broken = {"load:sonic_horn": 1, "damaged:sonic_horn": 1}
    red = [on(10, 10, "scientist:3", tokens={"learned:sonic_horn": 1}), on(11, 10, tokens=broken)]
    match = act(Stage(red, [on(16, 10)]).match(), *free("red-1"), Teach("red-1", "red-2", "sonic_horn"))
    act(match, Done("red-1"), *free("red-2"))
    assert "sonic_horn" not in model(match, "red-2").kit
    assert match.refusal(Attack("red-2", "sonic_horn", "blue-1")) is not None


# ------------------------------------------------------------------ weapons that fail: DW-TEC-09


@rule("DW-TEC-09", 0)
@rule("DW-UPG-07")
def test_a_tech_weapon_fails_on_a_second_one() -> None:
    gun = next(w for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    for reliable, dice, broken in ((0, (1, 3, 1), 1), (0, (1, 3, 2), 0), (1, (1, 3, 1, 1), 1), (1, (1, 3, 1, 2), 0)):
        tokens = {f"{UPGRADE}:reliable:{gun.id}": reliable} if reliable else {}
        stage = Stage([on(20, 18, gun.id, tokens=tokens), on(2, 2)], [on(22, 18), on(2, 34)])
        match = act(stage.match(*dice), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", gun.id, "blue-1"))
        assert wounds(match, "red-1", gun.id) == broken
        assert spent(match)
    for reliable, chance in enumerate(example("DW-TEC-09", 0)["p"]):
        tokens = {f"{UPGRADE}:reliable:{gun.id}": 1} if reliable else {}
        match = Stage([on(20, 18, gun.id, tokens=tokens), on(2, 2)], [on(22, 18), on(2, 34)]).match()
        match.play(Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", gun.id, "blue-1"))
        assert odds(match, lambda m: wounds(m, "red-1", gun.id))[1] == Fraction(chance)


# ------------------------------------------------------------------ salvage: DW-TEC-02


@rule("DW-TEC-02")
@rule("DW-UPG-08")
def test_a_scientist_salvages_tech_from_a_body() -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.cl >= 1 and not w.melee and not w.traits)
    victim = on(21, 18, gun)
    stage = Stage([on(20, 18, "scientist:2", combat=9), on(2, 2)], [victim, on(2, 34), on(4, 34), on(6, 34)])
    match = stage.match(6, 6, 6, 6, 4, *[6] * 9)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), Attack("red-1", "bare_hands", "blue-1"))
    act(match, Move("red-1", (20.6, 18)), Salvage("red-1", "blue-1-body", gun))
    assert has(match, "red-1", f"{LOAD}:{gun}")
    assert not has(match, "red-1", f"{DAMAGED}:{gun}")


def robbed(*tokens: str) -> Stage:
    """A scientist beside somebody with a tech weapon who is about to die."""
    weak = on(21, 18, "shock_lance", boxes_body=1, tokens=dict.fromkeys(tokens, 1))
    red = [on(20, 18, "scientist:3", "re_animator", combat=6), on(2, 2), on(4, 2), on(6, 2)]
    return Stage(red, [weak, on(2, 34), on(4, 34), on(6, 34)], options={"attacks_per_activation": 3})


PLUNDER = Salvage("red-1", "blue-1-body", "shock_lance")


def killed(stage: Stage, *faces: int) -> Match:
    """The first of red has four actions, kills the first of blue and goes to its body."""
    match = stage.match(6, 6, 6, 5, 3, *faces)
    strike = Attack("red-1", "bare_hands", "blue-1")
    return act(match, *rolling("red-1", 3), strike, Move("red-1", (20.6, 18.0)))


@rule("DW-TEC-02")
@rule("DW-ABL-48")
def test_a_body_no_longer_has_what_was_salvaged_from_it() -> None:
    match = act(killed(robbed(), 6, 6, 6, 6, 6), PLUNDER)
    body = model(match, "blue-1-body")
    assert "shock_lance" not in body.kit
    assert not [g for g in body.effects if g.via == "shock_lance"]
    assert has(match, "red-1", "load:shock_lance") == 1
    act(match, Done("red-1"), EndTurn("red"), EndTurn("blue"), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    (risen,) = [m for m in match.table.models.values() if "-risen-" in m.id]
    assert "shock_lance" not in risen.kit
    assert spent(match)


@rule("DW-TEC-02")
@rule("DW-SUB-09")
def test_what_was_damaged_before_its_bearer_died_is_salvaged_damaged() -> None:
    match = act(killed(robbed("wound:shock_lance")), PLUNDER)
    assert has(match, "red-1", "damaged:shock_lance")
    stage = robbed()
    stage.table.put_tokens("blue-1", "wound:shock_lance", 2)
    assert refused(killed(stage), PLUNDER).rule == "DW-TEC-02", "what is destroyed is gone"


@rule("DW-TEC-02")
@rule("DW-TRE-04")
@rule("DW-GEN-09")
def test_nobody_reaches_a_body_two_levels_below() -> None:
    gold = {"load:golden_treasure": 1}
    for level, able in ((1, True), (2, False)):
        stage = Stage([on(20, 18, "scientist:3", level=level), on(2, 2)], [on(20, 20, "shock_lance"), on(2, 34)])
        dead = model_of(stage, "blue-1")
        stage.table.put_moved(replace(dead, id="blue-1-body", kind="marker", profile="body", at=(20.5, 18.0)))
        stage.table.put_all_tokens(stage.table.models["blue-1-body"], {**dead.tokens, **gold})
        match = act(stage.match(6, 6), *rolling("red-1"))
        assert (match.refusal(PLUNDER) is None) == able
        assert (match.refusal(Take("red-1", "blue-1-body", "golden_treasure")) is None) == able
