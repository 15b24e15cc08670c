"""What the store in a file promises beyond the contract."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from sightline.core.errors import BadInput
from sightline.server.store import Conflict, Unavailable, open_store
from sightline.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
async def opened(tmp_path: Path, anyio_backend: str) -> SqliteStore:
    store = SqliteStore(f"sqlite:///{tmp_path}/store.db")
    await store.open()
    return store


def statements(store: SqliteStore) -> list[str]:
    """A list that grows by what the writer runs."""
    seen: list[str] = []
    store._connections[0].set_trace_callback(seen.append)
    return seen


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return [path.name for path in folder.iterdir()]


async def test_appends_that_wait_share_a_commit(opened: SqliteStore) -> None:
    seen = statements(opened)
    await asyncio.gather(*(opened.append(f"m{number}", 0, [b"body"]) for number in range(200)))
    assert seen.count("begin immediate") == seen.count("commit") <= 20
    assert sum(line.startswith("insert into streams") for line in seen) == 200
    await opened.close()


async def test_an_append_alone_is_committed_at_once(opened: SqliteStore) -> None:
    seen = statements(opened)
    for number in range(5):
        await opened.append("m", number, [b"body"])
    assert seen.count("commit") == 5
    await opened.close()


async def test_nobody_is_told_before_the_commit(opened: SqliteStore) -> None:
    gate = threading.Event()
    opened._connections[0].set_trace_callback(lambda line: line == "commit" and gate.wait(10))
    going = asyncio.ensure_future(opened.append("m", 0, [b"body"]))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(going), 0.1)
    # Readers do not wait for the writer, and see nothing of what is not committed.
    assert await opened.length("m") == 0
    gate.set()
    await going
    assert await opened.length("m") == 1
    await opened.close()


async def test_a_job_that_fails_half_way_leaves_no_trace_and_its_neighbours_alone(opened: SqliteStore) -> None:
    opened._connections[0].execute(
        "create trigger stop before insert on entries when new.body = x'00' begin select raise(abort, 'enough'); end"
    )
    results = await asyncio.gather(
        opened.append("good", 0, [b"one"]),
        opened.append("bad", 0, [b"one", b"\0"], b"state"),
        opened.append("late", 3, [b"four"]),
        opened.append("good", 1, [b"two"]),
        return_exceptions=True,
    )
    assert results[0] is results[3] is None
    assert isinstance(results[1], Unavailable)
    assert isinstance(results[2], Conflict)
    assert await opened.length("good") == 2
    assert await opened.length("bad") == len(await opened.read("bad")) == 0
    assert await opened.snapshot("bad") is None
    await opened.close()


async def test_a_full_disk_fails_all_who_share_the_commit_and_no_more(opened: SqliteStore) -> None:
    await opened.append("m", 0, [b"one"])
    connection = opened._connections[0]
    (pages,) = connection.execute("pragma page_count").fetchone()
    connection.execute(f"pragma max_page_count = {pages + 2}")
    full = await asyncio.gather(
        *(opened.append(f"big{number}", 0, [b"x" * 100_000]) for number in range(3)), return_exceptions=True
    )
    assert all(isinstance(result, Unavailable) and "full" in str(result) for result in full)
    connection.execute("pragma max_page_count = 1000000")
    await opened.append("m", 1, [b"two"])
    assert [await opened.length(name) for name in ("m", "big0", "big1", "big2")] == [2, 0, 0, 0]
    await opened.close()


async def test_a_file_locked_by_another_is_said_to_be(opened: SqliteStore) -> None:
    assert opened.path
    opened._connections[0].execute("pragma busy_timeout = 50")
    other = sqlite3.connect(opened.path, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(Unavailable, match=r"store\.db: database is locked"):
        await opened.append("m", 0, [b"one"])
    other.execute("rollback")
    other.close()
    await opened.append("m", 0, [b"one"])
    await opened.close()


async def test_what_is_written_is_safe_from_a_power_failure(opened: SqliteStore) -> None:
    connection = opened._connections[0]
    assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    assert connection.execute("pragma synchronous").fetchone() == (2,)
    await opened.close()


async def test_a_closed_store_is_one_file(opened: SqliteStore) -> None:
    assert opened.path
    await opened.append("m", 0, [b"one"])
    await opened.close()
    assert names(opened.path.parent) == ["store.db"]


async def test_a_store_in_memory_is_gone_when_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        async with open_store("sqlite://") as store:
            await store.append("m", 0, [b"one"], b"state", kind="match")
            assert await store.length("m") == 1
            assert await store.snapshot("m") == (1, b"state")
    assert names(tmp_path) == []


async def test_a_path_may_be_relative_or_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_store("sqlite:///some/folder/a.db") as store:
        await store.append("m", 0, [b"one"])
    async with open_store(f"sqlite:///{tmp_path}/some/folder/a.db") as store:
        assert await store.length("m") == 1


@pytest.mark.parametrize("url", ["sqlite://a.db", "sqlite:///", "sqlite:///a\0b"])
def test_a_url_without_a_path_is_bad_input(url: str) -> None:
    with pytest.raises(BadInput, match=r"expected sqlite:///relative\.db"):
        open_store(url)


@pytest.mark.parametrize("url", ["", "store.db", "mysql://user:secret@host/db", "redis:x"])
def test_an_unknown_scheme_is_bad_input_that_names_what_there_is(url: str) -> None:
    with pytest.raises(BadInput, match="expected sqlite:///path, sqlite:// or postgresql://") as caught:
        open_store(url)
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_no_database_is_bad_input_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, " * 100)
    with pytest.raises(BadInput, match=r"notes\.txt: cannot be used as a store: file is not a database"):
        await open_store(f"sqlite:///{path}").open()
    assert path.read_text() == "not a database, " * 100


async def test_the_database_of_another_program_is_bad_input_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("create table bookmarks (url text)")
    other.commit()
    other.close()
    content = path.read_bytes()
    with pytest.raises(BadInput, match=r"a database of another program .* 'bookmarks'"):
        await open_store(f"sqlite:///{path}").open()
    assert path.read_bytes() == content


async def test_a_path_that_cannot_be_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot make the folder"):
        await open_store(f"sqlite:///{tmp_path}/file/store.db").open()
    with pytest.raises(BadInput, match="unable to open database file"):
        await open_store(f"sqlite:///{tmp_path}").open()
