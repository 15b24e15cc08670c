"""How often somebody may ask: buckets that fill at a steady rate."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """Tokens that come at a rate, up to a number; each use takes one."""

    __slots__ = ("_last", "_left", "_most", "_now", "_rate")

    def __init__(self, rate: float, most: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._now = rate, most, now
        self._left, self._last = most, now()

    def take(self, count: float = 1.0) -> bool:
        """Take tokens, if there are enough."""
        self._fill()
        if self._left < count:
            return False
        self._left -= count
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for a while."""
        self._fill()
        return self._left >= self._most

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._last) * self._rate)
        self._last = now


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    KEPT = 4096

    def __init__(self, rate: float, most: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._now = rate, most, now
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, count: float = 1.0) -> bool:
        """Take tokens from the bucket of an address, if there are enough."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.KEPT:
                self._buckets = {a: b for a, b in self._buckets.items() if not b.full}
            bucket = self._buckets[address] = Bucket(self._rate, self._most, self._now)
        return bucket.take(count)
