"""Morale: what frightens whom, checks, flight and desertion (DW-MRL)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.deploying import marker
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Checked, Clashed, Deserted, Fled, RanAway, Slain
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.morale import Flight, nearest_edge, refuge
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import Blow, CheckingMorale
from sightline.games.deepwars.scoring import standing_points
from sightline.games.deepwars.tokens import CHARMED
from tests.games.deepwars.duels import FISTS, duel
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    example,
    happened,
    has,
    model,
    odds,
    on,
    rolling,
    settle,
    spent,
    table_of,
    wall,
)
from tests.kit import rule

# ------------------------------------------------------------------ checks


@rule("DW-MRL-06", 0)
@pytest.mark.parametrize("row", example("DW-MRL-06", 0)["table"], ids=lambda r: f"Q{r['target']}")
def test_the_chances_of_a_morale_check(row: dict[str, Any]) -> None:
    answer = GAME.odds({"morale": {"quality": row["target"]}})
    words = {"3": "stays", "2": "one_move", "1": "two_moves", "0": "deserts"}
    assert {k: Fraction(answer[word]) for k, word in words.items()} == {k: Fraction(v) for k, v in row["p"].items()}


@rule("DW-MRL-06", 1)
def test_a_penalty_on_morale_is_a_worse_quality() -> None:
    facts = example("DW-MRL-06", 1)
    answer = GAME.odds({"morale": {"quality": facts["target"], "bonus": facts["mod"]}})
    assert Fraction(answer["deserts"]) == Fraction(facts["p"]["0"])
    assert answer == GAME.odds({"morale": {"quality": facts["target"] - facts["mod"]}})


# ------------------------------------------------------------------ flight: DW-MRL-06 to DW-MRL-09


def scared(*dice: int, red: On | None = None, **more: Any) -> Match:
    """The first red model checks its morale."""
    stage = Stage(
        [red or on(20, 6), on(40, 6)], [on(20, 30)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),), **more
    )
    return stage.match(*dice)


@rule("DW-MRL-07", 0, 1)
@rule("DW-MRL-08")
def test_a_fleeing_model_runs_for_the_nearest_edge() -> None:
    match = scared(5, 5, 1)
    assert at(match, "red-1") == (20.0, 1.0)
    match = scared(5, 1, 1)
    assert happened(match, RanAway)
    assert has(match, "red", "fled:1") == 1


@rule("DW-MRL-07")
@pytest.mark.parametrize(("start", "end"), [((30, 30), (30, 35)), ((6, 18), (1, 18)), ((42, 18), (47, 18))])
def test_a_fleeing_model_runs_straight_whichever_edge_is_near(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    assert at(scared(5, 5, 1, red=on(*start)), "red-1") == pytest.approx(end, abs=0.01)


@rule("DW-MRL-06")
def test_three_failures_are_a_desertion() -> None:
    match = scared(1, 1, 1)
    assert happened(match, Deserted)
    assert not alive(match, "red-1")
    assert at(scared(5, 5, 5), "red-1") == (20.0, 6.0)


@rule("DW-MRL-07")
def test_flight_keeps_away_from_enemies_or_leaves_one_dazed() -> None:
    blocked = [wall(18, 3, 22, 5.4, height=4)]
    match = scared(5, 5, 1, terrain=blocked)
    assert at(match, "red-1") != (20.0, 1.0)
    cage = [wall(18, 3, 22, 5.4, id="a", height=4), wall(18, 6.6, 22, 8, id="b", height=4)]
    cage += [wall(18, 5.4, 19.4, 6.6, id="c", height=4), wall(20.6, 5.4, 22, 6.6, id="d", height=4)]
    match = scared(5, 5, 1, terrain=cage)
    assert has(match, "red-1", "dazed")


@rule("DW-MRL-09")
def test_the_fallen_get_up_first_and_the_held_stay() -> None:
    match = scared(5, 5, 1, red=on(20, 6, tokens={"fallen": 1}))
    assert at(match, "red-1") == (20.0, 6.0)
    assert not has(match, "red-1", "fallen")
    match = scared(5, 1, 1, red=on(20, 6, tokens={"entangled": 1}))
    assert at(match, "red-1") == (20.0, 6.0)
    assert happened(scared(1, 1, 1, red=on(20, 6, tokens={"entangled": 1})), Deserted)


@rule("DW-MRL-09")
def test_fleeing_out_of_contact_provokes_free_hacks() -> None:
    stage = Stage([on(20, 6), on(40, 6)], [on(20, 7, facing=270)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),))
    match = stage.match(5, 5, 1, 3, 3)
    assert happened(match, Clashed)[0].attacker == "blue-1"
    assert at(match, "red-1") == (20.0, 1.0)
    assert model(match, "red-1").facing == 270


@rule("DW-MRL-09")
def test_whom_a_free_hack_entangles_does_not_flee() -> None:
    stage = Stage(
        [on(20, 6, av=4), on(40, 6)], [on(20, 7, "lure_hooks", facing=270)], agenda=(Flight("red-1", 1, (24.0, 0.0)),)
    )
    match = stage.match(4, 3)
    assert has(match, "red-1", "entangled")
    assert at(match, "red-1") == (20.0, 6.0)


@rule("DW-MRL-09")
@rule("DW-ABL-57")
def test_a_slow_model_that_flees_when_it_has_made_its_move_is_struck_by_those_it_leaves() -> None:
    slow = on(20, 6, "sluggish", tokens={"acting": 1, "moves": 1})
    stage = Stage([slow, on(40, 6)], [on(20, 7, facing=270)], agenda=(Flight("red-1", 1, (24.0, 0.0)),))
    match = stage.match(3, 3)
    assert [clash.attacker for clash in happened(match, Clashed)] == ["blue-1"]
    assert at(match, "red-1") == (20.0, 1.0)


@rule("DW-MRL-07")
def test_of_two_edges_equally_near_a_model_takes_its_own() -> None:
    table = table_of([on(20, 18)], [on(20, 30)])
    assert nearest_edge(table, table.models["red-1"]) == (24.0, 0.0)


def _over(match: Match) -> bool:
    return isinstance(match.pending, Decision)


@rule("DW-MRL-07")
def test_a_flight_ends_where_the_model_is_gone() -> None:
    stage = Stage([on(20, 3), on(40, 6)], [on(20, 30)], agenda=(Flight("red-1", 2, (24.0, 0.0)),))
    match = stage.match()
    assert not alive(match, "red-1")
    assert odds(match, lambda m: level(m.table, m.table.models["red-2"]), stop=_over) == {0: 1}


@rule("DW-MRL-07")
@rule("DW-SUB-06")
def test_who_is_hurt_in_its_legs_flees_no_faster_than_it_moves() -> None:
    def flown(**tokens: int) -> tuple[float, float] | None:
        runner = on(20, 12, tokens=tokens, boxes_locomotion=2)
        stage = Stage([runner, on(40, 12)], [on(2, 34)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),))
        return at(stage.match(5, 5, 1), "red-1")

    assert flown() == (20.0, 7.0)
    assert flown(**{"wound:locomotion": 1}) == (20.0, 9.0)
    assert flown(**{"load:power_core": 1}) == (20.0, 9.0)


FRIGHT = MoraleOf(("red-1",), "terror", "")


@rule("DW-MRL-07")
def test_who_touches_the_edge_already_leaves_there_and_does_not_flee_inland() -> None:
    stage = Stage([on(20, 0.5), on(40, 2)], [on(17, 0.5), on(23, 0.5)], agenda=(FRIGHT,))
    match = act(stage.match(1, 6, 6))
    assert not happened(match, Fled)
    assert [event.model for event in happened(match, RanAway)] == ["red-1"]


@rule("DW-MRL-07")
def test_who_stands_close_to_the_edge_without_touching_it_swims_there_first() -> None:
    stage = Stage([on(20, 0.6), on(40, 2)], [on(2, 34)], agenda=(FRIGHT,))
    match = act(stage.match(1, 6, 6))
    assert len(happened(match, Fled)) == 1
    assert not alive(match, "red-1")


@rule("DW-MRL-09")
def test_who_flees_off_the_edge_it_touches_is_struck_by_those_it_leaves() -> None:
    stage = Stage([on(20, 0.5), on(40, 2)], [on(20, 1.5, facing=270.0)], agenda=(FRIGHT,))
    match = act(stage.match(1, 6, 6, 1, 1))
    assert not alive(match, "red-1")


@rule("DW-MRL-07")
def test_of_two_edges_that_are_as_near_the_one_is_taken_that_is_so_from_either_chair() -> None:
    table = Stage([on(6, 30)], [on(24, 18)]).table
    assert nearest_edge(table, table.models["red-1"]) == (24.0, 36.0), "north, before west"
    table = Stage([on(42, 6)], [on(24, 18)]).table
    for side, edge in (("red", (24.0, 36.0)), ("blue", (24.0, 0.0))):
        table.put_moved(marker(side, edge))
    assert nearest_edge(table, table.models["red-1"]) == (24.0, 0.0), "the same with the chairs exchanged"


@rule("DW-MRL-07")
@rule("DW-GEN-05")
@pytest.mark.parametrize(("level", "near"), [(1, False), (2, True)])
def test_who_flees_keeps_away_from_a_huge_enemy_on_both_of_its_levels(level: int, near: bool) -> None:
    table = Stage([on(24, 6, level=level)], [on(27.5, 2, size=3)]).table
    straight = refuge(table, table.models["red-1"], (24.0, 0.0)) == (24.0, 1.0)
    assert straight is near


@rule("DW-ACN-22")
@rule("DW-MRL-09")
def test_a_free_hack_that_drives_back_cancels_a_fleeing_move() -> None:
    stage = duel(agenda=(MoraleOf(("blue-1",), "gruesome", "blue-2"),), blue=on(21, 18, av_body=4))
    match = stage.match(6, 6, 1, 6, 3)
    settle(match)
    assert at(match, "blue-1") == (22.0, 18.0), "driven back an inch, and no farther"
    assert spent(match)


@rule("DW-ACN-22")
@rule("DW-MRL-09")
def test_the_second_of_two_fleeing_moves_is_made_all_the_same() -> None:
    stage = duel(
        agenda=(MoraleOf(("blue-1",), "gruesome", "blue-2"),), blue=on(21, 18, av_body=4), options={"follow_up": False}
    )
    match = stage.match(6, 1, 1, 6, 3)
    settle(match)
    gone = at(match, "blue-1")
    assert gone is not None
    assert gone != (22.0, 18.0)
    assert spent(match)


# ------------------------------------------------------------------ what frightens


def kill(severity: int, victim: On, *others: On, dice: tuple[int, ...] = (), section: str = "body") -> Match:
    """The first blue model takes wounds; its friends are the others."""
    blow = Blow("red-1", "blue-1", FISTS, section=section)
    stage = Stage([on(20, 18)], [victim, *others], agenda=(Suffering(blow, "red-1", "blue-1", severity + 1),))
    return stage.match(*dice)


@rule("DW-MRL-01")
def test_a_gruesome_death_frightens_allies_within_a_long_stick() -> None:
    match = kill(3, on(21, 18), on(28, 18), on(30, 18), on(40, 18), dice=(5, 5, 5))
    assert happened(match, Slain)[0].gruesome
    assert spent(match)
    match = kill(2, on(21, 18), on(28, 18), on(30, 18), on(40, 18), dice=(1,))
    assert not happened(match, Slain)[0].gruesome


@rule("DW-MRL-01")
@rule("DW-GEN-05")
@pytest.mark.parametrize(("size", "dice"), [(3, (5, 5, 5)), (2, ())])
def test_the_gruesome_death_of_a_huge_model_frightens_from_both_of_its_levels(size: int, dice: tuple[int, ...]) -> None:
    match = kill(3, on(22, 18, size=size), on(24, 18, level=3), on(40, 18), on(44, 18), dice=dice)
    assert happened(match, Slain)[0].gruesome
    assert match.decision.rule == "DW-ACT-01"
    assert spent(match) or not dice


@rule("DW-MRL-01")
@rule("DW-DMG-07")
@pytest.mark.parametrize(("item", "dice"), [("fearless", (5, 5, 5)), ("artificial", ())])
def test_the_end_of_the_fearless_frightens_and_that_of_a_machine_does_not(item: str, dice: tuple[int, ...]) -> None:
    match = kill(3, on(21, 18, item), on(28, 18), on(30, 18), on(40, 18), dice=dice)
    assert happened(match, Slain)[0].gruesome
    assert match.decision.rule == "DW-ACT-01"
    assert spent(match) or not dice


@rule("DW-MRL-03")
def test_a_dead_leader_frightens_everybody() -> None:
    match = kill(2, on(21, 18, "leader"), on(40, 4), on(44, 4), on(40, 34), dice=(5,) * 9)
    assert spent(match)


@rule("DW-MRL-04", 0, 1)
@pytest.mark.parametrize("index", [0, 1])
def test_half_the_warband_dead_frightens_the_rest_once(index: int) -> None:
    facts = example("DW-MRL-04", index)
    start, limit = facts["start"], facts["trigger_at"]
    crowd = [on(40, 2 + 3 * n) for n in range(start - 1)]
    blow = Blow("red-1", "blue-1", FISTS)
    stage = Stage([on(20, 18)], [on(21, 18), *crowd], agenda=(Suffering(blow, "red-1", "blue-1", 3),))
    stage.table.put_tokens("blue", "killed:1", limit - 1)
    match = stage.match(*(5,) * 3 * (start - 1))
    assert spent(match)
    assert has(match, "blue", "halved")
    stage.table.put_tokens("blue", "killed:1", limit - 2)
    quiet = stage.match(5)
    assert not has(quiet, "blue", "halved")


@rule("DW-CND-07")
@rule("DW-MRL-04")
@pytest.mark.parametrize(("owner", "losses"), [("wild", (0, 0)), ("red", (1, 0))])
def test_a_charmed_creature_is_a_loss_of_its_own_warband_if_of_any(owner: str, losses: tuple[int, int]) -> None:
    blow = Blow("red-1", "blue-1", FISTS)
    red, blue = [on(20, 18), on(2, 2), on(6, 2)], [on(21, 18), on(40, 2), on(44, 2)]
    stage = Stage(red, blue, agenda=(Suffering(blow, "red-1", "blue-1", 3),))
    stage.table.put_moved(replace(stage.table.models["blue-1"], owner=owner))
    stage.table.put_tokens("blue-1", CHARMED, 2)
    stage.table.put_tokens("blue", "killed:1", 1)
    assert standing_points(stage.table)["red"] == 1 + 5, "beside it two are left of blue, and three of red"
    match = stage.match(5)
    assert not alive(match, "blue-1")
    assert not has(match, "blue", "halved")
    assert (has(match, "red", "killed:1"), has(match, "blue", "killed:1") - 1) == losses


@rule("DW-MRL-01")
@rule("DW-CND-07")
def test_the_gruesome_death_of_a_charmed_beast_frightens_those_it_fought_for() -> None:
    beast = on(21, 18, "warbeast", tokens={CHARMED: 2})
    stage = Stage([on(24, 18), on(2, 2)], [beast, on(20, 18), on(2, 34), on(6, 34)])
    stage.table.put_moved(replace(stage.table.models["blue-1"], side="red"))
    stage.table.agenda = (Suffering(Blow("blue-2", "blue-1", FISTS), "blue-2", "blue-1", 4), *stage.table.agenda)
    stage.table.memo = {}
    match = stage.match(5, 5, 5)
    assert happened(match, Slain)[0].gruesome
    assert [check.model for check in happened(match, Checked)] == ["red-1"]
    assert spent(match)


@rule("DW-MRL-10")
def test_one_event_is_one_check_whatever_the_reasons() -> None:
    match = kill(3, on(21, 18, "leader"), on(24, 18), dice=(5, 5, 5))
    assert spent(match)


@rule("DW-MRL-11")
@rule("DW-ABL-05")
@rule("DW-ABL-27")
def test_machines_and_the_fearless_do_not_check() -> None:
    table = table_of([on(20, 18)], [on(21, 18, "artificial"), on(24, 18, "fearless"), on(28, 18, "terror")])
    asked = [EFFECTS.allows(table, CheckingMorale(f"blue-{n}", "gruesome", "red-1")) for n in (1, 2, 3)]
    assert asked == [False, False, True]
    assert not EFFECTS.allows(table, CheckingMorale("blue-3", "terror", "red-1"))
    match = kill(3, on(21, 18, "artificial"), on(24, 18), on(26, 18), on(28, 18), dice=(1,))
    assert happened(match, Slain)[0].gruesome


@rule("DW-MRL-02")
@rule("DW-ABL-60")
def test_terror_is_checked_before_the_dice_once_per_game_turn() -> None:
    options = {"attacks_per_activation": 2}
    stage = Stage([on(20, 18, "terror"), on(2, 2)], [on(21, 18, boxes_body=9), on(2, 34)], options=options)
    hit = Attack("red-1", FISTS, "blue-1")
    match = stage.match(5, 5, 5, 5, 5, 3, 3, 3, 3)
    act(match, *rolling("red-1"), hit, hit)
    assert spent(match)
    match = stage.match(5, 5, 5, 5, 1, 1, 6)
    act(match, *rolling("red-1"), hit)
    assert at(match, "blue-1") != (21.0, 18.0)
    assert len(happened(match, Clashed)) == 1  # Only the Free Hack: the attack is lost.
