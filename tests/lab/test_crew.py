"""Work done in several processes."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest

from sightline.ai.thought import Stop, never
from sightline.lab import crew
from sightline.lab.crew import Crew

FOREVER = """
import time
from sightline.lab.crew import Crew

class Sleeper:
    def play(self, item, stop=None):
        print(__import__("os").getpid(), flush=True)
        time.sleep(600)

if __name__ == "__main__":
    with Crew(Sleeper, 2) as crew:
        list(crew.work([1, 2, 3, 4]))
"""


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks processes up in /proc")
def test_nobody_works_on_when_the_one_who_asked_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "forever.py"
    script.write_text(FOREVER)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        workers = [int(asking.stdout.readline()) for _ in range(2)]
        assert all(map(alive, workers))
        asking.kill()
    end = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, workers))


class Circling:
    """Somebody who leaves circles behind."""

    def __init__(self) -> None:
        self.left: list[weakref.ref[Circling]] = []

    def play(self, item: int, stop: Stop = never) -> int:
        """Leave one more; say how many there are."""
        circle = Circling()
        circle.left.append(weakref.ref(circle))
        circle.__dict__["itself"] = circle
        self.left.append(weakref.ref(circle))
        return sum(one() is not None for one in self.left)


def test_garbage_is_collected_between_games_and_not_in_the_middle_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    monkeypatch.setattr(crew, "OVERDUE", 0)
    assert list(Crew(Circling).work([1, 2, 3])) == [1, 1, 1]
    monkeypatch.setattr(crew, "OVERDUE", 1_000_000)
    assert list(Crew(Circling).work([1, 2, 3])) == [1, 2, 3]
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, frozen)
