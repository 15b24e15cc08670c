"""A campaign as a player sees it: begun, decided, fought, read, carried away and brought back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.guests import Server
from tests.web.browser import DESKTOP, PHONE
from tests.web.table import violations

GIVE_UP = """async ([match, token]) => {
  const line = new WebSocket(`ws://${location.host}/api/matches/${match}/socket`);
  await new Promise((done) => (line.onopen = done));
  line.send(JSON.stringify({ type: "hello", token }));
  await new Promise((done) => {
    line.onmessage = ({ data }) => {
      const told = JSON.parse(data);
      if (told.decision) line.send(JSON.stringify({ type: "concede", id: `c${told.version}`, version: told.version }));
      if (told.type === "done") done();
    };
  });
  line.close();
}"""


def begun(server: Server, **more: Any) -> dict[str, Any]:
    """A campaign made behind the scenes; red is to be played here and gives in to nobody."""
    seats = {"red": {"kind": "me", "name": "Ann"}, "blue": {"kind": "ai", "level": "random"}}
    body = {"game": "scuffle", "name": "A hard year", "seats": seats, "options": {"fairs": 2}, **more}
    answer = httpx.post(f"http://{server.address}/api/campaigns", json=body, timeout=30)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_campaign_from_its_beginning_through_a_battle_and_a_file(
    visit: Callable[..., Page], server: Server, folder: Path
) -> None:
    page = visit("/campaigns", refused=1)
    page.get_by_role("radio", name="Scuffle").check(force=True)
    page.get_by_label("Name").fill("A hard year")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("heading", name="A hard year")).to_be_visible()
    page.get_by_role("button", name="That is all").click()
    page.get_by_role("button", name="Spring Fair Go there").click()
    expect(page.get_by_text("Briefing")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Spring Fair Go there")).to_be_visible()
    page.get_by_role("button", name="Spring Fair Go there").click()
    campaign = page.url.rsplit("/", 1)[1]
    page.get_by_role("button", name="Fight the battle").click()
    page.wait_for_url("**/m/*")
    expect(page.locator(".battle")).to_be_visible()
    match = page.url.rsplit("/", 1)[1]
    token = page.evaluate("() => Object.values(JSON.parse(localStorage['sightline.campaigns'])[0].tokens)[0]")
    page.evaluate(GIVE_UP, [match, token])
    page.get_by_role("link", name="Back to the campaign").click()
    expect(page.get_by_text("Debriefing")).to_be_visible()
    expect(page.get_by_role("complementary", name="Every change")).to_contain_text("has 3 points")
    page.get_by_role("button", name="Put the debriefing away").click()
    expect(page.get_by_text("Debriefing")).to_have_count(0)
    with page.expect_download() as loading:
        page.get_by_role("button", name="Export").click()
    file = folder / "year.json"
    loading.value.save_as(file)

    page.goto(f"http://{server.address}/campaigns")
    expect(page.get_by_role("link", name="A hard year")).to_have_count(1)
    page.get_by_role("button", name="Import a file").click()
    spoilt = folder / "spoilt.json"
    spoilt.write_text(file.read_text().replace('"points": 3', '"points": 30').replace('"points":3', '"points":30'))
    assert spoilt.read_text() != file.read_text()
    page.set_input_files("input[type=file]", spoilt)
    expect(page.get_by_role("alert")).to_contain_text("changed after it was written")
    page.set_input_files("input[type=file]", file)
    page.wait_for_url("**/c/*")
    expect(page.get_by_role("heading", name="A hard year")).to_be_visible()
    assert page.url.rsplit("/", 1)[1] != campaign
    expect(page.get_by_role("complementary", name="Every change")).to_contain_text("has 3 points")


def test_a_friend_comes_by_link_and_decides_for_their_side(visit: Callable[..., Page], server: Server) -> None:
    made = begun(server, seats={"red": {"kind": "me"}, "blue": {"kind": "friend"}})
    mine = visit(f"/c/{made['campaign']}#seat={made['tokens']['red']}")
    theirs = visit(f"/c/{made['campaign']}#seat={made['tokens']['blue']}")
    mine.get_by_role("button", name="That is all").click()
    expect(mine.get_by_text("Waiting for")).to_be_visible()
    theirs.get_by_role("button", name="That is all").click()
    expect(mine.get_by_role("button", name="Spring Fair Go there")).to_be_visible()


def test_a_link_that_opens_nothing_says_so(visit: Callable[..., Page], server: Server) -> None:
    made = begun(server)
    page = visit(f"/c/{made['campaign']}#seat=nonsense")
    expect(page.get_by_role("heading", name="This link opens no seat here")).to_be_visible()


def test_nothing_is_begun_before_the_game_that_was_chosen_is_known(visit: Callable[..., Page]) -> None:
    page = visit("/campaigns")
    begin = page.get_by_role("button", name="Begin the campaign")
    expect(begin).to_be_enabled()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/games/*/campaign", hold, times=1)
    with page.expect_request("**/api/games/*/campaign"):
        page.get_by_role("radio", name="Scuffle").check(force=True)
    expect(begin).to_be_disabled()
    held[0].continue_()
    expect(begin).to_be_enabled()
    expect(page.get_by_role("radio", name="Scuffle")).to_be_checked()


def test_a_campaign_is_begun_against_a_program_of_some_level_and_has_a_name_of_its_own(
    visit: Callable[..., Page], server: Server
) -> None:
    page = visit("/campaigns")
    page.get_by_role("radio", name="Scuffle").check(force=True)
    level = page.get_by_role("combobox", name=re.compile("is played by$"))
    expect(level).to_have_count(1)
    level.select_option(label="Recruit")
    called = page.get_by_label("Name", exact=True).get_attribute("placeholder") or ""
    assert " against " in called
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("heading", name=called)).to_be_visible()
    expect(page.get_by_text("program, recruit")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_fault_with_a_campaign(visit: Callable[..., Page], server: Server, size: tuple[int, int]) -> None:
    made = begun(server)
    page = visit(f"/c/{made['campaign']}#seat={made['tokens']['red']}", size)
    leave = page.get_by_role("button", name="That is all")
    expect(leave).to_be_visible()
    found = [f"stall: {fault}" for fault in violations(page)]
    leave.click()
    if size == PHONE:
        page.get_by_role("button", name="Way", exact=True).click()
    expect(page.get_by_role("button", name="Spring Fair Go there")).to_be_visible()
    found += [f"way: {fault}" for fault in violations(page)]
    page.get_by_role("button", name="Spring Fair Go there").click()
    if size == PHONE:
        page.get_by_role("button", name="Camp", exact=True).click()
    expect(page.get_by_role("button", name="Fight the battle")).to_be_visible()
    found += [f"briefing: {fault}" for fault in violations(page)]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not found, "\n".join(found)


def test_pages_open_on_the_book_that_was_turned_to_last(visit: Callable[..., Page]) -> None:
    page = visit("/")
    home = page.evaluate("location.origin")
    page.get_by_role("group", name="Rulebook").get_by_role("button", name="DeepWars").click()
    for path in ("/campaigns", "/squads", "/tables"):
        page.goto(home + path)
        expect(page.get_by_role("radio", name="DeepWars")).to_be_checked()
