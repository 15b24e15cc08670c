"""Game Turns, nominating, free activations, activation rolls and how the turn passes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.events import Rolled, Swept
from sightline.core.match import Match
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import (
    Attack,
    Done,
    EndTurn,
    FreeActivation,
    Move,
    Nominate,
    RollToActivate,
    Treat,
    Turn,
)
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import GameTurnBegan, Scored, Swam, TurnBegan, TurnPassed
from sightline.games.deepwars.questions import Activating
from sightline.games.deepwars.tokens import ACTIONS, ACTIVATED, GAME_TURN_ENDS, ON_TURN, PASSES, PERSONALITY, SONG
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.scenes import playing, scenic, sea
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    example,
    examples,
    free,
    happened,
    has,
    odds,
    on,
    refused,
    rolling,
    spent,
    table_of,
)
from tests.kit import rule


def far(quality: int = 4, **more: Any) -> Stage:
    """Five against one, far apart."""
    return Stage([on(5 + 4 * n, 5, quality=quality) for n in range(5)], [on(24, 30)], **more)


def won(match: Match) -> tuple[int, bool]:
    """The actions won and whether the turn will pass."""
    passes = has(match, "red", PASSES) or has(match, "blue", ON_TURN)
    return has(match, "red-1", ACTIONS), bool(passes)


# ------------------------------------------------------------------ the roll


@pytest.mark.parametrize("facts", examples("DW-ACT-03", *range(11)))
def test_the_chances_of_an_activation_roll_are_exact(facts: dict[str, Any]) -> None:
    leader = [on(7, 5, "leader")] if facts.get("mod") else []
    match = Stage([on(5, 5, quality=facts["quality"]), on(40, 5), *leader], [on(24, 30)]).match()
    match.play(*rolling("red-1", facts["dice"]))
    found: dict[str, Fraction] = {"turnover": Fraction(0)}
    for (actions, passes), chance in odds(match, won, stop=lambda m: isinstance(m.pending, Decision)).items():
        found[str(actions)] = found.get(str(actions), Fraction(0)) + chance
        found["turnover"] += chance if passes else 0
    wanted = {k: Fraction(v) for k, v in facts["actions"].items() if v != "0"}
    assert {k: v for k, v in found.items() if k != "turnover" and v} == wanted
    assert found["turnover"] == Fraction(facts["turnover"])


@pytest.mark.parametrize(
    "facts",
    [
        *examples("DW-ACT-06", 0, 2),
        *examples("DW-ACT-08", 1, 2, 3),
        *examples("DW-GEN-03", 0),
        *examples("DW-ACT-14", 0),
    ],
)
def test_an_activation_roll_is_read_as_the_table_says(facts: dict[str, Any]) -> None:
    mods = facts.get("mods", [facts["mod"]] if "mod" in facts else [])
    leader = [on(7, 5, "leader")] if mods else []
    stage = Stage([on(5, 5, quality=facts["quality"]), *leader], [on(24, 30)])
    stage.table.put_tokens("red", SONG, 3 if len(mods) > 1 else 0)
    match = stage.match(*facts["dice"])
    match.play(*rolling("red-1", len(facts["dice"])))
    passed = bool(happened(match, TurnPassed)) or bool(has(match, "red", PASSES))
    assert has(match, "red-1", ACTIONS) == facts["actions"] or (not facts["actions"] and passed)
    assert passed == facts.get("turnover", False)
    assert spent(match)


@rule("DW-ACT-08", 0)
@pytest.mark.parametrize("row", example("DW-ACT-08", 0)["table"], ids=lambda r: f"Q{r['quality']}")
def test_an_action_hero_is_rare(row: dict[str, Any]) -> None:
    match = far(row["quality"]).match()
    match.play(*rolling("red-1", 3))
    chances = odds(match, lambda m: has(m, "red-1", ACTIONS) == 4, stop=lambda m: isinstance(m.pending, Decision))
    assert chances[True] == Fraction(row["p"])


@pytest.mark.parametrize("facts", examples("DW-ACT-07", 0, 1))
def test_successes_and_failures_become_actions_and_turnovers(facts: dict[str, Any]) -> None:
    dice = [5] * facts["successes"] + [1] * facts["failures"]
    match = far().match(*dice)
    match.play(*rolling("red-1", facts["dice_count"]))
    assert won(match) == (facts["actions"], facts["turnover"])


@rule("DW-ACT-07")
@pytest.mark.parametrize(
    ("dice", "actions", "passes"),
    [
        ((5, 5), 2, False),
        ((5, 1), 1, False),
        ((1, 1), 0, True),
        ((5, 5, 5), 3, False),
        ((5, 5, 1), 2, False),
        ((1, 1, 1), 0, True),
    ],
)
def test_every_row_of_the_activation_table(dice: tuple[int, ...], actions: int, passes: bool) -> None:
    match = far().match(*dice)
    match.play(*rolling("red-1", len(dice)))
    if actions:
        assert won(match) == (actions, passes)
    else:
        assert bool(happened(match, TurnPassed)) == passes


@rule("DW-GEN-02", 0)
def test_a_natural_1_fails_and_a_natural_6_succeeds_whatever_the_bonus() -> None:
    match = Stage([on(5, 5, quality=2), on(7, 5, "leader")], [on(24, 30)]).match(1, 1, 6)
    match.play(*rolling("red-1", 3))
    assert won(match) == (1, True)


@rule("DW-ACT-06", 1)
def test_failures_of_several_models_are_not_added_up() -> None:
    match = far().match(4, 2, 6, 3)
    act(match, *rolling("red-1"), Done("red-1"), *rolling("red-2"), Done("red-2"))
    assert not happened(match, TurnPassed)
    assert match.decision.side == "red"
    assert spent(match)


@rule("DW-ACT-06")
@rule("DW-ACT-04")
def test_a_turn_that_passes_passes_only_once_the_actions_are_used() -> None:
    match = far().match(5, 2, 3)
    match.play(*rolling("red-1", 3))
    assert match.decision.about == "red-1"
    match.play(Move("red-1", (6.0, 5.0)), Done("red-1"))
    assert happened(match, TurnPassed)
    assert match.decision.side == "blue"
    assert spent(match)


@rule("DW-ACT-03")
@pytest.mark.parametrize("dice", [1, 4])
def test_two_or_three_dice_are_rolled(dice: int) -> None:
    refusal = refused(far().match(), Nominate("red-1"), RollToActivate("red-1", dice))
    assert (refusal.rule, refusal.facts["dice"]) == ("DW-ACT-03", dice)


# ------------------------------------------------------------------ free activations


@rule("DW-ACT-02", 0)
@rule("DW-ACT-12")
@rule("DW-ACT-01")
@rule("DW-ACT-09")
def test_five_free_activations_are_a_whole_turn() -> None:
    match = far().match()
    for n in range(1, 6):
        match.play(*free(f"red-{n}"))
        assert has(match, f"red-{n}", ACTIONS) == 1
        match.play(Done(f"red-{n}"))
    assert not happened(match, TurnPassed)
    assert match.decision.side == "blue"


@rule("DW-ACT-05")
def test_nobody_activates_twice_in_a_turn() -> None:
    match = far().match()
    act(match, *free("red-1"), Done("red-1"))
    assert refused(match, Nominate("red-1")).rule == "DW-ACT-05"
    assert match.refusal(Nominate("red-2")) is None
    assert match.refusal(Nominate("blue-1")).rule == "DW-ACT-01"  # type: ignore[union-attr]


@rule("DW-ACT-01")
def test_a_fallen_model_may_be_nominated() -> None:
    match = Stage([on(5, 5, tokens={"fallen": 1})], [on(24, 30)]).match()
    match.play(*free("red-1"))
    assert match.decision.about == "red-1"


@rule("DW-ACT-12")
def test_a_player_may_stop_at_once() -> None:
    match = far().match()
    match.play(EndTurn("red"))
    assert match.decision.side == "blue"
    assert has(match, "red", ON_TURN) == 0
    assert refused(match, EndTurn("red")).rule == "DW-ACT-12"


@rule("DW-ACT-04")
def test_unspent_actions_are_lost() -> None:
    match = far().match(5, 5)
    act(match, *rolling("red-1"), Done("red-1"))
    assert has(match, "red-1", ACTIONS) == 0
    assert has(match, "red-1", ACTIVATED)
    assert refused(match, Nominate("red-2"), Move("red-1", (6.0, 5.0))).rule == "DW-ACT-04"


@rule("DW-ACT-05")
@rule("DW-ABL-31")
def test_whoever_dies_in_its_activation_and_is_brought_back_has_had_it() -> None:
    red = [on(20, 18, boxes_body=1), on(19, 18, "healer"), on(2, 2), on(4, 2), on(6, 2)]
    match = Stage(red, [on(21, 18), on(2, 34)]).match(1, 4, 6, 6, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert not alive(match, "red-1")
    act(match, *free("red-2"), Treat("red-2", "red-1-body", "body"), Done("red-2"))
    assert alive(match, "red-1")
    assert refused(match, Nominate("red-1")).rule == "DW-ACT-05"
    act(match, EndTurn("red"), EndTurn("blue"), Nominate("red-1"))


@rule("DW-ACT-01")
@rule("DW-ACT-05")
def test_a_name_that_cannot_be_called_is_refused_by_the_rule_it_is_against() -> None:
    match = act(Stage([on(20, 18), on(2, 2)], [on(40, 30)]).match(), *free("red-1"), Done("red-1"))
    assert refused(match, Nominate("red-1")).rule == "DW-ACT-05"
    for other in ("blue-1", "nobody", "red"):
        assert refused(match, Nominate(other)).rule == "DW-ACT-01"


# ------------------------------------------------------------------ Game Turns


@rule("DW-ACT-10", 0)
def test_a_model_may_go_a_whole_turn_without_activating() -> None:
    red = [on(5, 5), on(9, 5), on(13, 5, quality=3), on(17, 5)]
    match = Stage(red, [on(24, 30)]).match(4, 2, 5, 5, 1, 2, 1)
    act(match, *rolling("red-1"))
    assert has(match, "red-1", ACTIONS) == 1
    act(match, Done("red-1"), *rolling("red-2", 3))
    assert has(match, "red-2", ACTIONS) == 2
    act(match, Done("red-2"), *rolling("red-3"))
    assert happened(match, TurnPassed)
    assert match.decision.side == "blue"
    assert spent(match)


@rule("DW-ACT-13")
def test_the_attacker_begins_every_game_turn() -> None:
    match = far().match()
    act(match, EndTurn("red"), EndTurn("blue"))
    assert happened(match, GameTurnBegan)[-1].value == 2
    assert match.decision.side == "red"
    act(match, EndTurn("red"))
    assert match.decision.side == "blue"


@rule("DW-ACT-13")
def test_players_may_agree_to_begin_by_turns_or_by_dice() -> None:
    match = far(options={"first_player_each_game_turn": "alternate"}).match()
    act(match, EndTurn("red"), EndTurn("blue"))
    assert match.decision.side == "blue"
    match = far(options={"first_player_each_game_turn": "roll_off"}).match(3, 3, 2, 5)
    act(match, EndTurn("red"), EndTurn("blue"))
    assert match.decision.side == "blue"
    assert spent(match)


# ------------------------------------------------------------------ modifiers and limits


@rule("DW-ACT-14")
def test_command_bonuses_do_not_add_up() -> None:
    match = Stage([on(5, 5), on(7, 5, "leader"), on(5, 7, "leader")], [on(24, 30)]).match()
    match.play(*rolling("red-1"))
    assert match.pending is not None
    assert match.pending.need.value == 3  # type: ignore[union-attr]


@rule("DW-ACT-14")
def test_a_dazed_model_activates_badly() -> None:
    match = Stage([on(5, 5, tokens={"dazed": 1}), on(7, 5, "leader")], [on(24, 30)]).match()
    match.play(*rolling("red-1"))
    assert match.pending.need.value == 4  # type: ignore[union-attr]


@rule("DW-ACT-15", 0)
def test_one_attack_in_an_activation() -> None:
    match = Stage([on(10, 10)], [on(11, 10)], active="red-1").match(5, 5, 5, 3, 3)
    act(match, *rolling("red-1", 3), Attack("red-1", "bare_hands", "blue-1"))
    assert has(match, "red-1", ACTIONS) == 2
    assert refused(match, Attack("red-1", "bare_hands", "blue-1")).rule == "DW-ACT-15"
    assert match.refusal(Turn("red-1", (0.0, 0.0))) is None
    assert match.refusal(Move("red-1", (8.0, 10.0))) is None


@rule("DW-ACT-15")
def test_more_attacks_may_be_agreed_on() -> None:
    stage = Stage([on(10, 10)], [on(11, 10)], options={"attacks_per_activation": 2})
    match = stage.match(5, 5, 5, 3, 3, 3, 3)
    attack = Attack("red-1", "bare_hands", "blue-1")
    act(match, *rolling("red-1", 3), attack, attack)
    assert refused(match, attack).rule == "DW-ACT-15"
    assert spent(match)


@rule("DW-ACT-16")
def test_a_dead_models_actions_are_lost_but_the_turn_still_passes() -> None:
    match = Stage([on(10, 10, combat=1), on(20, 5), on(24, 5), on(40, 5)], [on(11, 10, combat=6)]).match(5, 1, 1, 1, 6)
    act(match, *rolling("red-1", 3), Attack("red-1", "bare_hands", "blue-1"))
    assert not alive(match, "red-1")
    assert happened(match, TurnPassed)


@rule("DW-ACT-16")
def test_a_model_that_falls_must_get_up_with_what_is_left() -> None:
    match = Stage([on(10, 10)], [on(11, 10)]).match(5, 5, 1, 3)
    act(match, *rolling("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    assert has(match, "red-1", "fallen")
    assert refused(match, Move("red-1", (8.0, 10.0))).rule == "DW-CND-01"


@rule("DW-ACT-17")
def test_poison_bites_when_a_model_is_nominated_and_not_before() -> None:
    match = Stage([on(5, 5, tokens={"poisoned": 1}), on(9, 5)], [on(24, 30)]).match(1, 1, 1)
    act(match, *free("red-2"), Done("red-2"))
    assert has(match, "red-1", "wound:body") == 0
    match.play(Nominate("red-1"))
    assert has(match, "red-1", "wound:body") == 1
    assert match.refusal(FreeActivation("red-1")) is None
    assert spent(match)


@rule("DW-ACT-10", 1)
@rule("DW-ACT-11")
@rule("DW-END-01")
def test_a_game_turn_goes_by_its_steps() -> None:
    stage = playing("conquer", [on(24, 15, tokens={PERSONALITY: 1}), on(2, 2)], [on(24, 34)])
    scenic(sea(stage, ("glass_shoal", 44, 18)), "scenic_artifact", "chamber_of_lost_souls")
    game = act(stage.match(6, 6), EndTurn("red"), EndTurn("blue"))
    told: list[str] = []
    for event in game.events:
        match event:
            case TurnBegan(bearer="blue", value=1):
                told.append("defender")
            case Swam(model="wild-glass_shoal"):
                told.append("wild")
            case Rolled(rule="DW-SCA-05"):
                told.append("scenery")
            case Swept(moment=moment) if moment == GAME_TURN_ENDS:
                told.append("durations")
            case Scored():
                told.append("score")
            case GameTurnBegan(value=2):
                told.append("end_check")
            case _:
                pass
    assert ["attacker", *told] == example("DW-ACT-10", 1)["sequence"]
    assert spent(game)


@rule("DW-ACT-12")
def test_every_turn_has_one_heading_in_the_log() -> None:
    match = act(Stage([on(20, 18), on(2, 2)], [on(40, 30)]).match(), EndTurn("red"))
    told = [GAME.sayings.event(match.table, event) for event in match.events if GAME.sayings.heading(event)]
    assert told == ["the turn of blue"]


@rule("DW-ACT-14")
@pytest.mark.parametrize("commander", ["leader", "deep_caller"])
@pytest.mark.parametrize(("token", "bonus"), [("", 1), ("fallen", 0), ("transfixed", 0), ("immobilized", 0)])
def test_whoever_lies_there_commands_nobody(commander: str, token: str, bonus: int) -> None:
    tokens = {token: 1} if token else {}
    table = table_of([on(20, 18), on(22, 18, commander, tokens=tokens)], [on(40, 30)])
    assert EFFECTS.tally(table, Activating("red-1", ("red-2",)), 5).value == 5 - bonus
