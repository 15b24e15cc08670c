"""What was acknowledged is still there after a crash."""

import random
import subprocess
import sys

import pytest

from sightline.server.store import open_store
from tests.server.store import appender

pytestmark = pytest.mark.anyio


def append_until_killed(url: str, lines: int) -> dict[str, int]:
    """The last number acknowledged in each stream, by a program that is killed after it has printed some lines."""
    command = [sys.executable, appender.__file__, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        printed = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        # What it printed before the signal came counts too; half a line does not.
        printed += process.stdout.read().splitlines(keepends=True)
    assert all(printed[:lines]), "the program ended by itself"
    return {stream: int(number) for stream, number in (line.split() for line in printed if line.endswith("\n"))}


async def test_killed_at_any_moment_it_keeps_what_it_acknowledged(url: str) -> None:
    moments = random.Random(7)  # noqa: S311
    acknowledged = dict.fromkeys(appender.STREAMS, 0)
    for _ in range(4):
        acknowledged |= append_until_killed(url, moments.randrange(1, 200))
        async with open_store(url) as store:
            for stream, number in acknowledged.items():
                entries = await store.read(stream)
                length = await store.length(stream)
                assert number <= length
                assert [entry.number for entry in entries] == list(range(1, length + 1))
                assert all(entry.body == appender.body(stream, entry.number) for entry in entries)
                assert await store.snapshot(stream) == ((length, b"after %d" % length) if length else None)
    assert min(acknowledged.values()) > 20
