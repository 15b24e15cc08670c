"""A server in a process of its own, with the settings of a test: `python served.py STORE SETTINGS [PORT]`."""

import logging
import sys

import msgspec

from sightline.server.running import listen, run, set_up_log
from sightline.server.settings import Settings


def serve(store: str, plain: str, port: str = "0") -> None:
    """Serve at a door, or at any that is free, and print it."""
    set_up_log(verbose=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    door = listen("127.0.0.1", int(port), search=False)
    settings = msgspec.json.decode(plain, type=Settings)
    run(door, store, settings, lambda: print(door.getsockname()[1], flush=True))  # noqa: T201 - the test reads it


if __name__ == "__main__":
    serve(*sys.argv[1:])
