"""One side played together: some of its models commanded by a friend with a link of their own."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.guests import Server
from tests.web.furniture import set_up
from tests.web.table import ANSWER, Table
from tests.web.test_choices import reached, seated
from tests.web.test_missions import HALF


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

    friend = Table(visit(link.removeprefix(f"http://{server.address}")), HALF)
    assert friend.wait_turn("heroes")
    take = friend.bar.get_by_role("button", name=f"Take {friend.name(theirs)}")
    expect(take).to_be_visible()
    # The hero of the host is looked at, but is nobody to activate.
    friend.click(friend.at(ours))
    expect(take).to_be_visible()
    friend.click(friend.at(theirs))
    friend.press("End the activation")
    expect(friend.log).to_contain_text(f"{friend.name(theirs)} is activated")
    # It has had its turn: what is left is for the host to say.
    expect(friend.battle).to_have_attribute("data-asked", "", timeout=ANSWER)
    assert host.wait_turn("heroes")
    expect(host.bar.get_by_role("button", name=f"Take {host.name(ours)}")).to_be_visible()
    before = friend.version
    host.click(host.at(ours))
    host.press("End the activation")
    friend.wait(before)
