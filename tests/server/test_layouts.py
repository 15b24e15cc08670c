from time import process_time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.core.game import game
from sightline.core.table import Piece, Point
from sightline.server.layouts import cells, layout_view
from sightline.server.sheets import bare_table
from tests.conformance.matches import GAMES
from tests.kit import examples

KEYS = st.sampled_from(["id", "name", "pieces", "polygon", "height", "kind", "origin"])
POINT = st.tuples(st.floats() | st.integers(-5, 40), st.floats() | st.integers(-5, 30)).map(list)
PIECE = st.fixed_dictionaries({"polygon": st.lists(POINT, max_size=5), "height": st.floats() | st.just(2.0)})
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | PIECE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=15,
)
PLANS = JSON | st.fixed_dictionaries({"id": st.just("x"), "pieces": st.lists(PIECE, max_size=5)})


def box(x: float, y: float, w: float, h: float) -> list[Point]:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


@pytest.mark.parametrize("name", GAMES)
@examples(40)
@given(PLANS)
def test_no_document_does_worse_than_faults(name: str, document: Any) -> None:
    book = game(name)
    view = layout_view(book, document)
    msgspec.json.encode(view)
    for fault in (*view.faults, *view.advice):
        assert fault.rule in book.rulebook.rules
        assert fault.text


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("name", GAMES)
def test_presets_have_no_faults_and_are_answered_at_once(name: str) -> None:
    book = game(name)
    for plan in book.tables.values():
        layout_view(book, msgspec.to_builtins(plan))
        began = process_time()
        view = layout_view(book, msgspec.to_builtins(plan))
        assert process_time() - began < 0.5  # 0.15 s on a machine that does nothing else
        assert not view.faults
        assert all(hint.text and hint.name for hint in view.hints)


def test_squares_of_ground_add_up_to_the_area() -> None:
    assert len(set(cells(box(1, 1, 3, 2)))) == 24
    triangle = ((0.0, 0.0), (10.0, 0.0), (0.0, 10.0))
    assert abs(len(set(cells(triangle))) * 0.25 - 50) < 3


def test_a_turned_layout_is_seen_as_such() -> None:
    width, height = 36.0, 24.0
    books = (game(name) for name in GAMES if len(game(name).tables) > 1)
    book = next(book for book in books if bare_table(book).terrain.width == width)
    pieces = [Piece(tuple(box(8, 4, 3, 2)), 2.0), Piece(tuple(box(width - 11, height - 6, 3, 2)), 2.0)]
    mine = {"id": "mine", "width": width, "height": height}
    view = layout_view(book, {**mine, "pieces": msgspec.to_builtins(pieces)})
    values = {hint.name: hint.value for hint in view.hints}
    assert values["Half turn"] == 1.0
    assert values["Mirror"] == 0.0
    assert values["Way to cover"] == pytest.approx(0.0)
    assert all(hint.good for hint in view.hints if hint.name in ("Half turn", "Equal sight", "Way to cover"))
    lone = layout_view(book, {**mine, "pieces": msgspec.to_builtins(pieces[:1])})
    assert not any(hint.good for hint in lone.hints if hint.name in ("Half turn", "Way to cover", "Cover"))
