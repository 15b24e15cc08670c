"""A real browser for tests and pictures: the system's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DESKTOP = (1440, 900)
PHONE = (390, 844)


def chromium() -> str:
    """Where the browser is; tests do not skip without one.

    The shell without windows comes first where there is one: it is the same browser, but draws no window around each
    page, which takes the whole program a second of the processor.
    """
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise FileNotFoundError(f"no Chromium on this machine: apt-get install {BROWSERS[0]}")
    return found


def phone(size: tuple[int, int]) -> dict[str, Any]:
    """What makes a small window a phone."""
    return {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if size[0] < 600 else {}


class Visit:
    """Somebody's browser at one server; it keeps what pages complain of, and every request to another host."""

    def __init__(self, context: BrowserContext, home: str, refused: int = 0) -> None:
        self.context = context
        self.home = home
        self.refused = refused
        self.complaints: list[str] = []
        context.on("request", self._asked)
        context.on("weberror", lambda said: self.complaints.append(f"error: {said.error}"))
        context.on("console", lambda said: self._complained(said.type, said.text))

    def open(self, path: str) -> Page:
        """A new page."""
        page = self.context.new_page()
        page.goto(self.home + path)
        return page

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.home, self.home.replace("http", "ws"), "data:", "blob:")):
            self.complaints.append(f"asked a stranger: {request.url}")

    def _complained(self, kind: str, text: str) -> None:
        # A server that was killed on purpose is no complaint of the page.
        if self.refused and "status of 400" in text:
            self.refused -= 1  # Asked for on purpose.
        elif kind == "error" and "ERR_CONNECTION" not in text:
            self.complaints.append(f"console: {text}")


@contextmanager
def browser(size: tuple[int, int] = DESKTOP, mood: str = "dark", **more: Any) -> Iterator[BrowserContext]:
    """A browser with nothing in its memory."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=chromium(),
            headless=True,
            args=FLAGS,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if mood == "light" else "dark",
            **phone(size),
            **more,
        )
        try:
            yield context
        finally:
            context.close()
