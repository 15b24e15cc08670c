"""A server being run: where it keeps things, at which door it listens, and how it speaks in the log."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from sightline.core.errors import BadInput
from sightline.server.app import make_app
from sightline.server.settings import Settings
from sightline.server.sockets import LONGEST
from sightline.server.store import open_store

HOME = "SIGHTLINE_HOME"
SLOWEST = 20.0
"""Seconds after which a line is looked at, again and again: one on which nothing was finished since is cut."""
TRIES = 50
"""Doors tried after the one that was asked for."""


def home() -> Path:
    """The folder of everything that is kept for a user."""
    own = os.environ.get(HOME)
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sightline"


def default_store() -> str:
    """The URL of a user's own store."""
    return f"sqlite:///{home() / 'sightline.db'}"


def listen(host: str, port: int, *, search: bool) -> socket.socket:
    """A door to listen at: the one asked for, or with `search` the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + (TRIES if search and port else 1), 65536)):
        door = socket.socket(family, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, candidate))
            door.listen(512)
        except OSError as error:
            door.close()
            last = error
            continue
        return door
    raise BadInput(f"{host}:{port}: cannot listen there: {(last.strerror or str(last)).lower()}")


class _Server(uvicorn.Server):
    """A server that says when it is ready: not before somebody who knocks is let in."""

    ready: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready is not None:
            for door in sockets or ():
                await _knock(door)
            self.ready()


async def _knock(door: socket.socket) -> None:
    """Come in through a door as a browser would; raises OSError if it stays shut."""
    host, port = door.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - asked for, not bound
    for last in (*(False,) * 40, True):
        try:
            _, writer = await asyncio.open_connection(here, port)
        except OSError:
            if last:
                raise
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


class _Door(H11Protocol):
    """A line on which a request has to be finished in time: whoever only holds it open is hung up on."""

    _before: object = ()
    """The newest request when somebody last looked, None where there was none; at first nobody has looked."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(SLOWEST, self._look)

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # Gone, or a line to a room by now.
        cycle: RequestResponseCycle | None = self.cycle
        if self._before is cycle and (cycle is None or cycle.response_complete or cycle.more_body):
            self.transport.close()
            return
        self._before = cycle
        self.loop.call_later(SLOWEST, self._look)


def run(door: socket.socket, store: str, settings: Settings, ready: Callable[[], None] | None = None) -> None:
    """Serve until somebody stops it."""
    config = uvicorn.Config(
        make_app(open_store(store), settings),
        http=_Door,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="on",
        ws_max_size=LONGEST,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = _Server(config)
    server.ready = ready
    try:
        server.run(sockets=[door])
    except KeyboardInterrupt:
        pass
    finally:
        door.close()
    if not server.started:
        raise BadInput("the server could not start; the lines above say why")


def set_up_log(*, verbose: bool) -> None:
    """One line for each thing worth knowing; never a token, never a body."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if verbose else logging.WARNING)
