"""Hints and reasons in words: a plan that is followed is gone on with, a slip is told as one."""

from __future__ import annotations

from math import inf
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from sightline.ai.policy import Policy
from sightline.ai.search import STEADY, alike
from sightline.ai.thought import Candidate, Thought
from sightline.ai.weights import load
from sightline.core.decisions import Action, Decision, Route, Spot, offered
from sightline.core.dice import SeededDice
from sightline.core.errors import BadInput
from sightline.core.game import game
from sightline.core.match import Match
from sightline.core.reading import shape
from sightline.core.wire import codec
from sightline.server.bots import Advice, Before, advise, going_on
from sightline.server.chronicle import plain
from sightline.server.messages import ThoughtAnswer
from sightline.server.positions import position
from sightline.server.thoughts import LIKED, PLANNED, thought_view
from tests.conformance.matches import GAMES, asked, clumsy, pauses, setup
from tests.plugins.scuffle.words import Strike, Walk

THERE, BLOW, OTHER = Walk("red-1", (1.0, 2.0)), Strike("red-1", "blue-1", 1), Strike("red-2", "blue-1", 1)


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ([], [THERE, BLOW]),
        ([THERE], [BLOW]),
        ([Walk("red-1", (1.2, 2.1))], [BLOW]),
        ([THERE, BLOW], []),
        ([Walk("red-1", (5.0, 5.0))], []),
        ([OTHER], [THERE]),
    ],
    ids=[
        "nothing done",
        "first step",
        "nearly the first step",
        "all done",
        "something else",
        "another way that was told",
    ],
)
def test_what_is_left_of_a_plan_is_what_was_not_done_of_the_one_that_is_followed(
    done: list[Action], left: list[Action]
) -> None:
    assert list(going_on([[THERE, BLOW], [OTHER, THERE]], done)) == left


@pytest.mark.parametrize("name", [name for name in GAMES if name != "scuffle"])
def test_a_hint_that_was_followed_is_gone_on_with_unless_something_is_clearly_better(name: str) -> None:
    book = game(name)
    match = Match(book, setup(book, 1), SeededDice("hints"))
    kept = plans = 0
    before = Before()
    while isinstance(match.pending, Decision) and plans < 10:
        found = msgspec.json.decode(advise(position(match), b"[]", before, "veteran", str(plans)), type=Advice)
        first, *others = found.thought.candidates
        if first.mark == PLANNED:
            kept += 1
            best = max((one.value or 0.0 for one in others), default=-inf)
            assert (first.value or 0.0) >= best - STEADY - 0.01
        action = shape(found.plans[0][0], codec(book).actions, "plan")
        match.play(action)
        before = Before(found.plans, (plain(action),))
        plans += len(found.plans[0]) > 1
    assert kept


@pytest.mark.parametrize("name", GAMES)
def test_a_slip_is_told_with_what_the_program_liked_best(name: str) -> None:
    recruit, slips = clumsy(name), 0
    for match in pauses(name, 0, 40):
        if asked(match) is None:
            continue
        thought = recruit.think(match)
        told = thought_view(match, thought, "recruit")
        assert told.slipped == (thought.slipped is not None)
        marks = [one.mark for one in told.candidates]
        assert marks.count(LIKED) <= told.slipped
        slips += LIKED in marks
        # What somebody else answered was no slip of the program.
        other = next((one.action for one in thought.candidates if not alike(one.action, thought.action)), None)
        assert other is None or not thought_view(match, thought, "recruit", other).slipped
    assert slips


def left_open(match: Match, action: Action) -> list[Action]:
    """The same without where to, if that may be left open."""
    offer = offered(match.decision, action)
    assert offer is not None
    where = [field for field, slot in match.slots(offer).items() if isinstance(slot, Route | Spot)]
    opened = replace(action, **dict.fromkeys(where))
    try:
        match.refusal(opened)
    except BadInput:
        return []
    return [opened]


@pytest.mark.parametrize("name", GAMES)
def test_whatever_comes_to_mind_can_be_told(name: str) -> None:
    for match in pauses(name, 0, 20):
        if asked(match) is None:
            continue
        found = [one.action for one in Policy(load(match.game), 8).ranked(match, Random(1))]  # noqa: S311 - no lock
        found += [opened for action in found for opened in left_open(match, action)]
        for action in found:
            told = msgspec.json.encode(thought_view(match, Thought(action, (Candidate(action, 0.0),)), "veteran"))
            assert msgspec.json.encode(msgspec.json.decode(told, type=ThoughtAnswer)) == told
