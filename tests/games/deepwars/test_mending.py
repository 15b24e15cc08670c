"""Damaged things: what is damaged stays so until somebody mends it (DW-TEC-04, DW-TEC-05, DW-ACN-25)."""

from __future__ import annotations

import pytest

from sightline.games.deepwars.actions import (
    Done,
    Drop,
    Fix,
    FreeActivation,
    HandOver,
    Learn,
    Nominate,
    PickUp,
    RollToActivate,
    Teach,
    Treat,
)
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.questions import SHOT, Blow
from sightline.games.deepwars.tokens import DAMAGED
from tests.games.deepwars.finds import EYE, finder, learning
from tests.games.deepwars.stage import Stage, act, alive, free, has, model, on, refused, rolling
from tests.kit import rule

# ------------------------------------------------------------------ what is damaged: DW-TEC-04


@rule("DW-TEC-04")
@rule("DW-TEC-05")
def test_three_failures_damage_it_and_a_check_mends_it() -> None:
    match = learning(finder("scientist:3"), 1, 1, 1)
    assert has(match, "red-1", f"{DAMAGED}:{EYE}")
    broken = finder("scientist:3", tokens={f"{DAMAGED}:{EYE}": 1})
    assert refused(broken.match(), Nominate("red-1"), FreeActivation("red-1"), Learn("red-1", EYE)).rule == "DW-TEC-04"
    mended = act(broken.match(6, 6, 6), Nominate("red-1"), FreeActivation("red-1"), Fix("red-1", EYE))
    assert not has(mended, "red-1", f"{DAMAGED}:{EYE}")
    lost = act(broken.match(6, 6, 6, 1, 1, 1), Nominate("red-1"), RollToActivate("red-1", 3), Fix("red-1", EYE))
    assert refused(lost, Fix("red-1", EYE)).rule == "DW-TEC-05"


@rule("DW-TEC-04")
@rule("DW-ACN-24")
def test_a_damaged_artifact_is_damaged_in_other_hands_too() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1, "upgrade:simplify:planar_eye": 1}
    stage = Stage([on(20, 18, tokens=broken), on(21, 18, "scientist:3"), on(2, 2)], [on(2, 34)])
    match = act(stage.match(6, 6), *free("red-1"), HandOver("red-1", "red-2", "planar_eye"), Done("red-1"))
    act(match, *rolling("red-2"))
    assert has(match, "red-2", "damaged:planar_eye")
    assert has(match, "red-2", "upgrade:simplify:planar_eye")
    assert not [t for t in model(match, "red-1").tokens if "planar_eye" in t]
    assert refused(match, Learn("red-2", "planar_eye")).rule == "DW-TEC-04"


@rule("DW-TEC-04")
@rule("DW-TRE-04")
def test_a_damaged_artifact_that_is_dropped_is_still_damaged() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    stage = Stage([on(20, 18, tokens=broken), on(21, 18), on(2, 2)], [on(2, 34)])
    match = act(stage.match(6, 6), *rolling("red-1"), Drop("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")
    (lies,) = [m.id for m in match.table.models.values() if m.profile == "planar_eye"]
    act(match, PickUp("red-1", lies))
    assert has(match, "red-1", "damaged:planar_eye")


@rule("DW-TEC-04")
@rule("DW-DMG-15")
def test_an_artifact_damaged_by_the_death_of_its_bearer_does_not_work() -> None:
    worn = {"load:planar_eye": 1, "planar_eye": 1, "learned:planar_eye": 1}
    shot = Suffering(Blow("blue-1", "red-2", "steam_lance", SHOT), "blue-1", "red-2", 3)
    red = [on(10, 10, "healer"), on(11, 10, tokens=worn), on(2, 2), on(6, 2)]
    match = Stage(red, [on(14, 10, "steam_lance")], agenda=(shot,)).match(5, 5, 1)
    assert has(match, "red-2-body", "damaged:planar_eye")
    act(match, *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert has(match, "red-2", "load:planar_eye")
    assert not has(match, "red-2", "planar_eye")


# ------------------------------------------------------------------ who may mend: DW-ACN-25


@rule("DW-ACN-25")
@rule("DW-TEC-05")
def test_only_who_has_learned_it_repairs() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    for items, no in (((), "DW-TEC-05"), (("engineer",), None), (("scientist:1",), None)):
        match = act(Stage([on(20, 18, *items, tokens=broken), on(2, 2)], [on(40, 30)]).match(), *free("red-1"))
        refusal = match.refusal(Fix("red-1", "planar_eye"))
        assert (refusal and refusal.rule) == no


@rule("DW-ACN-25")
@rule("DW-ABL-22")
@rule("DW-TEC-08")
def test_an_engineer_mends_without_the_handicap_of_those_who_learn() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    match = Stage([on(20, 18, "engineer", tokens=broken), on(2, 2)], [on(40, 30)]).match(4, 4, 4)
    act(match, *free("red-1"), Fix("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")


@rule("DW-TEC-05")
def test_whoever_is_engaged_may_mend() -> None:
    who = on(20, 18, "scientist:3", tokens={"load:planar_eye": 1, "damaged:planar_eye": 1})
    match = Stage([who, on(2, 2)], [on(21, 18), on(2, 34)]).match(6, 6, 6, 6, 6)
    act(match, *rolling("red-1"), Fix("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")


@rule("DW-TEC-10")
@rule("DW-ABL-53")
@pytest.mark.parametrize(("level_", "mended"), [("scientist:1", 0), ("scientist:3", 1)])
def test_a_scientist_has_trouble_with_weapons_above_its_level(level_: str, mended: int) -> None:
    owner = on(11, 10, "coil_rifle", tokens={"wound:coil_rifle": 1})
    match = Stage([on(10, 10, level_), owner, on(2, 2)], [on(40, 30)]).match(4, 4, 4)
    act(match, *free("red-1"), Treat("red-1", "red-2", "coil_rifle"))
    assert has(match, "red-2", "wound:coil_rifle") == 1 - mended


@rule("DW-ABL-06")
@rule("DW-TEC-05")
def test_assistants_help_to_mend_an_item() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    red = [on(10, 10, "scientist:3", tokens=broken), on(11, 10, "assistant"), on(2, 2)]
    match = act(Stage(red, [on(40, 30)]).match(3, 3, 3), *free("red-1"), Fix("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")


@rule("DW-ACN-25")
@rule("DW-ABL-22")
@rule("DW-TEC-05")
@pytest.mark.parametrize("mender", ["engineer", "scientist:3"])
def test_engineers_and_scientists_mend_what_a_friend_in_contact_carries(mender: str) -> None:
    friend = on(11, 10, tokens={"load:planar_eye": 1, "damaged:planar_eye": 1})
    match = act(Stage([on(10, 10, mender), friend], [on(40, 30)]).match(4, 4, 4), *free("red-1"))
    act(match, Fix("red-1", "planar_eye"))
    assert not has(match, "red-2", "damaged:planar_eye")
    plain = act(Stage([on(10, 10), friend], [on(40, 30)]).match(), *free("red-1"))
    assert refused(plain, Fix("red-1", "planar_eye")).rule == "DW-TEC-05"


@rule("DW-TEC-05")
def test_an_item_that_was_given_up_is_that_one_and_no_other_of_its_kind() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    red = [on(10, 10, "scientist:3", tokens=broken), on(30, 10, "scientist:3", tokens=broken)]
    match = Stage(red, [on(2, 35)]).match(6, 6, 6, 1, 1, 1, 6, 6, 6)
    act(match, *rolling("red-1", 3), Fix("red-1", "planar_eye"))
    assert refused(match, Fix("red-1", "planar_eye")).rule == "DW-TEC-05"
    act(match, Done("red-1"), *free("red-2"), Fix("red-2", "planar_eye"))
    assert not match.table.tokens("red-2", "damaged:planar_eye")


# ------------------------------------------------------------------ what is mended: DW-TEC-05


@rule("DW-TEC-05")
@rule("DW-TEC-06")
@pytest.mark.parametrize("known", [0, 1])
def test_what_is_mended_works_again_for_whoever_knows_it(known: int) -> None:
    tokens = {"load:planar_eye": 1, "damaged:planar_eye": 1} | ({"learned:planar_eye": 1} if known else {})
    match = act(Stage([on(10, 10, "engineer", tokens=tokens)], [on(40, 30)]).match(4, 4, 4), *free("red-1"))
    act(match, Fix("red-1", "planar_eye"))
    assert bool(has(match, "red-1", "planar_eye")) is bool(known)


@rule("DW-TEC-05")
def test_a_weapon_one_was_taught_comes_into_the_hands_once_it_is_mended() -> None:
    tokens = {"load:coil_rifle": 1, "damaged:coil_rifle": 1, "learned:coil_rifle": 1}
    match = act(Stage([on(10, 10, "engineer", tokens=tokens)], [on(40, 30)]).match(4, 4, 4), *free("red-1"))
    act(match, Fix("red-1", "coil_rifle"))
    assert "coil_rifle" in model(match, "red-1").kit
    assert not has(match, "red-1", "load:coil_rifle")


@rule("DW-TEC-05")
def test_what_is_mended_after_the_lesson_is_in_the_pupil_s_hands() -> None:
    broken = {"load:sonic_horn": 1, "damaged:sonic_horn": 1}
    red = [on(10, 10, "scientist:3", tokens={"learned:sonic_horn": 1}), on(11, 10, tokens=broken)]
    match = Stage(red, [on(16, 10)]).match(6, 6, 6, 6, 6, 6)
    act(match, *rolling("red-1", 3), Teach("red-1", "red-2", "sonic_horn"), Fix("red-1", "sonic_horn"))
    assert "sonic_horn" in model(match, "red-2").kit
