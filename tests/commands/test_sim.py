import json
from pathlib import Path
from typing import Any

import pytest

from sightline.core import rulebook
from sightline.core.game import game
from sightline.lab.statistics import wilson
from tests.kit import interrupted, sightline

GAME = next(iter(rulebook.packages()))
BOOK = game(GAME)
FIRST, SECOND = sorted(BOOK.rosters, key=lambda name: len(BOOK.rosters[name].models))[:2]
SQUADS = ("--red", FIRST, "--blue", SECOND)
TIMES = {"seconds", "games_per_s"}


def simulated(*arguments: Any) -> dict[str, Any]:
    done = sightline("sim", GAME, *SQUADS, "--json", *arguments)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_the_report_adds_up_and_is_the_same_for_the_same_seed() -> None:
    one = simulated("--games", 4, "--seed", 5, "--ai", "random")
    other = simulated("--games", 4, "--seed", 5, "--ai", "random:random", "--jobs", 2)
    assert {key: one[key] for key in one if key not in TIMES} == {key: other[key] for key in other if key not in TIMES}
    assert sum(one["wins"].values()) == one["games"] == 4
    assert one["interval"] == pytest.approx(list(wilson(one["wins"][BOOK.sides[0]], 4)), abs=1e-6)
    assert one["seed"] == 5
    assert one["decisions"] > 0
    assert one["seconds"] > 0
    assert one["games_per_s"] > 0


def test_levels_may_differ_and_the_table_may_be_chosen(tmp_path: Path) -> None:
    preset = list(BOOK.tables)[-1]
    report = simulated("--games", 1, "--ai", "regular:random", "--table", preset, "--out", tmp_path)
    assert report["ai"] == "regular:random"
    assert report["tables"] == {preset: 1}
    kept = json.loads(next(tmp_path.iterdir()).read_text())
    assert kept["players"] == dict(zip(BOOK.sides, ("regular", "random"), strict=True))
    assert kept["setup"]["table"]["id"] == preset


def test_people_get_a_table() -> None:
    done = sightline("sim", GAME, *SQUADS, "--games", 1, "--ai", "random")
    assert done.returncode == 0
    assert not done.stderr
    assert "95 % Wilson interval" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "--games 0: expected 1 to 10,000,000"),
        (["--games", "-3"], "--games -3: expected 1 to 10,000,000"),
        (["--games", "many"], "invalid value for '--games'"),
        (["--jobs", "0"], "--jobs 0: expected 1 or more"),
        (["--jobs", "-1"], "--jobs -1: expected 1 or more"),
        (["--ai", "genius"], "--ai genius: no such level 'genius'; known: "),
        (["--ai", "random:"], "--ai random:: no such level ''"),
        (["--red", "nobody"], "nobody: no such squad; samples: "),
        (["--table", "nowhere"], "nowhere: no such table; presets: "),
        (["--option", "nonsense=1"], "options.nonsense: no such option"),
        (["--out", "/dev/null"], "--out /dev/null: is not a folder"),
    ],
)
def test_bad_usage_exits_2_with_one_clear_line(arguments: list[str], message: str) -> None:
    done = sightline("sim", GAME, *SQUADS, "--games", 1, *arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.startswith(f"error: {message}")
    assert "Traceback" not in done.stderr


def test_an_illegal_squad_exits_1_with_all_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "squad.json"
    models = [{"profile": "nobody"}, {"profile": "nothing"}]
    path.write_text(json.dumps({"game": GAME, "name": "Odd Lot", "models": models}))
    done = sightline("sim", GAME, "--red", path, "--blue", SECOND)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "error: Odd Lot: not legal, 2 faults"
    assert done.stderr.splitlines()[2].startswith("  model 2 (nothing): ")


def test_ctrl_c_tells_what_is_done_and_the_series_can_go_on(tmp_path: Path) -> None:
    stopped = interrupted(
        *("sim", GAME, *SQUADS, "--games", 2000, "--ai", "random", "--jobs", 2, "--out", tmp_path, "--json"),
        once=lambda: len(list(tmp_path.glob("*.json"))) >= 4,
    )
    assert stopped.returncode == 130
    assert stopped.stderr.startswith("stopped after ")
    assert "Traceback" not in stopped.stderr
    done = json.loads(stopped.stdout)["games"]
    assert 0 < done < 2000
    assert simulated("--games", done, "--ai", "random", "--out", tmp_path)["resumed"] >= 1
