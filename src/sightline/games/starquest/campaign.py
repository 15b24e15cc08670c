"""The campaign as the engine plays it: a party of heroes through chapters and missions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from sightline.core.battle import Battle
from sightline.core.campaign import Briefing, Campaign, Stage, State
from sightline.core.campaign import Chapter as ChapterView
from sightline.core.decisions import Action, Decision, Refusal
from sightline.core.effects import Effects
from sightline.core.events import Event
from sightline.core.game import ActionKind, Script, SetUp
from sightline.core.muster import Roster
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import TABLE, Model, Part, Side, Table, TokenKind
from sightline.games.starquest import GAME, barracks, catalog, levelling, muster, quest, shop
from sightline.games.starquest import camp_words as w
from sightline.games.starquest.catalog import HEROES, PACKAGE
from sightline.games.starquest.growth import CREDITS, LEVEL, NEWCOMER, WORDS, XP, carried, enlisted, injuries
from sightline.games.starquest.models import hero
from sightline.games.starquest.tokens import DIFFICULTY, TOKENS, UNCONSCIOUS

SAYINGS = "campaign.toml"
DEGREES = ("Beginner", "Intermediate", "Expert", "Legendary")
OWN = (w.MISSIONS, w.PLAYED, w.FAILURES, w.DONE, w.NOW, w.STOCK, w.BENCH, NEWCOMER)


class StarQuestCampaign(Campaign):
    """Heroes from chapter to chapter."""

    sides: tuple[Side, ...] = (HEROES,)
    fewest = 1
    concession = "SQ-CMP-10"
    effects = Effects(())
    tokens: Mapping[str, TokenKind] = {**TOKENS, **carried(), **{id: TokenKind(id) for id in OWN}}
    events: Sequence[type[Event]] = w.EVENTS
    actions: Mapping[type[Action], ActionKind] = {
        w.SetOut: ActionKind(quest.check_set_out, quest.set_out_slots),
        w.TakeField: ActionKind(quest.check_field, quest.field_slots),
        **shop.KINDS,
        **barracks.KINDS,
        **levelling.KINDS,
    }
    parts: Mapping[type[Part], Script] = {
        quest.Opening: quest.opening,
        quest.InCamp: quest.in_camp,
        quest.Chapter: quest.chapter,
        quest.Mission: quest.mission,
        **levelling.PARTS,
        quest.Casualties: quest.casualties,
        quest.Wounding: quest.wounding,
        quest.Recovery: quest.recovery,
        quest.Handing: quest.handing,
        quest.Onward: quest.onward,
    }

    @cached_property
    def sayings(self) -> Sayings:
        """The sentences of campaigns."""
        hurt = {injury.id: injury.name for injury in injuries().values()}
        fields = {plan.id: plan.name for plan in self.book.tables.values()}
        from sightline.games.starquest.wares import meanings

        names = {**self.book.sayings.names, **hurt, **fields, **WORDS}
        told = Sayings.load(PACKAGE, names, SAYINGS, meanings())
        told.refusals = {**self.book.sayings.refusals, **told.refusals}  # A party is refused in the words of the book.
        return told

    @cached_property
    def screen(self) -> Screen:
        """What any screen is told about the party."""
        from sightline.games.starquest.camp_screen import CampScreen

        return CampScreen()

    def plays(self, roster: Roster) -> Sequence[Side]:
        """A party of heroes."""
        return (HEROES,) if HEROES in muster.sides(roster) else ()

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """A party without fault: two to four heroes, with what they may carry."""
        wrong = [] if self.plays(roster) else [Refusal("SQ-PRT-03", {"side": HEROES, "squad": roster.name})]
        return [*wrong, *self.book.muster(roster, options)]

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = HEROES) -> Roster:
        return muster.draft(seed, HEROES, veterans=False)

    def set_up(self, setup: SetUp) -> Table:
        """The party, and nothing else yet."""
        party = setup.rosters[HEROES]
        models = [Model(TABLE, "", "", TABLE, kind="table")]
        models.append(Model(HEROES, HEROES, HEROES, "side", party.name, kind="side"))
        models += [enlisted(hero(n, e, setup.options), e) for n, e in enumerate(party.models, 1)]
        table = self.camp(setup, models, quest.Opening())
        for model in models:
            table.put_all_tokens(table.models[model.id], model.tokens)
        return table

    def report(self, battle: Battle, table: Table) -> dict[str, dict[str, int]]:
        """What every hero comes back with, and what the party achieved besides the primary objective."""
        kept = (*quest.CARRIED, UNCONSCIOUS, CREDITS, XP, *shop.things(), *quest.GROWN)
        found = {
            m.id: {token: m.tokens[token] for token in kept if m.tokens.get(token)}
            for m in table.models.values()
            if m.kind == "model" and m.owner == HEROES
        }
        party = table.models[HEROES].tokens
        return {**found, HEROES: {token: 1 for token in (w.SECONDARY, w.BOSS) if party.get(token)}}

    def journey(self, table: Table) -> Sequence[ChapterView]:
        """The chapters with their enemies, and the missions as far as they are known (SQ-CMP-02)."""
        return tuple(chapter_view(chapter) for chapter in quest.chapters(table))

    def briefing(self, table: Table, battle: Battle) -> Briefing:
        """Where, against whom, and how hard."""
        chapter = table.models[battle.about]
        number, missions = chapter.tokens.get(w.PLAYED, 0) + 1, chapter.tokens[w.MISSIONS]
        faction = catalog.factions()[chapter.profile]
        place = battle.setup.table
        hard = table.tokens(TABLE, DIFFICULTY)
        again = "" if quest.ALONE.of(table) else ", and the chapter begins again"
        lines = (
            f"{chapter.name}, mission {number} of {missions}: {faction.name}, {faction.theme}.",
            f"{place.note or place.name} Difficulty {DEGREES[hard - 1].lower()}.",
            self.sayings.meanings[f"{w.SetOut.__name__} difficulty {hard}"],
            "Whoever is unconscious at the end comes home with an injury.",
            f"Without the primary objective nothing is paid{again}.",
        )
        return Briefing(place.name or place.id, "SQ-CMP-05", lines)

    def appeal(self, table: Table, decision: Decision, action: Action) -> float:
        """Injuries are treated, then one buys what costs most; of improvements the first printed will do."""
        if isinstance(action, w.Treat):
            return float(10 * shop.price(shop.SURGERY))
        return float(shop.price(action.item)) if isinstance(action, w.Buy) else 0.0

    def scores(self, table: Table) -> Mapping[Side, float]:
        """The levels of the party."""
        return {HEROES: float(sum(m.tokens[LEVEL] for m in barracks.party(table)))}


def chapter_view(chapter: Model) -> ChapterView:
    """A chapter as a screen shows it."""
    tokens = chapter.tokens
    now = w.NOW in tokens
    state: State = "done" if w.DONE in tokens else "now" if now else "open"
    missions, played, failures = tokens.get(w.MISSIONS, 0), tokens.get(w.PLAYED, 0), tokens.get(w.FAILURES, 0)
    stages = tuple(
        Stage(
            f"{chapter.id}-{number}",
            f"Mission {number}",
            "done" if number <= played else "now" if now and number == played + 1 else "ahead",
        )
        for number in range(1, missions + 1)
    )
    line = quest.faction_name(chapter)
    if failures:
        line += f", begun again {failures} time{'s' if failures > 1 else ''}"
    return ChapterView(chapter.id, chapter.name, state, "SQ-CMP-02", line, stages)


CAMPAIGN = StarQuestCampaign(GAME)
