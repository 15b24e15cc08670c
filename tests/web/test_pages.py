"""Every page, looked at by axe in both moods and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import DESKTOP, PHONE
from tests.web.table import violations

PAGES = {
    "/": "Quick battle",
    "/new": "New match",
    "/squads": "Squads",
    "/tables": "Tables",
    "/campaigns": "Campaigns",
    "/replays": "Replays",
    "/rules": "Guerrilla Tactics",
    "/about": "About",
    "/nowhere": "There is nothing here",
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("mood", ["dark", "light"])
def test_axe_finds_no_fault_with_any_page(visit: Callable[..., Page], size: tuple[int, int], mood: str) -> None:
    page = visit("/", size, mood)
    found = []
    for path, heading in PAGES.items():
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + path)
        expect(page.get_by_role("heading", name=heading, exact=False).first).to_be_visible()
        found += [f"{path}: {fault}" for fault in violations(page)]
    assert not found, "\n".join(found)


def test_no_page_scrolls_sideways_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit("/", PHONE)
    home = page.url.rstrip("/")
    for path, heading in PAGES.items():
        page.goto(home + path)
        expect(page.get_by_role("heading", name=heading, exact=False).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
