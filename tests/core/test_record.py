from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline import __version__
from sightline.ai.player import play_out, player
from sightline.core.decisions import Concede
from sightline.core.dice import SeededDice
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.record import read_record, record, record_from, verify, write_record
from tests.core.scuffles import SCUFFLE, setup


def whole() -> Match:
    match = Match(SCUFFLE, setup(), SeededDice(3), keep=True)
    play_out(match, {side: player("random", side) for side in SCUFFLE.sides})
    return match


def document() -> Any:
    return json.loads(write_record(record(whole(), 3)))


def test_a_record_is_one_object_with_one_step_a_line() -> None:
    match = whole()
    text = write_record(record(match, 3))
    assert match.steps is not None
    plain = json.loads(text)
    assert (plain["kind"], plain["schema"], plain["engine"], plain["game"]) == (
        "sightline.record",
        1,
        __version__,
        "scuffle",
    )
    assert (plain["seed"], plain["rests"], len(plain["steps"])) == (3, len(match.steps), len(match.steps))
    assert sum(line.startswith('    {"answers"') for line in text.splitlines()) == len(match.steps)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    kept = record(whole(), "a word")
    path.write_text(write_record(kept))
    assert write_record(read_record(path)) == write_record(kept)
    assert verify(read_record(path), SCUFFLE) is None


@pytest.mark.parametrize("given", [0, 1, 5, 12])
def test_a_match_that_is_not_over_is_recorded_up_to_its_last_answer(given: int) -> None:
    answers = [answer for step in whole().steps or () for answer in step.answers]
    match = Match(SCUFFLE, setup(), keep=True)
    for answer in answers[:given]:
        match.play(answer)
    kept = record_from(json.loads(write_record(record(match))), "file")
    assert kept.outcome is None
    assert verify(kept, SCUFFLE) is None


def test_giving_up_is_recorded() -> None:
    match = Match(SCUFFLE, setup(), SeededDice(3), keep=True)
    match.play(Concede("red"))
    kept = record_from(json.loads(write_record(record(match))), "file")
    assert kept.outcome == match.outcome
    assert verify(kept, SCUFFLE) is None


def other_faces(plain: Any) -> None:
    plain["steps"][0]["answers"][0] = [7 - plain["steps"][0]["answers"][0][0]]


def other_digest(plain: Any) -> None:
    plain["steps"][2]["digest"] = "0" * 16


def cut(plain: Any) -> None:
    plain["steps"].pop()


def other_event(plain: Any) -> None:
    next(e for s in plain["steps"] for e in s["events"] if e["type"] == "Started")["bearer"] = "green"


def unknown_action(plain: Any) -> None:
    next(
        s
        for s in plain["steps"]
        if isinstance(s["answers"][:1], list) and s["answers"] and isinstance(s["answers"][0], dict)
    )["answers"][0]["type"] = "Fly"


FORGERIES = {
    "rules hash": lambda plain: plain.update(rules_hash="0" * 32),
    "start": lambda plain: plain.update(start="0" * 16),
    "outcome": lambda plain: plain.update(outcome={"winner": "green", "rule": "SC-WIN-01"}),
    "faces": other_faces,
    "digest": other_digest,
    "cut short": cut,
    "event": other_event,
    "unknown action": unknown_action,
    "squads": lambda plain: plain["setup"]["rosters"].update(red=plain["setup"]["rosters"]["blue"]),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_record_is_found_out(forge: Any) -> None:
    plain = document()
    forge(plain)
    difference = verify(record_from(plain, "file"), SCUFFLE)
    assert difference is not None
    assert str(difference)


@pytest.mark.parametrize(
    "wrong", [[], {}, {"kind": "sightline.record", "schema": 99}, {"kind": "sightline.record", "schema": 1}], ids=str
)
def test_what_is_no_record_is_bad_input(wrong: Any) -> None:
    with pytest.raises(BadInput):
        record_from(wrong, "file")


def test_a_match_that_kept_no_steps_has_no_record() -> None:
    with pytest.raises(ValueError, match="did not keep"):
        record(Match(SCUFFLE, setup()))


def test_a_changed_step_that_still_plays_is_told_in_words() -> None:
    plain = document()
    other_digest(plain)
    told = str(verify(record_from(plain, "file"), SCUFFLE))
    assert "step 3" in told
    assert "can be played, but leads to another table" in told
