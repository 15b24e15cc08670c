"""Missions: set-up, the six primary and the six secondary objectives, their goals and the way out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.dice import Roll
from sightline.core.game import SetUp, samples
from sightline.core.match import Match
from sightline.core.table import TABLE
from sightline.games.starquest import GAME
from sightline.games.starquest.actions import (
    EndTurn,
    Leave,
    PickUp,
    PutDown,
    PutMarker,
    StayOn,
    UseSkill,
    Work,
)
from sightline.games.starquest.catalog import ENEMIES, HEROES
from sightline.games.starquest.events import Achieved, Dropped, Happened, MarkerLaid, ObjectiveSet, Seized, Slain, Won
from sightline.games.starquest.happenings import fates
from sightline.games.starquest.harm import Suffering
from sightline.games.starquest.missions import may_leave, rewards
from sightline.games.starquest.objectives import SetObjective, goals, primaries, secondaries
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.testing import Morale
from sightline.games.starquest.tokens import TIMES, WEATHERS
from tests.games.starquest.quest import CORNER, markers, quest, round_ends, spots, usual, vectors
from tests.games.starquest.stage import act, happened, hero, odds, offered, refused, spent, squad, tokens
from tests.kit import rule

MIDDLE = (24.0, 24.0)
FAR = (44.0, 44.0)


def begun(number: int = 0, **options: Any) -> Match:
    """A mission from its first die, which pauses at every roll; parties, factions and battlefields by number."""
    parties, foes = (list(samples(GAME, side).values()) for side in (HEROES, ENEMIES))
    plans = list(GAME.tables.values())
    rosters = {HEROES: parties[number % len(parties)], ENEMIES: foes[number % len(foes)]}
    plan = plans[number % len(plans)]
    return Match(GAME, SetUp(GAME.id, rosters, plan, GAME.rulebook.settle(options)), None, keep=True)


def through(match: Match, face: int = 1) -> list[str]:
    """Play the set-up with one face for every die and every usual answer; the rules in the order they came."""
    met: list[str] = []
    while match.table.tokens(TABLE, "round") == 0 and match.pending is not None:
        pending = match.pending
        met.append(pending.rule)
        if isinstance(pending, Roll):
            match.play((min(face, pending.sides),) * pending.count)
        else:
            assert isinstance(pending, Decision)
            assert pending.side == HEROES
            assert pending.default is not None
            match.play(pending.default)
    return met


# ------------------------------------------------------------------ set-up


@rule("SQ-MIS-01")
@rule("SQ-DPL-01")
@rule("SQ-DPL-08")
def test_a_mission_is_set_up_in_the_order_of_the_book() -> None:
    match = begun(primary="roll", time_of_day="roll")
    met = list(dict.fromkeys(through(match)))
    wanted = ["SQ-MIS-02", "SQ-SRC-01", "SQ-SRC-03", "SQ-DPL-03", "SQ-DPL-04", "SQ-DPL-07", "SQ-CHL-07"]
    assert [r for r in met if r in wanted] == wanted
    assert match.table.tokens(TABLE, "round") == 1


@rule("SQ-MIS-02")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_draws_the_primary_objective(face: int) -> None:
    match = begun()
    match.play((face,))
    names = ["clean_sweep", "target_defense", "retrieval", "investigation", "area_search", "delivery"]
    assert [e.objective for e in happened(match, ObjectiveSet)] == [names[face - 1]]


@rule("SQ-MIS-02")
def test_the_players_may_name_the_primary_objective() -> None:
    match = begun(primary="delivery")
    assert [e.objective for e in happened(match, ObjectiveSet)] == ["delivery"]


@rule("SQ-CMP-04")
@pytest.mark.parametrize("number", range(36))
def test_every_event_objective_hour_and_weather_has_its_mission(number: int) -> None:
    """Any mission can be described beforehand: objective, event, hour, weather, difficulty."""
    fate = list(fates().values())[number]
    options = {
        "primary": list(primaries())[number % 6],
        "first_event": str(fate.number),
        "time_of_day": TIMES[number % 4],
        "weather": WEATHERS[number // 4 % 4],
        "difficulty": 1 + number // 2 % 4,
        "increased_alertness": "full_assault",
    }
    match = begun(number, **options)
    through(match, 1 + number % 6)
    rolls = 0
    while isinstance(match.pending, Roll) and rolls < 99:
        match.play((1 + rolls % match.pending.sides,) * match.pending.count)
        rolls += 1
    table = match.table
    assert [e.event for e in happened(match, Happened)] == [fate.id]
    assert [e.objective for e in happened(match, ObjectiveSet)] == [options["primary"]]
    assert {options["time_of_day"], options["weather"], "alarm"} <= set(table.models[TABLE].tokens)
    assert table.tokens(ENEMIES, "difficulty") == options["difficulty"]
    assert table.outcome is not None or isinstance(match.pending, Decision)


@rule("SQ-MIS-03")
def test_the_secondary_comes_at_the_end_of_the_round_in_which_the_primary_is_achieved() -> None:
    stage = round_ends([hero(24, 10)], [squad((40, 40))], done=["primary"], options={"secondary": "capture"})
    stage.table.put_tokens(TABLE, "secondary", 0)
    match = stage.match()
    assert [e.objective for e in happened(match, ObjectiveSet)] == ["capture"]
    assert tokens(match, TABLE, "alertness") == 3
    later = round_ends([hero(24, 10)], [squad((40, 40))], objective="capture").match()
    assert not happened(later, ObjectiveSet)
    assert tokens(later, TABLE, "alertness") == 1


@rule("SQ-MIS-04", 0)
def test_the_mission_may_end_when_all_who_are_up_stand_by_one_corner() -> None:
    five, six = ((far + 16 / 25.4) / 2**0.5 for far in (5, 6))
    heroes = [hero(48 - five, 48 - five), hero(48 - six, 48 - six), hero(30, 30, unconscious=1)]
    match = round_ends(heroes, done=["primary"]).match()
    assert may_leave(match.table)
    match.play(Leave())
    assert match.table.outcome is not None
    assert match.table.outcome.winner == HEROES
    assert happened(match, Won)[0].rule == "SQ-MIS-04"


@rule("SQ-MIS-04", 1)
def test_heroes_at_two_corners_cannot_end_the_mission() -> None:
    heroes = [hero(46, 46), hero(44, 46), hero(46, 2)]
    assert not may_leave(round_ends(heroes, done=["primary"]).table)
    assert not may_leave(round_ends(heroes[:2]).table)
    assert may_leave(round_ends(heroes[:2], done=["primary"]).table)


@rule("SQ-MIS-04")
def test_the_players_may_stay_and_a_table_may_end_missions_by_itself() -> None:
    match = round_ends([hero(2, 2)], done=["primary", "secondary"]).match()
    match.play(StayOn())
    assert match.table.outcome is None
    automatic = round_ends([hero(2, 2)], done=["primary"], options={"mission_end": "automatic"}).match()
    assert automatic.table.outcome is not None
    stays = quest([hero(20, 20)], [squad((40, 40))]).match()
    assert refused(stays, Leave()).rule == "SQ-MIS-04"


@rule("SQ-MIS-05")
@pytest.mark.parametrize(("vector", "exact"), vectors("rewards"))
def test_rewards_grow_with_the_difficulty(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    kinds = {k: vector[k] for k in ("primary", "secondary", "boss") if k in vector}
    assert rewards(vector["difficulty"], **kinds) == (int(exact["credits"]), int(exact["xp"]))
    assert rewards(vector["difficulty"], primary=False) == (0, 0)


# ------------------------------------------------------------------ goals and spots


@rule("SQ-MIS-06")
def test_the_goal_is_what_the_objective_names() -> None:
    people = [hero(10, 10), hero(40, 40)], [squad((30, 36))]
    assert goals(quest(*people, objective="clean_sweep").table, "enemies-1") == (MIDDLE,)
    laid = [("objective", (12, 12)), ("objective", (36, 12))]
    assert goals(quest(*people, objective="retrieval", laid=laid[:1]).table, "enemies-1") == ((12, 12),)
    # Nearest to the unit is the second hero, and nearest to that one the second marker.
    assert goals(quest(*people, objective="investigation", laid=laid).table, "enemies-1") == ((36, 12),)
    assert goals(quest(*people).table, "enemies-1") == ((40, 40),)


@rule("SQ-MIS-06")
def test_before_the_heroes_come_the_nearest_marker_is_the_goal_and_a_carrier_later() -> None:
    laid = [("objective", (12, 12)), ("objective", (36, 12))]
    empty = quest([], [squad((10, 20))], objective="area_search", laid=laid).table
    assert goals(empty, "enemies-1") == ((12, 12),)
    assert goals(quest([], [squad((10, 20))]).table, "enemies-1") == ()
    stage = quest([hero(20, 20)], [squad((40, 40))], objective="capture")
    stage.table.put_tokens("heroes-1", "carrying:objective-1", 1)
    assert goals(stage.table, "enemies-1") == ((20, 20),)


@rule("SQ-MIS-07", 0)
def test_tokens_that_share_a_corner_lie_side_by_side() -> None:
    match = quest(
        [hero(40, 40)], objective="delivery", agenda=(SetObjective(), HeroPhase()), options={"primary": "delivery"}
    ).match()
    match.play((4,))
    match.play((1,))
    assert spots(match, "delivery") == [(4, 4), (4, 44)]
    stage = quest([hero(40, 40)], laid=[("search", (4, 4)), ("search", (3, 4))])
    from sightline.games.starquest.markers import usual_spot

    assert usual_spot(stage.table, "corner:4") == (4, 3)
    assert usual_spot(stage.table, "corner:1") == (4, 44)
    assert usual_spot(stage.table, "middle:1") == (12, 36)


@rule("SQ-MIS-07")
def test_players_may_choose_the_spot_where_a_distance_is_printed() -> None:
    options = {"marker_spots": "players", "primary": "retrieval"}
    match = quest([hero(40, 40)], agenda=(SetObjective(), HeroPhase()), options=options).match()
    match.play((4,))
    assert refused(match, PutMarker("corner:4", (5.0, 5.0))).rule == "SQ-MIS-07"
    match.play(PutMarker("corner:4", (1.0, 5.0)))
    assert spots(match) == [(1, 5)]


# ------------------------------------------------------------------ markers in hand


@rule("SQ-PRI-01")
def test_a_hero_works_on_a_marker_within_an_inch_and_may_try_again() -> None:
    stage = quest([hero(10, 10)], objective="investigation", laid=[("objective", (11.6, 10)), ("objective", (30, 30))])
    match = act(stage.match(3, 4), Work("heroes-1", "objective-1"))
    assert match.decision.rule == "SQ-STA-02"
    usual(match)
    assert len(markers(match)) == 2
    assert refused(stage.match(), Work("heroes-1", "objective-2")).rule == "SQ-PRI-01"
    far = quest([hero(10, 10)], objective="investigation", laid=[("objective", (11.7, 10))])
    assert refused(far.match(), Work("heroes-1", "objective-1")).rule == "SQ-PRI-01"


@rule("SQ-PRI-02")
def test_a_carried_marker_goes_with_its_hero_and_can_be_put_down() -> None:
    stage = quest(
        [hero(10, 10)], [squad((40, 40))], objective="capture", laid=[("objective", (10, 11)), ("objective", (10, 9))]
    )
    match = act(stage.match(4), PickUp("heroes-1", "objective-1"))
    assert spent(match)
    assert spots(match) == [(10, 9)]
    assert not offered(match, PickUp)
    assert refused(match, PutDown("heroes-1", (13.0, 10.0))).rule == "SQ-PRI-02"
    act(match, PutDown("heroes-1", (11.0, 10.0)))
    assert (11, 10) in spots(match)


@rule("SQ-PRI-03")
def test_a_hero_who_is_shaken_or_falls_drops_its_marker() -> None:
    for agenda, faces in (((Morale(("heroes-1",)), HeroPhase()), (1,)), ((Suffering("heroes-1", 9), HeroPhase()), ())):
        stage = quest(
            [hero(10, 10, hurt=1, wounds=3), hero(20, 30)],
            objective="capture",
            laid=[("objective", (30, 30))],
            agenda=agenda,
        )
        stage.table.put_tokens("heroes-1", "carrying:objective-1", 1)
        from msgspec.structs import replace

        stage.table.put_moved(replace(stage.table.models["objective-1"], at=None))
        match = stage.match(*faces)
        if isinstance(match.pending, Decision) and match.pending.rule == "SQ-MRL-04":
            usual(match)
        assert happened(match, Dropped)[0].at == (10, 10)
        assert spots(match) == [(10, 10)]


# ------------------------------------------------------------------ primaries


@rule("SQ-PRI-04")
@rule("SQ-SEC-02")
@pytest.mark.parametrize(("objective", "stat"), [("clean_sweep", "str"), ("interrogate", "wil")])
def test_the_last_of_the_wave_leaves_a_marker(objective: str, stat: str) -> None:
    people = (
        [hero(10, 10, str=6, wil=6) if not stat else hero(10, 10)],
        [squad((11.6, 10), (20, 20), wave=2), squad((30, 30))],
    )
    stage = quest(*people, objective=objective, tokens={"hunted": 2}, agenda=(Suffering("enemies-1", 1), HeroPhase()))
    match = stage.match()
    usual(match)
    assert not markers(match)
    other = quest(*people, objective=objective, tokens={"hunted": 2}, agenda=(Suffering("enemies-1", 2), HeroPhase()))
    match = other.match()
    while isinstance(match.pending, Decision) and match.pending.rule == "SQ-WND-02":
        usual(match)
    assert list(happened(match, Slain))
    assert len(happened(match, MarkerLaid)) == 1
    assert {**primaries(), **secondaries()}[objective].test == stat
    wrong = quest(
        *people, objective=objective, tokens={"hunted": 1}, agenda=(Suffering("enemies-1", 2), HeroPhase())
    ).match()
    while isinstance(wrong.pending, Decision) and wrong.pending.rule == "SQ-WND-02":
        usual(wrong)
    assert not markers(wrong)


@rule("SQ-PRI-04")
def test_working_on_what_the_wave_left_achieves_clean_sweep() -> None:
    stage = quest([hero(10, 10, str=3)], objective="clean_sweep", laid=[("objective", (10, 11))])
    match = act(stage.match(3), Work("heroes-1", "objective-1"))
    assert [e.objective for e in happened(match, Achieved)] == ["clean_sweep"]
    assert not markers(match)


@rule("SQ-PRI-04")
@rule("SQ-SEC-02")
@pytest.mark.parametrize("objective", ["clean_sweep", "interrogate"])
def test_it_is_the_next_wave_that_is_hunted(objective: str) -> None:
    secondary = objective == "interrogate"
    options = {"secondary" if secondary else "primary": objective}
    match = quest(
        [hero(9, 9)], tokens={"wave": 3}, agenda=(SetObjective(secondary), HeroPhase()), options=options
    ).match()
    assert tokens(match, TABLE, "hunted") == 4


def held(objective: str, started: int, heroes: Any, foes: Any = (), **tokens_: int) -> Match:
    marker = ("objective", MIDDLE, {**({"started": 1} if started else {}), **tokens_})
    return round_ends(heroes, foes, objective=objective, laid=[marker], options={"secondary": "interrogate"}).match()


@rule("SQ-PRI-05")
@rule("SQ-SEC-03")
@pytest.mark.parametrize(("objective", "last"), [("target_defense", 6), ("safeguard", 3)])
def test_a_marker_is_seized_by_a_hero_alone(objective: str, last: int) -> None:
    near, away = hero(24, 27), hero(24, 30)
    assert happened(held(objective, 1, [near]), Seized)
    assert not happened(held(objective, 0, [near]), Seized)
    assert not happened(held(objective, 1, [away]), Seized)
    assert not happened(held(objective, 1, [hero(24, 27, shaken=1), away]), Seized)
    assert not happened(held(objective, 1, [near], [squad((24, 21), shaken=1)]), Seized)
    assert happened(held(objective, 1, [near], [squad((24, 20))]), Seized)
    assert not happened(held(objective, 1, [near], seized=last - 2), Achieved)
    assert [e.objective for e in happened(held(objective, 1, [near], seized=last - 1), Achieved)] == [objective]


@pytest.mark.parametrize(("vector", "exact"), vectors("seize"))
def test_rounds_of_holding(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    round_, seized = vector["start_round"], 0
    while True:
        foes = [squad((24, 21.5), shaken=1)] if round_ in vector.get("contested", ()) else []
        match = held("target_defense", 1, [hero(24, 26)], foes, **({"seized": seized} if seized else {}))
        seized += len(happened(match, Seized))
        if happened(match, Achieved):
            break
        round_ += 1
    assert round_ == int(exact["completed_round"])


@rule("SQ-PRI-05")
@rule("SQ-SEC-03")
@pytest.mark.parametrize(("objective", "stat"), [("target_defense", "str"), ("safeguard", "dex")])
def test_holding_is_started_with_a_test(objective: str, stat: str) -> None:
    stage = quest(
        [hero(24, 25, str=2 if stat == "str" else 6, dex=2 if stat == "dex" else 6)],
        objective=objective,
        laid=[("objective", MIDDLE)],
    )
    match = act(stage.match(2), Work("heroes-1", "objective-1"))
    assert tokens(match, "objective-1", "started") == 1
    assert not offered(match, Work)


@rule("SQ-PRI-05")
@rule("SQ-GEN-09")
def test_the_target_lies_on_one_of_five_spots() -> None:
    match = quest([hero(9, 9)], agenda=(SetObjective(), HeroPhase()), options={"primary": "target_defense"}).match()
    assert isinstance(match.pending, Roll)
    assert match.pending.sides == 5
    match.play((5,))
    assert spots(match) == [MIDDLE]


@rule("SQ-GEN-09", 0, 1)
@pytest.mark.parametrize(
    ("objective", "chance"), [("target_defense", Fraction(1, 5)), ("investigation", Fraction(2, 5))]
)
def test_a_random_spot_is_any_of_the_five_and_different_ones_are_not_drawn_twice(
    objective: str, chance: Fraction
) -> None:
    match = quest([hero(9, 9)], agenda=(SetObjective(), HeroPhase()), options={"primary": objective}).match()
    chances = odds(match, lambda m: tuple(sorted(at for at in spots(m) if at is not None)))
    assert len(set(chances.values())) == 1
    assert all(len(set(found)) == len(found) for found in chances)
    assert sum(p for found, p in chances.items() if MIDDLE in found) == chance


@rule("SQ-PRI-06", 0)
@pytest.mark.parametrize(("vector", "exact"), vectors("retrieval_centre"))
def test_a_marker_in_the_corner_of_the_heroes_moves_to_the_centre(
    vector: dict[str, Any], exact: dict[str, Any]
) -> None:
    moved = Fraction(0)
    for marker in range(1, 5):
        for corner in range(1, 7):
            picked = corner if corner <= 4 else marker % 4 + 1
            moved += Fraction(1, 24) if picked == marker else 0
    assert moved == Fraction(exact["p"])
    for corner, at in ((4, MIDDLE), (1, (4, 4))):
        match = begun(primary="retrieval")
        match.play((4,))
        through_corner(match, corner)
        assert spots(match) == [at]


def through_corner(match: Match, corner: int) -> None:
    """Play on until the heroes are about to be placed in a corner."""
    while not (isinstance(match.pending, Decision) and match.pending.rule == "SQ-DPL-07"):
        pending = match.pending
        if isinstance(pending, Roll):
            match.play((corner if pending.rule == "SQ-DPL-07" else 1,) * pending.count)
        else:
            assert isinstance(pending, Decision)
            usual(match)


@rule("SQ-PRI-06")
@rule("SQ-SEC-04")
@pytest.mark.parametrize(
    ("objective", "at", "done"),
    [
        ("retrieval", (6.5, 0.7), True),
        ("retrieval", (7, 1), False),
        ("retrieval", (46, 46), False),
        ("capture", (46, 46), True),
        ("capture", (24, 24), False),
    ],
)
def test_a_carrier_brings_its_marker_home(objective: str, at: tuple[float, float], done: bool) -> None:
    stage = quest([hero(*at), hero(30, 20)], objective=objective, laid=[("objective", (at[0], at[1] + 1))])
    stat = {**primaries(), **secondaries()}[objective].test
    assert stat == ("str" if objective == "capture" else "dex")
    match = act(stage.match(4), PickUp("heroes-1", "objective-1"))
    assert not happened(match, Achieved)
    act(match, EndTurn("heroes-1"))
    assert bool(happened(match, Achieved)) == done


@rule("SQ-PRI-07")
def test_investigation_takes_both_markers() -> None:
    laid = [("objective", (10, 11)), ("objective", (10, 9))]
    match = act(
        quest([hero(10, 10, dex=3), hero(30, 30)], objective="investigation", laid=laid[:2]).match(3),
        Work("heroes-1", "objective-1"),
    )
    assert not happened(match, Achieved)
    match = act(
        quest([hero(10, 10, dex=3)], objective="investigation", laid=laid[:1]).match(3), Work("heroes-1", "objective-1")
    )
    assert happened(match, Achieved)
    drawn = quest([hero(9, 9)], agenda=(SetObjective(), HeroPhase()), options={"primary": "investigation"}).match(1, 4)
    assert spots(drawn) == [(12, 36), MIDDLE]


@rule("SQ-PRI-08")
@rule("SQ-SEC-06")
@pytest.mark.parametrize(("vector", "exact"), vectors("area_search"))
def test_each_marker_may_be_the_one(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    objective = "area_search" if vector["markers"] == 3 else "scavenge"
    found, left = [], Fraction(1)
    for number in range(1, vector["markers"] + 1):
        laid = [("objective", (10, 11)), ("objective", (30, 30)), ("objective", (40, 30))][
            : vector["markers"] - number + 1
        ]
        done = 0
        for face in range(1, 7):
            stage = quest([hero(10, 10)], objective=objective, laid=laid)
            match = act(stage.match(6, face), Work("heroes-1", "objective-1"))
            assert spent(match)
            done += bool(happened(match, Achieved))
            assert not (happened(match, Achieved) and markers(match))
        found.append(left * Fraction(done, 6))
        left -= found[-1]
    assert [str(p) for p in found] == exact["p"]
    assert sum(n * p for n, p in enumerate(found, 1)) == Fraction(exact["expected"])
    assert {**primaries(), **secondaries()}[objective].test == ("wil" if objective == "area_search" else "dex")


@rule("SQ-PRI-09")
def test_a_delivery_is_brought_to_both_points() -> None:
    laid = [("delivery", (4, 44)), ("delivery", MIDDLE), ("objective", (22, 24))]
    stage = quest([hero(21, 24, wil=3), hero(40, 9)], objective="delivery", laid=laid)
    match = act(stage.match(3), PickUp("heroes-1", "objective-1"), EndTurn("heroes-1"))
    assert spots(match, "delivery") == [(4, 44)]
    assert not happened(match, Achieved)
    last = quest([hero(21, 24, wil=3), hero(40, 9)], objective="delivery", laid=laid[1:])
    match = act(last.match(3), PickUp("heroes-1", "objective-1"), EndTurn("heroes-1"))
    assert happened(match, Achieved)
    too_far = quest([hero(20.3, 24), hero(40, 9)], objective="delivery", laid=[*laid[1:2], ("objective", (20, 25))])
    match = act(too_far.match(4), PickUp("heroes-1", "objective-1"), EndTurn("heroes-1"))
    assert not happened(match, Achieved)


@rule("SQ-PRI-09")
def test_the_delivery_lies_in_the_corner_of_the_heroes() -> None:
    match = begun(primary="delivery")
    match.play((4,))
    match.play((1,))
    through_corner(match, 4)
    assert spots(match) == [CORNER]
    assert set(spots(match, "delivery")) == {MIDDLE, (4.0, 44.0)}


# ------------------------------------------------------------------ secondaries


@rule("SQ-SEC-01")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_draws_the_secondary_and_clears_what_is_left_of_the_primary(face: int) -> None:
    stage = quest(
        [hero(9, 9)],
        done=["primary"],
        laid=[("objective", (30, 30)), ("delivery", (4, 4))],
        agenda=(SetObjective(True), HeroPhase()),
    )
    match = stage.match()
    assert isinstance(match.pending, Roll)
    match.play((face,))
    names = ["interrogate", "safeguard", "capture", "sabotage", "scavenge", "escort"]
    assert [e.objective for e in happened(match, ObjectiveSet)] == [names[face - 1]]
    assert (30, 30) not in spots(match)
    assert not spots(match, "delivery")


def set_up(objective: str, heroes: Any, *faces: int) -> Match:
    stage = quest(heroes, done=["primary"], agenda=(SetObjective(True), HeroPhase()), options={"secondary": objective})
    return stage.match(*faces)


@rule("SQ-SEC-03")
@rule("SQ-SEC-04")
@pytest.mark.parametrize("objective", ["safeguard", "capture"])
def test_some_markers_lie_in_the_centre(objective: str) -> None:
    assert spots(set_up(objective, [hero(9, 9)])) == [MIDDLE]


@rule("SQ-SEC-05")
def test_sabotage_is_in_the_corner_farthest_from_a_random_hero() -> None:
    assert spots(set_up("sabotage", [hero(9, 9), hero(40, 9)], 1)) == [FAR]
    assert spots(set_up("sabotage", [hero(9, 9), hero(40, 9)], 2)) == [(4, 44)]
    assert spots(set_up("sabotage", [hero(24, 24)])) == [(4, 44)]
    stage = quest([hero(10, 10, wil=3)], objective="sabotage", laid=[("objective", (10, 11))])
    assert happened(act(stage.match(3), Work("heroes-1", "objective-1")), Achieved)


@rule("SQ-SEC-06")
def test_scavenge_is_in_the_two_corners_nearest_to_a_random_hero() -> None:
    assert spots(set_up("scavenge", [hero(9, 12)])) == [(4, 4), (4, 44)]
    assert spots(set_up("scavenge", [hero(12, 9)])) == [(4, 4), (44, 4)]
    assert set(spots(set_up("scavenge", [hero(40, 30)]))) == {(44, 44), (44, 4)}


@rule("SQ-SEC-07")
def test_somebody_is_escorted_from_a_hero_to_the_farthest_corner() -> None:
    match = set_up("escort", [hero(10, 10)], 1)
    assert spots(match, "extraction") == [FAR]
    ((x, y),) = [s for s in spots(match) if s]
    assert y == 10
    assert abs(x - (12 + 16 / 25.4)) < 0.01
    laid = [("objective", (40, 41)), ("extraction", FAR)]
    stage = quest([hero(41.5, 42, str=3), hero(10, 10)], objective="escort", laid=[("objective", (41, 42)), laid[1]])
    match = act(stage.match(3), PickUp("heroes-1", "objective-1"), EndTurn("heroes-1"))
    assert happened(match, Achieved)


@rule("SQ-HSK-07")
def test_remote_access_works_on_a_marker_from_afar() -> None:
    stage = quest(
        [hero(10, 10, "remote_access"), hero(40, 40)], objective="investigation", laid=[("objective", (16, 10))]
    )
    match = act(stage.match(4, 4), UseSkill("heroes-1", "remote_access", "objective-1"))
    assert happened(match, Achieved)
