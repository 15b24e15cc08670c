"""The campaigns the promises are held to: every installed one, with random players and random battles."""

from __future__ import annotations

import os
from functools import cache

import msgspec

from sightline.ai.player import play_out, player
from sightline.core.battle import Battle
from sightline.core.campaign import CAMP, Campaign, campaign, campaigns
from sightline.core.campaign_file import CampaignStep, opening
from sightline.core.decisions import Decision
from sightline.core.dice import SeededDice
from sightline.core.game import SetUp
from sightline.core.match import Answer, Match
from sightline.core.wire import digest, encode

NAMES = campaigns()

RUNS = int(os.environ.get("SIGHTLINE_CAMPAIGNS", "2"))
"""Random campaigns for each promise."""
BATTLES = int(os.environ.get("SIGHTLINE_BATTLES", "6"))
"""Battles after which a campaign has shown enough."""


def setup(book: Campaign, number: int) -> SetUp:
    """As few sides as there may be by turns with more, and every third time drawn options."""
    below = SeededDice(f"campaign {book.id} {number}").below
    drawn = {o.name: o.values[below(len(o.values))] for o in book.rulebook.options.values()} if number % 3 == 2 else {}
    options = book.rulebook.settle({})
    for name, value in drawn.items():
        # Some of it may not be built yet: what is refused by name is left out.
        with_it = {**options, name: value}
        if not any("option" in fault.facts for fault in book.muster(next(iter(book.rosters.values())), with_it)):
            options = with_it
    sides = book.sides[: book.fewest + number % (len(book.sides) - book.fewest + 1)]
    samples = [roster for roster in book.rosters.values() if not book.muster(roster, options)]
    rosters = {
        side: samples[(number + place) % len(samples)]
        if samples and number % 2 == 0
        else book.draft(f"campaign {number} {side}", options, side)
        for place, side in enumerate(sides)
    }
    return SetUp(book.id, rosters, CAMP, options)


def fought(book: Campaign, battle: Battle, seed: str) -> Answer:
    """What came of a battle that random players fought."""
    match = Match(book.book, battle.setup, SeededDice(seed))
    play_out(match, {side: player("random", f"{seed} {side}") for side in battle.setup.rosters})
    return book.debrief(battle, f"M{seed.replace(' ', '')}", match.table)


@cache
def played(name: str, number: int) -> tuple[Match, tuple[Answer, ...]]:
    """A campaign played by random players to its end, or for some battles, and every answer; nobody may play on it."""
    book = campaign(name)
    match, answers, battles = Match(book, setup(book, number), keep=True), list[Answer](), 0
    dice, players = SeededDice(number), {side: player("random", f"{number} {side}") for side in book.sides}
    while match.pending is not None and battles < BATTLES:
        if isinstance(match.pending, Battle):
            battles += 1
            answer = fought(book, match.pending, f"{name} {number} {battles}")
        elif isinstance(match.pending, Decision):
            answer = players[match.pending.side].choose(match)
        else:
            answer = dice.roll(match.pending)
        match.play(answer)
        answers.append(answer)
    return match, tuple(answers)


def replayed(name: str, number: int, share: float = 1.0) -> Match:
    """The same campaign brought to some point by its answers."""
    known, answers = played(name, number)
    match = Match(known.game, known.setup, keep=True)
    for answer in answers[: int(len(answers) * share)]:
        match.play(answer)
    return match


def steps_of(match: Match, answers: tuple[Answer, ...]) -> list[CampaignStep]:
    """The steps of a campaign as a server writes them down: an answer each."""
    again = Match(match.game, match.setup)
    steps = [opening(again)]
    for answer in answers:
        events = again.play(answer)
        plain = msgspec.json.decode(encode([answer, list(events)]))
        steps.append(CampaignStep((plain[0],), tuple(plain[1]), digest(again.rest)))
    return steps
