"""The abilities, one by one, and the limits they set."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.games.xenotactics.acting import limit
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Capture,
    Go,
    Infiltrate,
    Land,
    Move,
    MoveAway,
    OffhandAttack,
    Pass,
    Reflect,
    ShootBack,
    StandUp,
    StayHere,
    Stop,
    Suffer,
    UseAbility,
    UseShield,
)
from sightline.games.xenotactics.events import Converted, Stunned
from sightline.games.xenotactics.sequence import BeginTurn
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import ACTING, ACTIVATIONS, HACKED, INFILTRATING, INSPIRED, RESERVE, SPENT
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    finish,
    happened,
    hp,
    is_stunned,
    odds,
    off,
    offered,
    on,
    points,
    reactors,
    refused,
    rolling,
    settle,
    spent,
    state,
    wall,
)
from tests.kit import rule

SPARE = on(46, 34)
SCREEN = wall(40, 0, 41, 36, "screen")


def lim(stage: Stage, model: str = "red-1") -> int:
    """How many points a model may spend."""
    return limit(stage.table, stage.table.models[model])


def unseen(*red: Any, **more: Any) -> Stage:
    """Red models whom nobody sees."""
    return Stage(red, [SPARE], terrain=[SCREEN, *more.pop("terrain", ())], **more)


def seen(*red: Any, **more: Any) -> Stage:
    """Red models in the open, with an enemy who looks on."""
    return Stage(red, [on(30, 10)], **more)


def use(ability: str, target: str = "", **more: Any) -> UseAbility:
    return UseAbility("red-1", ability, target, **more)


# ------------------------------------------------------------------ limits


@rule("XT-ABL-01", 0)
@rule("XT-PAS-03", 0)
def test_an_ai_acts_first_or_does_little() -> None:
    stage = unseen(on(5, 5, "ai"), on(5, 10, "ai"))
    assert lim(stage) == 4
    stage.table.put_tokens("red", ACTIVATIONS, 1)
    assert lim(stage) == 2
    forced = Stage([on(5, 5)], [on(30, 5, "ai"), on(30, 10, "ai")], terrain=[wall(20, 0, 21, 36)])
    match = forced.match(1)
    match.play(Pass("blue-1"))
    assert limit(match.table, match.table.models["blue-1"]) == 4
    act(match, Move("blue-1", (30.0, 6.0)))
    assert limit(match.table, match.table.models["blue-1"]) == 4, "it is settled when the activation starts"
    finish(match)
    assert limit(match.table, match.table.models["blue-2"]) == 2


@rule("XT-ABL-03", 0)
@rule("XT-APL-03", 1)
@rule("XT-STN-04", 0)
def test_a_berserker_wants_to_see_somebody_fall() -> None:
    stage = Stage([on(10, 10, "pistol", "berserker"), on(2, 2)], [on(20, 10), SPARE])
    match = act(stage.match(1, 7), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert limit(match.table, match.table.models["red-1"]) == 4
    match = act(stage.match(9), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert limit(match.table, match.table.models["red-1"]) == 2
    lying = Stage([on(10, 10, "pistol", "berserker"), on(2, 2)], [on(20, 10, stunned=True), SPARE])
    match = act(lying.match(1, 7), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert limit(match.table, match.table.models["red-1"]) == 2, "it lay there before"


@rule("XT-ABL-15", 0)
@rule("XT-APL-03", 0)
def test_a_swarm_needs_its_master() -> None:
    master = ("hivemind", "hivemind_master")
    assert lim(unseen(on(5, 5, "hivemind"), on(5, 10, *master))) == 4
    assert lim(unseen(on(5, 5, "hivemind"), on(5, 10, *master)), "red-2") == 3
    lying = unseen(on(5, 5, "hivemind"), on(5, 10, *master, stunned=True))
    assert (lim(lying), lim(lying, "red-2")) == (2, 3)
    away = unseen(on(5, 5, "hivemind"), off(*master, tokens={RESERVE: 1}))
    assert lim(away) == 3
    dead = unseen(on(5, 5, "hivemind"), off(*master, tokens={"removed": 1}))
    assert lim(dead) == 2
    assert lim(unseen(on(5, 5, "hivemind"))) == 3


@rule("XT-ABL-27", 0, 1)
def test_a_robot_does_more_of_the_same() -> None:
    stage = Stage([on(10, 10, "pistol", "robot"), on(2, 2)], [on(30, 10), SPARE])
    match = stage.match(9, 9, 9, 9, 1, 1, 1, 1)
    for _ in range(4):
        act(match, Attack("red-1", "pistol", "blue-1"))
        settle(match)
    assert spent(match), "four quality dice"
    match = act(stage.match(9, 1, 1), Attack("red-1", "pistol", "blue-1"), Move("red-1"), Go("red-1", (10.0, 11.0)))
    assert match.decision.rule == "XT-TRN-01", "something else ends it"
    moves = unseen(on(10, 10, "pistol", "robot"))
    match = moves.match()
    for x in (11.0, 12.0, 13.0):
        act(match, Move("red-1", (x, 10.0)))
    assert points(match, "red-1") == 3
    assert match.decision.rule == "XT-TRN-02"


@rule("XT-ABL-28", 0)
@rule("XT-LOS-06", 1)
def test_a_rusher_starts_out_of_sight() -> None:
    assert lim(unseen(on(5, 5, "rush"))) == 4
    assert lim(seen(on(5, 5, "rush"))) == 2
    stage = Stage([on(10, 5, "rush", move=9)], [on(30, 10)], terrain=[wall(14, 0, 15, 8)])
    match = act(stage.match(), Move("red-1", (10.0, 13.0)))
    assert sees(match.table, "red-1", "blue-1")
    assert limit(match.table, match.table.models["red-1"]) == 4


@rule("XT-ABL-34", 0)
def test_telepaths_need_two_others_in_sight() -> None:
    three = [on(5, 5, "telepathic"), on(8, 5, "telepathic"), on(6.5, 8, "telepathic")]
    assert [lim(unseen(*three), f"red-{n}") for n in (1, 2, 3)] == [4, 4, 4]
    one_down = [*three[:2], on(6.5, 8, "telepathic", stunned=True)]
    assert [lim(unseen(*one_down), f"red-{n}") for n in (1, 2, 3)] == [2, 2, 3]


@rule("XT-APL-02", 0, 1, 2, 3)
@rule("XT-GEN-02", 0)
def test_restrictions_beat_permissions() -> None:
    assert lim(unseen(on(5, 5, "robot"))) == 4
    both = unseen(on(5, 5, "robot", "ai"))
    assert lim(both) == 4
    both.table.put_tokens("red", ACTIVATIONS, 1)
    assert lim(both) == 2
    assert lim(seen(on(5, 5, "robot", "rush"))) == 2
    assert lim(unseen(on(5, 5, "rush", "telepathic"))) == 2
    inspired = {INSPIRED: 1}
    assert lim(unseen(on(5, 5, tokens=inspired))) == 4
    assert lim(unseen(on(5, 5, "berserker", tokens=inspired))) == 2
    assert lim(unseen(on(5, 5, "robot", tokens=inspired))) == 4
    free = unseen(on(5, 5, "berserker", tokens=inspired), options={"inspire_beats_restrictions": True})
    assert lim(free) == 4
    bloody = seen(on(5, 5, "berserker", "rush", tokens={ACTING: 1, "limit:XT-ABL-28": 2, "struck_down": 1}))
    assert lim(bloody) == 2


@rule("XT-APL-04", 0, 1)
@rule("XT-STN-03", 0, 1)
def test_a_stunned_model_has_the_plain_limit() -> None:
    for ability in ("berserker", "rush", "telepathic", "robot", "ai"):
        assert lim(seen(on(5, 5, ability, stunned=True))) == 3
    assert lim(seen(on(5, 5, stunned=True, tokens={INSPIRED: 1}))) == 4
    robot = Stage([on(10, 10, "robot", stunned=True), on(2, 2)], [SPARE], terrain=[SCREEN])
    match = act(robot.match(1, 1, 1, 1), StandUp("red-1"))
    assert match.decision.rule == "XT-TRN-02", "upright its limit is four"
    act(match, Move("red-1", (11.0, 10.0)))
    assert spent(match)
    swarm = Stage(
        [on(10, 10, "hivemind", stunned=True), off("hivemind", "hivemind_master", tokens={"removed": 1})],
        [SPARE],
        terrain=[SCREEN],
    )
    match = act(swarm.match(1, 1, 1), StandUp("red-1"))
    assert match.decision.rule == "XT-TRN-01"


@rule("XT-APL-05", 0)
@rule("XT-ABL-07", 0, 1)
def test_an_offhand_attack_is_free_and_an_action_of_its_own() -> None:
    stage = Stage([on(10, 10, "pistol", "pistol", "dualwielder"), on(2, 2)], [on(30, 10), SPARE])
    match = stage.match(9, 9, 9, 9, 9, 9, 1, 1, 1)
    for _ in range(3):
        act(match, Attack("red-1", "pistol", "blue-1"))
        settle(match)
        assert match.decision.rule == "XT-TRN-02"
        match.play(OffhandAttack("red-1", "pistol:2", "blue-1"))
        assert "blue-1" in reactors(match), "it may be answered by itself"
        settle(match)
    assert spent(match), "three quality dice"
    hacked = Stage([on(10, 10, "pistol", "pistol", "dualwielder", tokens={HACKED: 1}), on(2, 2)], [on(30, 10), SPARE])
    match = act(hacked.match(9, 9, 1), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    match.play(OffhandAttack("red-1", "pistol:2", "blue-1"))
    settle(match)
    assert spent(match), "one quality die"
    sword = Stage(
        [on(10, 10, "blade", "pistol", "dualwielder"), on(2, 2)], [on(11, 10, defence=7, hit_points=7), SPARE]
    )
    match = act(sword.match(10, 10, 10), Attack("red-1", "blade", "blue-1"))
    settle(match)
    assert match.refusal(OffhandAttack("red-1", "pistol", "blue-1")) is None
    assert match.refusal(OffhandAttack("red-1", "blade", "blue-1")).rule == "XT-ABL-07"  # type: ignore[union-attr]


@rule("XT-ABL-07", 2)
def test_a_heavy_offhand_weapon_costs_a_point_after_moving() -> None:
    stage = Stage(
        [on(12, 10, "blade", "club", "dualwielder"), on(2, 2)],
        [on(14, 10, stunned=True, defence=7, hit_points=7), SPARE],
    )
    match = stage.match(10, 10, 10)
    act(match, Move("red-1"), Go("red-1", (13.0, 10.0)))
    act(match, Attack("red-1", "blade", "blue-1"))
    settle(match)
    match.play(OffhandAttack("red-1", "club", "blue-1"))
    assert points(match, "red-1") == 3


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
        [on(10, 10, "pistol")], [on(20, 12.2, "bodyguard"), on(20, 11.2), SPARE], terrain=[wall(18.5, 11.6, 19, 20)]
    )
    if not sees(hidden.table, "red-1", "blue-1"):
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


# ------------------------------------------------------------------ special actions


@rule("XT-ABL-14", 0)
@rule("XT-STA-05", 0)
def test_heal_gives_a_lost_hit_point_back() -> None:
    stage = unseen(on(10, 10, "heal"), on(11, 10, hit_points=3, hp=1))
    match = act(stage.match(), use("heal", "red-2"))
    assert (hp(match, "red-2"), points(match, "red-1")) == (2, 3)
    whole = unseen(on(10, 10, "heal"), on(11, 10, hit_points=3))
    match = whole.match()
    match.play(Activate("red-1"))
    assert not offered(match, UseAbility)
    assert match.refusal(use("heal", "red-2")) is not None


@rule("XT-ABL-25", 0)
def test_regenerate_may_be_repeated_with_enough_points() -> None:
    match = act(unseen(on(10, 10, "regenerate", hit_points=3, hp=1)).match(), use("regenerate"))
    assert (hp(match, "red-1"), points(match, "red-1")) == (2, 2)
    assert not offered(match, UseAbility), "one point is left"
    assert offered(match, Move)


@rule("XT-ABL-17", 0)
def test_an_inspired_friend_has_four_points_if_it_is_next() -> None:
    stage = unseen(on(10, 10, "inspire"), on(13, 10), on(10, 13))
    match = act(stage.match(1, 1, 1), use("inspire", "red-2"), Move("red-1", (11.0, 10.0)))
    assert limit(match.table, match.table.models["red-2"]) == 4
    match = act(stage.match(1, 1, 1), use("inspire", "red-2"))
    finish(match)
    act(match, Move("red-3", (10.0, 14.0)))
    assert limit(match.table, match.table.models["red-2"]) == 3, "somebody else came first"


@rule("XT-ABL-13", 0)
def test_a_hacked_model_that_is_forced_has_one_point() -> None:
    stage = Stage([on(10, 10, "hacker"), on(9, 9)], [on(30, 10), on(33, 10)])
    match = act(stage.match(1, 1, 1, 1), use("hacker", "blue-1"))
    finish(match)
    assert match.table.tokens("blue-1", HACKED) == 1
    elsewhere = match.fork()
    elsewhere.play(Pass("blue-2"))
    assert not elsewhere.table.tokens("blue-1", HACKED), "lost if somebody else is forced"
    keen = Stage([on(10, 10, "hacker", tokens={INSPIRED: 1}), on(9, 9)], [on(30, 10), on(33, 10)])
    assert lim(keen) == 4
    ended = settle(act(keen.match(1, 1, 1), use("hacker", "blue-1")))
    assert ended.decision.rule == "XT-TRN-01", "hacking ends the activation, whatever points are left"
    match.play(Pass("blue-1"))
    assert limit(match.table, match.table.models["blue-1"]) == 1
    act(match, Move("blue-1"), Go("blue-1", (30.0, 11.0)))
    assert not match.table.tokens("blue-1", HACKED)
    assert spent(match)


@rule("XT-ABL-21", 0)
def test_mind_control_lasts_for_the_turn() -> None:
    stage = Stage([on(10, 10, "mind_control", quality=7), on(9, 9)], [on(30, 10, "pistol"), on(33, 10)])
    match = act(stage.match(1, 1, 1), use("mind_control", "blue-1"))
    finish(match)
    blue = match.table.models["blue-1"]
    assert (blue.side, blue.owner) == ("red", "blue")
    assert match.refusal(Activate("blue-1")) is None
    match.play(Pass("blue-2"))
    assert match.table.models["blue-1"].side == "blue"
    assert [e.side for e in happened(match, Converted)] == ["red", "blue"]


@rule("XT-ABL-10", 0)
def test_a_facehugger_raises_a_zombie_or_takes_over() -> None:
    stage = Stage(
        [on(10, 10, "facehugger"), on(9, 9)], [on(14, 10, "blade", stunned=True, hit_points=2), SPARE], terrain=[SCREEN]
    )
    match = act(stage.match(1, 1, 1), Move("red-1", (13.0, 10.0)), use("facehugger", "blue-1", choice="take_over"))
    settle(match)
    assert not alive(match, "red-1")
    hero = match.table.models["blue-1"]
    assert (hero.side, is_stunned(match, "blue-1"), hp(match, "blue-1")) == ("red", True, 2)
    assert spent(match), "three quality dice for the hatchling"
    match = act(stage.match(1, 1, 1), Move("red-1", (13.0, 10.0)), use("facehugger", "blue-1", choice="zombie"))
    settle(match)
    assert not alive(match, "blue-1")
    (risen,) = [m for m in match.table.models.values() if m.profile == "zombie"]
    assert (risen.side, risen.at, risen.tokens["attack"]) == ("red", (14.0, 10.0), 3)
    assert match.refusal(Activate(risen.id)) is None


@rule("XT-ABL-10")
def test_a_facehugger_attacks_once_an_activation() -> None:
    stage = Stage([on(10, 10, "facehugger", "pistol"), on(9, 9)], [on(30, 10), SPARE])
    match = act(stage.match(9), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert match.refusal(Attack("red-1", "pistol", "blue-1")).rule == "XT-ABL-10"  # type: ignore[union-attr]
    assert offered(match, Move)


@rule("XT-ABL-11", 0, 1)
@rule("XT-TRN-06", 0)
def test_a_fire_screen_burns_until_the_next_own_turn() -> None:
    stage = unseen(on(10, 10, "fire_screen"), on(5, 30))
    match = stage.match(1, 1)
    match.play(Activate("red-1"))
    assert match.refusal(use("fire_screen", at=(21.1, 10.0))).rule == "XT-ABL-11"  # type: ignore[union-attr]
    match.play(use("fire_screen", at=(21.0, 10.0)))
    assert [p.traits for p in match.table.terrain.pieces if p.name == "fire"] == [("hazardous", "owner:red")]
    finish(match)
    match.play(Pass("blue-1"))
    assert any(p.name == "fire" for p in match.table.terrain.pieces)
    act(match, Move("blue-1", (46.0, 33.0)))
    finish(match)
    match.play(Pass("red-1"))
    assert not any(p.name == "fire" for p in match.table.terrain.pieces)


@rule("XT-ABL-31", 0)
def test_smoke_hides_and_covers() -> None:
    for spot, visible in (((20, 5), False), ((15, 5), True)):
        stage = Stage([on(9, 3, "smoke_screen"), on(5, 5)], [on(*spot), SPARE])
        match = act(stage.match(), use("smoke_screen", at=(12.0, 5.0)))
        settle(match)
        assert sees(match.table, "red-2", "blue-1") == visible
    plain = Stage([on(9, 3, "smoke_screen"), on(5, 5)], [on(20, 5), SPARE], options={"smoke_traits": "cover"})
    match = settle(act(plain.match(), use("smoke_screen", at=(12.0, 5.0))))
    assert sees(match.table, "red-2", "blue-1")


@rule("XT-ABL-23", 0)
def test_portals_are_opened_in_pairs_and_closed_together() -> None:
    match = unseen(on(10, 10, "portal"), on(5, 30)).match(1, 1, 1)
    match.play(Activate("red-1"))
    assert match.refusal(use("portal", at=(12.5, 10.0), twin=(30.0, 20.0))).rule == "XT-ABL-23"  # type: ignore[union-attr]
    match.play(use("portal", at=(12.0, 10.0), twin=(30.0, 20.0)))
    doors = [p for p in match.table.terrain.pieces if p.name == "portal"]
    assert len(doors) == 2
    close = unseen(
        on(10, 10, "portal"),
        on(5, 30),
        terrain=[box(10.5, 9, 12, 11, "portal", "pair:b", id="a"), box(30, 30, 32, 32, "portal", "pair:a", id="b")],
    )
    match = act(close.match(), use("close_portal", "a"))
    assert [p.id for p in match.table.terrain.pieces] == ["screen"]
    assert points(match, "red-1") == 2


# ------------------------------------------------------------------ special moves


@rule("XT-ABL-12", 0)
def test_a_flight_is_three_moves_long_and_ignores_what_is_below() -> None:
    stage = unseen(
        on(5, 10, "flying", move=6),
        on(5, 30),
        terrain=[wall(10, 0, 11, 36), box(12, 0, 14, 20, "hazardous", id="lava")],
    )
    match = act(stage.match(), use("flying"))
    assert match.refusal(Land("red-1", (23.1, 10.0))).rule == "XT-ABL-12"  # type: ignore[union-attr]
    match.play(Land("red-1", (23.0, 10.0)))
    assert (at(match, "red-1"), points(match, "red-1")) == ((23.0, 10.0), 2)
    deck = box(0, 0, 10, 10, "high_ground", id="deck")
    match = act(unseen(on(9.5, 5, "flying"), terrain=[deck]).match(), Move("red-1", (10.5, 5.0), drop=True))
    assert isinstance(match.pending, Decision), "no fall damage"


@rule("XT-ABL-33", 0)
def test_a_teleport_leads_anywhere_in_sight() -> None:
    stage = Stage([on(5, 10, "teleport"), on(5, 30)], [on(30, 10), SPARE], terrain=[wall(10, 20, 11, 36)])
    match = act(stage.match(), use("teleport"))
    settle(match)
    assert match.refusal(Land("red-1", (29.0, 10.0))) is None
    assert match.refusal(Land("red-1", (28.5, 10.0))).rule == "XT-MOV-03"  # type: ignore[union-attr]
    assert match.refusal(Land("red-1", (14.0, 34.0))).rule == "XT-ABL-33"  # type: ignore[union-attr]
    match.play(StayHere("red-1"))
    assert points(match, "red-1") == 3


@rule("XT-ABL-32", 0)
def test_the_first_sneak_in_sight_is_not_answered() -> None:
    stage = Stage([on(10, 5, "stealth", move=6), on(2, 2)], [on(30, 12), on(46, 2)], terrain=[wall(14, 0, 15, 8)])
    match = act(stage.match(), use("sneak"), Go("red-1", (10.0, 11.0)))
    assert sees(match.table, "red-1", "blue-1")
    act(match, use("sneak"))
    assert match.decision.rule == "XT-SEQ-02", "nobody may react"
    match.play(Go("red-1", (11.0, 11.0)))
    act(match, use("sneak"))
    assert "blue-1" in reactors(match)
    open_ground = Stage([on(10, 10, "stealth"), on(2, 2)], [on(30, 10), SPARE])
    assert refused(open_ground.match(), use("sneak")).rule == "XT-ABL-32"


@rule("XT-ABL-29", 0)
@rule("XT-MSR-06", 1)
def test_a_shock_entry_is_over_three_inches_from_enemies() -> None:
    stage = Stage([off("shock_entry", "rush", tokens={RESERVE: 1}), on(2, 2)], [on(30, 10), SPARE])
    assert lim(stage) == 4
    match = act(stage.match(), use("shock_entry"))
    assert match.decision.rule == "XT-SEQ-02", "nobody may react"
    assert match.refusal(Land("red-1", (26.0, 10.0))).rule == "XT-ABL-29"  # type: ignore[union-attr]
    match.play(Land("red-1", (25.9, 10.0)))
    assert list(at(match, "red-1") or ()) == pytest.approx([25.9, 10.0], abs=1e-3)
    assert offered(match, Stop), "one point is left"
    alone = Stage([off("shock_entry", "telepathic", tokens={RESERVE: 1}), on(2, 2)], [on(30, 10), SPARE])
    assert alone.match().refusal(Activate("red-1")).rule == "XT-TRN-03"  # type: ignore[union-attr]


@rule("XT-ABL-16", 0, 1)
@rule("XT-ABL-04")
def test_infiltrators_arrive_stunned_with_the_first_turn() -> None:
    def arriving(*items: str, **stats: int) -> Match:
        stage = Stage(
            [off("infiltrator", *items, tokens={INFILTRATING: 1}, **stats), on(2, 2)],
            [on(30, 10), on(33, 10)],
            terrain=[wall(20, 0, 21, 36)],
            turns=(0, 0),
            agenda=[BeginTurn("red")],
        )
        return stage.match()

    match = arriving()
    assert match.decision.rule == "XT-ABL-16"
    assert match.refusal(Infiltrate("red-1", (25.0, 20.0))).facts["seen by"] == "blue-1"  # type: ignore[union-attr]
    assert match.refusal(Infiltrate("red-1", (31.5, 10.0))) is not None
    near = Stage(
        [off("infiltrator", tokens={INFILTRATING: 1}), on(2, 2)],
        [on(22, 10), on(33, 10)],
        terrain=[wall(20, 0, 21, 36)],
        turns=(0, 0),
        agenda=[BeginTurn("red")],
    ).match()
    assert near.refusal(Infiltrate("red-1", (19.0, 10.0))).facts["over"] == 3.0  # type: ignore[union-attr]
    assert near.refusal(Infiltrate("red-1", (17.9, 10.0))) is None
    match.play(Infiltrate("red-1", (15.0, 10.0)))
    assert is_stunned(match, "red-1")
    act(match, StandUp("red-1"))
    settle(match)
    assert match.table.tokens("red-1", SPENT) == 3
    big = arriving("big", hit_points=3)
    big.play(Infiltrate("red-1", (15.0, 10.0)))
    assert (is_stunned(big, "red-1"), hp(big, "red-1")) == (False, 2)


@rule("XT-LOS-06", 0)
@rule("XT-ABL-19")
def test_a_leader_out_of_sight_does_not_help() -> None:
    stage = Stage([on(10, 5), on(10, 30, "leader")], [SPARE], terrain=[SCREEN, wall(0, 15, 9, 16)])
    match = stage.match()
    act(match, Move("red-1", (7.0, 5.0)), Move("red-1", (4.0, 5.0)))
    match.play(Stop("red-1"))
    match.play((9, 1))
    if not sees(match.table, "red-1", "red-2"):
        assert match.decision.on is None
    else:
        pytest.fail("the leader is still in sight")


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
