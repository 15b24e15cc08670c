import ast
import re

import pytest

from sightline.ai.field import FEATURES
from sightline.ai.weights import FILE, NEEDED, read
from sightline.core import rulebook
from tests.architecture.source import GAMES, camel_words, imports, layer, literals, modules, name_of, short, tree
from tests.marks import RULE_ID

MAY_IMPORT = {
    "core": {"core"},
    "ai": {"core", "ai"},
    "lab": {"core", "ai", "lab"},
    "server": {"core", "ai", "server"},
}
"""What each layer may import; a game may import the core and itself, and the command line everything."""

LIMIT = 600
"""Lines of a file: past about 400 it should be split along its seams, past this it must be."""

NEVER = {"numpy", "numba", "scipy", "shapely", "pandas"}
"""Too heavy for the base install: the kernel does without, and only the lab may use them."""


def test_imports_point_downwards() -> None:
    wrong = []
    for path in modules():
        own = layer(name_of(path))
        allowed = {"core", own} if own.startswith("games.") else MAY_IMPORT.get(own)
        if allowed is None:
            continue
        wrong += [
            f"{short(path)} imports {name}"
            for name in imports(path)
            if name.split(".")[0] == "sightline" and layer(name) not in allowed and name != "sightline.__version__"
        ]
    assert not wrong, "\n".join(wrong)


def test_no_game_is_named_outside_its_folder() -> None:
    wrong = [
        f"{short(path)}:{number} names {game}"
        for path in modules()
        for number, line in enumerate(path.read_text().lower().splitlines(), 1)
        for game in GAMES
        if game in line and not short(path).startswith(f"games/{game}/")
    ]
    assert not wrong, "\n".join(wrong)


def test_programs_know_no_game_and_nothing_of_tables_but_the_core() -> None:
    known = {name for path in modules() if short(path).startswith("ai/") for name in imports(path)}
    assert {layer(name) for name in known if name.startswith("sightline.")} == {"core", "ai"}
    assert not [name for name in known if "games" in name.split(".")]


@pytest.mark.parametrize("game", sorted(rulebook.packages()))
def test_every_game_has_weights_with_words_for_them(game: str) -> None:
    path = rulebook.folder(rulebook.packages()[game]) / FILE
    weights = read(path.read_text(), FILE)
    assert set(FEATURES) <= set(NEEDED) <= set(weights)
    assert all(weights.text(name).strip() == weights.text(name) for name in NEEDED)


def test_no_file_is_too_long_to_read() -> None:
    lengths = {short(path): len(path.read_text().splitlines()) for path in modules()}
    assert not {name: lines for name, lines in lengths.items() if lines > LIMIT}


def test_dice_are_outside_the_core_and_the_games() -> None:
    wrong = [
        f"{short(path)} imports {name}"
        for path in modules()
        if short(path).startswith(("core/", "games/"))
        for name in imports(path)
        if name.split(".")[0] in {"random", "secrets"} or name.startswith("numpy.random")
    ]
    assert not wrong, "\n".join(wrong)


def test_classes_are_named_after_what_they_are() -> None:
    empty = {"Manager", "Helper", "Helpers", "Util", "Utils", "Handler"}
    wrong = [
        f"{short(path)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and empty.intersection(camel_words(node.name))
    ]
    assert not wrong, "\n".join(wrong)


def test_heavy_packages_stay_out() -> None:
    wrong = [
        f"{short(path)} imports {name}"
        for path in modules()
        if not short(path).startswith("lab/")
        for name in imports(path)
        if name.split(".")[0] in NEVER
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", sorted(rulebook.packages()))
def test_every_rule_id_in_a_games_source_is_in_its_ledger(game: str) -> None:
    known = rulebook.of(game).rules
    wrong = [
        f"{short(path)} cites {rule_id}"
        for path in modules()
        if short(path).startswith(f"games/{game}/")
        for literal in literals(path)
        for rule_id in re.findall(rf"\b{RULE_ID}\b", literal)
        if rule_id not in known
    ]
    assert not wrong, "\n".join(wrong)


def test_the_core_cites_no_rule() -> None:
    wrong = [
        f"{short(path)} cites {rule_id}"
        for path in modules()
        if not short(path).startswith("games/")
        for literal in literals(path)
        for rule_id in re.findall(rf"\b{RULE_ID}\b", literal)
        if any(rulebook.of(game).prefix == rule_id[:2] for game in rulebook.packages())
    ]
    assert not wrong, "\n".join(wrong)
