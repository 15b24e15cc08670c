"""What a book that plays a side leaves to the players: places by a high die, and casualties."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import atan2, cos, dist, sin
from typing import Any

from msgspec import to_builtins
from playwright.sync_api import Page, expect

from tests.server.guests import Guest, Server
from tests.web.browser import PHONE
from tests.web.table import Table
from tests.web.test_missions import HALF, book_that_plays

MATCHES = 8
"""Matches begun at most until the dice leave something to the players."""
ANSWERS = 120
SHARES = {"difficulty": 4, "random_events": False, "table_size": 24, "increased_alertness": "full_assault"}


async def begin(server: Server, units: str = "") -> dict[str, Any]:
    """A mission on a small table, with enemies close by: any of the book, or those with a word in their profile."""
    book = book_that_plays()
    heroes, enemies = book.sides
    seats = {heroes: {"kind": "me"}, enemies: {"kind": "ai", "level": "regular"}}
    return await server.new(game=book.id, seats=seats, options=SHARES, **({"squads": armed(units)} if units else {}))


def armed(word: str) -> dict[str, Any]:
    """Enemies of the book whose profile says something, and nobody else, against a party that has it too."""
    book = book_that_plays()
    said = {
        one["id"]: f"{one['rules']} {one['weapons']}" for kind in ("heroes", "enemies") for one in book.catalog[kind]
    }
    units = [{"profile": one["id"], "name": one["name"]} for one in book.catalog["enemies"] if word in said[one["id"]]]
    heroes = {one["id"] for one in book.catalog["heroes"] if word in said[one["id"]]}
    party = next(roster for roster in book.rosters.values() if any(one.profile in heroes for one in roster.models))
    return {"heroes": to_builtins(party), "enemies": {"game": book.id, "name": f"Those with {word}", "models": units}}


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


def reached(server: Server, *rules: str, units: str = "") -> dict[str, Any]:
    """A match that was brought there behind the scenes: in a thread, for the browser has a loop of its own here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(come_to(server, *rules, units=units))).result()


async def come_to(server: Server, *rules: str, units: str = "") -> dict[str, Any]:
    """A match in which the heroes are asked something under one of some rules."""
    for _ in range(MATCHES):
        made = await begin(server, units)
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
    expect(table.prompt).to_contain_text("a 5 or 6 for")
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


def test_hits_left_over_are_handed_out_on_the_table_or_by_name(visit: Callable[..., Page], server: Server) -> None:
    table = seated(visit, reached(server, "SQ-SPR-09", units="Blast"))
    expect(table.prompt).to_contain_text("choose who gets one more")
    words, main = table.bar.locator(".words button"), table.bar.locator(".main")
    expect(words.nth(1)).to_be_visible()
    assert main.is_disabled()
    before = table.version
    for place in range(words.count()):
        if main.is_disabled():
            words.nth(place).click()
            expect(words.nth(place)).to_have_attribute("aria-pressed", "true")
    expect(main).to_be_enabled()
    table.page.keyboard.press("Enter")
    table.wait(before)


def test_a_spell_is_countered_or_let_be_knowing_what_it_is(visit: Callable[..., Page], server: Server) -> None:
    table = seated(visit, reached(server, "SQ-SPR-11", units="Caster"))
    expect(table.prompt).to_contain_text("casts")
    expect(table.prompt).to_contain_text("Counter it with")
    expect(table.bar.get_by_role("button", name="Counter the spell")).to_be_visible()
    before = table.version
    table.bar.get_by_role("button", name="Let it be cast").click()
    table.wait(before)


def test_actions_that_do_not_fit_are_counted_and_shown_when_asked_for(
    visit: Callable[..., Page], server: Server
) -> None:
    made = reached(server, "SQ-RND-03")
    page = visit(f"/m/{made['match']}#seat={made['tokens']['heroes']}", size=PHONE)
    table = Table(page, HALF)
    assert table.wait_turn("heroes")
    page.keyboard.press("Tab")
    more = table.bar.get_by_role("button", name=re.compile(r"^\d+ more$"))
    more.click()
    expect(table.bar.get_by_role("button", name="Fewer")).to_have_attribute("aria-expanded", "true")
    for offer in table.bar.locator(".do > .button").all():
        expect(offer).to_be_in_viewport(ratio=0.95)
    # What is in hand leaves the names of the others to be read.
    table.bar.get_by_role("button", name="Fewer").click()
    page.keyboard.press("1")
    expect(table.bar.locator(".do > .offer > span").nth(1)).to_be_visible()
    assert (table.bar.locator(".do > .offer > span").nth(1).bounding_box() or {"width": 0})["width"] > 10


def test_what_the_others_will_do_is_one_key_away_whoever_is_held(visit: Callable[..., Page], server: Server) -> None:
    table = seated(visit, reached(server, "SQ-RND-03"))
    assert table.wait_turn("heroes")
    page = table.page
    page.keyboard.press("Tab")
    plans = page.get_by_role("region", name="What they will do")
    expect(page.get_by_role("button", name="What they will do")).to_be_visible()
    expect(plans).to_have_count(0)
    page.keyboard.press("e")
    expect(plans.get_by_role("listitem").first).to_be_in_viewport()
    # A plan that is pointed at is drawn on the mat, and no longer once the list is put away under the pointer.
    plans.get_by_role("button").first.hover()
    words = plans.locator(".what .muted").first.inner_text().removesuffix(", next round")
    drawn = table.drawing.get_by_text(words, exact=True)
    expect(drawn.first).to_be_attached()
    page.keyboard.press("e")
    expect(drawn).to_have_count(0)
