from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Concede, Decision, Illegal, Keep
from sightline.core.dice import Roll, ScriptedDice
from sightline.core.game import ActionKind
from sightline.core.match import Match
from tests.core.scuffles import SCUFFLE, at_blows, match_at, setup
from tests.plugins.scuffle.rounds import Blows, Round, Turn
from tests.plugins.scuffle.words import Brace, Rest, Strike, TryLuck, Walk


def refused(match: Match, *answers: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Illegal) as caught:
        match.play(*answers)
    return caught.value.refusal.rule, caught.value.refusal.facts


def test_a_match_pauses_at_the_first_die_or_decision() -> None:
    match = Match(SCUFFLE, setup())
    assert isinstance(match.pending, Roll)
    with pytest.raises(LookupError):
        _ = match.decision
    match.play((5,), (2,))
    assert match.decision.side == "red"
    assert match.table.tokens("red", "first") == 1


def test_dice_of_its_own_fall_by_themselves() -> None:
    match = match_at(Turn("red"), Round(2), dice=ScriptedDice(4, 1, 6))
    match.play(Strike("red-2", "blue-2", 2))
    assert match.decision.on is not None
    match.play(TryLuck((1,)))
    assert match.table.tokens("blue-2", "bruises") == 2
    assert isinstance(match.dice, ScriptedDice)
    assert match.dice.spent


def test_an_answer_is_refused_with_the_rule_of_the_first_fault() -> None:
    match = match_at(Turn("red"), Round(2))
    assert refused(match, Walk("red-1", (7.0, 7.0))) == ("SC-MOV-01", {"limit": 3.0, "length": 7.0711})
    assert refused(match, Walk("blue-1", (7.0, 7.0))) == ("SC-SEQ-01", {"model": "blue-1"})
    assert refused(match, Strike("red-1", "blue-1", 1))[0] == "SC-STR-01"
    assert refused(match, Strike("red-2", "blue-2", 4)) == ("SC-STR-03", {"breath": 3, "needed": 4})
    assert refused(match, Keep()) == ("SC-SEQ-01", {"unknown": "Keep"})
    assert refused(match, TryLuck((0,)))[0] == "SC-STR-06"
    assert refused(match, (1, 2))[0] == "SC-SEQ-01"


def test_the_plans_of_a_part_come_before_older_plans() -> None:
    match = match_at(Turn("red"), Round(2))
    match.play(Strike("red-2", "blue-2", 1))
    assert [type(part) for part in match.rest.agenda] == [Blows, Turn, Round]


def test_several_answers_go_up_to_the_next_die() -> None:
    match = match_at(Turn("red"), Round(2))
    events = match.play(Brace("red-1"), Rest("blue-1"), Strike("red-2", "blue-2", 1))
    assert isinstance(match.pending, Roll)
    assert len(events) == 6
    assert match.play() == []
    own = match_at(Turn("red"), Round(2), dice=ScriptedDice(1, 1, 1))
    rule, facts = refused(own, Strike("red-2", "blue-2", 1), (6,))
    assert (rule, facts) == ("SC-STR-01", {"dice": 1, "own dice": True})
    assert own.events == []


def test_a_preview_ends_at_the_die() -> None:
    match = match_at(Turn("red"), Round(2))
    preview = match.peek(Strike("red-2", "blue-2", 2))
    assert isinstance(preview.pending, Roll)
    assert preview.table.tokens("red-2", "breath") == 1
    assert match.table.tokens("red-2", "breath") == 3
    assert match.events == []


def test_a_stunned_fighter_is_refused_by_its_condition() -> None:
    match = at_blows(2)
    match.play((6, 6))
    assert match.table.tokens("blue-2", "stunned") == 1
    assert refused(match, Strike("blue-2", "red-2", 1)) == ("SC-STR-05", {})


def test_nothing_is_played_once_it_is_over() -> None:
    match = match_at(Turn("red"), Round(2))
    match.play(Concede("blue"))
    assert match.outcome is not None
    assert match.outcome.winner == "red"
    assert match.pending is None
    assert match.table is match.rest
    assert refused(match, Brace("red-1")) == ("SC-WIN-02", {"over": True})
    assert refused(match, Concede("red"))[0] == "SC-WIN-02"
    assert refused(match, (1,))[0] == "SC-WIN-02"


def test_a_fork_shares_the_rest_and_runs_the_part_again() -> None:
    match = at_blows(2)
    match.play((1, 1))
    assert isinstance(match.pending, Decision)
    fork = match.fork()
    assert fork.rest is match.rest
    assert fork.answers == [(1, 1)]
    assert fork.answers is not match.answers
    fork.play(Keep())
    assert isinstance(match.pending, Decision)
    assert match.answers == [(1, 1)]


def test_a_part_that_plans_nothing_at_the_end_is_a_fault_of_the_game() -> None:
    match = match_at(Blows("red-2", "blue-2", 1))
    with pytest.raises(RuntimeError, match="nothing is left to play after Blows"):
        match.play((6,))


def test_whoever_asks_first_is_not_judged_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Any] = []
    kind = SCUFFLE.actions[Brace]

    def check(table: Any, decision: Any, action: Any) -> Any:
        judged.append(action)
        return kind.check(table, decision, action)

    monkeypatch.setitem(SCUFFLE.actions, Brace, ActionKind(check, kind.slots))  # type: ignore[misc]
    match = match_at(Turn("red"), Round(2))
    brace = Brace("red-1")
    assert match.refusal(brace) is None
    match.fork().play(brace)
    match.play(brace)
    assert judged == [brace]
    assert refused(match, brace) == ("SC-SEQ-01", {"model": "red-1"}), "what was legal then is judged anew now"
    other = match_at(Turn("red"), Round(2))
    assert other.refusal(brace) is None
    other.play(Brace("red-1"))
    assert len(judged) == 4, "another that is equal is judged for itself"
