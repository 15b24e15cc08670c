"""Abilities of the body, and those that protect."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.match import Match
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Capture,
    Go,
    Land,
    Move,
    MoveAway,
    Reflect,
    ShootBack,
    Stop,
    Suffer,
    UseShield,
)
from sightline.games.xenotactics.events import Stunned
from sightline.games.xenotactics.sighting import sees
from tests.games.xenotactics.gifts import SCREEN, SPARE, unseen, use
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    at,
    happened,
    hp,
    is_stunned,
    odds,
    on,
    points,
    refused,
    rolling,
    settle,
    spent,
    state,
    wall,
)
from tests.kit import rule

# ------------------------------------------------------------------ bodies


@rule("XT-ABL-04", 0, 1, 2)
def test_a_big_model_is_hurt_instead_of_stunned() -> None:
    def fate(weapon: str, defence: int, hit_points: int) -> dict[Any, Fraction]:
        stage = Stage(
            [on(10, 10, weapon, attack=9)], [on(20, 10, "big", defence=defence, hit_points=hit_points), SPARE]
        )
        match = settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))
        match.play((1,))
        return odds(match, lambda m: hp(m, "blue-1"))

    assert fate("pistol", 4, 2)[1] == Fraction(6, 10)
    assert fate("pistol", 6, 2)[1] == Fraction(4, 10)
    assert fate("rocket_launcher", 4, 2) == {0: Fraction(36, 100), 1: Fraction(48, 100), 2: Fraction(16, 100)}
    match = act(unseen(on(10, 10, "big")).match(), Move("red-1", (11.0, 10.0)), Move("red-1", (12.0, 10.0)))
    assert rolling(match).count == 3


@rule("XT-ABL-04")
@pytest.mark.parametrize(("gifts", "strides"), [((), [(6, 1), (12, 1), (18, 1)]), (("big",), [(6, 1), (12, 2)])])
def test_how_far_a_model_could_go_counts_what_each_move_costs(gifts: tuple[str, ...], strides: list[Any]) -> None:
    table = unseen(on(10, 10, *gifts, move=6)).table
    assert [(s.limit, s.cost) for s in GAME.screen.strides(table, "red-1", regions=False)] == strides


@rule("XT-ABL-08", 0, 1)
def test_an_energy_being_goes_out_at_a_touch() -> None:
    stage = Stage([on(10, 10, "blade", attack=9), on(2, 2)], [on(11, 10, "energy_being"), SPARE])
    match = act(stage.match(1, 10, 10, 7), Attack("red-1", "blade", "blue-1"))
    settle(match)
    assert not alive(match, "blue-1")
    walking = Stage([on(10, 10), on(2, 2)], [on(14, 10, "energy_being", stunned=True), SPARE], terrain=[SCREEN])
    match = act(walking.match(), Move("red-1", (13.0, 10.0)))
    assert not alive(match, "blue-1")
    assert points(match, "red-1") == 1


@rule("XT-ABL-08")
def test_an_energy_being_reforms_beside_a_friend() -> None:
    stage = unseen(on(10, 10, "energy_being", stunned=True), on(30, 30), on(13, 10, "medic"))
    match = act(stage.match(), use("reform"))
    assert points(match, "red-1") == 3, "a medic does not help"
    assert match.refusal(Land("red-1", (20.0, 20.0))).rule == "XT-ABL-08"  # type: ignore[union-attr]
    match.play(Land("red-1", (29.0, 30.0)))
    assert (at(match, "red-1"), is_stunned(match, "red-1")) == ((29.0, 30.0), False)
    tight = [
        wall(20, 20, 29.4, 36),
        wall(20, 20, 39, 29.4, "s"),
        wall(30.6, 20, 39, 29.7, "e"),
        wall(20, 30.85, 39, 36, "n"),
    ]
    corner = unseen(on(10, 10, "energy_being", stunned=True), on(30, 30), terrain=tight)
    asked = settle(act(corner.match(), use("reform")))
    assert asked.decision.rule == "XT-SEQ-02", "beside the friend there is room for one, and hardly more"


@rule("XT-ABL-09", 0, 1, 2)
def test_an_energy_shield_swaps_one_hit_point_for_a_stun() -> None:
    def struck(weapon: str, **options: Any) -> Match:
        stage = Stage([on(10, 10, weapon, attack=9)], [on(20, 10, "energy_shield", defence=3), SPARE], options=options)
        match = settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))
        match.play((1,))
        return match

    match = struck("rocket_launcher")
    match.play((4, 7))
    match.play(UseShield("blue-1"))
    assert state(match, "blue-1") == "stunned"
    match = struck("rocket_launcher")
    match.play((4, 8))
    match.play(UseShield("blue-1"))
    assert state(match, "blue-1") == "dead"
    match = struck("pistol")
    match.play((4,))
    match.play(Suffer("blue-1"))
    assert state(match, "blue-1") == "dead"

    def fate(weapon: str, **options: Any) -> dict[str, Fraction]:
        return odds(struck(weapon, **options), lambda m: state(m, "blue-1"))

    assert fate("pistol") == {"stunned": Fraction(7, 10), "unharmed": Fraction(3, 10)}
    assert fate("rocket_launcher") == {
        "dead": Fraction(16, 100),
        "stunned": Fraction(75, 100),
        "unharmed": Fraction(9, 100),
    }
    assert fate("sniper_rifle") == {
        "dead": Fraction(352, 1000),
        "stunned": Fraction(621, 1000),
        "unharmed": Fraction(27, 1000),
    }
    assert "dead" not in fate("rocket_launcher", energy_shield_scope="all_dice_of_one_attack")


@rule("XT-ABL-30", 0)
@rule("XT-ABL-26", 0)
@rule("XT-GEN-02", 1)
@pytest.mark.parametrize(
    ("abilities", "far"),
    [(("reptile",), 12.0), (("silicon_being",), 1.0), (("reptile", "silicon_being"), 1.0), ((), 6.0)],
)
def test_how_far_a_move_reaction_goes(abilities: tuple[str, ...], far: float) -> None:
    stage = Stage([on(10, 10), on(9, 9)], [on(20, 20, *abilities, move=6), on(46, 34)])
    match = act(stage.match(), Move("red-1"), MoveAway("blue-1"), Go("red-1", (10.0, 10.0)))
    assert match.refusal(Go("blue-1", (20.0 + far, 20.0))) is None
    assert match.refusal(Go("blue-1", (20.0 + far + 0.01, 20.0))).rule == "XT-MOV-01"  # type: ignore[union-attr]


@rule("XT-ABL-26", 0)
def test_a_reptile_shoots_back_once_an_activation() -> None:
    stage = Stage([on(10, 10, hit_points=3), on(9, 9)], [on(20, 10, "pistol", "reptile"), SPARE])
    match = act(stage.match(9, 9), Move("red-1"), ShootBack("blue-1", "pistol"), Go("red-1", (10.0, 10.0)))
    act(match, Move("red-1"))
    assert match.refusal(ShootBack("blue-1", "pistol")).rule == "XT-ABL-26"  # type: ignore[union-attr]
    assert match.refusal(MoveAway("blue-1")) is None


# ------------------------------------------------------------------ protection


@rule("XT-ABL-06", 0, 1)
def test_a_bodyguard_draws_the_fire() -> None:
    stage = Stage([on(10, 10, "pistol", "grenade_launcher")], [on(20, 10, "bodyguard"), on(20, 11), SPARE])
    assert refused(stage.match(), Attack("red-1", "pistol", "blue-2")).rule == "XT-ABL-06"
    match = settle(act(stage.match(), Attack("red-1", "grenade_launcher", "blue-1")))
    match.play((1,))
    match.play((1,))
    assert rolling(match).about == "blue-2", "a blast reaches him"
    hidden = Stage(
        [on(10, 10, "pistol")], [on(20, 11, "bodyguard"), on(20, 10), SPARE], terrain=[wall(18.5, 10, 19, 20)]
    )
    assert not sees(hidden.table, "red-1", "blue-1")
    act(hidden.match(), Attack("red-1", "pistol", "blue-2"))
    melee = Stage([on(19, 11, "blade")], [on(20, 10, "bodyguard"), on(20, 11), SPARE])
    act(melee.match(), Attack("red-1", "blade", "blue-2"))


@rule("XT-ABL-18", 0)
def test_an_invisible_model_is_targeted_from_nearby_only() -> None:
    for gap, legal in ((8.0, True), (8.1, False)):
        stage = Stage([on(10, 10, "pistol")], [on(11 + gap, 10, "invisibility"), SPARE])
        match = stage.match()
        match.play(Activate("red-1"))
        refusal = match.refusal(Attack("red-1", "pistol", "blue-1"))
        assert (refusal is None) == legal
        assert legal or refusal.rule == "XT-ABL-18"  # type: ignore[union-attr]
    active = Stage([on(10, 10, "pistol", "invisibility"), on(2, 2)], [on(30, 10, "pistol"), SPARE])
    match = act(active.match(), Attack("red-1", "pistol", "blue-1"))
    assert match.refusal(ShootBack("blue-1", "pistol")) is None


@rule("XT-ABL-24", 0, 1, 2)
def test_reflect_turns_cancelled_dice_back() -> None:
    stage = Stage(
        [on(10, 10, "autorifle", attack=6, hit_points=3), on(2, 2)],
        [on(20, 10, "reflect", attack=8, hit_points=3), SPARE],
    )
    match = act(stage.match(3, 6, 5, 4, 4), Attack("red-1", "autorifle", "blue-1"), Reflect("blue-1"))
    settle(match)
    assert (hp(match, "red-1"), hp(match, "blue-1")) == (2, 2)
    assert spent(match)
    sniper = Stage([on(10, 10, "sniper_rifle"), on(2, 2)], [on(20, 10, "reflect", attack=8), SPARE])
    match = act(sniper.match(), Attack("red-1", "sniper_rifle", "blue-1"), Reflect("blue-1"))
    settle(match)
    match.play((2,))
    match.play((7,))
    assert (rolling(match).about, rolling(match).count) == ("red-1", 3)
    other = Stage([on(10, 10, "autorifle")], [on(20, 10), on(20, 13, "reflect")])
    match = act(other.match(), Attack("red-1", "autorifle", "blue-1"))
    assert match.refusal(Reflect("blue-2")).rule == "XT-ABL-24"  # type: ignore[union-attr]
    from itertools import product

    from sightline.games.xenotactics.opposed import standing

    found: dict[tuple[int, int], int] = {}
    for a, b, c in product(range(1, 11), repeat=3):
        hits, die = [f for f in (a, b) if f <= 6], [c] if c <= 8 else []
        kept = standing(hits, die)
        key = (len(hits) - len(kept), len(kept))
        found[key] = found.get(key, 0) + 1
    assert found == {(0, 0): 160, (0, 1): 264, (0, 2): 163, (1, 0): 216, (1, 1): 70, (2, 0): 127}


@rule("XT-LOS-06", 0)
@rule("XT-ABL-19")
@pytest.mark.parametrize(("x", "helps"), [(4.0, False), (11.0, True)])
def test_a_leader_out_of_sight_does_not_help(x: float, helps: bool) -> None:
    stage = Stage([on(10, 5), on(10, 30, "leader")], [SPARE], terrain=[SCREEN, wall(0, 15, 9, 16)])
    match = stage.match()
    act(match, Move("red-1", (7.0, 5.0)), Move("red-1", (x, 5.0)))
    assert sees(match.table, "red-1", "red-2") == helps
    match.play(Stop("red-1"))
    match.play((9, 9))
    assert (match.decision.rule == "XT-QTY-06") == helps


@rule("XT-TRT-10")
@rule("XT-ABL-09")
def test_a_shield_leaves_nothing_for_poison() -> None:
    weapon = "pistol__ballistic_poison"
    stage = Stage([on(10, 10, weapon, attack=9)], [on(20, 10, "energy_shield", defence=3), SPARE])
    match = settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))
    match.play((1,))
    match.play((4,))
    match.play(UseShield("blue-1"))
    assert [e.rule for e in happened(match, Stunned)] == ["XT-ABL-09"]


@rule("XT-CAP-01")
@rule("XT-ABL-03")
def test_a_capture_is_no_killing() -> None:
    stage = Stage([on(10, 10, "berserker"), on(9, 8)], [on(11, 10, stunned=True), SPARE], terrain=[SCREEN])
    match = settle(act(stage.match(1, 1), Capture("red-1", "blue-1")))
    assert match.decision.rule == "XT-TRN-01", "its two points are spent"


@rule("XT-ABL-06")
def test_bodyguards_do_not_protect_each_other() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10, "bodyguard"), on(20, 11, "bodyguard"), SPARE])
    for target in ("blue-1", "blue-2"):
        act(stage.match(), Attack("red-1", "pistol", target))
