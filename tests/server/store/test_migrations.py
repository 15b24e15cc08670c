"""Old databases are brought up to date; newer ones are left alone."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from sightline.core.errors import BadInput
from sightline.server.store import migrations, open_store
from tests.server.postgres import PostgresServer

pytestmark = pytest.mark.anyio

Run = Callable[[str], None]

OLD_ROWS = """
insert into schema_versions (version, at) values (1, 1.5);
insert into streams (stream, kind, entries, created, changed) values ('m', 'match', 2, 1.5, 2.5);
insert into entries (stream, number, at, body) values ('m', 1, 1.5, {one}), ('m', 2, 2.5, {two});
insert into documents (kind, id, at, body) values ('squad', 's', 1.5, {one});
"""


@pytest.fixture(params=["sqlite", "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Run]:
    """A database as version 1 left it: its URL, and how to change it."""
    schema = [migrations.VERSIONS, *migrations.MIGRATIONS[0]]
    if request.param == "sqlite":
        path = tmp_path / "old.db"

        def run(script: str) -> None:
            connection = sqlite3.connect(path)
            connection.executescript(script)
            connection.close()

        url, words, rows = f"sqlite:///{path}", migrations.SQLITE, OLD_ROWS.format(one="x'31'", two="x'32'")
    else:
        url = request.getfixturevalue("postgres_url")
        server: PostgresServer = request.getfixturevalue("postgres_server")

        def run(script: str) -> None:
            server.sql(script)

        words, rows = migrations.POSTGRES, OLD_ROWS.format(one=r"'\x31'", two=r"'\x32'")
    run(";\n".join(statement.format_map(words) for statement in schema) + ";" + rows)
    return url, run


async def test_a_database_of_version_1_is_brought_up_to_date_with_all_it_holds(old: tuple[str, Run]) -> None:
    url, _ = old
    for _ in range(2):
        async with open_store(url) as store:
            assert [tuple(entry) for entry in await store.read("m")] == [(1, b"1", 1.5), (2, b"2", 2.5)]
            assert [tuple(head) for head in await store.streams("match")] == [("m", "match", 2, 1.5, 2.5)]
            assert await store.get("squad", "s") == b"1"
            assert await store.snapshot("m") is None
    async with open_store(url) as store:
        await store.append("m", 2, [b"3"], b"state")
        assert await store.snapshot("m") == (3, b"state")


async def test_a_schema_newer_than_this_program_is_bad_input(old: tuple[str, Run]) -> None:
    url, run = old
    run("insert into schema_versions (version, at) values (99, 2)")
    with pytest.raises(BadInput, match="version 99, this program knows versions up to 2"):
        await open_store(url).open()


async def test_a_step_that_fails_is_undone_altogether(old: tuple[str, Run], monkeypatch: pytest.MonkeyPatch) -> None:
    url, _ = old
    broken = (*migrations.MIGRATIONS, ("create table extra (a bigint)", "create table nonsense ("))
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", broken)
        with pytest.raises(BadInput, match="cannot be used as a store"):
            await open_store(url).open()
    # Had the step before it or its own first statement stayed, this would find a table in its way.
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, ("create table extra (a bigint)",)))
    async with open_store(url) as store:
        assert await store.length("m") == 2


def test_steps_say_the_same_in_both_dialects() -> None:
    assert migrations.SQLITE.keys() == migrations.POSTGRES.keys()
    for words in (migrations.SQLITE, migrations.POSTGRES):
        steps = list(migrations.pending(0, words, "here"))
        assert [number for number, _ in steps] == [1, 2]
        assert not any("{" in statement for _, statements in steps for statement in statements)
