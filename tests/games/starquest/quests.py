"""Campaigns at interesting moments, with dice that are written down."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import CAMP, campaign
from sightline.core.decisions import Decision
from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.table import Model, Part
from sightline.games.starquest.camp_words import SetOut
from sightline.games.starquest.quest import InCamp

QUEST = campaign("starquest")
PARTY = QUEST.rosters["party_hammer_and_lamp"]
ONE, TWO = "heroes-1", "heroes-2"


def setup(party: Roster = PARTY, **options: Any) -> SetUp:
    """A party of two."""
    return SetUp(QUEST.id, {"heroes": party}, CAMP, QUEST.rulebook.settle(options))


def with_stats(number: int, *items: str, **stats: int) -> Roster:
    """The party with one hero who brings something along."""
    models = list(PARTY.models)
    old = models[number - 1]
    models[number - 1] = replace(old, items=(*old.items, *items), stats=stats)
    return replace(PARTY, models=tuple(models))


def party_of(*profiles: str) -> Roster:
    """Heroes of one class."""
    return Roster("starquest", "Some", tuple(Entry(p, ("bulwark", "brace", "taunt")) for p in profiles))


def in_camp(
    *dice: int,
    chapters: int = 3,
    tokens: dict[str, dict[str, int]] | None = None,
    part: Part | None = None,
    **options: Any,
) -> tuple[Match, ScriptedDice]:
    """A party between chapters, with what lies on it; all chapters are against the same faction."""
    table = QUEST.set_up(setup(**options))
    for number in range(1, chapters + 1):
        table.put(Model(f"chapter-{number}", "", "", "rustborn", f"Chapter {number}", kind="chapter"))
    for bearer, own in (tokens or {}).items():
        for token, count in own.items():
            table.put_tokens(bearer, token, count)
    table.agenda = (part, InCamp()) if part else (InCamp(),)
    scripted = ScriptedDice(*dice)
    return Match(QUEST, setup(**options), scripted, keep=True, rest=table), scripted


def at_mission(*dice: int, missions: int = 1, difficulty: int = 1, **more: Any) -> tuple[Match, ScriptedDice]:
    """A party at the first mission of a chapter; the dice are those that fall after the battle."""
    match, scripted = in_camp(2 * missions, 1, *dice, **more)
    match.play(SetOut("chapter-1", difficulty))
    assert isinstance(match.pending, Battle)
    return match, scripted


def home(
    won: bool = True, one: dict[str, int] | None = None, two: dict[str, int] | None = None, **party: int
) -> Debrief:
    """What came of a mission; heroes come back unhurt with their first credits unless said otherwise."""
    usual = {"power": 4, "credits": 10}
    marks = {
        ONE: usual if one is None else {"credits": 10, **one},
        TWO: usual if two is None else {"credits": 10, **two},
    }
    return Debrief("M", "heroes" if won else "enemies", {**marks, "heroes": party})


def tokens(match: Match, id: str, *names: str) -> tuple[int, ...]:
    """What lies on a model."""
    return tuple(match.table.tokens(id, name) for name in names)


def asked(match: Match) -> Decision:
    """What is asked."""
    return match.decision
