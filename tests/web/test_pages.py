"""Every page on a large screen and on a phone, looked at by axe in both moods."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.guests import Server, serving
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
