"""What programs are told: chances of a gamble, what activations are worth, where to go."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.decisions import Decision
from sightline.core.table import TABLE, Table
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import ChangeDepth, Done, EndTurn, FreeActivation, Nominate, RollToActivate
from sightline.games.deepwars.gambling import chances, prospects, strike
from sightline.games.deepwars.sequence import to_activate
from sightline.games.deepwars.tokens import ACTING, ACTIONS, ACTIVATED, FALLEN, PASSES
from tests.games.deepwars.stage import Stage, on, table_of
from tests.games.deepwars.test_scenarios import lay

MIND = GAME.mind
ANY = Decision("red", "DW-ACT-02", (), default=None, about="red-1")


def more(stage: Stage, action: object) -> float:
    """What an action promises beside harm."""
    found = MIND.promise(stage.table, ANY, action)  # type: ignore[arg-type]
    assert found is not None
    return found.more


@pytest.mark.parametrize("quality", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dice", [2, 3])
def test_the_chances_of_a_gamble_are_those_of_the_odds(quality: int, dice: int) -> None:
    table = table_of([on(20, 18, quality=quality), on(2, 2)], [on(40, 30)])
    need = to_activate(table, table.models["red-1"], dice).need
    assert need is not None
    won, lost = chances(need, dice)
    exact = GAME.odds({"activation": {"quality": quality, "dice": dice}})
    assert list(won) == [pytest.approx(float(Fraction(exact["actions"][str(n)]))) for n in range(5)]
    assert lost == pytest.approx(float(Fraction(exact["turnover"])))


def test_who_waits_makes_a_gamble_dearer() -> None:
    alone = Stage([on(20, 18)], [on(21, 18)])
    crowd = Stage([on(20, 18), *(on(2 + 2 * n, 2) for n in range(6))], [on(21, 18)])
    assert more(alone, RollToActivate("red-1", 3)) > more(crowd, RollToActivate("red-1", 3))
    assert more(alone, FreeActivation("red-1")) == pytest.approx(more(crowd, FreeActivation("red-1")))
    assert more(crowd, FreeActivation("red-1")) > more(crowd, RollToActivate("red-1", 3))
    assert more(alone, RollToActivate("red-1", 3)) > more(alone, FreeActivation("red-1")) - 0.2


def test_actions_are_worth_getting_up_closing_in_and_striking_in_this_order() -> None:
    def values(x: float, **tokens: int) -> tuple[float, ...]:
        table = table_of([on(20, 18, tokens=tokens)], [on(x, 18)])
        model = table.models["red-1"]
        unit, harms = MIND.unit(table, model), MIND.harm(table, "red-1", "blue-1")
        return prospects(model, unit, [strike(table, model, unit, table.models["blue-1"], harms)])

    near, far, down = values(21.0), values(30.0), values(21.0, **{FALLEN: 1})
    assert near[1] > far[1] > 0
    assert near[2] - near[1] < near[1]
    assert far[3] > far[2] > far[1]
    assert down[2] - down[1] == pytest.approx(near[1])


def test_coming_to_the_depth_of_an_enemy_is_worth_something_and_any_other_depth_is_not() -> None:
    stage = Stage([on(20, 18, tokens={ACTING: 1, ACTIONS: 2})], [on(21, 18, level=3)])
    assert more(stage, ChangeDepth("red-1", 1)) > 0
    same = Stage([on(20, 18, tokens={ACTING: 1, ACTIONS: 2})], [on(21, 18)])
    assert MIND.stand(stage.table, ANY, ChangeDepth("red-1", 1)) is None
    assert more(same, ChangeDepth("red-1", 1)) < -1
    assert MIND.stand(same.table, ANY, Done("red-1")) is None


def test_a_turn_that_is_lost_has_no_activations_to_come() -> None:
    stage = Stage([on(20, 18), on(4, 2)], [on(40, 30)])
    whole = MIND.extras(stage.table, "red")
    stage.table.put_tokens("red-2", ACTIVATED, 1)
    one = MIND.extras(stage.table, "red")
    stage.table.put_tokens("red", PASSES, 1)
    assert whole > one > MIND.extras(stage.table, "red")
    assert (MIND.keeps(stage.table, "red"), MIND.keeps(stage.table, "blue")) == (0.0, 1.0)
    assert MIND.idle(stage.table, ANY, EndTurn("red"))


def test_who_comes_forward_gains_ground_and_nobody_gains_by_the_enemy_coming() -> None:
    home, forward = (table_of([on(20, y)], [on(40, 30)]) for y in (4, 12))
    assert MIND.extras(forward, "red") > MIND.extras(home, "red")
    assert MIND.extras(forward, "blue") == MIND.extras(home, "blue")


def test_who_gains_by_a_gamble_is_named_after_those_who_gain_nothing() -> None:
    hopeless, able, eager = on(30, 18, quality=5), on(20, 18, quality=2), [on(2 + 2 * n, 2) for n in range(4)]
    stage = Stage([hopeless, able, *eager], [on(31, 18), on(21, 18)])
    assert more(stage, Nominate("red-1")) > more(stage, Nominate("red-2")) > more(stage, Nominate("red-3"))


def test_who_fights_from_above_or_is_larger_does_more_harm() -> None:
    level = table_of([on(20, 18)], [on(21, 18)])
    above = table_of([on(20, 18, level=1)], [on(21, 18)])
    large = table_of([on(20, 18, size=2)], [on(21, 18)])
    below = table_of([on(20, 18)], [on(21, 18, level=1)])
    deep = table_of([on(20, 18)], [on(21, 18, level=3)])

    def harm(table: Table) -> float:
        return MIND.harm(table, "red-1", "blue-1")[0].clear

    assert harm(above) > harm(level) > harm(below) >= harm(deep) >= 0
    assert harm(large) > harm(level)


def test_a_scenario_draws_those_who_score_in_it() -> None:
    def draws(what: str, y: float, personality: int = 0) -> float:
        stage = Stage([on(24, 4, personality=personality), on(2, 2)], [on(40, 34)])
        tokens = {t: n for t, n in stage.table.models[TABLE].tokens.items() if not t.startswith("scenario:")}
        stage.table.put_all_tokens(stage.table.models[TABLE], {**tokens, f"scenario:{what}": 1})
        return MIND.holding(stage.table, "red-1", [(24.0, y)])[0]

    assert (
        draws("conquer", 18, personality=1) > draws("conquer", 10, personality=1) > draws("conquer", 4, personality=1)
    )
    assert draws("conquer", 18) == draws("conquer", 4) == 0, "troops score nothing there"
    assert draws("survival", 18) > draws("survival", 6)
    assert draws("skirmish", 18) == draws("skirmish", 4) == 0


def test_treasure_draws_whoever_is_nearest_and_has_a_hand_free() -> None:
    stage = lay(Stage([on(20, 12), on(20, 4)], [on(40, 34)]), (20, 18))
    near = MIND.holding(stage.table, "red-1", [(20.0, 12.0), (20.0, 16.9)])
    assert near[1] > near[0] > 0
    assert set(MIND.holding(stage.table, "red-2", [(20.0, 4.0), (20.0, 16.9)])) == {0.0}
    stage.table.put_tokens("red-1", "load:golden_treasure", 1)
    stage.table.now = {}
    assert set(MIND.holding(stage.table, "red-1", [(20.0, 12.0), (20.0, 16.9)])) == {0.0}
