"""What some can do for others, or to them: healing, mending, raising, charming, ink (DW-ABL)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from sightline.games.deepwars.actions import Charm, Done, EndTurn, InkCloud, Raise, Treat
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.events import Raised
from sightline.games.deepwars.gifts import creatures
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.prospects import done_to
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.sighting import COMPLETE, cover
from sightline.games.deepwars.treasure import lying
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import sea
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    fallen,
    free,
    happened,
    has,
    model,
    on,
    refused,
    rolling,
    table_of,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ healing: DW-ABL-31


@rule("DW-ABL-31")
@rule("DW-ACN-13")
def test_a_healer_restores_boxes() -> None:
    for dice, left in (((5, 5, 1), 1), ((5, 5, 5), 0), ((5, 1, 1), 2)):
        hurt = on(11, 10, boxes_body=3, tokens={"wound:body": 2, "poisoned": 1})
        match = Stage([on(10, 10, "healer"), hurt], [on(40, 30)]).match(*dice)
        act(match, *free("red-1"), Treat("red-1", "red-2", "body"))
        assert wounds(match, "red-2") == left
        assert bool(has(match, "red-2", "poisoned")) == (left == 2)
    match = Stage([on(10, 10, "healer"), on(11, 10, tokens={"wound:body": 1})], [on(40, 30)]).match(5, 5, 1, 1, 1)
    act(match, *rolling("red-1"), Treat("red-1", "red-2", "body"))
    assert refused(match, Treat("red-1", "red-2", "body")).rule == "DW-ABL-31"
    machine = Stage([on(10, 10, "healer"), on(11, 10, "artificial", tokens={"wound:body": 1})], [on(40, 30)]).match()
    assert refused(machine, *free("red-1"), Treat("red-1", "red-2", "body")).rule == "DW-ABL-31"


@rule("DW-ABL-31")
def test_a_healer_brings_back_the_newly_dead() -> None:
    blow = Blow("blue-1", "red-2", FISTS)
    stage = Stage(
        [on(10, 10, "healer"), on(11, 10), on(2, 2), on(6, 2)],
        [on(12, 10), on(40, 30)],
        agenda=(Suffering(blow, "blue-1", "red-2", 3),),
    )
    match = stage.match(5, 5, 1)
    assert has(match, "red", "killed:1") == 1
    act(match, *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert (wounds(match, "red-2"), fallen(match, "red-2")) == (1, True)
    assert has(match, "red", "killed:1") == 0
    assert at(match, "red-2-body") is None


@rule("DW-CND-06")
@rule("DW-ABL-31")
def test_a_healer_ends_poison_in_whoever_has_no_wound_left() -> None:
    stage = Stage([on(10, 10, "healer"), on(11, 10, tokens={"poisoned": 2}), on(10, 11)], [on(40, 30)])
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2", "body"))
    assert not has(match, "red-2", "poisoned")
    assert refused(stage.match(), *free("red-1"), Treat("red-1", "red-3", "body")).rule == "DW-ABL-31"
    assert refused(stage.match(), *free("red-1"), Treat("red-1", "red-2", "head")).rule == "DW-ABL-31"


@rule("DW-ABL-31")
@rule("DW-CND-06")
def test_whom_a_healer_brings_back_is_rid_of_its_poison() -> None:
    slain = Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3)
    stage = Stage(
        [on(10, 10, "healer"), on(11, 10, tokens={"poisoned": 2}), on(2, 2), on(6, 2)],
        [on(12, 10), on(40, 30)],
        agenda=(slain,),
    )
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert not has(match, "red-2", "poisoned")


@rule("DW-WPN-03")
@rule("DW-SUB-09")
@rule("DW-ABL-31")
def test_a_healer_mends_natural_weapons_until_they_are_destroyed() -> None:
    for marked, able in ((1, True), (2, False)):
        hurt = on(21, 18, "fangs", tokens={"wound:fangs": marked})
        match = Stage([on(20, 18, "healer"), hurt], [on(40, 18)]).match()
        act(match, *free("red-1"))
        assert (match.refusal(Treat("red-1", "red-2", "fangs")) is None) is able


@rule("DW-ABL-31")
def test_what_is_healed_is_told_by_the_rule_of_healing() -> None:
    before = Stage([on(10, 10, "healer"), on(11, 10, tokens={"wound:body": 1})], [on(40, 30)]).table
    after = before.copy()
    after.put_tokens("red-2", "wound:body", 0)
    found = done_to(before.models["red-2"], after.models["red-2"], "body", after, "red-1")
    assert [(p.name, p.rule) for p in found] == [("Healed", "DW-ABL-31")]


# ------------------------------------------------------------------ mending: DW-ABL-22, DW-ABL-53


@rule("DW-ABL-22")
@rule("DW-ACN-25")
def test_an_engineer_repairs_machines_and_weapons() -> None:
    machine = on(11, 10, "artificial", "drill_arm", boxes_body=3, tokens={"wound:body": 2, "wound:drill_arm": 1})
    stage = Stage([on(10, 10, "engineer"), machine, on(9, 10, tokens={"wound:body": 1})], [on(40, 30)])
    match = stage.match(5, 5, 5)
    act(match, *free("red-1"), Treat("red-1", "red-2", "body"))
    assert wounds(match, "red-2") == 0
    match = stage.match(5, 5, 1)
    act(match, *free("red-1"), Treat("red-1", "red-2", "drill_arm"))
    assert wounds(match, "red-2", "drill_arm") == 0
    assert refused(stage.match(), *free("red-1"), Treat("red-1", "red-3", "body")).rule == "DW-ABL-22"


@rule("DW-ABL-21")
@rule("DW-ABL-22")
@pytest.mark.parametrize(("helper", "mended"), [("engineer", 1), ("healer", 0)])
def test_the_generator_of_a_shield_is_mended_like_any_device(helper: str, mended: int) -> None:
    owner = on(11, 10, "energy_shield", tokens={"wound:energy_shield": 1})
    match = act(Stage([on(10, 10, helper), owner, on(2, 2)], [on(40, 30)]).match(4, 4, 1), *free("red-1"))
    mend = Treat("red-1", "red-2", "energy_shield")
    assert (match.refusal(mend) is None) == bool(mended)
    if mended:
        assert not has(act(match, mend), "red-2", "wound:energy_shield")


@rule("DW-ABL-53")
@rule("DW-SUB-09")
def test_a_scientist_mends_the_weapon_of_a_friend_but_no_machine() -> None:
    hurt = on(21, 18, "trident", tokens={"wound:trident": 1})
    match = Stage([on(20, 18, "scientist:1"), hurt, on(2, 2)], [on(40, 30)]).match(4, 4, 1)
    act(match, *free("red-1"), Treat("red-1", "red-2", "trident"))
    assert not has(match, "red-2", "wound:trident")
    machine = on(21, 18, "artificial", tokens={"wound:body": 1})
    match = act(Stage([on(20, 18, "scientist:1"), machine, on(2, 2)], [on(40, 30)]).match(), *free("red-1"))
    assert match.refusal(Treat("red-1", "red-2", "body")) is not None


# ------------------------------------------------------------------ raising the dead: DW-ABL-48


@rule("DW-ABL-48")
def test_a_re_animator_raises_a_body() -> None:
    blow = Blow("red-1", "blue-1", FISTS)
    stage = Stage(
        [on(10, 10, "re_animator"), on(2, 2)],
        [on(11, 10, "leader", "hero", combat=4, boxes_body=3), on(40, 30), on(44, 30), on(40, 26)],
        agenda=(Suffering(blow, "red-1", "blue-1", 4),),
    )
    match = stage.match(*(6,) * 9, 5, 5, 5, 5, 1)
    act(match, *rolling("red-1"), Raise("red-1", "blue-1-body"))
    risen = next(m for m in match.table.squad("red") if "risen" in m.id)
    assert (risen.tokens["combat"], risen.tokens["wound:body"], risen.tokens["fallen"]) == (3, 2, 1)
    assert "construct" in risen.kit
    assert not {"leader", "hero"} & set(risen.kit)
    assert has(match, "blue", "killed:3") == 1


@rule("DW-ABL-48")
@rule("DW-TRE-04")
def test_what_a_raised_body_carried_lies_where_it_lay() -> None:
    loaded = {"load:golden_treasure": 2, "load:planar_eye": 1, "damaged:planar_eye": 1}
    dead = on(11.25, 10, size=3, boxes_body=2, tokens=loaded)
    slain = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 3)
    stage = Stage([on(10, 10, "re_animator"), on(2, 2)], [dead, on(40, 30), on(44, 30)], agenda=(slain,))
    match = act(stage.match(6, 6, 5, 5, 1), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    (risen,) = [m for m in match.table.models.values() if "-risen-" in m.id]
    assert not loads(risen)
    things = lying(match.table)
    assert sorted(m.profile for m in things) == ["golden_treasure", "golden_treasure", "planar_eye"]
    assert {m.at for m in things} == {(11.25, 10.0)}
    assert next(m for m in things if m.profile == "planar_eye").tokens == {"damaged:planar_eye": 1}


@rule("DW-ABL-48")
@rule("DW-GEN-12")
def test_a_re_animator_raises_nobody_who_was_of_no_side() -> None:
    stage = sea(Stage([on(10, 10, "re_animator"), on(2, 2)], [on(40, 30)]), ("cleft_eel", 11, 10))
    eel = "wild-cleft_eel"
    deadly = 1 + stage.table.tokens(eel, "boxes:body")
    stage.table.agenda = (Suffering(Blow("red-1", eel, FISTS), "red-1", eel, deadly), *stage.table.agenda)
    match = stage.match(6, 6, 6, 6, 6)
    assert model(match, f"{eel}-body").profile == "body"
    assert refused(match, *rolling("red-1"), Raise("red-1", "wild-cleft_eel-body")).rule == "DW-ABL-48"


@rule("DW-ABL-48")
@rule("DW-ABL-56")
@rule("DW-WPN-03")
def test_who_is_raised_has_its_weapons_as_they_were() -> None:
    tokens = {"spent:depth_charge": 1, "wound:trident": 1, "empty:speargun": 1}
    dead = on(11, 10, "depth_charge", "trident", "speargun", tokens=tokens)
    slain = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 3)
    stage = Stage([on(10, 10, "re_animator"), on(2, 2)], [dead, on(40, 30), on(44, 30)], agenda=(slain,))
    match = act(stage.match(6, 6, 5, 5, 1), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    (risen,) = [e.new for e in happened(match, Raised)]
    assert {t: n for t, n in risen.tokens.items() if t in tokens} == tokens


# ------------------------------------------------------------------ charming: DW-ABL-18


@rule("DW-ABL-18", 0)
@rule("DW-CND-07")
@rule("DW-ABL-54")
def test_a_deep_caller_charms_wild_creatures_for_a_while() -> None:
    stage = Stage([on(10, 10, "deep_caller", quality=3), on(2, 2)], [on(16, 10, size=2), on(40, 30)])
    beast = stage.table.models["blue-1"]
    stage.table.put_moved(replace(beast, side="wild", owner="wild"))
    match = stage.match(4, 4, 1)
    match.play(*free("red-1"), Charm("red-1", "blue-1"))
    assert model(match, "blue-1").side == "red"
    act(match, EndTurn("red") if match.decision.rule == "DW-ACT-01" else Done("red-1"))
    while match.table.tokens("table", "game_turn") < 3:
        act(match, EndTurn(match.decision.side) if match.decision.rule == "DW-ACT-01" else Done(match.decision.about))
    assert model(match, "blue-1").side == "wild"
    tame = Stage([on(10, 10, "deep_caller")], [on(16, 10)]).match()
    assert refused(tame, *free("red-1"), Charm("red-1", "blue-1")).rule == "DW-ABL-18"


@rule("DW-ABL-18")
@pytest.mark.parametrize(("items", "known"), [((), True), (("construct",), False)])
def test_a_deep_caller_calls_creatures_of_the_sea_and_not_the_risen_dead(items: Sequence[str], known: bool) -> None:
    table = table_of([on(20, 18, "deep_caller"), on(2, 2)], [on(23, 18, *items, tokens={"summoned": 1}), on(2, 34)])
    assert bool(creatures(table, table.models["red-1"])) == known


# ------------------------------------------------------------------ ink: DW-ABL-34


@rule("DW-ABL-34")
@rule("DW-TER-08")
def test_a_cloud_of_ink_blocks_all_lines_for_a_while() -> None:
    match = Stage([on(10, 10, "ink_cloud"), on(2, 2)], [on(20, 10), on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"), InkCloud("red-1"))
    assert cover(match.table, "blue-1", "red-1") == COMPLETE
    assert refused(match, InkCloud("red-1")).rule == "DW-ABL-34"
    while match.table.tokens("table", "game_turn") < 3:
        act(match, EndTurn(match.decision.side) if match.decision.rule == "DW-ACT-01" else Done(match.decision.about))
    assert cover(match.table, "blue-1", "red-1") != COMPLETE
