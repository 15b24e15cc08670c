"""What somebody made here is played with: a squad from a friend's link, and a table of one's own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.table import Table


def rows(page: Page) -> list[str]:
    """Who is in the squad on the bench."""
    return page.locator("[id^='model-']").all_inner_texts()


def test_a_squad_is_built_wrong_mended_shared_exported_imported_saved_and_played(
    visit: Callable[..., Page], folder: Path
) -> None:
    page = visit("/squads", accept_downloads=True)
    page.get_by_role("button", name="New squad").first.click()
    page.get_by_label("Name of the squad").fill("Too many lords")
    for _ in range(4):
        page.get_by_role("button", name="Add Crusader").click()
    page.get_by_role("button", name="Equip Crusader").first.click()
    for item in ("Phaser Rifle", "Mind Blaze", "Force Hammer"):
        page.get_by_role("button", name=item).first.click()
    page.keyboard.press("Escape")
    faults = page.locator("[id^='fault-']")
    expect(faults.nth(1)).to_be_visible()  # All faults are shown at once.
    for fault in faults.all():
        expect(fault.get_by_role("button", name="Rule ").first).to_be_visible()
    page.get_by_role("button", name="Repair all").click()
    expect(page.get_by_role("heading", name="Legal")).to_be_visible()

    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link to the squad", exact=True).input_value()
    page.keyboard.press("Escape")
    friend = visit("/s" + link.partition("/s")[2])
    expect(friend.get_by_label("Name of the squad")).to_have_value("Too many lords")
    expect(friend.get_by_role("heading", name="Legal")).to_be_visible()
    assert rows(friend) == rows(page)

    with page.expect_download() as found:
        page.get_by_role("button", name="Export as a file").click()
    file = folder / "squad.json"
    found.value.save_as(file)
    checked = subprocess.run(
        [sys.executable, "-m", "sightline", "squad", "check", str(file)], check=True, capture_output=True
    )
    assert b"Too many lords: OK" in checked.stdout

    friend.goto(friend.url.partition("/s#")[0] + "/squads")
    friend.get_by_role("button", name="Import").click()
    friend.locator("input[type=file]").set_input_files(file)
    expect(friend.get_by_role("heading", name="Legal")).to_be_visible()
    friend.get_by_role("button", name="Save").click()
    expect(friend.get_by_role("button", name="Saved")).to_be_disabled()
    friend.get_by_role("button", name="Play with this squad").click()
    expect(friend.get_by_role("heading", name="New match")).to_be_visible()
    friend.get_by_role("button", name="Start", exact=True).click()
    table = Table(friend)
    expect(friend.get_by_role("region", name="Too many lords")).to_be_visible()
    table.wait_turn("blue")
    table.place("blue")
    assert len(table.models("blue")) == 1


def test_a_table_is_drawn_mirrored_saved_shared_and_played_on(visit: Callable[..., Page]) -> None:
    page = visit("/tables")
    page.get_by_role("button", name="New table").first.click()
    page.get_by_label("Name of the table").fill("Two towers")
    page.get_by_role("combobox", name="Symmetry").select_option(label="None")
    page.get_by_role("button", name="Add Wall").click()
    pieces = page.locator("[data-piece]")
    expect(pieces).to_have_count(1)
    piece = pieces.first
    before = piece.get_attribute("aria-label")
    box = piece.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 120, box["y"] + 90, steps=6)
    page.mouse.up()
    moved = piece.get_attribute("aria-label")
    assert moved != before
    page.get_by_role("button", name="Turn left by 15 degrees").click()
    expect(page.get_by_text("Turned 15°")).to_be_visible()
    page.get_by_role("combobox", name="Symmetry").select_option(label="Turned by half a circle")
    page.get_by_role("button", name="Make the twins").click()
    expect(pieces).to_have_count(2)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link to the table", exact=True).input_value()
    page.keyboard.press("Escape")

    friend = visit("/t" + link.partition("/t")[2])
    expect(friend.get_by_label("Name of the table")).to_have_value("Two towers")
    expect(friend.locator("[data-piece]")).to_have_count(2)
    page.get_by_role("button", name="Play on this table").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    table = Table(page)
    expect(table.drawing).to_have_accessible_name("Table: Two towers")
    table.wait_turn("blue")
    table.place("blue")
