"""A quick battle against the computer, from the first click to the result."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from sightline.ai.levels import LEVELS
from tests.server.guests import Server
from tests.web.furniture import fought, furnish, set_up, taken_up
from tests.web.table import Table, violations

RIFLE = "Long-Range Phaser Rifle"
FAR = 0.7
"""The share of a match after which what is left of it shows how a program plays and how it ends."""


def start(page: Page) -> Table:
    """Choose what is short to play, and press Start."""
    chosen = {"Your squad": "Long Pair", "Opponent": "Other Pair", "Played by": "random", "Table": "Open Field"}
    for label, choice in chosen.items():
        page.get_by_role("combobox", name=label).select_option(choice)
    page.get_by_role("button", name="Start").click()
    return Table(page)


def foe(side: str) -> str:
    """The other side."""
    return "red" if side == "blue" else "blue"


def test_one_click_on_the_first_page_is_a_battle(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.get_by_role("button", name="Start").click()
    table = Table(page)
    assert table.wait_turn()
    expect(table.prompt).to_contain_text("Place a model")
    expect(page).to_have_title("● Your move · Broken Colony · Sightline")


def test_a_battle_of_another_book_waits_until_that_book_is_there(visit: Callable[..., Page]) -> None:
    page = visit("/")
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_enabled()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/games/xenotactics", hold, times=1)
    chosen = page.get_by_role("group", name="Rulebook").get_by_role("button", name="Xenotactics")
    chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(start).to_be_disabled()
    page.get_by_role("combobox", name="Played by").select_option("recruit")
    held[0].continue_()
    expect(start).to_be_enabled()
    expect(page.get_by_role("combobox", name="Played by")).to_have_value("recruit")
    start.click()
    table = Table(page)
    assert table.wait_turn()
    expect(table.prompt).to_contain_text("XT-")


def test_the_first_page_keeps_the_book_one_chose_while_one_looks_elsewhere(visit: Callable[..., Page]) -> None:
    page = visit("/")
    chosen = page.get_by_role("group", name="Rulebook").get_by_role("button", name="Xenotactics")
    chosen.click()
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    page.get_by_role("combobox", name="Opponent").select_option("Rustmaw Reavers")
    page.get_by_role("link", name="More choices").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.go_back()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".picker", has_text="Opponent")).to_contain_text("Rustmaw Reavers")


def test_a_quick_battle_is_fought_with_the_mouse_from_click_to_result(
    visit: Callable[..., Page], server: Server
) -> None:
    furnish(server)
    page = visit("/")
    table = start(page)
    side = "blue"
    table.place_all(side)
    mine, theirs = table.models(side), table.models(foe(side))
    assert len(mine) == len(theirs) == 2
    stood = table.at(mine[0])
    step = 2.0 if stood[0] < 18 else -2.0
    table.click(stood)
    table.drag(stood, (stood[0] + step, stood[1]))
    expect(table.bar.get_by_role("button", name="Move here")).to_be_enabled()
    table.press("Move here")
    assert table.at(mine[0]) == pytest.approx((stood[0] + step, stood[1]), abs=0.1)

    assert shoot(table, side), "nobody ever had a shot"
    expect(table.log).to_contain_text("Ash attacks")
    while table.wait_turn():
        pass_on(table)
    sheet = page.get_by_role("dialog", name="The match is over")
    expect(
        sheet.get_by_text("You won").or_(sheet.get_by_text("You lost")).or_(sheet.get_by_text("A draw"))
    ).to_be_visible()
    expect(sheet.get_by_role("definition").first).to_have_text("0")
    luck = sheet.get_by_role("listitem").filter(has_text="Long Pair").first
    expect(luck).to_be_visible(timeout=30_000)
    expect(luck).to_contain_text(re.compile(r"1 game of \d|average"))
    sheet.get_by_role("button", name="Look at the table").click()
    expect(sheet).to_be_hidden()
    expect(table.prompt).to_contain_text("the table stays open to look at")


@pytest.mark.parametrize("level", [level.id for level in LEVELS.values() if level.id != "random"])
def test_a_battle_against_each_level_is_played_to_its_end(
    visit: Callable[..., Page], server: Server, level: str
) -> None:
    # Begun against each level it is elsewhere, and played from beginning to end above; here it is far on.
    made = taken_up(server, fought(), {"blue": {"kind": "me"}, "red": {"kind": "ai", "level": level}}, FAR)
    page = visit(f"/m/{made['match']}#seat={made['tokens']['blue']}")
    table = Table(page)
    while table.wait_turn("blue"):
        pass_on(table)
    assert table.log.get_by_role("button", name=re.compile("^Why")).count(), "the program played"
    sheet = page.get_by_role("dialog", name="The match is over")
    expect(
        sheet.get_by_text("You won").or_(sheet.get_by_text("You lost")).or_(sheet.get_by_text("A draw"))
    ).to_be_visible()


def shoot(table: Table, side: str) -> bool:
    """Go on until one of mine may attack, click the enemy, attack, and roll a die again if that is offered."""
    while table.wait_turn(side):
        if table.phase != "Siege":
            pass_on(table)
            continue
        table.click(table.at(table.models(side)[0]))
        expect(table.bar.get_by_role("button", name=RIFLE)).to_be_visible()
        table.click(table.at(table.models(foe(side))[0]))
        expect(table.card).to_contain_text("Lethal")
        table.press(re.compile(f"{RIFLE} . "))
        if table.wait_turn(side) and table.bar.get_by_role("button", name="Roll again").is_visible():
            table.bar.get_by_role("button", name=re.compile("^Die")).first.click()
            table.press("Roll again (1")
        return True
    return False


def pass_on(table: Table) -> None:
    """Be done for now, whatever is asked."""
    before = table.version
    table.page.keyboard.press("p")
    table.wait(before)


def test_axe_finds_no_fault_with_a_battle_and_its_sheets(visit: Callable[..., Page], server: Server) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "ai", "level": "random"})
    page = visit(f"/m/{made['match']}#seat={made['tokens']['blue']}")
    table = Table(page)
    table.place_all("blue")
    table.click(table.at("blue-1"))
    table.hover(table.at("red-1"))
    expect(table.card).to_contain_text("away")
    found = [f"battle: {fault}" for fault in violations(page)]

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    found += [f"keys: {fault}" for fault in violations(page)]
    page.keyboard.press("Escape")

    table.log.get_by_role("button", name=re.compile("^Rule ")).first.click()
    expect(page.get_by_role("dialog", name=re.compile("^Rule "))).to_be_visible()
    expect(page.get_by_role("link", name="In the rulebook")).to_be_visible()
    found += [f"rule: {fault}" for fault in violations(page)]
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Settings").click()
    found += [f"settings: {fault}" for fault in violations(page)]
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Give up the match").click()
    sheet = page.get_by_role("dialog", name="The match is over")
    expect(sheet.get_by_role("heading", name="Luck")).to_be_visible(timeout=30_000)
    found += [f"result: {fault}" for fault in violations(page)]
    assert not found, "\n".join(found)
