"""Programs that misbehave; in a file of its own, so that a process that has to read it is not slow to begin."""

import time

from sightline.server.bots import think
from sightline.server.positions import Position
from sightline.server.workers import hurried


def odd(where: Position, level: str, seed: str) -> bytes:
    """A program that thinks until it is hurried, one that fails, one that hangs, one that breaks a rule."""
    match level.partition("/")[0]:
        case "commander":
            while not hurried():
                time.sleep(0.005)
        case "veteran":
            raise RuntimeError("lost for words")
        case "recruit":
            time.sleep(60)
        case "random":
            return b'{"action": {"type": "Concede", "side": "nobody"}, "thought": null}'
    return think(where, level, seed)
