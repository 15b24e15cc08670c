"""A campaign in the middle, set up in one line for a test.

match, dice = between(red=["bw_captain"], part=Purchases("red"), bank=20)   # the part that is played next
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import CAMP
from sightline.core.decisions import Action, Decision, Illegal
from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.table import Model, Part, Table
from sightline.games.deepwars import GAME
from sightline.games.deepwars.camp_words import GoOn
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.market import Purchases
from sightline.games.deepwars.members import need_of

CREW = ("bw_captain", "bw_cutter", "bw_marksman", "bw_harpooner", "bw_apprentice")
RAIDERS = ("kr_thane", "kr_champion", "kr_slinger", "kr_skitterling", "kr_skitterling")
SMITHS = ("bw_captain", "bw_rigwright", "bw_walker", "bw_apprentice", "bw_apprentice")
"""A Scientist (1) who is an Animist, a mechanical construct, and two Assistants."""
BAND = ("bw_marksman", "bw_cutter", "bw_captain")
"""Somebody with a tech rifle and a knife, and two others."""


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


def battle() -> Battle:
    """A battle of a campaign."""
    rosters = {side: Roster("deepwars", side, tuple(map(Entry, BAND))) for side in GAME.sides}
    plan = GAME.tables["twin_kelp_shallows"]
    setup = SetUp(GAME.id, rosters, plan, GAME.rulebook.settle({"points_limit": 500}))
    return Battle("DW-CMP-02", setup, {side: side for side in GAME.sides}, "scenario-1")


def over(**tokens: dict[str, int]) -> Table:
    """The last table of a battle between two such warbands; what lies on whom, written with an underscore."""
    table = GAME.set_up(battle().setup)
    for number, model in enumerate([m for m in table.models.values() if m.kind == "model"]):
        table.put_moved(replace(model, at=(4.0 + 3 * number, 4.0)))
    for id, own in tokens.items():
        for token, count in own.items():
            table.put_tokens(id.replace("_", "-"), token, count)
    return table


def home(winner: str | None = None, **marks: Mapping[str, int]) -> Debrief:
    """What came of a battle: marks by model, written with an underscore."""
    return Debrief("M1", winner, {id.replace("_", "-"): dict(own) for id, own in marks.items()})


def on(match: Match) -> None:
    """Go on until a battle waits or the campaign is over."""
    while isinstance(match.pending, Decision):
        match.play(GoOn())


def refused(match: Match, action: Action) -> str:
    """The rule by which an action is refused; nothing has happened."""
    before = len(match.events)
    with pytest.raises(Illegal) as caught:
        match.play(action)
    assert len(match.events) == before
    return caught.value.refusal.rule


def has(match: Match, id: str, *tokens: str) -> tuple[int, ...]:
    """The tokens of somebody."""
    return tuple(match.table.tokens(id, token) for token in tokens)


def example(rule: str, number: int = 0) -> Any:
    """What the ledger expects of a worked example, in figures."""
    return CAMPAIGN.rulebook.rules[rule].examples[number].facts["vector"]


def successes(target: int, mod: int = 0) -> Counter[int]:
    """How many of all throws of three dice have so many successes."""
    need = need_of(target, mod)
    return Counter(sum(need.met(face) for face in faces) for faces in product(range(1, 7), repeat=3))
