"""Servers for tests, and people at the table: real processes and real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from sightline.core import rulebook
from tests.kit import PLUGINS, ROOT

GAME = next(iter(rulebook.packages()))
SWIFT = {
    "pace": 0.0,
    "absence": 0.2,
    "rate": 4000.0,
    "burst": 8000.0,
    "match_burst": 8000.0,
    "sockets": 400,
    "code_burst": 1000.0,
}
PATIENCE = 30.0


class Server:
    """A server in a process of its own."""

    def __init__(self, store: str, log: Path, port: int = 0, *, plugins: bool = True, **settings: Any) -> None:
        self.store = store
        self.log = log
        self.settings = settings
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    str(ROOT / "tests/server/served.py"),
                    store,
                    json.dumps({**SWIFT, **settings}),
                    str(port),
                ],
                stdout=subprocess.PIPE,
                stderr=out,
                env={**os.environ, "PYTHONPATH": f"{PLUGINS}{os.pathsep}{ROOT}" if plugins else str(ROOT)},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, log.read_text()
        self.address = f"127.0.0.1:{int(line)}"

    def http(self, **more: Any) -> httpx.AsyncClient:
        """A client for plain requests."""
        return httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE, **more)

    async def new(self, **body: Any) -> dict[str, Any]:
        """A new match; red is mine and blue a friend's unless said otherwise."""
        seats = body.pop("seats", {"red": {"kind": "me", "name": "Ann"}, "blue": {"kind": "friend"}})
        async with self.http() as http:
            answer = await http.post("/api/matches", json={"game": GAME, "seats": seats, **body})
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    @asynccontextmanager
    async def guest(self, match: str, token: str = "", at: str = "matches", **hello: Any) -> AsyncIterator[Guest]:
        """Somebody at a table, or in a campaign, welcomed already."""
        async with connect(f"ws://{self.address}/api/{at}/{match}/socket") as socket:
            guest = Guest(socket)
            await guest.send(type="hello", token=token, **hello)
            guest.take(await guest.next("welcome"))
            yield guest

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def again(self) -> Server:
        """Another at the same door, with the same store: what comes after the power cut."""
        return Server(self.store, self.log, port=int(self.address.rpartition(":")[2]), **self.settings)

    def stop(self) -> int:
        """End it as whoever runs it would."""
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Server]:
    """A server with a store in a folder."""
    server = Server(f"sqlite:///{folder / 'kept.db'}", folder / "log", **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Guest:
    """Somebody with an open line to a room."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = count(1)
        self.rng = random.Random(7)  # noqa: S311 - which chair one takes is no secret
        self.welcome: dict[str, Any] = {}
        self.version = 0
        self.number = 0
        self.hash = ""
        self.room: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.models: dict[str, Any] = {}
        self.decision: dict[str, Any] | None = None
        self.heard: list[dict[str, Any]] = []

    @property
    def turn(self) -> str:
        """The side that is asked."""
        return str(self.room.get("turn", ""))

    async def send(self, **message: Any) -> None:
        """Say anything."""
        await self.socket.send(json.dumps(message))

    async def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message, whatever it is; what it says about the table is noted."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), patience))
        self.heard.append(message)
        self.take(message)
        return message

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = await self.hear()
            if message["type"] in kinds:
                return message
            assert message["type"] != "failed", message

    async def answered(self, id: str) -> dict[str, Any]:
        """The answer to a command."""
        while True:
            message = await self.hear()
            if message.get("id") == id:
                return message

    def take(self, message: dict[str, Any]) -> None:
        """Note what a message says."""
        self.room = message.get("room", self.room)
        if message["type"] not in {"welcome", "update"}:
            return
        if message["type"] == "welcome":
            self.welcome = message
            self.models = dict(message["scene"]["models"])
            if message["whole"]:
                self.lines = []
        else:
            self.models |= message["change"].get("models", {})
        known = {line["number"] for line in self.lines}
        self.lines += [line for line in message.get("lines", ()) if line["number"] not in known]
        self.version, self.number, self.hash = message["version"], message["number"], message["hash"]
        self.decision = message.get("decision")

    async def command(self, **message: Any) -> dict[str, Any]:
        """Say something that is answered, and wait for the answer."""
        id = f"{next(self.numbers)}-{id_of(self)}"
        await self.send(id=id, **message)
        return await self.answered(id)

    async def play(self, *answers: Any, version: int | None = None) -> dict[str, Any]:
        """Play answers."""
        return await self.command(
            type="play", version=self.version if version is None else version, answers=list(answers)
        )

    async def act(self) -> Any:
        """Answer what is asked with something legal, and say what it was."""
        assert self.decision is not None, self.room
        for _ in range(200):
            answer = self.guess()
            said = await self.play(answer)
            if said["type"] == "done":
                return answer
            assert said["type"] == "refused", said
        raise AssertionError(self.decision)

    def guess(self) -> dict[str, Any]:
        """Something one might answer."""
        assert self.decision is not None
        if self.decision.get("default"):
            default: dict[str, Any] = self.decision["default"]
            return default
        offer = self.rng.choice(self.decision["offers"])
        filled = {slot["field"]: self._fill(slot) for slot in offer.get("slots", ())}
        return {"type": offer["action"], **offer.get("given", {}), **filled}

    def _fill(self, slot: dict[str, Any]) -> Any:
        kind, options = slot["kind"], slot.get("options", ())
        if kind == "pick":
            return self.rng.choice(options)
        if kind == "picks":
            return self.rng.sample(options, slot.get("least", 0))
        if kind == "count":
            return slot.get("least", 0)
        if kind == "split":
            return {self.rng.choice(options): slot["most"]}
        zone = slot.get("zone") or [[0.0, 0.0], [48.0, 0.0], [0.0, 48.0]]
        one, other = sorted((self.rng.random(), self.rng.random()))
        weights = (one, other - one, 1 - other)
        return [sum(w * corner[axis] for w, corner in zip(weights, zone, strict=False)) for axis in (0, 1)]

    async def wait_turn(self, *sides: str) -> None:
        """Wait until one of these sides is asked, or it is over."""
        while self.turn not in sides and not self.room.get("outcome"):
            await self.hear()


def id_of(guest: Guest) -> str:
    """A mark that tells one guest's commands from those of another."""
    return f"{id(guest):x}"


async def act_by_turns(*guests: tuple[str, Guest], actions: int) -> None:
    """Let guests answer, each for a side, and have all of them see it."""
    by_side = dict(guests)
    for _ in range(actions):
        turn = next(iter(by_side.values())).turn
        actor = by_side[turn]
        await actor.act()
        for guest in by_side.values():
            while guest.version < actor.version:
                await guest.hear()
        if actor.room.get("outcome"):
            return
