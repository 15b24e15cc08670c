"""The screen knows no game, asks no stranger and stays small."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

from sightline.core import rulebook
from tests.architecture.source import GAMES
from tests.kit import ROOT, SOURCE
from tests.marks import RULE_ID

SOURCES = sorted(
    path
    for path in (ROOT / "web" / "src").rglob("*")
    if path.suffix in {".ts", ".svelte", ".css"} and not path.name.endswith(".test.ts")
)
STATIC = SOURCE / "static"
LIMIT = 500
BUDGET = 150 * 1024
"""Bytes of code and style between opening the site and taking a model in hand, compressed: the first page, the table,
and the drawings of one game. Other pages, panels, and what only dice or a target call for are fetched later."""


def lines(path: Path) -> list[tuple[int, str]]:
    return list(enumerate(path.read_text().splitlines(), 1))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_is_a_screen() -> None:
    assert SOURCES


def test_the_screen_names_no_game_and_cites_no_rule() -> None:
    prefixes = {rulebook.of(game).prefix for game in rulebook.packages()}
    wrong = [
        f"{name(path)}:{number} {word}"
        for path in SOURCES
        for number, line in lines(path)
        for word in [game for game in GAMES if game in line.lower()]
        + [found for found in re.findall(rf"\b{RULE_ID}\b", line) if found[:2] in prefixes]
    ]
    assert not wrong, "\n".join(wrong)


def test_no_file_of_the_screen_is_too_long_to_read() -> None:
    lengths = {name(path): len(lines(path)) for path in SOURCES if path.name != "wire.ts"}
    assert not {file: length for file, length in lengths.items() if length > LIMIT}


def manifest() -> dict[str, Any]:
    """The chunks the site was built into."""
    found: dict[str, Any] = json.loads((STATIC / ".vite" / "manifest.json").read_text())
    return found


def needed(*sources: str) -> set[str]:
    """The files that pages are made of, with all that they draw in before they show."""
    chunks = manifest()
    found: set[str] = {"index.html"}
    left = list(sources)
    seen: set[str] = set()
    while left:
        key = left.pop()
        if key not in seen:
            seen.add(key)
            chunk = chunks[key]
            found |= {chunk["file"], *chunk.get("css", ())}
            left += chunk.get("imports", ())
    return found


def weight(files: set[str]) -> dict[str, int]:
    return {name: len(gzip.compress((STATIC / name).read_bytes(), mtime=0)) for name in sorted(files)}


def test_the_way_from_the_first_page_into_a_battle_fits_its_budget() -> None:
    assert STATIC.exists(), "run `make setup`"
    sizes = weight(needed("index.html", "src/home/Home.svelte", "src/battle/Battle.svelte"))
    drawings = weight({chunk["file"] for key, chunk in manifest().items() if key.startswith("glyphs/")})
    sizes |= dict([max(drawings.items(), key=lambda one: one[1])])  # Those of one game are drawn at one table.
    assert sum(sizes.values()) < BUDGET, (sum(sizes.values()), sizes)


def test_the_built_site_names_no_other_host() -> None:
    # Namespaces are names, not addresses, and what the framework links to in its error texts is never asked.
    harmless = ("http://www.w3.org/", "https://svelte.dev/")
    wrong = [
        f"{path.name}: {address}"
        for path in STATIC.rglob("*")
        if path.suffix in {".js", ".css", ".html"} and "docs" not in path.parts
        for address in re.findall(r"https?://[^\s\"'`)<>]+", path.read_text())
        if not address.startswith(harmless)
    ]
    assert not wrong, "\n".join(wrong)
