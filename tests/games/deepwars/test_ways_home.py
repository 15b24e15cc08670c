"""Who comes home and with what, where the ways home cross: deserters, the healed, the raised, what was carried off."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import DirtyTrick, Done, Raise, Treat, Withdraw
from sightline.games.deepwars.catalog import artifacts
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.devices import handicap
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Deserted, RanAway
from sightline.games.deepwars.growing import (
    faults,
)
from sightline.games.deepwars.homecoming import report, told
from sightline.games.deepwars.odds import answer
from sightline.games.deepwars.prospects import done_to
from sightline.games.deepwars.questions import H2H, SHOT, AttackScore, Blow
from sightline.games.deepwars.treasure import treasure_points
from tests.games.deepwars.stage import Stage, act, alive, free, model, on, rolling
from tests.games.deepwars.test_homecoming import battle, over
from tests.games.deepwars.wars import at_battle, home
from tests.games.deepwars.wars import has as bears
from tests.kit import rule

FISTS = "bare_hands"
NOBODY = Entry("bw_marksman")


@rule("DW-CMP-05")
@rule("DW-TRE-05")
@pytest.mark.parametrize("artifact", artifacts())
def test_every_artifact_that_was_brought_along_has_scored_before(artifact: str) -> None:
    entry = Entry("bw_marksman", stats={"battles": 1, f"load:{artifact}": 1})
    rosters = {side: Roster("deepwars", side, (entry, *battle().setup.rosters[side].models)) for side in GAME.sides}
    table = GAME.set_up(replace(battle().setup, rosters=rosters))
    table.put_moved(replace(table.models["red-1"], at=(4.0, 4.0)))
    assert treasure_points(table, "red") == 0


@rule("DW-MRL-08")
@rule("DW-TEC-03")
@rule("DW-WPN-03")
def test_a_deserter_knows_what_it_has_learned_and_has_its_weapons_as_they_are() -> None:
    table = over(red_1={"learned:planar_eye": 1, "wound:coil_rifle": 1}, red={"ran:red-1": 1})
    Deserted(rule="DW-MRL-06", model="red-1").apply(table)
    assert report(battle(), table)["red-1"] == {"ran": 1, "learned:planar_eye": 1, "damaged:coil_rifle": 1}


@rule("DW-ABL-31")
@rule("DW-SRV-01")
@rule("DW-MRL-08")
@pytest.mark.parametrize("flees", [True, False])
def test_who_was_brought_back_and_then_left_the_map_is_not_dead(flees: bool) -> None:
    slain = Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3)
    stage = Stage([on(10, 2, "healer"), on(11, 2), on(2, 2), on(6, 2)], [on(40, 10), on(40, 30)], agenda=(slain,))
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    table = match.table
    if flees:
        table.put_tokens("red", "ran:red-2", 1)
        RanAway(rule="DW-MRL-08", model="red-2").apply(table)
    else:
        table.put_tokens("red-2", "fallen", 0)
        act(match, Done("red-1"), *free("red-2"), Withdraw("red-2"))
    marks = told(table, table.models["red-2"], NOBODY)
    assert (marks.get("dead", 0), marks.get("ran", 0)) == (0, int(flees))


@rule("DW-ABL-48")
@rule("DW-SRV-01")
@rule("DW-TEC-03")
def test_whose_body_was_raised_is_dead_and_knows_what_it_knew() -> None:
    dead = on(11, 10, "coil_rifle", tokens={"learned:planar_eye": 1, "load:planar_eye": 1, "wound:coil_rifle": 1})
    slain = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 3)
    stage = Stage([on(10, 10, "re_animator"), on(2, 2)], [dead, on(40, 30), on(44, 30)], agenda=(slain,))
    match = act(stage.match(6, 6, 5, 5, 1), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    marks = told(match.table, model(match, "blue-1"), NOBODY)
    known = {"dead": 1, "learned:planar_eye": 1, "damaged:coil_rifle": 1}
    assert {t: marks.get(t, 0) for t in (*known, "load:planar_eye")} == {**known, "load:planar_eye": 0}


@rule("DW-TRE-05")
@rule("DW-CON-01")
def test_a_salvaged_weapon_that_was_carried_off_is_with_the_warband() -> None:
    salvaged = {"load:steam_lance": 1, "damaged:steam_lance": 1}
    match = Stage([on(20, 2, tokens=salvaged), on(2, 2)], [on(40, 30)]).match()
    act(match, *free("red-1"), Withdraw("red-1"))
    carried_off = {t: n for t, n in match.table.models["red"].tokens.items() if "steam_lance" in t}
    marks = report(battle(), over(red=carried_off))["red"]
    assert marks == {"stash:steam_lance": 1, "damaged:steam_lance": 1}
    war, _ = at_battle()
    war.play(home("red", red=marks))
    assert bears(war, "red", "stash:steam_lance", "damaged:steam_lance") == (1, 1)


# ------------------------------------------------------------------ what people write by hand


@rule("DW-UPG-01")
@rule("DW-CMP-05")
@pytest.mark.parametrize("upgrade", ["simplify", "ruggedize", "reliable", "amplifier", "instruction_manual"])
def test_an_upgrade_of_something_nobody_knows_is_refused(upgrade: str) -> None:
    stats = {"battles": 1, "load:nonsense": 1, f"upgrade:{upgrade}:nonsense": 1}
    found = [fault.rule for fault in faults(Entry("bw_captain", stats=stats))]
    assert found == ["DW-CMP-05", "DW-UPG-01"]


# ------------------------------------------------------------------ artifacts and tricks


@rule("DW-ART-04")
@rule("DW-H2H-03")
@rule("DW-RNG-03")
@pytest.mark.parametrize(
    ("ability", "ambush"), [("stealth", False), ("camouflage", False), ("natural", False), ("lantern", True)]
)
def test_whom_an_acoustic_map_reveals_lies_in_ambush_for_nobody(ability: str, ambush: bool) -> None:
    mapped = [on(5, 5, tokens={"acoustic_map": 1}), on(20, 18, facing=0)]
    table = Stage(mapped, [on(21, 18, ability, "dart_rifle")]).table
    blows = (Blow("blue-1", "red-2", FISTS, H2H, ambush=True), Blow("blue-1", "red-2", "dart_rifle", SHOT, ambush=True))
    for blow in blows:
        assert EFFECTS.tally(table, AttackScore("blue-1", "red-2", blow), 3).value == 3 + ambush
    behind = replace(blows[1], attacker="blue-1")
    table.put_moved(replace(table.models["red-2"], facing=180.0))
    assert EFFECTS.tally(table, AttackScore("blue-1", "red-2", behind), 3).value == 4


@rule("DW-ADV-04")
@rule("DW-TEC-08")
def test_who_is_tricked_out_of_its_ether_tech_learns_like_anybody() -> None:
    tech = on(10, 10, "ether_tech:3", tokens={"load:planar_eye": 1})
    stage = Stage([on(40, 30), on(44, 30)], [tech, on(2, 2)])
    stage.table.put_tokens("red", "advance:dirty_tricks", 1)
    match = act(stage.match(), *free("red-1")[:1])
    assert handicap(match.table, model(match, "blue-1"), "planar_eye") == 0
    match.play(DirtyTrick("red-1", "blue-1", "ether_tech"))
    assert handicap(match.table, model(match, "blue-1"), "planar_eye") == -2


# ------------------------------------------------------------------ odds


@rule("DW-GEN-02")
@rule("DW-ACT-03")
@rule("DW-MRL-06")
@pytest.mark.parametrize("quality", range(2, 7))
def test_a_bonus_as_large_as_quality_leaves_only_the_natural_ones(quality: int) -> None:
    figures = {"quality": quality, "bonus": quality}
    found = answer(GAME, {"activation": {**figures, "dice": 2}})
    assert (found["turnover"], found["actions"]["2"]) == ("1/36", "25/36")
    assert answer(GAME, {"morale": figures})["deserts"] == "1/216"


@rule("DW-ABL-31")
def test_what_is_healed_is_told_by_the_rule_of_healing() -> None:
    before = Stage([on(10, 10, "healer"), on(11, 10, tokens={"wound:body": 1})], [on(40, 30)]).table
    after = before.copy()
    after.put_tokens("red-2", "wound:body", 0)
    found = done_to(before.models["red-2"], after.models["red-2"], "body", after, "red-1")
    assert [(p.name, p.rule) for p in found] == [("Healed", "DW-ABL-31")]
