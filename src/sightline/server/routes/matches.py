"""Requests about matches: set one up, find it again, hand a seat on."""

from __future__ import annotations

from litestar import get, post, websocket
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from msgspec import Struct

from sightline.core.errors import BadInput
from sightline.server.hall import seat_of
from sightline.server.messages import CodeView, Created, JoinBody, Joined, MatchBrief, NewMatch, SeatKey
from sightline.server.rooms import KIND
from sightline.server.routes.common import Asked, TheHall, bearer, found, needed, not_too_often
from sightline.server.sockets import Connection, Line

MOST = 60
"""Seats one may ask for at once."""


class StatusBody(Struct, frozen=True):
    """Seats somebody remembers."""

    seats: tuple[SeatKey, ...]


@post("/api/matches", status_code=201)
async def create_match(request: Asked, data: NewMatch, hall: TheHall) -> Created:
    """Set a match up."""
    not_too_often(request, hall.openings, "too many matches were set up; wait a little")
    return await hall.create(data)


@get("/api/matches/{id:str}")
async def match_brief(request: Asked, id: str, hall: TheHall) -> MatchBrief:
    """A match in brief; everybody who knows its id may see that much."""
    return hall.brief(await found(hall, id), bearer(request))


@post("/api/matches/status", status_code=200)
async def match_status(data: StatusBody, hall: TheHall) -> list[MatchBrief]:
    """Those of the remembered seats whose matches are still there."""
    if len(data.seats) > MOST:
        raise ClientException(f"seats: at most {MOST}")
    briefs = []
    for key in data.seats:
        try:
            room = await hall.room(key.match)
        except BadInput:
            continue  # One that cannot be read takes none of the others along.
        if room is not None and room.kind == KIND and seat_of(room, key.token) is not None:
            briefs.append(hall.brief(room, key.token))
    return briefs


@post("/api/matches/{id:str}/code", status_code=201)
async def match_code(request: Asked, id: str, hall: TheHall) -> CodeView:
    """A short code for the seat whose token is given: for one use, and for ten minutes."""
    token = needed(request)
    room = await found(hall, id)
    side = seat_of(room, token)
    if side is None:
        raise NotAuthorizedException("this token opens no seat at this table")
    return hall.code(room, token, side)


@post("/api/join", status_code=200)
async def join(request: Asked, data: JoinBody, hall: TheHall) -> Joined:
    """The seat behind a short code."""
    not_too_often(request, hall.guesses, "too many codes were tried; wait a little")
    seat = hall.join(data.code)
    if seat is None:
        raise NotFoundException("this code opens nothing: it may have been used already, or be too old")
    return seat


@websocket("/api/matches/{id:str}/socket")
async def match_socket(socket: Line, id: str, hall: TheHall) -> None:
    """The line to a room."""
    room = await hall.room(id)
    if room is None or room.kind != KIND:
        await socket.close(4404, "no such match")
        return
    await Connection(socket, hall.settings, hall.measuring).run(room)


MATCHES = (create_match, match_brief, match_status, match_code, join, match_socket)
