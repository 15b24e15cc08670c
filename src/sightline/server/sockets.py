"""Connections to rooms: greeting first, then messages both ways until somebody leaves."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from sightline.core.errors import BadInput
from sightline.core.table import Side
from sightline.server.asking import Asking
from sightline.server.entries import NotKept
from sightline.server.hearing import LONGEST_ID, arrive, hear, leave, opened
from sightline.server.limits import Bucket
from sightline.server.messages import Ask, Failed, Hello, Said
from sightline.server.rooms import Room
from sightline.server.settings import Settings
from sightline.server.workers import Workers

LOG = logging.getLogger("sightline.sockets")

BACKLOG = 400
"""Messages that may wait for a slow reader before the line is cut; it comes back and resumes."""
LONGEST = 64 * 1024
"""Bytes of a message."""
POLICY, TOO_BIG, AGAIN = 1008, 1009, 1013

Line = WebSocket[Any, Any, Any]

_READER = msgspec.json.Decoder(Said)
_WRITER = msgspec.json.Encoder()


class Connection:
    """One open line to a browser; it is a visitor of one room."""

    def __init__(self, socket: Line, settings: Settings, measuring: Workers) -> None:
        self.socket = socket
        self.settings = settings
        self.sides: tuple[Side, ...] = ()
        self.hand = ""
        self.asking = Asking(self, measuring, Bucket(settings.thought_rate, settings.thought_burst))
        self._out: deque[str] = deque()
        self._ready = asyncio.Event()
        self._slow = False
        self._bucket = Bucket(settings.rate * 3, settings.burst)

    def tell(self, message: Any) -> None:
        if len(self._out) >= BACKLOG:
            self._slow = True
        else:
            self._out.append(_WRITER.encode(message).decode())
        self._ready.set()

    async def run(self, room: Room) -> None:
        """Serve the line until it ends."""
        await self.socket.accept()
        writer = asyncio.create_task(self._write())
        code = 1000
        try:
            hello = await self._greeting(room)
            if hello is not None:
                await arrive(room, self, hello)
                await self._listen(room)
            else:
                code = POLICY
        except (WebSocketDisconnect, WebSocketException):
            pass
        except (BadInput, NotKept) as error:
            self.tell(Failed("", str(error), fatal=True))
            code = AGAIN
        finally:
            leave(room, self)
            self.asking.close()
            await self._finish(writer, code)

    async def _finish(self, writer: asyncio.Task[None], code: int) -> None:
        """Send what is left and hang up."""
        for _ in range(50):
            if writer.done() or not self._out:
                break
            await asyncio.sleep(0.02)
        writer.cancel()
        with suppress(Exception):
            await self.socket.close(code)

    async def _greeting(self, room: Room) -> Hello | None:
        """Who it is, or None if they do not say so in time or have no right to be here."""
        try:
            text = await asyncio.wait_for(self.socket.receive_data("text"), self.settings.hello)
            said = self._read(text)
            if not isinstance(said, Hello):
                raise BadInput("say hello first")  # noqa: TRY301 - answered below like all that is wrong
            self.sides, self.hand = opened(room, said)
        except TimeoutError:
            self.tell(Failed("", "nothing was said", fatal=True))
        except BadInput as error:
            self.tell(Failed("", str(error), fatal=True))
        else:
            return said
        return None

    async def _listen(self, room: Room) -> None:
        while True:
            text = await self.socket.receive_data("text")
            if not self._bucket.take():
                self.tell(Failed(_id(text), "too many messages; slow down"))
                await asyncio.sleep(0.2)
                continue
            try:
                said = self._read(text)
                if isinstance(said, Hello):
                    raise BadInput("you have said hello already")  # noqa: TRY301 - answered below
            except BadInput as error:
                self.tell(Failed(_id(text), str(error)))
                continue
            if isinstance(said, Ask):
                self.asking.ask(room, said)
            else:
                await hear(room, self, said)

    @staticmethod
    def _read(text: object) -> Said:
        if not isinstance(text, str | bytes) or len(text) > LONGEST:
            raise BadInput(f"expected a message of at most {LONGEST} bytes")
        try:
            said: Said = _READER.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadInput(f"message: {error}") from None
        return said

    async def _write(self) -> None:
        with suppress(WebSocketException, RuntimeError, OSError):
            while True:
                await self._ready.wait()
                self._ready.clear()
                if self._slow:
                    await self.socket.close(AGAIN, "too slow")
                    return
                while self._out:
                    # A message counts as waiting until it is on its way.
                    await self.socket.send_text(self._out[0])
                    self._out.popleft()


class _Marked(msgspec.Struct):
    """Any message with an id."""

    id: str = ""


def _id(text: Any) -> str:
    """The id of a message that is otherwise not understood, so that its sender knows which one it was."""
    try:
        return msgspec.json.decode(text, type=_Marked).id[:LONGEST_ID]
    except (msgspec.DecodeError, TypeError, RecursionError, UnicodeError):
        return ""
