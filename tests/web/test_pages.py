"""Every page on a large screen and on a phone, looked at by axe in both moods."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.guests import GAME, Server, serving
from tests.web.browser import DESKTOP, PHONE
from tests.web.table import violations

PAGES = {
    "/": "Quick battle",
    "/new": "New match",
    "/squads": "Squads",
    "/tables": "Tables",
    "/campaigns": "Campaigns",
    "/replays": "Replays",
    # A few rules are drawn like all the others, and axe looks at every one of them.
    "/rules?q=cover": "Guerrilla Tactics",
    "/about": "About",
    "/nowhere": "There is nothing here",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nobody has played: what pages show is the same every time."""
    with serving(tmp_path_factory.mktemp("pages")) as running:
        yield running


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_fits_and_axe_finds_no_fault_with_it(visit: Callable[..., Page], size: tuple[int, int]) -> None:
    page = visit("/", size)
    home = page.url.rstrip("/")
    found = []
    for path, heading in PAGES.items():
        page.goto(home + path)
        expect(page.get_by_role("heading", name=heading, exact=False).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        found += [f"{path}: {fault}" for fault in violations(page)]
    assert not found, "\n".join(found)


def test_a_name_of_forty_letters_breaks_and_pushes_no_page_wide(visit: Callable[..., Page], server: Server) -> None:
    long = "W" * 40
    address = f"http://{server.address}"
    sheet = httpx.get(f"{address}/api/games/{GAME}").json()
    roster, plan = sheet["squads"][0]["roster"], sheet["tables"][0]["plan"]
    squad = httpx.post(f"{address}/api/squads", json={"roster": roster | {"name": long}}).json()["saved"]
    layout = httpx.post(f"{address}/api/tables", json={"game": GAME, "plan": plan | {"name": long}}).json()["saved"]
    page = visit("/", PHONE)
    for path in ("/", "/new", "/squads", "/tables", f"/squads/{squad}", f"/tables/{layout}"):
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
    page.goto(f"{address}/new")
    page.get_by_role("button", name="Change").first.click()
    page.get_by_role("dialog").get_by_text(long).first.click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text(long).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
