"""Scuffles at interesting moments: the toy game is small enough to test the core with."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.dice import Dice
from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.table import Part
from tests.plugins.scuffle.rounds import Blows, Round, Turn
from tests.plugins.scuffle.words import BRUISES, FIRST

SCUFFLE = game("scuffle")


def setup(red: str = "regulars", blue: str = "strangers") -> SetUp:
    """Two sample squads in the yard."""
    rosters = {"red": SCUFFLE.rosters[red], "blue": SCUFFLE.rosters[blue]}
    return SetUp("scuffle", rosters, SCUFFLE.tables["yard"], SCUFFLE.rulebook.settle({}))


def match_at(*agenda: Part, dice: Dice | None = None, keep: bool = True) -> Match:
    """A match in which red goes first, at some part; the second fighters stand face to face."""
    table = SCUFFLE.set_up(setup())
    table.put_tokens("red", FIRST, 1)
    table.put_moved(replace(table.models["red-2"], at=(4.0, 4.0)))
    table.put_moved(replace(table.models["blue-2"], at=(5.0, 4.0)))
    table.agenda = agenda
    return Match(SCUFFLE, setup(), dice, keep=keep, rest=table)


def at_blows(dice: int) -> Match:
    """Red's second fighter strikes blue's second; the dice are to be rolled."""
    return match_at(Blows("red-2", "blue-2", dice), Turn("blue"), Round(2))


def is_over(match: Match) -> bool:
    """Whether the blows have landed."""
    return not isinstance(match.rest.agenda[0], Blows)


def bruises(match: Match) -> int:
    """What it did; three for a fighter that is out."""
    victim = match.rest.models["blue-2"]
    return 3 if victim.at is None else victim.tokens.get(BRUISES, 0)
