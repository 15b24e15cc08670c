"""How fast an answer reaches the other side, how fast a server starts, and how little it needs."""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.guests import serving


@pytest.mark.anyio
async def test_an_answer_reaches_the_other_side_in_time(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = await server.new(seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
        both = f"{made['tokens']['red']},{made['tokens']['blue']}"
        async with (
            server.guest(made["match"], both) as actor,
            server.guest(made["match"], watch=made["watch"]) as watcher,
        ):
            took: list[float] = []
            while len(took) < 60 and actor.decision:
                version = actor.version
                started = time.perf_counter()
                said = await actor.play(actor.guess())
                if said["type"] != "done":
                    continue
                while watcher.version <= version:
                    await watcher.hear()
                took.append((time.perf_counter() - started) * 1000)
    took.sort()
    print(f"ms to the other side: median {statistics.median(took):.1f}, p95 {took[int(len(took) * 0.95)]:.1f}")  # noqa: T201
    assert took[int(len(took) * 0.95)] < 250  # The promise is 100 on a machine that has nothing else to do.


def spent(process: int) -> tuple[float, float]:
    """Seconds of work a process has done, and the MB it holds."""
    folder = Path(f"/proc/{process}")
    if not folder.exists():
        pytest.skip("this system has no /proc")
    times = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
    resident = int((folder / "status").read_text().split("VmRSS:")[1].split()[0]) / 1024
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), resident


def test_a_table_is_served_soon_and_needs_little(tmp_path: Path) -> None:
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", "play", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        env={**os.environ, "SIGHTLINE_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    try:
        assert b"http://127.0.0.1:" in process.stdout.readline()
        took = time.perf_counter() - started
        worked, resident = spent(process.pid)
    finally:
        process.terminate()
        code = process.wait(10)
        process.stdout.close()
    print(f"started in {took:.2f} s, {worked:.2f} s of work, {resident:.0f} MB")  # noqa: T201
    # Seconds of work, so that it does not matter what else the machine has to do.
    assert worked < 2.0
    assert resident < 120
    assert code in {0, -15}
    assert (tmp_path / "sightline.db").exists()
