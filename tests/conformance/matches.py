"""The matches the promises are held to: every installed game, with squads and tables by turns."""

from __future__ import annotations

import os
from functools import cache
from math import inf
from typing import Any

from msgspec.structs import replace

from sightline.ai.levels import LEVELS
from sightline.ai.player import play_out, player
from sightline.ai.thinker import ThinkingPlayer
from sightline.ai.weights import Weights, load
from sightline.core.decisions import Decision
from sightline.core.dice import SeededDice
from sightline.core.game import Game, SetUp, game, samples
from sightline.core.match import Answer, Match
from sightline.core.muster import Roster
from sightline.core.rulebook import packages

GAMES = list(packages())

MATCHES = int(os.environ.get("SIGHTLINE_MATCHES", "6"))
"""Random matches for each promise; `make soak` sets more."""


def allowing(book: Game, roster: Roster) -> dict[str, Any]:
    """The one option that makes a sample squad legal; none if it is so anyway."""
    if not book.muster(roster, book.rulebook.settle({})):
        return {}
    for option in book.rulebook.options.values():
        for value in option.values:
            if not book.muster(roster, book.rulebook.settle({option.name: value})):
                return {option.name: value}
    raise AssertionError(f"{roster.name} is legal under no option")


def setup(book: Game, number: int) -> SetUp:
    """Legal sample squads by turns with drafted ones, the tables by turns, and every third time drawn options."""
    below = SeededDice(f"conformance {book.id} {number}").below
    drawn = {o.name: o.values[below(len(o.values))] for o in book.rulebook.options.values()} if number % 3 == 2 else {}
    options = book.rulebook.settle(drawn)
    plans = list(book.tables.values())
    known = {side: list(samples(book, side).values()) for side in book.sides}
    if any(book.muster(known[book.sides[0]][0], options)):
        # Some of it is not built yet, or does not go with the samples: what does is drawn, one by one.
        options = book.rulebook.settle({})
        for name, value in drawn.items():
            with_it = {**options, name: value}
            options = options if any(book.muster(known[book.sides[0]][0], with_it)) else with_it
    legal = {side: [r for r in known[side] if not book.muster(r, options)] for side in book.sides}
    rosters = {
        side: legal[side][(number + place) % len(legal[side])]
        if legal[side] and number % 2 == 0
        else replace(book.draft(f"conformance {number} {side}", options, side), name="Drafted")
        for place, side in enumerate(book.sides)
    }
    made = SetUp(book.id, rosters, plans[number % len(plans)], options)
    # Readings that a game says it has not built are left at their usual value.
    unbuilt = {fault.facts["option"] for fault in book.room(made) if "option" in fault.facts}
    return replace(made, options=book.rulebook.settle({n: v for n, v in options.items() if n not in unbuilt}))


def started(name: str, number: int, *, level: str = "") -> Match:
    """A new match with dice of its own."""
    book = game(name)
    return Match(book, setup(book, number), SeededDice(f"{level}{number}"), keep=True)


def finished(match: Match, number: int, level: str = "random") -> Match:
    """The same match, played to its end."""
    play_out(match, {side: player(level, f"{number} {side}") for side in match.game.sides})
    return match


@cache
def played(name: str, number: int) -> Match:
    """A finished random match with all its steps; shared, so nobody may play on it (it is over) or write to it."""
    return finished(started(name, number), number)


@cache
def answers(name: str, number: int) -> tuple[Answer, ...]:
    """Every answer of a finished match, dice included."""
    steps = played(name, number).steps
    assert steps is not None
    return tuple(answer for step in steps for answer in step.answers)


def replayed(name: str, number: int, share: float) -> Match:
    """A match without dice, brought to some point of a finished one by its answers."""
    known = played(name, number)
    match = Match(known.game, known.setup, keep=True)
    given = answers(name, number)
    for answer in given[: reached(given, share)]:
        match.play(answer)
    return match


def pauses(name: str, number: int, count: int) -> list[Match]:
    """A match at several of its pauses, decisions and rolls alike; each goes its own way from there."""
    given = answers(name, number)
    return [taken_up(name, number, reached(given, (place + 0.5) / count)) for place in range(count)]


def taken_up(name: str, number: int, until: int) -> Match:
    """A finished match after some of its answers, from the last rest before: it remembers all that happened."""
    known = played(name, number)
    assert known.steps is not None
    done = place = 0
    while place < len(known.steps) and done + len(known.steps[place].answers) <= until:
        done, place = done + len(known.steps[place].answers), place + 1
    before = known.steps[:place]
    match = Match(known.game, known.setup, keep=True, rest=before[-1].rest if before else None)
    match.events = [*(event for step in before for event in step.events), *match.events]
    match.steps = [*before, *(match.steps or ())]
    for answer in answers(name, number)[done:until]:
        match.play(answer)
    return match


def reached(given: tuple[Answer, ...], share: float) -> int:
    """How many answers a share of a match are."""
    return int(len(given) * share)


def asked(match: Match) -> Decision | None:
    """The decision that is pending, if one is."""
    return match.pending if isinstance(match.pending, Decision) else None


def clumsy(name: str) -> ThinkingPlayer:
    """A recruit that slips every other time, however rarely it does so in this game."""
    known = load(game(name))
    recruit = replace(known.level(LEVELS["recruit"]), slips=0.5, gross=inf)
    return ThinkingPlayer("slips", recruit, {}, Weights(known.entries, levels={"recruit": recruit}))
