"""A table drawn: pieces laid, moved, turned, mirrored, checked, shared and saved."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from sightline.core import rulebook
from sightline.core.game import Advises, TablePlan, game
from sightline.core.links import plan_from_link, plan_to_link
from tests.web.browser import PHONE
from tests.web.table import violations

Visits = Callable[..., Page]
FIRST = 20_000
"""Milliseconds in which a book that nobody has asked for yet is opened."""
PRESET = "/tables/edit?game=guerrilla&preset=broken_colony"
BOOK = game("guerrilla")


def shared(page: Page) -> TablePlan:
    """The table on the board, as its link has it."""
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link to the table", exact=True).input_value()
    page.keyboard.press("Escape")
    return plan_from_link(link.rpartition("&")[2])


def choose(page: Page, name: str) -> None:
    """Walk to a piece with the keys."""
    page.get_by_role("button", name=name).first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def middle(page: Page, name: str) -> tuple[float, float]:
    """The pixel over the middle of a piece."""
    box = page.get_by_role("button", name=name).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_table_is_drawn_from_nothing_and_saved(visit: Visits) -> None:
    page = visit("/tables")
    expect(page.get_by_role("link", name="Broken Colony")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="New table").first.click()
    page.get_by_label("Name of the table").fill("Two walls")
    page.get_by_role("button", name="Add Wall").click()
    page.get_by_role("button", name="Add Corner").click()
    page.get_by_role("button", name="Ice").click()
    expect(page.get_by_role("heading", name="Valid")).to_be_visible()
    assert violations(page) == []
    plan = shared(page)
    assert len(plan.pieces) == 6
    assert not BOOK.layout(plan)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.get_by_role("button", name="Play on this table").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.goto(page.url.partition("/new")[0] + "/tables")
    page.get_by_role("button", name="Delete Two walls").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Two walls")).to_be_visible()


def test_keys_move_and_turn_a_piece_and_its_twin(visit: Visits) -> None:
    page = visit(PRESET)
    choose(page, "North bunker wall A")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("PageUp")
    plan = shared(page)
    one, twin = plan.pieces[0], plan.pieces[1]
    assert set(one.polygon) == {(11.25, 14.5), (12.25, 14.5), (12.25, 18.5), (11.25, 18.5)}
    assert set(twin.polygon) == {(36 - x, 24 - y) for x, y in one.polygon}
    assert one.height == twin.height == 2.75
    page.get_by_role("button", name="North bunker wall A").first.focus()
    for _ in range(6):
        page.keyboard.press("]")
    assert set(shared(page).pieces[0].polygon) == {(9.75, 16.0), (13.75, 16.0), (13.75, 17.0), (9.75, 17.0)}
    page.get_by_role("button", name="North bunker wall A").first.focus()
    page.keyboard.press("Delete")
    assert len(shared(page).pieces) == len(BOOK.tables["broken_colony"].pieces) - 2
    for _ in range(5):
        page.locator("body").press("Control+z")
    assert shared(page).pieces == BOOK.tables["broken_colony"].pieces


def test_a_piece_is_dragged_to_the_grid_and_pulled_larger(visit: Visits) -> None:
    page = visit(PRESET)
    x, y = middle(page, "Central tower")
    inch = (x - middle(page, "Corner hab A")[0]) / 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1.07 * inch, y, steps=6)
    page.mouse.up()
    moved = shared(page).pieces[-1]
    assert set(moved.polygon) == {(17.5, 10.25), (20.5, 10.25), (20.5, 13.75), (17.5, 13.75)}
    corner = page.locator('[data-handle="1,1"]').bounding_box()
    assert corner
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1.02 * inch, y - 0.48 * inch, steps=6)
    page.mouse.up()
    larger = shared(page).pieces[-1]
    assert set(larger.polygon) == {(17.5, 10.25), (21.5, 10.25), (21.5, 14.25), (17.5, 14.25)}


def test_what_is_wrong_is_told_and_marked(visit: Visits) -> None:
    page = visit(PRESET)
    choose(page, "Central tower")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_role("heading", name="1 fault")).to_be_visible()
    expect(page.get_by_role("button", name="fault 1").first).to_be_visible()
    expect(page.get_by_role("button", name="Mend the faults to play")).to_be_disabled()
    assert violations(page) == []


def test_a_shape_of_ones_own_is_drawn_with_keys(visit: Visits) -> None:
    page = visit("/tables/edit?game=guerrilla")
    page.get_by_role("button", name="Own shape").click()
    page.get_by_role("application").focus()
    for key in ("Space", *["Shift+ArrowRight"] * 3, "Space", *["Shift+ArrowUp"] * 2, "Space", "Enter"):
        page.keyboard.press(key)
    plan = shared(page)
    assert set(plan.pieces[0].polygon) == {(18.0, 12.0), (21.0, 12.0), (21.0, 14.0)}


def test_a_table_goes_out_as_a_file_and_a_link_and_comes_back(visit: Visits, folder: Path) -> None:
    plan = BOOK.tables["canyon_pass"]
    page = visit(f"/t#mat=canyon&{plan_to_link(plan)}")
    expect(page.get_by_label("Name of the table")).to_have_value(plan.name)
    with page.expect_download() as found:
        page.get_by_role("button", name="Export as a file").click()
    file = folder / "table.json"
    found.value.save_as(file)
    page = visit("/tables")
    page.get_by_role("button", name="Import").click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_label("Name of the table")).to_have_value(plan.name)
    assert shared(page).pieces == plan.pieces


def test_the_board_on_a_phone(visit: Visits) -> None:
    page = visit(PRESET, size=PHONE, mood="light")
    tabs = page.get_by_role("group", name="Parts of the page")
    page.get_by_role("button", name="Add Box").click()
    tabs.get_by_role("button", name="Piece").click()
    expect(page.get_by_role("heading", name="Box")).to_be_visible()
    for tab in ("Add", "Piece", "Check"):
        tabs.get_by_role("button", name=tab).click()
        assert page.locator("aside:visible").count() == 1, "one part of the page at a time"
        board = page.get_by_role("region", name="The table").bounding_box()
        assert board
        assert board["height"] > PHONE[1] / 3, "the table is what one looks at"
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_what_pieces_mean_and_how_large_the_mat_is_stay_with_a_table(visit: Visits) -> None:
    book = next(b for b in map(game, rulebook.packages()) if any(p.traits for t in b.tables.values() for p in t.pieces))
    plan = next(t for t in book.tables.values() if any(p.traits for p in t.pieces) and t.width)
    page = visit(f"/tables/edit?game={book.id}&preset={plan.id}")
    expect(page.get_by_role("heading", name="Valid")).to_be_visible(timeout=FIRST)
    found = shared(page)
    assert [piece.traits for piece in found.pieces] == [piece.traits for piece in plan.pieces]
    assert (found.width, found.height) == (plan.width, plan.height)


def test_what_the_book_advises_is_said_of_a_valid_table(visit: Visits) -> None:
    book = next(b for b in map(game, rulebook.packages()) if isinstance(b, Advises))
    assert isinstance(book, Advises)
    whole = next(iter(book.tables.values()))
    bare = replace(whole, id="bare", pieces=whole.pieces[:2])
    page = visit(f"/t?game={book.id}#{plan_to_link(bare)}")
    expect(page.get_by_role("heading", name="Valid")).to_be_visible(timeout=FIRST)
    advice = page.get_by_role("region", name="Advice of the book").get_by_role("listitem")
    expect(advice).to_have_count(len(book.layout_advice(bare)))
    assert violations(page) == []


def test_it_is_said_of_a_piece_what_it_is_and_the_next_is_the_same(visit: Visits) -> None:
    book = next(b for b in map(game, rulebook.packages()) if isinstance(b, Advises))
    page = visit(f"/tables/edit?game={book.id}")
    page.get_by_role("button", name="Add Wall").click()
    what = page.get_by_label("What it is")
    expect(what).to_be_visible(timeout=FIRST)
    assert shared(page).pieces[0].traits, "nobody lays what no rule minds by accident"
    what.select_option(index=2)
    page.get_by_role("button", name="Add Box").click()
    wall, twin, *boxes = shared(page).pieces
    assert wall.traits
    assert {piece.traits for piece in (twin, *boxes)} == {wall.traits}
    expect(page.get_by_role("heading", name="Valid")).to_be_visible()
    assert violations(page) == []


def test_what_comes_in_pairs_is_joined_with_its_twin(visit: Visits) -> None:
    book = next(b for b in map(game, rulebook.packages()) if isinstance(b, Advises))
    page = visit(f"/tables/edit?game={book.id}")
    page.get_by_role("button", name="Add Octagon").click()
    what = page.get_by_label("What it is")
    expect(what).to_be_visible(timeout=FIRST)
    paired = what.locator("option", has_text="with its twin").get_attribute("value")
    what.select_option(value=paired)
    expect(what).to_have_value(paired or "")
    one, other = shared(page).pieces
    assert one.traits[-1].endswith(f":{other.id}")
    assert other.traits[-1].endswith(f":{one.id}")
    expect(page.get_by_role("heading", name="Valid")).to_be_visible()
    page.get_by_role("button", name="Duplicate", exact=True).click()
    assert not book.layout(shared(page)), "a copy is a pair of its own"
