"""Terrain: what a piece is, what it stops, and what it may be cover for (DG-TER)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from sightline.core import reach
from sightline.core.decisions import Illegal, Refusal
from sightline.core.dice import ScriptedDice
from sightline.core.game import TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.preparation import Faults, Preparation
from sightline.core.table import Piece, Point, Terrain
from sightline.games.guerrilla import GAME, measure
from sightline.games.guerrilla.actions import Activate, Attack, Move, Place
from sightline.games.guerrilla.placing import fill, fits
from tests.games.guerrilla.stage import Stage, at, on, refused, spent, table_of, wall
from tests.kit import rule


def squad(count: int = 1, base: float | None = None) -> Roster:
    return Roster(game="guerrilla", name="troopers", models=tuple(Entry("trooper", base=base) for _ in range(count)))


def layout(*pieces: Piece) -> TablePlan:
    return TablePlan(id="drawn", pieces=pieces)


def prepared(*pieces: Piece) -> Preparation:
    """A table both sides have accepted."""
    ready = Preparation(GAME)
    ready.propose("red", layout(*pieces))
    ready.accept("blue")
    return ready


def opened(ready: Preparation, red: Roster, blue: Roster) -> Match:
    """The match after a roll-off that red wins."""
    ready.lock("red", red)
    ready.lock("blue", blue)
    return ready.start(ScriptedDice(9, 4))


def share(*pieces: Piece, base: float | None = None) -> float:
    """How much of a base at (15,12) a model at (5,12) sees."""
    table = table_of([on("trooper", 5, 12)], [on("trooper", 15, 12, base=base)], terrain=pieces)
    return measure.share(table, "red-1", "blue-1")


# ------------------------------------------------------------------ agreement


@rule("DG-TER-01", 0)
def test_a_match_cannot_start_on_terrain_that_only_one_side_accepts() -> None:
    ready = Preparation(GAME)
    ready.propose("red", layout(wall(17, 11, 19, 13)))
    with pytest.raises(Illegal) as half:
        ready.lock("red", squad())
    assert half.value.refusal == Refusal("DG-SET-08", {"terrain accepted": 1, "needed": 2})
    ready.accept("blue")
    ready.lock("red", squad())
    ready.lock("blue", squad())
    assert len(ready.start().table.terrain.pieces) == 1


@rule("DG-TER-01")
def test_nobody_accepts_terrain_that_was_not_proposed() -> None:
    with pytest.raises(Illegal) as no:
        Preparation(GAME).accept("red")
    assert no.value.refusal == Refusal("DG-TER-01", {"proposed": 0})


@rule("DG-TER-01")
def test_a_counter_proposal_needs_the_other_side_again() -> None:
    ready = Preparation(GAME)
    ready.propose("red", layout())
    ready.propose("blue", layout(wall(17, 11, 19, 13)))
    with pytest.raises(Illegal):
        ready.lock("red", squad())
    ready.accept("red")
    ready.lock("red", squad())
    ready.lock("blue", squad())
    assert len(ready.start().table.terrain.pieces) == 1


@rule("DG-TER-01")
def test_a_layout_both_have_accepted_is_frozen() -> None:
    ready = prepared()
    with pytest.raises(Illegal) as no:
        ready.propose("red", layout(wall(17, 11, 19, 13)))
    assert no.value.refusal == Refusal("DG-TER-01", {"accepted": 2})
    assert ready.table == layout()


# ------------------------------------------------------------------ pieces

SQUARE = wall(10, 10, 12, 12)


@rule("DG-TER-02", 0)
@pytest.mark.parametrize(
    "pieces",
    [
        (SQUARE,),
        (SQUARE, wall(12, 10, 14, 12)),
        (SQUARE, wall(12, 12, 14, 14)),
        (wall(0, 0, 36, 24),),
        (Piece(((10, 10), (12, 10), (11, 12)), 2.0),),
    ],
)
def test_convex_pieces_on_the_mat_may_touch(pieces: tuple[Piece, ...]) -> None:
    assert not GAME.layout(layout(*pieces))


@dataclass
class Wrong:
    pieces: tuple[Piece, ...]
    piece: str
    fault: str


@rule("DG-TER-02", 0)
@pytest.mark.parametrize(
    "wrong",
    [
        Wrong((wall(10, 10, 37, 12),), "piece-1", "corner (37, 10) is off the 36 by 24 in mat"),
        Wrong((wall(10, -0.01, 12, 12),), "piece-1", "off the 36 by 24 in mat"),
        Wrong((SQUARE, wall(11.9, 10, 14, 12)), "piece-1", "shares ground with piece-2"),
        Wrong((wall(10, 10, 13, 13), wall(11, 11, 12, 12)), "piece-1", "shares ground with piece-2"),
        Wrong((Piece(((10, 10), (14, 10), (11, 11), (10, 14)), 2.0),), "piece-1", "not convex"),
        Wrong((Piece(((10, 10), (14, 10)), 2.0),), "piece-1", ""),
        Wrong((Piece(((10, 10), (12, 10), (14, 10)), 2.0),), "piece-1", ""),
        Wrong((Piece(((10, 10), (float("nan"), 10), (14, 12)), 2.0),), "piece-1", ""),
        Wrong((wall(10, 10, 12, 12, height=-1),), "piece-1", "height -1 is not a height"),
        Wrong((wall(10, 10, 12, 12, height=float("nan")),), "piece-1", "height nan is not a height"),
        Wrong((wall(1, 1, 2, 2, id="a"), wall(5, 1, 6, 2, id="a")), "a", "2 pieces have this id"),
    ],
)
def test_a_piece_that_is_no_piece_is_refused_with_the_reason(wrong: Wrong) -> None:
    (fault,) = GAME.layout(layout(*wrong.pieces))
    assert fault.rule == "DG-TER-02"
    assert fault.facts["piece"] == wrong.piece
    assert wrong.fault in fault.facts["fault"]
    with pytest.raises(Faults) as no:
        Preparation(GAME).propose("red", layout(*wrong.pieces))
    assert no.value.faults == (fault,)


@rule("DG-TER-02")
def test_all_faults_of_a_layout_are_listed_at_once() -> None:
    pieces = (wall(30, 10, 37, 12), SQUARE, wall(11, 11, 13, 13), wall(1, 1, 2, 2, height=-3))
    assert [f.facts["piece"] for f in GAME.layout(layout(*pieces))] == ["piece-1", "piece-4", "piece-2"]


@rule("DG-TER-02")
def test_every_preset_is_a_sound_layout() -> None:
    for plan in GAME.tables.values():
        assert not GAME.layout(plan)


# ------------------------------------------------------------------ in the way

KERB = wall(10, 10, 12, 12, height=0.5, id="kerb")


def walker(x: float, y: float, *, profile: str = "trooper", **options: str) -> Match:
    return Stage(
        [on(profile, x, y)], [on("trooper", 30, 12)], phase="movement", terrain=[KERB], options=options
    ).match()


@rule("DG-TER-03", 0)
def test_a_model_may_touch_a_kerb_but_not_stand_on_it() -> None:
    match = walker(8, 11)
    match.play(Activate("red-1"), Move("red-1", (9.5, 11)))
    assert at(match, "red-1") == (9.5, 11)
    no = refused(walker(8, 11), Activate("red-1"), Move("red-1", (9.6, 11)))
    assert no.rule == "DG-MOV-07"
    assert no.facts["with"] == "kerb"
    assert no.facts["overlap"] == pytest.approx(0.1, abs=1e-3)


@rule("DG-TER-03", 1)
def test_nobody_walks_straight_across_a_kerb() -> None:
    no = refused(walker(9, 11), Activate("red-1"), Move("red-1", (13, 11)))
    assert no.rule == "DG-MOV-02"
    assert no.facts["speed"] == 4
    assert no.facts["length"] > 4
    straight = Move("red-1", (13, 11), via=((11, 11),))
    assert refused(walker(9, 11, profile="recon"), Activate("red-1"), straight).rule == "DG-MOV-05"


@rule("DG-TER-03", 2)
def test_a_low_piece_may_be_crossed_where_the_players_agree_so() -> None:
    match = walker(9, 11, low_terrain="passable")
    match.play(Activate("red-1"), Move("red-1", (13, 11)))
    assert at(match, "red-1") == (13, 11)
    no = refused(walker(9, 11, low_terrain="passable"), Activate("red-1"), Move("red-1", (11, 11)))
    assert no.rule == "DG-MOV-07"
    assert no.facts["with"] == "kerb"


@rule("DG-TER-03", 2)
@pytest.mark.parametrize(("height", "crossed"), [(1.0, True), (1.01, False)])
def test_only_a_piece_of_an_inch_or_less_may_be_crossed(height: float, crossed: bool) -> None:
    piece = wall(10, 10, 12, 12, height=height)
    stage = Stage(
        [on("trooper", 9, 11)],
        [on("trooper", 30, 12)],
        phase="movement",
        terrain=[piece],
        options={"low_terrain": "passable"},
    )
    match = stage.match()
    match.play(Activate("red-1"))
    assert (match.refusal(Move("red-1", (13, 11))) is None) is crossed


@rule("DG-TER-03")
@pytest.mark.parametrize("option", ["impassable", "passable"])
def test_a_push_stops_at_a_kerb_either_way(option: str) -> None:
    stage = Stage(
        [on("bastion", 7.6, 11, "force_hammer")],
        [on("trooper", 9, 11)],
        terrain=[KERB],
        options={"low_terrain": option},
    )
    match = stage.match(10)
    match.play(Activate("red-1"), Attack("red-1", "force_hammer", {"blue-1": 1}))
    assert at(match, "blue-1") == (9.5, 11)
    assert spent(match)


@rule("DG-TER-03")
@pytest.mark.parametrize("option", ["impassable", "passable"])
def test_nobody_is_placed_on_a_kerb_either_way(option: str) -> None:
    ready = Preparation(GAME, {"low_terrain": option})
    ready.propose("red", layout(wall(3, 11, 5, 13, height=0.5)))
    ready.accept("blue")
    match = opened(ready, squad(), squad())
    assert refused(match, Place("red-1", (4, 12))).rule == "DG-POS-04"


# ------------------------------------------------------------------ what may be cover


@rule("DG-TER-04", 0)
@pytest.mark.parametrize(("height", "seen"), [(0.5, 1), (1.0, 1), (1.01, 0), (2, 0)])
def test_a_wall_of_exactly_one_inch_gives_no_cover(height: float, seen: float) -> None:
    assert share(wall(10, 10, 10.5, 14, height=height)) == seen


@rule("DG-TER-05", 0)
@pytest.mark.parametrize(("base", "seen"), [(1.0, 1), (0.5, 0)])
def test_a_pillar_narrower_than_a_base_is_no_cover_for_it(base: float, seen: float) -> None:
    pillar = wall(13.8, 11.7, 14.4, 12.3, height=3)
    assert measure.cover_extents(Terrain(36, 24, (pillar,)))[0] == pytest.approx(0.849, abs=5e-4)
    assert share(pillar, base=base) == seen


@rule("DG-TER-05", 1)
def test_a_crate_as_broad_as_a_base_is_cover_for_it() -> None:
    crate = wall(13.6, 11.6, 14.4, 12.4, height=3)
    assert measure.cover_extents(Terrain(36, 24, (crate,)))[0] == pytest.approx(1.131, abs=5e-4)
    assert share(crate) == pytest.approx(0.08, abs=0.005)


@rule("DG-TER-05")
@pytest.mark.parametrize(("breadth", "covers"), [(1.0, True), (0.999, False)])
def test_equal_breadth_is_enough_and_a_hair_less_is_not(breadth: float, covers: bool) -> None:
    thin = Piece(((14, 12 - breadth / 2), (14, 12 + breadth / 2), (13.99, 12)), 2.0)
    assert (share(thin) < 1) is covers


@rule("DG-TER-05", 2)
@pytest.mark.parametrize("base", [0.5, 1.0, 1.57, 2.0])
def test_a_long_thin_wall_is_cover_for_every_base(base: float) -> None:
    terrain = Terrain(36, 24, (wall(10, 10, 10.4, 13),))
    assert measure.cover_extents(terrain)[0] == pytest.approx(3.027, abs=5e-4)
    assert measure.covering(terrain, base) == (0,)


@rule("DG-TER-05", 3)
def test_touching_crates_are_one_object() -> None:
    one, other = wall(13.8, 11.4, 14.4, 12, height=3), wall(13.8, 12, 14.4, 12.6, height=3)
    extents = measure.cover_extents(Terrain(36, 24, (one, other)))
    assert list(extents.values()) == pytest.approx([1.342, 1.342], abs=5e-4)
    assert share(one, other) == 0
    assert share(one) == share(other) == 1


@rule("DG-TER-05")
def test_crates_a_hair_apart_are_two_objects_and_low_ones_never_join() -> None:
    one, other = wall(13.8, 11.4, 14.4, 12, height=3), wall(13.8, 12, 14.4, 12.6, height=3)
    apart = wall(13.8, 12.001, 14.4, 12.6, height=3)
    low = wall(13.8, 12, 14.4, 12.6, height=1.0)
    assert share(one, apart) == share(one, low) == 1
    chain = (one, other, wall(13.8, 12.6, 14.4, 13.2, height=3))
    extents = measure.cover_extents(Terrain(36, 24, chain))
    assert list(extents.values()) == pytest.approx([1.897] * 3, abs=5e-4)


# ------------------------------------------------------------------ room in the zones

SIXTEEN: list[Point] = [(1, y) for y in range(3, 22, 2)] + [(2.75, y) for y in range(6, 17, 2)]


@rule("DG-TER-06", 0)
def test_sixteen_of_the_largest_bases_can_be_placed_in_an_empty_zone() -> None:
    match = opened(prepared(), squad(16, base=2.0), squad())
    match.play(Place("red-1", SIXTEEN[0]), Place("blue-1", (31, 12)))
    for number, spot in enumerate(SIXTEEN[1:], 2):
        match.play(Place(f"red-{number}", spot))
    assert match.table.tokens("table", "turn") == 1


@rule("DG-TER-06", 0)
@pytest.mark.parametrize("zone", measure.ZONES)
def test_the_filling_finds_room_for_sixteen_of_the_largest_bases(zone: tuple[Point, ...]) -> None:
    spots = fill(Terrain(36, 24, ()), zone, [1.0] * 16, ())
    assert spots is not None
    assert len(spots) == 16
    discs = [(x, y, 1.0) for x, y in spots]
    ground = reach.ground(Terrain(36, 24, ()))
    for place, (x, y, r) in enumerate(discs):
        assert measure.depth_in_zone(zone, (x, y)) >= r - 1e-6
        assert ground.free(x, y, r, discs[:place])


@rule("DG-TER-06")
def test_the_filling_starts_at_the_short_edge_with_the_largest_base() -> None:
    spots = fill(Terrain(36, 24, ()), measure.LEFT_ZONE, [0.5, 1.0], ())
    assert spots == [(1.0, 2.75 + 0.25), (0.5, 1.5)]


@rule("DG-TER-06", 1)
def test_a_layout_without_room_is_sent_back_when_the_lists_are_locked() -> None:
    ready = prepared(wall(0, 0, 10, 24))
    ready.lock("red", squad(2))
    with pytest.raises(Faults) as no:
        ready.lock("blue", squad(3))
    assert [(f.rule, f.facts) for f in no.value.faults] == [
        ("DG-TER-06", {"side": "red", "zone": "left", "models": 2}),
        ("DG-TER-06", {"side": "blue", "zone": "left", "models": 3}),
    ]
    assert ready.table is None
    with pytest.raises(Illegal) as back:
        ready.start()
    assert back.value.refusal.rule == "DG-TER-01"
    ready.propose("blue", layout())
    ready.accept("red")
    ready.start()


@rule("DG-TER-06")
def test_a_second_layout_without_room_is_sent_back_at_the_start() -> None:
    ready = prepared(wall(0, 0, 10, 24))
    ready.lock("red", squad())
    with pytest.raises(Faults):
        ready.lock("blue", squad())
    ready.propose("red", layout(wall(26, 0, 36, 24)))
    ready.accept("blue")
    with pytest.raises(Faults) as no:
        ready.start()
    assert {f.facts["zone"] for f in no.value.faults} == {"right"}
    ready.propose("red", layout())
    ready.accept("blue")
    ready.start()


POCKET = (wall(3, 0, 10, 24), wall(0, 0, 3, 10), wall(0, 14, 3, 24))
"""Leaves 3 by 4 in of the left zone: room for two of the largest bases, one above the other."""


@rule("DG-TER-06")
def test_nobody_walls_in_his_own_squad() -> None:
    match = opened(prepared(*POCKET), squad(2, base=2.0), squad())
    no = refused(match, Place("red-1", (1.5, 12)))
    assert no == Refusal("DG-TER-06", {"model": "red-1", "still to place": 1})
    match.play(Place("red-1", (1, 11)), Place("blue-1", (31, 12)))
    match.play(Place("red-2", (1.5, 13)))


@rule("DG-TER-06")
@pytest.mark.parametrize(
    ("bases", "room"), [([1.0], True), ([1.0, 1.0], True), ([1.0, 1.0, 0.5], True), ([1.0] * 3, False)]
)
def test_a_pocket_has_room_for_two_large_bases_and_a_usual_one(bases: list[float], room: bool) -> None:
    assert fits(Terrain(36, 24, POCKET), measure.LEFT_ZONE, bases, ()) is room
