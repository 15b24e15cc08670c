"""What comes home from a battle, and what is made of it there: where a campaign meets the rules of battles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Done, Drop, Fix, Raise, Treat, Withdraw
from sightline.games.deepwars.actions import HandOver as Give
from sightline.games.deepwars.camp_words import Brought, HandOver, Mend, Mended, PayMending, Study
from sightline.games.deepwars.catalog import artifacts
from sightline.games.deepwars.damage import Suffering, corpse
from sightline.games.deepwars.devices import can_use
from sightline.games.deepwars.events import Deserted, RanAway, Withdrew
from sightline.games.deepwars.growing import going
from sightline.games.deepwars.homecoming import death, report, told
from sightline.games.deepwars.members import able
from sightline.games.deepwars.models import recruit
from sightline.games.deepwars.packing import Packing
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.treasure import finds, treasure_points
from sightline.games.deepwars.war import returned
from sightline.games.deepwars.workshop import Repairs
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.finds import EYE
from tests.games.deepwars.stage import Stage, act, alive, free, model, offered, rolling
from tests.games.deepwars.stage import has as bears
from tests.games.deepwars.stage import on as standing
from tests.games.deepwars.wars import BAND, at_battle, battle, between, has, home, over, refused
from tests.kit import rule

# ------------------------------------------------------------------ weapons that were struck


@rule("DW-SUB-09")
@rule("DW-CMP-03")
@rule("DW-WPN-03")
def test_a_damaged_weapon_comes_home_damaged_and_a_destroyed_one_destroyed() -> None:
    marks = report(battle(), over(red_1={"wound:dive_knife": 1, "wound:coil_rifle": 2, "wound:body": 1}))["red-1"]
    assert marks == {"damaged:dive_knife": 1, "damaged:coil_rifle": 2}


@rule("DW-WPN-03")
@rule("DW-CMP-03")
def test_what_is_destroyed_cannot_be_mended_but_replaced_for_a_point() -> None:
    tokens = {"red-3": {"damaged:coil_rifle": 2}}
    match, _ = between(Repairs("red"), tokens=tokens, bank=1)
    assert refused(match, Mend("red-3", "coil_rifle")) == "DW-WPN-03"
    match.play(PayMending("red-3", "coil_rifle"))
    assert has(match, "red-3", "damaged:coil_rifle") == (0,)


@rule("DW-SUB-09")
@rule("DW-CMP-03")
def test_a_weapon_that_was_not_mended_goes_into_battle_as_it_is() -> None:
    for boxes in (1, 2):
        match, _ = between(Packing("red"), tokens={"red-3": {"damaged:coil_rifle": boxes}})
        entry = going(match.table, "red", able(match.table, "red")).models[2]
        assert recruit("red", 3, entry).tokens["wound:coil_rifle"] == boxes


@rule("DW-TEC-02")
@rule("DW-WPN-03")
def test_a_weapon_that_was_salvaged_from_the_dead_is_gone() -> None:
    table = over()
    dead = table.models["red-1"]
    body = replace(
        dead, id="red-1-body", kind="marker", profile="body", kit=tuple(i for i in dead.kit if i != "coil_rifle")
    )
    table.put_moved(replace(dead, at=None))
    table.put_moved(body)
    assert report(battle(), table)["red-1"]["damaged:coil_rifle"] == 2


@rule("DW-CMP-03")
@rule("DW-TEC-02")
@rule("DW-CON-01")
def test_a_weapon_that_was_salvaged_damaged_is_damaged_in_the_stash() -> None:
    found = report(battle(), over(red_2={"load:coil_rifle": 1, "damaged:coil_rifle": 1}))
    assert found["red-2"] == {}
    assert found["red"] == {"stash:coil_rifle": 1, "damaged:coil_rifle": 1}
    match, _ = at_battle()
    match.play(home("blue", red=found["red"]))
    assert has(match, "red", "stash:coil_rifle", "damaged:coil_rifle") == (1, 1)


@rule("DW-TEC-05")
@rule("DW-SUB-09")
def test_a_weapon_that_came_damaged_is_mended_once_and_works() -> None:
    came = recruit("red", 1, Entry("bw_marksman", stats={"battles": 1, "damaged:coil_rifle": 1}))
    marks = {token: n for token, n in came.tokens.items() if token.endswith(":coil_rifle")}
    assert marks == {"wound:coil_rifle": 1}
    stage = Stage([standing(10, 10, "engineer"), standing(11, 10, "coil_rifle", tokens=marks)], [standing(40, 30)])
    match = act(stage.match(6, 6, 6), *free("red-1"))
    assert not offered(match, Fix), "there is one way to mend it"
    act(match, Treat("red-1", "red-2", "coil_rifle"))
    assert bears(match, "red-2", "wound:coil_rifle") == 0
    assert report(battle(), over(red_1={"wound:coil_rifle": 0}))["red-1"] == {}


@rule("DW-TRE-05")
@rule("DW-CON-01")
def test_a_salvaged_weapon_that_was_carried_off_is_with_the_warband() -> None:
    salvaged = {"load:steam_lance": 1, "damaged:steam_lance": 1}
    match = Stage([standing(20, 2, tokens=salvaged), standing(2, 2)], [standing(40, 30)]).match()
    act(match, *free("red-1"), Withdraw("red-1"))
    carried_off = {t: n for t, n in match.table.models["red"].tokens.items() if "steam_lance" in t}
    marks = report(battle(), over(red=carried_off))["red"]
    assert marks == {"stash:steam_lance": 1, "damaged:steam_lance": 1}
    war, _ = at_battle()
    war.play(home("red", red=marks))
    assert has(war, "red", "stash:steam_lance", "damaged:steam_lance") == (1, 1)


# ------------------------------------------------------------------ what is known


@rule("DW-SRV-05")
@pytest.mark.parametrize(("y", "own"), [(4.0, 1), (17.9, 1), (18.1, 0), (30.0, 0)])
def test_a_body_lies_on_its_own_half_up_to_the_middle_of_the_map(y: float, own: int) -> None:
    match = Stage([standing(20, y), standing(2, 2)], [standing(40, 34), standing(44, 34)]).match()
    dead = corpse(match.table, match.table.models["red-1"], gruesome=False)
    assert death(match.table, "red", dead) == ({"dead": 1, "own_half": 1} if own else {"dead": 1})


@rule("DW-SCN-12")
@rule("DW-CMP-05")
def test_nobody_takes_the_knowledge_of_a_scenic_device_home() -> None:
    marks = report(battle(), over(red_1={"learned:blue-engine": 1, "learned:planar_eye": 1}))["red-1"]
    assert marks == {"learned:planar_eye": 1}
    match, _ = at_battle()
    match.play(home("red", red_3=marks))
    roster = going(match.table, "red", able(match.table, "red"))
    assert not GAME.muster(roster, {**match.table.options, "warbands_after_losses": True})


@rule("DW-TEC-03")
@rule("DW-MOV-08")
@rule("DW-MRL-08")
def test_whoever_leaves_the_map_alive_knows_what_it_has_learned() -> None:
    table = over(red_1={"learned:planar_eye": 1, "load:planar_eye": 1, "wound:coil_rifle": 1})
    Withdrew(rule="DW-MOV-08", model="red-1").apply(table)
    assert report(battle(), table)["red-1"] == {"learned:planar_eye": 1, "damaged:coil_rifle": 1}
    table = over(red_1={"learned:planar_eye": 1}, red={"ran:red-1": 1})
    RanAway(rule="DW-MRL-08", model="red-1").apply(table)
    assert report(battle(), table)["red-1"] == {"ran": 1, "learned:planar_eye": 1}
    match, _ = at_battle()
    match.play(home("blue", red_3={"ran": 1, "learned:planar_eye": 1}))
    assert has(match, "red-3", "learned:planar_eye", "exp") == (1, 0)


@rule("DW-TRE-05")
@rule("DW-TEC-04")
def test_a_damaged_artifact_that_was_carried_off_is_still_damaged() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    match = Stage([standing(20, 2, tokens=broken), standing(2, 2)], [standing(40, 30)]).match()
    act(match, *free("red-1"), Withdraw("red-1"))
    assert bears(match, "red", "damaged:planar_eye")
    match, _ = between(Packing("red"), tokens={"red": {"stash:planar_eye": 1, "damaged:planar_eye": 1}})
    match.play(HandOver("red", "planar_eye", "red-3"))
    assert has(match, "red", "damaged:planar_eye") == (0,)
    assert has(match, "red-3", "damaged:planar_eye") == (1,)


# ------------------------------------------------------------------ learning and mending at home


TINKERS = ("bw_captain", "ll_tinker", "bw_cutter", "bw_cutter")
"""A Scientist of level 2, and nobody who helps."""


@rule("DW-TEC-10")
@rule("DW-CMP-05")
@pytest.mark.parametrize(("faces", "learned"), [((3, 4, 4), 0), ((4, 4, 4), 1)])
def test_a_scientist_studies_what_is_above_its_level_at_minus_one(faces: tuple[int, ...], learned: int) -> None:
    tokens = {"red-2": {"load:planar_eye": 1}}
    match, dice = between(Packing("red"), red=TINKERS, tokens=tokens, dice=faces)
    match.play(Study("red-2", "planar_eye"))
    assert dice.spent
    assert has(match, "red-2", "learned:planar_eye") == (learned,)


@rule("DW-ABL-06")
@rule("DW-CMP-05")
def test_assistants_of_the_warband_help_a_scientist_to_study() -> None:
    red = ("bw_captain", "ll_tinker", "bw_apprentice", "bw_apprentice", "bw_apprentice")
    match, dice = between(Packing("red"), red=red, tokens={"red-2": {"load:planar_eye": 1}}, dice=(2, 2, 2))
    match.play(Study("red-2", "planar_eye"))
    assert dice.spent
    assert has(match, "red-2", "learned:planar_eye") == (1,), "Quality 3, -1 for the level, +2 for two assistants"


@rule("DW-UPG-11")
@rule("DW-CMP-05")
def test_a_simplified_artifact_needs_two_successes_of_a_scientist() -> None:
    tokens = {"red-2": {"load:planar_eye": 1, "upgrade:simplify:planar_eye": 1}}
    match, _ = between(Packing("red"), red=TINKERS, tokens=tokens, dice=(3, 3, 2))
    match.play(Study("red-2", "planar_eye"))
    assert has(match, "red-2", "learned:planar_eye") == (1,)


@rule("DW-TEC-10")
@rule("DW-CMP-03")
@pytest.mark.parametrize(("item", "faces", "left"), [("planar_eye", (3, 4, 4), 1), ("coil_rifle", (3, 3, 1), 0)])
def test_a_scientist_mends_what_is_above_its_level_at_minus_one(item: str, faces: tuple[int, ...], left: int) -> None:
    match, dice = between(Repairs("red"), red=TINKERS, tokens={"red-1": {f"damaged:{item}": 1}}, dice=faces)
    match.play(Mend("red-1", item))
    assert dice.spent
    assert has(match, "red-1", f"damaged:{item}") == (left,)


# ------------------------------------------------------------------ what can be carried


@rule("DW-TRE-03")
@rule("DW-CMP-05")
def test_nobody_is_given_more_artifacts_than_it_can_carry() -> None:
    tokens = {"red-1": {"load:planar_eye": 1}, "red-2": {"load:acoustic_map": 1}}
    match, _ = between(Packing("red"), tokens=tokens)
    assert refused(match, HandOver("red-1", "planar_eye", "red-2")) == "DW-CMP-05"
    match.play(HandOver("red-1", "planar_eye", "red-3"))
    assert has(match, "red-3", "load:planar_eye") == (1,)


@rule("DW-TRE-03")
def test_a_roster_that_claims_more_artifacts_than_can_be_carried_is_refused() -> None:
    stats = {"battles": 1, "load:planar_eye": 1, "load:acoustic_map": 1}
    roster = Roster("deepwars", "Edited", (Entry("bw_captain", stats=stats), Entry("bw_cutter"), Entry("bw_cutter")))
    (fault,) = GAME.muster(roster, GAME.rulebook.settle({}))
    assert (fault.rule, fault.facts["carries"], fault.facts["most"]) == ("DW-TRE-03", 2, 1)


# ------------------------------------------------------------------ finds at home: DW-CMP-05


@rule("DW-CMP-05")
def test_gold_and_crystals_are_cashed_and_stay_with_nobody() -> None:
    found = {"load:golden_treasure": 1, "load:ether_crystals": 1, "load:power_core": 1, "load:planar_eye": 1}
    marks = report(battle(), over(red_1=found))["red-1"]
    assert marks == {"load:planar_eye": 1}
    match, _ = at_battle()
    match.play(home("red", red_3=marks))
    roster = going(match.table, "red", able(match.table, "red"))
    assert not GAME.muster(roster, {**match.table.options, "warbands_after_losses": True})


@rule("DW-CMP-05")
@rule("DW-SCN-09")
def test_an_artifact_that_was_brought_along_has_scored_before() -> None:
    entry = Entry("bw_marksman", stats={"battles": 1, "load:planar_eye": 1})
    rosters = {side: Roster("deepwars", side, tuple(map(Entry, BAND))) for side in GAME.sides}
    rosters["red"] = replace(rosters["red"], models=(*rosters["red"].models, entry))
    table = GAME.set_up(replace(battle().setup, rosters=rosters))
    bearer = f"red-{len(rosters['red'].models)}"
    table.put_moved(replace(table.models[bearer], at=(4.0, 4.0)))
    assert (treasure_points(table, "red"), finds(table, "red")) == (0, 0)
    table.put_tokens(bearer, "load:acoustic_map", 1)
    assert (treasure_points(table, "red"), finds(table, "red")) == (4, 1), "a new one scores"
    match = Stage(
        [standing(20, 2, tokens={"load:planar_eye": 1, "cashed:planar_eye": 1}), standing(2, 2)], [standing(40, 30)]
    ).match()
    act(match, *free("red-1"), Withdraw("red-1"))
    assert treasure_points(match.table, "red") == 0, "nor does it when it is carried off"


@rule("DW-CMP-05")
def test_what_somebody_comes_back_with_is_told_in_words() -> None:
    match, _ = at_battle()
    match.play(home("red", red_3={"load:planar_eye": 1, "learned:planar_eye": 1, "damaged:coil_rifle": 1}))
    told = [match.game.sayings.event(match.table, event) for event in match.events]
    for line in ("comes back with Planar Eye", "learns Planar Eye", "Coil rifle of red Bell Marksman 3 is damaged"):
        assert [t for t in told if line in t], told
    assert not [t for t in told if ":" in t and "_" in t]


@rule("DW-CMP-05")
@rule("DW-ART-01")
def test_two_of_a_kind_that_were_brought_along_have_both_scored_before() -> None:
    band = (Entry("bw_walker", stats={"battles": 1, "load:planar_eye": 2}),)
    rosters = {**battle().setup.rosters, "red": Roster("deepwars", "x", band)}
    table = GAME.set_up(replace(battle().setup, rosters=rosters))
    table.put_moved(replace(table.models["red-1"], at=(4.0, 4.0)))
    assert treasure_points(table, "red") == 0


BROUGHT = {"load:planar_eye": 1, "cashed:planar_eye": 1}


@rule("DW-CMP-05")
@rule("DW-TRE-05")
def test_two_of_a_kind_that_were_brought_along_and_carried_off_have_both_scored_before() -> None:
    match = Stage(
        [standing(20, 2, tokens=BROUGHT), standing(24, 2, tokens=BROUGHT), standing(2, 2)], [standing(40, 30)]
    ).match()
    act(match, *free("red-1"), Withdraw("red-1"), *free("red-2"), Withdraw("red-2"))
    assert treasure_points(match.table, "red") == 0


@rule("DW-CMP-05")
@rule("DW-ACN-24")
def test_who_gives_or_drops_one_of_two_that_were_brought_along_scores_for_neither() -> None:
    two = {"load:planar_eye": 2, "cashed:planar_eye": 2, "learned:planar_eye": 1, "planar_eye": 1}
    match = Stage(
        [standing(20, 18, tokens=two, size=2), standing(21.25, 18, size=2), standing(2, 2)], [standing(40, 30)]
    ).match()
    act(match, *free("red-1"), Drop("red-1", EYE))
    assert treasure_points(match.table, "red") == 0
    assert bears(match, "red-1", EYE), "the other still works"
    act(match, Give("red-1", "red-2", EYE))
    assert treasure_points(match.table, "red") == 0
    assert (bears(match, "red-2", "load:planar_eye"), bears(match, "red-2", "cashed:planar_eye")) == (1, 1)


@rule("DW-CMP-05")
@rule("DW-TRE-05")
@pytest.mark.parametrize("artifact", artifacts())
def test_every_artifact_that_was_brought_along_has_scored_before(artifact: str) -> None:
    entry = Entry("bw_marksman", stats={"battles": 1, f"load:{artifact}": 1})
    rosters = {side: Roster("deepwars", side, (entry, *battle().setup.rosters[side].models)) for side in GAME.sides}
    table = GAME.set_up(replace(battle().setup, rosters=rosters))
    table.put_moved(replace(table.models["red-1"], at=(4.0, 4.0)))
    assert treasure_points(table, "red") == 0


# ------------------------------------------------------------------ what goes with things, and with whom


@rule("DW-WPN-03")
@rule("DW-MRL-08")
@rule("DW-CMP-03")
def test_whoever_flees_comes_home_with_its_weapons_as_they_are() -> None:
    table = over(red_1={"wound:coil_rifle": 1, "load:planar_eye": 1, "damaged:planar_eye": 1}, red={"ran:red-1": 1})
    RanAway(rule="DW-MRL-08", model="red-1").apply(table)
    assert report(battle(), table)["red-1"] == {"ran": 1, "damaged:coil_rifle": 1}
    match, _ = at_battle()
    match.play(home("blue", red_3={"ran": 1, "damaged:coil_rifle": 1}))
    assert has(match, "red-3", "damaged:coil_rifle") == (1,)
    assert not [e for e in match.events if isinstance(e, Mended)]


@rule("DW-UPG-01")
@rule("DW-CMP-05")
def test_an_upgrade_goes_with_the_artifact_it_was_made_for() -> None:
    improved = {"load:planar_eye": 1, "upgrade:simplify:planar_eye": 1}
    assert report(battle(), over(red_1=improved))["red-1"] == improved
    match, _ = at_battle()
    match.play(home("blue", red_3=improved))
    assert has(match, "red-3", "upgrade:simplify:planar_eye") == (1,)
    off = Stage([standing(20, 2, tokens=improved), standing(2, 2)], [standing(40, 30)]).match()
    act(off, *free("red-1"), Withdraw("red-1"))
    assert bears(off, "red", "upgrade:simplify:planar_eye")
    match, _ = at_battle()
    match.play(home("blue", red={"stash:planar_eye": 1, "upgrade:simplify:planar_eye": 1}))
    assert has(match, "red", "upgrade:simplify:planar_eye") == (1,)


@rule("DW-TRE-04")
@rule("DW-UPG-01")
@pytest.mark.parametrize("marks", [{}, {"ran": 1}])
def test_whoever_has_lost_an_artifact_keeps_nothing_of_it(marks: dict[str, int]) -> None:
    match, _ = at_battle()
    for token in ("load:planar_eye", "damaged:planar_eye", "upgrade:simplify:planar_eye"):
        match.table.put_tokens("red-3", token, 1)
    found = returned(match.table.models["red-3"], marks)
    gone = {event.token: event.value for event in found if isinstance(event, Brought | Mended)}
    assert gone == {"load:planar_eye": 0, "damaged:planar_eye": 0, "upgrade:simplify:planar_eye": 0}


@rule("DW-UPG-11")
@rule("DW-CMP-03")
@pytest.mark.parametrize(("item", "faces", "left"), [("planar_eye", (6, 6, 1), 0), ("coil_rifle", (6, 1, 1), 0)])
def test_a_simplified_thing_is_mended_as_one_of_a_lower_level(item: str, faces: tuple[int, ...], left: int) -> None:
    tokens = {"red-3": {f"load:{item}": 1, f"damaged:{item}": 1, f"upgrade:simplify:{item}": 1}}
    match, dice = between(Repairs("red"), red=TINKERS, tokens=tokens, dice=faces)
    match.play(Mend("red-3", item))
    assert has(match, "red-3", f"damaged:{item}") == (left,)
    assert dice.spent


@rule("DW-CMP-05")
@rule("DW-ABL-02")
def test_an_artifact_may_be_given_to_any_model_that_can_carry() -> None:
    band = ("bw_captain", "bw_rigwright", "bw_walker", "ll_hound")
    match, _ = between(Packing("red"), red=band, tokens={"red": {"stash:planar_eye": 1}})
    assert refused(match, HandOver("red", "planar_eye", "red-4")) == "DW-CMP-05", "an Animal has no hands"
    match.play(HandOver("red", "planar_eye", "red-3"))
    assert has(match, "red-3", "load:planar_eye") == (1,)


@rule("DW-CMP-03")
@rule("DW-CMP-05")
def test_what_was_tried_in_vain_may_be_tried_again_in_the_next_interval() -> None:
    tokens = {"red-1": {"load:planar_eye": 1}, "red-2": {"load:acoustic_map": 1, "learned:acoustic_map": 1}}
    match, dice = between(
        Packing("red"), Repairs("red"), red=("bw_captain", "bw_rigwright"), tokens=tokens, dice=(1,) * 6
    )
    match.play(Study("red-1", "planar_eye"))
    assert has(match, "red-1", "damaged:planar_eye") == (1,)
    assert refused(match, Mend("red-2", "planar_eye")) == "DW-CMP-03", "it is with another"
    match.play(Mend("red-1", "planar_eye"))
    assert dice.spent


@rule("DW-TEC-06")
@rule("DW-CMP-05")
def test_an_artifact_that_works_works_for_a_scientist_it_is_handed_to() -> None:
    stats = {"battles": 1, "load:planar_eye": 1, "learned:planar_eye": 1}
    for damaged in ({}, {"damaged:planar_eye": 1}):
        plan = replace(battle().setup, rosters={})
        first = Entry("bw_cutter", stats={**stats, **damaged})
        rosters = {
            "red": Roster("deepwars", "x", (first, Entry("bw_rigwright"))),
            "blue": battle().setup.rosters["blue"],
        }
        table = GAME.set_up(replace(plan, rosters=rosters))
        scientist = table.models["red-2"]
        given = replace(scientist, tokens={**scientist.tokens, "load:planar_eye": 1})
        assert can_use(table, given, "planar_eye") == (not damaged)


# ------------------------------------------------------------------ who comes home


@rule("DW-MRL-08")
@rule("DW-TEC-03")
@rule("DW-WPN-03")
def test_a_deserter_knows_what_it_has_learned_and_has_its_weapons_as_they_are() -> None:
    table = over(red_1={"learned:planar_eye": 1, "wound:coil_rifle": 1}, red={"ran:red-1": 1})
    Deserted(rule="DW-MRL-06", model="red-1").apply(table)
    assert report(battle(), table)["red-1"] == {"ran": 1, "learned:planar_eye": 1, "damaged:coil_rifle": 1}


NOBODY = Entry("bw_marksman")


@rule("DW-ABL-31")
@rule("DW-SRV-01")
@rule("DW-MRL-08")
@pytest.mark.parametrize("flees", [True, False])
def test_who_was_brought_back_and_then_left_the_map_is_not_dead(flees: bool) -> None:
    slain = Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3)
    stage = Stage(
        [standing(10, 2, "healer"), standing(11, 2), standing(2, 2), standing(6, 2)],
        [standing(40, 10), standing(40, 30)],
        agenda=(slain,),
    )
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
    dead = standing(11, 10, "coil_rifle", tokens={"learned:planar_eye": 1, "load:planar_eye": 1, "wound:coil_rifle": 1})
    slain = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 3)
    stage = Stage(
        [standing(10, 10, "re_animator"), standing(2, 2)], [dead, standing(40, 30), standing(44, 30)], agenda=(slain,)
    )
    match = act(stage.match(6, 6, 5, 5, 1), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    marks = told(match.table, model(match, "blue-1"), NOBODY)
    known = {"dead": 1, "learned:planar_eye": 1, "damaged:coil_rifle": 1}
    assert {t: marks.get(t, 0) for t in (*known, "load:planar_eye")} == {**known, "load:planar_eye": 0}
