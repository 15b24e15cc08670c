"""What waiting for the table feels like. Bounds are loose, since tests share their machine; figures are printed."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Page, expect

from tests.server.guests import Server
from tests.web.furniture import set_up
from tests.web.table import Table

FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const step = (now) => { window.frames_.push(now - last); last = now; window.request_ = requestAnimationFrame(step); };
  window.request_ = requestAnimationFrame(step);
}"""
STOP = "() => { cancelAnimationFrame(window.request_); return window.frames_; }"
# What the screen asks for once it has come (battle/later.ts) nobody waits for: how much of it is there is luck.
SENT = """() => {
  const all = performance.getEntriesByType('resource').filter(one => /\\.(js|css)$/.test(one.name));
  const screen = all.find(one => /\\/Battle-[^/]*\\.js$/.test(one.name));
  const waited = all.filter(one => one.startTime <= screen.responseEnd);
  return waited.reduce((sum, one) => sum + one.encodedBodySize, 0);
}"""
PRESSED = """() => {
  const note = () => { window.pressed_ = performance.timeOrigin + performance.now(); };
  for (const kind of ['pointerup', 'keydown']) addEventListener(kind, note, { capture: true });
}"""
HEARD = """() => new Promise((done) => {
  const seen = new MutationObserver(() => { seen.disconnect(); done(performance.timeOrigin + performance.now()); });
  seen.observe(document.querySelector('.battle'), { attributes: true, attributeFilter: ['data-version'] });
})"""


def high(figures: list[float]) -> float:
    """The figure that nineteen of twenty stay below."""
    return sorted(figures)[int(len(figures) * 0.95) - 1 if len(figures) > 1 else 0]


def test_the_first_table_can_be_touched_soon_after_it_is_asked_for(visit: Callable[..., Page], server: Server) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "friend"})
    waited: list[float] = []
    for _ in range(3):  # A busy machine is slow now and then; every try begins with an empty memory.
        page = visit("/about")
        home = page.url.removesuffix("/about")
        page.close()
        page = page.context.new_page()
        asked = time.perf_counter()
        page.goto(f"{home}/m/{made['match']}#seat={made['tokens']['blue']}", wait_until="commit")
        Table(page)
        waited.append(time.perf_counter() - asked)
        sent = float(page.evaluate(SENT))
        print(f"first table after {waited[-1] * 1000:.0f} ms, {sent / 1024:.0f} KB of scripts and styles")  # noqa: T201
        assert sent < 125 * 1024
        if waited[-1] < 3:
            break
    assert min(waited) < 3


def test_dragging_keeps_up_with_forty_models_and_twenty_five_pieces(visit: Callable[..., Page]) -> None:
    page = visit("/demo?many=1")
    tokens = page.locator("[data-model]")
    expect(tokens.first).to_be_visible()
    assert tokens.count() >= 40
    at = tokens.first.evaluate("one => [one.getScreenCTM().e, one.getScreenCTM().f]")
    best = 1000.0
    for _ in range(4):
        frames = drag(page, at)
        print(f"frames of a drag: {median(frames):.1f} ms, p95 {high(frames):.1f} ms, {len(frames)} of them")  # noqa: T201
        best = min(best, median(frames))
        if best <= 17:
            break
    # Others may need the machine too: what is held is the usual frame, what is printed says how quiet it was.
    assert best <= 34


def drag(page: Page, at: list[float]) -> list[float]:
    """Pull a model about for a second or so; gives how long each frame took, in milliseconds."""
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 30, at[1] + 10, steps=4)
    page.evaluate(FRAMES)
    for step in range(60):
        page.mouse.move(at[0] + 30 + step * 5, at[1] + 10 + (step % 12) * 6)
    frames = [float(one) for one in page.evaluate(STOP)][1:]
    page.mouse.move(*at)
    page.mouse.up()
    assert len(frames) > 20
    return frames


def test_an_action_is_seen_at_the_other_browser_at_once(visit: Callable[..., Page], server: Server) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "friend"})
    tables = {side: Table(visit(f"/m/{made['match']}#seat={made['tokens'][side]}")) for side in ("blue", "red")}
    for table in tables.values():
        table.page.evaluate(PRESSED)
    waits: list[float] = []
    while len(waits) < 20 and not tables["blue"].over:
        side = next((side for side, table in tables.items() if table.asked), "")
        if not side:
            continue
        actor, other = tables[side], tables["red" if side == "blue" else "blue"]
        before = actor.version
        heard = other.page.evaluate_handle(f"() => ({{ wait: ({HEARD})() }})")
        if "Place" in actor.prompt.inner_text():
            actor.click(actor.room(side))
        else:
            actor.page.keyboard.press("p")
        arrived = float(heard.evaluate("one => one.wait"))
        waits.append(arrived - float(actor.page.evaluate("window.pressed_")))
        for table in tables.values():
            table.wait(before)
    print(f"an action at the other browser: {median(waits):.0f} ms, p95 {high(waits):.0f} ms of {len(waits)}")  # noqa: T201
    assert high(waits) < 400
