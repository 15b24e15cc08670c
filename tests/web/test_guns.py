"""A scenic weapon is learned and fired on the screen, seen as whoever fires it sees past it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.guests import Server
from tests.web.browser import DESKTOP, PHONE
from tests.web.furniture import taken_up
from tests.web.guns import HIGH, manned
from tests.web.table import Table, violations


def man(visit: Callable[..., Page], server: Server, *, learned: bool = True, size: tuple[int, int] = DESKTOP) -> Table:
    """That battle in a browser, with both seats at one screen."""
    made = taken_up(server, manned(learned), {"red": {"kind": "me"}, "blue": {"kind": "me"}})
    page = visit(f"/m/{made['match']}#seat={','.join(made['tokens'].values())}", size=size)
    table = Table(page, HIGH)
    assert table.wait_turn("red")
    return table


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_cannon_is_fired_past_itself_and_aimed_with_a_third_action(
    visit: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    table = man(visit, server, size=size)
    table.bar.get_by_role("button", name=re.compile("Fire Beam Cannon")).click()
    table.click(table.at("blue-1"))
    expect(table.drawing).to_contain_text("Beam Cannon")
    expect(table.page.locator(".verdict").first).to_contain_text("In the open")
    # Two actions do not reach so far; what to choose instead is in sight.
    expect(table.bar.locator(".main")).to_be_disabled()
    aimed = table.bar.get_by_role("button", name="3 actions", exact=True)
    expect(aimed).to_be_visible()
    box = aimed.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= size[0]
    assert violations(table.page) == []
    aimed.click()
    expect(table.bar.locator(".main")).to_be_enabled()
    before = table.version
    table.page.keyboard.press("Enter")
    table.wait(before)
    if size == PHONE:
        table.page.get_by_role("tab", name="Log").click()
    expect(table.log).to_contain_text("attacks Shell-Thane 1")


def test_what_stands_beside_one_is_among_the_first_choices(visit: Callable[..., Page], server: Server) -> None:
    table = man(visit, server, learned=False)
    first = table.bar.locator(".do > *:visible").all_inner_texts()[:4]
    assert any("Learn Beam Cannon" in text for text in first), first


def test_a_click_beside_everybody_puts_the_aim_away_and_moves_nobody(
    visit: Callable[..., Page], server: Server
) -> None:
    table = man(visit, server)
    table.bar.get_by_role("button", name=re.compile("Fire Beam Cannon")).click()
    table.click(table.at("blue-1"))
    expect(table.bar.locator(".main")).to_be_visible()
    table.click((40.0, 12.0))
    expect(table.bar.locator(".main")).to_have_count(0)
    table.click((30.0, 3.0))
    expect(table.bar.locator(".main")).to_contain_text("Move")


def test_on_the_ground_nobody_wears_a_depth(visit: Callable[..., Page], server: Server) -> None:
    table = man(visit, server)
    depths = table.drawing.locator("g.depth")
    expect(table.token("red-1")).to_have_attribute("aria-label", re.compile("Depth level 0"))
    expect(depths).to_have_count(0)
    table.bar.get_by_role("button", name="Rise one level").click()
    table.press("Change depth")
    expect(depths.first).to_be_visible()
