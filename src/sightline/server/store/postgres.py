"""A store in PostgreSQL, for several servers on one database."""

import asyncio
import contextlib
import itertools
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from sightline.core.errors import BadInput
from sightline.server.store.contract import Conflict, Unavailable
from sightline.server.store.migrations import NEWEST, POSTGRES, RECORD, VERSIONS, pending
from sightline.server.store.sql import LENGTH, SqlStore

CONNECTIONS = 8
PATIENCE = 15.0
"""How many seconds to wait for a connection, and for a statement."""
PAUSE = 0.25
"""How many seconds to wait before a second try: a server that was restarted needs a moment."""
OLDEST = 13
"""The first version that tells what became of a transaction."""
LOCK = 0x5167_4C4E
"""The number of the lock under which schemas are brought up to date, one process at a time."""

ADD = """
with head as ({head}), added as (
  insert into entries (stream, number, at, body)
  select head.stream, $2 + item.place, $4, item.body
  from head, unnest($3::bytea[]) with ordinality as item (body, place)
), kept as (
  insert into snapshots (stream, number, body)
  select head.stream, $2 + cardinality($3::bytea[]), $5::bytea from head where $5::bytea is not null
  on conflict (stream) do update set number = excluded.number, body = excluded.body
)
select pg_current_xact_id()::text from head
"""
# If two servers make or extend a stream at once, the second waits for the first, then finds nothing to do.
MAKE = ADD.format(
    head="""insert into streams (stream, kind, entries, created, changed)
  values ($1, $6, $2::bigint + cardinality($3::bytea[]), $4::double precision, $4)
  on conflict do nothing returning stream"""
)
GROW = ADD.format(
    head="""update streams set entries = entries + cardinality($3::bytea[]), changed = $4::double precision
  where stream = $1 and entries = $2::bigint returning stream"""
)

Work = Callable[[Any], Awaitable[str]]
"""What is done inside a transaction, with a connection; the answer is the transaction's number."""


class PostgresStore(SqlStore):
    """A store in a database of its own on a PostgreSQL server.

    When the line breaks, whatever was going on is tried once more. A commit whose answer got lost is looked up by its
    transaction number, so nothing is written twice.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._where = _without_password(url)
        self._asyncpg = _asyncpg()
        self._lost = (
            OSError,
            self._asyncpg.InterfaceError,
            self._asyncpg.InternalClientError,
            self._asyncpg.PostgresConnectionError,
            self._asyncpg.CannotConnectNowError,
            self._asyncpg.AdminShutdownError,
            self._asyncpg.CrashShutdownError,
        )
        self._pool: Any = None
        self._calls = 0
        self._idle = asyncio.Event()

    async def open(self) -> None:
        try:
            pool = await self._asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                # Whatever the server is set to: an answer means that it is on disk.
                server_settings={"application_name": "sightline", "synchronous_commit": "on"},
            )
        except (OSError, ValueError, self._asyncpg.PostgresError, self._asyncpg.InterfaceError) as error:
            raise BadInput(f"{self._where}: cannot be used as a store: {_line(error)}") from error
        try:
            await self._migrate(pool)
        except BaseException as error:
            await pool.close()
            if isinstance(error, self._asyncpg.PostgresError):
                raise BadInput(f"{self._where}: cannot be used as a store: {_line(error)}") from error
            raise
        self._pool = pool

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            # The pool would break off connections that are just being made.
            if self._calls:
                self._idle.clear()
                await asyncio.wait_for(self._idle.wait(), PATIENCE)
            await asyncio.wait_for(pool.close(), PATIENCE)
        except TimeoutError:
            pool.terminate()

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        async with self._call() as pool:
            try:
                rows = await pool.fetch(numbered(sql), *values)
            except self._lost:
                await asyncio.sleep(PAUSE)
                rows = await pool.fetch(numbered(sql), *values)
        return [tuple(row) for row in rows]

    async def _write(self, sql: str, *values: Any) -> None:
        async def work(connection: Any) -> str:
            await connection.execute(numbered(sql), *values)
            return str(await connection.fetchval("select pg_current_xact_id()::text"))

        await self._commit(work)

    async def _append(
        self, stream: str, kind: str, after: int, bodies: Sequence[bytes], snapshot: bytes | None
    ) -> None:
        async def work(connection: Any) -> str:
            values = (stream, after, bodies, time.time(), snapshot)
            number = await (connection.fetchval(GROW, *values) if after else connection.fetchval(MAKE, *values, kind))
            if number is None:
                raise Conflict(stream, after, await connection.fetchval(numbered(LENGTH), stream) or 0)
            return str(number)

        await self._commit(work)

    async def _commit(self, work: Work) -> None:
        """Run some work in a transaction; come back once it is committed."""
        number: str | None = None

        async def attempt(pool: Any) -> None:
            nonlocal number
            async with pool.acquire(timeout=PATIENCE) as connection:
                if number is not None and await self._was_committed(connection, number):
                    return
                number = None
                async with connection.transaction():
                    number = await work(connection)

        async with self._call() as pool:
            try:
                await attempt(pool)
            except self._lost:
                await asyncio.sleep(PAUSE)
                await attempt(pool)

    async def _was_committed(self, connection: Any, number: str) -> bool:
        """What became of a transaction whose commit was never answered."""
        for _ in range(20):
            status = await connection.fetchval("select pg_xact_status($1::text::xid8)", number)
            if status != "in progress":
                return bool(status == "committed")
            await asyncio.sleep(PAUSE)
        raise Unavailable(f"{self._where}: the line broke, and it is not known whether the last entries were kept")

    @contextlib.asynccontextmanager
    async def _call(self) -> AsyncIterator[Any]:
        """The pool, which stays open for as long as it is needed; what goes wrong with it is said in plain words."""
        if self._pool is None:
            raise Unavailable(f"{self._where}: the store is not open")
        self._calls += 1
        try:
            yield self._pool
        except self._lost as error:
            raise Unavailable(f"{self._where}: the line broke twice: {_line(error)}") from error
        except self._asyncpg.PostgresError as error:
            raise Unavailable(f"{self._where}: {_line(error)}") from error
        finally:
            self._calls -= 1
            if not self._calls:
                self._idle.set()

    async def _migrate(self, pool: Any) -> None:
        async with pool.acquire() as connection, connection.transaction():
            found = connection.get_server_version().major
            if found < OLDEST:
                raise BadInput(f"{self._where}: expected PostgreSQL {OLDEST} or newer, found {found}")
            await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(VERSIONS.format_map(POSTGRES))
            version = await connection.fetchval(NEWEST)
            for number, statements in pending(version, POSTGRES, self._where):
                for statement in statements:
                    await connection.execute(statement)
                await connection.execute(numbered(RECORD), number, time.time())


def numbered(sql: str) -> str:
    """A statement with its question marks turned into $1, $2 and so on."""
    count = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(count)}", sql)


def _asyncpg() -> ModuleType:
    try:
        import asyncpg
    except ModuleNotFoundError as error:
        raise BadInput("store: PostgreSQL needs a driver: pip install sightline[postgres]") from error
    return asyncpg  # type: ignore[no-any-return]


def _without_password(url: str) -> str:
    """The URL as it may be shown."""
    with contextlib.suppress(ValueError):
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    return "postgresql://"


def _line(error: BaseException) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split()) or type(error).__name__
