import msgspec
import pytest

from sightline.core.game import game
from sightline.server.messages import LevelView
from sightline.server.sheets import about, game_sheet, rules_view
from tests.conformance.matches import GAMES, allowing


def test_the_shelf_has_every_installed_game() -> None:
    shelf = about([LevelView("random", "Random", "Anything goes", 0.1)], [], "random", local=True)
    assert [brief.id for brief in shelf.games] == GAMES
    assert all(brief.status == "complete" or "of" in brief.status for brief in shelf.games)


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_has_all_that_a_match_needs(name: str) -> None:
    book = game(name)
    sheet = game_sheet(book)
    assert msgspec.json.decode(msgspec.json.encode(sheet))["id"] == name
    assert [squad.roster.id for squad in sheet.squads] == list(book.rosters)
    legal = [squad for squad in sheet.squads if not squad.faults]
    usual = book.rulebook.settle({})
    assert all(squad.cost <= book.budget(squad.roster, usual).most for squad in legal)
    assert {side for squad in legal for side in book.plays(book.rosters[squad.roster.id])} == set(book.sides)
    assert all(allowing(book, book.rosters[s.roster.id]) for s in sheet.squads if s.faults), "legal by some option"
    assert {option.name for option in sheet.options} == set(book.rulebook.options)
    profiles = {e.id for h in sheet.catalog if h.role == "profile" for e in h.entries}
    assert {entry.profile for roster in book.rosters.values() for entry in roster.models} <= profiles
    for heading in sheet.catalog:
        for entry in heading.entries:
            assert bool(entry.open_to) == (heading.role == "item")
            assert set(entry.open_to) <= profiles
            assert not entry.rule or entry.text


@pytest.mark.parametrize("name", GAMES)
def test_the_ledger_comes_with_its_tests(name: str) -> None:
    book = game(name)
    view = rules_view(book)
    assert [rule.id for rule in view.rules] == list(book.rulebook.rules)
    assert {rule.section for rule in view.rules} <= set(view.sections)
    if name in {brief.id for brief in about([], [], "", local=False).games if brief.status == "complete"}:
        assert all(rule.tests for rule in view.rules)


def test_figures_are_called_for_short_as_on_the_cards_of_models() -> None:
    sheet = game_sheet(game("xenotactics"))
    shorts = [sheet.shorts[stat] for stat in ("move", "attack", "defence", "quality", "hit_points")]
    assert shorts == ["MV", "ATK", "DEF", "QUA", "HP"]
