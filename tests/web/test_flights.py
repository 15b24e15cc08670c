"""Somebody loses its nerve in a real browser: it is seen on its way, and the log says what it flees from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from math import dist

from msgspec import convert
from playwright.sync_api import Page, expect

from sightline.core.game import SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.games.deepwars.actions import ChooseEdge, Deploy, Move, Nominate, RollToActivate
from tests.server.guests import Server
from tests.web.furniture import POND, go, taken_up
from tests.web.table import Spot, Table

BOOK = "deepwars"
HIGH = POND["height"]
HUNTERS = ("kr_thane", "kr_mollusc", "kr_slinger")
PREY = ("tw_cantor", "tw_guard", "tw_spiner")
STAND: Mapping[str, Spot] = {
    "blue-1": (8.5, 10.2),
    "blue-2": (12.0, 9.6),
    "blue-3": (15.5, 10.2),
    "red-1": (8.0, 3.0),
    "red-2": (12.0, 5.7),
    "red-3": (20.0, 3.0),
}
BEAST, VICTIM = "red-2", "blue-2"
TRIES = 12
"""In three of ten attacks nobody runs: then it is tried again."""
WAYS = """() => {
  const ways = (window.ways = {});
  const look = () => {
    for (const token of document.querySelectorAll("[data-model^='blue-'], [data-leaving^='blue-']")) {
      const [x, y] = (token.getAttribute("transform") ?? "").match(/-?[\\d.]+/g).map(Number);
      const way = (ways[token.dataset.model ?? token.dataset.leaving] ??= []);
      if (way.at(-1)?.[0] !== x || way.at(-1)?.[1] !== y) way.push([x, y]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes every place at which somebody is drawn, frame by frame."""


@cache
def cornered() -> Match:
    """A beast that everybody fears, in touch with somebody, with an attack left; shared, so nobody may write to it."""
    book = game(BOOK)
    rosters = {
        side: Roster(BOOK, name, tuple(map(Entry, band)))
        for side, name, band in (("red", "Hunters", HUNTERS), ("blue", "Prey", PREY))
    }
    options = book.rulebook.settle({"special_operations": False})
    match = Match(book, SetUp(BOOK, rosters, convert(POND, TablePlan), options), keep=True)
    match.play((6,), (1,))
    match.play(ChooseEdge((12.0, 0.0), "red"))
    for id, spot in STAND.items():
        match.play(Deploy(id, spot))
    touching = (12.0, STAND[VICTIM][1] - 0.5 - 1.25 - 0.01)
    go(match, Nominate(BEAST), RollToActivate(BEAST, 3), Move(BEAST, touching))
    return match


def frighten(page: Page) -> Table:
    """The beast attacks whom it touches, in a browser that may move things; where everybody is drawn is noted."""
    page.emulate_media(reduced_motion="no-preference")
    table = Table(page, HIGH)
    assert table.wait_turn("red")
    table.bar.get_by_role("button", name=re.compile("^Attack ")).first.click()
    expect(table.bar.locator(".main")).to_be_enabled()
    page.evaluate(WAYS)
    before = table.version
    page.keyboard.press("Enter")
    table.wait(before)
    return table


def flights(table: Table) -> list[tuple[str, Spot]]:
    """Whoever flees, by the log, and to where."""
    found = (re.search(r"(\S+ \S+ \d) flees [\d.]+ in to \(([\d.]+), ([\d.]+)\)", line) for line in table.lines())
    return [(told[1], (float(told[2]), float(told[3]))) for told in found if told]


def off_the_line(spot: Spot, start: Spot, end: Spot) -> float:
    """How much farther it is from start to end by way of a spot."""
    return dist(start, spot) + dist(spot, end) - dist(start, end)


def test_a_flight_is_seen_on_its_way_and_the_log_says_why(visit: Callable[..., Page], server: Server) -> None:
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    for _ in range(TRIES):
        made = taken_up(server, cornered(), seats)
        page = visit(f"/m/{made['match']}#seat={','.join(made['tokens'].values())}")
        called = {Table(page, HIGH).name(id): id for id in STAND}
        table = frighten(page)
        if flights(table):
            break
        page.close()
    name, end = flights(table)[0]
    start = STAND[called[name]]

    page.wait_for_function(
        "([id, x, y]) => window.ways[id].some((spot) => Math.hypot(spot[0] - x, spot[1] - y) < 0.05)",
        arg=[called[name], end[0], HIGH - end[1]],
    )
    drawn = [(float(x), HIGH - float(y)) for x, y in page.evaluate("id => window.ways[id]", called[name])]
    between = [spot for spot in drawn if dist(spot, start) > 0.2 and dist(spot, end) > 0.2]
    assert len(between) >= 5, f"from {start} to {end}: {drawn}"
    first = [spot for spot in between if dist(spot, start) < dist(start, end)]
    assert all(off_the_line(spot, start, end) < 0.1 for spot in first), f"not on the way from {start} to {end}: {first}"
    assert first == sorted(first, key=lambda spot: dist(spot, start)), "it went to and fro"

    lines = table.lines()
    flees = next(n for n, line in enumerate(lines) if f"{name} flees" in line)
    why = next(line for line in reversed(lines[:flees]) if f"{name} rolls for morale" in line)
    assert re.search("terror of its attacker.*DW-MRL-02|a gruesome death nearby.*DW-MRL-01", why), why
    for gone in (line for line in lines if "flees from the map" in line or "deserts" in line):
        one = next(name for name in called if name in gone)
        expect(page.get_by_role("button", name=re.compile(f"^{one}.*fled in game turn 1"))).to_be_visible()
