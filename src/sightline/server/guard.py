"""The door of the server: who may knock how often, under which name, and what every answer carries."""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sightline.server.limits import Buckets
from sightline.server.settings import Settings

LOG = logging.getLogger("sightline.access")

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
READING = {"GET", "HEAD", "OPTIONS"}
"""Methods that change nothing; what they answer is not shown to other sites anyway."""
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """An ASGI application around another that lets in only what is in order."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._hosts = {*LOOPBACK, *(host.lower() for host in settings.hosts)}
        self._buckets = Buckets(settings.rate, settings.burst)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        if kind == "http":
            await self._http(scope, receive, send)
        elif kind == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        started, status = time.perf_counter(), 0

        async def sealed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name.lower() for name, _ in message.get("headers", ())}
                extra = [header for header in HEADERS if header[0] not in own]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        wrong = self._wrong(scope)
        if not wrong and scope["method"] not in READING and not self._same_origin(scope):
            wrong = 403, "this page belongs to another site"
        if wrong:
            await _refuse(sealed, *wrong)
        else:
            await self.app(scope, receive, sealed)
        took = (time.perf_counter() - started) * 1000
        LOG.info("%s %s status=%d ms=%.1f from=%s", scope["method"], _shown(scope), status, took, _address(scope))

    async def _websocket(self, scope: Any, receive: Receive, send: Send) -> None:
        address = _address(scope)
        wrong = self._wrong(scope)
        if wrong or self._sockets[address] >= self.settings.sockets or not self._same_origin(scope):
            LOG.info("WS %s refused from=%s", _shown(scope), address)
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": wrong[1] if wrong else "not allowed"})
            return
        self._sockets[address] += 1
        LOG.info("WS %s open from=%s", _shown(scope), address)
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if self._sockets[address] <= 0:
                del self._sockets[address]

    def _wrong(self, scope: Any) -> tuple[int, str] | None:
        """Why a request is turned away at the door."""
        if _name(_header(scope, b"host")) not in self._hosts:
            return 421, "this server does not answer to that name (see --allow-host)"
        if not self._buckets.take(_address(scope)):
            return 429, "too many requests; slow down"
        return None

    def _same_origin(self, scope: Any) -> bool:
        """Whether a browser asks from one of our own pages; programs send no origin."""
        origin = _header(scope, b"origin")
        try:
            return not origin or urlsplit(origin).netloc.lower() == _header(scope, b"host").lower()
        except ValueError:
            return False


def _header(scope: Any, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name), "")


def _name(host: str) -> str:
    """A host without its port."""
    name, _, port = host.lower().rpartition(":")
    return name if name and port.isdigit() else host.lower()


def _address(scope: Any) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _shown(scope: Any) -> str:
    """The path for the log: on one line, not too long, and without the query, which may hold a secret."""
    return str(scope["path"]).encode("unicode_escape").decode()[:120]


async def _refuse(send: Send, status: int, why: str) -> None:
    body = msgspec.json.encode({"error": why, "where": ""})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
