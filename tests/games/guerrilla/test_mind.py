"""What programs are told about this table, beside what the dice say: harm is the exact odds, figures are the tokens."""

from __future__ import annotations

from fractions import Fraction
from math import dist
from random import Random
from typing import Any

import pytest

from sightline.ai.field import Field
from sightline.ai.propose import WIDE, Proposals
from sightline.ai.weights import load
from sightline.core.decisions import Action, Keep
from sightline.core.mind import Harm, Unit
from sightline.core.table import Table
from sightline.games.guerrilla import GAME, measure
from sightline.games.guerrilla.actions import Activate, Attack, Done, Move, Pass, Place, Reload, SecondWind, Throw
from sightline.games.guerrilla.catalog import item
from sightline.games.guerrilla.mind import does_harm
from tests.games.guerrilla.playing import mean, odds_of_damage, under
from tests.games.guerrilla.stage import On, Stage, on, table_of, wall

MIND = GAME.mind
PAIRS = [
    ("trooper", "phaser_rifle", "bastion"),
    ("recon", "phaser_pistol", "trooper"),
    ("artillerist", "heavy_rotary_rifle", "medic"),
    ("crusader", "righteous_ax", "herald"),
    ("bastion", "powered_titanium_fists", "overseer"),
]
BURNING = [("artillerist", "incendiary_cannon", "bastion"), ("recon", "assassins_knife", "trooper")]


def harms(attacker: On, target: On, **more: Any) -> dict[str, Harm]:
    """What each arm of an attacker does to a target."""
    table = table_of([attacker], [target], **more)
    arms = MIND.unit(table, table.models["red-1"]).arms
    return dict(zip([arm.id for arm in arms], MIND.harm(table, "red-1", "blue-1"), strict=True))


def mean_of(attacker: str, weapon: str, target: str) -> dict[str, Any]:
    found: dict[str, Any] = GAME.odds({"attack": {"attacker": attacker, "weapon": weapon, "target": target}})
    return found


@pytest.mark.parametrize(("attacker", "weapon", "target"), PAIRS)
def test_harm_in_the_open_is_the_mean_of_the_exact_odds(attacker: str, weapon: str, target: str) -> None:
    harm = harms(on(attacker, 5, 12, weapon), on(target, 25, 12))[weapon]
    assert harm.clear == pytest.approx(float(Fraction(mean_of(attacker, weapon, target)["mean"])))


@pytest.mark.parametrize(("attacker", "weapon", "target"), BURNING)
def test_what_burns_on_counts_with_the_hit(attacker: str, weapon: str, target: str) -> None:
    odds, effect = mean_of(attacker, weapon, target), item(weapon).effect
    burns = 1 - Fraction(odds["hits"]["0"])
    expected = Fraction(odds["mean"]) + burns * effect["damage"] * effect["siege_phases"]
    assert harms(on(attacker, 5, 12, weapon), on(target, 25, 12))[weapon].clear == pytest.approx(float(expected))


@pytest.mark.parametrize(("attacker", "weapon", "target"), PAIRS[:3])
def test_harm_at_half_cover_is_the_mean_of_the_exact_odds_there(attacker: str, weapon: str, target: str) -> None:
    # The wall hides most of the base from one side.
    stage = Stage([on(attacker, 5, 12, weapon)], [on(target, 14, 12)], terrain=[wall(12, 6, 13, 12.1)])
    assert 0 < measure.share(stage.table, "red-1", "blue-1") <= 0.5
    match = stage.match()
    match.play(Activate("red-1"), Attack("red-1", weapon, {"blue-1": item(weapon).dice}))
    found = MIND.harm(stage.table, "red-1", "blue-1")[0]
    assert found.covered == pytest.approx(float(mean(odds_of_damage(match, "blue-1"))))
    assert found.covered < found.clear


def test_harm_does_not_depend_on_where_they_stand() -> None:
    rifle = on("trooper", 5, 12, "phaser_rifle", "saw_sword")
    far, hidden, engaged = (
        harms(rifle, on("bastion", 30, 12)),
        harms(rifle, on("bastion", 14, 12), terrain=[wall(12, 6, 13, 18)]),
        harms(rifle, on("bastion", 6.5, 12)),
    )
    assert far == hidden == engaged


def test_harm_knows_the_effects_that_lie_on_either() -> None:
    pair = on("trooper", 5, 12, "phaser_rifle"), on("bastion", 25, 12)
    plain = harms(*pair)["phaser_rifle"]
    guarded = harms(*pair, attached=[under("DG-APR-01", "blue-1")])["phaser_rifle"]
    assert guarded.clear < plain.clear
    kinds = {
        figures(table_of([pair[0]], [pair[1]], attached=a), "blue-1").kind for a in ([], [under("DG-APR-01", "blue-1")])
    }
    assert len(kinds) == 2, "what is remembered of one must not be told of the other"


def test_a_thermal_scope_needs_no_sight() -> None:
    arms = {
        arm.id: arm
        for arm in figures(table_of([on("recon", 5, 12, "phaser_rifle", "thermal_scope")], []), "red-1").arms
    }
    assert set(arms) == {"phaser_rifle"}
    assert arms["phaser_rifle"].blind


# ------------------------------------------------------------------ figures


def figures(table: Table, id: str) -> Unit:
    return MIND.unit(table, table.models[id])


def prices(unit: Unit) -> dict[str, int]:
    return {arm.id: arm.price for arm in unit.arms}


KIT = ("phaser_rifle", "saw_sword", "force_grenade")
BOTH = [on("trooper", 5, 12, *KIT), on("trooper", 5, 8, *KIT)], [on("bastion", 20, 12)]


def test_a_model_is_told_in_figures() -> None:
    unit = figures(table_of([on("bastion", 5, 12, "saw_sword", damage=8)], []), "red-1")
    assert (unit.id, unit.side, unit.x, unit.y, unit.radius) == ("red-1", "red", 5, 12, 0.5)
    assert (unit.worth, unit.whole - unit.life, unit.speed, unit.full) == (3, 8, 3.0, 3)


def test_before_it_moves_a_model_has_everything_before_it() -> None:
    table = table_of(*BOTH, phase="movement")
    unit = figures(table, "red-1")
    assert (unit.points, unit.moves) == (3, 2)
    assert prices(unit) == {"phaser_rifle": 1, "saw_sword": 1, "force_grenade": 1}


def test_a_move_costs_a_point_and_who_has_held_moves_no_more() -> None:
    match = Stage(*BOTH, phase="movement").match()
    match.play(Activate("red-1"), Move("red-1", (7, 12)))
    moved = figures(match.table, "red-1")
    match.play(Done("red-1"))
    held = figures(match.table, "red-1")
    assert (moved.moves, held.moves) == (1, 0)
    assert (moved.points, held.points) == (2, 2)
    assert figures(match.table, "red-2").moves == 2


def test_in_the_active_phase_nobody_moves_and_who_is_done_throws_no_more() -> None:
    match = Stage(*BOTH, phase="active").match()
    assert figures(match.table, "red-1").moves == 0
    assert prices(figures(match.table, "red-1")) == {"phaser_rifle": 1, "saw_sword": 1, "force_grenade": 1}
    match.play(Activate("red-1"), Done("red-1"))
    assert prices(figures(match.table, "red-1")) == {"phaser_rifle": 1, "saw_sword": 1, "force_grenade": 0}


def test_an_empty_gun_can_be_loaded_until_the_active_phase_is_over() -> None:
    empty = [on("trooper", 5, 12, "phaser_rifle", empty=["phaser_rifle"])], [on("bastion", 20, 12)]
    found = {
        phase: prices(figures(table_of(*empty, phase=phase), "red-1")) for phase in ("movement", "active", "siege")
    }
    assert [p["phaser_rifle"] for p in found.values()] == [2, 2, 0]
    match = Stage(*empty, phase="active").match()
    match.play(Activate("red-1"), Reload("red-1", "phaser_rifle"))
    assert prices(figures(match.table, "red-1"))["phaser_rifle"] == 1


def test_in_the_siege_phase_one_fights_until_one_has_been_activated() -> None:
    match = Stage(*BOTH, phase="siege").match()
    assert prices(figures(match.table, "red-1")) == {"phaser_rifle": 1, "saw_sword": 1, "force_grenade": 0}
    match.play(Activate("red-1"), Done("red-1"))
    unit = figures(match.table, "red-1")
    assert set(prices(unit).values()) == {0}
    assert unit.points == 0


def test_in_the_upkeep_nobody_does_anything() -> None:
    unit = figures(table_of(*BOTH, phase="upkeep"), "red-1")
    assert (unit.points, set(prices(unit).values())) == (0, {0})


def test_every_arm_does_harm_and_is_harmful_to_somebody() -> None:
    for roster in GAME.rosters.values():
        for entry in roster.models:
            table = table_of([on(entry.profile, 5, 12, *entry.items)], [on("trooper", 15, 12)])
            unit, found = figures(table, "red-1"), MIND.harm(table, "red-1", "blue-1")
            assert len(unit.arms) == len(found) == sum(does_harm(item(id)) for id in table.models["red-1"].kit)
            assert all(harm.clear >= harm.covered >= 0 and harm.clear > 0 for harm in found)
            assert all(arm.later > 0 and arm.often > 0 for arm in unit.arms)


def test_the_match_runs_out() -> None:
    left = [MIND.left(table_of(*BOTH, turn=turn)) for turn in range(1, 8)]
    assert left == sorted(left, reverse=True)
    assert (left[-1], left[0] <= 1) == (0, True)


# ------------------------------------------------------------------ what actions promise


def test_a_burst_that_catches_friends_promises_harm_to_them() -> None:
    stage = Stage(
        [on("trooper", 5, 12, "force_grenade"), on("trooper", 12, 12)], [on("bastion", 13.5, 12)], phase="active"
    )
    match = stage.match()
    match.play(Activate("red-1"))
    promise = MIND.promise(match.table, match.decision, Throw("red-1", "force_grenade", (12.5, 12)))
    assert promise is not None
    assert set(promise.damage) == {"red-2", "blue-1"}
    assert 0 < promise.sure < 1


def test_places_are_told_by_moves_and_placements_and_holding() -> None:
    match = Stage(*BOTH, phase="movement").match()
    match.play(Activate("red-1"))
    decision = match.decision
    told: dict[Action, Any] = {
        a: MIND.stand(match.table, decision, a)
        for a in (Move("red-1", (7, 12)), Done("red-1"), Place("red-1", (3, 3)), Pass(), Keep(), SecondWind((0,)))
    }
    assert [*told.values()] == [("red-1", (7, 12), 1), ("red-1", (5, 12), -1), ("red-1", (3, 3), 0), None, None, None]


def test_who_looks_ahead_thinks_of_the_edge_of_a_wall_where_sight_begins() -> None:
    stage = Stage([on("trooper", 10, 12, "phaser_rifle")], [on("trooper", 26, 12)], terrain=[wall(12, 8, 13, 14)])
    match = stage.match()
    table = match.table
    field = Field(GAME, table, "red", load(GAME))
    ways = Proposals(match, field, Random(1), WIDE)._lookouts(field.own[0], 6.0)  # noqa: S311 - one of many
    _, seen = MIND.scene(table, field.own[0].radius).exposure(ways, field.own[0].radius, [(26.0, 12.0, 0.5)])
    hidden = [at for at, (share,) in zip(ways, seen, strict=True) if share == 0]
    shown = [at for at, (share,) in zip(ways, seen, strict=True) if share > 0]
    assert any(dist(one, other) < 0.5 for one in hidden for other in shown), "a step out of cover is among them"
    assert seen[0] == [0.0], "what shows it to the fewest comes first"
