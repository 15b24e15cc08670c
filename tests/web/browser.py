"""A real browser for tests and pictures: the system's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

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
DESKTOP = (1440, 900)
PHONE = (390, 844)


def chromium() -> str:
    """Where the browser is; tests do not skip without one."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        raise FileNotFoundError("no Chromium on this machine: apt-get install chromium")
    return found


@contextmanager
def browser(size: tuple[int, int] = DESKTOP, mood: str = "dark", **more: Any) -> Iterator[BrowserContext]:
    """A browser with nothing in its memory."""
    phone: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if size[0] < 600 else {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=chromium(),
            headless=True,
            args=FLAGS,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if mood == "light" else "dark",
            **phone,
            **more,
        )
        try:
            yield context
        finally:
            context.close()
