"""What abilities allow and forbid a model to do in its turn."""

from __future__ import annotations

from sightline.games.xenotactics.acting import limit
from sightline.games.xenotactics.actions import (
    Attack,
    Go,
    Move,
    OffhandAttack,
    Pass,
    StandUp,
)
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.effects.abilities import patient_is_near
from sightline.games.xenotactics.questions import Price, Reacting, Targeting
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import ACTING, ACTIVATIONS, HACKED, INSPIRED, RESERVE
from tests.games.xenotactics.gifts import SCREEN, SPARE, lim, seen, unseen
from tests.games.xenotactics.stage import (
    Stage,
    act,
    finish,
    off,
    on,
    points,
    reactors,
    settle,
    spent,
    wall,
)
from tests.kit import rule


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


def test_nothing_in_the_book_excuses_from_sight_or_lets_others_help() -> None:
    # Out of sight nobody is even asked who may be aimed at or may react, and friends are asked about standing up only.
    assert not any(EFFECTS.by_verb("silence", question) for question in (Targeting, Reacting))
    helping = [
        c for e in EFFECTS.by_rule.values() for c in e.clauses if c.about is Price and c.role not in ("", "actor")
    ]
    assert [c.when for c in helping] == [patient_is_near]
