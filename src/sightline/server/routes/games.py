"""Requests about rulebooks: what there is to play with, squads and layouts looked at, exact odds."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec

from sightline.ai.levels import LEVELS, SLIDERS, USUAL
from sightline.core.lists import ListRead
from sightline.server import desk, sheets
from sightline.server.bots import FALLBACK
from sightline.server.messages import (
    About,
    GameSheet,
    LayoutBody,
    LayoutView,
    LevelView,
    ListBody,
    MusterBody,
    MusterView,
    RulesView,
    SliderView,
)
from sightline.server.routes.common import TheHall, at_desk, book, json_response

LARGEST_LIST = 1024 * 1024
"""Bytes of a list of another program."""


@get("/api/about")
async def about(hall: TheHall) -> About:
    """What this server offers."""
    return _about(hall.settings.local)


@cache
def _about(local: bool) -> About:
    # The weakest first, but those nobody plays against for the sake of playing at the end.
    known = sorted(LEVELS.values(), key=lambda level: level.id == FALLBACK)
    levels = [LevelView(one.id, one.name, one.text, one.seconds, testing=one.id == FALLBACK) for one in known]
    sliders = [SliderView(one.id, one.name, one.text) for one in SLIDERS.values()]
    return sheets.about(levels, sliders, USUAL, local=local)


@get("/api/games/{game:str}")
async def game_sheet(game: str, hall: TheHall) -> GameSheet:
    """A rulebook with all that is needed to start a match."""
    found = book(game)
    hall.desk.warm_up(found.id)  # Whoever opens a rulebook soon has a squad or a layout looked at.
    return _sheet(found)


@get("/api/games/{game:str}/rules")
async def game_rules(game: str) -> RulesView:
    """The whole ledger."""
    return _rules(book(game))


_sheet, _rules = cache(sheets.game_sheet), cache(sheets.rules_view)


@post("/api/games/{game:str}/muster", status_code=200, responses={200: ResponseSpec(MusterView)})
async def muster(game: str, data: MusterBody, hall: TheHall) -> Response[bytes]:
    """A squad in figures, with every fault at once."""
    body = msgspec.json.encode((data.roster, data.options))
    return json_response(await at_desk(hall, desk.muster, book(game).id, body))


@post(
    "/api/games/{game:str}/list",
    status_code=200,
    request_max_body_size=LARGEST_LIST,
    responses={200: ResponseSpec(ListRead)},
)
async def read_list(game: str, data: ListBody, hall: TheHall) -> Response[bytes]:
    """A list of another program as a squad, with what it leaves open and what is lost; nothing is kept."""
    body = msgspec.json.encode((data.text, data.side, data.answers))
    return json_response(await at_desk(hall, desk.read_list, book(game).id, body))


@post("/api/games/{game:str}/layout", status_code=200, responses={200: ResponseSpec(LayoutView)})
async def layout(game: str, data: LayoutBody, hall: TheHall) -> Response[bytes]:
    """Every fault of a layout, and how fair it is."""
    return json_response(await at_desk(hall, desk.layout, book(game).id, msgspec.json.encode(data.plan)))


@post("/api/games/{game:str}/odds", status_code=200, responses={200: ResponseSpec(dict[str, Any])})
async def odds(game: str, data: dict[str, Any], hall: TheHall) -> Response[bytes]:
    """Exact chances for a question put in figures."""
    return json_response(await at_desk(hall, desk.odds, book(game).id, msgspec.json.encode(data)))


GAMES = (about, game_sheet, game_rules, muster, read_list, layout, odds)
