"""Spells of the elements (DW-MAG-03 to DW-MAG-06)."""

from __future__ import annotations

import pytest

from sightline.games.deepwars.actions import Attack, Cast, FreeActivation, Nominate
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.tokens import ENTANGLED, MANTLED
from tests.games.deepwars.chants import cast, caster, chant, end, scene
from tests.games.deepwars.stage import Stage, act, at, fallen, happened, has, on, refused, spent, wall, wounds
from tests.kit import rule


@rule("DW-MAG-03")
def test_the_lance_breaks_armor_and_turns_on_a_caster_who_fails() -> None:
    match = cast(scene(blue=on(25, 18, av=2)).match(4, 4, 4, 1, 2), "brine_lance", Cast("red-1", 3, "blue-1"))
    assert wounds(match, "blue-1") == 1
    match = scene().match(1, 1, 1, 3, 1)
    act(match, *chant("brine_lance", 3))
    assert happened(match, Clashed)[0].attack.value == 3
    assert wounds(match, "red-1") == 1
    assert spent(match)


@rule("DW-MAG-04")
def test_a_burst_strikes_everybody_around_the_target() -> None:
    stage = Stage([caster(), on(25, 20)], [on(25, 18), on(26, 18.5), on(30, 18)])
    match = cast(stage.match(4, 4, 4, 1, 1, 1, 1), "thermal_burst", Cast("red-1", 3, "blue-1"))
    assert [c.defender for c in happened(match, Clashed)] == ["blue-1", "red-2", "blue-2"]
    mishap = Stage([caster(), on(21, 18)], [on(30, 18)]).match(1, 1, 1, 1, 1, 1)
    act(mishap, *chant("thermal_burst", 3))
    assert [c.defender for c in happened(mishap, Clashed)] == ["red-1", "red-2"]
    assert happened(mishap, Clashed)[0].attack.value == 2
    assert spent(mishap)


@rule("DW-MAG-05")
def test_a_riptide_sweeps_away_whoever_is_not_strong_enough() -> None:
    match = cast(scene().match(4, 4, 4, 1, 1, 1), "riptide", Cast("red-1", 2, "blue-1", (25, 30)))
    assert at(match, "blue-1") == pytest.approx((25, 24))
    assert not fallen(match, "blue-1")
    match = cast(scene().match(4, 4, 4, 5, 5, 1), "riptide", Cast("red-1", 2, "blue-1", (25, 30)))
    assert at(match, "blue-1") == (25, 18)
    stage = scene(terrain=[wall(20, 20, 30, 22)])
    match = cast(stage.match(4, 4, 4, 1, 1, 1), "riptide", Cast("red-1", 2, "blue-1", (25, 30)))
    assert fallen(match, "blue-1")


@rule("DW-MAG-05")
def test_a_friend_is_swept_without_a_check_and_big_models_need_more_power() -> None:
    stage = scene(others=[on(22, 18)])
    match = cast(stage.match(4, 4, 4), "riptide", Cast("red-1", 1, "red-3", (22, 0)))
    assert at(match, "red-3") == pytest.approx((22, 15))
    big = scene(blue=on(22.7, 18, size=2)).match(4, 4, 4)
    act(big, *chant("riptide", 3))
    assert refused(big, Cast("red-1", 1, "blue-1", (25, 30))).rule == "DW-SPL-11"
    mishap = scene().match(1, 1, 1, 6)
    act(mishap, *chant("riptide", 3))
    assert at(mishap, "red-1") == pytest.approx((20, 23), abs=0.01)


@rule("DW-MAG-06")
@rule("DW-SPL-10")
def test_a_mantle_of_frost_is_armor_until_the_end_of_the_next_game_turn() -> None:
    match = cast(scene().match(4, 4, 4), "frost_mantle", Cast("red-1", 3, "red-1"))
    assert has(match, "red-1", MANTLED) == 2
    end(match, 2)
    assert has(match, "red-1", MANTLED) == 2
    end(match, 2)
    assert not has(match, "red-1", MANTLED)
    mishap = act(scene().match(1, 1, 1), *chant("frost_mantle", 3))
    assert has(mishap, "red-1", ENTANGLED)


@rule("DW-MAG-06")
def test_frost_counts_against_every_blow() -> None:
    stage = Stage([on(20, 18, tokens={MANTLED: 2}), on(2, 2)], [on(21, 18), on(2, 34)], side="blue")
    match = stage.match(3, 1)

    act(match, Nominate("blue-1"), FreeActivation("blue-1"), Attack("blue-1", "bare_hands", "red-1"))
    assert not wounds(match, "red-1")
