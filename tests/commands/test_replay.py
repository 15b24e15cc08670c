import json
import re
from pathlib import Path

import pytest

from sightline.cli import run
from sightline.core import rulebook
from sightline.core.game import game
from tests.kit import sightline

GAME = next(iter(rulebook.packages()))
BOOK = game(GAME)
FIRST, SECOND = sorted(BOOK.rosters, key=lambda name: len(BOOK.rosters[name].models))[:2]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("records")
    done = sightline("sim", GAME, "--red", FIRST, "--blue", SECOND, "--games", 3, "--ai", "random", "--out", out)
    assert done.returncode == 0, done.stderr
    return out


def test_a_folder_of_records_is_verified(records: Path) -> None:
    done = sightline("replay", "verify", records)
    assert done.returncode == 0, done.stdout
    assert len(done.stdout.splitlines()) == 4
    listed = json.loads(sightline("replay", "verify", "--json", *sorted(records.iterdir())).stdout)
    assert [row["verdict"] for row in listed] == ["ok"] * 3


def test_a_changed_record_exits_1_and_names_the_event(records: Path, tmp_path: Path) -> None:
    text = (records / "game-000001.json").read_text()
    changed = re.sub(r'("faces":\[)(\d+)', lambda m: f"{m[1]}{int(m[2]) % 10 + 1}", text, count=1)
    path = tmp_path / "changed.json"
    path.write_text(changed)
    done = sightline("replay", "verify", path, records)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{path}: differs: event 1 (step 1): Rolled")
    assert "3 of 4 records agree" in done.stdout


def test_a_changed_record_is_told_with_a_warning(records: Path, tmp_path: Path) -> None:
    whole = records / "game-000001.json"
    assert sightline("replay", "show", whole).stderr == ""
    path = tmp_path / "changed.json"
    path.write_text(re.sub(r'("winner": *)("\w+"|null)', r'\1"nobody at all"', whole.read_text(), count=1))
    done = sightline("replay", "show", path)
    assert done.stderr.startswith(f"warning: {path}: changed since it was written")


def test_a_bonus_nobody_agreed_on_is_a_difference(records: Path, tmp_path: Path) -> None:
    kept = json.loads((records / "game-000001.json").read_text())
    for extras in ({"painted": 5}, {"painted": None}, {"painted": ["blue", "red"]}, {"foo": ["red"]}):
        kept["setup"]["extras"] = extras
        path = tmp_path / "extras.json"
        path.write_text(json.dumps(kept))
        done = sightline("replay", "verify", path)
        assert done.returncode == 1, done.stderr
        assert "bonus" in done.stdout


@pytest.mark.parametrize("command", ["verify", "show"])
def test_a_record_cut_anywhere_exits_1_without_a_traceback(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    whole = (records / "game-000001.json").read_bytes()
    path = tmp_path / "cut.json"
    for size in [*range(200, len(whole) - 2, len(whole) // 25), len(whole) - 2]:
        path.write_bytes(whole[:size])
        assert run(["replay", command, str(path)]) == 1, size
        said = "".join(capsys.readouterr())
        assert re.search(r"line \d+: the text breaks off or is damaged after step \d+, event \d+", said)
        assert "Traceback" not in said


def test_what_is_no_record_exits_2(tmp_path: Path) -> None:
    (tmp_path / "scene.json").write_text('{"terrain": []}')
    for command in ("verify", "show"):
        done = sightline("replay", command, tmp_path / "scene.json")
        assert done.returncode == 2
        assert "not a record" in done.stderr.splitlines()[0]
    assert sightline("replay", "verify", tmp_path / "none.json").returncode == 2
    (tmp_path / "empty").mkdir()
    assert sightline("replay", "verify", tmp_path / "empty").returncode == 2


def test_a_match_is_told_with_turns_phases_dice_and_rules(records: Path) -> None:
    done = sightline("replay", "show", records / "game-000002.json")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == BOOK.title
    for side, squad in zip(BOOK.sides, (FIRST, SECOND), strict=True):
        assert any(line.startswith(f"{side}: {BOOK.rosters[squad].name} (") for line in lines)
    assert "Options: all at their defaults" in lines
    assert "Seed: 1/2" in lines
    turns = [line for line in lines if line.startswith("===")]
    assert turns
    assert turns[0].startswith("=== Turn 1 ===")
    assert any(re.match(r"--- [A-Z][a-z]+ phase", line) for line in lines)
    assert any(re.search(r"rolls \d.* needing \d+\+", line) for line in lines)
    assert lines[-1].startswith("Result: ")
    told = [line for line in lines if line.startswith("  ") and not re.match(r"  \d+\. ", line)]
    assert all(line.split()[-1] in BOOK.rulebook.rules for line in told)
    assert not any("{" in line or "Struct" in line for line in lines)
