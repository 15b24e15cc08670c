"""Red and blue are only names, and left and right only directions."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
import pytest

from sightline.core.decisions import Action, Decision, Spot
from sightline.core.dice import Roll
from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.table import Table
from sightline.core.wire import encode, lay_out
from tests.conformance.matches import GAMES, MATCHES, answers, played
from tests.conformance.mirror import Mirror

ALIKE = [name for name in GAMES if game(name).alike]
"""The games whose sides are only names."""

pytestmark = [
    pytest.mark.parametrize("name", ALIKE),
    pytest.mark.parametrize("number", range(0, MATCHES, 2)),
]


COMPASS = {"XT-END-06", "DW-SCN-06"}
"""Rules that name a direction of the table or a spot on its map: what is north to one chair is south to the other."""


def in_a_zone(match: Match) -> bool:
    """Whether the answer goes into ground that belongs to a side, which half a turn of the table does not move."""
    decision = match.pending
    if not isinstance(decision, Decision):
        return False
    return any(isinstance(s, Spot) and s.zone for offer in decision.offers for s in match.slots(offer).values())


@pytest.mark.parametrize("turned", [False, True], ids=["sides exchanged", "sides exchanged and table turned"])
def test_every_step_is_the_same_from_the_other_chair(name: str, number: int, turned: bool) -> None:
    match = played(name, number)
    assert match.steps is not None
    mirror = Mirror(match.game, match.rest, turned=turned)
    compared = 0
    for before, step in list(zip(match.steps, match.steps[1:], strict=False))[::3]:
        other = Match(match.game, match.setup, keep=True, rest=mirror.table(before.rest))
        if turned and (in_a_zone(other) or any(event.rule in COMPASS for event in step.events)):
            continue
        for answer in step.answers:
            other.play(mirror.answer(answer))
        if step.answers or other.steps:
            compared += 1
            assert other.steps
            assert msgspec.json.decode(encode(other.steps[0].events)) == mirror.events(step.events)
            assert laid(other.steps[0].rest) == laid(mirror.table(step.rest))
    assert compared > len(match.steps) // 8


def laid(table: Table) -> Any:
    """A table as plain data, whatever the order of its models."""
    plain = msgspec.json.decode(encode(lay_out(table)))
    for part in ("models", "attachments"):
        plain[part] = {thing["id"]: thing for thing in plain[part]}
    plain["sides"] = sorted(plain["sides"])
    return plain


def test_squads_that_change_sides_play_the_same_match(name: str, number: int) -> None:
    match = played(name, number)
    one, other = match.game.sides
    rosters = {one: match.setup.rosters[other], other: match.setup.rosters[one]}
    swapped = Match(match.game, SetUp(name, rosters, match.setup.table, match.setup.options), keep=True)
    # Where everybody starts on a spot of the table, the other side's spots are half a turn away.
    turned = any(m.kind == "model" and m.at for m in match.game.set_up(match.setup).models.values())
    mirror = Mirror(match.game, match.rest, turned=turned)
    # Who comes first in the order of the table may be asked first: each side gives its own answers in their order.
    given: dict[str, deque[Any]] = {side: deque() for side in match.game.sides}
    original = Match(match.game, match.setup)
    for answer in answers(name, number):
        assert isinstance(original.pending, Decision | Roll)
        by = original.pending.side if isinstance(original.pending, Decision) else original.pending.by
        given[by].append(answer)
        original.play(answer)
    while isinstance(swapped.pending, Decision | Roll):
        by = swapped.pending.side if isinstance(swapped.pending, Decision) else swapped.pending.by
        answer = given[mirror.side(by)].popleft()
        assert isinstance(answer, Action) == isinstance(swapped.pending, Decision)
        swapped.play(mirror.answer(answer))
    assert not any(given.values())
    assert laid(swapped.rest) == laid(mirror.table(match.rest))
