"""Campaigns on a server: begun, joined by link, fought, carried away and brought back."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.core.test_campaign_file import OLD, sealed
from tests.server.guests import Guest, Server, serving

pytestmark = pytest.mark.anyio

GAME = "scuffle"
ME = {"kind": "me", "name": "Ann"}
AI = {"kind": "ai", "level": "random"}
FRIEND = {"kind": "friend"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("campaigns")) as server:
        yield server


async def begin(server: Server, **more: Any) -> dict[str, Any]:
    """A new campaign; red is mine and blue a program's unless said otherwise."""
    body = {"game": GAME, "seats": {"red": ME, "blue": AI}, "name": "A year", "options": {"fairs": 1}, **more}
    async with server.http() as http:
        answer = await http.post("/api/campaigns", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def asked(server: Server, method: str, path: str, token: str = "", **more: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with server.http() as http:
        # The first file waits for the process that reads files.
        return await http.request(method, path, headers=headers, **{"timeout": 60.0, **more})


@asynccontextmanager
async def member(server: Server, made: dict[str, Any], side: str = "red") -> AsyncIterator[Guest]:
    async with server.guest(made["campaign"], made["tokens"][side], at="campaigns") as guest:
        yield guest


async def to_the_battle(guest: Guest) -> None:
    """Answer by defaults until a battle waits."""
    while not guest.room["journey"].get("battle"):
        if guest.decision and guest.turn == guest.welcome["you"]:
            await guest.act()
        else:
            await guest.hear()


async def call(server: Server, made: dict[str, Any], side: str = "red") -> str:
    answer = await asked(server, "POST", f"/api/campaigns/{made['campaign']}/battle", made["tokens"][side])
    assert answer.status_code == 200, answer.text
    return str(answer.json()["match"])


async def give_up(server: Server, made: dict[str, Any], match: str, side: str = "red") -> None:
    """End a battle as quickly as one can."""
    async with server.guest(match, made["tokens"][side]) as guest:
        while not guest.decision:
            await guest.hear()
        while (await guest.command(type="concede", version=guest.version))["type"] != "done":
            pass


async def until(guest: Guest, what: Any) -> None:
    while not what():
        await guest.hear()


async def test_a_campaign_is_begun_fought_and_won(server: Server) -> None:
    made = await begin(server)
    async with member(server, made) as red:
        assert red.room["game"] == GAME
        assert [c["name"] for c in red.room["journey"]["chapters"]] == ["Spring Fair"]
        assert set(red.models) == {f"{side}-{n}" for side in ("red", "blue") for n in (1, 2, 3)}
        await to_the_battle(red)
        match = await call(server, made)
        assert await call(server, made) == match, "asked again, it is the same battle"
        await until(red, lambda: red.room["journey"]["battle"].get("match") == match)
        brief = (await asked(server, "GET", f"/api/matches/{match}", made["tokens"]["red"])).json()
        assert brief["you"] == "red", "the token of the campaign opens the seat of the battle"
        await give_up(server, made, match)
        await until(red, lambda: red.room.get("outcome"))
        assert red.room["outcome"]["winner"] == "blue"
        told = [line["text"] for line in red.lines]
        assert "The bout is over: blue wins" in told
        assert "Blue has 3 points" in told


async def test_a_campaign_with_a_long_name_keeps_all_of_it(server: Server) -> None:
    name = "The unlucky divers of the Lower Harbour and what became of their wrecks"
    made = await begin(server, name=name)
    found = (await asked(server, "GET", "/api/campaigns")).json()
    assert [one["name"] for one in found if one["campaign"] == made["campaign"]] == [name]


async def test_two_people_share_a_campaign_by_link(server: Server) -> None:
    made = await begin(server, seats={"red": ME, "blue": FRIEND})
    async with member(server, made) as red, member(server, made, "blue") as blue:
        while not red.room["journey"].get("battle"):
            for guest, side in ((red, "red"), (blue, "blue")):
                if guest.decision and guest.turn == side:
                    await guest.act()
            for guest, other in ((red, blue), (blue, red)):
                while guest.version < other.version:
                    await guest.hear()
        match = await call(server, made, "blue")
        async with server.guest(match, made["tokens"]["blue"]) as fighter:
            assert fighter.welcome["you"] == "blue"
            assert fighter.room["campaign"] == made["campaign"]


async def test_nobody_answers_for_a_battle_or_for_others(server: Server) -> None:
    made = await begin(server)
    async with member(server, made) as red:
        await to_the_battle(red)
        said = await red.play({"type": "Debrief", "match": "mine", "winner": "red"})
        assert (said["type"], said["refusal"]["rule"]) == ("refused", "SC-CMP-01")
        said = await red.play({"type": "Concede", "side": "blue"})
        assert said["type"] == "failed"
        async with server.guest(made["campaign"], watch=made["watch"], at="campaigns") as watcher:
            assert (await watcher.play({"type": "Leave"}))["type"] == "failed"
    for token, status in (("", 401), ("nonsense", 401), (made["watch"], 401)):
        answer = await asked(server, "POST", f"/api/campaigns/{made['campaign']}/battle", token)
        assert answer.status_code == status


async def test_a_battle_is_called_only_when_one_waits(server: Server) -> None:
    made = await begin(server)
    answer = await asked(server, "POST", f"/api/campaigns/{made['campaign']}/battle", made["tokens"]["red"])
    assert answer.status_code == 400
    assert "no battle" in answer.json()["error"]


async def test_a_decision_is_taken_back_until_its_battle_is_called(server: Server) -> None:
    made = await begin(server, seats={"red": ME, "blue": ME})
    async with server.guest(made["campaign"], ",".join(made["tokens"].values()), at="campaigns") as both:
        while not both.room["journey"].get("battle"):
            await both.act()
        assert both.room["undo"] == "free"
        assert (await both.command(type="undo", version=both.version))["type"] == "done"
        await until(both, lambda: both.decision)
        assert not both.room["journey"].get("battle")
        await both.act()
        match = await call(server, made)
        await until(both, lambda: both.room["journey"]["battle"].get("match"))
        assert not both.room.get("undo")
        said = await both.command(type="undo", version=both.version)
        assert said["type"] == "failed"
        await give_up(server, made, match)
        await until(both, lambda: both.room.get("outcome"))


async def test_a_campaign_goes_away_in_a_file_and_comes_back(server: Server) -> None:
    made = await begin(server, options={"fairs": 2})
    async with member(server, made) as red:
        await to_the_battle(red)
        await give_up(server, made, await call(server, made))
        await until(red, lambda: red.turn == "red")
        lines, models, turn = list(red.lines), red.models, red.turn
    answer = await asked(server, "GET", f"/api/campaigns/{made['campaign']}/file", made["tokens"]["red"])
    assert answer.status_code == 200
    back = await asked(server, "POST", "/api/campaigns/file", content=answer.content)
    assert back.status_code == 201, back.text
    again = back.json()
    assert again["campaign"] != made["campaign"]
    assert (again["mine"], set(again["tokens"]), again.get("changed")) == (["red"], {"red"}, None)
    async with member(server, again) as red:
        await until(red, lambda: red.turn)
        assert (red.models, red.turn, red.room["journey"]["name"]) == (models, turn, "A year")
        assert [line["text"] for line in red.lines] == [line["text"] for line in lines]
        assert not red.room.get("undo")
        await to_the_battle(red)
        await give_up(server, again, await call(server, again))
        await until(red, lambda: red.room.get("outcome"))
    twice = await asked(server, "GET", f"/api/campaigns/{again['campaign']}/file", again["tokens"]["red"])
    third = await asked(server, "POST", "/api/campaigns/file", content=twice.content)
    assert third.status_code == 201, third.text


async def test_an_old_file_is_carried_over_and_says_so(server: Server) -> None:
    answer = await asked(server, "POST", "/api/campaigns/file", content=OLD.read_bytes())
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["changed"]
    async with member(server, made) as red:
        assert red.welcome["scene"]["sides"]["red"]["pools"][0]["count"] == 3
        assert any("has 3 coins" in line["text"] or line["tag"] == "Paid" for line in red.lines)


async def test_a_file_that_is_not_in_order_is_refused_and_nothing_is_kept(server: Server) -> None:
    made = await begin(server)
    text = (await asked(server, "GET", f"/api/campaigns/{made['campaign']}/file", made["tokens"]["red"])).text
    before = (await asked(server, "GET", "/api/campaigns")).json()
    document = json.loads(text)
    wrong = {
        "cut short": (text[: len(text) // 2], "breaks off"),
        "edited": (text.replace('"coins":1', '"coins":7', 1), "changed after it was written"),
        "newer": (sealed({**document, "edition": 99}), "a newer Sightline wrote it"),
        "newer schema": (sealed({**document, "schema": 99}), "a newer Sightline wrote it"),
        "another game": (sealed({**document, "game": "chess"}), "has no campaign"),
        "nothing": ("", "campaign"),
        "not JSON": ("\x00\xff", "campaign"),
        "a list": ("[1, 2]", "not a campaign"),
        "deep": ("[" * 20000, "nested too deeply"),
    }
    for name, (body, said) in wrong.items():
        answer = await asked(server, "POST", "/api/campaigns/file", content=body.encode())
        assert answer.status_code == 400, name
        assert said in answer.json()["error"] or said in answer.json()["where"], (name, answer.text)
    assert (await asked(server, "GET", "/api/campaigns")).json() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "has no campaign"),
        ({"seats": {"red": ME}}, "expected 2 to 3 of red, blue, green"),
        ({"seats": {"red": ME, "green": ME}}, "expected 2 to 3 of red, blue, green"),
        ({"seats": {"red": ME, "blue": ME, "green": ME, "black": ME}}, "expected 2 to 3"),
        ({"squads": {"red": "nobody"}}, "no such squad"),
        ({"squads": {"green": "regulars"}}, "expected red, blue"),
        ({"squads": {"red": {"game": GAME, "name": "One", "models": [{"profile": "ox"}]}}}, "fighters 1, needed 3"),
        ({"options": {"fairs": 9}}, "fairs"),
        ({"seats": {"red": {"kind": "ai", "level": "genius"}, "blue": ME}}, "genius"),
    ],
)
async def test_a_campaign_that_cannot_be_begun_says_why(server: Server, change: dict[str, Any], said: str) -> None:
    body = {"game": GAME, "seats": {"red": ME, "blue": AI}, **change}
    answer = await asked(server, "POST", "/api/campaigns", json=body)
    assert answer.status_code == 400
    assert said in answer.json()["error"] + answer.json()["where"]


async def test_campaigns_are_listed_and_remembered(server: Server) -> None:
    made = await begin(server, name="Listed")
    seats = [
        {"campaign": made["campaign"], "token": made["tokens"]["red"]},
        {"campaign": made["campaign"], "token": "wrong"},
        {"campaign": "NOSUCHONE", "token": "x"},
    ]
    answer = await asked(server, "POST", "/api/campaigns/status", json={"seats": seats})
    assert [(brief["name"], brief["you"]) for brief in answer.json()] == [("Listed", "red")]
    listed = (await asked(server, "GET", "/api/campaigns")).json()
    assert "Listed" in [brief["name"] for brief in listed]
    assert all("tokens" not in brief for brief in listed)
    for path in (
        f"/api/matches/{made['campaign']}",
        "/api/campaigns/NOSUCHONE",
        "/api/campaigns/%00",
        "/api/campaigns/../x",
    ):
        assert (await asked(server, "GET", path)).status_code == 404
    assert (await asked(server, "GET", "/api/games/scuffle/campaign")).json()["fewest"] == 2
    assert (await asked(server, "GET", "/api/games/chess/campaign")).status_code == 404


def where(guest: Guest) -> str:
    """Where the battle is fought that a campaign waits for."""
    return str((guest.room["journey"].get("battle") or {}).get("match", ""))


async def test_programs_play_their_gangs_and_their_battles(server: Server) -> None:
    made = await begin(server, seats={"red": ME, "blue": AI, "green": AI})
    async with member(server, made) as red:
        fought = 0
        while not red.room.get("outcome"):
            if red.room["journey"].get("battle") and not red.room["journey"]["battle"].get("match"):
                commands = red.room["journey"]["battle"]["commands"]
                match = await call(server, made)
                while where(red) != match:
                    await red.hear()
                fought += 1
                if "red" in commands.values():
                    await give_up(server, made, match)
                while where(red) == match:
                    await red.hear(30.0)
            elif red.decision and red.turn == "red":
                await red.act()
            else:
                await red.hear(30.0)
        assert fought == 3


async def test_every_campaign_survives_a_restart_as_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = await begin(server, options={"fairs": 2})
        async with member(server, made) as red:
            await to_the_battle(red)
            await give_up(server, made, await call(server, made))
            await until(red, lambda: red.turn == "red")
            before = (red.version, red.number, red.hash, red.models, red.lines)
        server.kill()
    with serving(tmp_path) as server:
        async with member(server, made) as red:
            await until(red, lambda: red.turn == "red")
            assert (red.version, red.number, red.hash, red.models, red.lines) == before
