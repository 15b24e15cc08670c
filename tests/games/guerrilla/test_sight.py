"""Line of sight and cover (DG-LOS)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import pi

import pytest

from sightline.core import sight
from sightline.core.decisions import Action
from sightline.core.match import Match
from sightline.core.table import Piece, Table
from sightline.games.guerrilla import measure
from sightline.games.guerrilla.actions import Activate, Attack, Cast, CastArea, Move, Pass
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.stage import On, Stage, chance, damage, on, refused, rolling, spent, table_of, wall
from tests.kit import rule

HAIR = 0.5 / 25.4
"""What a line of sight, 1 mm thick, keeps clear of a piece."""

CORNER = wall(14, 8, 14.4, 12.25)
"""Leaves a model at (15,12) in half cover from one at (5,12)."""
SCREEN = wall(10, 10, 10.5, 14, id="screen")
"""Hides a model at (15,12) from one at (5,12)."""


def facing(
    *terrain: Piece, observer: float = 1.0, target: float = 1.0, more: Sequence[On] = (), **options: bool
) -> Table:
    """A model at (5,12) that looks at one at (15,12)."""
    red, blue = on("trooper", 5, 12, base=observer), on("trooper", 15, 12, base=target)
    return table_of([red, *more], [blue], terrain=terrain, options=options)


def cover(table: Table, observer: str = "red-1", target: str = "blue-1") -> str:
    if not measure.sees(table, observer, target):
        return "full"
    return "half" if measure.in_half_cover(table, observer, target) else "clear"


def share(table: Table) -> float:
    return measure.share(table, "red-1", "blue-1")


# ------------------------------------------------------------------ the line


@rule("DG-LOS-01", 0)
def test_on_the_open_mat_everything_is_seen() -> None:
    assert share(facing()) == 1
    assert cover(facing()) == "clear"


def slit(low: float, high: float) -> tuple[Piece, Piece]:
    return wall(10, 6, 10.5, low), wall(10, high, 10.5, 18)


@rule("DG-LOS-01", 1, 2, 3)
@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(11.985, 12.015, "full"), (11.975, 12.025, "half"), (11.9, 12.1, "clear")],
)
def test_a_line_of_sight_needs_a_gap_of_a_millimetre(low: float, high: float, expected: str) -> None:
    assert cover(facing(*slit(low, high))) == expected


@rule("DG-LOS-01", 2)
def test_through_a_slit_of_a_twentieth_of_an_inch_a_quarter_of_the_base_is_seen() -> None:
    assert share(facing(*slit(11.975, 12.025))) == pytest.approx(0.25, abs=0.03)


@rule("DG-LOS-01")
@pytest.mark.parametrize(("gap", "seen"), [(2 * HAIR - 1e-4, False), (2 * HAIR + 1e-4, True)])
def test_a_slit_a_hair_narrower_than_the_line_lets_nothing_through(gap: float, seen: bool) -> None:
    assert measure.sees(facing(*slit(12 - gap / 2, 12 + gap / 2)), "red-1", "blue-1") is seen


@rule("DG-LOS-02", 0)
@pytest.mark.parametrize("end", [11.75, 12.25, 12.6])
def test_a_higher_wall_hides_no_more_than_a_low_one(end: float) -> None:
    low, high = (facing(wall(14, 8, 14.4, end, height=height)) for height in (1.5, 5))
    assert share(low) == share(high)
    assert cover(low) == cover(high)


@rule("DG-LOS-02")
def test_only_pieces_that_can_be_cover_interrupt_sight() -> None:
    kerb, pillar = wall(10, 10, 10.5, 14, height=1.0, id="kerb"), wall(13.8, 11.7, 14.4, 12.3, id="pillar")
    assert cover(facing(kerb, pillar)) == "clear"
    table = facing(kerb, wall(12, 10, 12.5, 14, id="wall"), pillar)
    assert cover(table) == "full"
    assert measure.blocking(table, "red-1", "blue-1") == ["wall"]


@rule("DG-LOS-03", 0)
def test_models_do_not_block_sight() -> None:
    for between in (on("bastion", 10, 12), on("bastion", 10, 12, base=2.0)):
        assert cover(facing(more=[between])) == "clear"
        assert share(facing(more=[between])) == 1


@rule("DG-LOS-03", 0)
def test_models_block_sight_where_the_players_agree_so() -> None:
    table = facing(more=[on("bastion", 10, 12)], models_block_los=True)
    assert cover(table) == "full"
    assert cover(table, "red-2") == cover(table, "red-1", "red-2") == "clear"
    assert measure.blocking(table, "red-1", "blue-1") == ["red-2"]
    assert cover(facing(more=[on("bastion", 10, 14)], models_block_los=True)) == "clear"


@rule("DG-LOS-03")
def test_a_blocking_model_stops_shots_and_casts_but_not_sight_to_a_spot() -> None:
    def between(phase: str) -> Match:
        red = [on("herald", 5, 12, "phaser_pistol", "psychic_shock", "ground_quake"), on("bastion", 10, 12)]
        blue = [on("trooper", 15, 12), on("trooper", 5, 20)]
        return Stage(red, blue, phase=phase, options={"models_block_los": True}).match()

    shot = refused(between("siege"), Activate("red-1"), Attack("red-1", "phaser_pistol", {"blue-1": 1}))
    cast = refused(between("active"), Activate("red-1"), Cast("red-1", "psychic_shock", "blue-1"))
    assert shot.rule == cast.rule == "DG-LOS-08"
    assert shot.facts["blocked by"] == cast.facts["blocked by"] == "red-2"
    match = between("active")
    match.play(Activate("red-1"), CastArea("red-1", "ground_quake", (15, 12)))
    assert rolling(match).rule == "DG-CST-02"


@rule("DG-LOS-04", 0)
def test_nobody_strikes_through_a_wall() -> None:
    def thin(height: float) -> Match:
        return Stage(
            [on("recon", 10.05, 12, "saw_sword")],
            [on("trooper", 11.45, 12), on("trooper", 10.05, 10.55)],
            terrain=[wall(10.6, 10, 10.9, 14, height=height, id="wall")],
        ).match()

    match = thin(2)
    assert sight.gap(match.table.models["red-1"], match.table.models["blue-1"]) == pytest.approx(0.4, abs=2e-3)
    assert "blue-1" in measure.engaged_with(match.table, "red-1")
    swing = Attack("red-1", "saw_sword", {"blue-1": 2})
    no = refused(match, Activate("red-1"), swing)
    assert no.rule == "DG-LOS-04"
    assert no.facts == {"target": "blue-1", "share": 0.0, "blocked by": "wall"}
    low = thin(1)
    low.play(Activate("red-1"), swing)
    assert rolling(low).rule == "DG-SGE-07"


# ------------------------------------------------------------------ how much is seen


@rule("DG-LOS-05", 0)
@pytest.mark.parametrize(
    ("seen", "expected"), [(0.5, "half"), (0.5001, "clear"), (0.0001, "half"), (0.0, "full"), (1.0, "clear")]
)
def test_half_is_half_cover_and_a_trifle_more_is_clear(seen: float, expected: str) -> None:
    table = facing()
    table.memo["shares", "red-1"] = {"blue-1": seen}
    assert cover(table) == expected


def half_behind(end: float) -> Table:
    """A model at (15,12) behind a corner; at y = 12 the lowest line of sight runs level through its centre."""
    return table_of([on("trooper", 5, 11.5)], [on("trooper", 15, 12)], terrain=[wall(10, 4, 10.5, end - HAIR)])


@rule("DG-LOS-05", 0)
def test_a_base_seen_to_exactly_one_half_is_in_half_cover() -> None:
    assert share(half_behind(12)) == 0.5
    assert cover(half_behind(12)) == "half"


@rule("DG-LOS-05", 0)
def test_a_corner_a_hair_lower_leaves_the_base_clear() -> None:
    assert 0.5 < share(half_behind(11.9999)) < 0.5005
    assert cover(half_behind(11.9999)) == "clear"
    assert cover(half_behind(12.0001)) == "half"


@rule("DG-LOS-05", 0)
def test_the_last_sliver_of_a_base_is_still_half_cover() -> None:
    low, high = 12.0, 13.0
    while high - low > 1e-7:
        middle = (low + high) / 2
        low, high = (middle, high) if share(half_behind(middle)) > 0.0001 else (low, middle)
    assert share(half_behind(low)) == pytest.approx(0.0001, abs=1e-6)
    assert cover(half_behind(low)) == "half"
    assert share(half_behind(high + 0.01)) == 0
    assert cover(half_behind(high + 0.01)) == "full"


@rule("DG-LOS-05")
def test_the_share_is_a_share_of_area() -> None:
    # From far below, a level line cuts a segment of known area off a circle: half of it less a strip.
    table = table_of([on("trooper", 5, 11.25)], [on("trooper", 15, 12)], terrain=[wall(10, 4, 10.5, 11.75 - HAIR)])
    segment = pi / 3 - 3**0.5 / 4
    assert share(table) == pytest.approx(1 - segment / pi, abs=1e-6)


@rule("DG-LOS-05")
def test_a_model_that_hugs_a_wall_still_looks_along_it() -> None:
    table = table_of([on("trooper", 5, 12.5)], [on("trooper", 15, 12.5)], terrain=[wall(4, 10, 16, 12)])
    assert share(table) == 1


@rule("DG-LOS-06", 0, 1, 2)
@pytest.mark.parametrize(
    ("end", "seen", "expected"),
    [(12.25, 0.19, "half"), (11.75, 0.83, "clear"), (12.6, 0, "full")],
)
def test_cover_is_judged_by_how_much_a_corner_leaves_to_be_seen(end: float, seen: float, expected: str) -> None:
    table = facing(wall(14, 8, 14.4, end))
    assert share(table) == pytest.approx(seen, abs=0.005)
    assert cover(table) == expected
    assert measure.in_half_cover(table, "red-1", "blue-1") is (expected == "half")


@rule("DG-LOS-06", 3)
def test_cover_works_in_one_direction_only() -> None:
    table = facing(CORNER)
    assert cover(table) == "half"
    assert measure.share(table, "blue-1", "red-1") == 1
    assert cover(table, "blue-1", "red-1") == "clear"


@rule("DG-LOS-06", 4)
@pytest.mark.parametrize(("observer", "seen", "expected"), [(1.0, 0.29, "half"), (2.0, 0.79, "clear")])
def test_a_broader_observer_sees_more_round_a_corner(observer: float, seen: float, expected: str) -> None:
    table = facing(wall(10, 8, 10.5, 12.3), observer=observer)
    assert share(table) == pytest.approx(seen, abs=0.006)
    assert cover(table) == expected


# ------------------------------------------------------------------ what cover does


@rule("DG-LOS-07", 0)
def test_a_shot_at_half_cover_is_made_at_disadvantage() -> None:
    for terrain, need, expected in (((CORNER,), 7, Fraction(2, 5)), ((), 5, Fraction(3, 5))):
        table = table_of([on("trooper", 5, 12, "phaser_rifle")], [on("trooper", 15, 12)], terrain=terrain)
        tally = to_hit(table, "red-1", "blue-1", "phaser_rifle")
        assert tally.value == need
        assert chance(tally.value) == expected
        assert [n.rule for n in tally.notes] == ["DG-LOS-07"] * len(terrain)


@rule("DG-LOS-07", 1)
def test_a_swing_is_not_hampered_by_half_cover() -> None:
    edge = wall(13.9, 8, 14.2, 12.35)
    table = table_of([on("recon", 13.375, 12, "saw_sword")], [on("trooper", 14.75, 12)], terrain=[edge])
    assert measure.in_half_cover(table, "red-1", "blue-1")
    assert sight.gap(table.models["red-1"], table.models["blue-1"]) <= 1
    tally = to_hit(table, "red-1", "blue-1", "saw_sword")
    assert tally.value == 4
    assert chance(tally.value) == Fraction(7, 10)


@rule("DG-LOS-07", 2)
def test_a_cast_is_not_hampered_by_half_cover() -> None:
    herald = on("herald", 5, 12, "psychic_shock")
    stage = Stage([herald], [on("trooper", 15, 12)], terrain=[CORNER], phase="active")
    assert cover(stage.table) == "half"
    assert to_cast(stage.table, "red-1", "psychic_shock").value == 4
    assert chance(4) == Fraction(7, 10)
    match = stage.match(4)
    match.play(Activate("red-1"), Cast("red-1", "psychic_shock", "blue-1"))
    assert damage(match, "blue-1") == 3
    assert spent(match)


@rule("DG-LOS-07")
def test_a_throw_is_not_hampered_by_half_cover() -> None:
    table = table_of([on("trooper", 5, 12, "force_grenade")], [on("trooper", 15, 12)], terrain=[CORNER])
    assert to_throw(table, "red-1", "force_grenade").value == 5


BEHIND_A_SCREEN = SCREEN
AS_WIDE_AS_ITS_BASE = wall(14, 11.5, 14.4, 12.5, id="screen")


@rule("DG-LOS-08", 0, 1)
@pytest.mark.parametrize("screen", [BEHIND_A_SCREEN, AS_WIDE_AS_ITS_BASE])
@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("siege", Attack("red-1", "phaser_pistol", {"blue-1": 1})),
        ("active", Cast("red-1", "psychic_shock", "blue-1")),
    ],
)
def test_a_model_in_full_cover_is_no_target(screen: Piece, phase: str, action: Action) -> None:
    herald = on("herald", 5, 12, "phaser_pistol", "psychic_shock")
    stage = Stage([herald], [on("trooper", 15, 12), on("trooper", 5, 18)], terrain=[screen], phase=phase)
    assert cover(stage.table) == "full"
    no = refused(stage.match(), Activate("red-1"), action)
    assert no.rule == "DG-LOS-08"
    assert no.facts == {"target": "blue-1", "share": 0.0, "blocked by": "screen"}
    low = Stage([herald], [on("trooper", 15, 12)], phase=phase).match()
    low.play(Activate("red-1"), action)
    assert rolling(low).by == "red"


@rule("DG-LOS-09", 0)
@pytest.mark.parametrize(("x", "seen"), [(15, False), (9, True), (10.2, False)])
def test_a_spot_is_seen_when_a_line_joins_it_to_the_base(x: float, seen: bool) -> None:
    stage = Stage([on("herald", 5, 12, "ground_quake")], [on("trooper", 30, 12)], terrain=[SCREEN], phase="active")
    assert measure.sees_spot(stage.table, stage.table.models["red-1"], (x, 12.0)) is seen
    match, cast = stage.match(), CastArea("red-1", "ground_quake", (x, 12.0))
    if seen:
        match.play(Activate("red-1"), cast)
        assert rolling(match).rule == "DG-CST-02"
    else:
        no = refused(match, Activate("red-1"), cast)
        assert no.rule == "DG-LOS-09"
        assert no.facts["visible"] == 0


@rule("DG-LOS-09")
@pytest.mark.parametrize(("height", "seen"), [(2.0, False), (1.0, True)])
def test_a_piece_too_narrow_for_cover_still_hides_a_spot(height: float, seen: bool) -> None:
    table = facing(wall(13.9, 11.5, 14.1, 12.5, height=height), observer=0.5, target=2.0)
    assert cover(table) == "clear"
    assert measure.sees_spot(table, table.models["red-1"], (14.3, 12.0)) is seen


@rule("DG-LOS-09")
def test_a_spot_under_a_model_is_seen_as_if_it_were_not_there() -> None:
    table = facing(more=[on("bastion", 10, 12)], models_block_los=True)
    for x in (10.0, 15.0):
        assert measure.sees_spot(table, table.models["red-1"], (x, 12.0))


@rule("DG-LOS-09")
def test_a_spot_within_half_a_millimetre_of_a_wall_is_not_seen() -> None:
    table = facing(SCREEN)
    red = table.models["red-1"]
    assert measure.sees_spot(table, red, (10 - HAIR - 1e-3, 12.0))
    assert not measure.sees_spot(table, red, (10 - HAIR + 1e-3, 12.0))


# ------------------------------------------------------------------ when, and of whom


@rule("DG-LOS-10", 0)
def test_a_model_driven_out_of_cover_may_be_shot_later_in_the_same_phase() -> None:
    stage = Stage(
        [on("bastion", 12, 10.6, "force_hammer"), on("trooper", 5, 12, "phaser_rifle")],
        [on("crusader", 12, 12), on("trooper", 5, 20)],
        terrain=[wall(10, 11, 10.5, 13)],
    )
    shot = Attack("red-2", "phaser_rifle", {"blue-1": 4})
    hidden = stage.match()
    assert refused(hidden, Activate("red-2"), shot).rule == "DG-LOS-08"
    match = stage.match(4, 5, 5, 1, 1)
    match.play(Activate("red-1"), Attack("red-1", "force_hammer", {"blue-1": 1}))
    match.play(Pass(), Activate("red-2"), shot)
    assert damage(match, "blue-1") == 4 + 2 * 2
    assert spent(match)


@rule("DG-LOS-10")
def test_sight_is_not_remembered_from_before_a_move() -> None:
    match = Stage([on("recon", 5, 12)], [on("trooper", 15, 12)], terrain=[SCREEN], phase="movement").match()
    assert not measure.sees(match.table, "red-1", "blue-1")
    match.play(Activate("red-1"), Move("red-1", (5, 17)))
    assert measure.sees(match.table, "red-1", "blue-1")


@rule("DG-LOS-11", 0)
def test_a_medic_boxed_in_by_walls_may_dress_its_own_wounds() -> None:
    box = [wall(9, 11, 9.4, 13), wall(10.6, 11, 11, 13), wall(9.4, 12.6, 10.6, 13), wall(9.4, 11, 10.6, 11.4)]
    medic = on("medic", 10, 12, "dress_wounds", damage=6)
    match = Stage([medic], [on("trooper", 20, 12)], terrain=box, phase="active").match(4)
    assert not measure.sees(match.table, "red-1", "blue-1")
    assert measure.share(match.table, "red-1", "red-1") == 1
    match.play(Activate("red-1"), Cast("red-1", "dress_wounds", "red-1"))
    assert damage(match, "red-1") == 2
    assert spent(match)
