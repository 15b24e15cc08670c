"""Reactions: who may react, with what, in which order everything is resolved, and what comes afterwards."""

from __future__ import annotations

from sightline.core.responses import Enough, StandDown, ordered
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import (
    Attack,
    Capture,
    Go,
    Move,
    MoveAway,
    ShootBack,
    StandUp,
    StealInitiative,
    UseDoor,
)
from sightline.games.xenotactics.events import Hits, Reacted, Slain, Stunned, Walked
from sightline.games.xenotactics.tokens import REACTED
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
    offered,
    on,
    reactors,
    refused,
    rolling,
    settle,
    spent,
    wall,
)
from tests.kit import rule

SHOT = Attack("red-1", "autorifle", "blue-1")
MOVE = Move("red-1")


# ------------------------------------------------------------------ who may react


@rule("XT-RCT-01", 0)
def test_reactions_are_moves_attacks_thefts_and_nothing_else() -> None:
    match = act(Stage([on(10, 10)], [on(20, 10, "pistol", "smoke_screen")]).match(), MOVE)
    kinds = {o.action for o in match.decision.offers if "actor" in o.given}
    assert kinds == {MoveAway, ShootBack, StealInitiative}
    assert match.refusal(Enough("blue")) is None
    assert match.decision.default == Enough("blue")


@rule("XT-RCT-02", 0, 1, 2)
@rule("XT-SEQ-02", 0)
def test_only_actions_that_start_in_sight_are_answered() -> None:
    corner = wall(14, 0, 15, 12)
    stage = Stage([on(10, 10, "pistol"), on(5, 5)], [on(20, 10, "pistol")], terrain=[corner])
    match = stage.match(2, 5, 7, 3, 9, 1)
    act(match, Move("red-1", (14.5, 13.0)))
    assert not happened(match, Reacted), "it came into view only on the way"
    act(match, Attack("red-1", "pistol", "blue-1"))
    assert reactors(match) == {"blue-1"}
    match.play(ShootBack("blue-1", "pistol"))
    settle(match)
    assert is_stunned(match, "red-1")
    assert match.decision.rule == "XT-TRN-01", "two quality dice, one failure: the turn goes on"
    leaving = Stage([on(5, 5), on(2, 2)], [on(20, 5, "pistol")], terrain=[wall(10, 8, 11, 20)])
    match = act(leaving.match(9, 1, 1, 1), Move("red-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert at(match, "red-1") == (5.0, 5.0), "the shot comes before the move"
    match.play(Go("red-1", (5.0, 11.0)))
    assert [type(e) for e in match.events if isinstance(e, Hits | Walked)] == [Hits, Walked]


@rule("XT-RCT-03", 0, 1)
def test_each_model_reacts_once_to_each_action() -> None:
    stage = Stage([on(10, 10), on(5, 5)], [on(20, 10, "pistol")])
    match = stage.match(1, 10, 1, 10, 1, 10, 1, 1, 1)
    for _ in range(3):
        act(match, MOVE, ShootBack("blue-1", "pistol"), Go("red-1", (10.0, 10.0)))
    assert len(happened(match, Reacted)) == 3
    twice = act(Stage([on(10, 10)], [on(20, 10, "pistol"), on(20, 13, "pistol")]).match(), MOVE)
    twice.play(ShootBack("blue-1", "pistol"))
    assert reactors(twice) == {"blue-2"}
    assert twice.refusal(StealInitiative("blue-1")).rule == "XT-RCT-03"  # type: ignore[union-attr]
    up = act(Stage([on(10, 10, stunned=True), on(5, 5)], [on(20, 10, "pistol")]).match(), StandUp("red-1"))
    assert reactors(up) == {"blue-1"}


@rule("XT-RCT-04", 0)
def test_nobody_reacts_to_a_reaction() -> None:
    stage = Stage([on(10, 10), on(10, 13, "pistol")], [on(20, 10, "pistol")])
    match = act(stage.match(1, 10), MOVE, ShootBack("blue-1", "pistol"))
    assert match.decision.side == "red"
    assert match.decision.rule == "XT-SEQ-02", "its own move comes next, nobody is asked to answer the shot"


@rule("XT-RCT-05", 0)
def test_whoever_reacted_turns_to_the_active_model() -> None:
    stage = Stage([on(12, 12)], [on(10, 10, move=6)])
    match = act(stage.match(), MOVE, MoveAway("blue-1"), Go("red-1", (12.0, 16.0)), Go("blue-1", (12.0, 10.0)))
    blue = match.table.models["blue-1"]
    assert (blue.facing, blue.tokens[REACTED]) == (90.0, 1)


@rule("XT-RCT-06", 0, 1, 2, 3)
def test_nobody_reacts_to_what_is_behind() -> None:
    for spot, reacts in (((9, 14), False), ((10, 16), True), ((10.5, 3), True)):
        blue = on(10, 10, "pistol", tokens={REACTED: 1}, facing=0.0)
        match = act(Stage([on(*spot)], [blue, on(12, 10)]).match(), MOVE)
        assert ("blue-1" in reactors(match)) == reacts
        if not reacts:
            refusal = match.refusal(ShootBack("blue-1", "pistol"))
            assert refusal is not None
            assert refusal.rule == "XT-RCT-06"
    fresh = act(Stage([on(9, 14)], [on(10, 10, "pistol", facing=0.0)]).match(), MOVE)
    assert reactors(fresh) == {"blue-1"}, "facings of another turn are forgotten"


@rule("XT-RCT-07", 0)
def test_the_stunned_and_the_flanked_do_not_react() -> None:
    stage = Stage([on(10, 10), on(30, 10)], [on(20, 10, "pistol"), on(12, 20, "pistol", stunned=True), on(10, 3)])
    match = act(stage.match(), MOVE)
    assert reactors(match) == {"blue-3"}
    for reply, broken in (
        (ShootBack("blue-1", "pistol"), "XT-FLK-01"),
        (ShootBack("blue-2", "pistol"), "XT-STN-02"),
        (ShootBack("red-2", "unarmed"), "XT-RCT-07"),
        (StealInitiative("blue-1"), "XT-FLK-01"),
        (ShootBack("blue-3", "pistol"), "XT-WPN-02"),
    ):
        refusal = match.refusal(reply)
        assert refusal is not None
        assert refusal.rule == broken
    assert match.refusal(ShootBack("blue-1", "pistol")).facts["flanked by"] == ["red-1", "red-2"]  # type: ignore[union-attr]


@rule("XT-RCT-07")
@rule("XT-RCT-02")
def test_a_reaction_by_a_model_that_does_not_see_is_refused() -> None:
    stage = Stage([on(10, 10)], [on(20, 10, "pistol"), on(20, 20)], terrain=[wall(14, 8, 15, 12)])
    match = act(stage.match(), MOVE)
    refusal = match.refusal(ShootBack("blue-1", "pistol"))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["model"], refusal.facts["active"]) == ("XT-RCT-02", "blue-1", "red-1")


@rule("XT-FLK-02", 0)
def test_flanking_is_judged_when_the_action_starts() -> None:
    stage = Stage([on(14, 10), on(16, 15.5, move=9)], [on(20, 10, "pistol"), on(46, 2)])
    match = act(stage.match(), Move("red-2"), StealInitiative("blue-1"), Go("red-2", (24.0, 12.0)))
    act(match, Move("red-2"))
    refusal = match.refusal(StealInitiative("blue-1"))
    assert refusal is not None
    assert refusal.rule == "XT-FLK-01", "now it is flanked; what it had declared stood"


@rule("XT-RCT-08", 0)
def test_a_reaction_is_aimed_at_the_active_model_unless_the_table_plays_otherwise() -> None:
    red = [on(10, 10), on(10, 16, "leader")]
    match = act(Stage(red, [on(20, 10, "sniper_rifle")]).match(), MOVE)
    assert match.refusal(ShootBack("blue-1", "sniper_rifle", "red-2")).rule == "XT-RCT-08"  # type: ignore[union-attr]
    free = Stage(red, [on(20, 10, "sniper_rifle")], options={"reaction_targets": "any_legal_target"})
    match = act(free.match(3, 7), MOVE, ShootBack("blue-1", "sniper_rifle", "red-2"))
    settle(match)
    assert is_stunned(match, "red-2")
    assert spent(match), "no dodge die against an attack on somebody else"


@rule("XT-RCT-03")
def test_standing_down_lasts_for_the_activation() -> None:
    stage = Stage([on(10, 10), on(12, 12)], [on(20, 10, "pistol")])
    match = act(stage.match(1, 1, 1), MOVE)
    match.play(StandDown("blue"))
    match.play(Go("red-1", (10.0, 10.0)))
    act(match, Move("red-1", (10.0, 11.0)))
    assert match.decision.side == "red", "nobody is asked again"
    finish(match)
    act(match, Move("red-2"))
    assert reactors(match) == {"blue-1"}
    assert ordered(match, {"XT-RCT-01": StandDown("blue")}) == StandDown("blue")
    assert ordered(match, {"XT-RCT-01": None}) == Enough("blue")
    assert ordered(match, {"XT-TRN-01": None}) is None


# ------------------------------------------------------------------ resolution


@rule("XT-SEQ-01", 0)
def test_reactions_are_declared_before_any_die_falls() -> None:
    stage = Stage([on(10, 10, "autorifle")], [on(20, 10, "pistol"), on(20, 13), on(20, 7)])
    match = act(stage.match(), SHOT, ShootBack("blue-1", "pistol"), MoveAway("blue-2"))
    assert reactors(match) == {"blue-3"}
    match.play(Enough("blue"))
    assert rolling(match).rule == "XT-ATK-01"
    match.play((9, 9))
    match.play((9,))
    assert not reactors(match)


@rule("XT-SEQ-01")
def test_a_table_may_have_ways_declared_before_reactions() -> None:
    stage = Stage([on(10, 10), on(5, 5)], [on(20, 10, "pistol")], options={"move_path_declared_before_reactions": True})
    assert refused(stage.match(), MOVE).rule == "XT-MOV-01"
    match = act(stage.match(1, 10), Move("red-1", (14.0, 10.0)), ShootBack("blue-1", "pistol"))
    settle(match)
    assert at(match, "red-1") == (14.0, 10.0)


@rule("XT-SEQ-02", 1)
@rule("XT-RMV-02", 0)
def test_a_charge_is_completed_before_the_move_that_answers_it() -> None:
    stage = Stage([on(10, 10, move=7), on(5, 5)], [on(16, 10, move=5)])
    match = act(stage.match(), MOVE, MoveAway("blue-1"), Go("red-1", (15.0, 10.0)))
    assert match.refusal(Go("blue-1", (18.0, 10.0))).rule == "XT-RMV-02"  # type: ignore[union-attr]
    assert match.refusal(Go("blue-1", (16.0, 10.0))) is None
    slide = (15.0, 11.0)
    assert match.refusal(Go("blue-1", slide)) is None, "it may slide round the base"


@rule("XT-RMV-02", 1)
@rule("XT-MOV-04", 0)
def test_who_is_left_by_the_active_model_is_free() -> None:
    stage = Stage([on(10, 10, move=6), on(5, 5)], [on(11, 10, "blade", attack=6, move=6)])
    match = act(stage.match(), MOVE, MoveAway("blue-1"), Go("red-1", (4.0, 10.0)))
    assert match.refusal(Go("blue-1", (16.0, 10.0))) is None
    match = act(stage.match(), MOVE, ShootBack("blue-1", "blade"))
    settle(match)
    assert rolling(match).rule == "XT-MOV-05", "the mover may dodge"
    match.play((1,))
    roll = rolling(match)
    assert (roll.count, roll.need.value) == (1, 9)  # type: ignore[union-attr]


@rule("XT-SEQ-03")
def test_an_action_is_over_before_the_next_is_declared() -> None:
    stage = Stage([on(10, 10, "pistol"), on(5, 5)], [on(20, 10, "pistol")])
    match = act(stage.match(9, 9, 9), Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
    assert match.decision.rule == "XT-TRN-02"
    assert match.table.models["blue-1"].tokens[REACTED] == 1


@rule("XT-SEQ-04", 0, 1)
def test_the_dead_still_deliver_their_attacks() -> None:
    stage = Stage([on(10, 10, "autorifle"), on(5, 5)], [on(20, 10), on(20, 14, "pistol"), on(45, 30)])
    match = act(stage.match(2, 9, 3, 8, 8, 1), SHOT, ShootBack("blue-2", "pistol"))
    settle(match)
    assert (alive(match, "red-1"), alive(match, "blue-1")) == (False, False)
    equal = Stage([on(10, 10, "pistol"), on(5, 5)], [on(20, 10, "pistol"), on(45, 30)])
    match = act(equal.match(4, 4, 8, 8, 1), Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert [e.model for e in happened(match, Slain)] == ["blue-1", "red-1"]
    assert spent(match)


@rule("XT-SEQ-05", 0)
def test_a_stunned_model_does_not_carry_out_the_rest_of_its_action() -> None:
    door = box(10.5, 8, 11, 12, "door", id="door")
    stage = Stage([on(10, 10), on(5, 5)], [on(10, 20, "pistol")], terrain=[door])
    match = act(stage.match(3, 7, 1), UseDoor("red-1", "door"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert is_stunned(match, "red-1")
    assert "open" not in match.table.terrain.pieces[0].traits
    assert spent(match)


@rule("XT-SEQ-05", 1)
def test_a_pushed_mover_moves_from_its_new_place() -> None:
    stage = Stage([on(16, 10, move=6), on(5, 5)], [on(22, 10, "shotgun")])
    match = act(stage.match(9, 1, 1), MOVE, ShootBack("blue-1", "shotgun"))
    settle(match)
    assert at(match, "red-1") == (13.0, 10.0)
    assert match.refusal(Go("red-1", (7.0, 10.0))) is None
    assert match.refusal(Go("red-1", (6.9, 10.0))).rule == "XT-MOV-01"  # type: ignore[union-attr]


# ------------------------------------------------------------------ move and attack reactions


@rule("XT-RMV-01", 0)
def test_a_reactor_dodges_first_and_moves_only_if_it_still_can() -> None:
    stage = Stage([on(10, 10, "autorifle"), on(5, 5)], [on(20, 10, move=5), on(40, 30)])
    match = act(stage.match(4, 9, 3, 7), SHOT, MoveAway("blue-1"))
    settle(match)
    assert is_stunned(match, "blue-1")
    assert match.decision.rule == "XT-TRN-02", "it does not move"
    match = act(stage.match(2, 9, 3), SHOT, MoveAway("blue-1"))
    settle(match)
    assert match.decision.rule == "XT-RMV-01"
    assert match.refusal(Go("blue-1", (25.1, 10.0))).rule == "XT-MOV-01"  # type: ignore[union-attr]
    match.play(Go("blue-1", (25.0, 10.0)))
    assert at(match, "blue-1") == (25.0, 10.0)


@rule("XT-RAT-01", 1)
@rule("XT-STA-06", 0)
@rule("XT-STA-07", 0)
def test_a_reactive_attack_has_one_die_and_one_damage() -> None:
    stage = Stage([on(10, 10), on(5, 5)], [on(20, 10, "sniper_rifle", "heavy_autorifle")])
    for weapon in ("sniper_rifle", "heavy_autorifle"):
        match = act(stage.match(), MOVE, ShootBack("blue-1", weapon))
        settle(match)
        match.play((10,))
        assert rolling(match).count == 1
        match.play((1,))
        assert rolling(match).count == 1, "one damage, one defence die"
    active = act(
        Stage([on(10, 10, "heavy_autorifle")], [on(20, 10)]).match(), Attack("red-1", "heavy_autorifle", "blue-1")
    )
    settle(active)
    assert rolling(active).count == 3
    stun = Stage([on(10, 10, "sniper_rifle__ballistic_stun")], [on(20, 10)])
    match = settle(act(stun.match(), Attack("red-1", "sniper_rifle__ballistic_stun", "blue-1")))
    match.play((1,))
    assert rolling(match).count == 4


@rule("XT-RAT-02", 0, 1, 2)
@rule("XT-TRT-04", 0)
def test_traits_work_in_reactions_but_energy_does_not() -> None:
    gravity = Stage([on(20, 10), on(21.5, 13)], [on(16, 10, "shotgun__ballistic_gravity")])
    match = act(gravity.match(9, 1, 1), MOVE, ShootBack("blue-1", "shotgun__ballistic_gravity"))
    settle(match)
    assert at(match, "red-1") == (26.0, 10.0)
    laser = Stage(
        [on(10, 10, "pistol__ballistic_laser", defence=6), on(5, 5)], [on(20, 10, "pistol__ballistic_laser", defence=6)]
    )
    match = act(laser.match(), MOVE, ShootBack("blue-1", "pistol__ballistic_laser"))
    settle(match)
    match.play((10,))
    match.play((1,))
    assert rolling(match).need.value == 6  # type: ignore[union-attr]
    match = settle(act(laser.match(), Attack("red-1", "pistol__ballistic_laser", "blue-1")))
    match.play((1,))
    assert rolling(match).need.value == 4  # type: ignore[union-attr]
    rocket = Stage([on(10, 10), on(13, 12), on(14.2, 10)], [on(22, 14, "rocket_launcher")])
    match = act(rocket.match(), MOVE, ShootBack("blue-1", "rocket_launcher"))
    settle(match)
    match.play((10,))
    match.play((1,))
    hurt = []
    while not match.pending.rule.startswith("XT-SEQ"):  # type: ignore[union-attr]
        hurt.append((rolling(match).about, rolling(match).count))
        match.play((1,) * rolling(match).count)
    assert hurt == [("red-1", 1), ("red-2", 1)]


@rule("XT-RAT-03", 0, 1)
@rule("XT-TRT-07", 0, 1)
def test_a_light_attack_opposes_and_takes_the_place_of_the_dodge() -> None:
    stage = Stage([on(10, 10, "pistol", attack=6), on(5, 5)], [on(20, 10, "pistol"), on(20, 13, "pistol"), on(45, 30)])
    shot = Move("red-1", weapon="pistol", target="blue-1")
    match = act(stage.match(5, 3, 4, 8, 7, 1), shot, ShootBack("blue-1", "pistol"), ShootBack("blue-2", "pistol"))
    settle(match)
    assert [(e.attacker, e.hits) for e in happened(match, Hits)] == [("red-1", 1), ("blue-1", 0), ("blue-2", 1)]
    assert (alive(match, "blue-1"), is_stunned(match, "red-1")) == (False, True)
    assert at(match, "red-1") == (10.0, 10.0), "its shot counted, its move does not happen"
    assert spent(match)


@rule("XT-RAT-04", 0)
def test_a_charge_cannot_be_answered_with_a_knife() -> None:
    stage = Stage([on(10, 10)], [on(16, 10, "short_blade", "pistol")])
    match = act(stage.match(), MOVE)
    weapons = {o.given.get("weapon") for o in match.decision.offers if o.action is ShootBack}
    assert weapons == {"pistol"}
    assert match.refusal(ShootBack("blue-1", "short_blade")).rule == "XT-TRT-08"  # type: ignore[union-attr]
    touching = act(Stage([on(10, 10)], [on(11, 10, "short_blade")]).match(), MOVE)
    assert touching.refusal(ShootBack("blue-1", "short_blade")) is None


# ------------------------------------------------------------------ stunned models, standing up, capture


@rule("XT-STN-02", 0, 1)
def test_a_stunned_model_can_only_stand_up() -> None:
    stage = Stage([on(10, 10, "pistol", stunned=True), on(5, 5)], [on(20, 10)])
    assert refused(stage.match(), MOVE).rule == "XT-STN-02"
    assert refused(stage.match(), Attack("red-1", "pistol", "blue-1")).rule == "XT-STN-02"
    match = stage.match()
    from sightline.games.xenotactics.actions import Activate

    match.play(Activate("red-1"))
    assert offered(match, StandUp)
    melee = Stage([on(10, 10, "blade", attack=4)], [on(11, 10, stunned=True), on(40, 10)])
    match = settle(act(melee.match(), Attack("red-1", "blade", "blue-1")))
    assert rolling(match).need.value == 9  # type: ignore[union-attr]
    match.play((9, 10, 10))
    assert rolling(match).count == 1


@rule("XT-STN-04")
def test_stunning_the_stunned_changes_nothing() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10, stunned=True), on(40, 10)])
    match = settle(act(stage.match(1, 7), Attack("red-1", "pistol", "blue-1")))
    assert is_stunned(match, "blue-1")
    assert (hp(match, "blue-1"), len(happened(match, Stunned))) == (1, 1)


@rule("XT-STD-01", 0)
@rule("XT-ABL-20", 0)
def test_standing_up_takes_three_points_or_two_near_a_medic() -> None:
    for gap, cost in ((5.0, 2), (5.1, 3)):
        stage = Stage(
            [on(10, 10, stunned=True), on(11 + gap, 10, "medic")], [on(45, 30)], terrain=[wall(30, 0, 31, 36)]
        )
        match = act(stage.match(), StandUp("red-1"))
        assert not is_stunned(match, "red-1")
        assert match.table.tokens("red-1", "spent") == cost
        assert (match.pending.rule == "XT-QTY-01") == (cost == 3)  # type: ignore[union-attr]


@rule("XT-STD-02", 0)
def test_a_model_stunned_again_stays_down() -> None:
    stage = Stage([on(10, 10, stunned=True, hit_points=2), on(5, 5)], [on(20, 10, "pistol")])
    match = act(stage.match(1, 6, 1, 1, 1), StandUp("red-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert (hp(match, "red-1"), is_stunned(match, "red-1")) == (1, False)
    match = act(stage.match(1, 7, 1, 1, 1), StandUp("red-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert (hp(match, "red-1"), is_stunned(match, "red-1")) == (2, True)


@rule("XT-CAP-01", 0, 1)
def test_a_stunned_enemy_in_contact_is_captured() -> None:
    stage = Stage([on(10, 10), on(5, 5)], [on(14, 10, stunned=True), on(20, 13, "pistol")])
    match = act(stage.match(1, 1, 1), MOVE, Go("red-1", (13.0, 10.0)), Capture("red-1", "blue-1"))
    settle(match)
    assert not alive(match, "blue-1")
    assert spent(match), "three quality dice"
    match = act(
        stage.match(3, 7, 1, 1, 1),
        MOVE,
        Go("red-1", (13.0, 10.0)),
        Capture("red-1", "blue-1"),
        ShootBack("blue-2", "pistol"),
    )
    settle(match)
    assert (alive(match, "blue-1"), is_stunned(match, "red-1")) == (True, True)
    assert spent(match)
    assert refused(stage.match(), Capture("red-1", "blue-1")).rule == "XT-CAP-01"


@rule("XT-SPC-01", 0)
def test_special_actions_cost_their_points_and_may_be_answered() -> None:
    door = box(10.5, 8, 11, 12, "door", id="door")
    match = act(Stage([on(10, 10)], [on(10, 20, "pistol")], terrain=[door]).match(), UseDoor("red-1", "door"))
    assert match.table.tokens("red-1", "spent") == 1
    assert reactors(match) == {"blue-1"}


def test_only_who_has_reacted_is_drawn_with_a_front() -> None:
    table = Stage(red=[on(10, 10)], blue=[on(20, 10, tokens={REACTED: 1}), on(22, 10)]).match().table
    assert [GAME.screen.faces(table, table.models[id]) for id in ("red-1", "blue-1", "blue-2")] == [False, True, False]
