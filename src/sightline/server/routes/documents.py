"""Requests about what people save: squads and layouts."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from litestar import delete, get, post, put
from litestar.exceptions import ClientException, NotFoundException

from sightline.core.errors import BadInput
from sightline.core.game import TablePlan
from sightline.core.links import check_size
from sightline.core.muster import Roster, roster_from
from sightline.core.reading import shape
from sightline.server import sheets
from sightline.server.hall import MOST_MODELS, Hall
from sightline.server.messages import LayoutBody, MusterBody, SquadBrief, TableBrief
from sightline.server.routes.common import TheHall, book

MOST = 500
"""Documents of a kind that are listed, and kept by a server for one machine."""
SQUAD, TABLE = "squad", "table"


class SavedTable(msgspec.Struct, frozen=True):
    """A layout as it is kept: with the game it is for."""

    game: str
    plan: TablePlan


class TableBody(LayoutBody, frozen=True, omit_defaults=True):
    """A layout to be kept."""

    game: str = ""


def _squad_brief(roster: Roster, saved: str) -> SquadBrief:
    game = book(roster.game)
    return sheets.squad_brief(game, roster, game.rulebook.settle({}), saved)


def read_squad(plain: dict[str, Any]) -> Roster:
    """A squad that may be kept: it need not be legal yet, only of a sensible size."""
    roster = roster_from(plain, "roster")
    book(roster.game)
    if len(roster.models) > MOST_MODELS or sum(len(entry.items) for entry in roster.models) > 10 * MOST_MODELS:
        raise BadInput(f"roster.models: at most {MOST_MODELS}")
    return roster


def read_table(data: TableBody) -> SavedTable:
    """A layout that may be kept."""
    plan = shape(data.plan, TablePlan, "plan")
    book(data.game)
    check_size(plan, "plan")
    return SavedTable(data.game, plan)


async def _keep(hall: Hall, kind: str, id: str, value: Any) -> str:
    """Write a document; a new one gets an id nobody guesses."""
    if not id:
        if hall.settings.local and len(await hall.store.documents(kind, MOST)) >= MOST:
            raise ClientException(f"{MOST} are kept already; delete some first")
        id = secrets.token_hex(12)
    elif await hall.store.get(kind, _id(id)) is None:
        raise NotFoundException("nothing is kept under this id")
    await hall.store.put(kind, id, msgspec.json.encode(value))
    return id


def _id(id: str) -> str:
    if not (id.isascii() and id.isalnum() and len(id) <= 40):
        raise NotFoundException("nothing is kept under this id")
    return id


async def _get(hall: Hall, kind: str, id: str) -> bytes:
    body = await hall.store.get(kind, _id(id))
    if body is None:
        raise NotFoundException("nothing is kept under this id")
    return body


# ------------------------------------------------------------------ squads


@get("/api/squads")
async def squads(hall: TheHall, game: str = "") -> list[SquadBrief]:
    """The saved squads; a server for many lists none, there one needs to know an id."""
    kept = await hall.store.documents(SQUAD, MOST) if hall.settings.local else []
    rosters = [(msgspec.json.decode(document.body, type=Roster), document.id) for document in kept]
    return [_squad_brief(roster, id) for roster, id in rosters if roster.game == game or not game]


@post("/api/squads", status_code=201)
async def save_squad(data: MusterBody, hall: TheHall) -> SquadBrief:
    """Keep a squad."""
    roster = read_squad(data.roster)
    return _squad_brief(roster, await _keep(hall, SQUAD, "", roster))


@get("/api/squads/{id:str}")
async def saved_squad(id: str, hall: TheHall) -> SquadBrief:
    """A saved squad."""
    return _squad_brief(msgspec.json.decode(await _get(hall, SQUAD, id), type=Roster), id)


@put("/api/squads/{id:str}")
async def change_squad(id: str, data: MusterBody, hall: TheHall) -> SquadBrief:
    """Keep a new version of a squad."""
    roster = read_squad(data.roster)
    return _squad_brief(roster, await _keep(hall, SQUAD, id, roster))


@delete("/api/squads/{id:str}")
async def delete_squad(id: str, hall: TheHall) -> None:
    """Let a squad go."""
    await hall.store.delete(SQUAD, _id(id))


# ------------------------------------------------------------------ layouts


def _table_brief(saved: SavedTable, id: str) -> TableBrief:
    return sheets.table_brief(book(saved.game), saved.plan, id)


@get("/api/tables")
async def tables(hall: TheHall, game: str = "") -> list[TableBrief]:
    """The saved layouts; a server for many lists none, there one needs to know an id."""
    kept = await hall.store.documents(TABLE, MOST) if hall.settings.local else []
    saved = [(msgspec.json.decode(document.body, type=SavedTable), document.id) for document in kept]
    return [_table_brief(one, id) for one, id in saved if one.game == game or not game]


@post("/api/tables", status_code=201)
async def save_table(data: TableBody, hall: TheHall) -> TableBrief:
    """Keep a layout."""
    saved = read_table(data)
    return _table_brief(saved, await _keep(hall, TABLE, "", saved))


@get("/api/tables/{id:str}")
async def saved_table(id: str, hall: TheHall) -> TableBrief:
    """A saved layout."""
    return _table_brief(msgspec.json.decode(await _get(hall, TABLE, id), type=SavedTable), id)


@put("/api/tables/{id:str}")
async def change_table(id: str, data: TableBody, hall: TheHall) -> TableBrief:
    """Keep a new version of a layout."""
    saved = read_table(data)
    return _table_brief(saved, await _keep(hall, TABLE, id, saved))


@delete("/api/tables/{id:str}")
async def delete_table(id: str, hall: TheHall) -> None:
    """Let a layout go."""
    await hall.store.delete(TABLE, _id(id))


DOCUMENTS = (
    squads,
    save_squad,
    saved_squad,
    change_squad,
    delete_squad,
    tables,
    save_table,
    saved_table,
    change_table,
    delete_table,
)
