"""What comes of two totals: wounds, death, recoil, following up and Advantage (DW-DMG)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.games.deepwars.actions import Attack, Done, EndTurn, FollowUp, HoldBack, Move, Treat, Withdraw
from sightline.games.deepwars.damage import Recoil, Suffering, corpse
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Followed, Slain, Struck
from sightline.games.deepwars.questions import SHOT, Armor, AttackScore, Blow, DefenceScore
from sightline.games.deepwars.tokens import ADVANTAGE
from tests.games.deepwars.duels import FISTS, HIT, PLAIN, duel, fight, result, row_of, suffer
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    examples,
    fallen,
    free,
    happened,
    has,
    model,
    on,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ the result of two totals


@pytest.mark.parametrize(
    "facts",
    [
        *examples("DW-DMG-01", 0, 1, 2),
        *examples("DW-DMG-02", 0),
        *examples("DW-DMG-04", 0, 1),
        *examples("DW-DMG-05", 0),
        *examples("DW-DMG-08", 0),
        *examples("DW-DMG-09", 0, 1, 2, 3),
    ],
)
def test_two_totals_have_one_result(facts: dict[str, Any]) -> None:
    victim = on(21, 18, av=facts.get("av", 1), boxes_body=9)
    blow = Blow("red-1", "blue-1", f"figures__0__{facts.get('armor_break', 0)}")
    match = result(tuple(facts["totals"]), blue=victim, blow=blow, options=facts.get("option"))
    assert row_of(match) == facts["result"]


@rule("DW-DMG-10", 0)
def test_armor_break_lowers_the_armor_that_counts() -> None:
    blow = Blow("red-1", "blue-1", "figures__0__2")
    assert row_of(result((7, 6), blue=on(21, 18, av=3), blow=blow)) == "hit_1"
    assert row_of(result((7, 6), blue=on(21, 18, av=3), blow=PLAIN)) == "recoil"


@rule("DW-DMG-10")
def test_all_armor_break_adds_up_and_never_goes_below_nothing() -> None:
    table = duel(blue=on(21, 18, av=4)).table
    blow = Blow("red-1", "blue-1", "shell_cleaver", effort=3, pierce=2)
    assert EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 4).value == 1
    assert EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 2).value == 0


BARE = on(21, 18, av_body=0)


@rule("DW-DMG-01")
@rule("DW-ABL-16")
def test_a_tie_is_not_won_by_a_critical_hit() -> None:
    red = on(20, 18, "critical_hit")
    match = result((9, 9), red=red, blue=BARE, faces=(6, 6))
    assert [e.severity for e in happened(match, Struck)] == [2]
    assert wounds(match, "blue-1") == 1
    match = result((10, 9), red=red, blue=BARE, faces=(6, 5))
    assert [e.severity for e in happened(match, Struck)] == [3]


@rule("DW-DMG-01")
@rule("DW-ABL-17")
@rule("DW-ABL-35")
@rule("DW-ABL-49")
def test_a_tie_is_neither_won_nor_lost_at_range() -> None:
    red = on(10, 18, "deadeye", "prism_projector", "death_ray")
    blue = on(14, 18, av_body=0, facing=180)
    for weapon in ("prism_projector", "death_ray"):
        match = result((9, 9), blow=Blow("red-1", "blue-1", weapon, SHOT), faces=(6, 6), blue=blue, red=red)
        assert wounds(match, "blue-1") == 1
        assert not isinstance(match.pending, Roll), "nobody has lost, and no beam jumps"


# ------------------------------------------------------------------ death


@rule("DW-DMG-03")
@rule("DW-CND-01")
def test_a_hit_is_a_wound_and_a_fall() -> None:
    match = fight(4, 2)
    assert (wounds(match, "blue-1"), fallen(match, "blue-1")) == (1, True)


@rule("DW-DMG-06")
@pytest.mark.parametrize("facts", examples("DW-DMG-07", 0, 1, 2))
def test_a_full_body_is_dead_and_an_overfull_one_gruesomely(facts: dict[str, Any]) -> None:
    match = suffer(
        "body", facts["wounds"], on(21, 18, boxes_body=facts["body"], tokens={"wound:body": facts["marked"]})
    )
    died = happened(match, Slain)
    assert ((died[0].gruesome and "gruesome") or "dead" if died else "alive") == facts["result"]
    if not died:
        assert fallen(match, "blue-1")


@rule("DW-DMG-15")
def test_a_dead_model_leaves_a_body_that_blocks_nothing() -> None:
    match = suffer("body", 2, on(21, 18, "trident"))
    body = model(match, "blue-1-body")
    assert (body.kind, body.profile, body.at) == ("marker", "body", (21.0, 18.0))
    assert "trident" in body.kit
    match = suffer("body", 3, on(21, 18))
    assert model(match, "blue-1-body").profile == "remains"


@rule("DW-DMG-15")
@rule("DW-TEC-01")
def test_an_energy_weapon_damages_the_artifact_its_victim_carries() -> None:
    weak = on(14, 18, "coil_rifle", "dive_knife", boxes_body=1, tokens={"load:planar_eye": 1})
    others = [on(2, 34), on(4, 34), on(6, 34)]
    match = Stage([on(10, 18, "steam_lance", combat=5), on(2, 2)], [weak, *others]).match(5, 4)
    act(match, *free("red-1"), Attack("red-1", "steam_lance", "blue-1"))
    assert not alive(match, "blue-1")
    assert has(match, "blue-1-body", "damaged:planar_eye")
    assert has(match, "blue-1-body", "wound:coil_rifle"), "its own tech cannot be used until it is mended"
    assert not has(match, "blue-1-body", "wound:dive_knife"), "a knife is no tech"


# ------------------------------------------------------------------ recoil and advantage


def driven(end: tuple[float, float], **more: Any) -> Match:
    stage = duel(on(10, 10), on(11, 10, av=3), agenda=(Recoil("blue-1", "red-1", (10.0, 10.0), True),), **more)
    return stage.match()


@rule("DW-DMG-11", 0)
def test_a_recoil_is_an_inch_straight_away() -> None:
    match = driven((12, 10))
    assert at(match, "blue-1") == (12.0, 10.0)
    assert model(match, "blue-1").facing == 180.0
    assert not fallen(match, "blue-1")
    match = driven((14, 10), options={"recoil_inches": 3.0})
    assert at(match, "blue-1") == (14.0, 10.0)


@rule("DW-DMG-11")
def test_who_is_held_or_huge_does_not_recoil_but_loses_the_advantage() -> None:
    for held in ("transfixed", "entangled", "immobilized"):
        match = fight(3, 4, blue=on(21, 18, av=3, combat=2, tokens={held: 1})) if held == "entangled" else None
        if match is not None:
            assert at(match, "blue-1") == (21.0, 18.0)
            assert has(match, "red-1", f"{ADVANTAGE}:blue-1")
    match = duel(on(20, 18, combat=6), on(21.75, 18, av=3, size=3)).match(4, 5)
    act(match, *free("red-1"), HIT)
    assert at(match, "blue-1") == (21.75, 18.0)


@rule("DW-DMG-12", 0)
def test_who_has_no_room_to_recoil_falls() -> None:
    match = driven((11.5, 10), terrain=[wall(12, 5, 14, 15)])
    assert at(match, "blue-1") == (11.5, 10.0)
    assert fallen(match, "blue-1")


@rule("DW-DMG-13")
def test_a_winner_may_follow_up() -> None:
    match = duel(on(20, 18), on(21, 18, av=3)).match(4, 3)
    match.play(*free("red-1"), HIT)
    assert match.decision.rule == "DW-DMG-13"
    follow = match.fork()
    follow.play(FollowUp("red-1"))
    assert at(follow, "red-1") == pytest.approx((20.99, 18.0), abs=0.01)
    assert [event.length for event in happened(follow, Followed)] == [pytest.approx(0.99, abs=0.01)]
    match.play(HoldBack("red-1"))
    assert at(match, "red-1") == (20.0, 18.0)
    match = duel(on(20, 18), on(21, 18, av=3), options={"follow_up": False}).match(4, 3)
    match.play(*free("red-1"), HIT)
    assert match.decision.rule != "DW-DMG-13"


@rule("DW-DMG-14", 0)
@rule("DW-DMG-02")
def test_who_drives_somebody_back_has_the_advantage_in_the_next_roll() -> None:
    match = duel(on(20, 18), on(21, 18, av=3)).match(4, 3, 1, 3)
    act(match, *free("red-1"), HIT)
    assert has(match, "red-1", f"{ADVANTAGE}:blue-1") == 2
    table = match.table
    blow = Blow("blue-1", "red-1", FISTS)
    assert EFFECTS.tally(table, DefenceScore("red-1", "blue-1", blow), 0).value == 1
    assert EFFECTS.tally(table, AttackScore("red-1", "blue-1", PLAIN), 0).value == 1


@rule("DW-DMG-14")
def test_an_advantage_is_used_up_lost_by_falling_or_by_the_end_of_the_next_game_turn() -> None:
    held = {f"{ADVANTAGE}:blue-1": 2}
    match = fight(3, 3, red=on(20, 18, tokens=held))
    assert happened(match, Clashed)[0].totals == (7, 6)
    assert not has(match, "red-1", f"{ADVANTAGE}:blue-1")
    match = fight(2, 4, red=on(20, 18, tokens={f"{ADVANTAGE}:blue-2": 2}))
    assert fallen(match, "red-1")
    assert not has(match, "red-1", f"{ADVANTAGE}:blue-2")


@rule("DW-DMG-11")
@pytest.mark.parametrize(("lies", "to"), [(True, (22.0, 18.0)), (False, (21.0, 18.0))])
def test_one_who_is_beaten_by_somebody_dead_goes_away_from_the_body(lies: bool, to: tuple[float, float]) -> None:
    beaten = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 1)
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], agenda=(beaten,))
    one = stage.table.models["red-1"]
    if lies:
        body = corpse(stage.table, one, gruesome=False)
        stage.table.models[body.id] = body
    stage.table.models["red-1"] = replace(one, at=None)
    assert at(stage.match(), "blue-1") == pytest.approx(to, abs=0.001)


@rule("DW-DMG-13")
@rule("DW-DMG-12")
def test_a_winner_may_go_after_one_that_had_no_room_to_recoil() -> None:
    pressed = Recoil("blue-1", "red-1", (20.0, 18.0), True)
    match = Stage(
        [on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], terrain=[wall(22, 10, 23, 26)], agenda=(pressed,)
    ).match()
    assert fallen(match, "blue-1")
    assert at(match, "blue-1") == (21.5, 18.0)
    match.play(FollowUp("red-1"))
    assert at(match, "red-1") == pytest.approx((20.49, 18.0), abs=0.01)


@rule("DW-DMG-13")
@rule("DW-ABL-57")
def test_a_slow_model_that_has_charged_may_follow_up() -> None:
    match = Stage([on(10, 18, "sluggish"), on(2, 2)], [on(14, 18, av_body=4), on(2, 34)]).match(6, 6, 4, 4)
    act(match, *rolling("red-1"), Move("red-1", (13.0, 18.0)))
    match.play(Attack("red-1", "bare_hands", "blue-1"))
    assert match.decision.rule == "DW-DMG-13"
    match.play(FollowUp("red-1"))
    assert at(match, "red-1") != (13.0, 18.0)
    assert spent(match)


@rule("DW-DMG-14")
def test_an_advantage_over_whoever_leaves_the_map_is_gone() -> None:
    holder = on(40, 30, tokens={"advantage:red-1": 2})
    match = Stage([on(20, 0.5), on(2, 2), on(4, 2)], [holder, on(2, 34)]).match()
    act(match, *free("red-1"), Withdraw("red-1"))
    assert not has(match, "blue-1", "advantage:red-1")


@rule("DW-DMG-14")
@rule("DW-ABL-31")
def test_who_is_brought_back_has_lost_its_advantages() -> None:
    weak = on(21, 18, boxes_body=1, tokens={f"{ADVANTAGE}:red-2": 2})
    blue = [weak, on(22, 18, "healer"), on(2, 34), on(4, 34), on(6, 34)]
    match = Stage([on(20, 18), on(2, 2)], blue).match(4, 3, 6, 6, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert not alive(match, "blue-1")
    act(match, Done("red-1"), EndTurn("red"), *free("blue-2"), Treat("blue-2", "blue-1-body", "body"))
    assert alive(match, "blue-1")
    assert not has(match, "blue-1", f"{ADVANTAGE}:red-2")
    assert spent(match)
