"""Whatever is changed in a record, playing it again finds it; nothing in a file makes it stumble."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sightline.ai.player import play_out, player
from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.game import game
from sightline.core.record import DamagedRecord, read_record, record, record_from, save_record, verify, write_record
from sightline.tables import new_match

BOOK = game(next(iter(rulebook.packages())))
SQUADS = sorted(BOOK.rosters, key=lambda name: len(BOOK.rosters[name].models))[:2]
Change = Callable[[Any], Any]


def written() -> dict[str, Any]:
    squads: dict[str, Any] = dict(zip(BOOK.sides, SQUADS, strict=True))
    match = new_match(BOOK.id, seed=11, **squads)
    play_out(match, {side: player("regular", f"11/{side}") for side in BOOK.sides})
    document: dict[str, Any] = json.loads(write_record(record(match, 11, {BOOK.sides[0]: "regular"})))
    return document


DOCUMENT = written()


def found(document: Any) -> str | None:
    """What verifying says about a document; None if it agrees."""
    try:
        kept = record_from(document, "record")
    except DamagedRecord as error:
        return str(error)
    difference = verify(kept, BOOK)
    return None if difference is None else str(difference)


def flipped(value: Any) -> Any:
    """Something of the same kind that is not the same."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case float():
            return value + 1 / 1024
        case str():
            return value + "x"
        case list() if value:
            return [*value[:-1], flipped(value[-1])]
        case dict() if value:
            key = next(iter(value))
            return {**value, key: flipped(value[key])}
        case _:
            return 1


WEIRD: list[Change] = [
    lambda _: None,
    lambda _: True,
    lambda _: 10**18,
    lambda _: -1,
    lambda _: "nobody",
    lambda _: [],
    lambda _: {"type": "Nothing"},
    lambda _: [[None]],
    lambda _: 1e308,
]


def fields_of(what: str) -> Iterator[tuple[int, int, str]]:
    """The first place of every field of every kind of event or answer."""
    seen = set()
    for number, step in enumerate(DOCUMENT["steps"]):
        for place, plain in enumerate(step[what]):
            if isinstance(plain, dict):
                for field in plain:
                    if (plain["type"], field) not in seen:
                        seen.add((plain["type"], field))
                        yield number, place, field


def changed(what: str, number: int, place: int, field: str, change: Change) -> dict[str, Any]:
    document = copy.deepcopy(DOCUMENT)
    plain = document["steps"][number][what][place]
    plain[field] = change(plain[field])
    return document


def test_a_record_agrees_with_its_replay() -> None:
    assert found(DOCUMENT) is None


def test_a_program_may_write_whole_numbers_as_it_likes() -> None:
    def settled(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: settled(value[key]) for key in value}
        if isinstance(value, list):
            return [settled(one) for one in value]
        return int(value) if isinstance(value, float) and value.is_integer() else value

    assert found(settled(DOCUMENT)) is None


@pytest.mark.parametrize("what", ["events", "answers"])
def test_any_changed_field_is_found(what: str) -> None:
    count = 0
    for number, place, field in fields_of(what):
        assert found(changed(what, number, place, field, flipped)), (what, number, place, field)
        count += 1
    assert count > 10


def test_a_changed_event_is_named_by_its_number() -> None:
    number, place, field = next(f for f in fields_of("events") if f[0] > 20)
    event = sum(len(step["events"]) for step in DOCUMENT["steps"][:number]) + place + 1
    said = found(changed("events", number, place, field, flipped))
    assert said is not None
    assert said.startswith(f"event {event} (step {number + 1}): ")


@pytest.mark.parametrize("what", ["events", "answers"])
def test_nothing_in_a_field_makes_the_replay_stumble(what: str) -> None:
    for turn, (number, place, field) in enumerate(fields_of(what)):
        document = changed(what, number, place, field, WEIRD[turn % len(WEIRD)])
        assert found(document) or document == DOCUMENT, (number, place, field)


@pytest.mark.parametrize(
    "faces", [[True], [0], [11], [10**30], [1.0], ["1"], [None], [[1]], [], [1, 1], None, "7", 7, {}]
)
def test_faces_that_no_die_shows_are_found(faces: Any) -> None:
    document = copy.deepcopy(DOCUMENT)
    step = next(step for step in document["steps"] if step["answers"] and isinstance(step["answers"][0], list))
    step["answers"][0] = faces
    assert found(document)


def test_any_changed_digest_is_found() -> None:
    for number in range(0, len(DOCUMENT["steps"]), 25):
        document = copy.deepcopy(DOCUMENT)
        document["steps"][number]["digest"] = "0" * 16
        said = found(document)
        assert said is not None
        assert f"(step {number + 1})" in said or f"step {number + 1}" in said


@pytest.mark.parametrize("dropped", [1, 2, 40])
@pytest.mark.parametrize("honest", [False, True])
def test_dropped_steps_are_found_even_if_the_count_is_changed_with_them(dropped: int, honest: bool) -> None:
    document = copy.deepcopy(DOCUMENT)
    del document["steps"][-dropped:]
    if honest:
        document["rests"] -= dropped
        document["outcome"] = None
    assert found(document)


@pytest.mark.parametrize("key", [key for key in DOCUMENT if key != "kind"])
def test_any_changed_or_missing_key_is_found(key: str) -> None:
    assert found({**DOCUMENT, key: flipped(DOCUMENT[key])})
    assert found({**DOCUMENT, key: ["nonsense"]})
    without = {name: value for name, value in DOCUMENT.items() if name != key}
    assert found(without)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from places(inner, (*path, key))


def test_nothing_in_the_set_up_makes_the_replay_stumble() -> None:
    spots = list(places(DOCUMENT["setup"]))
    for turn, path in enumerate(spots[:: max(1, len(spots) // 60)]):
        for change in (flipped, WEIRD[turn % len(WEIRD)]):
            document = copy.deepcopy(DOCUMENT)
            inner = document["setup"]
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = change(inner[path[-1]])
            assert found(document) or document == DOCUMENT, path


def test_a_file_cut_short_says_after_which_event_it_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    whole = write_record(record_from(DOCUMENT, "record")).encode()
    for size in [*range(120, len(whole) - 2, len(whole) // 60), len(whole) - 2]:
        path.write_bytes(whole[:size])
        with pytest.raises(
            DamagedRecord, match=r"cut\.json: line \d+: the text breaks off or is damaged after step \d+, event"
        ):
            read_record(path)
    for size in (0, 1, 20):
        path.write_bytes(whole[:size])
        with pytest.raises(BadInput):
            read_record(path)


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    kept = record_from(DOCUMENT, "record")
    save_record(kept, tmp_path / "game.json")
    assert read_record(tmp_path / "game.json") == kept
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
