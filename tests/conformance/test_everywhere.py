"""The same seeds make the same match in another process: whatever the order of hashes, and with either kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b

import pytest

from sightline.core.wire import digest, encode
from tests.conformance.matches import GAMES, played
from tests.kit import ROOT

SCRIPT = """
import sys
sys.path[:0] = [{root!r}, {plugins!r}]
from tests.conformance.test_everywhere import fingerprint
print(fingerprint({name!r}, 0))
"""


def fingerprint(name: str, number: int) -> str:
    """Everything that happened in a match, in short."""
    match = played(name, number)
    text = encode(match.events) + "".join(digest(step.rest) for step in match.steps or ()).encode()
    return blake2b(text, digest_size=16).hexdigest()


@pytest.mark.parametrize(
    "surroundings",
    [{"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"}, {"SIGHTLINE_BACKEND": "interpreted"}],
    ids=["one hash seed", "another hash seed", "interpreted kernel"],
)
@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_same_in_another_process(name: str, surroundings: dict[str, str]) -> None:
    script = SCRIPT.format(root=str(ROOT), plugins=str(ROOT / "tests" / "plugins"), name=name)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.strip() == fingerprint(name, 0), done.stderr
