"""Bases, distances, lines of sight, flanking and rear arcs."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from sightline.core.table import Piece
from sightline.games.xenotactics import GAME, ground, measure, sighting, standing
from sightline.games.xenotactics.catalog import tables
from sightline.games.xenotactics.tokens import REACTED
from tests.games.xenotactics.stage import Stage, box, on, table_of, wall
from tests.kit import rule

ONE, TWO, THREE = "red-1", "red-2", "red-3"
BIG = "big"


def facing(a: tuple[float, float], b: tuple[float, float], *terrain: Piece, **options: Any) -> Any:
    """A table with a red model and a blue one."""
    return table_of([on(*a)], [on(*b)], terrain=terrain, options=options)


def sees(a: tuple[float, float], b: tuple[float, float], *terrain: Piece, **options: Any) -> bool:
    table = facing(a, b, *terrain, **options)
    seen = sighting.sees(table, "red-1", "blue-1")
    assert sighting.sees(table, "blue-1", "red-1") == seen, "sight is mutual"
    return seen


# ------------------------------------------------------------------ bases and distances


@rule("XT-MSR-01", 0)
def test_big_bases_touch_at_an_inch_and_a_half() -> None:
    table = table_of([on(10, 10, BIG), on(11.5, 10, BIG)])
    one, two = table.models[ONE], table.models[TWO]
    assert measure.touching(table, one, two)
    assert standing.standing_fault(table, two, (11.5, 10.0)) is None
    refusal = standing.standing_fault(table, two, (11.4, 10.0))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["overlap"]) == ("XT-MOV-13", pytest.approx(0.1, abs=1e-3))


@rule("XT-MSR-02", 0, 1, 2, 3)
def test_models_whose_bases_touch_on_one_level_are_in_contact() -> None:
    def contact(a: tuple[float, float], b: tuple[float, float], *terrain: Piece) -> bool:
        table = facing(a, b, *terrain)
        return measure.touching(table, table.models["red-1"], table.models["blue-1"])

    assert contact((10, 10), (11, 10))
    assert not contact((10, 10), (11.1, 10))
    assert not contact((10, 10), (11, 10), box(10.6, 0, 20, 20, "high_ground"))
    assert contact((9.8, 5), (10.8, 5), box(0, 0, 10, 10, "high_ground", "slope"))
    assert not contact((9.8, 5), (10.8, 5), box(0, 0, 10, 10, "high_ground"))
    assert not contact((9.8, 5), (10.8, 5), box(0, 0, 10, 10, "high_ground", "slope", "level:2")), "two levels apart"


@rule("XT-MSR-03", 0)
def test_anybody_may_measure_anything_at_any_moment() -> None:
    stage = Stage([on(10, 10)], [on(18, 10)])
    match = stage.match()
    before = match.pending
    assert measure.within(match.table, match.table.models["red-1"], match.table.models["blue-1"], 8.0)
    assert match.pending is before


@rule("XT-MSR-04", 0, 1)
def test_distance_is_from_base_to_base() -> None:
    def apart(a: Any, b: Any) -> float:
        table = table_of([a], [b])
        return measure.distance(table, table.models["red-1"], table.models["blue-1"])

    assert apart(on(10, 10), on(16, 18)) == 9.0
    assert apart(on(10, 10), on(20, 10, BIG)) == 8.75


@rule("XT-MSR-05", 0, 1, 2)
@pytest.mark.parametrize(
    ("x", "level", "far"),
    [(15.0, 1, sqrt(17)), (15.0, 2, sqrt(32)), (18.9, 1, 7.963), (19.0, 1, 8.062)],
)
def test_between_levels_columns_are_measured(x: float, level: int, far: float) -> None:
    table = facing((10, 10), (x, 10), box(x - 1, 5, x + 1, 15, "high_ground", f"level:{level}"))
    found = measure.distance(table, table.models["red-1"], table.models["blue-1"])
    assert found == pytest.approx(far, abs=1e-3)
    assert (found <= 8.0) == (x < 19.0)


@rule("XT-MSR-06", 0)
def test_within_includes_the_figure_and_over_does_not() -> None:
    table = table_of([on(10, 10), on(14, 10)], [on(10, 14.001)])
    one, two, enemy = (table.models[m] for m in ("red-1", "red-2", "blue-1"))
    assert measure.within(table, one, two, 3.0)
    assert not measure.within(table, one, enemy, 3.0)


@rule("XT-MSR-07", 0)
def test_distance_to_a_piece_is_taken_at_its_edge() -> None:
    barrel = box(10, 10, 11, 11, "explosive", id="barrel")
    for x, far in ((16.5, 5.0), (16.6, 5.1)):
        table = table_of([on(x, 10.5)], terrain=[barrel])
        piece = ground.feature(table.terrain, "barrel")
        assert piece is not None
        assert measure.to_piece(table.models["red-1"], piece) == pytest.approx(far, abs=1e-3)


# ------------------------------------------------------------------ sight


@rule("XT-LOS-01", 0, 1)
@rule("XT-TER-11", 0)
def test_one_clear_line_is_enough() -> None:
    assert not sees((5, 5), (15, 5), wall(9.5, 4, 10.5, 6))
    assert sees((5, 5), (15, 5), wall(9.5, 4.8, 10.5, 8))
    assert not sees((5, 5), (6.6, 5), wall(5.5, 0, 6.1, 10)), "nobody looks through a wall by hugging it"


@rule("XT-LOS-02", 0, 1, 2)
def test_third_models_block_sight() -> None:
    def past(*others: Any, **options: Any) -> bool:
        table = table_of([on(5, 5), *others], [on(15, 5)], options=options)
        return sighting.sees(table, "red-1", "blue-1")

    assert not past(on(10, 5))
    assert past(on(10, 5.3))
    assert not past(on(10, 5.2, BIG))
    assert not past(on(10, 5, stunned=True))
    assert past(on(10, 5, stunned=True), stunned_models_block_los=False)
    assert not past(on(10, 5), stunned_models_block_los=False)


@rule("XT-LOS-03", 0)
def test_facing_never_limits_sight() -> None:
    table = table_of([on(10, 10)], [on(30, 10, tokens={REACTED: 1}, facing=0.0)])
    assert sighting.sees(table, "blue-1", "red-1")
    assert sighting.behind(table.models["blue-1"], (10.0, 10.0))
    stunned = table_of([on(10, 10, stunned=True)], [on(30, 10)])
    assert sighting.sees(stunned, "blue-1", "red-1")


@rule("XT-LOS-04", 0, 1, 2, 3)
def test_from_high_ground_one_looks_over_what_is_low_enough() -> None:
    hill = box(5, 0, 11, 10, "high_ground", id="hill")
    barrier = box(14, 0, 15, 36, "impassable", "hiding", id="barrier")
    assert sees((10, 5), (17, 5), hill, barrier)
    assert not sees((10, 5), (16, 5), hill, barrier)
    other = box(20, 0, 30, 10, "high_ground", id="other")
    assert sees((10, 5), (25, 5), hill, barrier, other)
    assert not sees((3, 5), (34, 5), barrier)
    assert sees((3, 15), (34, 15), box(14, 0, 15, 36, "hiding", height=1.5))
    assert not sees((3, 15), (34, 15), box(14, 0, 15, 36, "hiding", height=2.0)), "at the top is not above it"
    between = table_of([on(10, 5), on(20, 5)], [on(30, 5)], terrain=[hill])
    assert sighting.sees(between, "red-1", "blue-1")
    flat = table_of([on(10, 5), on(20, 5)], [on(30, 5)])
    assert not sighting.sees(flat, "red-1", "blue-1")


@rule("XT-LOS-05", 0)
def test_a_piece_is_seen_if_any_line_reaches_its_outline() -> None:
    door = box(10, 4, 10.6, 6, "door", id="door")
    barrel = box(11.5, 4.5, 12.5, 5.5, "explosive", id="barrel")
    table = table_of([on(5, 5)], terrain=[door, barrel])
    model = table.models["red-1"]
    for id, seen in (("door", True), ("barrel", False)):
        piece = ground.feature(table.terrain, id)
        assert piece is not None
        assert sighting.sees_piece(table, model, piece) == seen
    assert sighting.spots_see(table, (5.0, 5.0), 0.5, (8.0, 5.0), 0.5, ())
    assert not sighting.spots_see(table, (5.0, 5.0), 0.5, (14.0, 5.0), 0.5, ())


# ------------------------------------------------------------------ hiding terrain


@rule("XT-TER-03", 0, 1, 2, 3)
def test_sight_ends_inside_hiding_terrain_but_does_not_pass_through() -> None:
    wood = box(8, 2, 12, 8, "hiding", "cover", id="wood")
    assert not sees((5, 5), (15, 5), wood)
    assert sees((5, 5), (11, 5), wood)
    assert sees((5, 5), (12.5, 5), wood)
    assert not sees((5, 5), (12.6, 5), wood)
    hill = box(8, 2, 12, 8, "hiding", "high_ground", id="hill")
    assert not sees((7.5, 5), (12.5, 5), hill)
    assert sees((5, 5), (10, 5), hill)


@rule("XT-TER-03")
def test_a_table_may_ask_for_overlap_instead_of_contact() -> None:
    wood = box(8, 2, 12, 8, "hiding", id="wood")
    assert not sees((5, 5), (12.5, 5), wood, hiding_contact="overlapping")
    assert sees((5, 5), (12.4, 5), wood, hiding_contact="overlapping")


@rule("XT-TER-04", 0, 1)
def test_two_models_in_one_wood_see_each_other() -> None:
    wood = box(8, 2, 12, 8, "hiding", id="wood")
    assert sees((8.5, 5), (11.5, 5), wood)
    second = box(14, 2, 16, 8, "hiding", id="second")
    assert not sees((11, 5), (20, 5), wood, second)
    assert sees((11, 5), (15, 5), wood, second)


@rule("XT-TER-01", 0)
def test_a_piece_has_all_its_traits() -> None:
    wood = box(8, 2, 12, 8, "hiding", "cover", "difficult", id="wood")
    table = table_of([on(7.5, 5)], [on(20, 5)], terrain=[wood])
    model = table.models["red-1"]
    for trait in ("hiding", "cover", "difficult"):
        assert [f.id for f in measure.touched(table, model, trait)] == ["wood"]
    assert not measure.touched(table, model, "hazardous")
    for plan in tables().values():
        assert not ground.layout_faults(plan)
    wrong = ground.piece_faults(box(0, 0, 1, 1, "lava", "level:0", "owner:red"), 48, 36)
    assert list(wrong) == ["lava: no such trait", "level:0: expected a figure from 1 to 10"]


@rule("XT-TER-02", 0)
def test_touching_a_piece_is_enough() -> None:
    wood = box(8, 2, 12, 8, "difficult", id="wood")
    for x, touches in ((12.5, True), (12.6, False)):
        table = table_of([on(x, 5)], terrain=[wood])
        assert bool(measure.touched(table, table.models["red-1"], "difficult")) == touches


# ------------------------------------------------------------------ cover


@rule("XT-TER-06", 0, 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("target", "attacker", "covered"),
    [
        ((15.5, 6), (5, 6), True),
        ((15.5, 6), (25, 6), False),
        ((16, 6), (5, 6), False),
        ((15.5, 7), (14.2, 15), True),
        ((15.5, 7), (15.5, 15), False),
    ],
)
def test_cover_needs_contact_and_lies_between(
    target: tuple[float, float], attacker: tuple[float, float], covered: bool
) -> None:
    table = table_of([on(*target)], terrain=[box(14, 4, 15, 8, "cover")])
    assert measure.covered(table, table.models["red-1"], attacker) == covered


@rule("XT-TER-06", 4)
def test_in_a_wood_one_is_covered_from_every_side() -> None:
    wood = box(8, 2, 12, 8, "cover")
    table = table_of([on(11, 5)], terrain=[wood])
    assert measure.covered(table, table.models["red-1"], (9.0, 5.0))


@rule("XT-TER-06")
def test_a_table_may_judge_cover_by_the_middles_alone() -> None:
    barricade = box(14, 4, 15, 8, "cover")
    table = table_of([on(15.5, 7)], terrain=[barricade], options={"cover_obscured_test": "centre_line"})
    assert not measure.covered(table, table.models["red-1"], (14.2, 15.0))
    assert measure.covered(table, table.models["red-1"], (5.0, 7.0))


# ------------------------------------------------------------------ flanking and facing


def flanked(*enemies: Any, options: Any = None) -> bool:
    table = table_of([on(20, 10)], enemies, options=options)
    return sighting.flankers(table, table.models["red-1"]) is not None


@rule("XT-FLK-01", 0, 1, 2, 3, 4, 5, 6)
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((-4, 0), (4, 0), True),
        ((4, 0), (0, 4), True),
        ((4, 0), (2, 3.4641), False),
        ((3, 0), (0, 10), True),
        ((3, 0), (9, 4), False),
    ],
)
def test_two_enemies_farther_from_each_other_than_from_the_model_flank_it(
    one: tuple[float, float], other: tuple[float, float], expected: bool
) -> None:
    def there(at: tuple[float, float]) -> Any:
        return on(20 + at[0], 10 + at[1])

    assert flanked(there(one), there(other)) == expected


@rule("XT-FLK-01", 6)
def test_flanking_is_measured_from_base_to_base() -> None:
    assert not flanked(on(24, 10, BIG), on(22, 13.4641, BIG))


@rule("XT-FLK-01")
def test_who_does_not_see_both_is_not_flanked() -> None:
    hidden = table_of([on(20, 10)], [on(14, 10), on(26, 10)], terrain=[wall(23, 0, 24, 20)])
    assert sighting.flankers(hidden, hidden.models["red-1"]) is None


@rule("XT-FLK-03", 0)
def test_stunned_enemies_do_not_flank() -> None:
    assert not flanked(on(16, 10), on(24, 10, stunned=True))
    assert flanked(on(16, 10), on(24, 10, stunned=True), options={"stunned_models_flank": True})


@rule("XT-RCT-06", 0, 1, 2)
def test_the_rear_arc_is_strictly_behind() -> None:
    table = table_of([on(10, 10, tokens={REACTED: 1}, facing=0.0)])
    model = table.models["red-1"]
    assert sighting.behind(model, (9.0, 14.0))
    assert not sighting.behind(model, (10.0, 16.0))
    assert not sighting.behind(model, (10.5, 3.0))
    fresh = table_of([on(10, 10, facing=0.0)])
    assert not sighting.behind(fresh.models["red-1"], (9.0, 14.0))


# ------------------------------------------------------------------ battlefields


@rule("XT-MIS-03")
def test_any_rectangle_will_do_and_small_ones_are_pointed_out() -> None:
    from sightline.core.game import TablePlan

    assert (ground.USUAL_WIDTH, ground.USUAL_DEPTH) == (48.0, 36.0)
    small = TablePlan("small", (), width=24.0, height=24.0)
    assert not ground.layout_faults(small)
    assert "XT-MIS-03" in [f.rule for f in ground.advice(small)]
    assert "XT-MIS-03" not in [f.rule for f in ground.advice(TablePlan("fair", (), width=30.0, height=30.0))]
    assert ground.layout_faults(TablePlan("none", (), width=2.0, height=24.0))[0].rule == "XT-MIS-03"


@rule("XT-MIS-04", 0)
def test_a_third_of_the_table_should_be_terrain_without_open_lanes() -> None:
    from sightline.core.game import TablePlan

    third = TablePlan("third", (box(0, 0, 30, 10, "hiding"),), width=30.0, height=30.0)
    assert ground.covered_share(third) == pytest.approx(0.3333, abs=1e-3)
    assert [f.facts for f in ground.advice(third)] == [{"open lane": 20.0, "most": 3.0}]
    bare = TablePlan("bare", (box(0, 0, 30, 5, "hiding"),), width=30.0, height=30.0)
    assert [f.facts.get("covered") for f in ground.advice(bare)] == [pytest.approx(0.1667, abs=1e-3), None]
    assert [GAME.sayings.advice(f) for f in ground.advice(bare)] == [
        "16 % of the mat lies under terrain, the book would have at least 33 %",
        "an open lane 25 in wide leads from edge to edge, the book would have none over 3 in",
    ]
    heaped = TablePlan("heap", (box(0, 0, 30, 10), box(0, 5, 20, 10), box(25, 5, 40, 8)), width=30.0, height=30.0)
    assert ground.covered_share(heaped) == pytest.approx(0.3333, abs=1e-3), "what lies on top counts once"


@rule("XT-MIS-04")
@rule("XT-MIS-05")
@pytest.mark.parametrize("plan", tables().values(), ids=lambda p: p.id)
def test_the_presets_follow_the_advice(plan: Any) -> None:
    assert not ground.advice(plan)


@rule("XT-LOS-04")
def test_from_roof_to_roof_one_looks_over_those_below() -> None:
    roofs = [box(2, 2, 8, 8, "high_ground", id="west"), box(20, 2, 26, 8, "high_ground", id="east")]
    table = table_of([on(5, 5), on(14, 5)], [on(23, 5)], terrain=roofs)
    assert sighting.sees(table, "red-1", "blue-1")
    third = table_of([on(5, 5), on(14, 5)], [on(23, 5)], terrain=[*roofs, box(12, 2, 16, 8, "high_ground", id="mid")])
    assert not sighting.sees(third, "red-1", "blue-1")
