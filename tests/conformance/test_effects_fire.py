"""Every effect of a game has something to say in some random match.

Some effects need a rare position. A short census may miss one in six; the long one of `make soak` misses none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sightline.ai.player import Player, play_out
from sightline.core.effects import Bearing, Clause, Effects
from sightline.core.events import Attached
from sightline.core.game import game
from sightline.core.table import Side, Table
from tests.conformance.bold import BoldPlayer
from tests.conformance.fray import fray, set_up
from tests.conformance.matches import GAMES, started

SHORT = 150
LIMIT = int(os.environ.get("SIGHTLINE_CENSUS", SHORT))
"""Matches played before effects that never spoke are reported."""

RARE = {
    # A blow through a thin wall, never met in 4000 matches.
    "DG-LOS-04",
    # No model of the book has these: a trait is written as a figure of its weapon, or only a custom model has it.
    *("DW-ABL-04", "DW-ABL-21", "DW-ABL-38"),
    # Scenic weapons have these, which somebody has to understand before they are fired.
    *("DW-ABL-20", "DW-ABL-30", "DW-ABL-35", "DW-SCW-02", "DW-SCW-03"),
    # A chain of luck: who sleeps in a chamber is freed and charmed, the dead are healed, a helper touches who learns.
    *("DW-CRE-13", "DW-CND-08", "DW-OPS-17", "DW-ABL-06"),
}
"""Effects that random play hardly ever meets; their own tests hold them."""


@pytest.fixture
def fired(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The rules of all effects that answered anything."""
    spoke: set[str] = set()
    hear = Effects._listen

    def listen(self: Effects, table: Table, verb: str, subject: Any) -> Iterator[tuple[Clause, Bearing]]:
        for clause, bearing in hear(self, table, verb, subject):
            spoke.add(bearing.effect)
            yield clause, bearing

    monkeypatch.setattr(Effects, "_listen", listen)
    return spoke


@pytest.mark.parametrize("name", GAMES)
def test_every_effect_fires_in_some_random_match(name: str, fired: set[str]) -> None:
    book = game(name)
    silent = set(book.effects.by_rule) - RARE
    missable = len(book.effects.by_rule) // 6 if LIMIT <= SHORT else 0
    for number in range(LIMIT):
        match = started(name, number)
        players: dict[Side, Player] = {side: BoldPlayer(f"{number} {side}") for side in book.sides}
        if number % 2 and set_up(match, players):
            match = fray(match, Random(number))  # noqa: S311 - a place to stand, not a lock
        play_out(match, players)
        # An effect without clauses says nothing itself: rules follow it by its attachment.
        laid = {e.attachment.effect for e in match.events if isinstance(e, Attached)}
        silent -= fired | {rule for rule in laid if not book.effects.by_rule[rule].clauses}
        if len(silent) <= missable:
            return
    pytest.fail(f"never heard in {LIMIT} matches: {', '.join(sorted(silent))}")
