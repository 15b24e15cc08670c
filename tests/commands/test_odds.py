"""The command `sightline odds`, as people run it."""

import json
from pathlib import Path

from tests.kit import sightline

BLAZE = {"cast": {"caster": "herald", "ability": "mind_blaze"}}
GAME = "guerrilla"


def test_a_question_is_answered_with_fractions(tmp_path: Path) -> None:
    file = tmp_path / "spec.json"
    file.write_text(json.dumps(BLAZE))
    done = sightline("odds", GAME, file)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"need": 7, "success": "2/5"})


def test_a_list_is_answered_with_a_list() -> None:
    done = sightline("odds", GAME, "-", stdin=json.dumps([BLAZE, BLAZE]))
    assert json.loads(done.stdout) == [{"need": 7, "success": "2/5"}] * 2
    assert json.loads(sightline("odds", GAME, "-", stdin="[]").stdout) == []


def test_a_bad_question_in_a_list_is_named_by_its_place() -> None:
    done = sightline("odds", GAME, "-", stdin=json.dumps([BLAZE, {"cast": {**BLAZE["cast"], "steps": -1}}]))
    assert done.returncode == 2
    assert done.stderr == "error: [1] odds.cast.steps: nothing puts a cast at disadvantage (DG-ADV-06)\n"


def test_an_unknown_game_is_told_which_there_are() -> None:
    done = sightline("odds", "chess", "-", stdin="{}")
    assert done.returncode == 2
    assert "chess" in done.stderr


def test_text_that_is_no_json_is_told_where() -> None:
    done = sightline("odds", GAME, "-", stdin='{"cast": ')
    assert done.returncode == 2
    assert done.stderr.startswith("error: standard input:1:")


def test_a_question_in_the_place_of_a_file_is_told_where_to_go() -> None:
    done = sightline("odds", GAME, json.dumps(BLAZE))
    assert done.returncode == 2
    assert done.stderr.endswith(
        "expected the name of a JSON file; what is written out goes to standard input, with -\n"
    )
