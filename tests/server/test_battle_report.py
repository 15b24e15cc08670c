from html.parser import HTMLParser
from typing import ClassVar

import pytest
from msgspec.structs import replace

from sightline.core.record import record
from sightline.server.battle_report import battle_report_html
from sightline.server.messages import DiceProof, SeatView
from sightline.server.replays import replay_of
from tests.conformance.matches import GAMES, played


class Page(HTMLParser):
    """A page taken apart: its tags, what they point at, and whether every tag is closed."""

    VOID: ClassVar = {"meta", "br", "img", "hr", "circle", "rect", "polygon", "polyline", "path"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.pointed: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.pointed += [
            value or "" for name, value in attrs if name in ("href", "src", "action", "data", "xlink:href")
        ]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(2))
def test_a_battle_report_is_one_page_that_needs_nothing_else(name: str, number: int) -> None:
    film = replay_of(record(played(name, number)))
    text = battle_report_html(film)
    page = Page(text)
    assert not page.open
    assert not page.pointed
    assert "script" not in page.tags
    assert "link" not in page.tags
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert page.tags.count("figure") >= len(film.report.rounds)
    assert all(luck.text in text for luck in film.report.luck)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_all_that_was_taken_was_dealt_or_came_of_the_ground_and_other_causes(name: str, number: int) -> None:
    film = replay_of(record(played(name, number)))
    tallies, astray = film.report.tallies, film.report.astray
    dealt = sum(tally.dealt for tally in tallies) + sum(one.taken for one in astray)
    assert dealt == pytest.approx(sum(tally.taken for tally in tallies))
    # Who is brought back may fall twice, and stands in the table once; who left did not fall.
    fell = [tally for tally in tallies if tally.fell and not tally.parted]
    assert sum(tally.kills for tally in tallies) + sum(one.fell for one in astray) >= len(fell)
    text = battle_report_html(film)
    assert text.count("By the ground and other causes, to ") == len(astray)


def test_names_cannot_break_out_of_the_page() -> None:
    film = replay_of(record(played(GAMES[0], 0)))
    evil = '<script>alert("&")</script>'
    seats = {side: SeatView(side, "person", evil) for side in film.seats}
    squads = dict.fromkeys(film.squads, evil)
    tallies = tuple(replace(tally, name=evil) for tally in film.report.tallies)
    frames = tuple(replace(frame, text=evil) for frame in film.frames)
    proof = DiceProof(evil, dict.fromkeys(film.seats, evil), evil)
    report = replace(film.report, tallies=tallies)
    odd = replace(film, seats=seats, squads=squads, table=evil, report=report, frames=frames, dice=proof)
    page = Page(battle_report_html(odd))
    assert "script" not in page.tags
    assert not page.open
