"""Where moves, terrain, targets and missions meet: leaps over all kinds of ground, scouts, ambushers, pushes, gear."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.table import TABLE, Attachment, Model
from sightline.games.starquest.actions import (
    Activate,
    Decline,
    EndTurn,
    Go,
    HandOver,
    Leap,
    Pay,
    Rush,
    Scurry,
    Shove,
    Stay,
)
from sightline.games.starquest.casting import chosen
from sightline.games.starquest.catalog import spells
from sightline.games.starquest.deploying import PlaceUnits
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.enemies import decide
from sightline.games.starquest.events import Fell, Slain, Walked
from sightline.games.starquest.measure import apart, floor, gap, members
from sightline.games.starquest.questions import ToHit
from sightline.games.starquest.sequence import BeginRound, Ending, HeroPhase
from sightline.games.starquest.testing import need_to_hold
from sightline.games.starquest.working import Shoving
from tests.games.starquest.quest import markers, round_ends, usual
from tests.games.starquest.stage import (
    PISTOL,
    RIFLE,
    Stage,
    act,
    at,
    away,
    box,
    deck,
    happened,
    hero,
    offered,
    refused,
    rolling,
    spent,
    squad,
    tokens,
    wall,
    wounds,
)
from tests.kit import rule

A, B, E = "heroes-1", "heroes-2", "enemies-1-1"
RADIUS = 16 / 25.4
CHASM = box(15, 0, 18, 48, "impassable", "gap", "depth:4", id="chasm")


# ------------------------------------------------------------------ leaps


@rule("SQ-JMP-02")
@rule("SQ-SPR-21")
def test_a_shot_after_a_leap_is_a_shot_after_a_move() -> None:
    mortar = 'Mortar (24", A1, Indirect)'
    stage = Stage([hero(14, 10, mortar)], [squad((30, 10))], terrain=[CHASM])
    assert EFFECTS.tally(stage.table, ToHit(A, E, mortar), 4).value == 4
    match = act(stage.match(6, 6), Leap(A, "advance", (19.5, 10)))
    assert EFFECTS.tally(match.table, ToHit(A, E, mortar), 4).value == 5
    assert spent(match)


@rule("SQ-JMP-02")
@rule("SQ-TER-07")
def test_the_way_to_a_ledge_may_be_difficult() -> None:
    swamp = box(8, 0, 12, 48, "difficult", id="swamp")
    stage = Stage([hero(7, 10)], terrain=[CHASM, swamp])
    refusal = refused(stage.match(), Leap(A, "rush", (19.5, 10)))
    assert refusal.rule == "SQ-TER-07"
    open_ground = Stage([hero(7, 10)], terrain=[CHASM])
    dry = act(open_ground.match(6, 6), Leap(A, "rush", (19.5, 10)))
    assert at(dry, A) == (19.5, 10)
    assert spent(dry)


@rule("SQ-JMP-02")
@rule("SQ-TER-07")
def test_difficult_ground_beyond_a_chasm_slows_down_the_run_up_as_well() -> None:
    swamp = box(21, 0, 48, 48, "difficult", id="swamp")
    stage = Stage([hero(11, 10)], terrain=[CHASM, swamp])
    match = act(stage.match(6, 6), Leap(A, "rush", (19.5, 10)))  # 5.5 inches of the move, but for the jump.
    assert refused(match, Go(A, (20.9, 10))).rule == "SQ-TER-07"
    assert refused(match, Go(A, (20.9, 10), ((20.2, 10),))).rule == "SQ-TER-07"
    match.play(Go(A, (19.9, 10)))
    assert at(match, A) == pytest.approx((19.9, 10), abs=0.01)
    dry = act(Stage([hero(11, 10)], terrain=[CHASM]).match(6, 6), Leap(A, "rush", (19.5, 10)), Go(A, (25.9, 10)))
    assert at(dry, A) == pytest.approx((25.9, 10), abs=0.01)


@rule("SQ-JMP-02")
@rule("SQ-TER-08")
def test_dangerous_ground_before_a_ledge_is_tested_for() -> None:
    lava = box(10, 0, 12, 48, "dangerous", id="lava")
    stage = Stage([hero(9, 10)], terrain=[CHASM, lava])
    match = act(stage.match(6, 6, 1, 1, 2, 3, 4, 5), Leap(A, "rush", (19.5, 10)))
    assert at(match, A) == (19.5, 10)
    assert wounds(match, A) == 2
    assert spent(match)


@rule("SQ-JMP-02")
@rule("SQ-MOV-03")
def test_nobody_runs_through_walls_or_people_to_a_ledge() -> None:
    behind = Stage([hero(8, 10)], terrain=[CHASM, wall(10, 5, 11, 15)])
    assert refused(behind.match(), Leap(A, "rush", (19.5, 10))).rule == "SQ-MOV-03"
    crowded = Stage([hero(8, 10)], [squad((11, 10))], terrain=[CHASM])
    assert refused(crowded.match(), Leap(A, "rush", (19.5, 10))).rule == "SQ-MOV-03"


@rule("SQ-SKL-04")
@rule("SQ-JMP-02")
def test_a_scurry_may_lead_over_a_chasm() -> None:
    stage = Stage([hero(14, 10, power=0)], terrain=[CHASM])
    across = act(stage.match(6, 6, 6, 6), Scurry(A))  # The skill, three inches, two tests.
    assert refused(across, Leap(A, "rush", (19, 10))).rule == "SQ-JMP-02"
    assert refused(across, Leap(A, "scurry", (20.5, 10))).rule == "SQ-MSR-05"
    across.play(Leap(A, "scurry", (19, 10)))
    across.play(Go(A, (19.9, 10)))
    assert at(across, A) == pytest.approx((19.9, 10), abs=0.01)
    assert tokens(across, A, "deeds") == 0
    assert spent(across)


@rule("SQ-JMP-02")
@rule("SQ-FAL-01")
def test_one_jump_may_follow_another_and_who_misses_it_shoots_no_more() -> None:
    brook = box(21.5, 0, 23, 48, "impassable", "gap", "depth:4", id="brook")
    stage = Stage([hero(14, 10, PISTOL, power=0)], [squad((30, 10))], terrain=[CHASM, brook])
    match = act(stage.match(6, 6, 6), Leap(A, "advance", (19.5, 10)), Leap(A, "onward", (24, 10)), Stay(A))
    assert at(match, A) == (24, 10)
    assert match.decision.rule == "SQ-ACN-03"
    assert spent(match)
    short = act(stage.match(6, 6, 1, 6), Leap(A, "advance", (19.5, 10)), Leap(A, "onward", (24, 10)))
    short.play(Decline(A))
    short.play(Decline(A))
    assert tokens(short, A, "acting") == 0
    assert at(short, A)[0] < 21.5  # type: ignore[index]
    assert spent(short)


@rule("SQ-JMP-02")
@rule("SQ-FAL-01")
@pytest.mark.parametrize("height", [4.0, 3.5, 2.0])
def test_who_misses_the_next_roof_falls_into_the_alley(height: float) -> None:
    other = box(13, 5, 22, 15, "blocking", f"floor:{height:g}", height=height, id="other")
    stage = Stage([hero(10, 10, power=0)], terrain=[deck(2, 5, 11, 15), other])
    match = act(stage.match(1, 1), Leap(A, "rush", (14.5, 10)))  # The test, and the roll to block.
    match.play(Decline(A))
    match.play(Decline(A))
    (fell,) = happened(match, Fell)
    assert fell.length == 4
    assert 11 < at(match, A)[0] < 13  # type: ignore[index]
    assert wounds(match, A) == 1
    assert spent(match)


# ------------------------------------------------------------------ pushes


@rule("SQ-SKL-03")
@rule("SQ-MOV-02")
def test_who_is_pushed_out_of_contact_still_keeps_its_inch_from_others() -> None:
    touching = squad((10 + 2 * RADIUS, 10))
    third = squad((10 + 4 * RADIUS + 1.5, 10))
    match = act(Stage([hero(10, 10)], [touching, third]).match(6), Shove(A, E))
    models = match.table.models
    assert gap(models[E], models["enemies-2-1"]) == pytest.approx(1.0, abs=0.01)
    assert spent(match)


# ------------------------------------------------------------------ whom enemies heed


@rule("SQ-SPR-11")
@rule("SQ-AIU-05")
def test_of_two_heroes_as_close_a_spell_strikes_the_weaker() -> None:
    stage = Stage([hero(20, 16), hero(20, 24, wounds=3)], [squad((20, 20), rules=["Caster(2)"])])
    caster = stage.table.models[E]
    assert chosen(stage.table, caster, spells()["spark_lash"]) == B


@rule("SQ-SPR-11")
@rule("SQ-HSK-08")
def test_no_spell_is_cast_on_a_hero_who_has_vanished() -> None:
    stage = Stage([hero(20, 10), hero(20, 32)], [squad((20, 20.5), rules=["Caster(2)"])])
    caster = stage.table.models[E]
    assert chosen(stage.table, caster, spells()["spark_lash"]) == A
    stage.table.attach(Attachment(f"vanish@{A}", "SQ-HSK-08", A, A, "never"))
    assert chosen(stage.table, caster, spells()["spark_lash"]) == B


@rule("SQ-AIU-02")
@rule("SQ-HSK-04")
def test_a_taunt_draws_attacks_and_not_the_run_of_who_cannot_attack() -> None:
    stage = Stage([hero(40, 20), hero(20, 36)], [squad((20, 20))])
    stage.table.attach(Attachment(f"taunt@{E}", "SQ-HSK-04", E, A, "the round ends"))
    plan = decide(stage.table, "enemies-1")
    assert (plan.kind, plan.target) == ("rush", B)


@rule("SQ-TBL-02")
@rule("SQ-MOV-08")
@rule("SQ-JMP-02")
def test_on_a_small_table_decks_have_ladders_and_are_jumped_off() -> None:
    high = deck(14, 5, 20, 15, 4.0, (14.0, 10.0))
    stage = Stage([hero(5, 5)], [squad((20, 20))], terrain=[high], options={"table_size": 24})
    up = act(stage.match(), Rush(A, (8, 5)))
    assert at(up, A) == (8, 5)
    assert happened(up, Walked)[0].length == pytest.approx(3 + 2, abs=0.05)
    low = Stage([hero(8, 5)], [squad((20, 20))], terrain=[high], options={"table_size": 24})
    assert refused(low.match(), Rush(A, (8, 8.5))).rule == "SQ-MSR-05", "down the ladder and round is too far"
    down = act(low.match(6, 6), Leap(A, "rush", (8, 8.5)))
    assert (at(down, A), floor(down.table, down.table.models[A])) == ((8, 8.5), 0)
    assert spent(down), "as high as four inches on a large table: two tests"


@rule("SQ-FAL-01")
@rule("SQ-FAL-02")
def test_whoever_is_pushed_off_an_edge_falls_as_far_as_it_is_there() -> None:
    hill = box(11, 9.5, 16, 15, "floor:2", height=2.0, id="hill")
    pair = squad((10.4, 8.6), (10.4, 10.5), defense=4)
    stage = Stage([hero(2, 9.5)], [pair, squad((44, 44))], terrain=[deck(1, 5, 11, 15), hill])
    stage.table.agenda = (Shoving(A, "enemies-1", 1.4, "SQ-SKL-03"), HeroPhase())
    match = stage.match()
    assert at(match, E) is None, "of two the first is killed"
    assert rolling(match).rule == "SQ-FAL-01"
    assert rolling(match).need.value == 4, "two inches down to the hill, and not four"  # type: ignore[union-attr]


@rule("SQ-FAL-02")
@rule("SQ-MRL-01")
@pytest.mark.parametrize(("falling", "tests"), [(2, False), (3, True)])
def test_a_unit_of_which_falls_kill_more_than_half_tests_morale(falling: int, tests: bool) -> None:
    over = [(10.4, 7.2 + 1.4 * n) for n in range(falling)]
    others = [(8.2 - 1.4 * n, 9.5) for n in range(5 - falling)]
    stage = Stage([hero(2, 9.5)], [squad(*over, *others), squad((44, 44))], terrain=[deck(1, 5, 11, 15)])
    stage.table.agenda = (Shoving(A, "enemies-1", 1.4, "SQ-SKL-03"), Ending(A), HeroPhase())
    match = stage.match()
    assert len(happened(match, Slain)) == falling
    assert isinstance(match.pending, Roll) == tests
    if tests:
        assert rolling(match).rule == "SQ-MRL-03"


@rule("SQ-FAL-03")
def test_a_hero_who_is_dragged_over_an_edge_and_holds_on_hangs_there() -> None:
    stage = Stage([hero(9, 10, power=2)], [squad((20, 10))], terrain=[deck(2, 5, 11, 15)])
    stage.table.agenda = (Shoving(E, A, -3.0, "SQ-SPL-02"), HeroPhase())
    match = stage.match()
    match.play(Pay(A))
    held = match.table.models[A]
    assert floor(match.table, held) == 4
    assert held.at is not None
    assert 11 - held.at[0] - held.radius == pytest.approx(0, abs=0.1), "no farther than an inch from the edge"
    assert tokens(match, A, "power") == 0


# ------------------------------------------------------------------ who comes onto the table


@rule("SQ-MRL-01")
def test_scouts_who_run_into_a_mine_as_they_come_do_not_test_morale_for_it_later() -> None:
    agenda = (PlaceUnits(("rb_ferrets",), False), HeroPhase())
    stage = Stage([hero(24, 24), hero(10, 10)], [squad((44, 4))], agenda=agenda)
    mine = Model("tripmine-9", "heroes", "heroes", "tripmine", "Tripmine", "marker", A, (38.0, 38.0), radius=0.0)
    stage.table.put_moved(mine)
    match = stage.match(2, 1, 1, 1)  # Their corner, two hits, and nothing is blocked.
    while match.decision.rule == "SQ-WND-02":
        usual(match)
    assert len(happened(match, Slain)) == 2
    act(match, Rush(A, (24, 20)), EndTurn(A))
    assert match.decision.rule == "SQ-RND-03", "nobody was hurt in this activation"
    assert spent(match)


@rule("SQ-DPL-03")
@rule("SQ-PRI-04")
@rule("SQ-SEC-02")
@pytest.mark.parametrize("objective", ["clean_sweep", "interrogate"])
def test_a_wave_that_stays_empty_is_not_the_one_that_is_hunted(objective: str) -> None:
    stage = round_ends(
        [hero(10, 10)],
        [squad((40, 24))],
        objective=objective,
        tokens={"hunted": 1, "alertness": 5},
        options={"collection": "limited_collection"},
    )
    stage.table.put(replace(stage.table.models["enemies"], kit=()))
    match = stage.match()
    assert tokens(match, TABLE, "wave") == 1
    assert tokens(match, TABLE, "hunted") == 2


@rule("SQ-SPR-06")
def test_an_ambusher_without_room_near_its_goal_waits_for_the_next_round() -> None:
    hall = wall(14, 14, 34, 34)
    stage = Stage(
        [hero(4, 4)],
        [squad((44, 44))],
        terrain=[hall],
        agenda=(PlaceUnits(("rb_stalker",), True), BeginRound(3)),
    )
    stage.table.put_tokens(TABLE, "primary", 1)  # Clean Sweep: the goal is the table centre.
    stage.table.put_tokens(TABLE, "round", 0)
    match = stage.match(2, 4)
    new = next(m for m in match.table.models.values() if m.profile == "rb_stalker")
    assert new.at is None
    assert tokens(match, new.id, "arrives")


@rule("SQ-SPR-10")
@rule("SQ-SPR-06")
def test_enemy_casters_gain_tokens_in_ambush_and_not_when_they_are_slain() -> None:
    casters = squad((30, 30), (31.5, 30), rules=["Caster(2)"], arrives=4)
    stage = Stage([hero(10, 10)], [squad((44, 44)), casters], agenda=(BeginRound(2),))
    for id in ("enemies-2-1", "enemies-2-2"):
        stage.table.put_moved(replace(stage.table.models[id], at=None))
    stage.table.put_all_tokens(stage.table.models["enemies-2-2"], {"removed": 1})
    match = stage.match()
    assert tokens(match, "enemies-2-1", "spell_tokens") == 2
    assert tokens(match, "enemies-2-2", "spell_tokens") == 0


@rule("SQ-GEN-09")
@pytest.mark.parametrize(
    ("objective", "corners"), [("sabotage", [(44, 44)]), ("scavenge", [(4, 4), (4, 44)]), ("escort", [])]
)
def test_a_secondary_is_set_up_around_the_fallen_while_the_others_wait_in_ambush(
    objective: str, corners: list[tuple[float, float]]
) -> None:
    party = [hero(9, 12, wounds=6, unconscious=1), away(rules=["Ambush"], reserve=1)]
    stage = round_ends(party, [squad((40, 24))], done=["primary"], options={"secondary": objective})
    match = stage.match(1)
    if objective == "escort":
        assert markers(match, "extraction")[0].at == (44, 44)
        assert gap(markers(match)[0], match.table.models[A]) == pytest.approx(2.0, abs=0.01)
    else:
        assert [m.at for m in markers(match)] == corners
    assert match.decision.about == B, "whoever waits has to come now"


@rule("SQ-SPR-27")
def test_scouts_among_the_enemies_heed_no_difficult_or_dangerous_ground() -> None:
    swamp = box(26, 26, 48, 48, "difficult", "dangerous", id="swamp")
    plain, wet = (
        Stage([hero(10, 10)], [], terrain=pieces, agenda=(PlaceUnits(("ot_hounds",), True), HeroPhase()))
        for pieces in ([], [swamp])
    )
    ends = []
    for stage in (plain, wet):
        match = stage.match(2)
        ends.append(apart(members(match.table, "enemies-1"), (match.table.models[A],)))
        assert spent(match)
    assert ends[1] == pytest.approx(ends[0], abs=0.01)


# ------------------------------------------------------------------ gear


@rule("SQ-ITM-11")
@rule("SQ-SRC-12")
def test_nobody_takes_a_second_piece_of_a_kind_in_a_mission() -> None:
    stage = Stage([hero(10, 10, long_optics=1), hero(12, 10, long_optics=1)])
    match = act(stage.match())
    assert refused(match, HandOver(A, A, B, "long_optics")).facts["times"] == 2
    assert not offered(match, HandOver)
    full = Stage([hero(10, 10, long_optics=1), hero(12, 10, grav_boots=1, mono_edge=1, trauma_rig=1)])
    match = act(full.match())
    refusal = refused(match, HandOver(A, A, B, "long_optics"))
    assert (refusal.rule, refusal.facts["gear"]) == ("SQ-ITM-11", 4)
    assert {given["giver"] for given in offered(match, HandOver)} == {B}


@rule("SQ-ITM-11")
@rule("SQ-RST-04")
def test_a_spare_cell_gives_its_power_to_whoever_carries_it() -> None:
    stage = Stage([hero(10, 10, spare_cell=1, most_power=6, power=6), hero(12, 10)])
    match = act(stage.match(), HandOver(A, A, B, "spare_cell"))
    assert (tokens(match, A, "most_power"), tokens(match, A, "power")) == (5, 5)
    assert tokens(match, B, "most_power") == 6
    worn = Stage([hero(10, 10, spare_cell=1, most_power=6, power=5), hero(12, 10)])
    assert tokens(act(worn.match(), HandOver(A, A, B, "spare_cell")), A, "power") == 5


# ------------------------------------------------------------------ roofs


@rule("SQ-MOV-07")
def test_a_high_roof_is_reached_over_a_lower_one_that_touches_it() -> None:
    roof = box(11, 5, 16, 15, "floor:2", height=2, id="roof")
    stage = Stage([hero(17.2, 10), hero(6, 10)], terrain=[deck(2, 5, 11, 15), roof])
    up = act(stage.match(), Rush(A, (9.5, 10)))
    assert at(up, A) == (9.5, 10), "7.7 in, two steps of 2 in"
    assert floor(up.table, up.table.models[A]) == 4
    assert refused(stage.match(), Rush(A, (9, 10))).rule == "SQ-MSR-05"
    down = act(stage.match(), Activate(B), Rush(B, (13, 10)))
    assert at(down, B) == (13, 10)


@rule("SQ-MOV-07")
@pytest.mark.parametrize(("low", "west"), [(0.9, 11.0), (2.0, 11.4)], ids=["too low", "apart"])
def test_a_roof_that_is_too_low_or_apart_leads_nowhere(low: float, west: float) -> None:
    roof = box(west, 5, 16, 15, f"floor:{low:g}", height=low, id="roof")
    stage = Stage([hero(17.2, 10)], terrain=[deck(2, 5, 11, 15), roof])
    assert refused(stage.match(), Rush(A, (9.5, 10))).facts["ways"] == 0


# ------------------------------------------------------------------ the flowchart


@rule("SQ-AIU-06")
@rule("SQ-AIU-13")
def test_an_enemy_comes_as_near_as_all_its_guns_need() -> None:
    stage = Stage([hero(10, 10)], [squad((27, 10), weapons=(RIFLE, PISTOL))])
    plan = decide(stage.table, "enemies-1")
    (road,) = plan.roads.values()
    assert plan.kind == "shoot"
    assert 27 - 10 - 2 * RADIUS - 12 <= road.cost <= 27 - 10 - 2 * RADIUS - 12 + 0.75


@rule("SQ-AIU-06")
@rule("SQ-SPR-29")
def test_an_enemy_comes_near_enough_to_see_who_hides() -> None:
    for rules, near in (([], False), (["Stealth"], True)):
        stage = Stage([hero(10, 10, rules=rules)], [squad((23, 10), weapons=(RIFLE,))])
        plan = decide(stage.table, "enemies-1")
        assert plan.kind == "shoot"
        assert bool(plan.roads) == near
        if near:
            (road,) = plan.roads.values()
            assert road.end[0] - 10 - 2 * RADIUS <= 9.001


# ------------------------------------------------------------------ courage


@rule("SQ-ITM-02")
@rule("SQ-SPL-02")
def test_courage_passes_a_test_that_a_spell_calls_for_too() -> None:
    stage = Stage([hero(10, 10)], [squad((15, 10))])
    stage.table.attach(Attachment(f"courage_injector@{A}", "SQ-ITM-02", A, A, "never"))
    assert need_to_hold(stage.table, A, worse=1).value == 1
    dull = Stage([hero(10, 10, quality=2)], [squad((15, 10))])
    dull.table.attach(Attachment(f"psychic_pool@{A}", "SQ-EVT-23", A, A, "never"))
    assert need_to_hold(dull.table, A, worse=1).value == 2
