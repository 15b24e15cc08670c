"""Rules that meet each other: what one chapter says of another's doings."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Decision
from sightline.games.xenotactics.acting import limit, price
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Go,
    Land,
    Move,
    OffhandAttack,
    Pass,
    Reflect,
    ShootBack,
    StandUp,
    Suffer,
    UseAbility,
    UseShield,
)
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import ACTIVATIONS, HACKED, INSPIRED, RESERVE
from tests.games.xenotactics.gifts import unseen
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    box,
    hp,
    off,
    offered,
    on,
    rolling,
    settle,
    spent,
    state,
    wall,
)
from tests.kit import rule

FAR = on(46, 34)
POISON, STUN = "pistol__ballistic_poison", "pistol__ballistic_stun"
DECK = box(20, 5, 30, 15, "high_ground", "level:2", id="deck")


@rule("XT-ABL-09")
@pytest.mark.parametrize("faces", [(4, 7), (7, 4)], ids=["loss first", "stun first"])
def test_whoever_is_stunned_by_one_attack_and_hurt_by_another_has_the_shield_up_for_the_loss(
    faces: tuple[int, int],
) -> None:
    shooters = [on(20, 10, "pistol", attack=9), on(20, 14, "pistol", attack=9)]
    match = Stage([on(10, 10, "energy_shield", defence=3), on(2, 2)], shooters).match()
    act(match, Move("red-1", dodge=False), ShootBack("blue-1", "pistol"), ShootBack("blue-2", "pistol"))
    settle(match)
    for face in (1, 1, *faces):
        match.play((face,))
    assert isinstance(match.pending, Decision)
    assert match.pending.rule == "XT-ABL-09"
    match.play(UseShield("red-1"))
    assert (hp(match, "red-1"), state(match, "red-1")) == (1, "stunned")


@rule("XT-TRT-09")
@rule("XT-ABL-09")
def test_what_cannot_kill_does_not_kill_who_leaves_the_shield_down() -> None:
    match = Stage([on(10, 10, STUN, attack=9), on(2, 2)], [on(20, 10, "energy_shield", defence=3), FAR]).match()
    act(match, Attack("red-1", STUN, "blue-1"))
    settle(match)
    match.play((1,))
    match.play((4, 1))
    match.play(Suffer("blue-1"))
    settle(match)
    assert (hp(match, "blue-1"), state(match, "blue-1")) == (1, "stunned")


@rule("XT-TRT-09")
@rule("XT-ABL-04")
def test_what_cannot_kill_comes_after_the_stun_that_costs_a_big_model_a_hit_point() -> None:
    stage = Stage(
        [on(10, 10, "big", hit_points=2, defence=4), on(2, 2)], [on(20, 10, "delta_psi"), on(20, 13, "pistol"), FAR]
    )
    match = act(
        stage.match(9, 1, 1, 8, 7), Move("red-1"), ShootBack("blue-1", "delta_psi"), ShootBack("blue-2", "pistol")
    )
    settle(match)
    assert hp(match, "red-1") == 1, "the pistol's 7 costs a hit point, the 8 of what cannot kill not the last one"
    assert spent(match)


@rule("XT-UPG-08")
@rule("XT-RAT-01")
@pytest.mark.parametrize(("column", "dice", "points"), [("damage", 2, 2), ("firepower", 3, 1)])
def test_the_plus_one_of_an_upgrade_is_damage_or_a_die_but_not_in_a_reaction(
    column: str, dice: int, points: int
) -> None:
    weapon, options = "autorifle__ballistic_stun", {"upgrade_plus_one_column": column}
    stage = Stage([on(10, 10, weapon), on(2, 2)], [on(20, 10, weapon), FAR], options=options)
    match = settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))
    assert rolling(match).count == dice
    match.play((1,) + (10,) * (dice - 1))
    assert rolling(match).count == points
    reply = settle(act(stage.match(), Move("red-1"), ShootBack("blue-1", weapon)))
    reply.play((10,))
    assert rolling(reply).count == 1
    reply.play((1,))
    assert rolling(reply).count == 1


@rule("XT-STD-02")
@pytest.mark.parametrize(
    ("weapon", "life", "face"), [("pistol__ballistic_poison", 2, 6), ("pistol__ballistic_stun", 1, 8)]
)
def test_a_stun_by_poison_or_by_what_cannot_kill_keeps_who_stands_up_down(weapon: str, life: int, face: int) -> None:
    lying = on(10, 10, stunned=True, hit_points=life, defence=3)
    match = Stage([lying, on(2, 2)], [on(20, 10, weapon, attack=9), FAR]).match()
    act(match, StandUp("red-1"), ShootBack("blue-1", weapon))
    settle(match)
    match.play((1,))
    match.play((face,) + (1,) * (rolling(match).count - 1))
    settle(match)
    assert (hp(match, "red-1"), state(match, "red-1")) == (1, "stunned")


@rule("XT-ABL-03")
@pytest.mark.parametrize(
    ("weapon", "gifts", "life"),
    [
        ("pistol", (), 1),
        ("pistol__ballistic_stun", (), 1),
        ("pistol__ballistic_poison", (), 2),
        ("pistol", ("energy_shield",), 1),
    ],
    ids=["plain", "nonlethal", "poison", "shield"],
)
def test_an_enemy_stunned_by_any_cause_sets_a_berserker_going(weapon: str, gifts: tuple[str, ...], life: int) -> None:
    enemy = on(20, 10, *gifts, defence=3, hit_points=life)
    match = Stage([on(10, 10, weapon, "berserker", attack=9), on(2, 2)], [enemy, FAR]).match()
    act(match, Attack("red-1", weapon, "blue-1"))
    settle(match)
    match.play((1,) * rolling(match).count)
    settle(match)
    match.play(((7,) if weapon == "pistol" and not gifts else (8,)) + (1,) * (rolling(match).count - 1))
    if isinstance(match.pending, Decision) and match.pending.rule == "XT-ABL-09":
        match.play(UseShield("blue-1"))
    assert state(match, "blue-1") == "stunned"
    assert limit(match.table, match.table.models["red-1"]) == 4


@rule("XT-ABL-03")
@rule("XT-STN-03")
@pytest.mark.parametrize("face", [8, 9], ids=["killed", "stunned"])
def test_a_berserker_stunned_while_an_enemy_falls_has_seen_it_when_it_stands(face: int) -> None:
    berserker = on(10, 10, "pistol", "berserker", attack=9, defence=1)
    match = Stage([berserker, on(10, 14, "medic"), on(2, 2)], [on(20, 10, "pistol", attack=9), FAR]).match()
    act(match, Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    for die in (5, 5, face, 9):
        match.play((die,))
    assert (state(match, "red-1"), limit(match.table, match.table.models["red-1"])) == ("stunned", 3)
    settle(act(match, StandUp("red-1")))
    assert limit(match.table, match.table.models["red-1"]) == 4


@rule("XT-MOV-08")
def test_who_hangs_on_a_face_does_nothing_but_climb_on() -> None:
    match = Stage([on(19.5, 10, "pistol", move=4), on(2, 2)], [on(10, 10), FAR], terrain=[DECK]).match()
    act(match, Move("red-1"))
    settle(match)
    match.play(Go("red-1", (20.3, 10.0)))
    settle(match)
    assert match.table.models["red-1"].z == 2.0
    assert not offered(match, Attack)
    refusal = match.refusal(Attack("red-1", "pistol", "blue-1"))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["height"]) == ("XT-MOV-08", 2.0)


@rule("XT-ABL-04")
def test_a_big_model_pays_for_a_flight_after_a_move() -> None:
    match = Stage([on(10, 10, "big", "flying", hit_points=3), on(2, 2)], [FAR]).match()
    act(match, Move("red-1"))
    settle(match)
    match.play(Go("red-1", (11.0, 10.0)))
    settle(match)
    assert price(match.table, match.table.models["red-1"], "flying", base=2) == 3


@rule("XT-TRT-13")
def test_nobody_is_poisoned_by_what_a_push_runs_them_into() -> None:
    weapon = "shotgun__ballistic_poison"
    enemies = [on(12, 10, defence=3, hit_points=3), on(15, 10, defence=3, hit_points=3), FAR]
    match = Stage([on(10, 10, weapon, attack=9), on(2, 2)], enemies).match()
    act(match, Attack("red-1", weapon, "blue-1"))
    settle(match)
    for faces in ((1,), (1, 1, 1), (8,), (8,)):
        match.play(faces)
    settle(match)
    assert [(hp(match, id), state(match, id)) for id in ("blue-1", "blue-2")] == [(2, "unharmed")] * 2


@rule("XT-ABL-24")
@pytest.mark.parametrize("weapon", ["pistol", STUN])
def test_what_is_turned_back_hurts_whoever_shot_whatever_it_spares_else(weapon: str) -> None:
    match = Stage(
        [on(10, 10, weapon, attack=9, hit_points=2), on(2, 2)], [on(20, 10, "reflect", attack=9), FAR]
    ).match()
    act(match, Attack("red-1", weapon, "blue-1"), Reflect("blue-1"))
    settle(match)
    match.play((1,) * rolling(match).count)
    match.play((9,))
    settle(match)
    assert (rolling(match).rule, rolling(match).about) == ("XT-DMG-01", "red-1")


@rule("XT-MSR-05")
def test_who_comes_down_beside_a_deck_is_measured_to_the_columns_on_it() -> None:
    arriving = off("shock_entry", tokens={"reserve": 1})
    match = Stage([on(2, 2), arriving], [on(20.5, 10), FAR], terrain=[DECK]).match()
    act(match, UseAbility("red-2", "shock_entry"))
    settle(match)
    assert match.refusal(Land("red-2", (18.0, 10.0))) is None
    near = match.refusal(Land("red-2", (44.0, 34.0)))
    assert near is not None
    assert (near.rule, near.facts["gap"]) == ("XT-ABL-29", 1.0)


@rule("XT-ABL-08")
def test_an_energy_being_is_gone_when_the_step_ends_in_which_a_neighbour_stuns_it() -> None:
    being = on(11, 10, "energy_being", defence=3)
    match = Stage([on(10, 10, "pistol", attack=9), on(2, 2)], [being, FAR]).match()
    act(match, Move("red-1", weapon="pistol", target="blue-1"))
    settle(match)
    match.play((1,))
    match.play((7,))
    settle(match)
    assert not alive(match, "blue-1"), "before the shooter walks away"


@rule("XT-ABL-21")
def test_who_was_taken_over_for_good_goes_back_there_after_a_turn_under_another_mind() -> None:
    enemies = [on(11, 10, stunned=True), on(20, 10, "mind_control", quality=9), FAR]
    match = Stage([on(10, 10, "facehugger"), on(2, 2)], enemies).match()
    act(match, UseAbility("red-1", "facehugger", target="blue-1", choice="take_over"))
    settle(match)
    match.play((1, 1))
    assert match.table.models["blue-1"].side == "red"
    match.play(Pass("blue-2"))
    settle(match)
    act(match, UseAbility("blue-2", "mind_control", target="blue-1"))
    settle(match)
    match.play((1, 1, 1))
    assert match.table.models["blue-1"].side == "blue"
    match.play(Pass("red-2"))
    settle(match)
    assert match.table.models["blue-1"].side == "red"


# ------------------------------------------------------------------ marks, and who sees for whom


@rule("XT-ABL-17")
def test_who_was_inspired_does_not_inspire_others_by_it() -> None:
    match = unseen(on(10, 10, tokens={INSPIRED: 1}), on(10, 14)).match()
    match.play(Activate("red-1"))
    assert not offered(match, UseAbility)
    refusal = match.refusal(UseAbility("red-1", "inspire", "red-2"))
    assert refusal is not None
    assert refusal.rule == "XT-ABL-17"


@rule("XT-ABL-13")
def test_a_hacker_takes_the_word_of_a_friend_who_sees_the_enemy() -> None:
    stage = Stage([on(10, 10, "hacker"), on(10, 20)], [on(20, 10), FAR], terrain=[wall(14, 0, 15, 14)])
    match = stage.match()
    match.play(Activate("red-1"))
    assert not sees(match.table, "red-1", "blue-1")
    assert sees(match.table, "red-2", "blue-1")
    match.play(UseAbility("red-1", "hacker", "blue-1"))
    settle(match)
    assert match.table.tokens("blue-1", HACKED) == 1


@rule("XT-ABL-13")
@rule("XT-ABL-21")
def test_a_hacked_enemy_under_ones_own_mind_control_has_all_its_points() -> None:
    minds = [on(10, 10, "hacker", quality=9), on(10, 14, "mind_control", quality=9)]
    match = Stage(minds, [on(30, 10), FAR]).match()
    for mind, ability in (("red-1", "hacker"), ("red-2", "mind_control")):
        act(match, UseAbility(mind, ability, "blue-1"))
        settle(match)
        match.play((1, 1, 1))
        settle(match)
    assert limit(match.table, match.table.models["blue-1"]) == 3


@rule("XT-ABL-15")
def test_a_master_under_mind_control_is_still_the_master_of_a_swarmer_who_is_too() -> None:
    swarm = [on(30, 10, "hivemind", "hivemind_master"), on(30, 14, "hivemind"), FAR]
    minds = [on(10, 10, "mind_control", quality=9), on(10, 14, "mind_control", quality=9)]
    match = Stage(minds, swarm).match()
    for mind, victim in (("red-1", "blue-1"), ("red-2", "blue-2")):
        act(match, UseAbility(mind, "mind_control", victim))
        settle(match)
        match.play((1, 1, 1))
        settle(match)
    assert limit(match.table, match.table.models["blue-2"]) == 4


@rule("XT-STN-03")
@rule("XT-APL-03")
@pytest.mark.parametrize(
    ("ability", "others", "help", "more"),
    [
        ("ai", 0, (), True),
        ("ai", 1, ("medic",), False),
        ("rush", 0, (), True),
        ("telepathic", 0, ("medic",), False),
    ],
)
def test_what_the_start_settled_holds_for_who_has_stood_up(
    ability: str, others: int, help: tuple[str, ...], more: bool
) -> None:
    stage = unseen(on(10, 10, ability, stunned=True), on(13, 10, *help))
    stage.table.put_tokens("red", ACTIVATIONS, others)
    match = act(stage.match(), StandUp("red-1"))
    assert (isinstance(match.pending, Decision) and match.pending.rule == "XT-TRN-02") == more


@rule("XT-ABL-07")
def test_an_offhand_attack_may_be_made_with_any_of_several_weapons() -> None:
    fighter = on(10, 10, "pistol", "blade", "club", "whip", "dualwielder")
    match = Stage([fighter, on(2, 2)], [on(11, 10, defence=7, hit_points=7), FAR]).match()
    act(match, Attack("red-1", "pistol", "blue-1"))
    settle(match)
    match.play((10,))
    settle(match)
    assert [o["weapon"] for o in offered(match, OffhandAttack)] == ["blade", "club", "whip", "unarmed"]
    assert match.refusal(OffhandAttack("red-1", "club", "blue-1")) is None


@rule("XT-ABL-24")
def test_nobody_reflects_what_is_no_attack() -> None:
    match = Stage([on(10, 10, "mind_control"), on(2, 2)], [on(20, 10, "reflect"), FAR]).match()
    act(match, UseAbility("red-1", "mind_control", "blue-1"))
    assert not offered(match, Reflect)
    refusal = match.refusal(Reflect("blue-1"))
    assert refusal is not None
    assert refusal.rule == "XT-ABL-24"


@rule("XT-ABL-32")
@rule("XT-ABL-29")
def test_who_comes_from_off_the_table_started_out_of_sight_and_may_sneak() -> None:
    arriving = off("shock_entry", "rush", "stealth", tokens={RESERVE: 1})
    match = act(Stage([arriving, on(2, 2)], [on(30, 10), FAR]).match(), UseAbility("red-1", "shock_entry"))
    match.play(Land("red-1", (15.0, 10.0)))
    assert sees(match.table, "red-1", "blue-1")
    match.play(UseAbility("red-1", "sneak"))
    assert match.decision.rule == "XT-SEQ-02", "nobody may react"
