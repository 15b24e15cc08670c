import json

import pytest

from sightline.core import rulebook
from sightline.lab import bench_ai
from sightline.lab.bench import FIGURES
from tests.kit import sightline


def test_figures_are_printed_for_scripts() -> None:
    done = sightline("bench", "--json", "--seconds", 0.01)
    assert done.returncode == 0
    assert not done.stderr
    report = json.loads(done.stdout)
    assert set(FIGURES) <= set(report)
    assert report["backend"]


def test_programs_are_measured_for_scripts() -> None:
    done = sightline("bench", "--ai", "--json", "--seconds", 0.01, "--game", next(iter(rulebook.packages())))
    assert done.returncode == 0
    assert not done.stderr
    report = json.loads(done.stdout)
    assert set(bench_ai.FIGURES) <= set(report)
    assert report["levels"]["commander"]["count"] > 0
    assert report["regular_games_per_s"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seconds", "0"], "--seconds 0: expected more than 0"),
        (["--ai", "--decisions", "-1"], "--decisions -1: expected 0 to 10,000,000"),
        (["--decisions", "10"], "--decisions belongs to --ai"),
        (["--ai", "--game", "chess"], "chess: no such game; installed: "),
    ],
)
def test_bad_usage_exits_2_with_one_clear_line(arguments: list[str], message: str) -> None:
    done = sightline("bench", *arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.startswith(f"error: {message}")
