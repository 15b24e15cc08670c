"""What a book that plays a side leaves to the players: places by a high die, and casualties."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import atan2, cos, dist, sin
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.guests import Guest, Server
from tests.web.table import Table
from tests.web.test_missions import HALF, book_that_plays

MATCHES = 8
"""Matches begun at most until the dice leave something to the players."""
ANSWERS = 120
SHARES = {"difficulty": 4, "random_events": False, "table_size": 24, "increased_alertness": "full_assault"}


async def begin(server: Server) -> dict[str, Any]:
    """A mission on a small table, with enemies close by."""
    book = book_that_plays()
    heroes, enemies = book.sides
    seats = {heroes: {"kind": "me"}, enemies: {"kind": "ai", "level": "regular"}}
    return await server.new(game=book.id, seats=seats, options=SHARES)


async def shoot_or_come_nearer(guest: Guest) -> None:
    """Whatever brings casualties soon; otherwise the usual answer."""
    assert guest.decision is not None
    offers = {offer["action"]: offer for offer in guest.decision["offers"]}
    for target in offers["Shoot"]["slots"][0]["options"] if "Shoot" in offers else ():
        said = await guest.play({"type": "Shoot", **offers["Shoot"]["given"], "target": target})
        if said["type"] == "done":
            return
    if "Advance" in offers:
        given = offers["Advance"]["given"]
        x, y = guest.models[given["actor"]]["at"]
        foes = [m["at"] for m in guest.models.values() if m["side"] == "enemies" and m.get("at") and not m.get("gone")]
        fx, fy = min(foes, key=lambda at: dist(at, (x, y)), default=(HALF / 2, HALF / 2))
        for turn in (0.0, 0.6, -0.6, 1.2, -1.2):
            angle, way = atan2(fy - y, fx - x) + turn, min(5.5, dist((x, y), (fx, fy)) - 3)
            to = [x + way * cos(angle), y + way * sin(angle)]
            if way > 0 and (await guest.play({"type": "Advance", **given, "to": to}))["type"] == "done":
                return
    await guest.act()


def reached(server: Server, *rules: str) -> dict[str, Any]:
    """A match that was brought there behind the scenes: in a thread, for the browser has a loop of its own here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(come_to(server, *rules))).result()


async def come_to(server: Server, *rules: str) -> dict[str, Any]:
    """A match in which the heroes are asked something under one of some rules."""
    for _ in range(MATCHES):
        made = await begin(server)
        async with server.guest(made["match"], made["tokens"]["heroes"]) as guest:
            for _ in range(ANSWERS):
                while guest.decision is None and not guest.room.get("outcome"):
                    await guest.hear(60)
                if guest.room.get("outcome") or guest.decision is None:
                    break
                if guest.decision["rule"] in rules:
                    return made
                await shoot_or_come_nearer(guest)
    raise AssertionError(f"nobody was asked about {rules}")


def seated(visit: Callable[..., Page], made: dict[str, Any]) -> Table:
    """The heroes' screen."""
    return Table(visit(f"/m/{made['match']}#seat={made['tokens']['heroes']}"), HALF)


def test_a_five_or_six_lets_the_players_pick_the_place(visit: Callable[..., Page], server: Server) -> None:
    table = seated(visit, reached(server, "SQ-SRC-03", "SQ-DPL-04"))
    expect(table.prompt).to_contain_text("came up 5 or 6, so you pick")
    words = table.bar.locator(".words button")
    expect(words).to_have_count(4)
    before = table.version
    words.nth(2).click()
    table.page.keyboard.press("Enter")
    table.wait(before)


def test_the_players_choose_who_takes_a_wound(visit: Callable[..., Page], server: Server) -> None:
    """Those who may take it are lit at once: there is nothing else to be done."""
    table = seated(visit, reached(server, "SQ-WND-02"))
    expect(table.prompt).to_contain_text("choose which of its models takes the wound")
    expect(table.prompt).to_contain_text("click a lit model")
    before = table.version
    table.page.keyboard.press("n")
    expect(table.bar.locator(".main")).to_be_enabled()
    table.page.keyboard.press("Enter")
    table.wait(before)
