from time import process_time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.core.game import game
from sightline.core.muster import write_roster
from sightline.server.musters import muster_view
from tests.conformance.matches import GAMES, allowing
from tests.kit import examples

KEYS = st.sampled_from(["game", "name", "models", "profile", "items", "base", "id", "note", "origin", "character"])
WORDS = st.sampled_from(["trooper", "bruiser", "phaser_rifle", *GAMES]) | st.text(max_size=5)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)


@pytest.mark.parametrize("name", GAMES)
def test_legal_squads_have_no_faults_and_their_cost(name: str) -> None:
    book = game(name)
    for roster in book.rosters.values():
        options = allowing(book, roster)
        view = muster_view(book, msgspec.json.decode(write_roster(roster)), options)
        assert not view.faults
        assert view.repaired is None
        assert view.cost.value == book.budget(roster, book.rulebook.settle(options)).value <= view.cost.most
        assert len(view.members) == len(roster.models)
        assert sum(member.cost for member in view.members) == book.cost(roster)
        assert all(member.figure.role and member.figure.glyph for member in view.members)


@pytest.mark.parametrize("name", GAMES)
@examples(40)
@given(JSON, JSON)
def test_no_document_does_worse_than_faults(name: str, document: Any, options: Any) -> None:
    book = game(name)
    view = muster_view(book, document, options)
    msgspec.json.encode(view)
    for fault in (*view.faults, *view.advice):
        assert fault.rule in book.rulebook.rules
        assert fault.text
    if view.repaired is not None:
        assert not book.muster(
            view.repaired.roster, book.rulebook.settle({}) if not options else {**_settled(book, options)}
        )


def _settled(book: Any, options: Any) -> dict[str, Any]:
    from sightline.server.musters import settle

    return settle(book, options)[0]


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_cannot_be_read_is_told_at_once(name: str) -> None:
    book = game(name)
    document = {
        "game": name,
        "name": 7,
        "colour": "red",
        "models": [3, {"profile": ["x"], "items": {}, "base": "wide"}, {"items": [1, "\ud800"], "name": "\n"}],
    }
    view = muster_view(book, document, {"nothing": 1})
    slips = [(f.model, f.text.partition(":")[0]) for f in view.faults if f.rule == book.preparation["lists"]]
    assert {
        (0, "Options.nothing"),
        (0, "Colour"),
        (0, "Name"),
        (1, "Expected a model"),
        (2, "Items"),
        (2, "Profile"),
        (2, "Base"),
        (3, "Items"),
        (3, "Name"),
    } <= set(slips)


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("name", GAMES)
def test_a_horde_is_looked_at_as_fast_as_a_squad(name: str) -> None:
    document = {"game": name, "name": "Horde", "models": [{"profile": "x", "items": ["y"] * 500}] * 5000}
    began = process_time()
    view = muster_view(game(name), document)
    assert process_time() - began < 3
    assert view.repaired is None
