"""One side played together: some of its models commanded by a friend with a link of their own."""

import re
from collections.abc import Callable
from itertools import combinations

from playwright.sync_api import FloatRect, Page, expect

from tests.server.guests import Server
from tests.web.furniture import set_up
from tests.web.table import ANSWER, Table
from tests.web.test_choices import reached, seated
from tests.web.test_missions import HALF, book_that_plays


def test_a_friend_with_a_link_commands_the_model_they_were_given_and_no_other(
    visit: Callable[..., Page], server: Server
) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "ai", "level": "random"})
    host = Table(visit(f"/m/{made['match']}#seat={made['tokens']['blue']}"))
    host.place_all("blue")
    ours, theirs = host.models("blue")
    host.click(host.at(theirs))
    host.page.get_by_role("combobox", name="Commanded by").select_option("A friend, by a new link")
    link = host.page.get_by_role("textbox", name="Link for them").input_value()

    friend = Table(visit(link.removeprefix(f"http://{server.address}")))
    assert friend.wait_turn("blue")
    expect(friend.bar.get_by_role("button", name=f"Take {friend.name(theirs)}")).to_be_visible()
    # The other one is looked at, but is nobody to call.
    friend.click(friend.at(ours))
    expect(friend.bar.get_by_role("button", name="Move")).to_have_count(0)
    friend.click(friend.at(theirs))
    stood = friend.at(theirs)
    friend.drag(stood, (stood[0] - 1.5, stood[1]))
    friend.press("Move here")
    assert friend.at(theirs) != stood
    expect(host.token(theirs)).to_have_attribute("transform", friend.token(theirs).get_attribute("transform") or "")


def test_a_friend_in_a_mission_commands_one_hero_and_the_host_the_others(
    visit: Callable[..., Page], server: Server
) -> None:
    host = seated(visit, reached(server, "SQ-RND-03"))
    assert host.wait_turn("heroes")
    ours, theirs = host.models("heroes")[:2]
    host.click(host.at(theirs))
    host.page.get_by_role("combobox", name="Commanded by").select_option("A friend, by a new link")
    link = host.page.get_by_role("textbox", name="Link for them").input_value()

    # Whom the friend has is nobody the host calls, with a hand or with a key.
    others = [host.name(one) for one in host.models("heroes") if one != theirs]
    expect(host.bar.locator(".main")).to_contain_text(re.compile("|".join(f"Take {name}" for name in others)))
    before = host.version
    host.click(host.at(theirs))
    host.page.keyboard.press("h")
    expect(host.bar.get_by_role("button", name="End the activation")).to_have_count(0)
    assert host.version == before

    friend = Table(visit(link.removeprefix(f"http://{server.address}")), HALF)
    assert friend.wait_turn("heroes")
    take = friend.bar.get_by_role("button", name=f"Take {friend.name(theirs)}")
    expect(take).to_be_visible()
    # Everybody sees who is not theirs.
    for table, commander, other in ((host, "a friend", theirs), (friend, "the host", ours)):
        rows = table.page.locator(".rail .row")
        expect(rows.get_by_title(f"Commanded by {commander}").first).to_be_visible()
        marked = rows.filter(has=table.page.get_by_title(re.compile("Commanded by")))
        expect(marked.filter(has_text=table.name(other))).to_have_count(1)
        expect(marked.filter(has_text=table.name(ours if other == theirs else theirs))).to_have_count(0)
    # The hero of the host is looked at, but is nobody to activate.
    friend.click(friend.at(ours))
    expect(take).to_be_visible()
    friend.click(friend.at(theirs))
    friend.press("End the activation")
    expect(friend.log).to_contain_text(f"{friend.name(theirs)} is activated")
    # It has had its turn: what is left is for the host to say.
    expect(friend.battle).to_have_attribute("data-asked", "", timeout=ANSWER)
    expect(friend.prompt).to_contain_text("The host")
    expect(friend.bar).to_contain_text("Waiting for the host")
    assert host.wait_turn("heroes")
    expect(host.bar.get_by_role("button", name=f"Take {host.name(ours)}")).to_be_visible()
    before = friend.version
    host.click(host.at(ours))
    host.press("End the activation")
    friend.wait(before)


def test_a_hero_given_to_a_program_is_let_play_and_may_be_taken_back(
    visit: Callable[..., Page], server: Server
) -> None:
    host = seated(visit, reached(server, "SQ-RND-03"))
    assert host.wait_turn("heroes")
    own = host.models("heroes")[1]
    host.click(host.at(own))
    by_hand = host.bar.get_by_role("button", name="End the activation")
    expect(by_hand).to_be_visible()
    commander = host.page.get_by_role("combobox", name="Commanded by")
    commander.select_option(label="Recruit")
    let = host.bar.get_by_role("button", name=f"Let Recruit play {host.name(own)}")
    expect(let).to_be_visible()
    expect(by_hand).to_have_count(0)
    commander.select_option(label="You")
    expect(by_hand).to_be_visible()
    commander.select_option(label="Recruit")
    let.click()
    expect(host.log).to_contain_text(f"{host.name(own)} is activated")


def test_a_friend_is_invited_beside_one_where_the_book_plays_the_other_side(
    visit: Callable[..., Page], server: Server
) -> None:
    page = visit("/")
    book = book_that_plays()
    page.get_by_role("group", name="Rulebook").get_by_role("button", name=book.title.split(": ")[-1]).click()
    invite = page.get_by_role("link", name="Invite by link")
    expect(invite).to_have_attribute("href", re.compile(f"game={book.id}&mine=.+&theirs="))
    expect(page.get_by_role("link", name="Same screen")).to_have_attribute("href", re.compile(f"game={book.id}"))
    invite.click()
    expect(page.get_by_text("Played by you and your friends.")).to_be_visible()
    page.get_by_role("button", name="Set up and invite").click()

    dialog = page.get_by_role("dialog", name="Invite")
    together = dialog.get_by_role("region", name="Play one side together")
    choice = together.get_by_role("combobox").first
    choice.select_option("A friend, by a new link")
    link = together.get_by_role("textbox", name="Link for them")
    expect(link).to_have_value(re.compile("#seat="))
    # Neither the link nor its button is under anything else.
    boxes = [one.bounding_box() for one in (*together.get_by_role("combobox").all(), together.get_by_role("button"))]
    for one, other in combinations(boxes, 2):
        assert one is not None
        assert other is not None
        assert apart(one, other), boxes
    friend = Table(visit(link.input_value().removeprefix(f"http://{server.address}")), HALF)
    expect(friend.battle).to_have_attribute("data-link", "live")
    expect(friend.prompt).not_to_contain_text("You")


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes of the screen have nothing in common."""
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
