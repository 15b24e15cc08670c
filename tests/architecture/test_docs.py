import re

import pytest

from sightline.core import rulebook
from tests.kit import ROOT
from tools import browser_types
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


def test_the_browser_knows_the_messages_of_the_server() -> None:
    assert browser_types.TARGET.read_text() == browser_types.page(), "run `make types`"
