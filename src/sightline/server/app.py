"""The server as an application: requests, lines to rooms, and the files of the front end."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from sightline import __version__
from sightline.core.decisions import Illegal
from sightline.core.errors import BadInput
from sightline.core.preparation import Faults
from sightline.server import pages
from sightline.server.entries import NotKept
from sightline.server.guard import Guard
from sightline.server.hall import Hall
from sightline.server.routes import HANDLERS
from sightline.server.settings import Settings
from sightline.server.store import Store, Unavailable

LOG = logging.getLogger("sightline.app")

LARGEST = 256 * 1024
"""Bytes of a body, where nothing else is said."""
LONGEST = 600
"""Characters of an error: what is wrong with a whole layout could fill a book."""


def make_app(store: Store, settings: Settings) -> ASGIApp:
    """The whole server around a store, which it opens and closes."""
    hall = Hall(store, settings)

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        async with store:
            await hall.open()
            try:
                yield
            finally:
                await hall.close()

    app = Litestar(
        route_handlers=[*HANDLERS, pages.docs, pages.docs_start, pages.front],
        dependencies={"hall": Provide(lambda: hall, sync_to_thread=False)},
        lifespan=[opened],
        request_max_body_size=LARGEST,
        exception_handlers={
            HTTPException: _http,
            BadInput: _bad_input,
            Faults: _bad_input,
            Illegal: _bad_input,
            RecursionError: _too_deep,
            NotKept: _unavailable,
            Unavailable: _unavailable,
            Exception: _fault,
        },
        openapi_config=OpenAPIConfig(
            title="Sightline",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
    return Guard(app, settings)


def _told(status: int, error: str, where: str = "", headers: dict[str, str] | None = None) -> Response[Any]:
    return Response(
        {"error": _short(error), "where": _short(where)},
        status_code=status,
        media_type="application/json",
        headers=headers,
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    where, said = "", error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        if isinstance(first, dict):
            where, said = str(first.get("key", "")), str(first.get("message", error.detail))
    return _told(error.status_code, said, where, dict(error.headers or {}))


def _bad_input(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    where, _, said = str(error).partition(": ")
    return _told(400, said or where, where if said else "")


def _too_deep(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return _told(400, "nested too deeply")


def _unavailable(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return _told(503, "the store does not answer; try again")


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    LOG.error("fault path=%s", request.url.path, exc_info=error)
    return _told(500, "a fault in Sightline itself")
