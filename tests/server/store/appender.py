"""A program that appends to a few streams until it is killed, and prints what has been acknowledged."""

import asyncio
import sys

from sightline.server.store import Store, open_store

STREAMS = ("a", "b", "c")


def body(stream: str, number: int) -> bytes:
    return f"{stream}{number}".encode() * 50


async def grow(store: Store, stream: str) -> None:
    number = await store.length(stream)
    while True:
        count = number % 3 + 1
        bodies = [body(stream, number + step) for step in range(1, count + 1)]
        await store.append(stream, number, bodies, b"after %d" % (number + count))
        number += count
        sys.stdout.write(f"{stream} {number}\n")
        sys.stdout.flush()


async def main(url: str) -> None:
    async with open_store(url) as store:
        await asyncio.gather(*(grow(store, stream) for stream in STREAMS))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
