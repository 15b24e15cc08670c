"""How long the effects of a cast last."""

from __future__ import annotations

import pytest

from sightline.core.match import Match
from sightline.games.guerrilla.actions import Activate, Cast, CastArea, CastAround, Throw
from sightline.games.guerrilla.events import Healed, Slain
from tests.games.guerrilla.cues import alive, need, nothing, pace, pass_to, play_out, turn_of
from tests.games.guerrilla.stage import Stage, damage, happened, on, spent
from tests.kit import rule


def cast(stage: Stage, action: Cast | CastArea | CastAround, face: int) -> Match:
    """A cast by red-1 on one die."""
    match = stage.match(face)
    match.play(Activate("red-1"), action)
    assert spent(match)
    return match


@rule("DG-DUR-01", 0)
def test_blindness_of_turn_two_is_gone_when_the_active_phase_of_turn_three_begins() -> None:
    blue = [on("trooper", 15, 12, "phaser_rifle", "force_grenade")]
    stage = Stage([on("herald", 5, 12, "blindness")], blue, phase="active", turn=2)
    match = cast(stage, Cast("red-1", "blindness", "blue-1"), 4)
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 7
    for turn, phase, number in ((2, "siege", 7), (3, "movement", 7), (3, "active", 5), (3, "siege", 5)):
        assert need(pass_to(match, turn, phase), "blue-1", "red-1", "phaser_rifle") == number
    assert any(e.rule == "DG-DUR-01" for e in match.events)


@rule("DG-DUR-01", 0)
def test_a_quake_of_turn_two_slows_the_whole_movement_phase_of_turn_three() -> None:
    stage = Stage([on("herald", 5, 12, "ground_quake")], [on("recon", 20, 12)], phase="active", turn=2)
    match = cast(stage, CastArea("red-1", "ground_quake", (20, 12)), 6)
    pass_to(match, 3, "movement")
    assert pace(match, "blue-1") == 4
    nothing(match)
    assert pace(match, "blue-1") == 4
    assert pace(pass_to(match, 3, "active"), "blue-1") == 6


@rule("DG-DUR-01", 1)
def test_a_cast_of_the_last_turn_works_in_the_last_siege_phase() -> None:
    stage = Stage([on("herald", 5, 12, "blindness")], [on("trooper", 15, 12, "phaser_rifle")], phase="active", turn=7)
    match = cast(stage, Cast("red-1", "blindness", "blue-1"), 4)
    assert need(pass_to(match, 7, "siege"), "blue-1", "red-1", "phaser_rifle") == 7
    assert play_out(match).outcome is not None


@rule("DG-DUR-02", 0)
@pytest.mark.parametrize(("count", "protected"), [("current_counts", {2, 3}), ("next_two_turns", {2, 3, 4})])
def test_an_aura_of_two_turns_counts_its_own_turn_unless_agreed_otherwise(count: str, protected: set[int]) -> None:
    red = [on("herald", 5, 12, "aura_of_protection")]
    stage = Stage(
        red, [on("trooper", 15, 12, "phaser_rifle")], phase="active", turn=2, options={"two_turn_count": count}
    )
    match = cast(stage, Cast("red-1", "aura_of_protection", "red-1"), 7)
    for turn in range(2, 7):
        number = need(pass_to(match, turn, "siege"), "blue-1", "red-1", "phaser_rifle")
        assert number == (7 if turn in protected else 5), turn


@rule("DG-DUR-02", 1)
@pytest.mark.parametrize(("count", "left"), [("current_counts", (8, 6, 6, 6)), ("next_two_turns", (10, 8, 6, 6))])
def test_an_aura_heals_twice_however_turns_are_counted(count: str, left: tuple[int, ...]) -> None:
    red = [on("herald", 5, 12, "aura_of_revitalization", damage=10)]
    stage = Stage(red, [on("trooper", 15, 12)], phase="active", turn=2, options={"two_turn_count": count})
    match = cast(stage, Cast("red-1", "aura_of_revitalization", "red-1"), 7)
    assert tuple(damage(pass_to(match, turn, "movement"), "red-1") for turn in (3, 4, 5, 6)) == left
    assert [e.by for e in happened(match, Healed)] == [-2, -2]


@rule("DG-DUR-03", 0)
def test_a_tie_and_sanctified_ground_still_work_in_the_last_upkeep() -> None:
    red = [on("herald", 5, 12, "duality_of_fate", "sanctify_ground"), on("bastion", 6, 14, damage=28)]
    blue = [on("crusader", 20, 12, damage=17), on("bastion", 20, 14, "force_grenade")]
    match = Stage(red, blue, phase="active", turn=1).match(8, 8, 6, 6)
    match.play(Activate("red-1"), Cast("red-1", "duality_of_fate", "blue-1"))
    pass_to(match, 2, "active")
    match.play(Activate("red-1"), CastAround("red-1", "sanctify_ground"))
    pass_to(match, 6, "active")
    assert damage(match, "red-2") == 28 - 4 * 5
    turn_of(match, "blue")
    match.play(Activate("blue-2"), Throw("blue-2", "force_grenade", (20, 12)))
    pass_to(match, 7, "active")
    assert damage(match, "blue-1") == 25
    assert alive(match, "blue-1")
    turn_of(match, "blue")
    match.play(Activate("blue-2"), Throw("blue-2", "force_grenade", (20, 12)))
    assert spent(match)
    play_out(match)
    assert [e.by for e in happened(match, Healed) if e.bearer == "red-2"] == [-5, -5, -5, -5, -5, -3]
    assert [(e.model, e.rule) for e in happened(match, Slain)] == [("blue-1", "DG-UPK-02"), ("red-1", "DG-DUA-02")]


@rule("DG-DUR-04", 0)
def test_a_dead_technicians_own_shield_is_gone_and_the_one_it_gave_runs_on() -> None:
    red = [
        on("technician", 5, 12, "radon_shield", damage=15),
        on("trooper", 8, 12),
        on("technician", 8, 15, "radon_shield"),
    ]
    match = Stage(red, [on("trooper", 20, 12, "phaser_rifle")], phase="active", turn=2).match(6, 6)
    match.play(Activate("red-1"), Cast("red-1", "radon_shield", "red-2"))
    turn_of(match, "red")
    match.play(Activate("red-3"), Cast("red-3", "radon_shield", "red-1"))
    assert spent(match)
    assert set(match.table.borne) == {"red-1", "red-2"}
    pass_to(match, 3, "movement")
    assert not alive(match, "red-1")
    assert set(match.table.borne) == {"red-2"}
    assert need(pass_to(match, 3, "siege"), "blue-1", "red-2", "phaser_rifle") == 7
