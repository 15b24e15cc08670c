import json
from pathlib import Path

import pytest

from sightline.ai import thinker, weights
from sightline.ai.player import Thinker, player
from sightline.ai.weights import Weight, Weights
from sightline.cli import run
from sightline.core import rulebook
from sightline.core.game import game
from sightline.lab import mirror
from tests.kit import sightline as command

GAME = next(iter(rulebook.packages()))
BOOK = game(GAME)
SQUAD = min(BOOK.rosters, key=lambda name: abs(len(BOOK.rosters[name].models) - 7))
"""Enough models for skill to tell."""
FILE = '[weights.courage]\nvalue = 1.0\ntext = "how brave it is"\n'


@pytest.fixture
def weighted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Programs with a weight of which more is better, and the folder for what is found."""
    usual, load = player, weights.load
    courage = Weights({"courage": Weight(1.0, "how brave it is")})

    def brave(level: str, seed: int | str, has: Weights | None = None) -> Thinker:
        return usual("random" if has and has["courage"] <= 1 else level, seed)

    for module in (mirror, weights):
        monkeypatch.setattr(module, "load", lambda _: courage)
    monkeypatch.setattr(thinker, "load", load)  # What plays has weights of its own.
    monkeypatch.setattr(mirror, "player", brave)
    monkeypatch.setattr("sightline.lab.proposal.written_weights", lambda _: FILE)
    return tmp_path / "out"


def test_better_weights_are_proposed_with_their_evidence(weighted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tune", GAME, "--squads", SQUAD, "--steps", "4", "--pairs", "1", "--confirm", "12", "--json"]
    assert run([*arguments, "--out", str(weighted)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["verdict"] == "the new weights beat the old"
    assert report["new"]["courage"] > 1
    assert report["old"] == {"courage": 1.0}
    assert f"value = {report['new']['courage']!r}\n" in (weighted / "weights.toml").read_text()
    assert f"| {GAME} | regular | `sightline tune {GAME} --level regular" in (weighted / "evidence.md").read_text()
    assert run([*arguments, "--out", str(weighted)]) == 0, "done already"
    assert json.loads(capsys.readouterr().out) == report


def test_weights_as_they_are_play_those_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    former = tmp_path / "former.toml"
    text = (rulebook.folder(rulebook.packages()[GAME]) / "weights.toml").read_text()
    former.write_text(text.replace("value = 1.0", "value = 2.0", 1))
    arguments = ["tune", GAME, "--squads", SQUAD, "--against", str(former), "--confirm", "2", "--json"]
    assert run([*arguments, "--out", str(tmp_path / "out")]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["steps"] == 0
    assert report["games"] == 2
    changed = {name for name, was in report["old"].items() if report["new"][name] != was}
    assert {name: (report["old"][name], report["new"][name]) for name in changed} == {"score": (2.0, 1.0)}


def test_a_file_of_former_weights_without_one_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    former = tmp_path / "former.toml"
    former.write_text(FILE)
    assert run(["tune", GAME, "--squads", SQUAD, "--against", str(former), "--out", str(tmp_path / "out")]) == 2
    assert "weights.score is missing" in capsys.readouterr().err


def test_people_get_a_table(weighted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tune", GAME, "--squads", SQUAD, "--steps", "1", "--pairs", "1", "--confirm", "2"]
    assert run([*arguments, "--out", str(weighted)]) == 0
    assert "no difference, weights kept" in capsys.readouterr().out
    assert not (weighted / "weights.toml").exists()


def test_a_folder_that_cannot_be_made_is_named_with_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", GAME, "--out", "/proc/nowhere", "--squads", SQUAD, "--steps", "1"]) == 2
    assert "--out /proc/nowhere: no folder can be made there" in capsys.readouterr().err


def test_a_weight_that_is_not_there_is_refused(weighted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", GAME, "--out", str(weighted), "--weights", "morale"]) == 2
    assert capsys.readouterr().err.startswith("error: --weights morale: no such weight; known: courage")


def test_weights_of_positions_are_learned_from_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tune", GAME, "--squads", SQUAD, "--fit", "12", "--steps", "0", "--confirm", "2", "--json"]
    assert run([*arguments, "--weights", "score,give", "--out", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["steps"] == 0
    assert report["new"]["score"] == report["old"]["score"], "everything is counted in it"
    assert report["new"]["give"] != report["old"]["give"]
    assert len((tmp_path / "lessons.jsonl").read_text().splitlines()) == 12


def test_a_weight_that_the_level_does_not_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", GAME, "--out", str(tmp_path), "--weights", "take"]) == 2
    assert capsys.readouterr().err.startswith("error: --weights take: regular does not read it")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--steps", "0"], "--steps 0: expected 1 to 10,000,000"),
        (["--pairs", "0"], "--pairs 0: expected 1 to 10,000,000"),
        (["--confirm", "3"], "--confirm 3: expected an even number from 2 to 10,000,000"),
        (["--jobs", "0"], "--jobs 0: expected 1 or more"),
        (["--level", "genius"], "--level: no such level 'genius'"),
        (["--squads", "nobody"], "--squads nobody: no such sample squad"),
        (["--tables", "nowhere"], "--tables nowhere: no such table"),
    ],
)
def test_bad_usage_exits_2_with_one_clear_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = command("tune", GAME, "--out", tmp_path, *arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.startswith(f"error: {message}")
    assert "Traceback" not in done.stderr
