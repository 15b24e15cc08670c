"""Requests about rulebooks: what there is to play with, squads and layouts looked at, exact odds."""

from __future__ import annotations

from typing import Any

from litestar import get, post

from sightline.ai.player import levels
from sightline.server import sheets
from sightline.server.layouts import layout_view
from sightline.server.messages import (
    About,
    GameSheet,
    LayoutBody,
    LayoutView,
    LevelView,
    MusterBody,
    MusterView,
    RulesView,
)
from sightline.server.musters import muster_view
from sightline.server.routes.common import TheHall, aside, book

TEXTS = {
    "random": "Does anything that is allowed, in any order.",
    "greedy": "Takes what promises most at the moment.",
}
"""What there is to know about a level in a few words."""


@get("/api/about")
async def about(hall: TheHall) -> About:
    """What this server offers."""
    known = [LevelView(id, id.capitalize(), TEXTS.get(id, "")) for id in levels()]
    return sheets.about(known, local=hall.settings.local)


@get("/api/games/{game:str}")
async def game_sheet(game: str) -> GameSheet:
    """A rulebook with all that is needed to start a match."""
    return await aside(sheets.game_sheet, book(game))


@get("/api/games/{game:str}/rules")
async def game_rules(game: str) -> RulesView:
    """The whole ledger."""
    return await aside(sheets.rules_view, book(game))


@post("/api/games/{game:str}/muster", status_code=200)
async def muster(game: str, data: MusterBody) -> MusterView:
    """A squad in figures, with every fault at once."""
    return await aside(muster_view, book(game), data.roster, data.options)


@post("/api/games/{game:str}/layout", status_code=200)
async def layout(game: str, data: LayoutBody) -> LayoutView:
    """Every fault of a layout, and how fair it is."""
    return await aside(layout_view, book(game), data.plan)


@post("/api/games/{game:str}/odds", status_code=200)
async def odds(game: str, data: Any) -> dict[str, Any]:
    """Exact chances for a question put in figures."""
    return await aside(book(game).odds, data)


GAMES = (about, game_sheet, game_rules, muster, layout, odds)
