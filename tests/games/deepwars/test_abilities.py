"""Abilities of models: who commands, what bodies can do, how they fight (DW-ABL)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Decision, Keep
from sightline.core.match import Match
from sightline.games.deepwars.actions import Attack, Move, Nominate, RollDieAgain, RollToActivate
from sightline.games.deepwars.combat import Comparing
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.questions import SHOT, Activating, Affecting, Blow, Doing, Gambling, QualityCheck
from tests.games.deepwars.duels import FISTS, PLAIN, duel, row_of, scores, shot
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    example,
    free,
    has,
    odds,
    on,
    refused,
    rolling,
    spent,
    table_of,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ command


def command(*friends: On, me: On | None = None) -> float:
    """The number the first red model needs to activate."""
    table = table_of([me or on(10, 10), *friends], [on(40, 30)])
    near = tuple(m.id for m in table.squad("red") if m.id != "red-1")
    return EFFECTS.tally(table, Activating("red-1", near), 4).value


@rule("DW-ABL-37")
@rule("DW-ACT-14")
def test_a_leader_helps_those_within_a_long_stick_and_not_itself() -> None:
    assert command(on(18, 10, "leader")) == 3
    assert command(on(18.1, 10, "leader")) == 4
    assert command(on(12, 10, "leader", tokens={"fallen": 1})) == 4
    assert command(on(12, 10, "leader", tokens={"transfixed": 1})) == 4
    assert command(me=on(10, 10, "leader")) == 4


@rule("DW-ABL-18")
@rule("DW-ABL-03")
@rule("DW-ABL-10")
@rule("DW-ABL-48")
@rule("DW-ABL-54")
@rule("DW-ABL-15")
@pytest.mark.parametrize(
    ("master", "mine", "not_mine"),
    [
        ("deep_caller", (), None),
        ("animist", ("construct", "artificial"), ("construct",)),
        ("biomancer", ("construct",), ("construct", "artificial")),
        ("re_animator", ("construct",), ()),
        ("sea_shaman", ("warbeast", "animal"), ()),
    ],
)
def test_every_master_commands_its_own(master: str, mine: tuple[str, ...], not_mine: tuple[str, ...] | None) -> None:
    assert command(on(12, 10, master), me=on(10, 10, *mine)) == 3
    if not_mine is not None:
        assert command(on(12, 10, master), me=on(10, 10, *not_mine)) == 4


@rule("DW-ABL-06")
def test_two_assistants_at_most_help_who_knows_machines() -> None:
    def need(*friends: On) -> float:
        table = table_of([on(10, 10, "scientist:1"), *friends], [on(40, 30)])
        near = tuple(m.id for m in table.squad("red") if m.id != "red-1")
        return EFFECTS.tally(table, QualityCheck("red-1", near, "repair"), 5).value

    helpers = [on(11, 10, "assistant"), on(10, 11, "assistant"), on(9, 10, "assistant")]
    assert [need(*helpers[:n]) for n in range(4)] == [5, 4, 3, 3]
    assert need(on(14, 10, "assistant")) == 5


@rule("DW-ABL-37")
@rule("DW-SUB-07")
@pytest.mark.parametrize(("condition", "bonus"), [("dazed", 1), ("transfixed", 0), ("immobilized", 0)])
def test_an_immobilized_leader_commands_nobody(condition: str, bonus: int) -> None:
    table = table_of([on(10, 10), on(12, 10, "leader", tokens={condition: 1})], [on(40, 30)])
    assert 4 - EFFECTS.tally(table, Activating("red-1", ("red-2",)), 4).value == bonus


# ------------------------------------------------------------------ bodies and minds


@rule("DW-ABL-02")
@rule("DW-ABL-05")
def test_animals_handle_nothing_and_machines_are_not_poisoned() -> None:
    table = table_of([on(10, 10, "animal"), on(14, 10, "artificial")])
    assert not EFFECTS.allows(table, Doing("red-1", "item"))
    assert EFFECTS.allows(table, Doing("red-1", "attack"))
    for cause in ("poison", "irradiation", "psychic", "healing"):
        assert not EFFECTS.allows(table, Affecting("red-2", cause))
        assert EFFECTS.allows(table, Affecting("red-1", cause))


@rule("DW-ABL-50")
def test_who_regenerates_may_restore_a_box_when_nominated() -> None:
    stage = Stage([on(10, 10, "regenerate", tokens={"wound:body": 1}), on(2, 2)], [on(40, 30)])
    for face, left in ((5, 0), (4, 1)):
        match = stage.match(face)
        match.play(Nominate("red-1"))
        assert wounds(match, "red-1") == left
        assert spent(match)


@rule("DW-ABL-57")
def test_the_sluggish_move_once_in_an_activation() -> None:
    for slow in (on(10, 10, "sluggish"), on(10, 10, av_head=4)):
        match = Stage([slow, on(2, 2)], [on(40, 30)]).match(5, 5)
        act(match, *rolling("red-1"), Move("red-1", (12.0, 10.0)))
        assert refused(match, Move("red-1", (14.0, 10.0))).rule == "DW-ABL-57"


@rule("DW-ABL-61")
def test_a_warbeast_without_a_keeper_only_takes_its_free_activation() -> None:
    table = table_of([on(10, 10, "warbeast", "animal"), on(26, 10), on(12, 10, "animal")], [on(40, 30)])
    assert not EFFECTS.allows(table, Gambling("red-1"))
    match = Stage([on(10, 10, "warbeast", "animal"), on(26, 10)], [on(40, 30)]).match()
    assert refused(match, Nominate("red-1"), RollToActivate("red-1", 2)).rule == "DW-ABL-61"
    table = table_of([on(10, 10, "warbeast", "animal"), on(25, 10)], [on(40, 30)])
    assert EFFECTS.allows(table, Gambling("red-1"))


@rule("DW-ABL-32", 0)
@rule("DW-GEN-15")
@rule("DW-CHK-06")
def test_a_hero_rolls_one_failed_die_again_once_per_turn() -> None:
    stage = Stage([on(10, 10, "hero", quality=3), on(2, 2)], [on(40, 30)])
    match = stage.match(1, 1, 5)
    match.play(*rolling("red-1"))
    assert match.refusal(RollDieAgain((0, 1))).rule == "DW-GEN-15"  # type: ignore[union-attr]
    match.play(RollDieAgain((0,)))
    assert has(match, "red-1", "actions") == 1
    assert has(match, "red-1", "hero")
    assert spent(match)
    kept = stage.match(1, 1)
    kept.play(*rolling("red-1"))
    kept.play(Keep())
    assert kept.decision.side == "blue"

    def retry(m: Match, decision: Decision) -> Any:
        window = decision.on
        assert window is not None
        failed = [p for p, roll, face in window.dice() if not roll.need.met(face)]  # type: ignore[attr-defined]
        return RollDieAgain((failed[0],))

    unrolled = stage.match()
    unrolled.play(*rolling("red-1"))
    passes = odds(
        unrolled,
        lambda m: bool(has(m, "red", "passes") or has(m, "blue", "on_turn")),
        stop=lambda m: isinstance(m.pending, Decision) and m.pending.on is None,
        policy=retry,
    )
    assert passes[True] == Fraction(example("DW-ABL-32", 0)["p"])


# ------------------------------------------------------------------ fighting


@rule("DW-ABL-16", 0)
@rule("DW-ABL-17")
def test_a_natural_six_makes_a_hit_worse() -> None:
    def result(item: str, blow: Blow, face: int, totals: tuple[int, int] = (9, 7)) -> str:
        red = on(20, 18, item) if blow.mode != SHOT else on(18, 18, item)
        part = Comparing(blow, totals, (face, 3))
        return row_of(duel(red, on(21, 18, boxes_body=9), agenda=(part,)).match())

    gun = Blow("red-1", "blue-1", "dart_rifle", SHOT)
    assert result("critical_hit", PLAIN, 6) == "hit_2"
    assert result("critical_hit", PLAIN, 5) == "hit_1"
    assert result("critical_hit", gun, 6) == "hit_1"
    assert result("deadeye", gun, 6) == "hit_2"
    assert result("deadeye", PLAIN, 6) == "hit_1"


@rule("DW-ABL-38")
@rule("DW-H2H-12")
def test_a_rider_is_better_against_the_smaller() -> None:
    assert scores(duel(on(20, 18, "mounted")), PLAIN) == (1, 0)
    assert scores(Stage([on(20, 18, "mounted")], [on(21.2, 18, size=2)]), PLAIN) == (0, 1)
    assert scores(Stage([on(20, 18, "mounted", size=2)], [on(21.2, 18)]), PLAIN) == (2, 0)


@rule("DW-ABL-40")
def test_a_pack_hunts_together() -> None:
    stage = Stage([on(20, 18, "pack_hunter"), on(21, 19, "pack_hunter")], [on(21, 18)])
    assert scores(stage, PLAIN) == (1, -1)
    stage = Stage([on(20, 18, "pack_hunter"), on(21, 19)], [on(21, 18)])
    assert scores(stage, PLAIN) == (0, -1)


@rule("DW-ABL-26")
@rule("DW-ABL-21")
@rule("DW-RNG-09")
@rule("DW-SUB-04")
def test_evasive_and_shielded_targets_are_harder_once() -> None:
    assert shot(on(5, 18), on(9, 18, "evasive"))[0] == -2
    assert shot(on(5, 18), on(9, 18, "energy_shield"))[0] == -2
    assert shot(on(5, 18), on(9, 18, "evasive", "energy_shield"))[0] == -2
    for token in ("fallen", "dazed", "entangled", "wound:head"):
        assert shot(on(5, 18), on(9, 18, "evasive", tokens={token: 1}))[0] == 0
    assert shot(on(5, 18), on(9, 18, "energy_shield", tokens={"wound:energy_shield": 1}))[0] == 0
    assert scores(duel(blue=on(21, 18, "evasive")), PLAIN)[0] == 0
    match = duel(blue=on(21, 18, "energy_shield")).match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1", "energy_shield")) is None


# ------------------------------------------------------------------ tags


@rule("DW-ABL-39")
@rule("DW-ABL-45")
@rule("DW-ABL-15")
def test_tags_do_nothing_by_themselves() -> None:
    plain = table_of([on(10, 10)]).models["red-1"]
    tagged = table_of([on(10, 10, "natural", "predator", "construct")]).models["red-1"]
    assert plain.effects == tagged.effects
    assert {"natural", "predator", "construct"} <= set(tagged.kit)
