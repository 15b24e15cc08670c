"""Chess clocks: each side has so many seconds for the whole match, and they run while it is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from sightline.core.table import Side


class Clocks:
    """The seconds every side has left; none where no clocks were agreed on."""

    def __init__(self, sides: Iterable[Side], minutes: int, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._left = dict.fromkeys(sides, minutes * 60.0) if minutes else {}
        self.running: Side = ""
        self._since = now()

    def left(self, side: Side) -> float | None:
        """Seconds a side has left; None if there is no clock."""
        if side not in self._left:
            return None
        spent = self._now() - self._since if side == self.running else 0.0
        return max(0.0, self._left[side] - spent)

    def all(self) -> dict[Side, float]:
        """What everybody has left."""
        return {side: round(self.left(side) or 0.0, 3) for side in self._left}

    def run(self, side: Side) -> None:
        """Let the clock of one side run, and only that; an empty side stops all."""
        if side == self.running:
            return
        if self.running in self._left:
            self._left[self.running] = self.left(self.running) or 0.0
        self.running = side if side in self._left else ""
        self._since = self._now()

    def put(self, left: Mapping[Side, float]) -> None:
        """Set the clocks to what was written down."""
        for side in self._left.keys() & left.keys():
            self._left[side] = left[side]
        self._since = self._now()

    def out(self, side: Side) -> bool:
        """Whether a side has no time left."""
        left = self.left(side)
        return left is not None and left <= 0.0
