"""What the screen says about distances, sight and chances is what the engine says, for the same table."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

import httpx
import pytest
from playwright.sync_api import Page, expect

from sightline.core.deeds import deeds, fork_at
from sightline.core.match import Match
from sightline.core.outlook import Outlook, outlook
from sightline.core.reading import parse_json
from sightline.core.record import record_from
from tests.server.guests import Server
from tests.web.furniture import FIELD, set_up
from tests.web.table import Table

SHOOTER = "blue-1"


def engine(server: Server, match: str, token: str) -> Match:
    """The match as the engine knows it, played again here from its record."""
    found = httpx.get(
        f"http://{server.address}/api/matches/{match}/record", headers={"authorization": f"Bearer {token}"}, timeout=60
    )
    kept = record_from(parse_json(found.text, "record"), "record")
    return fork_at(kept, deeds(kept)[-1].number)


def percent(chance: float) -> str:
    """A chance as the card writes it."""
    value = chance * 100
    if 99.9 < value < 100:
        return "99.9"
    if 0 < value < 0.1:
        return "<0.1"
    return str(int(value)) if value == int(value) else f"{value:.1f}"


def figures(found: Outlook, target: str) -> dict[str, str]:
    """What the card has to show of an outlook."""
    fate = next(fate for fate in found.fates if fate.model == target)
    assert found.need is not None
    return {
        "Needs": f"{found.need.value:g}+",
        "Each": f"{percent(float(found.each))}%",
        "Expected": f"{float(fate.mean):.1f}",
        "Lethal": f"{percent(float(fate.lethal))}%",
    }


@pytest.mark.parametrize("table", ["open_field", "cargo_yard"])
def test_the_card_of_an_enemy_says_exactly_what_the_engine_says(
    visit: Callable[..., Page], server: Server, table: str
) -> None:
    made = set_up(
        server, {"kind": "me"}, {"kind": "ai", "level": "random"}, table=FIELD if table == "open_field" else table
    )
    token = made["tokens"]["blue"]
    screen = Table(visit(f"/m/{made['match']}#seat={token}"))
    screen.place_all("blue")
    match = engine(server, made["match"], token)
    for enemy in screen.models("red"):
        screen.click(screen.at(SHOOTER))
        screen.hover(screen.at(enemy))
        sight = match.game.screen.sightline(match.table, SHOOTER, enemy)
        aims = match.game.screen.aims(match.table, SHOOTER, enemy)
        aim = next((one for one in aims if one.refusal is None), aims[0])
        card = screen.page.get_by_role("region", name=f"{screen.name(SHOOTER)} to {screen.name(enemy)}")
        expect(card).to_contain_text(f"{sight.distance:.2f}″ away")
        expect(card).to_contain_text(sight.name)
        expect(card).to_contain_text(aim.name)
        chips = card.get_by_role("button", name=re.compile("^Rule "))
        if aim.refusal is not None:
            expect(chips.filter(has_text=aim.refusal.rule)).to_be_visible()
            continue
        assert aim.part is not None
        found = outlook(match.game, match.setup, match.table, aim.part)
        for name, said in figures(found, enemy).items():
            row = card.locator("dl > div").filter(has=screen.page.get_by_text(re.compile(f"^{name}")))
            expect(row.get_by_role("definition")).to_have_text(said)
        assert found.need is not None
        assert found.exact
        for note in found.need.notes:
            expect(chips.filter(has_text=note.rule).first).to_be_visible()
        expect(card).to_contain_text("exact")
        # Where dice may be rolled again, the card says what that would make of it.
        for fate in found.again:
            if fate.model == enemy:
                better = f"{percent(float(fate.lethal))} %" if fate.lethal else f"mean {float(fate.mean):.1f}"
                expect(card).to_contain_text(better)


def test_a_drag_too_far_says_why_and_how_much_and_stops_at_the_nearest_legal_spot(
    visit: Callable[..., Page], server: Server
) -> None:
    made = set_up(server, {"kind": "me"}, {"kind": "ai", "level": "random"})
    token = made["tokens"]["blue"]
    screen = Table(visit(f"/m/{made['match']}#seat={token}"))
    screen.place_all("blue")
    screen.wait_turn("blue")
    match = engine(server, made["match"], token)
    limit = match.game.screen.strides(match.table, SHOOTER)[-1].limit
    stood = screen.at(SHOOTER)
    inwards = 1 if stood[0] < 18 else -1
    screen.click(stood)
    screen.drag(stood, (stood[0] + inwards * (limit + 4), stood[1]))

    expect(screen.page.locator(".prompt .refused")).to_be_visible()
    expect(screen.prompt).to_contain_text(re.compile(r"\d+(\.\d+)? in"))
    expect(screen.prompt.get_by_role("button", name=re.compile("^Rule "))).to_be_visible()
    expect(screen.page.get_by_role("region", name="Path")).to_contain_text(f"{limit:.2f}″ used")
    here = screen.bar.get_by_role("button", name=re.compile("here"))
    # It is held at the nearest legal spot, and may go there.
    expect(here).to_be_enabled()
    before = screen.version
    screen.page.keyboard.press("Enter")
    screen.wait(before)
    assert dist(screen.at(SHOOTER), stood) == pytest.approx(limit, abs=0.01)
