"""Work that takes a while and needs no room: squads and layouts looked at, odds, records and replays.

Each function is called in another process; it takes and returns what travels there easily, JSON most of all.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from sightline.core.campaign_file import read_campaign
from sightline.core.decisions import Action
from sightline.core.deeds import played
from sightline.core.errors import BadInput
from sightline.core.game import ReadsLists, SetUp, game
from sightline.core.links import check_size
from sightline.core.match import Answer, Match
from sightline.core.reading import parse_json, shape
from sightline.core.record import record, record_from, verify, write_record
from sightline.core.wire import codec
from sightline.server.battle_report import battle_report_html
from sightline.server.layouts import layout_view
from sightline.server.messages import DiceProof, Replay, SeatView
from sightline.server.musters import muster_view
from sightline.server.replays import replay, replay_of

MOST_ANSWERS = 3000
"""Answers and rolls of a match that is played on from: several times those of a long one."""


class Story(Struct, frozen=True):
    """A match of this server as far as it has come: all that a record or a replay is made of."""

    match: str
    setup: SetUp
    answers: tuple[Any, ...]
    """Actions and faces, in order."""
    seats: dict[str, SeatView]
    dice: DiceProof
    seed: str | None = None
    """Of the dice; none while the match runs, or if some of them came from elsewhere."""
    set_aside: tuple[tuple[int, int, int], ...] = ()
    """Dice that fell and were taken back, as a record has them."""


def muster(id: str, body: bytes) -> bytes:
    """A squad in figures."""
    roster, options = msgspec.json.decode(body)
    return msgspec.json.encode(muster_view(game(id), roster, options))


def read_list(id: str, body: bytes) -> bytes:
    """A list of another program as a squad."""
    book, (text, side, answers) = game(id), msgspec.json.decode(body)
    if not isinstance(book, ReadsLists):
        raise BadInput(f"{id}: reads no lists of other programs")
    return msgspec.json.encode(book.read_list(text, side, answers))


def layout(id: str, body: bytes) -> bytes:
    """A layout with its faults."""
    return msgspec.json.encode(layout_view(game(id), msgspec.json.decode(body)))


def odds(id: str, body: bytes) -> bytes:
    """Exact chances."""
    return msgspec.json.encode(game(id).odds(msgspec.json.decode(body)))


def _answer(book: Any, plain: Any) -> Answer:
    if isinstance(plain, list | tuple):
        return tuple(plain)
    action: Action = shape(plain, codec(book).actions, "answer")
    return action


def _film(text: bytes) -> Replay:
    story = msgspec.json.decode(text, type=Story)
    book = game(story.setup.game)
    done = played(book, story.setup, (_answer(book, plain) for plain in story.answers))
    return replay(book, story.setup, done, match=story.match, seats=story.seats, dice=story.dice)


def told(text: bytes) -> bytes:
    """The replay of a match of this server."""
    return msgspec.json.encode(_film(text))


def reported(text: bytes) -> bytes:
    """The battle report of a match of this server, as a page."""
    return battle_report_html(_film(text)).encode()


def recorded(text: bytes) -> bytes:
    """The record of a match of this server."""
    story = msgspec.json.decode(text, type=Story)
    book = game(story.setup.game)
    match = Match(book, story.setup, keep=True)
    for plain in story.answers:
        match.play(_answer(book, plain))
    players = {side: seat.level for side, seat in story.seats.items() if seat.level}
    return write_record(record(match, story.seed, players, story.set_aside)).encode()


def handed_in(text: bytes) -> bytes:
    """The replay of a record that somebody hands in."""
    kept = record_from(parse_json(text.decode("utf-8", "replace"), "record"), "record")
    try:
        return msgspec.json.encode(replay_of(kept))
    except BadInput:
        raise
    except Exception as error:  # noqa: BLE001 - a record of nonsense may fail anywhere
        raise BadInput(f"record: cannot be shown: {type(error).__name__}") from None


def checked(document: bytes) -> bytes:
    """The set-up and the answers of a record that may be played on from; what is wrong with it is said."""
    kept = record_from(msgspec.json.decode(document), "record")
    check_size(kept.setup.table, "record.setup.table")
    if sum(len(step.answers) for step in kept.steps) > MOST_ANSWERS:
        raise BadInput(f"record.steps: at most {MOST_ANSWERS} answers")
    wrong = verify(kept, game(kept.game))
    if wrong is not None:
        raise BadInput(f"record: {wrong}")
    return msgspec.json.encode((kept.setup, [answer for step in kept.steps for answer in step.answers]))


def campaign(text: bytes) -> bytes:
    """A campaign that somebody hands in; what is wrong with it is said."""
    return msgspec.json.encode(read_campaign(text.decode("utf-8", "replace"), "campaign"))


def cut(text: bytes) -> bytes:
    """The answers of a match up to an action and its dice."""
    setup, answers, number = msgspec.json.decode(text, type=tuple[SetUp, list[Any], int])
    book = game(setup.game)
    match = Match(book, setup)
    kept: list[Any] = []
    given = 0
    for plain in answers:
        given += isinstance(plain, dict)
        if given > number:
            break
        match.play(_answer(book, plain))
        kept.append(plain)
    if number < 0 or given < number:
        raise BadInput(f"action: expected 0 to {given}")
    if match.outcome is not None:
        raise BadInput("action: the match is over there")
    return msgspec.json.encode(kept)
