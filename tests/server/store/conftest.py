"""The stores under test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sightline.server.store import Store, open_store


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store, once of each sort."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/folder/store.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(url: str, anyio_backend: str) -> AsyncIterator[Store]:
    """An empty store, open."""
    async with open_store(url) as opened:
        yield opened
