"""Distances, sight over heights, and cover."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.lines import Wall, stops
from sightline.core.table import Piece
from sightline.games.starquest.ground import floor_at
from sightline.games.starquest.heeding import in_sight
from sightline.games.starquest.laying import made
from sightline.games.starquest.measure import (
    apart,
    centre,
    corners,
    gap,
    in_from,
    members,
    over,
    quarter_of,
    quarters,
    within,
)
from sightline.games.starquest.sighting import MOST, has_cover, sees, shielded
from tests.games.starquest.stage import box, hero, moved, squad, table_of, wall
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B = "heroes-1", "enemies-1-1"


@pytest.mark.parametrize(("vector", "exact"), vectors("distance"))
def test_models_are_as_far_apart_as_their_bases(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    bodies = {32: "infantry", 50: "large", 60: "huge"}
    a = vector.get("a", [10.0, 10.0])
    b = vector.get("b", [10.0 + vector.get("centre_distance", 0.0), 10.0])
    one, other = hero(*a, body=bodies[vector["base_a_mm"]]), squad(tuple(b), body=bodies[vector["base_b_mm"]])
    table = table_of([one], [other])
    assert f"{gap(table.models[A], table.models[B]):.4f}" == exact["edge_distance"]


@rule("SQ-GEN-06", 0, 1)
@rule("SQ-MSR-06")
def test_within_includes_the_limit_and_over_does_not() -> None:
    assert within(6.0, 6.0)
    assert not over(9.0, 9.0)
    assert within(6.0009, 6.0)
    assert over(9.002, 9.0)


@rule("SQ-MSR-03")
def test_units_are_as_far_apart_as_their_nearest_models() -> None:
    table = table_of([hero(10, 10)], [squad((20, 10), (18, 10))])
    far = apart(members(table, "heroes-1"), members(table, "enemies-1"))
    assert far == pytest.approx(8 - 32 / 25.4, abs=1e-3)


@rule("SQ-MSR-07", 0)
def test_corners_and_quarters_are_numbered_from_the_north_west() -> None:
    table = table_of([hero(10, 10)])
    assert corners(table) == ((0, 48), (48, 48), (48, 0), (0, 0))
    assert quarters(table) == ((12, 36), (36, 36), (36, 12), (12, 12))
    assert centre(table) == (24, 24)
    assert [quarter_of(table, p) for p in ((24, 24), (30, 24), (30, 10), (5, 5))] == [1, 2, 3, 4]


@rule("SQ-MIS-07")
def test_a_marker_near_a_corner_lies_four_inches_in() -> None:
    table = table_of([hero(10, 10)])
    assert [in_from(table, n) for n in (1, 2, 3, 4)] == [(4, 44), (44, 44), (44, 4), (4, 4)]


# ------------------------------------------------------------------ sight


@rule("SQ-LOS-02")
@rule("SQ-LOS-01")
def test_everybody_sees_itself_and_all_round() -> None:
    table = table_of([hero(10, 10)], [squad((20, 10)), squad((2, 10))])
    assert sees(table, A, A)
    assert sees(table, A, B)
    assert sees(table, A, "enemies-2-1")


@rule("SQ-LOS-04", 0, 1)
@rule("SQ-LOS-07")
def test_a_friend_in_the_way_hides_the_enemy() -> None:
    table = table_of([hero(0.63, 10), hero(5, 10)], [squad((12, 10))])
    assert not sees(table, A, B)
    assert sees(moved(table, "heroes-2", (5, 14)), A, B)


@rule("SQ-LOS-05")
def test_models_see_through_their_own_unit() -> None:
    table = table_of([hero(12, 10)], [squad((2, 10), (3.5, 10))])
    assert sees(table, "enemies-1-1", A)


@rule("SQ-LOS-04")
def test_the_outline_of_a_unit_hides_what_is_behind_it() -> None:
    row = squad((10, 8.9), (10, 11.1))
    table = table_of([hero(4, 10)], [squad((16, 10)), row])
    assert not sees(table, A, B)
    # Whoever stands inside the outline is hidden by the single bases only.
    inside = moved(table, A, (10, 10))
    assert sees(inside, A, B)


@rule("SQ-LOS-09")
def test_the_unconscious_hide_nobody() -> None:
    table = table_of([hero(0.63, 10), hero(5, 10, unconscious=1)], [squad((12, 10))])
    assert sees(table, A, B)


@rule("SQ-LOS-08")
@pytest.mark.parametrize(("vector", "exact"), vectors("sight_height"))
def test_a_line_passes_above_what_is_low_enough(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    share = vector["blocker_at"] / vector["distance"]
    height = vector["eye"] + (vector["target_top"] - vector["eye"]) * share
    assert f"{height:g}" == exact["line_height"]
    x = vector["blocker_at"]
    thin = Wall([(x - 0.01, -1.0), (x + 0.01, -1.0), (x + 0.01, 1.0), (x - 0.01, 1.0)], vector["blocker_top"])
    stopped = stops(thin, (0.0, 0.0), (vector["distance"], 0.0), vector["eye"], vector["target_top"])
    assert stopped != exact["clear"]


@rule("SQ-LOS-07", 0, 1)
@rule("SQ-LOS-08")
def test_infantry_hides_infantry_but_not_a_monster() -> None:
    for body, seen in (("infantry", False), ("huge", True)):
        table = table_of([hero(4, 10)], [squad((24, 10), body=body), squad((14, 10), body="infantry")])
        assert sees(table, A, B) is seen
    rock = wall(13.5, 5, 14.5, 15, height=3.0)
    assert not sees(table_of([hero(4, 10)], [squad((24, 10))], terrain=[rock]), A, B)


@rule("SQ-LOS-07", 2)
@rule("SQ-TER-04")
def test_a_rock_near_the_target_hides_it_even_from_a_deck() -> None:
    deck = box(0, 5, 6, 15, "elevated", "blocking", "floor:4", height=4.0, id="deck")
    rock = wall(18.5, 5, 19.5, 15, height=3.0)
    table = table_of([hero(4, 10)], [squad((24, 10))], terrain=[deck, rock])
    assert floor_at(table.terrain, (4, 10)) == 4.0
    assert not sees(table, A, B)
    assert sees(table_of([hero(4, 10)], [squad((24, 10))], terrain=[deck]), A, B)


@rule("SQ-LOS-03")
def test_solid_things_stop_sight_and_chasms_do_not() -> None:
    chasm = ("impassable", "gap", "depth:4")
    for types, seen in ((("impassable", "blocking"), False), (chasm, True), (("difficult",), True)):
        piece = box(9, 2, 11, 18, *types, height=4.0, id="piece")
        assert sees(table_of([hero(4, 10)], [squad((16, 10))], terrain=[piece]), A, B) is seen


@rule("SQ-TER-16")
@rule("SQ-TER-01", 0)
@rule("SQ-LOS-03")
def test_a_forest_is_seen_into_and_out_of_but_not_through() -> None:
    wood = box(8, 4, 14, 16, "cover", "difficult", "area", height=5.0, id="wood")
    through_it = table_of([hero(4, 10)], [squad((20, 10))], terrain=[wood])
    assert not sees(through_it, A, B)
    assert sees(moved(through_it, B, (11, 10)), A, B)
    assert sees(moved(through_it, A, (11, 10)), A, B)


@rule("SQ-TER-17")
def test_from_a_hill_one_obstacle_is_looked_over() -> None:
    hill = box(0, 5, 6, 15, "cover", "difficult_up", "hill", "floor:1.5", height=1.5, id="hill")
    one, two = wall(10, 4, 11, 16, height=6.0, id="one"), wall(14, 4, 15, 16, height=6.0, id="two")
    assert sees(table_of([hero(3, 10)], [squad((20, 10))], terrain=[hill, one]), A, B)
    assert not sees(table_of([hero(3, 10)], [squad((20, 10))], terrain=[hill, one, two]), A, B)
    flat = Piece(hill.polygon, 1.5, "mound", traits=("cover", "floor:1.5"))
    assert not sees(table_of([hero(3, 10)], [squad((20, 10))], terrain=[flat, one]), A, B)


def test_on_a_flat_table_heights_are_left_out() -> None:
    low = box(9, 5, 11, 15, "blocking", "cover", height=0.5, id="low")
    crowd = ([hero(4, 10)], [squad((20, 10), body="huge")])
    assert sees(table_of(*crowd, terrain=[low]), A, B)
    assert not sees(table_of(*crowd, terrain=[low], options={"los_mode": "flat"}), A, B)


@rule("SQ-LOS-01")
def test_a_unit_sees_what_any_of_its_models_sees() -> None:
    rock = wall(9, 0, 10, 11, height=6.0)
    table = table_of([hero(20, 9)], [squad((4, 9), (4, 12.5))], terrain=[rock])
    assert not sees(table, "enemies-1-1", A)
    assert sees(table, "enemies-1-2", A)
    assert in_sight(table, "enemies-1")


# ------------------------------------------------------------------ cover


@rule("SQ-TER-05", 0, 1)
@pytest.mark.parametrize(("vector", "exact"), vectors("cover"))
def test_a_unit_has_cover_when_most_of_it_has(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    ruins = box(20, 0, 30, 48, "cover", height=1.0, id="ruins")
    spots = [(22.0, 10.0 + 1.4 * n) for n in range(vector["covered"])]
    spots += [(18.0, 10.0 + 1.4 * n) for n in range(vector["models"] - vector["covered"])]
    table = table_of([hero(4, 12)], [squad(*spots)], terrain=[ruins])
    assert has_cover(table, table.models[A], (4.0, 12.0), "enemies-1") == exact["cover"]


@rule("SQ-TER-05", 2, 3)
@pytest.mark.parametrize(("vector", "exact"), vectors("cover_points"))
def test_nine_of_seventeen_points_make_cover(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert (vector["shielded"] >= MOST) == exact["cover"]


@rule("SQ-TER-05")
@rule("SQ-TER-13")
def test_a_barricade_shields_by_being_crossed_unless_the_shooter_stands_at_it() -> None:
    bar = box(19.0, 5, 19.2, 15, "cover", height=1.0, id="barricade")
    table = table_of([hero(4, 10)], [squad((20.5, 10))], terrain=[bar])
    assert has_cover(table, table.models[A], (4.0, 10.0), "enemies-1")
    close = moved(table, A, (17.8, 10))
    assert not has_cover(close, close.models[A], (17.8, 10.0), "enemies-1")


@rule("SQ-TER-06")
def test_a_unit_in_between_gives_cover() -> None:
    table = table_of([hero(4, 10)], [squad((24, 10)), squad((22, 10.55))])
    by_lines, _, _ = shielded(table, table.models[A], (4.0, 10.0), table.models[B], indirect=False)
    assert by_lines >= MOST
    assert has_cover(table, table.models[A], (4.0, 10.0), "enemies-1")
    assert not has_cover(table, table.models[A], (4.0, 10.0), "enemies-1", indirect=True)


@rule("SQ-SPR-21")
def test_indirect_fire_minds_the_cover_one_stands_in_and_no_other() -> None:
    ruins = box(20, 5, 26, 15, "cover", height=1.0, id="ruins")
    table = table_of([hero(4, 10)], [squad((23, 10))], terrain=[ruins])
    assert has_cover(table, table.models[A], (4.0, 10.0), "enemies-1", indirect=True)


@pytest.mark.parametrize(("vector", "exact"), vectors("terrain_shares"))
def test_the_mix_of_terrain(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.battlefields import shares

    assert {k: str(n) for k, n in shares(vector["pieces"]).items()} == exact


@pytest.mark.parametrize(("vector", "exact"), vectors("terrain_piece"))
def test_guide_types(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.battlefields import guide

    found = guide("forests")
    assert sorted(found["types"]) == exact["types"]
    assert found["sight"] == exact["sight"]


@pytest.mark.parametrize(
    ("feature", "types"),
    [
        pytest.param("barricades", ["cover"], marks=rule("SQ-TER-13")),
        pytest.param("buildings", ["impassable", "blocking"], marks=rule("SQ-TER-14")),
        pytest.param("fields", ["difficult", "cover"], marks=rule("SQ-TER-15")),
        pytest.param("forests", ["difficult", "cover", "area"], marks=rule("SQ-TER-16")),
        pytest.param("hills", ["cover", "difficult_up", "hill", "floor:2"], marks=rule("SQ-TER-17")),
        pytest.param("lakes_shallow", ["difficult"], marks=rule("SQ-TER-18")),
        pytest.param("lakes_deep", ["impassable"], marks=rule("SQ-TER-18")),
        pytest.param("lava", ["dangerous"], marks=rule("SQ-TER-19")),
        pytest.param("mountains", ["impassable", "blocking"], marks=rule("SQ-TER-20")),
        pytest.param("rivers", ["dangerous_on:rush", "dangerous_on:charge"], marks=rule("SQ-TER-21")),
        pytest.param("rubble", ["difficult"], marks=rule("SQ-TER-22")),
        pytest.param("ruins", ["cover", "dangerous_on:rush", "dangerous_on:charge"], marks=rule("SQ-TER-23")),
        pytest.param("swamps", ["difficult"], marks=rule("SQ-TER-24")),
    ],
)
def test_a_piece_of_a_guide_type_means_what_the_guide_says(feature: str, types: list[str]) -> None:
    piece = made(feature, ((10.0, 10.0), (14.0, 10.0), (14.0, 14.0), (10.0, 14.0)), 1)
    assert sorted(piece.traits) == sorted(types)
    table_of([hero(4, 4)], terrain=[piece])


@rule("SQ-TER-25")
@rule("SQ-TER-26")
def test_the_battlefields_have_the_mix_the_guide_wants() -> None:
    from sightline.games.starquest.battlefields import advice, lines_blocked
    from sightline.games.starquest.catalog import tables

    for plan in tables().values():
        assert advice(plan) == []
        assert lines_blocked(plan, step=8) >= 0.9
    bare = advice(type(next(iter(tables().values())))("bare", (box(10, 10, 12, 12, "cover"),)))
    assert {f.rule for f in bare} == {"SQ-TBL-03", "SQ-TER-25", "SQ-TER-26"}
