"""Requests about campaigns: begin one, find it again, have its battle fought, carry it away and bring it back."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get, post, websocket
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from msgspec import Struct

from sightline.core.campaign import campaign, campaigns
from sightline.core.campaign_file import Restored
from sightline.core.errors import BadInput
from sightline.server import desk, sheets
from sightline.server.hall import Hall, may_see, seat_of
from sightline.server.messages import (
    BattleCalled,
    CampaignBrief,
    CampaignKey,
    CampaignMade,
    CampaignSheet,
    NewCampaign,
)
from sightline.server.rooms import CAMPAIGN_KIND, Room
from sightline.server.routes.common import Asked, TheHall, at_desk, bearer, needed, not_too_often
from sightline.server.sockets import Connection, Line

MOST = 60
"""Campaigns one may ask for at once."""
LARGEST = 8 * 1024 * 1024
"""Bytes of a campaign file: many times those of a long one."""


class CampaignStatus(Struct, frozen=True):
    """Seats somebody remembers."""

    seats: tuple[CampaignKey, ...]


async def _found(hall: Hall, id: str) -> Room:
    room = await hall.campaigns.room(id)
    if room is None:
        raise NotFoundException("no such campaign")
    return room


@get("/api/games/{game:str}/campaign")
async def campaign_sheet(game: str) -> CampaignSheet:
    """What is needed to begin a campaign of a game."""
    if game not in campaigns():
        raise NotFoundException("no such campaign")
    return _sheet(game)


@cache
def _sheet(game: str) -> CampaignSheet:
    return sheets.campaign_sheet(campaign(game))


@post("/api/campaigns", status_code=201)
async def create_campaign(request: Asked, data: NewCampaign, hall: TheHall) -> CampaignMade:
    """Begin a campaign."""
    not_too_often(request, hall.openings, "too many campaigns were begun; wait a little")
    return await hall.campaigns.create(data)


@get("/api/campaigns")
async def list_campaigns(hall: TheHall) -> list[CampaignBrief]:
    """The campaigns of this machine, the newest first; a server for many lists none, there one needs to know an id."""
    heads = await hall.store.streams(CAMPAIGN_KIND, MOST) if hall.settings.local else []
    return [brief for head in heads if (brief := await _brief(hall, head.stream)) is not None]


@post("/api/campaigns/status", status_code=200)
async def campaign_status(data: CampaignStatus, hall: TheHall) -> list[CampaignBrief]:
    """Those of the remembered seats whose campaigns are still there."""
    if len(data.seats) > MOST:
        raise ClientException(f"seats: at most {MOST}")
    briefs = [await _brief(hall, key.campaign, key.token) for key in data.seats]
    return [brief for brief in briefs if brief is not None and brief.you]


async def _brief(hall: Hall, id: str, token: str = "") -> CampaignBrief | None:
    try:
        room = await hall.campaigns.room(id)
    except BadInput:
        return None  # One that cannot be read takes none of the others along.
    return None if room is None else hall.campaigns.brief(room, token)


@get("/api/campaigns/{id:str}")
async def campaign_brief(request: Asked, id: str, hall: TheHall) -> CampaignBrief:
    """A campaign in brief; everybody who knows its id may see that much."""
    return hall.campaigns.brief(await _found(hall, id), bearer(request))


@post("/api/campaigns/{id:str}/battle", status_code=200)
async def call_battle(request: Asked, id: str, hall: TheHall) -> BattleCalled:
    """Have the battle fought that a campaign waits for; asked again, it is the same battle."""
    token = needed(request)
    room = await _found(hall, id)
    if seat_of(room, token) is None:
        raise NotAuthorizedException("this token opens no seat in this campaign")
    return BattleCalled(await hall.campaigns.call(room))


@get("/api/campaigns/{id:str}/file")
async def campaign_file(request: Asked, id: str, hall: TheHall) -> Response[bytes]:
    """A campaign as one file."""
    room = await _found(hall, id)
    if not hall.settings.local and not may_see(room, bearer(request)):
        raise NotAuthorizedException("a token of this campaign is needed (Authorization: Bearer ...)")
    text = (await hall.campaigns.file(room)).encode()
    headers = {"content-disposition": f'attachment; filename="campaign-{room.id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@post("/api/campaigns/file", status_code=201, request_max_body_size=LARGEST)
async def read_campaign(request: Asked, hall: TheHall) -> CampaignMade:
    """Go on with a campaign from a file; one that is not in order is refused, and nothing that is kept changes."""
    not_too_often(request, hall.openings, "too many campaigns were begun; wait a little")
    text = await at_desk(hall, desk.campaign, await request.body())
    return await hall.campaigns.take_in(msgspec.json.decode(text, type=Restored))


@websocket("/api/campaigns/{id:str}/socket")
async def campaign_socket(socket: Line, id: str, hall: TheHall) -> None:
    """The line to a campaign."""
    room = await hall.campaigns.room(id)
    if room is None:
        await socket.close(4404, "no such campaign")
        return
    await Connection(socket, hall.settings, hall.measuring).run(room)


CAMPAIGNS = (
    campaign_sheet,
    create_campaign,
    list_campaigns,
    campaign_status,
    campaign_brief,
    call_battle,
    campaign_file,
    read_campaign,
    campaign_socket,
)
