import re

import pytest

from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.rulebook import Rulebook
from tests.marks import RULE_ID

HEAD = 'game = "Pebbles"\nprefix = "PB"\npublisher = "Nobody"\n[sections]\nTHR = "Throwing"\n'
THROW = (
    '[[rule]]\nid = "PB-THR-01"\ntitle = "Throw"\ntext = "Throw one."\n'
    'origin = "house"\nruling = "Overarm."\nexamples = ["a", "b"]\n'
)
CATCH = '[[rule]]\nid = "PB-THR-02"\ntitle = "Catch"\ntext = "Catch it."\n'
HANDS = 'option = { name = "hands", default = 2, values = [1, 2] }\n'
GLOVES = 'option = { name = "gloves", default = false, values = [false, true] }\n'


def pebbles(*parts: str) -> Rulebook:
    return rulebook.read("".join([HEAD, *parts]), "rules.toml")


def test_a_ledger_is_read_in_its_order() -> None:
    book = pebbles(THROW, CATCH, HANDS)
    assert (book.title, book.prefix, book.publisher, list(book.rules)) == (
        "Pebbles",
        "PB",
        "Nobody",
        ["PB-THR-01", "PB-THR-02"],
    )
    throw, catch = book.rules.values()
    assert (throw.origin, throw.ruling, throw.section, throw.option) == ("house", "Overarm.", "THR", None)
    assert [example.text for example in throw.examples] == ["a", "b"]
    assert (catch.origin, catch.ruling, catch.examples, catch.option) == ("book", "", (), book.options["hands"])
    assert book.options["hands"].rule == "PB-THR-02"


def test_an_example_may_carry_facts() -> None:
    book = pebbles(CATCH, 'examples = [{ given = "a throw", expect = "a catch", vector = { n = 1 } }]')
    (example,) = book.rule("PB-THR-02").examples
    assert example.text == "a throw: a catch"
    assert example.facts["vector"] == {"n": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = \nx = 1", "rules.toml:1:8: invalid value"),
        (HEAD + "[[rule", "rules.toml:6: expected ']]' at the end of an array declaration"),
        ('prefix = "PB"\n[sections]\n', "rules.toml: missing key 'game'"),
        (HEAD, "rules.toml: expected at least one [[rule]]"),
        (HEAD + THROW + THROW, "rules.toml:13: rule.id: PB-THR-01 appears twice"),
        (HEAD + CATCH + "txt = 1\n", "rules.toml:6: rule: unknown key 'txt'"),
        (HEAD + CATCH.replace("PB-", "XX-"), "rules.toml:6: rule.id: expected an id like PB-ABC-01, got 'XX-THR-02'"),
        (
            HEAD + CATCH.replace("THR", "CAT"),
            "rules.toml:6: rule.id: PB-CAT-02 names section CAT, which [sections] does not list",
        ),
        (HEAD + CATCH.replace("Catch it.", " "), "rules.toml:6: rule.text: expected words for PB-THR-02"),
        (HEAD + CATCH + 'origin = "hose"', "rules.toml:6: rule.origin: there is no 'hose'; known: book, house"),
        (
            HEAD + CATCH + HANDS.replace("= 2", "= 3"),
            "rules.toml:6: rule.option.default: 3 is not among the values of hands",
        ),
        (
            HEAD + CATCH + HANDS.replace("[1, 2]", "[2, 2]"),
            "rules.toml:6: rule.option.values: expected two or more different values for hands",
        ),
        (
            HEAD + THROW + HANDS + CATCH + HANDS,
            "rules.toml:14: rule.option.name: hands belongs to PB-THR-01 already",
        ),
    ],
)
def test_a_broken_ledger_says_where(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        rulebook.read(text, "rules.toml")
    assert str(refused.value).startswith(message)


def test_options_not_chosen_keep_their_default() -> None:
    book = pebbles(THROW, HANDS, CATCH, GLOVES)
    assert book.settle({}) == {"hands": 2, "gloves": False}
    assert book.settle({"gloves": True}) == {"hands": 2, "gloves": True}


def test_a_whole_number_is_the_option_written_as_a_fraction() -> None:
    book = pebbles(CATCH, HANDS.replace("2, values = [1, 2]", "1.0, values = [1.0, 1.5]"))
    settled = book.settle({"hands": 1})
    assert settled == {"hands": 1.0}
    assert type(settled["hands"]) is float


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"hand": 1}, "options.hand: no such option (did you mean hands?); allowed: hands, gloves"),
        ({"hands": 3}, "options.hands: 3 is not a value of it; allowed: 1, 2"),
        ({"hands": True}, "options.hands: true is not a value of it; allowed: 1, 2"),
        ({"gloves": 1}, "options.gloves: 1 is not a value of it; allowed: false, true"),
        ({"hands": None}, "options.hands: None is not a value of it; allowed: 1, 2"),
        ({"hands": [1]}, "options.hands: [1] is not a value of it; allowed: 1, 2"),
    ],
)
def test_an_unknown_choice_is_refused_and_the_allowed_are_named(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        pebbles(THROW, HANDS, CATCH, GLOVES).settle(chosen)
    assert str(refused.value) == message


def test_the_hash_follows_the_content_and_not_the_layout() -> None:
    plain = pebbles(CATCH, HANDS)
    assert plain.rules_hash == pebbles("# a comment\n\n", CATCH, HANDS).rules_hash
    assert plain.rules_hash != pebbles(CATCH).rules_hash
    assert plain.rules_hash != pebbles(CATCH.replace("it.", "it!"), HANDS).rules_hash
    assert re.fullmatch("[0-9a-f]{32}", plain.rules_hash)


def test_a_rule_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"^PB-THR-11: Pebbles has no such rule \(did you mean PB-THR-01\?\)$"):
        pebbles(THROW).rule("PB-THR-11")


def test_a_game_that_is_not_installed_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"^chess: no such game; installed: "):
        rulebook.of("chess")


@pytest.mark.parametrize("game", sorted(rulebook.packages()))
def test_an_installed_ledger_cites_only_its_own_rules(game: str) -> None:
    book = rulebook.of(game)
    unknown = {
        f"{rule.id} cites {cited}"
        for rule in book.rules.values()
        for text in (rule.text, rule.ruling, *(example.text for example in rule.examples))
        for cited in re.findall(rf"\b{RULE_ID}\b", text)
        if cited not in book.rules
    }
    assert not unknown
    assert set(book.sections) == {rule.section for rule in book.rules.values()}
