"""What holds for every program in every game: it sees what its seat sees, changes nothing, and answers by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.ai.levels import LEVELS
from sightline.ai.player import Thinker, player
from sightline.ai.random import RandomPlayer
from sightline.ai.thinker import ThinkingPlayer
from sightline.ai.thought import Stop, Thought, never
from sightline.core.decisions import Action, Decision
from sightline.core.dice import Dice, Faces, Roll, SeededDice
from sightline.core.match import Match
from sightline.core.wire import encode, key
from tests.conformance.matches import GAMES, MATCHES, asked, pauses

pytestmark = pytest.mark.parametrize("name", GAMES)
EVERY = pytest.mark.parametrize("level", [*LEVELS, "regular/cautious=1"])
QUICK = pytest.mark.parametrize("level", [level.id for level in LEVELS.values() if level.seconds < 0.2])

POSITIONS = min(MATCHES // 2, 9)
"""Pauses of matches that are looked at; those where dice fall are left out. `make soak` looks at more."""
ASKS = 25
"""How often a program may ask whether to stop before it is told to: counted, for by the clock no two runs are equal."""
STRETCH = 5
"""Decisions in a row."""
AT_ONCE = 0.5
"""Seconds of the processor that an answer may take where there is no time at all: many times what it should."""


class Patience:
    """Says stop after it was asked some times."""

    def __init__(self, asks: int = ASKS) -> None:
        self.left = asks

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


class SealedDice:
    """Dice that nobody may touch."""

    def roll(self, roll: Roll) -> Faces:
        raise AssertionError(f"a program threw the dice of the match for {roll.rule}")

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") and name != "__class__":
            raise AssertionError(f"a program looked into the dice: {name}")
        return super().__getattribute__(name)


def positions(name: str) -> list[Match]:
    return [match.fork() for match in found_positions(name)]


@cache
def found_positions(name: str) -> list[Match]:
    found = [match for number in range(2) for match in pauses(name, number, 9) if asked(match)]
    spread = [found[place * len(found) // POSITIONS] for place in range(POSITIONS)]
    assert len({encode(match.pending) for match in spread}) > 1
    return spread


def seen(match: Match) -> tuple[Any, ...]:
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
        id(match.dice),
    )


def patient(level: str, seed: str) -> Thinker:
    """A program that only patience ends: its own clock would count what else the machine does."""
    mind = player(level, seed)
    if isinstance(mind, ThinkingPlayer):
        mind.level = replace(mind.level, seconds=60.0)
    return mind


def thought(level: str, match: Match) -> Thought:
    """What a program thinks."""
    return patient(level, "fair").think(match, Patience())


def said(thought: Thought) -> tuple[bytes, bytes, int]:
    """What a program said, without what the machine made of it."""
    return encode(thought.action), encode(thought.candidates), thought.weighed


@EVERY
def test_the_dice_to_come_change_nothing(name: str, level: str) -> None:
    for match in positions(name):
        futures: tuple[Dice | None, ...] = (None, SeededDice(1), SeededDice(2), SealedDice())
        first, *others = [said(thought(level, match.fork(dice))) for dice in futures]
        assert all(other == first for other in others)


@EVERY
def test_thinking_leaves_the_match_as_it_was_and_finds_a_legal_answer(name: str, level: str) -> None:
    for match in positions(name):
        before = seen(match)
        answer = thought(level, match)
        assert seen(match) == before
        assert isinstance(answer.action, Action)
        assert match.refusal(answer.action) is None
        dice = SeededDice(3)
        fork = match.fork(dice)
        ahead = SeededDice(3)
        thought(level, fork)
        assert [dice.below(6) for _ in range(8)] == [ahead.below(6) for _ in range(8)], "thinking drew dice"


@pytest.mark.usefixtures("swept")
@EVERY
def test_a_program_in_a_hurry_answers_at_once_by_the_rules(name: str, level: str) -> None:
    for match in positions(name):
        thinker = player(level, "hurry")
        began = process_time()
        answer = thinker.think(match, lambda: True)
        assert process_time() - began < AT_ONCE
        assert match.refusal(answer.action) is None


def stretch(level: str, match: Match) -> list[bytes]:
    """Some decisions in a row by the same players."""
    playing = match.fork(SeededDice("stretch"))
    thinkers = {side: patient(level, f"stretch {side}") for side in match.game.sides}
    found = []
    for _ in range(STRETCH):
        if not isinstance(playing.pending, Decision):
            break
        action = thinkers[playing.pending.side].think(playing, Patience()).action
        found.append(encode(action))
        playing.play(action)
    return found


@EVERY
def test_the_same_seed_plays_the_same(name: str, level: str) -> None:
    for match in positions(name)[::2]:
        once = stretch(level, match)
        assert once
        assert stretch(level, match) == once


@QUICK
def test_an_answer_is_what_was_thought_of(name: str, level: str) -> None:
    for match in positions(name)[:2]:
        action = player(level, "fair").think(match, never).action
        playing, other = match.fork(), match.fork()
        player(level, "fair").answer(playing)
        other.play(action)
        assert (key(playing.table), encode(playing.pending)) == (key(other.table), encode(other.pending))


class Peeker(RandomPlayer):
    """A program that cheats: it tries its answer with the dice to come."""

    def think(self, match: Match, stop: Stop = never, plan: Sequence[Action] | None = None) -> Thought:
        thought = super().think(match, stop, plan)
        faces = match.dice.roll(Roll(match.decision.rule, 6, 5, match.decision.side)) if match.dice else ()
        return Thought(thought.action, weighed=sum(faces))


def test_a_program_that_peeks_is_found_out(name: str) -> None:
    match = positions(name)[0]
    assert len({said(Peeker("fair").think(match.fork(SeededDice(seed)))) for seed in range(3)}) > 1
    with pytest.raises(AssertionError, match="threw the dice of the match"):
        Peeker("fair").think(match.fork(SealedDice()))
