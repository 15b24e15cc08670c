"""One side played together: some of its models commanded by a friend with a link of their own."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.guests import Server
from tests.web.furniture import set_up
from tests.web.table import Table


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
