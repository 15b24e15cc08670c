"""Hands at the table: what a player does on the battle screen, and what they read off it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import dist

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.kit import ROOT

Spot = tuple[float, float]

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = ROOT / "tests" / "web" / "faults.js"
HEIGHT = 24.0
"""Inches of the mat from below to above."""
ANSWER = 45_000
LONG = 60_000
"""Milliseconds: for an answer of the server, and for a program that plays its turn."""


def violations(page: Page) -> list[str]:
    """What axe finds fault with, in a line each, in both moods."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(FAULTS.read_text())
    return found


def inside(zone: list[Spot], taken: list[Spot]) -> Iterator[Spot]:
    """Places well inside a zone and clear of whoever stands there, from its middle outwards."""
    middle = (sum(x for x, _ in zone) / len(zone), sum(y for _, y in zone) / len(zone))
    for share in (0.0, 0.25, 0.4, 0.55, 0.7):
        for one, other in pairwise([*zone, zone[0]]):
            for along in (0.0, 0.25, 0.5, 0.75):
                edge = (one[0] + (other[0] - one[0]) * along, one[1] + (other[1] - one[1]) * along)
                spot = (middle[0] + (edge[0] - middle[0]) * share, middle[1] + (edge[1] - middle[1]) * share)
                if all(dist(spot, stands) > 1.3 for stands in taken):
                    yield spot


class Table:
    """A battle on somebody's screen."""

    def __init__(self, page: Page, height: float = HEIGHT) -> None:
        self.page = page
        self.height = height
        self.battle = page.locator(".battle")
        # By attribute, for these are looked at all the time: to find a role is to go through all that is drawn.
        self.drawing = page.locator("[role='group'][aria-label^='Table: ']")
        self.bar = page.locator("footer[role='group'][aria-label='Actions']")
        self.log = page.locator("[role='log'][aria-label='What happened']")
        self.prompt = page.locator(".prompt .line")
        self.card = page.locator("[role='group'][aria-label='Card']")
        expect(self.battle).to_have_attribute("data-link", "live", timeout=ANSWER)

    # ------------------------------------------------------------------ reading

    @property
    def version(self) -> int:
        """How many commands and takings-back the screen has heard of."""
        return int(self.battle.get_attribute("data-version") or 0)

    @property
    def asked(self) -> str:
        """The side this screen is asked to answer for; empty if it is not."""
        return self.battle.get_attribute("data-asked") or ""

    @property
    def over(self) -> bool:
        """Whether the result is shown."""
        opened = self.page.locator("dialog[open]")
        return bool(opened.count()) and self.page.get_by_role("dialog", name="The match is over").is_visible()

    @property
    def phase(self) -> str:
        """The part of the turn, as the head of the screen shows it."""
        return self.page.locator(".phases [aria-current='step']").inner_text()

    def wait(self, version: int) -> None:
        """Until the screen has heard of something after a version."""
        if not self.heard(version, ANSWER):
            alarm = self.page.get_by_role("alert").first
            told = " | ".join(part.inner_text() for part in (self.prompt, self.bar, alarm) if part.count())
            raise AssertionError(f"nothing came of it: {told}")

    def heard(self, version: int, patience: int) -> bool:
        """Whether the screen hears of something after a version within so many milliseconds."""
        try:
            self.page.wait_for_function(
                "before => Number(document.querySelector('.battle').dataset.version) > before",
                arg=version,
                timeout=patience,
            )
        except TooLate:
            return False
        return True

    def wait_turn(self, side: str = "") -> bool:
        """Until this screen is asked (for a side), or it is over; says whether it is asked."""
        self.page.wait_for_function(
            """side => {
              const asked = document.querySelector('.battle').dataset.asked;
              return (side ? asked === side : asked) || document.querySelector('dialog[open]');
            }""",
            arg=side,
            timeout=LONG,
        )
        return not self.over

    def lines(self) -> list[str]:
        """What the log says, each line with its number."""
        return [" ".join(text.split()) for text in self.log.get_by_role("listitem").all_inner_texts()]

    def models(self, side: str) -> list[str]:
        """The models of a side that stand on the mat."""
        found = self.page.locator(f"[data-model^='{side}-']").evaluate_all("all => all.map(one => one.dataset.model)")
        return [str(id) for id in found]

    def waiting(self) -> int:
        """How many models are not on the mat yet."""
        return self.page.get_by_text("not on the mat yet").count()

    def at(self, model: str) -> Spot:
        """Where a model stands, in inches."""
        told = self.token(model).get_attribute("transform") or ""
        x, y = (float(figure) for figure in re.findall(r"-?[\d.]+(?:e-?\d+)?", told)[:2])
        return x, self.height - y

    def token(self, model: str) -> Locator:
        """A model as it is drawn."""
        return self.page.locator(f"[data-model='{model}']")

    def name(self, model: str) -> str:
        """What a model is called."""
        return (self.token(model).get_attribute("aria-label") or "").split(",")[0]

    def pixel(self, spot: Spot) -> Spot:
        """Where on the screen an inch of the table is, once nothing around it moves the table any more."""
        found = self.drawing.evaluate(
            """async (node, [x, y]) => {
              for (let before = '';;) {
                const to = node.querySelector('svg.layer > g').getScreenCTM();
                const found = [to.a * x + to.e, to.d * y + to.f];
                if (String(found) === before) return found;
                before = String(found);
                await new Promise(requestAnimationFrame);
              }
            }""",
            [spot[0], self.height - spot[1]],
        )
        return float(found[0]), float(found[1])

    # ------------------------------------------------------------------ doing

    def click(self, spot: Spot) -> None:
        """Click an inch of the table."""
        self.page.mouse.click(*self.pixel(spot))

    def hover(self, spot: Spot) -> None:
        """Point at an inch of the table."""
        self.page.mouse.move(*self.pixel(spot))

    def drag(self, start: Spot, to: Spot, steps: int = 6) -> None:
        """Pull something from one inch to another and let go."""
        self.hover(start)
        self.page.mouse.down()
        self.page.mouse.move(*self.pixel(to), steps=steps)
        self.page.mouse.up()

    def zone(self, side: str) -> list[Spot]:
        """The corners of the ground a side sets up on."""
        drawn = self.page.locator(f"[data-zone='{side}']").get_attribute("d") or ""
        figures = [float(figure) for figure in re.findall(r"-?[\d.]+", drawn)]
        return [(x, self.height - y) for x, y in zip(figures[::2], figures[1::2], strict=True)]

    def room(self, side: str) -> Spot:
        """A place where one more model of a side could be set up."""
        stand = [self.at(model) for one in ("red", "blue") for model in self.models(one)]
        return next(inside(self.zone(side), stand))

    def place(self, side: str) -> None:
        """Put the next model into the side's zone."""
        before = self.version
        self.click(self.room(side))
        self.wait(before)

    def place_all(self, side: str) -> None:
        """Place until no model of the side waits."""
        while self.wait_turn(side) and "Place" in self.prompt.inner_text():
            self.place(side)

    def press(self, button: str | re.Pattern[str]) -> None:
        """Press a button below the table, and wait for what comes of it."""
        before = self.version
        self.bar.get_by_role("button", name=button).first.click()
        self.wait(before)
