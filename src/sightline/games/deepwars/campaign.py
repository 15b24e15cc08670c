"""The campaign as the engine plays it: warbands through the scenarios, and what they become between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from sightline.core.battle import Battle
from sightline.core.campaign import Briefing, Campaign, Chapter, Stage, State
from sightline.core.decisions import Action, Decision, Refusal
from sightline.core.effects import Effects
from sightline.core.events import Event
from sightline.core.game import ActionKind, Script, SetUp
from sightline.core.muster import Roster
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import TABLE, Model, Part, Side, Table, TokenKind
from sightline.games.deepwars import (
    GAME,
    catalog,
    homecoming,
    liking,
    market,
    muster,
    packing,
    surviving,
    war,
    workshop,
)
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars.arms import LIVING
from sightline.games.deepwars.catalog import artifacts
from sightline.games.deepwars.growing import advances, personal, seasoned, upgrades
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.tokens import ADVANCE, CHARGES, DAMAGED, DISCIPLINE, LEARNED, LOAD, SKILL, TOKENS, UPGRADE

SAYINGS = "campaign.toml"
OWN = (
    w.VP,
    w.STANDING,
    w.FREE,
    w.PAID,
    w.EXP,
    w.OWED,
    w.WEAK,
    w.DISABLED,
    w.DEAD,
    w.GAINED,
    w.STASH,
    w.TRIED,
    w.MADE,
    w.BATTLES,
    w.DONE,
    w.NOW,
    w.LOST,
)
WORDS: Mapping[str, str] = {
    "repairs": "Repairs",
    "workshop": "The workshop",
    "market": "The market",
    "packing": "Artifacts",
    "reinforce_armor": "Reinforce Armor",
    "battle_master": "Battle Master",
    "leader": "Leader",
    "elemental": "Elemental",
    "psychic": "Psychic",
    "conjuration": "Conjuration",
    "biomancy": "Biomancy",
    "armor": "Armor",
}


class DeepWarsCampaign(Campaign):
    """Warbands of two to four players through the scenarios (DW-CMP)."""

    sides = war.SIDES
    fewest = 2
    concession = "DW-CMP-02"
    effects = Effects(())
    tokens: Mapping[str, TokenKind] = {
        **{id: TokenKind(id) for id in TOKENS},
        **{id: TokenKind(id) for id in OWN},
    }
    actions: Mapping[type[Action], ActionKind] = {**workshop.ACTIONS, **market.ACTIONS, **packing.ACTIONS}
    events: Sequence[type[Event]] = w.EVENTS
    parts: Mapping[type[Part], Script] = {
        war.Opening: war.opening,
        war.Scenario: war.scenario,
        war.Encounter: war.encounter,
        war.Closing: war.closing,
        surviving.Survival: surviving.survival,
        surviving.Comeback: surviving.comeback,
        surviving.Leadership: surviving.leadership,
        workshop.Repairs: workshop.repairs,
        workshop.Fitting: workshop.fitting,
        market.Purchases: market.purchases,
        packing.Packing: packing.packing,
    }

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = "") -> Roster:
        """A legal warband drawn at random, without a battle behind it."""
        return muster.draft(seed, options)

    @cached_property
    def sayings(self) -> Sayings:
        """The sentences of campaigns."""
        known = {id: str(row["name"]) for table in (advances(), personal(), upgrades()) for id, row in table.items()}
        names = {**self.book.sayings.names, **known, **WORDS}
        found = Sayings.load(catalog.PACKAGE, {**names, **dict(token_names(names))}, SAYINGS)
        # A warband that may not begin is refused in the words of the book.
        found.refusals = {**self.book.sayings.refusals, **found.refusals}
        return found

    @cached_property
    def screen(self) -> Screen:
        """What any screen is told about the warbands."""
        from sightline.games.deepwars.camp_screen import CampScreen

        return CampScreen()

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """A new warband, which no campaign has changed yet."""
        used = [Refusal("DW-CMP-07", {"squad": roster.name})] if seasoned(roster) else []
        return [*used, *self.book.muster(roster, options)]

    def set_up(self, setup: SetUp) -> Table:
        """The warbands, and nothing else yet."""
        models = [Model(TABLE, "", "", TABLE, kind="table")]
        for side, roster in setup.rosters.items():
            models.append(Model(side, side, side, "side", roster.name, kind="side"))
        for side, roster in setup.rosters.items():
            for number, entry in enumerate(roster.models, 1):
                who = catalog.profiles()[entry.profile]
                models.append(raised(who, f"{side}-{number}", side, entry.name or f"{who.name} {number}"))
        return self.camp(setup, models, war.Opening())

    def report(self, battle: Battle, table: Table) -> dict[str, dict[str, int]]:
        """What every member came back with, and the points of both sides."""
        return homecoming.report(battle, table)

    def journey(self, table: Table) -> Sequence[Chapter]:
        """The scenarios in their order, with those who meet."""
        return tuple(chapter_view(table, number, one) for number, one in enumerate(war.scenarios(table), 1))

    def briefing(self, table: Table, battle: Battle) -> Briefing:
        """What is fought for, where, and by whom."""
        row = scenario_row(table.models[battle.about])
        place = battle.setup.table
        one, other = (table.models[side].name for side in battle.commands.values())
        lines = (f"{one} against {other}.", place.note or place.name, worth_knowing(row))
        return Briefing(f"{row['name']}: {place.name or place.id}", row["rules"][0], lines)

    def appeal(self, table: Table, decision: Decision, action: Action) -> float:
        """What costs nothing first, then recruits, then the advances that help most, for as long as points last."""
        return liking.appeal(table, decision.side, action)

    def scores(self, table: Table) -> Mapping[Side, float]:
        """All the points ever earned (DW-CMP-01)."""
        return {side: float(table.tokens(side, w.STANDING)) for side in table.sides}


def token_names(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the tokens of members and warbands are called: by what they are about."""
    things = (*artifacts(), *catalog.weapons())
    about = {ADVANCE: (*advances(), *personal()), DISCIPLINE: tuple(WORDS), w.GAINED: ("leader", *catalog.weapons())}
    for kind in (LEARNED, LOAD, DAMAGED, w.STASH):
        about[kind] = things
    for kind, items in about.items():
        yield from ((f"{kind}:{item}", names.get(item, item)) for item in items)
    for upgrade in upgrades():
        yield f"{UPGRADE}:{upgrade}", names[upgrade]
        yield from ((f"{UPGRADE}:{upgrade}:{item}", f"{names[upgrade]} for {names[item]}") for item in things)
    yield f"{SKILL}:scientist", names["scientist"]
    yield f"{CHARGES}:{LIVING}", names[LIVING]


def scenario_row(model: Model) -> Mapping[str, Any]:
    """What the book says of a scenario."""
    return next(row for row in catalog.rows("scenario") if row["id"] == model.profile)


def worth_knowing(row: Mapping[str, Any]) -> str:
    """What brings points."""
    return "Points: " + "; ".join(f"{one['event']} {one['vp']}" for one in row["vp"]) + "."


def chapter_view(table: Table, number: int, one: Model) -> Chapter:
    """A scenario as a screen shows it."""
    state: State = "done" if w.DONE in one.tokens else "now" if w.NOW in one.tokens else "ahead"
    pairs = war.meetings(table.sides, number)
    names = [tuple(table.models[side].name for side in pair) for pair in pairs]
    stages: tuple[Stage, ...] = ()
    if len(table.sides) > 2:
        stages = tuple(Stage(f"{one.id}-{n}", f"{a} and {b}", state) for n, (a, b) in enumerate(names, 1))
    line = catalog.tables()[scenario_row(one)["preset"]].name
    return Chapter(one.id, one.name, state, "DW-CMP-02", line, stages)


CAMPAIGN = DeepWarsCampaign(GAME)
