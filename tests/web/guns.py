"""Somebody stands at a cannon of its side, ready to learn or to fire it: a battle played as far as that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.games.deepwars.actions import ChooseEdge, Deploy, Learn, Nominate, RollToActivate
from tests.web.furniture import go
from tests.web.table import Spot

BOOK, MAP, HIGH = "deepwars", "rival_altars", 36.0
GUNNERS, FOES = ("ll_tinker", "ll_shooter", "ll_voice"), ("kr_thane", "kr_slinger", "kr_reaver")
CANNON: Spot = (27.5, 7.0)
STAND: Mapping[str, Spot] = {
    "blue-1": (27.5, 29.6),
    "blue-2": (31.5, 31.0),
    "blue-3": (35.5, 31.0),
    "red-1": (27.5, 5.49),
    "red-2": (28.75, 6.16),
    "red-3": (20.0, 4.0),
}
CANNONS = {"DW_SCW_01": 3}
"""The face of the roll for a scenic weapon that brings a cannon."""


@cache
def manned(learned: bool = True, **stand: Spot) -> Match:
    """Somebody of red is beside its cannon, with four actions; shared, so nobody may write to it."""
    book = game(BOOK)
    rosters = {
        side: Roster(BOOK, name, tuple(map(Entry, band)))
        for side, name, band in (("red", "Gunners", GUNNERS), ("blue", "Targets", FOES))
    }
    options = book.rulebook.settle({"special_operations": False})
    match = Match(book, SetUp(BOOK, rosters, book.tables[MAP], options), keep=True)
    match.play((6,), (1,))
    go(match, ChooseEdge((24.0, 0.0), "red"), **CANNONS)
    for id, spot in {**STAND, **stand}.items():
        go(match, Deploy(id, spot), **CANNONS)
    go(match, Nominate("red-1"), RollToActivate("red-1", 3), **CANNONS)
    if learned:
        go(match, Learn("red-1", "red-engine"), **CANNONS)
    return match
