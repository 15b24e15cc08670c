"""What is carried, handed over and dropped; scenic weapons aimed; time repeated; and the missions about such things."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Keep
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    Charm,
    Done,
    Drag,
    Drop,
    EndTurn,
    Exert,
    Fire,
    HandOver,
    Learn,
    Move,
    OpenPortal,
    PickUp,
    RollDieAgain,
    Salvage,
    Treat,
)
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.devices import can_use, handicap
from sightline.games.deepwars.events import Achieved, AttackDeclared, Clashed, Dropped, Taken
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.tokens import ACTIONS, DAMAGED, LEARNED, LOAD, LOOPED, UPGRADE, VICTORY, WOUND
from tests.games.deepwars.chants import caster, chant
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    free,
    happened,
    has,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.games.deepwars.test_devices import EYE, finder, learning, scenic
from tests.games.deepwars.test_missions import missioned
from tests.games.deepwars.test_scenarios import lay
from tests.kit import rule

GOLD = "golden_treasure"
FISTS = "bare_hands"


# ------------------------------------------------------------------ items


@rule("DW-ACN-14")
@rule("DW-TRE-02")
def test_picking_something_up_takes_one_action() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 30)]), (20.5, 18))
    match = act(stage.match(6, 6, 3), *rolling("red-1"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", f"{LOAD}:{GOLD}") == 1
    assert has(match, "red-1", ACTIONS) == 1
    assert spent(match)


@rule("DW-PHY-04")
@rule("DW-PHY-09")
@rule("DW-TRE-03")
def test_what_lies_loose_is_dragged_along_a_short_stick() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 30)]), (20.5, 18))
    match = act(stage.match(5, 5, 1), *free("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert at(match, "red-1") == (17, 18)
    assert at(match, "treasure-1") == (17.5, 18)
    assert spent(match)
    begun = act(stage.match(6, 2, 3), *free("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert at(begun, "treasure-1") == (20.5, 18), "a single success is finished in the next activation"
    act(begun, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"), Drag("red-1", "treasure-1", (20, 21)))
    assert at(begun, "treasure-1") == (20.5, 21)
    never = act(stage.match(6, 6, 1, 1, 1), *rolling("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert refused(never, Drag("red-1", "treasure-1", (17, 18))).rule == "DW-PHY-03"
    soon = act(stage.match(6, 6, 6, 1, 1), *rolling("red-1"), Drag("red-1", "treasure-1", (17, 18)))
    assert not offered(soon, Drag)
    assert refused(soon, Drag("red-1", "treasure-1", (17, 18))).rule == "DW-PHY-03"


@rule("DW-PHY-09")
@rule("DW-TRE-03")
def test_nobody_drags_too_far_with_full_hands_or_through_walls() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 30)], terrain=[wall(21.6, 10, 22.6, 26)]), (20.5, 18))
    match = stage.match()
    assert refused(match, *free("red-1"), Drag("red-1", "treasure-1", (16.9, 18))).rule == "DW-PHY-09"
    assert refused(stage.match(), *free("red-1"), Drag("red-1", "treasure-1", (20.9, 18))).rule == "DW-MOV-04"
    assert refused(stage.match(), *free("red-1"), Drag("red-1", "blue-1", (17, 18))).rule == "DW-PHY-09"
    full = lay(Stage([on(20, 18, tokens={f"{LOAD}:{GOLD}": 1}, size=2), on(2, 2)], [on(40, 30)]), (20.5, 18))
    assert refused(full.match(), *free("red-1"), Drag("red-1", "treasure-1", (17, 18))).rule == "DW-TRE-03"


@rule("DW-PHY-04")
def test_what_is_rooted_or_built_is_not_dragged() -> None:
    stage = Stage([on(20, 18, size=3), on(2, 2)], [on(40, 30)], terrain=[wall(20.9, 17, 21.4, 19, height=1, id="idol")])
    match = act(stage.match(), *free("red-1"))
    assert not offered(match, Drag)
    assert refused(match, Drag("red-1", "idol", (17, 18))).rule == "DW-PHY-09"
    assert "break" in [given["activity"] for given in offered(match, Exert)]


@rule("DW-ACN-24")
def test_dropping_is_free_and_it_can_be_picked_up_again_without_a_roll() -> None:
    stage = Stage([on(20, 18, tokens={f"{LOAD}:{GOLD}": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(6, 6), *rolling("red-1"), Drop("red-1", GOLD))
    assert has(match, "red-1", ACTIONS) == 2
    assert not has(match, "red-1", f"{LOAD}:{GOLD}")
    (fell,) = happened(match, Dropped)
    assert at(match, fell.new.id) == (20, 18)
    act(match, PickUp("red-1", fell.new.id))
    assert has(match, "red-1", f"{LOAD}:{GOLD}") == 1
    assert spent(match)
    assert refused(match, Drop("red-1", "ether_crystals")).rule == "DW-ACN-24"


@rule("DW-ACN-24")
@rule("DW-TRE-02")
def test_handing_over_costs_the_giver_one_action_and_needs_contact_and_a_free_hand() -> None:
    bearer = on(20, 18, tokens={f"{LOAD}:{GOLD}": 1})
    match = act(Stage([bearer, on(21, 18)], [on(40, 30)]).match(6, 6), *rolling("red-1"))
    act(match, HandOver("red-1", "red-2", GOLD))
    assert has(match, "red-1", ACTIONS) == 1
    assert (has(match, "red-1", f"{LOAD}:{GOLD}"), has(match, "red-2", f"{LOAD}:{GOLD}")) == (0, 1)
    apart = Stage([bearer, on(21.2, 18)], [on(40, 30)]).match()
    assert refused(apart, *free("red-1"), HandOver("red-1", "red-2", GOLD)).rule == "DW-ACN-24"
    full = Stage([bearer, on(21, 18, tokens={f"{LOAD}:ether_crystals": 1})], [on(40, 30)]).match()
    assert refused(full, *free("red-1"), HandOver("red-1", "red-2", GOLD)).rule == "DW-ACN-24"
    beast = Stage([bearer, on(21, 18, "animal")], [on(40, 30)]).match()
    assert refused(beast, *free("red-1"), HandOver("red-1", "red-2", GOLD)).rule == "DW-ACN-24", (
        "an Animal carries nothing"
    )


@rule("DW-ACN-24")
@rule("DW-TEC-06")
def test_an_artifact_that_is_handed_over_works_for_whoever_knows_it() -> None:
    knows = {f"{LEARNED}:{EYE}": 1}
    bearer = on(20, 18, tokens={f"{LOAD}:{EYE}": 1, EYE: 1, **knows})
    for tokens in ({}, knows):
        match = act(Stage([bearer, on(21, 18, tokens=tokens)], [on(40, 30)]).match(), *free("red-1"))
        act(match, HandOver("red-1", "red-2", EYE))
        assert not has(match, "red-1", EYE)
        assert bool(has(match, "red-2", EYE)) is bool(tokens)


@rule("DW-MAG-09")
@rule("DW-ACN-24")
def test_a_puppet_may_be_made_to_drop_what_it_carries() -> None:
    stage = Stage([caster(), on(2, 2)], [on(25, 18, tokens={f"{LOAD}:{GOLD}": 1}), on(6, 34)])
    match = act(stage.match(6, 6, 6, 1, 1, 6), *chant("puppet_tide", 3), Cast("red-1", 2, "blue-1"))
    act(match, Drop("blue-1", GOLD))
    assert not has(match, "blue-1", f"{LOAD}:{GOLD}")
    assert match.table.models["blue-1"].side == "blue"


# ------------------------------------------------------------------ scenic weapons: two actions, three to aim


@rule("DW-ACN-12")
def test_a_scenic_weapon_takes_two_actions_and_a_third_aims_it() -> None:
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], [on(24, 21), on(40, 34)]), "scenic_weapon", "beam_cannon")
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    totals = []
    for actions in (2, 3):
        match = act(stage.match(6, 5, 5, 2, 6), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", actions))
        totals.append(happened(match, Clashed)[0].defence.value)
        assert has(match, "red-1", ACTIONS) == 3 - actions
    assert totals[1] == totals[0] - 1
    match = stage.match(6, 6, 6)
    assert refused(match, *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", 4)).rule == "DW-ACN-12"
    assert refused(stage.match(), *free("red-1"), Fire("red-1", "thing", "blue-1")).rule == "DW-ACT-04"


@rule("DW-ACN-12")
@rule("DW-ACN-10")
def test_the_third_action_may_go_into_armor_break() -> None:
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], [on(24, 21), on(40, 34)]), "scenic_weapon", "beam_cannon")
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    pierces = Fire("red-1", "thing", "blue-1", 3, pierce=1)
    blow = happened(act(stage.match(6, 5, 5, 2, 6), *rolling("red-1", 3), pierces), AttackDeclared)[0].blow
    assert (blow.effort, blow.pierce) == (2, 1)
    for actions, points in ((2, 1), (3, 2), (3, -1)):
        no = refused(
            stage.match(6, 5, 5), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", actions, pierce=points)
        )
        assert no.rule == "DW-ACN-10"
        assert f"{points} points of Armor Break, {actions - 2} allowed" in GAME.sayings.refusal(None, no)


@rule("DW-ACN-12")
@rule("DW-RNG-07")
def test_the_third_action_lets_a_scenic_weapon_reach_a_band_further() -> None:
    stage = scenic(Stage([on(2, 16.5), on(2, 2)], [on(29, 16.5)]), "scenic_weapon", "beam_cannon", (2.0, 18.0))
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = act(stage.match(6, 5, 5), *rolling("red-1", 3))
    assert offered(match, Fire)
    assert match.refusal(Fire("red-1", "thing", "blue-1", 2)).rule == "DW-RNG-02"  # type: ignore[union-attr]
    assert match.refusal(Fire("red-1", "thing", "blue-1", 3)) is None
    assert not offered(act(stage.match(6, 5), *rolling("red-1")), Fire), "two actions do not reach so far"


@rule("DW-ACN-12")
@rule("DW-SUB-01")
def test_a_scenic_weapon_is_aimed_at_a_section() -> None:
    blue = [on(24, 21, boxes_head=9), on(40, 34)]
    stage = scenic(Stage([on(24, 16.5), on(2, 2)], blue), "scenic_weapon", "beam_cannon")
    stage.table.put_tokens("red-1", f"{LEARNED}:thing", 1)
    match = act(stage.match(6, 5, 5, 6, 1), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", section="head"))
    assert happened(match, AttackDeclared)[0].blow.section == "head"
    assert (wounds(match, "blue-1", "head"), wounds(match, "blue-1")) == (2, 0)
    no = refused(stage.match(6, 5, 5), *rolling("red-1", 3), Fire("red-1", "thing", "blue-1", section="trident"))
    assert no.rule == "DW-SUB-01"


# ------------------------------------------------------------------ who understands what


@rule("DW-ACN-19")
def test_learning_an_artifact_is_a_quality_check() -> None:
    known = learning(finder("scientist:3"), 4, 4, 4)
    assert has(known, "red-1", f"{LEARNED}:{EYE}")
    assert not has(known, "red-1", ACTIONS)
    assert not has(learning(finder("scientist:3"), 4, 4, 3), "red-1", f"{LEARNED}:{EYE}")


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


# ------------------------------------------------------------------ a time loop


@rule("DW-ART-07")
def test_a_time_loop_repeats_one_whole_bad_roll_in_a_battle() -> None:
    loop = {"time_loop_generator": 1}
    match = Stage([on(20, 18, tokens=loop), on(2, 2)], [on(40, 30)]).match(1, 6, 6, 6)
    match.play(*rolling("red-1"))
    match.play(RollDieAgain((0, 1)))
    assert has(match, "red-1", ACTIONS) == 2
    assert has(match, "red-1", LOOPED)
    assert spent(match)
    again = Stage([on(20, 18, tokens={**loop, LOOPED: 1}), on(2, 2)], [on(40, 30)]).match(1, 6)
    again.play(*rolling("red-1"))
    assert has(again, "red-1", ACTIONS) == 1


@rule("DW-ART-07")
def test_a_combat_die_may_be_repeated_too() -> None:
    stage = Stage([on(20, 18, tokens={"time_loop_generator": 1}), on(2, 2)], [on(21, 18, boxes_body=9), on(40, 30)])
    match = stage.match(1, 3, 6)
    match.play(*free("red-1"), Attack("red-1", FISTS, "blue-1"))
    match.play(RollDieAgain((0,)))
    assert [e.faces for e in happened(match, Clashed)] == [(6, 3)]
    assert spent(match)


@rule("DW-ART-07")
@rule("DW-GEN-15")
def test_what_a_time_loop_has_repeated_is_final_for_the_lucky_too() -> None:
    tokens = {"time_loop_generator": 1, f"{LOAD}:{EYE}": 1}
    stage = Stage([on(20, 18, tokens=tokens), on(2, 2)], [on(40, 30)])
    stage.table.put_tokens("red", "advance:lucky", 1)
    match = stage.match(1, 1, 1, 2, 2, 2)
    match.play(*free("red-1"), Learn("red-1", EYE))
    match.play(RollDieAgain((0, 1, 2)))
    assert not has(match, "red", "used:lucky")
    assert has(match, "red-1", f"{DAMAGED}:{EYE}")
    kept = stage.match(1, 1, 1)
    kept.play(*free("red-1"), Learn("red-1", EYE))
    kept.play(Keep())
    assert kept.decision.rule == "DW-ADV-13", "dice that were kept may still be rolled again"


# ------------------------------------------------------------------ rugged things


@rule("DW-UPG-08")
@rule("DW-DMG-15")
@pytest.mark.parametrize(
    ("severity", "rugged", "broken"), [(3, False, True), (3, True, False), (4, True, True)], ids=str
)
def test_what_is_rugged_survives_its_bearer_unless_that_dies_gruesomely(
    severity: int, rugged: bool, broken: bool
) -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.kind == "energy")
    tokens = {f"{UPGRADE}:ruggedize:{gun}": 1} if rugged else {}
    blow = Blow("blue-1", "red-1", gun, "shot")
    part = Suffering(blow, "blue-1", "red-1", severity)
    match = Stage([on(10, 10, gun, tokens=tokens), on(45, 2), on(2, 34)], [on(14, 10, gun)], agenda=(part,)).match(
        *[6] * 9
    )
    assert not alive(match, "red-1")
    assert bool(has(match, "red-1-body", f"{WOUND}:{gun}")) is broken


# ------------------------------------------------------------------ missions


@rule("DW-OPS-14")
@pytest.mark.parametrize(("weapon", "paid"), [("depth_charge", 2), ("speargun", 0)])
def test_blowing_up_an_artifact_pays(weapon: str, paid: int) -> None:
    stage = missioned("demolitionist", [on(24, 13, weapon, combat=9), on(2, 2)], [on(40, 34)])
    scenic(stage, "scenic_artifact", "wheel_of_the_stars")
    boxes = stage.table.tokens("thing", "boxes:body")
    stage.table.put_tokens("thing", "wound:body", boxes - 1)
    match = act(stage.match(*[6, 1] * 4), *free("red-1"), Attack("red-1", weapon, "thing"))
    assert not alive(match, "thing")
    assert has(match, "red", VICTORY) == paid


@rule("DW-OPS-16")
@pytest.mark.parametrize(("owner", "paid"), [("wild", 2), ("blue", 0)])
def test_charming_a_wild_creature_pays(owner: str, paid: int) -> None:
    stage = missioned("beast_whisperer", [on(10, 10, "deep_caller", quality=3), on(2, 2)], [on(16, 10), on(40, 30)])
    beast = stage.table.models["blue-1"]
    stage.table.put_moved(replace(beast, side="wild", owner=owner))
    match = act(stage.match(4, 4, 1), *free("red-1"), Charm("red-1", "blue-1"))
    assert match.table.models["blue-1"].side == "red"
    assert has(match, "red", VICTORY) == paid


@rule("DW-OPS-17")
def test_bringing_a_friend_back_to_life_pays() -> None:
    stage = missioned(
        "nine_lives",
        [on(10, 10, "healer"), on(11, 10), on(2, 2), on(6, 2)],
        [on(12, 10), on(40, 30)],
        agenda=(Suffering(Blow("blue-1", "red-2", FISTS), "blue-1", "red-2", 3),),
    )
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert [e.token for e in happened(match, Achieved)] == ["achieved:nine_lives"]
    assert has(match, "red", VICTORY) == 2


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


@rule("DW-TRE-04")
@pytest.mark.parametrize("way", ["dropped", "fled with"])
@pytest.mark.parametrize(
    ("what", "name"), [("power_core", "Power Core"), ("trident", "Fishing trident"), (GOLD, "Golden Treasure")]
)
def test_a_thing_has_the_same_name_however_it_came_to_lie_there(way: str, what: str, name: str) -> None:
    stage = Stage([on(20, 18, tokens={f"load:{what}": 1}), on(2, 2)], [on(40, 30)])
    if way == "dropped":
        match = act(stage.match(6, 6), *rolling("red-1"), Drop("red-1", what))
    else:
        stage.table.agenda = (MoraleOf(("red-1",), "gruesome"), *stage.table.agenda)
        match = stage.match(1, 1, 1)
    (lies,) = happened(match, Dropped)
    assert lies.new.name == name
    gone = [GAME.sayings.event(match.table, event) for event in happened(match, Taken)]
    assert all(told.endswith(f"no longer has {name}") for told in gone), gone
