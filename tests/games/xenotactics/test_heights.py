"""Heights that meet other rules: pieces beside and upon each other, pushes over edges, climbers in trouble."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.table import Piece, spot
from sightline.games.xenotactics.actions import Activate, Attack, Go, Land, Move, StayHere, Stop, UseAbility
from sightline.games.xenotactics.events import Climbed, Fell, Walked
from sightline.games.xenotactics.measure import touching
from sightline.games.xenotactics.standing import standing_fault
from tests.games.xenotactics.stage import On, Stage, act, at, box, happened, on, rolling, settle, table_of, wall
from tests.kit import rule

FAR = on(46, 34)
HIDDEN = wall(40, 0, 41, 36, "screen")
DECK = box(20, 5, 30, 15, "high_ground", id="deck")
TALL = box(20, 5, 30, 15, "high_ground", "level:2", id="tall")
STAIRS = [box(0, 0, 10, 20, "high_ground", "level:2", id="high"), box(10, 0, 20, 20, "high_ground", id="low")]
ROOFS = [box(0, 0, 10, 10, "high_ground", id="west"), box(12, 0, 20, 10, "high_ground", id="east")]


def alone(*models: Any, terrain: Any = (), **more: Any) -> Stage:
    """Red models whom nobody sees."""
    return Stage(models, [FAR], terrain=[*terrain, HIDDEN], **more)


def goes(stage: Stage, to: tuple[float, float], *via: tuple[float, float], drop: bool = False) -> str:
    """The rule against a move, or nothing."""
    match = stage.match()
    match.play(Activate("red-1"))
    refusal = match.refusal(Move("red-1", to, via, drop=drop))
    return refusal.rule if refusal is not None else ""


def pushed(*terrain: Piece) -> Match:
    """A model at (9, 10) that is pushed three inches to the east."""
    shooter, target = on(6, 10, "shotgun", attack=9), on(9, 10, hit_points=5, defence=7)
    match = Stage([shooter, on(2, 30)], [target, FAR], terrain=terrain).match()
    act(match, Attack("red-1", "shotgun", "blue-1"))
    settle(match)
    match.play((1,))
    settle(match)
    match.play((1, 1, 1))
    return settle(match)


# ------------------------------------------------------------------ pieces beside and upon each other


@rule("XT-MOV-07")
def test_who_stands_above_a_lower_deck_climbs_down_to_it_or_drops() -> None:
    stage = alone(on(9.9, 5, move=6), terrain=STAIRS)
    match = act(stage.match(), Move("red-1", (10.5, 5.0)))
    assert (at(match, "red-1"), [e.length for e in happened(match, Climbed)]) == ((10.5, 5.0), [6.0])
    match = act(stage.match(), Move("red-1", (10.5, 5.0), drop=True))
    assert (rolling(match).rule, rolling(match).count) == ("XT-MOV-11", 1)


@rule("XT-MOV-12")
@rule("XT-MOV-10")
def test_a_tower_on_a_hill_is_climbed_down_or_jumped_off_to_the_hill() -> None:
    hill = box(0, 0, 20, 20, "high_ground", "slope", id="hill")
    tower = box(5, 5, 10, 10, "high_ground", "level:2", id="tower")
    stage = alone(on(9.5, 7, move=6), terrain=[hill, tower])
    match = act(stage.match(), Move("red-1", (10.5, 7.0)))
    assert (at(match, "red-1"), happened(match, Climbed)[0].length) == ((10.5, 7.0), 6.0)
    leap = act(stage.match(), Move("red-1", (13.0, 7.0)))
    assert rolling(leap).rule == "XT-MOV-10"
    leap.play((6,))
    assert at(leap, "red-1") == (13.0, 7.0)
    assert sum(e.length for e in happened(leap, Walked)) == 3.5


@rule("XT-MOV-13")
@rule("XT-MSR-01")
def test_bases_on_two_decks_of_one_level_do_not_overlap() -> None:
    gap = [box(0, 0, 10, 10, "high_ground", id="west"), box(10.6, 0, 20, 10, "high_ground", id="east")]
    table = table_of([on(9.9, 5), on(30, 30)], terrain=gap)
    assert standing_fault(table, table.models["red-2"], (10.7, 5.0)) is not None
    assert standing_fault(table, table.models["red-2"], (10.91, 5.0)) is None
    assert standing_fault(table, table.models["red-2"], (10.7, 7.0)) is None


@rule("XT-TER-10")
def test_a_rock_that_may_be_climbed_is_stood_on_if_it_is_high_ground_too() -> None:
    rock = box(20, 5, 30, 15, "high_ground", "impassable", "climbable", id="rock")
    match = act(alone(on(19.5, 10, move=6), terrain=[rock]).match(), Move("red-1", (20.3, 10.0)))
    assert at(match, "red-1") == spot(20.3, 10.0)
    bare = box(20, 5, 30, 15, "high_ground", "impassable", id="rock")
    assert goes(alone(on(19.5, 10, move=6), terrain=[bare]), (20.3, 10)) == "XT-MOV-13"


@rule("XT-MOV-02")
def test_a_wall_on_a_gentle_hill_bars_the_way() -> None:
    hill = box(0, 0, 20, 20, "high_ground", "slope", id="hill")
    stage = alone(on(8, 10, move=4), terrain=[hill, wall(10, 4, 10.5, 16)])
    assert goes(stage, (12, 10), (8.1, 10)) == "XT-MOV-02"


@rule("XT-TER-10")
@rule("XT-MOV-02")
def test_who_climbs_over_a_wall_does_not_pass_through_what_stands_behind_it() -> None:
    low = box(12, 0, 12.5, 36, "impassable", "climbable", height=1, id="low")
    rock = box(12.5, 10.3, 13.2, 11, "impassable", id="rock")
    slanting = (13, 11.6), (11.5, 10)
    assert not goes(alone(on(11.5, 10, move=9), terrain=[low]), *slanting)
    assert goes(alone(on(11.5, 10, move=9), terrain=[low, rock]), *slanting) == "XT-MOV-02"
    assert goes(alone(on(11.5, 10, move=9), on(13.2, 10.4), terrain=[low]), *slanting) == "XT-MOV-02"


# ------------------------------------------------------------------ whoever is in the way


@rule("XT-MOV-02")
def test_who_has_climbed_up_walks_around_a_friend_there() -> None:
    match = act(
        alone(on(19.5, 10, "climber", move=9), on(21.5, 10), terrain=[DECK]).match(), Move("red-1", (23.5, 10.0))
    )
    assert len(happened(match, Walked)[-1].path) > 2
    assert at(match, "red-1") == (23.5, 10.0)


@rule("XT-MOV-10")
@rule("XT-MOV-02")
def test_nobody_takes_a_run_up_through_a_friend_or_lands_beyond_one() -> None:
    assert goes(alone(on(6, 5, move=9), on(8, 5), terrain=ROOFS), (12.5, 5), (6.1, 5)) == "XT-MOV-02"
    assert goes(alone(on(9.8, 5, move=9), on(13.4, 5), terrain=ROOFS), (15, 5), (9.9, 5)) == "XT-MOV-02"
    assert not goes(alone(on(6, 5, move=9), on(8, 7), terrain=ROOFS), (12.5, 5), (6.1, 5))


@rule("XT-MOV-10")
@rule("XT-MOV-02")
def test_nobody_jumps_through_a_wall_that_is_higher_than_the_roofs() -> None:
    def between(height: float) -> Stage:
        fence = box(10.8, 0, 11.2, 10, "impassable", "hiding", height=height, id="fence")
        return alone(on(9.5, 5, move=6), terrain=[*ROOFS, fence])

    assert goes(between(9), (12.2, 5), (9.6, 5)) == "XT-MOV-10"
    assert not goes(between(3), (12.2, 5), (9.6, 5)), "what lies below has no effect"


@rule("XT-TER-23")
@rule("XT-MOV-01")
def test_nobody_jumps_the_corner_of_a_rift_who_was_not_told_to() -> None:
    rift = box(12, 9.9, 12.5, 14, "rift", id="rift")
    stage = alone(on(10, 10, move=6), terrain=[rift])
    match = act(stage.match(), Move("red-1", (15.0, 10.0)))
    assert at(match, "red-1") == (15.0, 10.0), "it walks around, which takes fewer inches"
    told = act(stage.match(), Move("red-1", (15.0, 10.0), ((11.0, 10.0),)))
    assert rolling(told).rule == "XT-TER-23"


@rule("XT-MOV-03")
def test_a_climb_does_not_end_within_an_inch_of_an_enemy_but_in_contact() -> None:
    stage = Stage([on(19.5, 10, move=9)], [on(21.6, 10, stunned=True), FAR], terrain=[DECK, HIDDEN])
    assert goes(stage, (20.2, 10)) == "XT-MOV-03"
    assert not goes(stage, (20.6, 10))
    stage = Stage([on(19.5, 10, move=9)], [on(22.3, 10, stunned=True), FAR], terrain=[DECK, HIDDEN])
    assert not goes(stage, (20.2, 10))


@rule("XT-MOV-03")
@rule("XT-MSR-02")
def test_who_charges_somebody_on_a_deck_has_to_get_up_there() -> None:
    match = act(Stage([on(17, 10, move=8), on(2, 2)], [on(20.2, 10), FAR], terrain=[DECK]).match(), Move("red-1"))
    settle(match)
    charge = Go("red-1", against="blue-1")
    assert match.refusal(charge) is not None, "2.5 in to the foot and 6 in up are too far"
    agile = act(
        Stage([on(17, 10, "climber", move=9), on(2, 2)], [on(20.2, 10), FAR], terrain=[DECK]).match(), Move("red-1")
    )
    settle(agile)
    agile.play(charge)
    assert touching(agile.table, agile.table.models["red-1"], agile.table.models["blue-1"])


@rule("XT-ABL-08")
def test_an_energy_being_reforms_beside_a_friend_and_not_below_one() -> None:
    being, friend = on(10, 10, "energy_being", stunned=True), on(20.1, 10)
    match = act(alone(being, friend, terrain=[DECK]).match(), UseAbility("red-1", "reform"))
    below = match.refusal(Land("red-1", (19.1, 10.0)))
    assert below is not None
    assert below.rule == "XT-ABL-08"
    assert match.refusal(Land("red-1", (21.1, 10.0))) is None


# ------------------------------------------------------------------ falls


@rule("XT-MOV-11")
def test_who_drops_off_a_deck_and_stays_upright_goes_on() -> None:
    match = act(alone(on(29, 10, "flying"), terrain=[DECK]).match(), Move("red-1", (33.0, 10.0), drop=True))
    assert at(match, "red-1") == (33.0, 10.0)
    hurt = act(alone(on(29, 10), terrain=[DECK]).match(), Move("red-1", (33.0, 10.0), drop=True))
    hurt.play((7,))
    assert at(hurt, "red-1") != (33.0, 10.0), "stunned by the fall"


@rule("XT-MOV-10")
@rule("XT-MOV-11")
def test_a_jump_that_fails_above_a_hill_ends_on_the_hill() -> None:
    towers = [box(0, 0, 10, 10, "high_ground", "level:2", id="w"), box(14, 0, 20, 10, "high_ground", "level:2", id="e")]
    hill = box(10, 0, 14, 10, "high_ground", "slope", id="hill")
    match = act(alone(on(10, 5, move=9), terrain=[*towers, hill]).match(), Move("red-1", (14.0, 5.0)))
    match.play((10,))
    assert (rolling(match).rule, rolling(match).count) == ("XT-MOV-11", 1)
    assert at(match, "red-1") == (12.0, 5.0)


@rule("XT-MOV-10")
@rule("XT-TER-18")
def test_what_lies_below_a_jump_does_not_burn() -> None:
    lava = box(10.7, 0, 11.3, 10, "hazardous", id="lava")
    match = act(alone(on(10, 5, move=6), terrain=[*ROOFS, lava]).match(), Move("red-1", (12.0, 5.0)))
    match.play((1,))
    assert isinstance(match.pending, Decision)
    assert at(match, "red-1") == (12.0, 5.0)


@rule("XT-TRT-14")
def test_who_is_pushed_off_a_high_deck_onto_a_lower_one_falls_as_far_as_that() -> None:
    match = pushed(*STAIRS)
    assert (rolling(match).rule, rolling(match).count) == ("XT-MOV-11", 1)
    assert at(match, "blue-1") == (12.0, 10.0)


@rule("XT-TRT-14")
def test_who_is_pushed_from_one_deck_to_the_next_does_not_fall() -> None:
    match = pushed(box(0, 0, 10, 20, "high_ground", id="west"), box(10, 0, 20, 20, "high_ground", id="east"))
    assert at(match, "blue-1") == (12.0, 10.0)
    assert not happened(match, Fell)
    assert isinstance(match.pending, Decision)


@rule("XT-TRT-13")
def test_who_is_pushed_down_a_hill_runs_into_the_wall_at_its_foot() -> None:
    match = pushed(box(0, 0, 10, 20, "high_ground", "slope", id="hill"), wall(11, 0, 12, 36))
    assert rolling(match).rule == "XT-TRT-13"
    assert at(match, "blue-1") == (10.5, 10.0)


@rule("XT-TRT-13")
@rule("XT-TRT-14")
def test_a_push_follows_the_ground_up_and_down_slopes() -> None:
    def high(x0: float, x1: float, *traits: str) -> Piece:
        return box(x0, 0, x1, 20, "high_ground", *traits, id=f"at-{x0}")

    down = pushed(high(0, 10, "slope"), high(11, 20))
    assert (rolling(down).rule, at(down, "blue-1")) == ("XT-TRT-13", (10.5, 10.0)), "down a hill against a deck"
    gap = pushed(high(0, 10, "slope"), high(10.25, 20))
    assert (rolling(gap).rule, at(gap, "blue-1")) == ("XT-TRT-13", (9.75, 10.0)), "there is no room at its foot"
    up = pushed(high(9.5, 11, "slope"), high(11, 20))
    assert isinstance(up.pending, Decision)
    assert at(up, "blue-1") == (12.0, 10.0), "up a ramp onto the deck it leads to"
    over = pushed(high(0, 10, "slope"), high(10, 11))
    assert (rolling(over).rule, at(over, "blue-1")) == ("XT-MOV-11", (12.0, 10.0)), "up a ramp and over the edge beyond"
    off = pushed(high(0, 9.5), high(9.5, 11, "slope"))
    assert not happened(off, Fell), "off a deck and down the ramp that leads to it"
    assert at(off, "blue-1") == (12.0, 10.0)


# ------------------------------------------------------------------ climbers


@rule("XT-MOV-08")
@rule("XT-ABL-04")
def test_a_big_climber_needs_the_points_its_later_moves_cost() -> None:
    assert goes(alone(on(19.25, 10, "big", move=4, hit_points=3), terrain=[TALL]), (20.3, 10)) == "XT-MOV-08"
    assert not goes(alone(on(19.25, 10, "big", move=6, hit_points=3), terrain=[TALL]), (20.3, 10))


@rule("XT-MOV-07")
@rule("XT-MOV-08")
def test_climbing_down_may_take_several_moves_too() -> None:
    match = alone(on(20.2, 10, move=5), terrain=[DECK]).match()
    for height in (0.5, 0.0):
        act(match, Move("red-1", (19.5, 10.0)))
        assert (at(match, "red-1"), match.table.models["red-1"].z) == ((19.5, 10.0), height)
    assert [e.length for e in happened(match, Climbed)] == [5.0, 1.0]


@rule("XT-MOV-07")
@pytest.mark.parametrize(("foot", "top"), [((19.5, 10), (29.5, 10)), ((19.5, 5.5), (20.2, 14.5))])
def test_a_climb_leads_to_the_edge_above_its_foot_and_not_across_the_deck(
    foot: tuple[float, float], top: tuple[float, float]
) -> None:
    last = {"spent": 2}
    assert goes(alone(on(*foot, move=6, tokens=last), terrain=[DECK]), top)
    assert goes(alone(on(*top, move=6, tokens=last), terrain=[DECK]), foot)
    assert not goes(alone(on(*foot, move=6, tokens=last), terrain=[DECK]), (foot[0] + 1.5, foot[1]))


@rule("XT-MOV-07")
def test_who_climbs_a_narrow_deck_walks_to_its_other_edge() -> None:
    narrow = box(20, 5, 23, 15, "high_ground", id="narrow")
    match = act(alone(on(19.5, 10, "climber", move=6), terrain=[narrow]).match(), Move("red-1", (22.5, 10.0)))
    assert at(match, "red-1") == (22.5, 10.0)
    assert sum(e.length for e in happened(match, Walked)) >= 1.5, "the shift ends an inch inside the edge"


@rule("XT-MOV-08")
def test_who_turns_back_on_a_face_comes_lower() -> None:
    match = Stage([on(19.5, 10, move=4), on(2, 2)], [on(10, 10), FAR], terrain=[TALL]).match()
    for _ in range(2):
        act(match, Move("red-1"), Go("red-1", (20.3, 10.0)))
    assert match.table.models["red-1"].z == 4.0
    act(match, Move("red-1"))
    settle(match)
    match.play(StayHere("red-1"))
    assert happened(match, Climbed)[-1].z == 2.0
    assert [e.length for e in happened(match, Fell)] == [2.0], "its points are spent"


@rule("XT-MOV-09")
@rule("XT-TER-07")
def test_who_starts_to_climb_from_difficult_ground_drops_if_the_climb_takes_another_action() -> None:
    mud = box(18, 5, 20, 15, "difficult", id="mud")
    match = act(alone(on(19.5, 10, move=6), terrain=[TALL, mud]).match(), Move("red-1", (20.3, 10.0)))
    assert [e.length for e in happened(match, Fell)] == [3.0]
    assert rolling(match).rule == "XT-MOV-11"


@rule("XT-TER-10")
@rule("XT-MOV-09")
@pytest.mark.parametrize(("height", "dice"), [(2.5, 0), (4.0, 1)])
def test_who_lets_go_of_a_wall_never_falls_farther_than_it_is_high(height: float, dice: int) -> None:
    low = box(12, 0, 12.5, 36, "impassable", "climbable", height=height, id="low")
    match = alone(on(11.5, 10, move=9), terrain=[low]).match()
    act(match, Move("red-1", (13.0, 10.0)))
    match.play(Stop("red-1"))
    assert (rolling(match).rule == "XT-MOV-11") == bool(dice)


# ------------------------------------------------------------------ an inch away, where bases could touch


def going(walker: On, enemy: On, *terrain: Piece) -> Match:
    """A move that is about to be made, with an enemy near the way."""
    match = Stage([walker, on(2, 2)], [enemy, FAR], terrain=terrain).match()
    match.play(Activate("red-1"), Move("red-1"))
    return settle(match)


@rule("XT-MOV-03")
@rule("XT-MSR-02")
def test_an_enemy_as_high_on_a_deck_is_kept_away_from_on_the_hill_beside_it() -> None:
    hill, deck = box(10, 0, 20, 20, "high_ground", "slope", id="hill"), box(20, 0, 30, 20, "high_ground", id="deck")
    match = going(on(14, 10), on(20.3, 10), hill, deck)
    refusal = match.refusal(Go("red-1", (18.8, 10.0)))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["enemy"]) == ("XT-MOV-03", "blue-1")
    assert match.refusal(Go("red-1", (18.2, 10.0))) is None
    assert match.refusal(Go("red-1", (19.3, 10.0))) is None, "in base contact"


@rule("XT-MOV-03")
@rule("XT-MSR-02")
def test_an_enemy_two_levels_up_a_slope_is_nobody_to_keep_away_from() -> None:
    tall = box(10, 0, 20, 20, "high_ground", "slope", "level:2", id="tall")
    match = going(on(4, 10), on(10.4, 10), tall)
    assert match.refusal(Go("red-1", (8.9, 10.0))) is None
    deck = box(0, 0, 10, 20, "high_ground", id="deck")
    refusal = going(on(5, 10), on(10.4, 10), tall, deck).refusal(Go("red-1", (8.9, 10.0)))
    assert refusal is not None, "one level below it is"
    assert refusal.rule == "XT-MOV-03"


@rule("XT-MOV-03")
@rule("XT-MOV-10")
def test_a_jump_onto_a_lower_deck_does_not_come_down_an_inch_from_an_enemy_there() -> None:
    high, low = box(0, 0, 10, 10, "high_ground", "level:2", id="high"), box(11, 0, 20, 10, "high_ground", id="low")
    match = going(on(9.5, 5, move=9), on(12.3, 5), high, low)
    refusal = match.refusal(Go("red-1", (11.0, 5.0), ((9.6, 5.0),)))
    assert refusal is not None
    assert refusal.rule == "XT-MOV-03"
    assert match.refusal(Go("red-1", (11.3, 5.0), ((9.6, 5.0),))) is None, "into base contact"
    passing = going(on(9, 5, move=9), on(11, 6.6), *ROOFS)
    assert passing.refusal(Go("red-1", (13.0, 5.0), ((9.5, 5.0),))) is None, "who stands below is not met"


# ------------------------------------------------------------------ ladders that end half-way


@rule("XT-TER-20")
@rule("XT-MOV-08")
def test_a_ladder_helps_as_far_as_it_leads() -> None:
    rungs = box(19.5, 9.5, 20, 10.5, "ladder", id="rungs")
    up = alone(on(19.5, 10, move=5), terrain=[TALL, rungs]).match()
    for height in (4.0, 0.0):
        act(up, Move("red-1", (20.3, 10.0)))
        assert up.table.models["red-1"].z == height, "3 in of the ladder for 3 in, then 1 in of the face for 2 in"
    assert [e.length for e in happened(up, Climbed)] == [5.0, 4.0]
    down = act(alone(on(20.3, 10, move=4), terrain=[TALL, rungs]).match(), Move("red-1"), Go("red-1", (19.5, 10.0)))
    for height in (4.0, 1.0, 0.0):
        assert down.table.models["red-1"].z == height
        if height:
            act(down, Move("red-1", (19.5, 10.0)))
    assert [e.length for e in happened(down, Climbed)] == [4.0, 4.0, 1.0]


@rule("XT-ABL-32")
@rule("XT-MOV-08")
def test_whoever_sneaks_up_a_face_sneaks_on() -> None:
    rungs = box(19.5, 9.5, 20, 10.5, "ladder", "to_level:2", id="rungs")
    match = alone(on(19.5, 10, "stealth", "robot", move=3), terrain=[TALL, rungs]).match()
    for height, where in ((3.0, (19.5, 10.0)), (0.0, (20.25, 10.0))):
        match = act(match, UseAbility("red-1", "sneak"), Go("red-1", (20.25, 10.0)))
        settle(match)
        assert (match.table.models["red-1"].z, at(match, "red-1")) == (height, where)
    assert match.decision.rule == "XT-TRN-02", "to sneak is all that this robot has done"
