"""Rulebooks as a browser reads them: the shelf, what a match needs, and the ledger with its tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sightline import __version__
from sightline.core import rulebook
from sightline.core.campaign import Campaign, campaigns
from sightline.core.game import Game, ReadsLists, SetUp, TablePlan, keepers, samples
from sightline.core.game import game as find
from sightline.core.muster import Roster
from sightline.core.offers import PLAIN
from sightline.core.rulebook import Option, Rule
from sightline.core.screen import Zone
from sightline.core.table import Table
from sightline.server.messages import (
    About,
    CampaignSheet,
    CatalogEntry,
    CatalogHeading,
    GameBrief,
    GameSheet,
    LevelView,
    OptionView,
    RulesView,
    RuleView,
    SliderView,
    SquadBrief,
    TableBrief,
)
from sightline.server.musters import BARE

MAT = "yard"
"""The ground of a layout that names none."""
TAKEN = ("id", "name", "cost", "open_to", "origin", "rule", "spans", "of")
"""What an entry of a catalog has fields of its own for."""


def about(levels: Sequence[LevelView], sliders: Sequence[SliderView], usual: str, *, local: bool) -> About:
    """What a server offers: every installed game, and the programs that play."""
    games = tuple(game_brief(find(id)) for id in rulebook.packages())
    return About(__version__, local, games, tuple(levels), tuple(sliders), usual)


def game_brief(game: Game) -> GameBrief:
    """A rulebook on the shelf."""
    rules, tests = game.rulebook.rules, rulebook.tested(game.id)
    tested = sum(bool(tests and tests.get(id)) for id in rules)
    status = "complete" if tested == len(rules) else f"{tested} of {len(rules)} rules tested"
    return GameBrief(game.id, game.title, len(rules), tested, status, game.id in campaigns())


# ------------------------------------------------------------------ what a match needs


def game_sheet(game: Game) -> GameSheet:
    """A rulebook with all that is needed to start a match."""
    table = bare_table(game)
    options = game.rulebook.settle({})
    budget = game.budget(Roster(game.id, "", ()), options)
    return GameSheet(
        id=game.id,
        title=game.title,
        sides=game.sides,
        width=table.terrain.width,
        height=table.terrain.height,
        cost_name=budget.name,
        cost_limit=budget.most,
        options=tuple(option_view(game, option) for option in game.rulebook.options.values()),
        scenario=tuple(getattr(game, "scenario", ())),
        keeps=dict(keepers(game)),
        bonuses=dict(game.bonuses),
        squads=tuple(squad_brief(game, roster, options) for roster in game.rosters.values()),
        tables=tuple(table_brief(game, plan) for plan in game.tables.values()),
        catalog=tuple(heading(game, id, entries) for id, entries in game.catalog.items()),
        zones=zones_of(game),
        words={**game.sayings.names, **getattr(game, "choices", {})},
        shorts=short_names(game, table),
        glyphs=dict(game.screen.glyphs),
        lists=game.lists if isinstance(game, ReadsLists) else "",
    )


def bare_table(game: Game, plan: TablePlan = BARE) -> Table:
    """A table with a layout before the first die, with sample squads beside it."""
    rosters = {side: next(iter(samples(game, side).values())) for side in game.sides}
    return game.set_up(SetUp(game.id, rosters, plan, game.rulebook.settle({})))


def short_names(game: Game, table: Table) -> dict[str, str]:
    """What the cards of models call their figures for short, by the name of the figure."""
    figures = (game.screen.figure(table, model.id) for model in table.models.values() if model.kind == "model")
    known = [stat for figure in figures for stat in figure.stats]
    return {called.lower().replace(" ", "_"): stat.name for stat in known for called in (stat.name, stat.title)}


def zones_of(game: Game) -> tuple[Zone, ...]:
    """The ground that means something before the first die."""
    return tuple(game.screen.zones(bare_table(game)))


def squad_brief(game: Game, roster: Roster, options: Mapping[str, Any], saved: str = "") -> SquadBrief:
    """A squad on offer."""
    glyphs = tuple(game.screen.glyphs.get(entry.profile, PLAIN) for entry in roster.models)
    cost, faults = game.budget(roster, options).value, len(game.muster(roster, options))
    return SquadBrief(roster, cost, glyphs, faults, saved, tuple(game.plays(roster)))


def table_brief(game: Game, plan: TablePlan, saved: str = "") -> TableBrief:
    """A layout on offer."""
    return TableBrief(plan, game.screen.mats.get(plan.id, MAT), saved)


def heading(game: Game, id: str, entries: Sequence[Mapping[str, Any]]) -> CatalogHeading:
    """A chapter of the catalog."""
    carried = any("open_to" in entry for entry in entries)
    return CatalogHeading(
        id, id[:1].upper() + id[1:], "item" if carried else "profile", tuple(entry_view(game, e) for e in entries)
    )


def entry_view(game: Game, entry: Mapping[str, Any]) -> CatalogEntry:
    """Something a squad is made of, with its figures in one line."""
    figures = {key: value for key, value in entry.items() if key not in TAKEN and value != ""}
    rule = game.rulebook.rules.get(entry.get("rule", ""))
    return CatalogEntry(
        id=entry["id"],
        name=entry["name"],
        cost=entry["cost"],
        glyph=game.screen.glyphs.get(entry["id"], PLAIN),
        figures=figures,
        line=", ".join(f"{key} {value}" for key, value in figures.items()),
        open_to=tuple(entry.get("open_to", ())),
        spans=dict(entry.get("spans", {})),
        of=entry.get("of", ""),
        rule=entry.get("rule", ""),
        text=rule.text if rule else "",
    )


def option_view(game: Game, option: Option) -> OptionView:
    """A house rule."""
    rule = game.rulebook.rules[option.rule]
    return OptionView(option.name, rule.title, option.default, option.values, option.rule, rule.ruling)


def campaign_sheet(campaign: Campaign) -> CampaignSheet:
    """What is needed to begin a campaign."""
    options = campaign.rulebook.settle({})
    fit = (roster for roster in campaign.rosters.values() if not campaign.muster(roster, options))
    return CampaignSheet(
        game=campaign.book.id,
        title=campaign.title,
        sides=campaign.sides,
        fewest=campaign.fewest,
        squads=tuple(squad_brief(campaign, roster, options) for roster in fit),
        options=tuple(option_view(campaign, option) for option in campaign.rulebook.options.values()),
    )


# ------------------------------------------------------------------ the ledger


def rules_view(game: Game) -> RulesView:
    """A whole ledger with the tests that hold it."""
    book, tests = game.rulebook, rulebook.tested(game.id) or {}
    rules = tuple(rule_view(game, rule, tests.get(rule.id, ())) for rule in book.rules.values())
    return RulesView(game.id, game.title, dict(book.sections), rules)


def rule_view(game: Game, rule: Rule, tests: Sequence[str]) -> RuleView:
    """One rule."""
    return RuleView(
        id=rule.id,
        title=rule.title,
        text=rule.text,
        section=rule.section,
        origin=rule.origin,
        ruling=rule.ruling,
        option=option_view(game, rule.option) if rule.option else None,
        examples=tuple(example.text for example in rule.examples),
        tests=tuple(tests),
    )
