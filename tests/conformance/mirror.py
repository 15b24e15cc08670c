"""Half a turn of the table, with the sides exchanged: every game must look the same from the other chair."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from sightline.core.decisions import Action
from sightline.core.match import Answer
from sightline.core.table import Table
from sightline.core.wire import codec, encode, lay_out


class Mirror:
    """Exchanges the names of two sides in every id, and turns points about the middle of the mat if asked to."""

    def __init__(self, game: Any, table: Table, *, turned: bool) -> None:
        self.game = game
        self.width, self.height = table.terrain.width, table.terrain.height
        self.turned = turned
        one, other = game.sides
        self._names = {one: other, other: one}
        self._word = re.compile(rf"\b({one}|{other})\b")

    def side(self, text: str) -> str:
        """A name with the sides exchanged."""
        return self._word.sub(lambda found: self._names[found[0]], text)

    def point(self, x: float, y: float) -> list[float]:
        """A point after half a turn."""
        return [self.width - x, self.height - y] if self.turned else [x, y]

    def plain(self, value: Any) -> Any:
        """Plain data: two floats in a list are a point."""
        if isinstance(value, str):
            return self.side(value)
        if isinstance(value, dict):
            return {self.side(k): self._facing(v) if k == "facing" else self.plain(v) for k, v in value.items()}
        if isinstance(value, list):
            if len(value) == 2 and all(type(v) is float for v in value):
                return self.point(*value)
            return [self.plain(v) for v in value]
        return value

    def _facing(self, facing: float) -> float:
        return (facing + 180.0) % 360.0 if self.turned else facing

    def table(self, table: Table) -> Table:
        """The same table from the other chair."""
        return codec(self.game).table(encode(self.plain(msgspec.json.decode(encode(lay_out(table))))))

    def answer(self, answer: Answer) -> Answer:
        """The same answer from the other chair; dice stay as they fell."""
        if not isinstance(answer, Action):
            return answer
        plain = msgspec.json.decode(encode(answer))
        points = {field: plain.pop(field) for field in type(answer).points if field in plain}
        swapped = self.plain(plain)
        for field, value in points.items():
            swapped[field] = self.plain(value)
        return codec(self.game).action(encode(swapped))

    def events(self, events: Any) -> Any:
        """The same events from the other chair, as plain data."""
        return self.plain(msgspec.json.decode(encode(events)))
