"""A campaign in the middle, set up in one line for a test.

match, dice = between(red=["bw_captain"], part=Purchases("red"), bank=20)   # the part that is played next
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import CAMP
from sightline.core.decisions import Decision
from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.table import Model, Part, Table
from sightline.games.deepwars.camp_words import GoOn
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.market import Purchases

CREW = ("bw_captain", "bw_cutter", "bw_marksman", "bw_harpooner", "bw_apprentice")
RAIDERS = ("kr_thane", "kr_champion", "kr_slinger", "kr_skitterling", "kr_skitterling")


def band(name: str, profiles: Sequence[str]) -> Roster:
    """A warband of these profiles."""
    return Roster("deepwars", name, tuple(Entry(profile) for profile in profiles))


def setup(*bands: Sequence[str], **options: Any) -> SetUp:
    """A campaign of these warbands; of the Charter Crew and the Shelf Raiders if none are given."""
    given = bands or (CREW, RAIDERS)
    rosters = {side: band(f"Band {side}", one) for side, one in zip(CAMPAIGN.sides, given, strict=False)}
    return SetUp(CAMPAIGN.id, rosters, CAMP, CAMPAIGN.rulebook.settle(options))


def between(
    *parts: Part,
    red: Sequence[str] = CREW,
    blue: Sequence[str] = RAIDERS,
    tokens: Mapping[str, Mapping[str, int]] | None = None,
    dice: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    **side: int,
) -> tuple[Match, ScriptedDice]:
    """A campaign at rest with these parts ahead, then blue at the market; what is given by name lies with red."""
    made = setup(red, blue, **(options or {}))
    table: Table = CAMPAIGN.set_up(made)
    table.put_moved(Model("scenario-1", "", "", "skirmish", "Skirmish", kind="scenario"))
    for token, count in side.items():
        table.put_tokens("red", token, count)
    for bearer, own in (tokens or {}).items():
        for token, count in own.items():
            table.put_tokens(bearer, token, count)
    table.agenda = (*parts, Purchases("blue"))
    scripted = ScriptedDice(*dice)
    return Match(CAMPAIGN, made, scripted, keep=True, rest=table), scripted


def at_battle(*dice: int, **options: Any) -> tuple[Match, ScriptedDice]:
    """A campaign whose first battle is to be fought; the dice fall after it."""
    match = Match(CAMPAIGN, setup(**options), ScriptedDice(*[1] * 5), keep=True)
    assert isinstance(match.pending, Battle)
    scripted = ScriptedDice(*dice)
    match.dice = scripted
    return match, scripted


def home(winner: str | None = None, **marks: Mapping[str, int]) -> Debrief:
    """What came of a battle: marks by model, written with an underscore."""
    return Debrief("M1", winner, {id.replace("_", "-"): dict(own) for id, own in marks.items()})


def on(match: Match) -> None:
    """Go on until a battle waits or the campaign is over."""
    while isinstance(match.pending, Decision):
        match.play(GoOn())


def has(match: Match, id: str, *tokens: str) -> tuple[int, ...]:
    """The tokens of somebody."""
    return tuple(match.table.tokens(id, token) for token in tokens)


def example(rule: str, number: int = 0) -> Any:
    """What the ledger expects of a worked example, in figures."""
    return CAMPAIGN.rulebook.rules[rule].examples[number].facts["vector"]
