from __future__ import annotations

import pytest

from sightline.core.decisions import Illegal
from sightline.core.errors import BadInput
from sightline.core.game import TablePlan, samples
from sightline.core.muster import Roster
from sightline.core.preparation import Faults, Preparation, drawn_table
from sightline.core.table import Piece
from tests.core.scuffles import SCUFFLE

YARD = SCUFFLE.tables["yard"]
REGULARS, STRANGERS = SCUFFLE.rosters["regulars"], SCUFFLE.rosters["strangers"]


def agreed() -> Preparation:
    table = Preparation(SCUFFLE, {"luck": 3})
    table.propose("red", YARD)
    table.accept("blue")
    return table


def ready() -> Preparation:
    table = agreed()
    table.lock("red", REGULARS)
    table.lock("blue", STRANGERS)
    return table


def refused(step: str, *arguments: object, on: Preparation) -> str:
    with pytest.raises(Illegal) as caught:
        getattr(on, step)(*arguments)
    return caught.value.refusal.rule


def test_a_match_starts_from_what_was_agreed() -> None:
    match = ready().start()
    assert match.setup.rosters == {"red": REGULARS, "blue": STRANGERS}
    assert match.setup.options == {"luck": 3, "fairs": 2}
    assert match.table.tokens("red", "luck") == 3


def test_nothing_starts_before_everything_is_settled() -> None:
    table = Preparation(SCUFFLE)
    assert refused("accept", "red", on=table) == "SC-SET-02"
    assert refused("start", on=table) == "SC-SET-01"
    assert refused("lock", "blue", STRANGERS, on=table) == "SC-SET-01"
    table.propose("red", YARD)
    assert refused("lock", "blue", STRANGERS, on=table) == "SC-SET-01"
    table.accept("blue")
    table.lock("blue", STRANGERS)
    assert refused("start", on=table) == "SC-SET-01"
    table.lock("red", REGULARS)
    table.start()


def test_a_new_layout_must_be_accepted_anew_and_an_accepted_one_stays() -> None:
    table = Preparation(SCUFFLE)
    table.propose("red", YARD)
    table.propose("blue", YARD)
    assert refused("lock", "red", REGULARS, on=table) == "SC-SET-01"
    table.accept("red")
    assert refused("propose", "blue", YARD, on=table) == "SC-SET-02"
    table.lock("red", REGULARS)
    table.lock("blue", STRANGERS)
    table.start()


def test_nothing_is_changed_once_the_match_has_started() -> None:
    table = ready()
    table.start()
    for step, *arguments in (
        ("start",),
        ("propose", "red", YARD),
        ("accept", "red"),
        ("lock", "red", REGULARS),
        ("claim", "red", "cheers", "blue"),
    ):
        assert refused(step, *arguments, on=table) == "SC-SET-01"


def test_a_squad_is_locked_for_good_and_hidden_until_all_are() -> None:
    table = agreed()
    table.lock("red", REGULARS)
    assert refused("lock", "red", STRANGERS, on=table) == "SC-SET-01"
    assert table.shown("red") == {"red": REGULARS}
    assert table.shown("blue") == {}
    table.lock("blue", STRANGERS)
    assert table.shown("blue") == {"red": REGULARS, "blue": STRANGERS}


def test_strangers_to_the_table_have_no_say() -> None:
    table = Preparation(SCUFFLE)
    for step, *arguments in (
        ("propose", "green", YARD),
        ("accept", "green"),
        ("lock", "green", REGULARS),
        ("claim", "green", "cheers", "red"),
    ):
        assert refused(step, *arguments, on=table) == "SC-SET-01"


def test_all_faults_are_told_at_once() -> None:
    table = agreed()
    with pytest.raises(Faults, match="2 faults") as caught:
        table.lock("red", Roster("scuffle", "too few", (REGULARS.models[0], STRANGERS.models[0].__class__("ghost"))))
    assert [fault.facts for fault in caught.value.faults] == [{"unknown": "ghost"}, {"fighters": 2, "needed": 3}]
    assert table.shown("red") == {}
    table = Preparation(SCUFFLE)
    with pytest.raises(Faults, match="pieces 1"):
        table.propose("red", TablePlan("walled", (Piece(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))),)))
    assert table.table is None


def test_a_bonus_counts_once_everybody_has_agreed_and_only_once() -> None:
    table = agreed()
    table.claim("red", "cheers", "red")
    assert table.bonuses == {}
    table.claim("red", "cheers", "blue")
    table.claim("red", "cheers", "blue")
    with pytest.raises(BadInput, match="flattery: no such bonus; Scuffle has cheers"):
        table.claim("red", "flattery", "red")
    table.lock("red", REGULARS)
    assert refused("claim", "blue", "cheers", "red", on=table) == "SC-SET-01"
    table.lock("blue", STRANGERS)
    assert table.setup().extras == {"cheers": ["red"]}


def test_an_option_the_book_does_not_have_is_bad_input() -> None:
    with pytest.raises(BadInput, match="luck"):
        Preparation(SCUFFLE, {"lukc": 1})


class Chases(type(SCUFFLE)):  # type: ignore[misc]
    """A yard where one side has its own squads."""

    alike = False

    def plays(self, roster: Roster) -> tuple[str, ...]:
        return ("blue",) if roster == STRANGERS else self.sides


def test_a_squad_of_one_side_cannot_be_locked_for_the_other() -> None:
    game = Chases()
    assert list(samples(game, "red")) == ["regulars"]
    table = Preparation(game)
    table.propose("red", YARD)
    table.accept("blue")
    assert refused("lock", "red", STRANGERS, on=table) == "SC-SET-01"
    table.lock("red", REGULARS)
    table.lock("blue", STRANGERS)
    assert list(table.setup().rosters) == ["red", "blue"]


def test_a_game_that_lays_out_tables_is_asked_before_a_preset_is_drawn() -> None:
    book = SCUFFLE
    usual = drawn_table(book, 1, {})
    assert usual.id in book.tables

    class Laying(type(book)):  # type: ignore[misc]
        """The toy, with a table of its own for every seed but one."""

        def lay_table(self, seed: str, options: object) -> TablePlan | None:
            return None if seed == "1" else TablePlan(f"laid {seed}", ())

    laying = Laying()
    assert drawn_table(laying, 1, {}) == usual
    assert drawn_table(laying, 2, {}).id == "laid 2"
