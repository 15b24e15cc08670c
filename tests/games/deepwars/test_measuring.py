"""Dice, sizes, measuring, contact, facing, and who is whose enemy (DW-GEN)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision
from sightline.core.dice import Roll
from sightline.games.deepwars.actions import Done, Move, Nominate, RollToActivate, Turn
from sightline.games.deepwars.damage import corpse
from sightline.games.deepwars.devices import salvageable
from sightline.games.deepwars.events import Faced
from sightline.games.deepwars.gifts import corpses
from sightline.games.deepwars.measure import behind, distance, engaged, faces, in_front, levels, touching, within
from sightline.games.deepwars.treasure import victims
from tests.games.deepwars.duels import HORN
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    example,
    examples,
    free,
    happened,
    has,
    model,
    on,
    rolling,
    table_of,
)
from tests.kit import rule

# ------------------------------------------------------------------ measuring


def two(red: On, blue: On, **more: Any) -> tuple[Any, Any, Any]:
    """A table and its two models."""
    table = table_of([red], [blue], **more)
    return table, table.models["red-1"], table.models["blue-1"]


@rule("DW-GEN-07", 0)
def test_half_a_plane_is_front_and_half_is_rear() -> None:
    facts = example("DW-GEN-07", 0)
    _, one, _ = two(on(*facts["at"], facing=facts["facing_deg"]), on(30, 30))
    found = ["front" if in_front(one, tuple(p)) else "rear" for p in facts["points"]]
    assert found == facts["arcs"]


@pytest.mark.parametrize("facts", examples("DW-GEN-09", 0, 1))
def test_contact_is_a_small_gap_and_a_neighbouring_level(facts: dict[str, Any]) -> None:
    table, one, other = two(on(10, 10, level=facts["levels"][0]), on(11 + facts["gap"], 10, level=facts["levels"][1]))
    assert touching(table, one, other) == facts["contact"]
    assert bool(engaged(table, one)) == facts["contact"]


@rule("DW-GEN-09")
def test_a_hair_more_is_no_contact() -> None:
    table, one, other = two(on(10, 10), on(11.06, 10))
    assert not touching(table, one, other)


@pytest.mark.parametrize("facts", examples("DW-GEN-10", 0, 1))
def test_distance_is_the_larger_of_gap_and_depth(facts: dict[str, Any]) -> None:
    table, one, other = two(on(10, 10), on(11 + facts["horizontal"], 10, level=facts["level_diff"]))
    assert distance(table, one, other) == pytest.approx(facts["distance"], abs=0.001)


@rule("DW-GEN-10")
@rule("DW-MOV-10")
def test_exactly_at_the_limit_is_within_it() -> None:
    table, one, other = two(on(10, 10), on(16, 10))
    assert within(table, one, other, 5.0)
    assert not within(table, one, other, 4.98)


@rule("DW-GEN-05")
def test_sizes_have_bases_and_levels() -> None:
    table = table_of([on(10, 10), on(14, 10, size=2), on(20, 10, size=3, level=1)])
    found = [(m.radius * 2, list(levels(table, m))) for m in table.squad("red")]
    assert found == [(1.0, [0]), (1.5, [0]), (2.5, [1, 2])]


@rule("DW-GEN-12")
def test_wild_creatures_are_everybodys_enemies_but_their_own() -> None:
    table, one, other = two(on(10, 10), on(11, 10))
    table.put_moved(replace(other, side="wild"))
    table.put_moved(replace(table.models["red-1"], side="wild"))
    assert not engaged(table, table.models["red-1"])
    table.put_moved(replace(one, side="red"))
    assert engaged(table, table.models["red-1"]) == ("blue-1",)


@rule("DW-GEN-09")
@rule("DW-TRE-04")
@rule("DW-TEC-02")
@rule("DW-ABL-48")
@pytest.mark.parametrize(("apart", "near"), [(0.0, True), (0.04, True), (0.1, False)])
def test_a_body_is_in_contact_when_the_bases_are(apart: float, near: bool) -> None:
    table = table_of([on(20, 18, "scientist", "re_animator"), on(2, 2)], [on(30, 18, HORN), on(2, 34)])
    table.put_tokens("blue-1", "load:golden_treasure", 1)
    one, dead = table.models["red-1"], table.models["blue-1"]
    there = (20 + one.radius + dead.radius + apart, 18.0)
    table.put_moved(replace(corpse(table, dead, gruesome=False), at=there))
    found = [bool(kind(table, one)) for kind in (victims, salvageable, corpses)]
    assert found == [near] * 3


# ------------------------------------------------------------------ turning to meet an attacker


@rule("DW-GEN-08", 0)
def test_who_sees_an_attacker_come_turns_to_meet_it() -> None:
    facts = example("DW-GEN-08", 0)
    stage = Stage([on(*facts["start"], stick=3)], [on(*facts["defender"], facing=facts["facing_deg"]), on(2, 34)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", tuple(facts["end"])))
    assert touching(match.table, model(match, "red-1"), model(match, "blue-1"))
    assert faces(model(match, "blue-1"), model(match, "red-1")) == facts["turned"]


@rule("DW-GEN-08", 1)
@rule("DW-H2H-10")
def test_who_comes_from_behind_is_not_met() -> None:
    facts = example("DW-GEN-08", 1)
    stage = Stage([on(*facts["start"], stick=3)], [on(*facts["defender"], facing=facts["facing_deg"]), on(2, 34)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", tuple(facts["end"])))
    assert behind(model(match, "blue-1"), model(match, "red-1"))


@rule("DW-GEN-08")
@pytest.mark.parametrize("tokens", [{"fallen": 1}, {"dazed": 1}, {"transfixed": 1}, {"entangled": 1}])
def test_the_helpless_and_the_busy_do_not_turn(tokens: dict[str, int]) -> None:
    stage = Stage([on(16, 20), on(2, 2)], [on(20, 20, facing=170, tokens=tokens), on(2, 34)])
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (18.99, 20.0)))
    assert model(match, "blue-1").facing == 170


@rule("DW-GEN-08")
def test_nobody_turns_where_players_agree_on_that() -> None:
    stage = Stage([on(16, 20)], [on(20, 20, facing=170)], options={"reactive_facing": False})
    match = stage.match(5, 5)
    act(match, *rolling("red-1"), Move("red-1", (18.99, 20.0)))
    assert model(match, "blue-1").facing == 170


@rule("DW-ACN-23")
def test_turning_is_free_for_who_is_on_its_feet() -> None:
    match = Stage([on(10, 10), on(20, 10, tokens={"fallen": 1})], [on(30, 30)]).match()
    act(match, *free("red-1"), Turn("red-1", (10.0, 20.0)))
    assert model(match, "red-1").facing == 90
    assert has(match, "red-1", "actions") == 1
    assert match.refusal(Turn("red-1", (20.0, 10.0))).rule == "DW-ACN-23"  # type: ignore[union-attr]
    act(match, Done("red-1"), *free("red-2"))
    assert match.refusal(Turn("red-2", (20.0, 20.0))).rule == "DW-CND-01"  # type: ignore[union-attr]


@rule("DW-GEN-08")
def test_whoever_turns_is_seen_to_turn() -> None:
    match = Stage([on(16, 20)], [on(20, 20, facing=170), on(2, 34)]).match()
    act(match, *free("red-1"), Move("red-1", (18.99, 20.0)))
    assert [e.rule for e in happened(match, Faced) if e.model == "blue-1"] == ["DW-GEN-08"]


# ------------------------------------------------------------------ dice and open information: DW-GEN-01, DW-GEN-13


@rule("DW-GEN-01")
@rule("DW-GEN-13")
@rule("DW-GEN-16")
def test_every_die_is_six_sided_and_everything_lies_open() -> None:
    match = Stage([on(10, 10), on(14, 10)], [on(40, 30)]).match()
    match.play(Nominate("red-1"))
    match.play(RollToActivate("red-1", 2))
    assert isinstance(match.pending, Roll)
    assert match.pending.sides == 6
    assert not isinstance(match.pending, Decision)
