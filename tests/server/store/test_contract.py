"""What both stores promise."""

import asyncio
import time

import pytest

from sightline.core.errors import BadInput
from sightline.server.store import Conflict, Entry, Store, Unavailable, open_store

pytestmark = pytest.mark.anyio

NAMES = ["plain", "O'Brien", 'say "hi"', "ünïcödé 🎲 名前", "a\nb\t;--", "%s {x} $1 ?", " ", "../up", "x" * 200]


def bodies(entries: list[Entry]) -> list[bytes]:
    return [entry.body for entry in entries]


async def test_entries_are_numbered_from_one_and_come_back_in_order(store: Store) -> None:
    before = time.time()
    await store.append("m", 0, [b"one", b"two"], kind="match")
    await store.append("m", 2, [b"three"])
    entries = await store.read("m")
    assert [(entry.number, entry.body) for entry in entries] == [(1, b"one"), (2, b"two"), (3, b"three")]
    assert all(before <= entry.at <= time.time() for entry in entries)
    assert await store.length("m") == 3


async def test_reading_starts_after_a_number_and_stops_at_a_limit(store: Store) -> None:
    await store.append("m", 0, [b"%d" % number for number in range(1, 11)])
    assert bodies(await store.read("m", 8)) == [b"9", b"10"]
    assert bodies(await store.read("m", 2, limit=3)) == [b"3", b"4", b"5"]
    assert await store.read("m", 10) == []
    assert await store.read("m", 2**62) == []
    assert await store.read("m", limit=0) == []


async def test_a_stream_that_is_not_there_is_empty(store: Store) -> None:
    assert await store.read("m") == []
    assert await store.length("m") == 0
    assert await store.snapshot("m") is None


@pytest.mark.parametrize("after", [0, 1, 3, 2**62])
async def test_an_append_for_another_length_is_a_conflict_and_changes_nothing(store: Store, after: int) -> None:
    await store.append("m", 0, [b"one", b"two"], b"state", kind="match")
    heads = await store.streams("match")
    with pytest.raises(Conflict) as caught:
        await store.append("m", after, [b"other"], b"other state")
    assert (caught.value.stream, caught.value.after, caught.value.found) == ("m", after, 2)
    assert bodies(await store.read("m")) == [b"one", b"two"]
    assert await store.snapshot("m") == (2, b"state")
    assert await store.streams("match") == heads


async def test_an_append_to_a_stream_that_is_not_there_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict) as caught:
        await store.append("m", 1, [b"two"])
    assert caught.value.found == 0
    assert await store.length("m") == 0


async def test_of_many_who_append_at_once_one_wins(store: Store) -> None:
    await store.append("m", 0, [b"first"])
    tries = [store.append("m", 1, [b"%d" % number]) for number in range(20)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    winners = [number for number, result in enumerate(results) if result is None]
    assert len(winners) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 19
    assert bodies(await store.read("m")) == [b"first", b"%d" % winners[0]]


async def test_of_many_who_make_a_stream_at_once_one_wins(store: Store) -> None:
    tries = [store.append("m", 0, [b"%d" % number], kind=f"k{number}") for number in range(20)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    (winner,) = [number for number, result in enumerate(results) if result is None]
    assert bodies(await store.read("m")) == [b"%d" % winner]
    assert [head.stream for head in await store.streams(f"k{winner}")] == ["m"]


async def test_many_streams_grow_at_once(store: Store) -> None:
    async def grow(stream: str) -> None:
        for number in range(10):
            await store.append(stream, number, [f"{stream}:{number}".encode()], kind="match" if not number else "")

    names = [f"m{number}" for number in range(40)]
    await asyncio.gather(*map(grow, names))
    for name in names:
        assert bodies(await store.read(name)) == [f"{name}:{number}".encode() for number in range(10)]
    assert len(await store.streams("match", limit=100)) == 40


async def test_a_conflict_leaves_its_neighbours_alone(store: Store) -> None:
    tries = [store.append(f"m{number}", number % 2, [b"body"]) for number in range(40)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert [isinstance(result, Conflict) for result in results] == [number % 2 == 1 for number in range(40)]
    assert [await store.length(f"m{number}") for number in range(4)] == [1, 0, 1, 0]


async def test_only_the_newest_snapshot_is_kept(store: Store) -> None:
    await store.append("m", 0, [b"one", b"two"], b"after two")
    await store.append("m", 2, [b"three"])
    assert await store.snapshot("m") == (2, b"after two")
    await store.append("m", 3, [b"four"], b"after four")
    assert await store.snapshot("m") == (4, b"after four")


async def test_a_snapshot_may_come_without_entries(store: Store) -> None:
    await store.append("m", 0, [b"one"])
    await store.append("m", 1, [], b"after one")
    assert await store.snapshot("m") == (1, b"after one")
    with pytest.raises(Conflict):
        await store.append("m", 2, [], b"after two")


async def test_what_makes_no_sense_is_refused(store: Store) -> None:
    await store.append("m", 0, [b"one"])
    with pytest.raises(ValueError, match="nothing to append"):
        await store.append("m", 1, [])
    with pytest.raises(ValueError, match="nothing to append"):
        await store.append("new", 0, [], b"state")
    with pytest.raises(ValueError, match="its kind with its first entry"):
        await store.append("m", 1, [b"two"], kind="match")
    with pytest.raises(BadInput, match="after: expected a whole number from 0"):
        await store.append("m", -1, [b"two"])
    with pytest.raises(BadInput, match="after: expected a whole number from 0"):
        await store.read("m", 2**63)


async def test_streams_of_a_kind_come_newest_change_first(store: Store) -> None:
    for name in ("a", "b", "c"):
        await store.append(name, 0, [b"body"], kind="match")
    await store.append("other", 0, [b"body"], kind="draft")
    await store.append("bare", 0, [b"body"])
    await store.append("a", 1, [b"body", b"body"])
    heads = await store.streams("match")
    assert [(head.stream, head.kind, head.entries) for head in heads] == [
        ("a", "match", 3),
        ("c", "match", 1),
        ("b", "match", 1),
    ]
    assert heads[0].created < heads[1].created < heads[0].changed
    assert [head.stream for head in await store.streams("")] == ["bare"]
    assert await store.streams("nothing") == []


async def test_streams_come_in_pages_without_gaps_even_if_they_changed_together(store: Store) -> None:
    names = [f"m{number:02}" for number in range(25)]
    await asyncio.gather(*(store.append(name, 0, [b"body"], kind="match") for name in names))
    seen = page = await store.streams("match", limit=10)
    while page:
        page = await store.streams("match", limit=10, before=page[-1].place)
        seen += page
    assert sorted(head.stream for head in seen) == names
    assert seen == sorted(seen, key=lambda head: head.place, reverse=True)


async def test_a_document_is_what_was_written_last(store: Store) -> None:
    assert await store.get("squad", "s") is None
    await store.put("squad", "s", b"first")
    await store.put("squad", "s", b"second")
    await store.put("table", "s", b"a table")
    assert await store.get("squad", "s") == b"second"
    assert await store.get("table", "s") == b"a table"


async def test_documents_of_a_kind_come_newest_first_and_once(store: Store) -> None:
    for id, body in (("a", b"1"), ("b", b"2"), ("c", b"3"), ("a", b"4"), ("d", b"5")):
        await store.put("squad", id, body)
    await store.put("table", "t", b"6")
    await store.delete("squad", "c")
    found = await store.documents("squad")
    assert [(document.id, document.body) for document in found] == [("d", b"5"), ("a", b"4"), ("b", b"2")]
    assert [document.id for document in await store.documents("squad", limit=2)] == ["d", "a"]
    assert found[0].at >= found[1].at >= found[2].at > time.time() - 60


async def test_a_deleted_document_is_gone_until_it_is_written_again(store: Store) -> None:
    await store.delete("squad", "s")
    await store.put("squad", "s", b"first")
    await store.delete("squad", "s")
    await store.delete("squad", "s")
    assert await store.get("squad", "s") is None
    assert await store.documents("squad") == []
    await store.put("squad", "s", b"again")
    assert await store.get("squad", "s") == b"again"


async def test_names_are_kept_as_they_are(store: Store) -> None:
    for name in NAMES:
        await store.append(name, 0, [name.encode()], name.encode(), kind=name)
        await store.put(name, name, name.encode())
    for name in NAMES:
        assert bodies(await store.read(name)) == [name.encode()]
        assert await store.snapshot(name) == (1, name.encode())
        assert [head.stream for head in await store.streams(name)] == [name]
        assert await store.get(name, name) == name.encode()
        assert [document.id for document in await store.documents(name)] == [name]


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800", "x" * 201], ids=["empty", "NUL", "surrogate", "too long"])
async def test_a_name_that_is_none_is_bad_input(store: Store, name: str) -> None:
    for call in (
        store.append(name, 0, [b"body"]),
        store.read(name),
        store.snapshot(name),
        store.length(name),
        store.put("squad", name, b"body"),
        store.get(name, "s"),
        store.documents(name),
        store.delete("squad", name),
    ):
        with pytest.raises(BadInput):
            await call


async def test_big_and_odd_bodies_come_back_as_they_were(store: Store) -> None:
    big = bytes(range(256)) * 4096
    await store.append("m", 0, [big, b"", b"\0", big], big)
    assert bodies(await store.read("m")) == [big, b"", b"\0", big]
    assert await store.snapshot("m") == (4, big)
    await store.put("squad", "big", big)
    await store.put("squad", "empty", b"")
    assert await store.get("squad", "big") == big
    assert await store.get("squad", "empty") == b""


async def test_all_is_there_after_opening_again(url: str) -> None:
    for number in range(3):
        async with open_store(url) as store:
            await store.append("m", number, [b"%d" % number], b"after %d" % number)
            await store.put("squad", "s", b"%d" % number)
    async with open_store(url) as store:
        assert bodies(await store.read("m")) == [b"0", b"1", b"2"]
        assert await store.snapshot("m") == (3, b"after 2")
        assert await store.get("squad", "s") == b"2"


async def test_two_stores_on_one_database_see_each_other(url: str) -> None:
    async with open_store(url) as one, open_store(url) as two:
        await one.append("m", 0, [b"one"])
        await two.append("m", 1, [b"two"])
        with pytest.raises(Conflict):
            await one.append("m", 1, [b"other"])
        assert bodies(await one.read("m")) == [b"one", b"two"]


async def test_closing_finishes_what_was_handed_in(url: str) -> None:
    store = open_store(url)
    await store.open()
    going = [asyncio.ensure_future(store.append(f"m{number}", 0, [b"body"])) for number in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*going)
    async with open_store(url) as again:
        assert [await again.length(f"m{number}") for number in range(50)] == [1] * 50


async def test_a_closed_store_says_so(url: str) -> None:
    store = open_store(url)
    with pytest.raises(Unavailable, match="not open"):
        await store.length("m")
    await store.open()
    await store.close()
    await store.close()
    with pytest.raises(Unavailable, match="not open"):
        await store.append("m", 0, [b"one"])


async def test_whoever_gives_up_waiting_disturbs_nobody(store: Store) -> None:
    going = [asyncio.ensure_future(store.append(f"m{number}", 0, [b"body"])) for number in range(20)]
    await asyncio.sleep(0)
    for task in going[::2]:
        task.cancel()
    results = await asyncio.gather(*going, return_exceptions=True)
    assert results[1::2] == [None] * 10
    assert [await store.length(f"m{number}") for number in range(1, 20, 2)] == [1] * 10
    await store.append("after", 0, [b"body"])
