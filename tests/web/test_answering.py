"""A game in which the other side may answer every action, played in a browser from the home page to the result."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from sightline.core import rulebook
from sightline.core.game import game
from sightline.core.responses import StandDown
from tests.server.guests import Server
from tests.web.table import Table, violations

BOOK = next(id for id in rulebook.packages() if StandDown in game(id).actions)
MOST = 400
"""Answers after which a match of pairs has come to nothing."""


SIZE = 30.0
PLAIN = {
    "id": "plain",
    "name": "The Plain",
    "width": SIZE,
    "height": SIZE,
    "pieces": [
        {
            "id": "hut",
            "polygon": [[14.0, 14.0], [15.0, 14.0], [15.0, 15.0], [14.0, 15.0]],
            "traits": ["impassable", "hiding"],
        }
    ],
}


def pairs(server: Server) -> list[str]:
    """The first two of two sample squads, saved; gives the ids they were saved under."""
    found = []
    for sample in list(game(BOOK).rosters.values())[:2]:
        roster = replace(sample, models=sample.models[:2], name=f"Half of {sample.name}", id="", origin="own")
        body = {"roster": msgspec.to_builtins(roster)}
        answer = httpx.post(f"http://{server.address}/api/squads", json=body, timeout=20)
        assert answer.status_code == 201, answer.text
        found.append(str(answer.json()["saved"]))
    return found


class Hand:
    """Somebody who plays both sides by what the screen offers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.main = table.bar.locator(".main")
        self.answers = 0
        self.shown: set[str] = set()
        """What of a turn was seen on the way."""

    @property
    def label(self) -> str:
        """What the main button says."""
        return self.main.inner_text().split("\n")[0] if self.main.count() else ""

    def settled(self, before: int) -> bool:
        """Whether the screen hears of something new soon."""
        try:
            self.page.wait_for_function(
                """before => Number(document.querySelector('.battle').dataset.version) > before
                  || document.querySelector('dialog[open]')""",
                arg=before,
                timeout=4000,
            )
        except Exception:  # noqa: BLE001 - it says no by taking too long
            return False
        return True

    def step(self) -> None:
        """Answer what is asked, in the plainest way there is."""
        table, page, before = self.table, self.page, self.table.version
        page.wait_for_timeout(150)
        if table.page.get_by_text("not on the mat yet").count() and "Place" in table.prompt.inner_text():
            table.place(table.asked)
            return
        if "edge" in self.label:
            table.click((1.5, table.height / 2))
            page.keyboard.press("Enter")
        elif table.bar.locator(".doers, .doer").count() or "reactions" in self.label:
            self.react()
        elif self.label.startswith("Take "):
            page.keyboard.press("Enter")
            expect(table.bar.locator(".offer, .mains .button:not(.main)").first).to_be_visible()
            self.act(before)
        elif self.label and self.main.is_enabled():
            page.keyboard.press("Enter")
        else:
            self.act(before)
        assert self.settled(before) or table.over, f"{table.prompt.inner_text()} | {table.bar.inner_text()}"
        self.answers += 1

    def react(self) -> None:
        """Every other time somebody reacts; nobody has to."""
        self.shown.add("reaction")
        who = self.table.bar.locator(".doer")
        if self.answers % 2 and who.count():
            self.shown.add("several")
            who.first.click()
        ways = self.table.bar.locator(".offer")
        if self.answers % 2 and ways.count():
            ways.first.click()
        else:
            self.page.keyboard.press("Enter")

    def act(self, before: int) -> None:
        """Attack if somebody can be hit, else go towards the middle, else stop."""
        table, page = self.table, self.page
        if table.bar.locator(".risk").count():
            self.shown.add("risk")
        for keys in (["f", "Enter"], ["1", "Enter"], ["Alt+ArrowRight", "Enter"], ["Alt+ArrowUp", "Enter"], ["h"]):
            for key in keys:
                page.keyboard.press(key)
                page.wait_for_timeout(250)
            if self.settled(before):
                return
            page.keyboard.press("Escape")


@pytest.fixture
def begun(visit: Callable[..., Page], server: Server) -> Table:
    """Two at one screen, from the home page, with a pair each."""
    mine, theirs = pairs(server)
    body = {"game": BOOK, "plan": PLAIN, "mat": "yard"}
    kept = httpx.post(f"http://{server.address}/api/tables", json=body, timeout=20)
    assert kept.status_code == 201, kept.text
    page = visit("/")
    page.get_by_role("link", name="Same screen").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.get_by_text(game(BOOK).title, exact=True).first.click()
    choose = f"with=hotseat&game={BOOK}&mine={mine}&theirs={theirs}&table={kept.json()['saved']}"
    page.goto(page.url.split("?")[0] + "?" + choose)
    page.get_by_role("button", name="Start", exact=True).click()
    return Table(page, SIZE)


def test_a_match_with_reactions_is_played_from_the_home_page_to_its_end(begun: Table) -> None:
    hand = Hand(begun)
    while begun.wait_turn() and hand.answers < MOST:
        hand.step()
        if begun.over:
            break
    assert begun.over, begun.lines()[-5:]
    assert {"reaction", "risk"} <= hand.shown
    log = " ".join(begun.lines())
    assert "or less" in log
    assert begun.page.locator(".versus").count(), "dice thrown against each other stand side by side"
    assert not violations(begun.page)
