"""Campaigns of real books in a real browser: a chapter through a power cut, and two battles of warbands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as TooLate

from sightline.core.battle import Battle
from sightline.core.campaign import CAMP, Campaign, campaign, campaigns
from sightline.core.campaign_file import campaign_file, write_campaign
from sightline.core.decisions import Decision
from sightline.core.dice import Roll
from sightline.core.game import SetUp
from sightline.core.match import Answer, Match
from tests.conformance.campaigns import steps_of
from tests.server.guests import Server, serving
from tests.web.browser import DESKTOP, PHONE, Visit, phone
from tests.web.table import violations

HEAD = 56
"""Pixels at the top of the screen that the head of the page covers."""
PATIENCE = 90_000
"""Milliseconds that a battle of programs may take on a busy machine."""


@pytest.fixture
def own(folder: Path) -> Iterator[Server]:
    """A server of this test's own, which it may kill."""
    with serving(folder) as running:
        yield running


@pytest.fixture
def come(chrome: Browser, own: Server) -> Iterator[Callable[..., Page]]:
    """Somebody opens a page of that server; whatever it complains of fails the test in the end."""
    visits: list[Visit] = []

    def open_page(path: str, size: tuple[int, int] = DESKTOP) -> Page:
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = chrome.new_context(viewport=viewport, reduced_motion="reduce", **phone(size))
        context.set_default_timeout(PATIENCE)
        visits.append(Visit(context, f"http://{own.address}"))
        return visits[-1].open(path)

    yield open_page
    complaints = [complaint for one in visits for complaint in one.complaints]
    for one in visits:
        one.context.close()
    assert not complaints, "\n".join(complaints)


def books(sides: int) -> Campaign:
    """A campaign of a real book for so many people at least."""
    return next(
        book for book in map(campaign, campaigns()) if book.fewest == sides and not book.id.startswith("scuffle")
    )


def one_person() -> Campaign:
    """The campaign that one person can play."""
    return books(1)


def longest(book: Campaign) -> tuple[Match, tuple[Answer, ...]]:
    """A campaign whose first chapter was begun, with the highest die for its length."""
    options = book.rulebook.settle({"difficulty": 1})
    most = max((r for r in book.rosters.values() if not book.muster(r, options)), key=lambda r: len(r.models))
    match, answers = Match(book, SetUp(book.id, {book.sides[0]: most}, CAMP, options), keep=True), list[Answer]()
    while not isinstance(match.pending, Battle):
        answer: Answer
        if isinstance(match.pending, Decision):
            assert match.pending.default is not None
            answer = match.pending.default
        else:
            assert isinstance(match.pending, Roll)
            answer = (match.pending.sides,) if match.pending.about else (1,)
        answers.append(answer)
        match.play(answer)
    return match, tuple(answers)


def fight(page: Page) -> None:
    """To the battle that is ahead."""
    page.get_by_role("button", name="Fight the battle").click()
    page.wait_for_url("**/m/*")
    expect(page.locator(".battle")).to_have_attribute("data-link", "live")


def let_it_be_played(page: Page) -> None:
    """A program plays on for whoever sits here."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Level of the AI").select_option("Random")
    page.get_by_role("button", name="Let the AI play for me").click()


def go_home(page: Page) -> None:
    """The battle is over: back to the campaign, and read what came of it."""
    page.get_by_role("link", name="Back to the campaign").click(timeout=PATIENCE)
    expect(page.get_by_text("Debriefing")).to_be_visible()
    page.get_by_role("button", name="Put the debriefing away").click()


def hear_of_it_at_home(page: Page) -> None:
    """Leave while a program plays on: what came of the battle is told in the campaign."""
    expect(page.get_by_text("The AI plays for you")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Debriefing")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Put the debriefing away").click()


def decide(page: Page) -> None:
    """Answer whatever is asked until a battle is ahead."""
    ahead = page.get_by_role("button", name="Fight the battle")
    asked = page.locator("section.asked")
    for _ in range(60):
        expect(ahead.or_(asked).first).to_be_visible(timeout=PATIENCE)
        if ahead.is_visible():
            return
        # What is asked may be asked of somebody else a moment later: then it is looked at again.
        with suppress(TooLate):
            answer(asked)
    raise AssertionError("the campaign does not go on")


def answer(asked: Locator) -> None:
    """One click on the way to an answer."""
    at_once = 2_000
    ends, option = asked.locator(".ends button"), asked.locator(".slot .option")
    if ends.count():
        ends.first.click(timeout=at_once)
    elif option.count():
        option.first.click(timeout=at_once)
        confirm = asked.get_by_role("button", name=re.compile("^Confirm"))
        if confirm.count() and confirm.is_enabled(timeout=at_once):
            confirm.click(timeout=at_once)
    else:
        asked.locator("button.take").last.click(timeout=at_once)


def test_a_chapter_of_three_missions_through_a_server_killed_in_the_middle(
    come: Callable[..., Page], own: Server, folder: Path
) -> None:
    book = books(1)
    match, answers = longest(book)
    chapter = next(one for one in book.journey(match.table) if one.state == "now")
    assert len(chapter.stages) == 3
    file = folder / "chapter.json"
    file.write_text(write_campaign(campaign_file(match, "The long chapter", steps_of(match, answers))))

    page = come("/campaigns")
    page.get_by_role("button", name="Import a file").click()
    page.set_input_files("input[type=file]", file)
    page.wait_for_url("**/c/*")
    running = own
    try:
        for mission in (1, 2, 3):
            fight(page)
            if mission == 2:
                before = page.locator(".battle").get_attribute("data-version")
                running.kill()
                expect(page.locator(".battle")).to_have_attribute("data-link", "reconnecting")
                running = running.again()
                expect(page.locator(".battle")).to_have_attribute("data-link", "live", timeout=30_000)
                assert page.locator(".battle").get_attribute("data-version") == before
            let_it_be_played(page)
            if mission == 1:
                go_home(page)
            else:
                hear_of_it_at_home(page)
            ledger = page.get_by_role("complementary", name="Every change")
            expect(ledger.get_by_text(re.compile("The mission is over"))).to_have_count(mission)
            if mission < 3:
                decide(page)
    finally:
        if running is not own:
            running.kill()


def test_two_battles_of_warbands_between_a_person_and_a_program(come: Callable[..., Page], own: Server) -> None:
    book = books(2)
    seats = {book.sides[0]: {"kind": "me", "name": "Ann"}, book.sides[1]: {"kind": "ai", "level": "random"}}
    body = {"game": book.book.id, "name": "The long dive", "seats": seats}
    made = httpx.post(f"http://{own.address}/api/campaigns", json=body, timeout=60).json()
    page = come(f"/c/{made['campaign']}#seat={made['tokens'][book.sides[0]]}")
    fight(page)
    let_it_be_played(page)
    hear_of_it_at_home(page)
    ledger = page.get_by_role("complementary", name="Every change")
    expect(ledger.get_by_text(re.compile("gains experience")).first).to_be_visible()
    decide(page)
    fight(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Give up the match").click()
    go_home(page)
    expect(ledger.get_by_text(re.compile("The battle is over"))).to_have_count(2)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_shop_says_what_things_do_and_a_recruit_is_asked_for_twice(
    come: Callable[..., Page], own: Server, size: tuple[int, int]
) -> None:
    book = one_person()
    wish = {"game": book.book.id, "seats": {book.sides[0]: {"kind": "me"}}, "squads": {book.sides[0]: full_party(book)}}
    made = httpx.post(f"http://{own.address}/api/campaigns", json=wish, timeout=60).json()
    page = come(f"/c/{made['campaign']}#seat={made['tokens'][book.sides[0]]}", size)
    asked = page.locator("section.asked")
    ware = asked.locator("li", has_text="Curing Kit")
    expect(ware).to_contain_text("Removes all conditions")
    expect(ware).to_contain_text("For anybody")
    asked.locator("summary", has_text="Gear").click()
    expect(asked.locator("li", has_text="Grav Boots")).to_contain_text(
        "it costs 30 credits, the fullest purse holds 10"
    )
    assert violations(page) == []
    ware.get_by_role("button", name="Curing Kit").click()
    ware.locator(".option").first.click()
    members = page.get_by_role("region", name=re.compile("Manifest"))
    expect(members.get_by_text("Curing Kit")).to_be_visible()

    asked.locator("summary", has_text="New heroes").click()
    asked.get_by_role("button", name="A new Mender").click()
    recruit = asked.locator("li.open")
    who = recruit.locator(".option b").first.inner_text()
    recruit.locator(".option").first.click()
    for skill in (0, 1):
        recruit.locator(".option").nth(skill).click()
    recruit.get_by_role("button", name="Confirm 2").click()
    expect(recruit).to_contain_text("Who stays behind for it")
    recruit.locator(".option").first.click()
    assert violations(page) == []
    expect(members.get_by_text(who)).to_have_count(0)
    recruit.get_by_role("button", name="Confirm: A new Mender").click()
    expect(members.get_by_text(who)).to_be_visible()
    expect(members.get_by_text("On the bench")).to_have_count(1)

    if size == PHONE:
        page.get_by_role("button", name="Way", exact=True).click()
    page.get_by_role("button", name="Chapter 1 Go there").click()
    expect(asked.get_by_text("How hard")).to_be_in_viewport()
    asked.locator("li.open .option").first.click()
    expect(page.get_by_text("Briefing")).to_be_in_viewport()


def full_party(book: Campaign) -> dict[str, Any]:
    """The sample party of the most heroes."""
    found: dict[str, Any] = to_builtins(max(book.rosters.values(), key=lambda r: len(r.models) if book.plays(r) else 0))
    return found


def test_a_mission_is_fought_on_a_layout_made_in_the_editor(come: Callable[..., Page], own: Server) -> None:
    book = one_person().book
    plan = {**to_builtins(next(iter(book.tables.values()))), "id": "backyard", "name": "Our Backyard", "origin": "own"}
    with httpx.Client(base_url=f"http://{own.address}", timeout=30) as http:
        assert http.post("/api/tables", json={"game": book.id, "plan": plan}).status_code == 201
        wish = {"game": book.id, "seats": {book.sides[0]: {"kind": "me"}}, "options": {"terrain": "editor"}}
        made = http.post("/api/campaigns", json=wish).json()
    page = come(f"/c/{made['campaign']}#seat={made['tokens'][book.sides[0]]}")
    layout, asked = page.get_by_role("button", name="Our Backyard"), page.locator("section.asked")
    for _ in range(10):
        expect(asked).to_be_visible()
        page.wait_for_timeout(500)
        if asked.get_by_role("group", name="field").count():
            break
        if asked.locator(".slot .option").count():
            asked.locator(".slot .option").first.click()
        elif asked.locator(".ends button").count():
            asked.locator(".ends button").first.click()
        else:
            asked.locator("button.take").last.click()
    expect(layout).to_be_visible()
    page.wait_for_timeout(500)  # Its pictures come a moment later, and move nothing that is asked off the screen.
    assert asked.evaluate("section => section.getBoundingClientRect().top") >= HEAD
    assert violations(page) == []
    layout.click()
    expect(page.get_by_role("button", name="Fight the battle")).to_be_visible()
    expect(page.get_by_text("Our Backyard").first).to_be_visible()
    fight(page)
