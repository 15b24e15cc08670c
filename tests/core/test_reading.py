from pathlib import Path

import pytest
from msgspec import Struct

from sightline.core.errors import BadInput
from sightline.core.reading import decode_text, parse_json, parse_toml, read_text, shape


class Base(Struct, forbid_unknown_fields=True):
    x: float
    name: str = ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f:1:1: expected a value"),
        ('{"a": 1,\n "b" 2}', "f:2:6: expected ':' delimiter"),
        ('{"a": 1} x', "f:1:10: expected the end of the text"),
        ("{a: 1}", "f:1:2: expected a key in double quotes"),
        ('["abc', "f:1:2: expected a closing quote for the string that starts here"),
        ('{"a": 1, "a": 2}', "f: key 'a' appears twice in one object"),
        ("[" * 100_000, "f: nested too deeply"),
    ],
    ids=["empty", "colon", "rest", "bare key", "quote", "twice", "deep"],
)
def test_broken_json_says_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_json(text, "f")
    assert str(refused.value) == message


def test_broken_toml_says_where_and_what_was_expected() -> None:
    with pytest.raises(BadInput, match=r"^f:2:3: expected '=' after a key"):
        parse_toml("a = 1\nb 2\n", "f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"x": "1"}', "base.x: expected a number, got a text"),
        ('{"x": NaN}', "base.x: expected a number, got NaN"),
        ('{"x": -Infinity}', "base.x: expected a number, got Infinity"),
        ("{}", "base: missing key 'x'"),
        ('{"x": 1, "y": 2}', "base: unknown key 'y'; known: x, name"),
        ('{"x": true}', "base.x: expected a number, got true or false"),
        ("[1]", "base: expected an object, got a list"),
    ],
)
def test_a_wrong_shape_says_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        shape(parse_json(text, "f"), Base, "base")
    assert str(refused.value) == message


def test_a_number_of_thousands_of_digits_is_read_as_infinite() -> None:
    assert parse_json("9" * 10_000, "f") == float("inf")


def test_text_that_is_not_utf8_says_on_which_line() -> None:
    with pytest.raises(BadInput, match=r"^f:2: expected UTF-8 text, found byte 0xff$"):
        decode_text(b"one\n\xfftwo", "f")


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbf{}")
    assert read_text(path) == "{}"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere: no such file or directory$"):
        read_text(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ['{"a": "\\ud800"}', '["\\uDFFF"]', '"x\\ud83d"'])
def test_half_a_character_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput, match="half a character"):
        parse_json(text, "here")


def test_a_whole_character_in_two_escapes_is_fine() -> None:
    assert parse_json('"\\ud83d\\ude00"', "here") == "\U0001f600"


def test_a_number_of_thousands_of_digits_is_bad_input() -> None:
    with pytest.raises(BadInput, match="too long"):
        parse_toml(f"n = {'9' * 6000}", "here")


class Crate(Struct, frozen=True, forbid_unknown_fields=True):
    """A box of bases, for what may be wrong deep inside."""

    bases: list[Base]
    by_name: dict[str, Base | None] = {}
    pair: tuple[Base, int] | None = None


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"bases": [], "lid": 1}, "crate: unknown key 'lid'; known: bases, by_name, pair"),
        ({"bases": [{"x": 1.0}, {"x": 1.0, "z": 1}]}, "crate.bases[1]: unknown key 'z'; known: x, name"),
        ({"bases": [], "by_name": {"a": {"x": 1.0, "z": 1}}}, "crate.by_name[...]: unknown key 'z'; known: x, name"),
        ({"bases": [], "pair": [{"x": 1.0, "z": 1}, 2]}, "crate.pair[0]: unknown key 'z'; known: x, name"),
    ],
)
def test_an_unknown_key_is_told_with_those_there_are(written: object, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        shape(written, Crate, "crate")
    assert str(refused.value) == message
