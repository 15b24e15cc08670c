import json
from pathlib import Path
from typing import Any

import pytest

from sightline.commands.ladder import chosen_pairings
from sightline.core import rulebook
from sightline.core.game import game
from tests.kit import interrupted, sightline

GAME = next(iter(rulebook.packages()))
BOOK = game(GAME)
SMALL = min(BOOK.rosters, key=lambda name: len(BOOK.rosters[name].models))


def climbed(*arguments: Any) -> dict[str, Any]:
    done = sightline("ladder", GAME, "random", "regular", "--squads", SMALL, "--json", *arguments)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_the_report_is_the_same_for_the_same_seed_and_goes_on_from_its_folder(tmp_path: Path) -> None:
    one = climbed("--games", 4, "--seed", 5)
    climbed("--games", 2, "--seed", 5, "--out", tmp_path)
    other = climbed("--games", 4, "--seed", 5, "--out", tmp_path, "--jobs", 2)
    assert other["resumed"] == 2
    assert one["pairs"] == other["pairs"]
    assert one["ratings"] == other["ratings"]
    assert one["games"] == 4
    assert {row["level"] for row in one["times"]} == {"random", "regular"}


def test_people_get_tables() -> None:
    done = sightline("ladder", GAME, "--pairs", "regular:random", "--squads", SMALL, "--games", 2)
    assert done.returncode == 0
    assert not done.stderr
    assert "regular : random" in done.stdout
    assert "95 % Wilson interval" in done.stdout


def test_pairs_are_read_with_their_styles() -> None:
    assert chosen_pairings([], "veteran/aggressive=0.5,cautious=0.2:regular,regular/objective:random") == (
        ("veteran/aggressive=0.5,cautious=0.2", "regular"),
        ("regular/objective", "random"),
    )
    assert chosen_pairings(["random", "veteran"], "") == (("veteran", "random"),)
    assert len(chosen_pairings([], "")) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "3"], "--games 3: expected an even number from 2 to 10,000,000"),
        (["--games", "0"], "--games 0: expected an even number from 2 to 10,000,000"),
        (["--jobs", "0"], "--jobs 0: expected 1 or more"),
        (["genius", "random"], "genius: no such level 'genius'; known: "),
        (["random"], "random: a ladder needs two levels or more"),
        (["random", "regular", "random"], "random and regular: given twice"),
        (["random", "--pairs", "regular:random"], "--pairs says who plays whom: no levels beside it"),
        (["--pairs", "regular"], "--pairs regular: expected LEVEL:LEVEL"),
        (["--pairs", "regular:nobody"], "--pairs regular:nobody: no such level 'nobody'"),
        (["--squads", "nobody"], "--squads nobody: no such sample squad; known: "),
        (["--tables", "nowhere"], "--tables nowhere: no such table; known: "),
        (["--option", "nonsense=1"], "options.nonsense: no such option"),
        (["--out", "/dev/null"], "--out /dev/null: is not a folder"),
    ],
)
def test_bad_usage_exits_2_with_one_clear_line(arguments: list[str], message: str) -> None:
    done = sightline("ladder", GAME, *arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.startswith(f"error: {message}")
    assert "Traceback" not in done.stderr


def test_ctrl_c_tells_what_is_done(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    stopped = interrupted(
        *("ladder", GAME, "random", "regular", "--games", 2000, "--json", "--jobs", 2, "--out", tmp_path),
        once=lambda: log.exists() and log.read_bytes().count(b"\n") > 3,
    )
    assert stopped.returncode == 130
    assert stopped.stderr.startswith("stopped after ")
    assert "Traceback" not in stopped.stderr
    assert 3 < json.loads(stopped.stdout)["games"] == log.read_bytes().count(b"\n") < 2000
