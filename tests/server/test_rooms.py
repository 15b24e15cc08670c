"""A table for two, over real sockets."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from tests.server.guests import Server, act_by_turns, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


async def test_two_players_see_the_same_match(server: Server) -> None:
    made = await server.new()
    async with (
        server.guest(made["match"], made["tokens"]["red"]) as red,
        server.guest(made["match"], made["tokens"]["blue"], name="Bob") as blue,
    ):
        await red.wait_turn("red", "blue")
        await blue.wait_turn("red", "blue")
        assert {"red": red.welcome["you"], "blue": blue.welcome["you"]} == {"red": "red", "blue": "blue"}
        await act_by_turns(("red", red), ("blue", blue), actions=12)
        assert (red.version, red.number, red.hash) == (blue.version, blue.number, blue.hash)
        assert red.models == blue.models
        assert red.lines == blue.lines
        assert [line["number"] for line in red.lines] == list(range(1, red.number + 1))
        assert red.room["seats"]["blue"]["name"] == "Bob"


async def test_the_first_die_waits_for_the_friend(server: Server) -> None:
    made = await server.new()
    async with server.guest(made["match"], made["tokens"]["red"]) as red:
        assert red.decision is None
        assert red.turn == ""
        assert red.room["seats"]["blue"]["kind"] == "open"
        async with server.guest(made["match"], made["tokens"]["blue"]):
            await red.wait_turn("red", "blue")
            assert red.room["seats"]["blue"]["kind"] == "person"
            assert set(red.room["dice"]["shares"]) == {"red", "blue"}


async def test_a_watcher_sees_everything_and_can_do_nothing(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    both = f"{made['tokens']['red']},{made['tokens']['blue']}"
    async with (
        server.guest(made["match"], both) as player,
        server.guest(made["match"], watch=made["watch"]) as watcher,
    ):
        assert watcher.welcome["you"] == ""
        assert watcher.decision == player.decision
        for command in (
            {"type": "play", "version": watcher.version, "answers": [player.guess()]},
            {"type": "undo", "version": watcher.version},
            {"type": "concede", "version": watcher.version},
            {"type": "standin", "side": "red", "level": "regular"},
            {"type": "consent", "yes": True},
            {"type": "say", "text": "hello"},
        ):
            said = await watcher.command(**command)
            assert said["type"] == "failed"
            assert "watch" in said["message"]
        await player.act()
        while watcher.version < player.version:
            await watcher.hear()
        assert watcher.lines == player.lines


async def test_a_seat_cannot_act_for_another(server: Server) -> None:
    made = await server.new()
    async with (
        server.guest(made["match"], made["tokens"]["red"]) as red,
        server.guest(made["match"], made["tokens"]["blue"]) as blue,
    ):
        await red.wait_turn("red", "blue")
        await blue.wait_turn("red", "blue")
        asked, other = (red, blue) if red.turn == "red" else (blue, red)
        said = await other.play(asked.guess())
        assert said["type"] == "failed"
        assert "is asked, not you" in said["message"]
        victim = asked.welcome["you"]
        said = await other.play({"type": "Concede", "side": victim})
        assert said["type"] == "failed"
        assert other.version == asked.version
        # Several answers in one command must not run on into the other side's decision.
        own = [asked.guess() for _ in range(12)]
        said = await asked.play(*own)
        assert said["type"] in {"failed", "refused"}
        assert asked.room.get("outcome") is None


async def test_wrong_tokens_open_nothing(server: Server) -> None:
    made = await server.new()
    for hello in ({"token": "nonsense"}, {"token": made["watch"]}, {"watch": made["tokens"]["red"]}, {}):
        async with connect(f"ws://{server.address}/api/matches/{made['match']}/socket") as socket:
            await socket.send(json.dumps({"type": "hello", **hello}))
            said = json.loads(await socket.recv())
            assert said["type"] == "failed"
            assert said["fatal"]
            with pytest.raises(ConnectionClosedError, match="1008"):
                await socket.recv()


async def test_a_repeated_command_is_answered_and_not_played_again(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    async with server.guest(made["match"], f"{made['tokens']['red']},{made['tokens']['blue']}") as guest:
        for number in range(200):
            message: dict[str, Any] = {
                "type": "play",
                "id": f"same-{number}",
                "version": guest.version,
                "answers": [guest.guess()],
            }
            await guest.send(**message)
            first = await guest.answered(message["id"])
            if first["type"] == "done":
                break
        before = guest.version, guest.number, guest.hash
        await guest.send(**message)
        assert await guest.answered(message["id"]) == first
        assert (guest.version, guest.number, guest.hash) == before


async def test_a_stale_command_is_told_so_and_shown_the_table(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    async with server.guest(made["match"], f"{made['tokens']['red']},{made['tokens']['blue']}") as guest:
        await guest.act()
        said = await guest.play(guest.guess(), version=guest.version - 1)
        assert said["type"] == "stale"
        assert said["version"] == guest.version
        update = await guest.next("update")
        assert update["version"] == guest.version
        assert update["change"]["models"] == guest.models


async def test_coming_back_resumes_with_nothing_lost_or_doubled(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    both = f"{made['tokens']['red']},{made['tokens']['blue']}"
    async with server.guest(made["match"], both) as first:
        for _ in range(4):
            await first.act()
        known, after, hash = list(first.lines), first.number, first.hash
        async with server.guest(made["match"], both) as second:
            for _ in range(4):
                await second.act()
            whole = second.lines
    async with server.guest(made["match"], both, after=after, hash=hash) as again:
        assert not again.welcome["whole"]
        assert known + again.lines == whole
    async with server.guest(made["match"], both, after=after, hash="another") as lost:
        assert lost.welcome["whole"]
        assert lost.lines == whole


async def test_a_whole_match_against_a_program_comes_to_an_end(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "ai", "level": "random"}, "blue": {"kind": "ai"}})
    async with server.guest(made["match"], watch=made["watch"]) as watcher:
        while not watcher.room.get("outcome"):
            await watcher.hear(30.0)
        assert watcher.room["dice"]["key"]
        assert watcher.number == len(watcher.lines)
    async with server.http() as http:
        brief = (await http.get(f"/api/matches/{made['match']}")).json()
        assert brief["outcome"] == watcher.room["outcome"]


async def test_presence_is_shown_and_a_program_stands_in_for_somebody_who_left(server: Server) -> None:
    made = await server.new()
    async with server.guest(made["match"], made["tokens"]["red"]) as red:
        async with server.guest(made["match"], made["tokens"]["blue"]) as blue:
            await red.wait_turn("red", "blue")
            assert red.room["seats"]["blue"]["present"]
            said = await red.command(type="standin", side="blue", level="regular")
            assert "away" in said["message"]
            await blue.command(type="say", text="back\nsoon")
            assert (await red.next("said"))["text"] == "back soon"
        while red.room["seats"]["blue"].get("present"):
            await red.hear()
        assert red.room["seats"]["blue"]["absent_since"]
        await asyncio.sleep(0.25)
        assert (await red.command(type="standin", side="blue", level="regular"))["type"] == "done"
        while red.turn != "red":
            await red.hear()
        await red.act()
        await red.wait_turn("red")
        assert red.room["seats"]["blue"]["stand_in"]
        async with server.guest(made["match"], made["tokens"]["blue"]) as blue:
            assert (await blue.command(type="standin", side="blue"))["type"] == "done"
            while red.room["seats"]["blue"].get("stand_in"):
                await red.hear()


async def test_a_word_said_to_somebody_away_is_heard_when_they_come_back(server: Server) -> None:
    made = await server.new()
    async with server.guest(made["match"], made["tokens"]["red"]) as red:
        async with server.guest(made["match"], made["tokens"]["blue"]) as blue:
            await blue.wait_turn("red", "blue")
            after, hash = blue.number, blue.hash
        await red.command(type="say", text="your turn")
        async with server.guest(made["match"], made["tokens"]["blue"], after=after, hash=hash) as blue:
            assert (await blue.next("said"))["text"] == "your turn"


async def test_an_answer_without_a_die_is_taken_back_freely(server: Server) -> None:
    made = await server.new()
    async with (
        server.guest(made["match"], made["tokens"]["red"]) as red,
        server.guest(made["match"], made["tokens"]["blue"]) as blue,
    ):
        await red.wait_turn("red", "blue")
        await blue.wait_turn("red", "blue")
        actor, other = (red, blue) if red.turn == "red" else (blue, red)
        before = (actor.number, actor.hash, actor.decision)
        await actor.act()
        while other.version < actor.version:
            await other.hear()
        assert actor.room["undo"] == "free"
        assert other.room.get("undo", "") == ""
        done = await actor.command(type="undo", version=actor.version)
        assert done["type"] == "done"
        assert (actor.number, actor.hash, actor.decision) == before
        assert (await other.next("welcome"))["whole"]
        assert other.lines == actor.lines


async def test_what_the_other_side_has_seen_is_taken_back_with_its_consent(server: Server) -> None:
    made = await server.new()
    async with (
        server.guest(made["match"], made["tokens"]["red"]) as red,
        server.guest(made["match"], made["tokens"]["blue"]) as blue,
    ):
        await red.wait_turn("red", "blue")
        await blue.wait_turn("red", "blue")
        actor, other = (red, blue) if red.turn == "red" else (blue, red)
        side = actor.welcome["you"]
        before = actor.number
        while actor.turn == side:
            before = actor.number
            await actor.act()
        while other.version < actor.version:
            await other.hear()
        await other.act()
        while actor.version < other.version:
            await actor.hear()
        assert actor.room["undo"] == "ask"
        await actor.command(type="undo", version=actor.version)
        while other.room.get("asked") != side:
            await other.hear()
        assert (await actor.command(type="consent", yes=True))["type"] == "failed"
        assert (await other.command(type="consent", yes=False))["type"] == "done"
        while actor.room.get("asked"):
            await actor.hear()
        await actor.command(type="undo", version=actor.version)
        assert (await other.command(type="consent", yes=True))["type"] == "done"
        while other.number != before:
            await other.hear()


NONSENSE: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    '{"type":"dance"}',
    '{"type":"play"}',
    '{"type":"play","id":5,"version":"x","answers":7}',
    '{"type":"play","id":"a","version":999999999999999999999999,"answers":[]}',
    '{"type":"hello","token":""}',
    '{"type":"ask","id":"a","query":{"type":"reach"}}',
    '{"type":"ask","id":"a","query":{"type":"reach","model":"nobody"}}',
    '{"type":"ask","id":"a","query":{"type":"sees","model":"red-1","at":[1e308,-1e308]}}',
    '{"type":"ask","id":"a","query":{"type":"plan","model":"red-1","to":[1e9,1e9]}}',
    '{"type":"ask","id":"a","query":{"type":"card","model":"red-1","target":"table"}}',
    '{"type":"ask","id":"a","query":{"type":"try","answers":[{"type":"Concede","side":"x"}]}}',
    '{"type":"ask","id":"a","query":{"type":"area","answers":[]}}',
    '{"type":"point","at":["x",1]}',
    '{"type":"consent","id":"a","yes":true}',
    '{"type":"standin","id":"a","side":"table","level":"genius"}',
    '{"type":"undo","id":"' + "x" * 500 + '","version":0}',
    "[" * 5000,
    '{"a":' * 3000,
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    b"\x00\xff\xfe",
]


WRONG_ANSWERS: list[list[Any]] = [
    [],
    [1, 2],
    [[6, 6]],
    [{}],
    [{"type": "Nope"}],
    [{"type": "Place", "at": [None, 1]}],
    ["x"],
    [{"type": "Concede", "side": "red"}] * 1000,
]


async def test_nonsense_ends_the_command_and_not_the_match(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    both = f"{made['tokens']['red']},{made['tokens']['blue']}"
    async with server.guest(made["match"], both) as guest:
        version = guest.version
        for message in NONSENSE:
            await guest.socket.send(message)
        for answers in WRONG_ANSWERS:
            said = await guest.play(*answers)
            assert said["type"] in {"failed", "refused"}, said
        await guest.send(type="ping")
        while (await guest.hear())["type"] != "pong":
            pass
        assert guest.version == version
        await guest.act()
    assert "Traceback" not in server.log.read_text()


async def test_a_message_that_is_too_long_closes_the_line_and_nothing_else(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    both = f"{made['tokens']['red']},{made['tokens']['blue']}"
    async with server.guest(made["match"], both) as guest, server.guest(made["match"], both) as other:
        await guest.socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosedError, match="1009"):
            await guest.next("never")
        await other.act()


async def test_tokens_are_neither_in_the_log_nor_in_the_store(server: Server, tmp_path: Path) -> None:
    made = await server.new()
    async with server.guest(made["match"], made["tokens"]["red"]) as red:
        await red.send(type="ping")
        await red.next("pong")
    folder = server.log.parent
    kept = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert made["match"].encode() in kept
    for secret in (*made["tokens"].values(), made["watch"]):
        assert len(secret) >= 32
        assert secret.encode() not in kept
