"""A server that is killed: what it acknowledged is there, and the match goes on."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.guests import Server, act_by_turns, serving

pytestmark = pytest.mark.anyio


async def test_every_acknowledged_answer_survives_kill_9(tmp_path: Path) -> None:
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    known: list[Any] = []
    after, hash, version = 0, "", 0
    models: dict[str, Any] = {}
    last: dict[str, Any] = {}
    made: dict[str, Any] = {}
    for run in range(3):
        with serving(tmp_path) as server:
            made = made or await server.new(seats=seats)
            both = f"{made['tokens']['red']},{made['tokens']['blue']}"
            async with server.guest(made["match"], both, after=after, hash=hash) as guest:
                if run:
                    assert not guest.welcome["whole"]
                    # One answer may have been kept though nobody could be told so any more.
                    assert version <= guest.version <= version + 1
                    if guest.version == version:
                        assert (guest.number, guest.hash, guest.models) == (after, hash, models)
                    await guest.send(**last)
                    assert (await guest.answered(last["id"]))["type"] == "done"
                known += guest.lines
                guest.lines = list(known)
                for number in range(5):
                    answer = None
                    while answer is None:
                        last = {
                            "type": "play",
                            "id": f"{run}-{number}-{guest.rng.random()}",
                            "version": guest.version,
                            "answers": [guest.guess()],
                        }
                        await guest.send(**last)
                        said = await guest.answered(last["id"])
                        answer = said if said["type"] == "done" else None
                known, after, hash, version = list(guest.lines), guest.number, guest.hash, guest.version
                models = dict(guest.models)
                # Killed while it is busy with one more.
                await guest.send(type="play", id=f"{run}-lost", version=guest.version, answers=[guest.guess()])
                await asyncio.sleep(0.002 * run)
                server.kill()
                with pytest.raises(ConnectionClosed):
                    await guest.next("never")
                # What came in before the line broke counts as seen.
                known, after, hash, version = list(guest.lines), guest.number, guest.hash, guest.version
                models = dict(guest.models)
    with serving(tmp_path) as server:
        async with server.guest(made["match"], watch=made["watch"]) as guest:
            numbers = [line["number"] for line in guest.lines]
            assert numbers == list(range(1, guest.number + 1))
            assert guest.lines[: len(known)] == known
            assert guest.version >= 15


async def test_a_match_against_a_program_goes_on_after_a_crash(tmp_path: Path) -> None:
    made: dict[str, Any] = {}
    for _ in range(2):
        with serving(tmp_path, pace=0.01) as server:
            made = made or await server.new(seats={"red": {"kind": "ai"}, "blue": {"kind": "ai"}})
            async with server.guest(made["match"], watch=made["watch"]) as guest:
                start = guest.version
                while guest.version < start + 5:
                    await guest.hear()
                version = guest.version
            server.kill()
    with serving(tmp_path) as server:
        async with server.guest(made["match"], watch=made["watch"]) as guest:
            assert guest.version >= version
            while not guest.room.get("outcome"):
                await guest.hear(30.0)


def children(parent: int) -> list[int]:
    """The processes that think for a server."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                about = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(about[1]) == parent and b"spawn_main" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


async def test_a_match_goes_on_though_its_programs_are_killed_and_hang(tmp_path: Path) -> None:
    with serving(tmp_path, pace=0.05, grace=0.7) as server:
        made = await server.new(seats={"red": {"kind": "ai"}, "blue": {"kind": "ai"}})
        async with server.guest(made["match"], watch=made["watch"]) as guest:
            for how in (signal.SIGKILL, signal.SIGSTOP, signal.SIGKILL):
                start = guest.version
                while guest.version < start + 3:
                    await guest.hear(60.0)
                for process in children(server.process.pid):
                    os.kill(process, how)
            start = guest.version
            while guest.version < start + 5 and not guest.room.get("outcome"):
                await guest.hear(60.0)
            left = children(server.process.pid)
        server.kill()
        assert left
        for _ in range(100):
            if not any(alive(process) for process in left):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("programs play on without a server")


async def test_a_server_ends_cleanly_when_it_is_told_to(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "ai"}})
        async with server.guest(made["match"], made["tokens"]["red"]):
            assert await asyncio.to_thread(server.stop) in {0, -15}
    assert "Traceback" not in server.log.read_text()


async def test_a_match_kept_in_postgresql_goes_on_after_kill_9(tmp_path: Path, postgres_url: str) -> None:
    server = Server(postgres_url, tmp_path / "log")
    try:
        made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "friend"}})
        red_token, blue_token = made["tokens"]["red"], made["tokens"]["blue"]
        async with server.guest(made["match"], red_token) as red, server.guest(made["match"], blue_token) as blue:
            for guest in (red, blue):
                await guest.wait_turn("red", "blue")
            await act_by_turns(("red", red), ("blue", blue), actions=10)
            await red.command(type="say", text="well met")
            actor = red if red.turn == "red" else blue
            last = {"type": "play", "id": "last", "version": actor.version, "answers": [await actor.act()]}
            before = (actor.version, actor.number, actor.hash, actor.models)
            server.kill()
        server = server.again()
        async with server.guest(made["match"], red_token) as red, server.guest(made["match"], blue_token) as blue:
            assert (red.version, red.number, red.hash, red.models) == before
            assert (await red.next("said"))["text"] == "well met"
            side = "red" if actor.welcome["you"] == "red" else "blue"
            said = await (red if side == "red" else blue).command(**{k: v for k, v in last.items() if k != "id"})
            assert said["type"] == "stale"
            await act_by_turns(("red", red), ("blue", blue), actions=4)
            await red.command(type="standin", side="red", level="random")
            await blue.command(type="standin", side="blue", level="random")
            version = red.version
            while red.version < version + 4:
                await red.hear(30.0)
            await blue.command(type="standin", side="blue")
            while (await blue.command(type="concede", version=blue.version))["type"] == "stale":
                pass
        async with server.http() as http:
            assert [one["match"] for one in (await http.get("/api/replays")).json()] == [made["match"]]
            record = (await http.get(f"/api/matches/{made['match']}/record")).json()
            assert (await http.post("/api/replays", json=record)).json()["frames"]
        assert await asyncio.to_thread(server.stop) in {0, -15}
    finally:
        if server.process.poll() is None:
            server.kill()
    assert "Traceback" not in server.log.read_text()
