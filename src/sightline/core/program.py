"""Which program this is: a fingerprint of the code that plays a game, rules and all."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

from sightline.core.game import Game

CODE = (".py", ".toml")
"""How the names of files end that a game is played by."""


def fingerprint(game: Game) -> str:
    """The same for two programs only if every line of them is; what one of them has played the other would play."""
    return _of("sightline", type(game).__module__.partition(".")[0])


@cache
def _of(*packages: str) -> str:
    found = blake2b(digest_size=16)
    for package in dict.fromkeys(packages):
        file = sys.modules[package].__file__
        assert file is not None
        home = Path(file).parent
        whole = Path(file).name == "__init__.py"
        for path in sorted(home.rglob("*")) if whole else [Path(file)]:
            if path.suffix in CODE:
                found.update(f"{package}/{path.relative_to(home).as_posix()}\0".encode())
                found.update(blake2b(path.read_bytes()).digest())
    return found.hexdigest()
