"""Moving: ways, enemies, climbing, jumping, falling, and where a base may stand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sightline.games.xenotactics.actions import Attack, Go, Move, ShootBack
from sightline.games.xenotactics.events import Climbed, Fell, Jumped, Walked
from sightline.games.xenotactics.ground import level_at
from sightline.games.xenotactics.standing import standing_fault
from sightline.games.xenotactics.tokens import ACTING, SPENT
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    finish,
    happened,
    is_stunned,
    odds,
    offered,
    on,
    points,
    refused,
    rolling,
    settle,
    spent,
    state,
    table_of,
    wall,
)
from tests.kit import rule

FAR_AWAY = on(46, 34)
LAST = {ACTING: 1, SPENT: 2}
"""The tokens of a model with one point left."""
HIDDEN = wall(40, 0, 41, 36, "screen")


def alone(*models: Any, terrain: Any = (), **more: Any) -> Stage:
    """Red models whom nobody sees."""
    return Stage(models, [FAR_AWAY], terrain=[*terrain, HIDDEN], **more)


def goes(stage: Stage, to: tuple[float, float], *via: tuple[float, float], drop: bool = False) -> str:
    """The rule against a move, or nothing."""
    match = stage.match()
    from sightline.games.xenotactics.actions import Activate

    match.play(Activate("red-1"))
    refusal = match.refusal(Move("red-1", to, via, drop=drop))
    return refusal.rule if refusal is not None else ""


# ------------------------------------------------------------------ ways


@rule("XT-MOV-01", 0)
@rule("XT-STA-01", 0)
def test_a_move_is_as_long_as_its_bends() -> None:
    stage = alone(on(2, 2, move=6))
    assert not goes(stage, (5, 5), (2, 5))
    assert goes(stage, (5.1, 5), (2, 5)) == "XT-MOV-01"
    assert not goes(stage, (2, 2)), "no distance at all is a move too"
    assert not goes(stage, (8, 2))
    assert goes(stage, (8.01, 2)) == "XT-MOV-01"


@rule("XT-MOV-02", 0, 1)
def test_no_way_leads_through_models_or_walls() -> None:
    between = alone(on(8, 10, move=4), on(10, 9.4), on(10, 10.6))
    assert goes(between, (11.5, 10), (9, 10)) == "XT-MOV-02"
    gap = [wall(10, 0, 11, 9.5, "south"), wall(10, 10.5, 11, 36, "north")]
    assert not goes(alone(on(8, 10, move=6), terrain=gap), (13, 10))
    assert goes(alone(on(8, 10, "big", move=6), terrain=gap), (13, 10)) == "XT-MOV-02"
    lying = alone(on(8, 10, move=9), on(10, 10, stunned=True))
    assert goes(lying, (12, 10), (9, 10)) == "XT-MOV-02"
    match = act(alone(on(8, 10, move=9), terrain=[wall(10, 8, 11, 12)]).match(), Move("red-1", (12.0, 10.0)))
    (walked,) = happened(match, Walked)
    assert walked.length > 4.0, "without waypoints it goes round"
    assert len(walked.path) > 2


@rule("XT-MOV-03", 0, 1, 2)
def test_within_an_inch_of_an_enemy_only_into_contact() -> None:
    def charge(enemy: tuple[float, float], to: tuple[float, float], *more: Any) -> str:
        stage = Stage([on(10, 10, move=6)], [on(*enemy, stunned=True), *more, on(46, 34)], terrain=[HIDDEN])
        return goes(stage, to)

    assert not charge((17, 10), (16, 10))
    assert charge((17.2, 10), (15.2, 10)) == "XT-MOV-03"
    assert not charge((17.2, 10), (15.19, 10))
    assert charge((17.2, 10), (16.2, 10)) == "XT-MOV-01"
    pair = on(10, 11.2, stunned=True)
    stage = Stage([on(5, 10, move=6)], [on(10, 10, stunned=True), pair, on(46, 34)], terrain=[HIDDEN])
    assert not goes(stage, (9, 10))
    brushing = Stage(
        [on(5, 10, move=9)], [on(9, 11.5, stunned=True), on(14, 10, stunned=True), on(46, 34)], terrain=[HIDDEN]
    )
    assert goes(brushing, (13, 10), (8, 10)) == "XT-MOV-03"


@rule("XT-MOV-03")
def test_who_stands_near_an_enemy_may_leave_but_not_come_closer() -> None:
    stage = Stage([on(10, 10, move=6)], [on(11.5, 10, stunned=True), on(46, 34)], terrain=[HIDDEN])
    assert not goes(stage, (6, 10))
    assert goes(stage, (10.2, 10)) == "XT-MOV-03"
    assert not goes(stage, (10.5, 10)), "unless it ends in contact"


@rule("XT-MOV-13", 0)
@rule("XT-TER-25")
def test_where_a_base_may_stand() -> None:
    deck = box(10, 10, 14, 14, "high_ground", id="deck")
    table = table_of([on(20, 20)], terrain=[deck, box(30, 5, 32, 7, "rift", id="rift"), wall(2, 2, 4, 4)])
    model = table.models["red-1"]

    def fault(x: float, y: float) -> str:
        refusal = standing_fault(table, model, (x, y))
        return refusal.rule if refusal else ""

    assert (fault(10.2, 12), fault(9.5, 12), fault(9.8, 12)) == ("", "", "XT-MOV-13")
    assert (fault(0.5, 20), fault(0.4, 20), fault(47.6, 20)) == ("", "XT-TER-25", "XT-TER-25")
    assert (fault(4.4, 3), fault(4.5, 3)) == ("XT-MOV-13", "")
    assert (fault(31, 6), fault(29.7, 6)) == ("XT-TER-21", "")


@rule("XT-MOV-12", 0)
def test_a_model_stands_on_the_highest_ground_under_its_middle() -> None:
    hill = box(0, 0, 10, 10, "high_ground", "slope", id="hill")
    tower = box(4, 4, 6, 6, "high_ground", "level:2", id="tower")
    table = table_of([], terrain=[hill, tower])
    assert [level_at(table.terrain, p) for p in ((9.8, 5.0), (10.2, 5.0), (5.0, 5.0))] == [1, 0, 2]
    assert not goes(alone(on(12, 8, move=6), terrain=[hill]), (8, 8)), "a slope is walked on at no extra cost"
    sheer = box(0, 0, 10, 10, "high_ground", id="sheer")
    assert goes(alone(on(12, 8, move=6, tokens=LAST), terrain=[sheer]), (8, 8)) == "XT-MOV-08"


# ------------------------------------------------------------------ climbing

CLIFF = box(10, 0, 20, 20, "high_ground", id="cliff")


@rule("XT-MOV-07", 0, 1, 2)
@rule("XT-ABL-05", 0)
def test_an_inch_climbed_takes_two() -> None:
    stage = alone(on(9.5, 10, move=6), terrain=[CLIFF])
    match = act(stage.match(), Move("red-1", (10.0, 10.0)))
    assert at(match, "red-1") == (10.0, 10.0)
    assert happened(match, Climbed)[0].length == 6.0
    assert goes(alone(on(9.4, 10, move=6, tokens=LAST), terrain=[CLIFF]), (10.5, 10)) == "XT-MOV-08", (
        "0.1 in are missing"
    )
    ladder = box(9.5, 9.5, 10, 10.5, "ladder", id="ladder")
    assert not goes(alone(on(9.5, 10, move=5), terrain=[CLIFF, ladder]), (12, 10), (10, 10))
    assert goes(alone(on(9.5, 10, move=5), terrain=[CLIFF, ladder]), (12.1, 10), (10, 10)) == "XT-MOV-01"
    assert not goes(alone(on(9.5, 10, "climber", move=5), terrain=[CLIFF]), (12, 10), (10, 10))


@rule("XT-MOV-07", 1)
@rule("XT-MOV-08", 0, 1)
def test_a_climb_may_take_several_moves() -> None:
    match = act(alone(on(9.5, 10, move=5), terrain=[CLIFF]).match(), Move("red-1", (10.0, 10.0)))
    assert (at(match, "red-1"), match.table.models["red-1"].z) == ((9.5, 10.0), 2.5)
    assert not offered(match, Attack), "a model on a face does nothing but climb"
    act(match, Move("red-1", (10.0, 10.0)))
    assert (at(match, "red-1"), match.table.models["red-1"].z) == ((10.0, 10.0), 0.0)
    assert happened(match, Climbed)[-1].length == 1.0
    tall = box(10, 0, 20, 20, "high_ground", "level:2", id="tall")
    assert goes(alone(on(9.5, 10, move=3), terrain=[tall]), (10, 10)) == "XT-MOV-08"
    match = alone(on(9.5, 10, move=4), terrain=[tall]).match(1, 1, 1)
    for _ in range(3):
        act(match, Move("red-1", (10.0, 10.0)))
    assert at(match, "red-1") == (10.0, 10.0)


@rule("XT-MOV-09", 0, 1)
def test_a_stunned_climber_falls() -> None:
    for level, move, height, dice in ((1, 5, 2.5, 0), (2, 8, 4.0, 1)):
        cliff = box(10, 0, 20, 20, "high_ground", f"level:{level}", id="cliff")
        stage = Stage([on(9.5, 10, move=move), on(5, 5)], [on(9.5, 30, "pistol")], terrain=[cliff])
        match = act(stage.match(), Move("red-1"), Go("red-1", (10.0, 10.0)))
        assert match.table.models["red-1"].z == height
        act(match, Move("red-1"), ShootBack("blue-1", "pistol"))
        settle(match)
        match.play((10,))
        match.play((1,))
        match.play((7,))
        if dice:
            assert rolling(match).rule == "XT-MOV-11"
            match.play((1,))
        assert (at(match, "red-1"), match.table.models["red-1"].z) == ((9.5, 10.0), 0.0)
        assert is_stunned(match, "red-1")
        assert happened(match, Fell)[0].length == height


# ------------------------------------------------------------------ jumping and falling

DECKS = [box(0, 0, 10, 10, "high_ground", id="west"), box(12, 0, 20, 10, "high_ground", id="east")]


@rule("XT-MOV-10", 0, 1)
def test_a_jump_counts_double_and_takes_a_move_roll() -> None:
    stage = alone(on(9, 5, move=6), terrain=DECKS)
    match = act(stage.match(6), Move("red-1", (13.0, 5.0)))
    assert at(match, "red-1") == (13.0, 5.0)
    assert happened(match, Jumped)[0].length == 4.0
    assert goes(stage, (13.1, 5)) == "XT-MOV-01"
    assert goes(alone(on(9, 5, move=3), terrain=DECKS), (12, 5)) == "XT-MOV-01"
    match = act(stage.match(7, 1), Move("red-1", (13.0, 5.0)))
    assert at(match, "red-1") == (11.0, 5.0)
    assert happened(match, Fell)[0].length == 3.0
    assert spent(match)


@rule("XT-MOV-11", 0, 1)
@rule("XT-TER-09")
def test_a_fall_hurts_for_every_level() -> None:
    tower = box(0, 0, 10, 10, "high_ground", "level:2", id="tower")
    match = act(alone(on(9.5, 5), terrain=[tower]).match(), Move("red-1", (10.5, 5.0), drop=True))
    assert rolling(match).count == 2
    deck = box(0, 0, 10, 10, "high_ground", id="deck")
    match = act(alone(on(9.5, 5, defence=3), on(30, 30), terrain=[deck]).match(), Move("red-1", (10.5, 5.0), drop=True))
    chances = odds(match, lambda m: state(m, "red-1"))
    assert chances == {"dead": Fraction(4, 10), "stunned": Fraction(3, 10), "unharmed": Fraction(3, 10)}


@rule("XT-MOV-07")
def test_climbing_down_costs_the_same() -> None:
    deck = box(0, 0, 10, 10, "high_ground", id="deck")
    match = act(alone(on(10, 5, move=6), terrain=[deck]).match(), Move("red-1", (10.5, 5.0)))
    assert (at(match, "red-1"), happened(match, Climbed)[0].length) == ((10.5, 5.0), 6.0)
    assert not happened(match, Fell)


# ------------------------------------------------------------------ rifts, difficult and hazardous ground, portals


@rule("XT-TER-21", 0)
@rule("XT-TER-23", 0, 1)
def test_a_rift_is_jumped_or_walked_around() -> None:
    rift = box(0, 14, 48, 16, "rift", id="rift")
    stage = alone(on(5, 13, move=6), on(30, 5), terrain=[rift])
    match = act(stage.match(6), Move("red-1", (5.0, 17.0)))
    assert at(match, "red-1") == (5.0, 17.0)
    assert goes(stage, (5, 17.1)) == "XT-MOV-01"
    assert goes(stage, (5, 15)) == "XT-TER-21"
    assert not goes(stage, (5, 13.9)), "part of the base may hang over it"
    assert goes(alone(on(5, 13, move=4), terrain=[rift]), (5, 16)) == "XT-MOV-01"
    assert not goes(alone(on(5, 14, move=4), terrain=[rift]), (5, 16))
    match = act(stage.match(7, 1), Move("red-1", (5.0, 17.0)))
    assert not alive(match, "red-1")
    assert spent(match), "it still rolls quality"
    chance = act(stage.match(), Move("red-1", (5.0, 17.0)))
    assert rolling(chance).need.good(10) == 6  # type: ignore[union-attr]


@rule("XT-TER-07", 0, 1)
@rule("XT-ABL-22", 0)
def test_difficult_ground_ends_the_activation() -> None:
    mud = box(10, 10, 14, 14, "difficult", id="mud")
    stage = alone(on(11, 11), terrain=[mud])
    match = act(stage.match(), Move("red-1", (11.0, 9.0)))
    assert rolling(match).count == 1
    brushing = act(alone(on(5, 9.5), terrain=[mud]).match(), Move("red-1", (10.2, 9.5)))
    assert rolling(brushing).rule == "XT-QTY-01"
    standing = act(stage.match(), Move("red-1", (11.0, 11.0)))
    assert standing.decision.rule == "XT-TRN-02", "a move of no length moves through nothing"
    scout = act(alone(on(11, 11, "pathfinder"), terrain=[mud]).match(), Move("red-1", (11.0, 9.0)))
    assert scout.decision.rule == "XT-TRN-02"


LAVA = box(10, 10, 14, 14, "hazardous", id="lava")


@rule("XT-TER-18", 0, 1, 2)
@rule("XT-TER-19", 0)
def test_hazardous_ground_hurts_who_moves_through_it_or_stays() -> None:
    stage = alone(on(8, 12, hit_points=3), on(30, 30), terrain=[LAVA])
    match = act(stage.match(4, 6, 1), Move("red-1", (12.0, 12.0)))
    finish(match)
    assert match.table.tokens("red-1", "hp") == 1
    assert spent(match)
    match = act(
        alone(on(8, 12, move=9), on(30, 30), terrain=[LAVA]).match(7, 1), Move("red-1", (16.5, 12.0), ((15.0, 12.0),))
    )
    assert (at(match, "red-1"), is_stunned(match, "red-1")) == ((16.5, 12.0), True)
    assert spent(match)
    guard = Stage([on(25, 12), on(27, 12)], [on(12, 12, "pistol"), on(46, 34)], terrain=[LAVA])
    match = act(guard.match(1, 10, 7), Move("red-1"), ShootBack("blue-1", "pistol"), Go("red-1", (25.0, 12.0)))
    assert is_stunned(match, "blue-1"), "a reaction that ends in lava"
    assert spent(match)


@rule("XT-TER-18")
def test_a_table_may_burn_a_model_once_only() -> None:
    stage = alone(
        on(8, 12, hit_points=3),
        on(30, 30),
        terrain=[LAVA],
        options={"hazard_triggers": "once_per_activation_or_reaction"},
    )
    match = act(stage.match(4, 1), Move("red-1", (12.0, 12.0)))
    finish(match)
    assert match.table.tokens("red-1", "hp") == 2
    assert spent(match)


@rule("XT-TER-24", 0)
def test_a_move_may_end_at_a_portal_and_go_on_at_its_twin() -> None:
    from sightline.core.table import Piece
    from sightline.games.xenotactics.actions import StayHere, Warp

    def disc(x: float, y: float, id: str, pair: str) -> Piece:
        from math import cos, pi, sin

        ring = tuple((x + 1.5 * cos(k * pi / 20), y + 1.5 * sin(k * pi / 20)) for k in range(40))
        return Piece(ring, id=id, traits=("portal", f"pair:{pair}"))

    pair = [disc(10, 10, "one", "two"), disc(30, 20, "two", "one")]
    match = act(alone(on(16, 10), terrain=pair).match(), Move("red-1", (12.0, 10.0)))
    assert match.decision.rule == "XT-TER-24"
    assert match.refusal(Warp("red-1", (27.9, 20.0))).rule == "XT-TER-24"  # type: ignore[union-attr]
    stay = match.fork()
    stay.play(StayHere("red-1"))
    assert stay.table.models["red-1"].at == (12.0, 10.0)
    match.play(Warp("red-1", (28.0, 20.0)))
    assert at(match, "red-1") == (28.0, 20.0)
    assert points(match, "red-1") == 1


# ------------------------------------------------------------------ doors and walls


@rule("XT-TER-10", 0)
def test_impassable_water_is_shot_across() -> None:
    lake = box(12, 0, 16, 36, "impassable", id="lake")
    stage = Stage([on(10, 10, "pistol")], [on(20, 10)], terrain=[lake])
    match = act(stage.match(), Attack("red-1", "pistol", "blue-1"))
    assert match.table.tokens("red-1", "spent") == 1
    assert goes(alone(on(10, 10, move=9), terrain=[lake]), (17, 10)) == "XT-MOV-02"


@rule("XT-TER-10", 1)
def test_a_climbable_wall_is_climbed_over() -> None:
    low = box(12, 0, 12.5, 36, "impassable", "climbable", height=1.5, id="low")
    match = alone(on(11.5, 10, move=5), terrain=[low]).match()
    act(match, Move("red-1", (13.0, 10.0)))
    assert (at(match, "red-1"), match.table.models["red-1"].z > 0) == ((11.5, 10.0), True)
    act(match, Move("red-1", (13.0, 10.0)))
    assert at(match, "red-1") == (13.0, 10.0)
    assert [e.length for e in happened(match, Climbed)] == [5.0, 2.5]
    plain = box(12, 0, 12.5, 36, "impassable", height=1.5, id="plain")
    assert goes(alone(on(11.5, 10, move=9), terrain=[plain]), (13, 10)) == "XT-MOV-02"


@rule("XT-TER-13", 0)
def test_a_door_is_opened_walked_through_and_shot_through() -> None:
    from sightline.games.xenotactics.actions import UseDoor

    house = [wall(12, 0, 12.6, 9, "south"), wall(12, 11, 12.6, 36, "north"), box(12, 9, 12.6, 11, "door", id="door")]
    stage = Stage([on(11.5, 10, "pistol"), on(2, 2)], [on(20, 10)], terrain=house)
    match = stage.match(9, 1, 1, 1)
    act(match, UseDoor("red-1", "door"))
    assert "open" in match.table.terrain.pieces[2].traits
    act(match, Move("red-1"), Go("red-1", (14.0, 10.0)), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert at(match, "red-1") == (14.0, 10.0)
    assert spent(match), "three quality dice"


@rule("XT-TER-14", 0)
def test_nobody_may_stand_in_a_door_that_is_closed() -> None:
    from sightline.games.xenotactics.actions import UseDoor

    door = box(10, 5, 12, 5.6, "door", "open", id="door")
    free = act(alone(on(11, 6.1), terrain=[door]).match(), UseDoor("red-1", "door"))
    assert "open" not in free.table.terrain.pieces[0].traits
    taken = alone(on(11, 6.5), on(11, 5.2), terrain=[door])
    assert (
        refused(alone(on(11, 6.1), on(11, 5.0), terrain=[door]).match(), UseDoor("red-1", "door")).rule == "XT-TER-14"
    )
    assert refused(taken.match(), UseDoor("red-1", "door")).rule == "XT-TER-13"


@rule("XT-TER-20", 0)
def test_a_ladder_is_climbed_at_full_speed() -> None:
    tall = box(10, 0, 20, 20, "high_ground", "level:2", id="tall")
    ladder = box(9.5, 9.5, 10, 10.5, "ladder", "to_level:2", id="ladder")
    match = alone(on(9.5, 10, move=5), terrain=[tall, ladder]).match()
    act(match, Move("red-1", (10.0, 10.0)), Move("red-1", (10.0, 10.0)))
    assert [e.length for e in happened(match, Climbed)] == [5.0, 1.0]
    assert at(match, "red-1") == (10.0, 10.0)


@rule("XT-MOV-07")
def test_a_climb_ends_near_the_edge() -> None:
    foot = (9.5, 10.0)
    assert not goes(alone(on(9.5, 10, move=9), terrain=[CLIFF]), (11.0, 10.0), foot)
    assert goes(alone(on(9.5, 10, move=9), terrain=[CLIFF]), (11.1, 10.0), foot) == "XT-MOV-07"
    assert goes(alone(on(8, 10, move=9), terrain=[CLIFF]), (10.5, 10.0), (8.5, 10.0)) == "XT-MOV-07", "not from afar"


@rule("XT-MOV-10")
def test_no_jump_leads_over_higher_ground_or_over_anybody() -> None:
    tower = box(10.6, 4, 11.4, 6, "high_ground", "level:2", id="tower")
    assert goes(alone(on(9, 5, move=9), terrain=[*DECKS, tower]), (13.0, 5.0), (9.5, 5.0)) == "XT-MOV-10"
    assert goes(alone(on(9, 5, move=9), on(11, 5), terrain=DECKS), (13.0, 5.0), (9.5, 5.0)) == "XT-MOV-10"
    lower = [DECKS[1], box(0, 0, 10, 10, "high_ground", id="west")]
    up = [box(0, 0, 10, 10, "high_ground", id="west"), box(12, 0, 20, 10, "high_ground", "level:2", id="east")]
    assert not goes(alone(on(9, 5, move=9), terrain=lower), (13.0, 5.0), (9.5, 5.0))
    assert goes(alone(on(9, 5, move=9), terrain=up), (12.5, 5.0), (9.5, 5.0)) != "", "nobody jumps upwards"
