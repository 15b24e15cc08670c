"""Plain requests: what comes back, and what does not get in."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sightline.core import rulebook
from sightline.core.game import ReadsLists, game
from sightline.server import running
from sightline.server.messages import MatchBrief
from tests.server.guests import GAME, Server, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


async def test_the_shelf_and_a_rulebook_are_shown(server: Server) -> None:
    async with server.http() as http:
        about = (await http.get("/api/about")).json()
        assert GAME in [one["id"] for one in about["games"]]
        assert {"random", "regular"} <= {one["id"] for one in about["levels"]}
        sheet = (await http.get(f"/api/games/{GAME}")).json()
        assert len(sheet["squads"]) == len(game(GAME).rosters)
        rules = (await http.get(f"/api/games/{GAME}/rules")).json()
        assert len(rules["rules"]) == len(game(GAME).rulebook.rules)
        assert (await http.get("/api/games/chess")).status_code == 404


async def test_squads_and_layouts_are_looked_at(server: Server) -> None:
    async with server.http() as http:
        sheet = (await http.get(f"/api/games/{GAME}")).json()
        roster = sheet["squads"][0]["roster"]
        view = (await http.post(f"/api/games/{GAME}/muster", json={"roster": roster})).json()
        assert view["faults"] == []
        wrong = (await http.post(f"/api/games/{GAME}/muster", json={"roster": {"models": 7}})).json()
        assert wrong["faults"]
        plan = sheet["tables"][0]["plan"]
        view = (await http.post(f"/api/games/{GAME}/layout", json={"plan": plan})).json()
        assert view["faults"] == []
        odds = await http.post(f"/api/games/{GAME}/odds", json=game(GAME).odds_examples[0])
        assert odds.status_code == 200


async def test_squads_are_kept_changed_and_deleted(server: Server) -> None:
    async with server.http() as http:
        roster = (await http.get(f"/api/games/{GAME}")).json()["squads"][0]["roster"]
        saved = (await http.post("/api/squads", json={"roster": roster | {"name": "Mine"}})).json()
        id = saved["saved"]
        assert [one["saved"] for one in (await http.get(f"/api/squads?game={GAME}")).json()] == [id]
        await http.put(f"/api/squads/{id}", json={"roster": roster | {"name": "Ours"}})
        assert (await http.get(f"/api/squads/{id}")).json()["roster"]["name"] == "Ours"
        assert (await http.delete(f"/api/squads/{id}")).status_code == 204
        assert (await http.get(f"/api/squads/{id}")).status_code == 404
        assert (await http.put(f"/api/squads/{id}", json={"roster": roster})).status_code == 404


async def test_layouts_are_kept(server: Server) -> None:
    async with server.http() as http:
        plan = (await http.get(f"/api/games/{GAME}")).json()["tables"][0]["plan"]
        saved = (await http.post("/api/tables", json={"game": GAME, "plan": plan})).json()
        assert (await http.get(f"/api/tables/{saved['saved']}")).json()["plan"] == plan


BAD_BODIES = [
    ("/api/matches", b""),
    ("/api/matches", b"{"),
    ("/api/matches", b"[]"),
    ("/api/matches", b"\xff\xfe"),
    ("/api/matches", b'{"game": 7}'),
    ("/api/matches", json.dumps({"game": "chess", "seats": {}}).encode()),
    ("/api/matches", json.dumps({"game": GAME, "seats": {"red": {"kind": "me"}}}).encode()),
    ("/api/matches", b'{"a":' * 5000),
    ("/api/squads", b'{"roster": {}}'),
    ("/api/tables", json.dumps({"game": GAME, "plan": {"id": "x", "pieces": [{"polygon": "x"}]}}).encode()),
    ("/api/replays", b"{}"),
    ("/api/replays", b'{"kind": "sightline.record", "schema": 1}'),
    ("/api/join", b'{"code": 5}'),
    ("/api/matches/status", b'{"seats": [{}]}'),
    (f"/api/games/{GAME}/odds", b'{"nonsense": true}'),
]


@pytest.mark.parametrize(("path", "body"), BAD_BODIES, ids=[str(n) for n in range(len(BAD_BODIES))])
async def test_a_bad_body_is_a_400_that_says_what_is_wrong(server: Server, path: str, body: bytes) -> None:
    async with server.http() as http:
        answer = await http.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert set(answer.json()) == {"error", "where"}
    assert answer.json()["error"]


async def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    async with server.http() as http:
        answer = await http.post("/api/matches", json={"game": GAME, "seats": {}, "share": "x" * 300_000})
        assert answer.status_code == 413
        answer = await http.post("/api/replays", json={"kind": "x" * 300_000})
        assert answer.status_code == 400


async def test_a_code_opens_a_seat_once(server: Server) -> None:
    made = await server.new()
    async with server.http() as http:
        path = f"/api/matches/{made['match']}/code"
        assert (await http.post(path)).status_code == 401
        assert (await http.post(path, headers={"authorization": "Bearer nonsense"})).status_code == 401
        answer = await http.post(path, headers={"authorization": f"Bearer {made['tokens']['blue']}"})
        code = answer.json()["code"]
        assert re.fullmatch(r"[2-9A-HJKMNP-Z]{6}", code)
        joined = (await http.post("/api/join", json={"code": code.lower()})).json()
        assert joined == {"match": made["match"], "token": made["tokens"]["blue"], "side": "blue"}
        assert (await http.post("/api/join", json={"code": code})).status_code == 404


async def test_remembered_seats_are_found_again(server: Server) -> None:
    made = await server.new()
    async with server.http() as http:
        seats = [
            {"match": made["match"], "token": made["tokens"]["red"]},
            {"match": made["match"], "token": "nonsense"},
            {"match": "nowhere", "token": "x"},
        ]
        briefs = (await http.post("/api/matches/status", json={"seats": seats})).json()
    assert [(one["match"], one["you"]) for one in briefs] == [(made["match"], "red")]
    assert len(briefs[0]["size"]) == 2
    older = {key: value for key, value in briefs[0].items() if key != "size"}
    assert msgspec.convert(older, MatchBrief).size is None, "a brief kept before sizes were noted is still read"


async def test_a_running_match_is_only_replayed_for_those_at_the_table(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    async with server.guest(made["match"], f"{made['tokens']['red']},{made['tokens']['blue']}") as guest:
        await guest.act()
        async with server.http() as http:
            path = f"/api/matches/{made['match']}"
            assert (await http.get(f"{path}/replay")).status_code == 401
            watcher = {"authorization": f"Bearer {made['watch']}"}
            shown = await http.get(f"{path}/replay", headers=watcher)
            assert shown.json()["frames"]
            kept = (await http.get(f"{path}/record", headers=watcher)).json()
            assert kept["seed"] is None
            key = re.compile(rb'"key":"[0-9a-f]+"')
            assert not key.search(shown.content)
            await guest.command(type="concede", version=guest.version)
            over = await http.get(f"{path}/replay")
            assert over.json()["dice"]["key"]
            assert (await http.get(f"{path}/record")).json()["seed"]
            report = await http.get(f"{path}/report")
            assert report.text.startswith("<!doctype html>")
            assert "script" not in report.headers["content-security-policy"]
            assert made["match"] in [one["match"] for one in (await http.get("/api/replays")).json()]


async def test_a_match_is_played_on_from_any_point(server: Server) -> None:
    made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    both = f"{made['tokens']['red']},{made['tokens']['blue']}"
    async with server.guest(made["match"], both) as guest:
        await guest.act()
        middle = dict(guest.models)
        number = guest.number
        for _ in range(3):
            await guest.act()
        await guest.command(type="concede", version=guest.version)
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    async with server.http() as http:
        record = (await http.get(f"/api/matches/{made['match']}/record")).json()
        for source in ({"match": made["match"]}, {"record": record}):
            on = (await http.post("/api/matches/on", json={"action": 1, "seats": seats, **source})).json()
            async with server.guest(on["match"], f"{on['tokens']['red']},{on['tokens']['blue']}") as guest:
                assert guest.models == middle
                assert guest.number == number
                await guest.act()
        for action in (-1, 5, 10**9):
            answer = await http.post("/api/matches/on", json={"action": action, "seats": seats, "match": made["match"]})
            assert answer.status_code == 400
        assert (await http.post("/api/replays", json=record)).json()["frames"]


async def test_every_answer_carries_the_policy(server: Server) -> None:
    async with server.http() as http:
        for path in ("/", "/m/somewhere", "/docs", "/api/about", "/api/nowhere", "/assets/none.js"):
            headers = (await http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


async def test_pages_are_served_and_nothing_outside_them(server: Server) -> None:
    async with server.http() as http:
        for path in ("/", "/m/ABC", "/squads", "/tables", "/replays", "/rules", "/docs"):
            answer = await http.get(path)
            assert answer.status_code == 200
            assert "html" in answer.headers["content-type"]
            assert "http://" not in answer.text.replace("http://www.w3.org", "")
        for path in (
            "/nothing.js",
            "/../pyproject.toml",
            "/%2e%2e/app.py",
            "/..%2fapp.py",
            "/static-docs/../x.py",
            "/%00.js",
            f"/{'a' * 300}.js",
            f"/{'a/' * 3000}b.js",
        ):
            assert (await http.get(path)).status_code in {400, 404}, path
        assert (await http.get("/api/schema/openapi.json")).json()["paths"]["/api/matches"]


async def test_other_names_are_turned_away(server: Server) -> None:
    async with server.http() as http:
        for host in ("evil.example", "127.0.0.1.evil.example", ""):
            assert (await http.get("/api/about", headers={"host": host})).status_code in {400, 421}
        assert (await http.get("/api/about", headers={"host": "localhost:1"})).status_code == 200


async def test_other_pages_open_no_line(server: Server) -> None:
    made = await server.new()
    address = f"ws://{server.address}/api/matches/{made['match']}/socket"
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://["}):
        with pytest.raises(InvalidStatus, match="403"):
            await connect(address, additional_headers=headers)
    async with connect(address, additional_headers={"origin": f"http://{server.address}"}):
        pass
    with pytest.raises(InvalidStatus):
        await connect(f"ws://{server.address}/api/matches/NOWHERE/socket")


async def test_other_pages_change_nothing(server: Server) -> None:
    body = {"game": GAME, "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
    async with server.http() as http:
        for origin in ("http://evil.example", "null", "http://[", f"http://{server.address}.evil.example"):
            assert (await http.post("/api/matches", json=body, headers={"origin": origin})).status_code == 403
        assert (await http.post("/api/matches", json=body, headers={"origin": f"http://{server.address}"})).is_success


async def test_a_layout_that_is_too_large_holds_nobody_up(server: Server) -> None:
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    async with server.http() as http:
        plan = (await http.get(f"/api/games/{GAME}")).json()["tables"][0]["plan"]
        piece = plan["pieces"][0]
        many = [{**piece, "id": f"p{number}"} for number in range(900)]
        for table in (
            {**plan, "pieces": many},
            {**plan, "pieces": [{**piece, "polygon": [[n, n] for n in range(9000)]}]},
            {**plan, "name": "x" * 100_000},
        ):
            answer = await http.post("/api/matches", json={"game": GAME, "seats": seats, "table": table})
            assert answer.status_code == 400
            assert answer.json()["where"].startswith("table")
        answer = await http.post(
            "/api/matches", json={"game": GAME, "seats": seats, "table": {**plan, "pieces": many[:60]}}
        )
        assert answer.status_code == 400
        assert len(answer.content) < 2000


async def test_too_many_requests_and_lines_are_turned_away(tmp_path: Path) -> None:
    limits = {"rate": 0.01, "burst": 20.0, "sockets": 2, "code_rate": 0.01, "code_burst": 3.0, "hello": 0.3}
    limits |= {"match_rate": 0.01, "match_burst": 3.0}
    with serving(tmp_path, **limits) as server:
        made = await server.new()
        address = f"ws://{server.address}/api/matches/{made['match']}/socket"
        async with connect(address) as silent, connect(address):
            with pytest.raises(InvalidStatus):
                await connect(address)
            said = json.loads(await asyncio.wait_for(silent.recv(), 5))
            assert said["fatal"]
        async with server.http() as http:
            tries = [(await http.post("/api/join", json={"code": "AAAAAA"})).status_code for _ in range(5)]
            assert tries == [404, 404, 404, 429, 429]
            body = {"game": GAME, "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
            made_too = [(await http.post("/api/matches", json=body)).status_code for _ in range(3)]
            assert made_too == [201, 201, 429]
            statuses = [(await http.get("/api/about")).status_code for _ in range(25)]
            assert statuses[0] == 200
            assert statuses[-1] == 429


async def test_a_line_on_which_no_request_is_finished_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SLOWEST", 0.2)

    async def hello(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(hello, http=running._Door, lifespan="off", log_config=None)
    server = running._Server(config)
    told = []
    server.ready = lambda: told.append("ready")
    config.load()
    server.lifespan = config.lifespan_class(config)
    with running.listen("127.0.0.1", 0, search=False) as door:
        await server.startup([door])
        assert told == ["ready"]
        for start in (
            b"",
            b"GET / HTTP/1.1\r\nhost: x\r\n",
            b"GET / HTTP/1.1\r\nhost: x\r\n\r\nGET /",
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nslow",
        ):
            reader, writer = await asyncio.open_connection(*door.getsockname())
            writer.write(start)
            await asyncio.wait_for(reader.read(), 5.0)
            writer.close()
        await server.shutdown([door])


# ------------------------------------------------------------------ lists of other programs

READS = next(id for id in rulebook.packages() if isinstance(game(id), ReadsLists))
GUARDS = {"name": "Guards", "size": 3, "cost": 55, "quality": 5, "defense": "4+", "rules": [{"name": "Time Walk"}]}


async def test_a_list_of_another_program_becomes_a_squad_and_tells_what_is_lost(server: Server) -> None:
    async with server.http() as http:
        assert (await http.get(f"/api/games/{READS}")).json()["lists"]
        assert not (await http.get(f"/api/games/{GAME}")).json()["lists"]
        text = json.dumps({"name": "Watch", "units": [GUARDS]})
        read = (await http.post(f"/api/games/{READS}/list", json={"text": text})).json()
        assert [(loss["unit"], loss["what"]) for loss in read["losses"]] == [
            ("Guards", "Time Walk"),
            ("Guards", "loadout"),  # They have no weapons: an unarmed unit is told too.
        ]
        view = (await http.post(f"/api/games/{READS}/muster", json={"roster": read["roster"]})).json()
        assert view["faults"] == []
        assert view["members"][0]["cost"] == 55
        assert view["members"][0]["figure"]["role"] == "Guards"
        assert view["members"][0]["line"].startswith("3 models, Quality 5+")
        question = read["questions"][0]
        answers = {str(question["unit"]): {question["field"]: question["choices"][-1]["value"]}}
        other = await http.post(f"/api/games/{READS}/list", json={"text": text, "answers": answers})
        assert other.json()["roster"] != read["roster"]
        saved = (await http.post("/api/squads", json={"roster": read["roster"]})).json()
        assert saved["roster"]["models"] == read["roster"]["models"]
        assert (await http.delete(f"/api/squads/{saved['saved']}")).status_code == 204


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": 7},
        {"text": ""},
        {"text": "{"},
        {"text": "[" * 50_000},
        {"text": "7" * 5000},
        {"text": "[]", "answers": {"1": 7}},
        {"text": json.dumps({"units": [GUARDS]}), "side": "umpire"},
        {"text": json.dumps({"units": [GUARDS]}), "answers": {"x": {"y": "z"}}},
        {"text": json.dumps({"units": [{**GUARDS, "quality": 9}]})},
        {"text": json.dumps({"units": [{**GUARDS, "selectedUpgrades": 9}]})},
        {"text": json.dumps({"units": [{**GUARDS, "size": 10**40}]})},
        {"text": json.dumps({"units": [{**GUARDS, "name": "\ud800"}]})},
        {"text": json.dumps({"units": [{**GUARDS, "loadout": [{"name": "Gun", "attacks": 1e300}]}]})},
        {"text": "x" * 500_000},
    ],
)
async def test_a_list_that_cannot_be_read_is_refused(server: Server, body: Any) -> None:
    async with server.http() as http:
        answer = await http.post(f"/api/games/{READS}/list", json=body)
        assert answer.status_code == 400
        assert answer.json()["error"]


async def test_a_game_that_reads_no_lists_says_so(server: Server) -> None:
    async with server.http() as http:
        answer = await http.post(f"/api/games/{GAME}/list", json={"text": "{}"})
        assert (answer.status_code, answer.json()["error"]) == (400, "reads no lists of other programs")
        assert (await http.post("/api/games/chess/list", json={"text": "{}"})).status_code == 404
