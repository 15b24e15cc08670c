"""What tests are made of: the mark that ties a test to a rule, and the command line as people run it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sightline"
PLUGINS = ROOT / "tests" / "plugins"
"""A game that is no part of the program; the command line finds it as the tests do."""


def rule(rule_id: str, *examples: int) -> pytest.MarkDecorator:
    """Mark a test as holding a rule, and the worked examples of it (by index) that the test covers.

    Several may be stacked on one test, set as `pytestmark` of a module, or given to one case of a table:
    `pytest.param(..., marks=rule("XX-ABC-01", 2))`.
    """
    return pytest.mark.rule(rule_id, *examples)


def examples(of_a_hundred: int) -> hypothesis.settings:
    """Settings of a test whose examples are dear: so many where others have a hundred, in a soak as many times more."""
    usual = hypothesis.settings.default
    assert usual is not None
    return hypothesis.settings(max_examples=usual.max_examples * of_a_hundred // 100)


def sightline(*arguments: Any, stdin: str | bytes = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "sightline", *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(PLUGINS)},
        check=False,
        timeout=120,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def interrupted(*arguments: Any, once: Callable[[], bool]) -> subprocess.CompletedProcess[str]:
    """Run the command line and press Ctrl-C as soon as something is so."""
    command = [sys.executable, "-m", "sightline", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            end = time.monotonic() + 60
            while not once() and running.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            os.kill(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    return subprocess.CompletedProcess(command, running.returncode, out, err)
