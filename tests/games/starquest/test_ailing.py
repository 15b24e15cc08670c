"""The unconscious, morale, the Shaken and conditions."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.games.starquest.actions import (
    Activate,
    Charge,
    Decline,
    EndTurn,
    Pay,
    PushOn,
    Revive,
    Rush,
    Shoot,
    Tend,
)
from sightline.games.starquest.events import (
    Cured,
    Failed,
    Lost,
    Shaken,
    Stricken,
    Wounded,
)
from sightline.games.starquest.sequence import BeginRound, HeroPhase
from sightline.games.starquest.testing import Morale, at_half
from tests.games.starquest.stage import (
    SWORD,
    Stage,
    act,
    active,
    at,
    enemy_turn,
    happened,
    hero,
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


# ------------------------------------------------------------------ unconscious heroes


@rule("SQ-UNC-01")
@rule("SQ-UNC-02")
@rule("SQ-AIU-09")
def test_a_felled_hero_stays_where_it_is_and_nobody_minds_it() -> None:
    from sightline.games.starquest.harm import Suffering

    stage = Stage([hero(10, 10, shaken=1), hero(30, 10)], [squad((14, 10))], agenda=(Suffering(A, 9), HeroPhase()))
    match = stage.match()
    assert at(match, A) == (10, 10)
    assert (wounds(match, A), tokens(match, A, "shaken")) == (6, 0)
    assert options(match, Activate, "model") == (B,)
    from sightline.games.starquest.heeding import heeded

    assert [h.id for h in heeded(match.table, "enemies-1")] == [B]


@rule("SQ-UNC-03", 0, 1)
@pytest.mark.parametrize(("power", "left"), [(5, 3), (1, 1)])
def test_reviving_costs_two_power_and_gives_three_wounds_back(power: int, left: int) -> None:
    down = hero(12, 10, tough=7, wounds=7, unconscious=1)
    match = act(Stage([hero(10, 10, power=power), down], [squad((44, 44))]).match(), Revive(A, B))
    assert tokens(match, A, "power") == left
    assert wounds(match, A) == (0 if power > 1 else 2)
    assert wounds(match, B) == 4
    assert tokens(match, B, "unconscious") == 0
    far = Stage([hero(10, 10), hero(10 + 3 + 2 * RADIUS + 0.01, 10, wounds=6, unconscious=1)], [squad((44, 44))])
    assert refused(far.match(), Revive(A, B)).rule == "SQ-UNC-03"


@pytest.mark.parametrize(("vector", "exact"), vectors("revive"))
def test_wounds_left_after_a_revival(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    tough = vector["tough"]
    down = hero(12, 10, tough=tough, wounds=tough, unconscious=1)
    match = act(Stage([hero(10, 10), down], [squad((44, 44))]).match(), Revive(A, B))
    assert str(tough - wounds(match, B)) == exact["left"]


@rule("SQ-UNC-04")
def test_the_mission_is_lost_when_the_last_hero_falls() -> None:
    from sightline.games.starquest.harm import Suffering

    stage = Stage([hero(10, 10), hero(20, 10, wounds=6, unconscious=1)], [squad((14, 10))])
    stage.table.agenda = (Suffering(A, 6), HeroPhase())
    match = stage.match()
    assert happened(match, Lost)[0].rule == "SQ-UNC-04"
    assert match.outcome is not None
    assert match.outcome.winner == "enemies"
    held = Stage([hero(10, 10), hero(20, 10)], [squad((14, 10))])
    from msgspec.structs import replace

    held.table.put_moved(replace(held.table.models[B], at=None))
    held.table.put_tokens(B, "reserve", 1)
    held.table.agenda = (Suffering(A, 6), BeginRound(2))
    waiting = held.match()
    assert waiting.outcome is None
    assert waiting.decision.rule == "SQ-SPR-05"
    assert [o.action.__name__ for o in waiting.decision.offers] == ["Arrive"]


@rule("SQ-ACN-06")
@rule("SQ-SKL-06")
def test_reviving_uses_up_a_skill_action_and_only_heroes_have_one() -> None:
    down = hero(12, 10, wounds=6, unconscious=1)
    match = act(Stage([hero(10, 10), down], [squad((44, 44))]).match(), Revive(A, B))
    assert tokens(match, A, "skills") == 1
    clever = enemy_turn([hero(10, 10), down], [squad((14, 10))], options={"clever_enemies": True}).match()
    assert clever.decision.side == "enemies"
    refusal = clever.refusal(Revive(E, B))
    assert refusal is not None
    assert refusal.rule == "SQ-ACN-06"


# ------------------------------------------------------------------ morale and the Shaken


@rule("SQ-MRL-01")
@rule("SQ-MRL-03")
@rule("SQ-RND-12")
def test_a_unit_at_half_tests_when_the_activation_is_over() -> None:
    stage = Stage([hero(10, 10, 'Rifle (24", A2)'), hero(4, 4)], [squad((20, 10), tough=2)])
    match = act(stage.match(6, 1, 2, 3), Shoot(A, E))
    assert not happened(match, Shaken)
    match.play(EndTurn(A))
    assert happened(match, Shaken)[0].bearers == (E,)
    assert spent(match)


@rule("SQ-MRL-04")
def test_a_hero_may_shrug_morale_off() -> None:
    stage = Stage([hero(10, 10, wounds=3, hurt=1)], [squad((44, 44))], agenda=(Morale((A,)), HeroPhase()))
    match = stage.match(1)
    match.play(Pay(A))
    assert (tokens(match, A, "shaken"), tokens(match, A, "power")) == (0, 3)
    other = stage.match(1)
    other.play(Decline(A))
    assert tokens(other, A, "shaken") == 1


@rule("SQ-SHK-01")
@rule("SQ-SHK-02")
@rule("SQ-GEN-07")
def test_the_shaken_are_idle_and_recover() -> None:
    match = Stage([hero(10, 10, shaken=1), hero(20, 20)], [squad((44, 44))]).match()
    match.play(Activate(A))
    assert match.decision.rule == "SQ-RND-03"
    assert tokens(match, A, "shaken") == 0


@rule("SQ-SHK-01")
@rule("SQ-SHK-04")
def test_the_shaken_fail_morale_without_a_die_and_strike_back_as_if_tired() -> None:
    stage = Stage([hero(10, 10, wounds=3, hurt=1, shaken=1)], [squad((44, 44))], agenda=(Morale((A,)), HeroPhase()))
    match = stage.match()
    assert happened(match, Failed)
    assert not happened(match, Shaken)
    charged = act(Stage([hero(10, 10, SWORD)], [squad((16, 10), tough=9, shaken=1)]).match(), Charge(A, E))
    charged.play((1,))
    assert rolling(charged).need.value == 6  # type: ignore[union-attr]


@rule("SQ-AIU-14")
def test_a_shaken_enemy_spends_its_activation_idle() -> None:
    match = enemy_turn([hero(10, 10)], [squad((14, 10), shaken=1)]).match()
    assert tokens(match, E, "shaken") == 0
    assert at(match, E) == (14, 10)


@rule("SQ-MRL-02")
def test_a_unit_deployed_with_several_models_always_counts_models() -> None:
    table = table_of([hero(10, 10)], [squad((20, 10), size=3, tough=3)])
    assert at_half(table, "enemies-1")
    assert not at_half(table_of([hero(10, 10)], [squad((20, 10), tough=3)]), "enemies-1")


# ------------------------------------------------------------------ conditions


def stricken(*conditions: str, **stats: Any) -> Stage:
    states: dict[str, Any] = dict.fromkeys(conditions, 1)
    return Stage([hero(10, 10, **states, **stats), hero(40, 4)], [squad((44, 44))])


@rule("SQ-STC-01")
@rule("SQ-STC-05")
@rule("SQ-RND-11")
def test_the_afflicted_test_strength_or_take_a_wound() -> None:
    cured = active(stricken("afflicted"), A, 4)
    assert tokens(cured, A, "afflicted") == 0
    hurt = stricken("afflicted").match(3)
    hurt.play(Activate(A))
    hurt.play(Decline(A))
    assert (wounds(hurt, A), tokens(hurt, A, "afflicted")) == (1, 1)
    assert happened(hurt, Wounded)[0].cause == "condition"


@pytest.mark.parametrize(("vector", "exact"), vectors("condition"))
def test_how_often_a_condition_is_failed_before_it_goes(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from fractions import Fraction

    match = stricken("afflicted", str=vector["stat"]).match()
    match.play(Activate(A))
    need = rolling(match).need
    assert need is not None
    passed = Fraction(need.good(6), 6)
    assert (1 - passed) / passed == Fraction(exact["expected_failures"])


@rule("SQ-STC-02")
def test_the_crippled_move_half_as_far() -> None:
    match = stricken("crippled", power=0).match(1)
    match.play(Activate(A))
    match.play(Decline(A))
    assert refused(match, Rush(A, (16.1, 10))).rule == "SQ-MSR-05"
    act(match, Rush(A, (16, 10)))


@rule("SQ-STC-03", 0)
def test_the_diseased_pay_with_wounds_as_well() -> None:
    match = stricken("diseased").match(1)
    match.play(Activate(A))
    match.play(Decline(A))
    act(match, PushOn(A))
    assert (tokens(match, A, "power"), wounds(match, A)) == (3, 2)


@rule("SQ-STC-04")
def test_the_impaired_may_pay_d3_power_to_get_over_it() -> None:
    match = stricken("impaired").match(3)
    match.play(Activate(A))
    match.play(Pay(A))
    assert (tokens(match, A, "impaired"), tokens(match, A, "power")) == (0, 3)
    assert happened(match, Cured)


@rule("SQ-STC-04", 0)
@pytest.mark.parametrize("included", [True, False])
def test_the_impaired_are_worse_at_everything(included: bool) -> None:
    from sightline.games.starquest.effects import EFFECTS
    from sightline.games.starquest.questions import ToBlock, ToHit, ToHold, ToPass

    table = table_of([hero(10, 10, impaired=1)], [squad((20, 10))], options={"impaired_includes_defense": included})
    assert EFFECTS.tally(table, ToHit(A, E, SWORD), 4).value == 5
    assert EFFECTS.tally(table, ToPass(A, "str"), 4).value == 5
    assert EFFECTS.tally(table, ToHold(A), 4).value == 5
    assert EFFECTS.tally(table, ToBlock(A, E, SWORD), 4).value == (5 if included else 4)


@rule("SQ-RND-11")
def test_the_player_orders_conditions() -> None:
    match = stricken("afflicted", "crippled", power=0).match(6, 6)
    match.play(Activate(A))
    assert options(match, Tend, "condition") == ("afflicted", "crippled")
    match.play(Tend(A, "crippled"))
    assert [e.token for e in happened(match, Cured)] == ["crippled", "afflicted"]
    assert spent(match)


@rule("SQ-STC-07")
@rule("SQ-STC-06")
def test_enemies_get_rid_of_conditions_by_quality_and_are_never_diseased() -> None:
    from sightline.games.starquest.conditions import stricken as laid_on

    match = enemy_turn([hero(10, 10)], [squad((44, 44), (45.4, 44), impaired=1, quality=3)]).match()
    assert rolling(match).rule == "SQ-STC-07"
    assert rolling(match).need.value == 4  # type: ignore[union-attr]
    match.play((4,))
    assert tokens(match, "enemies-1-2", "impaired") == 0
    table = match.table
    assert not laid_on(table, "enemies-1", "diseased", "SQ-STC-07")
    (event,) = laid_on(table, "enemies-1", "crippled", "SQ-STC-07")
    assert isinstance(event, Stricken)
    assert event.bearers == ("enemies-1-1", "enemies-1-2")
