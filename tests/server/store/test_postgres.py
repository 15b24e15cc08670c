"""What the store in PostgreSQL promises beyond the contract."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sightline.core.errors import BadInput
from sightline.server.store import Unavailable, open_store, postgres
from sightline.server.store.postgres import PostgresStore
from tests.server.postgres import PostgresServer, free_port

pytestmark = pytest.mark.anyio


class Line:
    """A line to the server that breaks at a commit: before it arrives, or before it is answered."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.breaks: list[str] = []
        """What becomes of the next commits: "lost" on the way there, "unanswered" on the way back; then "dead"."""
        self.commits = 0
        self.url = ""
        self.calls: set[asyncio.Task[None]] = set()

    def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a call: what it says is passed on until one side hangs up."""
        self.calls.add(asyncio.ensure_future(self.talk(reader, writer)))

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.breaks[:1] != ["dead"]:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
            answers = asyncio.ensure_future(pump(there, writer))
            with contextlib.suppress(ConnectionError):
                while data := await reader.read(65536):
                    if fate := self.fate(data):
                        answers.cancel()
                        await asyncio.wait([answers])
                        if fate == "unanswered":
                            back.write(data)
                            await there.read(65536)
                        break
                    back.write(data)
            answers.cancel()
            await hang_up(back)
        await hang_up(writer)

    def fate(self, data: bytes) -> str:
        if b"COMMIT" not in data:
            return ""
        self.commits += 1
        return self.breaks.pop(0) if self.breaks else ""


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


@pytest.fixture
async def line(postgres_url: str, postgres_server: PostgresServer, anyio_backend: str) -> AsyncIterator[Line]:
    line = Line(postgres_server.port)
    server = await asyncio.start_server(line.answer, "127.0.0.1", 0)
    line.url = postgres_url.replace(str(postgres_server.port), str(server.sockets[0].getsockname()[1]))
    yield line
    server.close()
    await asyncio.gather(*line.calls)


@pytest.mark.parametrize("fate", ["lost", "unanswered"])
async def test_when_the_line_breaks_at_the_commit_entries_are_kept_once(line: Line, fate: str) -> None:
    async with open_store(line.url) as store:
        for number in range(3):
            line.breaks = [fate]
            await store.append("m", number, [b"%d" % number], b"after %d" % number)
        assert [entry.body for entry in await store.read("m")] == [b"0", b"1", b"2"]
        # What had been committed was not done again; what had not was.
        assert line.commits == 1 + (3 if fate == "unanswered" else 6)


async def test_when_the_line_breaks_twice_it_is_said(line: Line) -> None:
    async with open_store(line.url) as store:
        line.breaks = ["lost", "dead"]
        with pytest.raises(Unavailable, match="the line broke twice"):
            await store.append("m", 0, [b"one"])
        with pytest.raises(Unavailable, match="the line broke twice"):
            await store.length("m")
        line.breaks = []
        await store.append("m", 0, [b"one"])
        assert await store.length("m") == 1


async def test_a_crash_of_the_server_is_survived(postgres_url: str, postgres_server: PostgresServer) -> None:
    async with open_store(postgres_url) as store:
        for number in range(20):
            await store.append("m", number, [b"%d" % number])
        await asyncio.to_thread(postgres_server.stop, signal.SIGQUIT)
        await asyncio.to_thread(postgres_server.start)
        assert [entry.body for entry in await store.read("m")] == [b"%d" % number for number in range(20)]
        await store.append("m", 20, [b"more"])
        assert await store.length("m") == 21


async def test_a_statement_that_fails_half_way_leaves_no_trace(
    postgres_url: str, postgres_server: PostgresServer
) -> None:
    async with open_store(postgres_url) as store:
        await asyncio.to_thread(postgres_server.sql, r"alter table entries add check (body <> '\x00')")
        with pytest.raises(Unavailable, match="violates check constraint"):
            await store.append("m", 0, [b"one", b"\0"], b"state", kind="match")
        assert await store.length("m") == len(await store.read("m")) == 0
        assert await store.snapshot("m") is None
        assert await store.streams("match") == []
        await store.append("m", 0, [b"one"])


async def test_several_may_open_an_empty_database_at_once(postgres_url: str) -> None:
    stores = [open_store(postgres_url) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.append(f"m{number}", 0, [b"one"]) for number, store in enumerate(stores)))
    assert [await stores[0].length(f"m{number}") for number in range(4)] == [1] * 4
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_server_that_cannot_be_reached_is_bad_input(postgres_url: str) -> None:
    with pytest.raises(BadInput, match=r"postgresql://127\.0\.0\.1:\d+/x: cannot be used as a store") as caught:
        await open_store(f"postgresql://user:secret@127.0.0.1:{free_port()}/x").open()
    assert "secret" not in str(caught.value)
    with pytest.raises(BadInput, match='database "nowhere" does not exist'):
        await open_store(postgres_url.replace("/postgres", "/nowhere")).open()
    for url in ("postgresql://[", "postgresql://host:port/x"):
        with pytest.raises(BadInput, match="cannot be used as a store"):
            await open_store(url).open()


async def test_a_server_too_old_is_bad_input(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "OLDEST", 99)
    with pytest.raises(BadInput, match="expected PostgreSQL 99 or newer"):
        await open_store(postgres_url).open()


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadInput, match=r"pip install sightline\[postgres\]"):
        open_store("postgresql://127.0.0.1/x")


async def test_an_answer_means_that_it_is_on_disk(postgres_url: str, postgres_server: PostgresServer) -> None:
    await asyncio.to_thread(postgres_server.sql, "alter database postgres set synchronous_commit = off")
    store = PostgresStore(postgres_url)
    async with store:
        rows: list[tuple[Any, ...]] = await store._rows("show synchronous_commit")
        assert rows == [("on",)]
    await asyncio.to_thread(postgres_server.sql, "alter database postgres reset synchronous_commit")
