import re

import pytest

from sightline.core import rulebook
from tests.kit import ROOT
from tools.rulings import page


@pytest.mark.parametrize("game", sorted(g for g, p in rulebook.packages().items() if p.startswith("sightline.")))
def test_the_page_of_rulings_is_that_of_the_ledger(game: str) -> None:
    written = (ROOT / "docs" / "rulings" / f"{game}.md").read_text()
    assert written == page(rulebook.of(game)), "run `make docs`"


def test_every_link_between_pages_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    wrong = [
        f"{path.relative_to(ROOT)} links to {target}"
        for path in pages
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert not wrong, "\n".join(wrong)
