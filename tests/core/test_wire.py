from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.table import Attachment, Grant, Outcome, Piece, Table, Terrain
from sightline.core.wire import changes, codec, digest, encode, key, lay_out
from tests.core.scuffles import SCUFFLE, setup
from tests.plugins.scuffle.rounds import Round, Turn


def start() -> Table:
    return SCUFFLE.set_up(setup())


def put(**fields: Any) -> Callable[[Table], None]:
    return lambda table: table.put(replace(table.models["red-1"], **fields))


def terrain(table: Table) -> None:
    table.terrain = Terrain(8.0, 8.0, (Piece(((1.0, 1.0), (2.0, 1.0), (1.0, 2.0))),))


def reorder(table: Table) -> None:
    table.models = dict(reversed(table.models.items()))


CHANGES: dict[str, Callable[[Table], None]] = {
    "position": put(at=(1.0, 2.0)),
    "a hair": put(at=(2.0, 2.0 + 1 / 1024)),
    "off the mat": put(at=None),
    "height": put(z=1.0),
    "facing": put(facing=90.0),
    "side": put(side="blue"),
    "token": lambda table: table.put_tokens("red-1", "breath", 2),
    "token of a side": lambda table: table.put_tokens("blue", "luck", 1),
    "effect": put(effects=(Grant("SC-ABL-02"),)),
    "attachment": lambda table: table.attach(Attachment("1", "SC-STR-04", "red-1")),
    "plan": lambda table: setattr(table, "agenda", (Turn("red"),)),
    "figure in a plan": lambda table: setattr(table, "agenda", (Round(2),)),
    "outcome": lambda table: setattr(table, "outcome", Outcome(None, "SC-WIN-01")),
    "serial": lambda table: setattr(table, "serial", 1),
    "terrain": terrain,
    "order of the models": reorder,
}


def test_tables_that_came_of_one_differ_by_their_changes_and_the_order_of_tokens() -> None:
    before = start()
    found = {"nothing": changes(before, before.copy())}
    for what, change in CHANGES.items():
        if what != "order of the models":  # It never changes in a match.
            table = before.copy()
            change(table)
            found[what] = changes(before, table)
    for order in (("breath", "luck"), ("luck", "breath")):
        table = before.copy()
        table.put(replace(table.models["red-1"], tokens=dict.fromkeys(order, 1)))
        found[" ".join(order)] = changes(before, table)
    table = before.copy()
    table.models = {id: model for id, model in before.models.items() if id != "red-1"}
    found["a model less"] = changes(before, table)
    assert len(set(found.values())) == len(found)
    one, other = before.copy(), before.copy()
    for table in (one, other):
        CHANGES["token"](table)
    assert changes(before, one) == changes(before, other)


def test_no_two_different_tables_have_one_digest() -> None:
    digests = {"nothing": digest(start())}
    for what, change in CHANGES.items():
        table = start()
        change(table)
        digests[what] = digest(table)
    assert len(set(digests.values())) == len(digests)
    assert digest(start()) == digests["nothing"]


def test_the_order_in_which_effects_were_laid_counts() -> None:
    one, two = start(), start()
    first, second = Attachment("1", "SC-STR-04", "red-1"), Attachment("2", "SC-STR-05", "red-1")
    for table, attachments in ((one, (first, second)), (two, (second, first))):
        for attachment in attachments:
            table.attach(attachment)
    assert digest(one) != digest(two)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_table_comes_back_from_json(change: Callable[[Table], None]) -> None:
    table = start()
    change(table)
    again = codec(SCUFFLE).table(encode(lay_out(table)))
    assert key(again) == key(table)
    assert (again.sides, again.options, again.conditions) == (table.sides, table.options, table.conditions)
    assert again.borne == table.borne


def test_a_copy_shares_nothing_that_can_change() -> None:
    table = start()
    before = key(table)
    copy = table.copy()
    for change in CHANGES.values():
        change(copy)
    assert key(table) == before
    copy = table.copy()
    copy.memo["sight"] = 1
    copy.put_moved(copy.models["red-1"])
    assert table.memo == {"sight": 1}, "a memo is replaced when somebody moves, never cleared"
    assert copy.memo == {}


def test_what_has_no_form_on_the_wire_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="object"):
        encode(object())
