from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.core.game import game
from sightline.core.muster import Entry, Roster
from sightline.core.repair import Repairs
from tests.conformance.matches import GAMES
from tests.kit import examples


def squads(name: str) -> st.SearchStrategy[Roster]:
    """Squads as wrong as they like, of what the book has and of what it has not."""
    book = game(name)
    known = [(e["id"], "open_to" in e) for entries in book.catalog.values() for e in entries]
    profiles = st.sampled_from([id for id, thing in known if not thing]) | st.just("nobody")
    things = st.sampled_from([id for id, thing in known if thing] + ["nothing"])
    entries = st.builds(
        Entry,
        profile=profiles,
        items=st.lists(things, max_size=5).map(tuple),
        base=st.none() | st.sampled_from([0.1, 1.0, 9.0]),
    )
    return st.builds(
        Roster, game=st.sampled_from([name, "another"]), name=st.just("Odd Lot"), models=st.lists(entries, max_size=9)
    ).map(lambda r: Roster(r.game, r.name, tuple(r.models)))


@pytest.mark.parametrize("name", GAMES)
@examples(15)
@given(st.data())
def test_a_repair_removes_its_fault_and_adds_none(name: str, data: st.DataObject) -> None:
    book, roster = game(name), data.draw(squads(name))
    options = book.rulebook.settle({})
    faults = book.muster(roster, options)
    repairs = Repairs(book, roster, options)
    for fault in faults:
        fix = repairs.of(fault)
        if fix is not None:
            after = book.muster(fix.roster, options)
            assert fault not in after or fix.roster.models != roster.models
            assert len(after) < len(faults)
            assert fix.text


@pytest.mark.parametrize("name", GAMES)
@examples(15)
@given(st.data())
def test_what_repairs_all_leaves_nothing_wrong(name: str, data: st.DataObject) -> None:
    book, roster = game(name), data.draw(squads(name))
    options = book.rulebook.settle({})
    fix = Repairs(book, roster, options).all()
    if not book.muster(roster, options):
        assert fix is None
    elif fix is not None:
        assert not book.muster(fix.roster, options)
        assert fix.changes <= 12


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("name", GAMES)
def test_a_squad_of_thousands_is_answered_too(name: str) -> None:
    book = game(name)
    options = book.rulebook.settle({})
    roster = Roster(name, "Horde", tuple(Entry("nobody", ("nothing",) * 9) for _ in range(300)))
    began = process_time()
    repairs = Repairs(book, roster, options)
    repairs.of(book.muster(roster, options)[0])
    assert repairs.all() is None
    assert process_time() - began < 5
