"""JSON for everything on a table: actions, events, parts, whole tables, and the digest that tells two tables apart."""

from __future__ import annotations

from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import Any

import msgspec

from sightline.core.battle import Debrief
from sightline.core.decisions import Action, Concede, Keep
from sightline.core.events import CORE_EVENTS, Event
from sightline.core.game import Game
from sightline.core.table import Attachment, Model, Outcome, Piece, Table, Terrain

SHORT = 8
"""Bytes of a digest."""


def _plain(value: Any) -> Any:
    if isinstance(value, type):
        return value.__name__
    raise NotImplementedError(f"{type(value).__name__} does not go over the wire")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
_CANONICAL = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


def encode(value: Any) -> bytes:
    """Any record of the engine as JSON."""
    return _ENCODER.encode(value)


def union(kinds: tuple[type, ...]) -> Any:
    """The tagged union of several kinds of struct."""
    return reduce(or_, kinds)


class Codec:
    """Reads what belongs to one game."""

    def __init__(self, game: Game) -> None:
        self.actions: Any = union((*game.actions, Concede, Keep, Debrief))
        self.events: Any = union((*CORE_EVENTS, *game.events))
        self.parts: Any = union(tuple(game.parts))
        self.conditions = {kind.id: kind.condition for kind in game.tokens.values() if kind.condition}
        self._action = msgspec.json.Decoder(self.actions)
        self._event = msgspec.json.Decoder(self.events)

    def action(self, text: bytes) -> Action:
        """An action from JSON."""
        action: Action = self._action.decode(text)
        return action

    def event(self, text: bytes) -> Event:
        """An event from JSON."""
        event: Event = self._event.decode(text)
        return event

    def table(self, text: bytes) -> Table:
        """A table from the JSON that `encode(lay_out(table))` makes."""
        plain = msgspec.json.decode(text)
        terrain = plain["terrain"]
        pieces = msgspec.convert(terrain["pieces"], tuple[Piece, ...])
        models = [msgspec.convert(m, Model) for m in plain["models"]]
        table = Table(
            {m.id: m for m in models},
            Terrain(terrain["width"], terrain["height"], pieces, terrain["id"]),
            tuple(plain["sides"]),
            plain["options"],
            tuple(msgspec.convert(p, self.parts) for p in plain["agenda"]),
            self.conditions,
        )
        for attachment in plain["attachments"]:
            table.attach(msgspec.convert(attachment, Attachment))
        table.outcome = msgspec.convert(plain["outcome"], Outcome | None)
        table.serial = plain["serial"]
        return table


_CODECS: dict[str, Codec] = {}


def codec(game: Game) -> Codec:
    """The codec of a game."""
    found = _CODECS.get(game.id)
    if found is None:
        found = _CODECS[game.id] = Codec(game)
    return found


def lay_out(table: Table) -> dict[str, Any]:
    """A table as plain data."""
    terrain = table.terrain
    return {
        "sides": table.sides,
        "options": table.options,
        "terrain": {"id": terrain.id, "width": terrain.width, "height": terrain.height, "pieces": terrain.pieces},
        "models": list(table.models.values()),
        "attachments": list(table.attachments.values()),
        "agenda": table.agenda,
        "outcome": table.outcome,
        "serial": table.serial,
    }


def key(table: Table) -> bytes:
    """What tells a table from every other of the same match: equal keys, equal futures."""
    return _CANONICAL.encode(
        [
            list(table.models.values()),
            list(table.attachments.values()),
            table.agenda,
            table.outcome,
            table.serial,
            _terrain_digest(table.terrain),
        ]
    )


def changes(before: Table, after: Table) -> bytes:
    """What tells a table from every other that came of the same one, to the order of tokens; much quicker than a key.

    Models that were replaced by ones like them count as changed: equal tables may have different keys.
    """
    known = before.models
    return _ENCODER.encode(
        [
            [model for model in after.models.values() if known.get(model.id) is not model],
            [id for id in known if id not in after.models],
            "" if after.terrain is before.terrain else _terrain_digest(after.terrain),
            list(after.attachments.values()),
            after.agenda,
            after.outcome,
            after.serial,
        ]
    )


def digest(table: Table) -> str:
    """A short fingerprint of a table."""
    return blake2b(key(table), digest_size=SHORT).hexdigest()


def _terrain_digest(terrain: Terrain) -> str:
    found: str | None = terrain.compiled.get("digest")
    if found is None:
        text = _CANONICAL.encode([terrain.width, terrain.height, terrain.pieces])
        found = terrain.compiled["digest"] = blake2b(text, digest_size=SHORT).hexdigest()
    return found
