"""A battle in several depths, from the first page to the result: the gamble, a change of depth, a part aimed at."""

import re
from collections.abc import Callable
from typing import Any

import httpx
from msgspec import convert
from playwright.sync_api import Locator, Page, expect

from sightline.ai.player import player
from sightline.core.dice import SeededDice
from sightline.core.game import SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.games.deepwars.actions import RollToCast
from tests.server.guests import Server
from tests.web.browser import PHONE
from tests.web.furniture import taken_up
from tests.web.table import Table, violations

BOOK = "deepwars"
HIGH = 18.0
POOL: dict[str, Any] = {
    "id": "shallow_pool",
    "name": "Shallow Pool",
    "width": 24.0,
    "height": HIGH,
    "pieces": [
        {
            "id": "rock",
            "name": "Rock",
            "kind": "reef",
            "height": 1.0,
            "polygon": [[0.5, 8], [2.5, 8], [2.5, 10], [0.5, 10]],
        }
    ],
}


def furnish(server: Server) -> None:
    """A pool so small that everybody is in range at once."""
    with httpx.Client(base_url=f"http://{server.address}", timeout=60) as http:
        saved = http.post("/api/tables", json={"game": BOOK, "plan": POOL, "mat": "deep"})
    assert saved.status_code == 201, saved.text


def start(page: Page) -> Table:
    """Choose the book and the pool on the first page, and press Start."""
    page.get_by_role("group", name="Rulebook").get_by_role("button", name="DeepWars").click()
    page.get_by_role("combobox", name="Table").select_option("Shallow Pool")
    page.get_by_role("combobox", name="Played by").select_option("random")
    page.get_by_role("button", name="Start").click()
    return Table(page, HIGH)


def get_ready(table: Table) -> None:
    """An edge, missions and everybody in the water, until somebody may be nominated."""
    while table.wait_turn():
        # Whoever was set up last stays in hand: then the line above names it and not the question.
        if table.bar.get_by_role("button", name="End the turn").is_visible():
            return
        asked = table.prompt.inner_text()
        if "an edge" in asked:
            table.click((12.0, 1.0))
            table.press("Choose an edge")
        elif "a mission" in asked:
            table.bar.get_by_role("group", name="what").get_by_role("button").first.click()
            table.press("Choose a mission")
        else:
            assert re.search("[Ss]ets? up", asked), asked
            table.place("blue")


def prospects(page: Page) -> Locator:
    """What may come of each answer."""
    return page.get_by_role("region", name="What may come of it")


def rows(page: Page) -> dict[str, dict[str, float]]:
    """The chances of every figure, by answer, in per cent."""
    found: dict[str, dict[str, float]] = {}
    for row in prospects(page).get_by_role("listitem").all():
        bars = [bar.get_attribute("aria-label") or "" for bar in row.locator(".bar").all()]
        found[row.locator("b").first.inner_text()] = {
            value: float(share.removesuffix(" %").replace("<", "").replace(">", ""))
            for value, share in (bar.split(": ") for bar in bars)
        }
    return found


def activate(table: Table) -> None:
    """Nominate until somebody has actions to spend."""
    while table.wait_turn("blue"):
        asked, before = table.prompt.inner_text(), table.version
        if "What does" in asked:
            return
        if "follow up" in asked or table.page.locator(".window").count():
            table.page.keyboard.press("p")
        else:
            gamble = table.bar.get_by_role("button", name=re.compile("^3 dice"))
            if not gamble.is_visible():
                table.page.keyboard.press("Tab")
            gamble.click()
            table.bar.get_by_role("button", name=re.compile("^Roll for actions")).click()
        table.wait(before)


def test_a_battle_in_depth_is_fought_from_the_first_page_to_the_result(
    visit: Callable[..., Page], server: Server
) -> None:
    furnish(server)
    page = visit("/")
    table = start(page)
    get_ready(table)

    page.keyboard.press("Tab")
    expect(prospects(page)).to_contain_text("exact")
    expect(prospects(page).get_by_role("button", name=re.compile("3 dice.*Turn lost"))).to_be_visible()
    gamble = rows(page)
    assert set(gamble) == {"Free Activation", "2 dice", "3 dice"}
    assert gamble["Free Activation"]["1"] == 100
    assert all(abs(sum(chances.values()) - 100) < 1 for chances in gamble.values()), gamble
    assert gamble["3 dice"]["4"] > 0 == gamble["2 dice"]["4"]

    assert not violations(page)

    activate(table)
    chosen = page.locator("[data-model][aria-pressed='true']").first.get_attribute("data-model") or ""
    actor = table.token(chosen)
    expect(actor).to_have_attribute("aria-label", re.compile("Depth level 0"))
    table.bar.get_by_role("button", name="Rise one level").click()
    table.press("Change depth")
    expect(actor).to_have_attribute("aria-label", re.compile("Depth level 1"))
    layer = page.get_by_role("button", name=re.compile("^Depth level 1: "))
    layer.click()
    expect(layer).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="All levels").click()

    assert attack(table), "nobody ever had a target"
    page.keyboard.press("m")
    table.click((12.0, 1.0))
    table.hover((12.0, 17.0))
    expect(page.get_by_role("region", name="Side view")).to_contain_text("16.00″ across")
    page.keyboard.press("Escape")

    while table.wait_turn():
        before = table.version
        page.keyboard.press("p")
        table.wait(before)
    sheet = page.get_by_role("dialog", name="The match is over")
    expect(sheet).to_contain_text(re.compile("You won|You lost|A draw"))


def attack(table: Table) -> bool:
    """Go on until somebody may attack, aim at the head with the odds of every part in view, and strike."""
    while table.wait_turn("blue"):
        activate(table)
        # What bursts is aimed at nothing but the body.
        offer = table.bar.get_by_role("button", name=re.compile("^(Shoot|Attack) (?!.*Depth charge)"))
        if not offer.count():
            before = table.version
            table.page.keyboard.press("h")
            table.wait(before)
            continue
        offer.first.click()
        parts = prospects(table.page)
        for part in ("Body", "Head", "Locomotion"):
            expect(parts.get_by_role("button", name=re.compile(f"^{part}"))).to_be_visible()
        expect(parts.get_by_role("button", name=re.compile("^Body"))).to_contain_text(
            re.compile(r"Hit [\d.<>]+|nothing comes")
        )
        parts.get_by_role("button", name=re.compile("^Head")).click()
        expect(parts.get_by_role("button", name=re.compile("^Head"))).to_have_attribute("aria-pressed", "true")
        if not table.bar.locator(".main").is_enabled():
            # Too far for a plain shot: it has to be aimed.
            parts.get_by_role("button", name=re.compile("^2 actions")).click()
        expect(table.bar.locator(".main")).to_be_enabled()
        before = table.version
        table.page.keyboard.press("Enter")
        table.wait(before)
        expect(table.log).to_contain_text("attacks")
        return True
    return False


def test_a_phone_says_which_turn_it_is_and_what_is_asked_before_the_gamble(
    visit: Callable[..., Page], server: Server
) -> None:
    furnish(server)
    table = start(visit("/", size=PHONE))
    get_ready(table)
    page = table.page
    expect(page.get_by_label("How far the match has come")).to_contain_text(re.compile(r"Game Turn 1\sof\s8$"))
    page.keyboard.press("Tab")
    expect(table.prompt).to_contain_text("one action for sure, or a roll?")
    # What is cut off is not shown at all: a sliver of a button says nothing.
    cut = """bar => [...bar.querySelectorAll('.do > *')].filter(one => {
      const [a, b] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
      const out = a.right > b.right + 4 || a.left < b.left - 4;
      return out && a.left < b.right && a.width < b.width && getComputedStyle(one).opacity !== '0';
    }).length"""
    expect(table.bar.get_by_role("button", name=re.compile(r"^\d+ more$"))).to_be_visible()
    assert table.bar.evaluate(cut) == 0


def test_a_spell_is_named_knowing_what_it_does_and_its_powers_are_compared(
    visit: Callable[..., Page], server: Server
) -> None:
    match = chanted()
    made = taken_up(server, match, {"blue": {"kind": "me"}, "red": {"kind": "friend"}})
    page = visit(f"/m/{made['match']}#seat={made['tokens']['blue']}")
    table = Table(page, HIGH)
    table.bar.get_by_role("button", name=re.compile("^Roll to cast")).click()
    spell = table.bar.get_by_role("group", name="Spell").get_by_role("button", name=re.compile("^Brine Lance"))
    spell.hover()
    expect(table.bar).to_contain_text("Mishap: the caster is attacked by the lance")
    expect(prospects(page).get_by_role("button", name=re.compile("^3 dice.*Mishap"))).to_be_visible()
    # What promises the same whichever is chosen is not weighed.
    expect(prospects(page)).not_to_contain_text("Brine Lance")
    spell.click()
    expect(table.bar.get_by_role("group", name="Spell").get_by_role("button")).to_have_count(1)
    prospects(page).get_by_role("button", name=re.compile("^3 dice")).click()
    expect(table.bar.locator(".main")).to_be_enabled()


def chanted() -> Match:
    """A battle in which somebody of blue who knows spells was just nominated."""
    book = game(BOOK)
    rosters = {"blue": book.rosters["tidewrought_300"], "red": book.rosters["lanternless_300"]}
    setup = SetUp(BOOK, rosters, convert(POOL, TablePlan), book.rulebook.settle({}))
    for seed in range(20):
        match = Match(book, setup, SeededDice(seed), keep=True)
        hands = {side: player("random", side) for side in book.sides}
        for _ in range(60):
            asked = match.decision
            if any(offer.action is RollToCast for offer in asked.offers) and asked.side == "blue":
                return match
            hands[asked.side].answer(match)
    raise AssertionError("nobody was ever asked for a spell")


def test_a_phone_on_its_side_gives_its_height_to_the_table_and_shows_its_chat(
    visit: Callable[..., Page], server: Server
) -> None:
    furnish(server)
    table = start(visit("/", size=(PHONE[1], PHONE[0])))
    get_ready(table)
    page = table.page
    bar, mat = table.bar.bounding_box(), page.locator(".table").first.bounding_box()
    assert bar is not None
    assert mat is not None
    assert bar["height"] < 64
    assert mat["height"] > PHONE[0] / 2
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_label("Write to the others")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[1]
