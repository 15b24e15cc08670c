"""Two people at one screen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.guests import Server
from tests.web.furniture import furnish
from tests.web.table import Table


def test_two_at_one_screen_each_get_the_controls_when_their_side_is_asked(
    visit: Callable[..., Page], server: Server
) -> None:
    saved = furnish(server)
    page = visit("/")
    page.get_by_role("link", name="Same screen").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    choose = f"with=hotseat&mine={saved['Long Pair']}&theirs={saved['Other Pair']}&table={saved['Open Field']}"
    page.goto(page.url.split("?")[0] + "?" + choose)
    page.get_by_role("button", name="Start", exact=True).click()
    table = Table(page)
    expect(page.get_by_text("two at one screen")).to_be_visible()

    owners = {"blue": "Long Pair", "red": "Other Pair"}
    acted: list[str] = []
    for _ in range(4):
        assert table.wait_turn()
        side = table.asked
        expect(table.prompt).to_contain_text(f"{owners[side]}: ")
        table.place(side)
        acted.append(side)
    assert sorted(acted) == ["blue", "blue", "red", "red"]
    assert acted[0] == acted[2], "sides take turns placing"

    moved: list[str] = []
    while table.phase == "Movement" and len(moved) < 2:
        side = table.asked
        table.click(table.at(table.models(side)[0]))
        expect(table.bar.get_by_role("button", name="Move")).to_be_visible()
        expect(table.bar).to_contain_text(table.name(table.models(side)[0]))
        stood = table.at(table.models(side)[0])
        table.drag(stood, (stood[0] + (1.5 if stood[0] < 18 else -1.5), stood[1]))
        table.press("Move here")
        table.press("Hold")
        moved.append(side)
    assert sorted(moved) == ["blue", "red"], "each side moves in its turn"
    # Until a die falls a move may be taken back: first the holding, then the way.
    for _ in range(2):
        before = table.version
        table.bar.get_by_title("Take back (Ctrl+Z)").click()
        table.wait(before)
        assert table.asked == moved[-1]
    assert table.at(table.models(moved[-1])[0]) == stood
