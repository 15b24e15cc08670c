"""Clauses that are easily read over: seconds of a kind, what lies on a line, the things of the dead."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import GAME, muster
from sightline.games.deepwars.actions import CallPredators, Done, Drop, Move, Withdraw
from sightline.games.deepwars.actions import HandOver as Give
from sightline.games.deepwars.camp_words import DEAD, Fit, HandOver
from sightline.games.deepwars.catalog import profiles
from sightline.games.deepwars.devices import can_use
from sightline.games.deepwars.events import Achieved, Called, Checked, Slain
from sightline.games.deepwars.growing import faults
from sightline.games.deepwars.packing import Packing
from sightline.games.deepwars.surviving import Fate, Survival
from sightline.games.deepwars.treasure import treasure_points
from sightline.games.deepwars.workshop import Fitting
from tests.games.deepwars.duels import disintegrating
from tests.games.deepwars.finds import EYE
from tests.games.deepwars.stage import Stage, act, free, happened, has, on
from tests.games.deepwars.wars import SMITHS, battle, between
from tests.games.deepwars.wars import has as bears
from tests.kit import rule

# ------------------------------------------------------------------ a second one of the same kind


@rule("DW-CMP-05")
@rule("DW-ART-01")
def test_who_gives_one_of_two_artifacts_of_a_kind_away_keeps_the_other() -> None:
    match, _ = between(Packing("red"), tokens={"red-1": {"load:planar_eye": 2}})
    match.play(HandOver("red-1", EYE, "red-2"))
    assert bears(match, "red-1", "load:planar_eye") == bears(match, "red-2", "load:planar_eye") == (1,)


@rule("DW-SRV-05")
@rule("DW-ART-01")
@rule("DW-UPG-01")
def test_what_was_done_to_the_things_of_the_dead_stays_with_them_and_so_does_the_second_of_a_kind() -> None:
    own = {"load:planar_eye": 2, "upgrade:simplify:planar_eye": 1, "upgrade:reliable:coil_rifle": 1}
    fate = Fate("red-3", DEAD, saved=True)
    match, _ = between(Survival("red", (fate,)), Packing("red"), tokens={"red-3": own}, dice=(1, 1, 1))
    assert bears(match, "red", "stash:planar_eye", "stash:coil_rifle") == (2, 1)
    assert bears(match, "red", "upgrade:simplify:planar_eye", "upgrade:reliable:coil_rifle") == (1, 1)
    match.play(HandOver("red", EYE, "red-2"))
    assert bears(match, "red-2", "load:planar_eye", "upgrade:simplify:planar_eye") == (1, 1)


@rule("DW-ART-06")
@rule("DW-ART-01")
def test_each_of_two_golden_tridents_calls_once() -> None:
    tokens = {"load:golden_trident": 1, "learned:golden_trident": 1}
    match = Stage([on(24, 18, tokens=tokens), on(20, 18, tokens=tokens)], [on(40, 30)]).match()
    act(match, *free("red-1"), CallPredators("red-1", "needle_pack"))
    act(match, Done("red-1"), *free("red-2"), CallPredators("red-2", "needle_pack"))
    assert len(happened(match, Called)) == 2


@rule("DW-ART-06")
@rule("DW-ART-07")
@pytest.mark.parametrize("artifact", ["golden_trident", "time_loop_generator"])
def test_an_artifact_that_was_used_up_is_used_up_in_other_hands(artifact: str) -> None:
    tokens = {f"load:{artifact}": 1, f"learned:{artifact}": 1, f"used:{artifact}": 1}
    match = Stage([on(24, 18, tokens=tokens), on(25, 18, tokens={f"learned:{artifact}": 1})], [on(40, 30)]).match()
    act(match, *free("red-1"), Give("red-1", "red-2", artifact))
    assert (has(match, "red-2", f"load:{artifact}"), has(match, "red-2", f"used:{artifact}")) == (1, 1)
    assert not has(match, "red-1", f"used:{artifact}")


@rule("DW-CON-01")
@rule("DW-UPG-01")
def test_a_weapon_of_the_dead_is_fitted_with_what_was_done_to_it() -> None:
    own = {"stash:coil_rifle": 1, "upgrade:reliable:coil_rifle": 1}
    match, _ = between(Fitting("red"), red=SMITHS, tokens={"red": own}, dice=(6, 6, 6))
    match.play(Fit("coil_rifle", "red-3"))
    assert bears(match, "red-3", "gained:coil_rifle", "upgrade:reliable:coil_rifle") == (1, 1)
    assert bears(match, "red", "upgrade:reliable:coil_rifle") == (0,)


# ------------------------------------------------------------------ lines


@rule("DW-SCW-03")
@pytest.mark.parametrize("stops", [20.5, 21.0, 20.25])
def test_who_stops_on_the_line_of_a_wall_of_dread_has_entered_it(stops: float) -> None:
    stage = Stage([on(18, 18), on(2, 2)], [on(40, 34)])
    engine = replace(
        stage.table.models["blue-edge"], id="engine", profile="psychic_wall", kind="object", at=(20.5, 10.0)
    )
    line = replace(stage.table.models["blue-edge"], id="line", owner="engine", profile="dread", at=(20.5, 30.0))
    for thing in (engine, line):
        stage.table.put_moved(thing)
    match = act(stage.match(6, 6, 6), *free("red-1"), Move("red-1", (stops, 18.0)))
    assert len(happened(match, Checked)) == int(stops >= 20.5)


# ------------------------------------------------------------------ what people write by hand


@rule("DW-CMP-06")
@pytest.mark.parametrize(
    ("profile", "items", "wrong"), [("bw_captain", 1, 1), ("bw_cutter", 1, 0), ("bw_cutter", 2, 1)]
)
def test_who_leads_already_becomes_no_leader_again(profile: str, items: int, wrong: int) -> None:
    entry = Entry(profile, ("leader",) * items, stats={"battles": 1})
    assert [fault.rule for fault in faults(entry)] == ["DW-CMP-06"] * wrong


@rule("DW-UPG-09")
@rule("DW-UPG-01")
def test_reinforced_armor_is_that_of_a_model_and_of_no_thing() -> None:
    for stat, wrong in (("upgrade:reinforce_armor", []), ("upgrade:reinforce_armor:", ["DW-UPG-01"])):
        entry = Entry("bw_captain", stats={"battles": 1, stat: 1})
        assert [fault.rule for fault in faults(entry)] == wrong


# ------------------------------------------------------------------ manuals, and shares


@rule("DW-UPG-12")
@pytest.mark.parametrize("artifact", ["planar_eye", "golden_trident"])
@pytest.mark.parametrize(
    ("pupil", "manual", "teacher", "works"),
    [
        ("tw_chorister", 1, 1, True),
        ("tw_chorister", 0, 1, False),
        ("tw_chorister", 1, 0, False),
        ("bw_cutter", 1, 1, False),
    ],
)
def test_with_a_manual_ether_tech_is_enough_for_an_artifact_that_was_handed_over(
    artifact: str, pupil: str, manual: int, teacher: int, works: bool
) -> None:
    given = {f"load:{artifact}": 1, **({f"upgrade:instruction_manual:{artifact}": 1} if manual else {})}
    knows = {f"learned:{artifact}": 1} if teacher else {}
    band = (Entry("bw_captain", stats={"battles": 1, **knows}), Entry(pupil, stats={"battles": 1, **given}))
    rosters = {**battle().setup.rosters, "red": Roster("deepwars", "x", band)}
    table = GAME.set_up(replace(battle().setup, rosters=rosters))
    assert can_use(table, table.models["red-2"], artifact) == works
    if artifact == EYE:
        assert (artifact in table.models["red-2"].tokens) == works


@rule("DW-WAR-03")
@pytest.mark.parametrize(("share", "wrong"), [(0.6, ["DW-WAR-01", "DW-WAR-03"]), (1.0, ["DW-WAR-01"])])
def test_a_share_of_one_means_no_limit(share: float, wrong: list[str]) -> None:
    stars = [p for p in profiles().values() if p.rank == "personality"]
    leader = next(p for p in stars if p.has("leader"))
    others = [p for p in stars if not p.has("leader") and not p.has("construct") and not p.has("warbeast")]
    band = Roster("deepwars", "x", tuple(Entry(p.id) for p in (leader, *others)))
    options = GAME.rulebook.settle({"personality_share": share, "points_limit": 200})
    assert [f.rule for f in muster.faults(band, options)] == wrong


# ------------------------------------------------------------------ what has scored before


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
    match = Stage([on(20, 2, tokens=BROUGHT), on(24, 2, tokens=BROUGHT), on(2, 2)], [on(40, 30)]).match()
    act(match, *free("red-1"), Withdraw("red-1"), *free("red-2"), Withdraw("red-2"))
    assert treasure_points(match.table, "red") == 0


@rule("DW-CMP-05")
@rule("DW-ACN-24")
def test_who_gives_or_drops_one_of_two_that_were_brought_along_scores_for_neither() -> None:
    two = {"load:planar_eye": 2, "cashed:planar_eye": 2, "learned:planar_eye": 1, "planar_eye": 1}
    match = Stage([on(20, 18, tokens=two, size=2), on(21.25, 18, size=2), on(2, 2)], [on(40, 30)]).match()
    act(match, *free("red-1"), Drop("red-1", EYE))
    assert treasure_points(match.table, "red") == 0
    assert has(match, "red-1", EYE), "the other still works"
    act(match, Give("red-1", "red-2", EYE))
    assert treasure_points(match.table, "red") == 0
    assert (has(match, "red-2", "load:planar_eye"), has(match, "red-2", "cashed:planar_eye")) == (1, 1)


# ------------------------------------------------------------------ heads


@rule("DW-OPS-04")
@rule("DW-ABL-20")
@pytest.mark.parametrize(("section", "done"), [("head", 1), ("body", 0)])
def test_who_is_aimed_at_its_head_and_turned_to_dust_is_a_head_for_the_hunter(section: str, done: int) -> None:
    stage = Stage(
        [on(20, 18, "dart_rifle"), on(2, 2)], [on(24, 18, boxes_head=9, boxes_body=9), on(40, 30), on(44, 30)]
    )
    stage.table.put_tokens("red", "mission:headhunter", 1)
    match = disintegrating(stage, "blue-1", section).match(1, 1, 1, *[6] * 9)
    assert happened(match, Slain)
    assert len(happened(match, Achieved)) == done
