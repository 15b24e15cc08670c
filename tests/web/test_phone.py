"""A battle on a phone, with fingers."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.kit import ROOT
from tests.server.guests import Server
from tests.web.browser import PHONE
from tests.web.furniture import furnish
from tests.web.table import Spot, Table, violations
from tests.web.test_quick_battle import start

TARGET = 44
INLINE = 24
"""Pixels: of everything that is pressed to play, and of what stands in lines of text, such as the chips of rules."""
HIT = (ROOT / "tests" / "web" / "hit.js").read_text()


def too_small(page: Page) -> list[str]:
    """What a finger could miss."""
    return [
        f"{said!r} is {width} by {height}"
        for said, width, height, inline in page.evaluate(HIT)
        if min(width, height) < (INLINE if inline else TARGET) - 1
    ]


def tap(table: Table, spot: Spot) -> None:
    """A finger on an inch of the table."""
    table.page.touchscreen.tap(*table.pixel(spot))


def pull(table: Table, start: Spot, to: Spot) -> None:
    """A finger pulls something along; what it pulls floats above it."""
    line = table.page.context.new_cdp_session(table.page)
    (x0, y0), (x1, y1) = table.pixel(start), table.pixel(to)
    points = [(x0 + (x1 - x0) * part / 6, y0 + (y1 - y0 + 54) * part / 6) for part in range(7)]
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()


def place(table: Table) -> None:
    """A tap shows the model where it would stand, the button puts it there."""
    tap(table, table.room("blue"))
    table.press("Place a model")


def height(table: Table) -> float:
    """How tall the buttons below the table are."""
    box = table.bar.bounding_box()
    assert box is not None
    return box["height"]


def beside(table: Table) -> bool:
    """Whether the buttons that float over the view leave all of the table free."""
    box = table.page.get_by_role("button", name="The whole table").bounding_box()
    assert box is not None
    return table.pixel((36.0, table.height))[0] <= box["x"]


def test_a_battle_is_begun_on_a_phone_with_fingers_alone(visit: Callable[..., Page], server: Server) -> None:
    furnish(server)
    page = visit("/", PHONE)
    table = start(page)
    table.wait_turn("blue")
    expect(page.get_by_label("How far the match has come")).to_contain_text("Setting up")
    assert beside(table)
    tall = height(table)
    while table.wait_turn("blue") and "Place" in table.prompt.inner_text():
        place(table)
    assert len(table.models("blue")) == 2

    model = table.models("blue")[0]
    stood = table.at(model)
    tap(table, stood)
    expect(table.bar.get_by_role("button", name="Move").first).to_be_visible()
    assert height(table) == tall, "a table that shrinks under a finger makes it miss"
    inwards = 2.0 if stood[0] < 18 else -2.0
    pull(table, stood, (stood[0] + inwards, stood[1]))
    expect(table.bar.get_by_role("button", name="Move here")).to_be_enabled()
    assert height(table) == tall
    table.press("Move here")
    went = table.at(model)
    assert 0.5 < abs(went[0] - stood[0]) < 3.01

    tap(table, table.at("red-1"))
    card = page.get_by_role("region", name=f"{table.name(model)} to {table.name('red-1')}")
    expect(card).to_contain_text("away")
    page.get_by_role("button", name="More", exact=True).click()
    expect(card.get_by_role("button", name="Rule ").first).to_be_visible()
    assert not too_small(page)
    page.get_by_role("button", name="Less", exact=True).click()
    for tab in ("Measures", "Log", "Chat", "Card"):
        page.get_by_role("tab", name=tab).click()
        assert not too_small(page), tab
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], tab
    assert not violations(page)
