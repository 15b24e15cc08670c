"""Takes pictures of a page in two sizes and two moods: `python tools/shots.py http://127.0.0.1:8000/ out/home`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.web.browser import DESKTOP, PHONE, browser


def shoot(url: str, target: str, wait: float = 1.0) -> None:
    """Pictures of one page in both sizes and moods; what the page complains of is printed."""
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
        for mood in ("dark", "light"):
            with browser(size, mood) as context:
                page = context.new_page()
                page.on("console", lambda said: print(f"{said.type}: {said.text}") if said.type == "error" else None)
                page.on("pageerror", lambda error: print(f"error: {error}"))
                page.goto(url)
                page.wait_for_timeout(wait * 1000)
                page.screenshot(path=f"{target}-{name}-{mood}.png")
                print(f"{target}-{name}-{mood}.png")


if __name__ == "__main__":
    shoot(sys.argv[1], sys.argv[2])
