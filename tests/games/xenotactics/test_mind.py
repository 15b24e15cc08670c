"""What programs are told about this table: harm beside the exact odds, the risk of losing the turn, areas, figures."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sightline.ai.field import Field
from sightline.ai.policy import Policy
from sightline.ai.propose import Proposals, hiding
from sightline.ai.weights import load
from sightline.core.mind import Harm, Promise, Unit
from sightline.core.table import Piece, Table
from sightline.games.xenotactics import GAME, risk
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Capture,
    Go,
    Leave,
    Move,
    Pass,
    ShootBack,
    StandUp,
    StealInitiative,
    Stop,
)
from sightline.games.xenotactics.mind import ANSWERED, EASY, IN_COVER, Hiding
from sightline.games.xenotactics.promises import screen
from sightline.games.xenotactics.reckon import STUNNING, stands
from tests.games.xenotactics.stage import On, Stage, box, on, table_of, wall

MIND = GAME.mind


def figures(table: Table, id: str) -> Unit:
    return MIND.unit(table, table.models[id])


def harm_of(attacker: On, target: On, weapon: str) -> Harm:
    table = table_of([attacker], [target])
    arms = [arm.id for arm in figures(table, "red-1").arms]
    return dict(zip(arms, MIND.harm(table, "red-1", "blue-1"), strict=True))[weapon]


def promised(stage: Stage, *actions: Activate | Attack | Move | Capture | StandUp | Pass | Stop) -> Promise:
    """What the last of some actions promises when the others have been played."""
    match = stage.match()
    match.play(*actions[:-1])
    found = MIND.promise(match.table, match.decision, actions[-1])
    assert found is not None
    return found


# ------------------------------------------------------------------ harm


@pytest.mark.parametrize(("attack", "defence"), [(5, 3), (6, 4), (7, 1)])
def test_harm_to_somebody_stunned_is_the_mean_of_hit_points_lost(attack: int, defence: int) -> None:
    # Whoever is stunned sets nothing against it, and only hit points are left to lose.
    odds = GAME.odds({"attack": {"attack": attack, "firepower": 2, "damage": 1, "defence": defence, "hp": 7}})
    mean = sum(int(lost) * Fraction(chance) for lost, chance in odds["hp_lost"].items())
    attacker = on(5, 12, "autorifle", attack=attack)
    found = harm_of(attacker, on(20, 12, defence=defence, hp=7, hit_points=7, stunned=True), "autorifle")
    assert found.clear == pytest.approx(float(mean))


def test_being_stunned_counts_as_half_a_hit_point() -> None:
    attacker, victim = on(5, 12, "autorifle"), on(20, 12, defence=4)
    # Defence 4: three faces stun, three cost a hit point.
    points = 2 * ANSWERED * stands(6)
    assert harm_of(attacker, victim, "autorifle").clear == pytest.approx(points * (0.3 + 0.3 * STUNNING))


def test_whoever_is_stunned_in_its_last_turn_is_as_good_as_gone() -> None:
    attacker, victim = on(5, 12, "autorifle"), on(20, 12, defence=4, hit_points=2, hp=2)
    points = 2 * ANSWERED * stands(6)
    for turns, stun in (((6, 6), 2.0), ((6, 5), STUNNING)):
        table = table_of([attacker], [victim], turns=turns)
        assert MIND.harm(table, "red-1", "blue-1")[0].clear == pytest.approx(points * (0.3 + 0.3 * stun))


def test_late_it_counts_which_areas_a_model_stands_for() -> None:
    west, north, beside = on(4, 18), on(24, 30), on(26, 31)
    for turns, alike in (((1, 0), True), ((6, 5), False)):
        table = table_of([west, north, beside], [on(24, 4)], turns=turns)
        worth = [figures(table, f"red-{n}").worth for n in (1, 2, 3)]
        assert worth[1] == worth[2]
        assert (worth[0] == worth[1]) is alike
        assert worth[0] >= worth[1]


def test_armour_piercing_and_bare_skin_tell() -> None:
    attacker = on(5, 12, "autorifle", "autorifle__ballistic_ap")
    armoured, bare = on(20, 12, defence=7), on(20, 12, defence=1)
    assert harm_of(attacker, armoured, "autorifle__ballistic_ap").clear > harm_of(attacker, armoured, "autorifle").clear
    assert harm_of(attacker, bare, "autorifle").clear > harm_of(attacker, armoured, "autorifle").clear


def test_cover_helps_against_missiles_and_not_against_blades() -> None:
    attacker, victim = on(5, 12, "autorifle", "blade"), on(20, 12)
    assert harm_of(attacker, victim, "autorifle").covered < harm_of(attacker, victim, "autorifle").clear
    assert harm_of(attacker, victim, "blade").covered == harm_of(attacker, victim, "blade").clear


def test_a_die_that_is_beaten_does_not_stand() -> None:
    # 6 against 6: of 60 in 100 that succeed, those below a higher success of the other fall.
    assert stands(6) == pytest.approx(0.6)
    beaten = sum(other > own for own in range(1, 7) for other in range(1, 7))
    assert stands(6, 6) == pytest.approx((60 - beaten) / 100)


# ------------------------------------------------------------------ figures


def test_a_model_is_told_in_figures() -> None:
    table = table_of([on(5, 12, "autorifle", hit_points=3, hp=2), on(9, 12, stunned=True)], [on(30, 12)])
    unit, lying, foe = (figures(table, id) for id in ("red-1", "red-2", "blue-1"))
    assert (unit.life, unit.whole, unit.points, unit.speed) == (2, 3, 3, 6)
    assert (lying.life, lying.points, lying.full, lying.speed) == (1 - EASY, 0, 0, 0)
    assert (foe.points, foe.full) == (0, 3), "it is not its turn"


def test_who_has_acted_has_nothing_left() -> None:
    stage = Stage([on(5, 12), on(9, 12)], [on(40, 30)], terrain=[wall(20, 1, 21, 35)])
    match = stage.match()
    match.play(Activate("red-1"), Move("red-1", (6, 12)))
    assert figures(match.table, "red-1").points == 2
    match.play(Stop("red-1"), (1,))
    assert (figures(match.table, "red-1").points, figures(match.table, "red-2").points) == (0, 3)


def test_how_many_there_are_counts_more_than_what_they_cost() -> None:
    hero, zombie = on(5, 12, profile="terran_hero"), on(9, 12, profile="zombie")
    table = table_of([hero, zombie], [on(30, 12)])
    one, other = figures(table, "red-1").worth, figures(table, "red-2").worth
    assert other < one < 1.5 * other


def test_the_fewer_models_a_side_has_the_more_each_is_worth() -> None:
    red, blue = [on(5, 4 + 2 * n) for n in range(3)], [on(30, 4 + 2 * n) for n in range(7)]
    table = table_of(red, blue)
    assert figures(table, "red-1").worth > 2 * figures(table, "blue-1").worth
    assert MIND.lead(table, "red") > MIND.lead(table_of(red[:2], blue[:6]), "red"), "one for one is a bad bargain"


@pytest.mark.parametrize(
    ("at", "enemy", "expected"),
    [((15.5, 6.0), (5.0, 6.0), IN_COVER), ((15.5, 6.0), (25.0, 6.0), 1.0), ((16.0, 6.0), (5.0, 6.0), 1.0)],
)
def test_programs_know_where_they_have_cover(
    at: tuple[float, float], enemy: tuple[float, float], expected: float
) -> None:
    table = table_of([on(30, 20)], [on(*enemy)], terrain=[box(14, 4, 15, 8, "cover")])
    shown, seen = MIND.scene(table, 0.5).exposure([at], 0.5, [(*enemy, 0.5)])
    assert (shown, seen) == ([[1.0]], [[expected]])


def test_programs_think_of_places_that_touch_what_gives_cover() -> None:
    stage = Stage([on(17, 6)], [on(3, 6)], terrain=[box(14, 4, 15, 8, "cover")])
    near = hiding(stage.table.terrain, MIND.ground(stage.table), 0.5, MIND.nook)
    assert any(Hiding(stage.table).touched(at, 0.5) for at in near)


def test_a_wood_hides_who_stands_behind_it_and_not_who_is_in_it() -> None:
    wood = box(14, 8, 18, 16, "hiding", "cover")
    table = table_of([on(5, 12)], [on(30, 12)], terrain=[wood])
    shown, seen = MIND.scene(table, 0.5).exposure([(5.0, 12.0), (16.0, 12.0)], 0.5, [(30.0, 12.0, 0.5)])
    assert [row[0] for row in shown] == [0.0, 1.0]
    assert [row[0] for row in seen] == [0.0, IN_COVER]


def test_a_wall_hides_who_hugs_it_and_a_wood_only_from_those_who_are_not_in_it() -> None:
    block, wood = wall(14, 4, 15, 12), box(14, 20, 18, 28, "hiding")
    red, blue = [on(13.5, 8), on(13.5, 24)], [on(30, 8), on(30, 24)]
    table = table_of(red, blue, terrain=[block, wood])
    scene, foes = MIND.scene(table, 0.5), [(30.0, 8.0, 0.5), (30.0, 24.0, 0.5)]
    (hugging,), _ = scene.exposure([(13.5, 8.0)], 0.5, foes[:1])
    (touching,), _ = scene.exposure([(13.5, 24.0)], 0.5, foes[1:])
    (behind,), _ = scene.exposure([(10.0, 24.0)], 0.5, foes[1:])
    assert (hugging, touching, behind) == ([0.0], [1.0], [0.0]), "that a friend is in the wood shows nobody behind it"


# ------------------------------------------------------------------ turnovers


@pytest.mark.parametrize("friend", [False, True])
def test_the_risk_of_a_point_is_what_it_adds_to_the_exact_chance(friend: bool) -> None:
    # A wall keeps everybody from reacting; a friend nearby lets a die be rolled again.
    red = [on(5, 12, quality=5), on(7, 12) if friend else on(5, 30)]
    stage = Stage(red, [on(40, 12)], terrain=[wall(20, 1, 21, 35)])
    match = stage.match()
    match.play(Activate("red-1"))
    exact = [risk.chance(5, points, int(friend)) for points in range(4)]
    for points in range(3):
        action = Move("red-1", (5, 12.5 + points / 2))
        found = MIND.promise(match.table, match.decision, action)
        assert found is not None
        assert found.risk == pytest.approx(float(exact[points + 1] - exact[points]))
        match.play(action)
        if points < 2:
            assert MIND.keeps(match.table, "red") == pytest.approx(1 - float(exact[points + 1]))
            assert MIND.keeps(match.table, "blue") == 1.0


def test_who_forgets_what_a_turn_is_worth_does_not_shy_from_risking_it() -> None:
    # Somebody waits far behind, and has an enemy to shoot at: all that is lost with the turn.
    red = [on(5, 12, quality=5), on(5, 30, "autorifle")]
    match = Stage(red, [on(40, 12), on(40, 30)], terrain=[wall(20, 1, 21, 25)]).match()
    match.play(Activate("red-1"), Move("red-1", (5, 12.5)))
    again = Move("red-1", (5, 13))
    promise = MIND.promise(match.table, match.decision, again)
    assert promise is not None
    assert promise.risk > 0 < promise.stake
    weights = load(GAME)
    field = Field(GAME, match.table, "red", weights)
    lost = promise.risk * (field.ahead("red-1") + promise.stake)
    worth = {}
    for factor in (1.0, 0.0, -0.5):
        policy = Policy(weights.with_({"risk": factor}), 4)
        proposals = Proposals(match, field, Random("risk"), 4)  # noqa: S311 - no lock
        worth[factor] = policy.values(match, field, [again], proposals)[0]
    assert worth[0.0] - worth[1.0] == pytest.approx(lost)
    assert worth[-0.5] - worth[0.0] == pytest.approx(lost / 2)


def test_a_thief_is_worth_what_he_adds() -> None:
    red = [on(5, 12, "pistol", quality=5), on(5, 30), on(9, 30)]
    match = Stage(red, [on(20, 12, quality=9)]).match()
    match.play(Activate("red-1"), Attack("red-1", "pistol", "blue-1"))
    first = MIND.promise(match.table, match.decision, StealInitiative("blue-1"))
    match.play(*(StealInitiative("blue-1"),))
    assert first is not None
    assert first.more < 0, "one point never costs the turn"


# ------------------------------------------------------------------ areas


def test_areas_count_towards_the_end() -> None:
    red = [on(24, 30), on(4, 18)]
    early, late = (table_of(red, [on(24, 4)], turns=turns) for turns in ((1, 0), (6, 5)))
    plain = MIND.lead(early, "red")
    assert MIND.lead(late, "red") > plain + 1
    assert MIND.lead(late, "red") == pytest.approx(-MIND.lead(late, "blue"))


def test_who_comes_into_an_area_of_the_enemy_takes_it_from_him() -> None:
    table = table_of([on(24, 30), on(22, 30)], [on(24, 4)], turns=(6, 5))
    stays, contests, takes = MIND.holding(table, "red-2", [(22.0, 30.0), (20.0, 4.0), (4.0, 18.0)])
    assert 0 <= stays < contests
    assert takes == contests, "each area counts for itself, whoever else is there"
    assert not MIND.holding(table_of([on(24, 30)], [on(24, 4)]), "red-1", [(4.0, 18.0)])


# ------------------------------------------------------------------ what actions promise


def test_an_attack_promises_harm_to_its_target_and_fears_everybody_who_sees_it() -> None:
    one = Stage([on(5, 12, "autorifle"), on(5, 30)], [on(20, 12, "pistol")])
    two = Stage([on(5, 12, "autorifle"), on(5, 30)], [on(20, 12, "pistol"), on(20, 9, "pistol")])
    lying = Stage([on(5, 12, "autorifle"), on(5, 30)], [on(20, 12, "pistol", stunned=True)])
    action = Activate("red-1"), Attack("red-1", "autorifle", "blue-1")
    alone, watched, safe = (promised(stage, *action) for stage in (one, two, lying))
    assert 0 < alone.damage["red-1"] < watched.damage["red-1"]
    assert alone.damage["blue-1"] == watched.damage["blue-1"] > 0
    assert "red-1" not in safe.damage


def test_a_blast_counts_everybody_it_reaches() -> None:
    red = [on(5, 12, "rocket_launcher"), on(19, 14)]
    found = promised(
        Stage(red, [on(20, 12), on(21.5, 12)]), Activate("red-1"), Attack("red-1", "rocket_launcher", "blue-1")
    )
    assert {"blue-1", "blue-2", "red-2"} <= found.damage.keys()


def test_a_shot_at_a_wall_promises_nothing() -> None:
    thing = box(18, 10, 19, 14, "impassable", "hiding", "destructible", id="shed")
    found = promised(
        Stage([on(5, 12, "pistol")], [on(40, 30)], terrain=[thing]),
        Activate("red-1"),
        Attack("red-1", "pistol", "shed"),
    )
    assert found.more < 0
    assert not found.damage


def test_smoke_is_for_those_somebody_sees_and_who_are_not_in_smoke_yet() -> None:
    def smoke(blue: On, *terrain: Piece) -> float:
        table = table_of([on(10, 12, "smoke_screen"), on(10, 14)], [blue], terrain=terrain)
        return screen(table, table.models["red-1"], "smoke_screen", (10.0, 14.0))

    seen, there = on(30, 12), box(9, 13, 11, 15, "hiding", "cover")
    assert smoke(seen) > 0
    assert smoke(seen, there) < smoke(seen)
    assert smoke(on(30, 12), wall(20, 1, 21, 35)) == 0


def test_a_capture_takes_its_victim() -> None:
    stage = Stage([on(5, 12), on(5, 30)], [on(6, 12, stunned=True, hit_points=2), on(40, 30)])
    found = promised(stage, Activate("red-1"), Capture("red-1", "blue-1"))
    assert found.damage["blue-1"] > figures(stage.table, "blue-1").life


def test_whoever_is_shot_at_counts_the_hits_its_answer_cancels() -> None:
    match = Stage([on(5, 12, "autorifle")], [on(20, 12, "pistol"), on(20, 9, "pistol")]).match()
    match.play(Activate("red-1"), Attack("red-1", "autorifle", "blue-1"))
    target, other = (MIND.promise(match.table, match.decision, ShootBack(id, "pistol")) for id in ("blue-1", "blue-2"))
    assert target is not None
    assert other is not None
    assert target.more > 0 > other.more
    assert 0 < target.damage["red-1"] < other.damage["red-1"], "its die is opposed, too"


def test_a_way_across_a_rift_is_dangerous() -> None:
    rift = box(8, 1, 9, 35, "rift")
    match = Stage([on(5, 12)], [on(40, 12)], terrain=[rift, wall(20, 1, 21, 35)]).match()
    match.play(Activate("red-1"))
    across, along = (MIND.promise(match.table, match.decision, Move("red-1", to)) for to in ((10.5, 12.0), (5.0, 15.0)))
    assert across is not None
    assert along is not None
    assert across.more < along.more == 0


def test_nobody_shelters_behind_what_burns_or_goes_through_it_for_nothing() -> None:
    spill, cells = box(8, 8, 10, 16, "hazardous"), box(12, 20, 13, 22, "explosive", "impassable")
    match = Stage([on(5, 12)], [on(40, 12)], terrain=[spill, cells, wall(20, 1, 21, 35)]).match()
    table = match.table
    assert not hiding(table.terrain, MIND.ground(table), 0.5, MIND.nook)[8:], "the wall alone, its corners and sides"
    assert not MIND.ground(table).free(7.495, 12.0, 0.5)
    assert MIND.ground(table).free(7.4, 12.0, 0.5)
    match.play(Activate("red-1"))
    through, along = (MIND.promise(table, match.decision, Move("red-1", to)) for to in ((10.8, 12.0), (5.0, 15.0)))
    assert through is not None
    assert along is not None
    assert through.more < along.more == 0


def test_places_are_told_by_moves_and_by_whoever_stays() -> None:
    match = Stage([on(5, 12, "pistol"), on(5, 30)], [on(20, 12)]).match()
    table, decision = match.table, match.decision
    assert MIND.stand(table, decision, Activate("red-1")) == ("red-1", None, 0)
    assert MIND.stand(table, decision, Move("red-1")) == ("red-1", None, 1)
    assert MIND.stand(table, decision, Go("red-1", (7.0, 12.0))) == ("red-1", (7.0, 12.0), 0)
    assert MIND.stand(table, decision, Go("red-1", against="blue-1")) == ("red-1", (19.0, 12.0), 0)
    assert MIND.stand(table, decision, Attack("red-1", "pistol", "blue-1")) == ("red-1", (5.0, 12.0), 1)
    assert MIND.stand(table, decision, Stop("red-1")) == ("red-1", (5.0, 12.0), 3)
    assert MIND.stand(table, decision, Pass("blue-1")) is None
    assert MIND.stand(table, decision, Leave("red-1")) is None
