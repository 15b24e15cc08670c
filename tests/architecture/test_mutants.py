"""The changes that `make mutants` shows to tests, tried on a module of two rules."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT
from tools.mutants import WHOLE, changed, changes

SOURCE = '''
"""A module of two rules."""
REACH: int = 6
COVER = effect("XX-COV-01", modify(ToHit, -1, when=in_cover), forbid(Aiming))


async def shoot(ref, far: int = 3) -> None:
    """A shot hits up to its reach (XX-RNG-01)."""
    if far <= REACH and not ref.blind:
        await ref.emit(far + 1)
'''


def test_every_kind_of_change_is_found_with_its_place_and_its_rules() -> None:
    found = {(c.before, c.after): c for c in changes("toy", SOURCE, "XX")}
    assert set(found) == {
        ("6", "7"),
        ("when=in_cover", "nothing"),
        ("1", "2"),
        ("modify(ToHit, -1, when=in_cover)", "nothing"),
        ("forbid(Aiming)", "nothing"),
        ("3", "4"),
        ("far <= REACH and (not ref.blind)", "far <= REACH or not ref.blind"),
        ("far <= REACH", "far < REACH"),
        ("not ref.blind", "ref.blind"),
        ("await ref.emit(far + 1)", "pass"),
        ("far + 1", "far - 1"),
    }
    assert found["forbid(Aiming)", "nothing"].rules == ("XX-COV-01",)
    assert found["forbid(Aiming)", "nothing"].function == WHOLE
    shot = found["far <= REACH", "far < REACH"]
    assert (shot.function, shot.rules, shot.line) == ("shoot", ("XX-RNG-01",), 9)


def test_each_change_makes_another_module() -> None:
    before = ast.unparse(ast.parse(SOURCE))
    after = [ast.unparse(changed(SOURCE, change.number)) for change in changes("toy", SOURCE, "XX")]
    assert before not in after
    assert len(set(after)) == len(after)


@pytest.mark.parametrize(("number", "notices"), [("0", True), ("1", False)])
def test_a_run_of_tests_meets_the_change_and_the_file_stays_as_it_was(
    tmp_path: Path, number: str, notices: bool
) -> None:
    source = "def reach() -> int:\n    return 6\n\n\ndef idle() -> int:\n    return 1\n"
    (tmp_path / "toyrules.py").write_text(source)
    (tmp_path / "test_toy.py").write_text("import toyrules\n\n\ndef test_reach():\n    assert toyrules.reach() == 6\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tools.mutants", "-c", os.devnull, "--rootdir", ".", "."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), "."]), "SIGHTLINE_MUTANT": f"toyrules:{number}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == int(notices), done.stdout
    assert (tmp_path / "toyrules.py").read_text() == source
