"""What the plain requests have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Any, ParamSpec, TypeVar

from litestar import Request
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.params import Dependency

from sightline.core import rulebook
from sightline.core.game import Game, game
from sightline.server.hall import Hall
from sightline.server.rooms import Room

T = TypeVar("T")
P = ParamSpec("P")

_ASIDE = ThreadPoolExecutor(1, "aside")
"""One thread: squads, layouts and replays are looked at one after the other, beside the rooms."""

TheHall = Annotated[Hall, Dependency(skip_validation=True)]
Asked = Request[Any, Any, Any]


def book(id: str) -> Game:
    """A rulebook that is on the shelf."""
    if id not in rulebook.packages():
        raise NotFoundException("no such game")
    return game(id)


def bearer(request: Asked) -> str:
    """The token that comes with a request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def needed(request: Asked) -> str:
    """The token that must come with a request."""
    token = bearer(request)
    if not token:
        raise NotAuthorizedException("a seat's token is needed (Authorization: Bearer ...)")
    return token


async def found(hall: Hall, id: str) -> Room:
    """A match that is kept here."""
    room = await hall.room(id)
    if room is None:
        raise NotFoundException("no such match")
    return room


def too_often(why: str) -> ClientException:
    """A request that comes too often."""
    return ClientException(why, status_code=429)


async def aside(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """What comes of work that takes a while, without keeping the rooms waiting."""
    return await asyncio.get_running_loop().run_in_executor(_ASIDE, partial(work, *arguments, **named))
