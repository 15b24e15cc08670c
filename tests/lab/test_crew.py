"""Work done in several processes."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

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
