"""The enemies as the book plays them."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.games.starquest.actions import Advance, Charge, EndTurn, HoldFire, Rush
from sightline.games.starquest.enemies import choice, decide
from sightline.games.starquest.events import AttackDeclared, Charged, Skipped, Walked
from sightline.games.starquest.formation import standing
from sightline.games.starquest.going import toward
from sightline.games.starquest.harm import in_coherency
from sightline.games.starquest.heeding import heeded, in_sight
from sightline.games.starquest.measure import apart, floor, gap, members
from sightline.games.starquest.reckoning import of_charging, of_shooting
from sightline.games.starquest.sequence import HeroPhase, Starting
from sightline.games.starquest.vantage import best_shot
from tests.games.starquest.quest import quest
from tests.games.starquest.stage import (
    CLAWS,
    PISTOL,
    RIFLE,
    Stage,
    at,
    box,
    deck,
    enemy_turn,
    happened,
    hero,
    offered,
    refused,
    rolling,
    squad,
    table_of,
    tokens,
    wall,
)
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B, E = "heroes-1", "heroes-2", "enemies-1-1"
RADIUS = 16 / 25.4


def plan(heroes: list[Any], enemies: list[Any], **more: Any) -> Any:
    return decide(table_of(heroes, enemies, **more), "enemies-1")


# ------------------------------------------------------------------ the three steps


@pytest.mark.parametrize(("vector", "exact"), vectors("ai_choice"))
def test_a_charge_has_to_deal_strictly_more(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    if "distance" in vector:
        foe = squad((4 + vector["distance"] + 2 * RADIUS, 10), weapons=(f'Gun ({vector["range"]}", A1)', CLAWS))
        found = plan([hero(4, 10)], [foe])
        assert (found.kind, found.target) == ("rush", A)
        assert exact["action"] == "rush_to_hero"
        return
    shoot, charge = (None if v == "none" else Fraction(v) for v in (vector["shoot"], vector["charge"]))
    assert choice(shoot, charge) == exact["action"]


@rule("SQ-AIU-01")
@rule("SQ-AIU-03")
def test_a_hero_behind_a_wall_is_not_charged_however_near() -> None:
    barrier = wall(11, 4, 11.5, 16)
    table = table_of([hero(10, 10)], [squad((13, 10))], terrain=[barrier])
    assert not in_sight(table, "enemies-1")
    found = decide(table, "enemies-1")
    assert found.kind in ("skip", "rush")
    assert not found.target
    open_table = table_of([hero(10, 10)], [squad((13, 10))])
    assert in_sight(open_table, "enemies-1")
    assert decide(open_table, "enemies-1").kind == "charge"


@rule("SQ-AIU-02")
@rule("SQ-AIU-10")
def test_who_has_no_gun_charges_if_it_can_and_rushes_if_not() -> None:
    assert plan([hero(10, 10)], [squad((20, 10))]).kind == "charge"
    far = enemy_turn([hero(10, 10)], [squad((30, 10))]).match()
    assert happened(far, Walked)[0].length == pytest.approx(12.0, abs=0.01)
    assert at(far, E)[1] == pytest.approx(10, abs=0.1)  # type: ignore[index]


@rule("SQ-AIU-02", 4)
@rule("SQ-SPR-22")
def test_who_can_do_no_harm_only_comes_near() -> None:
    cart = squad((10 + 8 + 2 * RADIUS, 10), weapons=('Flamer (12", A2, Limited)',))
    stage = enemy_turn([hero(10, 10)], [cart])
    stage.table.put_tokens(E, 'spent:Flamer (12", A2, Limited)', 1)
    match = stage.match()
    assert gap(match.table.models[E], match.table.models[A]) == pytest.approx(1.0, abs=0.3)
    assert not happened(match, AttackDeclared)
    assert not happened(match, Charged)


@rule("SQ-AIU-03", 0, 1)
@pytest.mark.parametrize(("far", "waits"), [(3.0, True), (3.2, False)])
def test_nobody_in_sight_means_to_the_goal_or_waiting_within_three_inches_of_it(far: float, waits: bool) -> None:
    stage = quest(
        [hero(4, 24)],
        [squad((24 + far + RADIUS, 24))],
        objective="clean_sweep",  # The goal is the table centre.
        terrain=[wall(8, 2, 9, 46)],
        agenda=(Starting("enemies-1"), HeroPhase()),
    )
    match = stage.match()
    assert bool(happened(match, Skipped)) == waits
    x, y = at(match, E)  # type: ignore[misc]
    assert hypot(x - 24, y - 24) - RADIUS == pytest.approx(far if waits else 0, abs=0.001)


# ------------------------------------------------------------------ damage


@rule("SQ-AIU-04", 3)
@rule("SQ-AIU-13")
def test_night_knives_charge_and_shoot_when_they_are_tired() -> None:
    kit = ('Silent Pistol (12", A1, AP(1))', "Ceramic Knife (A2)")
    knives = squad((14, 8.6), (14, 10), (14, 11.4), weapons=kit)
    assert of_shooting(table_of([hero(10, 10)], [knives]), "enemies-1", A) == 1
    assert plan([hero(10, 10)], [knives]).kind == "charge"
    tired = squad((14, 8.6), (14, 10), (14, 11.4), weapons=kit, fatigued=1)
    assert plan([hero(10, 10)], [tired]).kind == "shoot"
    close = table_of([hero(10, 10)], [squad((11.3, 10), (10, 11.3), (10, 8.7), weapons=kit)])
    assert of_charging(close, "enemies-1", A) == Fraction(3, 2)


@rule("SQ-AIU-04", 5)
@rule("SQ-SPR-24")
def test_an_overseer_shoots_from_afar() -> None:
    kit = ('Twin Nailers (18", A4, AP(1))', "Verdict Hammer (A3, AP(2))")
    far = squad((10 + 10 + 2 * RADIUS, 10), weapons=kit, quality=3, rules=["Relentless"])
    assert of_shooting(table_of([hero(10, 10)], [far]), "enemies-1", A) == Fraction(20, 9)
    assert plan([hero(10, 10)], [far]).kind == "shoot"


@rule("SQ-AIU-04", 6)
@rule("SQ-SPR-09")
def test_a_mortar_counts_all_heroes_it_reaches() -> None:
    kit = ('Slag Mortar (24", A1, AP(2), Blast(3))', "Wrecking Claws (A6, AP(2))")
    heroes = [hero(10, 10), hero(10, 12.5), hero(10, 7.5)]
    big = squad((18, 10), weapons=kit, tough=12, body="huge")
    assert of_shooting(table_of(heroes, [big]), "enemies-1", A) == Fraction(5, 4)
    assert plan(heroes, [big]).kind == "charge"


@rule("SQ-AIU-05")
def test_the_closest_hero_is_the_target_and_of_equals_the_weaker() -> None:
    table = table_of([hero(10, 10), hero(30, 10, wounds=2)], [squad((20, 10))])
    assert [h.id for h in heeded(table, "enemies-1")] == [B, A]
    nearer = table_of([hero(10.1, 10), hero(30, 10, wounds=2)], [squad((20, 10))])
    assert [h.id for h in heeded(nearer, "enemies-1")] == [A, B]


# ------------------------------------------------------------------ where it stops


@rule("SQ-AIU-06", 0)
def test_riflemen_advance_no_farther_than_they_need() -> None:
    far = 27 + 2 * RADIUS
    match = enemy_turn([hero(8, 10)], [squad((8 + far, 10), weapons=(RIFLE,))]).match()
    assert happened(match, Walked)[0].length == pytest.approx(3.0, abs=0.6)
    assert rolling(match).rule == "SQ-SHT-05"


@rule("SQ-AIU-06", 1)
def test_who_has_its_best_shot_stays() -> None:
    match = enemy_turn([hero(8, 10)], [squad((24, 10), weapons=('Mortar (24", A1, Indirect)',))]).match()
    assert not happened(match, Walked)
    assert rolling(match).need.value == 4  # type: ignore[union-attr]


@rule("SQ-AIU-06")
def test_a_group_may_have_them_use_their_whole_advance() -> None:
    foe = squad((30, 10), weapons=(RIFLE,))
    match = enemy_turn([hero(8, 10)], [foe], options={"ai_advance": "full_toward_target"}).match()
    assert happened(match, Walked)[0].length == pytest.approx(6.0, abs=0.05)


@rule("SQ-AIU-06")
@rule("SQ-SHT-02")
def test_an_advance_finds_a_place_to_see_from() -> None:
    corner = wall(16, 9, 17, 30)
    foe = squad((24, 12), weapons=(RIFLE,))
    table = table_of([hero(8, 12)], [foe], terrain=[corner])
    assert not in_sight(table, "enemies-1")
    found = best_shot(table, "enemies-1")
    assert found is not None
    assert in_sight(standing(table, found[1]), "enemies-1")
    closed = table_of([hero(8, 12)], [foe], terrain=[wall(16, 0, 17, 30)])
    assert best_shot(closed, "enemies-1") is None


# ------------------------------------------------------------------ ways


@rule("SQ-AIU-07", 0)
def test_it_goes_round_a_wood_when_that_is_quicker() -> None:
    wood = box(16, 0, 26, 13, "difficult", id="wood")
    table = table_of([hero(34, 10)], [squad((14, 10))], terrain=[wood])
    roads = toward(table, "enemies-1", (34.0, 10.0), "rush", A)
    assert roads[E].cost == pytest.approx(12, abs=0.3)
    assert max(y for _, y in roads[E].path) > 12.5


@rule("SQ-AIU-07", 1)
@rule("SQ-TER-08")
def test_it_enters_a_minefield_only_if_there_is_no_other_way() -> None:
    mines = box(16, 0, 18, 48, "dangerous", id="mines")
    match = enemy_turn([hero(34, 10)], [squad((14, 10))], terrain=[mines]).match()
    assert rolling(match).rule == "SQ-TER-09"
    gap_in_it = box(16, 0, 18, 14, "dangerous", id="mines")
    safe = enemy_turn([hero(34, 10)], [squad((14, 10))], terrain=[gap_in_it]).match()
    assert isinstance(safe.pending, Decision)


@rule("SQ-AIU-07")
@rule("SQ-MOV-08")
def test_it_uses_ladders() -> None:
    high = deck(20, 5, 28, 15, 4.0, (20.0, 10.0))
    match = enemy_turn([hero(25, 10)], [squad((14, 10))], terrain=[high]).match()
    assert floor(match.table, match.table.models[E]) == 4


@rule("SQ-AIU-08")
@rule("SQ-COH-01")
def test_a_unit_moves_together() -> None:
    spots = [(30.0, 8.0), (30.0, 9.5), (31.4, 8.0), (31.4, 9.5), (32.8, 8.8)]
    match = enemy_turn([hero(6, 10)], [squad(*spots)], terrain=[wall(24, 6, 25, 9)]).match()
    own = members(match.table, "enemies-1")
    assert in_coherency(match.table, own)
    assert apart(own, (match.table.models[A],)) < 14


@rule("SQ-COH-02")
def test_a_scattered_unit_closes_up() -> None:
    match = enemy_turn([hero(6, 10)], [squad((30, 10), (36, 10))]).match()
    own = members(match.table, "enemies-1")
    assert in_coherency(match.table, own)


@rule("SQ-COH-02")
def test_a_scattered_unit_that_could_shoot_closes_up_first() -> None:
    scattered = squad((20, 10), (21.5, 10), (34, 10), weapons=(RIFLE,))
    table = table_of([hero(6, 10)], [scattered])
    plan = decide(table, "enemies-1")
    assert plan.kind == "rush"
    assert list(plan.roads) == ["enemies-1-3"], "those who are together wait for the one who is not"
    match = enemy_turn([hero(6, 10)], [scattered]).match()
    assert in_coherency(match.table, members(match.table, "enemies-1"))
    near = table_of([hero(6, 10)], [squad((20, 10), (21.5, 10), (25, 10), weapons=(RIFLE,))])
    assert decide(near, "enemies-1").kind == "shoot", "an Advance is enough to come together"
    assert decide(near, "enemies-1").roads


@rule("SQ-COH-02")
def test_who_is_too_far_from_its_unit_comes_as_near_as_it_can() -> None:
    match = enemy_turn([hero(6, 10)], [squad((20, 10), (21.5, 10), (44, 10))]).match()
    assert at(match, "enemies-1-3") == pytest.approx((32, 10), abs=0.3)
    assert (at(match, "enemies-1-1"), at(match, "enemies-1-2")) == ((20, 10), (21.5, 10))


@rule("SQ-AIU-11")
@rule("SQ-SPR-19")
def test_an_immobile_unit_only_shoots() -> None:
    turret = squad((20, 10), weapons=(PISTOL,), rules=["Immobile"])
    match = enemy_turn([hero(12, 10)], [turret]).match()
    assert rolling(match).rule == "SQ-SHT-05"
    out = enemy_turn([hero(40, 40)], [turret]).match()
    assert at(out, E) == (20, 10)
    assert happened(out, Skipped)


@rule("SQ-AIU-12")
@rule("SQ-SPR-21")
def test_an_indirect_weapon_treats_heroes_in_range_as_seen() -> None:
    barrier = wall(14, 0, 15, 48)
    bombard = squad((20, 10), weapons=('Burst Pod (24", A1, Indirect)',))
    table = table_of([hero(8, 10)], [bombard], terrain=[barrier])
    assert in_sight(table, "enemies-1")
    assert decide(table, "enemies-1").kind == "shoot"
    rifles = table_of([hero(8, 10)], [squad((20, 10), weapons=(RIFLE,))], terrain=[barrier])
    assert not in_sight(rifles, "enemies-1")


@rule("SQ-AIU-16")
def test_clever_enemies_decide_for_themselves() -> None:
    foe = squad((20, 10), (21.4, 10), weapons=(PISTOL, CLAWS))
    match = enemy_turn([hero(12, 10)], [foe], options={"clever_enemies": True}).match()
    assert match.decision.side == "enemies"
    assert offered(match, Advance)
    assert offered(match, Charge)
    assert refused(match, Rush(E, (40, 10))).rule == "SQ-MSR-05"
    match.play(Advance(E, (24, 12)))
    own = members(match.table, "enemies-1")
    assert at(match, E) == (24, 12)
    assert in_coherency(match.table, own)
    match.play(HoldFire(E))
    assert match.decision.side == "heroes"
    idle = enemy_turn([hero(12, 10)], [foe], options={"clever_enemies": True}).match()
    idle.play(EndTurn(E))
    assert idle.decision.side == "heroes"
    assert tokens(idle, E, "activated") == 1


def test_the_enemies_of_the_book_are_never_asked() -> None:
    stage = Stage([hero(10, 10, tough=9), hero(14, 10)], [squad((30, 10)), squad((30, 20), weapons=(RIFLE,))])
    match = stage.match()
    for _ in range(40):
        if match.pending is None:
            break
        if isinstance(match.pending, Decision):
            assert match.pending.side == "heroes"
            match.play(match.pending.default)  # type: ignore[arg-type]
        else:
            match.play((4,) * rolling(match).count)
