"""A match looked back on, step by step, linked to, and played on from the middle."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.guests import GAME, Server
from tests.web.furniture import set_up
from tests.web.table import Table, violations


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, Any]:
    """A match that two programs have played to its end; it is watched until it is over."""
    made = set_up(server, {"kind": "ai", "level": "random"}, {"kind": "ai", "level": "random"})

    async def watch() -> None:
        async with server.guest(made["match"], watch=made["watch"]) as guest:
            while not guest.room.get("outcome"):
                await guest.hear(30)

    # The browser of the tests has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, watch()).result()
    return made


def at(slider: Locator) -> int:
    """The action one looks at."""
    return int(slider.get_attribute("aria-valuenow") or 0)


def open_replay(page: Page) -> Locator:
    """Wait for the player of a replay; gives its timeline."""
    slider = page.get_by_role("slider", name="Action")
    expect(slider).to_be_visible(timeout=30_000)
    return slider


def test_a_replay_is_stepped_scrubbed_and_linked_to(visit: Callable[..., Page], played: dict[str, Any]) -> None:
    page = visit("/replays")
    page.get_by_role("link", name=re.compile("Open Field")).first.click()
    slider = open_replay(page)
    last = int(slider.get_attribute("aria-valuemax") or 0)
    assert at(slider) == last > 10, "a replay opens at its end"
    page.get_by_role("button", name="Step back").click()
    page.keyboard.press("ArrowLeft")
    assert at(slider) < last
    page.get_by_role("button", name="To the start").click()
    first = at(slider)
    page.get_by_role("button", name="Step on").click()
    assert at(slider) > first

    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60, steps=5)
    page.mouse.up()
    middle = at(slider)
    assert abs(middle - last / 2) < last / 6
    expect(page).to_have_url(re.compile(f"#at={middle}$"))
    standing = page.locator("[data-model]").count()

    elsewhere = visit(page.url.split("/", 3)[3].join(["/", ""]))
    there = open_replay(elsewhere)
    expect(there).to_have_attribute("aria-valuenow", str(middle))
    expect(elsewhere.locator("[data-model]")).to_have_count(standing)
    assert not violations(elsewhere)


def test_a_replay_is_played_on_from_the_middle_against_the_computer(
    visit: Callable[..., Page], played: dict[str, Any]
) -> None:
    page = visit(f"/r/{played['match']}#at=8")
    slider = open_replay(page)
    expect(slider).to_have_attribute("aria-valuenow", re.compile("^[78]$"))
    said = slider.get_attribute("aria-valuenow")
    stood = page.locator("[data-model]").evaluate_all("all => all.map(one => one.getAttribute('transform'))")
    page.get_by_role("button", name="Play on from here").click()
    wish = page.get_by_role("dialog", name=f"Play on from #{said}")
    wish.get_by_role("combobox", name="Who plays Other Pair").select_option(label="Random")
    assert not violations(page)
    wish.get_by_role("button", name="Play on").click()

    expect(page).to_have_url(re.compile("/m/"))
    table = Table(page)
    assert table.wait_turn("blue")
    assert len(table.models("blue") + table.models("red")) == len(stood)
    for _ in range(4):
        if not table.wait_turn("blue"):
            break
        before = table.version
        page.keyboard.press("p")
        table.wait(before)
    expect(table.log).to_contain_text("Long Pair passes")


def test_the_battle_report_is_one_page_that_needs_nothing_else(
    visit: Callable[..., Page], played: dict[str, Any]
) -> None:
    page = visit(f"/r/{played['match']}")
    open_replay(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Battle report, in a new tab").click()
    report = opened.value
    # Only a page that has arrived can be asked for once more.
    expect(report.get_by_role("heading", level=1)).to_be_visible()
    report.wait_for_load_state()
    asked: list[str] = []
    report.on("request", lambda request: asked.append(request.url))
    report.reload()
    expect(report.get_by_role("heading", level=1)).to_be_visible(timeout=30_000)
    assert report.locator("svg").count() > 0
    assert [url for url in asked if not url.startswith("data:")] == [report.url]
    assert not violations(report)


def test_a_record_made_by_the_command_line_opens_as_a_replay(visit: Callable[..., Page], folder: Path) -> None:
    made = [sys.executable, "-m", "sightline", "sim", GAME, "--red", "three_lords", "--blue", "veil_choir"]
    subprocess.run([*made, "--games", "1", "--ai", "random", "--out", str(folder)], check=True, capture_output=True)
    (record,) = folder.rglob("*.json")
    page = visit("/replays")
    page.get_by_label("Record file").set_input_files(record)
    slider = open_replay(page)
    assert at(slider) > 10
    expect(page.get_by_role("heading", level=1)).to_contain_text("Three Lords")
    page.reload()
    expect(open_replay(page)).to_be_visible()
