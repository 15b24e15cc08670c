"""Holds the maps from rules to tests (tested.json) to the tests.

A game is complete from its first committed map on: then every rule of its ledger and every worked example needs a test.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.core import rulebook
from tests.kit import ROOT
from tests.marks import bare_name, rules_of, tested_map

COMPLETE_GAMES = [game for game in rulebook.packages() if rulebook.tested(game) is not None]
STALE = "run `make coverage`"


def whole(config: pytest.Config) -> bool:
    """Whether all tests run now, and not a part of them."""
    chosen = [Path(config.invocation_params.dir, arg).resolve() for arg in config.args]
    picky = any(config.getoption(name) for name in ("keyword", "markexpr", "ignore", "ignore_glob", "deselect", "lf"))
    return chosen == [ROOT / "tests"] and not picky


@pytest.fixture(scope="module")
def marks(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[str, str, tuple[int, ...]]]:
    """Every (test, rule, examples) of the whole suite, whatever part of it runs now."""
    if whole(request.config):
        return [(bare_name(item.nodeid), id, tuple(on)) for item in request.session.items for id, *on in rules_of(item)]
    target = tmp_path_factory.mktemp("marks") / "marks.json"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests",
        "--collect-only",
        "-qq",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    done = subprocess.run([*command, f"--write-marks={target}"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [(test, rule_id, tuple(examples)) for test, rule_id, *examples in json.loads(target.read_text())]


def named(marks: list[tuple[str, str, tuple[int, ...]]]) -> dict[str, set[str]]:
    result: dict[str, set[str]] = {}
    for test, rule_id, _ in marks:
        result.setdefault(rule_id, set()).add(test)
    return result


def test_every_marked_rule_and_example_is_in_a_ledger(marks: list[tuple[str, str, tuple[int, ...]]]) -> None:
    ledgers = {rule_id: rule for game in rulebook.packages() for rule_id, rule in rulebook.of(game).rules.items()}
    wrong = [f"{test} names {rule_id}, which no ledger has" for test, rule_id, _ in marks if rule_id not in ledgers]
    wrong += [
        f"{test} names example {index} of {rule_id}, which has {len(ledgers[rule_id].examples)}"
        for test, rule_id, examples in marks
        if rule_id in ledgers
        for index in examples
        if not 0 <= index < len(ledgers[rule_id].examples)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_committed_maps_are_those_of_the_tests(marks: list[tuple[str, str, tuple[int, ...]]]) -> None:
    for game in COMPLETE_GAMES:
        assert rulebook.tested(game) == tested_map(named(marks), rulebook.of(game).prefix, ()), f"{game}: {STALE}"


def test_every_rule_of_a_complete_game_has_a_test(marks: list[tuple[str, str, tuple[int, ...]]]) -> None:
    held = named(marks)
    missing = [rule_id for game in COMPLETE_GAMES for rule_id in rulebook.of(game).rules if rule_id not in held]
    assert not missing, f"{len(missing)} rules without a test: {' '.join(missing)}"


def test_every_worked_example_of_a_complete_game_has_a_test(marks: list[tuple[str, str, tuple[int, ...]]]) -> None:
    held = {(rule_id, index) for _, rule_id, examples in marks for index in examples}
    missing = [
        f"{rule.id}[{index}]"
        for game in COMPLETE_GAMES
        for rule in rulebook.of(game).rules.values()
        for index in range(len(rule.examples))
        if (rule.id, index) not in held
    ]
    assert not missing, f"{len(missing)} worked examples without a test: {' '.join(missing)}"
