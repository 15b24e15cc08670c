"""What the README shows works."""

import re

import pytest

from tests.kit import ROOT

BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_python_shown_in_the_readme_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - it is our own README
    assert "DG-POS-03" in capsys.readouterr().out


def test_the_readme_shows_python() -> None:
    assert BLOCKS
