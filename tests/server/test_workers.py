"""Processes that think: one that dies, hangs or is slow to start is nothing to the others."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from sightline.core.decisions import Illegal, Refusal
from sightline.core.preparation import Faults
from sightline.server.workers import Workers

pytestmark = pytest.mark.anyio


async def awake(number: int, patience: float) -> Workers:
    """Workers that have done something already: importing this module takes its time."""
    workers = Workers(number, 30.0)
    await asyncio.gather(*(workers.do(nap, 0.1) for _ in range(number)))
    workers.patience = patience
    return workers


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def fall(mark: str) -> str:
    """Die the first time, and not again."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "up"


def stumble(what: str) -> None:
    raise RuntimeError(what)


def refuse() -> None:
    raise Illegal(Refusal("X-1", {"far": 2}))


async def test_a_process_that_hangs_takes_nobody_along() -> None:
    workers = await awake(2, 3.0)
    try:
        found = await asyncio.gather(
            workers.do(nap, 60.0),
            workers.do(nap, 2.5),
            *(workers.do(nap, 0.0) for _ in range(5)),
            return_exceptions=True,
        )
        assert isinstance(found[0], TimeoutError)
        assert all(isinstance(pid, int) for pid in found[1:])
    finally:
        await workers.close()


async def test_waiting_for_its_turn_counts_not_as_work() -> None:
    workers = await awake(1, 2.0)
    try:
        assert len(set(await asyncio.gather(*(workers.do(nap, 0.5) for _ in range(5))))) == 1
    finally:
        await workers.close()


async def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    workers = await awake(1, 30.0)
    try:
        pid = await workers.do(nap, 0.0)
        os.kill(pid, signal.SIGKILL)
        assert await workers.do(nap, 0.0) != pid
        assert await workers.do(fall, str(tmp_path / "fallen")) == "up"
        with pytest.raises(BrokenExecutor):
            await workers.do(os._exit, 1)
        assert await workers.do(nap, 0.0)
    finally:
        await workers.close()


async def test_work_that_fails_leaves_its_process_alone() -> None:
    workers = await awake(1, 30.0)
    try:
        pid = await workers.do(nap, 0.0)
        with pytest.raises(RuntimeError, match="over"):
            await workers.do(stumble, "over")
        with pytest.raises(Illegal, match="X-1: far 2"):
            await workers.do(refuse)
        assert await workers.do(nap, 0.0) == pid
    finally:
        await workers.close()


async def test_whoever_leaves_does_not_free_a_process_that_is_busy() -> None:
    workers = await awake(1, 2.0)
    try:
        left = asyncio.create_task(workers.do(nap, 1.5))
        await asyncio.sleep(0.1)
        left.cancel()
        assert await workers.do(nap, 1.0)
    finally:
        await workers.close()


def test_processes_end_with_a_server_that_was_killed() -> None:
    program = """
import asyncio, os, time
from sightline.server.workers import Workers
async def main():
    workers = Workers(1, 5.0)
    print(await workers.do(os.getpid), flush=True)
    await asyncio.sleep(60)
if __name__ == "__main__":
    asyncio.run(main())
"""
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    server.kill()
    server.wait()
    server.stdout.close()
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists():
            break
        time.sleep(0.05)
    else:
        os.kill(pid, signal.SIGKILL)
        pytest.fail("it went on")


def test_refusals_travel_between_processes() -> None:
    no = Refusal("X-1", {"far": 2})
    assert pickle.loads(pickle.dumps(Illegal(no))).refusal == no  # noqa: S301 - made here
    faults = pickle.loads(pickle.dumps(Faults("squad", [no, no])))  # noqa: S301 - made here
    assert (faults.what, faults.faults) == ("squad", (no, no))
