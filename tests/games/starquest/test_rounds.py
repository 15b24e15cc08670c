"""Rounds and activations, and what power and rest do in them."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.games.starquest.acting import price
from sightline.games.starquest.actions import (
    Activate,
    Advance,
    Charge,
    EndTurn,
    Pay,
    PushOn,
    Rest,
    Rush,
    Scurry,
    Shoot,
    Stay,
)
from sightline.games.starquest.events import (
    Activated,
    Felled,
    Passed,
    PhaseBegan,
    Rested,
    RoundBegan,
)
from sightline.games.starquest.sequence import BeginRound, EndRound
from tests.games.starquest.stage import (
    PISTOL,
    RIFLE,
    Stage,
    act,
    active,
    at,
    deck,
    happened,
    hero,
    offered,
    options,
    refused,
    rolling,
    spent,
    squad,
    table_of,
    tokens,
    wounds,
)
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B, E = "heroes-1", "heroes-2", "enemies-1-1"
RADIUS = 16 / 25.4


# ------------------------------------------------------------------ rounds and turns


@rule("SQ-RND-01")
@rule("SQ-RND-02")
@rule("SQ-RND-03")
@rule("SQ-RND-04")
@rule("SQ-RND-07")
def test_heroes_act_first_in_any_order_then_the_enemies_then_a_new_round() -> None:
    far = squad((44, 44), weapons=(PISTOL,))
    match = Stage([hero(4, 4), hero(8, 4)], [far], agenda=(BeginRound(1),)).match()
    assert options(match, Activate, "model") == (A, B)
    match.play(Activate(B), EndTurn(B))
    assert options(match, Activate, "model") == (A,)
    assert refused(match, Activate(B)).rule == "SQ-RND-03"
    match.play(Activate(A), EndTurn(A))
    assert [e.rule for e in happened(match, PhaseBegan)] == ["SQ-RND-07", "SQ-RND-02"]
    assert [e.value for e in happened(match, RoundBegan)] == [1, 2]
    assert options(match, Activate, "model") == (A, B)


@rule("SQ-RND-05", 0, 1, 2)
def test_a_hero_has_one_action_of_any_kind_and_a_skill() -> None:
    stage = Stage([hero(10, 10, PISTOL)], [squad((30, 10))])
    match = act(stage.match(6, 1), Scurry(A), Stay(A), Advance(A, (12, 10)))
    assert refused(match, Rush(A, (14, 10))).rule == "SQ-RND-05"
    assert refused(match, Scurry(A)).rule == "SQ-RND-05"
    twice = act(stage.match(6, 1, 6, 1), Scurry(A), Stay(A), Scurry(A), Stay(A))
    assert refused(twice, Rush(A, (14, 10))).rule == "SQ-RND-05"
    assert spent(twice)
    plain = act(stage.match(), Advance(A, (12, 10)))
    assert refused(plain, Rush(A, (14, 10))).rule == "SQ-RND-05"


@rule("SQ-RND-06", 0, 1)
def test_two_power_buy_one_more_action_and_no_second() -> None:
    stage = Stage([hero(10, 10, PISTOL), hero(4, 4)], [squad((30, 10))])
    match = act(stage.match(6, 1), Advance(A, (12, 10)), Scurry(A), Stay(A), PushOn(A))
    assert tokens(match, A, "power") == 3
    assert refused(match, PushOn(A)).facts["extra actions"] == 1
    assert offered(match, Charge) == []
    assert spent(match)
    act(match, Rush(A, (20, 10)))


@rule("SQ-RND-06", 2)
@rule("SQ-RST-03", 1)
def test_power_that_is_not_there_is_paid_in_wounds() -> None:
    match = act(Stage([hero(10, 10, power=1)], [squad((30, 10))]).match(), PushOn(A))
    assert (tokens(match, A, "power"), wounds(match, A)) == (1, 2)
    act(match, Rush(A, (14, 10)), Rush(A, (18, 10)))


@rule("SQ-RND-06")
def test_a_group_may_allow_each_attack_only_once() -> None:
    stage = Stage([hero(10, 10, RIFLE)], [squad((20, 10), tough=9)])
    again = act(stage.match(1, 1), Shoot(A, E), PushOn(A), Shoot(A, E))
    assert spent(again)
    strict = Stage([hero(10, 10, RIFLE)], [squad((20, 10), tough=9)], options={"extra_action_repeat_attack": False})
    match = act(strict.match(1), Shoot(A, E), PushOn(A))
    assert refused(match, Shoot(A, E)).rule == "SQ-RND-06"


@rule("SQ-RND-08", 0)
@pytest.mark.parametrize(("order", "wanted"), [("remeasure", "XZY"), ("fixed_at_phase_start", "XYZ")])
def test_the_nearest_enemy_acts_first(order: str, wanted: str) -> None:
    from sightline.games.starquest.enemies import EnemyPhase, phase_order

    a, b = hero(10, 10, tough=1), hero(10, 20)
    x = squad((10 + 4 + 2 * RADIUS, 10), weapons=("Claws (A1)",))
    y = squad((10 - 5 - 2 * RADIUS, 10), weapons=(PISTOL,))
    z = squad((10, 20 + 6 + 2 * RADIUS), weapons=(PISTOL,))
    stage = Stage([a, b], [x, y, z], options={"ai_order": order})
    stage.table.agenda = (EnemyPhase(phase_order(stage.table)),)
    match = stage.match()
    while match.pending is not None and not (isinstance(match.pending, Decision) and match.pending.rule == "SQ-RND-03"):
        if isinstance(match.pending, Decision):
            match.play(match.pending.default)  # type: ignore[arg-type]
        else:
            # The charger hits and is not blocked; nobody else does any harm.
            roll, first = rolling(match), not happened(match, Felled)
            match.play((6 if (roll.by == "enemies") == first else 1,) * roll.count)
    names = {"enemies-1": "X", "enemies-2": "Y", "enemies-3": "Z"}
    bearers = [e.bearers[0].rpartition("-")[0] for e in happened(match, Activated)]
    acted = [names[b] for b in bearers if b in names]
    assert "".join(acted[:3]) == wanted


@rule("SQ-RND-10")
def test_a_round_begins_with_tokens_for_casters_and_ends_with_rest_for_the_tired() -> None:
    stage = Stage([hero(4, 4, rules=["Caster(2)"], fatigued=1)], [squad((44, 44))], agenda=(EndRound(),))
    match = stage.match()
    assert tokens(match, A, "fatigued") == 0
    assert tokens(match, A, "spell_tokens") == 2
    assert tokens(match, "table", "round") == 2


# ------------------------------------------------------------------ rest and power


@rule("SQ-RST-01")
@rule("SQ-RST-02")
@rule("SQ-ACN-01")
@rule("SQ-RST-04")
def test_rest_restores_all_power_and_excludes_everything_else() -> None:
    stage = Stage([hero(10, 10, power=1), hero(14, 10)], [squad((44, 44))])
    match = act(stage.match(), Rest(A))
    assert tokens(match, A, "power") == 5
    assert happened(match, Rested)
    assert options(match, Activate, "model") == (B,)
    late = act(stage.match(), Rush(A, (10, 14)))
    assert refused(late, Rest(A)).rule == "SQ-RST-02"
    assert not offered(active(Stage([hero(10, 10)], [squad((44, 44))])), Rest)


@pytest.mark.parametrize(("vector", "exact"), vectors("power_spend"))
def test_what_a_payment_takes(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    more: dict[str, Any] = {"diseased": 1} if vector.get("diseased") else {}
    table = table_of([hero(10, 10, power=vector["power"], **more)])
    power, hurt = price(table, table.models[A], vector["amount"])
    assert (str(vector["power"] - power), str(hurt)) == (exact["power"], exact["wounds"])


@rule("SQ-RST-03", 1)
def test_a_group_may_take_only_what_is_missing_as_wounds() -> None:
    table = table_of([hero(10, 10, power=1)], options={"power_debt": "shortfall_only"})
    assert price(table, table.models[A], 2) == (1, 1)


@rule("SQ-RST-03", 3)
@rule("SQ-UNC-01")
def test_who_is_felled_by_the_price_does_not_get_what_it_paid_for() -> None:
    match = act(Stage([hero(10, 10, power=0, wounds=5), hero(20, 20)], [squad((44, 44))]).match(), PushOn(A))
    assert tokens(match, A, "unconscious") == 1
    assert match.decision.rule == "SQ-RND-03"


@rule("SQ-STA-02", 0)
def test_every_failed_die_of_a_jump_is_bought_for_itself() -> None:
    stage = Stage([hero(10, 10, power=4)], [squad((44, 44))], terrain=[deck(2, 5, 11, 15)])
    from sightline.games.starquest.actions import Leap

    match = act(stage.match(1, 1), Leap(A, "rush", (12, 10)))
    match.play(Pay(A))
    match.play(Pay(A))
    assert (at(match, A), tokens(match, A, "power")) == ((12, 10), 0)
    assert [e.bought for e in happened(match, Passed)] == [True, True]
