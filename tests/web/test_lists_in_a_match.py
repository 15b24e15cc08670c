"""Lists of another program brought to a match that is being set up, and played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.table import Table, violations
from tests.web.test_builder import CAPTAIN, GUARDS, READS, handed_in
from tests.web.test_missions import HALF


def bring(page: Page, side: str) -> None:
    """To where a list is handed in for a side."""
    page.get_by_role("button", name=f"Change squad of {side}").click()
    page.get_by_role("button", name="From a link or file").click()


def test_lists_become_both_sides_of_a_mission_on_the_page_where_it_is_set_up(
    visit: Callable[..., Page], folder: Path
) -> None:
    page = visit(f"/new?game={READS}", refused=1)
    bring(page, "Heroes")
    handed_in(page, {"name": "Watch", "units": [GUARDS]})
    expect(page.get_by_role("alert")).to_contain_text("a hero is one model")
    handed_in(page, {"name": "Two Captains", "units": [CAPTAIN, {**CAPTAIN, "customName": "Bo"}]})
    expect(page.get_by_role("heading", name="Nothing was lost")).to_be_visible()
    page.get_by_role("group", name="What the list does not say of Bo").get_by_label("Dex").select_option(label="2+")
    assert violations(page) == []
    page.get_by_role("button", name="Take this squad").click()
    bring(page, "Enemies")
    file = folder / "list.json"
    file.write_text(json.dumps({"name": "The Watch", "units": [GUARDS]}))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("region", name="Lost: 2 things mean nothing here")).to_be_visible()
    page.get_by_role("button", name="Take this squad").click()
    expect(page.get_by_text("Two Captains").first).to_be_visible()
    expect(page.get_by_text("The Watch").first).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("group", name="Table size").get_by_text("24").click()
    page.get_by_role("button", name="Start").click()
    table = Table(page, HALF)
    expect(page.locator(".rail").get_by_text("Bo", exact=True)).to_be_visible()
    assert table.wait_turn("heroes")
