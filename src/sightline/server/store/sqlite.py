"""A store in one SQLite file: one thread writes, another reads, and neither waits for the other."""

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sightline.core.errors import BadInput
from sightline.server.store.contract import Conflict, Unavailable
from sightline.server.store.migrations import NEWEST, RECORD, SQLITE, VERSIONS, pending
from sightline.server.store.sql import LENGTH, SqlStore
from sightline.server.store.writer import Writer

PATIENCE = 5.0
"""How many seconds to wait for another process that writes to the same file."""

MAKE = "insert into streams (stream, kind, entries, created, changed) values (?, ?, ?, ?, ?)"
GROW = "update streams set entries = ?, changed = ? where stream = ?"
ADD = "insert into entries (stream, number, at, body) values (?, ?, ?, ?)"
KEEP = """
insert into snapshots (stream, number, body) values (?, ?, ?)
on conflict (stream) do update set number = excluded.number, body = excluded.body
"""


class SqliteStore(SqlStore):
    """A store in a file, or in memory for as long as it is open."""

    def __init__(self, url: str) -> None:
        self.path = _path(url)
        self._where = str(self.path) if self.path else "store in memory"
        self._connections: list[sqlite3.Connection] = []
        self._writer: Writer | None = None
        self._reader: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        await asyncio.to_thread(self._connect)
        self._writer = Writer(self._connections[0], self._where)
        if self.path:
            self._reader = ThreadPoolExecutor(1, f"reader of {self._where}")

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        reader, self._reader = self._reader, None
        if writer:
            await writer.stop()
        if reader:
            await asyncio.to_thread(reader.shutdown)
        self._disconnect()

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        writer = self._opened()
        if self._reader is None:
            # A database in memory is known to its one connection only.
            rows: list[tuple[Any, ...]] = await writer.do(lambda own: own.execute(sql, values).fetchall())
            return rows
        connection = self._connections[1]
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._reader, lambda: connection.execute(sql, values).fetchall()
            )
        except sqlite3.Error as error:
            raise Unavailable(f"{self._where}: {error}") from error

    async def _write(self, sql: str, *values: Any) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self._opened().do(work)

    async def _append(
        self, stream: str, kind: str, after: int, bodies: Sequence[bytes], snapshot: bytes | None
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            row = connection.execute(LENGTH, (stream,)).fetchone()
            found = row[0] if row else 0
            if found != after:
                raise Conflict(stream, after, found)
            now, last = time.time(), after + len(bodies)
            if after:
                connection.execute(GROW, (last, now, stream))
            else:
                connection.execute(MAKE, (stream, kind, last, now, now))
            connection.executemany(ADD, ((stream, number, now, body) for number, body in enumerate(bodies, after + 1)))
            if snapshot is not None:
                connection.execute(KEEP, (stream, last, snapshot))

        await self._opened().do(work)

    def _opened(self) -> Writer:
        if self._writer is None:
            raise Unavailable(f"{self._where}: the store is not open")
        return self._writer

    def _connect(self) -> None:
        """Two connections, the first to write and the second to read; one to a database in memory."""
        if self.path:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadInput(f"{self.path.parent}: cannot make the folder: {error.strerror}") from error
        try:
            self._connections.append(_connection(str(self.path or ":memory:")))
            _prepare(self._connections[0], self._where)
            if self.path:
                self._connections.append(_connection(str(self.path)))
                self._connections[1].execute("pragma query_only = on")
        except (sqlite3.Error, BadInput) as error:
            self._disconnect()
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"{self._where}: cannot be used as a store: {error}") from error

    def _disconnect(self) -> None:
        # The writer goes last: the last connection to leave folds the log into the file and removes it.
        while self._connections:
            self._connections.pop().close()


def _path(url: str) -> Path | None:
    """The file that a URL names: what stands after `sqlite:///`, as it is. None is memory."""
    rest = url.removeprefix("sqlite://")
    if rest in {"", "/:memory:"}:
        return None
    if len(rest) < 2 or not rest.startswith("/") or "\0" in rest:
        raise BadInput(f"store: expected sqlite:///relative.db, sqlite:////absolute.db or sqlite://, found {url!r}")
    return Path(rest[1:])


def _connection(path: str) -> sqlite3.Connection:
    # Transactions are begun and ended by hand. Each connection is used by one thread at a time, but made by another.
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection, where: str) -> None:
    """Settle how the file is written, and bring its schema up to date."""
    # First of all, so that the file of another program stays as it is.
    tables = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    if tables and "schema_versions" not in tables:
        raise BadInput(f"{where}: a database of another program (it has a table {min(tables)!r})")
    connection.execute("pragma journal_mode = wal")
    # An acknowledged commit survives a power failure too; in WAL mode NORMAL may lose the last ones.
    connection.execute("pragma synchronous = full")
    connection.execute("begin immediate")
    try:
        connection.execute(VERSIONS.format_map(SQLITE))
        (version,) = connection.execute(NEWEST).fetchone()
        for number, statements in pending(version, SQLITE, where):
            for statement in statements:
                connection.execute(statement)
            connection.execute(RECORD, (number, time.time()))
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.execute("rollback")
