"""Where matches and documents are kept: one contract, SQLite by itself or PostgreSQL for many."""

from sightline.core.errors import BadInput
from sightline.server.store.contract import Conflict, Document, Entry, Head, Store, Unavailable

__all__ = ["Conflict", "Document", "Entry", "Head", "Store", "Unavailable", "open_store"]


def open_store(url: str) -> Store:
    """The store that a URL names, not yet opened.

    `sqlite:///relative.db`, `sqlite:////absolute.db`, `sqlite://` (in memory, gone when it is closed), or
    `postgresql://user:password@host:port/database`.
    """
    scheme, separator, _ = url.partition("://")
    if separator and scheme == "sqlite":
        from sightline.server.store.sqlite import SqliteStore

        return SqliteStore(url)
    if separator and scheme in {"postgresql", "postgres"}:
        from sightline.server.store.postgres import PostgresStore

        return PostgresStore(url)
    # The rest of the text may hold a password, and this line may end up in a log.
    shown = f"{scheme}://" if separator else "a text without ://"
    raise BadInput(f"store: expected sqlite:///path, sqlite:// or postgresql://host/database, found {shown}")
