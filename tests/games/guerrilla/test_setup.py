"""Setup, dice, bases and measuring (DG-SET)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sightline.core import sight
from sightline.core.decisions import Action, Illegal
from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.events import Rolled
from sightline.core.game import TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import falls
from sightline.core.preparation import Preparation
from sightline.games.guerrilla import GAME, measure
from sightline.games.guerrilla.actions import Activate, Attack, Cast, Move, Place, Throw
from sightline.games.guerrilla.attacking import success_or_not, to_hit
from sightline.games.guerrilla.catalog import characters
from tests.games.guerrilla.stage import (
    On,
    Stage,
    at,
    chance,
    damage,
    happened,
    on,
    refused,
    rolling,
    spent,
    table_of,
    wall,
)
from tests.kit import rule

OPEN = TablePlan(id="open", pieces=())


def squad(*profiles: str, base: float | None = None) -> Roster:
    return Roster(game="guerrilla", name="squad", models=tuple(Entry(p, base=base) for p in profiles))


def agreed() -> Preparation:
    """An empty table both sides have accepted."""
    ready = Preparation(GAME)
    ready.propose("red", OPEN)
    ready.accept("blue")
    return ready


def both_locked() -> Preparation:
    ready = agreed()
    ready.lock("red", squad("trooper"))
    ready.lock("blue", squad("recon"))
    return ready


# ------------------------------------------------------------------ two sides


@rule("DG-SET-01", 0)
def test_a_match_needs_exactly_two_squads() -> None:
    ready = agreed()
    ready.lock("red", squad("trooper"))
    with pytest.raises(Illegal) as alone:
        ready.start()
    assert alone.value.refusal.rule == "DG-SET-01"
    assert alone.value.refusal.facts == {"squads": 1, "needed": 2}
    ready.lock("blue", squad("recon"))
    with pytest.raises(Illegal) as third:
        ready.lock("green", squad("trooper"))
    assert third.value.refusal.rule == "DG-SET-01"
    assert third.value.refusal.facts["side"] == "green"
    assert ready.start().table.sides == ("red", "blue")


@rule("DG-SET-01")
def test_a_squad_of_another_game_is_refused() -> None:
    foreign = Roster(game="chess", name="pieces", models=(Entry("trooper"),))
    (fault,) = GAME.muster(foreign, GAME.rulebook.settle({}))
    assert fault.rule == "DG-SET-01"
    assert fault.facts == {"game": "chess", "needed": "guerrilla"}


# ------------------------------------------------------------------ dice


@rule("DG-SET-02", 0)
def test_every_face_of_a_die_comes_up_one_time_in_ten() -> None:
    faces = dict(falls(Roll("DG-SET-02", 10, 1, "red")))
    assert faces == {(face,): Fraction(1, 10) for face in range(1, 11)}
    assert sum(face * part for (face,), part in faces.items()) == Fraction(11, 2)


THREE = [on("overseer", 5, 12, "beam_rifle", "force_grenade", "psychic_shock")]


@rule("DG-SET-02")
@pytest.mark.parametrize(
    ("phase", "action", "dice"),
    [
        ("siege", Attack("red-1", "beam_rifle", {"blue-1": 3}), 3),
        ("active", Throw("red-1", "force_grenade", (15.0, 12.0)), 1),
        ("active", Cast("red-1", "psychic_shock", "blue-1"), 1),
    ],
)
def test_attacks_throws_and_casts_roll_ten_sided_dice(phase: str, action: Action, dice: int) -> None:
    match = Stage(THREE, [on("bastion", 15, 12)], phase=phase).match()
    match.play(Activate("red-1"), action)
    assert (rolling(match).sides, rolling(match).count) == (10, dice)


@rule("DG-SET-02")
def test_the_roll_off_rolls_one_ten_sided_die_a_side() -> None:
    match = both_locked().start()
    for side in ("red", "blue"):
        assert (rolling(match).sides, rolling(match).count, rolling(match).by) == (10, 1, side)
        match.play((4 if side == "red" else 9,))


@rule("DG-SET-02")
def test_every_die_is_told_in_the_order_rolled() -> None:
    match = Stage(THREE, [on("bastion", 15, 12)]).match(9, 2, 5)
    match.play(Activate("red-1"), Attack("red-1", "beam_rifle", {"blue-1": 3}))
    assert [e.faces for e in happened(match, Rolled)] == [(9, 2, 5)]
    assert spent(match)


@rule("DG-SET-02", 1)
def test_a_die_showing_zero_is_entered_as_ten_and_meets_the_hardest_target() -> None:
    stage = Stage(
        [on("herald", 5, 12, "phaser_pistol")],
        [on("trooper", 15, 12)],
        terrain=[wall(14, 8, 14.4, 12.25)],
    )
    match = stage.match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_pistol", {"blue-1": 1}))
    assert rolling(match).need is not None
    assert to_hit(match.table, "red-1", "blue-1", "phaser_pistol").value == 10
    for face in (0, 11):
        with pytest.raises(Illegal) as no:
            match.play((face,))
        assert no.value.refusal.facts == {"dice": 1, "sides": 10, "shown": [face]}
    match.play((10,))
    assert damage(match, "blue-1") == 1


@rule("DG-SET-03", 0, 1, 2)
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (4, Fraction(7, 10)),
        (5, Fraction(3, 5)),
        (6, Fraction(1, 2)),
        (7, Fraction(2, 5)),
        (8, Fraction(3, 10)),
        (2, Fraction(9, 10)),
        (10, Fraction(1, 10)),
    ],
)
def test_a_target_is_met_by_its_number_or_higher(target: int, expected: Fraction) -> None:
    reads = success_or_not(Tally(target, target))
    assert reads[target - 1] == 1
    assert reads[target - 2] == 0
    assert Fraction(sum(reads), 10) == expected == chance(target)


@rule("DG-SET-03", 0)
def test_a_four_hits_a_target_of_four_and_a_three_does_not() -> None:
    match = Stage([on("recon", 5, 12, "assassins_knife")], [on("bastion", 6.5, 12)]).match(4, 3, 4)
    match.play(Activate("red-1"), Attack("red-1", "assassins_knife", {"blue-1": 3}))
    assert damage(match, "blue-1") == 2
    assert spent(match)


# ------------------------------------------------------------------ bases


@rule("DG-SET-04", 0)
@pytest.mark.parametrize(("base", "legal"), [(0.5, True), (2.0, True), (0.49, False), (2.01, False)])
def test_a_base_is_from_half_an_inch_to_two_inches_across(base: float, legal: bool) -> None:
    faults = GAME.muster(squad("trooper", base=base), GAME.rulebook.settle({}))
    if legal:
        assert not faults
    else:
        (fault,) = faults
        assert fault.rule == "DG-SET-04"
        assert fault.facts == {"model": 1, "base": base, "least": 0.5, "most": 2.0}


@rule("DG-SET-04")
@pytest.mark.parametrize("base", [float("nan"), float("inf"), -1.0, 0.0])
def test_a_base_that_is_no_size_at_all_is_refused(base: float) -> None:
    assert [f.rule for f in GAME.muster(squad("trooper", base=base), GAME.rulebook.settle({}))] == ["DG-SET-04"]


@rule("DG-SET-04", 1)
def test_a_base_is_one_inch_where_the_list_is_silent() -> None:
    roster = Roster("guerrilla", "mixed", (Entry("trooper"), Entry("recon", base=1.57), Entry("medic")))
    assert not GAME.muster(roster, GAME.rulebook.settle({}))
    ready = agreed()
    ready.lock("red", roster)
    ready.lock("blue", squad("trooper", "trooper"))
    models = ready.start().table.models
    assert [2 * models[f"red-{n}"].radius for n in (1, 2, 3)] == [1.0, 1.57, 1.0]
    assert [2 * models[f"blue-{n}"].radius for n in (1, 2)] == [1.0, 1.0]


@rule("DG-SET-04")
def test_any_character_may_stand_on_any_base() -> None:
    for profile, base in product(characters(), (0.5, 2.0)):
        assert not GAME.muster(squad(profile, base=base), GAME.rulebook.settle({}))


@rule("DG-SET-05", 0)
def test_turning_a_model_on_the_spot_changes_nothing() -> None:
    table = table_of([on("trooper", 5, 12)], [on("trooper", 15, 12)], terrain=[wall(14, 8, 14.4, 12.25)])

    def seen() -> tuple[float, float, float, bool]:
        red, blue = table.models["red-1"], table.models["blue-1"]
        there, back = measure.share(table, "red-1", "blue-1"), measure.share(table, "blue-1", "red-1")
        return sight.gap(red, blue), there, back, measure.in_half_cover(table, "red-1", "blue-1")

    before = seen()
    for facing in (90.0, 180.0, 315.0):
        for model in ("red-1", "blue-1"):
            table.put_moved(replace(table.models[model], facing=facing))
        assert seen() == before


# ------------------------------------------------------------------ measuring


@rule("DG-SET-06", 0, 1, 2)
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (on("trooper", 5, 12), on("trooper", 15, 12), 9.0),
        (on("trooper", 5, 12), on("trooper", 8, 16), 4.0),
        (on("trooper", 5, 12, base=2.0), on("trooper", 11, 12, base=0.5), 4.75),
    ],
)
def test_distance_is_the_gap_between_bases(one: On, other: On, expected: float) -> None:
    table = table_of([one], [other])
    assert sight.gap(table.models["red-1"], table.models["blue-1"]) == pytest.approx(expected, abs=1e-9)
    assert sight.gap(table.models["blue-1"], table.models["red-1"]) == pytest.approx(expected, abs=1e-9)


@rule("DG-SET-06", 3)
def test_distance_to_a_spot_starts_at_the_base() -> None:
    table = table_of([on("trooper", 5, 12)], [on("trooper", 30, 12)])
    assert sight.reach(table.models["red-1"], (20.0, 12.0)) == pytest.approx(14.5, abs=1e-9)


@rule("DG-SET-06")
def test_a_model_is_at_no_distance_from_itself_and_from_its_own_ground() -> None:
    model = table_of([on("trooper", 5, 12)], [on("trooper", 30, 12)]).models["red-1"]
    assert sight.gap(model, model) == 0
    assert sight.reach(model, (5.2, 12.1)) == 0


@rule("DG-SET-06")
def test_a_range_includes_exactly_its_limit() -> None:
    shot = Attack("red-1", "phaser_rifle", {"blue-1": 1})
    at_the_limit = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 26, 12)]).match(5)
    at_the_limit.play(Activate("red-1"), shot)
    assert spent(at_the_limit)
    assert damage(at_the_limit, "blue-1") == 2
    beyond = Stage([on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 26 + 1 / 1024, 12), on("bastion", 9, 12)])
    no = refused(beyond.match(), Activate("red-1"), shot)
    assert no.rule == "DG-SGE-06"
    assert no.facts == {"target": "blue-1", "range": 20, "distance": 20.001}


@rule("DG-SET-06")
@pytest.mark.parametrize(("base", "reaches"), [(1 - 1e-6, True), (1 - 1e-5, False)])
def test_a_millionth_of_an_inch_beyond_the_limit_is_forgiven(base: float, reaches: bool) -> None:
    match = Stage(
        [on("trooper", 5, 12, "phaser_rifle", base=base)], [on("bastion", 26, 12), on("bastion", 9, 12)]
    ).match()
    match.play(Activate("red-1"))
    assert (match.refusal(Attack("red-1", "phaser_rifle", {"blue-1": 1})) is None) is reaches


# ------------------------------------------------------------------ touching


@rule("DG-SET-07", 0, 1)
def test_bases_may_touch_but_not_overlap_after_a_move() -> None:
    stage = Stage([on("recon", 14, 12)], [on("trooper", 10, 12)], phase="movement")
    touching = stage.match()
    touching.play(Activate("red-1"), Move("red-1", (11, 12)))
    assert at(touching, "red-1") == (11, 12)
    no = refused(stage.match(), Activate("red-1"), Move("red-1", (10.99, 12)))
    assert no.rule == "DG-MOV-07"
    assert no.facts["with"] == "blue-1"
    assert no.facts["overlap"] == pytest.approx(0.01, abs=2e-3)


@rule("DG-SET-07")
@pytest.mark.parametrize(("base", "legal"), [(1 + 1e-6, True), (1 + 1e-5, False)])
def test_a_millionth_of_an_inch_of_overlap_is_forgiven(base: float, legal: bool) -> None:
    match = Stage([on("recon", 14, 12, base=base)], [on("trooper", 10, 12)], phase="movement").match()
    match.play(Activate("red-1"))
    assert (match.refusal(Move("red-1", (11, 12))) is None) is legal


@rule("DG-SET-07")
def test_bases_may_touch_but_not_overlap_when_placed() -> None:
    ready = agreed()
    ready.lock("red", squad("trooper", "trooper"))
    ready.lock("blue", squad("trooper"))
    match = ready.start()
    match.play((9,))
    match.play((4,))
    match.play(Place("red-1", (5, 12)), Place("blue-1", (31, 12)))
    no = refused(match, Place("red-2", (5 - 1 + 1 / 1024, 12)))
    assert no.rule == "DG-POS-04"
    assert no.facts == {"model": "red-2", "overlap": 0.001, "with": "red-1"}
    match.play(Place("red-2", (4, 12)))


@rule("DG-SET-07", 2, 3)
def test_a_gap_of_a_fiftieth_of_an_inch_is_still_contact() -> None:
    def medic_beside(x: float) -> Match:
        patient = on("trooper", x, 12, damage=5)
        return Stage([on("medic", 10, 12, "dress_wounds"), patient], [on("trooper", 30, 12)], phase="active").match()

    heal = Cast("red-1", "dress_wounds", "red-2")
    match = medic_beside(11.015)
    match.play(Activate("red-1"), heal)
    assert rolling(match).rule == "DG-CST-02"
    no = refused(medic_beside(11.03), Activate("red-1"), heal)
    assert no.rule == "DG-CST-08"
    assert no.facts["distance"] == pytest.approx(0.03, abs=2e-3)


# ------------------------------------------------------------------ before the match


@rule("DG-SET-08", 0)
def test_nobody_places_a_model_before_the_roll_off() -> None:
    match = both_locked().start()
    assert rolling(match).rule == "DG-POS-01"
    no = refused(match, Place("red-1", (5, 12)))
    assert no.rule == "DG-POS-01"
    match.play((9,))
    match.play((4,))
    match.play(Place("red-1", (5, 12)))
    assert match.table.models["red-1"].at == (5, 12)


@rule("DG-SET-08", 0)
def test_nobody_changes_terrain_or_squads_after_the_start() -> None:
    ready = both_locked()
    match = ready.start()
    match.play((9,))
    match.play((4,))
    match.play(Place("red-1", (5, 12)))
    for late in (
        lambda: ready.propose("red", TablePlan(id="late", pieces=(wall(17, 11, 19, 13),))),
        lambda: ready.accept("blue"),
        lambda: ready.lock("red", squad("crusader")),
        lambda: ready.claim("red", "painted", "blue"),
        ready.start,
    ):
        with pytest.raises(Illegal) as no:
            late()
        assert no.value.refusal.rule == "DG-SET-08"
    assert match.table.terrain.pieces == ()


@rule("DG-SET-08")
def test_turn_one_follows_positioning() -> None:
    match = both_locked().start()
    match.play((9,))
    match.play((4,))
    match.play(Place("red-1", (5, 12)))
    assert match.table.tokens("table", "turn") == 0
    match.play(Place("blue-1", (31, 12)))
    assert match.table.tokens("table", "turn") == 1
    assert match.decision.rule == "DG-TRN-03"


@rule("DG-SET-09", 0)
def test_a_locked_list_is_hidden_until_both_are_locked() -> None:
    ready = agreed()
    ready.lock("red", squad("crusader"))
    assert ready.shown("blue") == {}
    assert ready.shown("red") == {"red": squad("crusader")}
    ready.lock("blue", squad("recon"))
    both = {"red": squad("crusader"), "blue": squad("recon")}
    assert ready.shown("blue") == ready.shown("red") == both
