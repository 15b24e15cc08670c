"""A server and a browser for the journeys of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.guests import Server, serving
from tests.web.browser import DESKTOP, FLAGS, Visit, chromium, phone


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A journey that failed is tried again, twice at most, and the report says so.

    A browser, a server and its programs share the cores with other tests: what is on its way when a hand is already on
    the next button may move that button.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    """One browser for all journeys; every visit has a memory of its own."""
    # A busy machine is slow, not wrong.
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose programs do not dawdle, for all journeys; what one leaves behind is no business of the next."""
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test may leave something."""
    return tmp_path


@pytest.fixture
def visit(chrome: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Somebody opens a page, with nothing remembered; whatever the page complains of fails the test in the end."""
    visits: list[Visit] = []

    def come(
        path: str = "/", size: tuple[int, int] = DESKTOP, mood: str = "dark", refused: int = 0, **more: Any
    ) -> Page:
        context = chrome.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if mood == "light" else "dark",
            reduced_motion="reduce",
            **phone(size),
            **more,
        )
        context.set_default_timeout(30_000)
        made = Visit(context, f"http://{server.address}", refused)
        visits.append(made)
        return made.open(path)

    yield come
    complaints = [complaint for one in visits for complaint in one.complaints]
    for one in visits:
        one.context.close()
    assert not complaints, "\n".join(complaints)
