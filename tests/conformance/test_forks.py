"""What holds at every pause of every game: forks, peeks, refusals and failures leave a match as it was."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sightline.ai.random import RandomPlayer
from sightline.core.decisions import Action, Concede, Illegal, Keep
from sightline.core.dice import Roll, SeededDice
from sightline.core.match import Match
from sightline.core.referee import Referee
from sightline.core.wire import encode, key
from tests.conformance.matches import GAMES, MATCHES, answers, asked, finished, pauses, played, reached, started

pytestmark = [
    pytest.mark.parametrize("name", GAMES),
    pytest.mark.parametrize("number", range(max(3, MATCHES // 4))),
]
PAUSES = 12


def state(match: Match) -> tuple[Any, ...]:
    """Everything one can see of a match, to the byte."""
    return (
        key(match.rest),
        key(match.table),
        encode(match.answers),
        encode(match.happened),
        encode(match.events),
        encode(match.pending),
        None if match.steps is None else len(match.steps),
        match.outcome,
    )


def legal(match: Match, seed: int) -> Action:
    """Some legal answer to the pending decision."""
    trial = match.fork()
    RandomPlayer(seed).answer(trial)
    if trial.answers and isinstance(trial.answers[-1], Action) and len(trial.answers) > len(match.answers):
        return trial.answers[-1]
    trial = match.fork()
    trial.steps = []
    RandomPlayer(seed).answer(trial)
    answer = trial.steps[0].answers[len(match.answers)]
    assert isinstance(answer, Action)
    return answer


def test_a_fork_and_its_parent_never_see_each_other(name: str, number: int) -> None:
    for match in pauses(name, number, PAUSES):
        before = state(match)
        fork = match.fork(SeededDice(number))
        if isinstance(fork.pending, Roll):
            fork.play(SeededDice(number).roll(fork.pending))
        for turn in range(12):
            if asked(fork):
                RandomPlayer(turn).answer(fork)
        assert state(match) == before
        sibling = match.fork()
        there = (key(fork.table), encode(fork.events), encode(fork.pending))
        play_on(match, number)
        assert (key(fork.table), encode(fork.events), encode(fork.pending)) == there
        assert (encode(sibling.pending), key(sibling.table)) == (before[5], before[1])


def play_on(match: Match, number: int) -> None:
    """Thirty answers more."""
    dice = SeededDice(number)
    for _ in range(30):
        if isinstance(match.pending, Roll):
            match.play(dice.roll(match.pending))
        elif asked(match):
            RandomPlayer(number).answer(match)


def test_a_fork_has_no_dice_of_its_parent(name: str, number: int) -> None:
    match = started(name, number)
    before = match.fork()
    assert before.dice is None
    rolls = 0
    for answer in (a for a in answers(name, number) if isinstance(a, Action)):
        fork = match.fork()
        fork.play(answer)
        rolls += isinstance(fork.pending, Roll)
        match.play(answer)
        assert not isinstance(match.pending, Roll)
    assert rolls, "no answer of this match led to dice"
    assert match.events == played(name, number).events, "forks drew dice of their parent"


def test_a_fork_plays_like_its_parent(name: str, number: int) -> None:
    given = answers(name, number)
    for place, parent in enumerate(pauses(name, number, PAUSES)):
        fork = parent.fork()
        for answer in given[reached(given, (place + 0.5) / PAUSES) :][:10]:
            assert fork.play(answer) == parent.play(answer)
        assert key(fork.table) == key(parent.table)
        assert encode(fork.pending) == encode(parent.pending)


def test_peeking_changes_nothing_and_tells_the_truth(name: str, number: int) -> None:
    for match in pauses(name, number, PAUSES):
        if asked(match):
            action = legal(match, number)
            before = state(match)
            preview = match.peek(action)
            assert state(match) == before
            assert match.refusal(action) is None
            assert tuple(match.play(action)) == preview.events
            assert encode(match.pending) == encode(preview.pending)
            assert key(match.table) == key(preview.table)


def test_several_answers_are_all_or_none(name: str, number: int) -> None:
    for match in pauses(name, number, PAUSES):
        if asked(match):
            before = state(match)
            with pytest.raises(Illegal):
                match.play(legal(match, number), Concede("nobody"))
            assert state(match) == before
            action = legal(match, number)
            if match.peek(action).pending is not None:  # An answer may end the match, and nothing can follow it.
                match.play(action, Concede(match.game.sides[0]))
                assert match.outcome is not None
    own_dice = started(name, number)
    for answer in (a for a in answers(name, number) if isinstance(a, Action)):
        trial = own_dice.fork()
        trial.play(answer)
        if isinstance(trial.pending, Roll):
            before = state(own_dice)
            with pytest.raises(Illegal):
                own_dice.play(answer, (1,) * trial.pending.count)
            assert state(own_dice) == before
            return
        own_dice.play(answer)


def test_a_side_may_give_up_at_any_pause(name: str, number: int) -> None:
    for match in pauses(name, number, PAUSES):
        for side in match.game.sides:
            fork = match.fork()
            (event,) = fork.play(Concede(side))
            assert event.rule == match.game.concession
            assert fork.pending is None
            assert fork.outcome is not None
            assert fork.outcome.winner == match.table.other(side)
            with pytest.raises(Illegal):
                fork.play(Concede(side))
        assert match.outcome is None


def test_wrong_faces_are_refused(name: str, number: int) -> None:
    met = 0
    for match in pauses(name, number, 60):
        if isinstance(match.pending, Roll):
            met += 1
            before, roll = state(match), match.pending
            for faces in ((), (1,) * (roll.count + 1), (0,) * roll.count, (roll.sides + 1,) * roll.count):
                with pytest.raises(Illegal):
                    match.play(faces)
            with pytest.raises(Illegal):
                match.play(Keep())
            assert state(match) == before
    assert met


class Stumbled(RuntimeError):
    """What a script with a fault raises."""


def stumbling(script: Callable[[Referee, Any], Coroutine[Any, Any, None]], wait: list[int]) -> Any:
    """A script that plays to its end, unless it is its turn to fail there."""

    async def stumble(ref: Referee, part: Any) -> None:
        await script(ref, part)
        wait[0] -= 1
        if wait[0] == 0:
            raise Stumbled

    return stumble


class Faulty:
    """A game in which one script will fail."""

    def __init__(self, book: Any, wait: list[int]) -> None:
        self._book = book
        self.parts = {part: stumbling(script, wait) for part, script in book.parts.items()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)


def test_a_script_that_fails_leaves_the_match_as_it_was(name: str, number: int) -> None:
    failed = 0
    for place, match in enumerate(pauses(name, number, PAUSES)):
        if not asked(match):
            continue
        whole, wait = match.game, [place % 3 + 1]
        action = legal(match, number)
        match.game = Faulty(whole, wait)
        match._script = match._referee = None
        match.dice = SeededDice(number)
        before = state(match)
        try:
            match.play(action)
        except Stumbled:
            failed += 1
            assert state(match) == before
        match.game, wait[0] = whole, 0
        finished(match, number)
        assert match.outcome is not None
    assert failed
