"""Between two battles: what the market does not have for a warband says why, and is not to be had by other ways."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import CAMP
from sightline.core.campaign_file import campaign_file, write_campaign
from sightline.core.decisions import Decision
from sightline.core.game import SetUp
from sightline.core.match import Answer, Match
from sightline.games.deepwars.camp_words import VP
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.market import MARKET
from tests.conformance.campaigns import steps_of
from tests.server.guests import Server
from tests.web.browser import DESKTOP, PHONE
from tests.web.table import violations

SIDE = "red"
CLOSED = {
    "Volley": ("it costs 10 victory points, there are 2", "DW-CMP-01"),
    "Amplifier": ("nobody has anything that it is for", "DW-UPG-01"),
    "Veteran": ("it costs 4 experience, nobody who could learn it has more than 1", "DW-EXP-01"),
    "Magic Scholar": ("there is nobody it is for", "DW-EXP-01"),
    "Hire: Hull Cutter": ("348 points with it, the limit is 300", "DW-CMP-04"),
}
"""Wares of every kind that a warband of two points and little experience cannot have, why, and by which rule."""
TRIED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"type": "BuyAdvance", "advance": "volley"}, "DW-CMP-01"),
    ({"type": "Hire", "profile": "bw_cutter"}, "DW-CMP-04"),
    ({"type": "Train", "advance": "veteran", "member": "red-1", "form": ""}, "DW-EXP-01"),
)
"""The same asked for past the shelves, and the rule that says no."""


@cache
def after_a_battle() -> str:
    """A campaign as a file, at the market after its first battle, which was a draw and brought two points."""
    names = list(CAMPAIGN.rosters)
    rosters = {side: CAMPAIGN.rosters[names[place]] for place, side in enumerate(CAMPAIGN.sides[:2])}
    match = Match(CAMPAIGN, SetUp(CAMPAIGN.id, rosters, CAMP, CAMPAIGN.rulebook.settle({})), keep=True)
    answers = list[Answer]()
    while not (isinstance(match.pending, Decision) and match.pending.about == MARKET and match.pending.side == SIDE):
        answers.append(somehow(match))
        match.play(answers[-1])
    return write_campaign(campaign_file(match, "Two points for everything", steps_of(match, tuple(answers))))


def somehow(match: Match) -> Answer:
    """An answer on the way there: dice fall low, nobody wants anything, and in battle everybody came home."""
    asked = match.pending
    if isinstance(asked, Battle):
        return Debrief("M1", None, {side: {VP: 2} for side in asked.setup.rosters})
    if isinstance(asked, Decision):
        assert asked.default is not None
        return asked.default
    assert asked is not None
    return (1,) * asked.count


def taken_in(server: Server) -> dict[str, Any]:
    """That campaign on a server, handed in as a file."""
    answer = httpx.post(f"http://{server.address}/api/campaigns/file", content=after_a_battle().encode(), timeout=60)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def shelves(page: Page) -> Locator:
    """What is asked, with everything on its shelves in view."""
    asked = page.locator("section.asked")
    expect(asked).to_be_visible()
    closed = asked.locator("details:not([open]) > summary")
    while closed.count():
        closed.first.click()
    return asked


def ask_anyway(server: Server, made: dict[str, Any]) -> list[tuple[str, str]]:
    """Ask for what is not to be had on the line a browser uses: what kind of answer comes, and its rule."""

    async def ask() -> list[tuple[str, str]]:
        async with server.guest(made["campaign"], made["tokens"][SIDE], at="campaigns") as guest:
            before, said = (guest.version, guest.hash, guest.models, guest.decision), []
            for answer, _ in TRIED:
                told = await guest.play(answer)
                said.append((str(told["type"]), str(told["refusal"]["rule"])))
        async with server.guest(made["campaign"], made["tokens"][SIDE], at="campaigns") as again:
            assert (again.version, again.hash, again.models, again.decision) == before
        return said

    # The browser of the tests has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, ask()).result()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_not_to_be_had_says_why_and_is_refused_by_its_rule(
    visit: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    made = taken_in(server)
    page = visit(f"/c/{made['campaign']}#seat={made['tokens'][SIDE]}", size)
    asked = shelves(page)
    for name, (why, by) in CLOSED.items():
        ware = asked.locator("li.not", has=page.get_by_text(name, exact=True))
        expect(ware).to_contain_text(f"Not now: {why}")
        expect(ware.get_by_role("button", name=by)).to_be_visible()
        # Nothing on it can be pressed but its rules.
        assert all(re.match("DW-", button.inner_text()) for button in ware.get_by_role("button").all())
    assert violations(page) == []
    ware = asked.locator("li.not", has=page.get_by_text("Volley", exact=True))
    ware.get_by_role("button", name="DW-CMP-01").click()
    expect(page.get_by_role("dialog")).to_contain_text("DW-CMP-01")
    page.keyboard.press("Escape")

    ledger = page.get_by_role("complementary", name="Every change")
    changes = ledger.get_by_role("listitem").count()
    assert ask_anyway(server, made) == [("refused", by) for _, by in TRIED]
    expect(asked.locator("li.not", has=page.get_by_text("Volley", exact=True))).to_contain_text("there are 2")
    assert ledger.get_by_role("listitem").count() == changes


def test_the_purse_stays_in_sight_where_nothing_is_cheap_enough(visit: Callable[..., Page], server: Server) -> None:
    made = taken_in(server)
    page = visit(f"/c/{made['campaign']}#seat={made['tokens'][SIDE]}")
    asked = page.locator("section.asked")
    expect(asked).to_be_visible()
    expect(asked.locator("li:not(.not) .cost")).to_have_count(0)
    expect(asked.locator(".purse")).to_contain_text("2")
