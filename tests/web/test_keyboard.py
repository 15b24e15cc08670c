"""A whole match without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.guests import Server
from tests.web.furniture import furnish
from tests.web.table import Table

RIFLE = "Long-Range Phaser Rifle"
NAMED = "() => document.activeElement?.closest('label')?.innerText ?? document.activeElement?.innerText ?? ''"
CHOSEN = "() => document.activeElement?.selectedOptions?.[0]?.label ?? ''"


def walk_to(page: Page, words: str, by: str = "Tab") -> None:
    """Press Tab until the focus is on what is called so."""
    for _ in range(60):
        page.keyboard.press(by)
        if words in str(page.evaluate(NAMED)):
            return
    raise AssertionError(f"Tab never came to {words}")


def pick(page: Page, label: str, typed: str) -> None:
    """Choose in a list by typing how it begins; again where a busy machine was too slow for the list."""
    walk_to(page, label)
    for _ in range(5):
        page.keyboard.type(typed)
        if str(page.evaluate(CHOSEN)).startswith(typed):
            return
        page.wait_for_timeout(1_500)
    raise AssertionError(f"typing {typed} never chose it as {label}")


def key(table: Table, *keys: str) -> None:
    """Press keys, the last of which does something at the table."""
    before = table.version
    for one in keys:
        table.page.keyboard.press(one)
    table.wait(before)


def place(table: Table, steps: int) -> None:
    """The first arrow puts the model into the middle of the zone, every further one moves it on by an inch."""
    page = table.page
    for _ in range(1 + 2 * steps):
        page.keyboard.press("Alt+ArrowUp")
    expect(table.bar.get_by_role("button", name="Place a model")).to_be_enabled()
    key(table, "Enter")


def move(table: Table) -> None:
    """Walk an inch towards the middle, and look at the path before going."""
    page = table.page
    model = table.page.locator("[data-model][aria-pressed='true']").get_attribute("data-model") or ""
    stood = table.at(model)
    inwards = "ArrowRight" if stood[0] < 18 else "ArrowLeft"
    for _ in range(4):
        page.keyboard.press(inwards)
    expect(page.get_by_role("region", name="Path")).to_contain_text("1.00″ used")
    expect(table.bar.get_by_role("button", name="Move here")).to_be_enabled()
    key(table, "Enter")
    assert table.at(model) == pytest.approx((stood[0] + (1 if stood[0] < 18 else -1), stood[1]), abs=0.02)


def attack(table: Table) -> None:
    """Aim with F, at the next with N, attack with Enter, and pick a die to roll again if that is offered."""
    page = table.page
    page.keyboard.press("f")
    aimed = table.bar.get_by_role("button", name=re.compile(f"{RIFLE} . (Cedar|Dorn)"))
    expect(aimed).to_be_enabled()
    other = "Dorn" if "Cedar" in aimed.inner_text() else "Cedar"
    page.keyboard.press("n")
    expect(aimed).to_contain_text(other)
    expect(aimed).to_be_enabled()
    key(table, "Enter")
    table.wait_turn("blue")
    if table.bar.get_by_role("button", name="Roll again").is_visible():
        page.keyboard.press("1")
        expect(table.bar.get_by_role("button", name="Roll again (1")).to_be_enabled()
        key(table, "Enter")


def test_a_whole_match_is_played_by_keyboard_alone(visit: Callable[..., Page], server: Server) -> None:
    furnish(server)
    page = visit("/")
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    for label, typed in (("Your squad", "Long P"), ("Opponent", "Other"), ("Played by", "Rand"), ("Table", "Open")):
        pick(page, label, typed)
    walk_to(page, "Start", "Shift+Tab")
    page.keyboard.press("Enter")
    table = Table(page)

    placed = 0
    while table.wait_turn("blue") and "Place" in table.prompt.inner_text():
        place(table, placed)
        placed += 1
    assert placed == 2
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="The table in words")).to_be_visible()
    page.keyboard.press("t")

    done: set[str] = set()
    while table.wait_turn("blue"):
        asked = table.phase
        if asked in {"Movement", "Siege"} and asked not in done:
            done.add(asked)
            page.keyboard.press("Tab")
            expect(page.locator("[data-model][aria-pressed='true']")).to_have_count(1)
            expect(table.bar.get_by_role("button", name="Hold")).to_be_visible()
            if asked == "Movement":
                move(table)
            else:
                attack(table)
            continue
        key(table, "p")
    assert done == {"Movement", "Siege"}
    sheet = page.get_by_role("dialog", name="The match is over")
    expect(sheet.get_by_role("heading", name="Luck")).to_be_visible(timeout=30_000)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
