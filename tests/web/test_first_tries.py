"""What somebody trips over who tries things for the first time: spells out of reach, tools that move, odd addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import Page, expect

from sightline.core.game import SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.games.deepwars.actions import ChooseEdge, Deploy, Nominate, RollToCast
from tests.server.guests import Server
from tests.web.browser import DESKTOP, PHONE
from tests.web.furniture import POND, go, set_up, taken_up
from tests.web.table import Table, violations

BOOK = "deepwars"
CASTERS, FOES = ("tw_cantor", "tw_guard", "tw_guard"), ("kr_thane", "kr_slinger", "kr_reaver")
NEAR, FAR = 7.0, 14.0


@cache
def chanting(spell: str, apart: float) -> Match:
    """Somebody is about to cast, or has rolled well for a spell, with foes straight ahead; nobody may write to it."""
    book = game(BOOK)
    rosters = {
        side: Roster(BOOK, name, tuple(map(Entry, band)))
        for side, name, band in (("red", "Choir", CASTERS), ("blue", "Unbelievers", FOES))
    }
    options = book.rulebook.settle({"special_operations": False})
    plan = convert({**POND, "height": 10.0 + apart}, TablePlan)
    match = Match(book, SetUp(BOOK, rosters, plan, options), keep=True)
    match.play((6,), (1,))
    match.play(ChooseEdge((12.0, 0.0), "red"))
    for side, y in (("blue", 5.0 + apart), ("red", 5.0)):
        for n in (1, 2, 3):
            match.play(Deploy(f"{side}-{n}", (8.0 + 4 * n, y)))
    go(match, Nominate("red-1"))
    if spell:
        go(match, RollToCast("red-1", spell, 3))
    return match


def chant(visit: Callable[..., Page], server: Server, spell: str, apart: float, **more: Any) -> Table:
    """That match in a browser, with both seats at one screen."""
    made = taken_up(server, chanting(spell, apart), {"red": {"kind": "me"}, "blue": {"kind": "me"}})
    page = visit(f"/m/{made['match']}#seat={','.join(made['tokens'].values())}", **more)
    table = Table(page, 10.0 + apart)
    assert table.wait_turn("red")
    return table


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_spell_that_reaches_nobody_says_by_how_much(
    visit: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    table = chant(visit, server, "brine_lance", FAR, size=size)
    why = table.page.get_by_role("region", name="High Cantor 1").get_by_text("reaches 7 in")
    expect(why).to_contain_text("the nearest is 13 in away")
    expect(table.bar.get_by_role("button", name=re.compile("Brine Lance"))).to_have_count(0)
    if size == DESKTOP:
        expect(table.page.locator(".prompt .hint")).to_contain_text("reaches 7 in")
    assert violations(table.page) == []


def test_what_a_spell_does_stays_readable_once_it_is_chosen(visit: Callable[..., Page], server: Server) -> None:
    table = chant(visit, server, "", FAR)
    table.bar.get_by_role("button", name="Roll to cast a spell").click()
    table.bar.get_by_role("button", name=re.compile("^Siren Lock")).click()
    chosen = table.bar.locator(".words.folded")
    expect(chosen).to_contain_text("the caster is transfixed")
    expect(chosen.get_by_role("button")).to_have_count(1)
    assert violations(table.page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_how_far_a_spell_reaches_is_seen_before_the_roll_and_its_list_hides_nobody(
    visit: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    table = chant(visit, server, "", NEAR, size=size)
    table.bar.get_by_role("button", name="Roll to cast a spell").click()
    spells = table.bar.get_by_role("group", name="Spell")
    expect(spells.get_by_role("button")).to_have_count(8)
    listed, caster = spells.bounding_box(), table.token("red-1").bounding_box()
    assert listed is not None
    assert caster is not None
    assert listed["height"] < 200
    assert caster["y"] + caster["height"] < listed["y"]
    lance = spells.get_by_role("button", name=re.compile("^Brine Lance"))
    rings = table.drawing.locator("path.range")
    if size == DESKTOP:
        lance.hover()
        expect(rings).to_have_count(3)
        table.hover((1.0, 1.0))
        expect(rings).to_have_count(0)
    lance.click()
    expect(rings).to_have_count(3)
    reaches = table.page.locator(".reaches")
    expect(reaches).to_contain_text(re.compile(r"Reaches.*3″.*5″.*7″.*In reach.*0.*0.*1", re.DOTALL))
    table.bar.get_by_role("button", name="2 dice").click()
    expect(rings).to_have_count(2)
    assert violations(table.page) == []


def test_what_is_swept_away_wants_a_direction_and_the_table_says_so(visit: Callable[..., Page], server: Server) -> None:
    table = chant(visit, server, "riptide", NEAR)
    table.bar.get_by_role("button", name=re.compile("^Riptide, power 3")).click()
    table.click(table.at("blue-1"))
    expect(table.prompt).to_contain_text("click whereto")
    table.click((12.0, 15.0))
    expect(table.bar.locator(".main")).to_be_enabled()


def test_the_levels_lie_beside_the_table_and_not_over_it(visit: Callable[..., Page], server: Server) -> None:
    table = chant(visit, server, "brine_lance", NEAR)
    table.page.set_viewport_size({"width": 1440, "height": 1100})
    levels = table.page.locator(".levels").bounding_box()
    assert levels is not None
    assert table.pixel((0.0, 0.0))[0] >= levels["x"] + levels["width"]


def test_the_tools_keep_their_places(visit: Callable[..., Page], server: Server) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "me"})
    page = visit(f"/m/{made['match']}#seat={','.join(made['tokens'].values())}")
    table = Table(page)
    assert table.wait_turn()
    tools = [page.get_by_title(name) for name in ("Ruler (M)", "What it sees (L)", "Ranges (R)")]
    for tool in tools:
        expect(tool).to_be_visible()
    expect(page.get_by_title("Take back (Ctrl+Z)")).to_have_count(0)
    before = [tool.bounding_box() for tool in tools]
    table.place(table.asked)
    expect(page.get_by_title("Take back (Ctrl+Z)")).to_be_visible()
    assert [tool.bounding_box() for tool in tools] == before


@pytest.mark.parametrize("path", ["/m/", "/c", "/r/"])
def test_an_address_without_a_name_leads_nowhere_and_says_so(visit: Callable[..., Page], path: str) -> None:
    expect(visit(path).get_by_role("heading", name="There is nothing here")).to_be_visible()


def test_an_address_nobody_could_have_written_is_no_blank_page(visit: Callable[..., Page]) -> None:
    expect(visit("/rules/%00%ff").get_by_text("There is no rulebook")).to_be_visible()
