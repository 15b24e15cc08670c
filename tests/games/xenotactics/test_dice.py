"""Dice: successes, attacks, defence, opposed rolls, and what they do to models."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.effects import Tally
from sightline.core.match import Match
from sightline.core.responses import Enough
from sightline.games.xenotactics.actions import Attack, Move, MoveAway, RollDieAgain, ShootBack
from sightline.games.xenotactics.clash import Clash, Defending
from sightline.games.xenotactics.events import Hits
from sightline.games.xenotactics.harm import LOSS, SAVED, STUN, verdicts
from sightline.games.xenotactics.opposed import hit_or_not, reads, standing, successes
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    box,
    happened,
    hp,
    is_stunned,
    odds,
    on,
    refused,
    rolling,
    settle,
    spent,
    state,
)
from tests.kit import rule

SHOT = Attack("red-1", "autorifle", "blue-1")


def low(number: int) -> Tally:
    return Tally(number, number, low=True)


def duel(one: int, dice: int, other: int, against: int = 1) -> dict[tuple[int, int], int]:
    """The exact outcomes of two attacks that oppose each other, out of all ways the dice can fall."""
    found: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 11), repeat=dice + against):
        a, b = successes(faces[:dice], low(one)), successes(faces[dice:], low(other))
        key = (len(standing(a, b)), len(standing(b, a)))
        found[key] = found.get(key, 0) + 1
    return found


# ------------------------------------------------------------------ successes


@rule("XT-DIC-01", 0)
@rule("XT-STA-01", 0)
@rule("XT-STA-02")
def test_a_die_up_to_the_stat_succeeds() -> None:
    match = act(Stage([on(10, 10, "autorifle", attack=6)], [on(20, 10)]).match(), SHOT)
    settle(match)
    assert [rolling(match).need.met(f) for f in range(1, 11)] == [True] * 6 + [False] * 4  # type: ignore[union-attr]
    assert rolling(match).need.good(10) == 6  # type: ignore[union-attr]
    assert (low(9).met(10), low(3).met(1)) == (False, True)


@rule("XT-DIC-02", 0, 1)
@rule("XT-ATK-01", 0)
def test_several_dice_are_read_separately() -> None:
    assert successes((1, 2, 7), low(7)) == [1, 2, 7]
    assert successes((1, 7), low(6)) == [1]
    table = dict.fromkeys(range(4), 0)
    for faces in product(range(1, 11), repeat=3):
        table[len(successes(faces, low(5)))] += 1
    assert table == {0: 125, 1: 375, 2: 375, 3: 125}
    match = act(Stage([on(10, 10, "autorifle")], [on(20, 10)]).match(1, 7, 2), SHOT)
    settle(match)
    assert [(e.hits, e.target) for e in happened(match, Hits)] == [(1, "blue-1")]


@rule("XT-DIC-05", 0)
@rule("XT-DMG-01")
def test_defence_dice_are_read_by_odd_and_even() -> None:
    meaning = dict(enumerate(verdicts(3), 1))
    assert [f for f, m in meaning.items() if m == SAVED] == [1, 2, 3]
    assert [f for f, m in meaning.items() if m == LOSS] == [4, 6, 8, 10]
    assert [f for f, m in meaning.items() if m == STUN] == [5, 7, 9]


@rule("XT-DMG-02", 1)
@rule("XT-DMG-03", 0, 1)
@rule("XT-STA-03")
def test_the_chances_of_each_defence() -> None:
    table = [verdicts(d) for d in range(1, 8)]
    assert [v.count(LOSS) for v in table] == [5, 4, 4, 3, 3, 2, 2]
    assert [v.count(STUN) for v in table] == [4, 4, 3, 3, 2, 2, 1]
    assert [v.count(SAVED) for v in table] == [1, 2, 3, 4, 5, 6, 7]


# ------------------------------------------------------------------ damage


@rule("XT-DMG-02", 0, 2)
def test_a_failed_even_die_costs_a_hit_point() -> None:
    stage = Stage([on(10, 10, "autorifle", attack=6)], [on(20, 10, defence=6), on(40, 30)])
    match = act(stage.match(1, 10, 10), SHOT)
    settle(match)
    assert not alive(match, "blue-1")
    assert spent(match)
    chances = odds(settle(act(stage.match(), SHOT)), lambda m: state(m, "blue-1"))
    assert chances["dead"] == Fraction(141, 625)


def struck(points: int, defence: int, *, hit_points: int = 1, extra: tuple[str, ...] = ()) -> Match:
    """A model that rolls defence for so many damage points, all of one attack that cannot miss."""
    weapon = {1: "pistol", 2: "rocket_launcher", 3: "sniper_rifle"}[points]
    stage = Stage(
        [on(10, 10, weapon, attack=9)], [on(20, 10, *extra, defence=defence, hit_points=hit_points), on(40, 30)]
    )
    match = settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))
    match.play((1,))
    return match


@rule("XT-DMG-04", 0, 1, 2, 3, 4)
@rule("XT-ATK-02", 0)
def test_all_defence_dice_of_an_attack_count() -> None:
    match = struck(3, 4)
    assert rolling(match).count == 3
    match.play((4, 5, 6))
    assert state(match, "blue-1") == "dead"
    for points, defence, expected in (
        (3, 3, {"dead": Fraction(784, 1000), "stunned": Fraction(189, 1000), "unharmed": Fraction(27, 1000)}),
        (3, 4, {"dead": Fraction(657, 1000), "stunned": Fraction(279, 1000), "unharmed": Fraction(64, 1000)}),
        (2, 5, {"dead": Fraction(51, 100), "stunned": Fraction(24, 100), "unharmed": Fraction(25, 100)}),
    ):
        assert odds(struck(points, defence), lambda m: state(m, "blue-1")) == expected
    tough = struck(2, 3, hit_points=2)
    tough.play((4, 7))
    assert (hp(tough, "blue-1"), is_stunned(tough, "blue-1"), alive(tough, "blue-1")) == (1, True, True)


@rule("XT-DMG-01", 0)
@rule("XT-ATK-02", 1)
def test_one_defence_die_for_every_damage_point() -> None:
    stage = Stage([on(10, 10, "big", "monstrous_strength")], [on(11.25, 10)])
    match = settle(act(stage.match(), Attack("red-1", "monstrous_strength", "blue-1")))
    match.play((1, 2))
    assert rolling(match).count == 6


@rule("XT-STN-01", 0)
@rule("XT-STA-05", 0)
def test_surplus_damage_is_ignored() -> None:
    match = struck(3, 3, hit_points=2)
    match.play((4, 6, 8))
    assert not alive(match, "blue-1")


@rule("XT-DMG-05", 0)
def test_damage_that_is_no_attack_uses_the_own_defence_without_cover() -> None:
    deck = box(0, 0, 10, 20, "high_ground", "cover", id="deck")
    stage = Stage([on(9.5, 5, defence=6), on(30, 30)], [on(40, 10)], terrain=[deck, wall_between()])
    match = act(stage.match(), Move("red-1", (10.6, 5.0), drop=True))
    settle(match)
    roll = rolling(match)
    assert (roll.rule, roll.count, roll.need.value) == ("XT-MOV-11", 1, 6)  # type: ignore[union-attr]
    match.play((7,))
    assert is_stunned(match, "red-1")


def wall_between() -> Any:
    """Something that keeps the other side from looking on."""
    return box(25, 0, 26, 36, "impassable", "hiding", id="screen")


# ------------------------------------------------------------------ opposed rolls


@rule("XT-OPP-02", 2, 3, 4, 5, 6, 7)
@rule("XT-TRT-08", 2, 4)
def test_higher_successes_cancel_lower_ones() -> None:
    assert standing([2, 4, 6], [5]) == [6]
    assert standing([5], [2, 4, 6]) == []
    assert duel(6, 2, 7) == {(0, 0): 48, (0, 1): 371, (1, 0): 304, (1, 1): 78, (2, 0): 193, (2, 1): 6}
    assert duel(6, 2, 6) == {(0, 0): 64, (0, 1): 271, (1, 0): 352, (1, 1): 78, (2, 0): 229, (2, 1): 6}
    three = duel(7, 3, 5)
    assert three == {
        (0, 0): 135,
        (0, 1): 775,
        (1, 0): 2265,
        (1, 1): 405,
        (2, 0): 3855,
        (2, 1): 75,
        (3, 0): 2485,
        (3, 1): 5,
    }
    assert duel(6, 1, 6) == {(0, 0): 16, (1, 0): 39, (0, 1): 39, (1, 1): 6}
    assert duel(7, 1, 5) == {(0, 0): 15, (1, 0): 55, (0, 1): 25, (1, 1): 5}
    assert duel(7, 3, 6) == {
        (0, 0): 108,
        (0, 1): 1287,
        (1, 0): 2268,
        (1, 1): 597,
        (2, 0): 3486,
        (2, 1): 99,
        (3, 0): 2149,
        (3, 1): 6,
    }
    assert duel(9, 1, 7) == {(0, 0): 3, (0, 1): 28, (1, 0): 62, (1, 1): 7}


@rule("XT-OPP-02", 0, 1)
@rule("XT-OPP-01")
def test_the_book_cases_of_opposed_attacks() -> None:
    hunter = Stage([on(10, 10, "autorifle", attack=6, defence=5)], [on(20, 10, "pistol", attack=7)])
    match = act(hunter.match(5, 8, 7, 9), SHOT, ShootBack("blue-1", "pistol"))
    settle(match)
    assert (state(match, "red-1"), state(match, "blue-1")) == ("stunned", "unharmed")
    assert spent(match)
    mercenary = Stage([on(10, 10, "autorifle", attack=6)], [on(20, 10, "heavy_autorifle", attack=6), on(40, 30)])
    match = act(mercenary.match(1, 5, 3, 10), SHOT, ShootBack("blue-1", "heavy_autorifle"))
    settle(match)
    assert (state(match, "red-1"), state(match, "blue-1")) == ("unharmed", "dead")


@rule("XT-OPP-03", 0, 1)
def test_equal_successes_both_stand() -> None:
    assert (standing([4], [4]), standing([4, 4, 2], [4])) == ([4], [4, 4])
    stage = Stage([on(10, 10, "pistol", attack=6)], [on(20, 10, "pistol", attack=7)])
    match = act(stage.match(4, 4, 5, 7), Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert (is_stunned(match, "red-1"), is_stunned(match, "blue-1")) == (True, True)


@rule("XT-OPP-04", 0)
def test_failed_dice_play_no_part() -> None:
    assert successes((9,), low(5)) == []
    assert standing(successes((2,), low(6)), successes((9,), low(5))) == [2]


@rule("XT-OPP-05", 0, 1)
@rule("XT-RAT-03", 0)
@rule("XT-SEQ-06", 4)
def test_only_models_that_target_each_other_oppose_each_other() -> None:
    stage = Stage(
        [on(10, 10, "autorifle", attack=6, defence=4), on(2, 30)],
        [on(20, 10, "pistol", defence=3), on(20, 14, "pistol"), on(20, 6, "pistol")],
    )
    match = act(stage.match(6, 3, 5, 2, 6, 8, 10, 4, 1), SHOT, *(ShootBack(f"blue-{n}", "pistol") for n in (1, 2, 3)))
    settle(match)
    assert spent(match)
    assert [(e.attacker, e.hits, e.cancelled) for e in happened(match, Hits)] == [
        ("red-1", 1, 1),
        ("blue-1", 0, 1),
        ("blue-2", 1, 0),
        ("blue-3", 1, 0),
    ]
    assert (state(match, "red-1"), state(match, "blue-1")) == ("dead", "dead")


@rule("XT-OPP-01", 0)
def test_what_is_neither_attack_nor_move_opposes_nothing() -> None:
    door = box(10.5, 8, 11, 12, "door", id="door")
    stage = Stage([on(10, 10)], [on(5, 10, "pistol"), on(5, 13, "pistol"), on(5, 7, "pistol")], terrain=[door])
    from sightline.games.xenotactics.actions import UseDoor

    match = act(stage.match(), UseDoor("red-1", "door"), *(ShootBack(f"blue-{n}", "pistol") for n in (1, 2, 3)))
    settle(match)
    for _ in range(3):
        assert rolling(match).reads == hit_or_not(low(6))
        match.play((9,))


def first_failure(match: Match, decision: Decision) -> Action:
    """Roll the lowest die again that failed, or in an opposed roll the lowest."""
    assert isinstance(decision.on, Thrown)
    offer = next(o for o in decision.offers if o.action is RollDieAgain)
    places = match.slots(offer)["dice"].options  # type: ignore[union-attr]
    failed = [p for p, roll, face in decision.on.dice() if p in places and not roll.need.met(face)]  # type: ignore[union-attr]
    return RollDieAgain((failed[0],)) if failed else Keep()


HILL = box(0, 0, 14, 20, "high_ground", id="hill")


@rule("XT-DIC-03", 0)
@rule("XT-OPP-06", 0)
def test_dice_are_rolled_again_before_they_are_compared() -> None:
    stage = Stage([on(10, 10, "pistol", attack=6)], [on(20, 10, "pistol", attack=6)], terrain=[HILL])
    shot = (Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
    match = act(stage.match(2, 5, 6, 9), *shot)
    match.play(RollDieAgain((0,)))
    settle(match)
    assert (state(match, "red-1"), state(match, "blue-1")) == ("unharmed", "stunned")
    two = Stage([on(10, 10, "autorifle", attack=6)], [on(20, 10, "pistol", attack=6)], terrain=[HILL])
    match = act(two.match(2, 9, 4, 5, 7), SHOT, ShootBack("blue-1", "pistol"))
    match.play(RollDieAgain((1,)))
    settle(match)
    assert [e.hits for e in happened(match, Hits)] == [1, 0]
    assert spent(match)


@rule("XT-DIC-04")
@rule("XT-TER-08", 2)
def test_no_die_is_rolled_again_twice() -> None:
    stage = Stage([on(10, 10, "autorifle")], [on(20, 10)], terrain=[HILL])
    match = act(stage.match(9, 9, 9), SHOT)
    settle(match, RollDieAgain((0,)))
    match.play(RollDieAgain((0,)))
    assert not isinstance(match.pending, Decision) or match.pending.on is None, "one die for each attack"
    level = Stage([on(10, 10, "autorifle")], [on(12, 15)], terrain=[HILL])
    match = act(level.match(9, 9), SHOT)
    match.play(Enough("blue"))
    assert match.decision.on is None, "nobody is asked on one level"
    assert spent(match)


@rule("XT-TER-08", 0, 1)
def test_the_chances_from_high_ground() -> None:
    def hits(weapon: str) -> dict[Any, Fraction]:
        stage = Stage([on(10, 10, weapon, attack=6)], [on(20, 10, defence=7, hit_points=7)], terrain=[HILL])
        match = act(stage.match(), Attack("red-1", weapon, "blue-1"))
        while isinstance(match.pending, Decision):
            settle(match)
        return odds(match, count, first_failure, lambda m: bool(happened(m, Hits)))

    def count(match: Match) -> int:
        return int(happened(match, Hits)[0].hits)

    assert hits("pistol") == {1: Fraction(84, 100), 0: Fraction(16, 100)}
    assert hits("autorifle") == {0: Fraction(64, 1000), 1: Fraction(288, 1000), 2: Fraction(648, 1000)}


@rule("XT-MOV-05", 4, 5, 6)
@rule("XT-MOV-06", 1, 2)
@rule("XT-TRT-08", 3)
@rule("XT-TRT-07", 2)
def test_the_chances_against_a_dodge() -> None:
    def hits(attack: int, dice: int, move: int | None) -> dict[int, int]:
        found: dict[int, int] = {}
        for faces in product(range(1, 11), repeat=dice + (move is not None)):
            dodge = successes(faces[dice:], low(move)) if move is not None else []
            n = len(standing(successes(faces[:dice], low(attack)), dodge))
            found[n] = found.get(n, 0) + 1
        return found

    assert hits(5, 1, 7)[1] == 30
    table = {3: [27, 24, 21, 18, 15, 12, 9], 6: [57, 54, 50, 45, 39, 33, 27], 9: [87, 84, 80, 75, 69, 62, 54]}
    for attack, expected in table.items():
        assert [hits(attack, 1, move)[1] for move in range(3, 10)] == expected
    assert hits(6, 2, 5) == {0: 270, 1: 460, 2: 270}
    assert hits(6, 3, 6) == {0: 2245, 1: 3315, 2: 3135, 3: 1305}
    assert hits(7, 2, 5) == {0: 180, 1: 440, 2: 380}
    assert hits(9, 3, 5) == {0: 230, 1: 1110, 2: 3090, 3: 5570}
    assert hits(7, 2, None) == {0: 9, 1: 42, 2: 49}


@rule("XT-MOV-05", 0, 1, 2, 3)
@rule("XT-SEQ-06", 1)
def test_a_dodge_cancels_lower_attack_dice() -> None:
    stage = Stage([on(10, 10, move=7)], [on(20, 10, "pistol", attack=5)])

    def dodged(*dice: int, moves: int = 7, attack: int = 5) -> int:
        stage = Stage([on(10, 10, move=moves)], [on(20, 10, "pistol", attack=attack)])
        match = act(stage.match(*dice), Move("red-1"), ShootBack("blue-1", "pistol"))
        settle(match)
        return int(happened(match, Hits)[0].hits)

    assert dodged(3, 1) == 0
    assert dodged(4, 4, 1, moves=6, attack=6) == 1
    assert dodged(7, 4, 1, moves=6, attack=6) == 1
    assert refused(stage.match(), Move("red-1", (12.0, 10.0))).rule == "XT-SEQ-01"
    reply = Stage([on(10, 10, "autorifle", attack=6)], [on(20, 10, move=6)])
    match = act(reply.match(5, 2, 4, 1), SHOT, MoveAway("blue-1"))
    settle(match)
    assert happened(match, Hits)[0].hits == 1
    two = Stage([on(10, 10, move=6, defence=4), on(2, 2)], [on(20, 10, "pistol"), on(20, 14, "pistol")])
    match = act(two.match(4, 2, 6, 5, 7), Move("red-1"), ShootBack("blue-1", "pistol"), ShootBack("blue-2", "pistol"))
    settle(match)
    assert (is_stunned(match, "red-1"), match.table.models["red-1"].at) == (True, (10.0, 10.0))
    assert spent(match)


@rule("XT-MOV-06", 0)
def test_one_dodge_die_stands_against_everybody() -> None:
    reds = [on(10, 10, move=6, hit_points=5), on(9, 9)]
    blues = [on(20, 10, "pistol"), on(20, 13, "pistol"), on(20, 7, "pistol")]
    replies = [ShootBack(f"blue-{n}", "pistol") for n in (1, 2, 3)]
    match = act(Stage(reds, blues).match(5, 2, 5, 6, 1, 1), Move("red-1"), *replies)
    settle(match)
    assert [e.hits for e in happened(match, Hits)] == [0, 1, 1]
    assert spent(match), "two damage, two defence dice"
    each = Stage(reds, blues, options={"dodge_scope": "one_roll_per_attacker"})
    match = act(each.match(5, 6, 1, 2, 5, 6, 1), Move("red-1"), *replies)
    settle(match)
    assert [e.hits for e in happened(match, Hits)] == [0, 0, 1]
    assert spent(match)


def test_what_faces_mean() -> None:
    assert reads(low(3)) == (1, 2, 3, 0, 0, 0, 0, 0, 0, 0)


@rule("XT-MOV-05", 4)
def test_the_engine_finds_the_chances_of_a_dodge() -> None:
    stage = Stage([on(10, 10, move=7, hit_points=7, defence=1), on(9, 9)], [on(20, 10, "pistol", attack=5)])
    match = act(stage.match(), Move("red-1"), ShootBack("blue-1", "pistol"))
    settle(match)

    def dice_are_read(trial: Match) -> bool:
        return not isinstance(trial.rest.agenda[0], Clash)

    def is_hit(trial: Match) -> bool:
        return isinstance(trial.rest.agenda[0], Defending)

    assert odds(match, is_hit, stop=dice_are_read)[True] == Fraction(30, 100)
