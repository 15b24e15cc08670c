"""A mission against a side that the book plays: chosen, set up, played and ended in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import hypot

from playwright.sync_api import Page, expect

from sightline.core.game import Game, game, keepers
from sightline.core.rulebook import packages
from tests.web.browser import PHONE
from tests.web.table import ANSWER, Spot, Table, violations

HALF = 24.0
"""Inches of the smaller table."""
ENOUGH = 60
"""Answers within which a party that does nothing is mostly beaten; with lucky dice it would hold out for minutes."""


def book_that_plays() -> Game:
    """A rulebook that plays a side by itself."""
    return next(game(id) for id in packages() if keepers(game(id)))


def choose_the_book(page: Page) -> None:
    """From the first page to all the choices of a book."""
    book = page.get_by_role("group", name="Rulebook").get_by_title(book_that_plays().title)
    book.click()
    expect(book).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="More choices").click()


def choose_a_short_mission(page: Page) -> None:
    """A hard mission that comes to the party, on a small table."""
    expect(page.get_by_role("heading", name="Mission")).to_be_visible()
    page.get_by_role("group", name="Difficulty").get_by_text("4", exact=True).click()
    page.get_by_role("group", name="Random events").get_by_text("No", exact=True).click()
    page.get_by_label("Primary").select_option(label="Delivery")
    page.get_by_label("Increased alertness").select_option(label="Full assault")
    expect(page.get_by_text("played by the book")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("group", name="Table size").get_by_text("24").click()
    page.get_by_role("button", name="Start").click()


def corner_spot(table: Table) -> Spot:
    """A free spot in the corner the party sets up in."""
    zone = table.zone("heroes")
    far = (max(zone, key=lambda p: abs(p[0] - HALF / 2))[0], max(zone, key=lambda p: abs(p[1] - HALF / 2))[1])
    corner = (0.0 if far[0] < HALF / 2 else HALF, 0.0 if far[1] < HALF / 2 else HALF)
    taken = [table.at(model) for model in table.models("heroes")]
    for along, up in ((0.8, 0.8), (2.6, 0.7), (0.7, 2.6), (2.1, 2.1)):
        spot = (abs(corner[0] - along), abs(corner[1] - up))
        if all(hypot(spot[0] - x, spot[1] - y) > 1.78 for x, y in taken):
            return spot
    raise AssertionError("there is no room left in the corner")


def answer_somehow(table: Table) -> None:
    """Answer whatever is asked; where the book went on meanwhile, what is asked now."""
    for _ in range(3):
        before = table.version
        try_to_answer(table)
        if table.heard(before, 10_000) or table.over:
            return
        table.page.keyboard.press("Escape")
    table.wait(before)


def choose_enough(table: Table) -> None:
    """As many of the words as it takes: one, or several where hits are shared out."""
    words, main = table.bar.locator(".words button"), table.bar.locator(".main")
    for place in range(words.count()):
        if not main.is_enabled():
            words.nth(place).click()
            # What would come of it is asked first, where one answer is not enough.
            table.page.wait_for_timeout(100)


def try_to_answer(table: Table) -> None:
    """One of the words, a spot in the corner, or be done with it."""
    page = table.page
    words = table.bar.locator(".words button")
    # What is asked is known a moment before it is drawn.
    asked = table.bar.get_by_role("button", name=re.compile("^Take |H$|is done|Place|Choose who takes it"))
    expect(words.or_(asked).first).to_be_visible()
    if words.count():
        choose_enough(table)
        page.keyboard.press("Enter")
    elif "Place" in table.prompt.inner_text():
        table.click(corner_spot(table))
    elif "takes the wound" in table.prompt.inner_text():
        page.keyboard.press("n")
        expect(table.bar.locator(".main")).to_be_enabled()
        page.keyboard.press("Enter")
    else:
        # Whoever has only dice to roll is taken, and that is that.
        alone = table.bar.get_by_role("button", name=re.compile("is done|rolls dice first"))
        if table.bar.get_by_role("button", name=re.compile("^Take ")).count() and not alone.count():
            page.keyboard.press("Enter")
        done = table.bar.get_by_role("button", name=re.compile("H$"))
        expect(done.or_(alone).first).to_be_visible()
        page.keyboard.press("h" if done.count() else "Enter")


def test_a_mission_is_chosen_played_and_lost(visit: Callable[..., Page]) -> None:
    page = visit("/")
    choose_the_book(page)
    choose_a_short_mission(page)
    table = Table(page, HALF)
    expect(page.get_by_title("The mission (B)")).to_contain_text("Delivery")
    answers = 0
    while table.wait_turn() and "activate" not in table.prompt.inner_text() and answers < ENOUGH:
        answer_somehow(table)
        answers += 1

    page.keyboard.press("b")
    mission = page.get_by_role("region", name="Mission")
    expect(mission.get_by_text("Delivery").first).to_be_visible()
    expect(mission.get_by_text("Alertness")).to_be_visible()
    expect(mission.get_by_role("heading", name="What they will do")).to_be_visible(timeout=ANSWER)
    assert not violations(page)
    page.keyboard.press("b")

    own = page.locator(".rail .row").nth(1)
    own.click()
    card = page.get_by_role("group", name="Card")
    card.get_by_label("Commanded by").select_option(label="Recruit")
    expect(own.get_by_title(re.compile("Commanded by Recruit"))).to_be_visible()
    card.get_by_label("Commanded by").select_option(label="You")
    expect(own.get_by_title(re.compile("Commanded by"))).to_have_count(0)

    while table.wait_turn() and answers < ENOUGH:
        answer_somehow(table)
        answers += 1
    if not table.over:
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Concede").click()
        page.get_by_role("button", name="Give up the match").click()
    result = page.get_by_role("dialog", name="The match is over")
    expect(result.get_by_text("Mission failed")).to_be_visible()
    expect(result.get_by_text("Not achieved").first).to_be_visible()


def test_a_mission_fits_a_phone(visit: Callable[..., Page]) -> None:
    page = visit(f"/new?game={book_that_plays().id}", size=PHONE)
    choose_a_short_mission(page)
    table = Table(page, HALF)
    page.get_by_role("tab", name="Mission").click()
    expect(page.get_by_role("region", name="Mission").get_by_text("Delivery").first).to_be_visible()
    assert table.asked
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert not violations(page)
