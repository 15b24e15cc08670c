import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sightline import __version__
from sightline.core import rulebook
from tests.kit import sightline

GAME = next(iter(rulebook.packages()))
BOOK = rulebook.of(GAME)


def test_help_lists_every_command() -> None:
    done = sightline("--help")
    assert done.returncode == 0
    assert not done.stderr
    for command in ("games", "rules", "doctor", "sight"):
        assert f"\n  {command} " in done.stdout


def test_the_version_is_printed() -> None:
    assert sightline("--version").stdout == f"sightline {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "error: missing command"),
        (["paly"], "error: no such command 'paly'"),
        (["games", "--jsn"], "error: no such option: --jsn"),
        (["games", "extra"], "error: got unexpected extra argument(s) (extra)"),
        (["sight"], "error: missing argument 'SCENE'"),
        (["rules"], "error: rules needs a game; sightline games lists them"),
        (["rules", "chess"], f"error: chess: no such game; installed: {', '.join(rulebook.packages())}"),
        (["rules", GAME, "ZZ-ZZZ-99"], f"error: ZZ-ZZZ-99: {BOOK.title} has no such rule"),
        (["rules", GAME, "--json"], "error: --summary and --json belong to rules --coverage"),
        (["rules", "--coverage", "chess"], f"error: chess: no such game; installed: {', '.join(rulebook.packages())}"),
        (["rules", "--coverage", "--json", "--summary"], "error: rules --coverage takes at most a game, and either"),
    ],
)
def test_bad_usage_exits_2_with_one_clear_line(arguments: list[str], message: str) -> None:
    done = sightline(*arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.startswith(message)
    assert "Traceback" not in done.stderr


def test_games_are_listed_for_people_and_for_scripts() -> None:
    lines = [line.split() for line in sightline("games").stdout.splitlines()]
    assert f"{GAME} {len(BOOK.rules)} rules {BOOK.title} ({BOOK.publisher})".split() in lines
    listed = {row["id"]: row for row in json.loads(sightline("games", "--json").stdout)}
    assert list(listed) == list(rulebook.packages())
    assert listed[GAME]["rules_hash"] == BOOK.rules_hash


def test_the_rules_of_a_game_are_listed_by_section() -> None:
    lines = sightline("rules", GAME).stdout.splitlines()
    assert [line[:9] for line in lines if line[:9] in BOOK.rules] == sorted(BOOK.rules, key=list(BOOK.rules).index)
    optional = next(iter(BOOK.options.values()))
    assert any(line.startswith(optional.rule) and line.endswith(f"option {optional.name}") for line in lines)


def test_one_rule_is_shown_with_all_the_ledger_says(golden: Callable[[str, str], None]) -> None:
    # Its tests are left out: they come and go with every change.
    shown = sightline("rules", GAME, next(iter(BOOK.options.values())).rule).stdout
    golden("rule.txt", shown.partition("\nTests\n")[0] + "\n")


def test_coverage_counts_tested_rules_and_lists_the_others() -> None:
    report = json.loads(sightline("rules", "--coverage", "--json").stdout)
    summary = sightline("rules", "--coverage", "--summary").stdout.splitlines()
    assert list(report) == list(rulebook.packages())
    for game, row in report.items():
        tested = rulebook.tested(game) or {}
        assert row["rules"] == len(rulebook.of(game).rules)
        assert row["missing"] == [rule_id for rule_id in rulebook.of(game).rules if rule_id not in tested]
        assert row["tested"] == row["rules"] - len(row["missing"])
        assert f"{game} {row['tested']} of {row['rules']}" in summary
        assert f"{game}: {row['tested']} of {row['rules']} rules" in sightline("rules", "--coverage", game).stdout


def test_the_doctor_says_what_is_installed() -> None:
    done = sightline("doctor", "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert report["healthy"]
    assert report["sightline"] == __version__
    assert report["kernel"]
    assert report["games"][GAME]["rules"] == len(BOOK.rules)
    assert ["kernel", report["kernel"]] in [line.split() for line in sightline("doctor").stdout.splitlines()]


def test_a_reader_that_stops_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "sightline", "rules", GAME],
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said_in_one_line(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sightline", "games", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 2
    assert done.stderr == b"error: no space left on device\n"


def test_importing_the_package_draws_in_nothing_heavy() -> None:
    code = "import sys, sightline; print(*sorted(name for name in sys.modules if '.' not in name))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"typer", "rich", "tomllib", "msgspec", "json"}.intersection(loaded)
