"""A match between two browsers, with somebody watching, and a server that dies in the middle of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.guests import Server, serving
from tests.web.browser import DESKTOP, Visit
from tests.web.furniture import furnish
from tests.web.table import ANSWER, Table


@pytest.fixture
def own(folder: Path) -> Iterator[Server]:
    """A server of this test's own, which it may kill."""
    with serving(folder) as running:
        yield running


@pytest.fixture
def people(chrome: Browser, own: Server) -> Iterator[Callable[[str], Page]]:
    """Somebody with a browser of their own opens an address; what their pages complain of fails the test."""
    visits: list[Visit] = []

    def come(address: str) -> Page:
        context = chrome.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, reduced_motion="reduce")
        context.set_default_timeout(ANSWER)
        visits.append(Visit(context, f"http://{own.address}"))
        return visits[-1].open(address.removeprefix(visits[-1].home))

    yield come
    complaints = [complaint for one in visits for complaint in one.complaints]
    for one in visits:
        one.context.close()
    assert not complaints, "\n".join(complaints)


class Friends:
    """Two players and a watcher at one match, each with their own browser."""

    def __init__(self, people: Callable[[str], Page], server: Server) -> None:
        saved = furnish(server)
        chosen = f"mine={saved['Long Pair']}&theirs={saved['Other Pair']}&table={saved['Open Field']}"
        host = people(f"/new?with=friend&{chosen}")
        host.get_by_role("button", name="Set up and invite").click()
        expect(host.get_by_role("heading", name="Your table is set")).to_be_visible()
        invitation = host.get_by_role("textbox", name="Link to this seat").input_value()
        watching = host.get_by_role("textbox", name="Link for watchers").input_value()
        host.get_by_role("link", name="Go to the table").click()
        self.tables = {"blue": Table(host), "red": Table(people(invitation))}
        self.watcher = Table(people(watching))

    def all(self) -> list[Table]:
        """Every screen at the match."""
        return [*self.tables.values(), self.watcher]

    def turn(self) -> str:
        """The side that is asked, as its own screen shows it."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            for side, table in self.tables.items():
                if table.asked == side:
                    return side
            self.watcher.page.wait_for_timeout(50)
        raise AssertionError("nobody is asked")

    def agree(self) -> None:
        """All screens have heard of the same, and say the same."""
        newest = max(table.version for table in self.all())
        for table in self.all():
            expect(table.battle).to_have_attribute("data-version", str(newest))
        said = [table.lines() for table in self.all()]
        assert said[0] == said[1] == said[2]
        numbers = [line.split()[0] for line in said[0]]
        assert len(numbers) == len(set(numbers)), "a line is there twice"

    def place_all(self) -> None:
        """Both set up."""
        for _ in range(4):
            side = self.turn()
            self.tables[side].place(side)


def test_friends_meet_by_links_and_an_action_of_one_shows_at_the_others(
    people: Callable[[str], Page], own: Server
) -> None:
    friends = Friends(people, own)
    host, guest, watcher = friends.tables["blue"], friends.tables["red"], friends.watcher
    assert "#" not in guest.page.url, "the seat's token does not stay in the address"
    expect(watcher.page.get_by_role("status").filter(has_text="watching")).to_be_visible()
    expect(host.page.get_by_role("status").filter(has_text="is here")).to_be_visible()

    side = friends.turn()
    friends.tables[side].place(side)
    friends.agree()
    for table in friends.all():
        assert len(table.models(side)) == 1

    # A watcher has nothing to press, and a click on the ground changes nothing.
    before = watcher.version
    assert watcher.asked == ""
    watcher.click(watcher.at(f"{side}-1"))
    watcher.drag(watcher.at(f"{side}-1"), (18.0, 12.0))
    assert not watcher.bar.get_by_role("button", name="Place").count()
    assert watcher.page.get_by_role("button", name="Invite").count() == 0
    assert watcher.version == before == host.version

    host.page.keyboard.press("c")
    host.page.get_by_label("Write to the others").fill("Have fun")
    host.page.get_by_role("button", name="Send").click()
    guest.page.get_by_role("button", name="Chat, 1 new").click()
    expect(guest.page.get_by_role("region", name="Chat")).to_contain_text("Have fun")
    watcher.page.get_by_role("button", name="Chat").click()
    expect(watcher.page.get_by_role("region", name="Chat")).to_contain_text("Have fun")
    expect(watcher.page.get_by_label("Write to the others")).to_have_count(0)
    for table in friends.all():
        table.page.get_by_role("button", name="Close the chat").click()

    # Taking back is free until the other side has answered; then it is theirs to allow.
    other = friends.turn()
    friends.tables[other].place(other)
    friends.agree()
    asking, asked = friends.tables[side], friends.tables[other]
    asking.bar.get_by_title("Ask to take back (Ctrl+Z)").click()
    expect(asking.page.get_by_text("You asked to take back")).to_be_visible()
    asked.page.get_by_role("button", name="Allow").click()
    for table in friends.all():
        expect(table.page.locator("[data-model]")).to_have_count(0)
    friends.agree()


def test_a_match_survives_a_server_killed_in_the_middle_of_it(people: Callable[[str], Page], own: Server) -> None:
    friends = Friends(people, own)
    friends.place_all()
    side = friends.turn()
    mover = friends.tables[side]
    model = mover.models(side)[0]
    stood = mover.at(model)
    mover.click(stood)
    mover.drag(stood, (stood[0] + (2.0 if stood[0] < 18 else -2.0), stood[1]))
    mover.press("Move here")
    friends.agree()
    before = mover.lines()
    went = mover.at(model)

    own.kill()
    for table in friends.all():
        expect(table.battle).to_have_attribute("data-link", "reconnecting")
        expect(table.prompt).to_contain_text("Reconnecting")
    again = own.again()
    try:
        for table in friends.all():
            expect(table.battle).to_have_attribute("data-link", "live", timeout=20_000)
        friends.agree()
        assert mover.lines() == before
        assert mover.at(model) == went

        for _ in range(3):
            turn = friends.turn()
            version = friends.tables[turn].version
            friends.tables[turn].page.keyboard.press("p")
            friends.tables[turn].wait(version)
        friends.agree()
        assert mover.lines()[: len(before)] == before
    finally:
        again.kill()
