"""The contract in terms of SQL, for whatever can run it."""

import time
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from sightline.core.errors import BadInput
from sightline.server.store.contract import Document, Entry, Head, Store

LONGEST_NAME = 200
LARGEST = 2**62
"""The largest number of an entry: databases count to twice that, so sums do not run over. As a limit, no limit."""
EVERYTHING = (float("inf"), "")
"""The place before which all streams stand."""

# Parameters are question marks in the order of their values, so that both databases can be served.
LENGTH = "select entries from streams where stream = ?"
READ = "select number, body, at from entries where stream = ? and number > ? order by number limit ?"
SNAPSHOT = "select number, body from snapshots where stream = ?"
STREAMS = """
select stream, kind, entries, created, changed from streams where kind = ? and (changed, stream) < (?, ?)
order by changed desc, stream desc limit ?
"""
GET = "select body from documents where kind = ? and id = ? order by version desc limit 1"
PUT = "insert into documents (kind, id, at, body) values (?, ?, ?, ?)"
IS_NEWEST = """body is not null and not exists (
  select 1 from documents as later where later.kind = own.kind and later.id = own.id and later.version > own.version
)"""
DOCUMENTS = f"""
select id, body, at from documents as own where kind = ? and {IS_NEWEST} order by version desc limit ?
"""  # noqa: S608
DELETE = f"""
insert into documents (kind, id, at, body)
select kind, id, cast(? as double precision), null from documents as own where kind = ? and id = ? and {IS_NEWEST}
"""  # noqa: S608


class SqlStore(Store):
    """A store in a database: it checks what it is given and knows what to ask; below it are three ways of asking."""

    @abstractmethod
    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""

    @abstractmethod
    async def _write(self, sql: str, *values: Any) -> None:
        """Run one statement and commit it."""

    @abstractmethod
    async def _append(
        self, stream: str, kind: str, after: int, bodies: Sequence[bytes], snapshot: bytes | None
    ) -> None:
        """Append as the contract says, in one transaction."""

    async def append(
        self, stream: str, after: int, bodies: Sequence[bytes], snapshot: bytes | None = None, *, kind: str = ""
    ) -> None:
        _check_name("stream", stream)
        _check_number("after", after)
        if kind:
            _check_name("kind", kind)
        if after and kind:
            raise ValueError("a stream gets its kind with its first entry")
        if not bodies and (snapshot is None or not after):
            raise ValueError("nothing to append")
        await self._append(stream, kind, after, bodies, snapshot)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        _check_name("stream", stream)
        _check_number("after", after)
        return [Entry(*row) for row in await self._rows(READ, stream, after, _limit(limit))]

    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        _check_name("stream", stream)
        rows = await self._rows(SNAPSHOT, stream)
        return (rows[0][0], rows[0][1]) if rows else None

    async def length(self, stream: str) -> int:
        _check_name("stream", stream)
        rows = await self._rows(LENGTH, stream)
        return int(rows[0][0]) if rows else 0

    async def streams(self, kind: str, limit: int = 50, before: tuple[float, str] | None = None) -> list[Head]:
        if kind:
            _check_name("kind", kind)
        if before is not None:
            _check_name("before", before[1])
        return [Head(*row) for row in await self._rows(STREAMS, kind, *(before or EVERYTHING), _limit(limit))]

    async def put(self, kind: str, id: str, body: bytes) -> None:
        _check_name("kind", kind)
        _check_name("id", id)
        await self._write(PUT, kind, id, time.time(), body)

    async def get(self, kind: str, id: str) -> bytes | None:
        _check_name("kind", kind)
        _check_name("id", id)
        rows = await self._rows(GET, kind, id)
        return rows[0][0] if rows else None

    async def documents(self, kind: str, limit: int = 50) -> list[Document]:
        _check_name("kind", kind)
        return [Document(*row) for row in await self._rows(DOCUMENTS, kind, _limit(limit))]

    async def delete(self, kind: str, id: str) -> None:
        _check_name("kind", kind)
        _check_name("id", id)
        await self._write(DELETE, time.time(), kind, id)


def _check_name(what: str, name: str) -> None:
    """Refuse a name that one of the databases would stumble over."""
    if not name:
        raise BadInput(f"{what}: expected a name, found an empty text")
    if len(name) > LONGEST_NAME:
        raise BadInput(f"{what}: expected at most {LONGEST_NAME} characters, found {len(name)}")
    try:
        encoded = name.encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"{what}: {name!r} holds half a character (a lone surrogate)") from error
    if b"\0" in encoded:
        raise BadInput(f"{what}: {name!r} holds a NUL")


def _check_number(what: str, number: int) -> None:
    if not 0 <= number <= LARGEST:
        raise BadInput(f"{what}: expected a whole number from 0 to {LARGEST}, found {number}")


def _limit(limit: int | None) -> int:
    return LARGEST if limit is None else min(max(limit, 0), LARGEST)
