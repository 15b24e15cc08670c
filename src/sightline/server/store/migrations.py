"""The schema and how it came to be: numbered steps, never changed once they are released."""

from collections.abc import Iterator, Mapping

from sightline.core.errors import BadInput

VERSIONS = "create table if not exists schema_versions (version bigint primary key, at {real} not null)"
NEWEST = "select coalesce(max(version), 0) from schema_versions"
RECORD = "insert into schema_versions (version, at) values (?, ?)"

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # A stream has at least one entry, so "has no entries" and "is not there" are the same.
        """create table streams (
          stream {text} primary key,
          kind {text} not null,
          entries bigint not null check (entries > 0),
          created {real} not null,
          changed {real} not null
        )""",
        "create index streams_by_change on streams (kind, changed, stream)",
        """create table entries (
          stream {text} not null,
          number bigint not null,
          at {real} not null,
          body {blob} not null,
          primary key (stream, number)
        )""",
        # A row is one version of a document; a version without a body says that it was deleted.
        """create table documents (
          version {serial},
          kind {text} not null,
          id {text} not null,
          at {real} not null,
          body {blob}
        )""",
        "create index documents_by_name on documents (kind, id, version)",
        "create index documents_by_version on documents (kind, version)",
    ),
    (
        """create table snapshots (
          stream {text} primary key,
          number bigint not null,
          body {blob} not null
        )""",
    ),
)
"""Version n of the schema is made by the first n of these."""

SQLITE = {"text": "text", "real": "real", "blob": "blob", "serial": "integer primary key autoincrement"}
POSTGRES = {
    # In byte order, whatever the locale of the database: both stores break ties alike.
    "text": 'text collate "C"',
    "real": "double precision",
    "blob": "bytea",
    "serial": "bigint generated always as identity primary key",
}


def pending(version: int, words: Mapping[str, str], where: str) -> Iterator[tuple[int, list[str]]]:
    """The steps from a version to the newest: the number of each, and its statements in the words of a dialect."""
    if version > len(MIGRATIONS):
        raise BadInput(
            f"{where}: its schema has version {version}, this program knows versions up to {len(MIGRATIONS)}; "
            "a newer Sightline wrote it"
        )
    for number in range(version + 1, len(MIGRATIONS) + 1):
        yield number, [statement.format_map(words) for statement in MIGRATIONS[number - 1]]
