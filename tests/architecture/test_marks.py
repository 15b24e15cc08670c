"""The rule marks themselves, tried on small suites in a folder of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.core import rulebook
from tests.kit import ROOT

PREFIX = rulebook.of(next(iter(rulebook.packages()))).prefix
SUITE = f"""
import pytest
from tests.kit import rule

@rule("{PREFIX}-ABC-01", 0, 1)
@rule("{PREFIX}-ABC-02")
def test_one(): ...

@rule("{PREFIX}-ABC-01")
@pytest.mark.parametrize("n", [1, pytest.param(2, marks=rule("{PREFIX}-ABC-03", 2))])
def test_cases(n): ...

@rule("{PREFIX}-ABC-04")
@pytest.mark.parametrize("n", [1, 2])
def test_half_fails(n): assert n == 1

@rule("{PREFIX}-ABC-05")
def test_is_skipped(): pytest.skip("never")
"""


def run(folder: Path, *options: str, suite: str = SUITE) -> subprocess.CompletedProcess[str]:
    """Run a suite under the project's conftest, with a stand-in for the folder of each game."""
    (folder / "test_suite.py").write_text(suite)
    (folder / "conftest.py").write_text(
        "from pathlib import Path\n"
        "from sightline.core import rulebook\n"
        "from tests.conftest import *\n"
        "rulebook.of(next(iter(rulebook.packages())))\n"
        "rulebook.folder = lambda package: Path(__file__).parent\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        str(ROOT / "pyproject.toml"),
        f"--rootdir={folder}",
        str(folder),
    ]
    # Other plug-ins have no say in this, and take longer to load than the suite to run.
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [*command, *options], cwd=ROOT, env=alone, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize("workers", [[], ["-p", "xdist", "-n", "2"]], ids=["one process", "two processes"])
def test_the_map_names_passed_tests_only_without_their_parameters(tmp_path: Path, workers: list[str]) -> None:
    done = run(tmp_path, "--write-coverage", *workers)
    assert "2 failed" not in done.stdout
    assert json.loads((tmp_path / "tested.json").read_text()) == {
        f"{PREFIX}-ABC-01": ["test_suite.py::test_cases", "test_suite.py::test_one"],
        f"{PREFIX}-ABC-02": ["test_suite.py::test_one"],
        f"{PREFIX}-ABC-03": ["test_suite.py::test_cases"],
    }


def test_without_the_option_no_map_is_written(tmp_path: Path) -> None:
    run(tmp_path)
    assert not (tmp_path / "tested.json").exists()


def test_marks_carry_the_examples(tmp_path: Path) -> None:
    target = tmp_path / "marks.json"
    run(tmp_path, "--collect-only", f"--write-marks={target}")
    assert ["test_suite.py::test_one", f"{PREFIX}-ABC-01", 0, 1] in json.loads(target.read_text())


@pytest.mark.parametrize("mark", ['"DG-1"', "", f'"{PREFIX}-ABC-01", "0"'])
def test_a_mark_that_is_no_rule_stops_the_run(tmp_path: Path, mark: str) -> None:
    suite = f"import pytest\n@pytest.mark.rule({mark})\ndef test_one(): ...\n"
    done = run(tmp_path, suite=suite)
    assert done.returncode == 4
    assert "expected rule(id, *indices of examples)" in done.stdout + done.stderr
