import json
from pathlib import Path

import pytest

from sightline.core import rulebook
from sightline.core.game import ReadsLists, game
from sightline.core.muster import read_roster
from tests.kit import sightline

GAME = next(iter(rulebook.packages()))
BOOK = game(GAME)
SAMPLE = next(iter(BOOK.rosters))


def test_sample_squads_are_listed_for_people_and_for_scripts() -> None:
    listed = json.loads(sightline("squad", "list", GAME, "--json").stdout)
    assert [row["id"] for row in listed] == list(BOOK.rosters)
    for row in listed:
        assert row["name"] == BOOK.rosters[row["id"]].name
        assert row["cost"] == BOOK.cost(BOOK.rosters[row["id"]])
        assert row["models"] == len(BOOK.rosters[row["id"]].models)
    shown = sightline("squad", "list", GAME).stdout
    assert all(id in shown for id in BOOK.rosters)


@pytest.mark.parametrize("suffix", ["json", "toml"])
def test_a_legal_squad_is_ok_with_its_cost(tmp_path: Path, suffix: str) -> None:
    roster = BOOK.rosters[SAMPLE]
    path = tmp_path / f"squad.{suffix}"
    if suffix == "json":
        path.write_text(sightline("squad", "export", f"{GAME}/{SAMPLE}").stdout)
    else:
        models = "".join(f'[[model]]\ncharacter = "{m.profile}"\nitems = {list(m.items)}\n' for m in roster.models)
        path.write_text(f'game = "{GAME}"\nname = "{roster.name}"\n{models}')
    done = sightline("squad", "check", path)
    assert done.returncode == 0
    assert done.stdout == f"{roster.name}: OK, {len(roster.models)} models, cost {BOOK.cost(roster)}\n"


def test_an_export_reads_back_to_the_same(tmp_path: Path) -> None:
    first = sightline("squad", "export", f"{GAME}/{SAMPLE}")
    path = tmp_path / "squad.json"
    path.write_text(first.stdout)
    assert read_roster(path) == BOOK.rosters[SAMPLE]
    assert sightline("squad", "export", path).stdout == first.stdout


def test_every_fault_of_a_squad_is_told_with_its_model_and_its_rule(tmp_path: Path) -> None:
    profile = BOOK.rosters[SAMPLE].models[0].profile
    models = [
        {"profile": profile},
        {"profile": "nobody", "name": "Nemo"},
        {"profile": profile, "items": ["nothing"], "base": 99},
    ]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"game": GAME, "name": "Odd Lot", "models": models}))
    done = sightline("squad", "check", path)
    assert done.returncode == 1
    assert not done.stderr
    told_lines = done.stdout.splitlines()
    lines = [line for line in told_lines if not line.startswith("    ")]
    assert lines[0] == "Odd Lot: not legal, 3 faults"
    assert told_lines[2] == "    to mend it: Remove Nemo"
    assert lines[1].startswith("  model 2 (Nemo): ")
    assert lines[2].startswith("  model 3 (")
    assert lines[3].startswith("  model 3 (")
    for line in lines[1:]:
        cited = line.split("): ")[1].split(":")[0]
        assert cited in BOOK.rulebook.rules
    told = json.loads(sightline("squad", "check", path, "--json").stdout)
    assert not told["ok"]
    assert (told["faults"][0]["model"], told["faults"][0]["name"]) == (2, "Nemo")
    assert told["faults"][0]["repair"] == "Remove Nemo"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '{"game": "x",\n "name" 3}', "a.json:2:9: expected"),
        ("a.toml", 'game = "x"\nname = ', "a.toml:2: invalid value"),
        ("a.json", "[]", "a.json: expected a squad"),
        ("a.json", '{"game": "chess", "name": "x", "models": []}', "chess: no such game"),
        ("a.json", '{"game": 3, "name": "x", "models": []}', "a.json.game: expected a text"),
        ("a.toml", 'game = "x"\nname = "y"\n[[model]]\ncharacter = "z"\n[[model]]\n', "a.toml:5: models[1]: missing"),
        ("a.json", None, "a.json: no such file"),
    ],
)
def test_a_squad_that_cannot_be_read_exits_2_and_says_where(
    tmp_path: Path, name: str, text: str | None, message: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    done = sightline("squad", "check", name, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {message}")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("option", "message"),
    [("nonsense=1", "options.nonsense: no such option"), ("nonsense", "--option nonsense: expected NAME=VALUE")],
)
def test_an_unknown_option_exits_2(option: str, message: str) -> None:
    done = sightline("squad", "check", f"{GAME}/{SAMPLE}", "--option", option)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {message}")


def test_an_option_is_given_as_people_type_it() -> None:
    option = next(option for option in BOOK.rulebook.options.values() if isinstance(option.default, bool))
    done = sightline("squad", "check", f"{GAME}/{SAMPLE}", "--option", f"{option.name}=true")
    assert done.returncode == 0
    assert not done.stderr


def test_the_catalog_lists_everything_a_squad_may_be_made_of() -> None:
    listed = json.loads(sightline("squad", "catalog", GAME, "--json").stdout)
    ids = {entry["id"] for entries in listed.values() for entry in entries}
    for roster in BOOK.rosters.values():
        assert {entry.profile for entry in roster.models} <= ids
        assert {item for entry in roster.models for item in entry.items} <= ids


@pytest.mark.parametrize("name", rulebook.packages())
def test_the_catalog_of_every_game_is_printed_for_people(name: str) -> None:
    told = sightline("squad", "catalog", name)
    assert told.returncode == 0, told.stderr
    assert all(entry["id"] in told.stdout for entries in game(name).catalog.values() for entry in entries)
    assert "{'" not in told.stdout


def test_a_game_that_reads_no_other_lists_says_so(tmp_path: Path) -> None:
    deaf = next(name for name in rulebook.packages() if not isinstance(game(name), ReadsLists))
    (tmp_path / "list.json").write_text("{}")
    done = sightline("squad", "import", deaf, tmp_path / "list.json")
    assert done.returncode == 2
    assert done.stderr == f"error: {deaf}: reads no lists of other programs\n"
