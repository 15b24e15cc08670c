"""What every store promises: logs that only grow, and documents that keep their old versions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple, Self


class Conflict(Exception):
    """An append was made for a length that the stream does not have: somebody was faster, or it is a repetition."""

    def __init__(self, stream: str, after: int, found: int) -> None:
        super().__init__(f"stream {stream!r} has {found} entries, not {after}")
        self.stream = stream
        self.after = after
        self.found = found


class Unavailable(Exception):
    """A store that cannot answer: closed, locked, full, or at the other end of a broken line."""


class Entry(NamedTuple):
    """One entry of a stream; the first has the number 1."""

    number: int
    body: bytes
    at: float
    """When it was written, in Unix time."""


class Head(NamedTuple):
    """What is known of a stream without reading it."""

    stream: str
    kind: str
    entries: int
    created: float
    changed: float

    @property
    def place(self) -> tuple[float, str]:
        """Where it stands among the streams of its kind: the next page begins before it."""
        return self.changed, self.stream


class Document(NamedTuple):
    """The newest version of a document."""

    id: str
    body: bytes
    at: float


class Store(ABC):
    """Keeps what must outlive the process.

    A method that writes returns once what it wrote is safe on disk. It may have been written even though the caller was
    cancelled, or was told `Unavailable`; who needs to know asks for `length`.

    Names (of streams, kinds and documents) are texts of up to 200 characters without a NUL; others raise `BadInput`.
    """

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what has been handed in, then let go of everything; closing twice is no fault."""

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @abstractmethod
    async def append(
        self, stream: str, after: int, bodies: Sequence[bytes], snapshot: bytes | None = None, *, kind: str = ""
    ) -> None:
        """Add entries with the numbers `after` + 1 and up, all or none; `Conflict` unless there are exactly `after`.

        The first append (after 0) makes the stream, and settles its kind. A snapshot is the state after the last of
        these entries and takes the place of the one before; it may come without entries.
        """

    @abstractmethod
    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries with numbers above `after`, in order; none if there is no such stream."""

    @abstractmethod
    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The newest snapshot, with the number of the entry it was taken after."""

    @abstractmethod
    async def length(self, stream: str) -> int:
        """How many entries a stream has; 0 if there is no such stream."""

    @abstractmethod
    async def streams(self, kind: str, limit: int = 50, before: tuple[float, str] | None = None) -> list[Head]:
        """The streams of a kind, those that changed last first; `before` is the `place` of the last one seen."""

    @abstractmethod
    async def put(self, kind: str, id: str, body: bytes) -> None:
        """Write a new version of a document; the old ones are kept."""

    @abstractmethod
    async def get(self, kind: str, id: str) -> bytes | None:
        """The newest version of a document, or nothing if it was never written or has been deleted."""

    @abstractmethod
    async def documents(self, kind: str, limit: int = 50) -> list[Document]:
        """The newest version of each document of a kind, the one written last first."""

    @abstractmethod
    async def delete(self, kind: str, id: str) -> None:
        """Let a document be found no more; its versions are kept. Deleting what is not there does nothing."""
