"""A game in which the other side may answer every action, played in a browser from the home page to the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from sightline.ai.player import player
from sightline.core import rulebook
from sightline.core.decisions import Decision, Pick
from sightline.core.dice import SeededDice
from sightline.core.game import SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.responses import StandDown
from tests.server.guests import Server
from tests.web.browser import PHONE
from tests.web.furniture import taken_up
from tests.web.table import ANSWER, Table, violations

BOOK = next(id for id in rulebook.packages() if StandDown in game(id).actions)
SOON = 4_000
"""Milliseconds after which a button that came to nothing is followed by other keys."""
MOST = 400
"""Answers after which a match of pairs has come to nothing."""


MANY = 4
"""Reactors whose names in full do not fit beside each other on a desktop."""

SIZE = 30.0
PLAIN: dict[str, Any] = {
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


def halves() -> list[Roster]:
    """The first two of two sample squads."""
    return [
        replace(sample, models=sample.models[:2], name=f"Half of {sample.name}", id="", origin="own")
        for sample in list(game(BOOK).rosters.values())[:2]
    ]


def pairs(server: Server) -> list[str]:
    """The pairs, saved; gives the ids they were saved under."""
    found = []
    for roster in halves():
        body = {"roster": to_builtins(roster)}
        answer = httpx.post(f"http://{server.address}/api/squads", json=body, timeout=60)
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

    def settled(self, before: int, patience: int = ANSWER) -> bool:
        """Whether the screen hears of something new within so many milliseconds."""
        try:
            self.page.wait_for_function(
                """before => Number(document.querySelector('.battle').dataset.version) > before
                  || document.querySelector('dialog[open]')""",
                arg=before,
                timeout=patience,
            )
        except TooLate:
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
        for key in ("f", "1", "Alt+ArrowRight", "Alt+ArrowUp"):
            page.keyboard.press(key)
            page.wait_for_timeout(250)
            if table.bar.locator(".main:enabled").count():
                page.keyboard.press("Enter")
                if self.settled(before, SOON):
                    return
            page.keyboard.press("Escape")
        page.keyboard.press("h")


Begin = Callable[..., Table]


@pytest.fixture
def begin(visit: Callable[..., Page], server: Server) -> Begin:
    """From the home page to a table with a pair on each side."""

    def begin(how: str = "hotseat", **more: Any) -> Table:
        return started(visit("/", **more), server, how)

    return begin


def started(page: Page, server: Server, how: str) -> Table:
    """A match set up on the page for new matches."""
    mine, theirs = pairs(server)
    body = {"game": BOOK, "plan": PLAIN, "mat": "yard"}
    kept = httpx.post(f"http://{server.address}/api/tables", json=body, timeout=60)
    assert kept.status_code == 201, kept.text
    page.get_by_role("link", name="Same screen").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.get_by_text(game(BOOK).title, exact=True).first.click()
    choose = f"with={how}&game={BOOK}&mine={mine}&theirs={theirs}&table={kept.json()['saved']}"
    page.goto(page.url.split("?")[0] + "?" + choose)
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Turn limit").select_option("4")
    page.get_by_role("button", name="Start", exact=True).click()
    return Table(page, SIZE)


@cache
def brought_to(reaction: bool, whole: bool = False) -> Match:
    """A match of the pairs with everybody on the table, or at its first question for a reaction; always the same."""
    book = game(BOOK)
    squads = dict(zip(book.sides, list(book.rosters.values())[:2] if whole else halves(), strict=True))
    setup = SetUp(BOOK, squads, convert(PLAIN, TablePlan), book.rulebook.settle({}))
    match = Match(book, setup, SeededDice("answering"), keep=True)
    players = {side: player("random", side) for side in book.sides}
    while isinstance(match.pending, Decision):
        asked = any(offer.action is StandDown for offer in match.pending.offers)
        placed = all(m.at for m in match.table.models.values() if m.kind == "model")
        if asked or (placed and not reaction):
            return match
        players[match.pending.side].answer(match)
    raise AssertionError("the match is over, and nobody could react")


@pytest.fixture
def far_on(visit: Callable[..., Page], server: Server) -> Callable[..., Table]:
    """Two at one screen in a match that was brought there behind the scenes."""

    def sit_down(reaction: bool, whole: bool = False) -> Table:
        made = taken_up(server, brought_to(reaction, whole), {side: {"kind": "me"} for side in game(BOOK).sides})
        return Table(visit(f"/m/{made['match']}#seat={','.join(made['tokens'].values())}"), SIZE)

    return sit_down


DRUMS = ((8.0, 15.0), (22.0, 15.0), (15.0, 8.0), (15.0, 22.0))
"""Where pieces lie that explode: one of them before everybody, whichever edges are chosen."""


@cache
def beside_a_drum() -> tuple[Match, str]:
    """A match in which somebody is asked who may attack one of the drums, and which."""
    book = game(BOOK)
    squads = dict(zip(book.sides, halves(), strict=True))
    drums = [
        {
            "id": f"drum-{number}",
            "name": "fuel drum",
            "polygon": [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]],
            "traits": ["explosive", "impassable"],
        }
        for number, (x, y) in enumerate(DRUMS)
    ]
    plan = convert({**PLAIN, "pieces": [*PLAIN["pieces"], *drums]}, TablePlan)
    setup = SetUp(BOOK, squads, plan, book.rulebook.settle({}))
    match = Match(book, setup, SeededDice("drums"), keep=True)
    players = {side: player("random", side) for side in book.sides}
    while isinstance(match.pending, Decision):
        for offer in match.pending.offers if match.pending.about else ():
            target = match.slots(offer).get("target")
            if isinstance(target, Pick) and any(str(one).startswith("drum") for one in target.options):
                return match, next(str(one) for one in target.options if str(one).startswith("drum"))
        players[match.pending.side].answer(match)
    raise AssertionError("the match is over, and nobody saw a drum")


def test_the_odds_of_setting_something_off_are_shown_before_it_is_done(
    visit: Callable[..., Page], server: Server
) -> None:
    match, drum = beside_a_drum()
    made = taken_up(server, match, {side: {"kind": "me"} for side in game(BOOK).sides})
    table = Table(visit(f"/m/{made['match']}#seat={','.join(made['tokens'].values())}"), SIZE)
    x, y = DRUMS[int(drum.partition("-")[2])]
    assert table.wait_turn()
    table.hover((x + 0.5, y + 0.5))
    expect(table.card).to_contain_text("fuel drum")
    expect(table.card.locator(".lethal")).to_contain_text("Destroyed")
    expect(table.card.locator(".lethal")).to_contain_text("%")
    table.click((x + 0.5, y + 0.5))
    table.page.mouse.move(2, 2)
    expect(table.bar.locator(".main")).to_contain_text("fuel drum")
    expect(table.card).to_contain_text("fuel drum")
    assert violations(table.page) == []


def test_a_match_with_reactions_is_played_from_the_home_page_to_its_end(begin: Begin) -> None:
    table = begin()
    hand = Hand(table)
    while table.wait_turn() and hand.answers < MOST:
        hand.step()
        if table.over:
            break
    assert table.over, table.lines()[-5:]
    assert {"reaction", "risk"} <= hand.shown
    log = " ".join(table.lines())
    assert "or less" in log
    assert table.page.locator(".versus").count(), "dice thrown against each other stand side by side"
    assert not violations(table.page)


def test_a_match_with_reactions_is_played_against_a_program_to_its_end(begin: Begin) -> None:
    table = begin("ai")
    hand = Hand(table)
    while table.wait_turn() and hand.answers < MOST:
        hand.step()
        if table.over:
            break
    assert table.over, table.lines()[-5:]


def answered(table: Table, side: str = "") -> None:
    """Until nobody (of a side) is asked for reactions: the order answers as soon as it has heard the question."""
    table.page.wait_for_function(
        """side => {
          const asked = document.querySelector('.battle').dataset.asked;
          return (side && asked !== side) || !document.querySelector('.bar .main')?.innerText.includes('reactions');
        }""",
        arg=side,
        timeout=ANSWER,
    )


def test_whoever_has_given_standing_orders_is_not_asked_until_they_are_taken_back(
    far_on: Callable[..., Table],
) -> None:
    table = far_on(True)
    page, hand = table.page, Hand(table)
    expect(hand.main).to_contain_text("reactions")
    side = table.asked
    before = table.version
    page.keyboard.press("o")
    orders = page.get_by_role("dialog", name="Standing orders")
    # The other side may order it too, before it is asked for the first time; what was asked comes first.
    orders.get_by_role("radio", name="No more reactions").first.click()
    table.wait(before)
    expect(orders.get_by_role("radio", name="No more reactions").first).to_be_checked()
    page.keyboard.press("Escape")
    expect(table.bar.get_by_role("button", name="Standing orders")).to_have_attribute("aria-pressed", "true")
    for _ in range(6):
        if not table.wait_turn():
            return  # The dice are drawn anew each time: once in a while somebody wins right then.
        answered(table, side)
        hand.step()
    if not table.wait_turn():
        return
    table.bar.get_by_role("button", name="Standing orders").click()
    orders.get_by_role("radio", name="Ask me").first.click()
    expect(orders.get_by_role("radio", name="Ask me").first).to_be_checked()


def test_standing_orders_may_be_given_before_anybody_is_asked(far_on: Callable[..., Table]) -> None:
    table = far_on(False)
    page, hand = table.page, Hand(table)
    assert table.wait_turn()
    table.bar.get_by_role("button", name="Standing orders").click()
    orders = page.get_by_role("dialog", name="Standing orders")
    for n in range(2):
        orders.get_by_role("radio", name="No more reactions").nth(n).click()
        expect(orders.get_by_role("radio", name="No more reactions").nth(n)).to_be_checked()
    assert violations(page) == []
    page.keyboard.press("Escape")
    for _ in range(11):
        if not table.wait_turn():
            return
        answered(table)
        hand.step()


def test_reactions_are_declared_with_one_hand_on_a_phone(far_on: Callable[..., Table]) -> None:
    table = far_on(True)
    page, hand = table.page, Hand(table)
    expect(hand.main).to_contain_text("reactions")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(hand.main).to_be_enabled()
    box = hand.main.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] + box["width"] <= PHONE[0]
    who = table.bar.locator(".doer")
    if who.count():
        who.first.click()
    way = table.bar.locator(".offer").first
    before = table.version
    way.click()
    table.wait(before)
    assert any("reacts" in line for line in log_on_a_phone(table))


def log_on_a_phone(table: Table) -> list[str]:
    """The log is a tab of its own there."""
    table.page.get_by_role("tab", name="Log").click()
    return table.lines()


def test_all_of_many_who_may_react_are_named_within_the_bar(far_on: Callable[..., Table]) -> None:
    table = far_on(True, whole=True)
    doers = table.bar.locator(".doer")
    expect(doers.first).to_be_visible()
    assert doers.count() >= MANY
    dock = table.bar.locator(".do").bounding_box()
    assert dock is not None
    for doer in doers.all():
        box = doer.bounding_box()
        assert box is not None
        assert dock["x"] <= box["x"]
        assert box["x"] + box["width"] <= dock["x"] + dock["width"] + 1, doer.inner_text()
        assert (doer.get_attribute("title") or "").startswith(doer.inner_text().split("\n")[0])
    doers.last.click()
    expect(doers.last).to_have_attribute("aria-pressed", "true")
    expect(table.bar.locator(".offer").first).to_be_visible()
