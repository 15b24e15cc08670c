"""Ancient artifacts, one by one (DW-ART)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Keep
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import (
    Attack,
    CallPredators,
    Done,
    Drag,
    EnterPortal,
    FreeActivation,
    Learn,
    Move,
    Nominate,
    OpenPortal,
    PickUp,
    RollDieAgain,
    RollToActivate,
)
from sightline.games.deepwars.actions import HandOver as Give
from sightline.games.deepwars.attacking import target_fault
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Called, Clashed, Entered
from sightline.games.deepwars.loads import lying_there
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.questions import (
    H2H,
    SHOT,
    SPELL,
    Activating,
    AttackScore,
    Blow,
    DefenceScore,
    QualityCheck,
)
from sightline.games.deepwars.relics import packs
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.tokens import ACTIONS, DAMAGED, LEARNED, LOAD, LOOPED, TRANSFIXED
from sightline.games.deepwars.treasure import artifact_of
from tests.games.deepwars.chants import end
from tests.games.deepwars.duels import FISTS, struck
from tests.games.deepwars.finds import EYE, lay
from tests.games.deepwars.scenes import VENTS
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    at,
    box,
    example,
    fallen,
    free,
    happened,
    has,
    kelp,
    offered,
    on,
    refused,
    rolling,
    spent,
)
from tests.kit import rule

# ------------------------------------------------------------------ artifacts


@rule("DW-ART-01", 0, 1)
def test_two_dice_pick_an_artifact() -> None:
    assert artifact_of(*example("DW-ART-01", 0)["dice"]) == "acoustic_map"
    found = Counter(artifact_of(a, b) for a, b in product(range(1, 7), repeat=2))
    assert {Fraction(n, 36) for n in found.values()} == {Fraction(example("DW-ART-01", 1)["p"])}


def pair(red: dict[str, int] | None = None, blue: dict[str, int] | None = None, **more: Any) -> Any:
    """Two who stand apart."""
    return Stage([on(20, 18, tokens=red or {})], [on(24, 18, tokens=blue or {})], **more).table


@rule("DW-ART-02")
def test_a_shield_generator_helps_against_energy_and_spells() -> None:
    table = pair(blue={"portable_shield_generator": 1})
    for weapon, mode, wanted in (
        ("brine_lance", SPELL, 3),
        ("beam_cannon", SHOT, 3),
        ("hypercavitation_autocannon", SHOT, 0),
    ):
        blow = Blow("red-1", "blue-1", weapon, mode)
        assert EFFECTS.tally(table, DefenceScore("blue-1", "red-1", blow), 0).value == wanted


@rule("DW-ART-03")
def test_a_planar_eye_reaches_what_is_out_of_this_dimension() -> None:
    for tokens, open_ in (({}, False), ({EYE: 1}, True)):
        table = Stage([on(20, 18, tokens=tokens)], [on(21, 18, tokens={"shifted": 1})]).table
        fault = target_fault(table, table.models["red-1"], catalog.weapon("bare_hands"), "blue-1")
        assert (fault is None) is open_


@rule("DW-ART-04")
def test_an_acoustic_map_reveals_stealth_to_a_whole_side() -> None:
    def unseen(tokens: dict[str, int]) -> bool:
        stage = Stage(
            [on(20, 18), on(5, 5, tokens=tokens)], [on(34, 18, "stealth", "camouflage")], terrain=[kelp(33, 17, 35, 19)]
        )
        return hidden(stage.table, "red-1", "blue-1")

    assert unseen({})
    assert not unseen({"acoustic_map": 1})


@rule("DW-ART-05")
def test_a_soul_accelerator_gives_a_move_and_takes_a_risk() -> None:
    stage = Stage([on(20, 18, tokens={"soul_accelerator": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(4, 1, 1), Nominate("red-1"), RollToActivate("red-1", 2), Move("red-1", (20, 22)))
    assert has(match, "red-1", ACTIONS) == 1
    act(match, Move("red-1", (20, 26)))
    assert has(match, "red-1", ACTIONS) == 0
    end(match)
    assert has(match, "red-1", TRANSFIXED)
    assert spent(match)


@rule("DW-ART-06")
def test_a_golden_trident_calls_predators_once() -> None:
    tokens = {f"{LOAD}:golden_trident": 1, f"{LEARNED}:golden_trident": 1}
    stage = Stage([on(24, 18, tokens=tokens), on(2, 2)], [on(40, 30)])
    match = act(
        stage.match(6, 6), Nominate("red-1"), RollToActivate("red-1", 2), CallPredators("red-1", "grindfin+cleft_eel")
    )
    assert [e.new.side for e in happened(match, Called)] == [WILD, WILD]
    assert refused(match, CallPredators("red-1", "grindfin")).rule == "DW-ART-06"
    assert all(sum(catalog.creatures()[c].points for c in p.split("+")) <= 100 for p in packs())


@rule("DW-ART-07")
@rule("DW-ART-08")
@rule("DW-ART-10")
def test_artifacts_that_change_activation_rolls() -> None:
    def mod(table: Any, near: tuple[str, ...] = ()) -> float:
        return 4 - EFFECTS.tally(table, Activating("red-1", near), 4).value

    assert mod(pair({"time_loop_generator": 1})) == 1
    assert mod(pair(blue={"psychic_crusher": 1})) == -1
    maker = [on(20, 18, "construct", "artificial"), on(45, 2, "animist", tokens={"quantum_entangler": 1})]
    assert mod(Stage(maker, [on(2, 34)]).table, ("red-2",)) == 1
    far = Stage([on(20, 18)], [on(30, 18, tokens={"psychic_crusher": 1})]).table
    assert mod(far) == 0
    assert EFFECTS.tally(pair(blue={"psychic_crusher": 1}), QualityCheck("red-1"), 4).value == 5


@rule("DW-ART-09")
def test_a_portal_leads_from_its_mouth_to_its_exit() -> None:
    tokens = {f"{LOAD}:portable_portal": 1, f"{LEARNED}:portable_portal": 1}
    stage = Stage([on(20, 18, tokens=tokens), on(2, 2)], [on(40, 30)])
    match = act(
        stage.match(6, 6), Nominate("red-1"), RollToActivate("red-1", 2), OpenPortal("red-1", 1, (21, 18), (40, 10))
    )
    act(match, EnterPortal("red-1"))
    assert at(match, "red-1") == (40, 10)


# ------------------------------------------------------------------ second ones of a kind: DW-ART-01


@rule("DW-ART-01")
@pytest.mark.parametrize("known", [0, 1])
def test_a_second_artifact_of_a_kind_works_at_once_for_whoever_knows_the_first(known: int) -> None:
    stage = Stage([on(20, 18, tokens={f"{LEARNED}:{EYE}": known} if known else {}), on(2, 2)], [on(40, 30)])
    stage.table.put_moved(lying_there(1, (20.5, 18.0), 0.0, EYE))
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", f"{LOAD}:{EYE}") == 1
    assert has(match, "red-1", EYE) == known


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


# ------------------------------------------------------------------ the acoustic map: DW-ART-04


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


# ------------------------------------------------------------------ the soul accelerator: DW-ART-05


@rule("DW-ART-05")
@rule("DW-ACN-05")
@rule("DW-PHY-09")
def test_an_accelerated_move_is_free_whatever_it_costs_and_dragging_is_no_move() -> None:
    fast = {"soul_accelerator": 1}
    weeds = Stage([on(20, 18, stick=1, tokens=fast), on(2, 2)], [on(40, 30)], terrain=[kelp(15, 10, 30, 26)])
    match = act(weeds.match(5, 5), *rolling("red-1"), Move("red-1", (22.0, 18.0)))
    assert has(match, "red-1", ACTIONS) == 2
    act(match, Move("red-1", (24.0, 18.0)))
    assert has(match, "red-1", ACTIONS) == 0
    hauled = lay(Stage([on(20, 18, tokens=fast), on(2, 2)], [on(40, 30)]), (20.5, 18.0))
    match = act(hauled.match(5, 5, 5, 5, 5), *rolling("red-1"), Drag("red-1", "treasure-1", (22.0, 18.0)))
    assert has(match, "red-1", ACTIONS) == 1


@rule("DW-ART-05")
@rule("DW-ABL-32")
@rule("DW-GEN-15")
@pytest.mark.parametrize(("first", "again", "risk"), [(1, 5, 0), (3, 1, 1), (1, 1, 1)])
def test_a_die_that_was_rolled_again_risks_the_soul_with_its_new_face(first: int, again: int, risk: int) -> None:
    stage = Stage([on(20, 18, "hero", tokens={"soul_accelerator": 1}), on(2, 2)], [on(40, 30)])
    match = stage.match(5, first, again)
    match.play(*rolling("red-1"))
    match.play(RollDieAgain((1,)))
    assert has(match, "red-1", "risk") == risk
    assert spent(match)


# ------------------------------------------------------------------ the time loop generator: DW-ART-07


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


# ------------------------------------------------------------------ the portal: DW-ART-09


@rule("DW-ART-09")
@rule("DW-TER-02")
def test_a_portal_may_lead_into_deadly_terrain() -> None:
    vents = [box(32, 16, 36, 20, "deadly", "material:none", id="vents")]
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    match = Stage([gate, on(2, 2)], [on(40, 30)], terrain=vents).match(6, 6, 4, 5, 1, 1)
    act(match, *rolling("red-1", 3), OpenPortal("red-1", 1, (21.0, 18.0), (34.0, 18.0)), EnterPortal("red-1"))
    assert at(match, "red-1") == (34.0, 18.0)
    assert fallen(match, "red-1")
    assert spent(match)


@rule("DW-ART-09")
@rule("DW-TER-01")
def test_who_steps_through_a_portal_crosses_nothing() -> None:
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    match = Stage([gate, on(2, 2)], [on(40, 30)], terrain=[VENTS]).match(6, 6, 4)
    act(match, *rolling("red-1", 3), OpenPortal("red-1", 1, (21.0, 18.0), (34.0, 18.0)), EnterPortal("red-1"))
    assert at(match, "red-1") == (34.0, 18.0)
    assert not happened(match, Entered)


def at_the_portal(hacker: On) -> Stage:
    """Somebody at the mouth of a portal, and an enemy in contact."""
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    return Stage([gate, on(2, 2)], [hacker, on(2, 34)])


@rule("DW-ART-09")
@rule("DW-ACN-22")
def test_whoever_leaves_a_fight_through_a_portal_is_hacked_at() -> None:
    through = (OpenPortal("red-1", 1, (20.0, 19.0), (34.0, 18.0)), EnterPortal("red-1"))
    match = act(at_the_portal(on(21, 18)).match(6, 6, 4, 1, 6), *rolling("red-1", 3), *through)
    assert struck(match) == ["red-1"]
    assert at(match, "red-1") == (34.0, 18.0)
    felled = act(at_the_portal(on(21, 18)).match(6, 6, 4, 6, 3), *rolling("red-1", 3), *through)
    assert at(felled, "red-1") == (20.0, 18.0)
    assert fallen(felled, "red-1")
    assert has(felled, "red-1", ACTIONS) == 2, "four by two sixes, and the one is spent"


@rule("DW-ART-09")
@rule("DW-LOS-03")
@pytest.mark.parametrize(("to", "seen"), [(25.5, False), (23.0, True)])
def test_an_exit_behind_deep_kelp_is_not_in_view(to: float, seen: bool) -> None:
    red = [on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})]
    match = act(Stage(red, [on(2, 34)], terrain=[kelp(21, 15, to, 21)]).match(), *free("red-1"))
    assert (match.refusal(OpenPortal("red-1", 1, (20.0, 20.0), (30.0, 18.0))) is None) is seen


@rule("DW-ART-09")
@rule("DW-ABL-02")
def test_an_animal_may_swim_through_a_portal() -> None:
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    match = Stage([gate, on(20.9, 20.2, "animal")], [on(2, 34)]).match()
    act(match, *free("red-1"), OpenPortal("red-1", 1, (20.0, 20.0), (30.0, 18.0)), Done("red-1"), *free("red-2"))
    assert offered(match, EnterPortal)
