"""A match on its way to another process: its newest rest and the answers since, and the match made of them again."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.table import Piece, Terrain
from sightline.core.wire import codec, encode, lay_out


class Position(Struct, frozen=True):
    """Where a match stands, as text."""

    game: str
    setup: bytes
    table: bytes
    answers: bytes


def position(match: Match) -> Position:
    """Where a match stands."""
    return Position(match.game.id, encode(match.setup), encode(lay_out(match.rest)), encode(match.answers))


@lru_cache(maxsize=16)
def _terrain(width: float, height: float, pieces: bytes, id: str) -> Terrain:
    """Terrain that keeps what was compiled for it from one position to the next."""
    return Terrain(width, height, msgspec.json.decode(pieces, type=tuple[Piece, ...]), id)


@lru_cache(maxsize=4)
def _taken_up(where: Position) -> Match:
    book = game(where.game)
    reader = codec(book)
    table = reader.table(where.table)
    ground = table.terrain
    table.terrain = _terrain(ground.width, ground.height, msgspec.json.encode(ground.pieces), ground.id)
    match = Match(book, msgspec.json.decode(where.setup, type=SetUp), rest=table)
    for answer in msgspec.json.decode(where.answers):
        match.play(tuple(answer) if isinstance(answer, list) else reader.action(msgspec.json.encode(answer)))
    return match


def taken_up(where: Position) -> Match:
    """The match of a position, for reading and forking; several questions about one position share it."""
    return _taken_up(where)
