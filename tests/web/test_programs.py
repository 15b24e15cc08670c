"""Opponents: each level can be chosen and plays, says why, gives hints and can be hurried."""

import os
import re
from collections.abc import Callable, Iterator
from time import monotonic

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.guests import Server, serving
from tests.server.served import DAWDLE, LONGEST
from tests.web.browser import PHONE
from tests.web.furniture import furnish, set_up
from tests.web.table import Table, violations

LABELS = {"veteran": "Veteran, aggressive", "commander": "Commander, aggressive"}
"""What seats are called after a style was chosen: it is remembered for the next battle."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose strongest programs think for as long as a test needs, unless they are hurried."""
    os.environ[DAWDLE] = "commander"
    try:
        with serving(tmp_path_factory.mktemp("served"), thought_rate=20.0, thought_burst=100.0) as running:
            yield running
    finally:
        del os.environ[DAWDLE]


def test_a_battle_against_each_level_begins_and_the_program_moves(visit: Callable[..., Page], server: Server) -> None:
    furnish(server)
    levels = httpx.get(f"http://{server.address}/api/about", timeout=60).json()["levels"]
    page = visit("/")
    for level in levels:
        page.goto(f"http://{server.address}/")
        for label, choice in (("Your squad", "Long Pair"), ("Opponent", "Other Pair"), ("Table", "Open Field")):
            page.get_by_role("combobox", name=label).select_option(choice)
        page.get_by_role("combobox", name="Played by").select_option(level["id"])
        expect(page.locator(".opponent")).to_contain_text(level["text"])
        if level["id"] == "veteran":
            page.get_by_text("Style: balanced").click()
            page.get_by_role("slider", name="Aggressive").fill("0.5")
            assert not violations(page)
        page.get_by_role("button", name="Start").click()
        table = Table(page)
        expect(page.locator(".presence")).to_have_text(LABELS.get(level["id"], level["name"]))
        why = table.log.get_by_role("button", name=re.compile("^Why"))
        while not why.count():
            if table.asked:
                table.place("blue")
            elif level["id"] == "commander":
                hurry(table)
            else:
                page.wait_for_timeout(50)


def hurry(table: Table) -> None:
    """Have the strongest program play now: it would think for seconds."""
    before = table.version
    expect(table.page.get_by_text("Commander is thinking")).to_be_visible()
    began = monotonic()
    table.page.get_by_role("button", name="Play now").click()
    table.wait(before)
    assert monotonic() - began < LONGEST - 1


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_taken_up_and_the_program_says_why(
    visit: Callable[..., Page], server: Server, size: tuple[int, int] | None
) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "ai", "level": "regular/cautious=1"})
    where = f"/m/{made['match']}#seat={made['tokens']['blue']}"
    page = visit(where, mood="light", size=size) if size else visit(where)
    table = Table(page)
    found: list[str] = []
    for turn in range(2):
        assert table.wait_turn("blue")
        before = table.version
        page.get_by_role("button", name="Hint", exact=True).click()
        hint = page.get_by_role("region", name="Hint")
        expect(hint.get_by_role("listitem").first).to_contain_text(re.compile(r"\d"))
        if turn == 0:
            found += [f"hint: {fault}" for fault in violations(page)]
        if turn == 0:
            hint.get_by_role("button", name="Do this").click()
        else:
            hint.get_by_role("button", name="Take in hand").click()
            expect(hint).to_be_hidden()
            assert table.version == before
            table.press("Place a model")
        table.wait(before)
        expect(hint).to_be_hidden()
    # Who has not had its turn is named first, and then what it had better do.
    table.wait_turn("blue")
    before = table.version
    page.keyboard.press("i")
    hint.get_by_role("button", name="Do this").click()
    page.wait_for_function(
        """before => Number(document.querySelector('.battle').dataset.version) > before
          || document.querySelector('.thought .head')""",
        arg=before,
    )
    if table.version == before:
        hint.get_by_role("button", name="Do this").click()
    table.wait(before)
    expect(hint).to_be_hidden()
    # While the program answers, buttons come and go below the table.
    table.wait_turn("blue")
    page.get_by_role("button", name="Why?", exact=True).first.click()
    why = page.get_by_role("region", name="Why?")
    expect(why).to_contain_text("Regular, cautious")
    expect(why.get_by_text("done")).to_be_visible()
    expect(why.locator("dl, .none").first).to_be_visible()
    found += [f"why: {fault}" for fault in violations(page)]
    # A program in a hurry may have weighed a single answer; it too opens and closes.
    weighed = why.get_by_role("listitem").last.get_by_role("button").first
    was = weighed.get_attribute("aria-expanded")
    assert was is not None
    weighed.click()
    expect(weighed).not_to_have_attribute("aria-expanded", was)
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    assert not found, "\n".join(found)


def test_a_replay_says_why_and_a_stand_in_has_a_level(visit: Callable[..., Page], server: Server) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "ai", "level": "commander"})
    page = visit(f"/m/{made['match']}#seat={made['tokens']['blue']}")
    table = Table(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Level of the AI").select_option("Recruit")
    found = [f"settings: {fault}" for fault in violations(page)]
    page.get_by_role("button", name="Let the AI play for me").click()
    expect(page.get_by_text("The AI plays for you (Recruit)")).to_be_visible()
    hurry(table)
    expect(table.log.get_by_role("button", name=re.compile("^Why")).first).to_be_visible()
    # While the other one thinks, nothing happens that a resignation could come too late for.
    expect(page.get_by_text("Commander is thinking")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Give up the match").click()
    expect(page.get_by_role("dialog", name="The match is over")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("The AI plays for you")).to_be_hidden()

    page.goto(f"http://{server.address}/r/{made['match']}#at=1")
    expect(page.get_by_role("slider", name="Action")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Why?").click()
    why = page.get_by_role("region", name="Why?")
    expect(why.get_by_text("done")).to_be_visible()
    found += [f"replay: {fault}" for fault in violations(page)]
    assert not found, "\n".join(found)
