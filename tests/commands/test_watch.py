import pytest

from sightline.cli import run
from sightline.core import rulebook
from sightline.core.game import game
from tests.kit import sightline

BOOK = game(next(iter(rulebook.packages())))


def test_a_quick_battle_is_told_and_can_be_repeated() -> None:
    first = sightline("watch", "--seed", 3)
    assert first.returncode == 0
    assert not first.stderr
    assert "\x1b" not in first.stdout
    lines = first.stdout.splitlines()
    assert lines[0] == BOOK.title
    assert "Seed: 3" in lines
    assert any(line.startswith("Score: ") for line in lines)
    assert lines[-1].startswith("Result: ")
    assert sightline("watch", "--seed", 3, "--fast").stdout == first.stdout


def test_squads_and_table_may_be_chosen() -> None:
    squad, preset = list(BOOK.rosters)[-1], list(BOOK.tables)[-1]
    shown = sightline("watch", "--red", squad, "--blue", squad, "--table", preset).stdout
    assert shown.count(f": {BOOK.rosters[squad].name} (") == len(BOOK.sides)
    assert f"Table: {BOOK.tables[preset].name}" in shown


def test_bad_choices_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    for option, wrong in (("--red", "nobody"), ("--table", "nowhere"), ("--ai", "genius"), ("--game", "chess")):
        assert run(["watch", option, wrong]) == 2
        said = capsys.readouterr().err
        assert said.startswith("error: ")
        assert f"{wrong}: no such" in said
