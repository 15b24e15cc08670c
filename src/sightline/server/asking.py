"""Questions about the table: measured elsewhere, answered for the version they were asked of.

While somebody drags a model, only the newest of their questions counts: those in between are dropped unanswered.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec
from msgspec import Struct

from sightline.core.errors import BadInput
from sightline.server import consulting
from sightline.server.limits import Bucket
from sightline.server.measuring import measure
from sightline.server.messages import Advise, Ask, Failed, Plan, Sees, Why
from sightline.server.rooms import Room, Visitor
from sightline.server.workers import Workers

LOG = logging.getLogger("sightline.asking")

KEPT = 256
"""Answers kept for one version of a table."""
AT_ONCE = 6
"""Questions of one visitor that are measured at the same time; more have to wait."""

WAITING = 60
"""Questions of one visitor that may be open; nobody who looks at a screen has more."""


class Answered(Struct, frozen=True, tag="answer"):
    """An `Answer` whose inside is JSON already."""

    id: str
    version: int
    answer: msgspec.Raw


class Asking:
    """The questions of one visitor."""

    def __init__(self, visitor: Visitor, measuring: Workers, thoughts: Bucket) -> None:
        self._visitor = visitor
        self._measuring = measuring
        self._thoughts = thoughts
        """How often programs may be asked to think for nothing but an answer."""
        self._latest: dict[type, Ask] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def ask(self, room: Room, said: Ask) -> None:
        """Have a question answered in due course."""
        kind = type(said.query)
        if kind in (Plan, Sees):
            waiting = kind in self._latest
            self._latest[kind] = said
            if waiting:
                return  # Whoever measures the older one goes on with this.
            work = self._newest(room, kind)
        elif len(self._running) >= WAITING:
            self._visitor.tell(Failed(said.id, "too many questions are waiting; slow down"))
            return
        else:
            work = self._one(room, said)
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _newest(self, room: Room, kind: type) -> None:
        """Measure the newest question of a kind until there is no newer one."""
        done: Ask | None = None
        while (said := self._latest[kind]) is not done:
            await self._one(room, said)
            done = said
        del self._latest[kind]

    async def _one(self, room: Room, said: Ask) -> None:
        async with self._slots:
            try:
                version, text = await self._found(room, said)
                self._visitor.tell(Answered(said.id, version, msgspec.Raw(text)))
            except BadInput as error:
                self._visitor.tell(Failed(said.id, str(error)))
            except Exception:
                LOG.exception("not measured match=%s kind=%s", room.id, type(said.query).__name__)
                self._visitor.tell(Failed(said.id, "this could not be measured"))

    async def _found(self, room: Room, said: Ask) -> tuple[int, bytes]:
        """The answer to a question, and the version of the table it is for."""
        query, version = said.query, room.version
        if isinstance(query, Why):
            text = consulting.remembered(room, query)
        elif isinstance(query, Advise):
            text = consulting.known_advice(room, self._visitor, query)
        else:
            return await measured(room, said, self._measuring)
        if text is None:
            if not self._thoughts.take():
                raise BadInput("too many questions to programs; wait a little")
            if isinstance(query, Why):
                text = await consulting.thought_again(room, query)
            else:
                text = await consulting.advice(room, query)
        return version, text

    def close(self) -> None:
        """Nobody wants to know any more."""
        for task in self._running:
            task.cancel()


async def measured(room: Room, said: Ask, workers: Workers) -> tuple[int, bytes]:
    """The answer to a question, and the version of the table it is for."""
    version = room.version
    query = msgspec.json.encode(said.query)
    text = room.measured.get((version, query))
    if text is None:
        text = await workers.do(measure, room.position, query)
        if len(room.measured) >= KEPT or any(old != version for old, _ in list(room.measured)[:1]):
            room.measured.clear()
        room.measured[version, query] = text
    return version, text
