import pytest
from msgspec.structs import replace

from sightline.ai.player import play_out, player
from sightline.core.decisions import Action, Decision, Keep, RollAgain, Thrown
from sightline.core.deeds import acting, deeds, fork_at
from sightline.core.deeds import played as again_played
from sightline.core.dice import Roll, SeededDice
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.record import DamagedRecord, record, verify
from sightline.core.wire import digest
from tests.conformance.matches import GAMES, answers, played


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_deeds_tell_all_events_in_their_order(name: str, number: int) -> None:
    match = played(name, number)
    found = deeds(match)
    assert [e for deed in found for e in deed.events] == match.events
    assert [deed.number for deed in found] == list(range(len(found)))
    assert [deed.action for deed in found[1:]] == [a for a in answers(name, number) if isinstance(a, Action)]
    assert deeds(record(match)) == found
    again = again_played(match.game, match.setup, answers(name, number))
    assert [replace(deed, side="") for deed in again] == found


def both_rolled(decision: Decision) -> bool:
    return isinstance(decision.on, Thrown) and len({roll.by for roll in decision.on.rolls}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_every_deed_has_the_events_its_action_led_to_and_its_side(name: str) -> None:
    match = played(name, 1)
    trial = Match(match.game, match.setup)
    given = iter(answers(name, 1))
    rolled = ""
    for deed in deeds(match):
        start = len(trial.events) if deed.number else 0
        if deed.number:
            assert isinstance(trial.pending, Decision)
            # Whose dice are rolled again is known by who rolled last, so nobody knows it where both sides rolled.
            if not (isinstance(deed.action, Keep | RollAgain) and both_rolled(trial.pending)):
                assert acting(trial.table, deed, rolled) == trial.pending.side
            trial.play(next(given))
        while isinstance(trial.pending, Roll):
            rolled = trial.pending.by
            trial.play(next(given))
        assert tuple(trial.events[start:]) == deed.events


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kept", [False, True], ids=["match", "record"])
def test_playing_on_from_any_action_keeps_what_was_and_goes_on_legally(name: str, kept: bool) -> None:
    match = played(name, 0)
    source = record(match) if kept else match
    known = deeds(match)
    for number in (0, len(known) // 2, len(known) - 2):
        new = fork_at(source, number, SeededDice(f"another {number}"))
        before = [e for deed in known[: number + 1] for e in deed.events]
        assert new.events == before
        assert isinstance(new.pending, Decision)
        play_out(new, {side: player("random", f"on {side}") for side in new.game.sides})
        assert new.outcome is not None
        assert verify(record(new), new.game) is None
        assert number or new.events != match.events


@pytest.mark.parametrize("name", GAMES)
def test_after_the_last_action_the_match_is_over(name: str) -> None:
    match = played(name, 0)
    new = fork_at(match, len(deeds(match)) - 1)
    assert new.outcome == match.outcome
    assert digest(new.rest) == digest(match.rest)
    for beyond in (-1, len(deeds(match))):
        with pytest.raises(BadInput):
            fork_at(match, beyond)


def test_an_answer_that_is_refused_now_is_told() -> None:
    kept = record(played(GAMES[0], 0))
    odd = replace(kept, steps=[replace(step, answers=step.answers * 2) for step in kept.steps])
    with pytest.raises(DamagedRecord, match="refused now"):
        fork_at(odd, 5)
