"""Takes the pictures of the README from a real battle: `make pictures`."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page

from sightline.core.game import game
from sightline.core.links import roster_to_link
from tests.server.guests import GAME, Guest, Server, serving
from tests.web.browser import DESKTOP, PHONE, browser

TARGET = Path(__file__).parent.parent / "docs" / "pictures"
SQUADS = {"red": "red_boots", "blue": "long_watch"}
MINE = "blue"


async def stand(server: Server, phase: int) -> dict[str, Any]:
    """A match that has come to a phase of its first turn, and one's own side is to choose a model."""
    seats = {"red": {"kind": "ai", "level": "regular"}, MINE: {"kind": "me"}}
    made = await server.new(seats=seats, squads=SQUADS, table="broken_colony")
    async with server.guest(made["match"], made["tokens"][MINE]) as guest:
        while True:
            await guest.wait_turn(MINE)
            clock = guest.welcome["scene"]["clock"] if not guest.heard else await now(server, made)
            if clock["phase"] >= phase:
                return made
            await advance(guest)


async def now(server: Server, made: dict[str, Any]) -> dict[str, Any]:
    """How far a match has come."""
    async with server.http() as http:
        brief = (await http.get(f"/api/matches/{made['match']}")).json()
    clock: dict[str, Any] = brief["clock"]
    return clock


async def advance(guest: Guest) -> None:
    """Answer what is asked: place anywhere, go forward, otherwise be done."""
    decision = guest.decision
    if decision is None:
        await guest.hear()
        return
    offers = {offer["action"]: offer for offer in decision["offers"]}
    route = next((o for o in offers.values() for s in o.get("slots", ()) if s["kind"] == "route"), None)
    picks = [s for o in offers.values() for s in o.get("slots", ()) if s["kind"] == "pick"]
    if route is not None:
        actor = decision["about"]
        x, y = guest.models[actor]["at"]
        wanted = {"type": "plan", "model": actor, "to": [x + (4.0 if x < 18 else -4.0), y]}
        found = await guest.command(type="ask", query=wanted)
        answers = found["answer"].get("answers") or [decision["default"]]
        said = await guest.play(*answers)
        if said["type"] != "done":
            await guest.play(decision["default"])
    elif picks and not any(s["kind"] == "spot" for o in offers.values() for s in o.get("slots", ())):
        first = next(o for o in offers.values() if o.get("slots"))
        slot = first["slots"][0]
        await guest.play({"type": first["action"], **first.get("given", {}), slot["field"]: slot["options"][0]})
    else:
        await guest.act()


async def whole(server: Server) -> str:
    """A match that was played to its end by two programs."""
    both = {"kind": "ai", "level": "regular"}
    made = await server.new(seats={"red": both, MINE: both}, squads=SQUADS, table="broken_colony")
    async with server.guest(made["match"], watch=made["watch"]) as guest:
        while not guest.room.get("outcome"):
            await guest.hear(60)
    return str(made["match"])


def faulty() -> str:
    """A squad with faults, as a link."""
    squad = next(iter(game(GAME).rosters.values()))
    bad = replace(squad.models[0], items=(*squad.models[1].items, *squad.models[0].items))
    return roster_to_link(replace(squad, id="", name="Night Shift", models=(bad, *squad.models, squad.models[0])))


def centre(page: Page, model: str) -> tuple[float, float]:
    """Where a model is on the screen."""
    box = page.locator(f'[data-model="{model}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, model: str, dx: float, dy: float) -> None:
    """Drag a model and hold it there."""
    x, y = centre(page, model)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 13):
        page.mouse.move(x + dx * step / 12, y + dy * step / 12)
        page.wait_for_timeout(40)
    page.wait_for_timeout(1500)


def shoot(page: Page, name: str) -> None:
    """Keep a picture."""
    page.wait_for_timeout(800)
    page.screenshot(path=TARGET / f"{name}.jpg", type="jpeg", quality=88)


def pictures(server: Server) -> None:
    """All of them."""
    TARGET.mkdir(parents=True, exist_ok=True)
    home = f"http://{server.address}"
    moving, siege, ended = asyncio.run(stand(server, 0)), asyncio.run(stand(server, 2)), asyncio.run(whole(server))
    for mood in ("dark", "light"):
        with browser(DESKTOP, mood) as context:
            page = context.new_page()
            page.goto(f"{home}/m/{moving['match']}#seat={moving['tokens'][MINE]}")
            page.wait_for_timeout(2500)
            x, _ = centre(page, f"{MINE}-5")
            drag(page, f"{MINE}-5", 110 if x < 700 else -110, -40)
            shoot(page, f"battle-{mood}")
    with browser(DESKTOP, "dark") as context:
        page = context.new_page()
        for path, name in (("/", "home"), (f"/r/{ended}#at=160", "replay"), (f"/s#{faulty()}", "builder")):
            page.goto(home + path)
            page.wait_for_timeout(2000)
            page.wait_for_function("() => !document.body.innerText.includes('Checking')")
            shoot(page, name)
    with browser(PHONE, "dark") as context:
        page = context.new_page()
        page.goto(f"{home}/m/{siege['match']}#seat={siege['tokens'][MINE]}")
        page.wait_for_timeout(2500)
        page.keyboard.press("f")
        shoot(page, "phone")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), plugins=False) as running:
        pictures(running)
