"""What holds for every whole match of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sightline.core.decisions import Decision
from sightline.core.dice import Roll
from sightline.core.game import game
from sightline.core.match import Match
from sightline.core.record import record, record_from, verify, write_record
from sightline.core.rulebook import packages
from sightline.core.wire import codec, digest, encode, key, lay_out
from tests.conformance.matches import (
    GAMES,
    MATCHES,
    answers,
    asked,
    finished,
    pauses,
    played,
    reached,
    replayed,
    started,
    taken_up,
)

pytestmark = pytest.mark.parametrize("name", GAMES)
EACH = pytest.mark.parametrize("number", range(MATCHES))
SOME = pytest.mark.parametrize("number", range(max(3, MATCHES // 4)))


def test_the_game_is_found_by_its_entry_point(name: str) -> None:
    assert name in packages()
    assert game(name).id == name


@EACH
def test_a_random_match_ends(name: str, number: int) -> None:
    match = played(name, number)
    assert match.pending is None
    assert match.outcome is not None
    assert match.outcome.winner in (None, *match.game.sides)


@pytest.mark.parametrize("number", range(max(1, MATCHES // 6)))
def test_a_regular_match_ends(name: str, number: int) -> None:
    assert finished(started(name, number, level="regular"), number, "regular").outcome is not None


@EACH
def test_the_same_answers_make_the_same_match(name: str, number: int) -> None:
    first, again = played(name, number), replayed(name, number, 1.0)
    assert again.events == first.events
    assert first.steps is not None
    assert again.steps is not None
    assert [digest(step.rest) for step in again.steps] == [digest(step.rest) for step in first.steps]
    assert again.outcome == first.outcome


@EACH
def test_the_same_seeds_make_the_same_match(name: str, number: int) -> None:
    assert finished(started(name, number), number).events == played(name, number).events


@EACH
def test_a_record_survives_its_file_and_verifies(name: str, number: int) -> None:
    match = played(name, number)
    written = write_record(record(match, number))
    kept = record_from(msgspec.json.decode(written), "file")
    assert write_record(kept) == written
    assert verify(kept, match.game) is None


@EACH
def test_the_events_alone_give_the_same_tables(name: str, number: int) -> None:
    match = played(name, number)
    assert match.steps is not None
    table = match.game.set_up(match.setup)
    for step in match.steps:
        for event in step.events:
            event.apply(table)
        table.agenda = step.rest.agenda  # What is planned next is no event: it follows from the part that was played.
        assert key(table) == key(step.rest)


@EACH
def test_every_table_action_and_event_survives_json(name: str, number: int) -> None:
    match = played(name, number)
    reader = codec(match.game)
    assert match.steps is not None
    for step in match.steps[:: max(1, len(match.steps) // 40)]:
        assert key(reader.table(encode(lay_out(step.rest)))) == key(step.rest)
    for event in match.events:
        again = reader.event(encode(event))
        assert (type(again), again) == (type(event), event)
    for action in answers(name, number):
        if not isinstance(action, tuple):
            assert reader.action(encode(action)) == action


@SOME
def test_a_table_read_back_plays_on_the_same(name: str, number: int) -> None:
    match = played(name, number)
    reader = codec(match.game)
    assert match.steps is not None
    for place in range(0, len(match.steps) - 1, max(1, len(match.steps) // 12)):
        rest = reader.table(encode(lay_out(match.steps[place].rest)))
        onwards = Match(match.game, match.setup, keep=True, rest=rest)
        for step in match.steps[place + 1 : place + 9]:
            for answer in step.answers:
                onwards.play(answer)
        assert onwards.steps is not None
        for one, other in zip(onwards.steps, match.steps[place + 1 : place + 9], strict=False):
            assert one.events == other.events
            assert key(one.rest) == key(other.rest)


@SOME
def test_a_match_taken_up_at_any_rest_is_where_the_whole_one_was(name: str, number: int) -> None:
    given = answers(name, number)
    for share in (0.1, 0.5, 0.9):
        whole, later = replayed(name, number, share), taken_up(name, number, reached(given, share))
        assert (later.events, later.answers) == (whole.events, whole.answers)
        assert (later.happened, later.told) == (whole.happened, whole.told)
        assert [digest(step.rest) for step in later.steps or ()] == [digest(step.rest) for step in whole.steps or ()]
        assert encode(later.pending) == encode(whole.pending)
        assert (key(later.rest), key(later.table)) == (key(whole.rest), key(whole.table))


def cited(value: Any) -> Iterator[str]:
    """Every rule named in plain data: in notes, offers, attachments, grants, wherever."""
    if isinstance(value, dict):
        for field, inner in value.items():
            if field in ("rule", "effect", "muted") and isinstance(inner, str):
                yield inner
            else:
                yield from cited(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cited(inner)


def known(match: Match, things: Any) -> None:
    unknown = {rule for rule in cited(msgspec.json.decode(encode(things))) if rule} - set(match.game.rulebook.rules)
    assert not unknown, f"not in the ledger: {sorted(unknown)}"


@EACH
def test_every_rule_cited_is_in_the_ledger(name: str, number: int) -> None:
    match = played(name, number)
    known(match, match.events)
    known(match, [lay_out(step.rest) for step in (match.steps or ())[::20]])
    for pause in pauses(name, number, 20):
        assert isinstance(pause.pending, Decision | Roll)
        known(match, [pause.pending.rule, pause.pending])
        known(match, [{"rule": pause.pending.rule}])


def test_every_rule_a_game_declares_is_in_the_ledger(name: str) -> None:
    book = game(name)
    declared = {book.concession, *book.preparation.values(), *book.effects.by_rule}
    declared |= {kind.condition for kind in book.tokens.values() if kind.condition}
    assert declared <= set(book.rulebook.rules)


@EACH
def test_every_token_is_declared(name: str, number: int) -> None:
    match = played(name, number)
    tokens = {
        token.partition(":")[0]
        for step in match.steps or ()
        for model in step.rest.models.values()
        if model.kind != "marker"
        for token in model.tokens
    }
    assert tokens <= {*match.game.tokens, "removed"}


def test_most_steps_have_few_answers(name: str) -> None:
    counts = sorted(len(step.answers) for number in range(MATCHES) for step in played(name, number).steps or ())
    assert counts[int(len(counts) * 0.95)] <= 6


@SOME
def test_decisions_have_offers_and_legal_defaults(name: str, number: int) -> None:
    for match in pauses(name, number, 12):
        decision = asked(match)
        if decision is not None:
            assert decision.offers
            assert decision.side in match.game.sides
            if decision.default is not None:
                assert match.refusal(decision.default) is None


@SOME
def test_a_match_with_all_its_rests_is_small(name: str, number: int) -> None:
    match = played(name, number)
    assert match.steps is not None
    # Rests share what did not change: what counts is every different model, attachment and part that is kept.
    different: dict[int, object] = {id(thing): thing for step in match.steps for thing in step.rest.models.values()}
    different |= {id(a): a for step in match.steps for a in step.rest.attachments.values()}
    text = sum(len(encode(thing)) for thing in different.values()) + len(encode(match.events))
    slots = sum(len(step.rest.models) + len(step.rest.attachments) for step in match.steps)
    assert text + 16 * slots < 2_000_000
