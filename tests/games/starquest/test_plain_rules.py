"""Rules that say what is plain: who has a base, what may be measured, what is only there for looks, what never ends."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Decision
from sightline.games.starquest import GAME
from sightline.games.starquest.actions import Advance, Shoot
from sightline.games.starquest.catalog import enemies, heroes, sizes
from sightline.games.starquest.events import MarkerLaid
from sightline.games.starquest.harm import Suffering
from sightline.games.starquest.objectives import marker_fault, workable
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.sighting import sees
from sightline.games.starquest.walking import Hazards
from tests.games.starquest.quest import quest, round_ends
from tests.games.starquest.stage import RIFLE, Stage, act, at, box, deck, happened, hero, spent, squad, tokens, wounds
from tests.kit import rule

ONE, FOE = "heroes-1", "enemies-1-1"


@rule("SQ-MSR-01")
def test_anything_may_be_measured_at_any_time_for_enemies_too() -> None:
    table = Stage([hero(10, 10)], [squad((20, 10))]).match().table
    for one, other in ((ONE, FOE), (FOE, ONE)):
        assert GAME.screen.sightline(table, one, other).distance == pytest.approx(10 - 32 / 25.4)
        assert [stride.limit for stride in GAME.screen.strides(table, one, regions=False)] == [6, 12]


@rule("SQ-MSR-04")
def test_everybody_has_a_base() -> None:
    known = [sizes()[one.size_class] for one in (*heroes().values(), *enemies().values())]
    assert known
    assert all(size.base_mm > 0 for size in known)


@rule("SQ-TER-28")
@rule("SQ-LOS-06")
def test_what_is_there_for_looks_stops_neither_sight_nor_a_step() -> None:
    statue = box(13, 5, 15, 15, "open", height=8.0, id="statue")
    match = Stage([hero(10, 10)], [squad((20, 10))], terrain=[statue]).match()
    assert sees(match.table, ONE, FOE)
    act(match, Advance(ONE, (14.0, 10.0)))
    assert at(match, ONE) == (14.0, 10.0)


@rule("SQ-MSR-08")
def test_markers_are_points_that_may_be_stood_on_and_lie_on_their_floor() -> None:
    stage = quest([hero(10, 10), hero(30, 30)], objective="area_search", laid=[("objective", (10, 11.5))])
    match = act(stage.match(), Advance(ONE, (10.0, 11.5)))
    assert at(match, ONE) == (10.0, 11.5)
    high = quest(
        [hero(10, 10)], objective="area_search", laid=[("objective", (12, 10))], terrain=[deck(11, 5, 20, 15, 4.0)]
    ).match()
    no = marker_fault(high.table, high.table.models[ONE], "objective-1", workable)
    assert no is not None
    assert no.rule == "SQ-PRI-01"


@rule("SQ-STA-03")
def test_one_die_is_rolled_for_each_attack_against_quality() -> None:
    match = act(Stage([hero(10, 10, 'Rifle (24", A3)')], [squad((20, 10), tough=9)]).match(3, 3, 3), Shoot(ONE, FOE))
    assert wounds(match, FOE) == 0
    assert spent(match)


@rule("SQ-SPR-04")
@pytest.mark.parametrize(("taken", "stands"), [(2, True), (3, False)])
def test_the_tough_fall_only_after_so_many_wounds(taken: int, stands: bool) -> None:
    foes = [squad((20, 10), tough=3), squad((40, 40))]
    match = Stage([hero(10, 10)], foes, agenda=(Suffering("enemies-1", taken), HeroPhase())).match()
    assert (match.table.models[FOE].at is not None) == stands


@rule("SQ-WND-05")
def test_who_falls_by_the_ground_counts_as_killed() -> None:
    acid = box(18, 8, 22, 12, "dangerous", id="acid")
    foes = [squad((20, 10), wave=2), squad((40, 40))]
    stage = quest(
        [hero(10, 10)],
        foes,
        objective="clean_sweep",
        tokens={"hunted": 2},
        terrain=[acid],
        agenda=(Hazards(((FOE, "acid"),)), HeroPhase()),
    )
    match = stage.match(1)
    assert match.table.models[FOE].at is None
    assert len(happened(match, MarkerLaid)) == 1
    assert spent(match)


@rule("SQ-RND-09")
def test_no_round_is_the_last() -> None:
    stage = round_ends([hero(10, 10, RIFLE)], [squad((40, 40))], tokens={"round": 200})
    match = stage.match()
    while not isinstance(match.pending, Decision):
        match.play(tuple(1 for _ in range(match.pending.count)))  # type: ignore[union-attr]
    assert match.outcome is None
    assert tokens(match, "table", "round") == 201
