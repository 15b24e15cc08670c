"""Every game's screen answers at every moment of a match, changes nothing, and knows only icons that exist."""

from __future__ import annotations

import json

import pytest

from sightline.core.game import game
from sightline.core.match import Match
from sightline.core.screen import Figure
from sightline.core.wire import encode, key
from tests.conformance.matches import GAMES, MATCHES, pauses
from tests.kit import ROOT

pytestmark = pytest.mark.parametrize("name", GAMES)

MODULES = ROOT / "web" / "node_modules"
MATS = {"colony", "yard", "reactor", "canyon", "ice", "deep"}


def known_icons() -> set[str]:
    """The names of every icon a screen may ask for."""
    games = MODULES / "@iconify-json" / "game-icons" / "icons.json"
    controls = MODULES / "@lucide" / "svelte" / "dist" / "icons"
    if not games.is_file() or not controls.is_dir():
        pytest.fail("the icons are not there: run make setup")
    book = json.loads(games.read_text(encoding="utf-8"))
    names = {f"game:{name}" for name in (*book["icons"], *book.get("aliases", {}))}
    return names | {f"lucide:{path.stem}" for path in controls.glob("*.svelte")}


def shown(figure: Figure) -> set[str]:
    return {figure.glyph, *(b.glyph for b in figure.badges), *(g.glyph for g in figure.gear)}


def look_at_everything(match: Match) -> set[str]:
    """Ask all a screen can be asked about a table; the icons that were met."""
    table, screen = match.table, match.game.screen
    rules = match.game.rulebook.rules
    clock = screen.clock(table)
    met = {phase.glyph for phase in clock.phases}
    assert -1 <= clock.phase < len(clock.phases)
    for side in table.sides:
        met |= {pool.glyph for pool in screen.pools(table, side)}
    pieces = {piece.id for piece in table.terrain.pieces}
    assert set(screen.blocks(table)) <= pieces
    assert screen.active(table) in {"", *table.models}
    for zone in screen.zones(table):
        assert zone.rule in rules
    for id in table.models:
        figure = screen.figure(table, id)
        met |= shown(figure)
        for badge in figure.badges:
            assert badge.rule in rules
        encode(figure)
    standing = table.standing()
    for id in standing:
        for stride in screen.strides(table, id):
            assert stride.limit > 0
            assert stride.rule in rules
    for one, other in ((one, other) for one in standing for other in standing[::3]):
        seen = screen.sightline(table, one, other)
        assert 0.0 <= seen.share <= 1.0
        assert set(seen.blockers) <= pieces | set(standing)
        for aim in screen.aims(table, one, other):
            met.add(aim.glyph)
            assert (aim.part is None) != (aim.refusal is None)
            assert aim.refusal is None or aim.refusal.rule in rules
    return met


@pytest.mark.parametrize("number", range(max(3, MATCHES // 4)))
def test_a_screen_answers_at_every_moment_and_changes_nothing(name: str, number: int) -> None:
    icons = known_icons()
    for match in pauses(name, number, 8):
        before = key(match.table), key(match.rest)
        assert look_at_everything(match) <= icons
        assert (key(match.table), key(match.rest)) == before


def test_every_icon_exists_and_every_preset_has_a_mat(name: str) -> None:
    book = game(name)
    assert set(book.screen.glyphs.values()) <= known_icons()
    assert set(book.screen.mats) == set(book.tables)
    assert set(book.screen.mats.values()) <= MATS
    entries = [entry["id"] for heading in book.catalog.values() for entry in heading]
    assert set(entries) <= set(book.screen.glyphs)
