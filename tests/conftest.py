"""Options of the test run: which rule each test holds, and the files that a run can rewrite."""

import gc
import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from sightline.core import rulebook
from tests.kit import ROOT
from tests.marks import bare_name, rules_of, tested_map

# A game that is no part of the program is found as any installed plug-in is: by the entry point in its dist-info.
sys.path.append(str(ROOT / "tests" / "plugins"))

# A shell that runs the tests in the background has them ignore Ctrl-C, and every process they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples on every machine and in every run; `make soak` looks for new ones.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("soak", max_examples=5000, deadline=None, database=None)
hypothesis.settings.load_profile("steady")

JOURNEYS = ROOT / "tests" / "web"
"""The tests in a real browser."""
RULES = "rules"
"""The user property of a test that carries its marks; reports bring it back from other processes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sightline")
    group.addoption(
        "--write-coverage", action="store_true", help="rewrite every game's tested.json from the passed tests"
    )
    group.addoption(
        "--write-marks", metavar="FILE", type=Path, help="write every collected test with its rules to FILE"
    )
    group.addoption("--write-goldens", action="store_true", help="rewrite the golden files before comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    # Only the process that sees all reports may write.
    if config.getoption("--write-coverage") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(CoverageMap(), "sightline-coverage-map")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        item.user_properties.append((RULES, rules_of(item)))
        if "golden" in getattr(item, "fixturenames", ()):
            item.add_marker("golden")
    target: Path | None = config.getoption("--write-marks")
    if target:
        target.write_text(json.dumps([[bare_name(item.nodeid), *mark] for item in items for mark in rules_of(item)]))
    # A process that has run a browser has an event loop running, in which tests with loops of their own cannot start.
    items.sort(key=lambda item: JOURNEYS in item.path.parents)


def pytest_collection_finish() -> None:
    # What was collected stays to the end: to look through it for garbage again and again is for nothing.
    gc.collect()
    gc.freeze()


class CoverageMap:
    """Follows a run and writes, for each game, which passed tests hold each rule."""

    def __init__(self) -> None:
        self.named: dict[str, set[str]] = {}
        self.spoiled: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = bare_name(report.nodeid)
        if not report.passed:
            # One case that failed or was skipped spoils the test: a rule half held is not held.
            self.spoiled.add(test)
        for name, marks in report.user_properties:
            if name == RULES:
                for mark in marks:  # type: ignore[attr-defined]
                    self.named.setdefault(mark[0], set()).add(test)

    def pytest_sessionfinish(self) -> None:
        for game, package in rulebook.packages().items():
            tests = tested_map(self.named, rulebook.of(game).prefix, self.spoiled)
            path = rulebook.folder(package) / rulebook.TESTED
            if tests or path.exists():
                path.write_text(json.dumps(tests, indent=1, ensure_ascii=False) + "\n")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the file of that name in tests/goldens; `make goldens` rewrites the file first."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "goldens" / name
        if request.config.getoption("--write-goldens"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        assert text == path.read_text(), f"{path.relative_to(ROOT)} differs; `make goldens` rewrites it"

    return compare


@pytest.fixture
def swept() -> None:
    """A test of time is not interrupted to look through what thousands of other tests have left in memory."""
    gc.collect()
    gc.freeze()
