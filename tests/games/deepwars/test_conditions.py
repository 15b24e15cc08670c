"""Conditions: dazed, entangled, poisoned, charmed, and how they end (DW-CND)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.games.deepwars.actions import Attack, BreakFree, Cast, ChangeDepth, Done, Move, Nominate, Recover
from sightline.games.deepwars.attacking import attack_slots
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import gone
from sightline.games.deepwars.events import Checked
from sightline.games.deepwars.questions import AttackScore, Blow
from sightline.games.deepwars.recovering import tied
from sightline.games.deepwars.scoring import guest
from tests.games.deepwars.chants import caster, chant, scene
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    fallen,
    free,
    happened,
    has,
    model,
    offered,
    on,
    rolling,
    spent,
    table_of,
    waits_for,
)
from tests.kit import rule

# ------------------------------------------------------------------ dazed: DW-CND-02


@rule("DW-CND-02")
def test_a_dazed_model_fights_badly_until_it_recovers() -> None:
    table = table_of([on(20, 18, tokens={"dazed": 1})], [on(21, 18)])
    assert EFFECTS.tally(table, AttackScore("red-1", "blue-1", Blow("red-1", "blue-1", FISTS)), 0).value == -1
    match = Stage([on(20, 18, tokens={"dazed": 1})], [on(40, 18)]).match()
    act(match, *free("red-1"), Recover("red-1", "dazed"))
    assert not has(match, "red-1", "dazed")


@rule("DW-CND-02")
def test_a_dazed_model_neither_aims_nor_charges() -> None:
    stage = Stage([on(10, 18, "dart_rifle", tokens={"dazed": 1}), on(2, 2)], [on(14, 18), on(2, 34)])
    match = act(stage.match(6, 6, 6), *rolling("red-1", 3))
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1", effort=2)).rule == "DW-CND-02"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1")) is None
    shot = next(o for o in match.decision.offers if o.action is Attack)
    assert "effort" not in attack_slots(match.table, match.decision, shot)
    act(match, Move("red-1", (13.0, 18.0)))
    refusal = match.refusal(Attack("red-1", FISTS, "blue-1"))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["moves"]) == ("DW-CND-02", 1)
    assert not [given for given in offered(match, Attack) if given["weapon"] == FISTS]
    act(match, Recover("red-1", "dazed"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1")) is None


# ------------------------------------------------------------------ entangled: DW-CND-04


@rule("DW-CND-04")
def test_who_is_entangled_may_break_free_or_is_let_go() -> None:
    held = on(20, 18, tokens={"entangled": 2, "held_by:blue-1": 1})
    match = Stage([held, on(2, 2)], [on(21, 18, "lure_hooks", size=2), on(2, 34)]).match(5, 5, 6, 1, 1)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (18.0, 18.0))).rule == "DW-CND-04"  # type: ignore[union-attr]
    act(match, BreakFree("red-1", "red-1"))
    assert has(match, "red-1", "loosened")
    act(match, BreakFree("red-1", "red-1"))
    assert not has(match, "red-1", "entangled")
    assert spent(match)
    blow = Blow("red-1", "blue-1", FISTS)
    stage = Stage(
        [held, on(2, 2)],
        [on(21, 18, "lure_hooks", boxes_body=9), on(2, 34)],
        agenda=(Suffering(blow, "red-1", "blue-1", 2),),
    )
    match = stage.match()
    assert fallen(match, "blue-1")
    assert not has(match, "red-1", "entangled")


@rule("DW-CND-04")
@pytest.mark.parametrize(("size", "mods"), [(1, []), (2, [-1]), (3, [-3])])
def test_the_larger_the_entangler_the_harder_it_is_to_break_free(size: int, mods: list[int]) -> None:
    held = on(20, 18, tokens={"entangled": size, "held_by:blue-1": 1})
    match = Stage([held, on(2, 2)], [on(21, 18, "lure_hooks", size=size), on(2, 34)]).match()
    match.play(*free("red-1"), BreakFree("red-1", "red-1"))
    assert [note.value for note in waits_for(match).need.notes] == mods  # type: ignore[union-attr]


@rule("DW-CND-04")
def test_what_a_friend_has_loosened_has_to_be_finished_in_the_next_activation() -> None:
    stage = Stage([on(20, 18, tokens={"entangled": 1}), on(21, 18), on(2, 2)], [on(40, 30)])
    match = act(stage.match(5, 1, 1), *free("red-2"), BreakFree("red-2", "red-1"))
    assert has(match, "red-1", "loosened")
    act(match, Done("red-2"), *free("red-1"), Done("red-1"))
    assert not has(match, "red-1", "loosened")


@rule("DW-CND-04")
def test_only_a_friend_in_contact_who_is_held_is_freed() -> None:
    held = {"entangled": 1}
    stage = Stage([on(20, 18), on(21, 18), on(20, 19, tokens=held), on(30, 18, tokens=held)], [on(40, 30)])
    match = act(stage.match(), *free("red-1"))
    assert tied(match.table, model(match, "red-1")) == ("red-3",)
    assert offered(match, BreakFree)
    for other in ("red-1", "red-2", "red-4"):
        assert match.refusal(BreakFree("red-1", other)).rule == "DW-CND-04"  # type: ignore[union-attr]


@rule("DW-CND-04")
def test_whoever_is_swept_out_of_reach_is_no_longer_held() -> None:
    held = on(24, 18, tokens={"entangled": 1, "held_by:blue-1": 1})
    stage = Stage([caster(), held], [on(25, 18, "lure_hooks"), on(2, 34)])
    match = stage.match(6, 6, 6)
    act(match, *chant("riptide"), Cast("red-1", 2, "red-2", at=(24.0, 24.0)))
    assert at(match, "red-2") == (24.0, 24.0)
    assert not has(match, "red-2", "entangled") + has(match, "red-2", "held_by:blue-1")
    net = Stage([caster(), on(24, 18, tokens={"entangled": 1})], [on(25, 18), on(2, 34)]).match(6, 6, 6)
    act(net, *chant("riptide"), Cast("red-1", 2, "red-2", at=(24.0, 24.0)))
    assert has(net, "red-2", "entangled")


@rule("DW-CND-04")
def test_a_holder_that_goes_to_another_depth_lets_go() -> None:
    held = on(21, 18, facing=0, tokens={"entangled": 1, "held_by:red-1": 1})
    match = Stage([on(20, 18, "lure_hooks"), on(2, 2)], [held, on(2, 34)]).match(6, 6, 6)
    act(match, *rolling("red-1", 3), ChangeDepth("red-1", 1))
    assert has(match, "blue-1", "entangled")
    act(match, ChangeDepth("red-1", 1))
    assert not has(match, "blue-1", "entangled")


@rule("DW-CND-04")
@rule("DW-ABL-47")
@pytest.mark.parametrize(("item", "holds"), [("lure_hooks", False), ("tentacles", True)])
def test_hooks_hold_in_contact_only_and_tentacles_as_far_as_they_reach(item: str, holds: bool) -> None:
    held = on(21, 18, facing=0, tokens={"entangled": 1, "held_by:red-1": 1})
    match = Stage([on(20, 18, item), on(2, 2)], [held, on(2, 34)]).match()
    act(match, *free("red-1"), Move("red-1", (19.3, 18.0)))
    assert bool(has(match, "blue-1", "entangled")) is holds


# ------------------------------------------------------------------ poisoned: DW-CND-06


@rule("DW-CND-06")
@rule("DW-ABL-41", 0)
@rule("DW-ACN-20")
def test_poison_wounds_until_it_is_resisted() -> None:
    match = Stage([on(20, 18, "venom_fangs"), on(2, 2)], [on(21, 18, boxes_body=5), on(2, 34)]).match(4, 3, 1, 1, 6)
    act(match, *free("red-1"), Attack("red-1", "venom_fangs", "blue-1"))
    assert has(match, "blue-1", "poisoned") == 1
    assert spent(match)
    stage = Stage([on(20, 18, tokens={"poisoned": 1}), on(2, 2)], [on(40, 18)])
    match = stage.match(6, 6, 1)
    match.play(Nominate("red-1"))
    assert not has(match, "red-1", "poisoned")
    strong = Stage([on(20, 18, tokens={"poisoned": 2})], [on(40, 18)]).match()
    strong.play(Nominate("red-1"))
    assert strong.pending.need.value == 5  # type: ignore[union-attr]


@rule("DW-CND-06")
@rule("DW-ACT-17")
def test_poison_does_not_bite_who_has_just_died_in_deadly_terrain() -> None:
    vent, sick = box(18, 16, 22, 20, "deadly", id="vent"), on(20, 18, boxes_body=1, tokens={"poisoned": 1})
    match = act(Stage([sick, on(2, 2), on(4, 2)], [on(40, 30)], terrain=[vent]).match(1, 1, 1), Nominate("red-1"))
    assert not alive(match, "red-1")
    assert len(happened(match, Checked)) == 1


# ------------------------------------------------------------------ charmed: DW-CND-07


@rule("DW-CND-07")
@rule("DW-SCN-03")
@rule("DW-END-03")
def test_a_warbeast_that_was_charmed_back_is_one_of_its_own_again() -> None:
    own = Stage([on(10, 10, "warbeast", "animal", tokens={"charmed": 2})], [on(40, 30)]).table
    assert not gone(own, "red")
    lent = Stage([on(10, 10, "warbeast", "animal")], [on(40, 30, "warbeast", "animal", tokens={"charmed": 2})]).table
    lent.put_moved(replace(lent.models["blue-1"], side="red"))
    assert gone(lent, "blue")
    assert [m.id for m in lent.squad("red") if not guest(m)] == ["red-1"]


# ------------------------------------------------------------------ how conditions end: DW-CND-09


@rule("DW-CND-09")
def test_conditions_are_ended_one_by_one() -> None:
    match = Stage([on(20, 18, tokens={"fallen": 1, "dazed": 1})], [on(40, 18)]).match(5, 5, 5)

    act(match, *rolling("red-1", 3), Recover("red-1", "fallen"))
    assert has(match, "red-1", "dazed")
    act(match, Recover("red-1", "dazed"))
    assert not has(match, "red-1", "dazed")


@rule("DW-CND-09")
@rule("DW-MAG-06")
@rule("DW-MAG-12")
@pytest.mark.parametrize("spell", ["frost_mantle", "kelp_snare"])
def test_a_mishap_does_not_loosen_the_grip_of_whoever_holds_the_caster(spell: str) -> None:
    held = caster(tokens={"entangled": 3, "held_by:blue-1": 1})
    match = act(scene(held, on(21.8, 18, size=3)).match(1, 1, 1), *chant(spell))
    assert has(match, "red-1", "entangled") == 3
    match = act(scene().match(1, 1, 1), *chant(spell))
    assert has(match, "red-1", "entangled") == 1
