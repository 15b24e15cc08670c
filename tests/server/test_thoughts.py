"""What programs think, over real sockets: why they did something, hints, and who may ask."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.server.guests import Guest, Server, serving
from tests.server.served import DAWDLE, LONGEST

pytestmark = pytest.mark.anyio

MINE = {"red": {"kind": "me"}, "blue": {"kind": "ai", "level": "veteran/aggressive=0.5"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), thought_rate=50.0, thought_burst=200.0) as found:
        yield found


async def acted(guest: Guest, side: str = "red") -> dict[str, Any]:
    """Play until the program has done something that is told; its line."""
    while True:
        line = next((line for line in guest.lines if line.get("why")), None)
        if line is not None:
            return line
        await guest.wait_turn(side)
        await guest.act()


async def ask(guest: Guest, **query: Any) -> dict[str, Any]:
    """The answer to a question, or why there is none."""
    return await guest.command(type="ask", query=query)


async def test_a_program_says_why_at_once_and_again_after_a_restart(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'kept.db'}", tmp_path / "log")
    try:
        made = await server.new(seats=MINE)
        token = made["tokens"]["red"]
        async with server.guest(made["match"], token) as guest:
            assert guest.room["seats"]["blue"]["label"] == "Veteran, aggressive"
            line = await acted(guest)
            told = await ask(guest, type="why", action=line["action"])
            thought = told["answer"]
            assert thought["type"] == "thought"
            assert (thought["action"], thought["side"], thought["label"]) == (
                line["action"],
                "blue",
                "Veteran, aggressive",
            )
            assert not thought.get("again")
            assert sum(one.get("played", False) for one in thought["candidates"]) == 1
            assert all(one["text"] for one in thought["candidates"])
            assert all(one["reasons"] for one in thought["candidates"] if one.get("value"))
            values = [one["value"] for one in thought["candidates"] if "value" in one]
            assert values == sorted(values, reverse=True)
            # Watchers see everything that has happened, and so they may ask about it.
            async with server.guest(made["match"], watch=made["watch"]) as watcher:
                assert (await ask(watcher, type="why", action=line["action"]))["answer"] == thought
            await guest.wait_turn("red")
            async with server.http() as http:
                mine = (await http.get(f"/api/matches/{made['match']}")).json()["actions"] + 1
            await guest.act()
            for nothing in (mine, 0, -3, 5000):
                failed = await ask(guest, type="why", action=nothing)
                assert "no program did that" in failed["message"]
        server.kill()
        server = server.again()
        async with server.guest(made["match"], token) as guest:
            assert next(one for one in guest.lines if one["number"] == line["number"])["why"]
            again = (await ask(guest, type="why", action=line["action"]))["answer"]
            assert again["again"]
            played = next(one for one in thought["candidates"] if one.get("played"))
            assert next(one for one in again["candidates"] if one.get("played"))["answer"] == played["answer"]
        async with server.http() as http:
            body = {"match": made["match"], "action": line["action"]}
            assert (await http.post("/api/why", json=body)).status_code == 401
            answer = await http.post("/api/why", json={**body, "token": token})
            assert answer.json() == again
            headers = {"authorization": f"Bearer {token}"}
            record = (await http.get(f"/api/matches/{made['match']}/record", headers=headers)).json()
            answer = await http.post("/api/why", json={"record": record, "action": line["action"]})
            assert answer.status_code == 200, answer.text
            assert answer.json()["candidates"]
            assert (await http.post("/api/why", json={"record": record, "action": mine})).status_code == 400
    finally:
        server.kill()


async def test_whoever_plays_a_program_gets_hints_and_can_play_them(server: Server) -> None:
    made = await server.new(seats=MINE)
    async with (
        server.guest(made["match"], made["tokens"]["red"]) as guest,
        server.guest(made["match"], watch=made["watch"]) as watcher,
    ):
        await guest.wait_turn("red")
        assert guest.room["hints"]
        assert not watcher.room.get("hints")
        assert "watch" in (await ask(watcher, type="advise"))["message"]
        told = await ask(guest, type="advise")
        assert told["version"] == guest.version
        hint = told["answer"]
        assert (hint["side"], hint["level"]) == ("red", "veteran")
        best = hint["candidates"][0]
        assert best["text"]
        assert best.get("reasons") or not best["value"], best
        assert (await ask(guest, type="advise"))["answer"] == hint
        # With the answer as a draft one is advised on what comes after it, or told that nobody is asked then.
        after = await ask(guest, type="advise", draft=[best["answer"]])
        assert after["type"] == "answer" or "draft" in after["message"]
        nonsense = await ask(guest, type="advise", draft=[{"type": "Fly"}])
        assert nonsense["type"] == "failed"
        assert (await guest.play(best["answer"]))["type"] == "done"
        while guest.turn == "blue":
            await guest.hear()
        assert (await guest.command(type="hurry"))["type"] == "done"
        assert "watch" in (await watcher.command(type="hurry"))["message"]


async def test_between_two_people_there_are_hints_only_if_they_agreed(server: Server) -> None:
    for hints in (None, True, False):
        made = await server.new(**({} if hints is None else {"hints": hints}))
        async with (
            server.guest(made["match"], made["tokens"]["red"]) as red,
            server.guest(made["match"], made["tokens"]["blue"]) as blue,
        ):
            await red.wait_turn("red", "blue")
            await blue.wait_turn("red", "blue")
            asked, other = (red, blue) if red.turn == "red" else (blue, red)
            assert bool(asked.room.get("hints")) is bool(hints)
            told = await ask(asked, type="advise")
            assert told["type"] == ("answer" if hints else "failed")
            assert (await ask(other, type="advise"))["type"] == "failed"


async def test_hints_are_given_only_so_often(tmp_path: Path) -> None:
    with serving(tmp_path, thought_rate=0.01, thought_burst=1.0) as server:
        made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
        async with server.guest(made["match"], f"{made['tokens']['red']},{made['tokens']['blue']}") as guest:
            assert guest.room["hints"]
            first = await ask(guest, type="advise")
            assert first["type"] == "answer"
            assert (await ask(guest, type="advise"))["answer"] == first["answer"]
            await guest.act()
            assert "wait" in (await ask(guest, type="advise"))["message"]


async def test_a_program_that_thinks_keeps_nobody_waiting_and_is_hurried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DAWDLE, "commander")
    with serving(tmp_path) as server:
        made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "ai", "level": "commander"}})
        async with (
            server.guest(made["match"], made["tokens"]["red"]) as guest,
            server.guest(made["match"], watch=made["watch"]) as watcher,
        ):
            while guest.turn != "blue":
                await guest.act()
            await ask(guest, type="try", answers=[])  # The process that measures takes its time to start.
            while guest.turn != "blue":
                await guest.act()
            version = guest.version
            assert (await ask(guest, type="try", answers=[]))["type"] == "answer"
            assert guest.version == version, "it should still think"
            assert "watch" in (await watcher.command(type="hurry"))["message"]
            began = monotonic()
            assert (await guest.command(type="hurry"))["type"] == "done"
            while guest.version == version:
                await guest.hear()
            assert monotonic() - began < LONGEST - 1
            thinking = [message for message in guest.heard if message["type"] == "thinking"]
            assert {message["budget"] for message in thinking} == {2.0}
            assert any(message.get("hurried") for message in thinking)


async def test_the_levels_are_listed_with_what_to_expect(server: Server) -> None:
    async with server.http() as http:
        about = (await http.get("/api/about")).json()
        assert about["usual"] == "regular"
        assert [level["id"] for level in about["levels"]][-1] == "random"
        assert [level["id"] for level in about["levels"] if level.get("testing")] == ["random"]
        assert all(level["text"] and level["seconds"] > 0 for level in about["levels"])
        assert {slider["id"] for slider in about["sliders"]} == {"aggressive", "cautious", "objective"}
        for level in ("nobody", "veteran/kind=1", "veteran/aggressive=3"):
            body = {
                "game": about["games"][0]["id"],
                "seats": {"red": {"kind": "me"}, "blue": {"kind": "ai", "level": level}},
            }
            assert (await http.post("/api/matches", json=body)).status_code == 400
