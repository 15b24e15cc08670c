"""What holds for every campaign of every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import by_default, campaign, preferred
from sightline.core.campaign_file import campaign_file, read_campaign, taken_up, write_campaign
from sightline.core.decisions import Decision, Illegal
from sightline.core.dice import Roll, SeededDice
from sightline.core.game import game, right_sides
from sightline.core.match import Match
from sightline.core.record import illegal
from sightline.core.rulebook import packages
from sightline.core.screen import Badge, Gauge, Gear, Stat
from sightline.core.table import Table
from sightline.core.wire import codec, digest, encode, key, lay_out
from tests.conformance.campaigns import BATTLES, NAMES, RUNS, fought, played, replayed, setup, steps_of
from tests.conformance.test_matches import known

pytestmark = pytest.mark.parametrize("name", NAMES)
EACH = pytest.mark.parametrize("number", range(RUNS))


def test_a_campaign_belongs_to_a_game(name: str) -> None:
    book = campaign(name)
    assert name in packages()
    assert game(book.id) is book
    assert book.book is game(name)
    assert 1 <= book.fewest <= len(book.sides)


@EACH
def test_a_random_campaign_ends_or_has_its_battles(name: str, number: int) -> None:
    match, answers = played(name, number)
    battles = sum(isinstance(answer, Debrief) for answer in answers)
    assert match.outcome is not None or battles == BATTLES


@EACH
def test_a_campaign_played_again_is_the_same(name: str, number: int) -> None:
    (first, _), again = played(name, number), replayed(name, number)
    assert again.events == first.events
    assert [digest(step.rest) for step in again.steps or ()] == [digest(step.rest) for step in first.steps or ()]


@EACH
def test_events_alone_give_the_same_tables(name: str, number: int) -> None:
    match, _ = played(name, number)
    table = match.game.set_up(match.setup)
    for step in match.steps or ():
        for event in step.events:
            event.apply(table)
        table.agenda = step.rest.agenda
        assert key(table) == key(step.rest)


@EACH
def test_everything_survives_json(name: str, number: int) -> None:
    match, answers = played(name, number)
    reader = codec(match.game)
    for step in match.steps or ():
        assert key(reader.table(encode(lay_out(step.rest)))) == key(step.rest)
    for event in match.events:
        assert reader.event(encode(event)) == event
    for answer in answers:
        if not isinstance(answer, tuple):
            assert reader.action(encode(answer)) == answer


@EACH
def test_a_fork_and_its_campaign_never_see_each_other(name: str, number: int) -> None:
    _, answers = played(name, number)
    for share in (0.2, 0.5, 0.8):
        match = replayed(name, number, share)
        before, fork = key(match.table), match.fork()
        fork.play(answers[int(len(answers) * share)])
        assert key(match.table) == before
        match.play(answers[int(len(answers) * share)])
        assert key(match.table) == key(fork.table)


@EACH
def test_every_rule_cited_is_in_the_ledger(name: str, number: int) -> None:
    match, _ = played(name, number)
    known(match, match.events)
    known(match, [lay_out(step.rest) for step in match.steps or ()])
    book = campaign(name)
    known(match, [{"rule": rule} for rule in (book.concession, *book.effects.by_rule)])


@EACH
def test_every_decision_has_a_default_and_a_description(name: str, number: int) -> None:
    _, answers = played(name, number)
    book, match = campaign(name), replayed(name, number, 0.0)
    for answer in answers:
        pending = match.pending
        if isinstance(pending, Decision):
            assert pending.default is not None
            assert match.refusal(pending.default) is None
            assert book.sayings.decision(match.table, pending) != pending.rule
            for offer in pending.offers:
                assert book.sayings.offer(match.table, offer)
                book.screen.cost(match.table, offer)
        if isinstance(pending, Battle):
            briefing = book.briefing(match.table, pending)
            known(match, [{"rule": briefing.rule}, {"rule": pending.rule}])
            assert briefing.name
        match.play(answer)


@EACH
def test_battles_are_legal_matches_of_the_game(name: str, number: int) -> None:
    _, answers = played(name, number)
    book, match = campaign(name), replayed(name, number, 0.0)
    for answer in answers:
        pending = match.pending
        if isinstance(pending, Battle):
            assert pending.setup.game == name
            assert not list(illegal(pending.setup, book.book))
            assert set(pending.commands) <= set(pending.setup.rosters)
            assert set(pending.commands.values()) <= set(match.setup.rosters)
            assert right_sides(book.book, pending.setup.rosters)
        match.play(answer)


@EACH
def test_a_battle_waits_for_what_came_of_it_and_nothing_else(name: str, number: int) -> None:
    _, answers = played(name, number)
    match = replayed(name, number, 0.0)
    for answer in answers:
        if isinstance(match.pending, Battle):
            decision = match.pending
            for wrong in (Debrief("x", "nobody"), Debrief("x", None, {"someone": {"harm": -1}})):
                with pytest.raises(Illegal):
                    match.play(wrong)
            with pytest.raises(Illegal):
                match.play((1,))
            assert match.pending is decision
        elif match.pending is not None:
            with pytest.raises(Illegal):
                match.play(Debrief("x"))
        match.play(answer)


@EACH
def test_members_chapters_and_purses_can_be_shown(name: str, number: int) -> None:
    match, _ = played(name, number)
    book = campaign(name)
    for step in (match.steps or ())[::5]:
        table = step.rest
        known(match, [{"rule": shown.rule} for shown in _shown(match, table)])
        chapters = book.journey(table)
        ids = [chapter.id for chapter in chapters] + [stage.id for chapter in chapters for stage in chapter.stages]
        assert len(ids) == len(set(ids))
        assert book.screen.clock(table).rounds >= 0
        assert set(book.scores(table)) == set(table.sides)


def _shown(match: Match, table: Table) -> Iterator[Gauge | Badge | Stat | Gear]:
    """Everything a screen shows of members and sides."""
    screen = match.game.screen
    for model in table.models.values():
        if model.kind == "model":
            figure = screen.figure(table, model.id)
            yield from figure.badges
            yield from figure.stats
            yield from figure.gear
            yield from (gauge for gauge in (figure.health, figure.points) if gauge is not None)
    for side in table.sides:
        yield from screen.pools(table, side)


@EACH
def test_every_token_is_declared(name: str, number: int) -> None:
    match, _ = played(name, number)
    tokens = {
        token.partition(":")[0]
        for step in match.steps or ()
        for model in step.rest.models.values()
        for token in model.tokens
    }
    assert tokens <= {*match.game.tokens, "removed"}


@EACH
def test_a_campaign_survives_its_file_and_goes_on(name: str, number: int) -> None:
    _, answers = played(name, number)
    for share in (0.0, 0.4, 1.0):
        match = replayed(name, number, share)
        given = answers[: int(len(answers) * share)]
        written = write_campaign(campaign_file(match, "a campaign", steps_of(match, given)))
        back = read_campaign(written, "file")
        assert not back.changed
        assert write_campaign(back.file) == written
        onwards = taken_up(campaign(name), back.file.setup, back.file.rest)
        assert key(onwards.table) == key(match.table)
        for answer in answers[len(given) : len(given) + 8]:
            onwards.play(answer)
            match.play(answer)
            assert key(onwards.table) == key(match.table)


@EACH
def test_defaults_lead_to_the_next_battle(name: str, number: int) -> None:
    """Programs play on by defaults: that must lead on, not round in a circle."""
    match, dice, asked = replayed(name, number, 0.0), SeededDice(number), 0
    while isinstance(match.pending, Decision | Roll):
        match.play(by_default(match.pending) if isinstance(match.pending, Decision) else dice.roll(match.pending))
        asked += 1
        assert asked < 400
    assert isinstance(match.pending, Battle)


def test_what_programs_like_is_legal_and_comes_to_an_end(name: str) -> None:
    book = campaign(name)
    match, asked, battles = Match(book, setup(book, 1), SeededDice(5)), 0, 0
    while match.pending is not None and battles < 2:
        if isinstance(match.pending, Battle):
            battles, asked = battles + 1, 0
            match.play(fought(book, match.pending, f"liked {name} {battles}"))
            continue
        asked += 1
        assert asked < 200, "a program shops for ever"
        match.play(preferred(match))
