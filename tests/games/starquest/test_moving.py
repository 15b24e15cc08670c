"""Moves: allowances, spacing, floors, difficult and dangerous ground, charges, coherency, jumps and falls."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from sightline.core.events import Rolled
from sightline.core.table import TABLE, Attachment
from sightline.games.starquest.acting import allowance
from sightline.games.starquest.actions import (
    Activate,
    Advance,
    Charge,
    Decline,
    Go,
    HoldFire,
    Leap,
    Pay,
    Rush,
    Scurry,
    Shove,
)
from sightline.games.starquest.catalog import CONSTANTS
from sightline.games.starquest.charging import Closing, charge_fault
from sightline.games.starquest.events import Charged, Fell, Leapt, Pushed, Slain, Walked
from sightline.games.starquest.falling import fall_ap
from sightline.games.starquest.harm import in_coherency
from sightline.games.starquest.jumping import tests_for
from sightline.games.starquest.measure import gap, members
from sightline.games.starquest.roads import Road
from sightline.games.starquest.sequence import Acting, Ending, HeroPhase
from sightline.games.starquest.walking import Hazards, road_for
from tests.games.starquest.stage import (
    PISTOL,
    Stage,
    act,
    at,
    box,
    deck,
    enemy_turn,
    happened,
    hero,
    mean,
    odds,
    offered,
    refused,
    rolling,
    spent,
    squad,
    table_of,
    tokens,
    wall,
    wounds,
)
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B = "heroes-1", "enemies-1-1"
RADIUS = 16 / 25.4
MUD = box(8, 2, 12, 40, "difficult", id="mud")


def road(stage: Stage, to: tuple[float, float], limit: float, deed: str = "rush") -> Any:
    return road_for(stage.table, stage.table.models[A], to, (), limit, deed)


# ------------------------------------------------------------------ how far


def walker(vector: dict[str, Any]) -> Any:
    rules = [name for word, name in (("fast", "Fast"), ("slow", "Slow")) if vector.get(word)]
    more: dict[str, Any] = {"crippled": 1} if vector.get("crippled") else {}
    table = table_of([hero(5, 5, rules=rules, **more)])
    if vector.get("smashed_leg"):
        table.attach(Attachment(f"smashed_leg@{A}", "SQ-HSK-02", A))
    if vector.get("bad_weather"):
        table.put_tokens(TABLE, "bad", 1)
    return table


@rule("SQ-ACN-03")
@rule("SQ-ACN-04")
@rule("SQ-ACN-05")
@pytest.mark.parametrize(("vector", "exact"), vectors("move"))
def test_changes_first_then_halves_then_the_cap(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = walker(vector)
    far = allowance(table, table.models[A], vector["action"])
    if vector.get("difficult"):
        far = min(far, CONSTANTS["difficult_cap"])
    assert f"{far:g}" == exact["distance"]


@pytest.mark.parametrize(("vector", "exact"), vectors("move_all"))
def test_fast_and_slow_units(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = walker(vector)
    for deed, far in exact.items():
        assert f"{allowance(table, table.models[A], deed):g}" == far


@rule("SQ-MSR-05", 0)
@rule("SQ-MOV-01")
def test_a_way_may_bend_as_long_as_it_is_not_too_long() -> None:
    match = act(Stage([hero(10, 10)]).match(), Advance(A, (14, 12), ((14, 10),)))
    assert happened(match, Walked)[0].length == pytest.approx(6.0, abs=1e-3)
    refusal = refused(Stage([hero(10, 10)]).match(), Advance(A, (14, 12.1), ((14, 10),)))
    assert refusal.rule == "SQ-MSR-05"
    assert refused(Stage([hero(10, 10)]).match(), Advance(A, (16.1, 10))).rule == "SQ-MSR-05"


@rule("SQ-MOV-02")
def test_an_inch_is_kept_from_other_units_on_the_way_and_at_its_end() -> None:
    near = 2 * RADIUS + 1
    stage = Stage([hero(10, 10), hero(14, 10)])
    assert refused(stage.match(), Advance(A, (14 - near + 0.01, 10))).rule == "SQ-MOV-02"
    act(stage.match(), Advance(A, (14 - near, 10)))
    # The straight way past another would come too near: it goes round, and that is longer.
    passing = Stage([hero(10, 10), hero(13, 11)])
    found = road(passing, (16, 10), 12.0)
    assert isinstance(found, Road)
    assert 6.01 < found.cost < 8


@rule("SQ-MOV-02")
def test_who_starts_too_near_may_move_off_but_not_nearer() -> None:
    stage = Stage([hero(10, 10)], [squad((11.6, 10))])
    act(stage.match(), Advance(A, (6, 10)))
    assert refused(stage.match(), Advance(A, (10, 10.3))).rule == "SQ-MOV-02"


@rule("SQ-MOV-03")
def test_nobody_walks_through_others_but_over_the_unconscious() -> None:
    walls_ = [wall(10, 10.9, 20, 20, id="north"), wall(10, 2, 20, 9.1, id="south")]
    blocked = Stage([hero(6, 10), hero(12, 10)], terrain=walls_)
    assert refused(blocked.match(), Rush(A, (17, 10))).rule in ("SQ-MOV-03", "SQ-MSR-05")
    down = Stage([hero(6, 10), hero(12, 10, unconscious=1)], terrain=walls_)
    act(down.match(), Rush(A, (17, 10)))
    assert refused(down.match(), Rush(A, (12, 10))).rule == "SQ-MOV-03"


@rule("SQ-MOV-04")
def test_nobody_leaves_the_table() -> None:
    assert refused(Stage([hero(3, 10)]).match(), Advance(A, (0.6, 10))).rule == "SQ-MOV-04"
    act(Stage([hero(3, 10)]).match(), Advance(A, (0.64, 10)))


@rule("SQ-MOV-05")
@rule("SQ-TER-03")
@rule("SQ-TER-10")
def test_a_move_ends_on_one_floor_and_in_no_wall() -> None:
    mound = box(14, 5, 20, 15, "floor:2", height=2.0, id="mound")
    stage = Stage([hero(10, 10)], terrain=[mound, wall(10, 16, 14, 20)])
    assert refused(stage.match(), Rush(A, (14.2, 10))).rule == "SQ-MOV-05"
    assert refused(stage.match(), Rush(A, (12, 15.6))).rule == "SQ-TER-03"
    act(stage.match(), Rush(A, (15, 10)))


# ------------------------------------------------------------------ floors


@rule("SQ-MOV-07", 0)
@rule("SQ-TER-10")
@pytest.mark.parametrize(("vector", "exact"), vectors("path_cost"))
def test_steps_cost_their_height_unless_they_are_low(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    height = vector["up"]
    step = box(13, 0, 17, 48, f"floor:{height}", height=float(height), id="step")
    found = road(Stage([hero(10, 10)], terrain=[step]), (10.0 + vector["flat"], 10), 20.0)
    assert isinstance(found, Road)
    assert f"{found.cost:.4g}" == exact["cost"]


@rule("SQ-TER-11")
@rule("SQ-MOV-07", 1)
def test_low_pieces_are_ignored() -> None:
    low, high = (box(12, 0, 12.5, 48, f"floor:{tall}", height=tall, id="low") for tall in (1.0, 1.1))
    over = act(Stage([hero(10, 10)], terrain=[low]).match(), Advance(A, (16, 10)))
    assert at(over, A) == (16, 10)
    assert refused(Stage([hero(10, 10)], terrain=[high]).match(), Advance(A, (16, 10))).rule == "SQ-MSR-05"


@rule("SQ-MOV-08")
@rule("SQ-TER-10")
def test_a_deck_is_climbed_at_a_ladder_for_its_whole_height() -> None:
    stage = Stage([hero(10, 10)], terrain=[deck(14, 5, 20, 15, 4.0, (14.0, 10.0))])
    found = road(stage, (16, 10), 12.0)
    assert isinstance(found, Road)
    assert found.cost == pytest.approx(6 + 4, abs=0.05)
    assert refused(stage.match(), Advance(A, (15, 10))).rule == "SQ-MSR-05"
    no_ladder = Stage([hero(10, 10)], terrain=[deck(14, 5, 20, 15, 4.0)])
    assert refused(no_ladder.match(), Rush(A, (16, 10))).rule == "SQ-MOV-03"


@rule("SQ-TER-03")
@rule("SQ-JMP-01")
def test_a_crack_is_walked_over_and_a_chasm_is_not() -> None:
    for width, fine in ((1.0, True), (1.3, False)):
        chasm = box(12, 0, 12 + width, 48, "impassable", "gap", "depth:4", id="chasm")
        stage = Stage([hero(10, 10)], terrain=[chasm])
        if fine:
            act(stage.match(), Rush(A, (15, 10)))
        else:
            assert refused(stage.match(), Rush(A, (15, 10))).rule == "SQ-MOV-03"
        assert refused(stage.match(), Rush(A, (12.5, 10))).rule == "SQ-TER-03"


# ------------------------------------------------------------------ difficult and dangerous


@rule("SQ-TER-07", 0)
@rule("SQ-TER-02")
def test_difficult_ground_caps_the_whole_move() -> None:
    stage = Stage([hero(10, 10)], terrain=[MUD])
    assert refused(stage.match(), Rush(A, (16.2, 10))).rule == "SQ-TER-07"
    act(stage.match(), Rush(A, (15.9, 10)))
    act(Stage([hero(10, 10, rules=["Strider"])], terrain=[MUD]).match(), Rush(A, (21, 10)))


@rule("SQ-SPR-30")
@rule("SQ-SPR-17")
def test_striders_and_flyers_do_not_mind_it() -> None:
    walls_ = [wall(12, 0, 13, 48, id="barrier")]
    assert refused(Stage([hero(10, 10)], terrain=walls_).match(), Rush(A, (15, 10))).rule == "SQ-MOV-03"
    flying = Stage([hero(10, 10, rules=["Flying"])], [squad((15, 10.2))], terrain=walls_)
    act(flying.match(), Rush(A, (20, 10)))
    assert refused(flying.match(), Rush(A, (16.9, 10))).rule == "SQ-MOV-02"


@rule("SQ-TER-08")
@rule("SQ-TER-09")
def test_dangerous_ground_is_tested_once_in_an_activation() -> None:
    lava = box(12, 0, 14, 48, "dangerous", id="lava")
    stage = Stage([hero(10, 10, tough=2)], terrain=[lava])
    match = act(stage.match(1, 5), Rush(A, (17, 10)))
    assert wounds(match, A) == 1
    assert spent(match)
    inside = Stage([hero(13, 10, tough=2)], terrain=[lava]).match(3, 4)
    inside.play(Activate(A))
    act(inside, Rush(A, (17, 10)))
    assert spent(inside)


@rule("SQ-TER-08")
def test_a_way_leads_round_danger_where_that_is_short_enough() -> None:
    lava = box(12, 9, 14, 11, "dangerous", id="lava")
    found = road(Stage([hero(10, 10)], terrain=[lava]), (16, 10), 12.0)
    assert isinstance(found, Road)
    assert found.cost > 6.1


@rule("SQ-TER-21")
@rule("SQ-TER-23")
def test_a_river_is_dangerous_only_for_who_rushes_or_charges() -> None:
    river = box(12, 0, 14, 48, "dangerous_on:rush", "dangerous_on:charge", id="river")
    stage = Stage([hero(10, 10, tough=1)], terrain=[river])
    act(stage.match(), Advance(A, (15.5, 10)))
    match = act(stage.match(2), Rush(A, (17, 10)))
    assert spent(match)


@pytest.mark.parametrize(("vector", "exact"), vectors("dangerous"))
def test_what_dangerous_ground_does(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    rules = ["Regeneration"] if vector.get("regeneration") else []
    count = vector.get("models", 1)
    # Models that die are counted as well as wounds on those that live.
    spots = [(20.0, 10.0 + 1.4 * n) for n in range(count)]
    part = Hazards(tuple((f"enemies-1-{n + 1}", "lava") for n in range(count)))
    foe = squad(*spots, tough=vector["tough"], rules=rules)
    match = Stage([hero(5, 5)], [foe], agenda=(part, HeroPhase())).match()

    def taken(m: Any) -> int:
        own = [x for x in m.table.models.values() if x.unit == "enemies-1"]
        return sum(vector["tough"] if x.at is None else x.tokens.get("wounds", 0) for x in own)

    chances = odds(match, taken)
    if "expected_wounds" in exact:
        assert mean(chances) == Fraction(exact["expected_wounds"])
    if "p_at_least_1" in exact:
        assert 1 - chances.get(0, Fraction(0)) == Fraction(exact["p_at_least_1"])
    if "p_none" in exact:
        assert chances[0] == Fraction(exact["p_none"])
    if "p_wound" in exact:
        assert chances[1] == Fraction(exact["p_wound"])


# ------------------------------------------------------------------ charging


@rule("SQ-CHG-01")
@pytest.mark.parametrize(("vector", "exact"), vectors("charge"))
def test_a_charge_reaches_twelve_inches_and_six_through_mud(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    mud = [box(10, 0, 14, 48, "difficult", id="mud")] if vector.get("difficult") else []
    rules = ["Fast"] if vector.get("fast") else []
    target = 5 + vector["distance"] + 2 * RADIUS
    table = table_of([hero(5, 10, rules=rules)], [squad((target, 10))], terrain=mud)
    assert (charge_fault(table, A, "enemies-1") is None) == exact["legal"]


@rule("SQ-CHG-02", 2)
def test_a_longer_way_round_the_mud_is_a_legal_charge() -> None:
    mud = box(9, 9.4, 13, 20, "difficult", id="mud")
    table = table_of([hero(5, 10)], [squad((5 + 11 + 2 * RADIUS, 10))], terrain=[mud])
    assert charge_fault(table, A, "enemies-1") is None


@rule("SQ-CHG-02", 4)
def test_a_charge_needs_no_sight() -> None:
    table = table_of([hero(10, 10)], [squad((15, 10))], terrain=[wall(12, 7, 13, 13)])
    assert charge_fault(table, A, "enemies-1") is None
    closed = table_of([hero(10, 10)], [squad((15, 10))], terrain=[wall(12, 0, 13, 48)])
    refusal = charge_fault(closed, A, "enemies-1")
    assert refusal is not None
    assert refusal.rule == "SQ-CHG-02"


@rule("SQ-CHG-04")
@rule("SQ-MEL-01")
def test_every_model_charges_the_one_target_and_finds_room() -> None:
    foes = squad((15, 8.5), (15, 10), (15, 11.5), weapons=("Claws (A1)",))
    match = enemy_turn([hero(10, 10, defense=2, tough=9)], [foes]).match()
    moves = happened(match, Charged)
    assert len(moves) == 3
    own = [match.table.models[f"enemies-1-{n}"] for n in (1, 2, 3)]
    assert all(gap(m, match.table.models[A]) < 0.1 for m in own)
    assert in_coherency(match.table, own)


@rule("SQ-CHG-03")
def test_who_loses_those_who_would_have_reached_comes_near_and_does_no_more() -> None:
    lava = box(12, 0, 13, 48, "dangerous", id="lava")
    foes = squad((23, 10), (25.2, 10), (27.4, 10))
    match = enemy_turn([hero(10, 10)], [foes], terrain=[lava]).match(1, 1, 6)
    own = match.table.models["enemies-1-3"]
    assert [e.model for e in happened(match, Slain)] == ["enemies-1-1", "enemies-1-2"]
    assert not [roll for roll in happened(match, Rolled) if roll.rule == "SQ-MEL-07"]
    assert 2 < gap(own, match.table.models[A]) < 27.4 - 10 - 12 - 2 * RADIUS + 0.01
    assert tokens(match, own.id, "fatigued") == 1
    assert spent(match)


@rule("SQ-CHG-03")
def test_who_has_enough_of_the_charge_left_closes_up_to_those_who_fell() -> None:
    stage = Stage(
        [hero(10, 10)],
        [squad((15, 10))],
        agenda=(Closing("enemies-1", A, (("enemies-1-1", 5.0),)), HeroPhase()),
    )
    match = stage.match()
    assert gap(match.table.models["enemies-1-1"], match.table.models[A]) < 0.1
    assert rolling(match).rule == "SQ-MEL-07"


@rule("SQ-CHG-03")
@pytest.mark.parametrize("foes", [[], [squad((30, 10))]])
def test_a_hero_whose_target_is_out_of_reach_goes_on_anywhere_and_is_done(foes: list[Any]) -> None:
    closing = Closing(A, "enemies-1", ((A, 4.0),))
    agenda = (closing, Acting(A), Ending(A), HeroPhase())
    stage = Stage([hero(10, 10, acting=1, charged=1, crippled=1), hero(5, 40)], foes, agenda=agenda)
    match = stage.match()
    assert refused(match, Go(A, (10, 14.2))).rule == "SQ-MSR-05"
    match.play(Go(A, (10, 14)))
    assert at(match, A) == (10, 14)
    assert match.decision.rule == "SQ-RND-03"
    assert tokens(match, A, "fatigued") == 1


# ------------------------------------------------------------------ coherency


@pytest.mark.parametrize(("vector", "exact"), vectors("coherency"))
def test_a_unit_stays_together(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    spots, x = [(10.0, 10.0)], 10.0
    for far in vector["gaps"]:
        x += far + 2 * RADIUS
        spots.append((x, 10.0))
    table = table_of([hero(5, 5)], [squad(*spots)])
    own = members(table, "enemies-1")
    outer = gap(own[0], own[-1])
    assert outer == pytest.approx(float(exact["outer_gap"]), abs=1e-3)
    assert in_coherency(table, own) == exact["ok"]


@rule("SQ-COH-03")
def test_three_inches_are_allowed_between_levels() -> None:
    mound = box(9, 5, 14, 15, "floor:2", height=2.0, id="mound")
    spots = [(12.0, 10.0), (15.8, 10.0)]
    high, flat = (table_of([hero(5, 5)], [squad(*spots)], terrain=pieces) for pieces in ([mound], []))
    assert in_coherency(high, members(high, "enemies-1"))
    assert not in_coherency(flat, members(flat, "enemies-1"))


# ------------------------------------------------------------------ pushing


@pytest.mark.parametrize(("vector", "exact"), vectors("push"))
def test_a_push_goes_directly_away_until_something_stops_it(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    if "end" in exact:
        stage = Stage([hero(*vector["hero"])], [squad(tuple(vector["target"]))])
        match = act(stage.match(6), Shove(A, B))
        assert at(match, B) == tuple(exact["end"])
    else:
        stage = Stage([hero(10, 10)], [squad((12, 10))], terrain=[wall(13.5, 5, 14, 15)])
        match = act(stage.match(6), Shove(A, B))
        assert happened(match, Pushed)[0].length == pytest.approx(float(exact["moved"]), abs=2e-3)
    assert spent(match)


@rule("SQ-SKL-03")
def test_only_who_is_near_can_be_pushed() -> None:
    stage = Stage([hero(10, 10)], [squad((10 + 3 + 2 * RADIUS + 0.01, 10))])
    assert not offered(_active(stage), Shove)
    assert refused(stage.match(), Shove(A, B)).rule == "SQ-SKL-03"
    near = Stage([hero(10, 10)], [squad((10 + 3 + 2 * RADIUS, 10))])
    assert offered(_active(near), Shove)


def _active(stage: Stage) -> Any:
    match = stage.match()
    match.play(Activate(A))
    return match


@rule("SQ-SKL-04")
@rule("SQ-SKL-01")
def test_a_hero_who_passes_scurries_d3_inches() -> None:
    match = act(Stage([hero(10, 10)]).match(4, 3), Scurry(A))
    assert refused(match, Go(A, (12.1, 10))).rule == "SQ-MSR-05"
    match.play(Go(A, (12, 10)))
    assert at(match, A) == (12, 10)
    assert spent(match)


# ------------------------------------------------------------------ jumps


@pytest.mark.parametrize(("vector", "exact"), vectors("jump_tests"))
def test_how_many_tests_a_jump_takes(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    found = [tests_for(length, 0.0) for length in vector["lengths"]]
    assert ["impossible" if n is None else str(n) for n in found] == exact["tests"]


def ledge(height: float = 4.0, **stats: Any) -> Stage:
    """A hero on the edge of a deck."""
    return Stage([hero(10, 10, **{"power": 0, **stats})], terrain=[deck(2, 5, 11, 15, height)])


def buying(times: int) -> Any:
    """Pay for failed tests, so often, and for nothing else."""

    def policy(match: Any, decision: Any) -> Any:
        able = tokens(match, A, "power") >= 2 and decision.rule == "SQ-STA-02"
        return Pay(A) if times and able else decision.default

    return policy


@rule("SQ-JMP-04")
@pytest.mark.parametrize(("vector", "exact"), vectors("jump"))
def test_the_chance_of_a_jump(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    drop = vector.get("drop", vector.get("length", 0.0))
    gap_ = vector.get("gap", 0.0)
    if "tests" in exact:
        assert str(tests_for(gap_, drop)) == exact["tests"]
        return
    stats = vector.get("stats") or [vector.get("stat", 4)]
    wanted = exact["p"] if isinstance(exact["p"], list) else [exact["p"]]
    mods = vector.get("mods", [0])
    found = []
    for stat in stats:
        for mod in mods:
            power = 2 * vector.get("bought", 0)
            stage = ledge(float(drop), dex=stat, power=power, rules=["Strider"] if vector.get("strider") else [])
            if mod:
                entry = "sticky_foliage" if mod < 0 else "robot_guide"
                stage.table.attach(Attachment(f"{entry}@{A}", "SQ-HSK-02", A))
            match = act(stage.match(), Leap(A, "rush", (12, 10)))
            chances = odds(match, lambda m: at(m, A) == (12, 10), buying(vector.get("bought", 0)))
            found.append(str(chances.get(True, Fraction(0))))
    assert found == wanted


@rule("SQ-JMP-02")
def test_a_jump_does_not_count_toward_the_move() -> None:
    chasm = box(12, 0, 15, 48, "impassable", "gap", "depth:4", id="chasm")
    stage = Stage([hero(11, 10)], terrain=[chasm])
    match = act(stage.match(6, 6), Leap(A, "advance", (17, 10)))
    assert happened(match, Leapt)[0].length == pytest.approx(3.0, abs=0.01)
    assert at(match, A) == (17, 10)
    match.play(Go(A, (19.9, 10)))
    assert spent(match)


@rule("SQ-JMP-02")
def test_a_jump_that_is_too_far_or_not_needed_is_refused() -> None:
    wide = box(12, 0, 18.2, 48, "impassable", "gap", "depth:4", id="chasm")
    assert refused(Stage([hero(11, 10)], terrain=[wide]).match(), Leap(A, "rush", (19.5, 10))).rule == "SQ-JMP-02"
    assert refused(ledge(2.5).match(), Leap(A, "rush", (13, 10))).rule == "SQ-JMP-02"


@rule("SQ-JMP-03")
def test_enemies_do_not_jump() -> None:
    stage = Stage([hero(40, 40)], [squad((10, 10))], terrain=[deck(2, 5, 11, 15)])
    refusal = stage.match().refusal(Leap(B, "rush", (13, 10)))
    assert refusal is not None
    assert refusal.rule == "SQ-JMP-03"


# ------------------------------------------------------------------ falls


@pytest.mark.parametrize(("vector", "exact"), vectors("fall"))
def test_a_fall_hits_harder_the_higher_it_is(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    if "heights" in vector:
        found = [fall_ap(h) for h in vector["heights"]]
        assert ["none" if ap is None else str(ap) for ap in found] == exact["ap"]
        return
    stage = ledge(float(vector["height"]), defense=vector["defense"])
    tests = tests_for(0.0, vector["height"]) or 0
    match = act(stage.match(), Leap(A, "rush", (12, 10)))
    for _ in range(tests):
        match.play((1,))
        match.play(Decline(A))
    match.play(Decline(A))
    assert odds(match, lambda m: wounds(m, A)).get(1) == Fraction(exact["p_wound"])


@pytest.mark.parametrize(("vector", "exact"), vectors("jump_fall"))
def test_what_a_jump_down_may_cost(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    stage = ledge(float(vector["length"]), dex=vector["dex"], defense=vector["defense"])
    match = act(stage.match(), Leap(A, "rush", (12, 10)))
    assert odds(match, lambda m: wounds(m, A)).get(1) == Fraction(exact["p_wound"])


@rule("SQ-FAL-01")
@rule("SQ-FAL-03")
def test_who_slips_holds_on_for_two_power_or_falls() -> None:
    stage = ledge(4.0, power=2)
    match = act(stage.match(1, 6), Leap(A, "rush", (12, 10)))
    match.play(Decline(A))
    match.play(Pay(A))
    assert tokens(match, A, "power") == 0
    assert hypot(at(match, A)[0] - 11, 0) <= 1  # type: ignore[index]
    assert tokens(match, A, "acting") == 0
    fallen = act(stage.match(1, 6, 6), Leap(A, "rush", (12, 10)))
    fallen.play(Decline(A))
    fallen.play(Decline(A))
    assert happened(fallen, Fell)
    assert at(fallen, A)[0] > 11  # type: ignore[index]
    assert spent(fallen)


@rule("SQ-FAL-05")
def test_who_misses_a_chasm_is_put_back_to_its_edge() -> None:
    chasm = box(12, 0, 15, 48, "impassable", "gap", "depth:4", id="chasm")
    stage = Stage([hero(11, 10, power=0, defense=2)], terrain=[chasm])
    match = act(stage.match(1, 6, 6), Leap(A, "rush", (17, 10)))
    match.play(Decline(A))
    match.play(Decline(A))
    assert at(match, A)[0] < 12  # type: ignore[index]
    assert spent(match)


@rule("SQ-FAL-02", 0, 1)
@rule("SQ-FAL-04")
@pytest.mark.parametrize(("vector", "exact"), vectors("fall_unit"))
def test_models_pushed_off_an_edge_are_lost_until_the_last(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    falling = [(10.4, 9.3 + 1.4 * n) for n in range(vector["falling"])]
    others = [(8.2 - 1.4 * n, 10.0) for n in range(vector["models"] - vector["falling"])]
    floor = deck(1, 5, 11, 15, float(vector["height"]))
    stage = Stage([hero(6.5, 12.6, power=0, strength=3)], [squad(*falling, *others, defense=6)], terrain=[floor])
    from sightline.games.starquest.working import Shoving

    stage.table.agenda = (Shoving(A, "enemies-1", 1.4, "SQ-SKL-03"), HeroPhase())
    table = stage.table
    # Pushed due east, whoever stands at the edge goes over.
    from msgspec.structs import replace

    table.put_moved(replace(table.models[A], at=(2.0, 10.0)))
    match = stage.match()
    killed = happened(match, Slain)
    assert len(killed) == int(exact["killed"])
    if "left" in exact:
        left = [m for m in match.table.models.values() if m.unit == "enemies-1" and m.at is not None]
        assert len(left) == int(exact["left"])
    else:
        assert match.pending.rule == "SQ-FAL-01"  # type: ignore[union-attr]


@rule("SQ-ACN-07")
def test_an_advance_ends_with_a_chance_to_shoot() -> None:
    match = act(Stage([hero(10, 10, PISTOL)], [squad((24, 10))]).match(), Advance(A, (14, 10)))
    assert match.decision.rule == "SQ-ACN-03"
    match.play(HoldFire(A))
    assert refused(match, Charge(A, B)).rule == "SQ-RND-05"
