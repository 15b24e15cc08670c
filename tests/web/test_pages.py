"""Every page, looked at by axe in both moods and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.kit import ROOT
from tests.web.browser import DESKTOP, PHONE

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "/": "Quick battle",
    "/new": "New match",
    "/squads": "Squads",
    "/tables": "Tables",
    "/replays": "Replays",
    "/rules": "Rules",
    "/about": "About",
    "/nowhere": "There is nothing here",
}


def violations(page: Page) -> list[str]:
    """What axe finds fault with, in a line each."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run()")["violations"]
    return [f"{one['id']}: {one['help']} ({one['nodes'][0]['target']})" for one in found]


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
