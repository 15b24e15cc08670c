import json
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.core import links
from sightline.core.drafts import read_draft
from sightline.core.errors import BadInput
from sightline.core.game import game
from sightline.core.muster import Entry, Roster
from tests.conformance.matches import GAMES


def packed(content: bytes, head: str = "s1.") -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return head + urlsafe_b64encode(deflate.compress(content) + deflate.flush()).decode().rstrip("=")


@pytest.mark.parametrize("name", GAMES)
def test_squads_and_tables_come_back_as_they_went(name: str) -> None:
    book = game(name)
    options, sides = book.rulebook.settle({}), book.sides
    for roster in (*book.rosters.values(), *(book.draft(str(n), options, sides[n % len(sides)]) for n in range(20))):
        link = links.roster_to_link(roster)
        assert links.roster_from_link(link) == roster
        assert len(link) < 600
    for plan in book.tables.values():
        assert links.plan_from_link(links.plan_to_link(plan)) == plan


def test_a_link_is_raw_deflate_of_json_so_that_a_browser_can_make_it() -> None:
    plain = {"game": "g", "name": "Ältere Garde", "models": [{"profile": "p", "items": ["a"]}]}
    roster = links.roster_from_link(packed(json.dumps(plain).encode()))
    assert (roster.name, roster.models[0].items) == ("Ältere Garde", ("a",))


@pytest.mark.parametrize(
    "link",
    [
        "",
        "s1.",
        "hello",
        "s1.!!!!",
        "s1.AAAA",
        "x1.AAAA",
        "s1." + "A" * links.LONGEST,
        packed(b"{}"),
        packed(b"[" * 100_000),
        packed(b"\xff\xfe"),
        packed(b'{"game": "g", "name": "\\ud800", "models": []}'),
        packed(b'{"game": "g", "name": NaN, "models": []}'),
        packed(b'{"game": "g", "name": "n", "models": []}')[:-4],
        packed(b'{"game": "g", "name": "n", "models": []}') + "AAAAAAAA",
    ],
)
def test_garbage_is_bad_input(link: str) -> None:
    with pytest.raises(BadInput):
        links.roster_from_link(link)
    with pytest.raises(BadInput):
        links.plan_from_link(link.replace("s1", "t1", 1))


def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed(b" " * 20_000_000)
    assert len(bomb) < links.LONGEST
    with pytest.raises(BadInput, match="more than"):
        links.roster_from_link(bomb)


def test_a_newer_link_and_one_of_another_kind_are_told_apart() -> None:
    with pytest.raises(BadInput, match="newer program"):
        links.roster_from_link(packed(b"{}", "s2."))
    with pytest.raises(BadInput, match="this is a table"):
        links.roster_from_link(packed(b"{}", "t1."))


@given(st.text() | st.binary(max_size=200).map(lambda b: "s1." + urlsafe_b64encode(b).decode().rstrip("=")))
def test_no_text_does_worse_than_bad_input(link: str) -> None:
    with pytest.raises(BadInput):
        links.roster_from_link(link)


def test_the_figures_chosen_for_a_model_travel_with_it() -> None:
    entry = Entry("custom", ("blade",), stats={"move": 6, "attack": 5})
    roster = Roster(game="any", name="Own", models=(entry,))
    assert links.roster_from_link(links.roster_to_link(roster)) == roster
    assert len({entry, Entry("custom", ("blade",), stats={"attack": 5, "move": 6})}) == 1
    read, slips = read_draft(
        {"game": "any", "name": "Own", "models": [{"profile": "custom", "stats": {"move": 6}}]}, "any"
    )
    assert (read.models[0].stats, slips) == ({"move": 6}, [])
    for wrong in ("six", {"move": "six"}, {"move": 6.5}, {"move": True}):
        read, slips = read_draft({"game": "any", "name": "Own", "models": [{"profile": "x", "stats": wrong}]}, "any")
        assert (read.models[0].stats, len(slips)) == ({}, 1)
