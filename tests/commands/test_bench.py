import json

from sightline.lab.bench import FIGURES
from tests.kit import sightline


def test_figures_are_printed_for_scripts() -> None:
    done = sightline("bench", "--json", "--seconds", 0.01)
    assert done.returncode == 0
    assert not done.stderr
    report = json.loads(done.stdout)
    assert set(FIGURES) <= set(report)
    assert report["backend"]


def test_no_time_is_refused() -> None:
    done = sightline("bench", "--seconds", 0)
    assert done.returncode == 2
    assert done.stderr.startswith("error: --seconds 0: expected more than 0")
