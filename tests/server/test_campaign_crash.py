"""Campaigns on a server that dies: at whatever write it happens, nothing is lost and no battle counts twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sightline.core.battle import Battle
from sightline.core.campaign import by_default
from sightline.core.decisions import Concede, Decision
from sightline.core.errors import BadInput
from sightline.core.events import Fought
from sightline.server.chronicle import Chronicle
from sightline.server.entries import AnsweredEntry, CalledEntry, CreatedEntry, NotKept, debriefed, read_entry
from sightline.server.hall import Hall
from sightline.server.messages import NewCampaign, SeatWish
from sightline.server.past import Past
from sightline.server.rooms import KIND, Room
from sightline.server.settings import Settings
from sightline.server.store import Store, Unavailable, open_store
from sightline.server.workers import Workers
from tests.core.test_campaign import SEASON, season
from tests.plugins.scuffle.season import COINS, POINTS, Leave
from tests.server.guests import serving
from tests.server.test_campaigns import begin, call, give_up, member, to_the_battle, until

pytestmark = pytest.mark.anyio

ME = SeatWish("me")
WISH = NewCampaign("scuffle", {"red": ME, "blue": ME}, options={"fairs": 2})


class Mortal:
    """A store that dies right after so many writes: the last of them is on disk, and nobody is told."""

    def __init__(self, store: Store, writes: int) -> None:
        self.store, self.left = store, writes

    async def _write(self, name: str, *values: Any, **named: Any) -> None:
        if self.left <= 0:
            raise Unavailable("dead")
        await getattr(self.store, name)(*values, **named)
        self.left -= 1
        if not self.left:
            raise Unavailable("it died")

    async def append(self, *values: Any, **named: Any) -> None:
        await self._write("append", *values, **named)

    async def put(self, *values: Any, **named: Any) -> None:
        await self._write("put", *values, **named)

    def __getattr__(self, name: str) -> Any:
        if self.left <= 0:
            raise Unavailable("dead")
        return getattr(self.store, name)


@asynccontextmanager
async def opened(url: str, writes: int) -> AsyncIterator[Hall]:
    """A hall whose store lives for so many writes."""
    async with open_store(url) as store:
        hall = Hall(Mortal(store, writes), Settings(pace=0.0))  # type: ignore[arg-type]
        try:
            yield hall
        finally:
            await hall.close()


async def go_on(hall: Hall, id: str) -> Room:
    """Play a campaign to its end by defaults; red gives up every battle."""
    room = await hall.campaigns.room(id)
    assert room is not None
    while not room.over:
        async with room.lock:
            await room.mend()
        pending = room.chronicle.match.pending
        if isinstance(pending, Decision):
            async with room.lock:
                await room.answer(pending.side, [by_default(pending)])
        else:
            assert isinstance(pending, Battle)
            battle = await hall.room(await hall.campaigns.call(room))
            assert battle is not None
            if not battle.over:
                async with battle.lock:
                    await battle.answer("red", [Concede("red")])
            await asyncio.gather(*hall._notes, return_exceptions=True)
            await hall.campaigns.room(id)
    return room


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/kept.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.mark.parametrize("writes", [1, 2, 3])
async def test_a_campaign_survives_a_death_after_every_write(
    url: str, writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workers, "warm_up", lambda *_: None)
    async with opened(url, 1000) as hall:
        id = (await hall.campaigns.create(WISH)).campaign
    deaths = 0
    while True:
        async with opened(url, writes) as hall:
            try:
                await go_on(hall, id)
                break
            except (NotKept, Unavailable):
                deaths += 1
        assert deaths < 60
    assert deaths > 10 // writes
    async with opened(url, 1000) as hall:
        room = await hall.campaigns.room(id)
        assert room is not None
        assert room.over
        table = room.chronicle.match.table
        assert (table.tokens("blue", POINTS), table.tokens("blue", COINS)) == (6, 5)
        assert (table.tokens("red", POINTS), table.tokens("red", COINS)) == (0, 1)
        entries = [read_entry(entry.body) for entry in await hall.store.read(id)]
        called = [entry.match for entry in entries if isinstance(entry, CalledEntry)]
        told = [entry for entry in entries if isinstance(entry, AnsweredEntry) and debriefed(entry)]
        assert len(called) == len(set(called)) == len(told) == 2
        assert [answer["match"] for entry in told for answer in entry.answers[:1]] == called
        matches = {head.stream for head in await hall.store.streams(KIND)}
        assert matches == set(called), "no battle but those that were called"
        fought = [line for line in room.chronicle.lines if line.tag == Fought.__name__]
        assert len(fought) == 2
        assert msgspec.json.decode(await hall.campaigns.file(room))["count"] == len(entries) - 3


async def test_a_battle_goes_on_after_kill_9_and_counts_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = await begin(server, options={"fairs": 2})
        async with member(server, made) as red:
            await to_the_battle(red)
            match = await call(server, made)
        server.kill()
    with serving(tmp_path) as server:
        async with member(server, made) as red:
            assert red.room["journey"]["battle"]["match"] == match
        async with server.guest(match, made["tokens"]["red"]) as fighter:
            while not fighter.decision:
                await fighter.hear()
            await fighter.send(type="concede", id="last", version=fighter.version)
            while (await fighter.hear())["type"] not in ("update", "done"):
                pass
        server.kill()  # The campaign may or may not have heard of it.
    with serving(tmp_path) as server:
        async with member(server, made) as red:
            await until(red, lambda: red.turn == "red")
            if any(line["tag"] == "Fought" for line in red.lines):
                points = [line["text"] for line in red.lines if line["tag"] == "Scored"]
                assert len(points) == 1
            else:  # The end of the battle itself was not kept: it is still to be fought.
                await give_up(server, made, match)


def test_a_kept_campaign_of_an_old_edition_is_carried_over() -> None:
    match = season()
    created = CreatedEntry("C", match.setup, {}, "", "", SEASON.rulebook.rules_hash, edition=1)
    chronicle = Chronicle(created)
    now = chronicle.snapshot()
    old = now.replace(b'"coins"', b'"pennies"').replace(b'"edition":2', b'"edition":1')
    assert b"pennies" in old
    chronicle.resume(old, Past())
    assert chronicle.match.table.tokens("red", COINS) == 1
    assert chronicle.snapshot() == now
    with pytest.raises(BadInput, match="edition: 9, this program reads up to 2; a newer Sightline wrote it"):
        chronicle.resume(now.replace(b'"edition":2', b'"edition":9'), Past())


def test_what_was_answered_after_the_rules_changed_can_be_taken_back_alone() -> None:
    match = season()
    created = CreatedEntry("C", match.setup, {}, "", "", SEASON.rulebook.rules_hash, edition=2)
    chronicle = Chronicle(created)
    chronicle.answer("red", [Leave()])
    before = AnsweredEntry("", "red", ({"type": "Jousting"},), (), (), 0, "", "")
    chronicle.resume(chronicle.snapshot(), Past([before]))
    where = chronicle.match.pending
    chronicle.answer("blue", [Leave()])
    chronicle.take_back(chronicle.way_back(1))
    assert chronicle.match.pending == where
