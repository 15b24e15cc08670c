"""Requests about matches that were played: watch, take along, play on."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import NotAuthorizedException
from litestar.openapi.datastructures import ResponseSpec

from sightline.core.errors import BadInput
from sightline.core.game import SetUp
from sightline.server import consulting, desk
from sightline.server.hall import FINISHED, may_see
from sightline.server.messages import Created, MatchBrief, PlayOn, Replay, ThoughtAnswer, Why, Wonder
from sightline.server.routes.common import Asked, TheHall, at_desk, bearer, found, json_response, not_too_often
from sightline.server.stories import story

LARGEST = 8 * 1024 * 1024
"""Bytes of a record."""
LISTED = 200
TOO_MANY = "too many questions to programs; wait a little"
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
"""A report is one file with its styles in it, and runs nothing."""


async def _story(request: Asked, hall: TheHall, id: str) -> bytes:
    """What a record or a replay is made of, for somebody who may see it."""
    room = await found(hall, id)
    if not may_see(room, bearer(request)):
        raise NotAuthorizedException("this match is still being played: a token of it is needed")
    return msgspec.json.encode(story(room))


@get("/api/matches/{id:str}/replay", responses={200: ResponseSpec(Replay)})
async def match_replay(request: Asked, id: str, hall: TheHall) -> Response[bytes]:
    """A match for watching; while it is played, for those who have a token of it."""
    return json_response(await at_desk(hall, desk.told, await _story(request, hall, id)))


@get("/api/matches/{id:str}/record", responses={200: ResponseSpec(dict[str, Any])})
async def match_record(request: Asked, id: str, hall: TheHall) -> Response[bytes]:
    """The record of a match, as `sightline replay` reads it."""
    text = await at_desk(hall, desk.recorded, await _story(request, hall, id))
    answer = json_response(text)
    answer.headers["content-disposition"] = f'attachment; filename="sightline-{id}.json"'
    return answer


@get("/api/matches/{id:str}/report", responses={200: ResponseSpec(str, media_type=MediaType.HTML)})
async def match_report(request: Asked, id: str, hall: TheHall) -> Response[bytes]:
    """The battle report of a match, as a page that needs nothing else."""
    page = await at_desk(hall, desk.reported, await _story(request, hall, id))
    return Response(page, media_type="text/html", headers={"content-security-policy": REPORT_POLICY})


@get("/api/replays")
async def replays(hall: TheHall) -> list[MatchBrief]:
    """The matches that are over; a server for many lists none, there one needs to know an id."""
    kept = await hall.store.documents(FINISHED, LISTED) if hall.settings.local else []
    return [msgspec.json.decode(document.body, type=MatchBrief) for document in kept]


@post("/api/replays", status_code=200, request_max_body_size=LARGEST, responses={200: ResponseSpec(Replay)})
async def show_record(data: dict[str, Any], hall: TheHall) -> Response[bytes]:
    """A record that is handed in, for watching; it is not kept."""
    return json_response(await at_desk(hall, desk.handed_in, msgspec.json.encode(data)))


@post("/api/matches/on", status_code=201, request_max_body_size=LARGEST)
async def play_on(request: Asked, data: PlayOn, hall: TheHall) -> Created:
    """A new match from a point of another."""
    not_too_often(request, hall.openings, "too many matches were set up; wait a little")
    if data.record is not None:
        text = await at_desk(hall, desk.checked, msgspec.json.encode(data.record))
        setup, answers = msgspec.json.decode(text, type=tuple[SetUp, list[Any]])
    else:
        room = await found(hall, data.match)
        if not may_see(room, data.token):
            raise NotAuthorizedException("this match is still being played: a token of it is needed")
        setup, answers = room.created.setup, list(room.chronicle.answers)
    if not 0 <= data.action <= len(answers):
        raise BadInput("action: there is no such action")
    before = await at_desk(hall, desk.cut, msgspec.json.encode((setup, answers, data.action)))
    return await hall.begin(setup, data.seats, before=msgspec.json.decode(before))


@post("/api/why", status_code=200, request_max_body_size=LARGEST, responses={200: ResponseSpec(ThoughtAnswer)})
async def why(request: Asked, data: Wonder, hall: TheHall) -> Response[bytes]:
    """What a program made of the decision that it answered with an action."""
    if data.record is not None:
        not_too_often(request, hall.wonders, TOO_MANY)
        text = await at_desk(hall, desk.checked, msgspec.json.encode(data.record))
        setup, answers = msgspec.json.decode(text, type=tuple[SetUp, tuple[Any, ...]])
        levels = {str(side): str(level) for side, level in (data.record.get("players") or {}).items()}
        return json_response(await consulting.of_record(hall.bots, setup, answers, data.action, levels))
    room = await found(hall, data.match)
    if not may_see(room, data.token):
        raise NotAuthorizedException("this match is still being played: a token of it is needed")
    query = Why(data.action)
    known = consulting.remembered(room, query)
    if known is None:
        not_too_often(request, hall.wonders, TOO_MANY)
        known = await consulting.thought_again(room, query)
    return json_response(known)


REPLAYS = (match_replay, match_record, match_report, replays, show_record, play_on, why)
