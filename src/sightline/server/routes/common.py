"""What the plain requests have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.params import SkipValidation

from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.game import Game, game
from sightline.server.hall import Hall
from sightline.server.limits import Buckets
from sightline.server.rooms import KIND, Room

TheHall = NamedDependency[SkipValidation[Hall]]
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
    if room is None or room.kind != KIND:
        raise NotFoundException("no such match")
    return room


def not_too_often(request: Asked, buckets: Buckets, why: str) -> None:
    """Refuse a request that comes too often from one address."""
    if not buckets.take(request.client.host if request.client else "unknown"):
        raise ClientException(why, status_code=429)


async def at_desk(hall: Hall, work: Callable[..., bytes], *arguments: Any) -> bytes:
    """What comes of work in another process; what takes too long is refused like anything else that is too much."""
    try:
        return await hall.desk.do(work, *arguments)
    except TimeoutError:
        raise BadInput("this takes too long to compute") from None


def json_response(text: bytes) -> Response[bytes]:
    """An answer that is JSON already."""
    return Response(text, media_type="application/json")
