"""A squad built, mended, shared, exported, imported and saved."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from sightline.core import rulebook
from sightline.core.game import Advises, ReadsLists, game
from sightline.core.links import roster_from_link, roster_to_link
from sightline.core.muster import Entry, Roster, read_roster
from sightline.core.repair import Stock
from tests.web.browser import PHONE
from tests.web.table import violations

Visits = Callable[..., Page]
FIRST = 20_000
"""Milliseconds in which a book that nobody has asked for yet is opened."""

WRONG = Roster(
    "guerrilla",
    "Ashfall Company",
    (
        Entry("overseer", ("beam_rifle", "laser_scope")),
        Entry("bastion", ("powered_titanium_armor", "powered_titanium_boots"), name="Gate"),
        Entry("recon", ("beam_rifle", "dueling_blades", "phaser_cannon")),
        Entry("crusader", ("saw_sword",)),
        Entry("trooper", ("phaser_rifle", "force_grenade", "saw_sword")),
        Entry("trooper", ("phaser_rifle", "flash_grenade")),
    ),
)


def shared(page: Page) -> Roster:
    """The squad on the bench, as its link has it."""
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link to the squad", exact=True).input_value()
    page.keyboard.press("Escape")
    return roster_from_link(link.partition("#")[2])


def test_a_squad_is_built_from_nothing_and_saved(visit: Visits) -> None:
    page = visit("/squads")
    page.get_by_role("button", name="New squad").first.click()
    page.get_by_role("button", name="Add Recon").click()
    page.get_by_role("button", name="Add Trooper").click()
    page.get_by_label("Name of the squad").fill("Two of us")
    page.get_by_role("button", name="Equip Recon").click()
    page.get_by_label("Find an item").fill("beam")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Take off Beam Rifle")).to_be_visible()
    expect(page.get_by_role("button", name="Play with this squad")).to_be_visible()
    assert shared(page) == Roster("guerrilla", "Two of us", (Entry("recon", ("beam_rifle",)), Entry("trooper")))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.reload()
    expect(page.get_by_label("Name of the squad")).to_have_value("Two of us")
    page.goto(page.url.partition("/squads")[0] + "/squads")
    page.get_by_role("button", name="Delete Two of us").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Two of us")).to_be_visible()


def test_every_fault_is_shown_and_mended(visit: Visits) -> None:
    page = visit(f"/s#{roster_to_link(WRONG)}")
    expect(page.get_by_role("heading", name="faults")).to_be_visible()
    assert violations(page) == []
    faults = page.locator("[id^=fault-]")
    before = faults.count()
    assert before >= 3
    page.get_by_role("button", name="Repair all").click()
    expect(page.get_by_role("heading", name="Legal")).to_be_visible()
    expect(page.get_by_role("button", name="Play with this squad")).to_be_enabled()
    page.get_by_role("button", name="Undo").click()
    expect(faults).to_have_count(before)
    assert shared(page).models == WRONG.models


def test_keys_move_take_back_and_do_again(visit: Visits) -> None:
    page = visit(f"/s#{roster_to_link(WRONG)}")
    page.get_by_role("button", name="Move Gate: arrow keys, or drag").focus()
    page.keyboard.press("ArrowUp")
    assert [m.profile for m in shared(page).models][:2] == ["bastion", "overseer"]
    page.locator("body").press("Control+z")
    assert [m.profile for m in shared(page).models][:2] == ["overseer", "bastion"]
    page.locator("body").press("Control+Shift+z")
    page.get_by_role("button", name="Remove Gate").click()
    assert [m.profile for m in shared(page).models][:2] == ["overseer", "recon"]


def test_a_row_is_dragged_to_another_place(visit: Visits) -> None:
    page = visit(f"/s#{roster_to_link(WRONG)}")
    grip = page.get_by_role("button", name="Move Gate: arrow keys, or drag").bounding_box()
    last = page.locator("#model-6").bounding_box()
    assert grip
    assert last
    page.mouse.move(grip["x"] + 8, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(grip["x"] + 8, last["y"] + last["height"] - 4, steps=8)
    page.mouse.up()
    assert [m.name for m in shared(page).models] == ["", "", "", "", "", "Gate"]


def test_a_squad_goes_out_as_a_file_and_comes_back(visit: Visits, folder: Path) -> None:
    page = visit(f"/s#{roster_to_link(WRONG)}", accept_downloads=True)
    with page.expect_download() as found:
        page.get_by_role("button", name="Export as a file").click()
    assert found.value.suggested_filename == "ashfall-company.sightline.json"
    file = folder / "squad.json"
    found.value.save_as(file)
    assert read_roster(file).models == WRONG.models
    page = visit("/squads")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("link", name="Picket Line")).to_be_visible()
    assert violations(page) == []
    page.get_by_placeholder("Paste here").fill("{nonsense")
    page.get_by_role("button", name="Import", exact=True).last.click()
    expect(page.get_by_role("alert")).to_contain_text("no JSON")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_label("Name of the squad")).to_have_value("Ashfall Company")
    assert shared(page).models == WRONG.models


def test_a_draft_outlives_its_window(visit: Visits) -> None:
    page = visit("/squads/edit?game=guerrilla")
    page.get_by_role("button", name="Add Medic").click()
    page.get_by_label("Name of the Medic").fill("Ilse")
    expect(page.get_by_text("Unsaved changes")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Name of the Medic")).to_have_value("Ilse")


@pytest.mark.parametrize("link", ["s1.AAAA", "t1.AAAA", "s9.AAAA", "x"])
def test_a_broken_link_is_told_and_not_opened(visit: Visits, link: str) -> None:
    page = visit(f"/s#{link}")
    expect(page.get_by_role("alert")).to_contain_text("link", ignore_case=True)


def test_the_bench_on_a_phone(visit: Visits) -> None:
    page = visit(f"/s#{roster_to_link(WRONG)}", size=PHONE, mood="light")
    expect(page.get_by_role("button", name="Faults")).to_be_visible()
    for tab in ("Add", "Faults", "Squad"):
        page.get_by_role("group", name="Parts of the page").get_by_role("button", name=tab).click()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.get_by_role("button", name="Equip Recon").click()
    assert violations(page) == []


def test_figures_are_never_those_of_another_squad(visit: Visits) -> None:
    page = visit(f"/s#{roster_to_link(WRONG)}")
    cost = page.locator(".strip .cost .figure")
    expect(cost).to_contain_text("16")

    def slowly(route: Route) -> None:
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/muster", slowly)
    page.get_by_role("button", name="Remove Gate").click()
    expect(cost).to_contain_text("\N{EN DASH}")
    expect(cost).to_contain_text("13")


# ------------------------------------------------------------------ lists of other programs

READS = next(id for id in rulebook.packages() if isinstance(game(id), ReadsLists))
GUARDS: dict[str, Any] = {
    "name": "Gate Guards",
    "size": 3,
    "cost": 55,
    "quality": 5,
    "defense": "4+",
    "rules": [{"name": "Time Walk", "rating": 2}, {"name": "Fast"}],
    "loadout": [{"name": "Rifle", "count": 3, "attacks": 1, "range": 24}, {"name": "Banner of Dawn"}],
}
CAPTAIN: dict[str, Any] = {
    "name": "Captain",
    "size": 1,
    "cost": 100,
    "quality": 3,
    "defense": 4,
    "rules": [{"name": "Tough", "rating": 6}, {"name": "Power", "rating": 5}, {"name": "Str", "rating": "4+"}],
    "loadout": [{"name": "Sword", "attacks": 2}],
}


def handed_in(page: Page, list: Any) -> None:
    """Somebody pastes a list into the dialog."""
    page.get_by_placeholder("Paste here").fill(list if isinstance(list, str) else json.dumps(list))
    page.get_by_role("button", name="Import", exact=True).last.click()


def test_a_list_is_read_whatever_game_is_looked_at(visit: Visits) -> None:
    other = next(id for id in rulebook.packages() if id != READS)
    page = visit(f"/squads?game={other}")
    page.get_by_role("button", name="Import").click()
    handed_in(page, {"name": "The Watch", "units": [GUARDS]})
    expect(page.get_by_role("region", name="Lost: 2 things mean nothing here")).to_be_visible()


def test_a_list_of_another_program_becomes_enemies_and_tells_what_is_lost(visit: Visits, folder: Path) -> None:
    page = visit(f"/squads?game={READS}", refused=2)
    page.get_by_role("button", name="Import").click()
    bad = {"name": "Watch", "units": [{**GUARDS, "quality": 9}]}
    handed_in(page, bad)
    expect(page.get_by_role("alert")).to_contain_text("(Gate Guards).quality: 9, expected 2 to 6")
    handed_in(page, "https://example.org/share?id=7")
    expect(page.get_by_role("alert")).to_contain_text("This is an address")
    assert page.evaluate("localStorage.getItem('sightline.squads')") is None, "nothing is changed"
    file = folder / "list.json"
    file.write_text(json.dumps({"name": "The Watch", "units": [GUARDS]}))
    page.locator("input[type=file]").set_input_files(file)
    lost = page.get_by_role("region", name="Lost: 2 things mean nothing here")
    expect(lost.get_by_role("listitem")).to_have_count(2)
    expect(lost.get_by_role("listitem").first).to_contain_text("Time Walk(2) Gate Guards")
    expect(lost.get_by_role("listitem").last).to_contain_text("Banner of Dawn")
    expect(page.get_by_role("radio", name="Enemies")).to_be_checked()
    expect(page.get_by_role("region", name="Made")).to_contain_text("3 models, Quality 5+")
    assert violations(page) == []
    page.get_by_role("radio", name="Heroes").check(force=True)
    expect(page.get_by_role("alert")).to_contain_text("a hero is one model")
    expect(page.get_by_role("button", name="Put it on the bench")).to_be_disabled()
    page.get_by_role("radio", name="Enemies").check(force=True)
    page.get_by_role("button", name="Put it on the bench").click()
    expect(page.get_by_label("Name of the squad")).to_have_value("The Watch")
    expect(page.get_by_role("button", name="Play with this squad")).to_be_visible()
    (made,) = shared(page).models
    assert (made.name, made.profile[:20]) == ("Gate Guards", "Gate Guards [3] Q5+ ")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()


def test_heroes_of_a_list_are_asked_for_what_it_does_not_say(visit: Visits) -> None:
    page = visit(f"/squads?game={READS}", size=PHONE, mood="light")
    page.get_by_role("button", name="Import").click()
    handed_in(page, {"name": "Two Captains", "units": [CAPTAIN, {**CAPTAIN, "customName": "Bo"}]})
    expect(page.get_by_role("heading", name="Nothing was lost")).to_be_visible()
    expect(page.get_by_role("radio", name="Heroes")).to_be_checked()
    bo = page.get_by_role("group", name="What the list does not say of Bo")
    assert bo.get_by_role("combobox").count() == 6
    trade = bo.get_by_label("Class")
    name = trade.locator("option").last.inner_text()
    trade.select_option(label=name)
    bo.get_by_label("Dex").select_option(label="2+")
    expect(bo.get_by_label("Skill 1").locator("option").first).to_be_attached()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.get_by_role("button", name="Put it on the bench").click()
    expect(page.get_by_label("Name of the squad")).to_have_value("Two Captains")
    expect(page.get_by_role("button", name=f"Take off {name}")).to_be_visible()
    page.get_by_role("group", name="Parts of the page").get_by_role("button", name="Rules").click()
    expect(page.get_by_role("heading", name="Legal")).to_be_visible()
    page.get_by_role("group", name="Parts of the page").get_by_role("button", name="Squad").click()
    assert " Dex 2+ " in shared(page).models[1].profile
    page.get_by_role("button", name="Equip Bo").click()
    expect(page.get_by_role("dialog").locator("button.pick").first).to_be_visible()


@pytest.mark.parametrize(("size", "mood"), [((1440, 900), "dark"), (PHONE, "light")], ids=["desktop", "phone"])
def test_what_the_book_advises_is_said_of_a_legal_squad_on_the_bench_and_before_a_match(
    visit: Visits, size: tuple[int, int], mood: str
) -> None:
    book = next(game(id) for id in rulebook.packages() if isinstance(game(id), Advises))
    assert isinstance(book, Advises)
    lone = replace(next(iter(book.rosters.values())), models=next(iter(book.rosters.values())).models[:1])
    wanted = [one.rule for one in book.squad_advice(lone, book.rulebook.settle({}))]
    page = visit(f"/s#{roster_to_link(lone)}", size=size, mood=mood)
    if size == PHONE:
        page.get_by_role("group", name="Parts of the page").get_by_role("button", name="Rules").click()
    expect(page.get_by_role("heading", name="Legal")).to_be_visible(timeout=FIRST)
    advice = page.get_by_role("region", name="Advice of the book")
    expect(advice.get_by_role("listitem")).to_have_count(len(wanted))
    for rule in wanted:
        expect(advice.get_by_role("button", name=f"Rule {rule}")).to_be_visible()
    assert violations(page) == []
    page = visit(f"/new?game={book.id}&squad={roster_to_link(lone)}", size=size, mood=mood)
    expect(page.get_by_role("region", name="Advice of the book").get_by_role("listitem")).to_have_count(len(wanted))
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def home_made() -> Roster:
    """A model whose figures are one's own to choose, and such as no book allows."""
    for id in rulebook.packages():
        stock = Stock(game(id))
        for profile, spans in stock.spans.items():
            if spans:
                items = next(iter(game(id).rosters.values())).models[0].items
                wrong = {stat: most + 1 for stat, (_, most) in spans.items()}
                return Roster(game=id, name="Home-made", models=(Entry(profile=profile, items=items, stats=wrong),))
    raise AssertionError("no book lets anybody choose figures")


def test_figures_that_are_ones_own_stand_above_what_is_carried_on_a_phone(visit: Visits) -> None:
    page = visit(f"/s#{roster_to_link(home_made())}", size=PHONE)
    expect(page.locator(".stat.wrong").first).to_be_visible()
    boxes = [one.bounding_box() for one in page.locator(".stat, li .no").all()]
    low = max(box["y"] + box["height"] for box in boxes if box is not None)
    chips = page.locator("li .chips").first.bounding_box()
    assert chips is not None
    assert chips["y"] >= low, "nothing lies over the figures"
    left = {round(box["x"]) for box in boxes if box is not None}
    assert len(left) > 1, "two fit beside each other"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_construct_without_its_maker_is_told_whom_it_needs(visit: Visits) -> None:
    page = visit("/squads/edit?game=deepwars")
    page.get_by_role("button", name="Add Polyp Golem").click(timeout=FIRST)
    expect(page.get_by_text("Polyp Golem needs its maker: Biomancer or Re-Animator")).to_be_visible()
    expect(page.get_by_text("1 of 3 to 15 models")).to_be_visible()
    expect(page.get_by_label("The squad in figures").get_by_text("Models", exact=True)).to_have_count(1)
