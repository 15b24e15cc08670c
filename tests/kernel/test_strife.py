# ruff: noqa: S311
"""Who can hurt whom, on bare figures: reach, sight, walking, joined fire, and both backends alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from sightline.core.mind import Arm, Harm, Unit

RIFLE = Arm("rifle", 12.0, missile=True, blind=False, price=1, times=1, later=2, often=1)
BLADE = Arm("blade", 1.0, missile=False, blind=False, price=1, times=2, later=1, often=2)
WEIGHTS = (1.7, 0.45, 0.75, 1.0, 0.7)
"""What falling and a wound are worth, how sure a walk is, who is too close, and how much fire one draws."""
FALLEN, WOUND, UNSURE, _, ATTENTION = WEIGHTS
ALL = (1.0, 1.0, 1.0, 1.0, 0.0)
"""What places are weighed by: everything alike, closing in left out."""


def unit(id: str, x: float, y: float = 0.0, *arms: Arm, kind: int = 0, **more: Any) -> Unit:
    figures: dict[str, Any] = {"life": 10.0, "whole": 10.0, "points": 2, "moves": 0, "speed": 4.0, "full": 2, **more}
    return Unit(id, id.partition("-")[0], x, y, 0.5, figures.pop("worth", 1.0), arms=arms, kind=kind, **figures)


def strife(kernels: Any, own: Sequence[Unit], foes: Sequence[Unit], clear: float = 4.0, covered: float = 2.0) -> Any:
    """Both sides, every arm of everybody doing the same."""
    units = [u._replace(kind=n) for n, u in enumerate((*own, *foes))]
    harms = {u.kind: {o.kind: tuple(Harm(clear, covered) for _ in u.arms) for o in units} for u in units}
    return kernels.strife.Strife(units[: len(own)], units[len(own) :], harms, *WEIGHTS)


def seen(own: Sequence[Unit], foes: Sequence[Unit], share: float = 1.0) -> list[list[float]]:
    return [[share for _ in foes] for _ in own]


def standing(kernels: Any, own: Sequence[Unit], foes: Sequence[Unit], share: float = 1.0, **harm: float) -> Any:
    shown = seen(own, foes, share)
    return strife(kernels, own, foes, **harm).standing(shown, shown)


def loss(life: float, damage: float) -> float:
    """What so much damage to somebody unhurt is worth."""
    cube = (damage / life) ** 3
    falls = cube / (1 + cube)
    return falls * FALLEN + (1 - falls) * WOUND * min(damage, life) / life


def drawn(rng: random.Random) -> tuple[Any, ...]:
    """Two sides anywhere, with anything, and what they see of each other."""

    def arm(n: int) -> Arm:
        missile = rng.random() < 0.5
        prices = [rng.randint(0, 2), rng.randint(0, 3), rng.randint(0, 2), rng.randint(0, 3)]
        return Arm(f"arm {n}", rng.choice([1.0, 6.0, 24.0]), missile, missile and rng.random() < 0.2, *prices)

    kits = [tuple(arm(n) for n in range(rng.randint(0, 3))) for _ in range(4)]

    def side(name: str, size: int) -> list[Unit]:
        found = []
        for n in range(size):
            kind, whole = rng.randrange(4), float(rng.randint(2, 20))
            found.append(
                unit(
                    f"{name}-{n}",
                    rng.uniform(0, 24),
                    rng.uniform(0, 24),
                    *kits[kind],
                    kind=kind,
                    worth=rng.choice([1.0, 2.0, 5.0]),
                    life=rng.uniform(-2, whole),
                    whole=whole,
                    points=rng.randint(0, 3),
                    moves=rng.randint(0, 2),
                    speed=rng.choice([0.0, 3.0, 5.0]),
                )
            )
        return found

    own, foes = side("red", rng.randint(1, 6)), side("blue", rng.randint(0, 6))
    harms = {
        k: {o: tuple(Harm(rng.uniform(2, 6), rng.uniform(0, 2)) for _ in kits[k]) for o in range(4)} for k in range(4)
    }
    given, taken = ([[rng.choice([0.0, rng.random(), 1.0]) for _ in foes] for _ in own] for _ in range(2))
    return own, foes, harms, given, taken


@pytest.mark.parametrize("seed", range(60))
def test_both_backends_fear_the_same(both: Any, seed: int) -> None:
    rng = random.Random(seed)
    own, foes, harms, given, taken = drawn(rng)
    one, two = (k.strife.Strife(own, foes, harms, *WEIGHTS) for k in both)
    assert one.standing(given, taken) == two.standing(given, taken)
    points = [(rng.uniform(0, 24), rng.uniform(0, 24)) for _ in range(8)]
    moves = [rng.randint(-1, 2) for _ in points]
    shown, sees = ([[rng.random() for _ in foes] for _ in points] for _ in range(2))
    for place in range(len(own)):
        asked = (place, points, moves, shown, sees, 1.0, 0.8, 0.5, 0.35, 0.03)
        assert one.places(*asked) == two.places(*asked)
    damage = rng.uniform(0, 20)
    assert one.loss(0, damage) == two.loss(0, damage)


@pytest.mark.parametrize("seed", range(20))
def test_the_other_chair_sees_the_same_fight(kernels: Any, seed: int) -> None:
    own, foes, harms, given, taken = drawn(random.Random(seed))
    give, take, give_next, take_next, approach = kernels.strife.Strife(own, foes, harms, *WEIGHTS).standing(
        given, taken
    )
    turned = [[u._replace(x=24 - u.x, y=24 - u.y) for u in units] for units in (foes, own)]
    turned_given, turned_taken = ([[row[j] for row in rows] for j in range(len(foes))] for rows in (taken, given))
    mirror = kernels.strife.Strife(*turned, harms, *WEIGHTS).standing(turned_given, turned_taken)
    assert mirror == pytest.approx((take, give, take_next, give_next, -approach), abs=1e-9)


def test_who_is_out_of_reach_does_nothing(kernels: Any) -> None:
    # Two walks and the reach of the gun are 20 in.; between the bases there are 21.
    far = standing(kernels, [unit("red-1", 0, 0, RIFLE, moves=2)], [unit("blue-1", 22, 0, BLADE)])
    assert far[:4] == (0, 0, 0, 0)
    assert standing(kernels, [unit("red-1", 0, 0, RIFLE)], [unit("blue-1", 12.9, 0, BLADE)])[0] > 0


def test_a_shot_in_range_is_worth_what_it_may_do(kernels: Any) -> None:
    give, take, *_ = standing(kernels, [unit("red-1", 0, 0, RIFLE)], [unit("blue-1", 10)])
    assert (give, take) == (pytest.approx(loss(10, 4.0)), 0.0)


def test_a_blade_falls_as_often_as_there_are_points(kernels: Any) -> None:
    swings = [standing(kernels, [unit("red-1", 0, 0, BLADE, points=p)], [unit("blue-1", 2)])[0] for p in range(4)]
    assert swings == pytest.approx([0.0, loss(10, 4.0), loss(10, 8.0), loss(10, 8.0)])


def test_cover_helps_against_shots_and_not_against_blades(kernels: Any) -> None:
    def give(arm: Arm, far: float, share: float) -> float:
        return float(standing(kernels, [unit("red-1", 0, 0, arm, points=1)], [unit("blue-1", far)], share)[0])

    assert give(RIFLE, 8, 0.3) == pytest.approx(loss(10, 2.0))
    assert give(BLADE, 2, 0.3) == pytest.approx(loss(10, 4.0))
    assert give(RIFLE._replace(blind=True), 8, 0.0) == pytest.approx(loss(10, 4.0))


def test_an_enemy_close_by_hampers_the_shot(kernels: Any) -> None:
    foes = [unit("blue-1", 8), unit("blue-2", 1.5, life=0.0)]
    assert standing(kernels, [unit("red-1", 0, 0, RIFLE)], foes)[0] == pytest.approx(loss(10, 2.0))


def test_whom_one_must_go_to_first_is_hit_less_surely(kernels: Any) -> None:
    foe = [unit("blue-1", 5)]
    still, walks = (standing(kernels, [unit("red-1", 0, 0, BLADE, moves=m)], foe)[0] for m in (0, 1))
    assert (still, walks) == (0.0, pytest.approx(loss(10, UNSURE * 4.0)))


def test_who_carries_a_thing_for_one_use_has_none_next_turn(kernels: Any) -> None:
    once = RIFLE._replace(later=0, often=0)
    give, _, give_next, *_ = standing(kernels, [unit("red-1", 0, 0, once)], [unit("blue-1", 10)])
    assert give > 0
    assert give_next == 0


def test_joined_fire_goes_where_it_adds_most(kernels: Any) -> None:
    shooters = [unit("red-1", 0, 0, RIFLE), unit("red-2", 0, 3, RIFLE)]
    tough = [unit("blue-1", 8, 0, life=7.0, whole=7.0), unit("blue-2", 8, 3, life=7.0, whole=7.0)]
    assert standing(kernels, shooters, tough)[0] == pytest.approx(loss(7, 8.0)), "both at one"
    weak = [u._replace(life=1.0, whole=1.0) for u in tough]
    assert standing(kernels, shooters, weak)[0] == pytest.approx(2 * loss(1, 4.0)), "one each: more would be wasted"


def test_who_has_only_one_to_shoot_at_shoots_first(kernels: Any) -> None:
    # The first could take either; the second reaches only the one that is near.
    shooters = [unit("red-1", 0, 0, RIFLE._replace(reach=30.0)), unit("red-2", 0, 2, RIFLE)]
    foes = [unit("blue-1", 10, 0, life=1.0, whole=1.0), unit("blue-2", 22, 0, life=1.0, whole=1.0)]
    assert standing(kernels, shooters, foes)[0] == pytest.approx(2 * loss(1, 4.0))


def test_the_fallen_neither_threaten_nor_matter_next_turn(kernels: Any) -> None:
    dead = unit("blue-1", 8, 0, RIFLE, life=0.0, points=0)
    assert standing(kernels, [unit("red-1", 0, 0, RIFLE)], [dead])[:4] == (0, 0, 0, 0)


def test_nobody_is_left_to_close_in_on(kernels: Any) -> None:
    assert standing(kernels, [unit("red-1", 0, 0, RIFLE)], []) == (0, 0, 0, 0, 0)


def places(kernels: Any, own: Sequence[Unit], foes: Sequence[Unit], *asked: Any, by: tuple[float, ...] = ALL) -> Any:
    """What places are worth to the first: each is a point, the moves spent, and the share that foes see there."""
    points, moves = [(x, y) for x, y, *_ in asked], [m for _, _, m, _ in asked]
    shown = [[share for _ in foes] for *_, share in asked]
    return strife(kernels, own, foes).places(0, points, moves, shown, shown, *by)


def test_who_hides_is_feared_for_less(kernels: Any) -> None:
    shooter = [unit("blue-1", 10, 0, RIFLE)]
    open_, half, hidden = places(kernels, [unit("red-1", 0)], shooter, (0, 0, 0, 1.0), (0, 0, 0, 0.3), (0, 0, 0, 0.0))
    assert open_ < half < hidden


def test_more_targets_draw_fire_from_each_other(kernels: Any) -> None:
    shooter, friend = [unit("blue-1", 10, 0, RIFLE)], unit("red-2", 0, 3)
    ((alone,), (beside,)) = (
        places(kernels, own, shooter, (0, 0, 0, 1.0)) for own in ([unit("red-1", 0)], [unit("red-1", 0), friend])
    )
    assert alone < beside < 0
    assert alone == pytest.approx(-2 * loss(10, ATTENTION * 4.0))


def test_staying_gives_up_the_moves_that_were_left(kernels: Any) -> None:
    fighter, foe = [unit("red-1", 0, 0, BLADE, moves=2)], [unit("blue-1", 5)]
    now = (1.0, 0.0, 0.0, 0.0, 0.0)
    stays, waits, went = places(kernels, fighter, foe, (0, 0, -1, 1.0), (0, 0, 0, 1.0), (3.5, 0, 1, 1.0), by=now)
    assert stays == 0
    assert waits == pytest.approx(loss(10, UNSURE * 4.0)), "it may still go"
    assert went == pytest.approx(loss(10, 4.0)), "it is there, with a point left"


def test_going_nearer_is_worth_its_inches(kernels: Any) -> None:
    rifleman, foe = [unit("red-1", 0, 0, RIFLE, worth=2.0)], [unit("blue-1", 30)]
    far, near, there = places(
        kernels, rifleman, foe, (0, 0, 1, 0.0), (4, 0, 1, 0.0), (18, 0, 1, 0.0), by=(0, 0, 0, 0, 0.1)
    )
    assert (far, near, there) == (pytest.approx(-0.2 * 17), pytest.approx(-0.2 * 13), 0.0)


def test_who_can_do_no_harm_does_not_close_in(kernels: Any) -> None:
    medic, foe = [unit("red-1", 0)], [unit("blue-1", 30)]
    assert places(kernels, medic, foe, (0, 0, 1, 0.0), (4, 0, 1, 0.0), by=(0, 0, 0, 0, 0.1)) == [0.0, 0.0]
    assert standing(kernels, medic, foe)[4] == 0.0
