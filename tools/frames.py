"""Measures how long frames take while a model is dragged: `python tools/frames.py "http://127.0.0.1:8000/demo?many=1"`.

Beside the time between frames it prints the processor time of each thread, which holds on a busy machine as well.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from tests.web.browser import DESKTOP, browser

FRAMES = 240
DRAG = """async (frames) => {
  const table = document.querySelector(".table");
  const send = (kind, x, y) => table.dispatchEvent(new PointerEvent(kind, {
    pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: x, clientY: y, bubbles: true }));
  table.setPointerCapture = () => {};
  const box = document.querySelector(".stand .disc").getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  send("pointerdown", x, y);
  const times = [];
  let last = performance.now();
  for (let n = 0; n < frames; n++) {
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
    send("pointermove", x + 320 + Math.sin(n / 20) * 300, y + 120 + Math.cos(n / 27) * 220);
  }
  send("pointerup", x, y);
  return times.slice(5).sort((a, b) => a - b);
}"""
PARTS = {"main": "ProxyMain::BeginMainFrame", "raster": "RasterTask", "compositor": "Display::DrawAndSwap"}


def measure(url: str) -> None:
    """Drags one model in circles and prints what it cost."""
    with browser(DESKTOP, "dark") as context:
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector(".stand .disc")
        page.wait_for_timeout(1500)
        session = context.new_cdp_session(page)
        events: list[dict[str, Any]] = []
        ended: list[bool] = []
        session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
        session.on("Tracing.tracingComplete", lambda _: ended.append(True))
        session.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline", "cc", "viz"]}})
        times = page.evaluate(DRAG, FRAMES)
        session.send("Tracing.end")
        while not ended:
            page.wait_for_timeout(50)
        spent: Counter[str] = Counter()
        for event in events:
            if event.get("ph") == "X":
                spent[event["name"]] += event.get("tdur", 0)
        print(f"between frames: median {times[len(times) // 2]:.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms")
        for part, name in PARTS.items():
            print(f"{part}: {spent[name] / FRAMES / 1000:.1f} ms of processor time per frame")


if __name__ == "__main__":
    measure(sys.argv[1])
