"""Requests about rulebooks."""

from __future__ import annotations

from typing import Any

from litestar import get, post

from sightline import __version__
from sightline.ai.player import levels
from sightline.core import rulebook
from sightline.server.messages import About, GameBrief, GameSheet, LevelView, OptionView, TableBrief
from sightline.server.routes.common import TheHall, book
from sightline.server.routes.documents import squad_brief


@get("/api/about")
async def about(hall: TheHall) -> About:
    """What this server offers."""
    games = [book(id) for id in rulebook.packages()]
    return About(
        __version__,
        hall.settings.local,
        tuple(GameBrief(g.id, g.title, len(g.rulebook.rules), 0, "complete") for g in games),
        tuple(LevelView(id, id.title(), "") for id in levels()),
    )


@get("/api/games/{game:str}")
async def game_sheet(game: str) -> GameSheet:
    """A rulebook with all that is needed to start a match."""
    found = book(game)
    options = tuple(OptionView(name, name, value, (), "", "") for name, value in found.rulebook.settle({}).items())
    return GameSheet(
        found.id,
        found.title,
        found.sides,
        36.0,
        36.0,
        "points",
        0,
        options,
        dict(found.bonuses),
        tuple(squad_brief(roster) for roster in found.rosters.values()),
        tuple(TableBrief(plan, "colony") for plan in found.tables.values()),
        (),
        (),
        {},
        {},
    )


@post("/api/games/{game:str}/odds", status_code=200, sync_to_thread=True)
def odds(game: str, data: Any) -> dict[str, Any]:
    """Exact chances for a question put in figures."""
    return book(game).odds(data)


GAMES = (about, game_sheet, odds)
