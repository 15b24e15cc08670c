import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import pytest

from sightline.ai import player as players
from sightline.cli import run
from sightline.core import rulebook
from sightline.core.game import game
from sightline.lab import mirror
from tests.kit import sightline

GAME = min(rulebook.packages())
BOOK = game(GAME)
SQUAD = min(BOOK.rosters, key=lambda name: abs(len(BOOK.rosters[name].models) - 7))
"""Enough models for skill to tell."""
FILE = '[weights.courage]\nvalue = 1.0\ntext = "how brave it is"\n'


class StandIn(Mapping[str, float]):
    """Weights of programs that play at random below 1 and soundly from there on."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self.values_by_name = dict(values)

    def __getitem__(self, name: str) -> float:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def with_(self, changes: Mapping[str, float]) -> Self:
        return type(self)({**self.values_by_name, **changes})


@pytest.fixture
def weighted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Programs with a weight of which more is better, and the file it stands in."""
    module: Any = ModuleType("sightline.ai.weights")
    module.load = lambda _: StandIn({"courage": 1.0})
    monkeypatch.setitem(sys.modules, "sightline.ai.weights", module)
    usual = players.player

    def brave(level: str, seed: int | str, weights: Mapping[str, float] | None = None) -> players.Thinker:
        return usual("random" if weights and weights["courage"] <= 1 else level, seed)

    monkeypatch.setattr(players, "player", brave)
    monkeypatch.setattr("sightline.lab.proposal.written_weights", lambda _: FILE)
    mirror.known_weights.cache_clear()
    yield tmp_path / "out"
    mirror.known_weights.cache_clear()


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


def test_people_get_a_table(weighted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tune", GAME, "--squads", SQUAD, "--steps", "1", "--pairs", "1", "--confirm", "2"]
    assert run([*arguments, "--out", str(weighted)]) == 0
    assert "no difference, weights kept" in capsys.readouterr().out
    assert not (weighted / "weights.toml").exists()


def test_a_weight_that_is_not_there_is_refused(weighted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", GAME, "--out", str(weighted), "--weights", "morale"]) == 2
    assert capsys.readouterr().err.startswith("error: --weights morale: no such weight; known: courage")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--steps", "0"], "--steps 0: expected 1 to 10,000,000"),
        (["--pairs", "0"], "--pairs 0: expected 1 to 10,000,000"),
        (["--confirm", "3"], "--confirm 3: expected an even number from 2 to 10,000,000"),
        (["--jobs", "0"], "--jobs 0: expected 1 or more"),
        (["--level", "genius"], "--level: no such level 'genius'"),
        (["--squads", "nobody"], "--squads nobody: no such sample squad"),
    ],
)
def test_bad_usage_exits_2_with_one_clear_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = sightline("tune", GAME, "--out", tmp_path, *arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.startswith(f"error: {message}")
    assert "Traceback" not in done.stderr
