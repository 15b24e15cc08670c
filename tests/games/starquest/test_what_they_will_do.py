"""What the list of the enemies' plans says is what they then do, and nobody waits who could come nearer."""

from __future__ import annotations

from math import dist

import pytest
from msgspec.structs import replace

from sightline.ai.player import player
from sightline.core.decisions import Decision
from sightline.core.dice import SeededDice
from sightline.core.events import Event
from sightline.core.game import game
from sightline.core.match import Match
from sightline.core.table import TABLE, Table
from sightline.games.starquest import GAME
from sightline.games.starquest.acting import RUSH, allowance
from sightline.games.starquest.briefing import intent, intents, planned
from sightline.games.starquest.enemies import Deciding, decide
from sightline.games.starquest.events import AttackDeclared, Charged, Skipped, Walked
from sightline.games.starquest.formation import standing
from sightline.games.starquest.going import grid, remaining, toward
from sightline.games.starquest.measure import UnitId, members, place, units
from sightline.games.starquest.roads import walls
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.walking import road_for
from tests.conformance.matches import setup
from tests.games.starquest.stage import CLAWS, Stage, at, box, enemy_turn, happened, hero, squad, table_of, wall
from tests.kit import rule

A, E = "heroes-1", "enemies-1-1"
GATE = [wall(0, 20, 10, 21), wall(13, 20, 48, 21, id="other")]
"""A wall across the table with a gap three inches wide."""


def drafted(number: int) -> Match:
    """A mission with a table, squads and options of its own, its enemies by the book."""
    given = setup(game("starquest"), number)
    given = replace(given, options={**given.options, "clever_enemies": False})
    return Match(GAME, given, SeededDice(f"they {number}"), keep=True)


def moments(number: int, rounds: int = 3) -> list[Table]:
    """The table at the first choice of each round."""
    match, heroes, found, seen = drafted(number), player("random", number), list[Table](), set[int]()
    while isinstance(match.pending, Decision) and (now := match.table.tokens(TABLE, "round")) <= rounds:
        if now and now not in seen and match.decision.rule == "SQ-RND-03":
            seen.add(now)
            found.append(match.table.copy())
        heroes.answer(match)
    return found


def done(number: int, table: Table, unit: UnitId) -> list[Event]:
    """What a unit does when it is its turn."""
    rest = table.copy()
    rest.agenda = (Deciding(unit), HeroPhase())
    rest.memo = {}
    return Match(GAME, drafted(number).setup, SeededDice(unit), keep=True, rest=rest).events


def named(events: list[Event], table: Table, unit: UnitId) -> str:
    """The deed of a unit in the words of the list."""
    own = {m.id for m in members(table, unit)}
    shot = any(isinstance(e, AttackDeclared) and e.attacker in own and not e.melee for e in events)
    walked = any(isinstance(e, Walked) and e.model in own for e in events)
    if any(isinstance(e, Charged) and e.model in own for e in events):
        return "Charges"
    if shot:
        return "Advances" if walked else "Stays"
    return "Rushes" if walked else "Waits" if any(isinstance(e, Skipped) for e in events) else "nothing"


@rule("SQ-AIU-07")
@pytest.mark.parametrize("number", range(24))
def test_a_unit_does_what_the_list_says(number: int) -> None:
    for table in moments(number):
        for unit in units(table, "enemies"):
            plan = planned(table, unit)
            if plan is None:
                continue
            told = intent(table, unit, plan)
            said = {"Shoots": told.text.split(" ")[0]}.get(told.name, told.name)
            events = done(number, table, unit)
            assert named(events, table, unit) == said, (unit, told.text)
            if said == "Waits":
                assert [e.rule for e in events if isinstance(e, Skipped)] == [told.rule]


@rule("SQ-AIU-07")
@pytest.mark.parametrize("number", range(24))
def test_no_single_model_waits_that_could_come_nearer(number: int) -> None:
    for table in moments(number):
        for unit in units(table, "enemies"):
            plan, own = planned(table, unit), members(table, unit)
            if plan is None or plan.rule != "SQ-AIU-07" or len(own) > 1 or not plan.target:
                continue
            (model,), goal, limit = own, place(table.models[plan.target]), allowance(table, own[0], RUSH)
            spots = [place(model), *grid(table, model, limit, 1.0)]
            far = remaining(table, model, goal, spots)
            nearer = [p for p, rest in zip(spots, far, strict=True) if rest < far[0] - 0.01]
            assert not [p for p in nearer if not hasattr(road_for(table, model, p, (), limit, RUSH), "rule")]


def test_the_list_counts_on_those_who_act_before() -> None:
    first, second = squad((20, 10), weapons=(CLAWS,)), squad((24, 10), weapons=(CLAWS,))
    table = table_of([hero(1, 10)], [first, second])
    told = intents(table)
    moved = standing(table, decide(table, "enemies-1").roads)
    assert [one.models for one in told] == [(E,), ("enemies-2-1",)]
    assert told[1] == intent(moved, "enemies-2", planned(moved, "enemies-2"))


@rule("SQ-AIU-07")
def test_a_hero_in_the_only_gap_is_come_up_to() -> None:
    gap, behind = hero(11.5, 20.5), hero(30, 4)
    far = squad((11.5, 44), weapons=(CLAWS,))
    stage = Stage([gap, behind], [far], terrain=GATE)
    plan = decide(stage.table, "enemies-1")
    assert (plan.kind, plan.target) == ("rush", A)
    # Toward somebody beyond the gap it is the same: as near as it can.
    table = table_of([gap, behind], [far], terrain=GATE)
    roads = toward(table, "enemies-1", (30.0, 4.0), RUSH, "heroes-2")
    assert roads[E].end[1] < 44 - 9, "it goes to the gap, though that is closed"


@rule("SQ-AIU-07")
def test_who_can_come_no_nearer_waits_and_says_so() -> None:
    pen = [wall(28, 4, 29, 16), wall(34, 4, 35, 16, id="e"), wall(29, 4, 34, 5, id="s"), wall(29, 15, 34, 16, id="n")]
    stage = enemy_turn([hero(10, 10)], [squad((29.65, 10), weapons=(CLAWS,))], terrain=pen)
    match = stage.match()
    (waited,) = happened(match, Skipped)
    assert waited.rule == "SQ-AIU-07"
    told = intent(stage.table, "enemies-1", planned(stage.table, "enemies-1"))
    assert (told.name, told.rule) == ("Waits", "SQ-AIU-07")
    assert told.text.startswith("Can come no nearer to ")


def test_who_stands_at_a_wall_by_rounding_is_not_stuck_there() -> None:
    stage = enemy_turn([hero(4, 10)], [squad((30, 10), weapons=(CLAWS,))], terrain=[wall(31, 4, 32, 16)])
    model = stage.table.models[E]
    close = 31 - model.radius + 0.0006
    stage.table.put_moved(replace(model, at=(close, 10.0)))
    assert not walls(stage.table.terrain, frozenset()).free(close, 10.0, model.radius)
    match = stage.match()
    assert dist(at(match, E) or (0, 0), (close, 10.0)) == pytest.approx(12, abs=0.1)


@rule("SQ-TER-07")
@rule("SQ-AIU-08")
def test_a_unit_of_which_one_stands_in_a_wood_goes_slowly_together() -> None:
    wood = box(29.5, 9.5, 33, 13, "difficult")
    match = enemy_turn([hero(4, 10)], [squad((28, 10), (28, 11.5), (29.4, 10.8), (30.5, 12))], terrain=[wood]).match()
    assert happened(match, Walked)
    assert max(e.length for e in happened(match, Walked)) <= 6.001
